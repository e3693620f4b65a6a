// What a command writes beside its answer.
#pragma once

#include <io/output_file.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace concord::app {

/// Files that are opened before the work, so that a place that cannot be written costs nobody an hour; written after
/// it, and given their names together once all are whole.
class side_files {
  public:
    /// Empty paths stand for what is not asked for.
    explicit side_files(const std::vector<std::string>& paths);

    /// Writes a whole file, if it is asked for.
    void write(const std::string& path, const std::function<void(const io::byte_sink&)>& writer);
    /// The sink of a file that is written bit by bit; nothing happens to what is not asked for.
    [[nodiscard]] io::byte_sink sink(const std::string& path);
    /// All bytes are on the disk. Nothing can be written after it.
    void finish();
    void commit();

  private:
    std::map<std::string, io::output_file> files_;
};

} // namespace concord::app

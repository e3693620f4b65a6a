// What a command writes beside its answer.
#pragma once

#include "formats/output_file.hpp"

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
    void write(const std::string& path, const std::function<void(const formats::byte_sink&)>& writer);
    /// The sink of a file that is written bit by bit; nothing happens to what is not asked for.
    [[nodiscard]] formats::byte_sink sink(const std::string& path);
    /// All bytes are on the disk. Nothing can be written after it.
    void finish();
    void commit();

  private:
    std::map<std::string, formats::output_file> files_;
};

/// The end of a command: `write_answer` writes its answer whole, and everything gets its name together. An answer that
/// is printed comes last: whatever fails before, nothing has been printed.
void name_all(formats::output_file& answer, bool is_printed, side_files& beside,
              const std::function<void()>& write_answer);

} // namespace concord::app

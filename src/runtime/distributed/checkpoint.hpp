// A checkpoint: what a call has done so far, in a folder, so that another process can go on from there.
//
//   0.checkpoint   what the first call is about, the results of its finished steps, and of the step that is under way
//                  the tasks done and their sum
//   0-7.step       the result of step 7, where it is long: written once, and named by the checkpoint
//   0-8.blocks     rows that step 8 found, block by block: see checkpoint_blocks.hpp
//
// A file is written beside itself, brought to the disk and renamed; so a folder holds a whole checkpoint at any moment,
// and a disk that fills up leaves the one before.
#pragma once

#include "runtime/distributed/bytes.hpp"
#include "runtime/distributed/checkpoint_blocks.hpp"
#include "runtime/distributed/periodic.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::runtime {

/// What a call is about, such as {"mismatches", "3"}: a checkpoint with other facts is another call's.
struct call_fact {
    std::string name;
    std::string value;

    friend bool operator==(const call_fact&, const call_fact&) = default;
};

class checkpoint {
  public:
    struct under_way {
        std::vector<std::uint64_t> tasks; ///< done
        std::uint64_t best = 0;
        byte_string sum;
    };

    /// Makes the folder where there is none. Throws error: usage where it holds a checkpoint and `resume` is not given,
    /// resource where it cannot be written or another process uses it.
    checkpoint(std::filesystem::path folder, bool resume);
    checkpoint(const checkpoint&) = delete;
    checkpoint& operator=(const checkpoint&) = delete;
    ~checkpoint();

    /// A call begins. Throws error (bad_input) where its checkpoint is of something else (and says what differs) or
    /// damaged, resource.
    void begin(std::span<const call_fact> about);

    /// Result of a step that was finished; null: it was not.
    [[nodiscard]] const byte_string* finished(std::uint64_t step) const;
    /// What was done of a step that was not; null: nothing.
    [[nodiscard]] const under_way* begun(std::uint64_t step) const;

    void finish(std::uint64_t step, byte_string result);
    void keep(std::uint64_t step, under_way done);

    /// What was kept of the rows of a step.
    [[nodiscard]] std::unique_ptr<checkpoint_blocks> blocks_of(std::uint64_t step) const;

    /// Whether it is time to save: a second after the last time, later where that took long.
    [[nodiscard]] bool is_due() const { return saving_.is_due(); }
    /// Throws error (resource); what was saved before stays as it is.
    void save() {
        saving_.spend([this] { write_all(); });
    }

  private:
    void write_all();
    void load(const std::filesystem::path& file, std::span<const call_fact> about);
    void write_file(const std::filesystem::path& name, std::span<const std::byte> content) const;
    [[nodiscard]] std::filesystem::path name_of_step(std::uint64_t step) const;

    std::filesystem::path folder_;
    int descriptor_ = -1; ///< of the folder
    std::uint64_t calls_ = 0;
    std::vector<call_fact> about_;
    std::map<std::uint64_t, byte_string> finished_;
    std::map<std::uint64_t, std::uint64_t> in_files_; ///< step -> checksum of its file
    std::uint64_t step_under_way_ = 0;
    under_way under_way_;
    bool is_under_way_ = false;
    periodic saving_;
};

} // namespace concord::runtime

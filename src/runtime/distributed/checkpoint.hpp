// A checkpoint: the finished work of a call, in a folder from which another process can resume.
//
//   0.checkpoint   the facts of the first call, the results of its finished steps, and of the current step the finished
//                  tasks and their sum
//   0-7.step       the result of step 7, if it is long: written once, and referenced by the checkpoint
//   0-8.blocks     the rows of step 8, block by block: see checkpoint_blocks below
//
// A file is written under a temporary name, synced and renamed; so the folder holds a complete checkpoint at any
// moment, and a full disk leaves the previous one intact.
#pragma once

#include "runtime/distributed/bytes.hpp"
#include "runtime/distributed/pacing.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace concord::runtime {

// Blocks of an answer in a checkpoint: an append-only file, so that saving does not rewrite millions of rows.
//
//   mark, call | block, size, checksum, bytes | block, size, checksum, bytes | … (the last one may be incomplete)
//
// A process that is killed leaves at most one incomplete frame, at the end; it is removed, and its block computed
// again.

class checkpoint_blocks {
  public:
    /// Opens the file, or creates it. `about` identifies the call. Throws error: bad_input where the file belongs to
    /// another call, resource.
    checkpoint_blocks(std::filesystem::path file, std::uint64_t about);
    checkpoint_blocks(const checkpoint_blocks&) = delete;
    checkpoint_blocks& operator=(const checkpoint_blocks&) = delete;
    ~checkpoint_blocks();

    [[nodiscard]] bool has(std::uint64_t block) const { return places_.contains(block); }
    [[nodiscard]] byte_string read(std::uint64_t block) const;
    /// Throws error (resource); earlier blocks remain valid.
    void append(std::uint64_t block, std::span<const std::byte> content);
    /// Syncs new blocks to disk, if the last time is long enough ago, or at once.
    void save_if_due();
    void save();

  private:
    struct place {
        std::uint64_t at;
        std::uint64_t size;
    };

    [[noreturn]] void fail(int number) const;
    void read_at(std::uint64_t at, std::span<std::byte> into) const;
    void write_at_end(std::span<const std::byte> bytes);
    void scan(std::uint64_t size);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t end_ = 0;
    std::map<std::uint64_t, place> places_;
    bool is_saved_ = true;
    periodic saving_;
};

/// A fact of a call, such as {"mismatches", "3"}: a checkpoint with other facts belongs to another call.
struct call_fact {
    std::string name;
    std::string value;

    friend bool operator==(const call_fact&, const call_fact&) = default;
};

class checkpoint {
  public:
    struct under_way {
        std::vector<std::uint64_t> tasks; ///< the finished ones
        std::uint64_t best = 0;
        byte_string sum;
    };

    /// Creates the folder if there is none. Throws error: usage where it holds a checkpoint and `resume` is false,
    /// resource where it is not writable, another process uses it, or it belongs to another user and others may write
    /// to it. Links in it are not followed.
    checkpoint(std::filesystem::path folder, bool resume);
    checkpoint(const checkpoint&) = delete;
    checkpoint& operator=(const checkpoint&) = delete;
    ~checkpoint();

    /// Begins a call. Throws error: bad_input where its checkpoint is damaged or belongs to another call (the message
    /// names the difference), resource.
    void begin(std::span<const call_fact> about);

    /// The result of a finished step; null: it was not finished.
    [[nodiscard]] const byte_string* finished(std::uint64_t step) const;
    /// The finished part of an unfinished step; null: none.
    [[nodiscard]] const under_way* begun(std::uint64_t step) const;

    void finish(std::uint64_t step, byte_string result);
    void keep(std::uint64_t step, under_way done);

    /// The kept blocks of the rows of a step.
    [[nodiscard]] std::unique_ptr<checkpoint_blocks> blocks_of(std::uint64_t step) const;

    /// Whether it is time to save: a second after the last time, later where saving took long.
    [[nodiscard]] bool is_due() const { return saving_.is_due(); }
    /// Throws error (resource); the previous checkpoint remains valid.
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

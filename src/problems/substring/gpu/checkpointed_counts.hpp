// The counts of long comparisons in a checkpoint: they are done in parts, and a run that goes on takes what was
// counted.
#pragma once

#include "base/checksum.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// The counts of long comparisons, in a checkpoint.
class checkpointed_counts {
  public:
    /// Nothing is kept.
    checkpointed_counts() = default;
    /// `sharing` (null: nothing is kept) must outlive it. `tests_per_part`: how much is lost where a process is killed.
    explicit checkpointed_counts(task_sharing* sharing, double tests_per_part = tuning::tests_per_part)
        : sharing_(sharing != nullptr && sharing->is_kept() ? sharing : nullptr), tests_of_a_part_(tests_per_part) {}

    /// Whether a comparison of so many tests is kept; it is done in parts then.
    [[nodiscard]] bool keeps(double tests) const { return sharing_ != nullptr && tests >= 2 * tests_of_a_part_; }
    /// How many of `windows` sources a part has, at most.
    [[nodiscard]] std::uint64_t windows_per_part(double tests, std::uint64_t windows) const {
        if (!keeps(tests)) return windows;
        const double share = tests_of_a_part_ / tests * static_cast<double>(windows);
        return std::max<std::uint64_t>(windows_per_word, static_cast<std::uint64_t>(share));
    }

    /// Which windows are compared with which, so that counts of another comparison are not taken for its own.
    template <class Machine>
    [[nodiscard]] static std::vector<std::uint64_t> identity_of(const device_windows<Machine>& input,
                                                                const machine_windows<Machine>& sources,
                                                                const machine_windows<Machine>& targets) {
        return {sources.length, digest_of(input, sources), digest_of(input, targets)};
    }

    /// Calls part(first, last) until all of `parts` are done, `at_once` of them at a time. Collective for the `ranks`
    /// that share the comparison and sum up their counts afterwards; rank 0 has those that are kept, too.
    template <class Machine, class Part>
    void run(Machine& machine, const runtime::striped_division& ranks, std::span<const std::uint64_t> about,
             std::span<std::uint32_t> counts, std::uint64_t parts, std::uint64_t at_once, Part part) const {
        const std::uint64_t size = counts.size();
        const auto forget = [&] { machine.for_each(size, fill_value{counts.data(), 0}); };
        const auto write = [&](runtime::byte_writer& to) {
            ranks.allreduce_sum(machine, counts.data(), size);
            if (!ranks.is_root()) forget(); // rank 0 has them now
            if (!sharing_->is_root()) return;
            std::vector<std::uint32_t> all(size);
            machine.get(all.data(), counts.data(), size);
            to.list(all);
        };
        const auto read = [&](runtime::byte_reader& from) {
            const auto all = from.list<std::uint32_t>();
            if (all.size() != size) throw error(error_code::bad_input, "a checkpoint has counts of other windows");
            ranks.is_root() ? machine.put(counts.data(), all.data(), size) : forget();
        };
        sharing_->run_parts(about, parts, at_once, part, write, read);
    }

  private:
    template <class Machine>
    [[nodiscard]] static std::uint64_t digest_of(const device_windows<Machine>& input,
                                                 const machine_windows<Machine>& set) {
        const std::vector<std::uint64_t> bits = input.read(set.bits, input.words());
        return base::checksum_of(std::as_bytes(std::span(bits)));
    }

    task_sharing* sharing_ = nullptr;
    double tests_of_a_part_ = 0;
};

} // namespace concord::substring

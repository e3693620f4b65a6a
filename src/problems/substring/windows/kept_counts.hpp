// What long comparisons have counted, kept in a checkpoint: a search that is stopped goes on from there.
//
//   sources      |.......|.......|.......|....        a comparison is done in parts of its sources
//   kept                 ^ counts so far, every second or so; at the end all of them
//
// The rest of a search takes moments, and is repeated by whoever goes on.
#pragma once

#include "base/checksum.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/windows/device_input.hpp"
#include "problems/substring/windows/sharing_ranks.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class kept_counts {
  public:
    /// Nothing is kept.
    kept_counts() = default;
    /// `sharing` (null: nothing is kept) must outlive it. `tests_of_a_part`: how much a kill may lose.
    explicit kept_counts(task_sharing* sharing, double tests_of_a_part = tuning::tests_of_a_part)
        : sharing_(sharing != nullptr && sharing->is_kept() ? sharing : nullptr), tests_of_a_part_(tests_of_a_part) {}

    /// Whether a comparison of so many tests is kept; it is done in parts then.
    [[nodiscard]] bool keeps(double tests) const { return sharing_ != nullptr && tests >= 2 * tests_of_a_part_; }
    /// How many of `windows` sources a part has, at most.
    [[nodiscard]] std::uint64_t windows_of_a_part(double tests, std::uint64_t windows) const {
        if (!keeps(tests)) return windows;
        const double share = tests_of_a_part_ / tests * static_cast<double>(windows);
        return std::max<std::uint64_t>(windows_per_word, static_cast<std::uint64_t>(share));
    }

    /// Which windows are compared with which, for those who may come to another comparison in its place.
    template <class Machine>
    [[nodiscard]] static std::vector<std::uint64_t> tell_apart(const device_input<Machine>& input,
                                                               const machine_windows<Machine>& sources,
                                                               const machine_windows<Machine>& targets) {
        return {sources.length, digest_of(input, sources), digest_of(input, targets)};
    }

    /// Calls part(first, last) until all of `parts` are done, `at_once` of them at a time. Collective for the `ranks`
    /// that share the comparison and are to add up their counts; rank 0 has those that are kept, too.
    template <class Machine, class Part>
    void run(Machine& machine, const sharing_ranks& ranks, std::span<const std::uint64_t> about,
             std::span<std::uint32_t> counts, std::uint64_t parts, std::uint64_t at_once, Part part) const {
        const std::uint64_t size = counts.size();
        const auto forget = [&] { machine.for_each(size, fill_value{counts.data(), 0}); };
        const auto write = [&](runtime::byte_writer& to) {
            ranks.add_up(machine, counts.data(), size);
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
    [[nodiscard]] static std::uint64_t digest_of(const device_input<Machine>& input,
                                                 const machine_windows<Machine>& set) {
        const std::vector<std::uint64_t> bits = input.read(set.bits, input.words());
        return base::checksum_of(std::as_bytes(std::span(bits)));
    }

    task_sharing* sharing_ = nullptr;
    double tests_of_a_part_ = 0;
};

} // namespace concord::substring

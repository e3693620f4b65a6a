#include "problems/substring/cpu/join/counted_targets.hpp"

#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/sequence_tasks.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace concord::substring {
namespace {

/// Sequences whose owner has targets in others are not simple.
void leave_to_owners(const problem& given, std::span<const std::uint64_t> owners, const candidate_windows& windows,
                     std::vector<std::uint8_t>& is_simple) {
    const auto has_targets = [&](std::uint64_t sequence) {
        return windows.targets.any(given.offset(sequence), given.offset(sequence + 1));
    };
    std::vector<std::uint8_t> pieces(given.sequences(), 0); // of each owner that have targets: none, one, several
    for (std::uint64_t sequence = 0; sequence < owners.size(); ++sequence)
        if (pieces[owners[sequence]] < 2 && has_targets(sequence)) ++pieces[owners[sequence]];
    for (std::uint64_t sequence = 0; sequence < owners.size(); ++sequence)
        if (pieces[owners[sequence]] > 1) is_simple[sequence] = 0;
}

/// Two windows near one source are within twice as many mismatches of each other.
bool no_two_are_near(const problem& given, const candidate_windows& windows, std::uint64_t sequence) {
    constexpr std::size_t most = 32;
    std::array<std::uint64_t, most> positions{};
    std::size_t count = 0;
    bool are_few = true;
    const std::uint64_t offset = given.offset(sequence);
    windows.targets.for_each(offset, offset + given.length(sequence), [&](std::uint64_t position) {
        if (count < most)
            positions[count++] = position;
        else
            are_few = false;
    });
    for (std::size_t a = 0; a < count && are_few; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (mismatches_within(given.letters, positions[a], positions[b], windows.length, 2 * given.mismatches) <=
                2 * given.mismatches)
                return false;
    return are_few;
}

} // namespace

counted_targets::counted_targets(const problem& given, std::span<const std::uint64_t> owners,
                                 runtime::thread_pool& workers, const candidate_windows& windows,
                                 const equal_windows& targets)
    : all_(targets.size()), alone_(targets.size(), 0), first_(targets.size() + 1, 0) {
    std::vector<std::uint8_t> is_simple(given.sequences(), 0);
    const sequence_tasks tasks(given.sequences(), given.set.letters());
    workers.run(tasks.size(), [&](std::size_t task, unsigned) {
        for (std::uint64_t sequence = tasks.first(task); sequence < tasks.last(task); ++sequence)
            is_simple[sequence] = no_two_are_near(given, windows, sequence) ? 1 : 0;
    });
    if (!owners.empty()) leave_to_owners(given, owners, windows, is_simple);
    const auto in_parts = [&](const auto& each) {
        runtime::for_parts(workers, targets.size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t target = first; target < last; ++target)
                                   each(target, targets.occurrences(target));
                           });
    };
    in_parts([&](std::uint64_t target, std::span<const window_occurrence> all) {
        all_[target] = static_cast<std::uint32_t>(all.size());
        for (const window_occurrence& at : all)
            alone_[target] += is_simple[at.sequence];
        first_[target + 1] = all.size() - alone_[target];
    });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    others_.resize(first_.back());
    in_parts([&](std::uint64_t target, std::span<const window_occurrence> all) {
        if (first_[target] == first_[target + 1]) return;
        std::size_t next = first_[target];
        for (const window_occurrence& at : all)
            if (is_simple[at.sequence] == 0) others_[next++] = owners.empty() ? at.sequence : owners[at.sequence];
    });
}

targets_of_sequences counted_targets::others_by_sequence(std::uint64_t sequences) const {
    targets_of_sequences sorted{std::vector<std::uint32_t>(others_.size()),
                                std::vector<std::uint64_t>(sequences + 1, 0)};
    for (const std::uint64_t sequence : others_)
        ++sorted.first[sequence + 1];
    std::partial_sum(sorted.first.begin(), sorted.first.end(), sorted.first.begin());
    std::vector<std::uint64_t> next(sorted.first.begin(), sorted.first.end() - 1);
    for (std::size_t target = 0; target < all_.size(); ++target)
        for (const std::uint64_t sequence : others(target))
            if (next[sequence] == sorted.first[sequence] || sorted.targets[next[sequence] - 1] != target)
                sorted.targets[next[sequence]++] = static_cast<std::uint32_t>(target);
    std::uint64_t kept = 0; // a target that a sequence has twice is there once
    for (std::uint64_t sequence = 0; sequence < sequences; ++sequence) {
        const std::uint64_t first = sorted.first[sequence];
        std::copy(sorted.targets.begin() + static_cast<std::ptrdiff_t>(first),
                  sorted.targets.begin() + static_cast<std::ptrdiff_t>(next[sequence]),
                  sorted.targets.begin() + static_cast<std::ptrdiff_t>(kept));
        sorted.first[sequence] = kept;
        kept += next[sequence] - first;
    }
    sorted.first[sequences] = kept;
    sorted.targets.resize(kept);
    return sorted;
}

} // namespace concord::substring

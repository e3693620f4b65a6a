// The windows of one length that a filter has left, as two sets: what a join compares.
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/problem.hpp"

#include <cstdint>

namespace concord::substring {

/// All windows of a length: those that are asked about, and those that they are compared with.
[[nodiscard]] inline window_counts count_all_windows(const problem& given, std::uint64_t length) {
    const std::uint64_t sources = count_windows(given, length, given.sources);
    return {length, sources,
            given.sources == given.sequences() ? sources : count_windows(given, length, given.sequences())};
}

/// The windows of one length that may have the support, and those that may give it. Sources are among the targets.
struct candidate_windows {
    candidate_windows(const problem& given, std::uint64_t length_given)
        : length(length_given), sources(given, length_given, given.sources),
          targets(given.sources == given.sequences() ? sources : window_bits(given, length_given)) {
        if (given.support > 1 && given.set.has_ambiguous()) {
            sources.drop_ambiguous(given, length);
            targets.drop_ambiguous(given, length);
        }
        count();
    }
    void count() {
        source_count = sources.count();
        target_count = targets.count();
    }
    /// As sources only those that were found, which are of the same length.
    void keep_sources(const problem& given, const longest_windows& found) {
        sources.clear();
        for (const window& each : found.windows)
            sources.set(given.offset(each.sequence) + each.start);
    }
    /// Which windows must have all of their shorter ones among these: others only the one that begins them.
    struct both_ends {
        bool sources;
        bool targets;
    };
    /// So many letters more.
    void lengthen(const problem& given, std::uint64_t by, both_ends asked) {
        for (; by > 0; --by) {
            ++length;
            asked.sources ? sources.lengthen(given, length) : sources.extend(given, length);
            asked.targets ? targets.lengthen(given, length) : targets.extend(given, length);
        }
        count();
    }
    [[nodiscard]] window_counts counts() const { return {length, source_count, target_count}; }

    std::uint64_t length;
    window_bits sources;
    window_bits targets;
    std::uint64_t source_count = 0;
    std::uint64_t target_count = 0;
};

} // namespace concord::substring

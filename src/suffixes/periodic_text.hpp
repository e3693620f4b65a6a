// The suffix array of a text that is one repeated word: known without any sorting but that of its last few suffixes.
//
//   ACGACGACGAC, period 3      the suffixes of at least 3 letters that begin at the same place of the word stand
//   together, AC ACGAC ACGACGAC ...      the shortest first: two suffixes of other places differ within 3 letters. So
//   the order of C  CGAC CGACGAC ...        the last 5 suffixes (all lengths below 6) is that of all; each of 3 letters
//   or more is GAC GACGAC ...             followed by those 3, 6, 9 ... letters longer, each of which shares all of the
//   one before.
#pragma once

#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace concord::suffixes {

/// The least period of a text of one sequence without ambiguous letters that is at least twice as long; 0 if there is
/// none up to `most`. Time O(letters / letters of a window) if the text begins with a period, else O(most).
[[nodiscard]] inline std::uint64_t period_of(const text_view& text, std::uint64_t most) {
    constexpr std::uint64_t looked_at = 4096; // more than two periods: then no other one is to be tried
    for (std::uint64_t period = 1; period <= most && 2 * period <= text.size; ++period) {
        const std::uint64_t rest = text.size - period;
        if (text.is_cut(period)) continue; // the only border that the comparison may not see
        if (common_prefix(text, 0, period, 0, std::min(looked_at, rest)) < std::min(looked_at, rest)) continue;
        return common_prefix(text, 0, period, 0) == rest ? period : 0;
    }
    return 0;
}

/// Fills the suffix array and the LCP array of a text with that least period. Time O(letters / threads + period² log
/// period).
template <class Position>
void order_periodic(const text_view& text, std::uint64_t period, runtime::thread_pool& workers,
                    std::span<Position> suffixes, std::span<Position> prefixes) {
    const std::uint64_t size = text.size;
    std::vector<std::uint64_t> last(2 * period - 1); // the last suffixes: positions
    std::iota(last.begin(), last.end(), size - last.size());
    const auto shared = [&](std::uint64_t a, std::uint64_t b) { return common_prefix(text, a, b, 0); };
    std::ranges::sort(last, [&](std::uint64_t a, std::uint64_t b) {
        if (a == b) return false;
        const std::uint64_t length = shared(a, b);
        if (a + length == size || b + length == size) return a > b; // the shorter one comes first
        return text.letter(a + length) < text.letter(b + length);
    });
    std::vector<std::uint64_t> begins(last.size() + 1); // the rank of each, which is followed by the longer ones
    for (std::size_t nth = 0; nth < last.size(); ++nth)
        begins[nth + 1] = begins[nth] + 1 + (size - last[nth] < period ? 0 : last[nth] / period);
    runtime::for_parts(workers, size, tuning::places_per_task, [&](std::uint64_t first, std::uint64_t end) {
        auto nth = static_cast<std::size_t>(std::ranges::upper_bound(begins, first) - begins.begin()) - 1;
        for (std::uint64_t rank = first; rank < end; ++nth) {
            if (rank == begins[nth]) {
                prefixes[rank] = static_cast<Position>(nth == 0 ? 0 : shared(last[nth - 1], last[nth]));
                suffixes[rank++] = static_cast<Position>(last[nth]);
            }
            std::uint64_t position = last[nth] - (rank - begins[nth] - 1) * period; // of the one before
            for (const std::uint64_t until = std::min(end, begins[nth + 1]); rank < until; ++rank) {
                prefixes[rank] = static_cast<Position>(size - position);
                position -= period;
                suffixes[rank] = static_cast<Position>(position);
            }
        }
    });
}

} // namespace concord::suffixes

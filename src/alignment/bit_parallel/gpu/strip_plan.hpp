// How a table is cut into strips for GPUs: by an estimate of the time, which changes no answer.
#pragma once

#include <algorithm>
#include <cstdint>

namespace concord::pairwise {

/// Instructions of a law's row, for a lane: measured in what the compiler makes of them.
struct row_cost {
    double of_word;
    double of_row;
};

struct strip_plan {
    unsigned words;  ///< of columns a lane owns
    unsigned strips; ///< of one table, over all GPUs
    double cycles;   ///< estimated
};

/// More warps than this on a multiprocessor do not run faster, and each slows the strip on its right.
inline constexpr unsigned warps_of_a_multiprocessor = 8;

/// The fastest of lanes with 1, 2, 4 ... `most_words` words. A warp alone issues an instruction every 3.5 cycles, and
/// several of a scheduler one every 2.6 (measured; 2 is what integer instructions allow).
[[nodiscard]] inline strip_plan plan_strips(std::uint64_t columns, std::uint64_t hops, unsigned tables,
                                            unsigned multiprocessors, const row_cost& row, unsigned most_words) {
    strip_plan best{0, 0, 0};
    for (unsigned words = 1; words <= most_words; words *= 2) {
        const std::uint64_t strips = std::max<std::uint64_t>(1, (columns + 1024 * words - 1) / (1024 * words));
        const double instructions = 16 * (row.of_word * words + row.of_row) + 60;
        const double at_once = std::min(static_cast<double>(strips) * tables,
                                        static_cast<double>(multiprocessors) * warps_of_a_multiprocessor);
        const double warps_of_a_scheduler = std::max(1.0, at_once / (4.0 * multiprocessors));
        const double hop = std::max(3.5 * instructions, 2.6 * instructions * warps_of_a_scheduler);
        const double rounds = static_cast<double>(strips) * tables / at_once;
        const double cycles =
            hop * (static_cast<double>(hops) * rounds + 32.0 * std::min<double>(static_cast<double>(strips), at_once));
        if (best.words == 0 || cycles < best.cycles) best = {words, static_cast<unsigned>(strips), cycles};
    }
    return best;
}

} // namespace concord::pairwise

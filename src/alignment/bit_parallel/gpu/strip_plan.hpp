// How a matrix is cut into strips for GPUs: by an estimate of the time, which changes no answer.
#pragma once

#include "alignment/tuning.hpp"

#include <algorithm>
#include <cstdint>

namespace concord::pairwise {

struct strip_plan {
    unsigned words;  ///< of columns a lane owns
    unsigned strips; ///< of one matrix, over all GPUs
    double cycles;   ///< estimated
};

/// The fastest of lanes with 1, 2, 4 ... `cost.most_words` words.
[[nodiscard]] inline strip_plan plan_strips(std::uint64_t columns, std::uint64_t hops, unsigned matrices,
                                            unsigned multiprocessors, const tuning::lane_cost& cost) {
    strip_plan best{0, 0, 0};
    for (unsigned words = 1; words <= cost.most_words; words *= 2) {
        const std::uint64_t strips = std::max<std::uint64_t>(1, (columns + 1024 * words - 1) / (1024 * words));
        const double instructions = 16 * (cost.of_word * words + cost.of_row) + 60;
        const double at_once = std::min(static_cast<double>(strips) * matrices,
                                        static_cast<double>(multiprocessors) * tuning::warps_of_a_multiprocessor);
        const double warps_of_a_scheduler = std::max(1.0, at_once / (4.0 * multiprocessors));
        const double hop =
            std::max(tuning::cycles_alone * instructions, tuning::cycles_shared * instructions * warps_of_a_scheduler);
        const double rounds = static_cast<double>(strips) * matrices / at_once;
        const double cycles =
            hop * (static_cast<double>(hops) * rounds + 32.0 * std::min<double>(static_cast<double>(strips), at_once));
        if (best.words == 0 || cycles < best.cycles) best = {words, static_cast<unsigned>(strips), cycles};
    }
    return best;
}

} // namespace concord::pairwise

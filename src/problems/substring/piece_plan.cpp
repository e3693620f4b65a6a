#include "problems/substring/piece_plan.hpp"

#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace concord::substring {
std::uint64_t piece_plan::pieces(std::uint64_t starts, std::uint64_t length) const noexcept {
    if (per_window == 1) return (starts + spacing - 1) / spacing;
    return (starts - 1 + length - letters - (spacing - 1)) / spacing + 1;
}

double chance_of_survival(unsigned letters, std::uint64_t limit, double chance_match) {
    if (limit >= letters || chance_match >= 1) return 1;
    double term = std::pow(chance_match, letters); // exactly 0 differ
    double sum = term;
    for (unsigned differing = 1; differing <= limit; ++differing) {
        term *= (letters - differing + 1.0) / differing * (1 - chance_match) / chance_match;
        sum += term;
    }
    return std::min(1.0, sum);
}

piece_plan plan_pieces(std::uint64_t length, std::uint64_t mismatches, std::uint64_t starts,
                       std::uint64_t target_length, unsigned planes, double chance_match) {
    constexpr std::array<unsigned, 14> piece_lengths = {1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 64};
    constexpr std::array<std::uint64_t, 12> pieces_per_window = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48};
    piece_plan best;
    best.cost = -1;
    const auto consider = [&](unsigned letters, std::uint64_t spacing, std::uint64_t per_window) {
        piece_plan plan;
        plan.letters = letters;
        plan.spacing = spacing;
        plan.per_window = per_window;
        plan.lane_bits = letters <= 16 ? 16 : letters <= 32 ? 32 : 64;
        plan.limit = static_cast<unsigned>(std::min<std::uint64_t>(mismatches / per_window, letters));
        const double lanes = tuning::lanes_bits / plan.lane_bits;
        const double tested = (tuning::cost_of_vector_test + 2.0 * planes) / lanes;
        const double survives = chance_of_survival(letters, plan.limit, chance_match);
        const double places = static_cast<double>(plan.places(std::max(target_length, length), length));
        plan.cost =
            static_cast<double>(plan.pieces(starts, length)) * places * (tested + survives * tuning::cost_of_survivor);
        if (best.cost < 0 || plan.cost < best.cost) best = plan;
    };

    // One piece in the middle of all windows of a group of starts: the smaller the groups, the longer the piece.
    const std::uint64_t widest = std::min(starts, length);
    for (std::uint64_t spacing = widest; spacing > 0; spacing = spacing > 16 ? spacing * 7 / 8 : spacing - 1) {
        const std::uint64_t core = length - spacing + 1;
        for (const std::uint64_t lanes : {16U, 32U, 64U})
            consider(static_cast<unsigned>(std::min(core, lanes)), spacing, 1);
    }
    for (const unsigned letters : piece_lengths) {
        if (letters > length) break;
        for (const std::uint64_t per_window : pieces_per_window) {
            const std::uint64_t spacing = (length - letters + 1) / per_window;
            if (per_window > 1 && spacing >= letters) consider(letters, spacing, per_window);
        }
    }
    return best;
}

} // namespace concord::substring

#include "problems/substring/seed_plan.hpp"

#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace concord::substring {

std::uint64_t seed_plan::seeds(std::uint64_t starts, std::uint64_t length) const noexcept {
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

namespace {

double test_in_a_vector(unsigned planes, unsigned lane_bits) {
    return (tuning::cost_of_vector_test + 2.0 * planes) / (tuning::lanes_bits / lane_bits);
}

constexpr seed_costs costs_of_vectors{&test_in_a_vector, tuning::cost_of_survivor, 0, 64, ~std::uint64_t{0}};

} // namespace

seed_plan plan_seeds(const seed_work& work, const seed_costs& costs) {
    constexpr std::array<unsigned, 14> piece_lengths = {1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 64};
    constexpr std::array<std::uint64_t, 12> seeds_per_window = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48};
    const std::uint64_t length = work.length;
    seed_plan best;
    best.cost = -1;
    const auto consider = [&](unsigned letters, std::uint64_t spacing, std::uint64_t per_window) {
        if (letters > costs.most_lane_bits) return;
        seed_plan plan;
        plan.letters = letters;
        plan.spacing = spacing;
        plan.per_window = per_window;
        plan.lane_bits = letters <= 16 ? 16 : letters <= 32 ? 32 : 64;
        plan.limit = static_cast<unsigned>(std::min<std::uint64_t>(work.mismatches / per_window, letters));
        const double survives = chance_of_survival(letters, plan.limit, work.chance_match);
        const double seeds = work.source_runs * static_cast<double>(plan.seeds(work.starts, length));
        const double positions =
            work.target_runs * static_cast<double>(plan.positions(length - 1 + work.target_starts, length));
        plan.pairs = seeds * positions;
        const double all = plan.pairs * costs.test(work.planes, plan.lane_bits);
        if (all >= costs.pieces.least && letters <= most_letters_with_pieces)
            plan.pieces = plan_seed_pieces(
                {letters, plan.limit, work.ordinary_planes, seeds, positions, work.chance_match}, costs.pieces,
                all / 2); // a set is compared with itself in half of the time, if not by pieces
        const bool are_windows = plan.lead(length) == 0 && letters == length;
        const double of_starts = costs.survivor_start * static_cast<double>(plan.lead(length) + 1);
        const double near = plan.pairs * survives;
        plan.cost = plan.cost_of_all = all + near * (costs.survivor + of_starts);
        const double by_pieces =
            plan.pieces.cost + near * (are_windows ? costs.pieces.counted : costs.pieces.followed + of_starts);
        if (plan.pieces.count > 0 && by_pieces < plan.cost)
            plan.cost = by_pieces;
        else
            plan.pieces = {};
        if (best.cost < 0 || plan.cost < best.cost) best = plan;
    };

    // One seed in the middle of all windows of a group of starts: the smaller the groups, the longer the seed.
    const std::uint64_t widest = std::min({work.starts, length, costs.widest_spacing});
    for (std::uint64_t spacing = widest; spacing > 0; spacing = spacing > 16 ? spacing * 7 / 8 : spacing - 1) {
        const std::uint64_t core = length - spacing + 1;
        for (const unsigned lanes : {16U, 32U, 64U})
            if (lanes <= costs.most_lane_bits)
                consider(static_cast<unsigned>(std::min<std::uint64_t>(core, lanes)), spacing, 1);
    }
    for (const unsigned letters : piece_lengths) {
        if (letters > length) break;
        for (const std::uint64_t per_window : seeds_per_window) {
            const std::uint64_t spacing = (length - letters + 1) / per_window;
            if (per_window > 1 && spacing >= letters) consider(letters, spacing, per_window);
        }
    }
    return best;
}

seed_plan plan_seeds(std::uint64_t length, std::uint64_t mismatches, std::uint64_t starts, std::uint64_t target_length,
                     unsigned planes, double chance_match) {
    const std::uint64_t target_starts = target_length > length ? target_length - length + 1 : 1;
    return plan_seeds({length, mismatches, 1, starts, 1, target_starts, planes, chance_match}, costs_of_vectors);
}

double count_neighbours(double letters, std::uint64_t length, std::uint64_t mismatches) {
    double sum = 0;
    double at_distance = 1;
    for (std::uint64_t distance = 0; distance <= std::min(mismatches, length); ++distance) {
        sum += at_distance;
        at_distance *= static_cast<double>(length - distance) * (letters - 1) / static_cast<double>(distance + 1);
    }
    return sum;
}

} // namespace concord::substring

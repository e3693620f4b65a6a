// Whether components are looked for by shapes that both matrices hold, and of how many cells.
#include "problems/component/cpu/polyominoes.hpp"
#include "problems/component/cpu/shape_search.hpp"
#include "problems/component/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

namespace concord::component {
namespace {

double cells_of(const coded_matrices& codes) { return static_cast<double>(codes.rank.size() + codes.lowest.size()); }

/// Nanoseconds of a thread to search all shifts.
double nanoseconds_of_shifts(const problem& given) {
    return static_cast<double>(given.codes.rank.size()) * static_cast<double>(given.codes.lowest.size()) /
           (given.connectivity == 8 ? tuning::pairs_with_corners_a_nanosecond : tuning::pairs_by_sides_a_nanosecond);
}

/// Whether shapes may be joined at all: cells that are equal or not, in one process, and so many of them that an
/// estimate takes little of the time.
bool may_join_shapes(const problem& given, const search_resources& resources) {
    const coded_matrices& codes = given.codes;
    constexpr std::uint64_t most_cells = std::uint64_t{1} << 31U;
    const double of_samples = static_cast<double>(tuning::sampled_shapes) * cells_of(codes) * tuning::cost_of_key;
    return of_samples <= tuning::share_for_samples * nanoseconds_of_shifts(given) &&
           resources.options.sharing == nullptr && !codes.intervals && codes.channels == 1 && codes.may_agree &&
           codes.rank.size() < most_cells && codes.lowest.size() < most_cells &&
           (codes.rows_a + 2) * (codes.columns_a + 1) < most_cells &&
           (codes.rows_b + 2) * (codes.columns_b + 1) < most_cells &&
           shape_search::bytes(codes, runtime::thread_pool(resources.options).threads()) <= resources.memory / 2;
}

std::string described(unsigned cells, const problem& given) {
    return "components grown from what both hold in " +
           std::to_string(fixed_polyominoes(cells, given.connectivity).size()) + " shapes of " + std::to_string(cells) +
           " cells";
}

} // namespace

/// Pairs of places that hold the same in a shape, as if values were independent.
double shape_search::equal_by_chance(unsigned cells) const {
    const double pairs =
        static_cast<double>(given_.codes.rank.size()) * static_cast<double>(given_.codes.lowest.size());
    return pairs * std::pow(agreeing_ / pairs, cells);
}

/// Threads take a shape each.
double shape_search::at_once(std::size_t shapes) const {
    return static_cast<double>(std::max<std::size_t>(shapes, workers_.threads()));
}

double shape_search::nanoseconds(std::size_t shapes, double equal_places) const {
    return at_once(shapes) *
           (cells_of(given_.codes) * tuning::cost_of_key + equal_places * tuning::cost_of_equal_places);
}

/// What shapes of so many cells are estimated to take, over what they may.
double shape_search::share_of_allowed(unsigned cells) {
    const double most = tuning::share_worth_shapes * nanoseconds_of_shifts(given_);
    const std::vector<polyomino> shapes = fixed_polyominoes(cells, given_.connectivity);
    const double by_chance = nanoseconds(shapes.size(), equal_by_chance(cells)) / most;
    if (by_chance > 1) return by_chance;
    // Of neighbours that are alike there are more.
    const std::size_t sampled = std::min(shapes.size(), tuning::sampled_shapes);
    const double far_too_many = 2 * most / tuning::cost_of_equal_places / at_once(shapes.size());
    double places = 0;
    for (std::size_t index = 0; index < sampled; ++index)
        places += equal_places(shapes[index * shapes.size() / sampled], far_too_many);
    const double estimated = nanoseconds(shapes.size(), places / static_cast<double>(sampled));
    // Shapes that were not sampled may have far more: that ends early.
    most_work_ = std::clamp(2 * estimated, tuning::share_given_up * most, most) / tuning::cost_of_step;
    return estimated / most;
}

unsigned shape_search::quickest() {
    const unsigned most = given_.connectivity == 8 ? tuning::most_cells_with_corners : tuning::most_cells_of_shape;
    double least = std::numeric_limits<double>::infinity();
    unsigned chosen = 0;
    for (unsigned cells = 2; cells <= most; ++cells) {
        const double takes = nanoseconds(fixed_polyominoes(cells, given_.connectivity).size(), equal_by_chance(cells));
        if (takes >= least) break;
        least = takes;
        chosen = cells;
    }
    // Where neighbours are alike more cells may be better.
    for (unsigned tries = 0; tries < tuning::tries_of_shapes && chosen <= most; ++tries, ++chosen)
        if (share_of_allowed(chosen) <= 1) return chosen;
    return 0;
}

std::optional<candidate> best_by_shapes(const problem& given, const search_resources& resources) {
    if (!may_join_shapes(given, resources)) return std::nullopt;
    shape_search shapes(given, resources);
    unsigned cells = shapes.quickest();
    for (; cells > 1; --cells) {
        std::vector<candidate> best(shapes.threads());
        const bool is_done =
            shapes.for_each(cells, [&](const candidate& each, unsigned worker) { merge(best[worker], each); });
        if (!is_done) return std::nullopt;
        for (const candidate& each : best)
            merge(best.front(), each);
        if (best.front().size == 0 && given.min_size < cells) { // all components are smaller
            if (cells == 2 || shapes.share_of_allowed(cells - 1) > 1) return std::nullopt;
            continue;
        }
        resources.notes.push_back(described(cells, given));
        if (best.front().size < given.min_size) return candidate{};
        return best.front();
    }
    return std::nullopt;
}

std::optional<std::vector<candidate>> every_by_shapes(const problem& given, const search_resources& resources,
                                                      std::uint64_t most) {
    if (!may_join_shapes(given, resources)) return std::nullopt;
    shape_search shapes(given, resources);
    unsigned cells = shapes.quickest();
    while (cells > given.min_size)
        --cells;
    if (cells < 2 || shapes.share_of_allowed(cells) > 1) return std::nullopt;
    std::vector<candidate> every;
    std::mutex keeping;
    bool too_many = false;
    const bool is_done = shapes.for_each(cells, [&](const candidate& each, unsigned) {
        if (each.size != given.min_size) return;
        const std::lock_guard lock(keeping);
        if (every.size() < most)
            every.push_back(each);
        else
            too_many = true;
    });
    if (!is_done || too_many) return std::nullopt;
    resources.notes.push_back(described(cells, given));
    return every;
}

} // namespace concord::component

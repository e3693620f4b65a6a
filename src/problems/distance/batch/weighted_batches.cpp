// Many pairs whose edits have weights: as a multiple of another distance where they are one, else by the textbook's
// matrix, a pair after the other on each thread.
#include "alignment/batch/batch_run.hpp"
#include "problems/distance/weighted.hpp"
#include "runtime/device_policy.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace concord::edit_distance {
namespace {

std::uint32_t fitting(std::uint64_t distance) {
    if (distance >= no_distance)
        throw error(error_code::usage,
                    "a distance of " + std::to_string(distance) + " with these weights does not fit 32 bits");
    return static_cast<std::uint32_t>(distance);
}

/// The same call without weights, if its distances are a number of edits times a factor.
struct plain_call {
    batch_options options;
    std::uint64_t factor = 1;

    [[nodiscard]] std::uint32_t scaled(std::uint32_t edits) const {
        return edits == no_distance ? edits : fitting(edits * factor);
    }
    [[nodiscard]] near_pair_sink scaled(const near_pair_sink& sink) const {
        return [this, &sink](std::span<const near_pair> pairs) {
            std::vector<near_pair> made(pairs.begin(), pairs.end());
            for (near_pair& each : made)
                each.distance = scaled(each.distance);
            sink(made);
        };
    }
};

std::optional<plain_call> plain_call_of(const batch_options& options) {
    check_weights(options.weights, options.metric);
    const std::optional<multiple_of_edits> multiple = as_multiple(options.weights);
    if (!multiple || multiple->factor == 0) return std::nullopt;
    plain_call made{options, multiple->factor};
    made.options.weights = {};
    made.options.metric = multiple->metric;
    if (options.max_distance) made.options.max_distance = *options.max_distance / made.factor;
    return made;
}

/// The matrices of pairs, on all threads.
class weighted_run {
  public:
    weighted_run(const sequence_set& a, const sequence_set& b, const batch_options& options, run_report* report)
        : options_(options), run_(a, b, options, report), memory_(run_.workers().threads()) {
        if (options.run.sharing != nullptr)
            throw error(error_code::usage, "distances with weights are computed by one process");
        runtime::check_device(options.run, "distances with weights are computed on the CPU only");
        run_.note("edits with weights: whole matrices, cell by cell");
    }

    [[nodiscard]] std::uint32_t compare(std::uint64_t a, std::uint64_t b, unsigned worker) {
        memory& own = memory_[worker];
        const compared_letters& letters = run_.comparer().letters();
        if (own.row != a) load_codes(letters, letters.a(), a, true, own.words, own.of_a);
        own.row = a;
        load_codes(letters, letters.b(), b, false, own.words, own.of_b);
        own.costs.resize(own.of_a.size() + 1);
        const std::uint64_t cost =
            weighted_cost(std::span<const std::uint32_t>(own.of_a), std::span<const std::uint32_t>(own.of_b),
                          options_.weights, own.costs.data());
        return options_.max_distance && cost > *options_.max_distance ? no_distance : fitting(cost);
    }

    [[nodiscard]] std::vector<std::uint32_t> zipped() {
        std::vector<std::uint32_t> distances(run_.comparer().a().size());
        constexpr std::uint64_t pairs_at_once = 64;
        run_.workers().run(
            (distances.size() + pairs_at_once - 1) / pairs_at_once, {"comparing", "pairs", distances.size()},
            [&](std::size_t part, unsigned worker) -> std::uint64_t {
                const std::uint64_t first = part * pairs_at_once;
                const std::uint64_t last = std::min<std::uint64_t>(first + pairs_at_once, distances.size());
                for (std::uint64_t pair = first; pair < last; ++pair)
                    distances[pair] = compare(pair, pair, worker);
                return last - first;
            });
        return distances;
    }

    void all(const distance_row& row) {
        run_.check_countable();
        const std::uint64_t rows = run_.comparer().a().size();
        const std::uint64_t columns = run_.comparer().b().size();
        const std::uint64_t at_once = std::uint64_t{4} * run_.workers().threads();
        std::vector<std::uint32_t> block(std::min(at_once, rows) * columns);
        for (std::uint64_t first = 0; first < rows; first += at_once) {
            const std::uint64_t count = std::min(at_once, rows - first);
            run_.workers().run(count, [&](std::size_t index, unsigned worker) {
                for (std::uint64_t b = 0; b < columns; ++b)
                    block[index * columns + b] = compare(first + index, b, worker);
            });
            for (std::uint64_t index = 0; index < count; ++index)
                row(first + index, std::span<const std::uint32_t>(block).subspan(index * columns, columns));
            run_.show("comparing", first + count, rows, "rows");
        }
    }

  private:
    struct memory {
        std::uint64_t row = no_bound; ///< of a, whose letters are there
        std::vector<std::uint64_t> words;
        std::vector<std::uint32_t> of_a;
        std::vector<std::uint32_t> of_b;
        std::vector<std::uint64_t> costs;
    };

    const batch_options& options_;
    batch_run run_;
    std::vector<memory> memory_; ///< of each worker
};

} // namespace

std::vector<std::uint32_t> weighted_zipped(const sequence_set& a, const sequence_set& b, const batch_options& options,
                                           run_report* report) {
    const std::optional<plain_call> plain = plain_call_of(options);
    if (!plain) {
        if (a.size() != b.size())
            throw error(error_code::usage, "sets of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                                               " sequences cannot be compared one by one");
        return weighted_run(a, b, options, report).zipped();
    }
    std::vector<std::uint32_t> distances = zipped_distances(a, b, plain->options, report);
    for (std::uint32_t& each : distances)
        each = plain->scaled(each);
    return distances;
}

void weighted_all(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                  run_report* report) {
    const std::optional<plain_call> plain = plain_call_of(options);
    if (!plain) return weighted_run(a, b, options, report).all(row);
    std::vector<std::uint32_t> scaled;
    const auto take = [&](std::uint64_t index, std::span<const std::uint32_t> distances) {
        scaled.assign(distances.begin(), distances.end());
        for (std::uint32_t& each : scaled)
            each = plain->scaled(each);
        row(index, scaled);
    };
    all_distances(a, b, plain->options, take, report);
}

void weighted_near(const sequence_set& a, const sequence_set& b, const batch_options& options,
                   const near_pair_sink& sink, run_report* report) {
    if (!options.max_distance) throw error(error_code::usage, "near pairs need a greatest distance");
    if (const std::optional<plain_call> plain = plain_call_of(options))
        return near_pairs(a, b, plain->options, plain->scaled(sink), report);
    std::vector<near_pair> near;
    const auto take = [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
        near.clear();
        for (std::uint64_t other = options.each_pair_once ? row + 1 : 0; other < distances.size(); ++other)
            if (distances[other] != no_distance) near.push_back({row, other, distances[other]});
        if (!near.empty()) sink(near);
    };
    weighted_run(a, b, options, report).all(take);
}

void weighted_nearest(const sequence_set& a, const sequence_set& b, std::uint64_t count, const batch_options& options,
                      const near_pair_sink& sink, run_report* report) {
    if (const std::optional<plain_call> plain = plain_call_of(options))
        return nearest(a, b, count, plain->options, plain->scaled(sink), report);
    std::vector<near_pair> near;
    const auto take = [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
        near.clear();
        for (std::uint64_t other = 0; other < distances.size(); ++other)
            if (distances[other] != no_distance) near.push_back({row, other, distances[other]});
        std::ranges::stable_sort(near, {}, &near_pair::distance);
        near.resize(std::min<std::uint64_t>(near.size(), count));
        if (!near.empty()) sink(near);
    };
    weighted_run(a, b, options, report).all(take);
}

} // namespace concord::edit_distance

// Many sequences: all against all, and pair by pair, into a NumPy array.
#include "bindings.hpp"
#include "running.hpp"
#include "scores.hpp"
#include "sets.hpp"
#include "similarities.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace concord::python {
namespace {

/// The type and the address of an array's numbers. The array is writable and contiguous.
class output_array {
  public:
    explicit output_array(nb::handle array) {
        if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND) != 0)
            throw nb::python_error();
    }
    ~output_array() { PyBuffer_Release(&buffer_); }
    output_array(const output_array&) = delete;
    output_array& operator=(const output_array&) = delete;

    [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(buffer_.len / buffer_.itemsize); }
    /// Stores numbers from an index on, rounded if the array has an integer type. Throws error (usage) for a number
    /// that does not fit.
    void store(std::uint64_t first, std::span<const double> values) const {
        switch (*buffer_.format) {
        case 'b': return store_as<std::int8_t>(first, values);
        case 'B': return store_as<std::uint8_t>(first, values);
        case 'h': return store_as<std::int16_t>(first, values);
        case 'H': return store_as<std::uint16_t>(first, values);
        case 'i': return store_as<std::int32_t>(first, values);
        case 'I': return store_as<std::uint32_t>(first, values);
        case 'l':
        case 'q': return store_as<std::int64_t>(first, values);
        case 'L':
        case 'Q': return store_as<std::uint64_t>(first, values);
        case 'f': return store_as<float>(first, values);
        default: return store_as<double>(first, values);
        }
    }

  private:
    template <class Number>
    void store_as(std::uint64_t first, std::span<const double> values) const {
        auto* const to = static_cast<Number*>(buffer_.buf) + first;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (std::is_floating_point_v<Number>) {
                to[i] = static_cast<Number>(values[i]);
            } else {
                const double rounded = std::round(values[i]);
                // The greatest whole number is one less than a power of two, which is a double.
                constexpr Number half = std::numeric_limits<Number>::max() / 2 + 1; // a power of two as well
                constexpr double beyond = 2.0 * static_cast<double>(half);
                if (!(rounded >= static_cast<double>(std::numeric_limits<Number>::min()) && rounded < beyond))
                    throw error(error_code::usage, "a score of " + std::to_string(values[i]) +
                                                       " does not fit the dtype that was asked for");
                to[i] = static_cast<Number>(rounded);
            }
        }
    }

    Py_buffer buffer_{};
};

/// Converts the library's distances to the requested scores.
struct score_rule {
    score_metric metric;
    score_kind kind;
    std::optional<double> cutoff;
    double multiplier;
    std::uint64_t padded_to; ///< 0: nothing was padded

    [[nodiscard]] double worst() const { return kind == score_kind::normalized_distance ? multiplier : 0.0; }

    [[nodiscard]] double of(std::uint64_t a, std::uint64_t b, std::uint32_t edits) const {
        const std::uint64_t most = greatest(metric, a, b);
        std::uint64_t apart = most + 1;
        if (edits != no_distance)
            apart = distance_from(metric, a, b, padded_to == 0 ? edits : edits - (padded_to - std::max(a, b)));
        const bool beyond = edits == no_distance;
        switch (kind) {
        case score_kind::distance: {
            const auto value = static_cast<double>(apart);
            return multiplier * (cutoff && (beyond || value > *cutoff) ? *cutoff + 1 : value);
        }
        case score_kind::similarity: {
            const double value = beyond ? 0.0 : static_cast<double>(most - apart);
            return multiplier * (cutoff && value < *cutoff ? 0.0 : value);
        }
        case score_kind::normalized_distance: {
            const double value = beyond ? 1.0 : normalized(apart, most);
            return multiplier * (cutoff && value > *cutoff ? 1.0 : value);
        }
        default: {
            const double value = beyond ? 0.0 : 1.0 - normalized(apart, most);
            return multiplier * (cutoff && value < *cutoff ? 0.0 : value);
        }
        }
    }

    /// Edits beyond which every pair of two sets is beyond the cutoff.
    [[nodiscard]] std::optional<std::uint64_t> bound(const sequence_set& a, const sequence_set& b) const {
        if (!cutoff || padded_to != 0) return std::nullopt;
        const auto most = static_cast<double>(greatest(metric, a.longest(), b.longest()));
        double within = 0;
        switch (kind) {
        case score_kind::distance: within = *cutoff; break;
        case score_kind::similarity: within = most - *cutoff; break;
        case score_kind::normalized_distance: within = std::ceil((*cutoff + 1e-5) * most); break;
        case score_kind::normalized_similarity: within = std::ceil((1.0 - *cutoff + 1e-5) * most); break;
        }
        if (within >= most) return std::nullopt;
        const auto whole = static_cast<std::uint64_t>(std::max(0.0, within));
        return metric == score_metric::lcs_seq ? 2 * whole + static_cast<std::uint64_t>(a.longest() + b.longest()) -
                                                     2 * std::min(a.shortest(), b.shortest())
                                               : whole;
    }
};

struct both_sets {
    code_point_set a;
    code_point_set b;
    std::uint64_t padded_to = 0;
};

/// Hamming distances of different lengths are counted over letters that differ from every other, and these taken off.
both_sets pack_both(nb::handle queries, nb::handle choices, score_metric metric) {
    both_sets made;
    if (nb::isinstance<held_set>(queries) && nb::isinstance<held_set>(choices)) {
        made.a.set = nb::cast<held_set&>(queries).set;
        made.b.set = nb::cast<held_set&>(choices).set;
        made.a.missing.resize(made.a.set.size());
        made.b.missing.resize(made.b.set.size());
        return made;
    }
    if (nb::isinstance<held_set>(queries) || nb::isinstance<held_set>(choices))
        throw error(error_code::usage, "a SequenceSet can only be compared with another SequenceSet");
    element_numbers numbers;
    made.a = pack_code_points(queries, numbers);
    made.b = choices.is(queries) ? made.a : pack_code_points(choices, numbers);
    const std::uint64_t longest = std::max(made.a.set.longest(), made.b.set.longest());
    const std::uint64_t shortest = std::min(made.a.set.shortest(), made.b.set.shortest());
    if (metric == score_metric::hamming && longest != shortest) made.padded_to = longest;
    return made;
}

/// (vectors that did it, threads …) of `queries` against `choices`, into `array`: (queries, choices), or (queries)
/// where `zipped`.
nb::dict score_all(nb::handle queries, nb::handle choices, unsigned metric, unsigned kind, nb::handle cutoff,
                   double multiplier, bool zipped, nb::handle array, nb::handle requested) {
    const output_array out(array);
    if (is_similarity(metric))
        return similarities_of_all(
            queries, choices, metric, kind, cutoff, multiplier, zipped,
            [&](std::uint64_t first, std::span<const double> scores) { out.store(first, scores); }, requested);
    const both_sets sets = pack_both(queries, choices, static_cast<score_metric>(metric));
    score_rule rule{static_cast<score_metric>(metric), static_cast<score_kind>(kind), {}, multiplier, sets.padded_to};
    if (!cutoff.is_none()) {
        const double value = nb::cast<double>(cutoff);
        rule.cutoff = is_whole(rule.kind) ? std::trunc(value) : value;
        if (is_whole(rule.kind) && !(value >= 0)) throw error(error_code::usage, "a score_cutoff below 0");
    }
    if (is_whole(rule.kind) && (sets.a.any_missing || sets.b.any_missing))
        throw error(error_code::usage, "passed unsupported element None: only normalized scores have a value for it");
    const std::uint64_t rows = sets.a.set.size();
    const std::uint64_t columns = zipped ? 1 : sets.b.set.size();
    if (zipped && rows != sets.b.set.size())
        throw error(error_code::usage, "Length of queries and choices must be the same! " + std::to_string(rows) +
                                           " and " + std::to_string(sets.b.set.size()) + " were given");
    if (out.size() != rows * columns) throw error(error_code::usage, "the array has not the shape of the answer");
    sequence_set a = sets.a.set;
    sequence_set b = sets.b.set;
    if (sets.padded_to > 0) {
        element_numbers numbers;
        constexpr std::uint32_t last = 0x1F'FFFF; // neither a code point nor, short of a million of them, a made number
        a = pack_code_points(queries, numbers, {sets.padded_to, last}).set;
        b = pack_code_points(choices, numbers, {sets.padded_to, last - 1}).set;
    }
    watched_run run(arguments_of(requested));
    batch_options options;
    options.metric = edits_of(rule.metric);
    options.max_distance = rule.bound(a, b);
    options.run = run.options();
    run_report report;
    std::vector<double> values(columns);
    run.call([&] {
        if (zipped) {
            const std::vector<std::uint32_t> edits = zipped_distances(a, b, options, &report);
            for (std::uint64_t i = 0; i < rows; ++i) {
                values[0] = sets.a.missing[i] || sets.b.missing[i]
                                ? rule.worst()
                                : rule.of(sets.a.set.length(i), sets.b.set.length(i), edits[i]);
                out.store(i, values);
            }
            return;
        }
        all_distances(
            a, b, options,
            [&](std::uint64_t row, std::span<const std::uint32_t> edits) {
                const std::uint64_t length = sets.a.set.length(row);
                for (std::uint64_t j = 0; j < columns; ++j)
                    values[j] = sets.a.missing[row] || sets.b.missing[j]
                                    ? rule.worst()
                                    : rule.of(length, sets.b.set.length(j), edits[j]);
                out.store(row * columns, values);
            },
            &report);
    });
    return report_of(report);
}

} // namespace

void bind_batches(nb::module_& module) {
    module.def("score_all", score_all, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
               nb::arg(), nb::arg(), nb::arg());
}

} // namespace concord::python

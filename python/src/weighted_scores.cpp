// Levenshtein scores of many sequences whose edits have weights, into an array.
#include "bindings.hpp"
#include "held_texts.hpp"
#include "output_array.hpp"
#include "running.hpp"
#include "runtime/thread_pool.hpp"
#include "similarities.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace concord::python {
namespace {

constexpr std::size_t pairs_of_task = 4096;

/// Two lists; `similarity_rule::metric` means nothing here.
struct weighted_batch {
    const held_texts& a;
    const held_texts& b;
    const edit_weights& weights;
    similarity_rule rule;
    double multiplier;

    [[nodiscard]] double of(std::size_t i, std::size_t j) const {
        if (a.is_missing_at(i) || b.is_missing_at(j)) return multiplier * rule.worst();
        return multiplier * weighted_score_of(rule, a[i], b[j], weights);
    }
};

/// Scores of `queries` against `choices`, two lists, into `array`: (queries, choices), or (queries) where `zipped`.
void score_weighted(const nb::list& queries, const nb::list& choices, unsigned kind, nb::handle weights,
                    nb::handle cutoff, double multiplier, bool zipped, nb::handle array, nb::handle requested) {
    const output_array out(array);
    const run_arguments arguments = arguments_of(requested);
    if (arguments.device.names_gpus())
        throw error(error_code::resource, "distances with weights are computed on the CPU only");
    element_numbers numbers;
    const held_texts a(queries, numbers);
    const held_texts b(choices, numbers);
    const std::size_t columns = zipped ? 1 : b.size();
    if ((zipped && a.size() != b.size()) || out.size() != a.size() * columns)
        throw error(error_code::usage, "the array has not the shape of the answer");
    const edit_weights given_weights = weights_of(weights);
    const weighted_batch given{a, b, given_weights, weighted_rule(static_cast<score_kind>(kind), cutoff), multiplier};
    if (given.rule.is_whole() && (a.has_missing() || b.has_missing()))
        throw error(error_code::usage, "passed unsupported element None: only normalized scores have a value for it");
    watched_run run(arguments);
    run.call([&] {
        runtime::thread_pool pool(run.options());
        const std::size_t tasks = (out.size() + pairs_of_task - 1) / pairs_of_task;
        pool.run(tasks, {.name = "pairs", .unit = "pairs", .total = out.size()},
                 [&](std::size_t task, unsigned) -> std::uint64_t {
                     const std::size_t first = task * pairs_of_task;
                     const std::size_t end = std::min<std::size_t>(out.size(), first + pairs_of_task);
                     out.visit([&](auto* to) {
                         using number = std::remove_pointer_t<decltype(to)>;
                         for (std::size_t at = first; at < end; ++at)
                             to[at] = output_array::stored<number>(given.of(at / columns, zipped ? at : at % columns));
                     });
                     return end - first;
                 });
    });
}

} // namespace

void bind_weighted_scores(nb::module_& module) {
    module.def("score_weighted", score_weighted, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(),
               nb::arg(), nb::arg(), nb::arg(), nb::arg().none());
}

} // namespace concord::python

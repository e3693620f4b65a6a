// Alignments of many pairs, as CIGAR strings.
#include "arrow.hpp"
#include "bindings.hpp"
#include "fuzz/short_script.hpp"
#include "held_texts.hpp"
#include "running.hpp"
#include "runtime/thread_pool.hpp"
#include "sets.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace concord::python {
namespace {

/// The sequences of a list, an Arrow array or a held set, where they lie.
class aligned_side {
  public:
    aligned_side(nb::handle given, element_numbers& numbers) {
        if (nb::isinstance<held_set>(given)) {
            set_ = nb::cast<held_set&>(given).set;
            for (std::size_t i = 0; i < set_->size(); ++i)
                sequences_.emplace_back(*set_, i);
            return;
        }
        list_ = is_arrow(given) ? list_of(given) : nb::borrow(given);
        texts_.emplace(list_, numbers);
        if (texts_->has_missing()) throw nb::type_error("a sequence is missing (None or NaN)");
        for (std::size_t i = 0; i < texts_->size(); ++i)
            sequences_.emplace_back((*texts_)[i]);
    }
    aligned_side(const aligned_side&) = delete;
    aligned_side& operator=(const aligned_side&) = delete;

    [[nodiscard]] const std::vector<sequence_ref>& sequences() const noexcept { return sequences_; }
    [[nodiscard]] bool is_set() const noexcept { return set_.has_value(); }
    [[nodiscard]] const symbol_view& text(std::size_t index) const { return (*texts_)[index]; } ///< of a list

  private:
    std::optional<sequence_set> set_;
    nb::object list_;
    std::optional<held_texts> texts_;
    std::vector<sequence_ref> sequences_;
};

/// Whether all columns of a pair take less time than the library's search, which knows neither how near they are: of
/// longer texts with few edits it fills a part of them.
bool is_best_short(const symbol_view& a, const symbol_view& b, distance_metric metric) {
    constexpr std::size_t most_cells = 1U << 18U; // such as 512 x 512
    return fuzz::short_script::is_short(a, b, metric) &&
           (metric == distance_metric::hamming || a.size() * b.size() <= most_cells);
}

struct aligned_pair {
    std::optional<std::uint64_t> distance; ///< none beyond the bound
    std::string cigar;
};

/// As of concord::cigar, of runs in the other direction.
aligned_pair pair_of(std::span<const alignment_run> from_the_end, std::optional<std::uint64_t> bound) {
    aligned_pair made{.distance = 0, .cigar = {}};
    for (const alignment_run& run : from_the_end)
        if (run.operation != '=') *made.distance += run.count;
    if (bound && *made.distance > *bound) return {};
    std::array<char, 21> number; // of 64 bits, and the operation
    for (auto run = from_the_end.rbegin(); run != from_the_end.rend(); ++run) {
        char* const end = std::to_chars(number.data(), number.data() + number.size(), run->count).ptr;
        *end = run->operation;
        made.cigar.append(number.data(), end + 1);
    }
    return made;
}

/// Aligns pairs of two lists that are short, on the CPU, and returns which ones are not.
std::vector<std::size_t> align_short(const aligned_side& a, const aligned_side& b, const distance_options& options,
                                     std::vector<aligned_pair>& found) {
    constexpr std::size_t pairs_at_once = 256;
    const std::size_t pairs = found.size();
    std::vector<char> is_left(pairs);
    runtime::thread_pool pool(options.run);
    std::vector<std::unique_ptr<fuzz::short_script>> aligners(pool.threads());
    pool.run((pairs + pairs_at_once - 1) / pairs_at_once, {.name = "comparing", .unit = "pairs", .total = pairs},
             [&](std::size_t task, unsigned thread) -> std::uint64_t {
                 if (!aligners[thread]) aligners[thread] = std::make_unique<fuzz::short_script>();
                 const std::size_t end = std::min(pairs, (task + 1) * pairs_at_once);
                 for (std::size_t i = task * pairs_at_once; i < end; ++i) {
                     const symbol_view& one = a.text(i);
                     const symbol_view& other = b.text(i);
                     const std::size_t apart = std::max(one.size(), other.size()) - std::min(one.size(), other.size());
                     const bool is_hamming = options.metric == distance_metric::hamming;
                     if ((is_hamming && apart > 0) || (options.max_distance && apart > *options.max_distance)) continue;
                     if (is_best_short(one, other, options.metric))
                         found[i] = pair_of(aligners[thread]->align(one, other, options.metric), options.max_distance);
                     else
                         is_left[i] = 1;
                 }
                 return end - task * pairs_at_once;
             });
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < pairs; ++i)
        if (is_left[i] != 0) left.push_back(i);
    return left;
}

/// A list of `type`(distance, cigar), or None where there is no distance within `bound`.
nb::list align_pairs(nb::handle a, nb::handle b, unsigned metric, nb::handle bound, nb::handle type,
                     nb::handle requested) {
    element_numbers numbers;
    const aligned_side first(a, numbers);
    const aligned_side second(b, numbers);
    if (first.is_set() != second.is_set())
        throw error(error_code::usage, "a SequenceSet can only be compared with another SequenceSet");
    if (first.sequences().size() != second.sequences().size())
        throw error(error_code::usage, "collections of " + std::to_string(first.sequences().size()) + " and " +
                                           std::to_string(second.sequences().size()) +
                                           " sequences cannot be aligned one by one");
    const run_arguments arguments = arguments_of(requested);
    watched_run run(arguments);
    distance_options options;
    options.metric = static_cast<distance_metric>(metric);
    if (!bound.is_none()) options.max_distance = nb::cast<std::uint64_t>(bound);
    options.run = run.options();
    std::vector<aligned_pair> found(first.sequences().size());
    run.call([&] {
        std::vector<std::size_t> left(found.size());
        if (first.is_set() || arguments.device.names_gpus())
            std::iota(left.begin(), left.end(), std::size_t{0});
        else
            left = align_short(first, second, options, found);
        std::vector<sequence_ref> of_first;
        std::vector<sequence_ref> of_second;
        for (const std::size_t i : left) {
            of_first.push_back(first.sequences()[i]);
            of_second.push_back(second.sequences()[i]);
        }
        zipped_alignments(of_first, of_second, options, [&](std::uint64_t i, const distance_result& result) {
            found[left[i]] = {result.distance, cigar(result.alignment)};
        });
    });
    nb::list made;
    for (const aligned_pair& each : found) {
        if (each.distance)
            made.append(type(*each.distance, each.cigar));
        else
            made.append(nb::none());
    }
    return made;
}

} // namespace

void bind_alignments(nb::module_& module) {
    module.def("align_pairs", align_pairs, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
}

} // namespace concord::python

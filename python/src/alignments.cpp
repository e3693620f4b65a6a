// Alignments of many pairs, as CIGAR strings.
#include "arrow.hpp"
#include "bindings.hpp"
#include "held_texts.hpp"
#include "running.hpp"
#include "sets.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
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

  private:
    std::optional<sequence_set> set_;
    nb::object list_;
    std::optional<held_texts> texts_;
    std::vector<sequence_ref> sequences_;
};

struct aligned_pair {
    std::optional<std::uint64_t> distance; ///< none beyond the bound
    std::string cigar;
};

/// A list of `type`(distance, cigar), or None where there is no distance within `bound`.
nb::list align_pairs(nb::handle a, nb::handle b, unsigned metric, nb::handle bound, nb::handle type,
                     nb::handle requested) {
    element_numbers numbers;
    const aligned_side first(a, numbers);
    const aligned_side second(b, numbers);
    if (first.is_set() != second.is_set())
        throw error(error_code::usage, "a SequenceSet can only be compared with another SequenceSet");
    watched_run run(arguments_of(requested));
    distance_options options;
    options.metric = static_cast<distance_metric>(metric);
    if (!bound.is_none()) options.max_distance = nb::cast<std::uint64_t>(bound);
    options.run = run.options();
    std::vector<aligned_pair> found(first.sequences().size());
    run.call([&] {
        zipped_alignments(first.sequences(), second.sequences(), options,
                          [&](std::uint64_t i, const distance_result& result) {
                              found[i] = {result.distance, cigar(result.alignment)};
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

#include "choice_scores.hpp"

#include "held_texts.hpp"
#include "parts_in_lanes.hpp"
#include "processed_text.hpp"
#include "similarities.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

/// The choices of a list one after the other: processed, and without those that are missing. A choice lives as long as
/// it is taken.
class choice_reader {
  public:
    /// The choices from `first` to before `end`.
    choice_reader(nb::handle list, nb::handle processor, Py_ssize_t first, Py_ssize_t end)
        : list_(list), processor_(processor), is_default_(is_default_process(processor)), first_(first), end_(end) {}

    [[nodiscard]] bool has_processor() const { return !processor_.is_none(); }
    /// Whether choices are processed by a function of the caller's.
    [[nodiscard]] bool calls_anything() const { return has_processor() && !is_default_; }
    /// Calls take(letters) for some of the choices that are texts, as they are before they are processed.
    template <class Take>
    void sample(std::size_t most, const Take& take) const {
        const Py_ssize_t end = std::min(end_, PyList_GET_SIZE(list_.ptr()));
        const Py_ssize_t step = std::max<Py_ssize_t>(1, (end - first_) / static_cast<Py_ssize_t>(most));
        for (Py_ssize_t i = first_; i < end; i += step)
            if (PyObject* const choice = PyList_GET_ITEM(list_.ptr(), i); PyUnicode_Check(choice) != 0)
                take(static_cast<std::size_t>(PyUnicode_GET_LENGTH(choice)));
    }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::max<Py_ssize_t>(0, end_ - first_)); }

    /// Which of the first `most` choices is a text that equals the query, as long as they are all texts and are not
    /// processed. Runs no Python code.
    [[nodiscard]] std::optional<std::size_t> first_equal(const symbol_view& query, Py_ssize_t most) const {
        const Py_ssize_t end = std::min({end_, first_ + most, PyList_GET_SIZE(list_.ptr())});
        for (Py_ssize_t i = first_; i < end && !has_processor(); ++i) {
            PyObject* const choice = PyList_GET_ITEM(list_.ptr(), i);
            if (PyUnicode_Check(choice) == 0) break;
            if (are_equal(query, text_view(choice))) return static_cast<std::size_t>(i);
        }
        return {};
    }

    /// Calls take(view, index) until it returns false.
    template <class Take>
    void read(element_numbers& numbers, const Take& take) {
        for (Py_ssize_t i = first_; i < end_; ++i) {
            let_others_run(static_cast<std::size_t>(i));
            if (i >= PyList_GET_SIZE(list_.ptr())) return; // another thread has made it shorter
            nb::object choice = nb::borrow(PyList_GET_ITEM(list_.ptr(), i));
            if (PyUnicode_Check(choice.ptr()) == 0 && PyBytes_Check(choice.ptr()) == 0 && is_missing(choice)) continue;
            if (!processor_.is_none()) choice = is_default_ ? default_process(choice) : processor_(choice);
            const auto index = static_cast<std::size_t>(i);
            const bool goes_on = PyUnicode_Check(choice.ptr()) != 0 ? take(text_view(choice), index)
                                 : PyBytes_Check(choice.ptr()) != 0 ? take(bytes_view(choice), index)
                                                                    : read_other(choice, numbers, take, index);
            if (!goes_on) return;
        }
    }

  private:
    /// Apart, for the room that it needs is cleared each time.
    template <class Take>
    [[gnu::noinline]] static bool read_other(nb::handle choice, element_numbers& numbers, const Take& take,
                                             std::size_t index) {
        const letters made(choice, numbers);
        return take(made.view(), index);
    }

    nb::handle list_;
    nb::handle processor_;
    bool is_default_;
    Py_ssize_t first_;
    Py_ssize_t end_;
};

kept_scorer<fuzz::text_scorer> ratio_scorer_of(fuzz::ratio_kind kind, const symbol_view& query) {
    constexpr std::size_t most_kept = 1U << 12U; // letters
    kept_scorer<fuzz::text_scorer> made;
    if (query.size() > most_kept) made.do_not_keep();
    made->assign(kind, query);
    return made;
}

/// Whether lanes are for a partial ratio, and for the lengths of the choices.
bool are_best_in_lanes(fuzz::ratio_kind kind, std::size_t query, double cutoff, const choice_reader& choices) {
    constexpr std::size_t few = 32;
    if (choices.size() <= few || !are_parts_in_lanes(kind, cutoff)) return false;
    part_costs costs;
    constexpr std::size_t sampled = 64;
    choices.sample(sampled, [&](std::size_t letters) { costs.add(query, letters); });
    return costs.are_lanes_quicker(choices.size());
}

kept_scorer<parts_in_lanes> lanes_of_parts(double cutoff, bool only_best) {
    kept_scorer<parts_in_lanes> made;
    constexpr std::size_t most_kept = 128; // blocks
    if (made->blocks() > most_kept) made.do_not_keep();
    made->begin(cutoff, only_best);
    return made;
}

/// All scores of a ratio.
std::vector<scored> ratios_of(fuzz::ratio_kind kind, symbol_view query, double cutoff, choice_reader& choices,
                              element_numbers& numbers) {
    kept_scorer<fuzz::text_scorer> scorer = ratio_scorer_of(kind, query);
    std::vector<scored> found;
    const auto keep = [&](std::size_t index, double score) {
        if (score >= cutoff) found.push_back({score, index});
    };
    if (are_best_in_lanes(kind, query.size(), cutoff, choices)) {
        const kept_scorer<parts_in_lanes> lanes = lanes_of_parts(cutoff, false);
        choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
            lanes->add(*scorer, choice, index, keep);
            return true;
        });
        lanes->settle(keep);
        return found;
    }
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        keep(index, scorer->score(choice, cutoff));
        return true;
    });
    return found;
}

/// The first of the best: the cutoff rises, and 100 is the end.
std::vector<scored> best_ratio_of(fuzz::ratio_kind kind, symbol_view query, double cutoff, choice_reader& choices,
                                  element_numbers& numbers) {
    kept_scorer<fuzz::text_scorer> scorer = ratio_scorer_of(kind, query);
    std::optional<kept_scorer<parts_in_lanes>> lanes;
    std::vector<scored> best;
    const double given = cutoff;
    // In lanes they come in any order.
    const auto keep = [&](std::size_t index, double score) {
        if (score < given) return;
        if (!best.empty() && (score < best[0].score || (score == best[0].score && index > best[0].index))) return;
        best.assign(1, {score, index});
        cutoff = score;
    };
    // Where a perfect one is found no other is read: the first ones do not wait, and others no longer than they are
    // many.
    constexpr std::size_t first_ones = 32;
    constexpr std::size_t fewest_waiting = 256;
    std::size_t read = 0;
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        if (read++ == first_ones && are_best_in_lanes(kind, query.size(), given, choices))
            lanes.emplace(lanes_of_parts(given, true));
        if (!lanes) {
            keep(index, scorer->score(choice, cutoff));
        } else {
            (*lanes)->add(*scorer, choice, index, keep);
            if (cutoff == 100 || (read >= fewest_waiting && std::has_single_bit(read))) (*lanes)->settle(keep);
        }
        return best.empty() || best[0].score != 100;
    });
    if (lanes) (*lanes)->settle(keep);
    return best;
}

/// Whether the best choice is found sooner one by one than in lanes, which take room. Of 33 to 64 choices with lengths
/// of 3 to 30, 5 to 12 or 5 to 64 that takes 0.45 to 0.85 of the time; of choices of one length, from 30 letters on, up
/// to twice of it, and of some that fit no lane 1.4 times.
bool is_best_one_by_one(const choice_reader& choices, distance_metric metric) {
    constexpr std::size_t few_of_mixed_lengths = 64;
    if (choices.size() > few_of_mixed_lengths || metric == distance_metric::hamming) return false;
    std::size_t shortest = std::numeric_limits<std::size_t>::max();
    std::size_t longest = 0;
    constexpr std::size_t sampled = 8;
    choices.sample(sampled, [&](std::size_t letters) {
        shortest = std::min(shortest, letters);
        longest = std::max(longest, letters);
    });
    return shortest <= longest / 2 && longest <= lanes::longest_word;
}

/// The edits of a query, which begin_own() was called for, and a choice; numbers greater than `most` are any number
/// greater than it.
std::uint64_t edits_of_query(const symbol_view& query, const symbol_view& choice, distance_metric metric,
                             std::uint64_t most, fuzz::own_edits& counter) {
    const std::size_t longer = std::max(query.size(), choice.size());
    if (longer - std::min(query.size(), choice.size()) > most) return longer;
    if (metric == distance_metric::damerau_levenshtein && longer > lanes::longest_word)
        return count_long_edits(query, choice, metric, no_bound);
    if (query.size() <= fuzz::own_edits::longest_own(metric)) return counter.count_with(query, choice, metric, most);
    if (fuzz::own_edits::can_count_within(query.size(), choice.size(), metric, most))
        return counter.count_within(query, choice, metric, most);
    return count_long_edits(query, choice, metric, most);
}

/// Few choices, without a table of scores and without lanes.
std::vector<scored> by_edits_of_few(const symbol_view& query, const score_rule& rule, bool only_best,
                                    choice_reader& choices, element_numbers& numbers, fuzz::own_edits& counter) {
    std::vector<scored> found;
    found.reserve(choices.size());
    const distance_metric metric = edits_of(rule.metric);
    const std::optional<double> last = only_best ? perfect_score(rule, is_whole(rule.kind)) : std::nullopt;
    constexpr std::size_t looked_at = 8; // before they are compared, for one may be the query itself
    counter.begin_own();
    score_rule better = rule; // where only the best is wanted, its cutoff is the best score
    // Of a choice of so many letters:
    std::uint64_t within = no_bound; // more edits are beyond the cutoff
    std::uint64_t most = no_bound;   // more edits need not be counted
    std::size_t length = std::numeric_limits<std::size_t>::max();
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        if (better.cutoff && metric != distance_metric::hamming && length != choice.size()) {
            length = choice.size();
            most = within = better.most_edits(query.size(), length);
            // Of unlike choices whole columns take less time than to see that they are worse.
            if (only_best && !fuzz::own_edits::is_worth_bounding(query.size(), length, metric, most))
                most = rule.most_edits(query.size(), length);
        }
        if (std::max(query.size(), choice.size()) - std::min(query.size(), choice.size()) > within) return true;
        const bool is_equal = last && found.size() < looked_at && are_equal(query, choice);
        const std::uint64_t edits = is_equal ? 0 : edits_of_query(query, choice, metric, most, counter);
        if (edits > most) return true;
        const double score = rule.of(query.size(), choice.size(), static_cast<std::uint32_t>(edits));
        found.push_back({score, index});
        if (only_best && (!better.cutoff || !better.is_worse_than_cutoff(score))) {
            better.cutoff = score / rule.scale;
            length = std::numeric_limits<std::size_t>::max();
        }
        return score != last;
    });
    return found;
}

std::vector<scored> by_edits(symbol_view query, const score_rule& rule, bool only_best, choice_reader& choices,
                             element_numbers& numbers) {
    const kept_scorer<fuzz::own_edits> own;
    constexpr std::size_t few = 32;
    const bool are_few = choices.size() <= few || (only_best && is_best_one_by_one(choices, edits_of(rule.metric)));
    if (are_few && !choices.calls_anything()) return by_edits_of_few(query, rule, only_best, choices, numbers, *own);
    // Room for lanes takes as long as to look at the first choices.
    constexpr Py_ssize_t first_ones = 16;
    if (const auto perfect = only_best ? perfect_score(rule, is_whole(rule.kind)) : std::nullopt)
        if (const auto equal = choices.first_equal(query, first_ones))
            if (const double score = rule.of(query.size(), query.size(), 0);
                score == *perfect && !(rule.cutoff && rule.is_worse_than_cutoff(score)))
                return {{score, *equal}};
    edits_against_many scores(query, rule, only_best, *own);
    scores.reserve(choices.size());
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        scores.add(choice, index);
        return !(only_best && scores.has_best());
    });
    scores.settle();
    return scores.take_found();
}

std::vector<scored> similarities(symbol_view query, similarity_scorer&& scorer, bool only_best, choice_reader& choices,
                                 element_numbers& numbers) {
    std::vector<scored> found;
    scorer.assign(query);
    if (!only_best) {
        found.reserve(choices.size());
        choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
            found.push_back({scorer.score(choice), index});
            return true;
        });
        return found;
    }
    choices.read(numbers, [&](const symbol_view& choice, std::size_t index) {
        const double score = scorer.score(choice);
        if (found.empty() || scorer.is_better(score, found.front().score)) {
            found.assign(1, {score, index});
            scorer.only_better();
        }
        return score != scorer.best();
    });
    return found;
}

} // namespace

std::vector<scored> scores_of(nb::handle query, nb::handle choices, Py_ssize_t first, Py_ssize_t end, unsigned metric,
                              unsigned kind, nb::handle processor, nb::handle cutoff, bool only_best,
                              const score_rule& rule) {
    element_numbers numbers;
    const letters own(query, numbers);
    const Py_ssize_t count = PyList_GET_SIZE(choices.ptr());
    choice_reader reader(choices, processor, first, std::min(end, count));
    std::vector<scored> found;
    if (is_similarity(metric))
        found = similarities(own.view(), similarity_scorer(rule_among_many(metric, kind, cutoff)), only_best, reader,
                             numbers);
    else if (is_by_edits(metric))
        found = by_edits(own.view(), rule, only_best, reader, numbers);
    else
        found =
            (only_best ? best_ratio_of : ratios_of)(static_cast<fuzz::ratio_kind>(metric - first_ratio), own.view(),
                                                    cutoff.is_none() ? 0 : nb::cast<double>(cutoff), reader, numbers);
    if (PyList_GET_SIZE(choices.ptr()) != count) {
        PyErr_SetString(PyExc_RuntimeError, "the list of choices changed its size meanwhile");
        throw nb::python_error();
    }
    return found;
}

one_by_one::one_by_one(nb::handle query, unsigned metric, unsigned kind, nb::handle processor, nb::handle cutoff)
    : query_(nb::borrow(query)), processor_(nb::borrow(processor)), own_(query, numbers_),
      rule_(rule_of(metric, kind, cutoff, 1)), ratio_cutoff_(cutoff.is_none() ? 0 : nb::cast<double>(cutoff)) {
    if (is_similarity(metric)) {
        similarity_.emplace(rule_among_many(metric, kind, cutoff));
        similarity_->assign(own_.view());
    } else if (is_by_edits(metric)) {
        edits_.emplace();
        (*edits_)->begin_own();
    } else {
        ratio_.emplace(ratio_scorer_of(static_cast<fuzz::ratio_kind>(metric - first_ratio), own_.view()));
    }
}

std::optional<double> one_by_one::score_of(const symbol_view& choice) {
    if (similarity_) return similarity_->score(choice);
    if (ratio_) return (*ratio_)->score(choice, ratio_cutoff_);
    const symbol_view& query = own_.view();
    const distance_metric metric = edits_of(rule_.metric);
    const std::uint64_t most =
        fuzz::own_edits::has_bounds(metric) ? rule_.most_edits(query.size(), choice.size()) : no_bound;
    const std::uint64_t edits = edits_of_query(query, choice, metric, most, **edits_);
    if (edits > most) return {};
    return rule_.of(query.size(), choice.size(), static_cast<std::uint32_t>(edits));
}

std::optional<double> one_by_one::score(nb::handle choice) {
    if (PyUnicode_Check(choice.ptr()) == 0 && PyBytes_Check(choice.ptr()) == 0 && is_missing(choice)) return {};
    nb::object made = nb::borrow(choice);
    if (!processor_.is_none()) made = is_default_process(processor_) ? default_process(made) : processor_(made);
    if (PyUnicode_Check(made.ptr()) != 0) return score_of(text_view(made));
    if (PyBytes_Check(made.ptr()) != 0) return score_of(bytes_view(made));
    const letters other(made, numbers_);
    return score_of(other.view());
}

} // namespace concord::python

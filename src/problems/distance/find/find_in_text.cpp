// The public call for one pattern of any length in one text.
#include "problems/distance/find/column_traceback.hpp"
#include "problems/distance/paired_letters.hpp"
#include "problems/distance/tuning.hpp"

#include <concord/error.hpp>
#include <concord/find.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace concord {
namespace edit_distance {
namespace {

/// An end, counted in letters before it, within the bound.
struct costed_end {
    std::uint64_t end;
    std::uint64_t edits;
};

template <class Letter>
class text_search {
  public:
    text_search(const pattern_row_masks& pattern, std::span<const Letter> text, const text_search_options& options)
        : pattern_(pattern), text_(text), options_(options) {}

    /// In ascending order. Without max_edits the bound grows until there is an end within it.
    [[nodiscard]] std::vector<costed_end> ends() const {
        // From its first letter on a text that goes on costs ever more; anywhere in it no more than the pattern is
        // long.
        const std::uint64_t reach = options_.every_minimum && options_.at_start
                                        ? std::max<std::uint64_t>(pattern_.length(), text_.size())
                                        : pattern_.length();
        const std::uint64_t most = std::min(options_.max_edits.value_or(reach), reach);
        if (options_.every_minimum) return minima_of(ends_within(most));
        std::uint64_t deepest_row = 0;
        for (std::uint64_t bound = std::min<std::uint64_t>(most, tuning::find_first_bound);;
             bound = next_bound(bound, deepest_row)) {
            std::vector<costed_end> found = ends_within(std::min(bound, most), &deepest_row);
            if (!found.empty() || bound >= most) return found;
        }
    }

    [[nodiscard]] pattern_occurrence placed(const costed_end& found) const {
        const std::uint64_t longest = pattern_.length() + found.edits;
        const std::uint64_t before = options_.at_start || found.end <= longest ? 0 : found.end - longest;
        traced_end traced =
            trace_end(pattern_, text_.subspan(before, found.end - before), options_.at_start, found.edits);
        pattern_occurrence made;
        made.start = found.end - traced.letters;
        made.end = found.end;
        made.edits = found.edits;
        made.alignment = std::move(traced.runs);
        return made;
    }

    void check_cancelled() const {
        if (options_.run.cancelled && options_.run.cancelled()) throw error(error_code::cancelled, "cancelled");
    }

  private:
    /// After a search that found no end: at the rate of edits of the rows that it came to, the whole pattern has so
    /// many. They may be those of a worse part alone, so that the bound grows by a limited factor.
    [[nodiscard]] std::uint64_t next_bound(std::uint64_t bound, std::uint64_t deepest_row) const {
        const double foreseen = tuning::find_bound_margin * static_cast<double>(bound) *
                                static_cast<double>(pattern_.length()) / static_cast<double>(deepest_row);
        const double grown = foreseen / static_cast<double>(bound);
        if (grown <= tuning::find_last_growth) return std::max(2 * bound, static_cast<std::uint64_t>(foreseen));
        return tuning::find_growth * bound;
    }

    /// All ends within the bound, or those of them with the fewest edits. `deepest_row`: see search_columns.
    [[nodiscard]] std::vector<costed_end> ends_within(std::uint64_t bound, std::uint64_t* deepest_row = nullptr) const {
        std::vector<costed_end> found;
        if (pattern_.length() <= bound) found.push_back({0, pattern_.length()});
        search_columns columns(pattern_, options_.at_start, bound);
        std::uint64_t letters = text_.size();
        if (options_.at_start && pattern_.length() < letters && bound < letters - pattern_.length())
            letters = pattern_.length() + bound; // a substring beyond has more than so many letters that match none
        for (std::uint64_t first = 0; first < letters; first += tuning::find_letters_between_checks) {
            check_cancelled();
            const auto some =
                text_.subspan(first, std::min<std::uint64_t>(letters - first, tuning::find_letters_between_checks));
            columns.add(some, bound, [&](std::size_t at, std::uint64_t cost) {
                if (!options_.every_minimum && (found.empty() || cost < found.back().edits)) {
                    found.clear();
                    bound = cost;
                }
                found.push_back({first + at + 1, cost});
                return bound;
            });
        }
        if (deepest_row != nullptr) *deepest_row = columns.deepest_row();
        return found;
    }

    /// Of neighbours with the same cost the last, where those around them cost more.
    [[nodiscard]] static std::vector<costed_end> minima_of(const std::vector<costed_end>& ends) {
        std::vector<costed_end> minima;
        bool falls = true;
        for (std::size_t at = 0; at < ends.size(); ++at) {
            const bool follows = at > 0 && ends[at - 1].end + 1 == ends[at].end;
            if (!follows || ends[at - 1].edits != ends[at].edits)
                falls = !follows || ends[at - 1].edits > ends[at].edits;
            const bool goes_on = at + 1 < ends.size() && ends[at + 1].end == ends[at].end + 1;
            if (falls && (!goes_on || ends[at + 1].edits > ends[at].edits)) minima.push_back(ends[at]);
        }
        return minima;
    }

    const pattern_row_masks& pattern_;
    std::span<const Letter> text_;
    const text_search_options& options_;
};

template <class Letter, class OfText>
std::vector<pattern_occurrence> search(std::span<const Letter> pattern, std::span<const OfText> text,
                                       const text_search_options& options) {
    const pattern_row_masks masks(pattern, std::span<const letter_equality>(options.equalities));
    const text_search searched(masks, text, options);
    std::vector<pattern_occurrence> found;
    for (const costed_end& end : searched.ends()) {
        searched.check_cancelled();
        found.push_back(searched.placed(end));
    }
    return found;
}

} // namespace
} // namespace edit_distance

std::vector<pattern_occurrence> find_in_text(const sequence_ref& pattern, const sequence_ref& text,
                                             const text_search_options& options) {
    if (pattern.length() == 0) throw error(error_code::usage, "a pattern without letters is found everywhere");
    if (!options.equalities.empty() && std::holds_alternative<sequence_ref::of_set>(pattern.letters()))
        throw error(error_code::usage, "letters of a set have no further equalities");
    return edit_distance::with_letters(pattern, text, [&](auto of_pattern, auto of_text) {
        return edit_distance::search(of_pattern, of_text, options);
    });
}

} // namespace concord

#include "fuzz/ratios.hpp"

#include "fuzz/bounded_edits.hpp"
#include "fuzz/common_ends.hpp"
#include "fuzz/long_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace concord::fuzz {
namespace {

/// 100 less the share of the distance; 0 below the cutoff. Not ratio_of: the operations differ in the last bit.
double share_alike(std::size_t distance, std::size_t letters, double cutoff) {
    const double score =
        letters > 0 ? 100.0 - 100.0 * static_cast<double>(distance) / static_cast<double>(letters) : 100.0;
    return score >= cutoff ? score : 0;
}

std::size_t distance_within(double cutoff, std::size_t letters) {
    return static_cast<std::size_t>(std::ceil(static_cast<double>(letters) * std::max(0.0, 1.0 - cutoff / 100)));
}

/// The length of a longest common subsequence. Long texts are near each other more often than not where their ratio is
/// asked for, and a few edits are found without a table: of 500 letters and five edits in a fifth of the time.
/// If more than `most` letters are not in common, any length for which that is so.
template <class Letter, class FindPlaces>
std::size_t common_letters(std::span<const Letter> own, const FindPlaces& find_places, std::span<const Letter> other,
                           std::size_t most, std::vector<std::uint8_t>& crossing) {
    // One word of columns takes as long; wider letters are looked up for it.
    constexpr std::size_t shortest = sizeof(Letter) == 1 ? 64 : 32;
    constexpr std::size_t most_tried = 20; // of more, the search would take as long as the table
    if (std::min(own.size(), other.size()) > shortest) {
        const std::size_t words = (own.size() + 63) / 64;
        const std::size_t bound = std::min({most, most_tried, most_of_similar(words * other.size())});
        const std::size_t edits = edits_within<further_steps::none, true>(own, other, bound);
        if (edits <= bound || edits == most + 1) return (own.size() + other.size() - edits) / 2;
        // In a band, texts that seem unlike are beyond few edits after some columns.
        constexpr std::size_t most_of_band = 28;
        const bool is_own_longer = own.size() >= other.size();
        if (most <= most_of_band && std::max(own.size(), other.size()) >= lanes::least_pattern_of_band)
            return (own.size() + other.size() -
                    edits_in_band(is_own_longer ? own : other, is_own_longer ? other : own, false, most)) /
                   2;
    }
    return long_lcs_length(find_places(), own.size(), other, most, crossing);
}

template <class Letter, class FindPlaces>
double ratio(std::span<const Letter> own, const FindPlaces& find_places, std::span<const Letter> other, double cutoff,
             std::vector<std::uint8_t>& crossing) {
    const std::size_t letters = own.size() + other.size();
    if (cutoff > 0 && ratio_of(std::min(own.size(), other.size()), letters, cutoff) == 0) return 0;
    if (letters > 0 && are_equal(own, other)) return 100;
    const std::size_t most = distance_within(cutoff, letters) + 1; // which may have been rounded down
    return ratio_of(common_letters(own, find_places, other, most, crossing), letters, cutoff);
}

bool has_words(ratio_kind kind) {
    return kind != ratio_kind::ratio && kind != ratio_kind::partial_ratio && kind != ratio_kind::quick_ratio;
}

} // namespace

double ratio_of_unlike_words(ratio_kind kind, std::size_t own, std::size_t other, std::size_t common, double cutoff) {
    const std::size_t letters = own + other;
    const std::size_t distance = letters - 2 * common;
    const std::size_t within = distance_within(cutoff, letters);
    const double of_sets = distance <= within ? share_alike(distance, letters, cutoff) : 0;
    if (kind == ratio_kind::token_set_ratio) return of_sets;
    return std::max(ratio_of(common, letters, cutoff), of_sets);
}

template <class Letter>
void ratio_scorer<Letter>::assign(ratio_kind kind, text own, bool only_ascii) {
    kind_ = kind;
    own_ = own;
    is_own_ascii_ = only_ascii;
    has_needle_ = has_places_ = has_sorted_words_ = has_sorted_needle_ = has_sorted_places_ = false;
    if (has_words(kind) && kind != ratio_kind::weighted_ratio) sort_own_words(); // which may do without
}

template <class Letter>
void ratio_scorer<Letter>::sort_own_words() {
    if (has_sorted_words_) return;
    words_.split(own_, is_own_ascii_);
    has_sorted_words_ = true;
    has_sorted_text_ = false;
}

template <class Letter>
auto ratio_scorer<Letter>::sorted_text() -> text {
    if (!has_sorted_text_) words_.join(sorted_);
    has_sorted_text_ = true;
    return text(sorted_);
}

template <class Letter>
needle<Letter>& ratio_scorer<Letter>::own_needle() {
    if (!has_needle_) needle_.assign(own_);
    has_needle_ = true;
    return needle_;
}

template <class Letter>
needle<Letter>& ratio_scorer<Letter>::sorted_needle() {
    if (!has_sorted_needle_) sorted_needle_.assign(sorted_text());
    has_sorted_needle_ = true;
    return sorted_needle_;
}

template <class Letter>
needle<Letter>& ratio_scorer<Letter>::rest_needle() {
    joined_needle_.assign(text(joined_));
    return joined_needle_;
}

template <class Letter>
const letter_places& ratio_scorer<Letter>::own_places() {
    if (!has_places_) places_.assign(own_);
    has_places_ = true;
    return places_;
}

template <class Letter>
const letter_places& ratio_scorer<Letter>::sorted_places() {
    if (!has_sorted_places_) sorted_places_.assign(sorted_text());
    has_sorted_places_ = true;
    return sorted_places_;
}

template <class Letter>
double ratio_scorer<Letter>::own_ratio(text other, double cutoff) {
    return ratio(
        own_, [&]() -> const letter_places& { return own_places(); }, other, cutoff, crossing_);
}

template <class Letter>
double ratio_scorer<Letter>::sorted_ratio(double cutoff) {
    const auto find = [&]() -> const letter_places& { return sorted_places(); };
    return ratio(sorted_text(), find, text(joined_other_), cutoff, crossing_);
}

/// `find_needle` gives the needle of `own` where it is asked for.
template <class Letter>
template <class FindNeedle>
score_alignment ratio_scorer<Letter>::partial(const FindNeedle& find_needle, text own, text other, double cutoff) {
    if (cutoff > 100) return {0, 0, own.size(), 0, own.size()};
    if (own.empty() || other.empty()) {
        const std::size_t shorter = std::min(own.size(), other.size());
        return {own.size() == other.size() ? 100.0 : 0.0, 0, shorter, 0, shorter};
    }
    if (are_equal(own, other)) return {100, 0, own.size(), 0, own.size()};
    const auto turned = [](score_alignment one) {
        std::swap(one.src_start, one.dest_start);
        std::swap(one.src_end, one.dest_end);
        return one;
    };
    if (own.size() > other.size()) {
        other_needle_.assign(other);
        return turned(other_needle_.find_in(own, cutoff));
    }
    const score_alignment found = find_needle().find_in(other, cutoff);
    if (found.score == 100 || own.size() != other.size()) return found;
    other_needle_.assign(other);
    const score_alignment other_way = other_needle_.find_in(own, std::max(cutoff, found.score));
    return other_way.score > found.score ? turned(other_way) : found;
}

template <class Letter>
double ratio_scorer<Letter>::partial_of_rest(double cutoff) {
    only_own_.join(joined_);
    only_other_.join(joined_other_);
    return partial([&]() -> needle<Letter>& { return rest_needle(); }, text(joined_), text(joined_other_), cutoff)
        .score;
}

template <class Letter>
score_alignment ratio_scorer<Letter>::partial_alignment(text other, double cutoff) {
    return partial([&]() -> needle<Letter>& { return own_needle(); }, own_, other, cutoff);
}

template <class Letter>
double ratio_scorer<Letter>::sorted_partial(double cutoff) {
    const auto find = [&]() -> needle<Letter>& { return sorted_needle(); };
    return partial(find, sorted_text(), text(joined_other_), cutoff).score;
}

template <class Letter>
void ratio_scorer<Letter>::decompose(text other, bool only_ascii) {
    sort_own_words();
    other_words_.split(other, only_ascii);
    sorted_words<Letter>::decompose(words_, other_words_, both_, only_own_, only_other_);
}

/// The words of both, against those and the others of each.
template <class Letter>
double ratio_scorer<Letter>::set_ratio(double cutoff) {
    only_own_.join(joined_);
    only_other_.join(joined_other_);
    const std::size_t own = joined_.size();
    const std::size_t other = joined_other_.size();
    const std::size_t common = both_.joined_length();
    const std::size_t space = common != 0 ? 1 : 0;
    const std::size_t letters = 2 * (common + space) + own + other;
    double result = 0;
    const std::size_t within = distance_within(cutoff, letters);
    if (std::max(own, other) - std::min(own, other) <= within) {
        const auto find_places = [&]() -> const letter_places& {
            joined_places_.assign(text(joined_));
            return joined_places_;
        };
        const std::size_t distance =
            own + other - 2 * common_letters(text(joined_), find_places, text(joined_other_), within, crossing_);
        if (distance <= within) result = share_alike(distance, letters, cutoff);
    }
    if (common == 0) return result;
    const double with_own = share_alike(space + own, 2 * common + space + own, cutoff);
    const double with_other = share_alike(space + other, 2 * common + space + other, cutoff);
    return std::max({result, with_own, with_other});
}

template <class Letter>
bool ratio_scorer<Letter>::are_words_unlike() const {
    return both_.empty() && words_.size() == only_own_.size() && other_words_.size() == only_other_.size();
}

template <class Letter>
bool ratio_scorer<Letter>::are_words_texts(text other) {
    return std::ranges::equal(sorted_text(), own_) && std::ranges::equal(joined_other_, other);
}

/// The greater of the sorted ratio and the set ratio where no word is in both: they have one distance.
template <class Letter>
double ratio_scorer<Letter>::ratio_of_unlike_words(double cutoff) {
    const text own = sorted_text();
    const text other(joined_other_);
    const std::size_t letters = own.size() + other.size();
    const std::size_t within = distance_within(cutoff, letters);
    if (std::max(own.size(), other.size()) - std::min(own.size(), other.size()) > within + 1) return 0;
    const auto find = [&]() -> const letter_places& { return sorted_places(); };
    const std::size_t common = common_letters(own, find, other, within + 1, crossing_);
    return fuzz::ratio_of_unlike_words(ratio_kind::token_ratio, own.size(), other.size(), common, cutoff);
}

template <class Letter>
double ratio_scorer<Letter>::token_ratio(text other, bool only_ascii, double cutoff, words_compared known) {
    if (cutoff > 100) return 0;
    decompose(other, only_ascii);
    if (!both_.empty() && (only_own_.empty() || only_other_.empty())) return 100;
    other_words_.join(joined_other_);
    if (are_words_unlike()) {
        if (known == words_compared::as_they_are && are_words_texts(other)) return 0;
        return ratio_of_unlike_words(cutoff);
    }
    const double sorted = sorted_ratio(cutoff);
    return std::max(sorted, set_ratio(cutoff));
}

template <class Letter>
double ratio_scorer<Letter>::partial_token_ratio(text other, bool only_ascii, double cutoff, words_compared known) {
    if (cutoff > 100) return 0;
    decompose(other, only_ascii);
    if (!both_.empty()) return 100;
    const bool are_unlike = are_words_unlike();
    other_words_.join(joined_other_);
    if (are_unlike && known == words_compared::as_they_are && are_words_texts(other)) return 0;
    const double sorted = sorted_partial(cutoff);
    if (are_unlike) return sorted; // the rest is the same again
    return std::max(sorted, partial_of_rest(std::max(cutoff, sorted)));
}

/// The score of words counts less than that of the texts as they are, so that it is not needed where both are the same.
template <class Letter>
double ratio_scorer<Letter>::weighted_ratio(text other, bool only_ascii, double cutoff) {
    if (cutoff > 100 || own_.empty() || other.empty()) return 0;
    const auto longer = static_cast<double>(std::max(own_.size(), other.size()));
    const double times = longer / static_cast<double>(std::min(own_.size(), other.size()));
    double best = own_ratio(other, cutoff);
    if (times < least_times_of_parts) {
        cutoff = std::max(cutoff, best) / words_share;
        const double of_words = token_ratio(other, only_ascii, cutoff, words_compared::as_they_are);
        return std::max(best, of_words * words_share);
    }
    const double part_share = share_of_parts(times);
    cutoff = std::max(cutoff, best) / part_share;
    best = std::max(best, partial_alignment(other, cutoff).score * part_share);
    cutoff = std::max(cutoff, best) / words_share;
    const double of_words = partial_token_ratio(other, only_ascii, cutoff, words_compared::as_they_are);
    return std::max(best, of_words * words_share * part_share);
}

template <class Letter>
double ratio_scorer<Letter>::score(text other, bool only_ascii, double cutoff) {
    if (cutoff > 100) return 0;
    switch (kind_) {
    case ratio_kind::ratio: return own_ratio(other, cutoff);
    case ratio_kind::quick_ratio: return own_.empty() || other.empty() ? 0 : own_ratio(other, cutoff);
    case ratio_kind::weighted_ratio: return weighted_ratio(other, only_ascii, cutoff);
    case ratio_kind::token_ratio: return token_ratio(other, only_ascii, cutoff, words_compared::not_yet);
    case ratio_kind::token_sort_ratio:
        other_words_.split(other, only_ascii);
        other_words_.join(joined_other_);
        return sorted_ratio(cutoff);
    case ratio_kind::token_set_ratio:
        decompose(other, only_ascii);
        if (words_.empty() || other_words_.empty()) return 0;
        if (!both_.empty() && (only_own_.empty() || only_other_.empty())) return 100;
        return set_ratio(cutoff);
    default: return score_of(parts_of(other, only_ascii, cutoff), cutoff);
    }
}

template <class Letter>
auto ratio_scorer<Letter>::parts_of(text other, bool only_ascii, double cutoff) -> parts {
    if (kind_ == ratio_kind::partial_ratio) return {0, &ratio_scorer::own_needle, own_, other};
    const auto of_sorted = [&]() -> parts {
        other_words_.join(joined_other_);
        return {0, &ratio_scorer::sorted_needle, sorted_text(), text(joined_other_)};
    };
    if (kind_ == ratio_kind::partial_token_sort_ratio) {
        other_words_.split(other, only_ascii);
        return of_sorted();
    }
    decompose(other, only_ascii);
    const bool is_of_sets = kind_ == ratio_kind::partial_token_set_ratio;
    if (is_of_sets && (words_.empty() || other_words_.empty())) return {0};
    if (!both_.empty()) return {100};
    if (are_words_unlike()) return of_sorted(); // all are the rest
    if (!is_of_sets) return {partial_token_ratio(other, only_ascii, cutoff, words_compared::not_yet)};
    only_own_.join(joined_);
    only_other_.join(joined_other_);
    return {0, &ratio_scorer::rest_needle, text(joined_), text(joined_other_)};
}

template <class Letter>
double ratio_scorer<Letter>::score_of(const parts& given, double cutoff) {
    if (given.own_needle == nullptr) return given.score;
    const auto find = [&]() -> needle<Letter>& { return (this->*given.own_needle)(); };
    return partial(find, given.own, given.other, cutoff).score;
}

template <class Letter>
part_texts<Letter> ratio_scorer<Letter>::texts_of(text other, bool only_ascii, double cutoff) {
    if (cutoff > 100) return {0, true, {}, {}};
    const parts found = parts_of(other, only_ascii, cutoff);
    return {found.score, found.own_needle == nullptr, found.own, found.other};
}

template <class Letter>
part_search<Letter> ratio_scorer<Letter>::search_of(text other, bool only_ascii, double cutoff,
                                                    std::size_t longest_word, std::size_t longest_text) {
    if (cutoff > 100) return {};
    const parts found = parts_of(other, only_ascii, cutoff);
    const std::size_t shorter = std::min(found.own.size(), found.other.size());
    const std::size_t longer = std::max(found.own.size(), found.other.size());
    if (found.own_needle == nullptr || shorter == 0 || shorter > longest_word || longer > longest_text)
        return {score_of(found, cutoff), nullptr, shorter, {}};
    if (found.own.size() <= found.other.size()) return {0, &(this->*found.own_needle)(), shorter, found.other};
    other_needle_.assign(found.other);
    return {0, &other_needle_, shorter, found.own};
}

template class ratio_scorer<std::uint8_t>;
template class ratio_scorer<std::uint32_t>;

} // namespace concord::fuzz

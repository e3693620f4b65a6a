// The edits of a pair of texts, by the way that is fastest for it.
#pragma once

#include "fuzz/bounded_edits.hpp"
#include "fuzz/common_ends.hpp"
#include "fuzz/differing_letters.hpp"
#include "fuzz/edit_columns.hpp"
#include "fuzz/lcs_columns.hpp"
#include "fuzz/letter_places.hpp"
#include "fuzz/long_columns.hpp"
#include "fuzz/pair_ways.hpp"
#include "fuzz/two_edits.hpp"
#include "fuzz/vector_columns.hpp"
#include "lanes/band.hpp"
#include "lanes/kernels.hpp"

#include <concord/distance.hpp>
#include <concord/pairs.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::fuzz {

/// Counts the edits of pairs, with a table that is kept from pair to pair.
class pair_edits : public pair_ways {
  public:
    /// Of a pair that can be counted; of hamming, the letters that only the longer one has count, too. Numbers greater
    /// than `most` are any number greater than it.
    [[nodiscard]] std::uint64_t count(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                      std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
        return count_or(a, b, metric, most, [&](auto shorter, auto longer) {
            if (is_for_vectors(shorter.size(), metric, most))
                if (const std::optional<std::uint64_t> edits = count_in_vectors(shorter, longer, metric, most))
                    return *edits;
            return count_in_columns(shorter, longer, metric, most);
        });
    }

    /// The same of a pair of any lengths where it is_quick(), or is so without its common ends, or has few edits.
    [[nodiscard]] std::optional<std::uint64_t> count_if_quick(const symbol_view& a, const symbol_view& b,
                                                              distance_metric metric, std::uint64_t most) {
        if (is_quick(a.size(), b.size(), metric) || is_worth_bounding(a.size(), b.size(), metric, most) ||
            (has_band(a.size(), b.size(), metric, most) && can_count(a.size(), b.size(), metric)))
            return count_within(a, b, metric, most);
        const std::size_t apart = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
        if (apart > most) return apart;
        if (has_band(a.size(), b.size(), metric, most)) {
            // Of similar long texts, the library follows the diagonals in less time than many words of a band take.
            constexpr std::size_t few_steps = 1U << 14U;
            const bool is_narrow = lanes::words_of_band(most) * std::max(a.size(), b.size()) <= few_steps;
            const std::uint64_t edits = count_in_band_if(
                a, b, metric, most, [&](std::size_t few_edits) { return is_narrow || few_edits == are_unlike; });
            return edits == not_counted ? std::nullopt : std::optional(edits);
        }
        constexpr std::size_t longest_damerau = 512; // as short_distance() takes
        if (metric == distance_metric::damerau_levenshtein && std::max(a.size(), b.size()) > longest_damerau)
            return count_if_alike(a, b, most);
        const std::uint64_t edits = count_or(a, b, metric, most, [&](auto shorter, auto longer) -> std::uint64_t {
            // Of whole columns the library compares several pairs side by side.
            if (metric == distance_metric::damerau_levenshtein || most >= longer.size()) return not_counted;
            if (can_count(shorter.size(), longer.size(), metric) && !has_vector_columns())
                return count_in_columns(shorter, longer, metric, most);
            return count_in_vectors(shorter, longer, metric, most).value_or(not_counted);
        });
        return edits == not_counted ? std::nullopt : std::optional(edits);
    }

    /// The same if it is at most `most`, else any number greater than that; of pairs that cannot be counted, too, where
    /// few edits are of interest.
    [[nodiscard]] std::uint64_t count_within(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                             std::uint64_t most) {
        if (metric == distance_metric::hamming || most == std::numeric_limits<std::uint64_t>::max())
            return count(a, b, metric);
        const std::optional<std::uint64_t> edits = count_few(a, b, metric, most);
        return edits ? *edits : count(a, b, metric, most);
    }

    /// Damerau and Levenshtein's distance of a pair that is alike but for a few letters between its common ends, or is
    /// beyond `most` by its lengths; of others nothing.
    [[nodiscard]] std::optional<std::uint64_t> count_if_alike(const symbol_view& a, const symbol_view& b,
                                                              std::uint64_t most) {
        constexpr std::size_t few_letters = 8; // of the longer one, whose columns take less time than to pack both
        const bool is_ordered = a.size() <= b.size();
        return (is_ordered ? a : b).visit([&](auto shorter) {
            return (is_ordered ? b : a).visit([&](auto longer) -> std::optional<std::uint64_t> {
                if (longer.size() - shorter.size() > most) return longer.size() - shorter.size();
                cut_common_ends(shorter, longer);
                if (shorter.empty()) return longer.size();
                if (longer.size() > few_letters) return {};
                is_laid_out_ = false;
                places_.assign(shorter);
                if (has_crossing_matches(places_, longer)) return {};
                return column_distance<osa_column>(places_, shorter.size(), longer);
            });
        });
    }

  protected:
    /// Where few edits are of interest: on diagonals or in a band. Nothing: whole columns take less time.
    [[nodiscard]] std::optional<std::uint64_t> count_few(const symbol_view& a, const symbol_view& b,
                                                         distance_metric metric, std::uint64_t most) {
        const std::size_t apart = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
        if (metric != distance_metric::hamming && apart > most) return apart;
        if (most <= most_by_ends && has_bounds(metric)) return count_by_ends(a, b, metric, most);
        constexpr std::size_t short_letters = 64; // of which a column has one word
        if (most == most_by_ends + 1 && has_bounds(metric) && std::max(a.size(), b.size()) <= short_letters)
            return count_three(a, b, metric);
        // Their columns take no longer than to see what takes less time.
        constexpr std::size_t few_letters = 24;
        if (metric == distance_metric::indel && std::max(a.size(), b.size()) <= few_letters) return {};
        if (is_gap(a.size(), b.size(), metric, most)) return count_of_gap(a, b, metric, most);
        // Which texts with little in common are soon beyond; short ones even sooner in a band.
        constexpr std::size_t long_letters = 400;
        const bool are_long = std::max(a.size(), b.size()) >= long_letters;
        const std::uint64_t very_few = metric == distance_metric::indel ? very_few_indels : are_long ? 6 : 2;
        const bool is_in_band = has_band(a.size(), b.size(), metric, most);
        if (is_worth_bounding(a.size(), b.size(), metric, most) && (most <= very_few || !is_in_band))
            return count_on_diagonals(a, b, metric, most);
        if (!is_in_band) return count_of_unlike(a, b, metric, most);
        return count_in_band_if(a, b, metric, most, [](std::size_t) { return true; });
    }

    /// Where is_gap(): without common ends, on diagonals. Nothing: too little is left for them.
    [[nodiscard]] std::optional<std::uint64_t> count_of_gap(const symbol_view& a, const symbol_view& b,
                                                            distance_metric metric, std::uint64_t most) {
        return a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) -> std::optional<std::uint64_t> {
                cut_common_ends(of_a, of_b);
                if (of_a.empty() || of_b.empty()) return std::max(of_a.size(), of_b.size());
                if (!is_gap(of_a.size(), of_b.size(), metric, most)) return {};
                const std::size_t apart = std::max(of_a.size(), of_b.size()) - std::min(of_a.size(), of_b.size());
                if (metric == distance_metric::indel && apart >= least_apart_of_look &&
                    (most - apart) / 2 <= most_left_out &&
                    (of_a.size() < of_b.size() ? are_unlike_at_first(of_a, of_b, most)
                                               : are_unlike_at_first(of_b, of_a, most)))
                    return most + 1;
                return count_on_diagonals(symbol_view(of_a), symbol_view(of_b), metric, most);
            });
        });
    }

    /// Of Levenshtein and indel, up to most_by_ends.
    [[nodiscard]] static std::uint64_t count_by_ends(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                                     std::uint64_t most) {
        return a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) {
                return metric == distance_metric::levenshtein ? edits_by_ends<true>(of_a, of_b, most)
                                                              : edits_by_ends<false>(of_a, of_b, most);
            });
        });
    }

    /// Of the same, up to one more. A table of the letters takes longer.
    [[nodiscard]] static std::uint64_t count_three(const symbol_view& a, const symbol_view& b, distance_metric metric) {
        return a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) {
                return metric == distance_metric::levenshtein ? three_edits_by_ends<true>(of_a, of_b)
                                                              : three_edits_by_ends<false>(of_a, of_b);
            });
        });
    }

    /// Of long texts whose lengths alone are nearly too many edits: a look at some columns of a band, which unlike ones
    /// are beyond by then. Nothing: they are not.
    [[nodiscard]] std::optional<std::uint64_t> count_of_unlike(const symbol_view& a, const symbol_view& b,
                                                               distance_metric metric, std::uint64_t most) {
        constexpr std::uint64_t few_more = 8; // edits
        constexpr std::size_t look = 96;
        const std::size_t apart = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
        if (metric != distance_metric::levenshtein || most > lanes::most_edits_in_band || most > apart + few_more ||
            std::min(a.size(), b.size()) <= look)
            return {};
        const std::uint64_t edits = a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) { return count_in_band(of_a, of_b, metric, most, look, 1U << 31U); });
        });
        return edits == lanes::seem_few ? std::nullopt : std::optional(edits);
    }

    [[nodiscard]] std::uint64_t count_on_diagonals(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                                   std::uint64_t most) {
        return a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) -> std::uint64_t {
                if (most <= most_bounded_edits)
                    return metric == distance_metric::levenshtein
                               ? edits_within<further_steps::substitution>(of_a, of_b, most)
                               : edits_within<further_steps::none>(of_a, of_b, most);
                if (points_.size() < points_for(most)) points_.resize(points_for(most));
                std::ptrdiff_t* const points = points_.data();
                return metric == distance_metric::levenshtein
                           ? edits_on_diagonals<further_steps::substitution, false>(of_a, of_b, most, points)
                           : edits_on_diagonals<further_steps::none, false>(of_a, of_b, most, points);
            });
        });
    }

    /// Of the pattern whose places there are, of at most 64 letters, and a text that short_distance() takes with it.
    template <class A, class B>
    [[nodiscard]] std::uint64_t damerau_levenshtein_distance(std::span<const A> pattern, std::span<const B> text) {
        if (!has_crossing_matches(places_, text)) return column_distance<osa_column>(places_, pattern.size(), text);
        constexpr auto metric = distance_metric::damerau_levenshtein;
        return short_distance(sequence_ref(symbol_view(pattern)), sequence_ref(symbol_view(text)), metric).value_or(0);
    }

    /// most_of_similar(), whose root takes as long as the first columns of a band: of many pairs it is the same.
    [[nodiscard]] std::size_t few_similar(std::size_t word_steps) {
        if (word_steps != similar_steps_) similar_edits_ = most_of_similar(similar_steps_ = word_steps);
        return similar_edits_;
    }

    static constexpr std::uint64_t not_counted = std::numeric_limits<std::uint64_t>::max();
    /// Where has_band(): few edits on diagonals, else, if is_for_band(what edits_within() returns), in the band, else
    /// not_counted.
    template <class IsForBand>
    [[nodiscard]] std::uint64_t count_in_band_if(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                                 std::uint64_t most, const IsForBand& is_for_band) {
        const bool is_ordered = a.size() <= b.size();
        return (is_ordered ? a : b).visit([&](auto shorter) {
            return (is_ordered ? b : a).visit([&](auto longer) -> std::uint64_t {
                cut_common_ends(shorter, longer);
                if (shorter.empty()) return longer.size();
                if (shorter.size() <= 64) return count_by_word(shorter, longer, metric);
                const std::size_t few = std::min<std::uint64_t>(most, few_similar(longer.size()));
                const std::size_t apart = longer.size() - shorter.size();
                std::size_t edits = are_unlike;
                // Unlike texts are beyond few edits after some columns.
                constexpr std::uint64_t most_of_look = 255;
                constexpr std::size_t look_of_indel = 32;
                const bool is_indel = metric == distance_metric::indel;
                if (is_indel || most <= most_of_look) {
                    constexpr std::size_t few_steps = 256; // of a band, which diagonals do not outweigh
                    const std::size_t look = is_indel ? look_of_indel : 2 * most + 8;
                    const bool is_soon = is_indel && lanes::words_of_indel_band(most) * shorter.size() <= few_steps;
                    const bool may_be_few = apart <= few && look < shorter.size() && !is_soon;
                    const std::uint64_t found =
                        count_in_band(shorter, longer, metric, most, may_be_few ? look : 0, few);
                    if (found != lanes::seem_few) return found;
                }
                if (apart <= few || few == most)
                    edits = metric == distance_metric::indel
                                ? edits_within<further_steps::none, true>(shorter, longer, few)
                                : edits_within<further_steps::substitution, true>(shorter, longer, few);
                if (edits <= few || edits == most + 1) return edits;
                return is_for_band(edits) ? count_in_band(shorter, longer, metric, most) : not_counted;
            });
        });
    }

    template <class A, class B>
    [[nodiscard]] std::uint64_t count_in_band(std::span<const A> a, std::span<const B> b, distance_metric metric,
                                              std::uint64_t most, std::size_t look = 0, std::size_t few = 0) {
        if constexpr (sizeof(A) < sizeof(B)) {
            return count_in_band(widened<B>(a), b, metric, most, look, few);
        } else if constexpr (sizeof(A) > sizeof(B)) {
            return count_in_band(a, widened<A>(b), metric, most, look, few);
        } else {
            if (a.size() < b.size()) std::swap(a, b);
            return edits_in_band(a, b, metric != distance_metric::indel, most, look, few);
        }
    }
    static constexpr std::uint64_t very_few_indels = 8; ///< of which diagonals take less time than any columns
    letter_places places_;
    bool is_laid_out_ = false; ///< a text by which others are counted; false where another one's places are made

  private:
    /// In windows of vectors; nothing where they are too wide, or there are none.
    template <class A, class B>
    [[nodiscard]] std::optional<std::uint64_t> count_in_vectors(std::span<const A> shorter, std::span<const B> longer,
                                                                distance_metric metric, std::uint64_t most) {
        if (!has_vector_columns() || shorter.size() > longest_in_vectors) return {};
        is_laid_out_ = false;
        places_.assign(shorter);
        return edits_in_vectors(places_, shorter.size(), longer, metric, most, equal_);
    }

    /// In columns of few words at once.
    template <class A, class B>
    [[nodiscard]] std::uint64_t count_in_columns(std::span<const A> shorter, std::span<const B> longer,
                                                 distance_metric metric, std::uint64_t most) {
        is_laid_out_ = false;
        places_.assign(shorter);
        if (metric == distance_metric::levenshtein)
            return long_edit_distance<false>(places_, shorter.size(), longer, most, crossing_);
        if (metric == distance_metric::osa)
            return long_edit_distance<true>(places_, shorter.size(), longer, most, crossing_);
        return shorter.size() + longer.size() - 2 * long_lcs_length(places_, shorter.size(), longer, most, crossing_);
    }

    template <class Wide, class Letter>
    [[nodiscard]] std::span<const Wide> widened(std::span<const Letter> text) {
        std::vector<Wide>& wide = std::get<std::vector<Wide>>(widened_);
        wide.assign(text.begin(), text.end());
        return wide;
    }

    /// Of two texts, the edits of what is left in the middle by count_rest(shorter, longer) where the shorter has more
    /// than a word of letters and there are not few edits.
    template <class CountRest>
    [[nodiscard]] std::uint64_t count_or(const symbol_view& a, const symbol_view& b, distance_metric metric,
                                         std::uint64_t most, const CountRest& count_rest) {
        const bool is_ordered = a.size() <= b.size(); // views are not copied, which waits for how they were written
        return (is_ordered ? a : b).visit([&](auto shorter) {
            return (is_ordered ? b : a).visit([&](auto longer) -> std::uint64_t {
                if (metric == distance_metric::hamming) return differing_letters(shorter, longer);
                cut_common_ends(shorter, longer); // of none of these metrics they change the distance
                if (shorter.empty()) return longer.size();
                if (shorter.size() <= 64) [[likely]]
                    return count_by_word(shorter, longer, metric);
                // Texts with little in common are left after some ten steps, which two words of the LCS do not
                // outweigh.
                // Of long patterns the corridor of `most` edits is filled, in strips.
                const std::uint64_t words = std::min<std::uint64_t>((shorter.size() + 63) / 64, most / 64 + 4);
                const std::size_t few = few_similar(longer.size() * words);
                std::size_t edits = are_unlike;
                if (metric == distance_metric::levenshtein)
                    edits = edits_within<further_steps::substitution, true>(shorter, longer, few);
                else if (metric == distance_metric::osa)
                    edits = edits_within<further_steps::substitution_and_swap, true>(shorter, longer, few);
                else if (metric == distance_metric::indel && shorter.size() > 128)
                    edits = edits_within<further_steps::none, true>(shorter, longer, few);
                if (edits <= few) return edits;
                return count_rest(shorter, longer);
            });
        });
    }

    /// Without a table: each letter is compared with the whole pattern, of 1 to 64 letters.
    template <class Column, class Letter>
    [[nodiscard]] static std::uint64_t compared_distance(std::span<const Letter> pattern,
                                                         std::span<const Letter> text) {
        static const lanes::lane_kernels& kernels = lanes::kernels_for(simd::choose_vectors(vector_target::automatic));
        constexpr std::size_t at_once = 128;
        std::array<Letter, 64> letters; // behind the pattern, any
        std::array<std::uint64_t, at_once> places;
        std::ranges::copy(pattern, letters.begin());
        std::fill(letters.begin() + static_cast<std::ptrdiff_t>(pattern.size()), letters.end(), Letter{0});
        Column column;
        for (std::size_t first = 0; first < text.size(); first += at_once) {
            const auto some = text.subspan(first, std::min(at_once, text.size() - first));
            if constexpr (sizeof(Letter) == 2)
                kernels.places_of_pairs(letters.data(), pattern.size(), some.data(), some.size(), places.data());
            else
                kernels.places_of_quads(letters.data(), pattern.size(), some.data(), some.size(), places.data());
            for (std::size_t i = 0; i < some.size(); ++i)
                column.take(places[i]);
        }
        return column.distance(pattern.size(), text.size());
    }

    /// The shorter has 1 to 64 letters.
    template <class A, class B>
    [[nodiscard]] std::uint64_t count_by_word(std::span<const A> shorter, std::span<const B> longer,
                                              distance_metric metric) {
        if constexpr (std::is_same_v<A, B> && sizeof(A) > 1) {
            // A table of wide letters waits for what it stored of the letter before, if that is the same.
            constexpr std::size_t few = 16;
            if (shorter.size() > few && metric != distance_metric::damerau_levenshtein)
                return metric == distance_metric::levenshtein ? compared_distance<levenshtein_column>(shorter, longer)
                       : metric == distance_metric::osa       ? compared_distance<osa_column>(shorter, longer)
                                                              : compared_distance<indel_column>(shorter, longer);
        }
        is_laid_out_ = false;
        places_.assign(shorter);
        if (metric == distance_metric::levenshtein)
            return column_distance<levenshtein_column>(places_, shorter.size(), longer);
        if (metric == distance_metric::osa) return column_distance<osa_column>(places_, shorter.size(), longer);
        if (metric == distance_metric::damerau_levenshtein) return damerau_levenshtein_distance(shorter, longer);
        return shorter.size() + longer.size() - 2 * lcs_length(places_, longer);
    }

    std::size_t similar_steps_ = 0; ///< of which few_similar() was asked
    std::size_t similar_edits_ = most_of_similar(0);
    std::vector<std::ptrdiff_t> points_;                                         ///< on the diagonals of long gaps
    std::vector<const std::uint64_t*> equal_;                                    ///< of the letters of a text
    std::vector<std::uint8_t> crossing_;                                         ///< of the columns of long patterns
    std::tuple<std::vector<std::uint16_t>, std::vector<std::uint32_t>> widened_; ///< room for letters as wide as others
};

} // namespace concord::fuzz

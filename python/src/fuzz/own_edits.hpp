// The edits of one text and many others, one after the other.
#pragma once

#include "fuzz/columns_within.hpp"
#include "fuzz/lcs_columns.hpp"
#include "fuzz/pair_edits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace concord::fuzz {

/// Counts the edits of pairs, and those of a text whose letters are laid out once.
class own_edits : public pair_edits {
  public:
    /// Whether count_with() looks for few edits.
    [[nodiscard]] static bool has_bounds(distance_metric metric) {
        return pair_edits::has_bounds(metric) || metric == distance_metric::osa;
    }

    /// One text of up to longest_own() letters follows, to be compared with many by count_with(). Its letters are laid
    /// out when they are needed.
    void begin_own() noexcept { is_laid_out_ = false; }
    /// Of the text of begin_own(), and another, for Damerau and Levenshtein's distance of at most 64 letters; numbers
    /// greater than `most` are any number greater than it.
    [[nodiscard]] std::uint64_t count_with(const symbol_view& own, const symbol_view& other, distance_metric metric,
                                           std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
        if (!has_column(metric)) return count(own, other, metric);
        if (own.size() == 0) return other.size();
        const std::size_t longer = std::max(own.size(), other.size());
        const std::size_t apart = longer - std::min(own.size(), other.size());
        if (apart > most) return apart;
        const std::size_t greatest = metric == distance_metric::indel ? own.size() + other.size() : longer;
        if (most < greatest && metric != distance_metric::damerau_levenshtein)
            if (const std::optional<std::uint64_t> edits = count_few_with(own, other, metric, most)) return *edits;
        lay_out(own);
        return own.visit([&](auto of_own) {
            return other.visit([&](auto letters) { return count_in_columns(of_own, letters, metric); });
        });
    }
    /// The same of two others, which takes less time than one after the other.
    [[nodiscard]] std::array<std::uint64_t, 2> count_two_with(const symbol_view& own, const symbol_view& one,
                                                              const symbol_view& other, distance_metric metric) {
        const bool is_side_by_side =
            own.size() > 0 && own.size() <= 64 && has_column(metric) && metric != distance_metric::damerau_levenshtein;
        if (!is_side_by_side) return {count_with(own, one, metric), count_with(own, other, metric)};
        lay_out(own);
        return one.visit([&](auto letters) {
            return other.visit([&](auto others) -> std::array<std::uint64_t, 2> {
                if constexpr (!std::is_same_v<decltype(letters), decltype(others)>) {
                    return {count_with(own, one, metric), count_with(own, other, metric)};
                } else {
                    if (metric == distance_metric::levenshtein)
                        return two_distances<levenshtein_column>(places_, own.size(), letters, others);
                    if (metric == distance_metric::osa)
                        return two_distances<osa_column>(places_, own.size(), letters, others);
                    return two_distances<indel_column>(places_, own.size(), letters, others);
                }
            });
        });
    }

  private:
    void lay_out(const symbol_view& own) {
        if (is_laid_out_) return;
        own.visit([&](auto letters) { places_.assign(letters); });
        is_laid_out_ = true;
    }

    /// As count_with(), of texts whose lengths are at most `most` apart. Nothing: whole columns take less time.
    [[nodiscard]] std::optional<std::uint64_t> count_few_with(const symbol_view& own, const symbol_view& other,
                                                              distance_metric metric, std::uint64_t most) {
        if (most <= most_by_ends && pair_edits::has_bounds(metric)) return count_by_ends(own, other, metric, most);
        lay_out(own);
        if (own.size() > 64) return count_few_of_words(own, other, metric, most);
        switch (metric) {
        case distance_metric::levenshtein: return count_few_of_word<levenshtein_column>(own, other, metric, most);
        case distance_metric::osa: return count_few_of_word<osa_column>(own, other, metric, most);
        default: return count_few_of_word<indel_column>(own, other, metric, most);
        }
    }

    /// In whole columns, without those of common ends.
    template <class Own, class Letter>
    [[nodiscard]] std::uint64_t count_in_columns(std::span<const Own> own, std::span<const Letter> other,
                                                 distance_metric metric) {
        if (metric == distance_metric::damerau_levenshtein) return damerau_levenshtein_distance(own, other);
        const bool is_word = own.size() <= 64;
        const auto [prefix, suffix] = is_word ? common_ends() : common_ends_of(own, other);
        const std::size_t length = own.size() - suffix;
        const std::span<const Letter> text = other.first(other.size() - suffix);
        if (length == prefix || text.size() == prefix) return std::max(length, text.size()) - prefix;
        if (metric == distance_metric::levenshtein) return edit_distance<false>(places_, length, text, prefix);
        if (metric == distance_metric::osa) return edit_distance<true>(places_, length, text, prefix);
        return length + text.size() - 2 * lcs_length(places_, text, prefix, length);
    }

    /// Unlike texts are left after some columns; of others diagonals take less time than all columns of Levenshtein.
    template <class Column>
    [[nodiscard]] std::uint64_t count_few_of_word(const symbol_view& own, const symbol_view& other,
                                                  distance_metric metric, std::uint64_t most) {
        const bool are_for_diagonals =
            metric == distance_metric::levenshtein && is_worth_bounding(own.size(), other.size(), metric, most);
        return own.visit([&](auto of_own) {
            return other.visit([&](auto letters) -> std::uint64_t {
                const auto [prefix, suffix] = common_ends_of(of_own, letters);
                const std::size_t length = own.size() - suffix;
                const auto text = letters.first(letters.size() - suffix);
                if (length == prefix || text.size() == prefix) return std::max(length, text.size()) - prefix;
                const std::size_t end =
                    are_for_diagonals ? std::min(prefix + look_for(most), text.size()) : text.size();
                if (are_for_diagonals && (prefix >= of_near_texts || suffix >= of_near_texts) && end < text.size())
                    return count_on_diagonals(symbol_view(of_own.first(length)), symbol_view(text), metric, most);
                columns_within<Column, typename decltype(letters)::value_type> columns(places_, length, text, prefix);
                if (!columns.template take_until<1>(end, most)) return most + 1;
                if (end == text.size()) return columns.distance();
                return count_on_diagonals(symbol_view(of_own.first(length)), symbol_view(text), metric, most);
            });
        });
    }

    /// Nothing: whole columns take less time.
    [[nodiscard]] std::optional<std::uint64_t> count_few_of_words(const symbol_view& own, const symbol_view& other,
                                                                  distance_metric metric, std::uint64_t most) {
        constexpr std::uint64_t most_of_look = 28; // which the first word's columns show
        if (most <= most_of_look) {
            constexpr std::uint64_t very_few = 4; // for diagonals alone
            if (metric == distance_metric::levenshtein && most > very_few &&
                has_band(own.size(), other.size(), metric, most))
                return count_few_in_band(own, other, most);
            if (!begin_alike(own, other) && !indels_ahead(own, other, metric, most)) return most + 1;
            if (is_worth_bounding(own.size(), other.size(), metric, most))
                return count_on_diagonals(own, other, metric, most);
        }
        // The words of columns whose table there is take half of the time of those of a band.
        if (metric == distance_metric::indel && most > very_few_indels &&
            (own.size() + 63) / 64 <= 2 * lanes::words_of_indel_band(most))
            return {};
        constexpr std::size_t of_two_words = 128;
        const std::size_t longer = std::max(own.size(), other.size());
        if (metric == distance_metric::levenshtein && longer <= of_two_words && most <= most_of_look)
            return count_similar(own, other, std::min<std::uint64_t>(most, few_similar(2 * longer)));
        return count_few(own, other, metric, most);
    }

    /// Levenshtein's distance on diagonals where there seem to be few edits, else in a band. Nothing: little is left
    /// without common ends.
    [[nodiscard]] std::optional<std::uint64_t> count_few_in_band(const symbol_view& own, const symbol_view& other,
                                                                 std::uint64_t most) {
        constexpr std::size_t begin = 32;
        const std::size_t longer = std::max(own.size(), other.size());
        const std::size_t few = std::min<std::size_t>(most, few_similar(longer));
        const std::size_t replaced = count_replaced(own, other, begin);
        bool seem_similar = replaced * longer <= few * begin;
        if (2 * replaced > begin) { // unlike, or shifted by an insertion
            const std::optional<indels_of_look> ahead = indels_ahead(own, other, distance_metric::levenshtein, most);
            if (!ahead) return most + 1;
            seem_similar = ahead->indels * longer <= 2 * few * ahead->columns;
        }
        return own.visit([&](auto of_own) {
            return other.visit([&](auto letters) -> std::optional<std::uint64_t> {
                if (seem_similar) {
                    const std::size_t edits = edits_within<further_steps::substitution, true>(of_own, letters, few);
                    if (edits <= few || edits == most + 1) return edits;
                }
                auto [prefix, suffix] = common_ends_of(of_own, letters);
                const std::size_t shorter = std::min(of_own.size(), letters.size());
                constexpr std::size_t few_steps = 64; // of whole columns
                if ((shorter - prefix - suffix) * places_.words() <= few_steps) return {};
                // A band is of 64 letters or more.
                prefix = std::min(prefix, longer - std::min(longer, lanes::least_pattern_of_band));
                suffix = std::min(suffix, longer - prefix - lanes::least_pattern_of_band);
                return count_in_band(of_own.subspan(prefix, of_own.size() - prefix - suffix),
                                     letters.subspan(prefix, letters.size() - prefix - suffix),
                                     distance_metric::levenshtein, most);
            });
        });
    }

    /// Levenshtein's distance on diagonals, if it is at most `few`.
    [[nodiscard]] static std::optional<std::uint64_t> count_similar(const symbol_view& a, const symbol_view& b,
                                                                    std::size_t few) {
        const std::size_t edits = a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) { return edits_within<further_steps::substitution, true>(of_a, of_b, few); });
        });
        return edits <= few ? std::optional<std::uint64_t>(edits) : std::nullopt;
    }

    /// Columns by which unlike texts are beyond so many edits.
    [[nodiscard]] static std::size_t look_for(std::uint64_t most) { return 2 * static_cast<std::size_t>(most) + 8; }

    /// Of the first letters, those that the other has not at the same place.
    [[nodiscard]] static std::size_t count_replaced(const symbol_view& a, const symbol_view& b, std::size_t letters) {
        return a.visit([&](auto of_a) {
            return b.visit([&](auto of_b) {
                std::size_t replaced = 0;
                for (std::size_t i = 0; i < letters; ++i)
                    replaced += of_a[i] != of_b[i] ? 1U : 0U;
                return replaced;
            });
        });
    }

    struct indels_of_look {
        std::uint64_t indels;
        std::size_t columns;
    };
    /// The insertions and deletions of the first columns, or nothing where they show more edits than `most`: any other
    /// edit is two of them at most, and their columns take a third of the time.
    [[nodiscard]] std::optional<indels_of_look> indels_ahead(const symbol_view& own, const symbol_view& other,
                                                             distance_metric metric, std::uint64_t most) const {
        return other.visit([&](auto letters) -> std::optional<indels_of_look> {
            const std::size_t longer_by = own.size() - std::min(own.size(), letters.size());
            const std::size_t end = std::min({look_for(most), letters.size(), 64 - longer_by});
            columns_within<indel_column, typename decltype(letters)::value_type> columns(places_, own.size(), letters);
            if (!columns.template take_until<0>(end, metric == distance_metric::indel ? most : 2 * most)) return {};
            return indels_of_look{columns.last_look(), end};
        });
    }

    static constexpr std::size_t of_near_texts = 8; ///< letters that most of them have in common at an end

    [[nodiscard]] static bool begin_alike(const symbol_view& a, const symbol_view& b) {
        if (std::min(a.size(), b.size()) < of_near_texts) return false;
        return a.visit([&](auto of_a) {
            return b.visit(
                [&](auto of_b) { return common_run(of_a.data(), of_b.data(), of_near_texts) == of_near_texts; });
        });
    }
};

} // namespace concord::fuzz

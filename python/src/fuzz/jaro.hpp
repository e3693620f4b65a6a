// The Jaro similarity of one text and many others, by bits where both have at most 64 letters.
#pragma once

#include "fuzz/common_ends.hpp"
#include "fuzz/letter_places.hpp"

#include <concord/pairs.hpp>
#include <concord/similarity.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::fuzz {

/// Not for several threads at once.
class jaro_scorer {
  public:
    /// The text must outlive its use.
    void assign(const symbol_view& own) {
        own_ = own;
        if (own.size() <= 64) own.visit([&](auto letters) { places_.assign(letters); });
    }

    /// As concord::jaro_similarity, to the last bit; or 0, if it is less than `least`. Time: O(letters of the other).
    [[nodiscard]] double similarity(const symbol_view& other, double least = 0) {
        return of_matches(other, least > 0 ? fewest_matches(other.size(), least, 0) : 0);
    }

    /// As concord::jaro_winkler_similarity with the weight 0.1; or 0, if it is less than `least`.
    [[nodiscard]] double winkler_similarity(const symbol_view& other, double least = 0) {
        const std::size_t most = std::min({own_.size(), other.size(), longest_prefix});
        std::size_t prefix = 0;
        own_.visit([&](auto a) {
            other.visit([&](auto b) {
                while (prefix < most && a[prefix] == b[prefix])
                    ++prefix;
            });
        });
        const double similar = of_matches(other, least > 0 ? fewest_matches(other.size(), least, prefix) : 0);
        return similar > boosted_above ? boosted(similar, prefix) : similar;
    }

  private:
    static constexpr double boosted_above = 0.7;
    static constexpr std::size_t longest_prefix = 4;

    [[nodiscard]] static double boosted(double similar, std::size_t prefix) {
        return std::min(1.0, similar + static_cast<double>(prefix) * 0.1 * (1.0 - similar));
    }

    /// The fewest matched letters with which a text of this length can be as similar as `least`, its similarity boosted
    /// by so many letters at the beginning. Kept for each length.
    [[nodiscard]] std::size_t fewest_matches(std::size_t length, double least, std::size_t prefix) {
        if (length >= known_.matches[0].size()) return count_fewest_matches(length, least, prefix);
        if (known_.own_length != own_.size() || known_.least != least) {
            known_.own_length = own_.size();
            known_.least = least;
            for (auto& of_prefix : known_.matches)
                of_prefix.fill(unknown);
        }
        std::uint8_t& matches = known_.matches[prefix][length];
        if (matches == unknown) matches = static_cast<std::uint8_t>(count_fewest_matches(length, least, prefix));
        return matches;
    }
    [[nodiscard]] std::size_t count_fewest_matches(std::size_t length, double least, std::size_t prefix) const {
        std::size_t matches = std::min(own_.size(), length) + 1;
        for (; matches > 0; --matches) { // all in order
            constexpr double of_rounding = 1e-9;
            const auto count = static_cast<double>(matches - 1);
            const double similar =
                (count / static_cast<double>(own_.size()) + count / static_cast<double>(length) + 1) / 3.0;
            const bool is_raised = similar + of_rounding > boosted_above;
            if ((is_raised ? boosted(similar, prefix) : similar) + of_rounding < least) break;
        }
        return matches;
    }

    /// The similarity, or 0 if fewer letters are matched.
    [[nodiscard]] double of_matches(const symbol_view& other, std::size_t fewest) const {
        if (own_.size() == 0 || other.size() == 0) return own_.size() == other.size() ? 1 : 0;
        if (std::min(own_.size(), other.size()) < fewest) return 0;
        if (own_.size() > 64 || other.size() > 64) return jaro_similarity(sequence_ref(own_), sequence_ref(other));
        return other.visit(
            [&](auto letters) { return fewest > 0 ? of_short<true>(letters, fewest) : of_short<false>(letters, 0); });
    }

    /// The letters that both begin with, or 0 where it takes no longer to look for each of them.
    template <class Letter>
    [[nodiscard]] std::size_t known_prefix(std::span<const Letter> other) const {
        constexpr std::size_t shortest = 32;
        if (other.size() < shortest) return 0;
        return own_.visit(
            [&](auto own) { return common_run(own.data(), other.data(), std::min(own.size(), other.size())); });
    }

    /// A letter of the other takes the first free place of its kind that is near enough.
    template <bool IsBounded, class Letter>
    [[nodiscard]] double of_short(std::span<const Letter> other, std::size_t fewest) const {
        const std::size_t longer = std::max(own_.size(), other.size());
        const std::size_t reach = longer / 2 > 0 ? longer / 2 - 1 : 0;
        const std::size_t prefix = known_prefix(other); // whose letters take their own places
        std::uint64_t taken = low_bits(prefix);
        std::uint64_t matched = taken; // letters of the other
        std::uint64_t near = low_bits(prefix + reach + 1) & ~low_bits(prefix - std::min(prefix, reach));
        // Wide letters are looked up in a hash table: once.
        constexpr bool is_looked_up = sizeof(Letter) > 1;
        [[maybe_unused]] std::array<std::uint64_t, is_looked_up ? 64 : 1> places;
        const std::size_t may_miss = other.size() - fewest;
        // A branch for each letter that is missed would be mispredicted.
        constexpr std::size_t letters_of_check = 16;
        for (std::size_t j = prefix; j < other.size();) {
            const std::size_t end = IsBounded ? std::min(j + letters_of_check, other.size()) : other.size();
            for (; j < end; ++j) {
                const std::uint64_t equal = places_.word_of(other[j]);
                if constexpr (is_looked_up) places[j] = equal;
                const std::uint64_t possible = equal & near & ~taken;
                taken |= possible & (0 - possible);
                matched |= std::uint64_t{possible != 0} << j;
                near = near << 1U | static_cast<std::uint64_t>(j < reach);
            }
            if (IsBounded && j - static_cast<std::size_t>(std::popcount(taken)) > may_miss) return 0;
        }
        if (taken == 0) return 0;
        const auto count = static_cast<double>(std::popcount(taken));
        std::size_t out_of_order = 0;
        matched &= ~low_bits(prefix);
        taken &= ~low_bits(prefix);
        for (; matched != 0; matched &= matched - 1, taken &= taken - 1) {
            const auto j = static_cast<std::size_t>(std::countr_zero(matched));
            const std::uint64_t equal = is_looked_up ? places[is_looked_up ? j : 0] : places_.word_of(other[j]);
            out_of_order += (equal & taken & (0 - taken)) == 0 ? 1U : 0U;
        }
        return (count / static_cast<double>(own_.size()) + count / static_cast<double>(other.size()) +
                (count - static_cast<double>(out_of_order / 2)) / count) /
               3.0;
    }

    static constexpr std::uint8_t unknown = 0xFF;
    /// Results of fewest_matches(), by the letters at the beginning and the length of the other.
    struct bounds {
        std::size_t own_length = 0;
        double least = 0;
        std::array<std::array<std::uint8_t, 65>, longest_prefix + 1> matches{};
    };

    symbol_view own_;
    letter_places places_;
    bounds known_;
};

} // namespace concord::fuzz

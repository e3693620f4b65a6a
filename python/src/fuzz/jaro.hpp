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
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace concord::fuzz {

/// Not for several threads at once.
class jaro_scorer {
  public:
    /// The text must outlive its use. Its letters are laid out when they are needed.
    void assign(const symbol_view& own) {
        own_ = own;
        is_laid_out_ = false;
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

    /// The fewest matched letters, all in order, with which a text of this length can be as similar as `least`, its
    /// similarity boosted by so many letters at the beginning.
    [[nodiscard]] std::size_t fewest_matches(std::size_t length, double least, std::size_t prefix) {
        if (known_.least != least) {
            known_.least = least;
            for (std::size_t i = 0; i <= longest_prefix; ++i)
                known_.unboosted[i] = least_unboosted(least, i);
        }
        const auto own = static_cast<double>(own_.size());
        const auto other = static_cast<double>(length);
        const double matches = (3 * known_.unboosted[prefix] - 1) * own * other / (own + other);
        constexpr double of_rounding = 1e-6;
        return matches > of_rounding ? static_cast<std::size_t>(std::ceil(matches - of_rounding)) : 0;
    }
    /// The least similarity that is `least` when it is boosted.
    [[nodiscard]] static double least_unboosted(double least, std::size_t prefix) {
        if (prefix == 0 || least <= boosted_above) return least;
        const double weight = static_cast<double>(prefix) * 0.1;
        return std::max(boosted_above, (least - weight) / (1 - weight));
    }

    /// The similarity, or 0 if fewer letters are matched.
    [[nodiscard]] double of_matches(const symbol_view& other, std::size_t fewest) {
        if (own_.size() == 0 || other.size() == 0) return own_.size() == other.size() ? 1 : 0;
        if (std::min(own_.size(), other.size()) < fewest) return 0;
        return own_.visit([&](auto own) {
            return other.visit([&](auto letters) -> double {
                // The letters that both begin with take their own places.
                const std::size_t prefix =
                    own[0] == letters[0] ? common_run(own.data(), letters.data(), std::min(own.size(), letters.size()))
                                         : 0;
                if (prefix == own.size() && prefix == letters.size()) return 1;
                if (own.size() > 64 || letters.size() > 64)
                    return jaro_similarity(sequence_ref(own_), sequence_ref(other));
                if (!std::exchange(is_laid_out_, true)) places_.assign(own);
                return fewest > 0 ? of_short<true>(letters, prefix, fewest) : of_short<false>(letters, prefix, 0);
            });
        });
    }

    /// A letter of the other takes the first free place of its kind that is near enough.
    template <bool IsBounded, class Letter>
    [[nodiscard]] double of_short(std::span<const Letter> other, std::size_t prefix, std::size_t fewest) const {
        const std::size_t longer = std::max(own_.size(), other.size());
        const std::size_t reach = longer / 2 > 0 ? longer / 2 - 1 : 0;
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

    /// What fewest_matches() keeps.
    struct bounds {
        double least = 0;
        std::array<double, longest_prefix + 1> unboosted{};
    };

    symbol_view own_;
    letter_places places_;
    bool is_laid_out_ = false;
    bounds known_;
};

} // namespace concord::fuzz

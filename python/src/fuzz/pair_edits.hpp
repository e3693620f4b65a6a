// The edits of a pair one of whose texts has at most 64 letters.
#pragma once

#include "fuzz/letter_places.hpp"

#include <concord/distance.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace concord::fuzz {

/// Hyyrö, Nordic J. of Computing 10, 2003. `length`: letters of the pattern, from 1 to 64.
template <class Letter>
[[nodiscard]] std::uint64_t levenshtein_distance(const letter_places& pattern, std::size_t length,
                                                 std::span<const Letter> text) {
    std::uint64_t vp = ~std::uint64_t{0};
    std::uint64_t vn = 0;
    for (const Letter letter : text) {
        const std::uint64_t x = *pattern.of(letter) | vn;
        const std::uint64_t d0 = (((x & vp) + vp) ^ vp) | x;
        const std::uint64_t hn = vp & d0;
        const std::uint64_t hp = vn | ~(vp | d0);
        const std::uint64_t risen = hp << 1U | 1U;
        vn = risen & d0;
        vp = hn << 1U | ~(risen | d0);
    }
    const std::uint64_t ends = ~std::uint64_t{0} >> (64 - length);
    return text.size() + static_cast<std::uint64_t>(std::popcount(vp & ends)) -
           static_cast<std::uint64_t>(std::popcount(vn & ends));
}

/// Counts the edits of pairs, with a table that is kept from pair to pair.
class pair_edits {
  public:
    [[nodiscard]] static bool can_count(symbol_view a, symbol_view b, distance_metric metric) {
        if (metric == distance_metric::hamming) return true;
        return (metric == distance_metric::levenshtein || metric == distance_metric::indel) &&
               std::min(a.size(), b.size()) <= 64;
    }

    /// Of a pair that can be counted; of hamming, the letters that only the longer one has count, too.
    [[nodiscard]] std::uint64_t count(symbol_view a, symbol_view b, distance_metric metric) {
        if (a.size() > b.size()) std::swap(a, b);
        return a.visit([&](auto shorter) {
            return b.visit([&](auto longer) -> std::uint64_t {
                if (metric == distance_metric::hamming) return differing(shorter, longer);
                if (shorter.empty()) return longer.size();
                places_.assign(shorter);
                if (metric == distance_metric::levenshtein)
                    return levenshtein_distance(places_, shorter.size(), longer);
                return shorter.size() + longer.size() - 2 * lcs_length(places_, longer);
            });
        });
    }

  private:
    template <class A, class B>
    [[nodiscard]] static std::uint64_t differing(std::span<const A> shorter, std::span<const B> longer) {
        std::uint64_t edits = longer.size() - shorter.size();
        // Short runs, counted in so small numbers that a vector holds many.
        constexpr std::size_t run = 32;
        std::size_t first = 0;
        for (; first + run <= shorter.size(); first += run) {
            std::uint8_t differing_here = 0;
#pragma GCC ivdep
            for (std::size_t i = 0; i < run; ++i)
                differing_here = static_cast<std::uint8_t>(differing_here + (shorter[first + i] != longer[first + i]));
            edits += differing_here;
        }
        for (; first < shorter.size(); ++first)
            edits += shorter[first] != longer[first] ? 1U : 0U;
        return edits;
    }

    letter_places places_;
};

} // namespace concord::fuzz

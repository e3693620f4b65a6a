// The Jaro similarity of one text and many others, by bits where both have at most 64 letters.
#pragma once

#include "fuzz/letter_places.hpp"

#include <concord/pairs.hpp>
#include <concord/similarity.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
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

    /// As concord::jaro_similarity, to the last bit. Time: O(letters of the other).
    [[nodiscard]] double similarity(const symbol_view& other) const {
        if (own_.size() == 0 || other.size() == 0) return own_.size() == other.size() ? 1 : 0;
        if (own_.size() > 64 || other.size() > 64) return jaro_similarity(sequence_ref(own_), sequence_ref(other));
        return other.visit([&](auto letters) { return of_short(letters); });
    }

    /// As concord::jaro_winkler_similarity with the weight 0.1.
    [[nodiscard]] double winkler_similarity(const symbol_view& other) const {
        const double similar = similarity(other);
        if (!(similar > 0.7)) return similar;
        const std::size_t most = std::min({own_.size(), other.size(), std::size_t{4}});
        std::size_t prefix = 0;
        own_.visit([&](auto a) {
            other.visit([&](auto b) {
                while (prefix < most && a[prefix] == b[prefix])
                    ++prefix;
            });
        });
        return std::min(1.0, similar + static_cast<double>(prefix) * 0.1 * (1.0 - similar));
    }

  private:
    /// A letter of the other takes the first free place of its kind that is near enough.
    template <class Letter>
    [[nodiscard]] double of_short(std::span<const Letter> other) const {
        const std::size_t longer = std::max(own_.size(), other.size());
        const std::size_t reach = longer / 2 > 0 ? longer / 2 - 1 : 0;
        std::uint64_t near = (std::uint64_t{2} << reach) - 1; // at most 32 bits
        std::uint64_t taken = 0;
        std::uint64_t matched = 0; // letters of the other
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::uint64_t possible = *places_.of<1>(other[j]) & near & ~taken;
            taken |= possible & (0 - possible);
            matched |= std::uint64_t{possible != 0} << j;
            near = near << 1U | static_cast<std::uint64_t>(j < reach);
        }
        if (taken == 0) return 0;
        const auto count = static_cast<double>(std::popcount(taken));
        std::size_t out_of_order = 0;
        for (; matched != 0; matched &= matched - 1, taken &= taken - 1) {
            const Letter letter = other[static_cast<std::size_t>(std::countr_zero(matched))];
            out_of_order += (*places_.of<1>(letter) & taken & (0 - taken)) == 0 ? 1U : 0U;
        }
        return (count / static_cast<double>(own_.size()) + count / static_cast<double>(other.size()) +
                (count - static_cast<double>(out_of_order / 2)) / count) /
               3.0;
    }

    symbol_view own_;
    letter_places places_;
};

} // namespace concord::fuzz

// The edits of a pair whose shorter side has at most 64 letters, in the choice of rapidfuzz: the deltas of every column
// are kept, and the way back prefers deletions, then insertions.
#pragma once

#include "fuzz/letter_places.hpp"

#include <concord/symbols.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::fuzz {

/// An edit: of what kind ('D' deletes, 'I' inserts, 'X' replaces), and where in both texts.
struct edit {
    char kind;
    std::uint32_t source;
    std::uint32_t destination;
};

class short_script {
  public:
    static constexpr std::size_t most_letters = 4096;

    /// Whether find() can do it: at most 64 letters between the common prefix and suffix of the source.
    [[nodiscard]] static bool is_short(symbol_view source, symbol_view destination) {
        return source.size() <= 64 && destination.size() <= most_letters;
    }

    /// A shortest script, in order. `replaces`: Levenshtein, else insertions and deletions only.
    [[nodiscard]] const std::vector<edit>& find(symbol_view source, symbol_view destination, bool replaces) {
        source.visit(
            [&](auto a) { destination.visit([&](auto b) { replaces ? find<true>(a, b) : find<false>(a, b); }); });
        return edits_;
    }

  private:
    struct column {
        std::uint64_t vp; ///< Levenshtein: rises by one; else the column of the LCS matrix
        std::uint64_t vn; ///< falls by one
    };

    template <bool Replaces, class A, class B>
    void find(std::span<const A> a, std::span<const B> b) {
        std::size_t prefix = 0;
        while (prefix < a.size() && prefix < b.size() && a[prefix] == b[prefix])
            ++prefix;
        a = a.subspan(prefix);
        b = b.subspan(prefix);
        while (!a.empty() && !b.empty() && a.back() == b.back()) {
            a = a.first(a.size() - 1);
            b = b.first(b.size() - 1);
        }
        columns_.resize(b.size());
        if (!a.empty() && !b.empty()) {
            places_.assign(a);
            fill<Replaces>(b);
        }
        edits_.clear();
        std::size_t i = a.size();
        std::size_t j = b.size();
        const auto add = [&](char kind) {
            edits_.push_back({kind, static_cast<std::uint32_t>(i + prefix), static_cast<std::uint32_t>(j + prefix)});
        };
        while (i > 0 && j > 0) {
            const std::uint64_t bit = std::uint64_t{1} << (i - 1);
            if ((columns_[j - 1].vp & bit) != 0) {
                --i;
                add('D');
                continue;
            }
            --j;
            const bool inserts =
                j > 0 && (Replaces ? (columns_[j - 1].vn & bit) != 0 : (columns_[j - 1].vp & bit) == 0);
            if (inserts) {
                add('I');
                continue;
            }
            --i;
            if (Replaces && a[i] != b[j]) add('X');
        }
        while (i > 0) {
            --i;
            add('D');
        }
        while (j > 0) {
            --j;
            add('I');
        }
        std::ranges::reverse(edits_);
    }

    template <bool Replaces, class B>
    void fill(std::span<const B> b) {
        std::uint64_t vp = ~std::uint64_t{0};
        std::uint64_t vn = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::uint64_t equal = *places_.of(b[j]);
            if constexpr (Replaces) {
                const std::uint64_t x = equal | vn;
                const std::uint64_t d0 = (((x & vp) + vp) ^ vp) | x;
                const std::uint64_t falls = vp & d0;
                const std::uint64_t rises = (vn | ~(vp | d0)) << 1U | 1U;
                vn = rises & d0;
                vp = falls << 1U | ~(rises | d0);
            } else {
                const std::uint64_t matched = vp & equal;
                vp = (vp + matched) | (vp - matched);
            }
            columns_[j] = {vp, vn};
        }
    }

    letter_places places_;
    std::vector<column> columns_;
    std::vector<edit> edits_;
};

} // namespace concord::fuzz

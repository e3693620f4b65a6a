// The edits of a pair of short texts, in the choice of rapidfuzz: the deltas of every column are kept, and the way back
// prefers deletions, then insertions. And their alignment, in the choice of concord::alignment.
#pragma once

#include "fuzz/common_ends.hpp"
#include "fuzz/differing_letters.hpp"
#include "fuzz/lcs_columns.hpp"
#include "fuzz/letter_places.hpp"
#include "fuzz/pair_edits.hpp"

#include <concord/distance.hpp>
#include <concord/symbols.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::fuzz {

enum class edit_kind : std::uint32_t { equal, replaces, inserts, deletes };

/// An edit, and where it is in both texts.
struct edit {
    edit_kind kind;
    std::uint32_t source;
    std::uint32_t destination;
};

class short_script {
  public:
    /// Whether find() can do it: it keeps at most 256 KiB of columns, for Hamming none.
    [[nodiscard]] static bool is_short(symbol_view source, symbol_view destination, distance_metric metric) {
        constexpr std::size_t most_letters = 1U << 12U;
        constexpr std::size_t most_words = 1U << 14U;
        if (source.size() > most_letters || destination.size() > most_letters) return false;
        if (metric == distance_metric::hamming) return true;
        return (metric == distance_metric::levenshtein || metric == distance_metric::indel) &&
               (source.size() + 63) / 64 * destination.size() <= most_words;
    }

    /// A shortest script, in order, valid until the next call.
    [[nodiscard]] std::span<const edit> find(symbol_view source, symbol_view destination, distance_metric metric) {
        source.visit([&](auto a) {
            destination.visit([&](auto b) {
                if (metric == distance_metric::hamming)
                    compare(a, b);
                else if (metric == distance_metric::levenshtein)
                    find<true>(a, b);
                else
                    find<false>(a, b);
            });
        });
        return found_;
    }

    /// The runs of concord::alignment of a pair for which is_short(), from the ends to the beginnings, valid until the
    /// next call; by Hamming of equal lengths.
    [[nodiscard]] std::span<const alignment_run> align(const symbol_view& source, const symbol_view& destination,
                                                       distance_metric metric) {
        runs_.clear();
        source.visit([&](auto a) {
            destination.visit([&](auto b) {
                if (metric == distance_metric::hamming) {
                    for (std::size_t i = a.size(); i > 0; --i)
                        put_run(a[i - 1] == b[i - 1] ? '=' : 'X', 1);
                } else if (metric == distance_metric::levenshtein) {
                    align<true>(a, b);
                } else {
                    align<false>(a, b);
                }
            });
        });
        return runs_;
    }

  private:
    void put_run(char operation, std::size_t count) {
        if (count == 0) return;
        if (!runs_.empty() && runs_.back().operation == operation)
            runs_.back().count += count;
        else
            runs_.push_back({operation, count});
    }

    /// Equal letters at the ends belong together on some optimal path, which goes on as that of what is before them.
    template <bool Replaces, class A, class B>
    void align(std::span<const A> a, std::span<const B> b) {
        const std::size_t equal =
            common_run_before(a.data() + a.size(), b.data() + b.size(), std::min(a.size(), b.size()));
        put_run('=', equal);
        a = a.first(a.size() - equal);
        b = b.first(b.size() - equal);
        if (!a.empty() && !b.empty()) {
            places_.assign(a);
            if (places_.words() == 1) return align_in_words<Replaces, 1>(a, b);
            return align_in_words<Replaces, 0>(a, b);
        }
        put_run('I', a.size());
        put_run('D', b.size());
    }

    /// The first of '=', 'I', 'X' and 'D' that is on an optimal path, step by step.
    template <bool Replaces, std::size_t Words, class A, class B>
    void align_in_words(std::span<const A> a, std::span<const B> b) {
        fill<Replaces, Words>(b);
        const std::size_t words = Words == 0 ? places_.words() : Words;
        std::size_t i = a.size();
        std::size_t j = b.size();
        const auto has = [&](const std::vector<std::uint64_t>& columns, std::size_t column) {
            return (columns[(column - 1) * words + (Words == 1 ? 0 : (i - 1) / 64)] >> (i - 1) % 64 & 1U) != 0;
        };
        while (i > 0 && j > 0) {
            if (a[i - 1] == b[j - 1]) {
                put_run('=', 1);
                --i;
                --j;
            } else if (has(vp_, j)) { // it is one more than without the letter of a
                put_run('I', 1);
                --i;
            } else if (Replaces && (j == 1 || !has(vn_, j - 1))) {
                put_run('X', 1);
                --i;
                --j;
            } else {
                put_run('D', 1);
                --j;
            }
        }
        put_run('I', i);
        put_run('D', j);
    }

    /// Room for so many edits, which are the script found.
    edit* begin_script(std::size_t count) {
        if (edits_.size() < count) edits_.resize(count); // and never less, for to clear them takes time
        found_ = {edits_.data(), count};
        return edits_.data();
    }

    [[nodiscard]] static edit edit_at(edit_kind kind, std::size_t source, std::size_t destination) {
        return {kind, static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(destination)};
    }

    template <class A, class B>
    void compare(std::span<const A> a, std::span<const B> b) {
        const std::size_t shorter = std::min(a.size(), b.size());
        edit* const begin = begin_script(std::max(a.size(), b.size()));
        edit* to = begin;
        std::size_t first = 0;
        if constexpr (sizeof(A) == 1 && sizeof(B) == 1) {
            for (; first + 8 <= shorter; first += 8) {
                std::uint64_t differing = bytes_set(bytes_of<8>(a, first) ^ bytes_of<8>(b, first));
                for (; differing != 0; differing &= differing - 1) {
                    const std::size_t at = first + static_cast<std::size_t>(std::countr_zero(differing)) / 8;
                    *to++ = edit_at(edit_kind::replaces, at, at);
                }
            }
        }
        for (; first < shorter; ++first) {
            *to = edit_at(edit_kind::replaces, first, first);
            to += a[first] != b[first] ? 1 : 0;
        }
        for (std::size_t i = shorter; i < a.size(); ++i)
            *to++ = edit_at(edit_kind::deletes, i, b.size());
        for (std::size_t j = shorter; j < b.size(); ++j)
            *to++ = edit_at(edit_kind::inserts, a.size(), j);
        found_ = {begin, to};
    }

    template <bool Replaces, class A, class B>
    void find(std::span<const A> a, std::span<const B> b) {
        const A* const begin = a.data();
        cut_common_ends(a, b);
        const auto prefix = static_cast<std::size_t>(a.data() - begin);
        if (a.empty() || b.empty()) {
            edit* to = begin_script(a.size() + b.size());
            for (std::size_t i = 0; i < a.size(); ++i)
                *to++ = edit_at(edit_kind::deletes, i + prefix, prefix);
            for (std::size_t j = 0; j < b.size(); ++j)
                *to++ = edit_at(edit_kind::inserts, prefix, j + prefix);
            return;
        }
        places_.assign(a);
        switch (places_.words()) {
        case 1: return find_in_words<Replaces, 1>(a, b, prefix);
        case 2: return find_in_words < Replaces, Replaces ? 0 : 2 > (a, b, prefix);
        case 3: return find_in_words < Replaces, Replaces ? 0 : 3 > (a, b, prefix);
        case 4: return find_in_words < Replaces, Replaces ? 0 : 4 > (a, b, prefix);
        default: return find_in_words<Replaces, 0>(a, b, prefix);
        }
    }

    template <bool Replaces, std::size_t Words, class A, class B>
    void find_in_words(std::span<const A> a, std::span<const B> b, std::size_t prefix) {
        fill<Replaces, Words>(b);
        walk_back<Replaces, Words>(a, b, prefix);
    }

    /// The distance, from the last column.
    template <bool Replaces>
    [[nodiscard]] std::size_t count_edits(std::size_t length, std::size_t columns) const {
        const std::size_t words = places_.words();
        std::size_t count = columns;
        for (std::size_t word = 0; word < words; ++word) {
            const std::size_t at = (columns - 1) * words + word;
            const std::uint64_t ends = ~std::uint64_t{0} >> (word + 1 < words ? 0 : (64 - length % 64) % 64);
            count += static_cast<std::size_t>(std::popcount(vp_[at] & ends));
            count -= static_cast<std::size_t>(std::popcount((Replaces ? vn_[at] : ~vp_[at]) & ends));
        }
        return count;
    }

    template <bool Replaces, std::size_t Words, class A, class B>
    void walk_back(std::span<const A> a, std::span<const B> b, std::size_t prefix) {
        const std::size_t words = Words == 0 ? places_.words() : Words;
        std::size_t i = a.size();
        std::size_t j = b.size();
        const std::size_t count = count_edits<Replaces>(i, j);
        edit* to = begin_script(count) + count;
        const auto put = [&](edit_kind kind) { *--to = edit_at(kind, i + prefix, j + prefix); };
        const auto has = [&](const std::uint64_t* columns) {
            return (columns[(j - 1) * words + (Words == 1 ? 0 : (i - 1) / 64)] >> (i - 1) % 64 & 1U) != 0;
        };
        const std::uint64_t* const vp = vp_.data();
        const std::uint64_t* const vn = vn_.data();
        while (i > 0 && j > 0) {
            if (has(vp)) {
                --i;
                put(edit_kind::deletes);
                continue;
            }
            --j;
            if (j > 0 && (Replaces ? has(vn) : !has(vp))) {
                put(edit_kind::inserts);
                continue;
            }
            --i;
            if (Replaces && a[i] != b[j]) put(edit_kind::replaces);
        }
        while (i > 0) {
            --i;
            put(edit_kind::deletes);
        }
        while (j > 0) {
            --j;
            put(edit_kind::inserts);
        }
    }

    /// The columns of the matrix: Levenshtein's rises and falls, else the columns of the LCS matrix, in vp_ alone.
    /// `Words`: those of the pattern, or 0 for any number.
    template <bool Replaces, std::size_t Words, class B>
    void fill(std::span<const B> b) {
        const std::size_t words = Words == 0 ? places_.words() : Words;
        if (vp_.size() < words * b.size()) vp_.resize(words * b.size());
        if (Replaces && vn_.size() < words * b.size()) vn_.resize(words * b.size());
        if constexpr (!Replaces && Words > 1) return fill_columns<Words>(b);
        for (std::size_t word = 0; word < words; ++word) {
            std::uint64_t* const to_vp = vp_.data() + word;
            std::uint64_t* const to_vn = Replaces ? vn_.data() + word : nullptr;
            fill_word<Replaces, Words>(b, word, words, to_vp, to_vn);
            if constexpr (Words == 1) return;
        }
    }

    /// Columns of the LCS matrix one after the other, each in registers.
    template <std::size_t Words, class B>
    void fill_columns(std::span<const B> b) {
        std::array<std::uint64_t, Words> column;
        column.fill(~std::uint64_t{0});
        std::uint64_t* to = vp_.data();
        for (const B letter : b) {
            const std::uint64_t* const equal = places_.of<Words>(letter);
            unsigned char carry = 0;
            for (std::size_t word = 0; word < Words; ++word) {
                const std::uint64_t matched = column[word] & equal[word];
                const std::uint64_t sum = add_with_carry(column[word], matched, carry);
                column[word] = sum | (column[word] - matched);
                *to++ = column[word];
            }
        }
    }

    /// Word by word: what comes in from the word above is in carries_ of every column, and what goes out goes there.
    template <bool Replaces, std::size_t Words, class B>
    void fill_word(std::span<const B> b, std::size_t word, std::size_t words, std::uint64_t* to_vp,
                   std::uint64_t* to_vn) {
        constexpr bool is_alone = Words == 1;
        if (!is_alone && word == 0) carries_.assign(b.size(), Replaces ? std::uint8_t{1} : std::uint8_t{0});
        std::uint64_t vp = ~std::uint64_t{0};
        std::uint64_t vn = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::uint64_t equal = is_alone ? places_.word_of(b[j]) : places_.of<Words>(b[j])[word];
            if constexpr (Replaces) {
                const std::uint64_t risen = is_alone ? 1U : carries_[j] & 1U; // at the upper border, to the right
                const std::uint64_t fallen = is_alone ? 0U : carries_[j] >> 1U;
                const std::uint64_t x = equal | vn;
                equal |= fallen;
                const std::uint64_t d0 = (((equal & vp) + vp) ^ vp) | equal | x;
                const std::uint64_t rises = vn | ~(vp | d0);
                const std::uint64_t falls = vp & d0;
                if constexpr (!is_alone) carries_[j] = static_cast<std::uint8_t>(rises >> 63U | falls >> 63U << 1U);
                const std::uint64_t moved = rises << 1U | risen;
                vp = (falls << 1U | fallen) | ~(moved | d0);
                vn = moved & d0;
                to_vn[j * words] = vn;
            } else {
                const std::uint64_t matched = vp & equal;
                unsigned char carry = is_alone ? std::uint8_t{0} : carries_[j];
                const std::uint64_t sum = add_with_carry(vp, matched, carry);
                if constexpr (!is_alone) carries_[j] = carry;
                vp = sum | (vp - matched);
            }
            to_vp[j * words] = vp;
        }
    }

    letter_places places_;
    std::vector<std::uint64_t> vp_; ///< of every column its words; bits of rises
    std::vector<std::uint64_t> vn_; ///< bits of falls
    std::vector<std::uint8_t> carries_;
    std::vector<edit> edits_;
    std::span<const edit> found_; ///< the first of these
    std::vector<alignment_run> runs_;
};

} // namespace concord::fuzz

// The types of the suffixes of a text (sais.hpp) as bits, found by several threads, and the LMS suffixes in text order.
//
//   text      m  m  i  i  s  s  i  i  p  p  i  $      a bit is 1 for type S; one of S behind one of L is LMS
//   type      0  0  1  1  0  0  1  1  0  0  0  1
//   LMS             *           *              *      the rank of each: the LMS suffixes in front of it
//
// Of equal letters in a row the types are that of the last one: a part of the text that ends within such a row has to
// look behind its end, at most as far as the end of the part behind it, whose first type is found before.
#pragma once

#include "base/bits.hpp"
#include "runtime/thread_pool.hpp"
#include "suffixes/suffix_types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::suffixes {

template <class Index>
class lms_bits {
  public:
    /// Of a text of `size` letters, one at least, behind a letter that is smaller than all or a sentinel; the last
    /// suffix is of that type. Time O(size / threads) if threads take parts of it.
    template <class Letter>
    lms_bits(const Letter* text, Index size, bool last_is_smaller, runtime::thread_pool& workers)
        : size_(static_cast<std::uint64_t>(size)), words_((size_ + of_word - 1) / of_word) {
        const std::uint64_t least = 1024;
        words_of_part_ = std::max(least, (words_.size() + workers.threads() - 1) / workers.threads());
        parts_ = (words_.size() + words_of_part_ - 1) / words_of_part_;
        const std::vector<std::uint8_t> behind = types_behind_parts(text, last_is_smaller);
        workers.run(parts_, [&](std::size_t part, unsigned) { fill_types(text, part, behind[part] != 0); });
        std::vector<Index> found(parts_ + 1);
        workers.run(parts_, [&](std::size_t part, unsigned) {
            Index here = 0;
            for (std::uint64_t word = begin_of(part); word < begin_of(part + 1); ++word) {
                words_[word].lms_before = here;
                here += static_cast<Index>(base::count_ones(lms_of(word)));
            }
            found[part + 1] = here;
        });
        for (std::size_t part = 0; part < parts_; ++part)
            found[part + 1] += found[part];
        workers.run(parts_, [&](std::size_t part, unsigned) {
            for (std::uint64_t word = begin_of(part); word < begin_of(part + 1); ++word)
                words_[word].lms_before += found[part];
        });
        lms_ = found[parts_];
    }

    /// The number of LMS suffixes.
    [[nodiscard]] Index lms() const { return lms_; }

    /// How many LMS suffixes are in front of that one.
    [[nodiscard]] Index rank_of(Index at) const {
        const auto position = static_cast<std::uint64_t>(at);
        const std::uint64_t word = position / of_word;
        const std::uint64_t below = base::low_bits<std::uint64_t>(static_cast<unsigned>(position % of_word));
        return words_[word].lms_before + static_cast<Index>(base::count_ones(lms_of(word) & below));
    }

    /// Whether a suffix is of type S; of -1, the letter in front of the text, it is.
    [[nodiscard]] bool is_smaller(Index at) const {
        if (at < 0) return true;
        const auto position = static_cast<std::uint64_t>(at);
        return (words_[position / of_word].smaller >> (position % of_word) & 1U) != 0;
    }

    [[nodiscard]] std::size_t parts() const { return parts_; }
    [[nodiscard]] Index first_of(std::size_t part) const {
        return static_cast<Index>(std::min(size_, begin_of(part) * of_word));
    }

    /// Calls each(position) for the LMS suffixes of a part, in order.
    template <class Each>
    void for_lms(std::size_t part, Each each) const {
        for (std::uint64_t word = begin_of(part); word < begin_of(part + 1); ++word)
            for (std::uint64_t bits = lms_of(word); bits != 0; bits &= bits - 1)
                each(static_cast<Index>(word * of_word + base::lowest_one(bits)));
    }

    /// Calls each(position, type, type in front) for the suffixes of a part, in order; 1: of type S.
    template <class Each>
    void for_types(std::size_t part, Each each) const {
        const auto end = static_cast<std::uint64_t>(first_of(part + 1));
        for (auto at = static_cast<std::uint64_t>(first_of(part)); at < end;) {
            std::uint64_t here = words_[at / of_word].smaller;
            std::uint64_t in_front = here << 1U | (is_smaller(static_cast<Index>(at) - 1) ? 1U : 0U);
            for (const std::uint64_t last = std::min(end, at + of_word); at < last; ++at, here >>= 1U, in_front >>= 1U)
                each(at, here & 1U, in_front & 1U);
        }
    }

    [[nodiscard]] static std::uint64_t bytes(std::uint64_t letters) {
        return (letters / of_word + 1) * sizeof(word_of_types);
    }

  private:
    static constexpr std::uint64_t of_word = 64;
    struct word_of_types {
        std::uint64_t smaller;
        Index lms_before;
    };

    [[nodiscard]] std::uint64_t begin_of(std::size_t part) const {
        return std::min<std::uint64_t>(words_.size(), part * words_of_part_);
    }
    [[nodiscard]] std::uint64_t lms_of(std::uint64_t word) const {
        const std::uint64_t in_front = word == 0 ? 1 : words_[word - 1].smaller >> (of_word - 1);
        return words_[word].smaller & ~(words_[word].smaller << 1U | in_front);
    }

    /// Of each part the type of the suffix behind it; of the last one, that of the last suffix.
    template <class Letter>
    std::vector<std::uint8_t> types_behind_parts(const Letter* text, bool last_is_smaller) const {
        std::vector<std::uint8_t> behind(parts_);
        behind[parts_ - 1] = last_is_smaller ? 1 : 0;
        for (std::size_t part = parts_ - 1; part > 0; --part) {
            const auto end = static_cast<std::uint64_t>(first_of(part + 1));
            const std::uint64_t last = part + 1 == parts_ ? end - 1 : end; // whose type is known
            auto at = static_cast<std::uint64_t>(first_of(part));
            while (at < last && text[at] == text[at + 1])
                ++at;
            behind[part - 1] = at == last ? behind[part] : static_cast<std::uint8_t>(text[at] < text[at + 1]);
        }
        return behind;
    }

    template <class Letter>
    void fill_types(const Letter* text, std::size_t part, bool behind) {
        const auto begin = static_cast<std::uint64_t>(first_of(part));
        unsigned type = behind ? 1 : 0;
        for (auto end = static_cast<std::uint64_t>(first_of(part + 1)); end > begin;) {
            const std::uint64_t first = (end - 1) / of_word * of_word;
            std::uint64_t bits = 0;
            if (end - first == of_word && end < size_) {
                bits = suffix_types(text + first, type);
            } else {
                for (std::uint64_t at = end; at-- > first; bits = bits << 1U | type) {
                    if (at + 1 == size_) continue; // the last one
                    type = static_cast<unsigned>(text[at] < text[at + 1]) |
                           (static_cast<unsigned>(text[at] == text[at + 1]) & type);
                }
            }
            words_[first / of_word].smaller = bits;
            type = static_cast<unsigned>(bits & 1U);
            end = first;
        }
    }

    std::uint64_t size_;
    std::vector<word_of_types> words_;
    std::uint64_t words_of_part_ = 0;
    std::size_t parts_ = 0;
    Index lms_ = 0;
};

} // namespace concord::suffixes

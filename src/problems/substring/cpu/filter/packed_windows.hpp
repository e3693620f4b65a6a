// Short windows as a few numbers each, so that any of their letters are hashed by one multiplication:
//
//     window   A C G T G A      plane 0   0 1 0 1 0 0   ┐  as many planes in a word of 64 bits as there is room for
//                               plane 1   0 0 1 1 1 0   ┘
//     letters  . C G . . .      (word & mask of these letters, in every plane) * factor
//
// Ambiguous letters equal the last of the alphabet here: what agrees in such a letter only raises a bound.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/cpu/filter/combination_kernels.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// For one thread.
class packed_windows {
  public:
    [[nodiscard]] static bool can_hold(std::uint64_t length) { return length <= sequence::letters_per_word; }

    packed_windows(const problem& given, std::uint64_t length)
        : given_(&given), length_(static_cast<unsigned>(length)), planes_(given.letters.ordinary_planes()),
          planes_of_word_(std::clamp(static_cast<unsigned>(sequence::letters_per_word) / length_, 1U, planes_)),
          words_((planes_ + planes_of_word_ - 1) / planes_of_word_) {}

    /// The windows that begin at these positions. Time O(windows * planes).
    void read(std::span<const std::uint64_t> positions) {
        windows_ = positions.size();
        const std::size_t padded = (windows_ + windows_padding - 1) / windows_padding * windows_padding;
        if (padded > stride_) {
            stride_ = padded;
            packed_.resize(words_ * stride_);
        }
        const auto mask = base::low_bits<std::uint64_t>(length_);
        for (unsigned word = 0; word < words_; ++word) {
            std::uint64_t* const to = packed_.data() + word * stride_;
            const unsigned first = word * planes_of_word_;
            for (std::size_t window = 0; window < windows_; ++window)
                to[window] = given_->letters.target(first, positions[window]) & mask;
            for (unsigned plane = first + 1; plane < std::min(first + planes_of_word_, planes_); ++plane)
                for (std::size_t window = 0; window < windows_; ++window)
                    to[window] |= (given_->letters.target(plane, positions[window]) & mask)
                                  << (plane - first) * length_;
        }
    }

    /// Adds to the sum of each window a hash of some of its letters: a bit for each. Other numbers, other hashes.
    void add_products(std::uint64_t letters, std::uint64_t number, const combination_kernels& kernels,
                      std::uint64_t* sums) const {
        std::uint64_t mask = 0; // in every plane of a word
        for (unsigned plane = 0; plane < planes_of_word_; ++plane)
            mask |= letters << plane * length_;
        for (unsigned word = 0; word < words_; ++word)
            kernels.add_products(packed_.data() + word * stride_, mask, factor(number * most_words + word), windows_,
                                 sums);
    }

  private:
    static constexpr std::uint64_t most_words = 16;
    static_assert(sequence::most_planes <= most_words);

    /// An odd number for each number: bits of SplitMix64 (Steele, Lea, Flood 2014).
    static constexpr std::uint64_t factor(std::uint64_t number) {
        std::uint64_t bits = (number + 1) * 0x9E3779B97F4A7C15U;
        bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;
        bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
        return (bits ^ bits >> 31U) | 1U;
    }

    const problem* given_;
    unsigned length_;
    unsigned planes_;
    unsigned planes_of_word_;
    unsigned words_; ///< of a window
    std::size_t stride_ = 0;
    std::size_t windows_ = 0;
    std::vector<std::uint64_t> packed_; ///< word w of window i: [w * stride_ + i]
};

} // namespace concord::substring

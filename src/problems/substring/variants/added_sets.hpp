// Sets of words, a bit for each word, that are added up: how many of the sets each word is in, digit by digit.
//
//   weight     1    2    4         a set waits at its weight for the next one; both and the digit there are added as
//   waiting    s7   -    c3..6     bits of 64 words at once, and what they carry goes to the next weight. So half of
//   sum        s1+s2+s5+s6 ...     the sets are added at weight 1, a quarter at 2: two additions for each set
#pragma once

#include "problems/substring/variants/neighbourhood_kernels.hpp"
#include "simd/aligned_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace concord::substring {

class added_sets {
  public:
    /// Of so many entries of 64 words.
    added_sets(const neighbourhood_kernels& kernels, std::size_t entries)
        : kernels_(kernels), entries_(entries), carry_(padded()) {}

    /// Entries and padding. Time O(entries).
    void add(const std::uint64_t* set) {
        for (std::size_t weight = 0;; ++weight) {
            if (weight == weights_.size()) weights_.push_back({entry_array(padded(), 0), {}, false});
            one_weight& here = weights_[weight];
            if (!here.waits) {
                here.waiting.assign(set, set + padded());
                here.waits = true;
                return;
            }
            kernels_.add(here.sum.data(), here.waiting.data(), set, carry_.data(), entries_);
            here.waits = false;
            // The set of the next weight is read while the next carry is written.
            std::swap(carry_, here.waiting);
            set = here.waiting.data();
        }
    }
    /// Sets that have this word.
    [[nodiscard]] std::uint64_t count(std::uint64_t number) const noexcept {
        const auto bit = [&](const entry_array& set) { return set[number / 64] >> number % 64 & 1U; };
        std::uint64_t sum = 0;
        for (std::size_t weight = 0; weight < weights_.size(); ++weight) {
            const one_weight& here = weights_[weight];
            sum += (bit(here.sum) + (here.waits ? bit(here.waiting) : 0)) << weight;
        }
        return sum;
    }

    /// Adds how many sets have each of the 64 words of an entry to numbers of which `digits[w]` are the bits of 2^w.
    /// Safe beside other threads.
    void add_to(std::size_t entry, std::uint64_t* digits) const noexcept {
        const auto add_at = [&](std::size_t weight, std::uint64_t carry) {
            for (; carry != 0; ++weight)
                carry &= std::exchange(digits[weight], digits[weight] ^ carry);
        };
        for (std::size_t weight = 0; weight < weights_.size(); ++weight) {
            add_at(weight, weights_[weight].sum[entry]);
            if (weights_[weight].waits) add_at(weight, weights_[weight].waiting[entry]);
        }
    }

  private:
    using entry_array = simd::aligned_vector<std::uint64_t>;

    struct one_weight {
        entry_array sum;
        entry_array waiting;
        bool waits;
    };
    [[nodiscard]] std::size_t padded() const noexcept { return entries_ + padding_of_entries; }

    const neighbourhood_kernels& kernels_;
    std::size_t entries_;
    entry_array carry_;
    std::vector<one_weight> weights_;
};

} // namespace concord::substring

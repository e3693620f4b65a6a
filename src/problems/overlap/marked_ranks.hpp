// Some of the suffixes of the array, and how many of them come before any other.
#pragma once

#include "problems/overlap/text.hpp"

#include <cstdint>

namespace concord::overlap {

class marked_ranks {
  public:
    explicit marked_ranks(std::uint64_t size) : words_(size / bits_per_word + 1) {}

    [[nodiscard]] static std::uint64_t bytes_of(std::uint64_t size) {
        return (size / bits_per_word + 1) * sizeof(begin_bits);
    }

    /// For each rank, from 0 upwards.
    void add(std::uint64_t rank, bool marked) {
        begin_bits& word = words_[rank / bits_per_word];
        if (rank % bits_per_word == 0) word.begun_before = count_;
        if (!marked) return;
        word.first_letters |= std::uint64_t{1} << (rank % bits_per_word);
        ++count_;
    }

    /// Marked ones below a rank that has been added.
    [[nodiscard]] std::uint64_t before(std::uint64_t rank) const {
        const begin_bits& word = words_[rank / bits_per_word];
        const auto below = base::low_bits<std::uint64_t>(static_cast<unsigned>(rank % bits_per_word));
        return word.begun_before + base::count_ones(word.first_letters & below);
    }

  private:
    runtime::far_array<begin_bits> words_;
    std::uint64_t count_ = 0;
};

} // namespace concord::overlap

// Letters of a read, a byte each, without those that are masked.
#pragma once

#include "base/bits.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::adapters {

inline constexpr std::uint8_t no_letter = 4; ///< an ambiguous or a masked letter

/// A bit for each letter of a collection: set where a letter belongs to a sequence that is known already.
class letter_mask {
  public:
    explicit letter_mask(std::uint64_t letters) : words_(letters / 64 + 2) {}

    /// Sets [first, last); true if one of them was not set. Any thread may do so.
    bool set(std::uint64_t first, std::uint64_t last) noexcept {
        bool is_new = false;
        for (std::uint64_t at = first; at < last;) {
            const std::uint64_t to = std::min(last, (at / 64 + 1) * 64);
            const std::uint64_t ones = to - at == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << (to - at)) - 1);
            const std::uint64_t before = __atomic_fetch_or(&words_[at / 64], ones << at % 64, __ATOMIC_RELAXED);
            is_new |= (ones << at % 64 & ~before) != 0;
            at = to;
        }
        return is_new;
    }
    /// Whether all of [first, last) are set.
    [[nodiscard]] bool covers(std::uint64_t first, std::uint64_t last) const noexcept {
        for (std::uint64_t at = first; at < last; at += 64)
            if (const auto count = static_cast<unsigned>(std::min<std::uint64_t>(64, last - at));
                (~sequence::bits_from(words_.data(), at) & base::low_bits<std::uint64_t>(count)) != 0)
                return false;
        return true;
    }
    [[nodiscard]] const std::uint64_t* words() const noexcept { return words_.data(); }

  private:
    std::vector<std::uint64_t> words_;
};

/// Codes 0 to 3 for A, C, G, T, or no_letter. The buffer is used again for the next read.
class read_letters {
  public:
    explicit read_letters(const sequence::packed_sequences& set) : set_(set) {}

    /// Valid until the next call. `mask` may be null.
    [[nodiscard]] std::span<const std::uint8_t> operator()(std::size_t read, const letter_mask* mask);

  private:
    const sequence::packed_sequences& set_;
    std::vector<std::uint8_t> codes_;
};

} // namespace concord::adapters

// How far a word is held by one lane, as a thread follows it: the recurrence of variants/row_kernels.hpp for one lane,
// whose words of 64 places are taken one after the other.
//
//   places of the lane   0 ... 63 | 64 ... 127 | ...      a word of the lane needs of the one before it what a shift
//   letters of the word           |                       brings in: the highest bit of each row, before and after
//     none                      1 -> 1                    every letter. These bits are a row of their own, a bit for
//     A                         0 -> 0                    each number of letters: `came` of the word before, `goes`
//     AC                        1 -> 1                    of this one.
//
// So a thread keeps three words for each number of edits, however long the sequence is.
#pragma once

#include "base/host_device.hpp"

#include <cstdint>

namespace concord::substring {

/// Letters up to which the bits that come and go are one word for each row.
inline constexpr std::uint32_t most_letters_in_registers = 63;

/// Rows in registers: up to `Edits` edits, and as many letters as above. `OneWord`: no lane has two words of places.
template <unsigned Edits, bool OneWord>
class register_rows {
  public:
    CONCORD_HD register_rows(std::uint32_t edits, bool indels) : edits_(edits), gaps_(indels ? ~std::uint64_t{0} : 0) {
        for (unsigned e = 0; e <= Edits; ++e)
            came_[e] = 0;
    }

    /// The empty word, in the next word of places.
    CONCORD_HD void begin(std::uint64_t places) {
        for (unsigned e = 0; e <= Edits; ++e) {
            rows_[e] = places;
            goes_[e] = places >> 63U;
        }
        last_ = places;
        came_last_ = 0;
        for (unsigned e = 0; e <= Edits; ++e)
            if (e == edits_) came_last_ = came_[e];
    }
    CONCORD_HD void end() {
        for (unsigned e = 0; e <= Edits; ++e)
            came_[e] = goes_[e];
    }

    /// Whether the word, with `length` letters or more, occurs nowhere in these places. A row holds those of fewer
    /// edits.
    [[nodiscard]] CONCORD_HD bool is_over(std::uint32_t length) const {
        return last_ == 0 && (OneWord || came_last_ >> length == 0);
    }
    [[nodiscard]] CONCORD_HD bool is_held() const { return last_ != 0; }

    /// One more letter behind `length` others: where it stands, and where any does.
    CONCORD_HD void extend(std::uint64_t matches, std::uint64_t steps, std::uint32_t length) {
        std::uint64_t fewer = rows_[0];
        std::uint64_t fewer_shifted = shifted(fewer, came_[0], length);
        std::uint64_t made = fewer_shifted & matches;
        rows_[0] = made;
        remember(goes_[0], made, length);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
        for (unsigned e = 1; e <= Edits; ++e) {
            if (e > edits_) break;
            const std::uint64_t here = rows_[e];
            const std::uint64_t here_shifted = shifted(here, came_[e], length);
            const std::uint64_t deleted = shifted(made, came_[e - 1], length + 1);
            made = (here_shifted & matches) | (fewer & gaps_) | ((fewer_shifted | (deleted & gaps_)) & steps);
            rows_[e] = made;
            remember(goes_[e], made, length);
            fewer = here;
            fewer_shifted = here_shifted;
        }
        last_ = made;
    }

  private:
    [[nodiscard]] static CONCORD_HD std::uint64_t shifted(std::uint64_t bits, std::uint64_t came,
                                                          std::uint32_t length) {
        return OneWord ? bits << 1U : bits << 1U | (came >> length & 1U);
    }
    static CONCORD_HD void remember(std::uint64_t& goes, std::uint64_t bits, std::uint32_t length) {
        if (!OneWord) goes |= bits >> 63U << (length + 1);
    }

    std::uint32_t edits_;
    std::uint64_t gaps_;
    std::uint64_t rows_[Edits + 1]; // NOLINT(cppcoreguidelines-avoid-c-arrays): registers of a thread
    std::uint64_t came_[Edits + 1]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint64_t goes_[Edits + 1]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::uint64_t last_ = 0;
    std::uint64_t came_last_ = 0;
};

/// The same in memory, for any number of edits and letters.
class rows_in_memory {
  public:
    /// Words that a thread needs.
    [[nodiscard]] static CONCORD_HD std::uint64_t words(std::uint64_t edits, std::uint64_t letters) {
        return (edits + 1) * (1 + 2 * (letters / 64 + 1));
    }
    /// `at`: the first of these words; the next ones are `stride` further each.
    CONCORD_HD rows_in_memory(std::uint64_t* at, std::uint64_t stride, std::uint32_t edits, bool indels,
                              std::uint64_t letters)
        : at_(at), stride_(stride), edits_(edits), gaps_(indels ? ~std::uint64_t{0} : 0), words_(letters / 64 + 1) {
        for (std::uint64_t e = 0; e <= edits_; ++e)
            for (std::uint64_t word = 0; word < words_; ++word)
                bits(came_, e, word) = 0;
    }

    CONCORD_HD void begin(std::uint64_t places) {
        for (std::uint64_t e = 0; e <= edits_; ++e) {
            row(e) = places;
            for (std::uint64_t word = 0; word < words_; ++word)
                bits(1 - came_, e, word) = 0;
            bits(1 - came_, e, 0) = places >> 63U;
        }
        last_ = places;
        last_came_ = 0; // letters up to which something comes in
        for (std::uint64_t word = 0; word < words_; ++word)
            if (bits(came_, edits_, word) != 0) last_came_ = 64 * word + 64;
    }
    CONCORD_HD void end() { came_ = 1 - came_; }

    [[nodiscard]] CONCORD_HD bool is_over(std::uint32_t length) const { return last_ == 0 && length >= last_came_; }
    [[nodiscard]] CONCORD_HD bool is_held() const { return last_ != 0; }

    CONCORD_HD void extend(std::uint64_t matches, std::uint64_t steps, std::uint32_t length) {
        std::uint64_t fewer = row(0);
        std::uint64_t fewer_shifted = shifted(fewer, 0, length);
        std::uint64_t made = fewer_shifted & matches;
        row(0) = made;
        remember(0, made, length);
        for (std::uint64_t e = 1; e <= edits_; ++e) {
            const std::uint64_t here = row(e);
            const std::uint64_t here_shifted = shifted(here, e, length);
            const std::uint64_t deleted = shifted(made, e - 1, length + 1);
            made = (here_shifted & matches) | (fewer & gaps_) | ((fewer_shifted | (deleted & gaps_)) & steps);
            row(e) = made;
            remember(e, made, length);
            fewer = here;
            fewer_shifted = here_shifted;
        }
        last_ = made;
    }

  private:
    [[nodiscard]] CONCORD_HD std::uint64_t& row(std::uint64_t e) const { return at_[e * stride_]; }
    /// Of the bits that come in (`which` == came_) or go out.
    [[nodiscard]] CONCORD_HD std::uint64_t& bits(std::uint64_t which, std::uint64_t e, std::uint64_t word) const {
        return at_[(edits_ + 1 + (which * (edits_ + 1) + e) * words_ + word) * stride_];
    }
    [[nodiscard]] CONCORD_HD std::uint64_t shifted(std::uint64_t of, std::uint64_t e, std::uint64_t length) const {
        return of << 1U | (bits(came_, e, length / 64) >> length % 64 & 1U);
    }
    CONCORD_HD void remember(std::uint64_t e, std::uint64_t made, std::uint64_t length) const {
        if (made >> 63U != 0) bits(1 - came_, e, (length + 1) / 64) |= std::uint64_t{1} << (length + 1) % 64;
    }

    std::uint64_t* at_;
    std::uint64_t stride_;
    std::uint64_t edits_;
    std::uint64_t gaps_;
    std::uint64_t words_;
    std::uint64_t came_ = 0;
    std::uint64_t last_ = 0;
    std::uint64_t last_came_ = 0;
};

} // namespace concord::substring

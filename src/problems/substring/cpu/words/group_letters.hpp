// Some letters of windows in lanes, for the kernels that compare the sources of a group with its targets: all of them,
// or those beside the pieces that the group has in common. Of these it is known how far each target is from all sources
// at least, so that a bound of the supports takes a lane for few letters, and only what it leaves is counted in full.
//
//     window     TTGACCATGACC GATCGGAAGAGC ACACGTCTGAAC      two pieces in common, and twelve letters beside them: one
//     beside     ............                                row of 16 bits for each plane
#pragma once

#include "base/bits.hpp"
#include "problems/substring/piece_row.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Letters of a window, as runs of at most 64.
class chosen_letters {
  public:
    struct run {
        std::uint64_t begin; ///< in the window
        unsigned letters;
    };

    /// All.
    explicit chosen_letters(std::uint64_t length) { append(0, length); }
    /// Those beside the pieces that have a bit, which are words of so many letters.
    chosen_letters(std::uint64_t length, const piece_row& row, std::uint32_t pieces, unsigned letters) {
        std::uint64_t from = 0;
        for (std::size_t piece = 0; piece < row.size(); ++piece) {
            if ((pieces >> piece & 1U) == 0) continue;
            append(from, row.begins[piece]);
            from = row.begins[piece] + letters;
        }
        append(from, length);
    }

    [[nodiscard]] const std::vector<run>& runs() const noexcept { return runs_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  private:
    void append(std::uint64_t from, std::uint64_t to) {
        for (; from < to; from += runs_.back().letters) {
            runs_.push_back({from, static_cast<unsigned>(std::min<std::uint64_t>(to - from, 64))});
            size_ += runs_.back().letters;
        }
    }

    std::vector<run> runs_;
    std::uint64_t size_ = 0;
};

/// Letters of windows of nucleotides, two rows for each stretch of as many as a lane has bits. An ambiguous letter
/// equals one of the others, so that what is near is not too little.
template <class Lane>
class letter_rows {
  public:
    static constexpr unsigned planes = 2;
    static constexpr unsigned letters_of_lane = 8 * sizeof(Lane);
    static constexpr std::size_t most = 2 * planes;

    /// At most two stretches.
    letter_rows(const problem& given, const chosen_letters& chosen) : given_(&given), chosen_(&chosen) {}

    void resize(std::size_t windows) {
        for (unsigned row = 0; row < planes * stretches(); ++row)
            rows_[row].resize(windows);
    }
    void set(std::size_t index, std::uint64_t position) {
        for (unsigned plane = 0; plane < planes; ++plane) {
            std::array<std::uint64_t, 2> packed{};
            unsigned filled = 0;
            for (const chosen_letters::run& run : chosen_->runs()) {
                const std::uint64_t bits =
                    given_->letters.source(plane, position + run.begin) & base::low_bits<std::uint64_t>(run.letters);
                packed[filled / 64] |= bits << filled % 64;
                if (filled % 64 + run.letters > 64) packed[1] |= bits >> (64 - filled % 64);
                filled += run.letters;
            }
            for (unsigned stretch = 0; stretch < stretches(); ++stretch) {
                const unsigned first = stretch * letters_of_lane;
                rows_[stretch * planes + plane][index] = static_cast<Lane>(packed[first / 64] >> first % 64);
            }
        }
    }
    /// Of a window of at most 64 letters, by its planes; one stretch.
    void set(std::size_t index, const std::array<std::uint64_t, planes>& letters) {
        for (unsigned plane = 0; plane < planes; ++plane) {
            std::uint64_t packed = 0;
            unsigned filled = 0;
            for (const chosen_letters::run& run : chosen_->runs()) {
                packed |= (letters[plane] >> run.begin & base::low_bits<std::uint64_t>(run.letters)) << filled;
                filled += run.letters;
            }
            rows_[plane][index] = static_cast<Lane>(packed);
        }
    }
    [[nodiscard]] std::array<const Lane*, most> rows() const {
        std::array<const Lane*, most> pointers{};
        for (unsigned row = 0; row < planes * stretches(); ++row)
            pointers[row] = rows_[row].data();
        return pointers;
    }
    [[nodiscard]] unsigned stretches() const noexcept { return chosen_->size() > letters_of_lane ? 2 : 1; }

  private:
    const problem* given_;
    const chosen_letters* chosen_;
    std::array<std::vector<Lane>, most> rows_;
};

} // namespace concord::substring

// Rows of positions of some targets, rotated by any number of letters, as the kernels along diagonals read them
// (diagonal_kernels.hpp). Compiled once for every instruction set, like all -inl.hpp files.

#if defined(CONCORD_ROTATED_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_ROTATED_ROWS_INL_HPP
#undef CONCORD_ROTATED_ROWS_INL_HPP
#else
#define CONCORD_ROTATED_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using simd::HWY_NAMESPACE::word_tag;
using simd::HWY_NAMESPACE::words;

/// Word `word` of a row of all words of these lanes, rotated down by less than 64 letters.
HWY_INLINE words rotated(const diagonal_shape& shape, const std::uint64_t* row, unsigned word, int bits) {
    const word_tag tag;
    if (shape.words == 1) return simd::HWY_NAMESPACE::rotated_down(hn::LoadU(tag, row), bits);
    const std::size_t high = word + 1 == shape.words ? 0 : word + 1;
    return hn::Or(hn::ShiftRightSame(hn::LoadU(tag, row + word * shape.stride), bits),
                  hn::ShiftLeftSame(hn::ShiftLeft<1>(hn::LoadU(tag, row + high * shape.stride)), 63 - bits));
}

/// Rows of some lanes, each rotated by 0 to 63 letters: a rotation by more begins at a later word. So many words that
/// follow one another can be read from any of them on.
class rotated_rows {
  public:
    rotated_rows(const diagonal_shape& shape, unsigned in_a_row, std::uint64_t* table)
        : words_(shape.words), width_(shape.words + in_a_row - 1), table_(table) {
        HWY_DASSERT(reinterpret_cast<std::uintptr_t>(table) % 64 == 0);
    }

    /// The first word of a row that is rotated by so many letters; the row of ends is the last.
    [[nodiscard]] std::uint32_t place(std::size_t row, std::size_t letters) const {
        return static_cast<std::uint32_t>(((row * 64 + letters % 64) * width_ + letters / 64 % words_) * step);
    }
    void fill(const diagonal_shape& shape, std::size_t lane) const {
        const word_tag tag;
        std::uint64_t* to = table_;
        const auto fill_row = [&](const std::uint64_t* row) HWY_ATTR {
            for (int bits = 0; bits < 64; ++bits)
                for (unsigned word = 0; word < width_; ++word, to += step)
                    hn::Store(row == nullptr ? hn::Zero(tag) : rotated(shape, row + lane, word % words_, bits), tag,
                              to);
        };
        for (std::size_t letter = 0; letter < shape.letters; ++letter)
            fill_row(shape.rows + letter * shape.words * shape.stride);
        fill_row(nullptr);
        fill_row(shape.ends);
    }
    /// So many words behind the first one at a place.
    [[nodiscard]] HWY_INLINE words word_at(std::uint32_t place, unsigned word) const {
        return hn::Load(word_tag(), table_ + place + word * step);
    }

  private:
    static constexpr std::size_t step = simd::HWY_NAMESPACE::lanes;

    unsigned words_;
    unsigned width_;
    std::uint64_t* table_;
};

/// A source beside some lanes: where its letters stand in the table, and the ends of windows.
struct placed_source {
    const std::uint32_t* places;
    const std::uint32_t* ends;
    unsigned words; ///< of the diagonals on which windows may lie
};

/// Adds the weights of the lanes in which a window is near to that of the source.
HWY_INLINE void add_holders(const diagonal_shape& shape, std::size_t lane, words hit, std::uint64_t& support) {
    const word_tag tag;
    const auto holds = hn::Ne(hit, hn::Zero(tag));
    support += shape.weights == nullptr
                   ? hn::CountTrue(tag, holds)
                   : hn::GetLane(hn::SumOfLanes(tag, hn::IfThenElseZero(holds, hn::LoadU(tag, shape.weights + lane))));
}

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif // per-target include guard

// Levenshtein and OSA distances up to widest_band, in a sliding band of 64 diagonals: one word a row, whatever the
// length (band_row of the recurrence).
//
//   columns   G A T T A C A       Row r covers 64 columns, one further right than row r - 1. The lanes are aligned:
//   row 1   [#####]               the diagonal that ends in the last cell is bit `goal` in all of them. Its costs never
//   row 2     [#####]             fall, so a lane exceeds the bound as soon as its count of them does. Columns before
//   row 3       [#####]           the first match nothing and cost the number of their row.
//
// Compiled for each instruction set (lane_kernels.cpp).
#if defined(CONCORD_LANE_BAND_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LANE_BAND_INL_HPP
#undef CONCORD_LANE_BAND_INL_HPP
#else
#define CONCORD_LANE_BAND_INL_HPP
#endif

#include "alignment/batch/lane_matrix-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {

template <class Recurrence, unsigned Planes, unsigned Vectors>
class lane_band {
  public:
    HWY_INLINE lane_band(const lane_group& group, unsigned first_lane) : group_(group), first_(first_lane) {}

    HWY_INLINE void run() {
        measure();
        if (last_row_ == 0) return;
        begin();
        for (std::uint32_t row = 0; row < last_row_;) {
            std::uint32_t end = (row | (rows_per_look - 1)) + 1;
            for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
                if (group_.row_lengths[lane] > row && group_.row_lengths[lane] < end) end = group_.row_lengths[lane];
            if (row % rows_per_word == 0) load_letters(row);
            walk(end - row);
            row = end;
            if (settle(row)) return;
        }
    }

  private:
    static constexpr unsigned own_lanes = Vectors * vector_lanes;
    static constexpr unsigned goal = widest_band; // as many diagonals before it, and one more after it
    static constexpr std::uint32_t rows_per_look = 16;
    static constexpr std::uint64_t done = std::uint64_t{1} << 31U; ///< more than any cost

    /// The offset of a lane's columns to the right of the begin of the band.
    HWY_INLINE void measure() {
        for (unsigned lane = 0; lane < own_lanes; ++lane) {
            const std::uint32_t rows = group_.row_lengths[first_ + lane];
            const std::uint32_t columns = group_.column_lengths[first_ + lane];
            if (rows > last_row_) last_row_ = rows;
            shift_[lane] = rows == 0 ? 0 : static_cast<std::uint64_t>(goal + std::int64_t{rows} - columns);
            cost_[lane] = rows == 0 ? done : columns > rows ? columns - rows : 0;
            is_open_[lane] = rows != 0;
        }
    }

    [[nodiscard]] HWY_INLINE words column_word(std::uint32_t word, unsigned plane, unsigned vector) const {
        const word_tag tag;
        if (word >= group_.words) return hn::Zero(tag);
        return hn::LoadU(tag, group_.columns + (static_cast<std::size_t>(word) * Planes + plane) * group_lanes +
                                  first_ + vector * vector_lanes);
    }

    /// Columns 64 * word ... in the numbering of the band, which is `shift` less than the true one.
    [[nodiscard]] HWY_INLINE words shifted_word(std::uint32_t word, unsigned plane, unsigned vector) const {
        const word_tag tag;
        const words shift = hn::LoadU(tag, shift_ + vector * vector_lanes);
        const words here = hn::Shl(column_word(word, plane, vector), shift);
        if (word == 0) return here;
        const words before = hn::ShiftRight<1>(column_word(word - 1, plane, vector));
        return hn::Or(here, hn::Shr(before, hn::Sub(hn::Set(tag, 63), shift)));
    }

    HWY_INLINE void begin() {
        const word_tag tag;
        const words ones = hn::Set(tag, ~std::uint64_t{0});
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            // D(0, c) = c from the first column on; nothing else is set above the first row.
            state_[vector][0] = hn::Shl(ones, hn::LoadU(tag, shift_ + vector * vector_lanes));
            for (unsigned i = 1; i < Recurrence::band; ++i)
                state_[vector][i] = hn::Zero(tag);
            before_first_[vector] = hn::AndNot(state_[vector][0], ones);
            for (unsigned plane = 0; plane < Planes; ++plane)
                window_[vector][plane] = shifted_word(0, plane, vector);
        }
    }

    HWY_INLINE void load_letters(std::uint32_t row) {
        const word_tag tag;
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            for (unsigned plane = 0; plane < Planes; ++plane) {
                coming_[vector][plane] = shifted_word(row / rows_per_word + 1, plane, vector);
                letters_[vector][plane] = hn::LoadU(
                    tag, group_.rows + (static_cast<std::size_t>(row / rows_per_word) * Planes + plane) * group_lanes +
                             first_ + vector * vector_lanes);
            }
        }
    }

    HWY_INLINE void walk(std::uint32_t rows) {
        const word_tag tag;
        const words goal_bit = hn::Set(tag, std::uint64_t{1} << goal);
        words state[Vectors][Recurrence::band], before_first[Vectors], counted[Vectors];
        words window[Vectors][Planes], coming[Vectors][Planes], letters[Vectors][Planes];
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            for (unsigned i = 0; i < Recurrence::band; ++i)
                state[vector][i] = state_[vector][i];
            before_first[vector] = before_first_[vector];
            counted[vector] = hn::Zero(tag);
            for (unsigned plane = 0; plane < Planes; ++plane) {
                window[vector][plane] = window_[vector][plane];
                coming[vector][plane] = coming_[vector][plane];
                letters[vector][plane] = letters_[vector][plane];
            }
        }
        for (; rows > 0; --rows) {
            for (unsigned vector = 0; vector < Vectors; ++vector) {
                words masks[Planes];
                for (unsigned plane = 0; plane < Planes; ++plane)
                    masks[plane] = take_mask(letters[vector][plane]);
                const words differ = differing<Planes>(before_first[vector], window[vector], masks);
                for (unsigned plane = 0; plane < Planes; ++plane)
                    window[vector][plane] = shifted_down(window[vector][plane], coming[vector][plane]);
                before_first[vector] = hn::ShiftRight<1>(before_first[vector]);
                // From cells right of the band the last diagonal is more than widest_band edits away.
                const words inv_d0 = Recurrence::band_row(differ, state[vector]);
                counted[vector] = hn::Add(counted[vector], hn::And(inv_d0, goal_bit));
            }
        }
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            for (unsigned i = 0; i < Recurrence::band; ++i)
                state_[vector][i] = state[vector][i];
            before_first_[vector] = before_first[vector];
            std::uint64_t* cost = cost_ + vector * vector_lanes;
            hn::StoreU(hn::Add(hn::LoadU(tag, cost), hn::ShiftRight<goal>(counted[vector])), tag, cost);
            for (unsigned plane = 0; plane < Planes; ++plane) {
                window_[vector][plane] = window[vector][plane];
                coming_[vector][plane] = coming[vector][plane];
                letters_[vector][plane] = letters[vector][plane];
            }
        }
    }

    /// Writes the distances that are final after `row` rows; returns whether all are.
    HWY_INLINE bool settle(std::uint32_t row) {
        bool all_known = true;
        for (unsigned lane = 0; lane < own_lanes; ++lane) {
            if (!is_open_[lane]) continue;
            const bool is_beyond = cost_[lane] > group_.max_distance;
            if (is_beyond || group_.row_lengths[first_ + lane] == row) {
                group_.distances[first_ + lane] = is_beyond ? no_distance : static_cast<std::uint32_t>(cost_[lane]);
                is_open_[lane] = false;
            } else {
                all_known = false;
            }
        }
        return all_known;
    }

    const lane_group& group_;
    unsigned first_;
    std::uint32_t last_row_ = 0;
    std::uint64_t shift_[own_lanes];
    std::uint64_t cost_[own_lanes]; ///< on the last diagonal
    bool is_open_[own_lanes];
    words state_[Vectors][Recurrence::band], before_first_[Vectors];
    words window_[Vectors][Planes];  ///< the letters of the 64 columns
    words coming_[Vectors][Planes];  ///< and of those after them
    words letters_[Vectors][Planes]; ///< of the rows
};

template <class Recurrence, unsigned Planes>
void compare_near(const lane_group& group) {
    constexpr unsigned vectors = HWY_TARGET <= HWY_AVX3 && Planes <= 3 ? group_vectors : 1;
    for (unsigned first = 0; first < group_lanes; first += vectors * vector_lanes)
        lane_band<Recurrence, Planes, vectors>(group, first).run();
}

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

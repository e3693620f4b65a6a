// The whole table of each lane's pair, row by row; or, where distances are bounded, the words of columns that a path of
// at most that cost can reach (Ukkonen's band):
//
//          columns  word 0  word 1  word 2  word 3       A word that the band enters starts with costs that rise by 1 a
//   rows   0..63    #######|#######                      column, one that it has left is taken to rise by 1 a row: too
//          64..127  #######|#######|#######              much, never too little, so that answers within the bound are
//          128..191         #######|#######|#######      exact and others stay beyond it.
//
// Compiled for each instruction set (lane_kernels.cpp).
#if defined(CONCORD_LANE_TABLE_TOGGLE) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LANE_TABLE_TOGGLE
#undef CONCORD_LANE_TABLE_TOGGLE
#else
#define CONCORD_LANE_TABLE_TOGGLE
#endif

#include "problems/distance/batch/lane_group.hpp"
#include "problems/distance/batch/lane_step.hpp"

#include <concord/distance.hpp>

HWY_BEFORE_NAMESPACE();
namespace concord::edits::HWY_NAMESPACE {

constexpr unsigned group_vectors = 2;
constexpr unsigned group_lanes = group_vectors * vector_lanes;
constexpr std::uint32_t rows_per_word = 64;

/// Of `Words` words, known when this is compiled so that rows stay in registers, or 0: any number. `Vectors` vectors of
/// lanes at a time.
template <class Law, unsigned Planes, unsigned Words, unsigned Vectors>
class lane_table {
  public:
    HWY_INLINE lane_table(const lane_group& group, unsigned first_lane) : group_(group), first_(first_lane) {}

    HWY_INLINE void run() {
        measure();
        for (std::uint32_t row = 0; row < last_row_;) {
            std::uint32_t end = (row | (rows_per_word - 1)) + 1;
            for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
                if (group_.row_lengths[lane] > row && group_.row_lengths[lane] < end) end = group_.row_lengths[lane];
            if (Words == 0) move_band(row, end);
            walk(row, end);
            row = end;
            for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
                if (group_.row_lengths[lane] == row) settle(lane);
            if (is_bounded_ && row % rows_per_word == 0 && row < last_row_ && is_hopeless(row)) return give_up(row);
        }
    }

  private:
    static constexpr unsigned own_lanes = Vectors * vector_lanes;

    [[nodiscard]] HWY_INLINE std::uint64_t* state(std::uint32_t word) const {
        return group_.state + static_cast<std::size_t>(word) * Law::vectors * group_lanes + first_;
    }

    /// How far the band reaches: a path through diagonal column - row = s of a pair whose lengths differ by t costs at
    /// least |s| + |t - s|.
    HWY_INLINE void measure() {
        std::int64_t most_ahead = 0;
        std::int64_t most_behind = 0;
        for (unsigned lane = first_; lane < first_ + own_lanes; ++lane) {
            risen_before_[lane - first_] = 0;
            const std::uint32_t rows = group_.row_lengths[lane];
            const std::uint32_t columns = group_.column_lengths[lane];
            if (rows == 0) continue;
            if (rows > last_row_) last_row_ = rows;
            const std::int64_t longer = std::int64_t{columns} - rows;
            const std::uint64_t both = std::uint64_t{columns} + rows;
            const auto bound = static_cast<std::int64_t>(group_.max_distance < both ? group_.max_distance : both);
            if (group_.max_distance < both) is_bounded_ = true;
            if ((bound + longer) / 2 > most_ahead) most_ahead = (bound + longer) / 2;
            if ((bound - longer) / 2 > most_behind) most_behind = (bound - longer) / 2;
        }
        ahead_ = static_cast<std::uint32_t>(most_ahead);
        behind_ = static_cast<std::uint32_t>(most_behind);
        if (Words == 0) return;
        for (std::uint32_t word = 0; word < Words; ++word)
            enter(word);
        end_word_ = Words;
    }

    HWY_INLINE void enter(std::uint32_t word) {
        for (unsigned vector = 0; vector < Vectors; ++vector)
            Law::store(Law::fresh(), state(word) + vector * vector_lanes, group_lanes);
    }

    HWY_INLINE void move_band(std::uint32_t row, std::uint32_t end) {
        std::uint32_t wanted_end = (end - 1 + ahead_) / 64 + 1;
        if (wanted_end > group_.words) wanted_end = group_.words;
        for (; end_word_ < wanted_end; ++end_word_)
            enter(end_word_);
        std::uint32_t wanted_begin = row > behind_ ? (row - behind_) / 64 : 0;
        if (wanted_begin >= group_.words) wanted_begin = group_.words - 1;
        for (; begin_word_ < wanted_begin; ++begin_word_)
            for (unsigned lane = 0; lane < own_lanes; ++lane)
                risen_before_[lane] += Law::rise(state(begin_word_) + lane, group_lanes, ~std::uint64_t{0});
    }

    HWY_INLINE void load_row_letters(std::uint32_t row, unsigned vector, lanes* letters) const {
        const lanes_tag tag;
        const std::uint64_t* words = group_.rows + static_cast<std::size_t>(row / 64) * Planes * group_lanes + first_;
        for (unsigned plane = 0; plane < Planes; ++plane)
            letters[plane] = hn::ShiftRightSame(hn::LoadU(tag, words + plane * group_lanes + vector * vector_lanes),
                                                static_cast<int>(row % 64));
    }

    [[nodiscard]] HWY_INLINE const std::uint64_t* columns(std::uint32_t word) const {
        return group_.columns + static_cast<std::size_t>(word) * Planes * group_lanes + first_;
    }

    /// Rows [row, end), which lie in one word of letters.
    HWY_INLINE void walk(std::uint32_t row, std::uint32_t end) {
        if constexpr (Words > 0) {
            walk_in_registers(row, end);
        } else {
            static_assert(Vectors == 1);
            lanes letters[Planes];
            load_row_letters(row, 0, letters);
            for (; row + rows_at_once <= end; row += rows_at_once)
                sweep<rows_at_once>(letters);
            for (; row < end; ++row)
                sweep<1>(letters);
        }
    }

    HWY_INLINE void walk_in_registers(std::uint32_t row, std::uint32_t end) {
        const lanes_tag tag;
        lanes letters[Vectors][Planes];
        lanes own[Vectors][Words][Planes];
        typename Law::word kept[Vectors][Words];
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            load_row_letters(row, vector, letters[vector]);
            for (unsigned word = 0; word < Words; ++word) {
                kept[vector][word] = Law::load(state(word) + vector * vector_lanes, group_lanes);
                for (unsigned plane = 0; plane < Planes; ++plane)
                    own[vector][word][plane] =
                        hn::LoadU(tag, columns(word) + plane * group_lanes + vector * vector_lanes);
            }
        }
        for (; row < end; ++row) {
            for (unsigned vector = 0; vector < Vectors; ++vector) {
                lanes masks[Planes];
                for (unsigned plane = 0; plane < Planes; ++plane)
                    masks[plane] = take_mask(letters[vector][plane]);
                typename Law::edge passing = Law::first_edge();
                for (unsigned word = 0; word < Words; ++word)
                    Law::step(differing<Planes>(own[vector][word], masks), kept[vector][word], passing);
            }
        }
        for (unsigned vector = 0; vector < Vectors; ++vector)
            for (unsigned word = 0; word < Words; ++word)
                Law::store(kept[vector][word], state(word) + vector * vector_lanes, group_lanes);
    }

    // Some rows together pass over the words, so that a word is loaded and stored once for all of them, and so that the
    // next row need not wait for the end of the one before.
    static constexpr unsigned rows_at_once = HWY_TARGET <= HWY_AVX3 && Planes <= 3 ? 4 : 2;

    template <unsigned Rows>
    HWY_INLINE void sweep(lanes* letters) {
        const lanes_tag tag;
        lanes masks[Rows][Planes];
        typename Law::edge passing[Rows];
        for (unsigned row = 0; row < Rows; ++row) {
            for (unsigned plane = 0; plane < Planes; ++plane)
                masks[row][plane] = take_mask(letters[plane]);
            passing[row] = Law::first_edge();
        }
        const std::uint64_t* letters_here = columns(begin_word_);
        std::uint64_t* state_here = state(begin_word_);
        for (std::uint32_t word = begin_word_; word < end_word_; ++word) {
            lanes own[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane)
                own[plane] = hn::LoadU(tag, letters_here + plane * group_lanes);
            typename Law::word kept = Law::load(state_here, group_lanes);
            for (unsigned row = 0; row < Rows; ++row)
                Law::step(differing<Planes>(own, masks[row]), kept, passing[row]);
            Law::store(kept, state_here, group_lanes);
            letters_here += static_cast<std::size_t>(Planes) * group_lanes;
            state_here += static_cast<std::size_t>(Law::vectors) * group_lanes;
        }
    }

    /// The lane has had its last row: what its cost is at its last column.
    HWY_INLINE void settle(unsigned lane) {
        const std::uint32_t columns = group_.column_lengths[lane];
        std::int64_t cost = group_.row_lengths[lane] + risen_before_[lane - first_];
        std::uint32_t word = begin_word_;
        for (; (word + 1) * 64 <= columns; ++word)
            cost += Law::rise(state(word) + (lane - first_), group_lanes, ~std::uint64_t{0});
        if (columns % 64 != 0 && word * 64 < columns)
            cost += Law::rise(state(word) + (lane - first_), group_lanes, (std::uint64_t{1} << (columns % 64)) - 1);
        const auto distance = static_cast<std::uint64_t>(cost);
        group_.distances[lane] = distance <= group_.max_distance ? static_cast<std::uint32_t>(distance) : no_distance;
    }

    [[nodiscard]] HWY_INLINE bool is_hopeless(std::uint32_t row) const {
        for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
            if (group_.row_lengths[lane] > row && !is_hopeless(row, lane)) return false;
        return true;
    }

    /// No cell of this row is on a path of at most max_distance: what it costs, and then has to cost for reaching the
    /// last diagonal. Within a word costs differ by at most 1 from column to column.
    [[nodiscard]] HWY_INLINE bool is_hopeless(std::uint32_t row, unsigned lane) const {
        const std::int64_t columns = group_.column_lengths[lane];
        const std::int64_t aim = columns - (std::int64_t{group_.row_lengths[lane]} - row);
        const auto bound = static_cast<std::int64_t>(group_.max_distance);
        std::int64_t left = row + risen_before_[lane - first_];
        for (std::int64_t word = begin_word_; word < end_word_ && word * 64 < columns; ++word) {
            const std::int64_t first = word * 64;
            const std::int64_t right = left + Law::rise(state(static_cast<std::uint32_t>(word)) + (lane - first_),
                                                        group_lanes, ~std::uint64_t{0});
            const std::int64_t least = left + right > 64 ? (left + right - 64 + 1) / 2 : 0;
            const std::int64_t away = aim < first ? first - aim : (aim > first + 64 ? aim - first - 64 : 0);
            if (least + away <= bound) return false;
            left = right;
        }
        return true;
    }

    HWY_INLINE void give_up(std::uint32_t row) {
        for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
            if (group_.row_lengths[lane] > row) group_.distances[lane] = no_distance;
    }

    const lane_group& group_;
    unsigned first_;
    std::uint32_t last_row_ = 0;
    bool is_bounded_ = false;
    std::uint32_t ahead_ = 0;
    std::uint32_t behind_ = 0;
    std::uint32_t begin_word_ = 0; ///< words [begin_word_, end_word_) are in the band
    std::uint32_t end_word_ = 0;
    std::int64_t risen_before_[own_lanes]; ///< of each lane, by the words that the band has left
};

template <class Law, unsigned Planes>
void compare_whole(const lane_group& group) {
    if (group.words == 1) {
        lane_table<Law, Planes, 1, group_vectors>(group, 0).run();
        return;
    }
    for (unsigned first = 0; first < group_lanes; first += vector_lanes) {
        if (group.words == 2 && Planes <= 3)
            lane_table<Law, Planes, 2, 1>(group, first).run();
        else
            lane_table<Law, Planes, 0, 1>(group, first).run();
    }
}

} // namespace concord::edits::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// The whole matrix of each lane's pair, row by row; or, where distances are bounded, the words of columns that an
// alignment within the bound can reach (the band of Ukkonen, Inf. Control 64, 1985):
//
//          columns  word 0  word 1  word 2  word 3       A word that enters the band begins with costs that rise by 1 a
//   rows   0..63    #######|#######                      column; one that has left it is taken to rise by 1 a row. Both
//          64..127  #######|#######|#######              overestimate, so that answers within the bound are exact, and
//          128..191         #######|#######|#######      others stay beyond it.
//
// Compiled for each instruction set (lane_kernels.cpp).
#if defined(CONCORD_LANE_MATRIX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_LANE_MATRIX_INL_HPP
#undef CONCORD_LANE_MATRIX_INL_HPP
#else
#define CONCORD_LANE_MATRIX_INL_HPP
#endif

#include <hwy/highway.h>

#include "alignment/batch/lane_kernels.hpp"
#include "simd/vector_logic-inl.hpp"

#include <concord/distance.hpp>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace simd::HWY_NAMESPACE; // NOLINT(google-build-using-namespace): words, lanes and their logic

constexpr auto vector_lanes = static_cast<unsigned>(lanes);
constexpr unsigned group_vectors = 2;
constexpr unsigned group_lanes = group_vectors * vector_lanes;
constexpr std::uint32_t rows_per_word = 64;

/// Horizontal deltas of a row, from word to word.
template <class Recurrence>
struct row_edge {
    words h[Recurrence::horizontal];

    static HWY_INLINE row_edge left() {
        row_edge made;
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            made.h[i] = hn::Set(word_tag(), Recurrence::is_set_left(i) ? ~std::uint64_t{0} : 0);
        return made;
    }
};

/// Vertical deltas of a word of columns; in memory `group_lanes` apart.
template <class Recurrence>
struct word_deltas {
    words v[Recurrence::vertical];

    static HWY_INLINE word_deltas above() {
        word_deltas made;
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            made.v[i] = hn::Set(word_tag(), Recurrence::is_set_above(i) ? ~std::uint64_t{0} : 0);
        return made;
    }
    static HWY_INLINE word_deltas load(const std::uint64_t* from) {
        word_deltas made;
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            made.v[i] = hn::LoadU(word_tag(), from + i * group_lanes);
        return made;
    }
    HWY_INLINE void store(std::uint64_t* to) const {
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            hn::StoreU(v[i], word_tag(), to + i * group_lanes);
    }
    /// How much the distance of one lane rises over the columns in `mask`.
    static HWY_INLINE std::int64_t rise(const std::uint64_t* from, std::uint64_t mask) {
        std::uint64_t of_lane[Recurrence::vertical];
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            of_lane[i] = from[i * group_lanes];
        return Recurrence::rise(of_lane, mask);
    }
};

/// `Words` words, known at compile time so that rows stay in registers, or 0: any number. `Vectors` vectors of lanes at
/// a time.
template <class Recurrence, unsigned Planes, unsigned Words, unsigned Vectors>
class lane_matrix {
  public:
    HWY_INLINE lane_matrix(const lane_group& group, unsigned first_lane) : group_(group), first_(first_lane) {}

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

    using deltas = word_deltas<Recurrence>;
    using edge = row_edge<Recurrence>;

    [[nodiscard]] HWY_INLINE std::uint64_t* vertical(std::uint32_t word) const {
        return group_.vertical + static_cast<std::size_t>(word) * Recurrence::vertical * group_lanes + first_;
    }

    /// The width of the band: an alignment through diagonal column - row = s of a pair whose lengths differ by t costs
    /// at least |s| + |t - s|. A step over several rows is found where it begins in the band, too.
    HWY_INLINE void measure() {
        std::int64_t most_ahead = 0;
        std::int64_t most_behind = 0;
        for (unsigned lane = first_; lane < first_ + own_lanes; ++lane) {
            rise_before_[lane - first_] = 0;
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
        ahead_ = static_cast<std::uint32_t>(most_ahead) + Recurrence::rows_above - 1;
        behind_ = static_cast<std::uint32_t>(most_behind) + Recurrence::rows_above - 1;
        if (Words == 0) return;
        for (std::uint32_t word = 0; word < Words; ++word)
            enter(word);
        end_word_ = Words;
    }

    HWY_INLINE void enter(std::uint32_t word) {
        for (unsigned vector = 0; vector < Vectors; ++vector)
            deltas::above().store(vertical(word) + vector * vector_lanes);
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
                rise_before_[lane] += deltas::rise(vertical(begin_word_) + lane, ~std::uint64_t{0});
    }

    HWY_INLINE void load_row_letters(std::uint32_t row, unsigned vector, words* letters) const {
        const word_tag tag;
        const std::uint64_t* from = group_.rows + static_cast<std::size_t>(row / 64) * Planes * group_lanes + first_;
        for (unsigned plane = 0; plane < Planes; ++plane)
            letters[plane] = hn::ShiftRightSame(hn::LoadU(tag, from + plane * group_lanes + vector * vector_lanes),
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
            words letters[Planes];
            load_row_letters(row, 0, letters);
            for (; row + rows_at_once <= end; row += rows_at_once)
                sweep<rows_at_once>(letters);
            for (; row < end; ++row)
                sweep<1>(letters);
        }
    }

    HWY_INLINE void walk_in_registers(std::uint32_t row, std::uint32_t end) {
        const word_tag tag;
        words letters[Vectors][Planes];
        words own[Vectors][Words][Planes];
        deltas kept[Vectors][Words];
        for (unsigned vector = 0; vector < Vectors; ++vector) {
            load_row_letters(row, vector, letters[vector]);
            for (unsigned word = 0; word < Words; ++word) {
                kept[vector][word] = deltas::load(vertical(word) + vector * vector_lanes);
                for (unsigned plane = 0; plane < Planes; ++plane)
                    own[vector][word][plane] =
                        hn::LoadU(tag, columns(word) + plane * group_lanes + vector * vector_lanes);
            }
        }
        for (; row < end; ++row) {
            for (unsigned vector = 0; vector < Vectors; ++vector) {
                words masks[Planes];
                for (unsigned plane = 0; plane < Planes; ++plane)
                    masks[plane] = take_mask(letters[vector][plane]);
                edge passing = edge::left();
                for (unsigned word = 0; word < Words; ++word)
                    Recurrence::row(differing<Planes>(own[vector][word], masks), kept[vector][word].v, passing.h);
            }
        }
        for (unsigned vector = 0; vector < Vectors; ++vector)
            for (unsigned word = 0; word < Words; ++word)
                kept[vector][word].store(vertical(word) + vector * vector_lanes);
    }

    // Several rows pass over the words together, so that a word is loaded and stored once for all of them, and the next
    // row need not wait for the end of the one before.
    static constexpr unsigned rows_at_once = HWY_TARGET <= HWY_AVX3 && Planes <= 3 ? 4 : 2;

    template <unsigned Rows>
    HWY_INLINE void sweep(words* letters) {
        const word_tag tag;
        words masks[Rows][Planes];
        edge passing[Rows];
        for (unsigned row = 0; row < Rows; ++row) {
            for (unsigned plane = 0; plane < Planes; ++plane)
                masks[row][plane] = take_mask(letters[plane]);
            passing[row] = edge::left();
        }
        const std::uint64_t* letters_here = columns(begin_word_);
        std::uint64_t* vertical_here = vertical(begin_word_);
        for (std::uint32_t word = begin_word_; word < end_word_; ++word) {
            words own[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane)
                own[plane] = hn::LoadU(tag, letters_here + plane * group_lanes);
            deltas kept = deltas::load(vertical_here);
            for (unsigned row = 0; row < Rows; ++row)
                Recurrence::row(differing<Planes>(own, masks[row]), kept.v, passing[row].h);
            kept.store(vertical_here);
            letters_here += static_cast<std::size_t>(Planes) * group_lanes;
            vertical_here += static_cast<std::size_t>(Recurrence::vertical) * group_lanes;
        }
    }

    /// The last row of a lane is done: computes its cost at its last column.
    HWY_INLINE void settle(unsigned lane) {
        const std::uint32_t columns = group_.column_lengths[lane];
        std::int64_t cost = group_.row_lengths[lane] + rise_before_[lane - first_];
        std::uint32_t word = begin_word_;
        for (; (word + 1) * 64 <= columns; ++word)
            cost += deltas::rise(vertical(word) + (lane - first_), ~std::uint64_t{0});
        if (columns % 64 != 0 && word * 64 < columns)
            cost += deltas::rise(vertical(word) + (lane - first_), (std::uint64_t{1} << (columns % 64)) - 1);
        const auto distance = static_cast<std::uint64_t>(cost);
        group_.distances[lane] = distance <= group_.max_distance ? static_cast<std::uint32_t>(distance) : no_distance;
    }

    [[nodiscard]] HWY_INLINE bool is_hopeless(std::uint32_t row) const {
        for (unsigned lane = first_; lane < first_ + own_lanes; ++lane)
            if (group_.row_lengths[lane] > row && !is_hopeless(row, lane)) return false;
        return true;
    }

    /// Whether no cell of this row is on an alignment within max_distance: its cost, plus the least cost from there to
    /// the last diagonal. Within a word costs differ by at most 1 from column to column.
    [[nodiscard]] HWY_INLINE bool is_hopeless(std::uint32_t row, unsigned lane) const {
        const std::int64_t columns = group_.column_lengths[lane];
        const std::int64_t aim = columns - (std::int64_t{group_.row_lengths[lane]} - row);
        const auto bound = static_cast<std::int64_t>(group_.max_distance);
        std::int64_t left = row + rise_before_[lane - first_];
        for (std::int64_t word = begin_word_; word < end_word_ && word * 64 < columns; ++word) {
            const std::int64_t first = word * 64;
            const std::int64_t right =
                left + deltas::rise(vertical(static_cast<std::uint32_t>(word)) + (lane - first_), ~std::uint64_t{0});
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
    std::int64_t rise_before_[own_lanes]; ///< of each lane, by the words that the band has left
};

template <class Recurrence, unsigned Planes>
void compare_whole(const lane_group& group) {
    if (group.words == 1) {
        lane_matrix<Recurrence, Planes, 1, group_vectors>(group, 0).run();
        return;
    }
    for (unsigned first = 0; first < group_lanes; first += vector_lanes) {
        if (group.words == 2 && Planes <= 3)
            lane_matrix<Recurrence, Planes, 2, 1>(group, first).run();
        else
            lane_matrix<Recurrence, Planes, 0, 1>(group, first).run();
    }
}

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Short words in lanes against words in order, whose common prefixes share their rows.
//
//   A lane has a word of columns, or a few words of 64. The rows of a word are those of a path of the trie of all
//   words: where a word begins as the one before, the states after these letters are still there.
//
//               rows of     CASSAQ    c0 c1 c2 c3 c4 c5 c6        c: the states of all lanes after so many letters
//                           CASSAT                      c6
//                           CASSGT                c5 c6
//
// Costs never fall along a diagonal, so that where those on the diagonals of the last cells exceed the bounds of all
// lanes, all words that begin so are beyond them.
//
// Source: Shang and Merrett, "Tries for approximate string matching", IEEE Trans. Knowl. Data Eng. 8(4), 1996 (rows of
// a trie's path). Compiled for each instruction set (trie_kernels.cpp).
#if defined(CONCORD_TRIE_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_TRIE_ROWS_INL_HPP
#undef CONCORD_TRIE_ROWS_INL_HPP
#else
#define CONCORD_TRIE_ROWS_INL_HPP
#endif

#include <hwy/highway.h>

#include "alignment/batch/trie_kernels.hpp"
#include "simd/vector_logic-inl.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Letters that differ, as a recurrence: of each column whether its letter differs from that of its own row.
template <class Operations>
struct substituted {
    using op = Operations;
    using word = typename Operations::word;
    static constexpr unsigned vertical = 2;   ///< the columns that differ, and the next row's own
    static constexpr unsigned horizontal = 1; ///< where the next row's own column may leave a word

    static constexpr bool is_set_left(unsigned /*index*/) { return false; }

    static HWY_INLINE void row(word differ, word (&v)[vertical]) {
        v[0] = op::or_and(v[0], v[1], differ);
        v[1] = op::add(v[1], v[1]);
    }
    static HWY_INLINE void row(word differ, word (&v)[vertical], word (&h)[horizontal]) {
        const word own = v[1];
        v[0] = op::or_and(v[0], own, differ);
        v[1] = op::shift_in(own, h[0]);
        h[0] = own;
    }
};

/// `Words`: of columns; more than one of lanes of 64 bits only.
template <template <class> class Recurrence, class Lane, unsigned Words>
class trie_rows {
  public:
    using operations = simd::HWY_NAMESPACE::lane_word<Lane>;
    using recurrence = Recurrence<operations>;
    static constexpr unsigned vectors = Words * recurrence::vertical <= 8 ? 2 : 1;
    static constexpr auto vector_lanes = static_cast<unsigned>(hn::MaxLanes(typename operations::tag()));
    static constexpr unsigned lanes = vectors * vector_lanes;
    static constexpr unsigned states = recurrence::vertical;

    static std::size_t sweep(trie_sweep& given) { return trie_rows(given).run(); }

  private:
    using tag = typename operations::tag;
    using word = typename operations::word;
    using sign_tag = hn::RebindToSigned<tag>;

    struct group {
        word v[vectors][Words][states];
    };

    explicit HWY_INLINE trie_rows(trie_sweep& given) : given_(given) {}

    HWY_INLINE std::size_t run() {
        if (given_.next >= given_.end) return 0;
        if (given_.kept == 0) begin();
        std::size_t hits = 0;
        while (given_.next < given_.end && hits + lanes <= given_.most_hits) {
            const std::uint32_t word_here = given_.next;
            std::uint32_t row = given_.common[word_here];
            if (row > given_.kept) row = given_.kept;
            group now = load(row);
            const std::uint32_t reached = walk(word_here, row, now);
            given_.kept = reached;
            ++given_.next;
            if (reached == given_.rows)
                hits = add_hits(word_here, now, hits);
            else // all that begin so are as far away
                while (given_.next < given_.end && given_.common[given_.next] >= reached)
                    ++given_.next;
        }
        return hits;
    }

    /// Word `column` of group `number`.
    [[nodiscard]] static constexpr std::size_t place(std::size_t number, unsigned column, unsigned vector) {
        return (number * Words + column) * lanes + vector * vector_lanes;
    }
    [[nodiscard]] static HWY_INLINE word load_word(const std::uint64_t* from, std::size_t place) {
        return hn::LoadU(tag(), reinterpret_cast<const Lane*>(from) + place);
    }

    HWY_INLINE void begin() {
        group first;
        for (unsigned vector = 0; vector < vectors; ++vector)
            for (unsigned column = 0; column < Words; ++column)
                for (unsigned i = 0; i < states; ++i) {
                    Lane above = 0;
                    if constexpr (is_hamming)
                        above = static_cast<Lane>(column == 0 ? i : 0); // the first row's own column
                    else
                        above = recurrence::is_set_above(i) ? static_cast<Lane>(~Lane{0}) : Lane{0};
                    first.v[vector][column][i] = hn::Set(tag(), above);
                }
        store(0, first);
    }

    HWY_INLINE void store(std::uint32_t rows, const group& now) {
        for (unsigned vector = 0; vector < vectors; ++vector)
            for (unsigned column = 0; column < Words; ++column)
                for (unsigned i = 0; i < states; ++i)
                    hn::StoreU(now.v[vector][column][i], tag(),
                               reinterpret_cast<Lane*>(given_.states) +
                                   place(std::size_t{rows} * states + i, column, vector));
    }

    [[nodiscard]] HWY_INLINE group load(std::uint32_t rows) const {
        group loaded;
        for (unsigned vector = 0; vector < vectors; ++vector)
            for (unsigned column = 0; column < Words; ++column)
                for (unsigned i = 0; i < states; ++i)
                    loaded.v[vector][column][i] =
                        load_word(given_.states, place(std::size_t{rows} * states + i, column, vector));
        return loaded;
    }

    HWY_INLINE void take_row(std::uint8_t letter, group& now) const {
        for (unsigned vector = 0; vector < vectors; ++vector) {
            if constexpr (Words == 1) {
                recurrence::row(load_word(given_.differ, place(letter, 0, vector)), now.v[vector][0]);
            } else {
                word passing[recurrence::horizontal];
                for (unsigned i = 0; i < recurrence::horizontal; ++i)
                    passing[i] = hn::Set(tag(), static_cast<Lane>(recurrence::is_set_left(i) ? ~Lane{0} : Lane{0}));
                for (unsigned column = 0; column < Words; ++column)
                    recurrence::row(load_word(given_.differ, place(letter, column, vector)), now.v[vector][column],
                                    passing);
            }
        }
    }

    /// Rows from `row` on; returns how many there are, fewer than the word has where it is hopeless.
    HWY_INLINE std::uint32_t walk(std::uint32_t word_here, std::uint32_t row, group& now) {
        const std::uint8_t* const letters = given_.letters + std::size_t{word_here} * given_.rows;
        // No word behind this one begins with more of its letters than the next.
        const std::uint32_t last_kept = given_.common[word_here + 1];
        while (row < given_.rows) {
            std::uint32_t end = given_.rows;
            if (given_.look_every > 0 && (row / given_.look_every + 1) * given_.look_every < end)
                end = (row / given_.look_every + 1) * given_.look_every;
            while (row < end) {
                take_row(letters[row], now);
                ++row;
                if (row <= last_kept) store(row, now);
            }
            if (row == given_.rows) break;
            ++given_.looks;
            if (!any_within(row, now)) {
                ++given_.hopeless;
                break;
            }
        }
        return row;
    }

    /// The costs on the diagonals of the last cells, after some rows.
    [[nodiscard]] HWY_INLINE word costs(std::uint32_t rows, const word (&v)[Words][states], unsigned vector) const {
        word cost = hn::Set(tag(), static_cast<Lane>(is_hamming ? 0 : rows));
        for (unsigned column = 0; column < Words; ++column) {
            const word within = load_word(given_.within, place(rows, column, vector));
            cost = hn::Add(cost, hn::PopulationCount(hn::And(v[column][0], within)));
            if constexpr (is_hamming) continue;
            word falling = hn::AndNot(v[column][0], within); // of the longest common subsequence
            if constexpr (states > 1) falling = hn::And(v[column][1], within);
            cost = hn::Sub(cost, hn::PopulationCount(falling));
        }
        return cost;
    }

    [[nodiscard]] HWY_INLINE auto are_within(word cost, unsigned vector) const {
        const word bound = load_word(given_.bounds, std::size_t{vector} * vector_lanes);
        return hn::RebindMask(tag(), hn::Not(hn::Gt(hn::BitCast(sign_tag(), cost), hn::BitCast(sign_tag(), bound))));
    }

    [[nodiscard]] HWY_INLINE bool any_within(std::uint32_t rows, const group& now) const {
        bool any = false;
        for (unsigned vector = 0; vector < vectors; ++vector)
            any |= !hn::AllFalse(tag(), are_within(costs(rows, now.v[vector], vector), vector));
        return any;
    }

    HWY_INLINE std::size_t add_hits(std::uint32_t word_here, const group& now, std::size_t hits) {
        for (unsigned vector = 0; vector < vectors; ++vector) {
            const word cost = costs(given_.rows, now.v[vector], vector);
            const auto near = are_within(cost, vector);
            if (hn::AllFalse(tag(), near)) continue;
            alignas(64) Lane distances[vector_lanes];
            hn::Store(cost, tag(), distances);
            std::uint8_t stored[8] = {};
            hn::StoreMaskBits(tag(), near, stored);
            for (unsigned first = 0; first < vector_lanes; first += 8)
                for (unsigned bits = stored[first / 8]; bits != 0; bits &= bits - 1) {
                    const unsigned lane = first + static_cast<unsigned>(__builtin_ctz(bits));
                    given_.hits[hits++] = {word_here, vector * vector_lanes + lane,
                                           static_cast<std::uint32_t>(distances[lane])};
                }
        }
        return hits;
    }

    static constexpr bool is_hamming = std::is_same_v<recurrence, substituted<operations>>;

    trie_sweep& given_;
};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Fills a block in the lanes of vectors, for any recurrence, as a systolic array. Compiled once for every instruction
// set.
//
// Each lane owns a word of columns. Lane g processes row t - g in step t, so the horizontal deltas that leave a word's
// row in one step enter the same row of the word to its right in the next. Four vectors (units) side by side hide each
// other's latency. Within a vector the rightmost word is in lane 0, so that the rows of its lanes ascend and data of
// rows is one load:
//
//          unit 0              unit 1
//   lane   3   2   1   0       3   2   1   0         vectors of four lanes
//   row    t  t-1 t-2 t-3     t-4 t-5 t-6 t-7
//
// Before its first row and after its last one, a lane is idle and keeps its vertical deltas.

#if defined(CONCORD_SYSTOLIC_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_SYSTOLIC_INL_HPP
#undef CONCORD_SYSTOLIC_INL_HPP
#else
#define CONCORD_SYSTOLIC_INL_HPP
#endif

#include <hwy/highway.h>

#include "alignment/bit_parallel/block.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::pairwise::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace simd::HWY_NAMESPACE; // NOLINT(google-build-using-namespace): words, lanes and their logic

inline constexpr std::size_t strip_words = units * lanes;
static_assert(block_words % strip_words == 0 && strip_words <= row_margin);

/// A vector of words: their letters, their vertical deltas, and the horizontal deltas of the last step.
template <class Recurrence, unsigned Planes>
struct unit {
    words letters[Planes == 0 ? 1 : Planes];
    words vertical[Recurrence::vertical];
    words sent[Recurrence::horizontal];
};

/// The columns of a unit in which the letters of many rows differ, rearranged from rows to steps: each lane is delayed
/// by its distance from the leftmost one. Delaying some lanes by 1, some by 2 and some by 4 takes three selections,
/// whatever the number of letters.
class delay_line {
  public:
    delay_line() {
        for (auto& words_of_a_lane : late_)
            hn::Store(hn::Zero(word_tag()), word_tag(), words_of_a_lane);
    }

    /// Steps [0, count): `rows[i]` is the letter of row i, out[i] the input of the lanes in the step in which the
    /// leftmost processes row i.
    HWY_INLINE void run(const std::uint64_t* differ, const std::uint32_t* rows, std::size_t count, std::uint64_t* out) {
        const words delayed_1 = delayed_by(1);
        [[maybe_unused]] const words delayed_2 = delayed_by(2);
        [[maybe_unused]] const words delayed_4 = delayed_by(4);
        words a1 = late(0);
        words b1 = late(1), b2 = late(2);
        words c1 = late(3), c2 = late(4), c3 = late(5), c4 = late(6);
        for (std::size_t i = 0; i < count; ++i) {
            words now = hn::LoadU(word_tag(), differ + rows[i] * block_words);
            if constexpr (lanes > 1) {
                const words before = now;
                now = choose(delayed_1, a1, now);
                a1 = before;
            }
            if constexpr (lanes > 2) {
                const words before = now;
                now = choose(delayed_2, b2, now);
                b2 = b1, b1 = before;
            }
            if constexpr (lanes > 4) {
                const words before = now;
                now = choose(delayed_4, c4, now);
                c4 = c3, c3 = c2, c2 = c1, c1 = before;
            }
            hn::StoreU(now, word_tag(), out + i * lanes);
        }
        keep(0, a1), keep(1, b1), keep(2, b2), keep(3, c1), keep(4, c2), keep(5, c3), keep(6, c4);
    }

  private:
    static HWY_INLINE words delayed_by(std::size_t steps) {
        HWY_ALIGN std::uint64_t mask[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane)
            mask[lane] = ((lanes - 1 - lane) & steps) != 0 ? ~std::uint64_t{0} : 0;
        return hn::Load(word_tag(), mask);
    }
    HWY_INLINE words late(std::size_t index) const { return hn::Load(word_tag(), late_[index]); }
    HWY_INLINE void keep(std::size_t index, words value) { hn::Store(value, word_tag(), late_[index]); }

    HWY_ALIGN std::uint64_t late_[7][lanes];
};

/// A strip of columns, as wide as all lanes together, through all rows of a block. Planes == 0: letters come as a
/// table.
template <class Recurrence, unsigned Planes>
class strip {
  public:
    strip(const block& given, std::size_t first_word)
        : given_(given), first_word_(first_word),
          history_(given.history == nullptr
                       ? nullptr
                       : given.history + first_word * history_words(Recurrence::vertical) / block_words) {}

    HWY_INLINE void run() {
        unit u0;
        unit u1;
        unit u2;
        unit u3;
        load(u0, 0), load(u1, 1), load(u2, 2), load(u3, 3);
        if (given_.history == nullptr) {
            through_rows<false>(u0, u1, u2, u3);
        } else {
            through_rows<true>(u0, u1, u2, u3);
        }
        save(u0, 0), save(u1, 1), save(u2, 2), save(u3, 3);
    }

  private:
    using unit = pairwise::HWY_NAMESPACE::unit<Recurrence, Planes>;

    template <bool Keep>
    HWY_INLINE void through_rows(unit& u0, unit& u1, unit& u2, unit& u3) {
        const std::size_t end = given_.rows + strip_words - 1;
        const std::size_t begun = HWY_MIN(strip_words - 1, given_.rows);
        if constexpr (Planes != 0) {
            advance<true, Keep>(u0, u1, u2, u3, 0, begun);
            advance<false, Keep>(u0, u1, u2, u3, begun, given_.rows);
            advance<true, Keep>(u0, u1, u2, u3, given_.rows, end);
        } else {
            for (std::size_t t = 0; t < end; t += chunk) {
                const std::size_t to = HWY_MIN(t + chunk, end);
                for (std::size_t index = 0; index < units; ++index) // rows before the first: whatever the margin holds
                    delays_[index].run(given_.differ + first_word_ + index * lanes,
                                       given_.row_letters + static_cast<std::ptrdiff_t>(t) -
                                           static_cast<std::ptrdiff_t>(index * lanes),
                                       to - t, stream_ + index * chunk * lanes);
                stream_begin_ = t;
                if (t < begun || to > given_.rows) {
                    advance<true, Keep>(u0, u1, u2, u3, t, to);
                } else {
                    advance<false, Keep>(u0, u1, u2, u3, t, to);
                }
            }
        }
    }

    /// Steps [from, to). Always inlined: the units must stay in registers.
    template <bool SomeIdle, bool Keep>
    HWY_INLINE void advance(unit& u0, unit& u1, unit& u2, unit& u3, std::size_t from, std::size_t to) const {
        for (std::size_t t = from; t < to; ++t) {
            words entering[Recurrence::horizontal];
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                entering[i] = hn::Set(word_tag(), given_.horizontal[i * given_.row_stride + t]);
            step<3, SomeIdle>(u3, u2.sent, t);
            step<2, SomeIdle>(u2, u1.sent, t);
            step<1, SomeIdle>(u1, u0.sent, t);
            step<0, SomeIdle>(u0, entering, t);
            for (unsigned i = 0; i < Recurrence::horizontal;
                 ++i) // lane 0 of the last unit; the others are overwritten later
                hn::StoreU(u3.sent[i], word_tag(), given_.horizontal + i * given_.row_stride + t - (strip_words - 1));
            if constexpr (Keep) {
                remember(u0, t, 0), remember(u1, t, 1), remember(u2, t, 2), remember(u3, t, 3);
            }
        }
    }

    void gather(const std::uint64_t* from, std::uint64_t* to) const {
        for (std::size_t g = 0; g < strip_words; ++g)
            to[lane_position(g, lanes)] = from[first_word_ + g];
    }

    HWY_INLINE void load(unit& into, std::size_t index) const {
        HWY_ALIGN std::uint64_t ordered[strip_words];
        for (unsigned plane = 0; plane < Planes; ++plane) {
            gather(given_.columns + plane * given_.column_stride, ordered);
            into.letters[plane] = hn::Load(word_tag(), ordered + index * lanes);
        }
        for (unsigned i = 0; i < Recurrence::vertical; ++i) {
            gather(given_.vertical + i * given_.vertical_stride, ordered);
            into.vertical[i] = hn::Load(word_tag(), ordered + index * lanes);
        }
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            into.sent[i] = hn::Zero(word_tag());
    }

    HWY_INLINE void save(const unit& from, std::size_t index) const {
        HWY_ALIGN std::uint64_t ordered[lanes];
        for (unsigned i = 0; i < Recurrence::vertical; ++i) {
            hn::Store(from.vertical[i], word_tag(), ordered);
            for (std::size_t lane = 0; lane < lanes; ++lane)
                given_.vertical[i * given_.vertical_stride + first_word_ + index * lanes + lanes - 1 - lane] =
                    ordered[lane];
        }
    }

    HWY_INLINE void remember(const unit& from, std::size_t t, std::size_t index) const {
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            hn::StoreU(from.vertical[i], word_tag(),
                       history_ + (t * Recurrence::vertical + i) * strip_words + index * lanes);
    }

    /// The columns whose letters differ from the rows'.
    template <std::size_t Index>
    HWY_INLINE words differences(const unit& own, std::size_t t) const {
        if constexpr (Planes == 0) {
            return hn::Load(word_tag(), stream_ + (Index * chunk + t - stream_begin_) * lanes);
        } else {
            const std::uint64_t* rows = given_.row_masks + t - (Index * lanes + lanes - 1);
            const std::size_t stride = given_.row_stride;
            words masks[Planes];
            for (unsigned plane = 0; plane < Planes; ++plane)
                masks[plane] = hn::LoadU(word_tag(), rows + plane * stride);
            return differing<Planes>(own.letters, masks);
        }
    }

    template <std::size_t Index, bool SomeIdle>
    HWY_INLINE void step(unit& own, const words* left, std::size_t t) const {
        constexpr std::size_t lag = Index * lanes + lanes - 1; // lane 0 is that many rows behind
        words vertical[Recurrence::vertical];
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            vertical[i] = own.vertical[i];
        for (unsigned i = 0; i < Recurrence::horizontal; ++i)
            own.sent[i] = lanes_down(own.sent[i], left[i]);
        Recurrence::row(differences<Index>(own, t), vertical, own.sent);
        if constexpr (SomeIdle) {
            const words active = hn::LoadU(word_tag(), given_.active + t - lag);
            for (unsigned i = 0; i < Recurrence::vertical; ++i)
                vertical[i] = choose(active, vertical[i], own.vertical[i]);
            for (unsigned i = 0; i < Recurrence::horizontal; ++i)
                own.sent[i] = hn::And(own.sent[i], active);
        }
        for (unsigned i = 0; i < Recurrence::vertical; ++i)
            own.vertical[i] = vertical[i];
    }

    const block& given_;
    std::size_t first_word_;
    std::uint64_t* history_;

    // With tables only: the inputs of the next steps, computed in advance for several steps at a time.
    static constexpr std::size_t chunk = 64;
    delay_line delays_[Planes == 0 ? units : 1];
    std::size_t stream_begin_ = 0;
    HWY_ALIGN std::uint64_t stream_[Planes == 0 ? units * chunk * lanes : lanes];
};

template <class Recurrence, unsigned Planes>
void run_strips(const block& given) {
    for (std::size_t word = 0; word < block_words; word += strip_words)
        strip<Recurrence, Planes>(given, word).run();
}

template <class Recurrence>
void run_block(const block& given) {
    switch (given.planes) {
    case 2: return run_strips<Recurrence, 2>(given);
    case 3: return run_strips<Recurrence, 3>(given);
    default: return run_strips<Recurrence, 0>(given);
    }
}

/// As block_kernel::pack.
inline void pack_horizontal(const std::uint64_t* horizontal, std::uint64_t* bits) {
    const hn::RebindToSigned<word_tag> tag;
    for (std::size_t word = 0; word < most_block_rows / 64; ++word) {
        std::uint64_t packed = 0;
        for (std::size_t i = 0; i < 64; i += lanes) {
            const auto here = hn::BitCast(tag, hn::LoadU(word_tag(), horizontal + word * 64 + i));
            std::uint8_t some = 0;
            hn::StoreMaskBits(tag, hn::Lt(here, hn::Zero(tag)), &some);
            packed |= std::uint64_t{some} << i;
        }
        bits[word] = packed;
    }
}

} // namespace concord::pairwise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

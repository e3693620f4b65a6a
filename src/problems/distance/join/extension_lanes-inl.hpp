// Which words of an extension (piece_extension.hpp) the letters of a sequence can go on with, a word a lane.
//
// By furthest-reaching points, as short_lanes-inl.hpp has them: of each diagonal the rows from the furthest one on.
// With e edits the e-th piece has to be left behind on one of the diagonals from -e to e; else the lane is done, and
// when all are, the vector is: of random sequences few go on behind the second.
//
// Within j Damerau-Levenshtein edits the OSA distance is at most 3 j / 2, so there the first piece has to be left
// behind with one edit of OSA, the second with three and the third with four.
//
// Compiled for each instruction set (join_kernels.cpp).
#if defined(CONCORD_EXTENSION_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef CONCORD_EXTENSION_LANES_INL_HPP
#undef CONCORD_EXTENSION_LANES_INL_HPP
#else
#define CONCORD_EXTENSION_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/short_lanes-inl.hpp"
#include "simd/vector_logic-inl.hpp"

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <short_metric Metric, unsigned Bits>
class extension_lanes {
  public:
    using word = simd::HWY_NAMESPACE::words;
    using tag = simd::HWY_NAMESPACE::word_tag;
    using mask = hn::Mask<tag>;

    /// Lays them out as in an entry, moved to the left by `most` letters, by one less, and so on to the right.
    explicit HWY_INLINE extension_lanes(const extension_letters& letters) {
        constexpr unsigned moves = 2 * most + 1;
        constexpr unsigned lanes = simd::HWY_NAMESPACE::lanes;
        std::uint64_t moved[moves + lanes];
        for (unsigned first = 0; first < moves; first += lanes) {
            word made = hn::Zero(tag());
            for (unsigned bit = 0; bit < Bits; ++bit) {
                const word here = hn::Shr(hn::Set(tag(), letters.bits[bit] << most), hn::Iota(tag(), first));
                made =
                    hn::Or(made, hn::ShiftLeftSame(hn::And(here, hn::Set(tag(), low)), static_cast<int>(bit * within)));
            }
            hn::StoreU(made, tag(), moved + first);
        }
        for_each_of<-reach, reach>([&](auto diagonal) HWY_ATTR {
            constexpr int d = decltype(diagonal)::value;
            letters_[at<d>()] = hn::Set(tag(), moved[static_cast<unsigned>(d + static_cast<int>(most))]);
        });
    }

    /// Those of the lanes that go on with up to Last edits.
    template <unsigned Last>
    HWY_INLINE mask go_on(word entry, mask lanes) const {
        points now;
        const word differ = differing<0>(entry);
        now.reached[at<0>()] = from_first(differ);
        now.differ[at<0>()] = differ;
        word pieces = hn::ShiftRight<extension_bits>(entry);
        word letters = hn::Zero(tag()); // up to the end of a piece
        return after<1, Last>(entry, now, pieces, letters, lanes);
    }

  private:
    static constexpr unsigned most = most_extended_pieces;
    static constexpr int reach = Metric == short_metric::hamming ? 0 : static_cast<int>(most);
    static constexpr unsigned within = extension_bits / Bits; ///< letters
    static constexpr std::uint64_t low = (std::uint64_t{1} << within) - 1;

    struct points {
        word reached[static_cast<unsigned>(2 * reach + 1)];
        word differ[static_cast<unsigned>(2 * reach + 1)];
    };

    /// Whether the next piece has to be left behind with so many edits.
    static constexpr bool leaves_a_piece(int edits) {
        return Metric != short_metric::damerau_levenshtein || edits != 2;
    }

    template <int Diagonal>
    static constexpr int at() {
        return Diagonal + reach;
    }

    /// Ones from the first one on.
    static HWY_INLINE word from_first(word bits) { return hn::Or(bits, hn::Sub(hn::Zero(tag()), bits)); }

    /// Letters that differ on a diagonal, and anything above the letters.
    template <int Diagonal>
    HWY_INLINE word differing(word entry) const {
        const word bits = hn::Xor(entry, letters_[at<Diagonal>()]);
        word differ = hn::Or(bits, hn::ShiftRight<within>(bits));
        if constexpr (Bits == 4) differ = hn::Or(differ, hn::ShiftRight<2 * within>(differ));
        return differ;
    }

    /// The points after one edit more than those of `before`.
    template <int Edits, unsigned Last>
    HWY_INLINE mask after(word entry, const points& before, word& pieces, word& letters, mask lanes) const {
        constexpr int edits = Metric == short_metric::hamming ? 0 : Edits;
        constexpr int last = Metric == short_metric::hamming ? 0 : Edits - 1;
        points now;
        for_each_of<-edits, edits>([&](auto diagonal) HWY_ATTR {
            constexpr int d = decltype(diagonal)::value;
            if constexpr (d < -last || d > last)
                now.differ[at<d>()] = differing<d>(entry);
            else
                now.differ[at<d>()] = before.differ[at<d>()];
        });
        word all = hn::Not(hn::Zero(tag()));
        for_each_of<-edits, edits>([&](auto diagonal) HWY_ATTR {
            constexpr int d = decltype(diagonal)::value;
            word rows = hn::Not(hn::Zero(tag()));
            if constexpr (Metric != short_metric::hamming && d - 1 >= -last && d - 1 <= last)
                rows = before.reached[at<d - 1>()];
            if constexpr (Metric != short_metric::hamming && d + 1 >= -last && d + 1 <= last)
                rows = hn::And(rows, hn::ShiftLeft<1>(before.reached[at<d + 1>()]));
            if constexpr (Metric != short_metric::indel && d >= -last && d <= last) {
                word beyond = hn::ShiftLeft<1>(before.reached[at<d>()]);
                if constexpr (Metric == short_metric::osa || Metric == short_metric::damerau_levenshtein) {
                    const word transposed = hn::Or(now.differ[at<d + 1>()], hn::ShiftRight<1>(now.differ[at<d - 1>()]));
                    const word row = hn::AndNot(beyond, before.reached[at<d>()]);
                    beyond = hn::AndNot(hn::ShiftLeft<1>(hn::AndNot(transposed, row)), beyond);
                }
                rows = hn::And(rows, beyond);
            }
            now.reached[at<d>()] = from_first(hn::And(rows, now.differ[at<d>()]));
            all = hn::And(all, now.reached[at<d>()]);
        });
        if constexpr (leaves_a_piece(Edits)) {
            letters = hn::Add(letters, hn::And(pieces, hn::Set(tag(), 15)));
            pieces = hn::ShiftRight<4>(pieces);
            const word one = hn::Set(tag(), 1);
            const word behind = hn::And(hn::Sub(hn::Shl(one, letters), one), hn::Set(tag(), low));
            lanes = hn::And(lanes, hn::Eq(hn::And(all, behind), hn::Zero(tag())));
        }
        if constexpr (Edits < static_cast<int>(Last)) {
            if (hn::AllFalse(tag(), lanes)) return lanes;
            return after<Edits + 1, Last>(entry, now, pieces, letters, lanes);
        } else {
            return lanes;
        }
    }

    word letters_[static_cast<unsigned>(2 * reach + 1)];
};

template <class Tag>
static HWY_INLINE std::uint64_t bits_of(hn::Mask<Tag> mask) {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(Tag(), mask, stored);
    return stored[0];
}

/// As find_extended of join_kernels.hpp.
template <short_metric Metric, unsigned Bits>
static std::size_t find_with_bits(const sketch_list& among, const extension_letters& letters, std::uint32_t key,
                                  std::uint32_t* found) {
    using own = extension_lanes<Metric, Bits>;
    using tag = typename own::tag;
    const hn::Rebind<std::uint32_t, tag> halves;
    constexpr std::size_t lanes = simd::HWY_NAMESPACE::lanes;
    constexpr std::size_t at_once = 64;
    const hn::RebindToSigned<tag> signed_tag;
    std::int64_t left[2 * at_once]; // that leave the first piece behind
    const auto wanted_key = hn::Set(tag(), key);
    const own of_a(letters);
    std::size_t waiting = 0;
    std::size_t count = 0;
    for (std::size_t begin = among.begin; begin < among.end; begin += at_once) {
        const std::size_t end = among.end - begin < at_once ? among.end : begin + at_once;
        std::uint64_t all = 0;
        for (std::size_t at = begin; at < end; at += lanes) {
            auto here = hn::FirstN(tag(), end - at);
            if (among.keys != nullptr)
                here = hn::And(here, hn::Eq(hn::PromoteTo(tag(), hn::LoadU(halves, among.keys + at)), wanted_key));
            all |= bits_of<tag>(of_a.template go_on<1>(hn::LoadU(tag(), among.sketches + at), here)) << (at - begin);
        }
        for (; all != 0; all &= all - 1)
            left[waiting++] = static_cast<std::int64_t>(begin) + __builtin_ctzll(all);
        if (waiting < at_once && end < among.end) continue;
        for (std::size_t first = 0; first < waiting; first += lanes) {
            const auto here = hn::FirstN(tag(), waiting - first);
            const auto index =
                hn::IfThenElseZero(hn::RebindMask(signed_tag, here), hn::LoadU(signed_tag, left + first));
            const auto word = hn::GatherIndex(tag(), among.sketches, index);
            for (std::uint64_t bits = bits_of<tag>(of_a.template go_on<most_extended_pieces>(word, here)); bits != 0;
                 bits &= bits - 1)
                found[count++] = static_cast<std::uint32_t>(left[first + static_cast<unsigned>(__builtin_ctzll(bits))]);
        }
        waiting = 0;
    }
    return count;
}

template <short_metric Metric>
static std::size_t find_extensions(const sketch_list& among, const extension_letters& letters, std::uint32_t key,
                                   std::uint32_t* found) {
    return letters.bits_of_letter == 2 ? find_with_bits<Metric, 2>(among, letters, key, found)
                                       : find_with_bits<Metric, 4>(among, letters, key, found);
}

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Eight sequences a vector of AVX-512, two of the baseline. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/cpu/growth/growth_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>

#include "problems/substring/cpu/growth/growth_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using word_lanes = hn::CappedTag<std::uint64_t, growth_padding>;
using word_vector = hn::Vec<word_lanes>;

/// The rows of a word in one vector of lanes, shifted to where the next letter stands. `Mismatches` and `Words` are
/// known when this is compiled, or -1.
template <int Mismatches, int Words>
class shifted_rows {
  public:
    HWY_INLINE shifted_rows(const growth_shape& shape, const std::uint64_t* rows, unsigned word, std::size_t lane)
        : shape_(shape), rows_(rows), word_(word), lane_(lane) {}

    [[nodiscard]] static HWY_INLINE unsigned mismatches(const growth_shape& shape) {
        return Mismatches >= 0 ? static_cast<unsigned>(Mismatches) : shape.mismatches;
    }
    [[nodiscard]] static HWY_INLINE unsigned words(const growth_shape& shape) {
        return Words >= 0 ? static_cast<unsigned>(Words) : shape.words;
    }
    [[nodiscard]] HWY_INLINE word_vector row(std::size_t row) const {
        const word_lanes lanes;
        const std::uint64_t* here = rows_ + (row * words(shape_) + word_) * shape_.stride + lane_;
        const word_vector bits = hn::LoadU(lanes, here);
        const word_vector shifted = hn::Add(bits, bits);
        if (word_ == 0) return shifted;
        return hn::Or(shifted, hn::ShiftRight<63>(hn::LoadU(lanes, here - shape_.stride)));
    }

  private:
    const growth_shape& shape_;
    const std::uint64_t* rows_;
    unsigned word_;
    std::size_t lane_;
};

template <int Mismatches, int Words>
void count_by(const growth_shape& shape, const std::uint64_t* rows, std::span<const growth_letter> letters,
              growth_count* counts) {
    using shifted = shifted_rows<Mismatches, Words>;
    const word_lanes lanes;
    const unsigned mismatches = shifted::mismatches(shape);
    const unsigned words = shifted::words(shape);
    word_vector literal_of[most_growth_letters]; // any literal occurrences
    word_vector held[most_growth_letters];       // the words of row k together
    for (std::size_t letter = 0; letter < letters.size(); ++letter)
        literal_of[letter] = hn::Zero(lanes);
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        for (unsigned word = 0; word < words; ++word) {
            const std::size_t at = word * shape.stride + lane;
            const shifted before(shape, rows, word, lane);
            const word_vector most = before.row(mismatches);
            const word_vector fewer = mismatches == 0 ? hn::Zero(lanes) : before.row(mismatches - 1);
            const word_vector literal = shape.has_literal ? before.row(mismatches + 1)
                                        : mismatches == 0 ? most
                                                          : before.row(0);
            for (std::size_t letter = 0; letter < letters.size(); ++letter) {
                const word_vector next = hn::OrAnd(fewer, most, hn::LoadU(lanes, letters[letter].positions + at));
                held[letter] = word == 0 ? next : hn::Or(held[letter], next);
                literal_of[letter] =
                    hn::OrAnd(literal_of[letter], literal, hn::LoadU(lanes, letters[letter].literal + at));
            }
        }
        for (std::size_t letter = 0; letter < letters.size(); ++letter) {
            const auto holds = hn::Ne(held[letter], hn::Zero(lanes));
            counts[letter].holders += hn::CountTrue(lanes, holds);
            if (shape.weights != nullptr)
                counts[letter].support += hn::GetLane(
                    hn::SumOfLanes(lanes, hn::IfThenElseZero(holds, hn::LoadU(lanes, shape.weights + lane))));
        }
    }
    for (std::size_t letter = 0; letter < letters.size(); ++letter) {
        counts[letter].exists = !hn::AllTrue(lanes, hn::Eq(literal_of[letter], hn::Zero(lanes)));
        if (shape.weights == nullptr) counts[letter].support = counts[letter].holders;
    }
}

/// Calls visit(row, vector) for the rows of the longer word.
template <int Mismatches, int Words, class Visit>
HWY_INLINE void for_each_longer(const growth_shape& shape, const shifted_rows<Mismatches, Words>& before,
                                const growth_letter& letter, std::size_t at, const Visit& visit) {
    const word_lanes lanes;
    const unsigned mismatches = shifted_rows<Mismatches, Words>::mismatches(shape);
    const word_vector holds = hn::LoadU(lanes, letter.positions + at);
    word_vector fewer = before.row(0);
    visit(0, hn::And(fewer, holds));
    for (unsigned row = 1; row <= mismatches; ++row) {
        const word_vector here = before.row(row);
        visit(row, hn::OrAnd(fewer, here, holds));
        fewer = here;
    }
    if (shape.has_literal)
        visit(mismatches + 1, hn::And(before.row(mismatches + 1), hn::LoadU(lanes, letter.literal + at)));
}

template <int Mismatches, int Words>
void extend_by(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
               const grown_rows& longer) {
    using shifted = shifted_rows<Mismatches, Words>;
    const word_lanes lanes;
    const unsigned words = shifted::words(shape);
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes))
        for (unsigned word = words; word-- > 0;) // from the last, so that the rows may be the same
            for_each_longer<Mismatches, Words>(
                shape, shifted(shape, rows, word, lane), letter, word * shape.stride + lane,
                [&](unsigned row, word_vector bits)
                    HWY_ATTR { hn::StoreU(bits, lanes, longer.rows + (row * words + word) * longer.stride + lane); });
}

template <int Mismatches, int Words>
void extend_holders_by(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
                       const grown_rows& longer, const copied_rows& block) {
    using shifted = shifted_rows<Mismatches, Words>;
    const word_lanes lanes;
    const unsigned mismatches = shifted::mismatches(shape);
    const unsigned words = shifted::words(shape);
    std::size_t kept = 0;
    for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes)) {
        word_vector any = hn::Zero(lanes);
        for (unsigned word = 0; word < words; ++word) {
            const shifted before(shape, rows, word, lane);
            const word_vector holds = hn::LoadU(lanes, letter.positions + word * shape.stride + lane);
            any = hn::Or(any, hn::And(before.row(mismatches), holds));
            if (mismatches > 0) any = hn::Or(any, before.row(mismatches - 1));
        }
        const auto holders = hn::Ne(any, hn::Zero(lanes));
        if (hn::AllFalse(lanes, holders)) continue;
        // A vector beyond what is kept may be overwritten: hence the padding of the rows.
        for (unsigned word = 0; word < words; ++word)
            for_each_longer<Mismatches, Words>(
                shape, shifted(shape, rows, word, lane), letter, word * shape.stride + lane,
                [&](unsigned row, word_vector bits) HWY_ATTR {
                    hn::CompressStore(bits, holders, lanes, longer.rows + (row * words + word) * longer.stride + kept);
                });
        for (std::size_t row = 0; row < block.count; ++row)
            hn::CompressStore(hn::LoadU(lanes, block.from + row * shape.stride + lane), holders, lanes,
                              block.to.rows + row * block.to.stride + kept);
        kept += hn::CountTrue(lanes, holders);
    }
    const std::size_t padded = (kept + growth_padding - 1) / growth_padding * growth_padding;
    const auto clear = [&](const grown_rows& all, std::size_t count) {
        for (std::size_t row = 0; row < count; ++row)
            for (std::size_t lane = kept; lane < padded; ++lane)
                all.rows[row * all.stride + lane] = 0;
    };
    clear(longer, (mismatches + (shape.has_literal ? 2 : 1)) * words);
    clear(block.to, block.count);
}

std::uint64_t occurrences(const growth_shape& shape, const std::uint64_t* rows) {
    const word_lanes lanes;
    word_vector ones = hn::Zero(lanes);
    for (unsigned word = 0; word < shape.words; ++word) {
        const std::uint64_t* const row = rows + (shape.mismatches * shape.words + word) * shape.stride;
        for (std::size_t lane = 0; lane < shape.lanes; lane += hn::Lanes(lanes))
            ones = hn::Add(ones, hn::PopulationCount(hn::LoadU(lanes, row + lane)));
    }
    return hn::GetLane(hn::SumOfLanes(lanes, ones));
}

/// One group of entries that vectors do not divide.
void spread_words(const std::uint64_t* from, std::uint64_t* to, std::size_t apart, std::size_t letters) {
    for (std::size_t word = 0; word < apart; ++word) {
        std::uint64_t any = 0;
        for (std::size_t letter = 0; letter < letters; ++letter)
            any |= from[word + letter * apart];
        for (std::size_t letter = 0; letter < letters; ++letter)
            to[word + letter * apart] |= any;
    }
}

void spread(const spread_rows& table) {
    const word_lanes lanes;
    std::size_t entries = 1;
    for (unsigned position = 0; position < table.positions; ++position)
        entries *= table.letters;
    std::size_t apart = table.words; // words that differ in a position: the last is the nearest
    for (unsigned position = 0; position < table.positions; ++position, apart *= table.letters) {
        const std::size_t group = apart * table.letters;
        for (unsigned row = table.mismatches; row > 0; --row) { // row - 1 as it was before this position
            const std::uint64_t* const from = table.rows + (row - 1) * table.of_row;
            std::uint64_t* const to = table.rows + row * table.of_row;
            for (std::size_t first = 0; first < entries * table.words; first += group) {
                if (apart % hn::Lanes(lanes) != 0) {
                    spread_words(from + first, to + first, apart, table.letters);
                    continue;
                }
                for (std::size_t at = first; at < first + apart; at += hn::Lanes(lanes)) {
                    word_vector any = hn::LoadU(lanes, from + at);
                    for (std::size_t letter = 1; letter < table.letters; ++letter)
                        any = hn::Or(any, hn::LoadU(lanes, from + at + letter * apart));
                    for (std::size_t letter = 0; letter < table.letters; ++letter) {
                        std::uint64_t* const entry = to + at + letter * apart;
                        hn::StoreU(hn::Or(any, hn::LoadU(lanes, entry)), lanes, entry);
                    }
                }
            }
        }
    }
}

void spread_ends(const spread_bits& table) {
    const word_lanes lanes;
    std::size_t bits = 1; // of an entry
    for (unsigned position = 0; position < table.positions; ++position)
        bits *= table.letters;
    std::size_t apart = 1;
    for (unsigned position = 0; position < table.positions; ++position, apart *= table.letters) {
        std::uint64_t first_letter = 0; // the bits of words whose letter here is the first
        for (std::size_t bit = 0; bit < bits; ++bit)
            if (bit / apart % table.letters == 0) first_letter |= std::uint64_t{1} << bit;
        const word_vector is_first = hn::Set(lanes, first_letter);
        for (unsigned row = table.mismatches; row > 0; --row) { // row - 1 as it was before this position
            const std::uint64_t* const from = table.rows + (row - 1) * table.of_row;
            std::uint64_t* const to = table.rows + row * table.of_row;
            std::size_t entry = 0;
            for (; entry + hn::Lanes(lanes) <= table.entries; entry += hn::Lanes(lanes)) {
                const word_vector here = hn::LoadU(lanes, from + entry);
                word_vector any = here;
                for (std::size_t letter = 1; letter < table.letters; ++letter)
                    any = hn::Or(any, hn::ShiftRightSame(here, static_cast<int>(letter * apart)));
                any = hn::And(any, is_first);
                word_vector all = hn::Or(any, hn::LoadU(lanes, to + entry));
                for (std::size_t letter = 1; letter < table.letters; ++letter)
                    all = hn::Or(all, hn::ShiftLeftSame(any, static_cast<int>(letter * apart)));
                hn::StoreU(all, lanes, to + entry);
            }
            for (; entry < table.entries; ++entry) {
                std::uint64_t any = 0;
                for (std::size_t letter = 0; letter < table.letters; ++letter)
                    any |= from[entry] >> letter * apart & first_letter;
                for (std::size_t letter = 0; letter < table.letters; ++letter)
                    to[entry] |= any << letter * apart;
            }
        }
    }
}

/// Calls one of the functions for the number of mismatches and of words.
#define CONCORD_BY_SHAPE(function, shape, ...)                                                                         \
    switch ((shape).words <= 2 ? (shape).words * 5 + std::min((shape).mismatches, 4U) : 0U) {                          \
    case 5: return function<0, 1>(shape, __VA_ARGS__);                                                                 \
    case 6: return function<1, 1>(shape, __VA_ARGS__);                                                                 \
    case 7: return function<2, 1>(shape, __VA_ARGS__);                                                                 \
    case 8: return function<3, 1>(shape, __VA_ARGS__);                                                                 \
    case 9: return function<-1, 1>(shape, __VA_ARGS__);                                                                \
    case 10: return function<0, 2>(shape, __VA_ARGS__);                                                                \
    case 11: return function<1, 2>(shape, __VA_ARGS__);                                                                \
    case 12: return function<2, 2>(shape, __VA_ARGS__);                                                                \
    case 13: return function<3, 2>(shape, __VA_ARGS__);                                                                \
    case 14: return function<-1, 2>(shape, __VA_ARGS__);                                                               \
    default: return function<-1, -1>(shape, __VA_ARGS__);                                                              \
    }

void count(const growth_shape& shape, const std::uint64_t* rows, std::span<const growth_letter> letters,
           growth_count* counts) {
    for (std::size_t letter = 0; letter < letters.size(); ++letter)
        counts[letter] = {};
    CONCORD_BY_SHAPE(count_by, shape, rows, letters, counts)
}
void extend(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
            const grown_rows& longer) {
    CONCORD_BY_SHAPE(extend_by, shape, rows, letter, longer)
}
void extend_holders(const growth_shape& shape, const std::uint64_t* rows, const growth_letter& letter,
                    const grown_rows& longer, const copied_rows& block) {
    CONCORD_BY_SHAPE(extend_holders_by, shape, rows, letter, longer, block)
}

#undef CONCORD_BY_SHAPE

constexpr growth_kernels kernels{&count, &extend, &extend_holders, &occurrences, &spread, &spread_ends};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const growth_kernels& growth_kernels_for(simd::vector_target target) { return CONCORD_DISPATCH(kernels, target); }

} // namespace concord::substring
#endif

// Four entries a vector: those that differ in the letter before the last three are one vector, and with other letters
// whole vectors lie apart. Highway includes this file anew for each instruction set.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/substring/variants/neighbourhood_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/substring/variants/neighbourhood_kernels.hpp"
#include "simd/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::substring::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using entry_lanes = hn::CappedTag<std::uint64_t, 4>;
using entry_vector = hn::Vec<entry_lanes>;

constexpr std::size_t lanes_of_vector = hn::MaxLanes(entry_lanes());
constexpr std::size_t values_of_letter = 4;

/// Bits of an entry that differ in one letter only, together: of the last, the one before it, and the third.
HWY_INLINE entry_vector any_last(entry_vector bits) {
    entry_vector any = hn::Or(bits, hn::ShiftRight<2>(bits));
    any = hn::And(hn::Or(any, hn::ShiftRight<1>(any)), hn::Set(entry_lanes(), 0x1111'1111'1111'1111U));
    any = hn::Or(any, hn::ShiftLeft<1>(any));
    return hn::Or(any, hn::ShiftLeft<2>(any));
}
HWY_INLINE entry_vector any_second(entry_vector bits) {
    entry_vector any = hn::Or(bits, hn::ShiftRight<8>(bits));
    any = hn::And(hn::Or(any, hn::ShiftRight<4>(any)), hn::Set(entry_lanes(), 0x000F'000F'000F'000FU));
    any = hn::Or(any, hn::ShiftLeft<4>(any));
    return hn::Or(any, hn::ShiftLeft<8>(any));
}
HWY_INLINE entry_vector any_third(entry_vector bits) {
    const entry_vector any = hn::Or(bits, hn::RotateRight<32>(bits));
    return hn::Or(any, hn::RotateRight<16>(any));
}
/// The same of four entries, which are a vector.
HWY_INLINE entry_vector any_entry(entry_vector bits) {
    if constexpr (lanes_of_vector == values_of_letter) {
        const entry_lanes lanes;
        const auto flipped = [&](entry_vector of, std::uint64_t by) HWY_ATTR {
            return hn::TableLookupLanes(
                of, hn::IndicesFromVec(lanes, hn::Xor(hn::Iota(lanes, std::uint64_t{0}), hn::Set(lanes, by))));
        };
        const entry_vector any = hn::Or(bits, flipped(bits, 1));
        return hn::Or(any, flipped(any, 2));
    } else {
        return bits;
    }
}

/// Row by row from the last, so that each receives of the one before it what that was before this letter.
template <class Any>
HWY_INLINE void substitute_letter(entry_vector* rows, unsigned edits, Any any) {
    for (unsigned row = edits; row > 0; --row)
        rows[row] = hn::Or(rows[row], any(rows[row - 1]));
}

/// All letters of a table, whose last row is `Edits`, known when this is compiled; or 0, and it is not.
template <unsigned Edits>
class substitution {
  public:
    HWY_INLINE explicit substitution(const neighbourhood_rows& table) : table_(table) {}

    /// Some entries, a power of four, with all letters that tell them apart: in parts first, which fit into a cache.
    void substitute(std::size_t first, std::size_t entries) const {
        constexpr std::size_t at_once = 64;
        if (entries > at_once) {
            const std::size_t apart = entries / values_of_letter;
            for (std::size_t value = 0; value < values_of_letter; ++value)
                substitute(first + value * apart, apart);
            substitute_apart(entry_lanes(), first, apart);
            return;
        }
        substitute_within(first, entries);
        if (lanes_of_vector < values_of_letter && entries > 1)
            for (std::size_t at = first; at < first + entries; at += values_of_letter)
                substitute_apart(hn::CappedTag<std::uint64_t, 1>(), at, 1);
        for (std::size_t apart = values_of_letter; apart < entries; apart *= values_of_letter)
            for (std::size_t at = first; at < first + entries; at += apart * values_of_letter)
                substitute_apart(entry_lanes(), at, apart);
    }

  private:
    [[nodiscard]] HWY_INLINE unsigned edits() const { return Edits == 0 ? table_.edits : Edits; }

    /// The letters within a vector of entries.
    HWY_INLINE void substitute_within(std::size_t first, std::size_t entries) const {
        const entry_lanes lanes;
        entry_vector rows[Edits == 0 ? most_edits_of_neighbourhoods + 1 : Edits + 1];
        for (std::size_t at = first; at < first + entries; at += lanes_of_vector) {
            std::uint64_t* const from = table_.rows + at;
            for (unsigned row = 0; row <= edits(); ++row)
                rows[row] = hn::LoadU(lanes, from + row * table_.of_row);
            substitute_letter(rows, edits(), [](entry_vector of) HWY_ATTR { return any_last(of); });
            if (table_.letters > 1)
                substitute_letter(rows, edits(), [](entry_vector of) HWY_ATTR { return any_second(of); });
            if (table_.letters > 2)
                substitute_letter(rows, edits(), [](entry_vector of) HWY_ATTR { return any_third(of); });
            if (table_.letters > letters_of_entry)
                substitute_letter(rows, edits(), [](entry_vector of) HWY_ATTR { return any_entry(of); });
            for (unsigned row = 1; row <= edits(); ++row)
                hn::StoreU(rows[row], lanes, from + row * table_.of_row);
        }
    }

    /// Of four entries that lie `apart`, and their neighbours.
    template <class Tag>
    HWY_INLINE void substitute_apart(Tag lanes, std::size_t first, std::size_t apart) const {
        for (unsigned row = edits(); row > 0; --row) {
            const std::uint64_t* from = table_.rows + (row - 1) * table_.of_row + first;
            std::uint64_t* to = table_.rows + row * table_.of_row + first;
            for (const std::uint64_t* const end = from + apart; from < end;
                 from += hn::Lanes(lanes), to += hn::Lanes(lanes)) {
                const auto any = hn::Or(hn::Or(hn::LoadU(lanes, from), hn::LoadU(lanes, from + apart)),
                                        hn::Or(hn::LoadU(lanes, from + 2 * apart), hn::LoadU(lanes, from + 3 * apart)));
                hn::StoreU(hn::Or(any, hn::LoadU(lanes, to)), lanes, to);
                hn::StoreU(hn::Or(any, hn::LoadU(lanes, to + apart)), lanes, to + apart);
                hn::StoreU(hn::Or(any, hn::LoadU(lanes, to + 2 * apart)), lanes, to + 2 * apart);
                hn::StoreU(hn::Or(any, hn::LoadU(lanes, to + 3 * apart)), lanes, to + 3 * apart);
            }
        }
    }

    const neighbourhood_rows& table_;
};

void substitute(const neighbourhood_rows& table) {
    const std::size_t entries = entries_of_words(table.letters);
    switch (table.letters == 0 ? 0 : table.edits) {
    case 0: return;
    case 1: return substitution<1>(table).substitute(0, entries);
    case 2: return substitution<2>(table).substitute(0, entries);
    case 3: return substitution<3>(table).substitute(0, entries);
    default: return substitution<0>(table).substitute(0, entries);
    }
}

/// Words whose last three letters have one that is inserted: what is left of these are two letters, 16 bits of each.
template <unsigned Letters>
HWY_INLINE entry_vector inserted_within(entry_vector pairs) {
    const entry_lanes lanes;
    // By the first of both letters: every 16th bit and the three behind it.
    entry_vector second = hn::And(hn::Or(pairs, hn::ShiftLeft<24>(pairs)), hn::Set(lanes, 0x0000'00FF'0000'00FFU));
    second = hn::And(hn::Or(second, hn::ShiftLeft<12>(second)), hn::Set(lanes, 0x000F'000F'000F'000FU));
    // By both: every fourth bit.
    entry_vector last = hn::And(hn::Or(second, hn::ShiftLeft<6>(second)), hn::Set(lanes, 0x0303'0303'0303'0303U));
    last = hn::And(hn::Or(last, hn::ShiftLeft<3>(last)), hn::Set(lanes, 0x1111'1111'1111'1111U));
    last = hn::Or(last, hn::ShiftLeft<1>(last));
    last = hn::Or(last, hn::ShiftLeft<2>(last));
    if constexpr (Letters == 1) return last;
    second = hn::Or(second, hn::ShiftLeft<4>(second));
    second = hn::Or(second, hn::ShiftLeft<8>(second));
    if constexpr (Letters == 2) return hn::Or(last, second);
    const entry_vector third = hn::Or(pairs, hn::ShiftLeft<16>(pairs));
    return hn::Or(hn::Or(last, second), hn::Or(third, hn::ShiftLeft<32>(third)));
}

template <unsigned Letters>
void insert_by(const std::uint64_t* shorter, std::uint64_t* longer, unsigned letters) {
    const entry_lanes lanes;
    const hn::Rebind<std::uint16_t, entry_lanes> pair_lanes;
    const hn::Rebind<std::uint32_t, entry_lanes> wider_lanes;
    const auto* const pairs = reinterpret_cast<const std::uint16_t*>(shorter); // NOLINT: as the bits lie
    const std::size_t entries = entries_of_words(letters);
    const unsigned of_address = letters > letters_of_entry ? letters - letters_of_entry : 0;
    // Of entries next to each other those of words without the nearest letter of the address: one for each four.
    const auto quarter = hn::IndicesFromVec(lanes, hn::ShiftRight<2>(hn::Iota(lanes, std::uint64_t{0})));
    for (std::size_t at = 0; at < entries; at += lanes_of_vector) {
        entry_vector made = hn::LoadU(lanes, longer + at);
        made = hn::Or(made, inserted_within<Letters>(
                                hn::PromoteTo(lanes, hn::PromoteTo(wider_lanes, hn::LoadU(pair_lanes, pairs + at)))));
        if (of_address > 0)
            made = hn::Or(made, hn::TableLookupLanes(hn::LoadU(lanes, shorter + at / values_of_letter), quarter));
        for (unsigned letter = 1; letter < of_address; ++letter) {
            const std::size_t below = at & ((std::size_t{1} << 2 * letter) - 1);
            made = hn::Or(made, hn::LoadU(lanes, shorter + ((at >> 2 * (letter + 1)) << 2 * letter) + below));
        }
        hn::StoreU(made, lanes, longer + at);
    }
}

void insert(const std::uint64_t* shorter, std::uint64_t* longer, unsigned letters) {
    switch (letters) {
    case 0: return;
    case 1: return insert_by<1>(shorter, longer, letters);
    case 2: return insert_by<2>(shorter, longer, letters);
    default: return insert_by<3>(shorter, longer, letters);
    }
}

void add(std::uint64_t* sum, const std::uint64_t* one, const std::uint64_t* other, std::uint64_t* carry,
         std::size_t entries) {
    const entry_lanes lanes;
    for (std::size_t at = 0; at < entries; at += lanes_of_vector) {
        const entry_vector a = hn::LoadU(lanes, sum + at);
        const entry_vector b = hn::LoadU(lanes, one + at);
        const entry_vector c = hn::LoadU(lanes, other + at);
        const entry_vector differ = hn::Xor(a, b);
        hn::StoreU(hn::Xor(differ, c), lanes, sum + at);
        hn::StoreU(hn::Or(hn::And(a, b), hn::And(differ, c)), lanes, carry + at);
    }
}

bool seed(const words_of_beginning& table, const seeded_window* windows, std::size_t count,
          const std::uint64_t* masks) {
    const entry_lanes lanes;
    constexpr std::size_t of_masks = letters_of_vector * entries_of_vector;
    bool are_any = false;
    for (const seeded_window* each = windows; each < windows + count; ++each) {
        // Of a letter that the window matches one of its four bits is left.
        const auto matches = static_cast<unsigned>(__builtin_popcount(each->beginning & table.beginning));
        const unsigned first = each->row + table.letters - matches;
        if (first > table.edits) continue;
        are_any = true;
        std::uint64_t* to = table.rows + first * table.of_row + each->vector * entries_of_vector;
        const std::uint64_t* mask = masks + each->masks * of_masks;
        const unsigned all = first + letters_of_vector; // mismatches with which the last letters are any
        const unsigned masked = all <= table.edits ? all : table.edits + 1;
        for (unsigned row = first; row < masked; ++row, to += table.of_row, mask += entries_of_vector)
            for (std::size_t at = 0; at < entries_of_vector; at += lanes_of_vector)
                hn::StoreU(hn::Or(hn::LoadU(lanes, to + at), hn::LoadU(lanes, mask + at)), lanes, to + at);
        for (unsigned row = masked; row <= table.edits; ++row, to += table.of_row)
            for (std::size_t at = 0; at < entries_of_vector; at += lanes_of_vector)
                hn::StoreU(hn::Set(lanes, ~std::uint64_t{0}), lanes, to + at);
    }
    return are_any;
}

/// What a row gives the next two for two letters: the bits of all values of the one, by the other, and of both.
struct two_letters {
    entry_vector of_first[values_of_letter];  ///< all values of the first letter, by the second
    entry_vector of_second[values_of_letter]; ///< all values of the second letter, by the first
};

/// Two letters whose values lie `apart` and four times as far apart, of 16 vectors.
///
///     row e     becomes e | any first letter of e - 1 | any second letter of e - 1 | any of both of e - 2
template <bool AreLast>
HWY_INLINE void substitute_two(const words_of_beginning& table, std::size_t first, std::size_t apart) {
    const entry_lanes lanes;
    const entry_vector none = hn::Zero(lanes);
    two_letters before; // of the row before
    for (std::size_t value = 0; value < values_of_letter; ++value)
        before.of_first[value] = before.of_second[value] = none;
    entry_vector of_both = none; // of the row before that one
    for (unsigned row = 0; row <= table.edits; ++row) {
        std::uint64_t* const from = table.rows + row * table.of_row + first;
        two_letters here;
        for (std::size_t value = 0; value < values_of_letter; ++value)
            here.of_first[value] = here.of_second[value] = none;
        for (std::size_t one = 0; one < values_of_letter; ++one) {
            const entry_vector given = hn::Or(before.of_second[one], of_both);
            for (std::size_t other = 0; other < values_of_letter; ++other) {
                std::uint64_t* const at = from + (one * values_of_letter + other) * apart;
                const entry_vector bits = hn::LoadU(lanes, at);
                here.of_first[other] = hn::Or(here.of_first[other], bits);
                here.of_second[one] = hn::Or(here.of_second[one], bits);
                if (!AreLast || row == table.edits)
                    hn::StoreU(hn::Or(hn::Or(bits, given), before.of_first[other]), lanes, at);
                else
                    hn::StoreU(none, lanes, at);
            }
        }
        of_both =
            hn::Or(hn::Or(before.of_first[0], before.of_first[1]), hn::Or(before.of_first[2], before.of_first[3]));
        before = here;
    }
}

void substitute_middle(const words_of_beginning& table) {
    constexpr std::size_t group = values_of_letter * values_of_letter;
    const std::size_t entries = entries_of_vector << 2 * table.middle;
    std::size_t apart = entries_of_vector;
    for (; apart * group < entries; apart *= group)
        for (std::size_t first = 0; first < entries; first += apart * group)
            for (std::size_t at = 0; at < apart; at += lanes_of_vector)
                substitute_two<false>(table, first + at, apart);
    for (std::size_t at = 0; at < apart; at += lanes_of_vector)
        substitute_two<true>(table, at, apart);
}

/// A letter in front matches the one at a place, or replaces it, is not in the text, or comes behind one that is
/// skipped. `Vectors` of a set of words with a letter less.
template <class Tag, std::size_t Vectors, bool Indels>
HWY_INLINE void widen_by(Tag lanes, const widened_sets& of) {
    using vector = hn::Vec<Tag>;
    const std::size_t of_row = of.places * of.of_shorter;
    vector next[most_edits_of_neighbourhoods + 1][Vectors]; // of the place behind this one
    for (std::size_t place = of.places; place-- > 0;) {
        const bool is_letter = (of.matching[place] & no_letter) == 0;
        const bool is_match = (of.matching[place] >> of.letter & 1U) != 0;
        const std::uint64_t* const here = of.shorter + place * of.of_shorter;
        const std::uint64_t* const behind = here + of.of_shorter;
        std::uint64_t* const to = of.longer + place * of.of_longer;
        // From the last row on: of the place behind, each needs the row before it.
        for (unsigned row = of.edits + 1; row-- > 0;) {
            // With a match those with fewer edits are among these.
            const std::uint64_t* const from = behind + (is_match || row == 0 ? row : row - 1) * of_row;
            const auto is_any = hn::Set(lanes, is_letter && (is_match || row > 0) ? ~std::uint64_t{0} : 0);
            for (std::size_t at = 0; at < Vectors; ++at) {
                vector made = hn::Zero(lanes);
                if (is_letter) made = hn::And(is_any, hn::LoadU(lanes, from + at * hn::Lanes(lanes)));
                if (Indels && row > 0) {
                    made = hn::Or(made, hn::LoadU(lanes, here + (row - 1) * of_row + at * hn::Lanes(lanes)));
                    if (is_letter) made = hn::Or(made, next[row - 1][at]);
                }
                next[row][at] = made;
                if (row >= of.first_row)
                    hn::StoreU(made, lanes,
                               to + (row - of.first_row) * of.places * of.of_longer + at * hn::Lanes(lanes));
            }
        }
    }
}

template <bool Indels>
void widen_all(const widened_sets& of) {
    const hn::CappedTag<std::uint64_t, 1> one;
    const entry_lanes lanes;
    switch (of.of_shorter) {
    case 1: return widen_by<decltype(one), 1, Indels>(one, of);
    case 4: return widen_by<entry_lanes, 4 / lanes_of_vector, Indels>(lanes, of);
    default: return widen_by<entry_lanes, 16 / lanes_of_vector, Indels>(lanes, of);
    }
}

void widen(const widened_sets& of) { return of.indels ? widen_all<true>(of) : widen_all<false>(of); }

template <std::size_t OfSet>
HWY_INLINE void mark_united_by(const united_sets& given) {
    const united_sets of = given; // what is held may not change this
    const entry_lanes lanes;
    HWY_ALIGN std::uint64_t united[lanes_of_sets * OfSet];
    constexpr std::size_t vectors = OfSet / lanes_of_vector;
    entry_vector made[vectors];
    for (std::size_t at = 0; at < vectors; ++at)
        made[at] = hn::Zero(lanes);
    constexpr std::uint32_t all_sets = (std::uint32_t{1} << bits_of_set_number) - 1;
    for (const std::uint32_t* each = of.united; each < of.united + of.count; ++each) {
        for (std::size_t line = 0; line < OfSet; line += 8)
            __builtin_prefetch(of.sets + (each[fetched_ahead] & all_sets) * OfSet + line);
        // Without a branch: how many sets a lane has is a matter of chance.
        const entry_vector kept = hn::Set(lanes, (*each & is_further_set) != 0 ? ~std::uint64_t{0} : 0);
        const std::uint64_t* const from = of.sets + (*each & all_sets) * OfSet;
        std::uint64_t* const to = united + (*each >> bits_of_set_number) % lanes_of_sets * OfSet;
        for (std::size_t at = 0; at < vectors; ++at) {
            made[at] = hn::Or(hn::And(made[at], kept), hn::LoadU(lanes, from + at * lanes_of_vector));
            hn::Store(made[at], lanes, to + at * lanes_of_vector);
        }
    }
    for (std::size_t index = 0; index < of.words; ++index) {
        // One by one: what was just stored is read sooner so than by a vector that gathers it.
        const std::uint64_t* const words = united + of.asked[index] / 64;
        unsigned held = 0;
        for (std::size_t lane = 0; lane < lanes_of_sets; ++lane)
            held |= static_cast<unsigned>(words[lane * OfSet] >> of.asked[index] % 64 & 1U) << lane;
        __builtin_prefetch(of.held + of.classes[index + fetched_ahead]);
        std::uint8_t& all = of.held[of.classes[index]];
        all = static_cast<std::uint8_t>(all | held);
    }
}

void mark_united(const united_sets& of) { return of.of_set == 4 ? mark_united_by<4>(of) : mark_united_by<16>(of); }

constexpr neighbourhood_kernels kernels{&substitute, &insert, &add, &seed, &substitute_middle, &widen, &mark_united};

} // namespace concord::substring::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::substring {

const neighbourhood_kernels& neighbourhood_kernels_for(simd::vector_target target) {
    return CONCORD_DISPATCH(kernels, target);
}

} // namespace concord::substring
#endif

// Compiled once for every instruction set: Highway includes this file anew for each.
//
//   R(e, r)  bit c: some substring that ends with letter c of the text is within e edits of the first r letters of the
//            pattern. A vector holds adjacent words of 64 letters; the bit that a shift moves into a word is of the
//            word before.
//   S(e, r)  R(e, r) << 1: of the letter before; at the beginning of a sequence, that of no letters at all: r <= e
//
//   R(e, r + 1) = S(e, r) & Eq | S(e - 1, r) | R(e - 1, r) | S(e - 1, r + 1)
//                 equal          substituted   left out      put in
//
// All rows of one or two vectors are computed before those of the next; of each row their last word is kept, whose last
// bit is shifted into the next. In a random text few words are within e edits of more than the beginning of a pattern:
// where no bit is left, the other rows are empty, too.
#define HWY_WANT_AVX3_DL // shifts two words as one: Ice Lake and newer
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problems/distance/find/find_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "problems/distance/find/find_kernels.hpp"
#include "simd/dispatch.hpp"
#include "simd/vector_logic-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace concord::edit_distance::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace simd::HWY_NAMESPACE; // NOLINT(google-build-using-namespace): words, lanes and their logic

constexpr auto vector_lanes = static_cast<unsigned>(lanes);
static_assert(2 * vector_lanes <= most_find_lanes);
constexpr unsigned any_edits = 63;
constexpr unsigned most_edits_known = HWY_TARGET == HWY_AVX3_DL ? 16 : 8; ///< at compile time
constexpr unsigned rows_a_look = 2; ///< rows between looks whether any bit is left

/// `Edits`: known at compile time so that a row stays in registers, or any_edits.
template <unsigned Edits>
class end_search {
  public:
    HWY_INLINE end_search(const text_words& text, const pattern_rows& pattern, unsigned edits, const text_part& part,
                          std::uint64_t* scratch, std::uint64_t* found)
        : text_(text), pattern_(pattern), given_edits_(edits), part_(part), masks_(scratch),
          carried_(scratch + pattern.classes.size() * step_words), found_(found) {}

    HWY_INLINE std::size_t run() {
        // Before its first word a part is at the beginning of a sequence, as far as is known.
        rows_carried_ = edits();
        for (unsigned row = 0; row <= edits() && row <= rows(); ++row)
            for (unsigned e = 0; e <= edits(); ++e)
                for (unsigned lane = 0; lane < vector_lanes; ++lane)
                    carried_[(row * (edits() + 1) + e) * vector_lanes + lane] = row <= e ? ~std::uint64_t{0} : 0;
        const std::uint64_t end = HWY_MIN(part_.first + part_.words, text_.words);
        for (std::uint64_t at = part_.first - HWY_MIN(part_.first, part_.before); at < end; at += step_words) {
            const bool any_starts = load(at);
            const bool any = any_starts ? walk<true>() : walk<false>();
            if (any) write(at, end);
        }
        return count_;
    }

  private:
    /// Vectors side by side: as many as stay in registers, each with two words for each number of edits.
    static constexpr unsigned units = Edits == any_edits || Edits <= (vector_lanes == 8 ? 5 : 3) ? 2 : 1;
    static constexpr unsigned step_words = units * vector_lanes;

    [[nodiscard]] HWY_INLINE unsigned edits() const { return Edits == any_edits ? given_edits_ : Edits; }
    [[nodiscard]] HWY_INLINE unsigned rows() const { return static_cast<unsigned>(pattern_.rows.size()); }

    /// Word u of every so many `units` stands in unit u: the one before it is in the same lane, but for unit 0.
    HWY_INLINE void load(const std::uint64_t* plane, std::uint64_t at, std::uint64_t* to) const {
        const word_tag tag;
        HWY_ALIGN std::uint64_t padded[step_words];
        const std::uint64_t* from = plane + at;
        if (at + step_words > text_.words) { // zeros beyond the text
            for (unsigned lane = 0; lane < step_words; ++lane)
                padded[lane] = at + lane < text_.words ? plane[at + lane] : 0;
            from = padded;
        }
        words first;
        words second;
        if constexpr (units == 2) {
            hn::LoadInterleaved2(tag, from, first, second);
            hn::StoreU(second, tag, to + vector_lanes);
        } else {
            first = hn::LoadU(tag, from);
        }
        hn::StoreU(first, tag, to);
    }

    /// Whether a sequence begins in one of the words.
    HWY_INLINE bool load(std::uint64_t at) {
        const word_tag tag;
        load(text_.starts, at, starts_);
        if (text_.ambiguous != nullptr) load(text_.ambiguous, at, ambiguous_);
        for (std::size_t plane = 0; plane < text_.planes.size(); ++plane)
            load(text_.planes[plane], at, planes_ + plane * step_words);
        classes_known_ = 0;
        words any = hn::LoadU(tag, starts_);
        for (unsigned unit = 1; unit < units; ++unit)
            any = hn::Or(any, hn::LoadU(tag, starts_ + unit * vector_lanes));
        return !hn::AllTrue(tag, hn::Eq(any, hn::Zero(tag)));
    }

    /// The letters that match a class. Classes are numbered as rows need them: few words need those of the last rows.
    HWY_INLINE void find_matches(std::size_t number) {
        const word_tag tag;
        const letter_class& letters = pattern_.classes[number];
        for (unsigned first = 0; first < step_words; first += vector_lanes) {
            words match = hn::Zero(tag);
            for (unsigned code = 0; code < letters.count; ++code) {
                words differ = text_.ambiguous != nullptr ? hn::LoadU(tag, ambiguous_ + first) : hn::Zero(tag);
                for (std::size_t plane = 0; plane < text_.planes.size(); ++plane)
                    differ = or_xor(differ, hn::LoadU(tag, planes_ + plane * step_words + first),
                                    hn::Set(tag, std::uint64_t{0} - (letters.codes[code] >> plane & 1U)));
                match = hn::Or(match, hn::Not(differ));
            }
            hn::StoreU(match, tag, masks_ + number * step_words + first);
        }
    }

    /// S of a row from R of the words and of those before them.
    template <bool SomeBegin>
    HWY_INLINE words shifted(words now, words previous, unsigned row, unsigned e, unsigned unit) const {
        const word_tag tag;
        words made = shifted_up(now, previous);
        if (SomeBegin) {
            const words begin = hn::LoadU(tag, starts_ + unit * vector_lanes);
            made = row <= e ? hn::Or(made, begin) : hn::AndNot(begin, made);
        }
        return made;
    }

    struct row_state {
        words equal[units];
        words above[units];      // R(e - 1, row)
        words above_left[units]; // S(e - 1, row)
    };

    /// Goes on from row to row + 1 for e edits, after e - 1.
    template <bool SomeBegin>
    HWY_INLINE void level(row_state& now, words (&within)[units][Edits + 1], words (&before)[units][Edits + 1],
                          unsigned row, unsigned e, std::uint64_t* kept, bool is_carried) const {
        const word_tag tag;
        const words carried = is_carried ? hn::LoadU(tag, kept + e * vector_lanes) : hn::Zero(tag);
        words made[units];
        for (unsigned unit = 0; unit < units; ++unit) {
            made[unit] = hn::And(before[unit][e], now.equal[unit]);
            if (e > 0)
                made[unit] = hn::Or3(or_and(now.above[unit], before[unit][e], now.equal[unit]), now.above_left[unit],
                                     before[unit][e - 1]);
            now.above[unit] = within[unit][e];
            now.above_left[unit] = before[unit][e];
            within[unit][e] = made[unit];
        }
        hn::StoreU(made[units - 1], tag, kept + e * vector_lanes);
        for (unsigned unit = 0; unit < units; ++unit) {
            const words previous = unit > 0 ? made[unit - 1] : lanes_up(made[units - 1], carried);
            before[unit][e] = shifted<SomeBegin>(made[unit], previous, row + 1, e, unit);
        }
    }

    /// One after the other without a loop, which the compiler would not unroll: what is between stays in registers.
    template <bool SomeBegin, unsigned From>
    HWY_INLINE void levels(row_state& now, words (&within)[units][Edits + 1], words (&before)[units][Edits + 1],
                           unsigned row, std::uint64_t* kept, bool is_carried) const {
        level<SomeBegin>(now, within, before, row, From, kept, is_carried);
        if constexpr (From < Edits) levels<SomeBegin, From + 1>(now, within, before, row, kept, is_carried);
    }

    /// All rows of the words, or those that have a bit; whether the last has.
    template <bool SomeBegin>
    HWY_INLINE bool walk() {
        const word_tag tag;
        words within[units][Edits + 1];
        words before[units][Edits + 1];
        for (unsigned unit = 0; unit < units; ++unit)
            for (unsigned e = 0; e <= edits(); ++e)
                within[unit][e] = before[unit][e] = hn::Set(tag, ~std::uint64_t{0});
        for (unsigned row = 0; row < rows(); ++row) {
            const bool is_carried = row + 1 <= rows_carried_;
            const std::size_t number = pattern_.rows[row];
            while (classes_known_ <= number)
                find_matches(classes_known_++);
            std::uint64_t* const kept = carried_ + (row + 1) * (edits() + 1) * vector_lanes;
            row_state now;
            for (unsigned unit = 0; unit < units; ++unit)
                now.equal[unit] = hn::LoadU(tag, masks_ + number * step_words + unit * vector_lanes);
            if constexpr (Edits == any_edits) {
                // Without a question in the loops: 20 edits took 1.25 s with them, and 0.85 without.
                level<SomeBegin>(now, within, before, row, 0, kept, is_carried);
                if (is_carried)
                    for (unsigned e = 1; e <= edits(); ++e)
                        level<SomeBegin>(now, within, before, row, e, kept, true);
                else
                    for (unsigned e = 1; e <= edits(); ++e)
                        level<SomeBegin>(now, within, before, row, e, kept, false);
            } else {
                levels<SomeBegin, 0>(now, within, before, row, kept, is_carried);
            }
            if (row % rows_a_look == rows_a_look - 1 && row >= edits() && row + 1 >= rows_carried_) {
                words left = hn::Zero(tag);
                for (unsigned unit = 0; unit < units; ++unit)
                    left = hn::Or3(left, within[unit][edits()], before[unit][edits()]);
                if (hn::AllTrue(tag, hn::Eq(left, hn::Zero(tag)))) {
                    rows_carried_ = row + 1;
                    return false;
                }
            }
        }
        rows_carried_ = rows();
        words left = hn::Zero(tag);
        for (unsigned unit = 0; unit < units; ++unit) {
            left = hn::Or(left, within[unit][edits()]);
            for (unsigned e = 0; e <= edits(); ++e)
                hn::StoreU(within[unit][e], tag, ends_ + e * step_words + unit * vector_lanes);
        }
        return !hn::AllTrue(tag, hn::Eq(left, hn::Zero(tag)));
    }

    HWY_INLINE void write(std::uint64_t at, std::uint64_t end) {
        for (unsigned lane = 0; lane < step_words; ++lane) {
            const std::uint64_t word = at + lane;
            const std::uint64_t* const ends = ends_ + lane % units * vector_lanes + lane / units;
            if (word < part_.first || word >= end || ends[edits() * step_words] == 0) continue;
            std::uint64_t* const to = found_ + count_++ * (edits() + 2);
            to[0] = word;
            for (unsigned e = 0; e <= edits(); ++e)
                to[1 + e] = ends[e * step_words];
        }
    }

    const text_words& text_;
    const pattern_rows& pattern_;
    unsigned given_edits_;
    const text_part& part_;
    std::uint64_t* masks_;   ///< [class][lane]: ones where letters match
    std::uint64_t* carried_; ///< [row][edits][lane]: R of the vector before
    std::uint64_t* found_;
    std::size_t count_ = 0;
    unsigned rows_carried_ = 0;     ///< R of the vector before is zero in later rows
    std::size_t classes_known_ = 0; ///< whose matches in these words are in masks_
    HWY_ALIGN std::uint64_t starts_[step_words];
    HWY_ALIGN std::uint64_t ambiguous_[step_words];
    HWY_ALIGN std::uint64_t planes_[most_text_planes * step_words];
    HWY_ALIGN std::uint64_t ends_[(Edits + 1) * step_words];
};

template <unsigned Edits>
static std::size_t search_from(const text_words& text, const pattern_rows& pattern, unsigned edits,
                               const text_part& part, std::uint64_t* scratch, std::uint64_t* found) {
    if constexpr (Edits > most_edits_known)
        return end_search<any_edits>(text, pattern, edits, part, scratch, found).run();
    else if (Edits == edits)
        return end_search<Edits>(text, pattern, edits, part, scratch, found).run();
    else
        return search_from<Edits + 1>(text, pattern, edits, part, scratch, found);
}

static constexpr find_kernel kernel{&search_from<0>, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const find_kernel& find_kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(kernel, target); }

} // namespace concord::edit_distance
#endif

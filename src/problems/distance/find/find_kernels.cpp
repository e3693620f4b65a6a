// Compiled once for every instruction set: Highway includes this file anew for each.
//
//   R(e, r)  bit c: some substring that ends with letter c of the text is within e edits of the first r letters of the
//            pattern. A word holds 64 letters of the text; the bit that a shift moves in is of the word before.
//   S(e, r)  R(e, r) << 1: of the letter before; at the beginning of a sequence, that of no letters at all: r <= e
//
//   R(e, r + 1) = S(e, r) & Eq | S(e - 1, r) | R(e - 1, r) | S(e - 1, r + 1)
//                 equal          substituted   left out      put in
//
// The rows of a word are those of the pattern; the last bits of the word's rows are kept for the next word. In a random
// text few words are within e edits of more than the beginning of a pattern: where no bit is left, the other rows are
// empty, too.
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

constexpr unsigned units = 2; ///< vectors side by side: each waits for itself
constexpr auto vector_lanes = static_cast<unsigned>(lanes);
constexpr unsigned find_lanes = units * vector_lanes;
static_assert(find_lanes <= most_find_lanes);
constexpr unsigned any_edits = 63;
constexpr unsigned rows_a_look = 4; ///< rows between looks whether any bit is left

/// `Edits`: known at compile time so that a row stays in registers, or any_edits.
template <unsigned Edits>
class end_search {
  public:
    HWY_INLINE end_search(const text_words& text, const pattern_rows& pattern, unsigned edits, const text_part& part,
                          std::uint64_t* scratch, std::uint64_t* found)
        : text_(text), pattern_(pattern), given_edits_(edits), part_(part), masks_(scratch),
          carried_(scratch + pattern.classes.size() * find_lanes), found_(found) {}

    HWY_INLINE std::size_t run() {
        // Before its first word a lane is at the beginning of a sequence, as far as it knows.
        rows_carried_ = edits();
        for (unsigned row = 0; row <= edits() && row <= rows(); ++row)
            for (unsigned e = 0; e <= edits(); ++e)
                for (unsigned lane = 0; lane < find_lanes; ++lane)
                    carried_[(row * (edits() + 1) + e) * find_lanes + lane] = row <= e ? ~std::uint64_t{0} : 0;
        for (std::uint64_t step = 0; step < part_.before + part_.words_each; ++step) {
            const bool any_starts = load(step);
            const bool any = any_starts ? walk<true>() : walk<false>();
            if (any && step >= part_.before) write(step);
        }
        return count_;
    }

  private:
    [[nodiscard]] HWY_INLINE unsigned edits() const { return Edits == any_edits ? given_edits_ : Edits; }
    [[nodiscard]] HWY_INLINE unsigned rows() const { return static_cast<unsigned>(pattern_.rows.size()); }

    /// The number of the word of a lane in a step; one beyond the text for none.
    [[nodiscard]] HWY_INLINE std::uint64_t word_of(unsigned lane, std::uint64_t step) const {
        const std::uint64_t at = part_.first + lane * part_.words_each + step;
        return at < part_.before || at - part_.before > text_.words ? text_.words : at - part_.before;
    }

    HWY_INLINE void gather(const std::uint64_t* plane, const std::uint64_t* at, std::uint64_t* to) const {
        for (unsigned lane = 0; lane < find_lanes; ++lane)
            to[lane] = at[lane] < text_.words ? plane[at[lane]] : 0;
    }

    /// The letters that match each class; whether a sequence begins in one of the words.
    HWY_INLINE bool load(std::uint64_t step) {
        const word_tag tag;
        std::uint64_t at[find_lanes];
        std::uint64_t any = 0;
        for (unsigned lane = 0; lane < find_lanes; ++lane) {
            at[lane] = word_of(lane, step);
            starts_[lane] = at[lane] < text_.words ? text_.starts[at[lane]] : 0;
            any |= starts_[lane];
        }
        const std::size_t planes = text_.planes.size();
        for (std::size_t plane = 0; plane < planes; ++plane)
            gather(text_.planes[plane], at, gathered_ + plane * find_lanes);
        if (text_.ambiguous != nullptr) gather(text_.ambiguous, at, ambiguous_);
        for (std::size_t number = 0; number < pattern_.classes.size(); ++number)
            for (unsigned first = 0; first < find_lanes; first += vector_lanes) {
                const letter_class& letters = pattern_.classes[number];
                words match = hn::Zero(tag);
                for (unsigned code = 0; code < letters.count; ++code) {
                    words differ = text_.ambiguous != nullptr ? hn::LoadU(tag, ambiguous_ + first) : hn::Zero(tag);
                    for (std::size_t plane = 0; plane < planes; ++plane)
                        differ = or_xor(differ, hn::LoadU(tag, gathered_ + plane * find_lanes + first),
                                        hn::Set(tag, std::uint64_t{0} - (letters.codes[code] >> plane & 1U)));
                    match = hn::Or(match, hn::Not(differ));
                }
                hn::StoreU(match, tag, masks_ + number * find_lanes + first);
            }
        return any != 0;
    }

    /// S of a row from R, and R as what the next word shifts in.
    template <bool SomeBegin>
    HWY_INLINE words shifted(words now, unsigned row, unsigned e, unsigned unit, bool is_carried) const {
        const word_tag tag;
        std::uint64_t* const kept = carried_ + (row * (edits() + 1) + e) * find_lanes + unit * vector_lanes;
        words made = shifted_up(now, is_carried ? hn::LoadU(tag, kept) : hn::Zero(tag));
        hn::StoreU(now, tag, kept);
        if (SomeBegin) {
            const words begin = hn::LoadU(tag, starts_ + unit * vector_lanes);
            made = row <= e ? hn::Or(made, begin) : hn::AndNot(begin, made);
        }
        return made;
    }

    /// All rows of a word, or those that have a bit; whether the last has.
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
            for (unsigned unit = 0; unit < units; ++unit) {
                const words equal = hn::LoadU(tag, masks_ + pattern_.rows[row] * find_lanes + unit * vector_lanes);
                words above = within[unit][0];      // R(e - 1, row)
                words above_left = before[unit][0]; // S(e - 1, row)
                within[unit][0] = hn::And(before[unit][0], equal);
                before[unit][0] = shifted<SomeBegin>(within[unit][0], row + 1, 0, unit, is_carried);
                for (unsigned e = 1; e <= edits(); ++e) {
                    const words diagonal = or_and(above, before[unit][e], equal);
                    const words made = hn::Or3(diagonal, above_left, before[unit][e - 1]);
                    above = within[unit][e];
                    above_left = before[unit][e];
                    within[unit][e] = made;
                    before[unit][e] = shifted<SomeBegin>(made, row + 1, e, unit, is_carried);
                }
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
                hn::StoreU(within[unit][e], tag, ends_ + e * find_lanes + unit * vector_lanes);
        }
        return !hn::AllTrue(tag, hn::Eq(left, hn::Zero(tag)));
    }

    HWY_INLINE void write(std::uint64_t step) {
        for (unsigned lane = 0; lane < find_lanes; ++lane) {
            const std::uint64_t word = word_of(lane, step);
            if (word >= text_.words || ends_[edits() * find_lanes + lane] == 0) continue;
            std::uint64_t* const to = found_ + count_++ * (edits() + 2);
            to[0] = word;
            for (unsigned e = 0; e <= edits(); ++e)
                to[1 + e] = ends_[e * find_lanes + lane];
        }
    }

    const text_words& text_;
    const pattern_rows& pattern_;
    unsigned given_edits_;
    const text_part& part_;
    std::uint64_t* masks_;   ///< [class][lane]: ones where letters match
    std::uint64_t* carried_; ///< [row][edits][lane]: R of the word before
    std::uint64_t* found_;
    std::size_t count_ = 0;
    unsigned rows_carried_ = 0; ///< R of the word before is zero in later rows
    HWY_ALIGN std::uint64_t starts_[find_lanes];
    HWY_ALIGN std::uint64_t ambiguous_[find_lanes];
    HWY_ALIGN std::uint64_t gathered_[most_text_planes * find_lanes];
    HWY_ALIGN std::uint64_t ends_[(Edits + 1) * find_lanes];
};

static std::size_t run_search(const text_words& text, const pattern_rows& pattern, unsigned edits,
                              const text_part& part, std::uint64_t* scratch, std::uint64_t* found) {
    switch (edits) {
    case 0: return end_search<0>(text, pattern, edits, part, scratch, found).run();
    case 1: return end_search<1>(text, pattern, edits, part, scratch, found).run();
    case 2: return end_search<2>(text, pattern, edits, part, scratch, found).run();
    case 3: return end_search<3>(text, pattern, edits, part, scratch, found).run();
    case 4: return end_search<4>(text, pattern, edits, part, scratch, found).run();
    default: return end_search<any_edits>(text, pattern, edits, part, scratch, found).run();
    }
}

static constexpr find_kernel kernel{&run_search, find_lanes, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const find_kernel& find_kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(kernel, target); }

} // namespace concord::edit_distance
#endif

// Compiled once for every instruction set: Highway includes this file anew for each.
//
//   R(e, r)  bit c: some substring that ends with letter c of the text is within e edits of the first r letters of the
//            pattern. A vector holds adjacent words of 64 letters; the bit that a shift moves into a word is of the
//            word before.
//   S(e, r)  R(e, r) << 1: of the letter before; at the beginning of a sequence, that of no letters at all: r <= e
//
//   R(e, r + 1) = S(e, r) & Eq | U(e - 1, r)
//                 equal          U(e, r) = R(e, r) | S(e, r)   | S(e, r + 1)
//                                          left out  substituted  put in
//
// All rows of two vectors are computed before those of the next; of each row their last word is kept, whose last bit is
// shifted into the next. In a random text few words are within e edits of more than the beginning of a pattern: where
// no bit is left, the other rows are empty, too.
//
//             rows of the pattern ->
//   e = 0 1 2    # # # # . . . . . .     Numbers of edits that stay in registers together are a group: it goes through
//                       | U(2, r)        the rows until nothing is left of it, and passes U of its last one to the
//                       v                next group, for each row. Fewer edits have fewer rows.
//   e = 3 4 5    # # # # # # # . . .
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

namespace {

constexpr auto vector_lanes = static_cast<unsigned>(lanes);
constexpr unsigned units = 2; ///< vectors side by side
constexpr unsigned step_words = units * vector_lanes;
static_assert(step_words <= most_find_lanes);
/// Numbers of edits of a group: as many as stay in registers, with two words each in either unit.
constexpr unsigned most_levels = vector_lanes == 8 ? 6 : 4;
// Groups of about the same size: the first has one more where they cannot be of the same.
constexpr unsigned least_levels_of_later = (most_levels + 1) / 2;
constexpr unsigned least_levels_before_later = (most_levels + 2) / 2;
constexpr unsigned rows_a_look = 2;      ///< rows between looks whether any bit is left
constexpr std::size_t usual_classes = 4; ///< that rows need nearly always: those of bases

HWY_ALIGN constexpr std::uint64_t zeros[most_levels * step_words] = {};

class end_search;

struct level_group {
    using walk_rows = void (*)(end_search&, level_group&, unsigned rows_above);

    unsigned first = 0; ///< number of edits
    unsigned levels = 0;
    bool is_last = false;
    unsigned rows = 0;         ///< computed of the words; all others are empty
    unsigned rows_carried = 0; ///< in later rows nothing is shifted into the next words
    walk_rows walk = nullptr;
    walk_rows walk_with_begins = nullptr;
};

class end_search {
  public:
    end_search(const text_words& text, const pattern_rows& pattern, unsigned edits, const text_part& part,
               std::uint64_t* scratch, std::uint64_t* found)
        : text_(text), pattern_(pattern), edits_(edits), rows_(static_cast<unsigned>(pattern.rows.size())), part_(part),
          masks_(scratch), passed_(masks_ + pattern.classes.size() * step_words),
          carried_(passed_ + pattern.rows.size() * step_words), found_(found),
          most_rows_of_step_(part.most_rows_of_step * step_words / most_find_lanes) {
        const unsigned levels = edits + 1;
        groups_ = (levels + most_levels - 1) / most_levels;
        unsigned first = 0;
        for (unsigned index = 0; index < groups_; ++index) {
            level_group& group = group_[index];
            group.first = first;
            group.levels = levels / groups_ + (index < levels % groups_ ? 1 : 0);
            group.is_last = index + 1 == groups_;
            first += group.levels;
            // Before its first word a part is at the beginning of a sequence, as far as is known.
            group.rows_carried = HWY_MIN(first - 1, rows_);
            group.walk = index == 0 ? walk_of<true, false>(group.levels) : walk_of<false, false>(group.levels);
            group.walk_with_begins =
                index == 0 ? walk_of<true, true>(group.levels) : walk_of<false, true>(group.levels);
        }
        for (unsigned row = 0; row <= edits && row <= rows_; ++row)
            for (unsigned e = 0; e <= edits; ++e)
                for (unsigned lane = 0; lane < vector_lanes; ++lane)
                    carried_[(row * levels + e) * vector_lanes + lane] = row <= e ? ~std::uint64_t{0} : 0;
    }

    searched_part run() {
        const std::uint64_t end = HWY_MIN(part_.first + part_.words, text_.words);
        const level_group& last = group_[groups_ - 1];
        std::uint64_t rows = 0; // times numbers of edits
        std::uint64_t most_rows = most_rows_of_step_ * part_.steps_in_advance;
        std::uint64_t at = part_.first - HWY_MIN(part_.first, part_.before);
        while (at < end && (part_.most_rows_of_step == 0 || rows <= most_rows)) {
            const bool any_starts = load(at);
            unsigned rows_above = 0;
            for (unsigned index = 0; index < groups_; ++index) {
                level_group& group = group_[index];
                (any_starts ? group.walk_with_begins : group.walk)(*this, group, rows_above);
                rows_above = group.rows;
                rows += std::uint64_t{group.rows} * group.levels;
            }
            if (last.rows == rows_) write(at, end);
            at += step_words;
            most_rows += most_rows_of_step_;
        }
        return {count_, HWY_MAX(part_.first, HWY_MIN(at, end))};
    }

  private:
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
        hn::LoadInterleaved2(tag, from, first, second);
        hn::StoreU(first, tag, to);
        hn::StoreU(second, tag, to + vector_lanes);
    }

    /// Whether a sequence begins in one of the words.
    HWY_INLINE bool load(std::uint64_t at) {
        const word_tag tag;
        load(text_.starts, at, starts_);
        if (text_.ambiguous != nullptr) load(text_.ambiguous, at, ambiguous_);
        for (std::size_t plane = 0; plane < text_.planes.size(); ++plane)
            load(text_.planes[plane], at, planes_ + plane * step_words);
        classes_known_ = 0;
        if (!pattern_.classes.empty()) find_matches(HWY_MIN(pattern_.classes.size(), usual_classes) - 1);
        const words any = hn::Or(hn::LoadU(tag, starts_), hn::LoadU(tag, starts_ + vector_lanes));
        return !hn::AllTrue(tag, hn::Eq(any, hn::Zero(tag)));
    }

    /// The letters that match classes up to `number`. They are numbered as rows need them: few words need those of the
    /// last rows.
    HWY_NOINLINE void find_matches(std::size_t number) {
        const word_tag tag;
        for (; classes_known_ <= number; ++classes_known_) {
            const letter_class& letters = pattern_.classes[classes_known_];
            for (unsigned first = 0; first < step_words; first += vector_lanes) {
                words match = hn::Zero(tag);
                for (unsigned code = 0; code < letters.count; ++code) {
                    words differ = text_.ambiguous != nullptr ? hn::LoadU(tag, ambiguous_ + first) : hn::Zero(tag);
                    for (std::size_t plane = 0; plane < text_.planes.size(); ++plane)
                        differ = or_xor(differ, hn::LoadU(tag, planes_ + plane * step_words + first),
                                        hn::Set(tag, std::uint64_t{0} - (letters.codes[code] >> plane & 1U)));
                    match = hn::Or(match, hn::Not(differ));
                }
                hn::StoreU(match, tag, masks_ + classes_known_ * step_words + first);
            }
        }
    }

    template <unsigned Levels>
    struct group_state {
        words equal[units];
        words above[units];          ///< U of one edit less
        words within[units][Levels]; ///< R of a row
        words before[units][Levels]; ///< S of it
    };

    // Each level by itself, and not in a loop, which the compiler would not unroll: they stay in registers.
    template <unsigned Levels, unsigned From>
    static HWY_INLINE void begin(group_state<Levels>& now) {
        for (unsigned unit = 0; unit < units; ++unit)
            now.within[unit][From] = now.before[unit][From] = hn::Set(word_tag(), ~std::uint64_t{0});
        if constexpr (From + 1 < Levels) begin<Levels, From + 1>(now);
    }
    template <unsigned Levels, unsigned From>
    static HWY_INLINE void store(const group_state<Levels>& now, std::uint64_t* ends) {
        for (unsigned unit = 0; unit < units; ++unit)
            hn::StoreU(now.within[unit][From], word_tag(), ends + From * step_words + unit * vector_lanes);
        if constexpr (From + 1 < Levels) store<Levels, From + 1>(now, ends);
    }

    /// S of a row from R of the words and of those before them.
    template <bool SomeBegin>
    HWY_INLINE words shifted(words now, words previous, bool is_within, unsigned unit) const {
        words made = shifted_up(now, previous);
        if (SomeBegin) {
            const words begin = hn::LoadU(word_tag(), starts_ + unit * vector_lanes);
            made = is_within ? hn::Or(made, begin) : hn::AndNot(begin, made);
        }
        return made;
    }

    /// Goes on to the next row, `row`, for the levels from one on. `carried`, `kept`: R of this row, of the words
    /// before and of these.
    template <unsigned Levels, bool HasAbove, bool MayPass, bool SomeBegin, unsigned From>
    HWY_INLINE void levels(group_state<Levels>& now, unsigned first, unsigned row, const std::uint64_t* carried,
                           std::uint64_t* kept) const {
        const word_tag tag;
        words made[units];
        for (unsigned unit = 0; unit < units; ++unit)
            made[unit] = HasAbove ? or_and(now.above[unit], now.before[unit][From], now.equal[unit])
                                  : hn::And(now.before[unit][From], now.equal[unit]);
        const words previous = lanes_up(made[units - 1], hn::LoadU(tag, carried + From * vector_lanes));
        hn::StoreU(made[units - 1], tag, kept + From * vector_lanes);
        for (unsigned unit = 0; unit < units; ++unit) {
            const words next =
                shifted<SomeBegin>(made[unit], unit > 0 ? made[unit - 1] : previous, row <= first + From, unit);
            if (From + 1 < Levels || MayPass)
                now.above[unit] = hn::Or3(now.within[unit][From], now.before[unit][From], next);
            now.within[unit][From] = made[unit];
            now.before[unit][From] = next;
        }
        if constexpr (From + 1 < Levels)
            levels<Levels, true, MayPass, SomeBegin, From + 1>(now, first, row, carried, kept);
    }

    /// All rows of a group, or those that have a bit. `rows_above`: of the group before.
    template <unsigned Levels, bool IsFirst, bool SomeBegin>
    static HWY_NOINLINE void walk(end_search& own, level_group& group, unsigned rows_above) {
        const word_tag tag;
        const unsigned rows = own.rows_;
        const unsigned first = group.first;
        const unsigned least = first + Levels; // rows
        constexpr bool may_pass = !IsFirst || Levels >= least_levels_before_later;
        const bool passes = may_pass && !group.is_last;
        const unsigned rows_carried = group.rows_carried;
        const std::uint32_t* const classes = own.pattern_.rows.data();
        const std::uint64_t* const masks = own.masks_;
        const std::size_t stride = std::size_t{own.edits_ + 1} * vector_lanes;
        std::uint64_t* const kept_first = own.carried_ + std::size_t{first} * vector_lanes;
        std::uint64_t* kept = kept_first;
        std::uint64_t* passed = own.passed_;
        group_state<Levels> now;
        begin<Levels, 0>(now);
        unsigned row = 0;
        while (row < rows) {
            const std::size_t number = classes[row];
            if (own.classes_known_ <= number) own.find_matches(number);
            const std::uint64_t* const above = IsFirst || row < rows_above ? passed : zeros;
            for (unsigned unit = 0; unit < units; ++unit) {
                now.equal[unit] = hn::LoadU(tag, masks + number * step_words + unit * vector_lanes);
                if (!IsFirst) now.above[unit] = hn::LoadU(tag, above + unit * vector_lanes);
            }
            kept += stride;
            const std::uint64_t* const carried = row < rows_carried ? kept : zeros;
            ++row;
            own.levels<Levels, !IsFirst, may_pass, SomeBegin, 0>(now, first, row, carried, kept);
            if (passes)
                for (unsigned unit = 0; unit < units; ++unit)
                    hn::StoreU(now.above[unit], tag, passed + unit * vector_lanes);
            passed += step_words;
            if (row % rows_a_look == 0 && row >= least && row >= rows_carried) {
                words left = hn::Zero(tag);
                for (unsigned unit = 0; unit < units; ++unit)
                    left = hn::Or3(left, now.within[unit][Levels - 1], now.before[unit][Levels - 1]);
                if (hn::AllTrue(tag, hn::Eq(left, hn::Zero(tag)))) break;
            }
        }
        group.rows = row;
        if (row == rows) store<Levels, 0>(now, own.ends_ + std::size_t{first} * step_words);
        // More edits have all bits of fewer: what is shifted out of the last of them bounds the rows of all.
        const std::uint64_t* last = kept + (Levels - 1) * vector_lanes + vector_lanes - 1;
        for (; row > 0 && *last >> 63U == 0; --row)
            last -= stride;
        group.rows_carried = row;
    }

    template <bool IsFirst, bool SomeBegin, unsigned Levels = IsFirst ? 1 : least_levels_of_later>
    static level_group::walk_rows walk_of(unsigned levels) {
        if constexpr (Levels < most_levels)
            if (levels > Levels) return walk_of<IsFirst, SomeBegin, Levels + 1>(levels);
        return &walk<Levels, IsFirst, SomeBegin>;
    }

    void write(std::uint64_t at, std::uint64_t end) {
        for (unsigned index = 0; index < groups_; ++index) // of those that ended before the last row nothing is left
            if (const level_group& group = group_[index]; group.rows < rows_)
                for (unsigned word = 0; word < group.levels * step_words; ++word)
                    ends_[group.first * step_words + word] = 0;
        for (unsigned lane = 0; lane < step_words; ++lane) {
            const std::uint64_t word = at + lane;
            const std::uint64_t* const ends = ends_ + lane % units * vector_lanes + lane / units;
            if (word < part_.first || word >= end || ends[edits_ * step_words] == 0) continue;
            std::uint64_t* const to = found_ + count_++ * (edits_ + 2);
            to[0] = word;
            for (unsigned e = 0; e <= edits_; ++e)
                to[1 + e] = ends[e * step_words];
        }
    }

    const text_words& text_;
    const pattern_rows& pattern_;
    unsigned edits_;
    unsigned rows_;
    const text_part& part_;
    std::uint64_t* masks_;   ///< [class][lane]: ones where letters match
    std::uint64_t* passed_;  ///< [row][lane]: U, from group to group
    std::uint64_t* carried_; ///< [row][edits][lane]: R of the words before
    std::uint64_t* found_;
    std::uint64_t most_rows_of_step_; ///< of this target
    std::size_t count_ = 0;
    std::size_t classes_known_ = 0; ///< whose matches in these words are in masks_
    unsigned groups_ = 0;
    level_group group_[most_kernel_edits / most_levels + 1];
    HWY_ALIGN std::uint64_t starts_[step_words];
    HWY_ALIGN std::uint64_t ambiguous_[step_words];
    HWY_ALIGN std::uint64_t planes_[most_text_planes * step_words];
    HWY_ALIGN std::uint64_t ends_[(most_kernel_edits + 1) * step_words];
};

} // namespace

static searched_part search(const text_words& text, const pattern_rows& pattern, unsigned edits, const text_part& part,
                            std::uint64_t* scratch, std::uint64_t* found) {
    return end_search(text, pattern, edits, part, scratch, found).run();
}

static constexpr find_kernel kernel{&search, HWY_STR(HWY_NAMESPACE)};

} // namespace concord::edit_distance::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace concord::edit_distance {

const find_kernel& find_kernel_for(simd::vector_target target) { return CONCORD_DISPATCH(kernel, target); }

} // namespace concord::edit_distance
#endif

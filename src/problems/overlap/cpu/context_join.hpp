// Members of a class of seeds (seed_groups.hpp) by letters around them, where thousands share the seed itself: reads
// that end in the same adapter all share its q letters, and what tells them apart is in front of it.
//
//   before  ... A C G|T T A G|                the letters that nearly all members have are of no use; the others, of
//   which pieces      |---1----|--2--|              at most k differ in a window, are divided into k + 1 pieces: one is
//   equal
//
// Pieces of either kind of window (seed_contexts.hpp) are looked up, so no pair is missed; those that several pieces
// find count for the first.
#pragma once

#include "problems/overlap/cpu/seed_contexts.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::overlap {

template <class Position>
class context_join {
  public:
    using bounds = context_filter::position_bounds;

    /// Of members with these contexts, in this order; of `typical` only the letters that windows hold matter. None if
    /// too few letters tell the members apart.
    [[nodiscard]] static std::optional<context_join> of(const context_filter& filter,
                                                        std::span<const seed_context> members, const bounds& typical) {
        context_join made;
        made.typical_ = typical;
        const std::uint64_t telling = telling_letters(filter, members);
        for (const std::uint64_t letters : {typical.below_middle, typical.from_middle})
            if (!made.divide(filter, letters, telling)) return std::nullopt;
        for (piece& each : made.pieces_) {
            each.sorted.reserve(members.size());
            for (std::size_t nth = 0; nth < members.size(); ++nth)
                each.sorted.push_back({each.key_of(members[nth]), static_cast<Position>(nth)});
            std::ranges::sort(each.sorted);
        }
        return made;
    }

    /// Bytes of a member at most.
    [[nodiscard]] static std::uint64_t bytes_of_member(std::uint64_t mismatches) {
        return 2 * (mismatches + 1) * sizeof(entry);
    }

    /// Whether it finds all pairs of such a position: its windows hold all of the letters.
    [[nodiscard]] bool serves(const bounds& one) const {
        return (typical_.below_middle & ~one.below_middle) == 0 && (typical_.from_middle & ~one.from_middle) == 0;
    }

    /// Calls take(nth) for members [from, until) that the filter admits, in any order.
    template <class Take>
    void for_each(const context_filter& filter, const bounds& one, const seed_context* members, std::uint64_t from,
                  std::uint64_t until, Take take) const {
        for (auto each = pieces_.begin(); each != pieces_.end(); ++each) {
            const std::uint32_t key = each->key_of(one.context);
            for (auto at = std::ranges::lower_bound(each->sorted, entry{key, static_cast<Position>(from)});
                 at != each->sorted.end() && at->key == key && at->nth < until; ++at) {
                const std::uint64_t differences = filter.differences(one.context, members[at->nth]);
                const auto agrees = [differences](const piece& tried) { return (differences & tried.letters) == 0; };
                if (agrees(*each) && std::none_of(pieces_.begin(), each, agrees) && filter.admits(one, differences))
                    take(std::uint64_t{at->nth});
            }
        }
    }

  private:
    struct entry {
        std::uint32_t key;
        Position nth;
        friend auto operator<=>(const entry&, const entry&) = default;
    };
    struct piece {
        std::uint64_t letters; ///< as of context_filter::differences()
        seed_context bits;     ///< all bits of these letters
        std::vector<entry> sorted;

        [[nodiscard]] std::uint32_t key_of(const seed_context& context) const {
            constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U; // 2^64 divided by the golden ratio
            const std::uint64_t mixed =
                ((context.before & bits.before) * odd ^ std::rotl(context.behind & bits.behind, 31)) * odd;
            return static_cast<std::uint32_t>(mixed >> 32U);
        }
    };

    /// Letters in which a quarter of sampled pairs of members differ.
    [[nodiscard]] static std::uint64_t telling_letters(const context_filter& filter,
                                                       std::span<const seed_context> members) {
        constexpr std::size_t sampled = 64;
        std::array<unsigned, suffixes::bits_per_word> differing{};
        for (std::size_t nth = 0; nth < sampled; ++nth) {
            const std::size_t one = nth * members.size() / sampled;
            const std::size_t other = (one + members.size() / 2 + 1) % members.size();
            for (std::uint64_t bits = filter.differences(members[one], members[other]); bits != 0; bits &= bits - 1)
                ++differing[base::lowest_one(bits)];
        }
        std::uint64_t telling = 0;
        for (unsigned bit = 0; bit < suffixes::bits_per_word; ++bit)
            if (differing[bit] >= sampled / 4) telling |= std::uint64_t{1} << bit;
        return telling;
    }

    /// Adds pieces of a kind of window; false if they would be too short.
    bool divide(const context_filter& filter, std::uint64_t letters, std::uint64_t telling) {
        std::uint64_t count = filter.mismatches() + 1;
        if ((letters & filter.nearest_before()) != 0) { // members of other classes differ there
            letters &= ~filter.nearest_before();
            --count;
        }
        std::uint64_t left = letters & telling;
        if (base::count_ones(left) < count * tuning::least_letters_of_piece) return false;
        for (; count > 0; --count) {
            std::uint64_t of_piece = 0;
            for (std::uint64_t more = base::count_ones(left) / count; more > 0; --more) {
                of_piece |= left & (~left + 1);
                left &= left - 1;
            }
            pieces_.push_back({of_piece, filter.all_bits_of(of_piece), {}});
        }
        return true;
    }

    bounds typical_{};
    std::vector<piece> pieces_;
};

} // namespace concord::overlap

// Source seeds and target positions of a seed_plan, derived from two sets of windows.
//
//   windows   ...1111.........11...      groups of at most `spacing` neighbouring starts of one sequence share a seed,
//   seeds    ......P..........P...      at the last start of the group;
//   positions    ...QQQQQQQ......QQQQQ      a target window that starts at y meets it at y, y + 1 ... y + lead.
//
// Sequences need no borders here: a window lies in one sequence, and a seed in the window.
#pragma once

#include "base/bits.hpp"
#include "problems/substring/gpu/window_sets.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"

#include <cstdint>

namespace concord::substring {

inline constexpr unsigned letters_per_seed = 32; ///< at most

/// What of a seed_plan the steps need.
struct seed_rule {
    unsigned letters;
    std::uint64_t spacing;
    std::uint64_t per_window;
    std::uint64_t lead;
};

/// Up to 32 letters, a word a plane.
template <unsigned Planes>
struct alignas(Planes == 2 ? 8 : 4) seed_words {
    std::uint32_t plane[Planes];
};

/// In how many letters a seed and a position differ: add_plane of lcp_with_mismatches.hpp, a word of 32 letters.
template <unsigned Planes>
[[nodiscard]] CONCORD_HD inline unsigned letters_differing(const seed_words<Planes>& source,
                                                           const seed_words<Planes>& target) {
    std::uint32_t differences = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (unsigned plane = 0; plane < Planes; ++plane)
        differences = add_plane(differences, source.plane[plane], target.plane[plane]);
    return base::count_ones(differences);
}

/// Where the seeds lie that cover the windows which start in [first, last).
struct source_seeds {
    collection given;
    const std::uint64_t* sources;
    std::uint64_t first;
    std::uint64_t last;
    seed_rule rule;

    /// Calls visit(position, first start that the seed covers) for the seeds of one word, in ascending order.
    template <class Visit>
    CONCORD_HD void for_each(std::uint64_t word, Visit visit) const {
        rule.per_window == 1 ? for_each_group(word, visit) : for_each_regular(word, visit);
    }

  private:
    template <class Visit>
    CONCORD_HD void for_each_group(std::uint64_t word, Visit visit) const {
        const std::uint64_t base = word * windows_per_word;
        std::uint64_t rest = sources[word] & bits_within(base, first, last);
        if (rule.spacing == 1) {
            for (; rest != 0; rest &= rest - 1)
                visit(base + base::lowest_one(rest), base + base::lowest_one(rest));
            return;
        }
        std::uint64_t sequence_begin = 0;
        std::uint64_t sequence_end = 0;
        for (; rest != 0; rest &= rest - 1) {
            const std::uint64_t start = base + base::lowest_one(rest);
            if (start >= sequence_end) {
                const std::uint64_t sequence = given.sequence_at(start);
                sequence_begin = given.offsets[sequence];
                sequence_end = given.offsets[sequence + 1];
            }
            // A sequence has less than 2^32 letters, and short divisions are quick.
            const auto in_group =
                static_cast<std::uint32_t>(start - sequence_begin) % static_cast<std::uint32_t>(rule.spacing);
            const std::uint64_t group = start - in_group;
            const std::uint64_t group_end = group + rule.spacing < last ? group + rule.spacing : last;
            const auto behind = static_cast<unsigned>(group_end - start - 1);
            if ((sequence::bits_from(sources, start) >> 1U & base::low_bits<std::uint64_t>(behind)) != 0) continue;
            visit(start, group > first ? group : first);
        }
    }

    /// Every window holds rule.per_window of these seeds.
    template <class Visit>
    CONCORD_HD void for_each_regular(std::uint64_t word, Visit visit) const {
        const std::uint64_t base = word * windows_per_word;
        if (base >= given.size) return;
        for (std::uint64_t sequence = given.sequence_at(base);
             sequence < given.sequences && given.offsets[sequence] < base + windows_per_word; ++sequence) {
            const std::uint64_t begin = given.offsets[sequence];
            const std::uint64_t end = given.offsets[sequence + 1];
            const std::uint64_t earliest = base > begin ? base : begin;
            const std::uint64_t steps =
                (earliest - begin) / rule.spacing; // a seed at begin + spacing - 1 + q * spacing
            for (std::uint64_t seed = begin + (steps + 1) * rule.spacing - 1;
                 seed < end && seed < base + windows_per_word; seed += rule.spacing) {
                const std::uint64_t from_sequence = seed - begin > rule.lead ? seed - rule.lead : begin;
                const std::uint64_t from = from_sequence > first ? from_sequence : first;
                const std::uint64_t to = seed + 1 < last ? seed + 1 : last;
                if (any(from, to)) visit(seed, from);
            }
        }
    }

    [[nodiscard]] CONCORD_HD bool any(std::uint64_t from, std::uint64_t to) const {
        for (; from < to; from += windows_per_word) {
            const std::uint64_t here = to - from < windows_per_word ? to - from : windows_per_word;
            if ((sequence::bits_from(sources, from) & base::low_bits<std::uint64_t>(static_cast<unsigned>(here))) != 0)
                return true;
        }
        return false;
    }
};

/// The positions of targets that every seed is compared with.
struct target_positions {
    const std::uint64_t* targets;
    std::uint64_t lead;

    /// One bit for each position of a word.
    [[nodiscard]] CONCORD_HD std::uint64_t of_word(std::uint64_t word) const {
        std::uint64_t reach = 0; // positions from the word's first on that an earlier window still reaches
        for (std::uint64_t back = 1; back <= word && (back - 1) * windows_per_word < lead; ++back) {
            const std::uint64_t before = targets[word - back];
            if (before == 0) continue;
            const std::uint64_t distance = (back - 1) * windows_per_word + base::leading_zeros(before) + 1;
            if (distance <= lead) reach = lead - distance + 1;
            break;
        }
        std::uint64_t positions = targets[word];
        for (std::uint64_t spread = 0; spread < lead && spread < windows_per_word - 1;) { // twice as far in each round
            const std::uint64_t left = (lead < windows_per_word - 1 ? lead : windows_per_word - 1) - spread;
            const std::uint64_t by = spread + 1 < left ? spread + 1 : left;
            positions |= positions << by;
            spread += by;
        }
        positions |=
            base::low_bits<std::uint64_t>(static_cast<unsigned>(reach < windows_per_word ? reach : windows_per_word));
        return positions;
    }
};

struct count_seeds {
    source_seeds seeds;
    std::uint64_t first_word;
    CONCORD_HD counts operator()(std::uint64_t index) const {
        std::uint32_t count = 0;
        seeds.for_each(first_word + index, [&](std::uint64_t, std::uint64_t) { ++count; });
        return {count, 0};
    }
};

struct count_positions {
    target_positions positions;
    CONCORD_HD counts operator()(std::uint64_t index) const { return counts_of(positions.of_word(index)); }
};

/// Where a listed seed or position is.
struct seed_site {
    std::uint64_t position;
    std::uint32_t sequence;
    std::uint32_t lead; ///< of a seed: how far before it the first start lies that it covers
};

/// Writes the seeds number [skipped, skipped + room) of the words from `first_word` on.
template <unsigned Planes>
struct list_seeds {
    source_seeds seeds;
    std::uint64_t first_word;
    const std::uint64_t* before; ///< by word from first_word on
    std::uint64_t skipped;
    std::uint64_t room;
    seed_site* sites;
    seed_words<Planes>* words;

    CONCORD_HD void operator()(std::uint64_t index) const {
        std::uint64_t at = before[index];
        const collection& given = seeds.given;
        seeds.for_each(first_word + index, [&](std::uint64_t position, std::uint64_t first) {
            const std::uint64_t here = at++;
            if (here < skipped || here - skipped >= room) return;
            sites[here - skipped] = {position, static_cast<std::uint32_t>(given.sequence_at(position)),
                                     static_cast<std::uint32_t>(position - first)};
            for (unsigned plane = 0; plane < Planes; ++plane)
                words[here - skipped].plane[plane] = static_cast<std::uint32_t>(given.letters.source(plane, position)) &
                                                     base::low_bits<std::uint32_t>(seeds.rule.letters);
        });
    }
};

/// Eight positions of a word are one step: neighbouring threads write to neighbouring memory.
template <unsigned Planes>
struct list_positions {
    static constexpr unsigned positions_per_step = 8;
    static constexpr unsigned steps_per_word = windows_per_word / positions_per_step;

    collection given;
    target_positions positions;
    unsigned letters;
    const std::uint64_t* before; ///< by word
    std::uint64_t skipped;
    std::uint64_t room;
    seed_site* sites;
    seed_words<Planes>* words;

    CONCORD_HD void operator()(std::uint64_t index) const {
        const std::uint64_t word = index / steps_per_word;
        const auto first = static_cast<unsigned>(index % steps_per_word) * positions_per_step;
        const std::uint64_t all = positions.of_word(word);
        std::uint64_t at = before[word] + base::count_ones(all & base::low_bits<std::uint64_t>(first));
        for (std::uint64_t rest = all >> first & base::low_bits<std::uint64_t>(positions_per_step); rest != 0;
             rest &= rest - 1) {
            const std::uint64_t here = at++;
            if (here < skipped || here - skipped >= room) continue;
            const std::uint64_t position = word * windows_per_word + first + base::lowest_one(rest);
            sites[here - skipped] = {position, static_cast<std::uint32_t>(given.sequence_at(position)), 0};
            for (unsigned plane = 0; plane < Planes; ++plane)
                words[here - skipped].plane[plane] = static_cast<std::uint32_t>(given.letters.target(plane, position)) &
                                                     base::low_bits<std::uint32_t>(letters);
        }
    }
};

} // namespace concord::substring

// The longest region of two sequences or more, without a walk over intervals: of the suffixes of two sequences that
// share the most, some stand beside each other in the array.
//
//   sequence    a a a b b a b b        of a suffix of a and one of b all prefixes between them are at least what they
//   prefix      0 7 9 4 8 5 2 3        share, and between them one of a stands beside one of b: at 4, 5, 2 or 3
//
// What is longest there is the answer; the runs of suffixes that share so many letters are its occurrences.
#pragma once

#include "problems/overlap/region_answer.hpp"
#include "problems/overlap/tables.hpp"
#include "problems/overlap/tuning.hpp"
#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::overlap {

/// Which sequence a suffix belongs to, where both strands of one are the same.
template <class Position>
class suffix_owners {
  public:
    suffix_owners(const arrays<Position>& of, const index_tables& held) : suffixes_(of.suffixes), map_(held.map) {
        if (held.both_strands() && held.given.letters() > 0)
            of_one_strand_ = map_.nth_with_letters(held.given.letters() - 1) + 1;
    }

    [[nodiscard]] std::uint64_t operator()(std::uint64_t rank) const {
        const std::uint64_t sequence = map_.nth_with_letters(suffixes_[rank]);
        return sequence >= of_one_strand_ ? sequence - of_one_strand_ : sequence;
    }

  private:
    std::span<const Position> suffixes_;
    const sequence_map& map_;
    std::uint64_t of_one_strand_ = ~std::uint64_t{0}; ///< sequences with letters, where the text has both strands
};

/// The longest prefix of ranks [first, last), first > 0, of which one suffix is of the first of two sequences and the
/// one before it of the second, or the reverse; 0 if there is none. No branch depends on which: in texts that repeat
/// themselves many neighbours share more than two sequences do, and looking up theirs took an eighth of the time of
/// all.
template <class Position>
[[nodiscard]] Position longest_across(const arrays<Position>& of, std::uint64_t first, std::uint64_t last,
                                      std::uint64_t begin_of_second) {
    const auto second = static_cast<Position>(begin_of_second);
    const Position* const suffixes = of.suffixes.data();
    const Position* const prefixes = of.prefixes.data();
    Position longest = 0;
    for (std::uint64_t rank = first; rank < last; ++rank) {
        const Position differ = (suffixes[rank - 1] < second ? 1U : 0U) ^ (suffixes[rank] < second ? 1U : 0U);
        longest = std::max<Position>(longest, prefixes[rank] & (Position{0} - differ)); // a mask of all bits, or none
    }
    return longest;
}

/// The longest prefix of neighbours of different sequences. is_border(rank): whether the suffix of that rank and the
/// one before it are. `second`: begin_of_second(). Time O(letters / threads).
template <class Position, class IsBorder>
[[nodiscard]] std::uint64_t longest_at_borders(const arrays<Position>& of, std::uint64_t second,
                                               runtime::thread_pool& workers, const IsBorder& is_border) {
    std::atomic<std::uint64_t> longest{0};
    runtime::for_parts(workers, of.suffixes.size(), places_of_task(), [&](std::uint64_t first, std::uint64_t last) {
        workers.check_cancelled();
        std::uint64_t here = longest.load(std::memory_order_relaxed);
        first = std::max<std::uint64_t>(1, first);
        if (second > 0) here = std::max<std::uint64_t>(here, longest_across(of, first, last, second));
        for (std::uint64_t rank = second > 0 ? last : first; rank < last; ++rank)
            if (of.prefixes[rank] > here && is_border(rank)) here = of.prefixes[rank];
        for (std::uint64_t known = longest.load(std::memory_order_relaxed);
             known < here && !longest.compare_exchange_weak(known, here, std::memory_order_relaxed);) {
        }
    });
    return longest.load();
}

/// Positions whose suffixes have a prefix of a certain length, and a few others that share their hashes: mostly there
/// are few, so nearly all suffixes are ruled out without a random access to their prefixes. Of two texts of 5 million
/// letters, of satellites of 171 letters, 8,000 bits for all of them let everything through, which took a third of the
/// time (AMD EPYC).
template <class Position>
class position_filter {
  public:
    /// Time O(letters / threads).
    position_filter(std::span<const Position> prefixes_by_position, std::uint64_t length,
                    runtime::thread_pool& workers) {
        const Position* const prefixes = prefixes_by_position.data();
        const auto wanted = static_cast<Position>(length);
        const auto for_places = [&](const auto& each) {
            runtime::for_parts(workers, prefixes_by_position.size(), places_of_task(), each);
        };
        std::atomic<std::uint64_t> count{0};
        for_places([&](std::uint64_t first, std::uint64_t last) {
            Position here = 0; // as wide as a prefix: the compiler then counts several at once
            for (std::uint64_t at = first; at < last; ++at)
                here += prefixes[at] == wanted ? 1 : 0;
            count += here;
        });
        if (count > prefixes_by_position.size() / least_ruled_out) return;
        log_bits_ = std::max(log_bits_, static_cast<unsigned>(std::bit_width(bits_of_position * count.load())));
        may_be_.resize((std::size_t{1} << log_bits_) / bits_of_word);
        for_places([&](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t at = first; at < last; ++at) {
                if (prefixes[at] != wanted) continue;
                const std::uint64_t bit = bit_of(at, log_bits_);
                std::atomic_ref(may_be_[bit / bits_of_word])
                    .fetch_or(std::uint64_t{1} << bit % bits_of_word, std::memory_order_relaxed);
            }
        });
    }
    /// Whether it rules anything out: where a large share of all have that prefix, it would not.
    [[nodiscard]] bool is_worth_it() const { return !may_be_.empty(); }

    /// What loops read: small enough to be a local of theirs. Valid as long as the filter.
    struct bits {
        const std::uint64_t* words;
        unsigned log_bits;
        [[nodiscard]] bool may_hold(std::uint64_t position) const {
            const std::uint64_t bit = bit_of(position, log_bits);
            return (words[bit / bits_of_word] >> bit % bits_of_word & 1U) != 0;
        }
    };
    [[nodiscard]] bits view() const { return {may_be_.data(), log_bits_}; }

  private:
    static constexpr unsigned bits_of_word = 64;
    static constexpr std::uint64_t bits_of_position = 16;
    static constexpr std::uint64_t least_ruled_out = 32; ///< denominator of a share
    [[nodiscard]] static std::uint64_t bit_of(std::uint64_t position, unsigned log_bits) {
        return position * std::uint64_t{0x9e3779b97f4a7c15U} >> (64 - log_bits);
    }
    unsigned log_bits_ = 16; ///< at least: 8 KiB, in the cache of level 1
    std::vector<std::uint64_t> may_be_;
};

/// The ranks of neighbours of different sequences that share `length` letters and no more: one of each run of suffixes
/// that share as many, or of each part of it.
template <class Position, class IsBorder>
[[nodiscard]] std::vector<std::uint64_t> borders_of_length(const arrays<Position>& of, std::uint64_t length,
                                                           runtime::thread_pool& workers, const IsBorder& is_border) {
    const auto ranks_where = [&](const auto& may_be) {
        return runtime::collect_parts<std::uint64_t>(
            workers, of.suffixes.size(), places_of_task(),
            [&](std::uint64_t first, std::uint64_t last, std::vector<std::uint64_t>& found) {
                workers.check_cancelled();
                const auto is_possible = may_be; // a local: what it reads stays in registers
                for (std::uint64_t rank = std::max<std::uint64_t>(1, first); rank < last; ++rank) {
                    if (!is_possible(rank) || of.prefix(rank) != length || !is_border(rank)) continue;
                    found.push_back(rank);
                    while (rank + 1 < last && of.prefix(rank + 1) >= length)
                        ++rank;
                }
            });
    };
    if (of.prefixes_by_position.empty()) return ranks_where([](std::uint64_t) { return true; });
    const position_filter<Position> filter(of.prefixes_by_position, length, workers);
    if (!filter.is_worth_it())
        return ranks_where([&](std::uint64_t rank) {
            const std::uint64_t later = std::min<std::uint64_t>(rank + tuning::far_ahead, of.suffixes.size() - 1);
            __builtin_prefetch(&of.prefixes_by_position[of.suffixes[later]]);
            return true;
        });
    return ranks_where([suffixes = of.suffixes.data(), bits = filter.view()](std::uint64_t rank) {
        return bits.may_hold(suffixes[rank]);
    });
}

/// The longest region that suffixes of two sequences share, of several the one at the lowest position, with the number
/// of its sequences. Time O(letters / threads), and O(occurrences). Memory: a bit a sequence, and 8 bytes for each
/// region of that length.
template <class Position>
[[nodiscard]] region_candidate longest_of_neighbours(const arrays<Position>& of, const index_tables& held,
                                                     runtime::thread_pool& workers) {
    const suffix_owners<Position> owner(of, held);
    const auto is_border = [&](std::uint64_t rank) { return owner(rank - 1) != owner(rank); };
    const std::uint64_t length = of.prefixes_by_position.empty()
                                     ? longest_at_borders(of, begin_of_second(held.set), workers, is_border)
                                     : of.longest_across;
    if (length == 0) return {};
    const std::vector<std::uint64_t> borders = borders_of_length(of, length, workers, is_border);
    region_candidate best;
    rank_range run{0, 0};
    rank_range best_run{0, 0};
    for (const std::uint64_t border : borders) {
        if (border < run.last) continue;
        run = sharing(of, border, length);
        const std::uint64_t lowest = *std::min_element(of.suffixes.begin() + static_cast<std::ptrdiff_t>(run.first),
                                                       of.suffixes.begin() + static_cast<std::ptrdiff_t>(run.last));
        if (!best.is_worse_than({length, lowest, border, 0})) continue;
        best = {length, lowest, border, 0};
        best_run = run;
    }
    std::vector<bool> holds(held.given.size());
    for (std::uint64_t rank = best_run.first; rank < best_run.last; ++rank) {
        const std::uint64_t sequence = owner(rank);
        best.sequences += holds[sequence] ? 0U : 1U;
        holds[sequence] = true;
    }
    return best;
}

} // namespace concord::overlap

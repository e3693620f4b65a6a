// The suffix array of sequences each of which is one repeated word: known without sorting more than their last
// suffixes.
//
//   ACGACGACGAC, period 3     the suffixes of a sequence that begin at the same place of the word follow each other,
//   the C  CGAC  CGACGAC ...      shortest first, each of which shares all of the one before. Long suffixes of two
//   words GAC  GACGAC ...           differ within fewer letters than both periods have (Fine and Wilf), or not at all.
//
// So of each sequence only the suffixes are sorted that have fewer letters than twice the longest period, and one more
// of each place of the word. Where the latter are of the same word, from several sequences, they are a group:
//
//   sorted        CGACGAC (of one) CGACGACG (of another)      and then each of them a period longer, and so on:
//                                                             round by round, until a sequence has no more letters
#pragma once

#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::suffixes {

/// A sequence that repeats its first letters.
struct periodic_sequence {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t period; ///< the least
};

/// The least period of the letters from `begin` to the border at `end` that are at least twice as many; 0 if there is
/// none up to `most`. Time O(letters / letters of a window) if they begin with a period, else O(most).
[[nodiscard]] inline std::uint64_t period_of(const text_view& text, std::uint64_t begin, std::uint64_t end,
                                             std::uint64_t most) {
    constexpr std::uint64_t looked_at = 4096; // more than two periods: then no other one is to be tried
    const std::uint64_t front = text.window(begin);
    const std::uint64_t of_window = text.letters_per_window();
    for (std::uint64_t period = 1; period <= most && 2 * period <= end - begin; ++period) {
        const std::uint64_t rest = end - begin - period;
        const auto in_window = static_cast<unsigned>(std::min(of_window, rest));
        if ((front ^ text.window(begin + period)) >> (bits_per_word - in_window * text.bits) != 0)
            continue; // nearly all
        const std::uint64_t first = std::min(looked_at, rest);
        const std::uint64_t repeated = common_prefix(text, begin, begin + period, 0, first);
        if (repeated < first) {
            // Another period of all of it would be one of these letters, too, so they would have a common divisor as a
            // period (Fine and Wilf), and all letters would have it.
            if (repeated >= most) return 0;
            continue;
        }
        return common_prefix(text, begin, begin + period, 0) == rest ? period : 0;
    }
    return 0;
}

/// All sequences of a text; empty if any has no period up to `most`, or an ambiguous letter, or if they are so short
/// that sorting their last suffixes is no less than sorting all. Time as that of period_of for each, and O(letters /
/// 64).
[[nodiscard]] inline std::vector<periodic_sequence> periodic_sequences(const text_view& text, std::uint64_t most) {
    std::vector<periodic_sequence> found;
    if (text.size >= tuning::worth_a_sample) // longer ones would be given up below
        most = std::min(most, text.size / tuning::share_of_last_suffixes / 2);
    std::uint64_t longest = 0;
    std::uint64_t begin = 0;
    for (std::uint64_t word = 0; word <= text.size / bits_per_word; ++word)
        for (std::uint64_t borders = text.cuts[word]; borders != 0; borders &= borders - 1) {
            const std::uint64_t end = word * bits_per_word + base::lowest_one(borders);
            if (end == begin) continue;                                     // in front of all
            const std::uint64_t period = period_of(text, begin, end, most); // of an ambiguous letter none
            if (period == 0) return {};
            found.push_back({begin, end, period});
            longest = std::max(longest, period);
            const bool is_judged = found.size() > 1 || text.size >= tuning::worth_a_sample;
            if (is_judged && 2 * longest * found.size() > text.size / tuning::share_of_last_suffixes) return {};
            begin = end;
        }
    return found;
}

/// The order of the suffixes of such sequences.
template <class Position>
class periodic_order {
  public:
    /// Time O(sequences · periods · log), without what the periods share.
    periodic_order(const text_view& text, const std::vector<periodic_sequence>& sequences) : text_(text) {
        std::uint64_t longest = 0;
        for (const periodic_sequence& each : sequences)
            longest = std::max(longest, each.period);
        const std::uint64_t least = 2 * longest; // letters of a suffix that is followed by longer ones
        for (const periodic_sequence& of : sequences)
            for (std::uint64_t letters = std::min(of.end - of.begin, least + of.period - 1); letters > 0; --letters)
                sorted_.push_back({of.end - letters, letters, of.period,
                                   letters < least ? 0 : (of.end - of.begin - letters) / of.period});
        std::ranges::sort(sorted_, [&](const last_suffix& a, const last_suffix& b) { return is_before(a, b); });
        std::uint64_t rank = 0;
        for (std::size_t first = 0, end = 0; first < sorted_.size(); first = end) {
            end = first + 1;
            std::uint64_t count = 1 + sorted_[first].longer;
            while (sorted_[first].letters >= least && end < sorted_.size() && shared(end - 1, end) >= least)
                count += 1 + sorted_[end++].longer;
            groups_.push_back({rank, first, end});
            rank += count;
        }
    }

    /// Fills the suffix array and the LCP array. Time O(letters / threads).
    void fill(runtime::thread_pool& workers, std::span<Position> suffixes, std::span<Position> prefixes) const {
        runtime::for_parts(workers, text_.size, tuning::places_per_task, [&](std::uint64_t first, std::uint64_t end) {
            auto nth =
                static_cast<std::size_t>(std::ranges::upper_bound(groups_, first, {}, &group::rank) - groups_.begin()) -
                1;
            for (std::uint64_t rank = first; rank < end; ++nth)
                rank = fill_group(nth, rank, end, suffixes, prefixes);
        });
    }

  private:
    struct last_suffix {
        std::uint64_t position;
        std::uint64_t letters;
        std::uint64_t period;
        std::uint64_t longer; ///< by 1, 2 ... periods, of the same sequence
    };
    /// Some of the sorted ones, and what is longer than they are.
    struct group {
        std::uint64_t rank;
        std::size_t first;
        std::size_t end;
    };

    [[nodiscard]] bool is_before(const last_suffix& a, const last_suffix& b) const {
        if (a.position == b.position) return false;
        const std::uint64_t length = common_prefix(text_, a.position, b.position, 0);
        if (length == a.letters || length == b.letters)
            return a.letters != b.letters ? a.letters < b.letters : a.position < b.position;
        return text_.letter(a.position + length) < text_.letter(b.position + length);
    }
    [[nodiscard]] std::uint64_t shared(std::size_t a, std::size_t b) const {
        return common_prefix(text_, sorted_[a].position, sorted_[b].position, 0);
    }

    /// Suffixes of a group in its first rounds.
    [[nodiscard]] std::uint64_t in_rounds(const group& of, std::uint64_t rounds) const {
        std::uint64_t count = 0;
        for (std::size_t nth = of.first; nth < of.end; ++nth)
            count += std::min(rounds, 1 + sorted_[nth].longer);
        return count;
    }

    /// Of ranks from `rank` on, below `end`; returns the next one.
    std::uint64_t fill_group(std::size_t nth, std::uint64_t rank, std::uint64_t end, std::span<Position> suffixes,
                             std::span<Position> prefixes) const {
        const group& of = groups_[nth];
        if (of.first + 1 == of.end && sorted_[of.first].longer == 0) { // most groups
            suffixes[rank] = static_cast<Position>(sorted_[of.first].position);
            prefixes[rank] = static_cast<Position>(of.first == 0 ? 0 : shared(of.first - 1, of.first));
            return rank + 1;
        }
        if (nth + 1 < groups_.size()) end = std::min(end, groups_[nth + 1].rank);
        std::uint64_t round = 0; // the one that holds `rank`
        for (std::uint64_t behind = text_.size + 1; behind - round > 1;) {
            const std::uint64_t middle = round + (behind - round) / 2;
            (of.rank + in_rounds(of, middle) <= rank ? round : behind) = middle;
        }
        struct growing {
            std::uint64_t position;
            std::uint64_t letters;
            std::uint64_t left; ///< rounds, this one included
        };
        std::vector<growing> members;
        const std::uint64_t period = sorted_[of.first].period;
        const auto in_round = [&](std::uint64_t number) {
            members.clear();
            for (std::size_t at = of.first; at < of.end; ++at)
                if (const last_suffix& each = sorted_[at]; each.longer >= number)
                    members.push_back(
                        {each.position - number * period, each.letters + number * period, each.longer - number + 1});
        };
        std::uint64_t before = 0; // letters of the suffix in front, which are a prefix of the next one
        if (round > 0) {
            in_round(round - 1);
            before = members.back().letters;
        }
        in_round(round);
        std::uint64_t passed = rank - of.rank - in_rounds(of, round); // of this round
        if (passed > 0) before = members[passed - 1].letters;
        if (rank == of.rank && of.first > 0) before = shared(of.first - 1, of.first);
        while (rank < end) {
            std::uint64_t rounds = ~std::uint64_t{0};
            for (const growing& each : members)
                rounds = std::min(rounds, each.left);
            for (std::uint64_t taken = 0; taken < rounds && rank < end; ++taken) {
                for (std::size_t at = passed; at < members.size() && rank < end; ++at, ++rank) {
                    growing& here = members[at];
                    suffixes[rank] = static_cast<Position>(here.position);
                    prefixes[rank] = static_cast<Position>(before);
                    before = here.letters;
                }
                for (growing& each : members) {
                    each.position -= period;
                    each.letters += period;
                    --each.left;
                }
                passed = 0;
            }
            std::erase_if(members, [](const growing& each) { return each.left == 0; });
        }
        return rank;
    }

    const text_view& text_;
    std::vector<last_suffix> sorted_;
    std::vector<group> groups_;
};

} // namespace concord::suffixes

// Texts that consist of few runs, in each of which a word is repeated: whole sequences, or what a few other letters
// leave of them. The order of their suffixes follows from the runs (periodic_order.hpp).
//
//   AAAAAAAAAAAAAACACACACACACACACACGTCACACACACACACACACA     runs of the periods 1, 2 and 2; each is as long as its
//   |------------||---------------|  |-------------|      period allows, so that two of them may overlap
#pragma once

#include "suffixes/packed_suffix.hpp"
#include "suffixes/text_windows.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace concord::suffixes {

/// Letters that repeat the first of them: up to a border, or to a letter that does not continue the period.
struct periodic_run {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t period; ///< the least
};

/// Suffixes that begin with `least` letters of a run or more are ordered by the runs: at least those of both periods of
/// any two runs, or those of the period where it is one of all runs. So no suffix begins so in two of them, and what
/// so many letters of two runs have in common is that word for ever (Fine and Wilf).
struct periodic_runs {
    std::vector<periodic_run> runs; ///< in the order of the text, each of `least` letters or more, unless it is all of
                                    ///< a sequence
    std::uint64_t least = 0;
    bool end_within = false; ///< some of them, within a sequence, or begin there
};

/// Two words of such periods that have so many letters in common never differ.
[[nodiscard]] constexpr std::uint64_t letters_of_periods(std::uint64_t shortest, std::uint64_t longest) {
    return shortest == longest ? longest : 2 * longest;
}

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
[[nodiscard]] inline periodic_runs periodic_sequences(const text_view& text, std::uint64_t most) {
    std::vector<periodic_run> found;
    most = std::min(most, tuning::longest_worth_ordering(text.size)); // longer ones would be given up below
    std::uint64_t longest = 0;
    std::uint64_t shortest = most;
    std::uint64_t begin = 0;
    for (std::uint64_t word = 0; word <= text.size / bits_per_word; ++word)
        for (std::uint64_t borders = text.cuts[word]; borders != 0; borders &= borders - 1) {
            const std::uint64_t end = word * bits_per_word + base::lowest_one(borders);
            if (end == begin) continue;                                     // in front of all
            const std::uint64_t period = period_of(text, begin, end, most); // of an ambiguous letter none
            if (period == 0) return {};
            found.push_back({begin, end, period});
            longest = std::max(longest, period);
            shortest = std::min(shortest, period);
            if (!tuning::are_worth_ordering(text.size, longest, found.size()) ||
                (found.size() > 1 &&
                 2 * longest * found.size() > text.size / tuning::share_of_last_suffixes(text.size)))
                return {};
            begin = end;
        }
    return {std::move(found), letters_of_periods(shortest, longest), false};
}

/// Finds the runs of a text that other letters interrupt.
class run_finder {
  public:
    run_finder(const text_view& text, std::uint64_t most)
        : text_(text), most_(std::min(most, tuning::longest_worth_ordering(text.size))) {}

    /// None if other suffixes than those in runs are many, or one of several thousand letters is ambiguous, or the
    /// sequences are many. Time O(letters / letters of a window), and O(longest period) for each of these suffixes.
    [[nodiscard]] periodic_runs find() {
        if (text_.size < tuning::worth_a_sample || !find_longest_period() || has_ambiguous_letter()) return {};
        least_ = letters_of_periods(shortest_, longest_) + tuning::letters_beyond_periods;
        std::uint64_t begin = 0;
        for (const std::uint64_t end : ends_) {
            if (!find_runs(begin, end)) return {};
            begin = end;
        }
        if (!tuning::are_worth_ordering(text_.size, longest_, runs_.size())) return {};
        return {std::move(runs_), least_, true};
    }

  private:
    /// Few places of the text tell the periods that it has.
    bool find_longest_period() {
        for (std::uint64_t nth = 0; nth < tuning::places_of_periods; ++nth)
            note_period((2 * nth + 1) * text_.size / (2 * tuning::places_of_periods));
        if (longest_ == 0) return false;
        for (std::uint64_t word = 0; word <= text_.size / bits_per_word; ++word)
            for (std::uint64_t borders = text_.cuts[word]; borders != 0; borders &= borders - 1) {
                const std::uint64_t border = word * bits_per_word + base::lowest_one(borders);
                if (border < text_.size) note_period(border);
                if (border > 0) ends_.push_back(border);
                if (ends_.size() > tuning::most_runs) return false;
            }
        return true;
    }

    void note_period(std::uint64_t place) {
        const std::uint64_t front = text_.window(place);
        const unsigned looked_at = std::min<unsigned>(text_.letters_per_window(), tuning::letters_beyond_periods);
        const unsigned behind = bits_per_word - looked_at * text_.bits;
        const auto begins_alike = [=](std::uint64_t window) { return (front ^ window) >> behind == 0; };
        const std::uint64_t end = std::min(place + most_ + 1, text_.size);
        for (std::uint64_t first = place + 1, last = first; first < end; first = last) {
            last = std::min(end, first + tuning::periods_at_a_time);
            bool any = false;
            for_each_window(text_, first, last,
                            [&](std::uint64_t, std::uint64_t window) { any |= begins_alike(window); });
            for (; any && first < last; ++first) {
                const std::uint64_t period = first - place;
                const std::uint64_t enough = period + tuning::letters_beyond_periods;
                if (!begins_alike(text_.window(first)) || common_prefix(text_, place, first, 0, enough) < enough)
                    continue;
                longest_ = std::max(longest_, period);
                shortest_ = std::min(shortest_, period);
                return;
            }
        }
    }

    [[nodiscard]] bool has_ambiguous_letter() const {
        for (std::uint64_t word = 0; text_.ambiguous != nullptr && word <= text_.size / bits_per_word; ++word)
            if (text_.ambiguous[word] != 0) return true;
        return false;
    }

    /// Those of a sequence. False if too little is left for them.
    bool find_runs(std::uint64_t begin, std::uint64_t end) {
        while (begin < end) {
            const periodic_run next = first_run(begin, end);
            if (next.period == 0) {
                others_ += end - begin;
                return others_ <= most_others(end);
            }
            others_ += next.begin - begin + next.period;
            runs_.push_back(next);
            if (others_ > most_others(next.end) || runs_.size() > tuning::most_runs) return false;
            begin = next.end - least_ + 1;
        }
        return true;
    }
    /// Up to a place of the text, so that one of many short runs is given up soon.
    [[nodiscard]] std::uint64_t most_others(std::uint64_t place) const {
        const std::uint64_t most = tuning::most_other_suffixes(text_.size);
        const double share = static_cast<double>(place) / static_cast<double>(text_.size);
        return std::min(most,
                        std::max(most / 8, 4 * least_) + static_cast<std::uint64_t>(share * static_cast<double>(most)));
    }

    /// The first run of `least_` letters that begins at `begin` or behind it, and ends at `end` at most. Its period is
    /// 0 if there is none, or too much in front of it.
    [[nodiscard]] periodic_run first_run(std::uint64_t begin, std::uint64_t end) const {
        const std::uint64_t last = std::min(end, begin + most_others(begin));
        for (std::uint64_t chunk = begin; chunk + least_ <= last; chunk += least_) {
            periodic_run found = {std::min(last - least_ + 1, chunk + least_), 0, 0};
            for (std::uint64_t period = shortest_ == longest_ ? longest_ : 1; period <= longest_; ++period) {
                const std::uint64_t at = first_repetition(chunk, found.begin, end, period);
                if (at < found.begin) found = {at, 0, period};
            }
            if (found.period == 0) continue;
            found.end = found.begin + found.period +
                        common_prefix(text_, found.begin, found.begin + found.period, least_ - found.period);
            return found;
        }
        return {0, 0, 0};
    }

    /// Where, from `begin` on, and below `limit`, `least_` letters have that period; else `limit`. They repeat so many
    /// that they hold one of the blocks that are compared whole.
    [[nodiscard]] std::uint64_t first_repetition(std::uint64_t begin, std::uint64_t limit, std::uint64_t end,
                                                 std::uint64_t period) const {
        const std::uint64_t repeated = least_ - period;
        const std::uint64_t block = std::min<std::uint64_t>(text_.letters_per_window(), (repeated + 1) / 2);
        const unsigned behind = bits_per_word - static_cast<unsigned>(block) * text_.bits;
        for (std::uint64_t at = begin; at < limit + block && at + period < end; at += block) {
            if ((text_.window(at) ^ text_.window(at + period)) >> behind != 0) continue;
            std::uint64_t first = at;
            while (first > begin && text_.letter(first - 1) == text_.letter(first - 1 + period))
                --first;
            if (first >= limit) break;
            const std::uint64_t shared = common_prefix(text_, first, first + period, 0, repeated);
            if (shared >= repeated) return first;
        }
        return limit;
    }

    const text_view& text_;
    std::uint64_t most_;
    std::uint64_t longest_ = 0; ///< period
    std::uint64_t shortest_ = ~std::uint64_t{0};
    std::uint64_t least_ = 0;
    std::uint64_t others_ = 0;        ///< suffixes that are sorted
    std::vector<std::uint64_t> ends_; ///< of sequences
    std::vector<periodic_run> runs_;
};

/// The runs of a text, if they are nearly all of it: of whole sequences, or of parts of them.
[[nodiscard]] inline periodic_runs periodic_runs_of(const text_view& text, std::uint64_t most) {
    periodic_runs found = periodic_sequences(text, most);
    return found.runs.empty() ? run_finder(text, most).find() : found;
}

} // namespace concord::suffixes

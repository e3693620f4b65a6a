// fuzz.partial_ratio: the best place of the shorter text in the longer one.
//
// Windows of the shorter text's length are tried between two known ones only where their distances leave room for a
// better one: a step of the window changes the distance by at most 2. Then come the prefixes and suffixes of the longer
// text that are shorter than a window. Which of several best places is found is that of rapidfuzz. Where only a few of
// them are long enough for a better score, their edits are counted on diagonals instead of in a column of all.
#pragma once

#include "fuzz/bounded_edits.hpp"
#include "fuzz/lcs_columns.hpp"
#include "fuzz/letter_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace concord::fuzz {

/// A score from 0 to 100, and the slices of both texts that have it.
struct score_alignment {
    double score = 0;
    std::size_t src_start = 0;
    std::size_t src_end = 0;
    std::size_t dest_start = 0;
    std::size_t dest_end = 0;
};

/// fuzz.ratio of texts whose longest common subsequence is known: 100 less the share of the other letters; 0 below the
/// cutoff. The order of the operations is that of rapidfuzz, so that the last bit is.
[[nodiscard]] inline double ratio_of(std::size_t common, std::size_t letters, double cutoff) {
    const double apart = letters == 0 ? 0.0 : static_cast<double>(letters - 2 * common) / static_cast<double>(letters);
    const double alike = 1.0 - apart;
    return (alike >= cutoff / 100 ? alike : 0.0) * 100;
}

/// A text that is looked for in others that are not shorter. Keeps what the search for it needs.
template <class Letter>
class needle {
  public:
    using text = std::span<const Letter>;

    void assign(text pattern) {
        pattern_ = pattern;
        forward_.assign(pattern);
        reversed_.assign(pattern.rbegin(), pattern.rend());
        backward_.assign(text(reversed_));
    }

    [[nodiscard]] const letter_places& places() const { return forward_; }
    [[nodiscard]] const letter_places& reversed_places() const { return backward_; } ///< from the last letter on

    /// Whether `hay` has it as it is.
    [[nodiscard]] bool is_in(text hay) const {
        if constexpr (sizeof(Letter) == 1)
            return memmem(hay.data(), hay.size(), pattern_.data(), pattern_.size()) != nullptr;
        else
            return std::search(hay.begin(), hay.end(), pattern_.begin(), pattern_.end()) != hay.end();
    }

    /// Where `hay`, which is not shorter, has it best. Time: O(windows tried * hay's window * words).
    [[nodiscard]] score_alignment find_in(text hay, double cutoff) {
        score_alignment best{0, 0, pattern_.size(), 0, pattern_.size()};
        tries_few_edits_ = pattern_.size() > letters_of_word;
        if (hay.size() > pattern_.size() && try_windows(hay, cutoff, best)) return best;
        if (hay.size() == pattern_.size() && tries_few_edits_) { // which is the first of the suffixes
            constexpr double rounded = 1 - 1e-9;
            const std::size_t edits = edits_within<further_steps::none, true>(pattern_, hay, few_edits);
            const std::size_t common = hay.size() - std::min(edits, 2 * hay.size()) / 2;
            if (edits <= few_edits) cutoff = std::max(cutoff, ratio_of(common, 2 * hay.size(), cutoff) * rounded);
        }
        if (try_prefixes(hay, cutoff, best)) return best;
        try_suffixes(hay, cutoff, best);
        return best;
    }

  private:
    static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

    /// Of a window. Where the first one is unlike the pattern, the others are not taken to be near to it.
    [[nodiscard]] std::size_t distance_of(text window) {
        if (tries_few_edits_) {
            const std::size_t edits = edits_within<further_steps::none, true>(pattern_, window, few_edits);
            if (edits <= few_edits) return edits;
            tries_few_edits_ = false;
        }
        return 2 * pattern_.size() - 2 * lcs_length(forward_, window);
    }

    /// Whether a text that has so many letters in common with the pattern, and no others, would be better than `best`.
    [[nodiscard]] bool may_be_better(std::size_t letters, double cutoff, const score_alignment& best) const {
        return ratio_of(letters, pattern_.size() + letters, cutoff) > best.score;
    }

    /// The length from which on prefixes and suffixes may be. Of a short pattern that is not worth it.
    [[nodiscard]] std::size_t least_letters(double cutoff, const score_alignment& best) const {
        std::size_t least = 0;
        if (pattern_.size() <= letters_of_word || cutoff <= 0) return least;
        for (std::size_t most = pattern_.size(); least < most;) {
            const std::size_t middle = least + (most - least) / 2;
            if (may_be_better(middle, cutoff, best))
                most = middle;
            else
                least = middle + 1;
        }
        return least;
    }

    /// Whether edits on diagonals take less time than a column for prefixes or suffixes of `least` letters or more:
    /// each of them has at most as many edits as there are of them, about, of which the square is the time.
    [[nodiscard]] bool are_few(std::size_t least) const {
        const std::size_t size = pattern_.size();
        const std::size_t ends = size - least;
        return size > letters_of_word && ends <= few_ends && ends * ends * ends <= 2 * forward_.words() * size;
    }
    /// Letters that the pattern has in common with a text; where they are too few for the cutoff, 0.
    [[nodiscard]] std::size_t common_within(text end, double cutoff) const {
        const std::size_t letters = pattern_.size() + end.size();
        const auto within = static_cast<std::size_t>(static_cast<double>(letters) * (1.0 - cutoff / 100)) + 1;
        const std::size_t most = std::min(within, most_bounded_edits); // few_ends leaves no more
        const std::size_t edits = edits_within<further_steps::none>(pattern_, end, most);
        return edits > most ? 0 : (letters - edits) / 2;
    }

    /// The distance of the window at `start`; true if it is 0.
    bool try_window(text hay, std::size_t start, std::size_t& within, score_alignment& best) {
        if (distances_[start] != unknown) return false;
        const std::size_t size = pattern_.size();
        distances_[start] = distance_of(hay.subspan(start, size));
        if (distances_[start] >= within) return false;
        within = distances_[start];
        best.dest_start = start;
        best.dest_end = start + size;
        return within == 0;
    }

    bool try_windows(text hay, double& cutoff, score_alignment& best) {
        const std::size_t windows = hay.size() - pattern_.size(); // the last one is a suffix
        const std::size_t most = 2 * pattern_.size();
        const double share = std::min(1.0, 1.0 - cutoff / 100 + 0.00001);
        const auto first_bound = static_cast<std::size_t>(std::ceil(static_cast<double>(most) * share));
        std::size_t within = first_bound;
        distances_.assign(windows, unknown);
        ranges_.assign(1, {0, windows - 1});
        while (!ranges_.empty()) {
            next_ranges_.clear();
            for (const auto& [first, last] : ranges_) {
                if (try_window(hay, first, within, best) || try_window(hay, last, within, best)) {
                    best.score = 100;
                    return true;
                }
                const std::size_t between = last - first;
                if (between == 1) continue;
                const std::size_t a = distances_[first];
                const std::size_t b = distances_[last];
                const std::size_t known_edits = a > b ? a - b : b - a;
                // Half of the steps that the known edits do not need can make it better.
                const auto gain = static_cast<std::ptrdiff_t>((between - known_edits / 2) / 2 * 2);
                if (static_cast<std::ptrdiff_t>(std::min(a, b)) - gain >= static_cast<std::ptrdiff_t>(within)) continue;
                if (between == 0) continue; // one window
                const std::size_t center = between / 2;
                next_ranges_.emplace_back(first, first + center);
                next_ranges_.emplace_back(first + center, last);
            }
            std::swap(ranges_, next_ranges_);
        }
        if (within == first_bound) return false; // nothing below the bound
        const double score = (1.0 - static_cast<double>(within) / static_cast<double>(most)) * 100;
        if (score >= cutoff) cutoff = best.score = score;
        return false;
    }

    bool try_prefixes(text hay, double& cutoff, score_alignment& best) {
        const std::size_t size = pattern_.size();
        const std::size_t least = least_letters(cutoff, best);
        if (least >= size) return false;
        const auto take = [&](std::size_t end, std::size_t common) {
            const double score = ratio_of(common, size + end, cutoff);
            if (score <= best.score) return false;
            cutoff = best.score = score;
            best.dest_start = 0;
            best.dest_end = end;
            return score == 100.0;
        };
        if (are_few(least)) {
            for (std::size_t end = least; end < size; ++end)
                if (forward_.has(hay[end - 1]) && take(end, common_within(hay.first(end), cutoff))) return true;
            return false;
        }
        lcs_column column(forward_);
        for (std::size_t end = 1; end < size; ++end) {
            column.take(hay[end - 1]);
            if (end >= least && forward_.has(hay[end - 1]) && take(end, column.length())) return true;
        }
        return false;
    }

    void try_suffixes(text hay, double cutoff, score_alignment& best) {
        const std::size_t size = pattern_.size();
        const std::size_t first = hay.size() - size;
        const std::size_t least = least_letters(cutoff, best);
        if (least > size) return;
        const bool few = are_few(least);
        if (!few) {
            lcs_column column(backward_);
            common_.resize(size);
            for (std::size_t i = size; i-- > 0;) {
                column.take(hay[first + i]);
                if (size - i >= least) common_[i] = column.length();
            }
        }
        for (std::size_t i = 0; i < size && size - i >= least; ++i) {
            if (!forward_.has(hay[first + i])) continue;
            const std::size_t common = few ? common_within(hay.subspan(first + i), cutoff) : common_[i];
            const double score = ratio_of(common, 2 * size - i, cutoff);
            if (score <= best.score) continue;
            cutoff = best.score = score;
            best.dest_start = first + i;
            best.dest_end = hay.size();
            if (score == 100.0) return;
        }
    }

    static constexpr std::size_t letters_of_word = 64; ///< up to which a column takes no longer than diagonals
    static constexpr std::size_t few_edits = 20;       ///< of a window
    static constexpr std::size_t few_ends = 12;        ///< prefixes, or suffixes

    text pattern_;
    letter_places forward_;
    std::vector<Letter> reversed_;
    letter_places backward_;
    std::vector<std::size_t> distances_; ///< of windows, by their start
    std::vector<std::pair<std::size_t, std::size_t>> ranges_;
    std::vector<std::pair<std::size_t, std::size_t>> next_ranges_;
    std::vector<std::size_t> common_; ///< of suffixes, by their start in the last window
    bool tries_few_edits_ = false;
};

} // namespace concord::fuzz

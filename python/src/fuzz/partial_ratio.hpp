// fuzz.partial_ratio: the best place of the shorter text in the longer one.
//
// Windows of the shorter text's length are tried between two known ones only where their distances leave room for a
// better one: a step of the window changes the distance by at most 2. Then come the prefixes and suffixes of the longer
// text that are shorter than a window. Which of several best places is found is that of rapidfuzz.
#pragma once

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
        if (hay.size() > pattern_.size() && try_windows(hay, cutoff, best)) return best;
        if (try_prefixes(hay, cutoff, best)) return best;
        try_suffixes(hay, cutoff, best);
        return best;
    }

  private:
    static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

    /// The distance of the window at `start`; true if it is 0.
    bool try_window(text hay, std::size_t start, std::size_t& within, score_alignment& best) {
        if (distances_[start] != unknown) return false;
        const std::size_t size = pattern_.size();
        distances_[start] = 2 * size - 2 * lcs_length(forward_, hay.subspan(start, size));
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
        lcs_column column(forward_);
        for (std::size_t end = 1; end < size; ++end) {
            column.take(hay[end - 1]);
            if (!forward_.has(hay[end - 1])) continue;
            const double score = ratio_of(column.length(), size + end, cutoff);
            if (score <= best.score) continue;
            cutoff = best.score = score;
            best.dest_start = 0;
            best.dest_end = end;
            if (score == 100.0) return true;
        }
        return false;
    }

    void try_suffixes(text hay, double cutoff, score_alignment& best) {
        const std::size_t size = pattern_.size();
        const std::size_t first = hay.size() - size;
        lcs_column column(backward_);
        common_.resize(size);
        for (std::size_t i = size; i-- > 0;) {
            column.take(hay[first + i]);
            common_[i] = column.length();
        }
        for (std::size_t i = 0; i < size; ++i) {
            if (!forward_.has(hay[first + i])) continue;
            const double score = ratio_of(common_[i], 2 * size - i, cutoff);
            if (score <= best.score) continue;
            cutoff = best.score = score;
            best.dest_start = first + i;
            best.dest_end = hay.size();
            if (score == 100.0) return;
        }
    }

    text pattern_;
    letter_places forward_;
    std::vector<Letter> reversed_;
    letter_places backward_;
    std::vector<std::size_t> distances_; ///< of windows, by their start
    std::vector<std::pair<std::size_t, std::size_t>> ranges_;
    std::vector<std::pair<std::size_t, std::size_t>> next_ranges_;
    std::vector<std::size_t> common_; ///< of suffixes, by their start in the last window
};

} // namespace concord::fuzz

// What a walk of pairs costs: how many pairs there are in a sample of the sequences, and to how many beginnings of
// words each of them is near by its distance.
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/listed_pairs.hpp"
#include "problems/substring/cpu/words/shared_balls.hpp"
#include "problems/substring/cpu/words/walked_pairs.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

/// Of a pair that differs in `distance` letters: how many beginnings of so many letters are near to both, if the places
/// where it differs are any.
class beginnings_near_pair {
  public:
    beginnings_near_pair(std::uint64_t length, std::uint64_t mismatches, std::uint64_t distance)
        : length_(length), most_(mismatches), differ_(distance + 1), counts_(size(), 0) {
        counts_[at(0, mismatches, mismatches)] = 1;
    }

    /// One letter more; their number.
    double go_on() {
        std::vector<double> longer(size(), 0);
        double all = 0;
        const auto add = [&](std::uint64_t passed, std::uint64_t a, std::uint64_t b, double more) {
            if (a + b < differ_ - 1 - passed) return;
            longer[at(passed, a, b)] += more;
            all += more;
        };
        for (std::uint64_t passed = 0; passed < differ_; ++passed)
            for (std::uint64_t a = 0; a <= most_; ++a)
                for (std::uint64_t b = 0; b <= most_; ++b) {
                    const double here = counts_[at(passed, a, b)];
                    if (here == 0) continue;
                    const double differs = std::min(1.0, static_cast<double>(differ_ - 1 - passed) /
                                                             static_cast<double>(length_ - letters_));
                    if (differs < 1) add(passed, a, b, here * (1 - differs));
                    if (differs < 1 && a > 0 && b > 0) add(passed, a - 1, b - 1, here * 3 * (1 - differs));
                    if (differs == 0) continue;
                    if (a > 0) add(passed + 1, a - 1, b, here * differs);
                    if (b > 0) add(passed + 1, a, b - 1, here * differs);
                    if (a > 0 && b > 0) add(passed + 1, a - 1, b - 1, here * 2 * differs);
                }
        counts_.swap(longer);
        ++letters_;
        return all;
    }

  private:
    [[nodiscard]] std::size_t size() const { return differ_ * (most_ + 1) * (most_ + 1); }
    [[nodiscard]] std::size_t at(std::uint64_t passed, std::uint64_t a, std::uint64_t b) const {
        return (passed * (most_ + 1) + a) * (most_ + 1) + b;
    }

    std::uint64_t length_;
    std::uint64_t most_;
    std::uint64_t differ_;
    std::uint64_t letters_ = 0;
    std::vector<double> counts_; ///< by letters passed that differ, and what is left with each word
};

/// Of a sequence, as a mean of some, of long ones by some of their windows.
struct sampled_pairs {
    std::vector<double> by_distance; ///< pairs of windows by the letters in which they differ, up to 2k
    double ambiguous = 0;            ///< windows with ambiguous letters, at most k of them
};

sampled_pairs sample_pairs(const problem& given, std::uint64_t length) {
    std::vector<double> pairs(std::min(2 * given.mismatches, length) + 1, 0);
    double ambiguous = 0;
    const std::uint64_t most = std::min(tuning::sampled_window_pairs, given.set.letters() / 8);
    std::uint64_t sampled = 0;
    for (std::uint64_t compared = 0; sampled < given.sequences() && compared < most; ++sampled) {
        const std::uint64_t sequence = sampled * 7919 % given.sequences();
        if (given.length(sequence) < length) continue;
        const std::uint64_t first = given.offset(sequence);
        const std::uint64_t windows = given.length(sequence) - length + 1;
        const std::uint64_t stride = stride_of_sampled_windows(windows, most);
        const bool has_ambiguous = has_ambiguous_letters(given, sequence);
        for (std::uint64_t a = 0; a < windows; a += stride) {
            compared += windows - a;
            if (has_ambiguous) {
                const std::uint64_t unknown =
                    mismatches_within(given.letters, first + a, first + a, length, given.mismatches);
                if (unknown > 0 && unknown <= given.mismatches) ambiguous += static_cast<double>(stride);
            }
            for (std::uint64_t b = a + 1; b < windows; ++b) {
                const std::uint64_t apart =
                    mismatches_within(given.letters, first + a, first + b, length, pairs.size() - 1);
                if (apart > 0 && apart < pairs.size()) pairs[apart] += static_cast<double>(stride);
            }
        }
    }
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, sampled));
    for (double& each : pairs)
        each /= all;
    return {std::move(pairs), ambiguous / all};
}

} // namespace

double cost_of_walked_pairs(const problem& given, const growth_alphabet& letters, const split_word& split, double words,
                            std::uint64_t memory, unsigned threads) {
    const std::uint64_t length = split.front + split.end;
    if (letters.ordinary() != 4 || split.front <= letters_of_pair_task || length > most_letters_of_pairs ||
        given.mismatches > most_mismatches_of_pairs || given.mismatches >= length ||
        2 * bytes_of_pair_part(given) * threads > static_cast<double>(memory) / 8)
        return impossible;
    const auto sequences = static_cast<double>(given.sequences());
    const auto [pairs, ambiguous] = sample_pairs(given, length);
    double all = 0;
    for (const double each : pairs)
        all += each * sequences;
    const double windows =
        std::max(0.0, static_cast<double>(given.set.letters()) / sequences - static_cast<double>(length) + 1);
    const double chunks = std::ceil(all / pairs_of_chunk(memory, threads));
    double cost = sequences * windows * (windows / 2 * tuning::cost_of_listed_pair + tuning::cost_of_listed_window);
    // A word near to a window with ambiguous letters is compared with all windows of its sequence.
    const double near_words =
        words * count_neighbours(4, length, given.mismatches) / std::pow(4.0, static_cast<double>(length));
    cost += sequences * ambiguous * near_words * windows * tuning::cost_of_surplus_window;
    std::vector<beginnings_near_pair> near;
    for (std::uint64_t distance = 0; distance < pairs.size(); ++distance)
        near.emplace_back(length, given.mismatches, distance);
    double here = all;
    const word_order order(given, letters.ordinary(), static_cast<unsigned>(length));
    for (std::uint64_t depth = 0;; ++depth) {
        const double beginnings = std::pow(4.0, static_cast<double>(depth));
        const double possible = beginnings * order.share_of_counted(depth);
        const double are_there = possible * (1 - std::exp(-words / possible)); // if words are any
        const double entries = here * are_there / beginnings;
        const double nodes = std::min(are_there * chunks, entries);
        const double ends = words / are_there;
        if (ends <= static_cast<double>(tuning::words_of_pairs))
            return cost + ends * (entries * tuning::cost_of_compared_pair + nodes * tuning::cost_of_walked_end);
        if (depth == split.front)
            return cost + entries * tuning::cost_of_pair_and_ends + nodes * tuning::cost_of_walked_front;
        cost += entries * tuning::cost_of_followed_pair + nodes * tuning::cost_of_walked_node;
        here = 0;
        for (std::uint64_t distance = 0; distance < pairs.size(); ++distance)
            here += pairs[distance] * sequences * near[distance].go_on();
    }
}

} // namespace concord::substring

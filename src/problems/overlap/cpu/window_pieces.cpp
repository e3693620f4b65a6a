#include "problems/overlap/cpu/window_pieces.hpp"

#include "base/bits.hpp"
#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <cmath>

namespace concord::overlap {
namespace {

std::vector<letter_range> joined(std::span<const std::uint32_t> letters, unsigned letters_of_word) {
    std::vector<letter_range> ranges;
    for (const std::uint32_t letter : letters) {
        const bool follows = !ranges.empty() && ranges.back().first + ranges.back().count == letter;
        if (follows && ranges.back().count < letters_of_word)
            ++ranges.back().count;
        else
            ranges.push_back({letter, 1});
    }
    return ranges;
}

} // namespace

window_pieces::window_pieces(std::span<const std::uint32_t> letters, std::uint64_t mismatches, std::uint64_t intact,
                             unsigned letters_of_word) {
    const std::uint64_t count = mismatches + intact;
    pieces_.resize(letters.empty() ? 0 : letters.back() + 1);
    for (std::uint64_t nth = 0; nth < letters.size(); ++nth)
        pieces_[letters[nth]] = std::uint64_t{1} << (nth * count / letters.size());
    const std::uint64_t all = base::low_bits<std::uint64_t>(static_cast<unsigned>(count));
    std::uint64_t chosen = base::low_bits<std::uint64_t>(static_cast<unsigned>(intact));
    while (chosen <= all) {
        piece_combination made{chosen, 0, {}, {}};
        const std::uint64_t last = std::uint64_t{1} << (63U - base::leading_zeros(chosen));
        made.skipped = (last - 1) & ~chosen;
        std::vector<std::uint32_t> own;
        for (const std::uint32_t letter : letters)
            ((pieces_[letter] & chosen) != 0 ? own : made.others).push_back(letter);
        made.letters = joined(own, letters_of_word);
        combinations_.push_back(std::move(made));
        const std::uint64_t lowest = chosen & (~chosen + 1); // the next greater number with as many ones
        const std::uint64_t carried = chosen + lowest;
        if (carried < chosen) break;
        chosen = carried | ((chosen ^ carried) / lowest) >> 2U;
    }
}

std::vector<std::uint32_t> window_pieces::first_skipped(const piece_combination& of) const {
    std::vector<std::uint32_t> letters;
    const std::uint64_t first = of.skipped & (~of.skipped + 1);
    for (std::uint32_t letter = 0; letter < pieces_.size(); ++letter)
        if ((pieces_[letter] & first) != 0) letters.push_back(letter);
    return letters;
}

group_plan plan_of_group(double windows, double pairs, std::uint64_t letters, std::uint64_t mismatches, double equal) {
    group_plan best{0, pairs * tuning::cost_of_compared_pair};
    double combinations = 1; // C(k + r, r)
    for (std::uint64_t intact = 1; mismatches + intact <= std::min(letters, tuning::most_pieces); ++intact) {
        combinations *= static_cast<double>(mismatches + intact) / static_cast<double>(intact);
        if (combinations > tuning::most_combinations) break;
        const auto agreeing = static_cast<double>(letters * intact / (mismatches + intact));
        const double cost = combinations * (windows * tuning::cost_of_keyed_window +
                                            pairs * std::pow(equal, agreeing) * tuning::cost_of_joined_pair);
        if (cost < best.cost) best = {intact, cost};
    }
    return best;
}

} // namespace concord::overlap

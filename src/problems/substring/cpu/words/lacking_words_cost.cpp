#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/lacking_kernels.hpp"
#include "problems/substring/cpu/words/lacking_words.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace concord::substring {
namespace {

/// What random sequences of a mean length lack of some words.
class walks_by_chance {
  public:
    walks_by_chance(const problem& given, unsigned length)
        : length_(length), enough_(length - static_cast<unsigned>(given.mismatches)) {
        const double letters = static_cast<double>(given.set.letters()) / static_cast<double>(given.sequences());
        const double windows = std::max(1.0, letters - length + 1);
        for (unsigned at = 0; at <= length; ++at) {
            const double near = at < enough_ ? 0 : chance_of_survival(at, at - enough_, given.chance_match);
            going_on_[at] = std::pow(1 - near, windows);
        }
    }
    /// Beginnings with some of so many words that a walk goes to.
    [[nodiscard]] double beginnings(double words) const {
        double all = 0;
        for (unsigned at = 0; at < length_; ++at) {
            const double possible = std::exp2(2 * at);
            all += possible * -std::expm1(-words / possible) * going_on_[at];
        }
        return all;
    }
    /// The share of all words that a sequence lacks.
    [[nodiscard]] double lacked() const { return going_on_[length_]; }

  private:
    unsigned length_;
    unsigned enough_;
    double going_on_[most_letters_of_walk + 1] = {};
};

/// The share of words that is left after so many sequences, of which each lacks a share of them.
double left_after(double sequences, double lacked, double allowed) {
    const double times = sequences * lacked / (allowed + 1);
    if (allowed == 0) return std::exp(-tuning::scale_of_lacking * std::pow(times, tuning::power_of_lacking));
    return std::exp(-tuning::scale_of_lacking_some * std::pow(times, times < 1 ? tuning::power_of_lacking_some : 1));
}

double share_of_ambiguous(const problem& given) {
    const std::uint64_t* bits = given.letters.ambiguous();
    if (bits == nullptr) return 0;
    std::uint64_t count = 0;
    for (std::uint64_t word = 0; word < given.set.letters() / 64; ++word)
        count += base::count_ones(bits[word]);
    return static_cast<double>(count) / static_cast<double>(given.set.letters());
}

} // namespace

double cost_of_lacking_words(const problem& given, std::uint64_t memory, const growth_alphabet& letters,
                             const split_word& split, double words) {
    constexpr double impossible = std::numeric_limits<double>::infinity();
    const auto length = static_cast<unsigned>(split.front + split.end);
    if (letters.ordinary() != 4 || given.are_both_strands || length > most_letters_of_walk ||
        given.mismatches >= length || given.set.longest() < length ||
        length - given.mismatches > 1U << most_planes_of_walk ||
        given.set.longest() > length - 1 + windows_of_block * most_blocks_of_walk)
        return impossible;
    const double fronts = split.fronts();
    const double bytes = fronts * (numbered_words::bytes(split) / fronts + 4.0 / 3 * sizeof(std::uint64_t)) +
                         words * 3 * sizeof(std::uint32_t);
    if (bytes > static_cast<double>(memory) / 2 || share_of_ambiguous(given) > tuning::most_ambiguous_of_lacking)
        return impossible;
    const walks_by_chance walks(given, length);
    const auto sequences = static_cast<double>(given.sequences());
    const double allowed = sequences - static_cast<double>(given.support);
    const double blocks = std::ceil(static_cast<double>(given.set.longest() - length + 1) / windows_of_block);
    double cost = static_cast<double>(given.set.letters()) * tuning::cost_of_word_set;
    double some = static_cast<double>(tuning::least_part_of_counting) + 2 * allowed;
    const double most = sequences / static_cast<double>(tuning::parts_of_counting) + 1;
    for (double first = 0; first < sequences; first += some, some = std::min(2 * some, most)) {
        const double here = std::min(some, sequences - first);
        const double left = words * left_after(first, walks.lacked(), allowed);
        if (left < 1) break;
        cost += here * (walks.beginnings(left) * blocks * tuning::cost_of_lacking_beginning +
                        left * walks.lacked() * tuning::cost_of_lacking_word + tuning::cost_of_lacking_sequence) +
                fronts * tuning::cost_of_lacking_front;
    }
    return cost;
}

} // namespace concord::substring

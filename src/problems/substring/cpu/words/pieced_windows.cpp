#include "problems/substring/cpu/words/pieced_windows.hpp"

#include "problems/substring/chance_supports.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/frequent_window.hpp"
#include "problems/substring/cpu/words/shared_pieces.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Windows near to one by chance.
double near_by_chance(const problem& given, std::uint64_t length) {
    return static_cast<double>(given.set.letters()) *
           chance_of_survival(static_cast<unsigned>(length), given.mismatches, given.chance_match);
}

std::uint64_t first_length(const problem& given) {
    return std::min(std::max(most_shared_by_chance(given) + 1, given.min_length), longest_possible(given));
}

/// The windows of one length that have the support, while that takes at most so many instructions.
class pieced_lengths {
  public:
    pieced_lengths(const problem& given, const cpu_resources& resources, double most)
        : given_(given), pieces_(given, resources), left_(most) {}

    struct counted {
        placed_windows windows;
        std::vector<std::uint32_t> supports;
    };

    /// Nothing: it is given up.
    [[nodiscard]] std::optional<counted> count(placed_windows windows, std::uint64_t length) {
        // Neither where they are too dear nor where they are not possible, whatever is bearable.
        if (pieces_.cost_of_bounds(length, static_cast<double>(windows.size())) >= left_) return std::nullopt;
        pieces_.begin(length);
        if (near_by_chance(given_, length) < static_cast<double>(given_.support)) {
            left_ -= pieces_.sampled_cost(windows);
            if (left_ < 0) return std::nullopt;
            windows = with_support(windows, pieces_.bounds(windows), given_.support);
        }
        left_ -= std::max(pieces_.sampled_cost(windows),
                          pieces_.cost_of_supports(length, static_cast<double>(windows.size())));
        if (left_ < 0) return std::nullopt;
        std::vector<std::uint32_t> supports = pieces_.supports(windows);
        return counted{std::move(windows), std::move(supports)};
    }

  private:
    const problem& given_;
    shared_pieces pieces_;
    double left_;
};

} // namespace

double cost_of_finding_by_pieces(const problem& given, const cpu_resources& resources) {
    if (given.mismatches == 0 || given.support < 2 || longest_possible(given) <= given.mismatches ||
        given.sources < given.sequences() || given.strands > 0)
        return impossible;
    const shared_pieces pieces(given, resources);
    const std::uint64_t length = first_length(given);
    const auto letters = static_cast<double>(given.set.letters());
    const auto sequences = static_cast<double>(given.sequences());
    const double asked = given.are_both_strands ? letters / 2 : letters; // windows of one strand
    const double bounds = pieces.cost_of_bounds(length, asked);
    if (length <= given.min_length || length <= given.mismatches + 1) return bounds;
    const double starts = letters / sequences - static_cast<double>(length) + 1;
    const random_sequences alike{.sequences = sequences,
                                 .starts = starts,
                                 .windows = given.are_both_strands ? starts * sequences / 2 : starts * sequences,
                                 .length = length,
                                 .mismatches = given.mismatches,
                                 .chance_match = given.chance_match};
    const double in_vain = std::exp(-supported_by_chance(alike, given.support)); // and one letter less is the answer
    return bounds + (1 - in_vain) * bounds + in_vain * pieces.cost_of_supports(length - 1, asked);
}

std::optional<longest_windows> find_by_pieces(const problem& given, const cpu_resources& resources, double most_cost,
                                              wanted_answer wanted) {
    const std::uint64_t longest = longest_possible(given);
    const bool is_by_chance = wanted == wanted_answer::by_chance;
    const std::uint64_t too_far = first_length(given) + tuning::letters_climbed_by_pieces;
    if (is_by_chance && reach_of_frequent_windows(given, resources) >= too_far) return std::nullopt;
    pieced_lengths lengths(given, resources, most_cost);
    longest_windows best;
    placed_windows windows = place_all_windows(given, first_length(given));
    std::uint64_t without = longest + 1;
    for (std::uint64_t length = first_length(given); length < without;) {
        const auto counted = lengths.count(std::move(windows), length);
        if (!counted) return std::nullopt;
        longest_windows found = answer_of(given, counted->windows, counted->supports, length);
        if (!found.windows.empty()) {
            best = std::move(found);
            windows = lengthened(with_support(counted->windows, counted->supports, given.support));
            ++length;
            if (is_by_chance && length > too_far) return std::nullopt;
        } else {
            without = length;
            if (best.length > 0 || length <= given.min_length) break;
            if (--length <= given.mismatches) return std::nullopt;
            windows = place_all_windows(given, length);
        }
        if (windows.size() == 0) break;
    }
    resources.notes.push_back("counted windows by the pieces that near ones share");
    return best;
}

} // namespace concord::substring

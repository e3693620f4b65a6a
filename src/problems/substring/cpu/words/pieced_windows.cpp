#include "problems/substring/cpu/words/pieced_windows.hpp"

#include "problems/substring/chance_supports.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/words/shared_pieces.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace concord::substring {
namespace {

/// Windows near to one by chance.
double near_by_chance(const problem& given, std::uint64_t length) {
    return static_cast<double>(given.set.letters()) *
           chance_of_survival(static_cast<unsigned>(length), given.mismatches, given.chance_match);
}

/// `reached`: letters that some window with the support is known to have.
std::uint64_t first_length(const problem& given, std::uint64_t reached = 0) {
    return std::min(std::max({most_shared_by_chance(given) + 1, given.min_length,
                              std::min<std::uint64_t>(reached, most_letters_with_pieces)}),
                    longest_possible(given));
}

/// One length after the other, while that takes at most so many instructions.
class pieced_lengths {
  public:
    pieced_lengths(const problem& given, const cpu_resources& resources, double most)
        : given_(given), pieces_(given, resources), left_(most) {}

    /// The answer, if it has so many letters or more; nothing: it is given up.
    [[nodiscard]] std::optional<longest_windows> find_from(std::uint64_t length) {
        placed_windows windows = place_all_windows(given_, length);
        if (!begin(windows, length, shared_pieces::kept::positions)) return std::nullopt;
        std::vector<std::uint32_t> near = pieces_.bounds(windows);
        windows = with_support(windows, near, given_.support);
        std::erase_if(near, [&](std::uint32_t each) { return each < given_.support; });
        const double all_near = std::accumulate(near.begin(), near.end(), 0.0);
        left_ -= pieces_.sampled_cost(windows) + all_near * tuning::cost_of_followed_window;
        if (left_ < 0) return std::nullopt;
        const std::vector<shared_pieces::window_reach> reaches = pieces_.reaches(windows, near);
        longest_windows found;
        for (const shared_pieces::window_reach& each : reaches)
            found.length = std::max<std::uint64_t>(found.length, each.letters);
        std::vector<std::uint32_t> supports;
        for (const shared_pieces::window_reach& each : reaches)
            supports.push_back(each.letters == found.length ? each.support : 0);
        return answer_of(given_, windows, supports, found.length);
    }

    /// The windows of a length that have the support, which no longer ones have; nothing: it is given up.
    [[nodiscard]] std::optional<longest_windows> count(std::uint64_t length) {
        const placed_windows windows = place_all_windows(given_, length);
        if (!begin(windows, length, shared_pieces::kept::sequences)) return std::nullopt;
        return answer_of(given_, windows, pieces_.supports(windows), length);
    }

  private:
    [[nodiscard]] bool begin(const placed_windows& windows, std::uint64_t length, shared_pieces::kept kept) {
        const auto asked = static_cast<double>(windows.size());
        // Neither where they are too dear nor where they are not possible, whatever is bearable.
        if (pieces_.cost_of_bounds(length, asked) >= left_) return false;
        pieces_.begin(length, kept);
        left_ -= kept == shared_pieces::kept::positions
                     ? pieces_.sampled_cost(windows)
                     : std::max(pieces_.sampled_cost(windows), pieces_.cost_of_supports(length, asked));
        return left_ >= 0;
    }

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

bool is_filtered_sooner(const problem& given, const cpu_resources& resources, std::uint64_t reached) {
    if (reached == 0) return false;
    const window_counts windows = count_all_windows(given, reached);
    const std::uint64_t level = first_filter_level(given, windows);
    const auto letters = static_cast<double>(given.set.letters());
    const double pieced =
        shared_pieces(given, resources)
            .cost_of_bounds(first_length(given, reached), given.are_both_strands ? letters / 2 : letters);
    return level > 0 &&
           tuning::filtering_beside_pieces * cost_of_filtering(given, resources.memory / 4, windows, level) < pieced;
}

std::optional<longest_windows> find_by_pieces(const problem& given, const cpu_resources& resources, double most_cost,
                                              std::uint64_t reached) {
    pieced_lengths lengths(given, resources, most_cost);
    const std::uint64_t first = first_length(given, reached);
    for (std::uint64_t length = first;; --length) {
        // Bounds of windows that mostly have the support would leave nearly all of them.
        const bool are_mostly_supported = near_by_chance(given, length) >= static_cast<double>(given.support);
        const bool is_longest = length < first || length == longest_possible(given);
        const auto found = are_mostly_supported && is_longest ? lengths.count(length) : lengths.find_from(length);
        if (!found) return std::nullopt;
        if (!found->windows.empty() || length <= given.min_length) {
            resources.notes.push_back("counted windows by the pieces that near ones share");
            return found->windows.empty() ? longest_windows{} : *found;
        }
        if (length - 1 <= given.mismatches) return std::nullopt;
    }
}

} // namespace concord::substring

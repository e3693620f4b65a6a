// The step `grow` of the plan on a CPU: the answer by its words, where these are few or short, or by the suffix array,
// where there are no mismatches, or where few places share many letters. Each way is tried while it is estimated to
// take less than the other steps.
#pragma once

#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/problem.hpp"

#include <limits>
#include <optional>

namespace concord::substring {

/// Whether a path is one of these ways.
[[nodiscard]] constexpr bool is_by_words(search_path path) {
    return path == search_path::pattern_growth || path == search_path::counted_words ||
           path == search_path::spaced_words || path == search_path::pieced_windows || path == search_path::seeds;
}

class word_search {
  public:
    word_search(const problem& given, const cpu_resources& resources)
        : given_(given), resources_(resources), reached_(given.known_reach) {}

    /// The quickest of the ways, where one of them takes less than a scan, and growth little more than a filter. Slow
    /// ways take `most` instructions at most.
    [[nodiscard]] std::optional<longest_windows> find_if_cheaper(double most);

    // One way, where it is estimated to take at most so many instructions; growth finds this out in so many.

    [[nodiscard]] std::optional<longest_windows> grow(double most_cost,
                                                      double most_in_vain = std::numeric_limits<double>::infinity());
    [[nodiscard]] std::optional<longest_windows> count(double most_cost);
    /// By counting, where a sample of all windows has reached so many letters: what repeats does not matter then.
    [[nodiscard]] std::optional<longest_windows> count_from(std::uint64_t reached, double most_cost);
    [[nodiscard]] std::optional<longest_windows> space(double most_cost) const;
    [[nodiscard]] std::optional<longest_windows> by_pieces(double most_cost);
    [[nodiscard]] std::optional<longest_windows> seed(double most_cost, bool are_counted = false);

    /// What counting may take beside a scan; instructions.
    [[nodiscard]] double bearable_beside(double scan) const;

    [[nodiscard]] double cost_of_growth() const noexcept { return cost_of_growth_; } ///< at least; instructions
    /// Letters that some window with the support has at least, as far as seeds say; 0: not known.
    [[nodiscard]] std::uint64_t reached() const noexcept { return reached_; }
    /// The same where so small a share of many sequences is wanted that samples may have none of them: as far as the
    /// most frequent window says, too.
    [[nodiscard]] std::uint64_t reached_by_rare();

    /// Of words: see repetition_of_words. Found when it is first asked for.
    [[nodiscard]] double repetition() const;

  private:
    /// Without mismatches: by growth, where that takes little, or by the suffix array, whatever the sequences.
    [[nodiscard]] std::optional<longest_windows> find_exactly();
    /// By seeds, where these are expected to be few: of long sequences, or of such that share little but by chance.
    [[nodiscard]] std::optional<longest_windows> seed_if_few(double scan, double filtering);
    [[nodiscard]] std::optional<longest_windows> space_if_by_chance(double most_cost) const;
    /// Instructions of counting windows by their pieces; infinite: not possible, as dear as a scan, or more is shared
    /// than by chance.
    [[nodiscard]] double cost_by_pieces(double scan) const;
    /// Whether growth of all sequences at once begins with a table that costs less than to count words, with that of
    /// one letter less, and mostly ends there.
    [[nodiscard]] bool has_smaller_table() const;
    /// Instructions of the first level of the filter with short windows: what they leave may still be grown.
    [[nodiscard]] double cost_of_filtering_all() const;
    [[nodiscard]] bool is_free_for(search_path path) const;
    [[nodiscard]] bool is_by_chance() const;
    /// Whether no word as long as those that random sequences rarely share is nearly as frequent as is asked for, in a
    /// sample of the sequences.
    [[nodiscard]] bool has_rare_words() const;
    /// Whether the answer before, of some more letters, was much longer than what random sequences share.
    [[nodiscard]] bool is_after_long_answer() const;

    /// Whether a window of more letters than random sequences rarely share has the support for certain, by samples:
    /// then the supports of shorter words tell nothing. The samples take little of what counting may take.
    [[nodiscard]] bool has_long_answer(double most_cost) const;
    /// See reach_of_frequent_windows. Found when it is first asked for.
    [[nodiscard]] std::uint64_t reach_of_frequent();

    const problem& given_;
    const cpu_resources& resources_;
    mutable std::optional<double> repetition_;
    std::optional<std::uint64_t> reach_of_frequent_;
    std::uint64_t reached_;
    double cost_of_growth_ = 0;
    double cost_of_counting_ = std::numeric_limits<double>::infinity(); ///< of all words at once
};

} // namespace concord::substring

#include "problems/substring/cpu/join/one_mismatch_pairs.hpp"

#include "problems/substring/cpu/join/hashed_windows.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace concord::substring {
namespace {

/// Distinct windows in the order of their first occurrences, and where they are found by their hashes.
class windows_in_order {
  public:
    windows_in_order(const problem& given, runtime::thread_pool& workers, const equal_windows& windows,
                     std::uint64_t length)
        : given_(given), windows_(windows), length_(length), order_(windows.size()), by_hash_(windows.size()) {
        std::iota(order_.begin(), order_.end(), std::uint32_t{0});
        runtime::parallel_sort(workers, order_, [&](std::uint32_t a, std::uint32_t b) {
            return windows_.occurrences(a)[0].position < windows_.occurrences(b)[0].position;
        });
        runtime::for_parts(workers, size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for_each(first, last, [&](std::uint32_t window, std::uint64_t, std::uint64_t hash) {
                                   by_hash_.insert(hash, window);
                               });
                           });
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return order_.size(); }

    /// visit(window, position, hash) of a stretch of them.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t last, const Visit& visit) const {
        polynomial_hash hash;
        std::uint64_t prepared = std::numeric_limits<std::uint64_t>::max();
        for (std::uint64_t index = first; index < last; ++index) {
            const window_occurrence& at = windows_.occurrences(order_[index])[0];
            if (at.sequence != prepared) {
                const std::uint64_t begin = given_.offset(at.sequence);
                hash.prepare(given_, begin, begin + given_.length(at.sequence));
                prepared = at.sequence;
            }
            visit(order_[index], at.position, hash.of(at.position, length_));
        }
    }

    /// visit(window) for those with this hash that are within k mismatches of the window at a position.
    template <class Visit>
    void for_each_near(std::uint64_t hash, std::uint64_t position, const Visit& visit) const {
        by_hash_.for_each(hash, [&](std::uint32_t window) {
            if (mismatches_within(given_.letters, position, windows_.occurrences(window)[0].position, length_,
                                  given_.mismatches) <= given_.mismatches)
                visit(window);
        });
    }

  private:
    const problem& given_;
    const equal_windows& windows_;
    std::uint64_t length_;
    std::vector<std::uint32_t> order_;
    hashed_windows by_hash_;
};

/// Windows one letter away from one, by their hashes.
class changed_windows {
  public:
    changed_windows(const problem& given, const growth_alphabet& letters, std::uint64_t length,
                    const expected_letters& rule)
        : given_(given), length_(length), rule_(rule), factors_(polynomial_hash::factors(length)) {
        for (std::size_t letter = 0; letter < letters.ordinary(); ++letter)
            codes_.push_back(letters.code(letter));
        // Ambiguous letters that are written differently are different here.
        const unsigned ambiguous = 1U << given.letters.ordinary_planes();
        for (unsigned code = 0; letters.has_ambiguous() && code < ambiguous; ++code)
            codes_.push_back(ambiguous | code);
    }

    /// visit(hash) with any other letter in the place of an unexpected one.
    template <class Visit>
    void for_each_of_unexpected(std::uint64_t position, std::uint64_t hash, const Visit& visit) const {
        rule_.for_each_unexpected(given_, position, length_, [&](std::uint64_t index) {
            const std::uint64_t own = given_.letters.code(position + index);
            for (const std::uint64_t code : codes_)
                if (code != own) visit(hash + factors_[index] * (code - own));
        });
    }
    /// visit(hash) with the expected letter in the place of an unexpected one.
    template <class Visit>
    void for_each_expecting(std::uint64_t position, std::uint64_t hash, const Visit& visit) const {
        rule_.for_each_unexpected(given_, position, length_, [&](std::uint64_t index) {
            const std::uint64_t own = given_.letters.code(position + index);
            visit(hash + factors_[index] * (rule_.at(given_, position, index) - own));
        });
    }

  private:
    const problem& given_;
    std::uint64_t length_;
    expected_letters rule_;
    std::vector<std::uint64_t> factors_; ///< by position
    std::vector<std::uint64_t> codes_;
};

} // namespace

one_mismatch_pairs::one_mismatch_pairs(const problem& given, runtime::thread_pool& workers,
                                       const growth_alphabet& letters, const equal_windows& sources,
                                       const equal_windows& targets, std::uint64_t length,
                                       const expected_letters& rule) {
    const windows_in_order placed_targets(given, workers, targets, length);
    std::optional<windows_in_order> others;
    if (&sources != &targets) others.emplace(given, workers, sources, length);
    const windows_in_order& placed_sources = others ? *others : placed_targets;
    const changed_windows changed(given, letters, length, rule);
    const auto pairs_of = [&](const windows_in_order& windows, const auto& find) {
        return runtime::collect_parts<std::uint64_t>(
            workers, windows.size(), tuning::least_windows_of_part,
            [&](std::uint64_t first, std::uint64_t last, std::vector<std::uint64_t>& found) {
                workers.check_cancelled();
                windows.for_each(first, last, [&](std::uint64_t window, std::uint64_t position, std::uint64_t hash) {
                    find(window, position, hash, found);
                });
            });
    };
    pairs_ =
        pairs_of(placed_sources, [&](std::uint64_t source, std::uint64_t position, std::uint64_t hash, auto& found) {
            const auto look_up = [&](std::uint64_t of) {
                placed_targets.for_each_near(of, position,
                                             [&](std::uint64_t target) { found.push_back(source << 32U | target); });
            };
            look_up(hash);
            changed.for_each_of_unexpected(position, hash, look_up);
        });
    const std::vector<std::uint64_t> expecting =
        pairs_of(placed_targets, [&](std::uint64_t target, std::uint64_t position, std::uint64_t hash, auto& found) {
            changed.for_each_expecting(position, hash, [&](std::uint64_t of) {
                placed_sources.for_each_near(of, position,
                                             [&](std::uint64_t source) { found.push_back(source << 32U | target); });
            });
        });
    pairs_.insert(pairs_.end(), expecting.begin(), expecting.end());
    runtime::parallel_sort(workers, pairs_, std::less());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

void one_mismatch_pairs::find_near(std::size_t source, std::vector<std::uint32_t>& near) const {
    const std::uint64_t first = std::uint64_t{source} << 32U;
    for (auto at = std::ranges::lower_bound(pairs_, first); at != pairs_.end() && *at >> 32U == source; ++at)
        near.push_back(static_cast<std::uint32_t>(*at));
}

cost_of_expectation cost_of_unexpected(const likely_letters& likely, const growth_alphabet& letters,
                                       std::uint64_t length) {
    const double reading =
        static_cast<double>(length) * tuning::cost_of_expected_letter + tuning::cost_of_expected_window;
    const auto others = static_cast<double>(letters.size());
    return {reading + likely.unexpected * others * tuning::cost_of_neighbour,
            reading + likely.unexpected * tuning::cost_of_neighbour};
}

} // namespace concord::substring

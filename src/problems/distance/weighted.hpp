// Edits with weights: which of them are a multiple of another distance, and the textbook's matrix for the others.
#pragma once

#include <concord/distance.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// A distance that is `factor` times the number of a metric's edits.
struct multiple_of_edits {
    distance_metric metric;
    std::uint64_t factor;
};

/// Empty where only the matrix knows. A factor of 0: everything costs nothing.
[[nodiscard]] std::optional<multiple_of_edits> as_multiple(const edit_weights& weights) noexcept;

/// Throws error (usage) for weights beyond greatest_weight, and for another metric than levenshtein.
void check_weights(const edit_weights& weights, distance_metric metric = distance_metric::levenshtein);

[[nodiscard]] inline bool are_plain(const edit_weights& weights) noexcept { return weights == edit_weights{}; }

/// distance() with weights.
[[nodiscard]] distance_result weighted(const sequence_ref& a, const sequence_ref& b, const distance_options& options);

// The calls for many pairs with weights (batch/weighted_batches.cpp).
[[nodiscard]] std::vector<std::uint32_t> weighted_zipped(const sequence_set& a, const sequence_set& b,
                                                         const batch_options& options, run_report* report);
void weighted_all(const sequence_set& a, const sequence_set& b, const batch_options& options, const distance_row& row,
                  run_report* report);
void weighted_near(const sequence_set& a, const sequence_set& b, const batch_options& options,
                   const near_pair_sink& sink, run_report* report);
void weighted_nearest(const sequence_set& a, const sequence_set& b, std::uint64_t count, const batch_options& options,
                      const near_pair_sink& sink, run_report* report);

/// The least cost of turning a into b, row by row (Wagner and Fischer 1974). `memory`: room for a number more than a
/// has letters. Time O(n m).
template <class LetterA, class LetterB>
[[nodiscard]] std::uint64_t weighted_cost(std::span<const LetterA> a, std::span<const LetterB> b,
                                          const edit_weights& weights, std::uint64_t* memory) {
    for (std::size_t i = 0; i <= a.size(); ++i)
        memory[i] = i * weights.deletion;
    for (const LetterB letter : b) {
        std::uint64_t diagonal = memory[0];
        memory[0] += weights.insertion;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::uint64_t above = memory[i + 1];
            const std::uint64_t replaced = diagonal + (a[i] == letter ? 0 : weights.substitution);
            memory[i + 1] = std::min({above + weights.insertion, memory[i] + weights.deletion, replaced});
            diagonal = above;
        }
    }
    return memory[a.size()];
}

} // namespace concord::edit_distance

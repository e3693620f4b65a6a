// The choice of a plan: what each would cost, from its keys and from how many sequences of a sample share one.
#pragma once

#include "problems/distance/join/join_kernels.hpp"
#include "problems/distance/join/join_plan.hpp"
#include "problems/distance/join/sketches.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace concord::edit_distance {

/// Ways to leave letters out of a window.
[[nodiscard]] double most_keys(const key_window& window);

struct plan_costs {
    double keys = 0;       ///< of all sequences
    double candidates = 0; ///< pairs that share a key
    double own = 0;        ///< equal keys of the same sequence
    double similar = 0;    ///< those with similar sketches
    double nanoseconds = 0;
};

/// Nanoseconds, and how exactly they are estimated.
struct join_costs {
    double of_sequence;            ///< of reading its letters
    double of_key;                 ///< of hashing, listing and looking up
    double of_key_of_many;         ///< the same where they leave the caches
    double of_key_left_out;        ///< the same of a key with letters left out
    double of_candidate;           ///< of comparing two sketches; of two sequences, where there are no sketches
    bool has_sketches;             ///< sequences are compared where these are similar
    double sampled_keys;           ///< of a plan
    double pairs_worth_keys;       ///< fewer are compared without an estimate of keys
    double nanoseconds_worth_keys; ///< the same where comparing all takes less, times bound² + 1, times lengths
};

struct join_question {
    const pair_comparer& comparer;
    const letter_numbers& numbers;
    const sketch_rule& rule;
    std::uint64_t bound;
    unsigned most_bits;                     ///< in which sketches of near sequences differ
    bool is_short;                          ///< sequences of few letters are compared by join_kernels
    bool is_self;                           ///< a is b
    bool are_words;                         ///< trie_search may compare all
    bool leaves_out_of_words;               ///< letters are left out of words in lanes
    std::span<const std::uint32_t> rows;    ///< sequences of a
    std::span<const std::uint32_t> columns; ///< of b; empty: all
    const join_costs& costs;
    const join_kernels* kernels = nullptr;           ///< null: pieces are not extended
    short_metric metric = short_metric::levenshtein; ///< of these
};

struct chosen_plan {
    join_plan plan;
    std::unique_ptr<information_profile> profile;
    double cost = 0; ///< nanoseconds: of one core, or of a GPU
};

/// Those that may be worth their keys, those with few keys first.
[[nodiscard]] std::vector<join_plan> plans_with_keys(const join_question& question);

[[nodiscard]] chosen_plan choose_plan(const join_question& question);

/// Nanoseconds of comparing in vectors what shares a key, beside what each of them costs.
[[nodiscard]] double cost_of_visits(const join_plan& plan, const plan_costs& cost, const join_costs& costs);

/// The plan with letters left out, where so little time is taken for words of so many letters that an estimate of
/// others would take as much; none if not.
[[nodiscard]] std::optional<chosen_plan> plan_without_estimate(const join_question& question);

/// The same for words of which about so many pairs are near, if letters are left out of words.
[[nodiscard]] std::optional<chosen_plan> plan_of_short_words(const join_question& question, double near);

} // namespace concord::edit_distance

// What tests of near pairs share: what is near by the textbook, all plans of a join, and sequences that share their
// ends.
#pragma once

#include "alignment/batch/trie_kernels.hpp"
#include "oracles/distance.hpp"
#include "problems/distance/join/join_plan.hpp"
#include "support/batch_case.hpp"

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::test {

using near_list = std::vector<near_pair>;

/// By the textbook's matrix; `each_once`: only (i, j) with i < j.
inline near_list near_by_textbook(const batch_case& made, const std::vector<std::string>& b, std::uint64_t bound,
                                  bool each_once) {
    near_list near;
    for (std::size_t i = 0; i < made.a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            if (each_once && j <= i) continue;
            const auto distance = edit_distance::reference_distance(coded(made.a[i], b[j], made.kind), made.metric);
            if (distance && *distance <= bound) near.push_back({i, j, static_cast<std::uint32_t>(*distance)});
        }
    return near;
}

inline std::vector<edit_distance::join_plan> all_join_plans(std::uint64_t bound, distance_metric metric,
                                                            std::uint64_t longest) {
    const edit_distance::metric_traits& traits = edit_distance::traits_of(metric);
    const bool masks = !traits.has_matrix();
    const std::uint64_t edits = bound * traits.levenshtein_edits;
    std::vector<edit_distance::join_plan> plans{{.bound = bound, .masks = masks}};
    if (longest <= edit_distance::most_trie_columns(metric))
        plans.push_back({.bound = bound, .masks = masks, .compares_words = true});
    if (bound <= (longest > 40 ? 1 : longest > 16 ? 2 : 3)) // there are about longest^bound keys
        plans.push_back({.pieces = 1, .bound = bound, .masks = masks, .most_gaps = edits});
    for (std::uint32_t unchanged = 1; unchanged <= edit_distance::most_key_pieces; ++unchanged)
        if (bound + unchanged > 1)
            plans.push_back({.pieces = static_cast<std::uint32_t>(bound) + unchanged,
                             .unchanged = unchanged,
                             .bound = bound,
                             .masks = masks,
                             .transposes = traits.has_transpositions(),
                             .edits_between = traits.is_refined && bound > 1});
    for (std::uint32_t unchanged = 1; unchanged <= edit_distance::most_key_pieces; ++unchanged)
        if (traits.has_transpositions() && bound > 0)
            plans.push_back({.pieces = static_cast<std::uint32_t>(bound) + unchanged,
                             .unchanged = unchanged,
                             .bound = bound,
                             .are_apart = true});
    // Many pieces have millions of choices.
    if (bound > 5) std::erase_if(plans, [](const edit_distance::join_plan& plan) { return plan.unchanged > 1; });
    for (std::size_t index = 0, count = plans.size(); index < count; ++index)
        if (plans[index].may_be_extended()) {
            plans.push_back(plans[index]);
            plans.back().extends = true;
        }
    return plans;
}

/// Of cores only.
inline std::optional<edit_distance::join_plan> plan_of_pieces_anywhere(std::uint64_t bound, distance_metric metric) {
    const edit_distance::metric_traits& traits = edit_distance::traits_of(metric);
    if (!traits.has_matrix() || bound == 0) return std::nullopt;
    return edit_distance::join_plan{.pieces = static_cast<std::uint32_t>(bound) + 1,
                                    .unchanged = 1,
                                    .bound = bound,
                                    .are_apart = traits.has_transpositions(),
                                    .are_anywhere = true};
}

/// Sequences with the same ends and few letters between them, of which runs and repeats are left out in several ways.
inline batch_case make_constant_ends(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    batch_case made = make_batch_case(seed);
    made.kind = alphabet::dna;
    const std::string letters = seed % 7 == 0 ? "ACGTN" : "ACGT";
    const auto make = [&](std::vector<std::string>& set) {
        set.clear();
        for (std::uint64_t count = random() % 30; count > 0; --count) {
            std::string between;
            for (std::uint64_t length = random() % 9; length > 0; --length)
                between += letters[random() % (random() % 3 == 0 ? 1 : letters.size())];
            set.push_back((random() % 20 == 0 ? "GA" : "GAATTA") + between + (random() % 4 == 0 ? "CCG" : "CCA"));
        }
    };
    make(made.a);
    make(made.b);
    return made;
}

/// Copies of two sequences with up to `most` edits: neighbours transposed, and at times a letter more, less or another.
inline batch_case make_transposed(std::uint64_t seed, std::uint64_t most = 2, std::uint64_t shortest = 4) {
    std::mt19937_64 random(seed);
    batch_case made = make_batch_case(seed);
    made.kind = alphabet::dna;
    made.metric = seed % 3 == 0 ? distance_metric::damerau_levenshtein : distance_metric::osa;
    const auto letter = [&] { return "ACGT"[random() % 4]; };
    std::vector<std::string> originals(2);
    for (std::string& each : originals)
        for (std::uint64_t length = shortest + random() % 12; length > 0; --length)
            each += letter();
    const auto make = [&](std::vector<std::string>& set) {
        set.clear();
        for (std::uint64_t count = random() % 30; count > 0; --count) {
            std::string copy = originals[random() % 2];
            for (std::uint64_t edits = random() % (most + 1); edits > 0; --edits) {
                const std::size_t at = random() % (copy.size() - 1);
                const std::uint64_t kind = random() % 6;
                if (kind == 0)
                    copy.insert(at, 1, letter());
                else if (kind == 1)
                    copy.erase(at, 1);
                else if (kind == 2)
                    copy[at] = letter();
                else
                    std::swap(copy[at], copy[at + 1]);
            }
            set.push_back(copy);
        }
    };
    make(made.a);
    make(made.b);
    return made;
}

} // namespace concord::test

// Random cases of every problem, by every path, vector target, tile and number of threads, against the oracles.
//
//   differential [CASES [FIRST_SEED [PROBLEM…]]]      20,000 cases from seed 1 on, unless said otherwise
//
// CONCORD_CASES says how many where no argument does. Case n is of problem n mod 8; the same seed is the same case
// anywhere. Ends with status 1 at the first case that does not agree, printed so that it can be pasted back.
#include "agree/all_ways.hpp"
#include "agree/batch_ways.hpp"
#include "agree/component_ways.hpp"
#include "agree/overlap_ways.hpp"
#include "agree/pair_ways.hpp"
#include "agree/variant_device_ways.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace concord;

struct campaign_problem {
    std::string_view name;
    void (*try_case)(std::uint64_t seed);
    std::uint64_t cases = 0;
};

/// Mostly small, as the oracles are quadratic and worse; some at the edges of words and blocks.
bool is_large(std::uint64_t seed) { return seed % 20 == 0; }

void try_substring(std::uint64_t seed) {
    test::try_all_ways(is_large(seed) ? test::word_edge_case(seed) : test::small_case(seed));
}
void try_variants(std::uint64_t seed) {
    test::try_all_ways(seed % 1000 == 0 ? test::word_edge_variant_case(seed) : test::small_variant_case(seed));
    test::try_prefixes(test::small_variant_case(seed));
    test::try_steps_of_a_device(test::small_variant_case(seed), seed % 3);
    if (!runtime::usable_gpus().empty()) test::try_on_a_gpu(test::small_variant_case(seed), seed % 3);
}
void try_pairs(std::uint64_t seed) { test::try_all_pair_ways(test::make_pair_case(seed, is_large(seed) ? 2500 : 150)); }
void try_batches(std::uint64_t seed) { test::try_all_batch_ways(test::make_batch_case(seed)); }
void try_indices(std::uint64_t seed) { test::try_arrays(test::make_overlap_case(seed, is_large(seed) ? 190 : 50)); }
void try_overlaps(std::uint64_t seed) {
    const test::overlap_case tried = test::make_overlap_case(seed, is_large(seed) ? 50 : 25);
    test::try_shared_regions(tried);
    test::try_repeats_matches_and_overlaps(tried);
}
void try_matches(std::uint64_t seed) {
    test::try_mismatch_matches(test::make_overlap_case(seed, is_large(seed) ? 60 : 25));
}
void try_components(std::uint64_t seed) {
    test::try_component(test::make_matrix_case(seed, is_large(seed) ? 100'000 : 3'000));
}

} // namespace

int main(int argc, char** argv) {
    int none = 1;
    testing::InitGoogleTest(&none, argv);
    const char* said = argc > 1 ? argv[1] : std::getenv("CONCORD_CASES");
    const std::uint64_t cases = said != nullptr ? std::strtoull(said, nullptr, 10) : 20'000;
    const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const std::vector<std::string_view> chosen(argv + std::min(argc, 3), argv + argc);

    std::array problems = {campaign_problem{"substring", try_substring}, campaign_problem{"pairs", try_pairs},
                           campaign_problem{"batches", try_batches},     campaign_problem{"indices", try_indices},
                           campaign_problem{"overlaps", try_overlaps},   campaign_problem{"components", try_components},
                           campaign_problem{"variants", try_variants},   campaign_problem{"matches", try_matches}};
    for (std::uint64_t seed = first; seed < first + cases; ++seed) {
        campaign_problem& problem = problems.at(seed % problems.size());
        if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), problem.name) == chosen.end()) continue;
        problem.try_case(seed);
        ++problem.cases;
        if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) {
            std::printf("%s: seed %llu does not agree\n", std::string(problem.name).c_str(),
                        static_cast<unsigned long long>(seed));
            return 1;
        }
        if ((seed - first) % 10'000 == 9'999) {
            std::printf("%llu cases\n", static_cast<unsigned long long>(seed - first + 1));
            std::fflush(stdout);
        }
    }
    for (const campaign_problem& each : problems)
        std::printf("%s: %llu cases agree\n", std::string(each.name).c_str(),
                    static_cast<unsigned long long>(each.cases));
    return 0;
}

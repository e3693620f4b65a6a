// A level of the filter that ranks divide, in shared memory, by positions or by combinations, leaves the same windows
// as one process does; refined, it drops none that has the support.
#include "problems/substring/cpu/filter/filter.hpp"
#include "problems/substring/cpu/join/join.hpp"
#include "support/random_case.hpp"
#include "support/ranks_of_threads.hpp"

#include "runtime/distributed/task_sharing.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace concord::filter_of_ranks_agree_test {
namespace {

using substring::candidate_windows;
using substring::filter_division;

candidate_windows filtered(const substring::problem& given, const run_options& options, std::uint64_t length,
                           std::uint64_t levels, std::uint64_t memory, filter_division division,
                           const substring::cost_of_windows& rest = {}) {
    runtime::thread_pool workers(options);
    runtime::task_scheduler scheduler(workers);
    candidate_windows windows(given, length);
    for (std::uint64_t intact = 1; intact <= levels; ++intact)
        if (length >= given.mismatches + intact)
            substring::filter_windows(given, scheduler, memory, intact, windows, rest, division);
    return windows;
}

/// What is filtered, and how.
struct level_case {
    explicit level_case(std::uint64_t seed) : tried(test::small_case(seed)), random(seed) {
        options.threads = 1 + static_cast<unsigned>(random() % 2);
    }

    test::random_case tried;
    std::mt19937_64 random;
    sequence_set set = tried.set();
    substring::problem given{set, tried.options};
    std::uint64_t length = 1 + random() % std::max<std::uint64_t>(1, set.longest());
    std::uint64_t memory = random() % 2 == 0 ? 1U << 22U : 1U << 14U;
    run_options options;
};

std::vector<std::uint64_t> bits_of(substring::window_bits set) { return {set.words().begin(), set.words().end()}; }

/// All windows of a length that have the support.
std::vector<std::uint64_t> supported(const substring::problem& given, std::uint64_t length) {
    const run_options options;
    runtime::thread_pool workers(options);
    candidate_windows windows(given, length);
    const auto& kernels = substring::seed_kernels_for(simd::choose_vectors(simd::vector_target::automatic));
    const substring::equal_windows sources(given, windows.sources, length, workers);
    std::vector<std::uint64_t> positions;
    for (const substring::window& each : join(given, workers, kernels, windows, sources).windows)
        positions.push_back(given.offset(each.sequence) + each.start);
    return positions;
}

TEST(filter_of_ranks, a_refinement_drops_none_that_has_the_support) {
    const substring::cost_of_windows whatever_it_takes = [](const substring::window_counts&) { return 1e300; };
    std::uint64_t dropped = 0; // by refinements
    for (const std::uint64_t seed : test::seeds(8'100'000, 120)) {
        level_case drawn(seed);
        auto& [tried, random, set, given, length, memory, options] = drawn;
        const auto holds_all = [&](const candidate_windows& found, const std::string& how) {
            for (const std::uint64_t position : supported(given, length))
                EXPECT_TRUE(found.sources.any(position, position + 1)) << position << ", " << how;
        };
        const candidate_windows plain = filtered(given, options, length, 1, memory, filter_division::none);
        const candidate_windows alone =
            filtered(given, options, length, 1, memory, filter_division::none, whatever_it_takes);
        holds_all(alone, tried.to_paste());
        EXPECT_LE(alone.source_count, plain.source_count) << tried.to_paste();
        dropped += plain.source_count - alone.source_count;
        for (const filter_division division :
             {filter_division::none, filter_division::positions, filter_division::combinations}) {
            test::ranks_of_threads(3, 2).run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                sharing.begin([] { return std::vector<runtime::call_fact>{}; });
                run_options shared = options;
                shared.sharing = &sharing;
                const candidate_windows found = filtered(given, shared, length, 1, memory, division, whatever_it_takes);
                holds_all(found, "division " + std::to_string(static_cast<int>(division)) + "\n" + tried.to_paste());
            });
        }
        if (HasFailure()) return;
    }
    EXPECT_GT(dropped, 0U);
}

TEST(filter_of_ranks, leaves_the_same_windows) {
    std::uint64_t dropped = 0;
    for (const std::uint64_t seed : test::seeds(8'000'000, 120)) {
        level_case drawn(seed);
        auto& [tried, random, set, given, length, memory, options] = drawn;
        const candidate_windows expected = filtered(given, options, length, 3, memory, filter_division::none);
        dropped += substring::window_bits(given, length).count() - expected.source_count;
        for (const unsigned size : {2U, 3U, 5U}) {
            const auto node_groups = 1 + static_cast<unsigned>(random() % size);
            for (const filter_division division : {filter_division::none, filter_division::positions,
                                                   filter_division::combinations, filter_division::best}) {
                test::ranks_of_threads(size, node_groups).run([&](runtime::communicator& rank) {
                    task_sharing sharing(rank);
                    sharing.begin([] { return std::vector<runtime::call_fact>{}; });
                    run_options shared = options;
                    shared.sharing = &sharing;
                    const candidate_windows found = filtered(given, shared, length, 3, memory, division);
                    const std::string how = std::to_string(size) + " ranks in " + std::to_string(node_groups) +
                                            " node_groups, division " + std::to_string(static_cast<int>(division)) +
                                            ", length " + std::to_string(length) + "\n" + tried.to_paste();
                    EXPECT_EQ(bits_of(found.sources), bits_of(expected.sources)) << how;
                    EXPECT_EQ(bits_of(found.targets), bits_of(expected.targets)) << how;
                    EXPECT_EQ(found.source_count, expected.source_count) << how;
                    EXPECT_EQ(found.target_count, expected.target_count) << how;
                });
                if (HasFailure()) return;
            }
        }
    }
    EXPECT_GT(dropped, 0U);
}

} // namespace
} // namespace concord::filter_of_ranks_agree_test

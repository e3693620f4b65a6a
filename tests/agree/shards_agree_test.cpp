// Shards, each by every path, and searches that are stopped and go on, against the oracle.
#include "oracles/substring.hpp"
#include "oracles/substring_variants.hpp"
#include "problems/substring/cpu/cpu_search.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/test_settings.hpp"
#include "support/random_case.hpp"
#include "support/variant_case.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace concord::shards_agree_test {
namespace {

using substring::longest_windows;
using substring::search_path;

constexpr std::array paths{search_path::dense, search_path::filter_and_join, search_path::filter_and_scan,
                           search_path::automatic};

longest_windows search_by(const sequence_set& set, substring_options options, task_sharing& sharing, search_path path) {
    options.run.sharing = &sharing;
    const substring::problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    sharing.begin([] { return std::vector<runtime::call_fact>{}; });
    return substring::search_on_cpu(given, {workers,
                                            substring::seed_kernels_for(simd::choose_vectors(vector_target::automatic)),
                                            1U << 22U, runtime::forced_tile(), notes, path});
}

void expect_windows(longest_windows found, const substring_result& expected) {
    std::sort(found.windows.begin(), found.windows.end());
    std::vector<substring_candidate> ties;
    for (const substring::window& each : found.windows)
        ties.push_back({each.sequence, each.start, found.length, each.support});
    EXPECT_EQ(ties, expected.ties);
}

TEST(shards_agree, with_the_oracle_by_every_path) {
    for (const std::uint64_t seed : test::seeds(900, 80)) {
        test::random_case tried = test::small_case(seed);
        tried.options.ties = true;
        const sequence_set set = tried.set();
        const substring_result expected = substring::reference_search(set, tried.options);
        for (const search_path path : paths)
            for (const std::uint64_t count : {1U, 2U, 5U}) {
                longest_windows all;
                for (std::uint64_t index = 0; index < count; ++index) {
                    runtime::one_process alone;
                    task_sharing sharing(alone, shard{index, count});
                    substring::merge(all, search_by(set, tried.options, sharing, path));
                }
                SCOPED_TRACE(testing::Message() << count << " shards, path " << static_cast<int>(path) << "\n"
                                                << tried.to_paste());
                expect_windows(std::move(all), expected);
            }
    }
}

TEST(shards_agree, with_the_oracle_of_the_variants) {
    for (const std::uint64_t seed : test::seeds(7000, 150)) {
        test::variant_case tried = test::small_variant_case(seed);
        tried.options.top = 1;
        tried.options.ties = tried.options.occurrences = true;
        const sequence_set set = tried.set();
        const substring_result expected = substring::reference_variants(set, tried.options);
        for (const bool by_anchors : {false, true})
            for (const std::uint64_t count : {2U, 5U}) {
                const substring::scoped_search_habits habits({0, 1, 1, 1000, 1, true, by_anchors, 8});
                std::vector<substring_candidate> ties;
                substring_result best;
                for (std::uint64_t index = 0; index < count; ++index) {
                    runtime::one_process alone;
                    task_sharing sharing(alone, shard{index, count});
                    tried.options.run.sharing = &sharing;
                    substring_result found = longest_common_substring(set, tried.options);
                    if (!found.found || found.best.length < best.best.length) continue;
                    if (found.best.length > best.best.length) ties.clear();
                    ties.insert(ties.end(), found.ties.begin(), found.ties.end());
                    if (ties.size() == found.ties.size() || found.ties.front().sequence < best.best.sequence)
                        best = std::move(found);
                }
                tried.options.run.sharing = nullptr;
                const auto place = [](const substring_candidate& tie) { return std::pair(tie.sequence, tie.start); };
                std::ranges::sort(ties, {}, place);
                ties.erase(std::unique(ties.begin(), ties.end()), ties.end());
                EXPECT_EQ(ties, expected.ties) << count << " shards\n" << tried.to_paste();
                EXPECT_EQ(best.occurrences, expected.occurrences) << count << " shards\n" << tried.to_paste();
            }
    }
}

TEST(checkpoints_agree, with_the_oracle_wherever_a_search_is_stopped) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("concord_checkpoint_" + std::to_string(::getpid()));
    for (const std::uint64_t seed : test::seeds(1000, 12)) {
        test::random_case tried = test::small_case(seed);
        tried.options.ties = true;
        const runtime::scoped_tile small(1);
        const sequence_set set = tried.set();
        const substring_result expected = substring::reference_search(set, tried.options);
        for (const search_path path : paths) {
            std::filesystem::remove_all(folder);
            // Every attempt may ask a little longer whether it is to stop; what it did is kept.
            for (int patience = 1;; patience += 2) {
                std::atomic<int> asked{0};
                tried.options.run.cancelled = [&] { return ++asked > patience; };
                runtime::one_process alone;
                task_sharing sharing(alone);
                sharing.keep_in(folder.string(), true);
                try {
                    longest_windows found = search_by(set, tried.options, sharing, path);
                    SCOPED_TRACE(testing::Message() << "path " << static_cast<int>(path) << "\n" << tried.to_paste());
                    expect_windows(std::move(found), expected);
                    break;
                } catch (const error& stopped) {
                    ASSERT_EQ(stopped.code(), error_code::cancelled) << stopped.what();
                }
            }
        }
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace concord::shards_agree_test

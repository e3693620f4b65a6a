// Common prefixes by the positions of suffixes, and the longest of neighbours of two sequences.
#include "runtime/thread_pool.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace concord::suffixes::prefixes_by_position_test {
namespace {

struct found_prefixes {
    std::vector<std::uint32_t> by_position;
    std::uint64_t longest_across;
};

/// Of two sequences; checked against the prefixes by rank.
found_prefixes prefixes(const std::string& first, const std::string& second, bool with_preceding) {
    const sequence_set set = test::make_set({first, second});
    run_options run;
    run.threads = 2;
    runtime::thread_pool workers(run);
    const text letters(sequence::packed(set), workers);
    std::vector<std::string> notes;
    auto order = suffix_array<std::uint32_t>(letters.view(), {.path = suffix_path::induced}, workers, notes);
    if (!with_preceding) order.preceding = {};
    const auto found = prefixes_by_position<std::uint32_t>(letters.view(), order.suffixes.view(), workers,
                                                           order.preceding, first.size());
    const auto by_rank = prefixes_of<std::uint32_t>(letters.view(), order.suffixes.view(), workers);
    std::uint64_t longest = 0;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        EXPECT_EQ(found.prefixes[order.suffixes[rank]], by_rank[rank]);
        const bool is_across =
            rank > 0 && (order.suffixes[rank - 1] < first.size()) != (order.suffixes[rank] < first.size());
        if (is_across) longest = std::max<std::uint64_t>(longest, by_rank[rank]);
    }
    EXPECT_EQ(found.longest_across, longest);
    const auto view = found.prefixes.view();
    return {{view.begin(), view.end()}, found.longest_across};
}

TEST(prefixes_by_position, by_hand) {
    // ACA|ACC: A at 2, ACA at 0, ACC at 3, C at 5, CA at 1, CC at 4.
    for (const bool with_preceding : {false, true}) {
        const found_prefixes found = prefixes("ACA", "ACC", with_preceding);
        EXPECT_EQ(found.by_position, (std::vector<std::uint32_t>{1, 1, 0, 2, 1, 0}));
        EXPECT_EQ(found.longest_across, 2U);
    }
}

TEST(prefixes_by_position, longest_of_one_sequence_do_not_count) {
    for (const bool with_preceding : {false, true}) {
        EXPECT_EQ(prefixes("ACACACACACAC", "GTGTGTGTCAG", with_preceding).longest_across, 2U);
        EXPECT_EQ(prefixes("AAAAAAAA", "CCCCCCC", with_preceding).longest_across, 0U);
    }
}

TEST(prefixes_by_position, repetitive_texts) {
    std::string worn;
    std::string fibonacci = "A";
    for (std::string shorter = "C"; fibonacci.size() < 5000; std::swap(shorter, fibonacci))
        shorter.insert(0, fibonacci);
    for (std::size_t at = 0; at < 5000; ++at)
        worn += at * at % 97 == 1 ? 'G' : "ACT"[at % 3];
    for (const bool with_preceding : {false, true})
        for (const std::string& first : {worn, fibonacci, worn.substr(0, 100) + "N" + fibonacci})
            for (const std::string& second : {worn.substr(31), fibonacci.substr(977), worn.substr(0, 7)})
                EXPECT_GT(prefixes(first, second, with_preceding).longest_across, 0U);
}

} // namespace
} // namespace concord::suffixes::prefixes_by_position_test

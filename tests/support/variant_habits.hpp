// A search with edits that is made to go one of its ways, beside one that chooses.
#pragma once

#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace concord::test {

/// Two edits, both strands, all ties; two threads.
inline substring_options with_two_edits(std::uint64_t support) {
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.both_strands = true;
    options.mismatches = 2;
    options.support = support;
    options.ties = true;
    options.run.device = device::cpu();
    options.run.threads = 2;
    return options;
}

/// Expects the same best substring and ties with these habits, and a note that contains `note`.
inline void expect_same_with(const substring::search_habits& habits, const sequence_set& set,
                             const substring_options& options, std::string_view note) {
    const substring_result expected = longest_common_substring(set, options);
    const substring::scoped_search_habits scope(habits);
    const substring_result found = longest_common_substring(set, options);
    EXPECT_EQ(found.best, expected.best);
    EXPECT_EQ(found.ties, expected.ties);
    EXPECT_TRUE(std::ranges::any_of(found.run.notes,
                                    [&](const std::string& each) { return each.find(note) != std::string::npos; }));
}

} // namespace concord::test

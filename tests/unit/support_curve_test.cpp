// The curve of lengths by support, on sequences whose every answer can be read off.
#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <gtest/gtest.h>

namespace concord::support_curve_test {
namespace {

// Three share ACGTACGT, two of them ACGTACGTTT, all four only AC.
sequence_set four() {
    sequence_set_builder builder(alphabet::dna);
    builder.add("a", "ACGTACGTTT");
    builder.add("b", "ACGTACGTTT");
    builder.add("c", "ACGTACGT");
    builder.add("d", "AACCCAAC");
    return std::move(builder).finish();
}

substring_options asked_for(std::uint64_t support) {
    substring_options options;
    options.support = support;
    options.run.device = device::cpu();
    options.run.threads = 1;
    return options;
}

TEST(support_curve, by_hand) {
    const sequence_set set = four();
    const substring_options options = asked_for(3);
    const substring_result known = longest_common_substring(set, options);
    EXPECT_EQ(support_curve(set, options, known, 60), (std::vector<support_point>{{2, 10}, {3, 8}, {4, 2}}));
}

TEST(support_curve, is_what_is_known_where_there_is_no_time) {
    const sequence_set set = four();
    const substring_options options = asked_for(3);
    const substring_result known = longest_common_substring(set, options);
    EXPECT_EQ(support_curve(set, options, known, 0), (std::vector<support_point>{{3, 8}}));
}

TEST(support_curve, knows_that_nothing_is_shared) {
    const sequence_set set = four();
    substring_options options = asked_for(4);
    options.min_length = 3;
    const substring_result known = longest_common_substring(set, options);
    EXPECT_EQ(support_curve(set, options, known, 60), (std::vector<support_point>{{2, 10}, {3, 8}, {4, 0}}));
}

TEST(support_curve, says_where_each_text_stands) {
    sequence_set_builder builder(alphabet::dna);
    builder.add("a", "CCACGTACGT");
    builder.add("b", "ACGTACGT");
    builder.add("c", "GGGGG");
    const sequence_set set = std::move(builder).finish();
    substring_options options = asked_for(3);
    options.min_length = 2;
    const substring_result known = longest_common_substring(set, options);
    EXPECT_EQ(support_curve(set, options, known, 60), (std::vector<support_point>{{2, 8, 0, 2}, {3, 0}}));
}

TEST(support_curve, ends_where_the_caller_asks_for_it) {
    const sequence_set set = four();
    substring_options options = asked_for(3);
    const substring_result known = longest_common_substring(set, options);
    options.run.cancelled = [] { return true; };
    EXPECT_THROW(static_cast<void>(support_curve(set, options, known, 60)), error);
}

} // namespace
} // namespace concord::support_curve_test

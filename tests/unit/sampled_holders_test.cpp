// Sources that more of a few sequences lack than all may lack.
#include "problems/substring/cpu/join/sampled_holders.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace concord::substring::sampled_holders_test {
namespace {

/// Sequences of one window each: AAAA, but CCCC in those at these places.
struct two_targets {
    two_targets(std::uint64_t sequences, const std::vector<std::uint64_t>& others, std::uint64_t support)
        : set(test::make_set(texts(sequences, others), alphabet::dna)), options(test::options_of(0, support, 1)),
          given(set, options), workers(options.run), targets(given, window_bits(given, 4), 4, workers),
          holders(given, targets, workers) {
        for (std::uint32_t target = 0; target < targets.size(); ++target)
            (targets.occurrences(target)[0].sequence == others.front() ? cccc : aaaa) = {target};
    }
    static std::vector<std::string> texts(std::uint64_t sequences, const std::vector<std::uint64_t>& others) {
        std::vector<std::string> made(sequences, "AAAA");
        for (const std::uint64_t other : others)
            made[other] = "CCCC";
        return made;
    }

    sequence_set set;
    substring_options options;
    problem given;
    runtime::thread_pool workers;
    equal_windows targets;
    sampled_holders holders;
    std::vector<std::uint32_t> aaaa;
    std::vector<std::uint32_t> cccc;
};

std::vector<std::uint64_t> every_other(std::uint64_t sequences) {
    std::vector<std::uint64_t> others;
    for (std::uint64_t at = 0; at < sequences; at += 2)
        others.push_back(at);
    return others;
}

TEST(sampled_holders, one_that_lacks_an_answer_is_enough_where_all_must_hold_it) {
    const two_targets one(4096, {1}, 4096); // which is asked for the first part
    EXPECT_FALSE(one.holders.may_have_support(0, one.aaaa));
    EXPECT_FALSE(one.holders.may_have_support(1, one.cccc));
    EXPECT_TRUE(one.holders.may_have_support(1, one.aaaa)); // it holds its own window
    EXPECT_TRUE(one.holders.may_have_support(1, std::vector<std::uint32_t>{0, 1}));
}

TEST(sampled_holders, as_many_as_may_lack_it_say_nothing) {
    const two_targets one(4096, {1}, 4095);
    EXPECT_TRUE(one.holders.may_have_support(0, one.aaaa));
    EXPECT_FALSE(one.holders.may_have_support(1, one.cccc));
    const two_targets half(4096, every_other(4096), 4095);
    EXPECT_FALSE(half.holders.may_have_support(1, half.aaaa));
    EXPECT_TRUE(half.holders.may_have_support(1, std::vector<std::uint32_t>{0, 1}));
}

TEST(sampled_holders, nothing_is_asked_where_many_may_lack_an_answer) {
    const two_targets many(4096, every_other(4096), 3072); // a quarter
    EXPECT_TRUE(many.holders.may_have_support(1, many.aaaa));
    const two_targets few(1000, every_other(1000), 1000); // too few to ask some of them
    EXPECT_TRUE(few.holders.may_have_support(1, few.aaaa));
}

} // namespace
} // namespace concord::substring::sampled_holders_test

// Many distances of text in any script: of few, of hundreds and of thousands of characters, by every function, metric,
// vector target and number of threads, against the textbook's matrix; with letters numbered and, where the memory is
// too small for that, as they are.
#include "agree/batch_ways.hpp"
#include "alignment/batch/batch_run.hpp"
#include "alignment/batch/metrics.hpp"
#include "problems/distance/gpu/near_gpu.hpp"
#include "sequence/dense_letters.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/text_case.hpp"

#include <numeric>
#include <span>

namespace concord::text_batch_agree_test {
namespace {

void try_text(std::uint64_t seed, std::uint32_t distinct, std::uint64_t longest) {
    for (const edit_distance::metric_traits& metric : edit_distance::all_metrics) {
        test::batch_case made = test::make_text_case(seed, distinct, longest);
        made.metric = static_cast<distance_metric>(&metric - edit_distance::all_metrics.data());
        if (seed % 3 > 0) made.max_distance = seed % 3 == 1 ? 2 : 40;
        test::try_all_batch_ways(made);
        if (testing::Test::HasFailure()) return;
    }
}

TEST(text_batches, of_few_characters) {
    for (const std::uint64_t seed : test::seeds(63'000'000, 9)) {
        try_text(seed, 40, seed % 2 == 0 ? 20 : 130);
        if (HasFailure()) return;
    }
}

TEST(text_batches, of_300_characters) {
    for (const std::uint64_t seed : test::seeds(64'000'000, 6)) {
        try_text(seed, 300, seed % 2 == 0 ? 20 : 130);
        if (HasFailure()) return;
    }
}

TEST(text_batches, of_5000_characters) {
    for (const std::uint64_t seed : test::seeds(65'000'000, 2)) {
        try_text(seed, 5'000, 70);
        if (HasFailure()) return;
    }
}

/// Bits of a letter in the lanes.
unsigned planes_of(const batch_options& options, const sequence_set& a, const sequence_set& b,
                   edit_distance::compared_pairs pairs = edit_distance::compared_pairs::many) {
    const edit_distance::batch_run run(a, b, options, nullptr, pairs);
    return run.comparer().letters().planes();
}

TEST(text_batches, are_numbered_where_that_pays) {
    const test::batch_case many = test::make_text_case(1, 40, 20);
    const sequence_set a = test::make_set(many.a, many.kind);
    const sequence_set b = test::make_set(many.b, many.kind);
    const sequence_set one = test::make_set({many.a.back()}, many.kind);
    EXPECT_EQ(planes_of({}, a, b), 7U); // 40 numbers have six
    EXPECT_EQ(planes_of({}, a, one), 21U);
    EXPECT_EQ(planes_of({}, a, b, edit_distance::compared_pairs::by_number), 21U);
    const test::batch_case more = test::make_text_case(1, 300, 20);
    EXPECT_EQ(planes_of({}, test::make_set(more.a, more.kind), test::make_set(more.b, more.kind)), 12U);
    batch_options little;
    little.run.memory = 1000;
    EXPECT_EQ(planes_of(little, a, b), 21U);
}

sequence_set of_all_letters_below(std::uint32_t count) {
    std::vector<std::uint32_t> letters(count);
    std::iota(letters.begin(), letters.end(), std::uint32_t{0});
    sequence_set_builder builder(alphabet::utf8);
    for (std::size_t first = 0; first < letters.size(); first += 50)
        builder.add("", symbol_view(std::span(letters).subspan(first, std::min<std::size_t>(50, count - first))));
    return std::move(builder).finish();
}

/// What a GPU compares is asked before one is looked for, of sets as they are given or by dense numbers.
TEST(text_batches, are_for_gpus_up_to_a_number_of_characters) {
    batch_options options;
    options.max_distance = 1;
    const auto why_not = [&](const sequence_set& a, const sequence_set& b, bool are_dense) {
        const auto [first, second] = are_dense ? sequence::with_dense_letters(a, b) : sequence::recoded_sets{a, b};
        const std::string near = edit_distance::why_not_near_on_gpus({first, second, options});
        const std::string why = edit_distance::why_not_batches_on_gpus(first, second, options);
        if (are_dense) { // the search for near pairs has dense numbers only
            EXPECT_EQ(near, why);
        }
        return why;
    };
    const sequence_set most = of_all_letters_below(65'536);
    const sequence_set more = of_all_letters_below(65'537);
    const sequence_set emoji = test::make_set({"🙂🙃", "🙂"}, alphabet::utf8);
    EXPECT_EQ(why_not(most, most, true), "");
    EXPECT_EQ(why_not(most, most, false), "");
    EXPECT_NE(why_not(more, more, true).find("more than 65,536 different characters"), std::string::npos);
    EXPECT_NE(why_not(more, more, false).find("more than 65,536 different characters"), std::string::npos);
    EXPECT_EQ(why_not(emoji, emoji, false), "");
    EXPECT_EQ(why_not(more, emoji, true), ""); // what only one of them has is a single number
    EXPECT_EQ(why_not(more, emoji, false), "");
    options.metric = distance_metric::damerau_levenshtein;
    EXPECT_EQ(edit_distance::why_not_batches_on_gpus(emoji, emoji, options), "this metric is compared on the CPU only");
}

} // namespace
} // namespace concord::text_batch_agree_test

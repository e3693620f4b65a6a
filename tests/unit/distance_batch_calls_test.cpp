// What the calls for many distances promise besides the distances: what they refuse, progress, and being stopped.
#include "support/sequence_text.hpp"

#include <concord/distance.hpp>

#include <gtest/gtest.h>

namespace concord::distance_batch_calls_test {
namespace {

error_code code_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const error& problem) {
        return problem.code();
    }
    ADD_FAILURE() << "nothing was thrown";
    return error_code::usage;
}

const distance_row no_row = [](std::uint64_t, std::span<const std::uint32_t>) {};
const near_pair_sink no_sink = [](std::span<const near_pair>) {};

sequence_set like(const std::string& letters, std::size_t count, alphabet kind = alphabet::dna) {
    return test::make_set(std::vector<std::string>(count, letters), kind);
}

TEST(distance_batch_calls, known_answers) {
    const auto a = test::make_set({"flaw", "01234", "11234", "William Cohen", "", "abc"}, alphabet::bytes);
    const auto b = test::make_set({"lawn", "12340", "11324", "Willliam Cohon", "abc", ""}, alphabet::bytes);
    using numbers = std::vector<std::uint32_t>;
    batch_options options;
    EXPECT_EQ(zipped_distances(a, b, options), (numbers{2, 2, 2, 2, 3, 3}));
    options.metric = distance_metric::indel;
    EXPECT_EQ(zipped_distances(a, b, options), (numbers{2, 2, 2, 3, 3, 3}));
    options.metric = distance_metric::hamming;
    EXPECT_EQ(zipped_distances(a, b, options), (numbers{4, 5, 2, no_distance, no_distance, no_distance}));
}

/// flaw to lawn: f is deleted, n inserted; of words without a common letter each is replaced.
TEST(distance_batch_calls, align_pairs_in_order) {
    const auto a = test::make_set({"flaw", "", "abc", "abc"}, alphabet::bytes);
    const auto b = test::make_set({"lawn", "ab", "xyz", "abc"}, alphabet::bytes);
    distance_options options;
    const auto cigars = [&] {
        std::vector<std::string> found;
        zipped_alignments(a, b, options, [&](std::uint64_t i, const distance_result& result) {
            EXPECT_EQ(i, found.size());
            found.push_back(result.distance ? std::to_string(*result.distance) + " " + cigar(result.alignment)
                                            : "none");
        });
        return found;
    };
    using texts = std::vector<std::string>;
    for (const unsigned threads : {1U, 3U}) {
        options.run.threads = threads;
        options.max_distance.reset();
        EXPECT_EQ(cigars(), (texts{"2 1I3=1D", "2 2D", "3 3X", "0 3="}));
        options.max_distance = 2;
        EXPECT_EQ(cigars(), (texts{"2 1I3=1D", "2 2D", "none", "0 3="}));
    }
    options.metric = distance_metric::osa; // has no alignments
    EXPECT_EQ(code_of([&] { (void)cigars(); }), error_code::usage);
    options.metric = distance_metric::levenshtein;
    EXPECT_EQ(code_of([&] { zipped_alignments(a, like("a", 3), options, [](std::uint64_t, const auto&) {}); }),
              error_code::usage);
}

/// As many pairs as several threads pass on in turns.
TEST(distance_batch_calls, align_many_pairs_as_one) {
    std::vector<std::string> left;
    std::vector<std::string> right;
    for (unsigned index = 0; index < 700; ++index) {
        left.push_back(std::string(index % 9, 'A') + "GATTACA" + std::string(index % 4, 'C'));
        right.push_back(std::string(index % 5, 'A') + "GACTACA" + std::string(index % 7, 'C'));
    }
    const auto a = test::make_set(left, alphabet::dna);
    const auto b = test::make_set(right, alphabet::dna);
    distance_options options;
    options.run.threads = 3;
    std::uint64_t next = 0;
    zipped_alignments(a, b, options, [&](std::uint64_t i, const distance_result& result) {
        distance_options one;
        one.alignment = true;
        one.run.threads = 1;
        const distance_result expected = distance(sequence_ref(a, i), sequence_ref(b, i), one);
        EXPECT_EQ(i, next++);
        EXPECT_EQ(result.distance, expected.distance);
        EXPECT_EQ(cigar(result.alignment), cigar(expected.alignment));
    });
    EXPECT_EQ(next, 700U);
}

/// Of sequences that no set holds: letters that are numbers, and bytes.
TEST(distance_batch_calls, align_pairs_wherever_they_lie) {
    const std::array<std::uint32_t, 3> one{7, 1'000'000, 9};
    const std::array<std::uint32_t, 2> other{7, 9};
    const std::vector<sequence_ref> a{sequence_ref(std::span<const std::uint32_t>(one)), sequence_ref("flaw")};
    const std::vector<sequence_ref> b{sequence_ref(std::span<const std::uint32_t>(other)), sequence_ref("lawn")};
    std::vector<std::string> cigars;
    zipped_alignments(a, b, {},
                      [&](std::uint64_t, const distance_result& result) { cigars.push_back(cigar(result.alignment)); });
    EXPECT_EQ(cigars, (std::vector<std::string>{"1=1I1=", "1I3=1D"}));
    EXPECT_EQ(code_of([&] { zipped_alignments(a, std::span(b).first(1), {}, [](std::uint64_t, const auto&) {}); }),
              error_code::usage);
}

TEST(distance_batch_calls, refuse_what_does_not_fit_together) {
    batch_options options;
    const auto three = like("ACGT", 3);
    EXPECT_EQ(code_of([&] { (void)zipped_distances(three, like("ACGT", 2), options); }), error_code::usage);
    const auto proteins = like("ACGT", 3, alphabet::protein);
    EXPECT_EQ(code_of([&] { (void)zipped_distances(three, proteins, options); }), error_code::usage);
    EXPECT_EQ(code_of([&] { all_distances(three, proteins, options, no_row); }), error_code::usage);
    EXPECT_EQ(code_of([&] { near_pairs(three, three, options, no_sink); }), error_code::usage);
    EXPECT_EQ(code_of([&] { (void)parse_vector_target("mmx"); }), error_code::usage);
}

TEST(distance_batch_calls, take_empty_sets) {
    batch_options options;
    options.max_distance = 3;
    const sequence_set none;
    const auto two = like("ACGT", 2);
    EXPECT_TRUE(zipped_distances(none, none, options).empty());
    int rows = 0;
    all_distances(two, none, options, [&](std::uint64_t, std::span<const std::uint32_t> row) {
        ++rows;
        EXPECT_TRUE(row.empty());
    });
    EXPECT_EQ(rows, 2);
    all_distances(none, two, options, [&](std::uint64_t, std::span<const std::uint32_t>) { ADD_FAILURE(); });
    const near_pair_sink fail = [](std::span<const near_pair>) { ADD_FAILURE(); };
    near_pairs(none, two, options, fail);
    near_pairs(two, none, options, fail);
    nearest(none, two, 1, options, fail);
    nearest(two, none, 1, options, fail);
    nearest(two, two, 0, options, fail);
}

TEST(distance_batch_calls, stop_on_request) {
    batch_options options;
    options.max_distance = 1;
    options.run.cancelled = [] { return true; };
    const auto set = like("ACGTACGT", 50);
    EXPECT_EQ(code_of([&] { (void)zipped_distances(set, set, options); }), error_code::cancelled);
    EXPECT_EQ(code_of([&] { all_distances(set, set, options, no_row); }), error_code::cancelled);
    EXPECT_EQ(code_of([&] { near_pairs(set, set, options, no_sink); }), error_code::cancelled);
    EXPECT_EQ(code_of([&] { nearest(set, set, 1, options, no_sink); }), error_code::cancelled);
}

TEST(distance_batch_calls, tell_how_far_they_are) {
    batch_options options;
    std::uint64_t total = 0;
    options.run.on_progress = [&](const progress_update& update) {
        total = update.total;
        EXPECT_LE(update.done, update.total);
    };
    const auto set = like("ACGTACGT", 50);
    (void)zipped_distances(set, set, options);
    EXPECT_EQ(total, 50U);
    all_distances(set, set, options, no_row);
    EXPECT_EQ(total, 2500U);
}

} // namespace
} // namespace concord::distance_batch_calls_test

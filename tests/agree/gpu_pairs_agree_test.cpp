// DP matrices of pairs on real GPUs, lanes of every width, one GPU and all of them: against the textbook in small,
// against the CPU in large. Skipped where there is none.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict" // GCC 12 at -O3 sees overlaps in std::string that cannot be
#endif

#include "oracles/distance.hpp"
#include "oracles/subsequence.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/gpu.hpp"
#include "support/pair_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/text_case.hpp"

#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <gtest/gtest.h>

namespace concord::gpu_pairs_agree_test {
namespace {

struct answers {
    std::uint64_t common;
    std::string common_alignment;
    std::uint64_t edits;
    std::string edit_alignment;
};

answers by_textbook(const test::pair_case& pair) {
    const sequence::coded_pair codes = sequence::code_pair(pair.ref_a(), pair.ref_b());
    return {subsequence::reference_length(codes), cigar(subsequence::reference_alignment(codes)),
            *edit_distance::reference_distance(codes, distance_metric::levenshtein),
            cigar(edit_distance::reference_alignment(codes, distance_metric::levenshtein))};
}

answers by_cpu(const test::pair_case& pair) {
    subsequence_options common;
    common.alignment = true;
    common.run.device = device::cpu();
    const subsequence_result found = longest_common_subsequence(pair.ref_a(), pair.ref_b(), common);
    distance_options edited;
    edited.alignment = true;
    edited.run.device = device::cpu();
    const distance_result aligned_edits = distance(pair.ref_a(), pair.ref_b(), edited);
    return {found.length, cigar(found.alignment), aligned_edits.distance.value_or(0), cigar(aligned_edits.alignment)};
}

/// `words` of columns a lane; 0: chosen.
void try_gpu(const test::pair_case& pair, const answers& expected, const device& on, std::uint64_t words) {
    const runtime::scoped_tile words_a_lane(words);
    const std::string how = to_string(on) + ", " + std::to_string(words) + " words\n" +
                            (pair.a.size() < 5000 ? pair.to_paste() : "seed " + std::to_string(pair.seed));
    subsequence_options common;
    common.run.device = on;
    const subsequence_result length = longest_common_subsequence(pair.ref_a(), pair.ref_b(), common);
    EXPECT_EQ(length.length, expected.common) << how;
    EXPECT_TRUE(length.run.device.starts_with("cuda:0")) << length.run.device; // what was asked for is what ran
    common.alignment = true;
    const subsequence_result aligned = longest_common_subsequence(pair.ref_a(), pair.ref_b(), common);
    EXPECT_EQ(aligned.length, expected.common) << how;
    EXPECT_EQ(cigar(aligned.alignment), expected.common_alignment) << how;
    distance_options edited;
    edited.run = common.run;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance, expected.edits) << how;
    edited.alignment = true;
    const distance_result aligned_edits = distance(pair.ref_a(), pair.ref_b(), edited);
    EXPECT_EQ(aligned_edits.distance, expected.edits) << how;
    EXPECT_EQ(cigar(aligned_edits.alignment), expected.edit_alignment) << how;
    edited.max_distance = expected.edits / 2;
    EXPECT_EQ(distance(pair.ref_a(), pair.ref_b(), edited).distance.has_value(), expected.edits == 0) << how;
}

/// A few cases, for tools that run everything a hundred times slower.
TEST(gpu_small_pairs, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(50'000'000, 6)) {
        const test::pair_case pair = test::make_pair_case(seed, 600);
        try_gpu(pair, by_textbook(pair), device::gpus({0}), 0);
    }
}

class gpu_pairs_agree : public testing::TestWithParam<int> {};

TEST_P(gpu_pairs_agree, short_ones) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(51'000'000 + 1'000 * static_cast<std::uint64_t>(GetParam()), 25)) {
        const test::pair_case pair = test::make_pair_case(seed, 3000);
        const answers expected = by_textbook(pair);
        for (const std::uint64_t words : {0U, 1U, 2U, 4U, 8U, 16U})
            try_gpu(pair, expected, device::gpus({0}), words);
        if (runtime::usable_gpus().size() > 1) try_gpu(pair, expected, test::all_gpus(), 1);
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_pairs_agree, testing::Range(0, 4));

TEST(gpu_pairs_agree_with_cpu, in_large) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t alphabet : {4U, 20U, 1'000U}) {
        const test::pair_case pair = test::make_unrelated_pair(alphabet, 150'001, 130'017, alphabet);
        const answers expected = by_cpu(pair);
        for (const std::uint64_t words : {0U, 1U, 8U})
            try_gpu(pair, expected, device::gpus({0}), words);
        if (runtime::usable_gpus().size() > 1) {
            try_gpu(pair, expected, test::all_gpus(), 0);
            try_gpu(pair, expected, test::all_gpus(), 1);
        }
    }
}

TEST(gpu_pairs_agree_with_cpu, long_and_narrow) {
    CONCORD_GPU_OR_SKIP();
    const test::pair_case flat = test::make_unrelated_pair(7, 1'000'003, 999, 4);
    try_gpu(flat, by_cpu(flat), device::gpus({0}), 0);
    const test::pair_case tall = test::make_unrelated_pair(8, 777, 1'000'033, 4);
    try_gpu(tall, by_cpu(tall), device::gpus({0}), 0);
}

TEST(gpu_pairs, too_little_memory_is_a_resource_error) {
    CONCORD_GPU_OR_SKIP();
    const test::pair_case pair = test::make_unrelated_pair(9, 200'000, 200'000, 4);
    distance_options options;
    options.run.device = device::parse("cuda:0");
    options.run.memory = 10'000;
    try {
        static_cast<void>(distance(pair.ref_a(), pair.ref_b(), options));
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::resource) << problem.what();
    }
}

TEST(gpu_pairs, stop_when_asked_to) {
    CONCORD_GPU_OR_SKIP();
    const test::pair_case pair = test::make_unrelated_pair(10, 3'000'000, 3'000'000, 4);
    distance_options options;
    options.run.device = device::parse("cuda:0");
    int asked = 0;
    options.run.cancelled = [&] { return ++asked > 3; };
    try {
        static_cast<void>(distance(pair.ref_a(), pair.ref_b(), options));
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::cancelled) << problem.what();
    }
    options.run.cancelled = {};
    const test::pair_case small = test::make_unrelated_pair(11, 5'000, 5'000, 4);
    EXPECT_EQ(distance(small.ref_a(), small.ref_b(), options).distance,
              edit_distance::reference_distance(sequence::code_pair(small.ref_a(), small.ref_b()),
                                                distance_metric::levenshtein));
}

sequence_set random_set(std::uint64_t seed, std::size_t count, std::uint64_t longest, const std::string& letters,
                        alphabet kind) {
    sequence_set_builder builder(kind);
    std::uint64_t state = seed;
    const auto below = [&](std::uint64_t bound) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33U) % bound;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t length = below(3) == 0 ? longest : below(longest + 1);
        std::string text;
        for (std::uint64_t n = 0; n < length; ++n)
            text.push_back(letters[below(letters.size())]);
        builder.add("s" + std::to_string(i), text);
    }
    return std::move(builder).finish();
}

/// For tools that run everything a hundred times slower.
TEST(gpu_small_batches, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const char* letters : {"ACGT", "ACGTN"})
        for (const std::uint64_t longest : {40U, 1'100U, 2'100U}) {
            const sequence_set a = random_set(longest, 5, longest, letters, alphabet::dna);
            const sequence_set b = random_set(longest + 1, 5, longest, letters, alphabet::dna);
            batch_options options;
            for (const distance_metric metric : {distance_metric::levenshtein, distance_metric::hamming}) {
                options.metric = metric;
                options.run.device = device::parse("cuda:0");
                const std::vector<std::uint32_t> by_gpu = zipped_distances(a, b, options);
                options.run.device = device::cpu();
                EXPECT_EQ(by_gpu, zipped_distances(a, b, options)) << letters << ", up to " << longest << " letters";
            }
        }
}

struct kind_of_set {
    const char* letters;
    alphabet kind;
};

/// Lengths around words and bins, all alphabets, ambiguous letters.
TEST(gpu_batches_agree, zipped_and_all) {
    CONCORD_GPU_OR_SKIP();
    const std::vector<kind_of_set> kinds = {{"ACGT", alphabet::dna},
                                            {"ACGTN", alphabet::dna},
                                            {"AC", alphabet::dna},
                                            {"ACDEFGHIKLMNPQRSTVWY", alphabet::protein},
                                            {"the quick brown fox, \xff\x80!", alphabet::bytes},
                                            {"ACGT", alphabet::utf8},
                                            {"the quick brown fox!", alphabet::utf8}};
    for (const kind_of_set& kind : kinds)
        for (const std::uint64_t longest :
             {1U, 31U, 32U, 33U, 64U, 100U, 129U, 257U, 385U, 513U, 900U, 1024U, 1100U, 1281U, 1537U, 2100U})
            for (const distance_metric metric :
                 {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming}) {
                if (longest > 1100 && kind.kind != alphabet::dna) continue; // others have no kernels for such lengths
                const sequence_set a = random_set(longest, 9, longest, kind.letters, kind.kind);
                const std::uint64_t longest_b = longest + (metric == distance_metric::hamming ? 0 : 3);
                const sequence_set b = random_set(longest + 1, 9, longest_b, kind.letters, kind.kind);
                batch_options options;
                options.metric = metric;
                options.run.device = device::parse("cuda:0");
                const std::string how = std::string(kind.letters) + ", up to " + std::to_string(longest) +
                                        " letters, metric " + std::to_string(static_cast<int>(metric));
                const auto expected = [&](std::uint64_t i, std::uint64_t j) {
                    return edit_distance::reference_distance(sequence::code_pair({a, i}, {b, j}), metric)
                        .value_or(no_distance);
                };
                run_report report;
                const std::vector<std::uint32_t> zipped = zipped_distances(a, b, options, &report);
                EXPECT_TRUE(report.device.starts_with("cuda:0")) << report.device;
                for (std::uint64_t i = 0; i < a.size(); ++i)
                    EXPECT_EQ(zipped[i], expected(i, i)) << how << ", pair " << i;
                options.max_distance = longest / 2;
                std::uint64_t rows = 0;
                all_distances(a, b, options, [&](std::uint64_t i, std::span<const std::uint32_t> row) {
                    EXPECT_EQ(i, rows++);
                    for (std::uint64_t j = 0; j < b.size(); ++j) {
                        const std::uint64_t distance = expected(i, j);
                        EXPECT_EQ(row[j], distance > longest / 2 ? no_distance : distance)
                            << how << ", row " << i << ", column " << j;
                    }
                });
                EXPECT_EQ(rows, a.size());
            }
}

/// Too long for a thread: strips of several widths, one and several of them.
TEST(gpu_batches_agree, long_ones) {
    CONCORD_GPU_OR_SKIP();
    const std::vector<kind_of_set> kinds = {
        {"ACGT", alphabet::dna}, {"ACGTN", alphabet::dna}, {"ACDEFGHIKLMNPQRSTVWY", alphabet::protein}};
    for (const kind_of_set& kind : kinds)
        for (const std::uint64_t longest : {1'100U, 2'049U, 5'000U, 10'240U, 10'241U, 30'000U})
            for (const distance_metric metric : {distance_metric::levenshtein, distance_metric::indel}) {
                const sequence_set a = random_set(longest, 24, longest, kind.letters, kind.kind);
                const sequence_set b = random_set(longest + 1, 24, longest, kind.letters, kind.kind);
                batch_options options;
                options.metric = metric;
                options.run.device = device::parse("cuda:0");
                const std::vector<std::uint32_t> by_gpu = zipped_distances(a, b, options);
                options.run.device = device::cpu();
                EXPECT_EQ(by_gpu, zipped_distances(a, b, options))
                    << kind.letters << ", up to " << longest << " letters, metric " << static_cast<int>(metric);
            }
}

std::vector<std::uint32_t> all_of(const sequence_set& a, const sequence_set& b, const batch_options& options) {
    std::vector<std::uint32_t> distances;
    all_distances(a, b, options, [&](std::uint64_t, std::span<const std::uint32_t> row) {
        distances.insert(distances.end(), row.begin(), row.end());
    });
    return distances;
}

/// Rows and pairs in parts, with some that are too long for a GPU's threads.
TEST(gpu_batches_agree, all_gpus_together) {
    CONCORD_GPU_OR_SKIP();
    const runtime::scoped_tile parts(16);
    for (const std::uint64_t longest : {40U, 300U, 1'500U})
        for (const distance_metric metric :
             {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming}) {
            const sequence_set a = random_set(longest, 90, longest, "ACGTN", alphabet::dna);
            const sequence_set b = random_set(longest + 1, 90, longest, "ACGTN", alphabet::dna);
            batch_options options;
            options.metric = metric;
            options.run.device = device::cpu();
            const std::vector<std::uint32_t> zipped = zipped_distances(a, b, options);
            const std::vector<std::uint32_t> rows = all_of(a, b, options);
            options.run.device = test::all_gpus();
            EXPECT_EQ(zipped_distances(a, b, options), zipped) << longest << ", metric " << static_cast<int>(metric);
            EXPECT_EQ(all_of(a, b, options), rows) << longest << ", metric " << static_cast<int>(metric);
        }
}

/// Text of so many characters that letters have up to 13 planes: for threads, and too long for them.
TEST(gpu_batches_agree, text_of_any_script) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint32_t distinct : {40U, 300U, 5'000U})
        for (const std::uint64_t longest : {12U, 63U, 130U, 384U, 400U, 1'100U, 2'500U})
            for (const distance_metric metric :
                 {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming}) {
                const test::batch_case made = test::make_text_case(distinct + longest, distinct, longest);
                const sequence_set a = test::make_set(made.a, made.kind);
                const sequence_set b = test::make_set(made.b, made.kind);
                const std::string how = std::to_string(distinct) + " characters, up to " + std::to_string(longest) +
                                        " letters, metric " + std::to_string(static_cast<int>(metric));
                batch_options options;
                options.metric = metric;
                options.run.device = device::cpu();
                const std::vector<std::uint32_t> zipped = zipped_distances(a, b, options);
                const std::vector<std::uint32_t> all = all_of(a, b, options);
                options.run.device = device::parse("cuda:0");
                run_report report;
                EXPECT_EQ(zipped_distances(a, b, options, &report), zipped) << how;
                EXPECT_TRUE(report.device.starts_with("cuda:0")) << report.device;
                EXPECT_EQ(all_of(a, b, options), all) << how;
                if (longest > 130) continue; // the textbook is slow
                for (std::uint64_t i = 0; i < a.size(); ++i)
                    EXPECT_EQ(zipped[i],
                              edit_distance::reference_distance(test::coded(made.a[i], made.b[i], made.kind), metric)
                                  .value_or(no_distance))
                        << how << ", pair " << i << "\n"
                        << made.to_paste();
            }
}

/// More characters in both sets than 16 planes have numbers for.
TEST(gpu_batches, too_many_characters_are_refused_with_the_limit) {
    CONCORD_GPU_OR_SKIP();
    std::vector<std::uint32_t> letters(70'000);
    std::iota(letters.begin(), letters.end(), std::uint32_t{0});
    sequence_set_builder builder(alphabet::utf8);
    for (std::size_t first = 0; first < letters.size(); first += 50)
        builder.add("", symbol_view(std::span<const std::uint32_t>(letters).subspan(first, 50)));
    const sequence_set set = std::move(builder).finish();
    batch_options options;
    options.run.device = device::parse("cuda:0");
    try {
        static_cast<void>(zipped_distances(set, set, options));
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::resource);
        EXPECT_NE(std::string(problem.what()).find("65,536 different characters"), std::string::npos) << problem.what();
    }
}

/// Few edits and many, of characters beyond U+00FF; from files as from memory.
TEST(gpu_pairs_agree_with_cpu, text_of_any_script) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint32_t distinct : {40U, 300U, 5'000U}) {
        const test::batch_case made = test::make_text_case(distinct, distinct, 100'000, 2);
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set b = test::make_set(made.b, made.kind);
        for (std::uint64_t i = 0; i < a.size(); ++i)
            for (std::uint64_t j = 0; j < b.size(); ++j) {
                distance_options options;
                options.alignment = true;
                options.run.device = device::cpu();
                const distance_result by_cpu = distance({a, i}, {b, j}, options);
                options.run.device = device::parse("cuda:0");
                const distance_result by_gpu = distance({a, i}, {b, j}, options);
                EXPECT_EQ(by_gpu.distance, by_cpu.distance) << distinct << " characters, " << i << ", " << j;
                EXPECT_EQ(cigar(by_gpu.alignment), cigar(by_cpu.alignment));
            }
    }
}

TEST(gpu_batches_agree, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set a = random_set(1, 30'000, 300, "ACGT", alphabet::dna);
    const sequence_set b = random_set(2, 30'000, 200, "ACGT", alphabet::dna);
    batch_options options;
    options.run.device = device::parse("cuda:0");
    const std::vector<std::uint32_t> by_gpu = zipped_distances(a, b, options);
    options.run.device = device::cpu();
    EXPECT_EQ(by_gpu, zipped_distances(a, b, options));
}

/// Planes, offsets and distances of more than a piece for each of the threads that copy them.
TEST(gpu_batches_agree, sets_that_several_threads_copy) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set a = random_set(3, 1'100'000, 64, "ACGT", alphabet::dna);
    const sequence_set b = random_set(4, 1'100'000, 64, "ACGT", alphabet::dna);
    batch_options options;
    options.run.device = device::cpu();
    const std::vector<std::uint32_t> by_cpu = zipped_distances(a, b, options);
    options.run.device = device::parse("cuda:0");
    for (const unsigned threads : {1U, 2U, 3U, 16U}) {
        options.run.threads = threads;
        EXPECT_EQ(zipped_distances(a, b, options), by_cpu) << threads << " threads";
    }
}

} // namespace
} // namespace concord::gpu_pairs_agree_test

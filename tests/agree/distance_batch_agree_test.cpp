// Many distances at once: every function, metric, vector target, number of threads and size of a unit of work gives
// what the textbook's matrix gives.
#include "agree/batch_ways.hpp"
#include "alignment/batch/lane_kernels.hpp"
#include "alignment/batch/metrics.hpp"
#include "support/chosen_cases.hpp"
#include "support/random_case.hpp"

#include <hwy/targets.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::distance_batch_agree_test {
namespace {

using test::batch_case;
using test::batch_way;
using test::coded;
using test::expect_same;
using test::make_batch_case;
using test::near_list;
using test::try_all;
using test::try_near;
using test::try_nearest;
using test::try_zipped;

void try_cases(std::uint64_t first, std::uint64_t count) {
    for (const std::uint64_t seed : test::seeds(first, count)) {
        test::try_all_batch_ways(make_batch_case(seed));
        if (::testing::Test::HasFailure()) return;
    }
}

/// Lengths on both sides of the longest that are compared in lanes, some related.
TEST(distance_batch, long_and_short_together) {
    for (const std::uint64_t number : test::chosen_cases(edit_distance::all_metrics.size())) {
        const auto metric = static_cast<distance_metric>(number);
        for (const auto bound : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(40)}) {
            batch_case made{0, alphabet::dna, {}, {}, metric, bound, 2};
            std::uint32_t state = 1;
            for (const std::size_t length : {4095U, 4097U, 70U, 0U, 4096U}) {
                std::string letters;
                for (; letters.size() < length; state = state * 1'664'525U + 1'013'904'223U)
                    letters += "ACGTNACGTACGTACG"[state >> 28U];
                made.a.push_back(letters);
                for (std::size_t at = 100; at < length; at += 173)
                    letters[at] = 'A';
                if (length > 4095) letters.erase(50, 2);
                made.b.push_back(letters);
            }
            const test::batch_trial tried(made);
            for (const batch_way& how :
                 {batch_way{vector_target::automatic, 1, 0, 0}, batch_way{usable_vectors().back(), 2, 2, 1}}) {
                const std::string context = " (" + how.name() + ")";
                const runtime::scoped_tile tiles(how.tile);
                try_zipped(tried, how, context);
                try_all(tried, how, context);
                try_near(tried, made, how, context);
                try_nearest(tried, made, how, context);
            }
        }
    }
}

/// Long pairs with and without much in common, as many as share lanes and fewer.
TEST(distance_batch, long_pairs_with_transpositions) {
    std::uint32_t state = 5;
    const auto next = [&] { return (state = state * 1'664'525U + 1'013'904'223U) >> 16U; };
    const auto letters_of = [&](std::size_t length) {
        std::string letters;
        while (letters.size() < length)
            letters += "ACGT"[next() & 3U];
        return letters;
    };
    std::vector<std::string> a;
    std::vector<std::string> b;
    std::vector<std::uint32_t> expected;
    for (const std::size_t edits : {0U, 20U, 150U, 600U, 5000U, 5000U}) {
        const std::string one = letters_of(4097 + edits % 67);
        std::string other = edits == 5000 ? letters_of(3900 + a.size() * 40) : one;
        for (std::size_t edit = 0; edit < edits && edits < 5000; ++edit) {
            const std::size_t at = next() % (other.size() - 3);
            if (edit % 3 == 0) std::swap(other[at], other[at + 1]);
            if (edit % 3 == 1) std::swap(other[at], other[at + 2]); // what stands between may be replaced, too
            if (edit % 6 == 2) other.erase(at, 1);
            if (edit % 6 == 5) other.insert(at, 1, 'T');
        }
        expected.push_back(static_cast<std::uint32_t>(*edit_distance::reference_distance(
            coded(one, other, alphabet::dna), distance_metric::damerau_levenshtein)));
        a.push_back(one);
        b.push_back(other);
    }
    distance_options alone;
    alone.metric = distance_metric::damerau_levenshtein;
    for (std::size_t pair = 0; pair < a.size(); ++pair) {
        const sequence_set one = test::make_set({a[pair]});
        const sequence_set other = test::make_set({b[pair]});
        for (const std::uint64_t bound : {std::uint64_t{expected[pair]}, std::uint64_t{expected[pair]} - 1}) {
            if (bound > 10'000) continue; // of equal ones there is none below
            alone.max_distance = bound;
            const auto found = distance(sequence_ref(one, 0), sequence_ref(other, 0), alone).distance;
            EXPECT_EQ(found, bound < expected[pair] ? std::nullopt : std::optional<std::uint64_t>(expected[pair]));
        }
        alone.max_distance = std::nullopt;
        EXPECT_EQ(distance(sequence_ref(one, 0), sequence_ref(other, 0), alone).distance, expected[pair]);
    }
    batch_options options;
    options.metric = distance_metric::damerau_levenshtein;
    for (const std::size_t pairs : {a.size(), std::size_t{3}})
        for (const unsigned threads : {1U, 2U})
            for (const vector_target vectors : usable_vectors()) {
                options.run.threads = threads;
                options.run.vectors = vectors;
                const auto of = [&](std::vector<std::string> letters) {
                    letters.erase(letters.begin(), letters.end() - static_cast<std::ptrdiff_t>(pairs));
                    return test::make_set(letters);
                };
                const std::vector<std::uint32_t> wanted(expected.end() - static_cast<std::ptrdiff_t>(pairs),
                                                        expected.end());
                EXPECT_EQ(zipped_distances(of(a), of(b), options), wanted) << pairs << " pairs, " << threads;
            }
}

/// The nearest of sequences with many copies: ties are everywhere, and every index counts.
TEST(distance_batch, many_copies) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        std::uint32_t state = static_cast<std::uint32_t>(seed) + 1;
        const auto below = [&state](std::uint32_t limit) {
            state = state * 1'664'525U + 1'013'904'223U;
            return (state >> 16U) % limit;
        };
        // Few words, which differ in little; N and R are both ambiguous and so cannot be distinguished.
        std::vector<std::string> words = {"", "GATTACA", "GATTACA", "GATTNCA", "GATTRCA", "GCTTACA", "GATACA"};
        words.push_back(std::string(70, 'A') + "CC");
        words.push_back(std::string(70, 'A') + "CG");
        const auto some = [&](std::size_t count, std::uint32_t kinds) {
            std::vector<std::string> chosen(count);
            for (std::string& each : chosen)
                each = words[below(4) == 0 ? below(kinds) : kinds - 1];
            return chosen;
        };
        batch_case made{seed, alphabet::dna, {}, {}, static_cast<distance_metric>(seed % 5), {}, 1 + below(12)};
        made.b = some(1 + below(60), 1 + below(static_cast<std::uint32_t>(words.size())));
        made.a = seed % 2 == 0 ? made.b : some(1 + below(20), static_cast<std::uint32_t>(words.size()));
        if (seed % 4 != 0) made.max_distance = below(4);
        const test::batch_trial tried(made);
        for (const batch_way& how : test::batch_ways()) {
            const runtime::scoped_tile tiles(how.tile);
            try_nearest(tried, made, how, " (" + how.name() + ")\n" + made.to_paste());
        }
        if (HasFailure()) return; // of both ways: memory of one byte leaves no room for a list of copies
    }
}

/// The nearest of so many short words that they are compared in order; for half of the cases nearly all are asked for.
TEST(distance_batch, nearest_of_words) {
    for (const std::uint64_t seed : test::seeds(58'000'000, 120)) {
        std::mt19937_64 random(seed);
        batch_case made{seed, alphabet::protein, {}, {}, static_cast<distance_metric>(seed % 5), {}, 1};
        const std::string letters = std::string("ACDEFGHIKX").substr(0, 2 + random() % 9);
        const std::size_t longest = std::vector<std::size_t>{6, 16, 33, 64}[random() % 4];
        const auto add_words = [&](std::vector<std::string>& words, std::size_t count) {
            while (words.size() < count) {
                std::string word = !words.empty() && random() % 2 == 0 ? words[random() % words.size()] : "";
                for (std::size_t swaps = random() % 3; swaps > 0 && word.size() > 3; --swaps)
                    std::swap(word[random() % word.size()], word[random() % word.size()]);
                while (word.size() < longest && random() % 12 != 0)
                    word += letters[random() % letters.size()];
                words.push_back(word);
            }
        };
        add_words(made.b, 20 + random() % 40);
        made.a.assign(made.b.begin(), made.b.begin() + 5);
        add_words(made.a, 20 + random() % 30);
        made.nearest = random() % 2 == 0 ? 1 + random() % 4 : made.b.size() - random() % 12;
        if (random() % 2 == 0) made.max_distance = random() % 9;
        const test::batch_trial tried(made);
        for (const batch_way& how : test::batch_ways()) {
            const batch_way with_memory{how.vectors, how.threads, how.tile, 0};
            const runtime::scoped_tile tiles(how.tile);
            try_nearest(tried, made, with_memory, " (" + how.name() + ")\n" + made.to_paste());
        }
        if (HasFailure()) return;
    }
}

/// Code points that UTF-8 cannot encode.
TEST(distance_batch, many_copies_of_code_points) {
    sequence_set_builder builder(alphabet::utf8);
    const std::vector<std::uint32_t> word = {0x1F'FFFF, 0xD800, 'a', 0x10'FFFF, 0};
    std::vector<std::uint32_t> other = word;
    other[1] = 0xD801;
    for (unsigned at = 0; at < 20; ++at)
        builder.add("", symbol_view(std::span<const std::uint32_t>(at % 5 == 3 ? other : word)));
    const sequence_set set = std::move(builder).finish();
    near_list found;
    run_report report;
    nearest(
        set, set, 6, {}, [&](auto pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); }, &report);
    EXPECT_TRUE(std::ranges::any_of(
        report.notes, [](const std::string& note) { return note.find("20 sequences are 2") != std::string::npos; }));
    near_list expected;
    for (std::uint64_t a = 0; a < 20; ++a) {
        const bool is_other = a % 5 == 3;
        for (std::uint64_t b = 0, count = 0; b < 20 && count < 6; ++b)
            if ((b % 5 == 3) == is_other) expected.push_back({a, b, 0}), ++count;
        if (is_other) // 4 copies of its own, then the first of the others
            expected.push_back({a, 0, 1}), expected.push_back({a, 1, 1});
    }
    expect_same(found, expected, "");
}

/// Pairs whose only cheap alignment runs along the edge of the band: letters left out at one end, added at the other.
TEST(distance_batch, alignments_along_the_edge_of_the_band) {
    std::string letters;
    for (std::uint32_t state = 7; letters.size() < 500; state = state * 1'664'525U + 1'013'904'223U)
        letters += "ACGT"[state >> 30U];
    batch_options options;
    for (const std::size_t length : {70U, 130U, 195U, 257U}) {
        for (std::size_t bound = 1; bound < std::min<std::size_t>(length, 140); bound += bound < 70 ? 1 : 7) {
            for (const std::size_t left_out : {bound, bound - 1, (bound + 1) / 2, bound / 2}) {
                const std::string one = letters.substr(0, length);
                const std::string other = letters.substr(left_out, length - left_out + (bound - left_out));
                options.max_distance = bound;
                for (const distance_metric metric : {distance_metric::levenshtein, distance_metric::indel,
                                                     distance_metric::osa, distance_metric::damerau_levenshtein}) {
                    options.metric = metric;
                    const auto expected = edit_distance::reference_distance(coded(one, other, alphabet::dna), metric);
                    ASSERT_LE(*expected, bound);
                    for (const auto& [a, b] : {std::pair(one, other), std::pair(other, one)}) {
                        const auto found = zipped_distances(test::make_set({a}), test::make_set({b}), options);
                        ASSERT_EQ(found, std::vector{static_cast<std::uint32_t>(*expected)})
                            << "within " << bound << " of\n"
                            << a << "\n"
                            << b;
                    }
                }
            }
        }
    }
}

/// Processors with AVX-512 of the first generation have kernels of their own.
TEST(distance_batch, without_the_newest_instructions) {
#if HWY_ARCH_X86
    if (usable_vectors().front() != vector_target::avx512) GTEST_SKIP() << "skipped: no AVX-512";
    const simd::scoped_target_limit limit(HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3);
    EXPECT_STREQ(edit_distance::lane_kernels_for(simd::vector_target::avx512).compiled_for, "N_AVX3");
    try_cases(50'004'000, 300);
#endif
}

TEST(distance_batch, cases_0) { try_cases(50'000'000, 700); }
TEST(distance_batch, cases_1) { try_cases(50'001'000, 700); }
TEST(distance_batch, cases_2) { try_cases(50'002'000, 700); }
TEST(distance_batch, cases_3) { try_cases(50'003'000, 700); }

} // namespace
} // namespace concord::distance_batch_agree_test

// Questions to an index on a GPU, by the steps of the GPU on the host: worked examples, larger texts, and the CPU that
// takes over where the GPU lacks memory. tests/agree holds small texts against the oracle.
#include "agree/overlap_ways.hpp"
#include "support/sequence_text.hpp"

#include <concord/unique_matches.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <sstream>

namespace concord::overlap::gpu_questions_test {
namespace {

TEST(range_minima, nearest_smaller_values) {
    for (const std::uint64_t size : {1U, 5U, 31U, 32U, 33U, 64U, 100U, 1000U, 2049U}) {
        std::mt19937_64 chance(size);
        std::vector<std::uint32_t> values(size);
        for (std::uint32_t& value : values)
            value = 1 + static_cast<std::uint32_t>(chance() % (size < 100 ? 4 : 40));
        values[0] = 0;
        std::vector<std::uint32_t> table(range_minima<std::uint32_t>::table_size(size));
        range_minima<std::uint32_t>::fill_table(
            values, table, [](std::uint64_t count, const auto& each) { each(std::uint64_t{0}, count); });
        const range_minima<std::uint32_t> minima(values, table);
        for (int tries = 0; tries < 300; ++tries) {
            const std::uint64_t at = chance() % (size + 1);
            const auto bound = static_cast<std::uint32_t>(1 + chance() % 6);
            std::uint64_t behind = at;
            while (behind < size && values[behind] >= bound)
                ++behind;
            EXPECT_EQ(minima.first_below(at, bound, size), behind) << at << " of " << size;
            if (at == size) continue;
            std::uint64_t before = at;
            while (values[before] >= bound)
                --before;
            EXPECT_EQ(minima.last_below(at, bound), before) << at << " of " << size;
        }
    }
}

/// The answers of all questions, a line each.
struct answers {
    std::string lines;
    std::uint64_t errors = 0; ///< questions that ended for lack of memory
};

std::string shown(const overlap_place& at) {
    return std::to_string(at.sequence) + ":" + std::to_string(at.start) + (at.on == strand::reverse ? "- " : " ");
}

struct question {
    std::uint64_t of_a = 1;
    std::uint64_t min_length = 3;
    std::uint64_t mismatches = 0;
};

/// `ends`: overlaps of ends as well, which are those of one strand.
answers ask_all(const overlap_index& index, const question& of, bool ends) {
    answers found;
    std::ostringstream out;
    const auto ask = [&](const char* name, const std::function<std::uint64_t()>& count) {
        try {
            out << name << '\n';
            out << count() << '\n';
        } catch (const error& trouble) {
            if (trouble.code() != error_code::resource) throw;
            ++found.errors;
        }
    };
    const auto take_pair = [&](const exact_match& each) {
        out << shown(each.a) << shown(each.b) << each.length << '\n';
    };
    ask("repeat", [&] {
        const repeat_result repeat = longest_repeat(index, {.min_length = 1, .occurrences = true, .run = {}});
        out << repeat.length << ' ' << shown(repeat.first) << '\n';
        for (const overlap_place& at : repeat.occurrences)
            out << shown(at);
        return repeat.count;
    });
    ask("matches", [&] { return maximal_exact_matches(index, of.of_a, of.min_length, {}, take_pair); });
    ask("unique", [&] { return maximal_unique_matches(index, of.of_a, of.min_length, {}, take_pair); });
    ask("several", [&] {
        multi_match_options options;
        options.min_length = of.min_length;
        options.max_copies = 2;
        return multi_matches(index, options, [&](const multi_match& each) {
            for (const overlap_place& at : each.places)
                out << shown(at);
            out << each.length << '\n';
        });
    });
    ask("mismatches", [&] {
        return mismatch_matches(index, of.min_length, of.mismatches, {}, [&](const mismatch_match& each) {
            out << shown(each.a) << shown(each.b) << each.mismatches << ' ' << each.length << '\n';
        });
    });
    if (ends)
        ask("ends", [&] {
            return suffix_prefix_overlaps(index, of.min_length, {}, [&](const end_overlap& each) {
                out << each.from << ' ' << each.to << ' ' << each.length << '\n';
            });
        });
    found.lines = out.str();
    return found;
}

overlap_index simulated(const sequence_set& set, index_strands strands,
                        std::uint64_t arrays = std::numeric_limits<std::uint64_t>::max()) {
    build_options options;
    options.strands = strands;
    return index_access::make(test::with_simulated_gpu(build_tables(set, {}, options), arrays));
}

/// By hand: CAG at 1 of the first, and at 1 and 4 of the second, always between different letters.
TEST(gpu_questions, worked_example) {
    const overlap_index index = simulated(test::make_set({"TCAGT", "GCAGCAGA"}), index_strands::forward);
    EXPECT_EQ(ask_all(index, {1, 3, 0}, true).lines, "repeat\n4 1:0 \n1:0 1:3 2\n"
                                                     "matches\n0:1 1:1 3\n0:1 1:4 3\n2\n"
                                                     "unique\n0\n"
                                                     "several\n0:1 1:1 1:4 3\n1\n"
                                                     "mismatches\n0:1 1:1 0 3\n0:1 1:4 0 3\n2\n"
                                                     "ends\n0\n");
}

/// By hand: seven letters with one mismatch, between two seeds of three, of which the first reports it.
TEST(gpu_questions, worked_example_with_a_mismatch) {
    const overlap_index index = simulated(test::make_set({"TACGTACG", "ACGAACGT"}), index_strands::forward);
    std::vector<mismatch_match> found;
    mismatch_matches(index, 7, 1, {}, [&](const mismatch_match& each) { found.push_back(each); });
    EXPECT_EQ(found, (std::vector<mismatch_match>{{{0, 1}, {1, 0}, 1, 7}}));
}

/// Of random places, one past the ends included, against the oracle; and a place that only the other strand has.
TEST(gpu_questions, common_prefixes) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const test::overlap_case tried = test::make_overlap_case(seed, 200);
        const sequence_set set = tried.set();
        std::mt19937_64 chance(seed);
        const auto place = [&] {
            const std::uint64_t sequence = chance() % set.size();
            return overlap_place{sequence, chance() % (set.length(sequence) + 1)};
        };
        const bool both = set.alphabet() == alphabet::dna && seed % 2 == 0;
        const overlap_index index = simulated(set, both ? index_strands::both : index_strands::forward);
        std::vector<place_pair> pairs(50);
        for (place_pair& pair : pairs)
            pair = {place(), place()};
        std::vector<std::uint64_t> lengths(pairs.size());
        common_prefixes(index, pairs, lengths, {});
        for (std::size_t at = 0; at < pairs.size(); ++at)
            ASSERT_EQ(lengths[at], reference_common_prefix(set, pairs[at].a, pairs[at].b)) << tried.to_paste();
        pairs[7].a = {set.size(), 0};
        EXPECT_THROW(common_prefixes(index, pairs, lengths, {}), error);
    }
}

test::overlap_case larger_case(std::uint64_t seed) { return test::make_overlap_case(seed, 100 + seed * 7 % 900); }

TEST(gpu_questions, larger_texts_as_on_the_cpu) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const test::overlap_case tried = larger_case(seed);
        const sequence_set set = tried.set();
        if (set.size() < 2) continue;
        for (const index_strands strands : {index_strands::forward, index_strands::both}) {
            const bool both = strands == index_strands::both;
            if (both && set.alphabet() != alphabet::dna) continue;
            const overlap_index by_cpu = overlap_index::build(set, {}, strands);
            const overlap_index by_gpu = simulated(set, strands);
            for (const std::uint64_t mismatches : {0U, 2U}) {
                const question of{seed % set.size(), 12 + seed % 9, mismatches};
                const answers expected = ask_all(by_cpu, of, !both);
                const answers got = ask_all(by_gpu, of, !both);
                EXPECT_EQ(got.errors, 0U);
                ASSERT_TRUE(got.lines == expected.lines) << tried.to_paste();
            }
        }
    }
}

/// Whatever array is the first that the GPU has no memory for: the CPU goes on where the GPU ended, or, where it is not
/// known how far the answer has got, the question ends with an error.
TEST(gpu_questions, the_cpu_takes_over_where_memory_is_short) {
    std::uint64_t taken_over = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const test::overlap_case tried = test::make_overlap_case(seed, 60);
        const sequence_set set = tried.set();
        if (set.size() < 2) continue;
        const question of{1, 3, seed % 2};
        const std::string expected = ask_all(overlap_index::build(set, {}), of, true).lines;
        for (std::uint64_t arrays = 0; arrays < 90; ++arrays) {
            const answers got = ask_all(simulated(set, index_strands::forward, arrays), of, true);
            if (got.errors > 0) continue;
            ++taken_over;
            ASSERT_TRUE(got.lines == expected) << arrays << " arrays\n" << tried.to_paste();
        }
    }
    EXPECT_GT(taken_over, 300U);
}

} // namespace
} // namespace concord::overlap::gpu_questions_test

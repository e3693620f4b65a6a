// How far windows reach by the places of their words, and further answers by bounds that fall, against the definition.
#include "problems/substring/variants/falling_bounds.hpp"
#include "problems/substring/variants/variants.hpp"
#include "problems/substring/variants/word_places.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// Letters from two places on with so many mismatches.
std::uint64_t in_common(const piece_collection& of, std::uint64_t one, std::uint64_t other, std::uint64_t mismatches,
                        std::uint64_t most) {
    for (std::uint64_t at = 0; at < most; ++at)
        if (!of.match(of.text()[one + at], of.text()[other + at]) && mismatches-- == 0) return at;
    return most;
}

/// How many sequences hold each prefix of a window; its own one holds all.
std::vector<std::uint64_t> holders(const piece_collection& of, std::uint64_t start, std::uint64_t length,
                                   std::uint64_t mismatches) {
    std::vector<std::uint64_t> held(length + 1, 0);
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        std::uint64_t longest = of.piece_at(start).sequence == sequence ? length : 0;
        for (const piece& in : of.pieces(sequence))
            for (std::uint64_t at = 0; at < in.length; ++at)
                longest = std::max(longest,
                                   in_common(of, start, in.first + at, mismatches, std::min(length, in.length - at)));
        for (std::uint64_t letters = 0; letters <= longest; ++letters)
            ++held[letters];
    }
    return held;
}

sequence_set random_reads(std::mt19937_64& random, std::size_t reads, std::size_t letters) {
    const std::string shared = "ACGTTAGCATTAGCCGATTACAGGATCCAAGTCTGAACTCCAGTCACATCACGATCTCGTATGCCGTCTTCTGCTTGA";
    std::vector<std::string> texts;
    for (std::size_t read = 0; read < reads; ++read) {
        std::string& text = texts.emplace_back();
        for (std::size_t at = 0; at < letters; ++at)
            text += random() % 30 == 0 ? 'N' : "ACGT"[random() % 4];
        const std::size_t from = random() % letters;
        for (std::size_t at = from; at < letters && at - from < shared.size(); ++at)
            if (random() % 25 != 0) text[at] = shared[at - from];
    }
    return test::make_set(texts);
}

TEST(word_places, tell_how_far_windows_reach) {
    for (const std::uint64_t seed : test::seeds(9'400'000, 8)) {
        std::mt19937_64 random(seed);
        substring_options options;
        options.both_strands = random() % 2 == 0;
        piece_collection of(random_reads(random, 12, 90), options);
        constexpr std::uint64_t letters = 4;
        word_places places(of, letters);
        if (seed % 2 == 0) { // masked once the places are listed
            of.mask(3, 20, 31);
            of.mask(7, 0, 5);
            const std::vector<std::uint64_t> masked{3, 7};
            places.update(masked, 1);
        }
        word_places::reader reader(places);
        for (int time = 0; time < 200; ++time) {
            const piece& in = of.pieces(random() % of.sequences())[0];
            const std::uint64_t length = letters + random() % (in.length - letters + 1);
            const std::uint64_t start = in.first + random() % (in.length - length + 1);
            const std::uint64_t offset = random() % (length - letters + 1);
            const std::uint64_t mismatches = 1;
            if (of.count_nothing(of.letters(start, length)) > mismatches) continue;
            const std::uint64_t support = 1 + random() % of.sequences();
            const word_places::reach found = reader.find(start, length, offset, mismatches, support);
            const std::vector<std::uint64_t> held = holders(of, start, length, mismatches);
            SCOPED_TRACE("seed " + std::to_string(seed) + ", start " + std::to_string(start) + ", length " +
                         std::to_string(length) + ", offset " + std::to_string(offset));
            EXPECT_EQ(found.support, held[length]);
            std::uint64_t longest = length;
            while (held[longest] < support)
                --longest;
            EXPECT_EQ(found.length, std::max(longest, offset + letters - 1));
        }
    }
}

TEST(word_places, of_equal_windows_are_equal) {
    const piece_collection of(test::make_set({"ACGTNACGTN", "ACGTNACGTA"}), {});
    const word_places places(of, 3);
    EXPECT_EQ(places.hash(0, 5), places.hash(11, 5));
    EXPECT_TRUE(places.are_equal(0, 5, 5));
    EXPECT_TRUE(places.are_equal(0, 11, 9));
    EXPECT_FALSE(places.are_equal(0, 11, 10)); // N is not A
    EXPECT_NE(places.hash(0, 10), places.hash(11, 10));
}

/// Letters of an answer, and where those windows are that are as long.
using answer = std::pair<std::uint64_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;

answer by_definition(const piece_collection& of, std::uint64_t mismatches, std::uint64_t support, std::uint64_t least) {
    answer best{least, {}};
    for (const piece& in : of.pieces())
        for (std::uint64_t start = in.first; !in.is_reverse && start < in.first + in.length; ++start) {
            const std::vector<std::uint64_t> held = holders(of, start, in.first + in.length - start, mismatches);
            for (std::uint64_t length = held.size() - 1; length >= best.first && length > 0; --length) {
                const bool is_alone = of.count_nothing(of.letters(start, length)) > mismatches;
                if (held[length] < support || is_alone) continue;
                if (length > best.first) best = {length, {}};
                best.second.emplace_back(in.sequence, in.origin + start - in.first);
                break;
            }
        }
    return best;
}

// Windows are masked at random, not those of an answer: bounds fall all the same.
TEST(falling_bounds, give_the_longest_windows_after_each_mask) {
    constexpr std::uint64_t letters_of_read = 30;
    std::size_t found_some = 0;
    for (const std::uint64_t seed : test::seeds(9'500'000, 10)) {
        std::mt19937_64 random(seed);
        substring_options options;
        options.both_strands = random() % 2 == 0;
        piece_collection of(random_reads(random, 15, letters_of_read), options);
        runtime::thread_pool workers(options.run);
        std::vector<std::string> notes;
        const simd::vector_target vectors = simd::choose_vectors(options.run.vectors);
        const variant_resources resources{workers,
                                          row_kernels_for(vectors),
                                          reach_kernels_for(vectors),
                                          neighbourhood_kernels_for(vectors),
                                          std::uint64_t{1} << 30U,
                                          notes,
                                          nullptr};
        const std::uint64_t mismatches = 1 + random() % 2;
        variant_problem given{of, {mismatches, false}, 3 + random() % 4, 1, 1};
        const std::uint64_t letters = mismatches + 4 + random() % 2;
        given.max_length = letters_of_read;
        falling_bounds bounds(given, resources, letters);
        for (int question = 0; question < 4; ++question) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", question " + std::to_string(question));
            const auto found = bounds.find(given, resources);
            ASSERT_TRUE(found);
            const answer expected = by_definition(of, mismatches, given.support, letters);
            answer got{found->windows.empty() ? letters : found->length, {}};
            for (const window& each : found->windows)
                got.second.emplace_back(each.sequence, each.start);
            EXPECT_EQ(got, expected);
            found_some += found->windows.empty() ? 0U : 1U;
            std::vector<std::uint64_t> masked;
            for (std::uint64_t sequence = random() % 3; sequence < of.sequences(); sequence += 3) {
                const std::uint64_t first = random() % letters_of_read;
                of.mask(sequence, first, std::min(letters_of_read, first + random() % 15));
                masked.push_back(sequence);
            }
            if (!found->windows.empty()) given.max_length = found->length;
            bounds.update(given, resources, masked);
        }
    }
    EXPECT_GT(found_some, 10U);
}

} // namespace
} // namespace concord::substring

// Windows that are dropped by words of a few of their letters: none that has the support, and targets only where few
// sequences hold a source by them.
#include "problems/substring/cpu/words/piece_bounds.hpp"
#include "problems/substring/piece_centres.hpp"
#include "support/chosen_cases.hpp"
#include "support/options_of.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace concord::substring::piece_bounds_test {
namespace {

/// Sources and targets; what may be missed.
std::uint64_t drop_by_pieces(const problem& given, const cpu_resources& resources, const piece_words& words,
                             candidate_windows& windows) {
    piece_bounds bounds(given, resources, words, windows.length);
    bounds.drop_sources(windows);
    return bounds.drop_targets(windows).value_or(0);
}

using texts = std::vector<std::string>;

struct bounded_input {
    bounded_input(const texts& sequences, std::uint64_t mismatches, std::uint64_t support, unsigned threads = 2,
                  simd::vector_target target = simd::vector_target::automatic)
        : all(sequences), set(test::make_set(sequences, alphabet::dna)),
          options(with_threads(test::options_of(mismatches, support, 1), threads)), given(set, options),
          workers(options.run), vectors(simd::choose_vectors(target)),
          resources{workers, seed_kernels_for(vectors), std::uint64_t{1} << 30U, 0, notes, search_path::automatic, 0,
                    vectors} {}

    static substring_options with_threads(substring_options chosen, unsigned threads) {
        chosen.run.threads = threads;
        return chosen;
    }

    /// Whether a window of one sequence is near to one of another, as the problem says.
    [[nodiscard]] bool is_near(std::size_t a, std::uint64_t from, std::size_t b, std::uint64_t at,
                               std::uint64_t length) const {
        std::uint64_t differ = 0;
        for (std::uint64_t letter = 0; letter < length && differ <= given.mismatches; ++letter) {
            const char first = all[a][from + letter];
            differ += first != all[b][at + letter] || first == 'N' ? 1U : 0U;
        }
        return differ <= given.mismatches;
    }

    texts all;
    sequence_set set;
    substring_options options;
    problem given;
    mutable runtime::thread_pool workers;
    std::vector<std::string> notes;
    simd::vector_target vectors;
    cpu_resources resources;
};

bool has(const window_bits& set, std::uint64_t position) { return set.any(position, position + 1); }

/// All windows of a length, counted letter by letter.
void expect_bounds(const bounded_input& input, const piece_words& words, std::uint64_t length,
                   const std::string& where) {
    candidate_windows windows(input.given, length);
    const std::uint64_t missed = drop_by_pieces(input.given, input.resources, words, windows);
    for (std::size_t source = 0; source < input.all.size(); ++source)
        for (std::uint64_t from = 0; from + length <= input.all[source].size(); ++from) {
            std::uint64_t support = 0;
            std::uint64_t without = 0; // a target that is left
            for (std::size_t other = 0; other < input.all.size(); ++other) {
                bool holds = other == source;
                bool is_left = holds;
                for (std::uint64_t at = 0; at + length <= input.all[other].size(); ++at)
                    if (input.is_near(source, from, other, at, length)) {
                        holds = true;
                        is_left |= has(windows.targets, input.given.offset(other) + at);
                    }
                support += holds ? 1 : 0;
                without += holds && !is_left ? 1 : 0;
            }
            const bool is_kept = has(windows.sources, input.given.offset(source) + from);
            EXPECT_TRUE(is_kept || support < input.given.support)
                << where << ": sequence " << source << " from " << from << " has " << support;
            if (is_kept) {
                EXPECT_LE(without, missed) << where << ": sequence " << source << " from " << from;
            }
        }
}

TEST(piece_bounds, by_hand) {
    // Four letters a word, k = 1, eight letters a window: two pieces, each as it is. ACGT stands in three sequences and
    // TTTT in two, so that ACGTTTTT may have 3 + 2 and TTTTGGGG 2 + 1.
    const bounded_input input({"ACGTTTTT", "ACGTCCCC", "ACGTAAAA", "TTTTGGGG"}, 1, 4);
    candidate_windows windows(input.given, 8);
    EXPECT_EQ(drop_by_pieces(input.given, input.resources, {4, 0, 0}, windows), 0U);
    EXPECT_TRUE(has(windows.sources, 0));
    EXPECT_FALSE(has(windows.sources, 24));
    EXPECT_FALSE(has(windows.targets, 24)); // TTTT stands where sources have ACGT
    EXPECT_EQ(windows.target_count, 3U);
}

TEST(piece_bounds, in_their_places_by_hand) {
    // k = 1, eight letters of nine: each of the two pieces has two places. ACGT stands in three sequences, and TTTT in
    // two, but only in one of them where the second piece of a window can: ACGTTTTT may have 3 + 2, or 3 + 1.
    const bounded_input input({"ACGTTTTTA", "ACGTCCCCA", "ACGTAAAAA", "TTTTGGGGA", "GGGGGGGGG"}, 1, 5);
    candidate_windows anywhere(input.given, 8);
    (void)drop_by_pieces(input.given, input.resources, {4, 0, 0, false}, anywhere);
    EXPECT_TRUE(has(anywhere.sources, 0));
    candidate_windows in_places(input.given, 8);
    (void)drop_by_pieces(input.given, input.resources, {4, 0, 0, true}, in_places);
    EXPECT_FALSE(has(in_places.sources, 0));
}

TEST(piece_bounds, any_pieces_that_do_not_overlap) {
    // k = 3. By four words of three letters as they are, ACG alone has six sequences; by two of them with a mismatch
    // each, behind it, the window falls: nothing is near to TTTCCC.
    const bounded_input input(
        {"ACGTTTCCCGGG", "ACGAAAAAAAAA", "ACGAAAAAAAAA", "ACGAAAAAAAAA", "ACGAAAAAAAAA", "ACGAAAAAAAAA"}, 3, 6);
    candidate_windows windows(input.given, 12);
    (void)drop_by_pieces(input.given, input.resources, {3, 1, 0}, windows);
    EXPECT_FALSE(has(windows.sources, 0));
    EXPECT_TRUE(has(windows.sources, 12));
}

TEST(piece_bounds, of_random_windows_leave_adapters) {
    std::mt19937_64 random(7);
    texts reads;
    const std::string adapter = "GATCGGAAGAGCACACGTCTGAACTCCAGTCAC";
    for (std::size_t index = 0; index < 600; ++index) {
        std::string read;
        for (std::size_t letter = 0; letter < 60; ++letter)
            read += "ACGT"[random() % 4];
        if (index % 3 == 0) read = read.substr(0, 27) + adapter;
        reads.push_back(read);
    }
    const bounded_input input(reads, 5, 150);
    const piece_words words = words_of_pieces(input.given, 30, std::uint64_t{1} << 30U);
    ASSERT_GT(words.letters, 0U);
    candidate_windows windows(input.given, 30);
    const std::uint64_t missed = drop_by_pieces(input.given, input.resources, words, windows);
    EXPECT_LT(missed, 50U);
    EXPECT_LT(windows.source_count, 600U * 31 / 3);
    EXPECT_LT(windows.target_count, 600U * 31 / 2);
    for (std::size_t index = 0; index < 600; index += 3)
        EXPECT_TRUE(has(windows.sources, input.given.offset(index) + 29)) << index;
}

// Windows of 14 letters of 100,000 reads, k = 3: 4,984 words of 11 letters are near to each of 4^11, so that random
// windows hold 3,800,000 * 4984 / 4^11 = 4,515 of the 20,000 that are asked for. A piece is frequent from 110 of 240
// parts on, and rare ones may have 109, more than the 0.3 with which targets are dropped; with 12 letters 6,571 of 4^12
// are 1,488 windows, and rare pieces have 36 parts at most.
TEST(piece_bounds, take_longer_words_that_drop_targets) {
    std::mt19937_64 random(14);
    texts reads(100'000, std::string(51, 'A'));
    for (std::string& read : reads)
        for (char& letter : read)
            letter = "ACGT"[random() % 4];
    const bounded_input input(reads, 3, 20'000);
    const piece_words words = words_of_pieces(input.given, 14, std::uint64_t{1} << 32U);
    EXPECT_GE(words.letters, 12U); // those of 11 letters are the shortest, and drop none
    EXPECT_EQ(words.mismatches, 3U);
    EXPECT_TRUE(words.by_places);
}

TEST(piece_bounds, agree_with_the_definition) {
    for (const std::uint64_t seed : test::chosen_cases(300)) {
        std::mt19937_64 random(seed);
        const std::string letters = seed % 5 == 0 ? "ACGTN" : seed % 5 == 1 ? "AC" : "ACGT";
        texts reads;
        std::string common;
        for (std::size_t letter = 0; letter < 24; ++letter)
            common += letters[random() % letters.size()];
        const std::size_t count = 3 + random() % 20;
        for (std::size_t index = 0; index < count; ++index) {
            std::string read;
            for (std::size_t letter = random() % 30; letter > 0; --letter)
                read += letters[random() % letters.size()];
            if (random() % 2 == 0) {
                std::string copy = common;
                for (char& letter : copy)
                    if (random() % 10 == 0) letter = letters[random() % letters.size()];
                read.insert(random() % (read.size() + 1), copy);
            }
            reads.push_back(read);
        }
        const std::uint64_t mismatches = 1 + random() % 8;
        const bounded_input input(reads, mismatches, 2 + random() % (count - 1), 1 + static_cast<unsigned>(seed % 3));
        const auto size = static_cast<unsigned>(2 + random() % 7);
        const std::uint64_t length = size + random() % 30;
        const std::uint64_t pieces = std::min(length / size, mismatches + 1);
        const std::uint64_t most = (mismatches + pieces) / pieces - 1;
        if (most > 3) continue;
        const auto within = static_cast<unsigned>(most + random() % (4 - most));
        for (const bool by_places : {false, true})
            expect_bounds(input, {size, within, 0, by_places}, length,
                          "seed " + std::to_string(seed) + ", " + std::to_string(size) + " of " +
                              std::to_string(length) + " letters, k = " + std::to_string(mismatches) +
                              (by_places ? ", in their places" : ""));
    }
}

/// Sources that are compared in groups with all windows, or with those near to frequent pieces: whatever has the
/// support is left, and in the first case nothing else is where no sequence holds a window twice.
void expect_groups(const bounded_input& input, const piece_words& words, std::uint64_t length, bool among_near,
                   const std::string& where) {
    candidate_windows windows(input.given, length);
    piece_bounds bounds(input.given, input.resources, words, length);
    bounds.drop_sources(windows);
    if (among_near) (void)bounds.drop_targets(windows);
    const window_bits before = windows.sources;
    ASSERT_TRUE(bounds.drop_by_groups(windows, std::numeric_limits<double>::infinity())) << where;
    std::uint64_t left_in_vain = 0;
    for (std::size_t source = 0; source < input.all.size(); ++source)
        before.for_each(input.given.offset(source), input.given.offset(source) + input.all[source].size(),
                        [&](std::uint64_t position) {
                            const std::uint64_t from = position - input.given.offset(source);
                            std::uint64_t support = 0;
                            for (std::size_t other = 0; other < input.all.size(); ++other) {
                                bool holds = other == source;
                                for (std::uint64_t at = 0; !holds && at + length <= input.all[other].size(); ++at)
                                    holds = input.is_near(source, from, other, at, length);
                                support += holds ? 1 : 0;
                            }
                            const bool is_left = has(windows.sources, position);
                            EXPECT_TRUE(is_left || support < input.given.support)
                                << where << ": sequence " << source << " from " << from << " has " << support;
                            left_in_vain += is_left && support < input.given.support ? 1 : 0;
                        });
    if (!among_near) {
        // By rare pieces a source is held by their sum at most, which is more where each piece is counted apart.
        EXPECT_LE(left_in_vain, before.count() / (words.by_places ? 20 : 50)) << where;
    }
}

TEST(piece_groups, agree_with_the_definition) {
    // Groups have 64 sources or more, so there are hundreds of reads; sources of small groups go to large ones.
    for (const std::uint64_t seed : test::chosen_cases(6)) {
        std::mt19937_64 random(seed);
        std::string adapter;
        for (std::size_t letter = 0; letter < 60; ++letter)
            adapter += "ACGT"[random() % 4];
        const std::size_t length = seed % 3 == 0 ? 24 : seed % 3 == 1 ? 40 : 70; // lanes of 32 and 64 bits, and two
        texts reads;
        for (std::size_t index = 0; index < 300; ++index) {
            std::string read;
            for (std::size_t letter = 0; letter < length + 8; ++letter)
                read += "ACGT"[random() % 4];
            if (index % 2 == 0) {
                const std::size_t start = 4 + random() % 3;
                for (std::size_t letter = start; letter < read.size() && letter - start < adapter.size(); ++letter)
                    if (random() % 25 != 0) read[letter] = adapter[letter - start];
            }
            if (seed % 4 == 0 && random() % 10 == 0) read[random() % read.size()] = 'N';
            reads.push_back(read);
        }
        const std::uint64_t mismatches = seed % 2 == 0 ? 5 : 8;
        const bounded_input input(reads, mismatches, 40 + random() % 60, 1 + static_cast<unsigned>(seed % 3),
                                  seed % 2 == 0 ? simd::vector_target::automatic : simd::vector_target::baseline);
        const auto size = static_cast<unsigned>(6 + random() % 3);
        const piece_row row(length, size, mismatches);
        if (row.within.front() > most_mismatches_of_piece) continue;
        for (const bool among_near : {false, true})
            for (const bool by_places : {false, true}) {
                if (by_places && among_near) continue;
                expect_groups(input, {size, row.within.front(), 0, by_places}, length, among_near,
                              "seed " + std::to_string(seed) + (among_near ? ", near" : ", all") +
                                  (by_places ? ", in their places" : ""));
            }
    }
}

TEST(piece_centres, by_hand) {
    // Words of four letters, one plane in the low half: 0 and 1 differ in a letter, as do 1 and 3; 0 and 3 in two. A
    // word of two windows is a centre, and holds what is within a letter of it.
    const piece_centres centres({0, 0, 1, 3}, 10, 1, 8, 100);
    EXPECT_EQ(centres[centres.of(0)].word, 0U);
    EXPECT_EQ(centres.of(1), centres.of(0));
    EXPECT_EQ(centres[centres.of(3)].word, 3U);

    const piece_centres alone({0, 0, 1, 3}, 2, 1, 8, 100); // two windows are many: the word stands for itself
    EXPECT_EQ(alone[alone.of(0)].radius, 0U);
    EXPECT_NE(alone.of(1), alone.of(0));
    EXPECT_EQ(alone.of(3), alone.of(1));

    const piece_centres one({0, 0, 1, 3}, 10, 1, 1, 100);
    EXPECT_EQ(one.of(3), piece_centres::none);

    const piece_centres few({0, 0, 1, 3}, 10, 1, 8, 3); // three words are compared with one centre, and no more
    EXPECT_EQ(few.of(1), few.of(0));
    EXPECT_EQ(few.of(3), piece_centres::none);
}

} // namespace
} // namespace concord::substring::piece_bounds_test

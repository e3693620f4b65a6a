// Every path to the index, and every question to it, against the oracle.
#include "agree/overlap_ways.hpp"
#include "sequence/utf8.hpp"
#include "support/broken_periods.hpp"
#include "support/chosen_cases.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::overlap_agree_test {
namespace {

using test::overlap_case;

class overlap_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(overlap_agree, arrays) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 150, 150)) {
        test::try_arrays(test::make_overlap_case(seed, 20 + seed % 170));
        if (HasFatalFailure()) return;
    }
}

/// Long enough for runs to be known, by every way: those that sort all agree with the one that does not.
TEST_P(overlap_agree, arrays_of_broken_periods) {
    for (const std::uint64_t seed : test::seeds(550'000 + GetParam() * 4, 4)) {
        std::mt19937_64 random(seed);
        const sequence_set set = test::make_set(test::broken_periods(random, 700 + random() % 600));
        const std::vector<overlap_place> suffixes = overlap::reference_suffixes(set);
        for (const test::build_way& way : test::build_ways()) {
            test::expect_arrays(test::built_by(set, way), suffixes, way.name + ", seed " + std::to_string(seed));
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(overlap_agree, shared_regions) {
    for (const std::uint64_t seed : test::seeds(500'000 + GetParam() * 150, 150)) {
        const overlap_case tried = test::make_overlap_case(seed, 10 + seed % 40);
        test::try_shared_regions(tried);
        if (HasFailure()) return;
    }
}

TEST_P(overlap_agree, two_sequences) {
    for (const std::uint64_t seed : test::seeds(600'000 + GetParam() * 200, 200)) {
        overlap_case tried = test::make_overlap_case(seed, 20 + seed % 60);
        tried.sequences.resize(2);
        const sequence_set set = tried.set();
        shared_region_options options;
        options.support = 2;
        options.min_length = 1 + seed % 7;
        options.occurrences = options.every_support = true;
        const shared_region_result expected = overlap::reference_shared_region(set, options);
        options.run.threads = 1 + static_cast<unsigned>(seed % 3);
        test::expect_same(longest_shared_region(set, options), expected, tried.to_paste());
        test::expect_same(longest_shared_region(overlap_index::build(set, {}), options), expected, tried.to_paste());
        if (HasFailure()) return;
    }
}

TEST_P(overlap_agree, repeats_matches_and_overlaps) {
    for (const std::uint64_t seed : test::seeds(700'000 + GetParam() * 150, 150)) {
        const overlap_case tried = test::make_overlap_case(seed, 10 + seed % 60);
        test::try_repeats_matches_and_overlaps(tried);
        if (HasFailure()) return;
    }
}

TEST_P(overlap_agree, mismatch_matches) {
    for (const std::uint64_t seed : test::seeds(900'000 + GetParam() * 60, 60)) {
        test::try_mismatch_matches(test::make_overlap_case(seed, 10 + seed % 50));
        if (HasFailure()) return;
    }
}

/// Periodic texts, and one of a single letter, with foreign letters in between: seeds are longer than what is compared
/// before the tables of the index are read, and every diagonal has one.
TEST(overlap_mismatch_matches, long_runs) {
    constexpr std::string_view units[] = {"A", "AC", "ACGTT"};
    constexpr std::uint64_t most_mismatches[] = {0, 1, 3};
    for (const std::uint64_t number : test::chosen_cases(9)) {
        const std::string unit(units[number / 3]);
        std::string a;
        while (a.size() < 330)
            a += unit;
        std::string b = a.substr(unit.size() - 1, 310);
        a[20] = 'N';
        b[2] = b[8] = 'G';
        const sequence_set set = test::make_set({a, "", b, "NNN", a.substr(60)});
        const overlap_index index = overlap_index::build(set, {});
        const std::uint64_t mismatches = most_mismatches[number % 3];
        const auto expected = overlap::reference_mismatch_matches(set, 262, mismatches);
        EXPECT_FALSE(expected.empty());
        for (const unsigned threads : {1U, 3U}) {
            const runtime::scoped_tile few_places(threads == 1 ? 0 : 40);
            EXPECT_TRUE(test::mismatch_matches_of(index, 262, mismatches, threads) == expected) << unit;
        }
    }
}

TEST_P(overlap_agree, common_prefixes) {
    for (const std::uint64_t seed : test::seeds(800'000 + GetParam() * 100, 100)) {
        const overlap_case tried = test::make_overlap_case(seed, seed % 4 == 0 ? 1500 : 100);
        const sequence_set set = tried.set();
        std::vector<place_pair> pairs;
        std::mt19937_64 chance(seed);
        for (unsigned pair = 0; pair < 200; ++pair) {
            const auto place = [&] {
                const std::uint64_t sequence = chance() % set.size();
                return overlap_place{sequence, chance() % 3 == 0
                                                   ? std::min<std::uint64_t>(set.length(sequence), chance() % 9)
                                                   : chance() % (set.length(sequence) + 1)};
            };
            const overlap_place a = place();
            pairs.push_back({a, pair % 8 == 0 ? a : place()});
        }
        const auto ways = test::build_ways();
        const overlap_index index = test::built_by(set, ways[seed % ways.size()]);
        std::vector<std::uint64_t> lengths(pairs.size());
        common_prefixes(index, pairs, lengths, {});
        for (std::size_t pair = 0; pair < pairs.size(); ++pair)
            ASSERT_EQ(lengths[pair], overlap::reference_common_prefix(set, pairs[pair].a, pairs[pair].b))
                << pairs[pair].a.sequence << ":" << pairs[pair].a.start << ", " << pairs[pair].b.sequence << ":"
                << pairs[pair].b.start << "\n"
                << tried.to_paste();
    }
}

/// Equal words fill one part of the table of sampled words, so sampling has to give up early.
TEST(overlap_two_sequences, periodic_ones) {
    constexpr std::size_t letters = 400'000;
    std::mt19937_64 chance(7);
    for (const std::string unit : {"A", "AC", "ACGTT", "AAAAAAAAC"}) {
        std::string a;
        while (a.size() <= letters)
            a += unit;
        std::string b = a.substr(1, letters);
        a.resize(letters);
        shared_region_options options;
        options.run.threads = 2;
        const std::uint64_t longest = unit.size() == 1 ? letters : letters - 1;
        const auto found = longest_shared_region(test::make_set({a, b}), options);
        EXPECT_EQ(found.best, (shared_region{longest, {0, unit.size() < 3 ? 0U : 1U}, 2})) << unit;
        EXPECT_TRUE(std::ranges::any_of(found.run.notes, [](const std::string& note) {
            return note.find("by suffix array") != std::string::npos;
        })) << unit;

        // With unrelated letters, whose lookups would walk through the equal words.
        std::string unrelated(letters, 'A');
        for (char& letter : unrelated)
            letter = "ACGT"[chance() % 4];
        const sequence_set apart = test::make_set({a, unrelated});
        test::expect_same(longest_shared_region(apart, options),
                          longest_shared_region(overlap_index::build(apart, options.run), options), unit);

        // The same with a foreign letter here and there, and as half of a text of unrelated letters.
        for (std::size_t at = 1000; at < letters; at += 30'011)
            b[at] = b[at] == 'G' ? 'T' : 'G';
        for (std::size_t at = letters / 2; at < letters; ++at)
            a[at] = "ACGT"[chance() % 4];
        const sequence_set set = test::make_set({a, b});
        options.occurrences = true;
        test::expect_same(longest_shared_region(set, options),
                          longest_shared_region(overlap_index::build(set, options.run), options), unit);
    }
}

/// Texts of so many names of LMS substrings that these are ordered by one recursion or the other, or by several.
struct long_text {
    std::string name;
    std::vector<std::string> sequences;
    alphabet kind = alphabet::dna;
    bool has_byte_letters = true; ///< induced sorting has a byte for each letter
};

std::string fibonacci_word(std::size_t least) {
    std::string word = "C";
    for (std::string before = "A"; word.size() < least;)
        word = std::exchange(before, before + word);
    return word;
}

std::vector<long_text> long_texts() {
    std::mt19937_64 chance(11);
    const auto letters = [&](std::size_t count, const std::string& of) {
        std::string text(count, ' ');
        for (char& letter : text)
            letter = of[chance() % of.size()];
        return text;
    };
    std::vector<long_text> texts;
    const std::string original = letters(3000, "ACGT");
    std::vector<std::string> copies(12, original);
    for (std::string& copy : copies)
        for (unsigned change = 0; change < 15; ++change)
            copy[chance() % copy.size()] = "ACGTN"[chance() % 5];
    texts.push_back({"copies", copies});
    for (std::string& copy : copies)
        std::ranges::replace(copy, 'N', 'A');
    texts.push_back({"copies without ambiguous letters", copies});
    const std::string fibonacci = fibonacci_word(40'000);
    texts.push_back({"Fibonacci", {fibonacci}});
    texts.push_back({"Fibonacci twice", {fibonacci, "", fibonacci.substr(7)}});
    texts.push_back({"a long Fibonacci", {fibonacci_word(300'000)}}); // whose parts hardly begin a run
    std::string worn;
    while (worn.size() < 40'000)
        worn += chance() % 50 == 0 ? "ACGCA" : "ACGTA";
    texts.push_back({"a worn period", {worn}});
    texts.push_back({"one letter and another", {std::string(30'000, 'T') + "A" + std::string(10'000, 'T')}});
    std::vector<std::string> reads;
    for (unsigned read = 0; read < 3000; ++read)
        reads.push_back(original.substr(chance() % 2980, 1 + chance() % 20));
    texts.push_back({"reads", reads});
    std::vector<std::string> words;
    for (unsigned word = 0; word < 60; ++word)
        words.push_back(letters(2 + chance() % 8, "etaoinshrdlu") + " ");
    std::string prose;
    while (prose.size() < 40'000)
        prose += words[chance() % (1 + chance() % words.size())];
    texts.push_back({"prose", {prose}, alphabet::bytes});
    prose[20'000] = '\xff';
    prose[30'000] = '\0';
    texts.push_back({"prose with the greatest byte", {prose, prose.substr(100, 5000)}, alphabet::bytes});
    std::string greek;
    for (const char letter : prose)
        sequence::append_utf8(greek, 0x380U + static_cast<unsigned char>(letter));
    texts.push_back({"code points of a few letters", {greek, "", greek.substr(0, 600)}, alphabet::utf8});
    std::string all_bytes = prose;
    for (std::size_t letter = 0; letter < 256; ++letter)
        all_bytes[100 * letter + 50] = static_cast<char>(letter);
    texts.push_back({"prose with every byte", {all_bytes, all_bytes.substr(100, 5000)}, alphabet::bytes, false});
    std::string many;
    for (std::size_t nth = 0; nth < prose.size(); ++nth)
        sequence::append_utf8(many, nth % 100 == 50 ? 0x3000U + static_cast<std::uint32_t>(nth / 100)
                                                    : 0x380U + static_cast<unsigned char>(prose[nth]));
    texts.push_back({"many code points", {many}, alphabet::utf8, false});
    texts.push_back({"unrelated letters", {letters(40'000, "AC")}});
    return texts;
}

TEST(overlap_induction, long_texts) {
    for (const long_text& tried : long_texts()) {
        const sequence_set set = test::make_set(tried.sequences, tried.kind);
        for (const test::build_way& way : test::build_ways()) {
            if (way.options.suffixes.path != overlap::suffix_path::induced) continue;
            test::expect_sorted(test::built_by(set, way), tried.name + ", " + way.name);
            if (HasFatalFailure()) return;
        }
    }
}

TEST(overlap_induction, prefixes_by_runs_of_preceding_letters) {
    for (const long_text& tried : long_texts()) {
        const sequence_set set = test::make_set(tried.sequences, tried.kind);
        for (const unsigned threads : {1U, 3U}) {
            run_options run;
            run.threads = threads;
            runtime::thread_pool workers(run);
            const overlap::text text(sequence::packed(set), workers);
            auto order = overlap::order_by_induction<std::uint32_t>(text.view(), workers);
            const auto suffixes = order.suffixes.view();
            std::uint64_t runs = 0;
            const bool known = order.preceding.letters != nullptr;
            for (std::uint64_t rank = 0; known && rank < suffixes.size(); ++rank)
                runs += order.preceding.is_first_of_run(rank) ? 1U : 0U;
            EXPECT_EQ(known, tried.has_byte_letters) << tried.name;
            if (tried.name == "a long Fibonacci") {
                EXPECT_LT(runs, 100U);
            }
            const auto plain = overlap::prefixes_of<std::uint32_t>(text.view(), suffixes, workers);
            runtime::far_array<std::uint32_t> ranks;
            const auto by_runs =
                overlap::prefixes_of<std::uint32_t>(text.view(), suffixes, workers, std::move(order.preceding), &ranks);
            EXPECT_TRUE(std::ranges::equal(by_runs.view(), plain.view())) << tried.name;
            for (std::uint64_t rank = 0; rank < suffixes.size(); ++rank)
                ASSERT_EQ(ranks[suffixes[rank]], rank) << tried.name;
        }
    }
}

TEST(overlap_memory, a_text_that_repeats_itself_where_there_is_none_to_induce_it) {
    const test::build_way way{"no induction", {.suffixes = {.induction_needs = 12'345}}, 2};
    std::mt19937_64 chance(1);
    std::string random(300'000, 'A');
    for (char& letter : random)
        letter = "ACGT"[chance() % 4];
    EXPECT_EQ(test::suffixes_of(test::built_by(test::make_set({random}), way)).size(), random.size());
    std::string repeats; // of short words the order is known without sorting
    while (repeats.size() < random.size())
        repeats += random.substr(0, 1000);
    try {
        static_cast<void>(test::built_by(test::make_set({repeats}), way));
        FAIL() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::resource);
        EXPECT_NE(std::string(trouble.what()).find("12345"), std::string::npos) << trouble.what();
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, overlap_agree, testing::Range<std::uint64_t>(0, 8));

} // namespace
} // namespace concord::overlap_agree_test

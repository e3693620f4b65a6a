// The arrays of an index, longest common extensions and range minima: by hand, and against loops.
#include "agree/overlap_ways.hpp"
#include "oracles/overlap.hpp"
#include "problems/overlap/gpu/minima_steps.hpp"
#include "runtime/gpu/gpus.hpp"
#include "support/overlap_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>
#include <concord/range_minimum.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace concord::overlap_arrays_test {
namespace {

using numbers = std::vector<std::uint64_t>;
using letters = std::vector<std::int32_t>;

template <class Element, class Fill>
std::vector<Element> filled(const overlap_index& index, Fill fill) {
    std::vector<Element> elements(index.sequences().letters());
    fill(index, std::span<Element>(elements));
    return elements;
}

numbers ranks_of(const overlap_index& index) { return filled<std::uint64_t>(index, inverse_suffix_array); }
letters transform_of(const overlap_index& index) { return filled<std::int32_t>(index, burrows_wheeler_transform); }

/// ATTGCTAC: the worked example of the room, whose suffix array is 6 0 7 4 3 5 2 1.
TEST(overlap_arrays, worked_example) {
    const overlap_index index = overlap_index::build(test::make_set({"ATTGCTAC"}), {});
    EXPECT_EQ(ranks_of(index), (numbers{1, 7, 6, 4, 3, 5, 0, 2}));
    EXPECT_EQ(transform_of(index), (letters{'T', no_letter_before, 'A', 'G', 'T', 'C', 'T', 'A'}));
}

/// Every sequence has a first letter, ambiguous letters are as given, and RNA has U.
TEST(overlap_arrays, letters_before) {
    const overlap_index index = overlap_index::build(test::make_set({"UG", "RA"}), {});
    // Suffixes by their letters: the empty one at R, then A, G, UG.
    EXPECT_EQ(filled<std::uint64_t>(index, suffix_array), (numbers{2, 3, 1, 0}));
    EXPECT_EQ(transform_of(index), (letters{no_letter_before, 'R', 'U', no_letter_before}));
    const overlap_index bytes = overlap_index::build(test::make_set({std::string("b\xFF"
                                                                                 "a")},
                                                                    alphabet::bytes),
                                                     {});
    EXPECT_EQ(transform_of(bytes), (letters{0xFF, no_letter_before, 'b'}));
}

TEST(overlap_arrays, the_inverse_and_the_transform_of_any_set) {
    for (const std::uint64_t seed : test::seeds(40'000, 200)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 20 + seed % 90);
        const sequence_set set = tried.set();
        const overlap_index index = overlap_index::build(set, {});
        const numbers suffixes = filled<std::uint64_t>(index, suffix_array);
        const numbers ranks = ranks_of(index);
        const letters before = transform_of(index);
        numbers begins;
        std::uint64_t letters_before = 0;
        for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence) {
            if (set.length(sequence) > 0) begins.push_back(letters_before);
            letters_before += set.length(sequence);
        }
        for (std::uint64_t rank = 0; rank < suffixes.size(); ++rank) {
            ASSERT_EQ(ranks[suffixes[rank]], rank) << tried.to_paste();
            ASSERT_EQ(before[rank] == no_letter_before, std::ranges::count(begins, suffixes[rank]) > 0)
                << tried.to_paste();
        }
        // Letter by letter, the transform is the text in the order of what follows.
        if (tried.kind != alphabet::bytes && tried.kind != alphabet::dna) continue;
        const auto offset_of = [&](std::uint64_t position) {
            return *(std::ranges::upper_bound(begins, position) - 1);
        };
        std::string whole;
        for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
            whole += set.text(sequence, 0, set.length(sequence));
        for (std::uint64_t rank = 0; rank < suffixes.size(); ++rank) {
            if (suffixes[rank] == offset_of(suffixes[rank])) continue;
            ASSERT_EQ(before[rank], static_cast<unsigned char>(whole[suffixes[rank] - 1])) << tried.to_paste();
        }
    }
}

TEST(overlap_arrays, longest_common_extensions) {
    for (const std::uint64_t seed : test::seeds(50'000, 100)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 100);
        const sequence_set set = tried.set();
        const overlap_index index = overlap_index::build(set, {});
        numbers a;
        numbers b;
        numbers expected;
        std::vector<overlap_place> places;
        for (std::uint64_t sequence = 0; sequence < set.size(); ++sequence)
            for (std::uint64_t start = 0; start < set.length(sequence); ++start)
                places.push_back({sequence, start});
        places.push_back({set.size() - 1, set.length(set.size() - 1)}); // one past the last letter
        std::mt19937_64 chance(seed);
        for (unsigned pair = 0; pair < 300; ++pair) {
            a.push_back(chance() % places.size());
            b.push_back(pair % 9 == 0 ? a.back() : chance() % places.size());
            expected.push_back(overlap::reference_common_prefix(set, places[a.back()], places[b.back()]));
        }
        for (const unsigned threads : {1U, 3U}) {
            run_options run;
            run.threads = threads;
            numbers found(a.size());
            longest_common_extensions(index, a, b, found, run);
            ASSERT_EQ(found, expected) << tried.to_paste();
        }
        const numbers outside{places.size()};
        numbers one(1);
        EXPECT_THROW(longest_common_extensions(index, outside, outside, one, {}), error);
        EXPECT_THROW(longest_common_extensions(index, a, b, one, {}), error);
    }
}

/// Texts of one word, of whole words or not, and texts that only seem to be: two sequences, or an ambiguous letter.
TEST(overlap_arrays, of_periodic_texts) {
    for (const std::uint64_t seed : test::seeds(70'000, 400)) {
        std::mt19937_64 chance(seed);
        std::string word;
        for (std::uint64_t length = 1 + chance() % (seed % 3 == 0 ? 130 : 9); word.size() < length;)
            word += "ACGT"[chance() % (1 + seed % 4)];
        std::string text;
        for (std::uint64_t size = 1 + chance() % (4 * word.size() + 3); text.size() < size;)
            text += word[text.size() % word.size()];
        std::vector<std::string> sequences{text};
        if (seed % 5 == 0) sequences = {text, text};
        if (seed % 7 == 0) sequences.front()[chance() % text.size()] = 'N';
        if (seed % 11 == 0) sequences.front().back() = 'G';
        const sequence_set set = test::make_set(sequences);
        const auto expected = overlap::reference_suffixes(set);
        for (const bool wide : {false, true}) {
            const overlap_index index =
                test::built_by(set, {"chosen", {.suffixes = {}, .wide = wide, .for_regions = false}, 1});
            test::expect_arrays(index, expected, "CONCORD_SEED=" + std::to_string(seed) + " " + sequences.front());
            if (HasFatalFailure()) return;
        }
    }
    const overlap_index index = overlap_index::build(test::make_set({"ACGACGACGAC"}), {});
    EXPECT_EQ(std::ranges::count(index.run().notes, "suffix array of a text of period 3"), 1);
}

/// Several sequences of one word, which begin anywhere in it, or of unlike words; long enough not to be sorted, some so
/// long that threads take parts of them.
TEST(overlap_arrays, of_periodic_sequences) {
    std::size_t known = 0;
    for (const std::uint64_t seed : test::seeds(71'000, 200)) {
        std::mt19937_64 chance(seed);
        std::string word;
        std::vector<std::string> sequences;
        for (std::uint64_t count = 2 + chance() % 4; sequences.size() < count;) {
            if (word.empty() || chance() % 3 == 0) {
                word.clear();
                for (std::uint64_t length = 1 + chance() % (seed % 3 == 0 ? 17 : 4); word.size() < length;)
                    word += "ACGT"[chance() % (1 + seed % 4)];
            }
            const std::uint64_t from = chance() % word.size();
            std::string& text = sequences.emplace_back();
            for (std::uint64_t size = (seed % 40 == 0 ? 70'000 : 100) + chance() % 700; text.size() < size;)
                text += word[(from + text.size()) % word.size()];
        }
        if (seed % 7 == 0) sequences.front()[chance() % sequences.front().size()] = 'N';
        if (seed % 11 == 0) sequences.back().back() = 'G';
        if (seed % 13 == 0) sequences.emplace_back();
        const sequence_set set = test::make_set(sequences);
        for (const unsigned threads : {1U, 3U}) {
            const overlap_index index =
                test::built_by(set, {"chosen", {.suffixes = {}, .wide = seed % 2 == 0, .for_regions = false}, threads});
            for (const std::string& note : index.run().notes)
                known += note.ends_with("sequences that are periodic") ? 1U : 0U;
            test::expect_sorted(index, "CONCORD_SEED=" + std::to_string(seed) + " " + sequences.front());
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(known, 200U);
}

TEST(overlap_arrays, are_those_of_one_strand) {
    const overlap_index both = overlap_index::build(test::make_set({"ACG"}), {}, index_strands::both);
    numbers three(3);
    EXPECT_THROW(suffix_array(both, three), error);
    EXPECT_THROW(inverse_suffix_array(both, three), error);
    EXPECT_THROW(
        static_cast<void>(overlap_index::build(test::make_set({"ACG"}, alphabet::bytes), {}, index_strands::both)),
        error);
}

template <class Value>
void try_minima(std::uint64_t seed, std::uint64_t size, unsigned distinct) {
    std::mt19937_64 chance(seed);
    std::vector<Value> values(size);
    const auto least = static_cast<std::uint64_t>(std::numeric_limits<Value>::min());
    const auto greatest = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
    for (Value& value : values) // from both ends of the type
        value = static_cast<Value>(chance() % 2 == 0 ? least + chance() % distinct : greatest - chance() % distinct);
    const range_minimum minima{std::span<const Value>(values)};
    EXPECT_EQ(minima.size(), size);
    EXPECT_GE(minima.memory_bytes(), size * (sizeof(Value) + 4));
    numbers first;
    numbers last;
    numbers expected;
    for (unsigned query = 0; query < 400; ++query) {
        const std::uint64_t begin = chance() % size;
        const std::uint64_t end =
            begin + 1 + chance() % (query % 2 == 0 ? std::min<std::uint64_t>(70, size - begin) : size - begin);
        first.push_back(begin);
        last.push_back(end);
        expected.push_back(
            static_cast<std::uint64_t>(std::min_element(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                                        values.begin() + static_cast<std::ptrdiff_t>(end)) -
                                       values.begin()));
        ASSERT_EQ(minima.argmin(begin, end), expected.back()) << "CONCORD_SEED=" << seed << " size " << size;
    }
    for (const unsigned threads : {1U, 3U}) {
        run_options run;
        run.threads = threads;
        numbers found(first.size());
        EXPECT_EQ(minima.argmin(first, last, found, run).device, "cpu");
        EXPECT_EQ(found, expected) << "CONCORD_SEED=" << seed;
    }
    // The steps of a GPU, a few queries at a time.
    const test::serial_machine machine(0);
    const auto there = overlap::minima_there(machine, std::span<const Value>(values));
    numbers found(first.size());
    EXPECT_TRUE(overlap::find_minima_there(machine, there.view(), first, last, found, 1 + seed % 70));
    EXPECT_EQ(found, expected) << "CONCORD_SEED=" << seed;
}

TEST(range_minimum, of_any_integers) {
    for (const std::uint64_t seed : test::seeds(60'000, 60)) {
        constexpr std::uint64_t sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 500, 1024, 3000};
        const std::uint64_t size = sizes[seed % std::size(sizes)];
        const unsigned distinct = 1 + static_cast<unsigned>(seed % 5);
        try_minima<std::int8_t>(seed, size, distinct);
        try_minima<std::uint8_t>(seed, size, distinct);
        try_minima<std::int16_t>(seed, size, distinct);
        try_minima<std::uint16_t>(seed, size, distinct);
        try_minima<std::int32_t>(seed, size, distinct);
        try_minima<std::uint32_t>(seed, size, distinct);
        try_minima<std::int64_t>(seed, size, distinct * 100);
        try_minima<std::uint64_t>(seed, size, distinct * 1000);
        if (HasFatalFailure()) return;
    }
}

TEST(range_minimum, refuses_what_is_no_range) {
    const std::vector<std::int32_t> values{3, 1, 2};
    const range_minimum minima{std::span<const std::int32_t>(values)};
    EXPECT_EQ(minima.argmin(0, 3), 1U);
    EXPECT_THROW(static_cast<void>(minima.argmin(1, 1)), error);
    EXPECT_THROW(static_cast<void>(minima.argmin(2, 4)), error);
    EXPECT_THROW(static_cast<void>(range_minimum(std::span<const std::int32_t>()).argmin(0, 1)), error);
    const numbers first{0, 3};
    const numbers last{1, 4};
    numbers found(2);
    EXPECT_THROW(minima.argmin(first, last, found, {}), error);
    EXPECT_THROW(minima.argmin(first, numbers{1}, found, {}), error);
    const test::serial_machine machine(0);
    const auto there = overlap::minima_there(machine, std::span<const std::int32_t>(values));
    EXPECT_FALSE(overlap::find_minima_there(machine, there.view(), first, last, found, 1));
    EXPECT_FALSE(overlap::find_minima_there(machine, there.view(), numbers{2, 0}, numbers{2, 1}, found, 9));
    EXPECT_TRUE(overlap::find_minima_there(machine, there.view(), numbers{2, 0}, numbers{3, 3}, found, 9));
    EXPECT_EQ(found, (numbers{2, 1}));
    EXPECT_TRUE(overlap::find_minima_there(machine, there.view(), {}, {}, {}, 9));
}

TEST(range_minimum, on_the_device_that_is_named) {
    const std::vector<std::int32_t> values{3, 1, 2};
    const std::span<const std::int32_t> all(values);
    run_options run;
    run.device = device::cpu();
    numbers found(1);
    EXPECT_EQ(range_minimum(all, run).argmin(numbers{0}, numbers{3}, found, run).device, "cpu");
    EXPECT_EQ(found, numbers{1});
    const range_minimum automatic(all, {});
    EXPECT_EQ(automatic.argmin(numbers{1}, numbers{3}, found, {}).device, "cpu"); // too little to start a GPU for
    if (!runtime::usable_gpus().empty()) return;
    run.device = device::parse("cuda:0");
    EXPECT_THROW(range_minimum(all, run), error);
    EXPECT_THROW(automatic.argmin(numbers{1}, numbers{3}, found, run), error);
}

} // namespace
} // namespace concord::overlap_arrays_test

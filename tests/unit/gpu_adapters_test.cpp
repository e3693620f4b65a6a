// The passes of a search for adapters as GPUs make them, step by step on the host: those of the CPU, pass by pass.
#include "problems/adapters/gpu/device_passes.hpp"
#include "runtime/test_settings.hpp"
#include "support/adapter_case.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::adapters::gpu_adapters_test {
namespace {

using passes_of_machine = device_passes<test::serial_machine>;

codes codes_of(const std::string& letters) {
    codes made;
    for (const char letter : letters)
        made.push_back(static_cast<std::uint8_t>(std::string("ACGT").find(letter)));
    return made;
}

std::vector<std::uint64_t> sums_of(read_statistics held) {
    std::vector<std::uint64_t> sums;
    held.for_each_sum([&](std::uint64_t sum) { sums.push_back(sum); });
    return sums;
}

bool is_equal(const std::vector<std::vector<word_place>>& a, const std::vector<std::vector<word_place>>& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return std::ranges::equal(x, y, [](const word_place& left, const word_place& right) {
            return left.read == right.read && left.start == right.start;
        });
    });
}

/// Words of the planted sequences, and some others.
std::vector<std::uint32_t> words_of(const std::vector<codes>& sequences, std::mt19937_64& random) {
    std::vector<std::uint32_t> words{0, word_count - 1};
    for (const codes& each : sequences)
        for_each_word(each, [&](std::uint32_t word, std::size_t) { words.push_back(word); });
    for (unsigned more = 0; more < 100; ++more)
        words.push_back(static_cast<std::uint32_t>(random() % word_count));
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

/// Two rounds of all passes. `tile`: reads that are aligned at once, 0 all.
void try_passes(const sequence_set& reads, const std::vector<codes>& sequences, std::uint64_t seed,
                const read_range& ours, std::uint64_t tile) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> inserts(reads.size());
    for (std::uint32_t& insert : inserts)
        insert = random() % 3 == 0 ? static_cast<std::uint32_t>(random() % 100) : 0;
    const searched_reads searched{.set = sequence::packed(reads),
                                  .inserts = inserts,
                                  .may_shift = reads.longest() > threshold::longest_short_read,
                                  .ours = ours};
    run_options options;
    options.threads = 2;
    runtime::thread_pool pool(options);
    const runtime::scoped_tile at_once(tile);
    test::serial_machine machine(1U << 20U);
    passes_of_machine found(machine, searched, pool);
    cpu_passes expected(searched, pool);
    for (unsigned round = 0; round < 2; ++round) {
        const std::vector<std::uint32_t> counts = expected.count_words();
        ASSERT_EQ(found.count_words(), counts) << "round " << round;
        const std::vector<std::uint32_t> words = words_of(sequences, random);
        std::vector<std::uint32_t> many = counts; // of which only some places are wanted
        for (const std::uint32_t word : words)
            if (word % 2 == 0) many[word] += 4000;
        ASSERT_TRUE(is_equal(found.sample_places(words, many), expected.sample_places(words, many)))
            << "round " << round;
        ASSERT_EQ(sums_of(found.statistics_of(sequences)), sums_of(expected.statistics_of(sequences)))
            << "round " << round;
        found.mask_held(sequences);
        expected.mask_held(sequences);
    }
    ASSERT_EQ(found.count_words(), expected.count_words()) << "at last";
}

TEST(gpu_adapters, passes_are_those_of_the_cpu) {
    for (const std::uint64_t seed : test::seeds(91'000'000, 24)) {
        const test::adapter_case tried = test::make_adapter_case(seed);
        const sequence_set reads = test::make_set(tried.reads);
        std::vector<codes> sequences;
        for (const std::string& each : tried.planted)
            sequences.push_back(codes_of(each));
        const std::uint64_t third = reads.size() / 3;
        const read_range ours = seed % 3 == 0 ? read_range{third, 2 * third} : read_range{0, reads.size()};
        try_passes(reads, sequences, seed, ours, seed % 2 == 0 ? 0 : 37);
        if (HasFatalFailure()) {
            ADD_FAILURE() << tried.to_paste();
            return;
        }
    }
}

TEST(gpu_adapters, few_reads_and_none) {
    const std::vector<codes> one{codes_of("AGATCGGAAGAGCACACG")};
    for (const std::vector<std::string>& reads :
         {std::vector<std::string>{}, {""}, {"", "ACGT", ""}, {"AGATCGGAAGAG"}, {"NNNNNNNNNNNNNNNN"}}) {
        const sequence_set set = test::make_set(reads);
        try_passes(set, one, 1, {0, set.size()}, 0);
        try_passes(set, {}, 1, {0, set.size()}, 0);
    }
}

/// Lengths around those of windows and words, with repeats at every distance.
TEST(gpu_adapters, words_count_once_a_read_at_every_distance) {
    std::mt19937_64 random(7);
    std::vector<std::string> reads;
    std::string word;
    for (unsigned i = 0; i < 12; ++i)
        word += "ACGT"[random() % 4];
    for (std::size_t distance = 1; distance < 400; ++distance) {
        std::string read;
        while (read.size() < 400)
            read += "ACGT"[random() % 4];
        const std::size_t first = random() % (401 - std::min<std::size_t>(388, distance + 12));
        for (const std::size_t at : {first, first + distance})
            if (at + 12 <= read.size()) read.replace(at, 12, word);
        if (distance % 5 == 0) read[random() % read.size()] = 'N';
        reads.push_back(read);
        reads.push_back(read.substr(0, distance));
        reads.push_back(std::string(distance, "ACGT"[distance % 4]));
    }
    const sequence_set set = test::make_set(reads);
    try_passes(set, {codes_of(word + "ACGTACGGT"), codes(60, 0)}, 2, {0, set.size()}, 0);
}

/// A read with more placements than a thread keeps is left to the host.
TEST(gpu_adapters, reads_with_many_placements_are_aligned_by_the_host) {
    const std::string sequence = "AGATCGGAAGAGCAC";
    std::string full;
    while (full.size() + sequence.size() < 400)
        full += sequence + "TT";
    const std::vector<codes> sequences{codes_of(sequence), codes_of("TTGACCATGCATGACTTT")};
    std::vector<placement> found;
    placer(sequences, false).place(codes_of(full), found);
    ASSERT_GT(found.size(), most_placements);
    std::vector<std::string> reads;
    for (std::size_t i = 0; i < 50; ++i)
        reads.push_back(i % 3 == 0 ? full : i % 3 == 1 ? sequence + "GATTACA" : full.substr(i, 7 * i));
    const sequence_set set = test::make_set(reads);
    for (const std::uint64_t tile : {0U, 1U, 7U})
        try_passes(set, sequences, 3, {0, set.size()}, tile);
}

} // namespace
} // namespace concord::adapters::gpu_adapters_test

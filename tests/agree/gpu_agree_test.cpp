// The search on real GPUs: against the textbook in small, against the CPU in large; every way to filter, parts of any
// size, one GPU and all of them. Skipped where there is none.
#include "agree/all_ways.hpp"
#include "problems/substring/gpu/gpu_search.hpp"
#include "runtime/device_race.hpp"
#include "runtime/gpu/gpus.hpp"
#include "support/gpu.hpp"
#include "support/sequence_text.hpp"
#include "support/simulated_set.hpp"

#include <random>

namespace concord::gpu_agree_test {
namespace {

using substring::filtering;

substring_result by_gpus(const sequence_set& set, const substring_options& options, const std::vector<int>& gpus,
                         filtering filter, std::uint64_t memory, std::uint64_t tile, double diagonals_a_clock = 0) {
    const substring::problem given(set, options);
    runtime::thread_pool workers(options.run);
    std::vector<std::string> notes;
    substring::gpu_search search(given, {.gpus = gpus,
                                         .memory = memory,
                                         .tile = tile,
                                         .notes = notes,
                                         .check = {},
                                         .filter = filter,
                                         .diagonals_a_clock = diagonals_a_clock,
                                         .worth_sharing = 0});
    substring::longest_windows found = search.search();
    const std::uint64_t longest = found.length;
    substring_result result;
    substring::finish(given, options, std::move(found), workers, result);
    if (options.per_sequence) result.per_sequence = search.search_each(longest);
    return result;
}

/// One GPU, and all of them where there are several.
std::vector<std::vector<int>> groups_of_gpus() {
    const std::vector<int> all = runtime::usable_gpus();
    std::vector<std::vector<int>> groups;
    if (!all.empty()) groups.push_back({all.front()});
    if (all.size() > 1) groups.push_back(all);
    return groups;
}

void try_gpu(test::random_case tried) {
    const sequence_set set = tried.set();
    substring_options& options = tried.options;
    options.ties = options.occurrences = options.per_sequence = true;
    options.run.threads = 1;
    const substring_result expected = substring::reference_search(set, options);
    const auto gpus = groups_of_gpus();
    for (const filtering filter : {filtering::never, filtering::always}) {
        constexpr double always = 1e9;
        const substring_result along = by_gpus(set, options, gpus.front(), filter, 0, 0, always);
        test::expect_same(along, expected, "diagonals, filter " + std::to_string(static_cast<int>(filter)), tried);
        EXPECT_EQ(along.per_sequence, expected.per_sequence) << "diagonals\n" << tried.to_paste();
        for (const std::uint64_t tile : {0U, 5U}) {
            const std::string how =
                "filter " + std::to_string(static_cast<int>(filter)) + ", tile " + std::to_string(tile);
            const substring_result result = by_gpus(set, options, gpus.front(), filter, 0, tile);
            test::expect_same(result, expected, how, tried);
            EXPECT_EQ(result.per_sequence, expected.per_sequence) << how << "\n" << tried.to_paste();
        }
    }
    if (gpus.size() > 1)
        test::expect_same(by_gpus(set, options, gpus.back(), filtering::never, 0, 0), expected, "all GPUs", tried);
    for (const char* device_name : {"cuda:0", "cuda"}) {
        options.run.device = device::parse(device_name);
        const substring_result result = longest_common_substring(set, options);
        EXPECT_TRUE(result.run.device.starts_with("cuda:0")) << result.run.device; // what was asked for is what ran
        test::expect_same(result, expected, device_name, tried);
        EXPECT_EQ(result.per_sequence, expected.per_sequence) << device_name << "\n" << tried.to_paste();
    }
    options.run.device = {};
    const runtime::scoped_rival rival(device::gpus({gpus.front().front()}), 0);
    test::expect_same(longest_common_substring(set, options), expected, "a GPU beside the CPU", tried);
}

/// A few cases, for tools that run everything a hundred times slower.
TEST(gpu_small, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(30'000'000, 6))
        try_gpu(test::small_case(seed));
    for (const std::uint64_t seed : test::seeds(30'001'000, 2))
        try_gpu(test::word_edge_case(seed));
}

class gpu_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(gpu_agree, small_cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(GetParam() * 100, 100)) {
        try_gpu(test::small_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_agree, testing::Range<std::uint64_t>(0, 10));

class gpu_agree_word_edges : public testing::TestWithParam<std::uint64_t> {};

TEST_P(gpu_agree_word_edges, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(1'000'000 + GetParam() * 20, 20)) {
        try_gpu(test::word_edge_case(seed));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_agree_word_edges, testing::Range<std::uint64_t>(0, 6));

/// On the CPU, on one GPU and on all of them, with memory in plenty and hardly any.
void expect_gpus_agree(const sequence_set& set, std::uint64_t k, std::uint64_t t, bool each_sequence) {
    constexpr std::uint64_t least_memory = std::uint64_t{4} << 20U;
    SCOPED_TRACE(testing::Message() << "k " << k << ", t " << t);
    substring_options options;
    options.mismatches = k;
    options.support = t;
    options.min_length = 10 + k; // what is shorter matches nearly everywhere, which takes long and shows little
    options.ties = options.occurrences = true;
    options.per_sequence = each_sequence;
    options.run.device = device::cpu();
    const substring_result expected = longest_common_substring(set, options);
    if (const auto gpus = groups_of_gpus(); !gpus.empty()) {
        constexpr double always = 1e9;
        const substring_result along = by_gpus(set, options, gpus.front(), filtering::automatic, 0, 0, always);
        EXPECT_EQ(along.best, expected.best) << "diagonals";
        EXPECT_EQ(along.ties, expected.ties) << "diagonals";
        EXPECT_EQ(along.per_sequence, expected.per_sequence) << "diagonals";
    }
    for (const auto& gpus : groups_of_gpus()) {
        for (const filtering filter : {filtering::automatic, filtering::always}) {
            for (const std::uint64_t memory : {std::uint64_t{0}, least_memory}) {
                options.per_sequence = each_sequence && gpus.size() == 1 && memory == 0;
                SCOPED_TRACE(testing::Message()
                             << gpus.size() << " GPUs, filter " << static_cast<int>(filter) << ", memory " << memory);
                const substring_result result = by_gpus(set, options, gpus, filter, memory, 0);
                EXPECT_EQ(result.best, expected.best);
                EXPECT_EQ(result.ties, expected.ties);
                EXPECT_EQ(result.occurrences, expected.occurrences);
                if (options.per_sequence) {
                    EXPECT_EQ(result.per_sequence, expected.per_sequence);
                }
            }
        }
    }
}

TEST(gpu_agrees_with_cpu, on_short_reads) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_reads(5000, 51, 51, 0.005);
    for (const std::uint64_t k : {0U, 1U, 3U, 10U})
        for (const std::uint64_t t : {2U, 60U, 600U})
            expect_gpus_agree(set, k, t, false);
}

TEST(gpu_agrees_with_cpu, on_reads_of_mixed_lengths_beyond_a_word) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_reads(1200, 30, 170, 0.02);
    for (const std::uint64_t k : {1U, 3U, 6U, 20U})
        for (const std::uint64_t t : {5U, 100U})
            expect_gpus_agree(set, k, t, true);
}

TEST(gpu_agrees_with_cpu, on_copies) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set few = test::simulated_reads(40, 40, 60, 0.02);
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t index = 0; index < 900; ++index) {
        const std::uint64_t copied = index * index % few.size();
        builder.add(std::to_string(index), few.text(copied, 0, few.length(copied)));
    }
    const sequence_set set = std::move(builder).finish();
    for (const std::uint64_t k : {0U, 2U, 5U})
        for (const std::uint64_t t : {2U, 30U, 200U})
            expect_gpus_agree(set, k, t, true);
}

// Comparisons of some hundredths of a second: one launch, or just more than one.
TEST(gpu_agrees_with_cpu, on_many_reads) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t number : {90'000U, 140'000U, 180'000U}) {
        substring_options options;
        options.mismatches = 10;
        options.support = number / 1000;
        options.min_length = 15;
        options.ties = options.occurrences = true;
        const sequence_set set = test::simulated_reads(number, 51, 51, 0.005);
        options.run.device = device::cpu();
        const substring_result expected = longest_common_substring(set, options);
        for (const auto& gpus : groups_of_gpus()) {
            SCOPED_TRACE(testing::Message() << number << " reads, " << gpus.size() << " GPUs");
            const substring_result result = by_gpus(set, options, gpus, filtering::never, 0, 0);
            EXPECT_EQ(result.best, expected.best);
            EXPECT_EQ(result.ties, expected.ties);
            EXPECT_EQ(result.occurrences, expected.occurrences);
        }
    }
}

/// Random reads, each twentieth of them twice, and of their letters this share ambiguous.
sequence_set random_reads(std::uint64_t number, double ambiguous) {
    std::mt19937_64 random(12);
    std::uniform_real_distribution<double> share;
    std::vector<std::string> reads;
    while (reads.size() < number) {
        std::string& read = reads.emplace_back();
        while (read.size() < 100)
            read += share(random) < ambiguous ? 'N' : "ACGT"[random() % 4];
        if (reads.size() % 20 == 0) reads.push_back(read);
    }
    return test::make_set(reads);
}

// Words that nearly every sequence holds within the mismatches: by unions of balls, without an upper bound first.
TEST(gpu_agrees_with_cpu, on_short_answers) {
    CONCORD_GPU_OR_SKIP();
    for (const double ambiguous : {0.0, 0.002})
        for (const auto& [mismatches, percent] : {std::pair{2, 50}, {3, 50}, {4, 100}}) {
            SCOPED_TRACE(testing::Message() << mismatches << " mismatches, " << percent << " %, N " << ambiguous);
            const sequence_set set = random_reads(5000, ambiguous);
            substring_options options;
            options.mismatches = static_cast<std::uint64_t>(mismatches);
            options.support = set.size() * static_cast<std::uint64_t>(percent) / 100;
            options.ties = options.occurrences = true;
            options.run.device = device::cpu();
            const substring_result expected = longest_common_substring(set, options);
            options.run.device = device::gpus(groups_of_gpus().front());
            const substring_result result = longest_common_substring(set, options);
            EXPECT_EQ(result.best, expected.best);
            EXPECT_EQ(result.ties, expected.ties);
            EXPECT_EQ(result.occurrences, expected.occurrences);
            for (const std::string& note : result.run.notes)
                EXPECT_EQ(note.find("by an upper bound"), std::string::npos) << note;
        }
}

/// The answer and all its ties, of the CPU and of a GPU.
void expect_the_same_windows(const sequence_set& set, substring_options options) {
    options.run.device = device::cpu();
    const substring_result expected = longest_common_substring(set, options);
    options.run.device = device::gpus(groups_of_gpus().front());
    const substring_result result = longest_common_substring(set, options);
    EXPECT_EQ(result.best, expected.best);
    EXPECT_EQ(result.tied_positions, expected.tied_positions);
    EXPECT_EQ(result.tied_sequences, expected.tied_sequences);
}

// So many short windows that most are sure to have the support, or to lack it, by places and pairs of places.
TEST(gpu_agrees_with_cpu, on_random_reads) {
    CONCORD_GPU_OR_SKIP();
    for (const double ambiguous : {0.0, 0.0003})
        for (const auto& [mismatches, support] : {std::pair{2, 300}, {3, 300}, {3, 600}, {4, 600}}) {
            SCOPED_TRACE(testing::Message() << mismatches << " mismatches, t = " << support << ", N " << ambiguous);
            const sequence_set set = random_reads(60'000, ambiguous);
            substring_options options;
            options.mismatches = static_cast<std::uint64_t>(mismatches);
            options.support = static_cast<std::uint64_t>(support);
            expect_the_same_windows(set, options);
        }
}

// Half of the reads hold a part of an adapter by chance or by the adapter: many windows are near to each of many words,
// some with an N.
TEST(gpu_agrees_with_cpu, on_words_that_many_windows_are_near_to) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_reads(40'000, 70, 80, 0.005);
    for (const std::uint64_t mismatches : {4U, 5U, 6U}) {
        SCOPED_TRACE(testing::Message() << mismatches << " mismatches");
        substring_options options;
        options.mismatches = mismatches;
        options.support = set.size() / 2;
        expect_the_same_windows(set, options);
    }
}

// All sequences, or all but a few, hold words of which each lacks few: some with an N.
TEST(gpu_agrees_with_cpu, on_words_that_few_sequences_lack) {
    CONCORD_GPU_OR_SKIP();
    for (const double ambiguous : {0.0, 0.002})
        for (const auto& [mismatches, lacking] : {std::pair{5, 0}, {6, 0}, {7, 0}, {4, 40}, {6, 5}}) {
            SCOPED_TRACE(testing::Message() << mismatches << " mismatches, " << lacking << ", N " << ambiguous);
            const sequence_set set = random_reads(40'000, ambiguous);
            substring_options options;
            options.mismatches = static_cast<std::uint64_t>(mismatches);
            options.support = set.size() - static_cast<std::uint64_t>(lacking);
            expect_the_same_windows(set, options);
        }
}

/// Families of sequences over the first `letters` of an alphabet, each letter changed once in thirty.
sequence_set families(alphabet kind, unsigned letters, std::uint64_t number) {
    std::mt19937_64 random(11);
    const auto any = [&] {
        return static_cast<char>(kind == alphabet::bytes ? random() % letters : 'A' + random() % letters);
    };
    std::vector<std::string> ancestors(6, std::string(90, 'A'));
    for (std::string& ancestor : ancestors)
        for (char& letter : ancestor)
            letter = any();
    sequence_set_builder builder(kind);
    for (std::uint64_t index = 0; index < number; ++index) {
        std::string child = ancestors[random() % ancestors.size()].substr(random() % 30);
        for (char& letter : child)
            if (random() % 30 == 0) letter = any();
        builder.add(std::to_string(index), child);
    }
    return std::move(builder).finish();
}

// Enough seeds for threads that hold several each; how many depends on the alphabet.
TEST(gpu_agrees_with_cpu, on_proteins_and_bytes) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t k : {0U, 2U, 6U}) {
        for (const std::uint64_t t : {3U, 100U}) {
            expect_gpus_agree(families(alphabet::protein, 20, 3000), k, t, false);
            expect_gpus_agree(families(alphabet::bytes, 250, 3000), k, t, false);
        }
    }
}

TEST(gpu_agrees_with_cpu, on_genomes) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_genomes(6, 5000);
    for (const std::uint64_t k : {0U, 2U, 9U, 40U})
        for (const std::uint64_t t : {2U, 4U, 6U})
            expect_gpus_agree(set, k, t, false);
}

TEST(gpu, too_little_memory_is_a_resource_error) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_reads(2000, 51, 51, 0.005);
    substring_options options;
    options.support = 20;
    options.run.device = device::parse("cuda:0");
    options.run.memory = 1000;
    try {
        static_cast<void>(longest_common_substring(set, options));
        FAIL() << "a kilobyte was enough";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::resource) << problem.what();
    }
}

TEST(gpu, stops_when_it_is_asked_to) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = test::simulated_reads(2000, 51, 51, 0.005);
    substring_options options;
    options.support = 20;
    options.run.device = device::parse("cuda:0");
    options.run.cancelled = [] { return true; };
    EXPECT_THROW(static_cast<void>(longest_common_substring(set, options)), error);
}

} // namespace
} // namespace concord::gpu_agree_test

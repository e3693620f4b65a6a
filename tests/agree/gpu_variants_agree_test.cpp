// The variants on real GPUs: what the definition says, to the last occurrence; and what the CPU finds in inputs that
// are too large for the definition. Skipped where there is no GPU.
#include "agree/variant_device_ways.hpp"
#include "support/gpu.hpp"

#include <concord/error.hpp>

#include <cstdlib>
#include <random>
#include <string>

namespace concord::gpu_variants_agree_test {
namespace {

/// CONCORD_GPU_CASES where it is set: a number of cases, such as 10000.
std::uint64_t cases(std::uint64_t usual) {
    const char* const wanted = std::getenv("CONCORD_GPU_CASES"); // NOLINT(concurrency-mt-unsafe)
    return wanted == nullptr ? usual : std::strtoull(wanted, nullptr, 10);
}

/// A few cases, for tools that run everything a hundred times slower.
TEST(gpu_small_variants, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(3'000'000, 12))
        test::try_on_a_gpu(test::small_variant_case(seed), seed % 3);
    for (const std::uint64_t seed : test::seeds(3'050'000, 3))
        test::try_on_a_gpu(test::word_edge_variant_case(seed), 0);
}

TEST(gpu_variants_agree, small_cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(3'100'000, cases(600))) {
        test::try_on_a_gpu(test::small_variant_case(seed), seed % 4 == 0 ? 3 : 0);
        if (HasFailure()) return;
    }
}

TEST(gpu_variants_agree, word_edges) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(3'200'000, cases(600) / 50 + 1)) {
        test::try_on_a_gpu(test::word_edge_variant_case(seed), seed % 2 * 7);
        if (HasFailure()) return;
    }
}

/// Reads, a third of which hold parts of one sequence with errors, on either strand.
sequence_set planted_reads(std::uint64_t count, std::uint64_t length, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto letters = [&](std::uint64_t some) {
        std::string made;
        for (; some > 0; --some)
            made += "ACGT"[random() % 4];
        return made;
    };
    const std::string planted = letters(40);
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t index = 0; index < count; ++index) {
        std::string read = letters(length);
        if (index % 3 == 0) {
            std::string part = planted.substr(random() % 6);
            for (std::uint64_t error = random() % 4; error > 0; --error) {
                const std::size_t at = random() % part.size();
                if (const auto how = random() % 3; how == 0)
                    part[at] = "ACGT"[random() % 4];
                else if (how == 1)
                    part.erase(at, 1);
                else
                    part.insert(at, 1, "ACGT"[random() % 4]);
            }
            read.replace(random() % (length - part.size()), part.size(), part);
        }
        if (index % 9 == 0) { // the other strand
            std::string reverse;
            for (std::size_t at = read.size(); at-- > 0;)
                reverse += read[at] == 'A' ? 'T' : read[at] == 'T' ? 'A' : read[at] == 'C' ? 'G' : 'C';
            read = reverse;
        }
        if (index % 11 == 0) read[random() % read.size()] = 'N';
        if (index % 13 == 0) read.resize(random() % read.size());
        builder.add("", read);
    }
    return std::move(builder).finish();
}

void expect_as_on_the_cpu(const sequence_set& set, substring_options options, const std::string& how) {
    options.ties = options.occurrences = true;
    options.run.device = device::cpu();
    const substring_result expected = longest_common_substring(set, options);
    options.run.device = device::gpus({0});
    const substring_result found = longest_common_substring(set, options);
    EXPECT_TRUE(found.run.device.starts_with("cuda:0")) << found.run.device;
    EXPECT_TRUE(expected.found) << how;
    const test::variant_case tried{0, set.alphabet(), {}, options};
    test::expect_same(found, expected, how, tried);
    {
        options.run.device = {};
        const runtime::scoped_rival rival(device::gpus({0}), 0);
        test::expect_same(longest_common_substring(set, options), expected, how + ", a GPU beside the CPU", tried);
        options.run.device = device::gpus({0});
    }
    substring::search_habits habits = substring::current_search_habits();
    habits.counts_by_anchors = true;
    const substring::scoped_search_habits by_anchors(habits);
    test::expect_same(longest_common_substring(set, options), expected, how + ", by anchors", tried);
}

/// So many reads that every step has many blocks.
TEST(gpu_variants_agree, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    struct shape {
        std::uint64_t count;
        std::uint64_t length;
    };
    for (const shape& reads : {shape{6000, 60}, shape{3000, 150}, shape{400, 1500}}) {
        const sequence_set set = planted_reads(reads.count, reads.length, reads.count);
        substring_options options;
        options.min_length = 12;
        options.support = reads.count / 5;
        const std::string how = std::to_string(reads.count) + " reads of " + std::to_string(reads.length) + ", k = ";
        for (const std::uint64_t k : {1U, 3U}) {
            options.mismatches = k;
            options.metric = substring_metric::levenshtein;
            expect_as_on_the_cpu(set, options, how + std::to_string(k));
            options.both_strands = true;
            expect_as_on_the_cpu(set, options, how + std::to_string(k) + ", both strands");
            options.metric = substring_metric::hamming;
            options.iupac = true;
            expect_as_on_the_cpu(set, options, how + std::to_string(k) + ", mismatches, IUPAC, both strands");
            options.both_strands = options.iupac = false;
        }
    }
}

/// Memory that does not suffice is an error where the GPU is named.
TEST(gpu_variants_agree, too_little_memory_is_an_error) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set set = planted_reads(20'000, 100, 3);
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.mismatches = 1;
    options.min_length = 12;
    options.support = 4000;
    options.run.device = device::gpus({0});
    options.run.memory = set.letters(); // the text there takes twice as many bytes
    try {
        static_cast<void>(longest_common_substring(set, options));
        FAIL() << "it was found in less memory than the letters need";
    } catch (const error& caught) {
        EXPECT_EQ(caught.code(), error_code::resource);
        EXPECT_NE(std::string(caught.what()).find("cuda:0"), std::string::npos) << caught.what();
    }
}

/// Words of more letters than registers have bits for.
TEST(gpu_variants_agree, long_windows) {
    CONCORD_GPU_OR_SKIP();
    std::mt19937_64 random(5);
    std::string planted;
    for (unsigned at = 0; at < 300; ++at)
        planted += "ACGT"[random() % 4];
    sequence_set_builder builder(alphabet::dna);
    for (unsigned index = 0; index < 60; ++index) {
        std::string held = planted;
        for (unsigned error = 0; error < 6; ++error)
            held[random() % held.size()] = "ACGT"[random() % 4];
        held.erase(random() % held.size(), 1);
        builder.add("", held);
    }
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.support = 20;
    for (const std::uint64_t k : {2U, 8U}) {
        options.mismatches = k;
        expect_as_on_the_cpu(set, options, "long windows, k = " + std::to_string(k));
    }
}

} // namespace
} // namespace concord::gpu_variants_agree_test

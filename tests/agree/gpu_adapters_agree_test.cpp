// Adapters on real GPUs: what the CPU finds, to the last number. Skipped where there is none.
#include "support/adapter_case.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include "problems/adapters/word_counts.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace concord::gpu_adapters_agree_test {
namespace {

run_options on(const device& named) {
    run_options options;
    options.device = named;
    return options;
}

void try_case(std::uint64_t seed, std::uint64_t tile) {
    const test::adapter_case tried = test::make_adapter_case(seed);
    const runtime::scoped_tile reads(tile);
    run_report report;
    const std::string found = test::found_in(tried, on(device::gpus({0})), &report);
    EXPECT_TRUE(report.device.starts_with("cuda:0")) << report.device;
    EXPECT_EQ(found, test::found_in(tried, on(device::cpu()))) << "tile " << tile << ", " << tried.to_paste();
}

/// A few cases, for tools that run everything a hundred times slower: short reads, pairs, long reads.
TEST(gpu_small_adapters, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(93'000'000, 4))
        try_case(seed, seed % 2 == 0 ? 0 : 50);
}

TEST(gpu_adapters_agree, with_the_cpu) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(94'000'000, 60)) {
        try_case(seed, seed % 3 == 0 ? 41 : 0);
        if (HasFatalFailure() || HasNonfatalFailure()) return;
    }
}

/// 30 million letters; a third of the reads end with an adapter, others with a tail, some are nothing but one.
sequence_set many_reads(std::uint64_t length) {
    std::mt19937_64 random(11);
    const auto letters = [&](std::uint64_t count) {
        std::string made;
        for (; count > 0; --count)
            made += "ACGT"[random() % 4];
        return made;
    };
    const std::string adapter = letters(45);
    sequence_set_builder builder(alphabet::dna);
    for (std::uint64_t left = 30'000'000 / length; left > 0; --left) {
        std::string read = letters(random() % (2 * length)) + adapter;
        const bool has_tails = length < 400;                              // in long reads they take the CPU minutes
        if (has_tails && left % 50 == 0) read = std::string(length, 'A'); // with many placements of the tail
        if (has_tails && left % 3 == 0) read += std::string(length, 'A');
        read.resize(std::min(read.size(), length));
        if (left % 7 == 0) read[random() % read.size()] = 'N';
        builder.add("", read);
    }
    return std::move(builder).finish();
}

/// So many reads that every step has many blocks, words are counted by many threads at once, and the scan takes its
/// second way.
TEST(gpu_adapters_agree, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t length : {100U, 251U, 3000U}) {
        const sequence_set reads = many_reads(length);
        adapter_options options;
        options.run = on(device::gpus({0}));
        const adapter_result found = find_adapters(reads, options);
        options.run = on(device::cpu());
        EXPECT_EQ(test::text_of(found), test::text_of(find_adapters(reads, options))) << "reads of " << length;
        EXPECT_FALSE(found.found.empty()) << "reads of " << length;
    }
}

/// Memory that does not suffice is an error where the GPU is named: the bound here is what the CPU needs, and a GPU
/// needs room for the reads beside it.
TEST(gpu_adapters_agree, too_little_memory_is_an_error) {
    CONCORD_GPU_OR_SKIP();
    const test::adapter_case tried = test::make_adapter_case(94'000'000);
    run_options options = on(device::gpus({0}));
    options.memory = adapters::word_count * sizeof(std::uint32_t) + test::make_set(tried.reads).letters() / 8;
    try {
        static_cast<void>(test::found_in(tried, options));
        FAIL() << "it was found in less memory than the counters need";
    } catch (const error& caught) {
        EXPECT_EQ(caught.code(), error_code::resource);
        EXPECT_NE(std::string(caught.what()).find("cuda:0"), std::string::npos) << caught.what();
    }
}

} // namespace
} // namespace concord::gpu_adapters_agree_test

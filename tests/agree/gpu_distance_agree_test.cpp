// Patterns in texts, near pairs and batches of every metric on real GPUs: against the textbook in small, against the
// CPU in large. Skipped where there is none.
#include "agree/find_ways.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/gpu.hpp"
#include "support/random_case.hpp"

#include <concord/error.hpp>

namespace concord {
namespace {

using occurrences = std::vector<pattern_occurrence>;

occurrences found_on(const device& on, const test::find_case& tried, std::string* ran = nullptr) {
    find_options options = tried.options;
    options.run.device = on;
    occurrences found;
    run_report report;
    find_patterns(
        test::make_set(tried.patterns, tried.kind), test::make_set(tried.texts, tried.kind), options,
        [&](const pattern_occurrence& each) { found.push_back(each); }, &report);
    if (ran != nullptr) *ran = report.device;
    return found;
}

void try_find(std::uint64_t seed, std::uint64_t tile) {
    test::find_case tried = test::make_find_case(seed);
    if (tried.kind == alphabet::utf8) tried.kind = alphabet::bytes;
    tried.texts.push_back("A"); // there is something to look in
    const runtime::scoped_tile words(tile);
    std::string ran;
    const occurrences found = found_on(device::gpus({0}), tried, &ran);
    EXPECT_TRUE(ran.starts_with("cuda:0")) << ran;
    test::expect_same(found, test::expected_occurrences(tried),
                      "tile " + std::to_string(tile) + ", CONCORD_SEED=" + std::to_string(seed) + "\n" +
                          tried.to_paste());
}

/// A few cases, for tools that run everything a hundred times slower.
TEST(gpu_small_find, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(78'000'000, 8))
        try_find(seed, seed % 2);
}

TEST(gpu_find_agrees, with_the_textbook) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(79'000'000, 300)) {
        for (const std::uint64_t tile : {0U, 1U, 3U})
            try_find(seed, tile);
        if (HasFatalFailure()) return;
    }
}

/// Many launches, all words of patterns, sequences that begin anywhere.
TEST(gpu_find_agrees, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    test::text_maker random(5);
    test::find_case tried;
    for (std::uint64_t number = 0; number < 150; ++number) {
        std::string pattern;
        const std::uint64_t length = number < 100 ? 23 : 6 + random.below(250);
        while (pattern.size() < length)
            pattern += "ACGT"[random.below(4)];
        tried.patterns.push_back(pattern);
    }
    for (std::uint64_t number = 0; number < 3'000; ++number) {
        std::string text =
            random.some(random.below(number % 100 == 0 ? 100'000 : 2'000), number % 7 == 0 ? "ACGTN" : "ACGT");
        text.insert(random.below(text.size() + 1), random.edited(tried.patterns[random.below(150)], "ACGT", 8));
        tried.texts.push_back(std::move(text));
    }
    tried.options.both_strands = true;
    for (const std::uint64_t edits : {0U, 3U, 5U}) {
        tried.options.max_edits = edits;
        const occurrences by_cpu = found_on(device::cpu(), tried);
        EXPECT_GT(by_cpu.size(), edits == 0 ? 100U : 1'000U);
        test::expect_same(found_on(device::gpus({0}), tried), by_cpu, std::to_string(edits) + " edits");
    }
}

/// More ends than there is room for at once.
TEST(gpu_find_agrees, where_every_letter_is_an_end) {
    CONCORD_GPU_OR_SKIP();
    test::find_case tried;
    tried.patterns.assign(20, "AAAAAAAA");
    tried.texts = {std::string(1'500'000, 'A'), "C" + std::string(200'000, 'A')};
    tried.options.max_edits = 2;
    test::expect_same(found_on(device::gpus({0}), tried), found_on(device::cpu(), tried), "runs of one letter");
}

TEST(gpu_find, too_little_memory_is_a_resource_error) {
    CONCORD_GPU_OR_SKIP();
    test::find_case tried;
    tried.patterns = {"GATTACA"};
    tried.texts = {std::string(1'000'000, 'A')};
    tried.options.run.memory = 10'000;
    try {
        static_cast<void>(found_on(device::gpus({0}), tried));
        FAIL() << "no error";
    } catch (const error& problem) {
        EXPECT_EQ(problem.code(), error_code::resource) << problem.what();
    }
}

} // namespace
} // namespace concord

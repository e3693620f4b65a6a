// Patterns in texts, near pairs and batches of every metric on real GPUs: against the textbook in small, against the
// CPU in large. Skipped where there is none.
#include "agree/find_ways.hpp"
#include "problems/distance/gpu/near_gpu.hpp"
#include "runtime/gpu/gpus.hpp"
#include "runtime/test_settings.hpp"
#include "support/gpu.hpp"
#include "support/near_cases.hpp"
#include "support/random_case.hpp"
#include "support/text_case.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>

namespace concord::gpu_distance_agree_test {
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
    tried.texts.push_back("A"); // there is something to look in
    const runtime::scoped_tile words(tile);
    std::string ran;
    const occurrences found = found_on(device::gpus({0}), tried, &ran);
    EXPECT_TRUE(ran.starts_with("cuda:0")) << ran;
    const std::string how =
        "tile " + std::to_string(tile) + ", CONCORD_SEED=" + std::to_string(seed) + "\n" + tried.to_paste();
    const occurrences expected = test::expected_occurrences(tried);
    test::expect_same(found, expected, how);
    if (tried.kind != alphabet::dna)
        test::expect_same(found_on(device::gpus({0}), test::beyond_latin(tried)), expected, "beyond U+00FF, " + how);
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

TEST(gpu_find_agrees, in_text_of_thousands_of_characters) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint32_t distinct : {40U, 300U, 5'000U}) {
        const test::batch_case words = test::make_text_case(distinct, distinct, 200, 300);
        test::find_case tried;
        tried.kind = alphabet::utf8;
        tried.options.max_edits = 2;
        for (const std::string& word : words.a)
            if (sequence::count_code_points(word) > 2) tried.patterns.push_back(word);
        tried.texts = words.b;
        const occurrences by_cpu = found_on(device::cpu(), tried);
        EXPECT_GT(by_cpu.size(), 10U);
        test::expect_same(found_on(device::gpus({0}), tried), by_cpu, std::to_string(distinct) + " characters");
    }
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

test::near_list near_on(const device& on, const sequence_set& a, const sequence_set& b, batch_options options,
                        std::string* ran = nullptr) {
    options.run.device = on;
    run_report report;
    test::near_list found;
    near_pairs(
        a, b, options, [&](std::span<const near_pair> pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); },
        &report);
    if (ran != nullptr) *ran = report.device;
    return found;
}

test::near_list nearest_on(const device& on, const sequence_set& a, const sequence_set& b, std::uint64_t count,
                           batch_options options) {
    options.run.device = on;
    test::near_list found;
    nearest(a, b, count, options,
            [&](std::span<const near_pair> pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); });
    return found;
}

void try_near(std::uint64_t seed) {
    test::batch_case made = seed % 2 == 0 ? test::make_constant_ends(seed) : test::make_batch_case(seed);
    if (made.metric == distance_metric::damerau_levenshtein) made.metric = distance_metric::osa;
    for (std::vector<std::string>* set : {&made.a, &made.b})
        std::erase_if(*set, [](const std::string& each) { return each.size() > edit_distance::longest_on_device; });
    if (made.a.empty() || made.b.empty()) return;
    const sequence_set a = test::make_set(made.a, made.kind);
    const sequence_set b = test::make_set(made.b, made.kind);
    const runtime::scoped_tile tile(seed % 3 == 0 ? 3 : 0);
    batch_options options;
    options.metric = made.metric;
    options.max_distance = seed % 5;
    const std::string how = "within " + std::to_string(seed % 5) + "\n" + made.to_paste();
    std::string ran;
    EXPECT_EQ(near_on(device::gpus({0}), a, b, options, &ran), test::near_by_textbook(made, made.b, seed % 5, false))
        << how;
    EXPECT_TRUE(ran.starts_with("cuda:0")) << ran;
    options.each_pair_once = true;
    EXPECT_EQ(near_on(device::gpus({0}), a, a, options), test::near_by_textbook(made, made.a, seed % 5, true)) << how;
    options.each_pair_once = false;
    options.max_distance = made.max_distance;
    for (const std::uint64_t count : {1U, 3U, 1'000U})
        EXPECT_EQ(nearest_on(device::gpus({0}), a, b, count, options), nearest_on(device::cpu(), a, b, count, options))
            << count << " nearest\n"
            << made.to_paste();
}

/// A few cases, for tools that run everything a hundred times slower.
TEST(gpu_small_near, cases) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(86'000'000, 6))
        try_near(seed);
}

TEST(gpu_near_agrees, with_the_textbook) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint64_t seed : test::seeds(87'000'000, 200)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        try_near(seed);
        if (HasFailure()) return;
    }
}

TEST(gpu_near_agrees, in_text_of_any_script) {
    CONCORD_GPU_OR_SKIP();
    for (const std::uint32_t distinct : {40U, 300U, 5'000U})
        for (const distance_metric metric :
             {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming, distance_metric::osa}) {
            test::batch_case made = test::make_text_case(distinct, distinct, 40, 100);
            made.metric = metric;
            const sequence_set a = test::make_set(made.a, made.kind);
            const sequence_set b = test::make_set(made.b, made.kind);
            batch_options options;
            options.metric = metric;
            for (const std::uint64_t bound : {1U, 2U, 4U, 50U}) {
                options.max_distance = bound;
                std::string ran;
                EXPECT_EQ(near_on(device::gpus({0}), a, b, options, &ran),
                          test::near_by_textbook(made, made.b, bound, false))
                    << distinct << " characters, within " << bound << "\n"
                    << made.to_paste();
                EXPECT_TRUE(ran.starts_with("cuda:0")) << ran;
            }
            EXPECT_EQ(nearest_on(device::gpus({0}), a, b, 2, options), nearest_on(device::cpu(), a, b, 2, options));
        }
}

/// Random letters between constant ends, and copies of them with edits.
sequence_set near_ones(std::uint64_t seed, std::uint64_t count, std::uint64_t longest, const std::string& letters,
                       alphabet kind) {
    test::text_maker random(seed);
    std::vector<std::string> made;
    for (std::uint64_t number = 0; number < count; ++number) {
        std::string one;
        if (number > 10 && random.below(3) == 0) {
            one = random.edited(made[random.below(made.size())], letters, 8);
        } else {
            for (std::uint64_t length = longest - random.below(longest / 2 + 1); length > 0; --length)
                one += letters[random.below(letters.size())];
            one = letters.substr(0, 3) + one + letters.substr(1, 2);
        }
        made.push_back(one.substr(0, edit_distance::longest_on_device));
    }
    return test::make_set(made, kind);
}

TEST(gpu_near_agrees, with_the_cpu_in_large) {
    CONCORD_GPU_OR_SKIP();
    struct kind_of_set {
        std::uint64_t count;
        std::uint64_t longest;
        const char* letters;
        alphabet kind;
    };
    for (const kind_of_set& kind : {kind_of_set{60'000, 11, "ACGT", alphabet::dna},
                                    {60'000, 20, "ACGTN", alphabet::dna},
                                    {60'000, 12, "ACDEFGHIKLMNPQRSTVWY", alphabet::protein},
                                    {20'000, 58, "ACGT", alphabet::dna}}) {
        const sequence_set a = near_ones(1, kind.count, kind.longest, kind.letters, kind.kind);
        const sequence_set b = near_ones(2, kind.count / 2, kind.longest, kind.letters, kind.kind);
        for (const distance_metric metric :
             {distance_metric::levenshtein, distance_metric::indel, distance_metric::hamming, distance_metric::osa})
            for (const std::uint64_t bound : {1U, 2U, 3U}) {
                if (kind.longest < 12 && bound > 2) continue; // most pairs
                batch_options options;
                options.metric = metric;
                options.max_distance = bound;
                options.each_pair_once = true;
                const std::string how = std::string(kind.letters) + ", up to " + std::to_string(kind.longest) +
                                        " letters, metric " + std::to_string(static_cast<int>(metric)) + ", within " +
                                        std::to_string(bound);
                EXPECT_TRUE(near_on(device::gpus({0}), a, a, options) == near_on(device::cpu(), a, a, options)) << how;
                options.each_pair_once = false;
                EXPECT_TRUE(near_on(device::gpus({0}), a, b, options) == near_on(device::cpu(), a, b, options)) << how;
            }
        EXPECT_TRUE(nearest_on(device::gpus({0}), b, a, 2, {}) == nearest_on(device::cpu(), b, a, 2, {}))
            << kind.letters << ", up to " << kind.longest << " letters";
    }
}

/// Keys in rounds, and rows in blocks, where the memory is small.
TEST(gpu_near_agrees, in_little_memory) {
    CONCORD_GPU_OR_SKIP();
    const sequence_set a = near_ones(3, 200'000, 20, "ACGT", alphabet::dna);
    batch_options options;
    options.max_distance = 1;
    const test::near_list by_cpu = near_on(device::cpu(), a, a, options);
    for (const std::uint64_t megabytes : {24U, 60U, 200U}) {
        options.run.memory = megabytes << 20U;
        EXPECT_TRUE(near_on(device::gpus({0}), a, a, options) == by_cpu) << megabytes << " MiB";
    }
    options.run.memory = 100'000;
    EXPECT_THROW(static_cast<void>(near_on(device::gpus({0}), a, a, options)), error);
}

} // namespace
} // namespace concord::gpu_distance_agree_test

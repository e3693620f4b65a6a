// The ends of patterns as GPUs find them, stretch by stretch, on the host: the occurrences are those of the textbook's
// matrix, however long stretches are and however few ends there is room for.
#include "agree/find_ways.hpp"
#include "problems/distance/gpu/end_search.hpp"
#include "support/random_case.hpp"
#include "support/serial_machine.hpp"
#include "support/text_case.hpp"

namespace concord::edit_distance::gpu_find_test {
namespace {

std::vector<std::uint64_t> starts_of(const sequence::packed_sequences& text) {
    std::vector<std::uint64_t> starts(text.letters() / 64 + 1);
    for (std::size_t sequence = 0; sequence < text.size(); ++sequence)
        if (text.length(sequence) > 0)
            starts[text.offset(sequence) / 64] |= std::uint64_t{1} << text.offset(sequence) % 64;
    return starts;
}

std::vector<oriented_pattern> oriented(const sequence_set& patterns, const find_options& options) {
    std::vector<oriented_pattern> made;
    for (std::uint64_t number = 0; number < patterns.size(); ++number) {
        const pattern_letters letters(patterns, number, options.iupac);
        made.push_back({number, false, letters});
        if (options.both_strands) made.push_back({number, true, letters.reverse_complement()});
    }
    return made;
}

/// As a machine finds them.
std::vector<pattern_occurrence> found_by_steps(const test::find_case& tried) {
    const sequence_set patterns = test::make_set(tried.patterns, tried.kind);
    const sequence_set texts = test::make_set(tried.texts, tried.kind);
    const sequence::packed_sequences& text = sequence::packed(texts);
    std::vector<pattern_occurrence> found;
    if (text.letters() == 0) return found;
    test::serial_machine machine(0);
    const std::vector<std::uint64_t> starts = starts_of(text);
    std::optional<sequence::dense_letters> numbers;
    sequence_set searched = texts;
    if (tried.kind == alphabet::utf8) {
        numbers.emplace(sequence::packed(patterns));
        searched = numbers->recoded(text, numbers->count(), numbers->planes());
    }
    end_search<test::serial_machine> search(machine, sequence::packed(searched), starts, numbers ? &*numbers : nullptr);
    const std::vector<oriented_pattern> all = oriented(patterns, tried.options);
    std::vector<std::vector<found_end>> ends;
    EXPECT_TRUE(search.find(all, static_cast<unsigned>(tried.options.max_edits), 1U << 30U, ends));
    const runtime::thread_pool one_thread(tried.options.run);
    const find_block whole;
    const occurrence_finder finder(text, whole, one_thread);
    for (std::size_t pattern = 0; pattern < all.size(); ++pattern) {
        open_run left;
        for (pattern_occurrence& each :
             finder.occurrences(all[pattern], ends[pattern], 0, ends[pattern].size(), {}, left))
            found.push_back(std::move(each));
    }
    return found;
}

TEST(gpu_find, agrees_with_the_textbook) {
    for (const std::uint64_t seed : test::seeds(77'000'000, 400)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        const test::find_case tried = test::make_find_case(seed);
        const std::vector<pattern_occurrence> expected = test::expected_occurrences(tried);
        for (const std::uint64_t words : {0U, 1U, 3U}) {
            const runtime::scoped_tile tile(words);
            test::expect_same(found_by_steps(tried), expected,
                              std::to_string(words) + " words a stretch\n" + tried.to_paste());
            if (!tried.options.both_strands && !tried.options.iupac && tried.kind != alphabet::dna)
                test::expect_same(found_by_steps(test::beyond_latin(tried)), expected,
                                  "characters from U+0400 on, " + std::to_string(words) + " words a stretch\n" +
                                      tried.to_paste());
            if (HasFatalFailure()) return;
        }
    }
}

/// Patterns of one word and of several, at their edges, in one search.
TEST(gpu_find, patterns_of_all_lengths) {
    test::text_maker random(3);
    test::find_case tried;
    std::string text;
    for (const std::uint64_t length : {4U, 31U, 32U, 33U, 63U, 64U, 65U, 127U, 128U, 129U, 255U, 256U}) {
        std::string pattern;
        while (pattern.size() < length)
            pattern += "ACGT"[random.below(4)];
        tried.patterns.push_back(pattern);
        text += random.edited(pattern, "ACGT", 1) + "ACGT"[random.below(4)] + random.edited(pattern, "ACGT", 2);
    }
    tried.texts = {text, text.substr(700), "", text.substr(0, 64)};
    for (const std::uint64_t edits : {0U, 2U, 3U}) {
        tried.options.max_edits = edits;
        test::expect_same(found_by_steps(tried), test::expected_occurrences(tried), tried.to_paste());
    }
}

/// Tables of masks by thousands of letters.
TEST(gpu_find, patterns_of_many_characters) {
    for (const std::uint32_t distinct : {300U, 5'000U}) {
        const test::batch_case words = test::make_text_case(distinct, distinct, 40);
        test::find_case tried;
        tried.kind = alphabet::utf8;
        tried.options.max_edits = 2;
        for (const std::string& word : words.a)
            if (sequence::count_code_points(word) > 2) tried.patterns.push_back(word);
        tried.texts = words.b;
        std::vector<pattern_occurrence> expected; // of the CPU, as the textbook reads bytes
        find_patterns(test::make_set(tried.patterns, tried.kind), test::make_set(tried.texts, tried.kind),
                      tried.options, [&](const pattern_occurrence& each) { expected.push_back(each); });
        EXPECT_GT(expected.size(), 5U);
        test::expect_same(found_by_steps(tried), expected, tried.to_paste());
    }
}

TEST(gpu_find, lists_all_ends_where_there_is_room_for_a_part_only) {
    const std::string text(2'000, 'A');
    const sequence_set texts = test::make_set({text});
    const sequence_set patterns = test::make_set(std::vector<std::string>(300, "AAAAA"));
    test::serial_machine machine(0); // the least room: 2^18 ends
    const std::vector<std::uint64_t> starts = starts_of(sequence::packed(texts));
    end_search<test::serial_machine> search(machine, sequence::packed(texts), starts, nullptr);
    const std::vector<oriented_pattern> all = oriented(patterns, {});
    std::vector<std::vector<found_end>> ends;
    ASSERT_TRUE(search.find(all, 1, 1U << 30U, ends));
    ASSERT_EQ(ends.size(), all.size());
    for (const std::vector<found_end>& of_one : ends) {
        ASSERT_EQ(of_one.size(), 1'997U); // all but the first three letters
        for (std::size_t at = 0; at < of_one.size(); ++at) {
            ASSERT_EQ(of_one[at].last, at + 3);
            ASSERT_EQ(of_one[at].edits, at == 0 ? 1U : 0U);
        }
    }
    EXPECT_FALSE(search.find(all, 1, 100'000, ends));
    EXPECT_TRUE(search.find(std::span(all).first(1), 1, 10, ends)); // one pattern is never too many
    EXPECT_EQ(ends.front().size(), 1'997U);
}

} // namespace
} // namespace concord::edit_distance::gpu_find_test

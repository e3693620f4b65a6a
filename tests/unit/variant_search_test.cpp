// Parts of the search with edits, worked out by hand; and which way is taken.
#include "problems/substring/variants/count_among.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_trie.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace concord::substring::variant_search_test {
namespace {

TEST(filtered, a_window_is_read_from_its_frequent_end_on) {
    // Words of 3 letters of a text of 6: the one at 0 is held by 2 sequences, the one at 3 by 5.
    const filtered windows{.starts = {0}, .all = 1, .block = 3, .counts = {2, 4, 4, 5, 0, 0}};
    EXPECT_EQ(windows.direction_of(0, 6), reading::backward);
    EXPECT_EQ(windows.direction_of(2, 3), reading::forward); // both ends are the same word
}

TEST(filtered, a_window_shorter_than_a_word_is_read_forward) {
    const filtered windows{.starts = {0}, .all = 1, .block = 3, .counts = {2, 4, 4, 5, 0, 0}};
    EXPECT_EQ(windows.direction_of(0, 2), reading::forward);
    EXPECT_EQ((filtered{.starts = {0}, .all = 1, .block = 0, .counts = {}}.direction_of(0, 6)), reading::forward);
}

std::string random_letters(std::mt19937_64& random, std::size_t count) {
    std::string made;
    for (std::size_t at = 0; at < count; ++at)
        made += "ACGT"[random() % 4];
    return made;
}

/// The engine of the CPU; letters of the words that it was given to count.
class recording_engine final : public variant_engine {
  public:
    recording_engine(const variant_problem& given, const variant_resources& resources)
        : engine_(make_cpu_engine(given, resources)) {}

    [[nodiscard]] std::uint64_t reached_length() override { return engine_->reached_length(); }
    [[nodiscard]] filtered filter(std::uint64_t length) override { return engine_->filter(length); }
    [[nodiscard]] std::optional<supported_starts> search_by_anchors(filtered& left, std::uint64_t length) override {
        return engine_->search_by_anchors(left, length);
    }
    [[nodiscard]] bool finds_dead_beginnings() const noexcept override { return in_rounds; }
    [[nodiscard]] counted_classes count(const window_classes& classes, std::uint64_t length,
                                        const ruled_out_windows& dead) override {
        letters.push_back(length);
        distinct += classes.size();
        return engine_->count(classes, length, dead);
    }
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> reaches(std::span<const text_word> words) override {
        return engine_->reaches(words);
    }

    bool in_rounds = true;
    std::vector<std::uint64_t> letters;
    std::size_t distinct = 0;

  private:
    std::unique_ptr<variant_engine> engine_;
};

/// Reads that run into an adapter, at the front where `is_reverse`: one word rules out windows with few of its letters
/// and with many.
void expect_cores(bool is_reverse) {
    std::mt19937_64 random(7);
    const std::string adapter = random_letters(random, 40);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < 2000; ++read) {
        std::string letters = random_letters(random, 25 + read % 15) + adapter;
        letters.resize(60);
        if (is_reverse) std::ranges::reverse(letters);
        builder.add({}, letters);
    }
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.run.threads = 2;
    const piece_collection of(set, options);
    const variant_problem given{of, {2, true}, 100, 36, 1};
    test::variant_tools tools(options.run);
    const variant_resources& resources = tools.resources;
    recording_engine asked(given, resources);
    recording_engine all(given, resources);
    all.in_rounds = false;
    const filtered judged = asked.filter(36);
    const supported_starts found = count_supported(given, asked, resources, judged, judged.starts, 36);
    const supported_starts expected = count_supported(given, all, resources, judged, judged.starts, 36);
    EXPECT_FALSE(expected.starts.empty());
    EXPECT_LT(expected.starts.size(), judged.starts.size());
    EXPECT_EQ(found.starts, expected.starts);
    EXPECT_EQ(found.supports, expected.supports);
    ASSERT_FALSE(asked.letters.empty());
    EXPECT_LT(asked.letters.front(), 36);
    EXPECT_EQ(asked.letters.back(), 36);
    EXPECT_LT(asked.distinct * 2, all.distinct);
}

TEST(count_supported, words_shorter_than_windows_rule_out_windows) {
    expect_cores(false);
    expect_cores(true);
}

TEST(count_supported, of_equal_windows_one_is_counted) {
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t sequence = 0; sequence < 3; ++sequence)
        builder.add({}, std::string(400, 'A'));
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.metric = substring_metric::levenshtein;
    const piece_collection of(set, options);
    const variant_problem given{of, {1, true}, 3, 100, 1};
    test::variant_tools tools(options.run);
    recording_engine engine(given, tools.resources);
    window_starts starts;
    for (std::uint64_t sequence = 0; sequence < 3; ++sequence)
        for (std::uint64_t start = 0; start + 100 <= 400; ++start)
            starts.push_back(of.text_first(sequence) + start);
    const supported_starts found = count_supported(given, engine, tools.resources, {}, starts, 100);
    EXPECT_EQ(found.starts, starts);
    EXPECT_EQ(found.supports, std::vector<std::uint64_t>(starts.size(), 3));
    EXPECT_EQ(engine.distinct, 1);
}

TEST(count_windows, nearly_as_long_as_sequences_are_followed_along_diagonals) {
    // A run of one letter with some others, and a few letters behind a barrier: windows of 150 letters begin at some
    // fifty places of a sequence of 200. What they begin with rules out others of their piece, which end there.
    constexpr std::uint64_t length = 150;
    std::mt19937_64 random(15);
    std::size_t ruled_out = 0;
    for (int round = 0; round < 12; ++round) {
        sequence_set_builder builder(alphabet::dna);
        for (std::size_t sequence = 0; sequence < 16; ++sequence) {
            std::string letters(192 + random() % 15, 'A');
            for (int other = 0; other < 4; ++other)
                letters[random() % letters.size()] = "CGN"[random() % 3];
            builder.add({}, letters);
        }
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.both_strands = round % 2 == 1;
        options.metric = substring_metric::levenshtein;
        const piece_collection of(set, options);
        const variant_problem given{of, {std::uint64_t(round % 4), round % 3 != 0}, 6, 1, 1};
        test::variant_tools tools(options.run);
        const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, tools.resources);
        window_starts starts;
        std::uint64_t longest = 0;
        for (const piece& one : of.pieces()) {
            longest = std::max(longest, one.length);
            for (std::uint64_t start = 0; !one.is_reverse && start + length <= one.length; ++start)
                starts.push_back(one.first + start);
        }
        for (const reading direction : {reading::forward, reading::backward}) {
            const window_classes classes = group_windows(of, starts, length, direction, tools.workers);
            const counted_classes any = engine->count(classes, length, {ruled_out_windows::any});
            const counted_classes none = engine->count(classes, length, {});
            const counted_classes near = engine->count(classes, length, {longest - length});
            EXPECT_EQ(none.supports, any.supports) << "round " << round;
            EXPECT_EQ(near.supports, any.supports) << "round " << round;
            std::map<std::uint64_t, bool> has_support;
            for (std::size_t index = 0; index < classes.size(); ++index)
                for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at)
                    has_support[classes.members[at]] = any.supports[index] >= given.support;
            for (std::size_t index = 0; index < classes.size(); ++index) {
                if (any.supports[index] >= given.support) continue;
                for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at) {
                    const std::uint64_t start = classes.members[at];
                    const piece& in = of.piece_at(start);
                    const std::uint64_t more = length - near.dead[index];
                    const bool is_forward = direction == reading::forward;
                    const std::uint64_t others =
                        is_forward ? start - in.first : in.first + in.length - length - start; // beyond it, as read
                    for (std::uint64_t moved = 0; moved <= std::min(more, others); ++moved) {
                        const std::uint64_t other = is_forward ? start - moved : start + moved;
                        EXPECT_FALSE(has_support.at(other)) << "round " << round << ", " << start << ", " << moved;
                        ruled_out += moved > 0 ? 1 : 0;
                    }
                }
            }
        }
    }
    EXPECT_GT(ruled_out, 1000U);
}

TEST(cost_of_random_walks, of_lanes_of_mixed_lengths_is_that_of_those_with_most_places) {
    // Forty short sequences, and twenty long ones, which hold words of a few letters with two edits: these are walked.
    const auto cost = [](std::size_t shorts) {
        std::mt19937_64 random(21);
        sequence_set_builder builder(alphabet::dna);
        for (std::size_t each = 0; each < 20; ++each)
            builder.add({}, random_letters(random, 1500));
        for (std::size_t each = 0; each < shorts; ++each)
            builder.add({}, random_letters(random, 40));
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.metric = substring_metric::levenshtein;
        const piece_collection of(set, options);
        const variant_problem given{of, {2, true}, (20 + shorts) / 2, 1, 1};
        test::variant_tools tools(options.run);
        const word_letters letters(of);
        std::vector<std::uint64_t> sequences(of.sequences());
        std::iota(sequences.begin(), sequences.end(), 0);
        const std::vector<lane_block> blocks =
            make_lane_blocks(of, letters, sequences, std::size_t{1} << 20U, reading::forward, tools.workers);
        window_starts starts;
        for (std::uint64_t start = 0; start + 16 <= 1500; ++start)
            starts.push_back(of.text_first(0) + start);
        return cost_of_random_walks(given, tools.resources, letters, blocks, starts, 16);
    };
    EXPECT_GT(cost(0), 0);
    EXPECT_GT(cost(40), cost(0) / 2);
    EXPECT_LT(cost(40), cost(0) * 2);
}

/// Windows of random letters before an adapter of so many, for which no words were counted, and the same after they are
/// judged: what has the support is the same. Whether words were counted then.
bool is_judged(std::size_t adapter_letters) {
    constexpr std::uint64_t length = 20;
    std::mt19937_64 random(3);
    const std::string adapter = random_letters(random, adapter_letters);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < 1000; ++read)
        builder.add({}, random_letters(random, 50 - adapter_letters) + adapter);
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.run.threads = 2;
    const piece_collection of(set, options);
    const variant_problem given{of, {2, true}, 300, 1, 1};
    test::variant_tools tools(options.run);
    const variant_resources& resources = tools.resources;
    filtered windows;
    for (std::uint64_t sequence = 0; sequence < 100; ++sequence)
        for (std::uint64_t start = 0; start + length <= 50; ++start)
            windows.starts.push_back(of.text_first(sequence) + start);
    windows.all = windows.starts.size();
    filtered judged = windows;
    judge_windows(given, resources, length, judged);
    EXPECT_EQ(judged.starts, windows.starts);
    const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, resources);
    const supported_starts found = count_supported(given, *engine, resources, judged, judged.starts, length);
    const supported_starts expected = count_supported(given, *engine, resources, windows, windows.starts, length);
    EXPECT_EQ(found.starts, expected.starts);
    EXPECT_EQ(found.supports, expected.supports);
    if (judged.block > 0) {
        EXPECT_FALSE(expected.starts.empty());
        EXPECT_EQ(judged.direction_of(of.text_first(7) + 20, length), reading::backward); // ten letters of the adapter
    }
    return judged.block > 0;
}

TEST(judge_windows, words_are_counted_where_sequences_share_some) {
    EXPECT_TRUE(is_judged(20));
    EXPECT_FALSE(is_judged(0));
}

/// Whether windows of so many reads are counted by halves, all of which begin with the same letters.
bool counts_by_halves(std::size_t reads, std::size_t shared_letters) {
    std::mt19937_64 random(5);
    const std::string shared = random_letters(random, shared_letters);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < reads; ++read)
        builder.add({}, shared + random_letters(random, 100 - shared_letters));
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.mismatches = 2;
    options.support = reads / 5;
    options.run.device = device::cpu();
    options.run.threads = 1;
    const substring_result found = longest_common_substring(std::move(builder).finish(), options);
    EXPECT_TRUE(found.found);
    return std::ranges::any_of(found.run.notes,
                               [](const std::string& note) { return note.starts_with("counted by halves"); });
}

TEST(halves, are_counted_where_random_reads_hold_all_but_the_last_letters_of_windows) {
    EXPECT_TRUE(counts_by_halves(1000, 0));
    EXPECT_FALSE(counts_by_halves(1000, 30)); // windows of 30 letters are left sooner
    EXPECT_FALSE(counts_by_halves(50, 0));    // too few to ask
}

TEST(count_soonest, masked_sequences_are_counted_alike_in_every_way) {
    // One mismatch. In ACGTA stands ACG, in TTACG, too; GGGGG has no window near to it, nor is GGG near to any of
    // these.
    sequence_set_builder builder(alphabet::dna);
    for (const char* const each : {"ACGTA", "TTACG", "GGGGG"})
        builder.add({}, each);
    const sequence_set set = std::move(builder).finish();
    piece_collection of(set, {});
    const variant_problem given{of, {1, false}, 2, 1, 1};
    test::variant_tools tools;
    search_habits by_neighbourhoods = current_search_habits();
    by_neighbourhoods.counts_by_neighbourhoods = true;
    search_habits along_diagonals = current_search_habits();
    along_diagonals.counts_along_diagonals = true;
    const std::vector<std::uint64_t> first_and_last{0, 2};
    const std::vector<std::uint64_t> first_two{0, 1};
    const window_starts starts{of.text_first(0), of.text_first(1) + 2, of.text_first(2)};
    for (const bool are_masked : {false, true}) {
        if (are_masked) of.mask(1, 2, 3); // TT.CG: its last window is no ACG any more, and still near to it
        const window_classes classes = group_windows(of, starts, 3, reading::forward, tools.workers);
        ASSERT_EQ(classes.size(), are_masked ? 3 : 2);
        for (const search_habits& each : {current_search_habits(), by_neighbourhoods, along_diagonals}) {
            const scoped_search_habits scope(each);
            const auto of_both = count_soonest(given, tools.resources, first_two, classes, 3);
            const auto of_ends = count_soonest(given, tools.resources, first_and_last, classes, 3);
            for (std::size_t index = 0; index < classes.size(); ++index) {
                const bool is_last = classes.representative(index) == starts[2];
                EXPECT_EQ(of_both[index], is_last ? 0 : 2) << "class " << index;
                EXPECT_EQ(of_ends[index], 1) << "class " << index;
            }
        }
    }
}

TEST(anchors, of_blocks_far_behind_the_first_letter_of_a_window_may_stand_at_either_end_of_the_text) {
    // All but the last letters of the answer are frequent, so that its rarest blocks are some 300 letters behind its
    // first one; and they stand in the first and in the last sequence, which are shorter than that.
    std::mt19937_64 random(9);
    const std::string rare = random_letters(random, 60);
    const std::string frequent(300, 'A');
    for (const bool is_first : {true, false}) {
        sequence_set_builder builder(alphabet::dna);
        builder.add({}, rare.substr(10, 20));
        for (int copy = 0; copy < 2; ++copy)
            builder.add({}, is_first ? frequent + rare : rare + frequent);
        for (int copy = 0; copy < 3; ++copy)
            builder.add({}, frequent);
        builder.add({}, rare.substr(10, 20));
        const sequence_set set = std::move(builder).finish();
        substring_options options;
        options.metric = substring_metric::levenshtein;
        options.mismatches = 3;
        options.support = 2;
        options.min_length = 7;
        options.run.device = device::cpu();
        search_habits anchored = current_search_habits();
        anchored.counts_by_anchors = true;
        const scoped_search_habits by_anchors(anchored);
        const substring_result found = longest_common_substring(set, options);
        ASSERT_TRUE(found.found);
        EXPECT_EQ(found.best.length, 360);
        EXPECT_EQ(found.best.sequence, 1);
        EXPECT_EQ(found.best.support, 2);
    }
}

TEST(anchors, in_a_run_of_a_letter_are_left_out_where_they_reach_no_further) {
    // A window is as long as the shortest run and one letter more, which is the edit of those that hold it otherwise:
    // 200 As and a C, 201 As from 10 places on or 200 and a G, 201 As from 20 places on or 200 and a T.
    sequence_set_builder builder(alphabet::dna);
    builder.add({}, std::string(200, 'A') + std::string(30, 'C'));
    builder.add({}, std::string(210, 'A') + std::string(30, 'G'));
    builder.add({}, std::string(220, 'A') + std::string(30, 'T'));
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.metric = substring_metric::levenshtein;
    const piece_collection of(set, options);
    const variant_problem given{of, {1, true}, 3, 2, 1};
    test::variant_tools tools(options.run);
    search_habits anchored = current_search_habits();
    anchored.counts_by_anchors = true;
    const scoped_search_habits by_anchors(anchored);
    const longest_windows found = search_variants(given, tools.resources);
    const auto by_places = [](const std::string& note) { return note.find("places of their blocks") != note.npos; };
    EXPECT_TRUE(std::ranges::any_of(tools.notes, by_places));
    EXPECT_EQ(found.length, 201);
    ASSERT_EQ(found.windows.size(), 1 + 11 + 21);
    EXPECT_EQ(found.windows.front().start, 0);
    EXPECT_EQ(found.windows.front().sequence, 0);
    EXPECT_EQ(found.windows[11].start, 10);
    EXPECT_EQ(found.windows.back().start, 20);
    for (const auto& window : found.windows)
        EXPECT_EQ(window.support, 3);
}

} // namespace
} // namespace concord::substring::variant_search_test

// What a GPU counts for the variants, step by step on the host: windows with the support, by rows of bits and by
// anchors, as the threads of the CPU count them.
#include "problems/substring/gpu/device_engine.hpp"
#include "problems/substring/variants/variants.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"

#include "runtime/test_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::substring::gpu_variant_steps_test {
namespace {

/// A search to be, and all that it is given.
struct tried_search {
    tried_search(const sequence_set& given_set, const substring_options& given_options)
        : set(given_set), options(given_options),
          of(set, options), given{of,
                                  {options.mismatches, options.metric == substring_metric::levenshtein},
                                  options.support,
                                  options.min_length,
                                  options.copies},
          workers(options.run), resources{workers,
                                          row_kernels_for(simd::choose_vectors({})),
                                          reach_kernels_for(simd::choose_vectors({})),
                                          neighbourhood_kernels_for(simd::choose_vectors({})),
                                          std::uint64_t{1} << 30U,
                                          notes} {}

    [[nodiscard]] window_starts windows(std::uint64_t length) const {
        window_starts starts;
        for (const piece& one : of.pieces())
            for (std::uint64_t start = 0; !one.is_reverse && start + length <= one.length; ++start)
                starts.push_back(one.first + start);
        return starts;
    }

    const sequence_set& set;
    const substring_options& options;
    piece_collection of;
    variant_problem given;
    runtime::thread_pool workers;
    std::vector<std::string> notes;
    variant_resources resources;
};

/// Sequences, half of which hold a part of one with errors; some are short, or have letters that match nothing.
sequence_set planted(std::mt19937_64& random, std::uint64_t count, std::uint64_t length) {
    const auto letters = [&](std::uint64_t some) {
        std::string made;
        for (; some > 0; --some)
            made += "ACGT"[random() % 4];
        return made;
    };
    const std::string whole = letters(length * 2 / 3);
    std::vector<std::string> all;
    for (std::uint64_t index = 0; index < count; ++index) {
        std::string one = letters(length);
        if (index % 2 == 0) {
            std::string part = whole.substr(random() % 6);
            for (std::uint64_t errors = random() % 7; errors > 0; --errors) {
                const std::size_t at = random() % part.size();
                if (random() % 2 == 0)
                    part[at] = "ACGT"[random() % 4];
                else
                    part.erase(at, 1);
            }
            const std::uint64_t at = random() % (length - part.size() + 1);
            one.replace(at, part.size(), part);
        }
        if (index % 7 == 0) one[random() % one.size()] = 'N';
        if (index % 9 == 0) one.resize(random() % one.size());
        all.push_back(one);
    }
    return test::make_set(all);
}

substring_options options_of(std::uint64_t edits, std::uint64_t support) {
    substring_options options;
    options.metric = substring_metric::levenshtein;
    options.mismatches = edits;
    options.support = support;
    options.run.threads = 2;
    return options;
}

class gpu_variant_steps : public testing::TestWithParam<std::uint64_t> {};

TEST_P(gpu_variant_steps, windows_by_rows_and_by_anchors) {
    for (const std::uint64_t seed : test::seeds(4'000'000 + GetParam() * 12, 12)) {
        std::mt19937_64 random(seed);
        const std::uint64_t shortest = seed % 3 == 0 ? 100 : 30;
        const sequence_set set = planted(random, 12 + random() % 30, shortest + random() % 40);
        substring_options options = options_of(1 + random() % 7, 2 + random() % 9);
        options.both_strands = random() % 3 == 0;
        if (random() % 4 == 0) options.from_end = 20 + random() % 40;
        const runtime::scoped_tile parts(random() % 3);
        tried_search tried(set, options);
        const std::uint64_t length = options.mismatches + 2 + random() % (shortest - options.mismatches - 12);
        const std::string what = "seed " + std::to_string(seed) + ": length " + std::to_string(length) +
                                 ", k = " + std::to_string(options.mismatches);
        window_starts some = tried.windows(length);
        std::erase_if(some, [&](std::uint64_t) { return random() % 4 == 0; });
        if (some.empty()) continue;

        const auto cpu = make_cpu_engine(tried.given, tried.resources);
        const supported_starts expected = count_supported(tried.given, *cpu, tried.resources, {}, some, length);
        test::serial_machine machine(std::uint64_t{1} << 26U);
        device_engine<test::serial_machine> engine(machine, tried.given, tried.resources);
        const supported_starts found = count_supported(tried.given, engine, tried.resources, {}, some, length);
        ASSERT_EQ(found.starts, expected.starts) << what;
        ASSERT_EQ(found.supports, expected.supports) << what;

        const bool has_anchors = options.mismatches <= most_edits_of_reaches;
        ASSERT_EQ((device_anchors<test::serial_machine>::can_be(machine, tried.given, length)), has_anchors) << what;
        if (!has_anchors) continue;
        device_words<test::serial_machine> words(machine, tried.given, tried.workers);
        device_pieces<test::serial_machine> pieces(machine, tried.of);
        const std::uint64_t shorter = length - random() % std::min<std::uint64_t>(3, length - options.mismatches);
        device_anchors<test::serial_machine> anchors(machine, tried.given, words.letters(), pieces, tried.workers,
                                                     shorter);
        ASSERT_EQ(anchors.supported(some, length), expected.starts) << what << ", anchors of " << shorter;
        ASSERT_EQ(anchors.supports(expected.starts, length), expected.supports) << what << ", anchors of " << shorter;
        ASSERT_TRUE(anchors.has_sides());

        if (seed % 4 != 0) continue;
        // Where memory does not hold the letters beside each place, they are left out, and not the anchors.
        using of_machine = device_anchors<test::serial_machine>;
        test::serial_machine less(2 * of_machine::bytes(tried.given, shorter, true) - 2);
        test::serial_machine little(2 * of_machine::bytes(tried.given, shorter, false));
        test::serial_machine too_little(2 * of_machine::bytes(tried.given, shorter, false) - 2);
        ASSERT_FALSE(of_machine::can_be(too_little, tried.given, shorter)) << what;
        for (test::serial_machine* const small : {&less, &little}) {
            ASSERT_TRUE(of_machine::can_be(*small, tried.given, shorter)) << what;
            of_machine without(*small, tried.given, words.letters(), pieces, tried.workers, shorter);
            ASSERT_FALSE(without.has_sides()) << what;
            ASSERT_EQ(without.supported(some, length), expected.starts) << what << ", anchors of " << shorter;
            ASSERT_EQ(without.supports(expected.starts, length), expected.supports) << what;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, gpu_variant_steps, testing::Range<std::uint64_t>(0, 6));

/// Reads that end in more or fewer letters of one word: all words of that one are found, not the first of them alone,
/// which every such read has.
TEST(gpu_variant_filter, frequent_words_are_distinct) {
    std::mt19937_64 random(23);
    const auto letters = [&](std::uint64_t some) {
        std::string made;
        for (; some > 0; --some)
            made += "ACGT"[random() % 4];
        return made;
    };
    const std::string shared = "AGATCGGAAGAGCACACGTCTGAA";
    std::vector<std::string> all;
    for (std::uint64_t index = 0; index < 80; ++index)
        all.push_back(letters(40) + shared.substr(0, 10 + index % 15));
    const sequence_set set = test::make_set(all);
    for (const bool both_strands : {false, true}) {
        substring_options options = options_of(1, 5);
        options.both_strands = both_strands;
        tried_search tried(set, options);
        test::serial_machine machine(std::uint64_t{1} << 26U);
        device_words<test::serial_machine> words(machine, tried.given, tried.workers);
        device_pieces<test::serial_machine> pieces(machine, tried.of);
        device_filter<test::serial_machine> filter(machine, tried.given, words.letters(), pieces, tried.workers);
        std::vector<std::string> found;
        for (const std::uint64_t place : filter.frequent_places(10, 20)) {
            found.emplace_back();
            for (const letter one : tried.of.letters(place, 10))
                found.back() += "ACGT"[one];
            ASSERT_FALSE(tried.of.piece_at(place).is_reverse);
        }
        ASSERT_EQ(found.size(), 20);
        // Those of 20 reads or more; but two words may share an entry.
        std::ptrdiff_t of_shared = 0;
        for (std::uint64_t at = 0; at < 11; ++at) {
            const std::ptrdiff_t times = std::ranges::count(found, shared.substr(at, 10));
            EXPECT_LE(times, 1) << at;
            of_shared += times;
        }
        EXPECT_GE(of_shared, 9);
    }
}

/// Words are read from either end.
TEST(gpu_variant_counts, backward_words_are_forward_words) {
    std::mt19937_64 random(17);
    const sequence_set set = planted(random, 40, 150);
    const substring_options options = options_of(3, 5);
    tried_search tried(set, options);
    test::serial_machine machine(std::uint64_t{1} << 26U);
    device_engine<test::serial_machine> engine(machine, tried.given, tried.resources);
    for (const std::uint64_t length : {20U, 63U, 64U, 90U}) {
        const window_starts all = tried.windows(length);
        std::vector<std::uint64_t> counts[2]; // NOLINT(cppcoreguidelines-avoid-c-arrays): by start, both ways
        for (const reading direction : {reading::forward, reading::backward}) {
            const window_classes classes = group_windows(tried.of, all, length, direction, tried.workers);
            const std::vector<std::uint64_t> found = engine.count(classes, length, {}).supports;
            std::vector<std::uint64_t>& by_start = counts[direction == reading::forward ? 0 : 1];
            by_start.resize(tried.of.text().size());
            for (std::size_t index = 0; index < classes.size(); ++index)
                for (std::uint64_t at = classes.first[index]; at < classes.first[index + 1]; ++at)
                    by_start[classes.members[at]] = found[index];
        }
        ASSERT_EQ(counts[0], counts[1]) << length << " letters";
    }
}

/// What a window without the support begins with that has none.
TEST(gpu_variant_counts, beginnings_without_the_support) {
    std::mt19937_64 random(19);
    const sequence_set set = planted(random, 60, 90);
    const substring_options options = options_of(2, 12);
    tried_search tried(set, options);
    test::serial_machine machine(std::uint64_t{1} << 26U);
    device_words<test::serial_machine> words(machine, tried.given, tried.workers);
    std::vector<std::size_t> seen(3); // beginnings of `least` letters, of more, and whole windows
    for (const std::uint64_t length : {16U, 40U, 70U})
        for (const reading direction : {reading::forward, reading::backward})
            for (const std::uint64_t least : {std::uint64_t{1}, std::uint64_t{9}, length}) {
                const runtime::scoped_tile parts(least == 9 ? 7 : 0);
                const window_classes classes =
                    group_windows(tried.of, tried.windows(length), length, direction, tried.workers);
                window_starts starts;
                for (std::size_t index = 0; index < classes.size(); ++index)
                    starts.push_back(classes.representative(index));
                const given_words given{starts, {}, length, direction};
                const counted_classes counted = words.count_beginnings(given, least);
                const std::vector<std::uint64_t> reaches = words.reaches(given, 1, options.support);
                ASSERT_EQ(counted.supports, words.count(given));
                for (std::size_t index = 0; index < starts.size(); ++index) {
                    if (counted.supports[index] >= options.support) continue;
                    ASSERT_EQ(counted.dead[index], std::max(reaches[index] + 1, least))
                        << "window at " << starts[index];
                    ++seen[counted.dead[index] == length ? 2 : counted.dead[index] == least ? 0 : 1];
                }
            }
    for (const std::size_t some : seen)
        EXPECT_GT(some, 100U);
}

/// Whole words are followed in 64 bits as they are letter by letter: near the ends of pieces, and beside letters that
/// match nothing.
template <unsigned Edits>
void expect_occurrences_as_reached(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const sequence_set set = planted(random, 50, 70);
    const substring_options options = options_of(Edits, 2);
    const piece_collection of(set, options);
    const std::uint64_t words = (of.text().size() + 2 * margin_of_planes + 64) / 64 + 2;
    std::vector<letters_of_planes> both(words);
    std::vector<std::uint64_t> none(words);
    const make_planes step{of.text().data(), of.text().size(), both.data(), none.data()};
    for (std::uint64_t word = 0; word < words; ++word)
        step(word);
    const planes_there planes{both.data(), none.data()};
    using follower = anchor_follower<Edits>;
    std::size_t found = 0;
    std::size_t at_an_end = 0;
    for (unsigned round = 0; round < 20000; ++round) {
        const piece& from = of.pieces()[random() % of.pieces().size()];
        const piece& in = of.pieces()[random() % of.pieces().size()];
        if (from.length == 0 || in.length == 0) continue;
        const auto length =
            static_cast<std::uint32_t>(1 + random() % std::min<std::uint64_t>(from.length, follower::letters_of_word));
        const std::uint64_t word = from.first + random() % (from.length - length + 1);
        const auto place = static_cast<std::int64_t>((round % 2 == 0 ? word : in.first + random() % in.length) +
                                                     margin_of_planes - Edits + random() % (2 * Edits));
        const piece& here = round % 2 == 0 ? from : in;
        const auto first = static_cast<std::int64_t>(here.first + margin_of_planes);
        const auto last = static_cast<std::int64_t>(here.first + here.length + margin_of_planes);
        const bool expected = follower::reaches(planes, word + margin_of_planes, length, place, first, last);
        ASSERT_EQ(follower::occurs(planes, word + margin_of_planes, length, place, first, last), expected)
            << Edits << " edits, word at " << word << ", " << length << " letters, place " << place;
        found += expected ? 1 : 0;
        at_an_end += expected && place + length >= last ? 1 : 0;
    }
    EXPECT_GT(found, 2000U);
    EXPECT_LT(found, 18000U);
    EXPECT_GT(at_an_end, 20U);
}
TEST(gpu_variant_anchors, words_in_64_bits_are_followed_as_letter_by_letter) {
    expect_occurrences_as_reached<1>(31);
    expect_occurrences_as_reached<2>(32);
    expect_occurrences_as_reached<3>(33);
    expect_occurrences_as_reached<6>(34);
}

/// Fewest edits of the first letters of `window` and any number of the first letters of `text`, by the textbook.
unsigned edits_from_the_begin(const std::string& window, const std::string& text) {
    std::vector<unsigned> row(text.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (const char one : window) {
        unsigned diagonal = std::exchange(row[0], row[0] + 1);
        for (std::size_t at = 1; at < row.size(); ++at) {
            const unsigned best = std::min({diagonal + (one == text[at - 1] ? 0U : 1U), row[at] + 1, row[at - 1] + 1});
            diagonal = std::exchange(row[at], best);
        }
    }
    return *std::ranges::min_element(row);
}

/// 32 letters as planes_there::letters gives them.
std::uint64_t bits_of_letters(const std::string& letters) {
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < letters.size(); ++at) {
        const std::uint64_t code = std::string("ACGT").find(letters[at]);
        bits |= (code & 1U) << at | (code >> 1U) << (at + 32);
    }
    return bits;
}

template <unsigned Edits>
void expect_sides_as_in_the_textbook(std::uint64_t seed) {
    using screen = anchor_screen<Edits>;
    std::mt19937_64 random(seed);
    std::vector<std::size_t> seen(Edits + 2);
    for (unsigned round = 0; round < 4000; ++round) {
        std::string window;
        std::string text;
        while (window.size() < 32)
            window += "ACGT"[random() % 4];
        for (std::size_t at = 0; at < window.size(); ++at) { // with some edits, mostly
            const bool is_edited = random() % 32 < round % 16;
            const auto how = is_edited ? random() % 3 : 3;
            if (how == 0) text += "ACGT"[random() % 4];
            if (how != 1) text += how == 2 ? "ACGT"[random() % 4] : window[at];
        }
        text.resize(32, 'A');
        const auto length = static_cast<std::uint32_t>(random() % (screen::most_letters + 1));
        const unsigned fewest = edits_from_the_begin(window.substr(0, length), text);
        const unsigned expected = std::min(fewest, screen::too_many);
        const auto behind = letters_of_side::behind;
        ASSERT_EQ(screen::edits(behind(bits_of_letters(window)), length, behind(bits_of_letters(text))), expected)
            << length << " letters of " << window << " in " << text << ", " << Edits << " edits";
        const std::string window_backwards(window.rbegin(), window.rend());
        const std::string text_backwards(text.rbegin(), text.rend());
        const auto before = letters_of_side::before;
        ASSERT_EQ(
            screen::edits(before(bits_of_letters(window_backwards)), length, before(bits_of_letters(text_backwards))),
            expected)
            << length << " letters before a block, from it on " << window << " in " << text << ", " << Edits
            << " edits";
        ++seen[expected];
    }
    for (const std::size_t some : seen)
        EXPECT_GT(some, 10U);
}
TEST(gpu_variant_anchors, sides_of_an_anchor_have_the_edits_of_the_textbook) {
    expect_sides_as_in_the_textbook<1>(41);
    expect_sides_as_in_the_textbook<2>(42);
    expect_sides_as_in_the_textbook<3>(43);
    expect_sides_as_in_the_textbook<6>(46);
}
TEST(gpu_variant_anchors, a_side_of_an_anchor) {
    using screen = anchor_screen<3>;
    const auto edits = [](const std::string& window, std::string text) {
        text.resize(32, 'G');
        return screen::edits(letters_of_side::behind(bits_of_letters(window)),
                             static_cast<std::uint32_t>(window.size()), letters_of_side::behind(bits_of_letters(text)));
    };
    EXPECT_EQ(edits("", "ACGT"), 0U);
    EXPECT_EQ(edits("ACGT", "ACGT"), 0U);
    EXPECT_EQ(edits("TCCA", "TCA"), 1U); // a C less
    EXPECT_EQ(edits("TCA", "TCCA"), 1U);
    EXPECT_EQ(edits("ACGT", "TTTT"), 3U);
    EXPECT_EQ(edits("AAAA", "TTTT"), screen::too_many);
    EXPECT_EQ(edits("AAAA", "TTTAAAA"), 3U); // three letters of the text are skipped
}

} // namespace
} // namespace concord::substring::gpu_variant_steps_test

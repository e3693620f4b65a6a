// The steps that a GPU's threads run, one by one: on collections small enough to draw, and on random ones beside loops.
#include "problems/substring/reference.hpp"
#include "problems/substring/sieve.hpp"
#include "problems/substring/windows/block_choices.hpp"
#include "problems/substring/windows/speakers.hpp"
#include "problems/substring/windows/window_sieve.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <thread>

namespace concord::substring {
namespace {

using windows = machine_windows<test::serial_machine>;
using numbers = std::vector<std::uint32_t>;
using positions = std::vector<std::uint64_t>;
using texts = std::vector<std::string>;

constexpr std::uint64_t everywhere = ~std::uint64_t{0};

/// A collection on a machine. Sets of its windows are drawn as in window_set.hpp, with bars between sequences.
struct small_input {
    explicit small_input(const texts& sequences, std::uint64_t mismatches = 0, alphabet kind = alphabet::dna)
        : set(test::make_set(sequences, kind)), given(set, {mismatches, 1, 1, false, false, false, {}}),
          input(machine, given) {
        for (const std::string& sequence : sequences)
            letters += sequence;
    }
    [[nodiscard]] static bool holds(const windows& asked, std::uint64_t position) {
        return (asked.bits.data()[position / windows_per_word] >> (position % windows_per_word) & 1U) != 0;
    }
    [[nodiscard]] std::string draw(const windows& drawn) const {
        std::string drawing;
        std::uint64_t sequence = 0;
        for (std::uint64_t position = 0; position < input.words() * windows_per_word; ++position) {
            for (; sequence + 1 < set.size() && given.offset(sequence + 1) == position; ++sequence)
                drawing += '|';
            if (position < letters.size())
                drawing += holds(drawn, position) ? '1' : '0';
            else if (holds(drawn, position))
                drawing += '!'; // beyond the last letter
        }
        return drawing;
    }
    [[nodiscard]] windows drawn(std::uint64_t length, std::string drawing) const {
        std::erase(drawing, '|');
        positions starts;
        for (std::size_t at = 0; at < drawing.size(); ++at)
            if (drawing[at] == '1') starts.push_back(at);
        return input.at(length, starts);
    }
    [[nodiscard]] positions list(const windows& listed, std::uint64_t first_word = 0) const {
        positions starts(listed.count - listed.before.data()[first_word]);
        machine.for_each(input.words() - first_word, list_windows{listed.view(), first_word, starts.data()});
        return starts;
    }
    [[nodiscard]] std::uint64_t differing(std::uint64_t a, std::uint64_t b, std::uint64_t length) const {
        std::uint64_t count = 0;
        for (std::uint64_t at = 0; at < length; ++at)
            if (letters[a + at] != letters[b + at] || letters[a + at] == 'N') ++count;
        return count;
    }
    [[nodiscard]] std::uint32_t true_support(std::uint64_t window, std::uint64_t length) const {
        const std::uint64_t sequence = input.letters().sequence_at(window);
        return static_cast<std::uint32_t>(
            reference_length_stat(set, sequence, window - given.offset(sequence), given.mismatches)[length - 1]);
    }

    sequence_set set;
    problem given;
    test::serial_machine machine{1U << 20U};
    device_input<test::serial_machine> input;
    std::string letters;
};

texts random_texts(std::mt19937_64& random, const std::string& letters, std::uint64_t longest) {
    texts made(1 + random() % 6);
    for (std::string& text : made) {
        for (std::uint64_t rest = random() % (longest + 1); rest > 0; --rest)
            text += letters[random() % letters.size()];
        if (random() % 4 == 0) text = made[random() % made.size()]; // often an equal or an empty one
    }
    return made;
}

std::string ones(std::size_t count) { return std::string(count, '1'); }
std::string zeros(std::size_t count) { return std::string(count, '0'); }

TEST(atomic, returns_what_was_and_loses_nothing) {
    std::uint32_t sum = 5;
    std::uint32_t half = 0b0110;
    std::uint64_t whole = 0;
    EXPECT_EQ(core::atomic_add(sum, 2), 5U);
    EXPECT_EQ(core::atomic_or(half, std::uint32_t{0b1100}), 0b0110U);
    EXPECT_EQ(half, 0b1110U);
    const auto work = [&](unsigned first) {
        for (unsigned turn = 0; turn < 32'000; ++turn) {
            core::atomic_add(sum, 1);
            core::atomic_or(whole, std::uint64_t{1} << (first + turn % 32));
        }
    };
    std::thread other(work, 32);
    work(0);
    other.join();
    EXPECT_EQ(sum, 64'007U);
    EXPECT_EQ(whole, everywhere);
}

TEST(collection, sequence_at_finds_every_letter_from_any_guess) {
    positions short_ones(300, 1);
    short_ones.front() = short_ones[150] = 900;
    for (const positions& lengths :
         {positions{7}, {5, 5, 5}, {1, 800, 1, 1}, {1, 1, 1, 1, 1, 800}, {0, 0, 3, 0, 4, 0, 0, 1, 0}, short_ones}) {
        positions offsets{0};
        for (const std::uint64_t length : lengths)
            offsets.push_back(offsets.back() + length);
        const double ratio = static_cast<double>(lengths.size()) / static_cast<double>(offsets.back());
        for (const double guess : {ratio, 0.0, ratio / 3, ratio * 3, 1e9}) {
            const collection given{{nullptr, 0, nullptr}, offsets.data(), lengths.size(), offsets.back(), guess};
            for (std::uint64_t sequence = 0; sequence < lengths.size(); ++sequence)
                for (std::uint64_t position = offsets[sequence]; position < offsets[sequence + 1]; ++position)
                    ASSERT_EQ(given.sequence_at(position), sequence) << "letter " << position << ", guess " << guess;
        }
    }
}

TEST(window_set, windows_lie_in_one_sequence) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const auto drawing = [&](std::uint64_t length) { return two.draw(two.input.windows(length, nullptr)); };
    EXPECT_EQ(drawing(1), "1111111|111111111");
    EXPECT_EQ(drawing(5), "1110000|111110000");
    EXPECT_EQ(drawing(8), "0000000|110000000");
    EXPECT_EQ(drawing(10), "0000000|000000000");
    const std::array<std::uint8_t, 2> second = {0, 1};
    EXPECT_EQ(two.draw(two.input.windows(5, second.data())), "0000000|111110000");

    const small_input four({"ACG", "", "ACGTA", "A"});
    EXPECT_EQ(four.draw(four.input.windows(3, nullptr)), "100||11100|0");
    EXPECT_EQ(four.draw(four.input.windows(4, nullptr)), "000||11000|0");

    const small_input wide({std::string(60, 'A'), std::string(70, 'C'), std::string(62, 'G')}); // three words
    EXPECT_EQ(wide.draw(wide.input.windows(5, nullptr)),
              ones(56) + zeros(4) + '|' + ones(66) + zeros(4) + '|' + ones(58) + zeros(4));
    EXPECT_EQ(wide.draw(wide.input.windows(65, nullptr)), zeros(60) + '|' + ones(6) + zeros(64) + '|' + zeros(62));
}

TEST(window_set, longer_windows_need_all_of_their_parts_and_shorter_ones_a_whole) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const windows three = two.drawn(3, "1101100|011101100");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 0)), "1101100|011101100");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 1)), "1001000|011001000");
    EXPECT_EQ(two.draw(two.input.lengthened(three, 2)), "0000000|010000000");
    EXPECT_EQ(two.draw(two.input.lengthened(two.input.windows(1, nullptr), 2)), "1111100|111111100");
    EXPECT_EQ(two.draw(two.input.stretched(three, 3)), "1100000|011100000"); // only where they start
    const windows five = two.drawn(5, "0010000|100010000");
    EXPECT_EQ(two.draw(two.input.shortened(five, 0)), "0010000|100010000");
    EXPECT_EQ(two.draw(two.input.shortened(five, 2)), "0011100|111011100");

    const small_input wide({std::string(150, 'A')}); // across words
    EXPECT_EQ(wide.draw(wide.input.lengthened(wide.drawn(4, zeros(62) + ones(6)), 3)), zeros(62) + ones(3) + zeros(85));
    EXPECT_EQ(wide.draw(wide.input.shortened(wide.drawn(100, "0001"), 90)), zeros(3) + ones(91) + zeros(56));
}

TEST(window_set, windows_have_numbers) {
    const small_input two({"ACGTACG", "TTGCATGCA"});
    const windows set = two.drawn(3, "1101100|011101100"); // numbers 01.23..|.456.78..
    EXPECT_EQ(set.count, 9U);
    EXPECT_EQ(set.runs, 4U);
    EXPECT_EQ(two.list(set), (positions{0, 1, 3, 4, 8, 9, 10, 12, 13}));
    EXPECT_EQ(set.view().rank(0), 0U);
    EXPECT_EQ(set.view().rank(4), 3U);
    EXPECT_EQ(set.view().rank(13), 8U);
    const numbers values = {1, 3, 2, 1, 2, 0, 5, 2, 1};
    const windows two_or_more = two.input.at_least(set, values.data(), 2);
    EXPECT_EQ(two.draw(two_or_more), "0101000|010101000");
    EXPECT_EQ(two.input.at_least(set, values.data(), everywhere).count, 0U);
    EXPECT_EQ(two.draw(two.input.sample(set, 3)), "1000100|000100000"); // the numbers 0, 3 and 6
    positions starts(5);
    numbers kept(5);
    two.machine.for_each(two.input.words(),
                         list_values{set.view(), values.data(), two_or_more.view(), starts.data(), kept.data()});
    EXPECT_EQ(starts, (positions{1, 3, 8, 10, 12}));
    EXPECT_EQ(kept, (numbers{3, 2, 2, 5, 2}));
}

TEST(window_set, random_sets_agree_with_loops) {
    std::mt19937_64 random(1);
    for (unsigned trial = 0; trial < 600; ++trial) {
        const small_input small(random_texts(random, "ACGT", trial % 2 == 0 ? 20 : 170));
        const std::uint64_t length = 1 + random() % (trial % 2 == 0 ? 8 : 90);
        std::vector<std::uint8_t> member(small.set.size());
        std::generate(member.begin(), member.end(), [&] { return random() % 4 == 0 ? 0 : 1; });
        const auto starts = [&](std::uint64_t of_length, bool of_all) {
            positions all;
            for (std::size_t sequence = 0; sequence < small.set.size(); ++sequence)
                for (std::uint64_t start = 0; start + of_length <= small.set.length(sequence); ++start)
                    if (of_all || member[sequence] != 0) all.push_back(small.given.offset(sequence) + start);
            return all;
        };
        positions some = starts(length, false);
        ASSERT_EQ(small.list(small.input.windows(length, member.data())), some);
        std::erase_if(some, [&](auto) { return random() % 16 == 0; });
        const auto held = [&](std::uint64_t start) { return std::binary_search(some.begin(), some.end(), start); };
        const windows set = small.input.at(length, some);
        const std::uint64_t word = random() % small.input.words();
        const auto behind = std::lower_bound(some.begin(), some.end(), word * windows_per_word);
        ASSERT_EQ(small.list(set, word), positions(behind, some.end()));
        for (std::uint64_t index = 0; index < some.size(); ++index)
            ASSERT_EQ(set.view().rank(some[index]), index);
        const std::uint64_t more = random() % 80;
        positions longer = starts(length + more, true);
        std::erase_if(longer, [&](std::uint64_t start) {
            for (std::uint64_t shift = 0; shift <= more; ++shift)
                if (!held(start + shift)) return true;
            return false;
        });
        ASSERT_EQ(small.list(small.input.lengthened(set, more)), longer) << length << " and " << more << " letters";
        const std::uint64_t less = random() % length;
        positions shorter = starts(length - less, true);
        std::erase_if(shorter, [&](std::uint64_t start) {
            for (std::uint64_t shift = 0; shift <= std::min(less, start); ++shift)
                if (held(start - shift)) return false;
            return true;
        });
        ASSERT_EQ(small.list(small.input.shortened(set, less)), shorter) << length << " less " << less << " letters";
    }
}

piece_rule one_piece(std::uint64_t length, std::uint64_t spacing) {
    const std::uint64_t letters = std::min<std::uint64_t>(letters_per_piece, length - spacing + 1);
    return {static_cast<unsigned>(letters), spacing, 1, spacing - 1};
}
piece_rule some_pieces(std::uint64_t length, std::uint64_t letters, std::uint64_t per_window) {
    return {static_cast<unsigned>(letters), (length - letters + 1) / per_window, per_window, length - letters};
}

/// Where the pieces begin, and the first start that each answers for.
using piece_list = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

piece_list pieces_of(const small_input& small, const windows& sources, const piece_rule& rule, std::uint64_t first = 0,
                     std::uint64_t last = everywhere) {
    piece_list found;
    for (std::uint64_t word = 0; word < small.input.words(); ++word)
        source_pieces{small.input.letters(), sources.bits.data(), first, last, rule}.for_each(
            word, [&](std::uint64_t position, std::uint64_t from) {
                EXPECT_EQ(position / windows_per_word, word);
                found.emplace_back(position, from);
            });
    return found;
}

TEST(pieces, by_hand) {
    const small_input one({std::string(20, 'A')});
    const windows four = one.drawn(4, "01110100000000000000"); // groups of three starts: 011 101 000 ...
    EXPECT_EQ(pieces_of(one, four, one_piece(4, 3)), (piece_list{{2, 0}, {5, 3}}));
    EXPECT_EQ(pieces_of(one, four, one_piece(4, 3), 2, 5), (piece_list{{2, 2}, {3, 3}}));
    EXPECT_EQ(pieces_of(one, four, one_piece(4, 1)), (piece_list{{1, 1}, {2, 2}, {3, 3}, {5, 5}}));
    const windows eight = one.drawn(8, "00001000000000000000"); // pieces of two letters at 2, 5, 8, 11 ...
    EXPECT_EQ(pieces_of(one, eight, some_pieces(8, 2, 2)), (piece_list{{5, 0}, {8, 2}})); // of which [4, 12) holds two

    const windows apart = one.drawn(4, "01000000110000000000");
    EXPECT_EQ((target_places{apart.bits.data(), 0}.of_word(0)), 0b0011'0000'0010U);
    EXPECT_EQ((target_places{apart.bits.data(), 2}.of_word(0)), 0b1111'0000'1110U);
}

TEST(pieces, answer_for_every_window_at_every_place_as_often_as_promised) {
    std::mt19937_64 random(2);
    for (unsigned trial = 0; trial < 400; ++trial) {
        const std::uint64_t spacing = std::array{1U, 3U, 64U, 0U}[trial % 4]; // 0: more pieces a window
        const std::uint64_t length = std::max<std::uint64_t>(spacing, 4) + random() % (trial % 3 == 0 ? 80 : 12);
        const std::uint64_t per_window = spacing == 0 ? 2 + random() % 2 : 1;
        const piece_rule rule =
            spacing == 0 ? some_pieces(length, 1 + random() % (length / 4), per_window) : one_piece(length, spacing);
        const small_input small(random_texts(random, "ACGT", length + 100));
        const auto part = [&](std::uint64_t eighths) {
            positions some = small.list(small.input.windows(length, nullptr));
            std::erase_if(some, [&](auto) { return random() % 8 >= eighths; });
            return some;
        };
        const positions sources = part(1 + random() % 8);
        const positions targets = part(1 + random() % 8);
        const windows target_set = small.input.at(length, targets);
        windows places = small.input.at(length, {});
        for (std::uint64_t word = 0; word < small.input.words(); ++word)
            places.bits.data()[word] = target_places{target_set.bits.data(), rule.lead}.of_word(word);
        const std::uint64_t first = random() % 3 * 40;
        const std::uint64_t last = random() % 2 == 0 ? everywhere : first + random() % 150;
        const piece_list pieces = pieces_of(small, small.input.at(length, sources), rule, first, last);
        for (const std::uint64_t source : sources) {
            if (source < first || source >= last) continue;
            std::uint64_t answers = 0;
            for (const auto& [piece, from] : pieces) {
                ASSERT_TRUE(first <= from && from <= piece && piece - from <= rule.lead) << piece << ", " << from;
                if (source < from || source > piece) continue;
                ++answers;
                ASSERT_LE(piece + rule.letters, source + length);
                for (const std::uint64_t target : targets)
                    ASSERT_TRUE(small_input::holds(places, piece - source + target)) << target << " beside " << source;
            }
            ASSERT_TRUE(per_window == 1 ? answers == 1 : answers >= per_window) << source << " has " << answers;
        }
    }
}

template <unsigned Planes>
struct listed {
    std::vector<piece_site> sites;
    std::vector<piece_words<Planes>> words;
};

/// What `listing` lists, some at a time.
template <unsigned Planes, class Count, class Listing>
listed<Planes> in_parts(const small_input& small, std::uint64_t words, std::uint64_t steps_per_word, Count count,
                        Listing listing, std::uint64_t room) {
    positions before(words);
    const std::uint64_t all = small.machine.number(words, count, before.data()).count;
    listed<Planes> found{std::vector<piece_site>(all), std::vector<piece_words<Planes>>(all)};
    listing.before = before.data();
    for (std::uint64_t skipped = 0; skipped < all; skipped += listing.room) {
        listing.skipped = skipped;
        listing.room = std::min(room, all - skipped);
        listing.sites = found.sites.data() + skipped;
        listing.words = found.words.data() + skipped;
        small.machine.for_each(words * steps_per_word, listing);
    }
    return found;
}
template <unsigned Planes>
listed<Planes> list_of(const small_input& small, const source_pieces& pieces, std::uint64_t room) {
    const std::uint64_t first_word = pieces.first / windows_per_word;
    return in_parts<Planes>(small, small.input.words() - first_word, 1, count_pieces{pieces, first_word},
                            list_pieces<Planes>{pieces, first_word, nullptr, 0, 0, nullptr, nullptr}, room);
}
template <unsigned Planes>
listed<Planes> list_of(const small_input& small, const target_places& places, unsigned letters, std::uint64_t room) {
    using listing = list_places<Planes>;
    return in_parts<Planes>(small, small.input.words(), listing::steps_per_word, count_places{places},
                            listing{small.input.letters(), places, letters, nullptr, 0, 0, nullptr, nullptr}, room);
}

TEST(pieces, lists_hold_sites_and_letters) {
    const small_input small({"ACGTA", "NCGAC", std::string(40, 'A') + "NTNANCNG" + std::string(50, 'T')});
    const windows all = small.input.windows(5, nullptr);
    for (const unsigned spacing : {1U, 3U}) {
        const piece_rule rule = one_piece(5, spacing);
        const source_pieces pieces{small.input.letters(), all.bits.data(), 0, everywhere, rule};
        const listed<3> sources = list_of<3>(small, pieces, 7);
        const listed<3> targets = list_of<3>(small, target_places{all.bits.data(), rule.lead}, rule.letters, 5);
        ASSERT_EQ(sources.sites.size(), pieces_of(small, all, rule).size());
        ASSERT_EQ(targets.sites.size(), all.count + 3 * rule.lead);
        if (spacing == 1) {
            EXPECT_EQ(letters_differing(sources.words[0], targets.words[0]), 0U);
            EXPECT_EQ(letters_differing(sources.words[0], targets.words[1]), 3U); // A and N, T and A, A and C
            EXPECT_EQ(letters_differing(sources.words[1], targets.words[0]), 3U);
            EXPECT_EQ(letters_differing(sources.words[1], targets.words[1]), 1U); // N differs from itself
        }
        for (std::size_t piece = 0; piece < sources.sites.size(); ++piece) {
            const auto [position, sequence, answered] = sources.sites[piece];
            ASSERT_EQ((std::pair{position, position - answered}), pieces_of(small, all, rule)[piece]);
            ASSERT_EQ(sequence, small.input.letters().sequence_at(position));
            for (std::size_t place = 0; place < targets.sites.size(); ++place)
                ASSERT_EQ(letters_differing(sources.words[piece], targets.words[place]),
                          small.differing(position, targets.sites[place].position, rule.letters));
        }
    }
}

/// By rank of the sources. Rows of bits are made for a word of windows at a time, the other manners need none.
template <unsigned Planes>
numbers supports(const small_input& small, const windows& sources, const windows& targets, const piece_rule& rule,
                 counting manner, bool both_ways, const std::uint32_t* copies) {
    const collection& given = small.input.letters();
    const listed<Planes> places =
        list_of<Planes>(small, target_places{targets.bits.data(), rule.lead}, rule.letters, 9);
    const auto limit = static_cast<unsigned>(small.given.mismatches / rule.per_window);
    const std::uint64_t words_per_row = (given.sequences + 31) / 32;
    const std::uint64_t step = manner == counting::rows ? windows_per_word : given.size;
    numbers found(sources.count, 1);
    for (std::uint64_t first = 0; first < given.size; first += step) {
        const source_pieces range{given, sources.bits.data(), first, first + step, rule};
        const listed<Planes> pieces = list_of<Planes>(small, range, everywhere);
        numbers rows(windows_per_word * words_per_row);
        const support_counts counts{
            manner,        found.data(), sources.count, rows.data(), sources.before.data()[first / windows_per_word],
            words_per_row, first + step};
        const pair_context with{
            given,  sources.view(), targets.view(),      sources.length,      small.given.mismatches,
            copies, both_ways,      pieces.sites.data(), places.sites.data(), counts};
        small.machine.compare(near_work<Planes>{
            pieces.words.data(), pieces.sites.size(), places.words.data(), places.sites.size(), limit, {with}});
    }
    return found;
}

/// Whatever the pieces and the manner. `same`: the targets are the sources, so that pairs may be met once.
void expect_supports(const small_input& small, const windows& sources, const windows& targets, bool same,
                     const std::uint32_t* copies, const numbers& expected) {
    const auto found = [&](const piece_rule& rule, counting manner, bool both_ways) {
        const unsigned planes = small.given.letters.planes();
        return (planes == 2   ? supports<2>
                : planes == 3 ? supports<3>
                              : supports<5>)(small, sources, targets, rule, manner, both_ways, copies);
    };
    const std::uint64_t length = sources.length;
    for (const std::uint64_t spacing : {1U, 2U, 3U, 30U, 64U}) {
        if (spacing > length) break;
        SCOPED_TRACE("spacing " + std::to_string(spacing));
        ASSERT_EQ(found(one_piece(length, spacing), counting::rows, false), expected);
        for (const bool both_ways : {false, true}) {
            if (both_ways && !same) break;
            ASSERT_EQ(found(one_piece(length, spacing), counting::leftmost, both_ways), expected) << both_ways;
            const numbers bounds = found(one_piece(length, spacing), counting::places, both_ways);
            for (std::size_t rank = 0; rank < expected.size(); ++rank)
                ASSERT_GE(bounds[rank], expected[rank]) << both_ways;
        }
    }
    for (const unsigned letters : {1U, 5U})
        if (length + 1 >= 3 * letters) { // so that the two pieces of a window are apart
            ASSERT_EQ(found(some_pieces(length, letters, 2), counting::rows, false), expected) << letters << " letters";
        }
}

void expect_supports(const small_input& small, std::uint64_t length, const numbers& expected) {
    const windows all = small.input.windows(length, nullptr);
    expect_supports(small, all, all, true, nullptr, expected);
}

// Table 1 of the paper: with one mismatch ACG is near ACG and ACA of ACGACA, which counts once, and CGT is near CGA.
TEST(follow_pair, table_1) {
    const small_input two({"ACGTA", "ACGACA"}, 1);
    expect_supports(two, 3, {2, 2, 1, 2, 2, 1, 2});
    const windows all = two.input.windows(3, nullptr);
    for (const bool both_ways : {false, true}) // ACG is counted at both places
        EXPECT_EQ(supports<2>(two, all, all, one_piece(3, 2), counting::places, both_ways, nullptr),
                  (numbers{3, 2, 1, 2, 2, 1, 2}));
}

TEST(follow_pair, a_sequence_counts_once) {
    expect_supports(small_input({"ACGT", "ACGTTACGTACGT"}), 4, {2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 2});
    expect_supports(small_input(texts(40, "ACGT")), 4, numbers(40, 40)); // two words of a row
    const small_input two({"ACGT", "ACGTACGT"});                         // the leftmost of the targets, not of all
    expect_supports(two, two.drawn(4, "1000|00000000"), two.drawn(4, "0000|00001000"), false, nullptr, {2});
}

TEST(follow_pair, ambiguous_letters_match_nothing) {
    expect_supports(small_input({"ACN", "ACN", "ACT"}, 0), 3, {1, 1, 1});
    expect_supports(small_input({"ACN", "ACN", "ACT"}, 1), 3, {3, 3, 3});
    expect_supports(small_input({"ACN", "ACN", "ACT"}, 0), 2, {3, 1, 3, 1, 3, 1});
}

TEST(follow_pair, a_sequence_counts_for_its_copies) {
    const numbers copies = {2, 0, 1};
    const std::array<std::uint8_t, 3> speaks = {1, 0, 1};
    const small_input plain({"ACGT", "ACGT", "ACGA"});
    const windows three = plain.input.windows(3, speaks.data());
    expect_supports(plain, three, three, true, copies.data(), {3, 2, 3, 1});
    const small_input ambiguous({"ANGT", "ANGT", "ANGA"}); // AN and NG do not even match their copies
    const windows two = ambiguous.input.windows(2, speaks.data());
    expect_supports(ambiguous, two, two, true, copies.data(), {1, 1, 2, 1, 1, 1});
}

TEST(follow_pair, random_supports_agree_with_the_reference) {
    std::mt19937_64 random(4);
    for (unsigned trial = 0; trial < 300; ++trial) {
        const bool wide = trial % 4 == 0;
        const auto sequences = random_texts(random, trial % 2 == 0 ? "AC" : "AACCN", wide ? 100 : 25);
        const small_input small(sequences, random() % 6, trial % 3 == 0 ? alphabet::protein : alphabet::dna);
        const speakers<test::serial_machine> speaking(small.input);
        const std::uint64_t length = 1 + random() % (wide ? 90 : 12);
        const windows targets = small.input.windows(length, speaking.speaks());
        const windows sources = small.input.sample(targets, trial % 5 == 0 ? targets.count / 2 : everywhere);
        numbers expected;
        for (const std::uint64_t source : small.list(sources))
            expected.push_back(small.true_support(source, length));
        expect_supports(small, sources, targets, sources.count == targets.count, speaking.copies(), expected);
        if (HasFatalFailure()) return;
    }
}

/// The tables of a level of the sieve.
struct choices {
    choices(const small_input& hashed, positions masks_of_choices, unsigned words, unsigned table_bits)
        : small(hashed),
          masks(std::move(masks_of_choices)), hash{small.input.letters().letters, words, masks.data(),
                                                   static_cast<std::uint32_t>(masks.size() / words), table_bits} {}

    [[nodiscard]] numbers bounds(const positions& all, const std::uint32_t* copies) const {
        numbers tables(std::uint64_t{hash.choices} << hash.table_bits);
        numbers found(all.size(), 1);
        const window_weight weight{small.input.letters(), copies};
        small.machine.for_each(all.size(), count_choices{hash, weight, all.data(), tables.data()});
        small.machine.for_each(all.size(), bound_supports{hash, all.data(), tables.data(), found.data()});
        return found;
    }
    [[nodiscard]] windows kept(std::uint64_t source, const positions& targets) const {
        numbers marks((std::uint64_t{hash.choices} << hash.table_bits) / 32 + 1);
        windows found = small.input.at(1, {});
        mark_choices{hash, &source, marks.data()}(0);
        small.machine.for_each(targets.size(), keep_marked{hash, targets.data(), marks.data(), found.bits.data()});
        return found;
    }

    const small_input& small;
    positions masks;
    choice_hash hash;
};

TEST(block_choices, by_hand) {
    const small_input four({"ACGT", "ACTT", "GGGT", "CCCC"}, 1);
    const choices halves(four, {0b0011, 0b1100}, 1, 16);
    EXPECT_EQ(halves.hash.entry(0, 0), halves.hash.entry(4, 0)); // AC
    EXPECT_NE(halves.hash.entry(0, 1), halves.hash.entry(4, 1)); // GT and TT
    EXPECT_EQ(halves.hash.entry(0, 1), halves.hash.entry(8, 1)); // GT
    EXPECT_NE(halves.hash.entry(0, 0), halves.hash.entry(8, 0)); // AC and GG
    const positions all = {0, 4, 8, 12};
    EXPECT_EQ(halves.bounds(all, nullptr), (numbers{3, 2, 2, 1}));
    EXPECT_EQ(halves.bounds(all, numbers{5, 1, 1, 1}.data()), (numbers{11, 6, 6, 1})); // twice 4 and 1, 5, 5, none
    EXPECT_EQ(halves.bounds(all, numbers{0xF0000000, 1, 1, 1}.data()),
              (numbers{0xFFFFFFFF, 0xF0000001, 0xF0000001, 1}));
    EXPECT_EQ(four.draw(halves.kept(0, all)), "1000|1000|1000|0000");
    EXPECT_EQ(four.draw(halves.kept(12, all)), "0000|0000|0000|1000");
    windows bounded = four.input.at(4, {});
    four.machine.for_each(4, keep_bounded{all.data(), numbers{3, 2, 2, 1}.data(), 2, bounded.bits.data()});
    EXPECT_EQ(four.draw(bounded), "1000|1000|1000|0000");

    const std::string rest(69, 'G'); // windows of two words
    const small_input wide({rest + "A", rest + "C", "T" + rest});
    const choices ends(wide, {0, 0b111000, everywhere, 0}, 2, 16);
    EXPECT_NE(ends.hash.entry(0, 0), ends.hash.entry(70, 0));
    EXPECT_EQ(ends.hash.entry(0, 1), ends.hash.entry(70, 1));
    EXPECT_NE(ends.hash.entry(0, 1), ends.hash.entry(140, 1));
}

TEST(block_choices, no_window_that_has_or_gives_support_is_dropped) {
    std::mt19937_64 random(5);
    for (unsigned trial = 0; trial < 200; ++trial) {
        const small_input small(random_texts(random, trial % 2 == 0 ? "ACGT" : "AACCN", 80), random() % 4);
        const auto intact = static_cast<std::uint32_t>(1 + random() % 3);
        const auto blocks = static_cast<std::uint32_t>(small.given.mismatches + intact);
        const std::uint64_t length = blocks + random() % (trial % 4 == 0 ? 70 : 8);
        const unsigned words = length > 64 ? 2 : 1;
        const numbers chosen = block_choices(blocks, intact);
        positions masks(chosen.size() / intact * words);
        for (std::size_t index = 0; index < chosen.size(); ++index)
            for (std::uint64_t letter = 0; letter < length; ++letter)
                if (letter * blocks / length == chosen[index])
                    masks[index / intact * words + letter / 64] |= std::uint64_t{1} << (letter % 64);
        const choices tables(small, masks, words, trial % 3 == 0 ? 2 : 12); // of four entries: all collide

        const speakers<test::serial_machine> speaking(small.input);
        const positions all = small.list(small.input.windows(length, speaking.speaks()));
        const numbers bounds = tables.bounds(all, speaking.copies());
        for (std::size_t index = 0; index < all.size(); ++index)
            ASSERT_GE(bounds[index], small.true_support(all[index], length)) << "the window at " << all[index];
        for (std::size_t index = 0; index < all.size(); index += 20) {
            const windows kept = tables.kept(all[index], all);
            for (const std::uint64_t target : all)
                if (target == all[index] || small.differing(all[index], target, length) <= small.given.mismatches) {
                    ASSERT_TRUE(small_input::holds(kept, target)) << target << " supports " << all[index];
                }
        }
    }
}

// Nearly all windows stand in two sequences: a bound of 2 has too many, one of 3 none, and there is nothing in between.
TEST(sieve, greatest_bounds_are_found_where_all_are_equal) {
    std::mt19937_64 random(7);
    texts pairs;
    for (int pair = 0; pair < 100; ++pair) {
        std::string letters(60, 'A');
        for (char& letter : letters)
            letter = "ACGT"[random() % 4];
        pairs.push_back(letters + "A");
        pairs.push_back(letters + "C");
    }
    const small_input small(pairs);
    auto sources = std::make_shared<const windows>(small.input.windows(20, nullptr));
    auto targets = sources;
    ASSERT_EQ(sources->count, 200U * 42U);
    const windows promising = window_sieve<test::serial_machine>(small.input, 0).sift(1, 2, nullptr, sources, targets);
    EXPECT_GE(sources->count, 200U * 41U);        // all but the last of each sequence, which holds its last letter,
    EXPECT_LE(sources->count, 200U * 41U + 100U); // and a few of those, whose hashes meet by chance
    EXPECT_EQ(targets->count, sources->count);
    EXPECT_GE(promising.count, tuning::sampled_windows);
    EXPECT_LE(promising.count, 2 * tuning::sampled_windows);
}

TEST(speakers, the_first_of_equal_sequences_speaks_for_all) {
    const std::string rest(69, 'G');
    const small_input small({"ACGT", "AC", "ACGT", "", "ACGTA", "ACGT", "", "ACGN", "ACGN", "A" + rest, rest + "A",
                             rest + "C", rest + "A"});
    const speakers<test::serial_machine> speaking(small.input);
    ASSERT_TRUE(speaking.some_are_equal());
    EXPECT_EQ(numbers(speaking.copies(), speaking.copies() + 13), (numbers{3, 1, 0, 2, 1, 0, 0, 2, 0, 1, 2, 1, 0}));
    EXPECT_EQ(numbers(speaking.speaks(), speaking.speaks() + 13), (numbers{1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0}));
    const std::vector<std::uint32_t> of_each = speaking.speaker_of_each(small.input);
    const positions speaker_of(of_each.begin(), of_each.end());
    EXPECT_EQ(speaker_of, (positions{0, 1, 0, 3, 4, 0, 3, 7, 7, 9, 10, 11, 10}));

    const small_input unequal({"AAAA", "AAAAA", "A"}); // equal bits, and unequal lengths
    const speakers<test::serial_machine> each(unequal.input);
    EXPECT_FALSE(each.some_are_equal());
    EXPECT_EQ(each.copies(), nullptr);
    EXPECT_EQ(each.speaks(), nullptr);
}

TEST(speakers, equal_hashes_are_not_believed) {
    const std::string rest(69, 'G');
    const small_input small({"AAAA", "AAAAA", "AAAAC", "AAAAC", "AAAA", rest + "A", rest + "C", rest + "C"});
    const positions hashes(8, 7);
    const numbers order = {0, 1, 2, 3, 4, 5, 6, 7};
    numbers first(8);
    small.machine.for_each(8, mark_first_of_equals{small.input.letters(), hashes.data(), order.data(), first.data()});
    EXPECT_EQ(first, (numbers{1, 1, 1, 0, 1, 1, 1, 0}));
}

} // namespace
} // namespace concord::substring

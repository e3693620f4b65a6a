// The steps that a GPU's threads run: seeds, positions, and what becomes of near pairs.
#include "support/small_input.hpp"

namespace concord::substring::window_seeds_test {
namespace {

seed_rule one_seed(std::uint64_t length, std::uint64_t spacing) {
    const std::uint64_t letters = std::min<std::uint64_t>(letters_per_seed, length - spacing + 1);
    return {static_cast<unsigned>(letters), spacing, 1, spacing - 1};
}
seed_rule some_seeds(std::uint64_t length, std::uint64_t letters, std::uint64_t per_window) {
    return {static_cast<unsigned>(letters), (length - letters + 1) / per_window, per_window, length - letters};
}

/// Where the seeds begin, and the first start that each answers for.
using seed_list = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

seed_list seeds_of(const small_input& small, const windows& sources, const seed_rule& rule, std::uint64_t first = 0,
                   std::uint64_t last = everywhere) {
    seed_list found;
    for (std::uint64_t word = 0; word < small.input.words(); ++word)
        source_seeds{small.input.letters(), sources.bits.data(), first, last, rule}.for_each(
            word, [&](std::uint64_t position, std::uint64_t from) {
                EXPECT_EQ(position / windows_per_word, word);
                found.emplace_back(position, from);
            });
    return found;
}

TEST(window_seeds, by_hand) {
    const small_input one({std::string(20, 'A')});
    const windows four = one.drawn(4, "01110100000000000000"); // groups of three starts: 011 101 000 ...
    EXPECT_EQ(seeds_of(one, four, one_seed(4, 3)), (seed_list{{2, 0}, {5, 3}}));
    EXPECT_EQ(seeds_of(one, four, one_seed(4, 3), 2, 5), (seed_list{{2, 2}, {3, 3}}));
    EXPECT_EQ(seeds_of(one, four, one_seed(4, 1)), (seed_list{{1, 1}, {2, 2}, {3, 3}, {5, 5}}));
    const windows eight = one.drawn(8, "00001000000000000000"); // seeds of two letters at 2, 5, 8, 11 ...
    EXPECT_EQ(seeds_of(one, eight, some_seeds(8, 2, 2)), (seed_list{{5, 0}, {8, 2}})); // of which [4, 12) holds two

    const windows apart = one.drawn(4, "01000000110000000000");
    EXPECT_EQ((target_positions{apart.bits.data(), 0}.of_word(0)), 0b0011'0000'0010U);
    EXPECT_EQ((target_positions{apart.bits.data(), 2}.of_word(0)), 0b1111'0000'1110U);
}

TEST(window_seeds, answer_for_every_window_at_every_place_as_often_as_promised) {
    std::mt19937_64 random(2);
    for (unsigned trial = 0; trial < 400; ++trial) {
        const std::uint64_t spacing = std::array{1U, 3U, 64U, 0U}[trial % 4]; // 0: more seeds a window
        const std::uint64_t length = std::max<std::uint64_t>(spacing, 4) + random() % (trial % 3 == 0 ? 80 : 12);
        const std::uint64_t per_window = spacing == 0 ? 2 + random() % 2 : 1;
        const seed_rule rule =
            spacing == 0 ? some_seeds(length, 1 + random() % (length / 4), per_window) : one_seed(length, spacing);
        const small_input small(random_texts(random, "ACGT", length + 100));
        const auto part = [&](std::uint64_t eighths) {
            position_list some = small.list(small.input.windows(length, nullptr));
            std::erase_if(some, [&](auto) { return random() % 8 >= eighths; });
            return some;
        };
        const position_list sources = part(1 + random() % 8);
        const position_list targets = part(1 + random() % 8);
        const windows target_set = small.input.at(length, targets);
        windows positions = small.input.at(length, {});
        for (std::uint64_t word = 0; word < small.input.words(); ++word)
            positions.bits.data()[word] = target_positions{target_set.bits.data(), rule.lead}.of_word(word);
        const std::uint64_t first = random() % 3 * 40;
        const std::uint64_t last = random() % 2 == 0 ? everywhere : first + random() % 150;
        const seed_list seeds = seeds_of(small, small.input.at(length, sources), rule, first, last);
        for (const std::uint64_t source : sources) {
            if (source < first || source >= last) continue;
            std::uint64_t answers = 0;
            for (const auto& [seed, from] : seeds) {
                ASSERT_TRUE(first <= from && from <= seed && seed - from <= rule.lead) << seed << ", " << from;
                if (source < from || source > seed) continue;
                ++answers;
                ASSERT_LE(seed + rule.letters, source + length);
                for (const std::uint64_t target : targets)
                    ASSERT_TRUE(small_input::holds(positions, seed - source + target))
                        << target << " beside " << source;
            }
            ASSERT_TRUE(per_window == 1 ? answers == 1 : answers >= per_window) << source << " has " << answers;
        }
    }
}

template <unsigned Planes>
struct listed {
    std::vector<seed_site> sites;
    std::vector<seed_words<Planes>> words;
};

/// What `listing` lists, some at a time.
template <unsigned Planes, class Count, class Listing>
listed<Planes> in_parts(const small_input& small, std::uint64_t words, std::uint64_t steps_per_word, Count count,
                        Listing listing, std::uint64_t room) {
    position_list before(words);
    const std::uint64_t all = small.machine.exclusive_scan(words, count, before.data()).count;
    listed<Planes> found{std::vector<seed_site>(all), std::vector<seed_words<Planes>>(all)};
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
listed<Planes> list_of(const small_input& small, const source_seeds& seeds, std::uint64_t room) {
    const std::uint64_t first_word = seeds.first / windows_per_word;
    return in_parts<Planes>(small, small.input.words() - first_word, 1, count_seeds{seeds, first_word},
                            list_seeds<Planes>{seeds, first_word, nullptr, 0, 0, nullptr, nullptr}, room);
}
template <unsigned Planes>
listed<Planes> list_of(const small_input& small, const target_positions& positions, unsigned letters,
                       std::uint64_t room) {
    using listing = list_positions<Planes>;
    return in_parts<Planes>(small, small.input.words(), listing::steps_per_word, count_positions{positions},
                            listing{small.input.letters(), positions, letters, nullptr, 0, 0, nullptr, nullptr}, room);
}

TEST(window_seeds, lists_hold_sites_and_letters) {
    const small_input small({"ACGTA", "NCGAC", std::string(40, 'A') + "NTNANCNG" + std::string(50, 'T')});
    const windows all = small.input.windows(5, nullptr);
    for (const unsigned spacing : {1U, 3U}) {
        const seed_rule rule = one_seed(5, spacing);
        const source_seeds seeds{small.input.letters(), all.bits.data(), 0, everywhere, rule};
        const listed<3> sources = list_of<3>(small, seeds, 7);
        const listed<3> targets = list_of<3>(small, target_positions{all.bits.data(), rule.lead}, rule.letters, 5);
        ASSERT_EQ(sources.sites.size(), seeds_of(small, all, rule).size());
        ASSERT_EQ(targets.sites.size(), all.count + 3 * rule.lead);
        if (spacing == 1) {
            EXPECT_EQ(letters_differing(sources.words[0], targets.words[0]), 0U);
            EXPECT_EQ(letters_differing(sources.words[0], targets.words[1]), 3U); // A and N, T and A, A and C
            EXPECT_EQ(letters_differing(sources.words[1], targets.words[0]), 3U);
            EXPECT_EQ(letters_differing(sources.words[1], targets.words[1]), 1U); // N differs from itself
        }
        for (std::size_t seed = 0; seed < sources.sites.size(); ++seed) {
            const auto [position, sequence, answered] = sources.sites[seed];
            ASSERT_EQ((std::pair{position, position - answered}), seeds_of(small, all, rule)[seed]);
            ASSERT_EQ(sequence, small.input.letters().sequence_at(position));
            for (std::size_t at = 0; at < targets.sites.size(); ++at)
                ASSERT_EQ(letters_differing(sources.words[seed], targets.words[at]),
                          small.differing(position, targets.sites[at].position, rule.letters));
        }
    }
}

/// By rank of the sources. Rows of bits are made for a word of windows at a time, the other manners need none.
template <unsigned Planes>
numbers supports(const small_input& small, const windows& sources, const windows& targets, const seed_rule& rule,
                 counting manner, bool both_ways, const std::uint32_t* copies) {
    const collection& given = small.input.letters();
    const listed<Planes> positions =
        list_of<Planes>(small, target_positions{targets.bits.data(), rule.lead}, rule.letters, 9);
    const auto limit = static_cast<unsigned>(small.given.mismatches / rule.per_window);
    const std::uint64_t words_per_row = (given.sequences + 31) / 32;
    const std::uint64_t step = manner == counting::rows ? windows_per_word : given.size;
    numbers found(sources.count, 1);
    for (std::uint64_t first = 0; first < given.size; first += step) {
        const source_seeds range{given, sources.bits.data(), first, first + step, rule};
        const listed<Planes> seeds = list_of<Planes>(small, range, everywhere);
        numbers rows(windows_per_word * words_per_row);
        const support_counts counts{
            manner,        found.data(), sources.count, rows.data(), sources.before.data()[first / windows_per_word],
            words_per_row, {},           first + step};
        const pair_context with{.given = given,
                                .sources = sources.view(),
                                .targets = targets.view(),
                                .length = sources.length,
                                .mismatches = small.given.mismatches,
                                .copies = copies,
                                .weights = nullptr,
                                .target_count = targets.count,
                                .both_ways = both_ways,
                                .seeds = seeds.sites.data(),
                                .positions = positions.sites.data(),
                                .counts = counts};
        small.machine.compare(near_work<Planes>{
            seeds.words.data(), seeds.sites.size(), positions.words.data(), positions.sites.size(), limit, {with}});
    }
    return found;
}

/// Whatever the seeds and the manner. `same`: the targets are the sources, so that pairs may be met once.
void expect_supports(const small_input& small, const windows& sources, const windows& targets, bool same,
                     const std::uint32_t* copies, const numbers& expected) {
    const auto found = [&](const seed_rule& rule, counting manner, bool both_ways) {
        const unsigned planes = small.given.letters.planes();
        return (planes == 2   ? supports<2>
                : planes == 3 ? supports<3>
                              : supports<5>)(small, sources, targets, rule, manner, both_ways, copies);
    };
    const std::uint64_t length = sources.length;
    for (const std::uint64_t spacing : {1U, 2U, 3U, 30U, 64U}) {
        if (spacing > length) break;
        SCOPED_TRACE("spacing " + std::to_string(spacing));
        ASSERT_EQ(found(one_seed(length, spacing), counting::rows, false), expected);
        for (const bool both_ways : {false, true}) {
            if (both_ways && !same) break;
            ASSERT_EQ(found(one_seed(length, spacing), counting::leftmost, both_ways), expected) << both_ways;
            const numbers bounds = found(one_seed(length, spacing), counting::positions, both_ways);
            for (std::size_t rank = 0; rank < expected.size(); ++rank)
                ASSERT_GE(bounds[rank], expected[rank]) << both_ways;
        }
    }
    for (const unsigned letters : {1U, 5U})
        if (length + 1 >= 3 * letters) { // so that the two seeds of a window are apart
            ASSERT_EQ(found(some_seeds(length, letters, 2), counting::rows, false), expected) << letters << " letters";
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
    for (const bool both_ways : {false, true}) // ACG is counted at both positions
        EXPECT_EQ(supports<2>(two, all, all, one_seed(3, 2), counting::positions, both_ways, nullptr),
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
    const std::array<std::uint8_t, 3> is_representative = {1, 0, 1};
    const small_input plain({"ACGT", "ACGT", "ACGA"});
    const windows three = plain.input.windows(3, is_representative.data());
    expect_supports(plain, three, three, true, copies.data(), {3, 2, 3, 1});
    const small_input ambiguous({"ANGT", "ANGT", "ANGA"}); // AN and NG do not even match their copies
    const windows two = ambiguous.input.windows(2, is_representative.data());
    expect_supports(ambiguous, two, two, true, copies.data(), {1, 1, 2, 1, 1, 1});
}

TEST(follow_pair, random_supports_agree_with_the_reference) {
    std::mt19937_64 random(4);
    for (unsigned trial = 0; trial < 300; ++trial) {
        const bool wide = trial % 4 == 0;
        const auto sequences = random_texts(random, trial % 2 == 0 ? "AC" : "AACCN", wide ? 100 : 25);
        const small_input small(sequences, random() % 6, trial % 3 == 0 ? alphabet::protein : alphabet::dna);
        const representatives<test::serial_machine> equals(small.input);
        const std::uint64_t length = 1 + random() % (wide ? 90 : 12);
        const windows targets = small.input.windows(length, equals.mask());
        const windows sources = small.input.sample(targets, trial % 5 == 0 ? targets.count / 2 : everywhere);
        numbers expected;
        for (const std::uint64_t source : small.list(sources))
            expected.push_back(small.true_support(source, length));
        expect_supports(small, sources, targets, sources.count == targets.count, equals.copies(), expected);
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace concord::substring::window_seeds_test

// Windows counted by the sets of words near to the places of their halves, against the matrix of edits.
#include "problems/substring/variants/edit_matrix.hpp"
#include "problems/substring/variants/half_neighbourhoods.hpp"
#include "problems/substring/variants/near_halves.hpp"
#include "problems/substring/variants/place_neighbourhoods.hpp"
#include "problems/substring/variants/variants.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/variant_habits.hpp"
#include "support/variant_tools.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace concord::substring::half_neighbourhoods_test {
namespace {

std::uint64_t number_of(const std::string& word) {
    std::uint64_t number = 0;
    for (const char each : word)
        number = number << 2U | std::string("ACGT").find(each);
    return number;
}

/// One text in the first lane; the others are empty.
matching_texts texts_of(const std::string& text) {
    matching_texts texts{std::vector<std::uint8_t>(lanes_of_sets * (text.size() + 1), no_letter), text.size() + 1};
    for (std::size_t at = 0; at < text.size(); ++at)
        texts.matching[at] = text[at] == 'N' ? std::uint8_t{0} : static_cast<std::uint8_t>(1U << number_of({text[at]}));
    return texts;
}

/// The words of a set among some.
std::vector<std::string> near(const std::string& text, std::size_t place, unsigned edits, bool indels,
                              const std::vector<std::string>& words) {
    const test::variant_tools tools;
    place_neighbourhoods sets(tools.resources.neighbourhoods, indels);
    const matching_texts texts = texts_of(text);
    const auto letters = static_cast<unsigned>(words[0].size());
    const set_numbers numbers{texts.places, edits, edits};
    const std::size_t of_set = place_neighbourhoods::words_of_set(letters);
    std::vector<std::string> found;
    sets.for_each_part(texts, letters, edits, edits, [&](std::uint64_t part, const std::uint64_t* of_part) {
        for (const std::string& word : words) {
            const std::uint64_t number = number_of(word);
            if (number >> 2 * place_neighbourhoods::letters_of_part(letters) != part) continue;
            const std::uint64_t at = number % (64 * of_set);
            if ((of_part[numbers.index(0, edits, place) * of_set + at / 64] >> at % 64 & 1U) != 0)
                found.push_back(word);
        }
        for (std::size_t at = 0; at < of_set; ++at)
            EXPECT_EQ(of_part[numbers.empty() * of_set + at], 0);
    });
    std::ranges::sort(found);
    return found;
}

using words = std::vector<std::string>;

TEST(place_neighbourhoods, words_near_to_what_begins_at_a_place) {
    EXPECT_EQ(near("TACGTA", 1, 0, true, {"ACGT", "TACG", "ACGA"}), words{"ACGT"});
    // Replaced, one letter more in front or within, one skipped; TACG has two edits from here on.
    EXPECT_EQ(near("TACGTA", 1, 1, true, {"ACGT", "CCGT", "AACG", "ACCG", "AGTA", "TACG", "CGTA", "GTAC"}),
              (words{"AACG", "ACCG", "ACGT", "AGTA", "CCGT", "CGTA", "TACG"}));
    EXPECT_EQ(near("TACGTA", 1, 1, false, {"ACGT", "CCGT", "AACG", "CGTA"}), (words{"ACGT", "CCGT"}));
    // Behind the last letter of a text a word has letters that it lacks alone.
    EXPECT_EQ(near("ACGT", 2, 1, true, {"GTAA", "AGTC", "GTGT"}), words{});
    EXPECT_EQ(near("ACGT", 2, 2, true, {"GTAA", "AGTC", "AAAA"}), (words{"AGTC", "GTAA"}));
    // What matches nothing is replaced or skipped.
    EXPECT_EQ(near("ACNGT", 0, 1, true, {"ACGT", "ACTG", "ACCG"}), (words{"ACCG", "ACGT", "ACTG"}));
    // Words of more letters than a part has.
    EXPECT_EQ(near("GATTACAG", 0, 0, true, {"GATTACA", "GATTACC"}), words{"GATTACA"});
    EXPECT_EQ(near("GATTACAG", 0, 1, false, {"CATTACA", "GATTACC", "CATTACC"}), (words{"CATTACA", "GATTACC"}));
}

TEST(near_halves, sets_of_the_places_that_are_near_and_an_empty_one_of_other_lanes) {
    const matching_texts texts = texts_of("ACGTA");
    const std::array<std::size_t, lanes_of_sets> lengths{5};
    const set_numbers other{6, 1, 2};
    near_halves halves;
    halves.list(texts, lengths, 4, 1, false, other);
    const std::span<const std::uint32_t> exact = halves.of_half(number_of("ACGT"));
    ASSERT_EQ(exact.size(), lanes_of_sets);
    EXPECT_EQ(exact[0], other.index(0, 2, 5)); // both edits are left to what stands before the first place
    for (std::uint32_t lane = 1; lane < lanes_of_sets; ++lane)
        EXPECT_EQ(exact[lane], lane << bits_of_set_number | other.empty());
    const std::span<const std::uint32_t> replaced = halves.of_half(number_of("CGTC"));
    ASSERT_EQ(replaced.size(), lanes_of_sets);
    EXPECT_EQ(replaced[0], other.index(0, 1, 4));
    EXPECT_TRUE(halves.of_half(number_of("GGGG")).empty());
    // AAAAA: at both places as it is, and no letter of its own kind in front is another place.
    const matching_texts run = texts_of("AAAAA");
    halves.list(run, lengths, 4, 1, true, other);
    const std::span<const std::uint32_t> twice = halves.of_half(0);
    EXPECT_EQ(twice[0], other.index(0, 2, 5));
    EXPECT_EQ(twice[1], is_further_set | static_cast<std::uint32_t>(other.index(0, 2, 4)));
    EXPECT_EQ(twice[2], is_further_set | static_cast<std::uint32_t>(other.index(0, 1, 3))); // AAA and one more
    // Without both letters A behind the G: they are skipped one after the other.
    const std::array<std::size_t, lanes_of_sets> seven{7};
    const set_numbers of_two{8, 0, 2};
    halves.list(texts_of("GAACTTA"), seven, 4, 2, true, of_two);
    EXPECT_EQ(halves.of_half(number_of("GCTT"))[0], of_two.index(0, 0, 7));
}

/// Windows that are marked in each way to share letters and edits, and what the matrix says.
void expect_marked(const sequence_set& set, const substring_options& options, std::uint64_t length, bool indels,
                   vector_target target) {
    const piece_collection of(set, options);
    run_options run;
    run.vectors = target;
    test::variant_tools tools(run);
    const allowance allowed{options.mismatches, indels};
    const variant_problem given{of, allowed, 2, 1, 1};
    const word_letters letters(of);
    window_starts starts;
    for (const piece& one : of.pieces())
        for (std::uint64_t at = 0; !one.is_reverse && at + length <= one.length; ++at)
            if (std::ranges::all_of(of.letters(one.first + at, length), [](letter each) { return each < 4; }))
                starts.push_back(one.first + at);
    const window_classes classes = group_windows(of, starts, length, reading::forward, tools.workers);
    std::vector<std::uint64_t> sequences(of.sequences());
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
        sequences[sequence] = sequence;
    const std::vector<lane_block> blocks =
        make_lane_blocks(of, letters, sequences, 1U << 16U, reading::forward, tools.workers);
    for (std::uint64_t of_end = 4; of_end <= 8 && of_end + 4 <= length; ++of_end)
        for (std::uint64_t few = 0; few < options.mismatches && length - of_end <= 8; ++few) {
            if (std::max(few, options.mismatches - 1 - few) >= 3) continue; // so much is near to each place
            const auto marker =
                half_neighbourhood_marker(given, tools.resources, letters.size(), classes, length, {of_end, few, 0})();
            for (const some_lanes& part : lanes_of(blocks)) {
                std::vector<std::uint8_t> held(classes.size(), 0);
                marker->mark(part, held);
                for (std::size_t index = 0; index < classes.size(); ++index) {
                    const std::span<const letter> window = of.letters(classes.representative(index), length);
                    unsigned expected = 0;
                    for (std::size_t lane = 0; lane < part.sequences(); ++lane) {
                        const std::uint64_t sequence =
                            part.block->rows[(letters.size() + 1) * part.block->words * part.block->stride + part.lane +
                                             lane];
                        if (holds_copies(of, sequence, window, allowed, 1)) expected |= 1U << lane;
                    }
                    ASSERT_EQ(held[index], expected)
                        << "window " << index << " of " << length << ", end " << of_end << ", few " << few << ", k "
                        << options.mismatches << (indels ? " edits" : "");
                }
            }
        }
}

TEST(half_neighbourhoods, mark_the_sequences_that_hold_a_window) {
    std::mt19937_64 random(5);
    for (const vector_target target : usable_vectors())
        for (std::uint64_t length = 8; length <= 16; length += 3 + random() % 2)
            for (std::uint64_t edits = 1; edits <= 4; ++edits) {
                std::vector<std::string> texts(9 + random() % 4);
                const bool has_unknown = random() % 2 == 0;
                for (std::string& text : texts) {
                    text.assign(random() % 30, 'A');
                    for (char& each : text)
                        each = has_unknown && random() % 20 == 0 ? 'N' : "ACGT"[random() % (random() % 3 == 0 ? 1 : 4)];
                }
                texts.front() += "ACGTTGCAGGACCTTA"; // there are windows of any of these lengths
                substring_options options;
                options.mismatches = edits;
                options.both_strands = random() % 2 == 0;
                if (random() % 2 == 0) options.from_start = options.from_end = 18;
                options.metric = random() % 4 == 0 ? substring_metric::hamming : substring_metric::levenshtein;
                expect_marked(test::make_set(texts), options, length, options.metric == substring_metric::levenshtein,
                              target);
            }
}

TEST(half_neighbourhoods, other_letters_are_counted_beside_them) {
    std::mt19937_64 random(7);
    std::vector<std::string> reads(90, std::string(60, 'A'));
    for (std::string& read : reads)
        for (char& each : read)
            each = random() % 50 == 0 ? 'N' : "ACGT"[random() % 4];
    const sequence_set set = test::make_set(reads);
    for (const bool iupac : {false, true}) {
        substring_options options = test::with_two_edits(20);
        options.iupac = iupac;
        search_habits habits = current_search_habits();
        habits.counts_by_halves = true;
        habits.prefers_half_neighbourhoods = true;
        test::expect_same_with(habits, set, options, "near to places of the others");
    }
}

} // namespace
} // namespace concord::substring::half_neighbourhoods_test

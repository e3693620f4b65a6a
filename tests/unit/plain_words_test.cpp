// Windows of letters that are sets, dropped by words of plain nucleotides in them: worked out by hand.
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "support/variant_tools.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace concord::substring::plain_words_test {
namespace {

TEST(drop_by_plain_words, a_window_with_a_plain_word_of_one_sequence_is_out) {
    // The first and the last are equal, as N is any nucleotide. CC of the second is CN of the first, and GG of the
    // third is GN of the last; CCC and GGG are nowhere else, and ACG, all that the others have of three in a row, is in
    // both.
    sequence_set_builder builder(alphabet::dna);
    for (const char* const each : {"ACNTNACG", "CCCCCCCC", "GGGGGGGG", "ANGTNACG"})
        builder.add({}, each);
    const sequence_set set = std::move(builder).finish();
    substring_options options;
    options.iupac = true;
    const piece_collection of(set, options);
    const variant_problem given{of, {0, false}, 2, 1, 1};
    test::variant_tools tools;
    const std::vector<std::uint64_t> sequences{0, 1, 2, 3};
    variant_lanes lanes{word_letters(of), {}, {}, {}, {}};
    lanes.blocks = make_lane_blocks(of, lanes.letters, sequences, 64, reading::forward, tools.workers);
    const std::unique_ptr<variant_engine> engine = make_cpu_engine(given, tools.resources);
    const window_starts all{of.text_first(0), of.text_first(1), of.text_first(2), of.text_first(3)};
    EXPECT_EQ(reaches_of(given, tools.resources, lanes, all), (std::vector<std::uint64_t>{8, 2, 2, 8}));
    const auto always = [](const window_starts&, std::uint64_t letters) { return letters == 3; };
    window_starts few = all;
    drop_by_plain_words(given, *engine, tools.resources, lanes, 8, always, few);
    EXPECT_EQ(few, all); // they are counted soon enough
    search_habits every_step = current_search_habits();
    every_step.always_filters = true;
    const scoped_search_habits scope(every_step);
    window_starts left = all;
    drop_by_plain_words(given, *engine, tools.resources, lanes, 8, always, left);
    EXPECT_EQ(left, (window_starts{all[0], all[3]}));
}

} // namespace
} // namespace concord::substring::plain_words_test

// Parts of the search with edits, worked out by hand; and which way is taken.
#include "problems/substring/variants/variant_search.hpp"

#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace concord::substring {
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

/// Whether windows of so many reads are counted by halves, all of which begin with the same letters.
bool counts_by_halves(std::size_t reads, std::size_t shared_letters) {
    std::mt19937_64 random(5);
    const auto letters = [&](std::size_t count) {
        std::string made;
        for (std::size_t at = 0; at < count; ++at)
            made += "ACGT"[random() % 4];
        return made;
    };
    const std::string shared = letters(shared_letters);
    sequence_set_builder builder(alphabet::dna);
    for (std::size_t read = 0; read < reads; ++read)
        builder.add({}, shared + letters(100 - shared_letters));
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

} // namespace
} // namespace concord::substring

// How far words reach from their anchors, on every vector target, against the textbook's matrix.
#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace concord::substring::reach_kernels_test {
namespace {

/// Letters of the longest prefix of [start, end) of the text that occurs in [first, last) with k edits at most, on the
/// diagonals -k to k of `place`, or with mismatches alone on that one: cell by cell.
std::uint64_t textbook_reach(const piece_collection& of, const piece& source, std::uint64_t start, const piece& in,
                             std::int64_t place, const reach_edits& edits_of) {
    const auto most = static_cast<std::int64_t>(edits_of.count);
    const std::int64_t k = edits_of.indels ? most : 0; // diagonals on either side
    const auto rows = static_cast<std::int64_t>(source.first + source.length - start);
    const auto first = static_cast<std::int64_t>(in.first);
    const auto last = first + static_cast<std::int64_t>(in.length);
    constexpr std::int64_t far = 1'000'000;
    std::uint64_t reach = 0;
    std::vector<std::int64_t> above;
    for (std::int64_t row = 0; row <= rows; ++row) {
        std::vector<std::int64_t> here(static_cast<std::size_t>(2 * k + 1), far);
        std::int64_t least = far;
        for (std::int64_t d = 0; d <= 2 * k; ++d) {
            const std::int64_t at = place + row + d - k; // letters of the text before this cell
            std::int64_t& edits = here[static_cast<std::size_t>(d)];
            if (at < first || at > last) continue;
            if (row == 0) edits = 0;
            if (row > 0 && at > first) {
                const bool is_equal = of.match(of.text()[start + static_cast<std::uint64_t>(row) - 1],
                                               of.text()[static_cast<std::uint64_t>(at) - 1]);
                edits = above[static_cast<std::size_t>(d)] + (is_equal ? 0 : 1);
            }
            if (row > 0 && d < 2 * k) edits = std::min(edits, above[static_cast<std::size_t>(d) + 1] + 1);
            if (d > 0 && at > first) edits = std::min(edits, here[static_cast<std::size_t>(d) - 1] + 1);
            least = std::min(least, edits);
        }
        if (least > most) break;
        reach = static_cast<std::uint64_t>(row);
        above = here;
    }
    return reach;
}

/// Copies of one ancestor with edits, some letters unknown, or ambiguous.
std::vector<std::string> relatives(std::mt19937_64& engine, std::size_t length, std::string_view others) {
    std::string ancestor;
    for (std::size_t at = 0; at < length; ++at)
        ancestor += "ACGT"[engine() % 4];
    std::vector<std::string> made;
    for (int copy = 0; copy < 6; ++copy) {
        std::string one;
        for (const char each : ancestor) {
            const auto what = engine() % 60;
            if (what == 0) continue;
            one += what == 1 ? others[engine() % others.size()] : each;
            if (what == 2) one += "ACGT"[engine() % 4];
        }
        made.push_back(one);
    }
    return made;
}

/// Some words of a text on some diagonals, by the kernels of every target.
void try_words(std::mt19937_64& engine, const piece_collection& of, const reach_edits& edits) {
    const anchor_text text(of);
    const unsigned k = edits.count;
    for (int word = 0; word < 8; ++word) {
        const piece& source = of.pieces()[engine() % of.pieces().size()];
        const std::uint64_t start = source.first + engine() % source.length;
        const reached_word reached = text.reached(start, source.first + source.length - start);
        std::vector<std::uint64_t> places;
        std::vector<std::uint64_t> firsts;
        std::vector<std::uint64_t> lasts;
        std::vector<std::uint64_t> expected;
        for (int anchor = 0; anchor < 24; ++anchor) {
            const piece& in = of.pieces()[static_cast<std::size_t>(anchor) % of.pieces().size()];
            const auto wanted = static_cast<std::int64_t>(in.first + start - source.first + engine() % 7) - 3;
            const std::int64_t place = std::clamp<std::int64_t>(wanted, -static_cast<std::int64_t>(k),
                                                                static_cast<std::int64_t>(in.first + in.length));
            places.push_back(static_cast<std::uint64_t>(place + static_cast<std::int64_t>(margin_of_planes)));
            firsts.push_back(in.first + margin_of_planes);
            lasts.push_back(in.first + in.length + margin_of_planes);
            expected.push_back(textbook_reach(of, source, start, in, place, edits));
        }
        for (const vector_target target : usable_vectors()) {
            const std::string where = "k = " + std::to_string(k) + (edits.indels ? " edits" : " mismatches") +
                                      (of.has_sets() ? " of sets" : "") + ", word at " + std::to_string(start) + ", " +
                                      std::string(to_string(target));
            std::vector<std::uint64_t> found(places.size());
            reach_kernels_for(target).reaches(reached, {places.data(), firsts.data(), lasts.data(), places.size()},
                                              edits, found.data());
            EXPECT_EQ(found, expected) << where;

            // The screen keeps what reaches the end of its letters.
            const std::uint64_t part = std::min(letters_of_screen(k), reached.length);
            std::vector<std::uint32_t> kept;
            for (std::size_t at = 0; at < 16; ++at)
                kept.push_back(static_cast<std::uint32_t>(places[at]));
            std::vector<std::uint32_t> all = kept;
            const std::size_t count = reach_kernels_for(target).screen(text.word(start, part), text.screened(), edits,
                                                                       kept.data(), kept.size());
            kept.resize(count);
            for (std::size_t at = 0; at < all.size(); ++at)
                EXPECT_TRUE(expected[at] < part || std::ranges::find(kept, all[at]) != kept.end()) << where;
        }
    }
}

class reach_kernels_agree : public testing::TestWithParam<std::size_t> {};

TEST_P(reach_kernels_agree, with_the_matrix) {
    const std::size_t length = GetParam();
    std::mt19937_64 engine(length);
    for (const bool iupac : {false, true}) {
        substring_options options;
        options.iupac = iupac;
        const sequence_set set = test::make_set(relatives(engine, length, iupac ? "ACGTNRYKMSWBDHVN-" : "ACGTN"));
        const piece_collection of(set, options);
        for (unsigned k = 0; k <= most_edits_of_reaches; ++k)
            for (const bool indels : {false, true})
                try_words(engine, of, {k, indels});
    }
}

INSTANTIATE_TEST_SUITE_P(lengths, reach_kernels_agree, testing::Values(5, 30, 63, 64, 65, 130, 300));

TEST(reach_kernels, the_screen_drops_what_is_near_nothing) {
    std::mt19937_64 engine(7);
    std::string random;
    for (int at = 0; at < 4000; ++at)
        random += "ACGT"[engine() % 4];
    const sequence_set set = test::make_set({random});
    const piece_collection of(set, substring_options{});
    const anchor_text text(of);
    for (const vector_target target : usable_vectors()) {
        std::vector<std::uint32_t> places;
        for (std::uint32_t at = 0; at < 1600; ++at)
            places.push_back(static_cast<std::uint32_t>(margin_of_planes) + 2 * at + 100);
        const std::size_t kept = reach_kernels_for(target).screen(text.word(3000, 27), text.screened(), {2, true},
                                                                  places.data(), places.size());
        EXPECT_GE(kept, 1U); // the place itself
        EXPECT_LE(kept, 5U); // and its neighbours within two letters
        places.resize(1600);
        for (std::uint32_t at = 0; at < 1600; ++at)
            places[at] = static_cast<std::uint32_t>(margin_of_planes) + 2 * at + 100;
        EXPECT_EQ(reach_kernels_for(target).screen(text.word(3000, 27), text.screened(), {2, false}, places.data(),
                                                   places.size()),
                  1U);
    }
}

} // namespace
} // namespace concord::substring::reach_kernels_test

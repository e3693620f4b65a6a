// Matches with mismatches of sequences that all hold the same letters: at their ends, as reads do with an adapter, at
// their beginnings, at one place in between, or anywhere. Their seeds are filtered and joined by the letters around
// them.
#include "agree/overlap_ways.hpp"
#include "oracles/overlap_strands.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <random>
#include <string>
#include <vector>

namespace concord::overlap_seeds_agree_test {
namespace {

struct shared_letters {
    sequence_set set;
    std::uint64_t shared;
    std::string shown;
};

shared_letters make_shared_letters(std::uint64_t seed, alphabet kind) {
    std::mt19937_64 chance(seed);
    const std::string all = kind == alphabet::dna ? "ACGT" : "ACDEFGHIKL";
    const std::string letters = all.substr(0, 2 + chance() % (all.size() - 1));
    const auto random = [&](std::uint64_t count) {
        std::string text(count, ' ');
        for (char& letter : text)
            letter = letters[chance() % letters.size()];
        return text;
    };
    const std::string shared = random(4 + chance() % 30);
    const std::uint64_t place = seed % 4;
    const std::uint64_t around = 4 + chance() % 24;
    std::vector<std::string> sequences(8 + chance() % 16);
    std::string shown = "CONCORD_SEED=" + std::to_string(seed);
    for (std::string& each : sequences) {
        const std::uint64_t before = place == 0 ? around : place == 1 ? 0 : place == 2 ? around / 2 : chance() % around;
        each = random(before) + shared + random(place == 0 ? 0 : around - before);
        if (chance() % 4 == 0) each[chance() % each.size()] = letters.front();
        if (chance() % 6 == 0) each[chance() % each.size()] = kind == alphabet::dna ? 'N' : letters.back();
        if (chance() % 12 == 0) each.resize(chance() % each.size());
        shown += "\n" + each;
    }
    return {test::make_set(sequences, kind), shared.size(), shown};
}

class overlap_seeds_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(overlap_seeds_agree, matches_with_mismatches) {
    for (const std::uint64_t seed : test::seeds(GetParam() * 15, 15)) {
        const std::vector<alphabet> kinds = {alphabet::dna, alphabet::protein, alphabet::bytes, alphabet::utf8};
        const auto tried = make_shared_letters(seed, seed % 3 == 0 ? kinds[seed / 3 % 4] : alphabet::dna);
        for (const std::uint64_t mismatches : {1U, 2U, 4U}) {
            const std::uint64_t least = std::max(3 * mismatches + 3, tried.shared - 2 + seed % 16);
            const auto expected = overlap::reference_mismatch_matches(tried.set, least, mismatches);
            for (const test::build_way& way : test::build_ways()) {
                if (way.options.suffixes.path != overlap::suffix_path::chosen) continue;
                const overlap_index index = test::built_by(tried.set, way);
                for (const std::uint64_t tile : {0U, 1U, 4U}) {
                    const runtime::scoped_tile least_members(tile);
                    EXPECT_EQ(test::mismatch_matches_of(index, least, mismatches, way.threads), expected)
                        << way.name << ", tile " << tile << ", least " << least << ", " << mismatches << " mismatches\n"
                        << tried.shown;
                    if (tile != (seed + way.threads) % 3) continue; // 0 or 1, for a part of the cases
                    const overlap::scoped_window_join joined(1 + (seed + mismatches) % 3);
                    EXPECT_EQ(test::mismatch_matches_of(index, least, mismatches, way.threads), expected)
                        << way.name << ", windows joined, tile " << tile << ", least " << least << ", " << mismatches
                        << " mismatches\n"
                        << tried.shown;
                }
            }
            if (HasFailure()) return;
        }
    }
}

TEST_P(overlap_seeds_agree, on_both_strands) {
    for (const std::uint64_t seed : test::seeds(1000 + GetParam() * 8, 8)) {
        const auto tried = make_shared_letters(seed, alphabet::dna);
        test::build_way way{"both strands", {}, 1 + static_cast<unsigned>(seed % 3)};
        way.options.strands = index_strands::both;
        const overlap_index index = test::built_by(tried.set, way);
        for (const std::uint64_t mismatches : {1U, 2U}) {
            const std::uint64_t least = std::max(3 * mismatches + 3, tried.shared - 2 + seed % 16);
            const auto expected = overlap::reference_mismatch_matches_on_both_strands(tried.set, least, mismatches);
            for (const std::uint64_t tile : {0U, 1U, 4U}) {
                const runtime::scoped_tile least_members(tile);
                EXPECT_EQ(test::mismatch_matches_of(index, least, mismatches, way.threads), expected)
                    << "tile " << tile << ", least " << least << ", " << mismatches << " mismatches\n"
                    << tried.shown;
                const overlap::scoped_window_join joined(1 + (seed + tile) % 4);
                EXPECT_EQ(test::mismatch_matches_of(index, least, mismatches, way.threads), expected)
                    << "windows joined, tile " << tile << ", least " << least << ", " << mismatches << " mismatches\n"
                    << tried.shown;
            }
            if (HasFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, overlap_seeds_agree, testing::Range<std::uint64_t>(0, 4));

} // namespace
} // namespace concord::overlap_seeds_agree_test

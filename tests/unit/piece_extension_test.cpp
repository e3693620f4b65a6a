// Which letters can go on behind an equal piece: words and vectors against the textbook's matrix.
#include "problems/distance/join/piece_extension.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace concord::edit_distance::piece_extension_test {
namespace {

/// The fewest edits between b and any beginning of a, from the definition.
unsigned fewest_edits(const std::string& b, const std::string& a, short_metric metric) {
    constexpr unsigned none = 1000;
    const bool substitutes = metric != short_metric::indel;
    const bool inserts = metric != short_metric::hamming;
    std::vector<std::vector<unsigned>> cost(b.size() + 1, std::vector<unsigned>(a.size() + 1, none));
    for (std::size_t i = 0; i <= b.size(); ++i)
        for (std::size_t j = 0; j <= a.size(); ++j) {
            unsigned& here = cost[i][j];
            if (i == 0 && j == 0) here = 0;
            if (inserts && i > 0) here = std::min(here, cost[i - 1][j] + 1);
            if (inserts && j > 0) here = std::min(here, cost[i][j - 1] + 1);
            if (i == 0 || j == 0) continue;
            if (b[i - 1] == a[j - 1]) here = std::min(here, cost[i - 1][j - 1]);
            if (substitutes) here = std::min(here, cost[i - 1][j - 1] + 1);
            const bool transposes = metric == short_metric::osa || metric == short_metric::damerau_levenshtein;
            if (transposes && i > 1 && j > 1 && b[i - 1] == a[j - 2] && b[i - 2] == a[j - 1])
                here = std::min(here, cost[i - 2][j - 2] + 1);
        }
    return *std::ranges::min_element(cost.back());
}

/// Of OSA within so many edits of a metric, for as many pieces; any number where that is not looked at.
unsigned most_edits(std::size_t pieces, short_metric metric) {
    if (metric != short_metric::damerau_levenshtein) return static_cast<unsigned>(pieces);
    return pieces > 3 ? 1000 : static_cast<unsigned>(pieces + pieces / 2);
}

struct tried {
    std::vector<std::string> b; ///< with the same piece at the beginning
    std::vector<std::vector<std::uint32_t>> cuts;
    std::string a;
};

tried make(std::mt19937_64& random, const std::string& letters, std::size_t most_of_piece) {
    const auto text = [&](std::size_t length) {
        std::string made;
        while (made.size() < length)
            made += letters[random() % letters.size()];
        return made;
    };
    tried made;
    made.a = text(40);
    for (std::size_t count = 1 + random() % 40; count > 0; --count) {
        std::vector<std::uint32_t> cuts{0, 3};
        for (std::size_t pieces = random() % 7; pieces > 0; --pieces)
            cuts.push_back(cuts.back() + 1 + static_cast<std::uint32_t>(random() % most_of_piece));
        std::string b = made.a;
        for (std::size_t edits = random() % 7; edits > 0; --edits) {
            const std::size_t at = random() % (b.size() - 1);
            const std::uint64_t kind = random() % 4;
            if (kind == 0) b.insert(at, text(1));
            if (kind == 1 && b.size() > 20) b.erase(at, 1);
            if (kind == 2) b[at] = text(1)[0];
            if (kind == 3) std::swap(b[at], b[at + 1]);
        }
        b += text(80);
        made.b.push_back(b.substr(0, cuts.back()));
        made.cuts.push_back(cuts);
    }
    return made;
}

extension_word entry_of(const piece_extension& extension, const compared_letters& letters, std::size_t index,
                        const std::vector<std::uint32_t>& cuts) {
    const std::uint32_t place = piece_extension::place(cuts, 0);
    const std::uint64_t position = letters.b().set->offset(index) + piece_extension::begin_of(place);
    const std::uint32_t sequence = static_cast<std::uint32_t>(index);
    const extended_letters alone(extension, letters.b(), {&sequence, 1});
    const extension_letters behind = alone.letters_from(0, piece_extension::begin_of(place));
    const auto within = base::low_bits<std::uint64_t>(static_cast<unsigned>(
        std::min<std::uint64_t>(letters.b().set->length(index) - piece_extension::begin_of(place), 64)));
    for (unsigned bit = 0; bit < extension.bits_of_letter(); ++bit)
        EXPECT_EQ(behind.bits[bit] & within, extension.letters_from(letters.b(), position).bits[bit] & within);
    return extension.entry(behind, place);
}

/// Two bits a letter tell all four letters apart, so that the answer is exact.
TEST(piece_extension, goes_on_as_the_matrix_says) {
    constexpr std::size_t letters_in_word = extension_bits / 2;
    for (const std::uint64_t seed : test::seeds(61'000'000, 300)) {
        std::mt19937_64 random(seed);
        const tried made = make(random, "ACGT", seed % 2 == 0 ? 5 : 16);
        const sequence_set a = test::make_set({made.a}, alphabet::dna);
        const sequence_set b = test::make_set(made.b, alphabet::dna);
        const compared_letters letters(sequence::packed(a), sequence::packed(b));
        const piece_extension extension(letters);
        ASSERT_EQ(extension.bits_of_letter(), 2U);
        std::vector<extension_word> words;
        for (std::size_t index = 0; index < made.b.size(); ++index)
            words.push_back(entry_of(extension, letters, index, made.cuts[index]));
        words.resize(words.size() + 8);
        std::vector<std::uint32_t> found(words.size() + 8);
        const auto metric = static_cast<short_metric>(seed / 2 % 5);
        std::vector<std::uint32_t> expected;
        for (std::size_t index = 0; index < made.b.size(); ++index) {
            bool goes_on = true;
            std::uint64_t end = 0;
            for (std::size_t piece = 1; piece <= most_extended_pieces && piece + 1 < made.cuts[index].size(); ++piece) {
                end += std::min(15U, made.cuts[index][piece + 1] - made.cuts[index][piece]);
                const std::string behind = made.b[index].substr(3, std::min<std::uint64_t>(end, letters_in_word));
                goes_on = goes_on && fewest_edits(behind, made.a.substr(3), metric) <= most_edits(piece, metric);
            }
            if (goes_on) expected.push_back(static_cast<std::uint32_t>(index));
        }
        for (const vector_target target : usable_vectors()) {
            const find_extended find =
                join_kernels_for(simd::choose_vectors(target)).extended[static_cast<std::size_t>(metric)];
            const std::size_t count = find({words.data(), nullptr, 0, made.b.size()},
                                           extension.letters_from(letters.a(), 3), 0, found.data());
            ASSERT_EQ(std::vector<std::uint32_t>(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count)),
                      expected)
                << "seed " << seed << ", " << to_string(target) << ", metric " << static_cast<int>(metric);
        }
    }
}

/// Of more letters than four bits tell apart nothing that can go on is missed.
TEST(piece_extension, misses_nothing_of_many_letters) {
    for (const std::uint64_t seed : test::seeds(62'000'000, 200)) {
        std::mt19937_64 random(seed);
        const tried made = make(random, "ACDEFGHIKLMNPQRSTVWY", 5);
        const sequence_set a = test::make_set({made.a}, alphabet::protein);
        const sequence_set b = test::make_set(made.b, alphabet::protein);
        const compared_letters letters(sequence::packed(a), sequence::packed(b));
        const piece_extension extension(letters);
        ASSERT_EQ(extension.bits_of_letter(), 4U);
        std::vector<extension_word> words;
        for (std::size_t index = 0; index < made.b.size(); ++index)
            words.push_back(entry_of(extension, letters, index, made.cuts[index]));
        words.resize(words.size() + 8);
        std::vector<std::uint32_t> found(words.size() + 8);
        const auto metric = static_cast<short_metric>(seed % 5);
        const std::size_t count =
            join_kernels_for(simd::choose_vectors(vector_target::automatic))
                .extended[static_cast<std::size_t>(metric)]({words.data(), nullptr, 0, made.b.size()},
                                                            extension.letters_from(letters.a(), 3), 0, found.data());
        for (std::size_t index = 0; index < made.b.size(); ++index) {
            bool goes_on = true;
            for (std::size_t piece = 1; piece + 1 < made.cuts[index].size(); ++piece)
                goes_on = goes_on && fewest_edits(made.b[index].substr(3, made.cuts[index][piece + 1] - 3),
                                                  made.a.substr(3), metric) <= most_edits(piece, metric);
            const auto end = found.begin() + static_cast<std::ptrdiff_t>(count);
            ASSERT_TRUE(!goes_on || std::ranges::binary_search(found.begin(), end, static_cast<std::uint32_t>(index)))
                << "seed " << seed << ", number " << index << ", metric " << static_cast<int>(metric);
        }
    }
}

} // namespace
} // namespace concord::edit_distance::piece_extension_test

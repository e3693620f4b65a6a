// Alignments in a band by anti-diagonals, against the matrix row by row, on every vector target.
#include "problems/adapters/band_alignment.hpp"

#include <concord/device.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace concord::adapters::band_agree_test {
namespace {

using letter_codes = std::vector<std::uint8_t>;

/// A cell of the matrix: compared in this order, the greater one is the better.
struct full_cell {
    int score = 0;
    std::uint32_t start = 0;
    std::uint32_t first = 0;
    std::uint32_t differences = 0;
    friend auto operator<=>(const full_cell&, const full_cell&) = default;

    [[nodiscard]] full_cell matched() const { return {score + 1, start, first, differences}; }
    [[nodiscard]] full_cell changed() const { return {score - 3, start, first, differences + 1}; }
};
using maybe_cell = std::optional<full_cell>; // none: outside the band; less than any cell

maybe_cell changed(const maybe_cell& of) { return of ? maybe_cell(of->changed()) : of; }

/// By the definition: every cell of the band, a row after the other.
band_alignment by_rows(const band_question& of) {
    const std::ptrdiff_t rows = std::ssize(of.letters);
    const std::ptrdiff_t columns = std::ssize(of.read);
    const auto reach = static_cast<std::ptrdiff_t>(band_reach(of.letters.size()));
    std::vector<maybe_cell> row(of.read.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = full_cell{.start = static_cast<std::uint32_t>(j)};
    band_alignment best;
    maybe_cell best_cell;
    const auto offer = [&](const maybe_cell& cell, std::ptrdiff_t i, std::ptrdiff_t j) {
        if (cell <= best_cell) return;
        best_cell = cell;
        best = {.score = cell->score,
                .first = cell->first,
                .last = static_cast<std::uint32_t>(i),
                .start = cell->start,
                .end = static_cast<std::uint32_t>(j),
                .differences = cell->differences};
    };
    for (std::ptrdiff_t i = 1; i <= rows; ++i) {
        std::vector<maybe_cell> next(row.size());
        next[0] = full_cell{.first = static_cast<std::uint32_t>(i)};
        for (std::ptrdiff_t j = 1; j <= columns; ++j) {
            if (std::abs(j - i - of.diagonal) > reach) continue;
            const auto at = static_cast<std::size_t>(j);
            const maybe_cell& before = row[at - 1];
            const bool equal = of.letters[static_cast<std::size_t>(i - 1)] == of.read[at - 1];
            const maybe_cell on = before && equal ? maybe_cell(before->matched()) : changed(before);
            // A cell of the first column is a beginning, wherever the band lies.
            const bool left_counts = j > 1 || -i - of.diagonal >= -reach;
            next[at] = std::max({on, changed(row[at]), left_counts ? changed(next[at - 1]) : maybe_cell()});
        }
        row = next;
        if (of.ends_read) offer(row.back(), i, columns);
    }
    for (std::ptrdiff_t j = 1; j <= columns; ++j)
        offer(row[static_cast<std::size_t>(j)], rows, j);
    const bool counts = best.score > 0 && 5 * best.differences <= best.last - best.first;
    return counts ? best : band_alignment{};
}

class tried_bands {
  public:
    explicit tried_bands(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t bound) { return random_() % bound; }
    letter_codes letters(std::size_t count, std::size_t kinds) {
        letter_codes made(count);
        for (std::uint8_t& letter : made)
            letter = static_cast<std::uint8_t>(below(kinds));
        return made;
    }
    /// Of one period.
    letter_codes periodic(std::size_t count, std::size_t period) {
        const letter_codes unit = letters(period, 4);
        letter_codes made(count);
        for (std::size_t i = 0; i < count; ++i)
            made[i] = unit[i % period];
        return made;
    }
    /// With so many letters replaced, lost or added; `kinds` 5: also letters that are none.
    letter_codes changed(letter_codes of, std::size_t changes, std::size_t kinds) {
        for (std::size_t i = 0; i < changes && !of.empty(); ++i) {
            const auto at = static_cast<std::ptrdiff_t>(below(of.size()));
            const std::size_t kind = below(3);
            if (kind == 0) of[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(below(kinds));
            if (kind == 1) of.erase(of.begin() + at);
            if (kind == 2) of.insert(of.begin() + at, static_cast<std::uint8_t>(below(kinds)));
        }
        return of;
    }
    letter_codes family(std::size_t count) {
        switch (below(4)) {
        case 0: return letters(count, 4);
        case 1: return letters(count, 2);
        case 2: return periodic(count, 1 + below(12));
        default: return changed(periodic(count, 1 + below(12)), count / 20, 4);
        }
    }

  private:
    std::mt19937 random_;
};

void expect_same(const band_question& of) {
    const band_alignment expected = by_rows(of);
    for (const vector_target target : usable_vectors()) {
        const band_alignment made = best_in_band(of, band_kernels_for(target));
        ASSERT_EQ(made.score, expected.score) << to_string(target);
        ASSERT_EQ(made.first, expected.first) << to_string(target);
        ASSERT_EQ(made.last, expected.last) << to_string(target);
        ASSERT_EQ(made.start, expected.start) << to_string(target);
        ASSERT_EQ(made.end, expected.end) << to_string(target);
        ASSERT_EQ(made.differences, expected.differences) << to_string(target);
    }
}

/// Asks as the placer does, for a seed at letter `offset` of the sequence and letter `at` of the read.
void try_seed(const letter_codes& letters, const letter_codes& read, std::size_t at, std::size_t offset) {
    const std::size_t reach = band_reach(letters.size());
    const std::size_t from = at > offset + reach ? at - offset - reach : 0;
    const std::size_t to = std::min(read.size(), at + letters.size() - offset + reach);
    expect_same({.letters = letters,
                 .read = std::span(read).subspan(from, to - from),
                 .diagonal = static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(offset) -
                             static_cast<std::ptrdiff_t>(from),
                 .ends_read = to == read.size()});
}

class bands : public testing::TestWithParam<unsigned> {};

TEST_P(bands, agree_with_rows) {
    tried_bands random(GetParam());
    for (unsigned tried = 0; tried < 25; ++tried) {
        const std::size_t longest = tried % 10 == 0 ? most_band_letters : tried % 3 == 0 ? 200 : 40;
        const std::size_t count = 8 + random.below(longest - 7);
        const letter_codes sequence = random.family(count);
        // What the read holds: a changed copy, cut or not, or anything else.
        letter_codes read = random.letters(random.below(40), 4);
        const letter_codes copy = random.below(4) == 0
                                      ? random.family(count)
                                      : random.changed(sequence, random.below(1 + count / 5), 4 + random.below(2));
        const std::size_t cut = random.below(3) == 0 ? random.below(copy.size() + 1) : 0;
        read.insert(read.end(), copy.begin() + static_cast<std::ptrdiff_t>(cut), copy.end());
        const letter_codes behind = random.letters(random.below(40), 4);
        read.insert(read.end(), behind.begin(), behind.end());
        if (random.below(4) == 0) read.resize(random.below(read.size() + 1));
        if (read.size() < 8) read.resize(8);
        for (unsigned seed = 0; seed < 8; ++seed)
            try_seed(sequence, read, random.below(read.size() - 7), random.below(sequence.size() - 7));
        // Near the diagonal of the copy.
        for (unsigned seed = 0; seed < 8; ++seed) {
            const std::size_t at = random.below(read.size() - 7);
            try_seed(sequence, read, at, std::min(at, sequence.size() - 8));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, bands, testing::Range(1U, 13U));

} // namespace
} // namespace concord::adapters::band_agree_test

// The sweeps of every instruction set against the operations of mask_operations.hpp, one lane at a time.
#include "problems/component/cpu/shift_filter.hpp"
#include "problems/component/mask_operations.hpp"
#include "support/random_case.hpp"

#include <concord/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace concord::component::component_sweeps_test {
namespace {

/// One lane of a board.
class lane_of {
  public:
    lane_of(const board& size, std::size_t lanes, std::size_t lane, const std::uint64_t* words)
        : size_(size), lanes_(lanes), lane_(lane), words_(words) {}

    [[nodiscard]] std::uint64_t at(std::size_t row, std::size_t word) const {
        return words_[((row + 1) * size_.stride() + word + 1) * lanes_ + lane_];
    }
    [[nodiscard]] word_neighbours<std::uint64_t> around(std::size_t row, std::size_t word) const {
        return {at(row, word - 1), at(row, word), at(row, word + 1)};
    }

  private:
    board size_;
    std::size_t lanes_;
    std::size_t lane_;
    const std::uint64_t* words_;
};

struct boards_of_a_case {
    board size;
    std::size_t lanes;
    aligned_words mask;
    aligned_words other;
    aligned_words third;

    boards_of_a_case(std::mt19937_64& random, std::size_t lanes_of_target)
        : size{1 + random() % 9, 1 + random() % 4}, lanes(lanes_of_target), mask(size.vectors() * lanes),
          other(size.vectors() * lanes), third(size.vectors() * lanes) {
        const std::uint64_t density = random() % 3;
        for (std::size_t row = 0; row < size.rows; ++row)
            for (std::size_t i = lanes; i < (size.words + 1) * lanes; ++i) {
                std::uint64_t word = random();
                if (density == 0) word &= random();
                if (density == 2) word |= random();
                mask.data()[(row + 1) * size.stride() * lanes + i] = word;
            }
        for (std::size_t i = 0; i < size.vectors() * lanes; ++i) {
            other.data()[i] = random(); // what stood there before must not matter
            third.data()[i] = mask.data()[i] & random() & random() & random();
        }
    }

    template <class What>
    void for_each_word(const What& what) const {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            for (std::size_t row = 0; row < size.rows; ++row)
                for (std::size_t word = 0; word < size.words; ++word)
                    what(lane, row, word);
    }
    [[nodiscard]] lane_of lane(aligned_words& of, std::size_t number) const { return {size, lanes, number, of.data()}; }
};

template <bool Corners>
void compare_with_law(const sweep_kernels& kernels, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    boards_of_a_case boards(random, kernels.lanes);
    const board& size = boards.size;
    SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));

    std::vector<std::uint8_t> awake(size.rows + 2, 7);
    const bool any = kernels.peel(size, boards.mask.data(), boards.other.data(), awake.data());
    bool expected_any = false;
    boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
        const lane_of mask = boards.lane(boards.mask, lane);
        const std::uint64_t expected =
            mask.at(row, word) & with_two_neighbours<Corners>(mask.around(row - 1, word), mask.around(row, word),
                                                              mask.around(row + 1, word));
        expected_any = expected_any || expected != 0;
        ASSERT_EQ(boards.lane(boards.other, lane).at(row, word), expected);
    });
    EXPECT_EQ(any, expected_any);
    for (std::size_t row = 0; row < size.rows; ++row) {
        bool near = false;
        boards.for_each_word([&](std::size_t lane, std::size_t at, std::size_t word) {
            if (at + 1 >= row && at <= row + 1) near = near || boards.lane(boards.other, lane).at(at, word) != 0;
        });
        EXPECT_EQ(awake[row + 1] != 0, near);
    }

    // Few cells, so that many of them, and now and then all, have no neighbour.
    boards_of_a_case single(random, kernels.lanes);
    for (std::size_t i = 0; i < single.size.vectors() * kernels.lanes; ++i)
        for (int times = 0; times < 3; ++times)
            single.mask.data()[i] &= seed % 7 > 0                                     ? random()
                                     : i == single.size.vectors() * kernels.lanes / 2 ? 256U
                                                                                      : 0U;
    const bool any_pair = kernels.drop_single(single.size, single.mask.data(), single.other.data());
    expected_any = false;
    single.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
        const lane_of mask = single.lane(single.mask, lane);
        const std::uint64_t expected =
            mask.at(row, word) &
            with_neighbour<Corners>(mask.around(row - 1, word), mask.around(row, word), mask.around(row + 1, word));
        expected_any = expected_any || expected != 0;
        ASSERT_EQ(single.lane(single.other, lane).at(row, word), expected);
    });
    EXPECT_EQ(any_pair, expected_any);

    std::vector<std::uint64_t> cells(kernels.lanes);
    aligned_words weighed(most_lanes);
    kernels.weigh(size, boards.mask.data(), weighed.data());
    boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
        cells[lane] += base::count_ones(boards.lane(boards.mask, lane).at(row, word));
    });
    for (std::size_t lane = 0; lane < kernels.lanes; ++lane)
        EXPECT_EQ(weighed.data()[lane], cells[lane]);

    // A sweep floods at least as far as a step; and sweeps end where steps end.
    std::vector<std::uint64_t> stepped;
    const auto step = [&] {
        bool changed = false;
        stepped.clear();
        boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
            const lane_of wet = boards.lane(boards.third, lane);
            stepped.push_back(flooded<Corners>(wet.around(row - 1, word), wet.around(row, word),
                                               wet.around(row + 1, word),
                                               boards.lane(boards.mask, lane).at(row, word)));
            changed = changed || stepped.back() != wet.at(row, word);
        });
        return changed;
    };
    std::copy_n(boards.third.data(), size.vectors() * kernels.lanes, boards.other.data());
    std::fill(awake.begin(), awake.end(), std::uint8_t{1});
    const bool down = seed % 2 == 0;
    const bool changes = step();
    EXPECT_EQ(kernels.flood(size, boards.mask.data(), boards.other.data(), awake.data(), down), changes);
    std::size_t at = 0;
    boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
        ASSERT_EQ(stepped[at] & ~boards.lane(boards.other, lane).at(row, word), 0U);
        ++at;
    });
    for (bool downwards = !down; kernels.flood(size, boards.mask.data(), boards.other.data(), awake.data(), downwards);)
        downwards = !downwards;
    while (step()) {
        at = 0;
        boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
            boards.third.data()[((row + 1) * size.stride() + word + 1) * kernels.lanes + lane] = stepped[at++];
        });
    }
    boards.for_each_word([&](std::size_t lane, std::size_t row, std::size_t word) {
        ASSERT_EQ(boards.lane(boards.other, lane).at(row, word), boards.lane(boards.third, lane).at(row, word));
    });
}

/// Gaps that no component crosses, against pairs of neighbours one by one.
template <bool Corners>
void compare_gaps(const sweep_kernels& kernels, std::uint64_t seed) {
    SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    boards_of_a_case boards(random, kernels.lanes);
    const board& size = boards.size;
    const std::uint64_t columns[] = {~std::uint64_t{0}, 0x5555'5555'5555'5555U, 0x3333'1111'8001'8001U, random()};
    for (std::size_t row = 0; row < size.rows; ++row)
        for (std::size_t word = 0; word < size.words; ++word)
            for (std::size_t lane = 0; lane < kernels.lanes; ++lane) {
                std::uint64_t& cells =
                    boards.mask.data()[((row + 1) * size.stride() + word + 1) * kernels.lanes + lane];
                cells &= lane == 0 && seed % 3 == 0 ? 0 : columns[(seed + lane) % 4];
                if ((row + lane) % (2 + seed % 4) == 0) cells &= random() & random() & random() & random();
                if ((row + lane) % (2 + seed % 3) == 0 && seed % 5 < 3) cells = 0;
            }
    row_parts parts;
    aligned_words joined(size.words * kernels.lanes);
    kernels.find_gaps(size, boards.mask.data(), &parts, joined.data());
    for (std::size_t lane = 0; lane < kernels.lanes; ++lane) {
        const lane_of mask = boards.lane(boards.mask, lane);
        const auto is_set = [&](std::size_t row, std::size_t column) {
            return row < size.rows && column < size.words * 64 &&
                   (mask.at(row, column / 64) >> (column % 64) & 1U) != 0;
        };
        std::vector<bool> across(size.words * 64);
        std::uint64_t expected = 0;
        std::uint64_t so_far = 0;
        std::uint64_t highest = 0;
        std::uint64_t rows_so_far = 0;
        for (std::size_t row = 0; row < size.rows; ++row) {
            bool linked = false;
            for (std::size_t column = 0; column < size.words * 64; ++column) {
                const bool here = is_set(row, column);
                so_far += here ? 1 : 0;
                linked = linked || (here && is_set(row + 1, column));
                if (here && is_set(row, column + 1)) across[column] = true;
                if (!Corners) continue;
                if (here && is_set(row + 1, column + 1)) linked = across[column] = true;
                if (is_set(row + 1, column) && is_set(row, column + 1)) linked = across[column] = true;
            }
            expected = std::max(expected, so_far);
            highest = std::max(highest, ++rows_so_far);
            if (!linked) so_far = rows_so_far = 0;
        }
        EXPECT_EQ(parts.cells[lane], expected);
        EXPECT_EQ(parts.rows[lane], highest);
        for (std::size_t column = 0; column < across.size(); ++column)
            ASSERT_EQ((joined.data()[column / 64 * kernels.lanes + lane] >> (column % 64) & 1U) != 0, across[column])
                << lane << ", " << column;
    }
}

TEST(component_sweeps, every_target_finds_the_same_gaps) {
    for (const vector_target target : usable_vectors()) {
        SCOPED_TRACE(to_string(target));
        for (const std::uint64_t seed : test::seeds(2000, 300)) {
            compare_gaps<false>(sweeps_for(simd::choose_vectors(target), 4), seed);
            compare_gaps<true>(sweeps_for(simd::choose_vectors(target), 8), seed);
            if (HasFatalFailure()) return;
        }
    }
}

TEST(component_sweeps, every_target_obeys_the_law) {
    for (const vector_target target : usable_vectors()) {
        SCOPED_TRACE(to_string(target));
        for (const std::uint64_t seed : test::seeds(0, 500)) {
            compare_with_law<false>(sweeps_for(simd::choose_vectors(target), 4), seed);
            compare_with_law<true>(sweeps_for(simd::choose_vectors(target), 8), seed);
        }
    }
}

matrix some_matrix(std::mt19937_64& random, std::uint64_t letters, std::size_t channels) {
    const std::size_t rows = 1 + random() % 9;
    const std::size_t columns = 1 + random() % 140;
    matrix::integers cells(rows * columns * channels);
    for (std::int64_t& cell : cells)
        cell = static_cast<std::int64_t>(random() % letters);
    return {rows, columns, cells, channels};
}

/// Masks and counts of one group of shifts against the codes themselves.
template <bool Corners>
void compare_with_codes(const sweep_kernels& kernels, std::uint64_t seed) {
    SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const std::uint64_t letters = 2 + random() % (seed % 3 == 0 ? 300 : 6);
    component_options options;
    options.tolerance = static_cast<double>(seed % 2);
    const std::size_t channels = seed % 5 == 1 ? 1 + seed % 3 : 1;
    const coded_matrices codes =
        code_matrices(some_matrix(random, letters, channels), some_matrix(random, letters, channels), options);
    const bit_planes planes(codes);
    const plane_view& view = planes.view();
    const auto size = [](std::size_t count) { return static_cast<std::int64_t>(count); };
    const std::int64_t down = 1 - size(codes.rows_b) + size(random() % (codes.rows_a + codes.rows_b - 1));
    std::int64_t right = 1 - size(codes.columns_b) + size(random() % (codes.columns_a + codes.columns_b - 1));
    right -= (right + size(view.margin)) % size(kernels.lanes);
    aligned_words valid(view.words_b * kernels.lanes);
    const std::uint64_t some = random();
    const std::uint64_t alive = some | random(); // most of them
    const overlap over = overlap_of(view, down, right, kernels.lanes, alive, valid.data());
    const shift_group group{down, static_cast<std::size_t>(right + size(view.margin)), over, valid.data()};
    aligned_words scratch(count_words(view, 3));
    const board board_size{over.rows, over.words};
    aligned_words mask(board_size.vectors() * kernels.lanes);
    kernels.build(view, group, scratch.data(), mask.data());
    alignas(64) cell_counts counts[3];
    kernels.count(view, group, 1 + seed % 3, scratch.data(), counts);
    aligned_words once(board_size.vectors() * kernels.lanes);
    aligned_words twice(board_size.vectors() * kernels.lanes);
    aligned_words firm(most_lanes);
    std::vector<std::uint8_t> awake(board_size.rows + 2);
    kernels.peel(board_size, mask.data(), once.data(), awake.data());
    kernels.peel(board_size, once.data(), twice.data(), awake.data());
    kernels.weigh(board_size, twice.data(), firm.data());
    for (std::size_t lane = 0; lane < kernels.lanes; ++lane) {
        const lane_of built(board_size, kernels.lanes, lane, mask.data());
        std::uint64_t cells = 0;
        std::uint64_t joints = 0;
        for (std::size_t row = 0; row < codes.rows_b; ++row)
            for (std::size_t column = 0; column < codes.columns_b; ++column) {
                const std::int64_t row_a = size(row) + down;
                const std::int64_t column_a = size(column) + right + size(lane);
                bool agrees = (alive >> lane & 1U) != 0 && row_a >= 0 && row_a < size(codes.rows_a) && column_a >= 0 &&
                              column_a < size(codes.columns_a);
                if (agrees) {
                    const std::size_t a =
                        static_cast<std::size_t>(row_a) * codes.columns_a + static_cast<std::size_t>(column_a);
                    const std::size_t b = row * codes.columns_b + column;
                    agrees = codes.agree(a, b);
                }
                const bool inside = row >= over.first_row && row < over.first_row + over.rows &&
                                    column / 64 >= over.first_word && column / 64 < over.first_word + over.words;
                if (inside)
                    ASSERT_EQ((built.at(row - over.first_row, column / 64 - over.first_word) >> (column % 64) & 1U) !=
                                  0,
                              agrees)
                        << row << ", " << column;
                else
                    ASSERT_FALSE(agrees);
            }
        for (std::size_t row = 0; row < over.rows; ++row)
            for (std::size_t word = 0; word < over.words; ++word) {
                cells += base::count_ones(built.at(row, word));
                joints +=
                    base::count_ones(built.at(row, word) & with_two_neighbours<Corners>(built.around(row - 1, word),
                                                                                        built.around(row, word),
                                                                                        built.around(row + 1, word)));
            }
        EXPECT_EQ(counts[0].cells[lane], cells);
        EXPECT_EQ(counts[0].joints[lane], joints);
        EXPECT_EQ(counts[0].firm[lane], firm.data()[lane]);
    }
}

TEST(component_sweeps, every_target_compares_codes) {
    for (const vector_target target : usable_vectors()) {
        SCOPED_TRACE(to_string(target));
        for (const std::uint64_t seed : test::seeds(0, 300)) {
            compare_with_codes<false>(sweeps_for(simd::choose_vectors(target), 4), seed);
            compare_with_codes<true>(sweeps_for(simd::choose_vectors(target), 8), seed);
        }
    }
}

TEST(component_sweeps, a_forced_target_is_the_one_that_runs) {
    if (usable_vectors().size() == 1) GTEST_SKIP() << "the baseline alone, which may be any instruction set";
    for (const vector_target target : usable_vectors()) {
        const std::string made_for = sweeps_for(simd::choose_vectors(target), 4).compiled_for;
        const bool right = target == vector_target::avx512 ? made_for.starts_with("N_AVX3")
                           : target == vector_target::avx2 ? made_for == "N_AVX2"
                                                           : made_for.find("AVX") == std::string::npos;
        EXPECT_TRUE(right) << to_string(target) << " runs " << made_for;
    }
}

} // namespace
} // namespace concord::component::component_sweeps_test

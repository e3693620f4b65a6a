// Pictures and masks of components of any shape, under any shift.
#include "formats/matrix_formats.hpp"
#include "output/component_answer.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>

namespace concord::app::component_picture_test {
namespace {

constexpr std::uint32_t outline_colour = 0xD8002E;

matrix random_matrix(std::size_t rows, std::size_t columns, formats::cell_kind kind, std::mt19937_64& random) {
    if (kind == formats::cell_kind::integers) {
        matrix::integers cells(rows * columns);
        for (std::int64_t& cell : cells)
            cell = static_cast<std::int64_t>(random() % 2000) - 1000;
        return {rows, columns, std::move(cells)};
    }
    if (kind == formats::cell_kind::reals) {
        matrix::reals cells(rows * columns);
        for (double& cell : cells)
            cell =
                random() % 5 == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(random() % 99) / 4;
        return {rows, columns, std::move(cells)};
    }
    matrix::symbols cells(rows * columns);
    for (std::uint32_t& cell : cells)
        cell = static_cast<std::uint32_t>(kind == formats::cell_kind::colours ? random() % 0x1000000
                                                                              : 'A' + random() % 60);
    return {rows, columns, std::move(cells)};
}

/// A shift under which something of the two lies upon each other, and some of these cells.
component_result random_result(const matrix& a, const matrix& b, std::mt19937_64& random) {
    const auto within = [&](std::size_t size_a, std::size_t size_b) {
        return static_cast<std::int64_t>(random() % (size_a + size_b - 1)) + 1 - static_cast<std::int64_t>(size_b);
    };
    component_result result;
    result.shift = {within(a.rows(), b.rows()), within(a.columns(), b.columns())};
    for (std::uint64_t row = 0; row < b.rows(); ++row)
        for (std::uint64_t column = 0; column < b.columns(); ++column) {
            const std::int64_t above_row = static_cast<std::int64_t>(row) + result.shift.rows;
            const std::int64_t above_column = static_cast<std::int64_t>(column) + result.shift.columns;
            const bool upon = above_row >= 0 && above_row < static_cast<std::int64_t>(a.rows()) && above_column >= 0 &&
                              above_column < static_cast<std::int64_t>(a.columns());
            if (upon && (result.cells.empty() || random() % 3 != 0)) result.cells.push_back({row, column});
        }
    result.size = result.cells.size();
    result.found = true;
    return result;
}

struct drawn {
    formats::pixels picture;
    std::string mask;
};

drawn draw(const formats::matrix_pair& pair, const component_result& result) {
    const component_options options;
    const component_answer answer{.input = pair, .options = options, .result = result, .run = {result.run, {}, 0}};
    std::string picture;
    drawn made;
    write_component_picture(answer, [&](std::string_view bytes) { picture += bytes; });
    write_component_mask(answer, [&](std::string_view bytes) { made.mask += bytes; });
    made.picture = formats::parse_png(picture, "picture");
    return made;
}

std::size_t count_outline(const formats::pixels& picture) {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 2 < picture.samples.size(); i += 3) {
        const auto sample = [&](std::size_t of) { return static_cast<std::uint32_t>(picture.samples[i + of]); };
        if ((sample(0) << 16U | sample(1) << 8U | sample(2)) == outline_colour) ++count;
    }
    return count;
}

TEST(component_picture, of_any_shape_and_shift) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        std::mt19937_64 random(seed);
        const auto size = [&] { return 1 + random() % (seed % 10 == 0 ? 900 : 12); };
        const auto kind = static_cast<formats::cell_kind>(random() % 4);
        formats::matrix_pair pair;
        pair.kinds = {kind, kind};
        pair.pictures = {random() % 2 == 0, random() % 2 == 0};
        pair.of[0] = random_matrix(size(), seed % 10 == 0 ? 5 : size(), kind, random);
        pair.of[1] = random_matrix(size(), seed % 10 == 0 ? 7 : size(), kind, random);
        const component_result result = random_result(pair.a(), pair.b(), random);
        const drawn made = draw(pair, result);
        ASSERT_EQ(made.picture.channels, 3U) << "seed " << seed;
        ASSERT_GT(count_outline(made.picture), 0U) << "seed " << seed;

        const matrix mask = formats::parse_npy(made.mask, "mask");
        ASSERT_EQ(mask.rows(), pair.b().rows());
        ASSERT_EQ(mask.columns(), pair.b().columns());
        const auto& cells = std::get<matrix::integers>(mask.cells());
        std::uint64_t set = 0;
        for (const matrix_cell& cell : result.cells)
            set += static_cast<std::uint64_t>(cells[cell.row * mask.columns() + cell.column]);
        ASSERT_EQ(set, result.size);
        ASSERT_EQ(static_cast<std::uint64_t>(std::count(cells.begin(), cells.end(), 1)), result.size)
            << "seed " << seed;
    }
}

TEST(component_picture, large_ones_are_shrunk) {
    std::mt19937_64 random(1);
    formats::matrix_pair pair;
    pair.kinds = {formats::cell_kind::integers, formats::cell_kind::integers};
    pair.of[0] = random_matrix(3, 5000, formats::cell_kind::integers, random);
    pair.of[1] = random_matrix(2000, 2, formats::cell_kind::integers, random);
    const drawn made = draw(pair, random_result(pair.a(), pair.b(), random));
    EXPECT_LT(made.picture.columns, 1500U);
    EXPECT_LT(made.picture.rows, 1500U);
    EXPECT_GT(count_outline(made.picture), 0U);
}

TEST(component_picture, of_nothing_has_no_outline) {
    for (const std::size_t rows : {std::size_t{0}, std::size_t{3}}) {
        std::mt19937_64 random(rows);
        formats::matrix_pair pair;
        pair.of[0] = random_matrix(rows, 4, formats::cell_kind::letters, random);
        pair.of[1] = random_matrix(2, rows, formats::cell_kind::letters, random);
        EXPECT_EQ(count_outline(draw(pair, {}).picture), 0U);
    }
}

} // namespace
} // namespace concord::app::component_picture_test

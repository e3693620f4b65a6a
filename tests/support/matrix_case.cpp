#include "support/matrix_case.hpp"

#include "support/dice.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

namespace concord::test {
namespace {

struct shape {
    std::size_t rows;
    std::size_t columns;
    [[nodiscard]] std::size_t cells() const { return rows * columns; }
};

constexpr std::array<std::size_t, 20> edges = {1,  2,  3,  5,   7,   8,   16,  31,  32,  33,
                                               63, 64, 65, 127, 128, 129, 130, 511, 512, 513};

shape some_shape(dice& random, std::uint64_t most) {
    const std::size_t columns =
        std::min<std::uint64_t>(most, random.below(3) == 0 ? random.one_of(edges) : 1 + random.below(40));
    const std::size_t rows = 1 + random.below(std::max<std::uint64_t>(1, std::min<std::uint64_t>(most / columns, 40)));
    return random.below(5) == 0 ? shape{columns, rows} : shape{rows, columns};
}

matrix::symbols some_letters(dice& random, shape size, std::uint64_t letters) {
    matrix::symbols cells(size.cells());
    switch (random.below(8)) {
    case 0: return spiral(size.rows, size.columns);
    case 1: { // stripes, or a checkerboard
        const std::uint64_t down = random.below(3);
        const std::uint64_t right = random.below(3);
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = static_cast<std::uint32_t>((i / size.columns * down + i % size.columns * right) % letters);
        break;
    }
    case 2: { // nearly the same everywhere
        const std::uint64_t rare = 2 + random.below(30);
        for (auto& cell : cells)
            cell = static_cast<std::uint32_t>(random.below(rare) == 0 ? random.below(letters) : 0);
        break;
    }
    default:
        for (auto& cell : cells)
            cell = static_cast<std::uint32_t>(random.below(letters));
    }
    return cells;
}

/// Copies a rectangle or a random blob of one over the other, somewhere.
void plant(dice& random, const matrix::symbols& from, shape from_size, matrix::symbols& to, shape to_size) {
    const std::size_t rows = 1 + random.below(std::min(from_size.rows, to_size.rows));
    const std::size_t columns = 1 + random.below(std::min(from_size.columns, to_size.columns));
    const std::size_t from_row = random.below(from_size.rows - rows + 1);
    const std::size_t from_column = random.below(from_size.columns - columns + 1);
    const std::size_t to_row = random.below(to_size.rows - rows + 1);
    const std::size_t to_column = random.below(to_size.columns - columns + 1);
    const std::uint64_t holes = random.below(2) == 0 ? 1000000 : 3 + random.below(6);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            if (random.below(holes) != 0)
                to[(to_row + row) * to_size.columns + to_column + column] =
                    from[(from_row + row) * from_size.columns + from_column + column];
}

matrix::any as_numbers(dice& random, const matrix::symbols& cells, std::uint64_t kind) {
    if (kind == 0) return cells;
    if (kind == 1) {
        constexpr std::array<std::int64_t, 3> bases = {0, std::numeric_limits<std::int64_t>::min(),
                                                       std::numeric_limits<std::int64_t>::max() - 300};
        const std::int64_t base = random.one_of(bases);
        matrix::integers numbers;
        for (const std::uint32_t cell : cells)
            numbers.push_back(random.below(50) == 0 ? random.one_of(bases) : base + cell % 300);
        return numbers;
    }
    matrix::reals numbers;
    for (const std::uint32_t cell : cells)
        numbers.push_back(random.below(40) == 0   ? std::numeric_limits<double>::quiet_NaN()
                          : random.below(60) == 0 ? std::numeric_limits<double>::infinity()
                                                  : 0.1 * cell - 1);
    return numbers;
}

/// Two to four channels, each of them much like the cells, so that all of them often agree.
matrix with_channels(dice& random, const matrix::symbols& cells, shape size, std::size_t channels, std::uint64_t kind,
                     std::uint64_t letters) {
    matrix::symbols values;
    for (const std::uint32_t cell : cells)
        for (std::size_t channel = 0; channel < channels; ++channel)
            values.push_back(static_cast<std::uint32_t>(random.below(30) == 0 ? random.below(letters)
                                                                              : (cell * (channel + 1)) % letters));
    return {size.rows, size.columns, as_numbers(random, values, kind), channels};
}

std::string listed(const matrix& from) {
    std::ostringstream text;
    text.precision(17);
    std::visit(
        [&](const auto& cells) {
            text << "matrix(" << from.rows() << ", " << from.columns() << ", "
                 << (from.cells().index() == 0   ? "matrix::symbols{"
                     : from.cells().index() == 1 ? "matrix::integers{"
                                                 : "matrix::reals{");
            for (const auto& cell : cells)
                text << cell << ",";
        },
        from.cells());
    text << "}";
    if (from.channels() > 1) text << ", " << from.channels();
    return text.str() + ")";
}

} // namespace

matrix::symbols spiral(std::size_t rows, std::size_t columns) {
    matrix::symbols cells(rows * columns);
    const auto is_set = [&](std::int64_t row, std::int64_t column) {
        return row >= 0 && column >= 0 && row < static_cast<std::int64_t>(rows) &&
               column < static_cast<std::int64_t>(columns) &&
               cells[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)] != 0;
    };
    std::int64_t row = 0;
    std::int64_t column = 0;
    std::int64_t down = 0;
    std::int64_t right = 1;
    for (int turns = 0; turns < 2;) {
        cells[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)] = 1;
        const bool inside = row + down >= 0 && row + down < static_cast<std::int64_t>(rows) && column + right >= 0 &&
                            column + right < static_cast<std::int64_t>(columns);
        if (inside && !is_set(row + down, column + right) && !is_set(row + 2 * down, column + 2 * right)) {
            row += down, column += right;
            turns = 0;
        } else {
            const std::int64_t before = down;
            down = right, right = -before;
            ++turns;
        }
    }
    return cells;
}

matrix_case make_matrix_case(std::uint64_t seed, std::uint64_t most_pairs) {
    dice random(seed);
    constexpr std::array<std::uint64_t, 9> alphabets = {2, 2, 3, 4, 4, 8, 20, 256, 100000};
    const std::uint64_t letters = random.one_of(alphabets);
    const shape size_a = some_shape(random, most_pairs / 4);
    const shape size_b = random.below(4) == 0 && size_a.cells() * size_a.cells() <= most_pairs
                             ? size_a
                             : some_shape(random, std::max<std::uint64_t>(1, most_pairs / size_a.cells()));
    matrix::symbols a = some_letters(random, size_a, letters);
    matrix::symbols b = some_letters(random, size_b, letters);
    if (random.below(4) == 0 && size_a.cells() == size_b.cells() && size_a.rows == size_b.rows) {
        b = a;
    } else {
        for (std::uint64_t blobs = random.below(3); blobs > 0; --blobs)
            plant(random, a, size_a, b, size_b);
    }
    matrix_case made;
    made.seed = seed;
    const std::uint64_t kind = random.below(4) % 3;
    const std::uint64_t other = kind > 0 && random.below(6) == 0 ? 3 - kind : kind;
    made.a = matrix(size_a.rows, size_a.columns, as_numbers(random, a, kind));
    made.b = matrix(size_b.rows, size_b.columns, as_numbers(random, b, other));
    constexpr std::array<double, 8> tolerances = {0, 0.05, 0.1, 0.5, 1, 2, 20, 1e300};
    if (kind > 0 && random.below(3) > 0) made.options.tolerance = random.one_of(tolerances);
    made.options.connectivity = random.below(2) == 0 ? 4 : 8;
    if (random.below(4) == 0) made.options.min_size = 1 + random.below(30);
    if (random.below(4) == 0) {
        const std::size_t channels = 2 + random.below(3);
        made.a = with_channels(random, a, size_a, channels, kind, letters);
        made.b = with_channels(random, b, size_b, channels, other, letters);
        if (random.below(2) == 0) {
            made.options.tolerance = 0;
            for (std::size_t channel = 0; channel < channels; ++channel)
                made.options.channel_tolerances.push_back(kind > 0 ? random.one_of(tolerances) : 0);
        }
    }
    return made;
}

matrix_case repeating_case(std::uint64_t seed, std::uint64_t most_pairs) {
    dice random(seed);
    const shape size_a = some_shape(random, most_pairs / 8);
    const shape size_b =
        random.below(3) == 0 ? size_a : some_shape(random, std::max<std::uint64_t>(1, most_pairs / size_a.cells()));
    const std::uint64_t letters = 2 + random.below(3);
    const shape common{1 + random.below(4), 1 + random.below(6)}; // a unit of both, or of one
    const matrix::symbols shared = some_letters(random, common, letters);
    const auto repeating = [&](shape size) {
        const shape own = random.below(2) == 0 ? common : shape{1 + random.below(3), 1 + random.below(20)};
        const matrix::symbols unit =
            random.below(2) == 0 && own.cells() == common.cells() ? shared : some_letters(random, own, letters);
        const std::size_t slant = random.below(3) == 0 ? random.below(own.columns) : 0;
        matrix::symbols cells(size.cells());
        for (std::size_t row = 0; row < size.rows; ++row)
            for (std::size_t column = 0; column < size.columns; ++column)
                cells[row * size.columns + column] =
                    unit[row % own.rows * own.columns + (column + slant * (row / own.rows)) % own.columns];
        if (random.below(6) == 0) cells[random.below(cells.size())] = static_cast<std::uint32_t>(letters - 1);
        return cells;
    };
    const std::uint64_t which = random.below(3);
    const matrix::symbols a = which == 1 ? some_letters(random, size_a, letters) : repeating(size_a);
    const matrix::symbols b = which == 2 ? some_letters(random, size_b, letters) : repeating(size_b);
    matrix_case made;
    made.seed = seed;
    const std::uint64_t kind = random.below(3) == 0 ? 1 : 0;
    made.a = matrix(size_a.rows, size_a.columns, as_numbers(random, a, kind));
    made.b = matrix(size_b.rows, size_b.columns, as_numbers(random, b, kind));
    if (kind > 0 && random.below(2) == 0) made.options.tolerance = 1;
    made.options.connectivity = random.below(2) == 0 ? 4 : 8;
    if (random.below(6) == 0) made.options.min_size = 1 + random.below(5);
    return made;
}

std::vector<matrix_case> channel_cases(std::uint64_t first_seed) {
    std::vector<matrix_case> cases;
    std::uint64_t seed = first_seed;
    for (const std::int64_t levels : {2, 6, 200})
        for (const std::size_t channels : {1U, 2U, 3U, 4U})
            for (const std::vector<double>& tolerances : {std::vector<double>{},
                                                          {0},
                                                          {1},
                                                          {3.5},
                                                          {0, 0, 0, 0},
                                                          {1, 3, 0, 9},
                                                          {0, 0.5, 250, 2},
                                                          {250, 250, 250, 250}}) {
                dice random(++seed);
                constexpr std::array<std::size_t, 4> widths = {5, 31, 33, 65};
                const shape size_a{2 + random.below(5), random.one_of(widths)};
                const shape size_b{2 + random.below(5), random.one_of(widths)};
                const auto picture = [&](shape size, std::int64_t moved) {
                    matrix::integers values;
                    for (std::size_t cell = 0; cell < size.cells(); ++cell)
                        for (std::size_t channel = 0; channel < channels; ++channel) {
                            const auto smooth = static_cast<std::int64_t>(cell / size.columns + cell % size.columns);
                            const auto noise = static_cast<std::int64_t>(random.below(4)) - 1;
                            values.push_back((smooth + moved + static_cast<std::int64_t>(channel) + noise) % levels);
                        }
                    return matrix(size.rows, size.columns, std::move(values), channels);
                };
                matrix_case& made = cases.emplace_back();
                made.seed = seed;
                made.a = picture(size_a, 1);
                made.b = picture(size_b, 4);
                made.options.connectivity = seed % 2 == 0 ? 4 : 8;
                if (tolerances.size() == 4) {
                    made.options.channel_tolerances.assign(tolerances.begin(),
                                                           tolerances.begin() + static_cast<std::ptrdiff_t>(channels));
                } else if (tolerances.size() == 1) {
                    made.options.tolerance = tolerances.front();
                }
            }
    return cases;
}

std::string matrix_case::to_paste() const {
    std::string by_channel;
    for (const double each : options.channel_tolerances)
        by_channel += (by_channel.empty() ? "" : ", ") + std::to_string(each);
    return "CONCORD_SEED=" + std::to_string(seed) + "; a = " + listed(a) + "; b = " + listed(b) + "; tolerance " +
           std::to_string(options.tolerance) + " {" + by_channel + "}, connectivity " +
           std::to_string(options.connectivity) + ", min_size " + std::to_string(options.min_size);
}

} // namespace concord::test

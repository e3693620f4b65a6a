#include "simulate/random_source.hpp"
#include "simulate/simulate.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace concord::simulate {
namespace {

using cell = std::pair<std::int64_t, std::int64_t>; // row, column

/// Cells of a blob, grown from its first cell by taking a random cell of its border again and again. All rows and
/// columns are at least 0 and below `rows` and `columns`.
std::vector<cell> grow(std::uint64_t size, std::int64_t rows, std::int64_t columns, random_source& random) {
    const auto index = [columns](cell at) { return static_cast<std::size_t>(at.first * columns + at.second); };
    std::vector<bool> seen(static_cast<std::size_t>(rows * columns));
    std::vector<cell> blob;
    std::vector<cell> border = {{rows / 2, columns / 2}};
    seen[index(border.front())] = true;
    while (blob.size() < size && !border.empty()) {
        std::swap(border[random.below(border.size())], border.back());
        const cell taken = border.back();
        border.pop_back();
        blob.push_back(taken);
        constexpr std::array<cell, 4> steps = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
        for (const cell& step : steps) {
            const cell next{taken.first + step.first, taken.second + step.second};
            if (next.first < 0 || next.first >= rows || next.second < 0 || next.second >= columns) continue;
            if (seen[index(next)]) continue;
            seen[index(next)] = true;
            border.push_back(next);
        }
    }
    return blob;
}

/// How far a blob that reaches from `low` to `high` can be moved within `size` rows (or columns): a random move.
std::int64_t random_move(std::int64_t low, std::int64_t high, std::int64_t size, random_source& random) {
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(size - (high - low)))) - low;
}

void write(const std::vector<std::string>& matrix, const byte_sink& sink) {
    record_writer writer(sink);
    for (const std::string& row : matrix) {
        writer << row << '\n';
        writer.end_record();
    }
    writer.flush();
}

void check(const matrix_options& options) {
    constexpr std::uint64_t most = 1 << 20;
    const auto wrong = [](const char* what) { throw error(error_code::usage, what); };
    if (options.rows < 1 || options.columns < 1 || options.rows > most || options.columns > most)
        wrong("a matrix has from 1 to 1048576 rows and columns");
    if (options.letters < 2 || options.letters > 26) wrong("the number of letters must be from 2 to 26");
    if (options.blob > options.rows * options.columns) wrong("the blob has more cells than the matrix");
}

} // namespace

planted_blob matrices(const matrix_options& options, const byte_sink& first, const byte_sink& second) {
    check(options);
    random_source random(options.seed);
    const auto letter = [&] { return static_cast<char>('A' + static_cast<char>(random.below(options.letters))); };
    const auto fill = [&] {
        std::vector<std::string> matrix(options.rows, std::string(options.columns, '\0'));
        for (std::string& row : matrix)
            std::ranges::generate(row, letter);
        return matrix;
    };
    std::vector<std::string> a = fill();
    std::vector<std::string> b = fill();

    planted_blob planted;
    if (options.blob > 0) {
        const auto rows = static_cast<std::int64_t>(options.rows);
        const auto columns = static_cast<std::int64_t>(options.columns);
        const std::vector<cell> blob = grow(options.blob, rows, columns, random);
        const auto down = std::ranges::minmax(blob, {}, &cell::first);
        const auto across = std::ranges::minmax(blob, {}, &cell::second);
        const auto place = [&] {
            return cell{random_move(down.min.first, down.max.first, rows, random),
                        random_move(across.min.second, across.max.second, columns, random)};
        };
        const cell in_a = place();
        const cell in_b = place();
        for (const auto& [row, column] : blob) {
            const auto at = [&, r = row, c = column](std::vector<std::string>& matrix, cell move) -> char& {
                return matrix[static_cast<std::size_t>(r + move.first)][static_cast<std::size_t>(c + move.second)];
            };
            at(a, in_a) = at(b, in_b) = letter();
        }
        planted = {blob.size(), in_a.first - in_b.first, in_a.second - in_b.second};
    }
    write(a, first);
    write(b, second);
    return planted;
}

} // namespace concord::simulate

// Any bytes as a matrix: only errors that say what is wrong leave the readers, and what was read is the same when it is
// written down as text and read again. The first byte says what the cells are asked to be, and whether the checksums of
// a PNG's chunks are made right, so that what libpng checks behind them is reached.
#include "formats/matrix_file.hpp"
#include "promise.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <zlib.h>

namespace {

using namespace concord;
using fuzz::require;

void mend_png(std::string& file) {
    constexpr std::string_view mark = "\x89PNG\r\n\x1a\n";
    if (!file.starts_with(mark)) return;
    const auto big_endian = [&](std::size_t at) {
        std::uint64_t value = 0;
        for (std::size_t byte = 0; byte < 4; ++byte)
            value = value << 8U | static_cast<unsigned char>(file[at + byte]);
        return value;
    };
    for (std::size_t at = mark.size(); at + 12 <= file.size();) {
        const std::uint64_t length = big_endian(at);
        if (length > file.size() - at - 12) return;
        const auto* chunk = reinterpret_cast<const Bytef*>(file.data() + at + 4);
        const auto sum = static_cast<std::uint32_t>(crc32(0, chunk, static_cast<uInt>(length + 4)));
        for (std::size_t byte = 0; byte < 4; ++byte)
            file[at + 8 + length + byte] = static_cast<char>(sum >> (24 - 8 * byte) & 0xFFU);
        at += length + 12;
    }
}

/// Two numbers a row at least, as a row of one number is text.
std::string as_numbers(const matrix& from) {
    std::string text;
    std::visit(
        [&](const auto& cells) {
            for (std::size_t at = 0; at < cells.size(); ++at)
                text += fmt::format("{}{}", cells[at], at % from.columns() + 1 == from.columns() ? '\n' : ';');
        },
        from.cells());
    return text;
}

bool same_cells(const matrix& a, const matrix& b) {
    if (a.rows() != b.rows() || a.columns() != b.columns() || a.cells().index() != b.cells().index()) return false;
    if (const auto* reals = std::get_if<matrix::reals>(&a.cells())) {
        const auto& others = std::get<matrix::reals>(b.cells());
        for (std::size_t at = 0; at < reals->size(); ++at)
            if ((*reals)[at] != others[at] && !(std::isnan((*reals)[at]) && std::isnan(others[at]))) return false;
        return true;
    }
    return a.cells() == b.cells();
}

void try_matrix(const std::string& file, formats::cell_request requested) {
    formats::matrix_pair pair;
    const auto read = [&] { pair = formats::parse_matrices({"A", "B"}, {std::string_view(file), file}, requested); };
    const bool sound = fuzz::is_sound(read, error_code::usage); // as letters of a picture are
    if (!sound) return;
    require(same_cells(pair.a(), pair.b()), "the same bytes are the same matrix");
    std::visit(
        [&](const auto& cells) {
            require(cells.size() == pair.a().rows() * pair.a().columns(), "a matrix has its cells");
            require(std::is_same_v<decltype(cells), const matrix::symbols&> ==
                        (pair.kinds[0] == formats::cell_kind::letters || pair.kinds[0] == formats::cell_kind::colours),
                    "letters and colours are symbols");
        },
        pair.a().cells());
    const bool is_numeric = pair.kinds[0] == formats::cell_kind::integers || pair.kinds[0] == formats::cell_kind::reals;
    if (!is_numeric || pair.a().columns() < 2 || pair.a().rows() == 0) return;
    if (const auto* reals = std::get_if<matrix::reals>(&pair.a().cells())) {
        bool looks_real = false; // 1.0 is written as 1, so that whole numbers alone are integers
        for (const double each : *reals)
            looks_real |= !std::isfinite(each) || each != std::floor(each) || std::fabs(each) >= 1e16;
        if (!looks_real) return;
    }
    const std::string text = as_numbers(pair.a());
    formats::matrix_pair again;
    require(
        fuzz::is_sound([&] {
            again = formats::parse_matrices({"A", "B"}, {std::string_view(text), text}, formats::cell_request::numbers);
        }),
        "numbers that were read can be read again");
    require(same_cells(again.a(), pair.a()), "numbers are read as they were written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::choices from(data, size);
    const std::uint64_t choice = from.byte();
    std::string file(from.rest());
    if (choice % 2 == 0) mend_png(file);
    constexpr std::array requests = {formats::cell_request::automatic, formats::cell_request::letters,
                                     formats::cell_request::numbers};
    try_matrix(file, requests.at(choice / 2 % requests.size()));
    return 0;
}

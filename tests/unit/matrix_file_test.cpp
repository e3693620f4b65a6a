// Matrices of every format, and what is wrong with those that are none.
#include "formats/matrix_file.hpp"
#include "support/matrix_bytes.hpp"

#include <concord/error.hpp>

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

namespace concord::formats::matrix_file_test {
namespace {

using namespace std::string_literals;
using test::npy_file;
using test::png_file;

/// "2x3 letters 41 42 43 44 45 46", the cells row by row, symbols in hexadecimal; or the message of the error.
std::string shown(const matrix_pair& pair, std::size_t which) {
    const matrix& of = pair.of[which];
    std::string text = fmt::format("{}x{} {}", of.rows(), of.columns(), to_string(pair.kinds[which]));
    std::visit(
        [&](const auto& cells) {
            for (const auto cell : cells)
                if constexpr (std::is_same_v<decltype(cell), const std::uint32_t>) {
                    text += fmt::format(" {:x}", cell);
                } else {
                    text += fmt::format(" {}", cell);
                }
        },
        of.cells());
    return text;
}

std::string complaint(const std::string& a, const std::string& b, cell_request wish = cell_request::automatic) {
    try {
        static_cast<void>(parse_matrices({"A", "B"}, {a, b}, wish));
    } catch (const error& failure) {
        return (failure.code() == error_code::bad_input ? "" : "NOT BAD INPUT: ") + std::string(failure.what());
    }
    return "none";
}

/// Read twice, so that both sides are of one kind.
std::string outcome(const std::string& bytes, cell_request wish = cell_request::automatic) {
    const std::string failure = complaint(bytes, bytes, wish);
    if (failure != "none") return failure;
    return shown(parse_matrices({"A", "B"}, {bytes, bytes}, wish), 1);
}

TEST(matrix_letters, are_code_points_a_line_a_row) {
    EXPECT_EQ(outcome("AB\nCD\n"), "2x2 letters 41 42 43 44");
    EXPECT_EQ(outcome("AB\r\nCD\r\n\r\n"), "2x2 letters 41 42 43 44");
    EXPECT_EQ(outcome("AB\nCD"), "2x2 letters 41 42 43 44");
    EXPECT_EQ(outcome("ä\n€\n"), "2x1 letters e4 20ac");
    EXPECT_EQ(outcome("a b\t\n"), "1x4 letters 61 20 62 9");
    EXPECT_EQ(outcome("12\n34\n"), "2x2 letters 31 32 33 34");
    EXPECT_EQ(outcome("P2\nAB\n"), "2x2 letters 50 32 41 42");
    EXPECT_EQ(outcome("P2\n12\n", cell_request::letters), "2x2 letters 50 32 31 32");
    EXPECT_EQ(outcome("1,2\n", cell_request::letters), "1x3 letters 31 2c 32");
}

TEST(matrix_letters, faults_name_the_line) {
    EXPECT_EQ(outcome("AB\nABC\n"), "A: line 2: expected 2 letters, as in line 1, found 3");
    EXPECT_EQ(outcome(">a\nACGT\n"), "A: line 2: expected 2 letters, as in line 1, found 4 (this looks like FASTA: "
                                     "'concord substring' and 'concord overlap' compare sequences)");
    EXPECT_EQ(outcome("@a\nACGT\n+\nIIII\n"),
              "A: line 2: expected 2 letters, as in line 1, found 4 (this looks like FASTQ: 'concord substring' and "
              "'concord overlap' compare sequences)");
    EXPECT_EQ(outcome("@a\nACGT\n"), "A: line 2: expected 2 letters, as in line 1, found 4");
    EXPECT_EQ(outcome("AB\n\nAB\n"), "A: line 2: expected letters, found an empty line");
    EXPECT_EQ(outcome("A\xFF\n"), "A: line 1: expected letters of UTF-8 text, found byte 0xff in column 2");
    EXPECT_EQ(outcome("AB\nA\0\n"s), "A: line 2: expected letters of UTF-8 text, found a NUL byte in column 2");
    EXPECT_EQ(outcome(""), "A: expected a matrix, found an empty file");
    EXPECT_EQ(outcome("\n\n"), "A: expected a matrix, found empty lines only");
    EXPECT_EQ(outcome("\xFF\xD8\xFF\xE0\0"s),
              "A: expected a matrix or a picture in PNG, PGM or PPM, found JPEG (convert it to PNG)");
}

TEST(matrix_numbers, are_told_by_the_first_line) {
    EXPECT_EQ(outcome("1,2\n-3,+4\n"), "2x2 integers 1 2 -3 4");
    EXPECT_EQ(outcome("1\t2\n3\t4"), "2x2 integers 1 2 3 4");
    EXPECT_EQ(outcome(" 1 ; 2\r\n3;4\r\n"), "2x2 integers 1 2 3 4");
    EXPECT_EQ(outcome("  1   2 \n3 4\n"), "2x2 integers 1 2 3 4");
    EXPECT_EQ(outcome("1,2\n0.5,1e3\n"), "2x2 reals 1 2 0.5 1000");
    EXPECT_EQ(outcome("nan,-inf\n"), "1x2 reals nan -inf");
    EXPECT_EQ(outcome("9223372036854775807,-9223372036854775808\n"),
              "1x2 integers 9223372036854775807 -9223372036854775808");
    EXPECT_EQ(outcome("7\n8\n", cell_request::numbers), "2x1 integers 7 8");
    EXPECT_EQ(outcome("7", cell_request::numbers), "1x1 integers 7");
}

TEST(matrix_numbers, faults_name_the_line_and_the_field) {
    EXPECT_EQ(outcome("1,2\n3\n"), "A: line 2: expected 2 numbers, as in line 1, found 1");
    EXPECT_EQ(outcome("1,2\n3,x\n"), "A: line 2: expected a number in field 2, found 'x'");
    EXPECT_EQ(outcome("1,2\n,4\n"), "A: line 2: expected a number in field 1, found an empty field");
    EXPECT_EQ(outcome("1,2\n3,4,\n"), "A: line 2: expected a number in field 3, found an empty field");
    EXPECT_EQ(outcome("1,2\n3,+-4\n"), "A: line 2: expected a number in field 2, found '+-4'");
    EXPECT_EQ(outcome("1,2\n\n3,4\n"), "A: line 2: expected numbers, found an empty line");
    EXPECT_EQ(outcome("1,9223372036854775808\n"),
              "A: line 1: expected a number that 64 bits hold in field 2, found '9223372036854775808'");
    EXPECT_EQ(outcome("1,1e999\n"), "A: line 1: expected a number that 64 bits hold in field 2, found '1e999'");
    EXPECT_EQ(outcome("AB\n", cell_request::numbers), "A: line 1: expected a number in field 1, found 'AB'");
    EXPECT_EQ(outcome("", cell_request::numbers), "A: expected numbers, found an empty file");
}

std::string described(const std::string& descr, const std::string& shape = "(1, 2)", bool fortran = false) {
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
           ", }";
}

TEST(matrix_npy, elements_of_every_type) {
    const auto read = [](const std::string& descr, const std::string& elements) {
        return outcome(npy_file(described(descr), elements));
    };
    EXPECT_EQ(read("|b1", "\0\1"s), "1x2 integers 0 1");
    EXPECT_EQ(read("|u1", "\x01\xFF"s), "1x2 integers 1 255");
    EXPECT_EQ(read("|i1", "\x01\xFF"s), "1x2 integers 1 -1");
    EXPECT_EQ(read("<i2", "\x01\x02\xFE\xFF"s), "1x2 integers 513 -2");
    EXPECT_EQ(read(">i2", "\x02\x01\xFF\xFE"s), "1x2 integers 513 -2");
    EXPECT_EQ(read(">u2", "\xFF\xFE\0\1"s), "1x2 integers 65534 1");
    EXPECT_EQ(read("<i4", "\x01\0\0\x80\x01\0\0\0"s), "1x2 integers -2147483647 1");
    EXPECT_EQ(read(">u4", "\x80\0\0\x01\0\0\0\1"s), "1x2 integers 2147483649 1");
    EXPECT_EQ(read("<i8", "\0\0\0\0\0\0\0\x80\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s),
              "1x2 integers -9223372036854775808 -1");
    EXPECT_EQ(read(">u8", "\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\0\0\0\0\0\2"s), "1x2 integers 9223372036854775807 2");
    EXPECT_EQ(read("<u8", "\0\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\0"s),
              "A: expected integers below 2^63, found 9223372036854775808");
    EXPECT_EQ(read("<f2", "\x00\x3C\x01\x00"s), "1x2 reals 1 5.960464477539063e-08");
    EXPECT_EQ(read(">f2", "\xFC\x00\x7E\x00"s), "1x2 reals -inf nan");
    EXPECT_EQ(read("<f4", "\0\0\xC0\x3F\0\0\x80\xBF"s), "1x2 reals 1.5 -1");
    EXPECT_EQ(read(">f8", "\x3F\xF8\0\0\0\0\0\0\xC0\0\0\0\0\0\0\0"s), "1x2 reals 1.5 -2");
}

TEST(matrix_npy, orders_versions_and_empty_arrays) {
    const std::string elements = "\1\2\3\4\5\6"s;
    EXPECT_EQ(outcome(npy_file(described("|u1", "(2, 3)"), elements)), "2x3 integers 1 2 3 4 5 6");
    EXPECT_EQ(outcome(npy_file(described("|u1", "(2, 3)", true), elements)), "2x3 integers 1 3 5 2 4 6");
    for (const int version : {2, 3})
        EXPECT_EQ(outcome(npy_file(described("|u1", "(2L, 3L)"), elements, version)), "2x3 integers 1 2 3 4 5 6");
    EXPECT_EQ(outcome(npy_file(R"({"shape":(0,5),"descr":"<f4","fortran_order":False})", "")), "0x5 reals");
}

TEST(matrix_npy, faults) {
    const auto read = [](const std::string& dictionary, const std::string& elements = "\1\2"s) {
        return outcome(npy_file(dictionary, elements));
    };
    EXPECT_EQ(read(described("|u1", "(2,)")), "A: expected an array of 2 dimensions, found 1");
    EXPECT_EQ(read(described("|u1", "(1, 1, 2)")), "A: expected an array of 2 dimensions, found 3");
    EXPECT_EQ(read(described("|u1"), "\1"s), "A: expected 1 × 2 elements of 1 byte behind the header, found 1 byte");
    EXPECT_EQ(read(described("|u1"), "\1\2\3"s),
              "A: expected 1 × 2 elements of 1 byte behind the header, found 3 bytes");
    // The product of these is 2 modulo 2^64.
    EXPECT_EQ(read(described("|u1", "(9223372036854775809, 2)")),
              "A: expected 9223372036854775809 × 2 elements of 1 byte behind the header, found 2 bytes");
    EXPECT_EQ(read(described("<c8")), "A: expected booleans, integers of 1 to 8 bytes or floating point of 2, 4 or 8, "
                                      "found elements of type '<c8'");
    EXPECT_EQ(read("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1, 2), }"),
              "A: byte 20: in the header of a NumPy file expected elements of one number each, found a structure of "
              "several");
    EXPECT_EQ(
        read("{'descr': '|u1', 'shape': (1, 2), }"),
        "A: byte 46: in the header of a NumPy file expected the keys descr, fortran_order and shape, found not all "
        "of them");
    EXPECT_EQ(read("{'descr': '|u1', 'fortran_order': Maybe}"),
              "A: byte 44: in the header of a NumPy file expected True or False, found 'M'");
    EXPECT_EQ(outcome("\x93NUMPY\x04\0\0\0"s), "A: expected version 1, 2 or 3 of the NumPy format, found 4");
    EXPECT_EQ(outcome("\x93NUMPY\x01\0\x50\0"s),
              "A: expected a header of 90 bytes of a NumPy file, found the end of the file at byte 10");
    EXPECT_EQ(complaint(npy_file(described("|u1"), "\1\2"s), "AB", cell_request::letters),
              "NOT BAD INPUT: --cells letters is about text, and A is an array");
}

TEST(matrix_pnm, all_four) {
    EXPECT_EQ(outcome("P2\n# two by two\n2 2 15\n0 1\n14 15\n"), "2x2 integers 0 1 14 15");
    EXPECT_EQ(outcome("P5 2 1 255\n\x01\xFF"s), "1x2 integers 1 255");
    EXPECT_EQ(outcome("P5\n2\n1\n65535\n\x01\x02\xFF\xFF"s), "1x2 integers 258 65535");
    EXPECT_EQ(outcome("P3 1 2 255 1 2 3 255 0 16"), "2x1 colours 10203 ff0010");
    EXPECT_EQ(outcome("P6 1 1 255\n\x01\x02\x03"s), "1x1 colours 10203");
    EXPECT_EQ(outcome("P3 2 1 65535 1 2 3 0 0 0"), "1x2 colours 1 0"); // numbers of colours in their order
    EXPECT_EQ(outcome("P3 1 1 15 15 0 1"), "1x1 colours ff0011");
}

TEST(matrix_pnm, faults_name_the_byte) {
    EXPECT_EQ(outcome("P5 2 1 255\n\x01"s), "A: expected 1 rows of 2 pixels, found the end of the file at byte 12");
    EXPECT_EQ(outcome("P5 1 1 255\n\x01\x02"s), "A: byte 12: expected the end of the file, found 1 byte more");
    EXPECT_EQ(outcome("P5 4000000000 4000000000 65535\n"),
              "A: expected 4000000000 rows of 4,000,000,000 pixels, found the end of the file at byte 31");
    EXPECT_EQ(outcome("P2 1 1 15 16"), "A: byte 10: expected a sample of at most 15, found '16'");
    EXPECT_EQ(outcome("P2 1 1 15 x"), "A: byte 10: expected a sample of at most 15, found 'x'");
    EXPECT_EQ(outcome("P2 1 1 15 1 2"), "A: byte 12: expected the end of the file, found '2'");
    EXPECT_EQ(outcome("P5 1 1 0\n\0"s), "A: byte 8: expected the greatest sample, 1 to 65535, found 0");
    EXPECT_EQ(outcome("P5 1 1 99999\n"), "A: byte 7: expected the greatest sample, 1 to 65535, found '99999'");
    EXPECT_EQ(outcome("P5 1"), "A: byte 4: expected the number of rows, found the end of the file");
}

TEST(matrix_pairs, are_of_one_kind) {
    const std::string kinds =
        "they can be compared only where both are of one kind (--cells says what text files hold)";
    EXPECT_EQ(complaint("AB\n", "1,2\n"), "NOT BAD INPUT: A holds letters and B holds integers; " + kinds);
    EXPECT_EQ(complaint("AB\n", "P3 1 1 255 1 2 3"), "NOT BAD INPUT: A holds letters and B holds colours; " + kinds);
    EXPECT_EQ(complaint("1,2\n", "P2 1 1 255 1"), "none");
    EXPECT_EQ(complaint("1,2\n", "0.5,2\n"), "none");
    EXPECT_EQ(complaint("AB\n", ""), "B: expected a matrix, found an empty file");
}

TEST(matrix_pairs, grey_beside_colour_is_coloured) {
    const matrix_pair pair = parse_matrices({"A", "B"}, {"P2 2 1 15 0 15", "P3 1 1 255 255 255 255"}, {});
    EXPECT_EQ(shown(pair, 0), "1x2 colours 0 ffffff");
    EXPECT_EQ(shown(pair, 1), "1x1 colours ffffff");
    EXPECT_EQ(pair.colour_of(0xffffff), 0xffffffU);
}

TEST(matrix_pairs, deep_and_shallow_colours_meet) {
    const matrix_pair pair =
        parse_matrices({"A", "B"}, {"P3 2 1 65535 65535 0 257 1 0 0", "P3 1 1 255 255 0 1"}, cell_request::automatic);
    EXPECT_EQ(shown(pair, 0), "1x2 colours 1 0");
    EXPECT_EQ(shown(pair, 1), "1x1 colours 1");
    EXPECT_EQ(pair.colour_of(1), 0xff0001U);
}

std::string channels_of(std::string_view a, std::string_view b, std::size_t which) {
    const matrix_pair pair = parse_matrices({"A", "B"}, {a, b}, cell_request::automatic, colour_request::channels);
    const matrix& of = pair.of.at(which);
    std::string text = fmt::format("{}x{}x{} {} of {}:", of.rows(), of.columns(), of.channels(),
                                   to_string(pair.kinds.at(which)), pair.white);
    for (const std::int64_t value : std::get<matrix::integers>(of.cells()))
        text += fmt::format(" {}", value);
    return text;
}

TEST(matrix_channels, are_the_samples_of_the_files) {
    const std::string rgb = "P3 2 1 100 1 2 3 100 0 50";
    EXPECT_EQ(channels_of(rgb, rgb, 0), "1x2x3 colours of 100: 1 2 3 100 0 50");
    const std::string rgba = png_file(2, 1, 8, 6, "\0\x01\x02\x03\xFF\x09\x09\x09\x00"s);
    EXPECT_EQ(channels_of(rgba, rgba, 1), "1x2x4 colours of 255: 1 2 3 255 0 0 0 0");
}

TEST(matrix_channels, are_brought_to_one_white_and_one_number) {
    const std::string rgb = "P3 1 1 100 1 2 100";
    EXPECT_EQ(channels_of(rgb, "P3 1 1 200 1 2 200", 0), "1x1x3 colours of 200: 2 4 200");
    EXPECT_EQ(channels_of(rgb, "P2 1 1 200 7", 1), "1x1x3 colours of 200: 7 7 7");
    const std::string rgba = png_file(1, 1, 8, 6, "\0\x01\x02\x03\x80"s);
    EXPECT_EQ(channels_of(rgba, "P3 1 1 255 4 5 6", 0), "1x1x4 colours of 255: 1 2 3 128");
    EXPECT_EQ(channels_of(rgba, "P3 1 1 255 4 5 6", 1), "1x1x4 colours of 255: 4 5 6 255");
    EXPECT_EQ(channels_of("P2 1 1 15 7", "P2 1 1 200 7", 0), "1x1x1 integers of 255: 7");
}

TEST(matrix_png, grey_of_every_depth) {
    EXPECT_EQ(outcome(png_file(3, 1, 1, 0, "\0\xA0"s)), "1x3 integers 1 0 1");
    EXPECT_EQ(outcome(png_file(3, 1, 2, 0, "\0\xD8"s)), "1x3 integers 3 1 2");
    EXPECT_EQ(outcome(png_file(3, 1, 4, 0, "\0\xF1\x20"s)), "1x3 integers 15 1 2");
    EXPECT_EQ(outcome(png_file(2, 2, 8, 0, "\0\x01\xFF\0\x02\x03"s)), "2x2 integers 1 255 2 3");
    EXPECT_EQ(outcome(png_file(2, 1, 16, 0, "\0\x01\x02\xFF\xFF"s)), "1x2 integers 258 65535");
}

TEST(matrix_png, colours_palettes_and_alpha) {
    EXPECT_EQ(outcome(png_file(2, 1, 8, 2, "\0\x01\x02\x03\xFF\xFF\xFF"s)), "1x2 colours 10203 ffffff");
    EXPECT_EQ(outcome(png_file(2, 1, 16, 2, "\0\0\1\0\0\0\0\0\0\0\0\0\0"s)), "1x2 colours 1 0");
    const std::string palette = "\x01\x02\x03\xAA\xBB\xCC"s;
    EXPECT_EQ(outcome(png_file(2, 1, 1, 3, "\0\x40"s, {{"PLTE", palette}})), "1x2 colours 10203 aabbcc");
    EXPECT_EQ(outcome(png_file(2, 1, 1, 3, "\0\x40"s, {{"PLTE", palette}, {"tRNS", "\x80"s}})),
              "1x2 colours 7f010203 aabbcc");
    EXPECT_EQ(outcome(png_file(2, 1, 8, 6, "\0\x01\x02\x03\xFF\x09\x08\x07\x00"s)), "1x2 colours 10203 ff000000");
    EXPECT_EQ(outcome(png_file(2, 1, 8, 4, "\0\x01\xFF\x02\xFF"s)), "1x2 integers 1 2");
    EXPECT_EQ(outcome(png_file(2, 1, 8, 4, "\0\x01\xFF\x02\x7F"s)), "1x2 colours 10101 80020202");
    EXPECT_EQ(outcome(png_file(2, 1, 4, 0, "\0\x12"s, {{"tRNS", "\0\2"s}})), "1x2 colours 111111 ff000000");
}

TEST(matrix_png, interlaced) {
    // Adam7 of 2 × 2: the pixel (0, 0) alone, then (0, 1), then the row below.
    EXPECT_EQ(outcome(png_file(2, 2, 8, 0, "\0\x0A\0\x0B\0\x0C\x0D"s, {}, true)), "2x2 integers 10 11 12 13");
}

TEST(matrix_png, faults) {
    const std::string whole = png_file(2, 2, 8, 0, "\0\x01\xFF\0\x02\x03"s);
    EXPECT_EQ(outcome(whole + "x"),
              fmt::format("A: byte {}: expected the end of the file, found 1 byte more", whole.size()));
    EXPECT_EQ(outcome(whole.substr(0, whole.size() - 20)),
              fmt::format("A: byte {}: expected a PNG file, found the end of the file", whole.size() - 20));
    std::string damaged = whole;
    damaged[45] = static_cast<char>(damaged[45] ^ 1);
    EXPECT_NE(outcome(damaged).find("A: byte "), std::string::npos);
    EXPECT_NE(outcome(damaged).find("expected a PNG file, found"), std::string::npos);
    EXPECT_NE(
        outcome(png_file(900'000, 900'000, 16, 6, "\0"s)).find("expected 900000 × 900000 pixels, found a file of"),
        std::string::npos);
}

} // namespace
} // namespace concord::formats::matrix_file_test

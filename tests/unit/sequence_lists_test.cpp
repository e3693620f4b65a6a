// Files of one sequence a line, tables of pairs, and the alphabet that two files have in common.
#include "formats/npy.hpp"
#include "formats/sequence_lists.hpp"
#include "formats/sequence_pair.hpp"
#include "unit/fastx_test_support.hpp"

#include <concord/error.hpp>

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace concord::formats::sequence_lists_test {
namespace {

/// A test with a folder of its own.
class sequence_lists_test : public testing::Test { // NOLINT(cppcoreguidelines-virtual-class-destructor): as its base is
  protected:
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    std::string write(const std::string& name, const std::string& bytes) {
        std::filesystem::create_directories(folder);
        std::string path = folder / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    /// The message of the error, without the folder.
    template <typename Action>
    std::string complaint(const Action& action) {
        try {
            action();
        } catch (const error& failure) {
            std::string text = failure.what();
            if (const std::size_t at = text.find(folder.string() + "/"); at != std::string::npos)
                text.erase(at, folder.string().size() + 1);
            return (failure.code() == error_code::bad_input ? "" : "NOT BAD INPUT: ") + text;
        }
        return "none";
    }

    sequence_lists lists(const std::vector<std::string>& paths, alphabet kind = alphabet::automatic,
                         line_files lines = line_files::by_content) {
        read_options options;
        options.lines = lines;
        return read_lists(paths, kind, options);
    }

    std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) /
        (std::string("lists_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(sequence_lists_test, lines_are_named_by_their_numbers) {
    const sequence_lists both = lists({write("a.txt", "one\r\n\nthree 3"), write("b.txt", "> x\n@ y\n")},
                                      alphabet::automatic, line_files::always);
    ASSERT_EQ(both.a.size(), 3U);
    EXPECT_EQ(both.a.name(2), "3");
    EXPECT_EQ(both.a.text(0, 0, 3), "one");
    EXPECT_EQ(both.a.length(1), 0U);
    EXPECT_EQ(both.a.text(2, 0, 7), "three 3");
    ASSERT_EQ(both.b.size(), 2U);
    EXPECT_EQ(both.b.text(0, 0, 3), "> x");
    EXPECT_EQ(both.a.alphabet(), alphabet::utf8);
    EXPECT_EQ(both.b.alphabet(), alphabet::utf8);
}

/// From a file, whose blocks all threads read, and from one that is read line by line.
TEST_F(sequence_lists_test, empty_lines_behind_the_last_word_are_none) {
    for (const alphabet kind : {alphabet::automatic, alphabet::bytes}) {
        for (const std::string& bytes : {std::string("one\n\nthree\n\n\r\n\n"), std::string("one\n\nthree\n\n"),
                                         std::string("one\n\nthree\n"), std::string("one\n\nthree")}) {
            const sequence_lists plain = lists({write("a.txt", bytes)}, kind, line_files::always);
            ASSERT_EQ(plain.a.size(), 3U) << bytes;
            EXPECT_EQ(plain.a.length(1), 0U);
            EXPECT_EQ(plain.a.name(2), "3");
            EXPECT_EQ(plain.a.text(2, 0, 5), "three");
            ASSERT_EQ(plain.hints.size(), 1U);
            EXPECT_TRUE(plain.hints.front().ends_with("a.txt: line 2 is empty, and counts as an empty sequence"));
            EXPECT_EQ(lists({write("a.gz", test::gzip_member(bytes))}, kind, line_files::always).a.size(), 3U);
        }
        EXPECT_EQ(lists({write("b.txt", "\n\n")}, kind, line_files::always).a.size(), 2U); // there is no last word
        EXPECT_EQ(lists({write("c.txt", "\n\nword\n\n")}, kind, line_files::always).a.size(), 3U);
        EXPECT_TRUE(lists({write("d.txt", "word\nother\n\n")}, kind, line_files::always).hints.empty());
    }
}

TEST_F(sequence_lists_test, content_tells_lines_from_records) {
    const std::string records = write("a", "\n>r1\nACGT\n>r2\nAC\n");
    const std::string packed = write("b", test::gzip_member("ACGT\nTTTT\nGGGG\n"));
    const sequence_lists both = lists({records, packed});
    EXPECT_EQ(both.a.size(), 2U);
    EXPECT_EQ(both.a.name(1), "r2");
    EXPECT_EQ(both.b.size(), 3U);
    EXPECT_EQ(both.a.alphabet(), alphabet::dna);
    EXPECT_EQ(both.b.alphabet(), alphabet::dna);
    EXPECT_EQ(lists({packed}).a.alphabet(), alphabet::utf8);
    EXPECT_EQ(lists({packed}).b.size(), 3U); // itself
}

TEST_F(sequence_lists_test, both_files_settle_the_alphabet) {
    const std::string dna = write("dna", ">a\nACGT\n");
    const std::string protein = write("protein", ">b\nMKVLAEFPQWY\n>c\nACGT\n");
    EXPECT_EQ(lists({dna, protein}).a.alphabet(), alphabet::protein);
    EXPECT_EQ(lists({protein, dna}).b.alphabet(), alphabet::protein);
    EXPECT_EQ(lists({dna, dna}).b.alphabet(), alphabet::dna);
    const std::string late = write("late", ">a\n" + std::string(65'536, 'A') + "\n>b\nAC\nGE\n>c\nAC1T\n");
    EXPECT_EQ(complaint([&] {
                  (void)lists({dna, late});
              }),
              "late: record 3, line 7: expected a letter of the alphabet of the letters before, found '1' in column 3 "
              "('1' is not a letter of the dna alphabet)");
}

TEST_F(sequence_lists_test, wrong_letters_are_placed) {
    const std::string latin = write("latin", "caf\xC3\xA9\ncaf\xE9\n");
    EXPECT_EQ(complaint([&] { (void)lists({latin}); }),
              "latin: line 2: expected UTF-8 (--alphabet bytes takes any byte), found byte 0xe9 in column 4");
    EXPECT_EQ(lists({latin}, alphabet::bytes).a.length(0), 5U);
    EXPECT_EQ(complaint([&] { (void)lists({latin}, alphabet::dna); }),
              "latin: line 1: expected a letter of the alphabet dna, found byte 0xc3 in column 4");
}

TEST_F(sequence_lists_test, other_formats_are_turned_down) {
    EXPECT_EQ(complaint([&] { (void)lists({write("zip", "PK\x03\x04")}); }),
              "zip: expected text, plain or gzip, found a zip archive (unpack it first)");
    EXPECT_EQ(complaint([&] { (void)lists({write("bz", "BZh91AY&SY")}); }),
              "bz: expected text, plain or gzip, found bzip2 data (unpack it with bunzip2)");
    EXPECT_EQ(lists({write("names", "BZhang\nCRAMer\n")}).a.size(), 2U);
    EXPECT_EQ(complaint([&] { (void)lists({write("empty", "")}); }), "empty: expected sequences, found no record");
    EXPECT_EQ(lists({write("empty", "")}, alphabet::automatic, line_files::always).a.size(), 0U);
}

TEST_F(sequence_lists_test, table_of_pairs) {
    const sequence_lists pairs = read_pair_table(write("p.tsv", "a\tbc\r\n\tx y\n"), alphabet::automatic, {});
    ASSERT_EQ(pairs.a.size(), 2U);
    ASSERT_EQ(pairs.b.size(), 2U);
    EXPECT_EQ(pairs.b.text(0, 0, 2), "bc");
    EXPECT_EQ(pairs.a.length(1), 0U);
    EXPECT_EQ(pairs.b.text(1, 0, 3), "x y");
    EXPECT_EQ(pairs.b.name(1), "2");
    const auto read = [&](const std::string& bytes, alphabet kind = alphabet::automatic) {
        return complaint([&] { (void)read_pair_table(write("q.tsv", bytes), kind, {}); });
    };
    EXPECT_EQ(read("a\tb\nab\n"), "q.tsv: line 2: expected two columns and a tab between them, found 1 column ('ab')");
    EXPECT_EQ(read("a\tb\tc\n"), "q.tsv: line 1: expected two columns and a tab between them, found 3 columns");
    EXPECT_EQ(read("a\tb\n\na\tc\n"),
              "q.tsv: line 2: expected two columns and a tab between them, found an empty line");
    EXPECT_EQ(read("AC\tA1\n", alphabet::dna),
              "q.tsv: line 1: expected a letter of the alphabet dna, found '1' in column 5");
    EXPECT_EQ(read("\xC3\xA9\t\xE9\n"),
              "q.tsv: line 1: expected UTF-8 (--alphabet bytes takes any byte), found byte 0xe9 in column 4");
}

TEST_F(sequence_lists_test, pair_by_token) {
    const sequence_pair pair = sequence_pair::of_files({write("a", "the  cat\n\tsat"), write("b", "the hat sat\r\n")},
                                                       pair_unit::token, alphabet::automatic, {});
    EXPECT_EQ(pair.length(pair_side::a), 3U);
    EXPECT_EQ(pair.length(pair_side::b), 3U);
    EXPECT_EQ(pair.distinct_symbols(), 4U);
    EXPECT_EQ(pair.symbol(pair_side::a, 1), "cat");
    EXPECT_EQ(pair.symbol(pair_side::b, 1), "hat");
    EXPECT_EQ(pair.symbol(pair_side::a, 2), "sat");
}

TEST(npy, header_is_what_numpy_reads) {
    const std::string header = npy_header(3, 1'000'000);
    EXPECT_EQ(header.size() % 64, 0U);
    EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const auto described = static_cast<unsigned char>(header[8]) + 256U * static_cast<unsigned char>(header[9]);
    EXPECT_EQ(described + 10, header.size());
    EXPECT_EQ(header.substr(10, 68), "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 1000000), }   ");
    EXPECT_EQ(header.back(), '\n');
    for (const std::uint64_t rows : {0ULL, 1ULL, 12'345'678'901ULL, 99'999'999'999'999ULL})
        EXPECT_EQ(npy_header(rows, rows).size() % 64, 0U);
    const std::uint32_t numbers[] = {1, 0xFFFF'FFFF};
    EXPECT_EQ(npy_bytes(numbers), std::string("\x01\0\0\0\xFF\xFF\xFF\xFF", 8));
}

} // namespace
} // namespace concord::formats::sequence_lists_test

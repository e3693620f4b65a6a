// The grammar of FASTA and FASTQ: what is read, and what each fault is called. All expectations are worked by hand.
#include "fastx_test_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>
#include <vector>

namespace concord::test::fastx_reader_test {
namespace {

using namespace std::string_literals;

TEST(fastx_reader, reads_wrapped_fasta) {
    EXPECT_EQ(outcome(">one the first\nACGT\nAC\n>two\nG\n"), "1@1 one|one the first|ACGTAC\n2@4 two|two|G\nend");
}

TEST(fastx_reader, reads_fastq) {
    EXPECT_EQ(outcome("@one a\nACGT\n+\n!I~#\n@two\nGG\n+two\nII\n"), "1@1 one|one a|ACGT\n2@5 two|two|GG\nend");
}

TEST(fastx_reader, takes_the_first_word_of_the_title_as_name) {
    EXPECT_EQ(outcome("> a b\nA\n>\nC\n>x\ty\nG\n>\xC3\xA9 z\nT"),
              "1@1 a| a b|A\n2@3 ||C\n3@5 x|x\ty|G\n4@7 \xC3\xA9|\xC3\xA9 z|T\nend");
}

TEST(fastx_reader, keeps_letters_as_they_are) { EXPECT_EQ(outcome(">a\naCgTuN-*.?9\n"), "1@1 a|a|aCgTuN-*.?9\nend"); }

TEST(fastx_reader, reads_dos_lines_and_a_last_line_without_end) {
    EXPECT_EQ(outcome(">a b\r\nAC\r\nGT\r\n\r\n>c\r\nT"), "1@1 a|a b|ACGT\n2@5 c|c|T\nend");
    EXPECT_EQ(outcome(">a\r\nAC\r"), "1@1 a|a|AC\nend");
    EXPECT_EQ(outcome("@a\r\nAC\r\n+a\r\nII\r\n@b\r\nG\r\n+\r\nI"), "1@1 a|a|AC\n2@5 b|b|G\nend");
}

TEST(fastx_reader, passes_over_empty_lines_between_records) {
    EXPECT_EQ(outcome("\n\n>a\nAC\n\n\n>b\nG\n\n"), "1@3 a|a|AC\n2@7 b|b|G\nend");
    EXPECT_EQ(outcome("\r\n@a\nAC\n+\nII\n\n@b\nG\n+\nI\n\n\n"), "1@2 a|a|AC\n2@7 b|b|G\nend");
}

TEST(fastx_reader, reads_empty_records) {
    EXPECT_EQ(outcome(">a\n>b\n\n>c"), "1@1 a|a|\n2@2 b|b|\n3@4 c|c|\nend");
    EXPECT_EQ(outcome("@a\n\n+\n\n@b\n\n+b\n\n"), "1@1 a|a|\n2@5 b|b|\nend");
    EXPECT_EQ(outcome("@a\n\n+\n"), "1@1 a|a|\nend"); // the empty line of qualities lacks its newline
}

TEST(fastx_reader, reads_wrapped_fastq_whose_qualities_look_like_markers) {
    EXPECT_EQ(outcome("@a\nACGT\nACG\n+\n@+@I\n+>@\n@b\nAC\n+\n@@\n"), "1@1 a|a|ACGTACG\n2@7 b|b|AC\nend");
}

struct fault {
    const char* name;
    std::string bytes;
    std::string message; ///< behind the records that come first
};

std::ostream& operator<<(std::ostream& out, const fault& f) { return out << f.name; }

class faulty_file : public testing::TestWithParam<fault> {};

TEST_P(faulty_file, is_an_error_that_names_the_place) {
    const std::string result = outcome(GetParam().bytes);
    const std::size_t last = result.rfind('\n') == std::string::npos ? 0 : result.rfind('\n') + 1;
    EXPECT_EQ(result.substr(last), "FILE: " + GetParam().message);
}

const std::array faults = {
    fault{"nothing", "", "expected sequences, found no record"},
    fault{"empty_lines_only", "\n\r\n\n", "expected sequences, found no record"},
    fault{"text_first", "ACGT\n>a\nA\n", "record 1, line 1: expected '>' (FASTA) or '@' (FASTQ), found 'ACGT'"},
    fault{"comment_first", "\n;x\n>a\nA\n", "record 1, line 2: expected '>' (FASTA) or '@' (FASTQ), found ';x'"},
    fault{"comment", ">a\nA\n;c\nC\n",
          "record 1, line 3: expected letters ('; comments' are not supported), found ';c'"},
    fault{"empty_line_in_fasta", ">a\nAC\n\nGT\n", "record 1, line 4: expected '>' after an empty line, found 'GT'"},
    fault{"empty_line_behind_title", ">a\n\nGT\n", "record 1, line 3: expected '>' after an empty line, found 'GT'"},
    fault{"fastq_in_fasta", ">a\nAC\n@b\nAC\n+\nII\n", "record 1, line 3: expected letters or '>', found '@b'"},
    fault{"fastq_behind_empty_line", ">a\nAC\n\n@b\n",
          "record 1, line 4: expected '>' after an empty line, found '@b'"},
    fault{"fasta_in_fastq", "@a\nAC\n+\nII\n>b\nAC\n",
          "record 2, line 5: expected a title line that begins with '@', found '>b'"},
    fault{"lost_line_break", ">a\nACGT>b\nC\n", "record 1, line 2: expected letters, found '>' in column 5"},
    fault{"space", ">a\nAC\nAC GT\n", "record 1, line 3: expected letters, found a space in column 3"},
    fault{"trailing_tab", ">a\nAC\t\r\n", "record 1, line 2: expected letters, found a tab in column 3"},
    fault{"null", ">a\nA\0C\n"s, "record 1, line 2: expected letters, found a NUL byte in column 2"},
    fault{"delete", ">a\nA\x7F\n", "record 1, line 2: expected letters, found byte 0x7f in column 2"},
    fault{"old_mac_lines", ">a\rACGT\r",
          "record 1, line 1: expected a title without control bytes, found a carriage "
          "return inside the line in column 3"},
    fault{"null_in_title", ">a\nA\n>b\0\nC\n"s,
          "record 2, line 3: expected a title without control bytes, found a NUL byte in column 3"},
    fault{"title_only", "@a\n", "record 1, line 2: expected a line of letters, found the end of the file"},
    fault{"title_cut", "@a", "record 1, line 1: expected a line of letters, found the end of the file"},
    fault{"no_letters", "@a\n+\nII\n", "record 1, line 2: expected a line of letters, found '+'"},
    fault{"letters_cut", "@a\nAC", "record 1, line 2: expected letters or '+', found the end of the file"},
    fault{"no_plus", "@a\nAC\n", "record 1, line 3: expected letters or '+', found the end of the file"},
    fault{"no_plus_next", "@a\nAC\n@b\nAC\n+\nII\n", "record 1, line 3: expected letters or '+', found '@b'"},
    fault{"empty_line_in_letters", "@a\nAC\n\nGT\n+\nIIII\n",
          "record 1, line 3: expected letters or '+', found an empty line"},
    fault{"letters_behind_none", "@a\n\nGT\n+\nII\n",
          "record 1, line 3: expected '+' after an empty line of letters, found 'GT'"},
    fault{"other_title", "@a b\nAC\n+a c\nII\n",
          "record 1, line 3: expected '+' alone or followed by the title of the "
          "record, found '+a c', different from column 4 on"},
    fault{"first_word_only", "@a b\nAC\n+a\nII\n",
          "record 1, line 3: expected '+' alone or followed by the title of the "
          "record, found '+a', different from column 3 on"},
    fault{"plus_cut", "@a\nAC\n+", "record 1, line 3: expected 2 qualities, found the end of the file"},
    fault{"no_qualities", "@a\nAC\n+\n", "record 1, line 4: expected 2 qualities, found the end of the file"},
    fault{"empty_qualities", "@a\nAC\n+\n\n", "record 1, line 4: expected 2 qualities, found an empty line"},
    fault{"empty_read_plus_cut", "@a\n\n+",
          "record 1, line 3: expected an empty line of qualities, found the end of the file"},
    fault{"empty_read_with_qualities", "@a\n\n+\nI\n",
          "record 1, line 4: expected an empty line of qualities, found 'I'"},
    fault{"qualities_cut", "@a\nACG\n+\nII",
          "record 1, line 4: expected 3 qualities, found 2 before the end of the file"},
    fault{"qualities_short", "@a\nACG\n+\nII\n@b b\nA\n+\nI\n",
          "record 1, line 4: expected 3 qualities, found 2 before a line that begins with '@'"},
    fault{"qualities_short_then_empty", "@a\nACG\n+\nII\n\n@b\n",
          "record 1, line 4: expected 3 qualities, found 2 before an empty line"},
    fault{"qualities_long", "@a\nACG\n+\nIIII\n", "record 1, line 4: expected 3 qualities, found more"},
    fault{"qualities_long_wrapped", "@a\nACG\n+\nI\nIII\n", "record 1, line 5: expected 3 qualities, found more"},
    fault{"one_quality_long", "@a\nA\n+\nII\n", "record 1, line 4: expected 1 quality, found more"},
    fault{"qualities_twice", "@a\nACG\n+\nIII\n+\nIII\n",
          "record 2, line 5: expected a title line that begins with '@', found '+'"},
    fault{"quality_space", "@a\nACG\n+\nI I\n",
          "record 1, line 4: expected qualities from '!' to '~', found a space in column 2"},
    fault{"quality_high", "@a\nA\n+\n\x80\n",
          "record 1, line 4: expected qualities from '!' to '~', found byte 0x80 in column 1"},
    fault{"zip", "PK\x03\x04rest", "expected FASTA or FASTQ, plain or gzip, found a zip archive (unpack it first)"},
    fault{"bzip2", "BZh91AY", "expected FASTA or FASTQ, plain or gzip, found bzip2 data (unpack it with bunzip2)"},
    fault{"byte_order_mark", "\xEF\xBB\xBF>a\nA\n",
          "expected FASTA or FASTQ, plain or gzip, found a UTF-8 byte order mark (save the file without it)"},
    fault{"long_text_is_cut_and_escaped", "x\t\x1B" + std::string(60, 'y') + "\n",
          "record 1, line 1: expected '>' (FASTA) or '@' (FASTQ), found 'x\\x09\\x1b" + std::string(37, 'y') + "…'"},
};

INSTANTIATE_TEST_SUITE_P(all, faulty_file, testing::ValuesIn(faults),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(fastx_reader, does_not_depend_on_the_size_of_its_buffer) {
    std::vector<std::string> files = {
        ">one the first\nACGT\nAC\n\n>two\nG\n>three\n",
        ">a b\r\nAC\r\nGT\r\n\r\n>c\r\nT\r",
        "@a\r\nACGT\r\nACG\r\n+a\r\n@+@I\r\n+>@\r\n\r\n@b\r\n\r\n+\r\n\r\n",
        ">a\nAC\r\rGT\n",
        "\r\r\n>a\n",
        "@a\nACG\n+\nII\n@b b\nA\n+\nI\n",
    };
    for (const fault& f : faults)
        files.push_back(f.bytes);
    for (const std::string& file : files) {
        const std::string expected = outcome(file);
        for (std::size_t size = 1; size <= 70; ++size)
            ASSERT_EQ(outcome(file, size), expected) << "buffer of " << size << " bytes";
    }
}

TEST(fastx_reader, cut_anywhere_a_fastq_file_is_an_error_or_lacks_whole_records_only) {
    const std::string file = "@a x\nACGT\nAC\n+a x\nIIII\nII\n\n@b\n\n+\n\n@c\nG\n+\nI\n";
    const std::string a = "1@1 a|a x|ACGTAC\n";
    const std::string b = "2@8 b|b|\n";
    for (std::size_t length = 0; length < file.size(); ++length) {
        const std::string result = outcome(std::string_view(file).substr(0, length));
        if (length == 25 || length == 26 || length == 27) { // behind the last quality, its newline, the empty line
            EXPECT_EQ(result, a + "end") << length;
        } else if (length == 33 || length == 34) { // behind '+' and its newline, and the newline of no qualities
            EXPECT_EQ(result, a + b + "end") << length;
        } else if (length == file.size() - 1) { // the last newline
            EXPECT_EQ(result, a + b + "3@12 c|c|G\nend") << length;
        } else {
            EXPECT_TRUE(is_error(result)) << length << ": " << result;
        }
    }
}

TEST(fastx_reader, tells_where_a_letter_stands) {
    formats::fastx_reader reader(std::string_view("\n>a\nACGT\nACGT\nAC\n>b\nA\nACG\nT\n"), "FILE");
    formats::fastx_record record;
    ASSERT_TRUE(reader.next(record));
    const auto place = [&](std::uint64_t letter) {
        const auto p = reader.place_of(letter);
        return std::to_string(p.line) + ":" + std::to_string(p.column);
    };
    EXPECT_EQ(place(0), "3:1");
    EXPECT_EQ(place(3), "3:4");
    EXPECT_EQ(place(4), "4:1");
    EXPECT_EQ(place(9), "5:2");
    ASSERT_TRUE(reader.next(record));
    EXPECT_EQ(place(0), "7:1");
    EXPECT_EQ(place(1), "8:1");
    EXPECT_EQ(place(3), "8:3");
    EXPECT_EQ(place(4), "9:1");
}

TEST(fastx_reader, reads_lines_longer_than_its_buffer) {
    const std::string letters(3'000'001, 'G');
    EXPECT_EQ(outcome(">a\n" + letters + "\n>b\nA"), "1@1 a|a|" + letters + "\n2@3 b|b|A\nend");
}

} // namespace
} // namespace concord::test::fastx_reader_test

// Compressed sequence files: whatever is damaged is an error, or else was read as if it were sound.
#include "fastx_test_support.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <htslib/bgzf.h>

namespace concord::test::fastx_compression_test {
namespace {

const std::string text = "@a\nACGTTGCAAC\n+\nIIIIIIIIII\n@b b\nTTGACCATGA\n+\nHHHHHHHHHH\n@c\nGATTACA\n+\n1234567\n";
const std::string sound = "1@1 a|a|ACGTTGCAAC\n2@5 b|b b|TTGACCATGA\n3@9 c|c|GATTACA\nend";

/// Cuts inside records, so that a file cut between members or blocks is cut inside a record.
std::pair<std::string, std::string> halves() { return {text.substr(0, 35), text.substr(35)}; }

std::string two_members() { return gzip_member(halves().first) + gzip_member(halves().second); }
std::string bgzf_file() { return bgzf_block(halves().first) + bgzf_block(halves().second) + bgzf_end; }

std::string shifted(std::string bytes, std::size_t at, int bit) {
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << bit));
    return bytes;
}

class compressed_file : public testing::TestWithParam<std::string (*)()> {};

TEST_P(compressed_file, is_read) {
    for (const unsigned threads : {1U, 2U, 4U})
        EXPECT_EQ(outcome(GetParam()(), 1000, threads), sound);
}

TEST_P(compressed_file, cut_anywhere_is_an_error) {
    const std::string file = GetParam()();
    for (std::size_t length = 0; length < file.size(); ++length) {
        const std::string result = outcome(std::string_view(file).substr(0, length));
        EXPECT_TRUE(is_error(result)) << length << ": " << result;
    }
}

TEST_P(compressed_file, with_a_flipped_bit_is_an_error_or_the_same) {
    const std::string file = GetParam()();
    std::size_t unnoticed = 0;
    for (std::size_t at = 0; at < file.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            const std::string result = outcome(shifted(file, at, bit));
            if (is_error(result)) continue;
            EXPECT_EQ(result, sound) << "bit " << bit << " of byte " << at;
            ++unnoticed;
        }
    }
    // Of a header, the time (4 bytes), the level, the system and one flag say nothing about the content.
    EXPECT_LT(unnoticed, 3U * 8U * 10U);
}

TEST_P(compressed_file, followed_by_garbage_is_an_error) {
    using namespace std::string_literals;
    for (const std::string& garbage : {"x"s, "\n"s, "\x1F"s, "\x1F\x8B"s, "\x1F\x8B\x08"s, "\0x"s, ">a\nACGT\n"s})
        EXPECT_TRUE(is_error(outcome(GetParam()() + garbage))) << garbage;
}

TEST_P(compressed_file, may_be_padded_with_zeros_as_on_tapes) {
    for (const std::size_t zeros : {1U, 511U, 600'000U})
        EXPECT_EQ(outcome(GetParam()() + std::string(zeros, '\0')), sound);
}

TEST_P(compressed_file, gives_the_same_outcome_for_any_buffer_and_threads) {
    const std::string file = GetParam()();
    for (const std::size_t length : {file.size(), file.size() - 1, file.size() / 2, file.size() / 3}) {
        const std::string expected = outcome(std::string_view(file).substr(0, length));
        for (std::size_t size = 1; size <= 70; ++size)
            EXPECT_EQ(outcome(std::string_view(file).substr(0, length), size, 1 + size % 2), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(all, compressed_file,
                         testing::Values([] { return gzip_member(text); }, two_members, bgzf_file));

TEST(fastx_compression, names_the_record_and_the_byte) {
    const std::string file = gzip_member(text);
    EXPECT_EQ(outcome(file.substr(0, file.size() - 1)),
              "1@1 a|a|ACGTTGCAAC\n2@5 b|b b|TTGACCATGA\n3@9 c|c|GATTACA\nFILE: record 4, byte " +
                  std::to_string(file.size() - 1) +
                  " of the compressed file: expected the rest of the compressed data, found the end of the file");
    EXPECT_EQ(
        outcome(file.substr(0, 5)),
        "FILE: byte 5 of the compressed file: expected the rest of the compressed data, found the end of the file");
}

TEST(fastx_compression, a_reserved_flag_is_damage) {
    for (const int bit : {5, 6, 7}) {
        const std::string result = outcome(shifted(gzip_member(text), 3, bit));
        EXPECT_NE(result.find("unknown header flags set"), std::string::npos) << result;
    }
}

TEST(fastx_compression, bgzf_must_end_with_its_last_block) {
    const std::string block = bgzf_block(text);
    EXPECT_EQ(outcome(block + bgzf_end), sound);
    EXPECT_TRUE(outcome(block).ends_with("expected the empty block that ends BGZF data, found the end of the data"));
    EXPECT_TRUE(is_error(outcome(bgzf_end + block)));
    EXPECT_TRUE(is_error(outcome(block + gzip_member(">x\nA\n")))); // BGZF goes over into gzip without its end
}

TEST(fastx_compression, concatenated_bgzf_files_are_one) {
    const auto [first, second] = halves();
    EXPECT_EQ(outcome(bgzf_block(first) + bgzf_end + bgzf_block(second) + bgzf_end), sound);
    EXPECT_EQ(outcome(bgzf_block(first) + bgzf_end + gzip_member(second)), sound);
    EXPECT_EQ(outcome(gzip_member(first) + bgzf_block(second) + bgzf_end), sound);
    EXPECT_EQ(outcome(bgzf_block("") + bgzf_block(text) + bgzf_end), sound);
}

TEST(fastx_compression, a_bgzf_block_has_the_length_that_its_header_says) {
    EXPECT_NE(outcome(bgzf_block(text, 1) + bgzf_end).find("expected a BGZF block of"), std::string::npos);
}

TEST(fastx_compression, empty_content_holds_no_record) {
    for (const std::string& file : {gzip_member(""), bgzf_end, gzip_member("") + gzip_member("\n")})
        EXPECT_EQ(outcome(file), "FILE: expected sequences, found no record");
}

/// Letters, and a copy of 8 from 100 before, where there is nothing: none of what the memory held may be seen.
TEST(fastx_compression, a_copy_from_before_the_start_is_damage) {
    const std::string deflate = ""
                                "\xB3"
                                "\x4B"
                                "\xE4"
                                "\x72"
                                "\x74"
                                "\x76"
                                "\x0F"
                                "\x71"
                                "\x74"
                                "\x76"
                                "\x0F"
                                "\x71"
                                "\x74"
                                "\x76"
                                "\x0F"
                                "\x71"
                                "\x74"
                                "\x76"
                                "\x0F"
                                "\x71"
                                "\x74"
                                "\x76"
                                "\x0F"
                                "\x81"
                                "\xD9"
                                "\xE1"
                                "\xE8"
                                "\xEC"
                                "\x0E"
                                "\x00";
    const std::string file = std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10) + deflate + std::string(8, '\0');
    for (int times = 0; times < 3; ++times) {
        const std::string result = outcome(file);
        EXPECT_NE(result.find("expected sound gzip data, found damage (invalid distance"), std::string::npos) << result;
    }
}

TEST(fastx_compression, compressed_twice_is_an_error) {
    EXPECT_EQ(outcome(gzip_member(gzip_member(text))), "FILE: expected FASTA or FASTQ, plain or gzip, found gzip data "
                                                       "inside gzip data (unpack it once)");
    EXPECT_TRUE(is_error(outcome(gzip_member("BAM\x01rest"))));
}

TEST(fastx_compression, reads_large_files_beside_the_parsing) {
    std::string large;
    for (int i = 0; i < 40'000; ++i)
        large += "@read " + std::to_string(i) + "\nACGTACGTACGTTTGACCAAGT\n+\nIIIIIIIIIIIIIIIIIIIIII\n";
    const std::string expected = outcome(large);
    EXPECT_FALSE(is_error(expected));
    const std::string file = gzip_member(large);
    EXPECT_EQ(outcome(file, 1U << 16U, 2), expected);
    EXPECT_EQ(outcome(file.substr(0, file.size() / 2), 1U << 16U, 2), outcome(file.substr(0, file.size() / 2), 100));
}

TEST(fastx_compression, a_reader_may_be_dropped_before_the_end) {
    std::string large = ">first\nACGT\n>second\n";
    large.resize(20'000'000, 'A');
    const std::string file = gzip_member(large);
    formats::read_options options;
    options.threads = 2;
    formats::fastx_reader reader(file, "FILE", options);
    formats::fastx_record record;
    ASSERT_TRUE(reader.next(record));
    EXPECT_EQ(record.letters, "ACGT");
}

TEST(fastx_compression, reads_what_htslib_writes) {
    const auto path = std::filesystem::path(testing::TempDir()) / "fastx_compression_test.fq.gz";
    BGZF* const file = bgzf_open(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    ASSERT_EQ(bgzf_write(file, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ASSERT_EQ(bgzf_close(file), 0);
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(outcome(bytes), sound);
    EXPECT_TRUE(bytes.ends_with(bgzf_end));
    std::filesystem::remove(path);
}

} // namespace
} // namespace concord::test::fastx_compression_test

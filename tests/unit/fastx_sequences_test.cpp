// From files to a collection: what files there are, wrong letters, progress, cancelling; and the shared FASTQ cases.
#include "fastx_test_support.hpp"

#include <gtest/gtest.h>

#include <concord/sequences.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace concord::test::fastx_sequences_test {
namespace {

namespace fs = std::filesystem;

class fastx_sequences : public testing::Test {
  public:
    fastx_sequences() : folder(fs::path(testing::TempDir()) / ("fastx_sequences_" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~fastx_sequences() override { fs::remove_all(folder); }

  protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }

    [[nodiscard]] std::string file(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    /// The message of the error without the folder, or «read».
    [[nodiscard]] std::string message(const std::vector<std::string>& paths, alphabet kind = alphabet::dna,
                                      error_code code = error_code::bad_input) const {
        try {
            (void)formats::read_sequences(paths, kind);
            return "read";
        } catch (const error& failure) {
            EXPECT_EQ(failure.code(), code);
            std::string text = failure.what();
            if (text.starts_with(folder.string() + "/")) text.erase(0, folder.string().size() + 1);
            return text;
        }
    }

    fs::path folder;
};

TEST_F(fastx_sequences, several_files_of_any_kind_are_one_collection) {
    const std::vector<std::string> paths = {file("a.fa", ">one x\nAC\nGT\n>two\n"),
                                            file("b.txt", gzip_member("@three\nTTG\n+\nIII\n")),
                                            file("c", bgzf_block(">four\nacgu\n") + bgzf_end)};
    for (const unsigned threads : {1U, 2U}) {
        formats::read_options options;
        options.threads = threads;
        const auto set = formats::read_sequences(paths, alphabet::dna, options);
        ASSERT_EQ(set.size(), 4U);
        EXPECT_EQ(set.name(0), "one");
        EXPECT_EQ(set.text(0, 0, 4), "ACGT");
        EXPECT_EQ(set.length(1), 0U);
        EXPECT_EQ(set.name(2), "three");
        EXPECT_EQ(set.text(2, 0, 3), "TTG");
        EXPECT_EQ(set.name(3), "four");
        EXPECT_EQ(set.length(3), 4U);
    }
}

TEST_F(fastx_sequences, files_that_cannot_be_read) {
    EXPECT_EQ(message({path("missing.fa")}), "missing.fa: No such file or directory");
    EXPECT_EQ(message({folder.string()}), folder.string() + ": Is a directory");
    EXPECT_EQ(message({file("empty", "")}), "empty: expected sequences, found no record");
    EXPECT_EQ(message({file("good", ">a\nA\n"), file("gap", "\n")}), "gap: expected sequences, found no record");
    EXPECT_EQ(message({file("two\nlines", "x")}),
              "two\\x0alines: record 1, line 1: expected '>' (FASTA) or '@' (FASTQ), found 'x'");
    EXPECT_EQ(message({}, alphabet::dna, error_code::usage), "expected a sequence file, found none");
    if (::geteuid() != 0) { // root may read everything
        const std::string closed = file("closed", ">a\nA\n");
        ::chmod(closed.c_str(), 0);
        EXPECT_EQ(message({closed}), "closed: Permission denied");
    }
}

TEST_F(fastx_sequences, a_wrong_letter_is_found_in_its_file) {
    EXPECT_EQ(message({file("a", ">a\nACGT\n>b\nACGT\nAC!T\n")}),
              "a: record 2, line 5: expected a letter of the alphabet dna, found '!' in column 3");
    EXPECT_EQ(message({file("b", ">a\nMKV\nK1\n")}, alphabet::protein),
              "b: record 1, line 3: expected a letter of the alphabet protein, found '1' in column 2");
    EXPECT_EQ(message({file("c", "@a\nAC\xC3\xA9\n+\nIIII\n")}),
              "c: record 1, line 2: expected a letter of the alphabet dna, found byte 0xc3 in column 3");
    EXPECT_EQ(message({file("d", ">a\nAC!T\n")}, alphabet::bytes), "read");
    EXPECT_TRUE(
        message({file("e", ">a\n" + std::string(70'000, 'A') + "\nA!\n")}, alphabet::automatic)
            .starts_with("e: record 1, line 3: expected a letter of the alphabet of the letters before, found '!' "
                         "in column 2"));
}

TEST_F(fastx_sequences, reads_a_pipe) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << gzip_member(">a\nACGT\n"); });
    const auto set = formats::read_sequences(std::vector{pipe}, alphabet::dna);
    writer.join();
    EXPECT_EQ(set.letters(), 4U);
}

TEST_F(fastx_sequences, a_silent_pipe_can_be_left) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int both_ends = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC); // so that nobody waits for the other end
    ASSERT_GE(both_ends, 0);
    const std::string start = gzip_member(">a\nACGT\n");
    ASSERT_EQ(::write(both_ends, start.data(), start.size()), static_cast<ssize_t>(start.size()));
    for (const unsigned threads : {1U, 2U}) {
        int asked = 0;
        formats::read_options options;
        options.threads = threads;
        options.cancelled = [&] { return ++asked > 3; };
        try {
            (void)formats::read_sequences(std::vector{pipe}, alphabet::dna, options);
            FAIL() << "not cancelled";
        } catch (const error& failure) {
            EXPECT_EQ(failure.code(), error_code::cancelled);
        }
    }
    ::close(both_ends);
}

TEST_F(fastx_sequences, tells_how_far_it_is) {
    std::string letters;
    for (int i = 0; i < 100'000; ++i)
        letters += "ACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGT\n";
    const std::vector<std::string> paths = {file("a", ">a\n" + letters), file("b", ">b\nAC\n")};
    const std::uint64_t bytes = fs::file_size(paths[0]) + fs::file_size(paths[1]);
    std::vector<std::uint64_t> done;
    formats::read_options options;
    options.on_progress = [&](const progress_update& update) {
        EXPECT_EQ(update.stage, "reading");
        EXPECT_EQ(update.unit, "bytes");
        EXPECT_EQ(update.total, bytes);
        done.push_back(update.done);
    };
    (void)formats::read_sequences(paths, alphabet::dna, options);
    ASSERT_GE(done.size(), 3U);
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_EQ(done.back(), bytes);
}

/// The cases that Biopython collected (Cock et al. 2010): name, and the records that are read or the place of the
/// fault.
struct shared_case {
    const char* name;
    const char* expected;
};

class shared_fastq : public testing::TestWithParam<shared_case> {};

TEST_P(shared_fastq, gets_its_verdict) {
    const char* const set = std::getenv("CONCORD_SHARED_DATA");
    const fs::path folder = set != nullptr ? fs::path(set) : fs::path(CONCORD_SOURCE_DIR) / ".." / "shared" / "data";
    const fs::path path = folder / "fastq_cases" / (std::string(GetParam().name) + ".fastq");
    if (!fs::exists(path)) GTEST_SKIP() << "skipped: no shared data";
    std::string verdict;
    try {
        formats::fastx_reader reader(path.string());
        std::uint64_t count = 0;
        for (formats::fastx_record record; reader.next(record);)
            ++count;
        verdict = std::to_string(count) + " records";
    } catch (const error& failure) {
        EXPECT_EQ(failure.code(), error_code::bad_input);
        const std::string text = failure.what();
        const std::size_t place = text.find(": record ") + 2;
        verdict = text.substr(place, text.find(": expected ") - place);
    }
    EXPECT_EQ(verdict, GetParam().expected);
}

constexpr std::array shared_cases = {
    shared_case{"error_diff_ids", "record 3, line 11"},
    shared_case{"error_double_qual", "record 4, line 13"},
    shared_case{"error_long_qual", "record 4, line 16"},
    shared_case{"error_no_qual", "record 1, line 4"},
    shared_case{"error_qual_null", "record 1, line 4"},
    shared_case{"error_short_qual", "record 3, line 12"},
    shared_case{"error_trunc_at_plus", "record 5, line 19"},
    shared_case{"error_trunc_in_qual", "record 5, line 20"},
    shared_case{"error_trunc_in_seq", "record 5, line 18"},
    shared_case{"error_trunc_in_title", "record 5, line 17"},
    shared_case{"example_dos", "3 records"},
    shared_case{"tricky", "4 records"},
    shared_case{"wrapping_original_sanger", "3 records"},
};

INSTANTIATE_TEST_SUITE_P(all, shared_fastq, testing::ValuesIn(shared_cases),
                         [](const auto& tested) { return std::string(tested.param.name); });

} // namespace
} // namespace concord::test::fastx_sequences_test

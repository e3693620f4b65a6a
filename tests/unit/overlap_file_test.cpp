// Indexes that are saved and loaded; files that are not what they should be.
#include "agree/overlap_ways.hpp"
#include "problems/overlap/index_file.hpp"
#include "support/sequence_text.hpp"

#include <concord/overlap.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace concord::overlap_file_test {
namespace {

namespace fs = std::filesystem;
using test::make_set;

class overlap_file : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("concord-overlap-" + std::to_string(::getpid()) + "-" +
                                               testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name = "index.cdx") const { return (folder_ / name).string(); }
    [[nodiscard]] std::string written(const overlap_index& index) const {
        index.save(path());
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& bytes) const {
        std::ofstream file(path(), std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    /// What load says of these bytes; "" where it takes them.
    [[nodiscard]] std::string complaint(const std::string& bytes) const {
        write(bytes);
        try {
            static_cast<void>(overlap_index::load(path()));
            return "";
        } catch (const error& trouble) {
            EXPECT_EQ(trouble.code(), error_code::bad_input) << trouble.what();
            EXPECT_NE(std::string(trouble.what()).find(path()), std::string::npos) << trouble.what();
            return trouble.what();
        }
    }

    fs::path folder_; // NOLINT(readability-identifier-naming): tests see it, as those of a fixture do
};

TEST_F(overlap_file, holds_set_and_tables) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const test::overlap_case tried = test::make_overlap_case(seed, 100 + seed % 200);
        const sequence_set set = tried.set();
        const auto ways = test::build_ways();
        const overlap_index built = test::built_by(set, ways[seed % ways.size()]);
        built.save(path());
        const overlap_index index = overlap_index::load(path());
        test::expect_arrays(index, test::suffixes_of(built), tried.to_paste());
        const sequence_set& loaded = index.sequences();
        ASSERT_EQ(loaded.size(), set.size());
        EXPECT_EQ(loaded.alphabet(), set.alphabet());
        EXPECT_EQ(loaded.ambiguous(), set.ambiguous());
        EXPECT_EQ(loaded.shortest(), set.shortest());
        EXPECT_EQ(loaded.longest(), set.longest());
        for (std::size_t sequence = 0; sequence < set.size(); ++sequence) {
            ASSERT_EQ(loaded.length(sequence), set.length(sequence));
            EXPECT_EQ(loaded.name(sequence), set.name(sequence));
            EXPECT_EQ(loaded.text(sequence, 0, set.length(sequence)), set.text(sequence, 0, set.length(sequence)));
        }
        if (set.size() > 0) {
            shared_region_options options;
            options.support = 1 + seed % set.size();
            options.occurrences = options.every_support = true;
            test::expect_same(longest_shared_region(index, options), longest_shared_region(built, options),
                              tried.to_paste());
        }
        if (HasFailure()) return;
    }
}

TEST_F(overlap_file, rna_and_ambiguous_letters_are_told_as_they_were) {
    overlap_index::build(make_set({"ACGURNNY", "", "U"}), {}).save(path());
    const overlap_index index = overlap_index::load(path());
    EXPECT_EQ(index.sequences().text(0, 0, 8), "ACGURNNY");
    EXPECT_EQ(index.sequences().text(2, 0, 1), "U");
}

TEST_F(overlap_file, of_nothing) {
    overlap_index::build(make_set({}), {}).save(path());
    EXPECT_EQ(overlap_index::load(path()).sequences().size(), 0U);
}

TEST_F(overlap_file, every_damaged_byte_is_told) {
    const std::string sound = written(overlap_index::build(make_set({"ACGTNACGGT", "", "GTTACG"}), {}));
    ASSERT_EQ(complaint(sound), "");
    for (std::size_t at = 0; at < sound.size(); ++at)
        for (const unsigned change : {1U << at % 8U, 0xFFU}) {
            std::string damaged = sound;
            damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ change);
            ASSERT_NE(complaint(damaged), "") << "byte " << at;
        }
}

TEST_F(overlap_file, cut_off_or_continued) {
    const std::string sound = written(overlap_index::build(make_set({"ACGTNACGGT", "GTTACG"}), {}));
    for (std::size_t size = 0; size < sound.size(); ++size)
        ASSERT_NE(complaint(sound.substr(0, size)), "") << size << " bytes";
    EXPECT_NE(complaint(sound + '\0')
                  .find(std::to_string(sound.size()) + " bytes, found " + std::to_string(sound.size() + 1)),
              std::string::npos);
}

TEST_F(overlap_file, holds_both_strands) {
    const sequence_set set = make_set({"GGUNA", "", "ACCRCC"});
    const overlap_index built = overlap_index::build(set, {}, index_strands::both);
    const std::string bytes = written(built);
    const overlap_index index = overlap_index::load(path());
    EXPECT_EQ(index.strands(), index_strands::both);
    ASSERT_EQ(index.sequences().size(), 3U);
    EXPECT_EQ(index.sequences().text(0, 0, 5), "GGUNA");
    EXPECT_EQ(index.sequences().text(2, 0, 6), "ACCRCC");
    EXPECT_EQ(test::matches_of(index, 1, 2, 1), test::matches_of(built, 1, 2, 1));
    EXPECT_EQ(test::matches_of(index, 1, 2, 1).size(), 2U);
    EXPECT_EQ(overlap_index::load(path()).run().threads, 0U);
}

/// The head says that the second half of the sequences are reverse complements of the first half.
TEST_F(overlap_file, second_half_of_other_sequences) {
    const auto claimed = [&](const std::vector<std::string>& sequences, alphabet kind) {
        std::string bytes = written(overlap_index::build(make_set(sequences, kind), {}));
        overlap::index_head head{};
        std::memcpy(&head, bytes.data(), sizeof head);
        head.version = overlap::both_strands_version;
        head.checksum = overlap::checksum_of(head);
        std::memcpy(bytes.data(), &head, sizeof head);
        return complaint(bytes);
    };
    EXPECT_NE(claimed({"ACC", "GGA"}, alphabet::dna).find("expected reverse complements"), std::string::npos);
    EXPECT_NE(claimed({"ACC"}, alphabet::dna).find("expected both strands of dna"), std::string::npos);
    EXPECT_NE(claimed({"ACC", "GGT"}, alphabet::bytes).find("expected both strands of dna"), std::string::npos);
}

TEST_F(overlap_file, foreign_or_too_new) {
    const std::string wrong_mark = path() + ": not a sound index: expected the mark of an index of concord overlap";
    EXPECT_TRUE(complaint(">s0\nACGT\n").starts_with(wrong_mark));
    EXPECT_TRUE(complaint("").starts_with(wrong_mark));
    std::string later = written(overlap_index::build(make_set({"ACGT"}), {}));
    later[8] = 3;
    EXPECT_NE(complaint(later).find("expected version 1 or 2, found version 3"), std::string::npos);
}

// Whoever makes a file on purpose gives it checksums that are right. What load() takes then may have wrong answers, but
// every question ends: a sanitizer would tell what is read elsewhere.
TEST_F(overlap_file, tables_that_do_not_fit) {
    std::string letters;
    for (unsigned at = 0; at < 700; ++at)
        letters += "ACGT"[at * at * 7 % 11 % 4];
    const std::string sound =
        written(overlap_index::build(make_set({letters, "", "GATTNACA", letters.substr(90)}), {}));
    const auto forge = [&](overlap::section which, std::uint64_t byte, unsigned change) {
        std::string forged = sound;
        overlap::index_head head{};
        std::memcpy(&head, forged.data(), sizeof head);
        overlap::section_entry& entry = head.table[static_cast<std::size_t>(which)];
        char& changed = forged[entry.offset + byte % entry.bytes];
        changed = static_cast<char>(static_cast<unsigned char>(changed) ^ change);
        overlap::checksum sum;
        sum.add(std::as_bytes(std::span(forged).subspan(entry.offset, overlap::padded(entry.bytes))));
        entry.checksum = sum.value();
        head.checksum = overlap::checksum_of(head);
        std::memcpy(forged.data(), &head, sizeof head);
        return complaint(forged);
    };
    using overlap::section;
    std::mt19937_64 chance(7);
    for (const section which :
         {section::letters, section::cuts, section::begins, section::with_letters, section::suffixes, section::ranks})
        for (unsigned time = 0; time < 40; ++time) {
            const std::uint64_t byte = chance();
            ASSERT_NE(forge(which, byte, 1U << chance() % 8), "")
                << "section " << static_cast<unsigned>(which) << ", byte " << byte;
        }
    unsigned taken = 0;
    for (const section which : {section::offsets, section::planes, section::name_ends, section::ambiguous,
                                section::prefixes, section::minima})
        for (unsigned time = 0; time < 60; ++time) {
            if (!forge(which, chance(), 1U << chance() % 8).empty()) continue;
            ++taken;
            const overlap_index index = overlap_index::load(path());
            shared_region_options options;
            options.occurrences = options.every_support = true;
            const shared_region_result region = longest_shared_region(index, options);
            const overlap_place& first = region.best.first;
            try {
                static_cast<void>(
                    index.sequences().text(first.sequence, first.start, first.start + region.best.length));
            } catch (const error&) { // a prefix may reach into the next sequence
            }
            static_cast<void>(longest_repeat(index, {1, true, {}}));
            static_cast<void>(test::matches_of(index, 1, 3, 1));
            static_cast<void>(test::overlaps_of(index, 1, 1));
        }
    EXPECT_GT(taken, 0U);
}

TEST_F(overlap_file, is_told_by_its_first_bytes) {
    const std::string sound = written(overlap_index::build(make_set({"ACGT"}), {}));
    EXPECT_TRUE(overlap_index::is_index_file(path()));
    write(sound.substr(0, 5));
    EXPECT_TRUE(overlap_index::is_index_file(path()));
    for (const std::string& other : {std::string(">s0\nACGT\n"), std::string(), sound.substr(1)}) {
        write(other);
        EXPECT_FALSE(overlap_index::is_index_file(path()));
    }
    EXPECT_FALSE(overlap_index::is_index_file(path("none.cdx")));
    EXPECT_FALSE(overlap_index::is_index_file(folder_.string()));
}

TEST_F(overlap_file, that_cannot_be_written_whole_is_not_there) {
    const overlap_index index = overlap_index::build(make_set({std::string(20'000, 'A')}), {});
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN);
    struct rlimit small = before;
    small.rlim_cur = 100'000;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(index.save(path()), error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old);
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(overlap_file, that_is_not_there_or_cannot_be_written) {
    try {
        static_cast<void>(overlap_index::load(path("none.cdx")));
        FAIL() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::bad_input);
    }
    EXPECT_THROW(static_cast<void>(overlap_index::load(folder_.string())), error);
    const overlap_index index = overlap_index::build(make_set({"ACGT"}), {});
    try {
        index.save(path("no such folder") + "/index.cdx");
        FAIL() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::resource);
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

} // namespace
} // namespace concord::overlap_file_test

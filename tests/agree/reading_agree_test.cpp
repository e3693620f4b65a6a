// Reading by blocks and threads gives what reading record by record gives: the same set, or the same error.
#include "agree/random_files.hpp"
#include "formats/fastx_reader.hpp"
#include "formats/fastx_rows.hpp"
#include "sequence/packed_sequences.hpp"
#include "simd/vector_target.hpp"

#include <gtest/gtest.h>

#include <concord/error.hpp>
#include <concord/reading.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <hwy/highway.h>
#include <unistd.h>
#include <zlib.h>

#include "../unit/fastx_test_support.hpp"

namespace concord::test::reading_agree_test {
namespace {

namespace fs = std::filesystem;

/// All that a set consists of, or the message of an error.
struct outcome_of_reading {
    std::string text;
    sequence_set set;
};

bool same_span(std::span<const std::byte> a, std::span<const std::byte> b) { return std::ranges::equal(a, b); }

/// Arrays and all, as a file of an index would keep them.
bool same_set(const sequence_set& a, const sequence_set& b) {
    const sequence::packed_parts left = sequence::packed(a).parts();
    const sequence::packed_parts right = sequence::packed(b).parts();
    if (left.kind != right.kind || left.saw_t != right.saw_t || left.saw_u != right.saw_u) return false;
    if (left.planes.size() != right.planes.size()) return false;
    std::vector<std::span<const std::byte>> arrays;
    left.for_each_array([&](std::span<const std::byte> array) { arrays.push_back(array); });
    bool same = true;
    std::size_t next = 0;
    right.for_each_array([&](std::span<const std::byte> array) { same &= same_span(arrays[next++], array); });
    return same && a.shortest() == b.shortest() && a.longest() == b.longest() && a.ambiguous() == b.ambiguous() &&
           a.memory_bytes() == b.memory_bytes();
}

template <class Read>
outcome_of_reading outcome_of(const Read& read) {
    try {
        return {"read", read()};
    } catch (const error& failure) {
        return {std::to_string(static_cast<int>(failure.code())) + " " + failure.what(), {}};
    }
}

/// Record by record: the grammar, and the public builder.
outcome_of_reading by_record(const std::vector<std::string>& paths, alphabet kind, line_files lines) {
    return outcome_of([&] {
        sequence_set_builder builder(kind);
        for (const std::string& path : paths) {
            formats::read_options options;
            options.threads = 1;
            options.lines = lines;
            formats::fastx_reader reader(path, options);
            for (formats::fastx_record record; reader.next(record);) {
                try {
                    builder.add(record.name, record.letters);
                } catch (const letter_error& failure) {
                    throw formats::wrong_letter(reader, record, kind, failure);
                }
            }
        }
        return std::move(builder).finish();
    });
}

class reading : public testing::Test {
  public:
    reading() : folder(fs::path(testing::TempDir()) / ("reading_agree_" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~reading() override { fs::remove_all(folder); }

  protected:
    [[nodiscard]] std::string file(const std::string& name, const std::string& bytes) const {
        const std::string path = (folder / name).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    void agree(const std::vector<std::string>& paths, alphabet kind, std::span<const std::size_t> block_sizes,
               line_files lines = line_files::never) const {
        const outcome_of_reading expected = by_record(paths, kind, lines);
        for (const std::size_t block : block_sizes) {
            for (const unsigned threads : {1U, 3U}) {
                formats::read_options options;
                options.threads = threads;
                options.lines = lines;
                options.block_bytes = block;
                options.buffer_bytes = 1 + block % 300;
                const outcome_of_reading found =
                    outcome_of([&] { return formats::read_sequences(paths, kind, options); });
                // How much is inflated before a damage shows may differ, and so what is seen of it first.
                const bool is_damaged = expected.text.find("found damage") != std::string::npos ||
                                        found.text.find("found damage") != std::string::npos;
                const bool same = is_damaged ? found.text.front() == expected.text.front()
                                             : found.text == expected.text && same_set(found.set, expected.set);
                ASSERT_TRUE(same) << "block " << block << ", threads " << threads << ", alphabet " << to_string(kind)
                                  << "\nby record: " << expected.text << "\nby block:  " << found.text
                                  << "\nfile: " << testing::PrintToString(content(paths.front()).substr(0, 2000));
            }
        }
    }

    [[nodiscard]] static std::string content(const std::string& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    fs::path folder;
};

/// More of them where somebody wants to be sure: CONCORD_READING_FILES=100000.
std::uint64_t files_to_try(std::uint64_t usual) {
    const char* const wanted = std::getenv("CONCORD_READING_FILES");
    return wanted == nullptr ? usual : std::strtoull(wanted, nullptr, 10);
}

constexpr std::array kinds = {alphabet::dna, alphabet::automatic, alphabet::bytes, alphabet::protein, alphabet::utf8};

TEST_F(reading, random_files_of_every_shape) {
    for (std::uint64_t seed = 1; seed <= files_to_try(700); ++seed) {
        file_maker maker(seed);
        const std::string text = maker.next();
        const std::array<std::size_t, 4> blocks = {1U + maker.below(40), 64, 1U + maker.below(1000), 1U << 20U};
        SCOPED_TRACE("seed " + std::to_string(seed));
        agree({file("plain", text)}, kinds[seed % kinds.size()], blocks);
        if (HasFatalFailure()) return;
    }
}

TEST_F(reading, random_files_of_lines) {
    constexpr std::array line_kinds = {alphabet::dna, alphabet::bytes, alphabet::protein, alphabet::utf8};
    for (std::uint64_t seed = 1; seed <= files_to_try(400); ++seed) {
        file_maker maker(seed + 7000);
        const alphabet kind = line_kinds[seed % line_kinds.size()];
        std::vector<std::string> paths = {file("lines", file_of_lines(maker, kind))};
        if (maker.one_in(4)) paths.push_back(file("more", file_of_lines(maker, kind)));
        const std::array<std::size_t, 4> blocks = {1U + maker.below(40), 64, 1U + maker.below(1000), 1U << 20U};
        SCOPED_TRACE("seed " + std::to_string(seed));
        agree(paths, kind, blocks, line_files::always);
        if (HasFatalFailure()) return;
    }
}

/// Lines that tell their alphabet; numbers that grow by a digit within a block; code points that come late.
TEST_F(reading, many_lines) {
    constexpr std::array<std::size_t, 3> blocks = {777, 100'000, 1U << 20U};
    std::mt19937_64 random(11);
    for (const std::string_view letters : {"ACGT", "ACGTNu", "ACDEFGHIKLMNPQRSTVWY", "ACGT!x 1"}) {
        std::string text;
        for (unsigned line = 0; line < 12'000; ++line) {
            for (unsigned i = 0; i < line % 17; ++i)
                text += letters[random() % letters.size()];
            text += '\n';
        }
        for (const alphabet kind : {alphabet::automatic, alphabet::utf8, alphabet::bytes})
            agree({file("lines", text)}, kind, blocks, line_files::always);
        const std::string late = text + "\xE2\x82\xAC\n" + text + "\xCE\x9D" + text;
        agree({file("late", late)}, alphabet::utf8, blocks, line_files::always);
        agree({file("wrong", late + "\xCE\n" + text)}, alphabet::utf8, blocks, line_files::always);
        agree({file("packed.gz", gzip_member(late))}, alphabet::utf8, blocks, line_files::always);
    }
}

TEST_F(reading, random_compressed_files) {
    for (std::uint64_t seed = 1; seed <= files_to_try(300); ++seed) {
        file_maker maker(seed + 1000);
        const std::string text = maker.next();
        const std::size_t half = maker.below(static_cast<unsigned>(text.size()));
        std::string bytes;
        switch (maker.below(4)) {
        case 0: bytes = gzip_member(text); break;
        case 1: bytes = gzip_member(text.substr(0, half)) + gzip_member(text.substr(half)); break;
        case 2: bytes = bgzf_block(text.substr(0, half)) + bgzf_block(text.substr(half)) + bgzf_end; break;
        default:
            for (std::size_t at = 0; at < text.size(); at += 100)
                bytes += bgzf_block(text.substr(at, 100));
            bytes += bgzf_end;
            if (maker.one_in(4)) bytes += gzip_member(text);
        }
        if (maker.one_in(4)) bytes.resize(maker.below(static_cast<unsigned>(bytes.size())));
        if (maker.one_in(4) && !bytes.empty())
            bytes[maker.below(static_cast<unsigned>(bytes.size()))] ^= static_cast<char>(1U << maker.below(8));
        if (maker.one_in(8)) bytes += std::string(maker.below(600), '\0');
        const std::array<std::size_t, 3> blocks = {1U + maker.below(200), 4096, 1U << 20U};
        SCOPED_TRACE("seed " + std::to_string(seed));
        agree({file("packed.gz", bytes)}, kinds[seed % 4], blocks);
        if (HasFatalFailure()) return;
    }
}

/// Several times what tells the alphabet, so that blocks are packed by what it was taken for.
TEST_F(reading, files_that_tell_their_alphabet) {
    constexpr std::array<std::size_t, 3> blocks = {70'000, 200'000, 1U << 20U};
    std::mt19937_64 random(7);
    for (const std::string_view letters : {"ACGT", "ACGTNu", "ACDEFGHIKLMNPQRSTVWY", "ACGT!x1"}) {
        for (const bool is_fastq : {false, true}) {
            std::string text;
            for (unsigned record = 0; record < 4000; ++record) {
                std::string read;
                for (unsigned i = 0; i < 40 + record % 60; ++i)
                    read += letters[random() % letters.size()];
                text += (is_fastq ? "@" : ">") + std::to_string(record) + "\n" + read + "\n";
                if (is_fastq) text += "+\n" + std::string(read.size(), 'I') + "\n";
            }
            agree({file("a", text)}, alphabet::automatic, blocks);
            agree({file("a", text), file("b", text)}, alphabet::automatic, blocks);
            agree({file("few", text.substr(0, 0) + (is_fastq ? "@x\nAC\n+\nII\n" : ">x\nAC\n")), file("a", text)},
                  alphabet::automatic, blocks);
            std::string wrong = text;
            wrong[wrong.size() / 2] = '\x01';
            agree({file("wrong", wrong)}, alphabet::automatic, blocks);
            agree({file("late", text.substr(0, text.size() - 3))}, alphabet::automatic, blocks);
        }
    }
}

/// One record over many blocks, in lines and in one line; a wrong letter late in it.
TEST_F(reading, long_records) {
    constexpr std::array<std::size_t, 3> blocks = {1000, 65'536, 1U << 20U};
    std::string genome;
    std::mt19937_64 random(3);
    for (unsigned i = 0; i < 300'000; ++i)
        genome += "ACGTN"[random() % 401 / 100];
    for (const std::size_t width : {60UL, 100'000UL, 300'000UL}) {
        std::string text = ">first\nACGT\n>genome of something\n";
        for (std::size_t at = 0; at < genome.size(); at += width)
            text += genome.substr(at, width) + "\n";
        for (const alphabet kind : {alphabet::dna, alphabet::automatic, alphabet::bytes}) {
            agree({file("genome", text)}, kind, blocks);
            agree({file("genomes", text + "\n\n" + text)}, kind, blocks);
            std::string wrong = text;
            wrong[wrong.size() - 1000] = '!';
            agree({file("wrong", wrong)}, kind, blocks);
            wrong[wrong.size() - 900] = ' ';
            agree({file("worse", wrong)}, kind, blocks);
            agree({file("at", text + "@x\n")}, kind, blocks);
        }
    }
}

/// What is unusual is read by record, and the blocks behind it by block again.
TEST_F(reading, goes_on_behind_what_is_unusual) {
    constexpr std::array<std::size_t, 2> blocks = {500, 4000};
    std::string text;
    for (unsigned record = 0; record < 3000; ++record) {
        text += "@r" + std::to_string(record) + "\nACGTACGTTTGACCA\n+\nIIIIIIIIIIIIIII\n";
        if (record % 700 == 5) text += "\n\n@wrapped\nAC\nGT\n+\nII\nII\n";
    }
    agree({file("unusual", text)}, alphabet::dna, blocks);
    std::string wrapped;
    for (unsigned record = 0; record < 2000; ++record)
        wrapped += "@r" + std::to_string(record) + "\nACGTACGT\nTTGACCA\n+\nIIIIIIII\nIIIIIII\n";
    agree({file("wrapped", wrapped)}, alphabet::dna, blocks);
    agree({file("both", wrapped + text)}, alphabet::dna, blocks);
}

/// Every instruction set finds and packs the same.
TEST_F(reading, on_every_vector_target) {
    constexpr std::array<std::size_t, 2> blocks = {300, 1U << 20U};
    for (const std::int64_t targets : {HWY_SSE4, HWY_SSE4 | HWY_AVX2}) {
        const simd::scoped_target_limit limit(targets);
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            file_maker maker(seed + 3000);
            SCOPED_TRACE("seed " + std::to_string(seed));
            agree({file("plain", maker.next())}, kinds[seed % kinds.size()], blocks);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(reading, newlines_on_every_vector_target) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        file_maker maker(seed + 5000);
        std::string text = maker.next();
        const std::size_t size = text.size();
        text.append(formats::rows_padding, '\n');
        bool expected_controls = false;
        std::vector<std::uint32_t> expected(size + 8);
        const auto& baseline = formats::fastx_rows_for(vector_target::baseline);
        expected.resize(baseline.find_newlines(text.data(), size, expected.data(), expected_controls));
        EXPECT_EQ(expected.size(), static_cast<std::size_t>(std::count(
                                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n')));
        for (const vector_target target : {vector_target::avx2, vector_target::avx512}) {
            const auto& kernels = formats::fastx_rows_for(target);
            bool controls = false;
            std::vector<std::uint32_t> found(size + 8);
            found.resize(kernels.find_newlines(text.data(), size, found.data(), controls));
            EXPECT_EQ(found, expected);
            EXPECT_EQ(controls, expected_controls);
            EXPECT_EQ(kernels.count_newlines(text.data(), size), expected.size());
        }
    }
}

} // namespace
} // namespace concord::test::reading_agree_test

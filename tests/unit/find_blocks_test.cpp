// Patterns in texts that come in blocks: wherever the blocks are cut, the occurrences are those of the texts as a
// whole.
#include "agree/find_ways.hpp"
#include "formats/text_blocks.hpp"
#include "support/random_case.hpp"

#include <concord/error.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace concord::find_blocks_test {
namespace {

/// A folder that is gone when the test is over.
class text_files {
  public:
    text_files() : folder_(std::filesystem::temp_directory_path() / ("concord_find_" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(folder_);
    }
    ~text_files() { std::filesystem::remove_all(folder_); }
    text_files(const text_files&) = delete;
    text_files& operator=(const text_files&) = delete;

    [[nodiscard]] std::string write(const std::string& name, const std::vector<std::string>& sequences,
                                    std::size_t width) const {
        const std::string path = folder_ / name;
        std::ofstream out(path, std::ios::binary);
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            out << ">" << name << i << " of a test\n";
            for (std::size_t at = 0; at < sequences[i].size(); at += width)
                out << sequences[i].substr(at, width) << "\n";
        }
        return path;
    }

  private:
    std::filesystem::path folder_;
};

std::string shown(const pattern_occurrence& one) {
    return std::to_string(one.pattern) + (one.is_reverse ? "-" : "+") + " " + std::to_string(one.sequence) + ":" +
           std::to_string(one.start) + "-" + std::to_string(one.end) + " " + std::to_string(one.edits) + " " +
           cigar(one.alignment);
}

constexpr std::uint64_t as_a_whole = 0; ///< letters of a block

formats::text_reading reading_of(std::uint64_t letters) {
    return letters == as_a_whole ? formats::text_reading()
                                 : formats::text_reading{.block_letters = letters, .whole_bytes = 0};
}

void try_blocks(const test::find_case& tried, const text_files& files, std::size_t width, std::uint64_t letters) {
    const std::vector<std::string> paths = {files.write("p", tried.patterns, width),
                                            files.write("t", tried.texts, width)};
    std::vector<std::vector<std::string>> expected(2 * tried.patterns.size());
    std::vector<std::vector<std::string>> found(expected.size());
    const auto into = [](std::vector<std::vector<std::string>>& lists) {
        return [&lists](const pattern_occurrence& one) {
            lists[2 * one.pattern + (one.is_reverse ? 1 : 0)].push_back(shown(one));
        };
    };
    find_patterns(test::make_set(tried.patterns, tried.kind), test::make_set(tried.texts, tried.kind), tried.options,
                  into(expected));
    formats::patterns_and_texts input = formats::open_patterns_and_texts(paths, tried.kind, {}, reading_of(letters));
    pattern_finder finder(input.patterns, tried.options);
    std::vector<std::string> texts;
    const std::uint64_t context = find_context(input.patterns, tried.options);
    while (const auto block = input.texts.next(context)) {
        ASSERT_EQ(block->first_sequence, texts.empty() ? 0 : texts.size() - (block->context > 0 ? 1 : 0));
        for (std::size_t i = 0; i < block->texts.size(); ++i) {
            const std::string text = block->texts.text(i, 0, block->texts.length(i));
            EXPECT_EQ(block->texts.name(i), "t" + std::to_string(block->first_sequence + i));
            if (i > 0 || block->context == 0) {
                texts.push_back(text);
                continue;
            }
            ASSERT_EQ(block->letters_before + block->context, texts.back().size());
            ASSERT_EQ(block->context, std::min<std::uint64_t>(context, texts.back().size()));
            ASSERT_EQ(texts.back().substr(block->letters_before), text.substr(0, block->context));
            texts.back() += text.substr(block->context);
        }
        finder.find(block->texts,
                    {.first_sequence = block->first_sequence,
                     .letters_before = block->letters_before,
                     .context = block->context,
                     .goes_on = block->goes_on},
                    into(found));
    }
    ASSERT_EQ(texts, tried.texts);
    ASSERT_EQ(found, expected) << letters << " letters a block, " << width << " a line\n" << tried.to_paste();
}

TEST(find_blocks, of_every_size) {
    const text_files files;
    for (const std::uint64_t seed : test::seeds(75'000'000, 80)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        test::find_case tried = test::make_find_case(seed);
        if (tried.kind == alphabet::utf8) tried.kind = alphabet::bytes;
        if (tried.texts.empty()) continue;
        tried.options.run.threads = 1; // blocks are what is tried
        for (const auto& [width, letters] : {std::pair<std::size_t, std::uint64_t>{11, 1},
                                             {7, 40},
                                             {60, 64},
                                             {60, 200},
                                             {1000, 100'000},
                                             {60, as_a_whole}}) {
            try_blocks(tried, files, width, letters);
            if (HasFatalFailure()) return;
        }
    }
}

/// A run of ends with the same cost may be as long as the text, and end in any block.
TEST(find_blocks, runs_through_many_blocks) {
    const text_files files;
    test::find_case tried;
    tried.patterns = {"AAAAAAAA", "CAAAAAAA", "AAAAAAAC"};
    tried.texts = {std::string(500, 'A'), "C" + std::string(300, 'A') + "C", std::string(64, 'A'), ""};
    tried.options.run.threads = 1;
    for (const std::uint64_t edits : {0U, 1U, 3U}) {
        tried.options.max_edits = edits;
        for (const std::uint64_t letters : {1U, 10U, 63U, 64U, 100U, 0U})
            try_blocks(tried, files, 10, letters);
    }
}

TEST(find_blocks, wrong_letters_have_their_place) {
    const text_files files;
    const std::vector<std::string> paths = {files.write("p", {"ACGT"}, 60),
                                            files.write("t", {"ACGTACGTAC", "ACGTACGTACGTAC!T"}, 4)};
    for (const std::uint64_t letters : {std::uint64_t{4}, as_a_whole})
        try {
            formats::patterns_and_texts input =
                formats::open_patterns_and_texts(paths, alphabet::dna, {}, reading_of(letters));
            while (input.texts.next(5)) {
            }
            FAIL() << "nothing was thrown";
        } catch (const error& problem) {
            EXPECT_EQ(problem.code(), error_code::bad_input);
            EXPECT_NE(std::string(problem.what())
                          .find("t: record 2, line 9: expected a letter of the alphabet dna, found "
                                "'!' in column 3"),
                      std::string::npos)
                << problem.what();
        }
}

} // namespace
} // namespace concord::find_blocks_test

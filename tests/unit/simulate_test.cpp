// Simulated inputs: the same bytes for the same seed, and the structure that was asked for. Shares are held within five
// standard deviations of what is expected; the seeds are fixed, so a test never fails by chance.
#include "simulate/simulate.hpp"
#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace concord::simulate::simulate_test {
namespace {

template <typename Kind, typename Options>
std::string written(const Kind& kind, const Options& options) {
    std::string text;
    kind(options, [&text](std::string_view piece) { text += piece; });
    return text;
}

struct record {
    std::string title, letters;
};

std::vector<record> fasta_records(const std::string& text) {
    std::vector<record> records;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with('>'))
            records.push_back({line.substr(1), ""});
        else
            records.back().letters += line;
    return records;
}

void expect_share(std::uint64_t count, std::uint64_t of, double share) {
    const double deviation = std::sqrt(share * (1 - share) / static_cast<double>(of));
    EXPECT_NEAR(static_cast<double>(count) / static_cast<double>(of), share, 5 * deviation);
}

TEST(random_source, engine_is_the_one_of_the_standard) {
    random_source random(5489);
    for (int i = 1; i < 10000; ++i)
        static_cast<void>(random.bits());
    EXPECT_EQ(random.bits(), 9981545732273789042U); // [rand.predef]: the 10,000th of mt19937_64
}

TEST(random_source, draws_below_a_bound_evenly) {
    random_source random(1);
    std::vector<std::uint64_t> counts(7);
    for (int i = 0; i < 70000; ++i)
        ++counts.at(random.below(7));
    for (const std::uint64_t count : counts)
        expect_share(count, 70000, 1.0 / 7);
    EXPECT_EQ(random.below(1), 0U);
    EXPECT_EQ(random.between(5, 5), 5U);
}

TEST(random_source, chances_at_the_ends) {
    random_source random(1);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_FALSE(random.chance(probability(0)));
        EXPECT_TRUE(random.chance(probability(1)));
    }
    EXPECT_EQ(probability(0.5).threshold(), std::uint64_t{1} << 63);
}

TEST(simulate_reads, first_record_is_frozen) {
    // The first record as a second program computes it that was written from the definition alone; the second is
    // frozen.
    EXPECT_EQ(written(reads, read_options{.number = 2}), "@1\n"
                                                         "AGGCTTGCAGGCTGTGTTCCCTTGCCACGAGAGTACGGTTAGCATAGAAAC\n"
                                                         "+\n"
                                                         "FFFF:FF:FFFFFFFFFFFFFFFFFFFFFFFF:FF:FF::,FFFFFFF:FF\n"
                                                         "@2 adapter=26\n"
                                                         "CGACGTGGTGAGATGCCCAATATGTGAGATCGGAAGAGCACACGTCTGAAC\n"
                                                         "+\n"
                                                         "FFFFFFFFFFFFFFFFFFFFF,FFFFFFFFFFFFFFFFFFFFFFFFFF:FF\n");
}

TEST(simulate_reads, seed_decides) {
    EXPECT_EQ(written(reads, read_options{.seed = 9}), written(reads, read_options{.seed = 9}));
    EXPECT_NE(written(reads, read_options{.seed = 9}), written(reads, read_options{.seed = 10}));
}

TEST(simulate_reads, shares_are_as_asked) {
    const auto records = fasta_records(written(reads, read_options{.number = 100000, .qualities = false, .seed = 2}));
    ASSERT_EQ(records.size(), 100000U);
    std::uint64_t with_adapter = 0, adapter_letters = 0, wrong = 0, unknown = 0;
    for (const record& read : records) {
        ASSERT_EQ(read.letters.size(), 51U);
        unknown += static_cast<std::uint64_t>(std::ranges::count(read.letters, 'N'));
        const std::size_t mark = read.title.find("adapter=");
        if (mark == std::string::npos) continue;
        ++with_adapter;
        for (std::size_t i = std::stoul(read.title.substr(mark + 8)), j = 0; i < 51; ++i, ++j, ++adapter_letters)
            wrong += read.letters[i] != truseq_adapter[j] && read.letters[i] != 'N';
    }
    expect_share(with_adapter, 100000, 0.41);
    expect_share(unknown, 5100000, 0.0001);
    expect_share(wrong, adapter_letters, 0.005);
}

TEST(simulate_reads, adapters_start_as_in_soil) {
    random_source random(3);
    std::map<std::uint64_t, std::uint64_t> starts;
    constexpr std::uint64_t draws = 200000;
    for (std::uint64_t i = 0; i < draws; ++i)
        ++starts[draw_adapter_start(adapter_start::soil, 51, random)];
    constexpr double weights = 2061; // of all starts together
    expect_share(starts[0], draws, 1 / weights);
    expect_share(starts[17], draws, 7 / weights);
    expect_share(starts[33], draws, 101 / weights);
    expect_share(starts[42], draws, 110 / weights);
    expect_share(starts[46], draws, 101 / weights);
    EXPECT_EQ(starts.count(1) + starts.count(13) + starts.count(47), 0U);
}

TEST(simulate_reads, starts_stretch_with_the_length) {
    random_source random(4);
    for (const std::uint64_t length : {1U, 2U, 36U, 100U, 151U, 1000U})
        for (const adapter_start where : {adapter_start::soil, adapter_start::uniform})
            for (int i = 0; i < 2000; ++i)
                ASSERT_LT(draw_adapter_start(where, length, random), length);
    std::uint64_t late = 0;
    for (int i = 0; i < 2000; ++i)
        late += draw_adapter_start(adapter_start::soil, 510, random) >= 200;
    EXPECT_GT(late, 1900U);
}

std::string other_strand(const std::string& of) {
    std::string made(of.rbegin(), of.rend());
    for (char& letter : made)
        letter = letter == 'A' ? 'T' : letter == 'T' ? 'A' : letter == 'C' ? 'G' : letter == 'G' ? 'C' : letter;
    return made;
}

// Without edits a read of the model nanopore is the molecule, on one of the two strands.
TEST(simulate_reads, nanopore_reads_both_strands) {
    read_options molecules{.number = 400, .substitutions = 0, .unknown = 0, .qualities = false, .seed = 5};
    const auto plain = fasta_records(written(reads, molecules));
    molecules.errors = error_model::nanopore;
    const auto read = fasta_records(written(reads, molecules));
    ASSERT_EQ(read.size(), plain.size());
    std::size_t reversed = 0;
    for (std::size_t index = 0; index < read.size(); ++index) {
        const bool is_reverse = read[index].title.ends_with(" strand=-");
        reversed += is_reverse ? 1 : 0;
        EXPECT_EQ(read[index].letters, is_reverse ? other_strand(plain[index].letters) : plain[index].letters);
    }
    EXPECT_GT(reversed, 150U);
    EXPECT_LT(reversed, 250U);
}

TEST(simulate_reads, nanopore_inserts_and_deletes_as_asked) {
    const auto letters_with = [](double insertions, double deletions) {
        const read_options options{.number = 2000,
                                   .substitutions = 0.03,
                                   .errors = error_model::nanopore,
                                   .insertions = insertions,
                                   .deletions = deletions,
                                   .qualities = false,
                                   .seed = 6};
        std::size_t letters = 0;
        for (const auto& record : fasta_records(written(reads, options)))
            letters += record.letters.size();
        return static_cast<double>(letters) / (2000.0 * 51);
    };
    EXPECT_NEAR(letters_with(0.1, 0), 1.1, 0.01);
    EXPECT_NEAR(letters_with(0, 0.1), 0.9, 0.01);
    EXPECT_NEAR(letters_with(0.05, 0.05), 1.0, 0.01);
}

TEST(simulate_reads, rejects_what_cannot_be) {
    const byte_sink nowhere = [](std::string_view) {};
    EXPECT_THROW(reads({.shortest = 0, .longest = 0}, nowhere), error);
    EXPECT_THROW(reads({.shortest = 5, .longest = 4}, nowhere), error);
    EXPECT_THROW(reads({.substitutions = 0.7, .unknown = 0.4}, nowhere), error);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

TEST(simulate_words, ends_lengths_and_letters_are_as_asked) {
    const word_options options{.number = 20000,
                               .shortest = 3,
                               .longest = 7,
                               .letters = "xyz",
                               .prefixes = {{"A", 3}, {"BB", 1}, {"", 0}},
                               .suffixes = {{"", 1}, {"C", 1}},
                               .seed = 11};
    std::uint64_t with_b = 0, with_c = 0, x = 0, letters = 0;
    std::map<std::size_t, std::uint64_t> lengths;
    const auto words_made = lines_of(written(words, options));
    ASSERT_EQ(words_made.size(), 20000U);
    for (std::string word : words_made) {
        ASSERT_TRUE(word.starts_with("A") || word.starts_with("BB")) << word;
        with_b += word.starts_with("BB") ? 1U : 0U;
        word.erase(0, word.starts_with("BB") ? 2 : 1);
        with_c += word.ends_with("C") ? 1U : 0U;
        if (word.ends_with("C")) word.pop_back();
        ASSERT_EQ(word.find_first_not_of("xyz"), std::string::npos) << word;
        ++lengths[word.size()];
        letters += word.size();
        x += static_cast<std::uint64_t>(std::ranges::count(word, 'x'));
    }
    expect_share(with_b, 20000, 0.25);
    expect_share(with_c, 20000, 0.5);
    expect_share(x, letters, 1.0 / 3);
    ASSERT_EQ(lengths.size(), 5U);
    EXPECT_EQ(lengths.begin()->first, 3U);
    for (const auto& [length, count] : lengths)
        expect_share(count, 20000, 0.2);
}

std::uint64_t levenshtein(const std::string& a, const std::string& b) {
    std::vector<std::uint64_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::uint64_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::uint64_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j)
            diagonal = std::exchange(row[j],
                                     std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)}));
    }
    return row[b.size()];
}

TEST(simulate_words, near_copies_are_what_their_headers_say) {
    const auto records =
        fasta_records(written(words, word_options{.number = 20000, .near_share = 0.3, .edits = 3, .fasta = true}));
    ASSERT_EQ(records.size(), 20000U);
    std::uint64_t copies = 0, one_edit = 0, as_far = 0;
    for (std::size_t index = 0; index < records.size(); ++index) {
        const auto& [title, letters] = records[index];
        const std::size_t near = title.find(" near=");
        if (near == std::string::npos) {
            EXPECT_TRUE(letters.starts_with("CASS")) << letters;
            continue;
        }
        const std::uint64_t original = std::stoull(title.substr(near + 6));
        const std::uint64_t edits = std::stoull(title.substr(title.find("edits=") + 6));
        ASSERT_LE(original, index); // an earlier one
        ASSERT_LE(edits, 3U);
        const std::uint64_t distance = levenshtein(records[original - 1].letters, letters);
        ASSERT_LE(distance, edits);
        as_far += distance == edits ? 1 : 0;
        one_edit += edits == 1 ? 1 : 0;
        ++copies;
    }
    expect_share(copies, 19999, 0.3);
    expect_share(one_edit, copies, 1.0 / 3);
    EXPECT_GT(as_far, copies * 9 / 10);
}

TEST(simulate_words, formats_and_seeds) {
    const word_options options{.number = 300, .near_share = 0.5, .edits = 2};
    std::string letters_of_records;
    word_options other = options;
    other.fasta = true;
    for (const record& each : fasta_records(written(words, other)))
        letters_of_records += each.letters + "\n";
    EXPECT_EQ(written(words, options), letters_of_records);
    other = options;
    other.seed = 2;
    EXPECT_NE(written(words, options), written(words, other));
    // One letter is left of words that edits shorten.
    for (const std::string& word : lines_of(written(words, word_options{.number = 500,
                                                           .shortest = 1,
                                                           .longest = 1,
                                                           .prefixes = {{"", 1}},
                                                           .suffixes = {{"", 1}},
                                                           .near_share = 0.9,
                                                           .edits = 9})))
        ASSERT_FALSE(word.empty());
}

TEST(simulate_words, rejects_what_cannot_be) {
    const byte_sink nowhere = [](std::string_view) {};
    EXPECT_THROW(words({.shortest = 5, .longest = 4}, nowhere), error);
    EXPECT_THROW(words({.letters = "AAA"}, nowhere), error);
    EXPECT_THROW(words({.letters = ""}, nowhere), error);
    EXPECT_THROW(words({.prefixes = {}}, nowhere), error);
    EXPECT_THROW(words({.suffixes = {{"A", 0}}}, nowhere), error);
    EXPECT_THROW(words({.prefixes = {{"A", ~std::uint64_t{0}}, {"B", 1}}}, nowhere), error);
    EXPECT_THROW(words({.shortest = 0, .prefixes = {{"", 1}, {"A", 1}}, .suffixes = {{"", 1}}}, nowhere), error);
    EXPECT_THROW(words({.edits = 0}, nowhere), error);
}

TEST(simulate_mutate, nothing_changes_without_rates) {
    random_source random(5);
    const std::string ancestor = random_sequence(1000, random);
    EXPECT_EQ(mutate(ancestor, {}, {}, random).letters, ancestor);
}

TEST(simulate_mutate, rates_are_as_asked_and_the_island_stays) {
    random_source random(6);
    const std::string ancestor = random_sequence(200000, random);
    const descendant changed = mutate(ancestor, {.substitutions = 0.03, .indels = 0}, {500, 900}, random);
    ASSERT_EQ(changed.letters.size(), ancestor.size());
    std::uint64_t different = 0;
    for (std::size_t i = 0; i < ancestor.size(); ++i)
        different += ancestor[i] != changed.letters[i];
    expect_share(different, ancestor.size() - 400, 0.03);

    const descendant shifted = mutate(ancestor, {.substitutions = 0.1, .indels = 0.1}, {500, 900}, random);
    ASSERT_EQ(shifted.island.end - shifted.island.start, 400U);
    EXPECT_EQ(shifted.letters.substr(shifted.island.start, 400), ancestor.substr(500, 400));
    EXPECT_NEAR(static_cast<double>(shifted.letters.size()), 200000, 2000); // insertions and deletions are as frequent
}

TEST(simulate_genomes, records_and_islands) {
    const genome_options options{
        .number = 3, .length = 700, .rates = {0.1, 0.01}, .island = 50, .ancestor = true, .seed = 7};
    const auto records = fasta_records(written(genomes, options));
    ASSERT_EQ(records.size(), 4U);
    EXPECT_EQ(records[0].title, "ancestor island=325-375");
    const std::string island = records[0].letters.substr(325, 50);
    for (const record& genome : records)
        EXPECT_NE(genome.letters.find(island), std::string::npos);
    EXPECT_EQ(written(genomes, options), written(genomes, options));
}

TEST(simulate_pairs, names_and_lengths) {
    const auto records = fasta_records(written(pairs, pair_options{.number = 20, .shortest = 10, .longest = 30}));
    ASSERT_EQ(records.size(), 40U);
    EXPECT_EQ(records[0].title, "1a");
    EXPECT_EQ(records[39].title, "20b");
    for (std::size_t i = 0; i < records.size(); i += 2) {
        EXPECT_GE(records[i].letters.size(), 10U);
        EXPECT_LE(records[i].letters.size(), 30U);
    }
}

/// Size of the largest 4-connected component of cells that agree when cell (r, c) of b lies on (r + rows, c + columns)
/// of a.
std::uint64_t largest_component(const std::vector<std::string>& a, const std::vector<std::string>& b,
                                const planted_blob& shift) {
    const auto height = static_cast<std::int64_t>(a.size()), width = static_cast<std::int64_t>(a[0].size());
    std::vector<std::vector<bool>> seen(a.size(), std::vector<bool>(a[0].size()));
    std::uint64_t largest = 0;
    const auto agrees = [&](std::int64_t r, std::int64_t c) {
        const std::int64_t row = r + shift.rows, column = c + shift.columns;
        if (r < 0 || c < 0 || r >= height || c >= width) return false;
        if (row < 0 || column < 0 || row >= height || column >= width) return false;
        return b[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] ==
               a[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    };
    for (std::int64_t top = 0; top < height; ++top)
        for (std::int64_t left = 0; left < width; ++left) {
            std::vector<std::pair<std::int64_t, std::int64_t>> open = {{top, left}};
            std::uint64_t size = 0;
            while (!open.empty()) {
                const auto [r, c] = open.back();
                open.pop_back();
                if (!agrees(r, c) || seen[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]) continue;
                seen[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = true;
                ++size;
                for (const auto& next : {std::pair{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}})
                    open.push_back(next);
            }
            largest = std::max(largest, size);
        }
    return largest;
}

TEST(simulate_matrices, share_the_blob_at_the_shift_that_is_told) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        std::vector<std::string> matrices_read[2];
        std::string text[2];
        const planted_blob blob = matrices(
            {.rows = 30, .columns = 40, .letters = 20, .blob = 150, .seed = seed},
            [&](std::string_view piece) { text[0] += piece; }, [&](std::string_view piece) { text[1] += piece; });
        for (int i = 0; i < 2; ++i) {
            std::istringstream lines(text[i]);
            for (std::string line; std::getline(lines, line);)
                matrices_read[i].push_back(line);
            ASSERT_EQ(matrices_read[i].size(), 30U);
        }
        EXPECT_EQ(blob.size, 150U);
        const std::uint64_t found = largest_component(matrices_read[0], matrices_read[1], blob);
        EXPECT_GE(found, 150U) << "seed " << seed;
        EXPECT_LE(found, 200U) << "seed " << seed;
    }
}

} // namespace
} // namespace concord::simulate::simulate_test

// The parts of the search for adapters, by hand, and whole searches over small collections of known structure.
#include "problems/adapters/background.hpp"
#include "problems/adapters/consensus.hpp"
#include "problems/adapters/known.hpp"
#include "problems/adapters/mates.hpp"
#include "problems/adapters/placement.hpp"
#include "problems/adapters/verdict.hpp"

#include <concord/adapters.hpp>
#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace concord::adapters::adapters_test {
namespace {

constexpr const char* true_seq = "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"; // TruSeq Read 1

codes codes_of(const std::string& letters) {
    codes all;
    for (const char letter : letters)
        all.push_back(static_cast<std::uint8_t>(std::string("ACGT").find(letter)));
    return all;
}

std::string text_of(const codes& all) {
    std::string letters;
    for (const std::uint8_t code : all)
        letters += "ACGT"[code];
    return letters;
}

sequence_set set_of(const std::vector<std::string>& reads) {
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& read : reads)
        builder.add("", read);
    return std::move(builder).finish();
}

class simulated {
  public:
    explicit simulated(unsigned seed) : random_(seed) {}
    std::string letters(std::size_t count) {
        std::string made;
        for (std::size_t i = 0; i < count; ++i)
            made += "ACGT"[random_() % 4];
        return made;
    }
    std::size_t below(std::size_t bound) { return random_() % bound; }
    /// A read of so many letters that runs into the adapter behind `insert` letters, and on into nothing.
    std::string read(std::size_t length, std::size_t insert, const std::string& adapter) {
        return (letters(insert) + adapter + letters(length)).substr(0, length);
    }

  private:
    std::mt19937 random_;
};

std::string reverse_complement_of(const std::string& letters) { return text_of(reverse_complement(codes_of(letters))); }

TEST(adapters, flanks_agree_as_long_as_votes_do) {
    // Six reads agree on ACG; behind it they hold A A C C G T, of which none has seven of ten.
    std::vector<flank> flanks;
    for (const char* const next : {"A", "A", "C", "C", "G", "T"})
        flanks.push_back(codes_of(std::string("ACG") + next));
    EXPECT_EQ(text_of(agreed_letters(flanks, false)), "ACG");
    // Four votes of one kind may be chance: 4 · 0.25^4 = 0.016.
    EXPECT_EQ(text_of(agreed_letters({4, codes_of("ACG")}, false)), "");
    // Five are not (0.004), and one read that is cut leaves four.
    std::vector<flank> five(5, codes_of("ACGT"));
    EXPECT_EQ(text_of(agreed_letters(five, false)), "ACGT");
    five[0] = codes_of("AC");
    EXPECT_EQ(text_of(agreed_letters(five, false)), "AC");
}

TEST(adapters, flanks_with_insertions_and_deletions_follow) {
    std::vector<flank> flanks(20, codes_of("ACGTTGCAAGGCTT"));
    for (std::size_t i = 0; i < 7; ++i)
        flanks[i] = codes_of(i % 2 == 0 ? "ACGTGCAAGGCTT" : "ACGATTGCAAGGCTT"); // one T less, one A more
    EXPECT_EQ(text_of(agreed_letters(flanks, true)), "ACGTTGCAAGGCTT");
    // Without them, 13 reads have a G behind ACGTT, four a C and three a T.
    EXPECT_EQ(text_of(agreed_letters(flanks, false)), "ACGTT");
}

TEST(adapters, periods) {
    EXPECT_EQ(period_of(codes_of("AAAAAAAAAAAA")), 1U);
    EXPECT_EQ(period_of(codes_of("TTAGGGTTAGGGTTAGGG")), 6U);
    EXPECT_EQ(period_of(codes_of(true_seq)), 0U);
}

TEST(adapters, chance_of_uniform_letters) {
    // A read for every word: each is expected once, and 4^12 · exp(2 - 1 - 2 ln 2) = 4^12 · e / 4 are bound to two.
    const background uniform(std::vector<std::uint32_t>(word_count, 1));
    EXPECT_NEAR(uniform.expected_reads(12345), 1, 1e-3);
    EXPECT_NEAR(uniform.expected_words(12345, 2) / word_count, std::exp(1.0) / 4, 1e-3);
    EXPECT_EQ(uniform.expected_words(12345, 1), word_count);
}

TEST(adapters, places_whole_cut_and_reversed) {
    const placer placed({codes_of(true_seq)}, false);
    std::vector<placement> found;
    const auto places = [&](const std::string& read) {
        const codes letters = codes_of(read);
        placed.place(letters, found);
        return found.size();
    };
    ASSERT_EQ(places(std::string("CCTTA") + true_seq + "GGG"), 1U);
    EXPECT_EQ(found[0].start, 5U);
    EXPECT_EQ(found[0].end, 38U);
    EXPECT_EQ(found[0].differences, 0U);
    ASSERT_EQ(places(std::string("CCTTA") + std::string(true_seq).substr(0, 12)), 1U); // cut by the end of the read
    EXPECT_EQ(found[0].last, 12U);
    EXPECT_EQ(places(std::string("CCTTA") + std::string(true_seq).substr(0, 11)), 0U); // too few letters
    EXPECT_EQ(placed.short_end(codes_of(std::string("CCTTA") + std::string(true_seq).substr(0, 11))), 11U);
    ASSERT_EQ(places(std::string(true_seq).substr(10)), 1U); // the read begins inside it
    EXPECT_EQ(found[0].first, 10U);
    ASSERT_EQ(places("CC" + reverse_complement_of(true_seq)), 1U);
    EXPECT_TRUE(found[0].reversed);
    EXPECT_EQ(found[0].start, 2U);
    std::string wrong = true_seq; // three of 33 letters may differ, four may not
    for (const std::size_t at : {20U, 24U, 28U})
        wrong[at] = wrong[at] == 'A' ? 'C' : 'A';
    EXPECT_EQ(places("CC" + wrong + "GG"), 1U);
    wrong[32] = 'T';
    EXPECT_EQ(places("CC" + wrong + "GG"), 0U);
}

TEST(adapters, places_with_insertions_and_deletions) {
    const placer placed({codes_of(true_seq)}, true);
    std::vector<placement> found;
    std::string read = std::string("CCTTAGGCATCATTCG") + true_seq + "GTTGCATTAC";
    read.erase(26, 1);       // a letter of the adapter is missing
    read.insert(36, 1, 'T'); // and one is too many
    placed.place(codes_of(read), found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].start, 16U);
    EXPECT_EQ(found[0].end, 16U + 33U);
    EXPECT_LE(found[0].differences, 3U);
}

TEST(adapters, places_of_a_tandem_repeat) {
    // Six times ACGT holds four times ACGT at 0, 4 and 8, on both strands. The band around the first seed, five letters
    // to either side, has those at 0 and 4, of which the last one counts; the other two overlap it by twelve letters.
    const placer shifted({codes_of("ACGTACGTACGTACGT")}, true);
    std::vector<placement> found;
    shifted.place(codes_of("ACGTACGTACGTACGTACGTACGT"), found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].start, 4U);
    EXPECT_EQ(found[0].end, 20U);
    EXPECT_EQ(found[0].differences, 0U);
    // Without insertions and deletions the first of those that are as good, and the last, half of which it overlaps.
    placer({codes_of("ACGTACGTACGTACGT")}, false).place(codes_of("ACGTACGTACGTACGTACGTACGT"), found);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].start, 0U);
    EXPECT_EQ(found[1].start, 8U);
}

TEST(adapters, places_in_a_run_and_across_a_repeat) {
    // Fifteen A fit into 64 at every place: the first one, and then each that shares seven letters with the one before.
    std::vector<placement> found;
    placer({codes_of(std::string(15, 'A'))}, false).place(codes_of(std::string(64, 'A')), found);
    ASSERT_EQ(found.size(), 7U);
    for (std::uint32_t i = 0; i < 7; ++i)
        EXPECT_EQ(std::pair(found[i].start, found[i].end), std::pair(8 * i, 8 * i + 15));
    // Ten times ACGTC with one other letter is within twenty times ACGTC at eleven places, with one difference at each.
    std::string unit;
    for (unsigned i = 0; i < 10; ++i)
        unit += "ACGTC";
    std::string read = unit;
    read[23] = 'A';
    placer({codes_of(unit + unit)}, false).place(codes_of(read), found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(std::pair(found[0].first, found[0].last), std::pair(0U, 50U));
    EXPECT_EQ(std::pair(found[0].start, found[0].end), std::pair(0U, 50U));
    EXPECT_EQ(found[0].differences, 1U);
}

TEST(adapters, mates_tell_where_the_insert_ends) {
    simulated data(3);
    const std::string insert = data.letters(40);
    const std::string turned = reverse_complement_of(insert);
    const sequence_set first = set_of({insert + true_seq, data.letters(73), "ACGT"});
    const sequence_set second = set_of({turned + data.letters(33), data.letters(73), "ACGT"});
    const run_options options;
    runtime::thread_pool threads(options);
    EXPECT_EQ(short_inserts(sequence::packed(first), sequence::packed(second), {0, first.size()}, threads),
              (std::vector<std::uint32_t>{40, 0, 0}));
}

TEST(adapters, known_names) {
    EXPECT_EQ(name_of(codes_of(true_seq), {}, known_adapters()), "TruSeq Read 1");
    EXPECT_EQ(name_of(codes_of(std::string(true_seq).substr(0, 20)), {}, known_adapters()), "TruSeq Read 1");
    EXPECT_EQ(name_of(codes_of("TTTTTTTTTTTTTTTTTTTT"), {}, known_adapters()), "");
    const std::vector<known_adapter> mine = {{"mine", true_seq}};
    EXPECT_EQ(name_of(codes_of(true_seq), mine, known_adapters()), "mine");
    for (const known_adapter& each : known_adapters()) {
        EXPECT_EQ(each.letters.find_first_not_of("ACGT"), std::string::npos) << each.name;
        EXPECT_GE(each.letters.size(), 12U) << each.name;
    }
}

TEST(adapters, read_through_is_told_whole) {
    simulated data(1);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 3000; ++i)
        reads.push_back(i % 5 == 0 ? data.read(80, data.below(80), true_seq) : data.letters(80));
    const adapter_result result = find_adapters(set_of(reads));
    ASSERT_EQ(result.found.size(), 1U);
    EXPECT_EQ(result.found[0].letters, true_seq);
    EXPECT_EQ(result.found[0].verdict, adapter_verdict::adapter);
    EXPECT_EQ(result.found[0].name, "TruSeq Read 1");
    EXPECT_EQ(result.found[0].strand, '+');
    EXPECT_EQ(result.threshold, 20U);
    EXPECT_TRUE(result.has_artificial());
    EXPECT_NEAR(static_cast<double>(result.found[0].reads), 600 * 69.0 / 80, 40); // those with 12 letters of it
}

TEST(adapters, two_adapters_with_one_beginning) {
    const std::string second = "AGATCGGAAGAGCGTCGTGTAGGGAAAGAGTGT"; // 13 letters as the first
    simulated data(2);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 4000; ++i)
        reads.push_back(i % 4 == 0   ? data.read(100, data.below(90), true_seq)
                        : i % 4 == 1 ? data.read(100, data.below(90), second)
                                     : data.letters(100));
    const adapter_result result = find_adapters(set_of(reads));
    ASSERT_EQ(result.found.size(), 2U);
    std::vector<std::string> letters = {result.found[0].letters, result.found[1].letters};
    std::ranges::sort(letters);
    EXPECT_EQ(letters, (std::vector<std::string>{true_seq, second}));
}

TEST(adapters, what_is_no_adapter) {
    simulated data(4);
    const std::string rrna = data.letters(1500);
    const std::string primer = data.letters(22);
    std::vector<std::string> inserts, tagged, clean, telomeres, tails;
    std::string telomere;
    while (telomere.size() < 200)
        telomere += "TTAGGG";
    for (unsigned i = 0; i < 3000; ++i) {
        const std::string part = rrna.substr(data.below(1400), 100);
        inserts.push_back(i % 3 != 0 ? data.letters(100) : i % 2 == 0 ? part : reverse_complement_of(part));
        tagged.push_back(primer + data.letters(78));
        clean.push_back(data.letters(100));
        telomeres.push_back(i % 10 == 0 ? telomere.substr(data.below(6), 100) : data.letters(100));
        tails.push_back(i % 10 == 0 ? data.letters(40) + std::string(60, 'A') : data.letters(100));
    }
    EXPECT_TRUE(find_adapters(set_of(clean)).found.empty());
    const auto all_are = [](const adapter_result& result, adapter_verdict verdict) {
        EXPECT_FALSE(result.found.empty());
        for (const found_adapter& each : result.found)
            EXPECT_EQ(to_string(each.verdict), to_string(verdict)) << each.letters;
    };
    all_are(find_adapters(set_of(inserts)), adapter_verdict::abundant_insert);
    all_are(find_adapters(set_of(telomeres)), adapter_verdict::repeat);
    all_are(find_adapters(set_of(tails)), adapter_verdict::poly);
    const adapter_result tags = find_adapters(set_of(tagged));
    ASSERT_EQ(tags.found.size(), 1U);
    EXPECT_EQ(tags.found[0].letters, primer);
    EXPECT_EQ(tags.found[0].verdict, adapter_verdict::tag);
    EXPECT_EQ(tags.found[0].reads, 3000U);
}

TEST(adapters, a_barcode_between_two_constant_parts) {
    simulated data(5);
    const std::string left = data.letters(20);
    const std::string right = data.letters(20);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 2000; ++i)
        reads.push_back(left + data.letters(8) + right + data.letters(52));
    const adapter_result result = find_adapters(set_of(reads));
    ASSERT_EQ(result.found.size(), 2U);
    const found_adapter& frame = result.found[result.found[0].letters == left ? 0 : 1];
    EXPECT_EQ(frame.letters, left);
    EXPECT_EQ(frame.followed_by, right);
    EXPECT_EQ(frame.gap, 8U);
}

TEST(adapters, pairs_confirm) {
    simulated data(6);
    std::vector<std::string> first, second;
    for (unsigned i = 0; i < 600; ++i) {
        const std::string insert = data.letters(30 + data.below(200));
        first.push_back((insert + true_seq + data.letters(100)).substr(0, 100));
        second.push_back(
            (reverse_complement_of(insert) + "AGATCGGAAGAGCGTCGTGTAGGGAAAGAGTGT" + data.letters(100)).substr(0, 100));
    }
    const paired_adapter_result result = find_adapters(set_of(first), set_of(second));
    ASSERT_EQ(result.first.found.size(), 1U);
    ASSERT_EQ(result.second.found.size(), 1U);
    EXPECT_EQ(result.first.found[0].letters, true_seq);
    EXPECT_EQ(result.second.found[0].name, "TruSeq Read 2");
    EXPECT_GT(result.first.found[0].confirmed, 50U);
    EXPECT_EQ(result.first.found[0].denied, 0U);
    EXPECT_GT(result.short_inserts, result.first.found[0].confirmed); // some have fewer than 12 letters behind them
    EXPECT_THROW((void)find_adapters(set_of(first), set_of({})), error);
}

TEST(adapters, any_number_of_threads_gives_the_same) {
    simulated data(7);
    std::vector<std::string> reads;
    for (unsigned i = 0; i < 20000; ++i)
        reads.push_back(i % 7 == 0 ? data.read(60, data.below(50), true_seq) : data.letters(60));
    const sequence_set set = set_of(reads);
    adapter_options options;
    options.run.threads = 1;
    const adapter_result one = find_adapters(set, options);
    for (const unsigned threads : {2U, 5U}) {
        options.run.threads = threads;
        const adapter_result many = find_adapters(set, options);
        ASSERT_EQ(many.found.size(), one.found.size());
        for (std::size_t i = 0; i < one.found.size(); ++i) {
            EXPECT_EQ(many.found[i].letters, one.found[i].letters);
            EXPECT_EQ(many.found[i].starts, one.found[i].starts);
            EXPECT_EQ(many.found[i].columns, one.found[i].columns);
        }
    }
}

TEST(adapters, wrong_options_and_empty_input) {
    EXPECT_TRUE(find_adapters(set_of({})).found.empty());
    EXPECT_TRUE(find_adapters(set_of({"", "ACG"})).found.empty());
    adapter_options options;
    options.min_share = 2;
    EXPECT_THROW((void)find_adapters(set_of({"ACGT"}), options), error);
    sequence_set_builder proteins(alphabet::protein);
    proteins.add("", "MKV");
    EXPECT_THROW((void)find_adapters(std::move(proteins).finish()), error);
}

} // namespace
} // namespace concord::adapters::adapters_test

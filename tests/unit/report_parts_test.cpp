// What pages are made of: text that cannot become markup, scales, bins, bounds.
#include "formats/multiqc.hpp"
#include "report/charts.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/svg.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

namespace concord::app::report::report_parts_test {
namespace {

TEST(markup, leaves_nothing_that_a_browser_obeys) {
    EXPECT_EQ(markup("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
    EXPECT_EQ(markup(std::string_view("a\0\x1b\x7f\n\\", 6)), "a\\x00\\x1b\\x7f\\x0a\\");
    EXPECT_EQ(markup("\xff\xc3\xa9\xc2\x85"), "\\xff\xc3\xa9\\xc2\\x85");
    EXPECT_EQ(markup("\u202Ea\uFEFF"), "\\u{202e}a\\u{feff}");
    EXPECT_EQ(markup(markup("GATTACA \\ é")), "GATTACA \\ é");
}

TEST(markup, names_are_cut_between_letters) {
    EXPECT_EQ(cut("éééé", 4), "éééé");
    EXPECT_EQ(cut("ééééé", 4), "éééé…");
    EXPECT_EQ(cut("\xff\xff\xff", 2), "\xff\xff…");
    EXPECT_EQ(cut("", 0), "");
    EXPECT_EQ(name_markup("<a>", 2), "<bdi>&lt;a…</bdi>");
}

TEST(markup, json_cannot_end_its_script) {
    const json value = {{"name", "</script><!--<script>&\u2028"}};
    const std::string text = script_json(dumped(value));
    EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
    EXPECT_EQ(json::parse(text), value);
}

TEST(markup, base64_of_the_standard) {
    const std::map<std::string, std::string> known = {{"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
                                                      {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}};
    for (const auto& [bytes, text] : known)
        EXPECT_EQ(base64(bytes), text);
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(markup, numbers_for_people) {
    EXPECT_EQ(brief_count(0), "0");
    EXPECT_EQ(brief_count(9500), "9,500");
    EXPECT_EQ(brief_count(15000), "15k");
    EXPECT_EQ(brief_count(2.5e6), "2.5M");
    EXPECT_EQ(coordinate(-0.001), "0");
    EXPECT_EQ(coordinate(12.50), "12.5");
}

TEST(bounded_json, what_fits_stays_as_it_is) { EXPECT_EQ(bounded_json("{\"a\": 1}", 100), "{\"a\": 1}"); }

TEST(bounded_json, what_does_not_is_cut_and_told) {
    json whole = {{"list", json::array()}, {"text", std::string(50'000, 'x')}};
    for (int i = 0; i < 5000; ++i)
        whole["list"].push_back(i);
    const std::string text = bounded_json(dumped(whole), 30'000);
    EXPECT_LE(text.size(), 30'000U);
    const json shorter = json::parse(text);
    ASSERT_EQ(shorter["cut"].size(), 2U);
    EXPECT_EQ(shorter["cut"][0]["at"], "/list");
    EXPECT_EQ(shorter["cut"][0]["elements"], 5000);
    EXPECT_EQ(shorter["cut"][0]["kept"], shorter["list"].size());
    EXPECT_EQ(shorter["cut"][1]["bytes"], 50'000);
    EXPECT_EQ(shorter["cut"][1]["kept"], shorter["text"].get<std::string>().size());
}

TEST(bounded_json, many_long_strings_fit_too) {
    json whole = {{"files", json::array()}};
    for (int i = 0; i < 3000; ++i)
        whole["files"].push_back(std::string(300, 'n'));
    EXPECT_LE(bounded_json(dumped(whole), 20'000).size(), 20'000U);
}

TEST(histogram, bins_hold_every_value_once) {
    for (const auto& [least, greatest] : {std::pair<std::uint64_t, std::uint64_t>{0, 0}, {5, 64}, {5, 65}, {0, 1000}}) {
        histogram counted = histogram::of_range(least, greatest);
        for (std::uint64_t value = least; value <= greatest; ++value)
            counted.add(value);
        EXPECT_LE(counted.counts.size(), 60U);
        EXPECT_EQ(counted.total(), greatest - least + 1);
        for (std::size_t i = 0; i + 1 < counted.counts.size(); ++i)
            EXPECT_EQ(counted.counts[i], counted.width);
    }
    EXPECT_EQ(histogram::of_range(0, ~std::uint64_t{0}).counts.size(), 60U);
}

TEST(histogram, growing_bins_lose_nothing) {
    std::mt19937_64 random(7);
    growing_histogram growing;
    EXPECT_TRUE(growing.value().counts.empty());
    std::vector<std::uint64_t> values;
    for (int i = 0; i < 2000; ++i) {
        values.push_back(100 + random() % (std::uint64_t{1} << random() % 40));
        growing.add(values.back());
    }
    const histogram reported = growing.value();
    EXPECT_EQ(reported.total(), values.size());
    EXPECT_LE(reported.counts.size(), 64U);
    std::vector<std::uint64_t> expected(reported.counts.size(), 0);
    for (const std::uint64_t value : values)
        ++expected[(value - reported.least) / reported.width];
    EXPECT_EQ(reported.counts, expected);
}

TEST(scale, ticks_are_round_and_within) {
    const scale linear(scale_kind::linear, 3, 87, 0, 100);
    EXPECT_EQ(linear.ticks(5, true), (std::vector<double>{20, 40, 60, 80}));
    const scale logarithmic(scale_kind::logarithmic, 2, 1'000'000, 0, 100);
    EXPECT_EQ(logarithmic.ticks(7, true), (std::vector<double>{10, 100, 1000, 10'000, 100'000, 1'000'000}));
    EXPECT_DOUBLE_EQ(logarithmic(2), 0);
    EXPECT_NEAR(logarithmic(1'000'000), 100, 1e-9);
    EXPECT_EQ(scale(scale_kind::linear, 4, 4, 0, 10).ticks(5, true), (std::vector<double>{4}));
    EXPECT_EQ(scale(scale_kind::linear, 4, 4, 0, 10)(4), 5);
    EXPECT_EQ(scale(scale_kind::linear, 0, 1, 0, 10).ticks(5, true), (std::vector<double>{0, 1}));
}

TEST(curve, only_changes_are_kept) {
    const std::vector<support_point> all = {{2, 9}, {3, 9}, {4, 5}, {5, 5}, {6, 5}};
    EXPECT_EQ(steps_of(all, 10), (std::vector<support_point>{{2, 9}, {4, 5}, {6, 5}}));
    EXPECT_TRUE(steps_of({}, 10).empty());
}

TEST(identity, stretches_cover_all_places) {
    EXPECT_TRUE(identity_along({}).empty());
    EXPECT_EQ(identity_along({{'=', 2}, {'X', 1}, {'I', 1}}), (std::vector<double>{1, 1, 0, 0}));
    for (const std::uint64_t equal : {99U, 100U, 101U, 12'345U}) {
        const std::vector<double> shares = identity_along({{'=', equal}, {'D', equal}});
        const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
        EXPECT_NEAR(mean, 0.5, 0.005) << equal;
        EXPECT_EQ(shares.front(), 1);
        EXPECT_EQ(shares.back(), 0);
    }
}

TEST(dot_grid, holds_matches_where_they_are) {
    dot_grid small(5, 3);
    small.add_match(1, 0, 3);
    EXPECT_EQ(small.filled(), 3U);
    EXPECT_EQ(small.at(1, 0) + small.at(2, 1) + small.at(3, 2), 3U);
    dot_grid large(1'000'000, 500'000);
    large.add_match(0, 0, 500'000);
    EXPECT_EQ(large.columns(), 400U);
    EXPECT_EQ(large.at(0, 0), 1U);
    EXPECT_GE(large.filled(), 400U);
    EXPECT_EQ(large.at(399, 399), 0U);
    const dot_grid coarse = large.coarser();
    EXPECT_EQ(coarse.columns(), 200U);
    EXPECT_GE(coarse.filled(), 200U);
    EXPECT_EQ(dot_grid(0, 0).filled(), 0U);
}

/// Every pair of places whose words are equal, by comparing them.
std::uint64_t equal_words(const std::string& a, const std::string& b, std::size_t length) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i + length <= a.size(); ++i)
        for (std::size_t j = 0; j + length <= b.size(); ++j)
            if (a.substr(i, length).find('N') == std::string::npos && a.compare(i, length, b, j, length) == 0) ++count;
    return count;
}

TEST(word_matches, are_those_of_comparing_all_words) {
    std::mt19937 random(11);
    for (const std::size_t length : {1U, 7U, 49U, 120U, 399U}) {
        std::string a;
        std::string b;
        for (std::size_t i = 0; i < length; ++i) {
            a.push_back("ACGTACGTACGTN"[random() % 13]);
            b.push_back(random() % 4 == 0 ? 'C' : a[i]);
        }
        const formats::sequence_pair pair =
            formats::sequence_pair::of_texts({a, b}, formats::pair_unit::letter, alphabet::dna);
        const word_matches found = matching_words(pair);
        EXPECT_EQ(found.sampled, 1U);
        EXPECT_EQ(found.grid.filled(), equal_words(a, b, found.word)) << a << "\n" << b;
    }
}

TEST(word_matches, lines_and_texts) {
    const auto filled = [](const std::string& a, const std::string& b, formats::pair_unit unit) {
        return matching_words(formats::sequence_pair::of_texts({a, b}, unit, alphabet::automatic)).grid.filled();
    };
    EXPECT_EQ(filled("x\ny\nz\n", "y\nz\nw\n", formats::pair_unit::line), 2U);
    EXPECT_EQ(filled("kitten", "sitting", formats::pair_unit::letter),
              2U + 4U + 1U); // i once and twice, t twice and twice, n
    EXPECT_EQ(filled("éa", "aé", formats::pair_unit::letter), 2U);
    EXPECT_EQ(filled("", "", formats::pair_unit::letter), 0U);
}

TEST(multiqc, runs_are_called_after_their_files) {
    EXPECT_EQ(formats::sample_name({"/data/run 1/reads.fastq.gz"}), "reads");
    EXPECT_EQ(formats::sample_name({"a.fa", "b.fa", "c.fa"}), "a and 2 more");
    EXPECT_EQ(formats::sample_name({"-"}), "stdin");
    EXPECT_EQ(formats::sample_name({".gz"}), ".gz");
}

} // namespace
} // namespace concord::app::report::report_parts_test

// Distances of sequences that fit a word, for every vector target: all pairs of words of few letters, and pairs of long
// ones a few edits apart, against the textbook's matrix.
#include "oracles/distance.hpp"
#include "problems/distance/join/join_kernels.hpp"
#include "support/batch_case.hpp"
#include "support/random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance::short_distance_test {
namespace {

constexpr unsigned planes = 3; // two of A, C, G and T, one of N

struct in_planes {
    explicit in_planes(const std::string& text) : words{text.size()} {
        for (std::size_t at = 0; at < text.size(); ++at) {
            const std::size_t code = text[at] == 'N' ? 4 : std::string("ACGT").find(text[at]);
            for (unsigned plane = 0; plane < planes; ++plane)
                words[plane + 1] |= std::uint64_t{code >> plane & 1U} << at;
        }
    }
    [[nodiscard]] short_list list() const { return {words.data(), planes + 1}; }
    /// Of more letters, none of which is ambiguous.
    [[nodiscard]] short_list list_of_five() const { return {words.data(), 6}; }

    std::array<std::uint64_t, 6> words; // the length first
};

struct tried_metric {
    short_metric metric;
    distance_metric name;
};

constexpr std::array metrics{tried_metric{short_metric::levenshtein, distance_metric::levenshtein},
                             tried_metric{short_metric::indel, distance_metric::indel},
                             tried_metric{short_metric::hamming, distance_metric::hamming},
                             tried_metric{short_metric::osa, distance_metric::osa},
                             tried_metric{short_metric::damerau_levenshtein, distance_metric::damerau_levenshtein}};

void try_pair(const std::string& a, const std::string& b, unsigned most) {
    const in_planes of_a(a);
    const in_planes of_b(b);
    const std::size_t apart = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    for (const tried_metric& tried : metrics) {
        const auto expected = reference_distance(test::coded(a, b, alphabet::dna), tried.name);
        if (!expected) continue;
        for (unsigned bound = 0; bound <= std::min(most, most_short_bound); ++bound) {
            if (apart > bound) continue;
            const auto wanted = static_cast<unsigned>(std::min<std::uint64_t>(*expected, bound + 1));
            const short_rule rule{.metric = tried.metric, .bound = bound, .last_is_ambiguous = true};
            const short_rule of_five{.metric = tried.metric, .bound = bound, .last_is_ambiguous = false};
            const std::array<rank_pair, 1> pair{{{0, 0}}};
            for (const vector_target target : usable_vectors()) {
                const join_kernels& kernels = join_kernels_for(target);
                std::array<std::uint32_t, 2> found{not_short, wanted};
                kernels.distances(of_a.list(), of_b.list(), rule, pair, found.data());
                if ((a + b).find('N') == std::string::npos)
                    kernels.distances(of_a.list_of_five(), of_b.list_of_five(), of_five, pair, &found[1]);
                ASSERT_EQ(found, (std::array<std::uint32_t, 2>{wanted, wanted}))
                    << '"' << a << "\", \"" << b << "\" within " << bound << ", metric " << static_cast<int>(tried.name)
                    << ", " << to_string(target);
            }
        }
    }
}

std::vector<std::string> words_of(const std::string& letters, std::size_t longest) {
    std::vector<std::string> words{""};
    for (std::size_t first = 0; first < words.size() && words[first].size() < longest; ++first)
        for (const char letter : letters)
            words.push_back(words[first] + letter);
    return words;
}

TEST(short_distances, of_all_words_of_two_letters) {
    const std::vector<std::string> words = words_of("AC", 6);
    for (const std::string& a : words)
        for (const std::string& b : words) {
            try_pair(a, b, most_short_bound);
            if (HasFatalFailure()) return;
        }
}

TEST(short_distances, of_all_words_of_three_letters) {
    const std::vector<std::string> words = words_of("ACG", 5);
    for (const std::string& a : words)
        for (const std::string& b : words) {
            try_pair(a, b, most_short_bound);
            if (HasFatalFailure()) return;
        }
}

TEST(short_distances, of_all_words_with_ambiguous_letters) {
    const std::vector<std::string> words = words_of("AGN", 3);
    for (const std::string& a : words)
        for (const std::string& b : words) {
            try_pair(a, b, 3);
            if (HasFatalFailure()) return;
        }
}

TEST(short_distances, of_many_pairs_some_too_long) {
    const std::array<std::uint64_t, 12> lengths_first{2, 0b01, 0b10, 0, longest_in_word + 1, 0, 0, 0, 2, 0b11, 0b10, 0};
    const short_list list{lengths_first.data(), planes + 1}; // CG, a long one, CT
    const std::array<rank_pair, 4> pairs{{{0, 2}, {1, 2}, {2, 1}, {2, 2}}};
    for (const vector_target target : usable_vectors()) {
        std::array<std::uint32_t, 4> distances{};
        join_kernels_for(target).distances(list, list, {short_metric::levenshtein, 1, true}, pairs, distances.data());
        EXPECT_EQ(distances, (std::array<std::uint32_t, 4>{1, not_short, not_short, 0})) << to_string(target);
    }
}

TEST(short_distances, of_words_a_few_edits_apart) {
    for (const std::uint64_t seed : test::seeds(54'000'000, 2000)) {
        std::mt19937_64 random(seed);
        const std::string letters = seed % 3 == 0 ? "AC" : "ACGT";
        const auto letter = [&] { return letters[random() % letters.size()]; };
        std::string a;
        for (std::size_t length = seed % 2 == 0 ? 50 + random() % 14 : random() % 30; a.size() < length;)
            a += letter();
        std::string b = a;
        for (std::uint64_t edits = random() % 4; edits > 0; --edits) {
            const std::size_t at = random() % (b.size() + 1);
            const std::uint64_t kind = random() % 4;
            if (kind == 0 && b.size() < longest_in_word)
                b.insert(at, 1, letter());
            else if (kind == 1 && at < b.size())
                b.erase(at, 1);
            else if (kind == 2 && at + 1 < b.size())
                std::swap(b[at], b[at + 1]);
            else if (at < b.size())
                b[at] = letter();
        }
        try_pair(a, b, 5);
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace concord::edit_distance::short_distance_test

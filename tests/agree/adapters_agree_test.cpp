// What reads hold, against the definition tried at every place; words, against a map.
#include "problems/adapters/placement.hpp"
#include "problems/adapters/word_counts.hpp"

#include <concord/sequences.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace concord::adapters::adapters_agree_test {
namespace {

class small_alphabet {
  public:
    explicit small_alphabet(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t bound) { return random_() % bound; }
    codes letters(std::size_t count, unsigned kinds = 4) {
        codes made(count);
        for (std::uint8_t& letter : made)
            letter = static_cast<std::uint8_t>(below(kinds));
        return made;
    }

  private:
    std::mt19937 random_;
};

std::string text_of(const codes& letters) {
    std::string text;
    for (const std::uint8_t letter : letters)
        text += "ACGTN"[letter];
    return text;
}

/// Every shift of every strand, by the definition: an overlap of 12 letters, differences in a tenth, and eight equal
/// letters side by side. In the order in which the first of these are in the read, then by strand and by their letters.
std::vector<placement> all_placements(const std::vector<codes>& consensus, const codes& read) {
    std::vector<std::pair<std::ptrdiff_t, placement>> seeded;
    for (std::uint32_t which = 0; which < consensus.size(); ++which)
        for (const bool reversed : {false, true}) {
            const codes strand = reversed ? reverse_complement(consensus[which]) : consensus[which];
            for (auto shift = -std::ssize(strand); shift < std::ssize(read); ++shift) {
                std::uint32_t differences = 0;
                std::uint32_t overlap = 0;
                unsigned run = 0;
                std::optional<std::ptrdiff_t> seed;
                std::uint32_t first = 0;
                std::uint32_t start = 0;
                for (std::ptrdiff_t i = 0; i < std::ssize(strand); ++i) {
                    if (i + shift < 0 || i + shift >= std::ssize(read)) continue;
                    if (overlap++ == 0) {
                        first = static_cast<std::uint32_t>(i);
                        start = static_cast<std::uint32_t>(i + shift);
                    }
                    const bool equal = strand[static_cast<std::size_t>(i)] == read[static_cast<std::size_t>(i + shift)];
                    differences += equal ? 0 : 1;
                    run = equal ? run + 1 : 0;
                    if (run == 8 && !seed) seed = i + shift - 7;
                }
                if (overlap >= 12 && 10 * differences <= overlap && seed)
                    seeded.push_back(
                        {*seed, {which, reversed, first, first + overlap, start, start + overlap, differences}});
            }
        }
    std::ranges::sort(seeded, {}, [](const auto& each) {
        const placement& at =
            each.second; // on one strand, a later start in the read is an earlier letter of the strand
        return std::tuple(each.first, at.which, at.reversed, std::int64_t{at.first} - std::int64_t{at.start});
    });
    std::vector<placement> all;
    for (const auto& each : seeded)
        all.push_back(each.second);
    return all;
}

/// The best of those that overlap by more than half of the shorter one.
std::vector<placement> best_of(std::vector<placement> all, const std::vector<codes>& consensus) {
    std::vector<placement> kept;
    while (!all.empty()) {
        const auto best = std::ranges::max_element(all, [&](const placement& a, const placement& b) {
            if (a.score() != b.score()) return a.score() < b.score();
            const std::size_t of_a = consensus[a.which].size();
            const std::size_t of_b = consensus[b.which].size();
            if (of_a != of_b) return of_a < of_b;
            return a.which != b.which ? a.which > b.which : a.start > b.start;
        });
        const placement chosen = *best;
        kept.push_back(chosen);
        std::erase_if(all, [&](const placement& each) {
            const std::uint32_t from = std::max(each.start, chosen.start);
            const std::uint32_t to = std::min(each.end, chosen.end);
            return to > from && 2 * (to - from) > std::min(each.end - each.start, chosen.end - chosen.start);
        });
    }
    std::ranges::sort(kept, {}, &placement::start);
    return kept;
}

void expect_those_of_the_definition(const std::vector<codes>& consensus, const codes& read, unsigned seed) {
    std::vector<placement> found;
    placer(consensus, false).place(read, found);
    const std::vector<placement> expected = best_of(all_placements(consensus, read), consensus);
    const auto tuple_of = [](const placement& at) {
        return std::tuple(at.which, at.reversed, at.first, at.last, at.start, at.end, at.differences);
    };
    ASSERT_EQ(found.size(), expected.size()) << "seed " << seed << ", read " << text_of(read);
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(tuple_of(found[i]), tuple_of(expected[i])) << "seed " << seed << ", read " << text_of(read);
}

TEST(adapters_agree, placements_are_those_of_the_definition) {
    for (unsigned seed = 0; seed < 3000; ++seed) {
        small_alphabet random(seed);
        std::vector<codes> consensus;
        for (std::size_t count = 1 + random.below(3); count > 0; --count)
            consensus.push_back(random.letters(15 + random.below(30)));
        if (seed % 4 == 3) // a tandem repeat, which shares a seed with the reads on many diagonals
            for (std::size_t i = 1 + random.below(5), period = i; i < consensus[0].size(); ++i)
                consensus[0][i] = consensus[0][i - period];
        codes read = random.letters(random.below(80));
        for (std::size_t planted = random.below(3); planted > 0; --planted) {
            const codes& one = consensus[random.below(consensus.size())];
            const codes letters = random.below(2) == 0 ? one : reverse_complement(one);
            for (std::size_t i = 0, at = random.below(60); i < letters.size() && at + i < read.size(); ++i)
                read[at + i] = random.below(15) == 0 ? static_cast<std::uint8_t>(random.below(5)) : letters[i];
        }
        expect_those_of_the_definition(consensus, read, seed);
    }
}

TEST(adapters_agree, placements_in_tandem_repeats_are_those_of_the_definition) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        small_alphabet random(seed);
        const codes unit = random.letters(1 + random.below(9));
        const std::size_t worn = 10 + random.below(90); // a letter in so many is another one
        const auto repeat = [&](std::size_t count, std::uint8_t kinds) {
            codes made(count);
            for (std::size_t i = 0, first = random.below(unit.size()); i < count; ++i)
                made[i] = random.below(worn) == 0 ? static_cast<std::uint8_t>(random.below(kinds))
                                                  : unit[(first + i) % unit.size()];
            return made;
        };
        std::vector<codes> consensus;
        const std::size_t longest = seed % 2 == 0 ? 50 : 300; // all are short, or they mostly cover a read
        for (std::size_t count = 1 + random.below(6); count > 0; --count)
            consensus.push_back(repeat(12 + random.below(longest), 4));
        codes read = repeat(random.below(260), 5);
        if (seed % 3 == 0 && !read.empty()) // one part of it is something else
            for (std::size_t i = random.below(read.size()), end = i + random.below(read.size() - i); i < end; ++i)
                read[i] = static_cast<std::uint8_t>(random.below(4));
        expect_those_of_the_definition(consensus, read, seed);
    }
}

TEST(adapters_agree, words_are_counted_once_a_read) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        small_alphabet random(seed);
        const unsigned kinds = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : 4;
        sequence_set_builder builder(alphabet::dna);
        std::vector<codes> reads;
        for (std::size_t count = random.below(9000); count > 0; --count) {
            codes read = random.letters(random.below(40), kinds);
            if (random.below(4) == 0 && !read.empty()) read[random.below(read.size())] = no_letter;
            builder.add("", text_of(read));
            reads.push_back(std::move(read));
        }
        const sequence_set set = std::move(builder).finish();
        letter_mask mask(set.letters() + 1);
        const bool masked = seed % 2 == 1 && !reads.empty();
        if (masked) { // letters 3 to 8 of the last read
            const std::uint64_t first = set.letters() - reads.back().size();
            const std::uint64_t size = reads.back().size();
            mask.set(first + std::min<std::uint64_t>(3, size), first + std::min<std::uint64_t>(9, size));
            for (std::size_t i = 3; i < std::min<std::size_t>(9, size); ++i)
                reads.back()[i] = no_letter;
        }
        std::map<std::uint32_t, std::uint32_t> expected;
        for (const codes& read : reads) {
            std::set<std::uint32_t> held;
            for (std::size_t i = 0; i + 12 <= read.size(); ++i) {
                std::uint32_t word = 0;
                bool whole = true;
                for (std::size_t j = i; j < i + 12; ++j) {
                    whole &= read[j] < no_letter;
                    word = word * 4 + read[j] % 4;
                }
                if (whole) held.insert(word);
            }
            for (const std::uint32_t word : held)
                ++expected[word];
        }
        for (const unsigned threads : {1U, 3U}) {
            run_options options;
            options.threads = threads;
            runtime::thread_pool pool(options);
            const std::vector<std::uint32_t> counts = count_words(sequence::packed(set), mask, {0, set.size()}, pool);
            std::map<std::uint32_t, std::uint32_t> found;
            for (std::uint32_t word = 0; word < word_count; ++word)
                if (counts[word] > 0) found[word] = counts[word];
            ASSERT_EQ(found, expected) << "seed " << seed << ", threads " << threads;
        }
    }
}

} // namespace
} // namespace concord::adapters::adapters_agree_test

// Types of suffixes found 64 at a time, and counted, against the definition suffix by suffix.
#include "suffixes/suffix_types.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace concord::suffixes::suffix_types_test {
namespace {

using letters = std::vector<std::uint8_t>;

/// 1 for S. `text` has a sentinel in front of the first letter, and ends with one.
std::vector<unsigned> types_by_definition(const letters& text) {
    std::vector<unsigned> types(text.size(), 1);
    for (std::size_t at = text.size() - 1; at-- > 0;)
        types[at] = text[at] < text[at + 1] || (text[at] == text[at + 1] && types[at + 1] == 1) ? 1 : 0;
    return types;
}

/// Checks types and counts, and returns the types behind the sentinel in front.
std::vector<unsigned> types_by_words(const letters& text, std::uint64_t different) {
    const auto size = static_cast<std::int32_t>(text.size()) - 1;
    const std::vector<unsigned> expected = types_by_definition(text);
    std::vector<unsigned> found(static_cast<std::size_t>(size));
    type_counts<std::int32_t, std::uint8_t> counts(different);
    std::int32_t next = size;
    for_words_of_types(text.data() + 1, size,
                       [&](std::int32_t first, unsigned count, std::uint64_t types, std::uint64_t in_front) {
                           EXPECT_EQ(first + static_cast<std::int32_t>(count), next);
                           next = first;
                           for (unsigned nth = 0; nth < count; ++nth) {
                               const auto at = static_cast<std::size_t>(first) + nth;
                               found[at] = static_cast<unsigned>(types >> nth & 1U);
                               EXPECT_EQ(in_front >> nth & 1U, expected[at]) << at;
                           }
                           if (count < suffixes_of_word) {
                               EXPECT_EQ((types | in_front) >> count, 0U);
                           }
                           counts.add(text.data() + 1 + first, count, types & ~in_front, ~types & in_front);
                       });
    EXPECT_EQ(next, 0);
    std::vector<std::int32_t> all(different);
    std::vector<std::int32_t> lms(different);
    std::vector<std::int32_t> lml(different);
    for (std::size_t at = 1; at < text.size(); ++at) {
        EXPECT_EQ(found[at - 1], expected[at]) << at;
        ++all[text[at]];
        if (expected[at] == 1 && expected[at - 1] == 0) ++lms[text[at]];
        if (expected[at] == 0 && expected[at - 1] == 1) ++lml[text[at]];
    }
    for (std::uint64_t letter = 0; letter < different; ++letter) {
        EXPECT_EQ(counts.all(letter), all[letter]);
        EXPECT_EQ(counts.lms(letter), lms[letter]);
        EXPECT_EQ(counts.lml(letter), lml[letter]);
    }
    return found;
}

TEST(suffix_types, by_hand) {
    // mmiissiippi, with i, m, p and s as 1 to 4.
    EXPECT_EQ(types_by_words({0, 2, 2, 1, 1, 4, 4, 1, 1, 3, 3, 1, 0}, 5),
              (std::vector<unsigned>{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1}));
}

TEST(suffix_types, of_lengths_around_words) {
    std::mt19937_64 chance(4);
    for (const std::uint64_t different : {2U, 3U, 5U, 6U, 7U, 40U})
        for (const std::size_t length : {0U, 1U, 2U, 62U, 63U, 64U, 65U, 127U, 128U, 129U, 500U})
            for (const unsigned run : {1U, 3U, 100U}) {
                letters text{0};
                while (text.size() <= length)
                    text.resize(text.size() + 1 + chance() % run,
                                static_cast<std::uint8_t>(chance() % 50 == 0 ? 0 : 1 + chance() % (different - 1)));
                text.resize(length + 1);
                text.push_back(0);
                types_by_words(text, different);
            }
}

} // namespace
} // namespace concord::suffixes::suffix_types_test

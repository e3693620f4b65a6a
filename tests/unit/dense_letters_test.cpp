// Dense numbers of letters: equal where the letters are, in as few planes as that takes; and the transposition of bits.
#include "sequence/dense_letters.hpp"
#include "sequence/transposed.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/text_case.hpp"

#include <gtest/gtest.h>

namespace concord::sequence::dense_letters_test {
namespace {

std::vector<std::uint32_t> codes_of(const packed_sequences& set) {
    std::vector<std::uint32_t> codes(set.letters());
    for (std::uint64_t at = 0; at < set.letters(); ++at)
        for (unsigned plane = 0; plane < set.planes(); ++plane)
            codes[at] |= static_cast<std::uint32_t>(set.plane(plane)[at / 64] >> at % 64 & 1U) << plane;
    return codes;
}

void expect_same_sequences(const packed_sequences& given, const packed_sequences& made) {
    ASSERT_EQ(made.size(), given.size());
    EXPECT_EQ(std::vector(made.offsets(), made.offsets() + made.size() + 1),
              std::vector(given.offsets(), given.offsets() + given.size() + 1));
    EXPECT_EQ(made.shortest(), given.shortest());
    EXPECT_EQ(made.longest(), given.longest());
    for (unsigned plane = 0; plane < made.planes(); ++plane) // kernels read words beyond the letters
        for (std::uint64_t at = made.letters(); at < (made.letters() / 64 + 2) * 64; ++at)
            ASSERT_EQ(made.plane(plane)[at / 64] >> at % 64 & 1U, 0U);
}

TEST(transposed, rows_become_columns) {
    EXPECT_EQ(transposed(0), 0U);
    EXPECT_EQ(transposed(~std::uint64_t{0}), ~std::uint64_t{0});
    for (unsigned row = 0; row < 8; ++row)
        for (unsigned column = 0; column < 8; ++column)
            EXPECT_EQ(transposed(std::uint64_t{1} << (8 * row + column)), std::uint64_t{1} << (8 * column + row));
}

TEST(dense_letters, the_example_of_the_header) {
    const sequence_set a = test::make_set({"ΝΙΚΟΣ ♥"}, alphabet::utf8);
    const sequence_set b = test::make_set({"ΣΟΝΙΚ ♦"}, alphabet::utf8);
    EXPECT_EQ(packed(a).planes_in_use(), 14U);
    const recoded_sets dense = with_dense_letters(a, b);
    EXPECT_EQ(codes_of(packed(dense.a)), (std::vector<std::uint32_t>{3, 1, 2, 4, 5, 0, 6}));
    EXPECT_EQ(codes_of(packed(dense.b)), (std::vector<std::uint32_t>{5, 4, 3, 1, 2, 0, 7}));
    EXPECT_EQ(packed(dense.a).planes_in_use(), 3U);
    EXPECT_EQ(packed(dense.b).planes_in_use(), 3U);
}

TEST(dense_letters, are_equal_where_letters_are) {
    for (const std::uint64_t seed : test::seeds(61'000'000, 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        const std::uint32_t distinct = seed % 3 == 0 ? 12 : seed % 3 == 1 ? 300 : 900;
        const test::batch_case made = test::make_text_case(seed, distinct, 1 + seed % 90, 0);
        const sequence_set a = test::make_set(made.a, made.kind);
        const sequence_set b = test::make_set(made.b, made.kind);
        for (const bool is_one : {false, true}) {
            const sequence_set& other = is_one ? a : b;
            const recoded_sets dense = with_dense_letters(a, other);
            EXPECT_EQ(is_one, &packed(dense.a) == &packed(dense.b));
            expect_same_sequences(packed(a), packed(dense.a));
            expect_same_sequences(packed(other), packed(dense.b));
            const std::vector<std::uint32_t> before_a = codes_of(packed(a));
            const std::vector<std::uint32_t> before_b = codes_of(packed(other));
            const std::vector<std::uint32_t> after_a = codes_of(packed(dense.a));
            const std::vector<std::uint32_t> after_b = codes_of(packed(dense.b));
            std::uint32_t greatest = 0;
            for (std::size_t i = 0; i < before_a.size(); ++i)
                for (std::size_t j = 0; j < before_b.size(); ++j) {
                    ASSERT_EQ(before_a[i] == before_b[j], after_a[i] == after_b[j]) << i << ", " << j;
                    greatest = std::max({greatest, after_a[i], after_b[j]});
                }
            EXPECT_LT(greatest, distinct + 2);
            EXPECT_LE(packed(dense.a).planes_in_use(), static_cast<unsigned>(std::bit_width(distinct + 1)));
        }
    }
}

/// Numbers that UTF-8 cannot encode, and the greatest.
TEST(dense_letters, of_any_code_points) {
    sequence_set_builder builder(alphabet::utf8);
    const std::vector<std::uint32_t> first = {0x1F'FFFF, 0xD800, 0, 0x10'FFFF};
    const std::vector<std::uint32_t> second = {0, 0xD801, 0x1F'FFFF};
    builder.add("", symbol_view(std::span<const std::uint32_t>(first)));
    builder.add("", symbol_view(std::span<const std::uint32_t>(second)));
    const sequence_set set = std::move(builder).finish();
    EXPECT_EQ(codes_of(packed(with_dense_letters(set, set).a)), (std::vector<std::uint32_t>{4, 1, 0, 3, 0, 2, 4}));
}

TEST(dense_letters, leave_alone_what_has_few_planes) {
    const sequence_set dna = test::make_set({"GATTACA"});
    const sequence_set latin = test::make_set({"naïve", "café"}, alphabet::utf8);
    const sequence_set greek = test::make_set({"αβγ"}, alphabet::utf8);
    EXPECT_EQ(&packed(with_dense_letters(dna, dna).a), &packed(dna));
    EXPECT_EQ(&packed(with_dense_letters(latin, latin).b), &packed(latin));
    const recoded_sets nothing_shared = with_dense_letters(latin, greek);
    EXPECT_EQ(codes_of(packed(nothing_shared.a)), std::vector<std::uint32_t>(9, 0));
    EXPECT_EQ(codes_of(packed(nothing_shared.b)), std::vector<std::uint32_t>(3, 1));
    const recoded_sets with_none = with_dense_letters(greek, sequence_set());
    EXPECT_EQ(codes_of(packed(with_none.a)), std::vector<std::uint32_t>(3, 0));
    EXPECT_EQ(with_none.b.size(), 0U);
}

TEST(dense_letters, of_patterns_leave_one_more_for_all_other_letters) {
    const sequence_set patterns = test::make_set({"αβγ", "γδ"}, alphabet::utf8);
    const sequence_set texts = test::make_set({"δοκιμή α", "𝄞"}, alphabet::utf8);
    const dense_letters letters(packed(patterns));
    EXPECT_EQ(letters.count(), 4U);
    EXPECT_EQ(letters.planes(), 3U);
    EXPECT_EQ(letters.number_of(0x1D11E), 4U);
    EXPECT_EQ(codes_of(packed(letters.recoded(packed(texts), letters.count(), letters.planes()))),
              (std::vector<std::uint32_t>{3, 4, 4, 4, 4, 4, 4, 0, 4}));
}

} // namespace
} // namespace concord::sequence::dense_letters_test

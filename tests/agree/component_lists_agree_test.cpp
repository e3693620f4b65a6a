// Every largest component, and the largest that do not overlap, by every vector target, threads, tiles and little
// memory.
#include "agree/component_ways.hpp"
#include "support/random_case.hpp"

#include <concord/error.hpp>

#include <string>

namespace concord::component_lists_agree_test {
namespace {

void expect_lists(const test::matrix_case& tried, const std::vector<component_result>& got,
                  const std::vector<component_result>& expected, const std::string& how) {
    ASSERT_EQ(got.size(), expected.size()) << how << "\n" << tried.to_paste();
    for (std::size_t at = 0; at < got.size(); ++at) {
        ASSERT_EQ(got[at].size, expected[at].size) << at << " " << how << "\n" << tried.to_paste();
        ASSERT_TRUE(got[at].shift == expected[at].shift) << at << " " << how << "\n" << tried.to_paste();
        ASSERT_TRUE(got[at].cells == expected[at].cells) << at << " " << how << "\n" << tried.to_paste();
    }
}

void try_lists(const test::matrix_case& tried) {
    const auto every = component::reference_every(tried.a, tried.b, tried.options);
    const auto successive = component::reference_successive(tried.a, tried.b, tried.options, 4);
    component_options options = tried.options;
    options.run.device = device::cpu();
    const auto expect = [&](const std::string& how) {
        expect_lists(tried, every_largest_component(tried.a, tried.b, options), every, how);
        expect_lists(tried, successive_components(tried.a, tried.b, options, 4), successive, how);
    };
    options.run.threads = 1;
    for (const vector_target vectors : usable_vectors()) {
        options.run.vectors = vectors;
        expect(std::string(to_string(vectors)));
        if (testing::Test::HasFatalFailure()) return;
    }
    options.run.vectors = vector_target::automatic;
    options.run.threads = 2 + static_cast<unsigned>(tried.seed % 2);
    const runtime::scoped_tile small(1 + tried.seed % 70);
    expect("small tiles");
}

class component_lists_agree : public testing::TestWithParam<int> {};

TEST_P(component_lists_agree, small_ones) {
    for (const std::uint64_t seed : test::seeds(52'000'000 + 10'000 * static_cast<std::uint64_t>(GetParam()), 200)) {
        try_lists(test::make_matrix_case(seed, 1'500));
        if (HasFailure()) return;
    }
}

TEST(component_lists_agree_in, matrices_that_repeat_a_unit) {
    for (const std::uint64_t seed : test::seeds(54'000'000, 300)) {
        try_lists(test::repeating_case(seed, 2'000));
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, component_lists_agree, testing::Range(0, 4));

/// Two squares of four cells each in both, at shifts that differ: the first takes nothing of the second.
TEST(component_lists, by_hand) {
    const auto letters = [](const std::vector<std::string>& rows) {
        matrix::symbols cells;
        for (const std::string& row : rows)
            cells.insert(cells.end(), row.begin(), row.end());
        return matrix(rows.size(), rows.front().size(), cells);
    };
    const matrix a = letters({"abxx.cd", "efyy.gh"});
    const matrix b = letters({"cdzab", "ghzef"});
    const auto every = every_largest_component(a, b, {});
    ASSERT_EQ(every.size(), 2U);
    EXPECT_TRUE(every[0].shift == (matrix_shift{0, -3}));
    EXPECT_TRUE(every[1].shift == (matrix_shift{0, 5}));
    EXPECT_TRUE(every[1].cells == (std::vector<matrix_cell>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    const auto successive = successive_components(a, b, {}, 9);
    ASSERT_EQ(successive.size(), 2U);
    EXPECT_EQ(successive[1].size, 4U);
    EXPECT_TRUE(every_largest_component(a, letters({"12"}), {}).empty());
    EXPECT_TRUE(successive_components(a, letters({"12"}), {}, 3).empty());
    component_options options;
    options.min_size = 5;
    EXPECT_TRUE(every_largest_component(a, b, options).empty());
    EXPECT_THROW(static_cast<void>(successive_components(a, b, {}, 0)), error);
}

/// A band of one kind of cell over itself: the second component may only use cells that the first left.
TEST(component_lists, cells_are_used_once) {
    const matrix a(1, 5, matrix::integers{7, 7, 7, 7, 7});
    const matrix b(1, 3, matrix::integers{7, 7, 7});
    const auto found = successive_components(a, b, {}, 9);
    ASSERT_EQ(found.size(), 1U); // all of b is used
    EXPECT_TRUE(found[0].shift == (matrix_shift{0, 0}));
    const auto turned = successive_components(b, a, {}, 9);
    ASSERT_EQ(turned.size(), 1U);
    EXPECT_EQ(every_largest_component(a, b, {}).size(), 3U);
}

/// Of a constant every shift of one cell shows a component of its own.
TEST(component_lists, keep_to_their_memory) {
    const matrix a(60, 60, matrix::integers(3600, 7));
    const matrix b(1, 1, matrix::integers{7});
    component_options options;
    options.run.device = device::cpu();
    options.run.memory = 4'000'000;
    EXPECT_EQ(every_largest_component(a, b, options).size(), 3600U);
    options.run.memory = 240'000; // enough for where they are
    try {
        static_cast<void>(every_largest_component(a, b, options));
        ADD_FAILURE() << "no error";
    } catch (const error& trouble) {
        EXPECT_EQ(trouble.code(), error_code::resource);
        EXPECT_NE(std::string(trouble.what()).find("components of 1 cells"), std::string::npos) << trouble.what();
    }
}

/// One by one, whatever the memory: rows of shifts are searched some at a time, and shifts of a row one after the
/// other.
TEST(component_lists, are_complete_in_little_memory) {
    for (const std::uint64_t seed : test::seeds(56'000'000, 60)) {
        const bool repeats = seed % 2 == 0;
        test::matrix_case tried = repeats ? test::repeating_case(seed, 2'000) : test::make_matrix_case(seed, 2'000);
        const auto expected = component::reference_every(tried.a, tried.b, tried.options);
        tried.options.run.device = device::cpu();
        tried.options.run.threads = 1 + static_cast<unsigned>(seed % 3);
        for (const std::uint64_t memory : {std::uint64_t{1} << 22U, std::uint64_t{1} << 17U, std::uint64_t{1} << 15U}) {
            tried.options.run.memory = memory;
            std::vector<component_result> found;
            try {
                static_cast<void>(every_largest_component(
                    tried.a, tried.b, tried.options, [&](const component_result& each) { found.push_back(each); }));
            } catch (const error& trouble) { // the masks of a few shifts need some
                ASSERT_EQ(trouble.code(), error_code::resource);
                continue;
            }
            expect_lists(tried, found, expected, std::to_string(memory) + " bytes");
            if (HasFailure()) return;
        }
    }
}

/// Columns against rows agree in as many squares as there are under every shift: far more than fit the memory.
TEST(component_lists, are_complete_where_every_shift_has_many) {
    const auto stripes = [](bool of_rows, std::size_t rows, std::size_t columns) {
        matrix::integers cells;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                cells.push_back(static_cast<std::int64_t>((of_rows ? row : column) / 2 % 2));
        return matrix(rows, columns, cells);
    };
    test::matrix_case tried{.a = stripes(true, 16, 14), .b = stripes(false, 14, 15)};
    for (const bool repeats : {true, false}) {
        if (!repeats) { // cells of its own end every period
            matrix::integers cells = std::get<matrix::integers>(tried.a.cells());
            cells[0] = 9;
            tried.a = matrix(16, 14, cells);
            cells = std::get<matrix::integers>(tried.b.cells());
            cells[0] = 8;
            tried.b = matrix(14, 15, cells);
        }
        const auto expected = component::reference_every(tried.a, tried.b, {});
        ASSERT_GT(expected.size(), 4'000U);
        component_options options;
        options.run.device = device::cpu();
        options.run.threads = 2;
        for (const std::uint64_t memory : {200'000U, 50'000U, 20'000U}) {
            options.run.memory = memory;
            std::vector<component_result> found;
            static_cast<void>(every_largest_component(tried.a, tried.b, options,
                                                      [&](const component_result& each) { found.push_back(each); }));
            expect_lists(tried, found, expected, std::to_string(memory) + " bytes");
            if (HasFailure()) return;
        }
    }
}

} // namespace
} // namespace concord::component_lists_agree_test

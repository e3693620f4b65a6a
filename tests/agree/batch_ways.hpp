// Many distances at once: one pair of sets by every function, vector target, number of threads and size of a unit of
// work, against the textbook's matrix.
#pragma once

#include "oracles/distance.hpp"
#include "runtime/test_settings.hpp"
#include "support/batch_case.hpp"
#include "support/sequence_text.hpp"

#include <concord/distance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace concord::test {

/// One way of many to compute the same.
struct batch_way {
    vector_target vectors;
    unsigned threads;
    std::uint64_t tile;
    std::uint64_t memory;

    [[nodiscard]] std::string name() const {
        return std::string(to_string(vectors)) + ", " + std::to_string(threads) + " threads, tile " +
               std::to_string(tile);
    }
};

inline std::vector<batch_way> batch_ways() {
    std::vector<batch_way> ways;
    for (const vector_target vectors : usable_vectors()) {
        ways.push_back({vectors, 1, 0, 0});
        ways.push_back({vectors, 2, 3, 1}); // as small parts as there can be
    }
    return ways;
}

/// Sets, the options of one way, and the textbook's matrix.
class batch_trial {
  public:
    explicit batch_trial(const batch_case& tried)
        : tried_(tried), a(make_set(tried.a, tried.kind)), b(make_set(tried.b, tried.kind)) {
        for (const std::string& one : tried.a)
            for (const std::string& other : tried.b)
                expected_.push_back(edit_distance::reference_distance(coded(one, other, tried.kind), tried.metric));
    }

    [[nodiscard]] std::uint32_t expected(std::size_t i, std::size_t j) const {
        const auto& distance = expected_[i * b.size() + j];
        if (!distance || (tried_.max_distance && *distance > *tried_.max_distance)) return no_distance;
        return static_cast<std::uint32_t>(*distance);
    }

    [[nodiscard]] batch_options options(const batch_way& how) const {
        batch_options chosen;
        chosen.metric = tried_.metric;
        chosen.max_distance = tried_.max_distance;
        chosen.run.device = device::cpu();
        chosen.run.vectors = how.vectors;
        chosen.run.threads = how.threads;
        chosen.run.memory = how.memory;
        return chosen;
    }

  private:
    const batch_case& tried_;

  public:
    sequence_set a;
    sequence_set b;

  private:
    std::vector<std::optional<std::uint64_t>> expected_;
};

inline void expect_report(const run_report& report, const batch_way& how) {
    EXPECT_EQ(report.device, "cpu");
    EXPECT_EQ(report.vectors,
              to_string(how.vectors == vector_target::automatic ? usable_vectors().front() : how.vectors));
    EXPECT_EQ(report.threads, how.threads);
    EXPECT_FALSE(report.notes.empty());
}

inline void try_zipped(const batch_trial& tried, const batch_way& how, const std::string& context) {
    // The sets are cut to the same size by comparing the longer one's beginning.
    run_report report;
    const std::size_t count = std::min(tried.a.size(), tried.b.size());
    const auto cut = [&](const sequence_set& set) {
        std::vector<std::string> letters;
        for (std::size_t index = 0; index < count; ++index)
            letters.push_back(set.text(index, 0, set.length(index)));
        return make_set(letters, set.alphabet());
    };
    const auto distances = zipped_distances(cut(tried.a), cut(tried.b), tried.options(how), &report);
    ASSERT_EQ(distances.size(), count);
    for (std::size_t index = 0; index < count; ++index)
        ASSERT_EQ(distances[index], tried.expected(index, index)) << "zipped, pair " << index << context;
    expect_report(report, how);
}

inline void try_all(const batch_trial& tried, const batch_way& how, const std::string& context) {
    run_report report;
    std::uint64_t next = 0;
    all_distances(
        tried.a, tried.b, tried.options(how),
        [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
            EXPECT_EQ(row, next++) << context;
            ASSERT_EQ(distances.size(), tried.b.size());
            for (std::size_t index = 0; index < distances.size(); ++index)
                ASSERT_EQ(distances[index], tried.expected(row, index))
                    << "all, row " << row << ", column " << index << context;
        },
        &report);
    EXPECT_EQ(next, tried.a.size()) << context;
    expect_report(report, how);
}

using near_list = std::vector<near_pair>;

inline void expect_same(const near_list& found, const near_list& expected, const std::string& context) {
    ASSERT_EQ(found.size(), expected.size()) << context;
    for (std::size_t index = 0; index < found.size(); ++index)
        ASSERT_TRUE(found[index] == expected[index])
            << "number " << index << " is (" << found[index].a << ", " << found[index].b << ", "
            << found[index].distance << ") instead of (" << expected[index].a << ", " << expected[index].b << ", "
            << expected[index].distance << ")" << context;
}

/// All that are within the bound, row by row.
inline std::vector<near_list> expected_rows(const batch_trial& tried) {
    std::vector<near_list> rows(tried.a.size());
    for (std::size_t i = 0; i < tried.a.size(); ++i)
        for (std::size_t j = 0; j < tried.b.size(); ++j)
            if (tried.expected(i, j) != no_distance) rows[i].push_back({i, j, tried.expected(i, j)});
    return rows;
}

inline void try_near(const batch_trial& tried, const batch_case& made, const batch_way& how,
                     const std::string& context) {
    near_list expected;
    for (const near_list& row : expected_rows(tried))
        expected.insert(expected.end(), row.begin(), row.end());
    const auto find = [&](const batch_options& options) {
        run_report report;
        near_list found;
        near_pairs(
            tried.a, tried.b, options, [&](auto pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); },
            &report);
        expect_report(report, how);
        return found;
    };
    batch_options options = tried.options(how);
    if (made.max_distance)
        expect_same(find(options), expected, " near" + context);
    else
        EXPECT_THROW(find(options), error) << context;
}

inline void try_nearest(const batch_trial& tried, const batch_case& made, const batch_way& how,
                        const std::string& context) {
    near_list expected;
    for (near_list& row : expected_rows(tried)) {
        std::ranges::stable_sort(row, {}, &near_pair::distance);
        row.resize(std::min<std::size_t>(row.size(), made.nearest));
        expected.insert(expected.end(), row.begin(), row.end());
    }
    run_report report;
    near_list found;
    nearest(
        tried.a, tried.b, made.nearest, tried.options(how),
        [&](auto pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); }, &report);
    expect_same(found, expected, " nearest" + context);
    expect_report(report, how);
}

/// The case by every way.
inline void try_all_batch_ways(const batch_case& made) {
    const batch_trial tried(made);
    for (const batch_way& how : batch_ways()) {
        const std::string context = " (" + how.name() + ")\n" + made.to_paste();
        const runtime::scoped_tile tiles(how.tile);
        try_zipped(tried, how, context);
        try_all(tried, how, context);
        try_near(tried, made, how, context);
        try_nearest(tried, made, how, context);
        if (::testing::Test::HasFailure()) return;
    }
}

} // namespace concord::test

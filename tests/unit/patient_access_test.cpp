// Windows are visited later, but all of them, once, in their order, and with their own hashes.
#include "problems/substring/patient_access.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

using hashed = std::pair<std::uint64_t, std::vector<std::uint64_t>>;

/// Which hashes were asked for.
struct noted_tables {
    std::vector<std::uint64_t>& asked;
    void expect(std::size_t table, std::uint64_t hash) const { asked.push_back(hash + table); }
};

TEST(patient_visitor, visits_all_windows_after_they_were_expected) {
    for (const std::size_t tables : {0U, 1U, 3U, 40U})
        for (const std::size_t windows : {0U, 1U, 3U, 4U, 5U, 100U}) {
            patient_visitor visitor(tables);
            for (int round = 0; round < 2; ++round) { // it can begin anew
                std::vector<std::uint64_t> asked;
                std::vector<hashed> added;
                std::vector<hashed> visited;
                const auto visit = [&](std::uint64_t position, const std::uint64_t* hashes) {
                    visited.emplace_back(position, std::vector<std::uint64_t>(hashes, hashes + tables));
                    EXPECT_GE(added.size(), visited.size());
                };
                for (std::size_t window = 0; window < windows; ++window) {
                    std::vector<std::uint64_t> hashes(tables, 1000 * window);
                    added.emplace_back(7 * window, hashes);
                    visitor.add(7 * window, hashes.data(), noted_tables{asked}, visit);
                    hashes.assign(tables, 0); // it has taken what it needs
                }
                visitor.finish(visit);
                EXPECT_EQ(visited, added) << tables << " tables";
                if (tables == 3 && windows == 3) {
                    EXPECT_EQ(asked, (std::vector<std::uint64_t>{0, 1, 2, 1000, 1001, 1002, 2000, 2001, 2002}));
                }
            }
        }
}

TEST(patient_adder, adds_all) {
    std::vector<std::uint32_t> counters(10);
    patient_adder adder;
    for (std::uint32_t number = 0; number < 1000; ++number)
        adder.add(&counters[number * number % 10]); // squares end in 0, 5 once of ten times, in 1, 4, 6, 9 twice
    adder.finish();
    EXPECT_EQ(counters, (std::vector<std::uint32_t>{100, 200, 0, 0, 200, 100, 200, 0, 0, 200}));
    adder.finish(); // nothing is left
    EXPECT_EQ(counters[0], 100U);
}

} // namespace
} // namespace concord::substring

// Intervals that borders of pieces cut: together with those that are whole in a piece they are all.
#include "problems/overlap/cpu/cut_intervals.hpp"
#include "support/sequence_text.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <variant>

namespace concord::overlap::cut_intervals_test {
namespace {

using texts = std::vector<std::string>;
/// Length, lowest position, last rank, sequences, suffixes.
using known_interval = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

known_interval known(const region_interval& met) {
    return {met.length, met.position, met.rank, met.sequences, met.count};
}

run_options with_threads(unsigned threads) {
    run_options run;
    run.threads = threads;
    return run;
}

struct indexed {
    explicit indexed(const texts& sequences, index_strands strands = index_strands::forward)
        : set(test::make_set(sequences, alphabet::dna)) {
        build_options options;
        options.for_regions = true;
        options.strands = strands;
        tables = build_tables(set, with_threads(1), options);
    }

    template <class Use>
    void use(const Use& use) const {
        std::visit([&](const auto& arrays) { use(arrays); }, tables->arrays());
    }

    sequence_set set;
    std::shared_ptr<const index_tables> tables;
};

std::multiset<known_interval> in_one_walk(const indexed& text) {
    std::multiset<known_interval> all;
    text.use([&]<class Position>(const arrays<Position>& of) {
        interval_walk<Position>(of, *text.tables)
            .run([&](const region_interval& met) { all.insert(known(met)); }, [](const region_pair&) {},
                 [](std::uint64_t) {});
    });
    return all;
}

/// `cut`: how many are.
std::multiset<known_interval> in_pieces(const indexed& text, std::uint64_t pieces, unsigned threads, std::size_t& cut) {
    std::multiset<known_interval> all;
    std::mutex adding;
    const auto add = [&](const region_interval& met) {
        const std::lock_guard lock(adding);
        all.insert(known(met));
    };
    text.use([&]<class Position>(const arrays<Position>& of) {
        const run_options options = with_threads(threads);
        runtime::thread_pool workers(options);
        const walk_cuts cuts = cuts_of_walk(of, pieces);
        cut_intervals<Position> between(of, *text.tables, cuts, workers);
        ASSERT_TRUE(between.are_known());
        walk_in_pieces(
            of, *text.tables, cuts, workers,
            [&](unsigned, const region_interval& met) {
                if (between.is_whole(met)) add(met);
            },
            [](unsigned, const region_pair&) {}, [](std::uint64_t) {});
        const std::size_t whole = all.size();
        between.for_each([&](unsigned, const region_interval& met) { add(met); });
        cut += all.size() - whole;
    });
    return all;
}

TEST(cut_intervals, by_hand) {
    // Suffixes AAC AC C | AC C: in order AAC AC AC C C, prefixes 0 1 2 0 1. A border behind the second cuts AC and A.
    const indexed text(texts{"AAC", "AC"});
    text.use([&]<class Position>(const arrays<Position>& of) {
        const run_options options = with_threads(1);
        runtime::thread_pool workers(options);
        const walk_cuts cuts{{0, 2, of.suffixes.size()}, 3};
        cut_intervals<Position> cut(of, *text.tables, cuts, workers);
        ASSERT_TRUE(cut.are_known());
        std::multiset<known_interval> found;
        cut.for_each([&](unsigned, const region_interval& met) { found.insert(known(met)); });
        EXPECT_EQ(found, (std::multiset<known_interval>{{1, 0, 2, 2, 3}, {2, 1, 2, 2, 2}}));
        EXPECT_FALSE(cut.is_whole({2, 1, 1, 1, 1}));
        EXPECT_TRUE(cut.is_whole({1, 2, 4, 2, 2})); // C
    });
}

TEST(cut_intervals, and_those_of_pieces_are_all) {
    std::mt19937_64 random(61);
    std::size_t cut = 0;
    for (unsigned trial = 0; trial < 100; ++trial) {
        texts sequences(2 + random() % 80);
        for (std::string& each : sequences)
            for (std::uint64_t rest = random() % 40; rest > 0; --rest)
                each += (trial % 3 == 0 ? "AAAC" : "ACGT")[random() % 4];
        const indexed text(sequences, trial % 4 == 0 ? index_strands::both : index_strands::forward);
        EXPECT_EQ(in_pieces(text, 2 + random() % 9, 1 + static_cast<unsigned>(random() % 3), cut), in_one_walk(text))
            << "trial " << trial;
    }
    EXPECT_GT(cut, 300U);
}

TEST(cut_intervals, of_many_letters_are_not_counted_apart) {
    const indexed text(texts{std::string(400, 'A'), std::string(300, 'A')});
    text.use([&]<class Position>(const arrays<Position>& of) {
        const run_options options = with_threads(1);
        runtime::thread_pool workers(options);
        const walk_cuts cuts = cuts_of_walk(of, 2);
        EXPECT_FALSE(cut_intervals<Position>(of, *text.tables, cuts, workers).are_known());
    });
}

} // namespace
} // namespace concord::overlap::cut_intervals_test

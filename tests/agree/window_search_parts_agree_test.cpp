// The search by steps when its work is divided into shards, or stopped at any moment and gone on with, against the
// textbook: with memory in plenty and hardly any, with comparisons that are kept in parts however short they are.
#include "agree/all_ways.hpp"
#include "problems/substring/gpu/executor.hpp"
#include "support/ranks_of_threads.hpp"
#include "support/serial_machine.hpp"

#include <concord/error.hpp>

#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <unistd.h>

namespace concord::window_search_parts_agree_test {
namespace {

using substring::filtering;
using substring::search_division;

/// Stops after so many comparisons, as a signal does.
class stopping_machine : public test::serial_machine {
  public:
    stopping_machine(std::uint64_t memory, std::uint64_t comparisons)
        : test::serial_machine(memory), rest_(comparisons) {}

    template <unsigned Planes>
    void compare(const substring::near_work<Planes>& work) {
        if (rest_ == 0) throw error(error_code::cancelled, "stopped on request");
        --rest_;
        ++done_;
        test::serial_machine::compare(work);
    }
    [[nodiscard]] std::uint64_t done() const { return done_; }

  private:
    std::uint64_t rest_;
    std::uint64_t done_ = 0;
};

constexpr std::uint64_t never = ~std::uint64_t{0};

struct answer {
    substring::longest_windows found;
    std::vector<substring_candidate> candidates;
};

struct way {
    filtering filter;
    std::uint64_t memory;
    [[nodiscard]] std::uint64_t tile() const { return memory < 1U << 20U ? 5 : 0; }
    [[nodiscard]] std::string name() const {
        return "filter " + std::to_string(static_cast<int>(filter)) + ", memory " + std::to_string(memory);
    }
};

constexpr way ways[] = {{filtering::automatic, std::uint64_t{1} << 30U},
                        {filtering::never, std::uint64_t{1} << 30U},
                        {filtering::never, std::uint64_t{1} << 12U}};

answer search_on(stopping_machine& machine, const substring::problem& given, const way& chosen,
                 const search_division& sharing, bool of_shard = false) {
    std::vector<std::string> notes;
    substring::gpu_executor<stopping_machine> run(machine, given, chosen.tile(), notes, chosen.filter, sharing);
    answer all{substring::search(given, run), {}};
    all.candidates =
        substring::search_each(given, run, of_shard ? substring::longest_possible(given) : all.found.length);
    return all;
}

void expect_answer(answer found, const substring::problem& given, const substring_options& options,
                   const substring_result& expected, const std::string& how, const test::random_case& tried) {
    runtime::thread_pool workers(options.run);
    substring_result result;
    substring::finish(given, options, std::move(found.found), workers, result);
    test::expect_same(result, expected, how, tried);
    EXPECT_EQ(found.candidates, expected.per_sequence) << how << "\n" << tried.to_paste();
}

void try_shards(const substring::problem& given, const substring_options& options, const substring_result& expected,
                const test::random_case& tried) {
    for (const std::uint64_t count : {2U, 3U, 7U})
        for (const way& chosen : ways) {
            answer whole;
            for (std::uint64_t index = 0; index < count; ++index) {
                stopping_machine machine(chosen.memory, never);
                answer part = search_on(machine, given, chosen, {.part = {index, count}}, true);
                substring::merge(whole.found, std::move(part.found));
                whole.candidates.insert(whole.candidates.end(), part.candidates.begin(), part.candidates.end());
            }
            std::sort(whole.candidates.begin(), whole.candidates.end(),
                      [](const auto& a, const auto& b) { return a.sequence < b.sequence; });
            expect_answer(std::move(whole), given, options, expected,
                          std::to_string(count) + " shards, " + chosen.name(), tried);
            if (testing::Test::HasFailure()) return;
        }
}

struct comparisons_done {
    std::uint64_t in_one_go = 0;
    std::uint64_t in_the_last = 0; ///< of the runs that were stopped and gone on with
};

/// A search that is stopped again and again, each time a little later, by several ranks, not always as many.
void try_stops(const substring::problem& given, const substring_options& options, const substring_result& expected,
               const test::random_case& tried, std::mt19937_64& random, comparisons_done& work) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("concord_shared_windows_" + std::to_string(::getpid()));
    constexpr double hardly_any = 50; // tests of a part
    for (const way& chosen : ways) {
        stopping_machine alone(chosen.memory, never);
        static_cast<void>(search_on(alone, given, chosen, {}));
        std::filesystem::remove_all(folder);
        for (std::uint64_t comparisons = 1;; comparisons += 1 + comparisons / 2) {
            const unsigned size = 1 + static_cast<unsigned>(random() % 3);
            std::vector<answer> answers(size);
            std::atomic<bool> stopped = false;
            std::atomic<std::uint64_t> done = 0;
            const std::uint64_t before_stop = size == 1 ? comparisons : never; // ranks that wait would never end
            test::ranks_of_threads ranks(size);
            ranks.run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                sharing.keep_in(folder.string(), true);
                sharing.begin([] { return std::vector<runtime::call_fact>{}; });
                stopping_machine machine(chosen.memory, before_stop);
                try {
                    answers[rank.rank()] = search_on(machine, given, chosen,
                                                     {.ranks = runtime::striped_division(&rank, -1),
                                                      .kept = substring::checkpointed_counts(&sharing, hardly_any)});
                } catch (const error& trouble) {
                    EXPECT_EQ(trouble.code(), error_code::cancelled) << trouble.what() << "\n" << tried.to_paste();
                    stopped = true;
                }
                done += machine.done();
            });
            if (testing::Test::HasFailure()) return;
            if (stopped) continue;
            work.in_one_go += alone.done();
            work.in_the_last += size == 1 ? done.load() : 0;
            for (answer& each : answers)
                expect_answer(std::move(each), given, options, expected,
                              std::to_string(size) + " ranks go on, " + chosen.name(), tried);
            break;
        }
        if (testing::Test::HasFailure()) return;
    }
    std::filesystem::remove_all(folder);
}

class window_search_parts_agree : public testing::TestWithParam<std::uint64_t> {};

TEST_P(window_search_parts_agree, small_cases) {
    std::mt19937_64 random(GetParam());
    comparisons_done work;
    for (const std::uint64_t seed : test::seeds(5'000'000 + GetParam() * 25, 25)) {
        test::random_case tried = test::small_case(seed);
        const sequence_set set = tried.set();
        substring_options& options = tried.options;
        options.ties = options.occurrences = options.per_sequence = true;
        options.run.threads = 1;
        const substring_result expected = substring::reference_search(set, options);
        const substring::problem given(set, options);
        try_shards(given, options, expected, tried);
        try_stops(given, options, expected, tried, random, work);
        if (HasFailure()) return;
    }
    EXPECT_LT(work.in_the_last, work.in_one_go / 2) << "who goes on repeats what others have done";
}

INSTANTIATE_TEST_SUITE_P(seeds, window_search_parts_agree, testing::Range<std::uint64_t>(0, 4));

} // namespace
} // namespace concord::window_search_parts_agree_test

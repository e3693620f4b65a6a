// Steps that ranks do together, with ranks that are threads: whatever the numbers of ranks, threads and tasks, all
// ranks know the same, rows come in their order, and a step that is stopped is stopped for all of them.
#include "runtime/fold.hpp"
#include "support/random_case.hpp"
#include "support/ranks_of_threads.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace concord::distributed_steps_test {
namespace {

struct counts {
    std::uint64_t sum = 0;
    std::uint64_t greatest = 0;

    friend bool operator==(const counts&, const counts&) = default;
};
void merge(counts& into, counts&& part) {
    into.sum += part.sum;
    into.greatest = std::max(into.greatest, part.greatest);
}
void write(runtime::byte_writer& to, const counts& part) {
    to.number(part.sum);
    to.number(part.greatest);
}
void read(runtime::byte_reader& from, counts& part) {
    part.sum = from.number();
    part.greatest = from.number();
}

enum class answer : std::uint8_t { sum, rows_of_threads, rows_one_by_one, passed_on };

/// Calls of some steps each, the same for all ranks.
struct plan {
    explicit plan(std::uint64_t seed) : random(seed) {
        ranks = 1 + static_cast<unsigned>(random() % 4);
        node_groups = 1 + static_cast<unsigned>(random() % 2);
        threads = 1 + static_cast<unsigned>(random() % 3);
        for (std::uint64_t left = 1 + random() % 4; left > 0; --left)
            steps.push_back({static_cast<answer>(random() % 4), random() % 4 == 0 ? random() % 3 : random() % 200});
    }

    struct step {
        answer kind;
        std::uint64_t tasks;
    };

    std::mt19937_64 random;
    unsigned ranks = 1;
    unsigned node_groups = 1; ///< of ranks that see the same memory; tasks are counted there, or granted
    unsigned threads = 1;     ///< of each rank
    std::vector<step> steps;
};

std::uint64_t value_of(std::uint64_t step, std::uint64_t task) { return (step + 1) * 0x9E3779B97F4A7C15U * (task + 3); }

/// When a call is to end, and which rank learns of it; none, unless it is set.
struct end_request {
    static constexpr int nobody = -1;
    static constexpr int all = -2;

    int who = nobody;
    std::uint64_t step = 0;     ///< of the call; every task of it waits for the end
    std::uint64_t patience = 0; ///< questions of tasks that wait
    std::atomic<std::uint64_t> asked{0};

    [[nodiscard]] bool is_over() const { return asked.load() >= patience; }
    [[nodiscard]] bool tells(unsigned rank) const { return (who == all || who == static_cast<int>(rank)) && is_over(); }
    void wait_in(std::uint64_t of) {
        while (who != nobody && of == step && !is_over()) {
            ++asked;
            std::this_thread::yield();
        }
    }
};

void fold_alike(runtime::thread_pool& pool, std::uint64_t number, std::uint64_t tasks, end_request& end) {
    counts expected;
    for (std::uint64_t task = 0; task < tasks; ++task)
        merge(expected, {value_of(number, task), value_of(number, task)});
    runtime::shared_maximum best;
    const counts found =
        runtime::fold<counts>(pool, {.name = "adding", .unit = "tasks", .count = tasks, .total = tasks, .best = &best},
                              [&](std::size_t task, unsigned worker) {
                                  EXPECT_LT(worker, pool.threads());
                                  end.wait_in(number);
                                  best.offer(value_of(number, task));
                                  return counts{value_of(number, task), value_of(number, task)};
                              });
    EXPECT_EQ(found, expected);
    EXPECT_LE(best.get(), expected.greatest);
}

void rows_in_order(runtime::thread_pool& pool, std::uint64_t number, std::uint64_t blocks, runtime::made_by who,
                   end_request& end) {
    std::uint64_t next = 0;
    const auto content = [&](std::uint64_t block) {
        return runtime::byte_string(value_of(number, block) % 3000, static_cast<std::byte>(block));
    };
    task_sharing& sharing = *pool.options().sharing;
    sharing.run_in_order(
        pool, {.name = "writing", .unit = "blocks", .count = blocks, .total = blocks}, who,
        [&](std::size_t block, unsigned worker) {
            EXPECT_LT(worker, who == runtime::made_by::all_threads ? 1 : pool.threads());
            end.wait_in(number);
            return content(block);
        },
        [&](std::uint64_t block, const runtime::byte_string& taken) {
            EXPECT_TRUE(sharing.is_root());
            EXPECT_EQ(block, next++);
            EXPECT_EQ(taken, content(block));
        });
    EXPECT_EQ(next, sharing.is_root() ? blocks : 0);
}

/// Each rank takes things from its neighbour, adds its number to each, and passes them on.
void pass_things_on(runtime::communicator& rank, runtime::thread_pool& pool, std::uint64_t number, std::uint64_t things,
                    end_request& end) {
    const bool ascends = number % 2 == 0;
    const unsigned last = ascends ? rank.size() - 1 : 0;
    const unsigned first = ascends ? 0 : rank.size() - 1;
    std::atomic<bool> stopped{false};
    const auto bytes_of = [](std::uint64_t value) {
        runtime::byte_writer to;
        to.number(value);
        return to.take();
    };
    const auto work = [&](runtime::pipeline_run& neighbours) {
        std::uint64_t sum = 0;
        for (std::uint64_t thing = 0; thing < things; ++thing) {
            end.wait_in(number);
            std::uint64_t value = value_of(number, thing);
            if (rank.rank() != first) {
                std::optional<runtime::byte_string> taken;
                while (thing % 3 == 0 && !(taken = neighbours.take_if_there(thing)))
                    std::this_thread::yield();
                value = runtime::byte_reader(taken ? *taken : neighbours.take(thing)).number();
            }
            value += rank.rank() + 1;
            if (rank.rank() != last) neighbours.pass_on(thing, bytes_of(value));
            sum += value;
        }
        return bytes_of(sum);
    };
    const auto combine = [&](std::span<const runtime::byte_string> results) {
        EXPECT_TRUE(rank.is_root());
        EXPECT_EQ(results.size(), rank.size());
        runtime::byte_writer all;
        for (const runtime::byte_string& result : results)
            all.number(runtime::byte_reader(result).number());
        return all.take();
    };
    const runtime::byte_string combined = pool.options().sharing->run_pipeline(
        pool, ascends ? runtime::pipeline_order::ascending : runtime::pipeline_order::descending, stopped, work,
        combine);
    runtime::byte_reader all(combined);
    for (unsigned of_rank = 0; of_rank < rank.size(); ++of_rank) {
        std::uint64_t expected = 0;
        for (std::uint64_t thing = 0; thing < things; ++thing)
            expected += value_of(number, thing);
        for (unsigned before = first;; ascends ? ++before : --before) {
            expected += things * (before + 1);
            if (before == of_rank) break;
        }
        EXPECT_EQ(all.number(), expected) << "rank " << of_rank;
    }
}

/// One call of one rank. Throws what its steps throw.
void call(runtime::communicator& rank, task_sharing& sharing, const plan& planned, end_request& end) {
    std::uint64_t reports = 0; // by any thread, but one at a time
    run_options options;
    options.threads = planned.threads;
    options.sharing = &sharing;
    options.on_progress = [&](const progress_update& at) {
        ++reports;
        EXPECT_LE(at.done, at.total);
    };
    options.cancelled = [&] { return end.tells(rank.rank()); };
    runtime::thread_pool pool(options);
    sharing.begin([&] { return std::vector<runtime::call_fact>{{"steps", std::to_string(planned.steps.size())}}; });
    for (std::uint64_t number = 0; number < planned.steps.size(); ++number) {
        const auto [kind, tasks] = planned.steps[number];
        if (kind == answer::sum) {
            fold_alike(pool, number, tasks, end);
        } else if (kind == answer::passed_on) {
            if (!sharing.is_kept()) pass_things_on(rank, pool, number, tasks, end);
        } else {
            const bool of_threads = kind == answer::rows_of_threads;
            rows_in_order(pool, number, tasks,
                          of_threads ? runtime::made_by::one_thread : runtime::made_by::all_threads, end);
        }
        EXPECT_EQ(sharing.agree(rank.rank() + 7), 7U);
    }
}

/// Whether it came to its end.
bool ended(runtime::communicator& rank, task_sharing& sharing, const plan& planned, end_request& end) {
    try {
        call(rank, sharing, planned, end);
        return true;
    } catch (const error& stopped) {
        EXPECT_EQ(stopped.code(), error_code::cancelled) << stopped.what();
        return false;
    }
}

TEST(steps_of_ranks, give_all_the_same) {
    for (const std::uint64_t seed : test::seeds(5000, 60)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        const plan planned(seed);
        end_request never;
        test::ranks_of_threads(planned.ranks, planned.node_groups).run([&](runtime::communicator& rank) {
            task_sharing sharing(rank);
            call(rank, sharing, planned, never);
            call(rank, sharing, planned, never);
        });
        if (HasFailure()) return;
    }
}

// Nobody is left waiting for somebody who has gone, and what is still under way then is no trouble for the next call.
TEST(steps_of_ranks, are_stopped_for_all_or_none) {
    for (const std::uint64_t seed : test::seeds(6000, 150)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        plan planned(seed);
        end_request end;
        end.who = planned.random() % 2 == 0 ? end_request::all : static_cast<int>(planned.random() % planned.ranks);
        end.step = planned.random() % planned.steps.size();
        end.patience = planned.random() % 300;
        std::vector<char> came_to_its_end(planned.ranks);
        test::ranks_of_threads(planned.ranks, planned.node_groups).run([&](runtime::communicator& rank) {
            task_sharing sharing(rank);
            came_to_its_end[rank.rank()] = ended(rank, sharing, planned, end) ? 1 : 0;
            end_request never;
            call(rank, sharing, planned, never);
        });
        EXPECT_EQ(came_to_its_end, std::vector<char>(planned.ranks, came_to_its_end.front()));
        if (HasFailure()) return;
    }
}

// The request for the end comes when the only thread has just looked for one, and goes on to its next task.
TEST(steps_of_ranks, are_not_whole_where_the_end_came_between_two_tasks) {
    std::atomic<bool> has_begun{false};
    std::atomic<bool> is_told{false};
    std::atomic<std::thread::id> worker_thread;
    run_options options;
    options.threads = 1;
    options.cancelled = [&] {
        if (!has_begun) return false;
        if (std::this_thread::get_id() != worker_thread.load()) return is_told = true;
        while (!is_told)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // what it asked was answered before
        return false;
    };
    runtime::one_process alone;
    task_sharing sharing(alone);
    options.sharing = &sharing;
    runtime::thread_pool pool(options);
    sharing.begin([] { return std::vector<runtime::call_fact>{}; });
    try {
        const counts found = runtime::fold<counts>(pool, {.count = 10}, [&](std::size_t, unsigned) {
            worker_thread = std::this_thread::get_id();
            has_begun = true;
            return counts{1, 1};
        });
        FAIL() << found.sum << " of 10 tasks were taken for all";
    } catch (const error& stopped) {
        EXPECT_EQ(stopped.code(), error_code::cancelled) << stopped.what();
    }
}

TEST(steps_of_ranks, go_on_from_a_checkpoint) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("concord_steps_" + std::to_string(::getpid()));
    for (const std::uint64_t seed : test::seeds(7000, 30)) {
        SCOPED_TRACE("CONCORD_SEED=" + std::to_string(seed));
        std::filesystem::remove_all(folder);
        plan planned(seed);
        bool is_done = false;
        for (std::uint64_t attempt = 0; !is_done; ++attempt) {
            end_request end;
            end.who = attempt < planned.steps.size() ? end_request::all : end_request::nobody;
            end.step = attempt;
            end.patience = planned.random() % 100;
            planned.ranks = 1 + static_cast<unsigned>(planned.random() % 4); // others go on
            planned.threads = 2;
            test::ranks_of_threads(planned.ranks, planned.node_groups).run([&](runtime::communicator& rank) {
                task_sharing sharing(rank);
                sharing.keep_in(folder.string(), true);
                const bool is_whole = ended(rank, sharing, planned, end);
                if (rank.is_root()) is_done = is_whole;
            });
            if (HasFailure()) return;
        }
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace concord::distributed_steps_test

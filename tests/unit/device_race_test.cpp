// The first of two devices: which answer counts, and that the other run stops.
#include "runtime/device_race.hpp"

#include "runtime/gpu/gpus.hpp"

#include <concord/error.hpp>
#include <concord/sequences.hpp>
#include <concord/substring.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace concord::device_race_test {
namespace {

struct outcome {
    std::string found;
    run_report run;
};

/// Works, as far as the clock says, and asks now and then whether it is to stop.
void work(const run_options& run, double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
        if (run.cancelled && run.cancelled()) throw error(error_code::cancelled, "stopped on request");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

constexpr double endless = 600;

TEST(device_race, is_won_by_the_second_run_where_the_first_takes_long) {
    const runtime::scoped_rival rival(device::cpu(), 0);
    std::atomic<bool> is_first_stopped = false;
    const outcome found = runtime::first_of_devices(run_options{}, [&](const run_options& run) {
        if (run.device.is_cpu()) return outcome{"by the second", {}};
        try {
            work(run, endless);
        } catch (const error&) {
            is_first_stopped = true;
            throw;
        }
        return outcome{"by the first", {}};
    });
    EXPECT_EQ(found.found, "by the second");
    EXPECT_EQ(found.run.notes.size(), 1U);
    EXPECT_TRUE(is_first_stopped);
}

TEST(device_race, is_won_by_the_first_run_which_stops_the_second) {
    const runtime::scoped_rival rival(device::cpu(), 0);
    std::atomic<bool> is_begun = false;
    std::atomic<bool> is_stopped = false;
    const outcome found = runtime::first_of_devices(run_options{}, [&](const run_options& run) {
        if (!run.device.is_cpu()) {
            while (!is_begun)
                work(run, 0.001);
            return outcome{"by the first", {}};
        }
        is_begun = true;
        EXPECT_FALSE(run.on_progress);
        try {
            work(run, endless);
        } catch (const error& stopped) {
            is_stopped = stopped.code() == error_code::cancelled;
            throw;
        }
        return outcome{"by the second", {}};
    });
    EXPECT_EQ(found.found, "by the first");
    EXPECT_TRUE(found.run.notes.empty());
    EXPECT_TRUE(is_stopped);
}

TEST(device_race, goes_on_where_the_second_run_fails) {
    const runtime::scoped_rival rival(device::cpu(), 0);
    std::atomic<bool> has_failed = false;
    const outcome found = runtime::first_of_devices(run_options{}, [&](const run_options& run) {
        if (run.device.is_cpu()) {
            has_failed = true;
            throw error(error_code::resource, "no memory left");
        }
        while (!has_failed)
            work(run, 0.001);
        work(run, 0.01);
        return outcome{"by the first", {}};
    });
    EXPECT_EQ(found.found, "by the first");
}

TEST(device_race, ends_with_what_the_first_run_throws) {
    const runtime::scoped_rival rival(device::cpu(), 0);
    for (const error_code code : {error_code::usage, error_code::cancelled}) {
        std::atomic<bool> is_begun = false;
        run_options options;
        options.cancelled = [&] { return code == error_code::cancelled && is_begun; }; // by the user
        try {
            static_cast<void>(runtime::first_of_devices(options, [&](const run_options& run) -> outcome {
                is_begun = is_begun || run.device.is_cpu();
                if (run.device.is_cpu()) work(run, endless);
                while (!is_begun)
                    work(run, 0.001);
                if (code == error_code::cancelled) work(run, endless);
                throw error(code, "refused");
            }));
            ADD_FAILURE() << "nothing was thrown";
        } catch (const error& trouble) {
            EXPECT_EQ(trouble.code(), code);
        }
    }
}

TEST(device_race, begins_no_second_run_within_the_patience) {
    const runtime::scoped_rival rival(device::cpu(), endless);
    std::atomic<int> runs = 0;
    const outcome found = runtime::first_of_devices(run_options{}, [&](const run_options& run) {
        ++runs;
        work(run, 0.02);
        return outcome{"by the first", {}};
    });
    EXPECT_EQ(found.found, "by the first");
    EXPECT_EQ(runs, 1);
}

TEST(device_race, is_not_run_where_a_device_or_memory_is_named) {
    run_options named;
    named.device = device::cpu();
    run_options bounded;
    bounded.memory = std::uint64_t{1} << 30U;
    EXPECT_EQ(runtime::may_race({}), runtime::may_have_gpus());
    const runtime::scoped_rival rival(device::cpu(), 0);
    EXPECT_FALSE(runtime::may_race(named));
    EXPECT_FALSE(runtime::may_race(bounded));
    EXPECT_TRUE(runtime::may_race({}));
}

TEST(device_race, knows_what_was_chosen_on_its_thread) {
    const runtime::choice_watch watch;
    EXPECT_EQ(watch.seconds(), 0);
    static_cast<void>(runtime::choose_device({}, {.cpu = 0.01, .gpu = 0.002}, nullptr));
    static_cast<void>(runtime::choose_device({}, {.cpu = 0.02, .gpu = 0.002, .cpu_after = 0.005}, nullptr));
    EXPECT_FALSE(watch.on_gpus());
    EXPECT_DOUBLE_EQ(watch.seconds(), 0.025);
    std::thread([] { static_cast<void>(runtime::choose_device({}, {.cpu = 0.04}, nullptr)); }).join();
    EXPECT_DOUBLE_EQ(watch.seconds(), 0.025);
}

TEST(device_race, has_one_run_on_gpus_at_a_time) {
    runtime::choice_watch watch;
    EXPECT_TRUE(watch.claim_gpus());
    EXPECT_TRUE(watch.claim_gpus()); // for another answer
    EXPECT_FALSE(watch.lend_gpus());
    static_cast<void>(runtime::choose_device({}, {.cpu = 0.01, .gpu = 0.002}, nullptr)); // the CPU: they are free
    EXPECT_TRUE(watch.lend_gpus());
    EXPECT_FALSE(watch.claim_gpus());
    static_cast<void>(runtime::choose_device({}, {.cpu = 0.01, .gpu = 0.002}, nullptr));
    EXPECT_FALSE(watch.claim_gpus()); // they are the other one's to the end
}

/// Two runs of a search at once: neither gets into the way of the other.
TEST(device_race, leaves_an_answer_as_it_is) {
    std::vector<std::string> reads;
    for (unsigned index = 0; index < 400; ++index) {
        std::string read;
        for (unsigned letter = 0; letter < 60; ++letter)
            read += "ACGT"[(index * 2654435761U >> letter % 29 ^ letter * letter) % 4];
        reads.push_back(read.replace(index % 30, 12, "GATTACAGATTA"));
    }
    sequence_set_builder builder(alphabet::dna);
    for (const std::string& read : reads)
        builder.add("", read);
    const sequence_set set = std::move(builder).finish();
    for (const bool has_edits : {false, true}) {
        substring_options options;
        options.mismatches = 2;
        options.support = 100;
        options.metric = has_edits ? substring_metric::levenshtein : substring_metric::hamming;
        const substring_result alone = longest_common_substring(set, options);
        const runtime::scoped_rival rival(device::cpu(), 0);
        const substring_result found = longest_common_substring(set, options);
        EXPECT_GE(alone.best.length, 12U);
        EXPECT_EQ(found.best.length, alone.best.length);
        EXPECT_EQ(found.best.sequence, alone.best.sequence);
        EXPECT_EQ(found.best.start, alone.best.start);
        EXPECT_EQ(found.best.support, alone.best.support);
    }
}

} // namespace
} // namespace concord::device_race_test

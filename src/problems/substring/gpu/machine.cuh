// A GPU as the machine of device_windows.hpp that shares long comparisons with others: rows of seeds are handed out,
// large parts first, and a GPU that is free takes the next; so the last ones are small, and no GPU waits long for
// another. So are the tasks of a comparison by pieces, in equal parts.
#pragma once

#include "problems/substring/gpu/ball_unions.cuh"
#include "problems/substring/gpu/diagonals.cuh"
#include "problems/substring/gpu/helping_gpus.cuh"
#include "problems/substring/gpu/marked_sequences.cuh"
#include "problems/substring/gpu/near_balls.cuh"
#include "problems/substring/gpu/near_pairs.cuh"
#include "problems/substring/gpu/seed_rows.hpp"
#include "problems/substring/gpu/spread_words.cuh"
#include "problems/substring/gpu/thread_memory.cuh"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "runtime/gpu/cuda/device_context.cuh"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

namespace concord::substring {

/// Streams beside a GPU's own, which begin when it has come here, and which it waits for at the end: so that launches
/// overlap, the end of one, when few blocks are left, with the beginning of the next.
class side_streams {
  public:
    explicit side_streams(runtime::device_context& device) : device_(device) {
        for (cudaEvent_t& event : events_)
            device.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
        device.check(cudaEventRecord(events_[0], device.stream()), "comparing");
        for (unsigned side = 0; side < runtime::device_context::side_streams; ++side)
            device.check(cudaStreamWaitEvent(device.side_stream(side), events_[0]), "comparing");
    }
    /// Even after an exception, what the streams use is not given to others before they end.
    ~side_streams() {
        for (unsigned side = 0; side < runtime::device_context::side_streams; ++side) {
            static_cast<void>(cudaEventRecord(events_[side], device_.side_stream(side)));
            static_cast<void>(cudaStreamWaitEvent(device_.stream(), events_[side]));
        }
        for (const cudaEvent_t event : events_)
            static_cast<void>(cudaEventDestroy(event));
    }
    side_streams(const side_streams&) = delete;
    side_streams& operator=(const side_streams&) = delete;

    [[nodiscard]] cudaStream_t of_turn(unsigned turn) const { return device_.side_stream(turn); }
    void launched(unsigned turn) {
        device_.check(cudaEventRecord(events_[turn % runtime::device_context::side_streams], of_turn(turn)),
                      "comparing");
    }
    /// Until the launch before this one in the same stream has ended.
    void wait_for_turn(unsigned turn) {
        if (turn < runtime::device_context::side_streams) return;
        device_.check(cudaEventSynchronize(events_[turn % runtime::device_context::side_streams]), "comparing");
    }

  private:
    runtime::device_context& device_;
    std::array<cudaEvent_t, runtime::device_context::side_streams> events_{};
};

class comparing_machine : public runtime::cuda_device {
  public:
    using progress = std::function<void(std::uint64_t, std::uint64_t)>;

    /// `clocks`: of all multiprocessors of one GPU in a second, for estimates.
    comparing_machine(runtime::device_context& leader, const std::vector<runtime::device_context*>& helpers,
                      std::uint64_t memory, double clocks, std::function<void()> check, progress compared,
                      double worth_sharing, double diagonals_a_clock, unsigned threads)
        : runtime::cuda_device(leader, memory, std::move(check), threads), compared_(std::move(compared)),
          clocks_(clocks), worth_sharing_(worth_sharing), diagonals_a_clock_(diagonals_a_clock),
          helpers_(leader, helpers, memory) {}

    [[nodiscard]] machine_speed speed() const {
        return {clocks_ * tests_a_clock * static_cast<double>(1 + helpers_.size()), clocks_ * lookups_a_clock, 5e-6,
                clocks_ * diagonals_a_clock_};
    }

    /// In launches that a cancellation can wait for.
    template <unsigned Planes>
    void count_along_diagonals(const diagonal_work& work) {
        const std::uint64_t groups = diagonal_groups(work);
        const auto launches = static_cast<std::uint64_t>(1 + work.seconds / longest_launch);
        const std::uint64_t at_once = (groups + launches - 1) / launches;
        for (std::uint64_t first = 0; first < groups; first += at_once) {
            launch_along_diagonals<Planes>(work, {first, std::min(at_once, groups - first)}, context_.stream());
            context_.check(cudaGetLastError(), "starting a comparison");
            if (launches == 1) return;
            context_.wait("counting along diagonals");
            check();
        }
    }

    void count_ball_unions(const ball_union_work& work) {
        launch_ball_unions(work, context_.stream());
        context_.check(cudaGetLastError(), "starting to count words");
    }

    /// What a multiprocessor keeps beside it for one block.
    [[nodiscard]] std::uint64_t bytes_of_block() const {
        int bytes = 0;
        context_.check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, context_.index()),
                       "asking for its shared memory");
        constexpr int kept = 2048; // for what the kernel has beside the rows
        return static_cast<std::uint64_t>(std::max(bytes - kept, 0));
    }
    void mark_sequences(const marked_work& work) {
        launch_marking(work, bytes_of_block(), context_.stream());
        context_.check(cudaGetLastError(), "starting to mark sequences");
    }

    template <class Step>
    void for_each_with_memory(std::uint64_t count, unsigned numbers, const Step& step) {
        launch_with_memory(count, numbers, step, bytes_of_block(), context_.stream());
        context_.check(cudaGetLastError(), "starting a step");
    }

    void spread_words(const place_table& table) {
        launch_spread_words(table, context_.stream());
        context_.check(cudaGetLastError(), "starting to count near places");
    }

    /// In launches that a cancellation can wait for.
    template <unsigned Planes>
    void compare_balls(const ball_work<Planes>& work) {
        const bool shared = is_shared(work.seconds, work.follow.with) && work.manner != ball_pairs::marked;
        const double launches = std::max(1 + std::floor(work.seconds / longest_launch),
                                         shared ? parts_of_balls * static_cast<double>(helpers_.size() + 1) : 1.0);
        const auto at_once =
            static_cast<std::uint64_t>(std::max(1.0, std::ceil(static_cast<double>(work.task_count) / launches)));
        if (at_once >= work.task_count) return launch_balls(context_, work, {0, work.task_count});
        std::atomic<std::uint64_t> next = 0;
        const auto take_tasks = [&](runtime::device_context& device, const ball_work<Planes>& on_device) {
            for (std::uint64_t first = next.fetch_add(at_once); first < work.task_count;
                 first = next.fetch_add(at_once)) {
                launch_balls(device, on_device, {first, std::min(first + at_once, work.task_count)});
                device.wait("comparing");
                if (&device == &context_) check();
            }
        };
        if (!shared) return take_tasks(context_, work);
        context_.wait("making lists");
        helpers_.work_together([&] { take_tasks(context_, work); },
                               [&](helping_gpus::helper& to) { help(to, work, take_tasks); },
                               [&] { next = work.task_count; });
        helpers_.add_up(*this, work.follow.with.counts);
    }

    template <unsigned Planes>
    void compare(const near_work<Planes>& work) {
        if (work.seed_count == 0 || work.position_count == 0) return;
        const double tests = static_cast<double>(work.seed_count) * static_cast<double>(work.position_count) *
                             (work.follow.with.both_ways ? 0.5 : 1.0);
        const double seconds = tests / speed().tests;
        const bool shared = is_shared(seconds, work.follow.with);
        seed_rows rows(work.seed_count, work.position_count, seeds_per_thread<Planes>, work.follow.with.both_ways,
                       shared ? helpers_.size() + 1 : 1, seconds);
        if (!shared)
            return rows.single() ? launch(context_, context_.stream(), work, rows.next())
                                 : take_rows(context_, work, rows);
        context_.wait("making lists");
        helpers_.work_together([&] { take_rows(context_, work, rows); },
                               [&](helping_gpus::helper& to) { help(to, work, rows); }, [&] { rows.give_up(); });
        helpers_.add_up(*this, work.follow.with.counts);
    }

  private:
    static constexpr double longest_launch = 0.1;   ///< seconds
    static constexpr double tests_a_clock = 12;     ///< of a multiprocessor; 16 is the roof
    static constexpr double lookups_a_clock = 0.05; ///< looked up in rows that the second-level cache holds

    static constexpr double parts_of_balls = 8; ///< that each of several GPUs takes, as some have more near pairs

    struct task_range {
        std::uint64_t first;
        std::uint64_t last;
    };

    /// Rows of bits are one GPU's own, and little work is not worth a copy of the lists.
    [[nodiscard]] bool is_shared(double seconds, const pair_context& with) const {
        return helpers_.size() > 0 && with.counts.manner != counting::rows && seconds >= worth_sharing_;
    }

    template <unsigned Planes>
    static void launch_balls(runtime::device_context& device, const ball_work<Planes>& work, task_range tasks) {
        if (tasks.first == tasks.last) return;
        const auto blocks = static_cast<unsigned>((tasks.last - tasks.first + near_warps - 1) / near_warps);
        ball_work<Planes> some = work;
        some.task_count = tasks.last;
        const cudaStream_t stream = device.stream();
        switch (work.manner) {
        case ball_pairs::followed:
            near_balls<Planes, ball_pairs::followed><<<blocks, near_threads, 0, stream>>>(some, tasks.first);
            break;
        case ball_pairs::counted:
            near_balls<Planes, ball_pairs::counted><<<blocks, near_threads, 0, stream>>>(some, tasks.first);
            break;
        case ball_pairs::leftmost:
            near_balls<Planes, ball_pairs::leftmost><<<blocks, near_threads, 0, stream>>>(some, tasks.first);
            break;
        case ball_pairs::marked:
            near_balls<Planes, ball_pairs::marked><<<blocks, near_threads, 0, stream>>>(some, tasks.first);
        }
        device.check(cudaGetLastError(), "starting a comparison");
    }

    /// What one helper does: a copy of everything, tasks as long as there are some, its own counts.
    template <unsigned Planes, class TakeTasks>
    void help(helping_gpus::helper& to, const ball_work<Planes>& work, const TakeTasks& take_tasks) {
        const helping_gpus::context_on_helper context(helpers_, to, work.follow.with, work.seed_count,
                                                      work.position_count);
        const auto seed_words = helpers_.copied(to, work.seeds.words, work.seed_count);
        const auto seed_order = helpers_.copied(to, work.seeds.order, work.seed_count);
        const auto first_seeds = helpers_.copied(to, work.seeds.first, work.words + 1);
        const auto position_words = helpers_.copied(to, work.positions.words, work.position_count);
        const auto position_order = helpers_.copied(to, work.positions.order, work.position_count);
        const auto first_positions = helpers_.copied(to, work.positions.first, work.words + 1);
        const auto ball = helpers_.copied(to, work.ball, work.ball_size);
        const auto tasks = helpers_.copied(to, work.tasks, work.task_count);
        ball_work<Planes> here = work;
        here.seeds = {seed_words.data(), seed_order.data(), first_seeds.data()};
        here.positions = {position_words.data(), position_order.data(), first_positions.data()};
        here.ball = ball.data();
        here.tasks = tasks.data();
        here.follow.with = context.here;
        take_tasks(to.device, here);
        to.device.wait("comparing"); // before the copies go
    }

    using part = seed_rows::part;

    template <unsigned Planes>
    static void launch(runtime::device_context& device, cudaStream_t stream, const near_work<Planes>& work,
                       const part& rows) {
        const auto positions =
            static_cast<unsigned>((work.position_count + rows.positions_per_block - 1) / rows.positions_per_block);
        const dim3 grid(static_cast<unsigned>(rows.rows), positions);
        const near_part where{rows.first_row * near_threads * rows.per_thread, rows.positions_per_block};
        if (rows.per_thread == 1)
            near_pairs<Planes, 1><<<grid, near_threads, 0, stream>>>(work, where);
        else
            near_pairs<Planes, seeds_per_thread<Planes>><<<grid, near_threads, 0, stream>>>(work, where);
        device.check(cudaGetLastError(), "starting a comparison");
    }

    /// Takes rows until there are none, two launches at a time: the end of one overlaps the beginning of the next.
    template <unsigned Planes>
    void take_rows(runtime::device_context& device, const near_work<Planes>& work, seed_rows& rows) {
        device.select();
        side_streams sides(device);
        std::array<part, runtime::device_context::side_streams> launched{};
        auto before = std::chrono::steady_clock::now();
        for (unsigned turn = 0;; ++turn) {
            sides.wait_for_turn(turn);
            const auto now = std::chrono::steady_clock::now();
            part& slot = launched[turn % launched.size()];
            rows.took(slot, std::chrono::duration<double>(now - before).count());
            before = now;
            if (&device == &context_) {
                check();
                if (compared_) compared_(rows.taken(), rows.total());
            }
            const part taken = rows.next();
            if (taken.rows == 0) break;
            launch(device, sides.of_turn(turn), work, taken);
            sides.launched(turn);
            slot = taken;
        }
    }

    /// What one helper does: a copy of everything, rows as long as there are some, its own counts.
    template <unsigned Planes>
    void help(helping_gpus::helper& to, const near_work<Planes>& work, seed_rows& rows) {
        const helping_gpus::context_on_helper context(helpers_, to, work.follow.with, work.seed_count,
                                                      work.position_count);
        const auto seeds = helpers_.copied(to, work.seeds, work.seed_count);
        const auto positions = helpers_.copied(to, work.positions, work.position_count);
        near_work<Planes> here = work;
        here.seeds = seeds.data();
        here.positions = positions.data();
        here.follow.with = context.here;
        take_rows(to.device, here, rows);
        to.device.wait("comparing"); // before the copies go
    }

    progress compared_;
    double clocks_;
    double worth_sharing_; ///< seconds
    double diagonals_a_clock_;
    helping_gpus helpers_;
};

} // namespace concord::substring

// A GPU as the machine of device_windows.hpp that shares long comparisons with others: rows of seeds are handed out,
// large parts first, and a GPU that is free takes the next; so the last ones are small, and no GPU waits long for
// another.
#pragma once

#include "problems/substring/gpu/ball_unions.cuh"
#include "problems/substring/gpu/diagonals.cuh"
#include "problems/substring/gpu/near_balls.cuh"
#include "problems/substring/gpu/near_pairs.cuh"
#include "problems/substring/gpu/seed_rows.hpp"
#include "runtime/gpu/cuda/cuda_device.cuh"
#include "runtime/gpu/cuda/device_context.cuh"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
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

struct add_support {
    std::uint32_t* into;
    const std::uint32_t* values;
    CONCORD_HD void operator()(std::uint64_t index) const { into[index] += values[index]; }
};

class comparing_machine : public runtime::cuda_device {
  public:
    using progress = std::function<void(std::uint64_t, std::uint64_t)>;

    /// `clocks`: of all multiprocessors of one GPU in a second, for estimates.
    comparing_machine(runtime::device_context& leader, const std::vector<runtime::device_context*>& helpers,
                      std::uint64_t memory, double clocks, std::function<void()> check, progress compared,
                      double worth_sharing, double diagonals_a_clock)
        : runtime::cuda_device(leader, memory, std::move(check)), compared_(std::move(compared)), clocks_(clocks),
          worth_sharing_(worth_sharing), diagonals_a_clock_(diagonals_a_clock) {
        for (runtime::device_context* const helper : helpers)
            helpers_.emplace_back(*helper, memory);
        leader.select();
    }

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

    /// In launches that a cancellation can wait for.
    template <unsigned Planes>
    void compare_balls(const ball_work<Planes>& work) {
        const auto launches = static_cast<std::uint64_t>(1 + work.seconds / longest_launch);
        const std::uint64_t at_once = (work.task_count + launches - 1) / launches;
        for (std::uint64_t first = 0; first < work.task_count; first += at_once) {
            const std::uint64_t tasks = std::min(at_once, work.task_count - first);
            const auto blocks = static_cast<unsigned>((tasks + near_warps - 1) / near_warps);
            ball_work<Planes> some = work;
            some.task_count = first + tasks;
            const cudaStream_t stream = context_.stream();
            switch (work.manner) {
            case ball_pairs::followed:
                near_balls<Planes, ball_pairs::followed><<<blocks, near_threads, 0, stream>>>(some, first);
                break;
            case ball_pairs::counted:
                near_balls<Planes, ball_pairs::counted><<<blocks, near_threads, 0, stream>>>(some, first);
                break;
            case ball_pairs::leftmost:
                near_balls<Planes, ball_pairs::leftmost><<<blocks, near_threads, 0, stream>>>(some, first);
                break;
            case ball_pairs::marked:
                near_balls<Planes, ball_pairs::marked><<<blocks, near_threads, 0, stream>>>(some, first);
            }
            context_.check(cudaGetLastError(), "starting a comparison");
            if (launches == 1) return;
            context_.wait("comparing");
            check();
        }
    }

    template <unsigned Planes>
    void compare(const near_work<Planes>& work) {
        if (work.seed_count == 0 || work.position_count == 0) return;
        const double tests = static_cast<double>(work.seed_count) * static_cast<double>(work.position_count) *
                             (work.follow.with.both_ways ? 0.5 : 1.0);
        const double seconds = tests / speed().tests;
        // Rows of bits are one GPU's own, and little work is not worth a copy of the lists.
        const bool shared =
            !helpers_.empty() && work.follow.with.counts.manner != counting::rows && seconds >= worth_sharing_;
        seed_rows rows(work.seed_count, work.position_count, seeds_per_thread<Planes>, work.follow.with.both_ways,
                       shared ? helpers_.size() + 1 : 1, seconds);
        if (!shared)
            return rows.single() ? launch(context_, context_.stream(), work, rows.next())
                                 : take_rows(context_, work, rows);
        context_.wait("making lists");
        std::exception_ptr failure;
        std::mutex failing;
        const auto guarded = [&](auto part) {
            try {
                part();
            } catch (...) {
                const std::scoped_lock lock(failing);
                failure = failure ? failure : std::current_exception();
                rows.give_up();
            }
        };
        std::vector<std::jthread> threads; // after what they use: they end first, whatever happens
        for (helper& each : helpers_)
            threads.emplace_back([&] { guarded([&] { help(each, work, rows); }); });
        guarded([&] { take_rows(context_, work, rows); });
        for (std::jthread& thread : threads)
            thread.join();
        if (failure) std::rethrow_exception(failure);
        for (helper& each : helpers_)
            collect(each, work);
    }

  private:
    static constexpr double longest_launch = 0.1;   ///< seconds
    static constexpr double tests_a_clock = 12;     ///< of a multiprocessor; 16 is the roof
    static constexpr double lookups_a_clock = 0.05; ///< looked up in rows that the second-level cache holds

    struct helper {
        helper(runtime::device_context& device_given, std::uint64_t memory)
            : device(device_given), machine(device, memory, {}) {}

        runtime::device_context& device;
        runtime::cuda_device machine;
        std::map<const void*, runtime::device_buffer<std::uint64_t>> lasting; ///< copies of what stays as it is
        runtime::device_buffer<std::uint32_t> supports;
    };

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

    /// Copies from the leader, in the order of the helper's stream.
    template <class Value>
    runtime::device_buffer<Value> copied(helper& to, const Value* from, std::uint64_t count) {
        runtime::device_buffer<Value> made = to.machine.template make<Value>(count);
        to.device.check(cudaMemcpyPeerAsync(made.data(), to.device.index(), from, context_.index(), made.bytes(),
                                            to.device.stream()),
                        "copying from another GPU");
        return made;
    }

    const std::uint64_t* lasting(helper& to, const std::uint64_t* from, std::uint64_t count) {
        auto found = to.lasting.find(from);
        if (found == to.lasting.end()) found = to.lasting.emplace(from, copied(to, from, count)).first;
        return found->second.data();
    }

    /// What one helper does: a copy of everything, rows as long as there are some, its own counts.
    template <unsigned Planes>
    void help(helper& to, const near_work<Planes>& work, seed_rows& rows) {
        to.device.select();
        const collection& given = work.follow.with.given;
        const std::uint64_t set_words = words_of_set(given.size);
        const auto seeds = copied(to, work.seeds, work.seed_count);
        const auto positions = copied(to, work.positions, work.position_count);
        const auto seed_sites = copied(to, work.follow.with.seeds, work.seed_count);
        const auto position_sites = copied(to, work.follow.with.positions, work.position_count);
        const auto source_bits = copied(to, work.follow.with.sources.bits, set_words);
        const auto source_before = copied(to, work.follow.with.sources.before, set_words);
        const auto target_bits = copied(to, work.follow.with.targets.bits, set_words);
        const auto target_before = copied(to, work.follow.with.targets.before, set_words);
        runtime::device_buffer<std::uint32_t> copies;
        if (work.follow.with.copies != nullptr) copies = copied(to, work.follow.with.copies, given.sequences);
        runtime::device_buffer<std::uint32_t> weights;
        if (work.follow.with.weights != nullptr)
            weights = copied(to, work.follow.with.weights, work.follow.with.target_count);
        to.supports = to.machine.template zeroed<std::uint32_t>(work.follow.with.counts.windows);

        near_work<Planes> here = work;
        here.seeds = seeds.data();
        here.positions = positions.data();
        here.follow.with.seeds = seed_sites.data();
        here.follow.with.positions = position_sites.data();
        here.follow.with.sources = {source_bits.data(), source_before.data()};
        here.follow.with.targets = {target_bits.data(), target_before.data()};
        here.follow.with.copies = copies.data();
        here.follow.with.weights = weights.data();
        here.follow.with.counts.supports = to.supports.data();
        const sequence::letters_view& letters = given.letters;
        const std::uint64_t* planes[sequence::most_planes] = {};
        for (unsigned plane = 0; plane < letters.ordinary_planes(); ++plane)
            planes[plane] = lasting(to, letters.plane(plane), set_words);
        const std::uint64_t* const ambiguous =
            letters.ambiguous() == nullptr ? nullptr : lasting(to, letters.ambiguous(), set_words);
        here.follow.with.given.letters = {planes, letters.ordinary_planes(), ambiguous};
        here.follow.with.given.offsets = lasting(to, given.offsets, given.sequences + 1);
        take_rows(to.device, here, rows);
        to.device.wait("comparing"); // before the copies go
    }

    template <unsigned Planes>
    void collect(helper& from, const near_work<Planes>& work) {
        const std::uint64_t count = work.follow.with.counts.windows;
        const auto here = make<std::uint32_t>(count);
        context_.check(cudaMemcpyPeerAsync(here.data(), context_.index(), from.supports.data(), from.device.index(),
                                           here.bytes(), context_.stream()),
                       "copying from another GPU");
        for_each(count, add_support{work.follow.with.counts.supports, here.data()});
        context_.wait("adding up");
        from.device.select();
        from.supports = {};
        context_.select();
    }

    std::vector<helper> helpers_;
    progress compared_;
    double clocks_;
    double worth_sharing_; ///< seconds
    double diagonals_a_clock_;
};

} // namespace concord::substring

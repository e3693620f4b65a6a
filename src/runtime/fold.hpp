// Folds the tasks of a step into one result, over threads, ranks and shards, and resumes from a checkpoint.
#pragma once

#include "runtime/distributed/step.hpp"
#include "runtime/distributed/task_sharing.hpp"
#include "runtime/thread_pool.hpp"

#include <mutex>
#include <utility>

namespace concord::runtime {

/// A sum of partial results of one type. The type comes with
///     void merge(Partial& into, Partial&& part);            associative, commutative; a Partial{} changes nothing
///     void write(byte_writer& to, const Partial& part);
///     void read(byte_reader& from, Partial& part);
template <class Partial, class Task>
class sum_of final : public step_sum {
  public:
    explicit sum_of(Task& task) : task_(task) {}

    void do_task(std::size_t index, unsigned worker) override {
        Partial part = task_(index, worker);
        const std::scoped_lock lock(mutex_);
        merge(sum_, std::move(part));
        tasks_.push_back(index);
    }
    [[nodiscard]] share take() override {
        const std::scoped_lock lock(mutex_);
        share taken{std::exchange(tasks_, {}), bytes_of_sum()};
        sum_ = Partial{};
        return taken;
    }
    [[nodiscard]] share copy() override {
        const std::scoped_lock lock(mutex_);
        return {tasks_, bytes_of_sum()};
    }
    void add(const share& part) override {
        byte_reader reader(part.sum);
        Partial found{};
        read(reader, found);
        const std::scoped_lock lock(mutex_);
        merge(sum_, std::move(found));
        tasks_.insert(tasks_.end(), part.tasks.begin(), part.tasks.end());
    }
    [[nodiscard]] Partial result() && { return std::move(sum_); }

  private:
    [[nodiscard]] byte_string bytes_of_sum() const {
        byte_writer writer;
        write(writer, sum_);
        return writer.take();
    }

    Task& task_;
    std::mutex mutex_;
    Partial sum_{};
    std::vector<std::uint64_t> tasks_;
};

/// Calls task(index, worker) -> Partial for all tasks of the step (in a shard: for its own) and merges the results.
/// Every rank gets the same result. Throws what thread_pool::run throws.
template <class Partial, class Task>
[[nodiscard]] Partial fold(thread_pool& pool, const step& given, Task task) {
    sum_of<Partial, Task> sum(task);
    if (task_sharing* sharing = pool.options().sharing) {
        sharing->run(pool, given, sum);
    } else {
        pool.run(given.count, {given.name, given.unit, given.total},
                 [&](std::size_t index, unsigned worker) -> std::uint64_t {
                     sum.do_task(index, worker);
                     return given.units_of(index);
                 });
    }
    return std::move(sum).result();
}

} // namespace concord::runtime

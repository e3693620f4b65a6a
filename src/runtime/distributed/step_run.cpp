#include "runtime/distributed/step_run.hpp"
#include "runtime/tuning.hpp"
#include "runtime/worker_team.hpp"

#include <algorithm>
#include <thread>

namespace concord::runtime {
step_run::step_run(step_messages& messages, thread_pool& pool, const step& given, step_sum& sum, step_number number,
                   std::vector<std::uint64_t> open, checkpoint* kept, bool is_kept)
    : messages_(messages), ranks_(messages.ranks()), pool_(pool), given_(given), sum_(sum), number_(number),
      open_(std::move(open)), checkpoint_(kept), is_kept_(is_kept), backoff_(pool.threads()), told_best_(best()),
      wanted_(2 * std::uint64_t{pool.threads()}) {}

void step_run::run() {
    divide();
    std::thread working = start_thread([this] { work(); });
    try {
        communicate();
    } catch (...) {
        queue_.drop();
        working.join();
        throw;
    }
    working.join();
    if (failure_) std::rethrow_exception(failure_);
    if (stopped_) throw error(error_code::cancelled, "stopped on request");
    share_result();
}

// The first tasks of every rank follow a fixed rule, so that no rank waits for an answer to begin; rank 0 keeps the
// rest.
void step_run::divide() {
    const std::uint64_t ranks = ranks_.size();
    const std::uint64_t count = open_.size();
    if (ranks_.is_root()) reports_missing_ = ranks_.size() - 1;
    if (counter_ != nullptr && shared_task_counter::fits(number_, count)) {
        queue_.take_from({*counter_, number_, count});
        nothing_more_ = true;
        return;
    }
    const std::uint64_t each = std::max<std::uint64_t>(1, count / (16 * ranks));
    const auto at = [&](std::uint64_t rank) { return std::min(count, rank * each); };
    queue_.add({at(ranks_.rank()), at(ranks_.rank() + 1)});
    left_ = count - at(ranks);
    if (ranks_.is_root()) {
        queue_.add({at(ranks), count});
        queue_.close();
    } else if (at(ranks) == count) {
        nothing_more_ = true;
        queue_.close();
    }
}

void step_run::work() {
    std::uint64_t total = 0;
    if (given_.total > 0)
        for (const std::uint64_t task : open_)
            total += given_.units_of(task);
    try {
        pool_.run_from(
            [this]() -> std::optional<std::size_t> {
                const auto at = queue_.take();
                return at ? std::optional<std::size_t>(open_[*at]) : std::nullopt;
            },
            open_.size(), {given_.name, given_.unit, total, &units_elsewhere_},
            [this](std::size_t task, unsigned worker) -> std::uint64_t {
                try {
                    sum_.do_task(task, worker);
                } catch (...) {
                    queue_.drop(); // others may wait there
                    throw;
                }
                const std::uint64_t units = given_.units_of(task);
                units_here_.fetch_add(units, std::memory_order_relaxed);
                backoff_.task_done();
                return units;
            });
    } catch (...) {
        queue_.drop();
        failure_ = std::current_exception();
    }
    const std::scoped_lock lock(ending_);
    workers_done_ = true;
    ended_.notify_all();
}

bool step_run::workers_are_done() {
    const std::scoped_lock lock(ending_);
    return workers_done_;
}

void step_run::communicate() {
    for (;;) {
        receive();
        if (stopped_) return;
        spread_news();
        keep_if_due();
        if (!ranks_.is_root()) ask();
        if (workers_are_done()) {
            backoff_.hurry(); // the others will finish soon, too
            if (failure_ || dropped_) {
                if (dropped_ || pool_.is_cancelled()) stop();
                return;
            }
            if (!ranks_.is_root()) return report(true);
            if (reports_missing_ == 0) return;
        } else if (pool_.is_cancelled()) {
            // A worker that waits for tasks does not see signals; one between two tasks finds the queue empty and ends
            // as if all were done.
            queue_.drop();
            dropped_ = true;
        }
        wait();
    }
}

bool step_run::receive() {
    return messages_.handle_all(number_, [this](const communicator::message& received) { handle(received); });
}

void step_run::handle(const communicator::message& received) {
    byte_reader reader(received.content);
    static_cast<void>(read_step_number(reader)); // ours
    const auto what = static_cast<kind>(reader.number());
    if (const std::uint64_t best = reader.number(); given_.best != nullptr) given_.best->offer(best);
    units_elsewhere_.fetch_add(reader.number(), std::memory_order_relaxed);
    switch (what) {
    case kind::request: grant(received.from, reader.number()); break;
    case kind::grant: {
        const std::uint64_t first = reader.number();
        const std::uint64_t last = reader.number();
        left_ = reader.number();
        asked_ = false;
        queue_.add({first, last});
        nothing_more_ = first == last;
        if (nothing_more_) queue_.close();
        break;
    }
    case kind::report: {
        const bool last = reader.number() != 0;
        auto tasks = reader.list<std::uint64_t>();
        sum_.add({std::move(tasks), reader.list<std::byte>()});
        if (last) --reports_missing_;
        break;
    }
    case kind::over: over_ = true; break;
    case kind::news: break;
    case kind::stop:
        queue_.drop();
        if (ranks_.is_root()) {
            stop();
        } else {
            report(true);
            stopped_ = true;
        }
        break;
    }
}

// Reports to rank 0 the tasks done since the last message.
byte_writer step_run::message(kind what) {
    byte_writer writer;
    write(writer, number_);
    writer.number(static_cast<std::uint64_t>(what));
    writer.number(best());
    const std::uint64_t units = ranks_.is_root() ? 0 : units_untold();
    writer.number(units);
    told_units_ += units;
    told_last_ = clock::now();
    return writer;
}

std::uint64_t step_run::units_untold() const { return units_here_.load(std::memory_order_relaxed) - told_units_; }

void step_run::ask() {
    if (nothing_more_ || asked_) return;
    if (queue_.starved() > 0) wanted_ *= 2;
    // Towards the end a rank stocks few tasks, so that all ranks end together.
    const std::uint64_t needed = backoff_.stock();
    const std::uint64_t wanted = std::max(wanted_, 2 * needed);
    const std::uint64_t stock = std::max(needed, left_ / (2 * std::uint64_t{ranks_.size()}));
    if (queue_.waiting() >= std::min(wanted, stock)) return;
    byte_writer writer = message(kind::request);
    writer.number(wanted);
    ranks_.send(0, writer.take());
    asked_ = true;
    backoff_.expect();
}

void step_run::grant(unsigned to, std::uint64_t wanted) {
    const std::uint64_t fair = queue_.waiting() / (2 * std::uint64_t{ranks_.size()});
    const task_range part = queue_.split_off(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(1, fair)));
    byte_writer writer = message(kind::grant);
    writer.number(part.first);
    writer.number(part.last);
    writer.number(queue_.waiting());
    ranks_.send(to, writer.take());
}

void step_run::spread_news() {
    const bool is_better = best() > told_best_;
    const bool is_farther = !ranks_.is_root() && clock::now() - told_last_ > tuning::between_news && units_untold() > 0;
    if (!is_better && !is_farther) return;
    told_best_ = best();
    if (!ranks_.is_root()) return ranks_.send(0, message(kind::news).take());
    for (unsigned rank = 1; rank < ranks_.size(); ++rank)
        ranks_.send(rank, message(kind::news).take());
}

void step_run::report(bool last) {
    if (std::exchange(reported_, last)) return;
    byte_writer writer = message(kind::report);
    writer.number(last ? 1 : 0);
    const step_sum::share part = sum_.take();
    writer.list(part.tasks);
    writer.list(part.sum);
    ranks_.send(0, writer.take());
}

// Rank 0 collects the progress of the others, as far as they answer at once.
void step_run::stop() {
    if (std::exchange(stopped_, true)) return;
    queue_.drop();
    if (!ranks_.is_root()) {
        // In this order: a single last report means that all tasks are done.
        ranks_.send(0, message(kind::stop).take());
        return report(true);
    }
    for (unsigned rank = 1; rank < ranks_.size(); ++rank)
        ranks_.send(rank, message(kind::stop).take());
    const auto end = clock::now() + tuning::patience_with_ranks;
    while (reports_missing_ > 0 && clock::now() < end)
        if (!receive()) std::this_thread::sleep_for(poll_backoff::shortest);
    keep();
}

void step_run::keep_if_due() {
    if (!is_kept_) return;
    if (checkpoint_ != nullptr) {
        if (checkpoint_->is_due()) keep();
    } else if (clock::now() - reported_last_ > tuning::between_reports) {
        report(false);
        reported_last_ = clock::now();
    }
}

void step_run::keep() {
    if (checkpoint_ == nullptr) return;
    step_sum::share done = sum_.copy();
    checkpoint_->keep(number_.step, {std::move(done.tasks), best(), std::move(done.sum)});
    checkpoint_->save();
}

void step_run::share_result() {
    if (ranks_.size() == 1) return;
    if (ranks_.is_root()) {
        for (unsigned rank = 1; rank < ranks_.size(); ++rank)
            ranks_.send(rank, message(kind::over).take());
    } else {
        // A collective call would keep a core busy while it waits. A rank that is to stop asks rank 0, which may have
        // finished and be waiting for this rank to take the result.
        bool asked_to_stop = false;
        for (backoff_.hurry(); !over_; backoff_.polled()) {
            if (receive()) continue;
            if (stopped_) throw error(error_code::cancelled, "stopped on request");
            if (!asked_to_stop && pool_.is_cancelled()) {
                ranks_.send(0, message(kind::stop).take());
                asked_to_stop = true;
            }
            backoff_.rest();
        }
    }
    byte_string result;
    if (ranks_.is_root()) result = sum_.copy().sum;
    ranks_.broadcast(result);
    if (!ranks_.is_root()) sum_.add({{}, std::move(result)});
}

void step_run::wait() {
    std::unique_lock lock(ending_);
    if (ranks_.size() == 1) {
        ended_.wait_for(lock, tuning::pause_alone, [&] { return workers_done_; });
        return;
    }
    if (workers_done_) { // the other ranks are still working, and no event announces their end
        lock.unlock();
        backoff_.rest();
    } else {
        ended_.wait_for(lock, backoff_.pause(), [&] { return workers_done_; });
    }
    backoff_.polled();
}

} // namespace concord::runtime

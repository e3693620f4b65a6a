#include "runtime/distributed/pipeline_run.hpp"

#include "runtime/await.hpp"
#include "runtime/tuning.hpp"
#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <thread>

namespace concord::runtime {

pipeline_run::pipeline_run(step_messages& messages, thread_pool& pool, step_number number, pipeline_order order,
                           std::atomic<bool>& stopped)
    : messages_(messages), ranks_(messages.ranks()), pool_(pool), number_(number), order_(order), stopped_(stopped),
      pause_(tuning::shortest_pause), results_(ranks_.is_root() ? ranks_.size() : 0),
      reports_missing_(ranks_.is_root() ? ranks_.size() - 1 : 0) {}

byte_string pipeline_run::run(const pipeline_work& work_of_rank, const pipeline_sum& combine) {
    std::thread working = start_thread([&] { work(work_of_rank); });
    try {
        communicate();
    } catch (...) {
        end_work();
        working.join();
        throw;
    }
    working.join();
    byte_string combined;
    if (ranks_.is_root()) {
        results_.front() = std::move(result_);
        combined = combine(results_);
        for (unsigned rank = 1; rank < ranks_.size(); ++rank)
            ranks_.send(rank, message(kind::over).take());
    }
    ranks_.broadcast(combined);
    return combined;
}

void pipeline_run::work(const pipeline_work& given) {
    byte_string result;
    std::exception_ptr failure;
    try {
        result = given(*this);
    } catch (...) {
        failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    result_ = std::move(result);
    failure_ = failure;
    work_is_done_ = true;
    for_main_.notify_all();
}

byte_string pipeline_run::take(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    const auto is_there = [&] { return stopped_ || things_.contains(number); };
    if (!is_there()) {
        ++waiting_;
        for_main_.notify_all();
        await(arrived_, lock, is_there);
        --waiting_;
    }
    throw_if_stopped();
    return std::move(things_.extract(number).mapped());
}

std::optional<byte_string> pipeline_run::take_if_there(std::uint64_t number) {
    const std::scoped_lock lock(mutex_);
    throw_if_stopped();
    auto found = things_.extract(number);
    was_missed_ = was_missed_ || found.empty();
    return found.empty() ? std::nullopt : std::optional(std::move(found.mapped()));
}

void pipeline_run::pass_on(std::uint64_t number, byte_string content) {
    const std::scoped_lock lock(mutex_);
    throw_if_stopped();
    to_send_.emplace_back(number, std::move(content));
    for_main_.notify_all();
}

void pipeline_run::throw_if_stopped() const {
    if (stopped_) throw error(error_code::cancelled, "stopped on request");
}

void pipeline_run::communicate() {
    for (;;) {
        const bool heard = receive(); // both, whatever the first one finds
        const bool sent = send_things();
        if (heard || sent) pause_ = tuning::shortest_pause;
        if (pool_.is_cancelled()) stop();
        if (is_complete()) return;
        wait();
    }
}

bool pipeline_run::is_complete() {
    {
        const std::scoped_lock lock(mutex_);
        throw_if_stopped();
        if (!work_is_done_) return false;
        if (!to_send_.empty()) return false; // passed on since the last look
        if (failure_ && !asked_to_stop_) {
            if (!pool_.is_cancelled()) std::rethrow_exception(failure_);
            return false; // stop requested since the last look: the next one notifies the others
        }
    }
    if (ranks_.is_root()) return reports_missing_ == 0;
    if (!failure_ && !std::exchange(reported_, true)) {
        byte_writer writer = message(kind::report);
        writer.list(result_);
        ranks_.send(0, writer.take());
    }
    return over_;
}

bool pipeline_run::receive() {
    return messages_.handle_all(number_, [this](const communicator::message& received) { handle(received); });
}

void pipeline_run::handle(const communicator::message& received) {
    byte_reader reader(received.content);
    static_cast<void>(read_step_number(reader)); // ours
    switch (static_cast<kind>(reader.number())) {
    case kind::thing: {
        const std::uint64_t number = reader.number();
        byte_string content = reader.list<std::byte>();
        const std::scoped_lock lock(mutex_);
        things_[number] = std::move(content);
        was_missed_ = false;
        arrived_.notify_all();
        break;
    }
    case kind::report:
        results_[received.from] = reader.list<std::byte>();
        --reports_missing_;
        break;
    case kind::over: over_ = true; break;
    case kind::stop:
        if (ranks_.is_root()) stop();
        end_work();
        break;
    }
}

bool pipeline_run::send_things() {
    std::vector<std::pair<std::uint64_t, byte_string>> passed_on;
    {
        const std::scoped_lock lock(mutex_);
        passed_on.swap(to_send_);
    }
    for (const auto& [number, content] : passed_on) {
        byte_writer writer = message(kind::thing);
        writer.number(number);
        writer.list(content);
        ranks_.send(next_rank(), writer.take());
    }
    return !passed_on.empty();
}

// Rank 0 announces the end; the others ask for it, because rank 0 may have all results already.
void pipeline_run::stop() {
    if (!ranks_.is_root()) {
        if (!std::exchange(asked_to_stop_, true)) ranks_.send(0, message(kind::stop).take());
        return;
    }
    for (unsigned rank = 1; rank < ranks_.size(); ++rank)
        ranks_.send(rank, message(kind::stop).take());
    throw error(error_code::cancelled, "stopped on request");
}

void pipeline_run::end_work() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    arrived_.notify_all();
}

byte_writer pipeline_run::message(kind what) const {
    byte_writer writer;
    write(writer, number_);
    writer.number(static_cast<std::uint64_t>(what));
    return writer;
}

unsigned pipeline_run::next_rank() const {
    return order_ == pipeline_order::ascending ? ranks_.rank() + 1 : ranks_.rank() - 1;
}

// Each poll wakes a thread, which takes time from a worker on the same core: as long as the work has what it needs,
// polls are rare. What it passes on ends the pause.
void pipeline_run::wait() {
    std::unique_lock lock(mutex_);
    const auto is_wanting = [&] { return waiting_ > 0 || was_missed_; };
    const auto has_news = [&] { return !to_send_.empty() || work_is_done_; };
    if (work_is_done_) {
        lock.unlock();
        std::this_thread::sleep_for(pause_);
        pause_ = std::min(tuning::pause_in_stock, pause_ * 3 / 2);
    } else if (is_wanting()) {
        for_main_.wait_for(lock, pause_, has_news);
        pause_ = std::min(tuning::longest_pause, pause_ * 3 / 2);
    } else {
        for_main_.wait_for(lock, tuning::pause_in_stock, [&] { return has_news() || is_wanting(); });
        pause_ = tuning::shortest_pause;
    }
}

} // namespace concord::runtime

#include "runtime/distributed/ordered_run.hpp"
#include "runtime/tuning.hpp"
#include "runtime/worker_team.hpp"

#include <algorithm>
#include <optional>

namespace concord::runtime {
ordered_run::ordered_run(step_messages& messages, thread_pool& pool, const step& given, made_by makers,
                         step_number number, std::vector<std::uint64_t> ours, checkpoint_blocks* kept,
                         const block_maker& make, const block_taker& take)
    : messages_(messages), ranks_(messages.ranks()), pool_(pool), given_(given), makers_(makers), number_(number),
      ours_(std::move(ours)), kept_(kept), make_(make), take_(take),
      lanes_(makers == made_by::one_thread ? pool.threads() : 1), pause_(tuning::shortest_pause),
      shown_(std::chrono::steady_clock::now()) {
    for (const std::uint64_t block : ours_)
        units_ += given_.units_of(block);
}

void ordered_run::run() {
    std::thread working = start_thread([this] { work(); });
    try {
        communicate();
    } catch (...) {
        queue_.drop();
        working.join();
        if (kept_ != nullptr) kept_->save();
        throw;
    }
    queue_.close();
    working.join();
    if (kept_ != nullptr) kept_->save();
}

void ordered_run::work() {
    const auto make = [this](std::size_t at, unsigned worker) {
        try {
            finish(at, make_(ours_[at], worker));
        } catch (...) {
            queue_.drop(); // others may wait there
            throw;
        }
    };
    try {
        if (makers_ == made_by::all_threads) {
            while (const auto at = queue_.take())
                make(*at, 0);
        } else {
            pool_.run_from([this]() -> std::optional<std::size_t> { return queue_.take(); }, ours_.size(), {},
                           [&](std::size_t at, unsigned worker) -> std::uint64_t {
                               make(at, worker);
                               return 0;
                           });
        }
    } catch (...) {
        queue_.drop();
        const std::scoped_lock lock(making_);
        failure_ = std::current_exception();
    }
    const std::scoped_lock lock(making_);
    workers_done_ = true;
    something_made_.notify_all();
}

void ordered_run::finish(std::uint64_t at, byte_string content) {
    const std::scoped_lock lock(making_);
    made_.push_back({at, std::move(content)});
    something_made_.notify_all();
}

std::deque<ordered_run::made> ordered_run::take_made() {
    const std::scoped_lock lock(making_);
    return std::exchange(made_, {});
}

bool ordered_run::workers_are_done() {
    const std::scoped_lock lock(making_);
    return workers_done_;
}

void ordered_run::communicate() {
    for (;;) {
        if (receive()) pause_ = tuning::shortest_pause;
        if (stopped_) throw error(error_code::cancelled, "stopped on request");
        if (pool_.is_cancelled()) stop();
        if (ranks_.is_root() ? lead() : follow()) return;
        if (workers_are_done() && failure_ && !asked_to_stop_) {
            if (!pool_.is_cancelled()) std::rethrow_exception(failure_);
            stop(); // stop requested since the check above: notify the others
        }
        wait();
    }
}

bool ordered_run::lead() {
    for (made& each : take_made())
        accept(each.at, std::move(each.content));
    grant();
    if (hand_on()) pause_ = tuning::shortest_pause;
    if (kept_ != nullptr) kept_->save_if_due();
    if (next_taken_ < ours_.size()) return false;
    for (unsigned rank = 1; rank < ranks_.size(); ++rank)
        ranks_.send(rank, message(kind::over).take());
    return true;
}

bool ordered_run::follow() {
    for (made& each : take_made()) {
        byte_writer writer = message(kind::block);
        writer.number(each.at);
        writer.list(each.content);
        ranks_.send(0, writer.take());
    }
    if (over_) return true;
    if (!asked_ && queue_.waiting() < lanes_ && !workers_are_done()) {
        byte_writer writer = message(kind::request);
        writer.number(2 * lanes_ - queue_.waiting());
        ranks_.send(0, writer.take());
        asked_ = true;
    }
    return false;
}

bool ordered_run::receive() {
    return messages_.handle_all(number_, [this](const communicator::message& received) { handle(received); });
}

void ordered_run::handle(const communicator::message& received) {
    byte_reader reader(received.content);
    static_cast<void>(read_step_number(reader)); // ours
    switch (static_cast<kind>(reader.number())) {
    case kind::request: asking_.push_back({received.from, reader.number()}); break;
    case kind::grant:
        asked_ = false;
        for (const std::uint64_t at : reader.list<std::uint64_t>())
            queue_.add({at, at + 1});
        break;
    case kind::block: {
        const std::uint64_t at = reader.number();
        accept(at, reader.list<std::byte>());
        break;
    }
    case kind::over: over_ = true; break;
    case kind::stop:
        if (ranks_.is_root()) stop();
        stopped_ = true;
        break;
    }
}

byte_writer ordered_run::message(kind what) const {
    byte_writer writer;
    write(writer, number_);
    writer.number(static_cast<std::uint64_t>(what));
    return writer;
}

void ordered_run::accept(std::uint64_t at, byte_string content) {
    if (kept_ != nullptr) kept_->append(ours_[at], content);
    waiting_bytes_ += content.size();
    waiting_[at] = std::move(content);
    units_done_ += given_.units_of(ours_[at]);
    show();
}

bool ordered_run::hand_on() {
    const std::uint64_t before = next_taken_;
    while (next_taken_ < ours_.size()) {
        const std::uint64_t block = ours_[next_taken_];
        const auto found = waiting_.find(next_taken_);
        if (found != waiting_.end()) {
            take_(block, found->second);
            waiting_bytes_ -= found->second.size();
            waiting_.erase(found);
        } else if (kept_ != nullptr && kept_->has(block)) {
            take_(block, kept_->read(block));
            units_done_ += given_.units_of(block);
            show();
        } else {
            break;
        }
        ++next_taken_;
        if (pool_.is_cancelled()) break;
    }
    return next_taken_ > before;
}

void ordered_run::show() {
    const auto& on_progress = pool_.options().on_progress;
    const auto now = std::chrono::steady_clock::now();
    if (!on_progress || (units_done_ < units_ && now - shown_ < tuning::between_shows)) return;
    shown_ = now;
    on_progress({given_.name, units_done_, units_, given_.unit});
}

bool ordered_run::may_grant() {
    if (kept_ != nullptr)
        while (next_granted_ < ours_.size() && kept_->has(ours_[next_granted_]))
            ++next_granted_;
    return next_granted_ < ours_.size() &&
           (next_granted_ == next_taken_ ||
            (next_granted_ < next_taken_ + tuning::most_blocks_ahead && waiting_bytes_ < tuning::most_waiting_bytes));
}

// Start the other ranks before the workers of this one. Rank 0 gets the remainder last, because it writes, too.
void ordered_run::grant() {
    std::vector<asking> unanswered;
    for (const asking& each : asking_) {
        std::vector<std::uint64_t> granted;
        while (granted.size() < each.wanted && may_grant())
            granted.push_back(next_granted_++);
        if (granted.empty()) {
            unanswered.push_back(each);
            continue;
        }
        byte_writer writer = message(kind::grant);
        writer.list(granted);
        ranks_.send(each.rank, writer.take());
    }
    asking_ = std::move(unanswered);
    for (std::uint64_t here = queue_.waiting(); here < 2 * lanes_ && may_grant(); ++here, ++next_granted_)
        queue_.add({next_granted_, next_granted_ + 1});
}

// Rank 0 announces the end; the others ask for it, because rank 0 may have taken all blocks already.
void ordered_run::stop() {
    queue_.drop();
    if (!ranks_.is_root()) {
        if (!std::exchange(asked_to_stop_, true)) ranks_.send(0, message(kind::stop).take());
        return;
    }
    for (unsigned rank = 1; rank < ranks_.size(); ++rank)
        ranks_.send(rank, message(kind::stop).take());
    throw error(error_code::cancelled, "stopped on request");
}

void ordered_run::wait() {
    std::unique_lock lock(making_);
    const auto pause = ranks_.size() == 1 ? std::chrono::microseconds(tuning::pause_alone) : pause_;
    something_made_.wait_for(lock, pause,
                             [&] { return !made_.empty() || (workers_done_ && failure_ && !asked_to_stop_); });
    pause_ = std::min(tuning::longest_pause, pause_ * 3 / 2);
}

} // namespace concord::runtime

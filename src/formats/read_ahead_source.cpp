#include "formats/byte_source.hpp"

#include "runtime/await.hpp"
#include "runtime/worker_team.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace concord::formats {
namespace {

constexpr std::size_t block_bytes = 65536; // what the inflater hands out at once
constexpr std::size_t blocks = 16;

/// Blocks go round a ring: the thread fills the one at `filled_`, the reader empties the one at `emptied_`.
class read_ahead_source final : public byte_source {
  public:
    read_ahead_source(std::unique_ptr<byte_source> inner, std::stop_source stop)
        : inner_(std::move(inner)), stop_(std::move(stop)) {
        for (block& b : ring_)
            b.bytes.resize(block_bytes);
        try {
            thread_ = runtime::start_thread([this] { fill_blocks(); });
        } catch (const error&) { // without one, the reader's thread does it all
        }
    }

    ~read_ahead_source() override {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        stop_.request_stop();
        changed_.notify_all();
        if (thread_.joinable()) thread_.join();
    }

    std::size_t read(std::span<char> target) override {
        if (!thread_.joinable()) return inner_->read(target);
        block& current = ring_[emptied_ % ring_.size()];
        if (given_ == 0) {
            std::unique_lock lock(mutex_);
            runtime::await(changed_, lock, [&] { return filled_ > emptied_; });
        }
        // An end or an error is the last block; it stays at hand for the next request.
        if (current.size == 0 && current.failure) std::rethrow_exception(current.failure);
        if (current.size == 0) return 0;
        const std::size_t count = std::min(target.size(), current.size - given_);
        std::memcpy(target.data(), current.bytes.data() + given_, count);
        given_ += count;
        if (given_ == current.size) {
            given_ = 0;
            const std::lock_guard lock(mutex_);
            ++emptied_;
            changed_.notify_all();
        }
        return count;
    }

  private:
    struct block {
        std::vector<char> bytes;
        std::size_t size = 0;
        std::exception_ptr failure;
    };

    void fill_blocks() {
        for (bool more = true; more;) {
            {
                std::unique_lock lock(mutex_);
                runtime::await(changed_, lock, [&] { return stopping_ || filled_ - emptied_ < ring_.size(); });
                if (stopping_) return;
            }
            block& current = ring_[filled_ % ring_.size()];
            try {
                current.size = inner_->read(current.bytes);
            } catch (...) {
                current.size = 0;
                current.failure = std::current_exception();
            }
            more = current.size != 0;
            const std::lock_guard lock(mutex_);
            ++filled_;
            changed_.notify_all();
        }
    }

    std::unique_ptr<byte_source> inner_;
    std::stop_source stop_;
    std::array<block, blocks> ring_;
    std::size_t given_ = 0; ///< bytes of the current block that the reader has; only the reader's thread looks at it
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t filled_ = 0;
    std::uint64_t emptied_ = 0;
    bool stopping_ = false;
    std::thread thread_; ///< last, so that all it uses is there before it starts
};

} // namespace

std::unique_ptr<byte_source> read_ahead(std::unique_ptr<byte_source> inner, std::stop_source stop) {
    return std::make_unique<read_ahead_source>(std::move(inner), std::move(stop));
}

} // namespace concord::formats

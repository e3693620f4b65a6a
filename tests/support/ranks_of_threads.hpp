// Ranks that are threads of one process and communicate through its memory: so that what ranks share is tested without
// MPI.
#pragma once

#include "runtime/distributed/communicator.hpp"

#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace concord::test {

/// Where some of the threads meet, and what each of them brings.
class meeting_place {
  public:
    explicit meeting_place(unsigned size) : size_(size), barrier_(size), brought_(size) {}

    [[nodiscard]] unsigned size() const { return size_; }
    void barrier() { barrier_.arrive_and_wait(); }
    void bring(unsigned number, const void* what) { brought_[number] = what; }
    template <class What>
    [[nodiscard]] const What& brought_by(unsigned number) const {
        return *static_cast<const What*>(brought_[number]);
    }

  private:
    unsigned size_;
    std::barrier<> barrier_;
    std::vector<const void*> brought_;
};

/// The collective calls of one thread at such a place.
template <class Group>
class group_of_threads : public Group {
  public:
    group_of_threads(meeting_place& place, unsigned number) : place_(place), number_(number) {}
    [[nodiscard]] unsigned rank() const noexcept override { return number_; }
    [[nodiscard]] unsigned size() const noexcept override { return place_.size(); }

    void barrier() override { place_.barrier(); }
    void allreduce_sum(std::span<std::uint32_t> numbers) override {
        reduce(numbers, [](std::uint32_t a, std::uint32_t b) { return a + b; });
    }
    void allreduce_or(std::span<std::uint64_t> words) override {
        reduce(words, [](std::uint64_t a, std::uint64_t b) { return a | b; });
    }
    void allreduce_and(std::span<std::uint64_t> words) override {
        reduce(words, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }

  protected:
    [[nodiscard]] meeting_place& place() const { return place_; }

  private:
    template <class Value, class Operation>
    void reduce(std::span<Value> values, Operation operation) {
        const std::span<const Value> mine(values);
        place_.bring(number_, &mine);
        place_.barrier();
        std::vector<Value> result(values.size());
        for (unsigned other = 0; other < size(); ++other) {
            const auto& given = place_.brought_by<std::span<const Value>>(other);
            if (given.size() != values.size()) std::abort(); // MPI would do no better
            for (std::size_t index = 0; index < values.size(); ++index)
                result[index] = other == 0 ? given[index] : operation(result[index], given[index]);
        }
        place_.barrier();
        std::copy(result.begin(), result.end(), values.begin());
        place_.barrier();
    }

    meeting_place& place_;
    unsigned number_;
};

class ranks_of_threads {
  public:
    /// Ranks that see the same memory are those whose numbers have the same remainder by `node_groups`.
    explicit ranks_of_threads(unsigned size, unsigned node_groups = 1)
        : node_groups_(std::min(size, node_groups)), everywhere_(size), leaders_(node_groups_), mail_(size) {
        for (unsigned number = 0; number < node_groups_; ++number)
            places_.push_back(std::make_unique<meeting_place>((size - number + node_groups_ - 1) / node_groups_));
    }

    /// Runs part(rank) in a thread for each rank. What any of them throws is thrown, if the others end, too.
    void run(const std::function<void(runtime::communicator&)>& part) {
        std::vector<std::exception_ptr> failures(everywhere_.size());
        std::vector<std::thread> threads;
        for (unsigned number = 0; number < everywhere_.size(); ++number)
            threads.emplace_back([&, number] {
                try {
                    one_of_them here(*this, number);
                    part(here);
                } catch (...) {
                    failures[number] = std::current_exception();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        for (const std::exception_ptr& failure : failures)
            if (failure) std::rethrow_exception(failure);
    }

    /// How many sums the ranks have made together.
    [[nodiscard]] std::uint64_t sums() const { return sums_; }

  private:
    class one_of_them final : public group_of_threads<runtime::communicator> {
      public:
        one_of_them(ranks_of_threads& all, unsigned number)
            : group_of_threads(all.everywhere_, number), all_(all),
              neighbours_(*all.places_[number % all.node_groups_], number / all.node_groups_),
              leaders_(all.leaders_, number % all.node_groups_) {}
        [[nodiscard]] unsigned local_rank() const noexcept override { return rank(); }
        [[nodiscard]] runtime::rank_group& node_local() override { return neighbours_; }
        [[nodiscard]] runtime::rank_group& node_roots() override {
            if (!neighbours_.is_root()) std::abort(); // MPI would do no better
            return leaders_;
        }
        [[nodiscard]] std::shared_ptr<std::byte> allocate_shared(std::size_t bytes) override {
            return neighbours_.allocate_shared(bytes);
        }

        void send(unsigned to, runtime::byte_string content) override {
            const std::scoped_lock lock(all_.posting_);
            all_.mail_[to].push({rank(), std::move(content)});
        }
        [[nodiscard]] std::optional<message> receive() override {
            const std::scoped_lock lock(all_.posting_);
            auto& mine = all_.mail_[rank()];
            if (mine.empty()) return std::nullopt;
            message first = std::move(mine.front());
            mine.pop();
            return first;
        }

        using communicator::broadcast;
        void broadcast(std::span<std::byte> content) override {
            if (is_root()) place().bring(0, &content);
            place().barrier(); // it is there
            const auto& given = place().brought_by<std::span<std::byte>>(0);
            if (given.size() != content.size()) std::abort(); // MPI would do no better
            if (!is_root()) std::copy(given.begin(), given.end(), content.begin());
            place().barrier(); // all have it
        }
        void allreduce_sum(std::span<std::uint32_t> numbers) override {
            if (is_root()) ++all_.sums_;
            group_of_threads::allreduce_sum(numbers);
        }
        [[noreturn]] void abort(int) override { std::abort(); }

      private:
        class those_nearby final : public group_of_threads<runtime::rank_group> {
          public:
            using group_of_threads::group_of_threads;
            [[nodiscard]] std::shared_ptr<std::byte> allocate_shared(std::size_t bytes) {
                std::shared_ptr<std::byte> memory;
                if (is_root()) {
                    memory = runtime::one_process().allocate_shared(bytes);
                    place().bring(0, &memory);
                }
                place().barrier(); // it is there
                if (!is_root()) memory = place().brought_by<std::shared_ptr<std::byte>>(0);
                place().barrier(); // all have it
                return memory;
            }
        };

        ranks_of_threads& all_;
        those_nearby neighbours_;
        group_of_threads<runtime::rank_group> leaders_;
    };

    unsigned node_groups_;
    meeting_place everywhere_;
    meeting_place leaders_;
    std::vector<std::unique_ptr<meeting_place>> places_;
    std::vector<std::queue<runtime::communicator::message>> mail_;
    std::mutex posting_;
    std::uint64_t sums_ = 0;
};

} // namespace concord::test

// Ranks that are threads of one process and talk through its memory: so that what ranks share is tested without MPI.
#pragma once

#include "exec/cluster/communicator.hpp"

#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace concord::test {

class ranks_of_threads {
  public:
    explicit ranks_of_threads(unsigned size) : size_(size), meeting_(size), given_(size), mail_(size) {}

    /// Runs part(rank) in a thread for each rank. What any of them throws is thrown, if the others end, too.
    void run(const std::function<void(exec::communicator&)>& part) {
        std::vector<std::exception_ptr> failures(size_);
        std::vector<std::thread> threads;
        for (unsigned number = 0; number < size_; ++number)
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
    class one_of_them final : public exec::communicator {
      public:
        one_of_them(ranks_of_threads& all, unsigned number) : all_(all), number_(number) {}
        [[nodiscard]] unsigned rank() const noexcept override { return number_; }
        [[nodiscard]] unsigned size() const noexcept override { return all_.size_; }
        [[nodiscard]] unsigned local_rank() const noexcept override { return number_; }

        void send(unsigned to, exec::byte_string content) override {
            const std::scoped_lock lock(all_.posting_);
            all_.mail_[to].push({number_, std::move(content)});
        }
        [[nodiscard]] std::optional<message> receive() override {
            const std::scoped_lock lock(all_.posting_);
            auto& mine = all_.mail_[number_];
            if (mine.empty()) return std::nullopt;
            message first = std::move(mine.front());
            mine.pop();
            return first;
        }

        void give(std::span<const std::byte> content) override {
            all_.given_[0] = &content;
            all_.meeting_.arrive_and_wait(); // it is there
            all_.meeting_.arrive_and_wait(); // all have it
        }
        void take(std::span<std::byte> content) override {
            all_.meeting_.arrive_and_wait();
            const auto& given = *static_cast<const std::span<const std::byte>*>(all_.given_[0]);
            if (given.size() != content.size()) std::abort(); // MPI would do no better
            std::copy(given.begin(), given.end(), content.begin());
            all_.meeting_.arrive_and_wait();
        }
        void sum(std::span<std::uint32_t> numbers) override {
            if (number_ == 0) ++all_.sums_;
            reduce(numbers, [](std::uint32_t a, std::uint32_t b) { return a + b; });
        }
        void unite(std::span<std::uint64_t> words) override {
            reduce(words, [](std::uint64_t a, std::uint64_t b) { return a | b; });
        }
        void intersect(std::span<std::uint64_t> words) override {
            reduce(words, [](std::uint64_t a, std::uint64_t b) { return a & b; });
        }
        [[noreturn]] void abort(int) override { std::abort(); }

      private:
        template <class Value, class Operation>
        void reduce(std::span<Value> values, Operation operation) {
            const std::span<const Value> mine(values);
            all_.given_[number_] = &mine;
            all_.meeting_.arrive_and_wait();
            std::vector<Value> result(values.size());
            for (unsigned other = 0; other < all_.size_; ++other) {
                const auto& given = *static_cast<const std::span<const Value>*>(all_.given_[other]);
                if (given.size() != values.size()) std::abort(); // MPI would do no better
                for (std::size_t index = 0; index < values.size(); ++index)
                    result[index] = other == 0 ? given[index] : operation(result[index], given[index]);
            }
            all_.meeting_.arrive_and_wait();
            std::copy(result.begin(), result.end(), values.begin());
            all_.meeting_.arrive_and_wait();
        }

        ranks_of_threads& all_;
        unsigned number_;
    };

    unsigned size_;
    std::barrier<> meeting_;
    std::vector<const void*> given_;
    std::vector<std::queue<exec::communicator::message>> mail_;
    std::mutex posting_;
    std::uint64_t sums_ = 0;
};

} // namespace concord::test

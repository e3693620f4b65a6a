// Loops over [0, count), divided among all threads.
#pragma once

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace concord::runtime {

/// The consecutive parts of [0, count) that threads take: of at least `least` indices, and a few for each thread.
class equal_parts {
  public:
    equal_parts(const thread_pool& workers, std::uint64_t count, std::uint64_t least)
        : count_(count), each_(std::max({least, count / (std::uint64_t{4} * workers.threads()), std::uint64_t{1}})) {}

    [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>((count_ + each_ - 1) / each_); }
    [[nodiscard]] std::uint64_t first(std::size_t part) const noexcept { return part * each_; }
    [[nodiscard]] std::uint64_t last(std::size_t part) const noexcept { return std::min(count_, (part + 1) * each_); }

  private:
    std::uint64_t count_;
    std::uint64_t each_;
};

/// Calls each(first, last) for the parts of [0, count).
template <class Each>
void for_parts(thread_pool& workers, std::uint64_t count, std::uint64_t least, const Each& each) {
    const equal_parts parts(workers, count, least);
    workers.run(parts.size(), [&](std::size_t part, unsigned) { each(parts.first(part), parts.last(part)); });
}

/// What collect(first, last, values) appends for each part, in the order of the parts.
template <class Value, class Collect>
[[nodiscard]] std::vector<Value> collect_parts(thread_pool& workers, std::uint64_t count, std::uint64_t least,
                                               const Collect& collect) {
    const equal_parts parts(workers, count, least);
    std::vector<std::vector<Value>> of_part(parts.size());
    workers.run(parts.size(),
                [&](std::size_t part, unsigned) { collect(parts.first(part), parts.last(part), of_part[part]); });
    if (of_part.size() == 1) return std::move(of_part.front());
    std::size_t size = 0;
    for (const std::vector<Value>& values : of_part)
        size += values.size();
    std::vector<Value> all;
    all.reserve(size);
    for (const std::vector<Value>& values : of_part)
        all.insert(all.end(), values.begin(), values.end());
    return all;
}

} // namespace concord::runtime

// Loops over [0, count), divided among all threads.
#pragma once

#include "runtime/far_array.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// One list of all parts, which are cleared. All threads populate the pages of a long one.
template <class Value>
[[nodiscard]] std::vector<Value> joined(std::vector<std::vector<Value>>& parts, thread_pool& workers) {
    constexpr std::size_t worth_a_task = std::size_t{8} << 20U; // bytes
    if (parts.size() == 1) return std::move(parts.front());
    std::size_t size = 0;
    for (const std::vector<Value>& part : parts)
        size += part.size();
    std::vector<Value> all;
    all.reserve(size);
    const std::span<std::byte> memory(reinterpret_cast<std::byte*>(all.data()), size * sizeof(Value));
    if (memory.size() > worth_a_task)
        for_parts(workers, memory.size(), worth_a_task, [&](std::uint64_t first, std::uint64_t last) {
            populate_pages(memory.subspan(first, last - first));
        });
    for (std::vector<Value>& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
        part = {};
    }
    return all;
}

/// What collect(first, last, values) appends for each part, in the order of the parts.
template <class Value, class Collect>
[[nodiscard]] std::vector<Value> collect_parts(thread_pool& workers, std::uint64_t count, std::uint64_t least,
                                               const Collect& collect) {
    const equal_parts parts(workers, count, least);
    std::vector<std::vector<Value>> of_part(parts.size());
    workers.run(parts.size(),
                [&](std::size_t part, unsigned) { collect(parts.first(part), parts.last(part), of_part[part]); });
    return joined(of_part, workers);
}

} // namespace concord::runtime

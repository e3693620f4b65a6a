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

/// The consecutive parts of [0, count) that threads take: of at least `least` indices, and about `of_thread` for each
/// thread.
class equal_parts {
  public:
    equal_parts(const thread_pool& workers, std::uint64_t count, std::uint64_t least, std::uint64_t of_thread = 4)
        : count_(count), each_(std::max({least, count / (of_thread * workers.threads()), std::uint64_t{1}})) {}

    [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>((count_ + each_ - 1) / each_); }
    [[nodiscard]] std::uint64_t first(std::size_t part) const noexcept { return part * each_; }
    [[nodiscard]] std::uint64_t last(std::size_t part) const noexcept { return std::min(count_, (part + 1) * each_); }

  private:
    std::uint64_t count_;
    std::uint64_t each_;
};

/// What a thread or task writes beside those of others: alone in its cache lines, so that no thread waits for them.
template <class Value>
struct alignas(64) apart {
    Value value{};
};

/// Calls each(first, last) for the parts of [0, count).
template <class Each>
void for_parts(thread_pool& workers, std::uint64_t count, std::uint64_t least, const Each& each) {
    const equal_parts parts(workers, count, least);
    workers.run(parts.size(), [&](std::size_t part, unsigned) { each(parts.first(part), parts.last(part)); });
}

/// One list of all parts, which are cleared. All threads populate the pages of a long one and copy to them: an
/// unset_vector, as of other vectors one thread sets all to zero in between.
template <class Values>
[[nodiscard]] Values joined(std::vector<Values>& parts, thread_pool& workers) {
    using Value = typename Values::value_type;
    constexpr std::size_t worth_a_task = std::size_t{8} << 20U; // bytes
    if (parts.size() == 1) return std::move(parts.front());
    std::vector<std::size_t> places; // where each part goes
    std::size_t size = 0;
    for (const Values& part : parts)
        places.push_back(std::exchange(size, size + part.size()));
    Values all;
    all.reserve(size);
    const std::span<std::byte> memory(reinterpret_cast<std::byte*>(all.data()), size * sizeof(Value));
    if (workers.threads() == 1 || memory.size() <= worth_a_task) {
        for (Values& part : parts) {
            all.insert(all.end(), part.begin(), part.end());
            part = {};
        }
        return all;
    }
    for_parts(workers, memory.size(), worth_a_task,
              [&](std::uint64_t first, std::uint64_t last) { populate_pages(memory.subspan(first, last - first)); });
    all.resize(size);
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::copy(parts[part].begin(), parts[part].end(), all.begin() + static_cast<std::ptrdiff_t>(places[part]));
        parts[part] = {};
    });
    return all;
}

/// Only the values that are marked (by something other than 0), in order.
template <class Values>
void keep_marked(thread_pool& workers, Values& values, std::span<const std::uint8_t> marks) {
    constexpr std::uint64_t least = 1U << 14U;
    const equal_parts parts(workers, values.size(), least);
    std::vector<std::size_t> kept(parts.size()); // of each part; then before it
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        const auto count = std::count(marks.begin() + static_cast<std::ptrdiff_t>(parts.first(part)),
                                      marks.begin() + static_cast<std::ptrdiff_t>(parts.last(part)), std::uint8_t{0});
        kept[part] = parts.last(part) - parts.first(part) - static_cast<std::size_t>(count);
    });
    std::size_t all = 0;
    for (std::size_t& each : kept)
        all += std::exchange(each, all);
    if (all == values.size()) return;
    Values some(all);
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::size_t next = kept[part];
        for (std::uint64_t index = parts.first(part); index < parts.last(part); ++index)
            if (marks[index] != 0) some[next++] = values[index];
    });
    values = std::move(some);
}

/// What collect(first, last, values) appends for each part, in the order of the parts.
template <class Value, class Collect>
[[nodiscard]] std::vector<Value> collect_parts(thread_pool& workers, std::uint64_t count, std::uint64_t least,
                                               const Collect& collect) {
    const equal_parts parts(workers, count, least);
    std::vector<std::vector<Value>> of_part(parts.size());
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::vector<Value> values; // of the thread's own stack: threads that append share no cache line
        collect(parts.first(part), parts.last(part), values);
        of_part[part] = std::move(values);
    });
    return joined(of_part, workers);
}

} // namespace concord::runtime

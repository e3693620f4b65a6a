// Large arrays with random access: zeroed when first touched, in huge pages where the system has them, so that an
// access misses the cache but not the TLB as well. Small ones lie on the heap, which keeps its pages from call to call.
#pragma once

#include "runtime/machine.hpp"
#include "runtime/worker_team.hpp"

#include <concord/error.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <thread>
#include <type_traits>
#include <vector>

namespace concord::runtime {

/// Lets the heap keep some MiB of freed pages, once a process. glibc gives pages at its end back when there are more of
/// them than twice the largest block that was ever freed, 256 KiB at first, and what the next call allocates is cleared
/// again: a quarter of the time for near pairs of 10,000 words.
inline void keep_freed_pages() noexcept {
    constexpr std::size_t largest_block = std::size_t{1} << 23U; // of which no page is touched
    static const bool is_done = [] {
        void* volatile const block = std::malloc(largest_block);
        std::free(block);
        return true;
    }();
    static_cast<void>(is_done);
}

template <class Value>
class far_array {
    static_assert(std::is_trivial_v<Value>);

  public:
    far_array() = default;
    /// `size` zeros. Throws error (resource) where there is no memory for them.
    explicit far_array(std::size_t size) : values_(allocate(size), {bytes_of(size)}), size_(size) {}

    [[nodiscard]] Value& operator[](std::size_t at) const noexcept { return values_.get()[at]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Value* data() const noexcept { return values_.get(); }
    [[nodiscard]] std::span<Value> view() const noexcept { return {data(), size_}; }
    /// Keeps the first `size` values, and the memory of all.
    void shorten(std::size_t size) noexcept { size_ = size; }

  private:
    struct unmap {
        std::size_t bytes = 0;
        void operator()(Value* values) const noexcept {
            if (is_on_heap(bytes))
                std::free(values);
            else
                munmap(values, bytes);
        }
    };

    /// Whole huge pages where little is lost: 976 KiB in small pages take 0.20 ms to touch, one huge page 0.07 (Intel
    /// Xeon, Sapphire Rapids, Linux 6.18), which is 4 % of the time to index a million letters.
    static std::size_t bytes_of(std::size_t size) {
        const std::size_t bytes = std::max<std::size_t>(size, 1) * sizeof(Value);
        const std::size_t rest = bytes % huge_page;
        return rest < worth_huge_page ? bytes : bytes - rest + huge_page;
    }
    /// Touching pages of the system takes longer than clearing those of the heap: of 10,000 words near pairs took 2.5
    /// ms instead of 2.2 (AMD EPYC).
    static constexpr bool is_on_heap(std::size_t bytes) noexcept { return bytes < worth_huge_page; }
    static constexpr std::size_t huge_page = std::size_t{1} << 21U;
    static constexpr std::size_t worth_huge_page = huge_page / 8 * 3;

    static Value* allocate(std::size_t size) {
        const std::size_t bytes = bytes_of(size);
        if (is_on_heap(bytes)) keep_freed_pages();
        void* const memory = is_on_heap(bytes)
                                 ? std::calloc(1, bytes)
                                 : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == nullptr || memory == MAP_FAILED)
            throw error(error_code::resource, "not enough memory for the tables");
        if (!is_on_heap(bytes)) madvise(memory, bytes, MADV_HUGEPAGE); // advice only: small pages work, too
        return static_cast<Value*>(memory);
    }

    std::unique_ptr<Value, unmap> values_;
    std::size_t size_ = 0;
};

// Populates pages before they are written: the kernel clears each page when it is first touched, which takes a page
// fault and longer than copying into it.

/// Populates the pages now, on this thread. The content of the memory stays as it is, and others may write to it
/// meanwhile. Does nothing where the kernel has no such call.
inline void populate_pages(std::span<std::byte> memory) {
#ifdef MADV_POPULATE_WRITE
    const std::uintptr_t page = page_size();
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data()) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a page begins where no object needs to
    static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE));
#else
    static_cast<void>(memory);
#endif
}

/// The same on idle threads.
class early_pages {
  public:
    /// Begins with the first span and returns at once; the destructor waits for all.
    early_pages(std::vector<std::span<std::byte>> memory, unsigned threads) : memory_(std::move(memory)) {
        for (const std::span<std::byte> part : memory_)
            for (std::size_t first = 0; first < part.size(); first += at_a_time)
                pieces_.push_back(part.subspan(first, std::min(at_a_time, part.size() - first)));
        try {
            for (unsigned thread = 0; thread < threads; ++thread)
                threads_.push_back(start_thread([this] {
                    for (std::size_t at = next_++; at < pieces_.size(); at = next_++)
                        populate_pages(pieces_[at]);
                }));
        } catch (const error&) { // with fewer threads, more pages are populated when they are written
        }
    }
    early_pages(const early_pages&) = delete;
    early_pages& operator=(const early_pages&) = delete;
    ~early_pages() {
        for (std::thread& each : threads_)
            each.join();
    }

  private:
    static constexpr std::size_t at_a_time = std::size_t{8} << 20U;

    std::vector<std::span<std::byte>> memory_;
    std::vector<std::span<std::byte>> pieces_;
    std::atomic<std::size_t> next_{0};
    std::vector<std::thread> threads_;
};

} // namespace concord::runtime

// Memory that will be written later gets its pages now: the kernel clears each page when it is first touched, which
// takes longer than copying into it, and an interruption beside for each page.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

namespace concord::runtime {

/// Now, by this thread. What the memory holds stays as it is, and others may write to it meanwhile. Where the kernel
/// does not know how, nothing happens.
inline void populate_pages(std::span<std::byte> memory) {
#ifdef MADV_POPULATE_WRITE
    constexpr std::uintptr_t page = 4096;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data()) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a page begins where no object needs to
    static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE));
#else
    static_cast<void>(memory);
#endif
}

/// The same by threads that have nothing else to do.
class early_pages {
  public:
    /// Begins with the first of these and returns at once; the destructor waits for all.
    early_pages(std::vector<std::span<std::byte>> memory, unsigned threads) : memory_(std::move(memory)) {
        for (const std::span<std::byte> part : memory_)
            for (std::size_t first = 0; first < part.size(); first += at_a_time)
                pieces_.push_back(part.subspan(first, std::min(at_a_time, part.size() - first)));
        for (unsigned thread = 0; thread < threads; ++thread)
            threads_.emplace_back([this] {
                for (std::size_t at = next_++; at < pieces_.size(); at = next_++)
                    populate_pages(pieces_[at]);
            });
    }
    early_pages(const early_pages&) = delete;
    early_pages& operator=(const early_pages&) = delete;
    ~early_pages() = default;

  private:
    static constexpr std::size_t at_a_time = std::size_t{8} << 20U;

    std::vector<std::span<std::byte>> memory_;
    std::vector<std::span<std::byte>> pieces_;
    std::atomic<std::size_t> next_{0};
    std::vector<std::jthread> threads_; ///< the last to be made, the first to end
};

} // namespace concord::runtime

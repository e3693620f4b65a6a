// Distinct windows by their hashes, in open addressing behind a filter of bits: most hashes that are looked up are not
// there.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

class hashed_windows {
  public:
    /// For so many windows: at most half of the entries are taken.
    explicit hashed_windows(std::size_t windows)
        : shift_(64 - (static_cast<unsigned>(std::bit_width(windows)) + 1)),
          entries_(std::size_t{1} << (64 - shift_), entry{0, 0}),
          present_((std::size_t{1} << (64 - shift_ + bits_per_entry)) / 64 + 1, 0) {}

    /// Safe beside other threads that insert.
    void insert(std::uint64_t hash, std::uint32_t window) {
        const std::uint64_t bit = bit_of(hash);
        std::atomic_ref(present_[bit / 64]).fetch_or(std::uint64_t{1} << bit % 64, std::memory_order_relaxed);
        for (std::uint64_t slot = slot_of(hash);; slot = (slot + 1) % entries_.size()) {
            std::uint32_t none = 0;
            if (!std::atomic_ref(entries_[slot].window)
                     .compare_exchange_strong(none, window + 1, std::memory_order_relaxed))
                continue;
            entries_[slot].hash = hash;
            return;
        }
    }

    /// visit(window) for each with this hash, once all are there.
    template <class Visit>
    void for_each(std::uint64_t hash, const Visit& visit) const {
        const std::uint64_t bit = bit_of(hash);
        if ((present_[bit / 64] >> bit % 64 & 1U) == 0) return;
        for (std::uint64_t slot = slot_of(hash); entries_[slot].window != 0; slot = (slot + 1) % entries_.size())
            if (entries_[slot].hash == hash) visit(entries_[slot].window - 1);
    }

  private:
    struct entry {
        std::uint64_t hash;
        std::uint32_t window; ///< plus one; 0: none
    };
    static constexpr unsigned bits_per_entry = 4; ///< of the filter, as a power of two: 16
    static constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;

    [[nodiscard]] std::uint64_t slot_of(std::uint64_t hash) const noexcept { return (hash * spread) >> shift_; }
    [[nodiscard]] std::uint64_t bit_of(std::uint64_t hash) const noexcept {
        return (hash * spread) >> (shift_ - bits_per_entry);
    }

    unsigned shift_;
    std::vector<entry> entries_;
    std::vector<std::uint64_t> present_;
};

} // namespace concord::substring

// What is near to the letters of some sequences, around seeds, and how many sequences hold something near to each of
// their windows.
#pragma once

#include "base/unset_vector.hpp"
#include "runtime/parts.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Letters of the collection of which each part is near to one of a sequence.
struct near_letters {
    std::uint64_t first;
    std::uint64_t length;
    std::uint64_t owner; ///< the number of that sequence

    [[nodiscard]] std::uint64_t end() const noexcept { return first + length; }
};

/// Some of them, by the tasks that found them.
using near_parts = std::vector<runtime::apart<std::vector<near_letters>>>;

/// How many sequences hold windows near to those that begin at each place: each counts once, by its number.
class support_counts {
  public:
    support_counts() = default;
    /// Of a collection of so many letters. Time O(near letters + letters) where these are many, else O(near letters *
    /// log(near letters)).
    support_counts(near_parts parts, std::uint64_t letters, runtime::thread_pool& workers);

    /// Calls take(first, last, others) for places [first, last) near to whose windows of `length` letters `others`
    /// sequences hold some, at least `least` (>= 1); until it returns false. Time O(near letters + sequences).
    template <class Take>
    void for_each(std::uint64_t length, std::uint64_t sequences, std::uint64_t least, const Take& take) const {
        std::vector<std::uint32_t> open(sequences, 0);
        std::uint64_t others = 0;
        std::size_t opened = 0;
        std::size_t closed = 0;
        for (;;) {
            const near_letters* const next = next_of(by_first_, opened, length);
            const near_letters* const last = next_of(by_end_, closed, length);
            if (last == nullptr) return; // each that was opened is closed
            const std::uint64_t behind = last->end() - length + 1;
            const std::uint64_t position = next != nullptr && next->first < behind ? next->first : behind;
            while (opened < by_first_.size() && by_first_[opened].first == position) {
                const near_letters& each = by_first_[opened++];
                if (each.length >= length) others += open[each.owner]++ == 0 ? 1U : 0U;
            }
            while (closed < by_end_.size() && by_end_[closed].end() - length + 1 == position) {
                const near_letters& each = by_end_[closed++];
                if (each.length >= length) others -= --open[each.owner] == 0 ? 1U : 0U;
            }
            if (others < least) continue;
            const near_letters* const opens = next_of(by_first_, opened, length);
            const near_letters* const closes = next_of(by_end_, closed, length);
            const std::uint64_t end = closes->end() - length + 1;
            if (!take(position, opens != nullptr ? std::min(end, opens->first) : end, others)) return;
        }
    }

  private:
    [[nodiscard]] static const near_letters* next_of(const base::unset_vector<near_letters>& near, std::size_t& at,
                                                     std::uint64_t length) {
        while (at < near.size() && near[at].length < length)
            ++at;
        return at < near.size() ? &near[at] : nullptr;
    }

    base::unset_vector<near_letters> by_first_;
    base::unset_vector<near_letters> by_end_;
};

/// Bytes that near letters take, each: by task that finds some, in both orders, and while these are sorted.
inline constexpr std::uint64_t bytes_of_near_letters = 4 * sizeof(near_letters) + sizeof(std::uint64_t);

} // namespace concord::substring

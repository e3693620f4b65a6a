// How many sequences have something at each place of a table, such as the hash of one of their words: by several
// threads, each with sequences of its own.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

/// The places that a sequence has had before: a small hash table, emptied by another number of the sequence.
class places_of_sequence {
  public:
    /// For another sequence, with about so many places.
    void begin(std::uint64_t expected) {
        const std::uint64_t slots = std::bit_ceil(2 * expected + 2);
        if (slots > slots_.size() || ++number_ == 0) {
            slots_.assign(std::max<std::uint64_t>(slots, slots_.size()), {0, 0});
            number_ = 1;
        }
        mask_ = slots - 1;
        count_ = 0;
    }
    /// Whether this is the first time.
    bool add(std::uint32_t place) {
        if (!insert(place)) return false;
        if (2 * ++count_ > mask_) grow();
        return true;
    }

  private:
    struct entry {
        std::uint32_t place;
        std::uint32_t number;
    };

    bool insert(std::uint32_t place) {
        for (std::uint64_t slot = place * std::uint64_t{0x9E3779B1} & mask_;; slot = (slot + 1) & mask_) {
            if (slots_[slot].number != number_) {
                slots_[slot] = {place, number_};
                return true;
            }
            if (slots_[slot].place == place) return false;
        }
    }
    void grow() {
        std::vector<entry> before(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(mask_ + 1));
        const std::uint32_t number = std::exchange(number_, 1);
        mask_ = 2 * mask_ + 1;
        slots_.assign(std::max<std::uint64_t>(mask_ + 1, slots_.size()), {0, 0});
        for (const entry& each : before)
            if (each.number == number) insert(each.place);
    }

    std::vector<entry> slots_;
    std::uint64_t mask_ = 0;
    std::uint64_t count_ = 0;
    std::uint32_t number_ = 0;
};

/// Adds one to counts[place] for each place of each sequence, once where a sequence has it several times.
/// for_each_place(piece, visit) calls visit(place), about once for each letter. Time O(letters / threads), where there
/// are many sequences.
template <class ForEachPlace>
void count_places(const piece_collection& of, runtime::thread_pool& workers, std::span<std::uint32_t> counts,
                  ForEachPlace for_each_place) {
    const bool alone = workers.threads() == 1;
    const std::uint64_t sequences = of.sequences();
    const std::uint64_t tasks = std::min<std::uint64_t>(sequences, alone ? 1 : 256);
    std::vector<places_of_sequence> seen(workers.threads());
    workers.run(tasks, [&](std::size_t task, unsigned worker) {
        places_of_sequence& of_this = seen[worker];
        for (std::uint64_t sequence = task * sequences / tasks; sequence < (task + 1) * sequences / tasks; ++sequence) {
            std::uint64_t letters = 0;
            for (const piece& one : of.pieces(sequence))
                letters += one.length;
            of_this.begin(letters);
            for (const piece& one : of.pieces(sequence))
                for_each_place(one, [&](std::uint32_t place) {
                    if (!of_this.add(place)) return;
                    if (alone)
                        ++counts[place];
                    else
                        std::atomic_ref(counts[place]).fetch_add(1, std::memory_order_relaxed);
                });
        }
    });
}

} // namespace concord::substring

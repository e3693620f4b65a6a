// How many sequences have something at each place of a table, such as the hash of one of their words: by several
// threads, each with sequences of its own.
#pragma once

#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// The places that a sequence has had before: a small hash table, emptied by another number of the sequence.
class places_of_sequence {
  public:
    /// For another sequence, with so many places at most.
    void begin(std::uint64_t most) {
        const std::uint64_t slots = std::bit_ceil(2 * most + 2);
        if (slots > slots_.size() || ++number_ == 0) {
            slots_.assign(std::max<std::uint64_t>(slots, slots_.size()), {0, 0});
            number_ = 1;
        }
        mask_ = slots - 1;
    }
    /// Whether this is the first time.
    bool add(std::uint32_t place) {
        for (std::uint64_t slot = place * std::uint64_t{0x9E3779B1} & mask_;; slot = (slot + 1) & mask_) {
            if (slots_[slot].number != number_) {
                slots_[slot] = {place, number_};
                return true;
            }
            if (slots_[slot].place == place) return false;
        }
    }

  private:
    struct entry {
        std::uint32_t place;
        std::uint32_t number;
    };
    std::vector<entry> slots_;
    std::uint64_t mask_ = 0;
    std::uint32_t number_ = 0;
};

/// Adds one to counts[place] for each place of each sequence below `sequences`, once where a sequence has it several
/// times. for_each_place(sequence, visit) calls visit(place), at most most_places(sequence) times. Time O(places /
/// threads), where there are many sequences.
template <class MostPlaces, class ForEachPlace>
void count_places(runtime::thread_pool& workers, std::uint64_t sequences, std::span<std::uint32_t> counts,
                  MostPlaces most_places, ForEachPlace for_each_place) {
    const std::uint64_t tasks = std::min<std::uint64_t>(sequences, workers.threads() == 1 ? 1 : 256);
    const bool alone = workers.threads() == 1;
    std::vector<places_of_sequence> seen(workers.threads());
    workers.run(tasks, [&](std::size_t task, unsigned worker) {
        places_of_sequence& of_this = seen[worker];
        for (std::uint64_t sequence = task * sequences / tasks; sequence < (task + 1) * sequences / tasks; ++sequence) {
            of_this.begin(most_places(sequence));
            for_each_place(sequence, [&](std::uint32_t place) {
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

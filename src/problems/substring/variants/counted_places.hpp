// How many sequences have something at each place of a table, such as the hash of one of their words: by several
// threads, each with sequences of its own.
#pragma once

#include "problems/substring/variants/pieces.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
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

/// Places for a table that several threads count: each thread lists those that it finds, by the range of the table that
/// they are in, and then each range is counted by one thread. Threads that added to the same counters would wait for
/// each other's cache lines longer than both take.
class listed_by_range {
  public:
    listed_by_range(std::uint64_t places, unsigned threads)
        : shift_(std::max(0, static_cast<int>(std::bit_width(places)) - bits_of_ranges)), of_thread_(threads) {}

    void list(unsigned worker, std::uint32_t place) { of_thread_[worker].of_range[place >> shift_].push_back(place); }
    /// Counts what is listed, and forgets it.
    void count(runtime::thread_pool& workers, std::span<std::uint32_t> counts) {
        workers.run(ranges, [&](std::size_t range, unsigned) {
            for (lists& listed : of_thread_) {
                for (const std::uint32_t place : listed.of_range[range])
                    ++counts[place];
                listed.of_range[range].clear();
            }
        });
    }

  private:
    static constexpr int bits_of_ranges = 6;
    static constexpr std::size_t ranges = std::size_t{1} << bits_of_ranges;

    struct lists {
        std::array<std::vector<std::uint32_t>, ranges> of_range;
    };

    int shift_;
    std::vector<lists> of_thread_;
};

/// Adds one to counts[place] for each place of each sequence, once where a sequence has it several times.
/// for_each_place(piece, visit) calls visit(place), about once for each letter. Time O(letters / threads), where there
/// are many sequences; memory: half a MiB for each thread, and for a longest sequence.
template <class ForEachPlace>
void count_places(const piece_collection& of, runtime::thread_pool& workers, std::span<std::uint32_t> counts,
                  ForEachPlace for_each_place) {
    const auto letters_of = [&](std::uint64_t sequence) {
        std::uint64_t letters = 0;
        for (const piece& one : of.pieces(sequence))
            letters += one.length;
        return letters;
    };
    const auto visit_places = [&](std::uint64_t sequence, places_of_sequence& seen, auto visit) {
        seen.begin(letters_of(sequence));
        for (const piece& one : of.pieces(sequence))
            for_each_place(one, [&](std::uint32_t place) {
                if (seen.add(place)) visit(place);
            });
    };
    const std::uint64_t sequences = of.sequences();
    std::vector<places_of_sequence> seen(workers.threads());
    if (workers.threads() == 1) {
        workers.run(sequences > 0 ? 1 : 0, [&](std::size_t, unsigned worker) {
            for (std::uint64_t sequence = 0; sequence < sequences; ++sequence)
                visit_places(sequence, seen[worker], [&](std::uint32_t place) { ++counts[place]; });
        });
        return;
    }
    constexpr std::uint64_t letters_of_thread = std::uint64_t{1} << 17U;
    listed_by_range listed(counts.size(), workers.threads());
    for (std::uint64_t first = 0; first < sequences;) {
        std::uint64_t last = first;
        for (std::uint64_t letters = 0; last < sequences && letters < workers.threads() * letters_of_thread; ++last)
            letters += letters_of(last);
        const std::uint64_t some = last - first;
        const std::uint64_t tasks = std::min<std::uint64_t>(some, 256);
        workers.run(tasks, [&](std::size_t task, unsigned worker) {
            for (std::uint64_t sequence = first + task * some / tasks; sequence < first + (task + 1) * some / tasks;
                 ++sequence)
                visit_places(sequence, seen[worker], [&](std::uint32_t place) { listed.list(worker, place); });
        });
        listed.count(workers, counts);
        first = last;
    }
}

} // namespace concord::substring

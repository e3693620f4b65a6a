// The arrays of one level of the filter: a counting sketch of all targets, and a Bloom filter of the sources that are
// left.
//
//                    row 0 (blocks 0, 1)     row 1 (blocks 0, 2)     …      one row for each combination of blocks
//   counting sketch  [ 3 0 1 0 … ]           [ 0 2 0 0 … ]                  2^bits counters a row, indexed by the hash
//   Bloom filter     [ words of 64 bits ]    [ … ]                          2^bits words a row, three bits an entry
//
// The sketch is a count-min sketch (Cormode, Muthukrishnan 2005) with one row a combination: what it says is never too
// small. The Bloom filter (Bloom 1970) is blocked by words (Putze, Sanders, Singler 2007): one access an entry.
#pragma once

#include "problems/substring/problem.hpp"
#include "runtime/far_array.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

/// Calls visit(0), visit(1), … where each needs memory that is not in a cache: address(n), which visit(n) will read, is
/// prefetched some calls before. (The prefetch is here and not in a function of the caller: GCC takes a function that
/// only prefetches for one without effect.)
template <class Address, class Visit>
void visit_prefetched(std::size_t count, Address address, Visit visit) {
    constexpr std::size_t ahead = 32; // a core waits for some dozens of cache lines at once
    for (std::size_t number = 0; number < std::min(count, ahead); ++number)
        __builtin_prefetch(address(number));
    for (std::size_t number = 0; number < count; ++number) {
        if (number + ahead < count) __builtin_prefetch(address(number + ahead));
        visit(number);
    }
}

/// Adds up what is added to the counters that occur most, in a place for each class of counters: which of a class that
/// is, is decided by votes (Boyer, Moore 1991). What is added to others is passed on at once.
class frequent_counters {
  public:
    /// Counts one more. add(index, number) adds to the counter itself.
    template <class Add>
    void count(std::size_t index, Add add) {
        place& of_class = places_[index % places];
        if (of_class.index == index) {
            ++of_class.counted;
            ++of_class.votes;
        } else if (of_class.votes > 0) {
            --of_class.votes;
            add(index, 1);
        } else {
            if (of_class.counted > 0) add(of_class.index, of_class.counted);
            of_class = {.index = index, .counted = 1, .votes = 1};
        }
    }
    template <class Add>
    void add_all(Add add) {
        for (place& each : places_)
            if (each.counted > 0) add(each.index, std::exchange(each.counted, 0));
    }

  private:
    static constexpr std::size_t places = 1024;
    struct place {
        std::size_t index = 0;
        std::uint32_t counted = 0; ///< and not added yet
        std::uint32_t votes = 0;
    };

    std::array<place, places> places_{};
};

/// How many windows have which hash. Windows that share a counter by chance only raise a bound.
class counting_sketch {
  public:
    /// 2^bits counters a row.
    counting_sketch(std::span<std::uint32_t> zeros, unsigned bits) : bits_(bits), counters_(zeros) {}

    /// Counts one window more for each hash. Not safe beside other threads that add to the same row.
    void add(std::size_t row, std::span<const std::uint64_t> hashes) const {
        visit_prefetched(
            hashes.size(), [&](std::size_t window) { return &counter(row, hashes[window]); },
            [&](std::size_t window) { ++counter(row, hashes[window]); });
    }
    /// The same, safe beside other threads that do this. Windows of an adapter, which most sequences hold, are added up
    /// first: threads that add to the same counter wait for each other.
    void add_beside_others(std::size_t row, std::span<const std::uint64_t> hashes) const {
        const auto add = [&](std::size_t index, std::uint32_t windows) {
            std::atomic_ref(counters_[index]).fetch_add(windows, std::memory_order_relaxed);
        };
        frequent_counters frequent;
        visit_prefetched(
            hashes.size(), [&](std::size_t window) { return &counter(row, hashes[window]); },
            [&](std::size_t window) { frequent.count(index(row, hashes[window]), add); });
        frequent.add_all(add);
    }
    /// Adds to each window's bound how many others have its hash.
    void add_others(std::size_t row, std::span<const std::uint64_t> hashes, std::span<std::uint64_t> bounds) const {
        visit_prefetched(
            hashes.size(), [&](std::size_t window) { return &counter(row, hashes[window]); },
            [&](std::size_t window) { bounds[window] += counter(row, hashes[window]) - 1; });
    }

    /// The counter of a hash, in all().
    [[nodiscard]] std::size_t index(std::size_t row, std::uint64_t hash) const noexcept {
        return (row << bits_) + (hash >> (64 - bits_));
    }
    /// Such a one, of as many other counters.
    [[nodiscard]] counting_sketch beside(std::span<std::uint32_t> zeros) const { return {zeros, bits_}; }
    [[nodiscard]] std::size_t bytes() const noexcept { return counters_.size_bytes(); }
    [[nodiscard]] std::span<std::uint32_t> all() const noexcept { return counters_; }

    /// Index bits of a row with which windows that share a counter by chance add 1 / `precision` of t to a bound at
    /// most; an eighth of that, if the counters stay in a second-level cache.
    [[nodiscard]] static unsigned index_bits(const problem& given, std::uint64_t targets, double rows,
                                             std::uint64_t memory, double precision = 8) {
        constexpr double in_cache = 1 << 19U; // counters
        const double wanted = precision * static_cast<double>(targets) * rows / static_cast<double>(given.support);
        const double affordable = static_cast<double>(memory) / (sizeof(std::uint32_t) * rows);
        const double spared = std::min(8 * wanted, in_cache / rows);
        return static_cast<unsigned>(
            std::log2(std::clamp(std::min(std::max(wanted, spared), affordable), 1024.0, 4294967296.0)));
    }

  private:
    [[nodiscard]] std::uint32_t& counter(std::size_t row, std::uint64_t hash) const noexcept {
        return counters_[index(row, hash)];
    }

    unsigned bits_;
    std::span<std::uint32_t> counters_;
};

/// Sketches of threads that count the same rows, each by itself; then they are added up. Of few counters, all are in
/// use by all threads, whose additions wait for each other's cache lines.
class own_sketches {
  public:
    /// Those of `shared`; none where they would take more than `most_bytes`.
    own_sketches(const counting_sketch& shared, unsigned threads, std::uint64_t most_bytes)
        : shared_(shared), own_(shared.bytes() * threads <= most_bytes ? threads : 0) {}

    /// Null: it adds to the shared one, beside others.
    [[nodiscard]] const counting_sketch* of(unsigned thread) {
        if (own_.empty()) return nullptr;
        std::optional<counters>& mine = own_[thread];
        if (!mine) mine.emplace(shared_);
        return &mine->sketch;
    }
    /// After all threads have counted. Time O(counters), shared by the threads.
    void add_up(runtime::thread_pool& workers) const {
        constexpr std::uint64_t least = 1U << 14U;
        if (own_.empty()) return;
        const std::span<std::uint32_t> all = shared_.all();
        runtime::for_parts(workers, all.size(), least, [&](std::uint64_t first, std::uint64_t last) {
            for (const std::optional<counters>& each : own_)
                for (std::uint64_t index = first; each && index < last; ++index)
                    all[index] += each->zeros[index];
        });
    }

  private:
    struct counters {
        explicit counters(const counting_sketch& like) : zeros(like.all().size()), sketch(like.beside(zeros.view())) {}

        runtime::far_array<std::uint32_t> zeros;
        counting_sketch sketch;
    };

    const counting_sketch& shared_;
    std::vector<std::optional<counters>> own_; ///< by thread
};

/// Which hashes the sources have: three bits of one word for each, so that few bits a source suffice and an access is
/// one to the cache. A target whose bits others have set by chance only stays.
class bloom_filter {
  public:
    /// 2^bits words a row.
    bloom_filter(std::span<std::uint64_t> zeros, unsigned bits) : bits_(bits), words_(zeros) {}

    [[nodiscard]] std::span<std::uint64_t> all() const noexcept { return words_; }

    /// Safe beside other threads that insert.
    void insert(std::size_t row, std::span<const std::uint64_t> hashes) const {
        visit_prefetched(
            hashes.size(), [&](std::size_t window) { return &word(row, hashes[window]); },
            [&](std::size_t window) {
                const std::atomic_ref shared(word(row, hashes[window]));
                const std::uint64_t wanted = three_bits(hashes[window]);
                if ((shared.load(std::memory_order_relaxed) & wanted) != wanted)
                    shared.fetch_or(wanted, std::memory_order_relaxed);
            });
    }
    /// Keeps those of the windows whose hashes are not in the row.
    void keep_absent(std::size_t row, std::span<const std::uint64_t> hashes,
                     std::vector<std::uint32_t>& windows) const {
        std::size_t kept = 0;
        visit_prefetched(
            windows.size(), [&](std::size_t at) { return &word(row, hashes[windows[at]]); },
            [&](std::size_t at) {
                const std::uint32_t window = windows[at];
                const std::uint64_t wanted = three_bits(hashes[window]);
                windows[kept] = window;
                kept += (word(row, hashes[window]) & wanted) == wanted ? 0U : 1U;
            });
        windows.resize(kept);
    }

    /// The probability of a false positive, with so many entries for each word.
    [[nodiscard]] static double false_positives(double entries_per_word) noexcept {
        const double several = entries_per_word * entries_per_word;
        return 27.0 / (64 * 64 * 64) * (entries_per_word + 3 * several + several * entries_per_word);
    }
    /// Index bits of a row with which a target stays by chance in one of 16 cases at most, as far as memory allows.
    [[nodiscard]] static unsigned index_bits(std::uint64_t sources, double rows, std::uint64_t memory) {
        constexpr unsigned least = 6;
        constexpr unsigned most = 30;
        unsigned bits = least;
        const auto words = [&] { return std::exp2(bits); };
        while (bits < most && words() * 2 * rows * sizeof(std::uint64_t) <= static_cast<double>(memory) &&
               rows * false_positives(static_cast<double>(sources) / words()) > 1.0 / 16)
            ++bits;
        return bits;
    }

  private:
    [[nodiscard]] std::uint64_t& word(std::size_t row, std::uint64_t hash) const {
        return words_[(row << bits_) + (hash >> (64 - bits_))];
    }
    /// By the 18 bits below those that index the word: the lower a bit, the worse it is mixed.
    [[nodiscard]] std::uint64_t three_bits(std::uint64_t hash) const {
        const std::uint64_t from = hash >> (64 - 18 - bits_);
        return std::uint64_t{1} << (from % 64) | std::uint64_t{1} << (from >> 6U) % 64 |
               std::uint64_t{1} << (from >> 12U) % 64;
    }

    unsigned bits_;
    std::span<std::uint64_t> words_;
};

} // namespace concord::substring

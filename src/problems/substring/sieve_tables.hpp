// What a level of the sieve looks up: how many windows have which hash, and which hashes are used.
#pragma once

#include "problems/substring/problem.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// Calls visit(0), visit(1), … in memory that is far away: place(n), which visit(n) will need, is asked for some time
/// before. (Here and not by the caller: a compiler takes a function that only prefetches for one without effect.)
template <class Place, class Visit>
void visit_far(std::size_t count, Place place, Visit visit) {
    constexpr std::size_t ahead = 32; // a core waits for some dozens of cache lines at once
    for (std::size_t number = 0; number < std::min(count, ahead); ++number)
        __builtin_prefetch(place(number));
    for (std::size_t number = 0; number < count; ++number) {
        if (number + ahead < count) __builtin_prefetch(place(number + ahead));
        visit(number);
    }
}

/// How many windows have which hash, one table a choice. Windows that share a counter by chance only raise a bound.
class choice_counters {
  public:
    /// 2^bits counters a table.
    choice_counters(std::span<std::uint32_t> zeros, unsigned bits) : bits_(bits), counters_(zeros) {}

    /// One window more for each hash. Not safe beside others that count in the same table.
    void count(std::size_t table, std::span<const std::uint64_t> hashes) const {
        visit_far(
            hashes.size(), [&](std::size_t window) { return &counter(table, hashes[window]); },
            [&](std::size_t window) { ++counter(table, hashes[window]); });
    }
    /// Adds to each window's bound how many others have its hash.
    void add_others(std::size_t table, std::span<const std::uint64_t> hashes, std::span<std::uint64_t> bounds) const {
        visit_far(
            hashes.size(), [&](std::size_t window) { return &counter(table, hashes[window]); },
            [&](std::size_t window) { bounds[window] += counter(table, hashes[window]) - 1; });
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return counters_.size_bytes(); }
    [[nodiscard]] std::span<std::uint32_t> all() const noexcept { return counters_; }

  private:
    [[nodiscard]] std::uint32_t& counter(std::size_t table, std::uint64_t hash) const noexcept {
        return counters_[(table << bits_) + (hash >> (64 - bits_))];
    }

    unsigned bits_;
    std::span<std::uint32_t> counters_;
};

/// Which hashes the sources that are left use: three bits of one word for each, so that few bits a source suffice and
/// an access is one to the cache. Windows whose bits others have set by chance only stay among the targets.
class choice_marks {
  public:
    /// 2^bits words a table.
    choice_marks(std::span<std::uint64_t> zeros, unsigned bits) : bits_(bits), words_(zeros) {}

    [[nodiscard]] std::span<std::uint64_t> all() const noexcept { return words_; }

    /// How often a hash that no source has seems to have been marked, with so many sources for each word.
    [[nodiscard]] static double chance(double sources_per_word) noexcept {
        const double several = sources_per_word * sources_per_word;
        return 27.0 / (64 * 64 * 64) * (sources_per_word + 3 * several + several * sources_per_word);
    }

    /// Safe beside others that mark.
    void mark(std::size_t table, std::span<const std::uint64_t> hashes) const {
        visit_far(
            hashes.size(), [&](std::size_t window) { return &word(table, hashes[window]); },
            [&](std::size_t window) {
                const std::atomic_ref shared(word(table, hashes[window]));
                const std::uint64_t wanted = three_bits(hashes[window]);
                if ((shared.load(std::memory_order_relaxed) & wanted) != wanted)
                    shared.fetch_or(wanted, std::memory_order_relaxed);
            });
    }
    /// Keeps those of the windows whose hashes are not marked.
    void keep_unmarked(std::size_t table, std::span<const std::uint64_t> hashes,
                       std::vector<std::uint32_t>& windows) const {
        std::size_t kept = 0;
        visit_far(
            windows.size(), [&](std::size_t at) { return &word(table, hashes[windows[at]]); },
            [&](std::size_t at) {
                const std::uint32_t window = windows[at];
                const std::uint64_t wanted = three_bits(hashes[window]);
                windows[kept] = window;
                kept += (word(table, hashes[window]) & wanted) == wanted ? 0U : 1U;
            });
        windows.resize(kept);
    }

  private:
    [[nodiscard]] std::uint64_t& word(std::size_t table, std::uint64_t hash) const {
        return words_[(table << bits_) + (hash >> (64 - bits_))];
    }
    /// By the 18 bits below those that tell the word: the lower a bit, the worse it is mixed.
    [[nodiscard]] std::uint64_t three_bits(std::uint64_t hash) const {
        const std::uint64_t from = hash >> (64 - 18 - bits_);
        return std::uint64_t{1} << (from % 64) | std::uint64_t{1} << (from >> 6U) % 64 |
               std::uint64_t{1} << (from >> 12U) % 64;
    }

    unsigned bits_;
    std::span<std::uint64_t> words_;
};

/// Index bits of a table of counters, so that windows which share one by chance add an eighth of t to a bound at most.
[[nodiscard]] inline unsigned bits_of_counters(const problem& given, std::uint64_t targets, double tables,
                                               std::uint64_t memory) {
    const double wanted = 8 * static_cast<double>(targets) * tables / static_cast<double>(given.support);
    const double affordable = static_cast<double>(memory) / (sizeof(std::uint32_t) * tables);
    return static_cast<unsigned>(std::log2(std::clamp(std::min(wanted, affordable), 1024.0, 4294967296.0)));
}

/// Index bits of a table of marks: a target stays by chance in one of 16 cases at most, if there is memory for that.
[[nodiscard]] inline unsigned bits_of_marks(std::uint64_t sources, double tables, std::uint64_t memory) {
    constexpr unsigned least = 6;
    constexpr unsigned most = 30;
    unsigned bits = least;
    const auto words = [&] { return std::exp2(bits); };
    while (bits < most && words() * 2 * tables * sizeof(std::uint64_t) <= static_cast<double>(memory) &&
           tables * choice_marks::chance(static_cast<double>(sources) / words()) > 1.0 / 16)
        ++bits;
    return bits;
}

} // namespace concord::substring

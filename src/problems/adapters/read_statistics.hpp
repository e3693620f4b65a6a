// What reads say of a consensus: how many hold it, where it begins, what its columns hold.
#pragma once

#include "problems/adapters/placement.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace concord::adapters {

/// Starts that are counted one by one; later ones are counted together, in the last.
inline constexpr std::size_t counted_starts = 1000;
inline constexpr std::size_t counted_differences = 32;
/// Letters between two parts of a barcode frame, at most.
inline constexpr std::size_t most_gap = 24;

/// Of one consensus on one strand. Sums only, so that the order of the reads does not matter.
struct strand_statistics {
    std::uint64_t end_letters; ///< that count as the first or last ones of a read
    std::uint64_t reads = 0;
    std::uint64_t whole = 0;
    std::uint64_t at_start = 0;
    std::uint64_t at_end = 0;
    std::uint64_t cut_left = 0;
    std::uint64_t cut_right = 0;
    std::uint64_t several = 0;
    std::uint64_t covering = 0;  ///< reads that are little else
    std::uint64_t confirmed = 0; ///< reads whose mate shows that the insert ends where it begins
    std::uint64_t denied = 0;    ///< reads whose mate shows another place
    std::uint64_t differences = 0;
    std::uint64_t letters = 0;
    /// Reads that would begin inside it, and hold it near one of their ends, if it had nothing to do with where reads
    /// begin; in 2^-20.
    std::uint64_t inside_by_chance = 0;
    std::uint64_t near_end_by_chance = 0;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> by_differences;
    std::vector<std::array<std::uint64_t, 4>> columns; ///< letters in occurrences without insertions and deletions

    strand_statistics(std::size_t consensus_letters, std::uint64_t letters_at_ends)
        : end_letters(letters_at_ends), starts(counted_starts), by_differences(counted_differences),
          columns(consensus_letters) {}
    void add(const placement& at, std::span<const std::uint8_t> read, const codes& consensus, std::uint32_t insert);
    /// Calls visit(number) for each of its sums, in an order that depends on the length of the consensus alone.
    template <class Visit>
    void for_each_sum(const Visit& visit) {
        for (std::uint64_t* each :
             {&reads, &whole, &at_start, &at_end, &cut_left, &cut_right, &several, &covering, &confirmed, &denied,
              &differences, &letters, &inside_by_chance, &near_end_by_chance})
            visit(*each);
        for (auto* all : {&starts, &by_differences})
            for (std::uint64_t& each : *all)
                visit(each);
        for (auto& column : columns)
            for (std::uint64_t& each : column)
                visit(each);
    }
};

/// Of all sequences of a placer.
struct read_statistics {
    read_statistics(const std::vector<codes>& consensus, bool long_reads);
    /// A read whose placements are `found`, and where its insert ends as its mate shows it (0: it does not).
    void add(const std::vector<placement>& found, std::span<const std::uint8_t> read, const placer& placed,
             std::uint32_t insert);
    /// Both are of the same sequences.
    void add(read_statistics& other);
    /// As strand_statistics::for_each_sum.
    template <class Visit>
    void for_each_sum(const Visit& visit) {
        for (strand_statistics& each : strands)
            each.for_each_sum(visit);
        for (std::uint64_t& each : gaps_)
            visit(each);
    }

    [[nodiscard]] strand_statistics& of(std::size_t which, bool reversed) {
        return strands[2 * which + (reversed ? 1 : 0)];
    }
    /// Reads in which `right` begins `gap` letters behind the end of `left`, both as they stand.
    [[nodiscard]] std::uint64_t& gaps(std::size_t left, std::size_t right, std::size_t gap) {
        return gaps_[(left * count + right) * (most_gap + 1) + gap];
    }

    std::size_t count;
    std::vector<strand_statistics> strands;

  private:
    std::vector<std::uint64_t> gaps_;
};

} // namespace concord::adapters

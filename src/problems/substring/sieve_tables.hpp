// What a level of the sieve looks up: how many windows have which hash, which hashes are used, and the hashes.
#pragma once

#include "problems/substring/problem.hpp"
#include "problems/substring/sieve.hpp"
#include "problems/substring/window_bits.hpp"
#include "problems/substring/window_hash.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// How many windows have which hash, one table a choice. Windows that share a counter by chance only raise a bound.
class choice_counters {
  public:
    /// 2^bits counters a table.
    choice_counters(std::span<std::uint32_t> zeros, unsigned bits) : bits_(bits), counters_(zeros) {}

    [[nodiscard]] std::uint32_t* counter(std::size_t table, std::uint64_t hash) const noexcept {
        return &counters_[(table << bits_) + (hash >> (64 - bits_))];
    }

    /// Will be looked at in a moment.
    void expect(std::size_t table, std::uint64_t hash) const noexcept { __builtin_prefetch(counter(table, hash)); }

    [[nodiscard]] std::size_t bytes() const noexcept { return counters_.size_bytes(); }
    [[nodiscard]] std::span<std::uint32_t> all() const noexcept { return counters_; }

  private:
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

    void mark(std::size_t table, std::uint64_t hash) {
        const std::atomic_ref shared(word(table, hash));
        const std::uint64_t wanted = three_bits(hash);
        if ((shared.load(std::memory_order_relaxed) & wanted) != wanted)
            shared.fetch_or(wanted, std::memory_order_relaxed);
    }
    [[nodiscard]] bool marked(std::size_t table, std::uint64_t hash) const {
        const std::uint64_t wanted = three_bits(hash);
        return (std::atomic_ref(word(table, hash)).load(std::memory_order_relaxed) & wanted) == wanted;
    }

    /// Will be looked at in a moment.
    void expect(std::size_t table, std::uint64_t hash) const noexcept { __builtin_prefetch(&word(table, hash)); }

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

/// The hashes of all choices of one window after the other: their upper bits are the better mixed ones.
class choice_hasher {
  public:
    choice_hasher(const problem& given, std::uint64_t length, std::uint64_t intact)
        : given_(given), length_(length), chosen_(static_cast<std::uint32_t>(intact)),
          blocks_(static_cast<std::uint32_t>(given.mismatches + intact)), choices_(block_choices(blocks_, chosen_)) {}

    [[nodiscard]] std::size_t size() const noexcept { return choices_.size() / chosen_; }

    /// Calls visit(position, hashes) for all windows of the set in one sequence; hashes are those of the choices
    /// [first_choice, last_choice).
    template <class Visit>
    void for_each(const window_bits& windows, std::uint64_t sequence, std::size_t first_choice, std::size_t last_choice,
                  Visit visit) {
        const std::uint64_t first = given_.offset(sequence);
        const std::uint64_t letters = given_.length(sequence);
        for (std::uint64_t stretch = 0; stretch + length_ <= letters; stretch += starts_at_once) {
            const std::uint64_t start = first + stretch;
            const std::uint64_t starts = std::min(letters - length_ + 1 - stretch, starts_at_once);
            bool prepared = false;
            windows.for_each(start, start + starts, [&](std::uint64_t position) {
                if (!prepared) hash_.prepare(given_, start, start + starts - 1 + length_);
                prepared = true;
                visit(position, of(position, first_choice, last_choice));
            });
        }
    }

  private:
    static constexpr std::uint64_t starts_at_once = 1U << 16U; // bounds the memory of the prefix hashes

    const std::uint64_t* of(std::uint64_t position, std::size_t first_choice, std::size_t last_choice) {
        block_hash_.resize(blocks_);
        for (std::uint32_t block = 0; block < blocks_; ++block) {
            const std::uint64_t start = block * length_ / blocks_;
            const std::uint64_t end = (block + 1) * length_ / blocks_;
            // Each block has its own multiplier: the same letters in another block are something else.
            block_hash_[block] = hash_.of(position + start, end - start) * (2 * block + 0xA0761D6478BD642FU);
        }
        hashes_.resize(last_choice - first_choice);
        const std::uint32_t* choice = choices_.data() + first_choice * chosen_;
        for (std::uint64_t& hash : hashes_) {
            std::uint64_t sum = 0;
            for (std::uint32_t index = 0; index < chosen_; ++index)
                sum += block_hash_[*choice++];
            hash = mixed(sum);
        }
        return hashes_.data();
    }

    [[nodiscard]] static std::uint64_t mixed(std::uint64_t sum) noexcept {
        return (sum ^ (sum >> 32)) * 0xD6E8FEB86659FD93U;
    }

    const problem& given_;
    std::uint64_t length_;
    std::uint32_t chosen_;
    std::uint32_t blocks_;
    std::vector<std::uint32_t> choices_;
    window_hash hash_;
    std::vector<std::uint64_t> block_hash_;
    std::vector<std::uint64_t> hashes_;
};

} // namespace concord::substring

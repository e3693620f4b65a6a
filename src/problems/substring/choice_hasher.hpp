// The hashes of all choices of blocks, of some thousand windows at once and table by table.
//
//            window 0   1   2   3   …
//   blocks      0   ·   ·   ·   ·        hashed window by window
//               1   ·   ·   ·   ·
//   choice    0+1   ·   ·   ·   ·   ──▶  looked up in table 0, then the next choice in table 1: the pages of one table
//             0+2   ·   ·   ·   ·        are soon known to the processor, and what will be needed is known long before
#pragma once

#include "problems/substring/choice_kernel.hpp"
#include "problems/substring/problem.hpp"
#include "problems/substring/sieve.hpp"
#include "problems/substring/window_bits.hpp"
#include "problems/substring/window_hash.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

/// For one thread.
class choice_hasher {
  public:
    choice_hasher(const problem& given, std::uint64_t length, std::uint64_t intact, choice_kernel kernel)
        : given_(given), length_(length), chosen_(static_cast<std::uint32_t>(intact)),
          blocks_(static_cast<std::uint32_t>(given.mismatches + intact)), choices_(block_choices(blocks_, chosen_)),
          kernel_(kernel) {
        for (std::uint64_t block = 0; block <= blocks_; ++block)
            borders_.push_back(block * length / blocks_);
    }

    /// Choices.
    [[nodiscard]] std::size_t size() const { return choices_.size() / chosen_; }

    /// Calls visit(*this) for all windows of the set in the sequences [first, last), some thousand at a time.
    template <class Visit>
    void for_each(const window_bits& windows, std::uint64_t first, std::uint64_t last, Visit visit) {
        block_hashes_.resize(blocks_ * most_windows);
        hashes_.resize(most_windows);
        const auto visit_these = [&] {
            if (!positions_.empty()) visit(*this);
            positions_.clear();
        };
        for (std::uint64_t sequence = first; sequence < last; ++sequence)
            for_each_window(windows, sequence, [&](std::uint64_t position) {
                hash_blocks(position);
                if (positions_.size() == most_windows) visit_these();
            });
        visit_these();
    }

    /// In visit: where these windows begin, ascending.
    [[nodiscard]] std::span<const std::uint64_t> positions() const { return positions_; }
    /// In visit: their hashes of one choice; the upper bits are the better mixed ones. Valid until the next call.
    [[nodiscard]] std::span<const std::uint64_t> hashes(std::size_t choice) {
        kernel_(block_hashes_.data(), most_windows, choices_.data() + choice * chosen_, chosen_, positions_.size(),
                hashes_.data());
        return {hashes_.data(), positions_.size()};
    }

  private:
    static constexpr std::uint64_t starts_at_once = 1U << 16U; // bounds the memory of the prefix hashes
    /// Many look-ups in each page of a table, and the hashes of their blocks stay in the second-level cache.
    static constexpr std::size_t most_windows = 4096;
    static_assert(most_windows % windows_padding == 0);

    template <class Visit>
    void for_each_window(const window_bits& windows, std::uint64_t sequence, Visit visit) {
        const std::uint64_t first = given_.offset(sequence);
        const std::uint64_t letters = given_.length(sequence);
        for (std::uint64_t stretch = 0; stretch + length_ <= letters; stretch += starts_at_once) {
            const std::uint64_t start = first + stretch;
            const std::uint64_t starts = std::min(letters - length_ + 1 - stretch, starts_at_once);
            bool prepared = false;
            windows.for_each(start, start + starts, [&](std::uint64_t position) {
                if (!prepared) hash_.prepare(given_, start, start + starts - 1 + length_);
                prepared = true;
                visit(position);
            });
        }
    }

    void hash_blocks(std::uint64_t position) {
        std::uint64_t* place = block_hashes_.data() + positions_.size();
        for (std::uint32_t block = 0; block < blocks_; ++block, place += most_windows) {
            const std::uint64_t start = borders_[block];
            // Each block has its own multiplier: the same letters in another block are something else.
            *place = hash_.of(position + start, borders_[block + 1] - start) * (2 * block + 0xA0761D6478BD642FU);
        }
        positions_.push_back(position);
    }

    const problem& given_;
    std::uint64_t length_;
    std::uint32_t chosen_;
    std::uint32_t blocks_;
    std::vector<std::uint64_t> borders_; ///< of the blocks
    std::vector<std::uint32_t> choices_;
    choice_kernel kernel_;
    window_hash hash_;
    std::vector<std::uint64_t> positions_;
    std::vector<std::uint64_t> block_hashes_; ///< of block b and window w: [b * most_windows + w]
    std::vector<std::uint64_t> hashes_;
};

} // namespace concord::substring

// The hashes of all block combinations, of some thousand windows at once and combination by combination.
//
//                window 0   1   2   3   …
//   block            0   ·   ·   ·   ·      of short windows hashed block by block (packed_windows.hpp), of long ones
//                    1   ·   ·   ·   ·      window by window (polynomial_hash.hpp)
//   combination    0+1   ·   ·   ·   ·   ──▶  row 0 of a sketch or Bloom filter, then the next combination in row 1:
//   the
//                  0+2   ·   ·   ·   ·        TLB soon holds the pages of one row, and the entries that will be needed
//                                             are known long before
#pragma once

#include "problems/substring/block_combinations.hpp"
#include "problems/substring/cpu/filter/combination_kernels.hpp"
#include "problems/substring/cpu/filter/packed_windows.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"
#include "problems/substring/cpu/window_bits.hpp"
#include "problems/substring/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

/// For one thread.
class combination_hasher {
  public:
    combination_hasher(const problem& given, std::uint64_t length, std::uint64_t intact,
                       const combination_kernels& kernels)
        : given_(given), length_(length), chosen_(static_cast<std::uint32_t>(intact)),
          blocks_(static_cast<std::uint32_t>(given.mismatches + intact)),
          combinations_(block_combinations(blocks_, chosen_)), kernels_(kernels) {
        for (std::uint64_t block = 0; block <= blocks_; ++block)
            borders_.push_back(block * length / blocks_);
        if (packed_windows::can_hold(length)) packed_.emplace(given, length);
    }

    /// Combinations.
    [[nodiscard]] std::size_t size() const { return combinations_.size() / chosen_; }

    /// Calls visit(*this) for all windows of the set that start in [first, last), some thousand at a time.
    template <class Visit>
    void for_each(const window_bits& windows, std::uint64_t first, std::uint64_t last, Visit visit) {
        block_hashes_.resize(blocks_ * most_windows);
        hashes_.resize(most_windows);
        const auto visit_these = [&] {
            if (positions_.empty()) return;
            if (packed_) hash_packed();
            visit(*this);
            positions_.clear();
        };
        if (packed_) {
            windows.for_each(first, last, [&](std::uint64_t position) {
                positions_.push_back(position);
                if (positions_.size() == most_windows) visit_these();
            });
            return visit_these();
        }
        const std::uint64_t* const offsets = given_.set.offsets();
        const std::uint64_t* const behind = std::upper_bound(offsets, offsets + given_.sequences(), first);
        for (auto sequence = static_cast<std::uint64_t>(std::max(behind, offsets + 1) - offsets) - 1;
             sequence < given_.sequences() && given_.offset(sequence) < last; ++sequence)
            for_each_window(windows, sequence, first, last, [&](std::uint64_t position) {
                hash_blocks(position);
                if (positions_.size() == most_windows) visit_these();
            });
        visit_these();
    }

    /// In visit: where these windows begin, ascending.
    [[nodiscard]] std::span<const std::uint64_t> positions() const { return positions_; }
    /// In visit: their hashes of one combination; the upper bits are mixed best. Valid until the next call.
    [[nodiscard]] std::span<const std::uint64_t> hashes(std::size_t combination) {
        kernels_.combine(block_hashes_.data(), most_windows, combinations_.data() + combination * chosen_, chosen_,
                         positions_.size(), hashes_.data());
        return {hashes_.data(), positions_.size()};
    }

  private:
    static constexpr std::uint64_t starts_at_once = 1U << 16U; // bounds the memory of the prefix hashes
    /// Many look-ups in each page of a row, and the hashes of their blocks stay in the second-level cache.
    static constexpr std::size_t most_windows = 4096;
    static_assert(most_windows % windows_padding == 0);

    template <class Visit>
    void for_each_window(const window_bits& windows, std::uint64_t sequence, std::uint64_t first, std::uint64_t last,
                         Visit visit) {
        const std::uint64_t letters = given_.length(sequence);
        if (letters < length_) return;
        const std::uint64_t end = std::min(last, given_.offset(sequence) + letters - length_ + 1);
        for (std::uint64_t start = std::max(first, given_.offset(sequence)); start < end; start += starts_at_once) {
            const std::uint64_t starts = std::min(end - start, starts_at_once);
            bool prepared = false;
            windows.for_each(start, start + starts, [&](std::uint64_t position) {
                if (!prepared) hash_.prepare(given_, start, start + starts - 1 + length_);
                prepared = true;
                visit(position);
            });
        }
    }

    /// All blocks of all windows.
    void hash_packed() {
        packed_->read(positions_);
        for (std::uint32_t block = 0; block < blocks_; ++block) {
            std::uint64_t* const sums = block_hashes_.data() + block * most_windows;
            std::fill_n(sums, positions_.size(), 0);
            const auto letters =
                base::low_bits<std::uint64_t>(static_cast<unsigned>(borders_[block + 1] - borders_[block]))
                << borders_[block];
            packed_->add_products(letters, block, kernels_, sums);
        }
    }

    void hash_blocks(std::uint64_t position) {
        std::uint64_t* hash = block_hashes_.data() + positions_.size();
        for (std::uint32_t block = 0; block < blocks_; ++block, hash += most_windows) {
            const std::uint64_t start = borders_[block];
            // Each block has its own multiplier: the same letters in another block have another hash.
            *hash = hash_.of(position + start, borders_[block + 1] - start) * (2 * block + 0xA0761D6478BD642FU);
        }
        positions_.push_back(position);
    }

    const problem& given_;
    std::uint64_t length_;
    std::uint32_t chosen_;
    std::uint32_t blocks_;
    std::vector<std::uint64_t> borders_; ///< of the blocks
    std::vector<std::uint32_t> combinations_;
    const combination_kernels& kernels_;
    polynomial_hash hash_;
    std::optional<packed_windows> packed_; ///< of short windows
    std::vector<std::uint64_t> positions_;
    std::vector<std::uint64_t> block_hashes_; ///< of block b and window w: [b * most_windows + w]
    std::vector<std::uint64_t> hashes_;
};

} // namespace concord::substring

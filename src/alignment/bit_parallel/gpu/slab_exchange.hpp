// What a GPU exchanges with the neighbours of its slab, through memory that host and GPU both see: the host writes the
// edge words that enter the first strip, and reads those that leave the last one, while the kernel runs.
#pragma once

#include "alignment/bit_parallel/block_matrix.hpp"
#include "alignment/bit_parallel/gpu/edge_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace concord::pairwise {

template <unsigned Horizontal>
class slab_exchange {
  public:
    using edge = edge_word<Horizontal>;
    using word = typename edge::type;

    /// [hops] words each; null where there is no neighbour. The words that leave must not have their tag at first.
    struct words {
        volatile word* entering;
        unsigned entering_tag;
        const volatile word* leaving;
        unsigned leaving_tag;
    };

    slab_exchange(const slab_neighbours& beside, std::uint64_t hops, const words& shared)
        : beside_(beside), hops_(hops), shared_(shared) {}

    /// The value of a word that has not yet been written.
    [[nodiscard]] static word not_yet(unsigned tag) noexcept { return (tag & edge::tag_mask) == 0 ? ~word{0} : 0; }

    /// Moves what is there; returns whether there was anything.
    bool move() {
        bool moved = false;
        while (let_in())
            moved = true;
        while (let_out())
            moved = true;
        return moved;
    }

  private:
    static constexpr std::size_t stride = most_block_rows / 64;
    using row_bits = std::array<std::uint64_t, Horizontal * stride>;

    /// The next row of blocks.
    bool let_in() {
        const std::uint64_t first = entered_ * hops_of_a_block;
        row_bits bits{};
        if (shared_.entering == nullptr || first >= hops_ || !beside_.entering(entered_, bits.data(), false))
            return false;
        for (std::uint64_t hop = first; hop < std::min(hops_, first + hops_of_a_block); ++hop)
            shared_.entering[hop] = to_edge_word<Horizontal>(bits.data(), stride, hop - first, shared_.entering_tag);
        ++entered_;
        return true;
    }
    bool let_out() {
        const std::uint64_t first = left_ * hops_of_a_block;
        if (shared_.leaving == nullptr || first >= hops_) return false;
        const std::uint64_t end = std::min(hops_, first + hops_of_a_block);
        if (edge::tag_of(shared_.leaving[end - 1]) != (shared_.leaving_tag & edge::tag_mask)) return false;
        row_bits bits{};
        for (std::uint64_t hop = first; hop < end; ++hop) {
            const word from = shared_.leaving[hop];
            if (edge::tag_of(from) != (shared_.leaving_tag & edge::tag_mask)) return false; // written in any order
            add_edge_word<Horizontal>(from, bits.data(), stride, hop - first);
        }
        beside_.leaving(left_, bits.data());
        ++left_;
        return true;
    }

    const slab_neighbours& beside_;
    std::uint64_t hops_;
    words shared_;
    std::uint64_t entered_ = 0; ///< rows of blocks
    std::uint64_t left_ = 0;
};

} // namespace concord::pairwise

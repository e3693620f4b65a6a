#include "problems/component/components.hpp"

namespace concord::component {
namespace {

/// All cells of `mask` in the runs of those that `seed`, which lies in it, touches.
std::uint64_t whole_runs(std::uint64_t mask, std::uint64_t seed) {
    // Upwards a carry runs through the run; downwards there is none, but runs are short.
    std::uint64_t reached = (mask & ~(mask + seed)) | seed;
    for (std::uint64_t before = 0; before != reached;) {
        before = reached;
        reached |= reached >> 1U & mask;
    }
    return reached;
}

} // namespace

void mask_of_shift::load(const std::uint64_t* board, std::size_t rows, std::size_t words, std::size_t lanes,
                         std::size_t lane) {
    rows_ = rows;
    words_ = words;
    const std::size_t count = (rows + 2) * (words + 2);
    if (mask_.size() < count) mask_.resize(count);
    for (std::size_t index = 0; index < count; ++index)
        mask_[index] = board[index * lanes + lane];
}

void mask_of_shift::push(std::size_t index, std::uint64_t reached) {
    reached &= mask_[index];
    if (reached != 0) open_.push_back({index, reached});
}

template <bool Corners>
std::uint64_t mask_of_shift::take(std::size_t index, std::uint64_t seed) {
    const std::size_t stride = words_ + 2;
    std::uint64_t size = 0;
    open_.push_back({index, seed});
    while (!open_.empty()) {
        const arrival at = open_.back();
        open_.pop_back();
        const std::uint64_t fresh = at.cells & mask_[at.index];
        if (fresh == 0) continue;
        const std::uint64_t taken = whole_runs(mask_[at.index], fresh);
        mask_[at.index] &= ~taken;
        size += base::count_ones(taken);
        const std::uint64_t to_left = taken << 63U;
        const std::uint64_t to_right = taken >> 63U;
        std::uint64_t beside = taken;
        if constexpr (Corners) beside |= taken << 1U | taken >> 1U;
        push(at.index - stride, beside);
        push(at.index + stride, beside);
        if (to_left != 0) {
            push(at.index - 1, to_left);
            if constexpr (Corners) push(at.index - stride - 1, to_left), push(at.index + stride - 1, to_left);
        }
        if (to_right != 0) {
            push(at.index + 1, to_right);
            if constexpr (Corners) push(at.index - stride + 1, to_right), push(at.index + stride + 1, to_right);
        }
    }
    return size;
}

template <bool Corners>
mask_of_shift::component mask_of_shift::largest_as(std::uint64_t cells, std::uint64_t least) {
    component best;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t word = 0; word < words_; ++word) {
            const std::size_t index = (row + 1) * (words_ + 2) + word + 1;
            while (mask_[index] != 0) {
                if (cells < least) return best;
                const std::uint64_t seed = mask_[index] & (~mask_[index] + 1);
                const std::uint64_t size = take<Corners>(index, seed);
                cells -= size;
                if (size < least) continue;
                best = {size, row, word * 64 + base::lowest_one(seed)};
                least = size + 1;
            }
        }
    return best;
}

mask_of_shift::component mask_of_shift::largest(std::uint64_t cells, std::uint64_t least, unsigned connectivity) {
    return connectivity == 8 ? largest_as<true>(cells, least) : largest_as<false>(cells, least);
}

} // namespace concord::component

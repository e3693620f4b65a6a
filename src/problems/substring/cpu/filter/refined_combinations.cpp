#include "problems/substring/cpu/filter/refined_combinations.hpp"

#include "base/bits.hpp"

#include <algorithm>
#include <atomic>

namespace concord::substring {
namespace {

/// The letters of a window that are in no block of the combination, in ascending order.
std::vector<std::uint64_t> rest_of(std::uint64_t length, std::uint64_t blocks, std::span<const std::uint32_t> chosen) {
    std::vector<std::uint64_t> rest;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        if (std::ranges::find(chosen, block) != chosen.end()) continue;
        for (std::uint64_t letter = block * length / blocks; letter < (block + 1) * length / blocks; ++letter)
            rest.push_back(letter);
    }
    return rest;
}

} // namespace

bool refined_hasher::can_refine(const problem& given, std::uint64_t length, std::uint64_t intact) {
    const std::uint64_t blocks = given.mismatches + intact;
    const std::uint64_t most_chosen = intact * ((length + blocks - 1) / blocks);
    return packed_windows::can_hold(length) && length > most_chosen &&
           length - most_chosen >= given.mismatches + intact_of_rest;
}

refined_hasher::refined_hasher(const problem& given, std::uint64_t length, std::uint64_t intact,
                               const combination_kernels& kernels)
    : blocks_(given.mismatches + intact_of_rest), kernels_(kernels), packed_(given, length),
      combinations_(block_combinations(static_cast<std::uint32_t>(blocks_), intact_of_rest)) {
    const std::uint64_t blocks = given.mismatches + intact;
    const std::vector<std::uint32_t> all =
        block_combinations(static_cast<std::uint32_t>(blocks), static_cast<std::uint32_t>(intact));
    for (std::size_t first = 0; first < all.size(); first += intact) {
        const std::vector<std::uint64_t> rest = rest_of(length, blocks, std::span(all).subspan(first, intact));
        std::vector<std::uint64_t>& letters = rest_.emplace_back(blocks_, 0);
        for (std::size_t block = 0; block < blocks_; ++block)
            for (std::size_t index = block * rest.size() / blocks_; index < (block + 1) * rest.size() / blocks_;
                 ++index)
                letters[block] |= std::uint64_t{1} << rest[index];
    }
}

void refined_hasher::read(std::size_t combination, std::span<const std::uint64_t> positions,
                          std::span<const std::uint64_t> hashes) {
    windows_ = positions.size();
    const std::size_t padded = (windows_ + windows_padding - 1) / windows_padding * windows_padding;
    if (padded > stride_) {
        stride_ = padded;
        block_hashes_.resize(blocks_ * stride_);
        hashes_.resize(stride_);
    }
    packed_.read(positions);
    for (std::size_t block = 0; block < blocks_; ++block) {
        std::uint64_t* const sums = block_hashes_.data() + block * stride_;
        for (std::size_t window = 0; window < windows_; ++window)
            sums[window] = hashes[window] * (2 * block + 1);
        packed_.add_products(rest_[combination][block], block, kernels_, sums);
    }
}

std::span<const std::uint64_t> refined_hasher::hashes(std::size_t refined) {
    kernels_.combine(block_hashes_.data(), stride_, combinations_.data() + refined * intact_of_rest, intact_of_rest,
                     windows_, hashes_.data());
    return {hashes_.data(), windows_};
}

void refined_combinations::flag(std::size_t row, std::span<const std::uint64_t> hashes) const {
    for (const std::uint64_t hash : hashes) {
        const std::size_t index = sketch_.index(row, hash);
        if (sketch_.all()[index] < least_) continue;
        const std::atomic_ref shared(flags_[index / 64]);
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        if ((shared.load(std::memory_order_relaxed) & bit) == 0) shared.fetch_or(bit, std::memory_order_relaxed);
    }
}

std::uint64_t refined_combinations::flagged_windows() const {
    std::uint64_t windows = 0;
    for (std::size_t word = 0; word < flags_.size(); ++word)
        for (std::uint64_t left = flags_[word]; left != 0; left &= left - 1)
            windows += sketch_.all()[word * 64 + base::lowest_one(left)];
    return windows;
}

template <class Wanted>
refined_combinations::flagged refined_combinations::pick(std::size_t row, std::span<const std::uint64_t> positions,
                                                         std::span<const std::uint64_t> hashes, Wanted wanted) const {
    flagged found;
    for (std::size_t window = 0; window < hashes.size(); ++window) {
        const std::size_t index = sketch_.index(row, hashes[window]);
        if ((flags_[index / 64] >> (index % 64) & 1U) == 0 || !wanted(window)) continue;
        found.windows.push_back(static_cast<std::uint32_t>(window));
        found.positions.push_back(positions[window]);
        found.hashes.push_back(hashes[window]);
    }
    return found;
}

void refined_combinations::count(std::size_t row, std::size_t combination, std::span<const std::uint64_t> positions,
                                 std::span<const std::uint64_t> hashes, const counting_sketch& counts,
                                 bool beside_others, refined_hasher& hasher) const {
    const flagged found = pick(row, positions, hashes, [](std::size_t) { return true; });
    if (found.windows.empty()) return;
    hasher.read(combination, found.positions, found.hashes);
    for (std::size_t refined = 0; refined < hasher.size(); ++refined) {
        const std::size_t to = row * hasher.size() + refined;
        if (beside_others)
            counts.add_beside_others(to, hasher.hashes(refined));
        else
            counts.add(to, hasher.hashes(refined));
    }
}

void refined_combinations::add_others(std::size_t row, std::size_t combination,
                                      std::span<const std::uint64_t> positions, std::span<const std::uint64_t> hashes,
                                      refined_hasher& hasher, std::uint64_t most,
                                      std::span<std::uint64_t> bounds) const {
    const flagged found = pick(row, positions, hashes, [&](std::size_t window) { return bounds[window] < most; });
    std::vector<std::uint64_t> refined_bounds(found.windows.size(), 0);
    if (!found.windows.empty()) {
        hasher.read(combination, found.positions, found.hashes);
        for (std::size_t refined = 0; refined < hasher.size(); ++refined)
            counts_.add_others(row * hasher.size() + refined, hasher.hashes(refined), refined_bounds);
    }
    std::size_t next = 0; // of those found
    for (std::size_t window = 0; window < hashes.size(); ++window) {
        std::uint64_t others = sketch_.all()[sketch_.index(row, hashes[window])] - 1;
        if (next < found.windows.size() && found.windows[next] == window)
            others = std::min(others, refined_bounds[next++]);
        bounds[window] += others;
    }
}

} // namespace concord::substring

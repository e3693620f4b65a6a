// Distinct windows by a hash that is quickly changed: all of them within a few substitutions of a window are found by
// looking up each of its neighbours, however many windows there are.
//
//     hash = sum over positions i of factor[i] * value[letter i]       one letter more or less is one addition
//
// A window of L letters has (s - 1) L neighbours at distance 1 for s letters, and about ((s - 1) L)^2 / 2 at
// distance 2.
#pragma once

#include "problems/substring/cpu/equal_groups.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/join/hashed_windows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

class window_index {
  public:
    /// Of distinct windows of `length` letters. Refers to them.
    window_index(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                 const equal_windows& windows, std::uint64_t length);

    /// The numbers of the windows within k mismatches of the one at a position, which has no ambiguous letter.
    /// Time O(count_neighbours).
    void find_near(std::uint64_t position, std::vector<std::uint32_t>& near) const;

  private:
    /// The hash of the window at a position, and its letters as their indices.
    std::uint64_t read(std::uint64_t position, std::span<std::uint64_t> digits) const;
    void look_up(std::uint64_t hash, std::uint64_t position, std::vector<std::uint32_t>& near) const;
    void substitute(std::span<const std::uint64_t> source, std::uint64_t from, std::uint64_t left, std::uint64_t hash,
                    std::uint64_t position, std::vector<std::uint32_t>& near) const;

    const problem& given_;
    const growth_alphabet& letters_;
    const equal_windows& windows_;
    std::uint64_t length_;
    std::vector<std::uint64_t> factors_;
    std::vector<std::uint64_t> values_;
    hashed_windows by_hash_;
};

} // namespace concord::substring

// A group of shifts: their masks, the bounds that need no labels, and the components of the remaining cells.
#pragma once

#include "problems/component/components.hpp"
#include "problems/component/cpu/sweeps.hpp"
#include "problems/component/problem.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace concord::component {

/// Words aligned for vectors.
class aligned_words {
  public:
    explicit aligned_words(std::size_t count) : words_(count + 7) {}
    [[nodiscard]] std::uint64_t* data() noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(words_.data());
        return words_.data() + (64 - address % 64) % 64 / sizeof(std::uint64_t);
    }

  private:
    std::vector<std::uint64_t> words_;
};

/// The shifts of a group to search, and the sizes that they must reach.
struct filter_task {
    std::int64_t down;
    std::int64_t right;                           ///< of lane 0
    std::uint64_t alive;                          ///< a bit for each lane that is a shift whose bound is large enough
    std::array<std::uint64_t, most_lanes> least;  ///< size that matters, >= 1
    std::array<std::uint64_t, most_lanes> number; ///< of the shift
};

/// The working memory of a thread.
class shift_filter {
  public:
    shift_filter(const plane_view& planes, const sweep_kernels& kernels, unsigned connectivity);

    /// Bytes of the boards of one shift_filter.
    [[nodiscard]] static std::uint64_t bytes(const plane_view& planes, const sweep_kernels& kernels) noexcept;

    /// The best component of the group that reaches the required size. Adds to `labelled` the shifts whose components
    /// were computed.
    [[nodiscard]] candidate search(const filter_task& task, std::uint64_t& labelled);
    /// Adds all components of the group that reach the required size; no further ones where `found` has more than
    /// `most`.
    void search_every(const filter_task& task, std::uint64_t most, std::vector<candidate>& found);

  private:
    /// Calls visit(lane, overlap, cells left) for each lane that may hold a component of the required size, whose mask
    /// is loaded.
    template <class Visit>
    void for_each_left(const filter_task& task, Visit visit);
    /// Drops lanes whose cells fall into parts, by rows or by columns, that are all too small.
    [[nodiscard]] std::uint64_t drop_small_parts(const board& size, const std::uint64_t* mask, const filter_task& task,
                                                 std::uint64_t alive);
    [[nodiscard]] std::uint64_t* drop_small_trees(const board& size, std::uint64_t least);
    [[nodiscard]] std::uint64_t* keep_what_crosses(const board& size, const std::uint64_t* from, std::uint64_t apart);
    [[nodiscard]] const std::uint64_t* pattern_of(const board& size, std::uint64_t first, std::uint64_t every);
    void flood_all(const board& size, const std::uint64_t* mask, std::uint64_t* wet);
    [[nodiscard]] std::uint64_t still_alive(const board& size, const std::uint64_t* mask, const filter_task& task,
                                            std::uint64_t alive);

    static constexpr std::size_t boards = 5;
    const plane_view& planes_;
    const sweep_kernels& kernels_;
    unsigned connectivity_;
    aligned_words valid_;
    aligned_words scratch_;
    std::vector<aligned_words> boards_;
    aligned_words cells_;
    aligned_words joined_; ///< see sweep_kernels::find_gaps
    std::vector<std::uint8_t> awake_;
    std::vector<std::uint64_t> pattern_;
    mask_of_shift mask_;
    std::uint32_t groups_ = 0; ///< of shifts so far; the next two are halved now and then
    std::uint32_t parts_tried_ = 0;
    std::uint32_t parts_decided_ = 0;
};

} // namespace concord::component

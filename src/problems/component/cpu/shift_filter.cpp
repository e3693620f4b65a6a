#include "problems/component/cpu/shift_filter.hpp"

#include "problems/component/mask_operations.hpp"
#include "problems/component/tuning.hpp"

#include <algorithm>
#include <bit>

namespace concord::component {
namespace {

std::size_t words_of_board(const plane_view& planes, const sweep_kernels& kernels) {
    return board{std::min(planes.rows_a, planes.rows_b), planes.words_b}.vectors() * kernels.lanes;
}

/// The greatest distance of lines such that a component of `least` cells touches two adjacent ones: it has at least as
/// many rows or columns as the root of its size, and any interval of twice the distance holds two lines.
std::uint64_t lattice_of(std::uint64_t least) {
    std::uint64_t side = 1;
    while (side * side < least)
        ++side;
    return side / 2;
}

/// The most adjacent columns that are joined, of one lane.
std::uint64_t widest_part(const std::uint64_t* joined, std::size_t words, std::size_t lanes, std::size_t lane) {
    std::uint64_t widest = 0;
    std::uint64_t run = 0;
    for (std::size_t word = 0; word < words; ++word) {
        std::uint64_t bits = joined[word * lanes + lane];
        for (unsigned left = 64; left > 0;) {
            const auto zeros = static_cast<unsigned>(std::countr_zero(bits));
            if (zeros >= left) { // no more ones
                run = 0;
                break;
            }
            if (zeros > 0) run = 0;
            bits >>= zeros;
            const auto ones = static_cast<unsigned>(std::countr_one(bits));
            run += ones;
            widest = std::max(widest, run);
            left -= zeros + ones;
            bits = ones == 64 ? 0 : bits >> ones;
        }
    }
    return widest + 1;
}

} // namespace

shift_filter::shift_filter(const plane_view& planes, const sweep_kernels& kernels, unsigned connectivity)
    : planes_(planes), kernels_(kernels), connectivity_(connectivity), valid_(planes.words_b * kernels.lanes),
      scratch_(count_words(planes, 1)), cells_(most_lanes), joined_(planes.words_b * kernels.lanes),
      awake_(std::min(planes.rows_a, planes.rows_b) + 2), pattern_(planes.words_b) {
    for (std::size_t i = 0; i < boards; ++i)
        boards_.emplace_back(words_of_board(planes, kernels));
}

std::uint64_t shift_filter::bytes(const plane_view& planes, const sweep_kernels& kernels) noexcept {
    return boards * sizeof(std::uint64_t) * words_of_board(planes, kernels);
}

std::uint64_t shift_filter::drop_small_parts(const board& size, const std::uint64_t* mask, const filter_task& task,
                                             std::uint64_t alive) {
    // Regular patterns fall into parts, random cells hardly ever: where it was in vain, it is tried now and then only.
    const bool worthwhile = parts_decided_ * tuning::tries_a_success >= parts_tried_;
    if (!worthwhile && ++groups_ % tuning::groups_a_try != 0) return alive;
    if (++parts_tried_ >= tuning::tries_remembered) {
        parts_tried_ /= 2;
        parts_decided_ /= 2;
    }
    row_parts parts;
    kernels_.find_gaps(size, mask, &parts, joined_.data());
    for (std::size_t lane = 0; lane < kernels_.lanes; ++lane) {
        if ((alive >> lane & 1U) == 0) continue;
        if (parts.cells[lane] < task.least[lane] ||
            widest_part(joined_.data(), size.words, kernels_.lanes, lane) * parts.rows[lane] < task.least[lane])
            alive &= ~(std::uint64_t{1} << lane);
    }
    if (alive == 0) ++parts_decided_;
    return alive;
}

std::uint64_t* shift_filter::drop_small_trees(const board& size, std::uint64_t least) {
    std::uint64_t rounds = 0;
    while (rounds < tuning::most_rounds && most_that_vanish(rounds + 1, connectivity_) < least)
        ++rounds;
    std::uint64_t* const mask = boards_[0].data();
    std::uint64_t* to = boards_[1].data();
    if (rounds == 0) {
        if (least < 2) return mask;
        return kernels_.drop_single(size, mask, to) ? to : nullptr; // nothing else is too small
    }
    std::uint64_t* from = mask;
    std::uint64_t* other = boards_[2].data();
    for (std::uint64_t round = 0; round < rounds; ++round) {
        if (!kernels_.peel(size, from, to, awake_.data())) return nullptr;
        from = to;
        std::swap(to, other);
    }
    // The remaining cells of a component grow back: each cell was dropped one round before its neighbour.
    for (std::uint64_t round = 0; round < rounds; ++round)
        if (!kernels_.flood(size, mask, from, awake_.data(), round % 2 == 0)) break;
    return from;
}

void shift_filter::flood_all(const board& size, const std::uint64_t* mask, std::uint64_t* wet) {
    std::fill(awake_.begin(), awake_.end(), std::uint8_t{1});
    for (bool down = true; kernels_.flood(size, mask, wet, awake_.data(), down);)
        down = !down;
}

std::uint64_t* shift_filter::keep_what_crosses(const board& size, const std::uint64_t* from, std::uint64_t apart) {
    std::uint64_t* const low = boards_[from == boards_[2].data() ? 1 : 2].data();
    std::uint64_t* const one = boards_[3].data();
    std::uint64_t* const both = boards_[4].data();
    // Components that touch an even row line, then those of them that touch an odd one.
    kernels_.take_rows(size, from, 0, 2 * apart, one);
    flood_all(size, from, one);
    kernels_.take_rows(size, one, apart, 2 * apart, both);
    flood_all(size, one, both);
    // Of the others, those that touch an even and an odd column line.
    kernels_.without(size, from, both, low);
    kernels_.take_columns(size, low, pattern_of(size, 0, 2 * apart), one);
    flood_all(size, low, one);
    std::uint64_t* const wide = boards_[from == boards_[0].data() ? 1 : 0].data();
    kernels_.take_columns(size, one, pattern_of(size, apart, 2 * apart), wide);
    flood_all(size, one, wide);
    kernels_.join(size, wide, both);
    return both;
}

const std::uint64_t* shift_filter::pattern_of(const board& size, std::uint64_t first, std::uint64_t every) {
    std::fill_n(pattern_.begin(), size.words, 0);
    for (std::uint64_t column = first; column < size.words * 64; column += every)
        pattern_[column / 64] |= std::uint64_t{1} << (column % 64);
    return pattern_.data();
}

std::uint64_t shift_filter::still_alive(const board& size, const std::uint64_t* mask, const filter_task& task,
                                        std::uint64_t alive) {
    kernels_.weigh(size, mask, cells_.data());
    for (std::size_t lane = 0; lane < kernels_.lanes; ++lane)
        if (cells_.data()[lane] < task.least[lane]) alive &= ~(std::uint64_t{1} << lane);
    return alive;
}

template <class Visit>
void shift_filter::for_each_left(const filter_task& task, Visit visit) {
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t lane = 0; lane < kernels_.lanes; ++lane)
        if ((task.alive >> lane & 1U) != 0) least = std::min(least, task.least[lane]);
    const overlap over = overlap_of(planes_, task.down, task.right, kernels_.lanes, task.alive, valid_.data());
    if (over.words == 0 || over.rows == 0) return;
    const shift_group group{task.down, static_cast<std::size_t>(task.right + static_cast<std::int64_t>(planes_.margin)),
                            over, valid_.data()};
    const board size{over.rows, over.words};
    kernels_.build(planes_, group, scratch_.data(), boards_[0].data());
    std::uint64_t alive = drop_small_parts(size, boards_[0].data(), task, task.alive);
    if (alive == 0) return;
    std::uint64_t* kept = drop_small_trees(size, least);
    if (kept == nullptr) return;
    alive = still_alive(size, kept, task, alive);
    if (alive == 0) return;
    std::uint64_t left = 0;
    for (std::size_t lane = 0; lane < kernels_.lanes; ++lane)
        if ((alive >> lane & 1U) != 0) left += cells_.data()[lane];
    const std::uint64_t apart = lattice_of(least);
    if (apart >= tuning::least_lattice && left > tuning::cells_worth_floods * size.rows * size.words) {
        kept = keep_what_crosses(size, kept, apart);
        alive = still_alive(size, kept, task, alive);
    }
    for (std::size_t lane = 0; lane < kernels_.lanes; ++lane) {
        if ((alive >> lane & 1U) == 0) continue;
        mask_.load(kept, size.rows, size.words, kernels_.lanes, lane);
        visit(lane, over, cells_.data()[lane]);
    }
}

candidate shift_filter::search(const filter_task& task, std::uint64_t& labelled) {
    candidate best;
    for_each_left(task, [&](std::size_t lane, const overlap& over, std::uint64_t cells) {
        ++labelled;
        const mask_of_shift::component found = mask_.largest(cells, task.least[lane], connectivity_);
        if (found.size == 0) return;
        merge(best, {found.size, task.number[lane], {over.first_row + found.row, over.first_word * 64 + found.column}});
    });
    return best;
}

void shift_filter::search_every(const filter_task& task, std::uint64_t most, std::vector<candidate>& found) {
    for_each_left(task, [&](std::size_t lane, const overlap& over, std::uint64_t cells) {
        mask_.each(cells, task.least[lane], connectivity_, [&](const mask_of_shift::component& each) {
            if (found.size() > most) return;
            found.push_back(
                {each.size, task.number[lane], {over.first_row + each.row, over.first_word * 64 + each.column}});
        });
    });
}

} // namespace concord::component

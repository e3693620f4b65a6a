#include "ratio_scores.hpp"

#include "lane_ratios.hpp"
#include "parts_in_lanes.hpp"
#include "parts_of_pairs.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::python {
namespace {

/// Rows of a task: to ask for the next one takes as long as to compare two short texts. `letters`: of all columns.
std::size_t rows_at_once(std::size_t rows, std::size_t letters, unsigned threads) {
    constexpr std::size_t letters_at_once = 1U << 14U; // some microseconds
    const std::size_t of_task = std::max<std::size_t>(1, letters_at_once / std::max<std::size_t>(1, letters));
    constexpr std::size_t tasks_of_thread = 8;
    return threads == 1 ? of_task : std::clamp<std::size_t>(rows / (tasks_of_thread * threads), 1, of_task);
}

/// The scores of a row by the scorer that was assigned its text, but for those that lanes have.
void score_row(const batch& given, const held_texts& a, const held_texts& b, std::size_t row, double cutoff,
               double multiplier, const lane_ratios* by_lanes, fuzz::text_scorer& scorer) {
    const auto score = [&](std::size_t column) {
        const bool missing = a.is_missing_at(row) || b.is_missing_at(column);
        return missing ? 0.0 : multiplier * scorer.score(b[column], cutoff);
    };
    given.out.visit([&](auto* to) {
        using number = std::remove_pointer_t<decltype(to)>;
        if (given.zipped) {
            to[row] = output_array::stored<number>(score(row));
            return;
        }
        for (std::size_t column = given.is_square() ? row : 0; column < b.size(); ++column) {
            if (by_lanes != nullptr && by_lanes->has(row, column)) continue;
            to[row * b.size() + column] = output_array::stored<number>(score(column));
            if (given.is_square()) to[column * b.size() + row] = to[row * b.size() + column];
        }
    });
}

} // namespace

void score_ratios(const batch& given, const held_texts& a, const held_texts& b, fuzz::ratio_kind kind, double cutoff,
                  double multiplier) {
    given.run.call([&] {
        constexpr std::size_t few = 16; // pairs, of which most would have a lane block of their own
        if (given.zipped && a.size() > few && are_parts_in_lanes(kind, cutoff))
            return score_pairs_of_parts(given, a, b, kind, cutoff, multiplier);
        std::optional<lane_ratios> by_lanes;
        if (!given.zipped && lane_ratios::are_of(kind, a, b, cutoff)) {
            by_lanes.emplace(a, b, kind);
            by_lanes->score(given, cutoff, multiplier);
            if (by_lanes->has_all()) return;
        }
        runtime::thread_pool pool(given.run.options());
        // A scorer has many buffers: one is kept from call to call.
        static thread_local std::unique_ptr<fuzz::text_scorer> kept;
        std::vector<std::unique_ptr<fuzz::text_scorer>> scorers(pool.threads());
        scorers.front() = std::move(kept);
        const std::size_t columns = given.zipped ? 1 : b.size();
        const std::size_t at_once =
            rows_at_once(a.size(), columns * std::max(a.longest(), b.longest()), pool.threads());
        pool.run((a.size() + at_once - 1) / at_once,
                 {.name = "ratios", .unit = "pairs", .total = std::uint64_t{a.size()} * columns},
                 [&](std::size_t task, unsigned thread) -> std::uint64_t {
                     if (!scorers[thread]) scorers[thread] = std::make_unique<fuzz::text_scorer>();
                     const std::size_t first = task * at_once;
                     const std::size_t end = std::min(a.size(), first + at_once);
                     for (std::size_t row = first; row < end; ++row) {
                         scorers[thread]->assign(kind, a[row]);
                         score_row(given, a, b, row, cutoff, multiplier, by_lanes ? &*by_lanes : nullptr,
                                   *scorers[thread]);
                     }
                     return (end - first) * columns;
                 });
        constexpr std::size_t most_kept = 1U << 12U; // letters: greater buffers are freed
        if (std::max(a.longest(), b.longest()) <= most_kept) kept = std::move(scorers.front());
    });
}

} // namespace concord::python

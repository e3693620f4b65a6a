// Placements in a read that shares seeds with the sequences nearly everywhere.
#include "problems/adapters/placed_starts.hpp"
#include "problems/adapters/placement.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>

namespace concord::adapters {
namespace {

/// The first letter of the read from which on eight letters of a placement are equal; it has such a seed.
std::size_t first_seed(const letter_planes& strand, const letter_planes& read, const placement& of) {
    for (std::size_t at = 0;; at += 64 - seed_letters + 1)
        if (const std::uint64_t runs = runs_of_eight(~differing(strand, of.first + at, read, of.start + at)); runs != 0)
            return of.start + at + static_cast<std::size_t>(std::countr_zero(runs));
}

/// Starts of the sequence of one consensus and strand that are still to be tried.
struct start_cursor {
    start_cursor(const placed_starts& of, std::size_t strand_letters)
        : starts(&of), letters(strand_letters), at(of.next(0)) {}

    const placed_starts* starts;
    std::size_t letters; ///< of the strand
    std::size_t at;

    /// Moves on to a start whose placement may stand beside those that are kept, from left to right.
    void pass(const std::vector<placement>& kept) {
        for (auto each = kept.begin(); each != kept.end() && at < starts->end();) {
            if (each->start >= at + letters) return;
            const std::size_t from = std::max<std::size_t>(each->start, at);
            const std::size_t to = std::min<std::size_t>(each->end, at + letters);
            const std::size_t shorter = std::min<std::size_t>(each->end - each->start, letters);
            if (to > from && 2 * (to - from) > shorter)
                at = starts->next(each->end - shorter / 2); // the first that shares no more than half
            else
                ++each;
        }
    }
    [[nodiscard]] int score() const noexcept {
        return static_cast<int>(letters) - 4 * static_cast<int>(starts->differences);
    }
    [[nodiscard]] bool is_done() const noexcept { return at >= starts->end(); }
    [[nodiscard]] placement here() const noexcept {
        return {.which = starts->strand / 2,
                .reversed = starts->strand % 2 == 1,
                .first = 0,
                .last = static_cast<std::uint32_t>(letters),
                .start = static_cast<std::uint32_t>(at),
                .end = static_cast<std::uint32_t>(at + letters),
                .differences = starts->differences};
    }
};

} // namespace

bool placer::is_better(const crowded_read& read, const placement& a, const placement& b) const noexcept {
    if (is_better(a, b)) return true;
    if (a.score() != b.score() || a.which != b.which || a.start != b.start) return false;
    // The one whose seed comes first.
    const std::uint32_t of_a = 2 * a.which + (a.reversed ? 1 : 0);
    const std::uint32_t of_b = 2 * b.which + (b.reversed ? 1 : 0);
    const std::size_t at_a = first_seed(planes_[of_a], read.planes, a);
    const std::size_t at_b = first_seed(planes_[of_b], read.planes, b);
    if (at_a != at_b) return at_a < at_b;
    return of_a != of_b ? of_a < of_b : a.first < b.first;
}

bool placer::place_covering(const crowded_read& read, std::vector<placement>& found) const {
    const std::size_t letters = read.letters.size();
    if (longest_ < letters || letters < 2 * threshold::least_overlap) return false;
    std::optional<placement> best;
    const auto try_seeds = [&](std::size_t at) {
        std::size_t least = best ? static_cast<std::size_t>(best->score()) : letters; // letters of an overlap
        for (std::uint32_t i = read.seeds[at].first; i < read.seeds[at].last; ++i) {
            const seed_place by = seeds_[i];
            const std::size_t before = std::min<std::size_t>(by.offset, at);
            const std::size_t overlap = before + std::min(lengths_[by.strand] - by.offset, letters - at);
            if (overlap < least) continue;
            const std::uint32_t most =
                best ? static_cast<std::uint32_t>(overlap - least) / 4 : most_substitutions(overlap);
            const std::uint32_t differences =
                differences_of(planes_[by.strand], by.offset - before, read.planes, at - before, overlap, most);
            if (differences > most) continue;
            placement along_it = along(by, at, letters);
            along_it.differences = differences;
            if (best && !is_better(read, along_it, *best)) continue;
            best = along_it;
            least = static_cast<std::size_t>(along_it.score());
        }
    };
    const auto fewer = [](const seeds_at& a, const seeds_at& b) { return a.last - a.first < b.last - b.first; };
    // Rare words tell soonest, where they are no errors.
    const auto rare =
        std::ranges::min_element(read.seeds, {}, [](const seeds_at& of) { return of.last - of.first - 1; });
    try_seeds(static_cast<std::size_t>(rare - read.seeds.begin()));
    constexpr std::size_t tries = 4;
    for (std::size_t i = 0; i < tries && !best; ++i)
        try_seeds(read.seeds.size() * (2 * i + 1) / (2 * tries));
    if (!best) return false;
    // What is as good overlaps with all letters but 4 d at either end, with d differences at most: of d + 1 blocks of
    // these letters one is equal, and so a seed wherever it stands in it.
    for (bool is_better_known = true; is_better_known;) {
        is_better_known = false;
        const std::size_t differences = best->differences;
        const std::size_t blocks = differences + 1;
        const std::size_t between = letters - 8 * differences;
        if (8 * differences >= letters || between / blocks < seed_letters) return false;
        for (std::size_t block = 0; block < blocks && !is_better_known; ++block) {
            const std::size_t first = 4 * differences + between * block / blocks;
            const std::size_t last = 4 * differences + between * (block + 1) / blocks - seed_letters;
            const auto* const fewest = std::min_element(&read.seeds[first], &read.seeds[last] + 1, fewer);
            try_seeds(static_cast<std::size_t>(fewest - read.seeds.data()));
            if (best->end - best->start < letters) return false;
            is_better_known = best->differences < differences;
        }
    }
    found.push_back(*best);
    return true;
}

void placer::add_short(const crowded_read& read, std::vector<placed_starts>& whole, std::vector<placement>& cut) const {
    thread_local places_of_letters places;
    places.assign(read.planes, read.letters.size());
    for (std::uint32_t strand = 0; strand < strands_.size(); ++strand) {
        const codes& of = strands_[strand];
        if (of.size() > most_short_letters || of.size() < threshold::least_overlap) continue;
        add_starts(places, of, strand, whole);
        const auto try_cut = [&](std::size_t first, std::size_t start, std::size_t overlap) {
            placement at{.which = strand / 2,
                         .reversed = strand % 2 == 1,
                         .first = static_cast<std::uint32_t>(first),
                         .last = static_cast<std::uint32_t>(first + overlap),
                         .start = static_cast<std::uint32_t>(start),
                         .end = static_cast<std::uint32_t>(start + overlap)};
            if (!count_differences(read.planes, at)) return;
            const std::uint64_t equal = ~differing(planes_[strand], first, read.planes, start) &
                                        base::low_bits<std::uint64_t>(static_cast<unsigned>(overlap));
            if (runs_of_eight(equal) != 0) cut.push_back(at);
        };
        for (std::size_t overlap = threshold::least_overlap; overlap < of.size(); ++overlap) {
            try_cut(of.size() - overlap, 0, overlap);
            try_cut(0, read.letters.size() - overlap, overlap);
        }
    }
}

void placer::keep_best(const crowded_read& read, const std::vector<placed_starts>& whole,
                       std::vector<placement>& found) const {
    std::vector<start_cursor> cursors;
    for (const placed_starts& each : whole)
        cursors.emplace_back(each, strands_[each.strand].size());
    // Of the same consensus, cursors of both strands are tried together.
    const auto rank = [](const start_cursor& of) {
        return std::tuple(-of.score(), -static_cast<std::ptrdiff_t>(of.letters), of.starts->strand / 2);
    };
    std::ranges::sort(cursors, {}, rank);
    const auto better = [&](const placement& a, const placement& b) { return is_better(read, a, b); };
    std::vector<placement> kept;
    std::optional<placement> best_found;
    const auto find_best = [&] {
        const auto best = std::ranges::min_element(found, better);
        best_found = best == found.end() ? std::nullopt : std::optional(*best);
    };
    const auto keep = [&](const placement best) {
        kept.insert(std::ranges::upper_bound(kept, best.start, {}, &placement::start), best);
        std::erase_if(found, [&](const placement& each) { return overlap_too_much(best, each); });
        if (best_found && overlap_too_much(best, *best_found)) find_best();
    };
    find_best();
    for (auto first = cursors.begin(); first != cursors.end();) {
        std::optional<placement> best;
        auto last = first;
        for (; last != cursors.end() && rank(*last) == rank(*first); ++last) {
            last->pass(kept);
            if (!last->is_done() && (!best || better(last->here(), *best))) best = last->here();
        }
        if (!best)
            first = last;
        else
            keep(best_found && better(*best_found, *best) ? *best_found : *best);
    }
    while (best_found)
        keep(*best_found);
    found = std::move(kept);
}

void placer::place_crowded(const crowded_read& read, std::vector<placement>& found) const {
    if (place_covering(read, found)) return;
    thread_local std::vector<placed_starts> whole;
    whole.clear();
    // A letter of a strand at 64 starts takes as long as a seed.
    const bool count_short =
        read.letters.size() >= most_short_letters && read.all_seeds >= short_letters_ * read.planes.low.size();
    if (count_short) add_short(read, whole, found);
    if (!count_short || longest_ > most_short_letters)
        place_seeds(read.letters, read.planes, read.seeds, !count_short, found);
    keep_best(read, whole, found);
}

} // namespace concord::adapters

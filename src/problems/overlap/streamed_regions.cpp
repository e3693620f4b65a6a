#include "problems/overlap/streamed_regions.hpp"

#include "problems/overlap/cpu/region_bests.hpp"
#include "problems/overlap/cpu/walk_in_pieces.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace concord::overlap {
namespace {

/// Puts chunks together, so that suffixes which were kept come before those of the next one.
template <class Position>
class chunk_joiner {
  public:
    explicit chunk_joiner(const index_tables& held) : held_(held) {}

    /// The suffixes that were kept, and those of the chunk.
    [[nodiscard]] arrays<Position> joined(const suffix_chunk<Position>& chunk) {
        const std::uint64_t begin = chunk.first - kept_suffixes_.size();
        std::ranges::copy(kept_suffixes_, chunk.suffixes.begin() + static_cast<std::ptrdiff_t>(begin));
        std::ranges::copy(kept_prefixes_, chunk.prefixes.begin() + static_cast<std::ptrdiff_t>(begin));
        if (!kept_suffixes_.empty())
            chunk.prefixes[chunk.first] =
                static_cast<Position>(common_prefix(held_.text, kept_suffixes_.back(), chunk.suffixes[chunk.first], 0));
        come_ += chunk.suffixes.size() - chunk.first;
        return {chunk.suffixes.subspan(begin), {}, chunk.prefixes.subspan(begin), {}, {}};
    }
    [[nodiscard]] bool is_last() const { return come_ == held_.text.size; }
    /// Suffixes that came before the first of `of`.
    [[nodiscard]] std::uint64_t before(const arrays<Position>& of) const { return come_ - of.suffixes.size(); }

    /// Keeps those from `first` on for the next chunk.
    void keep(const arrays<Position>& of, std::uint64_t first) {
        const auto from = static_cast<std::ptrdiff_t>(first);
        kept_suffixes_.assign(of.suffixes.begin() + from, of.suffixes.end());
        kept_prefixes_.assign(of.prefixes.begin() + from, of.prefixes.end());
    }

  private:
    const index_tables& held_;
    std::uint64_t come_ = 0;
    std::vector<Position> kept_suffixes_;
    std::vector<Position> kept_prefixes_;
};

template <class Position>
class chunk_walks {
  public:
    chunk_walks(const index_tables& held, const shared_region_options& options, runtime::thread_pool& workers)
        : held_(held), options_(options), workers_(workers), room_(held, options.run) {}

    /// Whether what the pieces of all chunks hold answers the question; else `best_of` is undefined.
    [[nodiscard]] bool in_pieces(const chunk_source<Position>& source, std::vector<region_candidate>& best_of) {
        region_bests bests(options_, held_.given.size(), workers_.threads());
        chunk_joiner<Position> joiner(held_);
        std::uint64_t least = 1; // letters of intervals that are whole
        source([&](const suffix_chunk<Position>& chunk) {
            arrays<Position> of = joiner.joined(chunk);
            std::uint64_t end = of.suffixes.size();
            if (!joiner.is_last()) {
                end = least_near_end(of);
                joiner.keep(of, end);
                if (end < of.suffixes.size())
                    least = std::max<std::uint64_t>(least, std::uint64_t{of.prefixes[end]} + 1);
                of.suffixes = of.suffixes.first(end);
                of.prefixes = of.prefixes.first(end);
            }
            if (end == 0) return;
            const walk_cuts cuts = cuts_for(of, held_, workers_, room_);
            least = std::max(least, cuts.least);
            walk_in_pieces(
                of, held_, cuts, workers_, [&](unsigned worker, const region_interval& met) { bests.add(worker, met); },
                [](unsigned, const region_pair&) {}, [&](std::uint64_t bytes) { check(bytes); });
        });
        best_of = bests.merged(least, workers_);
        return best_of.back().length > 0;
    }

    [[nodiscard]] std::vector<region_candidate> in_one(const chunk_source<Position>& source) {
        region_bests bests(options_, held_.given.size(), 1);
        chunk_joiner<Position> joiner(held_);
        arrays<Position> of;
        interval_walk<Position> walk(of, held_);
        source([&](const suffix_chunk<Position>& chunk) {
            of = joiner.joined(chunk);
            const std::uint64_t before = joiner.before(of);
            const std::uint64_t end = of.suffixes.size() - (joiner.is_last() ? 0 : 1); // whose prefix ends the walk
            walk.go_on(
                before, {before, before + end}, [&](const region_interval& met) { bests.add(0, met); },
                [&](std::uint64_t bytes) { check(bytes); });
            joiner.keep(of, end);
        });
        return bests.merged(1, workers_);
    }

  private:
    /// Where suffixes near the end share the fewest letters with the one before; the last of all may be the only ones
    /// that are kept.
    static std::uint64_t least_near_end(const arrays<Position>& of) {
        const std::uint64_t size = of.suffixes.size();
        if (size < 2) return 0;
        const std::uint64_t around = std::clamp<std::uint64_t>(size / 8, 1, most_kept_for_next_chunk);
        const auto fewest =
            std::min_element(of.prefixes.end() - static_cast<std::ptrdiff_t>(around), of.prefixes.end());
        return static_cast<std::uint64_t>(fewest - of.prefixes.begin());
    }

    void check(std::uint64_t bytes) {
        workers_.check_cancelled();
        room_.require(region_bests::bytes(options_, held_.given.size()) + bytes);
    }

    const index_tables& held_;
    const shared_region_options& options_;
    runtime::thread_pool& workers_;
    room_beside room_;
};

} // namespace

template <class Position>
void regions_of_chunks(const index_tables& held, const shared_region_options& options,
                       const chunk_source<Position>& source, runtime::thread_pool& workers,
                       shared_region_result& result) {
    chunk_walks<Position> walks(held, options, workers);
    std::vector<region_candidate> best_of;
    const bool may_cut = !options.every_support || held.given.size() <= tuning::most_sequences_in_pieces;
    if (!may_cut || !walks.in_pieces(source, best_of)) {
        if (may_cut) result.run.notes.emplace_back("intervals of few letters: sorted again, and walked by one thread");
        best_of = walks.in_one(source);
    }
    const region_candidate best = options.every_support ? best_of[options.support] : best_of.front();
    const auto places = [&](const region_candidate& of) {
        const std::vector<std::uint64_t> positions = positions_in_text(held.text, of.position, of.length, workers);
        return places_of(held, std::span(positions), of.length);
    };
    if (!options.every_support) best_of.clear();
    answer_with(held, options, best, best_of, places, result);
}

template void regions_of_chunks<std::uint32_t>(const index_tables&, const shared_region_options&,
                                               const chunk_source<std::uint32_t>&, runtime::thread_pool&,
                                               shared_region_result&);
template void regions_of_chunks<std::uint64_t>(const index_tables&, const shared_region_options&,
                                               const chunk_source<std::uint64_t>&, runtime::thread_pool&,
                                               shared_region_result&);

std::vector<std::uint64_t> positions_in_text(const text_view& text, std::uint64_t position, std::uint64_t length,
                                             runtime::thread_pool& workers) {
    constexpr std::uint64_t per_task = std::uint64_t{1} << 22U;
    const std::uint64_t tasks = (text.size + per_task - 1) / per_task;
    const std::uint64_t of_window = std::min<std::uint64_t>(length, text.letters_per_window());
    const std::uint64_t ignored = bits_per_word - of_window * text.bits; // bits
    const std::uint64_t first_letters = text.window(position) >> ignored;
    std::vector<std::vector<std::uint64_t>> found(tasks);
    workers.run(tasks, [&](std::size_t task, unsigned) {
        const std::uint64_t end = std::min(text.size, (task + 1) * per_task);
        std::vector<std::uint64_t> here;
        for (std::uint64_t at = task * per_task; at < end; ++at)
            if (text.window(at) >> ignored == first_letters &&
                (at == position || common_prefix(text, at, position, 0, length) >= length))
                here.push_back(at);
        found[task] = std::move(here);
    });
    std::vector<std::uint64_t> all;
    for (const std::vector<std::uint64_t>& some : found)
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

} // namespace concord::overlap

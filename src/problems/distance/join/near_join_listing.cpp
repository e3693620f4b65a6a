// The keys of all sequences of a join, listed in partitions, and the sketches of those that have none yet.
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/join/near_join_task.hpp"
#include "problems/distance/join/word_keys.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace concord::edit_distance {

double near_join::keys_of(const std::map<std::uint64_t, std::vector<key_window>>& windows,
                          const join_side& side) const {
    double keys = 0;
    for (const auto& [length, list] : windows) {
        const double sequences = side.first_of(length + 1) - side.first_of(length);
        for (const key_window& each : list)
            keys += sequences * most_keys(each);
    }
    return keys;
}

/// The windows of sequences by their lengths, what each key is listed with, and where.
struct near_join::listing {
    key_lists* lists;
    bool by_gaps;
    std::uint32_t first; ///< ranks that list theirs, and the end of these
    std::uint32_t end;
    std::vector<const std::vector<key_window>*> windows; ///< of a length; null: none
    std::vector<std::vector<std::uint32_t>> notes;       ///< of each of these

    [[nodiscard]] bool is_of(std::uint32_t rank, std::uint64_t length) const {
        return rank >= first && rank < end && windows[length] != nullptr;
    }
};

near_join::listing near_join::entries_of(const task& now) const {
    listing made = listing_of(now.windows.entries, now.b, now.entries.get());
    made.end = static_cast<std::uint32_t>(now.b.size());
    for (std::size_t length = 0; length < made.windows.size(); ++length) {
        if (made.windows[length] == nullptr) continue;
        if (plan_.extends)
            made.notes[length] = places_of(plan_, *profile_, *made.windows[length], length);
        else
            made.notes[length].resize(made.windows[length]->size());
    }
    return made;
}

near_join::listing near_join::lookups_of(task& now, std::uint32_t first, std::uint32_t end) const {
    listing made = listing_of(now.windows.lookups, now.a, now.lookups.get());
    made.first = first;
    made.end = end;
    for (std::size_t length = 0; length < made.windows.size(); ++length) {
        if (made.windows[length] == nullptr) continue;
        const std::vector<key_window>& list = *made.windows[length];
        made.notes[length].resize(list.size());
        std::iota(made.notes[length].begin(), made.notes[length].end(),
                  static_cast<std::uint32_t>(now.lookup_notes.size()));
        for (std::size_t index = 0; index < list.size(); ++index) {
            const length_range lengths = now.windows.found.at(length)[index];
            now.lookup_notes.push_back({.end = list[index].end(),
                                        .transposed = list[index].transpositions(),
                                        .first = now.b.first_of(lengths.least),
                                        .last = now.b.first_of(lengths.greatest + 1)});
        }
    }
    return made;
}

near_join::listing near_join::listing_of(const std::map<std::uint64_t, std::vector<key_window>>& windows,
                                         const join_side& side, key_lists* lists) const {
    listing made{.lists = lists, .by_gaps = plan_.compares_gaps(), .first = 0, .end = 0, .windows = {}, .notes = {}};
    made.windows.resize(side.lengths().empty() ? 0 : side.lengths().back() + 1);
    made.notes.resize(made.windows.size());
    for (const auto& [length, list] : windows)
        if (length < made.windows.size() && !list.empty()) made.windows[length] = &list;
    return made;
}

/// All entries with the first lookups, and the lookups of these ranks: of one list, sequences are loaded once for both.
void near_join::list_keys(task& now, std::uint32_t first, std::uint32_t end) {
    std::vector<listing> of_b;
    if (first == 0) of_b.push_back(entries_of(now));
    std::vector<listing> of_a;
    if (!now.is_self || keys_of(now.windows.lookups, now.a) > 0)
        (now.is_self ? of_b : of_a).push_back(lookups_of(now, first, end));
    list_keys(now.b, of_b);
    if (!now.is_self) list_keys(now.a, of_a);
}

void near_join::list_keys(join_side& side, std::span<const listing> listings) {
    if (listings.empty()) return;
    const bool keep = &side != b_.get() || !b_is_kept_;
    const std::uint32_t first_rank = std::ranges::min(listings, {}, &listing::first).first;
    const std::uint32_t last_rank = std::ranges::max(listings, {}, &listing::end).end;
    if (by_words_ && side.has_words() && side.size() > 0 && side.lengths().back() <= longest_in_word)
        return list_word_keys(side, listings, first_rank, last_rank, keep);
    const std::uint64_t tasks = (last_rank - first_rank + ranks_a_task - 1) / ranks_a_task;
    pool().run(tasks, [&](std::size_t index, unsigned worker) {
        letter_hashes& letters = scratch_[worker]->letters;
        const auto first = first_rank + static_cast<std::uint32_t>(index * ranks_a_task);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(last_rank, first + ranks_a_task));
        for (std::uint32_t rank = first; rank < end; ++rank) {
            const std::uint64_t length = side.length(rank);
            if (!keep && std::ranges::none_of(listings, [&](const listing& each) { return each.is_of(rank, length); }))
                continue;
            if (by_words_)
                letters.load_words(side.letters(), side.sequence(rank));
            else
                letters.load(side.letters(), side.sequence(rank));
            if (keep) side.keep(rank, letters, rule_);
            for (const listing& each : listings) {
                if (!each.is_of(rank, length)) continue;
                const std::uint32_t* note = each.notes[length].data();
                for (const key_window& window : *each.windows[length]) {
                    const std::uint32_t noted = *note++;
                    if (!letters.is_changed_by_transposing(window)) continue;
                    letters.for_each_key(window, plan_.masks, [=, &each](std::uint64_t hash, gap_list gaps) {
                        each.lists->add(worker, hash, rank, each.by_gaps ? gaps : noted);
                    });
                }
            }
        }
    });
    if (&side == b_.get()) b_is_kept_ = true;
}

/// The same where all sequences are words: some of one length at a time, of which all keys are hashed in lanes.
void near_join::list_word_keys(join_side& side, std::span<const listing> listings, std::uint32_t first_rank,
                               std::uint32_t last_rank, bool keep) {
    constexpr std::uint32_t at_once = 64; // sequences
    std::vector<std::vector<std::optional<word_key_windows>>> of_listings;
    for (const listing& each : listings) {
        std::vector<std::optional<word_key_windows>>& of_lengths = of_listings.emplace_back(each.windows.size());
        for (std::size_t length = 0; length < of_lengths.size(); ++length)
            if (each.windows[length] != nullptr) of_lengths[length].emplace(numbers_, *each.windows[length]);
    }
    const std::uint64_t tasks = (last_rank - first_rank + ranks_a_task - 1) / ranks_a_task;
    pool().run(tasks, [&](std::size_t index, unsigned worker) {
        std::vector<std::uint64_t>& hashes = scratch_[worker]->hashes;
        const auto first = first_rank + static_cast<std::uint32_t>(index * ranks_a_task);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(last_rank, first + ranks_a_task));
        if (keep) side.keep_words(first, end, kernels_, rule_);
        const short_list words = side.words();
        for (std::uint32_t begin = first, last = 0; begin < end; begin = last) {
            const std::uint64_t length = side.length(begin);
            last = std::min({end, begin + at_once, side.first_of(length + 1)});
            hashes.clear();
            for (std::size_t each = 0; each < listings.size(); ++each) {
                if (listings[each].windows[length] == nullptr) continue;
                const std::size_t before = hashes.size();
                hashes.resize(before + at_once * listings[each].windows[length]->size());
                kernels_.hashes(words, begin, last, of_listings[each][length]->view(at_once), hashes.data() + before);
            }
            for (std::uint32_t rank = begin; rank < last; ++rank) {
                const std::uint64_t* hash = hashes.data() + (rank - begin);
                for (const listing& each : listings) {
                    if (each.windows[length] == nullptr) continue;
                    if (!each.is_of(rank, length)) { // of another block
                        hash += std::size_t{at_once} * each.windows[length]->size();
                        continue;
                    }
                    const std::uint32_t* note = each.notes[length].data();
                    for (const key_window& window : *each.windows[length]) {
                        if (window.transposed == 0 ||
                            is_changed_by_transposing(window, words.words + std::uint64_t{rank} * words.stride + 1,
                                                      numbers_.letters().ordinary()))
                            each.lists->add(worker, *hash, rank, each.by_gaps ? no_gaps : *note);
                        ++note;
                        hash += at_once;
                    }
                }
            }
        }
    });
    if (&side == b_.get()) b_is_kept_ = true;
}

} // namespace concord::edit_distance

#include "suffixes/longest_shared.hpp"

#include "runtime/parts.hpp"
#include "suffixes/deepest_shared.hpp"
#include "suffixes/sampled_words.hpp"
#include "suffixes/sorted_suffixes.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace concord::suffixes {
namespace {

/// The ties, by substrings.
[[nodiscard]] shared_substrings grouped(const sampled_search& search) {
    shared_substrings found;
    std::vector<shared_letters> ties = search.best().ties();
    found.length = search.best().first().length;
    // All places of a substring in A are tied with all of them in B; the first one in A stands for it.
    std::ranges::sort(ties, {}, [](const shared_letters& tie) { return std::pair(tie.b, tie.a); });
    struct place {
        std::uint64_t substring; ///< its first place in A
        std::uint64_t position;
        auto operator<=>(const place&) const = default;
    };
    std::vector<place> places;
    for (std::size_t index = 0, next = 0; index < ties.size(); index = next) {
        while (next < ties.size() && ties[next].b == ties[index].b)
            ++next;
        places.push_back({ties[index].a, ties[index].b});
        for (std::size_t tie = index; tie < next; ++tie)
            places.push_back({ties[index].a, ties[tie].a});
    }
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    for (const place& each : places) {
        if (found.substrings.empty() || places[found.substrings.back().first].substring != each.substring)
            found.substrings.push_back({found.places.size(), found.places.size(), 2});
        found.places.push_back(each.position);
        ++found.substrings.back().last;
    }
    return found;
}

template <class Position>
[[nodiscard]] shared_substrings by_suffix_array(const sequence::packed_sequences& set, const wanted_support& wanted,
                                                runtime::thread_pool& workers, std::vector<std::string>& notes) {
    const sorted_suffixes<Position> sorted(set, workers, notes);
    const suffix_arrays<Position> arrays = sorted.arrays(wanted.owners);
    shared_substrings found;
    const std::uint64_t best = greatest_shared(arrays, set.size(), wanted.support, wanted.least, workers);
    if (best < wanted.least) return found;
    found.length = best;
    const runtime::equal_parts parts(workers, arrays.size(), places_of_task());
    std::vector<held_sequences> held(workers.threads(), held_sequences(set.size()));
    std::vector<std::vector<shared_run>> runs(parts.size());
    workers.run(parts.size(), [&](std::size_t part, unsigned worker) {
        runs[part] =
            shared_runs(arrays, parts.first(part), parts.last(part), wanted.support, found.length, held[worker]);
    });
    for (const std::vector<shared_run>& of_part : runs)
        for (const shared_run& run : of_part) {
            const std::span<const Position> places = arrays.suffixes.subspan(run.first, run.last - run.first);
            found.substrings.push_back({found.places.size(), found.places.size() + places.size(), run.support});
            found.places.insert(found.places.end(), places.begin(), places.end());
        }
    return found;
}

template <class Position>
[[nodiscard]] std::vector<best_of_sequence>
each_by_suffix_array(const sequence::packed_sequences& set, const wanted_support& wanted, runtime::thread_pool& workers,
                     std::vector<std::string>& notes) {
    const sorted_suffixes<Position> sorted(set, workers, notes);
    const suffix_arrays<Position> arrays = sorted.arrays({});
    std::vector<best_of_sequence> found(set.size());
    for_deepest_shared(
        arrays, set.size(), wanted.support, [&] { workers.check_cancelled(); },
        [&](std::uint64_t rank, std::uint64_t length, std::uint64_t support) {
            if (length < wanted.least) return;
            const std::uint64_t position = arrays.suffixes[rank];
            const std::uint64_t sequence = sorted.letters.map().sequence_of(position);
            const std::uint64_t start = position - set.offset(sequence);
            best_of_sequence& best = found[sequence];
            if (length > best.length || (length == best.length && start < best.start)) best = {length, start, support};
        });
    return found;
}

} // namespace

shared_substrings longest_shared(const sequence::packed_sequences& set, const wanted_support& wanted,
                                 std::uint64_t most_bytes, runtime::thread_pool& workers,
                                 std::vector<std::string>& notes) {
    if (set.letters() == 0) return {};
    if (set.size() == 2 && wanted.owners.empty()) {
        sampled_search search(set, workers, most_bytes, true);
        if (search.find(wanted.least)) {
            notes.push_back("two sequences: by words of " + std::to_string(search.word_letters()) +
                            " letters sampled from the first and looked up in the second");
            return search.best().first().length >= wanted.least ? grouped(search) : shared_substrings{};
        }
        notes.emplace_back(search.why_not());
    }
    return needs_wide(set) ? by_suffix_array<std::uint64_t>(set, wanted, workers, notes)
                           : by_suffix_array<std::uint32_t>(set, wanted, workers, notes);
}

std::vector<best_of_sequence> longest_of_each(const sequence::packed_sequences& set, const wanted_support& wanted,
                                              runtime::thread_pool& workers, std::vector<std::string>& notes) {
    if (set.letters() == 0) return std::vector<best_of_sequence>(set.size());
    return needs_wide(set) ? each_by_suffix_array<std::uint64_t>(set, wanted, workers, notes)
                           : each_by_suffix_array<std::uint32_t>(set, wanted, workers, notes);
}

std::uint64_t memory_of_longest_shared(const sequence::packed_sequences& set, unsigned threads) {
    text_view text;
    text.size = set.letters();
    text.bits = bits_of_letter(set);
    const suffix_array_memory ordering(text, set.size(), needs_wide(set), threads);
    const std::uint64_t of_text = words_of_letters(text.size, text.bits) * 8 + text.size / 8 * 3 + 64;
    const std::uint64_t of_sequences = set.size() * (32 + std::uint64_t{4} * threads);
    const std::uint64_t of_arrays = text.size * (needs_wide(set) ? 16 : 8);
    const std::uint64_t of_walk = text.size * 8; // ranks that wait for an interval with the support
    return of_text + of_sequences + std::max({ordering.by_keys, ordering.by_induction, of_arrays + of_walk});
}

} // namespace concord::suffixes

// The nearest of short words by comparing all: limits fall while words are compared, and what they have in common at
// their beginnings is compared once (alignment/batch/trie_search.hpp).
#include "alignment/batch/ordered_words.hpp"
#include "alignment/batch/trie_search.hpp"
#include "problems/distance/batch/nearest_few.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

namespace concord::edit_distance {
namespace {

/// What a thread has of its own.
struct own_search {
    own_search(const pair_comparer& comparer, const ordered_words& a, const ordered_words& b)
        : search(comparer, a, b) {}
    trie_search search;
    std::vector<nearest_few> few; ///< of each word of a group
};

} // namespace

void find_nearest_words(batch_run& run, std::span<const std::uint32_t> rows, std::uint64_t count, std::uint64_t bound,
                        const nearest_taker& take) {
    const pair_comparer& comparer = run.comparer();
    std::vector<std::uint32_t> all(comparer.b().size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const ordered_words a(comparer.letters(), comparer.letters().a(), rows, run.workers());
    const ordered_words b(comparer.letters(), comparer.letters().b(), all, run.workers());
    const std::vector<word_group> groups = trie_search::groups_of(comparer, a);
    std::vector<std::unique_ptr<own_search>> own(run.workers().threads());
    std::atomic<std::uint64_t> done = 0;
    run.workers().run(groups.size(), [&](std::size_t index, unsigned worker) {
        if (own[worker] == nullptr) own[worker] = std::make_unique<own_search>(comparer, a, b);
        const word_group group = groups[index];
        const std::uint32_t words = group.end - group.begin;
        own_search& here = *own[worker];
        here.few.assign(words, nearest_few(count));
        const trie_search::limit first_limit = trie_search::limit_of(bound);
        const auto take_hits = [&](std::span<trie_hit> hits, std::span<trie_search::limit> limits) {
            for (const trie_hit& hit : hits)
                here.few[hit.lane].offer({rows[a.place(group.begin + hit.lane)], b.place(hit.word), hit.distance});
            for (std::uint32_t word = 0; word < words; ++word)
                limits[word] = trie_search::limit_of(std::min<std::uint64_t>(bound, here.few[word].bound()));
        };
        here.search.find(group, first_limit, 0, take_hits);
        for (std::uint32_t word = 0; word < words; ++word)
            take(rows[a.place(group.begin + word)], here.few[word].take());
        const std::uint64_t compared = std::uint64_t{words} * b.size();
        run.show("comparing", done.fetch_add(compared) + compared, rows.size() * std::uint64_t{b.size()});
    });
}

} // namespace concord::edit_distance

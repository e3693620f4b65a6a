// Near pairs of short words by comparing all: in lanes, with what they have in common at their beginnings compared
// once.
#include "alignment/batch/ordered_words.hpp"
#include "alignment/batch/trie_search.hpp"
#include "problems/distance/join/near_join_task.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace concord::edit_distance {

void near_join::compare_words(task& now) {
    const pair_comparer& comparer = run_.comparer();
    runtime::thread_pool& workers = pool();
    const ordered_words b(comparer.letters(), now.b.letters(), now.b.sequences(), workers);
    std::optional<ordered_words> other;
    if (!now.is_self) other.emplace(comparer.letters(), now.a.letters(), now.a.sequences(), workers);
    const ordered_words& a = other ? *other : b;
    const bool needs_itself = now.wanted == wanted_pairs::all && now.with_itself;
    const std::vector<word_group> groups = trie_search::groups_of(comparer, a);
    const trie_search::limit limit = trie_search::limit_of(bound_);
    std::vector<std::unique_ptr<trie_search>> own(workers.threads());
    std::atomic<std::uint64_t> done = 0;
    workers.run(groups.size(), [&](std::size_t index, unsigned worker) {
        if (now.found.is_full()) return;
        if (own[worker] == nullptr) own[worker] = std::make_unique<trie_search>(comparer, a, b);
        const word_group group = groups[index];
        const auto take = [&](std::span<trie_hit> hits, std::span<trie_search::limit> limits) {
            // Of one list each pair once: the words of the group are among those that they are compared with.
            std::size_t count = 0;
            for (const trie_hit& hit : hits)
                if (!now.is_self || hit.word > group.begin + hit.lane ||
                    (hit.word == group.begin + hit.lane && needs_itself))
                    hits[count++] = hit;
            hits = hits.first(count);
            const auto rank_a = [&](const trie_hit& hit) { return a.place(group.begin + hit.lane); };
            const auto rank_b = [&](const trie_hit& hit) { return b.place(hit.word); };
            for (const trie_hit& hit : hits) {
                add(now, worker, rank_a(hit), rank_b(hit), hit.distance);
                now.found.added(1);
            }
            if (now.found.is_full()) std::ranges::fill(limits, trie_search::limit{-1});
        };
        own[worker]->find(group, limit, now.is_self ? group.begin : 0, take);
        run_.show("comparing", done.fetch_add(group.end - group.begin) + group.end - group.begin, a.size(), "words");
    });
}

} // namespace concord::edit_distance

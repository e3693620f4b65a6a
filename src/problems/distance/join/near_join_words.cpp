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
    runtime::thread_pool& pool = run_.workers();
    const ordered_words b(comparer.letters(), now.b.letters(), now.b.sequences(), pool);
    std::optional<ordered_words> other;
    if (!now.is_self) other.emplace(comparer.letters(), now.a.letters(), now.a.sequences(), pool);
    const ordered_words& a = other ? *other : b;
    const bool needs_itself = now.wanted == wanted_pairs::all && now.with_itself;
    const std::vector<word_group> groups = trie_search::groups_of(comparer, a);
    const trie_search::limit limit = trie_search::limit_of(comparer.kernel_bound(bound_));
    std::vector<std::unique_ptr<trie_search>> searches(pool.threads());
    std::atomic<std::uint64_t> done = 0;
    pool.run(groups.size(), [&](std::size_t index, unsigned worker) {
        if (now.found.is_full()) return;
        if (searches[worker] == nullptr) searches[worker] = std::make_unique<trie_search>(comparer, a, b);
        pair_refiner& refiner = run_.scratch(worker).refiner;
        const word_group group = groups[index];
        const auto take = [&](std::uint32_t word_a, std::uint32_t word_b, std::uint32_t distance) {
            // Of one list each pair once: the words of the group are among those that they are compared with.
            if (now.is_self && (word_b < word_a || (word_b == word_a && !needs_itself))) return limit;
            const std::uint32_t rank_a = a.place(word_a);
            const std::uint32_t rank_b = b.place(word_b);
            if (comparer.traits().is_refined)
                distance = refiner.refine(comparer, {now.a.sequence(rank_a), now.b.sequence(rank_b)}, distance, bound_);
            if (distance == no_distance) return limit;
            add(now, worker, rank_a, rank_b, distance);
            now.found.added(1);
            return now.found.is_full() ? trie_search::limit{-1} : limit;
        };
        searches[worker]->find(group, limit, now.is_self ? group.begin : 0, take);
        run_.show("comparing", done.fetch_add(group.end - group.begin) + group.end - group.begin, a.size(), "words");
    });
}

} // namespace concord::edit_distance

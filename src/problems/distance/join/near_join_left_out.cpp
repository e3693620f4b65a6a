// Near pairs of short words by keys with one or two letters left out: hashed in lanes, and the few that are equal found
// by chains. Two words that leave out as many letters as there may be edits, at the same places, are near already.
//
// Equal keys have as many letters each. So keys of a few letters are listed and joined before those of more are made,
// in the same memory, which then stays in a core's own cache:
//
//   remain   words of 5 letters   of 6     of 7
//     5      whole                1 out              first these,
//     6                           whole    1 out     then these
#include "problems/distance/join/key_batches.hpp"
#include "problems/distance/join/near_join_task.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

namespace concord::edit_distance {
namespace {

/// So many hashes stay in the cache of level 1 until they are listed.
constexpr std::size_t hashes_of_choices = 2048;

constexpr std::uint64_t keys_of_chains = 1U << 13U;
constexpr double least_keys_at_once = 1U << 15U; ///< of a thread: fewer are not worth waiting for all others

/// Candidates that a thread remembers where two letters are left out: words that one edit tells apart share a key for
/// each other letter that both lack. A quarter of a MiB at most, which stays in a core's own cache.
std::size_t remembered_of(std::uint64_t words) {
    return std::clamp<std::size_t>(std::bit_ceil(2 * words), std::size_t{1} << 10U, std::size_t{1} << 15U);
}

/// The ways to leave so many letters out of so many, in ascending order: what word_key keeps of their places.
std::vector<std::uint32_t> gaps_of(std::uint32_t length, std::uint32_t omitted) {
    std::vector<std::uint32_t> gaps;
    if (omitted == 0) gaps.push_back(word_key::gaps_of(no_gaps));
    for (std::uint32_t out = 0; omitted == 1 && out < length; ++out)
        gaps.push_back(word_key::gaps_of(no_gaps << 8U | out));
    for (std::uint32_t out = 0; omitted == 2 && out < length; ++out)
        for (std::uint32_t other = out + 1; other < length; ++other)
            gaps.push_back(word_key::gaps_of(no_gaps << 16U | out << 8U | (other - 1)));
    return gaps;
}

/// Keys of a side by how many letters remain.
std::vector<double> keys_by_letters(const left_out_letters& letters, const join_side& side) {
    std::vector<double> keys(letters.size());
    for (std::uint64_t length = 0; length < letters.size(); ++length)
        for (const std::uint32_t omitted : letters[length])
            keys[length - omitted] += static_cast<double>(side.first_of(length + 1) - side.first_of(length)) *
                                      static_cast<double>(gaps_of(static_cast<std::uint32_t>(length), omitted).size());
    return keys;
}

} // namespace

/// Whether keys with letters left out are those of words.
bool near_join::can_leave_out_of_words() const {
    const pair_comparer& comparer = run_.comparer();
    const std::uint64_t longest = std::max(comparer.a().longest(), comparer.b().longest());
    return bound_ > 0 && bound_ <= most_left_out && short_metric_ && longest <= longest_in_word &&
           comparer.letters().ordinary() > 0 && letter_hashes::can_be_words(comparer.letters(), longest);
}

/// Letters that are left out of sequences of each length, so that the nearest ones of the other side have an equal key.
near_join::left_out_letters near_join::left_out_of(const join_side& side, const join_side& other, bool is_self,
                                                   bool is_a) const {
    left_out_letters made(side.lengths().empty() ? 0 : side.lengths().back() + 1);
    const std::uint64_t reach = plan_.masks ? 0 : plan_.bound;
    for (const std::uint64_t length : side.lengths())
        for (const std::uint64_t facing : other.lengths()) {
            const std::uint64_t of_b = is_self ? std::min(length, facing) : is_a ? facing : length;
            if (of_b < plan_.shortest() || length > facing + reach || facing > length + reach) continue;
            const auto omitted = static_cast<std::uint32_t>(plan_.bound - (facing > length ? facing - length : 0));
            std::vector<std::uint32_t>& own = made[length];
            if (std::ranges::find(own, omitted) == own.end()) own.push_back(omitted);
        }
    return made;
}

/// False: there were too many pairs.
bool near_join::join_left_out(task& now) {
    runtime::thread_pool& workers = pool();
    const left_out_letters of_b = left_out_of(now.b, now.a, now.is_self, false);
    const left_out_letters of_a = now.is_self ? left_out_letters() : left_out_of(now.a, now.b, false, true);
    if (!b_is_kept_) keep_words(now.b);
    b_is_kept_ = true;
    if (!now.is_self) keep_words(now.a);
    for (unsigned worker = 0; worker < workers.threads(); ++worker)
        scratch_[worker]->compared.assign(plan_.bound > 1 ? remembered_of(now.a.size()) : 0, no_candidate);
    join_without_keys(now);
    const std::vector<key_batch> batches =
        batches_of(keys_by_letters(of_b, now.b), keys_by_letters(of_a, now.a), least_keys_at_once * workers.threads());
    word_key_lists entries(workers.threads());
    word_key_lists lookups(workers.threads());
    std::atomic<std::uint64_t> done = 0;
    for (const key_batch& batch : batches) {
        const partition_layout layout = layout_of(batch.keys(), sizeof(word_key), keys_of_chains);
        entries.lay_out(layout, static_cast<std::uint64_t>(batch.entries));
        lookups.lay_out(layout, static_cast<std::uint64_t>(batch.lookups));
        for (std::uint64_t round = 0; round >> layout.round_bits == 0; ++round) {
            entries.begin_round(round);
            list_left_out(now.b, batch.of(of_b), entries);
            lookups.begin_round(round);
            if (!now.is_self) list_left_out(now.a, batch.of(of_a), lookups);
            workers.run(std::size_t{1} << layout.partition_bits, [&](std::size_t partition, unsigned worker) {
                if (now.found.is_full()) return;
                join_left_out(now, entries, now.is_self ? nullptr : &lookups, partition, worker);
                compare_candidates(now, worker);
            });
            if (now.found.is_full()) return false;
        }
        run_.show("looking for near pairs", ++done, batches.size(), "batches of keys");
    }
    return !now.found.is_full();
}

/// Of a side; sketches only of those that are compared without keys.
void near_join::keep_words(join_side& side) {
    const std::uint32_t sketched = side.first_of(plan_.shortest() + (plan_.masks ? 0 : plan_.bound));
    pool().run((side.size() + ranks_a_task - 1) / ranks_a_task, [&](std::size_t index, unsigned) {
        const auto first = static_cast<std::uint32_t>(index * ranks_a_task);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(side.size(), first + ranks_a_task));
        side.keep_words(first, end, kernels_, rule_, std::min(end, sketched));
    });
}

/// Lists the keys of a side with those letters left out.
void near_join::list_left_out(const join_side& side, const left_out_letters& letters, word_key_lists& lists) {
    const auto has_keys = [](const std::vector<std::uint32_t>& omitted) { return !omitted.empty(); };
    const auto shortest = std::ranges::find_if(letters, has_keys);
    if (shortest == letters.end()) return;
    const auto behind_longest = std::find_if(letters.rbegin(), letters.rend(), has_keys).base();
    const std::uint32_t first_rank = side.first_of(static_cast<std::uint64_t>(shortest - letters.begin()));
    const std::uint32_t last_rank = side.first_of(static_cast<std::uint64_t>(behind_longest - letters.begin()));
    std::array<std::uint64_t, most_word_planes> factors{};
    const unsigned planes = numbers_.letters().ordinary();
    for (unsigned plane = 0; plane < planes; ++plane)
        factors.at(plane) = numbers_.of_bytes()[plane] | 1U;
    const std::uint64_t tasks = (last_rank - first_rank + ranks_a_task - 1) / ranks_a_task;
    pool().run(tasks, [&](std::size_t index, unsigned worker) {
        std::vector<std::uint64_t>& hashes = scratch_[worker]->hashes;
        const auto first = first_rank + static_cast<std::uint32_t>(index * ranks_a_task);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(last_rank, first + ranks_a_task));
        for (std::uint32_t begin = first, last = 0; begin < end; begin = last) {
            const std::uint64_t length = side.length(begin);
            last = std::min(end, side.first_of(length + 1));
            for (const std::uint32_t omitted : letters[length]) {
                const std::vector<std::uint32_t> gaps = gaps_of(static_cast<std::uint32_t>(length), omitted);
                const auto at_once =
                    static_cast<std::uint32_t>(std::clamp<std::size_t>(hashes_of_choices / gaps.size() / 8 * 8, 8, 64));
                hashes.resize(at_once * gaps.size());
                for (std::uint32_t some = begin; some < last; some += at_once) {
                    const std::uint32_t behind = std::min(last, some + at_once);
                    kernels_.left_out(side.words(), some, behind,
                                      {.factors = factors.data(),
                                       .planes = planes,
                                       .length = static_cast<std::uint32_t>(length),
                                       .omitted = omitted,
                                       .stride = at_once},
                                      hashes.data());
                    const std::uint64_t* hash = hashes.data();
                    for (const std::uint32_t each : gaps) {
                        // Where no letter moves, the same ones are left out of both, or they are no candidates.
                        const std::uint64_t of_places = plan_.masks ? mixed(each) : 0;
                        lists.add_all(worker, {hash, behind - some}, of_places,
                                      [=](std::uint64_t made, std::size_t at) {
                                          return word_key(made, some + static_cast<std::uint32_t>(at), each);
                                      });
                        hash += at_once;
                    }
                }
            }
        }
    });
}

/// Those with an equal key whose gaps few edits explain.
void near_join::join_left_out(task& now, const word_key_lists& entries, const word_key_lists* lookups,
                              std::size_t partition, unsigned worker) {
    key_chains& chains = scratch_[worker]->chains;
    chains.fill(entries, pool().threads(), partition);
    const auto offer_some = [&](std::span<const equal_word_keys> some) {
        offer_equal(now, worker, some);
        return !now.found.is_full();
    };
    if (lookups == nullptr) return chains.for_each_pair(offer_some);
    for (unsigned from = 0; from < pool().threads() && !now.found.is_full(); ++from)
        chains.for_each_equal(lookups->list(from, partition), offer_some);
}

/// Those whose gaps few edits explain, and that were not compared lately. No branch depends on which they are.
void near_join::offer_equal(task& now, unsigned worker, std::span<const equal_word_keys> keys) {
    const auto most = static_cast<unsigned>(std::max(plan_.most_gaps, plan_.bound));
    const bool is_self = now.is_self; // locals need no reloading
    std::vector<rank_pair>& candidates = scratch_[worker]->candidates;
    std::vector<rank_pair>& compared = scratch_[worker]->compared;
    std::array<rank_pair, 2> unused{no_candidate, no_candidate};
    const bool remembers = !compared.empty();
    const std::span<rank_pair> lately = remembers ? std::span(compared) : std::span(unused);
    const auto shift = static_cast<unsigned>(64 - std::bit_width(lately.size() - 1));
    std::size_t count = candidates.size();
    candidates.resize(count + keys.size());
    rank_pair* const to = candidates.data();
    for (const equal_word_keys& each : keys) {
        const std::uint32_t one = each.one.rank();
        const std::uint32_t other = each.other.rank();
        const rank_pair pair = is_self ? rank_pair{std::max(one, other), std::min(one, other)} : rank_pair{one, other};
        const auto bits = std::bit_cast<std::uint64_t>(pair);
        rank_pair& last = lately[bits * 0x9E37'79B9'7F4A'7C15U >> shift];
        const auto known = std::bit_cast<std::uint64_t>(last);
        const bool is_candidate = each.one.united_gaps(each.other) <= most;
        last = std::bit_cast<rank_pair>(is_candidate && remembers ? bits : known);
        to[count] = pair;
        count += static_cast<unsigned>(is_candidate) & static_cast<unsigned>(known != bits);
    }
    candidates.resize(count);
    if (count >= candidates_at_once) compare_candidates(now, worker);
}

} // namespace concord::edit_distance

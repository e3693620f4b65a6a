// Near pairs of short words by keys with one or two letters left out: hashed in lanes, and the few that are equal found
// by chains. Two words that leave out as many letters as there may be edits, at the same places, are near already.
#include "problems/distance/join/near_join_task.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <array>

namespace concord::edit_distance {
namespace {

/// So many hashes stay in the cache of level 1 until they are listed.
constexpr std::size_t hashes_of_choices = 2048;

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

double near_join::keys_left_out(const left_out_letters& letters, const join_side& side) {
    double keys = 0;
    for (std::uint64_t length = 0; length < letters.size(); ++length)
        for (const std::uint32_t omitted : letters[length])
            keys += static_cast<double>(side.first_of(length + 1) - side.first_of(length)) *
                    static_cast<double>(gaps_of(static_cast<std::uint32_t>(length), omitted).size());
    return keys;
}

void near_join::list_left_out(task& now) {
    list_left_out(now.b, now.left_out_of_b, *now.word_entries);
    if (!now.is_self) list_left_out(now.a, now.left_out_of_a, *now.word_lookups);
}

/// Lists the keys of a side, and keeps its words; sketches only of those that are compared without keys.
void near_join::list_left_out(join_side& side, const left_out_letters& letters, word_key_lists& lists) {
    const bool keep = &side != b_.get() || !b_is_kept_;
    std::array<std::uint64_t, most_word_planes> factors{};
    const unsigned planes = numbers_.letters().ordinary();
    for (unsigned plane = 0; plane < planes; ++plane)
        factors.at(plane) = numbers_.of_bytes()[plane] | 1U;
    const std::uint32_t sketched = side.first_of(plan_.shortest() + (plan_.masks ? 0 : plan_.bound));
    const std::uint64_t tasks = (side.size() + ranks_a_task - 1) / ranks_a_task;
    pool().run(tasks, [&](std::size_t index, unsigned worker) {
        std::vector<std::uint64_t>& hashes = scratch_[worker]->hashes;
        const auto first = static_cast<std::uint32_t>(index * ranks_a_task);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(side.size(), first + ranks_a_task));
        if (keep) side.keep_words(first, end, kernels_, rule_, std::min(end, sketched));
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
                        lists.add_all(worker, {hash, behind - some}, [=](std::uint64_t made, std::size_t at) {
                            return word_key(made, some + static_cast<std::uint32_t>(at), each);
                        });
                        hash += at_once;
                    }
                }
            }
        }
    });
    if (&side == b_.get()) b_is_kept_ = true;
}

/// Those with an equal key whose gaps few edits explain.
void near_join::join_left_out(task& now, std::size_t partition, unsigned worker) {
    key_chains& chains = scratch_[worker]->chains;
    const auto most = static_cast<unsigned>(std::max(plan_.most_gaps, plan_.bound));
    chains.fill(*now.word_entries, pool().threads(), partition);
    if (now.is_self) {
        chains.for_each_pair(
            [&](word_key one, word_key other) {
                if (one.rank() != other.rank() && one.united_gaps(other) <= most)
                    offer(now, worker, std::max(one.rank(), other.rank()), std::min(one.rank(), other.rank()));
            },
            [&] { return now.found.is_full(); });
        return;
    }
    for (unsigned from = 0; from < pool().threads() && !now.found.is_full(); ++from)
        for (const word_key each : now.word_lookups->list(from, partition))
            chains.for_each_equal(each, [&](word_key entry) {
                if (each.united_gaps(entry) <= most) offer(now, worker, each.rank(), entry.rank());
            });
}

} // namespace concord::edit_distance

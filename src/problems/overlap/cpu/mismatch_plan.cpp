#include "problems/overlap/cpu/mismatch_plan.hpp"

#include "problems/overlap/cpu/window_join.hpp"
#include "suffixes/maximal_pairs.hpp" // seed_length

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace concord::overlap {
namespace {

/// Sum over all letters of the square of their shares, of a sample.
double chance_of_equal(const text_view& text) {
    std::map<std::uint64_t, double> counts;
    const std::uint64_t step = std::max<std::uint64_t>(1, text.size / tuning::sampled_letters);
    double letters = 0;
    for (std::uint64_t at = 0; at < text.size; at += step) {
        ++counts[text.letter(at)];
        ++letters;
    }
    double equal = 0;
    for (const auto& [letter, count] : counts)
        equal += count / letters * (count / letters);
    return equal;
}

struct group_costs {
    double seeds = 0;   ///< pairs of a group as seeds
    double windows = 0; ///< as windows of one combination

    /// Those of a group of so many members, of which so many pairs are behind different letters. Windows are brought
    /// together before it is known whether they have such a pair.
    void add(double members, double pairs) {
        windows += members * tuning::cost_of_grouped_window;
        if (pairs <= 0) return;
        seeds += members * tuning::cost_of_seed + pairs * tuning::cost_of_seed_pair;
        windows += std::min(pairs * tuning::cost_of_joined_pair, members * tuning::cost_of_window_joined_again);
    }
    void add(const group_costs& sampled, double share) {
        seeds += sampled.seeds * share;
        windows += sampled.windows * share;
    }
};

/// Pairs of suffixes [first, last) behind different letters, by every `step`-th of them.
template <class Position>
double pairs_behind_unlike(const index_tables& held, const arrays<Position>& arrays, std::uint64_t first,
                           std::uint64_t last, std::uint64_t step, std::vector<std::uint32_t>& before) {
    before.clear();
    double borders = 0;
    for (std::uint64_t rank = first; rank < last; rank += step) {
        const std::uint64_t position = arrays.suffixes[rank];
        if (held.text.is_cut(position))
            ++borders;
        else
            before.push_back(static_cast<std::uint32_t>(held.text.letter(position - 1)));
    }
    const double sampled = borders + static_cast<double>(before.size());
    double unlike = sampled * sampled - borders;
    std::ranges::sort(before);
    for (auto at = before.begin(); at != before.end();) {
        const auto next = std::upper_bound(at, before.end(), *at);
        unlike -= static_cast<double>(next - at) * static_cast<double>(next - at);
        at = next;
    }
    const double scale = static_cast<double>(last - first) / sampled;
    return unlike / 2 * scale * scale;
}

/// Of the groups of suffixes that share `letters` letters: all large ones, and a sample of the others by their ranks.
template <class Position>
group_costs costs_of_groups(const index_tables& held, const arrays<Position>& arrays, std::uint64_t letters) {
    const std::uint64_t size = arrays.suffixes.size();
    const auto continues = [&](std::uint64_t rank) { return rank < size && arrays.prefixes[rank] >= letters; };
    std::vector<std::uint32_t> before;
    group_costs costs;
    constexpr std::uint64_t large = tuning::step_to_large_groups; // such a group holds one of these ranks
    for (std::uint64_t rank = 0; rank < size;) {
        std::uint64_t first = rank;
        while (first > 0 && arrays.prefixes[first] >= letters)
            --first;
        std::uint64_t last = rank + 1;
        while (continues(last))
            ++last;
        if (last - first >= large) {
            const std::uint64_t step = (last - first) / tuning::sampled_of_large_group;
            costs.add(static_cast<double>(last - first), pairs_behind_unlike(held, arrays, first, last, step, before));
        }
        rank = (last + large - 1) / large * large;
    }
    const std::uint64_t blocks = std::clamp<std::uint64_t>(size / 1024, 16, tuning::sampled_blocks);
    const std::uint64_t of_block = std::max<std::uint64_t>(64, size / blocks / tuning::sampled_share);
    group_costs sampled;
    std::uint64_t looked_at = 0;
    for (std::uint64_t block = 0; block < blocks; ++block) {
        std::uint64_t first = size / blocks * block;
        const std::uint64_t end = std::min(first + of_block, size);
        looked_at += end - first;
        while (first < end && first > 0 && continues(first))
            ++first;
        while (first < end) {
            std::uint64_t last = first + 1;
            while (continues(last))
                ++last;
            if (last - first > 1 && last - first < large)
                sampled.add(static_cast<double>(last - first),
                            pairs_behind_unlike(held, arrays, first, last, 1, before));
            first = last;
        }
    }
    costs.add(sampled, static_cast<double>(size) / static_cast<double>(std::max<std::uint64_t>(1, looked_at)));
    return costs;
}

/// Of the pairs in large groups, such as of an adapter, which a sample would miss: those of different letters before
/// them, once for each place of these letters in a window of `length`. No group of twice the step is overlooked.
template <class Position>
double cost_of_large_groups(const index_tables& held, const arrays<Position>& arrays, std::uint64_t letters,
                            std::uint64_t length) {
    const std::uint64_t size = arrays.suffixes.size();
    const auto shares = [&](std::uint64_t rank) { return rank < size && arrays.prefixes[rank] >= letters; };
    double pairs = 0;
    for (std::uint64_t rank = 1; rank < size; rank += tuning::step_to_large_groups) {
        std::uint64_t last = rank;
        while (last < rank + tuning::checked_of_large_group && shares(last))
            ++last;
        if (last < rank + tuning::checked_of_large_group) continue;
        while (shares(last))
            ++last;
        std::uint64_t first = rank - 1;
        while (first > 0 && shares(first))
            --first;
        const auto members = static_cast<double>(last - first);
        std::map<std::uint64_t, double> before; // of a sample of the members
        const std::uint64_t step = std::max<std::uint64_t>(1, (last - first) / 64);
        double sampled = 0;
        for (std::uint64_t at = first; at < last; at += step, ++sampled) {
            const std::uint64_t position = arrays.suffixes[at];
            ++before[held.text.is_cut(position) ? ~position : held.text.letter(position - 1)];
        }
        double equal = 0;
        for (const auto& [letter, count] : before)
            equal += count / sampled * (count / sampled);
        pairs += members * members / 2 * (1 - equal);
        rank += (last - rank) / tuning::step_to_large_groups * tuning::step_to_large_groups;
    }
    return pairs * static_cast<double>(length - letters + 1) * tuning::cost_of_joined_pair;
}

std::uint64_t windows_of(const index_tables& held, std::uint64_t length) {
    const std::span<const std::uint64_t> offsets = offsets_of(held.set);
    std::uint64_t windows = 0;
    for (std::uint64_t i = 0; i < held.set.size(); ++i)
        windows += offsets[i + 1] - offsets[i] >= length ? offsets[i + 1] - offsets[i] - length + 1 : 0;
    return windows;
}

} // namespace

template <class Position>
mismatch_plan plan_mismatches(const index_tables& held, const arrays<Position>& arrays, std::uint64_t length,
                              std::uint64_t mismatches, std::uint64_t bytes) {
    mismatch_plan plan;
    const std::uint64_t letters = std::min(length, tuning::most_letters_in_pieces);
    if (mismatches == 0 || mismatches + 1 > std::min(letters, tuning::most_pieces)) return plan;
    plan.equal = chance_of_equal(held.text);
    const std::uint64_t count = windows_of(held, length);
    if (count < 2 || window_join<Position>::bytes_of(count) > bytes) return plan;
    if (const std::uint64_t forced = inner::forced_intact; forced > 0) {
        plan.intact = std::min(forced, std::min(letters, tuning::most_pieces) - mismatches);
        plan.joins = true;
        plan.work = std::numeric_limits<double>::infinity();
        return plan;
    }
    const auto windows = static_cast<double>(count);
    const std::uint64_t seed = suffixes::seed_length(length, mismatches);
    const auto all = static_cast<double>(held.set.letters());
    double least = seed < tuning::least_seed ? all * all / 2 * tuning::cost_of_scanned_letter
                                             : costs_of_groups(held, arrays, seed).seeds;
    plan.work = least;
    double combinations = 1;
    for (std::uint64_t intact = 1; mismatches + intact <= std::min(letters, tuning::most_pieces); ++intact) {
        combinations *= static_cast<double>(mismatches + intact) / static_cast<double>(intact);
        const double keys = combinations * windows * tuning::cost_of_keyed_window;
        if (keys * tuning::least_gain_of_join > plan.work) break;
        const std::uint64_t agreeing = letters * intact / (mismatches + intact);
        const double share = windows / all;
        double cost = keys + combinations * share * share * costs_of_groups(held, arrays, agreeing).windows;
        if (cost >= least) continue;
        // Such pairs agree in several combinations, by which they are compared before they count for the first.
        cost +=
            share * share * static_cast<double>(mismatches + 1) * cost_of_large_groups(held, arrays, agreeing, letters);
        if (cost >= least || cost * tuning::least_gain_of_join > plan.work) continue;
        least = cost;
        plan.intact = intact;
        plan.joins = true;
    }
    return plan;
}

template mismatch_plan plan_mismatches(const index_tables&, const arrays<std::uint32_t>&, std::uint64_t, std::uint64_t,
                                       std::uint64_t);
template mismatch_plan plan_mismatches(const index_tables&, const arrays<std::uint64_t>&, std::uint64_t, std::uint64_t,
                                       std::uint64_t);

} // namespace concord::overlap

#include "problems/distance/join/join_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr std::uint64_t profiled = 512; ///< letters from either end; all further ones have the last one's information
constexpr double most_bits = 6;

/// Pairs of equal numbers.
double equal_pairs(std::vector<std::uint64_t>& numbers) {
    std::ranges::sort(numbers);
    double pairs = 0;
    for (std::size_t first = 0, end = 0; first < numbers.size(); first = end) {
        while (end < numbers.size() && numbers[end] == numbers[first])
            ++end;
        pairs += static_cast<double>(end - first) * static_cast<double>(end - first - 1) / 2;
    }
    return pairs;
}

/// The information of a letter where the two before it are known; of the letter alone where too few share those.
double information(std::vector<std::uint64_t>& alone, std::vector<std::uint64_t>& before,
                   std::vector<std::uint64_t>& with) {
    constexpr double enough = 32;
    const double sharing_before = equal_pairs(before);
    const double sharing_all = equal_pairs(with);
    if (sharing_before >= enough) return std::min(most_bits, std::log2(sharing_before / std::max(sharing_all, 0.5)));
    const double pairs = static_cast<double>(alone.size()) * (static_cast<double>(alone.size()) - 1) / 2;
    return pairs < 1 ? 1 : std::min(most_bits, std::log2(pairs / std::max(equal_pairs(alone), 0.5)));
}

} // namespace

information_profile::information_profile(const letter_numbers& numbers, const compared_side& side,
                                         std::span<const std::uint32_t> sampled) {
    std::vector<std::vector<std::uint8_t>> sample;
    letter_hashes letters(numbers);
    std::uint64_t longest = 0;
    for (const std::uint32_t sequence : sampled) {
        letters.load(side, sequence);
        sample.emplace_back(letters.codes(), letters.codes() + letters.length());
        longest = std::max(longest, letters.length());
    }
    std::vector<std::uint64_t> alone;
    std::vector<std::uint64_t> before;
    std::vector<std::uint64_t> with;
    for (const bool backwards : {false, true}) {
        std::vector<double>& bits = backwards ? from_end_ : from_begin_;
        for (std::uint64_t at = 0; at < std::min(longest, profiled); ++at) {
            alone.clear();
            before.clear();
            with.clear();
            for (const std::vector<std::uint8_t>& each : sample) {
                if (each.size() <= at) continue;
                const auto letter = [&](std::uint64_t place) -> std::uint64_t {
                    return place > at ? 256 : backwards ? each[each.size() - 1 - place] : each[place];
                };
                const std::uint64_t two = letter(at - 1) << 20U | letter(at - 2) << 10U;
                alone.push_back(letter(at));
                before.push_back(two);
                with.push_back(two | letter(at));
            }
            bits.push_back(information(alone, before, with));
        }
    }
}

double information_profile::bits(std::uint64_t at, std::uint64_t length) const noexcept {
    if (from_begin_.empty()) return 1;
    const auto of = [](const std::vector<double>& bits, std::uint64_t place) {
        return bits[std::min<std::uint64_t>(place, bits.size() - 1)];
    };
    // A little for every letter, so that pieces have different ends even where nothing is known.
    return 0.05 + std::min(of(from_begin_, at), of(from_end_, length - 1 - at));
}

std::uint64_t join_plan::shortest() const noexcept {
    if (edits.empty()) return no_bound;
    return std::accumulate(edits.begin(), edits.end(), edits.size());
}

std::vector<std::uint32_t> join_plan::cuts(std::uint64_t length, const information_profile& profile) const {
    std::vector<double> before(length + 1); // information of the letters before
    for (std::uint64_t at = 0; at < length; ++at)
        before[at + 1] = before[at] + profile.bits(at, length);
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::uint32_t> cuts(edits.size() + 1);
    double weight = 0;
    std::uint64_t least = 0; // letters that the pieces so far need: one more than their edits
    for (std::size_t piece = 0; piece < edits.size(); ++piece) {
        const auto at = std::ranges::lower_bound(before, before[length] * weight / all) - before.begin();
        cuts[piece] = static_cast<std::uint32_t>(std::max<std::uint64_t>(static_cast<std::uint64_t>(at), least));
        least = cuts[piece] + edits[piece] + 1U;
        weight += weights[piece];
    }
    cuts.back() = static_cast<std::uint32_t>(length);
    for (std::size_t piece = edits.size(); piece-- > 0;)
        cuts[piece] = std::min(cuts[piece], cuts[piece + 1] - edits[piece] - 1U);
    cuts.front() = 0;
    return cuts;
}

std::string join_plan::describe() const {
    if (edits.empty()) return "all are compared";
    std::string text = edits.size() == 1 ? "keys with " : "keys of " + std::to_string(edits.size()) + " pieces with ";
    for (std::size_t piece = 0; piece < edits.size(); ++piece)
        text += (piece == 0 ? "" : ", ") + std::to_string(edits[piece]);
    return text + (masks ? " letters masked" : " letters left out");
}

namespace {

/// Adds the keys by which a sequence of length_a finds one of length_b.
void add_windows(const join_plan& plan, std::span<const std::uint32_t> cuts, std::uint64_t length_a,
                 std::set<key_window>& lookups, std::set<key_window>& entries) {
    const auto bound = static_cast<std::int64_t>(plan.bound);
    const auto length_b = static_cast<std::int64_t>(cuts.back());
    const auto longer = static_cast<std::int64_t>(length_a) - length_b;
    // Of the pieces for which the edits so far are fewer than the sum of what they may have, plus one each, take the
    // first: those before it have `left` edits at least, and at most as many more as it may have itself.
    std::int64_t left = 0;
    for (std::size_t piece = 0; piece < plan.edits.size(); ++piece) {
        const std::int64_t begin = cuts[piece];
        const std::int64_t length = cuts[piece + 1] - begin;
        const std::int64_t may = plan.edits[piece];
        const auto number = static_cast<std::uint16_t>(piece);
        for (std::int64_t wider = plan.masks ? 0 : -may; wider <= (plan.masks ? 0 : may); ++wider) {
            const std::int64_t own = std::abs(wider);
            const std::int64_t most_left = plan.masks || piece == 0 ? 0 : left + may - own;
            const std::int64_t most_right =
                plan.masks || piece + 1 == plan.edits.size() ? 0 : bound - left - own;
            for (std::int64_t shift = -most_left; shift <= most_left; ++shift) {
                const std::int64_t behind = std::abs(longer - shift - wider);
                const std::int64_t at = begin + shift;
                const std::int64_t end = at + length + wider;
                const auto omitted_a = static_cast<std::uint16_t>(may + std::min<std::int64_t>(wider, 0));
                const auto omitted_b = static_cast<std::uint16_t>(may - std::max<std::int64_t>(wider, 0));
                if (behind > most_right || std::abs(shift) + own + behind > bound) continue;
                if (at < 0 || end > static_cast<std::int64_t>(length_a) || end - at < omitted_a) continue;
                lookups.insert({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end), omitted_a, number});
                entries.insert({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length),
                                omitted_b, number});
            }
        }
        left += may + 1;
    }
}

} // namespace

join_windows windows_of(const join_plan& plan, const information_profile& profile,
                        std::span<const std::uint64_t> lengths_a, std::span<const std::uint64_t> lengths_b,
                        bool within_one) {
    std::map<std::uint64_t, std::set<key_window>> entries;
    std::map<std::uint64_t, std::set<key_window>> lookups;
    const std::uint64_t reach = plan.masks ? 0 : plan.bound;
    for (const std::uint64_t length_b : lengths_b) {
        if (length_b < plan.shortest()) continue;
        const std::vector<std::uint32_t> cuts = plan.cuts(length_b, profile);
        const std::uint64_t least = within_one ? length_b : length_b > reach ? length_b - reach : 0;
        for (auto a = std::ranges::lower_bound(lengths_a, least); a != lengths_a.end() && *a <= length_b + reach; ++a)
            add_windows(plan, cuts, *a, lookups[*a], entries[length_b]);
    }
    join_windows windows;
    for (const auto& [length, found] : entries)
        windows.entries[length].assign(found.begin(), found.end());
    for (const auto& [length, found] : lookups) {
        std::vector<key_window>& kept = windows.lookups[length];
        for (const key_window& each : found)
            if (!within_one || !entries[length].contains(each)) kept.push_back(each);
    }
    return windows;
}

} // namespace concord::edit_distance

#include "problems/distance/join/join_plan.hpp"

#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace concord::edit_distance {
namespace {

constexpr std::uint64_t profiled = 512; ///< letters from either end; all further ones have the last one's information
constexpr double most_bits = 6;

/// Pairs of equal numbers.
double equal_pairs(std::span<const std::uint64_t> numbers) {
    struct slot {
        std::uint64_t number = 0;
        std::uint32_t count = 0;
    };
    const std::size_t slots = std::bit_ceil(2 * numbers.size() + 1); // open addressing
    std::vector<slot> table(slots);
    std::uint64_t pairs = 0;
    for (const std::uint64_t number : numbers) {
        std::size_t at = mixed(number) & (slots - 1);
        while (table[at].count > 0 && table[at].number != number)
            at = (at + 1) & (slots - 1);
        table[at].number = number;
        pairs += table[at].count++;
    }
    return static_cast<double>(pairs);
}

/// The information of a letter where the two before it are known; of the letter alone where too few share those.
double information(std::span<const std::uint64_t> alone, std::span<const std::uint64_t> before,
                   std::span<const std::uint64_t> with) {
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

double information_profile::all_bits(std::uint64_t length) const noexcept {
    double all = 0;
    for (std::uint64_t at = 0; at < length; ++at)
        all += bits(at, length);
    return all;
}

std::uint64_t join_plan::shortest() const noexcept {
    return pieces == 0 ? no_bound : pieces == 1 ? bound + 1 : std::uint64_t{pieces} * least_piece();
}

std::vector<std::uint32_t> join_plan::cuts(std::uint64_t length, const information_profile& profile) const {
    std::vector<double> before(length + 1); // information of the letters before
    for (std::uint64_t at = 0; at < length; ++at)
        before[at + 1] = before[at] + profile.bits(at, length);
    // Behind the last piece there is nothing that could be looked at.
    const double shares = pieces + (extends ? tuning::share_of_last_extended - 1 : 0);
    std::vector<std::uint32_t> cuts(pieces + 1);
    for (std::uint32_t piece = 1; piece < pieces; ++piece) {
        const auto at = std::ranges::lower_bound(before, before[length] * piece / shares) - before.begin();
        cuts[piece] = std::max(static_cast<std::uint32_t>(at), cuts[piece - 1] + least_piece());
    }
    cuts.back() = static_cast<std::uint32_t>(length);
    for (std::uint32_t piece = pieces; piece-- > 1;)
        cuts[piece] = std::min(cuts[piece], cuts[piece + 1] - least_piece());
    return cuts;
}

std::string join_plan::describe() const {
    if (compares_words) return "all words are compared, common prefixes once";
    if (!has_keys()) return "all are compared";
    if (pieces == 1) return "keys with " + std::to_string(bound) + (masks ? " letters masked" : " letters left out");
    return "keys of " + std::to_string(unchanged) + " of " + std::to_string(pieces) + " pieces" +
           (transposes ? ", and with neighbours transposed" : "") + (are_apart ? ", a letter apart" : "") +
           (are_anywhere ? ", anywhere" : "") + (extends ? ", extended" : "");
}

} // namespace concord::edit_distance

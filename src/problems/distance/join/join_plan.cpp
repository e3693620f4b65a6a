#include "problems/distance/join/join_plan.hpp"

#include "problems/distance/join/piece_extension.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
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

namespace {

using window_set = std::set<key_window>;
using lookup_set = std::map<key_window, length_range>;

/// The keys by which sequences of one length find those of another.
class window_finder {
  public:
    /// `cuts`: of b.
    window_finder(const join_plan& plan, std::span<const std::uint32_t> cuts, std::uint64_t length_a,
                  lookup_set& lookups, window_set& entries)
        : plan_(plan), cuts_(cuts), length_a_(static_cast<std::int64_t>(length_a)),
          longer_(length_a_ - static_cast<std::int64_t>(cuts.back())), lookups_(lookups), entries_(entries) {}

    void add() {
        if (plan_.pieces == 1)
            add_whole();
        else
            add_pieces({}, {}, 0, 0, 0);
    }

  private:
    void look_up(const key_window& lookup) {
        length_range& found = lookups_[lookup];
        found.least = std::min<std::uint64_t>(found.least, cuts_.back());
        found.greatest = std::max<std::uint64_t>(found.greatest, cuts_.back());
    }

    void add_whole() {
        const auto bound = static_cast<std::int64_t>(plan_.bound);
        const auto out = [&](std::int64_t fewer) {
            return static_cast<std::uint16_t>(bound - std::max<std::int64_t>(0, fewer));
        };
        key_window lookup{.omitted = out(-longer_), .parts = 1};
        lookup.part[0] = {0, static_cast<std::uint32_t>(length_a_)};
        key_window entry{.omitted = out(longer_), .parts = 1};
        entry.part[0] = {0, cuts_.back()};
        look_up(lookup);
        entries_.insert(entry);
    }

    /// Chooses the pieces from `piece` on. The letters of a that face them are further to the right by `shift`; before
    /// the next unchanged piece, `taken` adjacent ones are taken by edits.
    void add_pieces(const key_window& lookup, const key_window& entry, std::uint32_t piece, std::int64_t shift,
                    std::int64_t taken) {
        const std::uint32_t left = plan_.pieces - piece;
        const std::uint32_t wanted = plan_.unchanged - entry.parts; // of which each is a part
        if (wanted == 0) {                                          // the rest is taken
            if (std::abs(longer_ - shift) > taken + left) return;
            look_up(lookup);
            entries_.insert(entry);
            return;
        }
        if (left > wanted) add_pieces(lookup, entry, piece + 1, shift, taken + 1);
        for (std::int64_t more = plan_.masks ? 0 : -taken; more <= (plan_.masks ? 0 : taken); ++more) {
            const std::uint32_t first = cuts_[piece] + (plan_.are_apart && piece > 0 ? 1 : 0);
            const std::int64_t begin = first + shift + more;
            const std::int64_t end = cuts_[piece + 1] + shift + more;
            const std::int64_t last = lookup.parts == 0 ? 0 : lookup.part[lookup.parts - 1].end;
            if (begin < last || end > length_a_) continue;
            const key_window::range facing{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
            key_window next_lookup = lookup;
            key_window next_entry = entry;
            next_lookup.add(facing, piece);
            next_entry.add({first, cuts_[piece + 1]}, piece);
            add_pieces(next_lookup, next_entry, piece + 1, shift + more, 0);
            // One of the edits before is a transposition then, which shifts nothing.
            if (!plan_.transposes || std::abs(more) >= taken || begin <= last) continue;
            key_window longer_lookup = lookup;
            key_window longer_entry = entry;
            longer_lookup.add_longer_transposed(facing, piece, entry.parts);
            longer_entry.add_longer({cuts_[piece], cuts_[piece + 1]}, piece, entry.parts);
            add_pieces(longer_lookup, longer_entry, piece + 1, shift + more, 0);
            // Letters of b inserted between the two have taken pieces of one letter, and shift what follows.
            if (!plan_.edits_between || more > taken - 3 || cuts_[piece] - cuts_[piece - 1] > 1) continue;
            key_window transposed = lookup;
            transposed.add_transposed(facing, piece);
            add_pieces(transposed, next_entry, piece + 1, shift + more, 0);
        }
    }

    const join_plan& plan_;
    std::span<const std::uint32_t> cuts_; ///< of b
    std::int64_t length_a_;
    std::int64_t longer_; ///< a than b
    lookup_set& lookups_;
    window_set& entries_;
};

/// A window of one piece that is looked up, as a number in the order of windows, and the length of what it is to find.
struct piece_lookup {
    std::uint64_t window;
    std::uint64_t length;
    friend auto operator<=>(const piece_lookup&, const piece_lookup&) = default;
};

constexpr unsigned place_bits = 17; // up to near_join::longest

std::uint64_t number_of(std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
    return (piece << place_bits | begin) << place_bits | end;
}

key_window window_of(std::uint64_t number) {
    const auto place = [&](std::uint64_t bits) {
        return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << place_bits) - 1));
    };
    key_window made;
    made.add({place(number >> place_bits), place(number)}, static_cast<std::uint32_t>(number >> 2 * place_bits));
    return made;
}

/// The same where each piece is a key by itself, as it stands.
join_windows windows_of_pieces(const join_plan& plan, const information_profile& profile,
                               std::span<const std::uint64_t> lengths_a, std::span<const std::uint64_t> lengths_b,
                               bool within_one) {
    std::map<std::uint64_t, std::vector<piece_lookup>> lookups;
    std::map<std::uint64_t, std::vector<std::uint64_t>> entries;
    const auto reach = static_cast<std::int64_t>(plan.masks ? 0 : plan.bound);
    for (const std::uint64_t length_b : lengths_b) {
        if (length_b < plan.shortest()) continue;
        const std::vector<std::uint32_t> cuts = plan.cuts(length_b, profile);
        const auto begin_of = [&](std::uint32_t piece) {
            return std::int64_t{cuts[piece]} + (plan.are_apart && piece > 0 ? 1 : 0);
        };
        std::vector<bool> is_entry(plan.pieces);
        const std::uint64_t edits = static_cast<std::uint64_t>(reach);
        const std::uint64_t least = within_one ? length_b : length_b > edits ? length_b - edits : 0;
        for (auto a = std::ranges::lower_bound(lengths_a, least); a != lengths_a.end() && *a <= length_b + edits; ++a) {
            const auto length_a = static_cast<std::int64_t>(*a);
            const std::int64_t longer = length_a - static_cast<std::int64_t>(length_b);
            std::vector<piece_lookup>& found = lookups[*a];
            for (std::uint32_t piece = 0; piece < plan.pieces; ++piece) {
                // As many edits as pieces shift it from its place in b, from either end.
                const std::int64_t before = std::min<std::int64_t>(reach, piece);
                const std::int64_t behind = std::min<std::int64_t>(reach, plan.pieces - piece - 1);
                const std::int64_t first = std::max({-before, longer - behind, -begin_of(piece)});
                const std::int64_t last = std::min({before, longer + behind, length_a - cuts[piece + 1]});
                if (first <= last) is_entry[piece] = true;
                for (std::int64_t shift = first; shift <= last; ++shift)
                    found.push_back({number_of(piece, static_cast<std::uint64_t>(begin_of(piece) + shift),
                                               static_cast<std::uint64_t>(cuts[piece + 1] + shift)),
                                     length_b});
            }
        }
        for (std::uint32_t piece = 0; piece < plan.pieces; ++piece)
            if (is_entry[piece])
                entries[length_b].push_back(
                    number_of(piece, static_cast<std::uint64_t>(begin_of(piece)), cuts[piece + 1]));
    }
    join_windows windows;
    for (const auto& [length, found] : entries)
        std::ranges::transform(found, std::back_inserter(windows.entries[length]), window_of);
    for (auto& [length, found] : lookups) {
        std::ranges::sort(found);
        const std::vector<std::uint64_t>& own = entries[length]; // ascending
        std::vector<key_window>& kept = windows.lookups[length];
        for (std::size_t at = 0, end = 0; at < found.size(); at = end) {
            while (end < found.size() && found[end].window == found[at].window)
                ++end;
            if (within_one && std::ranges::binary_search(own, found[at].window)) continue;
            kept.push_back(window_of(found[at].window));
            windows.found[length].push_back({found[at].length, found[end - 1].length});
        }
    }
    return windows;
}

/// Letters of each key of sequences that are cut so: of the shortest piece, rounded down so that sequences of similar
/// length have the same.
std::uint32_t letters_anywhere(const join_plan& plan, std::span<const std::uint32_t> cuts) {
    std::uint32_t least = cuts.back();
    for (std::uint32_t piece = 0; piece < plan.pieces; ++piece)
        least = std::min(least, cuts[piece + 1] - cuts[piece] - (plan.are_apart && piece > 0 ? 1 : 0));
    constexpr int kept = 4; // bits
    const int dropped = std::max(0, static_cast<int>(std::bit_width(least)) - kept);
    return least >> dropped << dropped;
}

/// The same where pieces may stand anywhere.
join_windows windows_anywhere(const join_plan& plan, const information_profile& profile,
                              std::span<const std::uint64_t> lengths_a, std::span<const std::uint64_t> lengths_b,
                              bool within_one) {
    join_windows windows;
    std::map<std::uint64_t, std::map<std::uint32_t, length_range>> found; // by length of a and letters of a key
    for (const std::uint64_t length : lengths_b) {
        if (length < plan.shortest()) continue;
        const std::vector<std::uint32_t> cuts = plan.cuts(length, profile);
        const std::uint32_t letters = letters_anywhere(plan, cuts);
        for (std::uint32_t piece = 0; piece < plan.pieces; ++piece)
            windows.entries[length].push_back(key_window::anywhere({cuts[piece + 1] - letters, cuts[piece + 1]}, 1));
        const std::uint64_t least =
            std::max<std::uint64_t>(letters, within_one ? length : length - std::min(length, plan.bound));
        for (auto a = std::ranges::lower_bound(lengths_a, least); a != lengths_a.end() && *a <= length + plan.bound;
             ++a) {
            length_range& range = found[*a][letters];
            range.least = std::min(range.least, length);
            range.greatest = std::max(range.greatest, length);
        }
    }
    for (const auto& [length, of_letters] : found)
        for (const auto& [letters, lengths] : of_letters) {
            windows.lookups[length].push_back(
                key_window::anywhere({0, letters}, static_cast<std::uint32_t>(length) - letters + 1));
            windows.found[length].push_back(lengths);
        }
    return windows;
}

} // namespace

double most_windows(const join_plan& plan, std::span<const std::uint64_t> lengths_a,
                    std::span<const std::uint64_t> lengths_b, bool within_one) {
    if (plan.unchanged != 1 || plan.masks || plan.are_anywhere) return 0;
    double pairs = 0; // of lengths
    for (const std::uint64_t length : lengths_b) {
        const std::uint64_t least = within_one ? length : length - std::min(length, plan.bound);
        pairs += static_cast<double>(std::ranges::upper_bound(lengths_a, length + plan.bound) -
                                     std::ranges::lower_bound(lengths_a, least));
    }
    const auto pieces = static_cast<double>(plan.pieces);
    return pairs * pieces * (pieces + 1) / 2 * (plan.transposes ? 4 : 1); // these take longer, too
}

join_windows windows_of(const join_plan& plan, const information_profile& profile,
                        std::span<const std::uint64_t> lengths_a, std::span<const std::uint64_t> lengths_b,
                        bool within_one) {
    std::map<std::uint64_t, window_set> entries;
    std::map<std::uint64_t, lookup_set> lookups;
    const std::uint64_t reach = plan.masks ? 0 : plan.bound;
    if (!plan.has_keys()) return {};
    if (plan.are_anywhere) return windows_anywhere(plan, profile, lengths_a, lengths_b, within_one);
    if (plan.unchanged == 1 && plan.pieces > 1 && !plan.transposes)
        return windows_of_pieces(plan, profile, lengths_a, lengths_b, within_one);
    for (const std::uint64_t length_b : lengths_b) {
        if (length_b < plan.shortest()) continue;
        const std::vector<std::uint32_t> cuts = plan.cuts(length_b, profile);
        const std::uint64_t least = within_one ? length_b : length_b > reach ? length_b - reach : 0;
        for (auto a = std::ranges::lower_bound(lengths_a, least); a != lengths_a.end() && *a <= length_b + reach; ++a)
            window_finder(plan, cuts, *a, lookups[*a], entries[length_b]).add();
    }
    join_windows windows;
    for (const auto& [length, found] : entries)
        windows.entries[length].assign(found.begin(), found.end());
    for (const auto& [length, found] : lookups) {
        std::vector<key_window>& kept = windows.lookups[length];
        for (const auto& [each, lengths] : found) {
            if (within_one && entries[length].contains(each)) continue;
            kept.push_back(each);
            windows.found[length].push_back(lengths);
        }
    }
    return windows;
}

std::vector<std::uint32_t> places_of(const join_plan& plan, const information_profile& profile,
                                     std::span<const key_window> windows, std::uint64_t length) {
    const std::vector<std::uint32_t> cuts = plan.cuts(length, profile);
    std::vector<std::uint32_t> places;
    for (const key_window& each : windows)
        places.push_back(piece_extension::place(
            cuts, static_cast<std::size_t>(std::ranges::find(cuts, each.end()) - cuts.begin() - 1)));
    return places;
}

} // namespace concord::edit_distance

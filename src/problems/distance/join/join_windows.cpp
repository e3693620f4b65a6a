// The windows of sequences by their lengths: which of their letters are keys, and which ones they look up.
#include "problems/distance/join/join_plan.hpp"
#include "problems/distance/join/piece_extension.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

namespace concord::edit_distance {
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

/// How one length of b is cut.
struct cut_length {
    std::uint64_t length;
    std::vector<std::uint32_t> cuts;
};

/// The windows of one piece that sequences of one length look up.
class piece_windows {
  public:
    /// Those of so many letters that begin from `first` to `last`, for sequences of that length; lengths ascend.
    void add(std::uint32_t letters, std::int64_t first, std::int64_t last, std::uint64_t length) {
        runs_.push_back({letters, first, last, length});
    }

    /// Calls take(window, lengths that it finds) for each window once. Empties itself. Time O(windows, each as often as
    /// it was added).
    template <class Take>
    void for_each(std::uint32_t piece, const Take& take) {
        std::ranges::stable_sort(runs_, {}, &run::letters); // few numbers of letters: pieces are of about one length
        for (std::size_t begin = 0, end = 0; begin < runs_.size(); begin = end) {
            const std::uint32_t letters = runs_[begin].letters;
            std::int64_t first = runs_[begin].first;
            std::int64_t last = runs_[begin].last;
            for (; end < runs_.size() && runs_[end].letters == letters; ++end) {
                first = std::min(first, runs_[end].first);
                last = std::max(last, runs_[end].last);
            }
            // The longest that reaches a place is written last.
            lengths_.assign(static_cast<std::size_t>(last - first + 1), {});
            for (std::size_t at = end; at-- > begin;)
                for (std::int64_t place = runs_[at].first; place <= runs_[at].last; ++place)
                    lengths_[static_cast<std::size_t>(place - first)].least = runs_[at].length;
            for (std::size_t at = begin; at < end; ++at)
                for (std::int64_t place = runs_[at].first; place <= runs_[at].last; ++place)
                    lengths_[static_cast<std::size_t>(place - first)].greatest = runs_[at].length;
            for (std::int64_t place = first; place <= last; ++place) {
                const length_range& found = lengths_[static_cast<std::size_t>(place - first)];
                if (found.least == no_bound) continue; // between two runs
                key_window window;
                window.add({static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place) + letters}, piece);
                take(window, found);
            }
        }
        runs_.clear();
    }

  private:
    struct run {
        std::uint32_t letters;
        std::int64_t first;
        std::int64_t last;
        std::uint64_t length;
    };
    std::vector<run> runs_;
    std::vector<length_range> lengths_; ///< that the windows from one place on find
};

/// The same where each piece is a key by itself, as it stands.
join_windows windows_of_pieces(const join_plan& plan, const information_profile& profile,
                               std::span<const std::uint64_t> lengths_a, std::span<const std::uint64_t> lengths_b,
                               bool within_one) {
    const auto reach = static_cast<std::int64_t>(plan.masks ? 0 : plan.bound);
    std::vector<cut_length> cut;
    for (const std::uint64_t length : lengths_b)
        if (length >= plan.shortest()) cut.push_back({length, plan.cuts(length, profile)});
    const auto begin_of = [&](const cut_length& b, std::uint32_t piece) {
        return b.cuts[piece] + (plan.are_apart && piece > 0 ? 1 : 0);
    };
    std::vector<std::vector<bool>> is_entry(cut.size(), std::vector<bool>(plan.pieces));
    join_windows windows;
    piece_windows found;
    for (const std::uint64_t a : lengths_a) {
        const auto length_a = static_cast<std::int64_t>(a);
        const std::uint64_t edits = static_cast<std::uint64_t>(reach);
        const auto least = std::ranges::lower_bound(cut, a > edits ? a - edits : 0, {}, &cut_length::length);
        const auto behind = std::ranges::upper_bound(cut, within_one ? a : a + edits, {}, &cut_length::length);
        if (least == behind) continue;
        // Of one list those of its own length are entries, too, and found by their equals.
        const cut_length* const own = within_one && std::prev(behind)->length == a ? &*std::prev(behind) : nullptr;
        std::vector<key_window>& kept = windows.lookups[a];
        std::vector<length_range>& lengths = windows.found[a];
        for (std::uint32_t piece = 0; piece < plan.pieces; ++piece) {
            // As many edits as pieces shift it from its place in b, from either end.
            const std::int64_t before = std::min<std::int64_t>(reach, piece);
            const std::int64_t after = std::min<std::int64_t>(reach, plan.pieces - piece - 1);
            for (auto b = least; b != behind; ++b) {
                const std::int64_t longer = length_a - static_cast<std::int64_t>(b->length);
                const std::int64_t begin = begin_of(*b, piece);
                const std::int64_t first = std::max({-before, longer - after, -begin});
                const std::int64_t last = std::min({before, longer + after, length_a - b->cuts[piece + 1]});
                if (first > last) continue;
                is_entry[static_cast<std::size_t>(b - cut.begin())][piece] = true;
                found.add(b->cuts[piece + 1] - begin_of(*b, piece), begin + first, begin + last, b->length);
            }
            found.for_each(piece, [&](const key_window& window, const length_range& range) {
                if (own != nullptr && window.part[0].begin == begin_of(*own, piece) &&
                    window.part[0].end == own->cuts[piece + 1])
                    return;
                kept.push_back(window);
                lengths.push_back(range);
            });
        }
    }
    for (std::size_t b = 0; b < cut.size(); ++b)
        for (std::uint32_t piece = 0; piece < plan.pieces; ++piece) {
            if (!is_entry[b][piece]) continue;
            key_window window;
            window.add({begin_of(cut[b], piece), cut[b].cuts[piece + 1]}, piece);
            windows.entries[cut[b].length].push_back(window);
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
    return pairs * pieces * (pieces + 1) / 2 * (plan.transposes ? tuning::times_transposed : 1);
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

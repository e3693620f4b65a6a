// Two sequences A and B: a match of L letters holds L - k + 1 words of k letters. If p and q are coprime and p * q <= L
// - k + 1, one of these words is at a multiple of p in A and at a multiple of q in B. So a table of every p-th word of
// A suffices, and only every q-th word of B is looked up (Grabowski and Bieniecki, copMEM).
//
//   A   |word|.......|word|.......|word|       every p letters
//              [------- match -------]         of L letters: one word of both
//   B     |word|...|word|...|word|...|word|    every q letters; a hit is extended in both directions
//
// A match of L letters or more is the longest; else L is lowered to the length found, and the next pass cannot fail. In
// repetitive texts there are too many hits, and a budget of steps ends the search.
#include "suffixes/sampled_words.hpp"

#include "runtime/parts.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace concord::suffixes {
namespace {

/// Bounds the steps of a pass, so that a slow one ends early: so many steps for each letter visited so far, and a
/// credit in advance, because frequent words may be clustered.
class step_budget {
  public:
    explicit step_budget(std::uint64_t head_start) : most_(head_start) {}
    void look_at(std::uint64_t letters) { most_ += letters * tuning::most_sampled_steps; }
    /// False if the budget is exceeded.
    [[nodiscard]] bool spend(std::uint64_t steps) { return (taken_ += steps) <= most_; }

  private:
    std::uint64_t taken_ = 0;
    std::uint64_t most_;
};

/// How far matches have been extended on the most recent diagonals.
class followed_diagonals {
  public:
    followed_diagonals() : entries_(std::size_t{1} << index_bits) {}
    /// The end in B of the last match extended on the diagonal of (a, b); 0 if unknown.
    [[nodiscard]] std::uint64_t& end_of(std::uint64_t a, std::uint64_t b) {
        const std::uint64_t diagonal = b - a;
        entry& each = entries_[diagonal * multiplier >> (bits_per_word - index_bits)];
        if (each.diagonal != diagonal) each = {diagonal, 0};
        return each.end;
    }

  private:
    static constexpr unsigned index_bits = 12;
    struct entry {
        std::uint64_t diagonal = 0;
        std::uint64_t end = 0;
    };
    std::vector<entry> entries_;
};

/// The probability that a letter of A and one of B are equal, by a sample; neither is empty.
double equal_letters(const text_view& text, std::uint64_t end_of_a) {
    const auto sample = [&](std::uint64_t first, std::uint64_t last, const auto& take) {
        const std::uint64_t count = std::min<std::uint64_t>(tuning::sampled_letters, last - first);
        const std::uint64_t distance = (last - first) / count;
        for (std::uint64_t nth = 0; nth < count; ++nth)
            take(text.letter(first + distance * nth));
        return count;
    };
    const auto equal_counted = [&](auto& of_a) {
        std::uint64_t equal = 0;
        const std::uint64_t in_a = sample(0, end_of_a, [&](std::uint64_t letter) { ++of_a[letter]; });
        const std::uint64_t in_b = sample(end_of_a, text.size, [&](std::uint64_t letter) { equal += of_a[letter]; });
        return static_cast<double>(equal) / static_cast<double>(in_a * in_b);
    };
    constexpr unsigned few_bits = 8;
    std::array<std::uint32_t, std::size_t{1} << few_bits> few{}; // sorting took a third of the time of short texts
    std::unordered_map<std::uint64_t, std::uint32_t> many;
    return std::max(text.bits <= few_bits ? equal_counted(few) : equal_counted(many),
                    std::exp2(-static_cast<double>(text.bits)));
}

constexpr const char* too_repetitive = "words of one sequence are found too often in the other: by suffix array";
constexpr const char* too_large = "a table of sampled words takes more memory than is allowed: by suffix array";

} // namespace

sampled_search::sampled_search(const sequence::packed_sequences& set, runtime::thread_pool& workers,
                               std::uint64_t most_bytes, bool all)
    : text_(set, workers), view_(text_.view()), workers_(workers), end_of_a_(set.offset(1)),
      head_start_(set.letters() / 8 + std::min<std::uint64_t>(65'536, set.letters() / 8)), most_bytes_(most_bytes),
      all_(all), why_not_(too_repetitive), best_(all) {}

bool sampled_search::find(std::uint64_t min_length) {
    std::uint64_t length =
        std::min({end_of_a_, view_.size - end_of_a_, std::max(tuning::first_sampled_length, min_length)});
    while (length > 0) {
        choose_words(length);
        choose_strides(length);
        const bool is_done =
            most_words() > std::numeric_limits<std::uint32_t>::max() ? pass<std::uint64_t>() : pass<std::uint32_t>();
        if (!is_done) return false;
        // All matches of this length have been visited. A shorter one found here is longer than any that a lower
        // bound would find.
        if (best_.first().length >= length || length <= min_length) return true;
        length = best_.first().length > 0 ? best_.first().length : shorter_than(length);
        length = std::max(length, min_length);
        best_ = longest_matches(all_);
    }
    return true;
}

bool sampled_search::occurrences(std::vector<std::uint64_t>& found) const {
    const text_view text = view_; // as locals, which the compiler need not read again for each position
    const std::uint64_t first = best_.first().a;
    const std::uint64_t length = best_.first().length;
    const auto letters = static_cast<unsigned>(std::clamp<std::uint64_t>(length, 1, text.letters_per_window()));
    const unsigned shift = bits_per_word - letters * text.bits;
    const std::uint64_t word = text.window(first) >> shift;
    step_budget budget(head_start_);
    for (std::uint64_t position = 0; position + length <= text.size; ++position) {
        budget.look_at(1);
        if (text.window(position) >> shift != word) continue;
        const std::uint64_t shared = position == first ? length : common_prefix(text, first, position, 0, length);
        if (shared >= length) found.push_back(position);
        if (!budget.spend(1 + shared / letters)) return false;
    }
    return true;
}

/// The next length after a pass that found nothing: at first what unrelated sequences with these letters share by
/// chance in at least four places, and so nearly always.
std::uint64_t sampled_search::shorter_than(std::uint64_t length) const {
    const double equal = equal_letters(view_, end_of_a_);
    const double pairs = static_cast<double>(end_of_a_) * static_cast<double>(view_.size - end_of_a_);
    const double by_chance = equal < 1 ? std::log2(pairs * (1 - equal) / 4) / -std::log2(equal) : 0;
    return by_chance >= 1 && by_chance < static_cast<double>(length) ? static_cast<std::uint64_t>(by_chance)
                                                                     : length / 2;
}

void sampled_search::choose_words(std::uint64_t length) {
    // Long words are rarely found by chance, short ones are rarely needed.
    const std::uint64_t target = length < 48 ? (2 * length + 2) / 3 : length;
    word_letters_ = static_cast<unsigned>(std::min<std::uint64_t>(target, view_.letters_per_window()));
}

/// The cheapest strides.
void sampled_search::choose_strides(std::uint64_t length) {
    const std::uint64_t words = length - word_letters_ + 1; // of a match
    const auto a = static_cast<double>(end_of_a_) * tuning::cost_of_sampled_word;
    const auto b = static_cast<double>(view_.size - end_of_a_);
    double least = std::numeric_limits<double>::max();
    for (std::uint64_t in_b = 1; in_b <= words; ++in_b) {
        std::uint64_t in_a = words / in_b;
        while (std::gcd(in_a, in_b) != 1)
            --in_a;
        const double cost = a / static_cast<double>(in_a) + b / static_cast<double>(in_b);
        if (cost >= least) continue;
        least = cost;
        stride_a_ = in_a;
        stride_b_ = in_b;
    }
}

/// Visits all matches of the length that words and strides are for. False if it would take too much time or memory.
template <class Slot>
bool sampled_search::pass() {
    if (text_.memory_bytes() + word_table<Slot>::bytes_for(most_words()) > most_bytes_) {
        why_not_ = too_large;
        return false;
    }
    word_table<Slot> words(most_words(), stride_a_, view_, word_letters_, workers_.threads() > 1);
    return sample(words) && look_up(words);
}

/// False if it would take too long: n equal words visit n * n / 2 slots.
template <class Slot>
bool sampled_search::sample(word_table<Slot>& words) const {
    std::atomic<bool> too_long{false};
    const std::uint64_t count = end_of_a_ < word_letters_ ? 0 : (end_of_a_ - word_letters_) / stride_a_ + 1;
    runtime::for_parts(workers_, count, places_of_task() / stride_a_ + 1, [&](std::uint64_t first, std::uint64_t last) {
        step_budget budget(head_start_);
        for (std::uint64_t nth = first; nth < last && !too_long.load(std::memory_order_relaxed); ++nth) {
            const std::uint64_t place = nth * stride_a_;
            words.fetch(std::min(nth + tuning::near_ahead, count - 1));
            budget.look_at(stride_a_);
            if (view_.reach(place) >= word_letters_ && !budget.spend(words.add(nth)))
                too_long.store(true, std::memory_order_relaxed);
        }
    });
    return !too_long.load();
}

template <class Slot>
bool sampled_search::look_up(const word_table<Slot>& words) {
    const std::uint64_t letters = view_.size - end_of_a_;
    const std::uint64_t parts =
        std::clamp<std::uint64_t>(letters / places_of_task(), 1, std::uint64_t{workers_.threads()} * 4);
    std::vector<longest_matches> found(parts, longest_matches(all_));
    std::atomic<bool> too_long{false};
    workers_.run(parts, [&](std::size_t part, unsigned) {
        const std::uint64_t first = end_of_a_ + letters / parts * part;
        const std::uint64_t last = part + 1 == parts ? view_.size : end_of_a_ + letters / parts * (part + 1);
        if (!too_long.load(std::memory_order_relaxed) && !look_up(words, first, last, found[part]))
            too_long.store(true, std::memory_order_relaxed);
    });
    for (const longest_matches& of_part : found)
        best_.add(of_part);
    return !too_long.load();
}

template <class Slot>
bool sampled_search::look_up(const word_table<Slot>& words, std::uint64_t first, std::uint64_t last,
                             longest_matches& best) const {
    step_budget budget(head_start_);
    followed_diagonals followed;
    std::array<std::uint64_t, held_words_at_a_time> held;
    bool in_time = true;
    // Every stride_b_-th of the letters from `first` on is visited.
    std::uint64_t next = (first + stride_b_ - 1) / stride_b_ * stride_b_;
    for (std::uint64_t looked_at = first; next < last && in_time; looked_at = next) {
        const std::size_t count = words.held_among(next, last, stride_b_, held);
        budget.look_at(next - looked_at);
        const std::span<const std::uint64_t> found(held.data(), count);
        for (const std::uint64_t b : found)
            words.fetch_slot(words.word_at(b));
        for (const std::uint64_t b : found) {
            if (view_.reach(b) < word_letters_) continue;
            words.for_each(words.word_at(b), [&](std::uint64_t a) {
                std::uint64_t steps = 1;
                if (std::uint64_t& end = followed.end_of(a, b); b >= end) {
                    const std::uint64_t before = common_suffix(view_, a, b);
                    const std::uint64_t behind = common_prefix(view_, a, b, word_letters_);
                    best.add({before + behind, a - before, b - before});
                    end = b + behind;
                    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a letter has at most 32 of 64 bits
                    steps += (before + behind) / view_.letters_per_window();
                }
                return in_time = budget.spend(steps);
            });
            if (!in_time) break;
        }
    }
    return in_time;
}

} // namespace concord::suffixes

#include "problems/overlap/index_file.hpp"

#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <random>

namespace concord::overlap {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// The lowest index that any thread finds.
class lowest {
  public:
    void tell(std::uint64_t index) {
        std::uint64_t known = value_.load();
        while (index < known && !value_.compare_exchange_weak(known, index)) {
        }
    }
    [[nodiscard]] std::uint64_t value() const { return value_.load(); }

  private:
    std::atomic<std::uint64_t> value_{none};
};

/// Calls check(index) for all indices below `count`, in parts; returns the lowest for which it is false.
template <class Check>
std::uint64_t first_wrong(std::uint64_t count, runtime::thread_pool& workers, Check check) {
    lowest wrong;
    constexpr std::uint64_t part = tuning::places_per_task;
    workers.run((count + part - 1) / part, [&](std::size_t task, unsigned) {
        const std::uint64_t end = std::min<std::uint64_t>(count, (task + 1) * part);
        for (std::uint64_t index = task * part; index < end; ++index)
            if (!check(index)) return wrong.tell(index);
    });
    return wrong.value();
}

template <class Value>
bool same(std::span<const Value> values, const Value* expected) {
    return values.empty() || std::memcmp(values.data(), expected, values.size_bytes()) == 0;
}

/// Letters, borders and the map of sequences must be those of the sequences.
std::optional<contradiction> wrong_text(const index_tables& held, runtime::thread_pool& workers) {
    const text expected(sequence::packed(held.set), workers);
    const text_view& view = expected.view();
    const auto words = [](const std::uint64_t* first, std::uint64_t count) {
        return std::span<const std::uint64_t>(first, count);
    };
    const sequence_map& map = expected.map();
    const bool right =
        view.bits == held.text.bits &&
        same(words(held.text.letters, words_of_letters(view.size, view.bits)), view.letters) &&
        same(words(held.text.cuts, words_of_cuts(view.size)), view.cuts) && same(held.map.begins, map.begins.data()) &&
        held.map.with_letters.size() == map.with_letters.size() && same(held.map.with_letters, map.with_letters.data());
    if (right) return std::nullopt;
    return contradiction{"the text of its sequences", "another"};
}

/// A hash of a set of pairs of numbers: the sum of their hashes. Its keys are drawn at random each time, so that nobody
/// can construct two sets with the same hash.
class pair_sum {
  public:
    pair_sum() {
        std::random_device draw;
        for (std::uint64_t& number : drawn_)
            number = std::uint64_t{draw()} << 32U | draw() | 1U;
    }
    [[nodiscard]] std::uint64_t of(std::uint64_t x, std::uint64_t y) const {
        std::uint64_t mixed = x * drawn_[0] + y * drawn_[1];
        mixed = (mixed ^ mixed >> 32U) * drawn_[2];
        return mixed ^ mixed >> 32U;
    }

  private:
    std::array<std::uint64_t, 3> drawn_{};
};

/// Whether the ranks are the inverse of the suffixes; then each position is a suffix exactly once. Both arrays must
/// give the same set of pairs (position, rank); hashes of the sets compare them without random access.
template <class Position>
bool undo_each_other(const arrays<Position>& of, runtime::thread_pool& workers) {
    const std::uint64_t size = of.suffixes.size();
    const pair_sum sum;
    std::atomic<std::uint64_t> of_suffixes{0};
    std::atomic<std::uint64_t> of_ranks{0};
    constexpr std::uint64_t part = tuning::places_per_task;
    workers.run((size + part - 1) / part, [&](std::size_t task, unsigned) {
        std::uint64_t from_suffixes = 0;
        std::uint64_t from_ranks = 0;
        const std::uint64_t end = std::min<std::uint64_t>(size, (task + 1) * part);
        for (std::uint64_t at = task * part; at < end; ++at) {
            from_suffixes += sum.of(of.suffixes[at], at);
            from_ranks += sum.of(at, of.ranks[at]);
        }
        of_suffixes += from_suffixes;
        of_ranks += from_ranks;
    });
    return of_suffixes == of_ranks;
}

template <class Position>
std::optional<contradiction> wrong_arrays(const index_tables& held, const arrays<Position>& of,
                                          runtime::thread_pool& workers) {
    const std::uint64_t size = held.text.size;
    if (!undo_each_other(of, workers)) return contradiction{"suffixes and ranks that undo each other", "others"};
    const std::uint64_t wrong =
        first_wrong(size, workers, [&](std::uint64_t rank) { return of.prefixes[rank] <= size - of.suffixes[rank]; });
    if (wrong != none)
        return contradiction{"as prefix " + std::to_string(wrong) + " one that ends within the text",
                             std::to_string(of.prefixes[wrong]) + " letters from place " +
                                 std::to_string(of.suffixes[wrong]) + " on"};
    const std::uint64_t entry = first_wrong(of.table.size(), workers, [&](std::uint64_t index) {
        return range_minima<Position>::is_entry(of.prefixes.data(), size, of.table.data(), index);
    });
    if (entry == none) return std::nullopt;
    return contradiction{"the minima of its prefixes", "another in entry " + std::to_string(entry)};
}

} // namespace

std::optional<contradiction> find_contradiction(const index_tables& held, runtime::thread_pool& workers) {
    if (auto found = wrong_text(held, workers)) return found;
    return std::visit([&](const auto& of) { return wrong_arrays(held, of, workers); }, held.arrays());
}

} // namespace concord::overlap

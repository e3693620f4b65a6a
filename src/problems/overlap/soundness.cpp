#include "problems/overlap/soundness.hpp"

#include "problems/overlap/tuning.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

namespace concord::overlap {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// The lowest index that several threads find.
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

/// Calls check(index) for all below `count`, in parts; the lowest for which it is false.
template <class Check>
std::uint64_t first_wrong(std::uint64_t count, exec::workers& workers, Check check) {
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

/// Letters, borders and the map of sequences follow from the sequences.
std::optional<contradiction> wrong_text(const overlap_index::tables& held, exec::workers& workers) {
    const text expected(held.set, workers);
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

template <class Position>
std::optional<contradiction> wrong_arrays(const overlap_index::tables& held, const arrays<Position>& of,
                                          exec::workers& workers) {
    const std::uint64_t size = held.text.size;
    const data::packed_sequences& packed = held.set.packed();
    const auto is_right = [&](std::uint64_t rank) {
        if (rank + tuning::far_ahead < size) {
            const std::uint64_t far = of.suffixes[rank + tuning::far_ahead];
            if (far < size) {
                __builtin_prefetch(&of.ranks[far]);
                held.map.prefetch(far);
            }
        }
        const std::uint64_t suffix = of.suffixes[rank];
        return suffix < size && of.ranks[suffix] == rank &&
               of.prefixes[rank] <= packed.offset(held.map.sequence_of(suffix) + 1) - suffix;
    };
    // That each rank is that of its suffix says that no suffix is there twice, so that all are there.
    if (const std::uint64_t rank = first_wrong(size, workers, is_right); rank != none)
        return contradiction{"as suffix " + std::to_string(rank) +
                                 " a place whose rank this is, with a prefix that ends in its sequence",
                             "place " + std::to_string(of.suffixes[rank]) + " with a prefix of " +
                                 std::to_string(of.prefixes[rank]) + " letters"};
    const std::uint64_t entry = first_wrong(of.table.size(), workers, [&](std::uint64_t index) {
        return range_minima<Position>::is_entry(of.prefixes.data(), size, of.table.data(), index);
    });
    if (entry == none) return std::nullopt;
    return contradiction{"the minima of its prefixes", "another in entry " + std::to_string(entry)};
}

} // namespace

std::optional<contradiction> find_contradiction(const overlap_index::tables& held, exec::workers& workers) {
    if (auto found = wrong_text(held, workers)) return found;
    return std::visit([&](const auto& of) { return wrong_arrays(held, of, workers); }, held.arrays);
}

} // namespace concord::overlap

#include "problems/substring/cpu/words/frequent_window.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/placed_windows.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

namespace concord::substring {
namespace {

constexpr std::uint64_t sequences_of_part = 64;

/// How many windows of a length have each hash.
class hashed_places {
  public:
    hashed_places(const problem& given, const cpu_resources& resources, std::uint64_t length)
        : given_(given), length_(length), places_(counters_for(given, resources.memory)) {
        runtime::for_parts(resources.workers, given.sequences(), sequences_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t sequence = first; sequence < last; ++sequence)
                                   for_each_start(given, sequence, length, [&](std::uint64_t start) {
                                       const std::atomic_ref places(places_[hash_of(given.offset(sequence) + start)]);
                                       places.fetch_add(1, std::memory_order_relaxed);
                                   });
                           });
        most_ = std::ranges::max_element(places_);
    }

    [[nodiscard]] std::uint64_t most() const { return *most_; }

    /// The first window which has that hash, of those that are asked about or their other strands; of support 0 where
    /// there is none.
    [[nodiscard]] substring_candidate most_frequent() const {
        const auto wanted = static_cast<std::uint64_t>(most_ - places_.begin());
        const std::uint64_t last = given_.strands > 0 ? given_.sequences() : given_.sources;
        substring_candidate found{};
        for (std::uint64_t sequence = 0; sequence < last && found.support == 0; ++sequence)
            for_each_start(given_, sequence, length_, [&](std::uint64_t start) {
                if (hash_of(given_.offset(sequence) + start) == wanted) found = {sequence, start, length_, *most_};
            });
        return found;
    }

  private:
    /// Two for each window, as far as there is room.
    static std::size_t counters_for(const problem& given, std::uint64_t memory) {
        constexpr std::uint64_t least = 1U << 12U;
        const std::uint64_t most = std::min(tuning::most_counters_of_windows, memory / 4 / sizeof(std::uint32_t));
        return std::bit_floor(std::clamp(4 * given.set.letters(), least, std::max(least, most)));
    }
    [[nodiscard]] std::uint64_t hash_of(std::uint64_t position) const {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio
        const auto in_window = base::low_bits<std::uint64_t>(static_cast<unsigned>(length_));
        std::uint64_t hash = 0;
        for (unsigned plane = 0; plane < given_.letters.planes(); ++plane)
            hash = (hash ^ hash >> 32U ^ (given_.letters.target(plane, position) & in_window)) * golden;
        return hash >> (64 - std::countr_zero(places_.size()));
    }

    const problem& given_;
    std::uint64_t length_;
    std::vector<std::uint32_t> places_;
    std::vector<std::uint32_t>::const_iterator most_;
};

} // namespace

std::uint64_t reach_of_frequent_windows(const problem& given, const cpu_resources& resources) {
    const std::uint64_t longest = std::min<std::uint64_t>(longest_possible(given), sequence::letters_per_word);
    const auto has_support = [&](std::uint64_t length) {
        const hashed_places places(given, resources, length);
        if (places.most() < std::max<std::uint64_t>(2, given.support / tuning::equal_windows_of_support)) return false;
        const substring_candidate window = places.most_frequent();
        const std::uint64_t wanted =
            given.strands > 0 ? given.support + 1 : given.support; // its other strand may count
        return window.support > 0 && find_occurrences(given, window, resources.workers).size() >= wanted;
    };
    std::uint64_t reach = most_shared_by_chance(given) + 1;
    if (reach > longest || !has_support(reach)) return 0;
    // What is left is climbed.
    for (std::uint64_t too_long = longest + 1; reach + 1 + reach / 8 < too_long;) {
        const std::uint64_t length = std::min(2 * reach, (reach + too_long) / 2);
        (has_support(length) ? reach : too_long) = length;
    }
    return reach;
}

std::uint64_t reach_of_rare_windows(const problem& given, const cpu_resources& resources, std::uint64_t known) {
    const bool may_be_missed = given.mismatches > 0 && given.support >= 2 &&
                               given.support <= given.sequences() / tuning::sequences_for_a_rare_window &&
                               given.set.letters() >= tuning::letters_of_frequent_windows;
    return may_be_missed ? std::max(known, reach_of_frequent_windows(given, resources)) : known;
}

} // namespace concord::substring

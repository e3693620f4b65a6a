#include "problems/substring/cpu/words/frequent_window.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/cpu/words/placed_windows.hpp"
#include "problems/substring/cpu/words/spaced_words.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <vector>

namespace concord::substring {
namespace {

constexpr std::uint64_t sequences_of_part = 64;
constexpr unsigned asked_windows = 16; ///< which window a hash is of

/// How many windows of a length have each hash.
class hashed_places {
  public:
    hashed_places(const problem& given, const cpu_resources& resources, std::uint64_t length)
        : given_(given), length_(length), places_(counters_for(given, resources.memory)) {
        if (resources.workers.threads() == 1)
            count<false>(resources.workers);
        else
            count<true>(resources.workers);
        most_ = std::ranges::max_element(places_);
    }

    [[nodiscard]] std::uint64_t most() const { return *most_; }

    /// The window that has that hash, of those that are asked about or their other strands; of support 0 where there is
    /// none. Others may have it, too: the majority of the first ones (Boyer and Moore).
    [[nodiscard]] substring_candidate most_frequent() const {
        const auto wanted = static_cast<std::uint64_t>(most_ - places_.begin());
        const std::uint64_t last = given_.strands > 0 ? given_.sequences() : given_.sources;
        substring_candidate found{};
        unsigned asked = 0;
        unsigned votes = 0;
        for (std::uint64_t sequence = 0; sequence < last && asked < asked_windows; ++sequence)
            for_each_start(given_, sequence, length_, [&](std::uint64_t start) {
                if (hash_of(given_.offset(sequence) + start) != wanted) return;
                ++asked;
                if (votes == 0) found = {sequence, start, length_, *most_};
                const bool is_same =
                    is_equal(given_.offset(found.sequence) + found.start, given_.offset(sequence) + start);
                is_same ? ++votes : --votes;
            });
        return found;
    }

  private:
    /// `are_shared`: by threads, whose additions must not be lost; one thread adds in half of the time.
    template <bool AreShared>
    void count(runtime::thread_pool& workers) {
        runtime::for_parts(workers, given_.sequences(), sequences_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t sequence = first; sequence < last; ++sequence)
                                   for_each_start(given_, sequence, length_, [&](std::uint64_t start) {
                                       std::uint32_t& places = places_[hash_of(given_.offset(sequence) + start)];
                                       if constexpr (AreShared)
                                           std::atomic_ref(places).fetch_add(1, std::memory_order_relaxed);
                                       else
                                           ++places;
                                   });
                           });
    }

    /// Two for each window, as far as there is room.
    static std::size_t counters_for(const problem& given, std::uint64_t memory) {
        constexpr std::uint64_t least = 1U << 12U;
        const std::uint64_t most = std::min(tuning::most_counters_of_windows, memory / 4 / sizeof(std::uint32_t));
        return std::bit_floor(std::clamp(4 * given.set.letters(), least, std::max(least, most)));
    }
    [[nodiscard]] bool is_equal(std::uint64_t a, std::uint64_t b) const {
        return a == b || mismatches_within(given_.letters, a, b, length_, 0) == 0;
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

/// Where a window is found, of each sequence one place; not across both strands of one.
std::vector<substring_occurrence> places_of(const problem& given, const substring_candidate& window,
                                            runtime::thread_pool& workers) {
    std::vector<substring_occurrence> places = find_occurrences(given, window, workers);
    std::erase_if(places, [&](const substring_occurrence& each) {
        return each.start == given.strand_length(each.sequence) ||
               given.left_in_strand(each.sequence, each.start) < window.length;
    });
    return places;
}

/// Letters of the longest window with the support that begins as far before some of these places as others begin before
/// them: where they are of an adapter, that is all of it.
std::uint64_t reach_around(const problem& given, const std::vector<substring_occurrence>& places,
                           std::uint64_t support) {
    const std::size_t sources = std::clamp<std::size_t>(tuning::pairs_of_frequent_window / places.size(), 1,
                                                        std::min(places.size(), tuning::sources_of_frequent_window));
    std::uint64_t reach = 0;
    std::vector<std::uint64_t> reaches;
    for (std::size_t index = 0; index < sources; ++index) {
        const substring_occurrence& source = places[index * places.size() / sources];
        for (std::uint64_t back = 0;
             back <= given.before_in_strand(source.sequence, source.start) && back < sequence::letters_per_word;
             ++back) {
            const std::uint64_t own = given.left_in_strand(source.sequence, source.start - back);
            if (own <= reach) continue;
            reaches.clear();
            for (const substring_occurrence& each : places)
                if (back <= given.before_in_strand(each.sequence, each.start)) {
                    const std::uint64_t left = given.left_in_strand(each.sequence, each.start - back);
                    reaches.push_back(each.sequence == source.sequence
                                          ? own
                                          : prefix_within(given.letters,
                                                          given.offset(source.sequence) + source.start - back,
                                                          given.offset(each.sequence) + each.start - back,
                                                          std::min(own, left), given.mismatches));
                }
            if (reaches.size() < support) continue;
            const auto last = reaches.begin() + static_cast<std::ptrdiff_t>(support - 1);
            std::nth_element(reaches.begin(), last, reaches.end(), std::greater());
            reach = std::max(reach, *last);
        }
    }
    return reach;
}

} // namespace

std::uint64_t reach_of_frequent_windows(const problem& given, const cpu_resources& resources) {
    const std::uint64_t longest = std::min<std::uint64_t>(longest_possible(given), sequence::letters_per_word);
    const std::uint64_t wanted = given.strands > 0 ? given.support + 1 : given.support; // its other strand may count
    std::uint64_t reach = 0;
    for (std::uint64_t length = most_shared_by_chance(given) + 1; length <= longest;) {
        const hashed_places hashed(given, resources, length);
        if (hashed.most() < std::max<std::uint64_t>(2, given.support / tuning::equal_windows_of_support)) break;
        const substring_candidate window = hashed.most_frequent();
        if (window.support == 0) break;
        const std::vector<substring_occurrence> places = places_of(given, window, resources.workers);
        if (places.size() < wanted) break;
        reach = std::max(reach, reach_around(given, places, wanted));
        length = reach + 1 + reach / 8; // another one may be longer; what is left is climbed
    }
    return reach;
}

bool may_be_rare(const problem& given) {
    return given.mismatches > 0 && given.support >= 2 &&
           given.support <= given.sequences() / tuning::sequences_for_a_rare_window &&
           given.set.letters() >= tuning::letters_of_frequent_windows;
}

} // namespace concord::substring

#include "problems/substring/variants/variant_search.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace concord::substring {
namespace {

search_habits habits_now{tuning::starts_grown_at_once,
                         tuning::least_sampled_sequences,
                         tuning::bytes_of_variant_rows,
                         tuning::most_variant_blocks,
                         tuning::least_asked_in_rounds,
                         false,
                         false,
                         tuning::lanes_walked_at_once,
                         false,
                         tuning::most_spellings,
                         tuning::uses_of_narrow_lanes};

/// The pieces of positions that ascend.
class ascending_pieces {
  public:
    explicit ascending_pieces(const piece_collection& of) : of_(of) {}

    [[nodiscard]] const piece& at(std::uint64_t position) {
        if (in_ == nullptr || position >= in_->first + in_->length) in_ = &of_.piece_at(position);
        return *in_;
    }
    [[nodiscard]] bool holds(std::uint64_t start, std::uint64_t length) {
        const piece& in = at(start);
        return start + length <= in.first + in.length;
    }

  private:
    const piece_collection& of_;
    const piece* in_ = nullptr;
};

/// Both, of the same length where neither is empty, in ascending order.
supported_starts merged(const supported_starts& one, const supported_starts& other) {
    supported_starts both{std::max(one.length, other.length), {}, {}};
    for (std::size_t a = 0, b = 0; a < one.starts.size() || b < other.starts.size();) {
        const bool is_first = b == other.starts.size() || (a < one.starts.size() && one.starts[a] < other.starts[b]);
        const supported_starts& from = is_first ? one : other;
        std::size_t& at = is_first ? a : b;
        both.starts.push_back(from.starts[at]);
        both.supports.push_back(from.supports[at++]);
    }
    return both;
}

} // namespace

window_starts lengthened(const piece_collection& of, const supported_starts& shorter, std::uint64_t by) {
    window_starts starts;
    ascending_pieces pieces(of);
    for (std::size_t index = 0; index + by < shorter.starts.size(); ++index) {
        const std::uint64_t start = shorter.starts[index];
        if (shorter.starts[index + by] != start + by) continue;
        if (pieces.holds(start, shorter.length + by)) starts.push_back(start);
    }
    return starts;
}

longest_windows windows_of(const piece_collection& of, const supported_starts& found) {
    longest_windows windows;
    if (found.starts.empty()) return windows;
    windows.length = found.length;
    windows.windows.reserve(found.starts.size());
    ascending_pieces pieces(of);
    for (std::size_t index = 0; index < found.starts.size(); ++index) {
        const piece& in = pieces.at(found.starts[index]);
        windows.windows.push_back({in.sequence, in.origin + found.starts[index] - in.first, found.supports[index]});
    }
    return windows;
}

const search_habits& current_search_habits() noexcept { return habits_now; }

scoped_search_habits::scoped_search_habits(const search_habits& habits) : before_(std::exchange(habits_now, habits)) {}
scoped_search_habits::~scoped_search_habits() { habits_now = before_; }

supported_starts longest_supported(const piece_collection& of, supported_starts best, const count_starts& count,
                                   std::uint64_t max_length, supported_starts* shorter) {
    std::uint64_t end = max_length == variant_problem::no_max_length ? 0 : max_length + 1; // too long; 0: none is known
    for (std::uint64_t step = 1; !best.starts.empty() && (end == 0 || best.length + 1 < end);) {
        const std::uint64_t by = end == 0 ? step : std::min(step, end - 1 - best.length);
        const window_starts likely = lengthened(of, best, by);
        supported_starts longer = likely.empty() ? supported_starts{} : count(likely, best.length + by);
        if (longer.starts.empty()) {
            end = best.length + by;
            step = std::max<std::uint64_t>(1, by / 2);
        } else {
            if (shorter != nullptr) *shorter = std::move(best);
            best = std::move(longer);
            step *= 2;
        }
    }
    return best;
}

namespace {

/// The longest windows of `length` to `max_length` letters.
longest_windows search_from_length(const variant_problem& given, variant_engine& engine,
                                   const variant_resources& resources, std::uint64_t length, std::uint64_t max_length,
                                   supported_starts* shorter) {
    filtered judged = engine.filter(length);
    if (resources.sharing != nullptr && resources.sharing->is_sharded())
        std::erase_if(judged.starts, [&](std::uint64_t start) {
            return !resources.sharing->is_ours(given.of.piece_at(start).sequence);
        });
    const auto count = [&](window_starts starts, std::uint64_t of_length) {
        if (of_length > length) engine.drop_longer(starts, of_length);
        return count_supported(given, engine, resources, judged, starts, of_length);
    };
    const std::optional<supported_starts> anchored = engine.search_by_anchors(judged, length);
    if (!anchored)
        return windows_of(given.of, longest_supported(given.of, count(judged.starts, length), count, max_length,
                                                      resources.sharing == nullptr ? shorter : nullptr));
    if (judged.starts.empty()) return windows_of(given.of, *anchored);
    // Windows without anchors, as long as those that have some: longer ones hold both kinds.
    const std::uint64_t known = std::max(length, anchored->length);
    std::erase_if(judged.starts, [&, pieces = ascending_pieces(given.of)](std::uint64_t start) mutable {
        return !pieces.holds(start, known);
    });
    return windows_of(given.of,
                      longest_supported(given.of, merged(*anchored, count(judged.starts, known)), count, max_length));
}

/// Whether windows of one letter more are counted first (chance_supports.hpp): a table of all words is four times as
/// large then.
bool is_longer_first(const variant_problem& given, const variant_resources& resources, std::uint64_t length) {
    return given.of.is_dna() && !given.of.has_sets() && !given.allowed.indels && given.copies == 1 &&
           given.support > 1 && given.allowed.edits > 0 && length > given.allowed.edits && length < given.max_length &&
           resources.sharing == nullptr &&
           is_longer_first(random_sequences_of(given, length), given.support, plain_nucleotides);
}

} // namespace

random_sequences random_sequences_of(const variant_problem& given, std::uint64_t length) {
    const piece_collection& of = given.of;
    const double barriers = static_cast<double>(of.pieces().size()) * static_cast<double>(length);
    const double starts = std::max(0.0, static_cast<double>(of.text().size()) - barriers);
    return {.sequences = static_cast<double>(of.sequences()),
            .starts = starts / static_cast<double>(of.sequences()),
            .windows = of.has_both_strands() ? starts / 2 : starts,
            .length = length,
            .mismatches = given.allowed.edits,
            .chance_match = 1.0 / plain_nucleotides};
}

longest_windows search_variants(const variant_problem& given, variant_engine& engine,
                                const variant_resources& resources, supported_starts* shorter) {
    if (given.min_length > given.max_length) return {};
    const std::uint64_t reached = std::min(engine.reached_length(), given.max_length);
    resources.notes.push_back("some windows reach " + std::to_string(reached));
    const std::uint64_t least = std::max(reached, given.min_length);
    std::uint64_t length = least;
    while (shorter == nullptr && is_longer_first(given, resources, length))
        ++length;
    std::uint64_t max_length = given.max_length;
    for (; length > least; max_length = --length)
        if (longest_windows found = search_from_length(given, engine, resources, length, max_length, nullptr);
            !found.windows.empty())
            return found;
    return search_from_length(given, engine, resources, least, max_length, shorter);
}

longest_windows search_from(const variant_problem& given, variant_engine& engine, const variant_resources& resources,
                            supported_starts& shorter) {
    const supported_starts had = std::exchange(shorter, {});
    window_starts starts;
    for (const std::uint64_t start : had.starts) // with more such letters a window occurs where it stands alone
        if (given.support == 1 || given.of.count_nothing(given.of.letters(start, had.length)) <= given.allowed.edits)
            starts.push_back(start);
    const auto count = [&](const window_starts& likely, std::uint64_t length) {
        return count_supported(given, engine, resources, {}, likely, length);
    };
    return windows_of(given.of,
                      longest_supported(given.of, count(starts, had.length), count, given.max_length, &shorter));
}

longest_windows search_variants(const variant_problem& given, const variant_resources& resources) {
    return search_variants(given, *make_cpu_engine(given, resources), resources);
}

longest_windows supported_windows(const variant_problem& given, variant_engine& engine,
                                  const variant_resources& resources, const window_starts& starts,
                                  std::uint64_t length) {
    return windows_of(given.of, count_supported(given, engine, resources, {}, starts, length));
}

} // namespace concord::substring

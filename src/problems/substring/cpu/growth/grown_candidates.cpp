#include "problems/substring/cpu/growth/grown_candidates.hpp"

#include "problems/substring/candidate_tuning.hpp"
#include "problems/substring/cpu/growth/pattern_growth.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <span>

namespace concord::substring {
namespace {

constexpr std::uint64_t letters_per_word = sequence::letters_per_word;

/// Of the candidate of a sequence: the greater one is better.
constexpr std::uint64_t key_of(std::uint64_t length, std::uint64_t start) noexcept {
    return length << 32U | (~start & 0xFFFFFFFFU);
}
std::uint64_t load(std::uint64_t& shared) noexcept { return std::atomic_ref(shared).load(std::memory_order_relaxed); }
std::uint32_t load(std::uint32_t& shared) noexcept { return std::atomic_ref(shared).load(std::memory_order_relaxed); }

/// Letters of the longest common prefix with up to k mismatches, of `most` at most.
std::uint64_t shared_within(const sequence::letters_view& letters, std::uint64_t a, std::uint64_t b, std::uint64_t most,
                            std::uint64_t k) {
    for (std::uint64_t at = 0; at < most; at += letters_per_word) {
        const std::uint64_t word = letters.differences(a + at, b + at);
        std::uint64_t rest = word;
        for (std::uint64_t passed = 0; passed < k; ++passed)
            rest &= rest - 1;
        if (rest != 0) return std::min(most, at + base::lowest_one(rest));
        k -= base::count_ones(word);
    }
    return most;
}

} // namespace

bool grown_candidates::are_possible(const problem& given, const cpu_resources& resources, std::uint64_t longest) {
    const growth_alphabet letters(given);
    const std::uint64_t words = given.sequences() + given.set.letters() / letters_per_word;
    const std::uint64_t rows = letters.size() + (given.mismatches + 2) * (longest + 2); // of all words on a path
    return given.support >= 2 && given.mismatches <= tuning::most_mismatches_of_growth &&
           given.set.longest() < tuning::most_words_of_candidates * letters_per_word &&
           letters.ordinary() <= growth_alphabet::most_followed &&
           given.set.letters() + given.sequences() <= literal_text::most_letters &&
           words * rows * sizeof(std::uint64_t) <= resources.memory / 4 / resources.workers.threads();
}

grown_candidates::grown_candidates(const problem& given, const cpu_resources& resources, const equal_sequences& groups,
                                   std::uint64_t longest)
    : given_(given), resources_(resources), letters_(given), longest_(longest), sequences_(groups.targets().sequences),
      copies_(groups.targets().copies), text_(given, letters_, sequences_),
      blocks_(make_growth_blocks(given, letters_, sequences_, copies_,
                                 sequences_.size() * tuning::most_words_of_candidates, resources.workers)),
      index_of_(given.sequences()), walker_of_(resources.workers.threads()) {
    owner_.reserve(text_.letters().size());
    bounds_.reserve(text_.letters().size());
    for (std::uint32_t index = 0; index < sequences_.size(); ++index) {
        index_of_[sequences_[index]] = index;
        first_of_.push_back(static_cast<std::uint32_t>(owner_.size()));
        const std::uint64_t length = given.length(sequences_[index]);
        owner_.insert(owner_.end(), length + 1, index);
        for (std::uint64_t start = 0; start <= length; ++start)
            bounds_.push_back(first_of_.back() + static_cast<std::uint32_t>(std::min(start + longest, length)));
    }
    first_of_.push_back(static_cast<std::uint32_t>(owner_.size()));
    best_.assign(sequences_.size(), key_of(given.min_length - 1, 0));
}

double grown_candidates::cost() const noexcept {
    return static_cast<double>(work_.load()) * cost_of_growth_step(given_);
}

bool grown_candidates::find(std::span<const std::uint64_t> sequences, double most_cost,
                            std::vector<substring_candidate>& candidates) {
    most_work_ = static_cast<double>(work_.load()) + most_cost / cost_of_growth_step(given_);
    const double before = cost();
    for (std::uint32_t stride = tuning::first_stride_of_candidates; stride > 0; stride /= tuning::candidates_to_next) {
        walk(starts_of_round(sequences, stride));
        if (is_too_much_ || (stride > 1 && (cost() - before) * tuning::least_growth_of_rounds > most_cost))
            return false;
    }
    for (const std::unique_ptr<walker>& by : walker_of_) {
        if (by == nullptr) continue;
        for (const std::uint64_t sequence : sequences) {
            const std::uint32_t index = index_of_[sequence];
            const substring_candidate& found = by->settled[index];
            if (found.length > 0 && key_of(found.length, found.start) == best_[index])
                candidates[sequence] = {sequence, found.start, found.length, found.support};
        }
    }
    return true;
}

void grown_candidates::walk(std::vector<std::uint32_t> starts) {
    if (starts.empty()) return;
    // Words that begin alike are walked by one thread.
    std::vector<std::size_t> ends{starts.size()};
    if (resources_.workers.threads() > 1) {
        const auto first_letters = [&](std::uint32_t start) { return std::span(text_.letters()).subspan(start, 4); };
        const auto is_less = [&](std::uint32_t a, std::uint32_t b) {
            return std::ranges::lexicographical_compare(first_letters(a), first_letters(b));
        };
        std::ranges::sort(starts, is_less);
        ends.clear();
        for (std::size_t at = 1; at <= starts.size(); ++at)
            if (at == starts.size() || is_less(starts[at - 1], starts[at])) ends.push_back(at);
    }
    const growth_kernels& kernels = growth_kernels_for(resources_.vectors);
    resources_.workers.run(ends.size(), [&](std::size_t task, unsigned worker) {
        std::unique_ptr<walker>& by = walker_of_[worker];
        if (by == nullptr) by = std::make_unique<walker>(given_, kernels, letters_, blocks_, sequences_.size());
        const std::size_t first = task == 0 ? 0 : ends[task - 1];
        by->levels[0].places.assign(starts.begin() + static_cast<std::ptrdiff_t>(first),
                                    starts.begin() + static_cast<std::ptrdiff_t>(ends[task]));
        walk_below(0, *by);
    });
}

bool grown_candidates::is_open(std::uint32_t start) const noexcept {
    const std::uint64_t most = load(bounds_[start]) - start;
    return key_of(most, start_in_sequence(start)) > load(best_[owner_[start]]);
}

void grown_candidates::offer(std::uint32_t start, std::uint64_t depth, std::uint64_t support, walker& by) const {
    const std::uint64_t here = start_in_sequence(start);
    const std::uint64_t key = key_of(depth, here);
    std::atomic_ref<std::uint64_t> best(best_[owner_[start]]);
    for (std::uint64_t known = best.load(std::memory_order_relaxed); key > known;)
        if (best.compare_exchange_weak(known, key, std::memory_order_relaxed)) {
            by.settled[owner_[start]] = {0, here, depth, support};
            return;
        }
}

void grown_candidates::end(std::uint32_t start, std::uint64_t depth) const {
    const std::uint32_t first = first_of_[owner_[start]];
    const auto last = static_cast<std::uint32_t>(start + depth);
    for (std::uint32_t before = start + 1; before-- > first;) {
        std::atomic_ref<std::uint32_t> bound(bounds_[before]);
        std::uint32_t known = bound.load(std::memory_order_relaxed);
        if (known <= last) return;
        while (known > last && !bound.compare_exchange_weak(known, last, std::memory_order_relaxed)) {
        }
    }
}

std::vector<std::uint32_t> grown_candidates::starts_of_round(std::span<const std::uint64_t> sequences,
                                                             std::uint32_t stride) const {
    std::vector<std::uint32_t> starts;
    for (const std::uint64_t sequence : sequences) {
        const std::uint32_t index = index_of_[sequence];
        for (std::uint32_t start = first_of_[index]; start + 1 < first_of_[index + 1]; start += stride)
            if (is_open(start)) starts.push_back(start);
    }
    return starts;
}

bool grown_candidates::descend(std::size_t depth, std::size_t index, walker& by) const {
    const level& here = by.levels[depth];
    std::vector<std::uint32_t>& longer = by.levels[depth + 1].places;
    longer.clear();
    const std::size_t first = index == 0 ? 0 : here.ends[index - 1];
    for (std::size_t at = first; at < here.ends[index]; ++at)
        if (is_open(here.places[at])) longer.push_back(here.places[at]);
    return !longer.empty();
}

bool grown_candidates::follow(std::size_t depth, walker& by) {
    if (given_.mismatches > tuning::most_mismatches_of_following) return false;
    const std::vector<std::uint32_t>& starts = by.levels[depth].places;
    const double walking =
        static_cast<double>(by.walk.work(depth)) * cost_of_growth_step(given_) * tuning::steps_saved_by_following;
    const double each = tuning::cost_of_followed_word * static_cast<double>(starts.size());
    if (each * static_cast<double>(given_.support) > walking) return false;
    const auto near = static_cast<double>(by.walk.count_near(depth));
    if (each * near > walking) return false;
    work_ += static_cast<std::uint64_t>(each * near / cost_of_growth_step(given_));
    by.near.clear();
    by.walk.for_each_near(depth, [&](std::uint64_t sequence, std::uint64_t start) {
        by.near.push_back({given_.offset(sequence) + start, given_.length(sequence) - start, sequence});
    });
    for (const std::uint32_t start : starts) {
        if (!is_open(start)) continue;
        const std::uint64_t source = given_.offset(sequences_[owner_[start]]) + start_in_sequence(start);
        const std::uint64_t most = load(bounds_[start]) - start;
        by.reached.assign(most + 1, 0);
        for (std::size_t first = 0, last = 0; first < by.near.size(); first = last) {
            const std::uint64_t sequence = by.near[first].sequence;
            std::uint64_t furthest = 0;
            for (; last < by.near.size() && by.near[last].sequence == sequence; ++last)
                if (const std::uint64_t end = std::min(most, by.near[last].letters); end > furthest)
                    furthest = std::max(furthest, shared_within(given_.letters, source, by.near[last].position, end,
                                                                given_.mismatches));
            by.reached[furthest] += copies_[sequence];
        }
        std::uint64_t length = most;
        std::uint64_t support = by.reached[most];
        while (support < given_.support)
            support += by.reached[--length];
        offer(start, length, support, by);
        if (length < most) end(start, length);
    }
    return true;
}

void grown_candidates::walk_below(std::size_t depth, walker& by) {
    if (by.levels.size() <= depth + 1) by.levels.resize(depth + 2);
    if (depth > 0 && follow(depth, by)) return;
    by.levels[depth].sort(text_.letters().data() + depth, by.sorted);
    const std::size_t tried = by.levels[depth].letters.size();
    const std::uint64_t work = (work_ += by.walk.work(depth) * tried);
    if (static_cast<double>(work) > most_work_) is_too_much_ = true;
    if (depth < tuning::letters_between_checks) resources_.workers.check_cancelled();
    if (is_too_much_) return;
    const std::span<const growth_count> counts = by.walk.count(depth, by.levels[depth].letters);
    by.levels[depth].supports.resize(tried);
    std::size_t last = 0; // with the support; and the end
    for (std::size_t index = 0, at = 0; index < tried; ++index) {
        level& here = by.levels[depth];
        here.supports[index] = counts[index].support;
        const bool is_supported = counts[index].support >= given_.support;
        if (is_supported) last = index + 1;
        for (; at < here.ends[index]; ++at)
            is_supported ? offer(here.places[at], depth + 1, counts[index].support, by) : end(here.places[at], depth);
    }
    for (std::size_t index = 0; index < last; ++index) {
        if (by.levels[depth].supports[index] < given_.support || !descend(depth, index, by)) continue;
        work_ += by.walk.work(depth) * tuning::steps_of_entering;
        by.walk.enter(depth, index, tuning::crowded_lanes, depth > 0 && index + 1 == last);
        walk_below(depth + 1, by);
        if (is_too_much_) return;
    }
}

} // namespace concord::substring

#include "alignment/batch/trie_search.hpp"

#include "alignment/batch/tuning.hpp"
#include "base/bits.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace concord::edit_distance {
namespace {

/// The narrowest lanes, and fewest words of them, that hold so many letters.
const trie_kernel& kernel_for(const trie_kernel_list& kernels, std::uint32_t letters) {
    return *std::ranges::find_if(kernels, [&](const trie_kernel& each) { return letters <= each.most_columns(); });
}

const trie_kernel_list& kernels_of(const pair_comparer& comparer) {
    const simd::vector_target target = simd::choose_vectors(comparer.vectors());
    return trie_kernels_for(target).of_metric[static_cast<std::size_t>(comparer.metric())];
}

/// Calls visit(word, length) for words of a range.
template <class Visit>
void for_each_word(const ordered_words& words, const word_group& range, const Visit& visit) {
    for (const ordered_words::run& each : words.runs())
        for (std::uint32_t word = std::max(range.begin, each.begin); word < std::min(range.end, each.end); ++word)
            visit(word, each);
}

} // namespace

bool may_compare_words(const batch_run& run, std::uint64_t rows) {
    const pair_comparer& comparer = run.comparer();
    const compared_letters& letters = comparer.letters();
    const std::uint64_t bytes =
        comparer.a().letters() + comparer.b().letters() + (rows + comparer.b().size()) * ordered_words::bytes_of_word;
    return rows >= tuning::least_words_in_lanes && comparer.b().size() >= tuning::least_ordered_words &&
           comparer.a().longest() <= most_trie_columns(comparer.metric()) && comparer.b().longest() <= most_trie_rows &&
           letters.ordinary() + (letters.has_ambiguous() ? 1U : 0U) <= most_trie_planes &&
           bytes <= runtime::memory_budget(run.options().run) / 4;
}

trie_search::trie_search(const pair_comparer& comparer, const ordered_words& a, const ordered_words& b)
    : comparer_(comparer), a_(a), b_(b), kernels_(kernels_of(comparer)), hits_(tuning::hits_of_sweep) {
    unsigned most_lanes = 0;
    std::size_t group_size = 0;
    const std::uint32_t columns = a.runs().empty() ? 0 : a.runs().back().length;
    for (const trie_kernel& each : std::span(kernels_.begin(), &kernel_for(kernels_, columns) + 1)) {
        most_lanes = std::max(most_lanes, each.lanes);
        group_size = std::max(group_size, each.group_size());
    }
    const std::uint32_t rows = b.runs().empty() ? 0 : b.runs().back().length;
    lengths_.resize(most_lanes);
    limits_.resize(most_lanes);
    differ_.resize(group_size << b.letter_bits());
    within_.resize(group_size * (rows + 1));
    bounds_.resize(group_size);
    states_.resize(group_size * kernels_.front().states * (rows + 1));
}

double trie_search::nanoseconds_of_pair(const pair_comparer& comparer, std::uint64_t rows, std::uint64_t bound) {
    const sequence::packed_sequences& b = *comparer.letters().b().set;
    const auto longest =
        static_cast<std::uint32_t>(std::min(comparer.a().longest(), most_trie_columns(comparer.metric())));
    const trie_kernel& kernel = kernel_for(kernels_of(comparer), longest);
    const auto columns = static_cast<double>(std::max<std::uint64_t>(1, b.size()));
    const double letters = static_cast<double>(b.letters()) / columns;
    const double in_common = std::log2(columns) / std::max(1U, comparer.letters().ordinary()); // of random words
    const double of_edit =
        comparer.letters().planes() > 2 ? tuning::rows_until_far_of_edit_in_text : tuning::rows_until_far_of_edit;
    const double looked_at = std::min(letters, tuning::rows_until_far + of_edit * static_cast<double>(bound));
    const double own = std::max(looked_at - in_common, std::min(letters, 1.0));
    const auto words = static_cast<double>(std::max<std::uint64_t>(1, std::min<std::uint64_t>(rows, kernel.lanes)));
    const double times = comparer.metric() == distance_metric::damerau_levenshtein ? tuning::trie_times_damerau
                         : comparer.metric() == distance_metric::indel             ? tuning::trie_times_indel
                                                                                   : 1;
    const double of_row = tuning::nanoseconds_of_trie_row * static_cast<double>(kernel.group_size()) /
                          static_cast<double>(kernels_of(comparer).front().group_size());
    return times * (tuning::nanoseconds_of_trie_word + own * of_row) / words +
           tuning::nanoseconds_of_ordering / static_cast<double>(std::max<std::uint64_t>(1, rows));
}

std::vector<word_group> trie_search::groups_of(const pair_comparer& comparer, const ordered_words& a) {
    std::vector<word_group> groups;
    const auto& kernels = kernels_of(comparer);
    const trie_kernel* last = nullptr;
    for_each_word(a, {0, a.size()}, [&](std::uint32_t word, const ordered_words::run& run) {
        const trie_kernel& kernel = kernel_for(kernels, run.length);
        if (last != &kernel || groups.back().end - groups.back().begin == kernel.lanes) groups.push_back({word, word});
        ++groups.back().end;
        last = &kernel;
    });
    return groups;
}

template <class Use>
void trie_search::with_lane(const Use& use) const {
    if (kernel_->lane_bits == 16) return use(std::uint16_t{});
    if (kernel_->lane_bits == 32) return use(std::uint32_t{});
    return use(std::uint64_t{});
}

void trie_search::set_columns() {
    std::fill_n(differ_.begin(), kernel_->group_size() << b_.letter_bits(), ~std::uint64_t{0});
    std::ranges::fill(lengths_, 0U);
    with_lane([&]<class Lane>(Lane) {
        constexpr std::uint32_t lane_bits = 8 * sizeof(Lane);
        auto* const differ = reinterpret_cast<Lane*>(differ_.data());
        for_each_word(a_, group_, [&](std::uint32_t word, const ordered_words::run& run) {
            const std::uint32_t lane = word - group_.begin;
            const std::uint8_t* const letters = a_.letters(run) + std::uint64_t{word - run.begin} * run.length;
            lengths_[lane] = run.length;
            for (std::uint32_t at = 0; at < run.length; ++at)
                if (letters[at] != a_.ambiguous())
                    differ[(std::size_t{letters[at]} * kernel_->words + at / lane_bits) * kernel_->lanes + lane] &=
                        static_cast<Lane>(~(Lane{1} << at % lane_bits));
        });
    });
}

bool trie_search::put_bounds(std::uint32_t rows) {
    bool any = false;
    with_lane([&]<class Lane>(Lane) {
        auto* const bounds = reinterpret_cast<Lane*>(bounds_.data());
        constexpr limit most = std::numeric_limits<std::make_signed_t<Lane>>::max();
        for (unsigned lane = 0; lane < kernel_->lanes; ++lane) {
            const std::uint32_t apart = rows > lengths_[lane] ? rows - lengths_[lane] : lengths_[lane] - rows;
            const limit reach = comparer_.traits().has_matrix() ? limits_[lane] : std::min<limit>(limits_[lane], 0);
            const limit bound = apart <= reach ? std::min(limits_[lane], most) : -1;
            any |= bound >= 0;
            bounds[lane] = static_cast<Lane>(bound);
        }
    });
    return any;
}

void trie_search::put_within(std::uint32_t rows) {
    with_lane([&]<class Lane>(Lane) {
        constexpr std::uint32_t lane_bits = 8 * sizeof(Lane);
        auto* const within = reinterpret_cast<Lane*>(within_.data());
        for (std::uint32_t row = 0; row <= rows; ++row) {
            if (row % tuning::rows_between_looks != 0 && row != rows) continue;
            for (std::uint32_t word = 0; word < kernel_->words; ++word)
                for (unsigned lane = 0; lane < kernel_->lanes; ++lane) {
                    const std::uint32_t beyond = rows - row + word * lane_bits; // of columns, those not in this word
                    const std::uint32_t columns = lengths_[lane] > beyond ? lengths_[lane] - beyond : 0;
                    within[(std::size_t{row} * kernel_->words + word) * kernel_->lanes + lane] =
                        base::low_bits<Lane>(std::min(columns, lane_bits));
                }
        }
    });
}

void trie_search::find(const word_group& group, limit first_limit, std::uint32_t first, const taker& take) {
    if (group.begin == group.end) return;
    group_ = group;
    std::uint32_t shortest = most_trie_rows;
    std::uint32_t longest = 0;
    for_each_word(a_, group, [&](std::uint32_t, const ordered_words::run& run) {
        shortest = std::min(shortest, run.length);
        longest = std::max(longest, run.length);
    });
    kernel_ = &kernel_for(kernels_, longest);
    set_columns();
    std::ranges::fill(limits_, limit{-1});
    std::fill_n(limits_.begin(), group.end - group.begin, first_limit);
    // Runs by how far their length is from those of the group: near ones lower the limits for the others.
    const std::span<const ordered_words::run> runs = b_.runs();
    const std::uint32_t middle = (shortest + longest) / 2;
    const auto above = std::ranges::lower_bound(runs, middle, {}, &ordered_words::run::length);
    auto up = static_cast<std::size_t>(above - runs.begin());
    for (std::size_t down = up; down > 0 || up < runs.size();) {
        const bool goes_up =
            down == 0 || (up < runs.size() && runs[up].length - middle <= middle - runs[down - 1].length);
        find_run(goes_up ? runs[up++] : runs[--down], first, take);
    }
}

void trie_search::find_run(const ordered_words::run& words, std::uint32_t first, const taker& take) {
    if (words.end <= first || !put_bounds(words.length)) return;
    put_within(words.length);
    const std::uint32_t count = words.end - words.begin;
    trie_sweep sweep{.letters = b_.letters(words),
                     .common = b_.common(words),
                     .rows = words.length,
                     .next = first > words.begin ? first - words.begin : 0,
                     .end = 0,
                     .kept = 0,
                     .differ = differ_.data(),
                     .within = within_.data(),
                     .bounds = bounds_.data(),
                     .states = states_.data(),
                     .look_every = 0,
                     .looks = 0,
                     .hopeless = 0,
                     .hits = hits_.data(),
                     .most_hits = hits_.size()};
    std::uint32_t without_looks = 0; // sweeps
    while (sweep.next < count) {
        sweep.end = std::min<std::uint32_t>(count, sweep.next + tuning::words_of_sweep);
        sweep.look_every = without_looks > 0 ? 0 : tuning::rows_between_looks;
        sweep.looks = sweep.hopeless = 0;
        const std::size_t hits = kernel_->sweep(sweep);
        if (without_looks > 0)
            --without_looks;
        else if (sweep.hopeless * tuning::looks_worth_one_hopeless < sweep.looks)
            without_looks = tuning::sweeps_without_looks;
        if (hits == 0) continue;
        const std::span<trie_hit> found = std::span(hits_).first(hits);
        for (trie_hit& hit : found)
            hit.word += words.begin;
        take(found, std::span(limits_).first(group_.end - group_.begin));
        if (!put_bounds(words.length)) return;
    }
}

} // namespace concord::edit_distance

// The scan by counters along diagonals (diagonal_kernels.hpp): every window of one length of every source against every
// position of every target. A scan by seeds follows each pair that its seeds do not rule out; with short windows, or
// many mismatches, that is most of them, and here it costs nothing.
//
//   length L     all sources          windows that have the support? if so:
//   L + 1, + 2, + 4 …                 the parts of these in which both ends of a window had it
//   between the last two              until the greatest length is known
#include "problems/substring/chance_supports.hpp"
#include "problems/substring/cpu/growth/growth_block.hpp"
#include "problems/substring/cpu/scan/diagonal_kernels.hpp"
#include "problems/substring/cpu/scan/diagonal_scan.hpp"
#include "problems/substring/cpu/scan/distinct_spans.hpp"
#include "problems/substring/cpu/scan/ring_counts.hpp"
#include "problems/substring/cpu/scan/scan.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace concord::substring {
namespace {

/// Some targets side by side.
struct diagonal_block {
    growth_rows rows; ///< of each letter, as in a growth_block
    growth_rows ends; ///< of windows
    std::size_t lanes = 0;
    std::size_t stride = 0;
    unsigned words = 0;
    std::size_t longest = 0;                ///< letters of a target
    const std::uint64_t* weights = nullptr; ///< by lane; null: 1 each
    std::uint64_t weight = 0;               ///< of all targets
};

/// The targets as rows of positions, one for each letter, and where windows of some length may end in them. Those that
/// are too long for a lane are rings.
class diagonal_targets {
  public:
    diagonal_targets(const problem& given, const target_list& targets, runtime::thread_pool& workers)
        : given_(given), letters_(given), long_ones_(given, letters_) {
        std::vector<std::uint64_t> alone; // single sequences are counted, others weighed
        std::vector<std::uint64_t> copied;
        for (std::uint64_t index = 0; index < targets.size(given); ++index) {
            const std::uint64_t sequence = targets[index];
            if (given.length(sequence) > most_diagonal_letters)
                long_ones_.add(sequence, targets.copies_of(sequence));
            else
                (targets.copies_of(sequence) == 1 ? alone : copied).push_back(sequence);
        }
        add_blocks(alone, {}, workers);
        add_blocks(copied, targets.copies, workers);
    }

    [[nodiscard]] const std::vector<diagonal_block>& blocks() const noexcept { return blocks_; }
    [[nodiscard]] const ring_targets& long_ones() const noexcept { return long_ones_; }
    /// Of all targets.
    [[nodiscard]] std::uint64_t weight() const noexcept { return weight_ + long_ones_.weight(); }
    [[nodiscard]] std::uint64_t longest_window() const noexcept {
        return long_ones_.size() == 0 ? most_diagonal_letters : most_ring_window;
    }

    /// Windows have so many letters from now on.
    void set_length(std::uint64_t length) {
        length_ = length;
        for (std::size_t index = 0; index < sequences_of_.size(); ++index) {
            diagonal_block& block = blocks_[index];
            block.ends.assign(block.words * block.stride, 0);
            for (std::size_t lane = 0; lane < sequences_of_[index]; ++lane) {
                const std::uint64_t letters = given_.length((weights_of(block) + block.stride)[lane]);
                const std::uint64_t all = block.words * letters_of_word; // the last letter is the highest bit
                if (letters >= length) set_bits(block, lane, all - letters + length - 1, all);
            }
        }
    }
    [[nodiscard]] diagonal_shape shape(const diagonal_block& block) const noexcept {
        return {.lanes = block.lanes,
                .stride = block.stride,
                .words = block.words,
                .longest = block.longest,
                .window = length_,
                .mismatches = given_.mismatches,
                .ends = block.ends.data(),
                .weights = block.weights,
                .rows = block.rows.data(),
                .letters = letters_.ordinary()};
    }

    /// The numbers of the rows of some letters of the collection; of an ambiguous one, the number of rows.
    [[nodiscard]] std::vector<std::uint8_t> letters_from(std::uint64_t position, std::uint64_t number) const {
        std::vector<std::uint8_t> letters;
        letters.reserve(number);
        std::array<std::uint64_t, letters_of_word> digits{};
        for (std::uint64_t read = 0; read < number; read += letters_of_word) {
            const std::span<std::uint64_t> here(digits.data(), std::min(number - read, letters_of_word));
            letters_.read(given_, position + read, here);
            for (const std::uint64_t digit : here)
                letters.push_back(static_cast<std::uint8_t>(digit));
        }
        return letters;
    }

  private:
    static constexpr std::uint64_t letters_of_word = sequence::letters_per_word;

    void add_blocks(std::span<const std::uint64_t> sequences, std::span<const std::uint32_t> copies,
                    runtime::thread_pool& workers) {
        for (growth_block& made :
             make_growth_blocks(given_, letters_, sequences, copies, tuning::words_of_diagonals, workers)) {
            diagonal_block& block = blocks_.emplace_back();
            block.rows = std::move(made.rows);
            block.lanes = made.lanes;
            block.stride = made.stride;
            block.words = made.words;
            const std::uint64_t* const weights = weights_of(block);
            if (made.is_weighted) block.weights = weights;
            block.weight = std::accumulate(weights, weights + made.sequences, std::uint64_t{0});
            for (std::size_t lane = 0; lane < made.sequences; ++lane)
                block.longest = std::max(block.longest, given_.length((weights + block.stride)[lane]));
            sequences_of_.push_back(made.sequences);
            weight_ += block.weight;
        }
    }

    [[nodiscard]] const std::uint64_t* weights_of(const diagonal_block& block) const noexcept {
        return block.rows.data() + letters_.size() * block.words * block.stride;
    }

    static void set_bits(diagonal_block& block, std::size_t lane, std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t word = first / letters_of_word; word * letters_of_word < end; ++word) {
            const std::uint64_t base = word * letters_of_word;
            const auto here = static_cast<unsigned>(std::min(end - base, letters_of_word));
            const auto before = static_cast<unsigned>(first > base ? first - base : 0);
            block.ends[word * block.stride + lane] =
                base::low_bits<std::uint64_t>(here) & ~base::low_bits<std::uint64_t>(before);
        }
    }

    const problem& given_;
    growth_alphabet letters_;
    ring_targets long_ones_;
    std::vector<diagonal_block> blocks_;
    std::vector<std::size_t> sequences_of_; ///< by block
    std::uint64_t weight_ = 0;              ///< of blocks
    std::uint64_t length_ = 0;
};

/// A span whose windows are being counted.
struct counted_span {
    source_span span;
    std::vector<std::uint8_t> letters;
    std::vector<std::uint64_t> supports; ///< by start
    bool may_have_support = true;
    bool is_open = true; ///< whether any window may have the support, and not all are known to have it

    /// After some targets, so many of which are left.
    void close_if_known(const problem& given, std::uint64_t rest) {
        const auto [least, most] = std::ranges::minmax(supports);
        may_have_support = std::max<std::uint64_t>(1, most + rest) >= given.support;
        is_open = may_have_support && least < given.enough_support();
    }
};

/// Whether the other strand of a sequence is one of the targets.
bool is_other_counted(const problem& given, const target_list& targets, std::uint64_t sequence) {
    return given.strands > 0 && (targets.sequences.empty() ||
                                 std::ranges::binary_search(targets.sequences, given.other_strand_of(sequence)));
}

/// Spans of a task, at most: of short ones as many more as make up for it, for rows are rotated once for all of them.
std::uint64_t sources_of_task(const problem& given, std::span<const source_span> spans, std::uint64_t length) {
    std::uint64_t letters = 1;
    for (const source_span& span : spans)
        letters += span.starts + length - 1;
    const std::uint64_t of_sequence = given.set.letters() / std::max<std::uint64_t>(1, given.sequences());
    const std::uint64_t of_whole = std::min(of_sequence, tuning::starts_per_span + length);
    return tuning::sources_of_diagonals * std::max<std::uint64_t>(1, spans.size() * of_whole / letters);
}

/// All windows of `length` letters in the spans that have the support, or that may have it by so many targets and a few
/// more, which are shorter than rings; those of a span stand together.
longest_windows supported_windows(const problem& given, const cpu_resources& resources, diagonal_targets& targets,
                                  std::span<const source_span> all, const comparison& compared, std::uint64_t length,
                                  std::uint64_t asked = ~std::uint64_t{0}) {
    std::vector<source_span> spans;
    for (const source_span& span : all)
        if (const source_span part = shortened(given, span, length); part.starts > 0) spans.push_back(part);
    targets.set_length(length);
    const std::uint64_t pool = resources.pool > 0 ? resources.pool : resources.workers.threads();
    const std::uint64_t shared =
        std::clamp(spans.size() / pool, tuning::least_sources_of_diagonals, sources_of_task(given, spans, length));
    const std::uint64_t each = resources.tile > 0 ? resources.tile : shared;
    const runtime::step step{.name = compared.shown,
                             .unit = "spans",
                             .count = (spans.size() + each - 1) / each,
                             .total = compared.shown.empty() ? 0 : spans.size(),
                             .each = each,
                             .division = compared.division};
    return runtime::fold<longest_windows>(resources.workers, step, [&](std::size_t task, unsigned) {
        std::vector<counted_span> group;
        const std::size_t last = std::min<std::size_t>((task + 1) * each, spans.size());
        std::size_t most = 0;
        for (std::size_t index = task * each; index < last; ++index) {
            counted_span& counted = group.emplace_back(counted_span{spans[index], {}, {}});
            const std::uint64_t first = given.offset(counted.span.sequence) + counted.span.first;
            counted.letters = targets.letters_from(first, counted.span.starts + length - 1);
            counted.supports.resize(counted.span.starts, 0);
            most = std::max(most, counted.letters.size());
        }
        growth_rows scratch;
        std::vector<diagonal_source> sources;
        std::uint64_t rest = targets.weight();
        const diagonal_kernels& kernels = diagonal_kernels_for(resources.vectors);
        for (const diagonal_block& block : targets.blocks()) {
            if (targets.weight() - rest >= asked) break;
            resources.workers.check_cancelled();
            rest -= block.weight;
            const diagonal_shape shape = targets.shape(block);
            sources.clear();
            std::size_t all_letters = 0;
            for (counted_span& counted : group) {
                if (!counted.is_open) continue;
                sources.push_back({counted.letters, counted.supports.data()});
                all_letters += counted.letters.size();
            }
            if (sources.empty()) break;
            const std::size_t needed = scratch_of_diagonals(shape.letters, shape.words, most, all_letters);
            if (scratch.size() < needed) scratch.resize(needed);
            kernels.count(shape, sources, scratch.data());
            for (counted_span& counted : group)
                if (counted.is_open) counted.close_if_known(given, rest);
        }
        std::vector<ring_span> left;
        for (counted_span& counted : group)
            if (counted.is_open) left.push_back({counted.letters, counted.supports});
        count_in_rings(targets.long_ones(), ring_kernels_for(resources.vectors), left, length,
                       {.least = given.support, .enough = given.enough_support()},
                       [&] { resources.workers.check_cancelled(); });
        if (asked >= targets.weight()) rest = 0;
        longest_windows supported{length, {}};
        other_strands others(given);
        for (const counted_span& counted : group)
            for (std::uint64_t start = 0; counted.may_have_support && start < counted.span.starts; ++start) {
                // A window with too many ambiguous letters is near to nothing, and stands in its source all the same.
                const std::uint64_t support = std::max<std::uint64_t>(1, counted.supports[start] + rest);
                const window here{counted.span.sequence, counted.span.first + start, support};
                if (support > given.support ||
                    (support == given.support &&
                     !(is_other_counted(given, compared.targets, here.sequence) && others.hold(here, length))))
                    supported.windows.push_back(here);
            }
        if (supported.windows.empty()) supported.length = 0;
        return supported;
    });
}

} // namespace

std::vector<source_span> spans_of_longer(std::span<const source_span> spans, const longest_windows& shorter,
                                         std::uint64_t by) {
    const window_vector& windows = shorter.windows;
    std::vector<source_span> parts;
    for (const source_span& span : spans) {
        const window first{span.sequence, span.first, 0};
        const std::uint64_t end = span.first + span.starts;
        auto at = std::lower_bound(windows.begin(), windows.end(), first);
        bool is_first = true;
        for (auto behind = at; at != windows.end() && at->sequence == span.sequence && at->start < end; ++at) {
            while (behind != windows.end() && behind->sequence == span.sequence && behind->start < at->start + by)
                ++behind;
            const bool ends_there =
                behind != windows.end() && behind->sequence == span.sequence && behind->start == at->start + by;
            if (!ends_there && at->start + by < end) continue;
            if (!is_first && at->start < parts.back().first + parts.back().starts + shorter.length)
                parts.back().starts = at->start + 1 - parts.back().first;
            else
                parts.push_back({span.sequence, at->start, 1});
            is_first = false;
        }
    }
    return parts;
}

namespace {

/// Whether windows of one letter more are counted first (chance_supports.hpp).
bool are_longer_first(const problem& given, std::span<const source_span> spans, std::uint64_t length) {
    const auto sequences = static_cast<double>(given.sequences());
    double windows = 0;
    for (const source_span& span : spans)
        windows += static_cast<double>(span.starts);
    const double starts = static_cast<double>(given.set.letters()) / sequences - static_cast<double>(length);
    return length > given.mismatches && length < sequence::letters_per_word &&
           is_longer_first({.sequences = sequences,
                            .starts = std::max(0.0, starts),
                            .windows = windows,
                            .length = length,
                            .mismatches = given.mismatches,
                            .chance_match = given.chance_match},
                           given.support, 1);
}

} // namespace

struct diagonal_scan::state {
    const problem& given;
    const cpu_resources& resources;
    const comparison& compared;
    diagonal_targets targets;
};

diagonal_scan::diagonal_scan(const problem& given, const cpu_resources& resources, const comparison& compared)
    : state_(new state{given, resources, compared, diagonal_targets(given, compared.targets, resources.workers)}) {}
diagonal_scan::~diagonal_scan() = default;
std::uint64_t diagonal_scan::longest_window() const noexcept { return state_->targets.longest_window(); }

longest_windows diagonal_scan::supported(std::span<const source_span> spans, std::uint64_t length) {
    auto& [given, resources, compared, targets] = *state_;
    const auto of = [&](std::span<const source_span> some) {
        longest_windows found = supported_windows(given, resources, targets, some, compared, length);
        std::sort(found.windows.begin(), found.windows.end());
        return found;
    };
    const auto of_distinct = [&](std::span<const source_span> some) {
        const auto distinct = distinct_spans::of(given, some, length, resources.workers);
        return distinct ? distinct->all_equal_to(of(distinct->spans())) : of(some);
    };
    if (targets.long_ones().size() > 0) return of_distinct(spans);
    // What nearly all targets must hold is seldom more than a few windows, again and again.
    const std::uint64_t asked = targets.weight() - std::min(targets.weight(), given.support) + tuning::targets_of_few;
    if (asked > targets.weight() / tuning::share_of_few || given.strands > 0) return of(spans);
    longest_windows few = supported_windows(given, resources, targets, spans, compared, length, asked);
    if (few.windows.empty()) return few;
    std::sort(few.windows.begin(), few.windows.end());
    return of_distinct(spans_of_longer(spans, few, 0));
}

longest_windows scan_along_diagonals(const problem& given, const cpu_resources& resources, const comparison& compared,
                                     std::uint64_t threshold, std::uint64_t longest) {
    if (compared.sources.empty()) return {};
    diagonal_scan targets(given, resources, compared);
    longest = std::min(longest, longest_possible(given));
    std::uint64_t too_long = std::min(longest, targets.longest_window()) + 1;
    std::uint64_t first = threshold;
    while (first + 1 < too_long && are_longer_first(given, compared.sources, first))
        ++first;
    longest_windows best = targets.supported(compared.sources, first);
    for (; best.length == 0 && first > threshold; best = targets.supported(compared.sources, first))
        too_long = first--;
    for (std::uint64_t step = 1; best.length > 0 && best.length + 1 < too_long;) {
        const std::uint64_t length = std::min(best.length + step, too_long - 1);
        const std::vector<source_span> spans = spans_of_longer(compared.sources, best, length - best.length);
        if (longest_windows longer = targets.supported(spans, length); longer.length > 0) {
            best = std::move(longer);
            step *= 2;
        } else {
            too_long = length;
            step = std::max<std::uint64_t>(1, (too_long - best.length) / 2);
        }
    }
    if (best.length < targets.longest_window() || best.length >= longest) return best;
    const comparison rest{spans_of_longer(compared.sources, best, 1), compared.targets, compared.shown,
                          compared.division};
    longest_windows longer = scan_by_seeds(given, resources, rest, best.length + 1);
    return longer.length > 0 ? std::move(longer) : std::move(best);
}

} // namespace concord::substring

// The scan by counters along diagonals (diagonal_kernels.hpp): every window of one length of every source against every
// position of every target. A scan by seeds follows each pair that its seeds do not rule out; with short windows, or
// many mismatches, that is most of them, and here it costs nothing.
//
//   length L     all sources          windows that have the support? if so:
//   L + 1, + 2, + 4 …                 the sources that still had one
//   between the last two              until the greatest length is known
#include "problems/substring/cpu/diagonal_kernels.hpp"
#include "problems/substring/cpu/growth_block.hpp"
#include "problems/substring/cpu/scan.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/fold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace concord::substring {
namespace {

/// The targets as rows of positions, one for each letter, and where windows of some length may end in them.
class diagonal_targets {
  public:
    diagonal_targets(const problem& given, const target_list& targets) : given_(given), letters_(given) {
        std::vector<std::uint64_t> sequences = targets.sequences;
        if (sequences.empty()) {
            sequences.resize(given.sequences());
            std::iota(sequences.begin(), sequences.end(), 0);
        }
        blocks_ = make_growth_blocks(given, letters_, sequences, targets.copies, tuning::words_of_diagonals);
        ends_.resize(blocks_.size());
        for (const growth_block& block : blocks_)
            for (std::size_t lane = 0; lane < block.sequences; ++lane)
                weight_ += weight_of(block, lane);
        std::size_t most = 0;
        for (const growth_block& block : blocks_)
            most = std::max(most, block.words * block.stride);
        nowhere_.resize(most, 0);
    }

    [[nodiscard]] const std::vector<growth_block>& blocks() const noexcept { return blocks_; }
    [[nodiscard]] std::uint64_t weight() const noexcept { return weight_; }
    [[nodiscard]] std::uint64_t weight(std::size_t block) const noexcept {
        std::uint64_t sum = 0;
        for (std::size_t lane = 0; lane < blocks_[block].sequences; ++lane)
            sum += weight_of(blocks_[block], lane);
        return sum;
    }

    /// Windows have so many letters from now on.
    void set_length(std::uint64_t length) {
        length_ = length;
        for (std::size_t index = 0; index < blocks_.size(); ++index) {
            const growth_block& block = blocks_[index];
            ends_[index].assign(block.words * block.stride, 0);
            for (std::size_t lane = 0; lane < block.sequences; ++lane) {
                const std::uint64_t letters = given_.length(sequence_of(block, lane));
                if (letters < length) continue;
                const std::uint64_t first = block.words * std::uint64_t{64} - letters + length - 1;
                for (std::uint64_t word = first / 64; word < block.words; ++word)
                    ends_[index][word * block.stride + lane] =
                        word > first / 64 ? ~std::uint64_t{0} : ~std::uint64_t{0} << first % 64;
            }
        }
    }
    [[nodiscard]] diagonal_shape shape(std::size_t index) const noexcept {
        const growth_block& block = blocks_[index];
        return {.lanes = block.lanes,
                .stride = block.stride,
                .words = block.words,
                .window = length_,
                .mismatches = given_.mismatches,
                .ends = ends_[index].data(),
                .weights = block.is_weighted ? weights_of(block) : nullptr};
    }

    /// The number of the letter at a position of the collection.
    [[nodiscard]] std::uint8_t letter_at(std::uint64_t position) const {
        std::uint8_t letter = 0;
        while (letter + 1U < letters_.size() && (letters_.literal(given_, letter, position) & 1U) == 0)
            ++letter;
        return letter;
    }
    /// Where the targets of a block hold a letter. An ambiguous one matches nothing.
    [[nodiscard]] const std::uint64_t* row(std::size_t index, std::uint8_t letter) const noexcept {
        const growth_block& block = blocks_[index];
        if (letter == letters_.ordinary()) return nowhere_.data();
        return block.rows.data() + std::size_t{letter} * block.words * block.stride;
    }

  private:
    [[nodiscard]] const std::uint64_t* weights_of(const growth_block& block) const noexcept {
        return block.rows.data() + letters_.size() * block.words * block.stride;
    }
    [[nodiscard]] std::uint64_t weight_of(const growth_block& block, std::size_t lane) const noexcept {
        return weights_of(block)[lane];
    }
    [[nodiscard]] std::uint64_t sequence_of(const growth_block& block, std::size_t lane) const noexcept {
        return weights_of(block)[block.stride + lane];
    }

    const problem& given_;
    growth_alphabet letters_;
    std::vector<growth_block> blocks_;
    std::vector<growth_rows> ends_; ///< by block
    growth_rows nowhere_;
    std::uint64_t weight_ = 0;
    std::uint64_t length_ = 0;
};

/// A span whose windows are being counted.
struct counted_span {
    source_span span;
    std::vector<std::uint8_t> letters;
    std::vector<std::uint64_t> supports; ///< by start
    bool may_have_support = true;
};

/// All windows of `length` letters in the spans that have the support; those of a span stand together.
longest_windows supported_windows(const problem& given, const cpu_resources& resources, diagonal_targets& targets,
                                  std::span<const source_span> all, const comparison& compared, std::uint64_t length) {
    std::vector<source_span> spans;
    for (const source_span& span : all)
        if (const source_span part = shortened(given, span, length); part.starts > 0) spans.push_back(part);
    targets.set_length(length);
    const std::uint64_t each = resources.tile > 0 ? resources.tile : tuning::sources_of_diagonals;
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
            for (std::uint64_t letter = 0; letter < counted.span.starts + length - 1; ++letter)
                counted.letters.push_back(targets.letter_at(first + letter));
            counted.supports.resize(counted.span.starts, 0);
            most = std::max(most, counted.letters.size());
        }
        growth_rows scratch(scratch_of_diagonals(length, most));
        std::vector<const std::uint64_t*> rows;
        std::uint64_t rest = targets.weight();
        const diagonal_kernels& kernels = diagonal_kernels_for(resources.vectors);
        for (std::size_t block = 0; block < targets.blocks().size(); ++block) {
            resources.workers.check_cancelled();
            rest -= targets.weight(block);
            const diagonal_shape shape = targets.shape(block);
            for (counted_span& counted : group) {
                if (!counted.may_have_support) continue;
                rows.clear();
                for (const std::uint8_t letter : counted.letters)
                    rows.push_back(targets.row(block, letter));
                kernels.count(shape, rows, scratch.data(), counted.supports.data());
                const std::uint64_t most_counted = *std::max_element(counted.supports.begin(), counted.supports.end());
                counted.may_have_support = std::max<std::uint64_t>(1, most_counted + rest) >= given.support;
            }
        }
        longest_windows supported{length, {}};
        for (const counted_span& counted : group) {
            for (std::uint64_t start = 0; counted.may_have_support && start < counted.span.starts; ++start) {
                // A window with too many ambiguous letters is near to nothing, and stands in its source all the same.
                const std::uint64_t support = std::max<std::uint64_t>(1, counted.supports[start]);
                if (support >= given.support)
                    supported.windows.push_back({counted.span.sequence, counted.span.first + start, support});
            }
        }
        if (supported.windows.empty()) supported.length = 0;
        return supported;
    });
}

/// Of spans in the order of their sequences, those that hold one of the windows.
std::vector<source_span> spans_with(std::span<const source_span> spans, std::vector<window> windows) {
    std::sort(windows.begin(), windows.end());
    std::vector<source_span> some;
    for (const source_span& span : spans) {
        const window first{span.sequence, span.first, 0};
        const auto at = std::lower_bound(windows.begin(), windows.end(), first);
        if (at != windows.end() && at->sequence == span.sequence && at->start < span.first + span.starts)
            some.push_back(span);
    }
    return some;
}

} // namespace

longest_windows scan_along_diagonals(const problem& given, const cpu_resources& resources, const comparison& compared,
                                     std::uint64_t threshold) {
    if (compared.sources.empty()) return {};
    diagonal_targets targets(given, compared.targets);
    const auto at_length = [&](std::span<const source_span> spans, std::uint64_t length) {
        return supported_windows(given, resources, targets, spans, compared, length);
    };
    longest_windows best = at_length(compared.sources, threshold);
    std::uint64_t too_long = longest_possible(given) + 1;
    std::vector<source_span> spans = compared.sources;
    for (std::uint64_t step = 1; best.length > 0 && best.length + 1 < too_long;) {
        spans = spans_with(spans, best.windows);
        const std::uint64_t length = std::min(best.length + step, too_long - 1);
        if (longest_windows longer = at_length(spans, length); longer.length > 0) {
            best = std::move(longer);
            step *= 2;
        } else {
            too_long = length;
            step = std::max<std::uint64_t>(1, (too_long - best.length) / 2);
        }
    }
    return best;
}

double cost_of_diagonals(const problem& given, std::uint64_t spans, std::uint64_t targets, std::uint64_t length) {
    if (given.set.longest() > most_diagonal_letters || given.support < 1 ||
        planes_of_diagonals(std::max(length, given.set.longest()), given.mismatches) > most_diagonal_planes ||
        std::size_t{1} << given.letters.ordinary_planes() > growth_alphabet::most_letters + 1)
        return std::numeric_limits<double>::infinity();
    const double letters =
        static_cast<double>(given.set.letters()) / static_cast<double>(std::max<std::uint64_t>(1, given.sequences()));
    const double row =
        tuning::cost_of_diagonal_row + tuning::cost_of_diagonal_plane * planes_of_diagonals(length, given.mismatches);
    // The more of the targets must hold a window, the earlier it is known that too few do; but some windows hold out.
    const double share = static_cast<double>(given.support) / static_cast<double>(given.sequences());
    const double looked_at = std::clamp(2 * (1 - share), 0.5, 1.0);
    return tuning::lengths_of_diagonals * looked_at * static_cast<double>(spans) * static_cast<double>(targets) *
           letters * (std::floor(letters / 64) + 1) * row;
}

} // namespace concord::substring

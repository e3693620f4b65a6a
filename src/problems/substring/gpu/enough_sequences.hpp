// Which windows have the support, where how many more sequences hold them is not asked for: the sequences are asked in
// parts, and windows are only compared with further ones as long as these matter.
//
//   parts      1   2   3   4   5   6   7   8
//   window     9  19  29  39                    has the support 35
//              0   0   1   1   1                and this one cannot reach it, if a part has 10 sequences
//
// The windows of random sequences have nearly the same support, which is up to three times what is asked for: the one
// of windows of a letter more is below it. Where t is a large share of the sequences, others show soon that they lack
// too many.
#pragma once

#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/sequence_samples.hpp"
#include "problems/substring/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace concord::substring {

/// What a comparison in `parts` parts takes beside one of all, by the supports of some windows, as good as any others:
/// a window is compared up to the part in which it is known. `sequences`: as many as may hold a window.
[[nodiscard]] inline double share_that_is_compared(const std::vector<std::uint32_t>& supports, std::uint64_t wanted,
                                                   std::uint64_t sequences, std::uint64_t parts) {
    const auto all = static_cast<double>(sequences);
    const auto least = static_cast<double>(wanted);
    double compared = 0;
    for (const std::uint32_t support : supports) {
        const double held = support;
        const double share = held >= least ? least / held : (all - least) / std::max(all - held, 1.0);
        compared += std::min(std::floor(share * static_cast<double>(parts)) + 1, static_cast<double>(parts));
    }
    return supports.empty() ? 1 : compared / static_cast<double>(supports.size() * parts);
}

/// Supports of some windows of a set.
struct counted_windows {
    window_set_view set;
    window_set_view counted;
    const std::uint32_t* supports; ///< by rank among these

    /// visit(rank in the set, support) of those of a word.
    template <class Visit>
    CONCORD_HD void for_each(std::uint64_t word, Visit visit) const {
        std::uint64_t rank = counted.before[word];
        for (std::uint64_t rest = counted.bits[word]; rest != 0; rest &= rest - 1)
            visit(set.rank(word * windows_per_word + base::lowest_one(rest)), supports[rank++]);
    }
};

/// What a part of the sequences says about windows is added to what is known of them. A count has the sequence of the
/// window itself, whether that is of the part or not; or, where equal windows are counted once, which may be so in one
/// part and not in another, the sequence of one of these. So there are two sums, with it and without.
struct add_support_of_part {
    counted_windows of;
    std::uint32_t* at_least;
    std::uint32_t* at_most;

    CONCORD_HD void operator()(std::uint64_t index) const {
        of.for_each(index, [&](std::uint64_t window, std::uint32_t support) {
            at_least[window] += support > 0 ? support - 1 : 0;
            at_most[window] += support;
        });
    }
};

/// Keeps the windows that may have the support or lack it, for all that is known of them.
struct keep_unknown {
    window_set_view set;
    const std::uint64_t* asked; ///< of the set
    const std::uint32_t* at_least;
    const std::uint32_t* at_most;
    std::uint64_t support;
    std::uint64_t further; ///< sequences that were not asked
    std::uint64_t* kept;

    CONCORD_HD counts operator()(std::uint64_t index) const {
        std::uint64_t stay = 0;
        std::uint64_t rank = set.before[index];
        for (std::uint64_t rest = set.bits[index]; rest != 0; rest &= rest - 1, ++rank) {
            if (at_least[rank] >= support || at_most[rank] + further < support) continue;
            stay |= rest & (~rest + 1);
        }
        return counts_of(kept[index] = stay & asked[index]);
    }
};

/// Supports of some windows of a set become those of the set's.
struct overwrite_supports {
    counted_windows of;
    std::uint32_t* supports;

    CONCORD_HD void operator()(std::uint64_t index) const {
        of.for_each(index, [&](std::uint64_t window, std::uint32_t support) { supports[window] = support; });
    }
};

/// Supports of windows, as far as they are asked for, in parts of the sequences.
template <class Machine>
class enough_sequences {
  public:
    using windows = machine_windows<Machine>;

    /// `copies`, by sequence on the machine: how many it represents; null: one each.
    enough_sequences(const device_windows<Machine>& input, std::shared_ptr<const windows> sources,
                     std::shared_ptr<const windows> targets, const std::uint32_t* copies)
        : input_(input), sources_(std::move(sources)), targets_(std::move(targets)), copies_(copies) {}

    /// Of the sources, and which of them have the support, 1 or more, by 2^bits parts of the sequences. count(sources,
    /// targets): exact supports.
    template <class Supported, class Count>
    [[nodiscard]] Supported supports(std::uint64_t support, unsigned bits, Count count) const {
        Machine& machine = input_.machine();
        const sequence_samples<Machine> samples(input_, *targets_, copies_);
        auto at_least = machine.template zeroed<std::uint32_t>(sources_->count);
        const auto at_most = machine.template zeroed<std::uint32_t>(sources_->count);
        std::shared_ptr<const windows> unknown = sources_;
        std::uint64_t further = samples.all();
        for (std::uint64_t part = 0; part >> bits == 0 && unknown->count > 0; ++part) {
            machine.check();
            const auto asked = samples.part(part, bits);
            further -= asked.sequences;
            if (asked.sequences == 0) continue;
            const Supported counted = count(unknown, asked.targets);
            machine.for_each(input_.words(), add_support_of_part{windows_of(counted), at_least.data(), at_most.data()});
            unknown = std::make_shared<const windows>(
                input_.kept(sources_->length, keep_unknown{sources_->view(), unknown->bits.data(), at_least.data(),
                                                           at_most.data(), support, further, nullptr}));
        }
        if (unknown->count > 0) { // within as many of the support as there are parts
            const Supported counted = count(unknown, targets_);
            machine.for_each(input_.words(), overwrite_supports{windows_of(counted), at_least.data()});
        }
        windows set = input_.at_least(*sources_, at_least.data(), support);
        return {sources_, std::move(at_least), std::move(set)};
    }

  private:
    template <class Supported>
    [[nodiscard]] counted_windows windows_of(const Supported& some) const {
        return {sources_->view(), some.counted->view(), some.supports.data()};
    }

    const device_windows<Machine>& input_;
    std::shared_ptr<const windows> sources_;
    std::shared_ptr<const windows> targets_;
    const std::uint32_t* copies_;
};

} // namespace concord::substring

// Sources that may have the support, by bounds that take little beside a comparison of all windows: by how many places
// are near to each (near_places.hpp), and by a few of the sequences where nearly all must hold it
// (sequence_samples.hpp).
#pragma once

#include "problems/substring/gpu/near_places.hpp"
#include "problems/substring/gpu/sequence_samples.hpp"
#include "problems/substring/seed_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace concord::substring {

/// Whether sources and targets are so few, by their pairs, that they are compared at once. `never`: in tests.
template <class Machine>
[[nodiscard]] bool are_few_pairs(const machine_windows<Machine>& sources, const machine_windows<Machine>& targets,
                                 bool never, double most = tuning::pairs_worth_bounds) {
    const double pairs = static_cast<double>(sources.count) * static_cast<double>(targets.count);
    return pairs == 0 || (pairs < most && !never);
}

/// Targets near to a window in their first letters by chance: more are where windows are alike.
template <class Machine>
[[nodiscard]] double near_by_chance(const problem& given, const machine_windows<Machine>& targets,
                                    std::uint64_t letters) {
    return static_cast<double>(targets.count) *
           chance_of_survival(static_cast<unsigned>(letters), given.mismatches, given.chance_match);
}

template <class Machine>
class likely_sources {
  public:
    using windows = machine_windows<Machine>;

    /// `copies`, by sequence on the machine: how many it represents; null: one each. `always`: all bounds are taken,
    /// whatever they cost; for tests.
    likely_sources(const device_windows<Machine>& input, std::shared_ptr<const windows> sources,
                   std::shared_ptr<const windows> targets, const std::uint32_t* copies, bool always)
        : input_(input), sources_(std::move(sources)), targets_(std::move(targets)), copies_(copies), always_(always) {}

    /// Those that are left.
    [[nodiscard]] const std::shared_ptr<const windows>& sources() const noexcept { return sources_; }

    /// seconds() of a comparison, which is asked where the bounds are possible and may drop something.
    template <class Seconds>
    void drop_by_places(std::uint64_t support, Seconds seconds) {
        if (are_few()) return;
        const auto near = [&](std::uint64_t letters) { return near_by_chance(input_.given(), *targets_, letters); };
        if (!always_ && near(sources_->length) >= static_cast<double>(support)) return;
        const double by_comparison = always_ ? 0 : seconds();
        // The more letters, the fewer windows are left.
        constexpr unsigned letters_in_tests = 4;
        const std::uint64_t fewest = always_ ? 1 : letters_that_tell(support);
        const std::uint64_t most = always_ ? letters_in_tests + 1 : sources_->length; // in tests few tables
        for (std::uint64_t letters = std::min(sources_->length, most); letters >= fewest; --letters) {
            const near_places<Machine> places(input_, letters,
                                              always_ ? letters_in_tests : tuning::most_letters_of_near_places);
            if (!places.are_possible()) continue;
            const double beside = letters == fewest ? tuning::near_places_beside_comparison
                                                    : tuning::longer_near_places_beside_comparison;
            const bool is_worth =
                near(letters) < static_cast<double>(support) && places.seconds() < by_comparison * beside;
            if (is_worth || always_) return keep(places.near_to_many(*sources_, *targets_, support, copies_));
        }
    }

    /// count(targets, support): those of the sources that have this support by these targets.
    template <class Count>
    void drop_by_sequences(std::uint64_t support, Count count) {
        if (are_few() || (!always_ && may_be_lacking_in_many(support))) return;
        const sequence_samples<Machine> samples(input_, *targets_, copies_);
        const std::uint64_t lacking = samples.all() - std::min(support, samples.all());
        const std::uint64_t least = always_ ? 1 : 2 * lacking + tuning::least_sequences_of_share;
        for (const std::uint64_t many : tuning::shares_of_sequences) {
            if (samples.all() / (always_ ? 2 : many) < least) continue;
            const auto some = always_ ? samples.one_of(2, 1) : samples.one_of(many);
            if (some.sequences <= lacking) continue;
            keep(count(some.targets, some.sequences - lacking));
            if (are_few()) return;
        }
    }

  private:
    /// First letters of windows to which so few places are near by chance that these tell that they lack the support;
    /// all, where none do.
    [[nodiscard]] std::uint64_t letters_that_tell(std::uint64_t support) const {
        std::uint64_t letters = 1;
        while (letters < sources_->length && near_by_chance(input_.given(), *targets_, letters) >
                                                 tuning::near_by_chance_of_support * static_cast<double>(support))
            ++letters;
        return letters;
    }
    /// Whether targets are in so many sequences, which their number tells without a look at them, that the least share
    /// of these is too large.
    [[nodiscard]] bool may_be_lacking_in_many(std::uint64_t support) const {
        const double of_longest = static_cast<double>(input_.given().set.longest() - targets_->length + 1);
        const double all = static_cast<double>(targets_->count) / of_longest;
        return all - static_cast<double>(support) > all / 2 / static_cast<double>(tuning::least_share_of_sequences);
    }
    [[nodiscard]] bool are_few() const { return are_few_pairs(*sources_, *targets_, always_); }
    /// All, where nearly all are left: a set is compared with itself in half of the time.
    void keep(windows&& left) {
        if (static_cast<double>(left.count) <= 0.9 * static_cast<double>(sources_->count))
            sources_ = std::make_shared<const windows>(std::move(left));
    }

    const device_windows<Machine>& input_;
    std::shared_ptr<const windows> sources_;
    std::shared_ptr<const windows> targets_;
    const std::uint32_t* copies_;
    bool always_;
};

} // namespace concord::substring

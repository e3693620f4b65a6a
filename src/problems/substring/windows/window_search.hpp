// The search on a machine that does many equal steps at once.
//
// Whether a window of L letters has the support is decided for all windows of a set together. Having it is monotone in
// L, so a few decisions find the greatest length:
//
//   sample    a few windows against all: a length that is reached        none longer in this sample
//   all       every window at that length, the sieve first              those that have the support
//   climb     those at 1, 2, 4 ... letters more, then between           the last that are any
#pragma once

#include "problems/substring/search.hpp"
#include "problems/substring/windows/sieving.hpp"
#include "problems/substring/windows/speakers.hpp"
#include "problems/substring/windows/support_counter.hpp"
#include "problems/substring/windows/window_list.hpp"
#include "problems/substring/windows/window_sieve.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace concord::substring {

/// Who else works on a search.
struct window_sharing {
    sharing_ranks ranks{}; ///< they make the same calls and share what is long
    shard part{};          ///< the sources are those of this shard alone
    kept_counts kept{};    ///< for those who go on when this process has ended
};

template <class Machine>
class window_search {
  public:
    using windows = machine_windows<Machine>;

    /// `notes`: what was chosen and why is added here.
    window_search(Machine& machine, const problem& given, std::uint64_t tile, std::vector<std::string>& notes,
                  sieving sieve = sieving::automatic, const window_sharing& sharing = {})
        : machine_(machine), given_(given), input_(machine, given), speakers_(input_, sharing.part),
          counter_(input_, tile, sharing.ranks, sharing.kept), sieve_(input_, tile), sieving_(sieve), notes_(notes) {}

    /// All windows of the greatest length >= min_length that have the support; of a shard: its own, of a length that
    /// need not be the greatest, or none.
    [[nodiscard]] longest_windows search() {
        const std::uint64_t longest = longest_possible(given_);
        if (longest < given_.min_length) return {};
        const std::uint64_t sampled = sampled_length(longest);
        note("a sample of all windows reaches " + std::to_string(sampled));
        reached best = decide_all(std::max(sampled, given_.min_length));
        if (!best.any()) return {};
        // What may have the support is lengthened first: if that has it, the shorter ones need no closer look.
        if (reached longer = decide_longer(best, 1); longer.any()) {
            best = std::move(longer);
            climb(best, longest + 1);
        } else {
            best = decide(kept(std::move(best.found.set)), best.targets);
            if (!best.any()) return {};
        }
        note(std::to_string(best.found.set.count) + " windows of " + std::to_string(best.length()) +
             " letters have the support");
        longest_windows all = of_speakers(input_, best.found);
        if (speakers_.some_are_equal()) add_copies(input_, speakers_, all);
        return all;
    }

    /// The candidate C_i of every sequence, or every one of the shard; none is longer than `longest`.
    [[nodiscard]] std::vector<substring_candidate> search_each(std::uint64_t longest) {
        std::vector<substring_candidate> candidates(given_.sequences());
        std::vector<std::uint32_t> speaker_of;
        if (speakers_.some_are_equal()) speaker_of = speakers_.speaker_of_each(input_);
        const auto is_ours = [&](std::uint64_t sequence) {
            return speakers_.is_of_shard(speaker_of.empty() ? sequence : speaker_of[sequence]);
        };
        std::vector<std::uint64_t> waiting;
        for (std::uint64_t sequence = 0; sequence < given_.sequences(); ++sequence) {
            candidates[sequence].sequence = sequence;
            if ((speaker_of.empty() || speaker_of[sequence] == sequence) && is_ours(sequence))
                waiting.push_back(sequence);
        }
        if (longest >= given_.min_length) narrow_down(waiting, given_.min_length, longest, candidates);
        for (std::uint64_t sequence = 0; sequence < speaker_of.size(); ++sequence) {
            const substring_candidate& of_speaker = candidates[speaker_of[sequence]];
            candidates[sequence] = {sequence, of_speaker.start, of_speaker.length, of_speaker.support};
        }
        std::erase_if(candidates, [&](const substring_candidate& each) { return !is_ours(each.sequence); });
        return candidates;
    }

  private:
    using set_of_windows = std::shared_ptr<const windows>;

    /// The windows that have the support.
    struct reached {
        typename support_counter<Machine>::supported found;
        set_of_windows targets; ///< that may support them or longer ones

        [[nodiscard]] bool any() const { return found.set.count > 0; }
        [[nodiscard]] std::uint64_t length() const { return found.set.length; }
    };

    static set_of_windows kept(windows&& set) { return std::make_shared<const windows>(std::move(set)); }

    /// Which of the sources have the support among the targets.
    reached decide(const set_of_windows& sources, const set_of_windows& targets) {
        machine_.check();
        return {counter_.count(sources, targets, given_.support, speakers_.copies()), targets};
    }

    [[nodiscard]] set_of_windows all_windows(std::uint64_t length) const {
        return kept(input_.windows(length, speakers_.speaks()));
    }

    /// All windows that may have the support, or a little more than those that have it.
    reached decide_all(std::uint64_t length) {
        set_of_windows targets = all_windows(length);
        set_of_windows sources = targets;
        if (speakers_.are_divided()) sources = kept(input_.windows(length, speakers_.of_shard()));
        sift(sources, targets, true);
        return {counter_.count(sources, targets, given_.support, speakers_.copies(), true), targets};
    }

    /// Drops windows as long as that costs less than it may save. May raise the length.
    void sift(set_of_windows& sources, set_of_windows& targets, bool may_lengthen) {
        if (sieving_ == sieving::never) return;
        bool sifted = false;
        for (std::uint64_t intact = 1; sources->count > 0; ++intact) {
            if (sources->length < given_.mismatches + intact) break;
            if (choices_of(given_.mismatches, intact) > tuning::most_choices) break;
            if (sieving_ == sieving::always) {
                if (intact > 3) break;
            } else {
                if (!sifted && !drops_random_windows(*sources, *targets, intact)) continue;
                if (sieve_.seconds(intact, *sources, *targets) > counter_.seconds(*sources, *targets) / 4) break;
            }
            const std::uint64_t before = sources->count + targets->count;
            const windows promising = sieve_.sift(intact, given_.support, speakers_.copies(), sources, targets);
            note("length " + std::to_string(sources->length) + ", " + std::to_string(intact) +
                 " blocks intact: " + std::to_string(sources->count) + " windows may have the support, " +
                 std::to_string(targets->count) + " may give it");
            const bool first = !sifted;
            sifted = true;
            if (first && may_lengthen && lengthen_by_sample(promising, sources, targets))
                --intact; // the same once more
            else if (!first && sources->count + targets->count > before - before / 10)
                break;
        }
    }

    /// Whether windows of random letters are expected to fall out.
    [[nodiscard]] bool drops_random_windows(const windows& sources, const windows& targets,
                                            std::uint64_t intact) const {
        const std::uint64_t letters = sources.length * intact / (given_.mismatches + intact); // at least so many agree
        const double agreeing = choices_of(given_.mismatches, intact) * static_cast<double>(targets.count) *
                                std::pow(given_.chance_match, static_cast<double>(letters));
        return agreeing < static_cast<double>(given_.support) / 2;
    }

    /// Do some of the windows that are left reach further? Then only what is longer needs to be kept.
    bool lengthen_by_sample(const windows& sample, set_of_windows& sources, set_of_windows& targets) {
        if (sample.count == 0) return false;
        std::uint64_t by = 0;
        for (std::uint64_t step = 1;; step *= 2) {
            // Single windows have no neighbours to be lengthened with: more letters are tried from the same starts.
            set_of_windows longer = kept(input_.stretched(sample, by + step));
            if (longer->count == 0) break;
            if (!decide(longer, kept(input_.lengthened(*targets, by + step))).any()) break;
            by += step;
        }
        if (by == 0) return false;
        note("a sample of those reaches " + std::to_string(sources->length + by));
        sources = kept(input_.lengthened(*sources, by));
        targets = kept(input_.lengthened(*targets, by));
        return true;
    }

    /// From what is reached to the greatest length below `end` that is.
    void climb(reached& best, std::uint64_t end) {
        for (std::uint64_t step = 1; best.length() + 1 < end;) {
            const std::uint64_t by = std::min(step, end - 1 - best.length());
            reached longer = decide_longer(best, by);
            if (longer.any()) {
                best = std::move(longer);
                step *= 2;
            } else {
                end = best.length() + by;
                step = std::max<std::uint64_t>(1, by / 2);
            }
        }
    }

    reached decide_longer(const reached& best, std::uint64_t by) {
        set_of_windows sources = kept(input_.lengthened(best.found.set, by));
        if (sources->count == 0) return {};
        return decide(sources, kept(input_.lengthened(*best.targets, by)));
    }

    /// A length >= min_length that some window is known to reach; 0: none found. Never more than the answer.
    std::uint64_t sampled_length(std::uint64_t longest) {
        if (const polled guess = poll(longest); guess.length > 0) return confirmed_length(guess, longest);
        const reached best = descend(longest, 1, [&](std::uint64_t length) {
            const set_of_windows all = all_windows(length);
            return decide(kept(input_.sample(*all, tuning::sampled_windows)), all);
        });
        return best.any() ? best.length() : 0;
    }

    /// The greatest length <= longest that decide_at(length) reaches, or less than `tolerance` below it: lower and
    /// lower until one is, then between.
    template <class DecideAt>
    reached descend(std::uint64_t longest, std::uint64_t tolerance, DecideAt decide_at) {
        reached best;
        std::uint64_t failed = longest + 1;
        for (std::uint64_t length = longest;;) {
            best = decide_at(length);
            if (best.any()) break;
            failed = length;
            if (length == given_.min_length) return {};
            length = given_.min_length + (length - given_.min_length) / 2;
        }
        while (failed - best.length() > tolerance) {
            const std::uint64_t middle = best.length() + (failed - best.length()) / 2;
            reached further = decide_at(middle);
            if (further.any())
                best = std::move(further);
            else
                failed = middle;
        }
        return best;
    }

    /// The positions of windows that a few thousand sequences share among themselves, with the support in proportion,
    /// at the greatest such length: likely to be among the longest of all. Length 0 where there are too few.
    struct polled {
        std::uint64_t length = 0;
        std::vector<std::uint64_t> positions;
    };

    static constexpr std::uint64_t guess_tolerance = 2; ///< more windows of the polled are near a shorter length
    polled poll(std::uint64_t longest) {
        const std::uint64_t wished = tuning::wished_polled_support * given_.sequences() / given_.support;
        const std::uint64_t size = std::clamp<std::uint64_t>(wished, 500, tuning::most_polled);
        const std::uint64_t support = given_.support * size / given_.sequences();
        if (size * 4 > given_.sequences() || support < tuning::least_polled_support) return {};
        std::vector<std::uint8_t> member(given_.sequences(), 0);
        for (std::uint64_t index = 0; index < size; ++index)
            member[index * given_.sequences() / size] = 1;
        const auto members = input_.copy_of(member.data(), member.size());
        if (speakers_.some_are_equal())
            machine_.for_each(member.size(), keep_speakers{speakers_.speaks(), members.data()});
        const reached best = descend(longest, guess_tolerance, [&](std::uint64_t length) {
            const set_of_windows all = kept(input_.windows(length, members.data()));
            return reached{counter_.count(all, all, support, nullptr, true), all};
        });
        if (!best.any()) return {};
        polled found{best.length(), {}};
        for (const window& each : of_speakers(input_, best.found).windows)
            found.positions.push_back(given_.offset(each.sequence) + each.start);
        return found;
    }

    /// A length that a polled window reaches among all sequences, from the guess downwards.
    std::uint64_t confirmed_length(const polled& guess, std::uint64_t longest) {
        windows likely = input_.at(guess.length, guess.positions);
        if (likely.count > tuning::sampled_windows) likely = input_.sample(likely, tuning::sampled_windows);
        std::uint64_t failed = longest + 1;
        for (std::uint64_t less = 0, step = 1;; less += step, step *= 2) {
            less = std::min(less, guess.length - given_.min_length);
            reached best = decide(kept(input_.shortened(likely, less)), all_windows(guess.length - less));
            if (best.any()) {
                climb(best, failed);
                return best.length();
            }
            failed = guess.length - less;
            if (guess.length - less == given_.min_length) return 0;
        }
    }

    /// Settles the sequences, whose candidates have `lowest` to `highest` letters or are none.
    void narrow_down(const std::vector<std::uint64_t>& sequences, std::uint64_t lowest, std::uint64_t highest,
                     std::vector<substring_candidate>& candidates) {
        if (sequences.empty() || lowest > highest) return;
        const std::uint64_t length = lowest + (highest - lowest) / 2;
        std::vector<std::uint8_t> member(given_.sequences(), 0);
        for (const std::uint64_t sequence : sequences)
            member[sequence] = 1;
        longest_windows found;
        {
            const auto members = input_.copy_of(member.data(), member.size());
            set_of_windows sources = kept(input_.windows(length, members.data()));
            set_of_windows targets = all_windows(length);
            sift(sources, targets, false);
            found = of_speakers(input_, decide(sources, targets).found);
        }
        for (const window& each : found.windows) { // in order: the first of a sequence is its leftmost
            substring_candidate& kept = candidates[each.sequence];
            if (kept.length < length) kept = {each.sequence, each.start, length, each.support};
        }
        std::vector<std::uint64_t> further;
        std::vector<std::uint64_t> back;
        for (const std::uint64_t sequence : sequences)
            (candidates[sequence].length >= length ? further : back).push_back(sequence);
        narrow_down(further, length + 1, highest, candidates);
        if (length > 0) narrow_down(back, lowest, length - 1, candidates);
    }

    void note(const std::string& text) {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin_;
        notes_.push_back(std::to_string(since.count()) + " s: " + text);
    }

    Machine& machine_;
    const problem& given_;
    device_input<Machine> input_;
    speakers<Machine> speakers_;
    support_counter<Machine> counter_;
    window_sieve<Machine> sieve_;
    sieving sieving_;
    std::vector<std::string>& notes_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace concord::substring

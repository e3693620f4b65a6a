// What a plan costs, by its keys and by how many sequences of a sample share one.
#pragma once

#include "alignment/batch/trie_search.hpp"
#include "problems/distance/costs.hpp"
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/join/piece_extension.hpp"
#include "problems/distance/join/sampled_keys.hpp"
#include "problems/distance/tuning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

namespace concord::edit_distance {

inline constexpr double unlimited = std::numeric_limits<double>::max();

class plan_estimator {
  public:
    explicit plan_estimator(const join_question& question)
        : question_(question), letters_(question.numbers), extension_(question.comparer.letters()) {
        const auto column = [&](std::uint64_t at) { return question.columns.empty() ? at : question.columns[at]; };
        sample_b_ = take(question.comparer.letters().b(), columns(), column, false);
        const auto row = [&](std::uint64_t at) { return question.rows[at]; };
        const auto take_rows = [&] { return take(question.comparer.letters().a(), question.rows.size(), row, true); };
        sample_a_ = question.is_self ? sample_b_ : take_rows();
        counted_a_ = lengths_of(set_of(true), sample_a_.sequences);
        counted_b_ = lengths_of(set_of(false), sample_b_.sequences);
        for (const sampled_length& each : counted_a_)
            lengths_a_.push_back(each.length);
        for (const sampled_length& each : counted_b_)
            lengths_b_.push_back(each.length);
    }

    /// Needed for plans with keys.
    void learn_profile() {
        profile_ = std::make_unique<information_profile>(
            question_.numbers, question_.comparer.letters().b(),
            std::span<const std::uint32_t>(sample_b_.sequences)
                .first(std::clamp<std::size_t>(columns() / tuning::sequences_for_one_sampled,
                                               std::min(sample_b_.sequences.size(), tuning::least_sampled_for_profile),
                                               std::min(sample_b_.sequences.size(), tuning::sampled_for_profile))));
    }
    [[nodiscard]] std::size_t lengths() const noexcept { return lengths_b_.size(); } ///< that occur in the sample
    [[nodiscard]] const information_profile& profile() const noexcept { return *profile_; } ///< that was learnt
    [[nodiscard]] std::unique_ptr<information_profile> take_profile() { return std::move(profile_); }
    [[nodiscard]] std::span<const sequence_pair> similar_pairs() const noexcept { return similar_pairs_; }
    /// Exact where it is less than `limit` nanoseconds; else a lower bound, where keys alone cost as much.
    [[nodiscard]] plan_costs of(const join_plan& plan, double limit) {
        const double scale_a =
            static_cast<double>(question_.rows.size()) / static_cast<double>(sample_a_.sequences.size());
        const double scale_b = static_cast<double>(columns()) / static_cast<double>(sample_b_.sequences.size());
        plan_costs cost;
        if (plan.compares_words) {
            cost.nanoseconds =
                without_candidates(plan, cost) +
                pairs_within_reach() * scale_a * scale_b *
                    trie_search::nanoseconds_of_pair(question_.comparer, question_.rows.size(), question_.bound);
            return cost;
        }
        if (!plan.has_keys()) {
            cost.nanoseconds = without_candidates(plan, cost) +
                               pairs_within_reach() * scale_a * scale_b * question_.costs.of_candidate;
            if (cost.nanoseconds >= limit) return cost;
            without_keys(plan.shortest(), cost);
            cost.candidates *= scale_a * scale_b;
            cost.similar *= scale_a * scale_b;
        } else {
            if (!is_worth_listing(plan, limit, scale_a * scale_b)) {
                cost.nanoseconds = unlimited;
                return cost;
            }
            const join_windows windows = windows_of(plan, *profile_, lengths_a_, lengths_b_, question_.is_self);
            const double each_b = keys_each(windows.entries, sample_b_, false);
            const double each_a = keys_each(windows.lookups, sample_a_, true);
            if (each_a + each_b > tuning::most_keys_each) {
                cost.nanoseconds = unlimited;
                return cost;
            }
            cost.keys = each_b * static_cast<double>(columns()) + each_a * static_cast<double>(question_.rows.size());
            cost.nanoseconds = without_candidates(plan, cost);
            if (cost.nanoseconds >= limit) return cost;
            const double sampled = std::clamp(limit * tuning::share_for_estimates / tuning::cost_of_sampled_key,
                                              std::min(tuning::least_sampled_keys, question_.costs.sampled_keys),
                                              question_.costs.sampled_keys);
            const double share =
                std::min(1.0, sampled / (each_a + each_b + 1) / static_cast<double>(sample_b_.sequences.size()));
            with_keys(plan, windows, share, cost);
            cost.candidates *= scale_a * scale_b / share / share;
            cost.similar *= scale_a * scale_b / share / share;
            cost.own *= scale_b / share;
            plan_costs too_short;
            without_keys(plan.shortest(), too_short);
            cost.candidates += too_short.candidates * scale_a * scale_b;
            cost.similar += too_short.similar * scale_a * scale_b;
        }
        cost.nanoseconds =
            without_candidates(plan, cost) + (plan.bound > most_wide_bound ? 2 * cost_of_listing(plan) : 0) +
            (cost.candidates + cost.own) * cost_of_candidate(plan) + cost_of_visits(plan, cost, question_.costs) +
            (question_.costs.has_sketches ? cost.similar * cost_of_comparing() : 0);
        return cost;
    }
    [[nodiscard]] double cost_of_listing(const join_plan& plan) const {
        return tuning::cost_of_window * most_windows(plan, lengths_a_, lengths_b_, question_.is_self);
    }

  private:
    [[nodiscard]] double without_candidates(const join_plan& plan, const plan_costs& cost) const {
        const double sequences = static_cast<double>(columns() + question_.rows.size());
        const bool leaves_out = plan.pieces == 1 && plan.bound > 0;
        const join_costs& costs = question_.costs;
        const double away = std::min(1.0, cost.keys / tuning::keys_in_caches); // from the caches
        if (leaves_out_of_words(plan))
            return sequences * tuning::cost_of_loaded_word +
                   cost.keys * std::lerp(tuning::cost_of_key_of_word, tuning::cost_of_key_of_many_words, away);
        const double of_key = std::lerp(costs.of_key, costs.of_key_of_many, away);
        return sequences * costs.of_sequence +
               cost.keys *
                   (leaves_out ? costs.of_key_left_out : of_key + (plan.extends ? tuning::cost_of_extended_key : 0));
    }

    [[nodiscard]] bool leaves_out_of_words(const join_plan& plan) const {
        return question_.leaves_out_of_words && plan.pieces == 1 && plan.bound > 0 && plan.bound <= most_left_out;
    }

    [[nodiscard]] double cost_of_candidate(const join_plan& plan) const {
        if (plan.extends) return tuning::cost_of_extension;
        return leaves_out_of_words(plan) ? tuning::cost_of_link : question_.costs.of_candidate;
    }

    /// Whether the windows of a plan may be listed for an estimate: where that takes little of the time of the best
    /// plan so far, or by the information of a piece few sequences share one by chance.
    [[nodiscard]] bool is_worth_listing(const join_plan& plan, double limit, double scale) {
        const double listing = cost_of_listing(plan);
        if (listing <= tuning::share_for_estimates * limit && !plan.are_anywhere) return true;
        if (listing > tuning::most_share_for_estimates * limit || plan.transposes) return false;
        const std::uint64_t length = set_of(false).letters() / std::max<std::uint64_t>(1, set_of(false).size());
        const double keys = plan.pieces * (plan.are_anywhere ? static_cast<double>(length) : (plan.pieces + 1.0) / 2);
        const double sharing =
            pairs_within_reach() * scale * keys * std::exp2(-profile_->all_bits(length) / plan.pieces);
        return sharing * (plan.extends ? 2 * tuning::cost_of_extension : cost_of_comparing()) <=
               tuning::share_by_chance * limit;
    }

    [[nodiscard]] std::uint64_t columns() const {
        return question_.columns.empty() ? set_of(false).size() : question_.columns.size();
    }
    [[nodiscard]] const sequence::packed_sequences& set_of(bool of_a) const { return *side_of(of_a).set; }
    [[nodiscard]] const compared_side& side_of(bool of_a) const {
        const compared_letters& letters = question_.comparer.letters();
        return of_a && !question_.is_self ? letters.a() : letters.b();
    }
    template <class Number>
    [[nodiscard]] sequence_sample take(const compared_side& side, std::uint64_t count, Number number, bool mix) {
        sequence_sample taken;
        const std::uint64_t wanted =
            std::min(count, std::clamp(count / tuning::sequences_for_one_sampled, tuning::least_sampled_sequences,
                                       tuning::sampled_sequences));
        for (std::uint64_t index = 0; index < wanted; ++index) {
            taken.sequences.push_back(static_cast<std::uint32_t>(number(sampled_place(index, wanted, count, mix))));
            letters_.load(side, taken.sequences.back());
            taken.sketches.push_back(question_.rule.of(letters_));
        }
        return taken;
    }

    [[nodiscard]] double keys_each(const std::map<std::uint64_t, std::vector<key_window>>& windows,
                                   const sequence_sample& from, bool of_a) const {
        double keys = 0;
        for (const std::uint32_t sequence : from.sequences)
            if (const auto found = windows.find(set_of(of_a).length(sequence)); found != windows.end())
                for (const key_window& window : found->second)
                    keys += most_keys(window);
        return keys / static_cast<double>(from.sequences.size());
    }

    /// Pairs of the sample whose lengths differ by no more than the bound.
    [[nodiscard]] double pairs_within_reach() {
        if (within_reach_ >= 0) return within_reach_;
        double pairs = 0;
        for (const sampled_length& each : counted_a_) {
            const std::uint64_t least = each.length > question_.bound ? each.length - question_.bound : 0;
            for (auto at = std::ranges::lower_bound(counted_b_, least, {}, &sampled_length::length);
                 at != counted_b_.end(); ++at) {
                if (at->length > each.length && at->length - each.length > question_.bound) break;
                pairs += each.sequences * at->sequences;
            }
        }
        within_reach_ = question_.is_self ? pairs / 2 : pairs;
        return within_reach_;
    }

    /// Of pairs in which one is shorter than that, all are compared.
    void without_keys(std::uint64_t shortest, plan_costs& cost) {
        if (lengths_b_.empty() || lengths_b_.front() >= shortest) return;
        // Of the sample some rows are enough.
        const std::size_t step = std::max<std::size_t>(1, sample_a_.sequences.size() / 64);
        double rows = 0;
        const auto counts = [&](std::uint64_t length, std::uint64_t other) {
            return (length > other ? length - other : other - length) <= question_.bound &&
                   (question_.is_self ? std::min(length, other) : other) < shortest;
        };
        const bool are_all = shortest == no_bound; // pairs within reach are candidates
        similar_.resize(sample_b_.sequences.size() + 8);
        for (std::size_t a = 0; a < sample_a_.sequences.size(); a += step, ++rows) {
            const std::uint64_t length = set_of(true).length(sample_a_.sequences[a]);
            double candidates = 0;
            for (const auto& [other, sequences] : counted_b_)
                candidates += counts(length, other) ? sequences : 0;
            cost.candidates += candidates;
            if (candidates == 0 && !are_all) continue;
            const std::size_t found = similar_to(sample_a_.sketches[a]);
            for (std::size_t index = 0; index < found; ++index) {
                const std::size_t b = similar_[index];
                if ((question_.is_self && a == b) || !counts(length, set_of(false).length(sample_b_.sequences[b])))
                    continue;
                ++cost.similar;
                if (are_all) similar_pairs_.push_back({sample_a_.sequences[a], sample_b_.sequences[b]});
            }
        }
        const double scale = static_cast<double>(sample_a_.sequences.size()) / rows / (question_.is_self ? 2 : 1);
        cost.candidates = are_all ? pairs_within_reach() : cost.candidates * scale;
        cost.similar *= scale;
    }

    /// Puts places of the sample of b with similar sketches into similar_; how many.
    [[nodiscard]] std::size_t similar_to(std::uint64_t sketch) {
        const std::vector<std::uint64_t>& others = sample_b_.sketches;
        if (question_.kernels != nullptr)
            return question_.kernels->similar({.sketches = others.data(), .end = others.size()}, sketch, 0,
                                              question_.most_bits, similar_.data());
        std::size_t count = 0;
        for (std::size_t b = 0; b < others.size(); ++b)
            if (static_cast<unsigned>(std::popcount(sketch ^ others[b])) <= question_.most_bits)
                similar_[count++] = static_cast<std::uint32_t>(b);
        return count;
    }

    [[nodiscard]] std::vector<sampled_key> list(const join_plan& plan, const sequence_sample& from, bool of_a,
                                                const std::map<std::uint64_t, std::vector<key_window>>& windows,
                                                double share) {
        std::vector<sampled_key> keys;
        std::map<std::uint64_t, std::vector<std::uint32_t>> places;
        const auto wanted = static_cast<std::size_t>(share * static_cast<double>(from.sequences.size()));
        for (std::size_t index = 0; index < wanted; ++index) {
            const std::size_t at = index * from.sequences.size() / wanted;
            const auto found = windows.find(set_of(of_a).length(from.sequences[at]));
            if (found == windows.end()) continue;
            const auto& [length, own] = *found;
            letters_.load(side_of(of_a), from.sequences[at]);
            std::vector<std::uint32_t>& notes = places[length];
            if (notes.empty() && plan.extends && !of_a) notes = places_of(plan, *profile_, own, length);
            for (std::size_t window = 0; window < own.size(); ++window)
                if (letters_.is_changed_by_transposing(own[window]))
                    letters_.for_each_key(own[window], plan.masks, [&](std::uint64_t hash, gap_list gaps) {
                        keys.push_back({hash, length, static_cast<std::uint32_t>(at), gaps,
                                        notes.empty() ? static_cast<std::uint32_t>(window) : notes[window]});
                    });
        }
        sort_by_hash(keys);
        return keys;
    }

    /// Pairs of which one has the key of a group, and how many of them are similar by what a plan looks at.
    class key_pairs {
      public:
        key_pairs(plan_estimator& own, const join_plan& plan, std::span<const sampled_key> entries)
            : own_(own), plan_(plan), entries_(entries) {
            if (!plan.extends) return;
            for (const sampled_key& each : entries)
                words_.push_back(own.extension_.entry(
                    letters_of(own.sample_b_, false, each.at, piece_extension::begin_of(each.note)), each.note));
            words_.resize(words_.size() + 8); // read in vectors
            found_.resize(words_.size());
        }

        /// Entries from `first` to `end` that are similar to a sequence of a sample that has the same key, whose
        /// letters go on at `begin` and whose key has so many pieces transposed.
        [[nodiscard]] double similar(const sampled_key& key, bool of_a, std::uint32_t begin, unsigned transposed,
                                     std::size_t first, std::size_t end) {
            const sequence_sample& from = of_a ? own_.sample_a_ : own_.sample_b_;
            if (plan_.extends) {
                const auto metric = static_cast<std::size_t>(own_.question_.metric);
                return static_cast<double>(own_.question_.kernels->extended[metric](
                    {words_.data(), nullptr, first, end}, letters_of(from, of_a, key.at, begin), 0, found_.data()));
            }
            double count = 0;
            const std::size_t step = 1 + (end - first) / tuning::sampled_for_similarity;
            for (std::size_t at = first; at < end; at += step) {
                const sampled_key& other = entries_[at];
                const bool are_similar =
                    plan_.compares_gaps()
                        ? static_cast<std::uint64_t>(std::popcount(gap_bits(key.gaps) | gap_bits(other.gaps))) <=
                              plan_.most_gaps
                        : static_cast<unsigned>(
                              std::popcount(from.sketches[key.at] ^ own_.sample_b_.sketches[other.at])) +
                                  2 * transposed <=
                              own_.question_.most_bits;
                const bool is_itself = own_.question_.is_self && key.at == other.at;
                count += are_similar && !is_itself ? 1 : 0;
            }
            return count * static_cast<double>(step);
        }

      private:
        [[nodiscard]] extension_letters letters_of(const sequence_sample& from, bool of_a, std::uint32_t at,
                                                   std::uint32_t begin) const {
            const std::uint64_t position = own_.set_of(of_a).offset(from.sequences[at]) + begin;
            return own_.extension_.letters_from(own_.side_of(of_a), position);
        }

        plan_estimator& own_;
        const join_plan& plan_;
        std::span<const sampled_key> entries_;
        std::vector<extension_word> words_;
        std::vector<std::uint32_t> found_;
    };

    void with_keys(const join_plan& plan, const join_windows& windows, double share, plan_costs& cost) {
        const std::vector<sampled_key> entries = list(plan, sample_b_, false, windows.entries, share);
        const std::vector<sampled_key> lookups = list(plan, sample_a_, true, windows.lookups, share);
        key_pairs pairs(*this, plan, entries);
        auto lookup = lookups.begin();
        for (std::size_t first = 0, end = first; first < entries.size(); first = end) {
            const sampled_key& key = entries[first];
            while (end < entries.size() && entries[end].hash == key.hash)
                ++end;
            // A sequence may have a key several times.
            double count = 1;
            for (std::size_t other = first + 1; other < end; ++other)
                count += entries[other].at != entries[other - 1].at ? 1 : 0;
            const auto all = static_cast<double>(end - first);
            cost.own += (all - count) * all / count / 2;
            if (question_.is_self && count > 1 && !is_of_longer(key.hash) && !plan.are_anywhere) {
                cost.candidates += count * (count - 1) / 2;
                // To the first, for all.
                const std::uint32_t begin = plan.extends ? piece_extension::begin_of(key.note) : 0;
                cost.similar += pairs.similar(key, false, begin, 0, first + 1, end) * count / 2;
            }
            while (lookup != lookups.end() && lookup->hash < key.hash)
                ++lookup;
            for (; lookup != lookups.end() && lookup->hash == key.hash; ++lookup) {
                const key_window& window = windows.lookups.at(lookup->length)[lookup->note];
                const length_range reach = windows.found.at(lookup->length)[lookup->note];
                const auto from = [&](std::uint64_t length) {
                    const auto group = std::span(entries).subspan(first, end - first);
                    return first +
                           static_cast<std::size_t>(std::ranges::lower_bound(group, length, {}, &sampled_key::length) -
                                                    group.begin());
                };
                // Of one list each finds those of a lower rank only: of sequences of its own length half.
                const std::size_t last = from(reach.greatest + 1);
                const std::size_t whole = question_.is_self ? std::min(last, from(lookup->length)) : last;
                const auto found = [&](std::size_t of, std::size_t to) {
                    return pairs.similar(*lookup, true, window.end(), window.transpositions(), of, to);
                };
                const std::size_t begin = std::min(from(reach.least), whole);
                cost.candidates += static_cast<double>(whole - begin) + static_cast<double>(last - whole) / 2;
                cost.similar += found(begin, whole) + found(whole, last) / 2;
            }
        }
    }

    /// Nanoseconds a pair of similar sketches.
    [[nodiscard]] double cost_of_comparing() const {
        const sequence::packed_sequences& b = set_of(false);
        const double letters =
            static_cast<double>(b.letters()) / static_cast<double>(std::max<std::size_t>(1, b.size()));
        const auto bound = static_cast<double>(question_.bound);
        if (question_.is_short && b.longest() <= longest_in_word)
            return tuning::cost_of_short + std::max(3.0, bound / 4) * bound;
        return (question_.comparer.traits().is_refined ? tuning::times_refined : 1) *
               cost_in_lanes(question_.comparer, question_.bound, letters);
    }

    const join_question& question_;
    letter_hashes letters_;
    piece_extension extension_;
    sequence_sample sample_a_;
    sequence_sample sample_b_;
    std::vector<sampled_length> counted_a_;
    std::vector<sampled_length> counted_b_;
    std::vector<std::uint64_t> lengths_a_;
    std::vector<std::uint64_t> lengths_b_;
    std::unique_ptr<information_profile> profile_;
    std::vector<std::uint32_t> similar_;       ///< of the sample of b
    std::vector<sequence_pair> similar_pairs_; ///< of the sample, once comparing all has been estimated
    double within_reach_ = -1;                 ///< pairs of the sample; less than 0: not yet counted
};

} // namespace concord::edit_distance

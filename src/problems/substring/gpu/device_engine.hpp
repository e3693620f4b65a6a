// The search of the variants on a data-parallel device.
#pragma once

#include "problems/substring/gpu/device_anchors.hpp"
#include "problems/substring/gpu/device_filter.hpp"
#include "problems/substring/gpu/device_words.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/neighbourhood_counts.hpp"
#include "problems/substring/variants/variant_engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_engine : public variant_engine {
  public:
    /// All must outlive it. `resources` are of the host, which filters windows and looks for copies.
    device_engine(Machine& machine, const variant_problem& given, const variant_resources& resources)
        : machine_(machine), given_(given), resources_(resources), words_(machine, given, resources.workers),
          pieces_(machine, given.of) {}

    [[nodiscard]] std::uint64_t reached_length() override {
        if (given_.copies > 1) return 0;
        const window_starts starts =
            likely_starts(given_.of, resources_.workers, [&](std::uint64_t letters, std::size_t most) {
                return device_filter<Machine>(machine_, given_, words_.letters(), pieces_, resources_.workers)
                    .frequent_places(letters, most);
            });
        // A sample of the sequences shows which starts are the best ones.
        const std::uint64_t all = given_.of.sequences();
        const std::uint64_t wanted = std::max<std::uint64_t>(current_search_habits().least_sampled,
                                                             tuning::wanted_sampled_holders * all / given_.support);
        const std::uint64_t apart = wanted * 4 < all ? all / wanted : 1;
        const std::uint64_t support = std::max<std::uint64_t>(1, given_.support * words_.sampled(apart) / all);
        std::vector<reach_of_start> order = longest_first(starts, apart, support, most_letters_in_registers);
        std::uint64_t most = most_letters_in_registers;
        if (!order.empty() && order.front().reach >= most) {
            // Of words that go on beyond what registers hold a few are followed to their ends.
            const auto end = std::ranges::find_if(order, [&](const reach_of_start& one) { return one.reach < most; });
            most = ~std::uint64_t{0};
            order = longest_first(some_of(order, static_cast<std::size_t>(end - order.begin()), tuning::spread_starts),
                                  apart, support, most);
        }
        if (apart > 1) {
            const std::size_t best = std::min(order.size(), tuning::best_starts);
            order = longest_first(some_of(order, best, best), 1, given_.support, most);
        }
        return order.empty() ? 0 : order.front().reach;
    }

    [[nodiscard]] filtered filter(std::uint64_t length) override {
        const std::uint64_t block = block_to_filter_by(given_, length);
        // All of them; or words are counted in all their spellings, by the host.
        if (block == 0 || given_.of.has_sets()) return filtered_windows(given_, resources_, length);
        // Of windows that have anchors few are left to be counted: from which end on they are read is of no account.
        const bool has_anchors = device_anchors<Machine>::can_be(machine_, given_, length);
        filtered found = device_filter<Machine>(machine_, given_, words_.letters(), pieces_, resources_.workers)
                             .windows(length, block, !has_anchors);
        resources_.notes.push_back("windows of length " + std::to_string(length) + " left by blocks of " +
                                   std::to_string(block) + ": " + std::to_string(found.starts.size()) + " of " +
                                   std::to_string(found.all));
        return found;
    }

    /// By anchors where windows are so many that to count them would take longer; those without anchors are dropped
    /// where their blocks do not give them the support.
    [[nodiscard]] std::optional<supported_starts> search_by_anchors(filtered& left, std::uint64_t length) override {
        const auto is_worth_it = [&] {
            return current_search_habits().counts_by_anchors ||
                   static_cast<double>(left.starts.size()) * static_cast<double>(words_.words_of_lanes()) >
                       tuning::pairs_counted_at_once;
        };
        if (left.starts.empty() || !is_worth_it() || are_counted_by_host(left.starts.size(), length))
            return std::nullopt;
        std::optional<device_anchors<Machine>> made;
        if (device_anchors<Machine>::can_be(machine_, given_, length)) {
            made.emplace(machine_, given_, words_.letters(), pieces_, resources_.workers, length);
            if (!current_search_habits().counts_by_anchors && are_frequent(*made, left.starts, length)) made.reset();
        }
        if (made) {
            const std::size_t before = left.starts.size();
            device_anchors<Machine>& anchors = *made;
            left.starts = anchors.supported(left.starts, length);
            resources_.notes.push_back("windows of length " + std::to_string(length) +
                                       " left by places of their blocks: " + std::to_string(left.starts.size()) +
                                       " of " + std::to_string(before));
            const supported_starts longest = longest_supported(
                given_.of, {length, left.starts, {}}, [&](const window_starts& likely, std::uint64_t longer) {
                    return supported_starts{longer, anchors.supported(likely, longer), {}};
                });
            const supported_starts counted{longest.length, longest.starts,
                                           anchors.supports(longest.starts, longest.length)};
            resources_.notes.push_back("windows of length " + std::to_string(counted.length) + ": " +
                                       std::to_string(counted.starts.size()) + " have the support");
            left.starts.clear();
            return counted;
        } else {
            filter_by_edited_blocks(given_, resources_, length, left);
            is_counted_in_rounds_ = given_.copies == 1;
        }
        return std::nullopt;
    }

    /// Where windows are many and have no anchors: what these leave has the support, and rules out nothing.
    [[nodiscard]] bool finds_dead_beginnings() const noexcept override { return is_counted_in_rounds_; }
    [[nodiscard]] bool counts_all_at_once(const window_starts& starts, std::uint64_t length) override {
        return are_counted_by_host(starts.size(), length);
    }
    [[nodiscard]] counted_classes count(const window_classes& classes, std::uint64_t length,
                                        const ruled_out_windows& dead) override {
        if (are_counted_by_host(classes.size(), length)) return host().count(classes, length, dead);
        window_starts starts;
        for (std::size_t index = 0; index < classes.size(); ++index)
            starts.push_back(classes.representative(index));
        const given_words words{starts, {}, length, classes.direction};
        if (is_counted_in_rounds_) return words_.count_beginnings(words, least_left(words));
        return {given_.copies > 1 ? count_copies(words) : words_.count(words), {}};
    }

    [[nodiscard]] std::vector<std::vector<std::uint64_t>> reaches(std::span<const text_word> words) override {
        std::vector<std::uint64_t> starts;
        std::vector<std::uint32_t> lengths;
        std::uint64_t longest = 0;
        for (const text_word& word : words) {
            starts.push_back(word.start);
            lengths.push_back(static_cast<std::uint32_t>(word.length));
            longest = std::max(longest, word.length);
        }
        std::vector<std::vector<std::uint64_t>> found;
        words_.for_each_reach({starts, lengths, longest, reading::forward},
                              [&](std::uint64_t, const auto& by_sequence) { found.push_back(by_sequence); });
        return found;
    }

  private:
    static constexpr std::uint64_t words_asked = 64;
    static constexpr std::uint64_t lanes_asked = 4096;

    /// Whether windows have so many anchors that to walk them along all sequences takes less.
    [[nodiscard]] bool are_frequent(device_anchors<Machine>& anchors, const window_starts& starts,
                                    std::uint64_t length) const {
        return anchors.anchors_of_a_window(starts, length) >
               tuning::most_anchors_in_a_sequence * static_cast<double>(given_.of.sequences());
    }

    /// Whether the host counts windows of so few letters sooner: all words of that length at once, however many windows
    /// there are. Here each is walked in all sequences, and nearly every one holds it.
    [[nodiscard]] bool are_counted_by_host(std::size_t windows, std::uint64_t length) const {
        if (given_.copies > 1) return false;
        const double instructions = cost_of_neighbourhoods(given_, resources_, length);
        if (current_search_habits().counts_by_neighbourhoods) return std::isfinite(instructions);
        const double by_host = instructions / (tuning::scanning_a_second * resources_.workers.threads());
        const double walked = static_cast<double>(windows) * static_cast<double>(words_.words_of_lanes()) *
                              static_cast<double>(length) * static_cast<double>(given_.allowed.edits + 1);
        return by_host < walked / tuning::gpu_rows_of_held_words_a_second;
    }
    [[nodiscard]] variant_engine& host() {
        if (host_ == nullptr) host_ = make_cpu_engine(given_, resources_);
        return *host_;
    }

    /// Letters of the word that too few sequences hold soonest, of some words in some sequences: what fewer letters say
    /// is that most sequences hold every word.
    [[nodiscard]] std::uint64_t least_left(const given_words& words) {
        const std::uint64_t count = std::min<std::uint64_t>(words.starts.size(), words_asked);
        std::vector<std::uint64_t> some;
        for (std::uint64_t index = 0; index < count; ++index)
            some.push_back(words.starts[index * words.starts.size() / count]);
        const std::uint64_t all = given_.of.sequences();
        const std::uint64_t apart = std::max<std::uint64_t>(1, all / lanes_asked);
        const std::uint64_t support = std::max<std::uint64_t>(1, given_.support * words_.sampled(apart) / all);
        std::uint64_t least = words.length;
        for (const std::uint64_t reach : words_.reaches({some, {}, words.length, words.direction}, apart, support))
            least = std::min(least, reach + 1);
        return least;
    }

    struct reach_of_start {
        std::uint64_t reach;
        std::uint64_t start;
    };

    /// Places, `most` of them at most, evenly spread, where the first of these words begin.
    [[nodiscard]] static window_starts some_of(const std::vector<reach_of_start>& order, std::size_t first,
                                               std::size_t most) {
        const std::size_t count = std::min(first, most);
        window_starts some;
        for (std::size_t index = 0; index < count; ++index)
            some.push_back(order[index * first / count].start);
        return some;
    }

    /// How far words from these places on, of `most` letters at most, have the support in every `apart`-th sequence.
    [[nodiscard]] std::vector<reach_of_start> longest_first(window_starts starts, std::uint64_t apart,
                                                            std::uint64_t support, std::uint64_t most) {
        std::ranges::sort(starts);
        std::vector<std::uint32_t> lengths;
        std::uint64_t longest = 0;
        for (const std::uint64_t start : starts) {
            const piece& in = given_.of.piece_at(start);
            const std::uint64_t length = std::min(in.first + in.length - start, most);
            lengths.push_back(static_cast<std::uint32_t>(length));
            longest = std::max(longest, length);
        }
        const std::vector<std::uint64_t> reached =
            words_.reaches({starts, lengths, longest, reading::forward}, apart, support);
        std::vector<reach_of_start> order;
        for (std::size_t index = 0; index < starts.size(); ++index)
            order.push_back({reached[index], starts[index]});
        std::ranges::stable_sort(order, std::greater<>(), &reach_of_start::reach);
        return order;
    }

    /// Sequences that hold so many copies of each word, of those that hold one: the host counts these.
    [[nodiscard]] std::vector<std::uint64_t> count_copies(const given_words& words) {
        struct holder {
            std::uint64_t word;
            std::uint64_t sequence;
        };
        std::vector<std::uint64_t> counts(words.starts.size());
        std::vector<holder> some;
        const auto count_some = [&] {
            std::vector<std::uint8_t> holds(some.size());
            resources_.workers.run(some.size(), [&](std::size_t index, unsigned) {
                const auto letters = given_.of.letters(words.starts[some[index].word], words.length);
                holds[index] =
                    holds_copies(given_.of, some[index].sequence, letters, given_.allowed, given_.copies) ? 1 : 0;
            });
            for (std::size_t index = 0; index < some.size(); ++index)
                counts[some[index].word] += holds[index];
            some.clear();
        };
        words_.for_each_holder(words, [&](std::uint64_t word, std::uint64_t sequence) {
            some.push_back({word, sequence});
            if (some.size() == tuning::holders_counted_at_once) count_some();
        });
        count_some();
        return counts;
    }

    Machine& machine_;
    const variant_problem& given_;
    const variant_resources& resources_;
    device_words<Machine> words_;
    device_pieces<Machine> pieces_;
    bool is_counted_in_rounds_ = false;
    std::unique_ptr<variant_engine> host_; ///< made when first needed
};

} // namespace concord::substring

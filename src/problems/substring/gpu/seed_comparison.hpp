// One comparison of two sets of windows: seeds of the sources against positions of the targets, which are listed as far
// as there is room for them.
#pragma once

#include "problems/substring/gpu/ball_comparison.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/distributed/partition.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// How all near pairs are counted, for the length of one call.
template <class Machine>
struct counting_task {
    const machine_windows<Machine>& sources;
    const machine_windows<Machine>& targets;
    counting manner;
    const std::uint32_t* copies;            ///< by sequence: how many it represents; null: one each
    const std::uint32_t* weights;           ///< by rank among the targets, of those that each represents; null: none
    std::uint32_t* supports;                ///< by rank among the sources; added to
    const runtime::striped_division& ranks; ///< processes that share the seeds, or the parts where there are rows
    std::uint64_t words_per_row;

    [[nodiscard]] bool with_rows() const { return manner == counting::rows; }
};

/// The windows of some words of a set.
struct part_of_sources {
    std::uint64_t first_word;
    std::uint64_t last_word;
    std::uint64_t first_window; ///< its rank
    std::uint64_t windows;
};

template <class Machine, unsigned Planes>
class seed_comparison {
  public:
    /// `tile` bounds what is listed at a time (0: chosen); all that is given must outlive it. `always_by_pieces`: what
    /// the plan has pieces for; for tests. Memory: at most half of what the machine has free.
    seed_comparison(const device_windows<Machine>& input, const counting_task<Machine>& all, const seed_plan& plan,
                    std::uint64_t tile, bool always_by_pieces)
        : input_(input), all_(all),
          plan_(plan), rule_{plan.letters, plan.spacing, plan.per_window, plan.lead(all.sources.length)},
          positions_{all.targets.bits.data(), rule_.lead},
          positions_before_(input.machine().template make<std::uint64_t>(input.words())),
          by_pieces_(input, plan.pieces, always_by_pieces), tile_(tile) {
        machine().begin_exclusive_scan(input_.words(), count_positions{positions_}, positions_before_.data(),
                                       slot_of_positions);
        most_ = std::max<std::uint64_t>(64, machine().free_memory() / 8 / bytes_each);
    }

    /// Compares the windows of a part, all together or, where the seeds are divided among ranks, this rank's.
    void compare(const part_of_sources& part) {
        const std::uint64_t last = part.last_word * windows_per_word;
        const source_seeds seeds{input_.letters(), all_.sources.bits.data(), part.first_word * windows_per_word, last,
                                 rule_};
        const std::uint64_t end_word = rule_.per_window == 1
                                           ? part.last_word
                                           : std::min(input_.words() - 1, (last + rule_.lead) / windows_per_word + 1);
        const std::uint64_t words = end_word - part.first_word;
        auto seeds_before = machine().template make<std::uint64_t>(words);
        machine().begin_exclusive_scan(words, count_seeds{seeds, part.first_word}, seeds_before.data(), slot_of_seeds);
        const std::uint64_t seed_count = machine().scan_sums(slot_of_seeds).count;
        make_room_for_positions();
        const std::uint64_t room = std::min({seed_count, most_, tile_ > 0 ? tile_ : most_});
        if (room == 0) return;
        const listed some_seeds = room_for(room);
        const auto rows =
            machine().template zeroed<std::uint32_t>(all_.with_rows() ? part.windows * all_.words_per_row : 0);
        const support_counts counts{all_.manner,       all_.supports,      all_.sources.count, rows.data(),
                                    part.first_window, all_.words_per_row, all_.targets.of,    last};

        // Windows with rows are divided already, the seeds of all others here.
        const runtime::striped_division dividing = all_.with_rows() ? runtime::striped_division{} : all_.ranks;
        for_each_chunk(dividing.ours_of(seed_count, tuning::seeds_per_stripe), room,
                       [&](const std::vector<runtime::striped_division::range>& chunk) {
                           std::uint64_t here = 0;
                           for (const runtime::striped_division::range& range : chunk) {
                               machine().for_each(words, list_seeds<Planes>{seeds, part.first_word, seeds_before.data(),
                                                                            range.first, range.size(),
                                                                            some_seeds.sites.data() + here,
                                                                            some_seeds.words.data() + here});
                               here += range.size();
                           }
                           compare_with_all_positions(some_seeds, here, counts);
                       });
    }

  private:
    static constexpr unsigned slot_of_seeds = 0;
    static constexpr unsigned slot_of_positions = 1;
    static constexpr std::uint64_t bytes_each = sizeof(seed_site) + sizeof(seed_words<Planes>);

    struct listed {
        array_of<Machine, seed_site> sites;
        array_of<Machine, seed_words<Planes>> words;
    };

    [[nodiscard]] Machine& machine() const { return input_.machine(); }

    [[nodiscard]] listed room_for(std::uint64_t count) const {
        return {machine().template make<seed_site>(count), machine().template make<seed_words<Planes>>(count)};
    }

    void make_room_for_positions() {
        if (position_room_ > 0) return;
        position_count_ = machine().scan_sums(slot_of_positions).count;
        position_room_ = std::min({position_count_, most_, tile_ > 0 ? 3 * tile_ : most_});
        some_positions_ = room_for(position_room_);
    }

    void compare_with_all_positions(const listed& seeds, std::uint64_t seed_count, const support_counts& counts) {
        for (std::uint64_t first = 0; first < position_count_; first += position_room_) {
            const bool are_listed = all_are_listed_;
            if (!are_listed)
                machine().for_each(input_.words() * list_positions<Planes>::steps_per_word,
                                   list_positions<Planes>{input_.letters(), positions_, rule_.letters,
                                                          positions_before_.data(), first, position_room_,
                                                          some_positions_.sites.data(), some_positions_.words.data()});
            all_are_listed_ = position_room_ == position_count_;
            const pair_context with{input_.letters(),    all_.sources.view(),          all_.targets.view(),
                                    all_.sources.length, input_.given().mismatches,    all_.copies,
                                    all_.weights,        all_.targets.count,           compares_both_ways(),
                                    seeds.sites.data(),  some_positions_.sites.data(), counts};
            const near_work<Planes> work{seeds.words.data(),
                                         seed_count,
                                         some_positions_.words.data(),
                                         std::min(position_room_, position_count_ - first),
                                         plan_.limit,
                                         {with}};
            if (!by_pieces_.compare(work, manner_of_pairs(), are_listed)) machine().template compare<Planes>(work);
        }
    }

    /// Whether each pair of a set with itself is compared once. Not by pieces, where a seed counts what is near to it:
    /// and not by a comparison in their place either, as other parts, or ranks, may go by pieces all the same.
    [[nodiscard]] bool compares_both_ways() const {
        return &all_.sources == &all_.targets && !all_.with_rows() && plan_.pieces.count == 0;
    }

    /// Where each seed is a source, and each position a target, these need not be looked for.
    [[nodiscard]] ball_pairs manner_of_pairs() const {
        if (rule_.per_window != 1 || rule_.lead != 0 || rule_.letters != all_.sources.length)
            return ball_pairs::followed;
        switch (all_.manner) {
        case counting::positions: return ball_pairs::counted;
        case counting::leftmost: return ball_pairs::leftmost;
        case counting::rows: return ball_pairs::marked;
        case counting::pairs: break;
        }
        return ball_pairs::followed;
    }

    /// Calls visit(ranges) for parts of the ranges, of at most `most` together. As much as fits is compared at
    /// once: at the end of each comparison a GPU is not full.
    template <class Visit>
    static void for_each_chunk(const std::vector<runtime::striped_division::range>& ranges, std::uint64_t most,
                               Visit visit) {
        std::vector<runtime::striped_division::range> chunk;
        std::uint64_t room = most;
        for (runtime::striped_division::range rest : ranges)
            while (rest.size() > 0) {
                const std::uint64_t here = std::min(room, rest.size());
                chunk.push_back({rest.first, rest.first + here});
                rest.first += here;
                room -= here;
                if (room > 0) continue;
                visit(chunk);
                chunk.clear();
                room = most;
            }
        if (!chunk.empty()) visit(chunk);
    }

    const device_windows<Machine>& input_;
    const counting_task<Machine>& all_;
    seed_plan plan_;
    seed_rule rule_;
    target_positions positions_;
    array_of<Machine, std::uint64_t> positions_before_;
    ball_comparison<Machine, Planes> by_pieces_;
    std::uint64_t tile_;
    std::uint64_t most_ = 0; ///< seeds, or positions, that have room
    std::uint64_t position_count_ = 0;
    std::uint64_t position_room_ = 0;
    listed some_positions_;
    bool all_are_listed_ = false; ///< they need not be listed again
};

} // namespace concord::substring

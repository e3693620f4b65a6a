// One comparison of two sets of windows: pieces of the sources against places of the targets, which are listed as far
// as there is room for them.
#pragma once

#include "problems/substring/piece_plan.hpp"
#include "problems/substring/windows/device_input.hpp"
#include "problems/substring/windows/sharing_ranks.hpp"

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
    const std::uint32_t* copies; ///< by sequence: how many it stands for; null: one each
    std::uint32_t* supports;     ///< by rank among the sources; added to
    const sharing_ranks& ranks;  ///< who share the pieces, or the parts where there are rows
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
class piece_comparison {
  public:
    /// `tile` bounds what is listed at a time (0: chosen); all that is given must outlive it. Memory: at most half of
    /// what the machine has free.
    piece_comparison(const device_input<Machine>& input, const counting_task<Machine>& all, const piece_plan& plan,
                     std::uint64_t tile)
        : input_(input), all_(all),
          plan_(plan), rule_{plan.letters, plan.spacing, plan.per_window, plan.lead(all.sources.length)},
          places_{all.targets.bits.data(), rule_.lead},
          places_before_(input.machine().template make<std::uint64_t>(input.words())), tile_(tile) {
        machine().begin_exclusive_scan(input_.words(), count_places{places_}, places_before_.data(), slot_of_places);
        most_ = std::max<std::uint64_t>(64, machine().free_memory() / 8 / bytes_each);
    }

    /// Compares the windows of a part, all together or, where the pieces are divided among ranks, this rank's.
    void compare(const part_of_sources& part) {
        const std::uint64_t last = part.last_word * windows_per_word;
        const source_pieces pieces{input_.letters(), all_.sources.bits.data(), part.first_word * windows_per_word, last,
                                   rule_};
        const std::uint64_t end_word = rule_.per_window == 1
                                           ? part.last_word
                                           : std::min(input_.words() - 1, (last + rule_.lead) / windows_per_word + 1);
        const std::uint64_t words = end_word - part.first_word;
        auto pieces_before = machine().template make<std::uint64_t>(words);
        machine().begin_exclusive_scan(words, count_pieces{pieces, part.first_word}, pieces_before.data(),
                                       slot_of_pieces);
        const std::uint64_t piece_count = machine().scan_sums(slot_of_pieces).count;
        make_room_for_places();
        const std::uint64_t room = std::min({piece_count, most_, tile_ > 0 ? tile_ : most_});
        if (room == 0) return;
        const listed some_pieces = room_for(room);
        const auto rows =
            machine().template zeroed<std::uint32_t>(all_.with_rows() ? part.windows * all_.words_per_row : 0);
        const support_counts counts{
            all_.manner, all_.supports, all_.sources.count, rows.data(), part.first_window, all_.words_per_row, last};

        // Windows with rows are divided already, the pieces of all others here.
        const sharing_ranks dividing = all_.with_rows() ? sharing_ranks{} : all_.ranks;
        for_each_chunk(dividing.ours_of(piece_count), room, [&](const std::vector<sharing_ranks::range>& chunk) {
            std::uint64_t here = 0;
            for (const sharing_ranks::range& range : chunk) {
                machine().for_each(
                    words, list_pieces<Planes>{pieces, part.first_word, pieces_before.data(), range.first, range.size(),
                                               some_pieces.sites.data() + here, some_pieces.words.data() + here});
                here += range.size();
            }
            compare_with_all_places(some_pieces, here, counts);
        });
    }

  private:
    static constexpr unsigned slot_of_pieces = 0;
    static constexpr unsigned slot_of_places = 1;
    static constexpr std::uint64_t bytes_each = sizeof(piece_site) + sizeof(piece_words<Planes>);

    struct listed {
        array_of<Machine, piece_site> sites;
        array_of<Machine, piece_words<Planes>> words;
    };

    [[nodiscard]] Machine& machine() const { return input_.machine(); }

    [[nodiscard]] listed room_for(std::uint64_t count) const {
        return {machine().template make<piece_site>(count), machine().template make<piece_words<Planes>>(count)};
    }

    void make_room_for_places() {
        if (place_room_ > 0) return;
        place_count_ = machine().scan_sums(slot_of_places).count;
        place_room_ = std::min({place_count_, most_, tile_ > 0 ? 3 * tile_ : most_});
        some_places_ = room_for(place_room_);
    }

    void compare_with_all_places(const listed& pieces, std::uint64_t piece_count, const support_counts& counts) {
        for (std::uint64_t place = 0; place < place_count_; place += place_room_) {
            if (!all_are_listed_)
                machine().for_each(input_.words() * list_places<Planes>::steps_per_word,
                                   list_places<Planes>{input_.letters(), places_, rule_.letters, places_before_.data(),
                                                       place, place_room_, some_places_.sites.data(),
                                                       some_places_.words.data()});
            all_are_listed_ = place_room_ == place_count_;
            const pair_context with{input_.letters(),
                                    all_.sources.view(),
                                    all_.targets.view(),
                                    all_.sources.length,
                                    input_.given().mismatches,
                                    all_.copies,
                                    &all_.sources == &all_.targets && !all_.with_rows(), // each pair is met once
                                    pieces.sites.data(),
                                    some_places_.sites.data(),
                                    counts};
            machine().template compare<Planes>(near_work<Planes>{pieces.words.data(),
                                                                 piece_count,
                                                                 some_places_.words.data(),
                                                                 std::min(place_room_, place_count_ - place),
                                                                 plan_.limit,
                                                                 {with}});
        }
    }

    /// Calls visit(ranges) for parts of the ranges, of at most `most` together. As much as fits is compared at once:
    /// each comparison ends with a GPU that is not full.
    template <class Visit>
    static void for_each_chunk(const std::vector<sharing_ranks::range>& ranges, std::uint64_t most, Visit visit) {
        std::vector<sharing_ranks::range> chunk;
        std::uint64_t room = most;
        for (sharing_ranks::range rest : ranges)
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

    const device_input<Machine>& input_;
    const counting_task<Machine>& all_;
    piece_plan plan_;
    piece_rule rule_;
    target_places places_;
    array_of<Machine, std::uint64_t> places_before_;
    std::uint64_t tile_;
    std::uint64_t most_ = 0; ///< pieces, or places, that have room
    std::uint64_t place_count_ = 0;
    std::uint64_t place_room_ = 0;
    listed some_places_;
    bool all_are_listed_ = false; ///< once and for all
};

} // namespace concord::substring

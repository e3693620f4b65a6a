// How many sequences support each window of a set: pieces of the sources against places of the targets.
#pragma once

#include "problems/substring/piece_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/windows/device_input.hpp"

#include <algorithm>

namespace concord::substring {

template <class Machine>
class support_counter {
  public:
    using windows = machine_windows<Machine>;

    /// `tile` bounds what is compared at a time (0: chosen here); it changes no answer.
    support_counter(const device_input<Machine>& input, std::uint64_t tile) : input_(input), tile_(tile) {}

    /// By rank: how many sequences support each of the sources, itself included. Both sets are of one length; `same`
    /// says that they are one. Memory: at most half of what the machine has free.
    [[nodiscard]] array_of<Machine, std::uint32_t> count(const windows& sources, const windows& targets, bool same,
                                                         const std::uint32_t* copies) const {
        auto supports = input_.machine().template make<std::uint32_t>(sources.count);
        input_.machine().for_each(sources.count, fill_value{supports.data(), 1});
        switch (input_.given().letters.planes()) {
        case 2: compare<2>(sources, targets, same, copies, supports.data()); break;
        case 3: compare<3>(sources, targets, same, copies, supports.data()); break;
        case 5: compare<5>(sources, targets, same, copies, supports.data()); break;
        default: compare<8>(sources, targets, same, copies, supports.data()); break;
        }
        return supports;
    }

    /// Seconds that this is estimated to take.
    [[nodiscard]] double seconds(const windows& sources, const windows& targets, bool same) const {
        if (sources.count == 0 || targets.count == 0) return 0;
        const double tests = plan_for(sources, targets).cost * (same ? 0.5 : 1.0);
        return tests / input_.machine().speed().tests;
    }

  private:
    [[nodiscard]] piece_plan plan_for(const windows& sources, const windows& targets) const {
        const problem& given = input_.given();
        const std::uint64_t source_runs = std::max<std::uint64_t>(1, input_.runs(sources));
        const std::uint64_t target_runs = std::max<std::uint64_t>(1, input_.runs(targets));
        const auto per_run = [](std::uint64_t count, std::uint64_t runs) { return (count + runs - 1) / runs; };
        return plan_pieces({sources.length, given.mismatches, static_cast<double>(source_runs),
                            std::max<std::uint64_t>(1, per_run(sources.count, source_runs)),
                            static_cast<double>(target_runs),
                            std::max<std::uint64_t>(1, per_run(targets.count, target_runs)), given.letters.planes(),
                            given.chance_match},
                           tuning::costs_of_a_gpu);
    }

    template <unsigned Planes>
    struct listed {
        array_of<Machine, piece_site> sites;
        array_of<Machine, piece_words<Planes>> words;
    };

    template <unsigned Planes>
    [[nodiscard]] listed<Planes> room_for(std::uint64_t count) const {
        return {input_.machine().template make<piece_site>(count),
                input_.machine().template make<piece_words<Planes>>(count)};
    }

    template <unsigned Planes>
    void compare(const windows& sources, const windows& targets, bool same, const std::uint32_t* copies,
                 std::uint32_t* supports) const {
        if (sources.count == 0 || targets.count == 0) return;
        Machine& machine = input_.machine();
        const problem& given = input_.given();
        const piece_plan plan = plan_for(sources, targets);
        const piece_rule rule{plan.letters, plan.spacing, plan.per_window, plan.lead(sources.length)};

        // Few places in each target are compared with each other, many are remembered.
        const bool leftmost =
            rule.per_window == 1 && targets.count <= tuning::most_places_looked_through * given.sequences();
        const bool both_ways = same && leftmost;
        const target_places places{targets.bits.data(), rule.lead};
        auto place_counts = machine.template make<std::uint32_t>(input_.words());
        auto places_before = machine.template make<std::uint64_t>(input_.words());
        machine.for_each(input_.words(), count_places{places, place_counts.data()});
        const std::uint64_t place_count = machine.scan(place_counts.data(), places_before.data(), input_.words());

        const std::uint64_t each = sizeof(piece_site) + sizeof(piece_words<Planes>);
        const std::uint64_t most = std::max<std::uint64_t>(64, machine.free_memory() / 8 / each);
        const std::uint64_t place_room = std::min({place_count, most, tile_ > 0 ? 3 * tile_ : most});
        const listed<Planes> some_places = room_for<Planes>(place_room);
        bool places_are_listed = false; // all of them, once and for all

        for_each_range(
            sources, leftmost,
            [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t first_row, std::uint32_t* counted,
                std::uint64_t words_per_row) {
                const std::uint64_t first = first_word * windows_per_word;
                const std::uint64_t last = last_word * windows_per_word;
                const source_pieces pieces{input_.letters(), sources.bits.data(), first, last, rule};
                const std::uint64_t end_word =
                    rule.per_window == 1 ? last_word
                                         : std::min(input_.words() - 1, (last + rule.lead) / windows_per_word + 1);
                const std::uint64_t words = end_word - first_word;
                auto piece_counts = machine.template make<std::uint32_t>(words);
                auto pieces_before = machine.template make<std::uint64_t>(words);
                machine.for_each(words, count_pieces{pieces, first_word, piece_counts.data()});
                const std::uint64_t piece_count = machine.scan(piece_counts.data(), pieces_before.data(), words);
                const std::uint64_t piece_room = std::min({piece_count, most, tile_ > 0 ? tile_ : most});
                if (piece_room == 0) return;
                const listed<Planes> some_pieces = room_for<Planes>(piece_room);

                for (std::uint64_t piece = 0; piece < piece_count; piece += piece_room) {
                    machine.for_each(words,
                                     list_pieces<Planes>{pieces, first_word, pieces_before.data(), piece, piece_room,
                                                         some_pieces.sites.data(), some_pieces.words.data()});
                    for (std::uint64_t place = 0; place < place_count; place += place_room) {
                        if (!places_are_listed)
                            machine.for_each(input_.words(),
                                             list_places<Planes>{input_.letters(), places, rule.letters,
                                                                 places_before.data(), place, place_room,
                                                                 some_places.sites.data(), some_places.words.data()});
                        places_are_listed = place_room == place_count;
                        const follow_pair follow{input_.letters(),
                                                 sources.view(),
                                                 targets.view(),
                                                 sources.length,
                                                 given.mismatches,
                                                 copies,
                                                 both_ways,
                                                 some_pieces.sites.data(),
                                                 some_places.sites.data(),
                                                 {supports, sources.count, counted, first_row, words_per_row, last}};
                        machine.template compare<Planes>(near_work<Planes>{
                            some_pieces.words.data(), std::min(piece_room, piece_count - piece),
                            some_places.words.data(), std::min(place_room, place_count - place), plan.limit, follow});
                    }
                }
            });
    }

    /// Calls visit(first word, last word, rank of the first window, rows of bits, words of a row) for ranges of the
    /// sources that together are all: for one range where no rows of bits are needed.
    template <class Visit>
    void for_each_range(const windows& sources, bool leftmost, Visit visit) const {
        if (leftmost) return visit(0, input_.words() - 1, 0, nullptr, 0);
        Machine& machine = input_.machine();
        const std::uint64_t words_per_row = (input_.given().sequences() + 31) / 32;
        const std::uint64_t affordable = machine.free_memory() / 4 / (words_per_row * sizeof(std::uint32_t));
        std::uint64_t rows = std::min(sources.count, std::max<std::uint64_t>(windows_per_word, affordable));
        if (tile_ > 0) rows = std::min(rows, std::max<std::uint64_t>(windows_per_word, tile_));
        const std::vector<std::uint64_t> before = input_.read(sources.before, input_.words()); // the last: all of them
        for (std::uint64_t word = 0; word + 1 < input_.words();) {
            const auto end = std::upper_bound(before.begin() + static_cast<std::ptrdiff_t>(word) + 1, before.end(),
                                              before[word] + rows);
            const auto next = static_cast<std::uint64_t>(end - before.begin()) - 1;
            if (before[next] > before[word]) {
                auto counted = machine.template zeroed<std::uint32_t>((before[next] - before[word]) * words_per_row);
                visit(word, next, before[word], counted.data(), words_per_row);
            }
            word = next;
        }
    }

    const device_input<Machine>& input_;
    std::uint64_t tile_;
};

} // namespace concord::substring

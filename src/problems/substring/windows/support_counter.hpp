// How many sequences support each window of a set: pieces of the sources against places of the targets.
#pragma once

#include "problems/substring/piece_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/windows/device_input.hpp"
#include "problems/substring/windows/sharing_ranks.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace concord::substring {

template <class Machine>
class support_counter {
  public:
    using windows = machine_windows<Machine>;

    /// `tile` bounds what is compared at a time (0: chosen here); it changes no answer. `ranks`: who shares long
    /// comparisons; their machines have the same speed() and the same free_memory().
    support_counter(const device_input<Machine>& input, std::uint64_t tile, const sharing_ranks& ranks = {})
        : input_(input), tile_(tile), ranks_(ranks) {}

    /// Those of the sources that at least `support` sequences support, themselves included, and by how many.
    struct supported {
        std::shared_ptr<const windows> counted;
        array_of<Machine, std::uint32_t> supports; ///< by rank in `counted`; exact for those of the set
        windows set;
    };

    /// Both sets are of one length; they may be one. `copies`, by sequence on the machine: for how many it stands, 0
    /// where another one does; null: one each. `about`: an upper bound of the supports is good enough. Memory: at most
    /// half of what the machine has free.
    [[nodiscard]] supported count(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies, bool about = false) const {
        const bool many_letters = input_.given().set.letters() > 0x7FFFFFFF; // whose places are not counted in 32 bits
        if (many_letters || !few_places_each(*sources, *targets)) return exact(sources, targets, support, copies);
        if (!about && sources->count <= tuning::few_windows) return exact(sources, targets, support, copies);
        // First all places are counted: it is the windows which have the support even so that are worth a closer look.
        supported bound = of_manner(counting::places, sources, targets, support, copies);
        if (about || bound.set.count == 0) return bound;
        if (2 * bound.set.count > sources->count) return exact(sources, targets, support, copies);
        return exact(std::make_shared<const windows>(std::move(bound.set)), targets, support, copies);
    }

    /// Seconds that this is estimated to take.
    [[nodiscard]] double seconds(const windows& sources, const windows& targets) const {
        if (sources.count == 0 || targets.count == 0) return 0;
        const double tests = plan_for(sources, targets).cost * (&sources == &targets ? 0.5 : 1.0);
        return tests / input_.machine().speed().tests;
    }

  private:
    /// How all near pairs are counted, for the length of one call.
    struct task {
        const windows& sources;
        const windows& targets;
        counting manner;
        const std::uint32_t* copies;
        std::uint32_t* supports;
        const sharing_ranks& ranks;
    };

    /// Whether the places of a target are few enough to be compared with each other.
    [[nodiscard]] bool few_places_each(const windows& sources, const windows& targets) const {
        return sources.count > 0 && targets.count > 0 &&
               targets.count <= tuning::most_places_looked_through * input_.given().sequences() &&
               plan_for(sources, targets).per_window == 1;
    }

    /// Each target once: remembered where there is room for it or no other way, else looked up among its places.
    [[nodiscard]] supported exact(const std::shared_ptr<const windows>& sources,
                                  const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                  const std::uint32_t* copies) const {
        const std::uint64_t rows = sources->count * words_per_row() * sizeof(std::uint32_t);
        const bool roomy = rows <= input_.machine().free_memory() / 8;
        const bool look_up = !roomy && few_places_each(*sources, *targets);
        return of_manner(look_up ? counting::leftmost : counting::rows, sources, targets, support, copies);
    }

    [[nodiscard]] supported of_manner(counting manner, const std::shared_ptr<const windows>& sources,
                                      const std::shared_ptr<const windows>& targets, std::uint64_t support,
                                      const std::uint32_t* copies) const {
        auto supports = input_.machine().template make<std::uint32_t>(sources->count);
        const bool shared = ranks_.share(seconds(*sources, *targets), sources->count);
        const sharing_ranks ranks = shared ? ranks_ : sharing_ranks{};
        const std::array<std::uint64_t, 5> what{sources->length, sources->count, targets->count,
                                                static_cast<std::uint64_t>(manner), input_.machine().free_memory()};
        ranks.make_sure_of(what);
        input_.machine().for_each(sources->count, fill_value{supports.data(), ranks.leads() ? 1U : 0U});
        const task all{*sources, *targets, manner, copies, supports.data(), ranks};
        switch (input_.given().letters.planes()) {
        case 2: compare<2>(all); break;
        case 3: compare<3>(all); break;
        case 5: compare<5>(all); break;
        default: compare<8>(all); break;
        }
        ranks.add_up(input_.machine(), supports.data(), sources->count);
        windows set = input_.at_least(*sources, supports.data(), support);
        return {sources, std::move(supports), std::move(set)};
    }

    [[nodiscard]] piece_plan plan_for(const windows& sources, const windows& targets) const {
        const problem& given = input_.given();
        const auto per_run = [](const windows& set) {
            return set.runs == 0 ? 1 : std::max<std::uint64_t>(1, (set.count + set.runs - 1) / set.runs);
        };
        return plan_pieces({sources.length, given.mismatches, static_cast<double>(sources.runs), per_run(sources),
                            static_cast<double>(targets.runs), per_run(targets), given.letters.planes(),
                            given.chance_match},
                           tuning::costs_of_a_gpu);
    }

    static constexpr unsigned slot_of_pieces = 0;
    static constexpr unsigned slot_of_places = 1;

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
    void compare(const task& all) const {
        if (all.sources.count == 0 || all.targets.count == 0) return;
        Machine& machine = input_.machine();
        const problem& given = input_.given();
        const windows& sources = all.sources;
        const windows& targets = all.targets;
        const piece_plan plan = plan_for(sources, targets);
        const piece_rule rule{plan.letters, plan.spacing, plan.per_window, plan.lead(sources.length)};
        const bool both_ways = &sources == &targets && all.manner != counting::rows;
        const target_places places{targets.bits.data(), rule.lead};
        auto places_before = machine.template make<std::uint64_t>(input_.words());
        machine.begin_to_number(input_.words(), count_places{places}, places_before.data(), slot_of_places);

        const std::uint64_t each = sizeof(piece_site) + sizeof(piece_words<Planes>);
        const std::uint64_t most = std::max<std::uint64_t>(64, machine.free_memory() / 8 / each);
        std::uint64_t place_count = 0;
        std::uint64_t place_room = 0;
        listed<Planes> some_places;
        bool places_are_listed = false; // all of them, once and for all

        for_each_range(
            sources, all.manner, all.ranks,
            [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t first_row, std::uint32_t* rows,
                std::uint64_t words_per_row) {
                const std::uint64_t first = first_word * windows_per_word;
                const std::uint64_t last = last_word * windows_per_word;
                const source_pieces pieces{input_.letters(), sources.bits.data(), first, last, rule};
                const std::uint64_t end_word =
                    rule.per_window == 1 ? last_word
                                         : std::min(input_.words() - 1, (last + rule.lead) / windows_per_word + 1);
                const std::uint64_t words = end_word - first_word;
                auto pieces_before = machine.template make<std::uint64_t>(words);
                machine.begin_to_number(words, count_pieces{pieces, first_word}, pieces_before.data(), slot_of_pieces);
                const std::uint64_t piece_count = machine.numbered(slot_of_pieces).count;
                if (place_room == 0) {
                    place_count = machine.numbered(slot_of_places).count;
                    place_room = std::min({place_count, most, tile_ > 0 ? 3 * tile_ : most});
                    some_places = room_for<Planes>(place_room);
                }
                const std::uint64_t piece_room = std::min({piece_count, most, tile_ > 0 ? tile_ : most});
                if (piece_room == 0) return;
                const listed<Planes> some_pieces = room_for<Planes>(piece_room);

                // Windows with rows are divided already, the pieces of all others here.
                const sharing_ranks dividing = all.manner == counting::rows ? sharing_ranks{} : all.ranks;
                for_each_chunk(
                    dividing.ours_of(piece_count), piece_room, [&](const std::vector<sharing_ranks::range>& chunk) {
                        std::uint64_t pieces_here = 0;
                        for (const sharing_ranks::range& part : chunk) {
                            machine.for_each(words,
                                             list_pieces<Planes>{pieces, first_word, pieces_before.data(), part.first,
                                                                 part.size(), some_pieces.sites.data() + pieces_here,
                                                                 some_pieces.words.data() + pieces_here});
                            pieces_here += part.size();
                        }
                        for (std::uint64_t place = 0; place < place_count; place += place_room) {
                            if (!places_are_listed)
                                machine.for_each(input_.words() * list_places<Planes>::steps_per_word,
                                                 list_places<Planes>{input_.letters(), places, rule.letters,
                                                                     places_before.data(), place, place_room,
                                                                     some_places.sites.data(),
                                                                     some_places.words.data()});
                            places_are_listed = place_room == place_count;
                            const pair_context with{
                                input_.letters(),
                                sources.view(),
                                targets.view(),
                                sources.length,
                                given.mismatches,
                                all.copies,
                                both_ways,
                                some_pieces.sites.data(),
                                some_places.sites.data(),
                                {all.manner, all.supports, sources.count, rows, first_row, words_per_row, last}};
                            machine.template compare<Planes>(
                                near_work<Planes>{some_pieces.words.data(),
                                                  pieces_here,
                                                  some_places.words.data(),
                                                  std::min(place_room, place_count - place),
                                                  plan.limit,
                                                  {with}});
                        }
                    });
            });
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

    [[nodiscard]] std::uint64_t words_per_row() const { return (input_.given().sequences() + 31) / 32; }

    /// Calls visit(first word, last word, rank of the first window, rows of bits, words of a row) for ranges of the
    /// sources that together are all: for one range where no rows of bits are needed; where they are, for those ranges
    /// that are this rank's.
    template <class Visit>
    void for_each_range(const windows& sources, counting manner, const sharing_ranks& ranks, Visit visit) const {
        if (manner != counting::rows) return visit(0, input_.words() - 1, 0, nullptr, 0);
        Machine& machine = input_.machine();
        const std::uint64_t words_per_row = this->words_per_row();
        const std::uint64_t affordable = machine.free_memory() / 4 / (words_per_row * sizeof(std::uint32_t));
        std::uint64_t most_rows = std::max<std::uint64_t>(windows_per_word, affordable);
        if (tile_ > 0) most_rows = std::min(most_rows, std::max<std::uint64_t>(windows_per_word, tile_));
        if (ranks.size() > 1)
            most_rows = std::clamp<std::uint64_t>(sources.count / (4 * ranks.size()), windows_per_word, most_rows);
        std::uint64_t part = 0;
        input_.for_each_part(
            sources, most_rows,
            [&](std::uint64_t first_word, std::uint64_t last_word, std::uint64_t first_row, std::uint64_t count) {
                if (!ranks.is_ours(part++)) return;
                const auto rows = machine.template zeroed<std::uint32_t>(count * words_per_row);
                visit(first_word, last_word, first_row, rows.data(), words_per_row);
            });
    }

    const device_input<Machine>& input_;
    std::uint64_t tile_;
    sharing_ranks ranks_;
};

} // namespace concord::substring

// Which windows of one length have the support, by their anchors, on a data-parallel device.
#pragma once

#include "problems/substring/gpu/anchor_steps.hpp"
#include "problems/substring/gpu/device_pieces.hpp"
#include "problems/substring/gpu/task_classes.hpp"
#include "problems/substring/gpu/word_lanes.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_anchors {
  public:
    /// Whether windows of this length have anchors: nucleotides, insertions and deletions, one to six edits, one copy,
    /// a letter for each block; and whether there is memory for their index.
    [[nodiscard]] static bool can_be(const Machine& machine, const variant_problem& given, std::uint64_t length) {
        const piece_collection& of = given.of;
        if (!given.allowed.indels || given.allowed.edits == 0 || given.allowed.edits > most_edits_of_reaches ||
            of.has_sets() || of.kinds() != 5 || given.copies != 1 || given.support < 2 ||
            length <= given.allowed.edits || of.text().size() > 0xFFFFFFFF - 2 * margin_of_planes)
            return false;
        std::uint64_t bytes = of.text().size();
        for (const std::uint32_t letters : index_letters(given, length))
            bytes += of.text().size() * sizeof(std::uint32_t) +
                     (std::uint64_t{1} << 2 * letters) * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
        return bytes <= machine.free_memory() / 2;
    }

    /// For windows of `length` letters or more. `letters`: the text there, `pieces`: its pieces. All must outlive it.
    /// Time O(letters). Throws error (resource), as all its functions.
    device_anchors(Machine& machine, const variant_problem& given, const letters_there& letters,
                   const device_pieces<Machine>& pieces, std::uint64_t length)
        : machine_(machine), given_(given), pieces_(pieces.all()) {
        const piece_collection& of = given.of;
        // The last letters of a window are looked up behind an anchor, wherever that is.
        std::uint64_t longest = length;
        for (const piece& one : of.pieces())
            longest = std::max(longest, one.length);
        const std::uint64_t words = (of.text().size() + 2 * margin_of_planes + longest) / 64 + 2;
        both_ = machine.template make<letters_of_planes>(words);
        none_ = machine.template make<std::uint64_t>(words);
        machine.for_each(words, make_planes{letters.text, of.text().size(), both_.data(), none_.data()});
        planes_ = {both_.data(), none_.data()};
        indexes_there_.count = 0;
        for (const std::uint32_t q : index_letters(given, length))
            indexes_there_.each[indexes_there_.count++] = make_index(q);
        wait();
    }

    /// Those of the windows of `length` letters at `starts`, which ascend, that have the support.
    [[nodiscard]] window_starts supported(const window_starts& starts, std::uint64_t length) {
        const auto [strips, ends] = strips_of(starts);
        const std::uint64_t count = ends.size();
        const auto starts_there = put(std::span<const std::uint64_t>(starts));
        const auto strips_there = put(std::span<const std::uint64_t>(strips));
        const auto left = put(std::span<const std::uint64_t>(strips).subspan(1));
        const auto ends_there = put(std::span<const std::uint64_t>(ends));
        const auto chosen = machine_.template make<window_task>(count);
        const auto tasks = machine_.template make<window_task>(count);
        const auto again = machine_.template make<window_task>(count);
        const auto before = machine_.template make<std::uint64_t>(count);
        const auto found = machine_.template make<std::uint64_t>(starts.size());
        const auto found_count = machine_.template zeroed<std::uint32_t>(1);
        const auto letters = static_cast<std::uint32_t>(length);
        const round given_round{letters, ends_there.data(), {found.data(), found_count.data()}};
        for (;;) {
            machine_.check();
            machine_.for_each(count, next_windows{planes_, indexes_there_, starts_there.data(), strips_there.data(),
                                                  left.data(), ends_there.data(), chosen.data(), letters,
                                                  static_cast<std::uint32_t>(given_.allowed.edits + 1), given_.support,
                                                  tuning::places_of_a_word, tuning::skipped_by_ends});
            const runtime::count_sums all = machine_.exclusive_scan(count, count_task{chosen.data()}, before.data());
            if (all.count == 0) break;
            machine_.for_each(count, move_task{chosen.data(), before.data(), tasks.data()});
            const double each = static_cast<double>(all.runs) * count_task::unit / static_cast<double>(all.count);
            const auto again_count = machine_.template zeroed<std::uint32_t>(1);
            run(tasks, all.count, each, given_round, again.data(), again_count.data());
            std::uint32_t of_again = 0;
            machine_.get(&of_again, again_count.data(), 1);
            run(again, of_again, each, given_round, nullptr, nullptr);
        }
        std::uint32_t size = 0;
        machine_.get(&size, found_count.data(), 1);
        window_starts all(size);
        machine_.get(all.data(), found.data(), size);
        std::ranges::sort(all);
        return all;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    struct round {
        std::uint32_t length; ///< of the windows
        std::uint64_t* ends;
        window_list found;
    };

    /// As of the CPU: words that a random sequence still has at few places, and longer ones.
    [[nodiscard]] static std::vector<std::uint32_t> index_letters(const variant_problem& given, std::uint64_t length) {
        const double random = std::log(static_cast<double>(given.of.text().size()) + 1) / std::log(4.0);
        const std::uint64_t within = std::min<std::uint64_t>(length, most_letters_of_blocks);
        const std::uint64_t most = std::min(within / (given.allowed.edits + 1), anchor_index::most_letters);
        const auto shorter = static_cast<std::uint64_t>(std::max(random - tuning::letters_of_anchors, 1.0));
        std::vector<std::uint32_t> letters{static_cast<std::uint32_t>(std::min(shorter, most))};
        if (shorter < most)
            letters.push_back(static_cast<std::uint32_t>(std::min(shorter + tuning::more_letters_of_anchors, most)));
        return letters;
    }

    template <class Value>
    [[nodiscard]] array<Value> put(std::span<const Value> host) {
        auto there = machine_.template make<Value>(host.size());
        machine_.put(there.data(), host.data(), host.size());
        return there;
    }

    void wait() {
        std::uint64_t word = 0;
        machine_.get(&word, none_.data(), 1);
    }

    [[nodiscard]] index_there make_index(std::uint32_t letters) {
        kept_index& kept = kept_[indexes_there_.count];
        const std::uint64_t words = std::uint64_t{1} << 2 * letters;
        const std::uint64_t size = given_.of.text().size();
        const auto counts = machine_.template zeroed<std::uint32_t>(words);
        kept.first = machine_.template make<std::uint64_t>(words);
        machine_.for_each(size, count_indexed{planes_, {letters, nullptr, counts.data(), nullptr}});
        const std::uint64_t all =
            machine_.exclusive_scan(words, counts_of_index{counts.data()}, kept.first.data()).count;
        kept.places = machine_.template make<std::uint32_t>(all);
        kept.next = machine_.template zeroed<std::uint32_t>(words);
        const index_there made{letters, kept.first.data(), kept.next.data(), kept.places.data()};
        machine_.for_each(size, list_indexed{planes_, made});
        wait();
        return made;
    }

    /// Windows next to each other in a piece, each of which is looked at from its last window on: where they begin
    /// among the starts, and the end; and where the piece of each ends.
    struct strips_of_windows {
        std::vector<std::uint64_t> first;
        std::vector<std::uint64_t> ends;
    };

    [[nodiscard]] strips_of_windows strips_of(const window_starts& starts) const {
        strips_of_windows strips;
        const std::span<const piece> pieces = given_.of.pieces();
        const piece* in = pieces.data();
        const piece* const last = in + pieces.size() - 1;
        std::uint64_t end = 0; // of the piece
        for (std::uint64_t index = 0; index < starts.size(); ++index) {
            if (starts[index] < end && index - strips.first.back() < tuning::windows_of_strip) continue;
            while (in < last && in[1].first <= starts[index])
                ++in;
            end = in->first + in->length;
            strips.first.push_back(index);
            strips.ends.push_back(end);
        }
        strips.first.push_back(starts.size());
        return strips;
    }

    /// Tasks that need different letters, and which of them each one is.
    struct distinct_tasks {
        array<window_task> first;
        array<std::uint32_t> class_of; ///< empty: none are the same
        std::uint64_t count;
    };

    [[nodiscard]] distinct_tasks distinct(const array<window_task>& tasks, std::uint64_t count) {
        distinct_tasks made{{}, {}, count};
        if (count < tuning::least_tasks_in_classes && runtime::forced_tile() == 0) return made;
        const auto keys = machine_.template make<std::uint64_t>(count);
        const auto numbers = machine_.template make<std::uint32_t>(count);
        machine_.for_each(count, hash_task{planes_, tasks.data(), keys.data(), numbers.data()});
        machine_.sort(keys.data(), numbers.data(), count);
        const sorted_tasks sorted{planes_, tasks.data(), numbers.data()};
        const auto before = machine_.template make<std::uint64_t>(count);
        made.count = machine_.exclusive_scan(count, count_class_begin{sorted}, before.data()).count;
        made.first = machine_.template make<window_task>(made.count);
        made.class_of = machine_.template make<std::uint32_t>(count);
        machine_.for_each(
            count, keep_class{sorted, before.data(), count, made.count, made.first.data(), made.class_of.data()});
        return made;
    }

    /// Tasks, so many at a time that their bits fit and a launch is short. `each`: anchors that one has on average.
    void run(const array<window_task>& tasks, std::uint64_t count, double each, const round& of, window_task* again,
             std::uint32_t* again_count) {
        if (count == 0) return;
        const distinct_tasks classes = distinct(tasks, count);
        const window_task* const followed = classes.class_of.size() == 0 ? tasks.data() : classes.first.data();
        const std::uint64_t mark_words = (given_.of.sequences() + 31) / 32;
        const std::uint64_t room = machine_.free_memory() / 4 / sizeof(std::uint32_t) / (mark_words + 1);
        std::uint64_t at_once = std::max<std::uint64_t>(
            1, std::min(room, static_cast<std::uint64_t>(tuning::anchors_of_a_launch / (each + 1))));
        if (runtime::forced_tile() > 0) at_once = runtime::forced_tile();
        const std::uint32_t threads = each < tuning::many_anchors ? 32 : 256;
        const auto holders = machine_.template zeroed<std::uint32_t>(classes.count);
        for (std::uint64_t first = 0; first < classes.count; first += at_once) {
            machine_.check();
            const std::uint64_t some = std::min(at_once, classes.count - first);
            const auto marks = machine_.template zeroed<std::uint32_t>(some * mark_words);
            follow(followed + first, some, holders.data() + first, marks.data(), mark_words, threads);
            wait();
        }
        machine_.for_each(count, judge_task{tasks.data(), holders.data(),
                                            classes.class_of.size() == 0 ? nullptr : classes.class_of.data(), of.ends,
                                            of.length, given_.support, of.found, again, again_count});
        wait();
    }

    void follow(const window_task* tasks, std::uint64_t count, std::uint32_t* holders, std::uint32_t* marks,
                std::uint64_t mark_words, std::uint32_t threads) {
        const auto with = [&]<unsigned Edits>() {
            machine_.for_each(count * threads, follow_anchors<Edits>{planes_, indexes_there_, pieces_, tasks, holders,
                                                                     marks, mark_words, given_.support, threads});
        };
        switch (given_.allowed.edits) {
        case 1: return with.template operator()<1>();
        case 2: return with.template operator()<2>();
        case 3: return with.template operator()<3>();
        case 4: return with.template operator()<4>();
        case 5: return with.template operator()<5>();
        default: return with.template operator()<6>();
        }
    }

    Machine& machine_;
    const variant_problem& given_;
    pieces_there pieces_;
    array<letters_of_planes> both_;
    array<std::uint64_t> none_;
    planes_there planes_{};
    struct kept_index {
        array<std::uint64_t> first;
        array<std::uint32_t> next, places;
    };
    kept_index kept_[most_anchor_indexes]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    indexes_there indexes_there_{};
};

} // namespace concord::substring

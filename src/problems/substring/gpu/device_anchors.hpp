// Which windows of one length have the support, by their anchors, on a data-parallel device.
#pragma once

#include "problems/substring/anchor_tuning.hpp"
#include "problems/substring/gpu/anchor_steps.hpp"
#include "problems/substring/gpu/device_pieces.hpp"
#include "problems/substring/gpu/task_classes.hpp"
#include "problems/substring/gpu/word_lanes.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/anchor_index.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_anchors {
  public:
    /// Whether windows of this length have anchors: nucleotides, insertions and deletions, one to six edits, one copy,
    /// a letter for each block; and whether there is memory for their index, without the letters beside each place.
    [[nodiscard]] static bool can_be(const Machine& machine, const variant_problem& given, std::uint64_t length) {
        const piece_collection& of = given.of;
        if (!given.allowed.indels || given.allowed.edits == 0 || given.allowed.edits > most_edits_of_reaches ||
            of.has_sets() || of.kinds() != 5 || given.copies != 1 || given.support < 2 ||
            length <= given.allowed.edits || of.text().size() > 0xFFFFFFFF - 2 * margin_of_planes)
            return false;
        return bytes(given, length, false) <= machine.free_memory() / 2;
    }
    /// What it takes of the device for windows of this length: 9 bytes a letter, or 41 with the letters beside places.
    [[nodiscard]] static std::uint64_t bytes(const variant_problem& given, std::uint64_t length, bool has_sides) {
        const std::uint64_t text = given.of.text().size();
        std::uint64_t all = text;
        for (const std::uint32_t letters : index_letters(given, length))
            all += text * (sizeof(std::uint32_t) + (has_sides ? 2 * sizeof(letters_of_side) : 0)) +
                   (std::uint64_t{1} << 2 * letters) * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
        return all;
    }

    /// For windows of `length` letters or more. `letters`: the text there, `pieces`: its pieces. All must outlive it.
    /// Time O(letters). Throws error (resource), as all its functions.
    device_anchors(Machine& machine, const variant_problem& given, const letters_there& letters,
                   const device_pieces<Machine>& pieces, runtime::thread_pool& workers, std::uint64_t length)
        : machine_(machine), given_(given), pieces_(pieces.all()), workers_(workers),
          has_sides_(bytes(given, length, true) <= machine.free_memory() / 2) {
        const piece_collection& of = given.of;
        const std::uint64_t words = (of.text().size() + 2 * margin_of_planes) / 64 + 2;
        both_ = machine.template make<letters_of_planes>(words);
        none_ = machine.template make<std::uint64_t>(words);
        machine.for_each(words, make_planes{letters.text, of.text().size(), both_.data(), none_.data()});
        planes_ = {both_.data(), none_.data()};
        indexes_there_.count = 0;
        for (const std::uint32_t q : index_letters(given, length))
            indexes_there_.each[indexes_there_.count++] = make_index(q);
        wait();
    }

    /// Whether the letters beside each place are next to each other in memory.
    [[nodiscard]] bool has_sides() const noexcept { return has_sides_; }

    /// Anchors of a window of `length` letters, the mean of some of those at `starts`, which are not none: with runs
    /// and short periods each word of a window stands at most places of the text.
    [[nodiscard]] double anchors_of_a_window(const window_starts& starts, std::uint64_t length) {
        window_starts some(std::min<std::uint64_t>(starts.size(), tuning::windows_asked_for_anchors));
        for (std::size_t index = 0; index < some.size(); ++index)
            some[index] = starts[index * starts.size() / some.size()];
        const whole_tasks tasks = tasks_of(some, length);
        return anchors_of_each(tasks.sums);
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
            const double each = anchors_of_each(all);
            const auto again_count = machine_.template zeroed<std::uint32_t>(1);
            judge(tasks, all.count, each, given_round, again.data(), again_count.data());
            std::uint32_t of_again = 0;
            machine_.get(&of_again, again_count.data(), 1);
            judge(again, of_again, each, given_round, nullptr, nullptr);
        }
        std::uint32_t size = 0;
        machine_.get(&size, found_count.data(), 1);
        window_starts all(size);
        machine_.get(all.data(), found.data(), size);
        runtime::parallel_sort(workers_, all, std::less<>());
        return all;
    }

    /// How many sequences hold each of the windows of `length` letters at `starts`: all anchors are followed.
    [[nodiscard]] std::vector<std::uint64_t> supports(const window_starts& starts, std::uint64_t length) {
        if (starts.empty()) return {};
        const std::uint64_t count = starts.size();
        const auto counts = machine_.template make<std::uint32_t>(count);
        const whole_tasks tasks = tasks_of(starts, length);
        const counted_tasks counted = run(tasks.each, count, anchors_of_each(tasks.sums), ~std::uint64_t{0});
        machine_.for_each(count,
                          count_holders{tasks.each.data(), counted.holders.data(), counted.class_of(), counts.data()});
        std::vector<std::uint32_t> got(count);
        machine_.get(got.data(), counts.data(), count);
        return {got.begin(), got.end()};
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;
    static constexpr std::uint64_t least_starts_of_part = 16384; ///< that are worth a task of the host

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

    /// A task for each window, and their number and anchors.
    struct whole_tasks {
        array<window_task> each;
        runtime::count_sums sums;
    };
    [[nodiscard]] whole_tasks tasks_of(const window_starts& starts, std::uint64_t length) {
        const std::uint64_t count = starts.size();
        const auto starts_there = put(std::span<const std::uint64_t>(starts));
        const auto before = machine_.template make<std::uint64_t>(count);
        whole_tasks tasks{machine_.template make<window_task>(count), {}};
        machine_.for_each(count, whole_windows{planes_, indexes_there_, starts_there.data(), tasks.each.data(),
                                               static_cast<std::uint32_t>(length),
                                               static_cast<std::uint32_t>(given_.allowed.edits + 1),
                                               tuning::places_of_a_word, tuning::skipped_by_ends});
        tasks.sums = machine_.exclusive_scan(count, count_task{tasks.each.data()}, before.data());
        return tasks;
    }

    [[nodiscard]] static double anchors_of_each(const runtime::count_sums& tasks) {
        return tasks.count == 0 ? 0
                                : static_cast<double>(tasks.runs) * count_task::unit / static_cast<double>(tasks.count);
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
        machine_.for_each(size, count_indexed{planes_, {letters, nullptr, counts.data(), nullptr, nullptr, nullptr}});
        const std::uint64_t all =
            machine_.exclusive_scan(words, counts_of_index{counts.data()}, kept.first.data()).count;
        kept.places = machine_.template make<std::uint32_t>(all);
        kept.next = machine_.template zeroed<std::uint32_t>(words);
        if (has_sides_) {
            kept.before = machine_.template make<letters_of_side>(all);
            kept.behind = machine_.template make<letters_of_side>(all);
        }
        const index_there made{letters,
                               kept.first.data(),
                               kept.next.data(),
                               kept.places.data(),
                               has_sides_ ? kept.before.data() : nullptr,
                               has_sides_ ? kept.behind.data() : nullptr};
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
        struct strip {
            std::uint64_t first;
            std::uint64_t end;
        };
        const std::span<const piece> pieces = given_.of.pieces();
        const std::vector<strip> found = runtime::collect_parts<strip>(
            workers_, starts.size(), least_starts_of_part,
            [&](std::uint64_t first, std::uint64_t last, std::vector<strip>& some) {
                const piece* in = &given_.of.piece_at(starts[first]);
                const piece* const last_piece = pieces.data() + pieces.size() - 1;
                std::uint64_t end = 0; // of the piece
                for (std::uint64_t index = first; index < last; ++index) {
                    if (starts[index] < end && index - some.back().first < tuning::windows_of_strip) continue;
                    if (in < last_piece && in[1].first <= starts[index]) {
                        ++in; // mostly the next one
                        if (in < last_piece && in[1].first <= starts[index]) in = &given_.of.piece_at(starts[index]);
                    }
                    end = in->first + in->length;
                    some.push_back({index, end});
                }
            });
        strips_of_windows strips;
        strips.first.reserve(found.size() + 1);
        strips.ends.reserve(found.size());
        for (const strip& each : found) {
            strips.first.push_back(each.first);
            strips.ends.push_back(each.end);
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

    /// Sequences that hold what each class of tasks needs.
    struct counted_tasks {
        distinct_tasks classes;
        array<std::uint32_t> holders;

        [[nodiscard]] const std::uint32_t* class_of() const {
            return classes.class_of.size() == 0 ? nullptr : classes.class_of.data();
        }
    };

    void judge(const array<window_task>& tasks, std::uint64_t count, double each, const round& of, window_task* again,
               std::uint32_t* again_count) {
        if (count == 0) return;
        const counted_tasks counted = run(tasks, count, each, given_.support);
        machine_.for_each(count, judge_task{tasks.data(), counted.holders.data(), counted.class_of(), of.ends,
                                            of.length, given_.support, of.found, again, again_count});
        wait();
    }

    /// Counts up to `support` sequences for some tasks, so many at a time that their bits fit and a launch is short.
    /// `each`: anchors that one has on average.
    [[nodiscard]] counted_tasks run(const array<window_task>& tasks, std::uint64_t count, double each,
                                    std::uint64_t support) {
        counted_tasks counted{distinct(tasks, count), {}};
        const std::uint64_t classes = counted.classes.count;
        const window_task* const followed = counted.class_of() == nullptr ? tasks.data() : counted.classes.first.data();
        const std::uint64_t mark_words = (given_.of.sequences() + 31) / 32;
        const std::uint64_t room = machine_.free_memory() / 4 / sizeof(std::uint32_t) / (mark_words + 1);
        std::uint64_t at_once = std::max<std::uint64_t>(
            1, std::min(room, static_cast<std::uint64_t>(tuning::anchors_of_a_launch / (each + 1))));
        if (runtime::forced_tile() > 0) at_once = runtime::forced_tile();
        const std::uint32_t threads = threads_of_task(std::min(classes, at_once), each);
        counted.holders = machine_.template zeroed<std::uint32_t>(classes);
        for (std::uint64_t first = 0; first < classes; first += at_once) {
            machine_.check();
            const std::uint64_t some = std::min(at_once, classes - first);
            const auto marks = machine_.template zeroed<std::uint32_t>(some * mark_words);
            follow(followed + first, some, counted.holders.data() + first, marks.data(), mark_words, support, threads);
            wait();
        }
        return counted;
    }

    /// Enough to fill the device, and that each has some anchors.
    [[nodiscard]] static std::uint32_t threads_of_task(std::uint64_t tasks, double anchors) {
        std::uint32_t threads = anchors < tuning::many_anchors ? 32 : 256;
        while (threads < tuning::most_threads_of_anchors && threads * tasks < tuning::threads_of_anchors &&
               anchors > static_cast<double>(threads) * tuning::anchors_of_thread)
            threads *= 2;
        return threads;
    }

    void follow(const window_task* tasks, std::uint64_t count, std::uint32_t* holders, std::uint32_t* marks,
                std::uint64_t mark_words, std::uint64_t support, std::uint32_t threads) {
        const auto with = [&]<unsigned Edits>() {
            const auto start = [&]<bool HasSides>() {
                machine_.for_each(count * threads,
                                  follow_anchors<Edits, HasSides>{planes_, indexes_there_, pieces_, tasks, holders,
                                                                  marks, mark_words, support, threads});
            };
            has_sides_ ? start.template operator()<true>() : start.template operator()<false>();
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
    runtime::thread_pool& workers_;
    bool has_sides_; ///< as the memory of the device allows
    array<letters_of_planes> both_;
    array<std::uint64_t> none_;
    planes_there planes_{};
    struct kept_index {
        array<std::uint64_t> first;
        array<std::uint32_t> next, places;
        array<letters_of_side> before, behind;
    };
    kept_index kept_[most_anchor_indexes]; // NOLINT(cppcoreguidelines-avoid-c-arrays)
    indexes_there indexes_there_{};
};

} // namespace concord::substring

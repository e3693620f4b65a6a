// A machine for the steps of problems/*/windows that does one after the other on the host: so that all that a GPU does,
// but for how its threads share the work, is tested without one.
#pragma once

#include "problems/substring/gpu/ball_union_steps.hpp"
#include "problems/substring/gpu/device_windows.hpp"
#include "problems/substring/gpu/diagonals.hpp"
#include "problems/substring/gpu/marked_sequences_steps.hpp"
#include "problems/substring/gpu/seed_order_steps.hpp"
#include "problems/substring/gpu/spread_words_steps.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace concord::test {

class serial_machine {
  public:
    template <class Value>
    class array {
      public:
        array() = default;
        explicit array(std::uint64_t size) : values_(std::make_unique<Value[]>(size)), size_(size) {}
        [[nodiscard]] Value* data() const { return values_.get(); }
        [[nodiscard]] std::uint64_t size() const { return size_; }

      private:
        std::unique_ptr<Value[]> values_; // of their exact size, so that AddressSanitizer sees a step too far
        std::uint64_t size_ = 0;
    };

    /// `memory` is what free_memory says: small, and everything is done in many parts. `diagonals`: a second, of
    /// counters along diagonals; many, and they are always chosen.
    explicit serial_machine(std::uint64_t memory, double diagonals = 0) : memory_(memory), diagonals_(diagonals) {}

    template <class Value>
    [[nodiscard]] array<Value> make(std::uint64_t size) const {
        array<Value> made(size);
        std::memset(static_cast<void*>(made.data()), 0xA5, size * sizeof(Value)); // nobody may rely on zeros
        return made;
    }
    template <class Value>
    [[nodiscard]] array<Value> zeroed(std::uint64_t size) const {
        return array<Value>(size);
    }
    template <class Value>
    void put(Value* to, const Value* host, std::uint64_t count) const {
        std::copy_n(host, count, to);
    }
    template <class Value>
    void get(Value* host, const Value* from, std::uint64_t count) const {
        std::copy_n(from, count, host);
    }
    template <class Step>
    void for_each(std::uint64_t count, Step step) const {
        for (std::uint64_t index = 0; index < count; ++index)
            step(index);
    }
    template <class Step>
    runtime::count_sums exclusive_scan(std::uint64_t count, Step step, std::uint64_t* before) const {
        runtime::count_sums sums;
        for (std::uint64_t index = 0; index < count; ++index) {
            before[index] = sums.count;
            const runtime::counts each = step(index);
            sums.count += each.count;
            sums.runs += each.runs;
        }
        return sums;
    }
    static constexpr unsigned slots = 4;
    template <class Step>
    void begin_exclusive_scan(std::uint64_t count, Step step, std::uint64_t* before, unsigned slot) {
        sums_[slot] = exclusive_scan(count, step, before);
    }
    [[nodiscard]] runtime::count_sums scan_sums(unsigned slot) const { return sums_[slot]; }
    void sort(std::uint64_t* keys, std::uint32_t* values, std::uint64_t count, unsigned first = 24,
              unsigned last = 64) const {
        std::vector<std::uint64_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        const auto part = [&](std::uint64_t at) { return keys[at] << (64 - last) >> (64 - last + first); };
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return part(a) < part(b); });
        const std::vector<std::uint64_t> old_keys(keys, keys + count);
        const std::vector<std::uint32_t> old_values(values, values + count);
        for (std::uint64_t index = 0; index < count; ++index) {
            keys[index] = old_keys[order[index]];
            values[index] = old_values[order[index]];
        }
    }
    [[nodiscard]] static constexpr std::uint64_t bytes_of_block() { return 1024; }
    void mark_sequences(const substring::marked_work& work) const {
        for (std::uint64_t word = work.first; word < work.first + work.count; ++word) {
            std::vector<std::uint32_t> row(work.words_of_row(), 0);
            const auto mark = [&](std::uint32_t sequence) { row[sequence / 32] |= 1U << sequence % 32; };
            mark(work.own[word]);
            for (unsigned side = 0; side < 2; ++side) {
                const substring::windows_by_piece& windows = work.sides[side];
                const std::uint64_t key = work.keys[side][word];
                for (const std::uint32_t* by = windows.ball; by < windows.ball + windows.near; ++by) {
                    const std::uint32_t piece = windows.keys.piece_of(key) ^ *by;
                    for (std::uint32_t at = windows.first[piece]; at < windows.first[piece + 1]; ++at)
                        if (windows.keys.pieces_differing(*by) +
                                windows.keys.rests_differing(windows.keys.rest_of(key), windows.rests[at]) <=
                            work.mismatches)
                            mark(windows.sequences[at]);
                }
            }
            for (std::uint64_t index = 0; index < work.ambiguous_count; ++index)
                if (work.is_near(work.words[word], index)) mark(work.of_ambiguous[index]);
            for (std::uint64_t index = 0; index < row.size(); ++index)
                work.supports[word] += work.marked(row[index], index);
        }
    }
    template <class Step>
    void for_each_with_memory(std::uint64_t count, unsigned numbers, const Step& step) const {
        std::vector<std::uint32_t> memory(numbers);
        for (std::uint64_t index = 0; index < count; ++index)
            step(index, substring::memory_of_thread{memory.data(), 1});
    }
    void spread_words(const substring::place_table& table) const {
        constexpr unsigned few_entries = 512; // so that there are several passes
        for (const substring::word_pass& pass : substring::passes_of(table, few_entries)) {
            const array<std::uint32_t> entries = make<std::uint32_t>(pass.entries());
            for (std::uint64_t tile = 0; tile < pass.tiles(); ++tile) {
                for (unsigned index = 0; index < pass.words(); ++index)
                    pass.read(tile, index, entries.data());
                for (unsigned letter = 0; letter < pass.letters; ++letter)
                    for (unsigned index = 0; index < pass.words() / 4; ++index)
                        pass.spread(letter, index, entries.data());
                for (unsigned index = 0; index < pass.words(); ++index)
                    pass.write(tile, index, entries.data());
            }
        }
    }
    template <unsigned Planes>
    void compare(const substring::near_work<Planes>& work) const {
        for (std::uint64_t seed = 0; seed < work.seed_count; ++seed)
            for (std::uint64_t position = 0; position < work.position_count; ++position)
                if (substring::letters_differing(work.seeds[seed], work.positions[position]) <= work.limit)
                    work.follow(seed, position);
    }
    template <unsigned Planes>
    void compare_balls(const substring::ball_work<Planes>& work) const {
        for (const substring::ball_task* task = work.tasks; task < work.tasks + work.task_count; ++task) {
            const std::uint32_t last =
                std::min(task->first_seed + substring::seeds_of_ball_task, work.seeds.first[task->word + 1]);
            for (std::uint32_t seed = task->first_seed; seed < last; ++seed)
                for (std::uint32_t near = 0; near < work.ball_size; ++near)
                    follow_word(work, seed, task->word ^ work.ball[near]);
        }
    }
    template <unsigned Planes>
    void count_along_diagonals(const substring::diagonal_work& work) const {
        if (work.longest <= 64 && work.digits <= 4)
            pass_all<Planes, 2, 4>(work);
        else
            pass_all<Planes, 8, substring::most_digits_on_diagonals>(work);
    }
    /// Words are counted in half of the sequences first, so that the rest may not be needed.
    void count_ball_unions(const substring::ball_union_work& work) const {
        using namespace substring;
        for (std::uint64_t which = work.first_prefix; which < work.first_prefix + work.prefixes; ++which) {
            const std::uint64_t first = work.first[which];
            const std::uint64_t end = work.first[which + 1];
            std::uint64_t asked = 0;
            for (std::uint64_t sequence = 0; sequence < work.in.sequences; ++sequence) {
                const std::uint32_t weight = work.in.weight(sequence);
                const std::vector<std::uint64_t> held = suffixes_held(work, work.keys[first], sequence);
                for (std::uint64_t word = first; word < end; ++word)
                    if ((held[place_of_key(work.keys[word]) / 64] >> place_of_key(work.keys[word]) % 64 & 1U) != 0)
                        work.supports[word] += weight;
                asked += weight;
                const auto* const counts = work.supports;
                if (sequence == work.in.sequences / 2 &&
                    std::all_of(counts + first, counts + end,
                                [&](std::uint32_t count) { return asked - count > work.most_without; }))
                    break;
            }
        }
    }
    [[nodiscard]] std::uint64_t free_memory() const { return memory_; }
    [[nodiscard]] substring::machine_speed speed() const { return {1e6, 1e6, 1e-6, diagonals_}; }
    void check() const {}

  private:
    /// A seed and the positions with one word.
    template <unsigned Planes>
    static void follow_word(const substring::ball_work<Planes>& work, std::uint32_t seed, std::uint32_t word) {
        const std::uint32_t number = work.seeds.order[seed];
        for (std::uint32_t at = work.positions.first[word]; at < work.positions.first[word + 1]; ++at) {
            const substring::seed_words<Planes>& letters = work.positions.words[at];
            if (substring::letters_differing(work.seeds.words[seed], letters) > work.limit ||
                work.before.have(work.seeds.words[seed], letters))
                continue;
            const std::uint32_t position = work.positions.order[at];
            const std::uint32_t sequence = work.follow.with.seeds[number].sequence;
            switch (work.manner) {
            case substring::ball_pairs::followed: work.follow(number, position); break;
            case substring::ball_pairs::counted: work.add(seed, work.worth(sequence, position)); break;
            case substring::ball_pairs::leftmost:
                work.add(seed, work.worth_leftmost(work.seeds.words[seed], sequence, position));
                break;
            case substring::ball_pairs::marked:
                work.add(seed, work.worth_marked(work.row_of(number), sequence, position));
            }
        }
    }

    [[nodiscard]] static std::vector<std::uint64_t> suffixes_held(const substring::ball_union_work& work,
                                                                  std::uint64_t key, std::uint64_t sequence) {
        using namespace substring;
        const prefix_of_words prefix(key, work.letters, work.mismatches);
        std::vector<std::uint64_t> held(words_of_bits);
        for (std::uint64_t at = work.in.first[sequence]; at < work.in.first[sequence + 1]; ++at) {
            const int left = prefix.left_of(work.in.window(at));
            if (left < 0) continue;
            const suffix_of_window end(work.in.suffixes[at]);
            if (left == 0 && !end.has_ambiguous()) {
                held[end.place() / 64] |= std::uint64_t{1} << end.place() % 64;
                continue;
            }
            for (unsigned spelling = 0; spelling < end.spellings(); ++spelling)
                for (std::uint32_t lane = 0; lane < words_of_bits / 2; ++lane) {
                    const words_of_lane near = lane_of_words(lane).near(work.rows, end.spelled(spelling, left));
                    held[lane] |= near.first;
                    held[lane + words_of_bits / 2] |= near.second;
                }
        }
        return held;
    }

    template <unsigned Planes, unsigned Words, unsigned Digits>
    void pass_all(const substring::diagonal_work& work) const {
        const std::uint64_t* const offsets = work.given.offsets;
        for (std::uint64_t sequence = 0; sequence < work.given.sequences; ++sequence) {
            substring::diagonal_target<Planes, Words> target{};
            if (!target.load(work, sequence)) continue;
            for (std::uint64_t source = 0; source < work.given.sequences; ++source) {
                if (!substring::has_window(work.sources, offsets[source], offsets[source + 1])) continue;
                substring::diagonal_walk<Planes, Words, Digits> walk(target, work.mismatches);
                const auto code = [&](std::uint64_t at) { return substring::code_at(work.given.letters, Planes, at); };
                for (std::uint64_t end = offsets[source]; end < offsets[source + 1]; ++end) {
                    if (end < offsets[source] + work.length)
                        walk.begin_with(code(end));
                    else
                        walk.go_on_with(code(end), code(end - work.length));
                    if (end + 1 < offsets[source] + work.length) continue;
                    const std::uint64_t window = end + 1 - work.length;
                    if (walk.is_near() && (work.sources.from(window) & 1U) != 0)
                        work.supports[work.sources.rank(window)] += work.copies == nullptr ? 1 : work.copies[sequence];
                }
            }
        }
    }

    std::uint64_t memory_;
    double diagonals_;
    runtime::count_sums sums_[slots];
};

static_assert(runtime::data_parallel_device<serial_machine>);

} // namespace concord::test

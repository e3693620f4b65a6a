// Words of a text against all its sequences on a data-parallel device: which hold them, and how far they reach.
#pragma once

#include "problems/substring/gpu/word_steps.hpp"
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/parts.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace concord::substring {

/// Words on the host: where they begin, and how many letters each has. Classes of windows are sorted as they are read.
struct given_words {
    std::span<const std::uint64_t> starts;
    std::span<const std::uint32_t> lengths; ///< empty: all have `length`
    std::uint64_t length = 0;               ///< the greatest
    reading direction = reading::forward;
};

template <runtime::data_parallel_device Machine>
class device_words {
  public:
    /// Copies the text there. All must outlive it. Throws error (resource), as all its functions.
    device_words(Machine& machine, const variant_problem& given, runtime::thread_pool& workers)
        : machine_(machine), given_(given), workers_(workers), letters_(given.of), text_(put(given.of.text())),
          kinds_(put(letters_.all())), row_(rows_of_letters()) {
        machine_.get(&first_letter_, text_.data(), std::min<std::uint64_t>(1, text_.size())); // what is copied may end
    }

    [[nodiscard]] letters_there letters() const {
        return {text_.data(),
                kinds_.data(),
                row_.data(),
                static_cast<std::uint32_t>(letters_.size()),
                piece_collection::barrier,
                given_.of.has_sets()};
    }

    /// Sequences that hold each word.
    [[nodiscard]] std::vector<std::uint64_t> count(const given_words& words) {
        std::vector<std::uint64_t> counts(words.starts.size());
        const lane_set& lanes = lanes_for(words.direction);
        for_each_part(words, lanes, sizeof(std::uint32_t), [&](const words_part& part) {
            const auto holders = machine_.template zeroed<std::uint32_t>(part.size());
            reaches_there reaches{};
            reaches.holders = holders.data();
            follow(part, lanes, 1, reaches);
            std::vector<std::uint32_t> got(part.size());
            machine_.get(got.data(), holders.data(), got.size());
            std::copy(got.begin(), got.end(), counts.begin() + static_cast<std::ptrdiff_t>(part.first));
        });
        return counts;
    }

    /// The same, and how many letters of a word, `least` or more, are held by too few sequences to give it the support.
    /// Time and memory are those of count() where few sequences hold the first `least` letters of a word.
    [[nodiscard]] counted_classes count_beginnings(const given_words& words, std::uint64_t least) {
        counted_classes counted{std::vector<std::uint64_t>(words.starts.size()),
                                std::vector<std::uint64_t>(words.starts.size(), words.length)};
        const lane_set& lanes = lanes_for(words.direction);
        const std::uint64_t width = words.length - least + 1;
        for_each_part(words, lanes, width * sizeof(std::uint32_t), [&](const words_part& part) {
            const auto histogram = machine_.template zeroed<std::uint32_t>(part.size() * width);
            reaches_there reaches{};
            reaches.histogram = histogram.data();
            reaches.width = width;
            reaches.least = static_cast<std::uint32_t>(least);
            follow(part, lanes, 1, reaches);
            std::vector<std::uint32_t> got(part.size() * width);
            machine_.get(got.data(), histogram.data(), got.size());
            for (std::uint64_t word = 0; word < part.size(); ++word) {
                const std::uint32_t* const row = got.data() + word * width;
                std::uint64_t letters = width - 1;
                std::uint64_t holders = row[letters];
                counted.supports[part.first + word] = holders;
                while (letters > 0 && holders + row[letters - 1] < given_.support)
                    holders += row[--letters];
                counted.dead[part.first + word] = least + letters;
            }
        });
        return counted;
    }

    /// visit(number of the word, sequence) for each sequence that holds a word; words in ascending order.
    template <class Visit>
    void for_each_holder(const given_words& words, Visit visit) {
        const lane_set& lanes = lanes_for(words.direction);
        const std::uint64_t width = (lanes.there.count + 63) / 64;
        for_each_part(words, lanes, width * sizeof(std::uint64_t), [&](const words_part& part) {
            const auto holders = machine_.template zeroed<std::uint64_t>(part.size() * width);
            reaches_there reaches{};
            reaches.holding_lanes = holders.data();
            reaches.words_of_lanes = width;
            follow(part, lanes, 1, reaches);
            std::vector<std::uint64_t> got(part.size() * width);
            machine_.get(got.data(), holders.data(), got.size());
            for (std::uint64_t index = 0; index < got.size(); ++index)
                for (std::uint64_t bits = got[index]; bits != 0; bits &= bits - 1)
                    visit(part.first + index / width, lanes.sequences[index % width * 64 + base::lowest_one(bits)]);
        });
    }

    /// Letters of the longest prefix of each word that `support` of the lanes hold, of every `apart`-th lane.
    [[nodiscard]] std::vector<std::uint64_t> reaches(const given_words& words, std::uint64_t apart,
                                                     std::uint64_t support) {
        std::vector<std::uint64_t> found(words.starts.size());
        const lane_set& lanes = lanes_for(words.direction);
        const std::uint64_t width = words.length + 1;
        for_each_part(words, lanes, width * sizeof(std::uint32_t), [&](const words_part& part) {
            const auto histogram = machine_.template zeroed<std::uint32_t>(part.size() * width);
            reaches_there reaches{};
            reaches.histogram = histogram.data();
            reaches.width = width;
            follow(part, lanes, apart, reaches);
            std::vector<std::uint32_t> got(part.size() * width);
            machine_.get(got.data(), histogram.data(), got.size());
            for (std::uint64_t word = 0; word < part.size(); ++word) {
                std::uint64_t length = words.length;
                for (std::uint64_t holders = got[word * width + length]; length > 0 && holders < support;)
                    holders += got[word * width + --length];
                found[part.first + word] = length;
            }
        });
        return found;
    }

    /// visit(number of the word, letters reached by sequence); words in ascending order.
    template <class Visit>
    void for_each_reach(const given_words& words, Visit visit) {
        const lane_set& lanes = lanes_for(words.direction);
        const std::uint64_t width = lanes.there.count;
        std::vector<std::uint64_t> by_sequence(width);
        for_each_part(words, lanes, width * sizeof(std::uint32_t), [&](const words_part& part) {
            const auto each = machine_.template make<std::uint32_t>(part.size() * width);
            reaches_there reaches{};
            reaches.each = each.data();
            reaches.lanes = width;
            follow(part, lanes, 1, reaches);
            std::vector<std::uint32_t> got(part.size() * width);
            machine_.get(got.data(), each.data(), got.size());
            for (std::uint64_t word = 0; word < part.size(); ++word) {
                for (std::uint64_t lane = 0; lane < width; ++lane)
                    by_sequence[lanes.sequences[lane]] = got[word * width + lane];
                visit(part.first + word, by_sequence);
            }
        });
    }

    /// Words of 64 places of all sequences: what it costs to compare one letter with all of them.
    [[nodiscard]] std::uint64_t words_of_lanes() const { return given_.of.sequences() + given_.of.text().size() / 64; }

    /// Sequences that are asked where every `apart`-th lane is.
    [[nodiscard]] std::uint64_t sampled(std::uint64_t apart) const {
        return (given_.of.sequences() + apart - 1) / apart;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;

    static constexpr std::uint64_t words_of_forced_tile = 3;
    static constexpr std::uint64_t least_lanes_of_part = 4096; ///< that are worth a task of the host

    /// Sequences by their words of places.
    struct lane_set {
        std::vector<std::uint64_t> sequences; ///< by lane
        array<std::uint64_t> first, words_before, rows;
        array<std::uint32_t> length;
        std::uint64_t words = 0; ///< of places, of all lanes
        bool has_one_word = false;
        lanes_there there{};
    };

    /// Some words next to each other, on the device.
    struct words_part {
        std::uint64_t first;
        array<std::uint64_t> starts;
        array<std::uint32_t> lengths, shared;
        words_there there{};

        [[nodiscard]] std::uint64_t size() const { return there.count; }
    };

    template <class Value>
    [[nodiscard]] array<Value> put(std::span<const Value> host) {
        auto there = machine_.template make<Value>(host.size());
        machine_.put(there.data(), host.data(), host.size());
        return there;
    }
    template <class Value>
    [[nodiscard]] array<Value> put(const std::vector<Value>& host) {
        return put(std::span<const Value>(host));
    }

    [[nodiscard]] array<std::uint16_t> rows_of_letters() {
        host_rows_.resize(given_.of.kinds());
        for (std::size_t one = 0; one < host_rows_.size(); ++one)
            host_rows_[one] = static_cast<std::uint16_t>(letters_.index(static_cast<letter>(one)));
        return put(host_rows_);
    }

    [[nodiscard]] const lane_set& lanes_for(reading direction) {
        std::optional<lane_set>& kept = lanes_[direction == reading::forward ? 0 : 1];
        if (!kept) kept.emplace(make_lanes(direction));
        return *kept;
    }

    [[nodiscard]] lane_set make_lanes(reading direction) {
        const piece_collection& of = given_.of;
        lane_set made;
        made.sequences.resize(of.sequences());
        std::iota(made.sequences.begin(), made.sequences.end(), 0);
        const auto words_of = [&](std::uint64_t sequence) { return of.text_length(sequence) / 64 + 1; };
        const std::uint64_t slices = (of.sequences() + lanes_of_slice - 1) / lanes_of_slice;
        std::vector<std::uint64_t> first(of.sequences());
        std::vector<std::uint64_t> words_before{0};
        std::vector<std::uint32_t> length(of.sequences());
        std::atomic<std::uint64_t> words = 0;
        std::atomic<bool> is_sorted = true;
        const auto fill = [&](std::uint64_t from, std::uint64_t to) {
            std::uint64_t here = 0;
            std::uint64_t before = from == 0 ? 0 : words_of(made.sequences[from - 1]);
            for (std::uint64_t lane = from; lane < to; ++lane) {
                const std::uint64_t sequence = made.sequences[lane];
                first[lane] = of.text_first(sequence);
                length[lane] = static_cast<std::uint32_t>(of.text_length(sequence));
                const std::uint64_t of_this = words_of(sequence);
                if (of_this < before) is_sorted = false;
                here += before = of_this;
            }
            words += here;
        };
        runtime::for_parts(workers_, of.sequences(), least_lanes_of_part, fill);
        made.words = words;
        if (!is_sorted) {
            std::ranges::stable_sort(made.sequences, {}, words_of);
            runtime::for_parts(workers_, of.sequences(), least_lanes_of_part, fill);
        }
        for (std::uint64_t slice = 0; slice < slices; ++slice) {
            const std::uint64_t last = std::min((slice + 1) * lanes_of_slice, of.sequences()) - 1;
            words_before.push_back(words_before.back() + words_of(made.sequences[last])); // the longest of the slice
        }
        made.has_one_word = made.words == of.sequences();
        made.first = put(first);
        made.length = put(length);
        made.words_before = put(words_before);
        made.rows = machine_.template make<std::uint64_t>(words_before.back() * lanes_of_slice * (letters_.size() + 1));
        made.there = {made.rows.data(),
                      made.words_before.data(),
                      made.first.data(),
                      made.length.data(),
                      of.sequences(),
                      static_cast<std::uint32_t>(letters_.size()),
                      direction == reading::backward};
        machine_.for_each(words_before.back() * lanes_of_slice, make_rows{letters(), made.there, slices});
        machine_.get(&first_letter_, text_.data(),
                     std::min<std::uint64_t>(1, text_.size())); // what is copied ends here
        return made;
    }

    /// Calls work(part) for so many words at a time that a launch is short and what is kept of them fits.
    template <class Work>
    void for_each_part(const given_words& words, const lane_set& lanes, std::uint64_t kept_bytes, const Work& work) {
        const std::uint64_t room = machine_.free_memory() / 4;
        const std::uint64_t bytes = kept_bytes + sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
        const double steps = static_cast<double>(lanes.words) * static_cast<double>(words.length) *
                             static_cast<double>(given_.allowed.edits + 1);
        std::uint64_t most = std::max<std::uint64_t>(1, room / bytes);
        most = std::min(most, std::max<std::uint64_t>(1, tuning::most_host_bytes_of_words / bytes));
        most = std::min(most, static_cast<std::uint64_t>(tuning::row_steps_of_a_launch / steps) + 1);
        if (runtime::forced_tile() > 0) most = runtime::forced_tile();
        for (std::uint64_t first = 0; first < words.starts.size(); first += most) {
            machine_.check();
            const std::uint64_t count = std::min(most, words.starts.size() - first);
            words_part part;
            part.first = first;
            part.starts = put(words.starts.subspan(first, count));
            if (!words.lengths.empty()) part.lengths = put(words.lengths.subspan(first, count));
            part.shared = machine_.template make<std::uint32_t>(count);
            part.there = {part.starts.data(),
                          words.lengths.empty() ? nullptr : part.lengths.data(),
                          part.shared.data(),
                          count,
                          static_cast<std::uint32_t>(words.length),
                          words.direction == reading::backward};
            machine_.for_each(count, count_shared{letters(), part.there, part.shared.data()});
            work(part);
        }
    }

    void follow(const words_part& part, const lane_set& lanes, std::uint64_t apart, const reaches_there& reaches) {
        const std::uint64_t taken = (lanes.there.count + apart - 1) / apart;
        const auto edits = static_cast<std::uint32_t>(given_.allowed.edits);
        const bool indels = given_.allowed.indels;
        if (part.there.length > most_letters_in_registers || edits > 6)
            return follow_in_memory(part, lanes, taken, apart, reaches);
        const auto launch = [&](auto rows) {
            const std::uint64_t words = runtime::forced_tile() > 0
                                            ? words_of_forced_tile
                                            : std::clamp<std::uint64_t>(part.size() * taken / tuning::threads_of_words,
                                                                        1, tuning::words_of_thread);
            machine_.for_each(taken * ((part.size() + words - 1) / words),
                              follow_words<decltype(rows)>{letters(), lanes.there, part.there, reaches, rows, taken,
                                                           apart, words, 0});
        };
        const auto with = [&]<bool OneWord>() {
            if (edits <= 1) return launch(rows_of_registers<1, OneWord>{edits, indels});
            if (edits <= 3) return launch(rows_of_registers<3, OneWord>{edits, indels});
            return launch(rows_of_registers<6, OneWord>{edits, indels});
        };
        if (lanes.has_one_word) return with.template operator()<true>();
        with.template operator()<false>();
    }

    void follow_in_memory(const words_part& part, const lane_set& lanes, std::uint64_t taken, std::uint64_t apart,
                          const reaches_there& reaches) {
        const std::uint64_t words = rows_in_memory::words(given_.allowed.edits, part.there.length);
        const std::uint64_t all = taken * part.size();
        const std::uint64_t room = machine_.free_memory() / 2 / sizeof(std::uint64_t) / words;
        const std::uint64_t at_once = std::clamp<std::uint64_t>(room, 1, std::min(all, tuning::threads_of_words));
        const auto memory = machine_.template make<std::uint64_t>(at_once * words);
        const rows_of_memory rows{memory.data(), at_once, static_cast<std::uint32_t>(given_.allowed.edits),
                                  given_.allowed.indels, part.there.length};
        for (std::uint64_t first = 0; first < all; first += at_once) {
            machine_.check();
            machine_.for_each(std::min(at_once, all - first),
                              follow_words<rows_of_memory>{letters(), lanes.there, part.there, reaches, rows, taken,
                                                           apart, 1, first});
        }
        machine_.get(&first_letter_, text_.data(), std::min<std::uint64_t>(1, text_.size()));
    }

    Machine& machine_;
    const variant_problem& given_;
    runtime::thread_pool& workers_;
    word_letters letters_;
    std::vector<std::uint16_t> host_rows_;
    array<letter> text_;
    array<std::uint16_t> kinds_;
    array<std::uint16_t> row_;
    std::optional<lane_set> lanes_[2]; // NOLINT(cppcoreguidelines-avoid-c-arrays): forward, backward
    letter first_letter_ = 0;          ///< a copy that waits for all that was begun before it
};

} // namespace concord::substring

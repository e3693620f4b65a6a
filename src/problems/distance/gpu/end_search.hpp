// The ends of many patterns in a text on a data-parallel device: tables of patterns of similar length, launches that
// leave no more ends than there is room for, and the ends of each pattern in order.
#pragma once

#include "problems/distance/find/found_ends.hpp"
#include "problems/distance/gpu/end_walk.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/test_settings.hpp"
#include "sequence/dense_letters.hpp"
#include "sequence/packed_sequences.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace concord::edit_distance {

template <runtime::data_parallel_device Machine>
class end_search {
  public:
    /// `starts`: a bit for each letter with which a sequence begins, in as many words as a plane of the text has.
    /// `numbers`: null, or by which the letters of patterns and of the text, which is recoded, are compared.
    end_search(Machine& machine, const sequence::packed_sequences& text, std::span<const std::uint64_t> starts,
               const sequence::dense_letters* numbers)
        : machine_(machine), numbers_(numbers), words_((text.letters() + 63) / 64) {
        text_.planes = numbers == nullptr ? text.planes() : numbers->planes();
        codes_ = numbers == nullptr ? 1U << text_.planes : numbers->count();
        text_.letters = text.letters();
        for (unsigned plane = 0; plane < text_.planes; ++plane)
            text_.plane[plane] = put(text.plane(plane));
        if (text.has_ambiguous()) text_.ambiguous = put(text.ambiguous_plane());
        text_.starts = put(starts.data());
    }

    /// Writes the ends of each pattern, ascending. False where several patterns have more than `most` together: then
    /// only some are there.
    bool find(std::span<const oriented_pattern> patterns, unsigned edits, std::uint64_t most,
              std::vector<std::vector<found_end>>& ends) {
        ends.assign(patterns.size(), {});
        found_ = 0;
        for (const unsigned words : {1U, 2U, 4U, 8U}) {
            std::vector<std::uint32_t> numbers;
            for (std::uint32_t number = 0; number < patterns.size(); ++number) {
                const std::uint64_t length = patterns[number].letters.length();
                if (length <= 32 * words && (words == 1 || length > 16 * words)) numbers.push_back(number);
            }
            const std::size_t together = patterns_of_table(words);
            for (std::size_t first = 0; first < numbers.size(); first += together) {
                const auto some =
                    std::span(numbers).subspan(first, std::min<std::size_t>(together, numbers.size() - first));
                const bool all_fit = words == 1   ? find_some<1>(patterns, some, edits, most, ends)
                                     : words == 2 ? find_some<2>(patterns, some, edits, most, ends)
                                     : words == 4 ? find_some<4>(patterns, some, edits, most, ends)
                                                  : find_some<8>(patterns, some, edits, most, ends);
                if (!all_fit) return false;
            }
        }
        return true;
    }

  private:
    static constexpr std::size_t most_together = 4096; ///< patterns of a table
    static_assert(most_together <= end_list::most_patterns);
    /// A launch of one word of the text finds at most so many ends.
    static constexpr std::uint64_t least_room = 64 * most_together;

    /// Those of a table: with the letters of all scripts it would be large.
    [[nodiscard]] std::size_t patterns_of_table(unsigned words) const {
        const std::size_t words_of_pattern = (codes_ + std::size_t{1}) * words;
        return std::clamp<std::size_t>(tuning::most_words_of_table / words_of_pattern, 1, most_together);
    }

    template <class Value>
    using array = typename Machine::template array<Value>;

    const std::uint8_t* put(const std::uint64_t* words) {
        held_.push_back(machine_.template make<std::uint64_t>(words_ + 1));
        machine_.put(held_.back().data(), words, words_);
        return reinterpret_cast<const std::uint8_t*>(held_.back().data());
    }

    /// Masks as pattern_table has them.
    template <unsigned Words>
    [[nodiscard]] std::vector<std::uint32_t> masks_of(std::span<const oriented_pattern> patterns,
                                                      std::span<const std::uint32_t> numbers,
                                                      std::uint32_t codes) const {
        std::vector<std::uint32_t> masks((codes + std::size_t{1}) * Words * numbers.size());
        const auto mask = [&](std::size_t code, std::size_t word, std::size_t at) -> std::uint32_t& {
            return masks[(code * Words + word) * numbers.size() + at];
        };
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const pattern_rows rows = patterns[numbers[at]].letters.rows();
            const std::size_t above = 32 * Words - rows.rows.size();
            for (std::size_t code = 0; code <= codes; ++code)
                for (std::size_t row = 0; row < above; ++row)
                    mask(code, row / 32, at) |= 1U << row % 32;
            for (std::size_t row = 0; row < rows.rows.size(); ++row) {
                const letter_class& letters = rows.classes[rows.rows[row]];
                for (unsigned each = 0; each < letters.count; ++each) {
                    const std::uint32_t letter = letters.codes.at(each);
                    const std::uint32_t code = numbers_ == nullptr ? letter : numbers_->number_of(letter);
                    if (code < codes) mask(code, (above + row) / 32, at) |= 1U << (above + row) % 32;
                }
            }
        }
        return masks;
    }

    /// Patterns of up to 32 Words letters.
    template <unsigned Words>
    bool find_some(std::span<const oriented_pattern> patterns, std::span<const std::uint32_t> numbers, unsigned edits,
                   std::uint64_t most, std::vector<std::vector<found_end>>& ends) {
        const std::vector<std::uint32_t> masks = masks_of<Words>(patterns, numbers, codes_);
        std::vector<std::uint32_t> lengths;
        for (const std::uint32_t number : numbers)
            lengths.push_back(static_cast<std::uint32_t>(patterns[number].letters.length()));
        const auto masks_there = machine_.template make<std::uint32_t>(masks.size());
        const auto lengths_there = machine_.template make<std::uint32_t>(lengths.size());
        machine_.put(masks_there.data(), masks.data(), masks.size());
        machine_.put(lengths_there.data(), lengths.data(), lengths.size());
        const auto count = static_cast<std::uint32_t>(numbers.size());
        const pattern_table table{masks_there.data(), lengths_there.data(), count, codes_};
        const std::uint32_t longest = *std::ranges::max_element(lengths) + edits; // letters of an occurrence
        const std::uint32_t before = (longest + 7) / 8 * 8;
        if (room_.size() == 0) {
            room_ = machine_.template make<std::uint64_t>(
                std::clamp<std::uint64_t>(machine_.free_memory() / 16, least_room, tuning::most_gpu_ends));
            count_ = machine_.template make<std::uint32_t>(1);
        }
        const std::uint64_t stretch = words_of_stretch(count, before);
        std::uint64_t at_once = std::max<std::uint64_t>(1, tuning::gpu_find_letters / 64 / count);
        for (std::uint64_t first = 0; first < words_;) {
            const std::uint64_t here = std::min(at_once, words_ - first);
            const std::uint32_t none = 0;
            machine_.put(count_.data(), &none, 1);
            const std::uint64_t last = std::min((first + here) * 64, text_.letters);
            const end_list list{room_.data(), count_.data(), static_cast<std::uint32_t>(room_.size())};
            const std::uint64_t threads = (here + stretch - 1) / stretch * count;
            if (text_.planes == 2)
                machine_.for_each(
                    threads, walk_stretch<Words, 2>{text_, table, list, first * 64, last, stretch * 64, before, edits});
            else
                machine_.for_each(
                    threads, walk_stretch<Words, 0>{text_, table, list, first * 64, last, stretch * 64, before, edits});
            std::uint32_t found = 0;
            machine_.get(&found, count_.data(), 1);
            machine_.check();
            if (found > room_.size()) { // all of a smaller part fit
                at_once = std::max<std::uint64_t>(1, here / 2);
                continue;
            }
            found_ += found;
            if (found_ > most && patterns.size() > 1) return false;
            take(numbers, found, ends);
            first += here;
        }
        for (const std::uint32_t number : numbers)
            std::ranges::sort(ends[number], {}, &found_end::last);
        return true;
    }

    /// Long enough that few letters are read twice, and short enough that all threads of the device have one.
    [[nodiscard]] std::uint64_t words_of_stretch(std::uint64_t patterns, std::uint32_t before) const {
        if (runtime::forced_tile() > 0) return runtime::forced_tile();
        const std::uint64_t for_all = words_ * patterns / tuning::gpu_find_threads;
        return std::clamp<std::uint64_t>(for_all, before / 64 + 1, std::uint64_t{16} * (before / 64 + 1));
    }

    void take(std::span<const std::uint32_t> numbers, std::uint32_t count, std::vector<std::vector<found_end>>& ends) {
        fetched_.resize(count);
        machine_.get(fetched_.data(), room_.data(), count);
        for (const std::uint64_t each : fetched_)
            ends[numbers[end_list::pattern_of(each)]].push_back({end_list::last_of(each), end_list::edits_of(each)});
    }

    Machine& machine_;
    const sequence::dense_letters* numbers_;
    std::uint64_t words_;
    std::uint32_t codes_ = 0; ///< of letters that a pattern can have; greater ones match nothing
    searched_text text_{};
    std::vector<array<std::uint64_t>> held_;
    array<std::uint64_t> room_;
    array<std::uint32_t> count_;
    std::vector<std::uint64_t> fetched_;
    std::uint64_t found_ = 0;
};

} // namespace concord::edit_distance

// Frequent words of a text, and which of its windows may have the support, on a data-parallel device.
#pragma once

#include "problems/substring/gpu/word_count_steps.hpp"
#include "problems/substring/gpu/word_lanes.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/gpu/device_concept.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_filter {
  public:
    /// `letters`: the text there. All must outlive it. Throws error (resource), as its functions.
    device_filter(Machine& machine, const variant_problem& given, const letters_there& letters)
        : machine_(machine), given_(given), letters_(letters), chunks_((given.of.text().size() + 63) / 64) {
        std::vector<std::uint64_t> firsts;
        std::vector<std::uint64_t> lasts;
        for (const piece& one : given.of.pieces()) {
            firsts.push_back(one.first);
            lasts.push_back(one.is_reverse ? one.first : one.first + one.length);
        }
        std::vector<std::uint32_t> of_word;
        std::uint32_t index = 0;
        for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) {
            while (index + 1 < firsts.size() && firsts[index + 1] <= 64 * chunk)
                ++index;
            of_word.push_back(index);
        }
        firsts_ = put(firsts);
        lasts_ = put(lasts);
        of_word_ = put(of_word);
        pieces_ = {firsts_.data(), lasts_.data(), nullptr, of_word_.data(), firsts.size()};
        std::uint64_t first = 0;
        machine_.get(&first, firsts_.data(), std::min<std::uint64_t>(1, firsts.size())); // what is copied ends here
    }

    /// Places of the forward strand of the most frequent words of so many letters, one of each, at most `most`.
    [[nodiscard]] window_starts frequent_places(std::uint64_t letters, std::size_t most) {
        const array<std::uint32_t> table = machine_.template zeroed<std::uint32_t>(entries());
        const counted_words words = count(letters, table);
        const auto there = machine_.template make<frequent_place>(chunks_);
        machine_.for_each(chunks_, most_frequent{words, pieces_, there.data()});
        std::vector<frequent_place> found(chunks_);
        machine_.get(found.data(), there.data(), chunks_);
        std::erase_if(found, [](const frequent_place& one) { return one.count == 0; });
        // A word stands in so many chunks as it has places, at most: of so many there are enough distinct ones.
        const std::size_t asked = std::min(found.size(), most * places_asked_of_a_word);
        std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(asked),
                                  [](const frequent_place& a, const frequent_place& b) {
                                      return a.count != b.count ? a.count > b.count : a.place < b.place;
                                  });
        found.resize(asked);
        window_starts places;
        for (const frequent_place& one : found) {
            const auto is_same = [&](std::uint64_t other) {
                return std::ranges::equal(given_.of.letters(other, letters), given_.of.letters(one.place, letters));
            };
            if (places.size() == most) break;
            if (std::ranges::none_of(places, is_same)) places.push_back(one.place);
        }
        return places;
    }

    /// As filtered_windows(), by blocks of so many letters. `has_counts`: with the counts of their words.
    [[nodiscard]] filtered windows(std::uint64_t length, std::uint64_t block, bool has_counts) {
        const piece_collection& of = given_.of;
        const array<std::uint32_t> table = machine_.template zeroed<std::uint32_t>(entries());
        const counted_words words = count(block, table);
        const auto by_start = machine_.template make<std::uint32_t>(of.text().size());
        const auto kept = machine_.template make<std::uint64_t>(chunks_);
        machine_.for_each(of.text().size(), list_counts{words, by_start.data()});
        machine_.for_each(chunks_, filter_windows{by_start.data(), pieces_, of.text().size(), length,
                                                  static_cast<std::uint32_t>(block),
                                                  static_cast<std::uint32_t>(given_.allowed.edits + 1), given_.support,
                                                  kept.data()});
        filtered found;
        for (const piece& one : of.pieces())
            if (!one.is_reverse && one.length >= length) found.all += one.length - length + 1;
        std::vector<std::uint64_t> bits(chunks_);
        machine_.get(bits.data(), kept.data(), chunks_);
        for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk)
            for (std::uint64_t left = bits[chunk]; left != 0; left &= left - 1)
                found.starts.push_back(64 * chunk + base::lowest_one(left));
        if (!has_counts) return found;
        found.block = block;
        found.counts.resize(of.text().size());
        machine_.get(found.counts.data(), by_start.data(), found.counts.size());
        return found;
    }

  private:
    template <class Value>
    using array = typename Machine::template array<Value>;
    static constexpr std::size_t places_asked_of_a_word = 256;

    template <class Value>
    [[nodiscard]] array<Value> put(const std::vector<Value>& host) {
        auto there = machine_.template make<Value>(host.size());
        machine_.put(there.data(), host.data(), host.size());
        return there;
    }

    /// As many as letters, where an eighth of the memory holds them.
    [[nodiscard]] std::uint64_t entries() const {
        std::uint64_t count = std::bit_ceil(given_.of.text().size() + 2);
        while (count > 4096 && count * sizeof(std::uint32_t) > machine_.free_memory() / 8)
            count /= 2;
        return count;
    }

    [[nodiscard]] counted_words count(std::uint64_t letters, const array<std::uint32_t>& table) {
        const counted_words words{
            letters_.text,    given_.of.text().size(), static_cast<std::uint32_t>(letters),
            letters_.barrier, given_.of.nothing(),     64 - static_cast<unsigned>(std::bit_width(table.size()) - 1),
            table.data()};
        machine_.for_each(words.size, count_word{words});
        return words;
    }

    Machine& machine_;
    const variant_problem& given_;
    letters_there letters_;
    std::uint64_t chunks_;
    array<std::uint64_t> firsts_, lasts_;
    array<std::uint32_t> of_word_;
    pieces_there pieces_{};
};

} // namespace concord::substring

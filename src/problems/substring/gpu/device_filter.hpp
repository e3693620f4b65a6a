// Frequent words of a text, and which of its windows may have the support, on a data-parallel device.
#pragma once

#include "problems/substring/gpu/device_pieces.hpp"
#include "problems/substring/gpu/word_count_steps.hpp"
#include "problems/substring/gpu/word_lanes.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "runtime/gpu/device_concept.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {

template <runtime::data_parallel_device Machine>
class device_filter {
  public:
    /// `letters`: the text there, `pieces`: its pieces. All must outlive it. Its functions throw error (resource).
    device_filter(Machine& machine, const variant_problem& given, const letters_there& letters,
                  const device_pieces<Machine>& pieces, runtime::thread_pool& workers)
        : machine_(machine), given_(given), letters_(letters), pieces_(pieces.counted()), workers_(workers),
          chunks_((given.of.text().size() + 63) / 64) {}

    /// Places of the forward strand of the most frequent words of so many letters, one of each, at most `most`.
    [[nodiscard]] window_starts frequent_places(std::uint64_t letters, std::size_t most) {
        const array<std::uint32_t> table = machine_.template zeroed<std::uint32_t>(entries());
        const counted_words words = count(letters, table);
        const listed_words listed = words_to_list(table);
        std::vector<frequent_place> of_chunks;
        if (listed.size < most) of_chunks = most_frequent_of_chunks(words);
        window_starts places;
        add_distinct(places, places_of(words, table, listed), letters, most);
        add_distinct(places, std::move(of_chunks), letters, most);
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
        found.all = count_windows(length);
        std::vector<std::uint64_t> bits(chunks_);
        machine_.get(bits.data(), kept.data(), chunks_);
        found.starts = starts_of(bits);
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
    static constexpr std::uint64_t most_words_listed = 4096;
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    static constexpr std::uint64_t least_of_part = 4096; ///< pieces or chunks that are worth a task of the host

    template <class Value>
    [[nodiscard]] array<Value> put(const std::vector<Value>& host) {
        auto there = machine_.template make<Value>(host.size());
        machine_.put(there.data(), host.data(), host.size());
        return there;
    }

    [[nodiscard]] std::uint64_t count_windows(std::uint64_t length) {
        const std::span<const piece> pieces = given_.of.pieces();
        std::atomic<std::uint64_t> all = 0;
        runtime::for_parts(workers_, pieces.size(), least_of_part, [&](std::uint64_t first, std::uint64_t last) {
            std::uint64_t some = 0;
            for (std::uint64_t index = first; index < last; ++index)
                if (const piece& one = pieces[index]; !one.is_reverse && one.length >= length)
                    some += one.length - length + 1;
            all += some;
        });
        return all;
    }

    /// The places of the bits of all chunks.
    [[nodiscard]] window_starts starts_of(const std::vector<std::uint64_t>& bits) {
        const runtime::equal_parts parts(workers_, bits.size(), least_of_part);
        std::vector<std::uint64_t> before(parts.size() + 1, 0); // of each part, and of all
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            for (std::uint64_t chunk = parts.first(part); chunk < parts.last(part); ++chunk)
                before[part + 1] += base::count_ones(bits[chunk]);
        });
        std::partial_sum(before.begin(), before.end(), before.begin());
        window_starts starts(before.back());
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::uint64_t* next = starts.data() + before[part];
            for (std::uint64_t chunk = parts.first(part); chunk < parts.last(part); ++chunk)
                for (std::uint64_t left = bits[chunk]; left != 0; left &= left - 1)
                    *next++ = 64 * chunk + base::lowest_one(left);
        });
        return starts;
    }

    /// As many as letters, where an eighth of the memory holds them.
    [[nodiscard]] std::uint64_t entries() const {
        std::uint64_t count = std::bit_ceil(given_.of.text().size() + 2);
        while (count > 4096 && count * sizeof(std::uint32_t) > machine_.free_memory() / 8)
            count /= 2;
        return count;
    }

    /// Words that are more frequent than all others: few of them, none where many are equally frequent.
    struct listed_words {
        std::uint32_t least; ///< how often each one stands
        std::uint64_t size;
    };

    [[nodiscard]] listed_words words_to_list(const array<std::uint32_t>& counts) {
        const auto sizes_there = machine_.template zeroed<std::uint32_t>(count_classes::size);
        machine_.for_each(counts.size(), count_class{counts.data(), sizes_there.data()});
        std::vector<std::uint32_t> sizes(count_classes::size);
        machine_.get(sizes.data(), sizes_there.data(), sizes.size());
        std::uint32_t least = count_classes::size;
        std::uint64_t size = 0;
        while (least > 2 && size + sizes[least - 1] <= most_words_listed)
            size += sizes[--least];
        return {size == 0 ? 0 : count_classes::least(least), size};
    }

    /// A place of each. All counts are lost.
    [[nodiscard]] std::vector<frequent_place> places_of(const counted_words& words, const array<std::uint32_t>& counts,
                                                        const listed_words& listed) {
        std::vector<frequent_place> all;
        if (listed.size == 0) return all;
        std::vector<std::uint32_t> each(listed.size);
        std::vector<std::uint64_t> places(listed.size, nowhere);
        const auto number = machine_.template zeroed<std::uint32_t>(1);
        const auto each_there = machine_.template make<std::uint32_t>(listed.size);
        const auto places_there = put(places);
        const frequent_words_there found{number.data(), each_there.data(), places_there.data()};
        machine_.for_each(counts.size(), number_frequent{words.counts, listed.least, found});
        machine_.for_each(words.size, find_places{words, pieces_, found});
        machine_.get(each.data(), each_there.data(), listed.size);
        machine_.get(places.data(), places_there.data(), listed.size);
        for (std::uint64_t index = 0; index < listed.size; ++index)
            if (places[index] != nowhere) all.push_back({scrambled_place::place(places[index]), each[index]});
        return all;
    }

    [[nodiscard]] std::vector<frequent_place> most_frequent_of_chunks(const counted_words& words) {
        const auto there = machine_.template make<frequent_place>(chunks_);
        machine_.for_each(chunks_, most_frequent{words, pieces_, there.data()});
        std::vector<frequent_place> found(chunks_);
        machine_.get(found.data(), there.data(), chunks_);
        return found;
    }

    /// Adds the most frequent ones whose words are no others', until there are `most`.
    void add_distinct(window_starts& places, std::vector<frequent_place> found, std::uint64_t letters,
                      std::size_t most) const {
        std::erase_if(found, [](const frequent_place& one) { return one.count == 0; });
        // A word stands in so many chunks as it has places, at most: of so many there are enough distinct ones.
        const std::size_t asked = std::min(found.size(), most * places_asked_of_a_word);
        std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(asked),
                                  [](const frequent_place& a, const frequent_place& b) {
                                      return a.count != b.count ? a.count > b.count : a.place < b.place;
                                  });
        found.resize(asked);
        for (const frequent_place& one : found) {
            const auto is_same = [&](std::uint64_t other) {
                return std::ranges::equal(given_.of.letters(other, letters), given_.of.letters(one.place, letters));
            };
            if (places.size() >= most) break;
            if (std::ranges::none_of(places, is_same)) places.push_back(one.place);
        }
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
    pieces_there pieces_;
    runtime::thread_pool& workers_;
    std::uint64_t chunks_;
};

} // namespace concord::substring

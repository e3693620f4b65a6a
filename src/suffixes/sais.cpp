// Induced sorting of a text: of its letters as an array, in memory that the prefixes take over.
#include "suffixes/sais.hpp"
#include "runtime/parts.hpp"
#include "suffixes/stopped_text.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::suffixes {
namespace {

/// Memory that induction needs beside the array. Where letters are bytes, which is nearly always, it is that of the
/// prefixes, which are computed later: clearing new pages takes time (16 copies: 4 %).
///
///   | LMS suffixes, of several texts | letters | preceding letters |
template <class Position, class Index, class Letter>
class induction_room {
  public:
    explicit induction_room(std::uint64_t size) : size_(size) {
        if constexpr (of_bytes)
            room_ = runtime::far_array<Position>(size + spare);
        else
            only_letters_ = runtime::far_array<Letter>(letters_needed());
    }

    [[nodiscard]] std::span<Letter> letters() const {
        if constexpr (of_bytes)
            return {preceding() - letters_needed(), letters_needed()};
        else
            return only_letters_.view();
    }
    /// Null where they would not be bytes.
    [[nodiscard]] std::uint8_t* preceding() const {
        if constexpr (of_bytes)
            return reinterpret_cast<std::uint8_t*>(room_.data() + room_.size()) - size_;
        else
            return nullptr;
    }
    [[nodiscard]] std::span<Index> list() const {
        if constexpr (of_bytes) {
            const auto bytes = static_cast<std::size_t>(letters().data() - reinterpret_cast<Letter*>(room_.data()));
            return {reinterpret_cast<Index*>(room_.data()), bytes / sizeof(Index)};
        } else {
            return {};
        }
    }
    [[nodiscard]] std::span<std::byte> bytes() const { return std::as_writable_bytes(room_.view()); }
    /// What the prefixes need.
    [[nodiscard]] runtime::far_array<Position> take() && { return std::move(room_); }

  private:
    static constexpr bool of_bytes = sizeof(Letter) == 1;
    static constexpr std::uint64_t spare = 64; ///< so that the list has room even if half of all suffixes are LMS

    [[nodiscard]] std::uint64_t letters_needed() const { return stopped_text<Letter>::room_for(size_); }

    std::uint64_t size_;
    runtime::far_array<Position> room_;
    runtime::far_array<Letter> only_letters_;
};

std::uint64_t ambiguous_letters(const text_view& text) {
    std::uint64_t count = 0;
    for (std::uint64_t word = 0; text.ambiguous != nullptr && word < words_of(text); ++word)
        count += base::count_ones(text.ambiguous[word]);
    return count;
}
constexpr std::uint64_t most_ambiguous_in_front = 32; ///< denominator of a share

template <class Position, class Index, class Letter>
suffix_order<Position> induced(const text_view& text, const letter_numbers& numbers, std::uint64_t stops,
                               const block_sizes& sizes) {
    const std::function<void()> check = [&sizes] { sizes.workers.check_cancelled(); };
    const std::uint64_t size = text.size + stops;
    induction_room<Position, Index, Letter> room(size);
    const stopped_text<Letter> stopped(text, numbers, stops, room.letters(), sizes.workers);
    suffix_order<Position> order;
    const std::uint64_t ambiguous = ambiguous_letters(text);
    // Suffixes that begin with an ambiguous letter come first; if they are few, there is room for them in front of the
    // others, which are then not moved.
    const std::uint64_t in_front = ambiguous <= size / most_ambiguous_in_front ? ambiguous : 0;
    // Replaces the suffixes that begin with a letter by their positions in the text.
    const auto keep_positions = [&](const Index* sorted, Position* suffixes) {
        runtime::for_parts(sizes.workers, text.size - ambiguous, tuning::places_per_task,
                           [&](std::uint64_t first, std::uint64_t last) {
                               stopped.find_positions(sorted + first, suffixes + in_front + first, last - first);
                           });
        if (in_front < ambiguous)
            std::copy_backward(suffixes, suffixes + (text.size - ambiguous), suffixes + text.size);
        for (std::uint64_t word = 0, to = 0; to < ambiguous; ++word)
            for (std::uint64_t bits = text.ambiguous[word]; bits != 0; bits &= bits - 1)
                suffixes[to++] = static_cast<Position>(word * bits_per_word + base::lowest_one(bits));
    };
    const std::uint64_t space = induction<Index, Letter>::space(size);
    const auto sort = [&](Index* sorted) {
        std::optional<runtime::early_pages> pages;
        if (sizes.workers.threads() > 1 && size >= tuning::worth_early_pages)
            pages.emplace(std::vector{std::as_writable_bytes(std::span(sorted, space)), room.bytes()},
                          sizes.workers.threads() - 1);
        induction<Index, Letter>(stopped.letters(), numbers.below(), sorted, room.list(), sizes, check)
            .sort(room.preceding());
    };
    if constexpr (std::is_same_v<std::make_unsigned_t<Index>, Position>) { // in one array
        order.suffixes = runtime::far_array<Position>(in_front + space);
        auto* const sorted = reinterpret_cast<Index*>(order.suffixes.data() + in_front);
        sort(sorted);
        if (!stopped.has_one_end()) keep_positions(sorted, order.suffixes.data());
        order.suffixes.shorten(text.size);
    } else {
        runtime::far_array<Index> sorted(space);
        sort(sorted.data());
        order.suffixes = runtime::far_array<Position>(text.size);
        keep_positions(sorted.data(), order.suffixes.data());
    }
    if (room.preceding() != nullptr) {
        order.preceding.letters = room.preceding();
        order.preceding.first = ambiguous;
        if constexpr (sizeof(Letter) == 1) {
            const bool are_all = stopped.has_one_end() && size >= sizeof(std::uint64_t) && !is_worth_prefetching(size);
            order.preceding.all = are_all ? stopped.letters().data() : nullptr;
        }
        order.preceding.room = std::move(room).take();
    }
    return order;
}

template <class Position, class Index>
suffix_order<Position> induced_as(const text_view& text, std::uint64_t stops, const block_sizes& sizes) {
    const letter_numbers numbers(text);
    if (numbers.are_bytes()) return induced<Position, Index, std::uint8_t>(text, numbers, stops, sizes);
    if (text.bits == 8) return induced<Position, Index, std::uint16_t>(text, numbers, stops, sizes);
    return induced<Position, Index, std::uint32_t>(text, numbers, stops, sizes);
}

/// A bound of the different names of a reduced text: few words are short, and as the words of all names have at most
/// twice the letters of the text, few are long.
std::uint64_t most_names(std::uint64_t size, unsigned bits) {
    std::uint64_t most = size / 2;
    for (std::uint64_t length = 1; length * bits < bits_per_word - 1; ++length)
        most = std::min(most, (std::uint64_t{2} << (length * bits)) + 2 * size / length);
    return most;
}

constexpr std::uint64_t most_narrow = std::numeric_limits<std::int32_t>::max();

} // namespace

template <class Position>
suffix_order<Position> order_by_induction(const text_view& text, runtime::thread_pool& workers,
                                          std::uint64_t least_in_block) {
    const std::uint64_t stops = stops_needed(text);
    const block_sizes sizes =
        least_in_block > 0 ? block_sizes{workers, least_in_block, 2} : block_sizes{workers, tuning::least_in_block};
    if (text.size + stops < most_narrow) return induced_as<Position, std::int32_t>(text, stops, sizes);
    return induced_as<Position, std::int64_t>(text, stops, sizes);
}

suffix_array_memory::suffix_array_memory(const text_view& text, std::uint64_t sequences, bool wide, unsigned threads) {
    const std::uint64_t position = wide ? 8 : 4;
    constexpr std::uint64_t spare_items = 65'536;
    const std::uint64_t spare = text.size / 4 + spare_items * threads;
    const std::uint64_t dense = text.bits > 3 ? text.size / 16 * text.bits : 0; // dense_text
    by_keys = (text.size + spare) * 2 * position + 2 * text.size * position + dense;
    const std::uint64_t stopped = text.size + sequences;
    const std::uint64_t index = stopped < most_narrow ? 4 : 8;
    const std::uint64_t letter = text.bits < 8 ? 1 : text.bits == 8 ? 2 : 4;
    // Memory: the letters with their map of sentinels, the array with the letter in front of each suffix, and beside it
    // first the list of LMS suffixes and what the reduced texts take, then the answer.
    const std::uint64_t list = stopped / 2 * index;
    const std::uint64_t names = most_names(stopped, text.bits);
    std::uint64_t reduced = stopped / 2 + 7 * names; // LMS suffixes of all reduced texts, four streams, and borders
    for (std::uint64_t letters = stopped / 4; letters > 0; letters /= 2)
        reduced += 3 * std::min(names, letters); // of others: the streams are where those of the first one were
    // Of threads that share walks, the suffixes of a block (of those of names fewer), and what each thread counts.
    const bool are_shared = threads >= tuning::least_threads_in_blocks;
    const std::uint64_t of_blocks = are_shared ? std::min(stopped, block_sizes::most(threads)) * 4 * index +
                                                     walk_blocks<std::int64_t>::most_streams * 2 * index * threads
                                               : 0;
    const std::uint64_t types = threads > 1 ? 2 * lms_bits<std::int64_t>::bytes(stopped) : 0;
    by_induction = stopped * (letter + index + 1) + stopped / most_ambiguous_in_front * index + stopped / 4 + 64 +
                   of_blocks + types + std::max(list + reduced * index, text.size * position);
}

template suffix_order<std::uint32_t> order_by_induction<std::uint32_t>(const text_view&, runtime::thread_pool&,
                                                                       std::uint64_t);
template suffix_order<std::uint64_t> order_by_induction<std::uint64_t>(const text_view&, runtime::thread_pool&,
                                                                       std::uint64_t);

} // namespace concord::suffixes

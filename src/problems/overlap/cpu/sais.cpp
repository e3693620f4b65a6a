// The text as an array of letters for induced sorting, with a sentinel at the end of each sequence.
#include "problems/overlap/cpu/sais.hpp"
#include "problems/overlap/cpu/suffix_array.hpp"
#include "problems/overlap/text.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace concord::overlap {
namespace {

/// Whether a letter needs a sentinel before it: at a border, unless an ambiguous letter serves as one.
bool needs_stop(const text_view& text, std::uint64_t position) {
    return position > 0 && text.is_cut(position) && !text.is_ambiguous(position) && !text.is_ambiguous(position - 1);
}

/// The text with sentinels: 0 for a sentinel and for an ambiguous letter, else the code plus one.
template <class Letter>
struct stopped_text {
    explicit stopped_text(const text_view& text, const std::uint64_t stops)
        : letters(text.size + stops), ends((text.size + stops) / bits_per_word + 1) {
        std::uint64_t to = 0;
        for (std::uint64_t position = 0; position < text.size; ++position) {
            if (needs_stop(text, position)) put_end(to);
            letters[to++] = text.is_ambiguous(position) ? Letter{0} : static_cast<Letter>(text.letter(position) + 1);
        }
        put_end(to);
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < ends.size(); ++word) {
            ends[word].begun_before = before;
            before += base::count_ones(ends[word].first_letters);
        }
    }

    /// The position of the text at index `at`; `size` at the end of a sequence.
    [[nodiscard]] std::uint64_t position_of(std::uint64_t at, std::uint64_t size) const {
        const begin_bits& word = ends[at / bits_per_word];
        const auto bit = static_cast<unsigned>(at % bits_per_word);
        if ((word.first_letters >> bit & 1U) != 0) return size;
        return at - word.begun_before - base::count_ones(word.first_letters & base::low_bits<std::uint64_t>(bit));
    }

    runtime::far_array<Letter> letters;
    runtime::far_array<begin_bits> ends; ///< here ends of sentinels instead of first letters

  private:
    void put_end(std::uint64_t& to) {
        ends[to / bits_per_word].first_letters |= std::uint64_t{1} << (to % bits_per_word);
        letters[to++] = Letter{0};
    }
};

/// One more than the greatest that a stopped text may hold.
template <class Letter>
std::uint64_t letters_of(const text_view& text) {
    return std::min((std::uint64_t{1} << text.bits) + 1, std::uint64_t{std::numeric_limits<Letter>::max()} + 1);
}

template <class Position, class Index, class Letter>
runtime::far_array<Position> induced(const text_view& text, std::uint64_t stops, const std::function<void()>& check) {
    const stopped_text<Letter> stopped(text, stops);
    const std::uint64_t size = text.size + stops;
    const std::uint64_t letters = letters_of<Letter>(text);
    const std::span<const Letter> given = stopped.letters.view();
    // Writes the positions of the text, and no sentinels, from the front.
    const auto keep_positions = [&](const Index* sorted, Position* suffixes) {
        if (stops == 1) { // behind the last letter: positions are those of the text
            for (std::uint64_t at = 0, to = 0; at < size; ++at)
                if (static_cast<std::uint64_t>(sorted[at]) < text.size)
                    suffixes[to++] = static_cast<Position>(sorted[at]);
            return;
        }
        for (std::uint64_t at = 0, to = 0; at < size; ++at) {
            const std::uint64_t position = stopped.position_of(static_cast<std::uint64_t>(sorted[at]), text.size);
            if (position < text.size) suffixes[to++] = static_cast<Position>(position);
        }
    };
    if constexpr (std::is_same_v<std::make_unsigned_t<Index>, Position>) { // in one array
        runtime::far_array<Position> suffixes(size);
        auto* const sorted = reinterpret_cast<Index*>(suffixes.data());
        induction<Index, Letter, true>(given, letters, sorted, check).sort();
        keep_positions(sorted, suffixes.data());
        suffixes.shorten(text.size);
        return suffixes;
    } else {
        runtime::far_array<Index> sorted(size);
        induction<Index, Letter, true>(given, letters, sorted.data(), check).sort();
        runtime::far_array<Position> suffixes(text.size);
        keep_positions(sorted.data(), suffixes.data());
        return suffixes;
    }
}

/// Whether a letter of 8 bits and one more for sentinels need 9 bits: texts hardly ever hold that letter.
bool holds_greatest_byte(const text_view& text) {
    constexpr std::uint64_t greatest = 255;
    for (std::uint64_t position = 0; position < text.size; ++position)
        if (text.letter(position) == greatest) return true;
    return false;
}

template <class Position, class Index>
runtime::far_array<Position> induced_as(const text_view& text, std::uint64_t stops,
                                        const std::function<void()>& check) {
    if (text.bits < 8 || (text.bits == 8 && !holds_greatest_byte(text)))
        return induced<Position, Index, std::uint8_t>(text, stops, check);
    if (text.bits == 8) return induced<Position, Index, std::uint16_t>(text, stops, check);
    return induced<Position, Index, std::uint32_t>(text, stops, check);
}

std::uint64_t stops_needed(const text_view& text) {
    std::uint64_t count = 1; // behind the last letter
    for (std::uint64_t position = 0; position < text.size; ++position)
        count += needs_stop(text, position) ? 1U : 0U;
    return count;
}

constexpr std::uint64_t most_narrow = std::numeric_limits<std::int32_t>::max();

} // namespace

template <class Position>
runtime::far_array<Position> order_by_induction(const text_view& text, const runtime::thread_pool& workers) {
    const std::uint64_t stops = stops_needed(text);
    const std::function<void()> check = [&workers] { workers.check_cancelled(); };
    if (text.size + stops < most_narrow) return induced_as<Position, std::int32_t>(text, stops, check);
    return induced_as<Position, std::int64_t>(text, stops, check);
}

suffix_array_memory::suffix_array_memory(const text_view& text, std::uint64_t sequences, bool wide) {
    const std::uint64_t position = wide ? 8 : 4;
    constexpr std::uint64_t spare_items = 65'536;
    const std::uint64_t spare = text.size / 4 + spare_items * usable_cores();
    by_keys = (text.size + spare) * 2 * position + 2 * text.size * position;
    const std::uint64_t stopped = text.size + sequences;
    const std::uint64_t index = stopped < most_narrow ? 4 : 8;
    const std::uint64_t letter = text.bits < 8 ? 1 : text.bits == 8 ? 2 : 4;
    // Memory: the letters with their map of sentinels, the array, and beside it first the counts of the recursion, then
    // the answer.
    const std::uint64_t counts = 2 * index * ((stopped / 2) + (std::uint64_t{2} << text.bits));
    by_induction = stopped * (letter + index) + stopped / 4 + 64 + std::max(counts * 2, text.size * position);
}

template runtime::far_array<std::uint32_t> order_by_induction<std::uint32_t>(const text_view&,
                                                                             const runtime::thread_pool&);
template runtime::far_array<std::uint64_t> order_by_induction<std::uint64_t>(const text_view&,
                                                                             const runtime::thread_pool&);

} // namespace concord::overlap

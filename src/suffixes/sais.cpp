// The text as an array of letters for induced sorting, with a sentinel at the end of each sequence.
#include "suffixes/sais.hpp"
#include "runtime/parts.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/text.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace concord::suffixes {
namespace {

constexpr std::uint64_t one_in_each_byte = 0x0101010101010101U;

/// Of 64 letters, bit i: letter i needs a sentinel before it. At a border, unless an ambiguous letter serves as one.
std::uint64_t stops_before(const text_view& text, std::uint64_t word) {
    std::uint64_t borders = text.cuts[word];
    if (text.ambiguous != nullptr)
        borders &= ~(text.ambiguous[word] | text.ambiguous[word] << 1U |
                     (word > 0 ? text.ambiguous[word - 1] >> (bits_per_word - 1) : 0));
    if (word == 0) borders &= ~std::uint64_t{1};
    return borders & base::low_bits<std::uint64_t>(static_cast<unsigned>(
                         std::min<std::uint64_t>(bits_per_word, text.size - word * bits_per_word)));
}
std::uint64_t words_of(const text_view& text) { return (text.size + bits_per_word - 1) / bits_per_word; }

std::uint64_t stops_needed(const text_view& text) {
    std::uint64_t count = 1; // behind the last letter
    for (std::uint64_t word = 0; word < words_of(text); ++word)
        count += base::count_ones(stops_before(text, word));
    return count;
}

/// Letters as numbers from 1 on: one more than their codes; where these need more than a byte, but a byte is enough for
/// those that the text holds, their ranks among them. Texts hold few letters, but one of them may have the greatest
/// code.
class letter_numbers {
  public:
    explicit letter_numbers(const text_view& text) : below_((std::uint64_t{1} << text.bits) + 1) {
        if (text.bits < 8 || (text.bits == 8 && !holds_greatest_byte(text))) {
            below_ = std::min(below_, most_in_byte + 1);
        } else if (text.bits <= most_bits_ranked && text.size >= below_ / 16) { // else the table takes too long
            std::vector<std::uint8_t> ranks(below_ - 1);
            for (std::uint64_t position = 0; position < text.size; ++position)
                ranks[text.letter(position)] = 1;
            std::uint64_t found = 0;
            for (std::uint8_t& each : ranks)
                if (each != 0) each = static_cast<std::uint8_t>(++found);
            if (found > most_in_byte) return;
            ranks_ = std::move(ranks);
            below_ = found + 1;
        }
    }

    [[nodiscard]] std::uint64_t below() const { return below_; }
    [[nodiscard]] bool are_bytes() const { return below_ <= most_in_byte + 1; }
    [[nodiscard]] bool are_ranks() const { return !ranks_.empty(); }
    [[nodiscard]] std::uint64_t of(std::uint64_t code) const { return are_ranks() ? ranks_[code] : code + 1; }

  private:
    static constexpr std::uint64_t most_in_byte = std::numeric_limits<std::uint8_t>::max();
    static constexpr unsigned most_bits_ranked = 21; ///< code points

    static bool holds_greatest_byte(const text_view& text) {
        std::uint64_t found = 0;
        for (std::uint64_t word = 0; word <= text.size / 8; ++word) { // is a byte of the complement 0?
            const std::uint64_t missing = ~text.letters[word];
            found |= (missing - one_in_each_byte) & ~missing;
        }
        return (found & one_in_each_byte << 7U) != 0;
    }

    std::uint64_t below_;
    std::vector<std::uint8_t> ranks_; ///< of each code
};

/// The text with sentinels: 0 for a sentinel and for an ambiguous letter, else its number.
template <class Letter>
class stopped_text {
  public:
    /// `room` is zeros: `room_for` of them.
    stopped_text(const text_view& text, const letter_numbers& numbers, const std::uint64_t stops,
                 std::span<Letter> room)
        : numbers_(numbers), letters_(room.subspan(2)), one_end_(stops == 1 && text.ambiguous == nullptr),
          ends_(one_end_ ? 0 : (text.size + stops) / bits_per_word + 1) {
        std::uint64_t to = 0;
        for (std::uint64_t word = 0; word < words_of(text); ++word) {
            const std::uint64_t first = word * bits_per_word;
            const std::uint64_t last = std::min<std::uint64_t>(text.size, first + bits_per_word);
            const std::uint64_t stops_here = stops_before(text, word);
            if (stops_here == 0 && text.ambiguous == nullptr) {
                if (text.bits == 2)
                    to = put_letters<2>(text, first, last, to);
                else if (text.bits == 8)
                    to = put_letters<8>(text, first, last, to);
                else
                    for (std::uint64_t position = first; position < last; ++position)
                        letters_[to++] = static_cast<Letter>(numbers.of(text.letter(position)));
                continue;
            }
            for (std::uint64_t position = first; position < last; ++position) {
                if ((stops_here >> (position - first) & 1U) != 0) put_end(to);
                letters_[to++] =
                    text.is_ambiguous(position) ? Letter{0} : static_cast<Letter>(numbers.of(text.letter(position)));
            }
        }
        put_end(to);
        if (one_end_) return;
        std::uint64_t before = 0;
        for (std::uint64_t word = 0; word < ends_.size(); ++word) {
            ends_[word].begun_before = before;
            before += base::count_ones(ends_[word].first_letters);
        }
        divide_into_blocks();
    }

    static std::uint64_t room_for(std::uint64_t letters) { return letters + 2; }

    [[nodiscard]] std::span<const Letter> letters() const { return letters_; }

    /// Whether indices of letters are their positions in the text.
    [[nodiscard]] bool has_one_end() const { return one_end_; }

    /// Replaces indices of letters by their positions in the text; `to` may be the same memory.
    template <class Index, class Position>
    void find_positions(const Index* indices, Position* to, std::uint64_t count) const {
        if (one_end_) { // behind the last letter
            for (std::uint64_t at = 0; at < count; ++at)
                to[at] = static_cast<Position>(indices[at]);
            return;
        }
        if (blocks_.empty()) {
            for (std::uint64_t at = 0; at < count; ++at) {
                const auto index = static_cast<std::uint64_t>(indices[at]);
                const begin_bits& word = ends_[index / bits_per_word];
                const auto bit = static_cast<unsigned>(index % bits_per_word);
                to[at] =
                    static_cast<Position>(index - word.begun_before -
                                          base::count_ones(word.first_letters & base::low_bits<std::uint64_t>(bit)));
            }
            return;
        }
        const block* const blocks = blocks_.data();
        const unsigned shift = log_block_;
        for (std::uint64_t at = 0; at < count; ++at) {
            const auto index = static_cast<std::uint64_t>(indices[at]);
            const block& here = blocks[index >> shift];
            to[at] = static_cast<Position>(index - here.ends_before - (index > here.end ? 1U : 0U));
        }
    }

  private:
    /// So many letters that no two ends are among them.
    struct block {
        std::uint64_t ends_before;
        std::uint64_t end; ///< the index of its end; of none, the greatest number
    };
    static constexpr unsigned least_log_block = 10;

    template <unsigned Bits>
    std::uint64_t put_letters(const text_view& text, std::uint64_t first, std::uint64_t last, std::uint64_t to) {
        constexpr std::uint64_t of_word = bits_per_word / Bits;
        Letter* out = letters_.data() + to;
        for (std::uint64_t position = first; position < last; position += of_word) {
            std::uint64_t word = text.letters[position / of_word];
            if constexpr (Bits == 2 && sizeof(Letter) == 1) {
                if (position + of_word <= last) {
                    for (unsigned eight = 0; eight < 4; ++eight, word <<= 16U, out += 8)
                        put_eight_pairs(word >> 48U, out);
                    continue;
                }
            }
            if constexpr (Bits == 8 && sizeof(Letter) == 1) { // none is the greatest, so no sum carries
                if (position + of_word <= last && !numbers_.are_ranks()) {
                    put_eight(__builtin_bswap64(word) + one_in_each_byte, out);
                    out += of_word;
                    continue;
                }
            }
            for (std::uint64_t at = position; at < std::min(last, position + of_word); ++at, word <<= Bits)
                *out++ = static_cast<Letter>(numbers_.of(word >> (bits_per_word - Bits)));
        }
        return to + (last - first);
    }
    static void put_eight_pairs(std::uint64_t pairs, Letter* out) {
        pairs = (pairs | pairs << 24U) & 0x000000FF000000FFU;
        pairs = (pairs | pairs << 12U) & 0x000F000F000F000FU;
        pairs = (pairs | pairs << 6U) & 0x0303030303030303U; // the first letter in the highest byte
        put_eight(__builtin_bswap64(pairs) + one_in_each_byte, out);
    }
    static void put_eight(std::uint64_t letters, Letter* out) {
        for (unsigned at = 0; at < 8; ++at)
            out[at] = static_cast<Letter>(letters >> (8 * at));
    }

    void put_end(std::uint64_t& to) {
        if (!one_end_) ends_[to / bits_per_word].first_letters |= std::uint64_t{1} << (to % bits_per_word);
        letters_[to++] = Letter{0};
    }

    /// Leaves no blocks if sequences are short.
    void divide_into_blocks() {
        std::vector<std::uint64_t> ends;
        std::uint64_t least = ends_.size() * bits_per_word;
        for (std::uint64_t word = 0; word < ends_.size(); ++word)
            for (std::uint64_t bits = ends_[word].first_letters; bits != 0; bits &= bits - 1) {
                ends.push_back(word * bits_per_word + base::lowest_one(bits));
                if (ends.size() > 1) least = std::min(least, ends.back() - ends[ends.size() - 2]);
                if (least >> least_log_block == 0) return;
            }
        log_block_ = static_cast<unsigned>(std::bit_width(least) - 1);
        blocks_.resize((ends.back() >> log_block_) + 1, {0, ~std::uint64_t{0}});
        for (const std::uint64_t end : ends)
            blocks_[end >> log_block_].end = end;
        std::uint64_t before = 0;
        for (block& each : blocks_) {
            each.ends_before = before;
            before += each.end == ~std::uint64_t{0} ? 0U : 1U;
        }
    }

    const letter_numbers& numbers_;
    std::span<Letter> letters_;           ///< behind two more sentinels
    bool one_end_;                        ///< so that indices are positions
    runtime::far_array<begin_bits> ends_; ///< here ends of sentinels instead of first letters
    std::vector<block> blocks_;
    unsigned log_block_ = 0;
};

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

template <class Position, class Index, class Letter>
suffix_order<Position> induced(const text_view& text, const letter_numbers& numbers, std::uint64_t stops,
                               const block_sizes& sizes) {
    const std::function<void()> check = [&sizes] { sizes.workers.check_cancelled(); };
    const std::uint64_t size = text.size + stops;
    induction_room<Position, Index, Letter> room(size);
    const stopped_text<Letter> stopped(text, numbers, stops, room.letters());
    suffix_order<Position> order;
    std::uint64_t ambiguous = 0;
    for (std::uint64_t at = 0; text.ambiguous != nullptr && at < text.size; ++at)
        ambiguous += text.is_ambiguous(at) ? 1U : 0U;
    // Replaces the suffixes that begin with a letter by their positions in the text; those that begin with an ambiguous
    // letter come before them.
    const auto keep_positions = [&](const Index* sorted, Position* suffixes) {
        runtime::for_parts(sizes.workers, text.size - ambiguous, tuning::places_per_task,
                           [&](std::uint64_t first, std::uint64_t last) {
                               stopped.find_positions(sorted + first, suffixes + first, last - first);
                           });
        if (ambiguous == 0) return;
        std::copy_backward(suffixes, suffixes + (text.size - ambiguous), suffixes + text.size);
        for (std::uint64_t at = 0, to = 0; to < ambiguous; ++at)
            if (text.is_ambiguous(at)) suffixes[to++] = static_cast<Position>(at);
    };
    const std::uint64_t space = induction<Index, Letter>::space(size);
    const auto sort = [&](Index* sorted) {
        std::optional<runtime::early_pages> pages;
        if (sizes.are_shared() && size >= tuning::worth_early_pages)
            pages.emplace(std::vector{std::as_writable_bytes(std::span(sorted, space)), room.bytes()},
                          sizes.workers.threads() - 1);
        induction<Index, Letter>(stopped.letters(), numbers.below(), sorted, room.list(), sizes, check)
            .sort(room.preceding());
    };
    if constexpr (std::is_same_v<std::make_unsigned_t<Index>, Position>) { // in one array
        order.suffixes = runtime::far_array<Position>(space);
        auto* const sorted = reinterpret_cast<Index*>(order.suffixes.data());
        sort(sorted);
        if (!stopped.has_one_end()) keep_positions(sorted, order.suffixes.data());
        order.suffixes.shorten(text.size);
    } else {
        runtime::far_array<Index> sorted(space);
        sort(sorted.data());
        order.suffixes = runtime::far_array<Position>(text.size);
        keep_positions(sorted.data(), order.suffixes.data());
    }
    if (room.preceding() != nullptr) order.preceding = {room.preceding(), ambiguous, std::move(room).take()};
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

suffix_array_memory::suffix_array_memory(const text_view& text, std::uint64_t sequences, bool wide) {
    const std::uint64_t position = wide ? 8 : 4;
    constexpr std::uint64_t spare_items = 65'536;
    const std::uint64_t spare = text.size / 4 + spare_items * usable_cores();
    by_keys = (text.size + spare) * 2 * position + 2 * text.size * position;
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
    // Of threads that share walks, the suffixes of a block (of those of names fewer), and what each thread counts;
    // types.
    const std::uint64_t of_blocks = std::min(stopped, block_sizes::most(usable_cores())) * 4 * index +
                                    walk_blocks<std::int64_t>::most_streams * 2 * index * usable_cores() +
                                    2 * lms_bits<std::int64_t>::bytes(stopped);
    by_induction = stopped * (letter + index + 1) + stopped / 4 + 64 + of_blocks +
                   std::max(list + reduced * index, text.size * position);
}

template suffix_order<std::uint32_t> order_by_induction<std::uint32_t>(const text_view&, runtime::thread_pool&,
                                                                       std::uint64_t);
template suffix_order<std::uint64_t> order_by_induction<std::uint64_t>(const text_view&, runtime::thread_pool&,
                                                                       std::uint64_t);

} // namespace concord::suffixes

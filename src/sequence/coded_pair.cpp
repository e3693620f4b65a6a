#include "sequence/coded_pair.hpp"

#include "sequence/packed_sequences.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>

namespace concord::sequence {
namespace {

constexpr std::uint32_t most_narrow_codes = 250;
constexpr std::size_t padding = 64; // bytes
constexpr std::uint32_t matches_nothing = 0xFFFF'FFFF;
constexpr std::uint32_t end_of_a = 0xFFFF'FFFE; ///< or the lowest byte of it
constexpr std::uint32_t end_of_b = 0xFFFF'FFFF;

/// Letters of a sequence as they come: bytes where 256 numbers are enough, else 32 bits each.
struct numbered {
    code_list<std::uint8_t> bytes;
    code_list<std::uint32_t> wide;
    bool is_narrow = true;
    std::uint32_t ambiguous = matches_nothing; ///< the number of letters that match nothing
    std::uint32_t kinds = 256;                 ///< of bytes there are no others than those below
};

/// The 8 bits of a byte as 8 bytes.
constexpr std::array<std::uint64_t, 256> make_spread_bits() {
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
        for (unsigned i = 0; i < 8; ++i)
            table[bits] |= (bits >> i & 1U) << (8 * i);
    return table;
}
constexpr std::array<std::uint64_t, 256> spread_bits = make_spread_bits();

/// Letters of a task, a multiple of 64: some 0.2 ms, of which a thread's start is a quarter.
constexpr std::uint64_t letters_of_task = std::uint64_t{1} << 18U;

/// Calls action(first, end) for all letters below `length`: several parts of them at once, if there are many.
template <class Action>
void for_parts(std::uint64_t length, const task_runner& run_tasks, const Action& action) {
    if (length <= letters_of_task) return action(std::uint64_t{0}, length);
    run_tasks((length + letters_of_task - 1) / letters_of_task, [&](std::size_t index) {
        const std::uint64_t first = index * letters_of_task;
        action(first, std::min(first + letters_of_task, length));
    });
}

/// Those of letters [first, end), of which `first` is a multiple of 64; there is room for 7 more.
void bytes_of(const packed_sequences& set, std::uint64_t offset, std::uint64_t first, std::uint64_t end,
              numbered& made) {
    static_assert(std::endian::native == std::endian::little, "letters are spread in the order of memory");
    for (; first < end; first += letters_per_word) {
        std::array<std::uint64_t, most_planes> bits{};
        for (unsigned plane = 0; plane < set.planes(); ++plane)
            bits[plane] = bits_from(set.plane(plane), offset + first);
        const std::uint64_t ambiguous = set.has_ambiguous() ? bits_from(set.ambiguous_plane(), offset + first) : 0;
        for (std::uint64_t i = 0; i < letters_per_word && first + i < end; i += 8) {
            std::uint64_t eight = 0;
            for (unsigned plane = 0; plane < set.planes(); ++plane)
                eight |= spread_bits[bits[plane] >> i & 0xFFU] << plane;
            const std::uint64_t lost = spread_bits[ambiguous >> i & 0xFFU];
            eight = (eight & ~(lost * 0xFF)) | lost * (made.ambiguous & 0xFFU);
            std::memcpy(made.bytes.data() + first + i, &eight, sizeof eight);
        }
    }
}

void words_of(const packed_sequences& set, std::uint64_t offset, std::uint64_t first, std::uint64_t end,
              numbered& made) {
    std::fill(made.wide.begin() + static_cast<std::ptrdiff_t>(first),
              made.wide.begin() + static_cast<std::ptrdiff_t>(end), 0);
    for (; first < end; first += letters_per_word)
        for (unsigned plane = 0; plane < set.planes(); ++plane) {
            const std::uint64_t bits = bits_from(set.plane(plane), offset + first);
            if (bits == 0) continue; // most planes of code points
            for (std::uint64_t i = 0; i < letters_per_word && first + i < end; ++i)
                made.wide[first + i] |= static_cast<std::uint32_t>(bits >> i & 1U) << plane;
        }
}

numbered numbers(const sequence_ref::of_set& place, const task_runner& run_tasks) {
    const packed_sequences& set = sequence::packed(*place.set);
    const std::uint64_t offset = set.offset(place.sequence);
    const std::uint64_t length = set.length(place.sequence);
    numbered made;
    made.is_narrow = set.planes() < 8 || (set.planes() == 8 && !set.has_ambiguous());
    if (made.is_narrow) {
        made.bytes.reserve(length + padding);
        made.bytes.resize((length + 7) / 8 * 8);
        made.kinds = 1U << set.planes();
        if (set.has_ambiguous()) made.ambiguous = made.kinds++;
        for_parts(length, run_tasks,
                  [&](std::uint64_t first, std::uint64_t end) { bytes_of(set, offset, first, end, made); });
        made.bytes.resize(length);
    } else {
        made.wide.resize(length);
        for_parts(length, run_tasks,
                  [&](std::uint64_t first, std::uint64_t end) { words_of(set, offset, first, end, made); });
    }
    return made;
}

numbered numbers(const sequence_ref& one, const task_runner& run_tasks) {
    if (const auto* place = std::get_if<sequence_ref::of_set>(&one.letters())) return numbers(*place, run_tasks);
    numbered made;
    const auto take = [](const auto& letters, auto& into) {
        into.reserve(letters.size() + padding);
        into.resize(letters.size());
        std::ranges::copy(letters, into.begin());
    };
    if (const auto* text = std::get_if<std::string_view>(&one.letters())) {
        take(*text, made.bytes);
    } else {
        made.is_narrow = std::get<symbol_view>(one.letters()).visit([&](auto symbols) {
            if constexpr (sizeof(symbols[0]) == 1) {
                take(symbols, made.bytes);
                return true;
            } else {
                take(symbols, made.wide);
                return false;
            }
        });
    }
    return made;
}

/// The distinct bytes, ascending.
std::vector<std::uint32_t> distinct(const numbered& letters, const task_runner& run_tasks) {
    std::array<std::atomic<bool>, 256> seen{};
    for_parts(letters.bytes.size(), run_tasks, [&](std::uint64_t first, std::uint64_t end) {
        constexpr std::size_t block = 4096; // most texts show all their letters soon
        std::array<bool, 256> here{};
        for (; first < end && std::ranges::count(here, true) != letters.kinds; first += block)
            for (std::size_t i = first; i < std::min(first + block, end); ++i)
                here[letters.bytes[i]] = true;
        for (std::size_t letter = 0; letter < here.size(); ++letter)
            if (here[letter]) seen[letter].store(true, std::memory_order_relaxed);
    });
    std::vector<std::uint32_t> found;
    for (std::uint32_t letter = 0; letter < seen.size(); ++letter)
        if (seen[letter]) found.push_back(letter);
    return found;
}

/// From bytes to codes: those that both have by their order, all others as `own`.
class encoder {
  public:
    encoder(const std::vector<std::uint32_t>& common, std::uint32_t own) {
        code_of_.fill(own);
        for (std::uint32_t code = 0; code < common.size(); ++code)
            code_of_[common[code]] = code;
    }

    /// All of them, with padding behind.
    template <class Code>
    [[nodiscard]] code_list<Code> all(numbered& letters, std::uint32_t end, const task_runner& run_tasks) const {
        const std::size_t length = letters.bytes.size();
        if constexpr (sizeof(Code) == 1) {
            if (changes_none_below(letters.kinds)) {
                letters.bytes.resize(length + padding, static_cast<Code>(end));
                return std::move(letters.bytes);
            }
        }
        code_list<Code> codes(length + padding / sizeof(Code));
        std::fill(codes.begin() + static_cast<std::ptrdiff_t>(length), codes.end(), static_cast<Code>(end));
        std::array<Code, 256> table{};
        std::ranges::transform(code_of_, table.begin(), [](std::uint32_t code) { return static_cast<Code>(code); });
        for_parts(length, run_tasks, [&](std::uint64_t from, std::uint64_t to) {
            for (; from < to; ++from)
                codes[from] = table[letters.bytes[from]];
        });
        return codes;
    }

  private:
    [[nodiscard]] bool changes_none_below(std::uint32_t kinds) const {
        for (std::uint32_t number = 0; number < kinds; ++number)
            if (code_of_[number] != number) return false;
        return true;
    }

    std::array<std::uint32_t, 256> code_of_{};
};

/// Shared codes with a number for the letters that have none, and padding behind.
template <class Code>
code_list<Code> finished(const std::vector<std::uint32_t>& codes, std::uint32_t own, std::uint32_t end) {
    code_list<Code> made(codes.size() + padding / sizeof(Code), static_cast<Code>(end));
    std::ranges::transform(codes, made.begin(),
                           [&](std::uint32_t code) { return static_cast<Code>(code == own_letter ? own : code); });
    return made;
}

code_list<std::uint32_t> widened(numbered& letters) {
    if (!letters.is_narrow) return std::move(letters.wide);
    return {letters.bytes.begin(), letters.bytes.end()};
}

/// The codes that are not shared, and what all of them together ask for.
struct own_codes {
    own_codes(coded_pair& pair, std::uint32_t shared, bool a_has_own, bool b_has_own)
        : of_a(shared), of_b(shared + (a_has_own ? 1U : 0U)) {
        const std::uint32_t codes = of_b + (b_has_own ? 1U : 0U);
        pair.planes = std::max(1U, static_cast<unsigned>(std::bit_width(codes > 0 ? codes - 1 : 0U)));
        pair.is_narrow = codes <= most_narrow_codes;
    }

    std::uint32_t of_a;
    std::uint32_t of_b;
};

void code_bytes(numbered& letters_a, numbered& letters_b, const task_runner& run_tasks, coded_pair& pair) {
    const std::vector<std::uint32_t> distinct_a = distinct(letters_a, run_tasks);
    const std::vector<std::uint32_t> distinct_b = distinct(letters_b, run_tasks);
    std::vector<std::uint32_t> common;
    std::ranges::set_intersection(distinct_a, distinct_b, std::back_inserter(common));
    for (const numbered* one : {&letters_a, &letters_b})
        if (one->ambiguous != matches_nothing) std::erase(common, one->ambiguous);
    const own_codes own(pair, static_cast<std::uint32_t>(common.size()), distinct_a.size() > common.size(),
                        distinct_b.size() > common.size());
    const encoder encode_a(common, own.of_a);
    const encoder encode_b(common, own.of_b);
    if (pair.is_narrow) {
        pair.a.narrow = encode_a.all<std::uint8_t>(letters_a, end_of_a, run_tasks);
        pair.b.narrow = encode_b.all<std::uint8_t>(letters_b, end_of_b, run_tasks);
    } else {
        pair.a.wide = encode_a.all<std::uint32_t>(letters_a, end_of_a, run_tasks);
        pair.b.wide = encode_b.all<std::uint32_t>(letters_b, end_of_b, run_tasks);
    }
}

void code_numbers(numbered& letters_a, numbered& letters_b, coded_pair& pair) {
    std::vector<std::uint32_t> unlike;
    for (const numbered* one : {&letters_a, &letters_b})
        if (one->ambiguous != matches_nothing) unlike.push_back(one->ambiguous);
    const shared_codes codes = share_codes(widened(letters_a), widened(letters_b), unlike);
    const own_codes own(pair, codes.shared, codes.a_has_own, codes.b_has_own);
    if (pair.is_narrow) {
        pair.a.narrow = finished<std::uint8_t>(codes.a, own.of_a, end_of_a);
        pair.b.narrow = finished<std::uint8_t>(codes.b, own.of_b, end_of_b);
    } else {
        pair.a.wide = finished<std::uint32_t>(codes.a, own.of_a, end_of_a);
        pair.b.wide = finished<std::uint32_t>(codes.b, own.of_b, end_of_b);
    }
}

void check(const sequence_ref& a, const sequence_ref& b) {
    for (const sequence_ref* one : {&a, &b})
        if (one->length() >= longest_comparable)
            throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                               std::to_string(one->length()));
    if (a.letters().index() != b.letters().index())
        throw error(error_code::usage, "letters of a set, bytes and symbols cannot be compared with each other");
    const auto* set_a = std::get_if<sequence_ref::of_set>(&a.letters());
    const auto* set_b = std::get_if<sequence_ref::of_set>(&b.letters());
    if (set_a != nullptr && set_b != nullptr && set_a->set->alphabet() != set_b->set->alphabet())
        throw error(error_code::usage, "sequences of different alphabets cannot be compared");
}

} // namespace

void one_after_the_other(std::size_t count, const std::function<void(std::size_t)>& task) {
    for (std::size_t index = 0; index < count; ++index)
        task(index);
}

coded_pair code_pair(const sequence_ref& a, const sequence_ref& b, const task_runner& run_tasks) {
    check(a, b);
    numbered letters_a = numbers(a, run_tasks);
    numbered letters_b = numbers(b, run_tasks);
    coded_pair pair;
    pair.a.length = a.length();
    pair.b.length = b.length();
    if (letters_a.is_narrow && letters_b.is_narrow) {
        code_bytes(letters_a, letters_b, run_tasks, pair);
    } else {
        code_numbers(letters_a, letters_b, pair);
    }
    return pair;
}

} // namespace concord::sequence

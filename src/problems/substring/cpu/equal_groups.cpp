#include "problems/substring/cpu/equal_groups.hpp"

#include "base/bits.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace concord::substring {
namespace {

/// Orders [a, a + length) and [b, b + length) by their letters: negative, 0 or positive. Any order will do, as long as
/// equal letters, ambiguous ones included, are equal.
int compare_letters(const problem& given, std::uint64_t a, std::uint64_t b, std::uint64_t length) {
    for (std::uint64_t at = 0; at < length; at += sequence::letters_per_word) {
        const auto here = static_cast<unsigned>(std::min<std::uint64_t>(length - at, sequence::letters_per_word));
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane) {
            const std::uint64_t mask = base::low_bits<std::uint64_t>(here);
            const std::uint64_t of_a = given.letters.target(plane, a + at) & mask;
            const std::uint64_t of_b = given.letters.target(plane, b + at) & mask;
            if (of_a != of_b) return of_a < of_b ? -1 : 1;
        }
    }
    return 0;
}

struct hashed_sequence {
    std::uint64_t hash;
    std::uint64_t sequence;
};

std::vector<std::uint64_t> all_sequences(const problem& given) {
    std::vector<std::uint64_t> all(given.sequences());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

struct hashed_window {
    std::uint64_t hash;
    window_occurrence at;
};

/// The letters in a row, the bits of the first one the highest.
std::uint64_t letters_as_number(const problem& given, std::uint64_t position, std::uint64_t length) {
    const unsigned planes = given.letters.planes();
    std::array<std::uint64_t, sequence::most_planes + 1> bits{};
    for (unsigned plane = 0; plane < planes; ++plane)
        bits[plane] = given.letters.target(plane, position);
    std::uint64_t number = 0;
    for (std::uint64_t index = 0; index < length; ++index)
        for (unsigned plane = planes; plane-- > 0;)
            number = number << 1U | (bits[plane] >> index & 1U);
    return number;
}

} // namespace

equal_sequences::equal_sequences(const problem& given) : equal_sequences(given, all_sequences(given)) {}

equal_sequences::equal_sequences(const problem& given, std::span<const std::uint64_t> among)
    : group_of_(given.sequences()) {
    std::vector<hashed_sequence> all;
    all.reserve(among.size());
    polynomial_hash hash;
    for (const std::uint64_t sequence : among)
        all.push_back({hash.of_all(given, given.offset(sequence), given.offset(sequence + 1)), sequence});
    const auto order = [&](const hashed_sequence& a, const hashed_sequence& b) {
        if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
        const std::uint64_t of_a = given.length(a.sequence);
        const std::uint64_t of_b = given.length(b.sequence);
        if (of_a != of_b) return of_a < of_b ? -1 : 1;
        return compare_letters(given, given.offset(a.sequence), given.offset(b.sequence), of_a);
    };
    std::sort(all.begin(), all.end(), [&](const hashed_sequence& a, const hashed_sequence& b) {
        const int ordered = order(a, b);
        return ordered != 0 ? ordered < 0 : a.sequence < b.sequence;
    });
    members_.reserve(all.size());
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (index == 0 || order(all[index - 1], all[index]) != 0) first_.push_back(index);
        members_.push_back(all[index].sequence);
        group_of_[all[index].sequence] = first_.size() - 1;
    }
    first_.push_back(all.size());
}

target_list equal_sequences::targets() const {
    target_list list;
    list.copies.resize(group_of_.size(), 0);
    for (std::uint64_t sequence = 0; sequence < group_of_.size(); ++sequence) {
        if (!is_representative(sequence)) continue;
        list.sequences.push_back(sequence);
        list.copies[sequence] = static_cast<std::uint32_t>(copies(group_of(sequence)).size());
    }
    return list;
}

equal_windows::equal_windows(const problem& given, const window_bits& windows, std::uint64_t length) {
    // Short windows are their own hashes, so that those which begin alike are neighbours in memory.
    const bool is_short = length * given.letters.planes() <= 64;
    std::vector<hashed_window> all;
    all.reserve(windows.count());
    polynomial_hash hash;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        const std::uint64_t first = given.offset(sequence);
        bool prepared = false;
        windows.for_each(first, first + given.length(sequence), [&](std::uint64_t position) {
            if (!prepared && !is_short) hash.prepare(given, first, first + given.length(sequence));
            prepared = true;
            all.push_back({is_short ? letters_as_number(given, position, length) : hash.of(position, length),
                           {sequence, position}});
        });
    }
    const auto order = [&](const hashed_window& a, const hashed_window& b) {
        if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
        return a.at.position == b.at.position ? 0 : compare_letters(given, a.at.position, b.at.position, length);
    };
    std::sort(all.begin(), all.end(), [&](const hashed_window& a, const hashed_window& b) {
        const int ordered = order(a, b);
        return ordered != 0 ? ordered < 0 : a.at.position < b.at.position;
    });
    occurrences_.reserve(all.size());
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (index == 0 || order(all[index - 1], all[index]) != 0) first_.push_back(index);
        occurrences_.push_back(all[index].at);
    }
    first_.push_back(all.size());
}

longest_windows supported_exactly(const problem& given, std::uint64_t length) {
    const equal_windows groups(given, window_bits(given, length), length);
    longest_windows found{length, {}};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const std::span<const window_occurrence> all = groups.occurrences(group);
        std::uint64_t support = 1;
        // An ambiguous letter is none, not even itself: such a window stands in its own sequence alone.
        if (given.set.next_ambiguous(all[0].position) >= all[0].position + length)
            for (std::size_t index = 1; index < all.size(); ++index)
                support += all[index].sequence != all[index - 1].sequence ? 1U : 0U;
        if (support < given.support) continue;
        for (const window_occurrence& at : all)
            found.windows.push_back({at.sequence, at.position - given.offset(at.sequence), support});
    }
    return found;
}

} // namespace concord::substring

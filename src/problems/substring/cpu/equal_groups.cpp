#include "problems/substring/cpu/equal_groups.hpp"

#include "base/bits.hpp"
#include "problems/substring/cpu/polynomial_hash.hpp"
#include "runtime/parallel_sort.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <utility>

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

/// Of work that is divided evenly.
std::size_t parts_for(const runtime::thread_pool& workers, std::uint64_t items) {
    constexpr std::uint64_t least_items = 4096;
    return workers.threads() == 1
               ? 1
               : std::clamp<std::uint64_t>(items / least_items, 1, std::uint64_t{4} * workers.threads());
}

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

namespace {

/// The windows of a set with their hashes, in the order of their positions. Those of at most 64 bits are their own
/// hashes, so that those which begin alike are neighbours in memory.
base::unset_vector<hashed_window> hash_windows(const problem& given, const window_bits& windows, std::uint64_t length,
                                               bool is_short, runtime::thread_pool& workers) {
    const std::size_t parts = parts_for(workers, given.set.letters());
    std::vector<std::uint64_t> borders{0}; // sequences of each part: about as many letters
    const std::uint64_t* const offsets = given.set.offsets();
    for (std::size_t part = 1; part < parts; ++part)
        borders.push_back(static_cast<std::uint64_t>(
            std::lower_bound(offsets, offsets + given.sequences(), part * given.set.letters() / parts) - offsets));
    borders.push_back(given.sequences());
    std::vector<std::size_t> places(parts + 1, 0);
    workers.run(parts, [&](std::size_t part, unsigned) {
        places[part + 1] = windows.count(given.offset(borders[part]), given.offset(borders[part + 1]));
    });
    std::partial_sum(places.begin(), places.end(), places.begin());
    base::unset_vector<hashed_window> all(places.back());
    workers.run(parts, [&](std::size_t part, unsigned) {
        polynomial_hash hash;
        hashed_window* next = all.data() + places[part];
        for (std::uint64_t sequence = borders[part]; sequence < borders[part + 1]; ++sequence) {
            const std::uint64_t first = given.offset(sequence);
            bool prepared = false;
            windows.for_each(first, first + given.length(sequence), [&](std::uint64_t position) {
                if (!prepared && !is_short) hash.prepare(given, first, first + given.length(sequence));
                prepared = true;
                *next++ = {is_short ? letters_as_number(given, position, length) : hash.of(position, length),
                           {sequence, position}};
            });
        }
    });
    return all;
}

} // namespace

equal_windows::equal_windows(const problem& given, const window_bits& windows, std::uint64_t length,
                             runtime::thread_pool& workers) {
    const bool is_short = length * given.letters.planes() <= 64;
    base::unset_vector<hashed_window> all = hash_windows(given, windows, length, is_short, workers);
    runtime::parallel_sort(workers, all, [](const hashed_window& a, const hashed_window& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.at.position < b.at.position;
    });
    const std::size_t parts = parts_for(workers, all.size());
    std::vector<std::uint64_t> groups(parts, 0); // of each part; then before it
    const auto in_parts = [&](auto visit) {      // visit(number, index) for all but the first; number: the part's own
        workers.run(parts, [&](std::size_t part, unsigned) {
            const std::size_t first = part * all.size() / parts;
            std::uint64_t number = groups[part];
            for (std::size_t index = std::max<std::size_t>(first, 1); index < (part + 1) * all.size() / parts; ++index)
                visit(number, index);
            groups[part] = number;
        });
    };
    const auto compare = [&](const hashed_window& a, const hashed_window& b) {
        return compare_letters(given, a.at.position, b.at.position, length);
    };
    std::atomic<bool> collide = false; // different windows with one hash: very rare
    if (!is_short)
        in_parts([&](std::uint64_t, std::size_t index) {
            if (all[index - 1].hash == all[index].hash && !collide && compare(all[index - 1], all[index]) != 0)
                collide = true;
        });
    if (collide)
        runtime::parallel_sort(workers, all, [&](const hashed_window& a, const hashed_window& b) {
            const int ordered = a.hash != b.hash ? (a.hash < b.hash ? -1 : 1) : compare(a, b);
            return ordered != 0 ? ordered < 0 : a.at.position < b.at.position;
        });
    const auto begins_group = [&](std::size_t index) {
        return all[index - 1].hash != all[index].hash || (collide && compare(all[index - 1], all[index]) != 0);
    };
    in_parts([&](std::uint64_t& number, std::size_t index) { number += begins_group(index) ? 1U : 0U; });
    std::uint64_t before = all.empty() ? 0 : 1; // the first group begins before all parts
    for (std::uint64_t& each : groups)
        before += std::exchange(each, before);
    first_.resize(before + 1, 0);
    first_.back() = all.size();
    occurrences_.resize(all.size());
    if (!all.empty()) occurrences_[0] = all[0].at;
    in_parts([&](std::uint64_t& number, std::size_t index) {
        if (begins_group(index)) first_[number++] = index;
        occurrences_[index] = all[index].at;
    });
}

} // namespace concord::substring

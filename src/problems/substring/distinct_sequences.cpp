#include "problems/substring/distinct_sequences.hpp"

#include "problems/substring/compare_letters.hpp"
#include "problems/substring/window_hash.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

struct hashed_sequence {
    std::uint64_t hash;
    std::uint64_t sequence;
};

} // namespace

distinct_sequences::distinct_sequences(const problem& given) : group_of_(given.sequences()) {
    std::vector<hashed_sequence> all;
    all.reserve(given.sequences());
    window_hash hash;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence)
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

target_list distinct_sequences::targets() const {
    target_list list;
    list.copies.resize(group_of_.size(), 0);
    for (std::uint64_t sequence = 0; sequence < group_of_.size(); ++sequence) {
        if (!stands_for_others(sequence)) continue;
        list.sequences.push_back(sequence);
        list.copies[sequence] = static_cast<std::uint32_t>(copies(group_of(sequence)).size());
    }
    return list;
}

} // namespace concord::substring

#include "problems/substring/distinct_windows.hpp"

#include "problems/substring/compare_letters.hpp"
#include "problems/substring/window_hash.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

struct hashed_window {
    std::uint64_t hash;
    window_place place;
};

} // namespace

distinct_windows::distinct_windows(const problem& given, const window_bits& windows, std::uint64_t length) {
    std::vector<hashed_window> all;
    all.reserve(windows.count());
    window_hash hash;
    for (std::uint64_t sequence = 0; sequence < given.sequences(); ++sequence) {
        const std::uint64_t first = given.offset(sequence);
        bool prepared = false;
        windows.for_each(first, first + given.length(sequence), [&](std::uint64_t position) {
            if (!prepared) hash.prepare(given, first, first + given.length(sequence));
            prepared = true;
            all.push_back({hash.of(position, length), {sequence, position}});
        });
    }
    const auto order = [&](const hashed_window& a, const hashed_window& b) {
        if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
        return a.place.position == b.place.position
                   ? 0
                   : compare_letters(given, a.place.position, b.place.position, length);
    };
    std::sort(all.begin(), all.end(), [&](const hashed_window& a, const hashed_window& b) {
        const int ordered = order(a, b);
        return ordered != 0 ? ordered < 0 : a.place.position < b.place.position;
    });
    places_.reserve(all.size());
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (index == 0 || order(all[index - 1], all[index]) != 0) first_.push_back(index);
        places_.push_back(all[index].place);
    }
    first_.push_back(all.size());
}

} // namespace concord::substring

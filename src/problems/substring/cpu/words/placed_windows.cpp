#include "problems/substring/cpu/words/placed_windows.hpp"

#include <algorithm>

namespace concord::substring {

placed_windows place_all_windows(const problem& given, std::uint64_t length) {
    placed_windows all;
    for (std::uint32_t sequence = 0; sequence < given.sequences(); ++sequence)
        for (std::uint64_t start = 0; start + length <= given.strand_length(sequence); ++start)
            all.add(given.offset(sequence) + start, sequence);
    return all;
}

placed_windows lengthened(const placed_windows& windows) {
    placed_windows made;
    for (std::size_t index = 0; index + 1 < windows.size(); ++index)
        if (windows.positions[index + 1] == windows.positions[index] + 1 &&
            windows.sequences[index + 1] == windows.sequences[index])
            made.add(windows.positions[index], windows.sequences[index]);
    return made;
}

placed_windows with_support(const placed_windows& windows, const std::vector<std::uint32_t>& supports,
                            std::uint64_t support) {
    placed_windows some;
    for (std::size_t index = 0; index < windows.size(); ++index)
        if (supports[index] >= support) some.add(windows.positions[index], windows.sequences[index]);
    return some;
}

placed_windows of_both(const placed_windows& some, const placed_windows& others) {
    placed_windows both;
    auto other = others.positions.begin();
    for (std::size_t index = 0; index < some.size(); ++index) {
        other = std::lower_bound(other, others.positions.end(), some.positions[index]);
        if (other != others.positions.end() && *other == some.positions[index])
            both.add(some.positions[index], some.sequences[index]);
    }
    return both;
}

longest_windows answer_of(const problem& given, const placed_windows& windows,
                          const std::vector<std::uint32_t>& supports, std::uint64_t length) {
    longest_windows found{length, {}};
    for (std::size_t index = 0; index < windows.size(); ++index)
        if (supports[index] >= given.support)
            found.windows.push_back({windows.sequences[index],
                                     windows.positions[index] - given.offset(windows.sequences[index]),
                                     supports[index]});
    return found;
}

} // namespace concord::substring

#include "problems/adapters/read_statistics.hpp"

#include <algorithm>

namespace concord::adapters {

void strand_statistics::add(const placement& at, std::span<const std::uint8_t> read, const codes& consensus,
                            std::uint32_t insert) {
    const std::size_t overlap = at.last - at.first;
    ++reads;
    whole += overlap == consensus.size() ? 1U : 0U;
    const bool left = at.first > 0;
    const bool right = at.last < consensus.size();
    cut_left += left ? 1U : 0U;
    cut_right += right ? 1U : 0U;
    at_start += left || at.start < end_letters ? 1U : 0U;
    at_end += right || at.end + end_letters > read.size() ? 1U : 0U;
    covering += 10 * overlap >= 9 * read.size() ? 1U : 0U;
    differences += at.differences;
    letters += overlap;
    const std::uint64_t inside = consensus.size() - threshold::least_overlap;
    const std::uint64_t anywhere = read.size() + consensus.size() + 1 - 2 * threshold::least_overlap;
    const std::uint64_t near_end = std::min(inside + end_letters, anywhere);
    inside_by_chance += (inside << 20U) / std::max<std::uint64_t>(anywhere, 1);
    near_end_by_chance += (near_end << 20U) / std::max<std::uint64_t>(anywhere, 1);
    if (insert > 0 && !left) ++(at.start + 1 >= insert && at.start <= insert + 1 ? confirmed : denied);
    if (!left) ++starts[std::min<std::size_t>(at.start, counted_starts - 1)];
    ++by_differences[std::min<std::size_t>(at.differences, counted_differences - 1)];
    if (overlap != at.end - at.start) return;
    for (std::size_t i = 0; i < overlap; ++i)
        if (read[at.start + i] < no_letter) ++columns[at.first + i][read[at.start + i]];
}

read_statistics::read_statistics(const std::vector<codes>& consensus, bool long_reads)
    : count(consensus.size()), gaps_(consensus.size() * consensus.size() * (most_gap + 1)) {
    for (const codes& each : consensus) {
        for (const bool reversed : {false, true}) {
            static_cast<void>(reversed);
            strands.emplace_back(each.size(),
                                 long_reads ? threshold::end_letters_of_long_reads : threshold::end_letters);
        }
    }
}

void read_statistics::add(const std::vector<placement>& found, std::span<const std::uint8_t> read, const placer& placed,
                          std::uint32_t insert) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        const placement& at = found[i];
        strand_statistics& here = of(at.which, at.reversed);
        const auto is_same = [&](const placement& other) {
            return other.which == at.which && other.reversed == at.reversed;
        };
        const auto begin = found.begin();
        const auto before = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(i), is_same);
        if (before == 0)
            here.add(at, read, placed.letters(at.which, at.reversed), insert);
        else if (before == 1)
            ++here.several;
        if (i == 0 || at.reversed || found[i - 1].reversed) continue;
        const placement& left = found[i - 1];
        if (left.last == placed.letters(left.which, false).size() && at.first == 0 && at.start > left.end &&
            at.start - left.end <= most_gap)
            ++gaps(left.which, at.which, at.start - left.end);
    }
}

void read_statistics::add(read_statistics& other) {
    std::vector<std::uint64_t> more;
    other.for_each_sum([&](std::uint64_t sum) { more.push_back(sum); });
    auto next = more.begin();
    for_each_sum([&](std::uint64_t& sum) { sum += *next++; });
}

} // namespace concord::adapters

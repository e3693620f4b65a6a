// What keys left tied, by the ranks of what follows: the suffixes that share 2 h letters are those that share h, and
// whose continuations share h again (Manber and Myers; Larsson and Sadakane, who touch only what is still tied).
#include "problems/overlap/suffix_array.hpp"

#include <algorithm>
#include <vector>

namespace concord::overlap {
namespace {

template <class Position>
struct ranked {
    std::uint64_t behind;
    Position position;

    friend bool operator<(const ranked& a, const ranked& b) {
        return a.behind < b.behind || (a.behind == b.behind && a.position < b.position);
    }
};

} // namespace

template <class Position>
void order_by_doubling(const text_view& text, const key_order& order, const runtime::thread_pool& workers,
                       std::span<Position> suffixes, std::span<Position> ranks) {
    // The rank of a tied suffix is the place of the first of its group, so ties have equal ranks.
    for (const tied_group& group : order.tied)
        for (std::uint64_t at = group.first; at < group.first + group.count; ++at)
            ranks[suffixes[at]] = static_cast<Position>(group.first);
    std::vector<tied_group> tied = order.tied;
    std::vector<tied_group> still_tied;
    std::vector<ranked<Position>> records;
    for (std::uint64_t depth = order.depth; !tied.empty(); depth *= 2) {
        workers.check_cancelled();
        still_tied.clear();
        for (const tied_group& group : tied) {
            records.clear();
            for (std::uint64_t at = group.first; at < group.first + group.count; ++at)
                records.push_back({rank_behind(text, ranks.data(), suffixes[at], depth), suffixes[at]});
            std::sort(records.begin(), records.end());
            for (std::uint64_t begin = 0; begin < group.count;) {
                const std::uint64_t behind = records[begin].behind;
                std::uint64_t end = begin + 1;
                // Those that end here are in the order of their positions, for good.
                while (behind != 0 && end < group.count && records[end].behind == behind)
                    ++end;
                for (std::uint64_t at = begin; at < end; ++at) {
                    suffixes[group.first + at] = records[at].position;
                    ranks[records[at].position] = static_cast<Position>(group.first + begin);
                }
                if (end - begin > 1) still_tied.push_back({group.first + begin, end - begin});
                begin = end;
            }
        }
        tied.swap(still_tied);
    }
}

template void order_by_doubling<std::uint32_t>(const text_view&, const key_order&, const runtime::thread_pool&,
                                               std::span<std::uint32_t>, std::span<std::uint32_t>);
template void order_by_doubling<std::uint64_t>(const text_view&, const key_order&, const runtime::thread_pool&,
                                               std::span<std::uint64_t>, std::span<std::uint64_t>);

} // namespace concord::overlap

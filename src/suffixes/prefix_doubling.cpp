// Prefix doubling of suffixes that are tied after the keys: suffixes share 2 h letters if they share h, and the
// suffixes h letters behind share h again (Manber and Myers; Larsson and Sadakane, who process tied suffixes only).
// Threads refine the groups of a batch together: of all its suffixes the ranks behind are read before one is written,
// so that those of a group are compared by the same ranks.
#include "base/unset_vector.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"
#include "suffixes/packed_suffix.hpp"
#include "suffixes/suffix_array.hpp"
#include "suffixes/tuning.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace concord::suffixes {
namespace {

template <class Position>
struct ranked {
    std::uint64_t behind;
    Position position;

    friend bool operator<(const ranked& a, const ranked& b) {
        return a.behind < b.behind || (a.behind == b.behind && a.position < b.position);
    }
};

template <class Position>
class doubling {
  public:
    doubling(const text_view& text, runtime::thread_pool& workers, std::span<Position> suffixes,
             std::span<Position> ranks)
        : text_(text), workers_(workers), suffixes_(suffixes), ranks_(ranks) {}

    /// Groups of suffixes that share `depth` letters, by as many more; those that share these too are appended.
    void refine(std::span<const tied_group> groups, std::uint64_t depth, std::vector<tied_group>& still_tied) {
        if (workers_.threads() == 1) return refine_alone(groups, depth, still_tied);
        for (std::size_t first = 0, last = 0; first < groups.size(); first = last) {
            before_.assign(1, 0);
            do
                before_.push_back(before_.back() + groups[last++].count);
            while (last < groups.size() && before_.back() + groups[last].count <= tuning::suffixes_doubled_at_once);
            refine_together(groups.subspan(first, last - first), depth, still_tied);
        }
    }

  private:
    /// One group after the other, each by what is known of the suffixes behind by then.
    void refine_alone(std::span<const tied_group> groups, std::uint64_t depth, std::vector<tied_group>& still_tied) {
        for (const tied_group& group : groups) {
            records_.resize(group.count);
            read(group, 0, 0, group.count, depth);
            std::sort(records_.begin(), records_.end());
            write(group, 0, group.count, 0, group.count, still_tied);
        }
    }

    void refine_together(std::span<const tied_group> groups, std::uint64_t depth, std::vector<tied_group>& still_tied) {
        records_.resize(before_.back());
        const runtime::equal_parts parts(workers_, records_.size(), tuning::suffixes_of_doubling_task);
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            for_each_group(groups, parts.first(part), parts.last(part),
                           [&](std::size_t group, std::uint64_t first, std::uint64_t last) {
                               read(groups[group], before_[group], first, last, depth);
                           });
        });
        sort_records(groups.size(), parts);
        std::vector<std::vector<tied_group>> tied_of_part(parts.size());
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            std::vector<tied_group> tied;
            for_each_group(groups, parts.first(part), parts.last(part),
                           [&](std::size_t group, std::uint64_t first, std::uint64_t last) {
                               write(groups[group], before_[group], before_[group + 1], first, last, tied);
                           });
            tied_of_part[part] = std::move(tied);
        });
        for (const std::vector<tied_group>& tied : tied_of_part)
            still_tied.insert(still_tied.end(), tied.begin(), tied.end());
    }

    /// The records [from, to) of a group, whose first one is `first`.
    void read(const tied_group& group, std::uint64_t first, std::uint64_t from, std::uint64_t to, std::uint64_t depth) {
        const Position* const of_group = suffixes_.data() + group.first;
        for (std::uint64_t at = from; at < to; ++at) {
            const Position position = of_group[at - first];
            records_[at] = {rank_behind(text_, ranks_.data(), position, depth), position};
        }
    }

    /// visit(group, first, last) for the records [from, to), by groups.
    template <class Visit>
    void for_each_group(std::span<const tied_group> groups, std::uint64_t from, std::uint64_t to, Visit visit) const {
        auto group = static_cast<std::size_t>(std::ranges::upper_bound(before_, from) - before_.begin() - 1);
        for (; group < groups.size() && before_[group] < to; ++group)
            visit(group, std::max(from, before_[group]), std::min(to, before_[group + 1]));
    }

    /// The groups that begin in a part are sorted by its thread, but for large ones.
    void sort_records(std::size_t groups, const runtime::equal_parts& parts) {
        const auto of_group = [&](std::size_t group) {
            return std::span(records_).subspan(before_[group], before_[group + 1] - before_[group]);
        };
        const auto is_large = [&](std::size_t group) {
            return workers_.threads() > 1 && of_group(group).size() >= runtime::least_sorted_by_all;
        };
        workers_.run(parts.size(), [&](std::size_t part, unsigned) {
            auto group =
                static_cast<std::size_t>(std::ranges::lower_bound(before_, parts.first(part)) - before_.begin());
            for (; group < groups && before_[group] < parts.last(part); ++group)
                if (const auto records = of_group(group); !is_large(group)) std::sort(records.begin(), records.end());
        });
        for (std::size_t group = 0; group < groups; ++group)
            if (is_large(group)) runtime::parallel_sort(workers_, of_group(group), std::less<>());
    }

    /// The suffixes and ranks of the records [from, to), of those of a group, [first, last). Suffixes that are still
    /// tied are appended by the part in which they begin.
    void write(const tied_group& group, std::uint64_t first, std::uint64_t last, std::uint64_t from, std::uint64_t to,
               std::vector<tied_group>& tied) {
        const auto records = std::span<const ranked<Position>>(records_).subspan(first, last - first);
        const auto index_of = [&](std::uint64_t at) { return group.first + (at - first); };
        const auto begin_of = [&](std::uint64_t at) {
            const auto found = std::ranges::lower_bound(records, records_[at].behind, {}, &ranked<Position>::behind);
            return first + static_cast<std::uint64_t>(found - records.begin());
        };
        // Suffixes that end here are in the order of their positions already.
        std::uint64_t begin = from == first || records_[from].behind == 0 ? from : begin_of(from);
        for (std::uint64_t at = from; at < to; ++at) {
            if (at > begin && (records_[at].behind == 0 || records_[at].behind != records_[begin].behind)) {
                add_tied(begin, at, from, index_of, tied);
                begin = at;
            }
            suffixes_[index_of(at)] = records_[at].position;
            ranks_[records_[at].position] = static_cast<Position>(index_of(begin));
        }
        std::uint64_t end = to;
        if (records_[begin].behind != 0 && to < last && records_[to].behind == records_[begin].behind) {
            const auto rest = records.subspan(to - first);
            end += static_cast<std::uint64_t>(
                std::ranges::upper_bound(rest, records_[begin].behind, {}, &ranked<Position>::behind) - rest.begin());
        }
        add_tied(begin, end, from, index_of, tied);
    }

    template <class IndexOf>
    static void add_tied(std::uint64_t begin, std::uint64_t end, std::uint64_t from, const IndexOf& index_of,
                         std::vector<tied_group>& tied) {
        if (begin >= from && end - begin > 1) tied.push_back({index_of(begin), end - begin});
    }

    const text_view& text_;
    runtime::thread_pool& workers_;
    std::span<Position> suffixes_;
    std::span<Position> ranks_;
    std::vector<std::uint64_t> before_; ///< records before each group of the batch, and all
    base::unset_vector<ranked<Position>> records_;
};

} // namespace

template <class Position>
void order_by_doubling(const text_view& text, const key_order& order, runtime::thread_pool& workers,
                       std::span<Position> suffixes, std::span<Position> ranks) {
    // The rank of a tied suffix is the index of the first of its group, so ties have equal ranks.
    runtime::for_parts(workers, order.tied.size(), tuning::suffixes_of_doubling_task,
                       [&](std::uint64_t from, std::uint64_t to) {
                           for (std::uint64_t index = from; index < to; ++index) {
                               const tied_group& group = order.tied[index];
                               for (std::uint64_t at = group.first; at < group.first + group.count; ++at)
                                   ranks[suffixes[at]] = static_cast<Position>(group.first);
                           }
                       });
    std::vector<tied_group> tied = order.tied;
    std::vector<tied_group> still_tied;
    doubling<Position> rounds(text, workers, suffixes, ranks);
    for (std::uint64_t depth = order.depth; !tied.empty(); depth *= 2) {
        workers.check_cancelled();
        still_tied.clear();
        rounds.refine(tied, depth, still_tied);
        tied.swap(still_tied);
    }
}

template void order_by_doubling<std::uint32_t>(const text_view&, const key_order&, runtime::thread_pool&,
                                               std::span<std::uint32_t>, std::span<std::uint32_t>);
template void order_by_doubling<std::uint64_t>(const text_view&, const key_order&, runtime::thread_pool&,
                                               std::span<std::uint64_t>, std::span<std::uint64_t>);

} // namespace concord::suffixes

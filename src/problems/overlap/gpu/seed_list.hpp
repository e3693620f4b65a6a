// The seeds of a stretch of sources, numbered through: the list of sources that have targets, and where each one's
// targets begin among all. A thread that has the number of a seed finds source and target by a binary search.
#pragma once

#include "problems/overlap/gpu/seed_members.hpp"

#include <cstdint>

namespace concord::overlap {

/// Two positions of the text that begin a maximal run of equal letters.
struct seed_pair {
    std::uint32_t source;
    std::uint32_t target;
};

struct seed_list_view {
    seed_groups_view groups;
    const seed_targets* sources = nullptr;
    const std::uint64_t* begins = nullptr; ///< seeds before each source
    std::uint64_t source_count = 0;

    [[nodiscard]] CONCORD_HD seed_pair pair(std::uint64_t seed) const {
        const std::uint64_t at = last_at_most(begins, source_count, seed);
        const seed_targets& of = sources[at];
        return {of.source, static_cast<std::uint32_t>(groups.target(of, seed - begins[at]))};
    }
};

// Steps. Query(nth) are the targets of the nth source of the stretch.

template <class Query>
struct count_seeds {
    Query query;
    CONCORD_HD runtime::counts operator()(std::uint64_t nth) const { return {query(nth).count, 0}; }
};

/// Whether a source has targets, by the numbers of seeds before it and the next.
struct has_seeds {
    const std::uint64_t* before;
    std::uint64_t count;
    std::uint64_t all;

    [[nodiscard]] CONCORD_HD bool at(std::uint64_t nth) const {
        return before[nth] != (nth + 1 < count ? before[nth + 1] : all);
    }
    CONCORD_HD runtime::counts operator()(std::uint64_t nth) const { return {at(nth) ? 1U : 0U, 0}; }
};

template <class Query>
struct list_sources {
    Query query;
    has_seeds with_seeds;
    const std::uint64_t* places;
    seed_targets* sources;
    std::uint64_t* begins;

    CONCORD_HD void operator()(std::uint64_t nth) const {
        if (!with_seeds.at(nth)) return;
        sources[places[nth]] = query(nth);
        begins[places[nth]] = with_seeds.before[nth];
    }
};

/// Owns the list for `count` sources. Memory: 16 bytes each while it is made, and 28 for each that has targets. Throws
/// error (resource).
template <runtime::data_parallel_device Machine>
class seed_list {
  public:
    template <class Query>
    seed_list(Machine& machine, const seed_groups_view& groups, std::uint64_t count, const Query& query) {
        view_.groups = groups;
        if (count == 0) return;
        const auto before = machine.template make<std::uint64_t>(count);
        seeds_ = machine.exclusive_scan(count, count_seeds<Query>{query}, before.data()).count;
        if (seeds_ == 0) return;
        const auto places = machine.template make<std::uint64_t>(count);
        const has_seeds with_seeds{before.data(), count, seeds_};
        view_.source_count = machine.exclusive_scan(count, with_seeds, places.data()).count;
        sources_ = machine.template make<seed_targets>(view_.source_count);
        begins_ = machine.template make<std::uint64_t>(view_.source_count);
        machine.for_each(count, list_sources<Query>{query, with_seeds, places.data(), sources_.data(), begins_.data()});
        view_.sources = sources_.data();
        view_.begins = begins_.data();
    }

    [[nodiscard]] const seed_list_view& view() const noexcept { return view_; }
    [[nodiscard]] std::uint64_t seeds() const noexcept { return seeds_; }

  private:
    typename Machine::template array<seed_targets> sources_;
    typename Machine::template array<std::uint64_t> begins_;
    seed_list_view view_;
    std::uint64_t seeds_ = 0;
};

} // namespace concord::overlap

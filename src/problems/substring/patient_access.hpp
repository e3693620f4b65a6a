// Tables that are far away: what a window needs is asked for first, and looked at a little later, when it has come.
// Meanwhile the next windows are hashed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace concord::substring {

/// Adds to counters.
class patient_adder {
  public:
    void add(std::uint32_t* counter) {
        __builtin_prefetch(counter, 1);
        std::uint32_t*& slot = waiting_[next_++ % waiting_.size()];
        if (slot != nullptr) ++*slot;
        slot = counter;
    }
    /// The rest.
    void finish() {
        for (std::uint32_t*& slot : waiting_) {
            if (slot != nullptr) ++*slot;
            slot = nullptr;
        }
    }

  private:
    std::array<std::uint32_t*, 32> waiting_{};
    std::size_t next_ = 0;
};

/// Visits windows with their hashes, a few windows later than it is told of them.
class patient_visitor {
  public:
    /// So many hashes a window.
    explicit patient_visitor(std::size_t tables) : tables_(tables), hashes_(at_once * tables) {}

    /// Tells `tables` what to expect of this window, and calls visit(position, hashes) of an earlier one.
    template <class Tables, class Visit>
    void add(std::uint64_t position, const std::uint64_t* hashes, const Tables& tables, Visit visit) {
        for (std::size_t table = 0; table < std::min(tables_, most_expected); ++table)
            tables.expect(table, hashes[table]);
        if (added_ >= at_once) visit_one(added_, visit);
        positions_[added_ % at_once] = position;
        std::copy_n(hashes, tables_, hashes_of(added_));
        ++added_;
    }
    /// The rest.
    template <class Visit>
    void finish(Visit visit) {
        for (std::size_t window = added_ - std::min(added_, at_once); window < added_; ++window)
            visit_one(window, visit);
        added_ = 0;
    }

  private:
    /// Each asks for a cache line a table, and a core waits for some dozens of them at once. A visit that takes more
    /// may end before it comes to those.
    static constexpr std::size_t at_once = 4;
    static constexpr std::size_t most_expected = 32;

    [[nodiscard]] std::uint64_t* hashes_of(std::size_t window) { return hashes_.data() + window % at_once * tables_; }
    template <class Visit>
    void visit_one(std::size_t window, Visit visit) {
        visit(positions_[window % at_once], static_cast<const std::uint64_t*>(hashes_of(window)));
    }

    std::size_t tables_;
    std::array<std::uint64_t, at_once> positions_{};
    std::vector<std::uint64_t> hashes_;
    std::size_t added_ = 0;
};

} // namespace concord::substring

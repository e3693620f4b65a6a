// Which way finds the matches with mismatches of a collection: from seeds (seed_groups.hpp), by joining windows
// (window_join.hpp), or along all diagonals.
#pragma once

#include "problems/overlap/tables.hpp"

#include <atomic>
#include <cstdint>

namespace concord::overlap {

struct mismatch_plan {
    bool joins = false;
    std::uint64_t intact = 0; ///< pieces of a combination, of windows that are joined
    double equal = 0;         ///< chance that two letters are equal
    double work = 0;          ///< nanoseconds that the other way takes
};

/// The cheaper one by estimates from a sample of the suffix array: of the pairs of suffixes that share a seed, and of
/// those that share as many letters as a combination has. Windows are joined only where `bytes` of memory allow it.
template <class Position>
[[nodiscard]] mismatch_plan plan_mismatches(const index_tables& held, const arrays<Position>& arrays,
                                            std::uint64_t length, std::uint64_t mismatches, std::uint64_t bytes);

namespace inner {
inline std::atomic<std::uint64_t> forced_intact{0};
}

/// For tests: while it lives, windows are joined by combinations of so many pieces.
class scoped_window_join {
  public:
    explicit scoped_window_join(std::uint64_t intact) noexcept : before_(inner::forced_intact.exchange(intact)) {}
    scoped_window_join(const scoped_window_join&) = delete;
    scoped_window_join& operator=(const scoped_window_join&) = delete;
    ~scoped_window_join() { inner::forced_intact = before_; }

  private:
    std::uint64_t before_;
};

} // namespace concord::overlap

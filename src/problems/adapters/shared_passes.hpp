// The passes of a search that several processes share: each takes a share of the reads, and all get the sums.
//
//     rank 0   reads [0, m)    counts, places, statistics ─┐
//     rank 1   reads [m, n)    counts, places, statistics ─┴─ allreduce ──> the same in every rank, which decides alike
#pragma once

#include "problems/adapters/read_passes.hpp"
#include "runtime/distributed/communicator.hpp"

#include <functional>

namespace concord::adapters {

/// Every call is collective: where a rank fails or is cancelled, all of them throw error of its code.
class shared_passes final : public read_passes {
  public:
    /// `ours` are over the share of this rank; the shares are in the order of the ranks. Both must outlive it.
    shared_passes(read_passes& ours, runtime::communicator& ranks) : ours_(ours), ranks_(ranks) {}

    [[nodiscard]] const std::vector<std::uint32_t>& count_words() override;
    [[nodiscard]] std::vector<std::vector<word_place>> sample_places(const std::vector<std::uint32_t>& words,
                                                                     const std::vector<std::uint32_t>& counts) override;
    void mask_held(const std::vector<codes>& sequences) override;
    [[nodiscard]] read_statistics statistics_of(const std::vector<codes>& sequences) override;
    void check_cancelled() const override {} // one rank alone must not end: the next pass informs all

  private:
    read_passes& ours_;
    runtime::communicator& ranks_;
    std::vector<std::uint32_t> counts_; ///< of all ranks
};

/// Collective: calls work() in every rank; where one throws, all do, those that have not by themselves an error of its
/// code.
void in_all_ranks(runtime::communicator& ranks, const std::function<void()>& work);

/// Collective: the sum of the numbers of all ranks.
[[nodiscard]] std::uint64_t sum_of_ranks(runtime::communicator& ranks, std::uint64_t number);

} // namespace concord::adapters

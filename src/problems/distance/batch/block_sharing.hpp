// Rows that several processes find: in blocks of neighbouring rows, each found by one of them, and delivered in order.
#pragma once

#include "runtime/distributed/task_sharing.hpp"
#include "runtime/thread_pool.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace concord::edit_distance {

class block_sharing {
  public:
    /// A call begins; `kind` and `count` distinguish it from other calls for the same sets. Nothing is shared unless
    /// options.run.sharing says so.
    block_sharing(const sequence_set& a, const sequence_set& b, const batch_options& options, std::string_view kind,
                  std::uint64_t count = 0);

    [[nodiscard]] bool is_shared() const noexcept { return given_.run.sharing != nullptr; }
    /// For making a block: without progress, which only the whole call reports.
    [[nodiscard]] const batch_options& options() const noexcept { return options_; }

    /// Rows [first, last) as bytes; on one thread at a time.
    using maker = std::function<runtime::byte_string(std::uint64_t first, std::uint64_t last)>;
    using taker = std::function<void(std::uint64_t first, std::uint64_t last, runtime::byte_reader& content)>;
    /// Every block has `block` rows, but for the last; the same in all processes.
    void run(std::uint64_t rows, std::uint64_t block, std::string_view unit, const maker& make, const taker& take);

    /// The same for rows that are near pairs, which `find` hands to the sink it is given.
    using pair_finder = std::function<void(std::uint64_t first, std::uint64_t last, const near_pair_sink& take)>;
    void run_pairs(std::uint64_t rows, std::uint64_t block, const pair_finder& find, const near_pair_sink& sink);

    /// Rows of a block such that it has some `cells`, and that there are enough blocks for many processes.
    [[nodiscard]] std::uint64_t rows_of_block(std::uint64_t cells, std::uint64_t least) const;

  private:
    const sequence_set& a_;
    const sequence_set& b_;
    const batch_options& given_;
    batch_options options_;
};

} // namespace concord::edit_distance

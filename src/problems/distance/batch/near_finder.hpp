// All pairs within a bound: by the pieces that near sequences share, or by comparing all where that is quicker.
#pragma once

#include "problems/distance/batch/batch_run.hpp"
#include "problems/distance/batch/one_against_many.hpp"
#include "problems/distance/batch/piece_index.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace concord::edit_distance {

enum class near_way : std::uint8_t { quicker, pieces, comparing_all };

class near_finder {
  public:
    /// For these rows of a, ascending, or any part of them. Tests ask for a way, and for fewer sequences of b at a time
    /// (0: as many as the memory allows).
    near_finder(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows,
                near_way way = near_way::quicker, std::uint32_t part = 0);

    /// Whether pieces are looked up; else all are compared.
    [[nodiscard]] bool by_pieces() const noexcept { return by_pieces_; }
    /// What looking pieces up is estimated to take, as a share of what comparing all would.
    [[nodiscard]] double share_of_all() const noexcept { return share_; }
    [[nodiscard]] const std::string& why() const noexcept { return why_; }

    /// Hands on the near pairs of these rows in ascending order, those of a row in one go.
    void find(std::span<const std::uint32_t> rows, const near_pair_sink& sink);

  private:
    struct worker_space {
        worker_space(const pair_comparer& comparer, std::uint64_t most_candidates)
            : lanes(comparer), seen(most_candidates) {}
        one_against_many lanes;
        seen_marks seen;
        std::vector<std::uint32_t> candidates;
        std::vector<std::uint32_t> distances;
    };

    void choose(std::span<const std::uint32_t> rows);
    void force(near_way way, std::uint32_t part);
    [[nodiscard]] double cost_of_all(std::span<const std::uint32_t> sample) const;
    void find_by_comparing(std::span<const std::uint32_t> rows, const near_pair_sink& sink);
    void find_by_pieces(std::span<const std::uint32_t> rows, const near_pair_sink& sink);
    void look_up(const piece_index& index, std::span<const std::uint32_t> rows,
                 std::vector<std::vector<near_pair>>& found, std::uint64_t rows_before, std::uint64_t all_rows);
    void look_up(const piece_index& index, std::uint32_t a, worker_space& space, std::vector<near_pair>& found) const;

    batch_run& run_;
    std::uint64_t bound_;
    bool by_pieces_ = false;
    double share_ = 0;
    std::string why_;
    std::uint32_t part_ = 0;             ///< sequences of b whose pieces fit into memory together
    std::unique_ptr<piece_index> index_; ///< of all of b, where that is one part
};

} // namespace concord::edit_distance

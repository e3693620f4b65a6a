// Distances of many pairs, and lengths of their common subsequences, which are written as they come.
#pragma once

#include "formats/sequence_lists.hpp"
#include "output/answer.hpp"

#include <concord/distance.hpp>

#include <cstdint>
#include <string_view>

namespace concord::app {

/// Which pairs are compared.
enum class batch_kind : std::uint8_t { table, zip, all, nearest };

[[nodiscard]] std::string_view to_string(batch_kind kind) noexcept; ///< "pairs", "zip", "all", "nearest"

/// What is known before the first distance.
struct batch_facts {
    batch_kind kind = batch_kind::zip;
    const formats::sequence_lists& lists;
    const batch_options& options;
    std::uint64_t nearest = 0; ///< how many were asked for
    alphabet asked_for = alphabet::automatic;
    bool lines = false; ///< the files were to be read as one sequence a line
};

/// Rows of index_a, index_b and distance. Tables of the nearest have the names beside the indices; `with_text` adds the
/// letters to a table. The distance may be no_value. `facts.lists` must outlive it.
[[nodiscard]] row_stream distance_stream(const batch_facts& facts, bool with_text);

/// The same of lengths of common subsequences.
struct subsequence_batch_facts {
    batch_kind kind = batch_kind::zip;
    const formats::sequence_lists& lists;
    alphabet asked_for = alphabet::automatic;
    bool lines = false;
};

/// Rows of index_a, index_b and length; else as distance_stream().
[[nodiscard]] row_stream subsequence_stream(const subsequence_batch_facts& facts, bool with_text);

} // namespace concord::app

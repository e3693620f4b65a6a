// Distances of many pairs, written as they come.
#pragma once

#include "formats/output_file.hpp"
#include "formats/sequence_lists.hpp"
#include "output/run_facts.hpp"
#include <concord/distance.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

namespace concord::app {

/// Which pairs are compared.
enum class batch_kind : std::uint8_t { table, zip, all, nearest };

[[nodiscard]] std::string_view to_string(batch_kind kind) noexcept; ///< "pairs", "zip", "all", "nearest"

/// What is known before the first distance is.
struct batch_facts {
    batch_kind kind = batch_kind::zip;
    const formats::sequence_lists& lists;
    const batch_options& options;
    std::uint64_t nearest = 0; ///< how many were asked for
    alphabet asked_for = alphabet::automatic;
    bool lines = false; ///< the files were to be read as one sequence a line
};

/// Takes pairs in their order.
class distance_rows {
  public:
    distance_rows() = default;
    distance_rows(const distance_rows&) = delete;
    distance_rows& operator=(const distance_rows&) = delete;
    virtual ~distance_rows() = default;

    /// `distance` may be no_distance.
    virtual void add(std::uint64_t a, std::uint64_t b, std::uint32_t distance) = 0;
    /// After the last one.
    virtual void end(const run_facts& run) = 0;
};

/// `index_a index_b distance`, for `nearest` with `name_a` and `name_b` behind their index; `with_text` adds `text_a`
/// and `text_b`. «NA» stands for no distance.
[[nodiscard]] std::unique_ptr<distance_rows> make_tsv_rows(const batch_facts& facts, bool with_text,
                                                           formats::byte_sink sink);

/// For a person: the distance, and what was compared: the name of a record, or the text of a line.
[[nodiscard]] std::unique_ptr<distance_rows> make_text_rows(const batch_facts& facts, const text_style& style,
                                                            formats::byte_sink sink);

/// The object of schema concord.distance/1, with `"pairs":[[a,b,distance],…]`, null for no distance.
[[nodiscard]] std::unique_ptr<distance_rows> make_json_rows(const batch_facts& facts, formats::byte_sink sink);

} // namespace concord::app

// A part of `concord component`, and the whole that parts add up to. A part says which component it found; the matrices
// are read again where parts are merged, since their cells are what a whole is drawn from.
#pragma once

#include "output/component_answer.hpp"
#include "output/part_file.hpp"
#include <concord/cluster.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// What a shard was asked that changes only what is told.
struct component_part_arguments {
    std::string mask;    ///< a file, or empty
    std::string picture; ///< a file, or empty
};

void write_component_part(const component_answer& answer, const component_part_arguments& arguments, const shard& which,
                          const std::vector<std::pair<std::string, std::string>>& facts,
                          const formats::byte_sink& sink);

/// What parts of `concord component` add up to, before its cells are grown from the matrices.
struct merged_component {
    std::array<std::string, 2> files;
    std::array<std::string, 2> digests; ///< of the matrices, as runtime::digest_of gives them
    formats::cell_request asked_for = formats::cell_request::automatic;
    component_options options;
    component_part_arguments arguments;
    bool found = false;
    std::uint64_t size = 0;
    matrix_shift shift;
    matrix_cell first;
};
[[nodiscard]] merged_component merge_component_parts(const std::vector<part>& parts);

} // namespace concord::app

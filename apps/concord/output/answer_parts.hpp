// A part of `concord substring`, and the whole that parts add up to.
#pragma once

#include "output/component_answer.hpp"
#include "output/part_file.hpp"
#include "output/substring_answer.hpp"

#include <concord/cluster.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// Arguments of a shard that change only what is written.
struct substring_part_arguments {
    std::string occurrences;  ///< a file, or empty
    std::string per_sequence; ///< a file, or empty
};

/// `answer.result.ties` and `.occurrences` must be filled.
void write_substring_part(const substring_answer& answer, const substring_part_arguments& arguments, const shard& which,
                          const std::vector<std::pair<std::string, std::string>>& facts,
                          const formats::byte_sink& sink);

/// What parts of `concord substring` add up to.
struct merged_substring {
    sequence_set sequences; ///< with the letters that are shown
    collection_facts whole;
    substring_options options;
    substring_result result;
    substring_part_arguments arguments;
    std::vector<std::string> files;
    std::string support_given;
    alphabet asked_for = alphabet::automatic;
};
[[nodiscard]] merged_substring merge_substring_parts(const std::vector<part>& parts);

/// Arguments of a shard that change only what is written.
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

// A part of `concord substring`, and the whole that parts add up to.
#pragma once

#include "output/part_file.hpp"
#include "output/substring_answer.hpp"
#include <concord/cluster.hpp>

#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// What a shard was asked that changes only what is told.
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

} // namespace concord::app

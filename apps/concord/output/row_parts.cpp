#include "output/row_parts.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>
#include <utility>

namespace concord::app {

row_part::row_part(std::string command, task_sharing& sharing, json input, json wishes, formats::output_file* out)
    : command_(std::move(command)), sharing_(sharing), input_(std::move(input)), wishes_(std::move(wishes)), out_(out) {
    sharing_.hand_blocks_to(
        [this](std::uint64_t block, const runtime::byte_string& content) { writer().add(block, content); });
}

rows_part_writer& row_part::writer() {
    if (!writer_) {
        json body = part_opening(command_, sharing_.part(), facts_of_call(sharing_), input_, wishes_);
        writer_.emplace(std::move(body), out_->sink());
    }
    return *writer_;
}

void row_part::finish() {
    if (out_ == nullptr) return;
    writer().end();
    out_->finish();
}

void take_rows_from(merged_rows& rows, task_sharing& sharing) {
    sharing.take_blocks_from([&rows](std::uint64_t block) { return rows.block(block); });
}

void require_fact(const std::vector<part>& parts, const std::string& name, const std::string& value,
                  const std::string& what) {
    for (const json& fact : parts.front().body["facts"])
        if (fact[0] == name && fact[1] == value) return;
    throw error(error_code::bad_input, fmt::format("{}: is not what the shards were given", what));
}

} // namespace concord::app

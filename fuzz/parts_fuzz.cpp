// Any bytes as what a shard wrote: only bad input leaves what reads and merges parts. The first byte says whether the
// bytes are the whole file, or the body of a part, whose checksum is made right, so that what stands behind it is
// looked at; for some, rows follow the line, whose checksums are made right as well.
#include "base/checksum.hpp"
#include "output/answer_parts.hpp"
#include "output/part_file.hpp"
#include "output/rows_part.hpp"
#include "promise.hpp"

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace concord;
using fuzz::require;

/// Frames of rows, as many as there are sizes, and the end.
void append_rows(std::string& file, fuzz::choices& from) {
    std::uint64_t blocks = 0;
    const auto frame = [&](std::uint64_t number, std::uint64_t size, std::uint64_t checksum) {
        const std::array<std::uint64_t, 3> words{number, size, checksum};
        file.append(reinterpret_cast<const char*>(words.data()), sizeof words);
    };
    for (; blocks < 3 && !from.empty(); ++blocks) {
        const std::string content(from.below(9), static_cast<char>(from.byte()));
        const std::uint64_t odd = from.below(16);
        const auto bytes = std::as_bytes(std::span(content));
        frame(odd == 0 ? 7 : blocks, odd == 1 ? ~std::uint64_t{0} >> 3U : content.size(),
              base::checksum_of_block(blocks, bytes) ^ (odd == 2 ? 1U : 0U));
        file += content;
    }
    frame(~std::uint64_t{0}, blocks, base::checksum_of_block(blocks, {}));
}

/// A collection of a billion empty sequences is sound, and takes its memory.
void make_small(app::json& value) {
    if (value.is_number() && value > 5000) value = 5000;
    if (value.is_structured())
        for (app::json& each : value)
            make_small(each);
}

std::string with_checksum(std::string_view text) {
    std::string file;
    app::json body = app::json::parse(text, nullptr, false);
    if (body.is_discarded()) return std::string(text);
    make_small(body);
    app::write_part(body, [&](std::string_view bytes) { file.append(bytes); });
    return file;
}

void merge(const std::string& path) {
    const std::vector<app::part> parts = app::read_parts({path});
    const app::json& command = parts.front().body.at("command");
    if (command == "substring") {
        const app::merged_substring whole = app::merge_substring_parts(parts);
        require(whole.sequences.size() == whole.whole.sequences, "the whole has all sequences");
    } else if (command == "component") {
        static_cast<void>(app::merge_component_parts(parts));
    } else {
        app::merged_rows rows(parts);
        for (unsigned block = 0; block < 4 && rows.next(); ++block) {
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::choices from(data, size);
    const std::uint8_t choice = from.byte();
    std::string file(from.rest());
    if (choice % 4 != 0) file = with_checksum(from.rest());
    if (choice % 4 == 1) append_rows(file, from);
    const fuzz::memory_file held(file);
    static_cast<void>(fuzz::is_sound([&] { merge(held.path()); }));
    return 0;
}

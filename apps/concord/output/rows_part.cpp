#include "output/rows_part.hpp"

#include "base/checksum.hpp"
#include "formats/content.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

namespace concord::app {
namespace {

constexpr std::uint64_t end_mark = ~std::uint64_t{0};
constexpr std::size_t buffer_bytes = std::size_t{1} << 16U;
constexpr std::size_t read_at_once = std::size_t{1} << 20U; // of a block: a wrong size costs no memory

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

rows_part_writer::rows_part_writer(json body, formats::byte_sink sink) : sink_(std::move(sink)) {
    body["rows"] = true;
    write_part(body, sink_);
}

void rows_part_writer::frame(std::uint64_t number, std::uint64_t size, std::uint64_t checksum) {
    const std::array<std::uint64_t, 3> frame_words{number, size, checksum};
    sink_(as_text(std::as_bytes(std::span(frame_words))));
}

void rows_part_writer::add(std::uint64_t number, std::span<const std::byte> content) {
    frame(number, content.size(), base::checksum_of_block(number, content));
    sink_(as_text(content));
    ++blocks_;
}

void rows_part_writer::end() { frame(end_mark, blocks_, base::checksum_of_block(blocks_, {})); }

part_bytes::part_bytes(const std::string& file) : file_(file), watch_({}, {}, 0), buffer_(buffer_bytes) {
    source_ = formats::open_content(formats::open_file(file, watch_, stop_.get_token()), 1, stop_);
}

part_bytes::~part_bytes() = default;

bool part_bytes::refill() {
    if (at_ < held_) return true;
    try {
        held_ = source_->read(buffer_);
    } catch (const formats::damaged_stream& failure) {
        throw error(error_code::bad_input,
                    fmt::format("{}: is damaged: byte {} of the compressed file: {}", formats::display_name(file_),
                                failure.position(), failure.what()));
    }
    at_ = 0;
    return held_ > 0;
}

std::string part_bytes::line() {
    std::string text;
    while (refill()) {
        const auto begin = buffer_.begin() + static_cast<std::ptrdiff_t>(at_);
        const auto last = buffer_.begin() + static_cast<std::ptrdiff_t>(held_);
        const auto end = std::find(begin, last, '\n');
        text.append(begin, end);
        at_ = static_cast<std::size_t>(end - buffer_.begin());
        if (end != last) {
            ++at_;
            break;
        }
    }
    return text;
}

std::size_t part_bytes::read(std::span<std::byte> into) {
    std::size_t count = 0;
    while (count < into.size() && refill()) {
        const std::size_t here = std::min(into.size() - count, held_ - at_);
        std::memcpy(into.data() + count, buffer_.data() + at_, here);
        at_ += here;
        count += here;
    }
    return count;
}

rows_part_reader::rows_part_reader(const std::string& file) : file_(file), bytes_(file) {
    static_cast<void>(bytes_.line()); // the opening line has been read
}

void rows_part_reader::damaged() const {
    throw error(error_code::bad_input,
                fmt::format("{}: is damaged or cut off: its rows are not those that were written",
                            formats::display_name(file_)));
}

std::optional<block_of_rows> rows_part_reader::next() {
    std::array<std::uint64_t, 3> frame_words{};
    if (bytes_.read(std::as_writable_bytes(std::span(frame_words))) != sizeof frame_words) damaged();
    const auto& [number, size, checksum] = frame_words;
    if (number == end_mark) {
        std::array<std::byte, 1> more{};
        if (size != blocks_ || checksum != base::checksum_of_block(blocks_, {}) || bytes_.read(more) > 0) damaged();
        return std::nullopt;
    }
    block_of_rows block{number, {}};
    while (block.content.size() < size) {
        const std::size_t before = block.content.size();
        const auto here = std::min<std::size_t>(std::max(read_at_once, before), size - before);
        block.content.resize(before + here);
        if (bytes_.read(std::span(block.content).subspan(before)) != here) damaged();
    }
    if (base::checksum_of_block(number, block.content) != checksum) damaged();
    ++blocks_;
    return block;
}

merged_rows::merged_rows(const std::vector<part>& parts) {
    for (std::size_t index = 0; index < parts.size(); ++index) {
        const std::string& file = parts[index].file;
        if (file == "-") throw error(error_code::usage, "parts that hold rows are read twice: not from standard input");
        rows_part_reader whole(file);
        for (std::uint64_t expected = index; const auto block = whole.next(); expected += parts.size())
            if (block->number != expected)
                throw error(error_code::bad_input, fmt::format("{}: is damaged: expected block {} of rows, found {}",
                                                               formats::display_name(file), expected, block->number));
        files_.push_back(file);
        parts_.push_back(std::make_unique<rows_part_reader>(file));
    }
}

std::vector<std::byte> merged_rows::block(std::uint64_t number) {
    const std::size_t index = number % parts_.size();
    auto block = parts_[index]->next();
    if (!block || block->number != number)
        throw error(error_code::bad_input,
                    fmt::format("{}: has no block {} of the rows", formats::display_name(files_[index]), number));
    return std::move(block->content);
}

std::optional<std::vector<std::byte>> merged_rows::next() {
    auto block = parts_[next_ % parts_.size()]->next();
    if (block) {
        ++next_;
        return std::move(block->content);
    }
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(next_ % parts_.size()));
    files_.clear();
    end(); // where this part has no more blocks, the others have none either
    return std::nullopt;
}

void merged_rows::end() {
    for (std::size_t index = 0; index < parts_.size(); ++index)
        if (parts_[index]->next())
            throw error(error_code::bad_input, "the parts do not hold as many blocks of rows each as belong together");
}

row_part::row_part(std::string command, task_sharing& sharing, json input, json arguments, formats::output_file* out)
    : command_(std::move(command)), sharing_(sharing), input_(std::move(input)), arguments_(std::move(arguments)),
      out_(out) {
    sharing_.hand_blocks_to(
        [this](std::uint64_t block, const runtime::byte_string& content) { writer().add(block, content); });
}

rows_part_writer& row_part::writer() {
    if (!writer_) {
        json body = part_opening(command_, sharing_.part(), facts_of_call(sharing_), input_, arguments_);
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
    const bool is_stated = from_content(parts, [&] {
        return std::ranges::any_of(parts.front().body.at("facts"),
                                   [&](const json& fact) { return fact.at(0) == name && fact.at(1) == value; });
    });
    if (is_stated) return;
    throw error(error_code::bad_input, fmt::format("{}: is not what the shards were given", what));
}

} // namespace concord::app

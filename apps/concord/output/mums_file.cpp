#include "output/mums_file.hpp"

#include "formats/printable.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace concord::app {

mummer_file::mummer_file(const row_stream& stream, std::uint64_t sequences_of_a, formats::byte_sink sink)
    : sequences_(*stream.columns.front().sequences), of_a_(sequences_of_a), of_b_(sequences_.size() - sequences_of_a),
      sink_(std::move(sink)) {
    for (std::size_t at = 0; at < stream.columns.size(); ++at)
        if (stream.columns[at].is_strand) strand_ = at;
    for (std::uint64_t sequence = 0; of_a_ > 1 && sequence < of_a_; ++sequence)
        name_width_ = std::max(name_width_, formats::written_name(name(sequence)).size());
}

void mummer_file::add(std::span<const std::uint64_t> row) {
    const bool is_reverse = strand_ && row[*strand_] != 0;
    const std::uint64_t length = row.back();
    const std::uint64_t along = is_reverse ? sequences_.length(of_a_ + row[2]) - row[3] - length : row[3];
    begin_until((is_reverse ? of_b_ : 0) + row[2] + 1);
    const std::string name_of_a =
        name_width_ == 0 ? "" : fmt::format("  {:<{}}", formats::written_name(name(row[0])), name_width_);
    sink_(fmt::format("{}{:>{}}  {:>8}  {:>8}\n", name_of_a, row[1] + 1, name_width_ == 0 ? 8 : 10, along + 1, length));
}

void mummer_file::end() { begin_until(strand_ ? 2 * of_b_ : of_b_); }

void mummer_file::begin_until(std::uint64_t strand) {
    for (; begun_ < strand; ++begun_)
        sink_(fmt::format("> {}{}\n", formats::written_name(name(of_a_ + begun_ % of_b_)),
                          begun_ < of_b_ ? "" : " Reverse"));
}

std::string_view mummer_file::name(std::uint64_t sequence) const { return sequences_.name(sequence); }

std::string mumemto_line(const multi_match& match, std::uint64_t sequences, bool one_copy) {
    std::string starts;
    std::string holders;
    std::string strands;
    const auto add = [](std::string& list, bool is_first, const std::string& item) {
        if (!is_first) list += ',';
        list += item;
    };
    const auto sign = [](const overlap_place& at) {
        return std::string(strand_sign(static_cast<std::uint64_t>(at.on)));
    };
    if (one_copy) {
        std::size_t next = 0;
        for (std::uint64_t sequence = 0; sequence < sequences; ++sequence) {
            const bool holds = next < match.places.size() && match.places[next].sequence == sequence;
            add(starts, sequence == 0, holds ? std::to_string(match.places[next].start) : "");
            add(strands, sequence == 0, holds ? sign(match.places[next]) : "");
            if (holds) ++next;
        }
        return fmt::format("{}\t{}\t{}\n", match.length, starts, strands);
    }
    for (const overlap_place& at : match.places) {
        const bool is_first = starts.empty();
        add(starts, is_first, std::to_string(at.start));
        add(holders, is_first, std::to_string(at.sequence));
        add(strands, is_first, sign(at));
    }
    return fmt::format("{}\t{}\t{}\t{}\n", match.length, starts, holders, strands);
}

} // namespace concord::app

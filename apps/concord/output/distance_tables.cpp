#include "output/distance_rows.hpp"

#include "formats/printable.hpp"
#include "output/painter.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace concord::app {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16U; // bytes that are handed on at once

/// The whole of a sequence, as a table can hold it.
std::string text_of(const sequence_set& set, std::uint64_t sequence) {
    const std::string text = set.text(sequence, 0, set.length(sequence));
    return set.alphabet() == alphabet::utf8 ? formats::escaped_text(text) : formats::escaped(text);
}

class tsv_rows final : public distance_rows {
  public:
    tsv_rows(const batch_facts& facts, bool with_text, formats::byte_sink sink)
        : lists_(facts.lists), with_names_(facts.kind == batch_kind::nearest), with_text_(with_text),
          sink_(std::move(sink)) {
        row_ = with_names_ ? "index_a\tname_a\tindex_b\tname_b\tdistance" : "index_a\tindex_b\tdistance";
        row_ += with_text_ ? "\ttext_a\ttext_b\n" : "\n";
    }

    void add(std::uint64_t a, std::uint64_t b, std::uint32_t distance) override {
        add_side(lists_.a, a);
        add_side(lists_.b, b);
        if (distance == no_distance) {
            row_ += "NA";
        } else {
            add_number(distance);
        }
        if (with_text_) row_.append("\t").append(text_of(lists_.a, a)).append("\t").append(text_of(lists_.b, b));
        row_.push_back('\n');
        if (row_.size() >= piece) flush();
    }

    void end(const run_facts& /*run*/) override { flush(); }

  private:
    void add_number(std::uint64_t number) {
        const fmt::format_int digits(number);
        row_.append(digits.data(), digits.size());
    }

    void add_side(const sequence_set& set, std::uint64_t sequence) {
        add_number(sequence);
        row_.push_back('\t');
        if (with_names_) row_.append(formats::escaped_text(set.name(sequence))).push_back('\t');
    }

    void flush() {
        sink_(row_);
        row_.clear();
    }

    const formats::sequence_lists& lists_;
    bool with_names_;
    bool with_text_;
    formats::byte_sink sink_;
    std::string row_; ///< and some before it
};

class text_rows final : public distance_rows {
  public:
    text_rows(const batch_facts& facts, const text_style& style, formats::byte_sink sink)
        : lists_(facts.lists), paint_(style.colour), width_(std::clamp<std::size_t>(style.columns / 2, 30, 100) - 8),
          sink_(std::move(sink)) {
        sink_(paint_.heading(fmt::format("distance  {:<{}}  {}", "a", first_width, "b")) + "\n");
    }

    void add(std::uint64_t a, std::uint64_t b, std::uint32_t distance) override {
        const std::string number = distance == no_distance ? "none" : formats::grouped(distance);
        std::string first = label(lists_.a, a);
        if (const std::uint64_t taken = sequence::count_code_points(first); taken < first_width)
            first.append(first_width - taken, ' ');
        sink_(fmt::format("{}  {}  {}\n", paint_.answer(fmt::format("{:>8}", number)), first, label(lists_.b, b)));
    }

    void end(const run_facts& /*run*/) override {}

  private:
    static constexpr std::size_t first_width = 24;

    /// Records have names; what stands on a line is known by itself.
    [[nodiscard]] std::string label(const sequence_set& set, std::uint64_t sequence) const {
        const std::string_view name = set.name(sequence);
        if (!name.empty() && name != std::to_string(sequence + 1)) return formats::shortened(name, width_);
        return formats::shortened(set.text(sequence, 0, std::min<std::uint64_t>(set.length(sequence), width_ + 1)),
                                  width_);
    }

    const formats::sequence_lists& lists_;
    painter paint_;
    std::size_t width_;
    formats::byte_sink sink_;
};

} // namespace

std::string_view to_string(batch_kind kind) noexcept {
    switch (kind) {
    case batch_kind::table: return "pairs";
    case batch_kind::zip: return "zip";
    case batch_kind::all: return "all";
    case batch_kind::nearest: return "nearest";
    }
    return "";
}

std::unique_ptr<distance_rows> make_tsv_rows(const batch_facts& facts, bool with_text, formats::byte_sink sink) {
    return std::make_unique<tsv_rows>(facts, with_text, std::move(sink));
}

std::unique_ptr<distance_rows> make_text_rows(const batch_facts& facts, const text_style& style,
                                              formats::byte_sink sink) {
    return std::make_unique<text_rows>(facts, style, std::move(sink));
}

} // namespace concord::app

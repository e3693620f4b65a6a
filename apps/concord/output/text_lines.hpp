// Building blocks of texts for a person.
#pragma once

#include "formats/output_file.hpp"
#include "output/json.hpp"

#include <concord/sequences.hpp>

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace concord::app {

/// The few ways to highlight text; without colour, none.
class painter {
  public:
    explicit painter(bool colour) : colour_(colour) {}

    [[nodiscard]] std::string answer(std::string_view text) const { return paint("1;32", text); }
    [[nodiscard]] std::string heading(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string aside(std::string_view text) const { return paint("2", text); }
    [[nodiscard]] std::string match(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string mismatch(std::string_view text) const { return paint("1;31", text); }

  private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        if (!colour_ || text.empty()) return std::string(text);
        return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
    }

    bool colour_;
};

/// Text with one column for each letter, whatever the alphabet.
[[nodiscard]] std::string one_column_each(std::string text);

class text_lines {
  public:
    text_lines(const text_style& style, const formats::byte_sink& sink);

    /// Letters of a region, wrapped between empty lines; the first 2,000 of them.
    void letters(const sequence_set& sequences, std::uint64_t sequence, std::uint64_t start,
                 std::uint64_t length) const;
    /// "length     16 letters"
    void fact(std::string_view label, const std::string& value) const;
    /// The fact where a region stands.
    void place(const sequence_set& sequences, std::uint64_t sequence, std::uint64_t start, std::uint64_t length) const;
    /// The fact about the input.
    void input(const sequence_set& sequences) const { input(collection_facts(sequences)); }
    void input(const collection_facts& facts) const;
    void line(const std::string& text) const { sink_(text + "\n"); }

    [[nodiscard]] const painter& paint() const noexcept { return paint_; }
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

  private:
    painter paint_;
    std::size_t columns_;
    const formats::byte_sink& sink_;
};

} // namespace concord::app

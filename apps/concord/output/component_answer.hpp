// What `concord component` found, and what of it is written.
#pragma once

#include "formats/matrix_file.hpp"
#include "output/answer.hpp"
#include "output/kept_components.hpp"

#include <concord/component.hpp>

#include <cstdint>

namespace concord::app {

/// All that is written about a run.
struct component_answer {
    const formats::matrix_pair& input;
    const component_options& options;
    const component_result& result;
    formats::cell_request asked_for = formats::cell_request::automatic;
    run_facts run;
    /// All that are reported, `result` the first of them, where several were asked for; else null.
    const kept_components* several = nullptr;
    std::uint64_t top = 0; ///< that do not overlap, at most; 0: every largest one
};

/// The rows and columns that hold all cells of a component: half open, of B.
struct cell_box {
    std::uint64_t first_row = 0;
    std::uint64_t end_row = 0;
    std::uint64_t first_column = 0;
    std::uint64_t end_column = 0;

    [[nodiscard]] std::uint64_t rows() const noexcept { return end_row - first_row; }
    [[nodiscard]] std::uint64_t columns() const noexcept { return end_column - first_column; }
};
/// Of a component that was found.
[[nodiscard]] cell_box box_of(const component_result& result);

/// For the exporters.
[[nodiscard]] answer described(const component_answer& found);

/// As it was given: a number, or a list of one for each channel.
[[nodiscard]] json tolerance_of(const component_options& options);
/// "within 3", "within 3, 3, 8, by channel"; empty where only equal cells agree.
[[nodiscard]] std::string agreement_of(const component_options& options);
/// Channels where there is a tolerance.
[[nodiscard]] formats::colour_request colours_for(const component_options& options);

[[nodiscard]] std::string_view to_string(formats::cell_request requested) noexcept; ///< "auto", "letters", "numbers"

/// For a person: its size, where it is, and its cells, drawn if they fit the line.
void write_component_text(const component_answer& answer, const text_style& style, const formats::byte_sink& sink);

/// An array of booleans in .npy, of the shape of B, true where the component is; of several, where any of them is.
void write_component_mask(const component_answer& answer, const formats::byte_sink& sink);
/// A PNG: A on the left, B on the right, pale but for the component, which is outlined; a frame around what the shift
/// makes overlap. Neither is higher or wider than `longest_side` pixels: larger ones are scaled down.
void write_component_picture(const component_answer& answer, const formats::byte_sink& sink,
                             std::size_t longest_side = 1400);

} // namespace concord::app

#include "formats/matrix_file.hpp"

#include "formats/byte_source.hpp"
#include "formats/content.hpp"
#include "formats/matrix_formats.hpp"

#include <fmt/format.h>
#include <new>
#include <optional>
#include <utility>
#include <variant>

namespace concord::formats {
namespace {

using namespace std::string_view_literals;

using parsed_file = std::variant<matrix, pixels>;

struct picture_format {
    std::string_view first_bytes;
    std::string_view name;
};

/// Pictures that people have, and that this program does not read.
constexpr std::array picture_formats = {
    picture_format{"\xFF\xD8\xFF"sv, "JPEG"}, picture_format{"GIF8"sv, "GIF"},  picture_format{"II*\0"sv, "TIFF"},
    picture_format{"MM\0*"sv, "TIFF"},        picture_format{"RIFF"sv, "WebP"}, picture_format{"%PDF"sv, "PDF"},
};

void turn_down_other_pictures(std::string_view content, std::string_view file, cell_request requested) {
    for (const picture_format& format : picture_formats)
        if (content.starts_with(format.first_bytes) && content.find('\0') != std::string_view::npos)
            throw wrong_matrix(file, fmt::format("expected a matrix or a picture in PNG, PGM or PPM, found {} (convert "
                                                 "it to PNG)",
                                                 format.name));
    turn_down_other_formats(content, std::string(file), true);
    if (content.empty())
        throw wrong_matrix(file, fmt::format("expected {}, found an empty file",
                                             requested == cell_request::numbers ? "numbers" : "a matrix"));
}

parsed_file parse(std::string_view content, std::string_view file, cell_request requested) {
    const bool is_array = looks_like_npy(content);
    const bool is_text =
        !is_array && !looks_like_png(content) && (requested == cell_request::letters || !looks_like_pnm(content));
    if (!is_text && requested == cell_request::letters)
        throw error(error_code::usage, fmt::format("--cells letters is about text, and {} is {}", file,
                                                   is_array ? "an array" : "a picture"));
    if (is_array) return parse_npy(content, file);
    if (looks_like_png(content)) return parse_png(content, file);
    if (!is_text) return parse_pnm(content, file);
    turn_down_other_pictures(content, file, requested);
    if (requested == cell_request::numbers || (requested == cell_request::automatic && begins_with_numbers(content)))
        return parse_numbers(content, file);
    return parse_letters(content, file);
}

parsed_file parse_or_tell(std::string_view content, std::string_view file, cell_request requested) {
    try {
        return parse(content, file, requested);
    } catch (const std::bad_alloc&) {
        throw error(error_code::resource, fmt::format("{}: too large for the memory", file));
    }
}

cell_kind kind_of(const matrix& of) {
    if (std::holds_alternative<matrix::integers>(of.cells())) return cell_kind::integers;
    return std::holds_alternative<matrix::reals>(of.cells()) ? cell_kind::reals : cell_kind::letters;
}

/// Letters beside numbers are most often a file of another format than was taken for it.
void check_kinds(const matrix_pair& pair) {
    if (pair.a().is_numbers() == pair.b().is_numbers()) {
        if ((pair.kinds[0] == cell_kind::colours) == (pair.kinds[1] == cell_kind::colours)) return;
    }
    throw error(
        error_code::usage,
        fmt::format("{} holds {} and {} holds {}; they can be compared only where both are of one kind (--cells "
                    "says what text files hold)",
                    display_name(pair.files[0]), to_string(pair.kinds[0]), display_name(pair.files[1]),
                    to_string(pair.kinds[1])));
}

matrix_pair join(const std::array<std::string, 2>& names, std::array<parsed_file, 2> parsed, colour_request colours) {
    matrix_pair pair;
    pair.files = names;
    std::array<const pixels*, 2> images = {std::get_if<pixels>(&parsed[0]), std::get_if<pixels>(&parsed[1])};
    const auto coloured = [](const pixels* image) { return image != nullptr && !is_grey(*image); };
    const bool any_coloured = coloured(images[0]) || coloured(images[1]);
    for (std::size_t i = 0; i < 2; ++i) {
        pair.pictures[i] = images[i] != nullptr;
        if (images[i] == nullptr) {
            pair.of[i] = std::move(std::get<matrix>(parsed[i]));
            pair.kinds[i] = kind_of(pair.of[i]);
        } else if (!coloured(images[i]) && (!any_coloured || images[1 - i] == nullptr)) {
            pair.of[i] = grey_matrix(*images[i]);
            pair.kinds[i] = cell_kind::integers;
        } else {
            pair.kinds[i] = cell_kind::colours;
        }
    }
    std::vector<const pixels*> to_colour;
    for (std::size_t i = 0; i < 2; ++i)
        if (pair.kinds[i] == cell_kind::colours) to_colour.push_back(images[i]);
    std::vector<matrix> made;
    if (colours == colour_request::channels && !to_colour.empty()) {
        channel_matrices channels = matrices_of_channels(to_colour);
        pair.white = channels.white;
        made = std::move(channels.of);
    } else {
        coloured_matrices symbols = colour_matrices(to_colour);
        pair.colours = std::move(symbols.colours);
        made = std::move(symbols.of);
    }
    for (std::size_t i = 0, next = 0; i < 2; ++i)
        if (pair.kinds[i] == cell_kind::colours) pair.of[i] = std::move(made[next++]);
    check_kinds(pair);
    return pair;
}

} // namespace

std::string_view to_string(cell_kind kind) noexcept {
    switch (kind) {
    case cell_kind::letters: return "letters";
    case cell_kind::colours: return "colours";
    case cell_kind::integers: return "integers";
    case cell_kind::reals: return "reals";
    }
    return "";
}

matrix_pair parse_matrices(const std::array<std::string, 2>& names, const std::array<std::string_view, 2>& contents,
                           cell_request requested, colour_request colours) {
    return join(names,
                {parse_or_tell(contents[0], display_name(names[0]), requested),
                 parse_or_tell(contents[1], display_name(names[1]), requested)},
                colours);
}

matrix_pair read_matrices(const std::array<std::string, 2>& paths, cell_request requested, const read_options& options,
                          colour_request colours) {
    const auto read = [&](const std::string& path) { // one content at a time is held
        const std::string content = read_whole_file(path, options);
        return parse_or_tell(content, display_name(path), requested);
    };
    parsed_file a = read(paths[0]);
    return join(paths, {std::move(a), read(paths[1])}, colours);
}

} // namespace concord::formats

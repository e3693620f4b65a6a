#include "formats/fastx_block.hpp"

#include "formats/fastx_reader.hpp"
#include "formats/fastx_rows.hpp"
#include "sequence/letter_code.hpp"
#include "sequence/staged_letters.hpp"
#include "sequence/utf8.hpp"
#include "simd/vector_target.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace concord::formats {
namespace {

using sequence::ambiguous_code;
using sequence::letters_per_word;
using sequence::most_planes;
using sequence::packed_block;

char upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

void add_ambiguous(packed_block& block, std::uint64_t position, char letter) {
    if (block.ambiguous_runs.size() > 0) {
        sequence::ambiguous_run& last = block.ambiguous_runs[block.ambiguous_runs.size() - 1];
        if (last.end == position && last.letter == letter) {
            ++last.end;
            return;
        }
    }
    block.ambiguous_runs.push_back({position, position + 1, letter});
}

/// DNA with ambiguous letters; their code is all ones.
bool pack_unusual(fastx_rows& rows, const char* letters, std::size_t count) {
    auto& block = *static_cast<packed_block*>(rows.owner);
    for (std::size_t i = 0; i < count; ++i, ++rows.letters) {
        const char given = letters[i];
        std::uint64_t code = rows.code_of[static_cast<unsigned char>(given)];
        if (code == sequence::invalid_code) return false;
        if (code == ambiguous_code) {
            add_ambiguous(block, rows.letters, upper(given));
            code = 3;
        } else if (code == 3) {
            (upper(given) == 'U' ? rows.saw_u : rows.saw_t) = true;
        }
        const unsigned bit = rows.letters % letters_per_word;
        for (unsigned plane = 0; plane < rows.planes; ++plane) {
            std::uint64_t& word = rows.plane[plane][rows.letters / letters_per_word];
            word = (bit == 0 ? 0 : word) | (code >> plane & 1U) << bit;
        }
    }
    return true;
}

constexpr unsigned ascii_planes = 7;

bool is_ascii(std::string_view text) {
    char bits = 0;
    for (const char letter : text)
        bits = static_cast<char>(bits | letter);
    return static_cast<unsigned char>(bits) < 0x80;
}

/// Room for what so many bytes and lines can hold. Memory that is not written to costs nothing.
fastx_rows rows_in(packed_block& block, std::string_view text, std::size_t lines, const fastx_manner& manner) {
    fastx_rows rows;
    rows.text = text.data();
    rows.lines = lines;
    rows.kind = manner.kind;
    if (manner.kind == alphabet::utf8) {
        rows.planes = is_ascii(text) ? ascii_planes : sequence::most_code_point_planes;
    } else {
        rows.code_of = sequence::code_for(manner.kind).code_of.data();
        rows.planes = sequence::code_for(manner.kind).planes;
    }
    for (unsigned plane = 0; plane < rows.planes; ++plane) {
        block.planes[plane].resize_for_overwrite(text.size() / letters_per_word + 4);
        rows.plane[plane] = block.planes[plane].data();
    }
    block.starts.resize_for_overwrite(lines);
    block.name_ends.resize_for_overwrite(lines);
    block.names.resize_for_overwrite(text.size() + rows_padding);
    block.ambiguous_runs.resize_for_overwrite(0);
    rows.starts = block.starts.data();
    rows.name_ends = block.name_ends.data();
    rows.names = block.names.data();
    rows.pack_unusual = &pack_unusual;
    rows.owner = &block;
    return rows;
}

/// Lines of utf8, of any code points. Returns the line behind the last that is sound.
std::size_t pack_code_points(fastx_rows& rows, std::size_t line) {
    constexpr std::size_t groups = sequence::staged_letters::groups;
    std::array<std::array<std::uint8_t, letters_per_word>, groups> bytes{}; // of the letters of the word that is next
    const auto put_word = [&](std::uint64_t word) {
        for (unsigned group = 0; group < groups; ++group) {
            const std::array<std::uint64_t, 8> made = sequence::planes_of_bytes(bytes[group].data());
            for (unsigned plane = 8 * group; plane < std::min(8 * (group + 1), rows.planes); ++plane)
                rows.plane[plane][word] = made[plane % 8];
        }
        bytes = {};
    };
    for (; line < rows.lines; ++line) {
        const std::size_t begin = line == 0 ? 0 : rows.ends[line - 1] + std::size_t{1};
        std::string_view rest(rows.text + begin, rows.ends[line] - begin);
        if (rest.ends_with('\r')) rest.remove_suffix(1);
        rows.starts[rows.sequences++] = rows.letters;
        while (!rest.empty()) {
            const sequence::utf8_letter letter = sequence::first_utf8_letter(rest);
            if (letter.bytes == 0) return line;
            rest.remove_prefix(letter.bytes);
            for (unsigned group = 0; group < groups; ++group)
                bytes[group][rows.letters % letters_per_word] =
                    static_cast<std::uint8_t>(letter.code_point >> 8 * group);
            if (++rows.letters % letters_per_word == 0) put_word(rows.letters / letters_per_word - 1);
        }
    }
    if (rows.letters % letters_per_word != 0) put_word(rows.letters / letters_per_word);
    return line;
}

std::size_t pack_rows(const fastx_row_kernels& kernels, fastx_rows& rows, std::size_t first, char marker) {
    switch (marker) {
    case '>': return kernels.pack_fasta(rows, first);
    case '@': return kernels.pack_fastq(rows, first);
    default: return rows.planes > most_planes ? pack_code_points(rows, first) : kernels.pack_lines(rows, first);
    }
}

void take_over(const fastx_rows& rows, packed_block& block) {
    block.letters = rows.letters;
    block.first_number = 0;
    block.starts.resize_for_overwrite(rows.sequences);
    block.name_ends.resize_for_overwrite(rows.sequences);
    block.names.resize_for_overwrite(rows.name_bytes);
    block.saw_t = rows.saw_t;
    block.saw_u = rows.saw_u;
    const std::uint64_t word = rows.letters / letters_per_word;
    for (unsigned plane = 0; plane < rows.planes; ++plane) { // what is behind the last letters was never written to
        std::uint64_t* const words = rows.plane[plane];
        if (rows.letters % letters_per_word == 0) words[word] = 0;
        words[word + 1] = 0;
    }
    block.planes_in_use = rows.planes;
    const auto is_zero = [&](unsigned plane) {
        return std::all_of(rows.plane[plane], rows.plane[plane] + word + 1,
                           [](std::uint64_t bits) { return bits == 0; });
    };
    while (rows.kind == alphabet::utf8 && block.planes_in_use > 0 && is_zero(block.planes_in_use - 1))
        --block.planes_in_use;
}

} // namespace

std::string_view fastx_packer::line_at(std::string_view text, std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends_[number - 1] + std::size_t{1};
    std::string_view line = text.substr(begin, ends_[number] - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::size_t fastx_packer::first_record(std::string_view text, std::size_t lines, char marker) const {
    if (marker != '@') return std::min<std::size_t>(1, lines);
    // Qualities may begin with '@', too, but letters do not begin with '+'.
    for (std::size_t line = 1; line + 4 <= lines && line <= 4; ++line)
        if (line_at(text, line).starts_with('@') && line_at(text, line + 2).starts_with('+') &&
            line_at(text, line + 1).size() == line_at(text, line + 3).size())
            return line;
    return lines;
}

void fastx_packer::pack(std::string_view text, fastx_part part, const fastx_manner& manner, packed_fastx& result) {
    const fastx_row_kernels& kernels = fastx_rows_for(simd::choose_vectors(vector_target::automatic));
    result.begin = result.end = 0;
    result.lines = 0;
    result.sound = false;
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) return; // positions of lines have 32 bits

    constexpr std::size_t large = std::size_t{8} << 20U; // long lines: then it is worth while to count them first
    const std::size_t most_lines = text.size() < large ? text.size() : kernels.count_newlines(text.data(), text.size());
    ends_.resize_for_overwrite(most_lines + 8);
    bool has_controls = false;
    const std::size_t lines = kernels.find_newlines(text.data(), text.size(), ends_.data(), has_controls);
    const std::size_t first = part == fastx_part::middle ? first_record(text, lines, manner.marker) : 0;

    fastx_rows rows = rows_in(result.packed, text, lines, manner);
    rows.ends = ends_.data();
    rows.has_controls = has_controls;
    const std::size_t wanted = manner.marker == '@' ? first + (lines - first) / 4 * 4 : lines;
    const std::size_t done = pack_rows(kernels, rows, first, manner.marker);
    take_over(rows, result.packed);
    if (first < lines || part != fastx_part::middle) {
        result.begin = first == 0 ? 0 : ends_[first - 1] + std::size_t{1};
        result.end = done == 0 ? 0 : ends_[done - 1] + std::size_t{1};
    }
    result.lines = done - first;
    result.sound = done == wanted && (part != fastx_part::whole || result.end == text.size());
    // Many lines, and none begins a record of four: they are wrapped, or no records at all.
    if (part == fastx_part::middle && manner.marker == '@' && first == lines && lines >= 8) result.sound = false;
}

std::array<std::uint64_t, 256> count_first_letters(std::string_view text, char marker, std::uint64_t limit) {
    std::array<std::uint64_t, 256> counts{};
    std::uint64_t counted = 0;
    for (std::uint64_t number = 0; counted < limit && !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if ((marker == '>' && line.starts_with('>')) || (marker == '@' && number % 4 != 1)) continue;
        line = line.substr(0, limit - counted);
        for (const char letter : line)
            ++counts[static_cast<unsigned char>(letter)];
        counted += line.size();
    }
    return counts;
}

} // namespace concord::formats

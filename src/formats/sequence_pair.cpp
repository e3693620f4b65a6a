#include "formats/sequence_pair.hpp"

#include "formats/byte_source.hpp"
#include "formats/printable.hpp"

#include <concord/error.hpp>

#include <string_view>
#include <unordered_map>
#include <utility>

namespace concord::formats {
namespace {

constexpr std::string_view white_space = " \t\v\f\r\n";

/// Adds the one record of a file, and answers its name.
std::string add_only_record(sequence_set_builder& builder, const std::string& path, alphabet kind,
                            read_options options) {
    options.lines = line_files::by_content;
    fastx_reader reader(path, options);
    if (reader.holds_lines())
        throw error(error_code::bad_input, reader.name() +
                                               ": expected FASTA or FASTQ, found other text (--by line or --by token "
                                               "compares such files, --text what stands on the command line)");
    fastx_record record;
    static_cast<void>(reader.next(record)); // it throws where there is none
    try {
        builder.add(record.name, record.letters);
    } catch (const letter_error& failure) {
        throw wrong_letter(reader, record, kind, failure);
    }
    std::string name(record.name);
    std::uint64_t records = 1;
    while (reader.next(record))
        ++records;
    if (records > 1)
        throw error(error_code::bad_input, reader.name() + ": expected exactly one record, found " +
                                               std::to_string(records) +
                                               " (--zip and --all compare many)");
    return name.empty() ? reader.name() : name;
}

/// Gives every distinct text a number, in the order in which they come.
class numbering {
  public:
    explicit numbering(std::vector<std::string>& texts) : texts_(texts) {}

    void add_line(std::string_view line, pair_unit unit, std::vector<std::uint32_t>& numbers) {
        if (unit == pair_unit::line) return numbers.push_back(number_of(line));
        for (std::size_t end = 0;;) {
            const std::size_t start = line.find_first_not_of(white_space, end);
            if (start == std::string_view::npos) return;
            end = std::min(line.find_first_of(white_space, start), line.size());
            numbers.push_back(number_of(line.substr(start, end - start)));
        }
    }

  private:
    std::uint32_t number_of(std::string_view text) {
        const auto [place, is_new] = numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
        if (is_new) texts_.push_back(place->first);
        return place->second;
    }

    std::vector<std::string>& texts_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

void add_lines(numbering& numbers, fastx_reader& reader, pair_unit unit, std::vector<std::uint32_t>& into) {
    for (fastx_record line; reader.next(line);)
        numbers.add_line(line.letters, unit, into);
}

} // namespace

std::string_view to_string(pair_unit unit) noexcept {
    switch (unit) {
    case pair_unit::letter: return "letter";
    case pair_unit::line: return "line";
    case pair_unit::token: return "token";
    }
    return "";
}

sequence_pair sequence_pair::of_files(const std::array<std::string, 2>& paths, pair_unit unit, alphabet kind,
                                      const read_options& options) {
    sequence_pair pair;
    pair.unit_ = unit;
    pair.files_.assign(paths.begin(), paths.end());
    if (unit == pair_unit::letter) {
        sequence_set_builder builder(kind);
        for (std::size_t side = 0; side < 2; ++side)
            pair.names_[side] = add_only_record(builder, paths[side], kind, options);
        pair.letters_ = std::move(builder).finish();
        return pair;
    }
    read_options as_lines = options;
    as_lines.lines = line_files::always;
    numbering numbers(pair.symbols_);
    for (std::size_t side = 0; side < 2; ++side) {
        fastx_reader reader(paths[side], as_lines);
        pair.names_[side] = reader.name();
        add_lines(numbers, reader, unit, pair.numbers_[side]);
    }
    return pair;
}

sequence_pair sequence_pair::of_texts(const std::array<std::string, 2>& texts, pair_unit unit, alphabet kind) {
    sequence_pair pair;
    pair.unit_ = unit;
    pair.names_ = {"A", "B"};
    if (kind == alphabet::automatic) kind = alphabet::utf8;
    sequence_set_builder builder(kind);
    numbering numbers(pair.symbols_);
    for (std::size_t side = 0; side < 2; ++side) {
        if (unit != pair_unit::letter) {
            read_options as_lines;
            as_lines.lines = line_files::always;
            fastx_reader reader(texts[side], pair.names_[side], as_lines);
            add_lines(numbers, reader, unit, pair.numbers_[side]);
            continue;
        }
        try {
            builder.add(pair.names_[side], texts[side]);
        } catch (const letter_error& failure) {
            const std::uint64_t byte = byte_of(failure, texts[side], kind);
            throw error(error_code::bad_input, "text " + pair.names_[side] + ": expected " + expected_letter(kind) +
                                                   ", found " + named_byte(texts[side][byte]) + " in column " +
                                                   std::to_string(byte + 1));
        }
    }
    pair.letters_ = std::move(builder).finish();
    return pair;
}

sequence_ref sequence_pair::ref(pair_side side) const {
    if (unit_ == pair_unit::letter) return {letters_, index(side)};
    return sequence_ref(std::span<const std::uint32_t>(numbers_[index(side)]));
}

} // namespace concord::formats

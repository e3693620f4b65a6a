// Two sequences that are to be compared as wholes: of letters, or of the lines or tokens of a text.
#pragma once

#include "formats/fastx_reader.hpp"

#include <concord/pairs.hpp>
#include <concord/sequences.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace concord::formats {

enum class pair_unit : std::uint8_t { letter, line, token };

[[nodiscard]] std::string_view to_string(pair_unit unit) noexcept; ///< "letter", "line", "token"

/// Which of the two.
enum class pair_side : std::uint8_t { a, b };

class sequence_pair {
  public:
    /// Letters of two FASTA or FASTQ files of one record each; or the lines or tokens (what white space parts) of any
    /// two text files. Throws error: bad_input, naming the place; resource; cancelled.
    static sequence_pair of_files(const std::array<std::string, 2>& paths, pair_unit unit, alphabet kind,
                                  const read_options& options);
    /// The texts themselves. For letters `automatic` stands for utf8. Throws error (bad_input).
    static sequence_pair of_texts(const std::array<std::string, 2>& texts, pair_unit unit, alphabet kind);

    [[nodiscard]] pair_unit unit() const noexcept { return unit_; }
    [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_; } ///< none for texts
    [[nodiscard]] sequence_ref ref(pair_side side) const;
    [[nodiscard]] const std::string& name(pair_side side) const noexcept { return names_[index(side)]; }
    [[nodiscard]] std::uint64_t length(pair_side side) const { return ref(side).length(); }

    /// Both sequences, where the unit is a letter.
    [[nodiscard]] const sequence_set& letters() const noexcept { return letters_; }
    /// Letters [start, end), where the unit is a letter.
    [[nodiscard]] std::string text(pair_side side, std::uint64_t start, std::uint64_t end) const {
        return letters_.text(index(side), start, end);
    }

    /// A line or token, where that is the unit.
    [[nodiscard]] const std::string& symbol(pair_side side, std::uint64_t position) const {
        return symbols_[numbers_[index(side)][position]];
    }
    [[nodiscard]] std::size_t distinct_symbols() const noexcept { return symbols_.size(); }

  private:
    static std::size_t index(pair_side side) noexcept { return static_cast<std::size_t>(side); }

    pair_unit unit_ = pair_unit::letter;
    std::vector<std::string> files_;
    std::array<std::string, 2> names_;
    sequence_set letters_;
    std::array<std::vector<std::uint32_t>, 2> numbers_; ///< lines or tokens as indices of `symbols_`
    std::vector<std::string> symbols_;                  ///< each once, in the order in which they first stand
};

} // namespace concord::formats

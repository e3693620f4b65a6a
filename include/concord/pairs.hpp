// Pairs of sequences that are compared as a whole, and their alignments.
#pragma once

#include <concord/sequences.hpp>
#include <concord/symbols.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace concord {

/// A view of one sequence to compare: of a set, bytes, or numbers such as the tokens of a text. Cheap to copy.
/// Letters match where they are equal; an ambiguous letter of a DNA set matches nothing, itself included.
class sequence_ref {
  public:
    sequence_ref(const sequence_set& set, std::size_t sequence); ///< throws error (usage) if there is no such sequence
    explicit sequence_ref(std::string_view bytes) : letters_(bytes) {}
    explicit sequence_ref(std::span<const std::uint32_t> symbols) : letters_(symbol_view(symbols)) {}
    explicit sequence_ref(symbol_view symbols) : letters_(symbols) {}

    [[nodiscard]] std::uint64_t length() const noexcept;

    struct of_set {
        const sequence_set* set;
        std::size_t sequence;
    };
    using any = std::variant<of_set, std::string_view, symbol_view>;
    [[nodiscard]] const any& letters() const noexcept { return letters_; }

  private:
    any letters_;
};

/// `count` adjacent columns of an alignment of a first and a second sequence with the same operation: '=' equal
/// letters, 'X' different letters, 'I' a letter of the first sequence only, 'D' a letter of the second sequence only.
struct alignment_run {
    char operation;
    std::uint64_t count;

    friend bool operator==(const alignment_run&, const alignment_run&) = default;
};

/// Runs from the beginnings to the ends; adjacent runs differ in their operation.
///
/// Of all optimal alignments it is always the same one on every device: the traceback goes from the two ends and takes
/// the first of '=', 'I', 'X', 'D' that is on an optimal path. So gaps are as far to the left as possible.
using alignment = std::vector<alignment_run>;

/// The alignment as text, such as "12=1X3I"; empty for two empty sequences.
[[nodiscard]] std::string cigar(const alignment& runs);

/// Letters; sequences of this length and longer are rejected (error usage).
inline constexpr std::uint64_t longest_comparable = std::uint64_t{1} << 31U;

} // namespace concord

// What two sequences are when they are compared with each other as wholes, and how an alignment of them is told.
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

/// One sequence to compare, not owned: of a set, or bytes, or numbers such as the tokens of a text. Cheap to copy.
/// Letters match where they are equal; an ambiguous letter of a DNA set matches nothing, itself included.
class sequence_ref {
  public:
    sequence_ref(const sequence_set& set, std::size_t sequence); ///< throws error (usage) where there is none
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

/// What happens at `count` adjacent columns of an alignment of a first and a second sequence.
/// '=' both have the same letter, 'X' both have one and they differ, 'I' the first has one and the second none,
/// 'D' the second has one and the first none.
struct alignment_run {
    char operation;
    std::uint64_t count;

    friend bool operator==(const alignment_run&, const alignment_run&) = default;
};

/// Runs from the beginnings to the ends; adjacent runs differ in their operation.
///
/// Of all alignments of least cost it is always the same one, whatever computed it: followed back from the two ends,
/// every step is the first of these that is on a way of least cost: '=', 'I', 'X', 'D'. So gaps stand as far to the
/// left as they can.
using alignment = std::vector<alignment_run>;

/// "12=1X3I"; empty for two empty sequences.
[[nodiscard]] std::string cigar(const alignment& runs);

/// Sequences of this length and longer are refused (error usage): 2^31 letters.
inline constexpr std::uint64_t longest_comparable = std::uint64_t{1} << 31U;

} // namespace concord

// A collection of sequences, packed into bit planes.
#pragma once

#include <concord/error.hpp>
#include <concord/symbols.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace concord {

/// The letters of sequences.
/// - dna: A, C, G, T; U is T, lower case is upper case; every other letter of the Latin alphabet and `-`, `.`, `*`, `?`
///   is ambiguous and matches nothing, itself included; any other byte is bad input.
/// - protein: the letters A to Z, then `*`, then `-` (in this order where letters are sorted); lower case is upper
/// case;
///   every letter matches itself, `*`, `-` and X included.
/// - bytes: 256 letters, nothing is folded.
/// - utf8: the code points of UTF-8 text, nothing is folded or normalized; a letter may take several bytes. Not for
///   substrings.
/// - automatic: determined by the first 65,536 letters (or all, if there are fewer): dna if all are IUPAC nucleotide
///   codes and at least half are A, C, G, T, U or N, else protein if they are letters of it, else bytes; never utf8.
enum class alphabet : std::uint8_t { automatic, dna, protein, bytes, utf8 };

[[nodiscard]] std::string_view to_string(alphabet kind) noexcept;

/// A letter that is not in the alphabet. `position` is 0-based in its sequence, in letters of that alphabet.
class letter_error : public error {
  public:
    letter_error(const std::string& message, std::uint64_t position)
        : error(error_code::bad_input, message), position_(position) {}

    [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

  private:
    std::uint64_t position_;
};

namespace sequence {
class packed_sequences;
struct set_access; // src/sequence/packed_sequences.hpp: for the library alone
} // namespace sequence

/// Sequences in the order in which they were added; immutable, cheap to copy (shared), safe to read from many threads.
/// Memory: 2 bits a DNA letter (5 a protein letter, 8 a byte; a code point one more than the greatest of the set has),
/// 8 bytes a sequence, and the names.
class sequence_set {
  public:
    sequence_set();

    [[nodiscard]] std::size_t size() const noexcept;       ///< number of sequences
    [[nodiscard]] std::uint64_t letters() const noexcept;  ///< of all sequences together
    [[nodiscard]] std::uint64_t shortest() const noexcept; ///< letters of the shortest sequence; 0 for an empty set
    [[nodiscard]] std::uint64_t longest() const noexcept;
    [[nodiscard]] std::uint64_t ambiguous() const noexcept;    ///< letters that match nothing
    [[nodiscard]] concord::alphabet alphabet() const noexcept; ///< never `automatic`

    [[nodiscard]] std::uint64_t length(std::size_t sequence) const;
    [[nodiscard]] std::string_view name(std::size_t sequence) const; ///< the first word of the header line
    /// Letters [start, end) of a sequence as given, in upper case for dna and protein, as UTF-8 for utf8.
    [[nodiscard]] std::string text(std::size_t sequence, std::uint64_t start, std::uint64_t end) const;

    [[nodiscard]] std::uint64_t memory_bytes() const noexcept;      ///< of the whole set
    [[nodiscard]] std::uint64_t name_memory_bytes() const noexcept; ///< of its names

  private:
    friend struct sequence::set_access;
    explicit sequence_set(std::shared_ptr<const sequence::packed_sequences> packed);

    std::shared_ptr<const sequence::packed_sequences> packed_;
};

/// Builds a sequence_set, one sequence at a time.
class sequence_set_builder {
  public:
    explicit sequence_set_builder(alphabet kind = alphabet::automatic);
    sequence_set_builder(sequence_set_builder&&) noexcept;
    sequence_set_builder& operator=(sequence_set_builder&&) noexcept;
    ~sequence_set_builder();

    /// Appends a sequence. Throws letter_error for a letter that is not in the alphabet (the set is then unusable);
    /// with `automatic`, a later call or finish() may throw it for a letter among the first 65,536. After finish() all
    /// throw error (usage).
    void add(std::string_view name, std::string_view letters);
    /// Appends letters given as code points; for the alphabet utf8 only (else throws error, usage). Any number below
    /// 2^21 is a letter, even if UTF-8 cannot encode it; the text of such a set is for messages only.
    void add(std::string_view name, symbol_view code_points);
    /// Makes room for so many sequences in all, about as long as the first ones, if there is memory for them: building
    /// a set of many short ones takes less time then.
    void expect(std::size_t sequences);
    /// The finished set. Throws as add() does.
    [[nodiscard]] sequence_set finish() &&;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// A share of m sequences as a count: the smallest t with t >= percent / 100 * m, at least 1. Throws error (usage)
/// unless 0 < percent <= 100.
[[nodiscard]] std::uint64_t support_from_percent(double percent, std::uint64_t sequences);

/// The support where none is asked for, in every problem and every interface: 20 % of the sequences, but at least 2
/// where there are two.
[[nodiscard]] std::uint64_t default_support(std::uint64_t sequences);

} // namespace concord

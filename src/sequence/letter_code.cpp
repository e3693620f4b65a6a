#include "sequence/letter_code.hpp"

#include <cctype>

namespace concord::sequence {
namespace {

constexpr std::string_view protein_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ*-";
constexpr std::string_view ambiguous_dna_marks = "-.*?";
constexpr std::string_view nucleotide_codes = "ACGTURYSWKMBDHVN-";

constexpr char upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
constexpr auto byte(char letter) { return static_cast<unsigned char>(letter); }

letter_code dna_code() {
    letter_code table{{}, {}, 2};
    table.code_of.fill(invalid_code);
    for (int letter = 'A'; letter <= 'Z'; ++letter)
        table.code_of[static_cast<std::size_t>(letter)] = ambiguous_code;
    for (const char mark : ambiguous_dna_marks)
        table.code_of[byte(mark)] = ambiguous_code;
    constexpr std::string_view letters = "ACGT";
    for (std::size_t code = 0; code < letters.size(); ++code) {
        table.code_of[byte(letters[code])] = static_cast<std::uint8_t>(code);
        table.letter_of[code] = letters[code];
    }
    table.code_of['U'] = table.code_of['T'];
    for (int letter = 'a'; letter <= 'z'; ++letter)
        table.code_of[static_cast<std::size_t>(letter)] = table.code_of[byte(upper(static_cast<char>(letter)))];
    return table;
}

letter_code protein_code() {
    letter_code table{{}, {}, 5};
    table.code_of.fill(invalid_code);
    for (std::size_t code = 0; code < protein_letters.size(); ++code) {
        const char letter = protein_letters[code];
        table.code_of[byte(letter)] = static_cast<std::uint8_t>(code);
        table.letter_of[code] = letter;
        if (letter >= 'A' && letter <= 'Z') table.code_of[byte(letter) + 'a' - 'A'] = static_cast<std::uint8_t>(code);
    }
    return table;
}

letter_code byte_code() {
    letter_code table{{}, {}, 8};
    for (std::size_t value = 0; value < 256; ++value) {
        table.code_of[value] = static_cast<std::uint8_t>(value);
        table.letter_of[value] = static_cast<char>(value);
    }
    return table;
}

} // namespace

const letter_code& code_for(alphabet kind) {
    static const letter_code dna = dna_code();
    static const letter_code protein = protein_code();
    static const letter_code bytes = byte_code();
    switch (kind) {
    case alphabet::dna: return dna;
    case alphabet::protein: return protein;
    default: return bytes;
    }
}

bool is_nucleotide_code(char letter) { return nucleotide_codes.find(upper(letter)) != std::string_view::npos; }

alphabet guess_alphabet(const std::array<std::uint64_t, 256>& letter_counts) {
    std::uint64_t total = 0;
    std::uint64_t nucleotides = 0; // any IUPAC code
    std::uint64_t plain = 0;       // A, C, G, T, U or N
    bool protein_holds_all = true;
    for (std::size_t value = 0; value < letter_counts.size(); ++value) {
        const std::uint64_t count = letter_counts[value];
        if (count == 0) continue;
        const char letter = upper(static_cast<char>(value));
        total += count;
        if (is_nucleotide_code(letter)) nucleotides += count;
        if (std::string_view("ACGTUN").find(letter) != std::string_view::npos) plain += count;
        protein_holds_all = protein_holds_all && code_for(alphabet::protein).code_of[value] != invalid_code;
    }
    if (nucleotides == total && plain * 2 >= total) return alphabet::dna;
    return protein_holds_all ? alphabet::protein : alphabet::bytes;
}

std::string shown(char letter) {
    const auto value = byte(letter);
    if (value > 0x20 && value < 0x7F) return std::string("'") + letter + "'";
    constexpr std::string_view digits = "0123456789ABCDEF";
    return std::string("byte 0x") + digits[value >> 4U] + digits[value & 15U];
}

} // namespace concord::sequence

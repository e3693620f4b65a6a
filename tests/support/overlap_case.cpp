#include "support/overlap_case.hpp"

#include "sequence/utf8.hpp"
#include "support/sequence_text.hpp"

#include <cstdio>
#include <random>

namespace concord::test {
namespace {

class overlap_maker {
  public:
    overlap_maker(std::uint64_t seed, alphabet kind) : chance_(seed) {
        if (kind == alphabet::dna) letters_ = {"A", "C", "G", "T", "N"};
        if (kind == alphabet::protein)
            for (char letter = 'A'; letter <= 'Z'; ++letter)
                letters_.emplace_back(1, letter);
        if (kind == alphabet::bytes)
            for (int value = 0; value < 256; ++value)
                letters_.emplace_back(1, static_cast<char>(value));
        if (kind == alphabet::utf8)
            for (const std::uint32_t point : {0x61U, 0xE4U, 0x20ACU, 0x1F600U, 0x10FFFFU, 0U, 0x62U, 0x3042U}) {
                letters_.emplace_back();
                sequence::append_utf8(letters_.back(), point);
            }
        used_ = 1 + below(letters_.size());
        if (below(2) == 0) used_ = std::min<std::uint64_t>(used_, 4); // ambiguous letters in some cases only
        if (below(3) == 0) used_ = std::min<std::uint64_t>(used_, 2);
    }

    std::uint64_t below(std::uint64_t bound) { return chance_() % bound; }

    /// Numbers of letters; the manner is the same for a whole case, or drawn for each sequence.
    std::vector<std::uint64_t> numbers(std::uint64_t length, std::uint64_t manner) {
        std::vector<std::uint64_t> made;
        const std::uint64_t period = 1 + below(9);
        std::uint64_t fibonacci_shift = below(50);
        for (std::uint64_t at = 0; at < length; ++at) {
            switch (manner) {
            case 0: made.push_back(below(used_)); break;
            case 1: made.push_back(0); break;
            case 2: made.push_back(at % period % used_); break;
            case 3: made.push_back(fibonacci_letter(at + fibonacci_shift) % used_); break;
            case 4: made.push_back(static_cast<std::uint64_t>(__builtin_parityll(at)) % used_); break;
            case 5: made.push_back(below(20) == 0 ? below(used_) : at % period % used_); break;
            default: // a copy of what is there already, with some edits
                made.push_back(ancestor_.empty() || below(30) == 0 ? below(used_) : ancestor_[at % ancestor_.size()]);
            }
        }
        if (ancestor_.empty() || below(8) == 0) ancestor_ = made;
        return made;
    }

    std::string text(const std::vector<std::uint64_t>& numbers) const {
        std::string made;
        for (const std::uint64_t number : numbers)
            made += letters_[number];
        return made;
    }

  private:
    /// The infinite word abaababa...: floor((n + 2) phi) - floor((n + 1) phi), in whole numbers.
    static std::uint64_t fibonacci_letter(std::uint64_t at) {
        std::string a = "0";
        std::string b = "01";
        while (b.size() <= at) {
            const std::string next = b + a;
            a = b;
            b = next;
        }
        return static_cast<std::uint64_t>(b[at] - '0');
    }

    std::mt19937_64 chance_;
    std::vector<std::string> letters_;
    std::uint64_t used_;
    std::vector<std::uint64_t> ancestor_;
};

} // namespace

sequence_set overlap_case::set() const { return make_set(sequences, kind); }

std::string overlap_case::to_paste() const {
    std::string text = "CONCORD_SEED=" + std::to_string(seed) + "  make_set({";
    for (const std::string& sequence : sequences) {
        text += "\"";
        for (const char letter : sequence) {
            char shown[8];
            const auto value = static_cast<unsigned>(static_cast<unsigned char>(letter));
            if (value >= 0x20 && value < 0x7F && letter != '"' && letter != '\\')
                std::snprintf(shown, sizeof shown, "%c", letter);
            else
                std::snprintf(shown, sizeof shown, "\\%03o", value);
            text += shown;
        }
        text += "\", ";
    }
    return text + "}, alphabet::" + std::string(to_string(kind)) + ")";
}

overlap_case make_overlap_case(std::uint64_t seed, std::uint64_t letters) {
    constexpr alphabet kinds[] = {alphabet::dna,     alphabet::dna,   alphabet::dna,
                                  alphabet::protein, alphabet::bytes, alphabet::utf8};
    overlap_case made;
    made.seed = seed;
    made.kind = kinds[seed % std::size(kinds)];
    overlap_maker maker(seed, made.kind);
    const std::uint64_t shape = maker.below(5);
    const std::uint64_t number = shape == 0   ? 1 + maker.below(2)
                                 : shape == 1 ? 2
                                 : shape == 2 ? 1 + maker.below(6)
                                 : shape == 3 ? letters / 6 + 1
                                              : 3 + maker.below(10);
    const std::uint64_t manner = maker.below(9);
    const std::uint64_t longest = std::max<std::uint64_t>(1, letters / number);
    for (std::uint64_t sequence = 0; sequence < number; ++sequence) {
        std::uint64_t length = maker.below(longest + 1);
        if (maker.below(12) == 0) length = 0;
        if (maker.below(12) == 0) length = longest;
        made.sequences.push_back(maker.text(maker.numbers(length, manner < 8 ? manner : maker.below(8))));
        if (maker.below(10) == 0) made.sequences.back() = made.sequences[maker.below(sequence + 1)];
    }
    return made;
}

} // namespace concord::test

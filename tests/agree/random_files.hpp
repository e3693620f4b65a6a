// Files of sequences that are mostly sound, of every shape that a reader meets.
#pragma once

#include <concord/sequences.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace concord::test {

/// FASTA and FASTQ of every shape that the grammar knows.
class file_maker {
  public:
    explicit file_maker(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        const bool is_fastq = one_in(2);
        const std::string newline = one_in(4) ? "\r\n" : "\n";
        const unsigned odd = one_in(2) ? 0 : 1U + below(40); // how often something unusual stands in it
        most_letters_ = one_in(4) ? 300 : 70;
        letters_ = one_in(3) ? "ACGTacgtUuNnRY-" : one_in(2) ? "ACGT" : "ACDEFGHIKLMNPQRSTVWY*-";
        std::string text;
        const unsigned records = below(40);
        for (unsigned record = 0; record < records; ++record)
            add(text, is_fastq, newline, odd);
        if (one_in(4)) text += newline;
        if (one_in(3) && !text.empty()) text.pop_back();
        if (one_in(6) && !text.empty()) text.resize(below(static_cast<unsigned>(text.size())));
        if (one_in(6) && !text.empty())
            text[below(static_cast<unsigned>(text.size()))] = "\0\n\r@>+ ;!\x7F\xC3zA"[below(13)];
        return text;
    }

    bool one_in(unsigned many) { return below(many) == 0; }
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % std::max(bound, 1U)); }

  private:
    void add(std::string& text, bool is_fastq, const std::string& newline, unsigned odd) {
        const auto is_odd = [&] { return odd != 0 && one_in(odd); };
        const std::string title = name();
        const std::string letters = of(is_odd() ? 0 : 1 + below(most_letters_), letters_);
        if (is_odd()) text += newline;
        text += (is_fastq ? "@" : ">") + title + newline;
        const std::size_t width = !is_fastq || is_odd() ? 1 + below(70) : letters.size();
        wrap(text, letters, width, newline);
        if (!is_fastq) return;
        if (letters.empty()) text += newline;
        text += "+" + (one_in(5) ? title : "") + newline;
        std::string qualities = of(letters.size(), "!#+5:@FI>~;");
        if (is_odd() && one_in(3)) qualities += "I";
        if (is_odd() && one_in(3) && !qualities.empty()) qualities.pop_back();
        wrap(text, qualities, is_odd() ? 1 + below(70) : std::max<std::size_t>(qualities.size(), 1), newline);
        if (letters.empty()) text += newline;
    }

    static void wrap(std::string& text, const std::string& letters, std::size_t width, const std::string& newline) {
        for (std::size_t at = 0; at < letters.size(); at += width)
            text += letters.substr(at, width) + newline;
    }

    std::string name() {
        std::string made = of(below(3) == 0 ? 0 : below(30), "abz09:/");
        if (one_in(3)) made += one_in(2) ? " more words" : "\tand a tab";
        if (one_in(9)) made = " " + made;
        if (one_in(9)) made += "\xC3\xA9";
        return made;
    }

    std::string of(std::size_t count, std::string_view from) {
        std::string made;
        for (std::size_t i = 0; i < count; ++i)
            made += from[below(static_cast<unsigned>(from.size()))];
        return made;
    }

    std::mt19937_64 random_;
    unsigned most_letters_ = 70;
    std::string letters_;
};

/// Files of one sequence a line: mostly of an alphabet's letters, now and then with anything.
inline std::string file_of_lines(file_maker& maker, alphabet kind) {
    constexpr std::string_view anything("\0 \t\r@>+;!\x7F\xC3zA", 13);
    const std::string_view letters = kind == alphabet::protein ? "ACDEFGHIKLMNPQRSTVWY*-" : "ACGTacgtUuNnRY-";
    const bool is_text = kind == alphabet::utf8 && maker.one_in(2);
    const std::string newline = maker.one_in(3) ? "\r\n" : "\n";
    const unsigned odd = maker.one_in(2) ? 0 : 1U + maker.below(400);
    const unsigned most = maker.one_in(4) ? 300 : 20;
    std::string text;
    for (unsigned line = maker.below(60); line > 0; --line) {
        for (unsigned letter = maker.below(most); letter > 0; --letter) {
            if (odd != 0 && maker.one_in(odd)) {
                text += anything[maker.below(static_cast<unsigned>(anything.size()))];
            } else if (is_text && maker.one_in(5)) {
                constexpr std::array<std::string_view, 4> wide = {"\xC3\xA9", "\xCE\x9D", "\xE2\x82\xAC",
                                                                  "\xF0\x9F\x98\x80"};
                text += wide[maker.below(maker.one_in(9) ? 4 : 2)];
            } else {
                text += letters[maker.below(static_cast<unsigned>(letters.size()))];
            }
        }
        text += newline;
    }
    if (maker.one_in(3) && !text.empty()) text.pop_back();
    return text;
}

} // namespace concord::test

#include "support/batch_case.hpp"

#include "alignment/batch/metrics.hpp"
#include "sequence/utf8.hpp"

#include <cstdio>
#include <random>
#include <string_view>

namespace concord::test {
namespace {

class pair_maker {
  public:
    pair_maker(std::mt19937_64& engine, alphabet kind) : engine_(engine) {
        if (kind == alphabet::dna) letters_ = below(3) == 0 ? "ACGTN" : "ACGT";
        if (kind == alphabet::protein) letters_ = "ACDEFGHIKLMNPQRSTVWY";
        if (kind == alphabet::bytes) letters_ = std::string("\x00\x01\x20\x41\x61\x7f\xff\xfe", 8);
        used_ = 1 + below(letters_.size()); // few letters make chance matches common
        percent_ = below(4) == 0 ? below(101) : below(12);
        for (std::uint64_t count = 1 + below(3); count > 0; --count)
            ancestors_.push_back(fresh(600));
    }

    std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

    std::string sequence(std::uint64_t length) {
        switch (below(5)) {
        case 0: return fresh(length);
        case 1: return std::string(length, letters_[below(used_)]);
        case 2: return periodic(length);
        default: return edited(ancestors_[below(ancestors_.size())].substr(below(8) == 0 ? below(5) : 0), length);
        }
    }

  private:
    char any_letter() { return letters_[below(used_)]; }

    std::string fresh(std::uint64_t length) {
        std::string made;
        while (made.size() < length)
            made += any_letter();
        return made;
    }

    std::string periodic(std::uint64_t length) {
        const std::uint64_t period = 1 + below(9);
        std::string made;
        while (made.size() < length)
            made += below(60) == 0 ? any_letter() : ancestors_[0][made.size() % period];
        return made;
    }

    std::string edited(const std::string& from, std::uint64_t length) {
        std::string made;
        for (std::size_t at = 0; made.size() < length; ++at) {
            const char letter = from[at % from.size()];
            if (below(100) >= percent_) {
                made += letter;
                continue;
            }
            const std::uint64_t edit = below(4);
            if (edit == 0) continue; // a letter is left out
            if (edit == 3) {         // two are transposed, perhaps with one between
                if (made.size() < length) made += from[(at + 1) % from.size()];
                if (made.size() < length && below(3) == 0) made += any_letter();
                if (made.size() < length) made += letter;
                ++at;
                continue;
            }
            if (edit == 1) made += letter;
            if (made.size() < length) made += any_letter();
        }
        return made;
    }

    std::mt19937_64& engine_;
    std::string letters_;
    std::uint64_t used_;
    std::uint64_t percent_;
    std::vector<std::string> ancestors_;
};

std::string quoted(const std::string& letters) {
    std::string text = "\"";
    for (const char letter : letters) {
        const auto value = static_cast<unsigned char>(letter);
        char octal[8];
        std::snprintf(octal, sizeof octal, "\\%03o", value);
        text += value > 32 && value < 127 && letter != '"' && letter != '\\' ? std::string(1, letter) : octal;
    }
    return text + "\"s";
}

std::string listed(const std::vector<std::string>& sequences) {
    std::string text = "{";
    for (const std::string& letters : sequences)
        text += (text.size() > 1 ? ", " : "") + quoted(letters);
    return text + "}";
}

} // namespace

std::string batch_case::to_paste() const {
    return "seed " + std::to_string(seed) + "; this case alone: CONCORD_SEED=" + std::to_string(seed) +
           "; as it is:\ntest::batch_case{" + std::to_string(seed) + ", alphabet::" + std::string(to_string(kind)) +
           ",\n  " + listed(a) + ",\n  " + listed(b) +
           ",\n  distance_metric::" + std::string(edit_distance::traits_of(metric).name) + ", " +
           (max_distance ? "std::optional<std::uint64_t>(" + std::to_string(*max_distance) + ")" : "std::nullopt") +
           ", " + std::to_string(nearest) + "}\n";
}

batch_case make_batch_case(std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    const auto below = [&](std::uint64_t bound) { return engine() % bound; };
    static constexpr alphabet kinds[] = {alphabet::dna, alphabet::dna, alphabet::protein, alphabet::bytes};
    batch_case made{seed, kinds[below(4)], {}, {}, distance_metric::levenshtein, {}, 0};
    pair_maker maker(engine, made.kind);

    // Many short sequences, fewer around the edge of one or two words, few long ones: the oracle is quadratic.
    const std::uint64_t size = below(8);
    const std::uint64_t most = size < 4 ? 40 : size < 7 ? 10 : 3;
    const std::uint64_t fixed = 1 + below(30);
    const auto length = [&]() -> std::uint64_t {
        static constexpr std::uint64_t edges[] = {32, 64, 64, 128};
        static constexpr std::uint64_t far_edges[] = {192, 256, 512};
        if (below(20) == 0) return below(2);
        if (size < 2) return fixed + below(5);
        if (size < 4) return below(40);
        return (size < 7 ? edges[below(4)] : far_edges[below(3)]) - 2 + below(4);
    };
    for (std::uint64_t count = below(most); count > 0; --count)
        made.a.push_back(maker.sequence(length()));
    for (std::uint64_t count = below(most); count > 0; --count)
        made.b.push_back(maker.sequence(length()));

    const std::uint64_t metric = below(edit_distance::all_metrics.size() + 1); // twice as often the first
    made.metric = static_cast<distance_metric>(metric == 0 ? 0 : metric - 1);
    static constexpr std::uint64_t bounds[] = {0, 1, 2, 3, 5, 8, 20, 31, 32, 60, 100, 1000};
    if (const std::uint64_t which = below(16); which < 12) made.max_distance = bounds[which];
    made.nearest = below(6) == 0 ? 1000 : below(6);
    return made;
}

sequence::coded_pair coded(const std::string& a, const std::string& b, alphabet kind) {
    sequence::coded_pair pair;
    pair.is_narrow = false;
    const auto encode = [&](const std::string& letters, std::uint32_t matches_nothing, sequence::coded_sequence& into) {
        if (kind == alphabet::utf8) {
            for (std::string_view rest = letters; !rest.empty();) {
                const sequence::utf8_letter letter = sequence::first_utf8_letter(rest);
                into.wide.push_back(letter.code_point);
                rest.remove_prefix(letter.bytes);
            }
            into.length = into.wide.size();
            return;
        }
        into.length = letters.size();
        for (const char letter : letters)
            into.wide.push_back(kind == alphabet::dna && std::string_view("ACGT").find(letter) == std::string_view::npos
                                    ? matches_nothing
                                    : static_cast<unsigned char>(letter));
    };
    encode(a, 256, pair.a);
    encode(b, 257, pair.b);
    return pair;
}

} // namespace concord::test

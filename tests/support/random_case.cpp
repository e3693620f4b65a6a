#include "support/random_case.hpp"

#include "support/chosen_cases.hpp"
#include "support/dice.hpp"
#include "support/sequence_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace concord::test {
namespace {

/// How the letters of one sequence come about.
enum class manner : std::uint8_t { random, constant, periodic, mutated, planted };

class case_maker {
  public:
    case_maker(dice& chance, alphabet kind) : chance_(chance) {
        if (kind == alphabet::dna) letters_ = chance.one_in(3) ? "ACGTN" : "ACGT";
        if (kind == alphabet::protein) letters_ = "ACDEFGHIKLMNPQRSTVWY";
        if (kind == alphabet::bytes) letters_ = std::string("\x01\x20\x7f\xff aB", 7);
        used_ = 1 + chance.below(letters_.size()); // few letters make chance matches common
        period_ = 1 + chance.below(7);
        for (int index = 0; index < 700; ++index)
            ancestor_ += any_letter();
    }

    std::string sequence(std::uint64_t length) {
        const auto how = chance_.one_of(
            {manner::random, manner::constant, manner::periodic, manner::mutated, manner::mutated, manner::planted});
        const std::uint64_t shift = chance_.below(20);
        std::string made;
        for (std::uint64_t at = 0; at < length; ++at) {
            switch (how) {
            case manner::random: made += any_letter(); break;
            case manner::constant: made += chance_.one_in(60) ? any_letter() : letters_[0]; break;
            case manner::periodic: made += chance_.one_in(60) ? any_letter() : ancestor_[at % period_]; break;
            case manner::mutated:
                made += chance_.one_in(12) ? any_letter() : ancestor_[(at + shift) % ancestor_.size()];
                break;
            case manner::planted: made += at > length / 2 ? ancestor_[at - length / 2] : any_letter(); break;
            }
        }
        return made;
    }

  private:
    char any_letter() { return letters_[chance_.below(used_)]; }

    dice& chance_;
    std::string letters_;
    std::uint64_t used_;
    std::uint64_t period_;
    std::string ancestor_;
};

} // namespace

sequence_set random_case::set() const { return make_set(sequences, kind); }

std::string random_case::to_paste() const {
    std::string text = "seed " + std::to_string(seed) + "; this case alone: CONCORD_SEED=" + std::to_string(seed) +
                       "; by hand:\nconcord substring - --alphabet " + std::string(to_string(kind)) + " -k " +
                       std::to_string(options.mismatches) + " -t " + std::to_string(options.support) + " -l " +
                       std::to_string(options.min_length) + " --all <<'END'\n";
    for (std::size_t index = 0; index < sequences.size(); ++index)
        text += ">s" + std::to_string(index) + "\n" + sequences[index] + "\n";
    return text + "END\n";
}

random_case small_case(std::uint64_t seed) {
    dice chance(seed);
    random_case made{seed, chance.one_of({alphabet::dna, alphabet::dna, alphabet::protein, alphabet::bytes}), {}, {}};
    case_maker maker(chance, made.kind);
    const std::uint64_t count = 1 + chance.below(8);
    const std::uint64_t longest = 1 + chance.below(chance.one_in(4) ? 140 : 40);
    const bool equal_lengths = chance.one_in(3);
    for (std::uint64_t index = 0; index < count; ++index)
        made.sequences.push_back(maker.sequence(equal_lengths ? longest : chance.below(longest + 1)));
    made.options.mismatches = chance.below(chance.one_in(5) ? 60 : 6); // often more than the letters there are
    made.options.support = chance.one_of({std::uint64_t{1}, count, 1 + chance.below(count), 1 + chance.below(count)});
    made.options.min_length = 1 + chance.below(chance.one_in(3) ? 40 : 4); // sometimes more than any length
    return made;
}

random_case word_edge_case(std::uint64_t seed) {
    dice chance(seed);
    random_case made{seed, chance.one_of({alphabet::dna, alphabet::dna, alphabet::dna, alphabet::protein}), {}, {}};
    case_maker maker(chance, made.kind);
    const std::uint64_t count = 2 + chance.below(4);
    for (std::uint64_t index = 0; index < count; ++index) {
        const std::uint64_t edge = chance.one_of<std::uint64_t>({16, 32, 64, 64, 128, 192, 256});
        made.sequences.push_back(maker.sequence(edge - 1 + chance.below(3)));
    }
    made.options.mismatches = chance.one_of<std::uint64_t>({0, 1, 2, 3, 5, 10, 20, 40});
    made.options.support = 1 + chance.below(count);
    made.options.min_length = chance.one_of<std::uint64_t>({1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129});
    return made;
}

std::vector<std::uint64_t> chosen_cases(std::uint64_t count) {
    const char* const set = std::getenv("CONCORD_CASES");
    const std::string_view wanted = set == nullptr ? "all" : set;
    constexpr std::uint64_t group = 10;
    std::vector<std::uint64_t> chosen;
    for (std::uint64_t index = 0; index < count; ++index) {
        // Not the same one of each group, as cases take turns at what they try.
        const std::uint64_t begin = index / group * group;
        const std::uint64_t taken = begin + dice(begin).below(std::min(group, count - begin));
        if (wanted == "all" || (wanted == "some") == (index == taken)) chosen.push_back(index);
    }
    return chosen;
}

std::vector<std::uint64_t> seeds(std::uint64_t first, std::uint64_t count) {
    if (const char* only = std::getenv("CONCORD_SEED")) return {std::strtoull(only, nullptr, 10)};
#ifdef __SANITIZE_THREAD__
    constexpr std::uint64_t step = 8; // it is some 15 times slower, and other cases make no other threads
#else
    constexpr std::uint64_t step = 1;
#endif
    std::vector<std::uint64_t> all;
    for (const std::uint64_t index : chosen_cases((count + step - 1) / step))
        all.push_back(first + index * step);
    return all;
}

} // namespace concord::test

#include "support/variant_case.hpp"

#include "support/dice.hpp"
#include "support/sequence_text.hpp"

namespace concord::test {
namespace {

/// Other numbers than those of the cases without variants.
std::uint64_t of_variants(std::uint64_t seed) { return seed ^ 0x5EED'0F'ED175U; }

constexpr std::string_view nucleotides = "ACGT";

std::string reverse_complement_of(const std::string& of) {
    std::string made;
    for (std::size_t at = of.size(); at-- > 0;) {
        const std::size_t code = nucleotides.find(of[at]);
        made += code == std::string_view::npos ? of[at] : nucleotides[3 - code];
    }
    return made;
}

class variant_maker {
  public:
    variant_maker(dice& chance, const variant_case& given) : chance_(chance) {
        if (given.kind == alphabet::dna)
            letters_ = given.options.iupac ? "ACGTACGTRYSWKMBDHVN" : chance.one_in(3) ? "ACGTN" : "ACGT";
        else
            letters_ =
                given.kind == alphabet::protein ? "ACDEFGHIKLMNPQRSTVWY*-" : std::string("\x01\x20\x7f\xff aB", 7);
        if (chance.one_in(2)) letters_.resize(1 + chance.below(letters_.size())); // chance matches are common
        reverses_ = given.kind == alphabet::dna && given.options.both_strands;
        for (int at = 0; at < 300; ++at)
            ancestor_ += any();
    }

    /// A part of the ancestor with edits, repeated now and then, or anything.
    std::string sequence(std::uint64_t length) {
        std::string made;
        const auto how = chance_.below(6);
        const std::uint64_t period = 1 + chance_.below(6);
        std::uint64_t from = chance_.below(12);
        while (made.size() < length) {
            if (how == 0 || chance_.one_in(14))
                made += any();
            else if (how == 1)
                made += ancestor_[made.size() % period];
            else if (chance_.one_in(14))
                ++from;
            else if (how == 2 && chance_.one_in(15))
                from = chance_.below(12);
            else
                made += ancestor_[from++ % ancestor_.size()];
        }
        return reverses_ && chance_.one_in(2) ? reverse_complement_of(made) : made;
    }

  private:
    char any() { return letters_[chance_.below(letters_.size())]; }

    dice& chance_;
    std::string letters_;
    std::string ancestor_;
    bool reverses_ = false;
};

void choose_options(dice& chance, variant_case& made, std::uint64_t longest) {
    substring_options& options = made.options;
    options.metric = chance.one_in(3) ? substring_metric::hamming : substring_metric::levenshtein;
    if (made.kind == alphabet::dna) {
        options.both_strands = chance.one_in(3);
        options.iupac = chance.one_in(4);
    }
    if (chance.one_in(4)) options.from_start = 1 + chance.below(longest);
    if (chance.one_in(4)) options.from_end = 1 + chance.below(longest);
    if (chance.one_in(5)) options.copies = 2 + chance.below(2);
    if (chance.one_in(4)) options.top = 2 + chance.below(3);
}

} // namespace

sequence_set variant_case::set() const { return make_set(sequences, kind); }

std::string variant_case::to_paste() const {
    std::string text = "seed " + std::to_string(seed) + "; this case alone: CONCORD_SEED=" + std::to_string(seed) +
                       "; by hand:\nconcord substring - --alphabet " + std::string(to_string(kind)) + " --metric " +
                       std::string(to_string(options.metric)) + " -k " + std::to_string(options.mismatches) + " -t " +
                       std::to_string(options.support) + " -l " + std::to_string(options.min_length) +
                       (options.both_strands ? " --both-strands" : "") + (options.iupac ? " --iupac" : "");
    const auto add = [&](const char* name, std::uint64_t value, std::uint64_t usual) {
        if (value != usual) text += std::string(" ") + name + " " + std::to_string(value);
    };
    add("--from-start", options.from_start, 0);
    add("--from-end", options.from_end, 0);
    add("--top", options.top, 1);
    add("--copies", options.copies, 1);
    text += " --all <<'END'\n";
    for (std::size_t index = 0; index < sequences.size(); ++index)
        text += ">s" + std::to_string(index) + "\n" + sequences[index] + "\n";
    return text + "END\n";
}

variant_case small_variant_case(std::uint64_t seed) {
    dice chance(of_variants(seed));
    variant_case made{
        seed, chance.one_of({alphabet::dna, alphabet::dna, alphabet::dna, alphabet::protein, alphabet::bytes}), {}, {}};
    const std::uint64_t longest = 1 + chance.below(chance.one_in(4) ? 34 : 18);
    choose_options(chance, made, longest);
    const std::uint64_t count = 1 + chance.below(6);
    variant_maker letters(chance, made);
    for (std::uint64_t index = 0; index < count; ++index)
        made.sequences.push_back(letters.sequence(chance.one_in(3) ? longest : chance.below(longest + 1)));
    made.options.mismatches = chance.below(chance.one_in(6) ? 12 : 4);
    made.options.support = chance.one_of({std::uint64_t{1}, count, 1 + chance.below(count), 1 + chance.below(count)});
    made.options.min_length = 1 + chance.below(chance.one_in(3) ? 12 : 3);
    return made;
}

variant_case word_edge_variant_case(std::uint64_t seed) {
    dice chance(of_variants(seed));
    variant_case made{seed, chance.one_of({alphabet::dna, alphabet::dna, alphabet::protein}), {}, {}};
    choose_options(chance, made, 130);
    made.options.top = 1;
    const std::uint64_t count = 2 + chance.below(2);
    variant_maker letters(chance, made);
    for (std::uint64_t index = 0; index < count; ++index)
        made.sequences.push_back(
            letters.sequence(chance.one_of<std::uint64_t>({32, 63, 64, 64, 127, 128}) - 1 + chance.below(3)));
    made.options.mismatches = chance.below(5);
    made.options.support = 2 + chance.below(count - 1);
    made.options.min_length = 1 + chance.below(20);
    return made;
}

} // namespace concord::test

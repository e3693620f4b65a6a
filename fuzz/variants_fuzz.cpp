// Small collections: edits, both strands, IUPAC letters, pieces, copies and further answers of `substring` against the
// definition, by every path, vector target and number of threads; and the prefixes of the first sequence.
#include "agree/variant_ways.hpp"
#include "cases.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace concord;
    fuzz::choices from(data, size);
    test::variant_case tried{0, from.below(4) == 0 ? alphabet::bytes : alphabet::dna, {}, {}};
    substring_options& options = tried.options;
    const bool is_dna = tried.kind == alphabet::dna;
    const std::uint64_t flags = from.byte();
    options.metric = (flags & 1U) != 0 ? substring_metric::levenshtein : substring_metric::hamming;
    options.both_strands = is_dna && (flags & 2U) != 0;
    options.iupac = is_dna && (flags & 4U) != 0;
    options.from_start = (flags & 8U) != 0 ? 1 + from.below(12) : 0;
    options.from_end = (flags & 16U) != 0 ? 1 + from.below(12) : 0;
    options.top = (flags & 32U) != 0 ? 1 + from.below(3) : 1;
    options.copies = (flags & 64U) != 0 ? 1 + from.below(3) : 1;
    options.mismatches = from.below(5);
    options.min_length = 1 + from.below(6);
    const std::uint64_t support = from.byte();
    const std::string_view letters = !is_dna ? "abcd" : options.iupac ? "ACGTRYSWKMBDHVN" : "ACGTN";
    tried.sequences = fuzz::decoded_sequences(from, letters.substr(0, 2 + from.below(letters.size() - 1)), {5, 48});
    options.support = 1 + support % tried.sequences.size();
    fuzz::must_agree([&] {
        test::try_all_ways(tried);
        if (options.copies == 1 && options.top == 1) test::try_prefixes(tried);
    });
    return 0;
}

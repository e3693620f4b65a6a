// Exact regions that sequences share, by suffix array.
#include "calls.hpp"

#include <concord/error.hpp>
#include <concord/overlap.hpp>
#include <concord/unique_matches.hpp>

#include <vector>

namespace {

using namespace concord;

index_strands strands_of(bool both) { return both ? index_strands::both : index_strands::forward; }

std::string sign_of(strand on) { return on == strand::reverse ? "-" : "+"; }

struct place_rows {
    std::vector<double> sequence, start, end;
    std::vector<std::string> strand;

    void add(const overlap_place& at, std::uint64_t length) {
        sequence.push_back(static_cast<double>(at.sequence + 1));
        start.push_back(static_cast<double>(at.start + 1));
        end.push_back(static_cast<double>(at.start + length));
        strand.push_back(sign_of(at.on));
    }
};

} // namespace

// [[Rcpp::export]]
Rcpp::List concord_shared_region(const Rcpp::CharacterVector& letters, const std::string& alphabet, double support,
                                 double min_length, bool both_strands, int threads, const std::string& device) {
    const sequence_set set = r::set_of(letters, alphabet);
    shared_region_options options;
    options.support = r::count_of(support, 0, "support");
    options.min_length = r::count_of(min_length, 1, "min_length");
    options.both_strands = both_strands;
    options.occurrences = true;
    const auto result = r::interruptible(r::options_of(threads, device), [&](const run_options& run) {
        options.run = run;
        return longest_shared_region(set, options);
    });
    place_rows rows;
    std::string text;
    if (result.found) {
        const shared_region& best = result.best;
        text = set.text(best.first.sequence, best.first.start, best.first.start + best.length);
        for (const overlap_place& each : result.occurrences)
            rows.add(each, best.length);
    }
    using Rcpp::_;
    return Rcpp::List::create(
        _["letters"] = result.found ? Rcpp::CharacterVector::create(text) : Rcpp::CharacterVector::create(NA_STRING),
        _["support"] = result.found ? static_cast<double>(result.best.support) : NA_REAL,
        _["occurrences"] = Rcpp::DataFrame::create(_["sequence"] = rows.sequence, _["start"] = rows.start,
                                                   _["end"] = rows.end, _["strand"] = rows.strand));
}

// [[Rcpp::export]]
Rcpp::DataFrame concord_matches(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b,
                                const std::string& alphabet, double min_length, bool unique, bool both_strands,
                                int threads, const std::string& device) {
    Rcpp::CharacterVector all(a.size() + b.size());
    for (R_xlen_t i = 0; i < all.size(); ++i)
        all[i] = i < a.size() ? a[i] : b[i - a.size()];
    const sequence_set set = r::set_of(all, alphabet);
    const auto of_a = static_cast<std::uint64_t>(a.size());
    const std::uint64_t least = r::count_of(min_length, 1, "min_length");
    const auto found = r::interruptible(r::options_of(threads, device), [&](const run_options& run) {
        const overlap_index index = overlap_index::build(set, run, strands_of(both_strands));
        std::vector<exact_match> matches;
        const auto take = [&](const exact_match& each) { matches.push_back(each); };
        if (unique)
            maximal_unique_matches(index, of_a, least, run, take);
        else
            maximal_exact_matches(index, of_a, least, run, take);
        return matches;
    });
    std::vector<double> sequence_a, start_a, sequence_b, start_b, length;
    std::vector<std::string> strand_b;
    for (const exact_match& each : found) {
        sequence_a.push_back(static_cast<double>(each.a.sequence + 1));
        start_a.push_back(static_cast<double>(each.a.start + 1));
        sequence_b.push_back(static_cast<double>(each.b.sequence - of_a + 1));
        start_b.push_back(static_cast<double>(each.b.start + 1));
        strand_b.push_back(sign_of(each.b.on));
        length.push_back(static_cast<double>(each.length));
    }
    using Rcpp::_;
    return Rcpp::DataFrame::create(_["sequence_a"] = sequence_a, _["start_a"] = start_a, _["sequence_b"] = sequence_b,
                                   _["start_b"] = start_b, _["strand_b"] = strand_b, _["length"] = length);
}

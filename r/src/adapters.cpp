// The artificial sequences in reads.
#include "calls.hpp"

#include <concord/adapters.hpp>
#include <concord/error.hpp>

#include <vector>

namespace {

using namespace concord;

Rcpp::DataFrame frame_of(const adapter_result& result) {
    std::vector<std::string> verdict, letters, name, strand;
    std::vector<double> reads, share, whole, errors;
    for (const found_adapter& each : result.found) {
        verdict.emplace_back(to_string(each.verdict));
        letters.push_back(each.letters);
        name.push_back(each.name);
        strand.emplace_back(1, each.strand);
        reads.push_back(static_cast<double>(each.reads));
        share.push_back(static_cast<double>(each.reads) / static_cast<double>(result.reads));
        whole.push_back(static_cast<double>(each.whole));
        errors.push_back(each.errors_per_letter);
    }
    using Rcpp::_;
    return Rcpp::DataFrame::create(_["verdict"] = verdict, _["letters"] = letters, _["name"] = name,
                                   _["strand"] = strand, _["reads"] = reads, _["share"] = share, _["whole"] = whole,
                                   _["errors_per_letter"] = errors);
}

} // namespace

// [[Rcpp::export]]
Rcpp::List concord_find_adapters(const Rcpp::CharacterVector& reads, const Rcpp::Nullable<Rcpp::CharacterVector>& mates,
                                 double min_share, double min_reads, double most, int threads) {
    const sequence_set first = r::set_of(reads, "dna");
    adapter_options options;
    options.min_share = min_share;
    options.min_reads = r::count_of(min_reads, 0, "min_reads");
    options.most = r::count_of(most, 1, "most");
    const run_options run_here = r::options_of(threads, "auto");
    if (mates.isNull()) {
        const auto result = r::interruptible(run_here, [&](const run_options& run) {
            options.run = run;
            return find_adapters(first, options);
        });
        return Rcpp::List::create(frame_of(result));
    }
    const sequence_set second = r::set_of(Rcpp::CharacterVector(mates), "dna");
    const auto result = r::interruptible(run_here, [&](const run_options& run) {
        options.run = run;
        return find_adapters(first, second, options);
    });
    return Rcpp::List::create(frame_of(result.first), frame_of(result.second));
}

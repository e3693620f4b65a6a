// The longest substring that t of m sequences share.
#include "calls.hpp"

#include <concord/substring.hpp>

#include <vector>

namespace {

using namespace concord;

struct answer_rows {
    std::vector<std::string> letters;
    std::vector<double> sequence, start, end, support;
};

struct occurrence_rows {
    std::vector<int> answer;
    std::vector<double> sequence, start, end, differences;
    std::vector<std::string> strand, cigar;
};

void add(const sequence_set& set, const substring_candidate& of, answer_rows& rows) {
    rows.letters.push_back(set.text(of.sequence, of.start, of.start + of.length));
    rows.sequence.push_back(static_cast<double>(of.sequence + 1));
    rows.start.push_back(static_cast<double>(of.start + 1));
    rows.end.push_back(static_cast<double>(of.start + of.length));
    rows.support.push_back(static_cast<double>(of.support));
}

void add(const substring_result& result, int number, occurrence_rows& rows) {
    for (std::size_t i = 0; i < result.occurrences.size(); ++i) {
        const substring_occurrence& each = result.occurrences[i];
        rows.answer.push_back(number);
        rows.sequence.push_back(static_cast<double>(each.sequence + 1));
        rows.start.push_back(static_cast<double>(each.start + 1));
        rows.end.push_back(static_cast<double>(each.end));
        rows.differences.push_back(static_cast<double>(each.mismatches));
        rows.strand.emplace_back(each.is_reverse ? "-" : "+");
        rows.cigar.push_back(i < result.alignments.size() ? cigar(result.alignments[i]) : "");
    }
}

} // namespace

// [[Rcpp::export]]
Rcpp::List concord_substring(const Rcpp::CharacterVector& letters, const std::string& alphabet,
                             const Rcpp::List& given) {
    const sequence_set set = r::set_of(letters, alphabet);
    const auto number = [&](const char* name, std::uint64_t least) {
        return r::count_of(Rcpp::as<double>(given[name]), least, name);
    };
    substring_options options;
    options.mismatches = number("mismatches", 0);
    options.support = number("support", 0);
    options.min_length = number("min_length", 1);
    options.metric = Rcpp::as<std::string>(given["metric"]) == "levenshtein" ? substring_metric::levenshtein
                                                                             : substring_metric::hamming;
    options.both_strands = Rcpp::as<bool>(given["both_strands"]);
    options.iupac = Rcpp::as<bool>(given["iupac"]);
    options.from_start = number("from_start", 0);
    options.from_end = number("from_end", 0);
    options.top = number("top", 1);
    options.copies = number("copies", 1);
    options.occurrences = true;
    const auto result =
        r::interruptible(r::options_of(Rcpp::as<int>(given["threads"]), Rcpp::as<std::string>(given["device"])),
                         [&](const run_options& run) {
                             options.run = run;
                             return longest_common_substring(set, options);
                         });
    answer_rows answers;
    occurrence_rows occurrences;
    if (result.found) {
        add(set, result.best, answers);
        add(result, 1, occurrences);
        for (std::size_t i = 0; i < result.further.size(); ++i) {
            add(set, result.further[i].best, answers);
            add(result.further[i], static_cast<int>(i) + 2, occurrences);
        }
    }
    using Rcpp::_;
    return Rcpp::List::create(
        _["answers"] =
            Rcpp::DataFrame::create(_["letters"] = answers.letters, _["sequence"] = answers.sequence,
                                    _["start"] = answers.start, _["end"] = answers.end, _["support"] = answers.support),
        _["occurrences"] = Rcpp::DataFrame::create(
            _["answer"] = occurrences.answer, _["sequence"] = occurrences.sequence, _["start"] = occurrences.start,
            _["end"] = occurrences.end, _["strand"] = occurrences.strand, _["differences"] = occurrences.differences,
            _["cigar"] = occurrences.cigar),
        _["names"] = r::names_of(set));
}

// [[Rcpp::export]]
double concord_default_support(double sequences) {
    return static_cast<double>(concord::default_support(concord::r::count_of(sequences, 0, "sequences")));
}

// [[Rcpp::export]]
std::string concord_version_text() { return std::string(concord::version()); }

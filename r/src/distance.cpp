// Edit distances and longest common subsequences, of pairs and of all against all.
#include "calls.hpp"

#include <concord/distance.hpp>
#include <concord/error.hpp>
#include <concord/subsequence.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace concord;

distance_metric metric_named(const std::string& name) {
    if (name == "levenshtein") return distance_metric::levenshtein;
    if (name == "indel") return distance_metric::indel;
    if (name == "hamming") return distance_metric::hamming;
    if (name == "osa") return distance_metric::osa;
    if (name == "damerau-levenshtein") return distance_metric::damerau_levenshtein;
    throw error(error_code::usage, "unknown metric '" + name + "'");
}

batch_options batch_of(const Rcpp::List& given) {
    batch_options options;
    options.metric = metric_named(Rcpp::as<std::string>(given["metric"]));
    const double most = Rcpp::as<double>(given["max_distance"]);
    if (most != R_PosInf) options.max_distance = r::count_of(most, 0, "max_distance");
    options.run = r::options_of(Rcpp::as<int>(given["threads"]), Rcpp::as<std::string>(given["device"]));
    return options;
}

int as_integer(std::uint32_t distance) {
    return distance == no_distance ? NA_INTEGER : static_cast<int>(std::min<std::uint32_t>(distance, 0x7FFF'FFFF));
}

struct pair_rows {
    std::vector<double> a, b;
    std::vector<int> distance;

    void add(std::span<const near_pair> pairs) {
        for (const near_pair& each : pairs) {
            a.push_back(static_cast<double>(each.a + 1));
            b.push_back(static_cast<double>(each.b + 1));
            distance.push_back(as_integer(each.distance));
        }
    }
    [[nodiscard]] Rcpp::DataFrame frame() const {
        using Rcpp::_;
        return Rcpp::DataFrame::create(_["a"] = a, _["b"] = b, _["distance"] = distance);
    }
};

} // namespace

// [[Rcpp::export]]
Rcpp::IntegerVector concord_zipped_distances(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b,
                                             const std::string& alphabet, const Rcpp::List& given) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = r::set_of(b, alphabet);
    batch_options options = batch_of(given);
    const auto distances = r::interruptible(options.run, [&](const run_options& run) {
        options.run = run;
        return zipped_distances(left, right, options);
    });
    Rcpp::IntegerVector result(static_cast<R_xlen_t>(distances.size()));
    std::ranges::transform(distances, result.begin(), as_integer);
    return result;
}

// [[Rcpp::export]]
Rcpp::IntegerMatrix concord_all_distances(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b,
                                          const std::string& alphabet, const Rcpp::List& given) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = r::set_of(b, alphabet);
    batch_options options = batch_of(given);
    Rcpp::IntegerMatrix result(static_cast<int>(left.size()), static_cast<int>(right.size()));
    int* const cells = result.begin();
    const std::size_t rows = left.size();
    r::interruptible(options.run, [&](const run_options& run) {
        options.run = run;
        all_distances(left, right, options, [&](std::uint64_t row, std::span<const std::uint32_t> distances) {
            for (std::size_t column = 0; column < distances.size(); ++column)
                cells[column * rows + row] = as_integer(distances[column]); // R stores columns
        });
        return true;
    });
    return result;
}

// [[Rcpp::export]]
Rcpp::DataFrame concord_near_pairs(const Rcpp::CharacterVector& a, const Rcpp::Nullable<Rcpp::CharacterVector>& b,
                                   const std::string& alphabet, const Rcpp::List& given) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = b.isNull() ? left : r::set_of(Rcpp::CharacterVector(b), alphabet);
    batch_options options = batch_of(given);
    options.each_pair_once = b.isNull();
    const pair_rows rows = r::interruptible(options.run, [&](const run_options& run) {
        options.run = run;
        pair_rows found;
        near_pairs(left, right, options, [&](std::span<const near_pair> pairs) { found.add(pairs); });
        return found;
    });
    return rows.frame();
}

// [[Rcpp::export]]
Rcpp::DataFrame concord_nearest(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b, double count,
                                const std::string& alphabet, const Rcpp::List& given) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = r::set_of(b, alphabet);
    const std::uint64_t most = r::count_of(count, 1, "count");
    batch_options options = batch_of(given);
    const pair_rows rows = r::interruptible(options.run, [&](const run_options& run) {
        options.run = run;
        pair_rows found;
        nearest(left, right, most, options, [&](std::span<const near_pair> pairs) { found.add(pairs); });
        return found;
    });
    return rows.frame();
}

// [[Rcpp::export]]
Rcpp::List concord_align(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b, const std::string& alphabet,
                         const Rcpp::List& given) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = r::set_of(b, alphabet);
    const batch_options of = batch_of(given);
    distance_options options;
    options.metric = of.metric;
    options.max_distance = of.max_distance;
    options.alignment = true;
    const auto result = r::interruptible(of.run, [&](const run_options& run) {
        options.run = run;
        return distance({left, 0}, {right, 0}, options);
    });
    using Rcpp::_;
    if (!result.distance) return Rcpp::List::create(_["distance"] = NA_REAL, _["cigar"] = NA_STRING);
    return Rcpp::List::create(_["distance"] = static_cast<double>(*result.distance),
                              _["cigar"] = cigar(result.alignment));
}

// [[Rcpp::export]]
Rcpp::List concord_subsequence(const Rcpp::CharacterVector& a, const Rcpp::CharacterVector& b,
                               const std::string& alphabet, int threads, const std::string& device) {
    const sequence_set left = r::set_of(a, alphabet);
    const sequence_set right = r::set_of(b, alphabet);
    subsequence_options options;
    options.alignment = true;
    const auto result = r::interruptible(r::options_of(threads, device), [&](const run_options& run) {
        options.run = run;
        return longest_common_subsequence({left, 0}, {right, 0}, options);
    });
    std::string kept;
    const std::string whole = left.text(0, 0, left.length(0));
    if (left.alphabet() == alphabet::utf8)
        for (const std::uint64_t at : kept_positions(result.alignment))
            kept += left.text(0, at, at + 1);
    else
        for (const std::uint64_t at : kept_positions(result.alignment))
            kept += whole[at];
    Rcpp::String letters(kept, CE_UTF8);
    using Rcpp::_;
    return Rcpp::List::create(_["length"] = static_cast<double>(result.length), _["letters"] = letters,
                              _["cigar"] = cigar(result.alignment));
}

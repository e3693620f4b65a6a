#include "calls.hpp"

#include <concord/device.hpp>
#include <concord/error.hpp>

#include <cmath>
#include <utility>

namespace concord::r {
namespace {

alphabet alphabet_named(const std::string& name) {
    for (const alphabet kind : {alphabet::automatic, alphabet::dna, alphabet::protein, alphabet::bytes, alphabet::utf8})
        if (name == to_string(kind)) return kind;
    throw error(error_code::usage, "unknown alphabet '" + name + "': expected auto, dna, protein, bytes or utf8");
}

} // namespace

sequence_set set_of(const Rcpp::CharacterVector& letters, const std::string& alphabet) {
    sequence_set_builder builder(alphabet_named(alphabet));
    const bool has_names = !Rf_isNull(Rf_getAttrib(letters, R_NamesSymbol));
    const Rcpp::CharacterVector names = has_names ? Rcpp::CharacterVector(letters.names()) : Rcpp::CharacterVector();
    for (R_xlen_t i = 0; i < letters.size(); ++i) {
        const SEXP each = letters[i];
        if (each == NA_STRING)
            throw error(error_code::bad_input, "sequence " + std::to_string(i + 1) + " is missing (NA)");
        try {
            builder.add(has_names ? CHAR(STRING_ELT(names, i)) : "", Rf_translateCharUTF8(each));
        } catch (const letter_error& problem) {
            throw error(error_code::bad_input, "sequence " + std::to_string(i + 1) + ", letter " +
                                                   std::to_string(problem.position() + 1) + ": " + problem.what());
        }
    }
    return std::move(builder).finish();
}

run_options options_of(int threads, const std::string& device) {
    run_options options;
    if (threads < 0) throw error(error_code::usage, "threads must be 0 (all cores) or more");
    options.threads = static_cast<unsigned>(threads);
    options.device = concord::device::parse(device);
    return options;
}

std::uint64_t count_of(double number, std::uint64_t least, const char* name) {
    constexpr double most = 9007199254740992.0; // 2^53, up to which R has every whole number
    if (std::isnan(number) || number != std::floor(number) || number < static_cast<double>(least) || number > most)
        throw error(error_code::usage,
                    std::string(name) + " must be a whole number, " + std::to_string(least) + " or more");
    return static_cast<std::uint64_t>(number);
}

Rcpp::CharacterVector names_of(const sequence_set& set) {
    Rcpp::CharacterVector names(static_cast<R_xlen_t>(set.size()));
    for (std::size_t i = 0; i < set.size(); ++i) {
        const std::string name(set.name(i));
        names[static_cast<R_xlen_t>(i)] = name.empty() ? std::to_string(i + 1) : name;
    }
    return names;
}

bool user_interrupts() {
    return R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr) == FALSE;
}

} // namespace concord::r

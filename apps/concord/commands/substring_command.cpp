// concord substring: the longest substring that at least t of m sequences share, with up to k mismatches.
#include "commands/commands.hpp"
#include "measurement.hpp"
#include "options/cluster_options.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "options/option_text.hpp"
#include "options/support_argument.hpp"
#include "output/substring_outputs.hpp"

#include "formats/fastx_reader.hpp"
#include "output/substring_part.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace concord::app {
namespace {

struct substring_wishes {
    std::vector<std::string> files;
    std::uint64_t mismatches = 0;
    std::string support; ///< empty: a fifth, at least 2
    std::uint64_t min_length = 1;
    std::string letters = "auto";
    bool all = false;
    std::string occurrences;  ///< a file, or empty
    std::string per_sequence; ///< a file, or empty, as the others
    std::string motif;
    std::string report;
    std::string multiqc;
    bool exit_code = false;
    run_wishes run;
    cluster_wishes cluster;
    output_wishes output;
    message_wishes messages;

    /// A shard writes only its part; whoever merges writes what can be made of parts.
    [[nodiscard]] substring_files files_of_result() const {
        if (!cluster.is_part()) return {occurrences, per_sequence, motif, report, multiqc};
        if (!motif.empty() || !report.empty() || !multiqc.empty())
            throw error(error_code::usage, "--motif, --report and --multiqc are made of a whole run, not of a shard");
        return {};
    }
};

std::uint64_t chosen_support(const std::string& wish, std::uint64_t sequences) {
    if (!wish.empty()) return resolve_support(wish, sequences);
    return std::clamp<std::uint64_t>(support_from_percent(20, sequences), std::min<std::uint64_t>(2, sequences),
                                     sequences);
}

sequence_set read(const substring_wishes& wishes, const run_options& run) {
    formats::read_options options;
    options.threads = run.threads;
    options.on_progress = run.on_progress;
    options.cancelled = run.cancelled;
    return runtime::read_once(
        ranks(), [&] { return formats::read_sequences(wishes.files, alphabet_of(wishes.letters), options); });
}

int run(const substring_wishes& wishes) {
    measurement measured;
    std::vector<std::string> places = wishes.files_of_result().all();
    places.push_back(wishes.output.path);
    check_places(wishes.files, places);
    std::optional<substring_outputs> out;
    if (ranks().is_root()) out.emplace(wishes.output.path, wishes.files_of_result());
    progress_line progress = wishes.messages.make_progress_line();

    substring_options options;
    options.run = wishes.run.options(progress);
    const auto sharing = wishes.cluster.make_sharing();
    options.run.sharing = sharing.get();
    start_device(options.run);
    const sequence_set sequences = read(wishes, options.run);
    measured.reading_is_over();
    wishes.messages.note(fmt::format("read {} sequences, {} letters ({}) in {:.3f} s", sequences.size(),
                                     sequences.letters(), to_string(sequences.alphabet()), measured.read_seconds()));

    options.mismatches = wishes.mismatches;
    options.support = chosen_support(wishes.support, sequences.size());
    options.min_length = wishes.min_length;
    const bool is_part = wishes.cluster.is_part(); // it carries what the whole may have to show
    options.ties = wishes.all || is_part || !wishes.report.empty();
    options.occurrences = is_part || !wishes.occurrences.empty() || !wishes.motif.empty() || !wishes.report.empty() ||
                          wishes.output.chosen_format() == output_format::text;
    if (!wishes.motif.empty() && sequences.alphabet() == alphabet::bytes)
        throw error(error_code::usage, "--motif is for dna and protein, and the letters are bytes");
    options.per_sequence = !wishes.per_sequence.empty();
    const substring_result result = longest_common_substring(sequences, options);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(result.run, wishes.messages);

    const int status = wishes.exit_code && !result.found ? 1 : 0;
    if (!out) return status;
    const run_facts facts = measured.facts(result.run);
    options.ties = wishes.all;
    options.run.sharing = nullptr; // what follows is done here alone
    const substring_answer answer{.sequences = sequences,
                                  .options = options,
                                  .result = result,
                                  .files = wishes.files,
                                  .support_given = wishes.support,
                                  .asked_for = alphabet_of(wishes.letters),
                                  .seconds = facts.seconds,
                                  .peak_memory_bytes = facts.peak_memory_bytes};
    if (!is_part) {
        out->write(answer, facts, wishes.output);
        return status;
    }
    write_substring_part(answer, {wishes.occurrences, wishes.per_sequence}, sharing->part(), facts_of_call(*sharing),
                         out->answer.sink());
    out->answer.finish();
    stop_if_interrupted();
    out->answer.commit();
    return status;
}

constexpr const char* footer = R"(A DNA letter outside A, C, G, T/U matches nothing. Coordinates are 0-based, half open.

Examples:
  concord substring -k 1 -t 20% -l 15 reads.fastq.gz
      what a fifth of the reads share, with up to 1 mismatch: an adapter, a primer, a barcode
  concord substring -k 5 -t 27 --occurrences sites.bed genomes.fasta
      the longest site that all 27 genomes keep, and where each has it
  zcat run*.fastq.gz | concord substring -k 1 -f json - | jq -r .result.text)";

} // namespace

std::vector<command> add_substring(CLI::App& program) {
    CLI::App& substring = *program.add_subcommand(
        "substring", "Longest substring that at least t of m sequences share, with up to k mismatches");
    substring.footer(footer);
    substring.group("Commands");
    hide_help_flag(substring);
    const auto wishes = std::make_shared<substring_wishes>();

    substring
        .add_option("FILE", wishes->files,
                    "FASTA or FASTQ, plain or gzip; - is stdin; several files are one collection")
        ->required()
        ->type_name("");
    constexpr const char* problem = "What to look for";
    add_parsed(substring, "-k,--mismatches", wishes->mismatches, parse_count, "N",
               "Letters by which an occurrence may differ")
        ->default_str("0")
        ->group(problem);
    add_support(substring, wishes->support,
                "Sequences that must hold an occurrence, the source included: a number, or a share such as 20% "
                "(default: 20%, but at least 2)")
        ->group(problem);
    add_parsed(substring, "-l,--min-length", wishes->min_length, parse_length, "N", "Shorter answers are none")
        ->default_str("1")
        ->group(problem);
    add_choice(substring, "--alphabet", wishes->letters, {"auto", "dna", "protein", "bytes"},
               "Which letters there are: auto looks at the first 65,536; bytes folds no case and knows 256 letters")
        ->capture_default_str()
        ->group(problem);

    constexpr const char* results = "What to tell";
    substring.add_flag("--all", wishes->all, "Every substring of that length, not only the first")->group(results);
    substring
        .add_option(
            "--occurrences", wishes->occurrences,
            "Write the best occurrence in every supporting sequence; BED if it ends in .bed, FASTA if in .fa or "
            ".fasta, else a table")
        ->type_name("FILE")
        ->group(results);
    substring
        .add_option("--per-sequence", wishes->per_sequence,
                    "Write the longest shared substring of every sequence, as a table (takes longer)")
        ->type_name("FILE")
        ->group(results);
    substring
        .add_option("--motif", wishes->motif,
                    "Write the occurrences as a motif, in MEME's minimal format (dna, protein)")
        ->type_name("FILE")
        ->group(results);
    add_report(substring, wishes->report);
    add_multiqc(substring, wishes->multiqc);
    substring.add_flag("--exit-code", wishes->exit_code, "Leave with status 1 if nothing is found")->group(results);

    wishes->output.add_to(substring);
    wishes->run.add_to(substring);
    wishes->cluster.add_to(substring);
    wishes->messages.add_to(substring);
    return {{&substring, [wishes] { return run(*wishes); }, true}};
}

} // namespace concord::app

// concord substring: the longest substring that at least t of m sequences share, with up to k mismatches.
#include "commands/commands.hpp"
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/fastx_reader.hpp"
#include "options/common_options.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "output/answer_parts.hpp"
#include "program_facts.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <concord/error.hpp>
#include <concord/substring.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace concord::app {
namespace {

/// The support is a fifth of the sequences by default, but at least 2.
struct substring_arguments : collection_arguments {
    std::uint64_t mismatches = 0;
    bool all = false;
    std::string metric{to_string(substring_metric::hamming)};
    bool both_strands = false;
    bool iupac = false;
    std::uint64_t from_start = 0;
    std::uint64_t from_end = 0;
    std::uint64_t top = 1;
    std::uint64_t copies = 1;
    std::string per_sequence; ///< a file, or empty
    std::string motif;        ///< a file, or empty
    std::string max_lcp;
    std::string length_stat;
    std::optional<std::uint64_t> table_of;

    [[nodiscard]] bool has_edits() const { return metric == to_string(substring_metric::levenshtein); }
    /// Fewer letters than these occur everywhere, or nearly so.
    [[nodiscard]] std::uint64_t usual_min_length() const { return has_edits() ? 2 * mismatches + 1 : 1; }
    [[nodiscard]] bool is_variant() const {
        return has_edits() || both_strands || iupac || from_start > 0 || from_end > 0 || top != 1 || copies != 1;
    }

    /// A shard writes only its part; 'concord merge' writes what can be made of parts.
    [[nodiscard]] substring_files files_of_result() const {
        if (!cluster.is_part())
            return {occurrences, per_sequence, motif, report, multiqc, max_lcp, length_stat, table_of};
        if (!motif.empty() || !report.empty() || !multiqc.empty())
            throw error(error_code::usage, "--motif, --report and --multiqc are made of a whole run, not of a shard");
        if (!max_lcp.empty() || !length_stat.empty())
            throw error(error_code::usage, "--max-lcp and --length-stat are made of a whole run, not of a shard");
        return {};
    }
};

sequence_set read(const substring_arguments& arguments, const run_options& run) {
    return runtime::read_once(ranks(), [&] {
        return concord::read_sequences(arguments.files, alphabet_of(arguments.letters), reading(run));
    });
}

int run(const substring_arguments& arguments) {
    measurement measured;
    std::vector<std::string> outputs = arguments.files_of_result().all();
    outputs.push_back(arguments.output.path);
    check_places(arguments.files, outputs);
    std::optional<output_files> out;
    if (ranks().is_root()) out.emplace(arguments.output.path, arguments.files_of_result().all());
    progress_bar progress =
        arguments.messages.make_progress_bar(plan_of_substring(!arguments.report.empty(), arguments.is_variant()));

    substring_options options;
    options.run = arguments.run.options(progress);
    const auto sharing = arguments.cluster.make_sharing();
    options.run.sharing = sharing.get();
    start_device(options.run);
    const sequence_set sequences = read(arguments, options.run);
    measured.reading_is_over();
    progress.computing();
    arguments.messages.note(reading_note(sequences, measured.read_seconds()));

    options.mismatches = arguments.mismatches;
    options.support = resolve_support(arguments.support, sequences.size());
    hint_at_other_letters(arguments.messages, sequences, arguments.letters);
    arguments.messages.hint_at_one_sequence(arguments.support, options.support, sequences.size());
    options.min_length = arguments.min_length.value_or(arguments.usual_min_length());
    options.metric = arguments.has_edits() ? substring_metric::levenshtein : substring_metric::hamming;
    options.both_strands = arguments.both_strands;
    options.iupac = arguments.iupac;
    options.from_start = arguments.from_start;
    options.from_end = arguments.from_end;
    options.top = arguments.top;
    options.copies = arguments.copies;
    if (arguments.has_edits() && !arguments.min_length && arguments.mismatches > 0)
        arguments.messages.note(fmt::format("-l is {}: {} letters or fewer occur everywhere with {} edits",
                                            options.min_length, arguments.mismatches, arguments.mismatches));
    const bool is_part = arguments.cluster.is_part(); // it holds everything that the whole may have to show
    options.ties = arguments.all || is_part || !arguments.report.empty();
    options.occurrences = is_part || !arguments.occurrences.empty() || !arguments.motif.empty() ||
                          !arguments.report.empty() || arguments.output.chosen_format().is_text ||
                          arguments.is_variant();
    if (!arguments.motif.empty() && sequences.alphabet() == alphabet::bytes)
        throw error(error_code::usage, "--motif is for dna and protein, and the letters are bytes");
    options.per_sequence = !arguments.per_sequence.empty();
    const substring_result result = longest_common_substring(sequences, options);
    progress.writing();
    stop_if_interrupted();
    measured.computing_is_over(result.run, arguments.messages);

    const int status = arguments.exit_code && !result.found ? 1 : 0;
    if (!out) return status;
    const run_facts facts = measured.facts(result.run);
    options.ties = arguments.all;
    options.run.sharing = nullptr; // the rest is done by this process alone
    const substring_answer answer{.sequences = sequences,
                                  .options = options,
                                  .result = result,
                                  .files = arguments.files,
                                  .support_given = arguments.support,
                                  .asked_for = alphabet_of(arguments.letters),
                                  .seconds = facts.seconds,
                                  .peak_memory_bytes = facts.peak_memory_bytes};
    if (!is_part) {
        write_all(answer, arguments.files_of_result(), arguments.output, *out);
        return status;
    }
    write_substring_part(answer, {arguments.occurrences, arguments.per_sequence}, sharing->part(),
                         facts_of_call(*sharing), out->answer_file.sink());
    out->answer_file.finish();
    stop_if_interrupted();
    out->answer_file.commit();
    return status;
}

constexpr const char* substring_footer =
    R"(A DNA letter outside A, C, G, T/U matches nothing. Coordinates are 0-based, half open.

Examples:
  concord substring -k 1 -t 20% -l 15 reads.fastq.gz
      what a fifth of the reads share, with up to 1 mismatch: an adapter, a primer, a barcode
  concord substring -k 5 -t 27 --occurrences sites.bed genomes.fasta
      the longest site that all 27 genomes keep, and where each has it
  concord substring --metric levenshtein -k 3 -t 20% --both-strands --from-start 150 nanopore.fastq.gz
      a primer or an adapter at either end of long reads, on either strand, with insertions and deletions
  zcat run*.fastq.gz | concord substring -k 1 -f json - | jq -r .result.text)";

} // namespace

std::vector<command> add_substring(CLI::App& program) {
    CLI::App& substring = *program.add_subcommand(
        "substring", "Longest substring that t of m sequences share, with up to k mismatches or edits");
    substring.footer(substring_footer);
    substring.group("Commands");
    hide_help_flag(substring);
    const auto arguments = std::make_shared<substring_arguments>();

    const collection_help help{
        .files = "FASTA or FASTQ, plain or gzip; - is stdin; several files are one collection",
        .support = "Sequences that must hold an occurrence, the source included: a number, or a share such as 20% "
                   "(default: 20%, but at least 2)",
        .occurrences = "Write the best occurrence in every supporting sequence; BED if the name ends in .bed, FASTA if "
                       "in .fa or .fasta, else a table"};
    // Before the options that `overlap` shares: the help lists options in this order.
    add_parsed(substring, "-k,--mismatches", arguments->mismatches, parse_count, "N",
               "Letters by which an occurrence may differ; edits with --metric levenshtein")
        ->default_str("0")
        ->group(help.problem);
    const auto add_problem = [&](const char* group) {
        add_choice(substring, "--metric", arguments->metric, {"hamming", "levenshtein"},
                   "How an occurrence may differ: hamming, in letters; levenshtein, also by insertions and deletions "
                   "(then -l is 2k + 1 by default: k letters or fewer occur everywhere)")
            ->capture_default_str()
            ->group(group);
        substring
            .add_flag("--both-strands", arguments->both_strands,
                      "The reverse complement of an occurrence is one, too (dna)")
            ->group(group);
        substring
            .add_flag("--iupac", arguments->iupac,
                      "R is A or G, and so on: letters match if they have a nucleotide in common (dna)")
            ->group(group);
        add_parsed(substring, "--from-start", arguments->from_start, parse_length, "N",
                   "Only the first N letters of each sequence count")
            ->group(group);
        add_parsed(substring, "--from-end", arguments->from_end, parse_length, "N",
                   "Only the last N; with --from-start, both")
            ->group(group);
        add_parsed(substring, "--copies", arguments->copies, parse_positive, "N",
                   "A sequence must hold N occurrences that do not overlap")
            ->default_str("1")
            ->group(group);
        add_parsed(substring, "--top", arguments->top, parse_positive, "N",
                   "Answers at most: after each, its occurrences are masked, and the search goes on")
            ->default_str("1")
            ->group(group);
    };
    const auto add_results = [&](const char* group) {
        substring.add_flag("--all", arguments->all, "Every substring of that length, not only the first")->group(group);
        substring
            .add_option("--per-sequence", arguments->per_sequence,
                        "Write the longest shared substring of every sequence, as a table (takes longer)")
            ->type_name("FILE")
            ->group(group);
        substring
            .add_option("--motif", arguments->motif,
                        "Write the occurrences as a motif, in MEME's minimal format (dna, protein)")
            ->type_name("FILE")
            ->group(group);
    };
    const auto add_tables = [&](const char* group) {
        add_results(group);
        substring
            .add_option("--max-lcp", arguments->max_lcp,
                        "Write, for each start of a sequence and each other sequence, how many letters it shares from "
                        "there on, as a table")
            ->type_name("FILE")
            ->group(group);
        substring
            .add_option("--length-stat", arguments->length_stat,
                        "Write, for each start and length, how many sequences hold these letters, as a table")
            ->type_name("FILE")
            ->group(group);
        add_parsed(substring, "--table-of", arguments->table_of, parse_count, "INDEX",
                   "The sequence that these two tables are of, counted from 0 (default: that of the answer)")
            ->group(group);
    };
    arguments->add_to(substring, help, add_problem, add_tables)->required();
    return {{&substring, [arguments] { return run(*arguments); }, true}};
}

} // namespace concord::app

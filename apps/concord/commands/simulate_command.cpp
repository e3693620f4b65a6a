// concord simulate: seeded inputs of known structure.
#include "commands/commands.hpp"
#include "commands/progress_plans.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "simulate/simulate.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <vector>

namespace concord::app {
namespace {

/// What all kinds take: --seed, --output and the messages.
struct simulation {
    std::uint64_t seed = 1;
    std::string path = "-";
    message_arguments messages;

    void add_to(CLI::App& kind) {
        hide_help_flag(kind);
        kind.add_option("--seed", seed, "The same seed gives the same bytes, on every machine")
            ->type_name("N")
            ->capture_default_str();
        output_arguments::add_path_to(kind, path);
        messages.add_to(kind);
    }
};

/// Runs `write` with a sink that shows how far it is and ends when a signal asks for that. It writes about
/// `expected` bytes.
template <typename Writer>
int run(const simulation& arguments, double expected, const Writer& write) {
    formats::output_file out(arguments.path);
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_writing());
    progress.writing();
    const auto report = progress.callback();
    std::uint64_t written = 0;
    write([&](std::string_view bytes) {
        stop_if_interrupted();
        out.write(bytes);
        written += bytes.size();
        if (report)
            report(
                {.stage = "writing", .done = written, .total = static_cast<std::uint64_t>(expected), .unit = "bytes"});
    });
    out.commit();
    arguments.messages.note(fmt::format("wrote {} bytes", written));
    return 0;
}

// About so many bytes, for the progress bar: letters, and what stands around them in a record.
constexpr double bytes_of_header = 12;

double expected_bytes(const simulate::read_options& of) {
    const double letters = static_cast<double>(of.shortest + of.longest) / 2;
    const double record = of.qualities ? 2 * letters + bytes_of_header + 4 : letters + bytes_of_header;
    return static_cast<double>(of.number) * (record + of.adapter_share * bytes_of_header);
}

double expected_bytes(const simulate::pair_options& of) {
    return static_cast<double>(of.number) * (static_cast<double>(of.shortest + of.longest) + 2 * bytes_of_header);
}

double expected_bytes(const simulate::word_options& of) {
    constexpr double bytes_of_ends = 10;
    const double letters = static_cast<double>(of.shortest + of.longest) / 2 + bytes_of_ends;
    return static_cast<double>(of.number) * (letters + (of.fasta ? bytes_of_header : 1));
}

double expected_bytes(const simulate::genome_options& of) {
    return static_cast<double>(of.number) * (1.02 * static_cast<double>(of.length) + bytes_of_header);
}

template <typename Options>
CLI::Option* add_lengths(CLI::App& kind, Options& options, const std::string& help) {
    const auto set = [&options](const std::string& text) {
        const length_range range = parse_lengths(text);
        options.shortest = range.shortest;
        options.longest = range.longest;
    };
    return kind.add_option_function<std::string>("-L,--length", set, help)
        ->check([](const std::string& text) { return static_cast<void>(parse_lengths(text)), std::string(); })
        ->type_name("N|N-N");
}

struct reads_kind : simulation {
    simulate::read_options options;
    std::string format = "fastq";
    std::string start = "soil";
    std::string errors = "illumina";
    std::optional<double> substitutions;
    std::optional<double> insertions;
    std::optional<double> deletions;

    /// What was not given is as usual for the model.
    void settle() {
        const bool is_nanopore = errors == "nanopore";
        options.errors = is_nanopore ? simulate::error_model::nanopore : simulate::error_model::illumina;
        options.substitutions = substitutions.value_or(is_nanopore ? 0.03 : options.substitutions);
        options.insertions = insertions.value_or(is_nanopore ? 0.02 : 0);
        options.deletions = deletions.value_or(is_nanopore ? 0.03 : 0);
    }
};

command add_reads(CLI::App& simulate) {
    CLI::App& kind = *simulate.add_subcommand("reads", "Sequencing reads, a part of which runs into the adapter");
    kind.footer("Example:\n  concord simulate reads -n 1M --adapter-share 30% --seed 7 -o reads.fastq.gz");
    const auto arguments = std::make_shared<reads_kind>();
    simulate::read_options& options = arguments->options;
    add_parsed(kind, "-n,--number", options.number, parse_count, "N", "Reads, such as 5000 or 10M")
        ->default_str("5000");
    add_lengths(kind, options, "Letters a read, or the shortest and the longest")->default_str("51");
    kind.add_option("--adapter", options.adapter, "Letters of the adapter (default: Illumina TruSeq)")
        ->type_name("LETTERS");
    add_parsed(kind, "--adapter-share", options.adapter_share, parse_share, "SHARE",
               "Reads that reach the adapter, of all")
        ->default_str("41%");
    add_choice(kind, "--adapter-start", arguments->start, {"soil", "uniform"},
               "Where it starts: as in soil reads (mostly late), or anywhere")
        ->capture_default_str();
    add_choice(kind, "--error-model", arguments->errors, {"illumina", "nanopore"},
               "illumina: wrong letters; nanopore: also insertions and deletions, and both strands")
        ->capture_default_str();
    add_parsed(kind, "--substitutions", arguments->substitutions, parse_share, "SHARE",
               "Letters read wrongly, of all; 3% with nanopore")
        ->default_str("0.5%");
    add_parsed(kind, "--insertions", arguments->insertions, parse_share, "SHARE",
               "Letters before which there is one too many, with nanopore")
        ->default_str("2%");
    add_parsed(kind, "--deletions", arguments->deletions, parse_share, "SHARE", "Letters left out, with nanopore")
        ->default_str("3%");
    add_parsed(kind, "--unknown", options.unknown, parse_share, "SHARE", "Letters N, of all")->default_str("0.01%");
    add_choice(kind, "-f,--format", arguments->format, {"fastq", "fasta"}, "What to write")->capture_default_str();
    arguments->add_to(kind);
    return {&kind, [arguments] {
                arguments->settle();
                arguments->options.seed = arguments->seed;
                arguments->options.qualities = arguments->format == "fastq";
                arguments->options.start =
                    arguments->start == "soil" ? simulate::adapter_start::soil : simulate::adapter_start::uniform;
                return run(*arguments, expected_bytes(arguments->options),
                           [&](const simulate::byte_sink& sink) { simulate::reads(arguments->options, sink); });
            }};
}

struct genomes_kind : simulation {
    simulate::genome_options options;
};

command add_genomes(CLI::App& simulate) {
    CLI::App& kind = *simulate.add_subcommand("genomes", "Genomes that descend from one ancestor");
    kind.footer("Example:\n  concord simulate genomes -n 27 -L 16500 --substitutions 5% --island 200 -o genomes.fasta");
    const auto arguments = std::make_shared<genomes_kind>();
    simulate::genome_options& options = arguments->options;
    add_parsed(kind, "-n,--number", options.number, parse_count, "N", "Genomes")->default_str("20");
    add_parsed(kind, "-L,--length", options.length, parse_count, "N", "Letters of the ancestor")->default_str("16500");
    add_parsed(kind, "--substitutions", options.rates.substitutions, parse_share, "SHARE",
               "Letters substituted, of all")
        ->default_str("5%");
    add_parsed(kind, "--indels", options.rates.indels, parse_share, "SHARE", "Insertions and deletions a letter")
        ->default_str("0.05%");
    add_parsed(kind, "--island", options.island, parse_count, "N", "Letters in the middle that never change")
        ->default_str("0");
    kind.add_flag("--ancestor", options.ancestor, "Write the ancestor too, first");
    arguments->add_to(kind);
    return {&kind, [arguments] {
                arguments->options.seed = arguments->seed;
                return run(*arguments, expected_bytes(arguments->options),
                           [&](const simulate::byte_sink& sink) { simulate::genomes(arguments->options, sink); });
            }};
}

struct pairs_kind : simulation {
    simulate::pair_options options;
};

command add_pairs(CLI::App& simulate) {
    CLI::App& kind = *simulate.add_subcommand("pairs", "Pairs of related sequences, one record after the other");
    kind.footer("Example:\n  concord simulate pairs -n 1000 -L 100-1000 --divergence 2% -o pairs.fasta");
    const auto arguments = std::make_shared<pairs_kind>();
    simulate::pair_options& options = arguments->options;
    add_parsed(kind, "-n,--number", options.number, parse_count, "N", "Pairs")->default_str("1000");
    add_lengths(kind, options, "Letters of a sequence, or the shortest and the longest")->default_str("1000");
    add_parsed(kind, "--divergence", options.divergence, parse_share, "SHARE", "Edits a letter between the two")
        ->default_str("5%");
    add_parsed(kind, "--indels", options.indel_share, parse_share, "SHARE", "Insertions and deletions, of all edits")
        ->default_str("10%");
    arguments->add_to(kind);
    return {&kind, [arguments] {
                arguments->options.seed = arguments->seed;
                return run(*arguments, expected_bytes(arguments->options),
                           [&](const simulate::byte_sink& sink) { simulate::pairs(arguments->options, sink); });
            }};
}

bool are_letters(const std::string& text) {
    return std::ranges::all_of(text, [](unsigned char letter) { return letter > 32 && letter < 127; });
}

[[noreturn]] void reject_value(const std::string& text, const std::string& expected) {
    throw CLI::ValidationError(fmt::format("expected {}, found '{}'", expected, text), CLI::ExitCodes::ValidationError);
}

/// "CASS" or "CASS=5,CAWS,CSAR=2": ends and how frequent they are. An empty text is one that has no letters.
std::vector<simulate::word_end> parse_ends(const std::string& text) {
    std::vector<simulate::word_end> ends;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const std::string one = text.substr(begin, comma - begin);
        const std::size_t equals = one.find('=');
        ends.push_back({one.substr(0, equals), equals == std::string::npos ? 1 : parse_count(one.substr(equals + 1))});
        if (!are_letters(ends.back().letters)) reject_value(text, "letters, such as CASS or CASS=5,CAWS,CSAR=2");
        begin = comma + 1;
    }
    return ends;
}

std::string parse_word_letters(const std::string& text) {
    if (text == "dna") return "ACGT";
    if (text == "protein") return std::string(simulate::amino_acids);
    if (text.size() < 2 || !are_letters(text)) reject_value(text, "dna, protein, or two letters and more, such as ABC");
    return text;
}

struct words_kind : simulation {
    simulate::word_options options;
    std::string format = "text";
};

command add_words(CLI::App& simulate) {
    CLI::App& kind = *simulate.add_subcommand("words", "Short words between ends that many share, such as CDR3s");
    kind.footer("Example:\n  concord simulate words -n 200k --near-share 10% --edits 2 -o cdr3.txt\n"
                "  concord simulate words -n 1M -L 16 --letters dna --prefix '' --suffix '' -o barcodes.txt");
    const auto arguments = std::make_shared<words_kind>();
    simulate::word_options& options = arguments->options;
    add_parsed(kind, "-n,--number", options.number, parse_count, "N", "Words, such as 5000 or 1M")->default_str("1000");
    add_lengths(kind, options, "Letters between the ends, or the fewest and the most")->default_str("5-10");
    add_parsed(kind, "--letters", options.letters, parse_word_letters, "dna|protein|LETTERS",
               "What stands between the ends")
        ->default_str("protein");
    add_parsed(kind, "--prefix", options.prefixes, parse_ends, "ENDS",
               "What words begin with: CASS, or several, such as CASS=5,CAWS,CSAR=2, of which the first is five times "
               "as frequent as the second")
        ->default_str("CASS");
    add_parsed(kind, "--suffix", options.suffixes, parse_ends, "ENDS",
               "What they end with, likewise (default: ten ends of CDR3s)");
    add_parsed(kind, "--near-share", options.near_share, parse_share, "SHARE",
               "Words that are copies of an earlier one, with edits, of all")
        ->default_str("0");
    add_parsed(kind, "--edits", options.edits, parse_positive, "N", "Edits of a copy at most")->default_str("1");
    add_choice(kind, "-f,--format", arguments->format, {"text", "fasta"},
               "A word a line, or FASTA, whose headers say which are copies")
        ->capture_default_str();
    arguments->add_to(kind);
    return {&kind, [arguments] {
                arguments->options.seed = arguments->seed;
                arguments->options.fasta = arguments->format == "fasta";
                return run(*arguments, expected_bytes(arguments->options),
                           [&](const simulate::byte_sink& sink) { simulate::words(arguments->options, sink); });
            }};
}

struct matrices_kind : simulation {
    simulate::matrix_options options;
    std::string second;
};

int run_matrices(const matrices_kind& arguments) {
    check_places({}, {arguments.path, arguments.second});
    formats::output_file first(arguments.path);
    formats::output_file second(arguments.second);
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_writing());
    progress.writing();
    const auto report = progress.callback();
    std::uint64_t written = 0;
    const std::uint64_t expected = 2 * arguments.options.rows * (arguments.options.columns + 1);
    const auto watched = [&](formats::output_file& out) {
        return [&](std::string_view bytes) {
            out.write(bytes);
            written += bytes.size();
            if (report) report({.stage = "writing", .done = written, .total = expected, .unit = "bytes"});
        };
    };
    const simulate::planted_blob blob = simulate::matrices(arguments.options, watched(first), watched(second));
    arguments.messages.note(
        fmt::format("planted {} cells, shift {} rows and {} columns", blob.size, blob.rows, blob.columns));
    stop_if_interrupted();
    first.finish();
    second.finish();
    first.commit();
    second.commit();
    return 0;
}

command add_matrices(CLI::App& simulate) {
    CLI::App& kind = *simulate.add_subcommand("matrices", "Two matrices of letters that share a connected blob");
    kind.footer("Example:\n  concord simulate matrices --rows 200 --columns 200 --letters 4 --blob 500 -o a.txt "
                "--second b.txt");
    const auto arguments = std::make_shared<matrices_kind>();
    simulate::matrix_options& options = arguments->options;
    add_parsed(kind, "--rows", options.rows, parse_count, "N", "Rows of both")->default_str("200");
    add_parsed(kind, "--columns", options.columns, parse_count, "N", "Columns of both")->default_str("200");
    add_parsed(kind, "--letters", options.letters, parse_count, "N", "Distinct letters, 2 to 26")->default_str("20");
    add_parsed(kind, "--blob", options.blob, parse_count, "N", "Cells of the blob")->default_str("400");
    kind.add_option("--second", arguments->second, "Where to write the second matrix")->type_name("FILE")->required();
    arguments->add_to(kind);
    return {&kind, [arguments] {
                arguments->options.seed = arguments->seed;
                return run_matrices(*arguments);
            }};
}

} // namespace

std::vector<command> add_simulate(CLI::App& program) {
    CLI::App& simulate = *program.add_subcommand("simulate", "Seeded inputs of known structure");
    simulate.group("Commands");
    hide_help_flag(simulate);
    simulate.footer("'concord simulate KIND --help' says more, with an example.");
    const command no_kind{&simulate, []() -> int { throw CLI::RequiredError("A kind of input"); }};
    return {add_reads(simulate), add_genomes(simulate),  add_pairs(simulate),
            add_words(simulate), add_matrices(simulate), no_kind};
}

} // namespace concord::app

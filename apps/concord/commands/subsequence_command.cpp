// concord subsequence: the longest common subsequence of two sequences.
#include "commands/commands.hpp"
#include "invocation.hpp"
#include "measurement.hpp"
#include "options/cluster_options.hpp"
#include "options/common_options.hpp"
#include "options/option_builders.hpp"
#include "options/pair_arguments.hpp"
#include "output/side_files.hpp"

#include "output/pair_output.hpp"
#include "report/pair_report.hpp"
#include <concord/error.hpp>
#include <concord/subsequence.hpp>

#include <memory>
#include <string>

namespace concord::app {
namespace {

struct subsequence_wishes {
    pair_wishes pair;
    bool alignment = false;
    std::string subsequence; ///< a file, or empty
    std::string paf;         ///< a file, or empty
    std::string report;      ///< a file, or empty
    std::string multiqc;     ///< a file, or empty
    bool exit_code = false;
    std::string divided; ///< --shard or --checkpoint: refused with a word that helps
    run_wishes run;
    output_wishes output;
    message_wishes messages;

    [[nodiscard]] std::vector<std::string> side_files() const { return {subsequence, paf, report, multiqc}; }
};

void write(const subsequence_answer& answer, const subsequence_wishes& wishes, side_files& beside,
           formats::output_file& out) {
    // What goes to files first: whatever fails there, nothing has been printed.
    beside.write(wishes.subsequence, [&](const formats::byte_sink& sink) { write_subsequence_letters(answer, sink); });
    beside.write(wishes.paf,
                 [&](const formats::byte_sink& sink) { write_pair_paf(answer.pair, answer.result.alignment, sink); });
    beside.write(wishes.multiqc, [&](const formats::byte_sink& sink) { write_subsequence_multiqc(answer, sink); });
    beside.write(wishes.report, [&](const formats::byte_sink& sink) {
        report::write_subsequence_report(answer, {invocation(), answer.run}, sink);
    });
    const auto write_answer = [&] {
        switch (wishes.output.chosen_format()) {
        case output_format::text:
            write_subsequence_text(answer, {wishes.output.coloured(), wishes.output.columns()}, out.sink());
            break;
        case output_format::tsv: write_subsequence_tsv(answer, out.sink()); break;
        case output_format::json: write_subsequence_json(answer, out.sink()); break;
        }
        out.finish();
    };
    name_all(out, wishes.output.path == "-", beside, write_answer);
}

int run(const subsequence_wishes& wishes) {
    measurement measured;
    if (!wishes.divided.empty())
        throw error(error_code::usage, "a subsequence is found by one process: it is neither divided into shards nor "
                                       "kept in a checkpoint");
    wishes.pair.check();
    note_one_rank(wishes.messages);
    std::vector<std::string> places = wishes.side_files();
    places.push_back(wishes.output.path);
    check_places(wishes.pair.text ? std::vector<std::string>{} : wishes.pair.given, places);
    formats::output_file out(wishes.output.path);
    side_files beside(wishes.side_files());
    progress_line progress = wishes.messages.make_progress_line();

    subsequence_options options;
    options.run = wishes.run.options(progress);
    options.alignment =
        wishes.alignment || !wishes.subsequence.empty() || !wishes.paf.empty() || !wishes.report.empty();
    start_device(options.run);
    const formats::sequence_pair pair = wishes.pair.read(options.run);
    measured.reading_is_over();
    wishes.messages.note(reading_note(pair, measured.read_seconds()));

    const subsequence_result result =
        longest_common_subsequence(pair.ref(formats::pair_side::a), pair.ref(formats::pair_side::b), options);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(result.run, wishes.messages);

    write({.pair = pair,
           .result = result,
           .alignment = wishes.alignment,
           .asked_for = wishes.pair.asked_for(),
           .run = measured.facts(result.run)},
          wishes, beside, out);
    return wishes.exit_code && result.length == 0 ? 1 : 0;
}

constexpr const char* footer =
    R"(The letters of a subsequence stand in the same order in both sequences, not necessarily side by side. In a
CIGAR = is a letter of it, I one that only A has, D one that only B has. A DNA letter outside A, C, G, T/U
matches nothing.

Examples:
  concord subsequence --alignment a.fasta b.fasta
      how much of two genomes stands in the same order, and which letters
  concord subsequence --by line --alignment -f text old.txt new.txt
      the lines that two versions of a file share, and what has changed
  concord subsequence --text -f json ABCBDAB BDCABA | jq .result.length)";

} // namespace

std::vector<command> add_subsequence(CLI::App& program) {
    CLI::App& subsequence =
        *program.add_subcommand("subsequence", "Longest common subsequence of two sequences, files or texts");
    subsequence.footer(footer);
    subsequence.group("Commands");
    hide_help_flag(subsequence);
    const auto wishes = std::make_shared<subsequence_wishes>();
    wishes->pair.add_to(subsequence, true);

    constexpr const char* results = "What to tell";
    subsequence.add_flag("--alignment", wishes->alignment, "Tell the alignment too: as a picture, or a CIGAR")
        ->group(results);
    subsequence
        .add_option("--subsequence", wishes->subsequence,
                    "Write the subsequence itself: its letters as FASTA; its lines or tokens one a line")
        ->type_name("FILE")
        ->group(results);
    subsequence.add_option("--paf", wishes->paf, "Write the alignment as PAF: A is the query, B the target")
        ->type_name("FILE")
        ->group(results);
    add_report(subsequence, wishes->report);
    add_multiqc(subsequence, wishes->multiqc);
    subsequence.add_flag("--exit-code", wishes->exit_code, "Leave with status 1 if nothing is shared")->group(results);

    for (const char* option : {"--shard", "--checkpoint"})
        subsequence.add_option(option, wishes->divided)->group(""); // not shown
    wishes->output.add_to(subsequence);
    wishes->run.add_to(subsequence);
    wishes->messages.add_to(subsequence);
    return {{&subsequence, [wishes] { return run(*wishes); }}};
}

} // namespace concord::app

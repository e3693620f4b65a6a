// concord subsequence: the longest common subsequence of two sequences.
#include "commands.hpp"
#include "common_options.hpp"
#include "measurement.hpp"
#include "option_builders.hpp"
#include "pair_wishes.hpp"

#include <concord/subsequence.hpp>
#include <io/pair_output.hpp>

#include <memory>
#include <optional>
#include <string>

namespace concord::app {
namespace {

struct subsequence_wishes {
    pair_wishes pair;
    bool alignment = false;
    std::string subsequence; ///< a file, or empty
    std::string paf;         ///< a file, or empty
    bool exit_code = false;
    run_wishes run;
    output_wishes output;
    message_wishes messages;
};

/// The files to be written, opened before the work so that a place that cannot be written costs nobody an hour.
struct outputs {
    explicit outputs(const subsequence_wishes& wishes) : answer(wishes.output.path) {
        if (!wishes.subsequence.empty()) subsequence.emplace(wishes.subsequence);
        if (!wishes.paf.empty()) paf.emplace(wishes.paf);
    }

    io::output_file answer;
    std::optional<io::output_file> subsequence;
    std::optional<io::output_file> paf;
};

void write(const io::subsequence_answer& answer, const subsequence_wishes& wishes, outputs& out) {
    // What goes to files first: whatever fails there, nothing has been printed.
    if (out.subsequence) {
        io::write_subsequence_letters(answer, out.subsequence->sink());
        out.subsequence->finish();
    }
    if (out.paf) {
        io::write_subsequence_paf(answer, out.paf->sink());
        out.paf->finish();
    }
    const auto write_answer = [&] {
        switch (wishes.output.chosen_format()) {
        case output_format::text:
            io::write_subsequence_text(answer, {wishes.output.coloured(), wishes.output.columns()}, out.answer.sink());
            break;
        case output_format::tsv: io::write_subsequence_tsv(answer, out.answer.sink()); break;
        case output_format::json: io::write_subsequence_json(answer, out.answer.sink()); break;
        }
        out.answer.finish();
    };
    const bool prints = wishes.output.path == "-";
    if (!prints) write_answer();
    stop_if_interrupted();
    if (out.subsequence) out.subsequence->commit();
    if (out.paf) out.paf->commit();
    if (prints) write_answer();
    out.answer.commit();
}

int run(const subsequence_wishes& wishes) {
    measurement measured;
    wishes.pair.check();
    check_places(wishes.pair.text ? std::vector<std::string>{} : wishes.pair.given,
                 {wishes.output.path, wishes.subsequence, wishes.paf});
    outputs out(wishes);
    progress_line progress = wishes.messages.make_progress_line();

    subsequence_options options;
    options.run = wishes.run.options(progress);
    options.alignment = wishes.alignment || out.subsequence || out.paf;
    start_device(options.run);
    const io::sequence_pair pair = wishes.pair.read(options.run);
    measured.reading_is_over();
    wishes.messages.note(reading_note(pair, measured.read_seconds()));

    const subsequence_result result =
        longest_common_subsequence(pair.ref(io::pair_side::a), pair.ref(io::pair_side::b), options);
    progress.clear();
    stop_if_interrupted();
    measured.computing_is_over(result.run, wishes.messages);

    write({.pair = pair,
           .result = result,
           .alignment = wishes.alignment,
           .asked_for = wishes.pair.asked_for(),
           .run = measured.facts(result.run)},
          wishes, out);
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
    subsequence.add_flag("--exit-code", wishes->exit_code, "Leave with status 1 if nothing is shared")->group(results);

    wishes->output.add_to(subsequence);
    wishes->run.add_to(subsequence);
    wishes->messages.add_to(subsequence);
    return {{&subsequence, [wishes] { return run(*wishes); }}};
}

} // namespace concord::app

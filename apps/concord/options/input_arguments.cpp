#include "options/input_arguments.hpp"

#include "options/option_builders.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/bytes.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>
#include <span>
#include <variant>

namespace concord::app {
namespace {

// Each by a function of its own: CLI11 would take "[x]" for a list, and an empty text for no text.
void add_place(CLI::App& command, const std::string& name, std::vector<std::string>& given, const std::string& help) {
    command
        .add_option_function<std::string>(
            name, [&given](const std::string& text) { given.push_back(text); }, help)
        ->type_name("");
}

} // namespace

void pair_arguments::add_to(CLI::App& command) {
    add_place(command, "A", given, "FASTA or FASTQ, plain or gzip; - is stdin");
    add_place(command, "B", given, "What to compare it with");
    constexpr const char* group = "What to compare";
    add_choice(command, "--by", by, {"letter", "line", "token"},
               "Compare letters, or the lines or tokens (words) of any two text files: equal ones are equal symbols")
        ->capture_default_str()
        ->group(group);
    command
        .add_flag("--text", text, "A and B are not files but the texts themselves (-- before one that begins with -)")
        ->group(group);
    add_choice(
        command, "--alphabet", letters, {"auto", "dna", "protein", "bytes", "utf8"},
        "Which letters there are. auto looks at the first 65,536 of a file and takes texts for utf8, whose letters "
        "are code points; bytes and utf8 fold no case")
        ->capture_default_str()
        ->group(group);
}

formats::pair_unit pair_arguments::unit() const {
    if (by == "line") return formats::pair_unit::line;
    return by == "token" ? formats::pair_unit::token : formats::pair_unit::letter;
}

void pair_arguments::check() const {
    if (unit() != formats::pair_unit::letter && letters != "auto")
        throw error(error_code::usage, fmt::format("--alphabet {} is about letters, --by {} is not", letters, by));
}

formats::sequence_pair pair_arguments::read(const run_options& run) const {
    if (text) return formats::sequence_pair::of_texts({given[0], given[1]}, unit(), asked_for());
    return formats::sequence_pair::of_files({given[0], given[1]}, unit(), asked_for(), reading(run));
}

pair_of_run::pair_of_run(const formats::sequence_pair* read, formats::pair_unit unit, bool alone)
    : read_(read), unit_(unit) {
    if (alone) return;
    if (unit == formats::pair_unit::letter) {
        letters_ = runtime::read_once(ranks(), [&] { return read->letters(); });
        return;
    }
    for (const formats::pair_side side : {formats::pair_side::a, formats::pair_side::b}) {
        runtime::byte_string content;
        if (read != nullptr) {
            runtime::byte_writer to;
            const sequence_ref of_side = read->ref(side);
            std::get<symbol_view>(of_side.letters()).visit([&](auto symbols) {
                to.list(std::vector<std::uint32_t>(symbols.begin(), symbols.end()));
            });
            content = to.take();
        }
        ranks().broadcast(content);
        if (read == nullptr)
            numbers_[static_cast<std::size_t>(side)] = runtime::byte_reader(content).list<std::uint32_t>();
    }
}

sequence_ref pair_of_run::ref(formats::pair_side side) const {
    if (read_ != nullptr) return read_->ref(side);
    const auto index = static_cast<std::size_t>(side);
    if (unit_ == formats::pair_unit::letter) return {letters_, index};
    return sequence_ref(std::span<const std::uint32_t>(numbers_[index]));
}

formats::read_options reading(const run_options& run) {
    formats::read_options options;
    options.threads = run.threads;
    options.memory = run.memory;
    options.on_progress = run.on_progress;
    options.cancelled = run.cancelled;
    return options;
}

std::string reading_note(const formats::sequence_pair& pair, double seconds) {
    const std::uint64_t length = pair.length(formats::pair_side::a) + pair.length(formats::pair_side::b);
    const bool letters = pair.unit() == formats::pair_unit::letter;
    return fmt::format("read 2 sequences, {} {}s ({}) in {:.3f} s", length, to_string(pair.unit()),
                       letters ? std::string(to_string(pair.letters().alphabet()))
                               : fmt::format("{} distinct", pair.distinct_symbols()),
                       seconds);
}

std::string reading_note(const sequence_set& sequences, double seconds) {
    return fmt::format("read {} sequences, {} letters ({}) in {:.3f} s", sequences.size(), sequences.letters(),
                       to_string(sequences.alphabet()), seconds);
}

CLI::Option* add_alphabet(CLI::App& command, std::string& letters) {
    return add_choice(
               command, "--alphabet", letters, {"auto", "dna", "protein", "bytes"},
               "Which letters there are: auto looks at the first 65,536; bytes folds no case and knows 256 letters")
        ->capture_default_str();
}

CLI::Option* collection_arguments::add_to(CLI::App& command, const collection_help& help,
                                          const options_of_group& add_problem, const options_of_group& add_results) {
    CLI::Option* const input = command.add_option("FILE", files, help.files)->type_name("");

    add_support(command, support, help.support)->group(help.problem);
    add_parsed(command, "-l,--min-length", min_length, parse_length, "N", "Shorter answers are none")
        ->default_str("1")
        ->group(help.problem);
    if (add_problem) add_problem(help.problem);
    add_alphabet(command, letters)->group(help.problem);

    command.add_option("--occurrences", occurrences, help.occurrences)->type_name("FILE")->group(results_group);
    add_results(results_group);
    add_report(command, report);
    add_multiqc(command, multiqc);
    command.add_flag("--exit-code", exit_code, "Exit with status 1 if nothing is found")->group(results_group);

    output.add_to(command);
    run.add_to(command);
    cluster.add_to(command);
    messages.add_to(command);
    return input;
}

} // namespace concord::app

#include "options/overlap_arguments.hpp"

#include "formats/fastx_reader.hpp"
#include "options/input_arguments.hpp"
#include "options/option_builders.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/distributed/communicator.hpp"

#include <concord/error.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace concord::app {

void overlap_arguments::add_to(CLI::App& command) {
    const auto add_problem = [&](const char* group) {
        command.add_flag("--every-support", every_support, "The longest region for every number of sequences, too")
            ->group(group);
        command.add_flag("--repeat", repeat, "Instead the longest region that stands twice in one sequence")
            ->group(group);
        add_parsed(command, "--mems", mems, parse_length, "L",
                   "Instead all maximal exact matches of L letters or more between the two files A and B")
            ->group(group);
        command
            .add_flag("--unique", unique,
                      "With --mems: only maximal unique matches (MUMs), whose letters occur once in A and once in B; "
                      "with --both-strands once in A and once in the reverse complements of B")
            ->group(group);
        add_parsed(command, "--first", first, parse_positive, "N",
                   "With --mems and an index: its first N sequences are A")
            ->group(group);
        add_parsed(
            command, "--matches", matches, parse_length, "L",
            "Instead all maximal matches of L letters or more between any two sequences, with up to -k mismatches")
            ->group(group);
        add_parsed(command, "-k,--mismatches", mismatches, parse_count, "N",
                   "With --matches: letters of a match that may differ (default: 0)")
            ->group(group);
        command
            .add_option(
                "--in-at-least", in_at_least,
                "Instead all maximal matches that occur in at least so many sequences, and at most --max-copies "
                "times in each (partial multi-MUMs), of --min-length letters (default: 20) or more; a number or "
                "a share (default with --max-copies: all)")
            ->type_name("N|P%")
            ->check([](const std::string& text) { return static_cast<void>(parse_support(text)), std::string(); })
            ->group(group);
        add_parsed(command, "--max-copies", max_copies, parse_positive, "N",
                   "With --in-at-least: occurrences in each sequence at most, on both strands together (default: 1)")
            ->group(group);
        command
            .add_flag(
                "--both-strands", both_strands,
                "Occurrences of the reverse complement count, too (DNA): for a region or a repeat on either strand; "
                "with --mems those of B, with --matches those of the second sequence. Places are on the forward "
                "strand; what is its own reverse complement counts once")
            ->group(group);
        add_parsed(command, "--overlaps", overlaps, parse_length, "L",
                   "Instead the longest end of one sequence that begins another, of L letters or more, for every pair")
            ->group(group);
        command
            .add_option("--lce", lce,
                        "Instead, for each row of a table (sequence, start, sequence, start), how many letters the two "
                        "positions share from there on")
            ->type_name("FILE")
            ->group(group);
    };
    const auto add_results = [&](const char* group) {
        command
            .add_option("--paf", paf,
                        "Write matches (--mems, --matches) or overlaps (--overlaps) as PAF: A, or the sequence that "
                        "ends, is the "
                        "query")
            ->type_name("FILE")
            ->group(group);
        command
            .add_option(
                "--mums", mums,
                "Write matches (--mems, --unique) as MUMmer does, or those of several sequences (--in-at-least) "
                "as Mumemto does")
            ->type_name("FILE")
            ->group(group);
    };
    collection_arguments::add_to(
        command,
        {.files = "FASTA or FASTQ, plain or gzip; - is stdin; several files are one collection. Or one index, made by "
                  "'concord overlap index'; a file is recognized by its content",
         .problem = "What to look for (by default a region that sequences share)",
         .support = "Sequences that must hold the region: a number, or a share such as 20% (default: 20%, but at "
                    "least 2)",
         .occurrences =
             "Write every position of the region or the repeat; BED if the name ends in .bed, FASTA if in .fa "
             "or .fasta, else a table"},
        add_problem, add_results);
}

overlap_query overlap_arguments::query() const {
    if (repeat) return overlap_query::repeat;
    if (mems) return overlap_query::matches;
    if (matches) return overlap_query::mismatches;
    if (overlaps) return overlap_query::ends;
    if (!in_at_least.empty() || max_copies) return overlap_query::multi;
    return lce.empty() ? overlap_query::region : overlap_query::prefixes;
}

expected_questions overlap_arguments::expected() const {
    expected_questions soon;
    soon.walks = query() != overlap_query::prefixes;
    soon.min_length = matches.value_or(0);
    soon.mismatches = mismatches.value_or(0);
    return soon;
}

json overlap_arguments::to_json() const {
    const auto number = [](const std::optional<std::uint64_t>& given) { return given ? json(*given) : json(); };
    json kept = {{"files", files},
                 {"alphabet", letters},
                 {"mems", number(mems)},
                 {"first", number(first)},
                 {"overlaps", number(overlaps)}};
    if (matches) { // parts of other queries stay as they are
        kept["matches"] = *matches;
        kept["mismatches"] = number(mismatches);
    }
    if (both_strands) kept["both_strands"] = true;
    return kept;
}

overlap_arguments overlap_arguments::from_json(const json& kept) {
    const auto number = [&](const char* name) {
        return !kept.contains(name) || kept[name].is_null() ? std::nullopt
                                                            : std::optional(kept[name].get<std::uint64_t>());
    };
    overlap_arguments arguments;
    arguments.files = kept.at("files").get<std::vector<std::string>>();
    arguments.letters = kept.at("alphabet");
    arguments.mems = number("mems");
    arguments.first = number("first");
    arguments.overlaps = number("overlaps");
    arguments.matches = number("matches");
    arguments.mismatches = number("mismatches");
    arguments.both_strands = kept.value("both_strands", false);
    return arguments;
}

void overlap_arguments::check() const {
    if (files.empty()) reject("FILE is required: sequences, or an index of them");
    const std::vector<std::pair<const char*, bool>> queries = {
        {"--repeat", repeat},
        {"--mems", mems.has_value()},
        {"--matches", matches.has_value()},
        {"--overlaps", overlaps.has_value()},
        {in_at_least.empty() ? "--max-copies" : "--in-at-least", !in_at_least.empty() || max_copies},
        {"--lce", !lce.empty()}};
    const char* chosen = nullptr;
    for (const auto& [name, asked] : queries) {
        if (asked && chosen != nullptr) reject(fmt::format("{} excludes {}", chosen, name));
        if (asked) chosen = name;
    }
    const auto contradicts = [&](const char* option) { reject(fmt::format("{} excludes {}", chosen, option)); };
    if (chosen != nullptr && !support.empty()) contradicts("--support");
    if (chosen != nullptr && every_support) contradicts("--every-support");
    const bool is_multi = query() == overlap_query::multi;
    if (chosen != nullptr && !repeat && !is_multi && min_length) contradicts("--min-length");
    if (chosen != nullptr && !repeat && !occurrences.empty()) contradicts("--occurrences");
    if (!paf.empty() && !is_divided() && !mems) reject("--paf requires --mems, --matches or --overlaps");
    if (mismatches && !matches) reject("--mismatches requires --matches");
    if (both_strands && (overlaps || !lce.empty())) contradicts("--both-strands");
    if (unique && !mems) reject("--unique requires --mems");
    if (!mums.empty() && !mems && !is_multi) reject("--mums requires --mems or --in-at-least");
    if (first && !mems) reject("--first requires --mems");
    if (exit_code && !lce.empty()) contradicts("--exit-code");
    if (!is_divided() && (cluster.is_part() || !cluster.checkpoint.empty()))
        reject(
            "--shard and --checkpoint are for --mems, --matches and --overlaps, and not for --unique: what takes long "
            "elsewhere is the "
            "index, which "
            "every shard would need ('concord overlap index' makes one that lasts)");
    if (cluster.is_part() && (!report.empty() || !multiqc.empty() || !paf.empty() || !mums.empty()))
        reject("--paf, --mums, --report and --multiqc are made of a whole run, not of a shard");
    std::vector<std::string> inputs = files;
    if (!lce.empty()) inputs.push_back(lce);
    std::vector<std::string> outputs = side_files();
    outputs.push_back(output.path);
    check_places(inputs, outputs);
}

overlap_source::overlap_source(const overlap_arguments& arguments, const run_options& run) : arguments_(arguments) {
    const auto index = std::ranges::find_if(
        arguments.files, [](const std::string& path) { return path != "-" && overlap_index::is_index_file(path); });
    if (index == arguments.files.end()) {
        if (arguments.first) reject("--first is about an index; of two files, the first is A");
        if (arguments.mems && arguments.files.size() != 2)
            reject(fmt::format("--mems requires two files, A and B, or an index, found {}", arguments.files.size()));
        const auto read = [&] {
            return concord::read_sequences(arguments.files, alphabet_of(arguments.letters), reading(run),
                                           &sequences_of_files_);
        };
        sequences_ = arguments.is_divided() ? runtime::read_once(ranks(), read) : read();
        if (arguments.is_divided())
            sequences_of_files_ = {runtime::broadcast(ranks(), ranks().is_root() ? sequences_of_files_.front() : 0)};
        return;
    }
    if (arguments.files.size() > 1) reject(fmt::format("{} is an index, which excludes other files", *index));
    if (arguments.letters != "auto") reject(fmt::format("--alphabet excludes the index {}, which has one", *index));
    if (arguments.mems && !arguments.first)
        reject("--mems requires --first with an index: its first N sequences are A");
    index_ = overlap_index::load(*index);
    if (arguments.both_strands && index_->strands() != index_strands::both)
        reject(fmt::format("{} is an index of one strand; 'concord overlap index --both-strands' makes one of both",
                           *index));
    if (both_strands() && (arguments.overlaps || !arguments.lce.empty()))
        reject(fmt::format("{} is an index of both strands, and {} is about one", *index,
                           arguments.overlaps ? "--overlaps" : "--lce"));
    if (arguments.first && *arguments.first >= index_->sequences().size())
        reject(fmt::format("--first must be below the {} sequences of the index", index_->sequences().size()));
}

const sequence_set& overlap_source::sequences() const { return index_ ? index_->sequences() : sequences_; }

multi_match_options overlap_source::multi_options(const run_options& run) const {
    constexpr std::uint64_t usual_length = 20;
    const std::string& asked = arguments_.in_at_least;
    const std::uint64_t all = sequences().size();
    return {.support = asked.empty() ? all : resolve_support(asked, all, "--in-at-least"),
            .max_copies = arguments_.max_copies.value_or(1),
            .min_length = arguments_.min_length.value_or(usual_length),
            .run = run};
}

std::uint64_t overlap_source::sequences_of_a() const {
    return arguments_.first ? *arguments_.first : sequences_of_files_.front();
}

const overlap_index& overlap_source::index(const run_options& run) {
    if (!index_) index_ = overlap_index::build(sequences_, run, strands(), arguments_.expected());
    return *index_;
}

void overlap_source::prepare(const run_options& run) {
    if (index_ || !arguments_.unique)
        static_cast<void>(index(run));
    else
        unique_ = maximal_unique_matches(sequences_, sequences_of_a(), *arguments_.mems, strands(), run);
}

index_strands overlap_source::strands() const noexcept {
    if (index_) return index_->strands();
    return arguments_.both_strands ? index_strands::both : index_strands::forward;
}

run_report overlap_source::report(const run_options& run) const {
    run_report kept = index_ ? index_->run() : unique_ ? unique_->run : run_report{};
    if (kept.device.empty()) kept.device = "cpu";
    if (kept.threads == 0) kept.threads = run.threads;
    return kept;
}

std::string overlap_source::note(double seconds) const {
    const std::string read = reading_note(sequences(), seconds);
    return index_ ? "loaded an index of" + read.substr(read.find(' ')) : read;
}

void index_arguments::add_to(CLI::App& command) {
    command.add_option("FILE", files, "FASTA or FASTQ, plain or gzip; - is stdin; several files are one collection")
        ->required()
        ->type_name("");
    command
        .add_option("-o,--output", path,
                    "Where to write the index, whole or not at all; required unless an array is asked for")
        ->type_name("FILE");
    const auto add_array = [&](const char* option, std::string& file, const char* help) {
        command.add_option(option, file, help)->type_name("FILE")->group("Arrays for other programs (.npy)");
    };
    add_array(
        "--suffix-array", suffix_array,
        "Positions of all letters, counted through the sequences, in the order of their suffixes (64-bit integers)");
    add_array("--lcp-array", lcp_array,
              "Letters that each suffix shares with the one before it in that order (64-bit integers)");
    add_array("--inverse", inverse, "The place of each position in that order (64-bit integers)");
    add_array(
        "--bwt", bwt,
        "The letter before each suffix in that order, as a code point; -1 before a whole sequence (32-bit integers)");
    command.add_flag("--both-strands", both_strands,
                     "Reverse complements as well (DNA): the index then answers for both strands");
    add_alphabet(command, letters);
    run.add_to(command);
    messages.add_to(command);
}

} // namespace concord::app

// The commands of programs that trim reads.
#include "output/adapters_answer.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace concord::app {
namespace {

/// The sequences of a file with this verdict.
std::vector<const found_adapter*> of_kind(const adapters_of_file& of, adapter_verdict verdict) {
    std::vector<const found_adapter*> all;
    for (const found_adapter& each : of.result.found)
        if (each.verdict == verdict) all.push_back(&each);
    return all;
}

/// In quotes where a shell would take it apart.
std::string shell_word(const std::string& text) {
    constexpr std::string_view safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:@%=";
    if (!text.empty() && text.find_first_not_of(safe) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char letter : text)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

std::string cutadapt(const adapters_answer& found) {
    std::string command = "cutadapt";
    bool both_strands = false;
    for (std::size_t i = 0; i < found.files.size(); ++i) {
        for (const found_adapter* each : of_kind(found.files[i], adapter_verdict::adapter)) {
            command += fmt::format(" {} {}", i == 0 ? "-a" : "-A", each->letters);
            both_strands |= each->strand == '=';
        }
        for (const found_adapter* each : of_kind(found.files[i], adapter_verdict::tag)) {
            command += fmt::format(" {} {}", i == 0 ? "-g" : "-G", each->letters);
            both_strands |= each->strand == '=';
        }
    }
    if (both_strands && found.files.size() == 1) command += " --revcomp";
    const bool pairs = found.files.size() == 2;
    command += pairs ? " -m 20 -o trimmed_1.fastq.gz -p trimmed_2.fastq.gz" : " -m 20 -o trimmed.fastq.gz";
    for (const adapters_of_file& of : found.files)
        command += fmt::format(" {}", shell_word(of.file));
    return command;
}

std::string fastp(const adapters_answer& found) {
    const bool pairs = found.files.size() == 2;
    std::string command =
        "fastp -i " + shell_word(found.files[0].file) + (pairs ? " -o trimmed_1.fastq.gz" : " -o trimmed.fastq.gz");
    if (pairs) command += " -I " + shell_word(found.files[1].file) + " -O trimmed_2.fastq.gz";
    const auto total = [&] {
        std::size_t sum = 0;
        for (const adapters_of_file& of : found.files)
            sum =
                std::max(sum, of_kind(of, adapter_verdict::adapter).size() + of_kind(of, adapter_verdict::tag).size());
        return sum;
    }();
    if (total > 1) return command + " --adapter_fasta adapters.fasta";
    for (std::size_t i = 0; i < found.files.size(); ++i) {
        const auto adapters = of_kind(found.files[i], adapter_verdict::adapter);
        if (!adapters.empty())
            command += fmt::format(" {} {}", i == 0 ? "--adapter_sequence" : "--adapter_sequence_r2",
                                   adapters.front()->letters);
    }
    return command;
}

} // namespace

std::vector<std::pair<std::string, std::string>> trimming_commands(const adapters_answer& found) {
    if (!found.has_artificial()) return {};
    std::vector<std::pair<std::string, std::string>> commands = {{"cutadapt", cutadapt(found)}};
    const bool read_through = std::ranges::any_of(
        found.files, [](const adapters_of_file& of) { return !of_kind(of, adapter_verdict::adapter).empty(); });
    if (!read_through) return commands; // the others cut at the 3′ end
    const bool pairs = found.files.size() == 2;
    const std::string first = shell_word(found.files[0].file);
    const std::string second = pairs ? shell_word(found.files[1].file) : "";
    commands.emplace_back("fastp", fastp(found));
    commands.emplace_back("trimmomatic", pairs
                                             ? fmt::format("trimmomatic PE {} {} trimmed_1.fastq.gz single_1.fastq.gz "
                                                           "trimmed_2.fastq.gz single_2.fastq.gz "
                                                           "ILLUMINACLIP:adapters.fasta:2:30:10 MINLEN:20",
                                                           first, second)
                                             : fmt::format("trimmomatic SE {} trimmed.fastq.gz "
                                                           "ILLUMINACLIP:adapters.fasta:2:30:10 MINLEN:20",
                                                           first));
    commands.emplace_back(
        "bbduk", pairs ? fmt::format("bbduk.sh in={} in2={} out=trimmed_1.fastq.gz out2=trimmed_2.fastq.gz "
                                     "ref=adapters.fasta ktrim=r k=15 mink=8 hdist=1 minlen=20",
                                     first, second)
                       : fmt::format("bbduk.sh in={} out=trimmed.fastq.gz ref=adapters.fasta ktrim=r k=15 mink=8 "
                                     "hdist=1 minlen=20",
                                     first));
    return commands;
}

} // namespace concord::app

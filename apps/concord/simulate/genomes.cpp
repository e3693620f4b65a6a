#include "simulate/genomes.hpp"

#include <concord/error.hpp>

namespace concord::simulate {
namespace {

constexpr std::size_t line_width = 80;

void write(record_writer& writer, const descendant& genome) {
    if (genome.island.start < genome.island.end)
        writer << " island=" << genome.island.start << '-' << genome.island.end;
    writer << '\n';
    writer.wrapped(genome.letters, line_width);
    writer.end_record();
}

} // namespace

void genomes(const genome_options& options, const byte_sink& sink) {
    if (options.length < 1) throw error(error_code::usage, "the length of genomes must be 1 or more");
    if (options.island > options.length)
        throw error(error_code::usage, "the conserved island is longer than the genome");
    if (options.rates.substitutions + options.rates.indels > 1)
        throw error(error_code::usage, "substitutions and indels are more than all letters");

    random_source random(options.seed);
    const std::string ancestor = random_sequence(options.length, random);
    const std::uint64_t start = (options.length - options.island) / 2;
    const range island{start, start + options.island};

    record_writer writer(sink);
    if (options.ancestor) {
        writer << ">ancestor";
        write(writer, {ancestor, island});
    }
    for (std::uint64_t number = 1; number <= options.number; ++number) {
        writer << ">genome" << number;
        write(writer, mutate(ancestor, options.rates, island, random));
    }
    writer.flush();
}

} // namespace concord::simulate

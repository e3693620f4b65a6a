#include "simulate/simulate.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>

namespace concord::simulate {
namespace {

/// 1 with probability 1/2, 2 with 1/4 … up to 10.
std::uint64_t indel_length(random_source& random) {
    return 1 + static_cast<std::uint64_t>(std::countr_zero(random.bits() | (std::uint64_t{1} << 9)));
}

} // namespace

std::string random_sequence(std::uint64_t length, random_source& random) {
    std::string letters(length, '\0');
    for (char& letter : letters)
        letter = random.base();
    return letters;
}

descendant mutate(std::string_view ancestor, const mutation_rates& rates, range island, random_source& random) {
    const std::uint64_t substituted = probability(rates.substitutions).threshold();
    const std::uint64_t inserted = probability(rates.substitutions + rates.indels / 2).threshold();
    const std::uint64_t deleted = probability(rates.substitutions + rates.indels).threshold();

    descendant made;
    made.letters.reserve(ancestor.size() + ancestor.size() / 8);
    for (std::uint64_t i = 0; i < ancestor.size();) {
        if (i == island.start && island.start < island.end) {
            made.island.start = made.letters.size();
            made.letters.append(ancestor.substr(island.start, island.end - island.start));
            made.island.end = made.letters.size();
            i = island.end;
            continue;
        }
        const std::uint64_t draw = random.bits();
        if (draw >= deleted) {
            made.letters.push_back(ancestor[i++]);
        } else if (draw < substituted) {
            made.letters.push_back(random.other_base(ancestor[i++]));
        } else if (draw < inserted) {
            for (std::uint64_t left = indel_length(random); left > 0; --left)
                made.letters.push_back(random.base());
            made.letters.push_back(ancestor[i++]);
        } else {
            const std::uint64_t border = i < island.start ? island.start : ancestor.size();
            i = std::min(i + indel_length(random), border);
        }
    }
    return made;
}

void pairs(const pair_options& options, const byte_sink& sink) {
    if (options.shortest < 1 || options.shortest > options.longest)
        throw error(error_code::usage, "lengths of pairs must be 1 or more");
    const double indels = options.divergence * options.indel_share;
    const mutation_rates rates{options.divergence - indels, indels};

    random_source random(options.seed);
    record_writer writer(sink);
    for (std::uint64_t number = 1; number <= options.number; ++number) {
        const std::string first = random_sequence(random.between(options.shortest, options.longest), random);
        writer << '>' << number << "a\n" << first << '\n';
        writer << '>' << number << "b\n" << mutate(first, rates, {}, random).letters << '\n';
        writer.end_record();
    }
    writer.flush();
}

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

#include "support/simulated_set.hpp"

#include "formats/fastx_reader.hpp"
#include "simulate/simulate.hpp"

#include <random>
#include <string>
#include <utility>

namespace concord::test {
namespace {

sequence_set set_of(const std::string& bytes) {
    sequence_set_builder builder(alphabet::dna);
    formats::fastx_reader reader(bytes, "simulated", {});
    for (formats::fastx_record record; reader.next(record);)
        builder.add(record.name, record.letters);
    return std::move(builder).finish();
}

} // namespace

sequence_set simulated_reads(std::uint64_t number, std::uint64_t shortest, std::uint64_t longest,
                             double substitutions) {
    simulate::read_options options;
    options.number = number;
    options.shortest = shortest;
    options.longest = longest;
    options.substitutions = substitutions;
    std::string bytes;
    simulate::reads(options, [&](std::string_view part) { bytes.append(part); });
    return set_of(bytes);
}

sequence_set random_reads(std::uint64_t number, std::size_t length, const std::string& letters, alphabet kind) {
    std::mt19937_64 random(7);
    sequence_set_builder builder(kind);
    std::string text(length, ' ');
    for (std::uint64_t index = 0; index < number; ++index) {
        for (char& letter : text)
            letter = letters[random() % letters.size()];
        builder.add(std::to_string(index), text);
    }
    return std::move(builder).finish();
}

sequence_set simulated_genomes(std::uint64_t number, std::uint64_t length) {
    simulate::genome_options options;
    options.number = number;
    options.length = length;
    std::string bytes;
    simulate::genomes(options, [&](std::string_view part) { bytes.append(part); });
    return set_of(bytes);
}

} // namespace concord::test

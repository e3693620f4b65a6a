#include "simulate/pairs.hpp"

#include "simulate/mutate.hpp"
#include <concord/error.hpp>

namespace concord::simulate {

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

} // namespace concord::simulate

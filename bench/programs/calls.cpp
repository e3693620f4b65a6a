// Measures calls of the library: reads the input once, calls again and again, and prints one line of JSON with the
// seconds of every call and an answer to compare.
//
//   concord_calls TASK DEVICE THREADS REPETITIONS A B
//   TASK: subsequence, subsequence-path, distance, distance-path (of the first records of A and B), zip, all
#include "measured_calls.hpp"

#include "formats/fastx_reader.hpp"
#include <concord/distance.hpp>
#include <concord/subsequence.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace concord;

/// A call answers with a number that tells whether two ways agree.
struct prepared {
    sequence_set a;
    sequence_set b;
    run_options run;
};

std::uint64_t digest(std::uint64_t sum, std::uint64_t value) { return sum * 1099511628211U + value; }

std::uint64_t common(const prepared& given, bool path) {
    subsequence_options options;
    options.alignment = path;
    options.run = given.run;
    return longest_common_subsequence({given.a, 0}, {given.b, 0}, options).length;
}

std::uint64_t edits(const prepared& given, bool path) {
    distance_options options;
    options.alignment = path;
    options.run = given.run;
    return distance({given.a, 0}, {given.b, 0}, options).distance.value_or(0);
}

std::uint64_t zip(const prepared& given) {
    batch_options options;
    options.run = given.run;
    std::uint64_t sum = 0;
    for (const std::uint32_t each : zipped_distances(given.a, given.b, options))
        sum = digest(sum, each);
    return sum;
}

std::uint64_t all(const prepared& given) {
    batch_options options;
    options.run = given.run;
    std::uint64_t sum = 0;
    all_distances(given.a, given.b, options, [&](std::uint64_t, std::span<const std::uint32_t> row) {
        sum = digest(sum, row.front());
        sum = digest(sum, row.back());
    });
    return sum;
}

int run(const std::vector<std::string>& arguments) {
    const std::map<std::string, std::function<std::uint64_t(const prepared&)>> tasks = {
        {"subsequence", [](const prepared& given) { return common(given, false); }},
        {"subsequence-path", [](const prepared& given) { return common(given, true); }},
        {"distance", [](const prepared& given) { return edits(given, false); }},
        {"distance-path", [](const prepared& given) { return edits(given, true); }},
        {"zip", zip},
        {"all", all}};
    if (arguments.size() != 6 || !tasks.contains(arguments[0])) {
        std::fputs("usage: concord_calls TASK DEVICE THREADS REPETITIONS A B\n", stderr);
        return 2;
    }
    prepared given;
    given.run.device = device::parse(arguments[1]);
    given.run.threads = static_cast<unsigned>(std::stoul(arguments[2]));
    start_device(given.run);
    given.a = formats::read_sequences(std::vector{arguments[4]});
    given.b = formats::read_sequences(std::vector{arguments[5]}, given.a.alphabet());
    std::uint64_t answer = 0;
    const std::vector<double> seconds =
        bench::seconds_of_calls(std::stoul(arguments[3]), [&] { answer = tasks.at(arguments[0])(given); });
    const nlohmann::ordered_json line = {{"engine", "concord"},    {"version", version()}, {"task", arguments[0]},
                                         {"device", arguments[1]}, {"seconds", seconds},   {"answer", answer}};
    std::printf("%s\n", line.dump().c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv) { return concord::bench::run_program("concord_calls", argc, argv, run); }

// Measures largest_common_component(): makes two matrices, calls again and again, and prints one line of JSON with the
// seconds of every call and an answer to compare.
//
//   concord_component_calls KIND SIDE DEVICE THREADS REPETITIONS [TOLERANCE]
//   KIND: a number of letters (random), blobs (a large part of them is shared), or hills (real numbers)
#include "measured_calls.hpp"

#include <concord/component.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace concord;

matrix random_letters(std::size_t side, std::uint32_t letters, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    matrix::symbols cells(side * side);
    for (std::uint32_t& cell : cells)
        cell = static_cast<std::uint32_t>(chance() % letters);
    return {side, side, cells};
}

/// A few waves added up: the steepest has so many radians a cell.
class waves {
  public:
    waves(std::size_t count, double steepest, std::mt19937_64& chance) : waves_(count) {
        std::uniform_real_distribution<double> slope(-steepest, steepest);
        for (auto& each : waves_)
            each = {slope(chance), slope(chance), 5 / steepest * slope(chance)};
    }
    [[nodiscard]] double at(std::size_t row, std::size_t column) const {
        double sum = 0;
        for (const auto& each : waves_)
            sum += std::sin(each[0] * static_cast<double>(row) + each[1] * static_cast<double>(column) + each[2]);
        return sum;
    }

  private:
    std::vector<std::array<double, 3>> waves_;
};

/// Two levels in patches.
matrix blobs(std::size_t side, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    const waves level(24, 0.25, chance);
    matrix::symbols cells(side * side);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        cells[cell] = level.at(cell / side, cell % side) > 0 ? 1 : 0;
    return {side, side, cells};
}

/// Greys of 0 to 255 that change slowly, with noise on them, as photographs have them.
matrix hills(std::size_t side, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    const waves level(16, 0.05, chance);
    matrix::integers cells(side * side);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        cells[cell] = std::clamp<std::int64_t>(128 + std::llround(18 * level.at(cell / side, cell % side)) +
                                                   static_cast<std::int64_t>(chance() % 7),
                                               0, 255);
    return {side, side, cells};
}

matrix make(const std::string& kind, std::size_t side, std::uint64_t seed) {
    if (kind == "blobs") return blobs(side, seed);
    if (kind == "hills") return hills(side, seed);
    return random_letters(side, static_cast<std::uint32_t>(std::stoul(kind)), seed);
}

int run(const std::vector<std::string>& arguments) {
    if (arguments.size() < 5 || arguments.size() > 6) {
        std::fputs("usage: concord_component_calls KIND SIDE DEVICE THREADS REPETITIONS [TOLERANCE]\n", stderr);
        return 2;
    }
    component_options options;
    options.run.device = device::parse(arguments[2]);
    options.run.threads = static_cast<unsigned>(std::stoul(arguments[3]));
    if (arguments.size() == 6) options.tolerance = std::stod(arguments[5]);
    start_device(options.run);
    const std::size_t side = std::stoul(arguments[1]);
    const matrix a = make(arguments[0], side, 1);
    const matrix b = make(arguments[0], side, 2);
    component_result result;
    const std::vector<double> seconds =
        bench::seconds_of_calls(std::stoul(arguments[4]), [&] { result = largest_common_component(a, b, options); });
    const nlohmann::ordered_json line = {
        {"engine", "concord"},     {"version", version()},
        {"kind", arguments[0]},    {"side", side},
        {"device", arguments[2]},  {"seconds", seconds},
        {"answer", result.size},   {"shift", {result.shift.rows, result.shift.columns}},
        {"shifts", result.shifts}, {"labelled", result.labelled}};
    std::printf("%s\n", line.dump().c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv) { return concord::bench::run_program("concord_component_calls", argc, argv, run); }

// The commands of the program. Each adds its options to the parser and returns what is to be run if it was chosen.
#pragma once

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace concord::app {

struct command {
    CLI::App* parser = nullptr;
    std::function<int()> run;  ///< returns the exit status; throws concord::error
    bool by_all_ranks = false; ///< of an MPI run; else rank 0 does it alone
};

[[nodiscard]] std::vector<command> add_substring(CLI::App& program);
[[nodiscard]] std::vector<command> add_subsequence(CLI::App& program);
[[nodiscard]] std::vector<command> add_distance(CLI::App& program);
[[nodiscard]] std::vector<command> add_overlap(CLI::App& program);
[[nodiscard]] std::vector<command> add_component(CLI::App& program);
[[nodiscard]] std::vector<command> add_adapters(CLI::App& program);
[[nodiscard]] std::vector<command> add_merge(CLI::App& program);
[[nodiscard]] std::vector<command> add_simulate(CLI::App& program);
[[nodiscard]] std::vector<command> add_devices(CLI::App& program);
[[nodiscard]] std::vector<command> add_reference(CLI::App& program);

} // namespace concord::app

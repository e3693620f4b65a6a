#include "program_facts.hpp"

#include "build_facts.hpp"

#include <concord/run.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace concord::app {
namespace {

using json = nlohmann::ordered_json;

std::vector<std::string> listed(const std::string& facts) {
    return facts.empty() ? std::vector<std::string>{} : CLI::detail::split(facts, ';');
}

json or_null(const std::string& fact) { return fact.empty() ? json() : json(fact); }

std::string as_json() {
    json libraries = json::object();
    for (const std::string& each : listed(build_facts::libraries)) {
        const std::size_t space = each.find(' ');
        libraries[each.substr(0, space)] = each.substr(space + 1);
    }
    json cuda;
    if (*build_facts::cuda_toolkit != '\0')
        cuda = json{{"toolkit", build_facts::cuda_toolkit}, {"architectures", listed(build_facts::cuda_architectures)}};
    const json whole{{"schema", "concord.version/1"},
                     {"version", version()},
                     {"compiler", build_facts::compiler},
                     {"build_type", build_facts::build_type},
                     {"processor", build_facts::processor},
                     {"processor_level", or_null(build_facts::processor_level)},
                     {"vectors", listed(build_facts::vectors)},
                     {"cuda", cuda},
                     {"mpi", or_null(build_facts::mpi)},
                     {"python", build_facts::python},
                     {"libraries", libraries}};
    return whole.dump() + "\n";
}

} // namespace

void add_version(CLI::App& program) {
    // Before --version, which ends the parsing.
    CLI::IsMember words(std::vector<std::string>{"text", "json"});
    words.description("");
    CLI::Option* const format = program.add_option("--format")
                                    ->description("How --version tells it; json also says what was built in")
                                    ->check(words)
                                    ->type_name("text|json")
                                    ->default_str("text");
    format->needs(
        program.set_version_flag("--version", fmt::format("concord {}", version()), "Print the version and leave"));
}

std::string version_text(const CLI::App& program) {
    if (program.get_option("--format")->as<std::string>() == "json") return as_json();
    return fmt::format("concord {}\n", version());
}

namespace {

std::string& remembered() {
    static std::string line;
    return line;
}

std::string quoted(std::string_view word) {
    const auto is_plain = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= 'a' && letter <= 'z') ||
               std::string_view("_-+=./,:@%").find(letter) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
    std::string out = "'";
    for (const char letter : word) {
        if (letter == '\'')
            out += "'\\''";
        else
            out.push_back(letter);
    }
    return out + "'";
}

} // namespace

void remember_invocation(int argc, char** argv) {
    std::string& line = remembered();
    line.clear();
    for (int i = 0; i < argc; ++i) {
        if (i > 0) line.push_back(' ');
        line += i == 0 ? std::filesystem::path(argv[0]).filename().string() : quoted(argv[i]);
    }
}

const std::string& invocation() { return remembered(); }

} // namespace concord::app

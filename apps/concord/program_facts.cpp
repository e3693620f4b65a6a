#include "program_facts.hpp"

#include "options/option_builders.hpp"
#include "runtime/worker_team.hpp"
#include "used_rates.hpp"

#include <concord/run.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <sys/resource.h>

namespace concord::app {

/// Defined in build_facts.cpp, which CMake makes of build_facts.cpp.in.
namespace build_facts {
extern const char* const compiler;
extern const char* const build_type;
extern const char* const processor;
extern const char* const processor_level;
extern const char* const vectors;
extern const char* const cuda_toolkit; ///< empty: no GPU code
extern const char* const cuda_architectures;
extern const char* const mpi; ///< of concord-mpi beside it; empty: none
extern const bool python;
extern const char* const libraries;
} // namespace build_facts

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
    CLI::Option* const format = program.add_option("--format")
                                    ->description("How --version prints it; json also lists what was built in")
                                    ->check([](const std::string& given) {
                                        return complaint_about(given, {"text", "json"});
                                    })
                                    ->type_name("text|json")
                                    ->default_str("text");
    format->needs(
        program.set_version_flag("--version", fmt::format("concord {}", version()), "Print the version and exit"));
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

namespace {

/// The peak of this program. getrusage would count what the process used before it became this program.
std::uint64_t peak_memory_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (std::uint64_t kibibytes = 0; word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace

double measurement::seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

void measurement::computing_is_over(const run_report& report, const message_arguments& messages) {
    compute_ = seconds() - read_ - report.start_seconds;
    messages.note(note_of(use_saved_rates()));
    for (const std::string& note : report.notes)
        messages.note(note);
    if (const auto short_of = runtime::last_shortage())
        messages.note(fmt::format("the system started {} of {} threads", short_of->had, short_of->wanted));
    if (report.start_seconds > 0)
        messages.note(fmt::format("waited {:.3f} s for the device to start", report.start_seconds));
    messages.note(fmt::format("computed in {:.3f} s on {}{}, {} threads", compute_, report.device,
                              report.vectors.empty() ? "" : " (" + report.vectors + ")", report.threads));
}

run_facts measurement::facts(const run_report& report) const {
    return {report, {read_, compute_, seconds()}, peak_memory_bytes()};
}

} // namespace concord::app

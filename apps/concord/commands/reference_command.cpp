// concord reference: manual pages and completions, for packages and installations. The help does not list it.
#include "commands/commands.hpp"
#include "completions/description.hpp"
#include "formats/output_file.hpp"
#include "options/option_builders.hpp"

#include <concord/error.hpp>
#include <concord/run.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace concord::app {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed)
        throw error(error_code::resource,
                    fmt::format("cannot make the folder {}: {}", path.parent_path().string(), failed.message()));
    formats::output_file out(path.string());
    out.write(text);
    out.commit();
}

int run(const CLI::App& parser, const fs::path& folder) {
    const command_description program = describe_command(parser);
    const std::string& name = program.path.front();
    for (const command_description* command : all_commands(program))
        write(folder / "man1" / (command->name('-') + ".1"), manual_page(*command, version()));
    write(folder / "bash" / name, bash_completion(program));
    write(folder / "zsh" / ("_" + name), zsh_completion(program));
    write(folder / "fish" / (name + ".fish"), fish_completion(program));
    return 0;
}

} // namespace

std::vector<command> add_reference(CLI::App& program) {
    CLI::App& reference =
        *program.add_subcommand("reference", "Write manual pages, and completions for bash, zsh and fish");
    reference.group("");
    hide_help_flag(reference);
    const auto folder = std::make_shared<std::string>();
    reference.add_option("FOLDER", *folder, "Where to write them; it is made if it is missing")
        ->required()
        ->type_name("");
    return {{&reference, [&program, folder] { return run(program, *folder); }}};
}

} // namespace concord::app

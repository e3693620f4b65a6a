#include "options/cluster_options.hpp"

#include "interruption.hpp"

#include <concord/error.hpp>

#include <charconv>
#include <fmt/format.h>

namespace concord::app {
namespace {

runtime::communicator*& ranks_of_this_run() {
    static runtime::one_process alone;
    static runtime::communicator* all = &alone;
    return all;
}

/// "3/16": the third of sixteen.
shard parse_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    std::uint64_t index = 0;
    std::uint64_t count = 0;
    const auto reads = [](std::string_view digits, std::uint64_t& number) {
        const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return trouble == std::errc() && end == digits.data() + digits.size();
    };
    const std::string_view all(text);
    if (slash == std::string::npos || !reads(all.substr(0, slash), index) || !reads(all.substr(slash + 1), count) ||
        index < 1 || index > count)
        throw error(error_code::usage,
                    fmt::format("--shard takes a part and how many there are, such as 3/16, not '{}'", text));
    return {index - 1, count};
}

} // namespace

runtime::communicator& ranks() { return *ranks_of_this_run(); }
void set_ranks(runtime::communicator& of_this_run) { ranks_of_this_run() = &of_this_run; }

std::vector<std::pair<std::string, std::string>> facts_of_call(const task_sharing& sharing) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (const runtime::call_fact& fact : sharing.facts())
        facts.emplace_back(fact.name, fact.value);
    return facts;
}

void note_one_rank(const message_arguments& messages) {
    if (ranks().size() > 1)
        messages.note(fmt::format("rank 0 of {} computes: this is not divided among ranks", ranks().size()));
}

void cluster_arguments::add_to(CLI::App& command) {
    constexpr const char* group = "Many processes (changes no answer)";
    command
        .add_option("--shard", shard,
                    "Do part I of N, such as 3/16, and write it as a file for 'concord merge': no part needs another")
        ->type_name("I/N")
        ->group(group);
    auto* const folder =
        command
            .add_option("--checkpoint", checkpoint,
                        "Keep in this folder what is done, every second and at SIGTERM, SIGINT and SIGUSR1, which "
                        "then end the program with status 75")
            ->type_name("DIR")
            ->group(group);
    command.add_flag("--resume", resume, "Go on from what --checkpoint holds, if it holds anything")
        ->needs(folder)
        ->group(group);
}

std::unique_ptr<task_sharing> cluster_arguments::make_sharing() const {
    if (ranks().size() == 1 && shard.empty() && checkpoint.empty()) return nullptr;
    auto sharing =
        std::make_unique<task_sharing>(ranks(), is_part() ? std::optional(parse_shard(shard)) : std::nullopt);
    if (!checkpoint.empty()) {
        sharing->keep_in(checkpoint, resume);
        end_with_checkpoint(checkpoint);
    }
    return sharing;
}

} // namespace concord::app

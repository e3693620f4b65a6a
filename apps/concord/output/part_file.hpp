// Parts of a computation as files: what a shard found, certified, with everything that a report of the whole may show
// of it, so that merging does not read the input again.
//
//   {"schema":"concord.part/1","checksum":"…","body":{
//     "version":…,"command":…,"shard":{"index":3,"count":16},       index from 1
//     "facts":[["input","3f…"],["mismatches","3"],…],                 equal in all parts that belong together
//     "input":{…},                                                   as reports have it
//     "arguments":{…},                                                  what the whole is to show
//     "result":{…},"sequences":[[7,"name",[[12,"ACGT"],…]],…]}}      numbers, and letters at their positions
#pragma once

#include "formats/output_file.hpp"
#include "output/json.hpp"
#include "runtime/distributed/task_sharing.hpp"

#include <concord/cluster.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace concord::app {

/// One part, as read from a file.
struct part {
    std::string file; ///< where it was read; for messages
    json body;
};

/// The facts that all parts of the last call have in common.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> facts_of_call(const task_sharing& sharing);

/// The first fields of the body of every part.
[[nodiscard]] json part_opening(const std::string& command, const shard& which,
                                const std::vector<std::pair<std::string, std::string>>& facts, json input,
                                json arguments);

void write_part(const json& body, const formats::byte_sink& sink);

/// All parts of one computation, in order of their shards. Throws error (bad_input), naming the file, where one is no
/// part or damaged, of another version, run or number of shards, there twice, or missing.
[[nodiscard]] std::vector<part> read_parts(const std::vector<std::string>& files);

/// Throws error (bad_input): the file is sound, but not as --shard writes it.
[[noreturn]] void reject_content(const std::string& file);

/// What `take` takes from the bodies of parts. Throws error (bad_input) where something is missing there, or of another
/// kind.
template <class Take>
auto from_content(const std::vector<part>& parts, const Take& take) {
    try {
        return take();
    } catch (const json::exception&) {
        reject_content(parts.front().file);
    }
}

/// The facts of the whole input.
[[nodiscard]] collection_facts facts_of_input(const part& any);

/// Letters of some regions of some sequences.
class shown_letters {
  public:
    explicit shown_letters(const sequence_set& sequences) : sequences_(sequences) {}

    /// [start, end) and `around` letters on either side, as far as the sequence has them.
    void add(std::uint64_t sequence, std::uint64_t start, std::uint64_t end, std::uint64_t around = 0);
    /// A sequence of which only the name is shown.
    void add_name(std::uint64_t sequence) { places_[sequence]; }
    [[nodiscard]] json object() const;

  private:
    const sequence_set& sequences_;
    std::map<std::uint64_t, std::map<std::uint64_t, std::uint64_t>> places_; ///< sequence -> start -> end
};

/// As many sequences as the input has, with the names and letters that the parts show; elsewhere there are others.
[[nodiscard]] sequence_set sequences_of(const std::vector<part>& parts);

} // namespace concord::app

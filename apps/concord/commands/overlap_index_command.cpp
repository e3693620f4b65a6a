// concord overlap index: a file for any number of questions, and the arrays of it for other programs.
#include "commands/output_files.hpp"
#include "commands/progress_plans.hpp"
#include "formats/fastx_reader.hpp"
#include "formats/npy.hpp"
#include "options/input_arguments.hpp"
#include "options/overlap_arguments.hpp"
#include "program_facts.hpp"

#include <concord/error.hpp>

#include <fmt/format.h>
#include <optional>
#include <span>
#include <vector>

namespace concord::app {
namespace {

/// One dimension, little-endian: `fill` gets as many elements as there are letters.
template <class Element, class Fill>
void write_array(const std::string& path, const overlap_index& index, const char* descr, side_files& beside,
                 Fill fill) {
    if (path.empty()) return;
    std::vector<Element> elements(index.sequences().letters());
    fill(std::span<Element>(elements));
    beside.write(path, [&](const formats::byte_sink& sink) {
        sink(formats::npy_array_header(elements.size(), descr));
        constexpr std::size_t at_once = std::size_t{1} << 16U;
        for (std::size_t first = 0; first < elements.size(); first += at_once) {
            stop_if_interrupted();
            const auto part =
                std::as_bytes(std::span(elements).subspan(first, std::min(at_once, elements.size() - first)));
            sink({reinterpret_cast<const char*>(part.data()), part.size()});
        }
    });
}

void write_arrays(const index_arguments& arguments, const overlap_index& index, side_files& beside) {
    using numbers = std::span<std::uint64_t>;
    write_array<std::uint64_t>(arguments.suffix_array, index, "<i8", beside,
                               [&](numbers to) { suffix_array(index, to); });
    write_array<std::uint64_t>(arguments.lcp_array, index, "<i8", beside, [&](numbers to) { lcp_array(index, to); });
    write_array<std::uint64_t>(arguments.inverse, index, "<i8", beside,
                               [&](numbers to) { inverse_suffix_array(index, to); });
    write_array<std::int32_t>(arguments.bwt, index, "<i4", beside,
                              [&](std::span<std::int32_t> to) { burrows_wheeler_transform(index, to); });
}

void check(const index_arguments& arguments) {
    if (arguments.path == "-")
        throw error(error_code::usage, "an index is mapped into memory: --output must be a file");
    if (arguments.path.ends_with(".gz"))
        throw error(error_code::usage, "an index is mapped into memory: --output cannot be compressed");
    const std::vector<std::string> arrays = arguments.arrays();
    if (arguments.both_strands && !arrays.empty())
        throw error(error_code::usage, "--both-strands excludes the arrays, which are those of one strand");
    if (arguments.path.empty() && arrays.empty())
        throw error(error_code::usage, "--output is required, or one of --suffix-array, --lcp-array, --inverse, --bwt");
    std::vector<std::string> outputs = arrays;
    outputs.push_back(arguments.path);
    check_places(arguments.files, outputs);
}

} // namespace

std::vector<std::string> index_arguments::arrays() const {
    std::vector<std::string> named{suffix_array, lcp_array, inverse, bwt};
    std::erase(named, "");
    return named;
}

int run_overlap_index(const index_arguments& arguments) {
    measurement measured;
    check(arguments);
    std::optional<formats::output_file> out;
    if (!arguments.path.empty()) out.emplace(arguments.path);
    side_files beside(arguments.arrays());
    progress_bar progress = arguments.messages.make_progress_bar(plan_of_index(!arguments.arrays().empty()));
    const run_options run = arguments.run.options(progress);
    start_device(run);
    const sequence_set sequences =
        concord::read_sequences(arguments.files, alphabet_of(arguments.letters), reading(run));
    measured.reading_is_over();
    progress.computing();
    arguments.messages.note(reading_note(sequences, measured.read_seconds()));
    const overlap_index index =
        overlap_index::build(sequences, run, arguments.both_strands ? index_strands::both : index_strands::forward);
    progress.writing();
    stop_if_interrupted();
    write_arrays(arguments, index, beside);
    std::uint64_t written = 0;
    if (out)
        index.write([&](std::span<const std::byte> bytes) {
            stop_if_interrupted();
            out->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            written += bytes.size();
            if (run.on_progress) run.on_progress({.stage = "writing", .done = written, .total = 0, .unit = "bytes"});
        });
    beside.commit();
    if (out) out->commit();
    measured.computing_is_over(index.run(), arguments.messages);
    return 0;
}

} // namespace concord::app

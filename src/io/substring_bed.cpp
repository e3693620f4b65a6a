#include <io/printable.hpp>
#include <io/substring_output.hpp>

#include <fmt/format.h>

namespace concord::io {

void write_occurrences_bed(const substring_answer& answer, const byte_sink& sink) {
    for (const substring_occurrence& at : answer.result.occurrences) {
        const std::uint64_t end = at.start + answer.result.best.length;
        const std::string_view name = answer.sequences.name(at.sequence);
        sink(fmt::format("{}\t{}\t{}\t{}\t{}\t+\n", name.empty() ? "." : name, at.start, end,
                         escaped(answer.sequences.text(at.sequence, at.start, end)), at.mismatches));
    }
}

} // namespace concord::io

// What the public headers of pairs and matrices declare, as far as it computes.
#include <concord/error.hpp>
#include <concord/matrix.hpp>
#include <concord/pairs.hpp>

#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace concord {

sequence_ref::sequence_ref(const sequence_set& set, std::size_t sequence) : letters_(of_set{&set, sequence}) {
    static_cast<void>(set.length(sequence)); // throws where there is none
}

std::uint64_t sequence_ref::length() const noexcept {
    if (const auto* text = std::get_if<std::string_view>(&letters_)) return text->size();
    if (const auto* symbols = std::get_if<symbol_view>(&letters_)) return symbols->size();
    const auto& place = std::get<of_set>(letters_);
    return place.set->length(place.sequence);
}

std::string cigar(const alignment& runs) {
    std::string text;
    std::array<char, 21> one; // the longest number, and the operation
    for (const alignment_run& run : runs) {
        char* const end = std::to_chars(one.data(), one.data() + one.size() - 1, run.count).ptr;
        *end = run.operation;
        text.append(one.data(), end + 1);
    }
    return text;
}

matrix::matrix(std::size_t rows, std::size_t columns, any cells, std::size_t channels)
    : rows_(rows), columns_(columns), channels_(channels), cells_(std::move(cells)) {
    if (channels == 0) throw error(error_code::usage, "a matrix has at least one channel");
    const std::size_t values = std::visit([](const auto& all) { return all.size(); }, cells_);
    const std::size_t count = values / channels;
    const bool whole = values % channels == 0;
    const bool fits =
        whole && (columns == 0 || rows == 0 ? count == 0 : count % columns == 0 && count / columns == rows);
    if (fits) return;
    const std::string of_channels = channels == 1 ? "" : " and " + std::to_string(channels) + " channels";
    throw error(error_code::usage, "a matrix of " + std::to_string(rows) + " rows" + (channels == 1 ? " and " : ", ") +
                                       std::to_string(columns) + " columns" + of_channels + " cannot have " +
                                       std::to_string(values) + (channels == 1 ? " cells" : " values"));
}

} // namespace concord

// What the public headers of pairs and matrices declare, as far as it computes.
#include <concord/error.hpp>
#include <concord/matrix.hpp>
#include <concord/pairs.hpp>

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
    for (const alignment_run& run : runs)
        text.append(std::to_string(run.count)).push_back(run.operation);
    return text;
}

matrix::matrix(std::size_t rows, std::size_t columns, any cells)
    : rows_(rows), columns_(columns), cells_(std::move(cells)) {
    const std::size_t count = std::visit([](const auto& all) { return all.size(); }, cells_);
    const bool fits = columns == 0 || rows == 0 ? count == 0 : count % columns == 0 && count / columns == rows;
    if (!fits)
        throw error(error_code::usage, "a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
                                           " columns cannot have " + std::to_string(count) + " cells");
}

} // namespace concord

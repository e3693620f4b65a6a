#include <concord/pairs.hpp>

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

} // namespace concord

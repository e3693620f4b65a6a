#include "problems/substring/variants/anchor_index.hpp"

namespace concord::substring {
namespace {

constexpr letter nucleotides = 4;
constexpr std::size_t planes_of_text = 3;

} // namespace

template <class Visit>
void anchor_index::for_each_word(Visit visit) const {
    const std::span<const piece> pieces = of_.pieces();
    const std::uint64_t mask = (std::uint64_t{1} << 2 * length_) - 1;
    for (std::size_t index = 0; index < pieces.size(); ++index) {
        std::uint64_t code = 0;
        std::uint64_t ordinary = 0;
        for (std::uint64_t at = pieces[index].first; at < pieces[index].first + pieces[index].length; ++at) {
            const letter here = of_.text()[at];
            ordinary = here < nucleotides ? ordinary + 1 : 0;
            code = (code << 2U | (here & 3U)) & mask;
            if (ordinary >= length_) visit(code, at + 1 - length_, index);
        }
    }
}

anchor_index::anchor_index(const piece_collection& of, std::uint64_t word_letters)
    : of_(of), length_(word_letters), first_((std::size_t{1} << 2 * word_letters) + 1, 0) {
    for_each_word([&](std::uint64_t code, std::uint64_t, std::size_t) { ++first_[code + 1]; });
    for (std::size_t code = 1; code < first_.size(); ++code)
        first_[code] += first_[code - 1];
    places_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for_each_word([&](std::uint64_t code, std::uint64_t start, std::size_t index) {
        places_[next[code]++] = {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(index)};
    });
}

std::uint64_t anchor_index::bytes(const piece_collection& of, std::uint64_t word_letters) noexcept {
    return of.text().size() * sizeof(place) + (std::uint64_t{2} << 2 * word_letters) * sizeof(std::uint32_t);
}

std::optional<std::uint64_t> anchor_index::code_at(std::uint64_t start) const noexcept {
    std::uint64_t code = 0;
    for (std::uint64_t at = start; at < start + length_; ++at) {
        const letter here = of_.text()[at];
        if (here >= nucleotides) return std::nullopt;
        code = code << 2U | here;
    }
    return code;
}

std::span<const anchor_index::place> anchor_index::places(std::uint64_t start) const noexcept {
    const std::optional<std::uint64_t> code = code_at(start);
    if (!code) return {};
    return {places_.data() + first_[*code], places_.data() + first_[*code + 1]};
}

simd::aligned_vector<std::uint64_t> planes_of(const piece_collection& of) {
    const std::uint64_t letters = of.text().size() + 2 * margin_of_planes;
    simd::aligned_vector<std::uint64_t> planes((letters / 64 + 2) * planes_of_text, 0);
    for (std::size_t word = 0; word < planes.size(); word += planes_of_text)
        planes[word + 2] = ~std::uint64_t{0};
    for (std::uint64_t at = 0; at < of.text().size(); ++at) {
        const letter here = of.text()[at];
        if (here >= nucleotides) continue;
        const std::uint64_t to = at + margin_of_planes;
        std::uint64_t* const word = planes.data() + to / 64 * planes_of_text;
        word[0] |= std::uint64_t{here & 1U} << to % 64;
        word[1] |= std::uint64_t{here} >> 1U << to % 64;
        word[2] &= ~(std::uint64_t{1} << to % 64);
    }
    return planes;
}

} // namespace concord::substring

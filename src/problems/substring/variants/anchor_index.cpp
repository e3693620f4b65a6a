#include "problems/substring/variants/anchor_index.hpp"

namespace concord::substring {
namespace {

constexpr letter nucleotides = 4;
constexpr std::size_t planes_of_text = 3;

} // namespace

template <class Visit>
void anchor_index::for_each_word(Visit visit) const {
    const std::uint64_t mask = (std::uint64_t{1} << 2 * length_) - 1;
    for (const piece& one : of_.pieces()) {
        std::uint64_t code = 0;
        std::uint64_t ordinary = 0;
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
            const letter here = of_.text()[at];
            ordinary = here < nucleotides ? ordinary + 1 : 0;
            code = (code << 2U | (here & 3U)) & mask;
            if (ordinary >= length_) visit(code, at + 1 - length_);
        }
    }
}

anchor_index::anchor_index(const piece_collection& of, std::uint64_t word_letters)
    : of_(of), length_(word_letters), first_((std::size_t{1} << 2 * word_letters) + 1) {
    for_each_word([&](std::uint64_t code, std::uint64_t) { ++first_[code + 1]; });
    for (std::size_t code = 1; code < first_.size(); ++code)
        first_[code] += first_[code - 1];
    places_ = runtime::far_array<std::uint32_t>(first_[first_.size() - 1]);
    std::vector<std::uint32_t> next(first_.data(), first_.data() + first_.size() - 1);
    for_each_word(
        [&](std::uint64_t code, std::uint64_t start) { places_[next[code]++] = static_cast<std::uint32_t>(start); });
}

std::uint64_t anchor_index::bytes(const piece_collection& of, std::uint64_t word_letters) noexcept {
    return (of.text().size() + (std::uint64_t{2} << 2 * word_letters)) * sizeof(std::uint32_t);
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

std::span<const std::uint32_t> anchor_index::places(std::uint64_t start) const noexcept {
    const std::optional<std::uint64_t> code = code_at(start);
    if (!code) return {};
    return {places_.data() + first_[*code], places_.data() + first_[*code + 1]};
}

anchor_text::anchor_text(const piece_collection& of) : of_(of) {
    const std::uint64_t letters = of.text().size() + 2 * margin_of_planes;
    planes_ = runtime::far_array<std::uint64_t>((letters / 64 + 2) * planes_of_text);
    letters_ = runtime::far_array<std::uint64_t>(letters / 32 + 4);
    for (std::size_t word = 0; word < planes_.size(); word += planes_of_text)
        planes_[word + 2] = ~std::uint64_t{0};
    for (std::uint64_t at = 0; at < of.text().size(); ++at) {
        const letter here = of.text()[at];
        if (here >= nucleotides) continue;
        const std::uint64_t to = at + margin_of_planes;
        std::uint64_t* const word = planes_.data() + to / 64 * planes_of_text;
        const std::uint64_t low = here & 1U;
        const std::uint64_t high = here >> 1U;
        word[0] |= low << to % 64;
        word[1] |= high << to % 64;
        word[2] &= ~(std::uint64_t{1} << to % 64);
        letters_[to / 32] |= low << to % 32 | high << (to % 32 + 32);
    }
    std::uint32_t index = 0;
    for (std::uint64_t at = 0; at < of.text().size(); at += 64) {
        while (index + 1 < of.pieces().size() && of.pieces()[index + 1].first <= at)
            ++index;
        piece_of_word_.push_back(index);
    }
}

screened_word anchor_text::word(std::uint64_t from, std::uint64_t length) const noexcept {
    screened_word made{0, 0, static_cast<std::uint32_t>(length)};
    for (std::uint64_t at = 0; at < length; ++at) {
        const letter here = of_.text()[from + at];
        if (here >= nucleotides) continue; // as it is in letters()
        made.low |= static_cast<std::uint32_t>(here & 1U) << at;
        made.high |= static_cast<std::uint32_t>(here >> 1U) << at;
    }
    return made;
}

std::uint32_t anchor_text::piece_of(std::uint64_t at) const noexcept {
    std::uint32_t index = piece_of_word_[at / 64];
    while (index + 1 < of_.pieces().size() && of_.pieces()[index + 1].first <= at)
        ++index;
    return index;
}

} // namespace concord::substring

#include "problems/substring/variants/anchor_index.hpp"

#include "runtime/group_by_key.hpp"
#include "runtime/parts.hpp"

namespace concord::substring {

letterwise_sequences::letterwise_sequences(const piece_collection& of, std::uint64_t word_letters, std::uint64_t most)
    : most_spellings(most) {
    if (!of.has_sets()) return;
    const auto has_many_spellings = [&](const piece& one) {
        const std::uint64_t length = std::min(word_letters, one.length);
        std::uint64_t ambiguous = 0;
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
            if (at >= one.first + length && of.text()[at - length] > plain_nucleotides) --ambiguous;
            if (of.text()[at] > plain_nucleotides) ++ambiguous;
            if (ambiguous > 0 && at + 1 >= one.first + length &&
                !has_few_spellings(of.letters(at + 1 - length, length), most_spellings))
                return true;
        }
        return false;
    };
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence)
        if (std::ranges::any_of(of.pieces(sequence), has_many_spellings)) list.push_back(sequence);
    if (list.empty()) return;
    has.assign(of.sequences(), false);
    for (const std::uint64_t each : list)
        has[each] = true;
}

/// visit(code, start) of each word, in all its spellings.
template <class Visit>
void anchor_index::for_each_word(const piece_collection& of, std::span<const piece> pieces,
                                 const letterwise_sequences& without, std::uint64_t length, std::uint64_t most_nothings,
                                 Visit visit) {
    const std::uint64_t mask = (std::uint64_t{1} << 2 * length) - 1;
    for (const piece& one : pieces) {
        if (!without.has.empty() && without.has[one.sequence]) continue;
        std::uint64_t code = 0;
        std::uint64_t ordinary = 0;   // letters since the last one that matches nothing
        std::uint64_t plain = length; // and since the last ambiguous one
        std::uint64_t nothings = 0;   // of the word
        for (std::uint64_t at = one.first; at < one.first + one.length; ++at) {
            const letter here = of.text()[at];
            ordinary = here == of.nothing() ? 0 : ordinary + 1;
            plain = here > of.nothing() ? 0 : plain + 1;
            code = (code << 2U | (here & 3U)) & mask;
            if (most_nothings > 0) {
                if (here == of.nothing()) ++nothings;
                if (at >= one.first + length && of.text()[at - length] == of.nothing()) --nothings;
                if (at + 1 >= one.first + length && nothings <= most_nothings) visit(code, at + 1 - length);
                continue;
            }
            if (ordinary < length) continue;
            const std::uint64_t start = at + 1 - length;
            if (plain >= length)
                visit(code, start);
            else
                for_each_code(of.letters(start, length), [&](std::uint64_t spelled) { visit(spelled, start); });
        }
    }
}

anchor_index::anchor_index(const piece_collection& of, const letterwise_sequences& without, std::uint64_t word_letters,
                           runtime::thread_pool& workers, std::uint64_t most_nothings)
    : of_(of), length_(word_letters), most_spellings_(without.most_spellings),
      first_((std::size_t{1} << 2 * word_letters) + 1) {
    constexpr std::uint64_t least_pieces = 1024; // of a part
    const runtime::equal_parts parts(workers, of.pieces().size(), least_pieces);
    runtime::group_by_key(
        workers, parts.size(), first_.view(),
        [&](std::size_t part, const auto& emit) {
            const auto some = of.pieces().subspan(parts.first(part), parts.last(part) - parts.first(part));
            for_each_word(of, some, without, length_, most_nothings, [&](std::uint64_t code, std::uint64_t start) {
                emit(code, static_cast<std::uint32_t>(start));
            });
        },
        [&](std::size_t count) {
            places_ = runtime::far_array<std::uint32_t>(count);
            return places_.view();
        });
}

std::uint64_t anchor_index::bytes(const piece_collection& of, const letterwise_sequences& without,
                                  std::uint64_t word_letters) {
    std::uint64_t places = of.text().size();
    if (of.has_sets()) {
        places = 0;
        for_each_word(of, of.pieces(), without, word_letters, 0, [&](std::uint64_t, std::uint64_t) { ++places; });
    }
    return (places + (std::uint64_t{2} << 2 * word_letters)) * sizeof(std::uint32_t);
}

std::uint64_t anchor_index::count_places(std::uint64_t start) const {
    if (of_.has_sets() && !has_few_spellings(of_.letters(start, length_), most_spellings_)) return too_many;
    std::uint64_t count = 0;
    for_each_list(start, [&](std::span<const std::uint32_t> places) { count += places.size(); });
    return count;
}

anchor_text::anchor_text(const piece_collection& of) : of_(of) {
    const std::uint64_t letters = of.text().size() + 2 * margin_of_planes;
    const std::size_t planes = planes_of_text(of.has_sets());
    planes_ = runtime::far_array<std::uint64_t>((letters / 64 + 2) * planes);
    letters_ = runtime::far_array<std::uint64_t>(letters / 32 + 4);
    if (of.has_sets())
        any_ = runtime::far_array<std::uint32_t>(letters / 32 + 4);
    else
        for (std::size_t word = 0; word < planes_.size(); word += planes)
            planes_[word + 2] = ~std::uint64_t{0};
    for (std::uint64_t at = 0; at < of.text().size(); ++at) {
        const letter here = of.text()[at];
        const std::uint64_t to = at + margin_of_planes;
        std::uint64_t* const word = planes_.data() + to / 64 * planes;
        if (of.has_sets()) {
            const std::uint64_t set = set_of_letter(here);
            for (std::size_t plane = 0; plane < planes; ++plane)
                word[plane] |= (set >> plane & 1U) << to % 64;
            if (nucleotides_of_letter(here) > 1) any_[to / 32] |= std::uint32_t{1} << to % 32;
        }
        if (here >= plain_nucleotides) continue;
        const std::uint64_t low = here & 1U;
        const std::uint64_t high = here >> 1U;
        letters_[to / 32] |= low << to % 32 | high << (to % 32 + 32);
        if (of.has_sets()) continue;
        word[0] |= low << to % 64;
        word[1] |= high << to % 64;
        word[2] &= ~(std::uint64_t{1} << to % 64);
    }
    std::uint32_t index = 0;
    for (std::uint64_t at = 0; at < of.text().size(); at += 64) {
        while (index + 1 < of.pieces().size() && of.pieces()[index + 1].first <= at)
            ++index;
        piece_of_word_.push_back(index);
    }
}

void anchor_text::mask(std::uint64_t first, std::uint64_t length) noexcept {
    const std::size_t planes = planes_of_text(false);
    for (std::uint64_t to = first + margin_of_planes; to < first + length + margin_of_planes; ++to) {
        std::uint64_t* const word = planes_.data() + to / 64 * planes;
        const std::uint64_t bit = std::uint64_t{1} << to % 64;
        word[0] &= ~bit;
        word[1] &= ~bit;
        word[2] |= bit;
        letters_[to / 32] &= ~(std::uint64_t{1} << to % 32 | std::uint64_t{1} << (to % 32 + 32));
    }
}

screened_word anchor_text::word(std::uint64_t from, std::uint64_t length) const noexcept {
    screened_word made{0, 0, 0, static_cast<std::uint32_t>(length)};
    for (std::uint64_t at = 0; at < length; ++at) {
        const letter here = of_.text()[from + at];
        if (nucleotides_of_letter(here) > 1) made.any |= std::uint32_t{1} << at;
        if (here >= plain_nucleotides) continue; // as it is in the text
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

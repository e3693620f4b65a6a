#include "problems/substring/variants/neighbourhood_table.hpp"

#include <algorithm>

namespace concord::substring {
namespace {

/// Letters of a word that are not plain: where there are more, what all spellings have in common is made once.
constexpr std::uint64_t most_letters_spelled_at_once = 2;

} // namespace

neighbourhood_table::neighbourhood_table(const piece_collection& of, const neighbourhood_kernels& kernels,
                                         const allowance& allowed, unsigned letters)
    : of_(of), kernels_(kernels), indels_(allowed.indels) {
    const auto edits = static_cast<unsigned>(allowed.edits);
    for (unsigned shorter = 0; shorter <= (indels_ ? edits : 0); ++shorter) {
        tables_of_length& made = tables_.emplace_back();
        made.letters = letters - shorter;
        made.edits = edits - shorter;
        made.of_row = entries_of_words(made.letters) + padding_of_entries;
        made.rows.resize((made.edits + 1) * made.of_row);
    }
}

const std::uint64_t* neighbourhood_table::of_sequence(std::uint64_t sequence) {
    for (tables_of_length& each : tables_)
        std::ranges::fill(each.rows, 0);
    for (const piece& each : of_.pieces(sequence))
        set_words(each);
    const std::uint64_t* last = nullptr;
    for (std::size_t shorter = tables_.size(); shorter-- > 0;) {
        tables_of_length& each = tables_[shorter];
        kernels_.substitute({each.rows.data(), each.of_row, each.edits, each.letters});
        std::uint64_t* const row = each.rows.data() + each.edits * each.of_row;
        if (last != nullptr) kernels_.insert(last, row, each.letters);
        last = row;
    }
    return last;
}

void neighbourhood_table::set_words(const piece& in) {
    first_ = in.first;
    words_.assign(in.length + 1, 0);
    const std::uint64_t end = in.first + in.length;
    ambiguous_.assign(in.length + 1, end);
    const unsigned most = tables_.front().letters + (indels_ ? tables_.front().edits : 0);
    for (std::uint64_t start = end; start-- > in.first;) {
        const letter here = of_.text()[start];
        const std::uint64_t place = start - first_;
        ambiguous_[place] = here >= plain_nucleotides ? start : ambiguous_[place + 1];
        words_[place] = words_[place + 1] >> 2U | std::uint64_t{here & 3U} << 62U;
        if (!are_few_spelled(start, std::min<std::uint64_t>(start + most, end))) {
            set_spelled({0, 0, 0, 0}, start, end);
            continue;
        }
        for (tables_of_length& to : tables_)
            for (unsigned deletions = 0; deletions <= (indels_ ? to.edits : 0); ++deletions) {
                if (start + to.letters + deletions > end) continue;
                if (ambiguous_[place] < start + to.letters + deletions)
                    set_each_spelling(to, start, deletions);
                else
                    set_without(to, {0, 0, deletions, 0}, words_[place], deletions);
            }
    }
}

bool neighbourhood_table::are_few_spelled(std::uint64_t start, std::uint64_t end) const noexcept {
    std::uint64_t spelled = 0;
    for (std::uint64_t at = next_ambiguous(start); at < end; at = next_ambiguous(at + 1))
        ++spelled;
    return spelled <= most_letters_spelled_at_once;
}

void neighbourhood_table::set_each_spelling(tables_of_length& to, std::uint64_t start, unsigned deletions) {
    const std::uint64_t end = start + to.letters + deletions;
    const auto spell = [&](const auto& self, packed_letters word, std::uint64_t from, std::uint64_t removed,
                           unsigned edits, unsigned left) -> void {
        const std::uint64_t at = std::min(next_ambiguous(from), end);
        if (at == end) return set_without(to, {0, 0, edits, 0}, word, left);
        const letter here = of_.text()[at];
        const bool is_unknown = here == of_.nothing();
        const unsigned shift = 62U - 2U * static_cast<unsigned>(at - start - removed);
        if (!is_unknown || edits < to.edits)
            for (letter each = 0; each < plain_nucleotides; ++each)
                if (is_unknown || of_.match(each, here))
                    self(self, (word & ~(packed_letters{3} << shift)) | packed_letters{each} << shift, at + 1, removed,
                         edits + (is_unknown ? 1 : 0), left);
        // What is deleted is one of the letters that are skipped in any case; the first one begins a word.
        if (!is_unknown || left == 0 || at == start) return;
        const packed_letters before = ~packed_letters{0} << (shift + 2U);
        self(self, (word & before) | (word << 2U & ~before), at + 1, removed + 1, edits, left - 1);
    };
    spell(spell, words_[start - first_], start, 0, deletions, deletions);
}

void neighbourhood_table::set_without(tables_of_length& to, const word_beginning& begun, packed_letters next,
                                      unsigned deletions) {
    const unsigned left = to.letters - begun.letters;
    const bool is_kept = (begun.deleted >> number_of(next, 1) & 1U) == 0;
    if (deletions == 0) {
        if (is_kept) to.set(begun.number << 2 * left | number_of(next, left), begun.edits);
        return;
    }
    // Without its first or last letters it is another word of the text.
    for (unsigned kept = begun.letters == 0 ? 1 : 0; kept < (is_kept ? left : 1); ++kept) {
        const packed_letters behind = next << 2 * kept;
        const unsigned deleted = 1U << number_of(behind, 1);
        set_without(to,
                    {begun.number << 2 * kept | number_of(next, kept), begun.letters + kept, begun.edits,
                     kept == 0 ? begun.deleted | deleted : deleted},
                    behind << 2U, deletions - 1);
    }
}

void neighbourhood_table::set_spelled(const word_beginning& begun, std::uint64_t at, std::uint64_t end) {
    const tables_of_length& longest = tables_.front();
    for (tables_of_length& to : tables_)
        if (to.letters == begun.letters && begun.edits <= to.edits) to.set(begun.number, begun.edits);
    if (begun.letters == longest.letters || at == end) return;
    const letter here = of_.text()[at];
    const bool is_unknown = here == of_.nothing();
    const unsigned edits = begun.edits + (is_unknown ? 1 : 0);
    if (edits <= longest.edits)
        for (letter each = 0; each < plain_nucleotides; ++each)
            if (is_unknown || of_.match(each, here))
                set_spelled({begun.number << 2U | each, begun.letters + 1, edits, 0}, at + 1, end);
    if (indels_ && begun.letters > 0 && begun.edits < longest.edits)
        set_spelled({begun.number, begun.letters, begun.edits + 1, 0}, at + 1, end);
}

} // namespace concord::substring

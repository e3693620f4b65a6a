#include "problems/distance/find/found_ends.hpp"

#include "problems/distance/find/column_traceback.hpp"
#include "problems/distance/find/word_traceback.hpp"
#include "sequence/sequence_at.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace concord::edit_distance {
namespace {

/// The code of a letter that matches nothing.
constexpr std::uint32_t no_letter = 0xFFFF'FFFF;

} // namespace

std::vector<pattern_occurrence> occurrence_finder::occurrences(const oriented_pattern& pattern,
                                                               std::span<const found_end> ends, std::size_t first,
                                                               std::size_t last, const open_run& before,
                                                               open_run& left) const {
    std::vector<pattern_occurrence> made;
    std::optional<traceback> way; // for the first alignment
    // Those of the context are of the block before, which knew all but what follows the last of them.
    const auto of_block = static_cast<std::size_t>(
        std::ranges::partition_point(ends, [&](const found_end& each) { return each.last + 1 < block_.context; }) -
        ends.begin());
    const bool goes_on_from_before = of_block < ends.size() && ends[of_block].first() < block_.context;
    first = std::max(first, of_block);
    if (first >= last) return made;
    const double sequences_per_letter = static_cast<double>(text_.size()) / static_cast<double>(text_.letters());
    std::uint64_t sequence =
        sequence::sequence_at(text_.offsets(), text_.size(), sequences_per_letter, ends[first].last);
    const auto begins_a_run = [&](std::size_t index) {
        return index == of_block || ends[index].first() != ends[index - 1].last + 1 ||
               ends[index].edits != ends[index - 1].edits || ends[index].first() == text_.offset(sequence);
    };
    for (; first < last; ++first) { // a run that began before is of those before
        while (text_.offset(sequence + 1) <= ends[first].last)
            ++sequence;
        if (begins_a_run(first)) break;
    }
    while (first < last) {
        while (text_.offset(sequence + 1) <= ends[first].last)
            ++sequence;
        const auto is_next = [&](std::size_t index) { // of its predecessor, in the same sequence
            return index > of_block && index < ends.size() && ends[index].first() == ends[index - 1].last + 1 &&
                   ends[index].first() != text_.offset(sequence);
        };
        std::size_t behind = first + 1;
        const auto goes_on = [&] { return is_next(behind) && ends[behind].first() < text_.offset(sequence + 1); };
        while (goes_on() && ends[behind].edits == ends[first].edits)
            ++behind;
        const bool falls = first == of_block && goes_on_from_before
                               ? before.falls
                               : !is_next(first) || ends[first - 1].edits > ends[first].edits;
        if (block_.goes_on && ends[behind - 1].last + 1 == text_.letters()) {
            left.falls = falls;
            break;
        }
        const bool rises = !goes_on() || ends[behind].edits > ends[first].edits;
        if (falls && rises) {
            if (!way) way.emplace(pattern.letters, text_);
            made.push_back(aligned(pattern, *way, sequence, ends[behind - 1]));
        }
        first = behind;
        if (made.size() % 1024 == 1023) workers_.check_cancelled();
    }
    return made;
}

traced_end occurrence_finder::traced(traceback& way, std::uint64_t begin, std::uint64_t end,
                                     std::uint64_t edits) const {
    const std::size_t rows = way.masks.length();
    if (rows > most_word_rows && way.bytes.are_there() && diagonal_traceback::is_worth_it(rows, edits))
        return way.diagonals.trace(way.bytes.view(), way.of_text.window(begin, end), edits);
    put_codes(begin, end, way.letters);
    const std::span<const std::uint32_t> letters = way.letters;
    return rows <= most_word_rows ? trace_end_of_word(way.masks, letters) : trace_end(way.masks, letters, false, edits);
}

pattern_occurrence occurrence_finder::aligned(const oriented_pattern& pattern, traceback& way, std::uint64_t sequence,
                                              const found_end& found) const {
    const std::uint64_t begin = text_.offset(sequence);
    const std::uint64_t end = found.last + 1;
    const std::uint64_t longest = way.masks.length() + found.edits;
    traced_end of_end = traced(way, end - begin > longest ? end - longest : begin, end, found.edits);
    const std::uint64_t before = sequence == 0 ? block_.letters_before : 0;
    return {.pattern = pattern.number,
            .sequence = block_.first_sequence + sequence,
            .start = before + end - begin - of_end.letters,
            .end = before + end - begin,
            .edits = found.edits,
            .is_reverse = pattern.is_reverse,
            .alignment = std::move(of_end.runs)};
}

void occurrence_finder::put_codes(std::uint64_t begin, std::uint64_t end, std::vector<std::uint32_t>& codes) const {
    codes.assign(end - begin, 0);
    for (std::uint64_t first = begin; first < end; first += sequence::letters_per_word) {
        std::uint32_t* const to = codes.data() + (first - begin);
        const std::uint64_t here = std::min<std::uint64_t>(sequence::letters_per_word, end - first);
        for (unsigned plane = 0; plane < text_.planes(); ++plane) {
            const std::uint64_t bits = sequence::bits_from(text_.plane(plane), first);
            for (std::uint64_t at = 0; at < here; ++at)
                to[at] |= static_cast<std::uint32_t>(bits >> at & 1U) << plane;
        }
        if (text_.ambiguous_plane() == nullptr) continue;
        const std::uint64_t ambiguous = sequence::bits_from(text_.ambiguous_plane(), first);
        for (std::uint64_t at = 0; at < here; ++at)
            if ((ambiguous >> at & 1U) != 0) to[at] = no_letter;
    }
}

} // namespace concord::edit_distance

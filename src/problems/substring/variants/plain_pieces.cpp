#include "problems/substring/variants/plain_pieces.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace concord::substring {

bool is_plain(const substring_options& options, const piece_collection& of, alphabet kind) {
    const bool has_edits = options.metric != substring_metric::hamming && options.mismatches > 0;
    if (has_edits || of.has_sets()) return false;
    return kind == alphabet::dna || of.count_nothing(of.text()) == 0; // others have no letter that matches nothing
}

std::vector<std::uint64_t> pieces_as_sequences::owners() const {
    std::vector<std::uint64_t> owners;
    owners.reserve(pieces.size());
    for (const piece* each : pieces)
        owners.push_back(each->sequence);
    return owners;
}

bool pieces_as_sequences::are_strands() const {
    if (forward == 0 || pieces.size() != 2 * forward) return false;
    for (std::size_t index = 0; index < forward; ++index) {
        const std::uint64_t sequence = pieces[index]->sequence;
        const bool is_next = index == 0 || pieces[index - 1]->sequence < sequence;
        if (!is_next || pieces[forward + index]->sequence != sequence) return false;
    }
    return true;
}

std::uint64_t pieces_as_sequences::start_in_piece(const window& of, std::uint64_t length) const {
    const std::size_t first = of.sequence == 0 ? 0 : gaps_end[of.sequence - 1];
    const std::span<const gap> of_sequence = std::span(gaps).subspan(first, gaps_end[of.sequence] - first);
    // No window reaches across a whole run: one that ends behind a gap begins in the letters of the run before it.
    const auto behind = std::ranges::lower_bound(of_sequence, of.start + length, {}, &gap::first);
    return of.start + (behind == of_sequence.begin() ? 0 : std::prev(behind)->letters);
}

void pieces_as_sequences::leave_pieces(longest_windows& found) const {
    std::erase_if(found.windows, [&](window& each) {
        const piece& in = *pieces[each.sequence];
        each = {in.sequence, in.origin + start_in_piece(each, found.length), each.support};
        return in.is_reverse;
    });
}

pieces_as_sequences as_sequences(const piece_collection& of, alphabet kind, std::uint64_t most_of_run) {
    sequence_set_builder builder(kind);
    pieces_as_sequences made;
    std::string text;
    std::size_t most = 0;
    for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
        const std::size_t pieces = of.pieces(sequence).size();
        made.is_one_each = made.is_one_each && pieces == 1;
        most = std::max(most, pieces);
    }
    for (const bool is_reverse : {false, true}) {
        for (std::size_t index = 0; index < most; ++index)
            for (std::uint64_t sequence = 0; sequence < of.sequences(); ++sequence) {
                if (index >= of.pieces(sequence).size()) continue;
                const piece& one = of.pieces(sequence)[index];
                if (one.is_reverse != is_reverse) continue;
                const std::span<const letter> letters = of.letters(one.first, one.length);
                if (most_of_run != whole_runs && of.count_nothing(letters) == letters.size()) continue;
                text.clear();
                std::uint64_t run = 0;
                for (std::uint64_t at = 0; at < letters.size(); ++at) {
                    run = letters[at] == of.nothing() ? run + 1 : 0;
                    if (run <= most_of_run)
                        text += kind == alphabet::dna ? "ACGTN"[letters[at]] : static_cast<char>(letters[at]);
                    else if (run == most_of_run + 1)
                        made.gaps.push_back({text.size(), at + 1 - text.size()});
                    else
                        ++made.gaps.back().letters;
                }
                builder.add({}, text);
                made.pieces.push_back(&one);
                made.gaps_end.push_back(made.gaps.size());
            }
        if (!is_reverse) made.forward = made.pieces.size();
    }
    made.set = std::move(builder).finish();
    return made;
}

} // namespace concord::substring

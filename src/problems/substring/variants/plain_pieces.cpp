#include "problems/substring/variants/plain_pieces.hpp"

#include <algorithm>
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
    for (std::size_t index = 0; index < forward; ++index)
        if (pieces[index]->sequence != index || pieces[forward + index]->sequence != index) return false;
    return true;
}

pieces_as_sequences as_sequences(const piece_collection& of, alphabet kind) {
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
                text.clear();
                for (const letter each : of.letters(one.first, one.length))
                    text += kind == alphabet::dna ? "ACGTN"[each] : static_cast<char>(each);
                builder.add({}, text);
                made.pieces.push_back(&one);
            }
        if (!is_reverse) made.forward = made.pieces.size();
    }
    made.set = std::move(builder).finish();
    return made;
}

} // namespace concord::substring

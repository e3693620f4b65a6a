#include "problems/distance/find/delta_search.hpp"

#include "sequence/sequence_at.hpp"

#include <algorithm>
#include <bit>

namespace concord::edit_distance {

using sequence::letters_per_word;

void delta_search::find(const pattern_letters& pattern, std::uint64_t edits, std::uint64_t first, std::uint64_t last,
                        std::vector<found_end>& ends) {
    last = std::min(last, text_.letters());
    if (first >= last) return;
    rows_ = pattern.length();
    edits_ = edits;
    const pattern_rows rows = pattern.rows();
    const std::size_t lanes = kernel_.lanes;
    const std::uint64_t* const ambiguous = text_.ambiguous_plane();
    letters_.resize((text_.planes() + (ambiguous != nullptr ? 1 : 0)) * lanes);
    differ_.resize(rows.classes.size() * lanes);
    carried_.resize((rows_ + rows_carried_together - 1) / rows_carried_together * deltas_carried * lanes);
    deltas_.resize(deltas_carried * lanes);
    const delta_lanes of_kernel{.letters = letters_.data(),
                                .planes = text_.planes(),
                                .are_some_ambiguous = ambiguous != nullptr,
                                .differ = differ_.data(),
                                .carried = carried_.data(),
                                .deltas = deltas_.data()};
    std::array<unsigned, most_delta_lanes> active{};
    unsigned count = 0;
    const std::uint64_t share = (last - first + lanes - 1) / lanes;
    for (unsigned number = 0; number < lanes; ++number) {
        lane& each = lanes_[number];
        each.ends.clear();
        each.first = std::min(last, first + number * share);
        each.last = std::min(last, each.first + share);
        if (begin(each, number)) active[count++] = number;
    }
    while (count > 0) {
        for (unsigned nth = 0; nth < count; ++nth)
            load(lanes_[active[nth]], active[nth]);
        kernel_.run(rows, of_kernel);
        unsigned left = 0;
        for (unsigned nth = 0; nth < count; ++nth) {
            lane& each = lanes_[active[nth]];
            find_ends(each, active[nth]);
            if (next_word(each, active[nth])) active[left++] = active[nth];
        }
        count = left;
    }
    for (unsigned number = 0; number < lanes; ++number)
        ends.insert(ends.end(), lanes_[number].ends.begin(), lanes_[number].ends.end());
}

/// Whether there is a word to search.
bool delta_search::begin(lane& each, unsigned number) {
    if (each.first == each.last) return false;
    const double sequences_per_letter = static_cast<double>(text_.size()) / static_cast<double>(text_.letters());
    each.sequence = sequence::sequence_at(text_.offsets(), text_.size(), sequences_per_letter, each.first);
    const std::uint64_t longest = rows_ + edits_; // letters of an occurrence
    each.at = std::max(text_.offset(each.sequence), each.first - std::min(each.first, longest));
    enter_sequence(each, number);
    return true;
}

bool delta_search::next_word(lane& each, unsigned number) {
    each.at += letters_per_word;
    if (each.at < text_.offset(each.sequence + 1)) return each.at < each.last;
    do { // a sequence with fewer letters is within the bound nowhere
        each.at = text_.offset(++each.sequence);
        if (each.at >= each.last) return false;
    } while (text_.length(each.sequence) + edits_ < rows_ || text_.length(each.sequence) == 0);
    enter_sequence(each, number);
    return true;
}

/// As if the sequence began with the next letter: before it, each row costs one more.
void delta_search::enter_sequence(lane& each, unsigned number) {
    each.cost = rows_;
    std::uint64_t* carried = carried_.data() + number;
    for (std::uint64_t row = 0; row < rows_; row += rows_carried_together) {
        carried[0] = ~std::uint64_t{0};
        carried[kernel_.lanes] = 0;
        carried += std::size_t{deltas_carried} * kernel_.lanes;
    }
}

void delta_search::load(const lane& each, unsigned number) {
    std::uint64_t* to = letters_.data() + number;
    for (unsigned plane = 0; plane < text_.planes(); ++plane, to += kernel_.lanes)
        *to = sequence::bits_from(text_.plane(plane), each.at);
    if (text_.ambiguous_plane() != nullptr) *to = sequence::bits_from(text_.ambiguous_plane(), each.at);
}

void delta_search::find_ends(lane& each, unsigned number) const {
    constexpr unsigned together = 8; // letters
    constexpr std::uint64_t of_together = (std::uint64_t{1} << together) - 1;
    std::uint64_t rises = deltas_[number];
    std::uint64_t falls = deltas_[kernel_.lanes + number];
    const std::uint64_t end = std::min({each.last, text_.offset(each.sequence + 1), each.at + letters_per_word});
    for (std::uint64_t first = each.at; first < each.at + letters_per_word; first += together) {
        const auto fallen = static_cast<std::uint64_t>(std::popcount(falls & of_together));
        if (each.cost <= edits_ + fallen) {
            std::uint64_t cost = each.cost;
            for (unsigned letter = 0; letter < together;) { // and those behind it with the same cost
                cost += rises >> letter & 1U;
                cost -= falls >> letter & 1U;
                const int same = 1 + std::countr_zero((rises | falls | ~of_together) >> letter >> 1U);
                const std::uint64_t from = std::max(each.first, first + letter);
                letter += static_cast<unsigned>(same);
                const std::uint64_t behind = std::min(end, first + letter);
                if (cost <= edits_ && from < behind)
                    append_end(each.ends, from, behind, static_cast<std::uint32_t>(cost),
                               from != text_.offset(each.sequence));
            }
        }
        each.cost += static_cast<std::uint64_t>(std::popcount(rises & of_together)) - fallen;
        rises >>= together;
        falls >>= together;
    }
}

} // namespace concord::edit_distance

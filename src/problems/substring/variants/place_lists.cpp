#include "problems/substring/variants/place_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

/// Places of a list.
constexpr std::uint32_t copied_at_once = 8;

/// Calls visit(letters before a place, letters behind it, whether all of these are plain ones as far as the split
/// reaches, the place) for all places of a text, those next to the place lowest. Where there are no more, or ambiguous
/// ones, some nucleotide is read: what is near stays near.
template <class Visit>
void for_each_place_of(std::span<const letter> text, const listed_split& split, Visit visit) {
    constexpr unsigned highest = 2 * (letters_of_text - 1);
    const auto number_at = [&](std::uint64_t at) {
        return at < text.size() && text[at] < plain_nucleotides ? packed_letters{text[at]} : 0U;
    };
    packed_letters before = 0;
    packed_letters behind = 0;
    for (unsigned at = 0; at < letters_of_text; ++at)
        behind |= number_at(at) << 2 * at;
    std::uint64_t plain_from = 0; // the letters before the place
    std::uint64_t plain_to = 0;   // and behind it
    for (std::uint64_t place = 0; place <= text.size(); ++place) {
        plain_to = std::max(plain_to, place);
        while (plain_to < text.size() && text[plain_to] < plain_nucleotides)
            ++plain_to;
        const bool is_plain =
            place - plain_from >= split.reach(before_place) && plain_to - place >= split.reach(behind_place);
        visit(before, behind, is_plain, place);
        if (place == plain_to) plain_from = place + 1;
        before = before << 2U | number_at(place);
        behind = behind >> 2U | number_at(place + letters_of_text) << highest;
    }
}

/// The first letters as a number whose highest is the first.
std::uint32_t first_letters(packed_letters text, unsigned letters) {
    std::uint32_t number = 0;
    for (unsigned at = 0; at < letters; ++at)
        number = number << 2U | (text >> 2 * at & 3U);
    return number;
}

} // namespace

places_by_side index_places(const piece_collection& of, const listed_split& split, runtime::thread_pool& workers) {
    std::uint64_t all = 0;
    for (const piece& each : of.pieces())
        all += each.length + 1;
    places_by_side places;
    workers.run(both_halves, [&](std::size_t side, unsigned) { // a thread for each
        indexed_places& to = places[side];
        to.known = split.known;
        to.first = runtime::far_array<std::uint32_t>(std::size_t{first_of_letters(to.known)} + 1);
        const auto for_each = [&](const auto& visit) {
            for (const piece& in : of.pieces())
                for_each_place_of(
                    of.letters(in.first, in.length), split,
                    [&](packed_letters before, packed_letters behind, bool is_plain, std::uint64_t place) {
                        const auto sequence = static_cast<std::uint32_t>(in.sequence);
                        const auto cut_at = is_plain ? 0 : static_cast<std::uint32_t>(in.first + place + 1);
                        if (side == before_place)
                            visit(place_beside{before, sequence, cut_at}, behind);
                        else
                            visit(place_beside{behind, sequence, cut_at}, before);
                    });
        };
        for_each([&](const place_beside& each, packed_letters) { ++to.first[first_letters(each.own, to.known) + 1]; });
        const std::span<std::uint32_t> first = to.first.view();
        std::partial_sum(first.begin(), first.end(), first.begin());
        to.own = runtime::far_array<place_beside>(all);
        to.others = runtime::far_array<packed_letters>(all + copied_at_once);
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for_each([&](const place_beside& each, packed_letters other) {
            const std::uint32_t at = next[first_letters(each.own, to.known)]++;
            to.others[at] = other;
            to.own[at] = each;
        });
    });
    return places;
}

asked_half::asked_half(std::span<const letter> window, const listed_split& split, which_half of) {
    const unsigned before = split.letters[before_place];
    const auto letter_at = [&](unsigned at) {
        const letter read = window[of == before_place ? before - 1 - at : before + at];
        return read < plain_nucleotides ? unsigned{read} : 0U;
    };
    for (unsigned at = 0; at < split.compared[of]; ++at) {
        std::uint16_t& to = matching[letter_at(at)];
        to = static_cast<std::uint16_t>(to | 1U << (letters_of_text - split.compared[of] + at));
    }
    for (unsigned at = 0; at < split.listed[of]; ++at)
        listed = listed << 2U | letter_at(at);
}

std::uint64_t window_asker::holders(std::span<const letter> window, std::uint64_t least, std::uint64_t wanted) {
    const std::array<asked_half, both_halves> halves{asked_half(window, split_, before_place),
                                                     asked_half(window, split_, behind_place)};
    const bool is_exact = split_.is_exact();
    std::uint64_t found = 0;
    std::uint64_t by_cut = 0; // sequences, some of which are found otherwise later
    cut_.clear();
    ++round_;
    for (std::size_t index = 0; index < listed_.size(); ++index) {
        const listed_beginnings& each = listed_[index];
        const indexed_places& places = places_[each.of];
        const which_half other = other_of(each.of);
        listed_texts& texts = texts_[index];
        if (std::exchange(texts.word, halves[each.of].listed) != halves[each.of].listed) {
            each.near.get(texts.word, beginnings_);
            list(places, texts);
        }
        compare(halves[other], other, split_.edits - each.with, texts.others, edits_);
        // What was listed by some letters, as far as they are known, may have more edits than that tells.
        keep_marked(places, texts);
        compare(halves[each.of], each.of, split_.edits, near_texts_, near_edits_);
        for (std::size_t at = 0; at < near_places_.size(); ++at) {
            if (near_edits_[at] + other_edits_[at] > split_.edits) continue;
            const std::uint32_t sequence = near_sequences_[at];
            if (last_round_[sequence] == round_) continue;
            if (is_exact && near_cuts_[at] != 0) {
                if (std::exchange(cut_round_[sequence], round_) != round_) ++by_cut;
                cut_.push_back({sequence, near_cuts_[at] - 1});
                continue;
            }
            last_round_[sequence] = round_;
            if (++found == wanted) return found;
        }
    }
    if (found + by_cut < least) return found + by_cut;
    return found + holders_by_cut_places(window);
}

std::uint64_t window_asker::holders_by_cut_places(std::span<const letter> window) {
    std::uint64_t found = 0;
    for (const cut_place& each : cut_) {
        if (last_round_[each.sequence] == round_ || !are_near(window, each.place)) continue;
        last_round_[each.sequence] = round_;
        ++found;
    }
    return found;
}

bool window_asker::are_near(std::span<const letter> window, std::uint64_t place) {
    const std::span<const letter> text = of_.text();
    unsigned edits = 0;
    for (const which_half of : {before_place, behind_place}) {
        if (half_rounds_[of] != round_) {
            const unsigned before = split_.letters[before_place];
            numbered_word word = 1;
            for (unsigned at = 0; at < split_.letters[of]; ++at)
                word = word << 2U | window[of == before_place ? before - 1 - at : before + at];
            half_edits_[of].emplace(asked_beginnings{split_.letters[of], split_.known, {0, split_.edits}}, word);
            half_rounds_[of] = round_;
        }
        const edits_of_word& half = *half_edits_[of];
        edits_of_word::column column = half.first();
        unsigned fewest = column.whole;
        const std::uint64_t most = of == before_place ? place : text.size() - place;
        for (unsigned at = 0; at < split_.reach(of) && at < most; ++at) {
            const letter next = text[of == before_place ? place - 1 - at : place + at];
            if (next == piece_collection::barrier) break;
            column = half.next(column, next);
            fewest = std::min(fewest, column.whole);
        }
        edits += fewest;
        if (edits > split_.edits) return false;
    }
    return true;
}

void window_asker::list(const indexed_places& places, listed_texts& to) {
    std::size_t all = 0;
    std::size_t runs = 0;
    runs_.resize(beginnings_.size());
    for (const numbered_word beginning : beginnings_) {
        const unsigned letters = length_of_word(beginning);
        const unsigned shift = 2 * (places.known - letters);
        const std::uint32_t word = beginning - first_of_letters(letters);
        const std::uint32_t first = places.first[word << shift];
        const std::uint32_t count = places.first[(word + 1) << shift] - first;
        all += count;
        runs_[runs] = {first, all};
        runs += count > 0 ? 1 : 0; // without a branch, as that is a matter of chance
        __builtin_prefetch(places.others.data() + first);
    }
    to.others.resize(all + padding_of_texts);
    to.places.resize(all + padding_of_texts);
    const packed_letters* const from_all = places.others.data();
    packed_letters* const others = to.others.data();
    std::uint32_t* const listed = to.places.data();
    std::size_t next = 0;
    for (std::size_t run = 0; run < runs; ++run) {
        // Most runs are short: some places too many are copied, and written over.
        std::uint32_t from = runs_[run].first;
        const std::size_t end = runs_[run].end;
        for (; next < end; next += copied_at_once, from += copied_at_once) {
            std::memcpy(others + next, from_all + from, copied_at_once * sizeof(packed_letters));
            for (std::uint32_t at = 0; at < copied_at_once; ++at)
                listed[next + at] = from + at;
        }
        next = end;
    }
}

void window_asker::compare(const asked_half& with, which_half of, unsigned most,
                           const std::vector<packed_letters>& texts, std::vector<std::uint8_t>& edits) {
    edits.resize(texts.size() + padding_of_texts);
    marks_.resize((texts.size() + padding_of_texts) / 64 + 1);
    const unsigned letters = split_.compared[of];
    kernels_.compare({with.matching, letters, letters + most, most, texts.data(), texts.size() - padding_of_texts,
                      edits.data(), reinterpret_cast<std::uint8_t*>(marks_.data())});
}

void window_asker::keep_marked(const indexed_places& places, const listed_texts& texts) {
    near_places_.clear();
    other_edits_.clear();
    const std::size_t all = texts.count();
    for (std::size_t first = 0; first < all; first += 64) {
        std::uint64_t bits = marks_[first / 64];
        if (all - first < 64) bits &= (std::uint64_t{1} << (all - first)) - 1;
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t at = first + static_cast<unsigned>(std::countr_zero(bits));
            near_places_.push_back(texts.places[at]);
            __builtin_prefetch(places.own.data() + texts.places[at]);
            other_edits_.push_back(edits_[at]);
        }
    }
    // Apart from what is branched, so that many of them are fetched at once.
    near_texts_.resize(near_places_.size() + padding_of_texts);
    near_sequences_.resize(near_places_.size());
    near_cuts_.resize(near_places_.size());
    for (std::size_t at = 0; at < near_places_.size(); ++at) {
        const place_beside& place = places.own[near_places_[at]];
        near_texts_[at] = place.own;
        near_sequences_[at] = place.sequence;
        near_cuts_[at] = place.cut_at;
    }
}

} // namespace concord::substring

#include "problems/substring/variants/edited_words.hpp"

#include "problems/substring/variants/counted_places.hpp"
#include "problems/substring/variants/spellings.hpp"

#include <algorithm>
#include <limits>

namespace concord::substring {
namespace {

constexpr std::uint64_t words_of(std::uint64_t letters) noexcept { return std::uint64_t{1} << 2 * letters; }

/// Letters of a tile: the counts of its words stay in a second-level cache while their last letters are edited.
constexpr std::uint64_t letters_of_tile = 8;

/// visit(number) of each spelling of a word. Where it has a letter that matches nothing, at `unknown`, that is replaced
/// by any.
template <class Visit>
void for_each_number(std::span<const letter> word, std::size_t unknown, Visit visit) {
    const auto weight = [&](std::size_t at) { return at == unknown ? 0 : words_of(word.size() - 1 - at); };
    for_each_spelling<0>(word, weight, [&](std::uint64_t number) {
        if (unknown == word.size()) return visit(number);
        for (std::uint64_t any = 0; any < plain_nucleotides; ++any)
            visit(number + any * words_of(word.size() - 1 - unknown));
    });
}

/// The same where it is left out, and any letter follows.
template <class Visit>
void for_each_without(std::span<const letter> word, std::size_t unknown, Visit visit) {
    const auto weight = [&](std::size_t at) {
        return at == unknown ? 0 : words_of(word.size() - 1 - at + (at > unknown ? 1 : 0));
    };
    for_each_spelling<0>(word, weight, [&](std::uint64_t number) {
        for (std::uint64_t any = 0; any < plain_nucleotides; ++any)
            visit(number + any);
    });
}

} // namespace

bool edited_words::are_possible(const piece_collection& of, std::uint64_t letters, std::uint64_t memory) {
    // A sum of counts fits into 32 bits.
    return of.is_dna() && letters >= 2 && letters <= most_letters &&
           of.sequences() < std::numeric_limits<std::uint32_t>::max() / (16 * most_letters) &&
           words_of(letters) * sizeof(std::uint32_t) * 5 / 2 <= memory / 8;
}

edited_words::edited_words(const piece_collection& of, runtime::thread_pool& workers, std::uint64_t letters,
                           bool indels, std::uint64_t most_spellings, counted_strands strands)
    : of_(of), workers_(workers), letters_(letters), indels_(indels), strands_(strands), edited_(words_of(letters) + 1),
      exact_(words_of(letters) + 1) {
    count(exact_, letters, &edited_, most_spellings);
    if (indels_) {
        shorter_ = table(words_of(letters - 1) + 1);
        inserted_ = table(words_of(letters - 1));
        count(shorter_, letters - 1, nullptr, most_spellings);
    }
    add_all_edits();
    exact_ = {};
    shorter_ = {};
    inserted_ = {};
}

void edited_words::count(table& counts, std::uint64_t letters, table* filled, std::uint64_t most_spellings) {
    const auto of_any = static_cast<std::uint32_t>(words_of(letters));
    const std::uint64_t mask = words_of(letters) - 1;
    // Of words with so many letters that match nothing.
    const auto for_each_word = [&](const piece& one, std::uint64_t unknown, auto visit) {
        if (strands_ != counted_strands::both && one.is_reverse != (strands_ == counted_strands::reverse)) return;
        std::uint64_t number = 0;
        std::uint64_t nothings = 0;
        std::uint64_t plain = 0; // letters since the last one that is not a plain nucleotide
        for (std::uint64_t at = 0; at < one.length; ++at) {
            const letter here = of_.text()[one.first + at];
            if (at >= letters && of_.text()[one.first + at - letters] == of_.nothing()) --nothings;
            if (here == of_.nothing()) ++nothings;
            plain = here >= plain_nucleotides ? 0 : plain + 1;
            number = (number << 2U | (here & 3U)) & mask;
            if (at + 1 < letters || nothings != unknown) continue;
            if (plain >= letters) {
                visit(static_cast<std::uint32_t>(number));
                continue;
            }
            const std::span<const letter> word = of_.letters(one.first + at + 1 - letters, letters);
            if (of_.has_sets() && !has_few_spellings(word, most_spellings)) {
                visit(of_any);
                continue;
            }
            const auto place = static_cast<std::size_t>(std::ranges::find(word, of_.nothing()) - word.begin());
            const auto visit_number = [&](std::uint64_t each) { visit(static_cast<std::uint32_t>(each)); };
            for_each_number(word, place, visit_number);
            if (unknown > 0 && place > 0 && indels_) for_each_without(word, place, visit_number);
        }
    };
    count_places(of_, workers_, counts.view(), [&](const piece& one, auto visit) { for_each_word(one, 0, visit); });
    of_any_ += counts[of_any];
    if (filled == nullptr) return;
    if (of_.has_sets() || of_.count_nothing(of_.text()) > 0)
        count_places(of_, workers_, filled->view(),
                     [&](const piece& one, auto visit) { for_each_word(one, 1, visit); });
    of_any_ += (*filled)[of_any];
}

void edited_words::add_edits(std::uint64_t at, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t behind = words_of(letters_ - 1 - at); // words of the letters behind this one
    const bool is_inserted = indels_ && at > 0;               // a letter before the first one takes none away
    while (first < last) {
        const std::uint64_t before = first / behind;
        const std::uint64_t from = first % behind;
        const std::uint64_t count = std::min(behind - from, last - first);
        const std::uint32_t* const counts = exact_.data() + before * 4 * behind + from;
        std::uint32_t* const edited = edited_.data() + before * 4 * behind + from;
        const std::uint32_t* const shorter = indels_ ? shorter_.data() + first : nullptr;
        std::uint32_t* const inserted = is_inserted ? inserted_.data() + first : nullptr;
        for (std::uint64_t index = 0; index < count; ++index) {
            const std::uint32_t all =
                counts[index] + counts[index + behind] + counts[index + 2 * behind] + counts[index + 3 * behind];
            const std::uint32_t others = all + (shorter == nullptr ? 0 : shorter[index]);
            for (std::uint64_t one = 0; one < plain_nucleotides; ++one)
                edited[index + one * behind] += others - counts[index + one * behind];
            if (inserted != nullptr) inserted[index] += all;
        }
        first += count;
    }
}

void edited_words::add_all_edits() {
    const std::uint64_t without_one = words_of(letters_ - 1);
    const std::uint64_t of_tile = words_of(std::min(letters_, letters_of_tile) - 1);
    const std::uint64_t tiles = without_one / of_tile;
    const std::uint64_t first_of_tile = letters_ - std::min(letters_, letters_of_tile);
    for (std::uint64_t at = 0; at < first_of_tile; ++at)
        workers_.run(tiles, [&](std::size_t tile, unsigned) { add_edits(at, tile * of_tile, (tile + 1) * of_tile); });
    workers_.run(tiles, [&](std::size_t tile, unsigned) {
        for (std::uint64_t at = first_of_tile; at < letters_; ++at)
            add_edits(at, tile * of_tile, (tile + 1) * of_tile);
        for (std::uint64_t word = tile * of_tile; word < (tile + 1) * of_tile; ++word)
            for (std::uint64_t one = 0; one < plain_nucleotides; ++one)
                edited_[4 * word + one] += exact_[4 * word + one] + (indels_ ? inserted_[word] : 0);
        workers_.check_cancelled();
    });
}

std::uint64_t edited_words::at(std::uint64_t start) const {
    const std::span<const letter> word = of_.letters(start, letters_);
    if (std::ranges::any_of(word, [&](letter each) { return each > of_.nothing(); })) return of_.sequences();
    const std::uint64_t unknown = of_.count_nothing(word); // each of them is an edit
    if (unknown > 1) return 0;
    std::uint64_t sum = 0;
    for_each_number(word, static_cast<std::size_t>(std::ranges::find(word, of_.nothing()) - word.begin()),
                    [&](std::uint64_t number) { sum += edited_[number]; });
    return std::min(sum, of_.sequences());
}

} // namespace concord::substring

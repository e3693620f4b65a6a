#include "problems/adapters/placement.hpp"

#include <algorithm>

namespace concord::adapters {
namespace {

/// Letters by which a second seed must lie behind the first: both together rule chance out.
constexpr std::size_t more_letters = 3;

template <class Visit>
void for_each_seed(std::span<const std::uint8_t> letters, const Visit& visit) {
    std::uint32_t word = 0;
    unsigned held = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (letters[i] >= no_letter) {
            held = 0;
            continue;
        }
        word = (word << 2U | letters[i]) & (seed_count - 1);
        if (++held >= seed_letters) visit(word, i + 1 - seed_letters);
    }
}

/// What an alignment has come to, in one word, so that the better one of two is the greater: its score, and behind it
/// where it began in the window, where in the consensus, and its differences.
using cell = std::uint64_t;
constexpr unsigned score_bit = 48;
constexpr cell no_score = cell{1} << 15U; // what a score of 0 is kept as
constexpr cell cell_of(std::size_t start, std::size_t first) {
    return no_score << score_bit | cell{start} << 32U | cell{first} << 16U;
}
constexpr int score_of(cell of) { return static_cast<int>(of >> score_bit) - static_cast<int>(no_score); }
constexpr std::uint32_t start_of(cell of) { return of >> 32U & 0xffff; }
constexpr std::uint32_t first_of(cell of) { return of >> 16U & 0xffff; }
constexpr std::uint32_t differences_of(cell of) { return of & 0xffff; }

constexpr cell match = cell{1} << score_bit;
/// A letter that is not matched is lost as well: four for each, as placement::score().
constexpr cell difference = 1 - (cell{3} << score_bit);
constexpr cell outside = cell{1} << (score_bit + 13U); // far below any score

} // namespace

bool few_differences(std::uint64_t differences, std::uint64_t overlap, bool may_shift) noexcept {
    const double rate = may_shift ? threshold::long_read_differences : threshold::short_read_differences;
    return static_cast<double>(differences) <= rate * static_cast<double>(overlap);
}

placer::placer(const std::vector<codes>& consensus, bool may_shift) : may_shift_(may_shift), first_of_(seed_count + 1) {
    for (const codes& each : consensus) {
        strands_.push_back(each);
        strands_.push_back(reverse_complement(each));
    }
    for (const codes& strand : strands_)
        for_each_seed(strand, [&](std::uint32_t word, std::size_t) { ++first_of_[word + 1]; });
    for (std::uint32_t word = 0; word < seed_count; ++word)
        first_of_[word + 1] += first_of_[word];
    seeds_.resize(first_of_.back());
    std::vector<std::uint32_t> next(first_of_.begin(), first_of_.end() - 1);
    for (std::uint32_t strand = 0; strand < strands_.size(); ++strand)
        for_each_seed(strands_[strand], [&](std::uint32_t word, std::size_t at) {
            seeds_[next[word]++] = {strand, static_cast<std::uint32_t>(at)};
        });
}

void placer::place_at(std::span<const std::uint8_t> read, const seed_place& by, std::size_t at,
                      std::vector<placement>& found) const {
    const codes& letters = strands_[by.strand];
    const std::size_t first = by.offset > at ? by.offset - at : 0;
    const std::size_t start = at > by.offset ? at - by.offset : 0;
    const std::size_t overlap = std::min(letters.size() - first, read.size() - start);
    if (overlap < threshold::least_overlap) return;
    const std::uint32_t most = most_substitutions(overlap);
    std::uint32_t differences = 0;
    for (std::size_t i = 0; i < overlap && differences <= most; ++i)
        differences += letters[first + i] != read[start + i] ? 1U : 0U;
    if (differences > most) return;
    found.push_back({.which = by.strand / 2,
                     .reversed = by.strand % 2 == 1,
                     .first = static_cast<std::uint32_t>(first),
                     .last = static_cast<std::uint32_t>(first + overlap),
                     .start = static_cast<std::uint32_t>(start),
                     .end = static_cast<std::uint32_t>(start + overlap),
                     .differences = differences});
}

void placer::align_at(std::span<const std::uint8_t> read, const seed_place& by, std::size_t at,
                      std::vector<placement>& found) const {
    const codes& letters = strands_[by.strand];
    const std::size_t pad = letters.size() / 16 + 4;
    const std::size_t from = at > by.offset + pad ? at - by.offset - pad : 0;
    const std::size_t to = std::min(read.size(), at + letters.size() - by.offset + pad);
    // Rows are letters of the consensus, columns letters of the read: a band around the diagonal of the seed. An
    // alignment begins in the first row, or at the start of the read; it ends in the last row, or at the end of the
    // read.
    const std::size_t columns = to - from;
    const std::ptrdiff_t shift =
        static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(by.offset) - static_cast<std::ptrdiff_t>(from);
    thread_local std::vector<cell> row;
    thread_local std::vector<cell> above;
    row.resize(columns + 1);
    above.assign(columns + 1, outside);
    for (std::size_t j = 0; j <= columns; ++j)
        row[j] = cell_of(j, 0);
    cell best = 0;
    std::uint32_t last_letter = 0;
    std::uint32_t end = 0;
    const auto offer = [&](cell ends, std::size_t i, std::size_t j) {
        if (ends <= best) return;
        best = ends;
        last_letter = static_cast<std::uint32_t>(i);
        end = static_cast<std::uint32_t>(from + j);
    };
    const auto column = [&](std::ptrdiff_t j) {
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(j, 0, static_cast<std::ptrdiff_t>(columns)));
    };
    for (std::size_t i = 1; i <= letters.size(); ++i) {
        std::swap(row, above);
        const std::ptrdiff_t middle = static_cast<std::ptrdiff_t>(i) + shift;
        const std::size_t first = column(middle - static_cast<std::ptrdiff_t>(pad));
        const std::size_t last = column(middle + static_cast<std::ptrdiff_t>(pad));
        if (first > 0)
            row[first - 1] = outside;
        else
            row[0] = from == 0 ? cell_of(0, i) : outside;
        const std::uint8_t letter = letters[i - 1];
        for (std::size_t j = std::max<std::size_t>(first, 1); j <= last; ++j)
            row[j] = std::max(above[j - 1] + (letter == read[from + j - 1] ? match : difference),
                              std::max(above[j], row[j - 1]) + difference);
        if (last < columns) row[last + 1] = outside;
        if (to == read.size() && last == columns) offer(row[columns], i, columns);
        if (i == letters.size())
            for (std::size_t j = first; j <= last; ++j)
                offer(row[j], i, j);
    }
    const std::uint32_t overlap = last_letter - first_of(best);
    const std::uint32_t differences = differences_of(best);
    if (score_of(best) <= 0 || overlap < threshold::least_overlap || !few_differences(differences, overlap, true))
        return;
    found.push_back({.which = by.strand / 2,
                     .reversed = by.strand % 2 == 1,
                     .first = first_of(best),
                     .last = last_letter,
                     .start = static_cast<std::uint32_t>(from) + start_of(best),
                     .end = end,
                     .differences = differences});
}

void placer::place(std::span<const std::uint8_t> read, std::vector<placement>& found) const {
    found.clear();
    struct diagonal {
        std::uint32_t strand;
        std::ptrdiff_t shift;
        std::size_t at; ///< of the first seed
        bool tried;
    };
    thread_local std::vector<diagonal> diagonals; // of the seeds so far, in this read
    diagonals.clear();
    const std::ptrdiff_t same = may_shift_ ? 4 : 0;
    for_each_seed(read, [&](std::uint32_t word, std::size_t at) {
        for (std::uint32_t i = first_of_[word]; i < first_of_[word + 1]; ++i) {
            const seed_place& by = seeds_[i];
            const auto shift = static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(by.offset);
            auto known = std::ranges::find_if(diagonals, [&](const diagonal& each) {
                return each.strand == by.strand && each.shift >= shift - same && each.shift <= shift + same;
            });
            if (known == diagonals.end()) {
                diagonals.push_back({by.strand, shift, at, !may_shift_});
                if (!may_shift_) place_at(read, by, at, found);
            } else if (!known->tried && at >= known->at + more_letters) { // a second seed: worth an alignment
                known->tried = true;
                align_at(read, by, at, found);
            }
        }
    });
    if (found.size() > 1) {
        std::ranges::stable_sort(found, [&](const placement& a, const placement& b) {
            if (a.score() != b.score()) return a.score() > b.score();
            const std::size_t of_a = strands_[2 * a.which].size();
            const std::size_t of_b = strands_[2 * b.which].size();
            if (of_a != of_b) return of_a > of_b;
            return a.which != b.which ? a.which < b.which : a.start < b.start;
        });
        std::size_t kept = 0;
        for (const placement& each : found) {
            const auto end = found.begin() + static_cast<std::ptrdiff_t>(kept);
            if (std::none_of(found.begin(), end, [&](const placement& of) { return overlap_too_much(of, each); }))
                found[kept++] = each;
        }
        found.resize(kept);
        std::ranges::sort(found, {}, &placement::start);
    }
}

std::uint32_t placer::short_end(std::span<const std::uint8_t> read) const {
    for (std::size_t held = std::min<std::size_t>(threshold::least_overlap - 1, read.size()); held >= least_short_end;
         --held)
        for (const codes& strand : strands_)
            if (strand.size() >= held && std::equal(strand.begin(), strand.begin() + static_cast<std::ptrdiff_t>(held),
                                                    read.end() - static_cast<std::ptrdiff_t>(held)))
                return static_cast<std::uint32_t>(held);
    return 0;
}

std::uint32_t placer::short_start(std::span<const std::uint8_t> read) const {
    for (std::size_t held = std::min<std::size_t>(threshold::least_overlap - 1, read.size()); held >= least_short_end;
         --held)
        for (const codes& strand : strands_)
            if (strand.size() >= held &&
                std::equal(strand.end() - static_cast<std::ptrdiff_t>(held), strand.end(), read.begin()))
                return static_cast<std::uint32_t>(held);
    return 0;
}

} // namespace concord::adapters

#include "problems/adapters/placement.hpp"

#include "problems/adapters/band_alignment.hpp"
#include "problems/adapters/placed_starts.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace concord::adapters {
namespace {

/// Letters by which a second seed must lie behind the first: both together rule chance out.
constexpr std::size_t more_letters = 3;
/// Letters by which insertions and deletions may displace two seeds of one alignment against each other.
constexpr std::ptrdiff_t most_displaced = 4;

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

/// A consensus grows by so many letters at most on either side of a core.
static_assert(2 * threshold::most_letters + threshold::word_letters <= most_band_letters);

constexpr std::uint8_t nothing = 0xff; // equal to no letter before a seed

/// Seeds that a read has with the sequences, for each of its letters, from which on it is looked at otherwise.
constexpr std::size_t crowded_seeds = 2;

constexpr std::size_t short_words = std::size_t{1} << 2 * least_short_end;

/// The letters of the shortest short end as a number; short_words where one of them is none.
std::size_t short_word(std::span<const std::uint8_t> letters, std::size_t from) {
    std::size_t word = 0;
    for (const std::uint8_t letter : letters.subspan(from, least_short_end)) {
        if (letter >= no_letter) return short_words;
        word = word << 2U | letter;
    }
    return word;
}

/// An index up to which the letters from `at` on are equal, though perhaps not the last one: eight of them at a time.
std::uint32_t last_of_run(const std::vector<std::uint8_t>& letters, std::uint32_t at, std::uint32_t end) {
    const std::uint64_t equal = letters[at] * 0x0101010101010101U;
    for (; at + 9 <= end; at += 8) {
        std::uint64_t next = 0;
        std::memcpy(&next, &letters[at + 1], sizeof next);
        if (next != equal) break;
    }
    return at;
}

/// The diagonals on which a read and the sequences have shared a seed so far. They are found by a hash of the strand
/// and of the shift, in steps: a read of a tandem repeat has as many of them as it has letters.
class seeded_diagonals {
  public:
    struct diagonal {
        std::uint32_t strand;
        std::ptrdiff_t shift;
        std::size_t at; ///< of the first seed
        bool tried;
        std::uint32_t next; ///< with the same hash, before this one
    };

    /// Forgets all of them. Shifts that differ by `same` or less will be one diagonal.
    void clear(std::ptrdiff_t same) {
        all_.clear();
        same_ = same;
        if (slots_.empty()) slots_.resize(least_slots);
        ++round_;
    }
    /// The first one that was added of those that are the same; null if there is none.
    [[nodiscard]] diagonal* find(std::uint32_t strand, std::ptrdiff_t shift) {
        std::uint32_t first = none;
        const std::ptrdiff_t last_step = step_of(shift + same_);
        for (std::ptrdiff_t step = step_of(shift - same_); step <= last_step; ++step)
            for (std::uint32_t i = head(strand, step); i != none; i = all_[i].next)
                if (all_[i].strand == strand && std::abs(all_[i].shift - shift) <= same_) first = std::min(first, i);
        return first == none ? nullptr : &all_[first];
    }
    void add(std::uint32_t strand, std::ptrdiff_t shift, std::size_t at, bool tried) {
        if (all_.size() == slots_.size()) grow();
        all_.push_back({strand, shift, at, tried, none});
        link(static_cast<std::uint32_t>(all_.size() - 1));
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t least_slots = 256;
    struct slot {
        std::uint64_t round = 0; ///< in which it was filled; any other: it is empty
        std::uint32_t head = none;
    };

    [[nodiscard]] std::ptrdiff_t step_of(std::ptrdiff_t shift) const noexcept {
        return same_ == 0 ? shift : shift >> 3U; // any step is right; with this one two of them are looked at
    }
    [[nodiscard]] slot& slot_of(std::uint32_t strand, std::ptrdiff_t step) noexcept {
        const std::uint64_t mixed = (static_cast<std::uint64_t>(step) << 20U ^ strand) * 0x9e3779b97f4a7c15U;
        return slots_[mixed >> 32U & (slots_.size() - 1)];
    }
    [[nodiscard]] std::uint32_t head(std::uint32_t strand, std::ptrdiff_t step) noexcept {
        const slot& of = slot_of(strand, step);
        return of.round == round_ ? of.head : none;
    }
    void link(std::uint32_t i) {
        slot& of = slot_of(all_[i].strand, step_of(all_[i].shift));
        all_[i].next = of.round == round_ ? of.head : none;
        of = {round_, i};
    }
    void grow() {
        slots_.assign(2 * slots_.size(), {});
        for (std::uint32_t i = 0; i < all_.size(); ++i)
            link(i);
    }

    std::vector<diagonal> all_;
    std::vector<slot> slots_; ///< their number is a power of two
    std::uint64_t round_ = 0;
    std::ptrdiff_t same_ = 0;
};

} // namespace

bool few_differences(std::uint64_t differences, std::uint64_t overlap, bool may_shift) noexcept {
    const double rate = may_shift ? threshold::long_read_differences : threshold::short_read_differences;
    return static_cast<double>(differences) <= rate * static_cast<double>(overlap);
}

placer::placer(const std::vector<codes>& consensus, bool may_shift, simd::vector_target vectors)
    : may_shift_(may_shift), kernels_(&band_kernels_for(simd::choose_vectors(vectors))), first_of_(seed_count + 1) {
    for (const codes& each : consensus) {
        strands_.push_back(each);
        strands_.push_back(reverse_complement(each));
    }
    for (const codes& strand : strands_)
        for_each_seed(strand, [&](std::uint32_t word, std::size_t) { ++first_of_[word + 1]; });
    for (std::uint32_t word = 0; word < seed_count; ++word)
        first_of_[word + 1] += first_of_[word];
    seeds_.resize(first_of_.back());
    before_.resize(seeds_.size(), no_letter);
    std::vector<std::uint32_t> next(first_of_.begin(), first_of_.end() - 1);
    for (std::uint32_t strand = 0; strand < strands_.size(); ++strand)
        for_each_seed(strands_[strand], [&](std::uint32_t word, std::size_t at) {
            if (at > 0) before_[next[word]] = strands_[strand][at - 1];
            seeds_[next[word]++] = {strand, static_cast<std::uint32_t>(at)};
        });
    for (const codes& strand : strands_) {
        lengths_.push_back(strand.size());
        ends_.push_back(strand.size() + (ends_.empty() ? 0 : ends_.back()));
        longest_ = std::max(longest_, strand.size());
        if (strand.size() <= most_short_letters) short_letters_ += strand.size();
        if (!may_shift) planes_.emplace_back().assign(strand);
        if (strand.size() < least_short_end) continue;
        beginnings_[short_word(strand, 0)] = true;
        endings_[short_word(strand, strand.size() - least_short_end)] = true;
    }
}

placement placer::along(const seed_place& by, std::size_t at, std::size_t letters) const noexcept {
    const std::size_t first = by.offset > at ? by.offset - at : 0;
    const std::size_t start = at > by.offset ? at - by.offset : 0;
    const std::size_t overlap = std::min(strands_[by.strand].size() - first, letters - start);
    return {.which = by.strand / 2,
            .reversed = by.strand % 2 == 1,
            .first = static_cast<std::uint32_t>(first),
            .last = static_cast<std::uint32_t>(first + overlap),
            .start = static_cast<std::uint32_t>(start),
            .end = static_cast<std::uint32_t>(start + overlap)};
}

bool placer::count_differences(const letter_planes& read, placement& at) const noexcept {
    const std::uint32_t overlap = at.end - at.start;
    if (overlap < threshold::least_overlap) return false;
    const std::uint32_t most = most_substitutions(overlap);
    at.differences =
        differences_of(planes_[2 * at.which + (at.reversed ? 1 : 0)], at.first, read, at.start, overlap, most);
    return at.differences <= most;
}

void placer::align_at(std::span<const std::uint8_t> read, const seed_place& by, std::size_t at,
                      std::vector<placement>& found) const {
    const codes& letters = strands_[by.strand];
    const std::size_t pad = band_reach(letters.size());
    const std::size_t from = at > by.offset + pad ? at - by.offset - pad : 0;
    const std::size_t to = std::min(read.size(), at + letters.size() - by.offset + pad);
    // Where the band holds the whole consensus without a difference, no other alignment comes up to that; of several
    // such places the last one counts.
    if (letters.size() >= threshold::least_overlap && to - from >= letters.size())
        for (std::size_t start = to - letters.size() + 1; start-- > from;)
            if (std::equal(letters.begin(), letters.end(), read.begin() + static_cast<std::ptrdiff_t>(start))) {
                found.push_back({.which = by.strand / 2,
                                 .reversed = by.strand % 2 == 1,
                                 .first = 0,
                                 .last = static_cast<std::uint32_t>(letters.size()),
                                 .start = static_cast<std::uint32_t>(start),
                                 .end = static_cast<std::uint32_t>(start + letters.size()),
                                 .differences = 0});
                return;
            }
    const band_alignment best =
        best_in_band({.letters = letters,
                      .read = read.subspan(from, to - from),
                      .diagonal = static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(by.offset) -
                                  static_cast<std::ptrdiff_t>(from),
                      .ends_read = to == read.size()},
                     *kernels_);
    if (best.score <= 0 || best.last - best.first < threshold::least_overlap) return;
    found.push_back({.which = by.strand / 2,
                     .reversed = by.strand % 2 == 1,
                     .first = best.first,
                     .last = best.last,
                     .start = static_cast<std::uint32_t>(from) + best.start,
                     .end = static_cast<std::uint32_t>(from) + best.end,
                     .differences = best.differences});
}

void placer::place(std::span<const std::uint8_t> read, std::vector<placement>& found) const {
    found.clear();
    if (!may_shift_) return place_unshifted(read, found);
    thread_local seeded_diagonals diagonals;
    diagonals.clear(most_displaced);
    for_each_seed(read, [&](std::uint32_t word, std::size_t at) {
        for (std::uint32_t i = first_of_[word]; i < first_of_[word + 1]; ++i) {
            const seed_place& by = seeds_[i];
            const auto shift = static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(by.offset);
            seeded_diagonals::diagonal* const known = diagonals.find(by.strand, shift);
            if (known == nullptr) {
                diagonals.add(by.strand, shift, at, false);
            } else if (!known->tried && at >= known->at + more_letters) { // a second seed: worth an alignment
                known->tried = true;
                align_at(read, by, at, found);
            }
        }
    });
    if (found.size() > 1) keep_best(found);
}

void placer::place_unshifted(std::span<const std::uint8_t> read, std::vector<placement>& found) const {
    if (read.size() < seed_letters) return;
    thread_local std::vector<seeds_at> seeds;
    thread_local letter_planes planes;
    seeds.assign(read.size() - seed_letters + 1, {});
    std::size_t all = 0;
    for_each_seed(read, [&](std::uint32_t word, std::size_t at) {
        seeds[at] = {first_of_[word], first_of_[word + 1]};
        all += seeds[at].last - seeds[at].first;
    });
    if (all == 0) return;
    planes.assign(read);
    if (all >= crowded_seeds * read.size()) return place_crowded({read, planes, seeds, all}, found);
    place_seeds(read, planes, seeds, true, found);
    if (found.size() > 1) keep_best(found);
}

void placer::place_seeds(std::span<const std::uint8_t> read, const letter_planes& planes,
                         std::span<const seeds_at> seeds, bool with_short, std::vector<placement>& found) const {
    // Each diagonal of each strand that has been tried is marked by the number of this call.
    thread_local std::vector<std::uint32_t> tried;
    thread_local std::uint32_t call = 0;
    if (const std::size_t diagonals = ends_.back() + strands_.size() * read.size();
        tried.size() < diagonals || ++call == 0) {
        tried.assign(std::max(diagonals, tried.size()), 0);
        call = 1;
    }
    for (std::size_t at = 0; at < seeds.size(); ++at) {
        // Behind equal letters stands a seed of the same diagonal.
        const std::uint8_t held = at == 0 || read[at - 1] >= no_letter ? nothing : read[at - 1];
        for (std::uint32_t i = seeds[at].first; i < seeds[at].last; ++i) {
            if (before_[i] == held) {
                i = last_of_run(before_, i, seeds[at].last);
                continue;
            }
            const seed_place& by = seeds_[i];
            if (!with_short && strands_[by.strand].size() <= most_short_letters) continue;
            std::uint32_t& last_call = tried[ends_[by.strand] + by.strand * read.size() + at - by.offset];
            if (last_call == call) continue;
            last_call = call;
            placement along_it = along(by, at, read.size());
            if (count_differences(planes, along_it)) found.push_back(along_it);
        }
    }
}

bool placer::is_better(const placement& a, const placement& b) const noexcept {
    if (a.score() != b.score()) return a.score() > b.score();
    const std::size_t of_a = strands_[2 * a.which].size();
    const std::size_t of_b = strands_[2 * b.which].size();
    if (of_a != of_b) return of_a > of_b;
    return a.which != b.which ? a.which < b.which : a.start < b.start;
}

void placer::keep_best(std::vector<placement>& found) const {
    const auto better = [&](const placement& a, const placement& b) { return is_better(a, b); };
    // Few are kept, and of a tandem repeat there are many: the best of what is left, again and again, and no sorting.
    std::vector<placement> kept;
    while (!found.empty()) {
        kept.push_back(*std::ranges::min_element(found, better));
        std::erase_if(found, [&](const placement& each) { return overlap_too_much(kept.back(), each); });
    }
    found = std::move(kept);
    std::ranges::sort(found, {}, &placement::start);
}

std::uint32_t placer::short_end(std::span<const std::uint8_t> read) const {
    for (std::size_t held = std::min<std::size_t>(threshold::least_overlap - 1, read.size()); held >= least_short_end;
         --held) {
        if (!beginnings_[short_word(read, read.size() - held)]) continue;
        for (const codes& strand : strands_)
            if (strand.size() >= held && std::equal(strand.begin(), strand.begin() + static_cast<std::ptrdiff_t>(held),
                                                    read.end() - static_cast<std::ptrdiff_t>(held)))
                return static_cast<std::uint32_t>(held);
    }
    return 0;
}

std::uint32_t placer::short_start(std::span<const std::uint8_t> read) const {
    for (std::size_t held = std::min<std::size_t>(threshold::least_overlap - 1, read.size()); held >= least_short_end;
         --held) {
        if (!endings_[short_word(read, held - least_short_end)]) continue;
        for (const codes& strand : strands_)
            if (strand.size() >= held &&
                std::equal(strand.end() - static_cast<std::ptrdiff_t>(held), strand.end(), read.begin()))
                return static_cast<std::uint32_t>(held);
    }
    return 0;
}

} // namespace concord::adapters

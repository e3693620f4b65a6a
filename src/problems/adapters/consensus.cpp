#include "problems/adapters/consensus.hpp"

#include "problems/adapters/read_passes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace concord::adapters {
namespace {

constexpr int most_shift = 4; ///< letters by which insertions and deletions may displace a flank against the consensus
constexpr unsigned far = 1U << 20U;

/// A flank that is aligned to the consensus as it grows: a band of the matrix of edit distances, whose row belongs to
/// the letters so far. Cell s is the distance to the first letters + s of the flank.
class follower {
  public:
    follower(const flank& of, bool may_shift) : flank_(&of), shift_(may_shift ? most_shift : 0) {
        row_.fill(far);
        for (int s = 0; s <= shift_; ++s)
            cell(row_, s) = static_cast<unsigned>(s);
    }

    /// The letter that it votes for; no_letter where it ends, does not follow any more, or could go on in two ways.
    [[nodiscard]] std::uint8_t vote() noexcept {
        const double bound =
            threshold::differences_at_once + threshold::differences_per_letter * static_cast<double>(letters_);
        unsigned least = far;
        for (int s = -shift_; s <= shift_; ++s)
            least = std::min(least, cell(row_, s));
        if (least > bound) return no_letter;
        std::uint8_t letter = no_letter;
        for (int s = -shift_; s <= shift_; ++s) {
            if (cell(row_, s) != least) continue;
            const std::ptrdiff_t next = letters_ + s;
            if (next < 0 || next >= std::ssize(*flank_)) return no_letter;
            const std::uint8_t held = (*flank_)[static_cast<std::size_t>(next)];
            if (letter != no_letter && held != letter) return no_letter;
            letter = held;
        }
        return letter;
    }

    void take(std::uint8_t letter) noexcept {
        band next{};
        next.fill(far);
        ++letters_;
        for (int s = -shift_; s <= shift_; ++s) {
            const std::ptrdiff_t held = letters_ + s; // letters of the flank
            if (held < 0) continue;
            unsigned least = far;
            if (held > 0) {
                const bool equal =
                    held <= std::ssize(*flank_) && (*flank_)[static_cast<std::size_t>(held - 1)] == letter;
                least = cell(row_, s) + (equal ? 0U : 1U);
                if (s > -shift_) least = std::min(least, cell(next, s - 1) + 1);
            }
            if (s < shift_) least = std::min(least, cell(row_, s + 1) + 1);
            cell(next, s) = least;
        }
        row_ = next;
    }

  private:
    using band = std::array<unsigned, 2 * most_shift + 1>;
    static unsigned& cell(band& of, int s) noexcept { return of[static_cast<std::size_t>(most_shift + s)]; }

    const flank* flank_;
    int shift_;
    std::ptrdiff_t letters_ = 0; ///< of the consensus
    band row_{};
};

/// The chance that the most frequent of four equally frequent letters has `most` of `all` votes or more: at most this.
double chance(std::uint64_t most, std::uint64_t all) {
    double sum = 0;
    for (std::uint64_t hits = most; hits <= all; ++hits) {
        const auto n = static_cast<double>(all);
        const auto h = static_cast<double>(hits);
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(h + 1) - std::lgamma(n - h + 1) + h * std::log(0.25) +
                        (n - h) * std::log(0.75));
    }
    return 4 * sum;
}

bool agree(std::uint64_t most, std::uint64_t all) {
    constexpr std::uint64_t many = 30; // beyond, the share decides
    if (static_cast<double>(most) < threshold::agreeing_share * static_cast<double>(all) || all == 0) return false;
    return all >= many || chance(most, all) <= threshold::agreeing_by_chance;
}

/// Where nearly all reads end at once, the rest reaches further because of errors alone.
bool is_left_over(std::uint64_t votes, std::uint64_t votes_before) {
    return votes_before >= threshold::many_votes &&
           static_cast<double>(votes) < threshold::left_over * static_cast<double>(votes_before);
}

} // namespace

codes agreed_letters(const std::vector<flank>& flanks, bool may_shift, std::uint64_t before) {
    std::vector<follower> followers;
    followers.reserve(flanks.size());
    for (const flank& each : flanks)
        followers.emplace_back(each, may_shift);
    codes agreed;
    while (agreed.size() < threshold::most_letters) {
        std::array<std::uint64_t, no_letter + 1> votes{};
        for (follower& each : followers)
            ++votes[each.vote()];
        const auto* const most = std::max_element(votes.begin(), votes.begin() + no_letter);
        const std::uint64_t all = votes[0] + votes[1] + votes[2] + votes[3];
        if (!agree(*most, all) || is_left_over(all, before)) break;
        before = all;
        const auto letter = static_cast<std::uint8_t>(most - votes.begin());
        agreed.push_back(letter);
        for (follower& each : followers)
            each.take(letter);
    }
    return agreed;
}

codes without_run(codes letters) {
    const auto size = letters.size();
    const auto kept = [&](std::uint8_t letter) {
        std::size_t begin = size; // of the best run of this letter at the end: one other letter costs four of it
        int score = 0;
        int best = threshold::trailing_run - 1;
        for (std::size_t i = size; i-- > threshold::least_letters;) {
            score += letters[i] == letter ? 1 : -4;
            if (score <= best) continue;
            best = score;
            begin = i;
        }
        return begin;
    };
    letters.resize(std::min({kept(0), kept(1), kept(2), kept(3)}));
    return letters;
}

codes letters_of(std::uint32_t word) {
    codes letters(threshold::word_letters);
    for (unsigned i = 0; i < threshold::word_letters; ++i)
        letters[i] = static_cast<std::uint8_t>(word >> 2 * (threshold::word_letters - 1 - i) & 3U);
    return letters;
}

codes reverse_complement(const codes& of) {
    codes reversed(of.rbegin(), of.rend());
    for (std::uint8_t& letter : reversed)
        letter = letter < no_letter ? static_cast<std::uint8_t>(3 - letter) : no_letter;
    return reversed;
}

surroundings surroundings_of(const sequence::packed_sequences& set, std::span<const word_place> places, bool may_shift,
                             bool may_end) {
    std::vector<flank> before;
    std::vector<flank> behind;
    before.reserve(places.size());
    behind.reserve(places.size());
    read_letters letters(set);
    constexpr std::size_t reach = threshold::most_letters + most_shift;
    for (const word_place& place : places) {
        const auto all = letters(place.read, nullptr);
        const auto left = all.first(place.start);
        const auto right = all.subspan(place.start + threshold::word_letters);
        before.emplace_back(left.rbegin(), left.rbegin() + static_cast<std::ptrdiff_t>(std::min(reach, left.size())));
        behind.emplace_back(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(std::min(reach, right.size())));
    }
    const std::uint64_t votes = may_end ? places.size() : 0;
    surroundings agreed{agreed_letters(before, may_shift, votes), agreed_letters(behind, may_shift, votes)};
    std::ranges::reverse(agreed.before);
    return agreed;
}

codes extended_core(const sequence::packed_sequences& set, std::uint32_t core, std::span<const word_place> places,
                    bool may_shift) {
    surroundings agreed = surroundings_of(set, places, may_shift, false);
    codes whole = std::move(agreed.before);
    std::ranges::copy(letters_of(core), std::back_inserter(whole));
    std::ranges::copy(agreed.behind, std::back_inserter(whole));
    return whole;
}

namespace {

std::uint32_t word_of(const codes& letters, std::size_t from) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < threshold::word_letters; ++i)
        word = word << 2U | letters[from + i];
    return word;
}

} // namespace

void lengthen(const sequence::packed_sequences& set, read_passes& passes, const std::vector<std::uint32_t>& counts,
              std::vector<codes*> sequences, bool may_shift) {
    std::erase_if(sequences, [](const codes* each) { return each->size() < threshold::word_letters; });
    for (unsigned step = 0; step < threshold::most_steps && !sequences.empty(); ++step) {
        std::vector<std::uint32_t> words;
        for (const codes* each : sequences) {
            words.push_back(word_of(*each, 0));
            words.push_back(word_of(*each, each->size() - threshold::word_letters));
        }
        std::ranges::sort(words);
        words.erase(std::unique(words.begin(), words.end()), words.end());
        const auto places = passes.sample_places(words, counts);
        const auto around = [&](std::uint32_t word) {
            const auto index = static_cast<std::size_t>(std::ranges::lower_bound(words, word) - words.begin());
            return surroundings_of(set, places[index], may_shift, true);
        };
        std::erase_if(sequences, [&](codes* each) {
            codes longer = around(word_of(*each, 0)).before;
            std::ranges::copy(*each, std::back_inserter(longer));
            std::ranges::copy(around(word_of(*each, each->size() - threshold::word_letters)).behind,
                              std::back_inserter(longer));
            longer = without_run(std::move(longer));
            const bool has_grown = longer.size() > each->size() && longer.size() <= threshold::most_letters;
            if (has_grown) *each = std::move(longer);
            return !has_grown;
        });
    }
}

} // namespace concord::adapters

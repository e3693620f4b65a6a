#include "problems/substring/variants/word_limits.hpp"

#include "problems/substring/piece_row.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "problems/substring/variants/reach_kernels.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace concord::substring {
namespace {

constexpr double chance_match = 1.0 / plain_nucleotides;
constexpr std::uint64_t most_shares = most_edits_of_reaches + 1;
constexpr std::uint32_t impossible_sum = std::numeric_limits<std::uint32_t>::max() / 2;

/// The least sum of places by shares of the mismatches that are taken, of the words in the first letters of a window;
/// kept for as many letters as a word has.
class sums_of_shares {
  public:
    sums_of_shares(std::uint64_t shares, std::uint64_t letters) : shares_(shares), rows_(letters + 1) {
        for (std::uint64_t row = 0; row < rows_; ++row)
            std::fill_n(sums_[row].begin(), shares_ + 1, impossible_sum);
        sums_[0][0] = 0;
    }
    /// One letter more.
    void next() noexcept {
        last_ = here_;
        here_ = here_ + 1 == rows_ ? 0 : here_ + 1;
        std::copy_n(sums_[last_].begin(), shares_ + 1, sums_[here_].begin());
    }
    /// The letter takes a share, and adds nothing.
    void add_letter() noexcept { add(sums_[last_], 1, 0); }
    /// The word that ends here takes so many.
    void add_word(std::uint64_t taken, std::uint32_t places) noexcept {
        add(sums_[here_ + 1 == rows_ ? 0 : here_ + 1], taken, places); // as many letters ago as a word has
    }
    [[nodiscard]] std::uint32_t of_all() const noexcept { return sums_[here_][shares_]; }

  private:
    using row = std::array<std::uint32_t, most_shares + 1>;

    void add(const row& from, std::uint64_t taken, std::uint32_t places) noexcept {
        row& to = sums_[here_];
        for (std::uint64_t share = 0; share + taken < shares_; ++share)
            to[share + taken] = std::min(to[share + taken], from[share] + places);
        for (std::uint64_t share = shares_ - std::min(taken, shares_); share <= shares_; ++share)
            to[shares_] = std::min(to[shares_], from[share] + places);
    }

    std::uint64_t shares_;
    std::uint64_t rows_;
    std::uint64_t here_ = 0;
    std::uint64_t last_ = 0;
    std::array<row, near_words::most_letters + 1> sums_;
};

} // namespace

double word_limits::bytes(const limit_words& words) noexcept {
    return static_cast<double>((words.mismatches + 1) * sizeof(std::uint16_t));
}

std::vector<limit_words> word_limits::possible_words(const variant_problem& given, const variant_resources& resources) {
    std::vector<limit_words> possible;
    const std::uint64_t mismatches = given.allowed.edits;
    if (given.support < 2 || mismatches == 0 || mismatches > most_edits_of_reaches) return possible;
    if (given.allowed.indels && mismatches > tuning::most_edits_of_bounds) return possible;
    const auto text = static_cast<double>(given.of.text().size());
    const std::uint64_t most_within =
        given.allowed.indels ? 0 : std::min<std::uint64_t>(mismatches, most_mismatches_of_piece);
    for (std::uint64_t within = 0; within <= most_within; ++within)
        for (std::uint64_t letters = within + 2; letters <= near_words::most_letters; ++letters) {
            if (!near_words::are_possible(given.of, {within, false}, letters, resources.memory / 4)) break;
            const std::uint64_t words = (mismatches + 1 + within) / (within + 1);
            const std::uint64_t least = words * letters;
            const piece_row row(least, static_cast<unsigned>(letters), mismatches);
            double sum = 0;
            for (const std::uint32_t each : row.within)
                sum += text * chance_of_survival(static_cast<unsigned>(letters), each, chance_match);
            if (sum >= tuning::share_of_random_bound * static_cast<double>(given.support)) continue;
            const double table = std::pow(plain_nucleotides, static_cast<double>(letters)) *
                                 static_cast<double>(letters * within) * tuning::cost_of_limiting_word;
            if (table <= text * tuning::most_cost_of_limits)
                possible.push_back({letters, within, least, text * tuning::cost_of_limited_letter + table});
            break;
        }
    std::ranges::stable_sort(possible, {}, &limit_words::cost);
    std::vector<limit_words> shorter;
    for (const limit_words& each : possible) {
        if (!shorter.empty() && each.least >= shorter.back().least) continue;
        const bool is_as_quick = !shorter.empty() && each.cost < tuning::cost_of_shorter_windows * shorter.back().cost;
        if (is_as_quick)
            shorter.back() = each;
        else
            shorter.push_back(each);
    }
    return shorter;
}

word_limits::word_limits(const variant_problem& given, const variant_resources& resources, const limit_words& words)
    : given_(given), words_(words), unit_(1 + given.support * 16 / most_counted),
      support_(static_cast<std::uint32_t>((given.support + unit_ - 1) / unit_)),
      counts_(given.of.text().size() * (words.mismatches + 1), not_counted) {
    count(resources);
}

void word_limits::count(const variant_resources& resources) {
    const piece_collection& of = given_.of;
    const near_words near(of, texts_of_all_pieces(of), words_.letters, words_.mismatches, 0, resources.workers, true);
    constexpr std::uint64_t least_pieces_of_part = 1024;
    const std::span<const piece> pieces = of.pieces();
    runtime::for_parts(resources.workers, pieces.size(), least_pieces_of_part,
                       [&](std::uint64_t begin, std::uint64_t end) {
                           for (const piece& in : pieces.subspan(begin, end - begin))
                               if (!in.is_reverse) count_in(in, near);
                       });
}

void word_limits::count_in(const piece& in, const near_words& near) {
    const std::uint64_t each = words_.mismatches + 1;
    std::uint16_t* const counts = counts_.data() + in.first * each;
    near_words::for_each_word(
        given_.of.letters(in.first, in.length), words_.letters,
        [&](std::uint64_t start, std::uint64_t number) {
            for (std::uint64_t within = 0; within < each; ++within)
                counts[start * each + within] = static_cast<std::uint16_t>(
                    std::min<std::uint64_t>((near.of_number(number, within) + unit_ - 1) / unit_, most_counted));
        },
        [&](std::uint64_t start) { std::fill_n(counts + start * each, each, not_counted); });
}

void word_limits::leave_masked(std::span<const std::uint64_t> sequences) {
    const std::uint64_t each = words_.mismatches + 1;
    for (const std::uint64_t sequence : sequences)
        for (const piece& in : given_.of.pieces(sequence)) {
            if (in.is_reverse) continue;
            near_words::for_each_word(
                given_.of.letters(in.first, in.length), words_.letters, [](std::uint64_t, std::uint64_t) {},
                [&](std::uint64_t start) {
                    std::fill_n(counts_.data() + (in.first + start) * each, each, not_counted);
                });
        }
}

std::uint64_t word_limits::longest_from(std::uint64_t start, std::uint64_t most) const {
    const std::uint64_t letters = words_.letters;
    if (most < words_.least) return most;
    const std::uint64_t shares = given_.allowed.edits + 1;
    { // most windows have no support by the first words that they are cut into
        std::uint32_t sum = 0;
        std::uint64_t at = start;
        for (std::uint64_t taken = 0; taken < shares && sum < support_; at += letters) {
            const std::uint64_t within = std::min(words_.mismatches, shares - taken - 1);
            sum += near(at, within);
            taken += within + 1;
        }
        if (sum < support_) return words_.least - 1;
    }
    sums_of_shares sums(shares, letters);
    for (std::uint64_t length = 1; length <= most; ++length) {
        sums.next();
        if (given_.of.text()[start + length - 1] == given_.of.nothing()) sums.add_letter();
        if (length >= letters)
            for (std::uint64_t within = 0; within <= words_.mismatches; ++within) {
                const std::uint32_t places = near(start + length - letters, within);
                if (places == not_counted || places >= support_) break;
                sums.add_word(within + 1, places);
            }
        if (sums.of_all() < support_) return length - 1;
    }
    return most;
}

bool word_limits::is_frequent(std::uint64_t start) const noexcept {
    const std::uint32_t places = near(start, 0);
    return places != not_counted && places * tuning::parts_of_frequent_word >= support_;
}

void word_limits::cut(std::uint64_t start, std::uint64_t length, const anchor_index& index,
                      chosen_blocks& blocks) const {
    // By letters and shares: the least sum of places, and what the last word took of the shares; 0: it ends before.
    const std::uint64_t shares = given_.allowed.edits + 1;
    const std::uint64_t width = shares + 1;
    struct best_sum {
        std::uint32_t places;
        std::uint32_t taken;
    };
    thread_local std::vector<best_sum> best;
    best.assign((length + 1) * width, {impossible_sum, 0});
    best[0].places = 0;
    std::uint64_t nothings = 0; // of the word
    for (std::uint64_t end = 1; end <= length; ++end) {
        best_sum* const here = best.data() + end * width;
        for (std::uint64_t share = 0; share <= shares; ++share)
            here[share] = {here[share - width].places, 0};
        const auto is_nothing = [&](std::uint64_t at) { return given_.of.text()[start + at] == given_.of.nothing(); };
        if (is_nothing(end - 1)) ++nothings;
        if (end > words_.letters && is_nothing(end - 1 - words_.letters)) --nothings;
        if (end < words_.letters) continue;
        const best_sum* const before = here - words_.letters * width;
        for (std::uint64_t within = 0; within <= words_.mismatches; ++within) {
            const std::uint32_t counted = near(start + end - words_.letters, within);
            // Letters that match nothing are mismatches; with fewer of these nothing is near.
            const std::uint32_t places = counted != not_counted ? counted : within < nothings ? 0 : most_counted;
            for (std::uint64_t share = 0; share < shares; ++share) {
                const std::uint64_t to = std::min(share + within + 1, shares);
                const std::uint32_t sum = before[share].places + places;
                if (sum < here[to].places) here[to] = {sum, static_cast<std::uint32_t>(to - share)};
            }
        }
    }
    blocks.each.clear();
    blocks.places = best[length * width + shares].places * unit_;
    for (std::uint64_t end = length, share = shares; share > 0;) {
        while (best[end * width + share].taken == 0)
            --end;
        const std::uint64_t taken = best[end * width + share].taken;
        if (share == shares) blocks.end = end;
        end -= words_.letters;
        if (given_.of.count_nothing(given_.of.letters(start + end, words_.letters)) < taken)
            blocks.each.push_back({end, &index, taken - 1});
        share -= taken;
    }
}

} // namespace concord::substring

#include "problems/substring/variants/likely_runs.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

namespace concord::substring {
namespace {

/// Nucleotides that a letter may be, as a mean. Time O(letters) where some are sets.
double spellings_of_letter(const piece_collection& of) {
    if (!of.has_sets()) return 1;
    const double all = std::transform_reduce(of.text().begin(), of.text().end(), 0.0, std::plus<>(), [](letter each) {
        return each > plain_nucleotides ? std::max(1U, nucleotides_of_letter(each)) : 1U;
    });
    return all / static_cast<double>(of.text().size());
}

/// Whether words of so many letters can be counted.
bool is_possible(const variant_problem& given, const variant_resources& resources, std::uint64_t letters) {
    const std::uint64_t memory = resources.memory / 4;
    return given.allowed.indels
               ? edit_balls::are_possible(given.of, letters, given.allowed.edits, memory, resources.workers.threads())
               : near_words::fit(given.of, given.allowed, letters, memory);
}

} // namespace

double likely_runs::held_by_chance(const variant_problem& given, std::uint64_t letters) {
    const auto text = static_cast<double>(given.of.text().size());
    if (given.allowed.indels) return text * edit_balls::chance(letters, given.allowed.edits);
    constexpr double kinds = plain_nucleotides;
    double near = text / std::pow(kinds, static_cast<double>(letters));
    double sum = near;
    for (std::uint64_t differ = 0; differ < given.allowed.edits; ++differ) {
        near *= (kinds - 1) * static_cast<double>(letters - differ) / static_cast<double>(differ + 1);
        sum += near;
    }
    return sum;
}

std::uint64_t likely_runs::letters_of_word(const variant_problem& given, const variant_resources& resources) {
    const std::uint64_t edits = given.allowed.edits;
    const bool indels = given.allowed.indels;
    const double spellings = spellings_of_letter(given.of);
    if (given.support < 2 || edits == 0 || (indels && !edit_balls::are_possible_within(edits, given.support))) return 0;
    // Words beside masked letters have as many letters and edits less.
    const std::uint64_t least = indels ? edit_balls::least_letters(edits) + edits : edits + 2;
    const std::uint64_t most = indels                ? edit_balls::most_letters
                               : given.of.has_sets() ? near_words::most_letters_of_sets
                                                     : near_words::most_letters;
    for (std::uint64_t letters = least; letters <= most; ++letters) {
        if (!is_possible(given, resources, letters)) return 0;
        if (held_by_chance(given, letters) * std::pow(spellings, static_cast<double>(letters)) <
            tuning::share_of_random_word * static_cast<double>(given.support))
            return letters;
    }
    return 0;
}

std::uint64_t likely_runs::letters_for_windows(const variant_problem& given, const variant_resources& resources,
                                               std::uint64_t length, std::size_t windows) {
    std::uint64_t letters = letters_of_word(given, resources);
    if (letters == 0 || !given.of.has_sets()) return letters;
    const auto are_possible = [&](std::uint64_t more) {
        return more <= near_words::most_letters && more <= length && are_worth_making(given, more, windows) &&
               is_possible(given, resources, more);
    };
    while (are_possible(letters + 1))
        ++letters;
    return letters;
}

bool likely_runs::are_worth_making(const variant_problem& given, std::uint64_t letters, std::size_t windows) {
    const double words = std::pow(plain_nucleotides, static_cast<double>(letters));
    const auto asked = static_cast<double>(windows);
    const auto text = static_cast<double>(given.of.text().size());
    const bool is_further = given.max_length != variant_problem::no_max_length;
    const auto edits = static_cast<double>(given.allowed.edits);
    if (given.allowed.indels)
        return asked * text * (edits + 1) >=
               words * edits *
                   (is_further ? tuning::letters_for_edited_word_of_further_answer : tuning::letters_for_edited_word);
    const bool are_longest = given.of.has_sets() && letters > near_words::most_letters;
    const double words_for_window = are_longest                         ? tuning::words_for_window_of_sets
                                    : is_further || given.of.has_sets() ? tuning::words_for_window_of_further_answer
                                                                        : tuning::words_for_unlikely_window;
    return asked * words_for_window >= words && asked * tuning::letters_for_unlikely_window >= text;
}

void likely_runs::make(const variant_problem& given, const variant_resources& resources, std::uint64_t letters) {
    const piece_collection& of = given.of;
    letters_ = letters;
    const std::vector<lane_text> texts = texts_of_all_pieces(of);
    near_.clear();
    edited_.clear();
    for (std::uint64_t nothings = 0; nothings <= given.allowed.edits; ++nothings) {
        const std::uint64_t edits = given.allowed.edits - nothings;
        if (given.allowed.indels) // a word occurs where it stands in any case
            edited_.emplace_back().emplace(of, letters - nothings, edits, given.support - (nothings > 0 ? 1 : 0),
                                           resources.workers);
        else
            near_.emplace_back().emplace(of, texts, letters - nothings, edits, 0, resources.workers,
                                         nothings == 0 && of.has_sets());
    }
    runs_.assign(of.text().size(), 0);
    constexpr std::uint64_t least_pieces_of_part = 1024;
    const std::span<const piece> pieces = of.pieces();
    runtime::for_parts(resources.workers, pieces.size(), least_pieces_of_part,
                       [&](std::uint64_t begin, std::uint64_t end) {
                           for (const piece& in : pieces.subspan(begin, end - begin))
                               judge(given, in);
                       });
}

void likely_runs::judge(const variant_problem& given, const piece& in) {
    std::uint16_t* const runs = runs_.data() + in.first;
    near_words::for_each_word(
        given.of.letters(in.first, in.length), letters_,
        [&](std::uint64_t start, std::uint64_t number) {
            const bool may_have_support = given.allowed.indels ? edited_[0]->may_have_support(number)
                                                               : near_[0]->of_number(number) >= given.support;
            runs[start] = may_have_support ? 1 : 0;
        },
        [&](std::uint64_t start) { runs[start] = may_have_masked(given, in.first + start) ? 1 : 0; });
    std::uint16_t run = 0;
    for (std::uint64_t start = in.length; start-- > 0;) {
        if (runs[start] == 0)
            run = 0;
        else if (run < std::numeric_limits<std::uint16_t>::max())
            ++run;
        runs[start] = run;
    }
}

bool likely_runs::may_have_masked(const variant_problem& given, std::uint64_t start) const {
    const piece_collection& of = given.of;
    const std::span<const letter> word = of.letters(start, letters_);
    const std::uint64_t nothings = of.count_nothing(word);
    if (nothings > given.allowed.edits) return given.support < 2; // it occurs nowhere but where it stands
    const bool are_first = of.count_nothing(word.first(nothings)) == nothings;
    if (nothings == 0)
        return given.allowed.indels ? edited_[0]->may_have_support(word) : near_[0]->at_sets(start) >= given.support;
    if (!are_first && of.count_nothing(word.last(nothings)) < nothings) return true;
    const std::uint64_t plain = are_first ? start + nothings : start;
    if (!given.allowed.indels) return near_[nothings]->at(plain) + 1 >= given.support; // it occurs where it stands
    return edited_[nothings]->may_have_support(of.letters(plain, letters_ - nothings));
}

void likely_runs::drop(window_starts& starts, std::uint64_t length) const {
    if (length < letters_) return;
    const std::uint64_t words =
        std::min<std::uint64_t>(length - letters_ + 1, std::numeric_limits<std::uint16_t>::max());
    std::erase_if(starts, [&](std::uint64_t start) { return runs_[start] < words; });
}

} // namespace concord::substring

#include "problems/substring/variants/likely_runs.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/near_words.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace concord::substring {

std::uint64_t likely_runs::letters_of_word(const variant_problem& given, const variant_resources& resources) {
    if (given.support < 2 || given.allowed.edits == 0) return 0;
    constexpr double kinds = plain_nucleotides;
    for (std::uint64_t letters = given.allowed.edits + 2; letters <= near_words::most_letters; ++letters) {
        if (!near_words::are_possible(given.of, given.allowed, letters, resources.memory / 4)) return 0;
        double near = static_cast<double>(given.of.text().size()) / std::pow(kinds, static_cast<double>(letters));
        double sum = near;
        for (std::uint64_t differ = 0; differ < given.allowed.edits; ++differ) {
            near *= (kinds - 1) * static_cast<double>(letters - differ) / static_cast<double>(differ + 1);
            sum += near;
        }
        if (sum < tuning::share_of_random_word * static_cast<double>(given.support)) return letters;
    }
    return 0;
}

void likely_runs::make(const variant_problem& given, const variant_resources& resources, std::uint64_t letters) {
    const piece_collection& of = given.of;
    letters_ = letters;
    const std::vector<lane_text> texts = texts_of_all_pieces(of);
    near_.reset();
    near_.emplace(of, texts, letters, given.allowed.edits, 0, resources.workers);
    plain_.clear();
    for (std::uint64_t nothings = 1; nothings <= given.allowed.edits; ++nothings)
        plain_.emplace_back().emplace(of, texts, letters - nothings, given.allowed.edits - nothings, 0,
                                      resources.workers);
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
            runs[start] = near_->of_number(number) >= given.support ? 1 : 0;
        },
        [&](std::uint64_t start) { runs[start] = may_have_support(given, in.first + start) ? 1 : 0; });
    std::uint16_t run = 0;
    for (std::uint64_t start = in.length; start-- > 0;) {
        if (runs[start] == 0)
            run = 0;
        else if (run < std::numeric_limits<std::uint16_t>::max())
            ++run;
        runs[start] = run;
    }
}

bool likely_runs::may_have_support(const variant_problem& given, std::uint64_t start) {
    const piece_collection& of = given.of;
    const std::span<const letter> word = of.letters(start, letters_);
    const std::uint64_t nothings = of.count_nothing(word);
    if (nothings > given.allowed.edits) return given.support < 2; // it occurs nowhere but where it stands
    const bool are_first = of.count_nothing(word.first(nothings)) == nothings;
    if (nothings == 0 || (!are_first && of.count_nothing(word.last(nothings)) < nothings)) return true;
    const near_words& plain = *plain_[nothings - 1];
    return plain.at(are_first ? start + nothings : start) + 1 >= given.support; // it occurs where it stands
}

void likely_runs::drop(window_starts& starts, std::uint64_t length) const {
    if (length < letters_) return;
    const std::uint64_t words =
        std::min<std::uint64_t>(length - letters_ + 1, std::numeric_limits<std::uint16_t>::max());
    std::erase_if(starts, [&](std::uint64_t start) { return runs_[start] < words; });
}

} // namespace concord::substring

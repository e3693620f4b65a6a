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
    std::vector<lane_text> texts;
    for (const piece& each : of.pieces())
        texts.push_back({each.sequence, each.first, each.length});
    const near_words near(of, texts, letters, given.allowed.edits, 0, resources.workers);
    runs_.assign(of.text().size(), 0);
    constexpr std::uint64_t least_pieces_of_part = 1024;
    runtime::for_parts(
        resources.workers, texts.size(), least_pieces_of_part, [&](std::uint64_t begin, std::uint64_t end) {
            for (const lane_text& text : std::span(texts).subspan(begin, end - begin)) {
                std::uint16_t* const runs = runs_.data() + text.first;
                near_words::for_each_word(
                    of.letters(text.first, text.length), letters,
                    [&](std::uint64_t start, std::uint64_t number) {
                        runs[start] = near.of_number(number) >= given.support ? 1 : 0;
                    },
                    [&](std::uint64_t start) { runs[start] = 1; }); // with letters that match nothing: not judged
                std::uint16_t run = 0;
                for (std::uint64_t start = text.length; start-- > 0;) {
                    if (runs[start] == 0)
                        run = 0;
                    else if (run < std::numeric_limits<std::uint16_t>::max())
                        ++run;
                    runs[start] = run;
                }
            }
        });
}

void likely_runs::drop(window_starts& starts, std::uint64_t length) const {
    if (length < letters_) return;
    const std::uint64_t words =
        std::min<std::uint64_t>(length - letters_ + 1, std::numeric_limits<std::uint16_t>::max());
    std::erase_if(starts, [&](std::uint64_t start) { return runs_[start] < words; });
}

} // namespace concord::substring

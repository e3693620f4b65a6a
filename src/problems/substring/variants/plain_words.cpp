// Letters that are sets of nucleotides are near to much by chance, so that windows are as long as the few that hold
// several of them reach. Windows of plain nucleotides alone mostly reach less: words of them that have the support are
// counted at that length first, and a window that holds another one is out.
//
//     window of 15              GCTGANCNCCTTNCN     no 12 plain letters in a row: it is counted
//                               GATTACAGGCTTNCA     GATTACAGGCTT has no support: it is out
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "problems/substring/variants/variant_engine.hpp"
#include "problems/substring/variants/variant_search.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace concord::substring {
namespace {

/// Where words of so many plain nucleotides begin that lie in one of some windows, in ascending order.
window_starts plain_words_in(const piece_collection& of, const window_starts& windows, std::uint64_t length,
                             std::uint64_t letters) {
    window_starts words;
    std::uint64_t next = 0;  // words that begin before it are known
    std::uint64_t read = 0;  // letters before it, too
    std::uint64_t plain = 0; // of these the last ones, in a row
    for (const std::uint64_t window : windows) {
        if (read < window) {
            read = window;
            plain = 0;
        }
        for (; read < window + length; ++read) {
            plain = of.text()[read] < plain_nucleotides ? plain + 1 : 0;
            if (plain < letters || read + 1 < std::max(window, next) + letters) continue;
            next = read + 2 - letters;
            words.push_back(next - 1);
        }
    }
    return words;
}

/// Of a sample of windows without sets: the letters that few of them reach with the support.
std::uint64_t letters_of_plain_words(const variant_problem& given, const variant_resources& resources,
                                     const variant_lanes& lanes, const window_starts& starts, std::uint64_t length) {
    window_starts sample;
    const std::size_t asked = std::min(starts.size(), tuning::plain_windows_asked * std::size_t{4});
    for (std::size_t index = 0; index < asked && sample.size() < tuning::plain_windows_asked; ++index) {
        const std::uint64_t start = starts[index * starts.size() / asked];
        if (std::ranges::all_of(given.of.letters(start, length), [](letter each) { return each < plain_nucleotides; }))
            sample.push_back(start);
    }
    if (sample.size() < tuning::plain_windows_asked && (sample.empty() || !current_search_habits().always_filters))
        return length;
    std::vector<std::uint64_t> reaches = reaches_of(given, resources, lanes, sample);
    std::ranges::sort(reaches, std::greater<>());
    return reaches[sample.size() / tuning::plain_windows_for_one_that_reaches] + 1;
}

} // namespace

void drop_by_plain_words(const variant_problem& given, variant_engine& engine, const variant_resources& resources,
                         const variant_lanes& lanes, std::uint64_t length,
                         const std::function<bool(const window_starts& words, std::uint64_t letters)>& are_worth_it,
                         window_starts& starts) {
    if (!given.of.has_sets() || given.copies > 1 || given.support < 2 || resources.sharing != nullptr ||
        (starts.size() < tuning::least_windows_for_plain_words && !current_search_habits().always_filters))
        return;
    const std::uint64_t letters = letters_of_plain_words(given, resources, lanes, starts, length);
    if (letters >= length || letters <= given.allowed.edits) return;
    const window_starts words = plain_words_in(given.of, starts, length, letters);
    if (words.empty() || (!are_worth_it(words, letters) && !current_search_habits().always_filters)) return;
    const supported_starts found = count_supported(given, engine, resources, {}, words, letters);
    // Both lists ascend: what is left of the words are those without the support.
    window_starts rare;
    std::ranges::set_difference(words, found.starts, std::back_inserter(rare));
    const std::size_t before = starts.size();
    std::erase_if(starts, [&, next = rare.begin()](std::uint64_t start) mutable {
        while (next != rare.end() && *next < start)
            ++next;
        return next != rare.end() && *next + letters <= start + length;
    });
    resources.notes.push_back("windows of length " + std::to_string(length) + " left by words of " +
                              std::to_string(letters) + " plain nucleotides: " + std::to_string(starts.size()) +
                              " of " + std::to_string(before));
}

} // namespace concord::substring

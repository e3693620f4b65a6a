#include "problems/substring/cpu/join/piece_index.hpp"

#include "base/bits.hpp"
#include "problems/substring/join_tuning.hpp"
#include "problems/substring/lcp_with_mismatches.hpp"
#include "problems/substring/seed_plan.hpp"
#include "problems/substring/tuning.hpp"
#include "runtime/group_by_key.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace concord::substring {
namespace {

constexpr std::uint64_t most_letters_cut = sequence::letters_per_word; // differences are read as one word

/// Instructions of comparing an entry of a list.
double cost_of_entry(const problem& given) {
    return (tuning::cost_of_vector_test + 2.0 * given.letters.planes()) * 32 / tuning::lanes_bits;
}

} // namespace

std::uint64_t bytes_of_pieces(const problem& given) {
    return tuning::most_pieces * (2 * given.letters.planes() + 2) * sizeof(std::uint32_t); // its word, too, at first
}

piece_plan plan_of(const problem& given, std::uint64_t letters, std::uint64_t length, double windows,
                   std::uint64_t count, double repetition) {
    const auto different = static_cast<double>(std::max<std::uint64_t>(letters, 2));
    const auto longest_word = static_cast<std::uint64_t>(std::log2(tuning::most_words_of_piece) / std::log2(different));
    const std::uint64_t cut = std::min(length, most_letters_cut);
    const std::uint64_t radii = given.mismatches + 1 - count;
    piece_plan plan;
    for (std::uint64_t index = 0; index < count; ++index) {
        const std::uint64_t first = cut * index / count;
        const window_piece piece{first, std::min(cut * (index + 1) / count - first, longest_word),
                                 radii / count + (index < radii % count ? 1U : 0U)};
        const double chance = std::pow(given.chance_match, static_cast<double>(piece.letters)) * repetition;
        plan.cost += count_neighbours(different, piece.letters, piece.radius) *
                     (tuning::cost_of_list + windows * std::min(1.0, chance) * cost_of_entry(given));
        plan.pieces.push_back(piece);
    }
    return plan;
}

piece_plan plan_pieces(const problem& given, std::uint64_t letters, std::uint64_t length, double windows,
                       double repetition) {
    piece_plan best = plan_of(given, letters, length, windows, 1, repetition);
    const std::uint64_t most = std::min({given.mismatches + 1, tuning::most_pieces, length});
    for (std::uint64_t count = 2; count <= most; ++count)
        if (piece_plan plan = plan_of(given, letters, length, windows, count, repetition); plan.cost < best.cost)
            best = std::move(plan);
    return best;
}

double repetition_of_words(const problem& given, std::uint64_t most_sampled) {
    constexpr unsigned letters_of_word = 8;
    const std::uint64_t letters = given.set.letters();
    const std::uint64_t sampled = std::min(most_sampled, letters);
    if (sampled < 2) return 1;
    std::vector<std::uint64_t> words(sampled, 0); // of more than 64 bits the first are mixed with the last
    for (std::uint64_t index = 0; index < sampled; ++index)
        for (unsigned plane = 0; plane < given.letters.planes(); ++plane)
            words[index] =
                std::rotl(words[index], letters_of_word) ^ (given.letters.target(plane, letters * index / sampled) &
                                                            base::low_bits<std::uint64_t>(letters_of_word));
    std::ranges::sort(words);
    double equal = 0; // pairs
    for (std::size_t first = 0, last = 0; first < sampled; first = last) {
        while (last < sampled && words[last] == words[first])
            ++last;
        equal += static_cast<double>(last - first) * static_cast<double>(last - first - 1);
    }
    const double pairs = static_cast<double>(sampled) * static_cast<double>(sampled - 1);
    return std::max(1.0, equal / pairs / std::pow(given.chance_match, letters_of_word));
}

piece_index::piece_index(const problem& given, runtime::thread_pool& workers, const growth_alphabet& letters,
                         const equal_windows& windows, std::uint64_t length, const seed_kernels& kernels,
                         const piece_plan& plan)
    : given_(given), letters_(letters), windows_(windows), kernels_(kernels), length_(length) {
    const auto mask = base::low_bits<std::uint64_t>(static_cast<unsigned>(std::min(length, most_letters_cut)));
    const unsigned planes = given.letters.planes();
    for (const window_piece& piece : plan.pieces) {
        const double of_piece = std::pow(static_cast<double>(std::max<std::uint64_t>(letters.size(), 2)),
                                         static_cast<double>(piece.letters));
        lists_.push_back(
            {piece, runtime::far_array<std::uint32_t>(static_cast<std::size_t>(of_piece) + 1), {}, {}, {}});
    }
    const runtime::far_array<std::uint32_t> words(windows.size() * lists_.size());
    const auto read = [&](std::uint64_t first, std::uint64_t last) {
        std::vector<std::uint64_t> digits(std::min(length, most_letters_cut));
        for (std::uint64_t window = first; window < last; ++window) {
            letters.read(given, windows.occurrences(window)[0].position, digits);
            for (std::size_t piece = 0; piece < lists_.size(); ++piece)
                words[piece * windows.size() + window] =
                    static_cast<std::uint32_t>(word_of(digits, lists_[piece].piece));
        }
    };
    runtime::for_parts(workers, windows.size(), tuning::least_windows_of_part, read);
    for (std::size_t piece = 0; piece < lists_.size(); ++piece) {
        lists& made = lists_[piece];
        const std::uint32_t* const of_piece = words.data() + piece * windows.size();
        const runtime::equal_parts parts(workers, windows.size(), tuning::least_windows_of_part);
        runtime::group_by_key(
            workers, parts.size(), made.begins.view(),
            [&](std::size_t part, const auto& emit) {
                for (std::uint64_t window = parts.first(part); window < parts.last(part); ++window)
                    emit(of_piece[window], static_cast<std::uint32_t>(window));
            },
            [&](std::size_t count) {
                made.windows = runtime::far_array<std::uint32_t>(count);
                return made.windows.view();
            });
        for (unsigned plane = 0; plane < planes; ++plane) {
            made.front[plane] = runtime::far_array<std::uint32_t>(windows.size() + lane_padding);
            if (is_long()) made.back[plane] = runtime::far_array<std::uint32_t>(windows.size());
        }
        runtime::for_parts(workers, windows.size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t at = first; at < last; ++at)
                                   set_letters(made, at, mask);
                           });
    }
}

void piece_index::set_letters(lists& of, std::uint64_t at, std::uint64_t mask) const {
    const std::uint64_t position = windows_.occurrences(of.windows[at])[0].position;
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane) {
        const std::uint64_t letters = given_.letters.target(plane, position) & mask;
        of.front[plane][at] = static_cast<std::uint32_t>(letters);
        if (is_long()) of.back[plane][at] = static_cast<std::uint32_t>(letters >> letters_before_back());
    }
}

std::uint64_t piece_index::word_of(std::span<const std::uint64_t> digits, const window_piece& piece) const {
    std::uint64_t word = 0;
    for (const std::uint64_t digit : digits.subspan(piece.first, piece.letters))
        word = word * std::max<std::uint64_t>(letters_.size(), 2) + digit;
    return word;
}

/// visit(word) for every word within the radius of what the digits say. An ambiguous letter differs from all, itself
/// included: any letter stands in its place, and of the radius it takes one.
template <class Visit>
void piece_index::for_each_near_word(std::span<const std::uint64_t> digits, const window_piece& piece,
                                     const Visit& visit) const {
    const std::uint64_t letters = std::max<std::uint64_t>(letters_.size(), 2);
    const std::span<const std::uint64_t> here = digits.subspan(piece.first, piece.letters);
    const auto is_ambiguous = [&](std::uint64_t digit) { return digit == letters_.ordinary(); };
    const auto ambiguous = static_cast<std::uint64_t>(std::ranges::count_if(here, is_ambiguous));
    if (ambiguous > piece.radius) return;
    const auto substitute =
        [&](const auto& again, std::uint64_t end, std::uint64_t left, std::uint64_t word,
            std::uint64_t weight) -> void { // letters before `end`, of which the last has the weight
        for (; end > 0; --end, weight *= letters) {
            const std::uint64_t digit = here[end - 1];
            if (is_ambiguous(digit)) continue;
            for (std::uint64_t letter = 0; letter < letters_.size(); ++letter) {
                if (letter == digit) continue;
                const std::uint64_t changed = word + (letter - digit) * weight; // modulo 2^64
                visit(changed);
                if (left > 1) again(again, end - 1, left - 1, changed, weight * letters);
            }
        }
    };
    const auto around = [&](std::uint64_t word) {
        visit(word);
        if (piece.radius > ambiguous) substitute(substitute, piece.letters, piece.radius - ambiguous, word, 1);
    };
    const std::uint64_t word = word_of(digits, piece);
    if (ambiguous == 0) return around(word);
    const auto replace = [&](const auto& again, std::uint64_t end, std::uint64_t with, std::uint64_t weight) -> void {
        for (; end > 0 && !is_ambiguous(here[end - 1]); --end)
            weight *= letters;
        if (end == 0) return around(with);
        for (std::uint64_t letter = 0; letter < letters_.size(); ++letter)
            again(again, end - 1, with + (letter - here[end - 1]) * weight, weight * letters);
    };
    replace(replace, piece.letters, word, 1);
}

double piece_index::measured_cost(const equal_windows& sources) const {
    constexpr std::size_t sampled = 256;
    constexpr std::size_t compared_of_sampled = 16; // one of so many
    std::vector<std::uint64_t> digits(std::min(length_, most_letters_cut));
    std::vector<std::uint32_t> survivors(tuning::entries_per_tile + lane_padding);
    const std::size_t count = std::min(sampled, sources.size());
    // Lists of windows with a short period are long, and all that is in them is alike by the letters that lanes hold.
    const double of_survivor =
        tuning::cost_of_listed_survivor +
        (length_ > most_letters_cut ? tuning::cost_of_compared_word / 64 * static_cast<double>(length_) : 0);
    double cost = 0;
    for (std::size_t index = 0; index < count; ++index) {
        const std::uint64_t position = sources.occurrences(index * sources.size() / count)[0].position;
        letters_.read(given_, position, digits);
        const fronts_of_source front = front_of(position);
        for (const lists& each : lists_)
            for_each_near_word(digits, each.piece, [&](std::uint64_t word) {
                const std::size_t entries = each.begins[word + 1] - each.begins[word];
                cost += tuning::cost_of_list + static_cast<double>(entries) * cost_of_entry(given_);
                if (entries < tuning::least_entries_asked || index % compared_of_sampled != 0) return;
                const std::size_t some = std::min<std::size_t>(entries, tuning::entries_per_tile);
                const std::size_t found = survivors_of(each, each.begins[word], some, front, survivors);
                cost += of_survivor * compared_of_sampled * static_cast<double>(found) / static_cast<double>(some) *
                        static_cast<double>(entries);
            });
    }
    return cost / static_cast<double>(std::max<std::size_t>(1, count));
}

piece_index::fronts_of_source piece_index::front_of(std::uint64_t position) const {
    const auto letters = static_cast<unsigned>(std::min(length_, most_letters_cut));
    fronts_of_source front{};
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane)
        front[plane] =
            static_cast<std::uint32_t>(given_.letters.source(plane, position) & base::low_bits<std::uint64_t>(letters));
    return front;
}

std::size_t piece_index::survivors_of(const lists& of, std::size_t first, std::size_t count,
                                      const fronts_of_source& front, std::vector<std::uint32_t>& survivors) const {
    std::array<const std::uint32_t*, most_planes> from{};
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane)
        from[plane] = of.front[plane].data() + first;
    const auto limit = static_cast<unsigned>(std::min<std::uint64_t>(given_.mismatches, letters_compared));
    return kernels_.near_32(from.data(), front.data(), given_.letters.planes(), count, limit, survivors.data());
}

bool piece_index::is_found_before(std::uint64_t differences, std::size_t piece) const {
    return std::any_of(lists_.begin(), lists_.begin() + static_cast<std::ptrdiff_t>(piece), [&](const lists& before) {
        const auto letters = base::low_bits<std::uint64_t>(static_cast<unsigned>(before.piece.letters));
        return base::count_ones(differences >> before.piece.first & letters) <= before.piece.radius;
    });
}

std::uint64_t piece_index::differences_in_lanes(const lists& of, std::size_t entry,
                                                const std::array<std::uint64_t, most_planes>& source) const {
    std::uint64_t differ = 0;
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane) {
        std::uint64_t other = of.front[plane][entry];
        if (is_long()) other |= std::uint64_t{of.back[plane][entry]} << letters_before_back();
        differ |= other ^ source[plane];
    }
    return differ;
}

void piece_index::find_near(std::uint64_t position, std::vector<std::uint32_t>& survivors,
                            std::vector<std::uint32_t>& near) const {
    std::array<std::uint64_t, most_letters_cut> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const std::span<std::uint64_t> digits(buffer.data(), std::min(length_, most_letters_cut));
    letters_.read(given_, position, digits);
    const auto letters = static_cast<unsigned>(std::min(length_, most_letters_cut));
    const fronts_of_source front = front_of(position);
    std::array<std::uint64_t, most_planes> source{};
    for (unsigned plane = 0; plane < given_.letters.planes(); ++plane)
        source[plane] = given_.letters.source(plane, position) & base::low_bits<std::uint64_t>(letters);
    for (std::size_t piece = 0; piece < lists_.size(); ++piece) {
        const lists& here = lists_[piece];
        const auto compare = [&](std::size_t first, std::size_t last) {
            const std::size_t count = std::min<std::size_t>(last - first, tuning::entries_per_tile);
            const std::size_t found = survivors_of(here, first, count, front, survivors);
            if (found == 0 || (piece == 0 && !is_long())) {
                for (std::size_t at = 0; at < found; ++at)
                    near.push_back(here.windows[first + survivors[at]]);
                return;
            }
            for (std::size_t at = 0; at < found; ++at) {
                const std::size_t entry = first + survivors[at];
                const std::uint64_t differences = differences_in_lanes(here, entry, source);
                if (base::count_ones(differences) > given_.mismatches || is_found_before(differences, piece)) continue;
                const std::uint32_t window = here.windows[entry];
                if (length_ > most_letters_cut &&
                    mismatches_within(given_.letters, position, windows_.occurrences(window)[0].position, length_,
                                      given_.mismatches) > given_.mismatches)
                    continue;
                near.push_back(window);
            }
        };
        for_each_near_word(digits, here.piece, [&](std::uint64_t word) {
            for (std::size_t first = here.begins[word]; first < here.begins[word + 1];
                 first += tuning::entries_per_tile)
                compare(first, here.begins[word + 1]);
        });
    }
}

} // namespace concord::substring

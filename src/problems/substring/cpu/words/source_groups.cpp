#include "problems/substring/cpu/words/source_groups.hpp"

#include "base/bits.hpp"
#include "problems/substring/counting_tuning.hpp"
#include "problems/substring/seed_plan.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>
#include <utility>

namespace concord::substring {
namespace {

/// A word in a set of words.
front_and_end split(const word_set& words, std::uint32_t word) {
    std::uint64_t number = 0;
    for (unsigned letter = 0; letter < words.length(); ++letter)
        number = number << 2U | (word >> letter & 1U) | (word >> (16 + letter) & 1U) << 1U;
    const auto bits_of_end = static_cast<unsigned>(2 * words.split().end);
    return {number >> bits_of_end, number & base::low_bits<std::uint64_t>(bits_of_end)};
}

} // namespace

piece_windows::piece_windows(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                             const equal_windows& windows)
    : positions(windows.size()), weights(windows.size()), words(pieces.row.size()) {
    for (base::unset_vector<std::uint32_t>& of_piece : words) {
        of_piece.resize(windows.size() + group_padding);
        std::fill(of_piece.end() - group_padding, of_piece.end(), 0);
    }
    const auto mask = base::low_bits<std::uint64_t>(pieces.sets.letters());
    const auto list = [&](std::uint64_t index) {
        const std::span<const window_occurrence> all = windows.occurrences(index);
        positions[index] = all[0].position;
        weights[index] = 1;
        for (std::size_t each = 1; each < all.size(); ++each)
            if (all[each].sequence != all[each - 1].sequence) ++weights[index];
        for (std::size_t piece = 0; piece < words.size(); ++piece) {
            const std::uint64_t from = all[0].position + pieces.row.begins[piece];
            words[piece][index] = static_cast<std::uint32_t>((given.letters.source(0, from) & mask) |
                                                             (given.letters.source(1, from) & mask) << 16U);
        }
    };
    runtime::for_parts(resources.workers, windows.size(), tuning::least_words_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           for (std::uint64_t index = first; index < last; ++index)
                               list(index);
                       });
}

void piece_windows::take_letters(const problem& given, std::uint64_t length, runtime::thread_pool& workers) {
    if (length > 64 || positions.empty()) return;
    const auto mask = base::low_bits<std::uint64_t>(static_cast<unsigned>(length));
    const bool are_short = length <= 32;
    planes[0].resize(size());
    if (!are_short) planes[1].resize(size());
    runtime::for_parts(workers, size(), tuning::least_words_of_part, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t index = first; index < last; ++index) {
            const std::uint64_t one = given.letters.source(0, positions[index]) & mask;
            const std::uint64_t other = given.letters.source(1, positions[index]) & mask;
            planes[0][index] = are_short ? one | other << 32U : one;
            if (!are_short) planes[1][index] = other;
        }
    });
    positions = {};
}

source_groups::source_groups(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces,
                             const equal_windows& windows)
    : row_(pieces.row), mismatches_(static_cast<unsigned>(given.mismatches)), letters_of_piece_(pieces.sets.letters()),
      list_(given, resources, pieces, windows), chosen_(list_.size()), are_joint_(list_.size()), missed_(list_.size()) {
    choose_pieces(given, resources, pieces);
    find_centres(resources);
    make_groups(resources, pieces.are_targets_near);
}

void source_groups::mark(const group_kernels& kernels, const piece_windows& targets, std::size_t from,
                         std::size_t count, const source_group& group, std::uint64_t* bits) const {
    const std::size_t words_of_bits = (count + 63) / 64;
    std::array<const std::uint32_t*, bounded_pieces::most> words{};
    std::array<std::uint32_t, bounded_pieces::most> centres{};
    std::size_t pieces = 0;
    if (group.targets_are == source_group::kind::rest) {
        std::fill_n(bits, words_of_bits, ~std::uint64_t{0});
        return;
    }
    if (group.targets_are == source_group::kind::alone) std::fill_n(bits, words_of_bits, 0);
    std::vector<std::uint64_t> of_piece;
    for (std::size_t piece = 0; piece < row_.size(); ++piece) {
        if (!is_chosen(group.one, piece)) continue;
        words[pieces] = targets.words[piece].data() + from;
        centres[pieces] = centre_of(group.one, piece).word;
        if (group.targets_are == source_group::kind::joint) {
            ++pieces;
            continue;
        }
        of_piece.resize(words_of_bits);
        kernels.mark_near(words.data(), centres.data(), 1, count, row_.within[piece] + group.radius, of_piece.data());
        for (std::size_t word = 0; word < words_of_bits; ++word)
            bits[word] |= of_piece[word];
    }
    if (pieces > 0) kernels.mark_near(words.data(), centres.data(), pieces, count, mismatches_ + group.radius, bits);
}

unsigned source_groups::apart(const source_group& group, const piece_windows& targets, std::size_t target) const {
    const auto beyond = [&](unsigned letters) { return letters > group.radius ? letters - group.radius : 0; };
    const bool is_joint = group.targets_are == source_group::kind::joint;
    unsigned sum = 0;
    for (std::size_t piece = 0; piece < row_.size(); ++piece) {
        if (!is_chosen(group.one, piece)) continue;
        const unsigned differ = mismatches_of_words(centre_of(group.one, piece).word, targets.words[piece][target]);
        sum += is_joint ? differ : beyond(differ);
    }
    return is_joint ? beyond(sum) : sum;
}

chosen_letters source_groups::letters_beside(const source_group& group, std::uint64_t length) const {
    if (group.targets_are == source_group::kind::rest) return chosen_letters(length);
    return {length, row_, chosen_[group.one], letters_of_piece_};
}

double source_groups::marked_pieces() const {
    double pieces = 0;
    for (const source_group& group : groups_)
        if (group.targets_are != source_group::kind::rest) pieces += base::count_ones(chosen_[group.one]);
    return pieces;
}

unsigned source_groups::radius_of(std::uint32_t source) const {
    unsigned radius = 0;
    for (std::size_t piece = 0; piece < row_.size(); ++piece)
        if (is_chosen(source, piece)) radius = together(source, radius, centre_of(source, piece).radius);
    return radius;
}

unsigned source_groups::distance(std::uint32_t source, std::uint32_t centre) const {
    unsigned apart = 0;
    for (std::size_t piece = 0; piece < row_.size(); ++piece)
        if (is_chosen(source, piece))
            apart =
                together(source, apart, mismatches_of_words(list_.words[piece][source], centre_of(centre, piece).word));
    return apart;
}

int source_groups::compare(std::uint32_t a, std::uint32_t b) const {
    if (are_joint_[a] != are_joint_[b]) return are_joint_[a] < are_joint_[b] ? -1 : 1;
    if (chosen_[a] != chosen_[b]) return chosen_[a] < chosen_[b] ? -1 : 1;
    for (const base::unset_vector<std::uint32_t>& of_piece : centre_)
        if (of_piece[a] != of_piece[b]) return of_piece[a] < of_piece[b] ? -1 : 1;
    return 0;
}

void source_groups::choose_pieces(const problem& given, const cpu_resources& resources, const bounded_pieces& pieces) {
    const auto windows = static_cast<double>(given.set.letters());
    const double most_random = static_cast<double>(given.support) * tuning::random_share_of_groups;
    unsigned telling = 1;
    while (telling < row_.size() &&
           windows * chance_of_survival(telling * pieces.sets.letters(), given.mismatches, given.chance_match) >
               most_random)
        ++telling;
    const auto choose = [&](std::uint64_t index) {
        std::array<std::pair<unsigned, unsigned>, bounded_pieces::most> frequent{}; // bounds and pieces
        std::size_t count = 0;
        unsigned rare = 0;
        for (unsigned piece = 0; piece < row_.size(); ++piece) {
            const piece_set& set = pieces.sets.of(piece);
            const front_and_end word = split(set.words, list_.words[piece][index]);
            if (!set.words.has(word)) continue; // too many letters are ambiguous: nothing is near
            const unsigned bound = bound_within(set.bound_of(word), row_.within[piece]);
            if (bound < pieces.frequent)
                rare += bound;
            else
                frequent[count++] = {bound, piece};
        }
        are_joint_[index] = count >= telling ? 1 : 0;
        missed_[index] = count >= telling && !pieces.are_targets_near ? 0 : rare;
        std::sort(frequent.begin(), frequent.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
        chosen_[index] = 0;
        for (std::size_t each = 0; each < (count >= telling ? telling : count); ++each)
            chosen_[index] |= std::uint32_t{1} << frequent[each].second;
    };
    runtime::for_parts(resources.workers, list_.size(), tuning::least_words_of_part,
                       [&](std::uint64_t first, std::uint64_t last) {
                           for (std::uint64_t index = first; index < last; ++index)
                               choose(index);
                       });
}

void source_groups::find_centres(const cpu_resources& resources) {
    centres_.assign(row_.size(), piece_centres({}, 0, 0, 0, 0));
    centre_.resize(row_.size());
    for (base::unset_vector<std::uint32_t>& of_piece : centre_)
        of_piece.resize(list_.size());
    resources.workers.run(row_.size(), [&](std::size_t piece, unsigned) {
        std::vector<std::uint32_t> words;
        for (std::size_t index = 0; index < list_.size(); ++index)
            if (is_chosen(index, piece)) words.push_back(list_.words[piece][index]);
        centres_[piece] = piece_centres(std::move(words), tuning::windows_of_centre_alone, tuning::radius_of_centres,
                                        tuning::most_centres, tuning::most_comparisons_of_words);
    });
    runtime::for_parts(
        resources.workers, list_.size(), tuning::least_words_of_part, [&](std::uint64_t first, std::uint64_t last) {
            for (std::size_t piece = 0; piece < row_.size(); ++piece)
                for (std::uint64_t index = first; index < last; ++index)
                    centre_[piece][index] = is_chosen(index, piece) ? centres_[piece].of(list_.words[piece][index]) : 0;
        });
}

void source_groups::make_groups(const cpu_resources& resources, bool are_targets_near) {
    std::vector<std::uint32_t> rest;
    std::vector<std::uint32_t> all;
    for (std::uint32_t index = 0; index < list_.size(); ++index)
        (has_centres(index) ? all : rest).push_back(index);
    append_groups(resources, all, tuning::least_sources_of_group, rest);
    join_large_groups(resources, rest);
    append_small_groups(resources, rest);
    if (rest.empty()) return;
    if (!are_targets_near)
        for (const std::uint32_t source : rest)
            missed_[source] = 0;
    append(rest, {0, 0, rest.front(), source_group::kind::rest, 0});
}

void source_groups::append_groups(const cpu_resources& resources, std::vector<std::uint32_t>& sources,
                                  std::ptrdiff_t least, std::vector<std::uint32_t>& rest) {
    runtime::parallel_sort(resources.workers, sources, [&](std::uint32_t a, std::uint32_t b) {
        const int order = compare(a, b);
        return order != 0 ? order < 0 : a < b;
    });
    for (auto first = sources.begin(), last = first; first != sources.end(); first = last) {
        last = std::find_if(first, sources.end(), [&](std::uint32_t each) { return compare(*first, each) != 0; });
        const auto kind = are_joint_[*first] != 0 ? source_group::kind::joint : source_group::kind::alone;
        if (last - first >= least)
            append({first, last}, {0, 0, *first, kind, radius_of(*first)});
        else
            rest.insert(rest.end(), first, last);
    }
}

void source_groups::append_small_groups(const cpu_resources& resources, std::vector<std::uint32_t>& rest) {
    const auto none =
        std::stable_partition(rest.begin(), rest.end(), [&](std::uint32_t each) { return has_centres(each); });
    std::vector<std::uint32_t> some(rest.begin(), none);
    rest.erase(rest.begin(), none);
    append_groups(resources, some, tuning::least_sources_of_small_group, rest);
}

bool source_groups::has_centres(std::uint32_t source) const {
    return chosen_[source] != 0 &&
           std::ranges::none_of(centre_, [&](const auto& of_piece) { return of_piece[source] == piece_centres::none; });
}

void source_groups::join_large_groups(const cpu_resources& resources, std::vector<std::uint32_t>& rest) {
    struct joined_source {
        std::size_t group;
        unsigned radius;
        std::uint32_t source;
    };
    const std::size_t large = groups_.size();
    if (rest.size() * large > tuning::most_comparisons_of_words) return;
    std::vector<joined_source> nearest(rest.size());
    runtime::for_parts(resources.workers, rest.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t index = first; index < last; ++index) {
            const std::uint32_t source = rest[index];
            joined_source& best = nearest[index];
            best = {large, (are_joint_[source] != 0 ? tuning::most_radius_of_group : tuning::most_radius_of_piece) + 1,
                    source};
            for (std::size_t group = 0; group < large && chosen_[source] != 0; ++group) {
                const source_group& into = groups_[group];
                if (are_joint_[into.one] != are_joint_[source] || chosen_[into.one] != chosen_[source]) continue;
                if (const unsigned apart = distance(source, into.one); apart < best.radius)
                    best = {group, apart, source};
            }
        }
    });
    std::ranges::sort(nearest, [](const joined_source& a, const joined_source& b) {
        return std::tie(a.group, a.radius, a.source) < std::tie(b.group, b.radius, b.source);
    });
    rest.clear();
    for (std::size_t first = 0, last = 0; first < nearest.size(); first = last) {
        std::vector<std::uint32_t> sources;
        const joined_source& one = nearest[first];
        for (; last < nearest.size() && nearest[last].group == one.group && nearest[last].radius == one.radius; ++last)
            sources.push_back(nearest[last].source);
        if (one.group == large)
            rest.insert(rest.end(), sources.begin(), sources.end());
        else
            append(sources, {0, 0, groups_[one.group].one, groups_[one.group].targets_are, one.radius});
    }
}

void source_groups::append(std::span<const std::uint32_t> sources, const source_group& like) {
    groups_.push_back(like);
    groups_.back().first = order_.size();
    order_.insert(order_.end(), sources.begin(), sources.end());
    groups_.back().last = order_.size();
}

} // namespace concord::substring

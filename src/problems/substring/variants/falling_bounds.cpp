#include "problems/substring/variants/falling_bounds.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace concord::substring {

/// Windows of the same letters.
struct falling_bounds::window_class {
    std::vector<std::uint32_t> starts;
    std::uint64_t offset = 0; ///< of the word by which it is found
    std::uint64_t near = 0;   ///< places near to that word
    word_places::reach reach{};
};

std::uint64_t falling_bounds::letters_of_word(const variant_problem& given, const variant_resources& resources) {
    if (given.allowed.edits > tuning::most_edits_of_bounds) return 0;
    return likely_runs::letters_of_word(given, resources, tuning::share_of_random_bound);
}

bool falling_bounds::are_possible(const variant_problem& given, const variant_resources& resources,
                                  std::uint64_t letters, std::uint64_t last_length) {
    constexpr std::uint64_t most_letters = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t most_words = std::numeric_limits<std::uint16_t>::max();
    const std::uint64_t text = given.of.text().size();
    constexpr double bytes_of_bound = 3 * sizeof(std::uint32_t) + sizeof(std::uint16_t);
    const double bytes = word_places::bytes(text, letters) + bytes_of_bound * static_cast<double>(text);
    return letters > 0 && last_length >= std::max(letters, given.min_length) && last_length <= most_words &&
           given.copies == 1 && given.support > 1 && text < most_letters &&
           bytes <= static_cast<double>(resources.memory) / 4;
}

falling_bounds::falling_bounds(const variant_problem& given, const variant_resources& resources, std::uint64_t letters)
    : places_(given.of, letters), bounds_(given.of.text().size(), 0) {
    likely_.make(given, resources, letters);
    of_length_.resize(given.max_length + 1);
    for (const piece& in : given.of.pieces()) {
        if (in.is_reverse || in.length < letters) continue;
        for (std::uint64_t start = in.first; start + letters <= in.first + in.length; ++start)
            bounds_[start] = static_cast<std::uint32_t>(given.max_length);
        lower_by_letters(given, in);
        for (std::uint64_t start = in.first; start + letters <= in.first + in.length; ++start)
            put(start);
    }
}

void falling_bounds::lower_by_letters(const variant_problem& given, const piece& in) {
    std::vector<std::uint64_t> nothings; // places of letters that match nothing, from the last one on
    for (std::uint64_t start = in.first + in.length; start-- > in.first;) {
        if (given.of.text()[start] == given.of.nothing()) nothings.push_back(start);
        std::uint64_t most = likely_.longest_from(start);
        // With more such letters it occurs where it stands, and nowhere else.
        if (nothings.size() > given.allowed.edits)
            most = std::min(most, nothings[nothings.size() - 1 - given.allowed.edits] - start);
        bounds_[start] = std::min(bounds_[start], static_cast<std::uint32_t>(most));
    }
}

void falling_bounds::update(const variant_problem& given, const variant_resources& resources,
                            std::span<const std::uint64_t> masked) {
    places_.update(masked, given.allowed.edits);
    const double table = std::pow(static_cast<double>(plain_nucleotides), static_cast<double>(least())) *
                         static_cast<double>(least() * given.allowed.edits);
    if (table <= tuning::table_of_bounds * static_cast<double>(given.of.text().size())) {
        likely_.make(given, resources, least());
        for (const piece& in : given.of.pieces())
            if (!in.is_reverse) lower_by_letters(given, in);
        return;
    }
    likely_.update(given, masked);
    for (const std::uint64_t sequence : masked)
        for (const piece& in : given.of.pieces(sequence))
            if (!in.is_reverse) lower_by_letters(given, in);
}

void falling_bounds::put(std::uint64_t start) {
    if (bounds_[start] >= least()) of_length_[bounds_[start]].push_back(static_cast<std::uint32_t>(start));
}

void falling_bounds::lower(const variant_problem& given, std::uint64_t start, std::uint64_t length) {
    const std::uint64_t first = given.of.piece_at(start).first;
    for (std::uint64_t at = start; bounds_[at] > length; --at, ++length) {
        bounds_[at] = static_cast<std::uint32_t>(length);
        if (at == first) break;
    }
}

std::vector<falling_bounds::window_class> falling_bounds::take(std::uint64_t length) {
    struct hashed_start {
        std::uint64_t hash;
        std::uint32_t start;
        auto operator<=>(const hashed_start&) const = default;
    };
    std::vector<hashed_start> hashed;
    for (const std::uint32_t start : std::exchange(of_length_[length], {}))
        if (bounds_[start] == length)
            hashed.push_back({places_.hash(start, length), start});
        else
            put(start);
    std::ranges::sort(hashed);
    std::vector<window_class> classes;
    for (std::size_t index = 0; index < hashed.size(); ++index) {
        const bool is_new = index == 0 || hashed[index].hash != hashed[index - 1].hash ||
                            !places_.are_equal(classes.back().starts.front(), hashed[index].start, length);
        if (is_new) classes.emplace_back();
        classes.back().starts.push_back(hashed[index].start);
    }
    return classes;
}

void falling_bounds::find_anchors(std::vector<window_class>& classes, std::uint64_t length) const {
    for (window_class& each : classes)
        for (std::uint64_t offset = 0; offset + least() <= length; ++offset) {
            const std::uint64_t near = likely_.near_to(each.starts.front() + offset);
            if (near == 0 || (each.near > 0 && near >= each.near)) continue;
            each.offset = offset;
            each.near = near;
        }
}

void falling_bounds::compare(const variant_problem& given, const variant_resources& resources,
                             std::vector<window_class>& classes, std::uint64_t length) const {
    std::vector<std::unique_ptr<word_places::reader>> readers(resources.workers.threads());
    const std::size_t tasks = std::min<std::size_t>(classes.size(), std::size_t{16} * readers.size());
    resources.workers.run(tasks, [&](std::size_t task, unsigned worker) {
        if (!readers[worker]) readers[worker] = std::make_unique<word_places::reader>(places_);
        for (std::size_t index = task; index < classes.size(); index += tasks) {
            window_class& each = classes[index];
            each.reach =
                readers[worker]->find(each.starts.front(), length, each.offset, given.allowed.edits, given.support);
            resources.workers.check_cancelled();
        }
    });
}

std::optional<longest_windows> falling_bounds::find(variant_problem& given, const variant_resources& resources) {
    for (std::uint64_t longer = given.max_length + 1; longer < of_length_.size(); ++longer)
        for (const std::uint32_t start : std::exchange(of_length_[longer], {})) {
            bounds_[start] = std::min(bounds_[start], static_cast<std::uint32_t>(given.max_length));
            put(start);
        }
    std::size_t compared = 0;
    for (std::uint64_t length = given.max_length; length >= std::max(least(), given.min_length); --length) {
        std::vector<window_class> classes = take(length);
        find_anchors(classes, length);
        double places = 0;
        for (const window_class& each : classes)
            places += static_cast<double>(each.near);
        const bool are_many = places > tuning::places_compared_for_letter * static_cast<double>(given.of.text().size());
        if (!are_many) compare(given, resources, classes, length);
        supported_starts found{length, {}, {}};
        std::vector<std::pair<std::uint64_t, std::uint64_t>> each_found; // starts and supports
        for (const window_class& each : classes) {
            const bool is_found = !are_many && each.reach.support >= given.support;
            for (const std::uint32_t start : each.starts) {
                if (is_found) each_found.emplace_back(start, each.reach.support);
                if (!is_found && !are_many) lower(given, start, each.reach.length);
                put(start);
            }
        }
        compared += classes.size();
        if (are_many) {
            given.max_length = length;
            return std::nullopt;
        }
        if (each_found.empty()) continue;
        resources.notes.push_back("windows of length " + std::to_string(length) + ", " + std::to_string(compared) +
                                  " compared: " + std::to_string(each_found.size()) + " have the support");
        std::ranges::sort(each_found);
        for (const auto& [start, support] : each_found) {
            found.starts.push_back(start);
            found.supports.push_back(support);
        }
        return windows_of(given.of, found);
    }
    resources.notes.push_back(std::to_string(compared) + " windows compared: none has the support");
    return longest_windows{};
}

} // namespace concord::substring

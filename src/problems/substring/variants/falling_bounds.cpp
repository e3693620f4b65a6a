#include "problems/substring/variants/falling_bounds.hpp"

#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/cost_tuning.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace concord::substring {

/// Windows of the same letters.
struct falling_bounds::window_class {
    std::vector<std::uint32_t> starts;
    bool is_asked = false;
    bool has_support = false;
    std::uint64_t offset = 0; ///< of the end of the window that was asked last
    word_reach reach{};
};

namespace {

std::uint64_t hash_of(std::span<const letter> letters) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    std::uint64_t sum = letters.size();
    for (const letter each : letters) {
        sum = (sum ^ each) * odd;
        sum ^= sum >> 29U;
    }
    return sum;
}

} // namespace

bool falling_bounds::are_possible(const variant_problem& given, const variant_resources& resources,
                                  std::span<const limit_words> words, std::uint64_t last_length) {
    constexpr std::uint64_t most_letters = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t most_length = std::numeric_limits<std::uint16_t>::max();
    if (words.empty()) return false;
    const std::uint64_t text = given.of.text().size();
    constexpr double bytes_of_bound = 3 * sizeof(std::uint32_t);
    double bytes = 0;
    const letterwise_sequences without(given.of, words.front().letters, 1);
    for (const limit_words& each : words)
        bytes = std::max(bytes, static_cast<double>(anchor_index::bytes(given.of, without, each.letters)) +
                                    (bytes_of_bound + word_limits::bytes(each)) * static_cast<double>(text));
    return last_length >= std::max(words.back().least, given.min_length) && last_length <= most_length &&
           given.copies == 1 && given.support > 1 && text < most_letters &&
           bytes <= static_cast<double>(resources.memory) / 4;
}

void falling_bounds::count_words(const variant_problem& given, const variant_resources& resources) {
    const limit_words& words = words_[counted_ - 1];
    const bool are_the_same = limits_ && limits_->words().letters == words.letters;
    if (are_the_same && limits_->words().mismatches == words.mismatches) {
        limits_->count(resources);
    } else {
        limits_.reset();
        limits_.emplace(given, resources, words);
    }
    if (!are_the_same || is_masked_) {
        const letterwise_sequences without(given.of, words.letters, 1);
        index_.reset();
        index_.emplace(given.of, without, words.letters, resources.workers, words.mismatches);
    }
    if (!text_) text_.emplace(given.of);
    resources.notes.push_back("bounds by words of " + std::to_string(words.letters) + " letters within " +
                              std::to_string(words.mismatches) + " mismatches");
    compared_ = 0;
    is_masked_ = false;
    const bool are_first = bounds_.empty();
    if (are_first) {
        bounds_.assign(given.of.text().size(), 0);
        of_length_.resize(given.max_length + 1);
    }
    constexpr std::uint64_t least_pieces_of_part = 256;
    const std::span<const piece> pieces = given.of.pieces();
    runtime::for_parts(
        resources.workers, pieces.size(), least_pieces_of_part, [&](std::uint64_t begin, std::uint64_t end) {
            for (const piece& in : pieces.subspan(begin, end - begin)) {
                if (in.is_reverse) continue;
                if (are_first)
                    for (std::uint64_t at = 0; at < in.length; ++at)
                        bounds_[in.first + at] = static_cast<std::uint32_t>(std::min(in.length - at, given.max_length));
                lower_by_words(in);
            }
        });
    for (std::vector<std::uint32_t>& each : of_length_)
        each.clear();
    for (const piece& in : pieces)
        for (std::uint64_t start = in.first; !in.is_reverse && start < in.first + in.length; ++start)
            put(start);
}

bool falling_bounds::are_counted_again(const variant_problem& given) const noexcept {
    const double text = static_cast<double>(given.of.text().size());
    return is_masked_ && compared_ * tuning::cost_of_compared_place * tuning::saved_by_counting_again >
                             words_[counted_ - 1].cost + text * tuning::cost_of_limited_letter;
}

void falling_bounds::lower_by_words(const piece& in) {
    std::uint32_t before = 0; // letters of the window that begins one letter later
    for (std::uint64_t start = in.first + in.length; start-- > in.first;) {
        std::uint32_t& bound = bounds_[start];
        bound = std::min(bound, before + 1);
        if (bound >= limits_->words().least) bound = static_cast<std::uint32_t>(limits_->longest_from(start, bound));
        before = bound;
    }
}

void falling_bounds::update(const variant_problem& given, std::span<const std::uint64_t> masked) {
    if (!limits_) return;
    is_masked_ = true;
    mask_text(given, masked);
    limits_->leave_masked(masked);
    for (const std::uint64_t sequence : masked)
        for (const piece& in : given.of.pieces(sequence))
            if (!in.is_reverse) lower_by_words(in);
}

void falling_bounds::put(std::uint64_t start) {
    if (bounds_[start] >= limits_->words().least)
        of_length_[bounds_[start]].push_back(static_cast<std::uint32_t>(start));
}

void falling_bounds::lower(const variant_problem& given, std::uint64_t start, std::uint64_t length) {
    const std::uint64_t first = given.of.piece_at(start).first;
    for (std::uint64_t at = start; bounds_[at] > length; --at, ++length) {
        bounds_[at] = static_cast<std::uint32_t>(length);
        if (at == first) break;
    }
}

std::vector<falling_bounds::window_class> falling_bounds::take(const variant_problem& given, std::uint64_t length) {
    struct hashed_start {
        std::uint64_t hash;
        std::uint32_t start;
        auto operator<=>(const hashed_start&) const = default;
    };
    std::vector<hashed_start> hashed;
    for (const std::uint32_t start : std::exchange(of_length_[length], {}))
        if (bounds_[start] == length)
            hashed.push_back({hash_of(given.of.letters(start, length)), start});
        else
            put(start);
    std::ranges::sort(hashed);
    std::vector<window_class> classes;
    for (std::size_t index = 0; index < hashed.size(); ++index) {
        const bool is_new = index == 0 || hashed[index].hash != hashed[index - 1].hash ||
                            !std::ranges::equal(given.of.letters(classes.back().starts.front(), length),
                                                given.of.letters(hashed[index].start, length));
        if (is_new) classes.emplace_back();
        classes.back().starts.push_back(hashed[index].start);
    }
    return classes;
}

void falling_bounds::mask_text(const variant_problem& given, std::span<const std::uint64_t> masked) {
    for (const std::uint64_t sequence : masked)
        for (const piece& in : given.of.pieces(sequence))
            for (std::uint64_t at = in.first; at < in.first + in.length; ++at)
                if (given.of.text()[at] == given.of.nothing()) text_->mask(at, 1);
}

void falling_bounds::ask(word_reacher& reacher, window_class& about, std::uint64_t length) {
    chosen_blocks blocks;
    const std::uint64_t start = about.starts.front();
    std::uint64_t before = 0; // letters before the first frequent word
    while (before + limits_->words().least <= length && !limits_->is_frequent(start + before))
        ++before;
    if (before + limits_->words().least > length) before = 0;
    const std::uint64_t rarely = random_.load(std::memory_order_relaxed);
    about.is_asked = true;
    for (std::uint64_t asked = std::min(before, rarely);;) {
        about.offset = before - asked;
        limits_->cut(start + about.offset, length - about.offset, *index_, blocks);
        const auto near = static_cast<double>(blocks.places);
        compared_ += near;
        asked_ += near;
        about.reach = reacher.find(start + about.offset, blocks);
        about.has_support = about.reach.length >= length - about.offset;
        if (!about.has_support) {
            if (asked != rarely) random_.store(std::max<std::uint64_t>(1, asked), std::memory_order_relaxed);
            return;
        }
        if (about.offset == 0) return;
        asked += (about.offset + 1) / 2;
    }
}

void falling_bounds::compare(const variant_problem& given, const variant_resources& resources,
                             std::vector<window_class>& classes, std::uint64_t length, double most_places) {
    const word_letters letters(given.of);
    std::vector<std::unique_ptr<word_reacher>> of_thread(resources.workers.threads());
    const std::size_t tasks = std::min<std::size_t>(classes.size(), std::size_t{16} * of_thread.size());
    resources.workers.run(tasks, [&](std::size_t task, unsigned worker) {
        std::unique_ptr<word_reacher>& reacher = of_thread[worker];
        if (!reacher)
            reacher = std::make_unique<word_reacher>(given, resources, *text_, letters, std::span<const lane_block>());
        for (std::size_t index = task; index < classes.size() && asked_ <= most_places; index += tasks) {
            ask(*reacher, classes[index], length);
            resources.workers.check_cancelled();
        }
    });
}

std::optional<longest_windows> falling_bounds::find(variant_problem& given, const variant_resources& resources) {
    const double most_places = std::max(
        tuning::least_places_compared,
        most_for_letter_ * static_cast<double>(given.of.text().size()) *
            (given.allowed.edits > tuning::most_edits_of_further_answers ? tuning::places_beside_plain_search : 1));
    asked_ = 0;
    if (counted_ == 0) {
        counted_ = 1;
        while (counted_ < words_.size() && words_[counted_ - 1].least > given.max_length)
            ++counted_;
        count_words(given, resources);
    }
    for (std::uint64_t longer = given.max_length + 1; longer < of_length_.size(); ++longer)
        for (const std::uint32_t start : std::exchange(of_length_[longer], {})) {
            bounds_[start] = std::min(bounds_[start], static_cast<std::uint32_t>(given.max_length));
            put(start);
        }
    std::size_t compared = 0;
    for (std::uint64_t length = given.max_length; length >= std::max(least(), given.min_length);) {
        while (limits_->words().least > length) {
            ++counted_;
            count_words(given, resources);
        }
        if (are_counted_again(given)) count_words(given, resources);
        std::vector<window_class> classes = take(given, length);
        compare(given, resources, classes, length, most_places);
        std::vector<std::pair<std::uint64_t, std::uint64_t>> found; // starts and supports
        bool are_all_asked = true;
        for (const window_class& each : classes) {
            compared += each.is_asked ? 1 : 0;
            are_all_asked = are_all_asked && each.is_asked;
            const bool is_found = each.is_asked && each.has_support;
            for (const std::uint32_t start : each.starts) {
                if (is_found) found.emplace_back(start, each.reach.support);
                if (each.is_asked && !is_found) lower(given, start + each.offset, each.reach.length);
                put(start);
            }
        }
        if (!are_all_asked) {
            given.max_length = length;
            if (counted_ == words_.size() || asked_ > most_places) {
                most_for_letter_ /= 4; // what is left will be asked in another way, which took as long as that is worth
                resources.notes.push_back("windows of length " + std::to_string(length) + ", " +
                                          std::to_string(compared) + " compared: others are left");
                return std::nullopt;
            }
            ++counted_;
            count_words(given, resources);
            continue;
        }
        if (found.empty()) {
            --length;
            continue;
        }
        resources.notes.push_back("windows of length " + std::to_string(length) + ", " + std::to_string(compared) +
                                  " compared: " + std::to_string(found.size()) + " have the support");
        std::ranges::sort(found);
        supported_starts windows{length, {}, {}};
        for (const auto& [start, support] : found) {
            windows.starts.push_back(start);
            windows.supports.push_back(support);
        }
        return windows_of(given.of, windows);
    }
    resources.notes.push_back(std::to_string(compared) + " windows compared: none has the support");
    given.max_length = std::min(given.max_length, least() - 1);
    return longest_windows{};
}

} // namespace concord::substring

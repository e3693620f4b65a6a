// Windows with the same letters are one class: by a rolling hash, which is checked letter by letter.
#include "problems/substring/tuning.hpp"
#include "problems/substring/variants/variant_search.hpp"
#include "problems/substring/variants/window_hash.hpp"
#include "runtime/far_array.hpp"
#include "runtime/group_by_key.hpp"
#include "runtime/parallel_sort.hpp"
#include "runtime/parts.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace concord::substring {
namespace {

struct window_and_hash {
    std::uint64_t hash;
    std::uint64_t start;

    friend auto operator<=>(const window_and_hash&, const window_and_hash&) = default;
};

/// Windows of plain nucleotides, sorted by the numbers that they are: many short ones by counting.
class numbered_windows {
  public:
    numbered_windows(const piece_collection& of, const window_starts& starts, std::uint64_t length, reading direction,
                     runtime::thread_pool& workers)
        : of_(of), length_(length), direction_(direction) {
        constexpr std::uint64_t most_letters = 32;
        constexpr std::uint64_t most_counted_letters = 12;
        if (!of.is_dna() || length > most_letters || starts.size() > std::numeric_limits<std::uint32_t>::max()) return;
        are_any_ = true;
        if (length <= most_counted_letters && std::uint64_t{1} << 2 * length <= 4 * starts.size())
            count(starts, workers);
        else
            sort(starts, workers);
    }

    [[nodiscard]] std::size_t size() const noexcept { return sorted_.size(); }
    [[nodiscard]] bool has(std::uint64_t start) const { return are_any_ && number_at(start).has_value(); }
    /// The classes of them all, where there are no other windows.
    [[nodiscard]] window_classes classes(reading direction) && {
        window_classes all;
        all.direction = direction;
        for_each_run([&](std::span<const std::uint64_t> equal) {
            all.first.push_back(static_cast<std::size_t>(equal.data() - sorted_.data()));
        });
        all.first.push_back(sorted_.size());
        all.members = std::move(sorted_);
        return all;
    }
    /// visit(starts of equal windows), in the order of these as they are read.
    template <class Visit>
    void for_each_run(Visit visit) const {
        for (std::size_t index = 0; index + 1 < first_.size(); ++index)
            if (first_[index] < first_[index + 1])
                visit(std::span(sorted_).subspan(first_[index], first_[index + 1] - first_[index]));
    }

  private:
    void count(const window_starts& starts, runtime::thread_pool& workers) {
        const std::uint32_t none = std::uint32_t{1} << 2 * length_; // beyond all numbers
        std::vector<std::uint32_t> numbers(starts.size());
        runtime::for_parts(workers, starts.size(), tuning::least_windows_of_part,
                           [&](std::uint64_t first, std::uint64_t last) {
                               for (std::uint64_t index = first; index < last; ++index)
                                   numbers[index] = static_cast<std::uint32_t>(number_at(starts[index]).value_or(none));
                           });
        const runtime::equal_parts parts(workers, starts.size(), tuning::least_windows_of_part);
        first_ = runtime::far_array<std::uint32_t>(none + std::size_t{1});
        runtime::group_by_key<std::uint64_t>(
            workers, parts.size(), first_.view(),
            [&](std::size_t part, const auto& emit) {
                for (std::uint64_t index = parts.first(part); index < parts.last(part); ++index)
                    if (numbers[index] != none) emit(numbers[index], starts[index]);
            },
            [&](std::size_t values) {
                sorted_.resize(values);
                return std::span<std::uint64_t>(sorted_);
            });
    }

    void sort(const window_starts& starts, runtime::thread_pool& workers) {
        using number_and_start = std::pair<std::uint64_t, std::uint64_t>;
        std::vector<number_and_start> numbered = runtime::collect_parts<number_and_start>(
            workers, starts.size(), tuning::least_windows_of_part,
            [&](std::uint64_t first, std::uint64_t last, std::vector<number_and_start>& of_part) {
                for (const std::uint64_t start : std::span(starts).subspan(first, last - first))
                    if (const std::optional<std::uint64_t> number = number_at(start))
                        of_part.emplace_back(*number, start);
            });
        runtime::parallel_sort(workers, numbered, std::less<>());
        first_ = runtime::far_array<std::uint32_t>(numbered.size() + 1);
        sorted_.reserve(numbered.size());
        std::size_t runs = 0;
        for (std::size_t index = 0; index < numbered.size(); ++index) {
            if (index == 0 || numbered[index].first != numbered[index - 1].first)
                first_[runs++] = static_cast<std::uint32_t>(index);
            sorted_.push_back(numbered[index].second);
        }
        first_[runs] = static_cast<std::uint32_t>(numbered.size());
        first_.shorten(runs + 1);
    }

    [[nodiscard]] std::optional<std::uint64_t> number_at(std::uint64_t start) const {
        std::uint64_t number = 0;
        for (std::uint64_t at = 0; at < length_; ++at) {
            const letter here = of_.text()[direction_ == reading::forward ? start + at : start + length_ - 1 - at];
            if (here >= plain_nucleotides) return std::nullopt;
            number = number << 2U | here;
        }
        return number;
    }

    const piece_collection& of_;
    std::uint64_t length_;
    reading direction_;
    bool are_any_ = false;
    runtime::far_array<std::uint32_t> first_; ///< of equal windows, or of each number, in sorted_, and the end
    window_starts sorted_;
};

} // namespace

window_classes group_windows(const piece_collection& of, const window_starts& starts, std::uint64_t length,
                             reading direction, runtime::thread_pool& workers) {
    numbered_windows numbered(of, starts, length, direction, workers);
    if (numbered.size() == starts.size()) return std::move(numbered).classes(direction);
    std::vector<window_and_hash> hashed = runtime::collect_parts<window_and_hash>(
        workers, starts.size(), tuning::least_windows_of_part,
        [&](std::uint64_t first, std::uint64_t last, std::vector<window_and_hash>& of_part) {
            window_hash hash(of.text(), length);
            for (std::uint64_t index = first; index < last; ++index)
                if (!numbered.has(starts[index])) of_part.push_back({hash.at(starts[index]), starts[index]});
        });
    runtime::parallel_sort(workers, hashed, std::less<>());
    const auto letters = [&](std::uint64_t start) { return of.letters(start, length); };
    const auto precedes = [&](std::uint64_t a, std::uint64_t b) {
        if (direction == reading::forward) return std::ranges::lexicographical_compare(letters(a), letters(b));
        const auto one = letters(a);
        const auto other = letters(b);
        return std::lexicographical_compare(one.rbegin(), one.rend(), other.rbegin(), other.rend());
    };
    // Runs of equal hashes; where two texts share one, the run is sorted by its letters.
    struct run {
        std::size_t first;
        std::size_t last;
    };
    const runtime::equal_parts parts(workers, hashed.size(), tuning::least_windows_of_part);
    std::vector<std::size_t> borders; // of parts, between different hashes
    for (std::size_t part = 0; part < parts.size(); ++part) {
        std::size_t border = parts.first(part);
        while (border > 0 && border < hashed.size() && hashed[border].hash == hashed[border - 1].hash)
            ++border;
        borders.push_back(border);
    }
    borders.push_back(hashed.size());
    std::vector<std::vector<run>> of_part(parts.size());
    workers.run(parts.size(), [&](std::size_t part, unsigned) {
        std::vector<run> runs;
        for (std::size_t first = borders[part]; first < borders[part + 1];) {
            std::size_t last = first + 1;
            bool are_equal = true;
            for (; last < borders[part + 1] && hashed[last].hash == hashed[first].hash; ++last)
                are_equal = are_equal && std::ranges::equal(letters(hashed[first].start), letters(hashed[last].start));
            if (!are_equal)
                std::stable_sort(hashed.begin() + static_cast<std::ptrdiff_t>(first),
                                 hashed.begin() + static_cast<std::ptrdiff_t>(last),
                                 [&](const auto& a, const auto& b) { return precedes(a.start, b.start); });
            while (first < last) {
                const std::size_t from = first++;
                while (first < last &&
                       (are_equal || std::ranges::equal(letters(hashed[from].start), letters(hashed[first].start))))
                    ++first;
                runs.push_back({from, first});
            }
        }
        of_part[part] = std::move(runs);
    });
    std::vector<run> runs;
    for (const std::vector<run>& some : of_part)
        runs.insert(runs.end(), some.begin(), some.end());
    const auto is_before = [&](const run& a, const run& b) {
        return precedes(hashed[a.first].start, hashed[b.first].start);
    };
    runtime::parallel_sort(workers, runs, is_before);
    const auto others = static_cast<std::ptrdiff_t>(runs.size());
    numbered.for_each_run([&](std::span<const std::uint64_t> equal) {
        runs.push_back({hashed.size(), hashed.size() + equal.size()});
        for (const std::uint64_t start : equal)
            hashed.push_back({0, start});
    });
    std::inplace_merge(runs.begin(), runs.begin() + others, runs.end(), is_before);
    window_classes classes;
    classes.direction = direction;
    classes.members.reserve(starts.size());
    for (const run& each : runs) {
        classes.first.push_back(classes.members.size());
        for (std::size_t at = each.first; at < each.last; ++at)
            classes.members.push_back(hashed[at].start);
    }
    classes.first.push_back(classes.members.size());
    return classes;
}

} // namespace concord::substring

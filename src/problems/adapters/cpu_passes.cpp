#include "problems/adapters/cpu_passes.hpp"

#include <algorithm>

namespace concord::adapters {

const std::vector<std::uint32_t>& cpu_passes::count_words() {
    const auto changed = static_cast<std::size_t>(std::ranges::count(is_changed_, 1));
    if (!counted_ || 2 * changed > is_changed_.size()) {
        counts_ = adapters::count_words(reads_.set, mask_, reads_.ours, pool_);
    } else if (changed > 0) { // what they held then is taken off, and what they hold now is added
        const auto is_changed = [&](std::size_t read) { return is_changed_[read - reads_.ours.first] != 0; };
        add_words(reads_.set, *counted_, reads_.ours, pool_, is_changed, ~std::uint32_t{0}, counts_);
        add_words(reads_.set, mask_, reads_.ours, pool_, is_changed, 1, counts_);
    }
    counted_ = mask_;
    std::ranges::fill(is_changed_, std::uint8_t{0});
    return counts_;
}

std::vector<std::vector<word_place>> cpu_passes::sample_places(const std::vector<std::uint32_t>& words,
                                                               const std::vector<std::uint32_t>& counts) {
    return adapters::sample_places(reads_.set, mask_, words, counts, reads_.ours, pool_);
}

void cpu_passes::mask_held(const std::vector<codes>& sequences) {
    const placer placed(sequences, reads_.may_shift, reads_.vectors);
    std::vector<read_letters> letters(pool_.threads(), read_letters(reads_.set));
    std::vector<std::vector<placement>> found(pool_.threads());
    const auto mask_reads = [&](std::size_t task, unsigned worker) -> std::uint64_t {
        const read_range some = reads_of_task(reads_.ours, task);
        for (std::size_t read = some.first; read < some.last; ++read) {
            const std::uint64_t offset = reads_.set.offset(read);
            if (mask_.covers(offset, offset + reads_.set.length(read))) continue;
            for_each_masked(reads_, read, letters[worker](read, nullptr), placed, found[worker],
                            [&](std::uint64_t first, std::uint64_t last) {
                                if (mask_.set(first, last)) is_changed_[read - reads_.ours.first] = 1;
                            });
        }
        return some.size();
    };
    pool_.run(tasks_of(reads_.ours.size()), {.name = "aligning reads", .unit = "reads", .total = reads_.ours.size()},
              mask_reads);
}

read_statistics cpu_passes::statistics_of(const std::vector<codes>& sequences) {
    const placer placed(sequences, reads_.may_shift, reads_.vectors);
    const auto place = [&](std::size_t read, read_letters& letters, std::vector<placement>& found) {
        const auto held = letters(read, nullptr);
        placed.place(held, found);
        return held;
    };
    return sum_over_reads(reads_, sequences, placed, pool_, place);
}

} // namespace concord::adapters

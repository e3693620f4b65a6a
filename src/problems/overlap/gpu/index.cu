// The index on a GPU: text, suffixes, ranks, prefixes and the table of minima.
#include "problems/overlap/gpu/common_prefixes.cuh"
#include "problems/overlap/gpu/index_of_one_gpu.cuh"
#include "problems/overlap/gpu/place_prefixes.hpp"
#include "problems/overlap/gpu/suffix_order.cuh"
#include "runtime/gpu/gpus.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace concord::overlap {

index_of_one_gpu::index_of_one_gpu(const text_with_places& of, const gpu_resources& resources)
    : machine_(
          runtime::started_gpu(resources.gpu), resources.memory,
          [this] {
              if (check_ != nullptr && *check_) (*check_)();
          },
          resources.threads),
      view_(of.text), letters_(put(of.text.letters, of.text.size * of.text.bits / bits_per_word + 2)),
      cuts_(put(of.text.cuts, of.text.size / bits_per_word + 2)), offsets_(put(of.offsets.data(), of.offsets.size())) {
    if (of.text.ambiguous != nullptr) ambiguous_ = put(of.text.ambiguous, of.text.size / bits_per_word + 2);
    view_.letters = letters_.data();
    view_.cuts = cuts_.data();
    view_.ambiguous = ambiguous_.data();
}

void index_of_one_gpu::build(const cancel_check& check, std::vector<std::string>& notes) {
    using clock = std::chrono::steady_clock;
    if (view_.size == 0) return;
    const turn mine(*this, &check);
    machine_.context().wait("copying to it");
    const clock::time_point begin = clock::now();
    ordered_suffixes order = order_suffixes(machine_, view_);
    machine_.context().wait("ordering suffixes");
    const clock::time_point ordered = clock::now();
    prefixes_ = neighbour_prefixes(machine_, view_, order);
    machine_.context().wait("comparing neighbours");
    const clock::time_point compared = clock::now();
    const auto milliseconds = [](clock::duration time) {
        return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(time).count() / 1000.0) + " ms";
    };
    notes.push_back("suffixes sorted by " + std::to_string(first_keys::of(view_).letters) + " letters, then " +
                    std::to_string(order.sorted) + " in " + std::to_string(order.rounds) +
                    " rounds of prefix doubling, in " + milliseconds(ordered - begin) + "; their prefixes in " +
                    milliseconds(compared - ordered));
    suffixes_ = std::move(order.suffixes);
    ranks_ = std::move(order.ranks);
    table_ = machine_.zeroed<std::uint32_t>(range_minima<std::uint32_t>::table_size(view_.size));
    for (std::uint64_t level = 0; level < range_minima<std::uint32_t>::levels_of(view_.size); ++level)
        machine_.for_each(range_minima<std::uint32_t>::blocks_of(view_.size),
                          fill_minima{prefixes_.data(), view_.size, table_.data(), level});
    machine_.context().wait("building an index");
}

void index_of_one_gpu::copy(const index_arrays<const std::uint32_t>& host) {
    ranks_ = put(host.ranks.data(), host.ranks.size());
    prefixes_ = put(host.prefixes.data(), host.prefixes.size());
    table_ = put(host.table.data(), host.table.size());
    machine_.context().wait("copying to it");
}

void index_of_one_gpu::copy_to(const index_arrays<std::uint32_t>& host) const {
    const turn mine(*this, nullptr);
    get(host.suffixes, suffixes_);
    get(host.ranks, ranks_);
    get(host.prefixes, prefixes_);
    get(host.table, table_);
}

bool index_of_one_gpu::common_prefixes(std::uint64_t of_one_strand, std::span<const place_pair> pairs,
                                       std::span<std::uint64_t> lengths, const cancel_check& check) const {
    const turn mine(*this, &check);
    constexpr std::size_t at_once = 1U << 24U;
    const std::size_t room = std::min(pairs.size(), at_once);
    const auto given = machine_.make<place_pair>(room);
    const auto found = machine_.make<std::uint64_t>(room);
    const auto wrong = machine_.zeroed<unsigned>(1);
    unsigned any_wrong = 0;
    for (std::size_t first = 0; first < pairs.size() && any_wrong == 0; first += room) {
        machine_.check();
        const std::size_t count = std::min(room, pairs.size() - first);
        machine_.put(given.data(), pairs.data() + first, count);
        machine_.for_each(count, share_prefixes{view_,
                                                offsets_.data(),
                                                of_one_strand,
                                                ranks_.data(),
                                                {prefixes_.data(), table_.data(), view_.size},
                                                given.data(),
                                                found.data(),
                                                wrong.data()});
        machine_.get(lengths.data() + first, found.data(), count);
        machine_.get(&any_wrong, wrong.data(), 1);
    }
    return any_wrong == 0;
}

std::shared_ptr<const gpu_index> index_on_gpu(const text_with_places& of, const gpu_resources& resources,
                                              const cancel_check& check, std::vector<std::string>& notes) {
    const auto made = std::make_shared<index_of_one_gpu>(of, resources);
    made->build(check, notes);
    return made;
}

std::shared_ptr<const gpu_index> index_to_gpu(const text_with_places& of, const index_arrays<const std::uint32_t>& host,
                                              const gpu_resources& resources) {
    const auto made = std::make_shared<index_of_one_gpu>(of, resources);
    made->copy(host);
    return made;
}

} // namespace concord::overlap

#include "problems/distance/batch/block_sharing.hpp"

#include "problems/distance/tuning.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <string>

namespace concord::edit_distance {
namespace {

struct packed_pair {
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t distance;
};

void write(runtime::byte_writer& to, std::span<const near_pair> pairs) {
    std::vector<packed_pair> packed;
    packed.reserve(pairs.size());
    for (const near_pair& each : pairs)
        packed.push_back({static_cast<std::uint32_t>(each.a), static_cast<std::uint32_t>(each.b), each.distance});
    to.list(packed);
}

std::vector<near_pair> read_near_pairs(runtime::byte_reader& from) {
    std::vector<near_pair> pairs;
    for (const packed_pair& each : from.list<packed_pair>())
        pairs.push_back({each.a, each.b, each.distance});
    return pairs;
}

} // namespace

block_sharing::block_sharing(const sequence_set& a, const sequence_set& b, const batch_options& options,
                             std::string_view kind, std::uint64_t count)
    : a_(a), b_(b), given_(options), options_(options) {
    if (!is_shared()) return;
    options_.run.on_progress = {};
    const std::string bound = options.max_distance ? std::to_string(*options.max_distance) : "none";
    given_.run.sharing->begin([&]() -> std::vector<runtime::call_fact> {
        return {{"command", "distance of " + std::string(kind)},
                {"first input", runtime::digest_of(a)},
                {"second input", runtime::digest_of(b)},
                {"metric", std::to_string(static_cast<unsigned>(options.metric))},
                {"max_distance", bound},
                {"count", std::to_string(count)},
                {"tile", std::to_string(runtime::forced_tile())}};
    });
}

std::uint64_t block_sharing::rows_of_block(std::uint64_t cells, std::uint64_t least) const {
    const std::uint64_t rows = std::max(least, a_.size() / tuning::most_blocks);
    const std::uint64_t that_fit = std::max<std::uint64_t>(1, cells / std::max<std::uint64_t>(1, b_.size()));
    return runtime::forced_tile() > 0 ? runtime::forced_tile() : std::min(rows, that_fit);
}

void block_sharing::run(std::uint64_t rows, std::uint64_t block, std::string_view unit, const maker& make,
                        const taker& take) {
    runtime::thread_pool pool(given_.run);
    const runtime::step blocks{.name = "comparing",
                               .unit = unit,
                               .count = (rows + block - 1) / block,
                               .total = rows,
                               .each = block,
                               .division = runtime::divided_among::shards};
    given_.run.sharing->run_in_order(
        pool, blocks, runtime::made_by::all_threads,
        [&](std::size_t index, unsigned) { return make(index * block, std::min(rows, (index + 1) * block)); },
        [&](std::uint64_t index, const runtime::byte_string& content) {
            runtime::byte_reader reader(content);
            take(index * block, std::min(rows, (index + 1) * block), reader);
        });
}

void block_sharing::run_pairs(std::uint64_t rows, std::uint64_t block, const pair_finder& find,
                              const near_pair_sink& sink) {
    run(
        rows, block, "sequences",
        [&](std::uint64_t first, std::uint64_t last) {
            std::vector<near_pair> found;
            find(first, last,
                 [&](std::span<const near_pair> pairs) { found.insert(found.end(), pairs.begin(), pairs.end()); });
            runtime::byte_writer writer;
            write(writer, found);
            return writer.take();
        },
        [&](std::uint64_t, std::uint64_t, runtime::byte_reader& content) {
            const std::vector<near_pair> pairs = read_near_pairs(content);
            if (!pairs.empty()) sink(pairs);
        });
}

} // namespace concord::edit_distance

#include "problems/substring/variants/held_classes.hpp"

#include "problems/substring/variants/cost_tuning.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace concord::substring {
namespace {

/// One thread's counts of the classes that are still counted.
struct thread_marks {
    std::unique_ptr<lane_marker> marker;
    std::vector<std::uint8_t> lanes;
    std::vector<std::uint8_t> lanes_of_all; ///< where not all classes are counted
    std::vector<std::uint32_t> holders;

    /// Adds what has been marked, which is zero then. `places` of these classes among all; empty: they are all.
    void add(std::span<const std::size_t> places, std::size_t stage, unsigned worker, std::size_t all,
             longer_windows* longer) {
        if (longer != nullptr && !places.empty()) {
            lanes_of_all.assign(all, 0);
            for (std::size_t index = 0; index < places.size(); ++index)
                lanes_of_all[places[index]] = lanes[index];
        }
        if (longer != nullptr) longer->add(worker, stage, places.empty() ? lanes : lanes_of_all);
        for (std::size_t index = 0; index < lanes.size(); ++index)
            holders[index] += ones_of_byte[std::exchange(lanes[index], std::uint8_t{0})];
    }
};

} // namespace

std::vector<some_lanes> lanes_of(std::span<const lane_block> blocks) {
    std::vector<some_lanes> parts;
    for (const lane_block& block : blocks)
        for (std::size_t lane = 0; lane < block.lanes; lane += row_padding)
            parts.push_back({&block, lane});
    return parts;
}

std::vector<std::uint64_t> count_in_stages(const counted_in_stages& given, std::uint64_t support,
                                           std::span<const some_lanes> parts, const lane_stages& stages,
                                           const make_marker_of& markers, runtime::thread_pool& workers) {
    const std::size_t all = given.classes.size();
    std::vector<std::uint64_t> supports(all, 0);
    std::uint64_t sequences = 0; // that are still to come
    for (const some_lanes& part : parts)
        sequences += part.sequences();
    std::optional<class_part> some; // that are still counted; none: all
    make_marker make = markers(given.classes);
    std::vector<thread_marks> threads(workers.threads());
    for (std::size_t stage = 0; stage < stages.number; ++stage) {
        const std::span<const std::size_t> places =
            some ? std::span<const std::size_t>(some->places) : std::span<const std::size_t>();
        const std::size_t counted = some ? places.size() : all;
        const std::size_t first = stages.first(stage);
        const std::uint64_t tasks = stages.first(stage + 1) - first;
        workers.run(tasks, {"counting", "parts", tasks}, [&](std::size_t task, unsigned worker) {
            thread_marks& mine = threads[worker];
            if (!mine.marker) mine.marker = make();
            mine.lanes.resize(counted, 0);
            mine.holders.resize(counted, 0);
            mine.marker->mark(parts[first + task], mine.lanes);
            mine.add(places, stage, worker, all, given.longer);
            workers.check_cancelled();
            return std::uint64_t{1};
        });
        for (thread_marks& mine : threads)
            for (std::size_t index = 0; index < mine.holders.size(); ++index)
                supports[some ? places[index] : index] += std::exchange(mine.holders[index], 0U);
        if (stage + 1 == stages.number) break;
        for (std::size_t part = first; part < first + tasks; ++part)
            sequences -= parts[part].sequences();

        std::vector<std::uint8_t> marks(all, 0);
        std::size_t left = 0;
        for (std::size_t at = 0; at < counted; ++at) {
            const std::size_t index = some ? places[at] : at;
            std::uint64_t most = sequences;
            if (supports[index] + most >= support && given.bounds != nullptr)
                most = std::min(most, given.bounds->most_from(stage + 1, given.classes.representative(index)));
            marks[index] = supports[index] + most >= support ? 1 : 0;
            left += marks[index];
        }
        if (left == 0) break;
        if (static_cast<double>(left) > tuning::most_counted_on * static_cast<double>(counted)) continue;
        some.emplace(given.classes, marks, std::uint8_t{1});
        make = markers(some->classes);
        threads = std::vector<thread_marks>(workers.threads());
    }
    return supports;
}

} // namespace concord::substring

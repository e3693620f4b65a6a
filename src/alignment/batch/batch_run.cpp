#include "alignment/batch/batch_run.hpp"

#include "alignment/batch/tuning.hpp"
#include "runtime/distributed/broadcast_input.hpp"
#include "runtime/test_settings.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace concord::edit_distance {
namespace {

/// Throws error (usage) where they do not fit together.
void check(const sequence_set& a, const sequence_set& b) {
    for (const sequence_set* set : {&a, &b})
        if (set->longest() >= longest_comparable)
            throw error(error_code::usage, "sequences of 2,147,483,648 letters and more cannot be compared; one has " +
                                               std::to_string(set->longest()));
    // An empty set has no alphabet.
    if (a.letters() > 0 && b.letters() > 0 && a.alphabet() != b.alphabet())
        throw error(error_code::usage,
                    "sets of different alphabets cannot be compared: " + std::string(to_string(a.alphabet())) +
                        " and " + std::string(to_string(b.alphabet())));
}

/// The sets, or what they are by dense numbers: where a GPU is named, which has kernels for fewer planes, or where each
/// letter is compared so often that fewer planes save more than numbering takes.
sequence::recoded_sets comparable(const sequence_set& a, const sequence_set& b, const batch_options& options,
                                  compared_pairs pairs) {
    check(a, b);
    runtime::check_device(options.run);
    const std::uint64_t bytes = (a.letters() + b.letters()) * 2 + (a.size() + b.size()) * 2 * sizeof(std::uint64_t);
    const bool pays = pairs == compared_pairs::many && std::min(a.size(), b.size()) >= tuning::worth_dense_letters &&
                      bytes <= runtime::memory_budget(options.run) / 4;
    if (pays || options.run.device.names_gpus()) return sequence::with_dense_letters(a, b);
    return {a, b};
}

} // namespace

batch_run::batch_run(const sequence_set& a, const sequence_set& b, const batch_options& options, run_report* report,
                     compared_pairs pairs)
    : batch_run(comparable(a, b, options, pairs), options, report) {}

batch_run::batch_run(const sequence::recoded_sets& sets, const batch_options& options, run_report* report)
    : options_(options), report_(report), workers_(options.run), comparer_(sets.a, sets.b, options),
      scratch_(workers_.threads()) {
    if (report_ == nullptr) return;
    report_cpu();
    note("vector kernels compiled for " + std::string(comparer_.kernels().compiled_for) + ", " +
         std::to_string(comparer_.kernels().group_lanes) + " pairs side by side, " +
         std::to_string(comparer_.letters().planes()) + " bits a letter");
}

gpu_batches* batch_run::start_gpus(const batch_work& work) {
    runtime::device_costs costs = costs_of_pairs(work, comparer_.traits().has_matrix(), workers_.threads());
    costs.cpu_only = why_not_batches_on_gpus(comparer_.a(), comparer_.b(), options_);
    costs.ranks_must_agree = false;
    start_on_gpus(costs, [&](const std::vector<int>& numbers) {
        // The first one is of this thread, which alone asks whether to go on. They copy the sets at the same time.
        std::vector<std::unique_ptr<gpu_batch>> each(numbers.size());
        run_side_by_side(numbers.size(), [&](std::size_t which) {
            const auto check = which == 0 ? std::function<void()>([this] { workers_.check_cancelled(); }) : [] {};
            each[which] = std::make_unique<gpu_batch>(comparer_.a(), comparer_.b(), options_, numbers[which], check);
        });
        const double busy = std::clamp(tuning::cells_of_gpu_part * work.pairs / std::max(work.cells, 1.0),
                                       tuning::least_pairs_of_gpu_part, tuning::most_pairs_of_gpu_part);
        const std::uint64_t tile = runtime::forced_tile();
        gpus_ = std::make_unique<gpu_batches>(std::move(each), comparer_.b().size(),
                                              tile > 0 ? tile : static_cast<std::uint64_t>(busy));
    });
    return gpus_.get();
}

bool batch_run::start_on_gpus(const runtime::device_costs& costs,
                              const std::function<void(const std::vector<int>&)>& start) {
    std::vector<std::string>* const notes = report_ == nullptr ? nullptr : &report_->notes;
    chosen_ = runtime::choose_device(options_.run, costs, notes);
    const runtime::device_choice only_started{chosen_.gpus, chosen_.is_named}; // estimates are of what follows
    begin(chosen_.cpu_seconds, "the CPU");
    return runtime::run_on(
        only_started, notes,
        [&] {
            run_report started;
            runtime::wait_for_device(chosen_, started);
            begin(chosen_.gpu_seconds, "the GPU");
            start(chosen_.gpus);
            if (report_ != nullptr) {
                report_->device = started.device;
                report_->vectors.clear();
                report_->start_seconds = started.start_seconds;
            }
            return true;
        },
        [&] {
            begin(chosen_.cpu_seconds, "the CPU");
            return false;
        });
}

void batch_run::begin(double estimated, std::string_view where) {
    estimated_ = estimated;
    where_ = where;
    begin_ = runtime::working_seconds();
}

batch_run::~batch_run() {
    if (report_ == nullptr || estimated_ <= 0 || std::uncaught_exceptions() > failures_before_) return;
    try {
        note(runtime::estimate_note(estimated_, where_, runtime::working_seconds() - begin_));
    } catch (const std::bad_alloc&) { // there is one note less
    }
}

void batch_run::fall_back(const error& trouble) {
    if (options_.run.device.names_gpus() || trouble.code() != error_code::resource) throw;
    note(runtime::fallback_note(trouble));
    begin(chosen_.cpu_seconds, "the CPU");
    report_cpu();
}

void batch_run::report_cpu() {
    if (report_ == nullptr) return;
    report_->device = "cpu";
    report_->vectors = simd::to_string(simd::choose_vectors(options_.run.vectors));
    report_->threads = workers_.threads();
}

comparison_scratch& batch_run::scratch(unsigned worker) {
    if (scratch_[worker] == nullptr) scratch_[worker] = std::make_unique<comparison_scratch>();
    return *scratch_[worker];
}

void batch_run::check_countable() const {
    for (const sequence_set* set : {&comparer_.a(), &comparer_.b()})
        if (set->size() > std::numeric_limits<std::uint32_t>::max())
            throw error(error_code::usage, "sets of more than 4,294,967,295 sequences can only be compared one by one");
}

void batch_run::note(const std::string& line) {
    if (report_ != nullptr) report_->notes.push_back(line);
}

void batch_run::show(std::string_view stage, std::uint64_t done, std::uint64_t total, std::string_view unit) {
    if (!options_.run.on_progress) return;
    const std::unique_lock lock(showing_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    const auto now = std::chrono::steady_clock::now();
    constexpr std::chrono::milliseconds pause(50);
    if (now - last_shown_ < pause) return;
    last_shown_ = now;
    options_.run.on_progress({stage, done, total, unit});
}

void batch_run::compare_long(std::span<const sequence_pair> pairs, std::uint64_t bound, std::uint32_t* distances) {
    if (pairs.empty()) return;
    if (comparer_.is_exact(bound)) return compare_long_exactly(pairs, distances);
    std::vector<std::uint64_t> bounds(pairs.size(), bound);
    compare_alone(pairs, bounds, distances);
}

/// Those that few edits tell apart one at a time, the others side by side.
void batch_run::compare_long_exactly(std::span<const sequence_pair> pairs, std::uint32_t* distances) {
    const auto longer_of = [&](const sequence_pair& pair) {
        return std::max(comparer_.letters().a().set->length(pair.a), comparer_.letters().b().set->length(pair.b));
    };
    const std::uint64_t letters =
        pairs.size() < tuning::pairs_worth_lanes ? tuning::letters_an_edit_of_few : tuning::letters_an_edit;
    std::vector<std::uint64_t> bounds;
    for (const sequence_pair& each : pairs)
        bounds.push_back(longer_of(each) <= tuning::longest_exact_in_lanes ? longer_of(each) / letters : no_bound);
    compare_alone(pairs, bounds, distances);
    std::vector<std::size_t> left;
    for (std::size_t index = 0; index < pairs.size(); ++index)
        if (distances[index] == no_distance) left.push_back(index);
    std::ranges::sort(left, {}, [&](std::size_t index) { return longer_of(pairs[index]); });
    const std::size_t at_once = std::max(1U, comparer_.kernels().group_lanes / 2);
    std::vector<std::unique_ptr<comparison_scratch>> own(workers_.threads());
    const runtime::thread_pool::stage shown{"comparing long pairs", "pairs", left.size()};
    workers_.run((left.size() + at_once - 1) / at_once, shown, [&](std::size_t task, unsigned worker) -> std::uint64_t {
        if (own[worker] == nullptr) own[worker] = std::make_unique<comparison_scratch>(tuning::longest_exact_in_lanes);
        const auto some = std::span(left).subspan(task * at_once, std::min(at_once, left.size() - task * at_once));
        std::vector<sequence_pair> group;
        for (const std::size_t index : some)
            group.push_back(pairs[index]);
        std::vector<std::uint32_t> found(group.size());
        comparer_.compare_exactly(group, found.data(), *own[worker]);
        for (std::size_t index = 0; index < some.size(); ++index)
            distances[some[index]] = found[index];
        return some.size();
    });
}

void batch_run::compare_alone(std::span<const sequence_pair> pairs, std::span<const std::uint64_t> bounds,
                              std::uint32_t* distances) {
    const runtime::thread_pool::stage shown{"comparing long pairs", "pairs", pairs.size()};
    run_options alone = options_.run;
    alone.on_progress = {};
    if (pairs.size() < std::uint64_t{tuning::long_pairs_a_thread} * workers_.threads()) {
        for (std::size_t index = 0; index < pairs.size(); ++index) // one after the other, each by all threads
            distances[index] = comparer_.compare_long(pairs[index], bounds[index], alone);
        return;
    }
    alone.threads = 1;
    workers_.run(pairs.size(), shown, [&](std::size_t index, unsigned) -> std::uint64_t {
        distances[index] = comparer_.compare_long(pairs[index], bounds[index], alone);
        return 1;
    });
}

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

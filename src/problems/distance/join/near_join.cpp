#include "problems/distance/join/near_join_task.hpp"

#include "problems/distance/join/copied_pairs.hpp"
#include "problems/distance/join/join_estimate.hpp"
#include "problems/distance/join/key_batches.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/test_settings.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace concord::edit_distance {

namespace {

constexpr std::uint64_t keys_a_partition = 1U << 15U;
constexpr unsigned most_partition_bits = 11;
constexpr unsigned most_round_bits = 12;
constexpr std::size_t compared_lately = 1U << 12U; ///< candidates that a thread remembers

short_metric short_metric_of(distance_metric metric) {
    switch (metric) {
    case distance_metric::hamming: return short_metric::hamming;
    case distance_metric::indel: return short_metric::indel;
    case distance_metric::osa: return short_metric::osa;
    case distance_metric::damerau_levenshtein: return short_metric::damerau_levenshtein;
    default: return short_metric::levenshtein;
    }
}

/// Whether near sequences differ by substitutions only.
bool only_substitutes(const batch_run& run, std::uint64_t bound) {
    const sequence_set& a = run.comparer().a();
    const sequence_set& b = run.comparer().b();
    const bool are_of_one_length =
        a.shortest() == a.longest() && b.shortest() == b.longest() && a.longest() == b.longest();
    const distance_metric metric = run.comparer().metric();
    return metric == distance_metric::hamming ||
           (metric == distance_metric::levenshtein && bound <= 1 && are_of_one_length);
}

} // namespace

near_join::near_join(batch_run& run, std::uint64_t bound, std::span<const std::uint32_t> rows, const join_plan* plan,
                     bool groups_copies)
    : run_(run), bound_(bound),
      numbers_(run.comparer().letters(), std::max(run.comparer().a().longest(), run.comparer().b().longest())),
      rule_(numbers_, run.comparer().letters().b(),
            std::clamp(run.comparer().b().size() / tuning::sequences_for_one_sketched,
                       tuning::least_sampled_for_sketches, tuning::sampled_for_sketches),
            only_substitutes(run, bound)),
      extension_(run.comparer().letters()), kernels_(join_kernels_for(simd::choose_vectors(run.options().run.vectors))),
      metric_(short_metric_of(run.comparer().metric())), scratch_(run.workers().threads()) {
    const metric_traits& traits = run.comparer().traits();
    const std::uint64_t most_bits = traits.most_of_letter == 2 ? bound : 2 * std::min<std::uint64_t>(bound, 64);
    most_bits_ = static_cast<unsigned>(std::min<std::uint64_t>(64, most_bits));
    // Beyond that bound pairs are compared by the kernels of batches.
    const unsigned most = metric_ == short_metric::damerau_levenshtein ? most_short_bound : most_wide_bound;
    if (metric_ == short_metric::hamming || bound <= most) short_metric_ = metric_;
    for (std::unique_ptr<scratch>& each : scratch_)
        each = std::make_unique<scratch>(numbers_);
    const sequence::packed_sequences& set_a = *run.comparer().letters().a().set;
    const sequence::packed_sequences& set = *run.comparer().letters().b().set;
    if (plan == nullptr && equal_ones_are_all(rows)) {
        equal_ = std::make_unique<equal_sequences>(set_a, set, run.workers());
        cost_ = tuning::cost_of_equality * static_cast<double>(rows.size());
        return;
    }
    if (plan != nullptr ? groups_copies : is_worth_grouping(set))
        copies_ = std::make_unique<copy_groups>(set, run.workers());
    if (copies_ != nullptr && &set_a != &set && are_all_of_a(rows) && (plan != nullptr || is_worth_grouping(set_a)))
        row_copies_ = std::make_unique<copy_groups>(set_a, run.workers());
    choose(rows, plan);
}

near_join::~near_join() = default;

/// False: there were too many pairs.
bool near_join::join(task& now) {
    if (plan_.compares_words) {
        compare_words(now);
        return !now.found.is_full();
    }
    runtime::thread_pool& workers = pool();
    if (plan_.extends && extended_b_ == nullptr)
        extended_b_ = std::make_unique<extended_letters>(extension_, now.b.letters(), now.b.sequences());
    if (plan_.extends && !now.is_self)
        now.extended_a = std::make_unique<extended_letters>(extension_, now.a.letters(), now.a.sequences());
    if (plan_.pieces == 1 && can_leave_out_of_words()) return join_left_out(now);
    if (plan_.has_keys()) now.windows = windows_of(plan_, *profile_, now.a.lengths(), now.b.lengths(), now.is_self);
    by_words_ = can_load_words(now.windows);
    // Of words it takes no longer to compare them again.
    const bool are_long = plan_.has_keys() && now.b.lengths().size() > 0 && now.b.lengths().back() > longest_in_word;
    for (const std::unique_ptr<scratch>& each : scratch_)
        each->compared.assign(are_long ? compared_lately : 0, no_candidate);
    const double entries = keys_of(now.windows.entries, now.b);
    const double lookups = keys_of(now.windows.lookups, now.a);
    if (entries + lookups == 0) {
        list_keys(now, 0, static_cast<std::uint32_t>(now.a.size()));
        join_without_keys(now);
        return !now.found.is_full();
    }
    const std::vector<std::uint32_t> blocks = blocks_of_lookups(now, entries);
    const double at_once = lookups / static_cast<double>(blocks.size() - 1);
    const partition_layout layout = layout_of(entries + at_once, sizeof(key_entry), keys_a_partition);
    const std::size_t partitions = std::size_t{1} << layout.partition_bits;
    const std::uint64_t steps = (partitions << layout.round_bits) * (blocks.size() - 1);
    now.entries = std::make_unique<key_lists>(workers.threads(), layout, static_cast<std::uint64_t>(entries));
    now.lookups = std::make_unique<key_lists>(workers.threads(), layout, static_cast<std::uint64_t>(at_once));
    std::atomic<std::uint64_t> done = 0;
    for (std::uint64_t round = 0; round >> layout.round_bits == 0; ++round) {
        now.entries->begin_round(round);
        for (std::size_t block = 0; block + 1 < blocks.size(); ++block) {
            now.joins_entries = now.is_self && block == 0;
            now.lookup_notes.clear();
            now.lookups->begin_round(round);
            list_keys(now, blocks[block], blocks[block + 1]);
            workers.run(partitions, [&](std::size_t partition, unsigned worker) {
                join_partition(now, partition, worker);
                run_.show("looking for near pairs", done.fetch_add(1) + 1, steps, "partitions");
            });
            if (now.found.is_full()) return false;
        }
        if (round == 0) join_without_keys(now); // which needs the sketches of all
    }
    return !now.found.is_full();
}

/// Ranks of a, from the first of each block to the end of the last, whose lookups are listed and joined before those of
/// the next block: far more of them than entries would only fill memory.
std::vector<std::uint32_t> near_join::blocks_of_lookups(const task& now, double entries) const {
    const std::uint64_t forced = runtime::forced_tile();
    const double most = forced > 0 ? static_cast<double>(4 * forced)
                                   : std::max(tuning::least_lookups_of_block, tuning::lookups_an_entry * entries);
    std::vector<looked_up> lengths;
    for (const std::uint64_t length : now.a.lengths()) {
        double keys = 0;
        if (const auto found = now.windows.lookups.find(length); found != now.windows.lookups.end())
            for (const key_window& window : found->second)
                keys += most_keys(window);
        lengths.push_back({now.a.first_of(length + 1), keys});
    }
    return blocks_of_ranks(lengths, static_cast<std::uint32_t>(now.a.size()), most);
}

/// Rounds and partitions of so many keys; tests have more of them.
partition_layout near_join::layout_of(double keys, std::size_t bytes_of_key, std::uint64_t keys_of_partition) const {
    const std::uint64_t forced = runtime::forced_tile();
    const double memory =
        static_cast<double>(std::max(tuning::least_bytes_of_keys, runtime::memory_budget(run_.options().run) / 2));
    partition_layout layout{.partition_bits = 1, .round_bits = 0};
    while (layout.round_bits < most_round_bits &&
           keys * 1.3 * static_cast<double>(bytes_of_key) > memory * static_cast<double>(1U << layout.round_bits))
        ++layout.round_bits;
    if (forced > 0 && keys > 64) layout.round_bits = 1;
    const std::uint64_t each = forced > 0 ? forced : keys_of_partition;
    while (layout.partition_bits < most_partition_bits &&
           keys > static_cast<double>(each << (layout.partition_bits + layout.round_bits)))
        ++layout.partition_bits;
    return layout;
}

/// What keys say nothing about: pairs of a sequence with itself, and sequences that are too short.
void near_join::join_without_keys(task& now) {
    const std::uint64_t chunks = (now.a.size() + ranks_a_task - 1) / ranks_a_task;
    if (now.is_self && now.wanted == wanted_pairs::all && now.with_itself)
        pool().run(chunks, [&](std::size_t chunk, unsigned worker) {
            const std::uint64_t end = std::min<std::uint64_t>(now.a.size(), (chunk + 1) * ranks_a_task);
            for (std::uint64_t rank = chunk * ranks_a_task; rank < end; ++rank)
                offer(now, worker, static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(rank));
            compare_candidates(now, worker);
        });
    std::atomic<std::uint64_t> done = 0;
    pool().run(chunks, [&](std::size_t chunk, unsigned worker) {
        compare_without_keys(now, chunk, worker);
        if (!plan_.has_keys()) run_.show("comparing", done.fetch_add(1) + 1, chunks, "blocks");
    });
}

/// Sequences of b that are too short for keys; all, if there are none.
void near_join::compare_without_keys(task& now, std::size_t chunk, unsigned worker) {
    const std::uint64_t shortest = plan_.shortest();
    const std::uint64_t reach = plan_.masks ? 0 : std::min(bound_, near_join::longest);
    scratch& own = *scratch_[worker];
    own.similar.resize(sketches_at_once + 8);
    const std::uint32_t last = now.b.first_of(shortest);
    const std::uint64_t end = std::min<std::uint64_t>(now.a.size(), (chunk + 1) * ranks_a_task);
    for (std::uint64_t at = chunk * ranks_a_task; at < end && !now.found.is_full(); ++at) {
        const auto rank = static_cast<std::uint32_t>(at);
        const std::uint64_t length = now.a.length(rank);
        if (shortest != no_bound && length >= shortest + reach) break;
        sketch_list among{.sketches = now.b.sketches(),
                          .begin = now.b.first_of(length > reach ? length - reach : 0),
                          .end = std::min(last, now.b.first_of(length + reach + 1))};
        const std::size_t stop = now.is_self ? std::min<std::size_t>(among.end, rank) : among.end;
        for (; among.begin < stop; among.begin = among.end) {
            among.end = std::min(stop, among.begin + sketches_at_once);
            const std::size_t count =
                kernels_.similar(among, now.a.sketches()[rank], 0, most_bits_, own.similar.data());
            for (std::size_t index = 0; index < count; ++index)
                offer(now, worker, rank, own.similar[index]);
        }
        if (at % 64 == 0) pool().check_cancelled();
    }
    compare_candidates(now, worker);
}

void near_join::offer(task& now, unsigned worker, std::uint32_t a, std::uint32_t b) {
    std::vector<rank_pair>& candidates = scratch_[worker]->candidates;
    if (std::vector<rank_pair>& compared = scratch_[worker]->compared; !compared.empty()) {
        rank_pair& last = compared[mixed(std::uint64_t{a} << 32U | b) & (compared.size() - 1)];
        if (last.a == a && last.b == b) return;
        last = {a, b};
    }
    candidates.push_back({a, b});
    if (candidates.size() >= candidates_at_once) compare_candidates(now, worker);
}

void near_join::compare_candidates(task& now, unsigned worker) {
    scratch& own = *scratch_[worker];
    own.pairs.clear();
    std::size_t others = 0;
    std::uint64_t near = 0;
    own.distances.assign(own.candidates.size(), not_short);
    const auto bound = static_cast<unsigned>(std::min(bound_, longest_in_word));
    if (short_metric_ && now.a.has_words() && now.b.has_words())
        kernels_.distances(now.a.words(), now.b.words(),
                           {.metric = *short_metric_, .bound = bound, .last_is_ambiguous = now.a.last_is_ambiguous()},
                           own.candidates, own.distances.data());
    for (std::size_t index = 0; index < own.candidates.size(); ++index) {
        const rank_pair each = own.candidates[index];
        const rank_pair ahead = own.candidates[std::min(index + tuning::candidates_ahead, own.candidates.size() - 1)];
        now.a.fetch(ahead.a);
        now.b.fetch(ahead.b);
        const std::uint32_t distance = own.distances[index];
        if (distance == not_short) {
            own.candidates[others++] = each;
            own.pairs.push_back({now.a.sequence(each.a), now.b.sequence(each.b)});
        } else if (distance <= bound) {
            add(now, worker, each.a, each.b, distance);
            ++near;
        }
    }
    if (others > 0) {
        own.distances.resize(others);
        comparison_scratch& lanes = run_.scratch(worker);
        run_.comparer().compare_within(bound_, own.pairs, own.distances.data(), lanes);
        if (!lanes.long_pairs.empty()) {
            run_options alone = run_.options().run;
            alone.on_progress = {};
            alone.threads = 1;
            for (const std::size_t index : lanes.long_pairs)
                own.distances[index] = run_.comparer().compare_long(own.pairs[index], bound_, alone);
        }
        for (std::size_t index = 0; index < others; ++index) {
            if (own.distances[index] == no_distance) continue;
            add(now, worker, own.candidates[index].a, own.candidates[index].b, own.distances[index]);
            ++near;
        }
    }
    own.candidates.clear();
    now.found.added(near);
}

void near_join::add(task& now, unsigned worker, std::uint32_t a, std::uint32_t b, std::uint32_t distance) {
    const std::uint32_t sequence_a = now.a.sequence(a);
    const std::uint32_t sequence_b = now.b.sequence(b);
    if (now.is_self) { // all rows: row i is sequence i
        now.found.add(worker, {std::min(sequence_a, sequence_b), std::max(sequence_a, sequence_b), distance});
        if (now.wanted == wanted_pairs::all && sequence_a != sequence_b)
            now.found.add(worker, {std::max(sequence_a, sequence_b), std::min(sequence_a, sequence_b), distance});
        return;
    }
    if (now.wanted == wanted_pairs::each_once && sequence_b <= sequence_a) return;
    const bool are_adjacent = now.rows.back() - now.rows.front() + 1 == now.rows.size();
    const std::uint64_t row =
        now.row_groups != nullptr ? now.row_groups->group_of(sequence_a)
        : are_adjacent            ? sequence_a - now.rows.front()
                       : static_cast<std::uint64_t>(std::ranges::lower_bound(now.rows, sequence_a) - now.rows.begin());
    now.found.add(worker, {static_cast<std::uint32_t>(row), sequence_b, distance});
}

/// False, and nothing was passed on: there were more than about `most` pairs.
bool near_join::find_block(std::span<const std::uint32_t> rows, wanted_pairs wanted, std::uint64_t most,
                           const near_pair_sink& sink) {
    const compared_letters& letters = run_.comparer().letters();
    const bool is_self = are_all(rows);
    if (equal_ != nullptr && are_all_of_a(rows)) {
        equal_->deliver(pool(), wanted, sink);
        return true;
    }
    const bool is_known = is_self && !letters.has_ambiguous(); // that a sequence is at distance 0 from its copies
    std::optional<copied_pairs> copied;
    const copy_groups* const row_groups = is_self ? copies_.get() : are_all_of_a(rows) ? row_copies_.get() : nullptr;
    if (copies_ != nullptr) copied.emplace(*copies_, rows, row_groups, is_known);
    const std::span<const std::uint32_t> compared = !is_self && row_groups != nullptr ? row_groups->firsts() : rows;
    if (!is_chosen_) choose(rows, nullptr);
    std::unique_ptr<join_side> own;
    if (!is_self) own = std::make_unique<join_side>(letters, letters.a(), compared, short_metric_.has_value());
    task now{.a = is_self ? *b_ : *own,
             .b = *b_,
             .is_self = is_self,
             .wanted = copied ? wanted_pairs::all : wanted,
             .with_itself = !(copied && is_known),
             .rows = compared,
             .row_groups = row_groups,
             .found = found_pairs(pool().threads(), compared.size(), most),
             .windows = {},
             .entries = nullptr,
             .lookups = nullptr,
             .joins_entries = is_self,
             .lookup_notes = {},
             .extended_a = nullptr};
    if (!join(now)) return false;
    now.entries.reset();
    now.lookups.reset();
    own.reset();
    if (!copied) {
        now.found.deliver(pool(), rows, sink);
        return true;
    }
    now.found.deliver(pool(), compared, [&](std::span<const near_pair> pairs) { copied->add(pairs); });
    copied->deliver(pool(), wanted, most, sink);
    return true;
}

void near_join::find(std::span<const std::uint32_t> rows, wanted_pairs wanted, const near_pair_sink& sink) {
    // A pair takes 8 bytes as it is found, and several times that while its row is put in order.
    const std::uint64_t most = std::max<std::uint64_t>(
        tuning::least_pairs_kept, runtime::memory_budget(run_.options().run) / (4 * sizeof(found_pair)));
    std::size_t block = rows.size();
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t here = std::min(block, rows.size() - first);
        // A single row has to fit.
        if (find_block(rows.subspan(first, here), wanted, here == 1 ? no_bound : most, sink))
            first += here;
        else
            block = std::max<std::size_t>(1, here / 4);
    }
}

} // namespace concord::edit_distance

#include "runtime/distributed/task_sharing.hpp"

#include "runtime/distributed/communicator.hpp"
#include "runtime/distributed/pacing.hpp"
#include "runtime/distributed/step_run.hpp"
#include "runtime/thread_pool.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace concord {

task_sharing::task_sharing(runtime::communicator& ranks, std::optional<shard> part)
    : ranks_(ranks), messages_(ranks), part_(part.value_or(shard{})), is_part_(part.has_value()) {
    if (part_.count == 0 || part_.index >= part_.count)
        throw error(error_code::usage,
                    "there is no shard " + std::to_string(part_.index + 1) + " of " + std::to_string(part_.count));
}

task_sharing::~task_sharing() = default;

void task_sharing::keep_in(const std::string& folder, bool resume) {
    is_kept_ = true;
    if (is_root()) checkpoint_ = std::make_unique<runtime::checkpoint>(folder, resume);
}

void task_sharing::begin(const std::function<std::vector<runtime::call_fact>()>& about) {
    ++calls_;
    steps_ = 0;
    facts_.clear();
    if (is_part_ || checkpoint_) facts_ = about();
    if (!checkpoint_) return;
    const std::string which =
        is_sharded() ? std::to_string(part_.index + 1) + "/" + std::to_string(part_.count) : "none";
    std::vector<runtime::call_fact> all{{"version", std::string(version())}, {"shard", which}};
    all.insert(all.end(), facts_.begin(), facts_.end());
    checkpoint_->begin(all);
}

void task_sharing::begin_unkept() {
    ++calls_;
    steps_ = 0;
    facts_.clear();
}

task_sharing::kept task_sharing::look_up(std::uint64_t step, runtime::byte_string& content) {
    if (!is_kept_) return kept::nothing;
    runtime::byte_writer found;
    if (checkpoint_) {
        if (const runtime::byte_string* result = checkpoint_->finished(step)) {
            found.number(static_cast<std::uint64_t>(kept::result));
            found.list(*result);
        } else if (const runtime::checkpoint::under_way* begun = checkpoint_->begun(step)) {
            runtime::byte_writer inner;
            inner.list(begun->tasks);
            inner.number(begun->best);
            found.number(static_cast<std::uint64_t>(kept::tasks));
            found.list(inner.take());
        } else {
            found.number(static_cast<std::uint64_t>(kept::nothing));
            found.list(runtime::byte_string{});
        }
    }
    runtime::byte_string all = found.take();
    ranks_.broadcast(all);
    runtime::byte_reader reader(all);
    const auto what = static_cast<kept>(reader.number());
    content = reader.list<std::byte>();
    return what;
}

std::uint64_t task_sharing::agree(std::uint64_t value) {
    run_once([] {}, [&](runtime::byte_writer& to) { to.number(value); },
             [&](runtime::byte_reader& from) { value = from.number(); });
    return runtime::broadcast(ranks_, value);
}

void task_sharing::run(runtime::thread_pool& pool, const runtime::step& given, runtime::step_sum& sum) {
    const std::uint64_t ordinal = steps_++;
    std::vector<std::uint64_t> open;
    for (std::uint64_t task = 0; task < given.count; ++task)
        if (given.division == runtime::divided_among::ranks || is_ours(task)) open.push_back(task);
    if (open.empty()) return;
    runtime::byte_string content;
    const kept before = look_up(ordinal, content);
    if (before == kept::result) return sum.add({{}, std::move(content)});
    if (before == kept::tasks) {
        runtime::byte_reader reader(content);
        const auto done = reader.list<std::uint64_t>(); // ascending
        std::erase_if(open, [&](std::uint64_t task) { return std::binary_search(done.begin(), done.end(), task); });
        if (const std::uint64_t best = reader.number(); given.best != nullptr) given.best->offer(best);
        if (checkpoint_) sum.add({done, checkpoint_->begun(ordinal)->sum});
    }
    runtime::step_run here(messages_, pool, given, sum, {calls_, ordinal}, std::move(open), checkpoint_.get(),
                           is_kept_);
    if (runtime::shared_task_counter::word* const common = counter()) here.count_in(*common);
    here.run();
    if (checkpoint_) checkpoint_->finish(ordinal, sum.copy().sum);
}

runtime::shared_task_counter::word* task_sharing::counter() {
    if (ranks_.size() == 1 || ranks_.node_local().size() < ranks_.size()) return nullptr;
    if (!counter_) counter_.emplace(&ranks_, 1);
    return &(*counter_)[0];
}

void task_sharing::run_once(const std::function<void()>& compute,
                            const std::function<void(runtime::byte_writer&)>& write,
                            const std::function<void(runtime::byte_reader&)>& read) {
    const std::uint64_t ordinal = steps_++;
    runtime::byte_string content;
    if (look_up(ordinal, content) == kept::result) {
        runtime::byte_reader reader(content);
        return read(reader);
    }
    try {
        compute();
    } catch (const error& trouble) {
        if (checkpoint_ && trouble.code() == error_code::cancelled) checkpoint_->save();
        throw;
    }
    if (!checkpoint_) return;
    runtime::byte_writer writer;
    write(writer);
    checkpoint_->finish(ordinal, writer.take());
}

std::uint64_t task_sharing::parts_kept(std::uint64_t step, std::span<const std::uint64_t> about, std::uint64_t count,
                                       const std::function<void(runtime::byte_reader&)>& read) {
    runtime::byte_string content;
    const kept what = look_up(step, content);
    if (what == kept::nothing) return 0;
    if (what == kept::tasks) {
        count = runtime::byte_reader(content).list<std::uint64_t>().size();
        content = checkpoint_ ? checkpoint_->begun(step)->sum : runtime::byte_string{};
        ranks_.broadcast(content);
    }
    runtime::byte_reader reader(content);
    const auto kept_about = reader.list<std::uint64_t>();
    if (!std::equal(kept_about.begin(), kept_about.end(), about.begin(), about.end())) return 0;
    read(reader);
    return count;
}

void task_sharing::run_parts(std::span<const std::uint64_t> about, std::uint64_t count, std::uint64_t at_once,
                             const std::function<void(std::uint64_t, std::uint64_t)>& part,
                             const std::function<void(runtime::byte_writer&)>& write,
                             const std::function<void(runtime::byte_reader&)>& read) {
    const std::uint64_t ordinal = steps_++;
    const auto sum = [&] {
        runtime::byte_writer to;
        to.list(about);
        write(to);
        return to.take();
    };
    std::uint64_t done = parts_kept(ordinal, about, count, read);
    if (done == count) return;
    const auto keep = [&] {
        runtime::byte_string so_far = sum();
        if (!checkpoint_) return;
        std::vector<std::uint64_t> parts(done);
        std::iota(parts.begin(), parts.end(), 0);
        checkpoint_->keep(ordinal, {std::move(parts), 0, std::move(so_far)});
        if (checkpoint_->is_due()) checkpoint_->save();
    };
    runtime::periodic paced;
    try {
        while (done < count) {
            part(done, std::min(count, done + at_once));
            done = std::min(count, done + at_once);
            if (done < count && runtime::broadcast(ranks_, paced.is_due() ? 1 : 0) != 0) paced.spend(keep);
        }
    } catch (const error& trouble) {
        if (checkpoint_ && trouble.code() == error_code::cancelled) checkpoint_->save(); // up to the last complete part
        throw;
    }
    runtime::byte_string result = sum();
    if (checkpoint_) checkpoint_->finish(ordinal, std::move(result));
}

void task_sharing::run_in_order(runtime::thread_pool& pool, const runtime::step& given, runtime::made_by makers,
                                const runtime::block_maker& make, const runtime::block_taker& take) {
    const std::uint64_t ordinal = steps_++;
    if (reader_) {
        for (std::uint64_t block = 0; block < given.count; ++block)
            take(block, reader_(block));
        return;
    }
    std::vector<std::uint64_t> ours;
    for (std::uint64_t block = 0; block < given.count; ++block)
        if (is_ours(block)) ours.push_back(block);
    const std::unique_ptr<runtime::checkpoint_blocks> blocks = checkpoint_ ? checkpoint_->blocks_of(ordinal) : nullptr;
    runtime::ordered_run(messages_, pool, given, makers, {calls_, ordinal}, std::move(ours), blocks.get(), make,
                         taker_ ? taker_ : take)
        .run();
}

runtime::byte_string task_sharing::run_pipeline(runtime::thread_pool& pool, runtime::pipeline_order order,
                                                std::atomic<bool>& stopped, const runtime::pipeline_work& work,
                                                const runtime::pipeline_sum& combine) {
    return runtime::pipeline_run(messages_, pool, {calls_, steps_++}, order, stopped).run(work, combine);
}

namespace runtime {

std::uint64_t agreed_memory_budget(const run_options& options) {
    if (options.sharing == nullptr) return memory_budget(options);
    constexpr std::uint64_t of_a_shard = std::uint64_t{4} << 30U;
    if (options.sharing->is_sharded()) return options.memory > 0 ? options.memory : of_a_shard;
    return options.sharing->agree(memory_budget(options));
}

std::uint64_t agreed_threads(const thread_pool& pool) {
    constexpr std::uint64_t of_many = 64;
    task_sharing* const sharing = pool.options().sharing;
    if (sharing == nullptr) return pool.threads();
    if (sharing->is_sharded()) return of_many;
    const std::uint64_t all = sharing->agree(std::uint64_t{pool.threads()} * sharing->ranks().size());
    return sharing->is_kept() ? std::max(all, of_many) : all;
}

} // namespace runtime
} // namespace concord

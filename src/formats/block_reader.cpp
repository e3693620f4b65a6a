#include "formats/block_reader.hpp"

#include "formats/alignment_source.hpp"
#include "formats/block_source.hpp"
#include "formats/content.hpp"
#include "formats/fastx_block.hpp"
#include "formats/fastx_rows.hpp"
#include "formats/gzip_source.hpp"
#include "formats/tuning.hpp"
#include "sequence/letter_code.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace concord::formats {
namespace {

constexpr std::uint64_t records_between_checks = 256; // of what the set takes

/// A block on its way, with memory that is used again.
struct packed_job {
    content_block content;
    packed_fastx result;
    fastx_packer packer;
};

class block_reader {
  public:
    block_reader(sequence::set_builder& builder, const std::string& path, alphabet kind, const read_options& options,
                 runtime::thread_pool& threads, read_watch& watch)
        : builder_(builder), path_(path), kind_(kind), options_(options), threads_(threads),
          source_(open_blocks(path, watch, std::max<std::size_t>(options.block_bytes, 1))) {
        if (holds_lines()) position_.marker = line_marker;
    }

    /// Reads the file into the builder; returns the number of its sequences.
    std::uint64_t run() {
        begin();
        for (std::uint64_t slow_blocks = first_slow_blocks; !is_read_; slow_blocks *= 2) {
            const std::uint64_t before = merged_;
            if (is_packable()) pack_blocks();
            if (merged_ - before > slow_blocks) slow_blocks = first_slow_blocks; // it was worth the attempt
            if (!is_read_) read_records(slow_blocks);
        }
        return position_.records - (holds_lines() ? builder_.drop_empty_end(position_.records) : 0);
    }

  private:
    using job_pointer = std::unique_ptr<packed_job>;

    // Before all others.

    void begin() {
        const std::string name = display_name(path_);
        constexpr std::size_t told_by = 16; // bytes that tell what a file holds
        std::string start;
        std::deque<job_pointer> begun;
        while (start.size() < told_by) {
            job_pointer job = next_block();
            if (!job) break;
            const content_block& block = job->content;
            const bool is_first = start.empty();
            start += block.text().substr(0, told_by - start.size());
            if (start.size() < told_by && block.failure) throw_first(block.failure, name);
            if (is_first && !start.empty()) {
                if (!holds_lines() && (start.front() == '>' || start.front() == '@')) position_.marker = start.front();
                if (position_.marker != '\0' && !builder_.packed() && builder_.is_empty()) guess(*job);
            }
            if (is_packable()) pack(*job, is_first ? fastx_part::first : fastx_part::middle);
            begun.push_back(std::move(job));
        }
        waiting_ = std::move(begun);
        if (!holds_lines() && reads_alignments() && looks_like_alignments(start)) return read_alignments(name);
        turn_down_other_formats(start, name, holds_lines());
    }

    [[noreturn]] static void throw_first(const std::exception_ptr& failure, const std::string& name) {
        try {
            std::rethrow_exception(failure);
        } catch (const damaged_stream& damage) {
            throw error(error_code::bad_input, name + ": byte " + std::to_string(damage.position()) +
                                                   " of the compressed file: " + damage.what());
        }
    }

    /// The alphabet of the first letters, if the first block holds enough of them, is sound, and so proves them to be
    /// letters.
    void guess(packed_job& job) {
        constexpr std::uint64_t wanted = sequence::letters_to_guess_from;
        const auto counts = count_first_letters(job.content.text(), position_.marker, wanted);
        if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) < wanted) return;
        const alphabet guessed = sequence::guess_alphabet(counts);
        job.packer.pack(job.content.text(), fastx_part::first, {position_.marker, guessed}, job.result);
        if (job.result.sound) builder_.settle(guessed);
    }

    [[nodiscard]] bool is_packable() {
        return position_.marker != '\0' && builder_.packed() &&
               (holds_lines() || builder_.packed()->alphabet() != alphabet::utf8);
    }

    [[nodiscard]] bool holds_lines() const { return options_.lines == line_files::always; }

    // Blocks.

    [[nodiscard]] job_pointer unused_job() {
        const std::lock_guard lock(merging_);
        if (unused_.empty()) return std::make_unique<packed_job>();
        job_pointer job = std::move(unused_.back());
        unused_.pop_back();
        return job;
    }

    /// The next block that is not merged: from those that wait, or from the source; null behind the last.
    [[nodiscard]] job_pointer next_block() {
        job_pointer job;
        if (!waiting_.empty()) {
            job = std::move(waiting_.front());
            waiting_.pop_front();
        } else {
            job = unused_job();
            if (is_exhausted_ || !take(job->content)) return nullptr;
            source_->fill(job->content);
        }
        if (!job->content.needs_restart) return job;
        std::string later;
        for (const job_pointer& each : waiting_)
            later.append(each->content.compressed.data(), each->content.compressed.size());
        waiting_.clear();
        source_->restart(job->content, later);
        return take(job->content) ? std::move(job) : nullptr;
    }

    [[nodiscard]] bool take(content_block& block) {
        const bool is_there = source_->next(block);
        is_exhausted_ = !is_there || block.failure != nullptr;
        return is_there;
    }

    void pack(packed_job& job, fastx_part part) {
        job.result.sound = false;
        if (!job.content.failure)
            job.packer.pack(job.content.text(), part, {position_.marker, builder_.packed()->alphabet()}, job.result);
    }

    /// Merges blocks up to the end of the file, or to one that cannot be, which is then the first of waiting_.
    void pack_blocks() {
        while (!waiting_.empty()) {
            if (!merge(*waiting_.front())) return;
            unused_.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        must_stop_ = false;
        const unsigned workers = threads_.threads();
        work(workers, 1); // small files need no second thread
        if (!must_stop_ && !is_exhausted_)
            threads_.run(workers,
                         [&](std::size_t, unsigned) { work(workers, std::numeric_limits<std::uint64_t>::max()); });
        for (auto& [number, job] : packed_) // they are in order, and without a gap
            waiting_.push_back(std::move(job));
        packed_.clear();
        next_merged_ = next_number_;
        if (!must_stop_ && is_exhausted_ && merge_rest() && position_.records > 0) is_read_ = true;
    }

    /// Packs and merges up to so many blocks, beside other workers.
    void work(unsigned workers, std::uint64_t blocks) {
        for (; blocks > 0 && !must_stop_; --blocks) {
            job_pointer job = unused_job();
            std::uint64_t number = 0;
            {
                const std::lock_guard lock(taking_);
                if (must_stop_ || is_exhausted_) return;
                if (!take(job->content)) return;
                number = next_number_++;
            }
            try {
                source_->fill(job->content);
                pack(*job, fastx_part::middle);
            } catch (...) {
                job->content.failure = std::current_exception();
            }
            hand_over(number, std::move(job), workers);
        }
    }

    /// Merges what is next in order, if no other thread does.
    void hand_over(std::uint64_t number, job_pointer job, unsigned workers) {
        std::unique_lock lock(merging_);
        packed_.emplace(number, std::move(job));
        while (!is_merging_ && !must_stop_ && !packed_.empty() && packed_.begin()->first == next_merged_) {
            is_merging_ = true;
            packed_job& next = *packed_.begin()->second;
            lock.unlock();
            bool is_merged = false;
            try {
                is_merged = merge(next);
            } catch (...) {
                lock.lock();
                must_stop_ = true;
                is_merging_ = false;
                merged_some_.notify_all();
                throw;
            }
            lock.lock();
            is_merging_ = false;
            if (is_merged) {
                unused_.push_back(std::move(packed_.begin()->second));
                packed_.erase(packed_.begin());
                ++next_merged_;
            } else {
                must_stop_ = true;
            }
            merged_some_.notify_all();
        }
        // Not to run far ahead of a block that is late. Waiting with a time: runtime/await.hpp says why.
        while (!must_stop_ && packed_.size() > waiting_blocks_per_thread * workers)
            merged_some_.wait_for(lock, std::chrono::seconds(1));
    }

    /// Appends what waits before a block, together with its head, and its middle; false, and nothing is done, where
    /// these are not of the usual shape.
    [[nodiscard]] bool merge(packed_job& job) {
        packed_fastx& block = job.result;
        if (job.content.failure || !block.sound) return false;
        const std::string_view text = job.content.text();
        if (block.end == 0) { // no record begins in it
            pending_.append(text.data(), text.size());
            check_memory();
            return true;
        }
        const std::size_t before = pending_.size();
        pending_.append(text.data(), block.begin);
        const bool has_border = pending_.size() > 0;
        if (has_border ? !pack_border() : !begins_well(block)) {
            pending_.resize_for_overwrite(before);
            return false;
        }
        if (has_border) append(border_.result);
        append(block);
        if (merged_ == 0 && source_->blocks() > 2) // one block is much like another
            builder_.packed()->expect(1.05 * static_cast<double>(source_->blocks()));
        pending_.resize_for_overwrite(0);
        pending_.append(text.data() + block.end, text.size() - block.end);
        ++merged_;
        return true;
    }

    /// Appends what is left at the end of the file: where its last line is as long as several blocks, that is nearly
    /// all. False, and nothing is done, where it is not of the usual shape.
    [[nodiscard]] bool merge_rest() {
        const std::size_t before = pending_.size();
        if (before == 0) return true;
        if (pending_.data()[before - 1] != '\n') pending_.append("\n", 1);
        const bool is_sound = pack_border();
        if (is_sound) append(border_.result);
        pending_.resize_for_overwrite(is_sound ? 0 : before);
        return is_sound;
    }

    /// Packs what is pending; false where it is not whole records of the usual shape.
    [[nodiscard]] bool pack_border() {
        const std::size_t size = pending_.size();
        pending_.resize_for_overwrite(size + rows_padding);
        pending_.resize_for_overwrite(size);
        border_.packer.pack({pending_.data(), size}, fastx_part::whole,
                            {position_.marker, builder_.packed()->alphabet()}, border_.result);
        return border_.result.sound && begins_well(border_.result);
    }

    /// Letters have a record that they belong to.
    [[nodiscard]] bool begins_well(const packed_fastx& block) const {
        return position_.records > 0 || block.packed.letters == 0 ||
               (block.packed.starts.size() > 0 && block.packed.starts[0] == 0);
    }

    void append(packed_fastx& block) {
        if (holds_lines()) block.packed.first_number = position_.records + 1;
        builder_.packed()->append(block.packed);
        position_.records += block.packed.starts.size();
        position_.lines += block.lines;
        check_memory();
    }

    /// Of all files, and of what waits for the rest of its record.
    void check_memory() const {
        if (options_.memory == 0) return;
        const std::uint64_t waiting = packed_bytes(0, pending_.size());
        const auto* const packed = builder_.packed();
        if (waiting + (packed == nullptr ? 0 : packed->memory_bytes()) > options_.memory)
            throw more_than_allowed(display_name(path_), std::max<std::uint64_t>(1, position_.records),
                                    options_.memory);
    }

    // Records.

    /// One block after the other; each lives until the next is asked for. Null behind the last.
    [[nodiscard]] auto contents() {
        return [this, current = std::make_shared<job_pointer>()]() -> content_block* {
            if (*current) unused_.push_back(std::move(*current));
            *current = next_block();
            return *current ? &(*current)->content : nullptr;
        };
    }

    /// Reads SAM, BAM or CRAM to its end.
    void read_alignments(const std::string& name) {
        std::unique_ptr<peekable_source> fastq;
        try {
            fastq = std::make_unique<peekable_source>(
                alignments_as_fastq(std::make_unique<rest_of_blocks>(std::string(), contents()), name));
            static_cast<void>(
                fastq->peek()); // damage before the first record is of the file, as it is record by record
        } catch (const damaged_stream&) {
            throw_first(std::current_exception(), name);
        }
        fastx_reader reader(std::move(fastq), path_, options_, {});
        for (fastx_record record; reader.next(record);) {
            add_record(builder_, reader, record, kind_);
            if (record.number % records_between_checks == 0) check_memory();
        }
        position_ = reader.position();
        is_read_ = true;
    }

    /// Reads record by record, up to the end of the file, or until more than so many blocks were begun and it can be
    /// packed.
    void read_records(std::uint64_t blocks) {
        auto bytes = std::make_unique<rest_of_blocks>(std::string(pending_.data(), pending_.size()), contents());
        const rest_of_blocks& rest = *bytes;
        fastx_reader reader(std::move(bytes), path_, options_, position_);
        fastx_record record;
        if (position_.marker == '>' && position_.records > 0) {
            reader.rest_of_record(record);
            add_record(builder_, reader, record, kind_, true);
        }
        for (;;) {
            position_ = reader.position();
            if (rest.blocks() > blocks && !rest.fails() && is_packable()) break;
            if (!reader.next(record)) {
                position_ = reader.position();
                is_read_ = true;
                break;
            }
            add_record(builder_, reader, record, kind_);
            if (record.number % records_between_checks == 0) check_memory();
        }
        pending_.resize_for_overwrite(0);
        pending_.append(reader.unread().data(), reader.unread().size());
        pending_.append(rest.unread().data(), rest.unread().size());
    }

    sequence::set_builder& builder_;
    const std::string& path_;
    alphabet kind_; ///< as it was asked for
    const read_options& options_;
    runtime::thread_pool& threads_;

    // Of the file: what is in the builder, what was read behind it, and what is not read.
    fastx_position position_;
    byte_buffer pending_;
    std::deque<job_pointer> waiting_; ///< blocks behind these bytes
    std::unique_ptr<block_source> source_;
    bool is_exhausted_ = false; ///< nothing comes behind the blocks that were taken
    bool is_read_ = false;
    std::uint64_t merged_ = 0; ///< blocks

    // Of the threads.
    std::mutex taking_; ///< of the source
    std::uint64_t next_number_ = 0;
    std::mutex merging_; ///< of what follows
    std::condition_variable merged_some_;
    std::map<std::uint64_t, job_pointer> packed_;
    std::uint64_t next_merged_ = 0;
    bool is_merging_ = false; ///< one thread is appending, without the lock
    std::vector<job_pointer> unused_;
    std::atomic<bool> must_stop_ = false;
    packed_job border_; ///< for the records between blocks
};

} // namespace

std::uint64_t read_blocks(sequence::set_builder& builder, const std::string& path, alphabet kind,
                          const read_options& options, runtime::thread_pool& threads, read_watch& watch) {
    return block_reader(builder, path, kind, options, threads, watch).run();
}

} // namespace concord::formats

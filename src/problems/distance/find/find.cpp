// The public call: the text in parts for threads and lanes, ends put together, local minima, alignments.
#include <concord/find.hpp>

#include "problems/distance/find/occurrence_alignment.hpp"
#include "problems/distance/tuning.hpp"
#include "runtime/device_policy.hpp"
#include "runtime/test_settings.hpp"
#include "runtime/thread_pool.hpp"
#include "sequence/packed_sequences.hpp"
#include "simd/aligned_vector.hpp"

#include <concord/error.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace concord {
namespace edit_distance {
namespace {

/// A pattern, and which one it is.
struct oriented_pattern {
    std::uint64_t number;
    bool is_reverse;
    pattern_letters letters;
};

/// Of the last run of ends with the same cost, where it reaches the end of a block and its sequence goes on: whether
/// the cost fell before it.
struct open_run {
    bool falls = false;
};

/// A letter of the text, counted through all sequences, that is the last of a substring within the bound.
struct found_end {
    std::uint64_t last;
    std::uint32_t edits;
};

class pattern_search {
  public:
    pattern_search(const sequence_set& texts, const find_block& block, const find_options& options, run_report& report)
        : texts_(texts), block_(block), text_(sequence::packed(texts)), options_(options),
          edits_(static_cast<unsigned>(options.max_edits)), workers_(options.run),
          kernel_(find_kernel_for(simd::choose_vectors(options.run.vectors))), memory_(workers_.threads()) {
        words_ = (text_.letters() + 63) / 64;
        starts_.resize(words_ + 1);
        for (std::size_t sequence = 0; sequence < text_.size(); ++sequence)
            if (text_.length(sequence) > 0)
                starts_[text_.offset(sequence) / 64] |= std::uint64_t{1} << text_.offset(sequence) % 64;
        for (unsigned plane = 0; plane < text_.planes(); ++plane)
            planes_.push_back(text_.plane(plane));
        // Parts of lanes are long, so that little is read twice, but of some a thread.
        const std::uint64_t shares = std::uint64_t{kernel_.lanes} * workers_.threads() * tuning::find_parts_a_thread;
        words_each_ = std::clamp<std::uint64_t>((words_ + shares - 1) / shares, 1, tuning::find_words_of_lane);
        if (runtime::forced_tile() > 0) words_each_ = runtime::forced_tile();
        report.device = "cpu";
        report.vectors = simd::to_string(simd::choose_vectors(options.run.vectors));
        report.threads = workers_.threads();
        report.notes.push_back("patterns are looked for in " + std::to_string(64 * kernel_.lanes) +
                               " letters at a time, with kernels compiled for " + kernel_.compiled_for);
    }

    /// Patterns together: enough parts for all threads, and few enough that their ends fit the memory.
    [[nodiscard]] std::uint64_t patterns_at_once() const {
        const std::uint64_t wanted = std::uint64_t{workers_.threads()} * tuning::find_tasks_a_thread;
        return std::max<std::uint64_t>(1, wanted / std::max<std::uint64_t>(1, parts()));
    }

    /// `runs`: those of each pattern that the block before left open, and this block leaves.
    void find(std::span<const oriented_pattern> patterns, std::span<open_run> runs, std::uint64_t done,
              std::uint64_t all, const occurrence_sink& sink) {
        std::vector<std::vector<found_end>> ends(patterns.size() * parts());
        workers_.run(ends.size(), [&](std::size_t task, unsigned worker) {
            ends[task] = ends_in(patterns[task / parts()].letters, task % parts(), worker);
        });
        std::vector<std::vector<pattern_occurrence>> found(patterns.size());
        workers_.run(patterns.size(), [&](std::size_t index, unsigned worker) {
            std::vector<found_end> together;
            for (std::uint64_t part = 0; part < parts(); ++part) {
                std::vector<found_end>& some = ends[index * parts() + part];
                together.insert(together.end(), some.begin(), some.end());
                some = {};
            }
            found[index] = occurrences(patterns[index], together, runs[index], worker);
        });
        for (const std::vector<pattern_occurrence>& list : found)
            for (const pattern_occurrence& each : list)
                sink(each);
        if (options_.run.on_progress)
            options_.run.on_progress({"looking for patterns", done + patterns.size(), all, "patterns"});
    }

  private:
    struct scratch {
        simd::aligned_vector<std::uint64_t> kernel;
        std::vector<std::uint64_t> found;
        std::vector<std::uint32_t> matrix;
        std::vector<std::uint32_t> text;
    };

    [[nodiscard]] std::uint64_t parts() const { return (words_ + part_words() - 1) / part_words(); }
    [[nodiscard]] std::uint64_t part_words() const { return words_each_ * kernel_.lanes; }

    [[nodiscard]] std::vector<found_end> ends_in(const pattern_letters& pattern, std::uint64_t part, unsigned worker) {
        scratch& own = memory_[worker];
        const pattern_rows rows = pattern.rows();
        own.kernel.resize(find_scratch_words(rows.rows.size(), rows.classes.size(), edits_));
        const std::size_t stride = edits_ + 2;
        own.found.resize(part_words() * stride);
        const text_words text{
            .planes = planes_, .ambiguous = text_.ambiguous_plane(), .starts = starts_.data(), .words = words_};
        const std::uint64_t longest = pattern.length() + edits_; // letters of an occurrence
        const std::size_t count =
            kernel_.run(text, rows, edits_,
                        {.first = part * part_words(), .words_each = words_each_, .before = (longest + 63) / 64},
                        own.kernel.data(), own.found.data());
        std::vector<const std::uint64_t*> records(count); // in the order of lanes and steps
        for (std::size_t index = 0; index < count; ++index)
            records[index] = own.found.data() + index * stride;
        std::ranges::sort(records, {}, [](const std::uint64_t* record) { return *record; });
        std::vector<found_end> ends;
        for (const std::uint64_t* record : records)
            for (std::uint64_t left = record[1 + edits_]; left != 0; left &= left - 1) {
                const auto bit = static_cast<unsigned>(std::countr_zero(left));
                const std::uint64_t last = record[0] * 64 + bit;
                if (last >= text_.letters()) break;
                std::uint32_t fewest = 0;
                while ((record[1 + fewest] >> bit & 1U) == 0)
                    ++fewest;
                ends.push_back({last, fewest});
            }
        return ends;
    }

    /// The ends that are local minima, with their alignments.
    [[nodiscard]] std::vector<pattern_occurrence>
    occurrences(const oriented_pattern& pattern, std::span<const found_end> ends, open_run& run, unsigned worker) {
        std::vector<pattern_occurrence> made;
        // Those of the context are of the block before, which knew all but what follows the last of them.
        while (!ends.empty() && ends.front().last + 1 < block_.context)
            ends = ends.subspan(1);
        const bool goes_on_from_before = !ends.empty() && block_.context > 0 && ends.front().last + 1 == block_.context;
        std::uint64_t sequence = 0;
        for (std::size_t first = 0; first < ends.size();) {
            while (text_.offset(sequence + 1) <= ends[first].last)
                ++sequence;
            const auto is_next = [&](std::size_t index) { // of its predecessor, in the same sequence
                return index > 0 && index < ends.size() && ends[index].last == ends[index - 1].last + 1 &&
                       ends[index].last != text_.offset(sequence);
            };
            std::size_t behind = first + 1;
            const auto goes_on = [&] { return is_next(behind) && ends[behind].last < text_.offset(sequence + 1); };
            while (goes_on() && ends[behind].edits == ends[first].edits)
                ++behind;
            const bool falls = first == 0 && goes_on_from_before
                                   ? run.falls
                                   : !is_next(first) || ends[first - 1].edits > ends[first].edits;
            if (block_.goes_on && ends[behind - 1].last + 1 == text_.letters()) {
                run.falls = falls;
                break;
            }
            const bool rises = !goes_on() || ends[behind].edits > ends[first].edits;
            if (falls && rises) made.push_back(aligned(pattern, sequence, ends[behind - 1], worker));
            first = behind;
            if (made.size() % 1024 == 1023) workers_.check_cancelled();
        }
        return made;
    }

    [[nodiscard]] pattern_occurrence aligned(const oriented_pattern& pattern, std::uint64_t sequence,
                                             const found_end& found, unsigned worker) {
        scratch& own = memory_[worker];
        const std::uint64_t begin = text_.offset(sequence);
        const std::uint64_t end = found.last + 1;
        const std::uint64_t longest = pattern.letters.length() + found.edits;
        own.text.clear();
        for (std::uint64_t at = end - begin > longest ? end - longest : begin; at < end; ++at)
            own.text.push_back(code_at(at));
        aligned_end of_end = align_end(pattern.letters, own.text, own.matrix);
        const std::uint64_t before = sequence == 0 ? block_.letters_before : 0;
        return {.pattern = pattern.number,
                .sequence = block_.first_sequence + sequence,
                .start = before + end - begin - of_end.letters,
                .end = before + end - begin,
                .edits = found.edits,
                .is_reverse = pattern.is_reverse,
                .alignment = std::move(of_end.runs)};
    }

    [[nodiscard]] std::uint32_t code_at(std::uint64_t at) const {
        const auto bit = [at](const std::uint64_t* plane) {
            return static_cast<std::uint32_t>(plane[at / 64] >> at % 64 & 1U);
        };
        if (text_.ambiguous_plane() != nullptr && bit(text_.ambiguous_plane()) != 0) return no_letter;
        std::uint32_t code = 0;
        for (std::size_t plane = 0; plane < planes_.size(); ++plane)
            code |= bit(planes_[plane]) << plane;
        return code;
    }

    sequence_set texts_;
    const find_block& block_;
    const sequence::packed_sequences& text_;
    const find_options& options_;
    unsigned edits_;
    runtime::thread_pool workers_;
    const find_kernel& kernel_;
    std::vector<scratch> memory_; ///< of each worker
    std::uint64_t words_ = 0;
    std::uint64_t words_each_ = 1;
    std::vector<std::uint64_t> starts_;
    std::vector<const std::uint64_t*> planes_;
};

void check(const sequence_set& patterns, const find_options& options) {
    const auto reject = [](const std::string& what) { throw error(error_code::usage, what); };
    runtime::check_device(options.run, "patterns are looked for on the CPU only");
    if (options.max_edits > most_find_edits)
        reject("patterns are found within " + std::to_string(most_find_edits) + " edits at most, not " +
               std::to_string(options.max_edits));
    if ((options.both_strands || options.iupac) && patterns.letters() > 0 && patterns.alphabet() != alphabet::dna)
        reject("only dna has two strands and IUPAC letters");
    for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern)
        if (patterns.length(pattern) <= options.max_edits)
            reject("pattern " + std::to_string(pattern) + " has " + std::to_string(patterns.length(pattern)) +
                   " letters: within " + std::to_string(options.max_edits) + " edits it is found everywhere");
}

void check_alphabets(const sequence_set& patterns, const sequence_set& texts) {
    if (patterns.letters() > 0 && texts.letters() > 0 && patterns.alphabet() != texts.alphabet())
        throw error(error_code::usage, "patterns (" + std::string(to_string(patterns.alphabet())) + ") and texts (" +
                                           std::string(to_string(texts.alphabet())) + ") are of different alphabets");
}

} // namespace
} // namespace edit_distance

struct pattern_finder::state {
    sequence_set patterns;
    find_options options;
    std::vector<edit_distance::open_run> runs; ///< of each pattern, or of its two strands
};

pattern_finder::pattern_finder(const sequence_set& patterns, const find_options& options) {
    edit_distance::check(patterns, options);
    state_ = std::make_unique<state>(state{
        patterns, options, std::vector<edit_distance::open_run>(patterns.size() * (options.both_strands ? 2 : 1))});
}
pattern_finder::pattern_finder(pattern_finder&&) noexcept = default;
pattern_finder::~pattern_finder() = default;

void pattern_finder::find(const sequence_set& texts, const find_block& block, const occurrence_sink& sink,
                          run_report* report) {
    const sequence_set& patterns = state_->patterns;
    edit_distance::check_alphabets(patterns, texts);
    run_report unused;
    edit_distance::pattern_search search(texts, block, state_->options, report == nullptr ? unused : *report);
    if (texts.letters() == 0) return;
    const std::span<edit_distance::open_run> runs = state_->runs;
    std::vector<edit_distance::oriented_pattern> some;
    std::uint64_t done = 0;
    for (std::uint64_t pattern = 0; pattern < patterns.size(); ++pattern) {
        const edit_distance::pattern_letters letters(patterns, pattern, state_->options.iupac);
        some.push_back({pattern, false, letters});
        if (state_->options.both_strands) some.push_back({pattern, true, letters.reverse_complement()});
        if (some.size() < search.patterns_at_once() && pattern + 1 < patterns.size()) continue;
        search.find(some, runs.subspan(done, some.size()), done, runs.size(), sink);
        done += some.size();
        some.clear();
    }
}

std::uint64_t find_context(const sequence_set& patterns, const find_options& options) {
    return patterns.longest() + options.max_edits;
}

void find_patterns(const sequence_set& patterns, const sequence_set& texts, const find_options& options,
                   const occurrence_sink& sink, run_report* report) {
    pattern_finder(patterns, options).find(texts, {}, sink, report);
}

} // namespace concord

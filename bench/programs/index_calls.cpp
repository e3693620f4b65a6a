// Measures indexes: reads the input once, calls again and again, and prints one line of JSON with the seconds of every
// call and an answer to compare.
//
//   concord_index_calls TASK DEVICE THREADS REPETITIONS FILE
//   TASK: build (a common prefix of it is the answer); random, adjacent (common prefixes of 2^24 pairs of places:
//   anywhere, and of neighbours in the suffix array); every-support (the longest shared region of every number of
//   sequences, the index included)
#include "measured_calls.hpp"

#include "formats/fastx_reader.hpp"
#include "problems/overlap/tables.hpp"
#include <concord/overlap.hpp>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace concord;

class caller {
  public:
    caller(std::string task, const run_options& run, sequence_set set)
        : task_(std::move(task)), run_(run), set_(std::move(set)) {
        if (task_ != "random" && task_ != "adjacent") return;
        index_ = overlap_index::build(set_, run_);
        pairs_.resize(std::size_t{1} << 24U);
        lengths_.resize(pairs_.size());
        std::mt19937_64 chance(1);
        for (place_pair& pair : pairs_)
            pair = {place(chance()), place(chance())};
        if (task_ == "adjacent") make_adjacent();
    }

    std::uint64_t call() {
        if (task_ == "build") {
            const overlap_index built = overlap_index::build(set_, run_);
            notes_ = built.run().notes;
            return prefix_of_middle(built);
        }
        if (task_ == "every-support") {
            shared_region_options options;
            options.support = std::min<std::uint64_t>(2, set_.size());
            options.every_support = true;
            options.run = run_;
            const shared_region_result found = longest_shared_region(set_, options);
            notes_ = found.run.notes;
            std::uint64_t sum = 0;
            for (const shared_region& region : found.by_support)
                sum = sum * 31 + region.length;
            return sum;
        }
        common_prefixes(*index_, pairs_, lengths_, run_);
        std::uint64_t sum = 0;
        for (std::size_t at = 0; at < lengths_.size(); at += 4096)
            sum += lengths_[at];
        return sum;
    }

    [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
    /// What the beginning and the middle of the first sequence share: something of an index to compare.
    [[nodiscard]] static std::uint64_t prefix_of_middle(const overlap_index& built) {
        const std::vector<place_pair> pairs = {{{0, 0}, {0, built.sequences().length(0) / 2}}};
        std::vector<std::uint64_t> lengths(1);
        run_options on_cpu;
        on_cpu.device = device::cpu();
        common_prefixes(built, pairs, lengths, on_cpu);
        return lengths.front();
    }

  private:
    [[nodiscard]] overlap_place place(std::uint64_t number) const {
        const std::uint64_t sequence = number % set_.size();
        return {sequence, number / set_.size() % set_.length(sequence)};
    }
    /// Neighbours in the suffix array.
    void make_adjacent() {
        std::visit(
            [&](const auto& arrays) {
                for (place_pair& pair : pairs_) {
                    const std::uint64_t rank = 1 + pair.a.start % (arrays.suffixes.size() - 1);
                    pair = {concord::overlap::index_access::tables_of(*index_).place_of(arrays.suffixes[rank - 1]),
                            concord::overlap::index_access::tables_of(*index_).place_of(arrays.suffixes[rank])};
                }
            },
            concord::overlap::index_access::tables_of(*index_).arrays());
    }

    std::string task_;
    run_options run_;
    sequence_set set_;
    std::optional<overlap_index> index_;
    std::vector<place_pair> pairs_;
    std::vector<std::uint64_t> lengths_;
    std::vector<std::string> notes_;
};

int run(const std::vector<std::string>& arguments) {
    if (arguments.size() != 5) {
        std::fputs("usage: concord_index_calls TASK DEVICE THREADS REPETITIONS FILE\n", stderr);
        return 2;
    }
    run_options options;
    options.device = device::parse(arguments[1]);
    options.threads = static_cast<unsigned>(std::stoul(arguments[2]));
    start_device(options);
    caller calls(arguments[0], options, formats::read_sequences(std::vector{arguments[4]}));
    std::uint64_t answer = 0;
    const std::vector<double> seconds =
        bench::seconds_of_calls(std::stoul(arguments[3]), [&] { answer = calls.call(); });
    const nlohmann::ordered_json line = {{"engine", "concord"},    {"version", version()}, {"task", arguments[0]},
                                         {"device", arguments[1]}, {"seconds", seconds},   {"answer", answer},
                                         {"notes", calls.notes()}};
    std::printf("%s\n", line.dump().c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv) { return concord::bench::run_program("concord_index_calls", argc, argv, run); }

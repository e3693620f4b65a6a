// t of m over a suffix array that comes in chunks from several devices: the answers of the index, and no waiting
// forever.
#include "agree/overlap_ways.hpp"
#include "problems/overlap/gpu/suffix_ranges.hpp"
#include "problems/overlap/streamed_regions.hpp"
#include "support/chosen_cases.hpp"
#include "support/serial_machine.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace concord::overlap::streamed_regions_test {
namespace {

class wide_machine : public test::serial_machine {
  public:
    wide_machine() : test::serial_machine(std::uint64_t{1} << 40U) {}
};

struct chunks_of {
    std::uint64_t capacity;
    unsigned devices;
    bool threads = true;
    std::uint64_t room = most_kept_for_next_chunk;
};

/// The array in chunks of so many suffixes, sorted by devices that are simulated, a thread each.
template <class Position>
void sort_in_chunks(const text_view& text, const chunks_of& as, const take_chunk<Position>& take) {
    using sorter = range_sorter<wide_machine, Position>;
    std::vector<wide_machine> machines(as.devices);
    std::vector<std::unique_ptr<sorter>> sorters(as.devices);
    on_each_device(as.devices,
                   [&](unsigned device) { sorters[device] = std::make_unique<sorter>(machines[device], text, 3); });
    const range_plan plan = sorters.front()->plan(as.capacity, 30);
    const auto sort = [&](unsigned device, std::uint64_t range, const auto& deliver) {
        sorters[device]->sort_range(plan, range,
                                    [&](const Position* suffixes, const Position* prefixes, std::uint64_t count) {
                                        deliver(count, [&](Position* to_suffixes, Position* to_prefixes) {
                                            std::copy_n(suffixes, count, to_suffixes);
                                            std::copy_n(prefixes, count, to_prefixes);
                                        });
                                    });
    };
    if (as.devices == 1 && !as.threads)
        return ranges_one_by_one<Position>(plan.ranges(), as.room, as.capacity, sort, take);
    range_queue<Position> queue(as.devices + 1, as.room, as.capacity);
    ranges_in_order<Position>(as.devices, plan.ranges(), queue, sort, take);
}

shared_region_result asked(const sequence_set& set, shared_region_options options, const chunks_of& as) {
    const sequence_set of_text = options.both_strands ? with_reverse_complements(set) : set;
    runtime::thread_pool workers(options.run);
    const text letters(sequence::packed(of_text), workers);
    index_tables held;
    held.given = set;
    held.set = of_text;
    held.text = letters.view();
    held.map = letters.map();
    shared_region_result found;
    const chunk_source<std::uint64_t> source = [&](const take_chunk<std::uint64_t>& take) {
        sort_in_chunks<std::uint64_t>(held.text, as, take);
    };
    regions_of_chunks(held, options, source, workers, found);
    return found;
}

void expect_as_the_index(const sequence_set& set, bool both, const std::string& shown) {
    for (std::uint64_t support = 2; support <= set.size(); support += 1 + support / 3)
        for (const bool every : {false, true}) {
            shared_region_options options;
            options.support = support;
            options.every_support = every;
            options.occurrences = true;
            options.both_strands = both;
            const overlap_index index =
                overlap_index::build(set, {}, both ? index_strands::both : index_strands::forward);
            const shared_region_result expected = longest_shared_region(index, options);
            for (const chunks_of& as :
                 {chunks_of{set.letters() * 4 + 10, 1}, chunks_of{9, 1, false}, chunks_of{9, 1}, chunks_of{50, 2}})
                for (const unsigned threads : {1U, 3U}) {
                    const runtime::scoped_tile pieces(threads == 3 ? 1 : 0);
                    options.run.threads = threads;
                    test::expect_same(asked(set, options, as), expected,
                                      "support " + std::to_string(support) + ", " + std::to_string(as.capacity) +
                                          " at once\n" + shown);
                }
        }
}

TEST(streamed_regions, as_by_an_index) {
    for (const std::uint64_t seed : test::chosen_cases(40)) {
        const test::overlap_case tried = test::make_overlap_case(seed, 10 + seed * 7 % 150);
        const sequence_set set = tried.set();
        if (set.letters() == 0 || set.size() < 2) continue;
        expect_as_the_index(set, false, tried.to_paste());
        if (tried.kind == alphabet::dna && seed % 2 == 0) expect_as_the_index(set, true, tried.to_paste());
        if (HasFailure()) return;
    }
}

/// More sequences than are walked in pieces.
TEST(streamed_regions, of_many_sequences) {
    std::mt19937_64 chance(3);
    std::vector<std::string> sequences(300);
    for (std::string& sequence : sequences)
        for (int letter = 0; letter < 12; ++letter)
            sequence += "ACG"[chance() % 3];
    const test::overlap_case tried{3, alphabet::dna, sequences};
    shared_region_options options;
    options.support = 40;
    options.every_support = options.occurrences = true;
    test::expect_same(asked(tried.set(), options, {200, 2}), longest_shared_region(tried.set(), options), "many");
}

TEST(streamed_regions, positions_in_text_by_definition) {
    for (const char* letters : {"AC", "ACGTN", "abc"}) {
        std::mt19937_64 chance(7);
        std::string one(500, ' ');
        for (char& letter : one)
            letter = letters[chance() % std::string(letters).size()];
        const sequence_set set =
            test::overlap_case{0, letters[0] == 'a' ? alphabet::bytes : alphabet::dna, {one, one.substr(100, 80)}}
                .set();
        run_options run;
        runtime::thread_pool workers(run);
        const text packed(sequence::packed(set), workers);
        for (std::uint64_t length : {1U, 2U, 5U, 40U, 70U}) {
            const std::uint64_t from = one.find_first_not_of('N', 110);
            if (one.substr(from, length).find('N') != std::string::npos) continue;
            std::vector<std::uint64_t> expected;
            for (std::uint64_t at = 0; at + length <= one.size(); ++at)
                if (one.compare(at, length, one, from, length) == 0) expected.push_back(at);
            for (std::uint64_t at = 100; at + length <= 180; ++at)
                if (one.compare(at, length, one, from, length) == 0) expected.push_back(one.size() + at - 100);
            EXPECT_EQ(positions_in_text(packed.view(), from, length, workers), expected) << letters << " " << length;
        }
    }
}

// The queue.

TEST(range_queue, hands_over_what_fails) {
    const auto failing = [](std::uint64_t at, bool in_reader) {
        range_queue<std::uint32_t> queue(2, 0, 1);
        std::uint64_t read = 0;
        ranges_in_order<std::uint32_t>(
            3, 20, queue,
            [&](unsigned, std::uint64_t range, const auto& deliver) {
                if (!in_reader && range == at) throw error(error_code::resource, "no memory");
                for (int piece = 0; piece < 3; ++piece)
                    deliver(1, [&](std::uint32_t* suffixes, std::uint32_t*) {
                        *suffixes = static_cast<std::uint32_t>(3 * range + static_cast<std::uint64_t>(piece));
                    });
            },
            [&](const suffix_chunk<std::uint32_t>& chunk) {
                EXPECT_EQ(chunk.suffixes[0], read);
                if (in_reader && read == at) throw error(error_code::cancelled, "enough");
                ++read;
            });
        return read;
    };
    EXPECT_EQ(failing(100, false), 60U);
    for (const std::uint64_t at : {0U, 1U, 7U, 19U})
        for (const bool in_reader : {false, true}) {
            try {
                static_cast<void>(failing(at, in_reader));
                FAIL() << "no error";
            } catch (const error& trouble) {
                EXPECT_EQ(trouble.code(), in_reader ? error_code::cancelled : error_code::resource);
            }
        }
}

TEST(range_queue, lets_devices_finish_in_any_order) {
    for (int round = 0; round < 50; ++round) {
        range_queue<std::uint32_t> queue(2 + static_cast<unsigned>(round) % 3, 0, 1);
        std::vector<std::uint32_t> read;
        std::mt19937_64 chance(static_cast<std::uint64_t>(round));
        std::vector<std::uint64_t> waits(30);
        for (std::uint64_t& wait : waits)
            wait = chance() % 200;
        ranges_in_order<std::uint32_t>(
            4, 30, queue,
            [&](unsigned, std::uint64_t range, const auto& deliver) {
                std::this_thread::sleep_for(std::chrono::microseconds(waits[range]));
                for (std::uint64_t piece = 0; piece < range % 4; ++piece)
                    deliver(1, [&](std::uint32_t* suffixes, std::uint32_t*) {
                        *suffixes = static_cast<std::uint32_t>(4 * range + piece);
                    });
            },
            [&](const suffix_chunk<std::uint32_t>& chunk) { read.push_back(chunk.suffixes[0]); });
        EXPECT_TRUE(std::ranges::is_sorted(read));
        EXPECT_EQ(read.size(), 43U);
    }
}

} // namespace
} // namespace concord::overlap::streamed_regions_test

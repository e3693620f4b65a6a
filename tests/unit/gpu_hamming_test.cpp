// Hamming distances as the threads of a GPU compute them, step by step on the host: those of the textbook.
#include "alignment/batch/gpu/hamming_pairs.hpp"
#include "oracles/distance.hpp"
#include "sequence/dense_letters.hpp"
#include "support/random_case.hpp"
#include "support/sequence_text.hpp"
#include "support/serial_machine.hpp"
#include "support/text_case.hpp"

#include <gtest/gtest.h>

#include <random>

namespace concord::edit_distance::gpu_hamming_test {
namespace {

hamming_side side_of(const sequence::packed_sequences& set) {
    hamming_side side{};
    for (unsigned plane = 0; plane < std::min(set.planes(), most_batch_planes_on_gpu); ++plane)
        side.plane[plane] = set.plane(plane);
    side.ambiguous = set.ambiguous_plane();
    side.offsets = set.offsets();
    return side;
}

std::vector<std::string> random_list(std::mt19937_64& random, const std::string& letters) {
    std::vector<std::string> made(1 + random() % 7);
    for (std::string& each : made) {
        constexpr std::uint64_t lengths[] = {0, 1, 63, 64, 65, 127, 128, 200};
        for (std::uint64_t length = lengths[random() % 8] + random() % 2; length > 0; --length)
            each += letters[random() % letters.size()];
    }
    return made;
}

/// The letters of text in 16 planes at most.
TEST(gpu_hamming, text_of_many_characters) {
    const test::serial_machine machine(0);
    const test::batch_case made = test::make_text_case(1, 900, 6, 0);
    const auto [a, b] =
        sequence::with_dense_letters(test::make_set(made.a, made.kind), test::make_set(made.b, made.kind));
    compare_hamming step{.of_a = side_of(sequence::packed(a)),
                         .of_b = side_of(sequence::packed(b)),
                         .planes = most_batch_planes_on_gpu,
                         .pairs = {.zipped = false, .first_row = 0, .columns = b.size()},
                         .distances = nullptr,
                         .bound = no_distance - 1,
                         .none = no_distance};
    std::vector<std::uint32_t> distances(a.size() * b.size());
    step.distances = distances.data();
    machine.for_each(distances.size(), step);
    for (std::uint64_t pair = 0; pair < distances.size(); ++pair)
        ASSERT_EQ(distances[pair],
                  reference_distance(test::coded(made.a[pair / b.size()], made.b[pair % b.size()], made.kind),
                                     distance_metric::hamming)
                      .value_or(no_distance))
            << pair << "\n"
            << made.to_paste();
}

TEST(gpu_hamming, all_and_by_number) {
    const test::serial_machine machine(0);
    for (const std::uint64_t seed : test::seeds(81'000'000, 200)) {
        std::mt19937_64 random(seed);
        const bool dna = random() % 2 == 0;
        const std::string letters = dna ? (random() % 2 == 0 ? "ACGT" : "ACGTN") : "ACDEFGHIKLMNPQRSTVWY";
        const alphabet kind = dna ? alphabet::dna : alphabet::protein;
        const std::vector<std::string> given_a = random_list(random, letters);
        const std::vector<std::string> given_b = random_list(random, letters);
        const sequence_set a = test::make_set(given_a, kind);
        const sequence_set b = test::make_set(given_b, kind);
        const std::uint64_t bound = random() % 3 == 0 ? random() % 90 : no_distance - 1;
        const auto expected = [&](std::uint64_t i, std::uint64_t j) -> std::uint64_t {
            const auto distance =
                reference_distance(sequence::code_pair({a, i}, {b, j}), distance_metric::hamming).value_or(no_distance);
            return distance > bound ? no_distance : distance;
        };
        compare_hamming step{.of_a = side_of(sequence::packed(a)),
                             .of_b = side_of(sequence::packed(b)),
                             .planes = sequence::packed(a).planes(),
                             .pairs = {.zipped = false, .first_row = 0, .columns = b.size()},
                             .distances = nullptr,
                             .bound = bound,
                             .none = no_distance};
        std::vector<std::uint32_t> distances(a.size() * b.size());
        step.distances = distances.data();
        machine.for_each(distances.size(), step);
        for (std::uint64_t i = 0; i < a.size(); ++i)
            for (std::uint64_t j = 0; j < b.size(); ++j)
                ASSERT_EQ(distances[i * b.size() + j], expected(i, j))
                    << seed << ": " << given_a[i] << ", " << given_b[j];
        step.pairs = {.zipped = true, .first_row = 0, .columns = 1};
        distances.assign(std::min(a.size(), b.size()), 0);
        step.distances = distances.data();
        machine.for_each(distances.size(), step);
        for (std::uint64_t i = 0; i < distances.size(); ++i)
            ASSERT_EQ(distances[i], expected(i, i)) << seed << ": " << given_a[i] << ", " << given_b[i];
    }
}

} // namespace
} // namespace concord::edit_distance::gpu_hamming_test

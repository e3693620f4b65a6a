// What rank 0 reads is what all ranks have, whatever it consists of.
#include "runtime/distributed/broadcast_input.hpp"
#include "support/ranks_of_threads.hpp"

#include <concord/sequences.hpp>

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace concord::broadcast_input_test {
namespace {

struct named {
    std::string name;
    std::string letters;
};

sequence_set collection(alphabet kind, const std::vector<named>& sequences) {
    sequence_set_builder builder(kind);
    for (const named& each : sequences)
        builder.add(each.name, each.letters);
    return std::move(builder).finish();
}

void expect_equal(const sequence_set& found, const sequence_set& expected) {
    EXPECT_EQ(runtime::digest_of(found), runtime::digest_of(expected));
    EXPECT_EQ(found.alphabet(), expected.alphabet());
    EXPECT_EQ(found.shortest(), expected.shortest());
    EXPECT_EQ(found.longest(), expected.longest());
    EXPECT_EQ(found.ambiguous(), expected.ambiguous());
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t sequence = 0; sequence < found.size(); ++sequence) {
        EXPECT_EQ(found.name(sequence), expected.name(sequence));
        ASSERT_EQ(found.length(sequence), expected.length(sequence));
        EXPECT_EQ(found.text(sequence, 0, found.length(sequence)),
                  expected.text(sequence, 0, expected.length(sequence)));
    }
}

TEST(broadcast_input, are_those_of_rank_0) {
    const std::vector<sequence_set> sets{
        collection(alphabet::dna, {}),
        collection(alphabet::dna, {{"one", "ACGT"}}),
        collection(alphabet::dna, {{"", ""}, {"with_unknown", "ACNNNTTRGA"}, {"long", std::string(130, 'G')}}),
        collection(alphabet::dna, {{"rna", "ACGUUGCA"}}), // printed with U
        collection(alphabet::protein, {{"p", "MKVLAW"}, {"q", "WYX"}}),
        collection(alphabet::bytes, {{"b", std::string("\x00\xff z", 4)}}),
        collection(alphabet::utf8, {{"ascii", "abc"}}),
        collection(alphabet::utf8, {{"u", "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"}, {"", ""}}),
    };
    for (std::size_t at = 0; at < sets.size(); ++at) {
        SCOPED_TRACE(testing::Message() << "set " << at);
        test::ranks_of_threads(3).run([&](runtime::communicator& ranks) {
            const sequence_set found = runtime::read_once(ranks, [&] {
                if (!ranks.is_root()) throw std::logic_error("rank 0 alone reads");
                return sets[at];
            });
            expect_equal(found, sets[at]);
        });
    }
}

} // namespace
} // namespace concord::broadcast_input_test

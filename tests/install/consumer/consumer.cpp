// A program outside of the project: it sees the installed headers and links concord::concord and concord::reading,
// nothing else.
#include <concord/reading.hpp>
#include <concord/substring.hpp>

#include <fstream>
#include <iostream>
#include <string>
#include <utility>

int main() {
    concord::sequence_set_builder builder(concord::alphabet::bytes);
    for (const char* word : {"BANANA", "CABANAS", "PANAMA"})
        builder.add(word, word);
    const concord::sequence_set words = std::move(builder).finish();

    const auto shared_by = [&](std::uint64_t support) {
        concord::substring_options options;
        options.support = support;
        const auto best = concord::longest_common_substring(words, options).best;
        return words.text(best.sequence, best.start, best.start + best.length);
    };
    std::cout << "concord " << concord::version() << '\n'
              << "all three share " << shared_by(3) << ", two share " << shared_by(2) << '\n'
              << "max_lcp";
    for (const std::uint64_t length : concord::max_lcp(words, 0, 1, 0))
        std::cout << ' ' << length;
    std::cout << '\n';

    std::ofstream("consumer.fq") << "@read\nGATTACA\n+\nIIIIIII\n";
    const concord::sequence_set reads = concord::read_sequences({"consumer.fq"});
    std::cout << "read " << reads.size() << " sequence: " << reads.text(0, 0, reads.length(0)) << '\n';
    try {
        static_cast<void>(concord::read_sequences({"missing.fa"}));
    } catch (const concord::error& failure) {
        std::cout << failure.what() << '\n';
    }
}

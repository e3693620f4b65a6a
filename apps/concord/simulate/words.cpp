#include "simulate/simulate.hpp"

#include <concord/error.hpp>

#include <limits>

namespace concord::simulate {
namespace {

/// Draws one of several ends.
class end_source {
  public:
    explicit end_source(const std::vector<word_end>& ends) : ends_(ends) {
        for (const word_end& each : ends) {
            if (each.weight > std::numeric_limits<std::uint64_t>::max() - sum_)
                throw error(error_code::usage, "the weights of ends are too great");
            sum_ += each.weight;
        }
        if (sum_ == 0) throw error(error_code::usage, "one end of words at least must have a weight");
    }

    const std::string& draw(random_source& random) const {
        std::uint64_t drawn = random.below(sum_);
        for (const word_end& each : ends_) {
            if (drawn < each.weight) return each.letters;
            drawn -= each.weight;
        }
        return ends_.back().letters;
    }

  private:
    const std::vector<word_end>& ends_;
    std::uint64_t sum_ = 0;
};

class word_maker {
  public:
    explicit word_maker(const word_options& options)
        : options_(options), prefixes_(options.prefixes), suffixes_(options.suffixes), random_(options.seed) {}

    [[nodiscard]] std::string fresh() {
        std::string word = prefixes_.draw(random_);
        for (std::uint64_t left = random_.between(options_.shortest, options_.longest); left > 0; --left)
            word += letter();
        return word += suffixes_.draw(random_);
    }

    /// A letter substituted, inserted or deleted; the last letter of a word is not deleted.
    void edit(std::string& word) {
        const std::uint64_t kind = random_.below(3);
        if (kind == 1) {
            const std::uint64_t at = random_.below(word.size() + 1);
            word.insert(at, 1, letter());
            return;
        }
        const std::uint64_t at = random_.below(word.size());
        if (kind == 2 && word.size() > 1)
            word.erase(at, 1);
        else
            word[at] = other_letter(word[at]);
    }

    random_source& random() { return random_; }

  private:
    [[nodiscard]] char letter() { return options_.letters[random_.below(options_.letters.size())]; }
    [[nodiscard]] char other_letter(char than) {
        for (;;)
            if (const char other = letter(); other != than) return other;
    }

    const word_options& options_;
    end_source prefixes_;
    end_source suffixes_;
    random_source random_;
};

void check(const word_options& options) {
    const auto wrong = [](const char* what) { throw error(error_code::usage, what); };
    if (options.shortest > options.longest) wrong("the shortest word has more letters than the longest");
    if (options.letters.empty() || options.letters.find_first_not_of(options.letters.front()) == std::string::npos)
        wrong("words need two different letters at least");
    if (options.edits < 1) wrong("near copies have one edit at least");
    for (const word_end& prefix : options.prefixes)
        for (const word_end& suffix : options.suffixes)
            if (options.shortest == 0 && prefix.letters.empty() && suffix.letters.empty())
                wrong("words need one letter at least");
}

} // namespace

void words(const word_options& options, const byte_sink& sink) {
    check(options);
    const probability is_near(options.near_share);
    word_maker maker(options);
    record_writer writer(sink);
    std::vector<std::string> earlier; // where some are copied
    std::string word;
    for (std::uint64_t number = 1; number <= options.number; ++number) {
        std::uint64_t original = 0;
        std::uint64_t edits = 0;
        if (!earlier.empty() && maker.random().chance(is_near)) {
            original = 1 + maker.random().below(earlier.size());
            word = earlier[original - 1];
            edits = maker.random().between(1, options.edits);
            for (std::uint64_t left = edits; left > 0; --left)
                maker.edit(word);
        } else {
            word = maker.fresh();
        }
        if (options.fasta) {
            writer << '>' << number;
            if (original > 0) writer << " near=" << original << " edits=" << edits;
            writer << '\n';
        }
        writer << word << '\n';
        writer.end_record();
        if (is_near.threshold() > 0) earlier.push_back(word);
    }
    writer.flush();
}

} // namespace concord::simulate

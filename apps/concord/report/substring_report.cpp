#include "formats/edited_occurrences.hpp"
#include "formats/occurrences.hpp"
#include "formats/printable.hpp"
#include "output/exporters/exporter.hpp"
#include "report/charts.hpp"
#include "report/figures.hpp"
#include "report/markup.hpp"
#include "report/page.hpp"
#include "report/reports.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace concord::app::report {
namespace {

constexpr std::size_t most_tied_texts = 20; // that are listed
constexpr std::uint64_t most_tied_letters = 60;
constexpr std::uint64_t most_tie_letters = std::uint64_t{1} << 28U; // of all ties together: more are counted only

/// A text that several ties have.
struct tied_text {
    std::string text;
    std::uint64_t support = 0;
    std::uint64_t places = 0;
    substring_candidate first;
};

class substring_page {
  public:
    substring_page(const substring_answer& answer, page& on, json& figures)
        : answer_(answer), sequences_(answer.sequences), best_(answer.result.best), on_(on), figures_(figures) {}

    void add_all(const support_curve& curve) {
        if (answer_.result.found) {
            on_.finding(one_line(best_.length));
            add_numbers();
            add_logo();
        }
        if (!curve.points.empty()) {
            figures_["curve"] = curve.as_json();
            on_.figure("curve", "The longest length for every support", draw_support_curve(curve, "curve-drawing"),
                       curve_caption(curve));
            on_.figure("curve-texts", "What they share at each support", curve_table(curve),
                       "The first text of the length, in the order of the input.", true);
        }
        if (answer_.result.found) {
            add_starts();
            add_mismatches();
            add_occurrences();
            add_ties();
        }
        add_input(on_, answer_.files, sequences_, figures_);
    }

  private:
    [[nodiscard]] std::string one_line(std::uint64_t letters) const {
        return formats::escaped(
            sequences_.text(best_.sequence, best_.start, best_.start + std::min(letters, best_.length)));
    }

    void add_numbers() {
        const std::uint64_t k = answer_.options.mismatches;
        const std::string quality = k == 0 ? "exactly" : "with up to " + formats::counted(k, answer_.difference());
        on_.numbers(
            {{formats::grouped(best_.length), best_.length == 1 ? "letter" : "letters"},
             {fmt::format("{} of {}", formats::grouped(best_.support), formats::grouped(sequences_.size())),
              fmt::format("sequences hold it {}; {} asked for", quality, formats::grouped(answer_.options.support))},
             {formats::percentage(best_.support, sequences_.size()), "of the sequences"},
             {formats::grouped(answer_.result.tied_positions),
              answer_.result.tied_positions == 1
                  ? "place starts one as long: this one"
                  : fmt::format("places in {} start one as long",
                                formats::counted(answer_.result.tied_sequences, "sequence"))},
             {fmt::format("{} to {}", formats::grouped(best_.start), formats::grouped(best_.start + best_.length)),
              fmt::format("in {}, sequence {} counted from 0, where it stands as shown",
                          name_markup(sequences_.name(best_.sequence)), formats::grouped(best_.sequence))}});
    }

    void add_logo() {
        const formats::letter_profile profile =
            formats::profile_of(sequences_, best_, answer_.result.occurrences, logo_columns, answer_.result.alignments);
        const std::vector<double> bits = information_content(profile);
        figures_["logo"] = {{"letters", code_points(profile.letters)}, {"counts", profile.counts}, {"bits", bits}};
        std::string caption = fmt::format("{} of {}, one from each sequence that holds it: its best. ",
                                          profile.counts.size() < best_.length
                                              ? fmt::format("The first {} letters", profile.counts.size())
                                              : std::string("The letters"),
                                          formats::counted(profile.sites, "occurrence"));
        caption += profile.kind == alphabet::bytes ? "The height of a letter is its share."
                   : shows_shares(profile)
                       ? "They are too few to tell of information content: the height of a letter is its share."
                       : fmt::format("The height of a stack is the information content of the place in bits (at most "
                                     "{:.2f}), corrected for the size of the sample; the height of a letter is its "
                                     "share of that. Letters outside {} are not counted.",
                                     std::log2(static_cast<double>(profile.letters.size())), profile.letters);
        if (profile.kind == alphabet::protein)
            caption += " Acidic letters are red, basic ones blue, polar ones green, others violet.";
        on_.figure("logo", "What stands in each place", draw_logo(profile, "logo-drawing"), caption, true);
    }

    void add_starts() {
        histogram starts =
            histogram::of_range(0, answer_.has_edits() ? sequences_.longest() : sequences_.longest() - best_.length);
        for (const substring_occurrence& at : answer_.result.occurrences)
            starts.add(at.start);
        figures_["starts"] = starts.as_json();
        on_.figure(
            "starts", "Where it starts",
            draw_histogram(starts,
                           {"starts-drawing", "Where the occurrences start", "start in the sequence", "sequences"}),
            fmt::format("The start of the best occurrence in every sequence that holds it: fewest {}, then leftmost.",
                        differences()));
    }

    void add_mismatches() {
        if (answer_.options.mismatches == 0) return;
        histogram mismatches = histogram::of_range(0, answer_.options.mismatches);
        for (const substring_occurrence& at : answer_.result.occurrences)
            mismatches.add(at.mismatches);
        figures_["mismatches"] = mismatches.as_json();
        on_.figure("mismatches", "How well it fits",
                   draw_histogram(mismatches,
                                  {"mismatches-drawing",
                                   answer_.has_edits() ? "Edits of the occurrences" : "Mismatches of the occurrences",
                                   differences(), "sequences"}),
                   fmt::format("The {} of the best occurrence in every sequence that holds it.", differences()));
    }

    [[nodiscard]] std::string differences() const { return answer_.has_edits() ? "edits" : "mismatches"; }

    /// With their ends, strands and alignments.
    void add_other_occurrences() {
        constexpr std::size_t most_rows = 100;
        html_rows rows;
        const std::vector<substring_occurrence>& all = answer_.result.occurrences;
        for (std::size_t index = 0; index < std::min(most_rows, all.size()); ++index) {
            const substring_occurrence& at = all[index];
            const std::string shown =
                formats::escaped(formats::letters_of(sequences_, at).substr(0, most_tied_letters));
            rows.push_back({name_markup(sequences_.name(at.sequence), 40), formats::grouped(at.start),
                            formats::grouped(at.end), at.is_reverse ? "-" : "+", formats::grouped(at.mismatches),
                            fmt::format("<span class=\"letters\">{}</span>", markup(shown)),
                            answer_.has_edits() ? cigar(answer_.result.alignments[index]) : ""});
        }
        on_.figure(
            "occurrences", "Occurrences",
            table({"sequence", "start", "end", "strand", differences(), "letters along the strand", "alignment"}, rows),
            fmt::format("{} <code>--occurrences FILE</code> writes all.",
                        all.size() > most_rows
                            ? fmt::format("The first {} of {}.", most_rows, formats::grouped(all.size()))
                            : fmt::format("All {}.", all.size())),
            true);
    }

    void add_occurrences() {
        if (answer_.has_other_occurrences()) return add_other_occurrences();
        std::vector<aligned_place> places;
        for (const substring_occurrence& at : answer_.result.occurrences) {
            places.push_back({at.sequence, at.start});
            if (places.size() == 101) break;
        }
        const bool marks = answer_.options.mismatches > 0;
        on_.figure("occurrences", "Occurrences",
                   aligned_rows(sequences_, {best_.sequence, best_.start}, best_.length, places),
                   which_are_shown(answer_.result.occurrences.size(), best_.length) + ", with what stands around " +
                       (answer_.result.occurrences.size() == 1 ? "it." : "them.") +
                       (marks ? " Mismatches are underlined and bold, letters of the alphabet in lower case." : "") +
                       " <code>--occurrences FILE</code> writes all.",
                   true);
    }

    void add_ties() {
        if (answer_.result.ties.size() < 2 || answer_.result.ties.size() * best_.length > most_tie_letters) return;
        std::vector<tied_text> texts;
        std::unordered_map<std::string, std::size_t> known;
        for (const substring_candidate& tie : answer_.result.ties) {
            std::string text = sequences_.text(tie.sequence, tie.start, tie.start + tie.length);
            const auto [at, is_new] = known.try_emplace(std::move(text), texts.size());
            if (is_new) texts.push_back({at->first, tie.support, 0, tie});
            ++texts[at->second].places;
        }
        const std::uint64_t distinct = texts.size();
        std::ranges::stable_sort(texts, std::ranges::greater(), &tied_text::support);
        texts.resize(std::min(texts.size(), most_tied_texts));
        html_rows rows;
        for (const tied_text& each : texts) {
            const std::string shown = formats::escaped(each.text.substr(0, most_tied_letters));
            rows.push_back({fmt::format("<span class=\"letters\">{}{}</span>", markup(shown),
                                        each.text.size() > most_tied_letters ? " …" : ""),
                            formats::grouped(each.support), formats::grouped(each.places)});
        }
        figures_["distinct_ties"] = distinct;
        on_.figure(
            "ties", "As long as it", table({"text", "sequences that hold it", "places that start it"}, rows),
            fmt::format("{} places start one as long: {} in all{}, by the number of sequences that hold them. The "
                        "reported one is the first in the input.",
                        formats::grouped(answer_.result.tied_positions), formats::counted(distinct, "text"),
                        distinct > rows.size() ? fmt::format(", {} of them listed", rows.size()) : ""),
            true);
    }

    const substring_answer& answer_;
    const sequence_set& sequences_;
    const substring_candidate& best_;
    page& on_;
    json& figures_;
};

std::string headline_of(const substring_answer& answer) {
    const substring_candidate& best = answer.result.best;
    const std::string sequences = formats::counted(answer.sequences.size(), "sequence");
    const std::uint64_t k = answer.options.mismatches;
    if (!answer.result.found)
        return fmt::format("No {} or more {} shared by {} of {}{}",
                           formats::counted(answer.options.min_length, "letter"),
                           answer.options.min_length == 1 ? "is" : "are", formats::grouped(answer.options.support),
                           sequences, k == 0 ? "" : ", with up to " + formats::counted(k, answer.difference()));
    return fmt::format("{} of {} share {}", formats::grouped(best.support), sequences,
                       formats::counted(best.length, "letter"));
}

} // namespace

void write_substring_report(const substring_answer& answer, const support_curve& curve, const reproduction& how,
                            const formats::byte_sink& sink) {
    const std::string headline = headline_of(answer);
    page made("substring", "concord substring: " + headline, headline);
    json figures = json::object();
    const std::string difference =
        answer.options.mismatches == 0
            ? ""
            : " with up to " + formats::counted(answer.options.mismatches, answer.difference());
    made.question(fmt::format(
        "The longest substrings that at least {} of {} ({}, {}) share{} were computed exactly",
        formats::grouped(answer.options.support), formats::counted(answer.sequences.size(), "sequence"),
        formats::counted(answer.sequences.letters(), "letter"), to_string(answer.sequences.alphabet()), difference));
    substring_page(answer, made, figures).add_all(curve);
    std::string command_json;
    write_json(app::described(answer), {}, [&](std::string_view bytes) { command_json += bytes; });
    sink(made.whole(command_json, figures, how));
}

} // namespace concord::app::report

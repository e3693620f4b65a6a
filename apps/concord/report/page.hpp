// A page of its own: one file, nothing loaded from anywhere, for light and dark screens, telephones and paper.
#pragma once

#include "formats/output_file.hpp"
#include "output/json.hpp"

#include <concord/sequences.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace concord::app::report {

/// Rows of a table or of a list of facts; the cells are HTML.
using html_rows = std::vector<std::vector<std::string>>;

/// How a run can be repeated.
struct reproduction {
    std::string command_line; ///< as a shell takes it
    run_facts run;
};

class page {
  public:
    /// `headline` is HTML; the others are text.
    page(std::string_view command, std::string_view title, std::string headline);

    /// What was found, in letters, with a button that copies it. The first 2,000 of them.
    void finding(std::string_view letters);
    /// Large numbers with what they count: HTML both.
    void numbers(const std::vector<std::pair<std::string, std::string>>& facts);
    /// A drawing or anything else, with what it shows above and how to read it below: HTML all. A wide one takes the
    /// full width where the others stand side by side.
    void figure(std::string_view id, std::string_view title, const std::string& content, const std::string& caption,
                bool wide = false);
    /// A list of facts, each with its name.
    void facts(std::string_view id, std::string_view title, const html_rows& rows);

    /// The beginning of a sentence for the methods of a paper, up to «by concord …»: what was computed, of what. Text.
    void question(std::string_view sentence);

    /// The page, with the JSON of the command within, cut to what the page has room for.
    [[nodiscard]] std::string whole(std::string_view command_json, const json& figures, const reproduction& how) const;

  private:
    void close_grid();

    std::string command_;
    std::string title_;
    std::string body_;
    std::string question_;
    bool in_grid_ = false;
};

/// A table with a header; numbers, which are never broken, to the right: from column `first_number` on, and in columns
/// that hold nothing else.
[[nodiscard]] std::string table(const std::vector<std::string>& header, const html_rows& rows,
                                std::size_t first_number = 1);

extern const std::string_view page_style;  ///< CSS
extern const std::string_view page_script; ///< JavaScript, without which everything can be read as well
/// The content security policy: the page loads and runs nothing but itself.
extern const std::string_view page_policy;

/// The cell of a checksum as runtime::digest_of() gives it.
[[nodiscard]] std::string checksum_text(std::string_view digits);

/// Files, checksum, numbers of sequences and letters; and, if not all are of one length, the histogram of lengths.
void add_input(page& on, const std::vector<std::string>& files, const sequence_set& sequences, json& figures);

} // namespace concord::app::report

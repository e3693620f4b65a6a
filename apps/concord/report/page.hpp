// A page of its own: one file, nothing loaded from anywhere, for screens light and dark, telephones and paper.
#pragma once

#include "formats/output_file.hpp"
#include "output/json.hpp"

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
    /// What is known of something, name by name.
    void facts(std::string_view id, std::string_view title, const html_rows& rows);

    /// The page, with the JSON of the command within, cut to what the page has room for.
    [[nodiscard]] std::string whole(std::string_view command_json, const json& figures, const reproduction& how) const;

  private:
    void close_grid();

    std::string command_;
    std::string title_;
    std::string body_;
    bool in_grid_ = false;
};

/// A table with a header; numbers to the right from column `first_number` on.
[[nodiscard]] std::string table(const std::vector<std::string>& header, const html_rows& rows,
                                std::size_t first_number = 1);

/// The JSON of a command, with long lists and strings cut until it fits `bytes`; what was cut, and how much there was,
/// is told under "cut".
[[nodiscard]] std::string bounded_json(std::string_view whole, std::size_t bytes);

extern const std::string_view page_style;  ///< CSS
extern const std::string_view page_script; ///< JavaScript, without which everything can be read as well
/// What the page allows the browser to load and run: itself.
extern const std::string_view page_policy;

} // namespace concord::app::report

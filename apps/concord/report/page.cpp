#include "report/page.hpp"

#include "report/markup.hpp"

#include "formats/printable.hpp"

#include <concord/run.hpp>

#include <fmt/format.h>

namespace concord::app::report {
namespace {

constexpr std::size_t longest_finding = 2000; // letters
constexpr std::size_t room_for_json = 300'000;
constexpr std::size_t room_for_command = 4000; // letters of a command line

std::string list_of(const html_rows& rows) {
    std::string list = "<dl>\n";
    for (const std::vector<std::string>& row : rows)
        list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", row[0], row[1]);
    return list + "</dl>\n";
}

std::string copied(std::string_view id) {
    return fmt::format(R"(<button type="button" data-copy="{}" hidden>Copy</button>)", id);
}

std::string seconds(double value) {
    return value < 1 ? fmt::format("{:.3g} ms", 1000 * value) : fmt::format("{:.3g} s", value);
}

std::string how_it_ran(const reproduction& how) {
    const run_report& report = how.run.report;
    std::string device = markup(report.device);
    if (!report.vectors.empty()) device += fmt::format(" ({})", markup(report.vectors));
    return fmt::format("<div class=\"finding\"><pre id=\"command\">{}</pre>{}</div>\n",
                       markup(cut(how.command_line, room_for_command)), copied("command")) +
           list_of({{"Version", fmt::format("concord {}", markup(version()))},
                    {"Ran on", fmt::format("{}, {}", device, formats::counted(report.threads, "thread"))},
                    {"Time", fmt::format("{} in all: {} to read, {} to compute, without the figures of this page",
                                         seconds(how.run.seconds.total), seconds(how.run.seconds.read),
                                         seconds(how.run.seconds.compute))},
                    {"Memory",
                     fmt::format("{:.1f} MB at its peak", static_cast<double>(how.run.peak_memory_bytes) / 1e6)}});
}

} // namespace

page::page(std::string_view command, std::string_view title, std::string headline) : command_(command), title_(title) {
    body_ =
        fmt::format("<header><p class=\"kicker\">concord {}</p>\n<h1>{}</h1></header>\n", markup(command), headline);
}

void page::close_grid() {
    if (in_grid_) body_ += "</div>\n";
    in_grid_ = false;
}

void page::finding(std::string_view letters) {
    close_grid();
    std::string_view shown = letters.substr(0, longest_finding);
    body_ += fmt::format("<div class=\"finding\"><pre id=\"found\">{}</pre>{}</div>\n", markup(shown), copied("found"));
    if (shown.size() < letters.size())
        body_ += fmt::format("<p class=\"aside\">The first {} letters of {}.</p>\n", formats::grouped(shown.size()),
                             formats::grouped(letters.size()));
}

void page::numbers(const std::vector<std::pair<std::string, std::string>>& facts) {
    close_grid();
    body_ += "<ul class=\"numbers\">\n";
    for (const auto& [number, what] : facts)
        body_ += fmt::format("<li><b>{}</b> <span>{}</span></li>\n", number, what);
    body_ += "</ul>\n";
}

void page::figure(std::string_view id, std::string_view title, const std::string& content, const std::string& caption,
                  bool wide) {
    if (wide) close_grid();
    if (!wide && !in_grid_) body_ += "<div class=\"grid\">\n";
    in_grid_ = !wide;
    body_ += fmt::format("<figure id=\"{}\"><h2>{}</h2>\n{}<figcaption>{}</figcaption></figure>\n", id, title, content,
                         caption);
}

void page::facts(std::string_view id, std::string_view title, const html_rows& rows) {
    close_grid();
    body_ += fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, title, list_of(rows));
}

std::string page::whole(std::string_view command_json, const json& figures, const reproduction& how) const {
    std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                                  "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
                                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                                  "<meta name=\"generator\" content=\"concord {}\">\n<title>{}</title>\n"
                                  "<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n<main>\n",
                                  page_policy, markup(version()), markup(title_), page_style);
    out += body_;
    if (in_grid_) out += "</div>\n";
    out += fmt::format("<section id=\"run\"><h2>To repeat it</h2>\n{}</section>\n</main>\n", how_it_ran(how));
    out += fmt::format("<script type=\"application/json\" id=\"concord\">{}</script>\n",
                       script_json(bounded_json(command_json, room_for_json)));
    out += fmt::format("<script type=\"application/json\" id=\"concord-figures\">{}</script>\n",
                       script_json(bounded_json(dumped(figures), room_for_json / 2)));
    return out + fmt::format("<script>{}</script>\n</body>\n</html>\n", page_script);
}

std::string table(const std::vector<std::string>& header, const html_rows& rows, std::size_t first_number) {
    std::string out = "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>";
    const auto kind = [&](std::size_t column) { return column >= first_number ? " class=\"number\"" : ""; };
    for (std::size_t i = 0; i < header.size(); ++i)
        out += fmt::format("<th scope=\"col\"{}>{}</th>", kind(i), header[i]);
    out += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            out += fmt::format("<td{}>{}</td>", kind(i), row[i]);
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

} // namespace concord::app::report

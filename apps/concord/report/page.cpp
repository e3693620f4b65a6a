#include "report/page.hpp"

#include "formats/printable.hpp"
#include "report/charts.hpp"
#include "report/markup.hpp"
#include "runtime/distributed/broadcast_input.hpp"

#include <concord/run.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
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

/// "2026-11-23": today, or what SOURCE_DATE_EPOCH says where a page is to have the same bytes again.
/// Source: https://reproducible-builds.org/specs/source-date-epoch/
std::string date() {
    std::time_t when = std::time(nullptr);
    if (const char* const set = std::getenv("SOURCE_DATE_EPOCH")) {
        const std::string_view digits(set);
        std::int64_t seconds = 0;
        const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
        if (trouble == std::errc() && end == digits.data() + digits.size()) when = static_cast<std::time_t>(seconds);
    }
    std::tm parts{};
    if (::gmtime_r(&when, &parts) == nullptr) return "unknown";
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

/// A sentence for the methods of a paper.
std::string citation(const std::string& question, const reproduction& how) {
    const run_report& report = how.run.report;
    std::string device = markup(report.device);
    if (!report.vectors.empty()) device += fmt::format(" ({})", markup(report.vectors));
    return fmt::format("<div class=\"finding\"><pre id=\"cite\">{} by concord {} ({}, {}). The command was: {}</pre>{}"
                       "</div>\n",
                       question, markup(version()), device, formats::counted(report.threads, "thread"),
                       markup(cut(how.command_line, room_for_command)), copied("cite"));
}

bool is_number(std::string_view cell) {
    return !cell.empty() && std::ranges::all_of(cell, [](char letter) {
        return (letter >= '0' && letter <= '9') || std::string_view(",.%-").find(letter) != std::string_view::npos;
    });
}

std::string how_it_ran(const reproduction& how) {
    const run_report& report = how.run.report;
    std::string device = markup(report.device);
    if (!report.vectors.empty()) device += fmt::format(" ({})", markup(report.vectors));
    return fmt::format("<div class=\"finding\"><pre id=\"command\">{}</pre>{}</div>\n",
                       markup(cut(how.command_line, room_for_command)), copied("command")) +
           list_of({{"Date", date()},
                    {"Version", fmt::format("concord {}", markup(version()))},
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

void page::question(std::string_view sentence) { question_ = markup(sentence); }

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
    if (!question_.empty())
        out += fmt::format("<section id=\"methods\"><h2>To cite it</h2>\n{}</section>\n", citation(question_, how));
    out += fmt::format("<section id=\"run\"><h2>To repeat it</h2>\n{}</section>\n</main>\n", how_it_ran(how));
    out += fmt::format("<script type=\"application/json\" id=\"concord\">{}</script>\n",
                       script_json(bounded_json(command_json, room_for_json)));
    out += fmt::format("<script type=\"application/json\" id=\"concord-figures\">{}</script>\n",
                       script_json(bounded_json(dumped(figures), room_for_json / 2)));
    return out + fmt::format("<script>{}</script>\n</body>\n</html>\n", page_script);
}

std::string table(const std::vector<std::string>& header, const html_rows& rows, std::size_t first_number) {
    std::string out = "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>";
    const auto kind = [&](std::size_t column) {
        const auto holds_number = [&](const std::vector<std::string>& row) { return is_number(row[column]); };
        const bool numbers = column >= first_number || (!rows.empty() && std::ranges::all_of(rows, holds_number));
        return numbers ? " class=\"number\"" : "";
    };
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

const std::string_view page_style = R"CSS(
:root{--paper:#fff;--ink:#1b1f24;--muted:#5b6570;--line:#d9dee3;--faint:#f4f6f8;--accent:#1f5fa8;--soft:#bcd3ec;
--mark:#b3261e;--mark-soft:#fde3e0;--a:#1a8a3c;--c:#1f5fa8;--g:#b87700;--t:#c0282d;--other:#6b4fa0}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8eaed;--muted:#9aa4af;--line:#343b43;--faint:#1e2329;
--accent:#7db4f0;--soft:#2c4a6b;--mark:#ff8a80;--mark-soft:#4a2523;--a:#5fcf80;--c:#7db4f0;--g:#f0b93a;--t:#ff7b76;
--other:#b9a0ec}}
@media print{:root{--paper:#fff;--ink:#000;--muted:#444;--line:#bbb;--faint:#fff;--accent:#1f5fa8;--soft:#bcd3ec;
--mark:#b3261e;--mark-soft:#fde3e0;--a:#1a8a3c;--c:#1f5fa8;--g:#b87700;--t:#c0282d;--other:#6b4fa0}
button{display:none}#found{max-height:none!important}figure,section{break-inside:avoid}.scroll{overflow:visible!important;max-height:none!important}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
.kicker{margin:0;color:var(--muted);font-size:.85rem;letter-spacing:.06em}
h1{margin:.1rem 0 1.2rem;font-size:1.7rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
h2{margin:0 0 .6rem;font-size:1.05rem;font-weight:650}
bdi,dd,td{overflow-wrap:anywhere}
.finding{display:flex;gap:.6rem;align-items:flex-start;background:var(--faint);border:1px solid var(--line);
border-radius:6px;padding:.7rem .8rem;margin:0 0 .8rem}
pre{margin:0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
font-variant-ligatures:none}
.finding pre{flex:1;min-width:0;white-space:pre-wrap;overflow-wrap:anywhere}
#found{max-height:15rem;overflow-y:auto;font-size:1.15rem;letter-spacing:.04em;font-weight:600}
button{font:inherit;font-size:.8rem;color:var(--accent);background:var(--paper);border:1px solid var(--line);
border-radius:4px;padding:.1rem .5rem;cursor:pointer}
.numbers{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem 2.2rem;margin:1.2rem 0 0;padding:0}
.numbers li{display:flex;flex-direction:column;max-width:100%}
.numbers b,.nowrap{white-space:nowrap}.numbers b{font-size:1.45rem;font-weight:650;line-height:1.2}
.numbers span{color:var(--muted);font-size:.85rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2.5rem}
figure,section{margin:2.2rem 0 0;min-width:0}
figcaption,.aside{color:var(--muted);font-size:.85rem;margin:.5rem 0 0;max-width:46rem}
svg{display:block;width:100%;height:auto;max-width:44rem;font-family:inherit}
figure>img{display:block;max-width:100%;height:auto;background:#fff;border:1px solid var(--line)}
.scroll{overflow-x:auto;max-width:100%}.tall{max-height:34rem;overflow-y:auto}
.grid svg{max-width:32rem}td .letters{white-space:nowrap}
table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,22rem)}
th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--muted);font-weight:500;white-space:nowrap}
.number{text-align:right;white-space:nowrap;overflow-wrap:normal}
code,.letters{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.4rem;margin:0;font-size:.92rem}
dt{color:var(--muted)}dd{margin:0;min-width:0}
.rows{font-size:.82rem;line-height:1.5;width:max-content;min-width:100%}
.rows i{font-style:normal;color:var(--muted)}
.rows b{font-weight:700;color:var(--mark);background:var(--mark-soft);text-decoration:underline}
.rows u{text-decoration:none;color:var(--muted)}
.tick{font-size:12.5px;fill:var(--muted)}.label{font-size:13px;fill:var(--ink)}.small{font-size:11px;fill:var(--muted)}
.axis{stroke:var(--muted);stroke-width:1;fill:none}.rule{stroke:var(--line);stroke-width:1;fill:none}
.bar{fill:var(--accent)}.bar:hover,.dot:hover{fill:var(--mark)}
.curve{stroke:var(--accent);stroke-width:2;fill:none}.between{fill:var(--soft);opacity:.55}.dot{fill:var(--accent)}
.open{fill:var(--paper);stroke:var(--accent);stroke-width:1.5}
.chosen{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 3;fill:none}.chosen-dot{fill:var(--mark)}
.chosen-text{font-size:12.5px;fill:var(--mark)}
.h0,.h1,.h2,.h3,.h4,.h5,.h6,.h7{fill:var(--accent);stroke:none}.h1{opacity:.86}.h2{opacity:.72}.h3{opacity:.59}
.h4{opacity:.46}.h5{opacity:.33}.h6{opacity:.2}.h7{opacity:.08}
.frame{fill:none;stroke:var(--line)}.way{fill:none;stroke:var(--mark);stroke-width:1.6;stroke-linejoin:round}
.thin path{stroke:var(--ink);stroke-width:1.5px;vector-effect:non-scaling-stroke}
.seen1{fill:var(--ink);opacity:.28}.seen2{fill:var(--ink);opacity:.5}.seen3{fill:var(--ink);opacity:.85}
.track{fill:var(--line)}.place{fill:var(--mark);opacity:.75}
.glyph{fill:none;stroke-width:17;stroke-linecap:butt;stroke-linejoin:miter;stroke-miterlimit:1.5}
.kA{stroke:var(--a)}.kC{stroke:var(--c)}.kG{stroke:var(--g)}.kT{stroke:var(--t)}.kO{stroke:var(--other)}
.fO{fill:var(--other)}
@media (max-width:30rem){h1{font-size:1.35rem}main{padding:1.2rem 1rem 3rem}.numbers{gap:.6rem 1.6rem}
dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 .5rem}.finding{flex-direction:column}
.numbers b{white-space:normal}table{font-size:.76rem}th,td{padding-right:.5rem}th:last-child,td:last-child{padding-right:0}th{white-space:normal;overflow-wrap:normal}}
)CSS";

// One button; where the clipboard cannot be used, the text is selected instead.
const std::string_view page_script =
    R"JS(for(const b of document.querySelectorAll("button[data-copy]")){b.hidden=false;b.addEventListener("click",async()=>{)JS"
    R"JS(const e=document.getElementById(b.dataset.copy);try{await navigator.clipboard.writeText(e.textContent);)JS"
    R"JS(b.textContent="Copied"}catch{getSelection().selectAllChildren(e)}})})JS";

// The script is allowed by its hash, so that no script from an input can run; a test checks that the two match.
const std::string_view page_policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                                     "script-src 'sha256-eAoSqH+PPRXebfB+oAVp3CaIequplttLxvUn4SfAI5M='";

namespace {

constexpr std::size_t most_files = 20;

std::string names_of(const std::vector<std::string>& files) {
    std::string names;
    for (std::size_t i = 0; i < std::min(files.size(), most_files); ++i)
        names += (i > 0 ? ", " : "") + (files[i] == "-" ? std::string("standard input") : name_markup(files[i], 120));
    if (files.size() > most_files) names += fmt::format(" and {} more", formats::grouped(files.size() - most_files));
    return names;
}

} // namespace

std::string checksum_text(std::string_view digits) {
    return fmt::format("<code>{}</code> of letters and names, by <code>concord</code>: the same for the same input, in "
                       "any format",
                       markup(digits));
}

void add_input(page& on, const std::vector<std::string>& files, const sequence_set& sequences, json& figures) {
    const bool of_one_length = sequences.shortest() == sequences.longest();
    if (!of_one_length) {
        histogram lengths = histogram::of_range(sequences.shortest(), sequences.longest());
        for (std::size_t i = 0; i < sequences.size(); ++i)
            lengths.add(sequences.length(i));
        figures["lengths"] = lengths.as_json();
        on.figure(
            "lengths", "How long the sequences are",
            draw_histogram(lengths, {"lengths-drawing", "Lengths of the sequences", "length (letters)", "sequences"}),
            fmt::format("From {} to {}.", formats::grouped(sequences.shortest()),
                        formats::counted(sequences.longest(), "letter")));
    }
    on.facts(
        "input", "Input",
        {{files.size() == 1 ? "File" : "Files", names_of(files)},
         {"Checksum", checksum_text(runtime::digest_of(sequences))},
         {"Sequences", formats::grouped(sequences.size())},
         {"Letters", fmt::format("{} ({})", formats::grouped(sequences.letters()), to_string(sequences.alphabet()))},
         {"Length", of_one_length ? formats::counted(sequences.longest(), "letter") + " each"
                                  : fmt::format("{} to {}", formats::grouped(sequences.shortest()),
                                                formats::counted(sequences.longest(), "letter"))},
         {"Ambiguous", sequences.alphabet() == alphabet::dna
                           ? fmt::format("{} ({})", formats::counted(sequences.ambiguous(), "letter"),
                                         formats::percentage(sequences.ambiguous(), sequences.letters()))
                           : std::string("none: every letter matches itself")}});
}

} // namespace concord::app::report

#include "output/pair_picture.hpp"

#include "formats/printable.hpp"
#include "output/text_lines.hpp"
#include "sequence/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

namespace concord::app {
namespace {

constexpr std::uint64_t letters_around = 3;

/// What lies between the equal runs.
std::vector<change> changes_of(const alignment& runs) {
    std::vector<change> changes;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    bool goes_on = false;
    for (const alignment_run& run : runs) {
        const bool equal = run.operation == '=';
        if (!equal && !goes_on) changes.push_back({{a, a}, {b, b}});
        if (run.operation != 'D') a += run.count;
        if (run.operation != 'I') b += run.count;
        if (!equal) {
            changes.back().a.end = a;
            changes.back().b.end = b;
        }
        goes_on = !equal;
    }
    return changes;
}

constexpr std::size_t most_blocks = 12; // of three lines each
constexpr std::size_t longest_name_drawn = 24;

/// Letters with one column each.
std::string one_column_a_letter(std::string_view text, alphabet kind) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t bytes = kind == alphabet::utf8 ? sequence::end_of_first_letter(text) : 1;
        const std::string letter = formats::without_controls(text.substr(0, bytes));
        shown += letter == "\t" ? "?" : letter;
        text.remove_prefix(bytes);
    }
    return shown;
}

class letters_picture {
  public:
    letters_picture(const formats::sequence_pair& pair, const alignment& runs, const text_style& style,
                    const formats::byte_sink& sink)
        : pair_(pair), runs_(runs), paint_(style.colour), sink_(sink),
          name_a_(formats::shortened(pair.name(formats::pair_side::a), longest_name_drawn)),
          name_b_(formats::shortened(pair.name(formats::pair_side::b), longest_name_drawn)),
          name_width_(std::max(sequence::count_code_points(name_a_), sequence::count_code_points(name_b_))),
          digits_(
              std::to_string(std::max(pair.length(formats::pair_side::a), pair.length(formats::pair_side::b))).size()) {
        const std::size_t columns = std::clamp<std::size_t>(style.columns, 60, 200);
        const std::size_t taken = name_width_ + 2 * digits_ + 6;
        width_ = std::max<std::size_t>(columns > taken ? columns - taken : 0, 20);
    }

    void write(std::size_t blocks) {
        std::uint64_t columns = 0;
        for (const alignment_run& run : runs_)
            columns += run.count;
        std::uint64_t shown = 0;
        for (std::size_t block = 0; block < blocks && shown < columns; ++block)
            shown += write_block();
        if (shown < columns)
            sink_(paint_.aside(fmt::format("\n... and {} more; -f tsv or -f json writes the whole alignment\n",
                                           formats::counted(columns - shown, "column"))));
    }

  private:
    /// The next columns, as many as fit a line; returns how many.
    std::uint64_t write_block() {
        const std::uint64_t start_a = at_a_;
        const std::uint64_t start_b = at_b_;
        std::string upper;
        std::string middle;
        std::string lower;
        std::uint64_t columns = 0;
        while (run_ < runs_.size() && columns < width_) {
            const char operation = runs_[run_].operation;
            const std::uint64_t count = std::min<std::uint64_t>(runs_[run_].count - done_, width_ - columns);
            upper += strip(formats::pair_side::a, operation, at_a_, count);
            middle.append(count, operation == '=' ? '|' : operation == 'X' ? '.' : ' ');
            lower += strip(formats::pair_side::b, operation, at_b_, count);
            columns += count;
            done_ += count;
            if (done_ == runs_[run_].count) ++run_, done_ = 0;
        }
        sink_("\n");
        write_row(name_a_, start_a, upper, at_a_);
        sink_(std::string(name_width_ + digits_ + 4, ' ') + paint_.aside(middle) + "\n");
        write_row(name_b_, start_b, lower, at_b_);
        return columns;
    }

    /// `count` columns of one row; `position` advances by the letters in it.
    std::string strip(formats::pair_side side, char operation, std::uint64_t& position, std::uint64_t count) {
        const char none = side == formats::pair_side::a ? 'D' : 'I';
        if (operation == none) return paint_.aside(std::string(count, '-'));
        const std::string letters =
            one_column_a_letter(pair_.text(side, position, position + count), pair_.letters().alphabet());
        position += count;
        return operation == '=' ? paint_.match(letters) : paint_.mismatch(letters);
    }

    void write_row(const std::string& name, std::uint64_t start, const std::string& letters, std::uint64_t end) {
        const std::string gap(name_width_ - sequence::count_code_points(name), ' ');
        sink_(fmt::format("{}{}  {:>{}}  {}  {}\n", name, gap, start, digits_, letters, end));
    }

    const formats::sequence_pair& pair_;
    const alignment& runs_;
    painter paint_;
    const formats::byte_sink& sink_;
    std::string name_a_;
    std::string name_b_;
    std::size_t name_width_;
    std::size_t digits_;
    std::size_t width_ = 0;
    std::size_t run_ = 0; ///< where the picture continues: run, columns of it, letters of A and B
    std::uint64_t done_ = 0;
    std::uint64_t at_a_ = 0;
    std::uint64_t at_b_ = 0;
};

void write_listing(const formats::sequence_pair& pair, const alignment& runs, const text_style& style,
                   const formats::byte_sink& sink) {
    const painter paint(style.colour);
    const auto line = [&](char mark, formats::pair_side side, std::uint64_t position) {
        const std::string text = mark + formats::without_controls(pair.symbol(side, position));
        sink((mark == '-' ? paint.mismatch(text) : mark == '+' ? paint.match(text) : text) + "\n");
    };
    const std::vector<hunk> hunks = hunks_of(runs);
    if (hunks.empty()) return;
    sink(paint.heading(fmt::format("\n--- {}\n+++ {}", formats::written_name(pair.name(formats::pair_side::a)),
                                   formats::written_name(pair.name(formats::pair_side::b)))) +
         "\n");
    for (const hunk& each : hunks) {
        sink(paint.aside(fmt::format("@@ -{} +{} @@", numbered(each.a), numbered(each.b))) + "\n");
        std::uint64_t kept = each.a.start;
        for (const change& difference : each.changes) {
            for (; kept < difference.a.start; ++kept)
                line(' ', formats::pair_side::a, kept);
            for (std::uint64_t at = difference.a.start; at < difference.a.end; ++at)
                line('-', formats::pair_side::a, at);
            for (std::uint64_t at = difference.b.start; at < difference.b.end; ++at)
                line('+', formats::pair_side::b, at);
            kept = difference.a.end;
        }
        for (; kept < each.a.end; ++kept)
            line(' ', formats::pair_side::a, kept);
    }
}

} // namespace

void write_picture(const formats::sequence_pair& pair, const alignment& runs, const text_style& style,
                   const formats::byte_sink& sink) {
    if (pair.unit() == formats::pair_unit::letter) {
        letters_picture(pair, runs, style, sink).write(most_blocks);
    } else {
        write_listing(pair, runs, style, sink);
    }
}

void write_whole_picture(const formats::sequence_pair& pair, const alignment& runs, std::size_t columns,
                         const formats::byte_sink& sink) {
    letters_picture(pair, runs, {.colour = false, .columns = columns}, sink)
        .write(std::numeric_limits<std::size_t>::max());
}

std::vector<hunk> hunks_of(const alignment& runs) {
    std::vector<hunk> hunks;
    for (const change& next : changes_of(runs)) {
        if (hunks.empty() || next.a.start - hunks.back().changes.back().a.end > 2 * letters_around) {
            const std::uint64_t before = std::min(letters_around, std::min(next.a.start, next.b.start));
            hunks.push_back({{next.a.start - before, 0}, {next.b.start - before, 0}, {}});
        }
        hunks.back().changes.push_back(next);
    }
    std::uint64_t end_a = 0;
    for (const alignment_run& run : runs)
        end_a += run.operation == 'D' ? 0 : run.count;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        const change& last = hunks[i].changes.back();
        const std::uint64_t border = i + 1 < hunks.size() ? hunks[i + 1].changes.front().a.start : end_a;
        const std::uint64_t behind = std::min(letters_around, border - last.a.end);
        hunks[i].a.end = last.a.end + behind;
        hunks[i].b.end = last.b.end + behind;
    }
    return hunks;
}

std::string numbered(const stretch& positions) {
    const std::uint64_t count = positions.end - positions.start;
    const std::uint64_t first = count == 0 ? positions.start : positions.start + 1;
    std::string text = std::to_string(first);
    if (count != 1) text.append(1, ',').append(std::to_string(count));
    return text;
}

} // namespace concord::app

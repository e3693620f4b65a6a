// One share of a whole command, of the reports of its steps: it never falls, and never says that all is done.
#include "output/overall_progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace concord::app::overall_progress_test {
namespace {

progress_update report(std::string_view stage, std::uint64_t done, std::uint64_t total) {
    return {.stage = stage, .done = done, .total = total, .unit = "things"};
}

/// Reads for 10 % of the time, computes for 80 % in two steps, writes for 10 %.
progress_plan plan() {
    return {.reading = {10}, .computing = {{"first", 1}, {"second", 3}}, .computing_weight = 80, .writing = 10};
}

TEST(overall_progress, follows_its_plan) {
    overall_progress all(plan());
    EXPECT_EQ(all.share(), 0);
    all.update(report("reading", 5, 10), 1);
    EXPECT_DOUBLE_EQ(all.share(), 0.05);
    all.enter(command_phase::computing, 2);
    EXPECT_DOUBLE_EQ(all.share(), 0.1);
    all.update(report("first", 10, 10), 3);
    EXPECT_NEAR(all.share(), 0.3, 0.02); // a quarter of 80 %, but for what is left in case that it comes again
    all.update(report("second", 10, 10), 4);
    EXPECT_NEAR(all.share(), 0.9, 0.05);
    all.enter(command_phase::writing, 5);
    EXPECT_DOUBLE_EQ(all.share(), 0.9);
    all.update(report("writing", 10, 10), 6);
    EXPECT_DOUBLE_EQ(all.share(), 0.99); // all is done when the bar goes
}

TEST(overall_progress, a_step_that_does_not_come_leaves_its_part_to_those_behind_it) {
    overall_progress all(plan());
    all.enter(command_phase::computing, 0);
    all.update(report("second", 1, 2), 1);
    EXPECT_NEAR(all.share(), 0.1 + 0.8 / 2, 0.03);
}

TEST(overall_progress, a_step_of_the_same_name_begins_anew) {
    overall_progress all({.reading = {0}, .computing = {{"", 1}, {"", 1}}, .computing_weight = 1, .writing = 0});
    all.enter(command_phase::computing, 0);
    all.update(report("comparing", 90, 100), 1);
    EXPECT_LT(all.share(), 0.5);
    all.update(report("comparing", 60, 120), 2); // another total is another step, though it is far already
    EXPECT_NEAR(all.share(), 0.75, 0.05);
}

TEST(overall_progress, a_few_reports_out_of_order_are_one_step) {
    overall_progress all({.reading = {0}, .computing = {{"", 1}}, .computing_weight = 1, .writing = 0});
    all.enter(command_phase::computing, 0);
    for (const std::uint64_t done : {10U, 30U, 20U, 40U, 39U, 80U})
        all.update(report("comparing", done, 100), 1);
    EXPECT_NEAR(all.share(), 0.8, 0.05);
}

TEST(overall_progress, steps_that_do_not_come_leave_their_parts_to_those_behind_them) {
    progress_plan many = plan();
    many.computing = {{"counting", 2}, {"growing", 2}, {"sampling", 1}, {"comparing", 5}};
    overall_progress all(many);
    all.enter(command_phase::computing, 0);
    all.update(report("counting", 1, 1), 1);
    EXPECT_NEAR(all.share(), 0.1 + 0.8 * 0.2, 0.05);
    all.update(report("comparing", 1, 2), 2);
    EXPECT_NEAR(all.share(), 0.1 + 0.8 * 0.6, 0.05);
}

TEST(overall_progress, texts_that_are_read_while_they_are_searched_bound_it) {
    overall_progress all({.reading = {0}, .computing = {{"", 1}}, .computing_weight = 1, .writing = 0});
    all.enter(command_phase::computing, 0);
    for (const double read : {0.25, 0.5, 0.75}) {
        all.compute_until(read);
        all.update(report("looking", 0, 10), 1);
        all.update(report("looking", 10, 10), 1);
        EXPECT_LE(all.share(), read);
        EXPECT_GT(all.share(), read - 0.05);
    }
}

TEST(overall_progress, never_falls_whatever_is_reported) {
    const std::array<const char*, 5> stages = {"first", "second", "reading", "growing", "odd"};
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        overall_progress all(plan());
        double last = 0;
        double seconds = 0;
        for (const command_phase phase : {command_phase::reading, command_phase::computing, command_phase::writing}) {
            if (phase != command_phase::reading) all.enter(phase, seconds);
            for (unsigned i = 0; i < 40; ++i) {
                seconds += 0.1;
                if (random() % 16 == 0 && phase == command_phase::computing)
                    all.compute_until(static_cast<double>(random() % 100) / 100);
                all.update(report(stages[random() % stages.size()], random() % 120, random() % 4 * 50), seconds);
                ASSERT_GE(all.share(), last) << "seed " << seed;
                ASSERT_LT(all.share(), 1) << "seed " << seed;
                last = all.share();
            }
        }
    }
}

TEST(overall_progress, estimates_by_the_pace_of_the_step_that_runs) {
    overall_progress all({.reading = {50}, .computing = {{"", 1}}, .computing_weight = 50, .writing = 0});
    EXPECT_LT(all.seconds_left(0), 0);
    all.update(report("reading", 1, 1), 0.1); // half of the plan in no time
    all.enter(command_phase::computing, 0.1);
    all.update(report("comparing", 1, 10), 10.1);
    EXPECT_NEAR(all.seconds_left(10.1), 90, 10); // a tenth took ten seconds
}

TEST(progress_text, fits_any_terminal) {
    overall_progress all(plan());
    all.enter(command_phase::computing, 0);
    all.update(report("first", 1, 2), 10);
    for (std::size_t columns = 0; columns <= 120; ++columns) {
        const std::string text = progress_text(all, 10, columns);
        EXPECT_LE(text.size(), columns);
        if (columns >= 4) {
            EXPECT_NE(text.find("19%"), std::string::npos) << columns;
        }
        EXPECT_EQ(text.find('['), columns < 39 ? std::string::npos : 10) << columns;
    }
    const std::string wide = progress_text(all, 10, 80);
    EXPECT_TRUE(wide.starts_with("computing [#######...")) << wide;
    EXPECT_TRUE(wide.ends_with("]  19%  1:25 left")) << wide;
}

TEST(progress_text, shows_how_much_where_the_end_is_not_known) {
    overall_progress all(plan());
    all.update({.stage = "reading", .done = 1'500'000, .total = 0, .unit = "bytes"}, 10);
    const std::string text = progress_text(all, 10, 80);
    EXPECT_TRUE(text.ends_with("]   0%  1.5 M bytes")) << text;
}

} // namespace
} // namespace concord::app::overall_progress_test

// Files that get their names when they are whole, with and without unnamed files.
#include "runtime/new_file.hpp"
#include "runtime/test_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace concord::runtime::new_file_test {
namespace {

namespace fs = std::filesystem;

/// With a folder of its own; the parameter: whether files have a random name from the beginning.
class new_files : public testing::TestWithParam<bool> {
  protected:
    new_files() {
        std::string pattern = testing::TempDir() + "new_file_XXXXXX";
        folder_ = ::mkdtemp(pattern.data());
        if (GetParam()) forced_.emplace();
    }
    ~new_files() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name = "out.tsv") const { return (folder_ / name).string(); }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& each : fs::directory_iterator(folder_))
            found.push_back(each.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }
    static void write(const new_file& file, const std::string& text) {
        ASSERT_EQ(::write(file.descriptor(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    static std::string read(const std::string& from) {
        std::ifstream file(from);
        return {std::istreambuf_iterator<char>(file), {}};
    }

  private:
    fs::path folder_;
    std::optional<scoped_names> forced_;
};

using listed = std::vector<std::string>;

TEST_P(new_files, have_their_name_once_they_are_whole) {
    for (const char* text : {"first", "second"}) { // the second replaces the first
        new_file file(path());
        write(file, text);
        EXPECT_NE(read(path()), text);
        file.commit();
        EXPECT_EQ(file.descriptor(), -1);
        EXPECT_EQ(read(path()), text);
        EXPECT_EQ(names(), listed{"out.tsv"});
    }
}

TEST_P(new_files, vanish_unless_they_are_committed) {
    {
        new_file file(path());
        write(file, "half");
        EXPECT_EQ(names().size(), GetParam() ? 1U : 0U);
        EXPECT_FALSE(fs::exists(path()));
    }
    EXPECT_EQ(names(), listed{});
}

TEST_P(new_files, are_removed_by_a_signal_handler) {
    const new_file file(path());
    remove_unfinished_files();
    EXPECT_EQ(names(), listed{});
}

TEST_P(new_files, of_one_name_do_not_hinder_each_other) {
    new_file one(path());
    new_file other(path());
    write(one, "one");
    write(other, "other");
    one.commit();
    EXPECT_EQ(read(path()), "one");
    other.commit();
    EXPECT_EQ(read(path()), "other");
    EXPECT_EQ(names(), listed{"out.tsv"});
}

TEST_P(new_files, take_a_name_as_long_as_names_can_be) {
    const std::string longest = path(std::string(255, 'x'));
    for (int round = 0; round < 2; ++round) {
        new_file file(longest);
        write(file, "text");
        file.commit();
        EXPECT_EQ(read(longest), "text");
    }
    EXPECT_EQ(names().size(), 1U);
}

TEST_P(new_files, follow_no_link_of_their_name) {
    fs::create_symlink("elsewhere", path());
    new_file file(path());
    file.commit();
    EXPECT_EQ(names(), listed{"out.tsv"});
    EXPECT_FALSE(fs::is_symlink(path()));
}

TEST_P(new_files, say_what_the_system_says) {
    try {
        const new_file file(path("no/such/folder/out.tsv"));
        FAIL();
    } catch (const std::system_error& failure) {
        EXPECT_EQ(failure.code().value(), ENOENT);
    }
}

/// A process that begins `path` and is killed.
void begin_and_die(const std::string& path) {
    const ::pid_t child = ::fork();
    if (child == 0) {
        const new_file file(path);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_P(new_files, of_killed_processes_are_removed_and_others_are_not) {
    const listed others = {"out.tsv.0123456789abcdeg.part", "out.tsv.1-0.part", "out.tsv.part",
                           "outer.tsv.0123456789abcdef.part"};
    for (const std::string& name : others)
        std::ofstream(path(name)) << "theirs";
    begin_and_die(path());
    EXPECT_EQ(names().size(), others.size() + (GetParam() ? 1 : 0));
    const new_file living(path("out.tsv"));
    const listed before = names();
    EXPECT_EQ(before.size(), others.size() + (GetParam() ? 1 : 0)); // what the dead one left has gone
    {
        new_file next(path());
        next.commit();
    }
    listed wanted = before; // the living one has kept its own
    wanted.emplace_back("out.tsv");
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(names(), wanted);
}

INSTANTIATE_TEST_SUITE_P(unnamed_and_named, new_files, testing::Bool());

} // namespace
} // namespace concord::runtime::new_file_test

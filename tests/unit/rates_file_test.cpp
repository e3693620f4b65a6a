// The file of rates: read where it is sound, ours, and of this machine; else there are no rates, and no error.
#include "formats/rates_file.hpp"

#include <concord/error.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace concord::formats::rates_file_test {
namespace {

namespace fs = std::filesystem;

const machine_key here{"Some Processor", 8, "NVIDIA H200", "580.1", "0.1.0"};

machine_rates some_rates() {
    machine_rates rates;
    rates.cpu = {8, {0.5, 0.4}, {2, 1.5}, {0.1, 0.25}, {3, 0.7}};
    rates.gpu = {0.31, 0.9, 1.2, 0.8, 0.75, 1.1};
    return rates;
}

class rates_file : public testing::Test {
  protected:
    rates_file() {
        std::string pattern = testing::TempDir() + "rates_XXXXXX";
        folder_ = ::mkdtemp(pattern.data());
        path_ = folder_ / "cache" / "rates.json";
    }
    ~rates_file() override { fs::remove_all(folder_); }

    void save(const machine_key& key = here) const { save_rates(path_.string(), key, some_rates()); }
    [[nodiscard]] saved_rates read(const machine_key& key = here) const { return read_rates(path_.string(), key); }
    [[nodiscard]] std::string content() const {
        std::ifstream file(path_);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& text) const { std::ofstream(path_, std::ios::trunc) << text; }
    void expect_none(const std::string& why) const {
        const saved_rates found = read();
        EXPECT_FALSE(found.rates.has_value());
        EXPECT_NE(found.why_not.find(why), std::string::npos) << found.why_not;
    }

    fs::path folder_;
    fs::path path_;
};

TEST_F(rates_file, gives_back_what_was_saved) {
    expect_none("there is no such file");
    save();
    const saved_rates found = read();
    ASSERT_TRUE(found.rates.has_value()) << found.why_not;
    const machine_rates expected = some_rates();
    EXPECT_EQ(found.rates->cpu.cores, 8U);
    EXPECT_EQ(found.rates->cpu.scanning.alone, 0.5);
    EXPECT_EQ(found.rates->cpu.scanning.together, 0.4);
    EXPECT_EQ(found.rates->cpu.cells.together, expected.cpu.cells.together);
    EXPECT_EQ(found.rates->cpu.sorting.alone, expected.cpu.sorting.alone);
    EXPECT_EQ(found.rates->cpu.memory.together, expected.cpu.memory.together);
    EXPECT_EQ(found.rates->gpu.start_seconds, 0.31);
    EXPECT_EQ(found.rates->gpu.transfer, expected.gpu.transfer);
    EXPECT_EQ(found.rates->gpu.launching, expected.gpu.launching);
    EXPECT_EQ(found.rates->gpu.scanning, expected.gpu.scanning);
    EXPECT_EQ(found.rates->gpu.cells, expected.gpu.cells);
    EXPECT_EQ(found.rates->gpu.sorting, expected.gpu.sorting);
    struct stat made {};
    ASSERT_EQ(::stat(path_.c_str(), &made), 0);
    EXPECT_EQ(made.st_mode & 0777U, 0600U);
    ASSERT_EQ(::stat(path_.parent_path().c_str(), &made), 0);
    EXPECT_EQ(made.st_mode & 0777U, 0700U);
}

TEST_F(rates_file, is_of_one_machine_or_of_several) {
    save();
    for (const machine_key& other : {machine_key{"Another", 8, "NVIDIA H200", "580.1", "0.1.0"},
                                     machine_key{"Some Processor", 16, "NVIDIA H200", "580.1", "0.1.0"},
                                     machine_key{"Some Processor", 8, "", "580.1", "0.1.0"},
                                     machine_key{"Some Processor", 8, "NVIDIA H200", "590.0", "0.1.0"},
                                     machine_key{"Some Processor", 8, "NVIDIA H200", "580.1", "0.2.0"}}) {
        EXPECT_FALSE(read(other).rates.has_value());
        EXPECT_EQ(read(other).why_not, "it holds none of this machine and this version");
        save(other);
        EXPECT_TRUE(read(other).rates.has_value());
        EXPECT_TRUE(read().rates.has_value()) << "those of the first are kept";
    }
    save();
    const std::string all = content();
    std::size_t machines = 0;
    for (std::size_t at = 0; (at = all.find("\"processor\"", at)) != std::string::npos; ++at)
        ++machines;
    EXPECT_EQ(machines, 6U) << all;
    for (unsigned cores = 100; cores < 200; ++cores)
        save({"Some Processor", cores, "", "", "0.1.0"});
    EXPECT_LT(content().size(), 40'000U) << "the oldest are forgotten";
    EXPECT_FALSE(read().rates.has_value());
}

TEST_F(rates_file, that_is_damaged_holds_none) {
    save();
    const std::string sound = content();
    for (std::size_t length = 0; length + 2 < sound.size(); ++length) { // the last two are } and a line break
        write(sound.substr(0, length));
        ASSERT_FALSE(read().rates.has_value()) << length;
    }
    for (std::size_t at = 0; at < sound.size(); ++at) {
        std::string changed = sound;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        write(changed);
        const saved_rates found = read(); // a digit may have become another
        if (found.rates) {
            ASSERT_TRUE(is_valid(*found.rates)) << at;
        } else {
            ASSERT_FALSE(found.why_not.empty()) << at;
        }
    }
    const auto replaced = [&](const std::string& what, const std::string& by) {
        std::string changed = sound;
        const std::size_t at = changed.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return changed.replace(at, what.size(), by);
    };
    for (const std::string& text :
         {std::string(), std::string("null"), std::string("[]"), std::string("{}"), std::string(100'000, '['),
          std::string(R"({"schema":"concord.rates/1","machines":{}})"), replaced("0.31", "-1"),
          replaced("0.31", "1e99"), replaced("0.31", "\"0.31\""), replaced("0.31", "null"), replaced("0.9", "1e-9"),
          replaced("\"cores\": 8,\n", "\n"), replaced("concord.rates/1", "concord.rates/2"),
          std::string(2U << 20U, ' ') + sound}) {
        write(text);
        EXPECT_FALSE(read().rates.has_value()) << text.substr(0, 300);
    }
    write(sound);
    EXPECT_TRUE(read().rates.has_value());
}

TEST_F(rates_file, that_is_damaged_is_replaced) {
    save();
    write("{");
    save();
    EXPECT_TRUE(read().rates.has_value());
}

TEST_F(rates_file, of_others_is_not_read) {
    save();
    ASSERT_EQ(::chmod(path_.c_str(), 0620), 0);
    expect_none("others may write to it");
    ASSERT_EQ(::chmod(path_.c_str(), 0602), 0);
    expect_none("others may write to it");
    ASSERT_EQ(::chmod(path_.c_str(), 0644), 0);
    EXPECT_TRUE(read().rates.has_value());
    for (const ::mode_t mode : {0777U, 01777U, 0720U}) {
        ASSERT_EQ(::chmod(path_.parent_path().c_str(), mode), 0);
        expect_none("its folder belongs to others");
        EXPECT_THROW(save(), error);
    }
    ASSERT_EQ(::chmod(path_.parent_path().c_str(), 0700), 0);
    if (::geteuid() != 0) return; // only root can give files away
    ASSERT_EQ(::chown(path_.c_str(), 12345, 12345), 0);
    expect_none("it belongs to another user");
    ASSERT_EQ(::chown(path_.c_str(), 0, 0), 0);
    ASSERT_EQ(::chown(path_.parent_path().c_str(), 12345, 12345), 0);
    expect_none("its folder belongs to others");
    ASSERT_EQ(::chown(path_.parent_path().c_str(), 0, 0), 0);
}

TEST_F(rates_file, that_is_a_link_or_a_pipe_is_not_read) {
    save();
    const fs::path elsewhere = folder_ / "elsewhere.json";
    fs::rename(path_, elsewhere);
    fs::create_symlink(elsewhere, path_);
    expect_none("it is a symbolic link");
    save(); // replaces the link, and leaves alone what it points to
    EXPECT_FALSE(fs::is_symlink(path_));
    EXPECT_TRUE(read().rates.has_value());
    fs::remove(path_);
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    expect_none("it is no regular file");
    fs::remove(path_);
    fs::create_directory(path_);
    expect_none("it is no regular file");
}

TEST_F(rates_file, lies_where_the_environment_says) {
    const auto set = [](const char* cache, const char* xdg, const char* home) {
        for (const auto& [name, value] :
             {std::pair{"CONCORD_CACHE", cache}, std::pair{"XDG_CACHE_HOME", xdg}, std::pair{"HOME", home}})
            if (value == nullptr)
                ::unsetenv(name);
            else
                ::setenv(name, value, 1);
    };
    set("mine", "/x", "/h");
    EXPECT_EQ(rates_path(), "mine/rates.json");
    set(nullptr, "/x", "/h");
    EXPECT_EQ(rates_path(), "/x/concord/rates.json");
    set("", "relative", "/h");
    EXPECT_EQ(rates_path(), "/h/.cache/concord/rates.json");
    set(nullptr, nullptr, nullptr);
    EXPECT_EQ(rates_path(), "");
    EXPECT_FALSE(read_rates("", here).why_not.empty());
    EXPECT_THROW(make_place_of_rates(""), error);
    EXPECT_THROW(save_rates("", here, {}), error);
}

TEST_F(rates_file, has_a_folder_of_its_own_before_there_are_rates) {
    make_place_of_rates(path_.string());
    EXPECT_TRUE(fs::is_directory(path_.parent_path()));
    EXPECT_FALSE(fs::exists(path_));
    fs::permissions(path_.parent_path(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_THROW(make_place_of_rates(path_.string()), error);
}

} // namespace
} // namespace concord::formats::rates_file_test

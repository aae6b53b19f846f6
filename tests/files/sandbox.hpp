// A folder of a test's own, used as the user's home.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {

namespace fs = std::filesystem;

class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (old_)
            setenv(name_, old_->c_str(), 1);
        else
            unsetenv(name_);
    }
    Variable(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

class Sandbox : public testing::Test {
  protected:
    Sandbox() { fs::create_directories(folder); }
    ~Sandbox() override {
        std::error_code ignored;
        fs::permissions(folder, fs::perms::owner_all, ignored);
        fs::remove_all(folder, ignored);
    }

    static fs::path make_folder() {
        std::string name = (fs::temp_directory_path() / "mariani-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        return name;
    }
    static std::string text_of(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void put(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }
    // The names of everything in a folder, including hidden files.
    static std::vector<std::string> names_in(const fs::path& path) {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(path))
            names.push_back(entry.path().filename().string());
        return names;
    }

    // The message of the exception that the call throws; empty if it throws none.
    template <typename Call>
    static std::string error_of(const Call& call) {
        try {
            call();
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    }

    const fs::path folder = make_folder();
    Variable home{"HOME", (folder / "home").string()};
    Variable config{"XDG_CONFIG_HOME", (folder / "config").string()};
    Variable data{"XDG_DATA_HOME", (folder / "data").string()};
};

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

}  // namespace mariani::app

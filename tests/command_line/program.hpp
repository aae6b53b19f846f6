// Runs the real program like a shell: with its own user folders and no display.
#pragma once

#include "tests/files/sandbox.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mariani::app {

struct Outcome {
    int status = 0;  // if ended by a signal: 128 plus the signal
    std::string out;
    std::string err;
    std::int64_t peak_bytes = 0;  // of resident memory
};

struct Dwells {
    int width = 0, height = 0;
    std::vector<std::uint32_t> values;
    bool operator==(const Dwells&) const = default;
};

std::vector<std::string> lines_of(const std::string& text);

// The folder is the working directory of the programs it runs.
class ProgramTest : public Sandbox {
  protected:
    ~ProgramTest() override {
        std::error_code ignored;
        fs::remove_all(streams_, ignored);
    }

    Outcome run(const std::string& arguments) const;  // separated by single spaces
    Outcome run(const std::vector<std::string>& arguments) const;

    // As typed by a user: $MARIANI is the program, and the status that of the last command.
    Outcome run_in_shell(const std::string& line) const;

    pid_t start(const std::vector<std::string>& arguments) const;
    Outcome finish(pid_t program) const;

    // Until the program has begun a file in the working directory; fails if it ends before.
    void wait_for_files(pid_t program) const;
    // Until the program itself handles the signal; fails if it ends before.
    static void wait_until_it_handles(int signal, pid_t program);

    // Renders with -o out.png and --dwell-out out.npy, which must succeed; returns the dwells.
    Dwells dwells_of(const std::string& arguments) const;

    static Dwells read_dwells(const fs::path& npy);

    // A refused command prints exactly one line on stderr, nothing on stdout.
    static void expect_one_line(const Outcome& outcome, int status, const std::string& part);

    // Everything in the working directory except the user's own folders.
    std::vector<std::string> files() const;

  private:
    pid_t execute(const char* file, std::vector<std::string> words) const;

    const fs::path streams_ = make_folder();
};

}  // namespace mariani::app

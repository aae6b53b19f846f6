#include "tests/command_line/program.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mariani::app {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

Outcome ProgramTest::run(const std::string& arguments) const {
    std::istringstream words(arguments);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    return run(list);
}

Outcome ProgramTest::run(const std::vector<std::string>& arguments) const {
    return finish(start(arguments));
}

Outcome ProgramTest::run_in_shell(const std::string& line) const {
    const Variable program("MARIANI", MARIANI_PROGRAM);
    return finish(execute("/bin/bash", {"bash", "-c", line}));
}

pid_t ProgramTest::start(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "mariani");
    return execute(MARIANI_PROGRAM, std::move(words));
}

pid_t ProgramTest::execute(const char* file, std::vector<std::string> words) const {
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const auto out = streams_ / "out";
    const auto err = streams_ / "err";
    const pid_t program = fork();
    if (program != 0) return program;
    // Only calls that are safe in the child of a multithreaded program.
    const int flags = O_CREAT | O_TRUNC | O_WRONLY;
    if (chdir(folder.c_str()) == 0 && dup2(open("/dev/null", O_RDONLY), 0) == 0 &&
        dup2(open(out.c_str(), flags, 0600), 1) == 1 &&
        dup2(open(err.c_str(), flags, 0600), 2) == 2) {
        unsetenv("DISPLAY");
        unsetenv("WAYLAND_DISPLAY");
        execv(file, pointers.data());
    }
    _exit(127);
}

Outcome ProgramTest::finish(pid_t program) const {
    int status = 0;
    rusage used{};
    wait4(program, &status, 0, &used);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, text_of(streams_ / "out"), text_of(streams_ / "err"),
            std::int64_t{used.ru_maxrss} * 1024};
}

namespace {

bool has_ended(pid_t program) {
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(program), &ended, WEXITED | WNOHANG | WNOWAIT);
    return ended.si_pid != 0;
}

}  // namespace

void ProgramTest::wait_until_it_handles(int signal, pid_t program) {
    const std::string caught = "SigCgt:\t";
    while (!has_ended(program)) {
        std::ifstream status("/proc/" + std::to_string(program) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with(caught) &&
                (std::stoull(line.substr(caught.size()), nullptr, 16) >> (signal - 1) & 1))
                return;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ADD_FAILURE() << "the program ended before it handled the signal";
}

void ProgramTest::wait_for_files(pid_t program) const {
    while (files().empty()) {
        if (has_ended(program)) {
            ADD_FAILURE() << "the program ended before it began a file";
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

Dwells ProgramTest::dwells_of(const std::string& arguments) const {
    const auto outcome = run("render -o out.png --dwell-out out.npy " + arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
    return read_dwells(folder / "out.npy");
}

Dwells ProgramTest::read_dwells(const fs::path& npy) {
    Dwells dwells;
    const auto bytes = text_of(npy);
    const auto shape = bytes.find("'shape': (");
    const auto end = bytes.find('\n');
    if (shape == std::string::npos || end == std::string::npos) {
        ADD_FAILURE() << npy << " is no NumPy file";
        return dwells;
    }
    char comma = 0;
    std::istringstream(bytes.substr(shape + 10)) >> dwells.height >> comma >> dwells.width;
    dwells.values.resize((bytes.size() - end - 1) / 4);
    std::memcpy(dwells.values.data(), bytes.data() + end + 1, 4 * dwells.values.size());
    EXPECT_EQ(dwells.values.size(),
              static_cast<std::size_t>(dwells.width) * static_cast<std::size_t>(dwells.height));
    return dwells;
}

void ProgramTest::expect_one_line(const Outcome& outcome, int status, const std::string& part) {
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_SAYS(outcome.err, part);
    EXPECT_TRUE(outcome.err.starts_with("mariani: ")) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

std::vector<std::string> ProgramTest::files() const {
    auto names = names_in(folder);
    for (const auto* own : {"home", "config", "data"}) std::erase(names, own);
    std::ranges::sort(names);
    return names;
}

}  // namespace mariani::app

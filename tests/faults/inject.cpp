#include "tests/faults/inject.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>
#include <utility>

namespace faults {
namespace {

constexpr const char* kind_names[] = {"allocation", "c-allocation", "file",       "thread",
                                      "gl",         "cuda",         "launch-room"};

struct Range {
    std::uintptr_t begin, end;
    bool holds(std::uintptr_t at) const { return at >= begin && at < end; }
};

// Libraries whose operations are attributed to their callers. (Not libstb, which aborts the program
// itself if memory runs out.)
constexpr std::string_view see_through[] = {
    "libmariani_faults", "libstdc++.so",    "libfmt.so", "libpng16.so", "libtbb.so",
    "libz.so",           "libtomlplusplus", "libhwy.so", "libc.so",     "libgcc_s"};

struct Plan {
    bool armed = false;
    Kind kind = Kind::allocation;
    long number = 0;
    bool from = false;
    int report = -1;
    const char* operation = nullptr;  // if set, only this one is counted
    const char* begin = nullptr;      // names of the files that start and end the counting
    const char* end = nullptr;
    Range program{};
    Range between[32]{};
    int betweens = 0;
};
Plan plan;
std::atomic<bool> counting{false};
std::atomic<long> counted{0};
thread_local bool within __attribute__((tls_model("initial-exec"))) = false;

struct Within {
    Within() { within = true; }
    ~Within() { within = false; }
};

int note_object(dl_phdr_info* info, std::size_t, void* first) {
    Range range{~std::uintptr_t{0}, 0};
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        if (part.p_type != PT_LOAD) continue;
        range.begin = std::min<std::uintptr_t>(range.begin, info->dlpi_addr + part.p_vaddr);
        range.end =
            std::max<std::uintptr_t>(range.end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    if (std::exchange(*static_cast<bool*>(first), false)) plan.program = range;
    for (const auto name : see_through)
        if (std::strstr(info->dlpi_name, name.data()) && plan.betweens < 32)
            plan.between[plan.betweens++] = range;
    return 0;
}

_Unwind_Reason_Code look(_Unwind_Context* context, void* ours) {
    const std::uintptr_t at = _Unwind_GetIP(context);
    if (plan.program.holds(at)) {
        *static_cast<bool*>(ours) = true;
        return _URC_END_OF_STACK;
    }
    auto* const end = plan.between + plan.betweens;
    const bool through =
        std::any_of(plan.between, end, [at](const Range& range) { return range.holds(at); });
    return through ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool called_by_program() {
    bool ours = false;
    _Unwind_Backtrace(look, &ours);
    return ours;
}

void report(const char* what, long number, const char* operation) {
    if (plan.report < 0) return;
    char line[128];
    const int length = std::snprintf(line, sizeof(line), "%s %ld %s\n", what, number, operation);
    syscall(SYS_write, plan.report, line, static_cast<std::size_t>(length));
}

// Writes the stack to the report, as addresses.
void report_stack() {
    void* frames[64];
    if (plan.report >= 0) backtrace_symbols_fd(frames, backtrace(frames, 64), plan.report);
}

void report_crash(int signal) {
    report("crashed", signal, "");
    report_stack();
    ::signal(signal, SIG_DFL);
    raise(signal);
}

void read_plan() {
    const char* fault = std::getenv("MARIANI_FAULT");
    if (!fault) return;
    bool first = true;
    dl_iterate_phdr(note_object, &first);
    for (std::size_t kind = 0; kind < std::size(kind_names); ++kind) {
        const std::size_t length = std::strlen(kind_names[kind]);
        if (std::strncmp(fault, kind_names[kind], length) != 0 || fault[length] != ':') continue;
        plan.kind = static_cast<Kind>(kind);
        plan.number = std::strtol(fault + length + 1, nullptr, 10);
        plan.from = std::strstr(fault, ":from") != nullptr;
        plan.armed = true;
    }
    if (!plan.armed) {
        std::fprintf(stderr, "MARIANI_FAULT=%s: there is no such kind\n", fault);
        std::abort();
    }
    plan.operation = std::getenv("MARIANI_FAULT_OPERATION");
    if (const char* path = std::getenv("MARIANI_FAULT_REPORT"))
        plan.report = static_cast<int>(
            syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    for (const int crash : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE}) signal(crash, report_crash);
    if (const char* names = std::getenv("MARIANI_FAULT_BETWEEN")) {
        plan.begin = strdup(names);
        plan.end = std::strchr(plan.begin, ',');
        *const_cast<char*>(plan.end++) = '\0';
    }
}

}  // namespace

bool fails(Kind kind, const char* operation) {
    if (!counting || kind != plan.kind || within) return false;
    const Within guard;
    if (plan.operation && std::strcmp(operation, plan.operation) != 0) return false;
    if (!called_by_program()) return false;
    const long number = ++counted;
    if (plan.from ? number < plan.number : number != plan.number) return false;
    if (number == plan.number) {
        report("fired", number, operation);
        report_stack();
    }
    return true;
}

bool lowers_pending_launch_limit(unsigned long& limit) {
    if (!counting || plan.kind != Kind::pending_launch_limit) return false;
    limit = static_cast<unsigned long>(plan.number);
    report("fired", plan.number, "cudaDeviceSetLimit");
    return true;
}

void note_path(const char* path) {
    if (!plan.begin || !path) return;
    if (std::strstr(path, plan.begin)) counting = true;
    if (std::strstr(path, plan.end)) counting = false;
}

// The program's main, wrapped in the counting.
int counted_main(int count, char** arguments, char** environment);

namespace {
int (*program_main)(int, char**, char**) = nullptr;
}

int counted_main(int count, char** arguments, char** environment) {
    read_plan();
    counting = plan.armed && !plan.begin;
    const int status = program_main(count, arguments, environment);
    counting = false;
    report("counted", counted, kind_names[static_cast<int>(plan.kind)]);
    return status;
}

}  // namespace faults

extern "C" int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments,
                                 void (*init)(), void (*fini)(), void (*rtld_fini)(), void* end) {
    faults::program_main = main;
    return faults::next<decltype(__libc_start_main)>("__libc_start_main")(
        faults::counted_main, count, arguments, init, fini, rtld_fini, end);
}

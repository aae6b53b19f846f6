#include "app/measure/experiment.hpp"

#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <sys/utsname.h>
#include <tuple>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mariani::app {
namespace {

std::string first_line(const char* path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string system_name() {
    std::string name;
    std::ifstream release("/etc/os-release");
    for (std::string line; std::getline(release, line);)
        if (line.starts_with("PRETTY_NAME=\"")) name = line.substr(13, line.size() - 14);
    utsname kernel{};
    if (uname(&kernel) != 0) return name;
    return name + (name.empty() ? "" : ", ") + kernel.sysname + " " + kernel.release;
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar …": the first word of digits
// and dots.
std::string driver_version() {
    if (auto version = first_line("/sys/module/nvidia/version"); !version.empty()) return version;
    std::istringstream words(first_line("/proc/driver/nvidia/version"));
    for (std::string word; words >> word;)
        if (word.find('.') != word.npos && word.find_first_not_of("0123456789.") == word.npos)
            return word;
    return "";
}

// For ordered containers.
auto key_of(const ExperimentRow& row) {
    return std::tuple(row.engine, row.scheme, row.size.width, row.size.height,
                      app::key_of(row.cell));
}

std::vector<ExperimentRow> rows_of(const ExperimentCase& one, ImageSize size) {
    SweepGrid grid = one.grid;
    const bool ex = one.engine == EngineKind::ex;
    if (ex) grid.g = grid.r = grid.B = {1};  // Ex has none: rows that differ only there are equal
    std::vector<ExperimentRow> rows;
    for (SweepCell cell : grid.cells()) {
        if (ex) cell.subdivision = {};
        rows.push_back({one.engine, ex ? Scheme::sbr : one.scheme, size, cell});
    }
    return rows;
}

void add_rows(const ExperimentCase& one, std::int64_t max_pixels,
              std::vector<ExperimentRow>& rows) {
    std::vector<ImageSize> sizes = one.sizes;
    std::erase_if(sizes, [&](ImageSize size) { return pixels(size) > max_pixels; });
    if (one.largest && !sizes.empty()) sizes = {*std::ranges::max_element(sizes, {}, pixels)};
    for (const ImageSize size : sizes)
        for (const ExperimentRow& row : rows_of(one, size)) rows.push_back(row);
}

}  // namespace

Machine this_machine() {
    Machine machine;
    machine.mariani = MARIANI_VERSION;
    machine.system = system_name();
    machine.cpu = backend_device(Backend::cpu);
    if (const DeviceEntry* device = first_device()) machine.gpu = device->description;
    if (!machine.gpu.empty()) machine.driver = driver_version();
    return machine;
}

std::string utc_now() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(now));
}

ExperimentRecord new_record() {
    ExperimentRecord record;
    record.time = utc_now();
    record.machine = this_machine();
    return record;
}

Experiment experiment_of(std::string title, std::vector<RowResult> rows, const FrameRequest& asked,
                         const FramePlan& plan, const std::string& device, int repeat) {
    Experiment experiment;
    experiment.title = std::move(title);
    experiment.common = asked;
    experiment.repeat = repeat;
    for (const RowResult& result : rows) {
        const auto& [engine, scheme, size, cell] = result.row;
        const auto& [g, r, B] = cell.subdivision;
        experiment.cases.push_back({engine, scheme, {size}, false, {{g}, {r}, {B}, {cell.block}}});
    }
    experiment.record = new_record();
    experiment.record->device = device;
    experiment.record->backend = plan.backend;
    experiment.record->precision = plan.precision;
    experiment.record->rows = std::move(rows);
    return experiment;
}

Experiment experiment_of(const SweepSubject& subject, const std::vector<SweepRow>& rows) {
    const FramePlan& plan = subject.plan;
    int repeat = 1;
    std::vector<RowResult> results{
        result_of({EngineKind::ex, Scheme::sbr, plan.image, {{}, plan.block}}, subject.ex_runs)};
    for (const SweepRow& row : rows) {
        repeat = std::max(repeat, row.runs);
        results.push_back({{plan.engine, plan.scheme, plan.image, row.cell},
                           row.runs,
                           row.ms,
                           row.regions,
                           row.pixels_filled,
                           row.iterations});
    }
    const auto title =
        fmt::format("g, r and B of {} on {}", engine_label(plan), to_text(plan.view));
    return experiment_of(title, std::move(results), subject.request, plan, subject.device, repeat);
}

RowResult result_of(const ExperimentRow& row, const std::vector<EngineStats>& runs) {
    const EngineStats& stats = runs.front();
    return {row,
            static_cast<int>(runs.size()),
            spread_of_ms(runs),
            stats.total().regions,
            stats.total().pixels_filled,
            stats.total().iterations};
}

FrameRequest request_of(const Experiment& experiment, const ExperimentRow& row) {
    FrameRequest request = experiment.common;
    request.image = row.size;
    request.part = whole(row.size);
    request.engine = row.engine;
    request.scheme = row.scheme;
    set_subdivision(request, row.cell.subdivision);
    request.block = row.cell.block;
    return request;
}

std::vector<ExperimentRow> rows_up_to(const Experiment& experiment, std::int64_t max_pixels) {
    std::vector<ExperimentRow> all, rows;
    if (experiment.record)
        for (const RowResult& result : experiment.record->rows) all.push_back(result.row);
    else
        for (const ExperimentCase& one : experiment.cases) add_rows(one, max_pixels, all);
    std::erase_if(all, [&](const ExperimentRow& row) { return pixels(row.size) > max_pixels; });
    std::set<decltype(key_of(all.front()))> known;
    for (const ExperimentRow& row : all)
        if (known.insert(key_of(row)).second) rows.push_back(row);
    std::ranges::stable_sort(rows, {}, [](const ExperimentRow& row) {
        return std::tuple(pixels(row.size), row.size.width, row.engine != EngineKind::ex);
    });
    return rows;
}

std::vector<ImageSize> sizes_of(const Experiment& experiment) {
    std::vector<ImageSize> sizes;
    if (experiment.record)
        for (const RowResult& result : experiment.record->rows) sizes.push_back(result.row.size);
    else
        for (const ExperimentCase& one : experiment.cases)
            sizes.insert(sizes.end(), one.sizes.begin(), one.sizes.end());
    std::ranges::sort(sizes, {},
                      [](ImageSize size) { return std::pair(pixels(size), size.width); });
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

const RowResult* ex_of(const std::vector<RowResult>& rows, ImageSize size) {
    const RowResult* best = nullptr;
    for (const RowResult& result : rows)
        if (result.row.engine == EngineKind::ex && result.row.size == size &&
            (!best || result.ms.median < best->ms.median))
            best = &result;
    return best;
}

Verdict RowComparison::verdict() const {
    if (recorded->runs < 2 || repeated->runs < 2) return Verdict::unknown;
    if (repeated->ms.min > recorded->ms.max) return Verdict::slower;
    if (repeated->ms.max < recorded->ms.min) return Verdict::faster;
    return Verdict::same;
}

std::vector<RowComparison> compare(const ExperimentRecord& recorded,
                                   const ExperimentRecord& repeated) {
    std::vector<RowComparison> all;
    std::map<decltype(key_of(recorded.rows.front().row)), const RowResult*> by_row;
    for (const RowResult& result : repeated.rows) by_row.emplace(key_of(result.row), &result);
    for (const RowResult& result : recorded.rows) {
        const auto found = by_row.find(key_of(result.row));
        if (found != by_row.end()) all.push_back({&result, found->second});
    }
    return all;
}

}  // namespace mariani::app

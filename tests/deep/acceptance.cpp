// The deep picture of another program's place (.kfr, .toml): which rung proved how many pixels, and
// how many of those that are looked at are wrong beside plain iteration in many digits. Exit status
// 1: a pixel is wrong, or not proven.
//   build/release/tests/deep_acceptance PLACE_FILE --size 1024 --direct 2000 --seed 7
//   build/release/tests/deep_acceptance PLACE_FILE --size 1024 --direct 500 --hardest
//   build/release/tests/deep_acceptance PLACE_FILE --preview --direct 0
//   build/release/tests/deep_acceptance PLACE_FILE --device 0 --direct 0 --repeat 5
//   build/release/tests/deep_acceptance PLACE_FILE --balls 50 --list /tmp/pixels.json
//   tests/deep/ball_oracle.py /tmp/pixels.json
#include "app/files/location_file.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"
#include "compute/workloads/mandelbrot/deep/engine/rung.hpp"
#include "oracle.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::deep {
namespace {

struct Options {
    std::string file;
    int size = 1024;
    int direct = 2000;
    bool hardest = false;
    double seconds = 1e9;  // for them
    int balls = 50;
    std::string list;
    unsigned seed = 7;
    int threads = 2;
    bool preview = false, steps = false;
    std::optional<int> device;
    std::string simd;
    int repeat = 1;
};

Options options_of(int argc, char** argv) {
    Options options;
    CLI::App parser("The acceptance of deep zoom at a place that a file names");
    parser.add_option("place", options.file, "a .kfr or .toml")->required();
    parser.add_option("--size", options.size, "of the square picture, in pixels");
    parser.add_option("--direct", options.direct, "random pixels beside plain iteration");
    parser.add_flag("--hardest", options.hardest, "these only of what many digits proved");
    parser.add_option("--seconds", options.seconds, "begin no more of them after so long");
    parser.add_option("--balls", options.balls, "random pixels to list");
    parser.add_option("--list", options.list, "the file of JSON that takes them");
    parser.add_option("--seed", options.seed, "of the random pixels");
    parser.add_option("--threads", options.threads);
    parser.add_flag("--preview", options.preview, "jumps with a tolerance of 2^-24, no proof");
    parser.add_flag("--steps", options.steps, "no jumps");
    parser.add_option("--device", options.device, "a device of CUDA");
    parser.add_option("--simd", options.simd,
                      "a target, as `mariani info` names them; scalar: no lanes");
    parser.add_option("--repeat", options.repeat, "pictures, of whose times the medians are told")
        ->check(CLI::PositiveNumber);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(parser.exit(error));
    }
    return options;
}

Request request_of(const Options& options) {
    const app::Location location = app::read_location_file(options.file);
    for (const std::string& notice : location.notices) fmt::print("{}\n", notice);
    return {{to_text(location.view.centre.re), to_text(location.view.centre.im),
             to_text(location.view.height)},
            {options.size, options.size},
            location.dwell_limit,
            options.preview ? Quality::preview : Quality::proven,
            !options.steps};
}

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

// The times of one picture, in ms.
struct Times {
    double all, tables;  // all: without the reference
    std::array<double, rung_count> rungs;
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The median of each time by itself.
Times medians(const std::vector<Times>& pictures) {
    const auto of = [&](const auto& part) {
        std::vector<double> values;
        for (const Times& times : pictures) values.push_back(part(times));
        return median(values);
    };
    Times found{of([](const Times& times) { return times.all; }),
                of([](const Times& times) { return times.tables; }),
                {}};
    for (std::size_t rung = 0; rung < rung_count; ++rung)
        found.rungs[rung] = of([&](const Times& times) { return times.rungs[rung]; });
    return found;
}

// The first of as many as are asked for, which are the same; the later ones have its reference.
Picture repeated(Ladder& ladder, const Request& request, int count, std::vector<Times>& times) {
    std::optional<Picture> first;
    for (int i = 0; i < count; ++i) {
        Progress progress;
        const Stopwatch time;
        Picture picture = *ladder.compute(request, {}, progress);
        const Statistics& found = picture.statistics;
        times.push_back({time.ms() - found.reference_ms, found.table_ms, found.pixels_ms});
        if (!first) first = std::move(picture);
    }
    return std::move(*first);
}

Picture computed(const Request& request, const Options& options) {
    Ladder ladder(options.threads, options.device);
    Progress progress;
    // What a device needs to begin with is not the picture's.
    if (options.device) ladder.compute({{"-0.5", "0", "2"}, {4, 4}, 10}, {}, progress);
    const double before = processor_seconds();
    std::vector<Times> times;
    Picture picture = repeated(ladder, request, options.repeat, times);
    const Times typical = medians(times);
    const Statistics& found = picture.statistics;
    const auto pixels = static_cast<double>(pixel_count(request.size));
    fmt::print("{:.2f} s of processor time; reference {} steps, {} bits, {:.0f} ms\n",
               processor_seconds() - before, found.reference_steps, found.reference_bits,
               found.reference_ms);
    fmt::print("without it {:.1f} ms, of {}; tables {:.1f} ms\n", typical.all,
               options.repeat == 1 ? "one picture" : fmt::format("{} (medians)", options.repeat),
               typical.tables);
    fmt::print("a pixel: {:.1f} steps, {:.1f} jumps, {:.2f} rebases\n",
               static_cast<double>(found.work.steps) / pixels,
               static_cast<double>(found.work.jumps) / pixels,
               static_cast<double>(found.work.rebases) / pixels);
    constexpr const char* names[] = {"deltas",    "two doubles", "many digits",
                                     "a theorem", "filled",      "not proven"};
    static_assert(std::size(names) == rung_count);
    for (std::size_t rung = 0; rung < rung_count; ++rung)
        fmt::print("{}: {} pixels, {:.1f} ms\n", names[rung], found.pixels[rung],
                   typical.rungs[rung]);
    std::fflush(stdout);
    return picture;
}

struct Pixel {
    int x, y;
    std::size_t index;
};

std::vector<Pixel> pixels_of(const Picture& picture, Rung rung) {
    std::vector<Pixel> pixels;
    for (std::size_t i = 0; i < picture.rungs.size(); ++i) {
        const auto width = static_cast<std::size_t>(picture.part.width);
        if (picture.rungs[i] == rung)
            pixels.push_back({static_cast<int>(i % width), static_cast<int>(i / width), i});
    }
    return pixels;
}

std::vector<Pixel> random_pixels(ImageSize size, int count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Pixel> pixels;
    for (int i = 0; i < count; ++i) {
        const int x = static_cast<int>(random() % static_cast<unsigned>(size.width));
        const int y = static_cast<int>(random() % static_cast<unsigned>(size.height));
        pixels.push_back({x, y,
                          static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                              static_cast<std::size_t>(x)});
    }
    return pixels;
}

// How many were looked at, and are wrong.
struct Checked {
    std::atomic<int> pixels{0}, wrong{0};
};

void check_directly(const Request& request, const Picture& picture, const Options& options,
                    Checked& checked) {
    auto pixels = random_pixels(request.size, options.direct, options.seed);
    if (options.hardest) {
        pixels = pixels_of(picture, Rung::direct);
        std::shuffle(pixels.begin(), pixels.end(), std::mt19937(options.seed));
        pixels.resize(std::min(pixels.size(), static_cast<std::size_t>(options.direct)));
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto bits = oracle_bits(request);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < pixels.size(); i = next++) {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
            if (spent.count() > options.seconds) return;
            const auto& [x, y, index] = pixels[i];
            const std::uint32_t expected = oracle_dwell(request, x, y, bits);
            ++checked.pixels;
            if (picture.dwells[index] == expected) continue;
            ++checked.wrong;
            fmt::print("WRONG: {},{} has {}, and should have {}\n", x, y, picture.dwells[index],
                       expected);
        }
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < options.threads; ++i) threads.emplace_back(work);
}

void list_pixels(const Request& request, const Picture& picture, const Options& options) {
    nlohmann::json list{{"re", request.place.re},
                        {"im", request.place.im},
                        {"height", request.place.height},
                        {"size", {request.size.width, request.size.height}},
                        {"limit", request.dwell_limit}};
    for (const auto& [x, y, index] : random_pixels(request.size, options.balls, options.seed + 1))
        list["pixels"].push_back({x, y, picture.dwells[index]});
    std::ofstream(options.list) << list;
}

bool accept(const Options& options) {
    mariani::cpu::use_simd_target(options.simd);
    const Request request = request_of(options);
    fmt::print("{}: height {}, {} x {} pixels, dwell limit {}\n", options.file,
               request.place.height, options.size, options.size, request.dwell_limit);
    const Picture picture = computed(request, options);
    if (!options.list.empty()) list_pixels(request, picture, options);
    Checked checked;
    check_directly(request, picture, options, checked);
    fmt::print("{} random pixels beside plain iteration: {} wrong\n", checked.pixels.load(),
               checked.wrong.load());
    const bool proven =
        options.preview || picture.statistics.pixels[static_cast<std::size_t>(Rung::none)] == 0;
    return proven && (options.preview || checked.wrong == 0);
}

}  // namespace
}  // namespace mariani::deep

int main(int argc, char** argv) {
    try {
        return mariani::deep::accept(mariani::deep::options_of(argc, argv)) ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "deep_acceptance: {}\n", error.what());
        return 1;
    }
}

#include "tests/property/random_request.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <random>

#include <fmt/format.h>

namespace mariani::tests {
namespace {

// Distributions differ between standard libraries, generators do not.
class Dice {
  public:
    Dice(std::uint64_t seed, std::uint64_t number) {
        std::seed_seq sequence{seed & 0xFFFFFFFF, seed >> 32, number & 0xFFFFFFFF, number >> 32};
        generator_.seed(sequence);
    }

    double real(double min, double max) {
        return min + (max - min) * static_cast<double>(generator_() >> 11) * 0x1p-53;
    }
    int whole(int min, int max) {
        return std::min(max, static_cast<int>(std::floor(real(min, max + 1.0))));
    }
    bool chance(int percent) { return whole(0, 99) < percent; }
    double power_of_ten(double min, double max) { return std::pow(10.0, real(min, max)); }

    template <typename T, std::size_t N>
    T one_of(const std::array<T, N>& values) {
        return values[static_cast<std::size_t>(whole(0, static_cast<int>(N) - 1))];
    }

  private:
    std::mt19937_64 generator_;
};

bool stays(std::complex<double> c, int steps) {
    std::complex<double> z = c;
    for (; steps > 0 && std::norm(z) < 4; --steps) z = z * z + c;
    return steps == 0;
}

// Where a ray from 0 leaves the set, as far as doubles can resolve.
PlanePoint boundary_point(Dice& dice) {
    const auto direction = std::polar(1.0, dice.real(0, 2 * std::numbers::pi));
    const int steps = dice.one_of(std::array{30, 300, 2000});
    double inside = 0, outside = 3;
    for (int i = 0; i < 60; ++i) {
        const double middle = (inside + outside) / 2;
        (stays(middle * direction, steps) ? inside : outside) = middle;
    }
    return {inside * direction.real(), inside * direction.imag()};
}

View random_view(Dice& dice) {
    static const std::array<PlanePoint, 10> singular{{{0.25, 0},
                                                      {-0.75, 0},
                                                      {-1.25, 0},
                                                      {-2, 0},
                                                      {0, 0},
                                                      {-1, 0},
                                                      {-1.75, 0},
                                                      {-0.125, 0.649519052838329},
                                                      {0, 1},
                                                      {-1.4011551890920506, 0}}};
    switch (dice.whole(0, 11)) {
        case 0:
            return {{dice.real(-2, 1), dice.real(-1.5, 1.5)}, dice.power_of_ten(-1.5, 1)};
        case 1:
            return {{dice.real(-1e6, 1e6), dice.real(-1e6, 1e6)}, dice.power_of_ten(-300, 6)};
        case 2:
            return {{dice.real(-2, 0.3), 0}, dice.power_of_ten(-15, 1)};
        case 3:
            return {dice.one_of(singular), dice.power_of_ten(-16, 0.5)};
        case 4:
            return {dice.one_of(singular), dice.power_of_ten(-300, 6)};
        default:
            return {boundary_point(dice), dice.power_of_ten(-15.5, 0.5)};
    }
}

// Connected sets and dust, whole or somewhere in them.
View random_julia_view(Dice& dice) {
    const double modulus = 2 * std::sqrt(dice.real(0, 1));
    const auto any = std::polar(modulus, dice.real(0, 2 * std::numbers::pi));
    const PlanePoint c =
        dice.chance(70) ? boundary_point(dice) : PlanePoint{any.real(), any.imag()};
    if (dice.chance(40)) return {{0, 0}, dice.power_of_ten(-0.3, 1), c};
    return {{dice.real(-1.5, 1.5), dice.real(-1.5, 1.5)}, dice.power_of_ten(-12, 0), c};
}

std::uint32_t random_dwell_limit(Dice& dice) {
    switch (dice.whole(0, 9)) {
        case 0:
            return dice.one_of(std::array{1U, 2U, 3U, 15U, 16U, 17U, 255U, 256U, 257U});
        case 1:
            return dice.one_of(std::array{65'535U, 65'536U});
        case 2:
            return static_cast<std::uint32_t>(dice.power_of_ten(3, 5.3));
        default:
            return static_cast<std::uint32_t>(dice.power_of_ten(0.5, 3.2));
    }
}

ImageSize random_size(Dice& dice, std::uint32_t dwell_limit) {
    const double max_work = dice.power_of_ten(4, 8);
    const double area = std::clamp(max_work / dwell_limit, 1.0, dice.chance(5) ? 3e5 : 8e4);
    const auto side = [](double pixels) {
        return static_cast<int>(std::clamp(pixels, 1.0, 65536.0));
    };
    switch (dice.whole(0, 9)) {
        case 0: {
            const int thin = dice.whole(1, 3);
            return {thin, side(area / thin)};
        }
        case 1: {
            const int thin = dice.whole(1, 3);
            return {side(area / thin), thin};
        }
        case 2: {
            const int power = 1 << static_cast<int>(std::log2(std::sqrt(area)));
            return {power, power};
        }
        default: {
            const double ratio = dice.power_of_ten(-0.5, 0.5);
            return {side(std::sqrt(area * ratio)), side(std::sqrt(area / ratio))};
        }
    }
}

struct Pixels {
    int begin;
    int end;
};

// The pixels of some cells of an axis cut into g; all where those cells have none.
Pixels random_cells(Dice& dice, int length, int g) {
    const auto cut = [&](std::int64_t cell) { return static_cast<int>(cell * length / g); };
    const int first = dice.whole(0, g - 1);
    const Pixels some{cut(first), cut(dice.whole(first + 1, g))};
    return some.begin < some.end ? some : Pixels{0, length};
}

PixelRect random_part(Dice& dice, ImageSize image, int g) {
    if (dice.chance(75)) return whole(image);
    const Pixels columns = random_cells(dice, image.width, g);
    const Pixels rows = random_cells(dice, image.height, g);
    return {columns.begin, rows.begin, columns.end - columns.begin, rows.end - rows.begin};
}

// Powers of two if the sides are, so that some regions are exactly B wide.
SubdivisionParams random_subdivision(Dice& dice, ImageSize image) {
    if (std::has_single_bit(static_cast<unsigned>(image.width)) && dice.chance(60))
        return {1 << dice.whole(0, 4), 2, 1 << dice.whole(0, 4)};
    SubdivisionParams params;
    params.g = dice.chance(90) ? dice.whole(1, 12)
                               : dice.one_of(std::array{16, 64, 100, 317, 1024, 32768});
    params.r = dice.chance(60)   ? 2
               : dice.chance(85) ? dice.whole(3, 9)
                                 : dice.one_of(std::array{16, 37, 100, 1024});
    params.B =
        dice.chance(90) ? dice.whole(1, 24) : dice.one_of(std::array{32, 64, 200, 1000, 65536});
    return params;
}

BlockSize random_block(Dice& dice) {
    const int width = dice.one_of(std::array{1, 2, 5, 8, 16, 32, 33, 64, 256, 1024});
    const int max_height = limits::block_threads / width;
    return {width, dice.chance(50) ? std::min(max_height, 16) : dice.whole(1, max_height)};
}

}  // namespace

FrameRequest random_request(std::uint64_t seed, std::uint64_t number) {
    using enum FillRule;
    Dice dice(seed, number);
    FrameRequest request;
    request.view = random_view(dice);
    request.dwell_limit = random_dwell_limit(dice);
    request.image = random_size(dice, request.dwell_limit);
    request.precision =
        dice.one_of(std::array<std::optional<Precision>, 3>{Precision::f32, Precision::f64, {}});
    request.engine = dice.one_of(std::array{EngineKind::dp, EngineKind::ask});
    request.scheme = dice.one_of(std::array{Scheme::sbr, Scheme::mbr});
    request.backend = Backend::cpu;
    set_subdivision(request, random_subdivision(dice, request.image));
    request.part = random_part(dice, request.image, *request.g);
    request.fill = dice.one_of(std::array{uniform, uniform, interior, safe});
    request.shortcuts = dice.chance(50);
    request.smooth = dice.chance(25);
    request.count_work = dice.chance(60);
    request.keep_regions = true;
    request.block = random_block(dice);
    request.threads = dice.one_of(std::array<std::optional<int>, 4>{{{}, 1, 2, 3}});
    if (dice.chance(20)) request.view = random_julia_view(dice);
    return request;
}

std::string command_of(const FrameRequest& request) {
    const auto number = [](std::optional<int> value) {
        return value ? std::to_string(*value) : std::string(automatic_name);
    };
    const auto block = [](std::optional<BlockSize> value) {
        return value ? to_text(ImageSize{value->width, value->height})
                     : std::string(automatic_name);
    };
    std::string command = fmt::format(
        "mariani render -o out.png --dwell-out out.npy --regions-out out.csv --size {} "
        "--center {},{} --height {} --dwell {} --precision {} --backend {} --threads {} "
        "--engine {} --scheme {} -g {} -r {} -B {} --block {} --fill {} --shortcuts {} {}",
        to_text(request.image), to_text(request.view.centre.re), to_text(request.view.centre.im),
        to_text(request.view.height), request.dwell_limit, name_of(request.precision),
        name_of(request.backend), number(request.threads), name_of(request.engine),
        name_of(request.scheme), number(request.g), number(request.r), request.B,
        block(request.block), name_of(request.fill), request.shortcuts ? "on" : "off",
        request.smooth ? "--smooth" : "--no-smooth");
    if (request.view.julia) command += " --julia " + to_text(*request.view.julia);
    if (request.count_work) command += " --show work";
    const auto& [x, y, width, height] = request.part;
    if (request.part != whole(request.image))
        command += fmt::format("  # of it the part at {},{} of {}x{}", x, y, width, height);
    return command;
}

}  // namespace mariani::tests

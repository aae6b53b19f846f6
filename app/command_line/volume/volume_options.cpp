#include "app/command_line/volume/volume_options.hpp"

#include "app/command_line/workload_options.hpp"
#include "app/files/standard_streams.hpp"
#include "app/workloads/volume_text.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <stdexcept>

namespace mariani::app {

void add_domain(OptionParser& parser, volume::Request& request) {
    parser.group("Volume");
    add_choice<volume::Function>(parser, "--function", "What is iterated (default: julibrot)",
                                 [&](volume::Function value) { request.function = value; });
    add_integer(parser, "-k,--k", "How many axes it has (default: 3)", volume::limits::axes,
                [&](int axes) { request.axes = axes; });
    add_integer(parser, "--dwell", "The dwell limit (default: 256)", mariani::limits::dwell,
                [&](int limit) { request.dwell_limit = static_cast<std::uint32_t>(limit); });
    parser.add_text("--center", "RE,IM", "The centre of the planes of constant w",
                    [&](const std::string& text) {
                        const auto centre = parse_point(text);
                        if (!centre)
                            reject_option("--center", text, "RE,IM or RE+IMi, as in -0.5,0");
                        request.centre_re = centre->re.nearest();
                        request.centre_im = centre->im.nearest();
                    });
    parser.add_text("--height", "H", "Their height",
                    [&](const std::string& text) { request.height = real_of("--height", text); });
    parser.add_text("--precision", "auto|f32|f64",
                    "Precision of the arithmetic (auto: f32 as long as it tells voxels apart)",
                    [&](const std::string& text) {
                        const auto value = choice_named<Precision>(text);
                        if (text != automatic_name && (!value || is_deep(*value)))
                            reject_option("--precision", text, "one of auto, f32, f64");
                        request.precision = value;
                    });
}

void add_shortcuts(OptionParser& parser, volume::Request& request) {
    add_switch(parser, "--shortcuts", "Find early which orbits never escape (default: on)",
               [&](bool on) { request.shortcuts = on; });
}

void add_side(OptionParser& parser, volume::Request& request) {
    add_integer(parser, "--n", "Voxels along each axis (default: 96)", volume::limits::side,
                [&](int side) { request.side = side; });
}

void add_subdivision(OptionParser& parser, volume::Request& request) {
    parser.group("Subdivision");
    add_integer_or_auto(parser, "-g,--g", "First regions along each axis", mariani::limits::g,
                        request.g);
    add_integer(parser, "-r,--r", "Children of a region along each axis (default: 2)",
                mariani::limits::r, [&](int r) { request.r = r; });
    add_integer_or_auto(parser, "-B,--B", "Stopping size of a region in voxels", mariani::limits::B,
                        request.B);
}

void add_engine(OptionParser& parser, volume::Request& request) {
    parser.group("Engine");
    add_choice<volume::EngineKind>(parser, "--engine", "The engine (default: ask)",
                                   [&](volume::EngineKind value) { request.engine = value; });
    add_choice<Scheme>(parser, "--scheme", "How many threads a region has (default: sbr)",
                       [&](Scheme value) { request.scheme = value; });
    add_choice<volume::Rule>(parser, "--rule", "Which regions are filled (default: uniform)",
                             [&](volume::Rule value) { request.rule = value; });
    add_choice<volume::Encoding>(parser, "--encoding",
                                 "What an entry of a list is (default: coords)",
                                 [&](volume::Encoding value) { request.encoding = value; });
    add_choice<volume::Order>(parser, "--order", "In which order a list is (default: stable)",
                              [&](volume::Order value) { request.order = value; });
    add_pool(parser, request);
}

void add_pool(OptionParser& parser, volume::Request& request) {
    add_integer_or_auto(parser, "--pool", "Launches that may be pending, for dp (auto: 2048)",
                        volume::limits::pool, request.pool);
}

void add_slice(OptionParser& parser, const char* description, VolumeCut& cut) {
    parser.add_texts(
        "--slice", "AXIS=I", description, [&cut](const std::vector<std::string>& texts) {
            for (const auto& text : texts) {
                const auto equals = text.find('=');
                const auto at = equals == std::string::npos
                                    ? std::nullopt
                                    : parse_integer(text.substr(equals + 1));
                int axis = 0;
                while (axis < volume::max_axes && axis_name(axis) != text.substr(0, equals)) ++axis;
                if (!at || axis == volume::max_axes)
                    reject_option("--slice", text,
                                  "an axis, x, y, z or u, and a voxel, as in z=48");
                cut[static_cast<std::size_t>(axis)] = *at;
            }
        });
}

volume::Plan plan_of(const volume::Request& request) {
    try {
        const auto plan = volume::resolve(request, backend_unavailable(Backend::cuda));
        if (plan.precision == Precision::f32 && suited_precision(plan) == Precision::f64)
            print_notice(
                "f32 does not tell all voxels apart at this height: take --precision auto");
        return plan;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace mariani::app

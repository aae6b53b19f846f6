#include "app/command_line/volume/volume_options.hpp"

#include "app/command_line/knob_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/files/standard_streams.hpp"
#include "app/workloads/volume_text.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <stdexcept>

namespace mariani::app {

void add_problem(OptionParser& parser, volume::Request& request,
                 std::initializer_list<std::string_view> left_out) {
    add_knobs<volume::Problem>(parser, request, left_out);
    parser.add_text("--center", "RE,IM", "The centre of the planes of constant w",
                    [&](const std::string& text) {
                        const auto centre = parse_point(text);
                        if (!centre)
                            reject_option("--center", text, "RE,IM or RE+IMi, as in -0.5,0");
                        request.centre_re = centre->re.nearest();
                        request.centre_im = centre->im.nearest();
                    });
}

void add_engine(OptionParser& parser, volume::Request& request) {
    parser.group("Engine");
    add_choice<volume::EngineKind>(parser, "--engine", "The engine (default: ask)",
                                   [&](volume::EngineKind value) { request.engine = value; });
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

void refuse_unused(const OptionParser& parser, volume::EngineKind engine) {
    refuse_unused(parser, knob_table<volume::Problem>(), engine_bit(engine), Backend::cuda,
                  {"g", "r", "B", "rule"});
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

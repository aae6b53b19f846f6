#include "app/command_line/volume/volume_rows.hpp"

namespace mariani::app {

void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan, const std::string& device) {
    using Json = nlohmann::ordered_json;
    const bool regions = volume::has_regions(plan.engine), list = volume::has_list(plan.engine);
    const auto of_regions = [regions](auto value) { return regions ? Json(value) : Json(); };
    row["workload"] = "volume";
    row["engine"] = mariani::name_of(plan.engine);
    row["scheme"] = of_regions(mariani::name_of(plan.scheme));
    row["rule"] = of_regions(mariani::name_of(plan.rule));
    row["encoding"] = list ? Json(mariani::name_of(plan.encoding)) : Json();
    row["order"] = list ? Json(mariani::name_of(plan.order)) : Json();
    row["backend"] = mariani::name_of(plan.backend);
    if (!device.empty()) row["device"] = device;
    row["function"] = mariani::name_of(plan.function);
    row["k"] = plan.axes;
    row["n"] = plan.side.of[0];
    row["dwell"] = plan.dwell_limit;
    row["center_re"] = plan.centre_re;
    row["center_im"] = plan.centre_im;
    row["height_im"] = plan.height;
    row["precision"] = mariani::name_of(plan.precision);
    row["g"] = of_regions(plan.g);
    row["r"] = of_regions(plan.r);
    row["B"] = of_regions(plan.B);
    row["shortcuts"] =
        plan.function == volume::Function::julibrot ? Json(plan.shortcuts ? "on" : "off") : Json();
}

}  // namespace mariani::app

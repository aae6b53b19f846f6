#include "app/workloads/rows.hpp"

#include <variant>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Json cell(const Knob& knob, const KnobValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
    if (const auto* seed = std::get_if<Seed>(&value)) return *seed;
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return to_text(knob, value);
}

}  // namespace

void add_knob_column(Json& row, const Knob& knob, const void* problem, EngineMask engine,
                     Backend backend) {
    row[std::string(knob.column.empty() ? knob.id : knob.column)] =
        uses(knob, engine, backend) ? cell(knob, knob.get(problem)) : Json();
}

}  // namespace mariani::app

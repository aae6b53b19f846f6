#include "render/gl/colour_uniforms.hpp"

namespace mariani::render {

void set_colours(const gl::Program& program, const ColourMap::Uniforms& uniforms) {
    program.set("mapped", uniforms.mapped);
    program.set("step_high", uniforms.step_high);
    program.set("step_low", uniforms.step_low);
    program.set("offset", uniforms.offset);
    program.set("intervals", uniforms.intervals);
    program.set("min_dwell", uniforms.min_dwell);
    program.set("first", uniforms.first);
    program.set("count", uniforms.count);
    program.set("inside", uniforms.inside);
    if (program.uses("smooth_dwells"))  // not where no dwell has a fraction
        program.set("smooth_dwells", uniforms.smooth);
    program.set("by_distance", uniforms.by_distance);
    program.set("lights", uniforms.lights);
}

}  // namespace mariani::render

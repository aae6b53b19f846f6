// A picture's colours as linear light in whole numbers, to be added to a sum.
layout(std430, binding = 0) readonly buffer Light {
    uint light[];  // linear_light() of render/picture/supersampling.hpp
};
uniform sampler2D picture;

out vec4 sum;

void main() {
    uvec3 value = uvec3(round(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb * 255.0));
    sum = vec4(light[value.r], light[value.g], light[value.b], 0.0);
}

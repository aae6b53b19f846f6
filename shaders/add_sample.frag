// The colours of some rows of a picture as linear light in whole numbers, to be added to a sum.
layout(std430, binding = 0) readonly buffer Light {
    uint light[];  // linear_light() of render/picture/supersampling.hpp
};
uniform sampler2D picture;
uniform int first;  // of the rows, in the sum

out vec4 sum;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) - ivec2(0, first);
    uvec3 value = uvec3(round(texelFetch(picture, pixel, 0).rgb * 255.0));
    sum = vec4(light[value.r], light[value.g], light[value.b], 0.0);
}

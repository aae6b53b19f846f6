// The mean of samples of which add_sample.frag has made the sum. mean_value() takes the steps of srgb_of_mean() in
// render/picture/supersampling.cpp.
layout(std430, binding = 0) readonly buffer Light {
    uint light[];
};
uniform sampler2D sums;
uniform uint count;

out vec4 colour;

float mean_value(float sum) {
    uint doubled = 2u * uint(sum);
    uint value = 0u;
    for (uint step = 128u; step > 0u; step >>= 1u) {
        uint higher = value + step;
        if (doubled >= (light[higher - 1u] + light[higher]) * count) value = higher;
    }
    return float(value) / 255.0;
}

void main() {
    vec3 sum = texelFetch(sums, ivec2(gl_FragCoord.xy), 0).rgb;
    colour = vec4(mean_value(sum.r), mean_value(sum.g), mean_value(sum.b), 1.0);
}

// A picture as it grows: what is known at a moment, lit for a while.
uniform sampler2D picture;
uniform sampler2D known_at;
uniform float moment;
uniform vec4 unknown;
uniform vec4 light;  // its share of the light in what has just become known in w
uniform float light_time;

out vec4 colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float age = moment - texelFetch(known_at, at, 0).r;
    float lit = light.w * max(0.0, 1.0 - age / light_time);
    vec3 finished = texelFetch(picture, at, 0).rgb;
    colour = age < 0.0 ? unknown : vec4(mix(finished, light.rgb, lit), 1.0);
}

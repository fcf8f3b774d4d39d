/* SPDX-License-Identifier: MIT */
/* The finished picture for a framebuffer that does not encode sRGB by itself. Sampling decodes. */
precision highp float;
in vec2 v_uv;
out vec4 o_color;
uniform sampler2D u_picture;

void main() {
    vec4 color = texture(u_picture, v_uv);
    vec3 low = color.rgb * 12.92, high = 1.055 * pow(color.rgb, vec3(1.0 / 2.4)) - 0.055;
    o_color = vec4(mix(high, low, lessThanEqual(color.rgb, vec3(0.0031308))), color.a);
}

/* SPDX-License-Identifier: MIT */
/* The finished picture for a framebuffer that does not encode sRGB by itself. Sampling decodes.
 * The picture's light is multiplied by its alpha. What shows it multiplies encoded colours by the
 * alpha, so it is divided out before and multiplied in after; reading takes the light as it is. */
precision highp float;
in vec2 v_uv;
out vec4 o_color;
uniform sampler2D u_picture;
uniform int u_is_read;

void main() {
    vec4 color = texture(u_picture, v_uv);
    if (color == vec4(0.0)) { /* most of a transparent picture: 0 stays 0 without the powers */
        o_color = color;
        return;
    }
    float share = u_is_read != 0 || color.a <= 0.0 ? 1.0 : color.a;
    vec3 light = color.rgb / share;
    vec3 low = light * 12.92, high = 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055;
    o_color = vec4(mix(high, low, lessThanEqual(light, vec3(0.0031308))) * share, color.a);
}

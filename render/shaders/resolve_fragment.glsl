/* SPDX-License-Identifier: MIT */
/* The mean of a pixel's samples, as light. OpenGL ES 3.1: see target.c. */
precision highp float;
out vec4 o_color;
uniform highp sampler2DMS u_samples;
uniform int u_count;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < u_count; i++) sum += texelFetch(u_samples, ivec2(gl_FragCoord.xy), i);
    o_color = sum / float(u_count);
}

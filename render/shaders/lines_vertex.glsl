/* SPDX-License-Identifier: MIT */
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_color; /* linear, premultiplied */
uniform vec4 u_lines[4];              /* view and projection */
out vec4 v_color;

void main() {
    v_color = a_color;
    gl_Position = mat4(u_lines[0], u_lines[1], u_lines[2], u_lines[3]) * vec4(a_position, 1.0);
}

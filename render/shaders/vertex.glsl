/* SPDX-License-Identifier: MIT */
/* Vertices: morph targets, skin, and for the outline pass the width.
 *
 * u_data holds, for every avatar of the frame, one block of texels: three for each joint matrix
 * (rows of an affine map to the world), then lists of the morph targets that are active now. The
 * blocks of the instances of one draw call follow each other. Texel i is at (i mod 2048, i / 2048). */
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv0;
#ifdef UV_SECOND
layout(location = 3) in vec2 a_uv1;
#endif
#ifdef TANGENTS
layout(location = 4) in vec4 a_tangent;
#endif
#ifdef VERTEX_COLOR
layout(location = 5) in vec4 a_color;
#endif
layout(location = 6) in uvec4 a_joints;
layout(location = 7) in vec4 a_weights; /* falling; 1 0 0 0 for a mesh without a skin */
layout(location = 8) in uint a_source;  /* the vertex of the file, which the targets are numbered by */

uniform sampler2D u_data;
#define BLOCK        (u_draw[0].x + gl_InstanceID * u_draw[0].y)
#define PALETTE      u_draw[0].z /* texels from the block's begin */
#define LAST_JOINT   u_draw[0].w /* 0 for a mesh without a skin: one matrix moves it all */
#define MORPH_LIST   u_draw[1].x /* texels from the block's begin; -1: no targets */
#define MORPH_STRIDE u_draw[1].y /* 2: every second texel turns the normal */

out vec3 v_position; /* world */
out vec3 v_normal;
out vec2 v_uv0;
#ifdef UV_SECOND
out vec2 v_uv1;
#endif
#ifdef TANGENTS
out vec4 v_tangent;
#endif
#ifdef VERTEX_COLOR
out vec4 v_color;
#endif

#ifdef INSPECT
out float v_weight; /* of the shown joint */

float weight_of(int joint) {
    float sum = 0.0;
    for (int i = 0; i < 4; i++)
        if (clamp(int(a_joints[i]), 0, LAST_JOINT) == joint) sum += a_weights[i];
    return sum;
}
#endif

vec4 data_at(int i) {
    return texelFetch(u_data, ivec2(i & 2047, i >> 11), 0);
}

uniform sampler2D u_morphs;

/* Adds the active targets. Each entry of the list says where the target's deltas begin, which
 * vertices it moves at all, and how much. */
void morph(inout vec3 position, inout vec3 normal) {
    int list = BLOCK + MORPH_LIST;
    int count = MORPH_LIST < 0 ? 0 : int(data_at(list).x);
    for (int i = 1; i <= count; i++) {
        vec4 entry = data_at(list + i); /* begin, first vertex, vertices, weight */
        int at = int(a_source) - int(entry.y);
        if (at < 0 || at >= int(entry.z)) continue;
        at = int(entry.x) + at * MORPH_STRIDE;
        position += texelFetch(u_morphs, ivec2(at & 2047, at >> 11), 0).xyz * entry.w;
        if (MORPH_STRIDE < 2) continue;
        at++;
        normal += texelFetch(u_morphs, ivec2(at & 2047, at >> 11), 0).xyz * entry.w;
    }
}

/* The rows of the map from the mesh to the world: the joints' matrices, weighted. */
mat3x4 mesh_to_world() {
    int palette = BLOCK + PALETTE;
    mat3x4 sum = mat3x4(0.0);
    for (int i = 0; i < 4; i++) {
        if (a_weights[i] == 0.0) break;
        int at = palette + clamp(int(a_joints[i]), 0, LAST_JOINT) * 3;
        sum += mat3x4(data_at(at), data_at(at + 1), data_at(at + 2)) * a_weights[i];
    }
    return sum;
}

/* Normals go by the matrix of cofactors: the inverse transpose times the determinant, which only
 * its sign matters of. */
vec3 turn_normal(mat3x4 m, vec3 n) {
    vec3 x = m[0].xyz, y = m[1].xyz, z = m[2].xyz;
    vec3 yz = cross(y, z);
    vec3 turned = vec3(dot(yz, n), dot(cross(z, x), n), dot(cross(x, y), n));
    float size = dot(turned, turned);
    if (!(size > 0.0)) return vec3(0.0, 0.0, 1.0);
    return turned * (dot(x, yz) < 0.0 ? -inversesqrt(size) : inversesqrt(size));
}

void main() {
    vec3 position = a_position, normal = a_normal;
    morph(position, normal);
    mat3x4 m = mesh_to_world();
    v_position = vec4(position, 1.0) * m;
    v_normal = turn_normal(m, normal);
    v_uv0 = a_uv0;
#ifdef UV_SECOND
    v_uv1 = a_uv1;
#endif
#ifdef TANGENTS
    /* w says on which side of normal and tangent the bitangent is: a mirror changes sides. */
    float side = dot(m[0].xyz, cross(m[1].xyz, m[2].xyz)) < 0.0 ? -1.0 : 1.0;
    vec3 tangent = vec4(a_tangent.xyz, 0.0) * m;
    tangent -= v_normal * dot(v_normal, tangent); /* morph targets turn the normal alone */
    float size = dot(tangent, tangent); /* a scale must not make bumps steeper */
    v_tangent = vec4(size > 0.0 ? tangent * inversesqrt(size) : tangent, a_tangent.w * side);
#endif
#ifdef VERTEX_COLOR
    v_color = a_color;
#endif
#ifdef INSPECT
    v_weight = weight_of(SHOWN_JOINT);
#endif
#ifdef MTOON
    if (IS_OUTLINE) {
        float w = dot(vec4(VIEW_PROJECTION[0].w, VIEW_PROJECTION[1].w, VIEW_PROJECTION[2].w,
                           VIEW_PROJECTION[3].w), vec4(v_position, 1.0));
        vec2 second = vec2(0.0);
#ifdef UV_SECOND
        second = a_uv1;
#endif
        v_position += v_normal * outline_width(w, a_uv0, second);
    }
#endif
    gl_Position = VIEW_PROJECTION * vec4(v_position, 1.0);
}

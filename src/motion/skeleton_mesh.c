/* SPDX-License-Identifier: MIT */
/* Each bone is an octahedron from its joint to its tip, as Blender draws bones: two points, and a
 * square ring between them. Vertices have no normals, so that readers draw flat faces. */
#include "motion/skeleton_mesh.h"

#include "base/maths.h"
#include "motion/record.h"
#include "json/put.h"

#include <math.h>

enum { RING = 4, CORNERS = RING + 2, TRIANGLES = 2 * RING, JOINTS_MAX = VRM_BONE_COUNT + 1 };

#define RING_AT     0.15f  /* along the bone */
#define RING_RADIUS 0.08f  /* of its length */
#define LENGTH_MIN  0.005f /* metres */

typedef struct Mesh {
    float positions[VRM_BONE_COUNT * CORNERS * 3];
    float weights[VRM_BONE_COUNT * CORNERS * 4];
    uint32_t joints[VRM_BONE_COUNT * CORNERS * 4];
    uint32_t indices[VRM_BONE_COUNT * TRIANGLES * 3];
    size_t vertices, index_count;
} Mesh;

/* ---- Where bones end ---- */

static bool is_foot(vrm_Bone bone) {
    return bone == VRM_BONE_LEFT_FOOT || bone == VRM_BONE_RIGHT_FOOT ||
           bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES;
}

/* A bone without children continues the direction from its parent. A foot ends above the ground. */
static vrm_Vec3 leaf_tip(const vrmi_SkeletonNodes* skeleton, vrm_Bone bone) {
    vrm_Bone parent = vrmi_record_parent(bone, skeleton->bones);
    vrm_Vec3 place = skeleton->places[bone];
    if (parent == VRM_BONE_NONE) return vrmi_vec3_add(place, (vrm_Vec3){0.0f, 0.1f, 0.0f});
    vrm_Vec3 offset = vrmi_vec3_sub(place, skeleton->places[parent]);
    float share = bone == VRM_BONE_HEAD ? 2.0f : 0.5f;
    vrm_Vec3 tip = vrmi_vec3_add(place, vrmi_vec3_scale(offset, share));
    if (!is_foot(bone)) return tip;
    return (vrm_Vec3){tip.x, fmaxf(tip.y, 0.0f), fmaxf(tip.z, place.z + 0.03f)};
}

/* A hand ends at the middle of its fingers, another bone at its first child: in the trunk, that is
 * the next bone of the trunk. */
static vrm_Vec3 tip_of(const vrmi_SkeletonNodes* skeleton, vrm_Bone bone) {
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    bool is_hand = bone == VRM_BONE_LEFT_HAND || bone == VRM_BONE_RIGHT_HAND;
    int children = 0;
    for (int32_t b = bone + 1; b < VRM_BONE_COUNT && (is_hand || children == 0); b++) {
        if (skeleton->nodes[b] < 0 || vrmi_record_parent((vrm_Bone)b, skeleton->bones) != bone)
            continue;
        sum = vrmi_vec3_add(sum, skeleton->places[b]);
        children++;
    }
    return children > 0 ? vrmi_vec3_scale(sum, 1.0f / (float)children) : leaf_tip(skeleton, bone);
}

/* ---- The mesh ---- */

static void add_vertex(Mesh* mesh, vrm_Vec3 at, uint32_t joint) {
    size_t v = mesh->vertices++;
    mesh->positions[3 * v] = at.x;
    mesh->positions[3 * v + 1] = at.y;
    mesh->positions[3 * v + 2] = at.z;
    mesh->weights[4 * v] = 1.0f;
    mesh->joints[4 * v] = joint;
}

static void add_triangle(Mesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* out = mesh->indices + mesh->index_count;
    out[0] = a;
    out[1] = b;
    out[2] = c;
    mesh->index_count += 3;
}

static void add_octahedron(Mesh* mesh, vrm_Vec3 from, vrm_Vec3 to, uint32_t joint) {
    const uint32_t first = (uint32_t)mesh->vertices;
    const uint32_t ring = first + 1, tip = first + 1 + RING;
    vrm_Vec3 along = vrmi_vec3_sub(to, from);
    float length = vrmi_vec3_length(along);
    if (!(length > LENGTH_MIN)) {
        along = (vrm_Vec3){0.0f, LENGTH_MIN, 0.0f};
        length = LENGTH_MIN;
        to = vrmi_vec3_add(from, along);
    }
    vrm_Vec3 axis = vrmi_vec3_scale(along, 1.0f / length);
    /* Any direction that is not that of the bone makes two across it. */
    vrm_Vec3 other = fabsf(axis.z) < 0.8f ? (vrm_Vec3){0, 0, 1} : (vrm_Vec3){1, 0, 0};
    vrm_Vec3 side = vrmi_vec3_normalize(vrmi_vec3_cross(axis, other));
    vrm_Vec3 front = vrmi_vec3_cross(axis, side);
    vrm_Vec3 middle = vrmi_vec3_add(from, vrmi_vec3_scale(along, RING_AT));
    float radius = RING_RADIUS * length;
    add_vertex(mesh, from, joint);
    for (int i = 0; i < RING; i++) {
        float sign = i < 2 ? radius : -radius;
        vrm_Vec3 across = vrmi_vec3_scale(i % 2 == 0 ? side : front, sign);
        add_vertex(mesh, vrmi_vec3_add(middle, across), joint);
    }
    add_vertex(mesh, to, joint);
    for (uint32_t i = 0; i < RING; i++) {
        uint32_t next = (i + 1) % RING;
        add_triangle(mesh, first, ring + next, ring + i);
        add_triangle(mesh, tip, ring + i, ring + next);
    }
}

/* Joint 0 of the skin is the root; the bones follow. */
static void draw_bones(const vrmi_SkeletonNodes* skeleton, Mesh* mesh) {
    uint32_t joint = 1;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (skeleton->nodes[b] < 0) continue;
        vrm_Bone bone = (vrm_Bone)b;
        add_octahedron(mesh, skeleton->places[b], tip_of(skeleton, bone), joint++);
    }
}

/* ---- The document ---- */

static vrm_Result add_object(vrm_Edit* edit, vrm_JsonBuilder* builder, const char* array,
                             int32_t* out_index) {
    vrm_Span text;
    vrm_Result result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) result = vrm_edit_add(edit, array, text.data, text.size, out_index);
    vrm_json_builder_clear(builder);
    return result;
}

static vrm_Result add_material(vrm_Edit* edit, vrm_JsonBuilder* b, int32_t* out_material) {
    static const float color[4] = {0.6f, 0.6f, 0.6f, 1.0f};
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", "skeleton");
    vrmi_open_object(b, "pbrMetallicRoughness");
    vrmi_put_floats(b, "baseColorFactor", color, 4);
    vrmi_put_float(b, "metallicFactor", 0.0f);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    return add_object(edit, b, "materials", out_material);
}

static vrm_Result add_mesh(vrm_Edit* edit, vrm_JsonBuilder* b, const Mesh* mesh,
                           int32_t* out_mesh) {
    enum { ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };
    int32_t positions = -1, joints = -1, weights = -1, indices = -1, material = -1;
    vrm_Result result = vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, mesh->positions,
                                            mesh->vertices, ARRAY_BUFFER, true, &positions);
    if (result == VRM_OK)
        result = vrm_edit_add_integers(edit, VRM_ACCESSOR_VEC4, mesh->joints, mesh->vertices,
                                       ARRAY_BUFFER, &joints);
    if (result == VRM_OK)
        result = vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC4, mesh->weights, mesh->vertices,
                                     ARRAY_BUFFER, false, &weights);
    if (result == VRM_OK)
        result = vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, mesh->indices, mesh->index_count,
                                       ELEMENT_ARRAY_BUFFER, &indices);
    if (result == VRM_OK) result = add_material(edit, b, &material);
    if (result != VRM_OK) return result;
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", "skeleton");
    vrmi_open_array(b, "primitives");
    vrm_json_begin_object(b);
    vrmi_open_object(b, "attributes");
    vrmi_put_integer(b, "POSITION", positions);
    vrmi_put_integer(b, "JOINTS_0", joints);
    vrmi_put_integer(b, "WEIGHTS_0", weights);
    vrm_json_end_object(b);
    vrmi_put_integer(b, "indices", indices);
    vrmi_put_integer(b, "material", material);
    vrm_json_end_object(b);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return add_object(edit, b, "meshes", out_mesh);
}

/* The inverse of a translation, column by column. */
static void put_inverse(vrm_Vec3 place, float out[16]) {
    const float columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -place.x, -place.y, -place.z, 1};
    for (int i = 0; i < 16; i++) out[i] = columns[i];
}

static vrm_Result add_skin(vrm_Edit* edit, vrm_JsonBuilder* b, const vrmi_SkeletonNodes* skeleton,
                           int32_t* out_skin) {
    float inverses[JOINTS_MAX * 16];
    size_t count = 0;
    int32_t accessor = -1;
    put_inverse((vrm_Vec3){0, 0, 0}, inverses);
    count++;
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (skeleton->nodes[bone] >= 0)
            put_inverse(skeleton->places[bone], inverses + 16 * count++);
    vrm_Result result =
        vrm_edit_add_floats(edit, VRM_ACCESSOR_MAT4, inverses, count, 0, false, &accessor);
    if (result != VRM_OK) return result;
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "inverseBindMatrices", accessor);
    vrmi_put_integer(b, "skeleton", 0);
    vrmi_open_array(b, "joints");
    vrm_json_put_integer(b, 0);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (skeleton->nodes[bone] >= 0) vrm_json_put_integer(b, skeleton->nodes[bone]);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return add_object(edit, b, "skins", out_skin);
}

vrm_Result vrmi_skeleton_mesh_add(vrm_Edit* edit, vrm_JsonBuilder* builder,
                                  const vrmi_SkeletonNodes* skeleton) {
    Mesh mesh = {.vertices = 0};
    int32_t mesh_index = -1, skin = -1;
    draw_bones(skeleton, &mesh);
    vrm_Result result = add_mesh(edit, builder, &mesh, &mesh_index);
    if (result == VRM_OK) result = add_skin(edit, builder, skeleton, &skin);
    if (result != VRM_OK) return result;
    vrm_json_begin_object(builder);
    vrmi_put_string(builder, "name", "skeleton");
    vrmi_put_integer(builder, "mesh", mesh_index);
    vrmi_put_integer(builder, "skin", skin);
    vrm_json_end_object(builder);
    return add_object(edit, builder, "nodes", NULL);
}

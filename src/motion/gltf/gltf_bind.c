/* SPDX-License-Identifier: MIT */
/* The bind pose: the inverses of a skin's matrices give the positions of its joints when the mesh
 * was modelled, in the space of the mesh. The rest pose tells where that space is in the world: if
 * the rest pose is the bind pose, the product of rest matrix and inverse bind matrix is equal for
 * all joints. Otherwise (the file rests in a frame of its animation) the first joint of the skin
 * decides, to the nearest quarter turn. A figure that stands faces where that joint does. */
#include "motion/gltf/gltf_motion.h"

#include <string.h>

#define MATRICES_MAX 65536 /* joints of a skin; a count costs a file nothing */

/* Returns the skin with the most joints. */
static const vrm_Skin* largest_skin(const vrm_Gltf* gltf) {
    const vrm_Skin* best = NULL;
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        const vrm_Skin* skin = &gltf->skins[s];
        if (skin->inverse_bind_matrices < 0 || skin->joint_count == 0) continue;
        if (best == NULL || skin->joint_count > best->joint_count) best = skin;
    }
    return best;
}

static vrm_Affine matrix_at(const float* matrices, int32_t index) {
    vrm_Mat4 matrix;
    memcpy(&matrix, matrices + (size_t)index * 16, sizeof matrix);
    return vrmi_affine_from_mat4(&matrix);
}

/* Returns the joint of a node; -1: none. */
static int32_t joint_of(const vrmi_GltfMotion* motion, int32_t node) {
    for (int32_t j = 0; j < motion->joint_count; j++)
        if (motion->nodes[j] == node) return j;
    return -1;
}

/* Returns the nearest rotation by quarter turns. */
static vrm_Quat snapped(vrm_Quat q) {
    const float half = 0.70710678f;
    vrm_Quat best = vrmi_quat_identity();
    float best_dot = -1.0f;
    const float steps[3] = {-half, 0.0f, half}, wholes[3] = {-0.5f, 0.0f, 0.5f};
    for (int i = 0; i < 81; i++) { /* x y z w of the 24 are 0, 1/2, 1/sqrt(2) or 1, of length 1 */
        int digits[4] = {i % 3, i / 3 % 3, i / 9 % 3, i / 27};
        int zeros = 0;
        for (int d = 0; d < 4; d++) zeros += digits[d] == 1;
        if (zeros == 1 || zeros == 4) continue;
        const float* values = zeros == 0 ? wholes : steps;
        float scale = zeros == 3 ? 1.0f / half : 1.0f;
        vrm_Quat turn = {values[digits[0]] * scale, values[digits[1]] * scale,
                         values[digits[2]] * scale, values[digits[3]] * scale};
        float dot = vrmi_quat_dot(turn, q);
        if (dot <= best_dot) continue;
        best = turn;
        best_dot = dot;
    }
    return best;
}

/* Whether a rotation is another one and then a turn about the vertical. */
static bool is_turned_upright(vrm_Quat q, vrm_Quat from) {
    const float level = 0.01f; /* sine of half the tilt */
    vrm_Quat turn = vrmi_quat_mul(q, vrmi_quat_conjugate(from));
    return fabsf(turn.x) < level && fabsf(turn.z) < level;
}

/* From the space of the mesh to the world. */
static vrm_Affine mesh_to_world(const vrmi_GltfMotion* motion, const vrm_Affine* worlds,
                                const vrm_Skin* skin, const float* matrices, bool is_figure) {
    vrm_Transform first = vrmi_transform_identity();
    int32_t top = -1; /* the joint that is above the others: parents come first */
    bool agrees = true;
    for (int32_t i = 0; i < skin->joint_count; i++) {
        int32_t j = joint_of(motion, skin->joints[i]);
        vrm_Affine matrix = matrix_at(matrices, i), made;
        vrm_Transform turn;
        if (j < 0) continue;
        made = vrmi_affine_mul(&worlds[j], &matrix);
        if (!vrmi_affine_decompose(&made, &turn)) continue;
        if (top >= 0 && vrmi_quat_angle(first.rotation, turn.rotation) > 0.02f) agrees = false;
        if (top >= 0 && j > top) continue;
        top = j;
        first = turn;
    }
    vrm_Quat quarter = snapped(first.rotation);
    if (!agrees && !(is_figure && is_turned_upright(first.rotation, quarter)))
        first.rotation = quarter;
    return vrmi_affine_from_transform(first);
}

static void find_worlds(const vrmi_GltfMotion* motion, vrm_Affine* worlds) {
    for (int32_t j = 0; j < motion->joint_count; j++) {
        vrm_Affine local = vrmi_affine_from_transform(motion->joints[j].rest);
        int32_t parent = motion->joints[j].parent;
        worlds[j] = parent < 0 ? local : vrmi_affine_mul(&worlds[parent], &local);
    }
}

static void bind_skin(vrmi_GltfMotion* motion, const vrm_Skin* skin, const float* matrices,
                      const vrm_Affine* to_world) {
    for (int32_t i = 0; i < skin->joint_count; i++) {
        int32_t j = joint_of(motion, skin->joints[i]);
        vrm_Affine matrix = matrix_at(matrices, i);
        if (j < 0 || motion->is_bound[j] || vrmi_affine_determinant(&matrix) == 0.0f) continue;
        matrix = vrmi_affine_inverse(&matrix);
        matrix = vrmi_affine_mul(to_world, &matrix);
        motion->is_bound[j] =
            vrmi_affine_is_finite(&matrix) && vrmi_affine_decompose(&matrix, &motion->bind[j]);
    }
}

vrm_Result vrmi_gltf_motion_bind(vrmi_GltfMotion* motion, const vrm_Gltf* gltf, bool is_figure) {
    const vrm_Skin* skin = largest_skin(gltf);
    if (skin == NULL) return VRM_OK;
    const vrm_Accessor* accessor = &gltf->accessors[skin->inverse_bind_matrices];
    size_t joints = (size_t)motion->joint_count, count = (size_t)accessor->count * 16;
    bool is_usable = accessor->is_readable && accessor->type == VRM_ACCESSOR_MAT4 &&
                     accessor->count >= (uint64_t)skin->joint_count &&
                     accessor->count <= MATRICES_MAX;
    if (!is_usable || joints == 0) return VRM_OK;
    const vrm_Allocator* allocator = &motion->allocator;
    float* matrices = vrmi_alloc_zeroed(allocator, count, sizeof *matrices);
    vrm_Affine* worlds = vrmi_alloc_zeroed(allocator, joints, sizeof *worlds);
    vrm_Transform* bind = vrmi_arena_alloc(&motion->arena, joints, sizeof *bind);
    motion->is_bound = vrmi_arena_alloc(&motion->arena, joints, sizeof *motion->is_bound);
    bool has_memory =
        matrices != NULL && worlds != NULL && bind != NULL && motion->is_bound != NULL;
    if (has_memory &&
        vrm_accessor_read_floats(gltf, skin->inverse_bind_matrices, matrices, count) == VRM_OK) {
        memset(motion->is_bound, 0, joints * sizeof *motion->is_bound);
        motion->bind = bind;
        find_worlds(motion, worlds);
        vrm_Affine to_world = mesh_to_world(motion, worlds, skin, matrices, is_figure);
        bind_skin(motion, skin, matrices, &to_world);
    }
    vrmi_release(allocator, matrices, count * sizeof *matrices);
    vrmi_release(allocator, worlds, joints * sizeof *worlds);
    return has_memory ? VRM_OK : VRM_ERR_MEMORY;
}

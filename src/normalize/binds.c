/* SPDX-License-Identifier: MIT */
/* Skins. A vertex v of a skin is drawn at W(joint) B(joint) v at rest. In a sound rig W B is the
 * same K for every joint: the space in which the mesh was modelled. The mesh is brought into model
 * space, v' = K v, and B' = A B K^-1 takes it from there; where K is the same for all joints that
 * is W'^-1: nothing but the place of the joint, as the draft's normalization wants it. Where a file
 * rests in another pose than it was bound in, B' holds the difference and nothing moves. */
#include "normalize/normalize.h"

#include <string.h>

#define BIND_SAME  2e-6 /* such a difference moves no vertex of an avatar by 1e-5 m */
#define OTHER_POSE 1e-3 /* of a matrix: 0.06 degrees, or a thousandth in size */

static vrm_Mat4* read_binds(vrmi_Normalization* normalization, int32_t skin) {
    int32_t count = normalization->gltf->skins[skin].joint_count;
    vrm_Mat4* binds = vrmi_normalize_alloc(normalization, (size_t)count, sizeof *binds);
    if (binds == NULL || count == 0) return NULL;
    if (vrm_model_inverse_binds(normalization->model, skin, binds, count) == VRM_OK) return binds;
    vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_ACCESSOR_UNREADABLE, normalization->json,
                normalization->gltf->skins[skin].json, NULL);
    return NULL;
}

static vrmi_Daffine world_of(const vrmi_Normalization* normalization, int32_t node) {
    return node < 0 ? vrmi_daffine_identity() : normalization->frames[node].world;
}

/* K: model space itself where some joint was bound in it, else the space of the first joint. */
static vrmi_Daffine find_space(const vrmi_Normalization* normalization, const vrm_Skin* skin,
                               const vrm_Mat4* binds) {
    vrmi_Daffine same = vrmi_daffine_identity(), first = same, inverse;
    bool has_first = false;
    for (int32_t i = 0; i < skin->joint_count; i++) {
        vrmi_Daffine world = world_of(normalization, skin->joints[i]);
        vrmi_Daffine bind = vrmi_daffine_from_mat4(&binds[i]);
        vrmi_Daffine space = vrmi_daffine_mul(&world, &bind);
        if (vrmi_daffine_apart(&space, &same) <= 1e-5) return same;
        if (has_first || !vrmi_daffine_invert(&space, &inverse)) continue;
        first = space;
        has_first = true;
    }
    return first;
}

/* Whether some joint was turned or scaled relative to the others since the skin was bound. */
static bool has_other_pose(const vrmi_Normalization* normalization, const vrm_Skin* skin,
                           const vrm_Mat4* binds, const vrmi_Daffine* space) {
    vrmi_Daffine wanted = {.linear = space->linear};
    for (int32_t i = 0; i < skin->joint_count; i++) {
        vrmi_Daffine world = world_of(normalization, skin->joints[i]);
        vrmi_Daffine bind = vrmi_daffine_from_mat4(&binds[i]);
        vrmi_Daffine own = vrmi_daffine_mul(&world, &bind);
        own.offset = wanted.offset;
        if (vrmi_daffine_apart(&own, &wanted) > OTHER_POSE) return true;
    }
    return false;
}

bool vrmi_normalize_skin_spaces(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    size_t count = (size_t)gltf->skin_count;
    uint8_t* is_shown = vrmi_normalize_alloc(normalization, count, 1);
    normalization->skin_spaces = vrmi_normalize_alloc(normalization, count, sizeof(vrmi_Daffine));
    if (is_shown == NULL || normalization->skin_spaces == NULL) return false;
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].skin >= 0 && gltf->nodes[i].mesh >= 0) is_shown[gltf->nodes[i].skin] = 1;
    for (int32_t i = 0; i < gltf->skin_count; i++) {
        normalization->skin_spaces[i] = vrmi_daffine_identity();
        vrm_Mat4* binds = is_shown[i] ? read_binds(normalization, i) : NULL;
        if (binds == NULL) continue;
        normalization->skin_spaces[i] = find_space(normalization, &gltf->skins[i], binds);
        if (!has_other_pose(normalization, &gltf->skins[i], binds, &normalization->skin_spaces[i]))
            continue;
        normalization->has_other_pose = true;
        vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_OTHER_POSE, normalization->json,
                    gltf->skins[i].json, NULL);
    }
    return normalization->edit->result == VRM_OK;
}

/* ---- Writing ---- */

/* B' of a joint. */
static vrmi_Daffine bind_of(const vrmi_Normalization* normalization, int32_t node,
                            const vrm_Mat4* old, const vrmi_Daffine* from_space) {
    vrmi_Daffine bind = vrmi_daffine_from_mat4(old);
    bind = vrmi_daffine_mul(&bind, from_space);
    if (node < 0) return bind;
    const vrmi_Frame* frame = &normalization->frames[node];
    vrmi_Daffine map = {.linear = frame->map};
    bind = vrmi_daffine_mul(&map, &bind);
    vrmi_Daffine plain = {vrmi_dmat_from_quat(vrmi_dquat_conjugate(frame->axes)), {0.0, 0.0, 0.0}};
    plain.offset = vrmi_dvec_scale(vrmi_dmat_vector(&plain.linear, frame->world.offset), -1.0);
    return vrmi_daffine_apart(&bind, &plain) <= BIND_SAME ? plain : bind;
}

static vrm_Mat4 to_mat4(const vrmi_Daffine* a) {
    vrm_Mat4 out = {{0.0f}};
    for (int c = 0; c < 4; c++) {
        vrmi_Dvec v = c < 3 ? vrmi_dmat_column(&a->linear, c) : a->offset;
        out.m[c * 4] = (float)v.x;
        out.m[c * 4 + 1] = (float)v.y;
        out.m[c * 4 + 2] = (float)v.z;
    }
    out.m[15] = 1.0f;
    return out;
}

static bool are_near(const vrm_Mat4* a, const vrm_Mat4* b, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 16; k++)
            if (!(fabsf(a[i].m[k] - b[i].m[k]) <= 1e-7f)) return false;
    return true;
}

static bool counts_nothing(const vrmi_Normalization* normalization, const vrm_Skin* skin) {
    const vrm_Gltf* gltf = normalization->gltf;
    int32_t accessor = skin->inverse_bind_matrices;
    return accessor < 0 || normalization->is_pinned[accessor] != 0 ||
           gltf->accessors[accessor].count != (uint64_t)skin->joint_count ||
           gltf->accessors[accessor].type != VRM_ACCESSOR_MAT4;
}

static void write_skin(vrmi_Normalization* normalization, int32_t index) {
    const vrm_Skin* skin = &normalization->gltf->skins[index];
    const vrmi_Daffine* space = &normalization->skin_spaces[index];
    vrmi_Daffine from_space;
    vrm_Mat4* binds = read_binds(normalization, index);
    if (binds == NULL || !vrmi_daffine_invert(space, &from_space)) return;
    size_t count = (size_t)skin->joint_count;
    vrm_Mat4* fresh = vrmi_normalize_alloc(normalization, count, sizeof *fresh);
    if (fresh == NULL) return;
    for (size_t i = 0; i < count; i++) {
        vrmi_Daffine bind = bind_of(normalization, skin->joints[i], &binds[i], &from_space);
        fresh[i] = to_mat4(&bind);
    }
    bool was_rebuilt = normalization->model->avatar->rest_binds != NULL &&
                       normalization->model->avatar->rest_binds[index] != NULL;
    if (!was_rebuilt && are_near(fresh, binds, skin->joint_count)) return;
    int32_t old = skin->inverse_bind_matrices;
    int32_t reused = counts_nothing(normalization, skin) ? -1 : old;
    int32_t accessor = vrmi_normalize_write(normalization, reused, VRM_ACCESSOR_MAT4,
                                            (const float*)fresh, count, 0, false);
    if (accessor >= 0)
        vrmi_edit_integer(normalization->edit, skin->json, "inverseBindMatrices", accessor);
}

/* Matrices that are shared, by several skins or with other users, are kept for those that need them
 * unchanged. */
void vrmi_normalize_binds(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    int32_t* users =
        vrmi_normalize_alloc(normalization, (size_t)gltf->accessor_count, sizeof *users);
    if (users == NULL) return;
    for (int32_t i = 0; i < gltf->skin_count; i++)
        if (gltf->skins[i].inverse_bind_matrices >= 0)
            users[gltf->skins[i].inverse_bind_matrices]++;
    for (int32_t i = 0; i < gltf->accessor_count; i++) normalization->is_pinned[i] = users[i] != 1;
    for (int32_t i = 0; i < gltf->skin_count && normalization->edit->result == VRM_OK; i++)
        write_skin(normalization, i);
}

/* SPDX-License-Identifier: MIT */
/* Results: copied from the lanes of a block to each avatar's own arrays, which are indexed as the
 * nodes of the document. */
#include "runtime/sim.h"
#include "runtime/spring.h"

#include <string.h>

/* ---- World matrices and skin palettes ---- */

/* Three rows of four lanes each become, for every lane, three rows of a matrix. */
typedef struct Rows4 {
    vrmi_f4 rows[3][VRMI_LANES];
} Rows4;

static Rows4 world_rows(const vrmi_World4* world) {
    const vrmi_f4 one = vrmi_f4_splat(1.0f), two = vrmi_f4_splat(2.0f);
    vrmi_Quatx4 q = world->rotation;
    vrmi_f4 s = world->scale;
    vrmi_f4 x2 = q.x * two, y2 = q.y * two, z2 = q.z * two;
    vrmi_f4 xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
    vrmi_f4 xy = x2 * q.y, yz = y2 * q.z, zx = z2 * q.x;
    vrmi_f4 wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
    Rows4 m = {{{(one - yy - zz) * s, (xy - wz) * s, (zx + wy) * s, world->position.x},
                {(xy + wz) * s, (one - zz - xx) * s, (yz - wx) * s, world->position.y},
                {(zx - wy) * s, (yz + wx) * s, (one - xx - yy) * s, world->position.z}}};
    for (int r = 0; r < 3; r++)
        vrmi_f4_transpose(&m.rows[r][0], &m.rows[r][1], &m.rows[r][2], &m.rows[r][3]);
    return m;
}

/* A single avatar: the same numbers, computed for one lane only. */
static void write_single_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                const vrmi_Avatar* avatar) {
    const vrm_Rig* rig = block->rig;
    int32_t lane = avatar->lane;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        const vrmi_World4* world = &scratch->worlds[slot];
        float scale = world->scale[lane];
        avatar->worlds[rig->slot_nodes[slot]] =
            vrmi_affine_from_transform((vrm_Transform){vrmi_vec3x4_get(&world->position, lane),
                                                       vrmi_quatx4_get(&world->rotation, lane),
                                                       {scale, scale, scale}});
    }
}

static void write_wide_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        int32_t node = rig->slot_nodes[slot];
        Rows4 m = world_rows(&scratch->worlds[slot]);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            if (block->avatars[lane] == NULL) continue;
            float* out = &block->avatars[lane]->worlds[node].rows[0].x;
            vrmi_f4_store(out, m.rows[0][lane]);
            vrmi_f4_store(out + 4, m.rows[1][lane]);
            vrmi_f4_store(out + 8, m.rows[2][lane]);
        }
    }
}

static void write_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch,
                         const vrmi_Avatar* some) {
    const vrm_Rig* rig = block->rig;
    if (block->live_count == 1)
        write_single_worlds(block, scratch, some);
    else
        write_wide_worlds(block, scratch);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (block->avatars[lane] == NULL || !block->general[lane]) continue;
        for (int32_t slot = 0; slot < rig->slot_count; slot++)
            block->avatars[lane]->worlds[rig->slot_nodes[slot]] = scratch->affines[lane][slot];
    }
}

/* A row of world * bind is a linear combination of the bind's rows, with the world row as
 * factors. */
static vrmi_f4 joint_row(vrmi_f4 world, vrmi_f4 b0, vrmi_f4 b1, vrmi_f4 b2) {
    const vrmi_f4 last = {0.0f, 0.0f, 0.0f, 1.0f};
    vrmi_f4 sum =
        vrmi_f4_splat(world[0]) * b0 + vrmi_f4_splat(world[1]) * b1 + vrmi_f4_splat(world[2]) * b2;
    return sum + world * last;
}

static void write_palettes(const vrm_Rig* rig, const vrmi_Avatar* avatar, const vrm_Affine* root) {
    for (int32_t j = 0; j < rig->palette_count; j++) {
        int32_t node = rig->palette_nodes[j];
        const vrm_Affine* world = node < 0 ? root : &avatar->worlds[node];
        const float* bind = &rig->inverse_binds[j].rows[0].x;
        vrmi_f4 b0 = vrmi_f4_load(bind), b1 = vrmi_f4_load(bind + 4), b2 = vrmi_f4_load(bind + 8);
        float* out = &avatar->palettes[j].rows[0].x;
        vrmi_f4_store(out, joint_row(vrmi_f4_load(&world->rows[0].x), b0, b1, b2));
        vrmi_f4_store(out + 4, joint_row(vrmi_f4_load(&world->rows[1].x), b0, b1, b2));
        vrmi_f4_store(out + 8, joint_row(vrmi_f4_load(&world->rows[2].x), b0, b1, b2));
    }
}

/* ---- Local transforms ---- */

/* A transform is ten floats in a row: translation 0 1 2, rotation 3 4 5 6, scale 7 8 9. */
static void write_locals(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        int32_t node = rig->slot_nodes[slot];
        const vrmi_Vec3x4 *t = &block->locals[slot].translation, *s = &block->scales[slot];
        const vrmi_Quatx4* q = &scratch->rotations[slot];
        vrmi_f4 a[VRMI_LANES] = {t->x, t->y, t->z, q->x};
        vrmi_f4 b[VRMI_LANES] = {q->y, q->z, q->w, s->x};
        vrmi_f4_transpose(&a[0], &a[1], &a[2], &a[3]);
        vrmi_f4_transpose(&b[0], &b[1], &b[2], &b[3]);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            if (block->avatars[lane] == NULL) continue;
            vrm_Transform* local = &block->avatars[lane]->locals[node];
            vrmi_f4_store(&local->translation.x, a[lane]);
            vrmi_f4_store(&local->rotation.y, b[lane]);
            local->scale.y = s->y[lane];
            local->scale.z = s->z[lane];
        }
    }
}

/* ---- All of it ---- */

/* Any avatar of the block: all avatars of a sim have the same outputs. */
static const vrmi_Avatar* any_avatar(const vrmi_Block* block) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (block->avatars[lane] != NULL) return block->avatars[lane];
    return NULL;
}

void vrmi_outputs_write(vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrmi_Avatar* some = any_avatar(block);
    if (some == NULL) return;
    if (some->worlds != NULL) write_worlds(block, scratch, some);
    if (some->palettes != NULL) {
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            if (block->avatars[lane] == NULL) continue;
            vrm_Affine root = vrmi_affine_from_transform(block->roots[lane]);
            write_palettes(block->rig, block->avatars[lane], &root);
        }
    }
    if (some->locals != NULL) write_locals(block, scratch);
    if (some->springs != NULL) vrmi_springs_write(block, scratch);
}

void vrmi_outputs_rest(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    vrm_Affine root = vrmi_affine_from_transform(avatar->block->roots[avatar->lane]);
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        int32_t node = rig->slot_nodes[slot];
        if (avatar->locals != NULL) avatar->locals[node] = rig->rests[slot];
        if (avatar->worlds != NULL)
            avatar->worlds[node] = vrmi_affine_mul(&root, &rig->rest_affines[slot]);
    }
    if (avatar->palettes != NULL) write_palettes(rig, avatar, &root);
    if (avatar->springs != NULL) vrmi_springs_write_rest(avatar);
    if (avatar->morphs == NULL) return;
    for (int32_t i = 0; i < rig->expression_count; i++)
        avatar->expression_weights[i] = avatar->expression_inputs[i] = 0.0f;
    if (rig->morph_count > 0)
        memcpy(avatar->morphs, rig->rest_morphs, (size_t)rig->morph_count * sizeof(float));
    for (int32_t i = 0; i < rig->value_count; i++) avatar->values[i] = rig->material_values[i].base;
}

/* ---- Reading ---- */

const vrm_Transform* vrm_avatar_locals(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->locals;
}

/* Palettes are made from world matrices, so the matrices may exist although they were not asked
 * for. */
const vrm_Affine* vrm_avatar_worlds(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL || !(sim->def.outputs & VRM_OUTPUT_WORLDS) ? NULL : avatar->worlds;
}

const vrm_Affine* vrm_avatar_palettes(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->palettes;
}

const float* vrm_avatar_expression_weights(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->expression_weights;
}

const float* vrm_avatar_expression_inputs(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->expression_inputs;
}

const float* vrm_avatar_morphs(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->morphs;
}

const vrm_Vec4* vrm_avatar_material_values(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->values;
}

vrm_Vec2 vrm_avatar_gaze(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return (vrm_Vec2){0.0f, 0.0f};
    const vrmi_Gaze* gaze = &avatar->block->gazes[avatar->lane];
    if (gaze->mode == VRMI_GAZE_OFF) return (vrm_Vec2){0.0f, 0.0f};
    return (vrm_Vec2){gaze->yaw_degrees, gaze->pitch_degrees};
}

vrm_Visibility vrm_avatar_visibility(const vrm_Sim* sim, vrm_AvatarId id, int32_t node) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || node < 0 || node >= avatar->block->rig->slot_count) return VRM_HIDDEN;
    const vrm_Rig* rig = avatar->block->rig;
    int32_t mesh_node = rig->node_mesh_nodes[node];
    if (mesh_node < 0) return VRM_HIDDEN;
    const uint8_t* views =
        avatar->view == VRM_VIEW_FIRST_PERSON ? rig->first_person_views : rig->third_person_views;
    return (vrm_Visibility)views[mesh_node];
}

/* SPDX-License-Identifier: MIT */
/* Results: copied from the lanes of a block to each avatar's own arrays, which are indexed as the
 * nodes of the document. */
#include "runtime/lanes/spring.h"
#include "runtime/palette.h"

/* ---- World matrices and skin palettes ---- */

/* Rows of a matrix, in lanes. */
typedef struct Rowsx {
    vrmi_fx rows[3][4];
} Rowsx;

static inline Rowsx world_rows(const vrmi_Worldx* world) {
    const vrmi_fx one = vrmi_fx_splat(1.0f), two = vrmi_fx_splat(2.0f);
    vrmi_Quatx q = world->rotation;
    vrmi_fx s = world->scale;
    vrmi_fx x2 = q.x * two, y2 = q.y * two, z2 = q.z * two;
    vrmi_fx xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
    vrmi_fx xy = x2 * q.y, yz = y2 * q.z, zx = z2 * q.x;
    vrmi_fx wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
    return (Rowsx){{{(one - yy - zz) * s, (xy - wz) * s, (zx + wy) * s, world->position.x},
                    {(xy + wz) * s, (one - zz - xx) * s, (yz - wx) * s, world->position.y},
                    {(zx - wy) * s, (yz + wx) * s, (one - xx - yy) * s, world->position.z}}};
}

/* A single avatar: the same numbers, computed for one lane only. */
static void write_single_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                const vrmi_Avatar* avatar) {
    const vrm_Rig* rig = block->rig;
    int32_t lane = avatar->lane;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        const vrmi_Worldx* world = &scratch->worlds[slot];
        float scale = world->scale[lane];
        avatar->worlds[rig->slot_nodes[slot]] =
            vrmi_affine_from_transform((vrm_Transform){vrmi_vec3x_get(&world->position, lane),
                                                       vrmi_quatx_get(&world->rotation, lane),
                                                       {scale, scale, scale}});
    }
}

static void write_wide_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    float* bases[VRMI_LANES];
    float unused[VRMI_LANES][12];
    bool is_full = block->live_count == VRMI_LANES;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        bases[lane] = is_full || block->avatars[lane] != NULL
                          ? &block->avatars[lane]->worlds[0].rows[0].x
                          : unused[lane];
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        ptrdiff_t node = (ptrdiff_t)rig->slot_nodes[slot] * 12;
        Rowsx m = world_rows(&scratch->worlds[slot]);
        for (int r = 0; r < 3; r++) {
            float* to[VRMI_LANES];
            for (int32_t lane = 0; lane < VRMI_LANES; lane++)
                to[lane] = is_full || block->avatars[lane] != NULL ? bases[lane] + node + 4 * r
                                                                   : unused[lane];
            vrmi_fx_to_items(m.rows[r][0], m.rows[r][1], m.rows[r][2], m.rows[r][3], to);
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

/* ---- Local transforms ---- */

/* A transform is ten floats in a row: translation 0 1 2, rotation 3 4 5 6, scale 7 8 9. */
static void write_locals(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        int32_t node = rig->slot_nodes[slot];
        const vrmi_Vec3x *t = &block->locals[slot].translation, *s = &block->scales[slot];
        const vrmi_Quatx* q = &scratch->rotations[slot];
        float head[VRMI_LANES][4], tail[VRMI_LANES][4];
        float *heads[VRMI_LANES], *tails[VRMI_LANES];
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            const vrmi_Avatar* avatar = block->avatars[lane];
            heads[lane] = avatar != NULL ? &avatar->locals[node].translation.x : head[lane];
            tails[lane] = avatar != NULL ? &avatar->locals[node].rotation.y : tail[lane];
        }
        vrmi_fx_to_items(t->x, t->y, t->z, q->x, heads);
        vrmi_fx_to_items(q->y, q->z, q->w, s->x, tails);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            if (block->avatars[lane] == NULL) continue;
            vrm_Transform* local = &block->avatars[lane]->locals[node];
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
            vrmi_palettes_write(block->rig, block->avatars[lane], &root);
        }
    }
    if (some->locals != NULL) write_locals(block, scratch);
    if (some->springs != NULL) vrmi_springs_write(block, scratch);
}

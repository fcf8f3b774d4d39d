/* SPDX-License-Identifier: MIT */
/* Results: copied from the lanes of a block to each avatar's own arrays, which are indexed as the
 * nodes of the document. */
#include "runtime/lanes/spring_step.h"
#include "runtime/palette.h"

/* ---- World matrices and skin palettes ---- */

/* Rows of a matrix, in lanes. */
typedef struct Rowsx {
    vrmi_fx rows[3][4];
} Rowsx;

VRMI_INLINE Rowsx world_rows(const vrmi_Worldx* world, bool is_scaled) {
    vrmi_Matrixx m = vrmi_matrixx_from_quat(world->rotation);
    Rowsx out;
    for (int r = 0; r < 3; r++) {
        vrmi_Vec3x row = is_scaled ? vrmi_vec3x_scale(m.rows[r], world->scale) : m.rows[r];
        out.rows[r][0] = row.x;
        out.rows[r][1] = row.y;
        out.rows[r][2] = row.z;
    }
    out.rows[0][3] = world->position.x;
    out.rows[1][3] = world->position.y;
    out.rows[2][3] = world->position.z;
    return out;
}

/* A single avatar: the same numbers, with a slot in each lane. Behind the last slot the lanes
 * repeat it. */
static void write_single_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                const vrmi_Avatar* avatar) {
    const vrm_Rig* rig = block->rig;
    int32_t last = rig->slot_count - 1;
    for (int32_t first = 0; first <= last; first += VRMI_LANES) {
        const float* from[VRMI_LANES];
        vrm_Vec4* matrices[VRMI_LANES];
        for (int32_t k = 0; k < VRMI_LANES; k++) {
            int32_t slot = first + k < last ? first + k : last;
            from[k] = (const float*)&scratch->worlds[slot] + avatar->lane;
            matrices[k] = avatar->worlds[rig->slot_nodes[slot]].rows;
        }
        vrmi_Worldx world = vrmi_worldx_gather(from);
        Rowsx m = world_rows(&world, true);
        for (int r = 0; r < 3; r++) {
            float* rows[VRMI_LANES];
            for (int32_t k = 0; k < VRMI_LANES; k++) rows[k] = (float*)&matrices[k][r];
            vrmi_fx_to_items(m.rows[r][0], m.rows[r][1], m.rows[r][2], m.rows[r][3], rows);
        }
    }
}

/* The matrices or transforms of each avatar of a block: where they are written. Lanes without an
 * avatar write all to `unused`: for them `masks` is 0, for others -1. */
typedef struct Targets {
    float* bases[VRMI_LANES];
    ptrdiff_t masks[VRMI_LANES];
    float unused[sizeof(vrm_Transform) / sizeof(float)];
} Targets;

static void set_target(Targets* targets, int32_t lane, void* items) {
    targets->bases[lane] = items == NULL ? targets->unused : items;
    targets->masks[lane] = items == NULL ? 0 : -1;
}

VRMI_INLINE void write_row(const Targets* targets, const vrmi_fx row[4], int32_t matrix, int r,
                           bool is_full) {
    ptrdiff_t at = (ptrdiff_t)matrix * 12 + 4 * r;
    float* to[VRMI_LANES];
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        to[lane] = targets->bases[lane] + (is_full ? at : at & targets->masks[lane]);
    vrmi_fx_to_items(row[0], row[1], row[2], row[3], to);
}

/* A row of world * bind, as vrmi_joint_row() has it. */
VRMI_INLINE void joint_row(const vrmi_fx world[4], const vrm_Affine* bind, vrmi_fx out[4]) {
    const vrmi_fx zero = vrmi_fx_splat(0.0f);
    for (int k = 0; k < 3; k++) {
        vrmi_fx b[4];
        vrmi_fx_splat4((const float*)&bind->rows[k], &b[0], &b[1], &b[2], &b[3]);
        for (int c = 0; c < 4; c++) out[c] = k == 0 ? world[0] * b[c] : out[c] + world[k] * b[c];
    }
    for (int c = 0; c < 3; c++) out[c] = out[c] + world[c] * zero;
    out[3] = out[3] + world[3];
}

/* The same where the bind only moves. The first three numbers are then those of the world's row
 * plus zeros. These decide the sign of a number that is 0: it is -0 if all three have the sign. */
VRMI_INLINE void moved_row(const vrmi_fx world[4], const vrmi_fx move[3], vrmi_fx out[4]) {
    vrmi_ix signs = (vrmi_ix)world[0] & (vrmi_ix)world[1] & (vrmi_ix)world[2];
    vrmi_fx none = (vrmi_fx)(signs & (vrmi_ix)vrmi_fx_splat(-0.0f));
    for (int c = 0; c < 3; c++) out[c] = world[c] + none;
    out[3] = world[0] * move[0] + world[1] * move[1] + world[2] * move[2] + world[3];
}

/* The common case: every lane has an avatar, all scales are 1, and binds only move. */
VRMI_INLINE void write_matrices(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                const Targets* worlds, const Targets* palettes, bool is_common) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        Rowsx m = world_rows(&scratch->worlds[slot], !is_common);
        if (worlds != NULL)
            for (int r = 0; r < 3; r++)
                write_row(worlds, m.rows[r], rig->slot_nodes[slot], r, is_common);
        if (palettes == NULL) continue;
        for (int32_t i = rig->slot_joints[slot]; i < rig->slot_joints[slot + 1]; i++) {
            int32_t joint = rig->joints_by_slot[i];
            const vrm_Affine* bind = &rig->inverse_binds[joint];
            vrmi_fx row[4], move[3];
            for (int k = 0; k < 3; k++)
                vrmi_fx_splat4((const float*)&bind->rows[k], &row[0], &row[1], &row[2], &move[k]);
            for (int r = 0; r < 3; r++) {
                if (is_common)
                    moved_row(m.rows[r], move, row);
                else
                    joint_row(m.rows[r], bind, row);
                write_row(palettes, row, joint, r, is_common);
            }
        }
    }
}

/* The matrices of several avatars. Those of general lanes are written over. */
static void write_wide_matrices(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                bool has_worlds, bool has_palettes) {
    Targets worlds, palettes;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrmi_Avatar* avatar = block->avatars[lane];
        set_target(&worlds, lane, avatar == NULL ? NULL : avatar->worlds);
        set_target(&palettes, lane, avatar == NULL ? NULL : avatar->palettes);
    }
    const Targets* to_worlds = has_worlds ? &worlds : NULL;
    const Targets* to_palettes = has_palettes ? &palettes : NULL;
    if (block->live_count == VRMI_LANES && block->rig->binds_only_move &&
        !vrmi_ix_any(VRMI_MASK(block->scaled)))
        write_matrices(block, scratch, to_worlds, to_palettes, true);
    else
        write_matrices(block, scratch, to_worlds, to_palettes, false);
}

static void write_general_worlds(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                 const vrmi_Avatar* avatar) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++)
        avatar->worlds[rig->slot_nodes[slot]] = scratch->affines[avatar->lane][slot];
}

/* World matrices and palettes, where the sim is asked for them. An avatar has room for world
 * matrices in either case: its palettes are made from them when it is alone, or general. */
static void write_all_matrices(const vrm_Sim* sim, const vrmi_Block* block,
                               const vrmi_Scratch* scratch) {
    bool has_palettes = (sim->def.outputs & VRM_OUTPUT_PALETTES) != 0;
    bool is_single = block->live_count == 1;
    if (!is_single)
        write_wide_matrices(block, scratch, (sim->def.outputs & VRM_OUTPUT_WORLDS) != 0,
                            has_palettes);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrmi_Avatar* avatar = block->avatars[lane];
        if (avatar == NULL) continue;
        if (block->general[lane])
            write_general_worlds(block, scratch, avatar);
        else if (is_single)
            write_single_worlds(block, scratch, avatar);
        if (!has_palettes) continue;
        vrm_Affine root = vrmi_affine_from_transform(block->roots[lane]);
        if (is_single || block->general[lane])
            vrmi_palettes_write(block->rig, avatar, &root);
        else
            vrmi_root_joints_write(block->rig, avatar, &root);
    }
}

/* ---- Local transforms ---- */

/* A transform is ten floats in a row: translation 0 1 2, rotation 3 4 5 6, scale 7 8 9. */
static void write_locals(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    const ptrdiff_t size = sizeof(vrm_Transform) / sizeof(float);
    Targets targets;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        set_target(&targets, lane,
                   block->avatars[lane] == NULL ? NULL : block->avatars[lane]->locals);
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        const vrmi_Vec3x *t = &block->locals[slot].translation, *s = &block->scales[slot];
        const vrmi_Quatx* q = &scratch->rotations[slot];
        float *heads[VRMI_LANES], *tails[VRMI_LANES];
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            ptrdiff_t at = rig->slot_nodes[slot] * size & targets.masks[lane];
            heads[lane] = targets.bases[lane] + at;
            tails[lane] = heads[lane] + 4;
        }
        vrmi_fx_to_items(t->x, t->y, t->z, q->x, heads);
        vrmi_fx_to_items(q->y, q->z, q->w, s->x, tails);
        for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
            heads[lane][8] = s->y[lane];
            heads[lane][9] = s->z[lane];
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

void vrmi_outputs_write(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrmi_Avatar* some = any_avatar(block);
    if (some == NULL) return;
    if (some->worlds != NULL) write_all_matrices(sim, block, scratch);
    if (some->locals != NULL) write_locals(block, scratch);
}

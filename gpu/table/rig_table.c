/* SPDX-License-Identifier: MIT */
/* The table of a rig, part by part. Features that the kernels do not support are refused here. */
#include "table/table_build.h"

#include <math.h>
#include <stdlib.h>

/* ---- What cannot be run ---- */

/* Keeps the angles of sines in the range that the kernels reduce. */
#define DEGREES_MAX 20000.0f

static bool is_map_small(const vrm_RigPack* pack, const vrm_PackRangeMap* map) {
    float most = 1.0f;
    for (int32_t i = map->first_key; i < map->first_key + map->key_count; i++) {
        const vrm_CurveKey* key = &pack->curve_keys[i];
        /* A cubic piece over 0..1 stays below the sum of its parts. */
        float part = fabsf(key->value) + fabsf(key->in_tangent) + fabsf(key->out_tangent);
        if (!(part <= DEGREES_MAX)) return false;
        most += 2.0f * part;
    }
    return most * fabsf(map->output_scale) <= DEGREES_MAX;
}

static const char* find_reason(const vrm_RigPack* pack) {
    const vrm_PackLookAt* look = &pack->look_at;
    int32_t hips = pack->bones[VRM_BONE_HIPS].node;
    if (pack->is_general) return "GPU_RIG_SCALES";
    for (int32_t c = 0; c < pack->chain_count; c++)
        if (pack->chains[c].center >= pack->body_count) return "GPU_RIG_CENTER_SWAYS";
    if (pack->has_circles) return "GPU_RIG_CIRCLE";
    if (hips >= pack->body_count) return "GPU_RIG_HIPS_SWAY";
    if (look->is_present && look->type == VRM_LOOK_AT_BONE &&
        !(is_map_small(pack, &look->inner) && is_map_small(pack, &look->outer) &&
          is_map_small(pack, &look->down) && is_map_small(pack, &look->up)))
        return "GPU_RIG_ANGLES";
    for (int32_t p = 0; p < pack->pair_count; p++)
        if (!(fabsf(pack->pairs[p].limit_pitch) <= 100.0f) ||
            !(fabsf(pack->pairs[p].limit_yaw) <= 100.0f))
            return "GPU_RIG_ANGLES";
    return NULL;
}

/* ---- What turns and what carries each node ---- */

static bool take_arrays(gpu_Build* b) {
    size_t size = ((size_t)b->pack->node_count + 1) * sizeof(int32_t);
    int32_t** arrays[] = {&b->driven, &b->pairs,   &b->anchors, &b->worlds,
                          &b->posed,  &b->centers, &b->body};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = malloc(size);
        if (*arrays[i] == NULL) return false;
        memset(*arrays[i], 0xFF, size);
    }
    return true;
}

static void free_arrays(gpu_Build* b) {
    free(b->driven);
    free(b->pairs);
    free(b->anchors);
    free(b->worlds);
    free(b->posed);
    free(b->centers);
    free(b->body);
}

/* Parents come before their children, and the body before what sways. */
static void check_nodes(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t n = 0; n < pack->node_count; n++) {
        int32_t parent = checked_or_none(b, pack->nodes[n].parent, n);
        (void)checked(b, pack->nodes[n].file_node, pack->node_count);
        if (parent >= pack->body_count && n < pack->body_count) b->code = GPU_BROKEN;
    }
}

static void drive(gpu_Build* b, int32_t node) {
    node = checked(b, node, b->pack->node_count);
    if (b->driven[node] < 0) b->driven[node] = b->driven_count++;
}

static void find_driven(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    const vrm_PackLookAt* look = &pack->look_at;
    for (int i = 0; i < 2 && look->is_present && look->type == VRM_LOOK_AT_BONE; i++)
        if (look->eye_bones[i] >= 0 && look->eye_bones[i] < VRM_BONE_COUNT)
            drive(b, pack->bones[look->eye_bones[i]].node);
    for (int32_t i = 0; i < pack->constraint_count; i++) drive(b, pack->constraints[i].node);
}

/* Runs after find_driven(). */
static void find_pairs(gpu_Build* b) {
    for (int32_t i = 0; i < b->pack->pair_count; i++) {
        int32_t node = checked(b, b->pack->pairs[i].node, b->pack->node_count);
        if (b->driven[node] >= 0 && b->code == NULL) b->code = "GPU_RIG_TURNED_TWICE";
        if (b->pairs[node] >= 0) b->code = GPU_BROKEN; /* two pairs turn it */
        b->pairs[node] = i;
    }
}

static void number_worlds(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    for (int32_t a = 0; a < pack->anchor_count; a++) {
        int32_t node = checked(b, pack->anchors[a], pack->body_count);
        b->anchors[node] = b->worlds[node] = a;
    }
    for (int32_t i = 0; i < pack->wave_node_count; i++) {
        int32_t node = checked(b, pack->wave_nodes[i], pack->node_count);
        if (b->worlds[node] < 0) b->worlds[node] = pack->anchor_count + 1 + i;
    }
}

/* ---- All of it ---- */

/* Rows that the parts refer to. */
static void take_first_rows(gpu_Build* b) {
    gpu_RigRows* rows = &b->rig.rows;
    int32_t pairs = b->pack->pair_count, anchors = 8 * (b->pack->anchor_count + 1);
    rows->rotations = take_rows(b, ARENA_INPUT, 4 * b->pack->node_count);
    rows->shown = take_rows(b, ARENA_ROTATION, 4 * pairs);
    rows->driven = take_rows(b, ARENA_ROTATION, 4 * b->driven_count);
    rows->last = b->has_rate ? take_rows(b, ARENA_ROTATION, 4 * pairs) : -1;
    rows->earlier = b->has_rate ? take_rows(b, ARENA_ROTATION, 4 * pairs) : -1;
    rows->tails = take_rows(b, ARENA_STATE, 6 * pairs);
    rows->anchors = take_rows(b, ARENA_STATE, pairs > 0 ? 2 * anchors : 0);
}

/* Rows whose number the parts have found. */
static void take_last_rows(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    gpu_RigRows* rows = &b->rig.rows;
    int32_t anchors = 8 * (pack->anchor_count + 1);
    rows->waves = take_rows(b, ARENA_SCRATCH, 8 * pack->wave_node_count);
    rows->moved = take_rows(b, ARENA_SCRATCH, pack->pair_count > 0 ? anchors : 0);
    rows->posed = take_rows(b, ARENA_SCRATCH, 8 * b->posed_count);
    rows->colliders = take_rows(b, ARENA_SCRATCH, b->collider_words);
    rows->saved = b->rows[ARENA_SCRATCH];
    if (b->outputs & VRM_OUTPUT_WORLDS) (void)take_rows(b, ARENA_WORLD, 12 * pack->node_count);
    if (b->outputs & VRM_OUTPUT_PALETTES)
        (void)take_rows(b, ARENA_PALETTE, 12 * pack->palette_count);
}

static void build(gpu_Build* b) {
    static void (*const parts[])(gpu_Build*) = {
        check_nodes,         find_driven,     find_pairs,    number_worlds,       take_first_rows,
        gpu_add_nodes,       gpu_add_orders,  gpu_add_bones, gpu_add_expressions, gpu_add_look_at,
        gpu_add_constraints, gpu_add_springs, take_last_rows};
    add(b, &b->rig, sizeof b->rig);
    b->rig.facing = b->pack->facing;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !has_stopped(b); i++) parts[i](b);
    if (!has_stopped(b)) memcpy(b->words->data + b->at, &b->rig, sizeof b->rig);
}

static gpu_Rows count_rows(const gpu_Build* b) {
    gpu_Rows rows = {.scratch_few = b->rows[ARENA_SCRATCH] + 8 * b->saved_few,
                     .collider_words = b->collider_words,
                     .is_irregular = b->is_irregular || b->center_count > 0};
    memcpy(rows.rows, b->rows, sizeof rows.rows);
    rows.rows[ARENA_SCRATCH] += 8 * b->saved_count;
    return rows;
}

bool gpu_table_rig(gpu_Words* words, const vrm_RigPack* pack, uint32_t outputs, bool has_rate,
                   gpu_BuiltRig* out) {
    *out = (gpu_BuiltRig){.code = find_reason(pack)};
    if (out->code != NULL) return false;
    gpu_words_align(words);
    gpu_Build b = {.words = words,
                   .pack = pack,
                   .at = words->count,
                   .outputs = outputs,
                   .has_rate = has_rate,
                   .rows = {[ARENA_INPUT] = IN_ROWS, [ARENA_STATE] = ST_ROWS}};
    if (take_arrays(&b))
        build(&b);
    else
        words->has_failed = true;
    bool is_sound = !has_stopped(&b) && gpu_make_rest(&b, &out->rest);
    out->at = b.at;
    out->rows = count_rows(&b);
    out->code = b.code;
    free_arrays(&b);
    if (!is_sound) {
        words->count = b.at;
        words->has_failed = false;
    }
    return is_sound;
}

/* SPDX-License-Identifier: MIT */
#include "live/live_page_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- Bytes ---- */

void live_page_release_bytes(LivePageBytes* record) {
    free(record->bytes);
    *record = (LivePageBytes){0};
}

static void put_u32(LivePageBytes* record, uint32_t value) {
    uint8_t* to = record->bytes + record->size;
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> 8 * i);
    record->size += 4;
}

static void put_float(LivePageBytes* record, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(record, bits);
}

static void put_double(LivePageBytes* record, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(record, (uint32_t)bits);
    put_u32(record, (uint32_t)(bits >> 32));
}

static void put_vector(LivePageBytes* record, vrm_Vec3 v) {
    put_float(record, v.x);
    put_float(record, v.y);
    put_float(record, v.z);
}

static void put_rotation(LivePageBytes* record, vrm_Quat q) {
    put_float(record, q.x);
    put_float(record, q.y);
    put_float(record, q.z);
    put_float(record, q.w);
}

/* Replaces four bytes that were put before. */
static void set_u32(LivePageBytes* record, size_t at, uint32_t value) {
    size_t size = record->size;
    record->size = at;
    put_u32(record, value);
    record->size = size;
}

/* Empties the record, makes room for `size` bytes and puts the head. */
static bool begin(LivePageBytes* record, size_t size, LivePageRecord kind) {
    record->size = 0;
    if (size > record->capacity) {
        uint8_t* bytes = realloc(record->bytes, size);
        if (bytes == NULL) return false;
        record->bytes = bytes;
        record->capacity = size;
    }
    put_u32(record, 0);
    put_u32(record, (uint32_t)kind);
    return true;
}

static bool end(LivePageBytes* record) {
    set_u32(record, 0, (uint32_t)record->size);
    return true;
}

bool live_page_write_nothing(LivePageBytes* record) {
    return begin(record, LIVE_PAGE_HEAD, LIVE_PAGE_NOTHING) && end(record);
}

static bool write_json(LivePageBytes* record, vrm_Span json, LivePageRecord kind) {
    record->size = 0;
    if (json.size > UINT32_MAX / 2) return false;
    size_t padded = (json.size + 3) & ~(size_t)3;
    if (!begin(record, LIVE_PAGE_HEAD + padded, kind)) return false;
    memset(record->bytes + record->size, ' ', padded);
    memcpy(record->bytes + record->size, json.data, json.size);
    record->size += padded;
    return end(record);
}

bool live_page_write_avatar(LivePageBytes* record, vrm_Span json) {
    return write_json(record, json, LIVE_PAGE_AVATAR);
}

bool live_page_write_camera(LivePageBytes* record, vrm_Span json) {
    return write_json(record, json, LIVE_PAGE_CAMERA);
}

/* ---- Rig ---- */

bool live_page_take_rig(LivePageRig* nodes, const vrm_Rig* rig) {
    if (nodes->rig == rig) return true;
    live_page_release_rig(nodes);
    bool* is_swaying = calloc((size_t)vrm_rig_node_count(rig) + 1, sizeof *is_swaying);
    if (is_swaying == NULL) return false;
    for (int32_t i = 0; i < vrm_rig_spring_joint_count(rig); i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(rig, i);
        if (joint.moves && joint.node >= 0) is_swaying[joint.node] = true;
    }
    *nodes = (LivePageRig){rig, is_swaying};
    return true;
}

void live_page_release_rig(LivePageRig* nodes) {
    free(nodes->is_swaying);
    *nodes = (LivePageRig){0};
}

/* ---- State ---- */

enum {
    HAS_TRANSLATION = 1 << 24,
    HAS_ROTATION = 1 << 25,
    HAS_SCALE = 1 << 26,
    NODE_BYTES = 4 * (1 + 3 + 4 + 3), /* of one with all parts */
    FIXED_BYTES = LIVE_PAGE_HEAD + 2 * 8 + 2 * 4 + 10 * 4,
    NODES_MAX = 1 << 24
};

static bool is_same_vector(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_same_rotation(vrm_Quat a, vrm_Quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/* The root as a host sets it: vrm_avatar_root() has the half turn of a 0.x avatar beneath it, which
 * is taken out by the product with its inverse, the rotation (0, -1, 0, 0). */
static vrm_Transform set_root(const vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Rig* rig) {
    vrm_Transform root = vrm_avatar_root(sim, avatar);
    if (vrm_avatar_facing(sim, avatar) != vrm_rig_facing(rig)) {
        vrm_Quat q = root.rotation;
        root.rotation = (vrm_Quat){q.z, -q.w, -q.x, q.y};
    }
    return root;
}

static bool put_node(LivePageBytes* record, const LivePageRig* nodes, int32_t node,
                     const vrm_Transform* local) {
    vrm_Transform rest = vrm_rig_rest(nodes->rig, node);
    uint32_t parts = 0;
    if (!is_same_vector(local->translation, rest.translation)) parts |= HAS_TRANSLATION;
    if (!nodes->is_swaying[node] && !is_same_rotation(local->rotation, rest.rotation))
        parts |= HAS_ROTATION;
    if (!is_same_vector(local->scale, rest.scale)) parts |= HAS_SCALE;
    if (parts == 0) return false;
    put_u32(record, (uint32_t)node | parts);
    if (parts & HAS_TRANSLATION) put_vector(record, local->translation);
    if (parts & HAS_ROTATION) put_rotation(record, local->rotation);
    if (parts & HAS_SCALE) put_vector(record, local->scale);
    return true;
}

bool live_page_write_state(LivePageBytes* record, const LivePageRig* nodes, const vrm_Sim* sim,
                           vrm_AvatarId avatar, double time_s, double clock_ms) {
    const vrm_Transform* locals = vrm_avatar_locals(sim, avatar);
    const float* weights = vrm_avatar_expression_inputs(sim, avatar);
    record->size = 0;
    if (locals == NULL || vrm_avatar_rig(sim, avatar) != nodes->rig) return false;
    int32_t node_count = vrm_rig_node_count(nodes->rig);
    int32_t expression_count = weights != NULL ? vrm_rig_expression_count(nodes->rig) : 0;
    if (node_count >= NODES_MAX || expression_count >= NODES_MAX) return false;
    size_t room =
        FIXED_BYTES + (size_t)expression_count * sizeof(float) + (size_t)node_count * NODE_BYTES;
    if (!begin(record, room, LIVE_PAGE_STATE)) return false;
    put_double(record, time_s);
    put_double(record, clock_ms);
    put_u32(record, (uint32_t)expression_count);
    size_t count_at = record->size;
    put_u32(record, 0);
    vrm_Transform root = set_root(sim, avatar, nodes->rig);
    put_vector(record, root.translation);
    put_rotation(record, root.rotation);
    put_vector(record, root.scale);
    for (int32_t i = 0; i < expression_count; i++) put_float(record, weights[i]);
    uint32_t count = 0;
    for (int32_t node = 0; node < node_count; node++)
        count += put_node(record, nodes, node, &locals[node]);
    set_u32(record, count_at, count);
    return end(record);
}

/* SPDX-License-Identifier: MIT */
/* Building the table of a rig. Every index that a kernel uses is checked here: into the arrays of
 * the pack, into the rows of an avatar, and up the tree where kernels walk it. */
#ifndef VRM_GPU_TABLE_BUILD_H
#define VRM_GPU_TABLE_BUILD_H

#include "table/table.h"

#include <string.h>

/* An index of the pack is out of range. */
#define GPU_BROKEN "GPU_RIG_BROKEN"

typedef struct gpu_Build {
    gpu_Words* words;
    const vrm_RigPack* pack;
    int32_t at; /* where the table begins */
    uint32_t outputs;
    bool has_rate;
    const char* code; /* why the rig is refused; NULL: it is not, so far */

    gpu_RigTable rig;          /* written when the lists are */
    int32_t rows[ARENA_COUNT]; /* so far */
    /* By node; -1: none. */
    int32_t* driven;  /* its number among the nodes that eyes and constraints turn */
    int32_t* pairs;   /* the pair that turns it */
    int32_t* anchors; /* its number among the anchors */
    int32_t* worlds;  /* where the springs find its world transform: an anchor or a wave node */
    int32_t* posed;   /* its number among the nodes that aims read */
    int32_t* centers; /* its number among the centers of springs */
    int32_t* body;    /* the nearest body node above it, or itself */
    int32_t driven_count, posed_count, center_count;
    int32_t saved_few,
        saved_count; /* worlds that forward kinematics saves, without lanes and with */
    int32_t collider_words;
    bool is_irregular;
    int32_t pose_rows[VRM_BONE_COUNT];
} gpu_Build;

/* ---- Words ---- */

static inline bool has_stopped(const gpu_Build* b) {
    return b->code != NULL || b->words->has_failed;
}

/* The offset of the next word. */
static inline int32_t here(const gpu_Build* b) {
    return b->words->count - b->at;
}

static inline void add(gpu_Build* b, const void* data, size_t size) {
    (void)gpu_words_add(b->words, data, size);
}

static inline void add_index(gpu_Build* b, int32_t index) {
    add(b, &index, sizeof index);
}

static inline void copy_vec3(float* to, vrm_Vec3 v) {
    memcpy(to, &v, sizeof v);
}

static inline void copy_quat(float* to, vrm_Quat q) {
    memcpy(to, &q, sizeof q);
}

/* Reserves rows of an arena; returns the first. */
static inline int32_t take_rows(gpu_Build* b, int32_t arena, int32_t count) {
    int32_t first = b->rows[arena];
    if (count > (1 << 24) - first) {
        b->code = GPU_BROKEN;
        return 0;
    }
    b->rows[arena] = first + count;
    return first;
}

/* ---- Checks ---- */

/* Returns `index` if it is below `count`; else 0, and the rig is refused. */
static inline int32_t checked(gpu_Build* b, int32_t index, int32_t count) {
    if (index >= 0 && index < count) return index;
    b->code = GPU_BROKEN;
    return 0;
}

static inline int32_t checked_or_none(gpu_Build* b, int32_t index, int32_t count) {
    return index == -1 ? -1 : checked(b, index, count);
}

static inline void check_range(gpu_Build* b, int32_t first, int32_t count, int32_t total) {
    if (first < 0 || count < 0 || first > total || count > total - first) b->code = GPU_BROKEN;
}

/* ---- Parts ---- */

/* The code of gpu_Node.rotation. */
int32_t gpu_rotation_code(const gpu_Build* b, int32_t node);

void gpu_add_nodes(gpu_Build* b);
void gpu_add_orders(gpu_Build* b);
void gpu_add_bones(gpu_Build* b);
void gpu_add_expressions(gpu_Build* b);
void gpu_add_look_at(gpu_Build* b);
void gpu_add_constraints(gpu_Build* b);
void gpu_add_springs(gpu_Build* b);
/* Returns false without memory. */
bool gpu_make_rest(const gpu_Build* b, gpu_Rest* rest);

#endif

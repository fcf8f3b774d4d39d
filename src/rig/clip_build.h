/* SPDX-License-Identifier: MIT */
/* How a clip is built: clip_keys.c turns channels into tracks of a draft whose arrays lie in an
 * arena; clip_compile.c decides the target of each channel, and carves the draft from one block;
 * clip_root.c folds the motion of nodes above the hips into them. */
#ifndef VRMI_RIG_CLIP_BUILD_H
#define VRMI_RIG_CLIP_BUILD_H

#include "rig/clip_data.h"
#include "json/json_report.h"

typedef struct vrmi_ClipBuild {
    const vrm_Gltf* gltf;
    const vrm_ClipInfo* info; /* NULL: a clip of nodes */
    const vrm_Animation* animation;
    vrm_ClipDef def;
    vrmi_Arena arena;   /* the draft */
    vrmi_Arena scratch; /* the numbers of one channel */
    vrm_Result result;  /* the first failure; nothing is added after it */

    vrm_Clip draft;
    vrmi_Timeline* timelines; /* of the draft; room for one to each track */
    vrmi_Track* tracks;
    size_t track_capacity;
    uint64_t bytes;    /* of all keys and times so far */
    bool* is_reported; /* by accessor: its findings were made */
    bool has_root;     /* nodes above the hips move: clip_root.c makes the tracks of the hips */
} vrmi_ClipBuild;

/* How the values of a channel are converted. */
typedef struct vrmi_KeyMap {
    vrmi_TrackTarget target;
    int32_t index;          /* as vrmi_Track has it */
    vrm_Quat before, after; /* rotations: before * q * after */
    vrm_Affine to_model;    /* hips: to_model . v - origin */
    vrm_Vec3 origin;
} vrmi_KeyMap;

/* Adds the track of a channel; for morphs one for every four targets of the mesh. Returns false
 * when nothing of the channel can be used: findings give the reason. */
bool vrmi_clip_add_channel(vrmi_ClipBuild* build, const vrm_AnimationChannel* channel,
                           const vrmi_KeyMap* map);

/* Adds a track that never changes. Returns its number, or -1. */
int32_t vrmi_clip_add_constant(vrmi_ClipBuild* build, vrmi_TrackTarget target, int32_t index,
                               vrm_Vec4 value);

/* Adds a track of keys that were made, with linear interpolation. Returns its number, or -1. */
int32_t vrmi_clip_add_keys(vrmi_ClipBuild* build, vrmi_TrackTarget target, int32_t index,
                           const float* times, vrm_Vec4* keys, size_t count);

/* Memory of the draft, counted against the clip's limit. NULL, with a result, when there is none.
 */
void* vrmi_clip_keep(vrmi_ClipBuild* build, size_t count, size_t size);

/* Whether the animation moves nodes above the hips. */
bool vrmi_clip_has_root(vrmi_ClipBuild* build);
/* Then: the animation of these nodes and the hips alone; and the tracks of the hips, with all of
 * it, from the clip of that animation. `rest`: the rotation of the hips at rest, in model space. */
vrm_Animation vrmi_clip_root_animation(vrmi_ClipBuild* build);
void vrmi_clip_fold_root(vrmi_ClipBuild* build, const vrm_Clip* nodes, vrm_Quat rest);

/* Morph targets that the node's mesh has. */
static inline int32_t vrmi_morph_targets(const vrm_Gltf* gltf, int32_t node) {
    int32_t mesh = node < 0 ? -1 : gltf->nodes[node].mesh;
    return mesh < 0 ? 0 : gltf->meshes[mesh].target_count;
}

#endif

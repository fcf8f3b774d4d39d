/* SPDX-License-Identifier: MIT */
/* The table of a clip, as one rig plays it. */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

typedef struct Build {
    gpu_Words* words;
    const vrm_ClipPack* clip;
    int32_t at; /* where the table begins */
    gpu_MotionTable motion;
    int32_t* times; /* by timeline: offset of its times */
    int32_t keys;
} Build;

static int32_t add(Build* b, const void* data, size_t size) {
    return gpu_words_add(b->words, data, size) - b->at;
}

static void add_keys(Build* b) {
    const vrm_ClipPack* clip = b->clip;
    for (int32_t i = 0; i < clip->timeline_count; i++) {
        const vrm_PackTimeline* line = &clip->timelines[i];
        b->times[i] =
            add(b, clip->times + line->first_time, (size_t)line->key_count * sizeof(float));
    }
    b->keys = add(b, clip->keys, (size_t)clip->key_count * sizeof *clip->keys);
}

/* Returns the offset of the track. */
static int32_t add_track(Build* b, const vrm_PackTrack* track) {
    gpu_Track made = {.bone = track->index,
                      .interpolation = track->interpolation,
                      .times = b->times[track->timeline],
                      .key_count = b->clip->timelines[track->timeline].key_count,
                      .keys = b->keys + 4 * track->first_key,
                      .turns = track->target == VRM_PACK_TRACK_BONE ||
                               track->target == VRM_PACK_TRACK_GAZE};
    return add(b, &made, sizeof made);
}

static void add_bones(Build* b) {
    uint64_t bones = 0;
    b->motion.tracks = b->words->count - b->at;
    for (int32_t i = 0; i < b->clip->track_count; i++) {
        const vrm_PackTrack* track = &b->clip->tracks[i];
        if (track->target != VRM_PACK_TRACK_BONE) continue;
        if (track->index < 0 || track->index >= VRM_BONE_COUNT) continue;
        (void)add_track(b, track);
        bones |= (uint64_t)1 << track->index;
        b->motion.track_count++;
    }
    b->motion.bones[0] = (int32_t)(uint32_t)(bones & 0xFFFFFFFFu);
    b->motion.bones[1] = (int32_t)(uint32_t)(bones >> 32);
}

static void add_hips_and_gaze(Build* b) {
    for (int32_t i = 0; i < b->clip->track_count; i++) {
        const vrm_PackTrack* track = &b->clip->tracks[i];
        if (track->target == VRM_PACK_TRACK_HIPS) b->motion.hips = add_track(b, track);
        if (track->target == VRM_PACK_TRACK_GAZE) b->motion.gaze = add_track(b, track);
    }
}

/* In the order of the clip's expressions, which may differ from that of its tracks. */
static void add_expressions(Build* b, const vrm_RigPack* rig, const int32_t* targets,
                            int32_t target_count) {
    size_t count = (size_t)target_count;
    gpu_MotionExpression* made = calloc(count + 1, sizeof *made); /* track 0: none */
    if (made == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t i = 0; i < b->clip->track_count; i++) {
        const vrm_PackTrack* track = &b->clip->tracks[i];
        if (track->target != VRM_PACK_TRACK_EXPRESSION) continue;
        if (track->index < 0 || track->index >= target_count) continue;
        made[track->index].track = add_track(b, track);
    }
    b->motion.expressions = b->words->count - b->at;
    for (int32_t e = 0; e < target_count; e++) {
        if (made[e].track == 0 || targets[e] < 0 || targets[e] >= rig->expression_count) continue;
        made[e].target = targets[e];
        (void)add(b, &made[e], sizeof made[e]);
        b->motion.expression_count++;
    }
    free(made);
}

/* vrm_clip_fit_hips(), as far as it does not depend on the time. */
static void fit_hips(gpu_MotionTable* motion, const vrm_ClipPack* clip, const vrm_RigPack* rig) {
    const float least = 0.01f;
    vrm_Vec3 rest = rig->hips_rest_model;
    bool fits = rig->bones[VRM_BONE_HIPS].node >= 0 && clip->hips_rest.y > least && rest.y > least;
    if (!fits) return;
    motion->fits = 1;
    motion->ratio = rest.y / clip->hips_rest.y;
    if (rig->facing < 0) rest = (vrm_Vec3){-rest.x, rest.y, -rest.z};
    memcpy(motion->rig_rest, &rest, sizeof rest);
    memcpy(motion->hips_rest, &clip->hips_rest, sizeof clip->hips_rest);
}

bool gpu_table_motion(gpu_Words* words, const vrm_ClipPack* clip, const vrm_RigPack* rig,
                      const int32_t* targets, int32_t target_count, int32_t* out_at) {
    Build b = {.words = words,
               .clip = clip,
               .at = words->count,
               .motion = {.duration = clip->duration},
               .times = malloc(((size_t)clip->timeline_count + 1) * sizeof *b.times)};
    (void)add(&b, &b.motion, sizeof b.motion);
    if (b.times != NULL) {
        add_keys(&b);
        add_bones(&b);
        add_hips_and_gaze(&b);
        add_expressions(&b, rig, targets, target_count);
        fit_hips(&b.motion, clip, rig);
    }
    bool is_sound = b.times != NULL && !words->has_failed;
    if (is_sound) {
        memcpy(words->data + b.at, &b.motion, sizeof b.motion);
    } else {
        words->count = b.at;
        words->has_failed = false;
    }
    free(b.times);
    *out_at = b.at;
    return is_sound;
}

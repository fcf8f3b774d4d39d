/* SPDX-License-Identifier: MIT */
/* From what a source sends to samples of channels: checked, mirrored, and at times of the host's
 * clock. */
#include "base/maths.h"
#include "motion/live/mixer.h"

/* Numbers beyond this are refused. */
#define FARTHEST 1e6f

/* A sender whose clock differs by more than this from what is expected has begun again. */
#define CLOCK_JUMP_S 1.0

/* How much a sender's clock may be slower than ours. */
#define CLOCK_DRIFT 1e-3

#define RADIANS 0.017453292519943295f

/* ---- Clocks ---- */

/* The host's clock minus the sender's is least for the packet that was fastest on its way. A later
 * one that was faster still lowers it; a slow drift of the clocks raises it. Returns the time of
 * the sample on the host's clock, which is never after its arrival. */
static double to_host_clock(vrmi_LiveSource* source, double sender_s, double arrival_s) {
    double offset_s = arrival_s - sender_s;
    double since_s = sender_s - source->sender_s;
    double beyond_s = offset_s - source->offset_s;
    bool jumps = beyond_s > CLOCK_JUMP_S || beyond_s < -CLOCK_JUMP_S;
    if (!source->has_clock || jumps) {
        if (source->has_clock) source->state.restarts++;
        source->offset_s = offset_s;
    } else {
        double most_s = since_s * CLOCK_DRIFT;
        source->offset_s += beyond_s < most_s ? beyond_s : most_s;
    }
    source->has_clock = true;
    source->sender_s = sender_s;
    return sender_s + source->offset_s;
}

/* Older than the newest of its source, by a clock that has not begun again. */
static bool is_old(const vrmi_LiveSource* source, double sender_s, double arrival_s) {
    double beyond_s = arrival_s - sender_s - source->offset_s;
    return source->has_clock && sender_s < source->sender_s && beyond_s <= CLOCK_JUMP_S;
}

static bool is_time(double time_s) {
    return time_s >= -VRMI_LIVE_FARTHEST_S && time_s <= VRMI_LIVE_FARTHEST_S; /* false for NaN */
}

/* ---- Samples ---- */

typedef struct Feed {
    vrm_Live* live;
    int32_t source;
    double sampled_s;
} Feed;

static bool is_near(float a) {
    return a >= -FARTHEST && a <= FARTHEST;
}

static void put(const Feed* feed, int32_t channel, const float* values) {
    vrm_Live* live = feed->live;
    int32_t to = live->def.mirrors ? live->mirrored[channel] : channel;
    vrmi_live_sample(live, feed->source, to, values, feed->sampled_s);
}

static void put_rotation(const Feed* feed, int32_t channel, vrm_Quat q) {
    bool is_valid = is_near(q.x) && is_near(q.y) && is_near(q.z) && is_near(q.w);
    if (!is_valid || (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 0.0f)) return;
    q = vrmi_quat_normalize(q);
    float side = feed->live->def.mirrors ? -1.0f : 1.0f;
    put(feed, channel, (const float[]){q.x, q.y * side, q.z * side, q.w});
}

static void put_position(const Feed* feed, int32_t channel, vrm_Vec3 p) {
    if (!is_near(p.x) || !is_near(p.y) || !is_near(p.z)) return;
    put(feed, channel, (const float[]){feed->live->def.mirrors ? -p.x : p.x, p.y, p.z});
}

static void put_weight(const Feed* feed, int32_t channel, float weight) {
    if (!vrmi_is_finite(weight)) return;
    weight = vrmi_clamp(weight, 0.0f, 1.0f);
    put(feed, channel, &weight);
}

static void put_gaze(const Feed* feed, float yaw_degrees, float pitch_degrees) {
    if (!is_near(yaw_degrees) || !is_near(pitch_degrees)) return;
    float side = feed->live->def.mirrors ? -RADIANS : RADIANS;
    put(feed, VRMI_LIVE_GAZE_ANGLES, (const float[]){yaw_degrees * side, pitch_degrees * RADIANS});
}

static void put_bones(const Feed* feed, const vrm_LiveObservation* given) {
    const uint64_t eyes = (uint64_t)1 << VRM_BONE_LEFT_EYE | (uint64_t)1 << VRM_BONE_RIGHT_EYE;
    for (int32_t b = 0; b < VRM_BONE_COUNT && given->rotations != NULL; b++)
        if (((given->bones & ~eyes) >> b & 1) != 0)
            put_rotation(feed, VRMI_LIVE_BONES + b, given->rotations[b]);
}

static void put_face(const Feed* feed, const vrm_LiveObservation* given) {
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT && given->shape_weights != NULL; s++)
        if ((given->shapes >> s & 1) != 0)
            put_weight(feed, VRMI_LIVE_SHAPES + s, given->shape_weights[s]);
    for (int32_t i = 0; i < given->expression_count && given->expressions != NULL; i++) {
        int32_t e = given->expressions[i].expression;
        if (e >= 0 && e < feed->live->expression_count)
            put_weight(feed, VRMI_LIVE_EXPRESSIONS + e, given->expressions[i].weight);
    }
}

bool vrm_live_observe(vrm_Live* live, int32_t index, const vrm_LiveObservation* given,
                      double time_s) {
    if (index < 0 || index >= live->source_count) return false;
    vrmi_LiveSource* source = &live->sources[index];
    double arrival_s = live->has_time && time_s < live->time_s ? live->time_s : time_s;
    if (!is_time(time_s) || (given->has_sender_time && !is_time(given->sender_s)) ||
        (given->has_sender_time && is_old(source, given->sender_s, arrival_s))) {
        source->state.refused++;
        return false;
    }
    vrmi_live_advance(live, arrival_s);
    Feed feed = {live, index, arrival_s};
    if (given->has_sender_time) feed.sampled_s = to_host_clock(source, given->sender_s, arrival_s);
    put_bones(&feed, given);
    if (given->has_hips) put_position(&feed, VRMI_LIVE_HIPS, given->hips_offset);
    if (given->has_root) {
        put_position(&feed, VRMI_LIVE_ROOT_POSITION, given->root_position);
        put_rotation(&feed, VRMI_LIVE_ROOT_ROTATION, given->root_rotation);
    }
    put_face(&feed, given);
    if (given->has_gaze) put_gaze(&feed, given->gaze_yaw, given->gaze_pitch);
    source->state.observed++;
    source->state.last_s = arrival_s;
    return true;
}

bool vrm_live_source(const vrm_Live* live, int32_t source, vrm_LiveSourceState* out_state) {
    if (source < 0 || source >= live->source_count) return false;
    *out_state = live->sources[source].state;
    return true;
}

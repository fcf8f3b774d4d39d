/* SPDX-License-Identifier: MIT */
/* Samples clips: the keys around a time are looked up once for each timeline, then all its tracks
 * are interpolated, rotations four at a time. */
#include "runtime/clip_sample.h"

#include "base/trig4.h"
#include "runtime/quat4.h"

/* Always called with a function that is known at compile time, so that the call is inlined. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Where a time lies: at key `key`, or `part` of the way from it to the next one. */
typedef struct Moment {
    int32_t key;
    bool is_between;
    float part; /* 0..1 */
    float span; /* seconds between the two keys */
} Moment;

static Moment find_moment(const vrmi_Timeline* line, float time) {
    int32_t low = 0, high = line->key_count - 1;
    if (!(time > line->times[0])) return (Moment){.key = 0};
    if (time >= line->times[high]) return (Moment){.key = high};
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (line->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    float span = line->times[high] - line->times[low];
    return (Moment){low, true, (time - line->times[low]) / span, span};
}

/* ---- Four rotations ---- */

static vrmi_Quat4 load_keys(const vrmi_Track* const* tracks, int32_t key) {
    vrmi_Quat4 q = {vrmi_f4_load(&tracks[0]->keys[key]), vrmi_f4_load(&tracks[1]->keys[key]),
                    vrmi_f4_load(&tracks[2]->keys[key]), vrmi_f4_load(&tracks[3]->keys[key])};
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    return q;
}

/* sin(x) / x for y = x x up to 0.25, below 1e-8 off. */
static vrmi_f4 sine_ratio(vrmi_f4 y) {
    return vrmi_f4_splat(1.0f) +
           y * (vrmi_f4_splat(-1.0f / 6.0f) +
                y * (vrmi_f4_splat(1.0f / 120.0f) + y * vrmi_f4_splat(-1.0f / 5040.0f)));
}

/* Cosines above this belong to angles below 0.49 rad: keys a sixth of a second apart, for
 * example. */
#define NEAR_COSINE 0.8825f

/* The weights sin((1 - t) a) / sin(a) and sin(t a) / sin(a) of two keys at the angle a. Near ones
 * take no trigonometry: with d = 1 - cos(a) the series of arccosine gives
 * a a = 2 d (1 + d/6 + 2 d^2/45 + d^3/70 + 8 d^4/1575 + ...). */
static void slerp_weights(vrmi_f4 cosine, float t, vrmi_f4* out_from, vrmi_f4* out_to) {
    const vrmi_f4 one = vrmi_f4_splat(1.0f);
    const vrmi_f4 from = vrmi_f4_splat(1.0f - t), to = vrmi_f4_splat(t);
    vrmi_f4 d = one - cosine;
    vrmi_f4 tail = vrmi_f4_splat(2.0f / 45.0f) +
                   d * (vrmi_f4_splat(1.0f / 70.0f) + d * vrmi_f4_splat(8.0f / 1575.0f));
    vrmi_f4 square = (d + d) * (one + d * (vrmi_f4_splat(1.0f / 6.0f) + d * tail));
    vrmi_f4 whole = one / sine_ratio(square);
    *out_from = from * sine_ratio(from * from * square) * whole;
    *out_to = to * sine_ratio(to * to * square) * whole;
    vrmi_i4 is_far = cosine < vrmi_f4_splat(NEAR_COSINE);
    if (!vrmi_i4_any(is_far)) return;
    vrmi_f4 angle = vrmi_f4_acos(cosine);
    vrmi_f4 sine = vrmi_f4_select(is_far, vrmi_f4_sincos(angle).sin, one);
    *out_from = vrmi_f4_select(is_far, vrmi_f4_sincos(from * angle).sin / sine, *out_from);
    *out_to = vrmi_f4_select(is_far, vrmi_f4_sincos(to * angle).sin / sine, *out_to);
}

/* vrmi_quat_slerp() for four pairs of keys, each pair in the same half-space; lanes are
 * independent. */
static vrmi_Quat4 slerp4(vrmi_Quat4 a, vrmi_Quat4 b, float t) {
    vrmi_f4 from, to;
    slerp_weights(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, t, &from, &to);
    vrmi_Quat4 q = {a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to,
                    a.w * from + b.w * to};
    /* The blend of unit keys less than a right angle apart has a length near 1. */
    vrmi_f4 inverse =
        vrmi_f4_splat(1.0f) / vrmi_f4_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (vrmi_Quat4){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

/* Slerps four tracks between two keys, to `values`. */
ALWAYS_INLINE void slerp_four(const vrmi_Track* const* tracks, Moment m, vrm_Vec4* values) {
    vrmi_Quat4 q = slerp4(load_keys(tracks, m.key), load_keys(tracks, m.key + 1), m.part);
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    vrmi_f4_store(&values[0], q.x);
    vrmi_f4_store(&values[1], q.y);
    vrmi_f4_store(&values[2], q.z);
    vrmi_f4_store(&values[3], q.w);
}

ALWAYS_INLINE void slerp_tracks(const vrmi_Track* tracks, int32_t count, Moment m, vrmi_TrackFn* fn,
                                void* ctx) {
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const vrmi_Track* t = &tracks[i];
        vrm_Vec4 values[4];
        slerp_four((const vrmi_Track* const[]){t, t + 1, t + 2, t + 3}, m, values);
        for (int32_t k = 0; k < 4; k++) fn(ctx, &t[k], &values[k]);
    }
    if (i == count) return;
    const vrmi_Track *t = &tracks[i], *last = &tracks[count - 1]; /* lanes beyond it repeat it */
    const vrmi_Track* rest[4] = {t, t + 1 < last ? t + 1 : last, t + 2 < last ? t + 2 : last, last};
    vrm_Vec4 values[4];
    slerp_four(rest, m, values);
    for (int32_t k = 0; i + k < count; k++) fn(ctx, rest[k], &values[k]);
}

/* ---- One track ---- */

static vrm_Vec4 unit_vec4(vrm_Vec4 v) {
    vrm_Quat q = vrmi_quat_normalize(vrmi_vec4_quat(v));
    return (vrm_Vec4){q.x, q.y, q.z, q.w};
}

static float hermite(float v0, float out0, float v1, float in1, Moment m) {
    float s = m.part, s2 = s * s, s3 = s2 * s;
    float value = (2.0f * s3 - 3.0f * s2 + 1.0f) * v0 + (s3 - 2.0f * s2 + s) * (m.span * out0) +
                  (3.0f * s2 - 2.0f * s3) * v1 + (s3 - s2) * (m.span * in1);
    return vrmi_within(value, VRMI_VALUE_MAX);
}

/* glTF 2.0, "Interpolation Cubic": tangents are per second, so the span scales them. */
static vrm_Vec4 cubic(const vrm_Vec4* keys, Moment m) {
    const vrm_Vec4* a = &keys[3 * (size_t)m.key + 1];
    if (!m.is_between) return *a;
    const vrm_Vec4 *out = a + 1, *in = a + 2, *b = a + 3;
    return (vrm_Vec4){hermite(a->x, out->x, b->x, in->x, m), hermite(a->y, out->y, b->y, in->y, m),
                      hermite(a->z, out->z, b->z, in->z, m), hermite(a->w, out->w, b->w, in->w, m)};
}

static vrm_Vec4 value_at(const vrmi_Track* track, Moment m) {
    bool turns = vrmi_track_turns(track);
    if (track->interpolation == VRM_INTERPOLATION_CUBICSPLINE) {
        vrm_Vec4 value = cubic(track->keys, m);
        return turns ? unit_vec4(value) : value;
    }
    vrm_Vec4 a = track->keys[m.key];
    if (!m.is_between || track->interpolation == VRM_INTERPOLATION_STEP) return a;
    if (turns) {
        vrm_Vec4 values[4];
        slerp_four((const vrmi_Track* const[]){track, track, track, track}, m, values);
        return values[0];
    }
    vrm_Vec4 b = track->keys[m.key + 1];
    return (vrm_Vec4){vrmi_lerp(a.x, b.x, m.part), vrmi_lerp(a.y, b.y, m.part),
                      vrmi_lerp(a.z, b.z, m.part), vrmi_lerp(a.w, b.w, m.part)};
}

vrm_Vec4 vrmi_clip_track_at(const vrm_Clip* clip, int32_t track, float time_s) {
    const vrmi_Track* t = &clip->tracks[track];
    return value_at(t, find_moment(&clip->timelines[t->timeline], time_s));
}

/* ---- A whole clip ---- */

ALWAYS_INLINE void tracks_at(const vrm_Clip* clip, float time_s, vrmi_TrackFn* fn, void* ctx) {
    for (int32_t i = 0; i < clip->timeline_count; i++) {
        const vrmi_Timeline* line = &clip->timelines[i];
        const vrmi_Track* tracks = &clip->tracks[line->first_track];
        Moment moment = find_moment(line, time_s);
        int32_t done = moment.is_between ? line->slerp_count : 0;
        slerp_tracks(tracks, done, moment, fn, ctx);
        for (; done < line->track_count; done++) {
            if (tracks[done].target == VRMI_TRACK_EXPRESSION) continue;
            vrm_Vec4 value = value_at(&tracks[done], moment);
            fn(ctx, &tracks[done], &value);
        }
    }
}

void vrmi_clip_tracks_at(const vrm_Clip* clip, float time_s, vrmi_TrackFn* fn, void* ctx) {
    tracks_at(clip, time_s, fn, ctx);
}

/* VRMC_vrm_animation 1.0, LookAt: extrinsic Z, X, Y is intrinsic Y, X, Z. */
vrm_Vec2 vrmi_gaze_degrees(vrm_Quat rotation) {
    vrm_Vec3 angles = vrmi_quat_to_yxz(rotation);
    return (vrm_Vec2){angles.y * VRMI_TO_DEGREES, angles.x * VRMI_TO_DEGREES};
}

static void put_in_sample(void* ctx, const vrmi_Track* track, const vrm_Vec4* value) {
    vrm_ClipSample* sample = ctx;
    if (track->target == VRMI_TRACK_BONE)
        memcpy(&sample->pose.rotations[track->index], value, sizeof *value); /* in one move */
    else if (track->target == VRMI_TRACK_HIPS)
        sample->pose.hips_offset = vrmi_vec4_vec3(*value);
    else
        sample->gaze_degrees = vrmi_gaze_degrees(vrmi_vec4_quat(*value));
}

void vrm_clip_sample(const vrm_Clip* clip, float time_s, vrm_ClipSample* out_sample) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        out_sample->pose.rotations[b] = vrmi_quat_identity();
    out_sample->pose.hips_offset = (vrm_Vec3){0.0f, 0.0f, 0.0f};
    out_sample->gaze_degrees = (vrm_Vec2){0.0f, 0.0f};
    out_sample->bones = clip->bones;
    out_sample->moves_hips = clip->hips_track >= 0;
    out_sample->has_gaze = clip->gaze_track >= 0;
    if (!vrmi_is_finite(time_s)) time_s = 0.0f;
    if (clip->kind == VRM_CLIP_HUMANOID) tracks_at(clip, time_s, put_in_sample, out_sample);
}

float vrm_clip_sample_expression(const vrm_Clip* clip, int32_t expression, float time_s) {
    if (expression < 0 || expression >= clip->expression_count) return 0.0f;
    if (!vrmi_is_finite(time_s)) time_s = 0.0f;
    float weight = vrmi_clip_track_at(clip, clip->expressions[expression].track, time_s).x;
    return vrmi_clamp(weight, 0.0f, 1.0f);
}

static void put_in_node(void* ctx, const vrmi_Track* track, const vrm_Vec4* value) {
    vrm_Transform* local = (vrm_Transform*)ctx + track->index;
    if (track->target == VRMI_TRACK_NODE_ROTATION)
        local->rotation = vrmi_vec4_quat(*value);
    else if (track->target == VRMI_TRACK_NODE_TRANSLATION)
        local->translation = vrmi_vec4_vec3(*value);
    else if (track->target == VRMI_TRACK_NODE_SCALE)
        local->scale = vrmi_vec4_vec3(*value);
}

bool vrm_clip_sample_nodes(const vrm_Clip* clip, float time_s, vrm_Transform* locals,
                           int32_t count) {
    if (clip->kind != VRM_CLIP_NODES || count != clip->node_count) return false;
    vrmi_clip_tracks_at(clip, vrmi_is_finite(time_s) ? time_s : 0.0f, put_in_node, locals);
    return true;
}

typedef struct MorphSink {
    const vrm_Rig* rig;
    float* morphs;
} MorphSink;

static void put_in_morphs(void* ctx, const vrmi_Track* track, const vrm_Vec4* value) {
    const MorphSink* sink = ctx;
    if (track->target != VRMI_TRACK_MORPH) return;
    int32_t first = 0, count = vrmi_track_morphs(track, sink->rig, &first);
    const float values[4] = {value->x, value->y, value->z, value->w};
    for (int32_t i = 0; i < count; i++) sink->morphs[first + i] = values[i];
}

bool vrm_clip_sample_morphs(const vrm_Clip* clip, const vrm_Rig* rig, float time_s, float* morphs,
                            int32_t count) {
    if (clip->kind != VRM_CLIP_NODES || clip->node_count != rig->slot_count ||
        count != rig->morph_count)
        return false;
    MorphSink sink = {rig, morphs};
    vrmi_clip_tracks_at(clip, vrmi_is_finite(time_s) ? time_s : 0.0f, put_in_morphs, &sink);
    return true;
}

/* VRMC_vrm 1.0, how_to_transform_human_pose.md: positions are scaled, so hips whose rest position
 * is not at the middle of the avatar are fitted too. */
vrm_Vec3 vrm_clip_fit_hips(const vrm_Clip* clip, const vrm_Rig* rig, vrm_Vec3 offset) {
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    if (hips < 0 || !(clip->hips_rest.y > VRMI_HIPS_MIN)) return offset;
    vrm_Vec3 rest = rig->rest_models[hips].translation;
    if (!(rest.y > VRMI_HIPS_MIN)) return offset;
    if (rig->facing < 0) rest = (vrm_Vec3){-rest.x, rest.y, -rest.z};
    vrm_Vec3 position = vrmi_vec3_add(clip->hips_rest, offset);
    vrm_Vec3 scaled = vrmi_vec3_scale(position, rest.y / clip->hips_rest.y);
    return vrmi_vec3_within(vrmi_vec3_sub(scaled, rest), VRMI_LENGTH_MAX);
}

/* SPDX-License-Identifier: MIT */
/* What each channel follows and shows over time. */
#include "motion/live/mixer.h"

#include "base/carver.h"
#include "base/exponential.h"
#include "base/maths.h"
#include "motion/live/sides.h"

#include <string.h>

/* Longest gap after which a filter continues; as VRM_POINTS_GAP_S. */
#define GAP_S 1.0

/* Samples that arrive at the same time. */
#define LEAST_STEP_S 1e-3

/* Samples that come more often than QUICK_S are shown as they come. From SLOW_S on the way from one
 * to the next takes the time between them: a step every few frames is seen as stutter. */
#define QUICK_S    0.020
#define SLOW_S     0.025
#define LONG_WAY_S 0.1

/* From here on a filter would change nothing that is visible. */
#define UNSMOOTHED_HZ 1000.0f

/* ---- Make ---- */

void vrm_live_def_init(vrm_LiveDef* def, size_t def_size) {
    vrm_LiveDef defaults = {
        .source_count = 8, .hold_s = 0.5f, .ease_out_s = 1.0f, .ease_in_s = 0.25f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_live_source_def_init(vrm_LiveSourceDef* def, size_t def_size) {
    vrm_LiveSourceDef defaults = {.min_cutoff_hz = 1.5f, .beta = 20.0f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static bool is_between(float a, float low, float high) {
    return a >= low && a <= high; /* false for NaN */
}

static vrm_LivePart part_of_bone(vrm_Bone bone) {
    if (bone == VRM_BONE_NECK || bone == VRM_BONE_HEAD || bone == VRM_BONE_JAW)
        return VRM_LIVE_HEAD;
    bool is_left = bone == VRM_BONE_LEFT_HAND ||
                   (bone >= VRM_BONE_LEFT_THUMB_METACARPAL && bone <= VRM_BONE_LEFT_LITTLE_DISTAL);
    bool is_right = bone == VRM_BONE_RIGHT_HAND || (bone >= VRM_BONE_RIGHT_THUMB_METACARPAL &&
                                                    bone <= VRM_BONE_RIGHT_LITTLE_DISTAL);
    if (is_left) return VRM_LIVE_LEFT_HAND;
    return is_right ? VRM_LIVE_RIGHT_HAND : VRM_LIVE_BODY;
}

static vrmi_LiveChannel new_channel(int32_t channel) {
    vrmi_LiveChannel out = {.count = 1, .part = VRM_LIVE_FACE, .source = -1};
    if (channel < VRM_BONE_COUNT || channel == VRMI_LIVE_ROOT_ROTATION) {
        out.count = 4;
        out.is_rotation = true;
        out.part = channel < VRM_BONE_COUNT ? (uint8_t)part_of_bone((vrm_Bone)channel)
                                            : (uint8_t)VRM_LIVE_ROOT;
    } else if (channel == VRMI_LIVE_HIPS || channel == VRMI_LIVE_ROOT_POSITION) {
        out.count = 3;
        out.part = channel == VRMI_LIVE_HIPS ? VRM_LIVE_BODY : VRM_LIVE_ROOT;
    } else if (channel == VRMI_LIVE_GAZE_ANGLES) {
        out.count = 2;
        out.part = VRM_LIVE_GAZE;
    }
    return out;
}

static void fill_mirrored(const vrm_Rig* rig, vrm_Live* live) {
    for (int32_t c = 0; c < live->channel_count; c++) live->mirrored[c] = c;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        live->mirrored[b] = (int32_t)vrmi_live_mirrored_bone((vrm_Bone)b);
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        live->mirrored[VRMI_LIVE_SHAPES + s] =
            VRMI_LIVE_SHAPES + (int32_t)vrmi_live_mirrored_shape((vrm_FaceShape)s);
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        vrm_ExpressionPreset other = vrmi_live_mirrored_preset((vrm_ExpressionPreset)p);
        int32_t from = vrm_rig_expression_preset(rig, (vrm_ExpressionPreset)p);
        int32_t to = vrm_rig_expression_preset(rig, other);
        live->presets[p] = from;
        if (from >= 0 && to >= 0)
            live->mirrored[VRMI_LIVE_EXPRESSIONS + from] = VRMI_LIVE_EXPRESSIONS + to;
    }
}

static vrm_Live* carve(vrmi_Carver* carver, int32_t source_count, int32_t expression_count) {
    size_t channels = (size_t)VRMI_LIVE_EXPRESSIONS + (size_t)expression_count;
    vrm_Live* live = vrmi_carve(carver, 1, sizeof *live);
    vrm_Live parts = {
        .mirrored = vrmi_carve(carver, channels, sizeof *parts.mirrored),
        .presets = vrmi_carve(carver, VRM_EXPRESSION_PRESET_COUNT, sizeof *parts.presets),
        .sources = vrmi_carve(carver, (size_t)source_count, sizeof *parts.sources),
        .channels = vrmi_carve(carver, channels, sizeof *parts.channels),
        .tracks = vrmi_carve(carver, (size_t)source_count * channels, sizeof *parts.tracks),
        .bases = vrmi_carve(carver, (size_t)expression_count, sizeof *parts.bases)};
    if (live != NULL) *live = parts;
    return live;
}

vrm_Result vrm_live_create(const vrm_Rig* rig, const vrm_LiveDef* def, vrm_Live** out_live) {
    *out_live = NULL;
    vrm_LiveDef copy;
    vrm_live_def_init(&copy, sizeof copy);
    if (def != NULL && !vrmi_def_copy(&copy, sizeof copy, def)) return VRM_ERR_DEF;
    bool is_valid = copy.source_count >= 1 && copy.source_count <= VRM_LIVE_SOURCES_MAX &&
                    is_between(copy.hold_s, 0.0f, 60.0f) &&
                    is_between(copy.ease_out_s, 0.0f, 60.0f) &&
                    is_between(copy.ease_in_s, 0.0f, 60.0f);
    if (!is_valid) return VRM_ERR_ARGUMENT;
    copy.allocator = vrmi_allocator(&copy.allocator);
    int32_t expression_count = vrm_rig_expression_count(rig);
    vrmi_Carver carver = {0};
    (void)carve(&carver, copy.source_count, expression_count);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &copy.allocator)) return VRM_ERR_MEMORY;
    memset(carver.base, 0, size);
    vrm_Live* live = carve(&carver, copy.source_count, expression_count);
    live->def = copy;
    live->size = size;
    live->expression_count = expression_count;
    live->channel_count = VRMI_LIVE_EXPRESSIONS + expression_count;
    for (int32_t c = 0; c < live->channel_count; c++) live->channels[c] = new_channel(c);
    fill_mirrored(rig, live);
    *out_live = live;
    return VRM_OK;
}

void vrm_live_destroy(vrm_Live* live) {
    if (live == NULL) return;
    vrm_Allocator allocator = live->def.allocator;
    vrmi_release(&allocator, live, live->size);
}

int32_t vrm_live_add_source(vrm_Live* live, const vrm_LiveSourceDef* def) {
    vrm_LiveSourceDef copy;
    vrm_live_source_def_init(&copy, sizeof copy);
    if (def != NULL && !vrmi_def_copy(&copy, sizeof copy, def)) return -1;
    if (live->source_count == live->def.source_count ||
        !is_between(copy.min_cutoff_hz, 0.01f, 10000.0f) || !is_between(copy.beta, 0.0f, 10000.0f))
        return -1;
    live->sources[live->source_count] = (vrmi_LiveSource){.def = copy, .state.last_s = -1.0};
    return live->source_count++;
}

/* ---- Values ---- */

static vrm_Quat to_quat(vrmi_LiveValue a) {
    return (vrm_Quat){a.v[0], a.v[1], a.v[2], a.v[3]};
}

static vrmi_LiveValue from_quat(vrm_Quat q) {
    return (vrmi_LiveValue){{q.x, q.y, q.z, q.w}};
}

/* `a` beyond `b`: for rotations in the axes of `b`. */
static vrmi_LiveValue difference_of(const vrmi_LiveChannel* channel, vrmi_LiveValue a,
                                    vrmi_LiveValue b) {
    if (channel->is_rotation)
        return from_quat(
            vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(to_quat(b)), to_quat(a))));
    for (int i = 0; i < channel->count; i++) a.v[i] -= b.v[i];
    return a;
}

static vrmi_LiveValue add_share(const vrmi_LiveChannel* channel, vrmi_LiveValue a,
                                vrmi_LiveValue difference, float share) {
    if (channel->is_rotation) {
        vrm_Quat part = vrmi_quat_slerp(vrmi_quat_identity(), to_quat(difference), share);
        return from_quat(vrmi_quat_normalize(vrmi_quat_mul(to_quat(a), part)));
    }
    for (int i = 0; i < channel->count; i++) a.v[i] += difference.v[i] * share;
    return a;
}

static vrmi_LiveTrack* track_at(const vrm_Live* live, int32_t source, int32_t channel) {
    return &live->tracks[(ptrdiff_t)source * live->channel_count + channel];
}

/* A weight that is neutral at n has its whole range from there to 1. */
static float from_neutral(float weight, float neutral) {
    if (neutral >= 1.0f) return 0.0f;
    return vrmi_clamp((weight - neutral) / (1.0f - neutral), 0.0f, 1.0f);
}

/* Whoever was calibrated while facing to the side walks ahead when walking that way. */
static vrmi_LiveValue ahead(const vrm_Live* live, int32_t source, vrmi_LiveValue position) {
    const vrmi_LiveTrack* track = track_at(live, source, VRMI_LIVE_ROOT_ROTATION);
    if (!track->has_neutral) return position;
    vrm_Quat back = vrmi_quat_conjugate(to_quat(track->neutral));
    vrm_Vec3 p = vrmi_quat_rotate(back, (vrm_Vec3){position.v[0], position.v[1], position.v[2]});
    return (vrmi_LiveValue){{p.x, p.y, p.z}};
}

/* How long the way takes to a sample that comes `dt` seconds after the one before (s). */
static double way_of(double dt) {
    if (dt <= QUICK_S) return 0.0;
    if (dt < SLOW_S) return dt * (dt - QUICK_S) / (SLOW_S - QUICK_S);
    return dt < LONG_WAY_S ? dt : LONG_WAY_S;
}

/* The filter's value, or where the track is on its way there. */
static vrmi_LiveValue value_of(const vrmi_LiveTrack* track, double time_s) {
    vrmi_LiveValue value;
    double passed_s = time_s - track->seen_s;
    memcpy(value.v, track->filter.value, sizeof value.v);
    if (passed_s >= track->way_s) return value;
    float share = (float)(passed_s / track->way_s);
    for (int i = 0; i < VRMI_ONE_EURO_MAX; i++)
        value.v[i] = vrmi_lerp(track->from.v[i], value.v[i], share);
    return value;
}

/* What a track shows, beyond its neutral state. */
static vrmi_LiveValue track_value(const vrm_Live* live, int32_t source, int32_t channel,
                                  double time_s) {
    const vrmi_LiveTrack* track = track_at(live, source, channel);
    const vrmi_LiveChannel* about = &live->channels[channel];
    vrmi_LiveValue value = value_of(track, time_s);
    if (about->is_rotation) value = from_quat(vrmi_quat_normalize(to_quat(value)));
    if (!track->has_neutral) return value;
    if (about->is_rotation)
        return from_quat(vrmi_quat_normalize(
            vrmi_quat_mul(vrmi_quat_conjugate(to_quat(track->neutral)), to_quat(value))));
    for (int i = 0; i < about->count; i++)
        value.v[i] = channel >= VRMI_LIVE_SHAPES ? from_neutral(value.v[i], track->neutral.v[i])
                                                 : value.v[i] - track->neutral.v[i];
    return channel == VRMI_LIVE_ROOT_POSITION ? ahead(live, source, value) : value;
}

/* ---- Over time ---- */

static float eased(double time_s, double begin_s, double length_s) {
    return time_s - begin_s >= length_s ? 1.0f : vrmi_ease((time_s - begin_s) / length_s);
}

static float weight_at(const vrmi_LiveChannel* channel, double time_s) {
    if (channel->source < 0) return 0.0f;
    float share = eased(time_s, channel->weight_s, channel->weight_length_s);
    float to = channel->is_seen ? 1.0f : 0.0f;
    return channel->weight_from + (to - channel->weight_from) * share;
}

/* What is shown of a channel that has been followed. */
static vrmi_LiveValue value_at(const vrm_Live* live, int32_t c, double time_s) {
    const vrmi_LiveChannel* channel = &live->channels[c];
    vrmi_LiveValue value = track_value(live, channel->source, c, time_s);
    float left = 1.0f - eased(time_s, channel->change_s, channel->change_length_s);
    return left > 0.0f ? add_share(channel, value, channel->difference, left) : value;
}

/* The track of the source has changed from `shown`: it goes on from there. */
static void ease_from(vrm_Live* live, int32_t c, vrmi_LiveValue shown, double time_s) {
    vrmi_LiveChannel* channel = &live->channels[c];
    channel->difference =
        difference_of(channel, shown, track_value(live, channel->source, c, time_s));
    channel->change_s = time_s;
    channel->change_length_s = (double)live->def.ease_in_s;
}

static void ease_weight(vrmi_LiveChannel* channel, bool is_seen, double time_s, float length_s) {
    channel->weight_from = weight_at(channel, time_s);
    channel->weight_s = time_s;
    channel->weight_length_s = (double)length_s;
    channel->is_seen = is_seen;
}

static void follow(vrm_Live* live, int32_t c, int32_t source, const vrmi_LiveValue* shown,
                   double time_s) {
    vrmi_LiveChannel* channel = &live->channels[c];
    bool is_new = channel->source < 0 || weight_at(channel, time_s) <= 0.0f;
    if (!channel->is_seen) {
        if (channel->source < 0) channel->source = source; /* weight_at() of none is 0 */
        ease_weight(channel, true, time_s, live->def.ease_in_s);
        if (is_new) channel->weight_from = 0.0f;
    }
    channel->source = source;
    channel->change_length_s = 0.0;
    channel->change_s = time_s;
    if (!is_new) ease_from(live, c, *shown, time_s);
}

/* ---- Sources ---- */

/* When a source is no longer said to show a channel. */
static double lost_at(const vrm_Live* live, int32_t source, int32_t channel) {
    const vrmi_LiveTrack* track = track_at(live, source, channel);
    return track->is_seen ? track->seen_s + (double)live->def.hold_s : -VRMI_LIVE_FARTHEST_S * 4.0;
}

/* The source of the highest priority that shows a channel after `time_s`, or, with `is_now`, at it;
 * -1: none. What is not held is shown at the time of its sample alone. */
static int32_t best_source(const vrm_Live* live, int32_t c, double time_s, bool is_now) {
    int32_t best = -1, highest = -1;
    for (int32_t s = 0; s < live->source_count; s++) {
        int32_t priority = live->sources[s].def.priorities[live->channels[c].part];
        double lost_s = lost_at(live, s, c);
        if (priority <= highest || lost_s < time_s || (lost_s == time_s && !is_now)) continue;
        best = s;
        highest = priority;
    }
    return best;
}

/* At most as many sources are lost one after the other as there are. */
static void advance_channel(vrm_Live* live, int32_t c, double time_s) {
    vrmi_LiveChannel* channel = &live->channels[c];
    while (channel->is_seen && lost_at(live, channel->source, c) < time_s) {
        double lost_s = lost_at(live, channel->source, c);
        int32_t next = best_source(live, c, lost_s, false);
        if (next < 0) {
            ease_weight(channel, false, lost_s, live->def.ease_out_s);
        } else {
            vrmi_LiveValue shown = value_at(live, c, lost_s);
            follow(live, c, next, &shown, lost_s);
        }
    }
}

void vrmi_live_advance(vrm_Live* live, double time_s) {
    for (int32_t c = 0; c < live->channel_count; c++) advance_channel(live, c, time_s);
    live->time_s = time_s;
    live->has_time = true;
}

/* ---- Samples ---- */

static void filter_sample(const vrm_LiveSourceDef* def, const vrmi_LiveChannel* channel,
                          const float* values, double dt, vrmi_OneEuro* filter) {
    float input[VRMI_ONE_EURO_MAX] = {0}, dot = 0.0f;
    for (int i = 0; i < channel->count; i++) input[i] = values[i];
    for (int i = 0; i < 4; i++) dot += input[i] * filter->input[i];
    for (int i = 0; i < 4 && channel->is_rotation && filter->is_running && dot < 0.0f; i++)
        input[i] = -input[i]; /* as near as can be */
    vrmi_one_euro_step(filter, def->min_cutoff_hz, def->beta, dt, input, channel->count);
}

void vrmi_live_sample(vrm_Live* live, int32_t source, int32_t c, const float* values,
                      double sampled_s) {
    vrmi_LiveChannel* channel = &live->channels[c];
    vrmi_LiveTrack* track = track_at(live, source, c);
    const vrm_LiveSourceDef* def = &live->sources[source].def;
    if (def->priorities[channel->part] < 0) return;
    double dt = sampled_s - track->sampled_s;
    bool restarts = track->is_seen && (dt > GAP_S || dt < -GAP_S);
    bool is_own = channel->is_seen && channel->source == source;
    vrmi_LiveValue shown = {{0}};
    bool was_followed = channel->source >= 0;
    if (was_followed && (restarts || !is_own)) shown = value_at(live, c, live->time_s);
    if (restarts || def->min_cutoff_hz >= UNSMOOTHED_HZ) track->filter.is_running = false;
    track->from = value_of(track, live->time_s);
    if (!track->filter.is_running)
        track->way_s = 0.0;
    else if (dt > LEAST_STEP_S) /* else as before: two that arrive together */
        track->way_s = way_of(dt);
    filter_sample(def, channel, values, dt > LEAST_STEP_S ? dt : LEAST_STEP_S, &track->filter);
    track->is_seen = true;
    track->sampled_s = sampled_s;
    track->seen_s = live->time_s;
    if (is_own && restarts) ease_from(live, c, shown, live->time_s);
    if (!is_own && best_source(live, c, live->time_s, true) == source)
        follow(live, c, source, &shown, live->time_s);
}

/* ---- Calibration ---- */

/* A root keeps its height and stays upright: its neutral state is a place on the ground and a
 * heading. */
static vrmi_LiveValue neutral_of(vrmi_LiveValue value, int32_t c) {
    if (c == VRMI_LIVE_ROOT_POSITION) value.v[1] = 0.0f;
    if (c == VRMI_LIVE_ROOT_ROTATION)
        return from_quat(vrmi_quat_normalize((vrm_Quat){0.0f, value.v[1], 0.0f, value.v[3]}));
    return value;
}

static void set_neutral(vrm_Live* live, int32_t c, bool is_neutral) {
    for (int32_t s = 0; s < live->source_count; s++) {
        vrmi_LiveTrack* track = track_at(live, s, c);
        vrmi_LiveValue value;
        memcpy(value.v, track->filter.value, sizeof value.v);
        track->has_neutral = is_neutral && track->is_seen;
        if (track->has_neutral) track->neutral = neutral_of(value, c);
    }
}

/* What is shown of all channels is kept first: the place of a root depends on its heading. */
static void calibrate(vrm_Live* live, uint32_t parts, bool is_neutral) {
    for (int32_t c = 0; c < live->channel_count; c++)
        if (live->channels[c].source >= 0)
            live->channels[c].shown = value_at(live, c, live->time_s);
    for (int32_t c = 0; c < live->channel_count; c++)
        if ((parts >> live->channels[c].part & 1) != 0) set_neutral(live, c, is_neutral);
    for (int32_t c = 0; c < live->channel_count; c++)
        if ((parts >> live->channels[c].part & 1) != 0 && live->channels[c].source >= 0)
            ease_from(live, c, live->channels[c].shown, live->time_s);
}

void vrm_live_calibrate(vrm_Live* live, uint32_t parts) {
    calibrate(live, parts, true);
}

void vrm_live_uncalibrate(vrm_Live* live, uint32_t parts) {
    calibrate(live, parts, false);
}

void vrm_live_set_mirrors(vrm_Live* live, bool mirrors) {
    if (live->def.mirrors == mirrors) return;
    calibrate(live, (1u << VRM_LIVE_PART_COUNT) - 1, false);
    live->def.mirrors = mirrors;
    for (int32_t s = 0; s < live->source_count; s++)
        for (int32_t c = 0; c < live->channel_count; c++)
            track_at(live, s, c)->sampled_s = -VRMI_LIVE_FARTHEST_S * 4.0; /* it begins anew */
}

/* ---- Step ---- */

bool vrm_live_step(vrm_Live* live, double time_s) {
    if (!(time_s >= -VRMI_LIVE_FARTHEST_S && time_s <= VRMI_LIVE_FARTHEST_S)) return false;
    if (live->has_time && time_s < live->time_s) return false;
    vrmi_live_advance(live, time_s);
    for (int32_t c = 0; c < live->channel_count; c++) {
        vrmi_LiveChannel* channel = &live->channels[c];
        channel->weight = weight_at(channel, time_s);
        channel->shown = channel->weight > 0.0f ? value_at(live, c, time_s) : (vrmi_LiveValue){{0}};
    }
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        const vrmi_LiveChannel* channel = &live->channels[VRMI_LIVE_SHAPES + s];
        live->shapes[s] = vrmi_clamp(channel->shown.v[0], 0.0f, 1.0f) * channel->weight;
    }
    return true;
}

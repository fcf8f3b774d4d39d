/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Live.
 *
 *   vrm_LiveObservation
 *     -> mixer_observe.c   checked, mirrored, on the host's clock
 *     -> mixer.c           for each channel: smoothed by its source, the source that is followed,
 *                          easing
 *     -> mixer_apply.c     pose, shapes, gaze; a face and an avatar
 *
 * A channel is one thing that sources show: a bone, the place of the hips, a blend shape. What a
 * source shows of a channel is a track.
 *
 * All times are of arrivals on the host's clock, and each change happens at a time that follows
 * from them alone: a loss at the last arrival plus vrm_LiveDef.hold_s, whenever a step notices it.
 * So the frame rate does not matter. */
#ifndef VRMI_MOTION_MIXER_H
#define VRMI_MOTION_MIXER_H

#include "motion/live/one_euro.h"
#include "vrm/live.h"

/* Times beyond this are refused (s). Clocks that count from 1970 are within. */
#define VRMI_LIVE_FARTHEST_S 1e10

enum {
    VRMI_LIVE_BONES = 0, /* VRM_BONE_COUNT rotations */
    VRMI_LIVE_HIPS = VRM_BONE_COUNT,
    VRMI_LIVE_ROOT_POSITION,
    VRMI_LIVE_ROOT_ROTATION,
    VRMI_LIVE_GAZE_ANGLES, /* radians: as fast as a rotation */
    VRMI_LIVE_SHAPES,      /* VRM_FACE_SHAPE_COUNT weights */
    VRMI_LIVE_EXPRESSIONS = VRMI_LIVE_SHAPES + VRM_FACE_SHAPE_COUNT /* as many as the rig has */
};

/* Up to four numbers, as many as the channel has. */
typedef struct vrmi_LiveValue {
    float v[VRMI_ONE_EURO_MAX];
} vrmi_LiveValue;

typedef struct vrmi_LiveTrack {
    vrmi_OneEuro filter;
    vrmi_LiveValue neutral;
    bool has_neutral;
    bool is_seen;     /* ever */
    double sampled_s; /* the last sample, on the sender's clock moved to the host's */
    double seen_s;    /* its arrival */
    /* From here, at its arrival, the track goes straight to the filter's value; 0 s: at once. */
    vrmi_LiveValue from;
    double way_s;
} vrmi_LiveTrack;

typedef struct vrmi_LiveChannel {
    int8_t count;      /* of numbers */
    bool is_rotation;  /* a quaternion */
    uint8_t part;      /* vrm_LivePart */
    int32_t source;    /* that is followed, or was last; -1: none yet */
    bool is_seen;      /* by that source */
    float weight_from; /* eases from here to 1 or 0, as is_seen says */
    double weight_s, weight_length_s;
    vrmi_LiveValue difference; /* shown beyond the track when the source changed; shrinks to 0 */
    double change_s, change_length_s;
    vrmi_LiveValue shown; /* as of the last step */
    float weight;
} vrmi_LiveChannel;

typedef struct vrmi_LiveSource {
    vrm_LiveSourceDef def;
    vrm_LiveSourceState state;
    bool has_clock;
    double sender_s; /* the newest */
    double offset_s; /* the host's clock minus the sender's, by the fastest packets */
} vrmi_LiveSource;

/* What an avatar had before vrm_live_apply() blended something into it. Recognized by what was set:
 * an input that nobody has set since still has it. */
typedef struct vrmi_LiveBase {
    bool is_set;
    float before, set;
} vrmi_LiveBase;

struct vrm_Live {
    vrm_LiveDef def;
    int32_t source_count, channel_count, expression_count;
    double time_s; /* of the latest call */
    bool has_time, is_tracking;
    int32_t* mirrored; /* channel_count: the channel of the other side */
    int32_t* presets;  /* VRM_EXPRESSION_PRESET_COUNT: expressions; -1: none */
    vrmi_LiveSource* sources;
    vrmi_LiveChannel* channels;
    vrmi_LiveTrack* tracks; /* source_count of the definition times channel_count */
    vrmi_LiveBase* bases;   /* expression_count */
    bool has_root_base;
    vrm_Transform root_before, root_set;
    float shapes[VRM_FACE_SHAPE_COUNT];
    size_t size; /* of the block */
};

/* Feeds a sample of a channel that arrived at `live->time_s`. */
void vrmi_live_sample(vrm_Live* live, int32_t source, int32_t channel, const float* values,
                      double sampled_s);

/* Moves all changes up to a time on. */
void vrmi_live_advance(vrm_Live* live, double time_s);

#endif

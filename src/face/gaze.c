/* SPDX-License-Identifier: MIT */
/* Gaze: where the host wants it, and saccades by the statistics of "Eyes Alive" (Lee, Badler and
 * Badler 2002). docs/reference/face.md, "Gaze", has the numbers and what was chosen beside them. */
#include "base/exponential.h"
#include "face/chance.h"
#include "face/face.h"

/* By attention: listening, talking. Times are those of the paper's video, 30 frames a second. */
typedef struct Manner {
    double amplitude_max;       /* degrees */
    double mutual_share;        /* of the time at the target */
    double mutual_s, mutual_sd; /* how long the eyes rest at the target */
    double away_s, away_sd;     /* and beside it */
    bool is_normal;             /* times are normal; else exponential above a shortest time */
} Manner;

static const Manner listening = {10.0,        0.75,       237.5 / 30.0, 47.1 / 30.0,
                                 13.0 / 30.0, 7.1 / 30.0, true};
static const Manner talking = {12.0,        0.41,        93.9 / 30.0, 94.9 / 30.0,
                               27.8 / 30.0, 24.0 / 30.0, false};

#define INTERVAL_MIN_S 0.15 /* between saccades */

/* A change of direction by more than this is a saccade, a smaller one is followed. */
#define TURN_DEGREES 5.0f

/* Percent of saccades to 0, 45, ... 315 degrees; 0 is to the right, 90 up. */
static const double directions[8] = {15.54, 6.46, 17.69, 7.44, 16.80, 7.89, 20.38, 7.79};
static const float half = 0.70710678f;

enum {
    DRAW_STATE = 0,
    DRAW_DIRECTION,
    DRAW_AMPLITUDE,
    DRAW_TIME /* and the next */,
    DRAW_FIRST = 5
};

static double draw(const vrm_Face* face, uint32_t which) {
    return vrmi_chance(face->seed, VRMI_STREAM_GAZE, face->gaze.count, which);
}

/* Degrees as vrm_avatar_look_along() has them: left and down are positive. */
static vrm_Vec2 direction_of(double u) {
    const vrm_Vec2 units[8] = {{-1.0f, 0.0f}, {-half, -half}, {0.0f, -1.0f}, {half, -half},
                               {1.0f, 0.0f},  {half, half},   {0.0f, 1.0f},  {-half, half}};
    double sum = 0.0, all = 0.0;
    for (int32_t i = 0; i < 8; i++) all += directions[i];
    for (int32_t i = 0; i < 7; i++) {
        sum += directions[i];
        if (u * all < sum) return units[i];
    }
    return units[7];
}

/* A = -6.9 ln(P / 15.7) with P even in 0..15, of which those up to the largest amplitude. */
static double amplitude_of(const Manner* manner, double u) {
    double least = 15.7 * vrmi_exp(-manner->amplitude_max / 6.9);
    return -6.9 * vrmi_ln((least + (15.0 - least) * u) / 15.7);
}

/* The share of saccades that end at the target, so that the times add up to mutual_share. */
static double mutual_chance(const Manner* manner) {
    double odds = manner->mutual_share / (1.0 - manner->mutual_share);
    odds = odds * manner->away_s / manner->mutual_s;
    return odds / (1.0 + odds);
}

static double draw_interval(const vrm_Face* face, const Manner* manner) {
    double mean = face->gaze.is_away ? manner->away_s : manner->mutual_s;
    double deviation = face->gaze.is_away ? manner->away_sd : manner->mutual_sd;
    double interval;
    if (manner->is_normal) {
        interval = mean + deviation * vrmi_chance_normal(face->seed, VRMI_STREAM_GAZE,
                                                         face->gaze.count, DRAW_TIME);
    } else {
        double shortest = mean > deviation ? mean - deviation : 0.0;
        interval = shortest - (mean - shortest) * vrmi_ln(draw(face, DRAW_TIME));
    }
    return interval > INTERVAL_MIN_S ? interval : INTERVAL_MIN_S;
}

static const Manner* manner_of(const vrm_Face* face) {
    return face->gaze.is_talking ? &talking : &listening;
}

static vrm_Vec2 between(vrm_Vec2 from, vrm_Vec2 to, float share) {
    return (vrm_Vec2){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

vrm_Vec2 vrmi_gaze_saccade(const vrmi_GazeLayer* layer, double time) {
    if (layer->duration_s <= 0.0) return layer->to;
    return between(layer->from, layer->to, vrmi_ease((time - layer->start) / layer->duration_s));
}

vrm_Vec2 vrmi_gaze_turn(const vrmi_GazeLayer* layer, double time) {
    vrm_Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < layer->turn_count; i++) {
        const vrmi_GazeTurn* turn = &layer->turns[i];
        float left = 1.0f - vrmi_ease((time - turn->start) / turn->duration_s);
        sum = (vrm_Vec2){sum.x + turn->from.x * left, sum.y + turn->from.y * left};
    }
    return sum;
}

static float length_of(vrm_Vec2 v) {
    return vrmi_vec3_length((vrm_Vec3){v.x, v.y, 0.0f});
}

/* 25 ms and 2.4 ms for each degree. */
static double duration_of(float degrees) {
    return 0.025 + 0.0024 * (double)degrees;
}

static void move_to(vrm_Face* face, vrm_Vec2 to) {
    vrmi_GazeLayer* layer = &face->gaze;
    layer->from = vrmi_gaze_saccade(layer, face->now);
    layer->to = to;
    layer->start = face->now;
    float degrees = length_of((vrm_Vec2){to.x - layer->from.x, to.y - layer->from.y});
    layer->duration_s = duration_of(degrees);
    vrmi_blink_evoke(face, degrees);
}

void vrmi_gaze_init(vrm_Face* face) {
    vrmi_GazeLayer* layer = &face->gaze;
    vrmi_gaze_retime(face);
    /* The face begins somewhere between two saccades. */
    if (layer->next < VRMI_NEVER)
        layer->next = face->now + (layer->next - face->now) * draw(face, DRAW_FIRST);
}

void vrmi_gaze_begin(vrm_Face* face) {
    face->gaze.is_talking = face->gaze.attention == VRM_ATTENTION_TALKING;
    face->gaze.count = 0;
    vrmi_blink_renew(face, 0);
    vrmi_gaze_init(face);
}

void vrmi_gaze_renew(vrm_Face* face, uint64_t renewal) {
    vrmi_GazeLayer* layer = &face->gaze;
    layer->count = renewal << 32;
    layer->is_away = false;
    if (layer->attention != VRM_ATTENTION_STEADY) move_to(face, (vrm_Vec2){0.0f, 0.0f});
    vrmi_gaze_init(face);
}

void vrmi_gaze_event(vrm_Face* face) {
    vrmi_GazeLayer* layer = &face->gaze;
    const Manner* manner = manner_of(face);
    layer->count++;
    vrm_Vec2 to = {0.0f, 0.0f};
    layer->is_away = draw(face, DRAW_STATE) >= mutual_chance(manner);
    if (layer->is_away) {
        vrm_Vec2 direction = direction_of(draw(face, DRAW_DIRECTION));
        float amplitude = (float)amplitude_of(manner, draw(face, DRAW_AMPLITUDE));
        to = (vrm_Vec2){direction.x * amplitude, direction.y * amplitude};
    }
    move_to(face, to);
    layer->next = face->now + draw_interval(face, manner);
}

void vrmi_gaze_retime(vrm_Face* face) {
    vrmi_GazeLayer* layer = &face->gaze;
    layer->count++;
    layer->next = layer->attention == VRM_ATTENTION_STEADY
                      ? VRMI_NEVER
                      : face->now + draw_interval(face, manner_of(face));
}

/* ---- The host's ---- */

/* Turns that have ended are dropped. Where too many are on their way they become one. */
static void begin_turn(vrm_Face* face, vrm_Vec2 from) {
    vrmi_GazeLayer* layer = &face->gaze;
    int32_t kept = 0;
    for (int32_t i = 0; i < layer->turn_count; i++)
        if (face->now < layer->turns[i].start + layer->turns[i].duration_s)
            layer->turns[kept++] = layer->turns[i];
    if (kept == VRMI_GAZE_TURNS) {
        vrm_Vec2 left = vrmi_gaze_turn(layer, face->now);
        from = (vrm_Vec2){from.x + left.x, from.y + left.y};
        kept = 0;
    }
    layer->turns[kept++] = (vrmi_GazeTurn){face->now, duration_of(length_of(from)), from};
    layer->turn_count = kept;
}

bool vrm_face_look_at(vrm_Face* face, vrm_Vec3 target_world) {
    if (!vrmi_vec3_is_finite(target_world)) return false;
    face->gaze.aim = VRMI_AIM_TARGET;
    face->gaze.target = target_world;
    face->gaze.turn_count = 0;
    return true;
}

bool vrm_face_look_along(vrm_Face* face, float yaw_degrees, float pitch_degrees) {
    if (!vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees)) return false;
    vrmi_GazeLayer* layer = &face->gaze;
    vrm_Vec2 angles = {vrmi_clamp(yaw_degrees, -360.0f, 360.0f),
                       vrmi_clamp(pitch_degrees, -360.0f, 360.0f)};
    vrm_Vec2 change = {layer->angles.x - angles.x, layer->angles.y - angles.y};
    float degrees = length_of(change);
    if (layer->aim == VRMI_AIM_ANGLES && degrees > TURN_DEGREES && face->now > 0.0) {
        begin_turn(face, change);
        vrmi_blink_evoke(face, degrees);
    }
    layer->aim = VRMI_AIM_ANGLES;
    layer->angles = angles;
    return true;
}

void vrm_face_look_off(vrm_Face* face) {
    face->gaze.aim = VRMI_AIM_OFF;
}

bool vrm_face_set_attention(vrm_Face* face, vrm_Attention attention) {
    if ((unsigned)attention > VRM_ATTENTION_STEADY) return false;
    if (face->gaze.attention == attention) return true;
    face->gaze.attention = attention;
    if (!(face->now > 0.0)) {
        vrmi_gaze_begin(face);
        return true;
    }
    if (attention == VRM_ATTENTION_STEADY) {
        face->gaze.is_away = false;
        move_to(face, (vrm_Vec2){0.0f, 0.0f});
    }
    vrmi_gaze_retime(face);
    return true;
}

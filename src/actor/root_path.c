/* SPDX-License-Identifier: MIT */
/* Root paths:
 *
 *   tracks of the hips -> samples -> trend (rig/root_trend.h) -> knots -> an arc between each two
 *
 * A clip shorter than VRMI_ROOT_CURVE_S is one arc: a walk that repeats goes on at an even speed. A
 * longer one has an arc for each second. */
#include "actor/root_path.h"

#include "base/alloc.h"
#include "rig/root_trend.h"
#include "runtime/clip_sample.h"

#define SECONDS_MAX 1024 /* pieces of one second at most; in longer clips each piece is longer */
#define PIECE_PARTS 32   /* samples of a piece */

static const double pi = 3.14159265358979323846;

/* ---- The plane ---- */

typedef struct Turn {
    double sin, cos;
} Turn;

/* In -pi..pi. */
static double wrapped(double angle) {
    return angle - 2.0 * pi * floor(angle / (2.0 * pi) + 0.5);
}

/* Equal on every CPU, unlike sin() and cos(): series about the nearest quarter turn, to the last
 * digits. */
static Turn turn_of(double angle) {
    double quarters = floor(wrapped(angle) / (0.5 * pi) + 0.5);
    double a = wrapped(angle) - quarters * (0.5 * pi), y = a * a, sine = 1.0, cosine = 1.0;
    for (int n = 16; n > 0; n -= 2) {
        sine = 1.0 - y / (double)(n * (n + 1)) * sine;
        cosine = 1.0 - y / (double)(n * (n - 1)) * cosine;
    }
    sine *= a;
    switch ((int)quarters) {
    case -1: return (Turn){-cosine, sine};
    case 0: return (Turn){sine, cosine};
    case 1: return (Turn){cosine, -sine};
    default: return (Turn){-sine, -cosine};
    }
}

static vrmi_Ground turned(vrmi_Ground a, Turn turn) {
    return (vrmi_Ground){a.x * turn.cos + a.z * turn.sin, a.z * turn.cos - a.x * turn.sin, a.yaw};
}

vrmi_Ground vrmi_ground_mul(vrmi_Ground from, vrmi_Ground step) {
    vrmi_Ground way = turned(step, turn_of(from.yaw));
    return (vrmi_Ground){from.x + way.x, from.z + way.z, wrapped(from.yaw + step.yaw)};
}

vrmi_Ground vrmi_ground_inverse(vrmi_Ground a) {
    vrmi_Ground back = turned(a, turn_of(-a.yaw));
    return (vrmi_Ground){-back.x, -back.z, -a.yaw};
}

/* The mean of cosine and sine over the angles from 0 to `angle`. */
static Turn mean_turn(double angle) {
    if (angle > -0.25 && angle < 0.25) {
        double y = angle * angle;
        double sine = 1.0 - y / 12.0 * (1.0 - y / 30.0 * (1.0 - y / 56.0 * (1.0 - y / 90.0)));
        double cosine = 1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0)));
        return (Turn){0.5 * angle * sine, cosine};
    }
    Turn end = turn_of(angle);
    return (Turn){(1.0 - end.cos) / angle, end.sin / angle};
}

vrmi_Ground vrmi_ground_along(vrmi_Twist twist, double seconds) {
    double yaw = twist.yaw * seconds;
    vrmi_Ground way = {twist.x * seconds, twist.z * seconds, yaw};
    return turned(way, mean_turn(yaw));
}

/* The twist that arrives at `step` after some seconds; it turns by less than one and a half turns.
 */
static vrmi_Twist twist_to(vrmi_Ground step, double seconds) {
    Turn mean = mean_turn(step.yaw);
    double square = (mean.cos * mean.cos + mean.sin * mean.sin) * seconds;
    return (vrmi_Twist){(step.x * mean.cos - step.z * mean.sin) / square,
                        (step.z * mean.cos + step.x * mean.sin) / square, step.yaw / seconds};
}

/* The sum of R(k yaw) v over k below n is sin(n yaw / 2) / sin(yaw / 2) times R((n - 1) yaw / 2) v.
 */
vrmi_Ground vrmi_ground_power(vrmi_Ground step, double n) {
    double yaw = wrapped(step.yaw);
    Turn half = turn_of(0.5 * yaw);
    double ratio = n;
    if (half.sin > 1e-12 || half.sin < -1e-12) ratio = turn_of(0.5 * n * yaw).sin / half.sin;
    vrmi_Ground way = turned(step, turn_of(0.5 * (n - 1.0) * yaw));
    return (vrmi_Ground){way.x * ratio, way.z * ratio, wrapped(n * yaw)};
}

/* ---- Samples ---- */

typedef struct Samples {
    double *times, *x, *z, *yaw, *sums; /* `sums` has room for one more */
    vrm_Quat* hips;
    int32_t count;
    size_t size; /* of the block, which begins with `times` */
} Samples;

static bool make_samples(Samples* out, int32_t count, const vrm_Allocator* allocator) {
    size_t n = (size_t)count;
    out->count = count;
    out->size = (5 * n + 1) * sizeof(double) + n * sizeof(vrm_Quat);
    out->times = vrmi_alloc(allocator, out->size);
    if (out->times == NULL) return false;
    out->x = out->times + n;
    out->z = out->x + n;
    out->yaw = out->z + n;
    out->sums = out->yaw + n;
    out->hips = (vrm_Quat*)(void*)(out->sums + n + 1);
    return true;
}

static void read_samples(const vrm_Clip* clip, const vrm_Rig* rig, Samples* out) {
    int32_t turns = clip->bone_tracks[VRM_BONE_HIPS];
    for (int32_t i = 0; i < out->count; i++) {
        out->times[i] = (double)clip->duration * i / (out->count - 1);
        float time_s = (float)out->times[i];
        vrm_Vec3 offset = {0.0f, 0.0f, 0.0f};
        if (clip->hips_track >= 0)
            offset = vrm_clip_fit_hips(
                clip, rig, vrmi_vec4_vec3(vrmi_clip_track_at(clip, clip->hips_track, time_s)));
        out->x[i] = (double)offset.x;
        out->z[i] = (double)offset.z;
        out->hips[i] = turns < 0 ? vrmi_quat_identity()
                                 : vrmi_vec4_quat(vrmi_clip_track_at(clip, turns, time_s));
    }
    vrmi_HipsFrames frames = {out->times, out->hips, sizeof *out->hips, out->count};
    vrmi_root_headings(&frames, out->yaw);
    vrmi_root_trend(out->times, out->count, out->x, out->sums);
    vrmi_root_trend(out->times, out->count, out->z, out->sums);
    vrmi_root_trend(out->times, out->count, out->yaw, out->sums);
}

/* From one sample to a later one. The heading is not brought to -pi..pi: it may turn further. */
static vrmi_Ground step_between(const Samples* samples, int32_t from, int32_t to) {
    vrmi_Ground way = {samples->x[to] - samples->x[from], samples->z[to] - samples->z[from],
                       samples->yaw[to] - samples->yaw[from]};
    return turned(way, turn_of(-samples->yaw[from]));
}

/* ---- Pieces ---- */

static bool has_wide_turn(const Samples* samples, int32_t pieces) {
    int32_t each = (samples->count - 1) / pieces;
    for (int32_t i = 0; i < pieces; i++) {
        double turn = samples->yaw[(i + 1) * each] - samples->yaw[i * each];
        if (turn > pi || turn < -pi) return true;
    }
    return false;
}

/* Pieces turn by half a turn at most: beyond that an arc is no good guess. */
static int32_t count_pieces(const Samples* samples, double duration, int32_t seconds) {
    int32_t count = duration < VRMI_ROOT_CURVE_S ? 1 : seconds;
    for (int32_t parts = 1; parts < PIECE_PARTS && has_wide_turn(samples, count); parts *= 2)
        count *= 2;
    return count;
}

/* The mean twist of a pass. An arc of more than half a turn has no usable twist: the chord is taken
 * instead. */
static vrmi_Twist mean_of(vrmi_Ground pass, double turn, double seconds) {
    if (turn > pi || turn < -pi)
        return (vrmi_Twist){pass.x / seconds, pass.z / seconds, turn / seconds};
    pass.yaw = turn;
    return twist_to(pass, seconds);
}

static void fill(vrmi_RootPath* path, const Samples* samples) {
    int32_t last = samples->count - 1, each = last / path->count;
    double seconds = path->duration / path->count;
    vrmi_Ground at = {0.0, 0.0, 0.0};
    path->begin = (vrmi_Ground){samples->x[0], samples->z[0], samples->yaw[0]};
    for (int32_t i = 0; i < path->count; i++) {
        vrmi_Ground step = step_between(samples, i * each, (i + 1) * each);
        path->pieces[i] = (vrmi_RootPiece){at, {0.0, 0.0, 0.0}};
        if (seconds > 0.0) path->pieces[i].twist = twist_to(step, seconds);
        at = vrmi_ground_mul(at, step);
    }
    path->pass = at;
    path->mean = (vrmi_Twist){0.0, 0.0, 0.0};
    if (seconds > 0.0)
        path->mean = mean_of(at, samples->yaw[last] - samples->yaw[0], path->duration);
}

vrmi_RootPath* vrmi_root_path_build(const vrm_Clip* clip, const vrm_Rig* rig,
                                    const vrm_Allocator* allocator) {
    double duration = (double)clip->duration, whole = ceil(duration);
    int32_t seconds = whole < SECONDS_MAX ? (whole > 1.0 ? (int32_t)whole : 1) : SECONDS_MAX;
    Samples samples;
    if (!make_samples(&samples, seconds * PIECE_PARTS + 1, allocator)) return NULL;
    read_samples(clip, rig, &samples);
    int32_t count = count_pieces(&samples, duration, seconds);
    size_t size = sizeof(vrmi_RootPath) + (size_t)count * sizeof(vrmi_RootPiece);
    vrmi_RootPath* path = vrmi_alloc(allocator, size);
    if (path != NULL) {
        path->size = size;
        path->duration = duration;
        path->count = count;
        fill(path, &samples);
    }
    vrmi_release(allocator, samples.times, samples.size);
    return path;
}

void vrmi_root_path_release(vrmi_RootPath* path, const vrm_Allocator* allocator) {
    if (path != NULL) vrmi_release(allocator, path, path->size);
}

/* ---- Places ---- */

vrmi_Ground vrmi_root_path_at(const vrmi_RootPath* path, double place_s) {
    double seconds = path->duration / path->count;
    if (!(place_s > 0.0) || !(seconds > 0.0)) return path->pieces[0].from;
    if (place_s >= path->duration) return path->pass;
    int32_t i = (int32_t)(place_s / seconds);
    if (i >= path->count) i = path->count - 1;
    const vrmi_RootPiece* piece = &path->pieces[i];
    return vrmi_ground_mul(piece->from, vrmi_ground_along(piece->twist, place_s - i * seconds));
}

/* Relative to the beginning of the pass that begins at 0. */
static vrmi_Ground repeated_at(const vrmi_RootPath* path, double place_s) {
    double passes = floor(place_s / path->duration);
    return vrmi_ground_mul(vrmi_ground_power(path->pass, passes),
                           vrmi_root_path_at(path, place_s - passes * path->duration));
}

vrmi_Ground vrmi_root_path_between(const vrmi_RootPath* path, double from_s, double to_s) {
    if (!(path->duration > 0.0)) return (vrmi_Ground){0.0, 0.0, 0.0};
    if (path->count == 1) return vrmi_ground_along(path->pieces[0].twist, to_s - from_s);
    double first_s = floor(from_s / path->duration) * path->duration;
    return vrmi_ground_mul(vrmi_ground_inverse(repeated_at(path, from_s - first_s)),
                           repeated_at(path, to_s - first_s));
}

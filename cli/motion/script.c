/* SPDX-License-Identifier: MIT */
/* Converts every form of a track to one list of samples, in double precision. */
#include "motion/script.h"

#include "motion/quatd.h"

#include "vrm/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MADE_MAX ((size_t)1 << 26) /* limit of steps to evaluate curves: a few seconds */
#define KEPT_MAX                                                                                   \
    ((size_t)1 << 23) /* limit of numbers evaluated from curves in all tracks: 64 MB               \
                       */
#define SECONDS_MAX 1e9
#define PI          3.14159265358979323846

typedef struct Reader {
    const vrm_Json* json;
    Motion* motion;
    char* error;
    size_t error_size;
    int32_t max_frames;
    bool has_no_memory;
    /* Steps and numbers so far: a short script may ask for any amount. */
    size_t made, kept;
} Reader;

static bool fail(Reader* reader, const char* format, ...) VRM_PRINTF(2, 3);

static bool fail(Reader* reader, const char* format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(reader->error, reader->error_size, format, args);
    va_end(args);
    return false;
}

static vrm_JsonRef member(const Reader* reader, vrm_JsonRef object, const char* key) {
    return vrm_json_member(reader->json, object, key);
}

static bool has(vrm_JsonRef ref) {
    return ref != VRM_JSON_MISSING;
}

/* A list of numbers, from malloc(); NULL when it is not one or there is no memory. */
static double* read_numbers(Reader* reader, vrm_JsonRef list, size_t* out_count) {
    *out_count = 0;
    if (vrm_json_type(reader->json, list) != VRM_JSON_ARRAY) return NULL;
    size_t count = vrm_json_count(reader->json, list), at = 0;
    double* numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers == NULL) {
        reader->has_no_memory = true;
        return NULL;
    }
    vrm_JsonIter it = vrm_json_iter(reader->json, list);
    while (vrm_json_next(&it)) {
        if (vrm_json_type(reader->json, it.value) != VRM_JSON_NUMBER) {
            free(numbers);
            return NULL;
        }
        numbers[at++] = vrm_json_number(reader->json, it.value, 0.0);
    }
    *out_count = count;
    return numbers;
}

/* ---- Keys ---- */

typedef struct Keys {
    double *times, *values;
    size_t count;
    bool is_step;
} Keys;

static void free_keys(Keys* keys) {
    free(keys->times);
    free(keys->values);
}

static bool read_keys(Reader* reader, vrm_JsonRef object, size_t width, Keys* out) {
    size_t values = 0;
    *out = (Keys){0};
    out->times = read_numbers(reader, member(reader, object, "times"), &out->count);
    out->values = read_numbers(reader, member(reader, object, "values"), &values);
    out->is_step = vrm_json_equals(reader->json, member(reader, object, "interp"), "step");
    bool is_sound =
        out->times != NULL && out->values != NULL && out->count > 0 && values == out->count * width;
    for (size_t i = 1; is_sound && i < out->count; i++)
        is_sound = out->times[i] >= out->times[i - 1];
    if (is_sound) return true;
    free_keys(out);
    return fail(reader, "keys need times in order and values for each of them");
}

static void slerp(const double* a, const double* b, double t, double* out) {
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = dot < 0 ? -1 : 1, from = 1 - t, to = t;
    if (dot * sign < 1 - 1e-12) {
        double angle = acos(dot * sign);
        from = sin(from * angle) / sin(angle);
        to = sin(to * angle) / sin(angle);
    }
    for (int i = 0; i < 4; i++) out[i] = from * a[i] + sign * to * b[i];
}

static void keys_at(const Keys* keys, size_t width, bool is_rotation, double time, double* out) {
    size_t next = 0, end = keys->count; /* the first key after `time` */
    while (next < end) {
        size_t middle = (next + end) / 2;
        if (keys->times[middle] <= time)
            next = middle + 1;
        else
            end = middle;
    }
    const double* before = keys->values + (next > 0 ? next - 1 : 0) * width;
    memcpy(out, before, width * sizeof *out);
    if (next == 0 || next == keys->count || keys->is_step) return;
    const double* after = keys->values + next * width;
    double t = (time - keys->times[next - 1]) / (keys->times[next] - keys->times[next - 1]);
    if (is_rotation) {
        slerp(before, after, t, out);
    } else {
        for (size_t i = 0; i < width; i++) out[i] = before[i] + (after[i] - before[i]) * t;
    }
}

/* ---- Scalar curves ---- */

typedef struct Curve {
    double offset, amplitude, hz, phase; /* constant: the offset alone */
    Keys keys;
} Curve;

static bool read_curve(Reader* reader, vrm_JsonRef value, Curve* out) {
    *out = (Curve){0};
    if (vrm_json_type(reader->json, value) == VRM_JSON_NUMBER) {
        out->offset = vrm_json_number(reader->json, value, 0.0);
        return true;
    }
    vrm_JsonRef keys = member(reader, value, "keys"), wave = member(reader, value, "wave");
    if (has(keys)) return read_keys(reader, keys, 1, &out->keys);
    if (!has(wave)) return fail(reader, "a curve is a number, keys or a wave");
    out->offset = vrm_json_number(reader->json, member(reader, wave, "offset"), 0.0);
    out->amplitude = vrm_json_number(reader->json, member(reader, wave, "amplitude"), 1.0);
    out->hz = vrm_json_number(reader->json, member(reader, wave, "hz"), 1.0);
    out->phase = vrm_json_number(reader->json, member(reader, wave, "phase"), 0.0);
    return true;
}

static double curve_at(const Curve* curve, double time) {
    double value = 0;
    if (curve->keys.count > 0) {
        keys_at(&curve->keys, 1, false, time, &value);
        return value;
    }
    if (curve->amplitude == 0) return curve->offset;
    return curve->offset + curve->amplitude * sin(2 * PI * (curve->hz * time + curve->phase));
}

/* ---- The forms of a track ---- */

/* Allocates `count` samples. */
static bool take_samples(Reader* reader, MotionTrack* track, size_t count) {
    track->samples = malloc((count + 1) * sizeof *track->samples);
    return track->samples != NULL || fail(reader, "%s", vrm_result_text(VRM_ERR_MEMORY));
}

/* Allocates samples for all frames of a track that is given by curves. Computing one number takes
 * `rounds` steps, which count towards the limit. */
static bool make_samples(Reader* reader, MotionTrack* track, size_t rounds) {
    size_t count = (size_t)reader->motion->frames * (size_t)track->width;
    if (rounds > MADE_MAX || count * rounds > MADE_MAX - reader->made ||
        count > KEPT_MAX - reader->kept)
        return fail(reader,
                    "the script is too long: its curves make more than %zu numbers in %zu "
                    "steps; write them as samples",
                    KEPT_MAX, MADE_MAX);
    reader->made += count * rounds;
    reader->kept += count;
    track->stride = track->width;
    return take_samples(reader, track, count);
}

static bool fill_const(Reader* reader, vrm_JsonRef value, MotionTrack* track) {
    size_t width = (size_t)track->width, count = 1;
    double single = vrm_json_number(reader->json, value, 0.0), *numbers = NULL;
    if (vrm_json_type(reader->json, value) != VRM_JSON_NUMBER)
        numbers = read_numbers(reader, value, &count);
    bool is_sound = count == width &&
                    (numbers != NULL || vrm_json_type(reader->json, value) == VRM_JSON_NUMBER);
    if (!is_sound) {
        free(numbers);
        return fail(reader, "const needs %d numbers", (int)track->width);
    }
    bool is_made = take_samples(reader, track, width); /* once: the stride is 0 */
    if (is_made)
        memcpy(track->samples, numbers != NULL ? numbers : &single, width * sizeof(double));
    free(numbers);
    return is_made;
}

static bool fill_samples(Reader* reader, vrm_JsonRef list, MotionTrack* track) {
    size_t count = 0, wanted = (size_t)reader->motion->frames * (size_t)track->width;
    double* numbers = read_numbers(reader, list, &count);
    if (numbers != NULL && count == wanted) {
        track->samples = numbers;
        track->stride = track->width;
        return true;
    }
    free(numbers);
    return fail(reader, "samples need %d numbers for each of %d frames", (int)track->width,
                (int)reader->motion->frames);
}

static bool fill_keys(Reader* reader, vrm_JsonRef object, MotionTrack* track) {
    Keys keys;
    size_t width = (size_t)track->width;
    if (!make_samples(reader, track, 1) || !read_keys(reader, object, width, &keys)) return false;
    for (int32_t f = 0; f < reader->motion->frames; f++)
        keys_at(&keys, width, width == 4, reader->motion->times[f],
                track->samples + (size_t)f * width);
    free_keys(&keys);
    return true;
}

static bool fill_components(Reader* reader, vrm_JsonRef list, MotionTrack* track) {
    if (vrm_json_count(reader->json, list) != (uint32_t)track->width)
        return fail(reader, "components need %d curves", (int)track->width);
    if (!make_samples(reader, track, 1)) return false;
    vrm_JsonIter it = vrm_json_iter(reader->json, list);
    while (vrm_json_next(&it)) {
        Curve curve;
        if (!read_curve(reader, it.value, &curve)) return false;
        for (int32_t f = 0; f < reader->motion->frames; f++)
            track->samples[(size_t)f * (size_t)track->width + it.index] =
                curve_at(&curve, reader->motion->times[f]);
        free_keys(&curve.keys);
    }
    return true;
}

static void turn(double* q, const double* axis, double angle) {
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double s = length > 0 ? sin(angle / 2) / length : 0;
    Quatd by = {axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)};
    Quatd turned = quatd_mul((Quatd){q[0], q[1], q[2], q[3]}, by);
    q[0] = turned.x;
    q[1] = turned.y;
    q[2] = turned.z;
    q[3] = turned.w;
}

static bool fill_axis_angles(Reader* reader, vrm_JsonRef list, MotionTrack* track) {
    if (track->width != 4) return fail(reader, "axisAngles make rotations only");
    if (!make_samples(reader, track, 1 + vrm_json_count(reader->json, list))) return false;
    for (int32_t f = 0; f < reader->motion->frames; f++) {
        double* q = track->samples + (size_t)f * 4;
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
    }
    vrm_JsonIter it = vrm_json_iter(reader->json, list);
    while (vrm_json_next(&it)) {
        Curve degrees;
        size_t count = 0;
        double* axis = read_numbers(reader, member(reader, it.value, "axis"), &count);
        if (axis == NULL || count != 3) {
            free(axis);
            return fail(reader, "an axis needs three numbers");
        }
        if (!read_curve(reader, member(reader, it.value, "degrees"), &degrees)) {
            free(axis);
            return false;
        }
        for (int32_t f = 0; f < reader->motion->frames; f++)
            turn(track->samples + (size_t)f * 4, axis,
                 curve_at(&degrees, reader->motion->times[f]) * (PI / 180));
        free_keys(&degrees.keys);
        free(axis);
    }
    return true;
}

/* ---- Tracks ---- */

static const struct {
    const char *target, *property;
    MotionTarget kind;
    int32_t width;
} kinds[] = {
    {"root", "translation", MOTION_ROOT_TRANSLATION, 3},
    {"root", "rotation", MOTION_ROOT_ROTATION, 4},
    {"root", "scale", MOTION_ROOT_SCALE, 3},
    {"bone", "rotation", MOTION_BONE_ROTATION, 4},
    {"bone", "translation", MOTION_HIPS_TRANSLATION, 3},
    {"node", "rotation", MOTION_NODE_ROTATION, 4},
    {"node", "translation", MOTION_NODE_TRANSLATION, 3},
    {"expression", "weight", MOTION_EXPRESSION, 1},
    {"lookAt", "position", MOTION_LOOK_AT, 3},
    {"lookAt", "yawPitch", MOTION_LOOK_ALONG, 2},
};

static bool read_kind(Reader* reader, vrm_JsonRef object, MotionTrack* track) {
    vrm_JsonRef target = member(reader, object, "target");
    vrm_JsonRef property = member(reader, object, "property");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!vrm_json_equals(reader->json, target, kinds[i].target) ||
            !vrm_json_equals(reader->json, property, kinds[i].property))
            continue;
        track->target = kinds[i].kind;
        track->width = kinds[i].width;
        return true;
    }
    return fail(reader, "a track's target and property are not known");
}

static bool read_subject(Reader* reader, vrm_JsonRef object, MotionTrack* track) {
    int64_t node = -1;
    bool is_node =
        track->target == MOTION_NODE_ROTATION || track->target == MOTION_NODE_TRANSLATION;
    if (is_node && !vrm_json_integer(reader->json, member(reader, object, "index"), &node))
        return fail(reader, "a node track needs the node's index");
    track->node = node >= 0 && node <= INT32_MAX ? (int32_t)node : -1;
    size_t size = vrm_json_string(reader->json, member(reader, object, "name"), track->name,
                                  sizeof track->name);
    if (size >= sizeof track->name || strlen(track->name) != size)
        return fail(reader, "a track's name is longer than %d bytes, or has a zero byte in it",
                    (int)sizeof track->name - 1);
    if (track->target == MOTION_HIPS_TRANSLATION && strcmp(track->name, "hips") != 0)
        return fail(reader, "only the hips can be moved; \"%s\" can be turned", track->name);
    return true;
}

static bool read_track(Reader* reader, vrm_JsonRef object, MotionTrack* track) {
    static const struct {
        const char* key;
        bool (*fill)(Reader*, vrm_JsonRef, MotionTrack*);
    } forms[] = {{"const", fill_const},
                 {"samples", fill_samples},
                 {"keys", fill_keys},
                 {"components", fill_components},
                 {"axisAngles", fill_axis_angles}};
    if (!read_kind(reader, object, track) || !read_subject(reader, object, track)) return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        vrm_JsonRef values = member(reader, object, forms[i].key);
        if (has(values)) return forms[i].fill(reader, values, track);
    }
    return fail(reader, "a track has no values: const, samples, keys, components or axisAngles");
}

static bool read_tracks(Reader* reader, vrm_JsonRef root) {
    Motion* motion = reader->motion;
    vrm_JsonRef list = member(reader, root, "tracks");
    motion->tracks = calloc((size_t)vrm_json_count(reader->json, list) + 1, sizeof *motion->tracks);
    if (motion->tracks == NULL) return fail(reader, "%s", vrm_result_text(VRM_ERR_MEMORY));
    vrm_JsonIter it = vrm_json_iter(reader->json, list);
    while (vrm_json_next(&it))
        if (!read_track(reader, it.value, &motion->tracks[motion->track_count++])) return false;
    return true;
}

/* ---- Time ---- */

/* Beyond a few decades the precision of times cannot separate frames, and sums overflow. */
static bool check_times(Reader* reader) {
    const Motion* motion = reader->motion;
    for (int32_t f = 0; f < motion->frames; f++)
        if (!(fabs(motion->times[f]) <= SECONDS_MAX && fabs(motion->dts[f]) <= SECONDS_MAX))
            return fail(reader, "a script lasts at most %g seconds", SECONDS_MAX);
    return true;
}

static bool read_times(Reader* reader, vrm_JsonRef root) {
    Motion* motion = reader->motion;
    vrm_JsonRef dt = member(reader, root, "dt");
    size_t frames = (size_t)motion->frames, count = 0;
    motion->dts = calloc(frames + 1, sizeof *motion->dts);
    motion->times = calloc(frames + 1, sizeof *motion->times);
    motion->resets = calloc(frames + 1, sizeof *motion->resets);
    if (motion->dts == NULL || motion->times == NULL || motion->resets == NULL)
        return fail(reader, "%s", vrm_result_text(VRM_ERR_MEMORY));
    motion->dt_is_number = vrm_json_type(reader->json, dt) == VRM_JSON_NUMBER;
    if (motion->dt_is_number) {
        double each = vrm_json_number(reader->json, dt, 0.0);
        for (size_t f = 0; f < frames; f++) {
            motion->dts[f] = each;
            motion->times[f] = (double)f * each;
        }
        return check_times(reader);
    }
    double* numbers = read_numbers(reader, dt, &count);
    bool is_sound = numbers != NULL && count == frames;
    for (size_t f = 0; is_sound && f < frames; f++) {
        motion->dts[f] = numbers[f];
        motion->times[f] = f == 0 ? 0.0 : motion->times[f - 1] + numbers[f - 1];
    }
    free(numbers);
    if (!is_sound) return fail(reader, "dt is one number, or one for each frame");
    return check_times(reader);
}

static void read_events(Reader* reader, vrm_JsonRef root) {
    vrm_JsonIter it = vrm_json_iter(reader->json, member(reader, root, "events"));
    while (vrm_json_next(&it)) {
        int64_t frame = -1;
        if (vrm_json_integer(reader->json, member(reader, it.value, "frame"), &frame) &&
            vrm_json_equals(reader->json, member(reader, it.value, "type"), "resetSprings") &&
            frame >= 0 && frame < reader->motion->frames)
            reader->motion->resets[frame] = true;
    }
}

static bool read_script(Reader* reader) {
    Motion* motion = reader->motion;
    vrm_JsonRef root = vrm_json_root(reader->json);
    int64_t frames = 0, version = 0;
    if (!vrm_json_equals(reader->json, member(reader, root, "format"), "vrm-motion"))
        return fail(reader, "this is no motion script: format is not \"vrm-motion\"");
    if (!vrm_json_integer(reader->json, member(reader, root, "version"), &version) || version != 1)
        return fail(reader, "only version 1 of motion scripts is known");
    if (!vrm_json_integer(reader->json, member(reader, root, "frames"), &frames) || frames < 0 ||
        frames > MOTION_FRAMES_MOST)
        return fail(reader, "frames must be a number from 0 to %d", MOTION_FRAMES_MOST);
    if (frames > reader->max_frames)
        return fail(reader, MOTION_TOO_LONG, (double)frames, (int)reader->max_frames,
                    (double)frames);
    motion->frames = (int32_t)frames;
    motion->keeps_loaded_springs =
        vrm_json_equals(reader->json, member(reader, root, "init"), "load");
    (void)vrm_json_string(reader->json, member(reader, root, "name"), motion->name,
                          sizeof motion->name);
    if (!read_times(reader, root)) return false;
    read_events(reader, root);
    return read_tracks(reader, root);
}

bool script_read(const MotionText* text, int32_t max_frames, Motion* out, char* error,
                 size_t error_size) {
    *out = (Motion){0};
    Reader reader = {.json = text->json,
                     .motion = out,
                     .error = error,
                     .error_size = error_size,
                     .max_frames = max_frames};
    if (text->kind == MOTION_KIND_TRACE)
        return fail(&reader, "this is a trace, not a motion script; `vrm convert-motion` makes an "
                             "animation of it");
    if (text->json == NULL)
        return fail(&reader, "%s", text->error[0] != 0 ? text->error : "this is no motion script");
    bool is_read = read_script(&reader) && !reader.has_no_memory;
    /* Numbers that could not be read are no fault of the script then. */
    if (reader.has_no_memory) fail(&reader, "%s", vrm_result_text(VRM_ERR_MEMORY));
    if (!is_read) motion_free(out);
    return is_read;
}

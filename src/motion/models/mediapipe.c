/* SPDX-License-Identifier: MIT */
/* Landmarks of MediaPipe as lines of JSON. Lines come when the camera has a picture: the motion is
 * resampled at their usual distance. What a line does not show (a limb behind the body, a hand that
 * the tracker lost, nobody at all) is interpolated between the lines that show it, and held before
 * the first and after the last of them. */
#include "motion/models/mediapipe.h"

#include "motion/models/models.h"
#include "motion/models/posed.h"
#include "motion/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Landmarks that are less visible are guesses of the tracker. */
#define VISIBLE 0.5f

/* Without times. */
#define FRAME_RATE 30.0

/* The smallest line with a part that is seen: a blend shape. */
enum { LINE_BYTES = 64 };

/* Frames that any file may have, and that a line may stand for. */
enum { FRAMES_FREE = 8192, FRAMES_A_LINE = 4 };

typedef struct Recording {
    const vrmi_CaptureInput* input;
    vrmi_LandmarkLine* lines; /* that show something, by time */
    size_t count, capacity;
    size_t line_count; /* of the file, blank ones aside */
    uint64_t damaged;  /* lines that are no JSON, or go back in time */
    bool has_times;    /* as the first line has */
    uint32_t seen;     /* parts that some line shows */
    double begin_s, frame_s;
    size_t frame_count;
} Recording;

bool vrmi_mediapipe_recognises(const uint8_t* bytes, size_t size) {
    return vrmi_landmarks_are_in(bytes, size);
}

/* ---- Lines ---- */

static uint32_t seen_of(const vrm_PointsLine* given) {
    bool visible[VRMI_POSE_POINTS];
    uint32_t seen = 0;
    for (int i = 0; i < VRMI_POSE_POINTS; i++) visible[i] = given->pose[i].visibility >= VISIBLE;
    if (given->has_pose) seen = 1u << VRMI_SEEN_TRUNK | vrmi_landmarks_seen(visible);
    if (given->has_left_hand) seen |= 1u << VRMI_SEEN_LEFT_HAND;
    if (given->has_right_hand) seen |= 1u << VRMI_SEEN_RIGHT_HAND;
    if (given->has_shapes) seen |= 1u << VRMI_SEEN_FACE;
    return seen;
}

static void place(const vrm_Landmark* given, int count, vrm_Vec3* out) {
    for (int i = 0; i < count; i++)
        out[i] = vrmi_landmark_place((double)given[i].x, (double)given[i].y, (double)given[i].z);
}

static void convert(const vrm_PointsLine* given, vrmi_LandmarkLine* out) {
    *out = (vrmi_LandmarkLine){.time_s = given->time_s,
                               .has_time = given->has_time,
                               .seen = seen_of(given),
                               .head = vrmi_quat_identity()};
    place(given->pose, VRMI_POSE_POINTS, out->pose);
    place(given->left_hand, VRMI_HAND_POINTS, out->hands[0]);
    place(given->right_hand, VRMI_HAND_POINTS, out->hands[1]);
    memcpy(out->shapes, given->shapes, sizeof out->shapes);
    if (given->has_head && vrmi_landmark_head(given->head, &out->head))
        out->seen |= 1u << VRMI_SEEN_MATRIX;
}

static vrm_Result add_line(Recording* recording, const char* text, size_t size) {
    vrm_PointsLine given;
    vrm_Result result = vrm_points_read_line(text, size, &recording->input->allocator, &given);
    if (result == VRM_ERR_MEMORY) return result;
    if (result != VRM_OK && result != VRM_ERR_INVALID) {
        recording->damaged++;
        recording->line_count++;
        return VRM_OK;
    }
    vrmi_LandmarkLine* line = &recording->lines[recording->count];
    convert(&given, line);
    if (recording->line_count == 0) recording->has_times = line->has_time;
    double rate = recording->input->source_fps > 0.0 ? recording->input->source_fps : FRAME_RATE;
    if (!recording->has_times) line->time_s = (double)recording->line_count / rate;
    recording->line_count++;
    bool is_later = recording->count == 0 || line->time_s > line[-1].time_s;
    if ((recording->has_times && !line->has_time) || !is_later) {
        recording->damaged++;
        return VRM_OK;
    }
    if (line->seen == 0) return VRM_OK;
    recording->seen |= line->seen;
    recording->count++;
    return VRM_OK;
}

static bool is_blank(const char* text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') return false;
    return true;
}

static vrm_Result read_lines(Recording* recording) {
    const char* text = recording->input->bytes;
    size_t size = recording->input->size, at = 0;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) at = 3;
    vrm_Result result = VRM_OK;
    while (at < size && result == VRM_OK && recording->count + 1 < recording->capacity) {
        const char* end = memchr(text + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - text) - at : size - at;
        if (!is_blank(text + at, length)) result = add_line(recording, text + at, length);
        at += length + 1;
    }
    return result;
}

static vrm_Result open_lines(Recording* recording) {
    const vrmi_CaptureInput* input = recording->input;
    recording->capacity = input->size / LINE_BYTES + 2;
    if (recording->capacity > input->max_bytes / sizeof *recording->lines) {
        vrmi_report_at(input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET, NULL);
        return VRM_ERR_LIMIT;
    }
    recording->lines =
        vrmi_alloc_zeroed(&input->allocator, recording->capacity, sizeof *recording->lines);
    if (recording->lines == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = read_lines(recording);
    if (result == VRM_OK && recording->count == 0) {
        vrmi_report_at(input->report, VRMI_RULE_LANDMARKS_NONE, VRM_NO_OFFSET, NULL);
        result = VRM_ERR_INVALID;
    }
    return result;
}

static int by_value(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/* The median distance of lines, or more where few lines have far times. */
static vrm_Result find_rate(Recording* recording) {
    size_t steps = recording->count - 1;
    recording->begin_s = recording->lines[0].time_s;
    recording->frame_s = 1.0 / FRAME_RATE;
    recording->frame_count = 1;
    if (steps == 0) return VRM_OK;
    const vrm_Allocator* allocator = &recording->input->allocator;
    double* distances = vrmi_alloc(allocator, steps * sizeof *distances);
    if (distances == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < steps; i++)
        distances[i] = recording->lines[i + 1].time_s - recording->lines[i].time_s;
    qsort(distances, steps, sizeof *distances, by_value);
    double step = distances[steps / 2];
    vrmi_release(allocator, distances, steps * sizeof *distances);
    double seconds = recording->lines[steps].time_s - recording->begin_s;
    double most = (double)(FRAMES_FREE + recording->count * FRAMES_A_LINE);
    if (seconds / most > step) step = seconds / most;
    recording->frame_count = (size_t)floor(seconds / step + 1e-6) + 1;
    recording->frame_s = step;
    return VRM_OK;
}

/* ---- Frames ---- */

/* A limb hangs on a point of the trunk, from which its points are measured. */
static const struct {
    int8_t anchor, count, points[4];
} limbs[VRMI_SEEN_RIGHT_LEG + 1] = {
    [VRMI_SEEN_HEAD] = {11, 3, {0, 7, 8}},
    [VRMI_SEEN_LEFT_ARM] = {11, 4, {13, 15, 17, 19}},
    [VRMI_SEEN_RIGHT_ARM] = {12, 4, {14, 16, 18, 20}},
    [VRMI_SEEN_LEFT_LEG] = {23, 3, {25, 27, 31}},
    [VRMI_SEEN_RIGHT_LEG] = {24, 3, {26, 28, 32}},
};

/* The lines that show a part, before and after a moment; equal where one of them is missing. */
typedef struct Cursor {
    const vrmi_LandmarkLine *before, *after;
    size_t next; /* line after `after` */
    float part;  /* of the way from `before` to `after` */
} Cursor;

typedef struct Walk {
    const Recording* recording;
    Cursor cursors[VRMI_SEEN_COUNT];
} Walk;

static const vrmi_LandmarkLine* next_line(const Recording* recording, int part, size_t* next) {
    while (*next < recording->count) {
        const vrmi_LandmarkLine* line = &recording->lines[(*next)++];
        if ((line->seen >> part & 1) != 0) return line;
    }
    return NULL;
}

static void begin_walk(const Recording* recording, Walk* out) {
    *out = (Walk){.recording = recording};
    for (int p = 0; p < VRMI_SEEN_COUNT; p++) {
        Cursor* cursor = &out->cursors[p];
        cursor->before = cursor->after = next_line(recording, p, &cursor->next);
    }
}

/* Moments come in order. */
static void move_walk(Walk* walk, double time_s) {
    for (int p = 0; p < VRMI_SEEN_COUNT; p++) {
        Cursor* cursor = &walk->cursors[p];
        if (cursor->before == NULL) continue;
        while (cursor->after->time_s < time_s) {
            const vrmi_LandmarkLine* line = next_line(walk->recording, p, &cursor->next);
            cursor->before = cursor->after;
            if (line == NULL) break;
            cursor->after = line;
        }
        double length = cursor->after->time_s - cursor->before->time_s;
        double way = length > 0.0 ? (time_s - cursor->before->time_s) / length : 0.0;
        cursor->part = vrmi_clamp((float)way, 0.0f, 1.0f);
    }
}

static vrm_Vec3 between(vrm_Vec3 a, vrm_Vec3 b, float part) {
    return vrmi_vec3_add(a, vrmi_vec3_scale(vrmi_vec3_sub(b, a), part));
}

static vrm_Vec3 point_at(const Cursor* cursor, int point) {
    return between(cursor->before->pose[point], cursor->after->pose[point], cursor->part);
}

static void read_body(const Walk* walk, vrm_Vec3 out[VRMI_POSE_POINTS]) {
    for (int i = 0; i < VRMI_POSE_POINTS; i++)
        out[i] = point_at(&walk->cursors[VRMI_SEEN_TRUNK], i);
    for (int p = VRMI_SEEN_HEAD; p <= VRMI_SEEN_RIGHT_LEG; p++) {
        const Cursor* cursor = &walk->cursors[p];
        if (cursor->before == NULL) continue;
        vrm_Vec3 anchor = point_at(cursor, limbs[p].anchor);
        vrm_Vec3 move = vrmi_vec3_sub(out[limbs[p].anchor], anchor);
        for (int i = 0; i < limbs[p].count; i++)
            out[limbs[p].points[i]] = vrmi_vec3_add(point_at(cursor, limbs[p].points[i]), move);
    }
}

static void read_moment(Walk* walk, double time_s, vrmi_Landmarks* out) {
    move_walk(walk, time_s);
    *out = (vrmi_Landmarks){.has_head = false};
    if (walk->cursors[VRMI_SEEN_TRUNK].before != NULL) read_body(walk, out->pose);
    for (int side = 0; side < VRMI_HANDS; side++) {
        const Cursor* cursor = &walk->cursors[VRMI_SEEN_LEFT_HAND + side];
        out->has_hand[side] = cursor->before != NULL;
        for (int i = 0; i < VRMI_HAND_POINTS && out->has_hand[side]; i++)
            out->hands[side][i] = between(cursor->before->hands[side][i],
                                          cursor->after->hands[side][i], cursor->part);
    }
    const Cursor* head = &walk->cursors[VRMI_SEEN_MATRIX];
    out->has_head = head->before != NULL;
    if (out->has_head)
        out->head = vrmi_quat_slerp(head->before->head, head->after->head, head->part);
}

static double time_of(const Recording* recording, size_t frame) {
    return recording->begin_s + (double)frame * recording->frame_s;
}

/* ---- The person ---- */

static bool sees(const Recording* recording, int part) {
    return (recording->seen >> part & 1) != 0;
}

static uint64_t bit_of(vrm_Bone bone) {
    return (uint64_t)1 << bone;
}

static uint64_t fingers_of(const Recording* recording) {
    bool has_body = sees(recording, VRMI_SEEN_TRUNK);
    return vrmi_landmark_fingers(has_body && sees(recording, VRMI_SEEN_LEFT_HAND),
                                 has_body && sees(recording, VRMI_SEEN_RIGHT_HAND));
}

/* Bones that some line shows; the others stay at rest and get no keys. */
static uint64_t moved_bones(const Recording* recording) {
    static const uint64_t bones[VRMI_SEEN_RIGHT_LEG + 1] = {
        [VRMI_SEEN_TRUNK] = (uint64_t)1 << VRM_BONE_HIPS | (uint64_t)1 << VRM_BONE_SPINE |
                            (uint64_t)1 << VRM_BONE_CHEST | (uint64_t)1 << VRM_BONE_NECK,
        [VRMI_SEEN_HEAD] = (uint64_t)1 << VRM_BONE_HEAD,
        [VRMI_SEEN_LEFT_ARM] = (uint64_t)1 << VRM_BONE_LEFT_UPPER_ARM |
                               (uint64_t)1 << VRM_BONE_LEFT_LOWER_ARM |
                               (uint64_t)1 << VRM_BONE_LEFT_HAND,
        [VRMI_SEEN_RIGHT_ARM] = (uint64_t)1 << VRM_BONE_RIGHT_UPPER_ARM |
                                (uint64_t)1 << VRM_BONE_RIGHT_LOWER_ARM |
                                (uint64_t)1 << VRM_BONE_RIGHT_HAND,
        [VRMI_SEEN_LEFT_LEG] =
            (uint64_t)1 << VRM_BONE_LEFT_UPPER_LEG | (uint64_t)1 << VRM_BONE_LEFT_LOWER_LEG |
            (uint64_t)1 << VRM_BONE_LEFT_FOOT | (uint64_t)1 << VRM_BONE_LEFT_TOES,
        [VRMI_SEEN_RIGHT_LEG] =
            (uint64_t)1 << VRM_BONE_RIGHT_UPPER_LEG | (uint64_t)1 << VRM_BONE_RIGHT_LOWER_LEG |
            (uint64_t)1 << VRM_BONE_RIGHT_FOOT | (uint64_t)1 << VRM_BONE_RIGHT_TOES,
    };
    uint64_t moved = fingers_of(recording);
    for (int p = 0; p <= VRMI_SEEN_RIGHT_LEG; p++)
        if (sees(recording, p)) moved |= bones[p];
    if (sees(recording, VRMI_SEEN_MATRIX)) moved |= bit_of(VRM_BONE_HEAD);
    if (moved & vrmi_landmark_fingers(true, false)) moved |= bit_of(VRM_BONE_LEFT_HAND);
    if (moved & vrmi_landmark_fingers(false, true)) moved |= bit_of(VRM_BONE_RIGHT_HAND);
    return moved;
}

static void measure(const Recording* recording, vrmi_PointBody* out) {
    Walk walk;
    begin_walk(recording, &walk);
    vrmi_landmarks_begin_body(fingers_of(recording), out);
    if (!sees(recording, VRMI_SEEN_TRUNK)) { /* a face alone: a standard person */
        (void)vrmi_record_skeleton(NULL, 0.0f, out->rest);
        return;
    }
    for (size_t f = 0; f < recording->frame_count; f++) {
        vrmi_Landmarks moment;
        vrmi_PointFrame frame;
        read_moment(&walk, time_of(recording, f), &moment);
        vrmi_landmarks_frame(&moment, &frame);
        vrmi_points_measure(&frame, out);
    }
    vrmi_points_build_body(out);
}

/* What no line shows follows the bone that it hangs on. */
static void let_follow(uint64_t bones, uint64_t moved, vrm_Quat turns[VRM_BONE_COUNT]) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        if ((bones >> b & 1) == 0 || (moved >> b & 1) != 0) continue;
        vrm_Bone parent = vrmi_record_parent((vrm_Bone)b, bones);
        turns[b] = parent == VRM_BONE_NONE ? vrmi_quat_identity() : turns[parent];
    }
}

static void put_face(const Walk* walk, vrmi_Posed* posed, size_t frame) {
    const Cursor* cursor = &walk->cursors[VRMI_SEEN_FACE];
    float* shapes = posed->shapes + frame * VRM_FACE_SHAPE_COUNT;
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        float a = cursor->before->shapes[s], b = cursor->after->shapes[s];
        shapes[s] = a + (b - a) * cursor->part;
    }
}

static void solve(const Recording* recording, const vrmi_PointBody* body, vrmi_Posed* posed) {
    uint64_t moved = moved_bones(recording);
    bool has_body = sees(recording, VRMI_SEEN_TRUNK);
    Walk walk;
    begin_walk(recording, &walk);
    for (int32_t j = 0; j < posed->joint_count; j++)
        posed->joints[j].has_rotation = (moved >> posed->joints[j].bone & 1) != 0;
    for (size_t f = 0; f < recording->frame_count; f++) {
        vrm_Quat turns[VRM_BONE_COUNT];
        vrmi_Landmarks moment;
        vrmi_PointFrame frame;
        for (int b = 0; b < VRM_BONE_COUNT; b++) turns[b] = vrmi_quat_identity();
        read_moment(&walk, time_of(recording, f), &moment);
        if (has_body) {
            vrmi_landmarks_frame(&moment, &frame);
            vrmi_landmarks_solve(body, &moment, &frame, turns);
        } else if (moment.has_head) {
            turns[VRM_BONE_HEAD] = moment.head;
        }
        let_follow(body->bones, moved, turns);
        vrmi_posed_put_turns(posed, (int32_t)f, turns);
        if (posed->shapes != NULL) put_face(&walk, posed, f);
    }
    if (has_body) vrmi_posed_stand_always(posed);
}

/* ---- The file ---- */

static void report_lines(const Recording* recording) {
    vrm_Report* report = recording->input->report;
    size_t gaps = recording->line_count - recording->count;
    for (size_t i = 0; i < recording->count; i++)
        gaps += recording->lines[i].seen != recording->seen;
    if (recording->damaged > 0)
        vrmi_report_at(report, VRMI_RULE_LANDMARKS_DAMAGED, VRM_NO_OFFSET, NULL);
    if (gaps > 0)
        vrmi_report_at(report, VRMI_RULE_LANDMARKS_GAPS, VRM_NO_OFFSET,
                       "%zu of %zu lines do not show the whole person; what they lack is "
                       "interpolated between the lines before and after, or held.",
                       gaps, recording->line_count);
    if (!recording->has_times && recording->input->source_fps == 0.0)
        vrmi_report_at(report, VRMI_RULE_LANDMARKS_RATE, VRM_NO_OFFSET, NULL);
}

static vrm_Result make_frames(Recording* recording, vrmi_Capture* out) {
    const vrmi_CaptureInput* input = recording->input;
    vrmi_PointBody body;
    vrmi_Posed* posed = NULL;
    vrm_Result result = find_rate(recording);
    if (result != VRM_OK) return result;
    measure(recording, &body);
    result = vrmi_posed_create(input, body.bones, body.rest, recording->frame_count,
                               recording->frame_s, &posed);
    if (result == VRM_OK && sees(recording, VRMI_SEEN_FACE))
        result = vrmi_posed_add_face(input, posed);
    if (result == VRM_OK) {
        solve(recording, &body, posed);
        report_lines(recording);
        vrmi_posed_finish(posed, sees(recording, VRMI_SEEN_TRUNK), out);
    } else {
        vrmi_posed_destroy(posed);
    }
    return result;
}

vrm_Result vrmi_mediapipe_read(const vrmi_CaptureInput* input, vrmi_Capture* out) {
    Recording recording = {.input = input};
    vrm_Result result = open_lines(&recording);
    if (result == VRM_OK) result = make_frames(&recording, out);
    if (recording.lines != NULL)
        vrmi_release(&input->allocator, recording.lines,
                     recording.capacity * sizeof *recording.lines);
    return result;
}

/* SPDX-License-Identifier: MIT */
/* iFacialMocap: text of parts between "|". Both forms, name-percent and name&value, and the angles
 * of head and eyes, which are those of ARKit: docs/reference/trackers.md. */
#include "trackers.h"

#include <string.h>

/* A part of the text. */
typedef struct Part {
    const char* text;
    size_t size;
} Part;

static bool starts_with(Part part, const char* word) {
    size_t size = strlen(word);
    return part.size >= size && memcmp(part.text, word, size) == 0;
}

/* Reads `count` numbers with commas between them, which must be all of the text. */
static bool read_numbers(Part part, double* out, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            if (part.size == 0 || part.text[0] != ',') return false;
            part.text++;
            part.size--;
        }
        size_t used = tracker_decimal(part.text, part.size, &out[i]);
        if (used == 0 || !tracker_is_near(out[i])) return false;
        part.text += used;
        part.size -= used;
    }
    return part.size == 0;
}

typedef struct Eyes {
    double yaw, pitch;
    int count;
} Eyes;

/* Angles about X, Y and Z in degrees, and a position in metres. */
static bool read_pose(Part part, TrackerFrame* frame, Eyes* eyes) {
    double values[6];
    vrm_TrackerState* state = &frame->state;
    const char* hash = memchr(part.text, '#', part.size);
    size_t name = (size_t)(hash - part.text);
    Part numbers = {hash + 1, part.size - name - 1};
    if (starts_with(part, "=head#")) {
        if (!read_numbers(numbers, values, 6)) return false;
        tracker_set_head(state, values[1], values[0], values[2]);
        state->head_position = (vrm_Vec3){(float)values[3], (float)values[4], (float)values[5]};
        state->has_head_position = true;
    } else if (starts_with(part, "rightEye#") || starts_with(part, "leftEye#")) {
        if (!read_numbers(numbers, values, 3)) return false;
        eyes->pitch += values[0];
        eyes->yaw += values[1];
        eyes->count++;
    } else {
        frame->unknown_names++;
    }
    return true;
}

/* Names have no sign: the first "&", else the first "-", ends them. Values of the second form may
 * be below 0. */
static bool read_value(Part part, TrackerFrame* frame, bool* is_found) {
    static const char status[] = "trackingStatus";
    const char* mark = memchr(part.text, '&', part.size);
    double value;
    if (mark == NULL) mark = memchr(part.text, '-', part.size);
    size_t name = mark != NULL ? (size_t)(mark - part.text) : part.size;
    bool is_status = name == sizeof status - 1 && memcmp(part.text, status, name) == 0;
    vrm_FaceShape shape = tracker_shape(part.text, name);
    if (mark == NULL || (!is_status && shape == VRM_FACE_SHAPE_NONE)) {
        frame->unknown_names++;
        return true;
    }
    if (!read_numbers((Part){mark + 1, part.size - name - 1}, &value, 1)) return false;
    if (is_status)
        *is_found = value != 0.0;
    else
        tracker_set_shape(&frame->state, shape, value * 0.01);
    return true;
}

TrackerNews ifacialmocap_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    static const char end[] = "___iFacialMocap"; /* ends a frame over TCP */
    const char* text = (const char*)data;
    Eyes eyes = {0};
    uint64_t known = frame->state.shape_mask;
    bool is_found = true;
    frame->state.shape_mask = 0;
    if (size >= 12 && memcmp(text, "iFacialMocap", 12) == 0) return TRACKER_OTHER; /* a request */
    if (size >= sizeof end - 1 && memcmp(text + size - (sizeof end - 1), end, sizeof end - 1) == 0)
        size -= sizeof end - 1;
    bool has_pose = false;
    for (size_t at = 0; at < size;) {
        const char* bar = memchr(text + at, '|', size - at);
        size_t length = bar != NULL ? (size_t)(bar - (text + at)) : size - at;
        Part part = {text + at, length};
        bool is_pose = length > 0 && memchr(part.text, '#', length) != NULL;
        bool is_good = length == 0 || (is_pose ? read_pose(part, frame, &eyes)
                                               : read_value(part, frame, &is_found));
        if (!is_good) return TRACKER_REFUSED;
        has_pose |= is_pose && starts_with(part, "=head#");
        at += length + 1;
    }
    bool has_shapes = frame->state.shape_mask != 0;
    frame->state.shape_mask |= known;
    if (!has_pose && !has_shapes) return is_found ? TRACKER_REFUSED : TRACKER_LOST;
    if (!is_found) return TRACKER_LOST;
    if (eyes.count > 0)
        tracker_set_gaze(&frame->state, eyes.yaw / eyes.count, eyes.pitch / eyes.count);
    else if (has_shapes)
        tracker_set_gaze_by_shapes(&frame->state);
    return TRACKER_MOTION;
}

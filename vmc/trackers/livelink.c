/* SPDX-License-Identifier: MIT */
/* Live Link Face: big-endian; 61 floats after two texts and the time. docs/reference/trackers.md
 * has the layout and the signs. */
#include "trackers.h"

enum {
    TEXT_MAX = 255, /* bytes of the device's id and of the subject's name */
    TIMES = 16,     /* bytes: frame, part of a frame, rate, its denominator */
    VALUES = 61,
    SHAPES = 52,
    HEAD = 52, /* yaw, pitch, roll */
    EYES = 55  /* the same for the left and the right eye */
};

typedef struct Reader {
    const uint8_t* at;
    size_t left;
} Reader;

static const uint8_t* take(Reader* reader, size_t size) {
    const uint8_t* at = reader->at;
    if (size > reader->left) return NULL;
    reader->at += size;
    reader->left -= size;
    return at;
}

/* A text: its length in bytes, and the bytes. */
static bool skip_text(Reader* reader) {
    const uint8_t* at = take(reader, 4);
    if (at == NULL) return false;
    uint32_t length = tracker_u32_be(at);
    return length <= TEXT_MAX && take(reader, length) != NULL;
}

/* The shapes come in the order of vrm_FaceShape. All angles are radians. */
static void read_values(const float* values, vrm_TrackerState* state) {
    const double degrees = 57.29577951308232;
    for (int s = 0; s < SHAPES; s++) tracker_set_shape(state, (vrm_FaceShape)s, (double)values[s]);
    const float* head = values + HEAD;
    /* Positive yaw is to the person's right, positive roll to their left. */
    tracker_set_head(state, -(double)head[0] * degrees, (double)head[1] * degrees,
                     -(double)head[2] * degrees);
    const float *left = values + EYES, *right = values + EYES + 3;
    tracker_set_gaze(state, -((double)left[0] + (double)right[0]) * 0.5 * degrees,
                     ((double)left[1] + (double)right[1]) * 0.5 * degrees);
}

static bool read_time(const uint8_t* at, vrm_TrackerState* state) {
    int32_t frame = (int32_t)tracker_u32_be(at), rate = (int32_t)tracker_u32_be(at + 8);
    int32_t denominator = (int32_t)tracker_u32_be(at + 12);
    double part = (double)tracker_f32_be(at + 4);
    if (!tracker_is_near(part)) return false;
    state->has_time = rate > 0 && denominator > 0;
    if (state->has_time) state->time_s = ((double)frame + part) * denominator / rate;
    return true;
}

TrackerNews livelink_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    Reader reader = {data, size};
    const uint8_t* version = take(&reader, 1);
    if (version == NULL || version[0] < 1 || version[0] > 6 || !skip_text(&reader) ||
        !skip_text(&reader))
        return TRACKER_REFUSED;
    /* A packet that ends here, or after the time, shows no face. */
    if (reader.left == 0) return TRACKER_LOST;
    const uint8_t* times = take(&reader, TIMES);
    if (times == NULL || !read_time(times, &frame->state)) return TRACKER_REFUSED;
    if (reader.left == 0) return TRACKER_LOST;
    const uint8_t* count = take(&reader, 1);
    if (count[0] == 0 && reader.left == 0) return TRACKER_LOST;
    if (count[0] != VALUES || reader.left != VALUES * 4) return TRACKER_REFUSED;
    float values[VALUES];
    for (int i = 0; i < VALUES; i++) {
        values[i] = tracker_f32_be(reader.at + 4 * i);
        if (!tracker_is_near((double)values[i])) return TRACKER_REFUSED;
    }
    read_values(values, &frame->state);
    return TRACKER_MOTION;
}

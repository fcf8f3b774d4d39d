/* SPDX-License-Identifier: MIT */
/* VTube Studio for iPhone: one object of JSON. It is read in place, because a tracker allocates
 * nothing; what is not known is skipped. docs/reference/trackers.md has the members and the signs.
 */
#include "trackers.h"

#include <string.h>

enum { DEPTH_MAX = 16 };

typedef struct Json {
    const char *at, *end;
} Json;

typedef struct Text {
    const char* text; /* between the quotes, escapes as they are */
    size_t size;
} Text;

static char peek(Json* json) {
    while (json->at < json->end &&
           (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
    return json->at < json->end ? *json->at : '\0';
}

static bool take(Json* json, char c) {
    if (peek(json) != c) return false;
    json->at++;
    return true;
}

static bool read_text(Json* json, Text* out) {
    if (!take(json, '"')) return false;
    out->text = json->at;
    for (; json->at < json->end && *json->at != '"'; json->at++)
        if (*json->at == '\\' && ++json->at == json->end) return false;
    if (json->at == json->end) return false;
    out->size = (size_t)(json->at++ - out->text);
    return true;
}

static bool is_word(Text text, const char* word) {
    return text.size == strlen(word) && memcmp(text.text, word, text.size) == 0;
}

static bool read_number(Json* json, double* out) {
    char c = peek(json);
    if (c != '-' && !(c >= '0' && c <= '9')) return false;
    size_t used = tracker_decimal(json->at, (size_t)(json->end - json->at), out);
    json->at += used;
    return used > 0;
}

static bool read_near(Json* json, double* out) {
    return read_number(json, out) && tracker_is_near(*out);
}

/* true, false, null */
static bool read_word(Json* json, Text* out) {
    peek(json);
    out->text = json->at;
    while (json->at < json->end && *json->at >= 'a' && *json->at <= 'z') json->at++;
    out->size = (size_t)(json->at - out->text);
    return is_word(*out, "true") || is_word(*out, "false") || is_word(*out, "null");
}

static bool skip_scalar(Json* json) {
    Text text;
    double number;
    char c = peek(json);
    if (c == '"') return read_text(json, &text);
    return c >= 'a' && c <= 'z' ? read_word(json, &text) : read_number(json, &number);
}

/* Skips a value of any kind: brackets are counted, what is between them need not be in order. */
static bool skip(Json* json) {
    int depth = 0;
    do {
        char c = peek(json);
        if (c == '[' || c == '{') {
            if (++depth > DEPTH_MAX) return false;
            json->at++;
        } else if (depth > 0 && (c == ']' || c == '}')) {
            depth--;
            json->at++;
        } else if (depth > 0 && (c == ',' || c == ':')) {
            json->at++;
        } else if (!skip_scalar(json)) {
            return false;
        }
    } while (depth > 0);
    return true;
}

/* The next member of an object, whose value follows. `is_first` is true before the first call.
 * False at the end, and if it is broken: then `*is_good` is false. */
static bool next_member(Json* json, bool* is_first, Text* name, bool* is_good) {
    bool was_first = *is_first;
    *is_first = false;
    if (take(json, '}')) return false;
    *is_good = (was_first || take(json, ',')) && read_text(json, name) && take(json, ':');
    return *is_good;
}

/* {"x":..,"y":..,"z":..} */
static bool read_vector(Json* json, double out[3]) {
    bool is_first = true, is_good = true;
    Text name;
    out[0] = out[1] = out[2] = 0.0;
    if (!take(json, '{')) return false;
    while (next_member(json, &is_first, &name, &is_good)) {
        int axis = name.size == 1 ? name.text[0] - 'x' : -1;
        is_good = axis >= 0 && axis < 3 ? read_near(json, &out[axis]) : skip(json);
        if (!is_good) break;
    }
    return is_good;
}

/* {"k":name,"v":weight} */
static bool read_shape(Json* json, TrackerFrame* frame) {
    bool is_first = true, is_good = true, has_weight = false;
    Text name, key = {NULL, 0};
    double weight = 0.0;
    if (!take(json, '{')) return false;
    while (next_member(json, &is_first, &name, &is_good)) {
        if (is_word(name, "k"))
            is_good = read_text(json, &key);
        else if (is_word(name, "v"))
            is_good = has_weight = read_near(json, &weight);
        else
            is_good = skip(json);
        if (!is_good) return false;
    }
    if (!is_good || key.text == NULL || !has_weight) return false;
    vrm_FaceShape shape = tracker_shape(key.text, key.size);
    if (shape == VRM_FACE_SHAPE_NONE)
        frame->unknown_names++;
    else
        tracker_set_shape(&frame->state, shape, weight);
    return true;
}

static bool read_shapes(Json* json, TrackerFrame* frame) {
    if (!take(json, '[')) return false;
    if (take(json, ']')) return true;
    do {
        if (!read_shape(json, frame)) return false;
    } while (take(json, ','));
    return take(json, ']');
}

/* The app turns yaw to the person's right, pitch down and roll to their left, in degrees, and
 * counts centimetres to the person's left, up and away from the camera. */
static void set_head(vrm_TrackerState* state, const double rotation[3], const double position[3]) {
    tracker_set_head(state, -rotation[0], rotation[1], -rotation[2]);
    state->head_position = (vrm_Vec3){(float)(position[0] * 0.01), (float)(position[1] * 0.01),
                                      (float)(position[2] * -0.01)};
    state->has_head_position = true;
}

typedef struct Members {
    bool is_request, has_found, is_found, has_rotation;
    double rotation[3], position[3];
} Members;

static bool read_member(Json* json, Text name, TrackerFrame* frame, Members* members) {
    Text word;
    double time_ms;
    if (is_word(name, "FaceFound")) {
        members->has_found = read_word(json, &word);
        members->is_found = members->has_found && is_word(word, "true");
        return members->has_found;
    }
    if (is_word(name, "Rotation"))
        return members->has_rotation = read_vector(json, members->rotation);
    if (is_word(name, "Position")) return read_vector(json, members->position);
    if (is_word(name, "BlendShapes")) return read_shapes(json, frame);
    if (is_word(name, "Timestamp")) {
        if (!read_number(json, &time_ms) || !(time_ms >= 0.0 && time_ms <= 1e15)) return false;
        frame->state.time_s = time_ms * 0.001;
        return frame->state.has_time = true;
    }
    members->is_request |= is_word(name, "messageType");
    return skip(json);
}

TrackerNews vtubestudio_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    Json json = {(const char*)data, (const char*)data + size};
    Members members = {0};
    bool is_first = true, is_good = true;
    Text name;
    if (size == 0 || !take(&json, '{')) return TRACKER_REFUSED;
    while (next_member(&json, &is_first, &name, &is_good))
        if (!read_member(&json, name, frame, &members)) return TRACKER_REFUSED;
    if (!is_good || peek(&json) != '\0' || json.at != json.end) return TRACKER_REFUSED;
    if (members.is_request) return TRACKER_OTHER;
    if (!members.has_found) return TRACKER_REFUSED;
    if (!members.is_found) return TRACKER_LOST;
    if (members.has_rotation) set_head(&frame->state, members.rotation, members.position);
    /* The angles of EyeLeft and EyeRight are described nowhere: the shapes say the same. */
    if (frame->state.shape_mask != 0) tracker_set_gaze_by_shapes(&frame->state);
    return TRACKER_MOTION;
}

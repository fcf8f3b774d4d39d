/* SPDX-License-Identifier: MIT */
/* VTube Studio for iPhone: one object of JSON. docs/reference/trackers.md has the members and the
 * signs. */
#include "trackers.h"

#include "vrm/json.h"

enum { DEPTH_MAX = 16, VALUES_MAX = 4096 };

static bool read_near(const vrm_Json* json, vrm_JsonRef value, double* out) {
    *out = vrm_json_number(json, value, 2.0 * TRACKER_FARTHEST);
    return tracker_is_near(*out);
}

/* {"x":..,"y":..,"z":..}; 0 for those that are missing. */
static bool read_vector(const vrm_Json* json, vrm_JsonRef value, double out[3]) {
    static const char* const axes[] = {"x", "y", "z"};
    if (vrm_json_type(json, value) != VRM_JSON_OBJECT) return false;
    for (int i = 0; i < 3; i++) {
        vrm_JsonRef member = vrm_json_member(json, value, axes[i]);
        out[i] = 0.0;
        if (member != VRM_JSON_MISSING && !read_near(json, member, &out[i])) return false;
    }
    return true;
}

/* {"k":name,"v":weight} */
static bool read_shape(const vrm_Json* json, vrm_JsonRef value, TrackerFrame* frame) {
    vrm_JsonRef key = vrm_json_member(json, value, "k");
    char name[32];
    double weight;
    bool is_shape = vrm_json_type(json, key) == VRM_JSON_STRING &&
                    read_near(json, vrm_json_member(json, value, "v"), &weight);
    if (!is_shape) return false;
    vrm_FaceShape shape = tracker_shape(name, vrm_json_string(json, key, name, sizeof name));
    if (shape == VRM_FACE_SHAPE_NONE)
        frame->unknown_names++;
    else
        tracker_set_shape(&frame->state, shape, weight);
    return true;
}

static bool read_shapes(const vrm_Json* json, vrm_JsonRef value, TrackerFrame* frame) {
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY) return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it))
        if (!read_shape(json, it.value, frame)) return false;
    return true;
}

static bool read_time(const vrm_Json* json, vrm_JsonRef value, vrm_TrackerState* state) {
    double time_ms = vrm_json_number(json, value, -1.0);
    state->time_s = time_ms * 0.001;
    return state->has_time = time_ms >= 0.0 && time_ms <= 1e15;
}

/* The app turns yaw to the person's right, pitch down and roll to their left, in degrees, and
 * counts centimetres to the person's left, up and away from the camera. */
static void set_head(vrm_TrackerState* state, const double rotation[3], const double position[3]) {
    tracker_set_head(state, -rotation[0], rotation[1], -rotation[2]);
    state->head_position = (vrm_Vec3){(float)(position[0] * 0.01), (float)(position[1] * 0.01),
                                      (float)(position[2] * -0.01)};
    state->has_head_position = true;
}

static TrackerNews read_object(const vrm_Json* json, TrackerFrame* frame) {
    vrm_JsonRef root = vrm_json_root(json), found = vrm_json_member(json, root, "FaceFound");
    vrm_JsonRef turn = vrm_json_member(json, root, "Rotation");
    vrm_JsonRef place = vrm_json_member(json, root, "Position");
    vrm_JsonRef shapes = vrm_json_member(json, root, "BlendShapes");
    vrm_JsonRef time = vrm_json_member(json, root, "Timestamp");
    double rotation[3] = {0.0}, position[3] = {0.0};
    bool has_rotation = turn != VRM_JSON_MISSING;
    bool is_good = (!has_rotation || read_vector(json, turn, rotation)) &&
                   (place == VRM_JSON_MISSING || read_vector(json, place, position)) &&
                   (shapes == VRM_JSON_MISSING || read_shapes(json, shapes, frame)) &&
                   (time == VRM_JSON_MISSING || read_time(json, time, &frame->state));
    if (!is_good || vrm_json_type(json, root) != VRM_JSON_OBJECT) return TRACKER_REFUSED;
    if (vrm_json_member(json, root, "messageType") != VRM_JSON_MISSING) return TRACKER_OTHER;
    if (vrm_json_type(json, found) != VRM_JSON_BOOL) return TRACKER_REFUSED;
    if (!vrm_json_bool(json, found, false)) return TRACKER_LOST;
    if (has_rotation) set_head(&frame->state, rotation, position);
    /* The angles of EyeLeft and EyeRight are described nowhere: the shapes say the same. */
    if (frame->state.shape_mask != 0) tracker_set_gaze_by_shapes(&frame->state);
    return TRACKER_MOTION;
}

TrackerNews vtubestudio_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    vrm_JsonDef def = vrm_default_json_def();
    vrm_Json* json = NULL;
    def.borrow_text = true;
    def.allocator = *frame->allocator;
    def.limits.json_depth = DEPTH_MAX;
    def.limits.json_values = VALUES_MAX;
    vrm_Result result = vrm_json_parse((const char*)data, size, &def, NULL, &json);
    if (result == VRM_ERR_MEMORY) return TRACKER_NO_MEMORY;
    if (result != VRM_OK) return TRACKER_REFUSED;
    TrackerNews news = read_object(json, frame);
    vrm_json_destroy(json);
    return news;
}

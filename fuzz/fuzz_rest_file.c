/* SPDX-License-Identifier: MIT */
/* A motion with a rest file and a mapping: whatever the three are, poses are finite, and a failure
 * has a finding. A line "--- rest" separates the motion from the rest file, "--- map" that from the
 * lines of the mapping, "joint = number of a bone". */
#include "require.h"

#include "vrm/capture.h"
#include "vrm/retarget.h"

#include <math.h>
#include <string.h>

enum { NAMES_MAX = 64 };

typedef struct Text {
    char* bytes; /* of its own, ends with 0 */
    size_t size;
} Text;

static Text copy(const uint8_t* bytes, size_t size) {
    Text text = {malloc(size + 1), size};
    require(text.bytes != NULL);
    memcpy(text.bytes, bytes, size);
    text.bytes[size] = 0;
    return text;
}

/* Returns the place of a separator; the end if there is none. */
static size_t find(const uint8_t* data, size_t size, const char* separator) {
    size_t length = strlen(separator);
    for (size_t at = 0; at + length <= size; at++)
        if (memcmp(data + at, separator, length) == 0) return at;
    return size;
}

/* Cuts the text into lines; the names point into it. */
static int32_t read_map(char* text, vrm_CaptureName names[NAMES_MAX]) {
    int32_t count = 0;
    for (char* line = text; line != NULL && count < NAMES_MAX;) {
        char *end = strchr(line, '\n'), *equals;
        if (end != NULL) *end = 0;
        equals = strstr(line, " = ");
        if (equals != NULL) {
            int bone = atoi(equals + 3);
            *equals = 0;
            bool is_bone = bone >= 0 && bone < VRM_BONE_COUNT;
            names[count++] = (vrm_CaptureName){line, is_bone ? (vrm_Bone)bone : VRM_BONE_NONE};
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return count;
}

static void check(const vrm_Capture* capture) {
    float confidence = vrm_capture_rest_confidence(capture);
    require(confidence >= 0.0f && confidence <= 1.0f);
    vrm_Skeleton skeleton = vrm_skeleton_of_capture(capture);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3 p = skeleton.positions[b];
        require((skeleton.bones >> b & 1) == 0 ||
                (isfinite(p.x) && isfinite(p.y) && isfinite(p.z)));
    }
    for (int i = 0; i < 3; i++) {
        vrm_Pose pose;
        vrm_capture_pose(capture, (vrm_capture_frame_count(capture) - 1) * i / 2.0, &pose);
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = pose.rotations[b];
            require(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 0.01f);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const char rest_begins[] = "\n--- rest\n", map_begins[] = "\n--- map\n";
    size_t rest_at = find(data, size, rest_begins), map_at = find(data, size, map_begins);
    if (rest_at == size || map_at < rest_at) return 0;
    size_t rest_from = rest_at + sizeof rest_begins - 1;
    size_t map_from = map_at < size ? map_at + sizeof map_begins - 1 : size;
    if (map_at < rest_from) return 0;
    Text motion = copy(data, rest_at), rest = copy(data + rest_from, map_at - rest_from),
         map = copy(data + map_from, size - map_from);
    vrm_CaptureName names[NAMES_MAX];
    vrm_CaptureDef def = vrm_default_capture_def();
    vrm_Capture* capture = NULL;
    def.max_bytes = 1 << 22;
    def.rest = (vrm_CaptureRest)(size % 5);
    def.rest_file = rest.bytes;
    def.rest_file_size = rest.size;
    def.names = names;
    def.name_count = read_map(map.bytes, names);
    require(vrm_report_create(NULL, &def.report) == VRM_OK);
    vrm_Result result = vrm_capture_read(motion.bytes, motion.size, &def, &capture);
    require((result == VRM_OK) == (capture != NULL));
    require(result == VRM_OK || vrm_report_count(def.report) > 0);
    if (capture != NULL) check(capture);
    vrm_capture_destroy(capture);
    vrm_report_destroy(def.report);
    free(motion.bytes);
    free(rest.bytes);
    free(map.bytes);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Packets of trackers: whatever they say, every number that comes out is finite, every rotation a
 * rotation and every weight 0..1, and it can be recorded. The first byte is the protocol; packets
 * follow, each behind its size (2 bytes). */
#include "require.h"

#include "vrm/tracker.h"

#include <math.h>
#include <string.h>

static void check_state(const vrm_Tracker* tracker, vrm_Recorder* recorder, double time_s) {
    const vrm_TrackerState* state = vrm_tracker_state(tracker);
    vrm_Pose pose = vrm_tracker_pose(tracker, 1.0f);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose.rotations[b];
        require(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 1e-3f);
    }
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        require(state->shapes[s] >= 0.0f && state->shapes[s] <= 1.0f);
    require(isfinite(pose.hips_offset.x + pose.hips_offset.y + pose.hips_offset.z));
    require(isfinite(state->head_position.x + state->head_position.y + state->head_position.z));
    require(fabsf(state->gaze_yaw) <= 90.0f && fabsf(state->gaze_pitch) <= 90.0f);
    require(isfinite(state->time_s));
    if (recorder != NULL)
        require(vrm_tracker_record(tracker, recorder, time_s, 0.0f) != VRM_ERR_ARGUMENT);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_TrackerDef def = vrm_default_tracker_def();
    vrm_Tracker* tracker;
    vrm_Recorder* recorder;
    if (size == 0) return 0;
    def.records_shapes = data[0] >= 128;
    if (vrm_tracker_create((vrm_TrackerKind)(data[0] % VRM_TRACKER_COUNT), &def, &tracker) !=
            VRM_OK ||
        vrm_recorder_create(NULL, &recorder) != VRM_OK)
        abort();
    data++;
    size--;
    for (int packets = 0; size >= 2; packets++) {
        size_t length = (size_t)data[0] << 8 | data[1];
        if (length > size - 2) length = size - 2;
        /* A block of its own size: a sanitizer sees the first byte too far. */
        uint8_t* packet = malloc(length == 0 ? 1 : length);
        if (packet == NULL) break;
        memcpy(packet, data + 2, length);
        vrm_TrackerState before = *vrm_tracker_state(tracker);
        vrm_Result result = vrm_tracker_receive(tracker, packet, length);
        require(result == VRM_OK ||
                memcmp(&before, vrm_tracker_state(tracker), sizeof before) == 0);
        free(packet);
        check_state(tracker, packets < 16 ? recorder : NULL, packets);
        data += 2 + length;
        size -= 2 + length;
    }
    vrm_recorder_destroy(recorder);
    vrm_tracker_destroy(tracker);
    return 0;
}

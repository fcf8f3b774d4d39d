/* SPDX-License-Identifier: MIT */
/* Motion of every format: read it, take poses of it, and record those: whatever the bytes, every
 * number is finite and the animation can be built again. */
#include "vrm/capture.h"
#include "vrm/clip.h"
#include "vrm/motion.h"
#include "vrm/motion_edit.h"
#include "vrm/record.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define REQUIRE(claim) ((claim) ? (void)0 : abort())

static bool is_finite(float a) {
    return a - a == 0.0f;
}

static void check_pose(const vrm_Pose* pose) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Quat q = pose->rotations[b];
        float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        REQUIRE(is_finite(square) && square > 0.99f && square < 1.01f);
    }
    REQUIRE(is_finite(pose->hips_offset.x) && is_finite(pose->hips_offset.y) &&
            is_finite(pose->hips_offset.z));
}

static void check_face(const vrm_Capture* capture, double frame) {
    float yaw, pitch;
    for (int32_t e = 0; e < vrm_capture_expression_count(capture); e++)
        REQUIRE(is_finite(vrm_capture_expression(capture, e, frame)));
    (void)vrm_capture_gaze(capture, frame, &yaw, &pitch);
    REQUIRE(is_finite(yaw) && is_finite(pitch));
}

/* Replaces a motion by the edited one; an edit that fails leaves nothing. */
static void take(vrm_Motion** motion, vrm_Result result, vrm_Motion** edited) {
    REQUIRE((result == VRM_OK) == (*edited != NULL));
    if (result != VRM_OK) return;
    REQUIRE(vrm_motion_info(*edited).seconds >= 0.0);
    vrm_motion_destroy(*motion);
    *motion = *edited;
}

/* Edits a motion; the last bytes of the file choose the numbers. The result still becomes a clip.
 */
static void edit(const uint8_t* data, size_t size) {
    vrm_Motion *motion = NULL, *edited = NULL;
    vrm_Clip* clip = NULL;
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_MotionEditDef editing = vrm_default_motion_edit_def();
    def.max_bytes = editing.max_bytes = 1 << 22;
    if (size < 3 || vrm_motion_load(data, size, &def, &motion) != VRM_OK) return;
    double a = data[size - 2] / 64.0, b = data[size - 3] / 32.0;
    take(&motion, vrm_motion_mirror(motion, &editing, &edited), &edited);
    take(&motion, vrm_motion_cut(motion, a, a + b, &editing, &edited), &edited);
    take(&motion, vrm_motion_speed(motion, b, &editing, &edited), &edited);
    take(&motion, vrm_motion_reverse(motion, &editing, &edited), &edited);
    take(&motion, vrm_motion_trim_rest(motion, 12.0f, &editing, NULL, &edited), &edited);
    vrm_MotionSmoothDef smooth = vrm_default_motion_smooth_def();
    vrm_MotionJoinDef join = vrm_default_motion_join_def();
    vrm_MotionLayerDef layer = vrm_default_motion_layer_def();
    smooth.max_bytes = join.max_bytes = layer.max_bytes = 1 << 22;
    join.blend_s = layer.offset_s = b;
    layer.fade_in_s = a;
    layer.weight = (float)data[size - 3] / 255.0f;
    take(&motion, vrm_motion_smooth(motion, &smooth, NULL, &edited), &edited);
    take(&motion, vrm_motion_join(motion, motion, &join, NULL, &edited), &edited);
    take(&motion, vrm_motion_layer(motion, motion, &layer, &edited), &edited);
    vrm_FitDef fit = vrm_default_fit_def();
    fit.max_bytes = 1 << 22;
    (void)vrm_motion_clip(motion, NULL, &fit, NULL, &clip);
    vrm_clip_destroy(clip);
    vrm_motion_destroy(motion);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    edit(data, size);
    vrm_CaptureDef def = vrm_default_capture_def();
    if (size > 0) def.rest = (vrm_CaptureRest)(data[size - 1] % 5);
    def.max_bytes = 1 << 22;
    vrm_Capture* capture = NULL;
    if (vrm_capture_read(data, size, &def, &capture) != VRM_OK) {
        REQUIRE(capture == NULL);
        return 0;
    }
    vrm_RecorderDef record = vrm_default_recorder_def();
    record.hips_height = vrm_capture_hips_height(capture);
    record.bones = vrm_capture_bones(capture);
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    vrm_Clip* clip = NULL;
    REQUIRE(is_finite(record.hips_height) && vrm_capture_frame_time(capture) > 0.0);
    REQUIRE(vrm_recorder_create(&record, &recorder) == VRM_OK);
    for (int32_t f = 0; f < vrm_capture_frame_count(capture) && f < 8; f++) {
        vrm_Pose pose;
        vrm_capture_pose(capture, f, &pose);
        check_pose(&pose);
        REQUIRE(vrm_recorder_add_frame(recorder, f * vrm_capture_frame_time(capture), &pose) ==
                VRM_OK);
        vrm_capture_pose(capture, f + 0.4, &pose);
        check_pose(&pose);
        check_face(capture, f + 0.4);
    }
    REQUIRE(vrm_recorder_finish(recorder, NULL, &model) == VRM_OK);
    REQUIRE(vrm_clip_build(model, NULL, &clip) == VRM_OK);
    vrm_clip_destroy(clip);
    vrm_model_destroy(model);
    vrm_recorder_destroy(recorder);
    vrm_capture_destroy(capture);
    return 0;
}

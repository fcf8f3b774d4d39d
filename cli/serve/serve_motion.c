/* SPDX-License-Identifier: MIT */
/* vrm serve: motions, and what they make of an avatar. Values are those of the file's own
 * axes: a 0.x avatar faces -Z, so that its rotations turn the other way about X and Z. */
#include "files/files.h"
#include "serve/serve_session.h"
#include "words/json.h"
#include "words/limit_option.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HALF_DEGREE 0.00872664626f /* radians */

/* ---- Motions ---- */

static int32_t count_bits(uint64_t bits) {
    int32_t count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

static bool load_failed(serve_Call* call, vrm_Result result, const vrm_Report* report) {
    bool has_finding = report != NULL && vrm_report_count(report) > 0;
    return serve_fail(call, SERVE_LOAD_FAILED, "the animation could not be loaded: %s",
                      has_finding ? vrm_report_get(report, 0).message : vrm_result_text(result));
}

static bool open_motion(serve_Server* server, serve_Call* call, const char* path) {
    vrm_MotionDef def = vrm_default_motion_def();
    vrm_Motion** motion = &server->motions[server->motion_count];
    vrm_Limits limits = vrm_default_limits();
    uint8_t* bytes = NULL;
    size_t size = 0;
    cli_apply_limits(&limits);
    vrm_Result result = vrm_report_create(NULL, &def.report);
    if (result == VRM_OK) result = cli_read_file(path, limits.file_bytes, &bytes, &size);
    if (result == VRM_OK) result = cli_load_motion(path, bytes, size, &def, motion);
    if (result != VRM_OK) (void)load_failed(call, result, def.report);
    free(bytes);
    vrm_report_destroy(def.report);
    return result == VRM_OK;
}

bool serve_load_vrma(serve_Server* server, serve_Call* call) {
    char path[SERVE_PATH_ROOM];
    if (!serve_load_path(&server->folders, call, "vrma_path", path)) return false;
    if (server->motion_count == SERVE_MAX_MOTIONS)
        return serve_fail(call, SERVE_LOAD_FAILED, "%d animations are loaded, which is the limit",
                          SERVE_MAX_MOTIONS);
    if (!open_motion(server, call, path)) return false;
    cli_inputs_add(&server->inputs, path);
    vrm_MotionInfo info = vrm_motion_info(server->motions[server->motion_count++]);
    cli_json_integer(call->result, "vrma_handle", server->motion_count);
    vrm_json_put_key(call->result, "channel_summary");
    vrm_json_begin_object(call->result);
    cli_json_integer(call->result, "humanoid_bones", count_bits(info.bones));
    cli_json_integer(call->result, "expressions", info.expression_count);
    cli_json_bool(call->result, "has_look_at", info.has_gaze);
    cli_json_number(call->result, "duration_seconds", info.seconds);
    vrm_json_end_object(call->result);
    return true;
}

bool serve_play(serve_Session* session, const vrm_Clip* clip, double time_s) {
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    layer.at_end = VRM_LAYER_HOLDS;
    layer.fade_in_s = 0.0f;
    uint32_t number = vrm_actor_cross_fade(session->actor, &layer);
    return vrm_actor_set_clip_time(session->actor, number, time_s) &&
           vrm_actor_step(session->actor, 0.0f);
}

bool serve_apply_vrma_at_time(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    const vrm_Clip* clip =
        session == NULL ? NULL : serve_clip(server, session, call, "vrma_handle");
    if (clip == NULL) return false;
    double time_s = serve_number(call, "time_seconds", 0.0);
    if (!serve_play(session, clip, time_s))
        return serve_fail(call, SERVE_BAD_PARAMS, "the animation does not fit the avatar");
    serve_step(session, 0.0f);
    vrm_ClipSample sample;
    vrm_clip_sample(clip, (float)time_s, &sample);
    int32_t bones = 0, expressions = 0;
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
        bones += (sample.bones >> bone & 1) != 0 && vrm_rig_bone(session->rig, (vrm_Bone)bone) >= 0;
    for (int32_t i = 0; i < vrm_clip_expression_count(clip); i++)
        expressions += vrm_rig_expression(session->rig, vrm_clip_expression_name(clip, i)) >= 0;
    vrm_json_put_key(call->result, "channels_applied");
    vrm_json_begin_object(call->result);
    cli_json_integer(call->result, "humanoid_bones", bones);
    cli_json_integer(call->result, "expressions", expressions);
    cli_json_bool(call->result, "look_at", sample.has_gaze && vrm_rig_look_at(session->rig, NULL));
    vrm_json_end_object(call->result);
    return true;
}

/* ---- Dumps ---- */

static void put_version(serve_Call* call, const serve_Session* session) {
    cli_json_string(call->result, "source_spec_version", serve_spec_version(session));
}

/* An adapter does not convert: a 1.0 file cannot be dumped as 0.x. */
static serve_Session* session_to_dump(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return NULL;
    if (serve_has(call, "as_spec_version") &&
        !serve_is(call, "as_spec_version", serve_spec_version(session))) {
        serve_fail(call, SERVE_LOAD_FAILED, "the file is VRM %s and is not converted",
                   serve_spec_version(session));
        return NULL;
    }
    return session;
}

static bool faces_back(const serve_Session* session) {
    return vrm_model_facing(session->model) < 0;
}

static vrm_Quat own_rotation(const serve_Session* session, vrm_Quat q) {
    return faces_back(session) ? (vrm_Quat){-q.x, q.y, -q.z, q.w} : q;
}

bool serve_dump_humanoid_pose(serve_Server* server, serve_Call* call) {
    const serve_Session* session = session_to_dump(server, call);
    if (session == NULL) return false;
    vrm_Pose pose =
        vrm_rig_read_pose(session->rig, vrm_avatar_locals(session->sim, session->avatar));
    put_version(call, session);
    vrm_json_put_key(call->result, "bones");
    vrm_json_begin_array(call->result);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (vrm_rig_bone(session->rig, (vrm_Bone)bone) < 0) continue;
        vrm_json_begin_object(call->result);
        cli_json_string(call->result, "name", vrm_bone_name((vrm_Bone)bone));
        serve_put_quat(call->result, "local_rotation_quat",
                       own_rotation(session, pose.rotations[bone]));
        vrm_json_end_object(call->result);
    }
    vrm_json_end_array(call->result);
    int32_t hips = vrm_rig_bone(session->rig, VRM_BONE_HIPS);
    vrm_Vec3 rest = {0.0f, 0.0f, 0.0f}, offset = pose.hips_offset;
    if (hips >= 0) rest = vrm_rig_rest_model(session->rig, hips).translation;
    float turn = faces_back(session) ? -1.0f : 1.0f;
    serve_put_vec3(
        call->result, "hips_translation",
        (vrm_Vec3){rest.x + offset.x * turn, rest.y + offset.y, rest.z + offset.z * turn});
    vrm_json_put_key(call->result, "bones_missing");
    vrm_json_begin_array(call->result);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (vrm_bone_is_required((vrm_Bone)bone) && vrm_rig_bone(session->rig, (vrm_Bone)bone) < 0)
            vrm_json_put_string(call->result, vrm_bone_name((vrm_Bone)bone));
    vrm_json_end_array(call->result);
    return true;
}

static bool is_look(vrm_ExpressionPreset preset) {
    return preset >= VRM_EXPRESSION_LOOK_UP && preset <= VRM_EXPRESSION_LOOK_RIGHT;
}

bool serve_dump_expression_weights(serve_Server* server, serve_Call* call) {
    const serve_Session* session = session_to_dump(server, call);
    if (session == NULL) return false;
    const float* weights = vrm_avatar_expression_inputs(session->sim, session->avatar);
    put_version(call, session);
    vrm_json_put_key(call->result, "presets");
    vrm_json_begin_object(call->result);
    for (int32_t preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++) {
        int32_t at = vrm_rig_expression_preset(session->rig, (vrm_ExpressionPreset)preset);
        if (is_look((vrm_ExpressionPreset)preset)) continue;
        vrm_json_put_key(call->result, vrm_expression_preset_name((vrm_ExpressionPreset)preset));
        vrm_json_put_float(call->result, at < 0 ? 0.0f : weights[at]);
    }
    vrm_json_end_object(call->result);
    vrm_json_put_key(call->result, "custom");
    vrm_json_begin_object(call->result);
    for (int32_t i = 0; i < vrm_rig_expression_count(session->rig); i++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(session->rig, i);
        if (info.preset != VRM_EXPRESSION_CUSTOM) continue;
        vrm_json_put_key(call->result, info.name);
        vrm_json_put_float(call->result, weights[i]);
    }
    vrm_json_end_object(call->result);
    return true;
}

/* VRMC_vrm_animation 1.0, look-at: yaw about +Y, then pitch about the turned +X. */
static vrm_Quat gaze_rotation(vrm_Vec2 gaze) {
    float sy = sinf(gaze.x * HALF_DEGREE), cy = cosf(gaze.x * HALF_DEGREE);
    float sx = sinf(gaze.y * HALF_DEGREE), cx = cosf(gaze.y * HALF_DEGREE);
    return (vrm_Quat){cy * sx, sy * cx, -sy * sx, cy * cx};
}

bool serve_dump_look_at_state(serve_Server* server, serve_Call* call) {
    const serve_Session* session = session_to_dump(server, call);
    if (session == NULL) return false;
    vrm_LookAtType type = VRM_LOOK_AT_BONE;
    bool looks = vrm_rig_look_at(session->rig, &type);
    const vrm_LookAt* look_at = vrm_model_look_at(session->model);
    vrm_Vec2 gaze = vrm_avatar_gaze(session->sim, session->avatar);
    vrm_Vec3 zero = {0.0f, 0.0f, 0.0f};
    put_version(call, session);
    serve_put_quat(call->result, "gaze_direction_quat", gaze_rotation(gaze));
    cli_json_number(call->result, "yaw_deg", (double)gaze.x);
    cli_json_number(call->result, "pitch_deg", (double)gaze.y);
    cli_json_string(call->result, "applied_via",
                    !looks                     ? "off"
                    : type == VRM_LOOK_AT_BONE ? "bone"
                                               : "expression");
    serve_put_vec3(call->result, "offset_from_head_bone",
                   look_at == NULL ? zero : look_at->offset_from_head);
    return true;
}

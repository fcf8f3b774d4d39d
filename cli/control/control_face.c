/* SPDX-License-Identifier: MIT */
/* emote, look, camera and state. */
#include "control/control.h"
#include "control/control_parts.h"
#include "words/json.h"

#include <math.h>
#include <string.h>

/* ---- emote ---- */

/* Its expressions, "neutral" left out. */
static bool read_parts(control_Control* control, control_Call* call,
                       vrm_EmotionPart parts[CONTROL_PARTS_MAX], int32_t* out_count) {
    vrm_JsonRef emotion = control_member(call, "emotion");
    char name[CONTROL_EXPRESSION_MAX + 1];
    bool is_text = vrm_json_type(call->json, emotion) == VRM_JSON_STRING;
    vrm_JsonIter it = vrm_json_iter(call->json, emotion);
    *out_count = 0;
    while (is_text || vrm_json_next(&it)) {
        vrm_JsonRef key = is_text ? emotion : it.key;
        vrm_EmotionPart* part = &parts[*out_count];
        size_t size = vrm_json_string(call->json, key, name, sizeof name);
        if (size >= sizeof name || strlen(name) != size)
            return control_fail(call, "avatar", "the avatar has no such expression");
        if (!control_expression(control, call, name, &part->expression)) return false;
        part->weight = is_text ? 1.0f : (float)vrm_json_number(call->json, it.value, 0.0);
        *out_count += part->expression != NULL;
        if (is_text) break;
    }
    return true;
}

bool control_emote(control_Control* control, control_Client* client, control_Call* call) {
    vrm_EmotionPart parts[CONTROL_PARTS_MAX];
    vrm_EmotionDef def = vrm_default_emotion_def();
    (void)client;
    if (control->face == NULL) return control_fail(call, "avatar", "the avatar has no face");
    if (!read_parts(control, call, parts, &def.part_count)) return false;
    def.parts = def.part_count > 0 ? parts : NULL;
    def.intensity = (float)control_number(call, "intensity", 1.0);
    def.ease_in_s = (float)control_number(call, "easeIn", (double)def.ease_in_s);
    def.ease_out_s = (float)control_number(call, "easeOut", (double)def.ease_out_s);
    def.hold_s = (float)control_number(call, "hold", (double)INFINITY);
    def.is_queued = control_flag(call, "queued", false);
    if (vrm_actor_emote(control->stage.actor, VRM_ACTOR_NOW, &def)) return true;
    return def.is_queued ? control_fail(call, "limit", "16 emotions wait already")
                         : control_fail_memory(call);
}

/* ---- look ---- */

bool control_look(control_Control* control, control_Client* client, control_Call* call) {
    vrm_Actor* actor = control->stage.actor;
    bool is_free = control_is_null(call, "at"), is_at = control_has(call, "at");
    (void)client;
    if ((is_free || is_at) == control_has(call, "along"))
        return control_fail(call, "missing", "look needs either at or along");
    if (is_free) {
        control->gaze = CONTROL_GAZE_FREE;
        vrm_actor_look_free(actor);
        return true;
    }
    if (!is_at) {
        control->gaze = CONTROL_GAZE_ALONG;
        control_floats(call->json, control_member(call, "along"), control->gaze_along, 2);
        return vrm_actor_look_along(actor, control->gaze_along[0], control->gaze_along[1]);
    }
    if (vrm_json_type(call->json, control_member(call, "at")) == VRM_JSON_STRING) {
        control->gaze = CONTROL_GAZE_CAMERA; /* control_feed() follows it */
        return true;
    }
    control->gaze = CONTROL_GAZE_POINT;
    control->gaze_point = control_vec3(call, "at");
    return vrm_actor_look_at(actor, control->gaze_point);
}

/* ---- camera ---- */

static bool is_same_point(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool control_set_camera(control_Control* control, control_Client* client, control_Call* call) {
    control_Camera camera = control->camera;
    bool has_eye = control_has(call, "eye"), has_target = control_has(call, "target");
    bool has_shot =
        control_has(call, "shot") || control_has(call, "yaw") || control_has(call, "pitch");
    (void)client;
    if (has_eye != has_target)
        return control_fail(call, "missing", "camera: eye and target go together");
    if (has_eye && has_shot)
        return control_fail(call, "missing", "camera: eye excludes shot, yaw and pitch");
    camera.fov_degrees = (float)control_number(call, "fov", 30.0);
    camera.is_placed = has_eye;
    if (has_eye) {
        camera.eye = control_vec3(call, "eye");
        camera.target = control_vec3(call, "target");
        if (is_same_point(camera.eye, camera.target))
            return control_fail(call, "value", "camera: eye and target are the same point");
    } else {
        camera.shot = (vrm_Shot)control_word(call, "shot", (int)camera.shot);
        camera.yaw_degrees = (float)control_number(call, "yaw", 0.0);
        camera.pitch_degrees = (float)control_number(call, "pitch", 0.0);
    }
    camera.changes++;
    control->camera = camera;
    return true;
}

/* ---- state ---- */

static void put_vec3(vrm_JsonBuilder* out, const char* key, vrm_Vec3 v) {
    cli_json_floats(out, key, (const float[]){v.x, v.y, v.z}, 3);
}

static void put_look(const control_Control* control) {
    vrm_JsonBuilder* out = control->out;
    vrm_json_put_key(out, "look");
    vrm_json_begin_object(out);
    switch (control->gaze) {
    case CONTROL_GAZE_FREE:
        vrm_json_put_key(out, "at");
        vrm_json_put_null(out);
        break;
    case CONTROL_GAZE_POINT: put_vec3(out, "at", control->gaze_point); break;
    case CONTROL_GAZE_CAMERA: cli_json_string(out, "at", "camera"); break;
    case CONTROL_GAZE_ALONG: cli_json_floats(out, "along", control->gaze_along, 2); break;
    }
    vrm_json_end_object(out);
}

void control_put_camera(const control_Camera* camera, vrm_JsonBuilder* out) {
    static const char* const shots[] = {"full", "bust", "face"};
    vrm_json_begin_object(out);
    if (camera->is_placed) {
        put_vec3(out, "eye", camera->eye);
        put_vec3(out, "target", camera->target);
    } else {
        cli_json_string(out, "shot", shots[camera->shot]);
        cli_json_float(out, "yaw", camera->yaw_degrees);
        cli_json_float(out, "pitch", camera->pitch_degrees);
    }
    cli_json_float(out, "fov", camera->fov_degrees);
    vrm_json_end_object(out);
}

static void put_expressions(const control_Control* control) {
    const float* weights = vrm_avatar_expression_inputs(control->stage.sim, control->stage.avatar);
    int32_t count = vrm_rig_expression_count(control->rig);
    vrm_json_put_key(control->out, "expressions");
    vrm_json_begin_object(control->out);
    for (int32_t i = 0; weights != NULL && i < count; i++)
        if (weights[i] != 0.0f)
            cli_json_float(control->out, vrm_rig_expression_info(control->rig, i).name, weights[i]);
    vrm_json_end_object(control->out);
}

bool control_state(control_Control* control, control_Client* client, control_Call* call) {
    (void)control_begin(control, "ok", &call->id);
    control_put_time(control);
    control_put_speech(control);
    control_put_motions(control);
    put_look(control);
    vrm_json_put_key(control->out, "camera");
    control_put_camera(&control->camera, control->out);
    put_expressions(control);
    control_send(control, client);
    return true;
}

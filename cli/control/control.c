/* SPDX-License-Identifier: MIT */
#include "control/control.h"

#include "control/control_parts.h"
#include "words/json.h"

#include "vrm/model.h"

#include <stdlib.h>
#include <string.h>

/* ---- Answers ---- */

static void send_error(control_Control* control, control_Client* client, const control_Id* id,
                       const char* code, const char* message) {
    vrm_JsonBuilder* out = control_begin(control, "error", id);
    cli_json_string(out, "code", code);
    cli_json_string(out, "message", message);
    control_send(control, client);
}

static void send_hello(control_Control* control, control_Client* client) {
    vrm_JsonBuilder* out = control_begin(control, "hello", NULL);
    const vrm_Meta* meta = vrm_model_meta(control->stage.model);
    cli_json_integer(out, "version", CONTROL_VERSION);
    cli_json_string(out, "program", "vrm " VRM_VERSION_TEXT);
    cli_json_string(out, "name", meta != NULL && meta->name != NULL ? meta->name : "");
    vrm_json_put_key(out, "expressions");
    vrm_json_begin_array(out);
    for (int32_t i = 0; i < vrm_rig_expression_count(control->rig); i++)
        vrm_json_put_string(out, vrm_rig_expression_info(control->rig, i).name);
    vrm_json_end_array(out);
    cli_json_bool(out, "speaks", control->speaks);
    control_send(control, client);
}

/* ---- Messages ---- */

static bool say_hello(control_Control* control, control_Client* client, control_Call* call) {
    (void)control, (void)client;
    double version = control_number(call, "version", 0.0);
    return version == CONTROL_VERSION ||
           control_fail(call, "version", "version %.0f is not spoken here, only version %d",
                        version, CONTROL_VERSION);
}

static bool stop(control_Control* control, control_Client* client, control_Call* call) {
    enum { ALL, SPEECH, MOTION };
    bool has_layer = control_has(call, "layer");
    int what = control_word(call, "what", has_layer ? MOTION : ALL);
    double fade_s = control_number(call, "fade", 0.25);
    (void)client;
    if (has_layer && what != MOTION)
        return control_fail(call, "missing", "stop: layer goes with what motion alone");
    char* layer = has_layer ? control_text(call, "layer") : NULL;
    if (has_layer && layer == NULL) return false;
    bool is_done = what == SPEECH || control_stop_motions(control, call, layer, fade_s);
    free(layer);
    return is_done && (what == MOTION || control_stop_speech(control));
}

static bool calibrate(control_Control* control, control_Client* client, control_Call* call) {
    const control_Stage* stage = &control->stage;
    (void)client;
    if (stage->calibrate == NULL)
        return control_fail(call, "state", "no tracker moves the avatar%s%s",
                            stage->tracker_hint != NULL ? ": " : "",
                            stage->tracker_hint != NULL ? stage->tracker_hint : "");
    return stage->calibrate(stage->calibrate_ctx) ||
           control_fail(call, "state", "no tracker shows a face or a head now");
}

static bool run_call(control_Control* control, control_Client* client, control_Call* call) {
    static control_MessageFn* const messages[CONTROL_TYPE_COUNT] = {
        [CONTROL_HELLO] = say_hello,
        [CONTROL_SAY] = control_say,
        [CONTROL_CHUNK] = control_chunk,
        [CONTROL_EMOTE] = control_emote,
        [CONTROL_LOOK] = control_look,
        [CONTROL_PLAY] = control_play,
        [CONTROL_STOP] = stop,
        [CONTROL_POSE] = control_set_pose,
        [CONTROL_CAMERA] = control_set_camera,
        [CONTROL_CALIBRATE] = calibrate,
        [CONTROL_STATE] = control_state};
    return messages[call->type](control, client, call);
}

static void carry_out(control_Control* control, control_Client* client, const char* text,
                      size_t size) {
    control_Call call;
    bool is_done = control_call_open(text, size, &call);
    if (is_done && call.id.kind == CONTROL_ID_NONE &&
        control_needs_id(&control_messages[call.type]))
        is_done = control_fail(&call, "missing", "%s needs id", control_messages[call.type].name);
    /* The answer to state, which writes it itself. */
    if (is_done) is_done = run_call(control, client, &call);
    if (!is_done) {
        send_error(control, client, &call.id, call.code != NULL ? call.code : "memory",
                   call.code != NULL ? call.message : "out of memory");
    } else if (call.id.kind != CONTROL_ID_NONE && call.type != CONTROL_STATE) {
        (void)control_begin(control, "ok", &call.id);
        control_send(control, client);
    }
    client->file_budget -= call.has_read_file;
    control_call_close(&call);
}

static void carry_out_line(control_Control* control, control_Client* client, control_Line line,
                           const char* text, size_t size) {
    client->budget--;
    if (line == CONTROL_LINE_READ)
        carry_out(control, client, text, size);
    else
        send_error(control, client, NULL, "limit", "a line has at most 1048576 bytes");
}

static void run_lines(control_Control* control, control_Client* client) {
    const char* text;
    size_t size;
    client->is_behind = true;
    while (client->budget > 0 && client->file_budget > 0) {
        control_Line line = control_lines_next(&client->lines, &text, &size);
        client->is_behind = line != CONTROL_LINE_NONE;
        if (line == CONTROL_LINE_NONE) return;
        carry_out_line(control, client, line, text, size);
    }
}

/* ---- Clients ---- */

static void begin_frame(control_Client* client) {
    client->budget = CONTROL_FRAME_MESSAGES;
    client->file_budget = CONTROL_FRAME_FILES;
}

control_Client* control_join(control_Control* control, control_WriteFn* write, void* ctx) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (control->clients[i] != NULL) continue;
        control_Client* client = calloc(1, sizeof *client);
        if (client == NULL) return NULL;
        client->write = write;
        client->ctx = ctx;
        begin_frame(client);
        control->clients[i] = client;
        send_hello(control, client);
        return client;
    }
    return NULL;
}

void control_leave(control_Control* control, control_Client* client) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (control->clients[i] != client || client == NULL) continue;
        control->clients[i] = NULL;
        control_forget_client(control, client);
        control_lines_close(&client->lines);
        free(client);
        return;
    }
}

bool control_read(control_Control* control, control_Client* client, const char* bytes,
                  size_t size) {
    if (!control_lines_add(&client->lines, bytes, size))
        send_error(control, client, NULL, "memory", "out of memory");
    run_lines(control, client);
    return !client->has_gone;
}

void control_read_end(control_Control* control, control_Client* client) {
    const char* text;
    size_t size;
    control_Line line;
    begin_frame(client);
    while ((line = control_lines_last(&client->lines, &text, &size)) != CONTROL_LINE_NONE)
        carry_out_line(control, client, line, text, size);
    client->is_behind = false;
    control_end_streams(control, client);
}

bool control_is_behind(const control_Client* client) {
    return client->is_behind;
}

bool control_has_reader(const control_Client* client) {
    return !client->has_gone;
}

/* ---- Frames ---- */

static void look_at_camera(control_Control* control, const vrm_Vec3* eye) {
    if (control->gaze != CONTROL_GAZE_CAMERA) return;
    if (eye != NULL)
        (void)vrm_actor_look_at(control->stage.actor, *eye);
    else
        (void)vrm_actor_look_along(control->stage.actor, 0.0f, 0.0f);
}

void control_feed(control_Control* control, double dt, const vrm_Vec3* eye) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (control->clients[i] == NULL) continue;
        begin_frame(control->clients[i]);
        if (control->clients[i]->is_behind) run_lines(control, control->clients[i]);
    }
    look_at_camera(control, eye);
    control_run_motions(control);
    control_run_speech(control, dt);
}

void control_tracking(control_Control* control, const char* from, bool is_lost) {
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) {
        if (control->clients[i] == NULL) continue;
        vrm_JsonBuilder* out = control_begin(control, is_lost ? "lost" : "found", NULL);
        cli_json_string(out, "what", "tracking");
        cli_json_string(out, "from", from);
        control_put_time(control);
        control_send(control, control->clients[i]);
    }
}

const control_Camera* control_camera(const control_Control* control) {
    return &control->camera;
}

/* ---- Make ---- */

vrm_Result control_create(const control_Stage* stage, control_Control** out) {
    *out = NULL;
    control_Control* control = calloc(1, sizeof *control);
    if (control == NULL) return VRM_ERR_MEMORY;
    control->stage = *stage;
    control->rig = vrm_avatar_rig(stage->sim, stage->avatar);
    control->face = vrm_actor_face(stage->actor);
    if (control->face != NULL && stage->map != NULL) {
        vrm_FaceMapInfo info = vrm_face_map_info(stage->map);
        control->speaks = info.has_vowels || info.has_visemes;
    }
    control->gaze = stage->looks_at_camera ? CONTROL_GAZE_CAMERA : CONTROL_GAZE_FREE;
    control->camera = (control_Camera){.shot = VRM_SHOT_BUST, .fov_degrees = 30.0f};
    if (stage->camera != NULL) control->camera = *stage->camera;
    vrm_Result result = vrm_json_builder_create(NULL, &control->out);
    if (result == VRM_OK)
        *out = control;
    else
        free(control);
    return result;
}

void control_destroy(control_Control* control) {
    if (control == NULL) return;
    control_free_speech(control);
    control_free_motions(control);
    control_free_overlay(control);
    for (int i = 0; i < CONTROL_CLIENTS_MAX; i++) control_leave(control, control->clients[i]);
    vrm_json_builder_destroy(control->out);
    free(control);
}

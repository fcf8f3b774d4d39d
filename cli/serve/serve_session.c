/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "serve/serve_session.h"

#include "files/files.h"
#include "words/json.h"

#include "vrm/spring.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- Sessions ---- */

static void close_session(serve_Server* server, serve_Session* session) {
    if (session->number == 0) return;
#ifdef CLI_HAS_RENDER
    vrm_drawable_destroy(session->drawable);
#endif
    vrm_actor_destroy(session->actor);
    vrm_sim_destroy(session->sim);
    for (int32_t i = 0; i < SERVE_MAX_MOTIONS; i++) vrm_clip_destroy(session->clips[i]);
    vrm_rig_destroy(session->rig);
    vrm_model_destroy(session->model);
    *session = (serve_Session){0};
    server->session_count--;
}

void serve_server_close(serve_Server* server) {
    for (int32_t i = 0; i < SERVE_MAX_SESSIONS; i++) close_session(server, &server->sessions[i]);
    for (int32_t i = 0; i < server->motion_count; i++) vrm_motion_destroy(server->motions[i]);
#ifdef CLI_HAS_RENDER
    vrm_renderer_destroy(server->renderer);
#endif
    cli_inputs_release(&server->inputs);
    allowed_close(&server->folders);
}

serve_Session* serve_session(serve_Server* server, serve_Call* call) {
    char id[32], own[32];
    if (!serve_text(call, "session_id", id, sizeof id)) return NULL;
    for (int32_t i = 0; i < SERVE_MAX_SESSIONS; i++) {
        serve_Session* session = &server->sessions[i];
        snprintf(own, sizeof own, "session-%d", (int)session->number);
        if (session->number != 0 && strcmp(own, id) == 0) return session;
    }
    serve_fail(call, SERVE_BAD_PARAMS, "there is no session %s", id);
    return NULL;
}

const vrm_Clip* serve_clip(const serve_Server* server, serve_Session* session, serve_Call* call,
                           const char* param) {
    double handle = serve_number(call, param, 0.0);
    if (!(handle >= 1.0 && handle <= (double)server->motion_count)) {
        serve_fail(call, SERVE_BAD_PARAMS, "there is no clip with the handle %.0f", handle);
        return NULL;
    }
    int32_t index = (int32_t)handle - 1;
    vrm_Result result = VRM_OK;
    if (session->clips[index] == NULL)
        result = vrm_motion_clip(server->motions[index], session->rig, NULL, NULL,
                                 &session->clips[index]);
    if (result != VRM_OK)
        serve_fail(call, SERVE_BAD_PARAMS, "the animation does not fit the avatar: %s",
                   vrm_result_text(result));
    return session->clips[index];
}

const char* serve_spec_version(const serve_Session* session) {
    return vrm_model_facing(session->model) < 0 ? "0.x" : "1.0";
}

/* ---- Loading ---- */

/* What a report holds, as JSON text; NULL when there is no memory for it. */
static char* report_text(const vrm_Report* report) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text = {NULL, 0};
    char* copy = NULL;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return NULL;
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        vrm_json_begin_object(builder);
        cli_json_string(builder, "code", finding.code);
        cli_json_string(builder, "pointer", finding.pointer);
        cli_json_string(builder, "message", finding.message);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    if (vrm_json_builder_text(builder, &text) == VRM_OK) copy = malloc(text.size + 1);
    if (copy != NULL) {
        memcpy(copy, text.data, text.size);
        copy[text.size] = '\0';
    }
    vrm_json_builder_destroy(builder);
    return copy;
}

static bool load_failed(serve_Call* call, vrm_Result result, const vrm_Report* report) {
    const char* why =
        vrm_report_count(report) > 0 ? vrm_report_get(report, 0).message : vrm_result_text(result);
    serve_fail(call, SERVE_LOAD_FAILED, "the file could not be loaded: %s", why);
    serve_fail_data(call, "validator_report", report_text(report));
    return false;
}

/* Springs step once for each frame, as the specification's own step and the suite's other adapters
 * do, and 0.x avatars keep their facing: plans place the camera accordingly. */
static vrm_Result open_avatar(serve_Session* session, vrm_Report* report) {
    vrm_RigDef rig_def = vrm_default_rig_def();
    rig_def.report = report;
    vrm_ActorDef actor_def = vrm_default_actor_def();
    actor_def.stance = VRM_STANCE_REST;
    vrm_SimDef sim_def = vrm_default_sim_def();
    sim_def.spring_rate_hz = 0.0f;
    sim_def.keeps_vrm0_facing = true;
    vrm_Result result = vrm_rig_build(session->model, &rig_def, &session->rig);
    if (result == VRM_OK) result = vrm_sim_create(&sim_def, &session->sim);
    if (result != VRM_OK) return result;
    session->avatar = vrm_sim_add(session->sim, session->rig);
    if (!vrm_avatar_is_valid(session->sim, session->avatar)) return VRM_ERR_MEMORY;
    vrm_sim_step(session->sim, 0.0f);
    return vrm_actor_create(session->sim, session->avatar, &actor_def, &session->actor);
}

static void set_defaults(serve_Session* session) {
    float front = vrm_model_facing(session->model) < 0 ? -1.0f : 1.0f;
    session->eye = (vrm_Vec3){0.0f, 1.0f, 3.0f * front};
    session->target = (vrm_Vec3){0.0f, 1.0f, 0.0f};
    session->up = (vrm_Vec3){0.0f, 1.0f, 0.0f};
    session->fov_degrees = 30.0f;
    session->light_direction = (vrm_Vec3){0.0f, 0.0f, -front};
    session->light_color = (vrm_Vec3){1.0f, 1.0f, 1.0f};
    session->exposure = 1.0f;
}

bool serve_load_vrm(serve_Server* server, serve_Call* call) {
    char path[SERVE_PATH_ROOM], id[32];
    if (!serve_load_path(&server->folders, call, "path", path)) return false;
    serve_Session* session = server->sessions;
    while (session < server->sessions + SERVE_MAX_SESSIONS && session->number != 0) session++;
    if (session == server->sessions + SERVE_MAX_SESSIONS)
        return serve_fail(call, SERVE_LOAD_FAILED,
                          "%d avatars are loaded, which is the limit: dispose of one first",
                          SERVE_MAX_SESSIONS);
    vrm_Report* report = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK)
        return serve_fail(call, SERVE_INTERNAL, "out of memory");
    double start = now_ms();
    vrm_Result result = cli_load(path, report, &session->model);
    session->number = ++server->numbers;
    server->session_count++;
    if (result == VRM_OK) result = open_avatar(session, report);
    bool is_loaded = result == VRM_OK || load_failed(call, result, report);
    vrm_report_destroy(report);
    if (!is_loaded) {
        close_session(server, session);
        return false;
    }
    set_defaults(session);
    session->load_ms = now_ms() - start;
    /* A server that loads one file again and again keeps it once. */
    if (cli_inputs_find(&server->inputs, path) == NULL) cli_inputs_add(&server->inputs, path);
    snprintf(id, sizeof id, "session-%d", (int)session->number);
    cli_json_string(call->result, "session_id", id);
    return true;
}

bool serve_dispose(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    close_session(server, session);
    return true;
}

/* ---- Camera and light ---- */

static vrm_Vec3 scaled(vrm_Vec3 color, double intensity) {
    float f = (float)intensity;
    return (vrm_Vec3){color.x * f, color.y * f, color.z * f};
}

bool serve_set_camera(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    session->eye = serve_vec3(call, "position", session->eye);
    session->target = serve_vec3(call, "target", session->target);
    session->up = serve_vec3(call, "up", session->up);
    session->fov_degrees = (float)serve_number(call, "fov_degrees", (double)session->fov_degrees);
    return true;
}

bool serve_set_lighting(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    const vrm_Vec3 white = {1.0f, 1.0f, 1.0f};
    session->light_direction = serve_vec3(call, "directional/dir", session->light_direction);
    session->light_color = scaled(serve_vec3(call, "directional/color", white),
                                  serve_number(call, "directional/intensity", 1.0));
    session->ambient_color = scaled(serve_vec3(call, "ambient/color", white),
                                    serve_number(call, "ambient/intensity", 0.0));
    return true;
}

bool serve_set_post_processing(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    session->tone = serve_is(call, "tone_mapping", "Linear")     ? SERVE_TONE_LINEAR
                    : serve_is(call, "tone_mapping", "Reinhard") ? SERVE_TONE_REINHARD
                    : serve_is(call, "tone_mapping", "Aces")     ? SERVE_TONE_ACES
                                                                 : SERVE_TONE_NONE;
    session->exposure = (float)serve_number(call, "exposure", 1.0);
    return true;
}

/* ---- Springs ---- */

void serve_move_root(serve_Session* session, vrm_Vec3 root) {
    vrm_Transform transform = {root, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_avatar_set_root(session->sim, session->avatar, transform);
    session->root = root;
}

void serve_step(serve_Session* session, float dt) {
    vrm_sim_step(session->sim, dt);
    session->time_s += (double)dt;
}

bool serve_goes_on(serve_Server* server, serve_Call* call) {
    const char* objection = serve_client_objection(server->client);
    return objection == NULL || serve_fail(call, SERVE_INTERNAL, "%s: ended half-way", objection);
}

static bool take_steps(serve_Server* server, serve_Session* session, serve_Call* call,
                       int32_t count, float dt) {
    for (int32_t i = 0; i < count; i++) {
        if (!serve_goes_on(server, call)) return false;
        serve_step(session, dt);
    }
    return true;
}

bool serve_step_physics(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    int32_t count = (int32_t)serve_number(call, "count", 1.0);
    float dt = (float)serve_number(call, "dt_seconds", 0.0);
    return take_steps(server, session, call, count, dt);
}

bool serve_reset_physics(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    int32_t steps = (int32_t)serve_number(call, "settle_steps", 0.0);
    vrm_avatar_reset_springs(session->sim, session->avatar);
    serve_step(session, 0.0f);
    return take_steps(server, session, call, steps, SERVE_STEP);
}

static vrm_Vec3 between(vrm_Vec3 a, vrm_Vec3 b, float share) {
    return (vrm_Vec3){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                      a.z + (b.z - a.z) * share};
}

bool serve_animate_root_transform(serve_Server* server, serve_Call* call) {
    serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    vrm_Vec3 start = serve_vec3(call, "translation_start", session->root);
    vrm_Vec3 end = serve_vec3(call, "translation_end", session->root);
    double fps = serve_number(call, "fps", 60.0);
    double steps = serve_number(call, "duration_seconds", 0.0) * fps + 0.5;
    if (steps >= 1e6 + 1.0)
        return serve_fail(call, SERVE_BAD_PARAMS, "duration_seconds * fps must be at most 1000000");
    int32_t count = steps < 1.0 ? 1 : (int32_t)steps;
    for (int32_t i = 1; i <= count; i++) {
        if (!serve_goes_on(server, call)) return false;
        serve_move_root(session, between(start, end, (float)i / (float)count));
        serve_step(session, (float)(1.0 / fps));
    }
    return true;
}

static float row_times(vrm_Vec4 row, vrm_Vec3 p) {
    return row.x * p.x + row.y * p.y + row.z * p.z + row.w;
}

static vrm_Vec3 world_point(const vrm_Affine* world, vrm_Vec3 p) {
    return (vrm_Vec3){row_times(world->rows[0], p), row_times(world->rows[1], p),
                      row_times(world->rows[2], p)};
}

static void put_spring(vrm_JsonBuilder* builder, const vrm_Spring* spring,
                       const vrm_Affine* worlds) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "name", spring->name);
    vrm_json_put_key(builder, "joint_positions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < spring->joint_count; i++) {
        const vrm_SpringJoint* joint = &spring->joints[i];
        vrm_Vec3 zero = {0.0f, 0.0f, 0.0f};
        bool is_imagined = joint->node < 0 && i > 0;
        int32_t node = is_imagined ? spring->joints[i - 1].node : joint->node;
        vrm_Vec3 point = is_imagined ? joint->end_offset : zero;
        serve_put_vec3(builder, NULL, node < 0 ? zero : world_point(&worlds[node], point));
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
}

void serve_put_springs(vrm_JsonBuilder* builder, const char* key, const serve_Session* session,
                       int64_t spring) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(session->model);
    const vrm_Affine* worlds = vrm_avatar_worlds(session->sim, session->avatar);
    int32_t count = bones == NULL ? 0 : bones->spring_count;
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++)
        if (spring < 0 || spring == i) put_spring(builder, &bones->springs[i], worlds);
    vrm_json_end_array(builder);
}

bool serve_dump_bone_positions(serve_Server* server, serve_Call* call) {
    const serve_Session* session = serve_session(server, call);
    if (session == NULL) return false;
    int64_t spring = (int64_t)serve_number(call, "spring_index", -1.0);
    serve_put_springs(call->result, "springs", session, spring);
    return true;
}

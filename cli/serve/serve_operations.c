/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* strdup */

#include "serve/serve_operations.h"

#include "words/json.h"
#include "words/status.h"

#include <string.h>

typedef struct Operation {
    const char* name;
    const char* about;
    const serve_Param* params;
    const serve_Param* result;
    serve_OperationFn* run; /* NULL: a reserved name, which is answered as not supported */
    bool (*check_first)(serve_Call* call); /* rules to look at before the params; may be NULL */
    const char* phase;                     /* of a reserved name: when the contract expects it */
} Operation;

/* ---- What they take; each table ends with a row without a name ---- */

#define END                                                                                        \
    { NULL, SERVE_TEXT, false, 0, 0, NULL, NULL }
#define TEXT(name)                                                                                 \
    { name, SERVE_TEXT, false, 0, 0, NULL, NULL }
#define TEXT_OR_NONE(name)                                                                         \
    { name, SERVE_TEXT, true, 0, 0, NULL, NULL }
#define WORD(name, words)                                                                          \
    { name, SERVE_TEXT, false, 0, 0, words, NULL }
#define WORD_OR_NONE(name, words)                                                                  \
    { name, SERVE_TEXT, true, 0, 0, words, NULL }
#define NUMBER(name, low, high)                                                                    \
    { name, SERVE_NUMBER, false, low, high, NULL, NULL }
#define NUMBER_OR_NONE(name, low, high)                                                            \
    { name, SERVE_NUMBER, true, low, high, NULL, NULL }
#define WHOLE(name, low, high)                                                                     \
    { name, SERVE_WHOLE, false, low, high, NULL, NULL }
#define WHOLE_OR_NONE(name, low, high)                                                             \
    { name, SERVE_WHOLE, true, low, high, NULL, NULL }
#define POINT(name)                                                                                \
    { name, SERVE_VEC3, false, -1e6, 1e6, NULL, NULL }
#define COLOR(name)                                                                                \
    { name, SERVE_VEC3, false, 0, 1e4, NULL, NULL }
#define FLAG_OR_NONE(name)                                                                         \
    { name, SERVE_FLAG, true, 0, 0, NULL, NULL }
#define OBJECT(name, members)                                                                      \
    { name, SERVE_OBJECT, false, 0, 0, NULL, members }
#define OBJECT_OR_NONE(name, members)                                                              \
    { name, SERVE_OBJECT, true, 0, 0, NULL, members }

#define SESSION    TEXT("session_id")
#define AS_VERSION WORD_OR_NONE("as_spec_version", "0.x 1.0")
/* msaa is read and four samples are drawn, as other adapters do. */
#define PICTURE                                                                                    \
    WHOLE("width", 1, 8192), WHOLE("height", 1, 8192), WORD_OR_NONE("color_space", "Linear Srgb"), \
        WHOLE_OR_NONE("msaa", 0, 64),                                                              \
        WORD_OR_NONE("output_type", "Color Normal Depth Albedo MToonShadingMask")

static const serve_Param directional[] = {POINT("dir"), COLOR("color"), NUMBER("intensity", 0, 1e4),
                                          END};
static const serve_Param ambient[] = {COLOR("color"), NUMBER("intensity", 0, 1e4), END};
static const serve_Param root_translation[] = {POINT("translation_start"), POINT("translation_end"),
                                               END};
static const serve_Param vrma[] = {WHOLE("vrma_handle", 0, 4294967295.0),
                                   NUMBER_OR_NONE("start_seconds", 0, 1e6), END};

static const serve_Param load_vrm[] = {TEXT("path"), END};
static const serve_Param session_only[] = {SESSION, END};
static const serve_Param set_camera[] = {
    SESSION, POINT("position"), POINT("target"), POINT("up"), NUMBER("fov_degrees", 1, 179), END};
static const serve_Param set_lighting[] = {SESSION,
                                           OBJECT("directional", directional),
                                           OBJECT("ambient", ambient),
                                           FLAG_OR_NONE("cast_shadows"),
                                           FLAG_OR_NONE("receive_shadows"),
                                           END};
static const serve_Param set_post_processing[] = {
    SESSION, WORD("tone_mapping", "None Linear Reinhard Aces"), NUMBER("exposure", 0, 1e4), END};
static const serve_Param render[] = {SESSION, TEXT("output_path"), PICTURE, END};
static const serve_Param step_physics[] = {SESSION, NUMBER("dt_seconds", 0, 10),
                                           WHOLE("count", 0, 1e6), END};
static const serve_Param reset_physics[] = {SESSION, WHOLE("settle_steps", 0, 1e6), END};
static const serve_Param animate_root[] = {SESSION,
                                           POINT("translation_start"),
                                           POINT("translation_end"),
                                           NUMBER("duration_seconds", 0, 1e5),
                                           NUMBER("fps", 1, 1000),
                                           END};
static const serve_Param dump_bone_positions[] = {SESSION, WHOLE_OR_NONE("spring_index", -1, 1e9),
                                                  END};
static const serve_Param load_vrma[] = {TEXT("vrma_path"), END};
static const serve_Param apply_vrma[] = {SESSION, WHOLE("vrma_handle", 0, 4294967295.0),
                                         WHOLE_OR_NONE("vrm_handle", 0, 4294967295.0),
                                         NUMBER("time_seconds", 0, 1e6), END};
static const serve_Param dump[] = {SESSION, AS_VERSION, END};
static const serve_Param render_sequence[] = {
    SESSION,
    TEXT("output_dir"),
    PICTURE,
    WHOLE("frame_count", 1, 1e5),
    NUMBER("frame_hz", 0.1, 1000),
    NUMBER("physics_dt_seconds", 1e-5, 1),
    WORD_OR_NONE("output_format", "png_sequence mp4 mov"),
    OBJECT_OR_NONE("animate_root_transform", root_translation),
    OBJECT_OR_NONE("apply_vrma", vrma),
    FLAG_OR_NONE("capture_positions"),
    FLAG_OR_NONE("capture_synthetic_colliders"),
    END};
static const serve_Param benchmark[] = {SESSION,
                                        PICTURE,
                                        WHOLE_OR_NONE("warmup_frames", 0, 1e5),
                                        WHOLE_OR_NONE("measured_frames", 1, 1e5),
                                        OBJECT_OR_NONE("animate_root_transform", root_translation),
                                        END};
static const serve_Param nothing[] = {END};

/* ---- What they answer ---- */

#define WHOLE_RESULT(name)  WHOLE(name, 0, 0)
#define NUMBER_RESULT(name) NUMBER(name, 0, 0)
#define FLAG(name)                                                                                 \
    { name, SERVE_FLAG, false, 0, 0, NULL, NULL }
#define VEC3_RESULT(name)                                                                          \
    { name, SERVE_VEC3, false, 0, 0, NULL, NULL }
#define QUAT(name)                                                                                 \
    { name, SERVE_QUAT, false, 0, 0, NULL, NULL }
#define TEXTS(name)                                                                                \
    { name, SERVE_TEXTS, false, 0, 0, NULL, NULL }
#define POINTS(name)                                                                               \
    { name, SERVE_POINTS, false, 0, 0, NULL, NULL }
#define WEIGHTS(name)                                                                              \
    { name, SERVE_WEIGHTS, false, 0, 0, NULL, NULL }
#define LIST(name, members)                                                                        \
    { name, SERVE_LIST, false, 0, 0, NULL, members }
#define LIST_OR_NONE(name, members)                                                                \
    { name, SERVE_LIST, true, 0, 0, NULL, members }
#define SOURCE_VERSION WORD("source_spec_version", "0.x 1.0")
#define COLOR_SPACE    WORD("actual_color_space", "Linear Srgb")

static const serve_Param spring_parts[] = {TEXT("name"), POINTS("joint_positions"), END};
static const serve_Param bone_parts[] = {TEXT("name"), QUAT("local_rotation_quat"), END};
static const serve_Param clip_parts[] = {WHOLE_RESULT("humanoid_bones"),
                                         WHOLE_RESULT("expressions"), FLAG("has_look_at"),
                                         NUMBER_RESULT("duration_seconds"), END};
static const serve_Param applied_parts[] = {WHOLE_RESULT("humanoid_bones"),
                                            WHOLE_RESULT("expressions"), FLAG("look_at"), END};
static const serve_Param frame_parts[] = {WHOLE_RESULT("index"),
                                          NUMBER_RESULT("timestamp_seconds"),
                                          TEXT("path"),
                                          TEXT("blake3"),
                                          LIST_OR_NONE("spring_positions", spring_parts),
                                          END};
static const serve_Param protocol_parts[] = {
    WHOLE_RESULT("warmup_frames"), WHOLE_RESULT("measured_frames"), FLAG("animated"), END};
static const serve_Param share_parts[] = {NUMBER_RESULT("p50"), NUMBER_RESULT("p95"),
                                          NUMBER_RESULT("p99"), END};
static const serve_Param timing_parts[] = {OBJECT("frame_time_ms", share_parts),
                                           NUMBER_RESULT("fps_mean"), TEXT("clock"), END};
static const serve_Param geometry_parts[] = {WHOLE_RESULT("triangles"),
                                             WHOLE_OR_NONE("vertices", 0, 0), END};
static const serve_Param structural_parts[] = {WHOLE_RESULT("draw_calls"),
                                               WHOLE_RESULT("state_changes"),
                                               WHOLE_RESULT("texture_bindings"), END};
static const serve_Param resource_parts[] = {WHOLE_OR_NONE("peak_memory_bytes", 0, 0),
                                             TEXT_OR_NONE("memory_kind"), NUMBER_RESULT("load_ms"),
                                             NUMBER_RESULT("first_frame_ms"), END};
static const serve_Param host_parts[] = {TEXT("os"),
                                         TEXT("os_version"),
                                         TEXT("gpu_vendor"),
                                         TEXT("gpu_model"),
                                         TEXT("driver_version"),
                                         TEXT("build_flags"),
                                         END};

static const serve_Param session_result[] = {SESSION, END};
static const serve_Param picture_result[] = {TEXT("output_path"), COLOR_SPACE, END};
static const serve_Param springs_result[] = {LIST("springs", spring_parts), END};
static const serve_Param clip_result[] = {WHOLE_RESULT("vrma_handle"),
                                          OBJECT("channel_summary", clip_parts), END};
static const serve_Param applied_result[] = {OBJECT("channels_applied", applied_parts), END};
static const serve_Param pose_result[] = {SOURCE_VERSION, LIST("bones", bone_parts),
                                          VEC3_RESULT("hips_translation"), TEXTS("bones_missing"),
                                          END};
static const serve_Param weights_result[] = {SOURCE_VERSION, WEIGHTS("presets"), WEIGHTS("custom"),
                                             END};
static const serve_Param gaze_result[] = {SOURCE_VERSION,
                                          QUAT("gaze_direction_quat"),
                                          NUMBER_RESULT("yaw_deg"),
                                          NUMBER_RESULT("pitch_deg"),
                                          WORD("applied_via", "off bone expression"),
                                          VEC3_RESULT("offset_from_head_bone"),
                                          END};
static const serve_Param sequence_result[] = {LIST("frames", frame_parts),
                                              NUMBER_RESULT("duration_seconds"), COLOR_SPACE,
                                              NUMBER_RESULT("frame_hz_achieved"), END};
static const serve_Param plan_result[] = {WHOLE_RESULT("estimated_frames"),
                                          NUMBER_RESULT("estimated_seconds"), TEXT("scene_summary"),
                                          END};
static const serve_Param figures_result[] = {OBJECT("protocol", protocol_parts),
                                             OBJECT("timing", timing_parts),
                                             OBJECT("geometry", geometry_parts),
                                             OBJECT("structural", structural_parts),
                                             OBJECT("resources", resource_parts),
                                             OBJECT("host", host_parts),
                                             TEXTS("capabilities"),
                                             END};

/* Two rules of render_sequence come before its other params, as the suite's own tests expect: these
 * send nothing else. Clients compute 1/60 in 32 bits. */
static bool check_sequence(serve_Call* call) {
    if (serve_has(call, "animate_root_transform") && serve_has(call, "apply_vrma"))
        return serve_fail(call, SERVE_BAD_PARAMS,
                          "animate_root_transform and apply_vrma are mutually exclusive");
    double dt = serve_number(call, "physics_dt_seconds", 0.0);
    if (dt > 1.0 / 60.0 + 1e-6)
        return serve_fail(call, SERVE_BAD_PARAMS,
                          "physics_dt_seconds %g: must be at most 1/60 (60 Hz)", dt);
    return true;
}

static const Operation operations[] = {
    {"load_vrm", "loads an avatar", load_vrm, session_result, serve_load_vrm, NULL, NULL},
    {"set_camera", "places the camera", set_camera, nothing, serve_set_camera, NULL, NULL},
    {"set_lighting", "one directional and one ambient light", set_lighting, nothing,
     serve_set_lighting, NULL, NULL},
    {"set_post_processing", "tone mapping and exposure", set_post_processing, nothing,
     serve_set_post_processing, NULL, NULL},
    {"render", "draws a PNG; springs advance by 1/60 s first", render, picture_result, serve_render,
     NULL, NULL},
    {"dispose", "releases an avatar", session_only, nothing, serve_dispose, NULL, NULL},
    {"step_physics", "advances the springs", step_physics, nothing, serve_step_physics, NULL, NULL},
    {"reset_physics", "puts the springs at rest, then settles them", reset_physics, nothing,
     serve_reset_physics, NULL, NULL},
    {"animate_root_transform", "moves the avatar along a line, step by step", animate_root, nothing,
     serve_animate_root_transform, NULL, NULL},
    {"dump_bone_positions", "world positions of all spring joints", dump_bone_positions,
     springs_result, serve_dump_bone_positions, NULL, NULL},
    {"load_vrma", "loads a motion of any format for all sessions", load_vrma, clip_result,
     serve_load_vrma, NULL, NULL},
    {"apply_vrma_at_time", "poses an avatar as an animation has it", apply_vrma, applied_result,
     serve_apply_vrma_at_time, NULL, NULL},
    {"dump_humanoid_pose", "normalized local rotations of all bones", dump, pose_result,
     serve_dump_humanoid_pose, NULL, NULL},
    {"dump_expression_weights", "weights as asked for", dump, weights_result,
     serve_dump_expression_weights, NULL, NULL},
    {"dump_look_at_state", "where the avatar looks", dump, gaze_result, serve_dump_look_at_state,
     NULL, NULL},
    {"render_sequence", "draws frame after frame of a motion", render_sequence, sequence_result,
     serve_render_sequence, check_sequence, NULL},
    {"benchmark_plan", "how long a benchmark would take", benchmark, plan_result,
     serve_benchmark_plan, NULL, NULL},
    {"benchmark_execute", "draws frames and measures them", benchmark, figures_result,
     serve_benchmark_execute, NULL, NULL},
    {"set_environment", "reserved", nothing, nothing, NULL, NULL, "v1.x"},
    {"set_expression", "reserved", nothing, nothing, NULL, NULL, "Phase 3"},
    {"set_humanoid_pose", "reserved", nothing, nothing, NULL, NULL, "Phase 2"},
    {"set_root_transform", "reserved", nothing, nothing, NULL, NULL, "Phase 2"},
};
#define OPERATION_COUNT (sizeof operations / sizeof operations[0])

static bool ask_live(const serve_Server* server, const char* method, serve_Call* call) {
    serve_LiveError error;
    if (server->live == NULL)
        return serve_fail(call, SERVE_NO_METHOD,
                          "%s needs a live avatar: start vrm serve with --live PATH", method);
    if (!serve_live_ask(server->live, call, method, "", call->result, &error)) return false;
    if (error.code[0] == '\0') return true;
    serve_fail_data(call, "code", strdup(error.code));
    return serve_fail(call, SERVE_REFUSED, "%s", error.message);
}

bool serve_run_operation(void* server, const char* method, serve_Call* call) {
    for (size_t i = 0; i < OPERATION_COUNT; i++) {
        const Operation* operation = &operations[i];
        if (strcmp(operation->name, method) != 0) continue;
        if (operation->run == NULL) {
            serve_fail_data(call, "phase", strdup(operation->phase));
            return serve_fail(call, SERVE_ABSENT, "%s is reserved and not answered", method);
        }
        if (operation->check_first != NULL && !operation->check_first(call)) return false;
        serve_Client* client = ((serve_Server*)server)->client;
        serve_client_begin(client);
        bool is_done = serve_check_params(call, operation->params) && operation->run(server, call);
        serve_client_end(client);
        return is_done;
    }
    if (serve_live_knows(method)) return ask_live(server, method, call);
    return serve_fail(call, SERVE_NO_METHOD, "there is no method %s", method);
}

/* ---- Describing ---- */

static void put_schema(vrm_JsonBuilder* out, const serve_Param* params);

static void put_items(vrm_JsonBuilder* out, const char* key, const char* type) {
    vrm_json_put_key(out, key);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", type);
    vrm_json_end_object(out);
}

/* So many numbers in an array. */
static void put_numbers(vrm_JsonBuilder* out, const serve_Param* param, int64_t count) {
    cli_json_integer(out, "minItems", count);
    cli_json_integer(out, "maxItems", count);
    vrm_json_put_key(out, "items");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "number");
    cli_json_range(out, param->low, param->high);
    vrm_json_end_object(out);
}

static void put_param(vrm_JsonBuilder* out, const serve_Param* param) {
    static const char* const types[] = {"string", "number", "integer", "array", "boolean", "object",
                                        "array",  "array",  "array",   "array", "object"};
    if (param->kind == SERVE_OBJECT) {
        put_schema(out, param->members);
        return;
    }
    vrm_json_begin_object(out);
    cli_json_string(out, "type", types[param->kind]);
    if (param->choices != NULL) cli_json_words(out, "enum", param->choices);
    switch (param->kind) {
    case SERVE_VEC3: put_numbers(out, param, 3); break;
    case SERVE_QUAT: put_numbers(out, param, 4); break;
    case SERVE_TEXTS: put_items(out, "items", "string"); break;
    case SERVE_WEIGHTS: put_items(out, "additionalProperties", "number"); break;
    case SERVE_LIST:
        vrm_json_put_key(out, "items");
        put_schema(out, param->members);
        break;
    case SERVE_POINTS:
        vrm_json_put_key(out, "items");
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "array");
        put_numbers(out, param, 3);
        vrm_json_end_object(out);
        break;
    default: cli_json_range(out, param->low, param->high); break;
    }
    vrm_json_end_object(out);
}

/* The tables nest three levels deep at most. */
static void put_schema(vrm_JsonBuilder* out, const serve_Param* params) {
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "object");
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    for (const serve_Param* param = params; param->name != NULL; param++) {
        vrm_json_put_key(out, param->name);
        put_param(out, param);
    }
    vrm_json_end_object(out);
    vrm_json_put_key(out, "required");
    vrm_json_begin_array(out);
    for (const serve_Param* param = params; param->name != NULL; param++)
        if (!param->is_optional) vrm_json_put_string(out, param->name);
    vrm_json_end_array(out);
    vrm_json_end_object(out);
}

int serve_describe(bool has_live) {
    vrm_JsonBuilder* out = cli_json_create();
    if (out == NULL) return CLI_FAILED;
    vrm_json_begin_array(out);
    for (size_t i = 0; i < OPERATION_COUNT; i++) {
        vrm_json_begin_object(out);
        cli_json_string(out, "name", operations[i].name);
        cli_json_string(out, "description", operations[i].about);
        cli_json_bool(out, "reserved", operations[i].run == NULL);
        vrm_json_put_key(out, "input_schema");
        put_schema(out, operations[i].params);
        vrm_json_put_key(out, "output_schema");
        put_schema(out, operations[i].result);
        vrm_json_end_object(out);
    }
    if (has_live) serve_live_put_tools(out, "input_schema");
    vrm_json_end_array(out);
    return cli_put_json(out);
}

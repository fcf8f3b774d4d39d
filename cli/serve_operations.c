/* SPDX-License-Identifier: MIT */
#include "serve_operations.h"

#include <string.h>

typedef struct Operation {
    const char* name;
    const char* about;
    const serve_Param* params;
    serve_OperationFn* run; /* NULL: a reserved name, which is answered as not supported */
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
static const serve_Param way[] = {POINT("translation_start"), POINT("translation_end"), END};
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
static const serve_Param render_sequence[] = {SESSION,
                                              TEXT("output_dir"),
                                              PICTURE,
                                              WHOLE("frame_count", 1, 1e5),
                                              NUMBER("frame_hz", 0.1, 1000),
                                              NUMBER("physics_dt_seconds", 1e-5, 1),
                                              WORD_OR_NONE("output_format", "png_sequence mp4 mov"),
                                              OBJECT_OR_NONE("animate_root_transform", way),
                                              OBJECT_OR_NONE("apply_vrma", vrma),
                                              FLAG_OR_NONE("capture_positions"),
                                              FLAG_OR_NONE("capture_synthetic_colliders"),
                                              END};
static const serve_Param benchmark[] = {SESSION,
                                        PICTURE,
                                        WHOLE_OR_NONE("warmup_frames", 0, 1e5),
                                        WHOLE_OR_NONE("measured_frames", 1, 1e5),
                                        OBJECT_OR_NONE("animate_root_transform", way),
                                        END};
static const serve_Param nothing[] = {END};

#ifndef CLI_HAS_RENDER
static bool without_pictures(serve_Server* server, serve_Call* call) {
    (void)server;
    return serve_fail(call, SERVE_RENDER_FAILED, "this vrm was built without pictures");
}
#define serve_render            without_pictures
#define serve_render_sequence   without_pictures
#define serve_benchmark_plan    without_pictures
#define serve_benchmark_execute without_pictures
#endif

static const Operation operations[] = {
    {"load_vrm", "loads an avatar", load_vrm, serve_load_vrm},
    {"set_camera", "places the camera", set_camera, serve_set_camera},
    {"set_lighting", "one directional and one ambient light", set_lighting, serve_set_lighting},
    {"set_post_processing", "tone mapping and exposure", set_post_processing,
     serve_set_post_processing},
    {"render", "draws a PNG; springs advance by 1/60 s first", render, serve_render},
    {"dispose", "releases an avatar", session_only, serve_dispose},
    {"step_physics", "advances the springs", step_physics, serve_step_physics},
    {"reset_physics", "puts the springs at rest, then settles them", reset_physics,
     serve_reset_physics},
    {"animate_root_transform", "moves the avatar along a line, step by step", animate_root,
     serve_animate_root_transform},
    {"dump_bone_positions", "world positions of all spring joints", dump_bone_positions,
     serve_dump_bone_positions},
    {"load_vrma", "loads a VRM animation for all sessions", load_vrma, serve_load_vrma},
    {"apply_vrma_at_time", "poses an avatar as an animation has it", apply_vrma,
     serve_apply_vrma_at_time},
    {"dump_humanoid_pose", "normalized local rotations of all bones", dump,
     serve_dump_humanoid_pose},
    {"dump_expression_weights", "weights as asked for", dump, serve_dump_expression_weights},
    {"dump_look_at_state", "where the avatar looks", dump, serve_dump_look_at_state},
    {"render_sequence", "draws frame after frame of a motion", render_sequence,
     serve_render_sequence},
    {"benchmark_plan", "how long a benchmark would take", benchmark, serve_benchmark_plan},
    {"benchmark_execute", "draws frames and measures them", benchmark, serve_benchmark_execute},
    {"set_environment", "reserved", nothing, NULL},
    {"set_expression", "reserved", nothing, NULL},
    {"set_humanoid_pose", "reserved", nothing, NULL},
    {"set_root_transform", "reserved", nothing, NULL},
};
#define OPERATION_COUNT (sizeof operations / sizeof operations[0])

bool serve_run_operation(void* server, const char* method, serve_Call* call) {
    for (size_t i = 0; i < OPERATION_COUNT; i++) {
        const Operation* operation = &operations[i];
        if (strcmp(operation->name, method) != 0) continue;
        if (operation->run == NULL)
            return serve_fail(call, SERVE_ABSENT, "%s is reserved and not answered", method);
        serve_Client* client = ((serve_Server*)server)->client;
        serve_client_begin(client);
        bool is_done = serve_check_params(call, operation->params) && operation->run(server, call);
        serve_client_end(client);
        return is_done;
    }
    return serve_fail(call, SERVE_NO_METHOD, "there is no method %s", method);
}

/* ---- Describing ---- */

static void put_schema(vrm_JsonBuilder* out, const serve_Param* params);

static void put_words(vrm_JsonBuilder* out, const char* words) {
    char word[64];
    vrm_json_put_key(out, "enum");
    vrm_json_begin_array(out);
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        vrm_json_put_string(out, word);
        words += length + (words[length] == ' ');
    }
    vrm_json_end_array(out);
}

static void put_range(vrm_JsonBuilder* out, const serve_Param* param) {
    if (param->low == 0.0 && param->high == 0.0) return;
    cli_json_number(out, "minimum", param->low);
    cli_json_number(out, "maximum", param->high);
}

static void put_param(vrm_JsonBuilder* out, const serve_Param* param) {
    static const char* const types[] = {"string", "number",  "integer",
                                        "array",  "boolean", "object"};
    if (param->kind == SERVE_OBJECT) {
        put_schema(out, param->members);
        return;
    }
    vrm_json_begin_object(out);
    cli_json_string(out, "type", types[param->kind]);
    if (param->choices != NULL) put_words(out, param->choices);
    if (param->kind == SERVE_VEC3) {
        cli_json_integer(out, "minItems", 3);
        cli_json_integer(out, "maxItems", 3);
        vrm_json_put_key(out, "items");
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "number");
        put_range(out, param);
        vrm_json_end_object(out);
    } else {
        put_range(out, param);
    }
    vrm_json_end_object(out);
}

/* Tables are nested one level deep. */
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

int serve_describe(void) {
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
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "object");
        vrm_json_end_object(out);
        vrm_json_end_object(out);
    }
    vrm_json_end_array(out);
    return cli_put_json(out);
}

/* SPDX-License-Identifier: MIT */
#include "view/view_motion.h"

#include "motion/listen.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

#ifdef CLI_HAS_VMC

#include "vrm/vmc.h"

#define FRAME_S (1.0 / 60.0)

struct view_Motion {
    vrm_Vmc* vmc;
    vrm_VmcSocket* socket;
    vrm_JsonBuilder* builder;
    bool has_news;
    double sent_s;
};

void view_motion_close(view_Motion* motion) {
    if (motion == NULL) return;
    vrm_vmc_socket_close(motion->socket);
    vrm_vmc_destroy(motion->vmc);
    vrm_json_builder_destroy(motion->builder);
    free(motion);
}

static int open_at(view_Motion* motion, const char* address, int32_t port) {
    if (vrm_vmc_create(NULL, &motion->vmc) != VRM_OK ||
        vrm_json_builder_create(NULL, &motion->builder) != VRM_OK)
        return cli_result_error("view", "--vmc", VRM_ERR_MEMORY, NULL);
    vrm_Result result = vrm_vmc_socket_open(address, (uint16_t)port, &motion->socket);
    if (result == VRM_ERR_ARGUMENT)
        return cli_usage_error(
            "view",
            "--vmc is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 0 to 65535, as "
            "0.0.0.0:39539");
    if (result == VRM_OK) return CLI_OK;
    if (result != VRM_ERR_IO) return cli_result_error("view", "--vmc", result, NULL);
    return cli_listen_error("view", "--vmc ADDRESS:PORT", address != NULL ? address : "127.0.0.1",
                            (uint16_t)port);
}

int view_motion_open(const char* place, view_Motion** out_motion) {
    char address[64];
    const char* colon = strrchr(place, ':');
    size_t length = colon != NULL ? (size_t)(colon - place) : 0;
    int32_t port = 0;
    *out_motion = NULL;
    if (length >= sizeof address || !cli_parse_count(colon != NULL ? colon + 1 : place, &port) ||
        port > 65535)
        return cli_usage_error(
            "view",
            "--vmc is [ADDRESS:]PORT: an IPv4 address in numbers and a port from 0 to 65535, as "
            "0.0.0.0:39539");
    memcpy(address, place, length);
    address[length] = 0;
    view_Motion* motion = calloc(1, sizeof *motion);
    if (motion == NULL) return cli_result_error("view", "--vmc", VRM_ERR_MEMORY, NULL);
    int status = open_at(motion, colon != NULL ? address : NULL, port);
    if (status == CLI_OK)
        *out_motion = motion;
    else
        view_motion_close(motion);
    return status;
}

uint16_t view_motion_port(const view_Motion* motion) {
    return vrm_vmc_socket_port(motion->socket);
}

/* ---- As JSON ---- */

static void put_vector(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 v) {
    cli_json_floats(builder, key, (const float[]){v.x, v.y, v.z}, 3);
}

static void put_rotation(vrm_JsonBuilder* builder, const char* key, vrm_Quat q) {
    cli_json_floats(builder, key, (const float[]){q.x, q.y, q.z, q.w}, 4);
}

/* Presets by their 1.0 names; of two names for one the last counts, as in a JSON object. */
static void put_expressions(vrm_JsonBuilder* builder, const vrm_Vmc* vmc) {
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_object(builder);
    for (int32_t i = 0; i < vrm_vmc_expression_count(vmc); i++) {
        const char* name = vrm_vmc_expression_name(vmc, i);
        vrm_ExpressionPreset preset = vrm_vmc_preset(name);
        if (preset != VRM_EXPRESSION_CUSTOM) name = vrm_expression_preset_name(preset);
        cli_json_float(builder, name, vrm_vmc_expression_weight(vmc, i));
    }
    vrm_json_end_object(builder);
}

static void put_state(vrm_JsonBuilder* builder, const vrm_Vmc* vmc) {
    const vrm_VmcState* state = vrm_vmc_state(vmc);
    vrm_json_begin_object(builder);
    if (state->has_time) cli_json_float(builder, "time", state->time_s);
    if (state->has_root) {
        vrm_json_put_key(builder, "root");
        vrm_json_begin_object(builder);
        put_vector(builder, "translation", state->root_translation);
        put_rotation(builder, "rotation", state->root_rotation);
        vrm_json_end_object(builder);
    }
    if (state->has_hips) put_vector(builder, "hips", state->hips);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (state->bones >> b & 1)
            put_rotation(builder, vrm_bone_name((vrm_Bone)b), state->rotations[b]);
    vrm_json_end_object(builder);
    put_expressions(builder, vmc);
    if (state->has_gaze) {
        vrm_json_put_key(builder, "gaze");
        vrm_json_begin_object(builder);
        cli_json_float(builder, "yaw", state->gaze_yaw);
        cli_json_float(builder, "pitch", state->gaze_pitch);
        vrm_json_end_object(builder);
    }
    vrm_json_end_object(builder);
}

bool view_motion_take(view_Motion* motion, double now_s, vrm_Span* out_text) {
    if (vrm_vmc_socket_receive(motion->socket, motion->vmc) > 0) motion->has_news = true;
    if (!motion->has_news || now_s - motion->sent_s < FRAME_S) return false;
    if (!vrm_vmc_state(motion->vmc)->is_available) return false;
    motion->has_news = false;
    motion->sent_s = now_s;
    vrm_json_builder_clear(motion->builder);
    put_state(motion->builder, motion->vmc);
    return vrm_json_builder_text(motion->builder, out_text) == VRM_OK;
}

#else

int view_motion_open(const char* place, view_Motion** out_motion) {
    (void)place;
    *out_motion = NULL;
    fputs("vrm view: --vmc: this vrm was built without libvrm_vmc\n", stderr);
    return CLI_FAILED;
}

void view_motion_close(view_Motion* motion) {
    (void)motion;
}

uint16_t view_motion_port(const view_Motion* motion) {
    (void)motion;
    return 0;
}

bool view_motion_take(view_Motion* motion, double now_s, vrm_Span* out_text) {
    (void)motion;
    (void)now_s;
    (void)out_text;
    return false;
}

#endif

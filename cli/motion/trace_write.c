/* SPDX-License-Identifier: MIT */
/* Replays a motion in a sim of one avatar and writes each frame's results. */
#include "facts/far.h"
#include "facts/rig_limits.h"
#include "motion/trace.h"
#include "motion/trace_parts.h"
#include "words/json.h"
#include "words/limit_option.h"
#include "words/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct Name {
    const char* text;
    int32_t expression;
} Name;

static int compare_names(const void* a, const void* b) {
    return strcmp(((const Name*)a)->text, ((const Name*)b)->text); /* no two are alike */
}

static bool sort_expressions(Trace* trace) {
    int32_t count = vrm_rig_expression_count(trace->rig);
    Name* names = malloc(((size_t)count + 1) * sizeof *names);
    trace->expressions = malloc(((size_t)count + 1) * sizeof *trace->expressions);
    bool is_done = names != NULL && trace->expressions != NULL;
    if (is_done) {
        for (int32_t i = 0; i < count; i++)
            names[i] = (Name){vrm_rig_expression_info(trace->rig, i).name, i};
        qsort(names, (size_t)count, sizeof *names, compare_names);
        for (int32_t i = 0; i < count; i++) trace->expressions[i] = names[i].expression;
    }
    free(names);
    return is_done;
}

static bool make_room(Trace* trace) {
    size_t count = (size_t)vrm_rig_node_count(trace->rig) + 1;
    trace->rotations = calloc(count, sizeof *trace->rotations);
    trace->waiting = malloc(count * sizeof *trace->waiting);
    return trace->rotations != NULL && trace->waiting != NULL;
}

static void put_line(Trace* trace) {
    vrm_Span text = {0};
    trace->has_no_memory = vrm_json_builder_text(trace->json, &text) != VRM_OK;
    if (trace->has_no_memory) return;
    fwrite(text.data, 1, text.size, trace->out);
    putc('\n', trace->out);
    vrm_json_builder_clear(trace->json);
}

static void put_frames(Trace* trace, const Motion* motion) {
    cli_Progress progress = cli_progress_begin(!trace->options->shows_progress);
    for (int32_t f = 0; f < motion->frames && !trace->has_no_memory && !ferror(trace->out); f++) {
        if (f % 64 == 0) cli_progress_show(&progress, f, motion->frames);
        if (trace->actor != NULL)
            (void)vrm_actor_step_to(trace->actor, motion->times[f]);
        else
            motion_apply(motion, f, trace->sim, trace->avatar);
        if (motion->resets[f] || (f == 0 && !motion->keeps_loaded_springs))
            (void)vrm_avatar_reset_springs(trace->sim, trace->avatar);
        vrm_sim_step(trace->sim, (float)motion->dts[f]);
        trace->trembled |= cli_springs_tremble(trace->sim, trace->avatar);
        vrm_json_begin_object(trace->json);
        cli_json_integer(trace->json, "f", f);
        vrm_json_put_key(trace->json, "t");
        trace_put_number(trace, motion->times[f]);
        vrm_json_put_key(trace->json, "dt");
        trace_put_number(trace, motion->dts[f]);
        trace_put_channels(trace);
        vrm_json_end_object(trace->json);
        put_line(trace);
    }
    cli_progress_end(&progress);
}

/* The actor that plays the motion's clip; a script has none. */
static vrm_Result add_actor(Trace* trace, const vrm_Clip* clip) {
    vrm_ActorDef def = vrm_default_actor_def();
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    def.stance = VRM_STANCE_REST;
    layer.at_end = VRM_LAYER_HOLDS;
    layer.fade_in_s = 0.0f;
    if (clip == NULL) return VRM_OK;
    vrm_Result result = vrm_actor_create(trace->sim, trace->avatar, &def, &trace->actor);
    if (result != VRM_OK) return result;
    return vrm_actor_play(trace->actor, &layer) != 0 ? VRM_OK : VRM_ERR_ARGUMENT;
}

static vrm_Result prepare(Trace* trace, const Motion* motion, vrm_Report* report) {
    vrm_SimDef def = vrm_default_sim_def();
    def.spring_rate_hz = (float)trace->options->spring_rate_hz;
    def.max_step_s = 1e6f;
    vrm_Result result = cli_rig_build(trace->model, report, &trace->rig);
    if (result == VRM_OK) result = vrm_sim_create(&def, &trace->sim);
    if (result == VRM_OK) result = vrm_json_builder_create(NULL, &trace->json);
    if (result != VRM_OK) return result;
    trace->turns = vrm_rig_facing(trace->rig) < 0;
    trace->avatar = vrm_sim_add(trace->sim, trace->rig);
    bool has_all = sort_expressions(trace) && make_room(trace) &&
                   vrm_avatar_is_valid(trace->sim, trace->avatar);
    return has_all ? add_actor(trace, motion->clip) : VRM_ERR_MEMORY;
}

/* Joints times frames: a file of a megabyte and a script of a line could fill any disk. */
static bool is_within_work(const Trace* trace, const Motion* motion, vrm_Report* report) {
    vrm_Allowance allowance = {.base = UINT64_C(1) << 26, .per_byte = 1024};
    cli_apply_allowance("work", &allowance);
    int32_t materials = 0;
    vrm_rig_material_values(trace->rig, &materials);
    uint64_t numbers = 7 * (uint64_t)VRM_BONE_COUNT +
                       14 * (uint64_t)vrm_rig_spring_joint_count(trace->rig) +
                       4 * (uint64_t)vrm_rig_constraint_count(trace->rig) +
                       (uint64_t)vrm_rig_expression_count(trace->rig) +
                       (uint64_t)vrm_rig_morph_count(trace->rig) + 4 * (uint64_t)materials;
    uint64_t bytes = vrm_model_source_bytes(trace->model);
    uint64_t share = bytes > UINT64_MAX / 2048 ? UINT64_MAX / 2 : bytes * allowance.per_byte;
    uint64_t most = allowance.base > UINT64_MAX - share ? UINT64_MAX : allowance.base + share;
    if (numbers <= most / (uint64_t)(motion->frames > 0 ? motion->frames : 1)) return true;
    char message[200];
    snprintf(
        message, sizeof message,
        "%d frames of this avatar are %llu numbers, more than the limit work allows here: %llu. "
        "Trace fewer frames, or raise the limit.",
        (int)motion->frames, (unsigned long long)numbers * (unsigned long long)motion->frames,
        (unsigned long long)most);
    vrm_report_add(report, "LIMIT_WORK", "", message);
    return false;
}

vrm_Result trace_write(FILE* out, const vrm_Model* model, vrm_Report* report, const Motion* motion,
                       const TraceFile* model_file, const TraceFile* motion_file,
                       const TraceOptions* options) {
    Trace trace = {.out = out, .model = model, .options = options};
    vrm_Result result = prepare(&trace, motion, report);
    if (result == VRM_OK && !is_within_work(&trace, motion, report)) result = VRM_ERR_LIMIT;
    if (result == VRM_OK) {
        vrm_sim_step(trace.sim, 0.0f);
        vrm_json_begin_object(trace.json);
        trace_put_header(&trace, report, motion, model_file, motion_file);
        vrm_json_put_key(trace.json, "initial");
        vrm_json_begin_object(trace.json);
        trace_put_channels(&trace);
        vrm_json_end_object(trace.json);
        vrm_json_end_object(trace.json);
        put_line(&trace);
        put_frames(&trace, motion);
        if (trace.has_no_memory) result = VRM_ERR_MEMORY;
        if (trace.trembled && !options->is_quiet) cli_explain_trembling("trace", model_file->name);
    }
    free(trace.expressions);
    free(trace.rotations);
    free(trace.waiting);
    vrm_json_builder_destroy(trace.json);
    vrm_actor_destroy(trace.actor);
    vrm_sim_destroy(trace.sim);
    vrm_rig_destroy(trace.rig);
    return result;
}

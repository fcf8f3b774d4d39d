/* SPDX-License-Identifier: MIT */
/* Puts a layer over a motion: bones, position, expressions and gaze that it animates. */
#include "motion/edit/edit_times.h"
#include "motion/edit/edited.h"
#include "motion/motion_record.h"

void vrm_motion_layer_def_init(vrm_MotionLayerDef* def, size_t def_size) {
    vrm_MotionLayerDef defaults = {.part = {~(uint64_t)0, true, true, true},
                                   .weight = 1.0f,
                                   .max_bytes = vrm_default_recorder_def().max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* A layer over a base, and what it moves. */
typedef struct Layer {
    const vrm_MotionLayerDef* def;
    const vrm_Recorder *base, *frames;
    uint64_t bones;
    bool moves_position;
    float scale;         /* of positions of the layer */
    double end_s;        /* of the layer, in time of the base */
    size_t* expressions; /* of the layer: their indices in the result */
    vrm_Recorder* made;
} Layer;

static bool leaves_origin(const vrm_Recorder* r) {
    if (r->bones >> VRM_BONE_HIPS & 1) return true;
    for (size_t f = 0; f < r->count; f++)
        if (vrmi_vec3_reach(r->poses[f].hips_offset) > 1e-5f) return true;
    return false;
}

static float weight_at(const Layer* layer, double time) {
    const vrm_MotionLayerDef* def = layer->def;
    if (time < def->offset_s - 1e-6) return 0.0f;
    float weight = def->weight;
    if (def->fade_in_s > 0.0) weight *= vrmi_edit_fade((time - def->offset_s) / def->fade_in_s);
    if (def->fade_out_s > 0.0) weight *= vrmi_edit_fade((layer->end_s - time) / def->fade_out_s);
    return weight;
}

static vrm_Quat mix(const Layer* layer, vrm_Quat base, vrm_Quat value, vrm_Quat first,
                    float weight) {
    if (!layer->def->is_additive) return vrmi_quat_slerp(base, value, weight);
    vrm_Quat change = vrmi_quat_mul(vrmi_quat_conjugate(first), value);
    change = vrmi_quat_slerp(vrmi_quat_identity(), change, weight);
    return vrmi_quat_normalize(vrmi_quat_mul(base, change));
}

static void mix_pose(const Layer* layer, vrmi_Moment at, float weight, vrm_Pose* pose) {
    vrm_Pose value = vrmi_recorder_pose(layer->frames, at);
    const vrm_Pose* first = &layer->frames->poses[0];
    bool is_additive = layer->def->is_additive;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (layer->bones >> b & 1)
            pose->rotations[b] =
                mix(layer, pose->rotations[b], value.rotations[b], first->rotations[b], weight);
    if (!layer->moves_position) return;
    vrm_Vec3 from =
        is_additive ? vrmi_vec3_scale(first->hips_offset, layer->scale) : pose->hips_offset;
    vrm_Vec3 step = vrmi_vec3_sub(vrmi_vec3_scale(value.hips_offset, layer->scale), from);
    pose->hips_offset = vrmi_vec3_add(pose->hips_offset, vrmi_vec3_scale(step, weight));
}

static void mix_expressions(const Layer* layer, vrmi_Moment at, float weight, size_t frame) {
    const vrmi_Moment start = {0, 0.0f};
    for (size_t e = 0; e < layer->frames->expression_count; e++) {
        float* made = &layer->made->expressions[layer->expressions[e]].weights[frame];
        float value = vrmi_recorder_weight(layer->frames, e, at), from = *made;
        if (layer->def->is_additive) from = vrmi_recorder_weight(layer->frames, e, start);
        *made = vrmi_clamp(*made + weight * (value - from), 0.0f, 1.0f);
    }
}

static void make_frame(const Layer* layer, double time, size_t frame) {
    vrm_Recorder* made = layer->made;
    vrmi_recorder_copy_frame(layer->base, vrmi_recorder_moment(layer->base, time), made, frame);
    made->times[frame] = time;
    float weight = weight_at(layer, time);
    if (weight == 0.0f) return;
    vrmi_Moment at = vrmi_recorder_moment(layer->frames, time - layer->def->offset_s);
    mix_pose(layer, at, weight, &made->poses[frame]);
    if (layer->def->part.expressions) mix_expressions(layer, at, weight, frame);
    if (layer->def->part.gaze && layer->frames->has_gaze)
        made->gazes[frame] = mix(layer, made->gazes[frame], vrmi_recorder_gaze(layer->frames, at),
                                 layer->frames->gazes[0], weight);
}

/* Times of the result: those of both, and more where the two are blended. */
static vrm_Result choose_times(const Layer* layer, double end, vrmi_EditTimes* out) {
    const vrm_MotionLayerDef* def = layer->def;
    bool is_blended =
        def->weight < 1.0f || def->is_additive || def->fade_in_s > 0.0 || def->fade_out_s > 0.0;
    double last = layer->end_s < end ? layer->end_s : end;
    vrm_Result result = vrmi_edit_times_add(out, 0.0);
    if (result == VRM_OK) result = vrmi_edit_times_add_frames(out, layer->base, 0.0, end, 0.0);
    if (result == VRM_OK && end > 0.0) result = vrmi_edit_times_add(out, end);
    if (def->weight == 0.0f || !(def->offset_s <= end)) return result;
    if (result == VRM_OK)
        result =
            vrmi_edit_times_add_frames(out, layer->frames, 0.0, end - def->offset_s, def->offset_s);
    /* A layer that begins at once does so within a millisecond, not from the frame before. */
    if (result == VRM_OK && def->offset_s > 0.001)
        result = vrmi_edit_times_add(out, def->offset_s - 0.001);
    if (result == VRM_OK && is_blended) result = vrmi_edit_times_fill(out, def->offset_s, last);
    return result;
}

/* The layer and its definition are valid; `*out` is NULL. */
static vrm_Result put_layer(const vrmi_EditSource* base, const vrmi_EditSource* over,
                            const vrm_MotionLayerDef* def, const vrm_MotionEditDef* edit,
                            vrm_Motion** out) {
    Layer layer = {.def = def, .base = base->edited->frames, .frames = over->edited->frames};
    float from = layer.frames->skeleton[VRM_BONE_HIPS].y,
          to = layer.base->skeleton[VRM_BONE_HIPS].y;
    vrmi_EditTimes times = {.max_bytes = edit->max_bytes, .allocator = &edit->allocator};
    bool is_on = def->weight > 0.0f, has_expressions = is_on && def->part.expressions;
    layer.scale = from > 0.01f && to > 0.01f ? to / from : 1.0f;
    layer.bones = layer.frames->bones & def->part.bones;
    layer.moves_position = def->part.position && leaves_origin(layer.frames);
    layer.end_s = def->offset_s + layer.frames->times[layer.frames->count - 1];
    double end = layer.base->times[layer.base->count - 1];
    if (def->extends && is_on && layer.end_s > end) end = layer.end_s;
    vrm_Result result =
        vrmi_report_frames_limit(edit->report, choose_times(&layer, end, &times), edit->max_bytes);
    if (result == VRM_OK) {
        vrmi_edit_times_finish(&times);
        result = vrmi_edit_create(base, has_expressions ? over : NULL, edit, times.count, out);
    }
    if (result == VRM_OK && has_expressions)
        result = vrmi_edit_match_expressions(layer.frames, (*out)->edited.frames, &edit->allocator,
                                             &layer.expressions);
    if (result == VRM_OK) {
        layer.made = (*out)->edited.frames;
        layer.made->bones = layer.base->bones | (is_on ? layer.bones : 0);
        layer.made->has_gaze =
            layer.base->has_gaze || (is_on && def->part.gaze && layer.frames->has_gaze);
        for (size_t f = 0; f < times.count; f++) make_frame(&layer, times.at[f], f);
    } else {
        vrm_motion_destroy(*out);
        *out = NULL;
    }
    vrmi_edit_release_matches(layer.frames, &edit->allocator, layer.expressions);
    vrmi_edit_times_release(&times);
    return result;
}

static bool is_time(double time) {
    return time >= 0.0 && time <= 1e9;
}

static bool is_valid(const vrm_MotionLayerDef* def) {
    return def->weight >= 0.0f && def->weight <= 1.0f && is_time(def->offset_s) &&
           is_time(def->fade_in_s) && is_time(def->fade_out_s);
}

vrm_Result vrm_motion_layer(const vrm_Motion* base, const vrm_Motion* layer,
                            const vrm_MotionLayerDef* given, vrm_Motion** out_motion) {
    vrm_MotionLayerDef def = vrm_default_motion_layer_def();
    vrm_MotionEditDef edit = vrm_default_motion_edit_def();
    vrmi_EditSource under, over;
    *out_motion = NULL;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_valid(&def)) return VRM_ERR_ARGUMENT;
    edit.max_bytes = def.max_bytes;
    edit.report = def.report;
    edit.allocator = vrmi_allocator(&def.allocator);
    vrm_Result result = vrmi_edit_open(base, &edit, &under);
    if (result != VRM_OK) return result;
    result = vrmi_edit_open(layer, &edit, &over);
    if (result == VRM_OK) {
        result = put_layer(&under, &over, &def, &edit, out_motion);
        vrmi_edit_close(&over);
    }
    vrmi_edit_close(&under);
    return result;
}

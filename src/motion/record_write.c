/* SPDX-License-Identifier: MIT */
/* A recording to a VRM animation:
 *
 *   node 0         the root, at the origin; moves where vrm_recorder_retarget() put root motion
 *   bones          T-pose without rotations, so that a node's rotation is the bone's normalized one
 *   expressions    one node each; the x of its translation is the weight
 *   gaze           its rotation is yaw and pitch
 *
 * VRMC_vrm_animation 1.0: eyes may not be mapped, only the hips move, look presets are not written.
 *
 * A plain skeleton has the same root and bones, and a mesh in place of expressions and gaze. */
#include "motion/animation.h"
#include "motion/frames.h"
#include "motion/record.h"
#include "motion/skeleton_mesh.h"
#include "json/put.h"

#include <string.h>

typedef struct Writer {
    const vrm_Recorder* recorder;
    vrm_Edit* edit;
    vrm_JsonBuilder* builder;
    vrmi_AnimationOut animation;
    vrmi_Frames frames;
    float* values; /* of one curve: four to a frame */
    uint64_t bones;
    int32_t nodes[VRM_BONE_COUNT]; /* -1: absent */
    int32_t first_expression, gaze_node, node_count;
    size_t expression_count; /* that are written */
    vrm_Result result;
} Writer;

static void fail(Writer* w, vrm_Result result) {
    if (w->result == VRM_OK) w->result = result;
}

/* ---- Curves ---- */

static vrmi_Curve curve_of(const Writer* w, vrmi_CurveKind kind, float tolerance) {
    return (vrmi_Curve){.times = w->frames.times,
                        .values = w->values,
                        .count = w->frames.count,
                        .width = kind == VRMI_CURVE_ROTATION ? 4 : 3,
                        .kind = kind,
                        .tolerance = tolerance};
}

static void put_quat(float* out, vrm_Quat q) {
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

static vrmi_Curve bone_curve(const Writer* w, int32_t bone) {
    const vrm_Recorder* r = w->recorder;
    for (size_t f = 0; f < w->frames.count; f++)
        put_quat(w->values + 4 * f, r->poses[w->frames.numbers[f]].rotations[bone]);
    return curve_of(w, VRMI_CURVE_ROTATION, r->angle);
}

static vrmi_Curve gaze_curve(const Writer* w) {
    const vrm_Recorder* r = w->recorder;
    for (size_t f = 0; f < w->frames.count; f++)
        put_quat(w->values + 4 * f, r->gazes[w->frames.numbers[f]]);
    return curve_of(w, VRMI_CURVE_ROTATION, r->angle);
}

static vrmi_Curve hips_curve(const Writer* w) {
    const vrm_Recorder* r = w->recorder;
    for (size_t f = 0; f < w->frames.count; f++) {
        vrm_Vec3 p =
            vrmi_vec3_add(r->skeleton[VRM_BONE_HIPS], r->poses[w->frames.numbers[f]].hips_offset);
        w->values[3 * f] = p.x;
        w->values[3 * f + 1] = p.y;
        w->values[3 * f + 2] = p.z;
    }
    return curve_of(w, VRMI_CURVE_POINT, r->distance);
}

static vrmi_Curve root_turns(const Writer* w) {
    const vrm_Recorder* r = w->recorder;
    for (size_t f = 0; f < w->frames.count; f++)
        put_quat(w->values + 4 * f, r->roots[w->frames.numbers[f]].rotation);
    return curve_of(w, VRMI_CURVE_ROTATION, r->angle);
}

static vrmi_Curve root_way(const Writer* w) {
    const vrm_Recorder* r = w->recorder;
    for (size_t f = 0; f < w->frames.count; f++)
        memcpy(w->values + 3 * f, &r->roots[w->frames.numbers[f]].translation, sizeof(vrm_Vec3));
    return curve_of(w, VRMI_CURVE_POINT, r->distance);
}

static vrmi_Curve weight_curve(const Writer* w, const vrmi_RecordedExpression* expression) {
    const vrm_Recorder* r = w->recorder;
    memset(w->values, 0, w->frames.count * 3 * sizeof *w->values);
    for (size_t f = 0; f < w->frames.count; f++)
        w->values[3 * f] = expression->weights[w->frames.numbers[f]];
    return curve_of(w, VRMI_CURVE_NUMBERS, r->weight);
}

/* ---- Which bones ---- */

static bool is_eye(int32_t bone) {
    return bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE;
}

static bool is_moved(const Writer* w, int32_t bone) {
    static const float rest[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    if (is_eye(bone)) return false;
    if (w->recorder->bones >> bone & 1) return true;
    vrmi_Curve curve = bone_curve(w, bone);
    return !vrmi_curve_stays_at(&curve, rest);
}

/* The bones that move, those of the rig, and those that an animation requires. */
static uint64_t choose_bones(const Writer* w, uint64_t* out_moved) {
    uint64_t bones = w->recorder->skeleton_bones;
    *out_moved = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        uint64_t bit = (uint64_t)1 << b;
        if (is_moved(w, b)) *out_moved |= bit;
        if (vrm_bone_is_required((vrm_Bone)b)) bones |= bit;
        if (is_eye(b)) bones &= ~bit;
    }
    return bones | *out_moved;
}

/* ---- Nodes ---- */

static void number_nodes(Writer* w) {
    w->node_count = 1; /* the root */
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        w->nodes[b] = w->bones >> b & 1 ? w->node_count++ : -1;
    const bool has_face = !w->recorder->writes_skeleton;
    w->first_expression = w->node_count;
    w->expression_count = has_face ? w->recorder->expression_count : 0;
    w->node_count += (int32_t)w->expression_count;
    w->gaze_node = has_face && w->recorder->has_gaze ? w->node_count++ : -1;
}

static void put_translation(vrm_JsonBuilder* b, vrm_Vec3 v) {
    vrmi_open_array(b, "translation");
    vrm_json_put_float(b, v.x);
    vrm_json_put_float(b, v.y);
    vrm_json_put_float(b, v.z);
    vrm_json_end_array(b);
}

/* Adds the object that the builder holds and clears it. */
static void add_built(Writer* w, const char* array) {
    vrm_Span text;
    if (w->result == VRM_OK) fail(w, vrm_json_builder_text(w->builder, &text));
    if (w->result == VRM_OK) fail(w, vrm_edit_add(w->edit, array, text.data, text.size, NULL));
    vrm_json_builder_clear(w->builder);
}

static void set_built(Writer* w, const char* pointer) {
    vrm_Span text;
    if (w->result == VRM_OK) fail(w, vrm_json_builder_text(w->builder, &text));
    if (w->result == VRM_OK) fail(w, vrm_edit_set(w->edit, pointer, text.data, text.size));
    vrm_json_builder_clear(w->builder);
}

static void add_bone_node(Writer* w, int32_t bone) {
    vrm_JsonBuilder* b = w->builder;
    vrm_Bone parent = vrmi_record_parent((vrm_Bone)bone, w->bones);
    vrm_Vec3 place = w->recorder->skeleton[bone];
    if (parent != VRM_BONE_NONE) place = vrmi_vec3_sub(place, w->recorder->skeleton[parent]);
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", vrm_bone_name((vrm_Bone)bone));
    put_translation(b, place);
    bool has_children = false;
    for (int32_t child = 0; child < VRM_BONE_COUNT; child++) {
        if (w->nodes[child] < 0 || (int32_t)vrmi_record_parent((vrm_Bone)child, w->bones) != bone)
            continue;
        if (!has_children) {
            vrmi_open_array(b, "children");
        }
        has_children = true;
        vrm_json_put_integer(b, w->nodes[child]);
    }
    if (has_children) vrm_json_end_array(b);
    vrm_json_end_object(b);
    add_built(w, "nodes");
}

static void add_named_node(Writer* w, const char* name, int32_t child) {
    vrm_JsonBuilder* b = w->builder;
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", name);
    if (child >= 0) {
        vrmi_open_array(b, "children");
        vrm_json_put_integer(b, child);
        vrm_json_end_array(b);
    }
    vrm_json_end_object(b);
    add_built(w, "nodes");
}

static void add_mesh(Writer* w) {
    vrmi_SkeletonNodes skeleton = {.bones = w->bones, .places = w->recorder->skeleton};
    memcpy(skeleton.nodes, w->nodes, sizeof skeleton.nodes);
    if (w->result == VRM_OK) fail(w, vrmi_skeleton_mesh_add(w->edit, w->builder, &skeleton));
    w->node_count++;
}

static void add_nodes(Writer* w) {
    const vrm_Recorder* r = w->recorder;
    add_named_node(w, "root", w->nodes[VRM_BONE_HIPS]);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (w->nodes[b] >= 0) add_bone_node(w, b);
    for (size_t e = 0; e < w->expression_count; e++) add_named_node(w, r->expressions[e].name, -1);
    if (w->gaze_node >= 0) add_named_node(w, "lookAt", -1);
    if (r->writes_skeleton) add_mesh(w);
}

static void add_scene(Writer* w) {
    vrm_JsonBuilder* b = w->builder;
    vrm_json_begin_object(b);
    vrmi_open_array(b, "nodes");
    vrm_json_put_integer(b, 0);
    for (int32_t node = w->first_expression; node < w->node_count; node++)
        vrm_json_put_integer(b, node);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    add_built(w, "scenes");
    vrm_json_put_integer(b, 0);
    set_built(w, "/scene");
}

/* ---- The extension ---- */

static void put_node(vrm_JsonBuilder* b, const char* key, int32_t node) {
    vrmi_open_object(b, key);
    vrmi_put_integer(b, "node", node);
    vrm_json_end_object(b);
}

static void put_expressions(Writer* w, const char* kind, bool is_custom) {
    const vrm_Recorder* r = w->recorder;
    vrm_JsonBuilder* b = w->builder;
    bool is_open = false;
    for (size_t e = 0; e < r->expression_count; e++) {
        if ((r->expressions[e].preset == VRM_EXPRESSION_CUSTOM) != is_custom) continue;
        if (!is_open) {
            vrmi_open_object(b, kind);
        }
        is_open = true;
        put_node(b, r->expressions[e].name, w->first_expression + (int32_t)e);
    }
    if (is_open) vrm_json_end_object(b);
}

static void add_extension(Writer* w) {
    vrm_JsonBuilder* b = w->builder;
    vrm_json_begin_object(b);
    vrmi_put_string(b, "specVersion", "1.0");
    vrmi_open_object(b, "humanoid");
    vrmi_open_object(b, "humanBones");
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (w->nodes[bone] >= 0) put_node(b, vrm_bone_name((vrm_Bone)bone), w->nodes[bone]);
    vrm_json_end_object(b);
    vrm_json_end_object(b);
    if (w->expression_count > 0) {
        vrmi_open_object(b, "expressions");
        put_expressions(w, "preset", false);
        put_expressions(w, "custom", true);
        vrm_json_end_object(b);
    }
    if (w->gaze_node >= 0) put_node(b, "lookAt", w->gaze_node);
    vrm_json_end_object(b);
    set_built(w, "/extensions/VRMC_vrm_animation");
}

/* ---- The animation ---- */

static void add_root(Writer* w) {
    static const float rest[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    if (w->recorder->roots == NULL) return;
    vrmi_Curve curve = root_way(w);
    if (!vrmi_curve_stays_at(&curve, (const float[3]){0.0f, 0.0f, 0.0f}))
        vrmi_animation_add(&w->animation, &curve, 0, "translation", NULL);
    curve = root_turns(w);
    if (!vrmi_curve_stays_at(&curve, rest))
        vrmi_animation_add(&w->animation, &curve, 0, "rotation", NULL);
}

/* An expression gets a channel even if it is always 0: contrary to the specification, three-vrm-
 * animation does not reset an expression without a channel. */
static void add_channels(Writer* w, uint64_t moved) {
    static const float rest[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const vrm_Recorder* r = w->recorder;
    vrmi_AnimationOut* out = &w->animation;
    vrmi_Curve curve;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if ((moved >> b & 1) == 0) continue;
        curve = bone_curve(w, b);
        vrmi_animation_add(out, &curve, w->nodes[b], "rotation", NULL);
    }
    add_root(w);
    curve = hips_curve(w);
    const vrm_Vec3* hips = &r->skeleton[VRM_BONE_HIPS];
    const float hips_rest[3] = {hips->x, hips->y, hips->z};
    if (!vrmi_curve_stays_at(&curve, hips_rest))
        vrmi_animation_add(out, &curve, w->nodes[VRM_BONE_HIPS], "translation", NULL);
    for (size_t e = 0; e < w->expression_count; e++) {
        curve = weight_curve(w, &r->expressions[e]);
        vrmi_animation_add(out, &curve, w->first_expression + (int32_t)e, "translation", NULL);
    }
    if (w->gaze_node >= 0) {
        curve = gaze_curve(w);
        vrmi_animation_add(out, &curve, w->gaze_node, "rotation", NULL);
    }
    if (out->channel_count > 0) return;
    /* Nothing moved: a constant channel keeps the length of the animation. */
    for (size_t f = 0; f < w->frames.count; f++) memcpy(w->values + 4 * f, rest, sizeof rest);
    curve = curve_of(w, VRMI_CURVE_ROTATION, r->angle);
    vrmi_animation_add(out, &curve, w->nodes[VRM_BONE_HIPS], "rotation", NULL);
}

static void add_animation(Writer* w, uint64_t moved, vrm_RecordStats* out_stats) {
    const vrm_Recorder* r = w->recorder;
    if (w->result != VRM_OK) return;
    fail(w, vrmi_animation_begin(&w->animation, w->edit, &r->allocator, w->frames.times,
                                 w->frames.count, 4));
    add_channels(w, moved);
    if (out_stats != NULL)
        *out_stats = (vrm_RecordStats){.frames = (int32_t)r->count,
                                       .channels = w->animation.channel_count,
                                       .seconds = w->frames.times[w->frames.count - 1],
                                       .source_keys = w->animation.source_keys,
                                       .kept_keys = w->animation.kept_keys,
                                       .source_bytes = w->animation.source_bytes,
                                       .kept_bytes = w->animation.kept_bytes};
    fail(w, vrmi_animation_end(&w->animation, r->name));
}

static void write_all(Writer* w, vrm_RecordStats* out_stats) {
    uint64_t moved = 0;
    w->bones = choose_bones(w, &moved);
    number_nodes(w);
    add_nodes(w);
    add_scene(w);
    if (!w->recorder->writes_skeleton) add_extension(w);
    add_animation(w, moved, out_stats);
}

vrm_Result vrm_recorder_finish(const vrm_Recorder* recorder, vrm_RecordStats* out_stats,
                               vrm_Model** out_model) {
    *out_model = NULL;
    if (out_stats != NULL) *out_stats = (vrm_RecordStats){0};
    if (recorder->count == 0) return VRM_ERR_ARGUMENT;
    Writer w = {.recorder = recorder};
    vrm_Model* model = NULL;
    vrm_LoadDef load = vrm_default_load_def();
    load.allocator = recorder->allocator;
    size_t size = recorder->count * 4 * sizeof *w.values;
    w.values = vrmi_alloc(&recorder->allocator, size);
    if (w.values == NULL) fail(&w, VRM_ERR_MEMORY);
    if (w.result == VRM_OK)
        fail(&w,
             vrmi_frames_choose(&w.frames, &recorder->allocator, recorder->times, recorder->count));
    if (w.result == VRM_OK) fail(&w, vrm_model_create(&load, &model));
    if (w.result == VRM_OK) fail(&w, vrm_edit_begin(model, &w.edit));
    if (w.result == VRM_OK) fail(&w, vrm_json_builder_create(&recorder->allocator, &w.builder));
    if (w.result == VRM_OK) write_all(&w, out_stats);
    if (w.result == VRM_OK) {
        fail(&w, vrm_edit_commit(w.edit, NULL));
        if (w.result == VRM_OK) w.edit = NULL;
    }
    vrm_edit_abandon(w.edit);
    vrm_json_builder_destroy(w.builder);
    vrmi_frames_release(&w.frames, &recorder->allocator);
    vrmi_release(&recorder->allocator, w.values, size);
    if (w.result == VRM_OK) {
        *out_model = model;
        return VRM_OK;
    }
    if (out_stats != NULL) *out_stats = (vrm_RecordStats){0};
    vrm_model_destroy(model);
    return w.result;
}

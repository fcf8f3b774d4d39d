/* SPDX-License-Identifier: MIT */
#include "motion/face_fit.h"

#include "face/face_tables.h"

#include <string.h>

#define BIT(shape) ((uint64_t)1 << VRM_FACE_SHAPE_##shape)

static const uint64_t looks = BIT(EYE_LOOK_DOWN_LEFT) | BIT(EYE_LOOK_IN_LEFT) |
                              BIT(EYE_LOOK_OUT_LEFT) | BIT(EYE_LOOK_UP_LEFT) |
                              BIT(EYE_LOOK_DOWN_RIGHT) | BIT(EYE_LOOK_IN_RIGHT) |
                              BIT(EYE_LOOK_OUT_RIGHT) | BIT(EYE_LOOK_UP_RIGHT);

typedef struct Fit {
    vrm_Recorder* recorder;
    const vrm_Rig* rig;                           /* may be NULL */
    const char* names[VRM_FACE_SHAPE_COUNT];      /* of the avatar's expressions; NULL: none */
    uint64_t recorded;                            /* shapes of the recording */
    uint64_t own;                                 /* of them, those with an expression */
    int32_t sources[VRM_FACE_SHAPE_COUNT];        /* expressions of the recording; -1: none */
    int32_t presets[VRM_EXPRESSION_PRESET_COUNT]; /* likewise */
} Fit;

int32_t vrmi_shape_of_expression(const char* name) {
    return vrm_expression_preset_by_name(name) == VRM_EXPRESSION_CUSTOM
               ? (int32_t)vrm_face_shape_by_name(name)
               : VRM_FACE_SHAPE_NONE;
}

bool vrmi_shape_is_look(int32_t shape) {
    return shape >= 0 && (looks >> shape & 1) != 0;
}

/* ---- What there is ---- */

static void find_recorded(Fit* fit) {
    const vrm_Recorder* r = fit->recorder;
    memset(fit->sources, -1, sizeof fit->sources);
    for (size_t e = 0; e < r->expression_count; e++) {
        int32_t shape =
            r->expressions[e].is_shape ? vrmi_shape_of_expression(r->expressions[e].name) : -1;
        if (shape < 0 || fit->sources[shape] >= 0) continue;
        fit->sources[shape] = (int32_t)e;
        fit->recorded |= (uint64_t)1 << shape;
    }
}

static void find_own(Fit* fit) {
    for (int32_t e = 0; fit->rig != NULL && e < vrm_rig_expression_count(fit->rig); e++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(fit->rig, e);
        int32_t shape = vrmi_shape_of_expression(info.name);
        if (shape < 0 || fit->names[shape] != NULL) continue;
        fit->names[shape] = info.name;
        fit->own |= (uint64_t)1 << shape;
    }
}

static bool has_preset(const vrm_Rig* rig, vrm_ExpressionPreset preset) {
    for (int32_t e = 0; e < vrm_rig_expression_count(rig); e++)
        if (vrm_rig_expression_info(rig, e).preset == preset) return true;
    return false;
}

/* An avatar may blink with both eyes only. */
static bool blinks_at_once(const vrm_Rig* rig) {
    return rig != NULL && has_preset(rig, VRM_EXPRESSION_BLINK) &&
           !(has_preset(rig, VRM_EXPRESSION_BLINK_LEFT) &&
             has_preset(rig, VRM_EXPRESSION_BLINK_RIGHT));
}

/* ---- Expressions of a recording ---- */

static int32_t find(const vrm_Recorder* r, const char* name) {
    for (size_t e = 0; e < r->expression_count; e++)
        if (strcmp(r->expressions[e].name, name) == 0) return (int32_t)e;
    return -1;
}

/* Returns the expression of that name, which is added with weights of 0 if there is none; -1 with
 * the result set if that fails. */
static int32_t find_or_add(vrm_Recorder* r, const char* name, vrm_Result* result) {
    int32_t found = find(r, name);
    if (found >= 0) return found;
    *result = vrm_recorder_set_expression(r, name, 0.0f);
    if (*result != VRM_OK) return -1;
    r->expressions[r->expression_count - 1].first_frame = 0;
    return (int32_t)r->expression_count - 1;
}

static void raise_to(float* weight, float other) {
    if (other > *weight) *weight = other;
}

static void remove_expression(vrm_Recorder* r, size_t index) {
    vrmi_RecordedExpression* gone = &r->expressions[index];
    vrmi_release(&r->allocator, gone->name, gone->name_size);
    vrmi_release(&r->allocator, gone->weights, gone->capacity * sizeof *gone->weights);
    r->expression_count--;
    memmove(gone, gone + 1, (r->expression_count - index) * sizeof *gone);
    r->next_expression = 0;
}

/* ---- Presets ---- */

static void read_frame(const Fit* fit, size_t frame, float out[VRM_FACE_SHAPE_COUNT]) {
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++)
        out[s] =
            fit->sources[s] < 0 ? 0.0f : fit->recorder->expressions[fit->sources[s]].weights[frame];
}

/* Adds the presets that the shapes of the recording can show. */
static vrm_Result add_presets(Fit* fit) {
    vrm_Result result = VRM_OK;
    memset(fit->presets, -1, sizeof fit->presets);
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT && result == VRM_OK; s++) {
        vrm_ExpressionPreset preset = vrmi_shape_rows[s].preset;
        if (((fit->recorded & ~fit->own) >> s & 1) == 0 || preset == VRM_EXPRESSION_CUSTOM)
            continue;
        bool is_blink = preset == VRM_EXPRESSION_BLINK_LEFT || preset == VRM_EXPRESSION_BLINK_RIGHT;
        if (is_blink && blinks_at_once(fit->rig)) preset = VRM_EXPRESSION_BLINK;
        if (fit->presets[preset] < 0)
            fit->presets[preset] =
                find_or_add(fit->recorder, vrm_expression_preset_name(preset), &result);
    }
    return result;
}

/* A preset may have been recorded beside the shapes (a viseme beside jawOpen): the larger weight
 * counts, so that a mouth is not opened twice. */
static void put_presets(const Fit* fit, size_t frame, const float shapes[VRM_FACE_SHAPE_COUNT]) {
    float weights[VRM_EXPRESSION_PRESET_COUNT];
    vrmi_shapes_to_presets(shapes, fit->own, weights);
    float left = weights[VRM_EXPRESSION_BLINK_LEFT], right = weights[VRM_EXPRESSION_BLINK_RIGHT];
    weights[VRM_EXPRESSION_BLINK] = left < right ? left : right;
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if (fit->presets[p] >= 0)
            raise_to(&fit->recorder->expressions[fit->presets[p]].weights[frame], weights[p]);
}

/* ---- The avatar's own expressions ---- */

/* Moves the weights of a shape to the avatar's expression. */
static vrm_Result put_own(Fit* fit, int32_t shape) {
    vrm_Recorder* r = fit->recorder;
    const char* name = fit->names[shape];
    vrm_Result result = VRM_OK;
    int32_t from = fit->sources[shape];
    if (strcmp(name, r->expressions[from].name) == 0) return VRM_OK;
    int32_t to = find_or_add(r, name, &result);
    for (size_t f = 0; to >= 0 && f < r->count; f++)
        raise_to(&r->expressions[to].weights[f], r->expressions[from].weights[f]);
    return result;
}

/* Removes shapes, except those whose name the avatar shares. */
static void remove_shapes(Fit* fit) {
    vrm_Recorder* r = fit->recorder;
    for (size_t e = r->expression_count; e-- > 0;) {
        int32_t shape =
            r->expressions[e].is_shape ? vrmi_shape_of_expression(r->expressions[e].name) : -1;
        r->expressions[e].is_shape = false;
        if (shape < 0) continue;
        bool is_own =
            (fit->own >> shape & 1) != 0 && strcmp(fit->names[shape], r->expressions[e].name) == 0;
        if (!is_own) remove_expression(r, e);
    }
}

/* ---- The whole ---- */

static void put_gaze(vrm_Recorder* r, size_t frame, const float shapes[VRM_FACE_SHAPE_COUNT]) {
    vrm_Vec2 gaze = vrmi_shapes_gaze(shapes);
    r->gazes[frame] = vrmi_record_gaze(gaze.x, gaze.y);
}

vrm_Result vrmi_recorder_fit_face(vrm_Recorder* recorder, const vrm_Rig* rig) {
    Fit fit = {.recorder = recorder, .rig = rig};
    find_recorded(&fit);
    if (fit.recorded == 0 || recorder->count == 0) return VRM_OK;
    find_own(&fit);
    /* As vrm_face_track(): an avatar that looks by shapes needs no gaze. Eyes that the recording
     * turns itself say more than the shapes. */
    bool looks_by_shapes = (fit.own & looks) == looks;
    bool has_gaze = (fit.recorded & looks) != 0 && !looks_by_shapes && !recorder->has_gaze;
    if (recorder->has_gaze) fit.recorded &= ~looks;
    fit.own &= fit.recorded;
    vrm_Result result = add_presets(&fit);
    for (size_t f = 0; f < recorder->count && result == VRM_OK; f++) {
        float shapes[VRM_FACE_SHAPE_COUNT];
        read_frame(&fit, f, shapes);
        put_presets(&fit, f, shapes);
        if (has_gaze) put_gaze(recorder, f, shapes);
    }
    if (has_gaze) recorder->has_gaze = true;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT && result == VRM_OK; s++)
        if ((fit.own >> s & 1) != 0) result = put_own(&fit, s);
    if (result == VRM_OK) remove_shapes(&fit);
    return result;
}

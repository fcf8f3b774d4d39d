/* SPDX-License-Identifier: MIT */
/* pose: bones and expressions over those of the actor, set between its step and that of the sim.
 *
 * A change eases from what was shown last. Bones that are released are left to a layer of the actor
 * that has their pose and fades out, since only the actor knows what is beneath. */
#include "control/control.h"
#include "control/control_parts.h"

#include "vrm/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FADE_S 0.25

enum { RELEASES_MAX = 4 }; /* layers that fade out at the same time */

typedef struct Weight {
    int32_t expression; /* of the rig */
    float from, to;
    bool is_released;
} Weight;

struct control_Overlay {
    uint64_t bones; /* bit b: bone b is set */
    vrm_Quat from[VRM_BONE_COUNT], to[VRM_BONE_COUNT];
    bool has_hips;
    vrm_Vec3 hips_from, hips_to;
    Weight weights[CONTROL_EXPRESSIONS_MAX * 2]; /* those that are set, and those released */
    int32_t weight_count;
    double fade_s, passed_s; /* of the last change */
    vrm_Clip* releases[RELEASES_MAX];
    uint32_t layers[RELEASES_MAX]; /* 0: free */
};

void control_free_overlay(control_Control* control) {
    if (control->overlay == NULL) return;
    for (int i = 0; i < RELEASES_MAX; i++) {
        if (control->overlay->releases[i] == NULL) continue;
        vrm_actor_forget(control->stage.actor, control->overlay->releases[i]);
        vrm_clip_destroy(control->overlay->releases[i]);
    }
    free(control->overlay);
    control->overlay = NULL;
}

/* ---- What is shown ---- */

/* 0..1 of the last change, eased at both ends. */
static float share_of(const control_Overlay* overlay) {
    if (overlay->passed_s >= overlay->fade_s) return 1.0f;
    float t = (float)(overlay->passed_s / overlay->fade_s);
    return t * t * (3.0f - 2.0f * t);
}

static vrm_Quat between(vrm_Quat a, vrm_Quat b, float share) {
    float sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f ? -1.0f : 1.0f;
    float keep = 1.0f - share, take = share * sign;
    vrm_Quat q = {a.x * keep + b.x * take, a.y * keep + b.y * take, a.z * keep + b.z * take,
                  a.w * keep + b.w * take};
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 1e-6f)) return b;
    return (vrm_Quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

static vrm_Vec3 between_points(vrm_Vec3 a, vrm_Vec3 b, float share) {
    return (vrm_Vec3){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                      a.z + (b.z - a.z) * share};
}

/* As of the last step of the sim. */
static vrm_Pose shown_pose(const control_Control* control) {
    const vrm_Transform* locals = vrm_avatar_locals(control->stage.sim, control->stage.avatar);
    return locals != NULL ? vrm_rig_read_pose(control->rig, locals) : vrm_pose_rest();
}

static float shown_weight(const control_Control* control, int32_t expression) {
    const float* weights = vrm_avatar_expression_inputs(control->stage.sim, control->stage.avatar);
    return weights != NULL ? weights[expression] : 0.0f;
}

/* ---- Release ---- */

static vrm_Result make_clip(const vrm_Rig* rig, const vrm_Pose* pose, uint64_t bones,
                            vrm_Clip** out) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = vrm_rig_hips_height(rig);
    vrm_Recorder* recorder = NULL;
    vrm_Model* model = NULL;
    def.bones = bones;
    *out = NULL;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    if (result == VRM_OK) result = vrm_recorder_add_frame(recorder, 0.0, pose);
    if (result == VRM_OK) result = vrm_recorder_add_frame(recorder, 1.0, pose);
    if (result == VRM_OK) result = vrm_recorder_finish(recorder, NULL, &model);
    if (result == VRM_OK) result = vrm_clip_build(model, NULL, out);
    vrm_recorder_destroy(recorder);
    vrm_model_destroy(model);
    return result;
}

static bool is_fading(const control_Control* control, int place) {
    vrm_LayerState state;
    return vrm_actor_layer(control->stage.actor, control->overlay->layers[place], &state);
}

static void drop_release(control_Control* control, int place) {
    control_Overlay* overlay = control->overlay;
    if (overlay->releases[place] == NULL) return;
    vrm_actor_forget(control->stage.actor, overlay->releases[place]);
    vrm_clip_destroy(overlay->releases[place]);
    overlay->releases[place] = NULL;
    overlay->layers[place] = 0;
}

int control_count_releases(const control_Control* control) {
    int count = 0;
    for (int i = 0; control->overlay != NULL && i < RELEASES_MAX; i++)
        count += is_fading(control, i);
    return count;
}

/* Numbers of layers grow. */
bool control_drop_release(control_Control* control) {
    int oldest = -1;
    for (int i = 0; control->overlay != NULL && i < RELEASES_MAX; i++) {
        const uint32_t* layers = control->overlay->layers;
        if (is_fading(control, i) && (oldest < 0 || layers[i] < layers[oldest])) oldest = i;
    }
    if (oldest >= 0) drop_release(control, oldest);
    return oldest >= 0;
}

/* The place of a layer that has faded out; the first one if none has. */
static int free_release(control_Control* control) {
    int place = 0;
    while (place < RELEASES_MAX - 1 && is_fading(control, place)) place++;
    drop_release(control, place);
    return place;
}

/* Without memory or a layer the bones go back at once. */
static void release_bones(control_Control* control, const vrm_Pose* shown, uint64_t bones,
                          float fade_s) {
    vrm_Actor* actor = control->stage.actor;
    if (bones == 0 || fade_s <= 0.0f) return;
    int place = free_release(control);
    vrm_Clip* clip = NULL;
    if (make_clip(control->rig, shown, bones, &clip) != VRM_OK) return;
    vrm_LayerDef def = vrm_default_layer_def(clip);
    def.at_end = VRM_LAYER_HOLDS;
    def.fade_in_s = 0.0f;
    def.bones = bones;
    uint32_t layer = vrm_actor_play(actor, &def);
    control->overlay->releases[place] = clip;
    control->overlay->layers[place] = layer;
    if (layer != 0) (void)vrm_actor_stop(actor, layer, fade_s);
}

/* ---- Reading ---- */

static bool read_stance(control_Control* control, const control_Call* call) {
    static const vrm_Stance stances[] = {VRM_STANCE_IDLE, VRM_STANCE_REST, VRM_STANCE_T,
                                         VRM_STANCE_A};
    int stance = control_word(call, "stance", -1);
    return stance < 0 || vrm_actor_set_stance(control->stage.actor, stances[stance]);
}

static void read_bones(const control_Call* call, const vrm_Pose* shown, control_Overlay* out) {
    char name[64];
    vrm_JsonIter it = vrm_json_iter(call->json, control_member(call, "bones"));
    while (vrm_json_next(&it)) {
        float q[4];
        (void)vrm_json_string(call->json, it.key, name, sizeof name);
        vrm_Bone bone = vrm_bone_by_name(name);
        control_floats(call->json, it.value, q, 4);
        float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        out->to[bone] = (vrm_Quat){q[0] / length, q[1] / length, q[2] / length, q[3] / length};
        out->from[bone] = shown->rotations[bone];
        out->bones |= (uint64_t)1 << bone;
    }
    out->has_hips = control_has(call, "hips");
    if (out->has_hips) out->hips_to = control_vec3(call, "hips");
    out->hips_from = shown->hips_offset;
}

static bool read_weights(control_Control* control, control_Call* call, control_Overlay* out) {
    char name[CONTROL_EXPRESSION_MAX + 1];
    vrm_JsonIter it = vrm_json_iter(call->json, control_member(call, "expressions"));
    while (vrm_json_next(&it)) {
        const char* own = NULL;
        size_t size = vrm_json_string(call->json, it.key, name, sizeof name);
        if (size >= sizeof name || strlen(name) != size)
            return control_fail(call, "avatar", "the avatar has no such expression");
        if (!control_expression(control, call, name, &own)) return false;
        if (own == NULL) continue; /* neutral: it has no such expression */
        int32_t expression = vrm_rig_expression(control->rig, own);
        out->weights[out->weight_count++] =
            (Weight){expression, shown_weight(control, expression),
                     (float)vrm_json_number(call->json, it.value, 0.0), false};
    }
    return true;
}

static bool has_weight(const control_Overlay* overlay, int32_t expression) {
    for (int32_t i = 0; i < overlay->weight_count; i++)
        if (overlay->weights[i].expression == expression) return true;
    return false;
}

/* Those that were set and are not any more. */
static void release_weights(const control_Control* control, const control_Overlay* old,
                            control_Overlay* out) {
    for (int32_t i = 0; i < old->weight_count; i++) {
        const Weight* weight = &old->weights[i];
        if (weight->is_released || has_weight(out, weight->expression) ||
            out->weight_count == CONTROL_EXPRESSIONS_MAX * 2)
            continue;
        out->weights[out->weight_count++] =
            (Weight){weight->expression, shown_weight(control, weight->expression), 0.0f, true};
    }
}

bool control_set_pose(control_Control* control, control_Client* client, control_Call* call) {
    (void)client;
    control_Overlay* next = calloc(1, sizeof *next);
    if (next == NULL) return control_fail_memory(call);
    vrm_Pose shown = shown_pose(control);
    read_bones(call, &shown, next);
    if (!read_weights(control, call, next)) {
        free(next);
        return false;
    }
    (void)read_stance(control, call);
    next->fade_s = control_number(call, "fade", FADE_S);
    control_Overlay* old = control->overlay;
    if (old != NULL) {
        uint64_t kept = next->bones | (next->has_hips ? (uint64_t)1 << VRM_BONE_HIPS : 0);
        uint64_t held = old->bones | (old->has_hips ? (uint64_t)1 << VRM_BONE_HIPS : 0);
        release_bones(control, &shown, held & ~kept, (float)next->fade_s);
        release_weights(control, old, next);
        memcpy(next->releases, old->releases, sizeof next->releases);
        memcpy(next->layers, old->layers, sizeof next->layers);
        free(old);
    }
    control->overlay = next;
    return true;
}

/* ---- Each frame ---- */

static void set_weights(control_Control* control, const control_Overlay* overlay, float share) {
    int32_t count = 0;
    const float* face = control->face != NULL ? vrm_face_weights(control->face, &count) : NULL;
    for (int32_t i = 0; i < overlay->weight_count; i++) {
        const Weight* weight = &overlay->weights[i];
        /* A face sets what it drives in each step, so that nothing is left to be put back. */
        float to = !weight->is_released                         ? weight->to
                   : face != NULL && weight->expression < count ? face[weight->expression]
                                                                : 0.0f;
        (void)vrm_avatar_set_expression_at(control->stage.sim, control->stage.avatar,
                                           weight->expression,
                                           weight->from + (to - weight->from) * share);
    }
}

static void drop_released(control_Overlay* overlay) {
    int32_t count = 0;
    for (int32_t i = 0; i < overlay->weight_count; i++)
        if (!overlay->weights[i].is_released) overlay->weights[count++] = overlay->weights[i];
    overlay->weight_count = count;
}

void control_pose(control_Control* control, double dt) {
    control_Overlay* overlay = control->overlay;
    vrm_Sim* sim = control->stage.sim;
    vrm_AvatarId avatar = control->stage.avatar;
    if (overlay == NULL) return;
    overlay->passed_s += dt;
    float share = share_of(overlay);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if ((overlay->bones >> b & 1) != 0)
            (void)vrm_avatar_set_bone(sim, avatar, (vrm_Bone)b,
                                      between(overlay->from[b], overlay->to[b], share));
    if (overlay->has_hips)
        (void)vrm_avatar_set_hips(sim, avatar,
                                  between_points(overlay->hips_from, overlay->hips_to, share));
    set_weights(control, overlay, share);
    if (share >= 1.0f) drop_released(overlay);
}

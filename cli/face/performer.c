/* SPDX-License-Identifier: MIT */
#include "face/performer.h"

/* An avatar that only blinks does without a face that is too large. */
static vrm_Result build_map(const PerformerDef* def, bool is_performing, Performer* out) {
    if (!is_performing && !def->blinks) return VRM_OK;
    vrm_Result result = vrm_face_map_build(def->model, out->rig, NULL, &out->map);
    return result == VRM_ERR_LIMIT && !is_performing ? VRM_OK : result;
}

static vrm_Result create_actor(const PerformerDef* def, bool is_performing, Performer* out) {
    vrm_FaceDef face = vrm_default_face_def();
    vrm_ActorDef actor = vrm_default_actor_def();
    actor.stance = def->stance;
    actor.face_map = out->map;
    actor.face = &face;
    if (is_performing) {
        actor.seed = def->performance->seed;
    } else {
        face.attention = VRM_ATTENTION_STEADY;
        face.idle = 0.0f;
    }
    vrm_Result result = vrm_actor_create(def->sim, def->avatar, &actor, &out->actor);
    /* The eyes stay as the pose has them. */
    if (result == VRM_OK && out->map != NULL && !is_performing)
        vrm_face_look_off(vrm_actor_face(out->actor));
    return result;
}

static vrm_Result play_clip(const PerformerDef* def, Performer* out) {
    vrm_LayerDef layer = vrm_default_layer_def(def->clip);
    if (def->clip == NULL) return VRM_OK;
    bool is_shorter = (double)vrm_clip_duration(def->clip) * 1.0001 < def->seconds;
    layer.at_end = is_shorter ? VRM_LAYER_LOOPS : VRM_LAYER_HOLDS;
    layer.fade_in_s = 0.0f;
    out->layer = vrm_actor_play(out->actor, &layer);
    return out->layer != 0 ? VRM_OK : VRM_ERR_ARGUMENT;
}

static bool add_cue(const Performer* performer, const Cue* cue) {
    vrm_EmotionPart parts[CUE_PARTS_MAX];
    vrm_EmotionDef def = vrm_default_emotion_def();
    for (int32_t i = 0; i < cue->part_count; i++) {
        bool is_there;
        const char* name = performance_part(performer->rig, &cue->parts[i], &is_there);
        if (name != NULL) parts[def.part_count++] = (vrm_EmotionPart){name, cue->parts[i].weight};
    }
    def.parts = def.part_count > 0 ? parts : NULL;
    return vrm_actor_emote(performer->actor, cue->time_s, &def);
}

static vrm_Result add_performance(const Performer* performer) {
    const Performance* performance = performer->performance;
    const Voice* voice = &performance->voice;
    bool is_kept = true;
    for (int32_t i = 0; i < performance->cues.count; i++)
        is_kept &= add_cue(performer, &performance->cues.list[i]);
    if (performance->has_voice)
        is_kept &= vrm_actor_speak(performer->actor, 0.0, voice->frames, voice->count);
    return is_kept ? VRM_OK : VRM_ERR_MEMORY; /* performance_check() has found the names */
}

vrm_Result performer_open(const PerformerDef* def, Performer* out) {
    bool is_performing = def->performance != NULL && def->performance->is_on;
    *out =
        (Performer){.performance = def->performance, .rig = vrm_avatar_rig(def->sim, def->avatar)};
    vrm_Result result = build_map(def, is_performing, out);
    if (result == VRM_OK) result = create_actor(def, is_performing, out);
    if (result == VRM_OK) result = play_clip(def, out);
    if (result == VRM_OK && is_performing) result = add_performance(out);
    if (result != VRM_OK) performer_close(out);
    return result;
}

void performer_close(Performer* performer) {
    vrm_actor_destroy(performer->actor);
    vrm_face_map_destroy(performer->map);
    *performer = (Performer){0};
}

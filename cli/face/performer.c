/* SPDX-License-Identifier: MIT */
#include "face/performer.h"

#include "words/output.h"

/* ---- Make ---- */

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

/* ---- Explain ---- */

/* By vowels, or by what stands for them: a face is asked, which knows. */
static bool moves_mouth(const vrm_FaceMap* map) {
    static const float vowels[VRM_VOWEL_COUNT] = {0.2f, 0.2f, 0.2f, 0.2f, 0.2f};
    vrm_FaceDef def = vrm_default_face_def();
    vrm_Face* face = NULL;
    int32_t count;
    bool moves = false;
    def.blinks = false;
    if (vrm_face_create(map, &def, &face) != VRM_OK) return true;
    (void)vrm_face_set_vowels(face, vowels);
    vrm_face_step(face, 1.0f);
    const float* weights = vrm_face_weights(face, &count);
    for (int32_t e = 0; e < count; e++) moves |= weights[e] > 0.0f;
    vrm_face_destroy(face);
    return moves;
}

/* Whether an expression that is asked for is shown beside speech: a face is asked, which knows. */
static bool shows_beside_speech(const vrm_FaceMap* map, const char* name, int32_t expression) {
    static const float vowels[VRM_VOWEL_COUNT] = {1.0f};
    vrm_FaceDef def = vrm_default_face_def();
    vrm_EmotionPart part = {name, 1.0f};
    vrm_EmotionDef emotion = vrm_default_emotion_def();
    vrm_Face* face = NULL;
    emotion.parts = &part;
    emotion.part_count = 1;
    if (vrm_face_create(map, &def, &face) != VRM_OK) return true;
    (void)vrm_face_emote(face, &emotion);
    (void)vrm_face_set_vowels(face, vowels);
    vrm_face_step(face, 1.0f);
    bool is_shown = vrm_face_weights(face, NULL)[expression] > 0.0f;
    vrm_face_destroy(face);
    return is_shown;
}

static void explain_part(const char* command, const char* file, const Performer* performer,
                         const Cue* cue, const cli_Expression* part) {
    bool is_there;
    const char* name = performance_part(performer->rig, part, &is_there);
    int32_t e = vrm_rig_expression(performer->rig, name);
    if (e < 0 || part->weight <= 0.0f) return;
    vrm_ExpressionInfo info = vrm_rig_expression_info(performer->rig, e);
    if (info.binary == VRM_BINARY_OVER_HALF && part->weight <= 0.5f)
        (void)cli_file_error(command, file,
                             "line %d: %s does not show at %g: the expression is binary; give it "
                             "more than 0.5",
                             (int)cue->line, name, (double)part->weight);
    else if (performer->performance->has_voice && !shows_beside_speech(performer->map, name, e))
        (void)cli_file_error(command, file,
                             "line %d: %s is not shown while the avatar speaks: it would hide the "
                             "lips (overrideMouth, isBinary)",
                             (int)cue->line, name);
}

void performer_explain(const char* command, const char* file, const Performer* performer) {
    if (performer->map == NULL || performer->performance == NULL) return;
    const Cues* cues = &performer->performance->cues;
    for (int32_t i = 0; i < cues->count; i++)
        for (int32_t p = 0; p < cues->list[i].part_count; p++)
            explain_part(command, file, performer, &cues->list[i], &cues->list[i].parts[p]);
    if (performer->performance->has_voice && !moves_mouth(performer->map))
        (void)cli_file_error(
            command, file,
            "the mouth does not move: the avatar has no expression for a vowel, or "
            "none that changes anything");
}

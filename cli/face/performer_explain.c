/* SPDX-License-Identifier: MIT */
#include "face/performer.h"
#include "words/output.h"

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

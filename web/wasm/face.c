/* SPDX-License-Identifier: MIT */
/* Living faces, and lips from sound. With actor.c cut into libvrm-face.wasm: pages without a face
 * do not fetch it. Arrays of weights are given in the words. */
#include "face.h"

#include <stddef.h>
#include <string.h>

/* ---- Names and numbers ---- */

_Static_assert(VRM_FACE_SHAPE_COUNT <= 64, "the shapes of a tracker are given in the words");
_Static_assert(sizeof(vrm_LipFrame) == 40 && offsetof(vrm_LipFrame, vowels) == 8 &&
                   offsetof(vrm_LipFrame, loudness) == 28 && offsetof(vrm_LipFrame, closed) == 32 &&
                   offsetof(vrm_LipFrame, is_speech) == 36,
               "a frame is read as a double, seven floats and a byte");

static void put_names(const char* key, const char* (*name)(int), int count) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int i = 0; i < count; i++) vrm_json_put_string(builder, name(i));
    vrm_json_end_array(builder);
}

static const char* shape_name(int shape) {
    return vrm_face_shape_name((vrm_FaceShape)shape);
}

static const char* viseme_name(int viseme) {
    return vrm_viseme_name((vrm_Viseme)viseme);
}

static const char* vowel_name(int vowel) {
    return vrm_expression_preset_name((vrm_ExpressionPreset)(VRM_EXPRESSION_AA + vowel));
}

static const char* attention_name(int attention) {
    static const char* const names[] = {"auto", "listening", "talking", "steady"};
    return names[attention];
}

static const char* stance_name(int stance) {
    static const char* const names[] = {"idle", "rest", "t", "a"};
    return names[stance];
}

static const char* layer_end_name(int end) {
    static const char* const names[] = {"loops", "holds", "stops"};
    return names[end];
}

static const char* actor_event_name(int kind) {
    static const char* const names[] = {"looped",  "ended",       "stopped",
                                        "blinked", "speechBegan", "speechEnded"};
    return names[kind];
}

WEB_EXPORT(vrm_Result, face_constants, void) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    put_names("shapes", shape_name, VRM_FACE_SHAPE_COUNT);
    put_names("visemes", viseme_name, VRM_VISEME_COUNT);
    put_names("vowels", vowel_name, VRM_VOWEL_COUNT);
    put_names("attentions", attention_name, VRM_ATTENTION_STEADY + 1);
    put_names("stances", stance_name, VRM_STANCE_A + 1);
    put_names("layerEnds", layer_end_name, VRM_LAYER_STOPS + 1);
    put_names("actorEvents", actor_event_name, VRM_ACTOR_SPEECH_ENDED + 1);
    web_key_integer("emotionParts", VRM_EMOTION_PARTS_MAX);
    web_key_number("frameSeconds", VRM_LIP_FRAME_S);
    web_key_number("aheadSeconds", VRM_FACE_AHEAD_S);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(int32_t, face_shape_by_name, const char* name) {
    return (int32_t)vrm_face_shape_by_name(name);
}

WEB_EXPORT(int32_t, viseme_by_name, const char* name) {
    return (int32_t)vrm_viseme_by_name(name);
}

/* ---- Map ---- */

WEB_EXPORT(vrm_Result, face_map_build, const vrm_Model* model, const vrm_Rig* rig) {
    vrm_FaceMap* map = NULL;
    vrm_Result result = vrm_face_map_build(model, rig, NULL, &map);
    web_words[0].p = map;
    return result;
}

WEB_EXPORT(void, face_map_destroy, vrm_FaceMap* map) {
    vrm_face_map_destroy(map);
}

static void put_presets(const char* key, uint32_t presets) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if ((presets >> p & 1) == 0) continue;
        vrm_json_put_string(builder, vrm_expression_preset_name((vrm_ExpressionPreset)p));
    }
    vrm_json_end_array(builder);
}

WEB_EXPORT(vrm_Result, face_map_facts, const vrm_FaceMap* map) {
    static const char* const trackings[] = {"none", "presets", "partial", "perfectSync", "morphs"};
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_FaceMapInfo info = vrm_face_map_info(map);
    vrm_json_begin_object(builder);
    web_key_text("tracking", trackings[info.tracking]);
    web_key_integer("shapeCount", info.shape_count);
    web_key_integer("shapeMorphCount", info.shape_morph_count);
    put_presets("presets", info.presets);
    put_presets("effectivePresets", info.effective_presets);
    web_key_bool("hasVowels", info.has_vowels);
    web_key_bool("hasBlink", info.has_blink);
    web_key_bool("hasVisemes", info.has_visemes);
    web_key_bool("hasGaze", info.has_gaze);
    vrm_json_put_key(builder, "shapes");
    vrm_json_begin_object(builder);
    for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        int32_t expression = vrm_face_map_shape(map, (vrm_FaceShape)s);
        if (expression >= 0) web_key_integer(vrm_face_shape_name((vrm_FaceShape)s), expression);
    }
    vrm_json_end_object(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(int32_t, face_map_is_effective, const vrm_FaceMap* map, int32_t expression) {
    return vrm_face_map_is_effective(map, expression);
}

WEB_EXPORT(int32_t, face_map_expression, const vrm_FaceMap* map, const char* name) {
    return vrm_face_map_expression(map, name);
}

WEB_EXPORT(float, face_map_overlap, const vrm_FaceMap* map, int32_t a, int32_t b) {
    return vrm_face_map_overlap(map, a, b);
}

/* ---- Face ---- */

vrm_FaceDef web_face_def(uint32_t seed_low, uint32_t seed_high, int32_t blinks,
                         float blink_interval, int32_t attention, float idle) {
    vrm_FaceDef def = vrm_default_face_def();
    def.seed = (uint64_t)seed_high << 32 | seed_low;
    if (blinks >= 0) def.blinks = blinks != 0;
    if (blink_interval >= 0) def.blink_interval_s = blink_interval;
    if (attention >= 0) def.attention = (vrm_Attention)attention;
    if (idle >= 0) def.idle = idle;
    return def;
}

/* Numbers as for web_face_def(). */
WEB_EXPORT(vrm_Result, face_create, const vrm_FaceMap* map, uint32_t seed_low, uint32_t seed_high,
           int32_t blinks, float blink_interval, int32_t attention, float idle) {
    vrm_FaceDef def = web_face_def(seed_low, seed_high, blinks, blink_interval, attention, idle);
    vrm_Face* face = NULL;
    vrm_Result result = vrm_face_create(map, &def, &face);
    web_words[0].p = face;
    return result;
}

WEB_EXPORT(void, face_destroy, vrm_Face* face) {
    vrm_face_destroy(face);
}

bool web_emotion(web_Emotion* out, const char* names, int32_t count, float intensity, float ease_in,
                 float ease_out, float hold, int32_t is_queued) {
    if (count < 0 || count > VRM_EMOTION_PARTS_MAX) return false;
    for (int32_t i = 0; i < count; i++) {
        out->parts[i] = (vrm_EmotionPart){names, web_words[i].f};
        names += strlen(names) + 1;
    }
    out->def = vrm_default_emotion_def();
    out->def.parts = out->parts;
    out->def.part_count = count;
    out->def.intensity = intensity;
    if (ease_in >= 0) out->def.ease_in_s = ease_in;
    if (ease_out >= 0) out->def.ease_out_s = ease_out;
    out->def.hold_s = hold;
    out->def.is_queued = is_queued != 0;
    return true;
}

/* An emotion as for web_emotion(). */
WEB_EXPORT(int32_t, face_emote, vrm_Face* face, const char* names, int32_t count, float intensity,
           float ease_in, float ease_out, float hold, int32_t is_queued) {
    web_Emotion emotion;
    return web_emotion(&emotion, names, count, intensity, ease_in, ease_out, hold, is_queued) &&
           vrm_face_emote(face, &emotion.def);
}

/* Weights that JavaScript has left in the words. */
static const float* given(float* numbers, int count) {
    for (int i = 0; i < count; i++) numbers[i] = web_words[i].f;
    return numbers;
}

WEB_EXPORT(int32_t, face_set_vowels, vrm_Face* face) {
    float vowels[VRM_VOWEL_COUNT];
    return vrm_face_set_vowels(face, given(vowels, VRM_VOWEL_COUNT));
}

WEB_EXPORT(int32_t, face_set_visemes, vrm_Face* face) {
    float visemes[VRM_VISEME_COUNT];
    return vrm_face_set_visemes(face, given(visemes, VRM_VISEME_COUNT));
}

WEB_EXPORT(int32_t, face_track, vrm_Face* face) {
    float shapes[VRM_FACE_SHAPE_COUNT];
    return vrm_face_track(face, given(shapes, VRM_FACE_SHAPE_COUNT));
}

WEB_EXPORT(void, face_begin_sound, vrm_Face* face) {
    vrm_face_begin_sound(face);
}

WEB_EXPORT(int32_t, face_hear, vrm_Face* face, const vrm_LipFrame* frames, int32_t count) {
    return vrm_face_hear(face, frames, count);
}

WEB_EXPORT(int32_t, face_hear_live, vrm_Face* face, const vrm_LipFrame* frames, int32_t count) {
    return vrm_face_hear_live(face, frames, count);
}

WEB_EXPORT(int32_t, face_sync_sound, vrm_Face* face, double time_s) {
    return vrm_face_sync_sound(face, time_s);
}

WEB_EXPORT(void, face_blink, vrm_Face* face) {
    vrm_face_blink(face);
}

WEB_EXPORT(void, face_set_blinks, vrm_Face* face, int32_t blinks) {
    vrm_face_set_blinks(face, blinks != 0);
}

WEB_EXPORT(int32_t, face_set_eyes, vrm_Face* face, float left, float right) {
    return vrm_face_set_eyes(face, left, right);
}

WEB_EXPORT(int32_t, face_look_at, vrm_Face* face, float x, float y, float z) {
    return vrm_face_look_at(face, (vrm_Vec3){x, y, z});
}

WEB_EXPORT(int32_t, face_look_along, vrm_Face* face, float yaw, float pitch) {
    return vrm_face_look_along(face, yaw, pitch);
}

WEB_EXPORT(void, face_look_off, vrm_Face* face) {
    vrm_face_look_off(face);
}

WEB_EXPORT(int32_t, face_set_attention, vrm_Face* face, int32_t attention) {
    return vrm_face_set_attention(face, (vrm_Attention)attention);
}

WEB_EXPORT(int32_t, face_set_idle, vrm_Face* face, float idle) {
    return vrm_face_set_idle(face, idle);
}

WEB_EXPORT(void, face_track_off, vrm_Face* face) {
    vrm_face_track_off(face);
}

WEB_EXPORT(void, face_step, vrm_Face* face, float dt) {
    vrm_face_step(face, dt);
}

WEB_EXPORT(int32_t, face_apply, const vrm_Face* face, vrm_Sim* sim, uint32_t index1,
           uint32_t generation) {
    return vrm_face_apply(face, sim, (vrm_AvatarId){index1, generation});
}

WEB_EXPORT(void, face_add_idle, const vrm_Face* face, vrm_Pose* pose) {
    vrm_face_add_idle(face, pose);
}

WEB_EXPORT(int32_t, face_apply_idle, const vrm_Face* face, vrm_Sim* sim, uint32_t index1,
           uint32_t generation) {
    return vrm_face_apply_idle(face, sim, (vrm_AvatarId){index1, generation});
}

WEB_EXPORT(double, face_time, const vrm_Face* face) {
    return vrm_face_time(face);
}

/* The address of the weights; how many they are is in word 0. */
WEB_EXPORT(const float*, face_weights, const vrm_Face* face) {
    return vrm_face_weights(face, &web_words[0].i);
}

/* The saccade in words 0 and 1; true while the face talks. */
WEB_EXPORT(int32_t, face_state, const vrm_Face* face) {
    vrm_Vec2 saccade = vrm_face_saccade(face);
    web_words[0].f = saccade.x;
    web_words[1].f = saccade.y;
    return vrm_face_is_talking(face);
}

/* ---- Lip ---- */

WEB_EXPORT(vrm_Result, lip_create, float sample_rate) {
    vrm_LipDef def = vrm_default_lip_def();
    def.sample_rate_hz = sample_rate;
    vrm_Lip* lip = NULL;
    vrm_Result result = vrm_lip_create(&def, &lip);
    web_words[0].p = lip;
    return result;
}

WEB_EXPORT(void, lip_destroy, vrm_Lip* lip) {
    vrm_lip_destroy(lip);
}

WEB_EXPORT(int32_t, lip_frame_bound, const vrm_Lip* lip, int32_t count) {
    return vrm_lip_frame_bound(lip, count);
}

WEB_EXPORT(int32_t, lip_feed, vrm_Lip* lip, const float* samples, int32_t count,
           vrm_LipFrame* frames, int32_t capacity) {
    return vrm_lip_feed(lip, samples, count, frames, capacity);
}

WEB_EXPORT(int32_t, lip_finish, vrm_Lip* lip, vrm_LipFrame* frames, int32_t capacity) {
    return vrm_lip_finish(lip, frames, capacity);
}

WEB_EXPORT(int32_t, lip_calibrate, vrm_Lip* lip, const float* samples, int32_t count) {
    return vrm_lip_calibrate(lip, samples, count);
}

/* ---- Speech marks ---- */

WEB_EXPORT(vrm_Result, speech_marks_read, const void* bytes, size_t size, double offset,
           float opening, vrm_Report* report) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    vrm_SpeechMarks* marks = NULL;
    def.offset_s = offset;
    def.opening = opening;
    def.report = report;
    vrm_Result result = vrm_speech_marks_read(bytes, size, &def, &marks);
    web_words[0].p = marks;
    return result;
}

WEB_EXPORT(void, speech_marks_destroy, vrm_SpeechMarks* marks) {
    vrm_speech_marks_destroy(marks);
}

WEB_EXPORT(vrm_Result, speech_marks_facts, const vrm_SpeechMarks* marks) {
    vrm_SpeechMarksInfo info = vrm_speech_marks_info(marks);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("format", vrm_speech_format_name(info.format));
    web_key_number("duration", info.seconds);
    web_key_integer("count", info.mark_count);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* The number of frames is in word 0. */
WEB_EXPORT(const vrm_LipFrame*, speech_marks_frames, const vrm_SpeechMarks* marks) {
    return vrm_speech_marks_frames(marks, &web_words[0].i);
}

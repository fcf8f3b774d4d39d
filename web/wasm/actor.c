/* SPDX-License-Identifier: MIT */
/* Actors. Times are doubles, of which a negative one is now. */
#include "face.h"

/* Without a face map the numbers of a face, as for web_face_def(), are not read. */
WEB_EXPORT(vrm_Result, actor_create, vrm_Sim* sim, uint32_t index1, uint32_t generation,
           const vrm_FaceMap* map, int32_t stance, uint32_t seed_low, uint32_t seed_high,
           int32_t blinks, float blink_interval, int32_t attention, float idle) {
    vrm_FaceDef face = web_face_def(seed_low, seed_high, blinks, blink_interval, attention, idle);
    vrm_ActorDef def = vrm_default_actor_def();
    def.stance = (vrm_Stance)stance;
    def.face_map = map;
    def.face = &face;
    def.seed = face.seed;
    vrm_Actor* actor = NULL;
    vrm_Result result = vrm_actor_create(sim, (vrm_AvatarId){index1, generation}, &def, &actor);
    web_words[0].p = actor;
    return result;
}

WEB_EXPORT(void, actor_destroy, vrm_Actor* actor) {
    vrm_actor_destroy(actor);
}

WEB_EXPORT(vrm_Face*, actor_face, vrm_Actor* actor) {
    return vrm_actor_face(actor);
}

WEB_EXPORT(int32_t, actor_set_stance, vrm_Actor* actor, int32_t stance) {
    return vrm_actor_set_stance(actor, (vrm_Stance)stance);
}

/* ---- Layers ---- */

enum {
    HAS_EXPRESSIONS = 1,
    HAS_GAZE = 2,
    IS_ADDITIVE = 4,
    APPLIES_ROOT_MOTION = 8,
    CROSS_FADES = 16
}; /* `choices` */

/* The layer's number; 0: it was refused. */
WEB_EXPORT(uint32_t, actor_play, vrm_Actor* actor, const vrm_Clip* clip, int32_t at_end,
           float weight, float fade_in, float fade_out, float speed, float start, double begin,
           uint32_t bones_low, uint32_t bones_high, uint32_t choices) {
    vrm_LayerDef def = vrm_default_layer_def(clip);
    def.at_end = (vrm_LayerEnd)at_end;
    def.weight = weight;
    def.fade_in_s = fade_in;
    def.fade_out_s = fade_out;
    def.speed = speed;
    def.start_s = start;
    if (begin >= 0) def.begin_s = begin;
    def.bones = (uint64_t)bones_high << 32 | bones_low;
    def.has_expressions = (choices & HAS_EXPRESSIONS) != 0;
    def.has_gaze = (choices & HAS_GAZE) != 0;
    def.is_additive = (choices & IS_ADDITIVE) != 0;
    def.applies_root_motion = (choices & APPLIES_ROOT_MOTION) != 0;
    return (choices & CROSS_FADES) != 0 ? vrm_actor_cross_fade(actor, &def)
                                        : vrm_actor_play(actor, &def);
}

WEB_EXPORT(int32_t, actor_stop, vrm_Actor* actor, uint32_t layer, float fade) {
    return vrm_actor_stop(actor, layer, fade);
}

WEB_EXPORT(void, actor_forget, vrm_Actor* actor, const vrm_Clip* clip) {
    vrm_actor_forget(actor, clip);
}

WEB_EXPORT(int32_t, actor_set_weight, vrm_Actor* actor, uint32_t layer, float weight, float fade) {
    return vrm_actor_set_weight(actor, layer, weight, fade);
}

WEB_EXPORT(int32_t, actor_set_speed, vrm_Actor* actor, uint32_t layer, float speed) {
    return vrm_actor_set_speed(actor, layer, speed);
}

WEB_EXPORT(int32_t, actor_set_clip_time, vrm_Actor* actor, uint32_t layer, double time) {
    return vrm_actor_set_clip_time(actor, layer, time);
}

/* Place in the clip, weight and speed, and whether it has ended, in words; false: it is gone. */
WEB_EXPORT(int32_t, actor_layer, const vrm_Actor* actor, uint32_t layer) {
    vrm_LayerState state;
    if (!vrm_actor_layer(actor, layer, &state)) return 0;
    web_words[0].f = state.time_s;
    web_words[1].f = state.weight;
    web_words[2].f = state.speed;
    web_words[3].u = state.has_ended;
    return 1;
}

/* ---- Root ---- */

WEB_EXPORT(int32_t, actor_set_root, vrm_Actor* actor, float tx, float ty, float tz, float rx,
           float ry, float rz, float rw, float sx, float sy, float sz) {
    vrm_Transform root = {{tx, ty, tz}, {rx, ry, rz, rw}, {sx, sy, sz}};
    return vrm_actor_set_root(actor, root);
}

/* Ten numbers, in words. */
WEB_EXPORT(void, actor_root, const vrm_Actor* actor) {
    vrm_Transform root = vrm_actor_root(actor);
    vrm_Vec3 at = root.translation, scale = root.scale;
    vrm_Quat turn = root.rotation;
    const float numbers[] = {at.x,   at.y,   at.z,    turn.x,  turn.y,
                             turn.z, turn.w, scale.x, scale.y, scale.z};
    for (int i = 0; i < 10; i++) web_words[i].f = numbers[i];
}

/* ---- Face, speech and gaze ---- */

/* An emotion as for web_emotion(). */
WEB_EXPORT(int32_t, actor_emote, vrm_Actor* actor, double time, const char* names, int32_t count,
           float intensity, float ease_in, float ease_out, float hold, int32_t is_queued) {
    web_Emotion emotion;
    return web_emotion(&emotion, names, count, intensity, ease_in, ease_out, hold, is_queued) &&
           vrm_actor_emote(actor, time >= 0 ? time : VRM_ACTOR_NOW, &emotion.def);
}

WEB_EXPORT(int32_t, actor_speak, vrm_Actor* actor, double time, const vrm_LipFrame* frames,
           int32_t count) {
    return vrm_actor_speak(actor, time >= 0 ? time : VRM_ACTOR_NOW, frames, count);
}

WEB_EXPORT(int32_t, actor_look_at, vrm_Actor* actor, float x, float y, float z) {
    return vrm_actor_look_at(actor, (vrm_Vec3){x, y, z});
}

WEB_EXPORT(int32_t, actor_look_along, vrm_Actor* actor, float yaw, float pitch) {
    return vrm_actor_look_along(actor, yaw, pitch);
}

WEB_EXPORT(void, actor_look_free, vrm_Actor* actor) {
    vrm_actor_look_free(actor);
}

/* ---- Run ---- */

WEB_EXPORT(int32_t, actor_step, vrm_Actor* actor, float dt) {
    return vrm_actor_step(actor, dt);
}

WEB_EXPORT(int32_t, actor_step_to, vrm_Actor* actor, double time) {
    return vrm_actor_step_to(actor, time);
}

WEB_EXPORT(int32_t, actor_seek, vrm_Actor* actor, double time) {
    return vrm_actor_seek(actor, time);
}

/* Lets JavaScript set its own inputs of a moment. */
WEB_IMPORT(host, settle) void host_settle(vrm_Actor* actor, double time);

static void set_host_inputs(void* ctx, vrm_Actor* actor, double time) {
    (void)ctx;
    host_settle(actor, time);
}

WEB_EXPORT(int32_t, actors_settle, vrm_Actor* const* actors, int32_t count, float seconds,
           int32_t has_inputs) {
    return vrm_actors_settle_with(actors, count, seconds, has_inputs ? set_host_inputs : NULL,
                                  NULL);
}

WEB_EXPORT(double, actor_time, const vrm_Actor* actor) {
    return vrm_actor_time(actor);
}

/* The time of the oldest event; its kind, layer and count are in words. Below 0: there is none. */
WEB_EXPORT(double, actor_poll, vrm_Actor* actor) {
    vrm_ActorEvent event;
    if (!vrm_actor_poll(actor, &event)) return -1.0;
    web_words[0].i = (int32_t)event.kind;
    web_words[1].u = event.layer;
    web_words[2].i = event.count;
    return event.time_s;
}

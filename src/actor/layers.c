/* SPDX-License-Identifier: MIT */
/* Layers: functions of the actor's time. */
#include "actor/actor.h"
#include "base/exponential.h"
#include "base/maths.h"

#include <math.h>
#include <string.h>

static double earlier(double a, double b) {
    return a < b ? a : b;
}

/* ---- A layer at a time ---- */

/* When the clip is over; VRMI_NEVER for one that repeats or stands still. */
static double end_of(const vrmi_Layer* layer) {
    double speed = (double)layer->speed;
    if (layer->at_end == VRM_LAYER_LOOPS || speed == 0.0) return VRMI_NEVER;
    double left_s = speed > 0.0 ? layer->duration - layer->origin_clip_s : layer->origin_clip_s;
    return layer->origin_s + (left_s > 0.0 ? left_s / fabs(speed) : 0.0);
}

/* When a layer that stops at the end has faded out: then, or later where a change of speed, place
 * or end left less time than the fade takes. */
static double faded_of(const vrmi_Layer* layer) {
    double end_s = end_of(layer), fade_end_s = layer->origin_s + layer->fade_out_s;
    bool was_changed = layer->origin_s > layer->begin_s;
    return was_changed && fade_end_s > end_s ? fade_end_s : end_s;
}

double vrmi_layer_gone_s(const vrmi_Layer* layer) {
    double gone_s = earlier(layer->stop_s + layer->stop_fade_s, layer->replaced_s);
    return layer->at_end == VRM_LAYER_STOPS ? earlier(gone_s, faded_of(layer)) : gone_s;
}

/* 1 before the fade, 0 after it. */
static float fade(double time_s, double begin_s, double fade_s) {
    if (time_s < begin_s) return 1.0f;
    return fade_s > 0.0 ? 1.0f - vrmi_ease((time_s - begin_s) / fade_s) : 0.0f;
}

/* When the fade before the end of the clip begins. A change begins it anew, so that the weight does
 * not jump. */
static double end_fade_of(const vrmi_Layer* layer) {
    double begin_s = faded_of(layer) - layer->fade_out_s;
    return begin_s < layer->origin_s ? layer->origin_s : begin_s;
}

static float end_fade(const vrmi_Layer* layer, double time_s) {
    if (layer->at_end != VRM_LAYER_STOPS) return 1.0f;
    double begin_s = end_fade_of(layer);
    return fade(time_s, begin_s, faded_of(layer) - begin_s);
}

typedef struct Course {
    double weight, speed, acceleration;
} Course;

/* The curve of the fifth degree from the course at `ease_begin_s` to rest at `to_weight`: that of
 * least jerk. A target that moves in each frame is followed, since nothing is lost at a change. */
static Course course_at(const vrmi_Layer* layer, double time_s) {
    double length = layer->ease_s, t = length > 0.0 ? (time_s - layer->ease_begin_s) / length : 1.0;
    if (t >= 1.0) return (Course){(double)layer->to_weight, 0.0, 0.0};
    if (t <= 0.0) return (Course){layer->from_weight, layer->from_speed, layer->from_acceleration};
    double v = layer->from_speed * length, a = layer->from_acceleration * length * length;
    double way = (double)layer->to_weight - layer->from_weight - v - 0.5 * a;
    double speed = -v - a;
    double c3 = 10.0 * way - 4.0 * speed - 0.5 * a, c4 = -15.0 * way + 7.0 * speed + a,
           c5 = 6.0 * way - 3.0 * speed - 0.5 * a;
    return (Course){layer->from_weight + t * (v + t * (0.5 * a + t * (c3 + t * (c4 + t * c5)))),
                    (v + t * (a + t * (3.0 * c3 + t * (4.0 * c4 + t * 5.0 * c5)))) / length,
                    (a + t * (6.0 * c3 + t * (12.0 * c4 + t * 20.0 * c5))) / (length * length)};
}

static float eased_weight(const vrmi_Layer* layer, double time_s) {
    double since_s = time_s - layer->ease_begin_s;
    if (!(layer->ease_s > 0.0) || since_s >= layer->ease_s) return layer->to_weight;
    if (layer->from_speed == 0.0 && layer->from_acceleration == 0.0) /* the same, in fewer steps */
        return vrmi_lerp((float)layer->from_weight, layer->to_weight,
                         vrmi_ease(since_s / layer->ease_s));
    return vrmi_clamp((float)course_at(layer, time_s).weight, 0.0f, 1.0f);
}

static double wrap(double time_s, double duration) {
    double within = fmod(time_s, duration);
    if (within < 0.0) within += duration;
    return (double)(float)within < duration ? within : 0.0;
}

static double place_in(const vrmi_Layer* layer, double clip_s) {
    double duration = layer->duration;
    if (layer->at_end == VRM_LAYER_LOOPS) return duration > 0.0 ? wrap(clip_s, duration) : 0.0;
    return clip_s < 0.0 ? 0.0 : earlier(clip_s, duration);
}

double vrmi_layer_unwrapped(const vrmi_Layer* layer, double time_s) {
    if (time_s < layer->begin_s) return layer->origin_clip_s;
    return layer->origin_clip_s + (time_s - layer->origin_s) * (double)layer->speed;
}

double vrmi_layer_pass(const vrmi_Layer* layer, double time_s) {
    if (layer->at_end != VRM_LAYER_LOOPS || !(layer->duration > 0.0)) return 0.0;
    double clip_s = vrmi_layer_unwrapped(layer, time_s);
    return floor((clip_s - place_in(layer, clip_s)) / layer->duration + 0.5);
}

bool vrmi_layer_has_ended(const vrmi_Layer* layer, double time_s) {
    return time_s >= layer->begin_s && time_s >= end_of(layer);
}

vrmi_LayerMoment vrmi_layer_at(const vrmi_Layer* layer, double time_s) {
    vrmi_LayerMoment moment = {.has_begun = time_s >= layer->begin_s,
                               .is_gone = time_s >= vrmi_layer_gone_s(layer)};
    moment.place_s = place_in(layer, vrmi_layer_unwrapped(layer, time_s));
    moment.clip_s = (float)moment.place_s;
    moment.has_ended = vrmi_layer_has_ended(layer, time_s);
    if (!moment.has_begun || moment.is_gone) return moment;
    moment.weight = eased_weight(layer, time_s) * fade(time_s, layer->stop_s, layer->stop_fade_s) *
                    end_fade(layer, time_s);
    return moment;
}

vrmi_PlayCover vrmi_layer_cover(const vrmi_Layer* layer, double time_s) {
    vrmi_PlayCover cover = layer->cover;
    cover.left = fade(time_s, layer->begin_s, layer->replace_s);
    if (time_s >= vrmi_layer_gone_s(layer)) cover.expressions = cover.nodes = NULL;
    return cover;
}

static double next_of(double next_s, double candidate_s, double time_s) {
    return candidate_s > time_s ? earlier(next_s, candidate_s) : next_s;
}

double vrmi_layer_next_s(const vrmi_Layer* layer, double time_s) {
    double next_s = next_of(VRMI_NEVER, layer->begin_s, time_s);
    next_s = next_of(next_s, layer->ease_begin_s, time_s);
    next_s = next_of(next_s, layer->ease_begin_s + layer->ease_s, time_s);
    next_s = next_of(next_s, layer->stop_s, time_s);
    next_s = next_of(next_s, end_of(layer), time_s);
    next_s = next_of(next_s, vrmi_layer_gone_s(layer), time_s);
    if (layer->at_end == VRM_LAYER_STOPS) next_s = next_of(next_s, end_fade_of(layer), time_s);
    if (layer->replaces) next_s = next_of(next_s, layer->begin_s + layer->replace_s, time_s);
    return next_s;
}

static bool is_within(double time_s, double begin_s, double seconds) {
    return time_s >= begin_s && time_s < begin_s + seconds;
}

bool vrmi_layer_is_fading(const vrmi_Layer* layer, double time_s) {
    if (layer->replaces && is_within(time_s, layer->begin_s, layer->replace_s)) return true;
    if (time_s < layer->begin_s || time_s >= vrmi_layer_gone_s(layer)) return false;
    return is_within(time_s, layer->ease_begin_s, layer->ease_s) || time_s >= layer->stop_s ||
           (layer->at_end == VRM_LAYER_STOPS && time_s >= end_fade_of(layer));
}

/* ---- Changes ---- */

static void ease_from(vrmi_Layer* layer, Course from, double fade_s, double now_s) {
    layer->from_weight = from.weight;
    layer->from_speed = from.speed;
    layer->from_acceleration = from.acceleration;
    layer->ease_begin_s = now_s;
    layer->ease_s = fade_s;
}

static bool is_stopping(const vrmi_Layer* layer) {
    return layer->stop_s < VRMI_NEVER || layer->replaced_s < VRMI_NEVER;
}

static void stop(vrmi_Layer* layer, double at_s, double fade_s) {
    if (is_stopping(layer)) return;
    layer->stop_s = at_s;
    layer->stop_fade_s = fade_s;
}

/* Layers that wait to be replaced by one which will not hide them fade out by themselves. */
static void release_waiting(vrmi_Layers* layers, const vrmi_Layer* layer, double now_s,
                            double fade_s) {
    for (vrmi_Layer* below = layers->list; layer->replaces && below < layer; below++) {
        if (below->replaced_s <= now_s || below->replaced_s == VRMI_NEVER) continue;
        below->replaced_s = VRMI_NEVER;
        stop(below, now_s, fade_s);
    }
}

void vrmi_layers_stop(vrmi_Layers* layers, vrmi_Layer* layer, double now_s, double fade_s) {
    if (is_stopping(layer)) return;
    stop(layer, now_s, fade_s);
    release_waiting(layers, layer, now_s, fade_s);
}

void vrmi_layers_set_weight(vrmi_Layers* layers, vrmi_Layer* layer, float weight, double fade_s,
                            double now_s) {
    if (weight == layer->to_weight) return;
    if (weight < 1.0f) release_waiting(layers, layer, now_s, fade_s);
    if (now_s >= layer->begin_s) {
        ease_from(layer, course_at(layer, now_s), fade_s, now_s);
        layers->changes++;
    }
    layer->to_weight = weight; /* one that has not begun fades in to it */
}

/* The clip goes on from a place. Where the weight was fading out before the end, it eases back. */
static void move_clip(vrmi_Layers* layers, vrmi_Layer* layer, double clip_s, double now_s) {
    layers->changes++;
    double shown = (double)(eased_weight(layer, now_s) * end_fade(layer, now_s));
    if (end_fade(layer, now_s) < 1.0f)
        ease_from(layer, (Course){shown, 0.0, 0.0}, layer->fade_out_s, now_s);
    layer->origin_s = now_s > layer->begin_s ? now_s : layer->begin_s;
    layer->origin_clip_s = clip_s;
    layer->told_end = layer->told_end && vrmi_layer_has_ended(layer, now_s);
}

/* Whether it does not fade out before that. */
static bool stays_until(const vrmi_Layer* layer, double time_s) {
    return layer->at_end != VRM_LAYER_STOPS || faded_of(layer) - layer->fade_out_s >= time_s;
}

/* After a change of when the clip ends. */
static void check_waiting(vrmi_Layers* layers, const vrmi_Layer* layer, double now_s) {
    if (!stays_until(layer, layer->begin_s + layer->replace_s))
        release_waiting(layers, layer, now_s, layer->fade_out_s);
}

void vrmi_layers_set_clip_time(vrmi_Layers* layers, vrmi_Layer* layer, double clip_s,
                               double now_s) {
    move_clip(layers, layer, clip_s, now_s);
    check_waiting(layers, layer, now_s);
}

/* One that fades out goes on fading from the weight that it has. */
void vrmi_layers_set_speed(vrmi_Layers* layers, vrmi_Layer* layer, float speed, double now_s) {
    if (speed == layer->speed) return;
    bool fades_out = end_fade(layer, now_s) < 1.0f;
    move_clip(layers, layer, vrmi_layer_at(layer, now_s).place_s, now_s);
    if (fades_out) {
        layer->to_weight = (float)layer->from_weight;
        layer->ease_s = 0.0;
    }
    layer->speed = speed;
    layer->told_end = layer->told_end && vrmi_layer_has_ended(layer, now_s);
    check_waiting(layers, layer, now_s);
}

/* A loop that shall end does so at the end of its present pass. */
static void set_end(vrmi_Layers* layers, vrmi_Layer* layer, const vrm_LayerDef* def, double now_s) {
    if (layer->at_end != def->at_end) {
        move_clip(layers, layer, vrmi_layer_at(layer, now_s).place_s, now_s);
        layer->at_end = def->at_end;
    }
    if (layer->fade_out_s != (double)def->fade_out_s) layers->changes++;
    layer->fade_out_s = (double)def->fade_out_s;
    check_waiting(layers, layer, now_s);
}

/* ---- The list ---- */

vrmi_Layer* vrmi_layers_find(vrmi_Layers* layers, uint32_t number) {
    for (int32_t i = 0; i < layers->count; i++)
        if (layers->list[i].number == number) return &layers->list[i];
    return NULL;
}

/* Whether the layer replaces the motion of the hips. */
static bool moves_hips(const vrm_LayerDef* def) {
    const vrm_Clip* clip = def->clip;
    return clip->kind == VRM_CLIP_HUMANOID && !def->is_additive &&
           (def->bones >> VRM_BONE_HIPS & 1) != 0 &&
           (clip->hips_track >= 0 || clip->bone_tracks[VRM_BONE_HIPS] >= 0);
}

/* Whether it hands their way over the ground to the root. */
static bool can_drive(const vrm_LayerDef* def) {
    return def->applies_root_motion && moves_hips(def);
}

static bool plays_same(const vrmi_Layer* layer, const vrm_LayerDef* def, double now_s) {
    return layer->clip == def->clip && layer->bones == def->bones &&
           layer->is_additive == def->is_additive &&
           layer->has_expressions == def->has_expressions && layer->has_gaze == def->has_gaze &&
           (layer->path != NULL) == can_drive(def) && !is_stopping(layer) &&
           !vrmi_layer_at(layer, now_s).is_gone &&
           (def->begin_s == VRM_ACTOR_NOW || def->begin_s == layer->begin_s);
}

static void drop(vrmi_Layers* layers, int32_t i) {
    vrmi_root_path_release(layers->list[i].path, layers->allocator);
    layers->changes++;
    layers->count--;
    memmove(layers->list + i, layers->list + i + 1,
            (size_t)(layers->count - i) * sizeof *layers->list);
}

/* One that is gone makes room: the oldest. */
static bool make_room(vrmi_Layers* layers, double now_s) {
    if (layers->count < VRM_ACTOR_LAYERS_MAX) return true;
    for (int32_t i = 0; i < layers->count; i++) {
        if (!vrmi_layer_at(&layers->list[i], now_s).is_gone) continue;
        drop(layers, i);
        return true;
    }
    return false;
}

void vrmi_layers_forget(vrmi_Layers* layers, const vrm_Clip* clip) {
    for (int32_t i = layers->count; i-- > 0;)
        if (layers->list[i].clip == clip) drop(layers, i);
}

void vrmi_layers_clear(vrmi_Layers* layers) {
    while (layers->count > 0) drop(layers, layers->count - 1);
}

uint32_t vrmi_layers_play(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s) {
    for (int32_t i = layers->count; i-- > 0;) {
        vrmi_Layer* layer = &layers->list[i];
        if (!plays_same(layer, def, now_s)) continue;
        vrmi_layers_set_weight(layers, layer, def->weight, (double)def->fade_in_s, now_s);
        vrmi_layers_set_speed(layers, layer, def->speed, now_s);
        set_end(layers, layer, def, now_s);
        return layer->number;
    }
    vrmi_RootPath* path = NULL;
    if (can_drive(def)) {
        path = vrmi_root_path_build(def->clip, layers->rig, layers->allocator);
        if (path == NULL) return 0;
    }
    if (!make_room(layers, now_s)) { /* after the allocation, so that failure drops no layer */
        vrmi_root_path_release(path, layers->allocator);
        return 0;
    }
    double begin_s = def->begin_s == VRM_ACTOR_NOW ? now_s : def->begin_s;
    double duration = (double)def->clip->duration, start_s = (double)def->start_s;
    if (def->speed < 0.0f) start_s = duration - start_s;
    layers->list[layers->count++] = (vrmi_Layer){.number = ++layers->last_number,
                                                 .clip = def->clip,
                                                 .duration = duration,
                                                 .at_end = def->at_end,
                                                 .is_additive = def->is_additive,
                                                 .has_expressions = def->has_expressions,
                                                 .has_gaze = def->has_gaze,
                                                 .bones = def->bones,
                                                 .moves_hips = moves_hips(def),
                                                 .path = path,
                                                 .begin_s = begin_s,
                                                 .origin_s = begin_s,
                                                 .origin_clip_s = start_s,
                                                 .speed = def->speed,
                                                 .ease_begin_s = begin_s,
                                                 .ease_s = (double)def->fade_in_s,
                                                 .to_weight = def->weight,
                                                 .fade_out_s = (double)def->fade_out_s,
                                                 .stop_s = VRMI_NEVER,
                                                 .replaced_s = VRMI_NEVER};
    return layers->last_number;
}

static vrmi_PlayCover cover_of(const vrmi_Layer* layer) {
    const vrm_Clip* clip = layer->clip;
    if (clip->kind == VRM_CLIP_NODES) return (vrmi_PlayCover){.nodes = clip};
    bool has_hips = clip->hips_track >= 0 && (layer->bones >> VRM_BONE_HIPS & 1) != 0;
    return (vrmi_PlayCover){.bones = clip->bones & layer->bones,
                            .moves_hips = has_hips,
                            .has_gaze = clip->gaze_track >= 0 && layer->has_gaze,
                            .expressions = layer->has_expressions ? clip : NULL};
}

/* Layers that lie below a new one wait until it has replaced them. A layer that plays already may
 * have others above it: they fade out. */
uint32_t vrmi_layers_cross_fade(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s) {
    uint32_t last_number = layers->last_number, number = vrmi_layers_play(layers, def, now_s);
    vrmi_Layer* played = number == 0 ? NULL : vrmi_layers_find(layers, number);
    if (played == NULL) return 0;
    double fade_s = (double)def->fade_in_s;
    bool is_new = number > last_number;
    double replaced_s = played->begin_s + fade_s;
    if (is_new) {
        played->replaces = true;
        played->replace_s = fade_s;
        if (def->weight == 1.0f && !def->is_additive && stays_until(played, replaced_s))
            played->cover = cover_of(played);
    }
    for (int32_t i = 0; i < layers->count; i++) {
        vrmi_Layer* other = &layers->list[i];
        if (other == played) continue;
        bool waits = other->replaced_s > now_s; /* for an earlier one, or for none */
        if (is_new && waits)
            other->replaced_s = replaced_s;
        else if (!is_new)
            vrmi_layers_stop(layers, other, now_s, fade_s);
    }
    return number;
}

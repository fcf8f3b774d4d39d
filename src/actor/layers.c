/* SPDX-License-Identifier: MIT */
/* Layers: functions of the actor's time. */
#include "actor/actor.h"
#include "base/maths.h"
#include "face/chance.h"

#include <math.h>
#include <string.h>

/* ---- A layer at a time ---- */

/* When the clip is over; VRMI_NEVER for one that repeats or stands still. */
static double end_of(const vrmi_Layer* layer) {
    double duration = (double)layer->clip->duration, speed = (double)layer->speed;
    if (layer->at_end == VRM_LAYER_LOOPS || speed == 0.0) return VRMI_NEVER;
    double left_s = speed > 0.0 ? duration - layer->origin_clip_s : layer->origin_clip_s;
    return layer->origin_s + left_s / fabs(speed);
}

/* 1 before the fade, 0 after it. */
static float fade(double time_s, double begin_s, double fade_s) {
    if (time_s < begin_s) return 1.0f;
    return fade_s > 0.0 ? 1.0f - vrmi_ease((time_s - begin_s) / fade_s) : 0.0f;
}

static float eased_weight(const vrmi_Layer* layer, double time_s) {
    double since_s = time_s - layer->ease_begin_s;
    float share = layer->ease_s > 0.0 ? vrmi_ease(since_s / layer->ease_s) : 1.0f;
    return vrmi_lerp(layer->from_weight, layer->to_weight, share);
}

static float wrap(double time_s, double duration) {
    double within = fmod(time_s, duration);
    if (within < 0.0) within += duration;
    float rounded = (float)within;
    return (double)rounded < duration ? rounded : 0.0f;
}

vrmi_LayerMoment vrmi_layer_at(const vrmi_Layer* layer, double time_s) {
    vrmi_LayerMoment moment = {.has_begun = time_s >= layer->begin_s};
    double duration = (double)layer->clip->duration, end_s = end_of(layer);
    double clip_s = layer->origin_clip_s + (time_s - layer->origin_s) * (double)layer->speed;
    if (time_s < layer->begin_s) clip_s = layer->origin_clip_s;
    moment.unwrapped_s = clip_s;
    if (layer->at_end == VRM_LAYER_LOOPS)
        moment.clip_s = duration > 0.0 ? wrap(clip_s, duration) : 0.0f;
    else
        moment.clip_s = (float)(clip_s < 0.0 ? 0.0 : clip_s < duration ? clip_s : duration);
    moment.has_ended = moment.has_begun && time_s >= end_s;
    bool stops_itself = layer->at_end == VRM_LAYER_STOPS;
    moment.is_gone =
        time_s >= layer->stop_s + layer->stop_fade_s || (stops_itself && moment.has_ended);
    if (!moment.has_begun || moment.is_gone) return moment;
    moment.weight = eased_weight(layer, time_s) * fade(time_s, layer->stop_s, layer->stop_fade_s);
    if (stops_itself) moment.weight *= fade(time_s, end_s - layer->fade_out_s, layer->fade_out_s);
    return moment;
}

/* ---- Changes ---- */

void vrmi_layer_set_weight(vrmi_Layer* layer, float weight, double fade_s, double now_s) {
    if (weight == layer->to_weight) return;
    layer->from_weight = eased_weight(layer, now_s);
    layer->to_weight = weight;
    layer->ease_begin_s = now_s;
    layer->ease_s = fade_s;
}

void vrmi_layer_set_clip_time(vrmi_Layer* layer, double clip_s, double now_s) {
    layer->origin_s = now_s > layer->begin_s ? now_s : layer->begin_s;
    layer->origin_clip_s = clip_s;
}

void vrmi_layer_set_speed(vrmi_Layer* layer, float speed, double now_s) {
    if (speed == layer->speed) return;
    vrmi_layer_set_clip_time(layer, (double)vrmi_layer_at(layer, now_s).clip_s, now_s);
    layer->speed = speed;
}

void vrmi_layer_stop(vrmi_Layer* layer, double at_s, double fade_s) {
    if (layer->stop_s < VRMI_NEVER) return;
    layer->stop_s = at_s;
    layer->stop_fade_s = fade_s;
}

void vrmi_layers_stop_others(vrmi_Layers* layers, uint32_t number, double at_s) {
    for (int32_t i = 0; i < layers->count; i++)
        if (layers->list[i].number != number) vrmi_layer_stop(&layers->list[i], at_s, 0.0);
}

/* ---- The list ---- */

vrmi_Layer* vrmi_layers_find(vrmi_Layers* layers, uint32_t number) {
    for (int32_t i = 0; i < layers->count; i++)
        if (layers->list[i].number == number) return &layers->list[i];
    return NULL;
}

void vrmi_layers_forget(vrmi_Layers* layers, const vrm_Clip* clip) {
    int32_t kept = 0;
    for (int32_t i = 0; i < layers->count; i++)
        if (layers->list[i].clip != clip) layers->list[kept++] = layers->list[i];
    layers->count = kept;
}

static bool plays_same(const vrmi_Layer* layer, const vrm_LayerDef* def, double now_s) {
    return layer->clip == def->clip && layer->bones == def->bones &&
           layer->is_additive == def->is_additive &&
           layer->has_expressions == def->has_expressions && layer->has_gaze == def->has_gaze &&
           layer->stop_s == VRMI_NEVER && !vrmi_layer_at(layer, now_s).is_gone &&
           (def->begin_s == VRM_ACTOR_NOW || def->begin_s == layer->begin_s);
}

/* A loop that shall end does so at the end of its present pass. */
static void set_end(vrmi_Layer* layer, const vrm_LayerDef* def, double now_s) {
    layer->fade_out_s = (double)def->fade_out_s;
    if (layer->at_end == def->at_end) return;
    vrmi_layer_set_clip_time(layer, (double)vrmi_layer_at(layer, now_s).clip_s, now_s);
    layer->at_end = def->at_end;
}

/* One that is gone makes room: the oldest. */
static bool make_room(vrmi_Layers* layers, double now_s) {
    if (layers->count < VRM_ACTOR_LAYERS_MAX) return true;
    for (int32_t i = 0; i < layers->count; i++) {
        if (!vrmi_layer_at(&layers->list[i], now_s).is_gone) continue;
        layers->count--;
        memmove(layers->list + i, layers->list + i + 1,
                (size_t)(layers->count - i) * sizeof *layers->list);
        return true;
    }
    return false;
}

uint32_t vrmi_layers_play(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s) {
    for (int32_t i = layers->count; i-- > 0;) {
        vrmi_Layer* layer = &layers->list[i];
        if (!plays_same(layer, def, now_s)) continue;
        vrmi_layer_set_weight(layer, def->weight, (double)def->fade_in_s, now_s);
        vrmi_layer_set_speed(layer, def->speed, now_s);
        set_end(layer, def, now_s);
        return layer->number;
    }
    if (!make_room(layers, now_s)) return 0;
    double begin_s = def->begin_s == VRM_ACTOR_NOW ? now_s : def->begin_s;
    double start_s = (double)def->start_s;
    if (def->speed < 0.0f) start_s = (double)def->clip->duration - start_s;
    layers->list[layers->count++] = (vrmi_Layer){.number = ++layers->last_number,
                                                 .clip = def->clip,
                                                 .at_end = def->at_end,
                                                 .is_additive = def->is_additive,
                                                 .has_expressions = def->has_expressions,
                                                 .has_gaze = def->has_gaze,
                                                 .bones = def->bones,
                                                 .begin_s = begin_s,
                                                 .origin_s = begin_s,
                                                 .origin_clip_s = start_s,
                                                 .speed = def->speed,
                                                 .ease_begin_s = begin_s,
                                                 .ease_s = (double)def->fade_in_s,
                                                 .to_weight = def->weight,
                                                 .fade_out_s = (double)def->fade_out_s,
                                                 .stop_s = VRMI_NEVER};
    return layers->last_number;
}

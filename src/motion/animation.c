/* SPDX-License-Identifier: MIT */
/* Curves to samplers and channels. Everything that is written goes through vrm/edit.h. */
#include "motion/animation.h"
#include "json/put.h"

#include "base/hash.h"

#include <string.h>

static bool has_failed(const vrmi_AnimationOut* out) {
    return out->result != VRM_OK;
}

static void fail(vrmi_AnimationOut* out, vrm_Result result) {
    if (out->result == VRM_OK) out->result = result;
}

vrm_Result vrmi_animation_begin(vrmi_AnimationOut* out, vrm_Edit* edit,
                                const vrm_Allocator* allocator, const float* times,
                                size_t frame_count, size_t width_max) {
    *out = (vrmi_AnimationOut){
        .edit = edit, .times = times, .frame_count = frame_count, .width_max = width_max};
    vrmi_arena_init(&out->arena, allocator, 4096);
    size_t numbers;
    if (!vrmi_mul(frame_count, width_max, &numbers)) {
        fail(out, VRM_ERR_MEMORY);
        return out->result;
    }
    out->kept = vrmi_arena_alloc(&out->arena, frame_count, sizeof *out->kept);
    out->numbers = vrmi_arena_alloc(&out->arena, numbers, sizeof *out->numbers);
    if (out->kept == NULL || out->numbers == NULL) fail(out, VRM_ERR_MEMORY);
    if (!has_failed(out)) fail(out, vrm_json_builder_create(allocator, &out->channels));
    if (!has_failed(out)) fail(out, vrm_json_builder_create(allocator, &out->samplers));
    if (!has_failed(out)) {
        vrm_json_begin_array(out->channels);
        vrm_json_begin_array(out->samplers);
    }
    return out->result;
}

/* ---- Accessors ---- */

static const vrmi_KeyTimes* find_input(const vrmi_AnimationOut* out, size_t count, uint64_t hash) {
    for (size_t i = 0; i < out->input_count; i++) {
        const vrmi_KeyTimes* input = &out->inputs[i];
        if (input->hash == hash && input->count == count &&
            memcmp(input->kept, out->kept, count * sizeof *out->kept) == 0)
            return input;
    }
    return NULL;
}

static void remember_input(vrmi_AnimationOut* out, size_t count, uint64_t hash, int32_t accessor) {
    if (out->input_count == out->input_capacity) {
        size_t capacity = out->input_capacity == 0 ? 16 : 2 * out->input_capacity;
        vrmi_KeyTimes* inputs = vrmi_arena_alloc(&out->arena, capacity, sizeof *inputs);
        if (inputs == NULL) {
            fail(out, VRM_ERR_MEMORY);
            return;
        }
        if (out->input_count > 0) memcpy(inputs, out->inputs, out->input_count * sizeof *inputs);
        out->inputs = inputs;
        out->input_capacity = capacity;
    }
    uint32_t* kept = vrmi_arena_alloc(&out->arena, count, sizeof *kept);
    if (kept == NULL) {
        fail(out, VRM_ERR_MEMORY);
        return;
    }
    memcpy(kept, out->kept, count * sizeof *kept);
    out->inputs[out->input_count++] = (vrmi_KeyTimes){kept, count, hash, accessor};
}

/* The accessor with the times of the keys in out->kept. */
static int32_t input_of(vrmi_AnimationOut* out, size_t count) {
    uint64_t hash = vrmi_hash(out->kept, count * sizeof *out->kept, 0);
    const vrmi_KeyTimes* known = find_input(out, count, hash);
    if (known != NULL) return known->accessor;
    int32_t accessor = -1;
    for (size_t i = 0; i < count; i++) out->numbers[i] = out->times[out->kept[i]];
    fail(out, vrm_edit_add_floats(out->edit, VRM_ACCESSOR_SCALAR, out->numbers, count, 0, true,
                                  &accessor));
    out->kept_bytes += count * sizeof(float);
    remember_input(out, count, hash, accessor);
    return accessor;
}

/* Makes the dot product of neighbouring quaternions positive, so that readers that do not check
 * still interpolate along the shortest arc. */
static void align_rotation(float* value, const float* before) {
    float dot =
        value[0] * before[0] + value[1] * before[1] + value[2] * before[2] + value[3] * before[3];
    for (int c = 0; dot < 0.0f && c < 4; c++) value[c] = -value[c];
}

static int32_t output_of(vrmi_AnimationOut* out, const vrmi_Curve* curve, size_t count,
                         bool is_weights) {
    static const vrm_AccessorType types[] = {VRM_ACCESSOR_NONE, VRM_ACCESSOR_SCALAR,
                                             VRM_ACCESSOR_VEC2, VRM_ACCESSOR_VEC3,
                                             VRM_ACCESSOR_VEC4};
    size_t width = (size_t)curve->width;
    for (size_t i = 0; i < count; i++) {
        float* value = out->numbers + i * width;
        memcpy(value, curve->values + out->kept[i] * width, width * sizeof *value);
        if (curve->kind == VRMI_CURVE_ROTATION && i > 0) align_rotation(value, value - width);
    }
    int32_t accessor = -1;
    vrm_AccessorType type = is_weights ? VRM_ACCESSOR_SCALAR : types[width];
    fail(out, vrm_edit_add_floats(out->edit, type, out->numbers, is_weights ? count * width : count,
                                  0, false, &accessor));
    out->kept_bytes += count * width * sizeof(float);
    return accessor;
}

/* ---- Channels ---- */

static void put_channel(vrmi_AnimationOut* out, int32_t node, const char* path,
                        const char* pointer) {
    vrm_JsonBuilder* b = out->channels;
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "sampler", out->channel_count);
    vrmi_open_object(b, "target");
    if (pointer == NULL) vrmi_put_integer(b, "node", node);
    vrmi_put_string(b, "path", pointer == NULL ? path : "pointer");
    if (pointer != NULL) {
        vrmi_open_object(b, "extensions");
        vrmi_open_object(b, "KHR_animation_pointer");
        vrmi_put_string(b, "pointer", pointer);
        vrm_json_end_object(b);
        vrm_json_end_object(b);
    }
    vrm_json_end_object(b);
    vrm_json_end_object(b);
}

static void put_sampler(vrmi_AnimationOut* out, int32_t input, int32_t output) {
    vrm_JsonBuilder* b = out->samplers;
    vrm_json_begin_object(b);
    vrmi_put_integer(b, "input", input);
    vrmi_put_integer(b, "output", output);
    vrm_json_end_object(b);
}

void vrmi_animation_add(vrmi_AnimationOut* out, const vrmi_Curve* curve, int32_t node,
                        const char* path, const char* pointer) {
    if (has_failed(out)) return;
    VRM_ASSERT(curve->count == out->frame_count && (size_t)curve->width <= out->width_max);
    size_t count = vrmi_curve_reduce(curve, out->kept);
    if (count == 1 && !out->has_still && curve->count > 1) {
        out->kept[count++] = (uint32_t)(curve->count - 1);
        out->has_still = true;
    }
    out->source_keys += curve->count;
    out->kept_keys += count;
    if (out->channel_count == 0) out->source_bytes += curve->count * sizeof(float); /* times */
    out->source_bytes += curve->count * (size_t)curve->width * sizeof(float);
    bool is_weights = pointer == NULL && strcmp(path, "weights") == 0;
    int32_t input = input_of(out, count);
    int32_t output = has_failed(out) ? -1 : output_of(out, curve, count, is_weights);
    if (has_failed(out)) return;
    put_channel(out, node, path, pointer);
    put_sampler(out, input, output);
    out->channel_count++;
}

/* ---- The whole ---- */

/* Before the other animations, because programs play the first one. */
static vrm_Result put_first(vrm_Edit* edit, vrm_Span text) {
    const vrm_Json* json = vrm_edit_json(edit);
    if (vrm_json_at(json, "/animations/0") != VRM_JSON_MISSING)
        return vrm_edit_insert(edit, "/animations/0", text.data, text.size);
    return vrm_edit_add(edit, "animations", text.data, text.size, NULL);
}

static vrm_Result put_animation(vrmi_AnimationOut* out, const char* name) {
    vrm_Span channels, samplers, text;
    vrm_JsonBuilder* b = NULL;
    vrm_json_end_array(out->channels);
    vrm_json_end_array(out->samplers);
    vrm_Result result = vrm_json_builder_text(out->channels, &channels);
    if (result == VRM_OK) result = vrm_json_builder_text(out->samplers, &samplers);
    if (result == VRM_OK) result = vrm_json_builder_create(&out->arena.allocator, &b);
    if (result != VRM_OK) return result;
    vrm_json_begin_object(b);
    if (name != NULL && name[0] != '\0') vrmi_put_string(b, "name", name);
    vrm_json_put_key(b, "channels");
    vrm_json_put_raw(b, channels.data, channels.size);
    vrm_json_put_key(b, "samplers");
    vrm_json_put_raw(b, samplers.data, samplers.size);
    vrm_json_end_object(b);
    result = vrm_json_builder_text(b, &text);
    if (result == VRM_OK) result = put_first(out->edit, text);
    vrm_json_builder_destroy(b);
    return result;
}

vrm_Result vrmi_animation_end(vrmi_AnimationOut* out, const char* name) {
    if (!has_failed(out) && out->channel_count > 0) fail(out, put_animation(out, name));
    vrm_json_builder_destroy(out->channels);
    vrm_json_builder_destroy(out->samplers);
    vrmi_arena_release(&out->arena);
    return out->result;
}

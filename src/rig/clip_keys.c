/* SPDX-License-Identifier: MIT */
/* Turns a channel of a glTF animation into a track: reads the numbers, drops invalid keys, converts
 * the values to the form in which they are played, and shares equal key times.
 *
 * accessors -> times and values -> the valid keys -> timeline and track */
#include "rig/clip_build.h"

#include "gltf/accessor.h"
#include "rig/rig.h"

#include <string.h>

/* How many of the latest timelines are compared for equal times: exporters write channels of equal
 * length one after the other, and the bound keeps hostile files fast. */
#define TIMELINES_BACK 64

/* The numbers of one channel, as stored in the file. */
typedef struct Numbers {
    const vrm_Accessor *input, *output;
    float *times, *values;
    size_t width;     /* numbers of a value */
    size_t parts;     /* values of a key: 3 in splines */
    size_t key_count; /* that both accessors have */
    uint32_t* kept;   /* indices of the valid keys */
    size_t kept_count;
} Numbers;

static void complain(vrmi_ClipBuild* build, vrmi_RuleId rule, const vrm_Accessor* accessor) {
    bool* is_reported = &build->is_reported[accessor - build->gltf->accessors];
    if (*is_reported) return;
    *is_reported = true;
    vrmi_report(build->def.report, rule, build->gltf->json, accessor->json, NULL);
}

static void* scratch(vrmi_ClipBuild* build, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&build->scratch, count, size);
    if (memory == NULL) build->result = VRM_ERR_MEMORY;
    return memory;
}

/* ---- Reading ---- */

static float* read_numbers(vrmi_ClipBuild* build, const vrm_Accessor* accessor) {
    size_t total = 0;
    if (!vrmi_mul((size_t)accessor->count, (size_t)vrm_accessor_components(accessor->type),
                  &total)) {
        build->result = VRM_ERR_MEMORY;
        return NULL;
    }
    float* numbers = scratch(build, total, sizeof *numbers);
    if (numbers == NULL) return NULL;
    int32_t index = (int32_t)(accessor - build->gltf->accessors);
    return vrm_accessor_read_floats(build->gltf, index, numbers, total) == VRM_OK ? numbers : NULL;
}

/* Zeros without bytes in the file are no motion, and a file could declare any number of them. */
static bool is_stored(const vrm_Accessor* accessor) {
    return accessor->is_readable && accessor->buffer_view >= 0 && accessor->count > 0;
}

static bool fits_path(const vrm_Accessor* accessor, vrm_AnimationPath path) {
    vrm_AccessorType type = path == VRM_PATH_ROTATION  ? VRM_ACCESSOR_VEC4
                            : path == VRM_PATH_WEIGHTS ? VRM_ACCESSOR_SCALAR
                                                       : VRM_ACCESSOR_VEC3;
    bool is_number = accessor->component_type == VRM_COMPONENT_FLOAT || accessor->is_normalized;
    return accessor->type == type && is_number;
}

static bool read_channel(vrmi_ClipBuild* build, const vrm_AnimationChannel* channel,
                         Numbers* numbers) {
    if (channel->sampler < 0) return false;
    const vrm_AnimationSampler* sampler = &build->animation->samplers[channel->sampler];
    if (sampler->input < 0 || sampler->output < 0) return false;
    const vrm_Accessor* input = &build->gltf->accessors[sampler->input];
    const vrm_Accessor* output = &build->gltf->accessors[sampler->output];
    *numbers = (Numbers){.input = input, .output = output};
    if (!is_stored(input) || input->type != VRM_ACCESSOR_SCALAR ||
        input->component_type != VRM_COMPONENT_FLOAT) {
        complain(build, VRMI_RULE_ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT, input);
        return false;
    }
    if (!is_stored(output) || !fits_path(output, channel->path)) {
        complain(build, VRMI_RULE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT, output);
        return false;
    }
    bool is_cubic = sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE;
    bool is_weights = channel->path == VRM_PATH_WEIGHTS;
    numbers->parts = is_cubic ? 3 : 1;
    numbers->width = is_weights ? (size_t)vrmi_morph_targets(build->gltf, channel->node)
                                : (size_t)vrm_accessor_components(output->type);
    if (numbers->width == 0) {
        vrmi_report(build->def.report, VRMI_RULE_ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS,
                    build->gltf->json, vrm_json_member(build->gltf->json, channel->json, "target"),
                    NULL);
        return false;
    }
    size_t elements = numbers->parts * (is_weights ? numbers->width : 1);
    uint64_t fitting = output->count / elements;
    if (fitting != input->count || output->count % elements != 0) {
        complain(build, VRMI_RULE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT, output);
        if (is_weights) return false; /* which morph target a weight belongs to is undefined */
    }
    if (fitting > input->count) fitting = input->count;
    if (fitting == 0 || fitting > INT32_MAX) return false;
    numbers->key_count = (size_t)fitting;
    numbers->times = read_numbers(build, input);
    numbers->values = read_numbers(build, output);
    return numbers->times != NULL && numbers->values != NULL;
}

/* ---- Keys worth keeping ---- */

/* Reading replaced floats that are not finite by 0, so this checks the bytes. Values of a sparse
 * accessor are used as they were read. */
static bool is_finite_in_file(const vrm_Gltf* gltf, const vrm_Accessor* accessor, size_t element) {
    if (accessor->component_type != VRM_COMPONENT_FLOAT || accessor->is_sparse) return true;
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    size_t stride = view->byte_stride == 0 ? layout.size : view->byte_stride;
    const uint8_t* from = view->data + accessor->byte_offset + element * stride;
    for (uint32_t i = 0; i < layout.rows; i++, from += 4) /* little-endian: exponent of all ones */
        if ((from[3] & 0x7F) == 0x7F && (from[2] & 0x80) != 0) return false;
    return true;
}

static bool is_zero_rotation(const float* q) {
    vrm_Quat unit = vrmi_quat_normalize((vrm_Quat){q[0], q[1], q[2], q[3]});
    return unit.w == 1.0f && q[3] == 0.0f;
}

static bool is_good_value(vrmi_ClipBuild* build, const Numbers* numbers, size_t key,
                          bool is_rotation) {
    size_t per_key = numbers->parts * numbers->width;
    size_t components = (size_t)vrm_accessor_components(numbers->output->type);
    size_t elements = per_key / components;
    for (size_t i = 0; i < elements; i++) {
        if (is_finite_in_file(build->gltf, numbers->output, key * elements + i)) continue;
        complain(build, VRMI_RULE_ACCESSOR_INVALID_FLOAT, numbers->output);
        return false;
    }
    size_t value = key * per_key + (numbers->parts == 3 ? numbers->width : 0);
    if (!is_rotation || !is_zero_rotation(numbers->values + value)) return true;
    complain(build, VRMI_RULE_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
             numbers->output);
    return false;
}

static bool is_good_time(vrmi_ClipBuild* build, const Numbers* numbers, size_t key) {
    vrmi_RuleId rule;
    if (!is_finite_in_file(build->gltf, numbers->input, key))
        rule = VRMI_RULE_ACCESSOR_INVALID_FLOAT;
    else if (numbers->times[key] < 0.0f)
        rule = VRMI_RULE_ACCESSOR_ANIMATION_INPUT_NEGATIVE;
    else if (numbers->kept_count > 0 &&
             !(numbers->times[key] > numbers->times[numbers->kept[numbers->kept_count - 1]]))
        rule = VRMI_RULE_ACCESSOR_ANIMATION_INPUT_NON_INCREASING;
    else
        return true;
    complain(build, rule, numbers->input);
    return false;
}

static bool choose_keys(vrmi_ClipBuild* build, Numbers* numbers, bool is_rotation) {
    numbers->kept = scratch(build, numbers->key_count, sizeof *numbers->kept);
    if (numbers->kept == NULL) return false;
    for (size_t key = 0; key < numbers->key_count; key++)
        if (is_good_time(build, numbers, key) && is_good_value(build, numbers, key, is_rotation))
            numbers->kept[numbers->kept_count++] = (uint32_t)key;
    return numbers->kept_count > 0;
}

/* ---- Timelines ---- */

void* vrmi_clip_keep(vrmi_ClipBuild* build, size_t count, size_t size) {
    size_t bytes = 0;
    if (!vrmi_mul(count, size, &bytes) || bytes > build->def.max_bytes - build->bytes) {
        vrmi_report_at(build->def.report, VRMI_RULE_LIMIT_DECODED_BYTES, VRM_NO_OFFSET,
                       "The animation takes more memory than max_bytes of vrm_ClipDef; raise it if "
                       "you trust the file.");
        build->result = VRM_ERR_LIMIT;
        return NULL;
    }
    build->bytes += bytes;
    void* memory = vrmi_arena_alloc(&build->arena, count, size);
    if (memory == NULL) build->result = VRM_ERR_MEMORY;
    return memory;
}

static int32_t find_timeline(const vrmi_ClipBuild* build, const float* times, size_t count) {
    int32_t last = build->draft.timeline_count - 1;
    for (int32_t i = last; i >= 0 && i > last - TIMELINES_BACK; i--) {
        const vrmi_Timeline* line = &build->timelines[i];
        if ((size_t)line->key_count == count &&
            memcmp(line->times, times, count * sizeof *times) == 0)
            return i;
    }
    return -1;
}

static int32_t share_timeline(vrmi_ClipBuild* build, const float* times, size_t count) {
    int32_t found = find_timeline(build, times, count);
    if (found >= 0) return found;
    float* own = vrmi_clip_keep(build, count, sizeof *own);
    if (own == NULL) return -1;
    memcpy(own, times, count * sizeof *own);
    build->timelines[build->draft.timeline_count] =
        (vrmi_Timeline){.times = own, .key_count = (int32_t)count};
    if (own[count - 1] > build->draft.duration) build->draft.duration = own[count - 1];
    return build->draft.timeline_count++;
}

/* ---- Tracks ---- */

static void map_rotation(const vrmi_KeyMap* map, float* v, bool is_spline) {
    if (is_spline) vrmi_bound(v, 4, VRMI_VALUE_MAX);
    vrm_Quat q = {v[0], v[1], v[2], v[3]};
    if (!is_spline) q = vrmi_quat_normalize(q);
    q = vrmi_quat_mul(vrmi_quat_mul(map->before, q), map->after);
    if (!is_spline) q = vrmi_quat_normalize(q);
    memcpy(v, &q, sizeof q);
}

static void map_hips(const vrmi_KeyMap* map, float* v, bool is_tangent) {
    vrm_Vec3 p = {v[0], v[1], v[2]};
    p = is_tangent ? vrmi_affine_vector(&map->to_model, p)
                   : vrmi_vec3_sub(vrmi_affine_point(&map->to_model, p), map->origin);
    vrmi_vec3_bound(&p, VRMI_LENGTH_MAX);
    memcpy(v, &p, sizeof p);
}

/* Numbers of the file to those of a key, whose others are 0. */
static void map_key(const vrmi_KeyMap* map, const vrmi_Track* track, const float* from,
                    bool is_spline, bool is_tangent, vrm_Vec4* out) {
    bool turns = vrmi_track_turns(track);
    size_t count = turns                                    ? 4
                   : track->target == VRMI_TRACK_EXPRESSION ? 1
                   : track->target == VRMI_TRACK_MORPH      ? track->morph_count
                                                            : 3;
    float v[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    memcpy(v, from, count * sizeof *v);
    if (turns)
        map_rotation(map, v, is_spline);
    else
        vrmi_bound(v, count, VRMI_VALUE_MAX);
    if (track->target == VRMI_TRACK_HIPS) map_hips(map, v, is_tangent);
    *out = (vrm_Vec4){v[0], v[1], v[2], v[3]};
}

/* Slerp takes the shorter way. With neighbouring keys in the same half-space it need not check
 * that. */
static void align_rotations(vrm_Vec4* keys, size_t count) {
    for (size_t i = 1; i < count; i++) {
        vrm_Vec4* k = &keys[i];
        if (vrmi_quat_dot(vrmi_vec4_quat(keys[i - 1]), vrmi_vec4_quat(*k)) < 0.0f)
            *k = (vrm_Vec4){-k->x, -k->y, -k->z, -k->w};
    }
}

static bool add_track(vrmi_ClipBuild* build, const vrmi_Track* track, vrm_Vec4* keys) {
    if ((size_t)build->draft.track_count >= build->track_capacity || track->timeline < 0)
        return false;
    vrmi_Track* to = &build->tracks[build->draft.track_count++];
    *to = *track;
    to->keys = keys;
    return true;
}

static bool convert(vrmi_ClipBuild* build, const Numbers* numbers, const vrmi_KeyMap* map,
                    const vrmi_Track* track) {
    size_t count = numbers->kept_count, parts = numbers->parts, width = numbers->width;
    vrm_Vec4* keys = vrmi_clip_keep(build, count, parts * sizeof *keys);
    if (keys == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const float* from = numbers->values + numbers->kept[i] * parts * width + track->morph;
        for (size_t part = 0; part < parts; part++, from += width)
            map_key(map, track, from, parts == 3, parts == 3 && part != 1, &keys[i * parts + part]);
    }
    if (vrmi_track_turns(track) && track->interpolation == VRM_INTERPOLATION_LINEAR)
        align_rotations(keys, count);
    return add_track(build, track, keys);
}

bool vrmi_clip_add_channel(vrmi_ClipBuild* build, const vrm_AnimationChannel* channel,
                           const vrmi_KeyMap* map) {
    Numbers numbers;
    if (build->result != VRM_OK) return false;
    vrmi_arena_clear(&build->scratch);
    if (!read_channel(build, channel, &numbers) ||
        !choose_keys(build, &numbers, channel->path == VRM_PATH_ROTATION))
        return false;
    float* times = scratch(build, numbers.kept_count, sizeof *times);
    if (times == NULL) return false;
    for (size_t i = 0; i < numbers.kept_count; i++) times[i] = numbers.times[numbers.kept[i]];
    vrmi_Track track = {.timeline = share_timeline(build, times, numbers.kept_count),
                        .index = map->index,
                        .target = (uint8_t)map->target,
                        .interpolation =
                            (uint8_t)build->animation->samplers[channel->sampler].interpolation};
    bool is_added = track.timeline >= 0;
    if (map->target != VRMI_TRACK_MORPH) return is_added && convert(build, &numbers, map, &track);
    for (size_t morph = 0; is_added && morph < numbers.width; morph += 4) {
        size_t left = numbers.width - morph;
        track.morph = (int32_t)morph;
        track.morph_count = (uint8_t)(left < 4 ? left : 4);
        is_added = convert(build, &numbers, map, &track);
    }
    return is_added;
}

int32_t vrmi_clip_add_constant(vrmi_ClipBuild* build, vrmi_TrackTarget target, int32_t index,
                               vrm_Vec4 value) {
    const float start = 0.0f;
    if (build->result != VRM_OK) return -1;
    vrm_Vec4* key = vrmi_clip_keep(build, 1, sizeof *key);
    if (key == NULL) return -1;
    *key = value;
    vrmi_Track track = {.timeline = share_timeline(build, &start, 1),
                        .index = index,
                        .target = (uint8_t)target,
                        .interpolation = VRM_INTERPOLATION_STEP};
    return add_track(build, &track, key) ? build->draft.track_count - 1 : -1;
}

int32_t vrmi_clip_add_keys(vrmi_ClipBuild* build, vrmi_TrackTarget target, int32_t index,
                           const float* times, vrm_Vec4* keys, size_t count) {
    if (build->result != VRM_OK || count == 0 || count > INT32_MAX) return -1;
    vrmi_Track track = {.timeline = share_timeline(build, times, count),
                        .index = index,
                        .target = (uint8_t)target,
                        .interpolation = VRM_INTERPOLATION_LINEAR};
    if (vrmi_track_turns(&track)) align_rotations(keys, count);
    return add_track(build, &track, keys) ? build->draft.track_count - 1 : -1;
}

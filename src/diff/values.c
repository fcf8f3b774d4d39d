/* SPDX-License-Identifier: MIT */
/* Values of every kind: equal within the tolerance of their kind, or a difference with both as
 * text. */
#include "diff/diff.h"
#include "json/tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Texts ---- */

const char* vrmi_diff_format(vrm_Diff* diff, const char* format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char* text = size >= 0 ? vrmi_arena_alloc_tight(&diff->scratch, (size_t)size + 1, 1) : NULL;
    if (text != NULL) vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(args);
    if (text == NULL) vrmi_diff_no_memory(diff);
    return text != NULL ? text : "";
}

const char* vrmi_diff_counted(vrm_Diff* diff, int32_t count, const char* noun) {
    return vrmi_diff_format(diff, "%d %s%s", (int)count, noun, count == 1 ? "" : "s");
}

void vrmi_diff_numbers_text(const float* values, int count, char out[VRMI_DIFF_TEXT_ROOM]) {
    char* at = out;
    for (int i = 0; i < count; i++) {
        if (i > 0) *at++ = ' ';
        if (vrmi_is_finite(values[i]))
            at += vrmi_json_from_float(values[i], at);
        else
            *at++ = '?';
    }
    *at = 0;
}

const char* vrmi_diff_node_name(vrm_Diff* diff, int side, int32_t node) {
    if (node < 0) return "none";
    const char* name = diff->sides[side].gltf->nodes[node].name;
    return name[0] != 0 ? name : vrmi_diff_format(diff, "node %d", (int)node);
}

const char* vrmi_diff_material_name(vrm_Diff* diff, int side, int32_t material) {
    if (material < 0) return "none";
    const char* name = diff->sides[side].gltf->materials[material].name;
    return name[0] != 0 ? name : vrmi_diff_format(diff, "material %d", (int)material);
}

/* ---- Nodes ---- */

int32_t vrmi_diff_node_id(const vrm_Diff* diff, int side, int32_t node) {
    return node < 0 ? -1 : diff->sides[side].node_id[node];
}

vrm_Vec3 vrmi_diff_vector(const vrm_Diff* diff, int side, int32_t node, const vrm_Vec3* v) {
    return node < 0 ? *v : vrmi_affine_vector(&diff->sides[side].rest[node], *v);
}

float vrmi_diff_scale(const vrm_Diff* diff, int side, int32_t node) {
    float scale = 0.0f;
    if (node < 0) return 1.0f;
    for (int column = 0; column < 3; column++)
        scale = fmaxf(scale,
                      vrmi_vec3_length(vrmi_affine_column(&diff->sides[side].rest[node], column)));
    return scale;
}

/* ---- Equality ----
 * Places of a hostile file may overflow: what is not finite equals itself. */

bool vrmi_diff_same_value(const vrm_Diff* diff, float a, float b) {
    float size = fmaxf(1.0f, fmaxf(fabsf(a), fabsf(b)));
    return a == b || (isnan(a) && isnan(b)) || fabsf(a - b) <= diff->def.value * size;
}

/* Far from the origin floats are coarse: a millionth of the place itself is no difference. */
bool vrmi_diff_same_position(const vrm_Diff* diff, const vrm_Vec3* a, const vrm_Vec3* b) {
    float reach = fmaxf(vrmi_vec3_reach(*a), vrmi_vec3_reach(*b));
    if (memcmp(a, b, sizeof *a) == 0) return true;
    return vrmi_vec3_distance(*a, *b) <= fmaxf(diff->def.distance, reach * 1e-6f);
}

/* ---- Differences ---- */

void vrmi_diff_changed(const vrmi_Place* place, const char* member, const char* before,
                       const char* after) {
    const char* full = place->prefix != NULL
                           ? vrmi_diff_format(place->diff, "%s%s", place->prefix, member)
                           : member;
    vrmi_diff_add(place->diff, VRM_DIFF_CHANGED, place->subject, full, before, after);
}

void vrmi_diff_text(const vrmi_Place* place, const char* member, const char* before,
                    const char* after) {
    if (strcmp(before, after) != 0) vrmi_diff_changed(place, member, before, after);
}

void vrmi_diff_flag(const vrmi_Place* place, const char* member, bool before, bool after) {
    if (before != after)
        vrmi_diff_changed(place, member, before ? "true" : "false", after ? "true" : "false");
}

void vrmi_diff_count_of(const vrmi_Place* place, const char* member, int64_t before,
                        int64_t after) {
    if (before == after) return;
    vrmi_diff_changed(place, member, vrmi_diff_format(place->diff, "%lld", (long long)before),
                      vrmi_diff_format(place->diff, "%lld", (long long)after));
}

static void add_numbers(const vrmi_Place* place, const char* member, const float* before,
                        const float* after, int count) {
    char a[VRMI_DIFF_TEXT_ROOM], b[VRMI_DIFF_TEXT_ROOM];
    vrmi_diff_numbers_text(before, count, a);
    vrmi_diff_numbers_text(after, count, b);
    vrmi_diff_changed(place, member, a, b);
}

/* As add_numbers() for places and directions, which were computed: to a millionth. */
static void add_positions(const vrmi_Place* place, const char* member, const float* before,
                          const float* after, int count) {
    float a[4], b[4];
    for (int i = 0; i < count; i++) {
        a[i] = roundf(before[i] * 1e6f) / 1e6f + 0.0f; /* no negative zero */
        b[i] = roundf(after[i] * 1e6f) / 1e6f + 0.0f;
    }
    add_numbers(place, member, a, b, count);
}

static void add_position(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                         const vrm_Vec3* after) {
    const float a[3] = {before->x, before->y, before->z}, b[3] = {after->x, after->y, after->z};
    add_positions(place, member, a, b, 3);
}

void vrmi_diff_values(const vrmi_Place* place, const char* member, const float* before,
                      const float* after, int count) {
    for (int i = 0; i < count; i++) {
        if (vrmi_diff_same_value(place->diff, before[i], after[i])) continue;
        add_numbers(place, member, before, after, count);
        return;
    }
}

void vrmi_diff_value(const vrmi_Place* place, const char* member, float before, float after) {
    vrmi_diff_values(place, member, &before, &after, 1);
}

void vrmi_diff_ratio(const vrmi_Place* place, const char* member, float before, float after) {
    float size = fmaxf(fabsf(before), fabsf(after));
    if (before != after && !(fabsf(before - after) <= place->diff->def.value * size))
        add_numbers(place, member, &before, &after, 1);
}

void vrmi_diff_vec3(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                    const vrm_Vec3* after) {
    const float a[3] = {before->x, before->y, before->z}, b[3] = {after->x, after->y, after->z};
    vrmi_diff_values(place, member, a, b, 3);
}

void vrmi_diff_position(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                        const vrm_Vec3* after) {
    if (!vrmi_diff_same_position(place->diff, before, after))
        add_position(place, member, before, after);
}

void vrmi_diff_distance(const vrmi_Place* place, const char* member, float before, float after) {
    vrm_Vec3 a = {before, 0.0f, 0.0f}, b = {after, 0.0f, 0.0f};
    if (!vrmi_diff_same_position(place->diff, &a, &b))
        add_positions(place, member, &before, &after, 1);
}

static bool is_within_angle(const vrm_Diff* diff, float radians) {
    return radians * 57.29578f <= diff->def.angle;
}

void vrmi_diff_direction(const vrmi_Place* place, const char* member, const vrm_Vec3* before,
                         const vrm_Vec3* after) {
    vrm_Vec3 a = vrmi_vec3_normalize(*before), b = vrmi_vec3_normalize(*after);
    if (memcmp(&a, &b, sizeof a) == 0) return;
    if (!is_within_angle(place->diff, vrmi_vec3_distance(a, b)))
        add_position(place, member, &a, &b);
}

void vrmi_diff_rotation(const vrmi_Place* place, const char* member, const vrm_Quat* before,
                        const vrm_Quat* after) {
    if (memcmp(before, after, sizeof *before) == 0 ||
        is_within_angle(place->diff, vrmi_quat_angle(*before, *after)))
        return;
    const float a[4] = {before->x, before->y, before->z, before->w};
    const float b[4] = {after->x, after->y, after->z, after->w};
    add_positions(place, member, a, b, 4);
}

void vrmi_diff_word(const vrmi_Place* place, const char* member, const char* const* words,
                    unsigned count, unsigned before, unsigned after) {
    if (before == after) return;
    vrmi_diff_changed(place, member, before < count ? words[before] : "?",
                      after < count ? words[after] : "?");
}

void vrmi_diff_node(const vrmi_Place* place, const char* member, int32_t before, int32_t after) {
    if (vrmi_diff_node_id(place->diff, VRMI_BEFORE, before) ==
        vrmi_diff_node_id(place->diff, VRMI_AFTER, after))
        return;
    vrmi_diff_changed(place, member, vrmi_diff_node_name(place->diff, VRMI_BEFORE, before),
                      vrmi_diff_node_name(place->diff, VRMI_AFTER, after));
}

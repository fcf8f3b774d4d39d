/* SPDX-License-Identifier: MIT */
/* Meta, look-at, first person, constraints. */
#include "base/words.h"
#include "diff/diff.h"

#include <string.h>

/* ---- Meta ---- */

/* Adds the absence of a part that only one side has. False when there is nothing to compare. */
static bool has_both(vrm_Diff* diff, bool before, bool after) {
    if (before != after) vrmi_diff_only(diff, after ? VRMI_AFTER : VRMI_BEFORE, "", "");
    return before && after;
}

static char* append(char* at, const char* text) {
    size_t length = strlen(text);
    return (char*)memcpy(at, text, length) + length;
}

/* The texts with commas between them, and quotes around those that have a comma of their own. */
static const char* join(vrm_Diff* diff, const char* const* texts, int32_t count) {
    size_t size = 1;
    for (int32_t i = 0; i < count; i++) size += strlen(texts[i]) + 4;
    char* out = vrmi_diff_scratch(diff, size, 1);
    if (out == NULL) return "";
    char* at = out;
    for (int32_t i = 0; i < count; i++) {
        const char* quote = strchr(texts[i], ',') != NULL ? "\"" : "";
        if (i > 0) at = append(at, ", ");
        at = append(at, quote);
        at = append(at, texts[i]);
        at = append(at, quote);
    }
    return out;
}

static void compare_texts(const vrmi_Place* place, const char* member, const char* const* before,
                          int32_t count_before, const char* const* after, int32_t count_after) {
    bool is_same = count_before == count_after;
    for (int32_t i = 0; is_same && i < count_before; i++)
        is_same = strcmp(before[i], after[i]) == 0;
    if (!is_same)
        vrmi_diff_changed(place, member, join(place->diff, before, count_before),
                          join(place->diff, after, count_after));
}

void vrmi_diff_meta(vrm_Diff* diff) {
    const vrm_Meta* a = vrm_model_meta(diff->sides[0].model);
    const vrm_Meta* b = vrm_model_meta(diff->sides[1].model);
    vrmi_Place place = {diff, "", NULL};
    vrmi_diff_text(&place, "copyright", diff->sides[0].gltf->asset.copyright,
                   diff->sides[1].gltf->asset.copyright);
    if (!has_both(diff, a != NULL, b != NULL)) return;
    vrmi_diff_text(&place, "name", a->name, b->name);
    vrmi_diff_text(&place, "version", a->version, b->version);
    compare_texts(&place, "authors", a->authors, a->author_count, b->authors, b->author_count);
    vrmi_diff_text(&place, "copyrightInformation", a->copyright_information,
                   b->copyright_information);
    vrmi_diff_text(&place, "contactInformation", a->contact_information, b->contact_information);
    compare_texts(&place, "references", a->references, a->reference_count, b->references,
                  b->reference_count);
    vrmi_diff_text(&place, "thirdPartyLicenses", a->third_party_licenses, b->third_party_licenses);
    vrmi_diff_image(&place, "thumbnailImage", a->thumbnail_image, b->thumbnail_image);
    vrmi_diff_text(&place, "licenseUrl", a->license_url, b->license_url);
    vrmi_diff_text(&place, "otherLicenseUrl", a->other_license_url, b->other_license_url);
    vrmi_diff_text(&place, "otherPermissionUrl", a->other_permission_url, b->other_permission_url);
    vrmi_diff_word(&place, "licenseName", vrmi_licenses0, VRMI_COUNT_licenses0, a->license0,
                   b->license0);
    vrmi_diff_word(&place, "avatarPermission", vrmi_avatar_permissions,
                   VRMI_COUNT_avatar_permissions, a->avatar_permission, b->avatar_permission);
    vrmi_diff_word(&place, "commercialUsage", vrmi_commercial_usages, VRMI_COUNT_commercial_usages,
                   a->commercial_usage, b->commercial_usage);
    vrmi_diff_word(&place, "creditNotation", vrmi_credit_notations, VRMI_COUNT_credit_notations,
                   a->credit_notation, b->credit_notation);
    vrmi_diff_word(&place, "modification", vrmi_modifications, VRMI_COUNT_modifications,
                   a->modification, b->modification);
    vrmi_diff_flag(&place, "allowExcessivelyViolentUsage", a->allow_excessively_violent_usage,
                   b->allow_excessively_violent_usage);
    vrmi_diff_flag(&place, "allowExcessivelySexualUsage", a->allow_excessively_sexual_usage,
                   b->allow_excessively_sexual_usage);
    vrmi_diff_flag(&place, "allowPoliticalOrReligiousUsage", a->allow_political_or_religious_usage,
                   b->allow_political_or_religious_usage);
    vrmi_diff_flag(&place, "allowAntisocialOrHateUsage", a->allow_antisocial_or_hate_usage,
                   b->allow_antisocial_or_hate_usage);
    vrmi_diff_flag(&place, "allowRedistribution", a->allow_redistribution, b->allow_redistribution);
}

/* ---- Look-at ---- */

static void compare_map(vrm_Diff* diff, const char* prefix, const vrm_RangeMap* a,
                        const vrm_RangeMap* b) {
    vrmi_Place place = {diff, "", prefix};
    vrmi_diff_value(&place, ".inputMaxValue", a->input_max_degrees, b->input_max_degrees);
    vrmi_diff_value(&place, ".outputScale", a->output_scale, b->output_scale);
    bool is_same = a->curve_count == b->curve_count;
    for (int32_t i = 0; is_same && i < a->curve_count; i++)
        is_same = vrmi_diff_same_value(diff, a->curve[i].time, b->curve[i].time) &&
                  vrmi_diff_same_value(diff, a->curve[i].value, b->curve[i].value) &&
                  vrmi_diff_same_value(diff, a->curve[i].in_tangent, b->curve[i].in_tangent) &&
                  vrmi_diff_same_value(diff, a->curve[i].out_tangent, b->curve[i].out_tangent);
    if (!is_same)
        vrmi_diff_changed(&place, ".curve", vrmi_diff_counted(diff, a->curve_count, "key"),
                          vrmi_diff_counted(diff, b->curve_count, "key"));
}

void vrmi_diff_look_at(vrm_Diff* diff) {
    static const char* const types[] = {"bone", "expression"};
    const vrm_LookAt* a = vrm_model_look_at(diff->sides[0].model);
    const vrm_LookAt* b = vrm_model_look_at(diff->sides[1].model);
    const vrm_ClipInfo* clip_a = vrm_model_clip_info(diff->sides[0].model);
    const vrm_ClipInfo* clip_b = vrm_model_clip_info(diff->sides[1].model);
    vrmi_Place place = {diff, "", NULL};
    if (clip_a != NULL && clip_b != NULL) {
        vrmi_diff_node(&place, "node", clip_a->look_at_node, clip_b->look_at_node);
        vrmi_diff_position(&place, "offsetFromHeadBone", &clip_a->look_at_offset,
                           &clip_b->look_at_offset);
    }
    if (!has_both(diff, a != NULL, b != NULL)) return;
    int32_t head_a = diff->sides[0].bones[VRM_BONE_HEAD];
    int32_t head_b = diff->sides[1].bones[VRM_BONE_HEAD];
    vrmi_diff_word(&place, "type", types, 2, a->type, b->type);
    vrm_Vec3 from = vrmi_diff_vector(diff, VRMI_BEFORE, head_a, &a->offset_from_head);
    vrm_Vec3 to = vrmi_diff_vector(diff, VRMI_AFTER, head_b, &b->offset_from_head);
    vrmi_diff_position(&place, "offsetFromHeadBone", &from, &to);
    compare_map(diff, "rangeMapHorizontalInner", &a->horizontal_inner, &b->horizontal_inner);
    compare_map(diff, "rangeMapHorizontalOuter", &a->horizontal_outer, &b->horizontal_outer);
    compare_map(diff, "rangeMapVerticalDown", &a->vertical_down, &b->vertical_down);
    compare_map(diff, "rangeMapVerticalUp", &a->vertical_up, &b->vertical_up);
}

/* ---- First person ---- */

void vrmi_diff_first_person(vrm_Diff* diff) {
    const vrmi_DiffSide *a = &diff->sides[0], *b = &diff->sides[1];
    vrmi_diff_node(&(vrmi_Place){diff, "", NULL}, "firstPersonBone",
                   vrm_model_first_person_node(a->model), vrm_model_first_person_node(b->model));
    for (int32_t i = 0; i < a->gltf->node_count && diff->result == VRM_OK; i++) {
        int32_t other = a->node_match[i];
        if (other < 0 || a->gltf->nodes[i].mesh < 0 || b->gltf->nodes[other].mesh < 0) continue;
        vrm_FirstPersonType before = vrm_model_first_person(a->model, i);
        vrm_FirstPersonType after = vrm_model_first_person(b->model, other);
        if (before == after) continue;
        vrmi_Place place = {diff, vrmi_diff_node_name(diff, VRMI_BEFORE, i), NULL};
        vrmi_diff_word(&place, "type", vrmi_first_person_types, VRMI_COUNT_first_person_types,
                       before, after);
    }
}

/* ---- Constraints ---- */

/* The index of the constraint of each node; -1: none. Valid constraints only, one for a node. */
static int32_t* constraints_by_node(vrm_Diff* diff, int s, const vrm_Constraint* list,
                                    int32_t count) {
    size_t nodes = (size_t)diff->sides[s].gltf->node_count;
    int32_t* out = vrmi_diff_scratch(diff, nodes, sizeof *out);
    if (out == NULL) return NULL;
    memset(out, 0xff, nodes * sizeof *out);
    for (int32_t i = 0; i < count; i++) out[list[i].node] = i;
    return out;
}

static vrm_Vec3 axis_of(const vrm_Diff* diff, int s, const vrm_Constraint* constraint) {
    float sign = constraint->axis < VRM_AXIS_NEGATIVE_X ? 1.0f : -1.0f;
    int axis = (int)constraint->axis % 3;
    vrm_Vec3 v = {axis == 0 ? sign : 0.0f, axis == 1 ? sign : 0.0f, axis == 2 ? sign : 0.0f};
    return vrmi_diff_vector(diff, s, constraint->node, &v);
}

static vrm_Quat turn_of(const vrm_Diff* diff, int s, int32_t node) {
    return node < 0 ? vrmi_quat_identity() : diff->sides[s].turn[node];
}

/* The rotation from the axes in which the source's motion is read to those in which it is applied:
 * of the nodes themselves for a rotation, of their parents for a roll. An aim has none. Motion in
 * model space is turned by it, whatever axes the nodes have. */
static vrm_Quat axes_of(const vrm_Diff* diff, int s, const vrm_Constraint* constraint) {
    const vrm_Node* nodes = diff->sides[s].gltf->nodes;
    int32_t node = constraint->node, source = constraint->source;
    if (constraint->type == VRM_CONSTRAINT_ROLL) {
        node = nodes[node].parent;
        source = nodes[source].parent;
    }
    return vrmi_quat_mul(turn_of(diff, s, node), vrmi_quat_conjugate(turn_of(diff, s, source)));
}

static void compare_constraint(vrm_Diff* diff, const vrm_Constraint* a, const vrm_Constraint* b) {
    vrmi_Place place = {diff, vrmi_diff_node_name(diff, VRMI_BEFORE, a->node), NULL};
    vrmi_diff_word(&place, "type", vrmi_constraint_types, VRMI_COUNT_constraint_types, a->type,
                   b->type);
    vrmi_diff_node(&place, "source", a->source, b->source);
    vrmi_diff_value(&place, "weight", a->weight, b->weight);
    if (a->type != b->type) return;
    if (a->type != VRM_CONSTRAINT_AIM) {
        vrm_Quat from = axes_of(diff, VRMI_BEFORE, a), to = axes_of(diff, VRMI_AFTER, b);
        vrmi_diff_rotation(&place, "axes", &from, &to);
    }
    if (a->type == VRM_CONSTRAINT_ROTATION) return;
    vrm_Vec3 from = axis_of(diff, VRMI_BEFORE, a), to = axis_of(diff, VRMI_AFTER, b);
    bool is_opposite = vrmi_vec3_dot(from, to) < 0.0f; /* a roll about -X is one about X */
    if (a->type == VRM_CONSTRAINT_ROLL && is_opposite) to = vrmi_vec3_negate(to);
    vrmi_diff_direction(&place, "axis", &from, &to);
}

void vrmi_diff_constraints(vrm_Diff* diff) {
    int32_t count_a, count_b;
    const vrm_Constraint* a = vrm_model_constraints(diff->sides[0].model, &count_a);
    const vrm_Constraint* b = vrm_model_constraints(diff->sides[1].model, &count_b);
    int32_t* at_a = constraints_by_node(diff, VRMI_BEFORE, a, count_a);
    int32_t* at_b = constraints_by_node(diff, VRMI_AFTER, b, count_b);
    if (diff->result != VRM_OK) return;
    for (int32_t i = 0; i < count_a; i++) {
        int32_t other = diff->sides[0].node_match[a[i].node];
        if (other >= 0 && at_b[other] >= 0)
            compare_constraint(diff, &a[i], &b[at_b[other]]);
        else
            vrmi_diff_only(diff, VRMI_BEFORE, vrmi_diff_node_name(diff, VRMI_BEFORE, a[i].node),
                           "");
    }
    for (int32_t i = 0; i < count_b; i++) {
        int32_t other = diff->sides[1].node_match[b[i].node];
        if (other < 0 || at_a[other] < 0)
            vrmi_diff_only(diff, VRMI_AFTER, vrmi_diff_node_name(diff, VRMI_AFTER, b[i].node), "");
    }
}

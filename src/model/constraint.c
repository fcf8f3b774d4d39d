/* SPDX-License-Identifier: MIT */
/* VRMC_node_constraint, read from the constrained nodes only, in every dialect: a text glTF may
 * have it without VRMC_vrm. The rig detects constraints that depend on each other in a circle. */
#include "base/words.h"
#include "model/model.h"

/* The kind that is used, the first of vrm_ConstraintType that is there, or VRM_JSON_MISSING and a
 * finding. */
static vrm_JsonRef find_kind(vrmi_ModelReader* reader, vrm_JsonRef extension,
                             vrm_ConstraintType* out_type) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef constraint = vrmi_read_object(base, extension, "constraint");
    vrm_JsonRef found = VRM_JSON_MISSING;
    int count = 0;
    for (int i = VRMI_COUNT_constraint_types - 1; i >= 0; i--) {
        vrm_JsonRef kind = vrmi_read_object(base, constraint, vrmi_constraint_types[i]);
        if (kind == VRM_JSON_MISSING) continue;
        found = kind;
        *out_type = (vrm_ConstraintType)i;
        count++;
    }
    if (vrmi_read_member(base, constraint, "position") != VRM_JSON_MISSING && count == 0)
        vrmi_read_report(base, VRMI_RULE_CONSTRAINT_DRAFT_UNSUPPORTED, constraint, NULL);
    else if (count == 0)
        vrmi_read_report(base, VRMI_RULE_CONSTRAINT_KIND_MISSING,
                         constraint == VRM_JSON_MISSING ? extension : constraint, NULL);
    else if (count > 1)
        vrmi_read_report(base, VRMI_RULE_CONSTRAINT_KIND_AMBIGUOUS, constraint, NULL);
    return found;
}

/* Drafts up to early 2022 had other members under the same names. */
static bool has_draft_shape(vrmi_ModelReader* reader, vrm_JsonRef kind) {
    static const char* const members[] = {
        "freezeAxes", "sourceSpace", "destinationSpace", "aimVector", "upVector", "axes", NULL};
    const char* key = vrmi_model_alias(reader, kind, members);
    vrm_JsonRef member = vrmi_read_member(&reader->base, kind, key);
    if (member == VRM_JSON_MISSING) return false;
    vrmi_read_report(&reader->base, VRMI_RULE_CONSTRAINT_DRAFT_UNSUPPORTED, member, NULL);
    return true;
}

static bool read_axis(vrmi_ModelReader* reader, vrm_JsonRef kind, vrm_Constraint* out) {
    if (out->type == VRM_CONSTRAINT_ROTATION) return true;
    bool is_roll = out->type == VRM_CONSTRAINT_ROLL;
    const char* key = is_roll ? "rollAxis" : "aimAxis";
    if (!vrmi_model_require(reader, kind, key)) return false;
    vrm_JsonRef value = vrmi_read_member(&reader->base, kind, key);
    int32_t axis =
        vrmi_model_find_name(reader->base.json, value, is_roll ? vrmi_roll_axes : vrmi_aim_axes,
                             is_roll ? VRMI_COUNT_roll_axes : VRMI_COUNT_aim_axes, VRMI_EXACT);
    if (axis < 0) vrmi_model_refuse(reader, value, kind, VRMI_RULE_CONSTRAINT_AXIS_INVALID);
    out->axis = (vrm_Axis)axis;
    return axis >= 0;
}

static bool read_source(vrmi_ModelReader* reader, vrm_JsonRef kind, vrm_Constraint* out) {
    if (!vrmi_model_require(reader, kind, "source")) return false;
    vrm_JsonRef value = vrmi_read_member(&reader->base, kind, "source");
    out->source = vrmi_model_as_index(reader, value, reader->gltf->node_count,
                                      VRMI_RULE_CONSTRAINT_SOURCE_INVALID);
    if (out->source == out->node) {
        vrmi_read_report(&reader->base, VRMI_RULE_CONSTRAINT_SOURCE_IS_SELF, value, NULL);
        return false;
    }
    return out->source >= 0;
}

static bool read_constraint(vrmi_ModelReader* reader, vrm_JsonRef extension, int32_t node,
                            vrm_Constraint* out) {
    *out = (vrm_Constraint){.node = node, .json = extension};
    if (vrmi_extension_version(&reader->base, extension, VRMI_ACCEPT_BETA) == VRMI_VERSION_UNKNOWN)
        return false;
    vrm_JsonRef kind = find_kind(reader, extension, &out->type);
    if (kind == VRM_JSON_MISSING || has_draft_shape(reader, kind) ||
        !read_source(reader, kind, out) || !read_axis(reader, kind, out))
        return false;
    out->weight = vrmi_model_ranged(reader, kind, "weight", 1.0f, 0.0f, 1.0f,
                                    VRMI_RULE_CONSTRAINT_WEIGHT_NOT_IN_RANGE);
    return true;
}

void vrmi_read_constraints(vrmi_ModelReader* reader) {
    static const char* const name = "VRMC_node_constraint";
    const vrm_Gltf* gltf = reader->gltf;
    vrm_JsonRef at_root = vrm_gltf_extension(gltf, vrm_json_root(gltf->json), name);
    if (at_root != VRM_JSON_MISSING)
        vrmi_read_report(&reader->base, VRMI_RULE_CONSTRAINT_AT_ROOT, at_root, NULL);
    size_t count = 0;
    for (int32_t i = 0; i < gltf->node_count; i++)
        count += vrm_gltf_extension(gltf, gltf->nodes[i].json, name) != VRM_JSON_MISSING;
    vrm_Constraint* constraints = vrmi_read_alloc(&reader->base, count, sizeof *constraints);
    if (constraints == NULL) return;
    count = 0;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        vrm_JsonRef extension = vrmi_read_extension(&reader->base, gltf->nodes[i].json, name);
        if (extension != VRM_JSON_MISSING &&
            read_constraint(reader, extension, i, &constraints[count]))
            count++;
    }
    reader->model->constraints = constraints;
    reader->model->constraint_count = (int32_t)count;
}

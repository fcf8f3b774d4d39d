/* SPDX-License-Identifier: MIT */
/* How the gaze moves. 0.x keeps it in firstPerson with a curve for each direction; the draft, the
 * beta and 1.0 have lookAt with straight range maps, under three sets of names. */
#include "model/model.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* The default: between the eyes of a typical head (docs/spec-notes.md, C-56). */
static const vrm_Vec3 default_offset = {0.0f, 0.06f, 0.0f};

#define DEFAULT_INPUT 90.0f /* degrees */

static float default_output(vrm_LookAtType type) {
    return type == VRM_LOOK_AT_BONE ? 10.0f : 1.0f; /* degrees, weight */
}

/* ---- Curves of 0.x ---- */

/* Time, value, in and out tangent of each key; Unity's default is exactly the straight line. */
static bool is_straight(const vrm_CurveKey* keys, int32_t count) {
    return count == 2 && keys[0].time == 0.0f && keys[0].value == 0.0f &&
           keys[0].out_tangent == 1.0f && keys[1].time == 1.0f && keys[1].value == 1.0f &&
           keys[1].in_tangent == 1.0f;
}

static void read_curve(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_RangeMap* map) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, json, "curve");
    int32_t length;
    const float* numbers = vrmi_read_float_array(&reader->base, json, "curve", &length);
    if (numbers == NULL) return; /* none, or empty: straight */
    vrm_CurveKey* keys = vrmi_read_alloc(&reader->base, (size_t)length / 4 + 1, sizeof *keys);
    if (keys == NULL) return;
    bool is_good = length % 4 == 0;
    for (int32_t i = 0; is_good && i < length / 4; i++) {
        const float* key = &numbers[i * 4];
        keys[i] = (vrm_CurveKey){key[0], key[1], key[2], key[3]};
        is_good = i == 0 || keys[i].time > keys[i - 1].time;
    }
    if (!is_good) {
        VRMI_FIND(&reader->base, VRMI_RULE_LOOK_AT_CURVE_INVALID, array, NULL);
    } else if (!is_straight(keys, length / 4)) {
        map->curve = keys;
        map->curve_count = length / 4;
    }
}

/* ---- 0.x ---- */

static vrm_RangeMap read_degree_map(vrmi_ModelReader* reader, vrm_JsonRef first_person,
                                    const char* key, vrm_LookAtType type) {
    vrm_JsonRef json = vrmi_read_object(&reader->base, first_person, key);
    vrm_RangeMap map = {
        .input_max_degrees = vrmi_model_ranged(reader, json, "xRange", DEFAULT_INPUT, 0.0f, 180.0f,
                                               VRMI_RULE_LOOK_AT_INPUT_NOT_IN_RANGE),
        .output_scale = vrmi_read_float(&reader->base, json, "yRange", default_output(type))};
    read_curve(reader, json, &map);
    return map;
}

/* The offset is relative to firstPersonBone, which is the head in practice. Where it is not, the
 * same point is converted to the head's space. */
static vrm_Vec3 offset_from_head0(vrmi_ModelReader* reader, vrm_JsonRef first_person) {
    vrm_Vec3 offset =
        vrmi_model_unity_vec3(reader, first_person, "firstPersonBoneOffset", default_offset);
    int32_t head = vrmi_model_bone(reader->model, VRM_BONE_HEAD);
    int64_t bone;
    vrm_JsonRef value = vrmi_read_member(&reader->base, first_person, "firstPersonBone");
    if (!vrm_json_integer(reader->base.json, value, &bone) || bone < 0 ||
        bone >= reader->gltf->node_count || head < 0 || bone == head)
        return offset;
    const vrm_Affine* rest = vrmi_model_rest(reader);
    vrm_Affine to_head;
    if (rest == NULL || !vrmi_model_invert(&rest[head], &to_head)) return offset;
    vrm_Vec3 moved = vrmi_affine_point(&to_head, vrmi_affine_point(&rest[bone], offset));
    return vrmi_vec3_is_finite(moved) ? moved : offset;
}

static void read_look_at_0(vrmi_ModelReader* reader) {
    enum { BONE, BLEND_SHAPE, NONE };
    static const char* const types[] = {"Bone", "BlendShape", "None"};
    vrm_JsonRef json = vrmi_read_object(&reader->base, reader->roots.vrm, "firstPerson");
    if (json == VRM_JSON_MISSING) return;
    int32_t type = vrmi_model_enum(reader, json, "lookAtTypeName", types, COUNT(types),
                                   VRMI_ANY_CASE, BONE, VRMI_RULE_LOOK_AT_TYPE_UNKNOWN);
    if (type == NONE) return;
    vrm_LookAt* look_at = vrmi_read_alloc(&reader->base, 1, sizeof *look_at);
    if (look_at == NULL) return;
    look_at->type = type == BONE ? VRM_LOOK_AT_BONE : VRM_LOOK_AT_EXPRESSION;
    look_at->offset_from_head = offset_from_head0(reader, json);
    look_at->horizontal_inner =
        read_degree_map(reader, json, "lookAtHorizontalInner", look_at->type);
    look_at->horizontal_outer =
        read_degree_map(reader, json, "lookAtHorizontalOuter", look_at->type);
    look_at->vertical_down = read_degree_map(reader, json, "lookAtVerticalDown", look_at->type);
    look_at->vertical_up = read_degree_map(reader, json, "lookAtVerticalUp", look_at->type);
    look_at->json = json;
    reader->avatar->look_at = look_at;
}

/* ---- 1.0, beta, draft ---- */

/* The name of 1.0, of the draft's schema, and of the draft's text. */
typedef const char* const Aliases[4];

static const char* member(const vrmi_ModelReader* reader, vrm_JsonRef json, Aliases keys) {
    bool is_draft = reader->model->dialect == VRM_DIALECT_DRAFT;
    return is_draft ? vrmi_model_alias(reader, json, keys) : keys[0];
}

static vrm_RangeMap read_range_map(vrmi_ModelReader* reader, vrm_JsonRef look_at, Aliases keys,
                                   vrm_LookAtType type) {
    vrm_JsonRef json = vrmi_read_object(&reader->base, look_at, member(reader, look_at, keys));
    return (vrm_RangeMap){
        .input_max_degrees = vrmi_model_ranged(reader, json, "inputMaxValue", DEFAULT_INPUT, 0.0f,
                                               180.0f, VRMI_RULE_LOOK_AT_INPUT_NOT_IN_RANGE),
        .output_scale = vrmi_read_float(&reader->base, json, "outputScale", default_output(type))};
}

static vrm_LookAtType read_type(vrmi_ModelReader* reader, vrm_JsonRef json) {
    static Aliases keys = {"type", "lookAtType", NULL};
    static const char* const types[] = {"bone", "expression", "blendShape"};
    bool is_draft = reader->model->dialect == VRM_DIALECT_DRAFT;
    int32_t type = vrmi_model_enum(reader, json, member(reader, json, keys), types,
                                   is_draft ? 3 : 2, is_draft ? VRMI_ANY_CASE : VRMI_EXACT,
                                   VRM_LOOK_AT_BONE, VRMI_RULE_LOOK_AT_TYPE_UNKNOWN);
    return type == 0 ? VRM_LOOK_AT_BONE : VRM_LOOK_AT_EXPRESSION;
}

static void read_look_at_1(vrmi_ModelReader* reader) {
    static Aliases inner = {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner",
                            NULL};
    static Aliases outer = {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter",
                            NULL};
    static Aliases down = {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown", NULL};
    static Aliases up = {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp", NULL};
    vrm_JsonRef json = vrmi_read_object(&reader->base, reader->roots.vrm, "lookAt");
    if (json == VRM_JSON_MISSING) return;
    vrm_LookAt* look_at = vrmi_read_alloc(&reader->base, 1, sizeof *look_at);
    if (look_at == NULL) return;
    look_at->type = read_type(reader, json);
    look_at->offset_from_head = vrmi_model_vec3(reader, json, "offsetFromHeadBone", default_offset);
    look_at->horizontal_inner = read_range_map(reader, json, inner, look_at->type);
    look_at->horizontal_outer = read_range_map(reader, json, outer, look_at->type);
    look_at->vertical_down = read_range_map(reader, json, down, look_at->type);
    look_at->vertical_up = read_range_map(reader, json, up, look_at->type);
    look_at->json = json;
    reader->avatar->look_at = look_at;
}

void vrmi_read_look_at(vrmi_ModelReader* reader) {
    if (reader->model->dialect == VRM_DIALECT_0)
        read_look_at_0(reader);
    else
        read_look_at_1(reader);
}

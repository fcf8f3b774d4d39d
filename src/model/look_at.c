/* SPDX-License-Identifier: MIT */
/* How the gaze moves. 0.x keeps it in firstPerson with a curve for each direction; the draft, the
 * beta and 1.0 have lookAt with straight range maps, under three sets of names. */
#include "model/model.h"

#include <stddef.h>

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* The default: between the eyes of a typical head (docs/reference/spec-notes.md, C-56). */
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
        vrmi_read_report(&reader->base, VRMI_RULE_LOOK_AT_CURVE_INVALID, array, NULL);
    } else if (!is_straight(keys, length / 4)) {
        map->curve = keys;
        map->curve_count = length / 4;
    }
}

/* ---- Parts ---- */

/* The names of 1.0; of 0.x and the draft's schema; of the draft's text. */
enum { KEY_1, KEY_0 };
typedef const char* const Aliases[4];

static const char* member(const vrmi_ModelReader* reader, vrm_JsonRef json, Aliases keys) {
    if (reader->model->dialect == VRM_DIALECT_0) return keys[KEY_0];
    bool is_draft = reader->model->dialect == VRM_DIALECT_DRAFT;
    return is_draft ? vrmi_model_alias(reader, json, keys) : keys[KEY_1];
}

typedef struct MapRow {
    Aliases keys;
    size_t at;
} MapRow;

static const MapRow maps[] = {
    {{"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner", NULL},
     offsetof(vrm_LookAt, horizontal_inner)},
    {{"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter", NULL},
     offsetof(vrm_LookAt, horizontal_outer)},
    {{"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown", NULL},
     offsetof(vrm_LookAt, vertical_down)},
    {{"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp", NULL},
     offsetof(vrm_LookAt, vertical_up)},
};

static void read_map(vrmi_ModelReader* reader, const MapRow* row, vrm_LookAt* look_at) {
    bool is_0 = reader->model->dialect == VRM_DIALECT_0;
    vrm_RangeMap* map = (vrm_RangeMap*)(void*)((char*)look_at + row->at);
    vrm_JsonRef json =
        vrmi_read_object(&reader->base, look_at->json, member(reader, look_at->json, row->keys));
    map->input_max_degrees =
        vrmi_model_ranged(reader, json, is_0 ? "xRange" : "inputMaxValue", DEFAULT_INPUT, 0.0f,
                          180.0f, VRMI_RULE_LOOK_AT_INPUT_NOT_IN_RANGE);
    map->output_scale = vrmi_read_float(&reader->base, json, is_0 ? "yRange" : "outputScale",
                                        default_output(look_at->type));
    if (is_0) read_curve(reader, json, map);
}

/* The offset is relative to firstPersonBone, which is the head in practice. Where it is not, the
 * same point is converted to the head's space. */
static void read_offset0(vrmi_ModelReader* reader, vrm_JsonRef first_person, vrm_Vec3* out) {
    vrmi_model_unity_vec3(reader, first_person, "firstPersonBoneOffset", out);
    int32_t head = vrmi_model_bone(reader->model, VRM_BONE_HEAD);
    int64_t bone;
    vrm_JsonRef value = vrmi_read_member(&reader->base, first_person, "firstPersonBone");
    if (!vrm_json_integer(reader->base.json, value, &bone) || bone < 0 ||
        bone >= reader->gltf->node_count || head < 0 || bone == head)
        return;
    const vrm_Affine* rest = vrmi_model_rest(reader);
    vrm_Affine to_head;
    if (rest == NULL || !vrmi_model_invert(&rest[head], &to_head)) return;
    vrm_Vec3 moved = vrmi_affine_point(&to_head, vrmi_affine_point(&rest[bone], *out));
    if (vrmi_vec3_is_finite(moved)) *out = moved;
}

/* False when 0.x says that the gaze moves nothing. */
static bool read_type(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_LookAtType* out) {
    enum { NONE0 = 2 };
    static Aliases keys = {"type", "lookAtType", NULL};
    static const char* const types0[] = {"Bone", "BlendShape", "None"};
    static const char* const types[] = {"bone", "expression", "blendShape"};
    vrm_Dialect dialect = reader->model->dialect;
    bool is_0 = dialect == VRM_DIALECT_0, is_old = is_0 || dialect == VRM_DIALECT_DRAFT;
    const char* key = is_0 ? "lookAtTypeName" : member(reader, json, keys);
    int32_t type = vrmi_model_enum(reader, json, key, is_0 ? types0 : types, is_old ? 3 : 2,
                                   is_old ? VRMI_ANY_CASE : VRMI_EXACT, VRM_LOOK_AT_BONE,
                                   VRMI_RULE_LOOK_AT_TYPE_UNKNOWN);
    *out = type == 0 ? VRM_LOOK_AT_BONE : VRM_LOOK_AT_EXPRESSION;
    return !is_0 || type != NONE0;
}

void vrmi_read_look_at(vrmi_ModelReader* reader) {
    bool is_0 = reader->model->dialect == VRM_DIALECT_0;
    vrm_JsonRef json =
        vrmi_read_object(&reader->base, reader->roots.vrm, is_0 ? "firstPerson" : "lookAt");
    vrm_LookAtType type;
    if (json == VRM_JSON_MISSING || !read_type(reader, json, &type)) return;
    vrm_LookAt* look_at = vrmi_read_alloc(&reader->base, 1, sizeof *look_at);
    if (look_at == NULL) return;
    look_at->type = type;
    look_at->json = json;
    look_at->offset_from_head = default_offset;
    if (is_0)
        read_offset0(reader, json, &look_at->offset_from_head);
    else
        vrmi_read_vec3(&reader->base, json, "offsetFromHeadBone", &look_at->offset_from_head);
    for (int32_t i = 0; i < COUNT(maps); i++) read_map(reader, &maps[i], look_at);
    reader->avatar->look_at = look_at;
}

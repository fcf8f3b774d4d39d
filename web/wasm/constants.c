/* SPDX-License-Identifier: MIT */
/* Names and numbers that JavaScript shares with C, handed over once when the module starts: no
 * enumeration and no layout is written down twice. */
#include "web.h"

#include "vrm/framing.h"
#include "vrm/render.h"

#include <stddef.h>
#include <stdlib.h>

/* Arrays of floats are read as such: nothing but floats, without gaps, in this order. */
_Static_assert(sizeof(vrm_Transform) == 40 && offsetof(vrm_Transform, rotation) == 12 &&
                   offsetof(vrm_Transform, scale) == 28,
               "a transform is 3 + 4 + 3 floats");
_Static_assert(sizeof(vrm_Affine) == 48, "an affine map is 12 floats");
_Static_assert(sizeof(vrm_Pose) == (VRM_BONE_COUNT * 4 + 3) * 4 &&
                   offsetof(vrm_Pose, hips_offset) == VRM_BONE_COUNT * 16,
               "a pose is four floats for each bone, then the hips");

static void put_bones(void) {
    vrm_JsonBuilder* builder = web_json();
    vrm_json_begin_object(builder);
    web_key_text("version", VRM_VERSION_TEXT);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        vrm_json_put_string(builder, vrm_bone_name((vrm_Bone)b));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "boneParents");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        vrm_json_put_integer(builder, vrm_bone_parent((vrm_Bone)b));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "boneRequired");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        vrm_json_put_bool(builder, vrm_bone_is_required((vrm_Bone)b));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "presets");
    vrm_json_begin_array(builder);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        vrm_json_put_string(builder, vrm_expression_preset_name((vrm_ExpressionPreset)p));
    vrm_json_end_array(builder);
}

static void put_parts(void) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "motionParts");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; vrm_motion_part_name(i)[0] != '\0'; i++)
        vrm_json_put_string(builder, vrm_motion_part_name(i));
    vrm_json_end_array(builder);
}

static void put_dialects(void) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "dialectNames");
    vrm_json_begin_array(builder);
    for (int d = VRM_DIALECT_NONE; d <= VRM_DIALECT_1; d++)
        vrm_json_put_string(builder, vrm_dialect_text((vrm_Dialect)d));
    vrm_json_end_array(builder);
}

typedef struct Named {
    const char* name;
    int32_t value;
} Named;

static void put_named(const char* key, const Named* named, size_t count) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
    for (size_t i = 0; i < count; i++) web_key_integer(named[i].name, named[i].value);
    vrm_json_end_object(builder);
}

#define PUT_NAMED(key, ...)                                                                        \
    do {                                                                                           \
        static const Named named[] = {__VA_ARGS__};                                                \
        put_named(key, named, sizeof named / sizeof named[0]);                                     \
    } while (0)

static void put_numbers(void) {
    PUT_NAMED("results", {"definition", VRM_ERR_DEF}, {"memory", VRM_ERR_MEMORY},
              {"io", VRM_ERR_IO}, {"container", VRM_ERR_CONTAINER}, {"json", VRM_ERR_JSON},
              {"invalid", VRM_ERR_INVALID}, {"unsupported", VRM_ERR_UNSUPPORTED},
              {"limit", VRM_ERR_LIMIT}, {"argument", VRM_ERR_ARGUMENT});
    PUT_NAMED("outputs", {"locals", VRM_OUTPUT_LOCALS}, {"worlds", VRM_OUTPUT_WORLDS},
              {"palettes", VRM_OUTPUT_PALETTES}, {"face", VRM_OUTPUT_FACE},
              {"springs", VRM_OUTPUT_SPRINGS});
    PUT_NAMED("parts", {"lookAt", VRM_STAGE_LOOK_AT}, {"expressions", VRM_STAGE_EXPRESSIONS},
              {"constraints", VRM_STAGE_CONSTRAINTS}, {"springs", VRM_STAGE_SPRINGS});
    PUT_NAMED("views", {"thirdPerson", VRM_VIEW_THIRD_PERSON},
              {"firstPerson", VRM_VIEW_FIRST_PERSON});
    PUT_NAMED("visibilities", {"hidden", VRM_HIDDEN}, {"visible", VRM_VISIBLE},
              {"withoutHead", VRM_VISIBLE_WITHOUT_HEAD});
    PUT_NAMED("springDetails", {"full", VRM_SPRINGS_FULL}, {"half", VRM_SPRINGS_HALF},
              {"still", VRM_SPRINGS_PAUSED});
    PUT_NAMED("overlays", {"bones", VRM_OVERLAY_BONES}, {"springs", VRM_OVERLAY_SPRINGS},
              {"colliders", VRM_OVERLAY_COLLIDERS}, {"normals", VRM_OVERLAY_NORMALS},
              {"firstPerson", VRM_OVERLAY_FIRST_PERSON});
    PUT_NAMED("modes", {"lit", VRM_RENDER_LIT}, {"base", VRM_RENDER_BASE},
              {"shade", VRM_RENDER_SHADE}, {"light", VRM_RENDER_LIGHT},
              {"normals", VRM_RENDER_NORMALS}, {"uv", VRM_RENDER_UV},
              {"weights", VRM_RENDER_WEIGHTS}, {"density", VRM_RENDER_DENSITY});
    PUT_NAMED("shots", {"full", VRM_SHOT_FULL}, {"bust", VRM_SHOT_BUST}, {"face", VRM_SHOT_FACE});
    PUT_NAMED("dialects", {"1.0", VRM_DIALECT_1}, {"0.x", VRM_DIALECT_0});
    PUT_NAMED("pointLayouts", {"guess", VRM_POINT_LAYOUT_GUESS},
              {"humanml3d", VRM_POINT_LAYOUT_HUMANML3D}, {"smpl24", VRM_POINT_LAYOUT_SMPL24},
              {"mediapipe", VRM_POINT_LAYOUT_MEDIAPIPE}, {"coco", VRM_POINT_LAYOUT_COCO});
    PUT_NAMED("captureRests", {"guess", VRM_CAPTURE_REST_GUESS}, {"tPose", VRM_CAPTURE_REST_T_POSE},
              {"corrected", VRM_CAPTURE_REST_CORRECTED},
              {"firstFrame", VRM_CAPTURE_REST_FIRST_FRAME}, {"bind", VRM_CAPTURE_REST_BIND});
    PUT_NAMED("feet", {"auto", VRM_FEET_AUTO}, {"hold", VRM_FEET_HOLD}, {"free", VRM_FEET_FREE});
    PUT_NAMED("contacts", {"auto", VRM_CONTACTS_AUTO}, {"hold", VRM_CONTACTS_HOLD},
              {"free", VRM_CONTACTS_FREE});
    PUT_NAMED("rootMotions", {"keep", VRM_ROOT_MOTION_KEEP}, {"remove", VRM_ROOT_MOTION_REMOVE},
              {"root", VRM_ROOT_MOTION_ROOT});
}

WEB_EXPORT(vrm_Result, constants, void) {
    if (web_json() == NULL) return VRM_ERR_MEMORY;
    put_bones();
    put_parts();
    put_dialects();
    put_numbers();
    vrm_json_end_object(web_json_again());
    return web_json_done();
}

/* ---- Memory ---- */

WEB_EXPORT(void*, alloc, size_t size) {
    return malloc(size);
}

WEB_EXPORT(void, free, void* block) {
    free(block);
}

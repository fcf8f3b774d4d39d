/* SPDX-License-Identifier: MIT */
/* Rigs and clips, which are compiled from models. */
#include "web.h"

#include <string.h>

/* ---- Rig ---- */

WEB_EXPORT(vrm_Result, rig_build, const vrm_Model* model, int32_t override_damps_eye_bones,
           vrm_Report* report) {
    vrm_RigDef def = vrm_default_rig_def();
    def.override_damps_eye_bones = override_damps_eye_bones != 0;
    def.report = report;
    vrm_Rig* rig = NULL;
    vrm_Result result = vrm_rig_build(model, &def, &rig);
    web_words[0].p = rig;
    return result;
}

WEB_EXPORT(void, rig_destroy, vrm_Rig* rig) {
    vrm_rig_destroy(rig);
}

static void put_nodes(const vrm_Rig* rig) {
    vrm_JsonBuilder* builder = web_json_again();
    int32_t count = vrm_rig_node_count(rig);
    vrm_json_put_key(builder, "parents");
    vrm_json_begin_array(builder);
    for (int32_t n = 0; n < count; n++) vrm_json_put_integer(builder, vrm_rig_parent(rig, n));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(rig, (vrm_Bone)b);
        if (node >= 0) web_key_integer(vrm_bone_name((vrm_Bone)b), node);
    }
    vrm_json_end_object(builder);
}

static void put_expressions(const vrm_Rig* rig) {
    static const char* const categories[] = {"none", "mouth", "blink", "lookAt"};
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_rig_expression_count(rig); i++) {
        vrm_ExpressionInfo info = vrm_rig_expression_info(rig, i);
        vrm_json_begin_object(builder);
        web_key_text("name", info.name);
        web_key_bool("isPreset", info.preset != VRM_EXPRESSION_CUSTOM);
        web_key_bool("isBinary", info.binary != VRM_BINARY_NOT);
        web_key_text("category", categories[info.category]);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

const char* const web_texture_slots[VRM_TEXTURE_SLOT_COUNT] = {
    "baseColor",    "metallicRoughness", "normal",       "occlusion",
    "emissive",     "shadeMultiply",     "shadingShift", "rimMultiply",
    "outlineWidth", "uvAnimationMask",   "matcap"};

static void put_material_values(const vrm_Rig* rig) {
    static const char* const colors[] = {"color",       "emissionColor", "shadeColor",
                                         "matcapColor", "rimColor",      "outlineColor"};
    vrm_JsonBuilder* builder = web_json_again();
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(rig, &count);
    vrm_json_put_key(builder, "materialValues");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) {
        bool is_color = values[i].kind == VRM_VALUE_COLOR;
        vrm_json_begin_object(builder);
        web_key_integer("material", values[i].material);
        web_key_text("kind", is_color ? "color" : "texture");
        web_key_text("target",
                     is_color ? colors[values[i].color] : web_texture_slots[values[i].texture]);
        web_put_vec4("base", values[i].base);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_meshes(const vrm_Rig* rig) {
    static const char* const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    vrm_JsonBuilder* builder = web_json_again();
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(rig, &count);
    vrm_json_put_key(builder, "meshNodes");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) {
        vrm_json_begin_object(builder);
        web_key_integer("node", nodes[i].node);
        web_key_integer("mesh", nodes[i].mesh);
        web_key_integer("skin", nodes[i].skin);
        web_key_integer("morphCount", nodes[i].morph_count);
        web_key_integer("firstMorph", nodes[i].first_morph);
        web_key_text("firstPerson", types[nodes[i].first_person]);
        web_key_bool("isSplitInFirstPerson", nodes[i].is_split_in_first_person);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "skins");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_rig_skin_count(rig); i++) {
        vrm_RigSkin skin = vrm_rig_skin(rig, i);
        vrm_json_begin_object(builder);
        web_key_integer("firstJoint", skin.first_joint);
        web_put_integers("joints", skin.joints, skin.joint_count);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_constraints(const vrm_Rig* rig) {
    static const char* const types[] = {"roll", "aim", "rotation"};
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "constraints");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_rig_constraint_count(rig); i++) {
        vrm_RigConstraint constraint = vrm_rig_constraint(rig, i);
        vrm_json_begin_object(builder);
        web_key_integer("node", constraint.node);
        web_key_integer("source", constraint.source);
        web_key_text("type", types[constraint.type]);
        web_key_number("weight", (double)constraint.weight);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_springs(const vrm_Rig* rig) {
    vrm_JsonBuilder* builder = web_json_again();
    web_key_integer("springCount", vrm_rig_spring_count(rig));
    vrm_json_put_key(builder, "springJoints");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_rig_spring_joint_count(rig); i++) {
        vrm_SpringJointInfo joint = vrm_rig_spring_joint(rig, i);
        vrm_json_begin_object(builder);
        web_key_integer("spring", joint.spring);
        web_key_integer("joint", joint.joint);
        web_key_integer("node", joint.node);
        web_key_integer("tail", joint.tail);
        web_key_integer("center", joint.center);
        web_key_integer("colliderCount", joint.collider_count);
        web_key_bool("moves", joint.moves);
        web_put_vec3("tailLocal", joint.tail_local);
        web_key_number("stiffness", (double)joint.settings.stiffness);
        web_key_number("gravityPower", (double)joint.settings.gravity_power);
        web_put_vec3("gravityDir", joint.settings.gravity_dir);
        web_key_number("dragForce", (double)joint.settings.drag_force);
        web_key_number("hitRadius", (double)joint.settings.hit_radius);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

WEB_EXPORT(vrm_Result, rig_facts, const vrm_Rig* rig) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("dialect", vrm_dialect_text(vrm_rig_dialect(rig)));
    web_key_integer("facing", vrm_rig_facing(rig));
    web_key_integer("nodeCount", vrm_rig_node_count(rig));
    web_key_integer("morphCount", vrm_rig_morph_count(rig));
    web_key_integer("paletteCount", vrm_rig_palette_count(rig));
    web_key_number("hipsHeight", (double)vrm_rig_hips_height(rig));
    vrm_LookAtType type = VRM_LOOK_AT_BONE;
    bool has_look_at = vrm_rig_look_at(rig, &type);
    web_key_text("lookAt", !has_look_at ? NULL : type == VRM_LOOK_AT_BONE ? "bone" : "expression");
    put_nodes(rig);
    put_expressions(rig);
    put_material_values(rig);
    put_meshes(rig);
    put_constraints(rig);
    put_springs(rig);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* Rest transforms into `out`, one for each node: relative to the parent, or in model space. */
WEB_EXPORT(void, rig_rest, const vrm_Rig* rig, int32_t in_model_space, vrm_Transform* out) {
    int32_t count = vrm_rig_node_count(rig);
    for (int32_t n = 0; n < count; n++)
        out[n] = in_model_space ? vrm_rig_rest_model(rig, n) : vrm_rig_rest(rig, n);
}

WEB_EXPORT(const vrm_Affine*, rig_inverse_binds, const vrm_Rig* rig, int32_t skin) {
    return vrm_rig_skin(rig, skin).inverse_binds;
}

/* The ten numbers are offset, tail, normal and radius. */
WEB_EXPORT(int32_t, rig_set_collider, vrm_Rig* rig, int32_t collider, int32_t shape,
           const float* numbers) {
    vrm_Collider to = {.node = 0,
                       .shape = (vrm_ColliderShape)shape,
                       .offset = {numbers[0], numbers[1], numbers[2]},
                       .tail = {numbers[3], numbers[4], numbers[5]},
                       .normal = {numbers[6], numbers[7], numbers[8]},
                       .radius = numbers[9]};
    return vrm_rig_set_collider(rig, collider, &to) ? 1 : 0;
}

/* One that becomes binary is so above a half. */
WEB_EXPORT(int32_t, rig_set_expression, vrm_Rig* rig, int32_t expression, int32_t category,
           int32_t is_binary, int32_t mouth, int32_t blink, int32_t look_at) {
    vrm_BinaryRule binary = vrm_rig_expression_info(rig, expression).binary;
    if (binary == VRM_BINARY_NOT) binary = VRM_BINARY_OVER_HALF;
    vrm_ExpressionRules rules = {.category = (vrm_Category)category,
                                 .binary = is_binary ? binary : VRM_BINARY_NOT,
                                 .override_mouth = (vrm_Override)mouth,
                                 .override_blink = (vrm_Override)blink,
                                 .override_look_at = (vrm_Override)look_at};
    return vrm_rig_set_expression(rig, expression, &rules) ? 1 : 0;
}

/* ---- Poses: one lies where JavaScript can write it ---- */

static vrm_Pose pose;

WEB_EXPORT(vrm_Pose*, pose, void) {
    return &pose;
}

WEB_EXPORT(void, pose_make, int32_t kind, float time) {
    pose = kind == 1 ? vrm_pose_a() : kind == 2 ? vrm_pose_idle(time) : vrm_pose_rest();
}

WEB_EXPORT(void, rig_t_pose, const vrm_Rig* rig) {
    pose = vrm_rig_t_pose(rig);
}

WEB_EXPORT(void, rig_read_pose, const vrm_Rig* rig, const vrm_Transform* locals) {
    pose = vrm_rig_read_pose(rig, locals);
}

static void put_rotation(vrm_Quat rotation) {
    web_words[0].f = rotation.x;
    web_words[1].f = rotation.y;
    web_words[2].f = rotation.z;
    web_words[3].f = rotation.w;
}

WEB_EXPORT(void, rig_bone_local, const vrm_Rig* rig, int32_t bone, float x, float y, float z,
           float w) {
    put_rotation(vrm_rig_bone_local(rig, (vrm_Bone)bone, (vrm_Quat){x, y, z, w}));
}

WEB_EXPORT(void, rig_bone_normalized, const vrm_Rig* rig, int32_t bone, float x, float y, float z,
           float w) {
    put_rotation(vrm_rig_bone_normalized(rig, (vrm_Bone)bone, (vrm_Quat){x, y, z, w}));
}

/* ---- Clips ---- */

WEB_EXPORT(vrm_Result, clip_build, const vrm_Model* model, int32_t animation, vrm_Report* report) {
    vrm_ClipDef def = vrm_default_clip_def();
    def.animation = animation;
    def.report = report;
    vrm_Clip* clip = NULL;
    vrm_Result result = vrm_clip_build(model, &def, &clip);
    web_words[0].p = clip;
    return result;
}

WEB_EXPORT(void, clip_destroy, vrm_Clip* clip) {
    vrm_clip_destroy(clip);
}

WEB_EXPORT(vrm_Result, clip_facts, const vrm_Clip* clip) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("kind", vrm_clip_kind(clip) == VRM_CLIP_HUMANOID ? "humanoid" : "nodes");
    web_key_text("name", vrm_clip_name(clip));
    web_key_number("duration", (double)vrm_clip_duration(clip));
    web_key_number("hipsHeight", (double)vrm_clip_hips_height(clip));
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_clip_expression_count(clip); i++)
        vrm_json_put_string(builder, vrm_clip_expression_name(clip, i));
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* The pose; then in words: bones 0..31, bones 32.., moves hips, has a gaze, yaw, pitch. */
WEB_EXPORT(void, clip_sample, const vrm_Clip* clip, float time) {
    vrm_ClipSample sample;
    vrm_clip_sample(clip, time, &sample);
    pose = sample.pose;
    web_words[0].u = (uint32_t)sample.bones;
    web_words[1].u = (uint32_t)(sample.bones >> 32);
    web_words[2].u = sample.moves_hips;
    web_words[3].u = sample.has_gaze;
    web_words[4].f = sample.gaze_degrees.x;
    web_words[5].f = sample.gaze_degrees.y;
}

WEB_EXPORT(float, clip_sample_expression, const vrm_Clip* clip, int32_t expression, float time) {
    return vrm_clip_sample_expression(clip, expression, time);
}

WEB_EXPORT(int32_t, clip_sample_nodes, const vrm_Clip* clip, float time, vrm_Transform* locals,
           int32_t count) {
    return vrm_clip_sample_nodes(clip, time, locals, count);
}

/* A hips offset of the clip for an avatar, in words. */
WEB_EXPORT(void, clip_fit_hips, const vrm_Clip* clip, const vrm_Rig* rig, float x, float y,
           float z) {
    vrm_Vec3 fitted = vrm_clip_fit_hips(clip, rig, (vrm_Vec3){x, y, z});
    web_words[0].f = fitted.x;
    web_words[1].f = fitted.y;
    web_words[2].f = fitted.z;
}

/* Leaves a part of the body in words: bones below 32, the others, and 1 for the position of the
 * hips, 2 for expressions, 4 for the gaze. 0: no such part. */
WEB_EXPORT(int32_t, motion_part, const char* name) {
    vrm_MotionPart part;
    if (!vrm_motion_part(name, &part)) return 0;
    web_words[0].u = (uint32_t)part.bones;
    web_words[1].u = (uint32_t)(part.bones >> 32);
    web_words[2].u =
        (part.position ? 1u : 0u) | (part.expressions ? 2u : 0u) | (part.gaze ? 4u : 0u);
    return 1;
}

/* SPDX-License-Identifier: MIT */
/* A file becomes an avatar: load, look at everything that vrm/model.h gives out and hold it to what
 * it promises (indices in range, numbers finite, chains that descend, names that are unique), play
 * its animations, save (the same bytes), and load strictly. */
#include "require.h"

#include "vrm/clip.h"
#include "vrm/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_float(float value) {
    require(isfinite(value));
}

static void check_vec3(vrm_Vec3 v) {
    check_float(v.x);
    check_float(v.y);
    check_float(v.z);
}

static void check_index(int32_t index, int32_t count, bool may_be_none) {
    require(index < count && index >= (may_be_none ? -1 : 0));
}

static void check_text(const char* text) {
    require(text != NULL && strlen(text) < SIZE_MAX);
}

static void check_enum(int value, int count) {
    require(value >= 0 && value < count);
}

/* ---- Parts ---- */

static void check_meta(const vrm_Model* model, const vrm_Gltf* gltf) {
    const vrm_Meta* meta = vrm_model_meta(model);
    if (meta == NULL) return;
    const char* const texts[] = {meta->name,
                                 meta->version,
                                 meta->copyright_information,
                                 meta->contact_information,
                                 meta->third_party_licenses,
                                 meta->license_url,
                                 meta->other_license_url,
                                 meta->other_permission_url};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_text(texts[i]);
    for (int32_t i = 0; i < meta->author_count; i++) check_text(meta->authors[i]);
    for (int32_t i = 0; i < meta->reference_count; i++) check_text(meta->references[i]);
    check_index(meta->thumbnail_image, gltf->image_count, true);
    check_enum((int)meta->avatar_permission, VRM_AVATAR_EVERYONE + 1);
    check_enum((int)meta->commercial_usage, VRM_COMMERCIAL_CORPORATION + 1);
    check_enum((int)meta->credit_notation, VRM_CREDIT_UNNECESSARY + 1);
    check_enum((int)meta->modification, VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION + 1);
    check_enum((int)meta->license0, VRM_LICENSE0_OTHER + 1);
}

static void check_bones(const vrm_Model* model, const vrm_Gltf* gltf) {
    int32_t count = 0;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_model_bone(model, (vrm_Bone)bone);
        check_index(node, gltf->node_count, true);
        count += node >= 0;
        for (int other = 0; other < bone; other++)
            require(node < 0 || vrm_model_bone(model, (vrm_Bone)other) != node);
    }
    require(count == vrm_model_bone_count(model));
    check_index(vrm_model_first_person_node(model), gltf->node_count, true);
    for (int32_t node = -1; node <= gltf->node_count; node++)
        check_enum((int)vrm_model_first_person(model, node),
                   VRM_FIRST_PERSON_FIRST_PERSON_ONLY + 1);
    require(vrm_model_facing(model) == 1 || vrm_model_facing(model) == -1);
}

static void check_expression(const vrm_Expression* expression, const vrm_Gltf* gltf) {
    check_enum((int)expression->binary, VRM_BINARY_NON_ZERO + 1);
    check_enum((int)expression->override_blink, VRM_OVERRIDE_BLEND + 1);
    check_enum((int)expression->override_look_at, VRM_OVERRIDE_BLEND + 1);
    check_enum((int)expression->override_mouth, VRM_OVERRIDE_BLEND + 1);
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        check_index(bind->node, gltf->node_count, false);
        int32_t mesh = gltf->nodes[bind->node].mesh;
        check_index(mesh, gltf->mesh_count, false);
        check_index(bind->index, gltf->meshes[mesh].target_count, false);
        check_float(bind->weight);
    }
    for (int32_t i = 0; i < expression->color_bind_count; i++) {
        const vrm_ColorBind* bind = &expression->color_binds[i];
        check_index(bind->material, gltf->material_count, false);
        check_enum((int)bind->target, VRM_COLOR_OUTLINE + 1);
        check_vec3((vrm_Vec3){bind->value.x, bind->value.y, bind->value.z});
        check_float(bind->value.w);
    }
    for (int32_t i = 0; i < expression->texture_bind_count; i++) {
        const vrm_TextureBind* bind = &expression->texture_binds[i];
        check_index(bind->material, gltf->material_count, false);
        check_vec3((vrm_Vec3){bind->scale.x, bind->scale.y, bind->offset.x});
        check_float(bind->offset.y);
        require(bind->binds_x || bind->binds_y);
    }
}

static void check_expressions(const vrm_Model* model, const vrm_Gltf* gltf) {
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    for (int32_t i = 0; i < count; i++) {
        check_text(expressions[i].name);
        require(expressions[i].preset >= VRM_EXPRESSION_CUSTOM &&
                expressions[i].preset < VRM_EXPRESSION_PRESET_COUNT);
        /* Found by its name, so the name is unique. */
        if (i < 100) require(vrm_model_expression(model, expressions[i].name) == i);
        check_expression(&expressions[i], gltf);
    }
}

static void check_look_at(const vrm_Model* model) {
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    if (look_at == NULL) return;
    const vrm_RangeMap* maps[] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                  &look_at->vertical_down, &look_at->vertical_up};
    check_vec3(look_at->offset_from_head);
    for (int i = 0; i < 4; i++) {
        check_float(maps[i]->output_scale);
        require(maps[i]->input_max_degrees >= 0.0f && maps[i]->input_max_degrees <= 180.0f);
        for (int32_t k = 0; k < maps[i]->curve_count; k++) {
            const vrm_CurveKey* key = &maps[i]->curve[k];
            check_vec3((vrm_Vec3){key->value, key->in_tangent, key->out_tangent});
            check_float(key->time);
            require(k == 0 || key->time > key[-1].time);
        }
    }
}

static bool is_below(const vrm_Gltf* gltf, int32_t node, int32_t ancestor) {
    do node = gltf->nodes[node].parent;
    while (node >= 0 && node != ancestor);
    return node == ancestor;
}

static void check_joint(const vrm_SpringJoint* joint, const vrm_Gltf* gltf, bool may_be_end) {
    check_index(joint->node, gltf->node_count, may_be_end);
    check_vec3(joint->end_offset);
    check_vec3(joint->gravity_dir);
    check_float(joint->gravity_power);
    require(joint->hit_radius >= 0.0f && isfinite(joint->hit_radius));
    require(joint->stiffness >= 0.0f && isfinite(joint->stiffness));
    require(joint->drag_force >= 0.0f && joint->drag_force <= 1.0f);
    check_enum((int)joint->limit.type, VRM_LIMIT_SPHERICAL + 1);
    check_vec3((vrm_Vec3){joint->limit.angle, joint->limit.pitch, joint->limit.yaw});
    vrm_Quat q = joint->limit.rotation;
    float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    require(length > 0.99f && length < 1.01f);
}

static void check_springs(const vrm_Model* model, const vrm_Gltf* gltf) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    for (int32_t i = 0; i < springs->collider_count; i++) {
        const vrm_Collider* collider = &springs->colliders[i];
        check_index(collider->node, gltf->node_count, true);
        check_enum((int)collider->shape, VRM_COLLIDER_PLANE + 1);
        check_vec3(collider->offset);
        check_vec3(collider->tail);
        check_vec3(collider->normal);
        require(collider->radius >= 0.0f && isfinite(collider->radius));
    }
    for (int32_t i = 0; i < springs->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[i];
        check_text(group->name);
        for (int32_t k = 0; k < group->collider_count; k++) {
            check_index(group->colliders[k], springs->collider_count, false);
            require(springs->colliders[group->colliders[k]].node >= 0);
        }
    }
    uint8_t* turns = calloc((size_t)gltf->node_count + 1, 1);
    for (int32_t i = 0; turns != NULL && i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        check_text(spring->name);
        check_index(spring->center, gltf->node_count, true);
        for (int32_t k = 0; k < spring->collider_group_count; k++)
            check_index(spring->collider_groups[k], springs->collider_group_count, false);
        for (int32_t k = 0; k < spring->joint_count; k++) {
            const vrm_SpringJoint* joint = &spring->joints[k];
            bool is_last = k + 1 == spring->joint_count;
            check_joint(joint, gltf, is_last && k > 0);
            if (is_last) break;
            require(!turns[joint->node]); /* no node turns twice */
            turns[joint->node] = 1;
            if (joint[1].node >= 0) require(is_below(gltf, joint[1].node, joint->node));
        }
    }
    free(turns);
}

static void check_constraints(const vrm_Model* model, const vrm_Gltf* gltf) {
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count; i++) {
        check_index(constraints[i].node, gltf->node_count, false);
        check_index(constraints[i].source, gltf->node_count, false);
        require(constraints[i].node != constraints[i].source);
        require(i == 0 || constraints[i].node > constraints[i - 1].node);
        check_enum((int)constraints[i].axis, VRM_AXIS_NEGATIVE_Z + 1);
        require(constraints[i].weight >= 0.0f && constraints[i].weight <= 1.0f);
    }
}

static void check_texture(const vrm_TextureInfo* info, const vrm_Gltf* gltf) {
    check_index(info->texture, gltf->texture_count, true);
    require(info->tex_coord >= 0);
    vrm_TextureTransform transform = vrm_texture_transform(info);
    check_float(transform.rotation);
    check_vec3((vrm_Vec3){transform.scale.x, transform.scale.y, transform.offset.x});
    check_float(transform.offset.y);
}

static void check_surfaces(const vrm_Model* model, const vrm_Gltf* gltf) {
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    for (int32_t i = 0; i < gltf->material_count; i++) {
        const vrm_Material* material = surfaces[i].material;
        const vrm_Mtoon* mtoon = surfaces[i].mtoon;
        check_text(material->name);
        check_texture(&material->base_color_texture, gltf);
        check_texture(&material->normal_texture, gltf);
        check_texture(&material->emissive_texture, gltf);
        check_vec3(material->emissive_factor);
        check_float(material->emissive_strength);
        check_float(material->alpha_cutoff);
        check_float(material->normal_scale);
        check_float(material->occlusion_strength);
        require((mtoon != NULL) == (surfaces[i].kind == VRM_SURFACE_MTOON));
        if (mtoon == NULL) continue;
        const vrm_TextureInfo* infos[] = {&mtoon->shade_multiply_texture,
                                          &mtoon->shading_shift_texture,
                                          &mtoon->matcap_texture,
                                          &mtoon->rim_multiply_texture,
                                          &mtoon->outline_width_multiply_texture,
                                          &mtoon->uv_animation_mask_texture};
        for (size_t k = 0; k < sizeof infos / sizeof *infos; k++) check_texture(infos[k], gltf);
        check_float(mtoon->shading_shift_scale);
        require(mtoon->render_queue_offset >= -9 && mtoon->render_queue_offset <= 9);
        check_vec3(mtoon->shade_color_factor);
        check_vec3(mtoon->matcap_factor);
        check_vec3(mtoon->parametric_rim_color_factor);
        check_vec3(mtoon->outline_color_factor);
        check_vec3((vrm_Vec3){mtoon->shading_shift_factor, mtoon->shading_toony_factor,
                              mtoon->gi_equalization_factor});
        check_vec3((vrm_Vec3){mtoon->parametric_rim_fresnel_power_factor,
                              mtoon->parametric_rim_lift_factor, mtoon->rim_lighting_mix_factor});
        check_vec3((vrm_Vec3){mtoon->outline_width_factor, mtoon->outline_lighting_mix_factor,
                              mtoon->uv_animation_rotation_speed_factor});
        check_enum((int)mtoon->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES + 1);
    }
}

static void check_skins(const vrm_Model* model, const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->skin_count; i++) {
        int32_t count = gltf->skins[i].joint_count;
        vrm_Mat4* binds = malloc((size_t)(count > 0 ? count : 1) * sizeof *binds);
        if (binds != NULL && vrm_model_inverse_binds(model, i, binds, count) == VRM_OK)
            for (int32_t k = 0; k < count * 16; k++) check_float(binds[k / 16].m[k % 16]);
        free(binds);
    }
}

static void check_clip(const vrm_Model* model, const vrm_Gltf* gltf) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(model);
    if (clip == NULL) return;
    check_text(clip->spec_version);
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        check_index(clip->bones[bone], gltf->node_count, true);
    for (int32_t i = 0; i < clip->expression_count; i++) {
        check_text(clip->expressions[i].name);
        check_index(clip->expressions[i].node, gltf->node_count, false);
    }
    check_index(clip->look_at_node, gltf->node_count, true);
    check_vec3(clip->look_at_offset);
}

static void check_play(const vrm_Rig* rig, const vrm_Clip* clip) {
    vrm_Sim* sim = NULL;
    if (vrm_sim_create(NULL, &sim) != VRM_OK) return;
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_Player players[2] = {vrm_player(clip), vrm_player(clip)};
    players[1].weight = 0.5f;
    players[1].is_additive = true;
    players[1].speed = -1.7f;
    float step = vrm_clip_duration(clip) / 3.0f;
    for (int frame = 0; frame < 4 && vrm_avatar_is_valid(sim, id); frame++) {
        for (int i = 0; i < 2; i++) vrm_player_advance(&players[i], step);
        (void)vrm_avatar_play(sim, id, players, 2);
        vrm_sim_step(sim, 1.0f / 60.0f);
        const float* morphs = vrm_avatar_morphs(sim, id);
        const float* locals = &vrm_avatar_locals(sim, id)->translation.x;
        for (int32_t i = 0; i < vrm_rig_morph_count(rig); i++) check_float(morphs[i]);
        for (int32_t i = 0; i < vrm_rig_node_count(rig) * 10; i++) check_float(locals[i]);
    }
    vrm_sim_destroy(sim);
}

/* Every animation, on the avatar that the file itself is. */
static void check_animations(const vrm_Model* model, const vrm_Gltf* gltf) {
    vrm_Rig* rig = NULL;
    if (gltf->animation_count == 0 || vrm_rig_build(model, NULL, &rig) != VRM_OK) return;
    for (int32_t i = 0; i < gltf->animation_count && i < 4; i++) {
        vrm_Clip* clip = NULL;
        vrm_ClipDef def = vrm_default_clip_def();
        def.animation = i;
        def.max_bytes = 1 << 20;
        bool is_small = vrm_rig_node_count(rig) < 1 << 12 && vrm_rig_morph_count(rig) < 1 << 16;
        if (vrm_clip_build(model, &def, &clip) == VRM_OK && is_small) check_play(rig, clip);
        vrm_clip_destroy(clip);
    }
    vrm_rig_destroy(rig);
}

static void check_save(const vrm_Model* model, const uint8_t* data, size_t size) {
    size_t saved_size;
    if (vrm_model_save_size(model, &saved_size) != VRM_OK) return;
    uint8_t* saved = malloc(saved_size > 0 ? saved_size : 1);
    if (saved == NULL) return;
    require(vrm_model_save(model, saved, saved_size) == VRM_OK);
    require(saved_size == size && memcmp(saved, data, size) == 0);
    free(saved);
}

/* A model means the same as itself, within any tolerance. */
static void check_diff(const vrm_Model* model) {
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.work = 1 << 24;
    def.distance = def.angle = def.value = 0.0f;
    vrm_Result result = vrm_diff_create(model, model, &def, &diff);
    require(result == VRM_ERR_LIMIT || (result == VRM_OK && vrm_diff_total(diff) == 0));
    vrm_diff_destroy(diff);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true;
    def.limits.decoded_bytes = 16 << 20;
    def.limits.elements = 1 << 16;
    vrm_Report* report;
    vrm_Model* model;
    if (vrm_report_create(NULL, &report) != VRM_OK) return 0;
    vrm_Result result = vrm_model_load(data, size, &def, report, &model);
    if (result == VRM_OK) {
        const vrm_Gltf* gltf = vrm_model_gltf(model);
        check_text(vrm_model_spec_version(model));
        check_meta(model, gltf);
        check_bones(model, gltf);
        check_expressions(model, gltf);
        check_look_at(model);
        check_springs(model, gltf);
        check_constraints(model, gltf);
        check_surfaces(model, gltf);
        check_skins(model, gltf);
        check_clip(model, gltf);
        check_animations(model, gltf);
        check_diff(model);
        check_save(model, data, size);
    }
    bool is_clean = result == VRM_OK && vrm_report_total(report, VRM_ERROR) == 0 &&
                    vrm_report_total(report, VRM_WARNING) == 0;
    vrm_model_destroy(model);
    def.is_strict = true;
    vrm_Result strict = vrm_model_load(data, size, &def, NULL, &model);
    require(result == VRM_OK || strict != VRM_OK);
    require(!is_clean || strict == VRM_OK); /* what has no fault is not refused */
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return 0;
}

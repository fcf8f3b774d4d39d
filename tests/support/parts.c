/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "support/parts.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_vec3(FILE* out, const char* name, vrm_Vec3 v) {
    fprintf(out, " %s %.9g %.9g %.9g", name, (double)v.x, (double)v.y, (double)v.z);
}

static void print_meta(FILE* out, const vrm_Meta* meta) {
    if (meta == NULL) return;
    fprintf(out, "meta %s|%s|%s|%s|%s|%s|%s|image %d\n", meta->name, meta->version,
            meta->copyright_information, meta->contact_information, meta->third_party_licenses,
            meta->license_url, meta->other_license_url, meta->thumbnail_image);
    for (int32_t i = 0; i < meta->author_count; i++) fprintf(out, "author %s\n", meta->authors[i]);
    for (int32_t i = 0; i < meta->reference_count; i++)
        fprintf(out, "reference %s\n", meta->references[i]);
    fprintf(out, "permissions %d %d %d %d %d %d %d %d %d\n", (int)meta->avatar_permission,
            meta->allow_excessively_violent_usage, meta->allow_excessively_sexual_usage,
            (int)meta->commercial_usage, meta->allow_political_or_religious_usage,
            meta->allow_antisocial_or_hate_usage, (int)meta->credit_notation,
            meta->allow_redistribution, (int)meta->modification);
}

static void print_expression(FILE* out, const vrm_Expression* expression) {
    fprintf(out, "expression %s preset %d binary %d overrides %d %d %d\n", expression->name,
            (int)expression->preset, expression->binary != VRM_BINARY_NOT,
            (int)expression->override_blink, (int)expression->override_look_at,
            (int)expression->override_mouth);
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        fprintf(out, "  morph %d %d %.9g\n", bind->node, bind->index, (double)bind->weight);
    }
    for (int32_t i = 0; i < expression->color_bind_count; i++) {
        const vrm_ColorBind* bind = &expression->color_binds[i];
        fprintf(out, "  color %d %d %.9g %.9g %.9g %.9g\n", bind->material, (int)bind->target,
                (double)bind->value.x, (double)bind->value.y, (double)bind->value.z,
                (double)bind->value.w);
    }
    for (int32_t i = 0; i < expression->texture_bind_count; i++) {
        const vrm_TextureBind* bind = &expression->texture_binds[i];
        fprintf(out, "  texture %d %.9g %.9g %.9g %.9g\n", bind->material, (double)bind->scale.x,
                (double)bind->scale.y, (double)bind->offset.x, (double)bind->offset.y);
    }
}

static void print_map(FILE* out, const vrm_RangeMap* map) {
    fprintf(out, " %.9g>%.9g", (double)map->input_max_degrees, (double)map->output_scale);
}

static void print_face(FILE* out, const vrm_Model* model) {
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    for (int32_t i = 0; i < count; i++) print_expression(out, &expressions[i]);
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    if (look_at != NULL) {
        fprintf(out, "look-at %d", (int)look_at->type);
        print_vec3(out, "from", look_at->offset_from_head);
        print_map(out, &look_at->horizontal_inner);
        print_map(out, &look_at->horizontal_outer);
        print_map(out, &look_at->vertical_down);
        print_map(out, &look_at->vertical_up);
        fputc('\n', out);
    }
    for (int32_t i = 0; i < vrm_model_gltf(model)->node_count; i++)
        if (vrm_model_first_person(model, i) != VRM_FIRST_PERSON_AUTO)
            fprintf(out, "first person %d %d\n", i, (int)vrm_model_first_person(model, i));
}

static void print_springs(FILE* out, const vrm_SpringBones* springs) {
    for (int32_t i = 0; i < springs->collider_count; i++) {
        const vrm_Collider* collider = &springs->colliders[i];
        bool has_tail = collider->shape == VRM_COLLIDER_CAPSULE ||
                        collider->shape == VRM_COLLIDER_INSIDE_CAPSULE;
        fprintf(out, "collider %d shape %d", collider->node, (int)collider->shape);
        print_vec3(out, "at", collider->offset);
        if (has_tail) print_vec3(out, "to", collider->tail);
        if (collider->shape == VRM_COLLIDER_PLANE)
            print_vec3(out, "normal", collider->normal);
        else
            fprintf(out, " radius %.9g", (double)collider->radius);
        fputc('\n', out);
    }
    for (int32_t i = 0; i < springs->collider_group_count; i++) {
        const vrm_ColliderGroup* group = &springs->collider_groups[i];
        fprintf(out, "group %s:", group->name);
        for (int32_t k = 0; k < group->collider_count; k++)
            fprintf(out, " %d", group->colliders[k]);
        fputc('\n', out);
    }
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        fprintf(out, "spring %s center %d groups", spring->name, spring->center);
        for (int32_t k = 0; k < spring->collider_group_count; k++)
            fprintf(out, " %d", spring->collider_groups[k]);
        fputc('\n', out);
        for (int32_t k = 0; k < spring->joint_count; k++) {
            const vrm_SpringJoint* joint = &spring->joints[k];
            fprintf(out, "  joint %d radius %.9g stiffness %.9g drag %.9g gravity %.9g",
                    joint->node, (double)joint->hit_radius, (double)joint->stiffness,
                    (double)joint->drag_force, (double)joint->gravity_power);
            print_vec3(out, "along", joint->gravity_dir);
            fprintf(out, " limit %d %.9g %.9g %.9g\n", (int)joint->limit.type,
                    (double)joint->limit.angle, (double)joint->limit.pitch,
                    (double)joint->limit.yaw);
        }
    }
}

static void print_texture(FILE* out, const char* name, const vrm_TextureInfo* info, float factor) {
    if (info->texture < 0) return;
    fprintf(out, " %s %d uv %d x %.9g", name, info->texture, info->tex_coord, (double)factor);
    const vrm_TextureTransform* at = info->transform;
    if (at != NULL)
        fprintf(out, " [%.9g %.9g %.9g %.9g %.9g]", (double)at->offset.x, (double)at->offset.y,
                (double)at->scale.x, (double)at->scale.y, (double)at->rotation);
}

static void print_mtoon(FILE* out, const vrm_Mtoon* mtoon) {
    fprintf(out, "  mtoon %d %d shift %.9g toony %.9g gi %.9g", mtoon->transparent_with_z_write,
            mtoon->render_queue_offset, (double)mtoon->shading_shift_factor,
            (double)mtoon->shading_toony_factor, (double)mtoon->gi_equalization_factor);
    print_vec3(out, "shade", mtoon->shade_color_factor);
    print_vec3(out, "matcap", mtoon->matcap_factor);
    print_vec3(out, "rim", mtoon->parametric_rim_color_factor);
    print_vec3(out, "outline", mtoon->outline_color_factor);
    fprintf(out, " power %.9g lift %.9g mix %.9g %d width %.9g mix %.9g uv %.9g %.9g %.9g",
            (double)mtoon->parametric_rim_fresnel_power_factor,
            (double)mtoon->parametric_rim_lift_factor, (double)mtoon->rim_lighting_mix_factor,
            (int)mtoon->outline_width_mode, (double)mtoon->outline_width_factor,
            (double)mtoon->outline_lighting_mix_factor,
            (double)mtoon->uv_animation_scroll_x_speed_factor,
            (double)mtoon->uv_animation_scroll_y_speed_factor,
            (double)mtoon->uv_animation_rotation_speed_factor);
    print_texture(out, "shade", &mtoon->shade_multiply_texture, 1.0f);
    print_texture(out, "shift", &mtoon->shading_shift_texture, mtoon->shading_shift_scale);
    print_texture(out, "matcap", &mtoon->matcap_texture, 1.0f);
    print_texture(out, "rim", &mtoon->rim_multiply_texture, 1.0f);
    print_texture(out, "outline", &mtoon->outline_width_multiply_texture, 1.0f);
    print_texture(out, "mask", &mtoon->uv_animation_mask_texture, 1.0f);
    fputc('\n', out);
}

static void print_surface(FILE* out, int32_t index, const vrm_Surface* surface) {
    const vrm_Material* material = surface->material;
    vrm_Vec4 color = material->base_color_factor;
    fprintf(out, "surface %d kind %d color %.9g %.9g %.9g %.9g", index, (int)surface->kind,
            (double)color.x, (double)color.y, (double)color.z, (double)color.w);
    print_vec3(out, "emission", material->emissive_factor);
    fprintf(out, " x %.9g alpha %d %.9g sides %d", (double)material->emissive_strength,
            (int)material->alpha_mode,
            material->alpha_mode == VRM_ALPHA_MASK ? (double)material->alpha_cutoff : 0.0,
            material->is_double_sided ? 2 : 1);
    print_texture(out, "base", &material->base_color_texture, 1.0f);
    print_texture(out, "normal", &material->normal_texture, material->normal_scale);
    print_texture(out, "emission", &material->emissive_texture, 1.0f);
    fputc('\n', out);
    if (surface->mtoon != NULL) print_mtoon(out, surface->mtoon);
}

char* test_describe(const vrm_Model* model) {
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    assert_non_null(out);
    print_meta(out, vrm_model_meta(model));
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        fprintf(out, "bone %s %d\n", vrm_bone_name((vrm_Bone)bone),
                vrm_model_bone(model, (vrm_Bone)bone));
    print_face(out, model);
    print_springs(out, vrm_model_spring_bones(model));
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count; i++)
        fprintf(out, "constraint %d from %d type %d axis %d weight %.9g\n", constraints[i].node,
                constraints[i].source, (int)constraints[i].type, (int)constraints[i].axis,
                (double)constraints[i].weight);
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    for (int32_t i = 0; i < vrm_model_gltf(model)->material_count; i++)
        print_surface(out, i, &surfaces[i]);
    fclose(out);
    return text;
}

void test_same_parts(const vrm_Model* actual, const vrm_Model* expected) {
    char* a = test_describe(actual);
    char* b = test_describe(expected);
    const char *at = a, *bt = b;
    while (*at != '\0' || *bt != '\0') {
        size_t an = strcspn(at, "\n"), bn = strcspn(bt, "\n");
        if (an != bn || memcmp(at, bt, an) != 0)
            fail_msg("is       %.*s\nexpected %.*s", (int)an, at, (int)bn, bt);
        at += an + (at[an] == '\n');
        bt += bn + (bt[bn] == '\n');
    }
    free(a);
    free(b);
}

/* SPDX-License-Identifier: MIT */
/* Makes an avatar from nothing: a figure of blocks with all required bones, a toon material, a
 * smile by colour and an antenna that sways; then lets the validator judge what was saved.
 *
 * run: @out@ */
#include <vrm/vrm.h>

#include <stdio.h>
#include <string.h>

typedef struct Part {
    vrm_Bone bone; /* VRM_BONE_NONE: only a node */
    int32_t parent;
    vrm_Vec3 at, size; /* from the parent, metres; the block hangs around the node */
} Part;

static const Part parts[] = {
    {VRM_BONE_HIPS, -1, {0, 0.9f, 0}, {0.3f, 0.2f, 0.2f}},
    {VRM_BONE_SPINE, 0, {0, 0.15f, 0}, {0.25f, 0.3f, 0.18f}},
    {VRM_BONE_HEAD, 1, {0, 0.4f, 0}, {0.22f, 0.25f, 0.22f}},
    {VRM_BONE_LEFT_UPPER_ARM, 1, {0.2f, 0.25f, 0}, {0.1f, 0.1f, 0.1f}},
    {VRM_BONE_LEFT_LOWER_ARM, 3, {0.25f, 0, 0}, {0.2f, 0.08f, 0.08f}},
    {VRM_BONE_LEFT_HAND, 4, {0.22f, 0, 0}, {0.1f, 0.05f, 0.1f}},
    {VRM_BONE_RIGHT_UPPER_ARM, 1, {-0.2f, 0.25f, 0}, {0.1f, 0.1f, 0.1f}},
    {VRM_BONE_RIGHT_LOWER_ARM, 6, {-0.25f, 0, 0}, {0.2f, 0.08f, 0.08f}},
    {VRM_BONE_RIGHT_HAND, 7, {-0.22f, 0, 0}, {0.1f, 0.05f, 0.1f}},
    {VRM_BONE_LEFT_UPPER_LEG, 0, {0.1f, -0.1f, 0}, {0.1f, 0.2f, 0.1f}},
    {VRM_BONE_LEFT_LOWER_LEG, 9, {0, -0.38f, 0}, {0.1f, 0.3f, 0.1f}},
    {VRM_BONE_LEFT_FOOT, 10, {0, -0.38f, 0}, {0.1f, 0.08f, 0.22f}},
    {VRM_BONE_RIGHT_UPPER_LEG, 0, {-0.1f, -0.1f, 0}, {0.1f, 0.2f, 0.1f}},
    {VRM_BONE_RIGHT_LOWER_LEG, 12, {0, -0.38f, 0}, {0.1f, 0.3f, 0.1f}},
    {VRM_BONE_RIGHT_FOOT, 13, {0, -0.38f, 0}, {0.1f, 0.08f, 0.22f}},
    {VRM_BONE_NONE, 2, {0, 0.14f, 0}, {0.02f, 0.02f, 0.02f}}, /* the antenna */
    {VRM_BONE_NONE, 15, {0, 0.1f, 0}, {0.04f, 0.04f, 0.04f}},
};
enum { PARTS = sizeof parts / sizeof *parts, ANTENNA = 15 };

/* A block of its size for every part: six faces, four corners each. */
static vrm_Result add_mesh(vrm_Edit* edit, vrm_Vec3 size) {
    const float half[3] = {size.x / 2, size.y / 2, size.z / 2};
    float places[72], normals[72] = {0};
    uint32_t corners[36];
    for (int face = 0; face < 6; face++) {
        int x = face % 3, y = (face + 1) % 3, z = (face + 2) % 3;
        float side = face < 3 ? 1.0f : -1.0f;
        for (int corner = 0; corner < 4; corner++) {
            float* place = &places[(face * 4 + corner) * 3];
            float u = corner == 1 || corner == 2 ? 1.0f : -1.0f, v = corner > 1 ? 1.0f : -1.0f;
            place[x] = side * half[x];
            place[y] = (face < 3 ? u : v) * half[y]; /* seen from outside, against the clock */
            place[z] = (face < 3 ? v : u) * half[z];
            normals[(face * 4 + corner) * 3 + x] = side;
        }
        static const uint32_t two_triangles[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++) corners[face * 6 + i] = (uint32_t)face * 4 + two_triangles[i];
    }
    int32_t place, normal, index;
    vrm_Result r = vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, places, 24, 34962, true, &place);
    if (r == VRM_OK)
        r = vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, normals, 24, 34962, false, &normal);
    if (r == VRM_OK)
        r = vrm_edit_add_integers(edit, VRM_ACCESSOR_SCALAR, corners, 36, 34963, &index);
    if (r != VRM_OK) return r;
    char text[160];
    snprintf(text, sizeof text,
             "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d,"
             "\"material\":0}]}",
             (int)place, (int)normal, (int)index);
    return vrm_edit_add(edit, "meshes", text, strlen(text), NULL);
}

/* Node i and mesh i are part i. */
static vrm_Result add_nodes(vrm_Edit* edit) {
    vrm_Result r = vrm_edit_add(edit, "materials", "{\"name\":\"skin\"}", 15, NULL);
    for (int i = 0; i < PARTS && r == VRM_OK; i++) {
        vrm_Vec3 at = parts[i].at;
        char text[256];
        int n = snprintf(text, sizeof text,
                         "{\"name\":\"part%d\",\"mesh\":%d,\"translation\":[%.3f,%.3f,%.3f]", i, i,
                         (double)at.x, (double)at.y, (double)at.z);
        int first = n;
        for (int k = 0; k < PARTS; k++)
            if (parts[k].parent == i)
                n += snprintf(text + n, sizeof text - (size_t)n, "%s%d",
                              n == first ? ",\"children\":[" : ",", k);
        snprintf(text + n, sizeof text - (size_t)n, n == first ? "}" : "]}");
        r = add_mesh(edit, parts[i].size);
        if (r == VRM_OK) r = vrm_edit_add(edit, "nodes", text, strlen(text), NULL);
    }
    if (r == VRM_OK) r = vrm_edit_add(edit, "scenes", "{\"nodes\":[0]}", 13, NULL);
    return r == VRM_OK ? vrm_edit_set(edit, "/scene", "0", 1) : r;
}

static vrm_Result add_avatar(vrm_Edit* edit) {
    const char* const authors[] = {"The libvrm authors"};
    const vrm_TextureInfo none = {.texture = -1};
    vrm_Meta meta = {.name = "Block",
                     .authors = authors,
                     .author_count = 1,
                     .thumbnail_image = -1,
                     .avatar_permission = VRM_AVATAR_EVERYONE,
                     .allow_redistribution = true};
    int32_t bones[VRM_BONE_COUNT];
    for (int i = 0; i < VRM_BONE_COUNT; i++) bones[i] = -1;
    for (int i = 0; i < PARTS; i++)
        if (parts[i].bone != VRM_BONE_NONE) bones[parts[i].bone] = i;

    vrm_Material skin = {.base_color_factor = {0.9f, 0.6f, 0.4f, 1},
                         .roughness_factor = 0.9f,
                         .base_color_texture = none,
                         .normal_texture = none,
                         .emissive_texture = none,
                         .emissive_strength = 1};
    vrm_Mtoon toon = {.shade_color_factor = {0.5f, 0.25f, 0.2f},
                      .shading_toony_factor = 0.9f,
                      .gi_equalization_factor = 0.9f,
                      .shade_multiply_texture = none,
                      .shading_shift_texture = none,
                      .matcap_texture = none,
                      .rim_multiply_texture = none,
                      .outline_width_multiply_texture = none,
                      .uv_animation_mask_texture = none,
                      .rim_lighting_mix_factor = 1};
    vrm_Surface surface = {VRM_SURFACE_MTOON, &skin, &toon};

    vrm_ColorBind blush = {0, VRM_COLOR_BASE, {1, 0.4f, 0.4f, 1}};
    vrm_Expression happy = {.name = "happy",
                            .preset = VRM_EXPRESSION_HAPPY,
                            .color_binds = &blush,
                            .color_bind_count = 1};
    vrm_SpringJoint joints[] = {
        {.node = ANTENNA, .stiffness = 0.8f, .drag_force = 0.3f, .gravity_dir = {0, -1, 0}},
        {.node = ANTENNA + 1, .gravity_dir = {0, -1, 0}}};
    vrm_Spring antenna = {.name = "antenna", .joints = joints, .joint_count = 2, .center = -1};
    vrm_SpringBones springs = {.springs = &antenna, .spring_count = 1};

    vrm_Result r = vrm_edit_set_meta(edit, &meta);
    if (r == VRM_OK) r = vrm_edit_set_bones(edit, bones);
    if (r == VRM_OK) r = vrm_edit_set_surface(edit, 0, &surface);
    if (r == VRM_OK) r = vrm_edit_set_expressions(edit, &happy, 1);
    return r == VRM_OK ? vrm_edit_set_spring_bones(edit, &springs) : r;
}

static vrm_Result make(const char* path) {
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    vrm_Result r = vrm_model_create(NULL, &model);
    if (r == VRM_OK) r = vrm_edit_begin(model, &edit);
    if (r == VRM_OK) r = add_nodes(edit);
    if (r == VRM_OK) r = add_avatar(edit);
    if (r == VRM_OK) r = vrm_edit_commit(edit, NULL);
    if (r == VRM_OK)
        r = vrm_model_save_file(model, path);
    else
        vrm_edit_abandon(edit);
    vrm_model_destroy(model);
    return r;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    vrm_Report* report = NULL;
    vrm_Result r = make(argv[1]);
    if (r == VRM_OK) r = vrm_report_create(NULL, &report);
    if (r == VRM_OK) r = vrm_validate_file(argv[1], NULL, report, NULL);
    for (int32_t i = 0; r == VRM_OK && i < vrm_report_count(report); i++)
        printf("%s: %s\n", vrm_report_get(report, i).code, vrm_report_get(report, i).message);
    bool is_sound = r == VRM_OK && vrm_report_total(report, VRM_ERROR) == 0 &&
                    vrm_report_total(report, VRM_WARNING) == 0;
    printf("%s: %s\n", argv[1], is_sound ? "a sound VRM 1.0 avatar" : vrm_result_text(r));
    vrm_report_destroy(report);
    return is_sound ? 0 : 1;
}

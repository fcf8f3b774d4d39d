/* SPDX-License-Identifier: MIT */
/* Makes an avatar from nothing: the bones and the licence; then lets the validator judge it.
 * 07_dress.c adds things to see.
 *
 * run: @out@ */
#include <vrm/vrm.h>

#include <stdio.h>
#include <string.h>

/* Node i: its bone, its parent, and its place from there in metres. */
static const struct {
    vrm_Bone bone;
    int parent;
    float x, y;
} nodes[] = {
    {VRM_BONE_HIPS, -1, 0, 0.9f},
    {VRM_BONE_SPINE, 0, 0, 0.15f},
    {VRM_BONE_HEAD, 1, 0, 0.4f},
    {VRM_BONE_LEFT_UPPER_ARM, 1, 0.2f, 0.25f},
    {VRM_BONE_LEFT_LOWER_ARM, 3, 0.25f, 0},
    {VRM_BONE_LEFT_HAND, 4, 0.22f, 0},
    {VRM_BONE_RIGHT_UPPER_ARM, 1, -0.2f, 0.25f},
    {VRM_BONE_RIGHT_LOWER_ARM, 6, -0.25f, 0},
    {VRM_BONE_RIGHT_HAND, 7, -0.22f, 0},
    {VRM_BONE_LEFT_UPPER_LEG, 0, 0.1f, -0.1f},
    {VRM_BONE_LEFT_LOWER_LEG, 9, 0, -0.38f},
    {VRM_BONE_LEFT_FOOT, 10, 0, -0.38f},
    {VRM_BONE_RIGHT_UPPER_LEG, 0, -0.1f, -0.1f},
    {VRM_BONE_RIGHT_LOWER_LEG, 12, 0, -0.38f},
    {VRM_BONE_RIGHT_FOOT, 13, 0, -0.38f},
};

static vrm_Result fill(vrm_Edit* edit) {
    const char* const authors[] = {"The libvrm authors"};
    vrm_Meta meta = {.name = "Stick", .authors = authors, .author_count = 1, .thumbnail_image = -1};
    int32_t bones[VRM_BONE_COUNT];
    for (int i = 0; i < VRM_BONE_COUNT; i++) bones[i] = -1;
    vrm_Result r = vrm_edit_set(edit, "/scenes", "[{\"nodes\":[0]}]", 15);
    for (int i = 0; i < (int)(sizeof nodes / sizeof *nodes) && r == VRM_OK; i++) {
        char text[64], parent[64], child[16];
        snprintf(text, sizeof text, "{\"translation\":[%g,%g,0]}", (double)nodes[i].x,
                 (double)nodes[i].y);
        snprintf(parent, sizeof parent, "/nodes/%d/children/-", nodes[i].parent);
        snprintf(child, sizeof child, "%d", i);
        r = vrm_edit_add(edit, "nodes", text, strlen(text), NULL);
        if (r == VRM_OK && i > 0) r = vrm_edit_set(edit, parent, child, strlen(child));
        bones[nodes[i].bone] = i;
    }
    if (r == VRM_OK) r = vrm_edit_set_meta(edit, &meta);
    return r == VRM_OK ? vrm_edit_set_bones(edit, bones) : r;
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    vrm_Report* report = NULL;
    vrm_Result r = argc == 2 ? vrm_model_create(NULL, &model) : VRM_ERR_ARGUMENT;
    if (r == VRM_OK) r = vrm_edit_begin(model, &edit);
    if (r == VRM_OK) r = fill(edit);
    if (r == VRM_OK) r = vrm_edit_commit(edit, NULL); /* takes the edit with it when it is OK */
    if (r != VRM_OK) vrm_edit_abandon(edit);
    if (r == VRM_OK) r = vrm_model_save_file(model, argv[1]);
    if (r == VRM_OK) r = vrm_report_create(NULL, &report);
    if (r == VRM_OK) r = vrm_validate_file(argv[1], NULL, report, NULL);
    bool is_sound = r == VRM_OK && vrm_report_total(report, VRM_ERROR) == 0;
    puts(is_sound ? "a sound VRM 1.0 avatar" : vrm_result_text(r));
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    return is_sound ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* Changes what an avatar shows: its first toon material gets a blue rim of light, and a new
 * expression makes it glow. Everything else in the file stays as it was.
 *
 * run: @avatar@ @out@ */
#include <vrm/vrm.h>

#include <stdio.h>
#include <string.h>

enum { EXPRESSIONS_MAX = 64 };

static int32_t first_toon(const vrm_Model* model) {
    for (int32_t i = 0; i < vrm_model_gltf(model)->material_count; i++)
        if (vrm_model_surfaces(model)[i].kind == VRM_SURFACE_MTOON) return i;
    return -1;
}

static vrm_Result add_rim(const vrm_Model* model, vrm_Edit* edit, int32_t material) {
    vrm_Surface surface = vrm_model_surfaces(model)[material];
    vrm_Mtoon mtoon = *surface.mtoon;
    mtoon.parametric_rim_color_factor = (vrm_Vec3){0.1f, 0.3f, 1};
    surface.mtoon = &mtoon;
    return vrm_edit_set_surface(edit, material, &surface);
}

static vrm_Result add_glow(const vrm_Model* model, vrm_Edit* edit, int32_t material) {
    vrm_Expression expressions[EXPRESSIONS_MAX];
    int32_t count;
    const vrm_Expression* old = vrm_model_expressions(model, &count);
    if (count >= EXPRESSIONS_MAX) return VRM_ERR_UNSUPPORTED;
    memcpy(expressions, old, (size_t)count * sizeof *old);
    vrm_ColorBind light = {material, VRM_COLOR_EMISSION, {0.2f, 0.5f, 1, 1}};
    expressions[count] = (vrm_Expression){.name = "glow",
                                          .preset = VRM_EXPRESSION_CUSTOM,
                                          .color_binds = &light,
                                          .color_bind_count = 1};
    return vrm_edit_set_expressions(edit, expressions, count + 1);
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Edit* edit = NULL;
    vrm_Result r = argc == 3 ? vrm_model_load_file(argv[1], NULL, NULL, &model) : VRM_ERR_ARGUMENT;
    int32_t material = r == VRM_OK ? first_toon(model) : -1;
    if (r == VRM_OK && material < 0) r = VRM_ERR_INVALID;
    if (r == VRM_OK) r = vrm_edit_begin(model, &edit);
    if (r == VRM_OK) r = add_rim(model, edit, material);
    if (r == VRM_OK) r = add_glow(model, edit, material);
    if (r == VRM_OK) r = vrm_edit_commit(edit, NULL);
    if (r != VRM_OK) vrm_edit_abandon(edit);
    if (r == VRM_OK) r = vrm_model_save_file(model, argv[2]);
    printf("%s: %s\n", argc == 3 ? argv[2] : "usage: 07_dress IN OUT", vrm_result_text(r));
    vrm_model_destroy(model);
    return r == VRM_OK ? 0 : 1;
}

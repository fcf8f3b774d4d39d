/* SPDX-License-Identifier: MIT */
/* What becomes of the content of a figure that is made an avatar: materials, pictures, scenes,
 * scales, and files with many nodes. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/figure.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/model.h"
#include "unit/author_try.h"
#include "vrm/author_avatar.h"
#include "vrm/edit.h"

#include <stdlib.h>
#include <string.h>

static vrm_Edit* begin(vrm_Model* model) {
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    return edit;
}

/* ---- Materials ---- */

static void put_json(vrm_Edit* edit, const char* pointer, const char* json) {
    assert_int_equal(vrm_edit_set(edit, pointer, json, strlen(json)), VRM_OK);
}

static bool has_extension(const vrm_Model* model, int32_t material, const char* name) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    return vrm_gltf_extension(gltf, gltf->materials[material].json, name) != VRM_JSON_MISSING;
}

/* The hero as figure: her first materials are shiny, unlit, of glass and with vertex colours; the
 * others are MToon. */
static vrm_Model* load_with_materials(void) {
    vrm_Model* model = load_figure();
    vrm_Edit* edit = begin(model);
    put_json(edit, "/materials/0/extensions",
             "{\"KHR_materials_clearcoat\":{\"clearcoatFactor\":1},\"EXT_unknown\":{}}");
    put_json(edit, "/materials/0/emissiveFactor", "[0.5,0,0]");
    put_json(edit, "/materials/0/pbrMetallicRoughness/baseColorFactor", "[0.5,1,0.25,1]");
    put_json(edit, "/materials/1/extensions", "{\"KHR_materials_unlit\":{}}");
    put_json(edit, "/materials/1/emissiveFactor", "[0.5,0,0]");
    put_json(edit, "/materials/1/normalTexture", "{\"index\":0}");
    put_json(edit, "/materials/2/extensions",
             "{\"KHR_materials_transmission\":{\"transmissionFactor\":1}}");
    assert_int_equal(vrm_edit_remove(edit, "/materials/3/extensions"), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            char pointer[96], json[16];
            if (primitive->material != 3) continue;
            (void)snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/attributes/COLOR_0",
                           m, p);
            (void)snprintf(json, sizeof json, "%d",
                           vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0));
            put_json(edit, pointer, json);
        }
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    return model;
}

/* MToon with the colours of the figure; what MToon would lose stays as it is. R-677 */
static void test_materials_become_mtoon(void** state) {
    (void)state;
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_Model* model = load_with_materials();
    const vrm_SurfaceKind kept[] = {VRM_SURFACE_PBR, VRM_SURFACE_UNLIT, VRM_SURFACE_PBR,
                                    VRM_SURFACE_PBR, VRM_SURFACE_MTOON};
    Tried plain = try_model(load_with_materials(), &def);
    assert_int_equal(plain.facts.mtoon_count, 0);
    assert_int_equal(vrm_avatar_proposal_apply(plain.proposal, plain.model, NULL, NULL), VRM_OK);
    for (int i = 0; i < 5; i++) assert_int_equal(vrm_model_surfaces(plain.model)[i].kind, kept[i]);
    tried_free(&plain);

    def.makes_mtoon = true;
    Tried tried = try_model(model, &def);
    assert_int_equal(tried.facts.mtoon_count, 2);
    int kept_count = 0;
    for (int32_t i = 0; i < vrm_report_count(tried.report); i++) {
        vrm_Finding finding = vrm_report_get(tried.report, i);
        if (strcmp(finding.code, "CREATE_MATERIAL_KEPT") != 0) continue;
        assert_string_equal(finding.pointer, kept_count == 0 ? "/materials/2" : "/materials/3");
        assert_non_null(strstr(finding.message, kept_count == 0 ? "transm" : "vertex colours"));
        kept_count++;
    }
    assert_int_equal(kept_count, 2);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    const vrm_Surface* surfaces = vrm_model_surfaces(model);
    for (int i = 0; i < 5; i++)
        assert_int_equal(surfaces[i].kind, i == 2 || i == 3 ? VRM_SURFACE_PBR : VRM_SURFACE_MTOON);
    const vrm_Mtoon* shiny = surfaces[0].mtoon;
    assert_float_equal(shiny->shade_color_factor.x, 0.3f, 1e-6f);
    assert_float_equal(shiny->shade_color_factor.y, 0.6f, 1e-6f);
    assert_float_equal(shiny->shade_color_factor.z, 0.15f, 1e-6f);
    assert_int_equal(shiny->shade_multiply_texture.texture,
                     surfaces[0].material->base_color_texture.texture);
    assert_float_equal(surfaces[0].material->emissive_factor.x, 0.5f, 0.0f);
    assert_float_equal(surfaces[1].material->emissive_factor.x, 0.0f, 0.0f); /* did not show */
    assert_int_equal(surfaces[1].material->normal_texture.texture, -1);      /* nor did this */
    assert_false(has_extension(model, 0, "KHR_materials_clearcoat"));
    assert_true(has_extension(model, 0, "KHR_materials_unlit")); /* the fallback */
    assert_true(has_extension(model, 0, "EXT_unknown"));
    tried_free(&tried);
}

/* ---- Data beside the file ---- */

/* The bytes of a picture under any name; ctx NULL: no file is there. */
static vrm_Result read_picture(void* ctx, const char* path, uint64_t max_size,
                               const vrm_Allocator* allocator, uint8_t** out_data,
                               size_t* out_size) {
    const TestBytes* picture = ctx;
    (void)path;
    if (picture == NULL || picture->size > max_size) return VRM_ERR_IO;
    *out_data = allocator->alloc(allocator->ctx, picture->size, 1);
    assert_non_null(*out_data);
    memcpy(*out_data, picture->data, picture->size);
    *out_size = picture->size;
    return VRM_OK;
}

/* A GLB may name pictures beside it; the avatar has them inside. R-700 */
static void test_pictures_beside_a_glb_are_embedded(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    const vrm_Image* image = &vrm_model_gltf(model)->images[0];
    TestBytes picture = {malloc((size_t)image->size), (size_t)image->size};
    assert_non_null(picture.data);
    memcpy(picture.data, image->data, picture.size);
    vrm_Edit* edit = begin(model);
    put_json(edit, "/images/0", "{\"uri\":\"skin.png\"}");
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    size_t size;
    assert_int_equal(vrm_model_save_size(model, &size), VRM_OK);
    TestBytes glb = {malloc(size), size};
    assert_non_null(glb.data);
    assert_int_equal(vrm_model_save(model, glb.data, glb.size), VRM_OK);
    vrm_model_destroy(model);

    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_picture;
    for (int has_file = 0; has_file < 2; has_file++) {
        def.read_file_ctx = has_file == 1 ? &picture : NULL;
        assert_int_equal(vrm_model_load(glb.data, glb.size, &def, NULL, &model), VRM_OK);
        Tried tried = try_model(model, NULL);
        vrm_Result result = vrm_avatar_proposal_apply(tried.proposal, model, NULL, tried.report);
        assert_int_equal(result, has_file == 1 ? VRM_OK : VRM_ERR_INVALID);
        if (has_file == 1) {
            const vrm_Image* made = &vrm_model_gltf(model)->images[0];
            assert_true(made->buffer_view >= 0);
            assert_int_equal(made->size, picture.size);
            assert_memory_equal(made->data, picture.data, picture.size);
        } else {
            vrm_Finding finding = test_get_finding(tried.report, "CREATE_DATA_MISSING");
            assert_string_equal(finding.pointer, "/images/0");
        }
        tried_free(&tried);
    }
    free(picture.data);
    free(glb.data);
}

/* ---- Scenes and nodes ---- */

static const vrm_Transform turned = {.rotation = {0.0f, 0.70710678f, 0.0f, 0.70710678f},
                                     .scale = {1.0f, 1.0f, 1.0f}};

/* The new root turns what the scene shows. What it does not show stays where it was. R-701 */
static void test_what_no_scene_shows_stays_hidden(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    int32_t hidden, other;
    char text[64];
    figure_move(model, turned);
    int32_t shown = vrm_model_gltf(model)->scenes[0].nodes[0];
    vrm_Edit* edit = begin(model);
    const char* node = "{\"mesh\":0}";
    assert_int_equal(vrm_edit_add(edit, "nodes", node, strlen(node), &hidden), VRM_OK);
    assert_int_equal(vrm_edit_add(edit, "nodes", node, strlen(node), &other), VRM_OK);
    (void)snprintf(text, sizeof text, "{\"nodes\":[%d,%d]}", other, shown);
    assert_int_equal(vrm_edit_add(edit, "scenes", text, strlen(text), NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    Tried tried = try_model(model, NULL);
    assert_true(tried.facts.turns);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t root = gltf->nodes[shown].parent;
    assert_string_equal(gltf->nodes[root].name, "Avatar");
    assert_int_equal(gltf->nodes[hidden].parent, -1);
    assert_int_equal(gltf->nodes[other].parent, -1);
    for (int32_t i = 0; i < gltf->scenes[0].node_count; i++)
        assert_true(gltf->scenes[0].nodes[i] != hidden && gltf->scenes[0].nodes[i] != other);
    assert_int_equal(gltf->scenes[1].node_count, 2);
    assert_int_equal(gltf->scenes[1].nodes[0], other);
    assert_int_equal(gltf->scenes[1].nodes[1], root);
    tried_free(&tried);
}

/* What stands in the way of baking scales is told. */
static void test_a_scale_of_zero_is_told(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    const char* node = "{\"mesh\":0,\"scale\":[0,0,0]}";
    figure_move(model, (vrm_Transform){.rotation = {0.0f, 0.0f, 0.0f, 1.0f},
                                       .scale = {100.0f, 100.0f, 100.0f}});
    vrm_Edit* edit = begin(model);
    assert_int_equal(vrm_edit_add(edit, "nodes", node, strlen(node), NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    Tried tried = try_model(model, NULL);
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, tried.report),
                     VRM_ERR_UNSUPPORTED);
    (void)test_get_finding(tried.report, "NORMALIZE_ZERO_SCALE");
    assert_int_equal(test_count_findings(tried.report, "NORMALIZE_OTHER_POSE"), 0);
    tried_free(&tried);
}

/* mirrored nodes, errors in an avatar, are baked; the mesh stays where it was. */
static void test_mirrored_nodes_are_baked(void** state) {
    (void)state;
    vrm_Model* model = load_hero();
    const char* node = "{\"name\":\"Earring\",\"mesh\":0,\"scale\":[-1,1,1]}";
    int32_t head = figure_bones(model).nodes[VRM_BONE_HEAD], added = -1;
    char pointer[48], text[16];
    figure_strip(model);
    vrm_Edit* edit = begin(model);
    assert_int_equal(vrm_edit_add(edit, "nodes", node, strlen(node), &added), VRM_OK);
    (void)snprintf(pointer, sizeof pointer, "/nodes/%d/children/-", head);
    (void)snprintf(text, sizeof text, "%d", added);
    put_json(edit, pointer, text);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    Tried tried = try_model(model, NULL);
    (void)test_get_finding(tried.report, "CREATE_SCALED");
    assert_int_equal(vrm_avatar_proposal_apply(tried.proposal, model, NULL, NULL), VRM_OK);
    assert_true(vrm_model_gltf(model)->nodes[added].rest.scale.x == 1.0f);
    TestBytes saved = test_save(model);
    assert_int_equal(test_count_errors(&saved, true), 0);
    test_bytes_free(&saved);
    tried_free(&tried);
}

/* Thousands of helper nodes leave bones to be found by shape. */
static void test_many_helpers_are_no_hindrance(void** state) {
    (void)state;
    vrm_Model* model = load_figure();
    figure_scramble(model);
    vrm_Edit* edit = begin(model);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(vrm_edit_add(edit, "nodes", "{}", 2, NULL), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    Tried tried = try_model(model, NULL);
    assert_true(tried.facts.is_possible);
    tried_free(&tried);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_materials_become_mtoon),
        cmocka_unit_test(test_pictures_beside_a_glb_are_embedded),
        cmocka_unit_test(test_what_no_scene_shows_stays_hidden),
        cmocka_unit_test(test_a_scale_of_zero_is_told),
        cmocka_unit_test(test_mirrored_nodes_are_baked),
        cmocka_unit_test(test_many_helpers_are_no_hindrance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

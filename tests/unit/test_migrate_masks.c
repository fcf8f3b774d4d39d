/* SPDX-License-Identifier: MIT */
/* Migration to 1.0: masks that 1.0 reads from another channel get pictures of their own, which the
 * host makes; here a host that makes none but remembers what it was asked for. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/migrate.h"

#include <stdio.h>
#include <string.h>

#define PROPERTIES "/extensions/VRM/materialProperties"
#define OUTLINE    PROPERTIES "/2/textureProperties/_OutlineWidthTexture"
#define MASK       5 /* texture and image of the scene: the outline width of material 2 */
#define METAL      7

static const char made[] = "\x89PNG\r\n\x1a\nmade by the host";

/* Begin from zero. */
typedef struct Host {
    vrm_Result result; /* of every call */
    bool finds_grey;
    int calls;
    int32_t channel;
    size_t sizes[4]; /* of the pictures that were asked for */
} Host;

static vrm_Result spread_channel(void* ctx, vrm_Span picture, int32_t channel,
                                 const vrm_Allocator* allocator, vrm_Span* out_png) {
    Host* host = ctx;
    if (host->calls < 4) host->sizes[host->calls] = picture.size;
    host->calls++;
    host->channel = channel;
    if (host->result != VRM_OK || host->finds_grey) return host->result;
    char* png = allocator->alloc(allocator->ctx, sizeof made, 16);
    if (png == NULL) return VRM_ERR_MEMORY;
    memcpy(png, made, sizeof made);
    *out_png = (vrm_Span){png, sizeof made};
    return VRM_OK;
}

static vrm_MigrateDef def_of(Host* host) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.spread_channel = spread_channel;
    def.spread_channel_ctx = host;
    return def;
}

static TestModel migrated(Host* host, const char* edits) {
    TestModel test = test_model_scene(VRM_DIALECT_0, edits);
    vrm_MigrateDef def = def_of(host);
    vrm_report_clear(test.report);
    assert_int_equal(vrm_migrate(test.model, &def, test.report), VRM_OK);
    return test;
}

static int reported(const TestModel* test) {
    int count = 0;
    for (int32_t i = 0; i < vrm_report_count(test->report); i++)
        count += strcmp(vrm_report_get(test->report, i).code, "MIGRATE_TEXTURE_CHANNEL") == 0;
    return count;
}

static int32_t outline_texture(const TestModel* test, int32_t material) {
    return vrm_model_surfaces(test->model)[material].mtoon->outline_width_multiply_texture.texture;
}

static int32_t animation_texture(const TestModel* test, int32_t material) {
    return vrm_model_surfaces(test->model)[material].mtoon->uv_animation_mask_texture.texture;
}

static void check_made(const TestModel* test, int32_t texture) {
    const vrm_Gltf* gltf = vrm_model_gltf(test->model);
    assert_in_range(texture, MASK + 1, gltf->texture_count - 1);
    const vrm_Image* image = &gltf->images[gltf->textures[texture].source];
    assert_int_equal(gltf->textures[texture].sampler, 0);
    assert_string_equal(image->mime_type, "image/png");
    assert_int_equal(image->size, sizeof made);
    assert_memory_equal(image->data, made, sizeof made);
}

/* Outline and animation of two materials, by two textures of one picture. */
static const char shared_mask[] = "insert /textures/- {'sampler':0,'source':5}\n"
                                  "set /images/5/name 'Mask'\n"
                                  "set " PROPERTIES "/0/textureProperties/_OutlineWidthTexture 5\n"
                                  "set " PROPERTIES "/6/textureProperties/_UvAnimMaskTexture 5\n"
                                  "set " PROPERTIES "/2/textureProperties/_OutlineWidthTexture 9";

static void one_picture_is_asked_for_once(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, shared_mask);
    const vrm_Gltf* old = vrm_model_gltf(before.model);
    Host host = {0};
    TestModel test = migrated(&host, shared_mask);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    assert_int_equal(host.calls, 1);
    assert_int_equal(host.channel, 0);
    assert_int_equal(host.sizes[0], old->images[MASK].size);
    assert_int_equal(reported(&test), 0);

    int32_t texture = outline_texture(&test, 0);
    check_made(&test, texture);
    assert_int_equal(animation_texture(&test, 6), texture);
    check_made(&test, outline_texture(&test, 2));
    assert_int_not_equal(outline_texture(&test, 2), texture);
    assert_int_equal(gltf->texture_count, old->texture_count + 2);
    assert_int_equal(gltf->image_count, old->image_count + 1);
    assert_string_equal(gltf->images[old->image_count].name, "Mask_red");
    test_model_free(&before);
    test_model_free(&test);
}

static void old_picture_stays_for_others(void** state) {
    (void)state;
    static const char edits[] = "set " PROPERTIES "/0/textureProperties/_MainTex 5";
    TestModel before = test_model_scene(VRM_DIALECT_0, edits);
    Host host = {0};
    TestModel test = migrated(&host, edits);
    const vrm_Image *old = &vrm_model_gltf(before.model)->images[MASK],
                    *now = &vrm_model_gltf(test.model)->images[MASK];
    assert_int_equal(now->size, old->size);
    assert_memory_equal(now->data, old->data, (size_t)old->size);
    assert_int_equal(vrm_model_surfaces(test.model)[0].material->base_color_texture.texture, MASK);
    check_made(&test, outline_texture(&test, 2));
    test_model_free(&before);
    test_model_free(&test);
}

static void different_pictures_are_asked_for_each(void** state) {
    (void)state;
    static const char edits[] = "set " PROPERTIES "/6/textureProperties/_UvAnimMaskTexture 7";
    TestModel before = test_model_scene(VRM_DIALECT_0, edits);
    const vrm_Image* images = vrm_model_gltf(before.model)->images;
    Host host = {0};
    TestModel test = migrated(&host, edits);
    assert_int_equal(host.calls, 2);
    assert_int_equal(host.sizes[0], images[MASK].size);
    assert_int_equal(host.sizes[1], images[METAL].size);
    check_made(&test, animation_texture(&test, 6));
    test_model_free(&before);
    test_model_free(&test);
}

static void grey_picture_stays_as_it_is(void** state) {
    (void)state;
    TestModel before = test_model_scene(VRM_DIALECT_0, NULL);
    Host host = {.finds_grey = true};
    TestModel test = migrated(&host, NULL);
    assert_int_equal(host.calls, 1);
    assert_int_equal(reported(&test), 0);
    assert_int_equal(outline_texture(&test, 2), MASK);
    assert_int_equal(vrm_model_gltf(test.model)->image_count,
                     vrm_model_gltf(before.model)->image_count);
    test_model_free(&before);
    test_model_free(&test);
}

static void mask_that_cannot_be_made_is_reported(void** state) {
    (void)state;
    Host host = {.result = VRM_ERR_INVALID};
    TestModel test = migrated(&host, shared_mask);
    assert_int_equal(host.calls, 1);
    assert_int_equal(reported(&test), 3);
    test_expect_among(&test, "MIGRATE_TEXTURE_CHANNEL", OUTLINE);
    assert_int_equal(outline_texture(&test, 0), MASK);
    test_model_free(&test);

    test = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(vrm_migrate(test.model, NULL, test.report), VRM_OK);
    test_expect_among(&test, "MIGRATE_TEXTURE_CHANNEL", OUTLINE);
    assert_int_equal(outline_texture(&test, 2), MASK);
    test_model_free(&test);
}

/* No outline, a still picture: neither a question nor a word. */
static void mask_of_nothing_is_left_alone(void** state) {
    (void)state;
    Host host = {0};
    TestModel test = migrated(&host, "set " PROPERTIES "/2/floatProperties/_OutlineWidthMode 0\n"
                                     "set " PROPERTIES "/2/textureProperties/_UvAnimMaskTexture 5");
    assert_int_equal(host.calls, 0);
    assert_int_equal(reported(&test), 0);
    assert_int_equal(outline_texture(&test, 2), MASK);
    assert_int_equal(animation_texture(&test, 2), MASK);
    test_model_free(&test);
}

static void host_without_memory_ends_the_migration(void** state) {
    (void)state;
    Host host = {.result = VRM_ERR_MEMORY};
    vrm_MigrateDef def = def_of(&host);
    TestModel test = test_model_scene(VRM_DIALECT_0, NULL);
    assert_int_equal(vrm_migrate(test.model, &def, NULL), VRM_ERR_MEMORY);
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_0);
    test_model_free(&test);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    const SceneBytes* scene = ctx;
    vrm_LoadDef load = vrm_default_load_def();
    load.allocator = *allocator;
    load.borrow_bytes = true;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_model_load(scene->data, scene->size, &load, NULL, &model);
    if (result != VRM_OK) return result;
    Host host = {0};
    vrm_MigrateDef def = def_of(&host);
    result = vrm_migrate(model, &def, NULL);
    assert_int_equal(vrm_model_dialect(model), result == VRM_OK ? VRM_DIALECT_1 : VRM_DIALECT_0);
    if (result == VRM_OK) assert_int_equal(host.calls, 1);
    vrm_model_destroy(model);
    return result;
}

static void failing_allocation_is_reported_and_leaks_nothing(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_0);
    def.chain_count = def.joints_per_chain = 2;
    def.has_fingers = false;
    def.sides = 4;
    SceneBytes scene = scene_avatar(&def);
    assert_non_null(scene.data);
    assert_true(test_every_allocation_failing(attempt, &scene) > 20);
    scene_bytes_free(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_picture_is_asked_for_once),
        cmocka_unit_test(old_picture_stays_for_others),
        cmocka_unit_test(different_pictures_are_asked_for_each),
        cmocka_unit_test(grey_picture_stays_as_it_is),
        cmocka_unit_test(mask_that_cannot_be_made_is_reported),
        cmocka_unit_test(mask_of_nothing_is_left_alone),
        cmocka_unit_test(host_without_memory_ends_the_migration),
        cmocka_unit_test(failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* What becomes of avatars in a frame: which pieces, how many calls, in which order, with which
 * data. On the null backend. */
#include "render_fixture.h"

#include "programs.h"
#include "queue.h"
#include "surfaces.h"

#include "support/corpus.h"
#include "support/memory.h"

#include "scenes/scenes.h"
#include "vrm/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Order ---- */

static vrmi_Item item(vrmi_Class draw_class, int32_t offset, float depth, uint32_t sequence) {
    return (vrmi_Item){
        .draw_class = draw_class, .queue_offset = offset, .depth = depth, .sequence = sequence};
}

/* */
static void items_go_by_class_then_offset_then_from_far_to_near(void** state) {
    (void)state;
    vrmi_Item items[] = {
        item(VRMI_CLASS_BLEND, 0, 1.0f, 0),
        item(VRMI_CLASS_BLEND, 0, 9.0f, 1),
        item(VRMI_CLASS_BLEND, -3, 1.0f, 2),
        item(VRMI_CLASS_BLEND_WITH_DEPTH, 9, 1.0f, 3),
        item(VRMI_CLASS_BLEND_WITH_DEPTH, 0, 1.0f, 4),
        item(VRMI_CLASS_MASK, 0, 9.0f, 5),
        item(VRMI_CLASS_OPAQUE, 0, 1.0f, 6),
        item(VRMI_CLASS_OPAQUE, 0, 9.0f, 7),
        item(VRMI_CLASS_BLEND, 0, 1.0f, 8),
    };
    static const uint32_t expected[] = {6, 7, 5, 4, 3, 2, 1, 0, 8};
    qsort(items, sizeof items / sizeof items[0], sizeof items[0], vrmi_item_order);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        assert_int_equal(items[i].sequence, expected[i]);
}

static void drawn_items_are_sorted_and_outlines_follow_all_surfaces(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_RenderStats stats = render_test_draw(&test);
    const vrmi_Queue* queue = &test.renderer->queue;
    assert_true(stats.draw_calls > 0 && stats.draw_calls <= queue->count);
    int outlines = 0;
    for (size_t i = 0; i < queue->count; i++) {
        if (i > 0) assert_true(vrmi_item_order(&queue->items[i - 1], &queue->items[i]) < 0);
        bool blends = queue->items[i].draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
        if (queue->items[i].is_outline)
            outlines++;
        else
            assert_true(outlines == 0 || blends);
    }
    assert_true(outlines > 0);
    render_test_end(&test);
}

static uint64_t triangles_with(RenderTest* test, float min_outline_px, int32_t height) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.height = height;
    frame.min_outline_px = min_outline_px;
    assert_int_equal(vrm_render_begin(test->renderer, &frame), VRM_OK);
    assert_int_equal(vrm_render_draw(test->renderer, test->drawable, test->sim, &test->id, 1),
                     VRM_OK);
    assert_int_equal(vrm_render_end(test->renderer), VRM_OK);
    return vrm_renderer_stats(test->renderer).triangles;
}

/* What is wide enough in a picture of 4096 rows is not in one of 4. */
static void outlines_that_are_too_narrow_are_left_out(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    uint64_t all = triangles_with(&test, 0.0f, 4);
    assert_int_equal(triangles_with(&test, 0.2f, 4096), all);
    uint64_t fewer = triangles_with(&test, 0.2f, 4);
    assert_true(fewer < all);
    assert_int_equal(triangles_with(&test, 1e6f, 4096), triangles_with(&test, 1e6f, 4));
    assert_true(triangles_with(&test, 1e6f, 4096) <= fewer);
    render_test_end(&test);
}

static void avatar_far_away_has_no_part_in_the_call_of_an_outline(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_AvatarId ids[2] = {test.id, vrm_sim_add(test.sim, test.rig)};
    vrm_avatar_set_root(test.sim, ids[1],
                        (vrm_Transform){{0.0f, 0.0f, -9000.0f}, {0, 0, 0, 1}, {1, 1, 1}});
    vrm_sim_step(test.sim, 0.0f);
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.min_outline_px = 0.2f;
    assert_int_equal(vrm_render_begin(test.renderer, &frame), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, ids, 2), VRM_OK);
    const vrmi_Queue* queue = &test.renderer->queue;
    int32_t outlines = 0;
    for (size_t i = 0; i < queue->count; i++) {
        if (!queue->items[i].is_outline) continue;
        outlines++;
        assert_int_equal(queue->items[i].count, 1);
        assert_int_equal(queue->items[i].block, 0); /* the nearest is the first */
    }
    assert_true(outlines > 0);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    render_test_end(&test);
}

/* ---- Masks ---- */

static int32_t count_red_masks(vrm_Dialect dialect) {
    RenderTest test = render_test_scene(dialect, NULL);
    int32_t count = 0;
    for (size_t i = 0; i < test.drawable->material_count; i++)
        if (test.drawable->materials[i].features & VRMI_HAS(RED_MASKS)) count++;
    render_test_end(&test);
    return count;
}

/* docs/reference/spec-notes.md, C-122 */
static void masks_of_0_are_read_from_red(void** state) {
    (void)state;
    assert_true(count_red_masks(VRM_DIALECT_0) > 0);
    assert_int_equal(count_red_masks(VRM_DIALECT_1), 0);
}

/* ---- Crowds ---- */

static void crowd_takes_no_more_calls_than_one_where_nothing_blends(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_RenderStats one = render_test_draw(&test);
    uint64_t blended = 0;
    for (size_t i = 0; i < test.renderer->queue.count; i++)
        blended += test.renderer->queue.items[i].draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
    vrm_AvatarId ids[50];
    for (int i = 0; i < 50; i++) ids[i] = i == 0 ? test.id : vrm_sim_add(test.sim, test.rig);
    vrm_sim_step(test.sim, 0.0f);
    assert_int_equal(vrm_render_begin(test.renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, ids, 50), VRM_OK);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    vrm_RenderStats crowd = vrm_renderer_stats(test.renderer);
    assert_int_equal(crowd.draw_calls, one.draw_calls + blended * 49);
    assert_int_equal(crowd.triangles, one.triangles * 50);
    render_test_end(&test);
}

static void avatars_with_different_faces_do_not_share_their_values(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_AvatarId ids[2] = {test.id, vrm_sim_add(test.sim, test.rig)};
    int32_t expressions = vrm_rig_expression_count(test.rig);
    for (int32_t i = 0; i < expressions; i++)
        vrm_avatar_set_expression_at(test.sim, ids[1], i, 1.0f);
    vrm_sim_step(test.sim, 0.0f);
    assert_int_equal(vrm_render_begin(test.renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, ids, 2), VRM_OK);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    /* The second avatar's list of active targets is longer, and materials that an expression
     * reaches are drawn once for each. */
    const vrm_Drawable* drawable = test.drawable;
    assert_true(drawable->morph_list_count > 0);
    int32_t list = drawable->morph_lists[0].texel;
    const float* texels = test.renderer->data.texels;
    float lengths[2] = {texels[list * 4], texels[(drawable->block_texels + list) * 4]};
    assert_true(lengths[0] != lengths[1]);
    assert_true(lengths[0] == 0.0f || lengths[1] == 0.0f);
    int driven = 0;
    for (size_t i = 0; i < test.renderer->queue.count; i++) {
        const vrmi_Item* drawn = &test.renderer->queue.items[i];
        int32_t shape = drawable->pieces[drawn->piece].shape;
        if (drawable->materials[drawable->shapes[shape].material].value_count == 0) continue;
        assert_int_equal(drawn->count, 1);
        driven++;
    }
    assert_true(driven > 0);
    render_test_end(&test);
}

static vrm_Result follow(RenderTest* test, const char* edits) {
    TestModel other = test_model_scene(VRM_DIALECT_1, edits);
    vrm_Result result = vrmi_drawable_set_materials(test->drawable, other.model);
    test_model_free(&other);
    (void)render_test_draw(test);
    return result;
}

static void materials_that_need_an_upload_are_refused_whole(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    const vrmi_Material* materials = test.drawable->materials;
    assert_int_equal(follow(&test, "set /materials/1/alphaMode 'BLEND'"), VRM_OK);
    assert_int_equal(materials[1].draw_class, VRMI_CLASS_BLEND);
    static const char* const refused[] = {
        "set /materials/1/emissiveFactor [1,1,1]\nset /materials/1/emissiveTexture {'index':3}",
        "set /materials/3/pbrMetallicRoughness/baseColorTexture/index 1",
        "remove /materials/2/extensions",
        "set /materials/1/normalTexture/texCoord 1",
        /* The expression angry moves it: the rig has its value at rest. */
        "set /materials/0/pbrMetallicRoughness/baseColorFactor [0.5,0.5,0.5,1]",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (follow(&test, refused[i]) != VRM_ERR_UNSUPPORTED) fail_msg("%s is taken", refused[i]);
        assert_int_equal(materials[1].draw_class, VRMI_CLASS_BLEND); /* as before */
    }
    assert_int_equal(follow(&test, "remove /materials/6"), VRM_ERR_ARGUMENT);
    assert_int_equal(follow(&test, NULL), VRM_OK);
    assert_int_equal(materials[1].draw_class, VRMI_CLASS_OPAQUE);
    render_test_end(&test);
}

static void stale_avatars_are_passed_over(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_AvatarId stale = vrm_sim_add(test.sim, test.rig);
    vrm_sim_remove(test.sim, stale);
    vrm_AvatarId ids[3] = {stale, {0, 0}, stale};
    assert_int_equal(vrm_render_begin(test.renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, ids, 3), VRM_OK);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    assert_int_equal(vrm_renderer_stats(test.renderer).draw_calls, 0);
    render_test_end(&test);
}

/* A frame sorts what all its drawables bring: the transparent parts of the first come after the
 * opaque ones of the second. */
static void drawables_of_one_frame_share_its_order(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_Drawable* second = NULL;
    assert_int_equal(vrm_drawable_create(test.renderer, test.file.model, test.rig, NULL, &second),
                     VRM_OK);
    assert_int_equal(vrm_render_begin(test.renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, &test.id, 1), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, second, test.sim, &test.id, 1), VRM_OK);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    const vrmi_Queue* queue = &test.renderer->queue;
    int changes = 0;
    for (size_t i = 1; i < queue->count; i++) {
        assert_true(queue->items[i - 1].draw_class <= queue->items[i].draw_class);
        changes += queue->items[i - 1].drawable != queue->items[i].drawable;
    }
    assert_true(changes > 1);
    vrm_drawable_destroy(second);
    render_test_end(&test);
}

/* The frame was taken when it was drawn: what the sim does afterwards shows in the next one. */
static void sim_may_go_on_before_the_frame_ends(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    assert_int_equal(vrm_render_begin(test.renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test.renderer, test.drawable, test.sim, &test.id, 1), VRM_OK);
    size_t size = test.renderer->data.count * 16;
    float* before = malloc(size);
    assert_non_null(before);
    memcpy(before, test.renderer->data.texels, size);
    vrm_avatar_set_hips(test.sim, test.id, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    vrm_sim_step(test.sim, 1.0f / 60.0f);
    vrm_sim_remove(test.sim, test.id);
    assert_int_equal(vrm_render_end(test.renderer), VRM_OK);
    assert_memory_equal(before, test.renderer->data.texels, size);
    free(before);
    render_test_end(&test);
}

/* ---- First person ---- */

static void first_person_draws_fewer_triangles_and_no_other_vertices(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    vrm_RenderStats third = render_test_draw(&test);
    vrm_avatar_set_view(test.sim, test.id, VRM_VIEW_FIRST_PERSON);
    vrm_RenderStats first = render_test_draw(&test);
    assert_true(first.triangles < third.triangles);
    assert_true(first.triangles > 0);
    for (size_t i = 0; i < test.drawable->piece_count; i++) {
        const vrmi_Piece* piece = &test.drawable->pieces[i];
        if (!piece->is_split) continue;
        vrmi_Range whole = test.drawable->shapes[piece->shape].indices;
        assert_true(piece->first_person.count <= whole.count);
        assert_true(piece->first_person.first + piece->first_person.count <=
                    test.drawable->index_count);
    }
    render_test_end(&test);
}

/* One list for all nodes that show a mesh by one skin: 50000 of them are 2 MB of file. */
static void nodes_of_one_mesh_share_their_first_person_list(void** state) {
    (void)state;
    RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
    int32_t count = 0, split = -1;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(test.rig, &count);
    for (int32_t i = 0; i < count; i++)
        if (nodes[i].is_split_in_first_person) split = i;
    assert_true(split >= 0);
    char again[200], child[64];
    int32_t node_count = vrm_model_gltf(test.file.model)->node_count, added = 0;
    snprintf(again, sizeof again, "{\"mesh\":%d,\"skin\":%d}", nodes[split].mesh,
             nodes[split].skin);
    snprintf(child, sizeof child, "%d", node_count);
    size_t lists = test.drawable->index_count, pieces = test.drawable->piece_count;
    vrm_Edit* edit = NULL;
    assert_int_equal(vrm_edit_begin(test.file.model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_add(edit, "nodes", again, strlen(again), &added), VRM_OK);
    assert_int_equal(vrm_edit_insert(edit, "/scenes/0/nodes/0", child, strlen(child)), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    assert_int_equal(added, node_count);

    vrm_Rig* rig = NULL;
    vrm_Drawable* drawable = NULL;
    vrm_DrawableDef def = vrm_default_drawable_def();
    assert_int_equal(vrm_rig_build(test.file.model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_drawable_create(test.renderer, test.file.model, rig, &def, &drawable),
                     VRM_OK);
    assert_true(drawable->piece_count > pieces);
    assert_int_equal(drawable->index_count, lists);
    const vrmi_Piece* last = &drawable->pieces[drawable->piece_count - 1];
    assert_true(last->is_split && last->first_person.count > 0);
    vrm_drawable_destroy(drawable);
    vrm_rig_destroy(rig);
    render_test_end(&test);
}

/* ---- Everything fails ---- */

typedef struct Scene {
    SceneBytes bytes;
} Scene;

static vrm_Result draw_scene(const vrm_Allocator* allocator, void* ctx) {
    const Scene* scene = ctx;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Renderer* renderer = NULL;
    vrm_Drawable* drawable = NULL;
    assert_int_equal(vrm_model_load(scene->bytes.data, scene->bytes.size, NULL, NULL, &model),
                     VRM_OK);
    assert_int_equal(vrm_rig_build(model, NULL, &rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &sim), VRM_OK);
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    vrm_sim_step(sim, 0.0f);
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_NULL;
    def.allocator = *allocator;
    vrm_DrawableDef drawable_def = vrm_default_drawable_def();
    drawable_def.allocator = *allocator;
    vrm_Result result = vrm_renderer_create(&def, &renderer);
    if (result == VRM_OK)
        result = vrm_drawable_create(renderer, model, rig, &drawable_def, &drawable);
    if (result == VRM_OK) result = vrm_render_begin(renderer, NULL);
    if (result == VRM_OK) result = vrm_render_draw(renderer, drawable, sim, &id, 1);
    if (result == VRM_OK)
        result = vrm_render_lines(renderer, &(vrm_Line){.color = {1, 1, 1, 1}}, 1, true);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    vrm_drawable_destroy(drawable);
    vrm_renderer_destroy(renderer);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result;
}

static void drawing_survives_every_failing_allocation(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    Scene scene = {scene_avatar(&def)};
    assert_non_null(scene.bytes.data);
    assert_true(test_every_allocation_failing(draw_scene, &scene) > 20);
    scene_bytes_free(&scene.bytes);
}

/* ---- Real files ---- */

static void draw_file(const char* path) {
    TestBytes bytes = test_read_file(path);
    TestModel file = test_model_bytes(bytes.data, bytes.size, NULL);
    test_bytes_free(&bytes);
    if (file.model == NULL) {
        test_model_free(&file);
        return;
    }
    RenderTest test = render_test_open(file, vrm_default_drawable_def());
    render_test_draw(&test);
    vrm_drawable_destroy(test.drawable);
    test.drawable = NULL;
    assert_int_equal(vrm_renderer_stats(test.renderer).buffers, 0);
    render_test_end(&test);
}

static void every_file_of_the_corpus_can_be_drawn(void** state) {
    (void)state;
    skip_without_corpus();
    static const char* const kinds[] = {".vrm", ".glb", ".gltf"};
    for (int kind = 0; kind < 3; kind++) {
        CorpusFiles files = corpus_files("", kinds[kind]);
        for (size_t i = 0; i < files.count; i++) draw_file(files.paths[i]);
        corpus_files_free(&files);
    }
}

static vrm_Result note_enough(void* ctx, vrm_Span bytes, const vrm_ImageLimits* limits,
                              const vrm_Allocator* allocator, vrm_Picture* out) {
    (void)bytes, (void)allocator, (void)out;
    uint32_t* greatest = ctx;
    if (limits->enough > *greatest) *greatest = limits->enough;
    return VRM_ERR_INVALID;
}

/* A texture that shows its texels one by one is not made smaller. */
static void texture_without_mip_maps_keeps_its_texels(void** state) {
    (void)state;
    static const struct {
        const char* sampler;
        uint32_t enough;
    } cases[] = {{"{}", 64},
                 {"{\"minFilter\":9987,\"magFilter\":9729}", 64},
                 {"{\"minFilter\":9984}", 64},
                 {"{\"minFilter\":9728}", 0},
                 {"{\"minFilter\":9729}", 0},
                 {"{\"minFilter\":9987,\"magFilter\":9728}", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char edits[256];
        snprintf(edits, sizeof edits, "set /samplers/0 %s\n", cases[i].sampler);
        uint32_t enough = 0;
        vrm_DrawableDef def = vrm_default_drawable_def();
        def.image_limits.enough = 64;
        def.decode = note_enough;
        def.decode_ctx = &enough;
        RenderTest test = render_test_open(test_model_scene(VRM_DIALECT_1, edits), def);
        assert_int_equal(enough, cases[i].enough);
        render_test_end(&test);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_go_by_class_then_offset_then_from_far_to_near),
        cmocka_unit_test(drawn_items_are_sorted_and_outlines_follow_all_surfaces),
        cmocka_unit_test(outlines_that_are_too_narrow_are_left_out),
        cmocka_unit_test(avatar_far_away_has_no_part_in_the_call_of_an_outline),
        cmocka_unit_test(masks_of_0_are_read_from_red),
        cmocka_unit_test(crowd_takes_no_more_calls_than_one_where_nothing_blends),
        cmocka_unit_test(avatars_with_different_faces_do_not_share_their_values),
        cmocka_unit_test(materials_that_need_an_upload_are_refused_whole),
        cmocka_unit_test(stale_avatars_are_passed_over),
        cmocka_unit_test(drawables_of_one_frame_share_its_order),
        cmocka_unit_test(sim_may_go_on_before_the_frame_ends),
        cmocka_unit_test(first_person_draws_fewer_triangles_and_no_other_vertices),
        cmocka_unit_test(nodes_of_one_mesh_share_their_first_person_list),
        cmocka_unit_test(texture_without_mip_maps_keeps_its_texels),
        cmocka_unit_test(drawing_survives_every_failing_allocation),
        cmocka_unit_test(every_file_of_the_corpus_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

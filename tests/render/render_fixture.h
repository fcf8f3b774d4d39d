/* SPDX-License-Identifier: MIT */
/* One avatar from bytes to a drawable, on the null backend unless the test asks for another.
 *
 *   RenderTest test = render_test_scene(VRM_DIALECT_1, NULL);
 *   ... test.renderer, test.drawable, test.sim, test.id ...
 *   render_test_end(&test);
 */
#ifndef VRM_TESTS_RENDER_FIXTURE_H
#define VRM_TESTS_RENDER_FIXTURE_H

#include "support/check.h"
#include "support/glb.h"
#include "support/model.h"

#include "vrm/render.h"

#include "renderer.h"

typedef struct RenderTest {
    TestModel file;
    vrm_Rig* rig;
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrm_Renderer* renderer;
    vrm_Drawable* drawable;
    vrm_Report* report; /* findings of the drawable alone */
} RenderTest;

static inline RenderTest render_test_open(TestModel file, vrm_DrawableDef def) {
    RenderTest test = {.file = file};
    vrm_RendererDef renderer_def = vrm_default_renderer_def();
    renderer_def.backend = VRM_BACKEND_NULL;
    assert_int_equal(vrm_renderer_create(&renderer_def, &test.renderer), VRM_OK);
    assert_int_equal(vrm_report_create(NULL, &test.report), VRM_OK);
    assert_int_equal(vrm_rig_build(file.model, NULL, &test.rig), VRM_OK);
    assert_int_equal(vrm_sim_create(NULL, &test.sim), VRM_OK);
    test.id = vrm_sim_add(test.sim, test.rig);
    vrm_sim_step(test.sim, 0.0f);
    def.report = test.report;
    assert_int_equal(vrm_drawable_create(test.renderer, file.model, test.rig, &def, &test.drawable),
                     VRM_OK);
    return test;
}

/** The character of scenes/ with edits, as test_model_scene() takes them. */
static inline RenderTest render_test_scene(vrm_Dialect dialect, const char* edits) {
    return render_test_open(test_model_scene(dialect, edits), vrm_default_drawable_def());
}

/** A GLB of JSON with ' for ", and its binary chunk. */
static inline RenderTest render_test_glb(const char* json, const void* bin, size_t bin_size) {
    TestBytes bytes = test_glb(json, bin, bin_size);
    TestModel file = test_model_bytes(bytes.data, bytes.size, NULL);
    test_bytes_free(&bytes);
    assert_non_null(file.model);
    return render_test_open(file, vrm_default_drawable_def());
}

static inline void render_test_end(RenderTest* test) {
    vrm_drawable_destroy(test->drawable);
    vrm_renderer_destroy(test->renderer);
    vrm_sim_destroy(test->sim);
    vrm_rig_destroy(test->rig);
    vrm_report_destroy(test->report);
    test_model_free(&test->file);
}

/** Draws the avatar as it is; the contents of the frame stay in test->renderer->queue. */
static inline vrm_RenderStats render_test_draw(RenderTest* test) {
    assert_int_equal(vrm_render_begin(test->renderer, NULL), VRM_OK);
    assert_int_equal(vrm_render_draw(test->renderer, test->drawable, test->sim, &test->id, 1),
                     VRM_OK);
    assert_int_equal(vrm_render_end(test->renderer), VRM_OK);
    return vrm_renderer_stats(test->renderer);
}

#endif

/* SPDX-License-Identifier: MIT */
/* A frame from begin to end, on the null backend. */
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"

#include "vrm/render.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static vrm_Renderer* null_renderer(void) {
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_NULL;
    vrm_Renderer* renderer = NULL;
    assert_int_equal(vrm_renderer_create(&def, &renderer), VRM_OK);
    return renderer;
}

static void renderer_refuses_a_definition_that_skipped_its_default(void** state) {
    (void)state;
    vrm_RendererDef def;
    memset(&def, 0, sizeof def);
    vrm_Renderer* renderer = (vrm_Renderer*)&def;
    assert_int_equal(vrm_renderer_create(&def, &renderer), VRM_ERR_DEF);
    assert_null(renderer);
}

static vrm_GlProc* find_nothing(void* ctx, const char* name) {
    (void)ctx, (void)name;
    return NULL;
}

static void renderer_says_why_it_cannot_draw(void** state) {
    (void)state;
    vrm_Report* report = NULL;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.get_proc = find_nothing;
    def.report = report;
    vrm_Renderer* renderer = NULL;
    assert_int_equal(vrm_renderer_create(&def, &renderer), VRM_ERR_UNSUPPORTED);
    assert_null(renderer);
    assert_int_equal(test_count_findings(report, "RENDER_UNAVAILABLE"), 1);
    vrm_report_destroy(report);
}

static void frame_out_of_range_is_refused(void** state) {
    (void)state;
    vrm_Renderer* renderer = null_renderer();
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = 0;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    frame.width = 1 << 20;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    frame = vrm_default_frame_def();
    float zero = 0.0f;
    frame.view.m[3] = 1.0f / zero;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_render_end(renderer), VRM_ERR_ARGUMENT);
    vrm_renderer_destroy(renderer);
}

static void frame_of_numbers_that_are_none_is_refused(void** state) {
    (void)state;
    vrm_Renderer* renderer = null_renderer();
    static const size_t places[] = {
        offsetof(vrm_FrameDef, background),   offsetof(vrm_FrameDef, view),
        offsetof(vrm_FrameDef, projection),   offsetof(vrm_FrameDef, light_from),
        offsetof(vrm_FrameDef, light_color),  offsetof(vrm_FrameDef, sky_color),
        offsetof(vrm_FrameDef, ground_color), offsetof(vrm_FrameDef, time_s)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        vrm_FrameDef frame = vrm_default_frame_def();
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
        assert_int_equal(vrm_render_end(renderer), VRM_OK);
        memcpy((char*)&frame + places[i], &(float){NAN}, sizeof(float));
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    }
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.height = 0;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    frame.height = 1 << 20;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_ARGUMENT);
    frame.def_size = 0;
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_ERR_DEF);
    vrm_renderer_destroy(renderer);
}

static void renderer_of_the_host_needs_its_functions(void** state) {
    (void)state;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    vrm_Renderer* renderer = (vrm_Renderer*)&def;
    assert_int_equal(vrm_renderer_create(&def, &renderer), VRM_ERR_ARGUMENT);
    assert_null(renderer);
}

static void picture_is_read_only_after_the_end_and_into_its_own_size(void** state) {
    (void)state;
    vrm_Renderer* renderer = null_renderer();
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = 8;
    frame.height = 4;
    uint8_t pixels[8 * 4 * 4];
    assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
    assert_int_equal(vrm_render_read(renderer, pixels, sizeof pixels), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_render_end(renderer), VRM_OK);
    assert_int_equal(vrm_render_read(renderer, pixels, sizeof pixels - 4), VRM_ERR_ARGUMENT);
    assert_int_equal(vrm_render_read(renderer, pixels, sizeof pixels), VRM_OK);
    vrm_renderer_destroy(renderer);
}

static vrm_Result draw_nothing(const vrm_Allocator* allocator, void* ctx) {
    (void)ctx;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_NULL;
    def.allocator = *allocator;
    vrm_Renderer* renderer = NULL;
    vrm_Result result = vrm_renderer_create(&def, &renderer);
    if (result == VRM_OK) result = vrm_render_begin(renderer, NULL);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    size_t size = 512 * 512 * 4;
    uint8_t* pixels = malloc(size);
    assert_non_null(pixels);
    if (result == VRM_OK) result = vrm_render_read(renderer, pixels, size);
    free(pixels);
    vrm_renderer_destroy(renderer);
    return result;
}

static void empty_picture_survives_every_failing_allocation(void** state) {
    (void)state;
    assert_true(test_every_allocation_failing(draw_nothing, NULL) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renderer_refuses_a_definition_that_skipped_its_default),
        cmocka_unit_test(renderer_says_why_it_cannot_draw),
        cmocka_unit_test(frame_out_of_range_is_refused),
        cmocka_unit_test(frame_of_numbers_that_are_none_is_refused),
        cmocka_unit_test(renderer_of_the_host_needs_its_functions),
        cmocka_unit_test(picture_is_read_only_after_the_end_and_into_its_own_size),
        cmocka_unit_test(empty_picture_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* A frame from begin to end, on the null backend. */
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"

#include "vrm/render.h"

#include "renderer.h"

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

/* ---- A host's GL: the functions that do nothing, some of them replaced ---- */

#define X(type, name, arguments) "gl" #name,
static const char* const gl_names[] = {VRMI_GL_FUNCTIONS(X)};
#undef X
enum { GL_COUNT = sizeof gl_names / sizeof *gl_names };

typedef struct HostGl {
    vrm_GlProc* functions[GL_COUNT];
} HostGl;

static HostGl host_gl(void) {
    HostGl host;
    vrmi_Gl gl;
    vrmi_gl_null(&gl);
    int i = 0;
#define X(type, name, arguments) host.functions[i++] = (vrm_GlProc*)gl.name;
    VRMI_GL_FUNCTIONS(X)
#undef X
    return host;
}

static vrm_GlProc** function_of(HostGl* host, const char* name) {
    for (int i = 0; i < GL_COUNT; i++)
        if (strcmp(gl_names[i], name) == 0) return &host->functions[i];
    fail_msg("%s is not used", name);
    return NULL;
}

static vrm_GlProc* find_in_host(void* ctx, const char* name) {
    return *function_of(ctx, name);
}

static vrm_Result open_host(HostGl* host, vrm_Report* report, vrm_Renderer** out) {
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.get_proc = find_in_host;
    def.get_proc_ctx = host;
    def.report = report;
    return vrm_renderer_create(&def, out);
}

static void function_that_the_host_lacks_is_named(void** state) {
    (void)state;
    for (int i = 0; i < GL_COUNT; i++) {
        HostGl host = host_gl();
        vrmi_Gl gl;
        assert_null(vrmi_gl_load(&gl, find_in_host, &host));
        host.functions[i] = NULL;
        assert_string_equal(vrmi_gl_load(&gl, find_in_host, &host), gl_names[i]);
    }
}

static const uint8_t* VRMI_GL_CALL say_swiftshader(uint32_t name) {
    return (const uint8_t*)(name == GL_RENDERER ? "SwiftShader" : "");
}

static int refusals; /* how many framebuffers are still refused */

static uint32_t VRMI_GL_CALL refuse_framebuffers(uint32_t target) {
    (void)target;
    return refusals-- > 0 ? 0 : GL_FRAMEBUFFER_COMPLETE;
}

static vrm_Result draw_and_read(vrm_Renderer* renderer) {
    static uint8_t pixels[8 * 8 * 4];
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = 8;
    vrm_Result result = vrm_render_begin(renderer, &frame);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    return result == VRM_OK ? vrm_render_read(renderer, pixels, sizeof pixels) : result;
}

static void renderer_falls_back_where_floats_cannot_be_drawn_into(void** state) {
    (void)state;
    static const vrmi_Color colors[] = {VRMI_COLOR_FLOAT, VRMI_COLOR_HALF_FLOAT, VRMI_COLOR_SRGB8,
                                        VRMI_COLOR_SRGB8};
    for (int refused = 0; refused < 4; refused++) {
        HostGl host = host_gl();
        *function_of(&host, "glGetString") = (vrm_GlProc*)say_swiftshader;
        *function_of(&host, "glCheckFramebufferStatus") = (vrm_GlProc*)refuse_framebuffers;
        vrm_Renderer* renderer = NULL;
        refusals = 0;
        assert_int_equal(open_host(&host, NULL, &renderer), VRM_OK);
        assert_string_equal(vrm_renderer_name(renderer), "SwiftShader");
        refusals = refused == 3 ? 1000 : refused;
        assert_int_equal(draw_and_read(renderer), refused == 3 ? VRM_ERR_MEMORY : VRM_OK);
        assert_int_equal(renderer->best_color, colors[refused]);
        assert_int_equal(renderer->target.scale, refused == 3 ? 0 : 1);
        vrm_renderer_destroy(renderer);
    }
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

/* ---- Light ---- */

static double light_of(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4);
}

static void light_of_colours_is_what_srgb_says(void** state) {
    (void)state;
    vrmi_Light* light = malloc(sizeof *light);
    assert_non_null(light);
    vrmi_light_init(light);
    for (int i = 0; i < 256; i++) {
        assert_int_equal(light->from_srgb[i], (int)(light_of(i / 255.0) * 16383.0 + 0.5));
        assert_int_equal(light->to_srgb[light->from_srgb[i]], i);
    }
    free(light);
    for (int i = 0; i <= 100000; i++) {
        float srgb = (float)i / 100000.0f, expected = (float)light_of((double)srgb);
        assert_true(fabsf(vrmi_decode_srgb(srgb) - expected) <= expected * 1.2e-7f);
    }
    assert_true(vrmi_decode_srgb(-1.0f) == 0.0f);
    assert_true(vrmi_decode_srgb(7.0f) == 1.0f);
    assert_true(vrmi_decode_srgb(NAN) == 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renderer_refuses_a_definition_that_skipped_its_default),
        cmocka_unit_test(renderer_says_why_it_cannot_draw),
        cmocka_unit_test(frame_out_of_range_is_refused),
        cmocka_unit_test(frame_of_numbers_that_are_none_is_refused),
        cmocka_unit_test(renderer_of_the_host_needs_its_functions),
        cmocka_unit_test(function_that_the_host_lacks_is_named),
        cmocka_unit_test(renderer_falls_back_where_floats_cannot_be_drawn_into),
        cmocka_unit_test(picture_is_read_only_after_the_end_and_into_its_own_size),
        cmocka_unit_test(empty_picture_survives_every_failing_allocation),
        cmocka_unit_test(light_of_colours_is_what_srgb_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

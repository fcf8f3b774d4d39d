/* SPDX-License-Identifier: MIT */
/* A picture of nothing, drawn by the GL of this machine: the way from frame to bytes. */
#include "support/check.h"

#include "vrm/render.h"

#include <stdio.h>
#include <stdlib.h>

static void background_comes_back_as_it_was_given(void** state) {
    vrm_Renderer* renderer = *state;
    static const int32_t samples[] = {1, 4};
    for (int i = 0; i < 2; i++) {
        vrm_FrameDef frame = vrm_default_frame_def();
        frame.width = 3;
        frame.height = 2;
        frame.samples = samples[i];
        frame.background = (vrm_Vec4){51 / 255.0f, 102 / 255.0f, 1.0f, 0.5f};
        uint8_t pixels[3 * 2 * 4];
        assert_int_equal(vrm_render_begin(renderer, &frame), VRM_OK);
        assert_int_equal(vrm_render_end(renderer), VRM_OK);
        assert_int_equal(vrm_render_read(renderer, pixels, sizeof pixels), VRM_OK);
        for (int p = 0; p < 6; p++) {
            assert_in_range(pixels[p * 4 + 0], 50, 52);
            assert_in_range(pixels[p * 4 + 1], 101, 103);
            assert_in_range(pixels[p * 4 + 2], 254, 255);
            assert_in_range(pixels[p * 4 + 3], 127, 128);
        }
    }
}

int main(void) {
    vrm_Report* report = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    if (vrm_report_create(NULL, &report) != VRM_OK) return 1;
    def.report = report;
    vrm_Renderer* renderer = NULL;
    if (vrm_renderer_create(&def, &renderer) != VRM_OK) {
        printf("skipped: %s\n", vrm_report_get(report, 0).message);
        vrm_report_destroy(report);
        return 77;
    }
    printf("%s\n", vrm_renderer_name(renderer));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(background_comes_back_as_it_was_given, renderer),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    vrm_renderer_destroy(renderer);
    vrm_report_destroy(report);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* A picture of nothing, drawn by the GL of this machine: the way from frame to bytes. */
#include "support/check.h"

#include "render/shot.h"

#include <stdio.h>

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
    Studio studio;
    if (!studio_open(&studio)) return 77;
    printf("%s\n", vrm_renderer_name(studio.renderer));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(background_comes_back_as_it_was_given, studio.renderer),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* A stranger's program that draws: no GL, so that it runs everywhere. */
#include <vrm/render.h>

#include <stdio.h>

int main(void) {
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_NULL;
    vrm_Renderer* renderer = NULL;
    if (vrm_renderer_create(&def, &renderer) != VRM_OK) return 1;
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = frame.height = 1;
    unsigned char pixel[4];
    if (vrm_render_begin(renderer, &frame) != VRM_OK || vrm_render_end(renderer) != VRM_OK ||
        vrm_render_read(renderer, pixel, sizeof pixel) != VRM_OK)
        return 1;
    vrm_renderer_destroy(renderer);
    printf("libvrm %s\n", VRM_VERSION_TEXT);
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "picture/render_frame.h"

#include "words/limit_option.h"

#include <math.h>

/* A camera at a place of its own reaches all that was framed. */
static vrm_Viewpoint place_eye(const render_Plan* plan, const vrm_Framing* framing) {
    vrm_Vec3 low, high, up = {0, 1, 0}, eye = plan->eye;
    vrm_framing_bounds(framing, &low, &high);
    float x = fmaxf(fabsf(low.x - eye.x), fabsf(high.x - eye.x));
    float y = fmaxf(fabsf(low.y - eye.y), fabsf(high.y - eye.y));
    float z = fmaxf(fabsf(low.z - eye.z), fabsf(high.z - eye.z));
    float far_end = sqrtf(x * x + y * y + z * z) * 1.5f;
    float fov = plan->shot.fov_degrees * 0.017453292f;
    vrm_Viewpoint camera = {.eye = eye, .target = plan->target, .up = up};
    camera.view = vrm_camera_look_at(eye, plan->target, up);
    camera.projection = vrm_camera_perspective(fov, plan->shot.aspect, far_end * 0.001f, far_end);
    return camera;
}

vrm_Viewpoint render_viewpoint(const render_Plan* plan, const vrm_Framing* framing,
                               const vrm_Sim* sim, vrm_AvatarId avatar) {
    if (plan->is_own_eyes) return vrm_framing_first_person(framing, &plan->shot, sim, avatar);
    return plan->has_eye ? place_eye(plan, framing) : vrm_framing_viewpoint(framing, &plan->shot);
}

vrm_DrawableDef render_drawable_def(vrm_Report* report) {
    vrm_DrawableDef def = vrm_default_drawable_def();
    def.report = report;
    cli_apply_allowance("pixels", &def.pixels);
    cli_apply_allowance("geometry", &def.geometry);
    cli_apply_allowance("triangles", &def.triangles);
    return def;
}

vrm_FrameDef render_frame_def(const render_Plan* plan, const vrm_Viewpoint* camera, float time_s) {
    vrm_FrameDef frame = vrm_default_frame_def();
    frame.width = plan->width;
    frame.height = plan->height;
    frame.samples = plan->samples;
    frame.background = plan->background;
    frame.view = camera->view;
    frame.projection = camera->projection;
    frame.light_from = plan->light_from;
    frame.light_color = plan->light_color;
    frame.time_s = time_s;
    return frame;
}

vrm_Result render_frame(vrm_Renderer* renderer, const vrm_FrameDef* frame, vrm_Drawable* drawable,
                        const vrm_Sim* sim, vrm_AvatarId avatar, uint8_t* pixels) {
    vrm_Result result = vrm_render_begin(renderer, frame);
    if (result == VRM_OK) result = vrm_render_draw(renderer, drawable, sim, &avatar, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    size_t size = (size_t)frame->width * (size_t)frame->height * 4;
    return result == VRM_OK ? vrm_render_read(renderer, pixels, size) : result;
}

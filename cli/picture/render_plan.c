/* SPDX-License-Identifier: MIT */
#include "picture/render_plan.h"

#include <stdlib.h>
#include <string.h>

void render_default_plan(render_Plan* out) {
    const vrm_FrameDef frame = vrm_default_frame_def();
    *out = (render_Plan){.width = 512,
                         .height = 512,
                         .samples = 4,
                         .light_from = frame.light_from,
                         .light_color = frame.light_color,
                         .shot = vrm_default_shot_def(),
                         .stance = VRM_STANCE_IDLE,
                         .view = VRM_VIEW_THIRD_PERSON,
                         .video = VIDEO_NONE,
                         .raw = RAW_NONE,
                         .frame_count = 1,
                         .frames_per_second = 30.0f,
                         .settle_s = 1.5f,
                         .quality = 90.0f};
}

void render_set_camera(render_Plan* plan, render_Camera camera) {
    plan->is_own_eyes = camera == RENDER_CAMERA_EYES;
    plan->shot.shot = plan->is_own_eyes ? VRM_SHOT_FULL : (vrm_Shot)camera;
    plan->shot.aspect = (float)plan->width / (float)plan->height;
    plan->shot.fov_degrees = plan->is_own_eyes ? 60.0f : vrm_default_shot_def().fov_degrees;
    plan->view = plan->is_own_eyes ? VRM_VIEW_FIRST_PERSON : VRM_VIEW_THIRD_PERSON;
}

bool render_read_color(const char* text, vrm_Vec4* out) {
    size_t length = strspn(text + (*text == '#'), "0123456789abcdefABCDEF");
    const char* digits = text + 1;
    if (*text != '#' || digits[length] != 0) return false;
    if (length != 3 && length != 6 && length != 8) return false;
    unsigned long value = strtoul(digits, NULL, 16);
    if (length == 3) { /* each digit twice */
        unsigned long r = value >> 8 & 15, g = value >> 4 & 15, b = value & 15;
        value = r * 0x110000 + g * 0x1100 + b * 0x11;
    }
    if (length != 8) value = value << 8 | 255;
    *out = (vrm_Vec4){(float)(value >> 24 & 255) / 255, (float)(value >> 16 & 255) / 255,
                      (float)(value >> 8 & 255) / 255, (float)(value & 255) / 255};
    return true;
}

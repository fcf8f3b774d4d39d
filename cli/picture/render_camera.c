/* SPDX-License-Identifier: MIT */
#include "picture/render_camera.h"

control_Camera render_get_camera(const render_Plan* plan) {
    return (control_Camera){.shot = plan->shot.shot,
                            .yaw_degrees = plan->shot.yaw_degrees,
                            .pitch_degrees = plan->shot.pitch_degrees,
                            .fov_degrees = plan->shot.fov_degrees};
}

void render_take_camera(const control_Camera* camera, render_Plan* plan) {
    plan->shot.shot = camera->shot;
    plan->shot.yaw_degrees = camera->yaw_degrees;
    plan->shot.pitch_degrees = camera->pitch_degrees;
    plan->shot.fov_degrees = camera->fov_degrees;
    plan->has_eye = camera->is_placed;
    plan->eye = camera->eye;
    plan->target = camera->target;
}

/* SPDX-License-Identifier: MIT */
#include "live/live_shot.h"

#include "words/output.h"

int live_shot_check(const cli_Args* args) {
    static const char* const words[] = {"--size", "--background", "--camera", "--orbit", "--fov"};
    if (cli_has(args, "--raw") || cli_has(args, "--window")) return CLI_OK;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cli_has(args, words[i]))
            return cli_usage_error("live", "%s goes with --raw or --window", words[i]);
    return CLI_OK;
}

control_Camera live_shot_camera(const render_Plan* plan) {
    return (control_Camera){.shot = plan->shot.shot,
                            .yaw_degrees = plan->shot.yaw_degrees,
                            .pitch_degrees = plan->shot.pitch_degrees,
                            .fov_degrees = plan->shot.fov_degrees};
}

bool live_shot_follow(const LiveControl* control, int32_t* changes, render_Plan* plan) {
    const control_Camera* camera = control != NULL ? live_control_camera(control) : NULL;
    if (camera == NULL || camera->changes == *changes) return false;
    *changes = camera->changes;
    plan->shot.shot = camera->shot;
    plan->shot.yaw_degrees = camera->yaw_degrees;
    plan->shot.pitch_degrees = camera->pitch_degrees;
    plan->shot.fov_degrees = camera->fov_degrees;
    plan->has_eye = camera->is_placed;
    plan->eye = camera->eye;
    plan->target = camera->target;
    return true;
}

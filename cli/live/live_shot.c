/* SPDX-License-Identifier: MIT */
#include "live/live_shot.h"

#include "picture/render_camera.h"
#include "words/output.h"

int live_shot_check(const cli_Args* args) {
    static const char* const words[] = {"--size", "--background", "--camera", "--orbit", "--fov"};
    if (cli_has(args, "--raw") || cli_has(args, "--window")) return CLI_OK;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cli_has(args, words[i]))
            return cli_usage_error("live", "%s goes with --raw or --window", words[i]);
    return CLI_OK;
}

#ifdef CLI_HAS_RENDER
bool live_shot_follow(const LiveControl* control, int32_t* changes, render_Plan* plan) {
    const control_Camera* camera = control != NULL ? live_control_camera(control) : NULL;
    if (camera == NULL || camera->changes == *changes) return false;
    *changes = camera->changes;
    render_take_camera(camera, plan);
    return true;
}
#endif

/* SPDX-License-Identifier: MIT */
/* The camera of the control protocol and that of a plan. */
#ifndef CLI_RENDER_CAMERA_H
#define CLI_RENDER_CAMERA_H

#include "control/control_stage.h"
#include "picture/render_plan.h"

/* The camera of a plan, as messages would set it. */
control_Camera render_get_camera(const render_Plan* plan);

/* Sets the camera of a plan to the one that messages ask for. */
void render_take_camera(const control_Camera* camera, render_Plan* plan);

#endif

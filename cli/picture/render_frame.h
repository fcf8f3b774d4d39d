/* SPDX-License-Identifier: MIT */
/* One frame of a plan: where its camera stands, and the picture that it sees. For films
 * (render_scene.h) and vrm live alike, so that equal poses give equal pictures. */
#ifndef CLI_RENDER_FRAME_H
#define CLI_RENDER_FRAME_H

#include "picture/render_plan.h"

/* Shows all poses of the framing, or what the avatar's own eyes see now. */
vrm_Viewpoint render_viewpoint(const render_Plan* plan, const vrm_Framing* framing,
                               const vrm_Sim* sim, vrm_AvatarId avatar);

/* With the size, background and light of the plan. `time_s` is that of moving textures. */
vrm_FrameDef render_frame_def(const render_Plan* plan, const vrm_Viewpoint* camera, float time_s);

/* With the limits that the command line set. */
vrm_DrawableDef render_drawable_def(vrm_Report* report);

/* Draws the avatar as the sim has posed it. `pixels` has room for width * height * 4 bytes of the
 * frame. */
vrm_Result render_frame(vrm_Renderer* renderer, const vrm_FrameDef* frame, vrm_Drawable* drawable,
                        const vrm_Sim* sim, vrm_AvatarId avatar, uint8_t* pixels);

#endif

/* SPDX-License-Identifier: MIT */
/* Root motion of a retargeted motion: the trend of position and heading. */
#include "motion/retarget/retarget.h"

void vrmi_root_extract(vrm_Retarget* r, vrm_Vec3 hips, double* scratch) {
    size_t n = (size_t)r->count;
    double *x = scratch, *z = x + n, *turn = z + n, *sums = turn + n;
    for (int32_t f = 0; f < r->count; f++) {
        x[f] = (double)r->poses[f].hips_offset.x;
        z[f] = (double)r->poses[f].hips_offset.z;
    }
    vrmi_HipsFrames frames = {r->times, &r->poses->rotations[VRM_BONE_HIPS], sizeof *r->poses,
                              r->count};
    vrmi_root_headings(&frames, turn);
    vrmi_root_trend(r->times, r->count, x, sums);
    vrmi_root_trend(r->times, r->count, z, sums);
    vrmi_root_trend(r->times, r->count, turn, sums);
    for (int32_t f = 0; f < r->count; f++) {
        vrm_Pose* pose = &r->poses[f];
        pose->hips_offset.x -= (float)(x[f] - (r->roots != NULL ? 0.0 : x[0]));
        pose->hips_offset.z -= (float)(z[f] - (r->roots != NULL ? 0.0 : z[0]));
        if (r->roots == NULL) continue;
        /* The root is below the hips and turns with them; the pose is relative to it. */
        vrm_Quat root = vrmi_quat_from_axis_angle((vrm_Vec3){0.0f, 1.0f, 0.0f}, (float)turn[f]);
        vrm_Quat back = vrmi_quat_conjugate(root);
        vrm_Vec3 place = {(float)x[f], 0.0f, (float)z[f]};
        vrm_Vec3 rest = {hips.x, 0.0f, hips.z};
        vrm_Vec3 at = vrmi_quat_rotate(back, vrmi_vec3_add(pose->hips_offset, rest));
        pose->hips_offset = vrmi_vec3_sub(at, rest);
        pose->rotations[VRM_BONE_HIPS] =
            vrmi_quat_normalize(vrmi_quat_mul(back, pose->rotations[VRM_BONE_HIPS]));
        r->roots[f] = (vrm_Transform){place, root, {1.0f, 1.0f, 1.0f}};
    }
}

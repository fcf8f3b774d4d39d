/* SPDX-License-Identifier: MIT */
/* The motion formats, recognised by the content of the file. */
#include "motion/bvh/bvh.h"
#include "motion/capture/capture.h"
#include "motion/fbx/fbx.h"
#include "motion/gltf/gltf_motion.h"
#include "motion/mmd/mmd.h"
#include "motion/mmd/vpd.h"
#include "motion/models/models.h"

static const vrmi_CaptureFormat formats[] = {
    {"BVH", vrmi_bvh_recognises, vrmi_bvh_read, false},    /* text: HIERARCHY or ROOT */
    {"FBX", vrmi_fbx_recognises, vrmi_fbx_read, false},    /* its magic, or its header */
    {"VMD", vrmi_vmd_recognises, vrmi_mmd_read, true},     /* Vocaloid Motion Data */
    {"VPD", vrmi_vpd_recognises, vrmi_mmd_read, true},     /* Vocaloid Pose Data */
    {"SMPL", vrmi_smpl_recognises, vrmi_smpl_read, false}, /* arrays in a ZIP file */
    {"joint positions", vrmi_points_recognises, vrmi_points_read, false}, /* one array */
    {"MediaPipe", vrmi_mediapipe_recognises, vrmi_mediapipe_read, false}, /* lines of JSON */
    {"glTF", vrmi_gltf_motion_recognises, vrmi_gltf_motion_read, false},  /* GLB, JSON: last */
};

const vrmi_CaptureFormat* vrmi_capture_format(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].recognises(bytes, size)) return &formats[i];
    return NULL;
}

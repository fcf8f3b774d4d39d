/* SPDX-License-Identifier: MIT */
/* A stranger's program that asks for graphics cards; there may be none, and no OpenCL. */
#include <vrm/gpu.h>

#include <stdio.h>

int main(void) {
    int32_t count = -1;
    vrm_Result result = vrm_gpu_devices(NULL, 0, &count);
    if (result != VRM_OK && result != VRM_ERR_UNSUPPORTED) return 1;
    vrm_GpuSimDef def = vrm_default_gpu_sim_def();
    def.device = "no device has this name";
    vrm_GpuSim* sim = NULL;
    if (vrm_gpu_sim_create(&def, &sim) != VRM_ERR_UNSUPPORTED || sim) return 1;
    printf("libvrm %s\n", VRM_VERSION_TEXT);
    return 0;
}

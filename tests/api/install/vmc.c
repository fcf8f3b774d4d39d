/* SPDX-License-Identifier: MIT */
/* A stranger's program that receives live motion. */
#include <vrm/tracker.h>
#include <vrm/vmc.h>

#include <stdio.h>

int main(void) {
    vrm_Vmc* vmc = NULL;
    if (vrm_vmc_create(NULL, &vmc) != VRM_OK) return 1;
    if (vrm_vmc_receive(vmc, "/VMC/Ext/T\0\0,f\0\0\77\200\0\0", 20) != VRM_OK) return 1;
    if (vrm_vmc_state(vmc)->time_s != 1.0f || vrm_vmc_bone("Hips") != VRM_BONE_HIPS) return 1;
    vrm_vmc_destroy(vmc);
    if (vrm_tracker_port(vrm_tracker_by_name("mocopi")) != 12351) return 1;
    printf("libvrm %s\n", VRM_VERSION_TEXT);
    return 0;
}

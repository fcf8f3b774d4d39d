/* SPDX-License-Identifier: MIT */
#include "overlay/overlay.h"

#include "memory.h"

void vrmi_overlay_line(vrmi_Overlay* overlay, const vrm_Vec3* from, const vrm_Vec3* to,
                       const vrm_Vec4* color) {
    if (overlay->lacks_memory || overlay->count >= VRMI_MAX_OVERLAY_LINES) return;
    vrm_Line* lines = vrmi_room(&overlay->allocator, overlay->lines, &overlay->capacity,
                                overlay->count + 1, sizeof *lines);
    overlay->lacks_memory = lines == NULL;
    if (lines == NULL) return;
    overlay->lines = lines;
    lines[overlay->count++] = (vrm_Line){*from, *to, *color};
}

vrm_Vec3 vrmi_affine_point(const vrm_Affine* m, vrm_Vec3 p) {
    const vrm_Vec4* r = m->rows;
    return (vrm_Vec3){r[0].x * p.x + r[0].y * p.y + r[0].z * p.z + r[0].w,
                      r[1].x * p.x + r[1].y * p.y + r[1].z * p.z + r[1].w,
                      r[2].x * p.x + r[2].y * p.y + r[2].z * p.z + r[2].w};
}

/* SPDX-License-Identifier: MIT */
/* The transforms of nodes, as a bake writes them. */
#include "export/bake_write.h"

const vrmi_TransformPart vrmi_transform_parts[VRMI_PART_COUNT] = {
    {"translation", VRMI_TRANSLATION, 3, VRMI_CURVE_POINT},
    {"rotation", VRMI_ROTATION, 4, VRMI_CURVE_ROTATION},
    {"scale", VRMI_SCALE, 3, VRMI_CURVE_NUMBERS}};

void vrmi_bake_put_floats(vrm_Edit* edit, int32_t node, const char* path, const float* values,
                          int width) {
    vrmi_edit_floats(edit, vrmi_edit_element(edit, "nodes", node), path, values, width);
}

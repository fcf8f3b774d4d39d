/* SPDX-License-Identifier: MIT */
/* The transforms of nodes, as a bake writes them. */
#include "export/bake_write.h"

const vrmi_TransformPart vrmi_transform_parts[VRMI_PART_COUNT] = {
    {"translation", VRMI_TRANSLATION, 3, VRMI_CURVE_POINT},
    {"rotation", VRMI_ROTATION, 4, VRMI_CURVE_ROTATION},
    {"scale", VRMI_SCALE, 3, VRMI_CURVE_NUMBERS}};

void vrmi_bake_put_floats(vrm_Edit* edit, int32_t node, const char* path, const float* values,
                          int width) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int c = 0; c < width; c++) vrm_json_put_float(b, values[c]);
    vrm_json_end_array(b);
    vrm_JsonRef element = vrmi_edit_element(edit, "nodes", node);
    if (edit->result == VRM_OK) vrmi_edit_put(edit, element, path);
}

/* SPDX-License-Identifier: MIT */
/* The members of a vrm_Baker. bake.c collects frames; bake_write.c and bake_strip.c change the
 * file. A frame is one row of floats: the root, every node (translation, rotation, scale), all
 * morph weights, all material values. */
#ifndef VRMI_EXPORT_BAKE_H
#define VRMI_EXPORT_BAKE_H

#include "base/alloc.h"
#include "base/maths.h"
#include "vrm/bake.h"
#include "vrm/edit.h"
#include "json/json_report.h"

enum { VRMI_TRANSFORM_FLOATS = 10, VRMI_TRANSLATION = 0, VRMI_ROTATION = 3, VRMI_SCALE = 7 };

struct vrm_Baker {
    vrm_Allocator allocator;
    const vrm_Rig* rig;
    float angle, distance, weight; /* tolerances; radians, metres */
    bool has_materials, keeps_vrm;
    uint64_t max_bytes;
    char* name;
    size_t name_size;

    int32_t node_count, morph_count, value_count;
    size_t row_floats;
    size_t node_at, morph_at, value_at; /* offsets into a row; the root is at 0 */

    size_t count;
    double* times; /* as given */
    size_t time_capacity;
    float* rows;
    size_t row_capacity; /* in rows */
};

static inline const float* vrmi_baker_row(const vrm_Baker* baker, size_t frame) {
    return baker->rows + frame * baker->row_floats;
}

/* Whether the model has the nodes, the meshes with their morphs and the materials that the rig was
 * built from. */
bool vrmi_baker_fits(const vrm_Baker* baker, const vrm_Model* model);

/* Removes the VRM extensions from an edit, except those of materials, and keeps the licence. */
void vrmi_bake_strip(vrm_Edit* edit, const vrm_Model* model, vrm_Report* report);

/* The JSON pointer to a material value in the file (of a texture transform: its offset or scale). A
 * property that the file omits is added with its default. False when the material has no such
 * property. */
bool vrmi_bake_pointer(vrm_Edit* edit, const vrm_MaterialValue* value, bool is_scale, char* out,
                       size_t size);

#endif

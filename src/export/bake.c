/* SPDX-License-Identifier: MIT */
/* Collects what a sim shows, row after row. */
#include "export/bake.h"

#include "runtime/sim.h"

#include <string.h>

_Static_assert(sizeof(vrm_Transform) == VRMI_TRANSFORM_FLOATS * sizeof(float),
               "a row copies transforms as they are");

void vrm_baker_def_init(vrm_BakerDef* def, size_t def_size) {
    vrm_BakerDef defaults = {.tolerance_degrees = 0.1f,
                             .tolerance_metres = 0.0005f,
                             .tolerance_weight = 0.002f,
                             .max_bytes = (uint64_t)1 << 30};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static bool is_tolerance(float a) {
    return vrmi_is_finite(a) && a >= 0.0f;
}

static void lay_out_row(vrm_Baker* baker) {
    baker->node_count = vrm_rig_node_count(baker->rig);
    baker->morph_count = vrm_rig_morph_count(baker->rig);
    (void)vrm_rig_material_values(baker->rig, &baker->value_count);
    baker->node_at = VRMI_TRANSFORM_FLOATS;
    baker->morph_at = baker->node_at + (size_t)baker->node_count * VRMI_TRANSFORM_FLOATS;
    baker->value_at = baker->morph_at + (size_t)baker->morph_count;
    baker->row_floats = baker->value_at + 4 * (size_t)baker->value_count;
}

vrm_Result vrm_baker_create(const vrm_BakerDef* given, const vrm_Rig* rig, vrm_Baker** out_baker) {
    *out_baker = NULL;
    vrm_BakerDef def = vrm_default_baker_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_tolerance(def.tolerance_degrees) || !is_tolerance(def.tolerance_metres) ||
        !is_tolerance(def.tolerance_weight))
        return VRM_ERR_ARGUMENT;
    const char* name = def.name == NULL ? "bake" : def.name;
    vrm_Allocator allocator = vrmi_allocator(&def.allocator);
    vrm_Baker* baker = vrmi_alloc_zeroed(&allocator, 1, sizeof *baker);
    if (baker == NULL) return VRM_ERR_MEMORY;
    baker->allocator = allocator;
    baker->rig = rig;
    vrmi_rig_use(rig);
    baker->angle = def.tolerance_degrees * VRMI_TO_RADIANS;
    baker->distance = def.tolerance_metres;
    baker->weight = def.tolerance_weight;
    baker->has_materials = def.has_materials;
    baker->keeps_vrm = def.keeps_vrm;
    baker->max_bytes = def.max_bytes;
    baker->name_size = strlen(name) + 1;
    baker->name = vrmi_alloc(&allocator, baker->name_size);
    if (baker->name == NULL) {
        vrm_baker_destroy(baker);
        return VRM_ERR_MEMORY;
    }
    memcpy(baker->name, name, baker->name_size);
    lay_out_row(baker);
    *out_baker = baker;
    return VRM_OK;
}

void vrm_baker_destroy(vrm_Baker* baker) {
    if (baker == NULL) return;
    vrm_Allocator allocator = baker->allocator;
    vrmi_rig_leave(baker->rig);
    vrmi_release(&allocator, baker->times, baker->time_capacity * sizeof *baker->times);
    vrmi_release(&allocator, baker->rows,
                 baker->row_capacity * baker->row_floats * sizeof *baker->rows);
    vrmi_release(&allocator, baker->name, baker->name_size);
    vrmi_release(&allocator, baker, sizeof *baker);
}

int32_t vrm_baker_frame_count(const vrm_Baker* baker) {
    return (int32_t)baker->count;
}

/* Makes room for one more frame. If only one of the two arrays can grow, it keeps its new size. */
static vrm_Result reserve(vrm_Baker* baker) {
    size_t needed = baker->count + 1, size = baker->row_floats * sizeof *baker->rows;
    if (needed > INT32_MAX || needed > baker->max_bytes / (size + sizeof *baker->times))
        return VRM_ERR_LIMIT;
    double* times = vrmi_array_reserve(&baker->allocator, baker->times, &baker->time_capacity,
                                       needed, sizeof *times);
    if (times == NULL) return VRM_ERR_MEMORY;
    baker->times = times;
    float* rows =
        vrmi_array_reserve(&baker->allocator, baker->rows, &baker->row_capacity, needed, size);
    if (rows == NULL) return VRM_ERR_MEMORY;
    baker->rows = rows;
    return VRM_OK;
}

/* The transform of the file's new root. A VRM program itself turns a 0.x avatar by half a turn
 * above its root: when the VRM extensions are kept, that turn must not be written too. With
 * keeps_vrm0_facing the sim has not applied it in the first place. */
static vrm_Transform root_to_write(const vrm_Baker* baker, const vrm_Sim* sim,
                                   vrm_AvatarId avatar) {
    const vrm_Quat turn = {0.0f, 1.0f, 0.0f, 0.0f};
    vrm_Transform root = vrm_avatar_root(sim, avatar);
    if (!baker->keeps_vrm || !vrmi_is_turned(sim, baker->rig)) return root;
    root.rotation = vrmi_quat_mul(turn, root.rotation);
    root.translation.x = -root.translation.x;
    root.translation.z = -root.translation.z;
    return root;
}

vrm_Result vrm_baker_add_frame(vrm_Baker* baker, double time_s, const vrm_Sim* sim,
                               vrm_AvatarId avatar) {
    const vrm_Transform* locals = vrm_avatar_locals(sim, avatar);
    const float* morphs = vrm_avatar_morphs(sim, avatar);
    const vrm_Vec4* values = vrm_avatar_material_values(sim, avatar);
    if (vrm_avatar_rig(sim, avatar) != baker->rig || !(time_s >= -1e15 && time_s <= 1e15) ||
        locals == NULL || (morphs == NULL && baker->morph_count > 0) ||
        (values == NULL && baker->value_count > 0))
        return VRM_ERR_ARGUMENT;
    size_t at = baker->count;
    if (at > 0 && !(time_s > baker->times[at - 1])) return VRM_ERR_ARGUMENT;
    vrm_Result result = reserve(baker);
    if (result != VRM_OK) return result;
    baker->times[at] = time_s;
    float* row = baker->rows + at * baker->row_floats;
    vrm_Transform root = root_to_write(baker, sim, avatar);
    memcpy(row, &root, sizeof root);
    memcpy(row + baker->node_at, locals, (size_t)baker->node_count * sizeof *locals);
    if (baker->morph_count > 0)
        memcpy(row + baker->morph_at, morphs, (size_t)baker->morph_count * sizeof *morphs);
    if (baker->value_count > 0)
        memcpy(row + baker->value_at, values, (size_t)baker->value_count * sizeof *values);
    baker->count++;
    return VRM_OK;
}

/* SPDX-License-Identifier: MIT */
/* Functions that a page uses rarely: validate, migrate, normalize, optimize, edit, save,
 * bake, record. Cut into libvrm-tools.wasm, as motion.c, points.c and author.c are. */
#include "web.h"

#include <stdlib.h>

/* ---- Validate ---- */

/* The first word is the vrm_Dialect. */
WEB_EXPORT(vrm_Result, validate, const void* bytes, size_t size, int32_t skip_data,
           int32_t has_files, vrm_Report* report) {
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = skip_data != 0;
    if (has_files) def.read_file = web_read_side_file;
    vrm_Dialect dialect = VRM_DIALECT_NONE;
    vrm_Result result = vrm_validate(bytes, size, &def, report, &dialect);
    web_words[0].i = (int32_t)dialect;
    return result;
}

WEB_EXPORT(vrm_Result, model_validate, const vrm_Model* model, int32_t skip_data,
           vrm_Report* report) {
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = skip_data != 0;
    web_words[0].i = (int32_t)vrm_model_dialect(model);
    return vrm_model_validate(model, &def, report);
}

/* ---- Compare ---- */

/* {"total":2,"differences":[{"part","kind","subject","member","before","after"}]} as JSON. */
static vrm_Result put_diff(const vrm_Diff* diff) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_integer("total", (int64_t)vrm_diff_total(diff));
    vrm_json_put_key(builder, "differences");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_diff_count(diff); i++) {
        vrm_Difference difference = vrm_diff_get(diff, i);
        vrm_json_begin_object(builder);
        web_key_text("part", vrm_diff_part_name(difference.part));
        web_key_text("kind", vrm_diff_kind_name(difference.kind));
        web_key_text("subject", difference.subject);
        web_key_text("member", difference.member);
        web_key_text("before", difference.before);
        web_key_text("after", difference.after);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* Tolerances below 0 are the default ones. */
WEB_EXPORT(vrm_Result, model_diff, const vrm_Model* before, const vrm_Model* after, float distance,
           float angle, float value) {
    vrm_DiffDef def = vrm_default_diff_def();
    vrm_Diff* diff = NULL;
    if (distance >= 0.0f) def.distance = distance;
    if (angle >= 0.0f) def.angle = angle;
    if (value >= 0.0f) def.value = value;
    vrm_Result result = vrm_diff_create(before, after, &def, &diff);
    if (result == VRM_OK) result = put_diff(diff);
    vrm_diff_destroy(diff);
    return result;
}

/* ---- Change ---- */

WEB_EXPORT(vrm_Result, model_migrate, vrm_Model* model, int32_t to, const char* name,
           const char* author, vrm_Report* report) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    def.to = (vrm_Dialect)to;
    def.name = name;
    def.author = author;
    return vrm_migrate(model, &def, report);
}

WEB_EXPORT(vrm_Result, model_normalize, vrm_Model* model, int32_t keep_axes, int32_t scale_only,
           vrm_Report* report) {
    vrm_NormalizeDef def = vrm_default_normalize_def();
    def.keep_axes = keep_axes != 0;
    def.scale_only = scale_only != 0;
    return vrm_normalize(model, &def, report);
}

/* A weight as numbers, in the order of weightNames in engine/tools.js. */
enum { WEIGHT_NUMBERS = 16 };

static void put_weight(double numbers[WEIGHT_NUMBERS], const vrm_Weight* weight) {
    const uint64_t values[WEIGHT_NUMBERS] = {
        weight->file_bytes,  weight->json_bytes,    weight->vertex_bytes,  weight->index_bytes,
        weight->morph_bytes, weight->picture_bytes, weight->other_bytes,   weight->vertices,
        weight->triangles,   weight->draw_calls,    weight->morph_targets, weight->images,
        weight->materials,   weight->nodes,         weight->meshes,        weight->skinned_meshes,
    };
    for (int i = 0; i < WEIGHT_NUMBERS; i++) numbers[i] = (double)values[i];
}

/* The bits of `choices` are the options in the order of optimizeOptions in engine/tools.js. The
 * first word is the address of the weights before, after and after each pass; numbers instead of
 * JSON, because there may be no memory for a text when the model is changed already. */
WEB_EXPORT(vrm_Result, model_optimize, vrm_Model* model, uint32_t choices, uint32_t spring_joints,
           uint32_t triangles, float error, vrm_Report* report) {
    static double weights[2 + VRM_OPTIMIZE_PASS_COUNT][WEIGHT_NUMBERS];
    vrm_OptimizeDef def = vrm_default_optimize_def();
    bool* const fields[] = {
        &def.removes_unused,    &def.merges_equal,        &def.stores_morphs_sparse,
        &def.compacts_vertices, &def.joins_primitives,    &def.drops_unbound_morphs,
        &def.drops_idle_nodes,  &def.drops_morph_normals, &def.stores_dense,
        &def.quantizes,         &def.folds_bones,         &def.joins_meshes};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) *fields[i] = choices >> i & 1;
    vrm_OptimizeStats stats;
    def.max_spring_joints = spring_joints;
    def.max_triangles = triangles;
    def.max_error = error;
    vrm_Result result = vrm_optimize(model, &def, report, &stats);
    put_weight(weights[0], &stats.before);
    put_weight(weights[1], &stats.after);
    for (int i = 0; i < VRM_OPTIMIZE_PASS_COUNT; i++)
        put_weight(weights[2 + i], &stats.after_pass[i]);
    web_words[0].p = weights;
    return result;
}

WEB_EXPORT(vrm_Result, edit_begin, vrm_Model* model) {
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(model, &edit);
    web_words[0].p = edit;
    return result;
}

WEB_EXPORT(vrm_Result, edit_commit, vrm_Edit* edit, vrm_Report* report) {
    return vrm_edit_commit(edit, report);
}

WEB_EXPORT(void, edit_abandon, vrm_Edit* edit) {
    vrm_edit_abandon(edit);
}

WEB_EXPORT(vrm_Result, edit_set, vrm_Edit* edit, const char* pointer, const char* text,
           size_t size) {
    return vrm_edit_set(edit, pointer, text, size);
}

WEB_EXPORT(vrm_Result, edit_insert, vrm_Edit* edit, const char* pointer, const char* text,
           size_t size) {
    return vrm_edit_insert(edit, pointer, text, size);
}

WEB_EXPORT(vrm_Result, edit_remove, vrm_Edit* edit, const char* pointer) {
    return vrm_edit_remove(edit, pointer);
}

WEB_EXPORT(vrm_Result, edit_add, vrm_Edit* edit, const char* array, const char* text, size_t size) {
    return vrm_edit_add(edit, array, text, size, &web_words[0].i);
}

WEB_EXPORT(vrm_Result, edit_add_image, vrm_Edit* edit, const void* bytes, size_t size,
           const char* name) {
    return vrm_edit_add_image(edit, bytes, size, name, &web_words[0].i);
}

WEB_EXPORT(vrm_Result, edit_set_thumbnail, vrm_Edit* edit, const void* bytes, size_t size) {
    return vrm_edit_set_thumbnail(edit, bytes, size);
}

/* ---- Save ---- */

/* The bytes are memory of web_alloc(). */
WEB_EXPORT(vrm_Result, model_save, const vrm_Model* model, int32_t allow_errors,
           vrm_Report* report) {
    vrm_SaveDef def = vrm_default_save_def();
    def.allow_errors = allow_errors != 0;
    size_t size = 0;
    web_words[0].u = 0;
    vrm_Result result = vrm_model_save_size(model, &size);
    if (result != VRM_OK) return result;
    void* bytes = malloc(size > 0 ? size : 1);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    result = vrm_model_save_checked(model, &def, report, bytes, size);
    if (result != VRM_OK) {
        free(bytes);
        bytes = NULL;
    }
    web_words[0].p = bytes;
    web_words[1].u = (uint32_t)size;
    return result;
}

/* ---- Record ---- */

/* A tolerance below 0 is the default. */
WEB_EXPORT(vrm_Result, recorder_create, const vrm_Rig* rig, const char* name, float degrees,
           float metres, float weight) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.rig = rig;
    def.name = name;
    if (degrees >= 0) def.tolerance_degrees = degrees;
    if (metres >= 0) def.tolerance_metres = metres;
    if (weight >= 0) def.tolerance_weight = weight;
    vrm_Recorder* recorder = NULL;
    vrm_Result result = vrm_recorder_create(&def, &recorder);
    web_words[0].p = recorder;
    return result;
}

WEB_EXPORT(void, recorder_destroy, vrm_Recorder* recorder) {
    vrm_recorder_destroy(recorder);
}

WEB_EXPORT(vrm_Result, recorder_add, vrm_Recorder* recorder, double time, const vrm_Sim* sim,
           uint32_t index1, uint32_t generation) {
    return vrm_recorder_add_avatar(recorder, time, sim, (vrm_AvatarId){index1, generation});
}

WEB_EXPORT(vrm_Result, recorder_finish, const vrm_Recorder* recorder) {
    vrm_Model* model = NULL;
    vrm_Result result = vrm_recorder_finish(recorder, NULL, &model);
    web_words[0].p = model;
    return result;
}

/* ---- Bake ---- */

WEB_EXPORT(vrm_Result, baker_create, const vrm_Rig* rig, const char* name, float degrees,
           float metres, float weight, int32_t has_materials, int32_t keeps_vrm) {
    vrm_BakerDef def = vrm_default_baker_def();
    def.name = name;
    if (degrees >= 0) def.tolerance_degrees = degrees;
    if (metres >= 0) def.tolerance_metres = metres;
    if (weight >= 0) def.tolerance_weight = weight;
    def.has_materials = has_materials != 0;
    def.keeps_vrm = keeps_vrm != 0;
    vrm_Baker* baker = NULL;
    vrm_Result result = vrm_baker_create(&def, rig, &baker);
    web_words[0].p = baker;
    return result;
}

WEB_EXPORT(void, baker_destroy, vrm_Baker* baker) {
    vrm_baker_destroy(baker);
}

WEB_EXPORT(vrm_Result, baker_add, vrm_Baker* baker, double time, const vrm_Sim* sim,
           uint32_t index1, uint32_t generation) {
    return vrm_baker_add_frame(baker, time, sim, (vrm_AvatarId){index1, generation});
}

WEB_EXPORT(vrm_Result, baker_finish, const vrm_Baker* baker, vrm_Model* model, vrm_Report* report) {
    return vrm_baker_finish(baker, model, report, NULL);
}

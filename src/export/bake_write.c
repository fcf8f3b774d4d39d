/* SPDX-License-Identifier: MIT */
/* Writes the rows of a baker as one glTF animation into the avatar's file, in one edit.
 * Preconditions: bake_fit.c has checked the caller's arguments, and the reader has checked the
 * file. */
#include "export/bake_write.h"
#include "export/bake.h"
#include "model/edit.h"
#include "model/emission.h"
#include "motion/animation.h"
#include "validate/gltf/image_header.h"

#include <stdio.h>
#include <string.h>

typedef vrmi_BakeWriter Writer;

/* ---- Curves ---- */

static vrmi_Curve gather(const Writer* w, size_t at, int32_t width, vrmi_CurveKind kind,
                         float tolerance) {
    const vrm_Baker* baker = w->baker;
    for (size_t f = 0; f < w->frames.count; f++)
        memcpy(w->values + f * (size_t)width, vrmi_baker_row(baker, w->frames.numbers[f]) + at,
               (size_t)width * sizeof(float));
    return (vrmi_Curve){w->frames.times, w->values, w->frames.count, width, kind, tolerance};
}

/* True when some frame differs from `value` in any bit. Most nodes never move and need no
 * channel. */
static bool has_left(const vrm_Baker* baker, size_t at, int32_t width, const float* value) {
    size_t size = (size_t)width * sizeof *value;
    for (size_t f = 0; f < baker->count; f++)
        if (memcmp(vrmi_baker_row(baker, f) + at, value, size) != 0) return true;
    return false;
}

/* ---- Nodes ---- */

/* glTF 2.0: an animated node has no matrix. */
static void spread_matrix(Writer* w, int32_t node) {
    const vrm_Node* from = &w->gltf->nodes[node];
    vrm_Transform made;
    vrm_Affine affine = vrmi_affine_from_mat4(from->matrix);
    if (!vrmi_affine_decompose(&affine, &made))
        vrmi_report(w->report, VRMI_RULE_BAKE_SHEAR_LOST, w->gltf->json, from->json, NULL);
    vrmi_edit_drop(w->edit, from->json, "matrix");
    for (int p = 0; p < VRMI_PART_COUNT; p++)
        vrmi_bake_put_floats(w->edit, node, vrmi_transform_parts[p].path,
                             (const float*)&from->rest + vrmi_transform_parts[p].at,
                             vrmi_transform_parts[p].width);
}

static void add_node(Writer* w, int32_t node) {
    const vrm_Baker* baker = w->baker;
    const float* rest = (const float*)&w->gltf->nodes[node].rest;
    size_t begin = baker->node_at + (size_t)node * VRMI_TRANSFORM_FLOATS;
    bool is_animated = false;
    for (int p = 0; p < VRMI_PART_COUNT; p++) {
        if (!has_left(baker, begin + vrmi_transform_parts[p].at, vrmi_transform_parts[p].width,
                      rest + vrmi_transform_parts[p].at))
            continue;
        vrmi_Curve curve = gather(w, begin + vrmi_transform_parts[p].at,
                                  vrmi_transform_parts[p].width, vrmi_transform_parts[p].kind,
                                  vrmi_bake_tolerance(baker, vrmi_transform_parts[p].kind));
        if (vrmi_curve_stays_at(&curve, rest + vrmi_transform_parts[p].at)) continue;
        vrmi_animation_add(&w->animation, &curve, node, vrmi_transform_parts[p].path, NULL);
        is_animated = true;
    }
    if (is_animated && w->gltf->nodes[node].matrix != NULL) spread_matrix(w, node);
}

static const float* default_weights(const Writer* w, const vrm_MeshNode* shown, float* zeros) {
    const vrm_Node* node = &w->gltf->nodes[shown->node];
    const vrm_Mesh* mesh = &w->gltf->meshes[shown->mesh];
    const vrm_MorphWeights* stated[] = {node->weights, mesh->weights};
    for (int i = 0; i < 2; i++)
        if (stated[i] != NULL && stated[i]->count == shown->morph_count) return stated[i]->values;
    memset(zeros, 0, (size_t)shown->morph_count * sizeof *zeros);
    return zeros;
}

static void add_morphs(Writer* w) {
    int32_t count = 0;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(w->baker->rig, &count);
    for (int32_t i = 0; i < count; i++) {
        if (shown[i].morph_count == 0) continue;
        size_t at = w->baker->morph_at + (size_t)shown[i].first_morph;
        const float* rest = default_weights(w, &shown[i], w->animation.numbers);
        if (!has_left(w->baker, at, shown[i].morph_count, rest)) continue;
        vrmi_Curve curve =
            gather(w, at, shown[i].morph_count, VRMI_CURVE_NUMBERS, w->baker->weight);
        if (!vrmi_curve_stays_at(&curve, rest))
            vrmi_animation_add(&w->animation, &curve, shown[i].node, "weights", NULL);
    }
}

/* ---- Materials ---- */

/* The sim has the emission with its strength included; the glTF material in the file states the
 * strength apart, and may state another. */
static vrm_Vec4 file_factor(const Writer* w, const vrm_MaterialValue* value, vrm_Vec4 factor) {
    const vrm_Material* shown = w->surfaces[value->material].material;
    vrm_Vec4 emission = vrmi_emission_from_factor(shown, factor);
    return vrmi_emission_to_factor(&w->gltf->materials[value->material], emission);
}

/* One property of a material: `width` numbers from `at` of its value. */
static bool add_property(Writer* w, const vrm_MaterialValue* value, size_t row_at, size_t at,
                         int32_t width) {
    char pointer[160];
    vrmi_Curve curve = gather(w, row_at + at, width, VRMI_CURVE_NUMBERS, w->baker->weight);
    const float base[4] = {value->base.x, value->base.y, value->base.z, value->base.w};
    if (vrmi_curve_stays_at(&curve, base + at)) return true;
    vrm_MaterialValue written = *value;
    if (value->kind == VRM_VALUE_COLOR && value->color == VRM_COLOR_EMISSION) {
        for (size_t f = 0; f < w->frames.count; f++) {
            float* rgb = w->values + f * (size_t)width;
            vrm_Vec4 factor = file_factor(w, value, (vrm_Vec4){rgb[0], rgb[1], rgb[2], 1.0f});
            memcpy(rgb, &factor, 3 * sizeof *rgb);
        }
        written.base = file_factor(w, value, value->base);
    }
    if (!vrmi_bake_pointer(w->edit, &written, at > 0, pointer, sizeof pointer)) return false;
    vrmi_animation_add(&w->animation, &curve, -1, NULL, pointer);
    return true;
}

static void add_materials(Writer* w) {
    const vrm_Baker* baker = w->baker;
    int32_t count = 0, last_reported = -1;
    const vrm_MaterialValue* values = vrm_rig_material_values(baker->rig, &count);
    for (int32_t i = 0; i < count; i++) { /* by material */
        const vrm_MaterialValue* value = &values[i];
        size_t at = baker->value_at + 4 * (size_t)i;
        vrmi_Curve curve = gather(w, at, 4, VRMI_CURVE_NUMBERS, baker->weight);
        const float base[4] = {value->base.x, value->base.y, value->base.z, value->base.w};
        if (vrmi_curve_stays_at(&curve, base)) continue;
        vrm_JsonRef json = w->gltf->materials[value->material].json;
        bool is_shown = false;
        if (!baker->has_materials) {
            if (last_reported != value->material)
                vrmi_report(w->report, VRMI_RULE_BAKE_MATERIAL_LEFT, w->gltf->json, json, NULL);
            last_reported = value->material;
            continue;
        }
        if (value->kind == VRM_VALUE_TEXTURE) {
            is_shown = add_property(w, value, at, 0, 2) && add_property(w, value, at, 2, 2);
        } else {
            is_shown = add_property(w, value, at, 0, value->color == VRM_COLOR_BASE ? 4 : 3);
        }
        if (!is_shown)
            vrmi_report(w->report, VRMI_RULE_BAKE_VALUE_HAS_NO_PLACE, w->gltf->json, json, NULL);
    }
}

/* ---- All of it ---- */

/* An avatar that did not move gets an animation too, of the length of the recording. */
static void add_stillness(Writer* w) {
    if (w->animation.channel_count > 0 || w->gltf->node_count == 0) return;
    int32_t hips = vrm_rig_bone(w->baker->rig, VRM_BONE_HIPS), node = hips < 0 ? 0 : hips;
    size_t at = w->baker->node_at + (size_t)node * VRMI_TRANSFORM_FLOATS + VRMI_ROTATION;
    vrmi_Curve curve = gather(w, at, 4, VRMI_CURVE_ROTATION, w->baker->angle);
    vrmi_animation_add(&w->animation, &curve, node, "rotation", NULL);
    if (w->gltf->nodes[node].matrix != NULL) spread_matrix(w, node);
}

static size_t widest(const vrm_Rig* rig) {
    int32_t count = 0, most = 4;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &count);
    for (int32_t i = 0; i < count; i++)
        if (shown[i].morph_count > most) most = shown[i].morph_count;
    return (size_t)most;
}

static void measure(const Writer* w, vrm_BakeStats* out) {
    const vrm_Baker* baker = w->baker;
    const vrmi_AnimationOut* animation = &w->animation;
    *out = (vrm_BakeStats){.frames = (int32_t)baker->count,
                           .channels = animation->channel_count,
                           .seconds = w->frames.times[w->frames.count - 1],
                           .source_keys = animation->source_keys,
                           .kept_keys = animation->kept_keys,
                           .source_bytes = animation->source_bytes,
                           .kept_bytes = animation->kept_bytes};
    const float *first = vrmi_baker_row(baker, 0), *last = vrmi_baker_row(baker, baker->count - 1);
    for (int32_t n = 0; n <= baker->node_count; n++) { /* the root too */
        vrm_Transform a, b;
        memcpy(&a, first + (size_t)n * VRMI_TRANSFORM_FLOATS, sizeof a);
        memcpy(&b, last + (size_t)n * VRMI_TRANSFORM_FLOATS, sizeof b);
        float angle = vrmi_quat_angle(a.rotation, b.rotation) * VRMI_TO_DEGREES;
        float distance = vrmi_vec3_distance(a.translation, b.translation);
        if (angle > out->gap_degrees) out->gap_degrees = angle;
        if (distance > out->gap_metres) out->gap_metres = distance;
    }
}

/* A baked file must not depend on side files, because it is usually written to another folder. A
 * binary chunk that holds everything is kept as it is, compressed or not. */
static void bring_data_in(Writer* w, const vrm_Model* model) {
    const vrm_Gltf* gltf = w->gltf;
    bool is_outside = !model->document->is_glb;
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        if (gltf->buffers[i].uri[0] != '\0' || (i == 0 && gltf->buffers[i].data == NULL))
            is_outside = true;
    vrm_JsonRef missing = is_outside ? vrmi_edit_embed(w->edit) : VRM_JSON_MISSING;
    bool is_text_embedded = w->edit->has_bin && !model->document->is_glb;
    if (missing == VRM_JSON_MISSING && !is_text_embedded) missing = vrmi_edit_embed_images(w->edit);
    if (missing != VRM_JSON_MISSING)
        vrmi_report(w->report, VRMI_RULE_BAKE_DATA_NOT_IN_BIN, gltf->json, missing, NULL);
}

/* Bytes are copied without a look at them; what no program can show is said here. */
static void report_broken_images(const Writer* w) {
    for (int32_t i = 0; i < w->gltf->image_count; i++) {
        const vrm_Image* image = &w->gltf->images[i];
        vrmi_ImageHeader header;
        if (image->data == NULL ||
            vrmi_sniff_image(image->data, (size_t)image->size) == VRMI_IMAGE_KTX2 ||
            vrmi_image_header(image->data, image->size, &header) == VRMI_IMAGE_OK)
            continue;
        vrmi_report(w->report, VRMI_RULE_BAKE_IMAGE_BROKEN, w->gltf->json, image->json, NULL);
    }
}

static vrm_Result write_all(Writer* w, const vrm_Model* model, vrm_BakeStats* out_stats) {
    const vrm_Baker* baker = w->baker;
    report_broken_images(w);
    bring_data_in(w, model);
    if (w->edit->result != VRM_OK) return w->edit->result;
    size_t width = widest(baker->rig), size;
    if (!vrmi_mul(baker->count, width * sizeof *w->values, &size)) return VRM_ERR_MEMORY;
    w->values = vrmi_alloc(&baker->allocator, size);
    if (w->values == NULL) return VRM_ERR_MEMORY;
    vrm_Result result =
        vrmi_frames_choose(&w->frames, &baker->allocator, baker->times, baker->count);
    if (result != VRM_OK) {
        vrmi_release(&baker->allocator, w->values, size);
        return result;
    }
    result = vrmi_animation_begin(&w->animation, w->edit, &baker->allocator, w->frames.times,
                                  w->frames.count, width);
    if (result == VRM_OK) {
        for (int32_t n = 0; n < baker->node_count; n++) add_node(w, n);
        add_morphs(w);
        vrmi_bake_add_root(w);
        add_materials(w);
        add_stillness(w);
        if (out_stats != NULL) measure(w, out_stats);
    }
    result = vrmi_animation_end(&w->animation, baker->name);
    vrmi_frames_release(&w->frames, &baker->allocator);
    vrmi_release(&baker->allocator, w->values, size);
    if (result == VRM_OK) result = w->edit->result;
    if (result != VRM_OK) return result;
    vrm_JsonRef root = vrm_json_root(w->gltf->json);
    if (!baker->keeps_vrm)
        vrmi_bake_strip(w->edit, model, w->report);
    else if (vrm_model_dialect(model) != VRM_DIALECT_NONE)
        vrmi_report(w->report, VRMI_RULE_BAKE_RUNS_TWICE, w->gltf->json, root, NULL);
    return w->edit->result;
}

vrm_Result vrm_baker_finish(const vrm_Baker* baker, vrm_Model* model, vrm_Report* report,
                            vrm_BakeStats* out_stats) {
    if (out_stats != NULL) *out_stats = (vrm_BakeStats){0};
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    if (baker->count == 0 || !vrmi_baker_fits(baker, model)) return VRM_ERR_ARGUMENT;
    Writer w = {
        .baker = baker, .gltf = gltf, .surfaces = vrm_model_surfaces(model), .report = report};
    vrm_Result result = vrm_edit_begin(model, &w.edit);
    if (result == VRM_OK) result = write_all(&w, model, out_stats);
    if (result == VRM_OK) {
        result = vrm_edit_commit(w.edit, NULL);
        if (result == VRM_OK) return VRM_OK;
    }
    vrm_edit_abandon(w.edit);
    if (out_stats != NULL) *out_stats = (vrm_BakeStats){0};
    return result;
}

/* SPDX-License-Identifier: MIT */
/* Blend shapes: objects of the type BlendShapeChannel, which files have from version 7 on, and the
 * curves of their DeformPercent. */
#include "motion/fbx/fbx.h"

#define PERCENT 0.01 /* the weight of a percent */

void vrmi_fbx_read_shapes(vrmi_FbxScene* scene) {
    vrmi_Fbx* fbx = scene->fbx;
    size_t count = 0;
    for (int32_t o = 0; o < scene->object_count; o++)
        count += scene->objects[o].kind == VRMI_FBX_SHAPE;
    fbx->shapes = vrmi_fbx_alloc(scene->tree, &fbx->arena, count, sizeof *fbx->shapes);
    if (fbx->shapes == NULL) return;
    for (int32_t o = 0; o < scene->object_count; o++) {
        vrmi_FbxObject* object = &scene->objects[o];
        if (object->kind != VRMI_FBX_SHAPE) continue;
        double percent =
            vrmi_fbx_property_number(scene->tree, object->node, 0, "DeformPercent", 0.0);
        object->shape = fbx->shape_count;
        fbx->shapes[fbx->shape_count++] =
            (vrmi_FbxShape){.node = object->node, .percent = percent, .channel = -1};
    }
}

/* Returns true if the percentage is not always 0. A curve that stays at one value has one key. */
static bool is_used(const vrmi_Fbx* fbx, const vrmi_FbxShape* shape) {
    for (int32_t c = shape->channel; c >= 0; c = fbx->channels[c].next) {
        const vrmi_FbxCurve* curve = fbx->channels[c].curves[0];
        double first = curve == NULL ? fbx->channels[c].values[0] : (double)curve->values[0];
        if ((curve != NULL && curve->count > 1) || first != 0.0) return true;
    }
    return false;
}

static void add_morph(vrmi_FbxScene* scene, int32_t shape) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Morphs* morphs = &scene->fbx->morphs;
    const vrmi_FbxShape* from = &scene->fbx->shapes[shape];
    const vrmi_FbxObject object = {.node = from->node};
    const char* name = vrmi_fbx_name(scene, vrmi_fbx_object_name(scene, &object));
    if (name == NULL || name[0] == '\0' || !vrmi_morphs_is_new(morphs, name)) return;
    if (is_used(scene->fbx, from))
        tree->result = vrmi_morphs_add(morphs, tree->input, name, name, shape);
    else
        (void)vrmi_capture_mapped_morph(tree->input, name, name);
}

void vrmi_fbx_read_morphs(vrmi_FbxScene* scene) {
    vrmi_Fbx* fbx = scene->fbx;
    size_t moved = 0;
    for (int32_t s = 0; s < fbx->shape_count; s++) moved += fbx->shapes[s].channel >= 0;
    scene->tree->result = vrmi_morphs_init(&fbx->morphs, &fbx->arena, moved);
    for (int32_t s = 0; s < fbx->shape_count && scene->tree->result == VRM_OK; s++)
        if (fbx->shapes[s].channel >= 0) add_morph(scene, s);
    vrmi_morphs_report(&fbx->morphs, scene->tree->input, VRMI_RULE_MOTION_MORPHS_LIMIT);
}

/* ---- Samples ---- */

static float weight_at(const void* reader, int32_t shape, double ticks) {
    const vrmi_Fbx* fbx = reader;
    vrmi_FbxFound found = {0};
    double value[3] = {fbx->shapes[shape].percent, 0.0, 0.0};
    vrmi_fbx_evaluate(fbx, fbx->shapes[shape].channel, VRMI_FBX_PERCENT, (int64_t)ticks, &found,
                      value);
    double weight = PERCENT * value[0];
    return weight > 1.0 ? 1.0f : weight > -1.0 ? (float)weight : -1.0f;
}

void vrmi_fbx_sample_morphs(const void* reader, double frame, float* out_weights) {
    const vrmi_Fbx* fbx = reader;
    vrmi_morphs_sample(&fbx->morphs, weight_at, fbx, (double)vrmi_fbx_ticks_at(fbx, frame),
                       out_weights);
}

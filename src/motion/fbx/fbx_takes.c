/* SPDX-License-Identifier: MIT */
/* Takes: animation stacks of layers from version 7 on, nested channels before. Only the curves of
 * the selected take are read. */
#include "motion/fbx/fbx.h"

#include <string.h>

enum {
    TAKES_MAX = 1024, /* more are ignored: no program writes as many */
    LAYERS_MAX = 256
};

/* ---- Channels ---- */

/* Adds a channel of a layer to those that `link` leads to. Returns NULL if the layer has one. */
static vrmi_FbxChannel* add_to(vrmi_Fbx* fbx, int32_t* link, int32_t layer) {
    /* Layers are read from the base up, so the place is the end. */
    for (; *link >= 0; link = &fbx->channels[*link].next)
        if (fbx->channels[*link].layer == layer) return NULL;
    *link = fbx->channel_count++;
    fbx->channels[*link] = (vrmi_FbxChannel){.layer = layer, .next = -1};
    return &fbx->channels[*link];
}

vrmi_FbxChannel* vrmi_fbx_add_percent(vrmi_FbxScene* scene, int32_t shape, int32_t layer) {
    vrmi_FbxShape* to = &scene->fbx->shapes[shape];
    vrmi_FbxChannel* channel = add_to(scene->fbx, &to->channel, layer);
    if (channel != NULL) channel->values[0] = to->percent;
    return channel;
}

vrmi_FbxChannel* vrmi_fbx_add_channel(vrmi_FbxScene* scene, int32_t joint, int property,
                                      int32_t layer) {
    vrmi_Fbx* fbx = scene->fbx;
    vrmi_FbxChannel* channel = add_to(fbx, &fbx->models[joint].channels[property], layer);
    if (channel == NULL) return NULL;
    memcpy(channel->values, fbx->models[joint].values[property], sizeof channel->values);
    if (property == VRMI_FBX_MOVE) fbx->joints[joint].has_position = true;
    if (property == VRMI_FBX_TURN) fbx->joints[joint].has_rotation = true;
    return channel;
}

/* ---- Version 7 ---- */

/* Reads the layer of a node; missing values are those of `defaults`. */
static vrmi_FbxLayer read_layer(const vrmi_FbxTree* tree, uint32_t node, vrmi_FbxLayer defaults) {
    double weight = vrmi_fbx_property_number(tree, node, 0, "Weight", 100.0 * defaults.weight);
    int64_t mode =
        vrmi_fbx_property_integer(tree, node, 0, "BlendMode", defaults.is_additive ? 0 : 1);
    return (vrmi_FbxLayer){
        .weight = 0.01 * weight,
        .is_off = vrmi_fbx_property_integer(tree, node, 0, "Mute", defaults.is_off) != 0,
        .is_additive = mode == 0,
        .adds_angles = vrmi_fbx_property_integer(tree, node, 0, "RotationAccumulationMode",
                                                 defaults.adds_angles) != 0,
        .adds_scales = vrmi_fbx_property_integer(tree, node, 0, "ScaleAccumulationMode",
                                                 defaults.adds_scales) != 0};
}

/* Defaults of layers; the template is searched once, not for each layer. */
static vrmi_FbxLayer usual_layer(const vrmi_FbxScene* scene) {
    vrmi_FbxLayer layer = {.weight = 1.0, .is_additive = true};
    return scene->layer_template == 0 ? layer
                                      : read_layer(scene->tree, scene->layer_template, layer);
}

/* A curve object of the file. */
typedef struct ReadCurve {
    const vrmi_FbxCurve* curve; /* NULL: it has no readable keys */
    bool is_read;
} ReadCurve;

/* One curve may move many properties, so it is read only once, even if that fails. */
static const vrmi_FbxCurve* curve_of(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker,
                                     int32_t object, ReadCurve* read) {
    if (object < 0) return NULL;
    if (!read[object].is_read)
        read[object] = (ReadCurve){vrmi_fbx_read_curve(maker, scene->objects[object].node), true};
    return read[object].curve;
}

static void read_curve_node(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker,
                            const vrmi_FbxObject* object, int32_t layer, ReadCurve* read) {
    static const char *const axes[] = {"d|X", "d|Y", "d|Z"}, *const one[] = {"d|DeformPercent"};
    int32_t joint = scene->objects[object->target].joint;
    int32_t shape = scene->objects[object->target].shape;
    if (joint < 0 && shape < 0) return;
    vrmi_FbxChannel* channel = shape >= 0
                                   ? vrmi_fbx_add_percent(scene, shape, layer)
                                   : vrmi_fbx_add_channel(scene, joint, object->property, layer);
    if (channel == NULL) return;
    const char* const* names = shape >= 0 ? one : axes;
    for (int i = 0; i < (shape >= 0 ? 1 : 3); i++) {
        channel->values[i] =
            vrmi_fbx_property_number(scene->tree, object->node, 0, names[i], channel->values[i]);
        channel->curves[i] = curve_of(scene, maker, object->curves[i], read);
    }
}

/* Counts curves of the take that move neither joints, blend shapes nor layers. `ranks` of layers of
 * other takes are -1. */
static void report_left(const vrmi_FbxScene* scene, const int32_t* ranks) {
    int32_t all = 0, left = 0;
    for (int32_t o = 0; o < scene->object_count; o++) {
        const vrmi_FbxObject* node = &scene->objects[o];
        if (node->kind != VRMI_FBX_CURVE_NODE || node->parent < 0 || ranks[node->parent] < 0)
            continue;
        bool is_weight = node->target >= 0 && node->property < 0;
        const vrmi_FbxObject* target = node->target >= 0 ? &scene->objects[node->target] : NULL;
        bool is_read = is_weight || (target != NULL && (target->joint >= 0 || target->shape >= 0));
        for (int i = 0; i < 3; i++) {
            all += node->curves[i] >= 0;
            left += node->curves[i] >= 0 && !is_read;
        }
    }
    if (left > 0)
        vrmi_report_at(
            scene->tree->input->report, VRMI_RULE_FBX_CURVES_LEFT, VRM_NO_OFFSET,
            "%d of %d curves of the take move no joints or blend shapes, but cameras, lights "
            "or properties of a program; they are left out.",
            (int)left, (int)all);
}

/* Layers of the stack in the order of the file; channels of each. */
void vrmi_fbx_read_stack(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker, int32_t stack) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    size_t count = (size_t)scene->object_count, nodes = 0, layers = 0;
    for (int32_t o = 0; o < scene->object_count; o++) {
        nodes += scene->objects[o].kind == VRMI_FBX_CURVE_NODE;
        layers += scene->objects[o].kind == VRMI_FBX_LAYER && scene->objects[o].parent == stack;
    }
    ReadCurve* read = vrmi_fbx_alloc(tree, &tree->arena, count, sizeof *read);
    int32_t* ranks = vrmi_fbx_alloc(tree, &tree->arena, count, sizeof *ranks);
    fbx->channels = vrmi_fbx_alloc(tree, &fbx->arena, nodes, sizeof *fbx->channels);
    if (layers > LAYERS_MAX) layers = LAYERS_MAX;
    fbx->layers = vrmi_fbx_alloc(tree, &fbx->arena, layers, sizeof *fbx->layers);
    if (tree->result != VRM_OK) return;
    vrmi_FbxLayer usual = usual_layer(scene);
    for (int32_t o = 0; o < scene->object_count; o++) {
        ranks[o] = -1;
        if (scene->objects[o].kind != VRMI_FBX_LAYER || scene->objects[o].parent != stack) continue;
        if (fbx->layer_count == (int32_t)layers) continue;
        ranks[o] = fbx->layer_count;
        fbx->layers[fbx->layer_count++] = read_layer(tree, scene->objects[o].node, usual);
    }
    report_left(scene, ranks);
    for (int32_t layer = 0; layer < fbx->layer_count; layer++) {
        if (tree->result != VRM_OK) return;
        for (int32_t o = 0; o < scene->object_count && tree->result == VRM_OK; o++) {
            const vrmi_FbxObject* object = &scene->objects[o];
            if (object->kind != VRMI_FBX_CURVE_NODE || object->target < 0) continue;
            bool is_weight = object->property < 0;
            int32_t owner = is_weight ? object->target : object->parent;
            if (owner < 0 || ranks[owner] != layer) continue;
            if (is_weight)
                fbx->layers[layer].weight_curve = curve_of(scene, maker, object->curves[0], read);
            else
                read_curve_node(scene, maker, object, layer, read);
        }
    }
}

/* ---- Before version 7 ---- */

static uint32_t channel_named(const vrmi_FbxTree* tree, uint32_t node, const char* name) {
    uint32_t child = 0;
    while ((child = vrmi_fbx_next(tree, node, child)) != 0)
        if (vrmi_fbx_is_named(tree, child, "Channel") &&
            vrmi_fbx_text_is(vrmi_fbx_value(tree, child, 0), name))
            break;
    return child;
}

static void read_old_model(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker, uint32_t node,
                           int32_t joint) {
    static const char *const names[] = {"T", "R", "S"}, *const axes[] = {"X", "Y", "Z"};
    const vrmi_FbxTree* tree = scene->tree;
    uint32_t transform = channel_named(tree, node, "Transform");
    for (int p = 0; p < VRMI_FBX_PROPERTIES && transform != 0; p++) {
        uint32_t property = channel_named(tree, transform, names[p]);
        vrmi_FbxChannel* channel = property == 0 ? NULL : vrmi_fbx_add_channel(scene, joint, p, 0);
        if (channel == NULL) continue;
        for (int i = 0; i < 3; i++) {
            uint32_t axis = channel_named(tree, property, axes[i]);
            if (axis == 0) continue;
            channel->values[i] = vrmi_fbx_number(tree, axis, "Default", channel->values[i]);
            channel->curves[i] = vrmi_fbx_read_curve(maker, axis);
        }
        if (tree->version < 6000) /* models have no properties of their own */
            memcpy(scene->fbx->models[joint].values[p], channel->values, sizeof channel->values);
    }
}

void vrmi_fbx_read_old_take(vrmi_FbxScene* scene, vrmi_FbxCurveMaker* maker, uint32_t take) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    uint32_t child = 0;
    fbx->channels =
        vrmi_fbx_alloc(tree, &fbx->arena, 3 * (size_t)fbx->joint_count, sizeof *fbx->channels);
    fbx->layers = vrmi_fbx_alloc(tree, &fbx->arena, 1, sizeof *fbx->layers);
    if (tree->result != VRM_OK) return;
    fbx->layer_count = 1;
    while ((child = vrmi_fbx_next(tree, take, child)) != 0 && tree->result == VRM_OK) {
        if (!vrmi_fbx_is_named(tree, child, "Model")) continue;
        int32_t object = vrmi_fbx_find_object(scene, vrmi_fbx_key(vrmi_fbx_value(tree, child, 0)));
        int32_t joint = object < 0 ? -1 : scene->objects[object].joint;
        if (joint >= 0) read_old_model(scene, maker, child, joint);
    }
}

/* ---- Choosing ---- */

/* The stacks as objects, or the Take nodes. Either list, with names. */
typedef struct Takes {
    int32_t* stacks; /* NULL: before version 7 */
    uint32_t* nodes;
    bool* moves;
    int32_t count;
} Takes;

static bool has_keys(const vrmi_FbxTree* tree, uint32_t take) {
    for (uint32_t n = take + 1; n < tree->nodes[take].end; n++)
        if (vrmi_fbx_is_named(tree, n, "Key")) return true;
    return false;
}

static void list_stacks(vrmi_FbxScene* scene, Takes* takes) {
    for (int32_t o = 0; o < scene->object_count && takes->count < TAKES_MAX; o++) {
        if (scene->objects[o].kind != VRMI_FBX_STACK) continue;
        scene->objects[o].target = takes->count; /* its take, until the takes are listed */
        takes->stacks[takes->count++] = o;
    }
    for (int32_t o = 0; o < scene->object_count; o++) {
        const vrmi_FbxObject* node = &scene->objects[o];
        if (node->kind != VRMI_FBX_CURVE_NODE || node->target < 0 || node->parent < 0) continue;
        if (node->curves[0] < 0 && node->curves[1] < 0 && node->curves[2] < 0) continue;
        int32_t stack = scene->objects[node->parent].parent;
        int32_t take = stack < 0 ? -1 : scene->objects[stack].target;
        if (take >= 0) takes->moves[take] = true;
    }
}

static uint32_t next_take(const vrmi_FbxTree* tree, uint32_t list, uint32_t take) {
    while ((take = vrmi_fbx_next(tree, list, take)) != 0)
        if (vrmi_fbx_is_named(tree, take, "Take")) break;
    return take;
}

static void list_takes(vrmi_FbxScene* scene, Takes* takes) {
    vrmi_FbxTree* tree = scene->tree;
    uint32_t list = vrmi_fbx_child(tree, 0, "Takes"), take = 0;
    size_t stacks = 0, most;
    for (int32_t o = 0; o < scene->object_count; o++)
        stacks += scene->objects[o].kind == VRMI_FBX_STACK;
    most = stacks;
    while (stacks == 0 && list != 0 && (take = next_take(tree, list, take)) != 0) most++;
    if (most > TAKES_MAX) most = TAKES_MAX;
    *takes = (Takes){.nodes = vrmi_fbx_alloc(tree, &tree->arena, most, sizeof *takes->nodes),
                     .moves = vrmi_fbx_alloc(tree, &tree->arena, most, sizeof *takes->moves)};
    if (stacks > 0) {
        takes->stacks = vrmi_fbx_alloc(tree, &tree->arena, most, sizeof *takes->stacks);
        if (tree->result == VRM_OK) list_stacks(scene, takes);
        return;
    }
    if (tree->result != VRM_OK || list == 0) return;
    while ((size_t)takes->count < most && (take = next_take(tree, list, take)) != 0) {
        takes->moves[takes->count] = has_keys(tree, take);
        takes->nodes[takes->count++] = take;
    }
}

static void name_takes(vrmi_FbxScene* scene, const Takes* takes) {
    vrmi_Fbx* fbx = scene->fbx;
    fbx->take_names =
        vrmi_fbx_alloc(scene->tree, &fbx->arena, (size_t)takes->count, sizeof *fbx->take_names);
    if (fbx->take_names == NULL) return;
    for (int32_t t = 0; t < takes->count; t++) {
        vrmi_FbxValue name = takes->stacks != NULL
                                 ? vrmi_fbx_object_name(scene, &scene->objects[takes->stacks[t]])
                                 : vrmi_fbx_value(scene->tree, takes->nodes[t], 0);
        fbx->take_names[t] = vrmi_fbx_name(scene, name);
        if (fbx->take_names[t] == NULL) return;
    }
    fbx->take_count = takes->count;
}

/* ---- Times ---- */

/* LocalTime of the Take of that name, which files of version 7 have, too. */
static void read_local_time(vrmi_FbxScene* scene, const char* name) {
    const vrmi_FbxTree* tree = scene->tree;
    uint32_t list = vrmi_fbx_child(tree, 0, "Takes"), take = 0;
    while (list != 0 && (take = next_take(tree, list, take)) != 0) {
        uint32_t time = vrmi_fbx_child(tree, take, "LocalTime");
        if (time == 0 || !vrmi_fbx_text_is(vrmi_fbx_value(tree, take, 0), name)) continue;
        scene->fbx->start = vrmi_fbx_value(tree, time, 0).integer;
        scene->fbx->stop = vrmi_fbx_value(tree, time, 1).integer;
        return;
    }
}

static bool is_range(int64_t start, int64_t stop) {
    return start >= -VRMI_FBX_TICKS_MAX && stop <= VRMI_FBX_TICKS_MAX && start < stop;
}

/* The range that the take states, or that of its keys; frames at the rate of the file. */
static void set_times(vrmi_FbxScene* scene, const vrmi_FbxCurveMaker* maker, uint32_t stack) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    const char* name = fbx->take_names[fbx->take];
    if (stack != 0) {
        uint32_t defaults = scene->stack_template;
        fbx->start = vrmi_fbx_property_integer(tree, stack, defaults, "LocalStart", 0);
        fbx->stop = vrmi_fbx_property_integer(tree, stack, defaults, "LocalStop", 0);
    }
    if (!is_range(fbx->start, fbx->stop)) read_local_time(scene, name);
    bool is_stated = is_range(fbx->start, fbx->stop);
    double frames = ((double)fbx->stop - (double)fbx->start) / fbx->frame_ticks;
    if (!is_stated || frames > VRMI_FBX_FRAMES_MAX) {
        bool has_range = is_range(maker->first_time, maker->last_time);
        fbx->start = maker->first_time <= maker->last_time ? maker->first_time : 0;
        fbx->stop = has_range ? maker->last_time : fbx->start;
        frames = ((double)fbx->stop - (double)fbx->start) / fbx->frame_ticks;
    }
    if (!(frames < VRMI_FBX_FRAMES_MAX)) {
        vrmi_fbx_fail_memory(tree, VRM_ERR_LIMIT);
        return;
    }
    fbx->frame_count = (int32_t)(frames + 0.01) + 1;
}

void vrmi_fbx_read_takes(vrmi_FbxScene* scene) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    Takes takes;
    fbx->frame_count = 1;
    list_takes(scene, &takes);
    if (tree->result == VRM_OK) name_takes(scene, &takes);
    if (tree->result != VRM_OK || (takes.count == 0 && tree->input->take == NULL)) return;
    tree->result =
        vrmi_capture_choose(tree->input, fbx->take_names, takes.moves, takes.count, &fbx->take);
    if (tree->result != VRM_OK) return;
    vrmi_FbxCurveMaker maker = {.tree = tree,
                                .arena = &fbx->arena,
                                .ticks = fbx->ticks,
                                .first_time = INT64_MAX,
                                .last_time = INT64_MIN};
    uint32_t stack = 0;
    if (takes.stacks != NULL) {
        stack = scene->objects[takes.stacks[fbx->take]].node;
        vrmi_fbx_read_stack(scene, &maker, takes.stacks[fbx->take]);
    } else {
        vrmi_fbx_read_old_take(scene, &maker, takes.nodes[fbx->take]);
    }
    if (tree->result != VRM_OK) return;
    if (maker.has_damage)
        vrmi_report_at(tree->input->report, VRMI_RULE_FBX_CURVES_DAMAGED, VRM_NO_OFFSET, NULL);
    fbx->has_keys = maker.has_damage || maker.first_time <= maker.last_time;
    set_times(scene, &maker, stack);
}

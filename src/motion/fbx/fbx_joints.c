/* SPDX-License-Identifier: MIT */
/* Models to joints. Cameras, lights and skins are left out, as long as nothing hangs on them. */
#include "motion/fbx/fbx.h"

#include <string.h>

/* ---- Models ---- */

/* Where the values of a model's properties are; `tree` NULL: it has none. */
enum {
    TRANSLATION,
    ROTATION,
    SCALING,
    ROTATION_OFFSET,
    ROTATION_PIVOT,
    SCALING_OFFSET,
    SCALING_PIVOT,
    PRE_ROTATION,
    POST_ROTATION,
    ROTATION_ORDER,
    ROTATION_ACTIVE,
    LIMITS_ONLY,
    INHERIT_TYPE,
    USED
};

static const char* const used_names[USED] = {
    "Lcl Translation", "Lcl Rotation",  "Lcl Scaling",    "RotationOffset",
    "RotationPivot",   "ScalingOffset", "ScalingPivot",   "PreRotation",
    "PostRotation",    "RotationOrder", "RotationActive", "RotationSpaceForLimitOnly",
    "InheritType"};

static void find_used(const vrmi_FbxTree* tree, uint32_t object, vrmi_FbxCursor used[USED]) {
    vrmi_FbxValue name;
    uint32_t list = vrmi_fbx_properties(tree, object);
    for (uint32_t p = 0; vrmi_fbx_next_property(tree, list, &p, &name);) {
        if (name.kind != VRMI_FBX_TEXT || name.text_size == 0 ||
            memchr("LRSPI", name.text[0], 5) == NULL)
            continue;
        for (int u = 0; u < USED; u++)
            if (used[u].tree == NULL && vrmi_fbx_text_is(name, used_names[u]))
                used[u] = vrmi_fbx_property_values(tree, p);
    }
}

static void take_vector(vrmi_FbxCursor values, double out[3]) {
    for (int i = 0; i < 3 && values.tree != NULL; i++) {
        vrmi_FbxValue value = vrmi_fbx_take(&values);
        if (value.kind == VRMI_FBX_INTEGER || value.kind == VRMI_FBX_REAL) out[i] = value.real;
    }
}

static int64_t take_integer(vrmi_FbxCursor values, int64_t otherwise) {
    double value[3] = {(double)otherwise, 0.0, 0.0};
    take_vector(values, value);
    return value[0] > -1e9 && value[0] < 1e9 ? (int64_t)value[0] : otherwise;
}

static bool is_zero(const double v[3]) {
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* Pre- and post-rotation and the order hold only for models that say so: SDK, FbxNode::
 * SetRotationActive(). Files that other programs wrote may not know the property. */
static void read_rotation_space(const vrmi_FbxCursor used[USED], vrmi_FbxModel* model) {
    double pre[3] = {0}, post[3] = {0}, rotation[9];
    if (take_integer(used[LIMITS_ONLY], 0) != 0 || take_integer(used[ROTATION_ACTIVE], 1) == 0)
        return;
    int64_t order = take_integer(used[ROTATION_ORDER], 0);
    model->order = order >= 0 && order < 6 ? (uint8_t)order : 0; /* 6: spheric, as XYZ */
    take_vector(used[PRE_ROTATION], pre);
    take_vector(used[POST_ROTATION], post);
    model->has_pre = !is_zero(pre);
    model->has_post = !is_zero(post);
    vrmi_fbx_rotation(0, pre, model->pre); /* always XYZ */
    vrmi_fbx_rotation(0, post, rotation);
    for (int i = 0; i < 9; i++) model->post[i] = rotation[3 * (i % 3) + i / 3]; /* inverse */
}

/* `defaults` are those of its type. */
static void read_model(const vrmi_FbxTree* tree, uint32_t node, const vrmi_FbxCursor defaults[USED],
                       vrmi_FbxModel* model) {
    vrmi_FbxCursor used[USED] = {{0}};
    double offset[3] = {0}, pivot[3] = {0}, scale_offset[3] = {0};
    find_used(tree, node, used);
    for (int u = 0; u < USED; u++)
        if (used[u].tree == NULL) used[u] = defaults[u];
    *model = (vrmi_FbxModel){.channels = {-1, -1, -1}};
    for (int i = 0; i < 3; i++) model->values[VRMI_FBX_SCALE][i] = 1.0;
    for (int p = 0; p < VRMI_FBX_PROPERTIES; p++)
        take_vector(used[TRANSLATION + p], model->values[p]);
    take_vector(used[ROTATION_OFFSET], offset);
    take_vector(used[ROTATION_PIVOT], pivot);
    take_vector(used[SCALING_OFFSET], scale_offset);
    take_vector(used[SCALING_PIVOT], model->scale_pivot);
    for (int i = 0; i < 3; i++) {
        model->place[i] = offset[i] + pivot[i];
        model->arm[i] = scale_offset[i] + model->scale_pivot[i] - pivot[i];
    }
    /* Files without properties (before version 6) have none of the other types. */
    int64_t inherit = take_integer(used[INHERIT_TYPE], tree->version < 6000 ? 1 : 0);
    model->inherit = inherit >= 0 && inherit <= 2 ? (uint8_t)inherit : 1;
    read_rotation_space(used, model);
}

/* ---- Which models ---- */

static bool is_moved(const vrmi_FbxScene* scene, int32_t model) {
    return scene->objects[model].joint == -2; /* set by mark_moved() */
}

static void mark_moved(vrmi_FbxScene* scene) {
    for (int32_t o = 0; o < scene->object_count; o++) {
        const vrmi_FbxObject* object = &scene->objects[o];
        if (object->kind == VRMI_FBX_MODEL && object->type == VRMI_FBX_LIMB)
            scene->has_limbs = true;
        if (object->kind == VRMI_FBX_CURVE_NODE && object->target >= 0)
            scene->objects[object->target].joint = -2;
    }
}

/* Returns true for models without children that are not joints: cameras, lights, and meshes that
 * are neither animated nor attached to a joint. */
static bool is_left_out(const vrmi_FbxScene* scene, int32_t model) {
    const vrmi_FbxObject* object = &scene->objects[model];
    if (object->child >= 0) return false;
    if (object->type == VRMI_FBX_CAMERA_OR_LIGHT) return true;
    if (!scene->has_limbs || object->type != VRMI_FBX_MESH || is_moved(scene, model)) return false;
    return object->parent < 0 || scene->objects[object->parent].type == VRMI_FBX_EMPTY;
}

/* ---- Order ---- */

/* Children in the order of the file. */
static void link_children(vrmi_FbxScene* scene) {
    for (int32_t o = scene->object_count - 1; o >= 0; o--) {
        vrmi_FbxObject* object = &scene->objects[o];
        if (object->kind != VRMI_FBX_MODEL || object->parent < 0) continue;
        object->next = scene->objects[object->parent].child;
        scene->objects[object->parent].child = o;
    }
}

/* The model behind this one, its children first; `root` ends the walk with -1. Models that are
 * their own ancestors are below no root, so nobody comes to them. */
static int32_t walk(const vrmi_FbxScene* scene, int32_t at, int32_t root) {
    if (scene->objects[at].child >= 0) return scene->objects[at].child;
    while (at != root && scene->objects[at].next < 0) at = scene->objects[at].parent;
    return at == root ? -1 : scene->objects[at].next;
}

static int32_t list_models(vrmi_FbxScene* scene, int32_t* out_models) {
    int32_t count = 0;
    for (int32_t o = 0; o < scene->object_count; o++) {
        if (scene->objects[o].kind != VRMI_FBX_MODEL || scene->objects[o].parent >= 0) continue;
        for (int32_t at = o; at >= 0; at = walk(scene, at, o))
            if (!is_left_out(scene, at)) out_models[count++] = at;
    }
    return count;
}

static void add_joint(vrmi_FbxScene* scene, int32_t model, const vrmi_FbxCursor defaults[USED]) {
    vrmi_Fbx* fbx = scene->fbx;
    vrmi_FbxObject* object = &scene->objects[model];
    int32_t j = fbx->joint_count++;
    object->joint = j;
    fbx->joints[j] = (vrmi_CaptureJoint){
        .name = vrmi_fbx_name(scene, vrmi_fbx_object_name(scene, object)),
        .parent = object->parent < 0 ? -1 : scene->objects[object->parent].joint,
        .bone = VRM_BONE_NONE};
    read_model(scene->tree, object->node, defaults, &fbx->models[j]);
}

void vrmi_fbx_read_joints(vrmi_FbxScene* scene) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    int32_t* models =
        vrmi_fbx_alloc(tree, &tree->arena, (size_t)scene->object_count, sizeof *models);
    if (models == NULL) return;
    link_children(scene);
    mark_moved(scene);
    int32_t count = list_models(scene, models);
    if (count > VRMI_CAPTURE_JOINTS_MAX) {
        vrmi_fbx_fail_memory(tree, VRM_ERR_LIMIT);
        return;
    }
    if (count == 0) {
        vrmi_report_at(tree->input->report, VRMI_RULE_FBX_NO_JOINTS, VRM_NO_OFFSET, NULL);
        tree->result = VRM_ERR_INVALID;
        return;
    }
    for (int32_t o = 0; o < scene->object_count; o++) scene->objects[o].joint = -1;
    fbx->joints = vrmi_fbx_alloc(tree, &fbx->arena, (size_t)count, sizeof *fbx->joints);
    fbx->models = vrmi_fbx_alloc(tree, &fbx->arena, (size_t)count, sizeof *fbx->models);
    fbx->worlds = vrmi_fbx_alloc(tree, &fbx->arena, (size_t)count, sizeof *fbx->worlds);
    vrmi_FbxCursor defaults[USED] = {{0}};
    if (scene->model_template != 0) find_used(tree, scene->model_template, defaults);
    for (int32_t i = 0; i < count && tree->result == VRM_OK; i++)
        add_joint(scene, models[i], defaults);
}

/* ---- Bind pose ---- */

static void read_pose(vrmi_FbxScene* scene, uint32_t pose) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    uint32_t child = 0;
    while ((child = vrmi_fbx_next(tree, pose, child)) != 0) {
        uint32_t node = vrmi_fbx_child(tree, child, "Node");
        uint32_t matrix = vrmi_fbx_child(tree, child, "Matrix");
        double numbers[16];
        if (node == 0 || matrix == 0) continue;
        int32_t object = vrmi_fbx_find_object(scene, vrmi_fbx_key(vrmi_fbx_value(tree, node, 0)));
        int32_t joint = object < 0 ? -1 : scene->objects[object].joint;
        if (joint < 0 || fbx->is_bound[joint] || vrmi_fbx_count(tree, matrix) < 16 ||
            !vrmi_fbx_doubles(tree, matrix, numbers, 16))
            continue;
        fbx->bind[joint] = vrmi_fbx_world_transform(fbx, numbers);
        fbx->is_bound[joint] = true;
    }
}

void vrmi_fbx_read_bind(vrmi_FbxScene* scene) {
    vrmi_FbxTree* tree = scene->tree;
    vrmi_Fbx* fbx = scene->fbx;
    size_t count = (size_t)fbx->joint_count;
    bool has_bind = false;
    fbx->bind = vrmi_fbx_alloc(tree, &fbx->arena, count, sizeof *fbx->bind);
    fbx->is_bound = vrmi_fbx_alloc(tree, &fbx->arena, count, sizeof *fbx->is_bound);
    if (tree->result != VRM_OK) return;
    for (int32_t o = 0; o < scene->object_count; o++) {
        uint32_t node = scene->objects[o].node;
        uint32_t type =
            scene->objects[o].kind == VRMI_FBX_POSE ? vrmi_fbx_child(tree, node, "Type") : 0;
        if (type != 0 && vrmi_fbx_text_is(vrmi_fbx_value(tree, type, 0), "BindPose"))
            read_pose(scene, node);
    }
    for (size_t i = 0; i < count; i++) {
        has_bind |= fbx->is_bound[i];
        if (!fbx->is_bound[i]) fbx->bind[i] = vrmi_transform_identity();
    }
    if (!has_bind) fbx->bind = NULL;
}

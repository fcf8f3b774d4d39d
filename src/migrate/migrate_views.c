/* SPDX-License-Identifier: MIT */
/* Objects that look along the -Z of their node: cameras, lights, sound emitters. With R the half
 * turn, a node's world transform W becomes R W R^-1 (turn.c), and its -Z looks the other way. A
 * node with only such objects keeps its own axes instead: W becomes R W. Where something else
 * depends on the axes of the node, the objects move into a new child that is turned back by R. */
#include "migrate/turn.h"

/* ---- What depends on the axes of a node ---- */

static void mark(uint8_t* marks, int32_t node) {
    if (node >= 0) marks[node] = 1;
}

static void mark_rig(const vrm_Model* model, uint8_t* marks) {
    const vrm_SpringBones* springs = model->spring_bones;
    for (int b = 0; b < VRM_BONE_COUNT; b++) mark(marks, model->avatar->bones[b]);
    for (int32_t i = 0; i < springs->collider_count; i++) mark(marks, springs->colliders[i].node);
    for (int32_t i = 0; i < springs->spring_count; i++) {
        const vrm_Spring* spring = &springs->springs[i];
        mark(marks, spring->center);
        for (int32_t k = 0; k < spring->joint_count; k++) mark(marks, spring->joints[k].node);
    }
    for (int32_t i = 0; i < model->constraint_count; i++) {
        mark(marks, model->constraints[i].node);
        mark(marks, model->constraints[i].source);
    }
}

static void mark_document(const vrm_Gltf* gltf, uint8_t* marks) {
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0 || gltf->nodes[i].child_count > 0 ||
            (vrmi_node_axes(gltf, i) & ~(uint32_t)VRMI_AXES_VIEW) != 0)
            marks[i] = 1;
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t k = 0; k < gltf->skins[s].joint_count; k++)
            mark(marks, gltf->skins[s].joints[k]);
    for (int32_t a = 0; a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++) {
            vrmi_ChannelTarget target = vrmi_channel_target(gltf, &gltf->animations[a].channels[c]);
            if (target.path == VRM_PATH_ROTATION) mark(marks, target.node);
        }
}

/* ---- Turning ---- */

/* R, or for migration to 0.x its inverse: migrating there and back gives the same numbers. */
static vrm_Quat half_turn(const vrmi_Migration* migration) {
    float y = migration->def.to == VRM_DIALECT_0 ? -1.0f : 1.0f;
    return (vrm_Quat){0.0f, y, 0.0f, 0.0f};
}

static void write_rotation(vrm_Edit* edit, vrm_JsonRef node, vrm_Quat q) {
    const float none = 0.0f; /* added to -0, it gives 0 */
    if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && (q.w == 1.0f || q.w == -1.0f))
        vrmi_edit_drop(edit, node, "rotation");
    else
        vrmi_edit_floats(edit, node, "rotation",
                         (float[]){q.x + none, q.y + none, q.z + none, q.w + none}, 4);
}

/* W becomes R W: rows 0 and 2 of a matrix change their sign. */
static void keep_axes(vrmi_Migration* migration, const vrm_Node* node) {
    if (node->matrix == NULL) {
        write_rotation(migration->edit, node->json,
                       vrmi_quat_mul(half_turn(migration), node->rest.rotation));
        return;
    }
    vrm_Mat4 matrix = *node->matrix;
    for (int c = 0; c < 4; c++) {
        matrix.m[c * 4] = vrmi_turned_sign(matrix.m[c * 4]);
        matrix.m[c * 4 + 2] = vrmi_turned_sign(matrix.m[c * 4 + 2]);
    }
    vrmi_edit_floats(migration->edit, node->json, "matrix", matrix.m, 16);
}

static void move_to_child(vrmi_Migration* migration, int32_t index) {
    const vrm_Node* node = &migration->gltf->nodes[index];
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef child = vrmi_edit_element(edit, "nodes", vrmi_edit_add_child(edit, index, "_view"));
    write_rotation(edit, child, half_turn(migration));
    if (node->camera >= 0) {
        vrmi_edit_integer(edit, child, "camera", node->camera);
        vrmi_edit_drop(edit, node->json, "camera");
    }
    vrm_JsonRef old = vrm_json_member(migration->json, node->json, "extensions");
    for (int i = 0; i < VRMI_VIEW_EXTENSION_COUNT && edit->result == VRM_OK; i++) {
        const char* name = vrmi_view_extensions[i];
        vrm_JsonRef extension = vrm_json_member(migration->json, old, name);
        if (extension == VRM_JSON_MISSING) continue;
        vrm_Span text = vrm_json_text(migration->json, extension);
        vrm_JsonRef extensions = vrmi_edit_object(edit, child, "extensions");
        if (edit->result == VRM_OK)
            edit->result = vrm_json_set(edit->json, extensions, name, text.data, text.size, NULL);
        vrmi_edit_drop_extension(edit, node->json, name);
    }
}

void vrmi_turn_views(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    uint8_t* is_bound = vrmi_migrate_alloc(migration, (size_t)gltf->node_count, 1);
    if (is_bound == NULL) return;
    mark_document(gltf, is_bound);
    mark_rig(migration->model, is_bound);
    for (int32_t i = 0; i < gltf->node_count && migration->edit->result == VRM_OK; i++) {
        uint32_t has = vrmi_node_axes(gltf, i);
        if ((has & VRMI_AXES_UNKNOWN) != 0)
            vrmi_report(migration->report, VRMI_RULE_MIGRATE_NODE_EXTENSION, migration->json,
                        vrm_json_member(migration->json, gltf->nodes[i].json, "extensions"), NULL);
        if ((has & VRMI_AXES_VIEW) == 0) continue;
        if (is_bound[i])
            move_to_child(migration, i);
        else
            keep_axes(migration, &gltf->nodes[i]);
    }
}

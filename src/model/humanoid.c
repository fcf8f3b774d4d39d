/* SPDX-License-Identifier: MIT */
/* The map from bones to nodes. 0.x has a list of {bone, node}; the draft, the beta and 1.0 have an
 * object whose keys are the bones. All other files use 1.0 names only. */
#include "model/bones.h"
#include "model/model.h"
#include "json/json_names.h"
#include "json/tree.h"

#include <string.h>

/* The place in the file of each bone that was read. */
typedef struct Map {
    vrm_JsonRef human_bones;
    int32_t* nodes; /* the model's bones */
    vrm_JsonRef entries[VRM_BONE_COUNT];
} Map;

static vrm_Bone bone_of_node(const vrm_Model* model, int32_t node) {
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (model->avatar->bones[bone] == node) return (vrm_Bone)bone;
    return VRM_BONE_NONE;
}

static void assign(vrmi_ModelReader* reader, Map* map, vrm_Bone bone, vrm_JsonRef entry,
                   int32_t node) {
    if (node < 0) return;
    vrm_Bone other = bone_of_node(reader->model, node);
    if (other != VRM_BONE_NONE) {
        vrmi_read_report(
            &reader->base, VRMI_RULE_HUMANOID_NODE_SHARED, entry,
            "Node %d is %s already; %s is left without a node. Give each bone a node of its "
            "own.",
            (int)node, vrm_bone_name(other), vrm_bone_name(bone));
        return;
    }
    map->nodes[bone] = node;
    map->entries[bone] = entry;
}

static void read_list(vrmi_ModelReader* reader, Map* map) {
    vrm_JsonIter it = vrm_json_iter(reader->base.json, map->human_bones);
    while (vrm_json_next(&it)) {
        vrm_JsonRef entry = vrmi_read_as_object(&reader->base, it.value);
        if (entry == VRM_JSON_MISSING) continue;
        vrm_JsonRef name = vrmi_read_member(&reader->base, entry, "bone");
        vrm_Bone bone = vrmi_bone_of_json(reader->base.json, name, true, VRMI_ANY_CASE);
        if (bone == VRM_BONE_NONE) {
            vrmi_read_report(&reader->base, VRMI_RULE_HUMANOID_BONE_UNKNOWN,
                             name == VRM_JSON_MISSING ? entry : name, NULL);
            continue;
        }
        int32_t node = vrmi_model_index(reader, entry, "node", reader->gltf->node_count,
                                        VRMI_RULE_HUMANOID_NODE_INVALID);
        if (node >= 0 && reader->model->avatar->bones[bone] >= 0)
            vrmi_read_report(&reader->base, VRMI_RULE_HUMANOID_BONE_DUPLICATED, entry, NULL);
        else
            assign(reader, map, bone, entry, node);
    }
}

/* The draft's hints for drawing the end of a chain ("headTail"): they are not bones, and are kept
 * unchanged. */
static bool is_tail_hint(const vrmi_ModelReader* reader, vrm_JsonRef key) {
    char text[32];
    if (reader->model->dialect != VRM_DIALECT_DRAFT ||
        !vrmi_json_short_name(reader->base.json, key, text, sizeof text))
        return false;
    size_t length = strlen(text);
    return length >= 4 && strcmp(text + length - 4, "Tail") == 0;
}

/* In the 1.0 family the thumbs have their old names if a thumb has an Intermediate, and in drafts
 * unless one has a Metacarpal. */
static bool has_old_thumbs(vrmi_ModelReader* reader, vrm_JsonRef human_bones) {
    static const char* const old_names[] = {"leftThumbIntermediate", "rightThumbIntermediate",
                                            NULL};
    static const char* const new_names[] = {"leftThumbMetacarpal", "rightThumbMetacarpal", NULL};
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef old_name =
        vrmi_read_member(base, human_bones, vrmi_model_alias(reader, human_bones, old_names));
    vrm_JsonRef new_name =
        vrmi_read_member(base, human_bones, vrmi_model_alias(reader, human_bones, new_names));
    if (old_name != VRM_JSON_MISSING && reader->model->dialect == VRM_DIALECT_1)
        vrmi_report(base->report, VRMI_RULE_HUMANOID_OLD_THUMB_NAMES, base->json, old_name, NULL);
    return old_name != VRM_JSON_MISSING ||
           (reader->model->dialect == VRM_DIALECT_DRAFT && new_name == VRM_JSON_MISSING);
}

static void read_object(vrmi_ModelReader* reader, Map* map) {
    bool old_thumbs = has_old_thumbs(reader, map->human_bones);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, map->human_bones);
    while (vrmi_json_next_member(&it)) {
        vrm_Bone bone = vrmi_bone_of_json(reader->base.json, it.key, old_thumbs, VRMI_EXACT);
        if (bone == VRM_BONE_NONE) {
            if (!is_tail_hint(reader, it.key))
                vrmi_read_report(&reader->base, VRMI_RULE_HUMANOID_BONE_UNKNOWN, it.value, NULL);
            continue;
        }
        if (reader->model->avatar->bones[bone] >= 0)
            continue; /* by an old and a new name of a thumb */
        vrm_JsonRef entry = vrmi_read_as_object(&reader->base, it.value);
        if (entry == VRM_JSON_MISSING) continue;
        assign(reader, map, bone, entry,
               vrmi_model_required_index(reader, entry, "node", reader->gltf->node_count,
                                         VRMI_RULE_HUMANOID_NODE_INVALID));
    }
}

static void check_required(vrmi_ModelReader* reader, const Map* map) {
    const vrm_Model* model = reader->model;
    if (reader->base.result != VRM_OK) return; /* the map may not have been read whole */
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if (model->avatar->bones[bone] >= 0) continue;
        if (vrm_bone_is_required((vrm_Bone)bone)) {
            vrmi_read_report(&reader->base, VRMI_RULE_HUMANOID_BONE_MISSING, map->human_bones,
                             "The required bone %s is not mapped. Map it to a node.",
                             vrm_bone_name((vrm_Bone)bone));
        } else if (model->dialect == VRM_DIALECT_0 &&
                   (bone == VRM_BONE_CHEST || bone == VRM_BONE_NECK)) {
            vrmi_report(
                reader->base.report, VRMI_RULE_HUMANOID_CHEST_OR_NECK_MISSING, reader->base.json,
                map->human_bones,
                "VRM 0.x wants the bone %s mapped; applications of that time may refuse the "
                "avatar.",
                vrm_bone_name((vrm_Bone)bone));
        }
    }
}

/* The node of the nearest mapped ancestor bone, or -1. */
static vrm_Bone nearest_ancestor(const vrm_Model* model, vrm_Bone bone) {
    do bone = vrm_bone_parent(bone);
    while (bone != VRM_BONE_NONE && model->avatar->bones[bone] < 0);
    return bone;
}

/* Checks the map as a whole. Bones with a fault are kept, because a pose can still be set on
 * them. */
static void check_hierarchy(vrmi_ModelReader* reader, const Map* map) {
    const vrm_Model* model = reader->model;
    const vrmi_Tree* tree = vrmi_model_tree(reader);
    if (reader->base.result != VRM_OK) return; /* no memory for the tree, or no whole map */
    bool is_final = model->dialect == VRM_DIALECT_BETA || model->dialect == VRM_DIALECT_1;
    for (int i = 0; i < VRM_BONE_COUNT; i++) {
        vrm_Bone bone = (vrm_Bone)i, parent = vrm_bone_parent(bone);
        if (model->avatar->bones[bone] < 0) continue;
        if (is_final && vrmi_bone_needs_parent(bone) && model->avatar->bones[parent] < 0)
            vrmi_report(reader->base.report, VRMI_RULE_HUMANOID_PARENT_BONE_MISSING,
                        reader->base.json, map->entries[bone],
                        "%s is mapped without %s, which it needs as its parent. Map that one too.",
                        vrm_bone_name(bone), vrm_bone_name(parent));
        vrm_Bone above = nearest_ancestor(model, bone);
        if (above != VRM_BONE_NONE &&
            !vrmi_tree_is_below(tree, model->avatar->bones[bone], model->avatar->bones[above]))
            vrmi_report(reader->base.report, VRMI_RULE_HUMANOID_NOT_DESCENDANT, reader->base.json,
                        map->entries[bone],
                        "The node of %s is not below the node of %s. Correct the map or the node "
                        "tree.",
                        vrm_bone_name(bone), vrm_bone_name(above));
    }
}

/* The humanBones; or VRM_JSON_MISSING, and a finding that they are missing or of the wrong type. */
static vrm_JsonRef find_human_bones(vrmi_ModelReader* reader, bool is_list) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef vrm = reader->roots.vrm;
    vrm_JsonRef humanoid = vrmi_read_object(base, vrm, "humanoid");
    if (vrmi_read_member(base, vrm, "humanoid") == VRM_JSON_MISSING)
        vrmi_read_report(base, VRMI_RULE_HUMANOID_MISSING, vrm, NULL);
    else if (humanoid != VRM_JSON_MISSING &&
             vrmi_read_member(base, humanoid, "humanBones") == VRM_JSON_MISSING)
        vrmi_read_report(base, VRMI_RULE_HUMANOID_MISSING, humanoid, NULL);
    return is_list ? vrmi_read_array(base, humanoid, "humanBones")
                   : vrmi_read_object(base, humanoid, "humanBones");
}

void vrmi_read_humanoid(vrmi_ModelReader* reader) {
    if (reader->roots.vrm == VRM_JSON_MISSING) return;
    bool is_list = reader->model->dialect == VRM_DIALECT_0;
    Map map = {.nodes = vrmi_read_alloc(&reader->base, VRM_BONE_COUNT, sizeof *map.nodes)};
    if (map.nodes == NULL) return;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) map.nodes[bone] = -1;
    reader->avatar->bones = map.nodes;
    map.human_bones = find_human_bones(reader, is_list);
    if (map.human_bones == VRM_JSON_MISSING) return;
    if (is_list)
        read_list(reader, &map);
    else
        read_object(reader, &map);
    check_required(reader, &map);
    check_hierarchy(reader, &map);
}

/* The draft says that an avatar looks along -Z and also that its left is +X, which contradict each
 * other: the positions of the bones decide. If they are ambiguous, the draft's table is used. */
static int32_t facing_of_bones(vrmi_ModelReader* reader) {
    static const vrm_Bone pairs[][2] = {{VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
                                        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM},
                                        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG}};
    const vrm_Affine* rest = vrmi_model_rest(reader);
    for (size_t i = 0; rest != NULL && i < sizeof pairs / sizeof *pairs; i++) {
        int32_t left = vrmi_model_bone(reader->model, pairs[i][0]);
        int32_t right = vrmi_model_bone(reader->model, pairs[i][1]);
        if (left < 0 || right < 0) continue;
        float apart = rest[left].rows[0].w - rest[right].rows[0].w;
        if (apart > 0.0f) return 1;
        if (apart < 0.0f) return -1;
    }
    return -1;
}

void vrmi_read_facing(vrmi_ModelReader* reader) {
    switch (reader->model->dialect) {
    case VRM_DIALECT_0: reader->model->facing = -1; break;
    case VRM_DIALECT_DRAFT: reader->model->facing = facing_of_bones(reader); break;
    default: reader->model->facing = 1; break;
    }
}

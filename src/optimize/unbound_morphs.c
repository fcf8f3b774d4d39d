/* SPDX-License-Identifier: MIT */
/* Removes morph targets that nothing moves: no expression binds them, no animation drives the mesh,
 * no weight at rest is set, and their name is none that face trackers use. */
#include "optimize/morph_binds.h"
#include "optimize/optimize.h"
#include "optimize/patches.h"

#include "base/ascii.h"

#include <string.h>

typedef struct Unbound {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    const vrm_Json* json;
    uint32_t* first;   /* of each mesh: its first target in the lists below; and the end */
    uint8_t* is_moved; /* of each target */
    uint32_t* new_index;
    vrmi_Patches patches;
} Unbound;

/* ---- Bound targets ---- */

static void mark_bind(void* ctx, const vrmi_Bind* bind) {
    Unbound* unbound = ctx;
    if (bind->is_sound) unbound->is_moved[unbound->first[bind->mesh] + (uint32_t)bind->target] = 1;
}

static void mark_weights(Unbound* unbound, int32_t mesh, const vrm_MorphWeights* weights) {
    for (int32_t i = 0; weights != NULL && i < weights->count; i++)
        if (i < unbound->gltf->meshes[mesh].target_count && weights->values[i] != 0.0f)
            unbound->is_moved[unbound->first[mesh] + (uint32_t)i] = 1;
}

/* ---- Names of face trackers ---- */

/* The 52 blend shapes of ARKit, in small letters. */
static const char* const arkit_names[] = {
    "browdownleft",      "browdownright",      "browinnerup",         "browouterupleft",
    "browouterupright",  "cheekpuff",          "cheeksquintleft",     "cheeksquintright",
    "eyeblinkleft",      "eyeblinkright",      "eyelookdownleft",     "eyelookdownright",
    "eyelookinleft",     "eyelookinright",     "eyelookoutleft",      "eyelookoutright",
    "eyelookupleft",     "eyelookupright",     "eyesquintleft",       "eyesquintright",
    "eyewideleft",       "eyewideright",       "jawforward",          "jawleft",
    "jawopen",           "jawright",           "mouthclose",          "mouthdimpleleft",
    "mouthdimpleright",  "mouthfrownleft",     "mouthfrownright",     "mouthfunnel",
    "mouthleft",         "mouthlowerdownleft", "mouthlowerdownright", "mouthpressleft",
    "mouthpressright",   "mouthpucker",        "mouthright",          "mouthrolllower",
    "mouthrollupper",    "mouthshruglower",    "mouthshrugupper",     "mouthsmileleft",
    "mouthsmileright",   "mouthstretchleft",   "mouthstretchright",   "mouthupperupleft",
    "mouthupperupright", "nosesneerleft",      "nosesneerright",      "tongueout"};

/* Files spell them eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L or with a name of the mesh before them.
 */
static bool ends_like(const char* name, const char* like) {
    char plain[128];
    size_t size = 0, length = strlen(like);
    for (; *name != '\0'; name++) {
        if (*name == '_' || *name == ' ' || *name == '-') continue;
        if (size == sizeof plain - 8) return false;
        plain[size++] = vrmi_lower(*name);
    }
    plain[size] = '\0';
    if (size >= length && strcmp(plain + size - length, like) == 0) return true;
    /* eyeBlink_L, eyeBlink_R */
    const char* side = strcmp(like + length - 4, "left") == 0                  ? "left"
                       : length > 5 && strcmp(like + length - 5, "right") == 0 ? "right"
                                                                               : NULL;
    if (side == NULL || size == 0 || plain[size - 1] != side[0]) return false;
    strcpy(plain + size - 1, side);
    size += strlen(side) - 1;
    return size >= length && strcmp(plain + size - length, like) == 0;
}

static bool is_tracker_name(const char* name) {
    for (size_t i = 0; i < sizeof arkit_names / sizeof *arkit_names; i++)
        if (ends_like(name, arkit_names[i])) return true;
    return false;
}

static void mark_names(Unbound* unbound, int32_t index) {
    const vrm_Mesh* mesh = &unbound->gltf->meshes[index];
    int32_t kept = 0;
    for (int32_t i = 0; i < mesh->target_name_count && i < mesh->target_count; i++) {
        uint8_t* is_moved = &unbound->is_moved[unbound->first[index] + (uint32_t)i];
        if (*is_moved || !is_tracker_name(mesh->target_names[i])) continue;
        *is_moved = 1;
        kept++;
    }
    if (kept > 0)
        vrmi_report(unbound->optimization->report, VRMI_RULE_OPTIMIZE_MORPHS_KEPT, unbound->json,
                    mesh->json, "Morph targets with names of ARKit, which trackers drive: %d.",
                    (int)kept);
}

static void mark_all(Unbound* unbound) {
    const vrm_Gltf* gltf = unbound->gltf;
    vrmi_each_bind(unbound->optimization, mark_bind, unbound);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0)
            mark_weights(unbound, gltf->nodes[i].mesh, gltf->nodes[i].weights);
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        mark_weights(unbound, m, gltf->meshes[m].weights);
        mark_names(unbound, m);
    }
    for (int32_t a = 0; a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++) {
            const vrm_AnimationChannel* channel = &gltf->animations[a].channels[c];
            int32_t mesh = channel->path == VRM_PATH_WEIGHTS && channel->node >= 0
                               ? gltf->nodes[channel->node].mesh
                               : -1;
            if (mesh >= 0)
                memset(unbound->is_moved + unbound->first[mesh], 1,
                       (size_t)gltf->meshes[mesh].target_count);
        }
}

/* ---- Writing ---- */

static void renumber(void* ctx, const vrmi_Bind* bind) {
    Unbound* unbound = ctx;
    if (!bind->is_sound) return;
    uint32_t number = unbound->new_index[unbound->first[bind->mesh] + (uint32_t)bind->target];
    if (number != bind->target) vrmi_patches_number(&unbound->patches, bind->index, number);
}

/* A list with one element for each target of a mesh. */
static void cut(Unbound* unbound, int32_t mesh, vrm_JsonRef list) {
    uint32_t count = vrm_json_count(unbound->json, list);
    uint8_t* is_removed = vrmi_optimization_alloc(unbound->optimization, (size_t)count + 1, 1);
    uint32_t targets = (uint32_t)unbound->gltf->meshes[mesh].target_count;
    if (is_removed == NULL || vrm_json_type(unbound->json, list) != VRM_JSON_ARRAY) return;
    for (uint32_t i = 0; i < count && i < targets; i++)
        is_removed[i] = !unbound->is_moved[unbound->first[mesh] + i];
    vrmi_patches_cut(&unbound->patches, list, is_removed);
}

static void cut_names(Unbound* unbound, int32_t mesh, vrm_JsonRef object) {
    vrm_JsonRef extras = vrm_json_member(unbound->json, object, "extras");
    cut(unbound, mesh, vrm_json_member(unbound->json, extras, "targetNames"));
}

static void cut_mesh(Unbound* unbound, int32_t index) {
    const vrm_Json* json = unbound->json;
    const vrm_Mesh* mesh = &unbound->gltf->meshes[index];
    uint32_t next = 0;
    for (uint32_t i = unbound->first[index]; i < unbound->first[index + 1]; i++)
        unbound->new_index[i] = unbound->is_moved[i] ? next++ : UINT32_MAX;
    if (next == (uint32_t)mesh->target_count) return;
    cut(unbound, index, vrm_json_member(json, mesh->json, "weights"));
    cut_names(unbound, index, mesh->json);
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        cut(unbound, index, vrm_json_member(json, mesh->primitives[p].json, "targets"));
        cut_names(unbound, index, mesh->primitives[p].json);
    }
}

/* Drops a member that became an empty array. */
static void drop_empty(vrm_Edit* edit, vrm_JsonRef object, const char* key) {
    vrm_JsonRef list = vrm_json_member(edit->json, object, key);
    if (vrm_json_type(edit->json, list) == VRM_JSON_ARRAY && vrm_json_count(edit->json, list) == 0)
        vrmi_edit_drop(edit, object, key);
}

static void drop_all_empty(vrm_Edit* edit) {
    vrm_JsonRef root = vrm_json_root(edit->json);
    vrm_JsonRef meshes = vrm_json_member(edit->json, root, "meshes");
    vrm_JsonRef nodes = vrm_json_member(edit->json, root, "nodes");
    for (uint32_t m = 0; m < vrm_json_count(edit->json, meshes) && edit->result == VRM_OK; m++) {
        vrm_JsonRef mesh = vrm_json_element(edit->json, meshes, m);
        vrm_JsonRef primitives = vrm_json_member(edit->json, mesh, "primitives");
        drop_empty(edit, mesh, "weights");
        drop_empty(edit, vrm_json_member(edit->json, mesh, "extras"), "targetNames");
        for (uint32_t p = 0; p < vrm_json_count(edit->json, primitives); p++) {
            vrm_JsonRef primitive = vrm_json_element(edit->json, primitives, p);
            drop_empty(edit, primitive, "targets");
            drop_empty(edit, vrm_json_member(edit->json, primitive, "extras"), "targetNames");
        }
    }
    for (uint32_t i = 0; i < vrm_json_count(edit->json, nodes) && edit->result == VRM_OK; i++)
        drop_empty(edit, vrm_json_element(edit->json, nodes, i), "weights");
}

static bool make_lists(Unbound* unbound) {
    vrmi_Optimization* optimization = unbound->optimization;
    const vrm_Gltf* gltf = unbound->gltf;
    size_t targets = 0;
    unbound->first =
        vrmi_optimization_alloc(optimization, (size_t)gltf->mesh_count + 1, sizeof *unbound->first);
    if (unbound->first == NULL) return false;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        unbound->first[m] = (uint32_t)targets;
        targets += (size_t)gltf->meshes[m].target_count;
    }
    unbound->first[gltf->mesh_count] = (uint32_t)targets;
    unbound->is_moved = vrmi_optimization_alloc(optimization, targets + 1, 1);
    unbound->new_index =
        vrmi_optimization_alloc(optimization, targets + 1, sizeof *unbound->new_index);
    return targets <= UINT32_MAX && optimization->edit->result == VRM_OK;
}

/* Channels of KHR_animation_pointer move weights by paths, "/nodes/3/weights" or one of them: a
 * file that has some keeps its targets. */
static bool has_pointers(const Unbound* unbound) {
    const vrm_Gltf* gltf = unbound->gltf;
    for (int32_t a = 0; a < gltf->animation_count; a++) {
        vrm_JsonRef channels = vrm_json_member(unbound->json, gltf->animations[a].json, "channels");
        vrm_JsonIter it = vrm_json_iter(unbound->json, channels);
        while (vrm_json_next(&it)) {
            vrm_JsonRef target = vrm_json_member(unbound->json, it.value, "target");
            vrm_JsonRef path = vrm_json_member(unbound->json, target, "path");
            if (vrm_json_equals(unbound->json, path, "pointer")) return true;
        }
    }
    return false;
}

void vrmi_unbound_morphs(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    const vrm_Gltf* gltf = optimization->gltf;
    Unbound unbound = {.optimization = optimization,
                       .gltf = gltf,
                       .json = edit->json,
                       .patches = vrmi_patches(edit)};
    /* The draft of 2019 binds by other members. */
    if (optimization->model->dialect == VRM_DIALECT_DRAFT || has_pointers(&unbound) ||
        !make_lists(&unbound))
        return;
    mark_all(&unbound);
    for (int32_t m = 0; m < gltf->mesh_count; m++) cut_mesh(&unbound, m);
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0)
            cut(&unbound, gltf->nodes[i].mesh,
                vrm_json_member(edit->json, gltf->nodes[i].json, "weights"));
    vrmi_each_bind(optimization, renumber, &unbound);
    optimization->is_changed = unbound.patches.count > 0;
    vrmi_patches_apply(&unbound.patches);
    vrmi_patches_release(&unbound.patches);
    if (optimization->is_changed) drop_all_empty(edit);
}

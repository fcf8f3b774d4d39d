/* SPDX-License-Identifier: MIT */
/* Makes a model from a file: loads the document, detects its dialect, reads its VRM parts. The
 * inspection functions are in look.c. */
#include "model/model.h"

#include "json/tree.h"

/* ---- What readers share ---- */

void* vrmi_model_scratch(vrmi_ModelReader* reader, size_t count, size_t size) {
    if (count == 0 || reader->base.result != VRM_OK) return NULL;
    void* memory = vrmi_arena_pack(&reader->scratch, count, size);
    if (memory == NULL) vrmi_read_fail(&reader->base, VRM_ERR_MEMORY);
    return memory;
}

bool vrmi_tree_is_below(const vrmi_Tree* tree, int32_t node, int32_t ancestor) {
    if (tree->enter == NULL) return false; /* no memory: reading fails anyway */
    int32_t distance = tree->enter[node] - tree->enter[ancestor];
    return distance > 0 && distance < tree->size[ancestor];
}

/* node_order is depth first, every parent before its children: so the position of a node in it is
 * the order of entering, and subtree sizes are summed from the end. */
const vrmi_Tree* vrmi_model_tree(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    size_t count = (size_t)gltf->node_count;
    if (reader->tree.enter != NULL) return &reader->tree;
    int32_t* enter = vrmi_model_scratch(reader, count * 2, sizeof *enter);
    if (enter == NULL) return &reader->tree;
    int32_t* size = enter + count;
    for (size_t i = count; i-- > 0;) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        enter[node] = (int32_t)i;
        size[node]++;
        if (parent >= 0) size[parent] += size[node];
    }
    reader->tree = (vrmi_Tree){enter, size};
    return &reader->tree;
}

const vrmi_MeshNodes* vrmi_model_mesh_nodes(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    size_t first_count = (size_t)gltf->mesh_count + 2;
    if (reader->mesh_nodes.first != NULL) return &reader->mesh_nodes;
    int32_t* first =
        vrmi_model_scratch(reader, first_count + (size_t)gltf->node_count, sizeof *first);
    if (first == NULL) return &reader->mesh_nodes;
    int32_t* nodes = first + first_count;
    /* The counts are stored two places ahead: when all nodes are placed, each entry has advanced to
     * the first node of its mesh. */
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) first[gltf->nodes[i].mesh + 2]++;
    for (int32_t i = 2; i < gltf->mesh_count + 2; i++) first[i] += first[i - 1];
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) nodes[first[gltf->nodes[i].mesh + 1]++] = i;
    reader->mesh_nodes = (vrmi_MeshNodes){first, nodes};
    return &reader->mesh_nodes;
}

vrm_Affine vrmi_model_local(const vrm_Node* node) {
    return node->matrix != NULL ? vrmi_affine_from_mat4(node->matrix)
                                : vrmi_affine_from_transform(node->rest);
}

const vrm_Affine* vrmi_model_rest(vrmi_ModelReader* reader) {
    if (reader->rest != NULL) return reader->rest;
    const vrm_Gltf* gltf = reader->gltf;
    vrm_Affine* rest = vrmi_model_scratch(reader, (size_t)gltf->node_count, sizeof *rest);
    if (rest == NULL) return NULL;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t index = gltf->node_order[i];
        const vrm_Node* node = &gltf->nodes[index];
        vrm_Affine local = vrmi_model_local(node);
        rest[index] = node->parent < 0 ? local : vrmi_affine_mul(&rest[node->parent], &local);
    }
    reader->rest = rest;
    return rest;
}

bool vrmi_model_invert(const vrm_Affine* map, vrm_Affine* out_inverse) {
    *out_inverse = vrmi_affine_inverse(map);
    return vrmi_vec3_reach(vrmi_affine_column(out_inverse, 0)) > 0.0f;
}

/* ---- Reading ---- */

static const vrmi_VrmContent no_avatar = {.spec_version = "", .first_person_node = -1};
static const vrm_SpringBones no_spring_bones = {.json = VRM_JSON_MISSING};

/* Springs run early: they need the most scratch memory, and less of the model is resident then.
 * Expressions of 0.x need the surfaces. */
static void (*const part_readers[])(vrmi_ModelReader*) = {
    vrmi_read_humanoid,     vrmi_read_facing,      vrmi_read_rest_binds, vrmi_read_springs,
    vrmi_read_surfaces,     vrmi_read_expressions, vrmi_read_meta,       vrmi_read_look_at,
    vrmi_read_first_person, vrmi_read_constraints, vrmi_read_clip,
};

static bool open_avatar(vrmi_ModelReader* reader) {
    vrmi_VrmContent* avatar = vrmi_read_alloc(&reader->base, 1, sizeof *avatar);
    if (avatar == NULL) return false;
    *avatar = no_avatar;
    avatar->spec_version = vrmi_read_text(
        &reader->base, vrmi_read_member(&reader->base, reader->roots.vrm, "specVersion"));
    reader->model->avatar = reader->avatar = avatar;
    return true;
}

/* Scratch memory adds to the peak: what a reader took is released when it ends. */
static void read_parts(vrmi_ModelReader* reader) {
    enum { STEP = 256 };
    vrm_Model* model = reader->model;
    reader->roots = vrmi_detect(&reader->base);
    model->dialect = reader->roots.dialect;
    if (model->dialect != VRM_DIALECT_NONE && !open_avatar(reader)) return;
    vrmi_arena_init(&reader->scratch, &model->document->def.allocator, 0);
    reader->scratch.next_block_size = reader->scratch.largest_step = STEP;
    for (size_t i = 0; i < sizeof part_readers / sizeof *part_readers; i++) {
        part_readers[i](reader);
        vrmi_arena_release(&reader->scratch);
        reader->tree = (vrmi_Tree){0};
        reader->mesh_nodes = (vrmi_MeshNodes){0};
        reader->rest = NULL;
    }
}

vrm_Result vrmi_model_read(vrmi_Document* document, vrm_Report* report, vrm_Model** out_model) {
    *out_model = NULL;
    const vrm_Allocator* allocator = &document->def.allocator;
    vrm_Model* model = vrmi_alloc_zeroed(allocator, 1, sizeof *model);
    if (model == NULL) return VRM_ERR_MEMORY;
    model->document = document;
    model->avatar = &no_avatar;
    model->spring_bones = &no_spring_bones;
    vrmi_ModelReader reader = {
        .base = vrmi_document_reader(document, report), .gltf = &document->gltf, .model = model};
    reader.base.fault_severity = VRM_WARNING;
    read_parts(&reader);
    vrm_Result result = reader.base.result;
    if (result == VRM_OK && document->def.is_strict && reader.base.fault_count > 0)
        result = VRM_ERR_INVALID;
    if (result == VRM_OK)
        *out_model = model;
    else
        vrmi_release(allocator, model, sizeof *model);
    return result;
}

/* ---- Load ---- */

static vrm_Result finish_load(vrm_Result result, vrmi_Document* document, vrm_Report* report,
                              vrm_Model** out_model) {
    *out_model = NULL;
    if (result != VRM_OK) return result;
    vrmi_budget_open(&document->budget, &document->def.limits, vrmi_document_source_bytes(document),
                     0, report);
    result = vrmi_budget_close(&document->budget, vrmi_model_read(document, report, out_model));
    if (result != VRM_OK) vrmi_document_destroy(document);
    return result;
}

vrm_Result vrm_model_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                          vrm_Report* report, vrm_Model** out_model) {
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load(bytes, size, def, report, &document);
    return finish_load(result, document, report, out_model);
}

vrm_Result vrm_model_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                               vrm_Model** out_model) {
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load_file(path, def, report, &document);
    return finish_load(result, document, report, out_model);
}

vrmi_Document* vrmi_model_forget(vrm_Model* model) {
    vrmi_Document* document = model->document;
    vrmi_release(&document->def.allocator, model, sizeof *model);
    return document;
}

void vrm_model_destroy(vrm_Model* model) {
    if (model != NULL) vrmi_document_destroy(vrmi_model_forget(model));
}

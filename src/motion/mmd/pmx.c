/* SPDX-License-Identifier: MIT */
#include "motion/mmd/pmx.h"

#include "base/bytes.h"
#include "motion/mmd/pmx_read.h"

#include <string.h>

typedef struct Reader {
    vrmi_PmxReader values;
    const vrmi_CaptureInput* input;
    vrmi_Arena* arena;
    vrmi_MmdModel* model;
    size_t link_room;
    bool has_strays;
} Reader;

bool vrmi_pmx_recognises(const uint8_t* bytes, size_t size) {
    return size >= 4 && memcmp(bytes, "PMX ", 4) == 0;
}

static vrm_Result too_large(Reader* r, const char* what) {
    vrmi_report_at(r->input->report, VRMI_RULE_MOTION_TOO_LARGE, VRM_NO_OFFSET,
                   "The model is too large: %s.", what);
    return VRM_ERR_LIMIT;
}

static vrm_Result damaged(Reader* r) {
    vrmi_report_at(r->input->report, VRMI_RULE_PMX_SYNTAX,
                   (uint64_t)(r->values.at - r->values.begin), NULL);
    return VRM_ERR_INVALID;
}

/* ---- Bones ---- */

static vrm_Result add_link(Reader* r, vrmi_MmdLink link) {
    vrmi_MmdModel* model = r->model;
    if (model->link_count == VRMI_PMX_LINKS_MAX) return too_large(r, "more than 65536 links of IK");
    vrmi_MmdLink* links = vrmi_array_reserve(&r->input->allocator, model->links, &r->link_room,
                                             (size_t)model->link_count + 1, sizeof *links);
    if (links == NULL) return VRM_ERR_MEMORY;
    model->links = links;
    links[model->link_count++] = link;
    return VRM_OK;
}

static vrm_Result read_ik(Reader* r, vrmi_MmdBone* bone) {
    enum { ITERATIONS_MAX = 256 };
    vrmi_PmxReader* values = &r->values;
    bone->ik_target = vrmi_pmx_index(values, VRMI_PMX_BONE);
    uint32_t iterations = vrmi_pmx_u32(values);
    bone->ik_iterations = iterations < ITERATIONS_MAX ? (int32_t)iterations : ITERATIONS_MAX;
    bone->ik_angle = vrmi_pmx_float(values);
    uint32_t count = vrmi_pmx_count(values, (size_t)values->index_sizes[VRMI_PMX_BONE] + 1);
    bone->first_link = r->model->link_count;
    for (uint32_t i = 0; i < count && !values->failed; i++) {
        vrmi_MmdLink link = {.bone = vrmi_pmx_index(values, VRMI_PMX_BONE)};
        link.is_limited = vrmi_pmx_u8(values) != 0;
        if (link.is_limited) {
            vrm_Vec3 a = vrmi_pmx_vec3(values), b = vrmi_pmx_vec3(values);
            link.low = (vrm_Vec3){fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)};
            link.high = (vrm_Vec3){fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)};
        }
        vrm_Result result = add_link(r, link);
        if (result != VRM_OK) return result;
        bone->link_count++;
    }
    return VRM_OK;
}

static vrm_Result read_bone(Reader* r, vrmi_MmdBone* bone) {
    vrmi_PmxReader* values = &r->values;
    *bone = (vrmi_MmdBone){.tail = -1, .append = -1, .ik_target = -1};
    bone->name = vrmi_pmx_text(values, r->arena);
    if (bone->name == NULL) return VRM_ERR_MEMORY;
    vrmi_pmx_skip_text(values); /* the English name */
    bone->position = vrmi_pmx_vec3(values);
    bone->parent = vrmi_pmx_index(values, VRMI_PMX_BONE);
    bone->layer = (int32_t)vrmi_pmx_u32(values);
    const uint8_t* flags = vrmi_pmx_take(values, 2);
    bone->flags = flags == NULL ? 0 : vrmi_load_u16(flags);
    if (bone->flags & VRMI_MMD_TAIL_IS_BONE)
        bone->tail = vrmi_pmx_index(values, VRMI_PMX_BONE);
    else
        vrmi_pmx_take(values, 12);
    if (bone->flags & (VRMI_MMD_APPEND_ROTATION | VRMI_MMD_APPEND_POSITION)) {
        bone->append = vrmi_pmx_index(values, VRMI_PMX_BONE);
        bone->append_ratio = vrmi_pmx_float(values);
    }
    if (bone->flags & VRMI_MMD_FIXED_AXIS) bone->axis = vrmi_vec3_normalize(vrmi_pmx_vec3(values));
    if (bone->flags & VRMI_MMD_LOCAL_AXES) vrmi_pmx_take(values, 24);
    if (bone->flags & VRMI_MMD_OUTER_PARENT) vrmi_pmx_take(values, 4);
    return bone->flags & VRMI_MMD_IK ? read_ik(r, bone) : VRM_OK;
}

static vrm_Result read_bones(Reader* r) {
    vrmi_MmdModel* model = r->model;
    uint32_t count = vrmi_pmx_count(&r->values, 8 + 12 + 1 + 4 + 2 + 1);
    if (count > VRMI_PMX_BONES_MAX) return too_large(r, "more than 4095 bones");
    model->bones = vrmi_arena_alloc(r->arena, count, sizeof *model->bones);
    if (model->bones == NULL) return VRM_ERR_MEMORY;
    for (uint32_t i = 0; i < count && !r->values.failed; i++) {
        vrm_Result result = read_bone(r, &model->bones[i]);
        if (result != VRM_OK) return result;
        model->bone_count++;
    }
    return r->values.failed || count == 0 ? damaged(r) : VRM_OK;
}

/* A list that ends early is no harm: names of morphs only make cut names whole. */
static vrm_Result read_morphs(Reader* r) {
    vrmi_MmdModel* model = r->model;
    uint32_t count = vrmi_pmx_count(&r->values, 8 + 2 + 4);
    if (count > VRMI_PMX_MORPHS_MAX) return too_large(r, "more than 16384 morphs");
    model->morphs = vrmi_arena_alloc(r->arena, count, sizeof *model->morphs);
    if (model->morphs == NULL) return VRM_ERR_MEMORY;
    for (uint32_t i = 0; i < count && !r->values.failed; i++) {
        const char* name = vrmi_pmx_text(&r->values, r->arena);
        if (name == NULL) return VRM_ERR_MEMORY;
        vrmi_pmx_skip_text(&r->values);
        vrmi_pmx_u8(&r->values); /* the panel of MMD */
        uint8_t type = vrmi_pmx_u8(&r->values);
        vrmi_pmx_skip_morph(&r->values, type);
        if (!r->values.failed) model->morphs[model->morph_count++] = name;
    }
    return VRM_OK;
}

/* ---- References ---- */

static void stray(Reader* r, const char* name) {
    if (!r->has_strays)
        vrmi_report_at(
            r->input->report, VRMI_RULE_PMX_REFERENCE, VRM_NO_OFFSET,
            "Bone %s refers to a bone that does not exist, or to itself; this is ignored.", name);
    r->has_strays = true;
}

static int32_t checked(Reader* r, const vrmi_MmdBone* bone, int32_t reference) {
    if (reference < r->model->bone_count) return reference;
    stray(r, bone->name);
    return -1;
}

/* Opens cycles of parents. Walks up from each bone and stores in `seen` which walk visited a bone
 * last. A walk that reaches a bone of its own has found a cycle, and cuts it there. Walks stop at
 * bones of earlier walks, so each bone is visited once. */
static vrm_Result open_circles(Reader* r) {
    vrmi_MmdModel* model = r->model;
    size_t size = (size_t)model->bone_count * sizeof(int32_t);
    int32_t* seen = vrmi_alloc_zeroed(&r->input->allocator, 1, size);
    if (seen == NULL) return VRM_ERR_MEMORY;
    for (int32_t b = 0; b < model->bone_count; b++) {
        for (int32_t at = b; at >= 0 && seen[at] == 0; at = model->bones[at].parent) {
            seen[at] = b + 1;
            int32_t parent = model->bones[at].parent;
            if (parent < 0 || seen[parent] != b + 1) continue;
            stray(r, model->bones[at].name);
            model->bones[at].parent = -1;
        }
    }
    vrmi_release(&r->input->allocator, seen, size);
    return VRM_OK;
}

static vrm_Result check_references(Reader* r) {
    vrmi_MmdModel* model = r->model;
    for (int32_t b = 0; b < model->bone_count; b++) {
        vrmi_MmdBone* bone = &model->bones[b];
        bone->parent = checked(r, bone, bone->parent);
        bone->tail = checked(r, bone, bone->tail);
        bone->append = checked(r, bone, bone->append);
        bone->ik_target = checked(r, bone, bone->ik_target);
        for (int32_t l = 0; l < bone->link_count; l++) {
            vrmi_MmdLink* link = &model->links[bone->first_link + l];
            link->bone = checked(r, bone, link->bone);
        }
    }
    return open_circles(r);
}

/* Links are gathered in memory that grows, then kept in the arena. */
static vrm_Result keep_links(Reader* r) {
    vrmi_MmdModel* model = r->model;
    vrmi_MmdLink* kept = vrmi_arena_alloc(r->arena, (size_t)model->link_count, sizeof *kept);
    if (kept == NULL) return VRM_ERR_MEMORY;
    if (model->link_count > 0) memcpy(kept, model->links, (size_t)model->link_count * sizeof *kept);
    vrmi_release(&r->input->allocator, model->links, r->link_room * sizeof *kept);
    model->links = kept;
    r->link_room = 0;
    return VRM_OK;
}

vrm_Result vrmi_pmx_read(const vrmi_CaptureInput* input, vrmi_Arena* arena, vrmi_MmdModel* out) {
    *out = (vrmi_MmdModel){0};
    Reader r = {.input = input, .arena = arena, .model = out};
    r.values.begin = r.values.at = input->model;
    r.values.end = r.values.begin + input->model_size;
    vrmi_pmx_head(&r.values);
    if (!r.values.failed) vrmi_pmx_skip_geometry(&r.values);
    vrm_Result result = r.values.failed ? damaged(&r) : read_bones(&r);
    if (result == VRM_OK) result = keep_links(&r);
    if (result == VRM_OK) result = check_references(&r);
    if (result == VRM_OK) result = read_morphs(&r);
    if (r.link_room > 0)
        vrmi_release(&input->allocator, out->links, r.link_room * sizeof *out->links);
    return result;
}

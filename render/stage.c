/* SPDX-License-Identifier: MIT */
/* Framing. Every vertex belongs to the joint with the greatest weight; so each node gets a box in
 * its own space. A pose transforms the boxes to the world; a camera is placed so that the boxes'
 * corners just fit between the sides of its view. */
#include "vrm/stage.h"
#include "vrm/render.h"

#include "memory.h"

#include <math.h>
#include <string.h>

/* Vertices that are measured in all: what a file names more often than that is passed over. A
 * vertex takes a few bytes of a file, so this is more than ten times what a file can hold. */
#define MIN_VERTICES ((uint64_t)1 << 18)
#define SAME_WINDOW  64                /* how far back the same vertices are looked for */
#define MAX_VERTICES ((size_t)4 << 20) /* of one primitive; beyond it is passed over */
#define MAX_METRES   1e5f              /* what is farther out is a mistake, not a part of a body */
#define DEGREES      0.017453292519943295f

typedef struct Box {
    vrm_Vec3 min, max; /* min above max: empty */
} Box;

struct vrm_Stage {
    vrm_Allocator allocator;
    const vrm_Rig* rig;
    int32_t node_count;
    Box* skinned;        /* of each node as a joint, in its own space */
    Box* rigid;          /* of each node's own mesh */
    uint8_t* is_in_head; /* the head bone and all below it; 2: the skull itself, eyes and jaw */
    vrm_Vec3 eye_offset; /* from the head bone, in its axes */
    bool has_eye_offset;

    Box* seen; /* of each node, in the world */
    Box all, head, skull;
    vrm_Vec3 head_base; /* where the head bone was seen first */
    float eye_height;   /* and the eyes then, in the world */
    bool has_head_base, has_eye_height;
};

/* ---- Boxes ---- */

static const Box empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static bool is_empty(const Box* box) {
    return box->min.x > box->max.x;
}

static void add_point(Box* box, const vrm_Vec3* p) {
    if (!(fabsf(p->x) < MAX_METRES && fabsf(p->y) < MAX_METRES && fabsf(p->z) < MAX_METRES)) return;
    for (int c = 0; c < 3; c++) {
        float at = (&p->x)[c], *min = &box->min.x + c, *max = &box->max.x + c;
        *min = fminf(*min, at);
        *max = fmaxf(*max, at);
    }
}

static vrm_Vec3 corner(const Box* box, int index) {
    return (vrm_Vec3){(index & 1) != 0 ? box->max.x : box->min.x,
                      (index & 2) != 0 ? box->max.y : box->min.y,
                      (index & 4) != 0 ? box->max.z : box->min.z};
}

static void add_box(Box* box, const Box* other) {
    if (is_empty(other)) return;
    add_point(box, &other->min);
    add_point(box, &other->max);
}

static vrm_Vec3 apply(const vrm_Affine* affine, const vrm_Vec3* p) {
    float out[3];
    for (int c = 0; c < 3; c++) {
        const vrm_Vec4* row = &affine->rows[c];
        out[c] = row->x * p->x + row->y * p->y + row->z * p->z + row->w;
    }
    return (vrm_Vec3){out[0], out[1], out[2]};
}

static vrm_Vec3 position_of(const vrm_Affine* affine) {
    return (vrm_Vec3){affine->rows[0].w, affine->rows[1].w, affine->rows[2].w};
}

/* ---- Measuring ---- */

/* Memory for one primitive, reused by the next. */
typedef struct Scratch {
    vrm_Vec3* positions;
    float* weights;
    uint32_t* joints;
    size_t capacity;        /* in vertices */
    uint64_t vertices_left; /* of the budget */
} Scratch;

static void release_scratch(const vrm_Allocator* allocator, Scratch* scratch) {
    vrmi_give(allocator, scratch->positions, scratch->capacity, sizeof(vrm_Vec3));
    vrmi_give(allocator, scratch->weights, scratch->capacity, 4 * sizeof(float));
    vrmi_give(allocator, scratch->joints, scratch->capacity, 4 * sizeof(uint32_t));
    *scratch = (Scratch){.vertices_left = scratch->vertices_left};
}

static bool reserve_scratch(const vrm_Allocator* allocator, Scratch* scratch, size_t count) {
    if (count <= scratch->capacity) return true;
    release_scratch(allocator, scratch);
    scratch->capacity = count;
    scratch->positions = vrmi_take(allocator, count, sizeof(vrm_Vec3));
    scratch->weights = vrmi_take(allocator, count, 4 * sizeof(float));
    scratch->joints = vrmi_take(allocator, count, 4 * sizeof(uint32_t));
    return scratch->positions != NULL && scratch->weights != NULL && scratch->joints != NULL;
}

static int32_t accessor_of(const vrm_Primitive* primitive, vrm_Semantic semantic) {
    return vrm_primitive_attribute(primitive, semantic, 0);
}

/* Assigns the vertices of a skinned primitive to the joints with the greatest weight. */
static void measure_skinned(vrm_Stage* stage, const vrm_RigSkin* skin, const Scratch* scratch,
                            size_t count) {
    for (size_t v = 0; v < count; v++) {
        int best = 0;
        for (int k = 1; k < 4; k++)
            if (scratch->weights[v * 4 + (size_t)k] > scratch->weights[v * 4 + (size_t)best])
                best = k;
        uint32_t joint = scratch->joints[v * 4 + (size_t)best];
        if (joint >= (uint32_t)skin->joint_count || skin->joints[joint] < 0) continue;
        vrm_Vec3 local = apply(&skin->inverse_binds[joint], &scratch->positions[v]);
        add_point(&stage->skinned[skin->joints[joint]], &local);
    }
}

static bool is_vec4_of(const vrm_Gltf* gltf, int32_t accessor, size_t count) {
    if (accessor < 0) return false;
    const vrm_Accessor* a = &gltf->accessors[accessor];
    return a->type == VRM_ACCESSOR_VEC4 && (size_t)a->count == count;
}

/* True when the primitive's vertices were read into the scratch; `out_skinned` when joints were,
 * too. */
static bool read_primitive(const vrm_Gltf* gltf, const vrm_Primitive* primitive, size_t count,
                           const Scratch* scratch, bool* out_skinned) {
    int32_t position = accessor_of(primitive, VRM_SEMANTIC_POSITION);
    if (vrm_accessor_read_floats(gltf, position, &scratch->positions->x, count * 3) != VRM_OK)
        return false;
    int32_t joints = accessor_of(primitive, VRM_SEMANTIC_JOINTS);
    int32_t weights = accessor_of(primitive, VRM_SEMANTIC_WEIGHTS);
    *out_skinned = is_vec4_of(gltf, joints, count) && is_vec4_of(gltf, weights, count) &&
                   vrm_accessor_read_u32(gltf, joints, scratch->joints, count * 4) == VRM_OK &&
                   vrm_accessor_read_floats(gltf, weights, scratch->weights, count * 4) == VRM_OK;
    return true;
}

static vrm_Result measure_primitive(vrm_Stage* stage, const vrm_Gltf* gltf,
                                    const vrm_MeshNode* shown, const vrm_Primitive* primitive,
                                    Scratch* scratch) {
    int32_t position = accessor_of(primitive, VRM_SEMANTIC_POSITION);
    if (position < 0 || gltf->accessors[position].type != VRM_ACCESSOR_VEC3) return VRM_OK;
    size_t count = (size_t)gltf->accessors[position].count;
    if (count > MAX_VERTICES || count > scratch->vertices_left) return VRM_OK;
    scratch->vertices_left -= count;
    if (!reserve_scratch(&stage->allocator, scratch, count)) return VRM_ERR_MEMORY;
    bool is_skinned = false;
    if (!read_primitive(gltf, primitive, count, scratch, &is_skinned)) return VRM_OK;
    if (shown->skin >= 0 && is_skinned) {
        vrm_RigSkin skin = vrm_rig_skin(stage->rig, shown->skin);
        measure_skinned(stage, &skin, scratch, count);
        return VRM_OK;
    }
    for (size_t v = 0; v < count; v++)
        add_point(&stage->rigid[shown->node], &scratch->positions[v]);
    return VRM_OK;
}

/* Primitives of a mesh often share their vertices: each set is measured once. */
static bool is_measured(const vrm_Mesh* mesh, int32_t primitive) {
    int32_t position = accessor_of(&mesh->primitives[primitive], VRM_SEMANTIC_POSITION);
    for (int32_t i = primitive > SAME_WINDOW ? primitive - SAME_WINDOW : 0; i < primitive; i++)
        if (accessor_of(&mesh->primitives[i], VRM_SEMANTIC_POSITION) == position) return true;
    return false;
}

static vrm_Result measure_model(vrm_Stage* stage, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t shown_count;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(stage->rig, &shown_count);
    Scratch scratch = {.vertices_left = MIN_VERTICES + 4 * vrm_model_source_bytes(model)};
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < shown_count && result == VRM_OK; i++) {
        const vrm_Mesh* mesh = &gltf->meshes[shown[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count && result == VRM_OK; p++)
            if (!is_measured(mesh, p))
                result = measure_primitive(stage, gltf, &shown[i], &mesh->primitives[p], &scratch);
    }
    release_scratch(&stage->allocator, &scratch);
    return result;
}

/* Parents come before their children in the file's own order. */
static void mark_head(vrm_Stage* stage, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t head = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = vrm_rig_parent(stage->rig, node);
        stage->is_in_head[node] = node == head || (parent >= 0 && stage->is_in_head[parent]);
    }
    static const uint8_t skull[] = {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE,
                                    VRM_BONE_JAW};
    for (size_t i = 0; i < sizeof skull; i++) {
        int32_t node = vrm_rig_bone(stage->rig, (vrm_Bone)skull[i]);
        if (node >= 0 && stage->is_in_head[node]) stage->is_in_head[node] = 2;
    }
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    stage->has_eye_offset = look_at != NULL;
    if (look_at != NULL) stage->eye_offset = look_at->offset_from_head;
}

vrm_Result vrm_stage_create(const vrm_Model* model, const vrm_Rig* rig,
                            const vrm_Allocator* allocator, vrm_Stage** out_stage) {
    *out_stage = NULL;
    vrm_Allocator hook = vrmi_render_allocator(allocator);
    vrm_Stage* stage = vrmi_take(&hook, 1, sizeof *stage);
    if (stage == NULL) return VRM_ERR_MEMORY;
    size_t count = (size_t)vrm_rig_node_count(rig);
    *stage = (vrm_Stage){.allocator = hook, .rig = rig, .node_count = (int32_t)count};
    stage->skinned = vrmi_take(&hook, count, sizeof(Box));
    stage->rigid = vrmi_take(&hook, count, sizeof(Box));
    stage->seen = vrmi_take(&hook, count, sizeof(Box));
    stage->is_in_head = vrmi_take(&hook, count, 1);
    vrm_Result result = VRM_ERR_MEMORY;
    if (stage->skinned != NULL && stage->rigid != NULL && stage->seen != NULL &&
        stage->is_in_head != NULL) {
        for (size_t i = 0; i < count; i++) stage->skinned[i] = stage->rigid[i] = empty_box;
        vrm_stage_clear(stage);
        mark_head(stage, model);
        result = measure_model(stage, model);
    }
    if (result == VRM_OK)
        *out_stage = stage;
    else
        vrm_stage_destroy(stage);
    return result;
}

void vrm_stage_destroy(vrm_Stage* stage) {
    if (stage == NULL) return;
    vrm_Allocator hook = stage->allocator;
    size_t count = (size_t)stage->node_count;
    vrmi_give(&hook, stage->skinned, count, sizeof(Box));
    vrmi_give(&hook, stage->rigid, count, sizeof(Box));
    vrmi_give(&hook, stage->seen, count, sizeof(Box));
    vrmi_give(&hook, stage->is_in_head, count, 1);
    vrmi_give(&hook, stage, 1, sizeof *stage);
}

/* ---- Seeing ---- */

void vrm_stage_clear(vrm_Stage* stage) {
    for (int32_t i = 0; i < stage->node_count; i++) stage->seen[i] = empty_box;
    stage->all = stage->head = stage->skull = empty_box;
    stage->has_head_base = stage->has_eye_height = false;
}

static void see_box(vrm_Stage* stage, const vrm_Affine* world, const Box* local, int32_t node) {
    if (is_empty(local)) return;
    for (int i = 0; i < 8; i++) {
        vrm_Vec3 at = corner(local, i);
        at = apply(world, &at);
        add_point(&stage->seen[node], &at);
    }
}

static void see_bones(vrm_Stage* stage, const vrm_Affine* worlds) {
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_rig_bone(stage->rig, (vrm_Bone)bone);
        if (node < 0) continue;
        vrm_Vec3 at = position_of(&worlds[node]);
        add_point(&stage->seen[node], &at);
    }
}

/* By the eye bones, else by the file's look-at origin. */
static void see_eyes(vrm_Stage* stage, const vrm_Affine* worlds, int32_t head) {
    int32_t left = vrm_rig_bone(stage->rig, VRM_BONE_LEFT_EYE);
    int32_t right = vrm_rig_bone(stage->rig, VRM_BONE_RIGHT_EYE);
    int32_t eye = left >= 0 ? left : right;
    bool has_offset = stage->has_eye_offset && stage->eye_offset.y != 0.0f;
    stage->has_eye_height = eye >= 0 || has_offset;
    if (eye >= 0)
        stage->eye_height = position_of(&worlds[eye]).y;
    else if (has_offset)
        stage->eye_height = apply(&worlds[head], &stage->eye_offset).y;
}

bool vrm_stage_see(vrm_Stage* stage, const vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    if (worlds == NULL || vrm_avatar_rig(sim, avatar) != stage->rig) return false;
    for (int32_t i = 0; i < stage->node_count; i++) {
        see_box(stage, &worlds[i], &stage->skinned[i], i);
        if (vrm_avatar_visibility(sim, avatar, i) != VRM_HIDDEN)
            see_box(stage, &worlds[i], &stage->rigid[i], i);
    }
    int32_t seen_count = 0;
    for (int32_t i = 0; i < stage->node_count; i++) seen_count += !is_empty(&stage->seen[i]);
    if (seen_count == 0) see_bones(stage, worlds);

    for (int32_t i = 0; i < stage->node_count; i++) {
        add_box(&stage->all, &stage->seen[i]);
        if (stage->is_in_head[i] != 0) add_box(&stage->head, &stage->seen[i]);
        if (stage->is_in_head[i] == 2) add_box(&stage->skull, &stage->seen[i]);
    }
    int32_t head = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    if (head >= 0 && !stage->has_head_base) {
        stage->head_base = position_of(&worlds[head]);
        stage->has_head_base = true;
        see_eyes(stage, worlds, head);
    }
    return true;
}

static Box all_of(const vrm_Stage* stage) {
    Box all = stage->all;
    if (is_empty(&all)) all = (Box){{-0.5f, 0.0f, -0.5f}, {0.5f, 2.0f, 0.5f}};
    for (int c = 0; c < 3; c++) { /* a point or a plane has no size: a millimetre is one */
        float *low = &all.min.x + c, *high = &all.max.x + c;
        if (*high - *low < 1e-3f) {
            *low -= 5e-4f;
            *high += 5e-4f;
        }
    }
    return all;
}

void vrm_stage_bounds(const vrm_Stage* stage, vrm_Vec3* out_min, vrm_Vec3* out_max) {
    Box all = all_of(stage);
    *out_min = all.min;
    *out_max = all.max;
}

/* ---- Where the head is ---- */

/* Base and top of the head, its middle and its extent to the sides. They are measured by the
 * vertices that the head bone carries, since the bone itself may be at the neck, in the middle of a
 * cube or on top of a skull. */
typedef struct Head {
    vrm_Vec3 middle;
    float base, top, height, half_width;
    float chin, front; /* how far what is carried reaches down, and forwards of the middle */
} Head;

static float height_of(const Box* box) {
    return is_empty(box) ? 0.0f : box->max.y - box->min.y;
}

/* Vertices of the head bone itself are the skull; ears, hair and hats below it may extend a little
 * beyond. Where those are the greater part, as with a mask on a head that is not shown, they are
 * the head. False when there is neither. */
static bool find_carried(const vrm_Stage* stage, float body, Box* out) {
    if (is_empty(&stage->head)) return false;
    bool has_skull = height_of(&stage->skull) > body * 0.02f;
    float low = has_skull ? fmaxf(stage->head_base.y, stage->skull.min.y) : 0.0f;
    float skull = has_skull ? stage->skull.max.y - low : 0.0f;
    if (has_skull && skull <= 0.0f) skull = height_of(&stage->skull); /* all of it below the bone */
    bool is_mask = !has_skull || stage->head.max.y - low > 2 * skull;
    *out = is_mask ? stage->head : stage->skull;
    if (!is_mask) out->max.y = fminf(stage->head.max.y, stage->skull.max.y + 0.3f * skull);
    return height_of(out) > body * 0.02f;
}

/* A head bone without vertices uses those of the nearest bone above it, or else all. Of a statue
 * the head is the part above the head bone. */
static Box find_around(const vrm_Stage* stage, const Box* all, float base) {
    Box box = empty_box;
    int32_t node = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    while (node >= 0 && is_empty(&box)) {
        box = stage->seen[node];
        node = vrm_rig_parent(stage->rig, node);
    }
    if (is_empty(&box)) box = *all;
    float above = box.max.y - base;
    bool is_statue = height_of(&box) > 2 * (box.max.z - box.min.z);
    if (is_statue && above > 0.0f && height_of(&box) > 4 * above) box.min.y = base;
    return box;
}

/* Long hair reaches below the chin, often on the head bone itself: the chin is assumed as far below
 * the eyes as they are below the top, and without eyes no farther below the bone than the top is
 * above it. A bone in the upper third gives no information about the chin. */
static float find_chin(const vrm_Stage* stage, const Box* carried, float base) {
    float low = carried->min.y, top = carried->max.y, chin = low;
    bool has_eyes = stage->has_eye_height && stage->eye_height > low &&
                    stage->eye_height < top - (top - low) * 0.02f;
    if (has_eyes)
        chin = 2 * stage->eye_height - top;
    else if (base > low && top - base > (top - low) / 3)
        chin = 2 * base - top;
    return fmaxf(low, chin);
}

static Head head_of_box(const Box* box, vrm_Vec3 bone, float base) {
    Head head = {.middle = bone, .base = base, .top = box->max.y};
    head.height = head.top - base;
    float reach = head.height / 2; /* how far the middle may lie from the bone */
    float x = (box->min.x + box->max.x) / 2, z = (box->min.z + box->max.z) / 2;
    bool is_beside = bone.x < box->min.x || bone.x > box->max.x;
    head.middle.x = is_beside ? x : fmaxf(bone.x - reach, fminf(bone.x + reach, x));
    bool is_before = bone.z < box->min.z || bone.z > box->max.z;
    head.middle.z = is_before ? z : fmaxf(bone.z - reach, fminf(bone.z + reach, z));
    head.half_width = fminf((box->max.x - box->min.x) / 2, head.height * 0.65f);
    head.front = fmaxf(0.0f, fminf(box->max.z - head.middle.z, head.height * 0.65f));
    return head;
}

static Head find_head(const vrm_Stage* stage) {
    Box all = all_of(stage), box;
    float body = all.max.y - all.min.y;
    Head head;
    if (stage->has_head_base) {
        vrm_Vec3 bone = stage->head_base;
        bool is_carried = find_carried(stage, body, &box);
        if (!is_carried) box = find_around(stage, &all, bone.y);
        float chin = is_carried ? find_chin(stage, &box, bone.y) : box.min.y, base = chin;
        /* The bone is at the neck, as in most avatars: the shot begins a little below the bone
         * anyway. */
        float above = box.max.y - bone.y;
        if (is_carried && base > bone.y - 0.2f * above && base < bone.y + 0.25f * above)
            base = bone.y;
        else
            base += 0.1f * (box.max.y - base);
        head = head_of_box(&box, bone, base);
        if (!is_carried) head.half_width = (box.max.x - box.min.x) / 2;
        head.chin = fmaxf(chin, base - 0.2f * head.height);
    } else {
        head = (Head){.middle = {(all.min.x + all.max.x) / 2, 0, (all.min.z + all.max.z) / 2},
                      .base = all.max.y - body / 8,
                      .chin = all.max.y - body / 8,
                      .top = all.max.y,
                      .height = body / 8};
    }
    head.height = fmaxf(head.height, 1e-3f);
    head.top = head.base + head.height;
    head.middle.y = (head.base + head.top) / 2;
    return head;
}

/* The space that a shot shows: from `below` to `above`, in heights of the head. */
static Box shot_box(const vrm_Stage* stage, float below, float above, float wide) {
    Head head = find_head(stage);
    Box all = all_of(stage);
    float low = fmaxf(head.base - below * head.height, fminf(all.min.y, head.base));
    float high = head.top + above * head.height;
    float half = fmaxf((high - low) * wide / 2, head.half_width), depth = head.height / 4;
    return (Box){{head.middle.x - half, low, head.middle.z - depth},
                 {head.middle.x + half, high, head.middle.z + depth}};
}

/* The head itself, without a margin: its front is nearer to the camera than the shot's. */
static Box head_box(const vrm_Stage* stage) {
    Head head = find_head(stage);
    return (Box){{head.middle.x - head.half_width, head.chin, head.middle.z},
                 {head.middle.x + head.half_width, head.top, head.middle.z + head.front}};
}

/* ---- Cameras ---- */

void vrm_shot_def_init(vrm_ShotDef* def, size_t def_size) {
    const vrm_ShotDef defaults = {
        .def_size = (uint32_t)def_size, .aspect = 1.0f, .fov_degrees = 30.0f, .margin = 0.04f};
    memset(def, 0, def_size);
    memcpy(def, &defaults, def_size < sizeof defaults ? def_size : sizeof defaults);
}

static float within(float value, float low, float high, float otherwise) {
    if (!isfinite(value)) return otherwise;
    return value < low ? low : value > high ? high : value;
}

static vrm_ShotDef sound_def(const vrm_ShotDef* given) {
    vrm_ShotDef def = vrm_default_shot_def();
    if (given != NULL) vrmi_render_def(&def, sizeof def, given);
    def.aspect = within(def.aspect, 1e-3f, 1e3f, 1.0f);
    def.fov_degrees = within(def.fov_degrees, 1.0f, 150.0f, 30.0f);
    def.yaw_degrees = isfinite(def.yaw_degrees) ? fmodf(def.yaw_degrees, 360.0f) : 0.0f;
    def.pitch_degrees = within(def.pitch_degrees, -89.0f, 89.0f, 0.0f);
    def.margin = within(def.margin, 0.0f, 0.4f, 0.04f);
    return def;
}

/* A camera's axes: `back` points from the subject to the eye. */
typedef struct Axes {
    vrm_Vec3 right, up, back;
} Axes;

static Axes orbit_axes(float yaw_degrees, float pitch_degrees) {
    float yaw = yaw_degrees * DEGREES, pitch = pitch_degrees * DEGREES;
    float sy = sinf(yaw), cy = cosf(yaw), sp = sinf(pitch), cp = cosf(pitch);
    return (Axes){{cy, 0.0f, -sy}, {-sy * sp, cp, -cy * sp}, {sy * cp, sp, cy * cp}};
}

static float dot(const vrm_Vec3* a, const vrm_Vec3* b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

static vrm_Vec3 along(const Axes* axes, float right, float up, float back) {
    float out[3];
    for (int c = 0; c < 3; c++)
        out[c] = (&axes->right.x)[c] * right + (&axes->up.x)[c] * up + (&axes->back.x)[c] * back;
    return (vrm_Vec3){out[0], out[1], out[2]};
}

/* With the eye at (cx, cy, d) in the camera's axes a point (x, y, z) is inside when
 * |x - cx| <= (d - z) tx and |y - cy| <= (d - z) ty. Each side of the view gives the largest value
 * of +-x + z tx over all points; two opposite ones give centre and distance. */
typedef struct Fit {
    Axes axes;
    float tan_x, tan_y;
    float right, left, top, bottom; /* largest x + z tx, -x + z tx, y + z ty, -y + z ty */
    float front, rear;              /* largest and smallest z */
} Fit;

static void fit_box(Fit* fit, const Box* box) {
    for (int i = 0; i < 8 && !is_empty(box); i++) {
        vrm_Vec3 p = corner(box, i);
        float x = dot(&p, &fit->axes.right), y = dot(&p, &fit->axes.up);
        float z = dot(&p, &fit->axes.back);
        fit->right = fmaxf(fit->right, x + z * fit->tan_x);
        fit->left = fmaxf(fit->left, -x + z * fit->tan_x);
        fit->top = fmaxf(fit->top, y + z * fit->tan_y);
        fit->bottom = fmaxf(fit->bottom, -y + z * fit->tan_y);
        fit->front = fmaxf(fit->front, z);
        fit->rear = fminf(fit->rear, z);
    }
}

/* Adds the matrices. */
static void finish_viewpoint(vrm_Viewpoint* out, const vrm_ShotDef* def) {
    out->view = vrm_camera_look_at(out->eye, out->target, out->up);
    out->projection =
        vrm_camera_perspective(def->fov_degrees * DEGREES, def->aspect, out->z_near, out->z_far);
}

vrm_Viewpoint vrm_stage_viewpoint(const vrm_Stage* stage, const vrm_ShotDef* given) {
    vrm_ShotDef def = sound_def(given);
    float half = tanf(def.fov_degrees * DEGREES / 2) * (1.0f - 2.0f * def.margin);
    Fit fit = {.axes = orbit_axes(def.yaw_degrees, def.pitch_degrees),
               .tan_x = half * def.aspect,
               .tan_y = half,
               .right = -INFINITY,
               .left = -INFINITY,
               .top = -INFINITY,
               .bottom = -INFINITY,
               .front = -INFINITY,
               .rear = INFINITY};
    Box all = all_of(stage);
    if (def.shot == VRM_SHOT_FULL) {
        bool has_parts = !is_empty(&stage->all);
        for (int32_t i = 0; i < stage->node_count && has_parts; i++) fit_box(&fit, &stage->seen[i]);
        if (fit.front - fit.rear < 1e-3f || !has_parts) fit_box(&fit, &all);
    } else {
        bool is_face = def.shot == VRM_SHOT_FACE;
        Box box = is_face ? shot_box(stage, 0.2f, 0.08f, 0.85f) : shot_box(stage, 0.9f, 0.1f, 0.8f);
        Box head = head_box(stage);
        fit_box(&fit, &box);
        fit_box(&fit, &head);
    }
    float x = (fit.right - fit.left) / 2, y = (fit.top - fit.bottom) / 2;
    float distance =
        fmaxf((fit.right + fit.left) / 2 / fit.tan_x, (fit.top + fit.bottom) / 2 / fit.tan_y);
    /* Near and far enclose all of the avatar, with room for what sways, whatever part is shown. */
    float size = (all.max.x - all.min.x) + (all.max.y - all.min.y) + (all.max.z - all.min.z);
    float target_z = (fit.front + fit.rear) / 2, reach = distance - target_z;
    vrm_Viewpoint out = {.eye = along(&fit.axes, x, y, distance),
                         .target = along(&fit.axes, x, y, target_z),
                         .up = fit.axes.up,
                         .z_near = fmaxf(reach - size, reach * 0.05f),
                         .z_far = reach + size * 2};
    finish_viewpoint(&out, &def);
    return out;
}

/* The rotation of a world matrix relative to the rest pose, applied to a direction: columns are
 * made unit length, so that scaled nodes do not matter. */
static vrm_Vec3 turn_from_rest(const vrm_Affine* world, const vrm_Quat* rest, vrm_Vec3 d) {
    /* inverse(rest) d */
    vrm_Vec3 q = {-rest->x, -rest->y, -rest->z};
    vrm_Vec3 c = {q.y * d.z - q.z * d.y + rest->w * d.x, q.z * d.x - q.x * d.z + rest->w * d.y,
                  q.x * d.y - q.y * d.x + rest->w * d.z};
    float local[3] = {d.x + 2 * (q.y * c.z - q.z * c.y), d.y + 2 * (q.z * c.x - q.x * c.z),
                      d.z + 2 * (q.x * c.y - q.y * c.x)};
    float out[3];
    for (int k = 0; k < 3; k++) {
        const float* column = &world->rows[0].x + k;
        float x = column[0], y = column[4], z = column[8];
        local[k] /= fmaxf(sqrtf(x * x + y * y + z * z), 1e-20f);
    }
    for (int i = 0; i < 3; i++) {
        const vrm_Vec4* row = &world->rows[i];
        out[i] = row->x * local[0] + row->y * local[1] + row->z * local[2];
    }
    return (vrm_Vec3){out[0], out[1], out[2]};
}

vrm_Viewpoint vrm_stage_first_person(const vrm_Stage* stage, const vrm_ShotDef* given,
                                     const vrm_Sim* sim, vrm_AvatarId avatar) {
    vrm_ShotDef def = sound_def(given);
    Head head = find_head(stage);
    vrm_Vec3 eye = {head.middle.x, head.base + head.height * 0.4f, head.middle.z};
    Axes axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; /* of the head: `back` is where it looks */
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    int32_t node = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    if (worlds != NULL && node >= 0 && vrm_avatar_rig(sim, avatar) == stage->rig) {
        vrm_Quat rest = vrm_rig_rest_model(stage->rig, node).rotation;
        float facing = (float)vrm_rig_facing(stage->rig);
        if (stage->has_eye_offset) eye = apply(&worlds[node], &stage->eye_offset);
        axes.right = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){facing, 0, 0});
        axes.up = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){0, 1, 0});
        axes.back = turn_from_rest(&worlds[node], &rest, (vrm_Vec3){0, 0, facing});
    }
    /* +X of an avatar is its left: yaw turns there, pitch up. */
    float yaw = def.yaw_degrees * DEGREES, pitch = def.pitch_degrees * DEGREES;
    vrm_Vec3 gaze = along(&axes, sinf(yaw) * cosf(pitch), sinf(pitch), cosf(yaw) * cosf(pitch));
    Box all = all_of(stage);
    float body = all.max.y - all.min.y;
    vrm_Viewpoint out = {.eye = eye,
                         .target = {eye.x + gaze.x, eye.y + gaze.y, eye.z + gaze.z},
                         .up = axes.up,
                         .z_near = fmaxf(body * 0.01f, 1e-4f),
                         .z_far = body * 100.0f};
    finish_viewpoint(&out, &def);
    return out;
}

/* SPDX-License-Identifier: MIT */
/* The skeleton of an MMD model as joints of a person. */
#include "motion/mmd/mmd.h"
#include "motion/mmd/mmd_names.h"

#include <string.h>

/* MMD's axes are left-handed and models face -Z: z changes its sign, and with it the rotations
 * about x and y. */
static vrm_Vec3 mirrored(vrm_Vec3 v) {
    return (vrm_Vec3){v.x, v.y, -v.z};
}

static vrm_Quat mirrored_turn(vrm_Quat q) {
    return (vrm_Quat){-q.x, -q.y, q.z, q.w};
}

/* ---- Bones ---- */

static bool is_above(const vrmi_MmdModel* model, int32_t above, int32_t bone) {
    while (bone >= 0 && bone != above) bone = model->bones[bone].parent;
    return bone >= 0;
}

/* Returns the bone that carries the hips: the lower body, or the parent of the legs. */
static int32_t carrier(const vrmi_Mmd* mmd) {
    int32_t lower = vrmi_mmd_named(&mmd->model, "下半身");
    int32_t leg = mmd->bones[VRM_BONE_LEFT_UPPER_LEG];
    if (lower >= 0) return lower;
    if (leg >= 0 && mmd->model.bones[leg].parent >= 0) return mmd->model.bones[leg].parent;
    return vrmi_mmd_named(&mmd->model, "センター");
}

static void find_bones(vrmi_Mmd* mmd) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) mmd->bones[b] = -1;
    for (int32_t b = 0; b < mmd->model.bone_count; b++) {
        vrm_Bone bone = vrmi_mmd_bone(mmd->model.bones[b].name);
        if (bone != VRM_BONE_NONE && mmd->bones[bone] < 0) mmd->bones[bone] = b;
    }
    mmd->bones[VRM_BONE_HIPS] = carrier(mmd);
}

/* Position of the hips: between the legs, and a third of the distance up towards the waist. */
static vrm_Vec3 hips_place(const vrmi_Mmd* mmd) {
    const vrmi_MmdBone* bones = mmd->model.bones;
    int32_t left = mmd->bones[VRM_BONE_LEFT_UPPER_LEG],
            right = mmd->bones[VRM_BONE_RIGHT_UPPER_LEG];
    vrm_Vec3 waist = bones[mmd->bones[VRM_BONE_HIPS]].position;
    if (left < 0 || right < 0) return waist;
    vrm_Vec3 middle = vrmi_vec3_add(bones[left].position, bones[right].position);
    middle = vrmi_vec3_scale(middle, 0.5f);
    if (mmd->bones[VRM_BONE_SPINE] >= 0) waist = bones[mmd->bones[VRM_BONE_SPINE]].position;
    return vrmi_vec3_add(middle, vrmi_vec3_scale(vrmi_vec3_sub(waist, middle), 0.33f));
}

/* ---- Turns ---- */

/* Bones between two of a limb (twists) turn what is on the limb. Legs may have doubles (足D), which
 * follow them, may be moved besides, and have the skin. */
static void find_turns(const vrmi_Mmd* mmd, int32_t turns[VRM_BONE_COUNT]) {
    static const vrm_Bone limbs[][2] = {
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM},
        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND},
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG},
        {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
        {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
        {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG},
        {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT},
    };
    static const struct {
        vrm_Bone bone;
        const char* name;
    } doubles[] = {
        {VRM_BONE_LEFT_UPPER_LEG, "左足D"},    {VRM_BONE_LEFT_LOWER_LEG, "左ひざD"},
        {VRM_BONE_LEFT_FOOT, "左足首D"},       {VRM_BONE_RIGHT_UPPER_LEG, "右足D"},
        {VRM_BONE_RIGHT_LOWER_LEG, "右ひざD"}, {VRM_BONE_RIGHT_FOOT, "右足首D"},
    };
    memcpy(turns, mmd->bones, sizeof mmd->bones);
    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        int32_t upper = mmd->bones[limbs[i][0]], lower = mmd->bones[limbs[i][1]];
        if (upper >= 0 && lower >= 0 && upper != lower && is_above(&mmd->model, upper, lower))
            turns[limbs[i][0]] = mmd->model.bones[lower].parent;
    }
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        int32_t bone = vrmi_mmd_named(&mmd->model, doubles[i].name);
        if (bone >= 0 && mmd->model.bones[bone].append >= 0) turns[doubles[i].bone] = bone;
    }
}

/* ---- Needed bones ---- */

static bool need(bool* is_needed, int32_t bone) {
    if (bone < 0 || is_needed[bone]) return false;
    is_needed[bone] = true;
    return true;
}

/* Adds the bones that directly affect needed ones. Returns false if there are no more. */
static bool need_more(const vrmi_Mmd* mmd, bool* is_needed) {
    const vrmi_MmdModel* model = &mmd->model;
    bool has_more = false;
    for (int32_t b = 0; b < model->bone_count; b++) {
        const vrmi_MmdBone* bone = &model->bones[b];
        for (int32_t l = 0; !is_needed[b] && l < bone->link_count && bone->ik_target >= 0; l++) {
            int32_t link = model->links[bone->first_link + l].bone;
            if (link >= 0 && is_needed[link]) has_more |= need(is_needed, b);
        }
        if (!is_needed[b]) continue;
        has_more |= need(is_needed, bone->parent);
        has_more |= need(is_needed, bone->append);
        has_more |= need(is_needed, bone->ik_target);
        for (int32_t l = 0; l < bone->link_count; l++)
            has_more |= need(is_needed, model->links[bone->first_link + l].bone);
    }
    return has_more;
}

/* Hair and clothes of a person, which are most of the bones, are omitted. If the model is not known
 * to be a person, all bones become joints: their names may be mapped. */
static void find_needed(const vrmi_Mmd* mmd, const int32_t turns[VRM_BONE_COUNT], bool* is_needed) {
    static const vrm_Bone person[] = {
        VRM_BONE_HIPS,           VRM_BONE_SPINE,           VRM_BONE_HEAD,
        VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_ARM,
        VRM_BONE_RIGHT_UPPER_ARM};
    bool is_person = true;
    for (size_t i = 0; i < sizeof person / sizeof *person; i++)
        is_person = is_person && mmd->bones[person[i]] >= 0;
    for (int32_t b = 0; b < mmd->model.bone_count; b++) is_needed[b] = !is_person;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        need(is_needed, mmd->bones[b]);
        need(is_needed, turns[b]);
    }
    while (need_more(mmd, is_needed)) {}
}

/* ---- Joints ---- */

static vrm_Vec3 rest_of(const vrmi_Mmd* mmd, int32_t joint) {
    vrm_Vec3 place = mmd->model.bones[mmd->bone_of[joint]].position;
    return joint == mmd->hips ? vrmi_vec3_add(place, mmd->hips_offset) : place;
}

static bool moves(const vrmi_Mmd* mmd, int32_t bone) {
    int32_t t = mmd->solver.tracks[bone];
    if (t < 0) return false;
    const vrmi_VmdTrack* track = &mmd->vmd.bones[t];
    for (uint32_t k = 0; k < track->count; k++)
        if (vrmi_vec3_reach(mmd->vmd.keys[track->first + k].position) > 0.0f) return true;
    return false;
}

/* Returns the parent joint of a bone. Children of the lower body become children of the hips, and
 * so does the upper body unless it carries the hips itself. */
static int32_t joint_parent(const vrmi_Mmd* mmd, const int32_t* joint_of, int32_t bone) {
    int32_t parent = mmd->model.bones[bone].parent, carrying = mmd->bones[VRM_BONE_HIPS];
    bool is_spine = bone == mmd->bones[VRM_BONE_SPINE];
    if (mmd->hips >= 0 && bone != carrying && parent >= 0 &&
        (parent == carrying || (is_spine && is_above(&mmd->model, parent, carrying))))
        return mmd->hips;
    return parent < 0 ? -1 : joint_of[parent];
}

static void add_joint(vrmi_Mmd* mmd, int32_t* joint_of, int32_t bone) {
    int32_t j = mmd->joint_count++;
    vrmi_CaptureJoint* joint = &mmd->joints[j];
    vrm_Bone is = vrmi_mmd_bone(mmd->model.bones[bone].name);
    mmd->bone_of[j] = bone;
    joint_of[bone] = j;
    joint->name = mmd->model.bones[bone].name;
    joint->parent = joint_parent(mmd, joint_of, bone);
    joint->has_position = moves(mmd, bone);
    joint->has_rotation = mmd->solver.tracks[bone] >= 0;
    joint->has_bone = mmd->bones[VRM_BONE_HIPS] >= 0;
    joint->bone = is != VRM_BONE_NONE && mmd->bones[is] == bone ? is : VRM_BONE_NONE;
}

static void add_hips(vrmi_Mmd* mmd) {
    int32_t carrying = mmd->bones[VRM_BONE_HIPS], j = mmd->joint_count++;
    mmd->hips = j;
    mmd->bone_of[j] = carrying;
    mmd->hips_offset = vrmi_vec3_sub(hips_place(mmd), mmd->model.bones[carrying].position);
    mmd->joints[j] = (vrmi_CaptureJoint){
        .name = "hips", .parent = j - 1, .has_position = true, .has_bone = true};
    mmd->joints[j].bone = VRM_BONE_HIPS;
}

/* Bones of the model come by their depth; the hips behind the bone that carries them. The upper
 * body may come before: then it waits. */
static void list_joints(vrmi_Mmd* mmd, const bool* is_needed, int32_t* joint_of) {
    int32_t carrying = mmd->bones[VRM_BONE_HIPS];
    for (int pass = carrying >= 0 ? 0 : 1; pass < 2; pass++)
        for (int32_t i = 0; i < mmd->model.bone_count; i++) {
            int32_t bone = mmd->solver.down[i];
            bool is_first = carrying >= 0 && is_above(&mmd->model, bone, carrying);
            if (!is_needed[bone] || is_first == (pass == 1)) continue;
            add_joint(mmd, joint_of, bone);
            if (bone == carrying) add_hips(mmd);
        }
}

vrm_Result vrmi_mmd_make_joints(vrmi_Mmd* mmd) {
    vrmi_Arena* arena = &mmd->arena;
    size_t count = (size_t)mmd->model.bone_count + 1;
    int32_t turns[VRM_BONE_COUNT];
    int32_t* joint_of = vrmi_arena_alloc_tight(arena, count, sizeof *joint_of);
    bool* is_needed = vrmi_arena_alloc_tight(arena, count, sizeof *is_needed);
    mmd->joints = vrmi_arena_alloc(arena, count, sizeof *mmd->joints);
    mmd->bone_of = vrmi_arena_alloc_tight(arena, count, sizeof *mmd->bone_of);
    mmd->turn_of = vrmi_arena_alloc_tight(arena, count, sizeof *mmd->turn_of);
    mmd->worlds = vrmi_arena_alloc(arena, count, sizeof *mmd->worlds);
    if (joint_of == NULL || is_needed == NULL || mmd->joints == NULL || mmd->bone_of == NULL ||
        mmd->turn_of == NULL || mmd->worlds == NULL)
        return VRM_ERR_MEMORY;
    mmd->hips = -1;
    find_bones(mmd);
    find_turns(mmd, turns);
    find_needed(mmd, turns, is_needed);
    vrmi_mmd_restrict(&mmd->solver, is_needed);
    list_joints(mmd, is_needed, joint_of);
    for (int32_t j = 0; j < mmd->joint_count; j++) {
        vrmi_CaptureJoint* joint = &mmd->joints[j];
        bool is_bone = joint->bone != VRM_BONE_NONE && j != mmd->hips;
        mmd->turn_of[j] = is_bone ? turns[joint->bone] : mmd->bone_of[j];
        vrm_Vec3 place = rest_of(mmd, j);
        if (joint->parent >= 0) place = vrmi_vec3_sub(place, rest_of(mmd, joint->parent));
        joint->rest = vrmi_transform_identity();
        joint->rest.translation = mirrored(place);
    }
    return VRM_OK;
}

/* ---- Samples ---- */

void vrmi_mmd_sample(const void* reader, double frame, vrm_Transform* out) {
    /* The capture allows one thread at a time, so it may change the solver. */
    vrmi_Mmd* mmd = (vrmi_Mmd*)(uintptr_t)reader;
    vrmi_mmd_solve(&mmd->solver, frame);
    for (int32_t j = 0; j < mmd->joint_count; j++) {
        const vrmi_MmdState* state = &mmd->solver.states[mmd->bone_of[j]];
        vrm_Transform world = vrmi_transform_identity();
        world.translation = state->world_position;
        world.rotation = vrmi_quat_normalize(mmd->solver.states[mmd->turn_of[j]].world_rotation);
        if (j == mmd->hips)
            world.translation = vrmi_vec3_add(
                world.translation, vrmi_quat_rotate(state->world_rotation, mmd->hips_offset));
        mmd->worlds[j] = world;
        int32_t parent = mmd->joints[j].parent;
        if (parent >= 0) {
            vrm_Quat back = vrmi_quat_conjugate(mmd->worlds[parent].rotation);
            world.translation = vrmi_quat_rotate(
                back, vrmi_vec3_sub(world.translation, mmd->worlds[parent].translation));
            world.rotation = vrmi_quat_normalize(vrmi_quat_mul(back, world.rotation));
        }
        world.translation = mirrored(world.translation);
        world.rotation = mirrored_turn(world.rotation);
        out[j] = world;
    }
}

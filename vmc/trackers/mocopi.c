/* SPDX-License-Identifier: MIT */
/* mocopi: boxes in boxes, each a length (little-endian), a tag of four letters, and its content.
 * The skeleton comes apart from the motion. docs/reference/trackers.md has the tree of boxes. */
#include "trackers.h"

#include <string.h>

/* Content that is left to read. */
typedef struct Boxes {
    const uint8_t* at;
    size_t left;
} Boxes;

typedef struct Box {
    const uint8_t* tag;
    Boxes content;
} Box;

/* The next box. False at the end; `*is_good` is false if the box is longer than what is left. */
static bool next_box(Boxes* boxes, Box* out, bool* is_good) {
    if (boxes->left == 0) return false;
    *is_good = false;
    if (boxes->left < 8) return false;
    uint32_t size = tracker_u32(boxes->at);
    if (size > boxes->left - 8) return false;
    *out = (Box){boxes->at + 4, {boxes->at + 8, size}};
    boxes->at += 8 + (size_t)size;
    boxes->left -= 8 + (size_t)size;
    return *is_good = true;
}

static bool is_tag(Box box, const char* tag) {
    return memcmp(box.tag, tag, 4) == 0;
}

/* What a box of one bone holds. */
typedef struct Bone {
    int32_t id, parent; /* -1: none */
    bool has_id, has_parent, has_place;
    vrm_Quat rotation;
    vrm_Vec3 position;
} Bone;

/* Seven floats: the rotation, then the position (m). */
static bool read_place(Boxes content, Bone* bone) {
    float values[7];
    if (content.left != sizeof values) return false;
    for (int i = 0; i < 7; i++) {
        values[i] = tracker_f32(content.at + 4 * i);
        if (!tracker_is_near((double)values[i])) return false;
    }
    bone->rotation = (vrm_Quat){values[0], values[1], values[2], values[3]};
    bone->position = (vrm_Vec3){values[4], values[5], values[6]};
    bone->has_place = true;
    return tracker_normalize(&bone->rotation);
}

static bool read_index(Boxes content, int32_t* out) {
    if (content.left != 2) return false;
    *out = (int16_t)(uint16_t)(content.at[0] | content.at[1] << 8);
    return true;
}

static bool read_bone(Boxes content, Bone* bone) {
    bool is_good = true;
    Box box;
    *bone = (Bone){.parent = -1};
    while (next_box(&content, &box, &is_good)) {
        if (is_tag(box, "bnid"))
            is_good = bone->has_id = read_index(box.content, &bone->id);
        else if (is_tag(box, "pbid"))
            is_good = bone->has_parent = read_index(box.content, &bone->parent);
        else if (is_tag(box, "tran"))
            is_good = read_place(box.content, bone);
        if (!is_good) return false;
    }
    return is_good && bone->has_id && bone->has_place && bone->id >= 0 && bone->id < MOCOPI_BONES;
}

/* ---- Skeleton ---- */

void mocopi_rest(MocopiSkeleton* skeleton) {
    memset(skeleton, 0, sizeof *skeleton);
    for (int b = 0; b < MOCOPI_BONES; b++) {
        skeleton->parents[b] = b - 1;
        skeleton->rest[b].w = 1.0f;
    }
    skeleton->parents[11] = skeleton->parents[15] = 7; /* shoulders, at the last of the torso */
    skeleton->parents[19] = skeleton->parents[23] = 0; /* legs, at the root */
}

/* Parents come before their children, as the format numbers them: no circles. */
static bool read_skeleton(Boxes content, MocopiSkeleton* skeleton) {
    bool is_good = true;
    Box box;
    while (next_box(&content, &box, &is_good)) {
        Bone bone;
        if (!is_tag(box, "bndt")) continue;
        if (!read_bone(box.content, &bone) || !bone.has_parent || bone.parent >= bone.id ||
            bone.parent < -1)
            return false;
        skeleton->parents[bone.id] = bone.parent;
        skeleton->rest[bone.id] = bone.rotation;
        if (bone.id == 0) {
            skeleton->hips = bone.position;
            skeleton->is_known = true;
        }
    }
    return is_good && skeleton->is_known;
}

/* ---- Motion ---- */

/* Which bone of the avatar a bone of mocopi is. The seven of the torso are three here, and the two
 * of the neck one: each keeps its direction in space. */
static const int32_t humanoid[MOCOPI_BONES] = {
    VRM_BONE_HIPS,
    VRM_BONE_SPINE,
    VRM_BONE_NONE,
    VRM_BONE_NONE,
    VRM_BONE_CHEST,
    VRM_BONE_NONE,
    VRM_BONE_NONE,
    VRM_BONE_UPPER_CHEST,
    VRM_BONE_NECK,
    VRM_BONE_NONE,
    VRM_BONE_HEAD,
    VRM_BONE_LEFT_SHOULDER,
    VRM_BONE_LEFT_UPPER_ARM,
    VRM_BONE_LEFT_LOWER_ARM,
    VRM_BONE_LEFT_HAND,
    VRM_BONE_RIGHT_SHOULDER,
    VRM_BONE_RIGHT_UPPER_ARM,
    VRM_BONE_RIGHT_LOWER_ARM,
    VRM_BONE_RIGHT_HAND,
    VRM_BONE_LEFT_UPPER_LEG,
    VRM_BONE_LEFT_LOWER_LEG,
    VRM_BONE_LEFT_FOOT,
    VRM_BONE_LEFT_TOES,
    VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_RIGHT_LOWER_LEG,
    VRM_BONE_RIGHT_FOOT,
    VRM_BONE_RIGHT_TOES,
};

static vrm_Quat conjugate(vrm_Quat q) {
    return (vrm_Quat){-q.x, -q.y, -q.z, q.w};
}

/* A normalized rotation is that of the bone in space, away from its rest there, relative to the
 * bone above. Bones that the avatar does not have hand theirs to those below. */
static void solve(TrackerFrame* frame) {
    vrm_Quat world[MOCOPI_BONES], rest[MOCOPI_BONES], above[MOCOPI_BONES];
    const MocopiSkeleton* skeleton = &frame->skeleton;
    for (int b = 0; b < MOCOPI_BONES; b++) {
        int32_t parent = skeleton->parents[b];
        vrm_Quat base = {0.0f, 0.0f, 0.0f, 1.0f};
        world[b] =
            parent < 0 ? frame->locals[b] : tracker_multiply(world[parent], frame->locals[b]);
        rest[b] =
            parent < 0 ? skeleton->rest[b] : tracker_multiply(rest[parent], skeleton->rest[b]);
        if (parent >= 0) base = above[parent];
        vrm_Quat turn = tracker_multiply(world[b], conjugate(rest[b]));
        vrm_Quat local = tracker_multiply(conjugate(base), turn);
        above[b] = base;
        if (humanoid[b] == VRM_BONE_NONE || !tracker_normalize(&local)) continue;
        if (local.w < 0.0f) local = (vrm_Quat){-local.x, -local.y, -local.z, -local.w};
        frame->state.rotations[humanoid[b]] = local;
        frame->state.bones |= (uint64_t)1 << humanoid[b];
        above[b] = turn;
    }
}

static bool read_bones(Boxes content, TrackerFrame* frame) {
    bool is_good = true, has_bones = false;
    Box box;
    while (next_box(&content, &box, &is_good)) {
        Bone bone;
        if (!is_tag(box, "btdt")) continue;
        if (!read_bone(box.content, &bone)) return false;
        frame->locals[bone.id] = bone.rotation;
        if (bone.id == 0) frame->state.hips = bone.position;
        has_bones = true;
    }
    return is_good && has_bones;
}

/* Seconds since 1970; apps from before 2023 do not send it. */
static bool read_time(Boxes content, vrm_TrackerState* state) {
    if (content.left != 8) return false;
    state->time_s = tracker_f64(content.at);
    state->has_time = true;
    return state->time_s >= -1e15 && state->time_s <= 1e15;
}

static bool read_motion(Boxes content, TrackerFrame* frame) {
    bool is_good = true, has_bones = false;
    Box box;
    while (next_box(&content, &box, &is_good)) {
        if (is_tag(box, "uttm"))
            is_good = read_time(box.content, &frame->state);
        else if (is_tag(box, "btrs"))
            is_good = has_bones = read_bones(box.content, frame);
        if (!is_good) return false;
    }
    if (!is_good || !has_bones) return false;
    solve(frame);
    frame->state.has_hips = frame->skeleton.is_known;
    frame->state.rest_hips = frame->skeleton.hips;
    return true;
}

/* ---- Packets ---- */

static bool read_head(Boxes content) {
    static const char format[] = "sony motion format";
    bool is_good = true, is_ours = false;
    Box box;
    while (next_box(&content, &box, &is_good))
        if (is_tag(box, "ftyp"))
            is_ours = box.content.left == sizeof format - 1 &&
                      memcmp(box.content.at, format, sizeof format - 1) == 0;
    return is_good && is_ours;
}

static bool read_skeletons(Boxes content, MocopiSkeleton* skeleton) {
    bool is_good = true, has_bones = false;
    Box box;
    while (next_box(&content, &box, &is_good))
        if (is_tag(box, "bons") && !(has_bones = read_skeleton(box.content, skeleton)))
            return false;
    return is_good && has_bones;
}

TrackerNews mocopi_read(const uint8_t* data, size_t size, TrackerFrame* frame) {
    Boxes boxes = {data, size};
    bool is_good = true, has_head = false;
    TrackerNews news = TRACKER_REFUSED;
    Box box;
    while (next_box(&boxes, &box, &is_good)) {
        if (is_tag(box, "head")) {
            has_head = is_good = read_head(box.content);
        } else if (is_tag(box, "skdf")) {
            news = TRACKER_OTHER;
            mocopi_rest(&frame->skeleton);
            is_good = read_skeletons(box.content, &frame->skeleton);
        } else if (is_tag(box, "fram")) {
            news = TRACKER_MOTION;
            is_good = read_motion(box.content, frame);
        }
        if (!is_good) return TRACKER_REFUSED;
    }
    return is_good && has_head ? news : TRACKER_REFUSED;
}

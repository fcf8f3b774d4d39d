/* SPDX-License-Identifier: MIT */
/* Inputs of the host are checked and written into an avatar's lane. Accepted inputs are bounded so
 * that no later product leaves the range of a float. */
#include "runtime/quat4.h"
#include "runtime/sim.h"
#include "runtime/spring_stage.h"

/* Scales above the rest pose multiply along the tree. Up to this many powers of two in all the fast
 * path cannot overflow, since the rest pose itself stays below VRMI_SCALE_MAX. */
#define GROWTH_MAX 20

/* The bound for a point to look at, which may be very far away. */
#define TARGET_MAX 1e15f

/* ---- Scales ---- */

static int32_t exponent_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return (int32_t)((bits >> 23) & 255);
}

/* By how many powers of two, rounded up, a scale exceeds the one at rest. */
static int32_t growth_of(vrm_Vec3 scale, vrm_Vec3 rest) {
    float size = vrmi_vec3_reach(scale), rest_size = vrmi_vec3_reach(rest);
    return size > rest_size ? exponent_of(size) - exponent_of(rest_size) + 1 : 0;
}

void vrmi_lane_classify(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    bool is_large = rig->is_large || avatar->growth > GROWTH_MAX;
    bool is_general = rig->is_general || avatar->uneven > 0 || is_large;
    bool is_sway_uneven =
        rig->springs != NULL && (rig->springs->is_uneven || avatar->uneven_sway > 0);
    avatar->block->general[avatar->lane] = is_general ? -1 : 0;
    avatar->block->general_sway[avatar->lane] = is_large || is_sway_uneven ? -1 : 0;
    bool is_scaled = avatar->block->rig->is_scaled || avatar->scaled > 0;
    avatar->block->scaled[avatar->lane] = is_scaled ? -1 : 0;
}

/* `is_read`: springs depend on it. */
static void count_scale(vrmi_Avatar* avatar, vrm_Vec3 scale, vrm_Vec3 rest, bool is_read,
                        int32_t sign) {
    avatar->growth += sign * growth_of(scale, rest);
    if (!vrmi_scale_is_uniform(scale, VRMI_UNIFORM)) avatar->uneven += sign;
    if (is_read && !vrmi_scale_is_uniform(scale, VRMI_UNIFORM_SWAY)) avatar->uneven_sway += sign;
    if (scale.x != 1.0f) avatar->scaled += sign;
}

static void change_scale(vrmi_Avatar* avatar, vrm_Vec3 before, vrm_Vec3 scale, vrm_Vec3 rest,
                         bool is_read) {
    if (before.x == scale.x && before.y == scale.y && before.z == scale.z) return;
    count_scale(avatar, before, rest, is_read, -1);
    count_scale(avatar, scale, rest, is_read, 1);
    vrmi_lane_classify(avatar);
}

/* ---- Lanes ---- */

static float* scale_at(const vrmi_Block* block, int32_t slot, int32_t lane) {
    return vrmi_lane_at(block, block->scales, VRMI_VEC3_SIZE, slot, lane);
}

static void write_place(vrmi_Block* block, int32_t slot, int32_t lane, vrm_Transform local) {
    vrmi_lane_set_quat(block, vrmi_local_at(block, slot, 0, lane), local.rotation);
    vrmi_lane_set_vec3(block, vrmi_local_at(block, slot, VRMI_AT_TRANSLATION, lane),
                       local.translation);
    *vrmi_local_at(block, slot, VRMI_AT_SCALE, lane) = local.scale.x;
    vrmi_lane_set_vec3(block, scale_at(block, slot, lane), local.scale);
}

static void write_root(vrmi_Block* block, int32_t lane, vrm_Transform root, bool is_turned) {
    if (is_turned) root.rotation = vrmi_quat_mul(root.rotation, (vrm_Quat){0.0f, 1.0f, 0.0f, 0.0f});
    block->roots[lane] = root;
    float* at = vrmi_lane_at(block, block->root, VRMI_WORLD_SIZE, 0, lane);
    vrmi_lane_set_quat(block, at, root.rotation);
    vrmi_lane_set_vec3(block, at + VRMI_AT_TRANSLATION * block->lane_count, root.translation);
    at[VRMI_AT_SCALE * block->lane_count] = root.scale.x;
}

/* Sets or clears an expression's bit: whether some lane asks for it. */
static void note_asked(vrmi_Block* block, int32_t expression) {
    const float* inputs = vrmi_lane_at(block, block->expression_inputs, 1, expression, 0);
    uint64_t bit = (uint64_t)1 << (expression % 64);
    bool is_asked = false;
    for (int32_t lane = 0; lane < block->lane_count; lane++) is_asked |= inputs[lane] > 0.0f;
    if (is_asked)
        block->asked_expressions[expression / 64] |= bit;
    else
        block->asked_expressions[expression / 64] &= ~bit;
}

void vrmi_lane_reset(vrmi_Block* block, int32_t lane, bool is_turned) {
    const vrm_Rig* rig = block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++)
        write_place(block, slot, lane, rig->rests[slot]);
    write_root(block, lane, vrmi_transform_identity(), is_turned);
    for (int32_t e = 0; e < rig->expression_count; e++) {
        *vrmi_lane_at(block, block->expression_inputs, 1, e, lane) = 0.0f;
        note_asked(block, e);
    }
    block->gazes[lane] = (vrmi_Gaze){.mode = VRMI_GAZE_OFF};
    block->live[lane] = 0;
    block->general[lane] = block->general_sway[lane] = 0;
    block->scaled[lane] = 0;
    block->stages[lane] = 0;
    block->look_at_rate[lane] = 0.0f;
    block->face_changed = true;
    vrmi_springs_lane_reset(block, lane);
}

static void turn_slot(const vrmi_Avatar* avatar, int32_t slot, vrm_Quat unit) {
    vrmi_lane_set_quat(avatar->block, vrmi_local_at(avatar->block, slot, 0, avatar->lane), unit);
}

/* Sets the translation of a slot, and notifies the springs that depend on it. */
static void move_slot(vrmi_Avatar* avatar, int32_t slot, vrm_Vec3 translation) {
    float* at = vrmi_local_at(avatar->block, slot, VRMI_AT_TRANSLATION, avatar->lane);
    vrmi_lane_set_vec3(avatar->block, at, translation);
    vrmi_springs_note_transform(avatar->block, slot, avatar->lane);
}

/* ---- Hips ---- */

static bool is_above_hips(const vrm_Rig* rig, int32_t slot) {
    for (int32_t i = 0; i < rig->hips_chain_count; i++)
        if (rig->hips_chain[i] == slot) return true;
    return false;
}

/* The nodes above the hips, as the host has them, in model space. */
static vrm_Affine affine_above_hips(const vrmi_Avatar* avatar) {
    const vrmi_Block* block = avatar->block;
    const vrm_Rig* rig = block->rig;
    vrm_Affine above = vrmi_affine_identity();
    for (int32_t i = 0; i < rig->hips_chain_count; i++) {
        vrm_Affine local = vrmi_affine_from_transform(
            vrmi_lane_transform(block, rig->hips_chain[i], avatar->lane));
        above = vrmi_affine_mul(&above, &local);
        vrmi_affine_bound(&above);
    }
    return above;
}

/* Places the hips at rest position + offset in model space, whatever the host did to the nodes
 * above them. */
static void place_hips(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    if (hips < 0 || !avatar->hips_moved) return;
    vrm_Affine above = affine_above_hips(avatar);
    vrm_Affine back = vrmi_affine_inverse(&above);
    vrm_Vec3 offset = avatar->hips_offset;
    if (rig->facing < 0) offset = (vrm_Vec3){-offset.x, offset.y, -offset.z};
    vrm_Vec3 goal = vrmi_vec3_add(rig->rest_models[hips].translation, offset);
    vrm_Vec3 local = vrmi_vec3_within(vrmi_affine_point(&back, goal), VRMI_LENGTH_MAX);
    move_slot(avatar, hips, local);
}

/* ---- Nodes ---- */

static bool is_rotation(vrm_Quat q) {
    return vrmi_quat_is_finite(q) && (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || q.w != 0.0f);
}

static bool is_transform(const vrm_Transform* t) {
    return vrmi_vec3_is_finite(t->translation) && vrmi_vec3_is_finite(t->scale) &&
           is_rotation(t->rotation);
}

static int32_t slot_of(const vrmi_Avatar* avatar, int32_t node) {
    const vrm_Rig* rig = avatar->block->rig;
    return node >= 0 && node < rig->slot_count ? rig->node_slots[node] : -1;
}

static void set_slot(vrmi_Avatar* avatar, int32_t slot, vrm_Transform local) {
    vrmi_Block* block = avatar->block;
    const vrmi_SpringLayout* springs = block->rig->springs;
    vrm_Vec3 rest = block->rig->rests[slot].scale;
    vrm_Vec3 before = vrmi_lane_vec3(block, scale_at(block, slot, avatar->lane));
    vrmi_transform_bound(&local);
    change_scale(avatar, before, local.scale, rest, springs != NULL && springs->is_read[slot]);
    write_place(block, slot, avatar->lane, local);
    vrmi_springs_note_transform(block, slot, avatar->lane);
}

/* pose[] has what bones were asked for, missing ones included: what a bone shows is its own turn
 * below those of the missing bones that it carries. If the host turns the node of such a bone, its
 * own turn becomes the one for which the node stays as the host set it, so that a later turn of a
 * missing bone is added to it. Other bones' turns are not read again before they are set. */
static void derive_own_turn(vrmi_Avatar* avatar, vrm_Bone bone) {
    const vrm_Rig* rig = avatar->block->rig;
    int32_t slot = rig->bones[bone].slot;
    if (slot < 0) return;
    vrm_Quat local = vrmi_lane_transform(avatar->block, slot, avatar->lane).rotation;
    vrm_Quat whole = vrm_rig_bone_normalized(rig, bone, local), above = vrmi_quat_identity();
    for (vrm_Bone b = rig->bones[bone].parent; b != VRM_BONE_NONE && rig->bones[b].slot < 0;
         b = rig->bones[b].parent)
        above = vrmi_quat_mul(avatar->pose[b], above);
    avatar->pose[bone] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(above), whole));
}

static void note_turned(vrmi_Avatar* avatar, int32_t slot) {
    const vrm_Rig* rig = avatar->block->rig;
    if (!rig->carries[slot]) return;
    for (uint64_t left = rig->carriers; left != 0; left &= left - 1) {
        vrm_Bone bone = (vrm_Bone)__builtin_ctzll(left);
        if (rig->bones[bone].slot == slot) derive_own_turn(avatar, bone);
    }
}

static bool is_nothing(vrm_Vec3 scale) {
    return scale.x == 0.0f && scale.y == 0.0f && scale.z == 0.0f;
}

bool vrm_avatar_set_root(vrm_Sim* sim, vrm_AvatarId id, vrm_Transform root) {
    const vrm_Vec3 one = {1.0f, 1.0f, 1.0f};
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !is_transform(&root)) return false;
    vrmi_Block* block = avatar->block;
    vrmi_transform_bound(&root);
    vrm_Vec3 before = block->roots[avatar->lane].scale;
    change_scale(avatar, before, root.scale, one, true);
    if (is_nothing(before) && !is_nothing(root.scale)) /* tails had no direction */
        vrmi_springs_to_rest(block, avatar->lane);
    write_root(block, avatar->lane, root, vrmi_is_turned(sim, block->rig));
    return true;
}

vrm_Transform vrm_avatar_root(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? vrmi_transform_identity() : avatar->block->roots[avatar->lane];
}

/* As the host has set it. */
static vrm_Vec3 hips_position(const vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    vrm_Vec3 position = {0.0f, 0.0f, 0.0f};
    for (int32_t slot = rig->bones[VRM_BONE_HIPS].slot; slot >= 0; slot = rig->parents[slot])
        position =
            vrmi_transform_point(vrmi_lane_transform(avatar->block, slot, avatar->lane), position);
    return vrmi_transform_point(avatar->block->roots[avatar->lane], position);
}

bool vrm_avatar_is_far(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    vrm_Vec3 scale = avatar->block->roots[avatar->lane].scale;
    return vrmi_vec3_length(hips_position(avatar)) > VRM_FAR_M * vrmi_vec3_reach(scale);
}

int32_t vrm_avatar_facing(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return 0;
    const vrm_Rig* rig = avatar->block->rig;
    return rig->facing > 0 || vrmi_is_turned(sim, rig) ? 1 : -1;
}

bool vrm_avatar_set_node(vrm_Sim* sim, vrm_AvatarId id, int32_t node, vrm_Transform local) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !is_transform(&local)) return false;
    const vrm_Rig* rig = avatar->block->rig;
    int32_t slot = slot_of(avatar, node);
    if (slot < 0) return false;
    set_slot(avatar, slot, local);
    note_turned(avatar, slot);
    if (slot == rig->bones[VRM_BONE_HIPS].slot) avatar->hips_moved = false;
    if (avatar->hips_moved && is_above_hips(rig, slot)) place_hips(avatar);
    return true;
}

bool vrm_avatar_set_rotation(vrm_Sim* sim, vrm_AvatarId id, int32_t node, vrm_Quat local) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !is_rotation(local)) return false;
    int32_t slot = slot_of(avatar, node);
    if (slot < 0) return false;
    turn_slot(avatar, slot, vrmi_quat_normalize(local));
    note_turned(avatar, slot);
    if (avatar->hips_moved && is_above_hips(avatar->block->rig, slot)) place_hips(avatar);
    return true;
}

bool vrm_avatar_set_translation(vrm_Sim* sim, vrm_AvatarId id, int32_t node, vrm_Vec3 local) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_vec3_is_finite(local)) return false;
    const vrm_Rig* rig = avatar->block->rig;
    int32_t slot = slot_of(avatar, node);
    if (slot < 0) return false;
    move_slot(avatar, slot, vrmi_vec3_within(local, VRMI_LENGTH_MAX));
    if (slot == rig->bones[VRM_BONE_HIPS].slot) avatar->hips_moved = false;
    if (avatar->hips_moved && is_above_hips(rig, slot)) place_hips(avatar);
    return true;
}

bool vrm_avatar_set_nodes(vrm_Sim* sim, vrm_AvatarId id, const vrm_Transform* locals,
                          int32_t count) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || count != avatar->block->rig->slot_count) return false;
    const vrm_Rig* rig = avatar->block->rig;
    for (int32_t node = 0; node < count; node++)
        if (!is_transform(&locals[node])) return false;
    for (int32_t node = 0; node < count; node++)
        set_slot(avatar, rig->node_slots[node], locals[node]);
    /* Every bone is as the nodes have it: nothing is left of missing ones. */
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (rig->bones[b].slot < 0) avatar->pose[b] = vrmi_quat_identity();
    for (uint64_t left = rig->carriers; left != 0; left &= left - 1)
        derive_own_turn(avatar, (vrm_Bone)__builtin_ctzll(left));
    avatar->hips_moved = false;
    return true;
}

/* ---- Bones ---- */

/* A bone takes its own rotation and those of the missing bones directly above it. */
static void apply_bone(vrmi_Avatar* avatar, vrm_Bone bone) {
    const vrm_Rig* rig = avatar->block->rig;
    const vrmi_RigBone* target = &rig->bones[bone];
    if (target->slot < 0) return;
    vrm_Quat n = avatar->pose[bone];
    for (vrm_Bone b = rig->bones[bone].parent; b != VRM_BONE_NONE && rig->bones[b].slot < 0;
         b = rig->bones[b].parent)
        n = vrmi_quat_mul(avatar->pose[b], n);
    if (rig->facing < 0) n = (vrm_Quat){-n.x, n.y, -n.z, n.w};
    vrm_Quat local = vrmi_quat_mul(vrmi_quat_mul(target->parent_inverse, n), target->world);
    turn_slot(avatar, target->slot, vrmi_quat_normalize(local));
}

/* Whether `bone` takes over the rotation of `missing`. */
static bool carries(const vrm_Rig* rig, vrm_Bone bone, vrm_Bone missing) {
    for (vrm_Bone b = rig->bones[bone].parent; b != VRM_BONE_NONE && rig->bones[b].slot < 0;
         b = rig->bones[b].parent)
        if (b == missing) return true;
    return false;
}

bool vrm_avatar_set_bone(vrm_Sim* sim, vrm_AvatarId id, vrm_Bone bone, vrm_Quat normalized) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || bone < 0 || bone >= VRM_BONE_COUNT || !is_rotation(normalized))
        return false;
    avatar->pose[bone] = vrmi_quat_normalize(normalized);
    const vrm_Rig* rig = avatar->block->rig;
    if (rig->bones[bone].slot >= 0) {
        apply_bone(avatar, bone);
    } else {
        for (int32_t b = bone + 1; b < VRM_BONE_COUNT; b++)
            if (carries(rig, (vrm_Bone)b, bone)) apply_bone(avatar, (vrm_Bone)b);
    }
    return true;
}

bool vrm_avatar_set_hips(vrm_Sim* sim, vrm_AvatarId id, vrm_Vec3 offset) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_vec3_is_finite(offset)) return false;
    avatar->hips_offset = vrmi_vec3_within(offset, VRMI_LENGTH_MAX);
    avatar->hips_moved = true;
    place_hips(avatar);
    return true;
}

/* ---- A whole pose: bones in quads, with the arithmetic of apply_bone() ---- */

#define BONES_IN_QUADS (4 * VRMI_BONE_QUADS)

static inline vrmi_Quat4 load4(const vrm_Quat* from) {
    vrmi_Quat4 q = {vrmi_f4_load(&from[0]), vrmi_f4_load(&from[1]), vrmi_f4_load(&from[2]),
                    vrmi_f4_load(&from[3])};
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    return q;
}

static inline void store4(vrm_Quat* out, vrmi_Quat4 q) {
    vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
    vrmi_f4_store(&out[0], q.x);
    vrmi_f4_store(&out[1], q.y);
    vrmi_f4_store(&out[2], q.z);
    vrmi_f4_store(&out[3], q.w);
}

static __attribute__((noinline, cold)) void normalize_each(vrmi_Quat4* q) {
    for (int32_t i = 0; i < 4; i++) vrmi_quat4_set(q, i, vrmi_quat_normalize(vrmi_quat4_get(q, i)));
}

/* vrmi_quat_normalize() for four; if a length is outside its fast range, all go through it one by
 * one. */
static inline vrmi_Quat4 normalize4(vrmi_Quat4 q) {
    vrmi_f4 square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    vrmi_i4 is_near =
        (square > vrmi_f4_splat(VRMI_SQUARE_MIN)) & (square < vrmi_f4_splat(VRMI_SQUARE_MAX));
    if (__builtin_expect(!vrmi_i4_all(is_near), 0)) {
        vrmi_Quat4 each = q; /* a copy, so that q need not be in memory */
        normalize_each(&each);
        return each;
    }
    vrmi_f4 inverse = vrmi_f4_splat(1.0f) / vrmi_f4_sqrt(square);
    return (vrmi_Quat4){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
}

/* Multiplies the rotations of missing bones into the nearest bone below; a bone that takes over the
 * rotation of one of `bones` is added to `bones`. */
static void fold_missing(const vrmi_Avatar* avatar, vrm_Quat* folded, uint64_t* bones) {
    const vrm_Rig* rig = avatar->block->rig;
    memcpy(folded, avatar->pose, sizeof avatar->pose);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone++) {
        if ((rig->carriers >> bone & 1) == 0) continue;
        for (vrm_Bone b = rig->bones[bone].parent; b != VRM_BONE_NONE && rig->bones[b].slot < 0;
             b = rig->bones[b].parent) {
            folded[bone] = vrmi_quat_mul(avatar->pose[b], folded[bone]);
            *bones |= (*bones >> b & 1) << bone;
        }
    }
}

static vrmi_Quat4 lanes_of(const float from[16]) {
    return (vrmi_Quat4){vrmi_f4_load(from), vrmi_f4_load(from + 4), vrmi_f4_load(from + 8),
                        vrmi_f4_load(from + 12)};
}

/* Normalized rotations of four bones to local ones. Without rest rotations this is a product with
 * two identities: unless w is negative it changes nothing, except that -0 becomes +0. */
static inline vrmi_Quat4 apply_bones(const vrmi_RigBones4* quad, vrmi_Quat4 n) {
    const vrmi_f4 none = vrmi_f4_splat(0.0f);
    vrmi_i4 is_negative = (vrmi_i4)n.w < vrmi_i4_splat(0);
    if (quad->are_unturned && !vrmi_i4_any(is_negative))
        return normalize4((vrmi_Quat4){n.x + none, n.y + none, n.z + none, n.w});
    n = vrmi_quat4_mul(lanes_of(quad->parent_inverse), n);
    return normalize4(vrmi_quat4_mul(n, lanes_of(quad->world)));
}

static void apply_pose(vrmi_Avatar* avatar, uint64_t bones) {
    const vrmi_Block* block = avatar->block;
    const vrm_Rig* rig = block->rig;
    vrm_Quat folded[BONES_IN_QUADS];
    const vrm_Quat* pose = avatar->pose;
    const vrmi_f4 turn = vrmi_f4_splat(rig->facing < 0 ? -1.0f : 1.0f);
    if (rig->carriers != 0) {
        fold_missing(avatar, folded, &bones);
        pose = folded;
    }
    for (int32_t i = 0; i < BONES_IN_QUADS; i += 4) {
        vrmi_Quat4 n = load4(&pose[i]);
        n.x = n.x * turn;
        n.z = n.z * turn;
        n = apply_bones(&rig->bone_quads[i / 4], n);
        const vrmi_RigBone* bone = &rig->bones[i];
        for (int32_t k = 0; k < 4 && i + k < VRM_BONE_COUNT; k++)
            if (bone[k].slot >= 0 && (bones >> (i + k) & 1) != 0)
                turn_slot(avatar, bone[k].slot, vrmi_quat4_get(&n, k));
    }
}

void vrmi_avatar_turn_bones(vrmi_Avatar* avatar, const vrm_Quat* unit, uint64_t bones) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if ((bones >> b & 1) != 0) avatar->pose[b] = unit[b];
    apply_pose(avatar, bones);
}

bool vrm_avatar_set_pose(vrm_Sim* sim, vrm_AvatarId id, const vrm_Pose* pose) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_vec3_is_finite(pose->hips_offset)) return false;
    vrmi_i4 is_finite = vrmi_i4_splat(-1);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        is_finite &= vrmi_f4_is_finite(vrmi_f4_load(&pose->rotations[b]));
    if (!vrmi_i4_all(is_finite)) return false;
    memcpy(avatar->pose, pose->rotations, sizeof pose->rotations);
    for (int32_t i = 0; i < BONES_IN_QUADS; i += 4)
        store4(&avatar->pose[i], normalize4(load4(&avatar->pose[i])));
    apply_pose(avatar, UINT64_MAX);
    return vrm_avatar_set_hips(sim, id, pose->hips_offset);
}

/* ---- A pose on top of another ---- */

static bool is_identity(vrm_Quat q) {
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f;
}

/* Where the hips are now, from their rest position: by offset or by nodes. */
static vrm_Vec3 present_offset(const vrmi_Avatar* avatar) {
    const vrmi_Block* block = avatar->block;
    const vrm_Rig* rig = block->rig;
    if (avatar->hips_moved) return avatar->hips_offset;
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    vrm_Vec3 at = vrmi_lane_transform(block, hips, avatar->lane).translation;
    vrm_Affine above = affine_above_hips(avatar);
    vrm_Vec3 offset =
        vrmi_vec3_sub(vrmi_affine_point(&above, at), rig->rest_models[hips].translation);
    if (rig->facing < 0) offset = (vrm_Vec3){-offset.x, offset.y, -offset.z};
    return offset;
}

bool vrmi_avatar_pose(vrm_Sim* sim, vrm_AvatarId id, uint64_t bones, vrm_Pose* out) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    *out = vrm_pose_rest();
    for (uint64_t left = bones; left != 0; left &= left - 1) {
        vrm_Bone bone = (vrm_Bone)__builtin_ctzll(left);
        vrm_Quat own = avatar->pose[bone];
        derive_own_turn(avatar, bone);
        out->rotations[bone] = avatar->pose[bone];
        avatar->pose[bone] = own;
    }
    bool has_hips = avatar->block->rig->bones[VRM_BONE_HIPS].slot >= 0;
    out->hips_offset = has_hips ? present_offset(avatar) : (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return true;
}

bool vrm_avatar_add_pose(vrm_Sim* sim, vrm_AvatarId id, const vrm_Pose* pose) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_vec3_is_finite(pose->hips_offset)) return false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (!vrmi_quat_is_finite(pose->rotations[b])) return false;
    uint64_t bones = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if (is_identity(pose->rotations[b])) continue;
        bones |= (uint64_t)1 << b;
        derive_own_turn(avatar, (vrm_Bone)b);
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if ((bones >> b & 1) == 0) continue;
        vrm_Quat by = vrmi_quat_normalize(pose->rotations[b]);
        avatar->pose[b] = vrmi_quat_normalize(vrmi_quat_mul(by, avatar->pose[b]));
    }
    if (bones != 0) apply_pose(avatar, bones);
    vrm_Vec3 by = pose->hips_offset;
    bool has_hips = avatar->block->rig->bones[VRM_BONE_HIPS].slot >= 0;
    if (!has_hips || (by.x == 0.0f && by.y == 0.0f && by.z == 0.0f)) return true;
    return vrm_avatar_set_hips(sim, id, vrmi_vec3_add(present_offset(avatar), by));
}

bool vrm_avatar_reset_pose(vrm_Sim* sim, vrm_AvatarId id) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    const vrm_Rig* rig = avatar->block->rig;
    for (int32_t slot = 0; slot < rig->slot_count; slot++) set_slot(avatar, slot, rig->rests[slot]);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) avatar->pose[b] = vrmi_quat_identity();
    avatar->hips_moved = false;
    return true;
}

/* ---- Face and view ---- */

bool vrm_avatar_set_expression_at(vrm_Sim* sim, vrm_AvatarId id, int32_t expression, float weight) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || weight != weight || expression < 0 ||
        expression >= avatar->block->rig->expression_count)
        return false;
    vrmi_Block* block = avatar->block;
    float* input = vrmi_lane_at(block, block->expression_inputs, 1, expression, avatar->lane);
    float clamped = vrmi_clamp(weight, 0.0f, 1.0f);
    if (*input == clamped) return true;
    *input = clamped;
    note_asked(block, expression);
    block->face_changed = true;
    return true;
}

bool vrm_avatar_set_expression(vrm_Sim* sim, vrm_AvatarId id, vrm_ExpressionPreset preset,
                               float weight) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    int32_t expression = vrm_rig_expression_preset(avatar->block->rig, preset);
    return vrm_avatar_set_expression_at(sim, id, expression, weight);
}

bool vrm_avatar_set_expression_named(vrm_Sim* sim, vrm_AvatarId id, const char* name,
                                     float weight) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    return vrm_avatar_set_expression_at(sim, id, vrm_rig_expression(avatar->block->rig, name),
                                        weight);
}

void vrmi_avatar_set_morph(vrmi_Avatar* avatar, int32_t morph, float weight) {
    float bounded = vrmi_within(weight, VRMI_VALUE_MAX);
    if (avatar->morph_inputs == NULL || avatar->morph_inputs[morph] == bounded) return;
    avatar->morph_inputs[morph] = bounded;
    avatar->has_morph_inputs = true;
    avatar->block->face_changed = true;
}

bool vrm_avatar_set_morph(vrm_Sim* sim, vrm_AvatarId id, int32_t morph, float weight) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_is_finite(weight) || morph < 0 ||
        morph >= avatar->block->rig->morph_count)
        return false;
    vrmi_avatar_set_morph(avatar, morph, weight);
    return true;
}

bool vrm_avatar_set_morphs(vrm_Sim* sim, vrm_AvatarId id, const float* weights, int32_t count) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || count != avatar->block->rig->morph_count) return false;
    for (int32_t i = 0; i < count; i++)
        if (!vrmi_is_finite(weights[i])) return false;
    for (int32_t i = 0; i < count; i++) vrmi_avatar_set_morph(avatar, i, weights[i]);
    return true;
}

bool vrm_avatar_reset_morphs(vrm_Sim* sim, vrm_AvatarId id) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    const vrm_Rig* rig = avatar->block->rig;
    return vrm_avatar_set_morphs(sim, id, rig->rest_morphs, rig->morph_count);
}

static bool set_gaze(vrmi_Avatar* avatar, vrmi_Gaze gaze) {
    if (!avatar->block->rig->look_at.is_present) return false;
    avatar->block->gazes[avatar->lane] = gaze;
    avatar->block->face_changed = true;
    return true;
}

bool vrm_avatar_look_at(vrm_Sim* sim, vrm_AvatarId id, vrm_Vec3 target_world) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_vec3_is_finite(target_world)) return false;
    return set_gaze(avatar,
                    (vrmi_Gaze){.mode = VRMI_GAZE_TARGET,
                                .target_world = vrmi_vec3_within(target_world, TARGET_MAX)});
}

bool vrm_avatar_look_offset(vrm_Sim* sim, vrm_AvatarId id, float yaw_degrees, float pitch_degrees) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees))
        return false;
    vrmi_Gaze gaze = avatar->block->gazes[avatar->lane];
    if (gaze.mode != VRMI_GAZE_TARGET) return false;
    gaze.yaw_offset = vrmi_within(yaw_degrees, 360.0f);
    gaze.pitch_offset = vrmi_within(pitch_degrees, 360.0f);
    return set_gaze(avatar, gaze);
}

bool vrm_avatar_look_along(vrm_Sim* sim, vrm_AvatarId id, float yaw_degrees, float pitch_degrees) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || !vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees))
        return false;
    return set_gaze(avatar, (vrmi_Gaze){.mode = VRMI_GAZE_ANGLES,
                                        .yaw_degrees = vrmi_within(yaw_degrees, 360.0f),
                                        .pitch_degrees = vrmi_within(pitch_degrees, 360.0f)});
}

bool vrm_avatar_look_off(vrm_Sim* sim, vrm_AvatarId id) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    (void)set_gaze(avatar, (vrmi_Gaze){.mode = VRMI_GAZE_OFF});
    return true;
}

bool vrm_avatar_set_view(vrm_Sim* sim, vrm_AvatarId id, vrm_View view) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || (view != VRM_VIEW_THIRD_PERSON && view != VRM_VIEW_FIRST_PERSON))
        return false;
    avatar->view = view;
    return true;
}

bool vrm_avatar_set_stages(vrm_Sim* sim, vrm_AvatarId id, uint32_t stages) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    avatar->block->stages[avatar->lane] = stages & VRM_STAGE_ALL;
    avatar->block->face_changed = true;
    return true;
}

/* SPDX-License-Identifier: MIT */
/* The T-pose, and a node above all that turns the figure to +Z, stands it on the ground and brings
 * it to metres.
 *
 * Only bones get new rotations. Vertices stay as they are: skins keep their inverse bind matrices,
 * so the mesh goes into the T-pose as skinning takes it there, and deforms in every other pose as
 * its author weighted it. */
#include "author/avatar/avatar_proposal.h"

#include "base/report.h"
#include "base/sort.h"
#include "motion/capture/posture.h"
#include "vrm/pose.h"

#include <float.h>

#define SAME_TURN  3e-4f /* radians: such bones keep their bytes */
#define SAME_PLACE 1e-5f /* of the height of the figure */

typedef struct Poser {
    vrm_AvatarProposal* proposal;
    const vrm_Capture* figure;
    vrm_Transform* places; /* of the joints in the T-pose, facing +Z, in the units of the file */
    const bool* is_body;   /* of each node: it hangs on the hips */
    float size;            /* of the figure, in these units */
} Poser;

/* ---- The T-pose ---- */

static bool is_limb_or_trunk(vrm_Bone bone) {
    return bone != VRM_BONE_NONE && bone != VRM_BONE_LEFT_EYE && bone != VRM_BONE_RIGHT_EYE &&
           bone != VRM_BONE_JAW;
}

/* The rotation of a joint from its parent's in the reference pose. */
static vrm_Quat turn_from_parent(const Poser* poser, int32_t j) {
    const vrmi_PersonJoint* joint = &poser->figure->joints[j];
    if (joint->parent < 0) return joint->turn;
    vrm_Quat above = poser->figure->joints[joint->parent].turn;
    return vrmi_quat_mul(vrmi_quat_conjugate(above), joint->turn);
}

static void place_joint(const Poser* poser, int32_t j) {
    const vrm_Capture* figure = poser->figure;
    const vrmi_PersonJoint* joint = &figure->joints[j];
    vrm_Transform* out = &poser->places[j];
    vrm_Vec3 step = joint->place;
    vrm_Transform above = {.rotation = figure->to_model};
    out->scale = joint->scale;
    if (joint->parent >= 0) {
        const vrmi_PersonJoint* parent = &figure->joints[joint->parent];
        above = poser->places[joint->parent];
        step = vrmi_quat_rotate(vrmi_quat_conjugate(parent->turn),
                                vrmi_vec3_sub(joint->place, parent->place));
    }
    out->translation = vrmi_vec3_add(above.translation, vrmi_quat_rotate(above.rotation, step));
    out->rotation = vrmi_quat_mul(above.rotation, turn_from_parent(poser, j));
    if (is_limb_or_trunk(joint->bone) && !poser->proposal->def.keeps_pose) {
        vrm_Quat rest = vrmi_quat_mul(figure->to_model, joint->turn);
        out->rotation = vrmi_quat_mul(vrmi_quat_conjugate(figure->rests[joint->bone]), rest);
    }
    out->rotation = vrmi_quat_normalize(out->rotation);
}

/* A component of a local translation below scaled joints. */
static float unscaled(float step, float scale) {
    return scale != 0.0f ? step / scale : 0.0f;
}

/* The local transform of a joint: that of the file where the reference pose is that of the file and
 * the joint does not turn. */
static vrm_Transform local_of(const Poser* poser, int32_t j) {
    const vrmi_PersonJoint* joint = &poser->figure->joints[j];
    vrm_Transform local = poser->figure->file.joints[j].rest;
    vrm_Quat above = poser->figure->to_model;
    if (joint->parent >= 0) above = poser->places[joint->parent].rotation;
    vrm_Quat turn =
        vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(above), poser->places[j].rotation));
    if (vrmi_quat_angle(turn, local.rotation) > SAME_TURN) local.rotation = turn;
    if (joint->parent < 0) return local;
    const vrmi_PersonJoint* parent = &poser->figure->joints[joint->parent];
    vrm_Vec3 step = vrmi_quat_rotate(vrmi_quat_conjugate(parent->turn),
                                     vrmi_vec3_sub(joint->place, parent->place));
    step = (vrm_Vec3){unscaled(step.x, parent->scale.x), unscaled(step.y, parent->scale.y),
                      unscaled(step.z, parent->scale.z)};
    float most = SAME_PLACE * poser->size;
    vrm_Vec3 off = vrmi_vec3_mul(vrmi_vec3_sub(step, local.translation), parent->scale);
    if (vrmi_vec3_is_finite(step) && vrmi_vec3_reach(off) > most) local.translation = step;
    return local;
}

static bool is_same(const vrm_Transform* a, const vrm_Transform* b) {
    return vrmi_vec3_distance(a->translation, b->translation) == 0.0f &&
           a->rotation.x == b->rotation.x && a->rotation.y == b->rotation.y &&
           a->rotation.z == b->rotation.z && a->rotation.w == b->rotation.w;
}

/* The rotation of a joint before bones are turned, in the axes of the avatar. */
static vrm_Quat rest_of(const Poser* poser, int32_t j) {
    const vrm_AvatarProposal* proposal = poser->proposal;
    if (!proposal->def.keeps_pose) return poser->places[j].rotation;
    int32_t node = vrmi_capture_figure_node(poser->figure, j);
    vrm_Quat rest = proposal->cloud.rests[node].rotation;
    return vrmi_quat_normalize(vrmi_quat_mul(poser->figure->to_model, rest));
}

/* The rotation that the caller asked of a bone. */
static vrm_Quat turn_of(const vrm_AvatarProposalDef* def, vrm_Bone bone) {
    for (int32_t i = 0; i < def->bone_turn_count; i++) {
        vrm_Vec3 degrees = def->bone_turns[i].degrees;
        if (def->bone_turns[i].bone == bone) return vrm_pose_turn(degrees.y, degrees.x, degrees.z);
    }
    return vrmi_quat_identity();
}

static void turn_bone(const Poser* poser, int32_t j, vrm_Transform* local) {
    vrm_AvatarProposal* proposal = poser->proposal;
    vrm_Bone bone = poser->figure->joints[j].bone;
    if (bone == VRM_BONE_NONE) return;
    vrm_Quat rest = rest_of(poser, j), turn = turn_of(&proposal->def, bone);
    proposal->bones[bone].rest = rest;
    if (vrmi_quat_angle(turn, vrmi_quat_identity()) <= SAME_TURN) return;
    turn = vrmi_quat_mul(vrmi_quat_conjugate(rest), vrmi_quat_mul(turn, rest));
    local->rotation = vrmi_quat_normalize(vrmi_quat_mul(local->rotation, turn));
}

static void pose_joint(Poser* poser, int32_t j) {
    vrm_AvatarProposal* proposal = poser->proposal;
    const vrm_Transform* file = &poser->figure->file.joints[j].rest;
    vrm_Transform local = proposal->def.keeps_pose ? *file : local_of(poser, j);
    if (!is_same(&local, file)) proposal->facts.makes_t_pose = true;
    turn_bone(poser, j, &local);
    if (is_same(&local, file)) return;
    proposal->posed[proposal->posed_count++] =
        (vrm_PosedNode){vrmi_capture_figure_node(poser->figure, j), local};
}

static void pose_joints(Poser* poser) {
    for (int32_t j = 0; j < poser->figure->joint_count; j++) place_joint(poser, j);
    for (int32_t j = 0; j < poser->figure->joint_count; j++) pose_joint(poser, j);
}

/* As the nodes stand; the reference pose may be another, in which the mesh was bound. */
static vrm_Vec3 direction_at_rest(const vrm_AvatarProposal* proposal, vrm_Bone from, vrm_Bone to) {
    return vrmi_vec3_normalize(vrmi_figure_between(proposal, from, to));
}

/* In the T-pose, arms are along the line through both shoulders. */
static float arms_off(const vrm_AvatarProposal* proposal) {
    vrm_Vec3 left = direction_at_rest(proposal, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    float most = 0.0f;
    for (int i = 0; i < VRMI_ARM_LIMBS; i++) {
        vrm_Vec3 there = direction_at_rest(proposal, vrmi_limbs[i].bone, vrmi_limbs[i].next);
        if (vrmi_vec3_reach(there) == 0.0f || vrmi_vec3_reach(left) == 0.0f) continue;
        float fit = vrmi_vec3_dot(there, left) * vrmi_limbs[i].direction.x;
        most = fmaxf(most, vrmi_acos(vrmi_clamp(fit, -1.0f, 1.0f)));
    }
    return most / VRMI_TO_RADIANS;
}

/* ---- Direction, ground and size ---- */

/* Heights between which the vertices are that hang on the figure, in units of the file. */
typedef struct Extent {
    float low, high;
} Extent;

/* Heights of the vertices of the body. `moves` takes those of each node from their place at rest;
 * NULL: they are at rest. Returns how many are finite. */
static int32_t read_heights(const Poser* poser, const vrm_Affine* moves, float* out) {
    const vrmi_Cloud* cloud = &poser->proposal->cloud;
    int32_t count = 0;
    for (int32_t n = 0; n < cloud->node_count; n++) {
        for (int32_t i = poser->is_body[n] ? cloud->first[n] : -1; i >= 0;
             i = cloud->points[i].next) {
            vrm_Vec3 at = cloud->points[i].place;
            if (moves != NULL) at = vrmi_affine_point(&moves[n], at);
            out[count] = vrmi_quat_rotate(poser->figure->to_model, at).y;
            count += vrmi_is_finite(out[count]);
        }
    }
    return count;
}

/* Without strays: few vertices that are far from all others, as broken exports have them. */
static Extent without_strays(const float* heights, int32_t count) {
    const float share = 0.01f; /* of the vertices, at either end */
    const float gap = 0.25f;   /* of the height */
    int32_t most = (int32_t)(share * (float)count), low = 0, high = count - 1;
    float apart = gap * (heights[high - most] - heights[most]);
    for (int32_t i = 1; i <= most; i++) {
        if (heights[i] - heights[i - 1] > apart) low = i;
        if (heights[count - i] - heights[count - 1 - i] > apart) high = count - 1 - i;
    }
    return (Extent){heights[low], heights[high]};
}

static vrm_Result find_extent(Poser* poser, const vrm_Affine* moves, Extent* out) {
    vrm_AvatarProposal* proposal = poser->proposal;
    vrmi_ArenaMark mark = vrmi_arena_mark(&proposal->arena);
    float* heights = vrmi_avatar_take(proposal, proposal->cloud.point_count, sizeof *heights);
    if (heights == NULL) return VRM_ERR_MEMORY;
    int32_t count = read_heights(poser, moves, heights);
    vrmi_sort_floats(heights, (size_t)count);
    *out = count > 0 ? without_strays(heights, count) : (Extent){0.0f, 0.0f};
    vrmi_arena_rewind(&proposal->arena, mark);
    return VRM_OK;
}

static bool has_height(Extent extent) {
    float height = extent.high - extent.low;
    return height > 0.0f && vrmi_is_finite(height);
}

/* Of each node: the map from its place at rest to that in the T-pose. Nodes that are not posed
 * follow their parents. */
static vrm_Affine* find_moves(vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    const vrm_Transform* rests = proposal->cloud.rests;
    vrm_Affine* moves = vrmi_avatar_take(proposal, gltf->node_count, sizeof *moves);
    const vrm_Transform** locals =
        vrmi_avatar_take(proposal, gltf->node_count, sizeof(const vrm_Transform*));
    if (moves == NULL || locals == NULL) return NULL;
    for (int32_t i = 0; i < proposal->posed_count; i++)
        locals[proposal->posed[i].node] = &proposal->posed[i].local;
    for (int32_t i = 0; i < gltf->node_count; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        moves[n] = parent >= 0 ? moves[parent] : vrmi_affine_identity();
        if (locals[n] == NULL) continue;
        vrm_Affine rest = vrmi_affine_from_transform(rests[n]);
        vrm_Affine posed = vrmi_affine_from_transform(
            parent >= 0 ? vrmi_transform_mul(rests[parent], *locals[n]) : *locals[n]);
        vrm_Affine back = vrmi_affine_inverse(&rest), turn = vrmi_affine_mul(&posed, &back);
        moves[n] = vrmi_affine_mul(&moves[n], &turn);
    }
    return moves;
}

/* The unit of a file by the height of the figure in it. */
static float guess_metres(float height) {
    static const float units[] = {0.01f, 0.001f, 0.0254f, 100.0f, 0.1f, 10.0f, 1000.0f};
    const float least = 0.2f, most = 5.0f, low = 1.0f, high = 2.3f, usual = 1.6f;
    if (!(height > 0.0f) || (height >= least && height <= most)) return 1.0f;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (height * units[i] >= low && height * units[i] <= high) return units[i];
    return usual / height;
}

/* How far the figure has to rise to stand on the ground in the T-pose, in units of the file. */
static float find_rise(Extent rest, Extent posed) {
    const float floats = 0.05f; /* of the height: less is how the author stood it */
    const float shows = 0.005f; /* of the height: less is not worth a node */
    float height = posed.high - posed.low;
    float ground = fabsf(rest.low) <= floats * height ? rest.low : 0.0f;
    float rise = ground - posed.low;
    return fabsf(rise) > shows * height ? rise : 0.0f;
}

static void find_root(Poser* poser, Extent rest, Extent posed) {
    const float beside = 0.1f; /* of the height: less is how the author placed it */
    vrm_AvatarProposal* proposal = poser->proposal;
    vrm_Transform* root = &proposal->root;
    float height = posed.high - posed.low, stated = proposal->def.metres;
    float metres = stated > 0.0f ? stated : guess_metres(height);
    vrm_Vec3 hips = proposal->cloud.rests[proposal->bones[VRM_BONE_HIPS].node].translation;
    hips = vrmi_quat_rotate(poser->figure->to_model, hips);
    *root = (vrm_Transform){.rotation = poser->figure->to_model, .scale = {metres, metres, metres}};
    root->translation.y = find_rise(rest, posed) * metres;
    if (fmaxf(fabsf(hips.x), fabsf(hips.z)) > beside * height) {
        root->translation.x = -hips.x * metres;
        root->translation.z = -hips.z * metres;
    }
    float angle = vrmi_quat_angle(root->rotation, vrmi_quat_identity());
    proposal->facts.turns = angle > SAME_TURN || vrmi_vec3_reach(root->translation) > 0.0f;
    proposal->facts.turn_degrees = angle > SAME_TURN ? angle / VRMI_TO_RADIANS : 0.0f;
    proposal->facts.metres = metres;
    proposal->facts.height = height * metres;
    proposal->has_root = proposal->facts.turns || metres != 1.0f;
}

/* Mirrored nodes, often the other half of an accessory, are errors in an avatar. */
static bool is_mirrored(vrm_Vec3 scale) {
    return scale.x < 0.0f || scale.y < 0.0f || scale.z < 0.0f;
}

/* Whether scales have to be baked into the meshes. */
static bool has_scales(const vrm_AvatarProposal* proposal) {
    const float same = 1e-4f;
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = proposal->bones[b].node;
        if (node < 0) continue;
        vrm_Vec3 scale = proposal->cloud.rests[node].scale;
        vrm_Vec3 off = vrmi_vec3_sub(scale, (vrm_Vec3){1.0f, 1.0f, 1.0f});
        if (vrmi_vec3_reach(off) > same) return true;
    }
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (is_mirrored(gltf->nodes[n].rest.scale)) return true;
    return proposal->facts.metres != 1.0f;
}

/* ---- Gaze ---- */

/* Where the eyes are, from the head in its own axes: between the eye bones, or where most heads
 * have them. */
static void find_eyes(const Poser* poser) {
    const vrm_Capture* figure = poser->figure;
    vrm_LookAt* look = &poser->proposal->look_at;
    const vrm_Transform* head = &poser->places[figure->bones[VRM_BONE_HEAD]];
    int32_t left = figure->bones[VRM_BONE_LEFT_EYE], right = figure->bones[VRM_BONE_RIGHT_EYE];
    vrm_Vec3 eyes = {0.0f, 0.06f, 0.0f};
    if (left >= 0 && right >= 0) {
        eyes = vrmi_vec3_add(poser->places[left].translation, poser->places[right].translation);
        eyes = vrmi_vec3_sub(vrmi_vec3_scale(eyes, 0.5f), head->translation);
        eyes = vrmi_vec3_scale(eyes, poser->proposal->facts.metres);
    }
    look->offset_from_head = vrmi_quat_rotate(vrmi_quat_conjugate(head->rotation), eyes);
}

/* ---- The whole ---- */

static void report_turn(const vrm_AvatarProposal* proposal) {
    vrm_Vec3 move = proposal->root.translation;
    double degrees = (double)proposal->facts.turn_degrees;
    bool moves = vrmi_vec3_reach(move) > 0.0f;
    if (degrees > 0.0 && moves)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_TURNED, VRM_NO_OFFSET,
                       "A node above the figure turns it by %.0f degrees to face +Z and moves it "
                       "by %.2f, %.2f, %.2f m to stand above the origin.",
                       degrees, (double)move.x, (double)move.y, (double)move.z);
    else if (degrees > 0.0)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_TURNED, VRM_NO_OFFSET,
                       "A node above the figure turns it by %.0f degrees to face +Z.", degrees);
    else if (moves)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_TURNED, VRM_NO_OFFSET,
                       "A node above the figure moves it by %.2f, %.2f, %.2f m to stand above the "
                       "origin.",
                       (double)move.x, (double)move.y, (double)move.z);
}

static void report_pose(const vrm_AvatarProposal* proposal) {
    const vrm_AvatarFacts* facts = &proposal->facts;
    if (facts->makes_t_pose)
        vrmi_report_at(
            proposal->report, VRMI_RULE_CREATE_T_POSE, VRM_NO_OFFSET,
            "The figure did not stand in the T-pose: %d nodes got new rotations, arms by "
            "up to %.0f degrees. Keep its pose with --keep-pose.",
            (int)proposal->posed_count, (double)facts->arms_off_degrees);
    report_turn(proposal);
    if (facts->metres != 1.0f)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_SCALED, VRM_NO_OFFSET,
                       "One unit of the file is taken for %g m: the avatar is %.2f m high. State "
                       "another unit with --metres.",
                       (double)facts->metres, (double)facts->height);
    else if (proposal->has_scales)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_SCALED, VRM_NO_OFFSET,
                       "Scales of nodes were baked into the meshes: the avatar is %.2f m high.",
                       (double)facts->height);
}

/* A trunk whose pose was not found leans as in the file: hunched people, and files turned by less
 * than a right angle. */
static void report_lean(const Poser* poser, const vrm_Affine* moves) {
    const float least = 20.0f; /* degrees */
    const vrm_AvatarProposal* proposal = poser->proposal;
    int32_t hips = proposal->bones[VRM_BONE_HIPS].node, head = proposal->bones[VRM_BONE_HEAD].node;
    vrm_Vec3 low = vrmi_affine_point(&moves[hips], proposal->cloud.rests[hips].translation);
    vrm_Vec3 high = vrmi_affine_point(&moves[head], proposal->cloud.rests[head].translation);
    vrm_Vec3 trunk = vrmi_quat_rotate(poser->figure->to_model, vrmi_vec3_sub(high, low));
    trunk = vrmi_vec3_normalize(trunk);
    float degrees = vrmi_acos(vrmi_clamp(trunk.y, -1.0f, 1.0f)) / VRMI_TO_RADIANS;
    if (!(degrees >= least) || vrmi_vec3_reach(trunk) == 0.0f) return;
    vrmi_report_at(proposal->report, VRMI_RULE_CREATE_LEANS, VRM_NO_OFFSET,
                   "The trunk leans by %.0f degrees in the T-pose. Stand the figure upright in the "
                   "program that wrote it, and export it again.",
                   (double)degrees);
}

static vrm_Result refuse(vrm_AvatarProposal* proposal, vrmi_RuleId rule) {
    vrmi_report_at(proposal->report, rule, VRM_NO_OFFSET, NULL);
    proposal->facts.is_possible = false;
    return VRM_OK;
}

static vrm_Result pose(Poser* poser) {
    Extent rest, posed;
    vrm_AvatarProposal* proposal = poser->proposal;
    int32_t count = poser->figure->joint_count;
    if (!poser->figure->has_person) return refuse(proposal, VRMI_RULE_CREATE_NO_FIGURE);
    poser->places = vrmi_avatar_take(proposal, count, sizeof *poser->places);
    proposal->posed = vrmi_avatar_take(proposal, count, sizeof *proposal->posed);
    poser->is_body = vrmi_figure_mark_below(proposal, proposal->bones[VRM_BONE_HIPS].node);
    if (poser->places == NULL || proposal->posed == NULL || poser->is_body == NULL)
        return VRM_ERR_MEMORY;
    vrm_Result result = find_extent(poser, NULL, &rest);
    if (result != VRM_OK) return result;
    poser->size = rest.high - rest.low;
    if (!has_height(rest)) return refuse(proposal, VRMI_RULE_CREATE_NOTHING_MOVES);
    proposal->facts.arms_off_degrees = arms_off(proposal);
    pose_joints(poser);
    const vrm_Affine* moves = find_moves(proposal);
    if (moves == NULL) return VRM_ERR_MEMORY;
    result = find_extent(poser, moves, &posed);
    if (result != VRM_OK) return result;
    find_root(poser, rest, has_height(posed) ? posed : rest);
    proposal->has_scales = has_scales(proposal);
    find_eyes(poser);
    report_pose(proposal);
    report_lean(poser, moves);
    return VRM_OK;
}

vrm_Result vrmi_figure_find_pose(vrm_AvatarProposal* proposal) {
    Poser poser = {.proposal = proposal};
    vrm_Capture* figure = NULL;
    int32_t count = vrm_model_gltf(proposal->model)->node_count;
    int8_t* stated = vrmi_avatar_take(proposal, count, sizeof *stated);
    if (stated == NULL) return VRM_ERR_MEMORY;
    for (int32_t n = 0; n < count; n++) stated[n] = VRM_BONE_NONE;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (proposal->bones[b].node >= 0) stated[proposal->bones[b].node] = (int8_t)b;
    vrm_Result result =
        vrmi_capture_read_figure(proposal->model, stated, false, &proposal->allocator, &figure);
    if (result != VRM_OK) return result;
    poser.figure = figure;
    result = pose(&poser);
    vrm_capture_destroy(figure);
    return result;
}

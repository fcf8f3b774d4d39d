/* SPDX-License-Identifier: MIT */
/* Where the body is while springs step: what they hang on, in this frame, in the last one, and at a
 * moment in between.
 *
 * Four avatars side by side have it in scratch->worlds. Of an avatar alone three lanes would be
 * computed for nothing, so it has x y z w in the lanes: little more than half of the work, and four
 * places of its body are gathered with a few shuffles. Where others want world transforms too, they
 * are taken over from scratch->worlds. The arithmetic is that of pose.c, to the bit. */
#include "runtime/spring_solver.h"

/* ---- An avatar alone ---- */

/* Of four vectors in a row. */
static inline vrmi_f4 lane_of(const vrmi_f4* from, int32_t lane) {
    return (vrmi_f4){from[0][lane], from[1][lane], from[2][lane], from[3][lane]};
}

static inline vrmi_World1 world_of_lane(const vrmi_World4* world, int32_t lane) {
    const vrmi_f4* from = (const vrmi_f4*)world;
    return (vrmi_World1){lane_of(from, lane), lane_of(from + 4, lane)};
}

void vrmi_lone_take(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t lane,
                    const int32_t* slots, int32_t count) {
    vrmi_World1* worlds = vrmi_lone_worlds(scratch);
    worlds[-1] = world_of_lane(&block->root, lane);
    for (int32_t i = 0; i < count; i++)
        worlds[slots[i]] = world_of_lane(&scratch->worlds[slots[i]], lane);
}

static void pose_lone(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrmi_World1* worlds = vrmi_lone_worlds(scratch);
    worlds[-1] = world_of_lane(&block->root, lane);
    for (int32_t i = 0; i < layout->body_slot_count; i++) {
        int32_t slot = layout->body_slots[i];
        vrmi_World1 above = worlds[block->rig->parents[slot]];
        vrmi_f4 rotation = lane_of((const vrmi_f4*)&scratch->rotations[slot], lane);
        vrmi_f4 place = lane_of(&block->locals[slot].translation.x, lane);
        vrmi_f4 arm = place * vrmi_f4_splat(above.place[3]);
        vrmi_f4 there = above.place + vrmi_quat1_rotate(above.rotation, arm);
        there[3] = arm[3];
        worlds[slot] = (vrmi_World1){vrmi_quat1_mul(above.rotation, rotation), there};
    }
}

static int32_t find_lane(const vrmi_Block* block) {
    int32_t lane = 0;
    while (block->avatars[lane] == NULL) lane++;
    return lane;
}

int32_t vrmi_body_pose(const vrm_Sim* sim, vrmi_Block* block, vrmi_Scratch* scratch,
                       bool is_steady) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (sim->def.outputs & (VRM_OUTPUT_WORLDS | VRM_OUTPUT_PALETTES)) return -1;
    if (is_steady && block->live_count == 1 && !layout->reads_rotations &&
        !vrmi_i4_any(block->general | springs->is_moved)) {
        int32_t lane = find_lane(block);
        pose_lone(block, scratch, lane);
        return lane;
    }
    vrmi_pose_list(block, scratch, layout->body_slots, layout->body_slot_count);
    return -1;
}

/* ---- Anchors: where springs and what they meet hang, then the root ---- */

static vrmi_World4* anchor_world(vrmi_Block* block, vrmi_Scratch* scratch, int32_t anchor) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    return anchor < layout->anchor_count ? &scratch->worlds[layout->anchors[anchor]] : &block->root;
}

static vrmi_World1* lone_anchor(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                int32_t anchor) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    int32_t slot = anchor < layout->anchor_count ? layout->anchors[anchor] : -1;
    return &vrmi_lone_worlds(scratch)[slot];
}

void vrmi_body_keep(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane) {
    void* kept = vrmi_springs_scratch_anchors(block, scratch);
    for (int32_t a = 0; a <= block->rig->springs->anchor_count; a++) {
        if (lone_lane >= 0)
            ((vrmi_World1*)kept)[a] = *lone_anchor(block, scratch, a);
        else
            vrmi_world4_copy(&((vrmi_World4*)kept)[a], anchor_world(block, scratch, a));
    }
}

void vrmi_body_restore(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane) {
    const void* kept = vrmi_springs_scratch_anchors(block, scratch);
    for (int32_t a = 0; a <= block->rig->springs->anchor_count; a++) {
        if (lone_lane >= 0)
            *lone_anchor(block, scratch, a) = ((const vrmi_World1*)kept)[a];
        else
            vrmi_world4_copy(anchor_world(block, scratch, a), &((const vrmi_World4*)kept)[a]);
    }
}

/* On the line through the last frame (0) and this one (1); exactly this one at 1. */
static vrmi_World4 blend_worlds(const vrmi_World4* from, const vrmi_World4* to, vrmi_f4 share,
                                vrmi_i4 is_there) {
    const vrmi_f4 zero = vrmi_f4_splat(0.0f), one = vrmi_f4_splat(1.0f);
    vrmi_Quatx4 a = from->rotation, b = to->rotation;
    vrmi_f4 dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, back = one - share;
    vrmi_f4 near = vrmi_f4_select(dot < zero, -share, share);
    vrmi_Quatx4 q = {a.x * back + b.x * near, a.y * back + b.y * near, a.z * back + b.z * near,
                     a.w * back + b.w * near};
    vrmi_f4 inverse = one / vrmi_f4_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    q = (vrmi_Quatx4){q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
    vrmi_Vec3x4 p = vrmi_vec3x4_add(
        from->position, vrmi_vec3x4_scale(vrmi_vec3x4_sub(to->position, from->position), share));
    vrmi_World4 out;
    out.rotation = vrmi_quatx4_select(is_there, b, q);
    out.position.x = vrmi_f4_select(is_there, to->position.x, p.x);
    out.position.y = vrmi_f4_select(is_there, to->position.y, p.y);
    out.position.z = vrmi_f4_select(is_there, to->position.z, p.z);
    out.scale =
        vrmi_f4_select(is_there, to->scale, from->scale + (to->scale - from->scale) * share);
    return out;
}

/* Four anchors at a time; at the end of the list the last one again. */
static void move_lone(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lane, vrmi_f4 share,
                      vrmi_i4 is_there) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_World1* kept = vrmi_springs_scratch_anchors(block, scratch);
    int32_t last = block->rig->springs->anchor_count;
    for (int32_t first = 0; first <= last; first += 4) {
        vrmi_World1 befores[4], nows[4];
        for (int32_t k = 0; k < 4; k++) {
            int32_t a = first + k < last ? first + k : last;
            befores[k] = world_of_lane(&springs->anchors[a], lane);
            nows[k] = kept[a];
        }
        vrmi_World4 before = vrmi_gather_world(&befores[0], &befores[1], &befores[2], &befores[3]);
        vrmi_World4 now = vrmi_gather_world(&nows[0], &nows[1], &nows[2], &nows[3]);
        vrmi_World4 moved =
            blend_worlds(&before, &now, vrmi_f4_splat(share[lane]), vrmi_i4_splat(is_there[lane]));
        for (int32_t k = 0; k < 4 && first + k <= last; k++)
            *lone_anchor(block, scratch, first + k) = world_of_lane(&moved, k);
    }
}

void vrmi_body_move(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane, vrmi_f4 share) {
    const vrmi_Springs* springs = block->springs;
    vrmi_i4 is_there = (share == vrmi_f4_splat(1.0f)) | ~springs->is_tracked | block->general;
    if (lone_lane >= 0) {
        move_lone(block, scratch, lone_lane, share, is_there);
        return;
    }
    const vrmi_World4* kept = vrmi_springs_scratch_anchors(block, scratch);
    for (int32_t a = 0; a <= block->rig->springs->anchor_count; a++)
        *anchor_world(block, scratch, a) =
            blend_worlds(&springs->anchors[a], &kept[a], share, is_there);
}

/* The other lanes are of no avatar. */
static void splat_world(const vrmi_World1* from, vrmi_World4* to) {
    vrmi_f4_splat4((const float*)&from->rotation, &to->rotation.x, &to->rotation.y, &to->rotation.z,
                   &to->rotation.w);
    vrmi_f4_splat4((const float*)&from->place, &to->position.x, &to->position.y, &to->position.z,
                   &to->scale);
}

void vrmi_body_remember(vrmi_Block* block, vrmi_Scratch* scratch, int32_t lone_lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_World1* lone = vrmi_lone_worlds(scratch);
    vrmi_World4* to = ((vrmi_Springs*)block->springs)->anchors;
    int32_t count = layout->anchor_count;
    if (lone_lane >= 0) {
        for (int32_t a = 0; a < count; a++) splat_world(&lone[layout->anchors[a]], &to[a]);
        splat_world(&lone[-1], &to[count]);
        return;
    }
    for (int32_t a = 0; a <= count; a++) vrmi_world4_copy(&to[a], anchor_world(block, scratch, a));
}

/* SPDX-License-Identifier: MIT */
/* Forward kinematics and its outputs: pose_step.c and output_step.c of src/runtime/lanes. World
 * transforms stay in registers from a node to its first child; only branches are saved. */

/* The palette matrices of joints that one node carries. */
void write_palettes(const Me* me, Affine m, int list, int count) {
    __global const gpu_Palette* palette = list_at(me, list);
    for (int i = 0; i < count; i++, palette++) {
        int row = 12 * palette->joint;
        float4 b0 = vec4_at(palette->inverse_bind[0]), b1 = vec4_at(palette->inverse_bind[1]);
        float4 b2 = vec4_at(palette->inverse_bind[2]);
        for (int r = 0; r < 3; r++) {
            float4 v = m.rows[r];
            float4 sum = v.x * b0 + v.y * b1 + v.z * b2;
            stream4(me->palette, row + 4 * r, sum + v * (float4)(0.0f, 0.0f, 0.0f, 1.0f));
        }
    }
}

/* Matrices of a node, as soon as its world transform is known. */
void write_node(const Me* me, const gpu_Frame* frame, __global const gpu_Node* node, World w) {
    if (!(frame->outputs & (O_WORLDS | O_PALETTES))) return;
    Affine m = affine_of(w.position, w.rotation, (float3)(w.scale, w.scale, w.scale));
    if (frame->outputs & O_WORLDS) {
        int row = 12 * node->file_node;
        for (int r = 0; r < 3; r++) stream4(me->world, row + 4 * r, m.rows[r]);
    }
    if (frame->outputs & O_PALETTES) write_palettes(me, m, node->palettes, node->palette_count);
}

World saved_world(const Me* me, int world) {
    if (world < 0) return root_world(me);
    return load_world(me, me->scratch, me->rig->rows.saved + 8 * world);
}

/* Poses one node; `above` is the world transform of its parent. */
World run_step(const Me* me, const gpu_Frame* frame, __global const gpu_PoseStep* step, World above,
               int anchors) {
    __global const gpu_Node* node = node_at(me, step->node);
    int saved = step->saved, anchor = node->anchor;
    World w = pose_node(me, above, node, rotation_by(me, node->rotation));
    if (saved >= 0) store_world(me, me->scratch, me->rig->rows.saved + 8 * saved, w);
    if (anchor >= 0) store_world(me, me->state, anchors + 8 * anchor, w);
    write_node(me, frame, node, w);
    return w;
}

void fetch_rotation(const Me* me, int node) {
    int code = node_at(me, node)->rotation;
    fetch_rows(code >= 0 ? me->input : me->rotation, code >= 0 ? code : ~code, 4);
}

/* `anchors`: where this frame's are kept. */
void pose_nodes(const Me* me, const gpu_Frame* frame, __global const gpu_PoseOrder* order,
                int anchors) {
#if LANES
    __global const int* begins = list_at(me, order->levels);
    __global const gpu_PoseStep* steps = list_at(me, order->level_steps);
    int count = order->level_count;
    for (int level = 0; level < count; level++) {
        int begin = begins[level], end = begins[level + 1];
        FOR_LANES(i, end - begin) {
            __global const gpu_PoseStep* step = steps + begin + i;
            (void)run_step(me, frame, step, saved_world(me, step->source), anchors);
        }
        LANE_BARRIER;
    }
#else
    __global const gpu_PoseStep* step = list_at(me, order->steps);
    int count = order->step_count;
    World w = root_world(me);
    for (int i = 0; i < count; i++, step++) {
        if (i + 1 < count) fetch_rotation(me, step[1].node);
        if (step->source != SOURCE_PREVIOUS) w = saved_world(me, step->source);
        w = run_step(me, frame, step, w, anchors);
    }
#endif
}

/* The rows of this frame's anchors. */
int anchor_rows(const Me* me, uint flags) {
    int count = 8 * (me->rig->anchor_count + 1);
    return me->rig->rows.anchors + (flags & F_ANCHORS ? count : 0);
}

void pose_body(const Me* me, const gpu_Frame* frame, uint flags) {
    int anchors = anchor_rows(me, flags);
    if (ONE_LANE) {
        World root = root_world(me);
        if (me->rig->pair_count > 0)
            store_world(me, me->state, anchors + 8 * me->rig->anchor_count, root);
        if (frame->outputs & O_PALETTES) {
            Affine m = affine_of(root.position, root.rotation,
                                 (float3)(root.scale, root.scale, root.scale));
            write_palettes(me, m, me->rig->root_palettes, me->rig->root_palette_count);
        }
    }
    LANE_BARRIER;
    pose_nodes(me, frame, &me->rig->body, anchors);
}

void pose_sway(const Me* me, const gpu_Frame* frame) {
    pose_nodes(me, frame, &me->rig->sway, 0);
}

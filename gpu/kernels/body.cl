/* SPDX-License-Identifier: MIT */
/* Forward kinematics and its outputs: src/runtime/lanes/pose.c and output.c. World transforms stay
 * in registers from a node to its first child; only branches are saved. */

/* Matrices of a node, as soon as its world transform is known. */
void write_node(const Me* me, const Frame* frame, int at, World w) {
    if (!(frame->outputs & (O_WORLDS | O_PALETTES))) return;
    Affine m = affine_of(w.position, w.rotation, (float3)(w.scale, w.scale, w.scale));
    if (frame->outputs & O_WORLDS) {
        int row = 12 * word(me, at + NODE_FILE);
        for (int r = 0; r < 3; r++) stream4(me->world, row + 4 * r, m.rows[r]);
    }
    if (!(frame->outputs & O_PALETTES)) return;
    int entry = word(me, at + NODE_FIRST_PALETTE), count = word(me, at + NODE_PALETTE_COUNT);
    for (int i = 0; i < count; i++, entry += PALETTE_WORDS) {
        int row = 12 * word(me, entry);
        float4 b0 = vec4_at(me, entry + 1), b1 = vec4_at(me, entry + 5), b2 = vec4_at(me, entry + 9);
        for (int r = 0; r < 3; r++) {
            float4 v = m.rows[r];
            float4 sum = v.x * b0 + v.y * b1 + v.z * b2;
            stream4(me->palette, row + 4 * r, sum + v * (float4)(0.0f, 0.0f, 0.0f, 1.0f));
        }
    }
}

World saved_world(const Me* me, int place) {
    if (place < 0) return root_world(me);
    return load_world(me, me->scratch, word(me, T_ROW_SAVED) + 8 * place);
}

/* Poses one node of an op list; `above` is the world transform of its parent. */
World run_op(const Me* me, const Frame* frame, int op, World above, int anchors) {
    int node = word(me, op + OP_NODE), saved = word(me, op + OP_SAVED), at = node_at(me, node);
    World w = pose_node(me, above, node, rotation_by(me, word(me, at + NODE_ROTATION)));
    if (saved >= 0) store_world(me, me->scratch, word(me, T_ROW_SAVED) + 8 * saved, w);
    int anchor = word(me, at + NODE_ANCHOR);
    if (anchor >= 0) store_world(me, me->state, anchors + 8 * anchor, w);
    write_node(me, frame, at, w);
    return w;
}

void fetch_rotation(const Me* me, int node) {
    int code = word(me, node_at(me, node) + NODE_ROTATION);
    fetch_rows(code >= 0 ? me->input : me->rotation, code >= 0 ? code : ~code, 4);
}

/* `anchors`: where this frame's are kept. */
void pose_ops(const Me* me, const Frame* frame, int which, int levels, int anchors) {
#if LANES
    int begins = word(me, levels), count = word(me, levels + 1), ops = word(me, levels + 2);
    for (int level = 0; level < count; level++) {
        int begin = word(me, begins + level), end = word(me, begins + level + 1);
        FOR_LANES(i, end - begin) {
            int op = ops + (begin + i) * OP_WORDS;
            (void)run_op(me, frame, op, saved_world(me, word(me, op + OP_SOURCE)), anchors);
        }
        LANE_BARRIER;
    }
#else
    int op = word(me, which), count = word(me, which + 1);
    World w = root_world(me);
    for (int i = 0; i < count; i++, op += OP_WORDS) {
        if (i + 1 < count) fetch_rotation(me, word(me, op + OP_WORDS + OP_NODE));
        int source = word(me, op + OP_SOURCE);
        if (source != -2) w = saved_world(me, source);
        w = run_op(me, frame, op, w, anchors);
    }
#endif
}

/* The rows of this frame's anchors. */
int anchor_rows(const Me* me, uint flags) {
    int count = 8 * (word(me, T_ANCHOR_COUNT) + 1);
    return word(me, T_ROW_ANCHORS) + (flags & F_ANCHORS ? count : 0);
}

void pose_body(const Me* me, const Frame* frame, uint flags) {
    int anchors = anchor_rows(me, flags);
    if (ONE_LANE) {
        World root = root_world(me);
        if (word(me, T_PAIR_COUNT) > 0)
            store_world(me, me->state, anchors + 8 * word(me, T_ANCHOR_COUNT), root);
        if (frame->outputs & O_PALETTES) {
            Affine m = affine_of(root.position, root.rotation,
                                 (float3)(root.scale, root.scale, root.scale));
            int entry = word(me, T_ROOT_PALETTES);
            for (int i = 0; i < word(me, T_ROOT_PALETTE_COUNT); i++, entry += PALETTE_WORDS) {
                float4 b0 = vec4_at(me, entry + 1), b1 = vec4_at(me, entry + 5);
                float4 b2 = vec4_at(me, entry + 9);
                for (int r = 0; r < 3; r++) {
                    float4 v = m.rows[r];
                    float4 sum = v.x * b0 + v.y * b1 + v.z * b2;
                    stream4(me->palette, 12 * word(me, entry) + 4 * r,
                                 sum + v * (float4)(0.0f, 0.0f, 0.0f, 1.0f));
                }
            }
        }
    }
    LANE_BARRIER;
    pose_ops(me, frame, T_BODY_OPS, T_BODY_LEVELS, anchors);
}

void pose_sway(const Me* me, const Frame* frame) {
    pose_ops(me, frame, T_SWAY_OPS, T_SWAY_LEVELS, 0);
}

/* SPDX-License-Identifier: MIT */
/* Spring bones: the scalar definition that src/runtime/lanes/spring_kernel.h computes in lanes.
 * Chains of a wave do not depend on each other and are divided among the lanes.
 *
 *   rows SHOWN     what shows; the last step's own rotations while no time is left over
 *   rows LAST      rotations of the last step, EARLIER of the one before: valid while the steps are
 *                  ahead of the frame */

/* The pair that is being solved. */
typedef struct Bone {
    float4 above;              /* rotation of the parent */
    float3 head, tail;
    float3 direction;          /* rest direction of the tail, in the space of the parent */
    float3 rest_aim;           /* the same in the world */
    float3 way;                /* from head to tail, of any length; `shrink` times it has length 1 */
    float shrink, scale, length, radius, keep;
    float4 pull;               /* gravity and stiffness */
    float4 made, turned;       /* the result: local rotation, rotation in the world */
} Bone;

typedef struct Collider {
    float3 at, along;
    float radius, inverse;
} Collider;

/* One solve. */
typedef struct Solve {
    float dt;
    uint flags;
    int anchors; /* rows of the anchors: of this moment */
    int in_state; /* whether these are of the state arena */
    int before, after; /* rotation rows: of the step before, of this one */
    int earlier;       /* rows that get those of the step before; -1: none */
    bool settles;
    bool has_motion;   /* settling: tails move as from there to where they were settled before, */
    float stretch;     /* times this */
} Solve;

/* ---- Pairs ---- */

/* The part of a pair that every step reads. */
typedef __global const gpu_PairStep* PairStep;

/* ---- Worlds ---- */

World spring_world(const Me* me, const Solve* solve, int world) {
    int wave_node = world - me->rig->anchor_count - 1;
    if (wave_node >= 0)
        return load_world(me, me->scratch, me->rig->rows.waves + 8 * wave_node);
    if (solve->in_state) return load_world(me, me->state, solve->anchors + 8 * world);
    return load_world(me, me->scratch, solve->anchors + 8 * world);
}

/* The local rotation of a node during a solve: joints as this step has turned them. */
float4 solve_rotation(const Me* me, const Solve* solve, __global const gpu_Node* node) {
    int code = node->rotation, shown = me->rig->rows.shown;
    if (code < 0 && ~code >= shown && ~code < shown + 4 * me->rig->pair_count)
        return load4(me, me->rotation, ~code - shown + solve->after);
    return rotation_by(me, code);
}

/* ---- Colliders ---- */

#if LOCAL_COLLIDERS
#define NEAR_WORD(i) me->colliders[(i) * COLUMNS]
#else
#define NEAR_WORD(i) ROW(scratch, me->rig->rows.colliders + (i))
#endif

void locate_collider(const Me* me, const Solve* solve, int index) {
    __global const gpu_Collider* c = list_at(me, me->rig->colliders);
    c += index;
    int at = c->at;
    World w = spring_world(me, solve, c->world);
    float3 where = world_point(w, vec3_at(c->offset));
    NEAR_WORD(at) = where.x;
    NEAR_WORD(at + 1) = where.y;
    NEAR_WORD(at + 2) = where.z;
    NEAR_WORD(at + 3) = c->radius * w.scale;
    if (c->shape == SHAPE_SPHERE) return;
    float3 along = rotate3(w.rotation, vec3_at(c->along));
    float inverse = 0.0f;
    if (c->shape != SHAPE_PLANE) {
        along = along * w.scale;
        float square = dot3(along, along);
        inverse = square > SQUARE_MIN ? 1.0f / square : 0.0f;
    }
    NEAR_WORD(at + 4) = along.x;
    NEAR_WORD(at + 5) = along.y;
    NEAR_WORD(at + 6) = along.z;
    NEAR_WORD(at + 7) = inverse;
}

Collider load_collider(const Me* me, int at, bool has_axis) {
    Collider c;
    c.at = (float3)(NEAR_WORD(at), NEAR_WORD(at + 1), NEAR_WORD(at + 2));
    c.radius = NEAR_WORD(at + 3);
    c.along = (float3)(0.0f, 0.0f, 0.0f);
    c.inverse = 0.0f;
    if (has_axis) {
        c.along = (float3)(NEAR_WORD(at + 4), NEAR_WORD(at + 5), NEAR_WORD(at + 6));
        c.inverse = NEAR_WORD(at + 7);
    }
    return c;
}

/* ---- Centers ---- */

/* Where a center is, with a rotation of unit length. */
World center_now(const Me* me, const Solve* solve, int world) {
    World w = spring_world(me, solve, world);
    float4 q = w.rotation;
    w.rotation = q * (1.0f / sqrt(dot4(q, q)));
    return w;
}

bool is_same_world(World a, World b) {
    return a.rotation.x == b.rotation.x && a.rotation.y == b.rotation.y &&
           a.rotation.z == b.rotation.z && a.rotation.w == b.rotation.w &&
           a.position.x == b.position.x && a.position.y == b.position.y &&
           a.position.z == b.position.z && a.scale == b.scale;
}

/* For the next step. */
void keep_centers(const Me* me, const Solve* solve, bool runs) {
    int count = me->rig->center_count;
    if (!IRREGULAR || count == 0) return;
    __global const int* worlds = list_at(me, me->rig->centers);
    if (runs)
        FOR_LANES(e, count)
            store_world(me, me->state, me->rig->rows.centers + 8 * e,
                        center_now(me, solve, worlds[e]));
    LANE_BARRIER;
}

/* ---- One pair ---- */

void locate_tail(Bone* b) { b->tail = b->head + b->way * (b->shrink * b->length); }

void aim_along(Bone* b, float3 v) {
    float square = dot3(v, v);
    if (square > SQUARE_MIN && square < SQUARE_MAX) {
        b->way = v;
        b->shrink = inverse_root(square);
    }
    locate_tail(b);
}

float3 from_axis(Collider c, float3 tail) {
    float3 delta = tail - c.at;
    float share = clamp_to(dot3(c.along, delta) * c.inverse, 0.0f, 1.0f);
    return delta - c.along * share;
}

void push_radially(Bone* b, float3 delta, float wanted) {
    float square = dot3(delta, delta);
    float3 push = (float3)(0.0f, wanted, 0.0f);
    if (square > SQUARE_MIN && square < SQUARE_MAX)
        push = delta * (wanted / root(square) - 1.0f);
    aim_along(b, (b->tail - b->head) + push);
}

bool collide(Bone* b, Collider c, int shape) {
    if (IRREGULAR && shape == SHAPE_PLANE) {
        float distance = dot3(b->tail - c.at, c.along) - b->radius;
        if (!(distance < 0.0f)) return false;
        aim_along(b, (b->tail - b->head) - c.along * distance);
        return true;
    }
    float3 delta = shape == SHAPE_SPHERE ? b->tail - c.at : from_axis(c, b->tail);
    float square = dot3(delta, delta);
    if (IRREGULAR && shape == SHAPE_HOLLOW) {
        float room = c.radius - b->radius;
        if (!(square > room * room || room < 0.0f)) return false;
        push_radially(b, delta, room);
        return true;
    }
    float reach = c.radius + b->radius;
    if (!(square < reach * reach)) return false;
    push_radially(b, delta, reach);
    return true;
}

void apply_limit(Bone* b, __global const gpu_Pair* pair) {
    int type = pair->step.limit;
    if (type == 0) return;
    float4 rest = quat_mul(b->above, pair->step.rest);
    float4 frame = quat_mul(rest, pair->limit_frame);
    float3 u = rotate3(conjugate(frame), b->way * b->shrink);
    float cosine = pair->limit_cosine, sine = pair->limit_sine;
    bool is_over = true;
    if (type == 1) {
        is_over = u.y < cosine;
        float square = u.x * u.x + u.z * u.z;
        bool is_sound = square > 1e-12f;
        float share = sine / sqrt(square);
        u = is_sound ? (float3)(u.x * share, cosine, u.z * share) : (float3)(0.0f, cosine, sine);
    } else if (type == 2) {
        float square = dot3((float3)(0.0f, u.y, u.z), (float3)(0.0f, u.y, u.z));
        bool is_sound = square > SQUARE_MIN && square < SQUARE_MAX;
        float inverse = 1.0f / sqrt(square);
        u = is_sound ? (float3)(0.0f, u.y, u.z) * inverse : (float3)(0.0f, 1.0f, 0.0f);
        if (u.y < cosine) u = (float3)(u.x, cosine, u.z < 0.0f ? -sine : sine);
    } else {
        float most_pitch = pair->limit_pitch, most_yaw = pair->limit_yaw;
        float pitch = atan2_of(u.z, u.y), yaw = asin_of(u.x);
        float p = clamp_to(pitch, -most_pitch, most_pitch);
        float y = clamp_to(yaw, -most_yaw, most_yaw);
        is_over = p != pitch || y != yaw;
        if (is_over) {
            float2 a = sincos_of(p), c = sincos_of(y);
            u = (float3)(c.x, c.y * a.y, c.y * a.x);
        }
    }
    if (is_over) aim_along(b, rotate3(frame, u));
}

/* The smallest rotation that takes the rest direction to the way: src/runtime/lanes/spring_kernel.h
 * derives it. */
void turn_bone(Bone* b, float4 rest, float4 s) {
    Matrix m = matrix_of(b->above);
    float3 v = b->way;
    float3 a = (float3)(m.x.x * v.x + m.y.x * v.y + m.z.x * v.z,
                        m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
                        m.x.z * v.x + m.y.z * v.y + m.z.z * v.z);
    float4 t = (float4)(a.x * s.w + a.y * s.z - a.z * s.y, a.y * s.w - a.x * s.z + a.z * s.x,
                        a.z * s.w + a.x * s.y - a.y * s.x, a.x * s.x + a.y * s.y + a.z * s.z);
    float4 q = (float4)(rest.x + t.x * b->shrink, rest.y + t.y * b->shrink,
                        rest.z + t.z * b->shrink, rest.w - t.w * b->shrink);
    float square = dot4(q, q);
    if (!(square > 1.0f)) {
        float4 bend = from_to(b->direction, a * b->shrink);
        b->made = quat_mul(bend, rest);
        b->turned = quat_mul(b->above, b->made);
        return;
    }
    float inverse = inverse_root(square);
    b->made = q * inverse;
    b->turned = quat_mul(b->above, q) * inverse;
}

/* ---- A chain ---- */

/* What does not change along a chain is read once: stores could alias the tables, as far as a
 * compiler knows. */
typedef struct Chain {
    __global const int* refs; /* colliders: 4 * world + shape */
    int ref_count;
    uint near;    /* a bit for each of the first 32 that a regular chain may touch */
    bool carries; /* the center has moved; one that stays leaves the tails where they are */
    World center, center_before;
} Chain;

/* Rows of a pair. */
typedef struct Rows {
    int newest, oldest; /* tails */
    int rotation;       /* from the first row of rotations */
} Rows;

/* Whatever they collide with, the pairs of a chain stay within its reach from its first head.
 * Returns a bit for each of the first 32 colliders that is not out of that reach. The slack is for
 * rounding, far from the origin. */
uint find_near(const Me* me, const Chain* chain, float3 root, float reach) {
    float slack = (fabs(root.x) + fabs(root.y) + fabs(root.z)) * 1e-5f + reach;
    uint bits = 0;
    for (int i = 0; i < chain->ref_count && i < 32; i++) {
        int ref = chain->refs[i], shape = ref & 3;
        Collider c = load_collider(me, ref >> 2, shape != SHAPE_SPHERE);
        float3 delta = shape == SHAPE_SPHERE ? root - c.at : from_axis(c, root);
        float most = fabs(c.radius) + slack;
        if (!(dot3(delta, delta) > most * most)) bits |= 1u << i;
    }
    return bits;
}

/* Through the nodes that the chain skips between the pair before and this one. */
void walk_down(const Me* me, const Solve* solve, Bone* b, __global const gpu_Pair* pair,
               float3 head_before) {
    __global const gpu_Node* node = node_at(me, pair->step.node);
    float3 arm = vec3_at(node->translation);
    float4 turn = (float4)(0.0f, 0.0f, 0.0f, 1.0f);
    float growth = 1.0f;
    while (node->parent != pair->previous) {
        node = node_at(me, node->parent);
        float4 q = solve_rotation(me, solve, node);
        arm = vec3_at(node->translation) + rotate3(q, arm * node->scale);
        turn = quat_mul(q, turn);
        growth = node->scale * growth;
    }
    b->head = head_before + rotate3(b->above, arm * b->scale);
    b->above = quat_mul(b->above, turn);
    b->scale = b->scale * growth;
}

/* The length of a pair with nodes between head and tail. */
float length_now(const Me* me, const Solve* solve, __global const gpu_Pair* pair) {
    __global const gpu_Node* node = node_at(me, pair->step.tail);
    float3 point = vec3_at(node->translation);
    while (node->parent != pair->step.node) {
        node = node_at(me, node->parent);
        point = vec3_at(node->translation) +
                rotate3(solve_rotation(me, solve, node), point * node->scale);
    }
    return sqrt(dot3(point, point));
}

/* Rows of the first pair of a chain. */
Rows first_rows(const Me* me, const Solve* solve, int first_pair) {
    int pairs = 3 * me->rig->pair_count, tails = me->rig->rows.tails + 3 * first_pair;
    bool is_odd = (solve->flags & F_PARITY) != 0;
    Rows rows = {tails + (is_odd ? pairs : 0), tails + (is_odd ? 0 : pairs), 4 * first_pair};
    return rows;
}

/* The tails of a chain, before it runs. */
void fetch_tails(const Me* me, Rows rows, int count) {
    for (int p = 0; p < count; p++) {
        fetch_rows(me->state, rows.newest + 3 * p, 3);
        fetch_rows(me->state, rows.oldest + 3 * p, 3);
    }
}

/* Whether a step has none of what run_chain() can leave out. */
bool is_usual(const Solve* solve) {
    return !solve->settles && !(solve->flags & (F_FORCE | F_SCALED)) && solve->earlier < 0;
}

void begin_chain(const Me* me, const Solve* solve, __global const gpu_Chain* from, bool settles,
                 Chain* chain, Bone* b) {
    __global const int* refs = list_at(me, me->rig->collider_refs);
    World above = spring_world(me, solve, from->parent);
    b->above = above.rotation;
    b->scale = above.scale;
    b->head = world_point(above, pair_at(me, from->first_pair)->offset.xyz);
    chain->refs = refs + from->first_collider;
    chain->ref_count = from->collider_count;
    chain->near = 0;
    chain->carries = false;
    if (!IRREGULAR && !settles)
        chain->near = find_near(me, chain, b->head, from->reach * fabs(above.scale));
    if (IRREGULAR && from->center >= 0) {
        chain->center = center_now(me, solve, from->center);
        chain->center_before =
            load_world(me, me->state, me->rig->rows.centers + 8 * from->center_entry);
        chain->carries = !is_same_world(chain->center, chain->center_before);
    }
}

/* Reads a pair, with wind and the scale of the avatar unless the step is usual. */
void begin_pair(const Me* me, const Solve* solve, Bone* b, PairStep step, float length,
                bool usual) {
    float4 aim = step->aim, pull = step->pull;
    float scale = step->scale;
    if (!usual && (solve->flags & (F_FORCE | F_SCALED))) {
        if (solve->flags & F_FORCE) pull.xyz = pull.xyz + load3(me, me->input, IN_FORCE);
        pull = pull * (solve->flags & F_SCALED ? fabs(b->scale * scale) : 1.0f);
    }
    Matrix m = matrix_of(b->above);
    b->direction = aim.xyz;
    b->rest_aim = (float3)(dot3(m.x, aim.xyz), dot3(m.y, aim.xyz), dot3(m.z, aim.xyz));
    b->pull = pull;
    b->keep = step->keep;
    b->scale = b->scale * scale;
    b->length = length * b->scale;
    b->radius = step->radius * b->scale;
    b->way = b->rest_aim;
    b->shrink = 1.0f;
}

/* Begins anew: at rest, or as `before` has it. Returns where the tail was one step before. */
float3 settle_pair(const Me* me, const Solve* solve, const Chain* chain, Bone* b,
                   __global const gpu_Pair* pair, PairStep step, Rows rows, float4 before) {
    bool to_rest = (solve->flags & F_TO_REST) != 0;
    b->made = to_rest ? step->rest : before;
    b->turned = quat_mul(b->above, b->made);
    aim_along(b, to_rest ? b->rest_aim : rotate3(b->turned, vec3_at(pair->axis)));
    float3 there = load3(me, me->state, rows.newest);
    store3(me, me->state, rows.newest, b->tail);
    if (!solve->has_motion) return b->tail;
    if (chain->carries) there = world_point(chain->center, local_point(chain->center_before, there));
    return b->tail + (b->tail - there) * solve->stretch;
}

/* Where inertia, stiffness and gravity take the tail. */
void predict_tail(const Me* me, const Solve* solve, const Chain* chain, Bone* b, Rows rows) {
    float3 cur = load3(me, me->state, rows.newest), prev = load3(me, me->state, rows.oldest);
    if (chain->carries) {
        cur = world_point(chain->center, local_point(chain->center_before, cur));
        prev = world_point(chain->center, local_point(chain->center_before, prev));
        store3(me, me->state, rows.newest, cur);
    }
    float3 way = cur + (cur - prev) * b->keep + b->pull.xyz * solve->dt - b->head +
                 b->rest_aim * (b->pull.w * solve->dt);
    aim_along(b, way);
}

/* `is_limited`: the pair has a limit, which holds after every collision. */
void collide_all(const Me* me, const Chain* chain, Bone* b, __global const gpu_Pair* pair,
                 bool is_limited) {
    for (uint bits = chain->near; bits != 0; bits &= bits - 1) {
        int ref = chain->refs[31 - clz(bits & -bits)], shape = ref & 3;
        (void)collide(b, load_collider(me, ref >> 2, shape != SHAPE_SPHERE), shape);
    }
    for (int i = IRREGULAR ? 0 : 32; i < chain->ref_count; i++) {
        int ref = chain->refs[i], shape = ref & 3;
        if (collide(b, load_collider(me, ref >> 2, shape != SHAPE_SPHERE), shape) && is_limited)
            apply_limit(b, pair);
    }
}

/* `usual` is a constant of each call, so the code of the usual step has no branches for the
 * others. */
void run_chain(const Me* me, const Solve* solve, int index, bool usual) {
    bool settles = !usual && solve->settles;
    int earlier = usual ? -1 : solve->earlier;
    __global const gpu_Chain* from = list_at(me, me->rig->chains);
    from += index;
    int first = from->first_pair, count = from->pair_count;
    __global const gpu_Pair* pair = pair_at(me, first);
    Rows rows = first_rows(me, solve, first);
    fetch_tails(me, rows, count);
    Chain chain;
    Bone b;
    begin_chain(me, solve, from, settles, &chain, &b);
    float3 head_before = b.head;
    for (int p = 0; p < count; p++, pair++) {
        PairStep step = &pair->step;
        int kind = IRREGULAR ? step->kind : 0;
        if (kind & KIND_SKIPS) walk_down(me, solve, &b, pair, head_before);
        float length = kind & KIND_MEASURES ? length_now(me, solve, pair) : step->aim.w;
        begin_pair(me, solve, &b, step, length, usual);
        float4 before = (float4)(0.0f);
        if (settles || earlier >= 0) before = load4(me, me->rotation, solve->before + rows.rotation);
        float3 oldest;
        if (settles) {
            oldest = settle_pair(me, solve, &chain, &b, pair, step, rows, before);
        } else {
            predict_tail(me, solve, &chain, &b, rows);
            if (kind & KIND_LIMITED) apply_limit(&b, pair);
            collide_all(me, &chain, &b, pair, (kind & KIND_LIMITED) != 0);
            /* Read here and not above, so that the collisions have more registers. */
            turn_bone(&b, step->rest, step->swing);
            oldest = b.tail; /* the newest, after the step */
        }
        stream3(me->state, rows.oldest, oldest);
        if (earlier >= 0)
            stream4(me->rotation, earlier + rows.rotation, settles ? b.made : before);
        stream4(me->rotation, solve->after + rows.rotation, b.made);
        head_before = b.head;
        b.above = b.turned;
        b.head = b.tail;
        rows.newest += 3;
        rows.oldest += 3;
        rows.rotation += 4;
    }
}

/* Poses the nodes that chains of this wave hang on, parents first. */
void pose_wave_nodes(const Me* me, const Solve* solve, __global const gpu_Wave* wave) {
    __global const gpu_WaveNode* from = list_at(me, me->rig->wave_nodes);
    from += wave->first_node;
    for (int i = 0; i < wave->node_count; i++, from++) {
        __global const gpu_Node* node = node_at(me, from->node);
        World above = spring_world(me, solve, from->above);
        World posed = pose_node(me, above, node, solve_rotation(me, solve, node));
        int row = me->rig->rows.waves + 8 * (from->world - me->rig->anchor_count - 1);
        store_world(me, me->scratch, row, posed);
    }
}

/* All waves. `runs`: this avatar takes part; every lane calls it all the same, since lanes wait
 * for each other. */
void run_waves(const Me* me, const Solve* solve, bool runs) {
    bool usual = is_usual(solve);
    __global const gpu_Wave* wave = list_at(me, me->rig->waves);
    for (int w = 0; w < me->rig->wave_count; w++, wave++) {
        if (ONE_LANE && runs) pose_wave_nodes(me, solve, wave);
        LANE_BARRIER;
        __global const int* colliders = list_at(me, me->rig->wave_colliders);
        if (runs && !solve->settles)
            FOR_LANES(i, wave->collider_count)
                locate_collider(me, solve, colliders[wave->first_collider + i]);
        LANE_BARRIER;
        if (runs)
            FOR_LANES(i, wave->chain_count) {
                if (usual)
                    run_chain(me, solve, wave->first_chain + i, true);
                else
                    run_chain(me, solve, wave->first_chain + i, false);
            }
        LANE_BARRIER;
    }
    keep_centers(me, solve, runs);
}

/* ---- A frame: src/runtime/lanes/spring_step.c ---- */

/* Steps in a frame. */
#define STEPS_MAX 16

typedef struct Plan {
    int count;
    float dt, begin, length, shown;
    float skipped; /* seconds before `begin` for which there are too many steps to make */
} Plan;

/* Where the body is at a moment: on the line through the last frame (0) and this one (1). */
void move_anchors(const Me* me, int from, int to, float share) {
    int moved = me->rig->rows.moved;
    FOR_LANES(a, me->rig->anchor_count + 1) {
        World x = load_world(me, me->state, from + 8 * a), y = load_world(me, me->state, to + 8 * a);
        float dot = dot4(x.rotation, y.rotation), back = 1.0f - share;
        float near = dot < 0.0f ? -share : share;
        float4 q = (float4)(x.rotation.x * back + y.rotation.x * near,
                            x.rotation.y * back + y.rotation.y * near,
                            x.rotation.z * back + y.rotation.z * near,
                            x.rotation.w * back + y.rotation.w * near);
        float inverse = 1.0f / sqrt(dot4(q, q));
        float scale = x.scale + (y.scale - x.scale) * share, least = y.scale * 0.5f;
        World w = {q * inverse, x.position + (y.position - x.position) * share,
                   scale > least ? scale : least};
        store_world(me, me->scratch, moved + 8 * a, w);
    }
}

/* Changes `ahead` and `length`, which one lane writes back. `age` is less than 0 where the anchors of
 * no frame before this one are known. */
Plan make_plan(const gpu_Frame* frame, bool steps, float age, float* ahead, float* length) {
    Plan plan = {0, 0.0f, 0.0f, 1.0f, 1.0f, 0.0f};
    bool is_fixed = frame->step > 0.0f;
    if (!steps) return plan;
    if (!(frame->dt > 0.0f)) {
        if (is_fixed && *ahead > 0.0f) plan.shown = 1.0f - *ahead / *length;
        return plan;
    }
    if (is_fixed) {
        plan.begin = *ahead;
        plan.dt = plan.length = *length = frame->step;
        float left = *ahead - frame->dt;
        bool is_too_early = age >= 0.0f && age + *ahead + plan.length > 64.0f * (age + frame->dt);
        bool waits = left < 0.0f && is_too_early;
        while (left < 0.0f && !waits && plan.count < STEPS_MAX) {
            left += plan.length;
            plan.count++;
        }
        if (left < 0.0f && !waits) { /* too long a frame: its last steps */
            plan.skipped = -left;
            plan.begin += plan.skipped;
            left = 0.0f;
        }
        *ahead = left;
        if (left > 0.0f) plan.shown = 1.0f - left / plan.length;
        return plan;
    }
    *ahead = 0.0f;
    plan.dt = frame->dt;
    plan.count = 1;
    if (frame->most > 0.0f && plan.dt > frame->most) {
        float parts = ceil(plan.dt / frame->most);
        plan.count = parts < (float)STEPS_MAX ? (int)parts : STEPS_MAX;
        plan.dt = plan.dt / (float)plan.count;
    }
    plan.length = frame->dt / (float)plan.count;
    if (frame->most > 0.0f && plan.dt > frame->most) {
        plan.dt = plan.length = frame->most;
        plan.begin = plan.skipped = frame->dt - (float)plan.count * plan.length;
    }
    return plan;
}

/* The springs of one avatar in one frame. */
typedef struct SpringFrame {
    bool is_on, settles;
    bool resumes;              /* it goes on after a pause, with the motion of the body, */
    bool still_waits;          /* or will when enough time has passed for that */
    bool is_between;           /* what shows lies between the last two steps */
    float ahead, length, age;  /* rows ST_... */
    float old_ahead;
    int now, then;             /* anchors of this frame and of the last one */
    int settle_from;           /* rotation rows of the step before, for those that settle */
    Plan plan;
} SpringFrame;

SpringFrame begin_springs(const Me* me, const gpu_Frame* frame, uint* flags) {
    SpringFrame s;
    s.is_on = (*flags & F_STAGE_SPRINGS) != 0;
    s.ahead = ROW(state, ST_AHEAD);
    s.length = ROW(state, ST_LENGTH);
    s.age = ROW(state, ST_AGE);
    s.now = anchor_rows(me, *flags);
    s.then = anchor_rows(me, *flags ^ F_ANCHORS);
    if (!s.is_on) *flags |= F_TO_REST;
    if (*flags & F_PAUSED) *flags |= F_TO_HOLD;
    bool to_rest = (*flags & F_TO_REST) != 0;
    bool is_unpaused = s.is_on && (*flags & F_TO_HOLD) && !(*flags & F_PAUSED) && !to_rest;
    bool is_long = !(frame->step > 0.0f) || !(*flags & F_TRACKED) ||
                   s.age + frame->dt >= 0.25f * frame->step;
    bool goes_on = is_unpaused && frame->dt > 0.0f && is_long;
    s.settles = (s.is_on && to_rest) || goes_on;
    s.resumes = goes_on && (*flags & F_TRACKED);
    s.still_waits = is_unpaused && !goes_on;
    s.settle_from =
        s.ahead > 0.0f && me->rig->rows.last >= 0 ? me->rig->rows.last : me->rig->rows.shown;
    s.old_ahead = s.ahead;
    if (s.settles) {
        *flags = (*flags & ~(uint)F_PARITY) | (frame->parity ? F_PARITY : 0u);
        s.ahead = s.old_ahead = 0.0f;
        if (s.resumes && frame->step > 0.0f) s.ahead = -s.age;
    }
    bool is_tracked = (*flags & F_TRACKED) && (!s.settles || s.resumes);
    s.plan = make_plan(frame, s.is_on && !(*flags & F_PAUSED) && !s.still_waits, is_tracked ? s.age : -1.0f, &s.ahead,
                       &s.length);
    s.is_between = s.plan.shown < 1.0f && me->rig->rows.last >= 0;
    return s;
}

/* Before the steps avatars settle that begin anew or went on from a pause: these a second time,
 * where the last frame had the body. What is between the two is their motion. */
void settle_springs(const Me* me, const gpu_Frame* frame, const SpringFrame* s, uint* flags) {
    Solve solve = {0.0f, *flags, s->now, 1, s->settle_from, me->rig->rows.shown, -1, true, false,
                   0.0f};
    LANE_BARRIER;
    run_waves(me, &solve, s->settles);
    if (LANES || s->resumes) {
        solve.has_motion = true;
        solve.stretch = s->plan.length / (s->age + frame->dt);
        solve.before = me->rig->rows.shown;
        solve.anchors = me->rig->rows.moved;
        solve.in_state = 0;
        if (s->resumes) move_anchors(me, s->then, s->now, 0.0f);
        LANE_BARRIER;
        run_waves(me, &solve, s->resumes);
    }
    if (s->settles && !s->resumes) *flags &= ~(uint)F_TRACKED;
    if (s->settles) *flags &= ~(uint)(F_TO_REST | F_TO_HOLD);
}

/* From the world to the space of their anchors, or back. Centers carry theirs. */
void move_tails(const Me* me, const Solve* solve, bool to_world) {
    __global const gpu_Wave* wave = list_at(me, me->rig->waves);
    for (int w = 0; w < me->rig->wave_count; w++, wave++)
        FOR_LANES(i, wave->chain_count) {
            __global const gpu_Chain* chain = list_at(me, me->rig->chains);
            chain += wave->first_chain + i;
            if (chain->center >= 0) continue;
            World anchor = spring_world(me, solve, chain->anchor);
            int first = me->rig->rows.tails + 3 * chain->first_pair;
            for (int p = 0; p < 2 * chain->pair_count; p++) {
                int row = first + 3 * (p / 2) + (p & 1 ? 3 * me->rig->pair_count : 0);
                float3 tail = load3(me, me->state, row);
                tail = to_world ? world_point(anchor, tail) : local_point(anchor, tail);
                store3(me, me->state, row, tail);
            }
        }
}

/* In the time that a frame skips, tails go along with the body. */
void pass_skipped(const Me* me, const gpu_Frame* frame, const SpringFrame* s, uint flags) {
    bool skips = s->plan.skipped > 0.0f && (flags & F_TRACKED);
    Solve solve = {0.0f, flags, s->now, 1, 0, 0, -1, false, false, 0.0f};
    for (int i = 0; i < 2; i++) {
        float moment = s->age + s->plan.begin - (i == 0 ? s->plan.skipped : 0.0f);
        float share = moment / (s->age + frame->dt);
        solve.in_state = share == 1.0f;
        solve.anchors = solve.in_state ? s->now : me->rig->rows.moved;
        LANE_BARRIER;
        if (skips && !solve.in_state) move_anchors(me, s->then, s->now, share);
        LANE_BARRIER;
        if (skips) move_tails(me, &solve, i == 1);
    }
    LANE_BARRIER;
}

/* Where the anchors are at the end of step `index`. */
void locate_anchors(const Me* me, const gpu_Frame* frame, const SpringFrame* s, int index, bool runs,
                   Solve* solve) {
    float end = s->plan.begin + s->plan.length * (float)(index + 1);
    float share = (s->age + end) / (s->age + frame->dt);
    share = share < 64.0f ? share : 64.0f;
    bool is_elsewhere = runs && (solve->flags & F_TRACKED) && share != 1.0f;
    solve->in_state = !is_elsewhere;
    solve->anchors = is_elsewhere ? me->rig->rows.moved : s->now;
    if (is_elsewhere) move_anchors(me, s->then, s->now, share);
}

/* All steps of the frame. */
void run_steps(const Me* me, const gpu_Frame* frame, const SpringFrame* s, uint* flags) {
    __global const gpu_RigRows* rows = &me->rig->rows;
    int before = s->old_ahead > 0.0f && rows->last >= 0 ? rows->last : rows->shown;
    int after = s->is_between ? rows->last : rows->shown;
    int earlier = s->is_between ? rows->earlier : -1;
    Solve solve = {s->plan.dt, *flags, s->now, 1, before, after, earlier, false, false, 0.0f};
    for (int i = 0; i < frame->step_count; i++) {
        bool runs = i < s->plan.count;
        solve.flags = *flags;
        locate_anchors(me, frame, s, i, runs, &solve);
        LANE_BARRIER;
        run_waves(me, &solve, runs);
        if (!runs) continue;
        *flags ^= F_PARITY;
        solve.before = solve.after;
    }
}

/* What shows where the last step did not write it. */
void show_rotations(const Me* me, const SpringFrame* s) {
    __global const gpu_RigRows* rows = &me->rig->rows;
    bool is_step = s->is_on && s->plan.count == 0 && s->old_ahead > 0.0f && rows->last >= 0;
    if (!s->is_between && !is_step && s->is_on) return;
    FOR_LANES(p, me->rig->pair_count) {
        float4 q;
        if (s->is_between)
            q = blend_rotations(load4(me, me->rotation, rows->earlier + 4 * p),
                                load4(me, me->rotation, rows->last + 4 * p), s->plan.shown);
        else if (is_step)
            q = load4(me, me->rotation, rows->last + 4 * p);
        else
            q = load4(me, me->input, rows->rotations + 4 * pair_at(me, p)->step.node);
        store4(me, me->rotation, rows->shown + 4 * p, q);
    }
}

/* Returns the flags of the frame. */
uint end_springs(const Me* me, const gpu_Frame* frame, const SpringFrame* s, uint flags) {
    bool is_running = s->is_on && !(flags & F_PAUSED);
    /* Many frames to a step: the anchors of the last step's frame stay until the next one. */
    bool waits = (flags & F_TRACKED) && is_running && frame->dt > 0.0f && s->plan.count == 0 &&
                 frame->dt < s->plan.length * 0.25f;
    waits = waits || ((flags & F_TRACKED) && s->still_waits && frame->dt > 0.0f);
    /* A frame without time leaves those of the last frame with time. */
    waits = waits || ((flags & F_TRACKED) && s->is_on && !(frame->dt > 0.0f));
    LANE_BARRIER;
    if (ONE_LANE) {
        ROW(state, ST_AHEAD) = s->ahead;
        ROW(state, ST_LENGTH) = s->length;
        if (s->is_on) ROW(state, ST_AGE) = waits ? s->age + frame->dt : 0.0f;
    }
    flags = s->is_on ? flags | F_TRACKED : flags & ~(uint)F_TRACKED;
    return s->is_on && !waits ? flags ^ F_ANCHORS : flags;
}

uint step_springs(const Me* me, const gpu_Frame* frame, uint flags) {
    if (me->rig->pair_count == 0) return flags;
    SpringFrame s = begin_springs(me, frame, &flags);
    LANE_BARRIER;
    if (LANES || s.settles) settle_springs(me, frame, &s, &flags); /* lanes wait for each other */
    if (frame->step_count == STEPS_MAX) pass_skipped(me, frame, &s, flags); /* else none is left out */
    run_steps(me, frame, &s, &flags);
    show_rotations(me, &s);
    return end_springs(me, frame, &s, flags);
}

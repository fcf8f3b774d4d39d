/* SPDX-License-Identifier: MIT */
/* Spring bones: the scalar definition that src/runtime/lanes/spring_kernel.h computes in lanes.
 * Chains of a wave do not depend on each other and are divided among the lanes.
 *
 *   rows SHOWN     what shows; the last step's own rotations while no time is left over
 *   rows LAST      rotations of the last step, EARLIER of the one before: valid while the steps are
 *                  ahead of the frame */

typedef struct Bone {
    float4 above;
    float3 head, rest_aim, way, tail;
    float shrink, scale, length, radius;
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
} Solve;

/* ---- Pairs ---- */

/* The numbers that every step reads, of pair `first`, which is at `pair` in the table; and the
 * distance to those of the next. */
#if LOCAL_PAIRS
#define PAIR_SPACE __local
#define PAIRS_AT(first, pair) (me->pairs + (first) * (PAIR_NUMBERS / 4))
#define PAIR_STEP (PAIR_NUMBERS / 4)

/* All items of the group together. */
void fetch_pairs(const Me* me, __local float* to) {
    int count = word(me, T_PAIR_COUNT) * PAIR_NUMBERS, from = word(me, T_PAIRS);
    int item = (int)(get_local_id(1) * COLUMNS + get_local_id(0));
    for (int i = item; i < count; i += COLUMNS * GROUP_LANES)
        to[i] = number(me, from + i / PAIR_NUMBERS * PAIR_WORDS + i % PAIR_NUMBERS);
    barrier(CLK_LOCAL_MEM_FENCE);
}
#else
#define PAIR_SPACE __global
#define PAIRS_AT(first, pair) ((__global const float4*)(me->rig + (pair)))
#define PAIR_STEP (PAIR_WORDS / 4)
#endif

/* ---- Worlds ---- */

World place_world(const Me* me, const Solve* solve, int place) {
    if (place > word(me, T_ANCHOR_COUNT))
        return load_world(me, me->scratch,
                          word(me, T_ROW_WAVES) + 8 * (place - word(me, T_ANCHOR_COUNT) - 1));
    if (solve->in_state) return load_world(me, me->state, solve->anchors + 8 * place);
    return load_world(me, me->scratch, solve->anchors + 8 * place);
}

/* The local rotation of a node during a solve: joints as this step has turned them. */
float4 solve_rotation(const Me* me, const Solve* solve, int node) {
    int code = word(me, node_at(me, node) + NODE_ROTATION);
    int shown = word(me, T_ROW_SHOWN);
    if (code < 0 && ~code >= shown && ~code < shown + 4 * word(me, T_PAIR_COUNT))
        return load4(me, me->rotation, ~code - shown + solve->after);
    return rotation_by(me, code);
}

/* ---- Colliders ---- */

#if LOCAL_COLLIDERS
#define NEAR_WORD(i) me->colliders[(i) * COLUMNS]
#else
#define NEAR_WORD(i) ROW(scratch, word(me, T_ROW_COLLIDERS) + (i))
#endif

void place_collider(const Me* me, const Solve* solve, int index) {
    int c = word(me, T_COLLIDERS) + index * COLLIDER_WORDS;
    int kind = word(me, c + COLLIDER_KIND), at = word(me, c + COLLIDER_AT);
    World w = place_world(me, solve, word(me, c + COLLIDER_PLACE));
    float3 where = world_point(w, vec3_at(me, c + COLLIDER_OFFSET));
    NEAR_WORD(at) = where.x;
    NEAR_WORD(at + 1) = where.y;
    NEAR_WORD(at + 2) = where.z;
    NEAR_WORD(at + 3) = number(me, c + COLLIDER_RADIUS) * w.scale;
    if (kind == 0) return;
    float3 along = rotate3(w.rotation, vec3_at(me, c + COLLIDER_ALONG));
    float inverse = 0.0f;
    if (kind != 3) {
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
World center_now(const Me* me, const Solve* solve, int place) {
    World w = place_world(me, solve, place);
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
    int count = word(me, T_CENTER_COUNT);
    if (!IRREGULAR || count == 0) return;
    if (runs)
        FOR_LANES(e, count)
            store_world(me, me->state, word(me, T_ROW_CENTERS) + 8 * e,
                        center_now(me, solve, word(me, word(me, T_CENTERS) + e)));
    LANE_BARRIER;
}

/* ---- One pair ---- */

void place_tail(Bone* b) { b->tail = b->head + b->way * (b->shrink * b->length); }

void aim_along(Bone* b, float3 v) {
    float square = dot3(v, v);
    if (square > SQUARE_MIN && square < SQUARE_MAX) {
        b->way = v;
        b->shrink = inverse_root(square);
    }
    place_tail(b);
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

bool collide(Bone* b, Collider c, int kind) {
    if (IRREGULAR && kind == 3) {
        float distance = dot3(b->tail - c.at, c.along) - b->radius;
        if (!(distance < 0.0f)) return false;
        aim_along(b, (b->tail - b->head) - c.along * distance);
        return true;
    }
    float3 delta = kind == 0 ? b->tail - c.at : from_axis(c, b->tail);
    float square = dot3(delta, delta);
    if (IRREGULAR && kind == 2) {
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

void apply_limit(const Me* me, Bone* b, int pair) {
    int type = word(me, pair + PAIR_LIMIT);
    if (type == 0) return;
    float4 rest = quat_mul(b->above, vec4_at(me, pair + PAIR_REST));
    float4 frame = quat_mul(rest, vec4_at(me, pair + PAIR_FRAME));
    float3 u = rotate3(conjugate(frame), b->way * b->shrink);
    float cosine = number(me, pair + PAIR_COSINE), sine = number(me, pair + PAIR_SINE);
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
        float most_pitch = number(me, pair + PAIR_PITCH), most_yaw = number(me, pair + PAIR_YAW);
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
void turn_bone(const Bone* b, float4 rest, float4 s, float3 direction, float4* made,
               float4* turned) {
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
        float4 bend = from_to(direction, a * b->shrink);
        *made = quat_mul(bend, rest);
        *turned = quat_mul(b->above, *made);
        return;
    }
    float inverse = inverse_root(square);
    *made = q * inverse;
    *turned = quat_mul(b->above, q) * inverse;
}

/* ---- A chain ---- */

/* Whatever they collide with, the pairs of a chain stay within its reach from its first head.
 * Returns a bit for each of the first 32 colliders that is not out of that reach. The slack is for
 * rounding, far from the origin. */
uint find_near(const Me* me, __global const int* refs, int count, float3 root, float reach) {
    float slack = (fabs(root.x) + fabs(root.y) + fabs(root.z)) * 1e-5f + reach;
    uint bits = 0;
    for (int i = 0; i < count && i < 32; i++) {
        int ref = refs[i], shape = ref & 3;
        Collider c = load_collider(me, ref >> 2, shape != 0);
        float3 delta = shape == 0 ? root - c.at : from_axis(c, root);
        float most = fabs(c.radius) + slack;
        if (!(dot3(delta, delta) > most * most)) bits |= 1u << i;
    }
    return bits;
}

/* Through the nodes that the chain skips between the pair before and this one. */
void walk_down(const Me* me, const Solve* solve, Bone* b, int pair, float3 head_before) {
    int node = word(me, pair + PAIR_NODE), top = word(me, pair + PAIR_PREVIOUS);
    float3 arm = vec3_at(me, node_at(me, node) + NODE_TRANSLATION);
    float4 turn = (float4)(0.0f, 0.0f, 0.0f, 1.0f);
    float growth = 1.0f;
    for (int n = word(me, node_at(me, node)); n != top; n = word(me, node_at(me, n))) {
        float4 q = solve_rotation(me, solve, n);
        float scale = number(me, node_at(me, n) + NODE_SCALE);
        arm = vec3_at(me, node_at(me, n) + NODE_TRANSLATION) + rotate3(q, arm * scale);
        turn = quat_mul(q, turn);
        growth = scale * growth;
    }
    b->head = head_before + rotate3(b->above, arm * b->scale);
    b->above = quat_mul(b->above, turn);
    b->scale = b->scale * growth;
}

float length_now(const Me* me, const Solve* solve, int pair) {
    int tail = word(me, pair + PAIR_TAIL), node = word(me, pair + PAIR_NODE);
    if (tail < 0 || word(me, pair + PAIR_IS_DIRECT)) return number(me, pair + PAIR_DIRECTION + 3);
    float3 point = vec3_at(me, node_at(me, tail) + NODE_TRANSLATION);
    for (int n = word(me, node_at(me, tail)); n != node; n = word(me, node_at(me, n))) {
        int at = node_at(me, n);
        point = vec3_at(me, at + NODE_TRANSLATION) +
                rotate3(solve_rotation(me, solve, n), point * number(me, at + NODE_SCALE));
    }
    return sqrt(dot3(point, point));
}

/* The tails of a chain, before it runs. */
void fetch_tails(const Me* me, int newest, int oldest, int count) {
    for (int p = 0; p < count; p++) {
        fetch_rows(me->state, newest + 3 * p, 3);
        fetch_rows(me->state, oldest + 3 * p, 3);
    }
}

/* Whether a step has none of what run_chain() can leave out. */
bool is_usual(const Solve* solve) {
    return !solve->settles && !(solve->flags & (F_FORCE | F_SCALED)) && solve->earlier < 0;
}

/* What does not change along the chain is read once: stores could alias the tables, as far as a
 * compiler knows. `usual` is a constant of each call, so the code of the usual step has no branches
 * for the others. */
void run_chain(const Me* me, const Solve* solve, int index, bool usual) {
    bool settles = !usual && solve->settles;
    int earlier = usual ? -1 : solve->earlier;
    int chain = word(me, T_CHAINS) + index * CHAIN_WORDS;
    int first = word(me, chain + CHAIN_FIRST), count = word(me, chain + CHAIN_COUNT);
    __global const int* refs =
        me->rig + word(me, T_COLLIDER_REFS) + word(me, chain + CHAIN_COLLIDERS);
    int ref_count = word(me, chain + CHAIN_COLLIDER_COUNT);
    int center_place = word(me, chain + CHAIN_CENTER);
    int pairs = word(me, T_PAIR_COUNT), tails = word(me, T_ROW_TAILS);
    int newest = tails + 3 * first + (solve->flags & F_PARITY ? 3 * pairs : 0);
    int oldest = tails + 3 * first + (solve->flags & F_PARITY ? 0 : 3 * pairs);
    int row = 4 * first;
    fetch_tails(me, newest, oldest, count);
    World center, center_before;
    bool carries = false; /* a center that stays leaves the tails where they are */
    if (IRREGULAR && center_place >= 0) {
        center = center_now(me, solve, center_place);
        center_before = load_world(
            me, me->state, word(me, T_ROW_CENTERS) + 8 * word(me, chain + CHAIN_CENTER_ENTRY));
        carries = !is_same_world(center, center_before);
    }
    bool has_changes = !usual && (solve->flags & (F_FORCE | F_SCALED)) != 0;
    World above = place_world(me, solve, word(me, chain + CHAIN_PARENT));
    int pair = pair_at(me, first);
    PAIR_SPACE const float4* numbers = PAIRS_AT(first, pair);
    Bone b;
    b.above = above.rotation;
    b.scale = above.scale;
    b.head = world_point(above, vec3_at(me, pair + PAIR_OFFSET));
    float3 head_before = b.head;
    float reach = number(me, chain + CHAIN_REACH) * fabs(above.scale);
    uint near = 0;
    if (!IRREGULAR && !settles) near = find_near(me, refs, ref_count, b.head, reach);
    float4 made, turned;
    for (int p = 0; p < count; p++) {
        float4 direction = numbers[PAIR_DIRECTION / 4]; /* and the length */
        float4 pull = numbers[PAIR_GRAVITY / 4];        /* gravity and stiffness */
        float4 others = numbers[PAIR_KEEP / 4];         /* keep, radius, scale, kind */
        int kind = IRREGULAR ? as_int(others.w) : 0;
        if (kind & KIND_SKIPS) walk_down(me, solve, &b, pair, head_before);
        if (kind & KIND_MEASURES) direction.w = length_now(me, solve, pair);
        if (has_changes) {
            if (solve->flags & F_FORCE) pull.xyz = pull.xyz + load3(me, me->input, IN_FORCE);
            float growth = solve->flags & F_SCALED ? fabs(b.scale * others.z) : 1.0f;
            pull = pull * growth;
        }
        b.scale = b.scale * others.z;
        Matrix m = matrix_of(b.above);
        b.rest_aim =
            (float3)(dot3(m.x, direction.xyz), dot3(m.y, direction.xyz), dot3(m.z, direction.xyz));
        b.length = direction.w * b.scale;
        b.radius = others.y * b.scale;
        b.way = b.rest_aim;
        b.shrink = 1.0f;
        float4 before = (float4)(0.0f);
        if (settles || earlier >= 0)
            before = load4(me, me->rotation, solve->before + row);
        if (settles) {
            made = solve->flags & F_TO_REST ? numbers[PAIR_REST / 4] : before;
            turned = quat_mul(b.above, made);
            aim_along(&b, solve->flags & F_TO_REST ? b.rest_aim
                                                   : rotate3(turned, vec3_at(me, pair + PAIR_AXIS)));
            store3(me, me->state, newest, b.tail);
        } else {
            float3 cur = load3(me, me->state, newest), prev = load3(me, me->state, oldest);
            if (carries) {
                cur = world_point(center, local_point(center_before, cur));
                prev = world_point(center, local_point(center_before, prev));
                store3(me, me->state, newest, cur);
            }
            float3 way = cur + (cur - prev) * others.x + pull.xyz * solve->dt - b.head +
                         b.rest_aim * (pull.w * solve->dt);
            aim_along(&b, way);
            if (kind & KIND_LIMITED) apply_limit(me, &b, pair);
            for (uint bits = near; bits != 0; bits &= bits - 1) {
                int ref = refs[31 - clz(bits & -bits)], shape = ref & 3;
                (void)collide(&b, load_collider(me, ref >> 2, shape != 0), shape);
            }
            for (int i = IRREGULAR ? 0 : 32; i < ref_count; i++) {
                int ref = refs[i], shape = ref & 3;
                if (collide(&b, load_collider(me, ref >> 2, shape != 0), shape) &&
                    (kind & KIND_LIMITED))
                    apply_limit(me, &b, pair);
            }
            /* Read here and not above, so that the collisions have more registers. */
            float4 rest = numbers[PAIR_REST / 4], swing = numbers[PAIR_SWING / 4];
            turn_bone(&b, rest, swing, direction.xyz, &made, &turned);
        }
        stream3(me->state, oldest, b.tail);
        if (earlier >= 0)
            stream4(me->rotation, earlier + row, settles ? made : before);
        stream4(me->rotation, solve->after + row, made);
        head_before = b.head;
        b.above = turned;
        b.head = b.tail;
        newest += 3;
        oldest += 3;
        row += 4;
        pair += PAIR_WORDS;
        numbers += PAIR_STEP;
    }
}

/* All waves. `runs`: this avatar takes part; every lane calls it all the same, since lanes wait
 * for each other. */
void run_waves(const Me* me, const Solve* solve, bool runs) {
    bool usual = is_usual(solve);
    int wave = word(me, T_WAVES);
    for (int w = 0; w < word(me, T_WAVE_COUNT); w++, wave += WAVE_WORDS) {
        int nodes = word(me, T_WAVE_NODES) + 3 * word(me, wave + WAVE_NODES);
        if (ONE_LANE && runs) { /* parents first, so one after the other */
            for (int i = 0; i < word(me, wave + WAVE_NODE_COUNT); i++, nodes += 3) {
                int node = word(me, nodes);
                World above = place_world(me, solve, word(me, nodes + 1));
                World posed = pose_node(me, above, node, solve_rotation(me, solve, node));
                int place = word(me, nodes + 2) - word(me, T_ANCHOR_COUNT) - 1;
                store_world(me, me->scratch, word(me, T_ROW_WAVES) + 8 * place, posed);
            }
        }
        LANE_BARRIER;
        int colliders = word(me, T_WAVE_COLLIDERS) + word(me, wave + WAVE_COLLIDERS);
        if (runs && !solve->settles)
            FOR_LANES(i, word(me, wave + WAVE_COLLIDER_COUNT))
                place_collider(me, solve, word(me, colliders + i));
        LANE_BARRIER;
        if (runs)
            FOR_LANES(i, word(me, wave + WAVE_CHAIN_COUNT)) {
                int index = word(me, wave + WAVE_CHAINS) + i;
                if (usual)
                    run_chain(me, solve, index, true);
                else
                    run_chain(me, solve, index, false);
            }
        LANE_BARRIER;
    }
    keep_centers(me, solve, runs);
}

/* ---- A frame: src/runtime/lanes/spring.c ---- */

typedef struct Plan {
    int count;
    float dt, begin, length, shown;
} Plan;

/* Where the body is at a moment: on the line through the last frame (0) and this one (1). */
void move_anchors(const Me* me, int from, int to, float share) {
    int moved = word(me, T_ROW_MOVED);
    FOR_LANES(a, word(me, T_ANCHOR_COUNT) + 1) {
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

/* Changes `ahead` and `length`, which one lane writes back. */
Plan make_plan(const Frame* frame, bool steps, float* ahead, float* length) {
    Plan plan = {0, 0.0f, 0.0f, 1.0f, 1.0f};
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
        while (left < 0.0f && plan.count < 16) {
            left += plan.length;
            plan.count++;
        }
        if (left < 0.0f) left = 0.0f;
        *ahead = left;
        if (left > 0.0f) plan.shown = 1.0f - left / plan.length;
        return plan;
    }
    *ahead = 0.0f;
    plan.dt = frame->dt;
    plan.count = 1;
    if (frame->most > 0.0f && plan.dt > frame->most) {
        float parts = ceil(plan.dt / frame->most);
        plan.count = parts < 16.0f ? (int)parts : 16;
        plan.dt = plan.dt / (float)plan.count;
        if (plan.dt > frame->most) plan.dt = frame->most;
    }
    plan.length = frame->dt / (float)plan.count;
    return plan;
}

uint step_springs(const Me* me, const Frame* frame, uint flags) {
    int pairs = word(me, T_PAIR_COUNT);
    if (pairs == 0) return flags;
    int shown_rows = word(me, T_ROW_SHOWN), last_rows = word(me, T_ROW_LAST);
    int earlier_rows = word(me, T_ROW_EARLIER);
    int now = anchor_rows(me, flags), then = anchor_rows(me, flags ^ F_ANCHORS);
    bool is_on = (flags & F_STAGE_SPRINGS) != 0;
    float ahead = ROW(state, ST_AHEAD), length = ROW(state, ST_LENGTH);
    if (!is_on) flags |= F_TO_REST;
    if (flags & F_PAUSED) flags |= F_TO_HOLD;
    LANE_BARRIER;

    Solve solve = {0.0f, flags, now, 1, shown_rows, shown_rows, -1, true};
    bool settles = is_on && ((flags & F_TO_REST) || ((flags & F_TO_HOLD) && !(flags & F_PAUSED)));
    if (settles && ahead > 0.0f && last_rows >= 0) solve.before = last_rows;
    if (settles) {
        flags = (flags & ~(uint)F_PARITY) | (frame->parity ? F_PARITY : 0u);
        ahead = 0.0f;
    }
    float old_ahead = ahead;
    Plan plan = make_plan(frame, is_on && !(flags & F_PAUSED), &ahead, &length);
    bool is_between = plan.shown < 1.0f && last_rows >= 0;
#if LANES
    int i = -1; /* lanes of the group wait for each other */
#else
    int i = settles ? -1 : 0;
#endif
    /* Before the steps, -1, avatars settle that begin anew or went on from a pause. */
    for (; i < frame->step_count; i++) {
        bool runs = i < 0 ? settles : i < plan.count;
        if (i >= 0) {
            float share = (plan.begin + plan.length * (float)(i + 1)) / frame->dt;
            share = share < 4.0f ? share : 4.0f;
            bool is_elsewhere = runs && (flags & F_TRACKED) && share != 1.0f;
            solve.in_state = !is_elsewhere;
            solve.anchors = is_elsewhere ? word(me, T_ROW_MOVED) : now;
            if (is_elsewhere) move_anchors(me, then, now, share);
            if (solve.settles) { /* the first step */
                solve.settles = false;
                solve.dt = plan.dt;
                solve.before = old_ahead > 0.0f && last_rows >= 0 ? last_rows : shown_rows;
                solve.after = is_between ? last_rows : shown_rows;
                solve.earlier = is_between ? earlier_rows : -1;
            }
        }
        LANE_BARRIER;
        solve.flags = flags;
        run_waves(me, &solve, runs);
        if (runs && i < 0) flags &= ~(uint)(F_TRACKED | F_TO_REST | F_TO_HOLD);
        if (runs && i >= 0) {
            flags ^= F_PARITY;
            solve.before = solve.after;
        }
    }

    if (is_between) {
        FOR_LANES(p, pairs) {
            float4 q = blend_rotations(load4(me, me->rotation, earlier_rows + 4 * p),
                                       load4(me, me->rotation, last_rows + 4 * p), plan.shown);
            store4(me, me->rotation, shown_rows + 4 * p, q);
        }
    } else if (is_on && plan.count == 0 && old_ahead > 0.0f && last_rows >= 0) {
        FOR_LANES(p, pairs)
            store4(me, me->rotation, shown_rows + 4 * p, load4(me, me->rotation, last_rows + 4 * p));
    } else if (!is_on) {
        FOR_LANES(p, pairs) {
            int node = word(me, pair_at(me, p) + PAIR_NODE);
            store4(me, me->rotation, shown_rows + 4 * p,
                   load4(me, me->input, word(me, T_ROW_ROTATIONS) + 4 * node));
        }
    }
    LANE_BARRIER;
    if (ONE_LANE) {
        ROW(state, ST_AHEAD) = ahead;
        ROW(state, ST_LENGTH) = length;
    }
    flags = is_on && !(flags & F_PAUSED) ? flags | F_TRACKED : flags & ~(uint)F_TRACKED;
    return is_on ? flags ^ F_ANCHORS : flags;
}

/* SPDX-License-Identifier: MIT */
/* Vesna's hair: a cap on the skull, locks that run over it from the crown and then hang free, two
 * ringlets like coil springs, and a seedling. */
#include "hero.h"

#include <string.h>

/* ---- Locks ---- */

/* A lock starts at the crown, follows the skull in the direction `azimuth` (turns from the front to
 * the left), leaves it at `release` (height above the chin) and ends in `tip`. */
typedef struct Lock {
    float azimuth, release, sweep; /* at the crown it lies `sweep` turns back */
    vrm_Vec3 tip;                  /* model space, but y is the height above the chin */
    float width, lift;
    float flick; /* how far the tip turns outwards */
    int32_t chain;
    bool is_paired; /* also mirrored, on the chain that follows */
} Lock;

enum {
    CHAIN_FRINGE,
    CHAIN_FRINGE_LEFT,
    CHAIN_FRINGE_RIGHT,
    CHAIN_LOCK_LEFT,
    CHAIN_LOCK_RIGHT,
    CHAIN_BACK,
    CHAIN_BACK_LEFT,
    CHAIN_BACK_RIGHT,
    CHAIN_NAPE_LEFT,
    CHAIN_NAPE_RIGHT,
    CHAIN_RINGLET_LEFT,
    CHAIN_RINGLET_RIGHT,
    CHAIN_SPROUT,
    CHAIN_COUNT
};

static const HairChain chain_rows[CHAIN_COUNT] = {
    [CHAIN_FRINGE] = {"Fringe", 3, {0.55f, 0.78f, 1}},
    [CHAIN_FRINGE_LEFT] = {"FringeLeft", 3, {0.55f, 0.78f, 1}},
    [CHAIN_FRINGE_RIGHT] = {"FringeRight", 3, {0.55f, 0.78f, 1}},
    [CHAIN_LOCK_LEFT] = {"LockLeft", 4, {0.45f, 0.64f, 0.82f, 1}},
    [CHAIN_LOCK_RIGHT] = {"LockRight", 4, {0.45f, 0.64f, 0.82f, 1}},
    [CHAIN_BACK] = {"Back", 4, {0.50f, 0.67f, 0.84f, 1}},
    [CHAIN_BACK_LEFT] = {"BackLeft", 4, {0.50f, 0.67f, 0.84f, 1}},
    [CHAIN_BACK_RIGHT] = {"BackRight", 4, {0.50f, 0.67f, 0.84f, 1}},
    [CHAIN_NAPE_LEFT] = {"NapeLeft", 4, {0.50f, 0.67f, 0.84f, 1}},
    [CHAIN_NAPE_RIGHT] = {"NapeRight", 4, {0.50f, 0.67f, 0.84f, 1}},
    [CHAIN_RINGLET_LEFT] = {"RingletLeft", 6, {0, 0.2f, 0.4f, 0.6f, 0.8f, 1}},
    [CHAIN_RINGLET_RIGHT] = {"RingletRight", 6, {0, 0.2f, 0.4f, 0.6f, 0.8f, 1}},
    [CHAIN_SPROUT] = {"Sprout", 3, {0, 0.5f, 1}},
};

/* The first lock of a chain says where its joints are. Columns as in Lock. */
/* clang-format off */
static const Lock locks[] = {
    /* fringe, parted above her left eye */
    {-0.020f, 0.172f, -0.06f, {-0.008f, 0.116f, 0.123f}, 0.021f, 0.0185f, 0.004f, CHAIN_FRINGE,
     false},
    {-0.062f, 0.172f, -0.09f, {-0.036f, 0.112f, 0.117f}, 0.025f, 0.0150f, 0.004f, CHAIN_FRINGE,
     false},
    {0.045f, 0.176f, -0.01f, {0.030f, 0.120f, 0.118f}, 0.023f, 0.0155f, 0.004f, CHAIN_FRINGE_LEFT,
     false},
    {0.098f, 0.172f, 0.03f, {0.066f, 0.108f, 0.105f}, 0.025f, 0.0180f, 0.006f, CHAIN_FRINGE_LEFT,
     false},
    {0.152f, 0.162f, 0.05f, {0.093f, 0.070f, 0.078f}, 0.025f, 0.0150f, 0.008f, CHAIN_FRINGE_LEFT,
     false},
    {-0.112f, 0.170f, -0.11f, {-0.068f, 0.104f, 0.104f}, 0.026f, 0.0180f, 0.006f,
     CHAIN_FRINGE_RIGHT, false},
    {-0.158f, 0.160f, -0.10f, {-0.093f, 0.066f, 0.078f}, 0.025f, 0.0150f, 0.008f,
     CHAIN_FRINGE_RIGHT, false},
    /* locks before the ears */
    {0.205f, 0.150f, 0.03f, {0.096f, -0.020f, 0.050f}, 0.025f, 0.0170f, 0.014f, CHAIN_LOCK_LEFT,
     true},
    {0.240f, 0.145f, 0.02f, {0.102f, 0.010f, 0.018f}, 0.030f, 0.0130f, 0.014f, CHAIN_LOCK_LEFT,
     true},
    /* back: a bob that ends above the shoulders and turns out at its tips */
    {0.500f, 0.130f, 0, {0.000f, -0.040f, -0.086f}, 0.038f, 0.0185f, 0.020f, CHAIN_BACK, false},
    {0.438f, 0.130f, 0, {0.036f, -0.028f, -0.084f}, 0.036f, 0.0130f, 0.018f, CHAIN_BACK_LEFT, true},
    {0.378f, 0.130f, 0, {0.064f, -0.034f, -0.072f}, 0.038f, 0.0185f, 0.020f, CHAIN_BACK_LEFT, true},
    {0.320f, 0.135f, 0, {0.086f, -0.014f, -0.052f}, 0.036f, 0.0130f, 0.018f, CHAIN_NAPE_LEFT, true},
    {0.275f, 0.140f, 0, {0.098f, -0.020f, -0.018f}, 0.036f, 0.0180f, 0.020f, CHAIN_NAPE_LEFT, true},
};
/* clang-format on */

#define LOCK_COUNT ((int32_t)(sizeof locks / sizeof *locks))

enum { SKULL_POINTS = 5, SPINE_POINTS = 9 };

/* Where a lock lies: points on the skull from the crown on, then a fall to the tip. */
static void lock_spine(const Lock* lock, vrm_Vec3 points[SPINE_POINTS]) {
    static const float ups[SKULL_POINTS] = {1, 0.93f, 0.76f, 0.44f, 0}; /* from the release */
    for (int32_t i = 0; i < SKULL_POINTS; i++) {
        float back = 1 - (float)i / (SKULL_POINTS - 1);
        float h = mix(lock->release, HEAD_HEIGHT - 0.002f, ups[i]);
        points[i] = head_surface(lock->azimuth - lock->sweep * back * back, head_at(h),
                                 lock->lift * mix(1, 0.70f, back));
    }
    vrm_Vec3 leave = points[SKULL_POINTS - 1];
    vrm_Vec3 tip = v3(lock->tip.x, CHIN_Y + lock->tip.y, lock->tip.z);
    vrm_Vec3 out = v3_normalize(v3(leave.x, 0, leave.z));
    float fall = leave.y - tip.y;
    for (int32_t i = SKULL_POINTS; i < SPINE_POINTS; i++) {
        float t = (float)(i - SKULL_POINTS + 1) / (SPINE_POINTS - SKULL_POINTS);
        float belly = 4 * t * (1 - t) * (0.005f + 0.045f * fall) + lock->flick * t * t * t * t;
        points[i] = v3_add(v3_mix(leave, tip, t), v3_scale(out, belly));
    }
}

static vrm_Vec3 spine_point(const vrm_Vec3* points, float v) {
    float at = v * (SPINE_POINTS - 1);
    Column x = {points, sizeof *points, offsetof(vrm_Vec3, x), SPINE_POINTS};
    Column y = {points, sizeof *points, offsetof(vrm_Vec3, y), SPINE_POINTS};
    Column z = {points, sizeof *points, offsetof(vrm_Vec3, z), SPINE_POINTS};
    return v3(spline(x, at), spline(y, at), spline(z, at));
}

static vrm_Vec3 ringlet_axis(float v) {
    return v3(0.112f + 0.020f * v - 0.012f * v * v, CHIN_Y + 0.050f - 0.290f * v,
              -0.012f + 0.150f * v - 0.075f * v * v);
}

static vrm_Vec3 sprout_point(float v) {
    return v3(0.010f * v * v, CHIN_Y + HEAD_HEIGHT + 0.008f + 0.058f * v, -0.004f - 0.016f * v);
}

int32_t hero_hair_chain_count(void) {
    return CHAIN_COUNT;
}

const HairChain* hero_hair_chain(int32_t chain) {
    return &chain_rows[chain];
}

vrm_Vec3 hero_hair_point(int32_t chain, float v) {
    if (chain == CHAIN_SPROUT) return sprout_point(v);
    if (chain >= CHAIN_RINGLET_LEFT)
        return mirrored_x(ringlet_axis(v), chain == CHAIN_RINGLET_RIGHT);
    vrm_Vec3 points[SPINE_POINTS];
    for (int32_t i = 0; i < LOCK_COUNT; i++) {
        bool is_mirrored = locks[i].is_paired && locks[i].chain + 1 == chain;
        if (locks[i].chain != chain && !is_mirrored) continue;
        lock_spine(&locks[i], points);
        return mirrored_x(spine_point(points, v), is_mirrored);
    }
    return v3(0, 0, 0);
}

/* ---- Building ---- */

/* Head first, then the joints of a chain; `at` is v along it. */
static Limb chain_limb(const Character* character, int32_t chain) {
    const HairChain* row = &chain_rows[chain];
    const BodyChain* body = &character->chains[chain];
    Limb limb = {.joints = {character->bones[VRM_BONE_HEAD]}, .count = 1};
    /* The last joint has no child to turn towards: it carries nothing. */
    for (int32_t j = 0; j + 1 < row->joint_count; j++) {
        limb.joints[limb.count] = body->first_node + j;
        limb.starts[limb.count] = row->starts[j];
        limb.reach[limb.count] = 0.5f * (row->starts[j + 1] - row->starts[j]);
        limb.count++;
    }
    return limb;
}

typedef struct LockShape {
    const Lock* lock;
    vrm_Vec3 points[SPINE_POINTS];
    Limb limb;
    bool is_right;
} LockShape;

/* Across: flat inside, rounded outside, with a soft ridge. */
static void lock_point(const void* shape, float u, float v, Vertex* out) {
    const LockShape* lock = shape;
    vrm_Vec3 at = spine_point(lock->points, v);
    float step = 0.02f, before = v > step ? v - step : 0, after = v < 1 - step ? v + step : 1;
    vrm_Vec3 along =
        v3_normalize(v3_sub(spine_point(lock->points, after), spine_point(lock->points, before)));
    vrm_Vec3 outward = v3_sub(at, v3(0, CHIN_Y + 0.105f, -0.004f));
    outward.y = outward.y > 0 ? outward.y : 0;
    vrm_Vec3 side = v3_normalize(v3_cross(along, outward));
    vrm_Vec3 front = v3_cross(side, along);
    float rise = 0.25f + 0.75f * smooth(0, 0.45f, v), down = smooth(0.50f, 1.30f, v) / 0.6836f;
    float width = lock->lock->width * rise * clamp01(1 - down * down);
    vrm_Vec2 t = turn((double)u);
    float thick = t.x > 0 ? 0.18f : 0.50f;
    out->position =
        v3_add(at, v3_add(v3_scale(side, t.y * width), v3_scale(front, -t.x * thick * width)));
    out->position = mirrored_x(out->position, lock->is_right);
    out->uv = (vrm_Vec2){0.5f + 0.5f * t.y, v};
    limb_weigh(&lock->limb, v, out);
}

static void add_lock(Character* character, Mesh* mesh, const Lock* lock, bool is_right) {
    LockShape shape = {.lock = lock,
                       .limb = chain_limb(character, lock->chain + (is_right ? 1 : 0)),
                       .is_right = is_right};
    lock_spine(lock, shape.points);
    Surface surface = {.point = lock_point,
                       .shape = &shape,
                       .columns = 8,
                       .rows = 16,
                       .is_closed = true,
                       .is_flipped = is_right};
    mesh_add_surface(mesh, &surface);
}

/* From the crown to the hairline, which is high in front and low behind. */
static void cap_point(const void* shape, float u, float v, Vertex* out) {
    const Character* character = shape;
    float fraction = u - 0.5f, away = fraction < 0 ? -fraction : fraction;
    float end_h = mix(0.178f, 0.030f, smooth(0.10f, 0.30f, away));
    float at = v * head_at(end_h);
    /* Thick at the crown, where the locks begin below it; closed at the hairline. */
    float lift = mix(0.0205f, 0.0120f, smooth(0.03f, 0.18f, v)) * (1 - smooth(0.90f, 1, v) * 0.75f);
    out->position = head_surface(fraction, at, lift);
    out->uv = (vrm_Vec2){u * 4, 0.55f * v};
    out->joints[0] = character->bones[VRM_BONE_HEAD];
    out->weights[0] = 1;
}

/* ---- Ringlets ---- */

typedef struct RingletShape {
    Limb limb;
    bool is_right;
} RingletShape;

#define RINGLET_TURNS 3.5f

/* A ribbon of hair, round in section, wound around its axis. */
static void ringlet_point(const void* shape, float u, float v, Vertex* out) {
    const RingletShape* ringlet = shape;
    vrm_Vec3 axis = ringlet_axis(v);
    float swell = smooth(-0.10f, 0.22f, v) * mix(1, 0.50f, smooth(0.35f, 1, v));
    float coil = 0.0215f * swell;
    float thick =
        0.0200f * swell * sqrtf(clamp01(1 - v * v * v * v * v * v)) * smooth(-0.06f, 0.10f, v);
    vrm_Vec2 w = turn_any(0.25f + RINGLET_TURNS * v), t = turn((double)u);
    vrm_Vec3 outward = v3(w.y, 0, w.x);
    float rise = 1.15f;
    vrm_Vec3 centre = v3_add(axis, v3_scale(outward, coil));
    out->position = v3_add(
        centre, v3_add(v3_scale(outward, -t.x * thick * 0.62f), v3(0, t.y * thick * rise, 0)));
    out->position = mirrored_x(out->position, ringlet->is_right);
    out->uv = (vrm_Vec2){u, 0.25f + 0.75f * v};
    limb_weigh(&ringlet->limb, v, out);
}

static void add_ringlet(Character* character, Mesh* mesh, bool is_right) {
    RingletShape shape = {chain_limb(character, CHAIN_RINGLET_LEFT + (is_right ? 1 : 0)), is_right};
    Surface surface = {.point = ringlet_point,
                       .shape = &shape,
                       .columns = 8,
                       .rows = 80,
                       .is_closed = true,
                       .is_flipped = !is_right};
    mesh_add_surface(mesh, &surface);
}

/* ---- The seedling ---- */

static void stem_point(const void* shape, float u, float v, Vertex* out) {
    const Limb* limb = shape;
    vrm_Vec2 t = turn((double)u);
    float thick = 0.0034f * mix(1.25f, 0.8f, v);
    out->position =
        v3_add(sprout_point(v * 1.02f - 0.12f * (1 - v)), v3(-t.y * thick, 0, -t.x * thick));
    out->uv = (vrm_Vec2){0.5f, 0.10f};
    limb_weigh(limb, v, out);
}

typedef struct LeafShape {
    const Limb* limb;
    bool is_right;
} LeafShape;

/* u around the leaf's section, v from its stalk to its point. */
static void leaf_point(const void* shape, float u, float v, Vertex* out) {
    const LeafShape* leaf = shape;
    vrm_Vec2 t = turn((double)u);
    float length = leaf->is_right ? 0.074f : 0.088f;
    float width = 0.0310f * sqrtf(clamp01(v * (1 - v) * 4)) * mix(1.1f, 0.75f, v);
    vrm_Vec3 spine = v3(length * v, 0.030f * v - 0.034f * v * v, 0.004f * v);
    float cup = 0.16f * width * t.y * t.y;
    vrm_Vec3 offset =
        v3(0, cup - t.x * 0.0028f * sqrtf(clamp01(v * (1 - v) * 4)) + 0.62f * t.y * width,
           -0.78f * t.y * width);
    out->position = v3_add(sprout_point(1), mirrored_x(v3_add(spine, offset), leaf->is_right));
    out->uv = (vrm_Vec2){0.5f + 0.5f * t.y, v};
    memset(out->weights, 0, sizeof out->weights);
    out->joints[0] = leaf->limb->joints[leaf->limb->count - 1];
    out->weights[0] = 1;
}

static void add_seedling(Character* character, Mesh* mesh) {
    Limb limb = chain_limb(character, CHAIN_SPROUT);
    Surface stem = {.point = stem_point,
                    .shape = &limb,
                    .columns = 8,
                    .rows = 6,
                    .is_closed = true,
                    .is_flipped = true};
    mesh_add_surface(mesh, &stem);
    for (int32_t side = 0; side < 2; side++) {
        LeafShape shape = {&limb, side == 1};
        Surface leaf = {.point = leaf_point,
                        .shape = &shape,
                        .columns = 12,
                        .rows = 12,
                        .is_closed = true,
                        .is_flipped = side == 1};
        mesh_add_surface(mesh, &leaf);
    }
}

/* ---- A blossom above her left ear ---- */

typedef struct BlossomShape {
    const Character* character;
    vrm_Vec3 centre, outward, side, up;
    float radius, lift;
} BlossomShape;

/* u around, v from the middle to the edge: five petals, cupped. */
static void blossom_point(const void* shape, float u, float v, Vertex* out) {
    const BlossomShape* blossom = shape;
    vrm_Vec2 t = turn((double)u), half = turn_any(2.5f * u);
    float lobe = half.x < 0 ? -half.x : half.x;
    float r = blossom->radius * v * mix(1, 0.62f + 0.38f * sqrtf(lobe), smooth(0.2f, 1, v));
    vrm_Vec3 flat = v3_add(v3_scale(blossom->side, t.y * r), v3_scale(blossom->up, t.x * r));
    float cup = blossom->lift + 0.30f * blossom->radius * v * v;
    out->position = v3_add(blossom->centre, v3_add(flat, v3_scale(blossom->outward, cup)));
    out->uv = (vrm_Vec2){0.5f, 0.32f + 0.12f * (1 - v)};
    out->joints[0] = blossom->character->bones[VRM_BONE_HEAD];
    out->weights[0] = 1;
}

static void blossom_heart(const void* shape, float u, float v, Vertex* out) {
    const BlossomShape* blossom = shape;
    vrm_Vec2 around = turn((double)u), over = turn((double)v / 4);
    float r = 0.30f * blossom->radius;
    vrm_Vec3 flat = v3_add(v3_scale(blossom->side, around.y * r * over.y),
                           v3_scale(blossom->up, around.x * r * over.y));
    out->position = v3_add(blossom->centre,
                           v3_add(flat, v3_scale(blossom->outward, blossom->lift + r * over.x)));
    out->uv = (vrm_Vec2){u, v};
    out->joints[0] = blossom->character->bones[VRM_BONE_HEAD];
    out->weights[0] = 1;
}

static void add_blossom(Character* character, Mesh* mesh) {
    float azimuth = 0.165f, at = head_at(0.158f);
    BlossomShape shape = {.character = character,
                          .centre = head_surface(azimuth, at, 0.028f),
                          .radius = 0.027f,
                          .lift = 0.002f};
    shape.outward = v3_normalize(v3_sub(head_surface(azimuth, at, 0.050f), shape.centre));
    shape.outward = v3_normalize(v3_add(shape.outward, v3(0, 0.25f, 0.15f)));
    shape.side = v3_normalize(v3_cross(v3(0, 1, 0), shape.outward));
    shape.up = v3_cross(shape.outward, shape.side);
    mesh_begin_part(mesh, HERO_CLOTH);
    Surface petals = {
        .point = blossom_point, .shape = &shape, .columns = 40, .rows = 5, .is_closed = true};
    petals.is_flipped = true;
    mesh_add_surface(mesh, &petals);
    mesh_begin_part(mesh, HERO_GOLD);
    Surface heart = {
        .point = blossom_heart, .shape = &shape, .columns = 12, .rows = 4, .is_closed = true};
    heart.is_flipped = true;
    mesh_add_surface(mesh, &heart);
}

void hero_hair(Character* character) {
    Mesh* mesh = &character->meshes[HERO_HAIR];
    mesh_begin_part(mesh, HERO_LOCKS);
    Surface cap = {
        .point = cap_point, .shape = character, .columns = 36, .rows = 12, .is_closed = true};
    mesh_add_surface(mesh, &cap);
    for (int32_t i = 0; i < LOCK_COUNT; i++) {
        add_lock(character, mesh, &locks[i], false);
        if (locks[i].is_paired) add_lock(character, mesh, &locks[i], true);
    }
    add_ringlet(character, mesh, false);
    add_ringlet(character, mesh, true);
    mesh_begin_part(mesh, HERO_LEAF);
    add_seedling(character, mesh);
    add_blossom(character, mesh);
}

/* SPDX-License-Identifier: MIT */
/* What Vesna wears over her bodice: a bell of petals, puffed and wide sleeves, a leaf collar, a bow
 * with glowing ribbons behind, and a pouch for seeds. */
#include "hero.h"

#include <string.h>

/* ---- Skirt ---- */

#define WAIST_Y 0.895f

/* Fractions of the way around: 1 in the middle of a petal, 0 between two. */
static float petal(float u) {
    vrm_Vec2 t = turn_any(u * SKIRT_CHAINS);
    return 0.5f + 0.5f * t.x;
}

/* u from the back around, as tubes have it; v from the waist to the hem. */
static vrm_Vec3 bell(float u, float v, float scale, float length, float shift) {
    static const float radii[] = {0.056f, 0.096f, 0.142f, 0.180f, 0.206f, 0.222f};
    static const float heights[] = {0, -0.040f, -0.104f, -0.176f, -0.246f, -0.308f};
    float at = v * 5;
    float radius = spline((Column){radii, sizeof *radii, 0, 6}, at);
    float fall = spline((Column){heights, sizeof *heights, 0, 6}, at);
    vrm_Vec2 t = turn_any(u);
    float fold = petal(u + shift / SKIRT_CHAINS), hem = smooth(0.2f, 1, v);
    float r = radius * scale * (1 + 0.036f * hem * (fold - 0.5f));
    return v3(-t.y * r, WAIST_Y + (fall - 0.028f * hem * hem * v * fold) * length,
              -t.x * r * mix(0.80f, 0.94f, v) - 0.002f);
}

vrm_Vec3 hero_skirt_point(float u, float v) {
    return bell(u, v, 1, 1, 0.5f);
}

typedef struct SkirtShape {
    const Character* character;
    int32_t first_chain;
    float scale, length, shift; /* shift: of the petals, in petals */
    vrm_Vec2 uv_from, uv_to;
} SkirtShape;

/* Carried by the two chains beside it, and along them by the two joints around it. */
static void skirt_weigh(const SkirtShape* skirt, float u, float v, Vertex* out) {
    const Character* character = skirt->character;
    float around = u * SKIRT_CHAINS;
    int32_t first = (int32_t)around % SKIRT_CHAINS, second = (first + 1) % SKIRT_CHAINS;
    float between = around - (float)(int32_t)around;
    Vertex sides[2];
    for (int32_t k = 0; k < 2; k++) {
        int32_t chain = skirt->first_chain + (k == 0 ? first : second);
        int32_t node = character->chains[chain].first_node;
        Limb limb = {.joints = {character->bones[VRM_BONE_HIPS], node, node + 1, node + 2},
                     .starts = {0, 0.16f, 0.44f, 0.72f},
                     .reach = {0, 0.14f, 0.14f, 0.14f},
                     .count = 4};
        limb_weigh(&limb, v, &sides[k]);
    }
    memcpy(out->joints, sides[0].joints, sizeof out->joints);
    memcpy(out->weights, sides[0].weights, sizeof out->weights);
    for (int32_t i = 0; i < 4; i++) out->weights[i] *= 1 - between;
    float given = 1 - between;
    for (int32_t i = 0; i < 4; i++) {
        float weight = sides[1].weights[i] * between;
        if (weight <= 0) continue;
        given += weight;
        vertex_share(out, sides[1].joints[i], weight / given);
    }
}

static void skirt_point(const void* shape, float u, float v, Vertex* out) {
    const SkirtShape* skirt = shape;
    out->position = bell(u, v, skirt->scale, skirt->length, skirt->shift);
    out->uv = (vrm_Vec2){mix(skirt->uv_from.x, skirt->uv_to.x, u),
                         mix(skirt->uv_from.y, skirt->uv_to.y, v)};
    skirt_weigh(skirt, u, v, out);
}

static void add_skirt(Character* character, Mesh* mesh, float scale, float length, float shift,
                      vrm_Vec2 uv_from, vrm_Vec2 uv_to) {
    SkirtShape shape = {character, hero_hair_chain_count(), scale, length, shift, uv_from, uv_to};
    Surface surface = {
        .point = skirt_point, .shape = &shape, .columns = 56, .rows = 10, .is_closed = true};
    mesh_add_surface(mesh, &surface);
}

/* ---- Sleeves ---- */

/* A puff over the shoulder, carried by the helper that aims at the elbow. */
static void add_puff(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.058f, 1.072f, -0.010f}, 0.020f, 0.030f, 0.030f},
        {{0.066f, 1.074f, -0.010f}, 0.036f, 0.038f, 0.038f},
        {{0.094f, 1.076f, -0.009f}, 0.049f, 0.046f, 0.046f},
        {{0.128f, 1.074f, -0.008f}, 0.050f, 0.047f, 0.047f},
        {{0.156f, 1.072f, -0.008f}, 0.042f, 0.041f, 0.041f},
        {{0.168f, 1.072f, -0.008f}, 0.031f, 0.031f, 0.031f},
        {{0.173f, 1.072f, -0.008f}, 0.031f, 0.031f, 0.031f},
        {{0.178f, 1.072f, -0.008f}, 0.029f, 0.029f, 0.029f},
        {{0.174f, 1.072f, -0.008f}, 0.025f, 0.025f, 0.025f},
    };
    Limb limb = {
        .joints = {character->bones[VRM_BONE_UPPER_CHEST],
                   hero_bone(character, VRM_BONE_LEFT_SHOULDER, is_right),
                   hero_helper(character, is_right ? HELPER_RIGHT_SLEEVE : HELPER_LEFT_SLEEVE)},
        .starts = {0, 0.060f, 0.098f},
        .reach = {0, 0.012f, 0.026f},
        .count = 3};
    Tube tube = {.stations = stations,
                 .station_count = sizeof stations / sizeof *stations,
                 .side = {0, 1, 0},
                 .front = {0, 0, 1},
                 .uv_from = {0, 0.01f},
                 .uv_to = {1, 0.24f},
                 .limb = &limb,
                 .limb_axis = {1, 0, 0},
                 .columns = 16,
                 .rows = 16};
    mesh_add_loft(mesh, &tube, is_right);
}

/* Wide from the elbow to the wrist, open towards the hand. */
static void add_wide_sleeve(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.244f, 1.072f, -0.008f}, 0.0225f, 0.0225f, 0.0225f},
        {{0.240f, 1.072f, -0.008f}, 0.0275f, 0.0275f, 0.0275f},
        {{0.250f, 1.072f, -0.008f}, 0.0285f, 0.0285f, 0.0285f},
        {{0.262f, 1.072f, -0.008f}, 0.0270f, 0.0270f, 0.0270f},
        {{0.310f, 1.070f, -0.008f}, 0.0320f, 0.0310f, 0.0310f},
        {{0.370f, 1.064f, -0.007f}, 0.0440f, 0.0380f, 0.0380f},
        {{0.420f, 1.058f, -0.006f}, 0.0570f, 0.0450f, 0.0450f},
        {{0.448f, 1.053f, -0.006f}, 0.0650f, 0.0490f, 0.0490f},
    };
    Limb limb = {
        .joints = {hero_bone(character, VRM_BONE_LEFT_UPPER_ARM, is_right),
                   hero_bone(character, VRM_BONE_LEFT_LOWER_ARM, is_right),
                   hero_helper(character, is_right ? HELPER_RIGHT_TWIST : HELPER_LEFT_TWIST)},
        .starts = {0, 0.272f, 0.370f},
        .reach = {0, 0.032f, 0.050f},
        .count = 3};
    Tube tube = {.stations = stations,
                 .station_count = sizeof stations / sizeof *stations,
                 .side = {0, 1, 0},
                 .front = {0, 0, 1},
                 .uv_from = {0, 0.28f},
                 .uv_to = {1, 0.4995f},
                 .limb = &limb,
                 .limb_axis = {1, 0, 0},
                 .columns = 16,
                 .rows = 18};
    mesh_add_loft(mesh, &tube, is_right);
}

/* ---- Collar, belt, bow ---- */

typedef struct RingShape {
    const Character* character;
    const Station* stations;
    int32_t station_count;
    int32_t joint;
    float points; /* how far tips hang down */
    int32_t point_count;
} RingShape;

static void ring_point(const void* shape, float u, float v, Vertex* out) {
    const RingShape* ring = shape;
    Limb limb = {.joints = {ring->joint}, .count = 1};
    Tube tube = {.stations = ring->stations,
                 .station_count = ring->station_count,
                 .side = {1, 0, 0},
                 .front = {0, 0, 1},
                 .uv_to = {1, 1},
                 .limb = &limb,
                 .limb_axis = {0, -1, 0}};
    tube_point(&tube, u, v, out);
    if (ring->point_count > 0) {
        vrm_Vec2 t = turn_any(u * (float)ring->point_count + 0.5f);
        out->position.y -= ring->points * (0.5f - 0.5f * t.x) * smooth(0.45f, 1, v);
    }
}

static void add_ring(Character* character, Mesh* mesh, const Station* stations, int32_t count,
                     vrm_Bone joint, float points, int32_t point_count, int32_t rows) {
    RingShape shape = {character, stations, count, character->bones[joint], points, point_count};
    Surface surface = {
        .point = ring_point, .shape = &shape, .columns = 36, .rows = rows, .is_closed = true};
    mesh_add_surface(mesh, &surface);
}

static void add_collar(Character* character, Mesh* mesh) {
    static const Station stations[] = {
        {{0, 1.114f, -0.012f}, 0.0330f, 0.031f, 0.032f},
        {{0, 1.110f, -0.012f}, 0.0400f, 0.038f, 0.039f},
        {{0, 1.098f, -0.012f}, 0.0560f, 0.048f, 0.046f},
        {{0, 1.080f, -0.011f}, 0.0760f, 0.059f, 0.055f},
        {{0, 1.062f, -0.010f}, 0.0880f, 0.070f, 0.061f},
    };
    add_ring(character, mesh, stations, 5, VRM_BONE_UPPER_CHEST, 0.022f, 6, 8);
}

static void add_belt(Character* character, Mesh* mesh) {
    static const Station stations[] = {
        {{0, 0.918f, 0}, 0.0600f, 0.0490f, 0.0450f}, {{0, 0.920f, 0}, 0.0655f, 0.0555f, 0.0510f},
        {{0, 0.905f, 0}, 0.0655f, 0.0545f, 0.0515f}, {{0, 0.888f, 0}, 0.0660f, 0.0540f, 0.0530f},
        {{0, 0.884f, 0}, 0.0600f, 0.0490f, 0.0470f},
    };
    add_ring(character, mesh, stations, 5, VRM_BONE_SPINE, 0, 0, 8);
}

/* A flat thing with two faces: `spine` gives its middle and how far it reaches to both sides. */
typedef struct BandShape {
    void (*spine)(float v, bool is_right, vrm_Vec3* middle, vrm_Vec3* across, vrm_Vec3* thick);
    const Limb* limb;
    bool is_right;
    float uv_scale;
} BandShape;

static void band_point(const void* shape, float u, float v, Vertex* out) {
    const BandShape* band = shape;
    vrm_Vec3 middle, across, thick;
    band->spine(v, false, &middle, &across, &thick);
    vrm_Vec2 t = turn((double)u);
    vrm_Vec3 position = v3_add(middle, v3_add(v3_scale(across, t.y), v3_scale(thick, -t.x)));
    out->position = mirrored_x(position, band->is_right);
    out->uv = (vrm_Vec2){0.5f + 0.5f * t.y, v * band->uv_scale};
    limb_weigh(band->limb, v, out);
}

static void add_band(Mesh* mesh, const BandShape* band, int32_t rows) {
    Surface surface = {.point = band_point,
                       .shape = band,
                       .columns = 8,
                       .rows = rows,
                       .is_closed = true,
                       .is_flipped = !band->is_right};
    mesh_add_surface(mesh, &surface);
}

vrm_Vec3 hero_ribbon_point(int32_t ribbon, float v) {
    vrm_Vec3 left = v3(0.016f + 0.090f * v - 0.010f * v * v, 0.898f - 0.400f * v,
                       -0.064f - 0.270f * v + 0.080f * v * v);
    return mirrored_x(left, ribbon == 1);
}

static void ribbon_spine(float v, bool is_right, vrm_Vec3* middle, vrm_Vec3* across,
                         vrm_Vec3* thick) {
    *middle = hero_ribbon_point(is_right ? 1 : 0, v);
    float width = mix(0.012f, 0.028f, smooth(0, 0.6f, v)) * (1 - smooth(0.97f, 1, v) * 0.5f);
    *across = v3_scale(v3_normalize(v3(1, 0.1f, 0.15f)), width);
    *thick = v3_scale(v3_normalize(v3(-0.1f, 0.45f, -0.9f)), 0.0018f);
}

/* Out along the belt and back again behind itself, a band that stands upright. */
static void bow_spine(float v, bool is_right, vrm_Vec3* middle, vrm_Vec3* across, vrm_Vec3* thick) {
    (void)is_right;
    vrm_Vec2 t = turn_any(v);
    float out = 0.5f - 0.5f * t.x;
    *middle =
        v3(0.006f + 0.086f * out, 0.906f + 0.016f * out, -0.074f + 0.020f * t.y - 0.012f * out);
    *across = v3(0, mix(0.008f, 0.030f, out) * (1 - 0.22f * out * out * out * out), 0);
    *thick = v3_scale(v3_normalize(v3(0.40f * t.x - 0.001f, 0, -t.y)), 0.0016f);
}

static void add_bow(Character* character, Mesh* mesh) {
    Limb limb = {.joints = {character->bones[VRM_BONE_SPINE]}, .count = 1};
    for (int32_t side = 0; side < 2; side++) {
        BandShape loop = {bow_spine, &limb, side == 1, 1};
        add_band(mesh, &loop, 28);
    }
}

static void add_ribbons(Character* character, Mesh* mesh) {
    int32_t first_chain = hero_hair_chain_count() + SKIRT_CHAINS;
    for (int32_t side = 0; side < 2; side++) {
        int32_t node = character->chains[first_chain + side].first_node;
        Limb limb = {
            .joints = {character->bones[VRM_BONE_SPINE], node, node + 1, node + 2, node + 3},
            .starts = {0, 0, 0.25f, 0.5f, 0.75f},
            .reach = {0, 0.05f, 0.12f, 0.12f, 0.12f},
            .count = 5};
        BandShape tail = {ribbon_spine, &limb, side == 1, 3};
        add_band(mesh, &tail, 30);
    }
}

/* ---- Charms: a brooch, the bow's knot, the pouch's clasp ---- */

typedef struct BeadShape {
    vrm_Vec3 centre, radii;
    int32_t joint;
    vrm_Vec2 uv;
} BeadShape;

static void bead_point(const void* shape, float u, float v, Vertex* out) {
    const BeadShape* bead = shape;
    vrm_Vec2 around = turn((double)u), down = turn((double)v / 2);
    out->position =
        v3_add(bead->centre, v3(-bead->radii.x * around.y * down.y, bead->radii.y * down.x,
                                -bead->radii.z * around.x * down.y));
    out->uv = bead->uv;
    out->joints[0] = bead->joint;
    out->weights[0] = 1;
}

static void add_bead(Mesh* mesh, BeadShape bead, int32_t detail) {
    Surface surface = {.point = bead_point,
                       .shape = &bead,
                       .columns = detail,
                       .rows = detail / 2,
                       .is_closed = true};
    mesh_add_surface(mesh, &surface);
}

/* Gold: a brooch, buttons, the clasp. Then the pouch, the knot of the bow, and the pouch's flap. */
static void add_charms(Character* character) {
    static const struct {
        int32_t material;
        vrm_Bone bone; /* VRM_BONE_NONE: the pouch's helper */
        vrm_Vec3 centre, radii;
        vrm_Vec2 uv;
        int32_t detail;
    } rows[] = {
        /* clang-format off */
        {HERO_GOLD, VRM_BONE_UPPER_CHEST, {0, 1.078f, 0.049f}, {0.0120f, 0.0130f, 0.0075f},
         {0.5f, 0}, 14},
        {HERO_GOLD, VRM_BONE_UPPER_CHEST, {0, 1.026f, 0.0600f}, {0.0052f, 0.0052f, 0.0036f},
         {0.5f, 0}, 8},
        {HERO_GOLD, VRM_BONE_CHEST, {0, 0.990f, 0.0630f}, {0.0052f, 0.0052f, 0.0036f},
         {0.5f, 0}, 8},
        {HERO_GOLD, VRM_BONE_CHEST, {0, 0.954f, 0.0580f}, {0.0052f, 0.0052f, 0.0036f},
         {0.5f, 0}, 8},
        {HERO_GOLD, VRM_BONE_NONE, {-0.0845f, 0.8400f, 0.0740f}, {0.0060f, 0.0060f, 0.0045f},
         {0.5f, 0}, 10},
        {HERO_BOOTS, VRM_BONE_NONE, {-0.0770f, 0.8440f, 0.0560f}, {0.0250f, 0.0270f, 0.0190f},
         {0.2f, 0.45f}, 16},
        {HERO_LEAF, VRM_BONE_SPINE, {0, 0.906f, -0.0790f}, {0.0110f, 0.0150f, 0.0110f},
         {0.25f, 0.3f}, 10},
        {HERO_LEAF, VRM_BONE_NONE, {-0.0775f, 0.8530f, 0.0570f}, {0.0265f, 0.0190f, 0.0202f},
         {0.25f, 0.3f}, 16},
        /* clang-format on */
    };
    Mesh* mesh = &character->meshes[HERO_CHARM];
    int32_t material = -1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int32_t joint = rows[i].bone == VRM_BONE_NONE ? hero_helper(character, HELPER_POUCH)
                                                      : character->bones[rows[i].bone];
        if (rows[i].material != material) mesh_begin_part(mesh, rows[i].material);
        material = rows[i].material;
        add_bead(mesh, (BeadShape){rows[i].centre, rows[i].radii, joint, rows[i].uv},
                 rows[i].detail);
    }
}

void hero_dress(Character* character) {
    Mesh* mesh = &character->meshes[HERO_DRESS];
    mesh_begin_part(mesh, HERO_CLOTH);
    add_skirt(character, mesh, 1, 1, 0.5f, (vrm_Vec2){0, 0.5f}, (vrm_Vec2){8, 1});
    for (int32_t side = 0; side < 2; side++) {
        add_puff(character, mesh, side == 1);
        add_wide_sleeve(character, mesh, side == 1);
    }
    mesh_begin_part(mesh, HERO_LEAF);
    add_skirt(character, mesh, 0.93f, 1.06f, 0, (vrm_Vec2){0, 0}, (vrm_Vec2){8, 1});
    add_collar(character, mesh);
    add_belt(character, mesh);
    add_bow(character, mesh);
    mesh_begin_part(mesh, HERO_RIBBON);
    add_ribbons(character, mesh);
    add_charms(character);
}

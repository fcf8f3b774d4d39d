/* SPDX-License-Identifier: MIT */
/* Vesna's body: tubes through profiles along her bones. */
#include "hero.h"

/* ---- Torso ---- */

/* From the neck down; the limb's axis points down, too. */
static const Station torso_stations[] = {
    {{0, 1.106f, -0.012f}, 0.031f, 0.029f, 0.029f}, {{0, 1.094f, -0.012f}, 0.044f, 0.034f, 0.034f},
    {{0, 1.078f, -0.012f}, 0.072f, 0.042f, 0.042f}, {{0, 1.052f, -0.010f}, 0.082f, 0.056f, 0.048f},
    {{0, 1.015f, -0.006f}, 0.080f, 0.068f, 0.052f}, {{0, 0.975f, -0.004f}, 0.074f, 0.067f, 0.050f},
    {{0, 0.930f, -0.002f}, 0.060f, 0.052f, 0.045f}, {{0, 0.890f, 0}, 0.055f, 0.046f, 0.044f},
    {{0, 0.850f, 0}, 0.069f, 0.052f, 0.054f},       {{0, 0.805f, -0.002f}, 0.084f, 0.058f, 0.066f},
    {{0, 0.760f, -0.004f}, 0.094f, 0.058f, 0.070f}, {{0, 0.725f, -0.003f}, 0.098f, 0.054f, 0.062f},
};

typedef struct TorsoShape {
    Tube tube;
    const Character* character;
} TorsoShape;

/* Shoulders take part where they are. */
static void torso_point(const void* shape, float u, float v, Vertex* out) {
    const TorsoShape* torso = shape;
    tube_point(&torso->tube, u, v, out);
    float x = out->position.x, away = x < 0 ? -x : x;
    float share = 0.75f * smooth(0.030f, 0.075f, away) * smooth(1.030f, 1.075f, out->position.y);
    if (share > 0)
        vertex_share(out, hero_bone(torso->character, VRM_BONE_LEFT_SHOULDER, x < 0), share);
    float leg = 0.6f * smooth(0.790f, 0.725f, out->position.y) * smooth(0.010f, 0.050f, away);
    if (leg > 0)
        vertex_share(out, hero_bone(torso->character, VRM_BONE_LEFT_UPPER_LEG, x < 0), leg);
}

static void add_torso(Character* character, Mesh* mesh) {
    const int32_t* bones = character->bones;
    Limb limb = {.joints = {bones[VRM_BONE_NECK], bones[VRM_BONE_UPPER_CHEST],
                            bones[VRM_BONE_CHEST], bones[VRM_BONE_SPINE], bones[VRM_BONE_HIPS]},
                 .starts = {0, -1.100f, -1.000f, -0.925f, -0.850f},
                 .reach = {0, 0.014f, 0.035f, 0.035f, 0.035f},
                 .count = 5};
    TorsoShape torso = {.tube = {.stations = torso_stations,
                                 .station_count = sizeof torso_stations / sizeof *torso_stations,
                                 .side = {1, 0, 0},
                                 .front = {0, 0, 1},
                                 .squareness = 0.25f,
                                 .uv_from = {0, 0},
                                 .uv_to = {1, 0.25f},
                                 .limb = &limb,
                                 .limb_axis = {0, -1, 0}},
                        .character = character};
    Surface surface = {
        .point = torso_point, .shape = &torso, .columns = 24, .rows = 22, .is_closed = true};
    mesh_add_surface(mesh, &surface);
}

static void add_neck(Character* character, Mesh* mesh) {
    static const Station stations[] = {{{0, 1.215f, -0.010f}, 0.034f, 0.032f, 0.034f},
                                       {{0, 1.180f, -0.008f}, 0.031f, 0.030f, 0.032f},
                                       {{0, 1.140f, -0.010f}, 0.0265f, 0.026f, 0.028f},
                                       {{0, 1.105f, -0.012f}, 0.031f, 0.028f, 0.030f},
                                       {{0, 1.085f, -0.012f}, 0.042f, 0.032f, 0.032f}};
    const int32_t* bones = character->bones;
    Limb limb = {
        .joints = {bones[VRM_BONE_HEAD], bones[VRM_BONE_NECK], bones[VRM_BONE_UPPER_CHEST]},
        .starts = {0, -1.160f, -1.100f},
        .reach = {0, 0.022f, 0.014f},
        .count = 3};
    Tube tube = {.stations = stations,
                 .station_count = 5,
                 .side = {1, 0, 0},
                 .front = {0, 0, 1},
                 .uv_from = {0.02f, 1},
                 .uv_to = {0.02f, 0},
                 .limb = &limb,
                 .limb_axis = {0, -1, 0},
                 .columns = 16,
                 .rows = 8};
    mesh_add_loft(mesh, &tube, false);
}

/* ---- Arms ---- */

static const vrm_Vec2 plain_skin = {0.02f, 0.02f};

static void add_arm(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.060f, 1.066f, -0.010f}, 0.030f, 0.030f, 0.030f},
        {{0.094f, 1.070f, -0.008f}, 0.032f, 0.030f, 0.030f},
        {{0.130f, 1.072f, -0.008f}, 0.028f, 0.027f, 0.027f},
        {{0.200f, 1.072f, -0.008f}, 0.0250f, 0.0245f, 0.0245f},
        {{0.262f, 1.072f, -0.008f}, 0.0225f, 0.0225f, 0.0225f},
        {{0.300f, 1.072f, -0.008f}, 0.0228f, 0.0228f, 0.0228f},
        {{0.360f, 1.072f, -0.007f}, 0.0205f, 0.0205f, 0.0205f},
        {{0.420f, 1.072f, -0.006f}, 0.0165f, 0.0180f, 0.0180f},
        {{0.446f, 1.072f, -0.005f}, 0.0155f, 0.0190f, 0.0190f},
        {{0.470f, 1.072f, -0.004f}, 0.0145f, 0.0260f, 0.0260f},
        {{0.492f, 1.072f, -0.003f}, 0.0135f, 0.0285f, 0.0285f},
        {{0.510f, 1.072f, -0.003f}, 0.0115f, 0.0255f, 0.0270f},
        {{0.518f, 1.072f, -0.003f}, 0.0040f, 0.0200f, 0.0200f},
    };
    int32_t twist = hero_helper(character, is_right ? HELPER_RIGHT_TWIST : HELPER_LEFT_TWIST);
    Limb limb = {.joints = {hero_bone(character, VRM_BONE_LEFT_SHOULDER, is_right),
                            hero_bone(character, VRM_BONE_LEFT_UPPER_ARM, is_right),
                            hero_bone(character, VRM_BONE_LEFT_LOWER_ARM, is_right), twist,
                            hero_bone(character, VRM_BONE_LEFT_HAND, is_right)},
                 .starts = {0, 0.092f, 0.272f, 0.355f, 0.440f},
                 .reach = {0, 0.030f, 0.032f, 0.045f, 0.020f},
                 .count = 5};
    Tube tube = {.stations = stations,
                 .station_count = sizeof stations / sizeof *stations,
                 .side = {0, 1, 0},
                 .front = {0, 0, 1},
                 .uv_from = plain_skin,
                 .uv_to = plain_skin,
                 .limb = &limb,
                 .limb_axis = {1, 0, 0},
                 .columns = 12,
                 .rows = 26};
    mesh_add_loft(mesh, &tube, is_right);
}

/* From the knuckle to a round tip. */
static void add_finger(Character* character, Mesh* mesh, vrm_Bone first, float radius, float tip,
                       bool is_right) {
    vrm_Vec3 a = character->nodes[character->bones[first]].position;
    vrm_Vec3 b = character->nodes[character->bones[first + 1]].position;
    vrm_Vec3 c = character->nodes[character->bones[first + 2]].position;
    vrm_Vec3 along = v3_normalize(v3_sub(c, b)), root = v3_normalize(v3_sub(b, a));
    vrm_Vec3 end = v3_add(c, v3_scale(along, tip));
    vrm_Vec3 start = v3_sub(a, v3_scale(root, 0.008f));
    float r = radius;
    Station stations[] = {
        {start, r, r, r},
        {a, r * 1.02f, r * 1.02f, r * 1.02f},
        {b, r * 0.98f, r * 0.98f, r * 0.98f},
        {c, r * 0.92f, r * 0.92f, r * 0.92f},
        {v3_mix(c, end, 0.6f), r * 0.82f, r * 0.82f, r * 0.82f},
        {v3_mix(c, end, 0.9f), r * 0.50f, r * 0.50f, r * 0.50f},
        {end, 0, 0, 0},
    };
    vrm_Vec3 front = v3_normalize(v3_cross(along, v3(0, 1, 0)));
    vrm_Vec3 side = v3_cross(front, along);
    float at_b = v3_dot(b, along), at_c = v3_dot(c, along), at_a = v3_dot(a, along);
    Limb limb = {.joints = {hero_bone(character, VRM_BONE_LEFT_HAND, is_right),
                            hero_bone(character, first, is_right),
                            hero_bone(character, (vrm_Bone)(first + 1), is_right),
                            hero_bone(character, (vrm_Bone)(first + 2), is_right)},
                 .starts = {0, at_a, at_b, at_c},
                 .reach = {0, 0.006f, 0.006f, 0.005f},
                 .count = 4};
    Tube tube = {.stations = stations,
                 .station_count = 7,
                 .side = side,
                 .front = front,
                 .uv_from = plain_skin,
                 .uv_to = plain_skin,
                 .limb = &limb,
                 .limb_axis = along,
                 .columns = 6,
                 .rows = 12};
    mesh_add_loft(mesh, &tube, is_right);
}

static void add_hand(Character* character, Mesh* mesh, bool is_right) {
    static const struct {
        vrm_Bone first;
        float radius, tip;
    } rows[] = {{VRM_BONE_LEFT_THUMB_METACARPAL, 0.0088f, 0.017f},
                {VRM_BONE_LEFT_INDEX_PROXIMAL, 0.0075f, 0.016f},
                {VRM_BONE_LEFT_MIDDLE_PROXIMAL, 0.0076f, 0.017f},
                {VRM_BONE_LEFT_RING_PROXIMAL, 0.0074f, 0.016f},
                {VRM_BONE_LEFT_LITTLE_PROXIMAL, 0.0066f, 0.013f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add_finger(character, mesh, rows[i].first, rows[i].radius, rows[i].tip, is_right);
}

/* ---- Legs ---- */

static Limb leg_limb(const Character* character, bool is_right) {
    return (Limb){.joints = {character->bones[VRM_BONE_HIPS],
                             hero_bone(character, VRM_BONE_LEFT_UPPER_LEG, is_right),
                             hero_bone(character, VRM_BONE_LEFT_LOWER_LEG, is_right),
                             hero_bone(character, VRM_BONE_LEFT_FOOT, is_right)},
                  .starts = {0, -0.765f, -0.420f, -0.085f},
                  .reach = {0, 0.030f, 0.042f, 0.025f},
                  .count = 4};
}

static void add_leg_loft(Character* character, Mesh* mesh, const Station* stations, int32_t count,
                         vrm_Vec2 uv_from, vrm_Vec2 uv_to, int32_t rows, bool is_right) {
    Limb limb = leg_limb(character, is_right);
    Tube tube = {.stations = stations,
                 .station_count = count,
                 .side = {1, 0, 0},
                 .front = {0, 0, 1},
                 .uv_from = uv_from,
                 .uv_to = uv_to,
                 .limb = &limb,
                 .limb_axis = {0, -1, 0},
                 .columns = 14,
                 .rows = rows};
    mesh_add_loft(mesh, &tube, is_right);
}

#define COUNT(table) ((int32_t)(sizeof(table) / sizeof *(table)))

static void add_leg(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.052f, 0.765f, -0.002f}, 0.050f, 0.056f, 0.060f},
        {{0.056f, 0.720f, 0}, 0.0535f, 0.055f, 0.058f},
        {{0.058f, 0.640f, 0.002f}, 0.0500f, 0.052f, 0.052f},
        {{0.059f, 0.540f, 0.003f}, 0.0430f, 0.045f, 0.044f},
        {{0.060f, 0.455f, 0.004f}, 0.0355f, 0.038f, 0.035f},
        {{0.060f, 0.420f, 0.004f}, 0.0335f, 0.036f, 0.032f},
        {{0.060f, 0.370f, 0.002f}, 0.0345f, 0.034f, 0.038f},
        {{0.060f, 0.300f, -0.002f}, 0.0370f, 0.034f, 0.043f},
        {{0.060f, 0.220f, -0.006f}, 0.0325f, 0.031f, 0.038f},
        {{0.060f, 0.130f, -0.012f}, 0.0260f, 0.027f, 0.030f},
        {{0.060f, 0.070f, -0.014f}, 0.0250f, 0.026f, 0.028f},
    };
    add_leg_loft(character, mesh, stations, COUNT(stations), plain_skin, plain_skin, 18, is_right);
}

/* Knee socks with a rolled edge. */
static void add_sock(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.0600f, 0.464f, 0.004f}, 0.0375f, 0.0395f, 0.0365f},
        {{0.0600f, 0.470f, 0.004f}, 0.0410f, 0.0430f, 0.0405f},
        {{0.0600f, 0.463f, 0.004f}, 0.0418f, 0.0438f, 0.0413f},
        {{0.0600f, 0.452f, 0.004f}, 0.0390f, 0.0410f, 0.0380f},
        {{0.060f, 0.420f, 0.004f}, 0.0348f, 0.0373f, 0.0333f},
        {{0.060f, 0.370f, 0.002f}, 0.0360f, 0.0353f, 0.0395f},
        {{0.060f, 0.300f, -0.002f}, 0.0385f, 0.0350f, 0.0450f},
        {{0.060f, 0.220f, -0.006f}, 0.0325f, 0.0315f, 0.0380f},
        {{0.060f, 0.130f, -0.012f}, 0.0275f, 0.0285f, 0.0315f},
    };
    add_leg_loft(character, mesh, stations, COUNT(stations), (vrm_Vec2){0, 0.2525f},
                 (vrm_Vec2){1, 0.35f}, 22, is_right);
}

static void add_boot_shaft(Character* character, Mesh* mesh, bool is_right) {
    static const Station stations[] = {
        {{0.060f, 0.196f, -0.008f}, 0.0380f, 0.0380f, 0.0420f},
        {{0.060f, 0.206f, -0.008f}, 0.0450f, 0.0440f, 0.0490f},
        {{0.060f, 0.196f, -0.008f}, 0.0470f, 0.0455f, 0.0510f},
        {{0.060f, 0.172f, -0.010f}, 0.0440f, 0.0430f, 0.0470f},
        {{0.060f, 0.166f, -0.010f}, 0.0370f, 0.0370f, 0.0400f},
        {{0.060f, 0.120f, -0.012f}, 0.0330f, 0.0345f, 0.0360f},
        {{0.060f, 0.080f, -0.014f}, 0.0340f, 0.0370f, 0.0360f},
        {{0.060f, 0.045f, -0.012f}, 0.0350f, 0.0400f, 0.0380f},
    };
    add_leg_loft(character, mesh, stations, COUNT(stations), (vrm_Vec2){0, 0}, (vrm_Vec2){1, 0.5f},
                 18, is_right);
}

typedef struct ShoeShape {
    Tube tube;
    bool is_right;
} ShoeShape;

/* Heel to toe; the sole is flat on the ground. */
static void shoe_point(const void* shape, float u, float v, Vertex* out) {
    const ShoeShape* shoe = shape;
    tube_point(&shoe->tube, u, v, out);
    out->position = mirrored_x(out->position, shoe->is_right);
    if (out->position.y < 0.0f) out->position.y = 0;
    out->uv = (vrm_Vec2){0.5f, 0.55f + 0.40f * smooth(0.022f, 0.002f, out->position.y)};
}

static void add_shoe(Character* character, Mesh* mesh, bool is_right) {
    /* `front` is up here, `back` is down. */
    static const Station stations[] = {
        {{0.060f, 0.032f, -0.0560f}, 0.000f, 0.000f, 0.000f},
        {{0.060f, 0.032f, -0.0535f}, 0.020f, 0.020f, 0.030f},
        {{0.060f, 0.032f, -0.0400f}, 0.032f, 0.034f, 0.045f},
        {{0.060f, 0.032f, -0.0100f}, 0.034f, 0.042f, 0.045f},
        {{0.060f, 0.030f, 0.0300f}, 0.035f, 0.034f, 0.045f},
        {{0.060f, 0.026f, 0.0700f}, 0.039f, 0.026f, 0.040f},
        {{0.060f, 0.024f, 0.1000f}, 0.038f, 0.022f, 0.036f},
        {{0.060f, 0.022f, 0.1200f}, 0.028f, 0.016f, 0.030f},
        {{0.060f, 0.020f, 0.1300f}, 0.000f, 0.000f, 0.000f},
    };
    Limb limb = {.joints = {hero_bone(character, VRM_BONE_LEFT_FOOT, is_right),
                            hero_bone(character, VRM_BONE_LEFT_TOES, is_right)},
                 .starts = {0, 0.070f},
                 .reach = {0, 0.022f},
                 .count = 2};
    ShoeShape shape = {.tube = {.stations = stations,
                                .station_count = COUNT(stations),
                                .side = {1, 0, 0},
                                .front = {0, 1, 0},
                                .squareness = 0.5f,
                                .uv_from = {0, 0.55f},
                                .uv_to = {1, 0.55f},
                                .limb = &limb,
                                .limb_axis = {0, 0, 1}},
                       .is_right = is_right};
    Surface surface = {.point = shoe_point,
                       .shape = &shape,
                       .columns = 14,
                       .rows = 16,
                       .is_closed = true,
                       .is_flipped = is_right};
    mesh_add_surface(mesh, &surface);
}

void hero_body(Character* character) {
    Mesh* mesh = &character->meshes[HERO_BODY];
    mesh_begin_part(mesh, HERO_SKIN);
    add_neck(character, mesh);
    for (int32_t side = 0; side < 2; side++) {
        add_arm(character, mesh, side == 1);
        add_hand(character, mesh, side == 1);
        add_leg(character, mesh, side == 1);
    }
    mesh_begin_part(mesh, HERO_CLOTH);
    add_torso(character, mesh);
    for (int32_t side = 0; side < 2; side++) add_sock(character, mesh, side == 1);
    mesh_begin_part(mesh, HERO_BOOTS);
    for (int32_t side = 0; side < 2; side++) {
        add_boot_shaft(character, mesh, side == 1);
        add_shoe(character, mesh, side == 1);
    }
}

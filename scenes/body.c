/* SPDX-License-Identifier: MIT */
/* The character's meshes: tubes along bones, an egg for a head. The shoes stand on Y = 0. */
#include "character.h"
#include "figure.h"

#include <stdlib.h>

/* A ring around a bone's node, weighted half to each of two bones (or to one, named twice). */
static Ring ring_at(const Character* character, vrm_Bone at, vrm_Bone first, vrm_Bone second,
                    float width, float height) {
    return (Ring){.centre = character->nodes[character->bones[at]].position,
                  .width = width,
                  .height = height,
                  .joints = {character->bones[first], character->bones[second]},
                  .weight = 0.5f};
}

static Ring moved(Ring ring, float x, float y, float z) {
    ring.centre = v3_add(ring.centre, v3(x, y, z));
    return ring;
}

/* The bone of the other side when `is_right`; left and right follow a fixed distance in each group
 * of vrm_Bone. */
static vrm_Bone on_side(vrm_Bone left, bool is_right) {
    if (!is_right) return left;
    if (left == VRM_BONE_LEFT_EYE) return VRM_BONE_RIGHT_EYE;
    if (left <= VRM_BONE_LEFT_TOES)
        return (vrm_Bone)(left + VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG);
    if (left <= VRM_BONE_LEFT_HAND)
        return (vrm_Bone)(left + VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER);
    return (vrm_Bone)(left + VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL);
}

static void add_finger(Character* character, Mesh* mesh, vrm_Bone first, float thickness) {
    vrm_Bone middle = (vrm_Bone)(first + 1), last = (vrm_Bone)(first + 2);
    vrm_Vec3 a = character->nodes[character->bones[middle]].position;
    vrm_Vec3 b = character->nodes[character->bones[last]].position;
    vrm_Vec3 tip = v3_scale(v3_sub(b, a), 0.9f);
    Ring rings[] = {
        ring_at(character, first, first, first, thickness, thickness),
        ring_at(character, middle, first, middle, thickness, thickness),
        ring_at(character, last, middle, last, thickness * 0.9f, thickness * 0.9f),
        moved(ring_at(character, last, last, last, thickness * 0.7f, thickness * 0.7f), tip.x,
              tip.y, tip.z),
    };
    mesh_add_tube(mesh, rings, 4, 4);
}

static void add_arm(Character* character, Mesh* mesh, bool is_right) {
    vrm_Bone shoulder = on_side(VRM_BONE_LEFT_SHOULDER, is_right);
    vrm_Bone upper = on_side(VRM_BONE_LEFT_UPPER_ARM, is_right);
    vrm_Bone lower = on_side(VRM_BONE_LEFT_LOWER_ARM, is_right);
    vrm_Bone hand = on_side(VRM_BONE_LEFT_HAND, is_right);
    float out = is_right ? -1.0f : 1.0f;
    Ring rings[] = {
        ring_at(character, upper, shoulder, upper, 0.040f, 0.045f),
        moved(ring_at(character, upper, upper, upper, 0.036f, 0.038f), out * 0.12f, 0, 0),
        ring_at(character, lower, upper, lower, 0.032f, 0.032f),
        moved(ring_at(character, lower, lower, lower, 0.028f, 0.028f), out * 0.12f, 0, 0),
        ring_at(character, hand, lower, hand, 0.026f, 0.020f),
        moved(ring_at(character, hand, hand, hand, 0.040f, 0.014f), out * 0.05f, 0, 0),
        moved(ring_at(character, hand, hand, hand, 0.038f, 0.012f), out * 0.08f, 0, 0),
    };
    mesh_add_tube(mesh, rings, 7, character->def.sides);
    if (!character->def.has_fingers) return;
    add_finger(character, mesh, on_side(VRM_BONE_LEFT_THUMB_METACARPAL, is_right), 0.010f);
    for (int32_t i = 0; i < 4; i++) {
        vrm_Bone left = (vrm_Bone)(VRM_BONE_LEFT_INDEX_PROXIMAL + 3 * i);
        add_finger(character, mesh, on_side(left, is_right), 0.008f);
    }
}

static void add_leg(Character* character, Mesh* mesh, bool is_right) {
    vrm_Bone upper = on_side(VRM_BONE_LEFT_UPPER_LEG, is_right);
    vrm_Bone lower = on_side(VRM_BONE_LEFT_LOWER_LEG, is_right);
    vrm_Bone foot = on_side(VRM_BONE_LEFT_FOOT, is_right);
    Ring rings[] = {
        ring_at(character, upper, VRM_BONE_HIPS, upper, 0.068f, 0.075f),
        moved(ring_at(character, upper, upper, upper, 0.060f, 0.065f), 0, -0.18f, 0),
        ring_at(character, lower, upper, lower, 0.048f, 0.052f),
        moved(ring_at(character, lower, lower, lower, 0.042f, 0.048f), 0, -0.18f, 0),
        ring_at(character, foot, lower, foot, 0.032f, 0.036f),
    };
    mesh_add_tube(mesh, rings, 5, character->def.sides);
}

static void add_shoe(Character* character, Mesh* mesh, bool is_right) {
    vrm_Bone foot = on_side(VRM_BONE_LEFT_FOOT, is_right);
    vrm_Bone toes = on_side(VRM_BONE_LEFT_TOES, is_right);
    float x = character->nodes[character->bones[foot]].position.x;
    Ring rings[] = {
        ring_at(character, foot, foot, foot, 0.032f, 0.040f),
        ring_at(character, foot, foot, foot, 0.040f, 0.050f),
        ring_at(character, toes, foot, toes, 0.042f, 0.030f),
        ring_at(character, toes, toes, toes, 0.034f, 0.020f),
    };
    static const float along[] = {-0.055f, 0, 0.10f, 0.155f};
    for (int32_t i = 0; i < 4; i++) rings[i].centre = v3(x, rings[i].height, along[i]);
    mesh_add_tube(mesh, rings, 4, character->def.sides);
}

static void build_body(Character* character) {
    Mesh* mesh = &character->meshes[MESH_BODY];
    int32_t sides = character->def.sides;
    mesh_begin_part(mesh, MATERIAL_SKIN);
    Ring neck[] = {
        moved(ring_at(character, VRM_BONE_NECK, VRM_BONE_UPPER_CHEST, VRM_BONE_NECK, 0.042f, 0.04f),
              0, -0.04f, 0),
        ring_at(character, VRM_BONE_NECK, VRM_BONE_NECK, VRM_BONE_NECK, 0.036f, 0.036f),
        moved(ring_at(character, VRM_BONE_HEAD, VRM_BONE_NECK, VRM_BONE_HEAD, 0.036f, 0.036f), 0,
              0.02f, 0),
    };
    mesh_add_tube(mesh, neck, 3, sides);
    for (int32_t side = 0; side < 2; side++) {
        add_arm(character, mesh, side == 1);
        add_leg(character, mesh, side == 1);
    }
    mesh_begin_part(mesh, MATERIAL_CLOTH);
    Ring torso[] = {
        moved(ring_at(character, VRM_BONE_HIPS, VRM_BONE_HIPS, VRM_BONE_HIPS, 0.115f, 0.085f), 0,
              -0.06f, 0),
        moved(ring_at(character, VRM_BONE_HIPS, VRM_BONE_HIPS, VRM_BONE_HIPS, 0.125f, 0.090f), 0,
              0.02f, 0),
        ring_at(character, VRM_BONE_SPINE, VRM_BONE_HIPS, VRM_BONE_SPINE, 0.105f, 0.075f),
        ring_at(character, VRM_BONE_CHEST, VRM_BONE_SPINE, VRM_BONE_CHEST, 0.110f, 0.080f),
        ring_at(character, VRM_BONE_UPPER_CHEST, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST, 0.125f,
                0.090f),
        moved(ring_at(character, VRM_BONE_UPPER_CHEST, VRM_BONE_UPPER_CHEST, VRM_BONE_UPPER_CHEST,
                      0.115f, 0.080f),
              0, 0.10f, 0),
        moved(ring_at(character, VRM_BONE_UPPER_CHEST, VRM_BONE_UPPER_CHEST, VRM_BONE_UPPER_CHEST,
                      0.060f, 0.055f),
              0, 0.14f, 0),
    };
    mesh_add_tube(mesh, torso, 7, sides);
    add_shoe(character, mesh, false);
    add_shoe(character, mesh, true);
}

static void build_face(Character* character) {
    Mesh* mesh = &character->meshes[MESH_FACE];
    int32_t head = character->bones[VRM_BONE_HEAD];
    mesh_begin_part(mesh, MATERIAL_SKIN);
    mesh_add_ellipsoid(mesh, v3(0, 1.53f, 0.01f), v3(0.085f, 0.105f, 0.095f), head,
                       character->def.sides * 3);
    mesh_begin_part(mesh, MATERIAL_EYES);
    for (int32_t side = 0; side < 2; side++) {
        vrm_Bone eye = on_side(VRM_BONE_LEFT_EYE, side == 1);
        vrm_Vec3 at = character->nodes[character->bones[eye]].position;
        mesh_add_ellipsoid(mesh, v3_add(at, v3(0, 0, 0.008f)), v3(0.014f, 0.018f, 0.018f),
                           character->bones[eye], character->def.sides);
    }
    mesh_begin_part(mesh, MATERIAL_CHEEK);
    for (int32_t side = 0; side < 2; side++)
        mesh_add_ellipsoid(mesh, v3(side == 0 ? 0.048f : -0.048f, 1.49f, 0.078f),
                           v3(0.014f, 0.006f, 0.006f), head, character->def.sides);
    if (!mesh_take_targets(mesh, character->def.morph_count)) return;
    vrm_Vec3* move = mesh->moves;
    for (int32_t m = 0; m < mesh->target_count; m++)
        for (int32_t i = 0; i < mesh->vertex_count; i++)
            *move++ = morph_delta(m, mesh->vertices[i].position);
}

static void add_chain(Character* character, Mesh* mesh, const BodyChain* chain, Ring* rings) {
    int32_t count = character->def.joints_per_chain;
    for (int32_t j = 0; j < count; j++) {
        int32_t node = chain->first_node + j;
        float thin = 1 - 0.6f * (float)j / (float)count;
        rings[j] = (Ring){.centre = character->nodes[node].position,
                          .width = (chain->hangs_from_head ? 0.016f : 0.030f) * thin,
                          .height = (chain->hangs_from_head ? 0.016f : 0.008f) * thin,
                          .joints = {node, j == 0 ? node : node - 1},
                          .weight = 0.5f};
    }
    mesh_add_tube(mesh, rings, count, character->def.sides);
}

static void build_swaying(Character* character) {
    Mesh* mesh = &character->meshes[MESH_SWAYING];
    int32_t count = character->def.joints_per_chain;
    Ring* rings = malloc((size_t)count * sizeof *rings + 1);
    if (rings == NULL) {
        character->has_failed = true;
        return;
    }
    mesh_begin_part(mesh, MATERIAL_HAIR);
    mesh_add_ellipsoid(mesh, v3(0, 1.56f, -0.005f), v3(0.092f, 0.095f, 0.096f),
                       character->bones[VRM_BONE_HEAD], character->def.sides);
    for (int32_t i = 0; i < character->chain_count; i++) {
        const BodyChain* chain = &character->chains[i];
        if (i > 0 && !chain->hangs_from_head && character->chains[i - 1].hangs_from_head)
            mesh_begin_part(mesh, MATERIAL_CLOTH);
        if (count > 1) add_chain(character, mesh, chain, rings);
    }
    free(rings);
}

/* Rigid meshes hang below the head and have no joints: their vertices are relative to their node.
 */
static void build_rigid(Character* character, int32_t index, int32_t material, vrm_Vec3 centre,
                        vrm_Vec3 radii) {
    Mesh* mesh = &character->meshes[index];
    mesh_begin_part(mesh, material);
    mesh_add_ellipsoid(mesh, centre, radii, 0, character->def.sides);
    const BodyNode* node = &character->nodes[character->mesh_nodes[index]];
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i].position = to_local_point(node, mesh->vertices[i].position);
        mesh->vertices[i].normal = to_local_direction(node, mesh->vertices[i].normal);
    }
}

void body_build(Character* character) {
    build_body(character);
    build_face(character);
    build_swaying(character);
    build_rigid(character, MESH_HAIRPIN, MATERIAL_METAL, v3(0.07f, 1.60f, 0.06f),
                v3(0.020f, 0.006f, 0.020f));
    build_rigid(character, MESH_VISOR, MATERIAL_GLASS, v3(0, 1.525f, 0.12f),
                v3(0.080f, 0.025f, 0.005f));
    for (int32_t i = 0; i < character->mesh_count; i++)
        if (character->meshes[i].has_failed) character->has_failed = true;
}

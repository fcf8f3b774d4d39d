/* SPDX-License-Identifier: MIT */
/* Vesna, the bundled avatar: a gardener of spring bones, with blossom hair, two ringlets like coil
 * springs and a seedling on her head. Her shapes are curves and profiles; nothing was modelled by
 * hand.
 *
 *   hero_skeleton.c  bones, chains, colliders, constraints
 *   hero_body.c      torso, neck, arms, hands, legs, boots
 *   hero_dress.c     skirt, sleeves, collar, bow and ribbons, pouch
 *   hero_head.c      the shape of the head
 *   hero_face.c      skin, eyes, mouth and brows, in any state of expression
 *   hero_hair.c      cap, locks, ringlets, seedling
 *   hero_looks.c     materials, morph targets, expressions; all of it together
 *   hero_paint.c     textures; thumbnail.c draws the portrait from her own meshes
 *   hero_clip.c      a greeting, as a VRM animation */
#ifndef SCENES_HERO_H
#define SCENES_HERO_H

#include "character.h"
#include "scene_surface.h"

enum { HERO_BODY, HERO_FACE, HERO_HAIR, HERO_DRESS, HERO_CHARM, HERO_LASHES, HERO_MESH_COUNT };

enum {
    HERO_SKIN,
    HERO_EYES,
    HERO_LINES,
    HERO_BLUSH,
    HERO_LOCKS,
    HERO_CLOTH,
    HERO_LEAF,
    HERO_BOOTS,
    HERO_RIBBON,
    HERO_GOLD,
    HERO_MATERIAL_COUNT
};

enum {
    HERO_IMAGE_SKIN,
    HERO_IMAGE_BLUSH,
    HERO_IMAGE_EYES,
    HERO_IMAGE_LINES,
    HERO_IMAGE_HAIR,
    HERO_IMAGE_CLOTH,
    HERO_IMAGE_LEAF,
    HERO_IMAGE_BOOTS,
    HERO_IMAGE_PLAIN,
    HERO_IMAGE_RIBBON,
    HERO_IMAGE_MATCAP,
    HERO_IMAGE_OUTLINE,
    HERO_IMAGE_THUMBNAIL,
    HERO_IMAGE_COUNT
};

/* Cells of the palette texture that lines, teeth and tongue are drawn with. */
enum { INK_LASH, INK_BROW, INK_MOUTH, INK_TOOTH, INK_TONGUE, INK_COUNT };

extern const Looks hero_looks;

void hero_skeleton(Character* character);
void hero_body(Character* character);
void hero_dress(Character* character);
void hero_face(Character* character);
void hero_hair(Character* character);
void hero_paint(Bytes* bytes, const Character* character, int32_t image);
/* Size x size pixels of RGBA into `pixels`: head and shoulders from the front. */
bool thumbnail_draw(const Character* character, uint8_t* pixels, int32_t size);
/* RGBA of one of her images at u, v in [0, 1], v downwards. */
vrm_Vec4 hero_color(int32_t image, float u, float v);

/* Each but the thumbnail is a function of the place. */
typedef vrm_Vec4 HeroPaintFn(float u, float v);

typedef struct HeroImage {
    HeroPaintFn* paint;
    int32_t width, height;
} HeroImage;

extern const HeroImage hero_images[];

/* ---- The head, in its own measure: x to the left, h above the chin ---- */

#define CHIN_Y      1.165f
#define HEAD_HEIGHT 0.245f

/* A point of the head's surface, `fraction` of a turn from the front to the left, `at` from the
 * crown (0) to the chin (1), lifted off by `lift`. */
vrm_Vec3 head_surface(float fraction, float at, float lift);
/* `at` of a height above the chin. */
float head_at(float h);
/* The point of the face in front of (x, h). */
vrm_Vec3 head_front(float x, float h);
/* Where an eye ball is centred, for the left one. */
vrm_Vec3 hero_eye_pivot(void);

/* ---- Chains ---- */

/* Hair comes first, then skirt, then ribbons. */
enum { SKIRT_CHAINS = 8, SKIRT_JOINTS = 4, RIBBON_CHAINS = 2, RIBBON_JOINTS = 5 };

/* A swaying part of the hair: what carries its mesh and where its joints are. */
typedef struct HairChain {
    const char* name;
    int32_t joint_count;
    float starts[6]; /* v of each joint along the lock */
} HairChain;

int32_t hero_hair_chain_count(void);
const HairChain* hero_hair_chain(int32_t chain);
/* Places of joints at rest. */
vrm_Vec3 hero_hair_point(int32_t chain, float v);
vrm_Vec3 hero_skirt_point(float u, float v);
vrm_Vec3 hero_ribbon_point(int32_t ribbon, float v);

/* ---- Small helps ---- */

/* Nodes beside the bones that constraints turn; they follow the last bone. */
enum {
    HELPER_LEFT_TWIST,
    HELPER_RIGHT_TWIST,
    HELPER_LEFT_SLEEVE,
    HELPER_RIGHT_SLEEVE,
    HELPER_POUCH
};

static inline int32_t hero_helper(const Character* character, int32_t helper) {
    return character->bones[VRM_BONE_RIGHT_LITTLE_DISTAL] + 1 + helper;
}

/* The node of a left bone, or of its counterpart; within each group of vrm_Bone they are a fixed
 * distance apart. */
static inline int32_t hero_bone(const Character* character, vrm_Bone left, bool is_right) {
    int32_t distance = left <= VRM_BONE_LEFT_TOES
                           ? VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG
                       : left <= VRM_BONE_LEFT_HAND
                           ? VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER
                           : VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL;
    return character->bones[(int32_t)left + (is_right ? distance : 0)];
}

static inline vrm_Vec3 mirrored_x(vrm_Vec3 v, bool is_right) {
    return v3(is_right ? -v.x : v.x, v.y, v.z);
}

/* A fraction of a turn that may be negative or above 1. */
static inline vrm_Vec2 turn_any(float fraction) {
    float whole = (float)(int32_t)fraction;
    float part = fraction - whole;
    return turn((double)(part < 0 ? part + 1 : part));
}

#endif

/* SPDX-License-Identifier: MIT */
/** Vectors, rotations and transforms. glTF's conventions: right-handed, +Y up, metres, column
 * vectors; a local transform is translation * rotation * scale. */
#ifndef VRM_TYPES_H
#define VRM_TYPES_H

/** Two floats. */
typedef struct vrm_Vec2 {
    float x, y;
} vrm_Vec2;

/** Three floats. */
typedef struct vrm_Vec3 {
    float x, y, z;
} vrm_Vec3;

/** Four floats. */
typedef struct vrm_Vec4 {
    float x, y, z, w;
} vrm_Vec4;

/** A rotation, x y z w as glTF stores it; a * b applies b first. */
typedef struct vrm_Quat {
    float x, y, z, w;
} vrm_Quat;

/** translation * rotation * scale. */
typedef struct vrm_Transform {
    vrm_Vec3 translation;
    vrm_Quat rotation;
    vrm_Vec3 scale;
} vrm_Transform;

/** An affine map as three rows of a 4x4 matrix whose last row is 0 0 0 1: row r gives component r
 * of the result. Twelve floats, the form in which shaders take skin palettes. */
typedef struct vrm_Affine {
    vrm_Vec4 rows[3];
} vrm_Affine;

/** A full 4x4 matrix, column after column, as glTF stores it. */
typedef struct vrm_Mat4 {
    float m[16];
} vrm_Mat4;

#endif

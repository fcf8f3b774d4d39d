/* SPDX-License-Identifier: MIT */
/** Vectors, rotations and transforms. glTF's conventions: right-handed, +Y up, metres, column
 * vectors; a local transform is translation * rotation * scale. */
#ifndef VRM_TYPES_H
#define VRM_TYPES_H

/** Two floats. */
typedef struct vrm_Vec2 {
    float x, y; /**< Components in the order of the file. */
} vrm_Vec2;

/** Three floats. */
typedef struct vrm_Vec3 {
    float x; /**< To the left of an avatar that faces +Z; red of a colour. */
    float y; /**< Up; green of a colour. */
    float z; /**< Forward for such an avatar; blue of a colour. */
} vrm_Vec3;

/** Four floats. */
typedef struct vrm_Vec4 {
    float x, y, z; /**< As in vrm_Vec3. */
    float w;       /**< The fourth number: alpha of a colour, the sign of a tangent. */
} vrm_Vec4;

/** A rotation, x y z w as glTF stores it; a * b applies b first. */
typedef struct vrm_Quat {
    float x, y, z; /**< The axis times the sine of half the angle. */
    float w;       /**< The cosine of half the angle; 1 for no rotation. */
} vrm_Quat;

/** translation * rotation * scale. */
typedef struct vrm_Transform {
    vrm_Vec3 translation; /**< Metres. */
    vrm_Quat rotation;    /**< Of unit length. */
    vrm_Vec3 scale;       /**< A factor for each axis; (1, 1, 1) changes nothing. */
} vrm_Transform;

/** An affine map as three rows of a 4x4 matrix whose last row is 0 0 0 1: row r gives component r
 * of the result. Twelve floats, the form that shaders use for skin palettes. */
typedef struct vrm_Affine {
    /** x, y, z are the factors of the input's coordinates, w is the translation. */
    vrm_Vec4 rows[3];
} vrm_Affine;

/** A full 4x4 matrix, column after column, as glTF stores it. */
typedef struct vrm_Mat4 {
    float m[16]; /**< Row r of column c is m[4 * c + r]; the translation is m[12], m[13], m[14]. */
} vrm_Mat4;

#endif

/* SPDX-License-Identifier: MIT */
/* What stands for what: names of shapes and visemes, 52 shapes to presets, 15 visemes to 5 vowels,
 * names of 0.x. docs/reference/face.md shows the same tables. */
#ifndef VRMI_FACE_FACE_TABLES_H
#define VRMI_FACE_FACE_TABLES_H

#include "vrm/face.h"

/* What a shape becomes on an avatar that has neither an expression nor a morph target for it. */
typedef struct vrmi_ShapeRow {
    const char* name;            /* ARKit's */
    vrm_ExpressionPreset preset; /* VRM_EXPRESSION_CUSTOM: no preset shows it, see `reason` */
    float factor;                /* weight of the preset at full shape; negative reduces it */
    vrm_FaceShape limit;         /* the shape counts up to the weight of this one; NONE: fully */
    const char* reason;          /* why no preset shows it; NULL where one does */
} vrmi_ShapeRow;

extern const vrmi_ShapeRow vrmi_shape_rows[VRM_FACE_SHAPE_COUNT];

/* Weights of the presets that show the shapes, 0..1. Bit s of `left_out`: shape s is left out,
 * because the avatar shows it itself. */
void vrmi_shapes_to_presets(const float shapes[VRM_FACE_SHAPE_COUNT], uint64_t left_out,
                            float out_weights[VRM_EXPRESSION_PRESET_COUNT]);

/* The presets that the table shows: bit p for preset p. */
uint32_t vrmi_shape_presets(void);

/* The gaze of the shapes of the eyes, degrees: yaw to the left, pitch down. */
vrm_Vec2 vrmi_shapes_gaze(const float shapes[VRM_FACE_SHAPE_COUNT]);

typedef struct vrmi_VisemeRow {
    const char* name;
    vrm_Vowel vowel;
    float factor; /* weight of the vowel at full viseme; 0: the lips are closed */
} vrmi_VisemeRow;

extern const vrmi_VisemeRow vrmi_viseme_rows[VRM_VISEME_COUNT];

/* A preset by its 1.0 name or its name in 0.x, capitals ignored; VRM_EXPRESSION_CUSTOM for others.
 */
vrm_ExpressionPreset vrmi_preset_by_any_name(const char* name);

#endif

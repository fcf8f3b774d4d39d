/* SPDX-License-Identifier: MIT */
/* One small glTF document with a bit of everything and nothing wrong with it, and a way to break it
 * in one place: the tests of the glTF rules say what a rule means by such an edit.
 *
 *   Sample sample;
 *   sample_init(&sample);
 *   sample_edit(&sample, "/nodes/3/mesh", "9");
 *   vrm_Report* report = sample_validate(&sample);
 *   assert_true(sample_has(report, "UNRESOLVED_REFERENCE", "/nodes/3/mesh"));
 *   vrm_report_destroy(report);
 *   sample_free(&sample);
 *
 * Nodes: 0 root > 1 hip > 2 knee, 0 > 5 box; 3 body (skinned), 4 and 6 cameras.
 * Meshes: 0 body with everything, 1 box with a sparse morph target. */
#ifndef VRM_TESTS_SUPPORT_GLTF_SAMPLE_H
#define VRM_TESTS_SUPPORT_GLTF_SAMPLE_H

#include "vrm/vrm.h"

/** Where things lie in data.bin. Accessor and buffer view have the same number. */
enum {
    SAMPLE_POSITIONS = 0,   /* 4 x VEC3, accessor 0 */
    SAMPLE_NORMALS = 48,    /* 4 x VEC3, accessor 1 */
    SAMPLE_TANGENTS = 96,   /* 4 x VEC4, accessor 2 */
    SAMPLE_UVS = 160,       /* 4 x VEC2, accessor 3 */
    SAMPLE_COLORS = 192,    /* 4 x VEC4, accessor 4 */
    SAMPLE_JOINTS = 256,    /* 4 x VEC4 of bytes, accessor 5 */
    SAMPLE_WEIGHTS = 272,   /* 4 x VEC4, accessor 6 */
    SAMPLE_INDICES = 336,   /* 6 x unsigned short, accessor 7 */
    SAMPLE_MORPH = 348,     /* 4 x VEC3, accessor 8 */
    SAMPLE_MATRICES = 396,  /* 2 x MAT4, accessor 9 */
    SAMPLE_TIMES = 524,     /* 3 floats, accessor 10 */
    SAMPLE_MOVES = 536,     /* 3 x VEC3, accessor 11 */
    SAMPLE_TURNS = 572,     /* 3 x VEC4, accessor 12 */
    SAMPLE_SPARSE_AT = 620, /* 2 x unsigned short, view 13 of the sparse accessor 13 */
    SAMPLE_SPARSE = 624,    /* 2 x VEC3, view 14 */
    SAMPLE_IMAGE = 648,     /* a PNG, view 15 */
    SAMPLE_DATA_SIZE = 732
};

typedef struct Sample {
    vrm_Json* json;
    uint8_t data[SAMPLE_DATA_SIZE];
} Sample;

void sample_init(Sample* sample);
void sample_free(Sample* sample);

/** Sets the value at a pointer ("/nodes/-" appends to an array), or removes it with text NULL. */
void sample_edit(Sample* sample, const char* pointer, const char* text);
void sample_set_float(Sample* sample, int offset, float value);
void sample_set_short(Sample* sample, int offset, uint16_t value);

/** Validates it as .gltf text with side files data.bin, red.png and red.webp. */
vrm_Report* sample_validate(const Sample* sample);

/** As sample_validate() with the caller's definition; the side files are added to it. */
vrm_Result sample_validate_with(const Sample* sample, vrm_ValidateDef def, vrm_Report* report);

/** A finding of that code at that pointer (NULL: anywhere). */
bool sample_has(const vrm_Report* report, const char* code, const char* pointer);

#endif

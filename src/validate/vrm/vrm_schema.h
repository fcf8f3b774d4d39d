/* SPDX-License-Identifier: MIT */
/* VRM as tables for the schema walk. The work is shared with the model's reader, whose findings the
 * validator takes over (vrm.c), so that both name a fault alike:
 *   tables    JSON types, required members, lengths of arrays, members that nobody knows
 *   reader    references, enumerations, ranges, versions, everything that concerns several members
 * The rows of references and words say the JSON type alone; references also mark what they use. */
#ifndef VRMI_VALIDATE_VRM_VRM_SCHEMA_H
#define VRMI_VALIDATE_VRM_VRM_SCHEMA_H

#include "validate/gltf/gltf_schema.h"
#include "validate/schema/schema.h"

/* Root extensions and what they are attached to. */
extern const vrmi_SchemaType vrmi_vrm1_root; /* VRMC_vrm 1.0 and beta */
extern const vrmi_SchemaType vrmi_vrm1_expression;
extern const vrmi_SchemaType vrmi_vrm1_humanoid;  /* of the draft, too */
extern const vrmi_SchemaType vrmi_vrm1_range_map; /* of the draft, too */
extern const vrmi_SchemaType vrmi_draft_root;     /* VRMC_vrm as of December 2019 */
extern const vrmi_SchemaType vrmi_vrm0_root;      /* VRM */
extern const vrmi_SchemaType vrmi_spring_root;
extern const vrmi_SchemaType vrmi_spring_collider;
extern const vrmi_SchemaType vrmi_spring_joint;
extern const vrmi_SchemaType vrmi_spring_extended_collider;
extern const vrmi_SchemaType vrmi_spring_limit;
extern const vrmi_SchemaType vrmi_node_constraint;
extern const vrmi_SchemaType vrmi_mtoon;
extern const vrmi_SchemaType vrmi_mtoon_draft;
extern const vrmi_SchemaType vrmi_hdr_multiplier;
extern const vrmi_SchemaType vrmi_clip_root;
extern const vrmi_SchemaType vrmi_expressions_joint;

/* The codes of VRM objects: an empty array is harmless, an unknown member may be a typing error. */
extern const vrmi_SchemaCode vrmi_vrm_codes[];

/* Mark the target of an index as used; the reader reports an index that is out of range. */
void vrmi_use_node(vrmi_SchemaWalk* walk, vrm_JsonRef value);
void vrmi_use_mesh(vrmi_SchemaWalk* walk, vrm_JsonRef value);
void vrmi_use_material(vrmi_SchemaWalk* walk, vrm_JsonRef value);
void vrmi_use_texture(vrmi_SchemaWalk* walk, vrm_JsonRef value);
void vrmi_use_image(vrmi_SchemaWalk* walk, vrm_JsonRef value);

/* The array that each of them marks. */
#define VRMI_TARGET_node     VRMI_NODES
#define VRMI_TARGET_mesh     VRMI_MESHES
#define VRMI_TARGET_material VRMI_MATERIALS
#define VRMI_TARGET_texture  VRMI_TEXTURES
#define VRMI_TARGET_image    VRMI_IMAGES

extern const vrmi_SchemaValue vrmi_used_node;
extern const vrmi_SchemaValue vrmi_any_value;

/* Values of rows. */
#define VRMI_ROW_TEXT                                                                              \
    { .kind = VRMI_STRING }
#define VRMI_ROW_NUMBER                                                                            \
    { .kind = VRMI_NUMBER }
#define VRMI_ROW_INTEGER                                                                           \
    { .kind = VRMI_INTEGER }
#define VRMI_ROW_FLAG                                                                              \
    { .kind = VRMI_BOOL }
#define VRMI_ROW_WORD                                                                              \
    { .kind = VRMI_STRING } /* one of a list: the reader looks which */
#define VRMI_ROW_REQUIRED_WORD                                                                     \
    { .kind = VRMI_STRING, .flags = VRMI_REQUIRED }
#define VRMI_ROW_ANY                                                                               \
    { .kind = VRMI_ANY } /* the reader says what is wrong with it, or that it is there at all */
#define VRMI_ROW_INDEX(what)                                                                       \
    { .kind = VRMI_INTEGER, .target = VRMI_TARGET_##what, .check = vrmi_use_##what }
#define VRMI_ROW_REQUIRED_INDEX(what)                                                              \
    {                                                                                              \
        .kind = VRMI_INTEGER, .flags = VRMI_REQUIRED, .target = VRMI_TARGET_##what,                \
        .check = vrmi_use_##what                                                                   \
    }
#define VRMI_ROW_OBJECT(object_type)                                                               \
    { .kind = VRMI_OBJECT, .type = &(object_type) }
#define VRMI_ROW_REQUIRED_OBJECT(object_type)                                                      \
    { .kind = VRMI_OBJECT, .flags = VRMI_REQUIRED, .type = &(object_type) }
#define VRMI_ROW_REQUIRED_NUMBER                                                                   \
    { .kind = VRMI_NUMBER, .flags = VRMI_REQUIRED }
#define VRMI_ROW_NUMBERS(count)                                                                    \
    {                                                                                              \
        .kind = VRMI_ARRAY, .length_min = (count), .length_max = (count),                          \
        .element = &vrmi_any_number                                                                \
    }
/* An array that may be absent but not empty. */
#define VRMI_ROW_LIST(element_value)                                                               \
    { .kind = VRMI_ARRAY, .length_min = 1, .element = &(element_value) }
#define VRMI_ROW_MAP(element_value)                                                                \
    { .kind = VRMI_MAP, .element = &(element_value) }
/* The four ranges of lookAt, whose names begin alike. */
#define VRMI_RANGE_MAP_ROWS(horizontal, vertical)                                                  \
    {horizontal "Inner", VRMI_ROW_OBJECT(vrmi_vrm1_range_map)},                                    \
        {horizontal "Outer", VRMI_ROW_OBJECT(vrmi_vrm1_range_map)},                                \
        {vertical "Down", VRMI_ROW_OBJECT(vrmi_vrm1_range_map)}, {                                 \
        vertical "Up", VRMI_ROW_OBJECT(vrmi_vrm1_range_map)                                        \
    }

#define VRMI_VRM_TYPE(rows, ...) VRMI_SCHEMA_TYPE(rows, .codes = vrmi_vrm_codes, __VA_ARGS__)

#endif

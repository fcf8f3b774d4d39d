/* SPDX-License-Identifier: MIT */
/* Readers of expressions: expressions.c reads those of 1.0, expressions0.c the lists of 0.x and the
 * drafts, expression_parts.c what both have. */
#ifndef VRMI_MODEL_EXPRESSIONS_H
#define VRMI_MODEL_EXPRESSIONS_H

#include "model/model.h"

typedef struct vrmi_ExpressionSet {
    vrm_Expression presets[VRM_EXPRESSION_PRESET_COUNT];
    bool has_preset[VRM_EXPRESSION_PRESET_COUNT];
    vrm_Expression* all; /* room for every entry; begins with the customs so far: those of one name
                            are still all here */
    bool* is_spare;      /* of each custom so far: its place in the file makes it none */
    int32_t custom_count;
    vrmi_Case compare; /* how names of customs are compared */
    bool is_list;      /* names are members, not keys */
} vrmi_ExpressionSet;

/* The names of 1.0, in the order of vrm_ExpressionPreset. */
extern const char* const vrmi_preset_names[VRM_EXPRESSION_PRESET_COUNT];

/* Whether a string is a name of the preset, in any dialect; the case does not count. */
bool vrmi_is_name_of_preset(const vrm_Json* json, vrm_JsonRef name, vrm_ExpressionPreset preset);

/* Reads blendShapeMaster (0.x), blendShape (draft of 2019) and an array of expressions (drafts of
 * 2020), if the file has them. */
void vrmi_read_expression_list(vrmi_ModelReader* reader, vrmi_ExpressionSet* set);

/* Allocates room for `count` expressions; false when there is none. */
bool vrmi_begin_expressions(vrmi_ModelReader* reader, size_t count, vrmi_ExpressionSet* set);

/* The next custom expression, to be filled. A spare one is not used, but migrated. */
vrm_Expression* vrmi_add_custom(vrmi_ExpressionSet* set, bool is_spare);

/* One expression in the shape of 1.0, without its name. */
void vrmi_read_expression(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_Expression* out);

/* The morph target of a bind if the mesh has it; else false and a finding. */
bool vrmi_morph_exists(vrmi_ModelReader* reader, vrm_JsonRef bind, int32_t mesh,
                       int32_t* out_index);

/* overrideBlink and so on; in the drafts also ignoreBlink and so on, where true means block. */
void vrmi_read_overrides(vrmi_ModelReader* reader, vrm_Expression* expression);

#endif

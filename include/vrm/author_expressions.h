/* SPDX-License-Identifier: MIT */
/** Makes and changes the expressions of an avatar.
 *
 *   vrm_expression_list_create() -> look at vrm_expression_list_items() and
 *   vrm_expression_list_facts(), add vrm_expression_list_proposals(), rename, copy, mirror ->
 *   vrm_edit_set_expressions(edit, items, count)
 *
 * A list is a copy: the model does not change, and a change that fails does nothing. Names identify
 * expressions and are unique; an expression with the name of a preset is this preset. Renaming and
 * copying keep extras and extensions.
 *
 * docs/guide/expressions.md shows the steps. */
#ifndef VRM_AUTHOR_EXPRESSIONS_H
#define VRM_AUTHOR_EXPRESSIONS_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Expressions to change. */
typedef struct vrm_ExpressionList vrm_ExpressionList;

/** Creates a list of a model's expressions, and finds those that the names of its morph targets
 * imply. The model must outlive the list; when an edit of the model is committed, the list can only
 * be destroyed. `allocator` and `report` may be NULL. */
VRM_API vrm_Result vrm_expression_list_create(const vrm_Model* model,
                                              const vrm_Allocator* allocator, vrm_Report* report,
                                              vrm_ExpressionList** out_list);
/** Destroys a list. `list` may be NULL. */
VRM_API void vrm_expression_list_destroy(vrm_ExpressionList* list);

/** Returns all expressions: those of the model in its order, then new ones. Valid until the list is
 * changed. */
VRM_API const vrm_Expression* vrm_expression_list_items(const vrm_ExpressionList* list,
                                                        int32_t* out_count);
/** Returns the index of an expression; -1 if there is none of this name or `name` is NULL. */
VRM_API int32_t vrm_expression_list_find(const vrm_ExpressionList* list, const char* name);

/* ---- Propose ---- */

/** Returns expressions that the names of morph targets imply, whether or not the list has them:
 * presets in their order, then the 52 shapes of ARKit in the order of vrm_FaceShape. Presets that
 * no target is named after are composed of these shapes. Valid as long as the list. */
VRM_API const vrm_Expression* vrm_expression_list_proposals(const vrm_ExpressionList* list,
                                                            int32_t* out_count);
/** Adds the proposals that the list lacks. An expression that the list has, but that has no effect,
 * gets the morph targets of its proposal and keeps its other members. `out_count` receives the
 * number of expressions that were added or changed; it may be NULL. On VRM_ERR_MEMORY some of them
 * have been added. */
VRM_API vrm_Result vrm_expression_list_propose(vrm_ExpressionList* list, int32_t* out_count);

/** How complete a face is. Bit p: preset p. */
typedef struct vrm_ExpressionFacts {
    uint32_t presets;    /**< Presets of the list. */
    uint32_t effective;  /**< Presets that bind a colour, a texture, or a morph target with a weight
                              other than 0. */
    uint32_t expected;   /**< Presets that applications use: all except neutral. The four of the
                              gaze count only if expressions move the eyes. */
    uint32_t proposed;   /**< Presets among the proposals. */
    int32_t shape_count; /**< Number of ARKit's 52 shapes with an expression that has an effect. */
    int32_t proposed_shape_count; /**< Number of the 52 among the proposals. */
    int32_t wanted_count; /**< Number of proposals that vrm_expression_list_propose() adds. */
} vrm_ExpressionFacts;

/** Returns how complete the list is. */
VRM_API vrm_ExpressionFacts vrm_expression_list_facts(const vrm_ExpressionList* list);

/* ---- Change ---- */

/** Sets an expression: replaces that of the same name, or adds it. Name and binds are copied. The
 * preset follows from the name; if the name is NULL, the name of `preset` is used. Returns
 * VRM_ERR_ARGUMENT if the name is empty or not UTF-8, a number is not finite, an enum value is out
 * of range, or a bind refers to a morph target or a material that does not exist. */
VRM_API vrm_Result vrm_expression_list_set(vrm_ExpressionList* list,
                                           const vrm_Expression* expression);
/** Removes an expression. Returns VRM_ERR_ARGUMENT if there is none of this name. */
VRM_API vrm_Result vrm_expression_list_remove(vrm_ExpressionList* list, const char* name);
/** Renames an expression in its place. Returns VRM_ERR_ARGUMENT if there is none of this name, or
 * `to` is empty, not UTF-8 or taken. */
VRM_API vrm_Result vrm_expression_list_rename(vrm_ExpressionList* list, const char* name,
                                              const char* to);
/** Adds a copy of an expression. Returns VRM_ERR_ARGUMENT as vrm_expression_list_rename(). */
VRM_API vrm_Result vrm_expression_list_copy(vrm_ExpressionList* list, const char* name,
                                            const char* to);

/* ---- Left and right ---- */

/** Sets the expression `to` to the mirror image of the expression `name`: each morph target is
 * replaced by its counterpart, each material by the one with the name of the other side, if there
 * is one. If `to` is NULL, it is the name of the other side (blinkRight for blinkLeft), or `name`
 * itself if that has no side. If `to` exists, its binds are replaced and its other members stay.
 * Returns VRM_ERR_INVALID if a morph target has no counterpart, VRM_ERR_ARGUMENT if there is no
 * expression `name`, or `to` is empty or not UTF-8. `out_index` receives the index of `to`, or -1
 * on failure; it may be NULL. */
VRM_API vrm_Result vrm_expression_list_mirror(vrm_ExpressionList* list, const char* name,
                                              const char* to, int32_t* out_index);

/** Finds the mirror image of a morph target about the plane x = 0: its counterpart on the other
 * side, or the target itself if it is symmetric. Targets are matched by their names, or by the
 * vertices that they move if names do not decide. The counterpart's counterpart is the target.
 * `out_bind` receives node and index, with weight 1, or node -1 if there is none. Returns
 * VRM_ERR_ARGUMENT if there is no such target. */
VRM_API vrm_Result vrm_expression_list_counterpart(vrm_ExpressionList* list, int32_t node,
                                                   int32_t index, vrm_MorphBind* out_bind);

#ifdef __cplusplus
}
#endif

#endif

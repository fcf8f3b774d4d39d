/* SPDX-License-Identifier: MIT */
/** Changing an avatar, all or nothing.
 *
 *   vrm_Edit* edit = NULL;
 *   vrm_Result result = vrm_edit_begin(model, &edit);
 *   if (result == VRM_OK) result = vrm_edit_set(edit, "/asset/copyright", "\"me\"", 4);
 *   if (result == VRM_OK) result = vrm_edit_commit(edit, report);
 *   if (result != VRM_OK) vrm_edit_abandon(edit);
 *
 * An edit works on a copy of the JSON and adds to the BIN chunk; the model stays readable and
 * unchanged until vrm_edit_commit(). The commit invalidates everything that the model handed out
 * before. Bytes that were not edited are saved unchanged.
 *
 * One edit of a model at a time. An edit in which a call failed half way (no memory, a limit, an
 * index that no element has) refuses all further calls: abandon it. */
#ifndef VRM_EDIT_H
#define VRM_EDIT_H

#include "base.h"
#include "json.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A transaction over a model. */
typedef struct vrm_Edit vrm_Edit;

/* ---- Life ---- */

/** A model with nothing in it but asset.version and asset.generator: a GLB to be filled by edits.
 * `def` may be NULL. */
VRM_API vrm_Result vrm_model_create(const vrm_LoadDef* def, vrm_Model** out_model);

/** Begins an edit of `model`, which must outlive it. */
VRM_API vrm_Result vrm_edit_begin(vrm_Model* model, vrm_Edit** out_edit);

/** Reads the model again from what was edited. On VRM_OK the edit has been destroyed. Otherwise
 * (the result cannot be read, a strict model would have findings, no memory) the model is unchanged
 * and the edit can be corrected or abandoned. Extensions that the edit added are entered in
 * extensionsUsed, those that it removed are taken out; asset.generator is written where the file
 * has none. `report` may be NULL. */
VRM_API vrm_Result vrm_edit_commit(vrm_Edit* edit, vrm_Report* report);

/** Discards the edit; the model is unchanged. NULL is fine. */
VRM_API void vrm_edit_abandon(vrm_Edit* edit);

/* ---- Any JSON ---- */

/** The JSON as it is now. A `json` that the model handed out names the same value here, as long as
 * that value was not replaced or removed. */
VRM_API const vrm_Json* vrm_edit_json(const vrm_Edit* edit);

/** Sets the value at an RFC 6901 pointer to JSON text; "-" as the last part appends to an array.
 * Missing objects on the path are created, and an array where "-" follows. VRM_ERR_ARGUMENT when
 * the pointer leads through a value that is neither object nor array, or an array has no such
 * index, VRM_ERR_JSON when the text is not JSON. */
VRM_API vrm_Result vrm_edit_set(vrm_Edit* edit, const char* pointer, const char* text, size_t size);

/** Inserts before the element that the pointer names. References elsewhere in the document are not
 * adjusted. */
VRM_API vrm_Result vrm_edit_insert(vrm_Edit* edit, const char* pointer, const char* text,
                                   size_t size);

/** Removes a member or element; no-op when there is none. */
VRM_API vrm_Result vrm_edit_remove(vrm_Edit* edit, const char* pointer);

/** Appends to an array of the document ("nodes", "meshes", "materials", ...), which is created when
 * missing. `out_index` may be NULL. */
VRM_API vrm_Result vrm_edit_add(vrm_Edit* edit, const char* array, const char* text, size_t size,
                                int32_t* out_index);

/* ---- Binary data ----
 * Goes to the end of the BIN chunk. VRM_ERR_UNSUPPORTED when the first buffer of the document is
 * not a BIN chunk (a .gltf with side files). */

/** Adds a buffer view. `target` is 34962 for vertices, 34963 for indices, 0 for anything else;
 * `stride` 0 is tightly packed. Aligned to 4 bytes. */
VRM_API vrm_Result vrm_edit_add_view(vrm_Edit* edit, const void* bytes, size_t size,
                                     uint32_t target, uint32_t stride, int32_t* out_view);

/** Replaces the bytes of a buffer view, such as those of a picture; everything that refers to the
 * view reads the new ones. They go to the end of the chunk; the old ones stay in it until
 * vrm_edit_compact(). VRM_ERR_ARGUMENT: no such view, or no bytes. VRM_ERR_UNSUPPORTED: the view
 * has extensions, such as EXT_meshopt_compression. */
VRM_API vrm_Result vrm_edit_set_view(vrm_Edit* edit, int32_t view, const void* bytes, size_t size);

/** Removes the bytes of the BIN chunk that no buffer view covers: call it as the last change of an
 * edit. *out_removed (may be NULL) is their number. Nothing is removed if a view has an extension
 * other than EXT_meshopt_compression, which might refer to bytes too. */
VRM_API vrm_Result vrm_edit_compact(vrm_Edit* edit, uint64_t* out_removed);

/** Adds a tightly packed accessor of floats: `count` elements. With `has_bounds` min and max are
 * written, as POSITION and animation inputs need. */
VRM_API vrm_Result vrm_edit_add_floats(vrm_Edit* edit, vrm_AccessorType type, const float* values,
                                       size_t count, uint32_t target, bool has_bounds,
                                       int32_t* out_accessor);

/** Adds a tightly packed accessor of indices or joints, in the smallest component type that holds
 * the largest value (at least 16 bits). */
VRM_API vrm_Result vrm_edit_add_integers(vrm_Edit* edit, vrm_AccessorType type,
                                         const uint32_t* values, size_t count, uint32_t target,
                                         int32_t* out_accessor);

/** Accessors without a buffer view (zeros) and sparse ones become plain data, for the many readers
 * that support neither. At most `max_bytes` are added; an accessor that does not fit, or cannot be
 * read, is left unchanged and counted in *out_kept (may be NULL). Bytes that no buffer view covers
 * are removed. Call it as the only change of an edit. */
VRM_API vrm_Result vrm_edit_expand_accessors(vrm_Edit* edit, uint64_t max_bytes, int32_t* out_kept);

/** Adds an image. The format is detected from the first bytes: PNG, JPEG or WebP; anything else is
 * VRM_ERR_ARGUMENT. `name` may be NULL. */
VRM_API vrm_Result vrm_edit_add_image(vrm_Edit* edit, const void* bytes, size_t size,
                                      const char* name, int32_t* out_image);

/* ---- VRM 1.0 ----
 * Each takes a struct of vrm/model.h and writes it to the file: one that this model returned, with
 * changes, or one of your own with `json` 0. In one of your own set every index, such as
 * thumbnail_image, center or the texture of a vrm_TextureInfo: -1 is none, and 0 is the first.
 * Extras and unknown extensions of the objects that `json` names are kept. Empty lists and indices
 * of -1 are left out. For a model of another dialect VRM_ERR_UNSUPPORTED: migrate it first.
 * VRM_ERR_ARGUMENT for an index that no element has, and for a value outside its enumeration. */

/** Who made the avatar and what one may do with it. */
VRM_API vrm_Result vrm_edit_set_meta(vrm_Edit* edit, const vrm_Meta* meta);

/** The picture of the avatar, in any dialect: PNG or JPEG, square. Replaces the old one where
 * nothing else uses that: the old bytes are then overwritten, and cut off where they end the chunk.
 * An old picture that a material uses too, or whose bytes another buffer view covers, is kept. */
VRM_API vrm_Result vrm_edit_set_thumbnail(vrm_Edit* edit, const void* bytes, size_t size);

/** The node of each bone; -1: the avatar does not have it. */
VRM_API vrm_Result vrm_edit_set_bones(vrm_Edit* edit, const int32_t bones[VRM_BONE_COUNT]);

/** All expressions, presets and custom ones; those that are not in the list are removed. */
VRM_API vrm_Result vrm_edit_set_expressions(vrm_Edit* edit, const vrm_Expression* expressions,
                                            int32_t count);

/** NULL removes it. Curves of 0.x are not written. */
VRM_API vrm_Result vrm_edit_set_look_at(vrm_Edit* edit, const vrm_LookAt* look_at);

/** The type of each node, in node order; `auto` is the default and is not written. */
VRM_API vrm_Result vrm_edit_set_first_person(vrm_Edit* edit, const vrm_FirstPersonType* types,
                                             int32_t count);

/** All springs, colliders and groups; without any the extension is removed. Inside colliders and
 * planes get the fallback shape that the specification recommends. Disabled colliders and empty
 * groups are left out, and indices are adjusted. A joint with node -1 becomes a new node at its
 * end_offset, a child of the joint before. */
VRM_API vrm_Result vrm_edit_set_spring_bones(vrm_Edit* edit, const vrm_SpringBones* springs);

/** The constraint of constraint->node; a constraint that the node had, of any type, is replaced. */
VRM_API vrm_Result vrm_edit_set_constraint(vrm_Edit* edit, const vrm_Constraint* constraint);
/** Removes the constraint of a node. */
VRM_API vrm_Result vrm_edit_remove_constraint(vrm_Edit* edit, int32_t node);

/** How a material is drawn: what vrm_Surface holds of the glTF material, and MToon or unlit. MToon
 * has unlit beside it for programs without MToon. Everything else that the material, its textures
 * and its MToon have in the file is kept: extras, unknown extensions and members. An emissive
 * factor above 1 is moved into the strength; expressions that bind this emission are divided by the
 * same number, so set expressions before surfaces. */
VRM_API vrm_Result vrm_edit_set_surface(vrm_Edit* edit, int32_t material,
                                        const vrm_Surface* surface);

#ifdef __cplusplus
}
#endif

#endif

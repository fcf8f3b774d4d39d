/* SPDX-License-Identifier: MIT */
/** Edits an avatar in a transaction: all or nothing.
 *
 *   vrm_Edit* edit = NULL;
 *   vrm_Result result = vrm_edit_begin(model, &edit);
 *   if (result == VRM_OK) result = vrm_edit_set(edit, "/asset/copyright", "\"me\"", 4);
 *   if (result == VRM_OK) result = vrm_edit_commit(edit, report);
 *   if (result != VRM_OK) vrm_edit_abandon(edit);
 *
 * An edit works on a copy of the JSON and adds to the BIN chunk; the model is unchanged and can be
 * read until vrm_edit_commit(). The commit invalidates everything that the model returned before.
 * Bytes that were not edited are saved unchanged.
 *
 * A model can have one edit at a time. If a call fails after it has changed something (memory, a
 * limit, an index out of range), all further calls of the edit return the same failure: abandon
 * it. */
#ifndef VRM_EDIT_H
#define VRM_EDIT_H

#include "base.h"
#include "json.h"
#include "model.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A transaction on a model. */
typedef struct vrm_Edit vrm_Edit;

/* ---- Life ---- */

/** Creates an empty GLB to be filled by edits; it has only asset.version and asset.generator. `def`
 * may be NULL. */
VRM_API vrm_Result vrm_model_create(const vrm_LoadDef* def, vrm_Model** out_model);

/** Begins an edit of `model`, which must outlive it. */
VRM_API vrm_Result vrm_edit_begin(vrm_Model* model, vrm_Edit** out_edit);

/** Applies the edit: reads the model again from the edited content. On VRM_OK the edit is
 * destroyed. Otherwise (the edited content cannot be read, a strict model would have findings,
 * memory runs out) the model is unchanged and the edit can be corrected or abandoned. Updates
 * extensionsUsed for extensions that the edit added or removed, and writes asset.generator if the
 * file has none. `report` may be NULL. */
VRM_API vrm_Result vrm_edit_commit(vrm_Edit* edit, vrm_Report* report);

/** Discards the edit; the model is unchanged. `edit` may be NULL. */
VRM_API void vrm_edit_abandon(vrm_Edit* edit);

/* ---- Any JSON ---- */

/** Returns the edited JSON. A `json` member that the model returned refers to the same value here,
 * unless that value was replaced or removed. Lives as long as the edit. */
VRM_API const vrm_Json* vrm_edit_json(const vrm_Edit* edit);

/** Sets the value at an RFC 6901 pointer to `size` bytes of JSON text; "-" as the last part of the
 * pointer appends to an array. Missing objects on the path are created, and an array where "-"
 * follows. Returns VRM_ERR_ARGUMENT if the pointer leads through a value that is neither object nor
 * array, or an array has no such index; VRM_ERR_JSON if the text is not JSON. */
VRM_API vrm_Result vrm_edit_set(vrm_Edit* edit, const char* pointer, const char* text, size_t size);

/** Inserts JSON text before the element that the pointer names. References elsewhere in the
 * document are not adjusted. */
VRM_API vrm_Result vrm_edit_insert(vrm_Edit* edit, const char* pointer, const char* text,
                                   size_t size);

/** Removes the member or element at a pointer. No-op if there is none. */
VRM_API vrm_Result vrm_edit_remove(vrm_Edit* edit, const char* pointer);

/** Appends JSON text to an array of the document ("nodes", "meshes", "materials", ...), which is
 * created if missing. Sets `*out_index` to the new index; `out_index` may be NULL. */
VRM_API vrm_Result vrm_edit_add(vrm_Edit* edit, const char* array, const char* text, size_t size,
                                int32_t* out_index);

/* ---- Binary data ----
 * New data goes to the end of the BIN chunk. These functions return VRM_ERR_UNSUPPORTED if the
 * first buffer of the document is not a BIN chunk (a .gltf with side files). */

/** Adds a buffer view, aligned to 4 bytes. `target` is 34962 for vertices, 34963 for indices, 0 for
 * anything else; `stride` 0 means tightly packed. */
VRM_API vrm_Result vrm_edit_add_view(vrm_Edit* edit, const void* bytes, size_t size,
                                     uint32_t target, uint32_t stride, int32_t* out_view);

/** Replaces the bytes of a buffer view, such as a picture; everything that refers to the view reads
 * the new bytes. They are added at the end of the chunk; the old bytes stay in it until
 * vrm_edit_compact(). Returns VRM_ERR_ARGUMENT if there is no such view or `size` is 0,
 * VRM_ERR_UNSUPPORTED if the view has extensions, such as EXT_meshopt_compression. */
VRM_API vrm_Result vrm_edit_set_view(vrm_Edit* edit, int32_t view, const void* bytes, size_t size);

/** Removes the bytes of the BIN chunk that no buffer view covers. Call it as the last change of an
 * edit. `out_removed` may be NULL; it receives the number of bytes removed. Nothing is removed if a
 * view has an extension other than EXT_meshopt_compression, which might refer to bytes too. */
VRM_API vrm_Result vrm_edit_compact(vrm_Edit* edit, uint64_t* out_removed);

/** Adds a tightly packed accessor of `count` elements of floats. With `has_bounds`, min and max are
 * written, which POSITION and animation inputs need. */
VRM_API vrm_Result vrm_edit_add_floats(vrm_Edit* edit, vrm_AccessorType type, const float* values,
                                       size_t count, uint32_t target, bool has_bounds,
                                       int32_t* out_accessor);

/** Adds a tightly packed accessor of indices or joints, in the smallest component type that holds
 * the largest value (at least 16 bits). */
VRM_API vrm_Result vrm_edit_add_integers(vrm_Edit* edit, vrm_AccessorType type,
                                         const uint32_t* values, size_t count, uint32_t target,
                                         int32_t* out_accessor);

/** Converts sparse accessors and accessors without a buffer view (zeros) to plain data, for the
 * many readers that support neither. At most `max_bytes` are added; an accessor that does not fit,
 * or cannot be read, is left unchanged and counted in *out_kept. `out_kept` may be NULL. Bytes that
 * no buffer view covers are removed. Call it as the only change of an edit. */
VRM_API vrm_Result vrm_edit_expand_accessors(vrm_Edit* edit, uint64_t max_bytes, int32_t* out_kept);

/** Adds an image. The format is detected from the first bytes: PNG, JPEG or WebP. Returns
 * VRM_ERR_ARGUMENT for anything else. `name` may be NULL. */
VRM_API vrm_Result vrm_edit_add_image(vrm_Edit* edit, const void* bytes, size_t size,
                                      const char* name, int32_t* out_image);

/* ---- VRM 1.0 ----
 * Each function writes a struct of vrm/model.h to the file: one that this model returned, with
 * changes, or your own with `json` 0. In your own, set every index, such as thumbnail_image, center
 * or the texture of a vrm_TextureInfo: -1 is none, 0 is the first. Extras and unknown extensions of
 * the objects that `json` refers to are kept. Empty lists and indices of -1 are not written.
 * Returns VRM_ERR_UNSUPPORTED for a model of another dialect (migrate it first), VRM_ERR_ARGUMENT
 * for an index out of range or a value outside its enumeration. */

/** Sets the metadata: name, authors, licence and all other members of vrm_Meta. */
VRM_API vrm_Result vrm_edit_set_meta(vrm_Edit* edit, const vrm_Meta* meta);

/** Sets the thumbnail, in any dialect: PNG or JPEG, square. The bytes of the old thumbnail are
 * removed from the BIN chunk if they are at its end, otherwise overwritten. An old picture that a
 * material also uses, or whose bytes another buffer view covers, is kept. */
VRM_API vrm_Result vrm_edit_set_thumbnail(vrm_Edit* edit, const void* bytes, size_t size);

/** Sets the node of each bone; -1 if the avatar does not have it. */
VRM_API vrm_Result vrm_edit_set_bones(vrm_Edit* edit, const int32_t bones[VRM_BONE_COUNT]);

/** Sets all expressions, presets and custom ones; expressions that are not in the list are
 * removed. */
VRM_API vrm_Result vrm_edit_set_expressions(vrm_Edit* edit, const vrm_Expression* expressions,
                                            int32_t count);

/** Sets the gaze control; NULL removes it. Curves of 0.x are not written. */
VRM_API vrm_Result vrm_edit_set_look_at(vrm_Edit* edit, const vrm_LookAt* look_at);

/** Sets the type of each node, in node order; VRM_FIRST_PERSON_AUTO is the default and is not
 * written. */
VRM_API vrm_Result vrm_edit_set_first_person(vrm_Edit* edit, const vrm_FirstPersonType* types,
                                             int32_t count);

/** Sets all springs, colliders and groups; without any, the extension is removed. Inside colliders
 * and planes get the fallback shape that the specification recommends. Disabled colliders and empty
 * groups are left out, and indices are adjusted. A joint with node -1 becomes a new node at its
 * end_offset, a child of the previous joint. */
VRM_API vrm_Result vrm_edit_set_spring_bones(vrm_Edit* edit, const vrm_SpringBones* springs);

/** Sets the constraint of constraint->node; replaces its old constraint of any type. */
VRM_API vrm_Result vrm_edit_set_constraint(vrm_Edit* edit, const vrm_Constraint* constraint);
/** Removes the constraint of a node. */
VRM_API vrm_Result vrm_edit_remove_constraint(vrm_Edit* edit, int32_t node);

/** Sets how a material is drawn: the members of vrm_Surface, with MToon or unlit. MToon materials
 * also get unlit, as a fallback for applications without MToon. All other content of the material,
 * its textures and its MToon is kept: extras, unknown extensions and members. An emissive factor
 * above 1 is divided by its largest component, and the strength is multiplied by it; the values of
 * expressions that bind this emission are divided by it too, so set expressions before surfaces. */
VRM_API vrm_Result vrm_edit_set_surface(vrm_Edit* edit, int32_t material,
                                        const vrm_Surface* surface);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of an edit share.
 *
 *   edit.c             life, and any JSON by pointer
 *   edit_bin.c         buffer views, accessors, images, thumbnail
 *   edit_chunk.c        the BIN chunk as a whole
 *   edit_expand.c      accessors as plain data
 *   edit_extensions.c  extensionsUsed
 *   edit_meta.c, edit_face.c, edit_spring.c, edit_surface.c    parts of VRM 1.0
 *
 * The first failure is remembered in the edit, and everything below does nothing from then on: what
 * writes a part checks once at its end. */
#ifndef VRMI_MODEL_EDIT_H
#define VRMI_MODEL_EDIT_H

#include "model/model.h"
#include "vrm/edit.h"
#include "json/put.h"

struct vrm_Edit {
    vrm_Model* model;
    vrm_Allocator allocator;
    vrm_Json* json; /* parsed from the same text as the model's: the refs are the same */
    vrm_JsonBuilder* builder;
    uint8_t* bin; /* a copy of the BIN chunk, once something is added or changed */
    size_t bin_size, bin_capacity;
    bool has_bin;
    size_t* places; /* where embedding put the views of the model; NULL: they lie as they did */
    size_t place_count;
    bool is_migrating;     /* parts of 1.0 may be written whatever the dialect */
    bool lists_extensions; /* extensionsUsed is made exact, not only adjusted to what was edited */
    vrm_Result result;
};

/* Records a failure; only the first one is kept. VRM_OK is a no-op. */
void vrmi_edit_fail(vrm_Edit* edit, vrm_Result result);

/* The builder, cleared for the next value. */
vrm_JsonBuilder* vrmi_edit_text(vrm_Edit* edit);

/* Sets a member to the value in the builder. */
vrm_JsonRef vrmi_edit_put(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* Set a member to a value; a member that already has the value keeps its bytes. An empty string and
 * NULL remove the member. */
void vrmi_edit_string(vrm_Edit* edit, vrm_JsonRef object, const char* key, const char* value);
void vrmi_edit_bool(vrm_Edit* edit, vrm_JsonRef object, const char* key, bool value);
void vrmi_edit_integer(vrm_Edit* edit, vrm_JsonRef object, const char* key, int64_t value);
void vrmi_edit_drop(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* A member that is an object (or array); created when it is missing or of another type. */
vrm_JsonRef vrmi_edit_object(vrm_Edit* edit, vrm_JsonRef object, const char* key);
vrm_JsonRef vrmi_edit_array(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* The member "extras" as an object. glTF allows any JSON there: another value is moved into a new
 * object, as its member "extras". */
vrm_JsonRef vrmi_edit_extras(vrm_Edit* edit, vrm_JsonRef object);

/* An element of an array of the document; VRM_ERR_ARGUMENT when there is none. */
vrm_JsonRef vrmi_edit_element(vrm_Edit* edit, const char* array, int32_t index);

/* How many elements an array of the document has now. */
int32_t vrmi_edit_count(const vrm_Edit* edit, const char* array);

/* Appends the value in the builder to an array of the document; returns its index, or -1. */
int32_t vrmi_edit_append(vrm_Edit* edit, const char* array);

/* An extension of an element, created when missing, with specVersion 1.0; and its removal, together
 * with an "extensions" that becomes empty. */
vrm_JsonRef vrmi_edit_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name);
void vrmi_edit_drop_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name);

/* VRMC_vrm. */
vrm_JsonRef vrmi_edit_vrm(vrm_Edit* edit);

/* Whether parts of 1.0 may be written: VRM_OK, or the result to return. */
vrm_Result vrmi_edit_begin_part(vrm_Edit* edit);

/* Copies extras and those extensions of an object of the model that are not called `own` into the
 * open object of the builder. With `opens` "extensions" is left open for the caller to add its own
 * and end. */
void vrmi_edit_carry(vrm_Edit* edit, vrm_JsonRef from, const char* own, bool opens);

/* The BIN chunk, for changes in place: bin_size bytes, a copy of the first buffer. NULL and a
 * failure when there is none. */
uint8_t* vrmi_edit_bin(vrm_Edit* edit);

/* Opens the chunk with room for bytes that will be added. Without it a chunk that grows takes three
 * times its size meanwhile. No-op once the chunk is open. */
void vrmi_edit_reserve(vrm_Edit* edit, size_t bytes);

/* Charges bytes that the work on a file writes anew; false and VRM_ERR_LIMIT beyond the limit
 * `written`. Edits of the host are not limited. Bytes added to the chunk are charged there. */
bool vrmi_edit_charge(vrm_Edit* edit, const char* what, uint64_t bytes);
/* Fails the edit if vrmi_edit_charge() would, and charges nothing. */
bool vrmi_edit_may_charge(vrm_Edit* edit, const char* what, uint64_t bytes);

/* Whether the document keeps its data in a BIN chunk, or has no data yet. */
bool vrmi_edit_can_have_bin(const vrm_Edit* edit);

/* Append a view of new bytes, and an image in one; -1 after a failure. */
int32_t vrmi_edit_append_view(vrm_Edit* edit, const void* bytes, size_t size, uint32_t target,
                              uint32_t stride);
int32_t vrmi_edit_append_image(vrm_Edit* edit, const void* bytes, size_t size, const char* mime,
                               const char* name);

/* Appends to the chunk at a multiple of 4; returns the offset of the bytes. */
size_t vrmi_edit_add_bytes(vrm_Edit* edit, const void* bytes, size_t size);

/* Overwrites the bytes of a view in the chunk with zeros, or truncates the chunk where they are
 * its end, if no other view uses any of them. Returns how many bytes at the view's place may be
 * reused. */
size_t vrmi_edit_erase(vrm_Edit* edit, vrm_JsonRef view, size_t* out_begin);

/* PNG, JPEG or WebP by the first bytes; NULL for anything else. */
const char* vrmi_picture_type(const uint8_t* bytes, size_t size);

/* Copies all data into the BIN chunk: buffers from side files and URIs, decompressed views of
 * EXT_meshopt_compression, and the images of a text document. Precondition: nothing has changed the
 * chunk yet. Returns VRM_JSON_MISSING; or, with the failure VRM_ERR_UNSUPPORTED, the buffer or
 * image whose bytes are not available. */
vrm_JsonRef vrmi_edit_embed(vrm_Edit* edit);

/* The same for images only: those of side files and URIs. */
vrm_JsonRef vrmi_edit_embed_images(vrm_Edit* edit);

/* The offset of a view of the model in edit->bin; false when its bytes are not there unchanged. */
bool vrmi_edit_view_offset(const vrm_Edit* edit, int32_t view, size_t* out_begin);

/* Removes the bytes from the chunk that no buffer view uses; the last step of an edit. */
void vrmi_edit_compact_chunk(vrm_Edit* edit);

/* Sets a member to an array of numbers. */
void vrmi_edit_floats(vrm_Edit* edit, vrm_JsonRef object, const char* key, const float* values,
                      int count);

/* A new node below `parent`, with its name and `suffix` behind it; its index, or -1. */
int32_t vrmi_edit_add_child(vrm_Edit* edit, int32_t parent, const char* suffix);

/* A child for the end of a spring (..._end); its index, or -1. */
int32_t vrmi_edit_add_end(vrm_Edit* edit, int32_t parent, vrm_Vec3 offset);

/* Updates extensionsUsed (and extensionsRequired) to the extensions that the JSON has. */
void vrmi_edit_list_extensions(vrm_Edit* edit);

#endif

/* SPDX-License-Identifier: MIT */
/* The BIN chunk as a whole: embeds all data, and removes unused bytes. */
#include "model/edit.h"

#include <stdlib.h>
#include <string.h>

/* ---- Into the chunk ---- */

/* Whether one chunk already holds all data uncompressed: then embedding is a no-op. */
static bool is_whole(const vrm_Edit* edit) {
    const vrmi_Document* document = edit->model->document;
    const vrm_Gltf* gltf = &document->gltf;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++)
        if (gltf->buffer_views[i].is_compressed) return false;
    if (gltf->buffer_count == 0) return true;
    return gltf->buffer_count == 1 && document->is_glb && gltf->buffers[0].data != NULL &&
           (const char*)gltf->buffers[0].data == document->bin.data;
}

/* The layout of the new chunk: first the buffers that views use directly, then the decompressed
 * views. */
typedef struct Layout {
    size_t* buffers; /* where each begins; SIZE_MAX: it is not needed */
    size_t size;
    int32_t missing; /* a needed buffer without bytes; -1 */
} Layout;

static bool add_piece(Layout* layout, size_t size, size_t* out_begin) {
    size_t begin;
    if (!vrmi_add(layout->size, 3, &begin)) return false;
    *out_begin = begin & ~(size_t)3;
    return vrmi_add(*out_begin, size, &layout->size);
}

/* The offset of the view in its buffer. A view without valid bytes stays invalid. */
static size_t view_offset(const vrm_Gltf* gltf, const vrm_BufferView* view) {
    int64_t offset = 0;
    if (view->data != NULL) return (size_t)(view->data - gltf->buffers[view->buffer].data);
    vrm_json_integer(gltf->json, vrm_json_member(gltf->json, view->json, "byteOffset"), &offset);
    return offset > 0 ? (size_t)offset : 0;
}

static vrm_Result make_layout(const vrm_Gltf* gltf, size_t* views, Layout* layout) {
    layout->missing = -1;
    for (int32_t i = 0; i < gltf->buffer_count; i++) layout->buffers[i] = SIZE_MAX;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        const vrm_BufferView* view = &gltf->buffer_views[i];
        if (!view->is_compressed && view->buffer >= 0) layout->buffers[view->buffer] = 0;
    }
    for (int32_t i = 0; i < gltf->buffer_count; i++) {
        if (layout->buffers[i] == SIZE_MAX) continue;
        if (gltf->buffers[i].data == NULL) {
            layout->missing = i;
            return VRM_ERR_UNSUPPORTED;
        }
        if (!add_piece(layout, (size_t)gltf->buffers[i].size, &layout->buffers[i]))
            return VRM_ERR_LIMIT;
    }
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        const vrm_BufferView* view = &gltf->buffer_views[i];
        views[i] = SIZE_MAX;
        if (view->is_compressed && view->data != NULL) {
            if (!add_piece(layout, (size_t)view->byte_length, &views[i])) return VRM_ERR_LIMIT;
        } else if (!view->is_compressed && view->buffer >= 0) {
            views[i] = layout->buffers[view->buffer] + view_offset(gltf, view);
        }
    }
    return layout->size > UINT32_MAX - 64 ? VRM_ERR_LIMIT : VRM_OK;
}

static void fill_chunk(vrm_Edit* edit, const Layout* layout) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        if (layout->buffers[i] != SIZE_MAX && gltf->buffers[i].size > 0)
            memcpy(edit->bin + layout->buffers[i], gltf->buffers[i].data,
                   (size_t)gltf->buffers[i].size);
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        const vrm_BufferView* view = &gltf->buffer_views[i];
        if (view->is_compressed && edit->places[i] != SIZE_MAX && view->byte_length > 0)
            memcpy(edit->bin + edit->places[i], view->data, (size_t)view->byte_length);
    }
}

/* Updates views and buffers to the new places of the bytes. */
static void point_views(vrm_Edit* edit) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    for (int32_t i = 0; i < gltf->buffer_view_count; i++) {
        const vrm_BufferView* view = &gltf->buffer_views[i];
        if (edit->places[i] == SIZE_MAX) continue;
        vrmi_edit_integer(edit, view->json, "buffer", 0);
        if (edit->places[i] != 0 ||
            vrm_json_member(edit->json, view->json, "byteOffset") != VRM_JSON_MISSING)
            vrmi_edit_integer(edit, view->json, "byteOffset", (int64_t)edit->places[i]);
        if (view->is_compressed)
            vrmi_edit_drop_extension(edit, view->json, "EXT_meshopt_compression");
    }
    vrm_JsonRef buffers = vrm_json_member(edit->json, vrm_json_root(edit->json), "buffers");
    while (edit->result == VRM_OK && vrm_json_count(edit->json, buffers) > 1)
        edit->result =
            vrm_json_remove_at(edit->json, buffers, vrm_json_count(edit->json, buffers) - 1);
    vrm_JsonRef first = vrm_json_element(edit->json, buffers, 0);
    vrmi_edit_drop(edit, first, "uri");
    vrmi_edit_drop_extension(edit, first, "EXT_meshopt_compression");
}

vrm_JsonRef vrmi_edit_embed_images(vrm_Edit* edit) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    for (int32_t i = 0; i < gltf->image_count && edit->result == VRM_OK; i++) {
        const vrm_Image* image = &gltf->images[i];
        int32_t view;
        if (image->buffer_view >= 0 || image->uri[0] == '\0') continue;
        if (image->data == NULL && strncmp(image->uri, "data:", 5) != 0) {
            vrmi_edit_fail(edit, VRM_ERR_UNSUPPORTED);
            return image->json;
        }
        const char* mime =
            image->data == NULL ? NULL : vrmi_picture_type(image->data, (size_t)image->size);
        if (mime == NULL) continue; /* an image in a view needs a known type */
        vrmi_edit_fail(edit,
                       vrm_edit_add_view(edit, image->data, (size_t)image->size, 0, 0, &view));
        vrmi_edit_drop(edit, image->json, "uri");
        vrmi_edit_integer(edit, image->json, "bufferView", view);
        vrmi_edit_string(edit, image->json, "mimeType", mime);
    }
    return VRM_JSON_MISSING;
}

vrm_JsonRef vrmi_edit_embed(vrm_Edit* edit) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    if (edit->result != VRM_OK || edit->has_bin || is_whole(edit)) return VRM_JSON_MISSING;
    vrm_JsonRef missing = VRM_JSON_MISSING;
    size_t buffers = (size_t)gltf->buffer_count, views = (size_t)gltf->buffer_view_count;
    Layout layout = {.buffers = vrmi_alloc_zeroed(&edit->allocator, buffers, sizeof(size_t)),
                     .missing = -1};
    edit->places = vrmi_alloc_zeroed(&edit->allocator, views, sizeof *edit->places);
    edit->place_count = views;
    if (layout.buffers == NULL || edit->places == NULL) vrmi_edit_fail(edit, VRM_ERR_MEMORY);
    if (edit->result == VRM_OK) edit->result = make_layout(gltf, edit->places, &layout);
    if (layout.missing >= 0) missing = gltf->buffers[layout.missing].json;
    if (edit->result == VRM_OK) {
        edit->bin = vrmi_alloc_zeroed(&edit->allocator, layout.size, 1);
        if (edit->bin == NULL) {
            vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        } else {
            edit->bin_size = edit->bin_capacity = layout.size;
            edit->has_bin = true;
            fill_chunk(edit, &layout);
            point_views(edit);
            /* A document that becomes a single file includes its images. */
            if (!edit->model->document->is_glb) missing = vrmi_edit_embed_images(edit);
        }
    }
    vrmi_release(&edit->allocator, layout.buffers, buffers * sizeof(size_t));
    return missing;
}

bool vrmi_edit_view_offset(const vrm_Edit* edit, int32_t view, size_t* out_begin) {
    const vrm_Gltf* gltf = &edit->model->document->gltf;
    const vrm_BufferView* v = &gltf->buffer_views[view];
    if (edit->places != NULL)
        *out_begin = edit->places[view];
    else
        *out_begin = v->buffer == 0 && !v->is_compressed ? view_offset(gltf, v) : SIZE_MAX;
    return v->data != NULL && *out_begin <= edit->bin_size &&
           v->byte_length <= edit->bin_size - *out_begin;
}

/* ---- Out of the chunk ---- */

typedef struct Piece {
    vrm_JsonRef view;
    size_t begin, size;
} Piece;

static int compare_pieces(const void* a, const void* b) {
    const Piece *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->view < y->view ? -1 : x->view > y->view;
}

/* Reads the byte range of a view, or of the extension of a compressed one. False when it is none of
 * the chunk. */
static bool read_range(const vrm_Edit* edit, vrm_JsonRef range, int64_t* out_buffer, Piece* out) {
    int64_t begin = 0, size = 0;
    vrm_JsonRef offset = vrm_json_member(edit->json, range, "byteOffset");
    *out_buffer = -1;
    bool is_sound =
        vrm_json_integer(edit->json, vrm_json_member(edit->json, range, "buffer"), out_buffer) &&
        vrm_json_integer(edit->json, vrm_json_member(edit->json, range, "byteLength"), &size) &&
        (offset == VRM_JSON_MISSING || vrm_json_integer(edit->json, offset, &begin));
    *out = (Piece){range, (size_t)begin, (size_t)size};
    return is_sound && *out_buffer == 0 && begin >= 0 && size >= 0 &&
           (uint64_t)begin <= edit->bin_size && (uint64_t)size <= edit->bin_size - (size_t)begin;
}

/* False when a view has a form that this file does not support: then nothing moves. */
static bool read_piece(const vrm_Edit* edit, vrm_JsonRef view, Piece* out) {
    int64_t buffer;
    return read_range(edit, view, &buffer, out) &&
           vrm_json_member(edit->json, view, "extensions") == VRM_JSON_MISSING;
}

/* The bytes of the chunk that a compressed view uses: the extension has its own byte range. False
 * when it has none there that this file supports. */
static bool read_packed_piece(const vrm_Edit* edit, vrm_JsonRef view, Piece* out) {
    vrm_JsonRef extensions = vrm_json_member(edit->json, view, "extensions");
    Piece piece;
    vrm_JsonRef packed = vrm_json_member(edit->json, extensions, "EXT_meshopt_compression");
    if (packed == VRM_JSON_MISSING || !read_piece(edit, packed, &piece)) return false;
    *out = piece;
    return true;
}

/* Whether another view uses some of the bytes, or might. */
static bool is_shown_elsewhere(const vrm_Edit* edit, vrm_JsonRef own, const Piece* piece) {
    vrm_JsonRef views = vrm_json_member(edit->json, vrm_json_root(edit->json), "bufferViews");
    vrm_JsonIter it = vrm_json_iter(edit->json, views);
    while (vrm_json_next(&it)) {
        Piece other;
        int64_t buffer = -1;
        if (it.value == own) continue;
        bool is_elsewhere =
            vrm_json_integer(edit->json, vrm_json_member(edit->json, it.value, "buffer"),
                             &buffer) &&
            buffer > 0 && vrm_json_member(edit->json, it.value, "extensions") == VRM_JSON_MISSING;
        if (is_elsewhere) continue;
        if (!read_piece(edit, it.value, &other) && !read_packed_piece(edit, it.value, &other))
            return true;
        if (other.begin < piece->begin + piece->size && piece->begin < other.begin + other.size)
            return true;
    }
    return false;
}

size_t vrmi_edit_erase(vrm_Edit* edit, vrm_JsonRef view, size_t* out_begin) {
    Piece piece;
    *out_begin = 0;
    if (vrmi_edit_bin(edit) == NULL || !read_piece(edit, view, &piece) ||
        is_shown_elsewhere(edit, view, &piece))
        return 0;
    memset(edit->bin + piece.begin, 0, piece.size);
    *out_begin = piece.begin;
    if (edit->bin_size - piece.begin - piece.size >= 4) return piece.size; /* not only padding */
    edit->bin_size = piece.begin;
    return 0;
}

/* Moves the pieces towards the beginning. Overlapping pieces move together; each keeps its offset
 * modulo 4. */
static void move_pieces(vrm_Edit* edit, Piece* pieces, size_t count) {
    size_t end = 0;
    for (size_t i = 0; i < count;) {
        size_t from = pieces[i].begin, until = from, k = i;
        while (k < count && pieces[k].begin <= until) {
            size_t piece_end = pieces[k].begin + pieces[k].size;
            if (piece_end > until) until = piece_end;
            k++;
        }
        size_t to = end + ((from - end) & 3);
        memset(edit->bin + end, 0, to - end);
        memmove(edit->bin + to, edit->bin + from, until - from);
        end = to + (until - from);
        for (; i < k && to != from; i++)
            vrmi_edit_integer(edit, pieces[i].view, "byteOffset",
                              (int64_t)(pieces[i].begin - (from - to)));
        i = k;
    }
    edit->bin_size = end;
}

/* Adds a byte range, unless it lies in another buffer. False when it cannot be moved. */
static bool take_range(const vrm_Edit* edit, vrm_JsonRef range, Piece* pieces, size_t* count) {
    int64_t buffer;
    if (read_range(edit, range, &buffer, &pieces[*count]))
        ++*count;
    else if (buffer <= 0)
        return false;
    return true;
}

/* All byte ranges of the chunk that views use: a compressed view may have two, its own and that of
 * EXT_meshopt_compression. Any other extension might refer to bytes in a way of its own. */
static bool read_pieces(const vrm_Edit* edit, vrm_JsonRef views, Piece* pieces, size_t* count) {
    vrm_JsonIter it = vrm_json_iter(edit->json, views);
    while (vrm_json_next(&it)) {
        vrm_JsonIter extension =
            vrm_json_iter(edit->json, vrm_json_member(edit->json, it.value, "extensions"));
        while (vrm_json_next(&extension))
            if (!vrm_json_equals(edit->json, extension.key, "EXT_meshopt_compression") ||
                !take_range(edit, extension.value, pieces, count))
                return false;
        if (!take_range(edit, it.value, pieces, count)) return false;
    }
    return true;
}

void vrmi_edit_compact_chunk(vrm_Edit* edit) {
    vrm_JsonRef views = vrm_json_member(edit->json, vrm_json_root(edit->json), "bufferViews");
    if (edit->result != VRM_OK || !edit->has_bin) return;
    size_t room = (size_t)vrm_json_count(edit->json, views) * 2, count = 0;
    Piece* pieces = vrmi_alloc_zeroed(&edit->allocator, room, sizeof *pieces);
    if (pieces == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    if (read_pieces(edit, views, pieces, &count)) {
        qsort(pieces, count, sizeof *pieces, compare_pieces);
        move_pieces(edit, pieces, count);
    }
    vrmi_release(&edit->allocator, pieces, room * sizeof *pieces);
}

vrm_Result vrm_edit_compact(vrm_Edit* edit, uint64_t* out_removed) {
    if (out_removed != NULL) *out_removed = 0;
    if (edit->result != VRM_OK) return edit->result;
    if (!edit->has_bin && edit->model->document->gltf.buffer_count == 0) return VRM_OK;
    if (!edit->has_bin && !vrmi_edit_can_have_bin(edit)) return VRM_ERR_UNSUPPORTED;
    if (vrmi_edit_bin(edit) == NULL) return edit->result;
    size_t before = edit->bin_size;
    vrmi_edit_compact_chunk(edit);
    if (edit->result == VRM_OK && out_removed != NULL) *out_removed = before - edit->bin_size;
    return edit->result;
}

/* SPDX-License-Identifier: MIT */
/* Buffers, buffer views, accessors and images: checks that each fits into the next, and that each
 * is used for one purpose. */
#include "container/uri.h"
#include "gltf/accessor.h"
#include "validate/gltf/gltf_checks.h"
#include "validate/gltf/gltf_pass.h"
#include "validate/gltf/image_header.h"
#include "validate/schema/schema_names.h"
#include "validate/schema/schema_uri.h"

#include <math.h>
#include <string.h>

/* ---- What the parts share ---- */

void vrmi_pass_report(vrmi_GltfPass* pass, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(pass->report, rule, pass->json, at, NULL);
}

void* vrmi_pass_alloc(vrmi_GltfPass* pass, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(pass->arena, count + 1, size);
    if (memory == NULL) pass->context->result = VRM_ERR_MEMORY;
    return memory;
}

void vrmi_pass_use_view(vrmi_GltfPass* pass, int32_t view, vrmi_Usage usage, vrm_JsonRef at) {
    if (vrmi_pass_view(pass, view) < 0) return;
    vrmi_ViewFacts* facts = &pass->views[view];
    if (facts->usage == VRMI_USAGE_NONE) {
        facts->usage = usage;
        if (usage == VRMI_USAGE_VERTICES || usage == VRMI_USAGE_INDICES)
            vrmi_pass_report(pass, VRMI_RULE_BUFFER_VIEW_TARGET_MISSING, at);
    } else if (facts->usage != usage) {
        vrmi_pass_report(pass, VRMI_RULE_BUFFER_VIEW_TARGET_OVERRIDE, at);
    }
}

void vrmi_pass_use_accessor(vrmi_GltfPass* pass, int32_t accessor, vrmi_Usage usage,
                            vrm_JsonRef at) {
    if (accessor < 0) return;
    vrmi_AccessorFacts* facts = &pass->accessors[accessor];
    if (facts->usage == VRMI_USAGE_NONE)
        facts->usage = usage;
    else if (facts->usage != usage)
        vrmi_pass_report(pass, VRMI_RULE_ACCESSOR_USAGE_OVERRIDE, at);
}

bool vrmi_pass_has_stride(const vrmi_GltfPass* pass, int32_t view) {
    return vrmi_pass_view(pass, view) >= 0 && pass->views[view].byte_stride != -1;
}

void vrmi_pass_look(vrmi_GltfPass* pass, int32_t accessor, vrmi_DataKind kind, vrm_JsonRef at,
                    int64_t vertex_count) {
    if (pass->context->def.skip_data) return;
    vrmi_DataUse* use = vrmi_pass_alloc(pass, 1, sizeof *use);
    if (use == NULL) return;
    vrmi_AccessorFacts* facts = &pass->accessors[accessor];
    *use = (vrmi_DataUse){facts->uses, kind, at, vertex_count};
    facts->uses = use;
}

bool vrmi_pass_has_format(const vrm_Accessor* accessor, const vrmi_Format* formats, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (accessor->type == formats[i].type &&
            accessor->component_type == formats[i].component_type &&
            accessor->is_normalized == formats[i].is_normalized)
            return true;
    return false;
}

uint32_t vrmi_pass_element_size(const vrm_Accessor* accessor) {
    return vrmi_element_layout(accessor->component_type, accessor->type).covered;
}

/* ---- Buffers ---- */

static int64_t integer_member(const vrm_Json* json, vrm_JsonRef object, const char* key,
                              int64_t fallback) {
    vrm_JsonRef member = vrm_json_member(json, object, key);
    int64_t value;
    if (member == VRM_JSON_MISSING) return fallback;
    return vrmi_read_whole(json, member, &value) && value >= 0 ? value : -1;
}

static bool is_buffer_type(vrm_Span mime_type) {
    return vrmi_uri_is_mime_type(mime_type, "application/octet-stream") ||
           vrmi_uri_is_mime_type(mime_type, "application/gltf-buffer");
}

/* Checks a side file: whether its place is allowed, and whether it was found. */
static void check_side_file(vrmi_GltfPass* pass, vrm_JsonRef uri, vrm_Span text, bool has_data) {
    const vrmi_Document* document = pass->context->document;
    char* path = vrmi_pass_alloc(pass, text.size, 1);
    if (path == NULL) return;
    const char* why = text.size > 0 ? vrmi_uri_path(text, path) : NULL;
    if (why != NULL) {
        /* Valid glTF, but this library refuses to load it. */
        char pointer[512];
        vrm_json_pointer(pass->json, uri, pointer, sizeof pointer);
        vrmi_report_with(pass->report, VRMI_RULE_URI_REFUSED, VRM_WARNING, pointer,
                         vrm_json_offset(pass->json, uri), why);
    } else if (!has_data && (document->folder != NULL || document->def.read_file != NULL)) {
        vrmi_pass_report(pass, VRMI_RULE_IO_ERROR, uri);
    }
}

/* The "uri" of a buffer or image. */
static vrmi_Uri check_uri(vrmi_GltfPass* pass, vrm_JsonRef uri, bool has_data) {
    vrm_Span text;
    if (!vrmi_whole_text(pass->json, uri, pass->arena, &text)) {
        pass->context->result = VRM_ERR_MEMORY;
        return (vrmi_Uri){.kind = VRMI_URI_INVALID};
    }
    vrmi_Uri parsed = vrmi_uri_parse(text);
    bool is_glb = pass->context->document->is_glb;
    if (is_glb) vrmi_pass_report(pass, VRMI_RULE_URI_GLB, uri);
    switch (parsed.kind) {
    case VRMI_URI_INVALID:
        vrmi_report(pass->report, VRMI_RULE_INVALID_URI, pass->json, uri,
                    "The URI cannot be read: %s", parsed.problem);
        break;
    case VRMI_URI_DATA:
        if (is_glb) vrmi_pass_report(pass, VRMI_RULE_DATA_URI_GLB, uri);
        /* Percent-encoded bytes and the other base64 alphabet: valid, but readers do not support
         * them. */
        if (!has_data) vrmi_pass_report(pass, VRMI_RULE_DATA_URI_REFUSED, uri);
        break;
    case VRMI_URI_NON_RELATIVE: vrmi_pass_report(pass, VRMI_RULE_NON_RELATIVE_URI, uri); break;
    case VRMI_URI_RELATIVE: check_side_file(pass, uri, text, has_data); break;
    }
    return parsed;
}

/* The bytes of the first buffer of a GLB are the BIN chunk, padded by at most 3. */
static void check_glb_buffer(vrmi_GltfPass* pass, const vrm_Buffer* buffer, int64_t byte_length) {
    vrm_Span bin = pass->context->document->bin;
    vrm_JsonRef fallback = vrm_json_member(
        pass->json, vrm_gltf_extension(pass->gltf, buffer->json, "EXT_meshopt_compression"),
        "fallback");
    if (bin.data == NULL) {
        if (!vrm_json_bool(pass->json, fallback, false) && !pass->context->is_damaged)
            vrmi_pass_report(pass, VRMI_RULE_BUFFER_MISSING_GLB_DATA, buffer->json);
    } else if (byte_length > 0 && bin.size > (uint64_t)byte_length + (uint64_t)(-byte_length & 3)) {
        vrmi_report(pass->report, VRMI_RULE_BUFFER_GLB_CHUNK_TOO_BIG, pass->json, buffer->json,
                    "The BIN chunk has %llu byte%s, but the buffer only %lld.",
                    (unsigned long long)bin.size, vrmi_s(bin.size), (long long)byte_length);
    }
}

void vrmi_pass_buffers(vrmi_GltfPass* pass) {
    bool is_glb = pass->context->document->is_glb;
    for (int32_t i = 0; i < pass->gltf->buffer_count; i++) {
        const vrm_Buffer* buffer = &pass->gltf->buffers[i];
        if (buffer->json == VRM_JSON_MISSING) continue;
        int64_t byte_length = integer_member(pass->json, buffer->json, "byteLength", -1);
        vrm_JsonRef uri = vrm_json_member(pass->json, buffer->json, "uri");
        if (vrm_json_type(pass->json, uri) == VRM_JSON_STRING) {
            vrmi_Uri parsed = check_uri(pass, uri, buffer->data != NULL);
            if (parsed.kind == VRMI_URI_DATA && !is_buffer_type(parsed.mime_type))
                vrmi_pass_report(pass, VRMI_RULE_BUFFER_DATA_URI_MIME_TYPE_INVALID, uri);
        } else if (uri == VRM_JSON_MISSING && is_glb && i == 0) {
            check_glb_buffer(pass, buffer, byte_length);
        }
        if (buffer->data != NULL && byte_length > 0 && buffer->size < (uint64_t)byte_length)
            vrmi_report(pass->report, VRMI_RULE_BUFFER_BYTE_LENGTH_MISMATCH, pass->json,
                        buffer->json, "The buffer should have %lld byte%s; there are %llu.",
                        (long long)byte_length, vrmi_s((uint64_t)byte_length),
                        (unsigned long long)buffer->size);
    }
}

/* ---- Buffer views ---- */

void vrmi_pass_views(vrmi_GltfPass* pass) {
    for (int32_t i = 0; i < pass->gltf->buffer_view_count; i++) {
        const vrm_BufferView* view = &pass->gltf->buffer_views[i];
        vrmi_ViewFacts* facts = &pass->views[i];
        facts->byte_offset = integer_member(pass->json, view->json, "byteOffset", 0);
        facts->byte_length = integer_member(pass->json, view->json, "byteLength", -1);
        facts->byte_stride = integer_member(pass->json, view->json, "byteStride", -1);
        facts->usage = view->target == 34962   ? VRMI_USAGE_VERTICES
                       : view->target == 34963 ? VRMI_USAGE_INDICES
                                               : VRMI_USAGE_NONE;
        if (view->json == VRM_JSON_MISSING || view->buffer < 0) continue;
        vrm_JsonRef buffer = pass->gltf->buffers[view->buffer].json;
        int64_t size = integer_member(pass->json, buffer, "byteLength", -1);
        if (facts->byte_length == 0) facts->byte_length = -1;
        if (size < 1 || facts->byte_offset < 0 || facts->byte_length < 0) continue;
        const char* wrong = facts->byte_offset >= size                       ? "byteOffset"
                            : facts->byte_length > size - facts->byte_offset ? "byteLength"
                                                                             : NULL;
        if (wrong != NULL)
            vrmi_report(pass->report, VRMI_RULE_BUFFER_VIEW_TOO_LONG, pass->json,
                        vrm_json_member(pass->json, view->json, wrong),
                        "The buffer view reaches past the end of buffer %d, which has %lld byte%s.",
                        (int)view->buffer, (long long)size, vrmi_s((uint64_t)size));
    }
}

/* ---- Accessors ---- */

/* A range of elements in a buffer view: the accessor's own, its sparse indices or values. */
typedef struct Stretch {
    vrm_JsonRef object; /* that holds byteOffset */
    int32_t view;
    uint64_t offset;
    uint32_t component_size;
    uint64_t count, stride, element_size;
} Stretch;

/* False when the bytes cannot be read as these elements. */
static bool check_stretch(vrmi_GltfPass* pass, const Stretch* stretch) {
    const vrmi_ViewFacts* view = &pass->views[stretch->view];
    if (stretch->component_size == 0) return false;
    bool is_aligned = true;
    vrm_JsonRef offset = vrm_json_member(pass->json, stretch->object, "byteOffset");
    if (integer_member(pass->json, stretch->object, "byteOffset", 0) < 0) return false;
    if (stretch->offset % stretch->component_size != 0) {
        vrmi_pass_report(pass, VRMI_RULE_ACCESSOR_OFFSET_ALIGNMENT, offset);
        is_aligned = false;
    }
    if (view->byte_offset < 0) return false;
    if ((stretch->offset + (uint64_t)view->byte_offset) % stretch->component_size != 0) {
        vrmi_pass_report(pass, VRMI_RULE_ACCESSOR_TOTAL_OFFSET_ALIGNMENT, stretch->object);
        is_aligned = false;
    }
    if (view->byte_length < 0) return false;
    uint64_t length = (uint64_t)view->byte_length;
    bool fits = vrmi_elements_fit(stretch->offset, stretch->stride, stretch->count,
                                  stretch->element_size, length);
    if (!fits)
        vrmi_report(
            pass->report, VRMI_RULE_ACCESSOR_TOO_LONG, pass->json,
            stretch->offset > length && offset != VRM_JSON_MISSING ? offset : stretch->object,
            "Buffer view %d has %llu byte%s, which is too short for %llu element%s from byte "
            "%llu on.",
            (int)stretch->view, (unsigned long long)length, vrmi_s(length),
            (unsigned long long)stretch->count, vrmi_s(stretch->count),
            (unsigned long long)stretch->offset);
    return fits && is_aligned;
}

static bool check_sparse_part(vrmi_GltfPass* pass, const char* key, vrm_JsonRef sparse,
                              Stretch stretch) {
    if (vrmi_pass_view(pass, stretch.view) < 0) return false;
    stretch.object = vrm_json_member(pass->json, sparse, key);
    vrm_JsonRef view = vrm_json_member(pass->json, stretch.object, "bufferView");
    vrmi_pass_use_view(pass, stretch.view, VRMI_USAGE_OTHER, view);
    if (vrmi_pass_has_stride(pass, stretch.view))
        vrmi_pass_report(pass, VRMI_RULE_BUFFER_VIEW_INVALID_BYTE_STRIDE, view);
    return check_stretch(pass, &stretch);
}

/* The typed document drops a sparse part that it cannot read, so this check reads the JSON. */
static bool check_sparse(vrmi_GltfPass* pass, const vrm_Accessor* accessor) {
    const vrm_Json* json = pass->json;
    vrm_JsonRef sparse = vrm_json_member(json, accessor->json, "sparse");
    if (vrm_json_type(json, sparse) != VRM_JSON_OBJECT) return true;
    vrm_JsonRef indices = vrm_json_member(json, sparse, "indices");
    vrm_JsonRef values = vrm_json_member(json, sparse, "values");
    int64_t count = integer_member(json, sparse, "count", -1);
    if (count < 1 || vrm_json_type(json, indices) != VRM_JSON_OBJECT ||
        vrm_json_type(json, values) != VRM_JSON_OBJECT)
        return false;
    if ((uint64_t)count > accessor->count)
        vrmi_report(pass->report, VRMI_RULE_ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE, json,
                    vrm_json_member(json, sparse, "count"),
                    "The accessor has %llu element%s; %lld cannot be replaced.",
                    (unsigned long long)accessor->count, vrmi_s(accessor->count), (long long)count);
    const vrm_Gltf* gltf = pass->gltf;
    vrm_Sparse typed = vrm_accessor_sparse(gltf, (int32_t)(accessor - gltf->accessors));
    uint32_t index_size = vrmi_component_size(typed.indices_type);
    uint32_t component_size = vrmi_component_size(accessor->component_type);
    uint64_t value_size =
        (uint64_t)component_size * (uint64_t)vrm_accessor_components(accessor->type);
    bool has_indices = check_sparse_part(pass, "indices", sparse,
                                         (Stretch){.view = typed.indices_view,
                                                   .offset = typed.indices_offset,
                                                   .component_size = index_size,
                                                   .count = (uint64_t)count,
                                                   .stride = index_size,
                                                   .element_size = index_size});
    bool has_values = check_sparse_part(pass, "values", sparse,
                                        (Stretch){.view = typed.values_view,
                                                  .offset = typed.values_offset,
                                                  .component_size = component_size,
                                                  .count = (uint64_t)count,
                                                  .stride = value_size,
                                                  .element_size = value_size});
    return has_indices && has_values;
}

static bool check_accessor(vrmi_GltfPass* pass, const vrm_Accessor* accessor) {
    uint32_t size = vrmi_pass_element_size(accessor);
    if (size == 0 || accessor->count == 0) return false;
    bool is_right = true;
    if (vrmi_pass_view(pass, accessor->buffer_view) >= 0) {
        int64_t stride = pass->views[accessor->buffer_view].byte_stride;
        uint32_t padded = vrmi_element_layout(accessor->component_type, accessor->type).size;
        if (stride != -1 && stride < (int64_t)size) {
            vrmi_pass_report(pass, VRMI_RULE_ACCESSOR_SMALL_BYTESTRIDE, accessor->json);
            is_right = false;
        }
        Stretch stretch = {.object = accessor->json,
                           .view = accessor->buffer_view,
                           .offset = accessor->byte_offset,
                           .component_size = vrmi_component_size(accessor->component_type),
                           .count = accessor->count,
                           .stride = stride != -1 ? (uint64_t)stride : padded,
                           .element_size = size};
        is_right = check_stretch(pass, &stretch) && is_right;
    }
    return check_sparse(pass, accessor) && is_right;
}

bool vrmi_pass_bounds(const vrmi_GltfPass* pass, const vrm_Accessor* accessor, const char* key,
                      double out[16]) {
    vrm_JsonRef bounds = vrm_json_member(pass->json, accessor->json, key);
    uint32_t components = (uint32_t)vrm_accessor_components(accessor->type);
    if (vrm_json_type(pass->json, bounds) != VRM_JSON_ARRAY || components == 0 ||
        vrm_json_count(pass->json, bounds) != components)
        return false;
    vrm_JsonIter it = vrm_json_iter(pass->json, bounds);
    while (vrm_json_next(&it)) {
        double value = vrm_json_number(pass->json, it.value, (double)NAN);
        if (!vrmi_fits_component(accessor->component_type, value)) return false;
        bool is_float = accessor->component_type == VRM_COMPONENT_FLOAT;
        out[it.index] = is_float ? (double)(float)value : value;
    }
    return true;
}

void vrmi_pass_accessors(vrmi_GltfPass* pass) {
    for (int32_t i = 0; i < pass->gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &pass->gltf->accessors[i];
        if (accessor->json == VRM_JSON_MISSING) continue;
        vrmi_AccessorFacts* facts = &pass->accessors[i];
        facts->is_misaligned = !check_accessor(pass, accessor);
        double bounds[16];
        facts->has_bounds = vrmi_pass_bounds(pass, accessor, "min", bounds) &&
                            vrmi_pass_bounds(pass, accessor, "max", bounds);
    }
}

/* ---- Images ---- */

void vrmi_pass_images(vrmi_GltfPass* pass) {
    for (int32_t i = 0; i < pass->gltf->image_count; i++) {
        const vrm_Image* image = &pass->gltf->images[i];
        vrm_JsonRef view = vrm_json_member(pass->json, image->json, "bufferView");
        vrmi_pass_use_view(pass, image->buffer_view, VRMI_USAGE_IMAGE, view);
        if (vrmi_pass_has_stride(pass, image->buffer_view))
            vrmi_pass_report(pass, VRMI_RULE_IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE, view);
        vrm_JsonRef uri = vrm_json_member(pass->json, image->json, "uri");
        if (vrm_json_type(pass->json, uri) != VRM_JSON_STRING) continue;
        vrmi_Uri parsed = check_uri(pass, uri, image->data != NULL || image->buffer_view >= 0);
        if (parsed.kind != VRMI_URI_DATA || image->data == NULL) continue;
        const char* found = vrmi_image_mime_type(vrmi_image_format(image->data, image->size));
        if (found == NULL || !vrmi_uri_is_mime_type(parsed.mime_type, found))
            vrmi_report(pass->report, VRMI_RULE_INVALID_URI, pass->json, uri,
                        "The media type of the data URI is not that of the picture in it.");
    }
}

/* SPDX-License-Identifier: MIT */
/* Accessors: their members, and the check that all their elements lie inside the buffers. */
#include "gltf/accessor.h"
#include "gltf/blob.h"
#include "gltf/typed.h"

static const struct {
    const char* name;
    uint8_t rows, columns;
} types[] = {
    [VRM_ACCESSOR_NONE] = {"", 0, 0},     [VRM_ACCESSOR_SCALAR] = {"SCALAR", 1, 1},
    [VRM_ACCESSOR_VEC2] = {"VEC2", 2, 1}, [VRM_ACCESSOR_VEC3] = {"VEC3", 3, 1},
    [VRM_ACCESSOR_VEC4] = {"VEC4", 4, 1}, [VRM_ACCESSOR_MAT2] = {"MAT2", 2, 2},
    [VRM_ACCESSOR_MAT3] = {"MAT3", 3, 3}, [VRM_ACCESSOR_MAT4] = {"MAT4", 4, 4},
};

#define TYPE_COUNT (int)(sizeof types / sizeof *types)

int32_t vrm_accessor_components(vrm_AccessorType type) {
    if ((int)type < 0 || (int)type >= TYPE_COUNT) return 0;
    return types[type].rows * types[type].columns;
}

uint32_t vrmi_component_size(vrm_ComponentType type) {
    switch (type) {
    case VRM_COMPONENT_BYTE:
    case VRM_COMPONENT_UNSIGNED_BYTE: return 1;
    case VRM_COMPONENT_SHORT:
    case VRM_COMPONENT_UNSIGNED_SHORT: return 2;
    case VRM_COMPONENT_UNSIGNED_INT:
    case VRM_COMPONENT_FLOAT: return 4;
    case VRM_COMPONENT_NONE: break;
    }
    return 0;
}

vrmi_ElementLayout vrmi_element_layout(vrm_ComponentType component, vrm_AccessorType type) {
    vrmi_ElementLayout layout = {0};
    uint32_t size = vrmi_component_size(component);
    if (size == 0 || (int)type <= 0 || (int)type >= TYPE_COUNT) return layout;
    layout.rows = types[type].rows;
    layout.columns = types[type].columns;
    layout.component_size = size;
    layout.column_size = size * layout.rows;
    if (layout.columns > 1) layout.column_size = (layout.column_size + 3) / 4 * 4;
    layout.size = layout.column_size * layout.columns;
    layout.covered = layout.size - layout.column_size + size * layout.rows;
    return layout;
}

/* ---- Members ---- */

static vrm_ComponentType read_component_type(vrmi_Reader* reader, vrm_JsonRef object) {
    int64_t value = vrmi_read_integer(reader, object, "componentType", INT64_MIN, INT64_MAX, 0);
    if (value >= 0 && value <= VRM_COMPONENT_FLOAT &&
        vrmi_component_size((vrm_ComponentType)value) > 0)
        return (vrm_ComponentType)value;
    vrm_JsonRef at = vrmi_read_member(reader, object, "componentType");
    if (at != VRM_JSON_MISSING)
        vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_LIST, at,
                         "This is no component type of glTF (5120 to 5123, 5125, 5126).");
    return VRM_COMPONENT_NONE;
}

static vrm_AccessorType read_type(vrmi_Reader* reader, vrm_JsonRef object) {
    const char* names[TYPE_COUNT - 1];
    for (int i = 1; i < TYPE_COUNT; i++) names[i - 1] = types[i].name;
    return (vrm_AccessorType)(vrmi_read_enum(reader, object, "type", names, TYPE_COUNT - 1, -1) +
                              1);
}

static uint64_t read_offset(vrmi_Reader* reader, vrm_JsonRef object) {
    /* An invalid offset becomes one that lies in no buffer. */
    int64_t offset = vrmi_read_integer(reader, object, "byteOffset", 0, INT64_MAX, INT64_MAX);
    bool is_absent = vrmi_read_member(reader, object, "byteOffset") == VRM_JSON_MISSING;
    return is_absent ? 0 : (uint64_t)offset;
}

/* Only makes findings about min and max; vrm_accessor_bounds() returns the values. */
static void check_bounds(vrmi_Reader* reader, vrm_JsonRef object, vrm_AccessorType type) {
    uint32_t count = (uint32_t)vrm_accessor_components(type);
    float values[16];
    if (count == 0) return;
    vrmi_read_floats(reader, object, "min", values, count);
    vrmi_read_floats(reader, object, "max", values, count);
}

bool vrm_accessor_bounds(const vrm_Gltf* gltf, int32_t accessor, float min[16], float max[16]) {
    if (accessor < 0 || accessor >= gltf->accessor_count) return false;
    const vrm_Accessor* of = &gltf->accessors[accessor];
    uint32_t count = (uint32_t)vrm_accessor_components(of->type);
    vrmi_Reader reader = {.json = gltf->json};
    return count > 0 && vrmi_read_floats(&reader, of->json, "min", min, count) &&
           vrmi_read_floats(&reader, of->json, "max", max, count);
}

/* ---- Proofs ---- */

/* One strided run of elements inside a view: the base values, the sparse indices or values. */
static bool fits_view(vrmi_Typed* typed, vrm_JsonRef at, int32_t view_index, uint64_t offset,
                      uint64_t stride, uint64_t count, uint64_t size) {
    const vrm_BufferView* view = &typed->gltf.buffer_views[view_index];
    if (view->data == NULL) return false; /* has its own finding */
    if (vrmi_elements_fit(offset, stride, count, size, view->byte_length)) return true;
    vrmi_read_report(
        &typed->reader, VRMI_RULE_ACCESSOR_TOO_LONG, at,
        "Buffer view %d has %llu byte%s, which is too short for %llu element%s from byte %llu on.",
        (int)view_index, (unsigned long long)view->byte_length, vrmi_s(view->byte_length),
        (unsigned long long)count, vrmi_s(count), (unsigned long long)offset);
    return false;
}

static bool prove_base(vrmi_Typed* typed, const vrm_Accessor* accessor, vrm_JsonRef object,
                       const vrmi_ElementLayout* layout) {
    vrmi_Reader* reader = &typed->reader;
    if (accessor->buffer_view < 0) {
        if (vrmi_read_member(reader, object, "bufferView") != VRM_JSON_MISSING) return false;
        /* Zeros cost the file nothing, the reader an array. */
        uint64_t components = (uint64_t)vrm_accessor_components(accessor->type);
        uint64_t most = UINT64_MAX / (components * sizeof(float));
        uint64_t bytes =
            accessor->count > most ? UINT64_MAX : accessor->count * components * sizeof(float);
        return vrmi_blob_fits(typed, object, bytes);
    }
    const vrm_BufferView* view = &typed->gltf.buffer_views[accessor->buffer_view];
    uint32_t stride = view->byte_stride == 0 ? layout->size : view->byte_stride;
    if (stride < layout->covered) {
        vrmi_read_report(reader, VRMI_RULE_ACCESSOR_SMALL_BYTESTRIDE, object,
                         "The byteStride %lu of buffer view %d is smaller than an element (%lu).",
                         (unsigned long)stride, (int)accessor->buffer_view,
                         (unsigned long)layout->covered);
        return false;
    }
    return fits_view(typed, object, accessor->buffer_view, accessor->byte_offset, stride,
                     accessor->count, layout->covered);
}

/* Few files have sparse accessors, and in those few accessors are sparse: room is counted only from
 * the first sparse one on. */
static bool make_room(vrmi_Typed* typed, int32_t first) {
    vrmi_Reader* reader = &typed->reader;
    if (typed->sparse_accessors != NULL) return true;
    size_t count = 0;
    vrm_JsonIter it =
        vrm_json_iter(reader->json, vrmi_read_member(reader, typed->root, "accessors"));
    while (vrm_json_next(&it))
        count += it.index >= (uint32_t)first &&
                 vrmi_read_member(reader, it.value, "sparse") != VRM_JSON_MISSING;
    typed->sparse_accessors = vrmi_read_alloc(reader, count, sizeof *typed->sparse_accessors);
    typed->gltf.sparse_accessors = typed->sparse_accessors;
    return typed->sparse_accessors != NULL;
}

static bool prove_sparse(vrmi_Typed* typed, const vrm_Accessor* accessor, vrm_JsonRef object,
                         const vrmi_ElementLayout* layout, vrm_Sparse* out) {
    vrmi_Reader* reader = &typed->reader;
    int32_t view_count = typed->gltf.buffer_view_count;
    vrm_JsonRef sparse = vrmi_read_member(reader, object, "sparse");
    vrm_JsonRef indices = vrmi_read_object(reader, sparse, "indices");
    vrm_JsonRef values = vrmi_read_object(reader, sparse, "values");
    vrmi_read_required(reader, sparse, "count");
    vrmi_read_required(reader, sparse, "indices");
    vrmi_read_required(reader, sparse, "values");
    vrmi_read_required(reader, indices, "bufferView");
    vrmi_read_required(reader, indices, "componentType");
    vrmi_read_required(reader, values, "bufferView");
    out->count = (uint64_t)vrmi_read_integer(reader, sparse, "count", 1, INT64_MAX, 0);
    out->indices_view = vrmi_read_index(reader, indices, "bufferView", view_count);
    out->values_view = vrmi_read_index(reader, values, "bufferView", view_count);
    out->indices_offset = read_offset(reader, indices);
    out->values_offset = read_offset(reader, values);
    out->indices_type = read_component_type(reader, indices);
    vrm_ComponentType type = out->indices_type;
    bool is_unsigned = type == VRM_COMPONENT_UNSIGNED_BYTE ||
                       type == VRM_COMPONENT_UNSIGNED_SHORT || type == VRM_COMPONENT_UNSIGNED_INT;
    if (type != VRM_COMPONENT_NONE && !is_unsigned)
        vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_LIST,
                         vrmi_read_member(reader, indices, "componentType"),
                         "Sparse indices are unsigned integers (5121, 5123, 5125).");
    if (!is_unsigned || out->count == 0 || out->indices_view < 0 || out->values_view < 0)
        return false;
    if (out->count > accessor->count) {
        vrmi_read_report(reader, VRMI_RULE_ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE, sparse,
                         "The accessor has %llu element%s; %llu cannot be replaced.",
                         (unsigned long long)accessor->count, vrmi_s(accessor->count),
                         (unsigned long long)out->count);
        return false;
    }
    uint32_t index_size = vrmi_component_size(type);
    return fits_view(typed, indices, out->indices_view, out->indices_offset, index_size, out->count,
                     index_size) &&
           fits_view(typed, values, out->values_view, out->values_offset, layout->size, out->count,
                     layout->covered);
}

/* Returns false when the sparse part cannot be read. */
static bool read_sparse(vrmi_Typed* typed, vrm_JsonRef object, int32_t index,
                        vrm_Accessor* accessor, const vrmi_ElementLayout* layout) {
    vrm_JsonRef sparse = vrmi_read_object(&typed->reader, object, "sparse");
    if (sparse == VRM_JSON_MISSING)
        return vrmi_read_member(&typed->reader, object, "sparse") == VRM_JSON_MISSING;
    if (!make_room(typed, index)) return false;
    accessor->is_sparse = true;
    vrm_Sparse* out = &typed->sparse_accessors[typed->gltf.sparse_accessor_count++];
    out->accessor = index;
    bool is_sound = prove_sparse(typed, accessor, object, layout, out);
    if (!is_sound) out->count = 0;
    return is_sound;
}

vrm_Sparse vrm_accessor_sparse(const vrm_Gltf* gltf, int32_t accessor) {
    const vrm_Sparse none = {.indices_view = -1, .values_view = -1, .accessor = accessor};
    if (accessor < 0 || accessor >= gltf->accessor_count || !gltf->accessors[accessor].is_sparse)
        return none;
    int32_t low = 0, high = gltf->sparse_accessor_count;
    while (high - low > 1) { /* invariant: the index is in [low, high) */
        int32_t middle = low + (high - low) / 2;
        if (gltf->sparse_accessors[middle].accessor <= accessor)
            low = middle;
        else
            high = middle;
    }
    return gltf->sparse_accessors[low];
}

/* No element can be read of an accessor that claims more than VRMI_ELEMENTS_MAX. Its count is
 * lowered to that: still far too many for its view, and sums of counts stay in the range of 64 bits
 * in every caller. */
static void bound_count(vrmi_Reader* reader, vrm_JsonRef object, vrm_Accessor* accessor) {
    if (accessor->count <= VRMI_ELEMENTS_MAX) return;
    if (accessor->is_readable)
        vrmi_read_report(reader, VRMI_RULE_ACCESSOR_TOO_LONG, object,
                         "At most %llu elements of an accessor are read.",
                         (unsigned long long)VRMI_ELEMENTS_MAX);
    accessor->is_readable = false;
    accessor->count = VRMI_ELEMENTS_MAX;
}

void vrmi_read_accessor(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Accessor* accessor = element;
    accessor->buffer_view =
        vrmi_read_index(reader, object, "bufferView", typed->gltf.buffer_view_count);
    accessor->byte_offset = read_offset(reader, object);
    accessor->count = (uint64_t)vrmi_read_integer(reader, object, "count", 1, INT64_MAX, 0);
    accessor->component_type = (uint16_t)read_component_type(reader, object);
    accessor->type = (uint8_t)read_type(reader, object);
    accessor->is_normalized = vrmi_read_bool(reader, object, "normalized", false);
    check_bounds(reader, object, accessor->type);
    vrmi_read_required(reader, object, "componentType");
    vrmi_read_required(reader, object, "count");
    vrmi_read_required(reader, object, "type");
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    if (layout.size > 0 && accessor->count > 0) {
        bool is_base_sound = prove_base(typed, accessor, object, &layout);
        bool is_sparse_sound = read_sparse(typed, object, index, accessor, &layout);
        accessor->is_readable = is_base_sound && is_sparse_sound;
    }
    bound_count(reader, object, accessor);
}

/* SPDX-License-Identifier: MIT */
/* An accessor of any layout, made of the input, against a reader that follows the specification one
 * component at a time with 64-bit positions that cannot overflow: what the library reads is inside
 * the buffer and has the same value, and what is laid out soundly is readable. */
#include "require.h"

#include "vrm/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The recipe ---- */

typedef struct Recipe {
    const uint8_t *at, *end;
} Recipe;

static uint8_t byte(Recipe* recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

/* Mostly small; sometimes at the edge of a type. */
static uint64_t size_of(Recipe* recipe) {
    static const uint64_t edges[] = {0x7FFFFFFF,  0x80000000,        0xFFFFFFFF,
                                     0x100000000, UINT64_C(1) << 53, UINT64_C(1) << 62};
    uint8_t first = byte(recipe);
    return first < 250 ? first % 64 : edges[first - 250];
}

typedef struct Layout {
    uint64_t view_offset, view_length, stride, offset, count;
    int component, type; /* into the tables */
    bool is_normalized, has_view, is_sparse;
    uint64_t sparse_count, index_offset, value_offset;
    int index_component;
} Layout;

static const int component_codes[] = {5120, 5121, 5122, 5123, 5125, 5126};
static const int component_sizes[] = {1, 1, 2, 2, 4, 4};
static const char* const type_names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
static const int type_columns[] = {1, 1, 1, 1, 2, 3, 4}, type_rows[] = {1, 2, 3, 4, 2, 3, 4};

static Layout layout_of(Recipe* recipe) {
    Layout l = {.view_offset = size_of(recipe), .view_length = size_of(recipe)};
    bool has_stride = byte(recipe) % 4 == 0;
    l.stride = has_stride ? 4 * (1 + (uint64_t)byte(recipe) % 20) : 0;
    l.offset = size_of(recipe);
    l.count = size_of(recipe);
    l.component = byte(recipe) % 6;
    l.type = byte(recipe) % 7;
    uint8_t flags = byte(recipe);
    l.is_normalized = (flags & 1) != 0;
    l.has_view = (flags & 14) != 0;
    l.is_sparse = (flags & 48) == 48;
    l.sparse_count = size_of(recipe) % 16;
    l.index_offset = size_of(recipe);
    l.value_offset = size_of(recipe);
    l.index_component = 1 + 2 * (byte(recipe) % 2);
    return l;
}

/* ---- By the specification ---- */

static uint64_t column_bytes(const Layout* l) {
    uint64_t bytes = (uint64_t)(type_rows[l->type] * component_sizes[l->component]);
    return type_columns[l->type] > 1 ? (bytes + 3) / 4 * 4 : bytes; /* columns begin at 4 bytes */
}

static uint64_t element_bytes(const Layout* l) {
    return column_bytes(l) * (uint64_t)type_columns[l->type];
}

/* The last element needs no room for what only pads its last column. */
static uint64_t last_bytes(const Layout* l) {
    return element_bytes(l) - column_bytes(l) +
           (uint64_t)(type_rows[l->type] * component_sizes[l->component]);
}

static float component_at(const Layout* l, const uint8_t* at) {
    int8_t i8;
    int16_t i16;
    uint16_t u16;
    uint32_t u32;
    float f;
    double value = 0.0, most = 1.0;
    switch (l->component) {
    case 0: memcpy(&i8, at, 1), value = i8, most = 127.0; break;
    case 1: value = at[0], most = 255.0; break;
    case 2: memcpy(&i16, at, 2), value = i16, most = 32767.0; break;
    case 3: memcpy(&u16, at, 2), value = u16, most = 65535.0; break;
    case 4: memcpy(&u32, at, 4), value = u32; break;
    default: memcpy(&f, at, 4); return isfinite(f) ? f : 0.0f;
    }
    if (!l->is_normalized || l->component == 4) return (float)value; /* 32 bits never are */
    return (float)(value / most < -1.0 ? -1.0 : value / most);
}

static uint64_t index_at(const Layout* l, const uint8_t* bin, uint64_t i) {
    const uint8_t* at = bin + l->index_offset + i * (uint64_t)component_sizes[l->index_component];
    return l->index_component == 1 ? at[0] : (uint64_t)(at[0] | at[1] << 8);
}

static bool fits(uint64_t offset, uint64_t count, uint64_t step, uint64_t item, uint64_t room) {
    if (count == 0) return offset <= room;
    if (offset > room || item > room || count > room + 1) return false; /* step is at least 1 */
    return offset + (count - 1) * step + item <= room;
}

/* Where component c of element i is; NULL: zero. */
static const uint8_t* place(const Layout* l, const uint8_t* bin, uint64_t i, int c) {
    uint64_t within = (uint64_t)(c / type_rows[l->type]) * column_bytes(l) +
                      (uint64_t)(c % type_rows[l->type] * component_sizes[l->component]);
    for (uint64_t s = 0; l->is_sparse && s < l->sparse_count; s++)
        if (index_at(l, bin, s) == i) return bin + l->value_offset + s * element_bytes(l) + within;
    if (!l->has_view) return NULL;
    uint64_t step = l->stride != 0 ? l->stride : element_bytes(l);
    return bin + l->view_offset + l->offset + i * step + within;
}

/* Nothing reaches out of its view or the buffer, and sparse indices increase. */
static bool is_inside(const Layout* l, const uint8_t* bin, size_t bin_size) {
    uint64_t step = l->stride != 0 ? l->stride : element_bytes(l);
    uint64_t index_bytes = (uint64_t)component_sizes[l->index_component];
    if (l->has_view && l->view_offset > bin_size) return false;
    /* A view that ends behind the buffer: the bytes that are there are still readable. */
    uint64_t there = bin_size - (l->has_view ? l->view_offset : 0);
    uint64_t length = l->view_length < there ? l->view_length : there;
    if (l->has_view && !fits(l->offset, l->count, step, last_bytes(l), length)) return false;
    if (!l->is_sparse) return true;
    if (!fits(l->index_offset, l->sparse_count, index_bytes, index_bytes, bin_size) ||
        !fits(l->value_offset, l->sparse_count, element_bytes(l), last_bytes(l), bin_size))
        return false;
    for (uint64_t s = 0; s < l->sparse_count; s++) {
        uint64_t index = index_at(l, bin, s);
        if (index >= l->count || (s > 0 && index <= index_at(l, bin, s - 1))) return false;
    }
    return true;
}

/* What a validator accepts too. */
static bool is_sound(const Layout* l, size_t bin_size) {
    uint64_t size = (uint64_t)component_sizes[l->component];
    bool is_aligned = (l->view_offset + l->offset) % size == 0 && l->offset % size == 0 &&
                      l->value_offset % 4 == 0 && l->index_offset % 4 == 0 &&
                      (type_columns[l->type] == 1 || (l->view_offset + l->offset) % 4 == 0);
    bool has_stride = l->stride == 0 || (l->stride >= element_bytes(l) && l->stride % size == 0);
    return is_aligned && has_stride && l->count > 0 && l->view_length > 0 &&
           l->view_length <= bin_size && l->view_offset <= bin_size - l->view_length &&
           (!l->is_sparse || (l->sparse_count > 0 && l->sparse_count <= l->count)) &&
           !(l->is_normalized && l->component >= 4);
}

/* ---- Comparing ---- */

static size_t write_document(const Layout* l, size_t bin_size, char* text, size_t room) {
    size_t used = (size_t)snprintf(
        text, room,
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":["
        "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu",
        bin_size, (unsigned long long)l->view_offset, (unsigned long long)l->view_length);
    if (l->stride != 0)
        used += (size_t)snprintf(text + used, room - used, ",\"byteStride\":%llu",
                                 (unsigned long long)l->stride);
    used +=
        (size_t)snprintf(text + used, room - used,
                         "},{\"buffer\":0,\"byteLength\":%zu}],\"accessors\":[{"
                         "\"componentType\":%d,\"type\":\"%s\",\"count\":%llu,\"normalized\":%s",
                         bin_size, component_codes[l->component], type_names[l->type],
                         (unsigned long long)l->count, l->is_normalized ? "true" : "false");
    if (l->has_view)
        used += (size_t)snprintf(text + used, room - used, ",\"bufferView\":0,\"byteOffset\":%llu",
                                 (unsigned long long)l->offset);
    if (l->is_sparse)
        used += (size_t)snprintf(
            text + used, room - used,
            ",\"sparse\":{\"count\":%llu,\"indices\":{\"bufferView\":1,\"byteOffset\":%llu,"
            "\"componentType\":%d},\"values\":{\"bufferView\":1,\"byteOffset\":%llu}}",
            (unsigned long long)l->sparse_count, (unsigned long long)l->index_offset,
            component_codes[l->index_component], (unsigned long long)l->value_offset);
    return used + (size_t)snprintf(text + used, room - used, "}]}");
}

static void put_u32(uint8_t* at, size_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void compare(const Layout* l, const vrm_Gltf* gltf, const uint8_t* bin, size_t bin_size) {
    int components = type_columns[l->type] * type_rows[l->type];
    bool is_small = l->count <= 4096;
    if (gltf->accessor_count != 1 || !is_small) {
        require(!is_small || !is_inside(l, bin, bin_size) || !is_sound(l, bin_size));
        return;
    }
    size_t count = (size_t)l->count * (size_t)components;
    float* values = malloc((count + 1) * sizeof *values);
    require(values != NULL);
    vrm_Result result = vrm_accessor_read_floats(gltf, 0, values, count);
    bool is_in = is_inside(l, bin, bin_size);
    if (result == VRM_OK) require(is_in);
    if (is_in && is_sound(l, bin_size)) require(result == VRM_OK);
    for (size_t i = 0; i < count && result == VRM_OK; i++) {
        const uint8_t* at = place(l, bin, i / (size_t)components, (int)(i % (size_t)components));
        float wanted = at == NULL ? 0.0f : component_at(l, at);
        require(fabsf(values[i] - wanted) <= 1e-6f * fabsf(wanted));
    }
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    enum { TEXT_ROOM = 1024, HEAD = 20 };
    Recipe recipe = {data, data + size};
    Layout layout = layout_of(&recipe);
    size_t bin_size = (size_t)(recipe.end - recipe.at) / 4 * 4;
    if (bin_size == 0 || bin_size > 4096) return 0;
    uint8_t* file = malloc(HEAD + TEXT_ROOM + 8 + bin_size);
    require(file != NULL);
    size_t json = write_document(&layout, bin_size, (char*)file + HEAD, TEXT_ROOM - 4);
    while (json % 4 != 0) file[HEAD + json++] = ' ';
    size_t total = HEAD + json + 8 + bin_size;
    memcpy(file, "glTF\2\0\0\0", 8);
    put_u32(file + 8, total);
    put_u32(file + 12, json);
    memcpy(file + 16, "JSON", 4);
    put_u32(file + HEAD + json, bin_size);
    memcpy(file + HEAD + json + 4, "BIN\0", 4);
    memcpy(file + HEAD + json + 8, recipe.at, bin_size);
    vrm_Model* model = NULL;
    if (vrm_model_load(file, total, NULL, NULL, &model) == VRM_OK)
        compare(&layout, vrm_model_gltf(model), recipe.at, bin_size);
    vrm_model_destroy(model);
    free(file);
    return 0;
}

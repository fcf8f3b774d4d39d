/* SPDX-License-Identifier: MIT */
#include "scene_bytes.h"

#include <stdlib.h>
#include <string.h>

#define GLB_MAGIC 0x46546C67u
#define GLB_JSON  0x4E4F534Au
#define GLB_BIN   0x004E4942u

void bytes_add(Bytes* bytes, const void* data, size_t size) {
    if (bytes->has_failed || size == 0) return;
    if (size > bytes->capacity - bytes->size) {
        size_t capacity = bytes->capacity == 0 ? 4096 : bytes->capacity;
        while (capacity - bytes->size < size && capacity <= SIZE_MAX / 2) capacity *= 2;
        uint8_t* larger = capacity - bytes->size < size ? NULL : realloc(bytes->data, capacity);
        if (larger == NULL) {
            bytes->has_failed = true;
            return;
        }
        bytes->data = larger;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void bytes_add_u8(Bytes* bytes, unsigned value) {
    uint8_t byte = (uint8_t)value;
    bytes_add(bytes, &byte, 1);
}

void bytes_add_u16(Bytes* bytes, unsigned value) {
    uint8_t two[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    bytes_add(bytes, two, sizeof two);
}

void bytes_add_u32(Bytes* bytes, uint32_t value) {
    uint8_t four[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                       (uint8_t)(value >> 24)};
    bytes_add(bytes, four, sizeof four);
}

void bytes_add_be32(Bytes* bytes, uint32_t value) {
    uint8_t four[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                       (uint8_t)value};
    bytes_add(bytes, four, sizeof four);
}

void bytes_add_float(Bytes* bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_add_u32(bytes, bits);
}

void bytes_add_vec3(Bytes* bytes, vrm_Vec3 value) {
    bytes_add_float(bytes, value.x);
    bytes_add_float(bytes, value.y);
    bytes_add_float(bytes, value.z);
}

void bytes_align(Bytes* bytes, size_t alignment) {
    while (!bytes->has_failed && bytes->size % alignment != 0) bytes_add_u8(bytes, 0);
}

void bytes_release(Bytes* bytes) {
    free(bytes->data);
    *bytes = (Bytes){0};
}

void scene_bytes_free(SceneBytes* bytes) {
    free(bytes->data);
    *bytes = (SceneBytes){0};
}

static void add_chunk(Bytes* glb, uint32_t type, vrm_Span chunk, unsigned padding) {
    size_t pad = (4 - chunk.size % 4) % 4;
    bytes_add_u32(glb, (uint32_t)(chunk.size + pad));
    bytes_add_u32(glb, type);
    bytes_add(glb, chunk.data, chunk.size);
    while (pad-- > 0) bytes_add_u8(glb, padding);
}

SceneBytes glb_wrap(vrm_Span json, vrm_Span bin) {
    Bytes glb = {0};
    bytes_add_u32(&glb, GLB_MAGIC);
    bytes_add_u32(&glb, 2);
    bytes_add_u32(&glb, 0);
    add_chunk(&glb, GLB_JSON, json, ' ');
    if (bin.size > 0) add_chunk(&glb, GLB_BIN, bin, 0);
    if (glb.has_failed || glb.size > UINT32_MAX) {
        bytes_release(&glb);
        return (SceneBytes){0};
    }
    uint32_t size = (uint32_t)glb.size;
    for (int i = 0; i < 4; i++) glb.data[8 + i] = (uint8_t)(size >> (8 * i));
    return (SceneBytes){glb.data, glb.size};
}

static uint32_t read_u32(const uint8_t* at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

bool glb_split(const SceneBytes* glb, vrm_Span* out_json, vrm_Span* out_bin) {
    *out_json = *out_bin = (vrm_Span){0};
    if (glb->data == NULL || glb->size < 20 || read_u32(glb->data) != GLB_MAGIC) return false;
    size_t at = 12;
    while (glb->size - at >= 8) {
        size_t size = read_u32(glb->data + at);
        uint32_t type = read_u32(glb->data + at + 4);
        at += 8;
        if (size > glb->size - at) return false;
        vrm_Span chunk = {(const char*)glb->data + at, size};
        if (type == GLB_JSON) *out_json = chunk;
        if (type == GLB_BIN) *out_bin = chunk;
        at += size;
    }
    return out_json->data != NULL;
}

vrm_Span scene_json(const SceneBytes* glb) {
    vrm_Span json, bin;
    glb_split(glb, &json, &bin);
    return json;
}

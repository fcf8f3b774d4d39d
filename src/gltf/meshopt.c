/* SPDX-License-Identifier: MIT */
#include "gltf/meshopt.h"

#ifndef VRM_HAS_MESHOPT

bool vrmi_meshopt_decode(vrmi_Typed* typed, vrm_JsonRef extension, vrm_BufferView* view) {
    (void)typed;
    (void)extension;
    (void)view;
    return false;
}

#else

#include "gltf/accessor.h"
#include "gltf/blob.h"

#include <math.h>
#include <meshoptimizer.h>

typedef enum Mode { ATTRIBUTES, TRIANGLES, INDICES } Mode;
typedef enum Filter { NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL } Filter;

static const char* const mode_names[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
static const char* const filter_names[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};

typedef struct Compressed {
    const uint8_t* bytes;
    size_t byte_count;
    size_t count, stride;
    int mode, filter;
} Compressed;

/* Checks the rules of the extension; the decoder has them as preconditions. */
static bool is_layout_legal(const Compressed* compressed) {
    size_t stride = compressed->stride;
    if (compressed->mode == ATTRIBUTES) {
        if (stride % 4 != 0 || stride > 256 || stride == 0) return false;
        if (compressed->filter == OCTAHEDRAL) return stride == 4 || stride == 8;
        return compressed->filter != QUATERNION || stride == 8;
    }
    if (compressed->filter != NONE || (stride != 2 && stride != 4)) return false;
    return compressed->mode == INDICES || compressed->count % 3 == 0;
}

static bool read_compressed(vrmi_Typed* typed, vrm_JsonRef object, Compressed* compressed) {
    vrmi_Reader* reader = &typed->reader;
    int32_t index = vrmi_read_index(reader, object, "buffer", typed->gltf.buffer_count);
    int64_t offset = vrmi_read_integer(reader, object, "byteOffset", 0, INT64_MAX, 0);
    int64_t length = vrmi_read_integer(reader, object, "byteLength", 1, INT64_MAX, 0);
    int64_t stride = vrmi_read_integer(reader, object, "byteStride", 1, 256, 0);
    int64_t count = vrmi_read_integer(reader, object, "count", 1, INT64_MAX, 0);
    compressed->mode = vrmi_read_enum(reader, object, "mode", mode_names, 3, -1);
    compressed->filter = vrmi_read_enum(reader, object, "filter", filter_names, 4, NONE);
    if (index < 0 || length == 0 || stride == 0 || count == 0 || compressed->mode < 0) return false;
    if ((uint64_t)count > SIZE_MAX / 256) return false; /* no memory could hold the result */
    const vrm_Buffer* buffer = &typed->gltf.buffers[index];
    if (buffer->data == NULL ||
        !vrmi_elements_fit((uint64_t)offset, 0, 1, (uint64_t)length, buffer->size))
        return false;
    compressed->bytes = buffer->data + offset;
    compressed->byte_count = (size_t)length;
    compressed->stride = (size_t)stride;
    compressed->count = (size_t)count;
    return is_layout_legal(compressed);
}

/* EXT_meshopt_compression, "Filter 1: octahedral"
 * (https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_meshopt_compression):
 * x, y and the number that stands for 1 become a unit vector of signed integers.
 * meshopt_decodeFilterOct() is not used: it estimates the square root with NEON and SSE, so its
 * 8-bit normals are off by up to 0.8 % in length, and differ from CPU to CPU. */
static void decode_direction(const int32_t encoded[3], float most, int32_t out[3]) {
    float x = (float)encoded[0], y = (float)encoded[1];
    float z = (float)encoded[2] - fabsf(x) - fabsf(y);
    float fold = z < 0.0f ? z : 0.0f; /* the lower half lies folded over the upper one */
    x += x >= 0.0f ? fold : -fold;
    y += y >= 0.0f ? fold : -fold;
    float length = sqrtf(x * x + y * y + z * z);
    float scale = length > 0.0f ? most / length : 0.0f;
    const float direction[3] = {x * scale, y * scale, z * scale};
    for (int i = 0; i < 3; i++)
        out[i] = (int32_t)(direction[i] + (direction[i] >= 0.0f ? 0.5f : -0.5f));
}

static void decode_octahedral_8(int8_t (*vectors)[4], size_t count) {
    for (size_t v = 0; v < count; v++) {
        int32_t encoded[3] = {vectors[v][0], vectors[v][1], vectors[v][2]}, out[3];
        decode_direction(encoded, 127.0f, out);
        for (int i = 0; i < 3; i++) vectors[v][i] = (int8_t)out[i];
    }
}

static void decode_octahedral_16(int16_t (*vectors)[4], size_t count) {
    for (size_t v = 0; v < count; v++) {
        int32_t encoded[3] = {vectors[v][0], vectors[v][1], vectors[v][2]}, out[3];
        decode_direction(encoded, 32767.0f, out);
        for (int i = 0; i < 3; i++) vectors[v][i] = (int16_t)out[i];
    }
}

static bool decompress(const Compressed* compressed, uint8_t* data) {
    const unsigned char* from = compressed->bytes;
    size_t count = compressed->count, stride = compressed->stride, size = compressed->byte_count;
    if (compressed->mode == TRIANGLES)
        return meshopt_decodeIndexBuffer(data, count, stride, from, size) == 0;
    if (compressed->mode == INDICES)
        return meshopt_decodeIndexSequence(data, count, stride, from, size) == 0;
    if (meshopt_decodeVertexBuffer(data, count, stride, from, size) != 0) return false;
    if (compressed->filter == OCTAHEDRAL && stride == 4) decode_octahedral_8((void*)data, count);
    if (compressed->filter == OCTAHEDRAL && stride == 8) decode_octahedral_16((void*)data, count);
    if (compressed->filter == QUATERNION) meshopt_decodeFilterQuat(data, count, stride);
    if (compressed->filter == EXPONENTIAL) meshopt_decodeFilterExp(data, count, stride);
    return true;
}

/* Everything that the result depends on. The address of the compressed bytes stands for the bytes
 * themselves: a blob is reused only from one reading to the next, the BIN chunks of both readings
 * are alive meanwhile, and so equal addresses mean the same chunk. */
typedef struct CompressedSource {
    uint64_t bytes, byte_count, count, stride, mode, filter;
} CompressedSource;

static const vrmi_Blob* decode(vrmi_Typed* typed, vrm_JsonRef extension, uint64_t length) {
    Compressed compressed = {0};
    const vrm_Allocator* allocator = &typed->document->def.allocator;
    bool is_sound = read_compressed(typed, extension, &compressed) &&
                    length / compressed.stride == compressed.count &&
                    length % compressed.stride == 0;
    if (is_sound) {
        CompressedSource text = {.bytes = (uint64_t)(uintptr_t)compressed.bytes,
                                 .byte_count = compressed.byte_count,
                                 .count = compressed.count,
                                 .stride = compressed.stride,
                                 .mode = (uint64_t)compressed.mode,
                                 .filter = (uint64_t)compressed.filter};
        vrmi_BlobSource source = {.text = &text, .text_size = sizeof text};
        const vrmi_Blob* known = vrmi_blob_find(typed, extension, &source);
        if (known != NULL || typed->reader.result != VRM_OK) return known;
        if (!vrmi_blob_fits(typed, extension, length)) return NULL;
        uint8_t* data = vrmi_alloc(allocator, (size_t)length);
        if (data == NULL) {
            vrmi_read_fail(&typed->reader, VRM_ERR_MEMORY);
            return NULL;
        }
        if (decompress(&compressed, data))
            return vrmi_blob_add(typed, &source, data, (size_t)length);
        vrmi_release(allocator, data, (size_t)length);
    }
    vrmi_read_report(&typed->reader, VRMI_RULE_MESHOPT_INVALID, extension, NULL);
    return NULL;
}

bool vrmi_meshopt_decode(vrmi_Typed* typed, vrm_JsonRef extension, vrm_BufferView* view) {
    const vrmi_Blob* blob = decode(typed, extension, view->byte_length);
    view->is_compressed = true;
    view->data = blob != NULL ? blob->data : NULL;
    return true;
}

#endif

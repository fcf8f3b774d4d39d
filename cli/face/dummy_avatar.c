/* SPDX-License-Identifier: MIT */
#include "face/dummy_avatar.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char* const presets[] = {"happy", "angry", "sad", "relaxed", "surprised", "aa",
                                      "ih",    "ou",    "ee",  "oh",      "blink"};
enum { COUNT = sizeof presets / sizeof *presets };

/* The buffer is zeros around a single vector of 1. Each morph target reads it from another offset,
 * at which that vector belongs to the target's own vertex. */
enum { VECTOR = 12, BIN_BYTES = (2 * COUNT - 1) * VECTOR, JSON_ROOM = 8192 };

typedef struct Text {
    char bytes[JSON_ROOM];
    size_t size;
} Text;

static VRM_PRINTF(2, 3) void put(Text* text, const char* format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text->bytes + text->size, JSON_ROOM - text->size, format, args);
    va_end(args);
    if (length > 0) text->size += (size_t)length; /* always fits: the text is constant */
}

static void put_json(Text* text) {
    put(text, "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"scene\":0,"
              "\"scenes\":[{\"nodes\":[0,3]}],\"nodes\":[{\"translation\":[0,0.94,0],"
              "\"children\":[1]},{\"translation\":[0,0.1,0],\"children\":[2]},"
              "{\"translation\":[0,0.4,0]},{\"mesh\":0}],");
    put(text,
        "\"buffers\":[{\"byteLength\":%d}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d,"
        "\"byteStride\":12}],"
        "\"accessors\":[{\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\","
        "\"min\":[0,0,0],\"max\":[0,0,0]}",
        BIN_BYTES, BIN_BYTES, COUNT);
    for (int i = 0; i < COUNT; i++)
        put(text,
            ",{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":5126,\"count\":%d,"
            "\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,1,0]}",
            (COUNT - 1 - i) * VECTOR, COUNT);
    put(text, "],\"meshes\":[{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":0},"
              "\"targets\":[");
    for (int i = 0; i < COUNT; i++) put(text, "%s{\"POSITION\":%d}", i > 0 ? "," : "", i + 1);
    put(text, "]}]}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":"
              "\"dummy\",\"authors\":[\"libvrm\"],\"licenseUrl\":"
              "\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{\"hips\":{"
              "\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2}}},\"expressions\":{"
              "\"preset\":{");
    for (int i = 0; i < COUNT; i++)
        put(text, "%s\"%s\":{\"morphTargetBinds\":[{\"node\":3,\"index\":%d,\"weight\":1}]}",
            i > 0 ? "," : "", presets[i], i);
    put(text, "}}}}}");
    while (text->size % 4 != 0) put(text, " ");
}

static size_t put_chunk(uint8_t* out, uint32_t size, const char* kind) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(size >> (8 * i));
    memcpy(out + 4, kind, 4);
    return 8;
}

vrm_Result dummy_avatar_make(vrm_Model** out_model) {
    uint8_t glb[12 + 8 + JSON_ROOM + 8 + BIN_BYTES] = {0}, *bin;
    Text text = {.size = 0};
    put_json(&text);
    size_t size = 12;
    size += put_chunk(glb + size, (uint32_t)text.size, "JSON");
    memcpy(glb + size, text.bytes, text.size);
    size += text.size;
    size += put_chunk(glb + size, BIN_BYTES, "BIN");
    bin = glb + size;
    memcpy(bin + (COUNT - 1) * VECTOR + 4, "\0\0\x80\x3F", 4); /* y is 1 */
    size += BIN_BYTES;
    memcpy(glb, "glTF\2\0\0", 8);
    for (int i = 0; i < 4; i++) glb[8 + i] = (uint8_t)(size >> (8 * i));
    return vrm_model_load(glb, size, NULL, NULL, out_model);
}

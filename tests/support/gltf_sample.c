/* SPDX-License-Identifier: MIT */
#include "support/gltf_sample.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#define VIEW(offset, length) "{\"buffer\":0,\"byteOffset\":" #offset ",\"byteLength\":" #length "}"
#define VERTICES(offset, length)                                                                   \
    "{\"buffer\":0,\"byteOffset\":" #offset ",\"byteLength\":" #length ",\"target\":34962}"
#define FLOATS(view, type, count)                                                                  \
    "{\"bufferView\":" #view ",\"componentType\":5126,\"type\":\"" type "\",\"count\":" #count "}"

static const char text[] =
    "{\"asset\":{\"version\":\"2.0\",\"generator\":\"sample\"},"
    "\"scene\":0,\"scenes\":[{\"nodes\":[0,3,4,6]}],"
    "\"nodes\":["
    "{\"name\":\"root\",\"children\":[1,5]},"
    "{\"name\":\"hip\",\"translation\":[0,1,0],\"children\":[2]},"
    "{\"name\":\"knee\",\"translation\":[0,-0.5,0]},"
    "{\"name\":\"body\",\"mesh\":0,\"skin\":0},"
    "{\"name\":\"eye\",\"camera\":0},"
    "{\"name\":\"box\",\"mesh\":1},"
    "{\"name\":\"map\",\"camera\":1}],"
    "\"cameras\":["
    "{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1,\"zfar\":10}},"
    "{\"type\":\"orthographic\","
    "\"orthographic\":{\"xmag\":1,\"ymag\":1,\"znear\":0.1,\"zfar\":10}}],"
    "\"meshes\":["
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TANGENT\":2,\"TEXCOORD_0\":3,"
    "\"COLOR_0\":4,\"JOINTS_0\":5,\"WEIGHTS_0\":6},"
    "\"indices\":7,\"material\":0,\"targets\":[{\"POSITION\":8}]}],\"weights\":[0]},"
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":7,\"material\":1,"
    "\"targets\":[{\"POSITION\":13}]}]}],"
    "\"skins\":[{\"inverseBindMatrices\":9,\"joints\":[1,2],\"skeleton\":1}],"
    "\"materials\":["
    "{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}},"
    "\"normalTexture\":{\"index\":0}},"
    "{\"name\":\"plain\",\"pbrMetallicRoughness\":{\"metallicFactor\":0}}],"
    "\"textures\":[{\"source\":0,\"sampler\":0}],"
    "\"samplers\":[{\"wrapS\":10497}],"
    "\"images\":[{\"bufferView\":15,\"mimeType\":\"image/png\"}],"
    "\"animations\":[{\"channels\":["
    "{\"sampler\":0,\"target\":{\"node\":5,\"path\":\"translation\"}},"
    "{\"sampler\":1,\"target\":{\"node\":5,\"path\":\"rotation\"}}],"
    "\"samplers\":[{\"input\":10,\"output\":11},{\"input\":10,\"output\":12}]}],"
    /* clang-format off */
    "\"accessors\":["
    "{\"bufferView\":0,\"byteOffset\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4,"
    "\"min\":[0,0,0],"
    "\"max\":[1,1,0],"
    "\"normalized\":false},"
    FLOATS(1, "VEC3", 4) ","
    FLOATS(2, "VEC4", 4) ","
    FLOATS(3, "VEC2", 4) ","
    FLOATS(4, "VEC4", 4) ","
    "{\"bufferView\":5,\"componentType\":5121,\"type\":\"VEC4\",\"count\":4},"
    FLOATS(6, "VEC4", 4) ","
    "{\"bufferView\":7,\"componentType\":5123,\"type\":\"SCALAR\",\"count\":6,\"min\":[0],"
    "\"max\":[3]},"
    "{\"bufferView\":8,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4,\"min\":[0,0,0],"
    "\"max\":[0,0,0.5]},"
    FLOATS(9, "MAT4", 2) ","
    "{\"bufferView\":10,\"componentType\":5126,\"type\":\"SCALAR\",\"count\":3,\"min\":[0],"
    "\"max\":[2]},"
    FLOATS(11, "VEC3", 3) ","
    FLOATS(12, "VEC4", 3) ","
    "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":4,\"min\":[0,0,0],"
    "\"max\":[0,1,0],"
    "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":13,\"componentType\":5123},"
    "\"values\":{\"bufferView\":14}}}],"
    "\"bufferViews\":["
    VERTICES(0, 48) ","
    VERTICES(48, 48) ","
    VERTICES(96, 64) ","
    VERTICES(160, 32) ","
    VERTICES(192, 64) ","
    VERTICES(256, 16) ","
    VERTICES(272, 64) ","
    "{\"buffer\":0,\"byteOffset\":336,\"byteLength\":12,\"target\":34963},"
    VERTICES(348, 48) ","
    VIEW(396, 128) ","
    VIEW(524, 12) ","
    VIEW(536, 36) ","
    VIEW(572, 48) ","
    VIEW(620, 4) ","
    VIEW(624, 24) ","
    VIEW(648, 84)
    "],"
    "\"buffers\":["
    "{\"uri\":\"data.bin\",\"byteLength\":732}]}";
/* clang-format on */

/* A square, textured and weighted; two identity matrices; a move and a turn of three keys. */
static const float vertices[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
static const uint8_t png[84] = "\x89PNG\r\n\x1A\n"
                               "\0\0\0\x0DIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77\x53\xDE"
                               "\0\0\0\x04gAMA\0\0\xB1\x8F\x0B\xFC\x61\x05"
                               "\0\0\0\x0CIDAT\x08\xD7\x63\xF8\xCF\xC0\0\0\x03\x01\x01\0"
                               "\x18\xDD\x8D\xB0\0\0\0\0IEND\xAE\x42\x60";
static const uint8_t webp[32] = "RIFF\x18\0\0\0WEBPVP8L\x0C\0\0\0\x2F\x01\x40\0\0\0";

void sample_set_float(Sample* sample, int offset, float value) {
    memcpy(sample->data + offset, &value, sizeof value);
}

void sample_set_short(Sample* sample, int offset, uint16_t value) {
    memcpy(sample->data + offset, &value, sizeof value);
}

static void fill_data(Sample* sample) {
    memset(sample->data, 0, sizeof sample->data);
    for (int v = 0; v < 4; v++) {
        for (int c = 0; c < 3; c++)
            sample_set_float(sample, SAMPLE_POSITIONS + v * 12 + c * 4, vertices[v][c]);
        sample_set_float(sample, SAMPLE_NORMALS + v * 12 + 8, 1);
        sample_set_float(sample, SAMPLE_TANGENTS + v * 16, 1);
        sample_set_float(sample, SAMPLE_TANGENTS + v * 16 + 12, 1);
        sample_set_float(sample, SAMPLE_UVS + v * 8, vertices[v][0]);
        sample_set_float(sample, SAMPLE_UVS + v * 8 + 4, vertices[v][1]);
        for (int c = 0; c < 4; c++) sample_set_float(sample, SAMPLE_COLORS + v * 16 + c * 4, 1);
        sample->data[SAMPLE_JOINTS + v * 4 + 1] = 1;
        sample_set_float(sample, SAMPLE_WEIGHTS + v * 16, 0.5f);
        sample_set_float(sample, SAMPLE_WEIGHTS + v * 16 + 4, 0.5f);
    }
    for (int i = 0; i < 6; i++) sample_set_short(sample, SAMPLE_INDICES + i * 2, indices[i]);
    sample_set_float(sample, SAMPLE_MORPH + 8, 0.5f);
    for (int m = 0; m < 2; m++)
        for (int c = 0; c < 16; c += 5)
            sample_set_float(sample, SAMPLE_MATRICES + m * 64 + c * 4, 1);
    for (int k = 0; k < 3; k++) {
        sample_set_float(sample, SAMPLE_TIMES + k * 4, (float)k);
        sample_set_float(sample, SAMPLE_MOVES + k * 12, (float)k);
        sample_set_float(sample, SAMPLE_TURNS + k * 16 + 12, 1);
    }
    sample_set_short(sample, SAMPLE_SPARSE_AT, 1);
    sample_set_short(sample, SAMPLE_SPARSE_AT + 2, 2);
    sample_set_float(sample, SAMPLE_SPARSE + 4, 1);
    memcpy(sample->data + SAMPLE_IMAGE, png, sizeof png);
}

void sample_init(Sample* sample) {
    assert_int_equal(vrm_json_parse(text, sizeof text - 1, NULL, NULL, &sample->json), VRM_OK);
    fill_data(sample);
}

void sample_free(Sample* sample) {
    vrm_json_destroy(sample->json);
}

static void edit_array(vrm_Json* json, vrm_JsonRef array, const char* key, const char* value) {
    if (strcmp(key, "-") == 0) {
        assert_int_equal(
            vrm_json_insert(json, array, vrm_json_count(json, array), value, strlen(value), NULL),
            VRM_OK);
        return;
    }
    uint32_t index = (uint32_t)atoi(key);
    assert_in_range(index, 0, vrm_json_count(json, array) - 1);
    vrm_JsonRef element = vrm_json_element(json, array, index);
    assert_int_equal(value == NULL ? vrm_json_remove_at(json, array, index)
                                   : vrm_json_replace(json, element, value, strlen(value), NULL),
                     VRM_OK);
}

void sample_edit(Sample* sample, const char* pointer, const char* value) {
    char parent[256];
    const char* key = strrchr(pointer, '/') + 1;
    size_t length = (size_t)(key - 1 - pointer);
    assert_in_range(length, 0, sizeof parent - 1);
    memcpy(parent, pointer, length);
    parent[length] = '\0';
    vrm_JsonRef container = vrm_json_at(sample->json, parent);
    if (vrm_json_type(sample->json, container) == VRM_JSON_ARRAY) {
        edit_array(sample->json, container, key, value);
        return;
    }
    assert_int_equal(vrm_json_type(sample->json, container), VRM_JSON_OBJECT);
    assert_int_equal(value == NULL
                         ? vrm_json_remove(sample->json, container, key)
                         : vrm_json_set(sample->json, container, key, value, strlen(value), NULL),
                     VRM_OK);
}

static vrm_Result read_file(void* ctx, const char* path, uint64_t max_size,
                            const vrm_Allocator* allocator, uint8_t** out_data, size_t* out_size) {
    (void)max_size;
    const Sample* sample = ctx;
    const struct {
        const char* path;
        const uint8_t* data;
        size_t size;
    } files[] = {{"data.bin", sample->data, sizeof sample->data},
                 {"red.png", png, sizeof png},
                 {"red.webp", webp, sizeof webp}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(path, files[i].path) != 0) continue;
        *out_data = allocator->alloc(allocator->ctx, files[i].size, 16);
        if (*out_data == NULL) return VRM_ERR_MEMORY;
        memcpy(*out_data, files[i].data, files[i].size);
        *out_size = files[i].size;
        return VRM_OK;
    }
    return VRM_ERR_IO;
}

vrm_Result sample_validate_with(const Sample* sample, vrm_ValidateDef def, vrm_Report* report) {
    size_t size = vrm_json_written_size(sample->json);
    char* file = malloc(size);
    assert_non_null(file);
    assert_int_equal(vrm_json_write(sample->json, file, size), VRM_OK);
    def.read_file = read_file;
    def.read_file_ctx = (void*)(uintptr_t)sample;
    vrm_Result result = vrm_validate(file, size, &def, report, NULL);
    free(file);
    return result;
}

vrm_Report* sample_validate(const Sample* sample) {
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(sample_validate_with(sample, vrm_default_validate_def(), report), VRM_OK);
    return report;
}

bool sample_has(const vrm_Report* report, const char* code, const char* pointer) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, code) == 0 &&
            (pointer == NULL || strcmp(finding.pointer, pointer) == 0))
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* EXT_meshopt_compression. The packed bytes below were made with meshoptimizer 0.18's own encoders;
 * a build without meshoptimizer must refuse what it cannot unpack. */
#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"
#include "vrm/edit.h"
#include "vrm/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A quad of four vertices: 0 0 0, 1 0 0, 1 2 0, 0 2 -4. */
static const uint8_t packed_positions[72] = {
    0xA0, 0x00, 0x00, 0x01, 0x33, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0x01, 0x33, 0x00, 0x00,
    0x00, 0x7E, 0x7D, 0x00, 0x00, 0x00, 0x01, 0x0C, 0x00, 0x00, 0x00, 0x80, 0x00, 0x00,
    0x01, 0x03, 0x00, 0x00, 0x00, 0xFF, 0x01, 0x03, 0x00, 0x00, 0x00, 0x7F};
/* 0 1 2, 0 2 3 */
static const uint8_t packed_triangles[19] = {0xE0, 0xF0, 0x00, 0x00, 0x76, 0x87, 0x56,
                                             0x67, 0x78, 0xA9, 0x86, 0x65, 0x89, 0x68,
                                             0x98, 0x01, 0x69, 0x00, 0x00};
static const uint8_t packed_indices[11] = {0xD0, 0x00, 0x04, 0x04, 0x06, 0x08,
                                           0x04, 0x00, 0x00, 0x00, 0x00};
/* +Z, +Y, +X, -Z as octahedral bytes */
static const uint8_t packed_normals[49] = {0xA0, 0x01, 0x0C, 0x00, 0x00, 0x00, 0xFE, 0x01,
                                           0x3F, 0x00, 0x00, 0x00, 0xFE, 0xFD, 0xFE, [47] = 0x7F};
/* Identity, half turns about X and Y, and 0.5 0.5 0.5 0.5 */
static const uint8_t packed_rotations[76] = {
    0xA0, 0x01, 0x03, 0x00, 0x00, 0x00, 0xFB, 0x01,        0x03, 0x00, 0x00, 0x00,
    0xB4, 0x01, 0x03, 0x00, 0x00, 0x00, 0xFB, 0x01,        0x03, 0x00, 0x00, 0x00,
    0xB4, 0x01, 0x03, 0x00, 0x00, 0x00, 0xFB, 0x01,        0x03, 0x00, 0x00, 0x00,
    0xB4, 0x01, 0x39, 0x00, 0x00, 0x00, 0x05, [74] = 0xFF, 0x7F};
/* The quad again, by the exponential filter */
static const uint8_t packed_exponents[79] = {
    0xA0, 0x00, 0x01, 0x3F, 0x00,        0x00,        0x00,       0x40, 0x1F, 0x1F, 0x00,
    0x01, 0x2A, 0x00, 0x00, 0x00,        0x00,        0x01,       0x0F, 0x00, 0x00, 0x00,
    0x40, 0x1F, 0x00, 0x01, 0x2A,        0x00,        0x00,       0x00, 0x00, 0x01, 0x03,
    0x00, 0x00, 0x00, 0x3F, 0x01,        0x01,        0x00,       0x00, 0x00, 0x01, 0x2A,
    0x00, 0x00, 0x00, 0x00, [70] = 0xF2, [74] = 0xF2, [78] = 0xF2};

static const float positions[12] = {0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, -4};

/* A document with one packed view and one accessor over it. */
static TestBytes packed_glb(const uint8_t* packed, size_t size, int length, const char* extension,
                            const char* accessor, const char* required) {
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'extensionsUsed':['EXT_meshopt_compression']%s,"
             "'buffers':[{'byteLength':%d},{'byteLength':%d,'extensions':{"
             "'EXT_meshopt_compression':{'fallback':true}}}],'bufferViews':[{'buffer':1,"
             "'byteLength':%d,'extensions':{'EXT_meshopt_compression':{'buffer':0,%s}}}],"
             "'accessors':[{'bufferView':0,%s}]}",
             required, (int)size, length, length, extension, accessor);
    return test_glb(json, packed, size);
}

static bool has_meshopt(void) {
    TestBytes gltf = test_gltf("{'asset':{'version':'2.0'},"
                               "'extensionsRequired':['EXT_meshopt_compression']}");
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load(gltf.data, gltf.size, NULL, NULL, &document);
    vrmi_document_destroy(document);
    test_bytes_free(&gltf);
    assert_true(result == VRM_OK || result == VRM_ERR_UNSUPPORTED);
    return result == VRM_OK;
}

static void check_floats(const uint8_t* packed, size_t size, int length, const char* extension,
                         const char* accessor, const float* expected, size_t count) {
    TestBytes glb = packed_glb(packed, size, length, extension, accessor, "");
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
    test_check_findings(report, NULL, 0);
    assert_true(document->gltf.buffer_views[0].is_compressed);
    float out[16];
    assert_int_equal(vrm_accessor_read_floats(&document->gltf, 0, out, count), VRM_OK);
    for (size_t i = 0; i < count; i++) assert_float_equal(out[i], expected[i], 1e-3f);
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

#define VEC3_FLOATS "'componentType':5126,'type':'VEC3','count':4"

static void packed_views_are_unpacked(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    check_floats(packed_positions, sizeof packed_positions, 48,
                 "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'", VEC3_FLOATS,
                 positions, 12);
    check_floats(packed_exponents, sizeof packed_exponents, 48,
                 "'byteLength':79,'byteStride':12,'count':4,'mode':'ATTRIBUTES',"
                 "'filter':'EXPONENTIAL'",
                 VEC3_FLOATS, positions, 12);
    static const float indices[] = {0, 1, 2, 0, 2, 3};
    check_floats(packed_triangles, sizeof packed_triangles, 12,
                 "'byteLength':19,'byteStride':2,'count':6,'mode':'TRIANGLES'",
                 "'componentType':5123,'type':'SCALAR','count':6", indices, 6);
    check_floats(packed_indices, sizeof packed_indices, 24,
                 "'byteLength':11,'byteStride':4,'count':6,'mode':'INDICES'",
                 "'componentType':5125,'type':'SCALAR','count':6", indices, 6);
    static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0};
    check_floats(packed_normals, sizeof packed_normals, 16,
                 "'byteLength':49,'byteStride':4,'count':4,'mode':'ATTRIBUTES',"
                 "'filter':'OCTAHEDRAL'",
                 "'componentType':5120,'normalized':true,'type':'VEC4','count':4", normals, 16);
    static const float rotations[] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, .5f, .5f, .5f, .5f};
    check_floats(packed_rotations, sizeof packed_rotations, 32,
                 "'byteLength':76,'byteStride':8,'count':4,'mode':'ATTRIBUTES',"
                 "'filter':'QUATERNION'",
                 "'componentType':5122,'normalized':true,'type':'VEC4','count':4", rotations, 16);
}

/* ---- Every octahedral normal of 8 bits ---- */

/* Vertices of 4 bytes in the vertex codec of EXT_meshopt_compression, without compressing: blocks
 * of 256, byte by byte as differences from the vertex before, in groups of 16 literal bytes; the
 * first vertex stands at the end, behind padding. */
static size_t pack_bytes(const uint8_t* vertices, size_t count, uint8_t* out) {
    uint8_t* to = out;
    *to++ = 0xA0;
    for (size_t block = 0; block < count; block += 256) {
        size_t size = count - block < 256 ? count - block : 256;
        size_t groups = (size + 15) / 16;
        for (int byte = 0; byte < 4; byte++) {
            memset(to, 0xFF, (groups + 3) / 4);
            to += (groups + 3) / 4;
            for (size_t i = 0; i < groups * 16; i++) {
                size_t at = block + i;
                uint8_t delta = 0;
                if (i < size)
                    delta = (uint8_t)(vertices[at * 4 + (size_t)byte] -
                                      vertices[(at == 0 ? 0 : at - 1) * 4 + (size_t)byte]);
                *to++ = (uint8_t)((delta << 1) ^ (delta >= 128 ? 0xFF : 0));
            }
        }
    }
    memset(to, 0, 28);
    memcpy(to + 28, vertices, 4);
    return (size_t)(to + 32 - out);
}

/* The nearest direction that signed bytes can say: no component is off by more than half a step, so
 * that the length is within what the validator allows. Instructions that estimate a square root
 * (NEON, SSE) were off by more. */
static void octahedral_normals_of_8_bits_have_length_1(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    enum { SIDE = 255, COUNT = SIDE * SIDE };
    uint8_t* vertices = test_malloc(COUNT * 4);
    uint8_t* packed = test_malloc(COUNT * 6 + 4096);
    for (int i = 0; i < COUNT; i++) {
        int8_t normal[4] = {(int8_t)(i % SIDE - 127), (int8_t)(i / SIDE - 127), 127, 0};
        memcpy(vertices + i * 4, normal, 4);
    }
    size_t size = pack_bytes(vertices, COUNT, packed);
    char extension[200];
    snprintf(extension, sizeof extension,
             "'byteLength':%d,'byteStride':4,'count':%d,'mode':'ATTRIBUTES','filter':'OCTAHEDRAL'",
             (int)size, COUNT);
    TestBytes glb = packed_glb(packed, size, COUNT * 4, extension,
                               "'componentType':5120,'normalized':true,'type':'VEC4',"
                               "'count':65025",
                               "");
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    const int8_t* data = (const int8_t*)document->gltf.buffer_views[0].data;
    assert_non_null(data);
    double worst = 0;
    for (int i = 0; i < COUNT; i++) {
        const int8_t* n = data + i * 4;
        double length = sqrt((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])) / 127;
        if (fabs(length - 1) > worst) worst = fabs(length - 1);
    }
    printf("worst length is off by %.5f\n", worst);
    assert_true(worst <= 0.00674);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
    test_free(packed);
    test_free(vertices);
}

static void broken_packing_disables_the_view(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    static const char* const extensions[] = {
        "'byteLength':71,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
        "'byteLength':73,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
        "'byteLength':72,'byteStride':12,'count':3,'mode':'ATTRIBUTES'",
        "'byteLength':72,'byteStride':12,'count':4611686018427387904,'mode':'ATTRIBUTES'",
        "'byteLength':72,'byteStride':0,'count':4,'mode':'ATTRIBUTES'",
        "'byteLength':72,'byteStride':1,'count':48,'mode':'ATTRIBUTES'",
        "'byteLength':72,'byteStride':16,'count':3,'mode':'TRIANGLES'",
        "'byteLength':72,'byteStride':4,'count':12,'mode':'TRIANGLES'",
        "'byteLength':72,'byteStride':4,'count':12,'mode':'INDICES'",
        "'byteLength':72,'byteStride':4,'count':12,'mode':'INDICES','filter':'OCTAHEDRAL'",
        "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES','filter':'OCTAHEDRAL'",
        "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES','filter':'QUATERNION'",
        "'byteLength':72,'byteStride':12,'count':4,'mode':'LINES'",
        "'byteLength':72,'byteStride':12,'count':4",
        "'byteOffset':1,'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
        "'byteOffset':4611686018427387904,'byteLength':72,'byteStride':12,'count':4,'mode':'"
        "INDICES'",
        "'byteOffset':9223372036854775807,'byteLength':72,'byteStride':4,'count':12,'mode':'"
        "INDICES'",
    };
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48, extensions[i],
                                   VEC3_FLOATS, "");
        vrm_Report* report;
        vrmi_Document* document;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
        assert_null(document->gltf.buffer_views[0].data);
        assert_false(document->gltf.accessors[0].is_readable);
        test_get_finding(report, "MESHOPT_INVALID");
        vrmi_document_destroy(document);
        vrm_report_destroy(report);
        test_bytes_free(&glb);
    }
}

static void unpacking_counts_against_the_limit(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48,
                               "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
                               VEC3_FLOATS, "");
    vrm_LoadDef def = vrm_default_load_def();
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, NULL, &document), VRM_OK);
    def.limits.decoded_bytes = document->decoded_bytes - 1;
    vrmi_document_destroy(document);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, NULL, &document), VRM_ERR_LIMIT);
    test_bytes_free(&glb);
}

static vrm_Result load_packed(const vrm_Allocator* allocator, void* ctx) {
    const TestBytes* glb = ctx;
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load(glb->data, glb->size, &def, NULL, &document);
    vrmi_document_destroy(document);
    return result;
}

static void unpacking_survives_failing_memory(void** state) {
    (void)state;
    TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48,
                               "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
                               VEC3_FLOATS, "");
    assert_true(test_every_allocation_failing(load_packed, &glb) > 3);
    test_bytes_free(&glb);
}

static void unpacked_views_are_kept_when_read_again(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48,
                               "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
                               VEC3_FLOATS, "");
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    const uint8_t* before = document->gltf.buffer_views[0].data;
    assert_int_equal(vrmi_document_reread(document, NULL, NULL), VRM_OK);
    assert_ptr_equal(document->gltf.buffer_views[0].data, before);
    assert_int_equal(document->blob_count, 1);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

/* What is added needs room in the chunk: packed views are written out then. */
static void adding_to_a_packed_file_keeps_what_it_shows(void** state) {
    (void)state;
    if (!has_meshopt()) skip();
    TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48,
                               "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'",
                               VEC3_FLOATS, "");
    vrm_Model* model;
    vrm_Edit* edit;
    int32_t added = -1;
    assert_int_equal(vrm_model_load(glb.data, glb.size, NULL, NULL, &model), VRM_OK);
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC3, positions, 4, 0, false, &added),
                     VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    size_t size;
    assert_int_equal(vrm_model_save_size(model, &size), VRM_OK);
    uint8_t* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(vrm_model_save(model, bytes, size), VRM_OK);
    vrm_model_destroy(model);
    assert_int_equal(vrm_model_load(bytes, size, NULL, NULL, &model), VRM_OK);
    const int32_t both[] = {0, added};
    for (size_t k = 0; k < 2; k++) {
        float out[12];
        assert_int_equal(vrm_accessor_read_floats(vrm_model_gltf(model), both[k], out, 12), VRM_OK);
        for (size_t i = 0; i < 12; i++) assert_float_equal(out[i], positions[i], 1e-3f);
    }
    vrm_model_destroy(model);
    free(bytes);
    test_bytes_free(&glb);
}

static void build_without_meshoptimizer_refuses_or_falls_back(void** state) {
    (void)state;
    if (has_meshopt()) skip();
    const char* extension = "'byteLength':72,'byteStride':12,'count':4,'mode':'ATTRIBUTES'";
    TestBytes glb = packed_glb(packed_positions, sizeof packed_positions, 48, extension,
                               VEC3_FLOATS, ",'extensionsRequired':['EXT_meshopt_compression']");
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document),
                     VRM_ERR_UNSUPPORTED);
    test_get_finding(report, "REQUIRED_EXTENSION_REFUSED");
    vrm_report_destroy(report);
    test_bytes_free(&glb);
    glb = packed_glb(packed_positions, sizeof packed_positions, 48, extension, VEC3_FLOATS, "");
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, NULL, &document), VRM_OK);
    assert_false(document->gltf.buffer_views[0].is_compressed);
    assert_false(document->gltf.accessors[0].is_readable);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_views_are_unpacked),
        cmocka_unit_test(octahedral_normals_of_8_bits_have_length_1),
        cmocka_unit_test(broken_packing_disables_the_view),
        cmocka_unit_test(unpacking_counts_against_the_limit),
        cmocka_unit_test(unpacking_survives_failing_memory),
        cmocka_unit_test(unpacked_views_are_kept_when_read_again),
        cmocka_unit_test(adding_to_a_packed_file_keeps_what_it_shows),
        cmocka_unit_test(build_without_meshoptimizer_refuses_or_falls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

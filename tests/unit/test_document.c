/* SPDX-License-Identifier: MIT */
/* Loading, limits, side files, editing and saving of whole documents. */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */

#include "gltf/document.h"
#include "support/check.h"
#include "support/glb.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Something of everything: what loading allocates, refers to and decodes. */
static const char rich_json[] =
    "{ 'asset' : {'version':'2.0','generator':'by hand','extras':{'x':[1, 2.50, 1e3]}},"
    "'extensionsUsed':['VRMC_vrm','ACME_thing'],'scene':0,'scenes':[{'nodes':[0]}],"
    "'nodes':[{'name':'root','children':[1,2],'extensions':{'ACME_thing':{'deep':[{}]}}},"
    "{'mesh':0,'skin':0,'weights':[0.5]},{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],'camera':0}],"
    "'cameras':[{'type':'perspective','perspective':{'yfov':1,'znear':1}}],"
    "'meshes':[{'name':'face','primitives':[{'attributes':{'POSITION':0,'_CUSTOM':0},'indices':1,"
    "'material':0,'targets':[{'POSITION':2}]}],'extras':{'targetNames':['smile']}}],"
    "'skins':[{'joints':[0,2]}],'materials':[{'name':'m\\u0041','pbrMetallicRoughness':{"
    "'baseColorTexture':{'index':0}}}],'textures':[{'source':0,'sampler':0},{'source':1}],"
    "'samplers':[{}],'images':[{'bufferView':2,'mimeType':'image/png'},"
    "{'uri':'data:image/png;base64,iVBORw0KGgo='}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'type':'VEC3','count':3,'min':[0,0,0],"
    "'max':[1,1,0]},{'bufferView':1,'componentType':5123,'type':'SCALAR','count':3},"
    "{'componentType':5126,'type':'VEC3','count':3,'sparse':{'count':1,'indices':{"
    "'bufferView':1,'componentType':5123},'values':{'bufferView':0}}}],"
    "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6},"
    "{'buffer':0,'byteOffset':42,'byteLength':5}],'buffers':[{'byteLength':47}],"
    "'animations':[{'samplers':[{'input':1,'output':0}],'channels':[{'sampler':0,'target':{"
    "'node':2,'path':'translation'}}]}],'ACME_root' : null }";

static TestBytes rich_glb(void) {
    uint8_t bin[47];
    for (int i = 0; i < 47; i++) bin[i] = (uint8_t)(i < 36 ? 0 : i - 36);
    memcpy(bin + 36, "\0\0\1\0\2\0", 6);
    TestBytes json = test_gltf(rich_json);
    size_t size = (json.size + 3) / 4 * 4;
    char* padded = malloc(size);
    assert_non_null(padded);
    memset(padded, ' ', size);
    memcpy(padded, json.data, json.size);
    uint8_t padded_bin[48] = {0};
    memcpy(padded_bin, bin, sizeof bin);
    padded_bin[47] = 0xEE; /* somebody's padding is not zero: it must survive */
    TestChunk chunks[] = {
        {"JSON", padded, size}, {"BIN\0", padded_bin, 48}, {"ACME", "keep me!", 8}};
    TestBytes glb = test_glb_chunks(chunks, 3);
    free(padded);
    test_bytes_free(&json);
    return glb;
}

static TestBytes save(const vrmi_Document* document) {
    TestBytes bytes = {0};
    assert_int_equal(vrmi_document_save_size(document, &bytes.size), VRM_OK);
    bytes.data = malloc(bytes.size + 1);
    assert_non_null(bytes.data);
    assert_int_equal(vrmi_document_save(document, bytes.data, bytes.size), VRM_OK);
    if (bytes.size > 0)
        assert_int_equal(vrmi_document_save(document, bytes.data, bytes.size - 1),
                         VRM_ERR_ARGUMENT);
    return bytes;
}

static vrmi_Document* load(TestBytes bytes) {
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(bytes.data, bytes.size, NULL, NULL, &document), VRM_OK);
    return document;
}

/* ---- Loading ---- */

static void document_holds_all_that_the_file_says(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
    memset(glb.data, 0, glb.size); /* the document has its own copy */
    test_check_findings(report, (const char*[]){"GLB_UNKNOWN_CHUNK_TYPE"}, 1);
    const vrm_Gltf* gltf = &document->gltf;
    assert_string_equal(gltf->asset.generator, "by hand");
    assert_int_equal(gltf->node_count, 3);
    assert_int_equal(gltf->nodes[1].parent, 0);
    assert_string_equal(gltf->materials[0].name, "mA");
    assert_string_equal(gltf->meshes[0].target_names[0], "smile");
    assert_int_equal(gltf->images[0].size, 5);
    assert_memory_equal(gltf->images[0].data, "\6\7\10\11\12", 5);
    assert_memory_equal(gltf->images[1].data, "\x89PNG\r\n\x1A\n", 8);
    assert_string_equal(gltf->images[1].uri, "data:image/png;base64,iVBORw0KGgo=");
    float min[16], max[16];
    assert_true(vrm_accessor_bounds(gltf, 0, min, max));
    assert_float_equal(max[1], 1, 0);
    assert_false(vrm_accessor_bounds(gltf, 1, min, max));
    assert_false(vrm_accessor_bounds(gltf, -1, min, max));
    assert_false(vrm_accessor_bounds(gltf, gltf->accessor_count, min, max));
    uint32_t indices[3];
    assert_int_equal(vrm_accessor_read_u32(gltf, 1, indices, 3), VRM_OK);
    assert_int_equal(indices[2], 2);
    assert_int_equal(vrm_json_type(gltf->json, vrm_json_at(gltf->json, "/nodes/0/extensions")),
                     VRM_JSON_OBJECT);
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

static void borrowed_bytes_are_not_copied(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    vrm_LoadDef def = vrm_default_load_def();
    def.borrow_bytes = true;
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, NULL, &document), VRM_OK);
    assert_true(document->gltf.buffers[0].data > glb.data);
    assert_true(document->gltf.buffers[0].data < glb.data + glb.size);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

static void definition_without_its_default_is_refused(void** state) {
    (void)state;
    vrm_LoadDef def;
    memset(&def, 0, sizeof def);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load("{}", 2, &def, NULL, &document), VRM_ERR_DEF);
    assert_null(document);
}

static void check_refused(const char* json, vrm_Result expected, const char* code) {
    TestBytes bytes = test_gltf(json);
    vrm_Report* report;
    vrmi_Document* document = (vrmi_Document*)1;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(bytes.data, bytes.size, NULL, report, &document), expected);
    assert_null(document);
    assert_int_equal(test_get_finding(report, code).severity, VRM_ERROR);
    vrm_report_destroy(report);
    test_bytes_free(&bytes);
}

static void file_without_gltf_2_is_refused(void** state) {
    (void)state;
    check_refused("{}", VRM_ERR_INVALID, "UNDEFINED_PROPERTY");
    check_refused("{'asset':{}}", VRM_ERR_INVALID, "UNDEFINED_PROPERTY");
    check_refused("{'asset':[]}", VRM_ERR_INVALID, "TYPE_MISMATCH");
    check_refused("{'asset':{'version':2.0}}", VRM_ERR_INVALID, "TYPE_MISMATCH");
    check_refused("{'asset':{'version':'1.0'}}", VRM_ERR_INVALID, "UNKNOWN_ASSET_MAJOR_VERSION");
    check_refused("{'asset':{'version':'20.0'}}", VRM_ERR_INVALID, "UNKNOWN_ASSET_MAJOR_VERSION");
    static const char* const invalid[] = {"2", "2.", ".0", "", "two", "2.0.1", "2.0 ", "v2.0"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        char json[128];
        snprintf(json, sizeof json, "{'asset':{'version':'%s'}}", invalid[i]);
        check_refused(json, VRM_ERR_INVALID, "PATTERN_MISMATCH");
    }
    check_refused("[]", VRM_ERR_INVALID, "TYPE_MISMATCH");
    check_refused("{'asset':}", VRM_ERR_JSON, "INVALID_JSON");
    check_refused("   ", VRM_ERR_JSON, "INVALID_JSON");
    static const char* const later[] = {"{'asset':{'version':'2.7'}}",
                                        "{'asset':{'version':'2.99999999999999999999'}}"};
    for (size_t i = 0; i < 2; i++) {
        TestBytes bytes = test_gltf(later[i]);
        vrmi_document_destroy(load(bytes));
        test_bytes_free(&bytes);
    }
}

static void extensions_that_hold_the_shapes_are_refused_when_required(void** state) {
    (void)state;
    static const char* const names[] = {"KHR_draco_mesh_compression", "KHR_meshopt_compression",
                                        "KHR_texture_basisu", "EXT_texture_avif",
                                        "MSFT_texture_dds"};
    vrm_LoadDef def = vrm_default_load_def();
    def.allows_unread = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char json[128];
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},'extensionsRequired':['%s']}",
                 names[i]);
        check_refused(json, VRM_ERR_UNSUPPORTED, "REQUIRED_EXTENSION_REFUSED");
        TestBytes bytes = test_gltf(json);
        vrmi_Document* document;
        assert_int_equal(vrmi_document_load(bytes.data, bytes.size, &def, NULL, &document), VRM_OK);
        vrmi_document_destroy(document);
        test_bytes_free(&bytes);
    }
    TestBytes used = test_gltf("{'asset':{'version':'2.0'},'extensionsUsed':["
                               "'KHR_draco_mesh_compression','KHR_texture_basisu']}");
    vrmi_document_destroy(load(used));
    test_bytes_free(&used);
}

static void strict_loading_refuses_what_would_lose_a_part(void** state) {
    (void)state;
    vrm_LoadDef def = vrm_default_load_def();
    def.is_strict = true;
    vrmi_Document* document;
    TestBytes glb = rich_glb();
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, NULL, &document), VRM_OK);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
    TestBytes broken = test_gltf("{'asset':{'version':'2.0'},'nodes':[{'mesh':1}]}");
    assert_int_equal(vrmi_document_load(broken.data, broken.size, &def, NULL, &document),
                     VRM_ERR_INVALID);
    assert_null(document);
    vrmi_document_destroy(load(broken));
    test_bytes_free(&broken);
}

static void views_are_cut_where_the_buffer_ends(void** state) {
    (void)state;
    static const uint8_t bin[16] = {0};
    TestBytes glb =
        test_glb("{'asset':{'version':'2.0'},'buffers':[{'byteLength':15}],'bufferViews':["
                 "{'buffer':0,'byteLength':15},{'buffer':0,'byteOffset':8,'byteLength':8},"
                 "{'buffer':0,'byteOffset':15,'byteLength':1},{'buffer':0,'byteLength':0},"
                 "{'buffer':0,'byteOffset':9223372036854775807,'byteLength':9223372036854775807},"
                 "{'buffer':0,'byteLength':1e999},{'buffer':0,'byteOffset':-1,'byteLength':1},"
                 "{'buffer':0,'byteLength':4,'byteStride':5000000000},"
                 "{'buffer':0,'byteLength':4,'byteStride':0},{'buffer':0},{'byteLength':4},3],"
                 "'accessors':[{'bufferView':1,'componentType':5121,'type':'SCALAR','count':7},"
                 "{'bufferView':1,'componentType':5121,'type':'SCALAR','count':8}]}",
                 bin, sizeof bin);
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
    const vrm_BufferView* views = document->gltf.buffer_views;
    assert_int_equal(views[0].byte_length, 15);
    assert_non_null(views[0].data);
    assert_int_equal(views[1].byte_length, 7);
    assert_non_null(views[1].data);
    for (int i = 2; i < 8; i++) assert_null(views[i].data);
    assert_non_null(views[8].data);
    for (int i = 9; i < 12; i++) assert_null(views[i].data);
    assert_true(document->gltf.accessors[0].is_readable);
    assert_false(document->gltf.accessors[1].is_readable);
    assert_int_equal(test_count_findings(report, "BUFFER_VIEW_TOO_LONG"), 3);
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

static void buffers_without_all_their_bytes_are_found(void** state) {
    (void)state;
    static const struct {
        const char *json, *code;
        bool has_bin, has_data;
    } cases[] = {
        {"{'byteLength':4}", NULL, true, true},
        {"{'byteLength':9}", "BUFFER_BYTE_LENGTH_MISMATCH", true, true},
        {"{}", "UNDEFINED_PROPERTY", true, true},
        {"{'byteLength':4}", "BUFFER_MISSING_GLB_DATA", false, false},
        {"{'byteLength':3,'uri':'data:;base64,AAAA'}", NULL, true, true},
        {"{'byteLength':3,'uri':'data:application\\/octet-stream;base64,\\/\\/\\/\\/'}", NULL,
         false, true},
        {"{'byteLength':4,'uri':'data:;base64,AAAA'}", "BUFFER_BYTE_LENGTH_MISMATCH", true, true},
        {"{'byteLength':4,'uri':'data:;base64,A AA'}", "INVALID_URI", true, false},
        {"{'byteLength':4,'uri':'data:,AAAA'}", "INVALID_URI", true, false},
        {"{'byteLength':4,'uri':'a.bin'}", "IO_ERROR", true, false},
        {"{'byteLength':4,'uri':'../a.bin'}", "URI_REFUSED", true, false},
        {"{'byteLength':4,'uri':'http://a/b'}", "URI_REFUSED", true, false},
        {"{'byteLength':4,'uri':7}", "TYPE_MISMATCH", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[512];
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},'buffers':[%s]}", cases[i].json);
        TestBytes glb = test_glb(json, cases[i].has_bin ? "\1\2\3\4" : NULL, 4);
        vrm_Report* report;
        vrmi_Document* document;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrmi_document_load(glb.data, glb.size, NULL, report, &document), VRM_OK);
        test_check_findings(report, &cases[i].code, cases[i].code != NULL);
        assert_int_equal(document->gltf.buffers[0].data != NULL, cases[i].has_data);
        vrmi_document_destroy(document);
        vrm_report_destroy(report);
        test_bytes_free(&glb);
    }
}

/* ---- Side files ---- */

typedef struct SideFiles {
    int calls;
    vrm_Result result;
    char last_path[64];
} SideFiles;

static vrm_Result read_side_file(void* ctx, const char* path, uint64_t max_size,
                                 const vrm_Allocator* allocator, uint8_t** out_data,
                                 size_t* out_size) {
    SideFiles* files = ctx;
    files->calls++;
    snprintf(files->last_path, sizeof files->last_path, "%s", path);
    *out_data = NULL;
    *out_size = 0;
    if (files->result != VRM_OK) return files->result;
    if (max_size < 8) return VRM_ERR_LIMIT;
    *out_data = vrmi_alloc(allocator, 8);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    memcpy(*out_data, "sidefile", 8);
    *out_size = 8;
    return VRM_OK;
}

static const char side_json[] =
    "{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a%20b.bin'}],"
    "'images':[{'uri':'tex/skin.png'},{'uri':'tex/skin.png'},{'uri':'../skin.png'}]}";

static void side_files_come_from_the_callback(void** state) {
    (void)state;
    TestBytes gltf = test_gltf(side_json);
    SideFiles files = {0};
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_side_file;
    def.read_file_ctx = &files;
    def.allocator = test_memory_allocator(&memory);
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, &def, report, &document), VRM_OK);
    assert_int_equal(files.calls, 2); /* the same file is read once, the outer one never */
    assert_string_equal(files.last_path, "tex/skin.png");
    assert_memory_equal(document->gltf.buffers[0].data, "sidefile", 8);
    assert_string_equal(document->gltf.buffers[0].uri, "a%20b.bin");
    assert_ptr_equal(document->gltf.images[0].data, document->gltf.images[1].data);
    assert_null(document->gltf.images[2].data);
    test_check_findings(report, (const char*[]){"URI_REFUSED"}, 1);
    assert_int_equal(vrmi_document_reread(document, NULL, NULL), VRM_OK);
    assert_int_equal(files.calls, 2);
    assert_memory_equal(document->gltf.images[1].data, "sidefile", 8);
    vrmi_document_destroy(document);
    test_memory_check_clean(&memory);
    vrm_report_destroy(report);
    test_bytes_free(&gltf);
}

static void failing_side_files_are_distinguished(void** state) {
    (void)state;
    static const struct {
        vrm_Result file_result, result;
        const char* code;
    } cases[] = {
        {VRM_ERR_IO, VRM_OK, "IO_ERROR"},
        {VRM_ERR_ARGUMENT, VRM_OK, "IO_ERROR"},
        {VRM_ERR_LIMIT, VRM_ERR_LIMIT, "LIMIT_FILE_BYTES"},
        {VRM_ERR_MEMORY, VRM_ERR_MEMORY, NULL},
        {VRM_OK, VRM_OK, NULL},
        {VRM_OK, VRM_ERR_LIMIT, "LIMIT_DECODED_BYTES"}, /* one byte less than the case before */
    };
    uint64_t decoded_bytes = 1 << 20;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestBytes gltf = test_gltf(side_json);
        SideFiles files = {.result = cases[i].file_result};
        TestMemory memory = {0};
        vrm_LoadDef def = vrm_default_load_def();
        def.read_file = read_side_file;
        def.read_file_ctx = &files;
        def.allocator = test_memory_allocator(&memory);
        def.limits.decoded_bytes = decoded_bytes;
        vrm_Report* report;
        vrmi_Document* document;
        assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
        assert_int_equal(vrmi_document_load(gltf.data, gltf.size, &def, report, &document),
                         cases[i].result);
        if (cases[i].code != NULL) test_get_finding(report, cases[i].code);
        if (document != NULL) decoded_bytes = document->decoded_bytes - 1;
        if (cases[i].file_result != VRM_OK) decoded_bytes = 1 << 20;
        vrmi_document_destroy(document);
        test_memory_check_clean(&memory);
        vrm_report_destroy(report);
        test_bytes_free(&gltf);
    }
}

/* The last bytes that this document needs are those of its side file. */
static void side_file_over_the_decoded_limit_is_let_go(void** state) {
    (void)state;
    TestBytes gltf =
        test_gltf("{'asset':{'version':'2.0'},'buffers':[{'byteLength':8,'uri':'a.bin'}]}");
    SideFiles files = {0};
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_side_file;
    def.read_file_ctx = &files;
    def.allocator = test_memory_allocator(&memory);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, &def, NULL, &document), VRM_OK);
    def.limits.decoded_bytes = document->decoded_bytes - 1;
    vrmi_document_destroy(document);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(gltf.data, gltf.size, &def, report, &document),
                     VRM_ERR_LIMIT);
    assert_string_equal(test_get_finding(report, "LIMIT_DECODED_BYTES").pointer, "/buffers/0/uri");
    test_memory_check_clean(&memory);
    vrm_report_destroy(report);
    test_bytes_free(&gltf);
}

static void put_file(const char* folder, const char* name, const void* data, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void side_files_are_read_beside_the_file_and_not_through_links(void** state) {
    (void)state;
    char folder[] = "vrm-test-XXXXXX", path[128], link[128];
    assert_non_null(mkdtemp(folder));
    TestBytes gltf = test_gltf("{'asset':{'version':'2.0'},'buffers':["
                               "{'byteLength':4,'uri':'a.bin'},{'byteLength':4,'uri':'link.bin'},"
                               "{'byteLength':4,'uri':'none.bin'}]}");
    put_file(folder, "a.gltf", gltf.data, gltf.size);
    put_file(folder, "a.bin", "four", 4);
    snprintf(path, sizeof path, "%s/a.gltf", folder);
    snprintf(link, sizeof link, "%s/link.bin", folder);
    assert_int_equal(symlink("a.bin", link), 0);
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load_file(path, NULL, report, &document), VRM_OK);
    assert_memory_equal(document->gltf.buffers[0].data, "four", 4);
    assert_null(document->gltf.buffers[1].data);
    assert_null(document->gltf.buffers[2].data);
    test_check_findings(report, (const char*[]){"IO_ERROR", "IO_ERROR"}, 2);
    /* and saved under another name, byte for byte */
    snprintf(path, sizeof path, "%s/b.gltf", folder);
    assert_int_equal(vrmi_document_save_file(document, path), VRM_OK);
    TestBytes again = test_read_file(path);
    assert_int_equal(again.size, gltf.size);
    assert_memory_equal(again.data, gltf.data, gltf.size);
    test_bytes_free(&again);
    vrmi_document_destroy(document);
    assert_int_equal(vrmi_document_load_file("no/such/file.vrm", NULL, NULL, &document),
                     VRM_ERR_IO);
    assert_null(document);
    vrm_report_destroy(report);
    test_bytes_free(&gltf);
    const char* const names[] = {"a.gltf", "b.gltf", "a.bin", "link.bin"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* ---- Limits ---- */

static void check_limit(const vrm_Limits* limits, const char* code, const char* name,
                        const char* value) {
    TestBytes glb = rich_glb();
    vrm_LoadDef def = vrm_default_load_def();
    def.limits = *limits;
    vrm_Report* report;
    vrmi_Document* document;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, report, &document),
                     VRM_ERR_LIMIT);
    assert_null(document);
    vrm_Finding finding = test_get_finding(report, code);
    assert_non_null(strstr(finding.message, name));
    assert_non_null(strstr(finding.message, value));
    vrm_report_destroy(report);
    test_bytes_free(&glb);
}

/* */
static void each_limit_is_its_own_error_with_name_and_value(void** state) {
    (void)state;
    vrm_Limits limits = vrm_default_load_def().limits;
    limits.file_bytes = 1000;
    check_limit(&limits, "LIMIT_FILE_BYTES", "file_bytes", "1000");
    limits = vrm_default_load_def().limits;
    limits.elements = 2;
    check_limit(&limits, "LIMIT_ELEMENTS", "elements", "3");
    limits = vrm_default_load_def().limits;
    limits.decoded_bytes = 500;
    check_limit(&limits, "LIMIT_DECODED_BYTES", "decoded_bytes", "500");
    limits = vrm_default_load_def().limits;
    limits.json_depth = 5;
    check_limit(&limits, "LIMIT_JSON_DEPTH", "json_depth", "5");
    limits = vrm_default_load_def().limits;
    limits.json_values = 50;
    check_limit(&limits, "LIMIT_JSON_VALUES", "json_values", "50");
}

/* ---- Saving and editing ---- */

static void unedited_document_saves_as_the_same_bytes(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    vrmi_Document* document = load(glb);
    TestBytes saved = save(document);
    assert_int_equal(saved.size, glb.size);
    assert_memory_equal(saved.data, glb.data, glb.size);
    test_bytes_free(&saved);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

/* */
static void file_is_the_same_under_any_name(void** state) {
    (void)state;
    static const char* const names[] = {"avatar.vrm", "avatar.glb", "avatar"};
    char folder[] = "vrm-test-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    TestBytes glb = rich_glb();
    vrmi_Document* document = load(glb);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(vrmi_document_save_file(document, path), VRM_OK);
        vrmi_Document* again;
        assert_int_equal(vrmi_document_load_file(path, NULL, NULL, &again), VRM_OK);
        assert_int_equal(again->gltf.node_count, document->gltf.node_count);
        TestBytes saved = save(again);
        assert_int_equal(saved.size, glb.size);
        assert_memory_equal(saved.data, glb.data, glb.size);
        test_bytes_free(&saved);
        vrmi_document_destroy(again);
        unlink(path);
    }
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
    rmdir(folder);
}

/* */
static void edited_document_keeps_all_that_was_not_edited(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    vrmi_Document* document = load(glb);
    vrm_JsonRef asset = vrm_json_at(document->json, "/asset");
    assert_int_equal(vrm_json_set(document->json, asset, "generator", "\"edited\"", 8, NULL),
                     VRM_OK);
    TestBytes saved = save(document);
    vrmi_Container before, after;
    vrm_Limits limits = document->def.limits;
    assert_int_equal(vrmi_container_open(glb.data, glb.size, &limits, NULL, &before), VRM_OK);
    assert_int_equal(vrmi_container_open(saved.data, saved.size, &limits, NULL, &after), VRM_OK);
    assert_int_equal(saved.size % 4, 0);
    assert_int_equal(after.bin.size, before.bin.size);
    assert_memory_equal(after.bin.data, before.bin.data, before.bin.size);
    assert_int_equal(after.rest.size, before.rest.size);
    assert_memory_equal(after.rest.data, before.rest.data, before.rest.size);
    /* the JSON differs in the one string only */
    const char* old_text = strstr(before.json.data, "by hand");
    assert_non_null(old_text);
    size_t head = (size_t)(old_text - before.json.data);
    assert_memory_equal(after.json.data, before.json.data, head);
    assert_memory_equal(after.json.data + head, "edited", 6);
    size_t tail = strlen(rich_json) - head - 7;
    assert_memory_equal(after.json.data + head + 6, before.json.data + head + 7, tail);
    for (size_t i = head + 6 + tail; i < after.json.size; i++)
        assert_int_equal(after.json.data[i], ' ');
    test_bytes_free(&saved);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

static void edited_text_is_saved_as_text(void** state) {
    (void)state;
    char folder[] = "vrm-test-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.gltf", folder);
    TestBytes gltf = test_gltf("{'asset': {'version': '2.0'} }\n");
    vrmi_Document* document = load(gltf);
    vrm_JsonRef root = vrm_json_root(document->json);
    assert_int_equal(vrm_json_set(document->json, root, "extras", "7", 1, NULL), VRM_OK);
    assert_int_equal(vrmi_document_save_file(document, path), VRM_OK);
    TestBytes saved = save(document), read = test_read_file(path);
    assert_int_equal(saved.data[0], '{');
    assert_int_equal(saved.data[saved.size - 1], '\n');
    assert_int_equal(read.size, saved.size);
    assert_memory_equal(read.data, saved.data, saved.size);
    vrmi_Document* again = load(saved);
    int64_t extras = 0;
    assert_true(vrm_json_integer(again->json, vrm_json_at(again->json, "/extras"), &extras));
    assert_int_equal(extras, 7);
    vrmi_document_destroy(again);
    vrmi_document_destroy(document);
    test_bytes_free(&read);
    test_bytes_free(&saved);
    test_bytes_free(&gltf);
    unlink(path);
    rmdir(folder);
}

static void edited_json_is_read_again_into_the_typed_part(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = test_memory_allocator(&memory);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(glb.data, glb.size, &def, NULL, &document), VRM_OK);
    const uint8_t* image = document->gltf.images[1].data;
    vrm_JsonRef nodes = vrm_json_at(document->json, "/nodes");
    const char node[] = "{\"name\":\"new\",\"children\":[0]}";
    assert_int_equal(vrm_json_insert(document->json, nodes, 3, node, sizeof node - 1, NULL),
                     VRM_OK);
    vrmi_TypedPart before;
    assert_int_equal(vrmi_document_reread(document, NULL, &before), VRM_OK);
    assert_int_equal(document->gltf.node_count, 4);
    assert_int_equal(document->gltf.nodes[0].parent, 3);
    assert_int_equal(before.gltf.node_count, 3);
    assert_ptr_equal(document->gltf.images[1].data, image);
    vrmi_document_restore(document, &before);
    assert_int_equal(document->gltf.node_count, 3);
    assert_int_equal(vrmi_document_reread(document, NULL, &before), VRM_OK);
    vrmi_typed_release(document, &before);
    assert_int_equal(document->gltf.node_count, 4);
    /* a change that makes the document unusable is refused, and the typed part stays */
    assert_int_equal(vrm_json_remove(document->json, vrm_json_root(document->json), "asset"),
                     VRM_OK);
    assert_int_equal(vrmi_document_reread(document, NULL, NULL), VRM_ERR_INVALID);
    assert_int_equal(document->gltf.node_count, 4);
    assert_string_equal(document->gltf.nodes[3].name, "new");
    vrmi_document_destroy(document);
    test_memory_check_clean(&memory);
    test_bytes_free(&glb);
}

static void new_bin_chunk_takes_the_place_of_the_old(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    vrmi_Document* document = load(glb);
    for (uint8_t round = 1; round < 3; round++) {
        uint8_t* bin = vrmi_alloc(&document->def.allocator, 50);
        assert_non_null(bin);
        memset(bin, round, 50);
        vrmi_Content content = {.json = document->json,
                                .bin = {(const char*)bin, 50},
                                .bin_capacity = 50,
                                .has_bin = true,
                                .owns_bin = true,
                                .is_glb = true};
        vrmi_document_swap(document, &content);
        content.json = NULL; /* the document's own, as before */
        vrmi_content_release(&document->def.allocator, &content);
        assert_int_equal(vrmi_document_reread(document, NULL, NULL), VRM_OK);
        assert_ptr_equal(document->gltf.buffers[0].data, bin);
        assert_int_equal(document->gltf.buffers[0].size, 47);
    }
    TestBytes saved = save(document);
    vrmi_Document* again = load(saved);
    assert_int_equal(again->bin.size, 52);
    assert_int_equal(again->gltf.buffers[0].data[46], 2);
    vrmi_Container before, after;
    vrm_Limits limits = document->def.limits;
    assert_int_equal(vrmi_container_open(glb.data, glb.size, &limits, NULL, &before), VRM_OK);
    assert_int_equal(vrmi_container_open(saved.data, saved.size, &limits, NULL, &after), VRM_OK);
    assert_true(before.rest.size > 0);
    assert_int_equal(after.rest.size, before.rest.size);
    vrmi_document_destroy(again);
    test_bytes_free(&saved);
    vrmi_document_destroy(document);
    test_bytes_free(&glb);
}

/* ---- Damage ---- */

/* every cut of a small file, as GLB and with the length made right again, and as text. */
static void document_cut_at_any_byte_is_refused(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    for (size_t size = 0; size < glb.size; size++) {
        vrmi_Document* document;
        uint8_t* cut = malloc(size + (size == 0));
        assert_non_null(cut);
        memcpy(cut, glb.data, size);
        assert_int_equal(vrmi_document_load(cut, size, NULL, NULL, &document), VRM_ERR_CONTAINER);
        assert_null(document);
        free(cut);
    }
    test_bytes_free(&glb);
    TestBytes text = test_gltf(rich_json);
    for (size_t size = 0; size < text.size; size++) {
        vrmi_Document* document;
        uint8_t* cut = malloc(size + (size == 0));
        assert_non_null(cut);
        memcpy(cut, text.data, size);
        vrm_Result result = vrmi_document_load(cut, size, NULL, NULL, &document);
        assert_true(result == VRM_ERR_JSON || (size == 0 && result == VRM_ERR_CONTAINER));
        free(cut);
    }
    test_bytes_free(&text);
}

/* Every byte of a small file, replaced by a few others: an orderly answer, and what loads can be
 * read and saved. */
static void document_with_any_byte_changed_gets_an_orderly_answer(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    static const uint8_t changes[] = {0x01, 0x80, 0xFF};
    for (size_t at = 0; at < glb.size; at++) {
        for (size_t i = 0; i < sizeof changes; i++) {
            glb.data[at] ^= changes[i];
            vrmi_Document* document;
            if (vrmi_document_load(glb.data, glb.size, NULL, NULL, &document) == VRM_OK) {
                float floats[64];
                for (int32_t k = 0; k < document->gltf.accessor_count; k++)
                    vrm_accessor_read_floats(&document->gltf, k, floats, 64);
                TestBytes saved = save(document);
                assert_int_equal(saved.size, glb.size);
                assert_memory_equal(saved.data, glb.data, glb.size);
                test_bytes_free(&saved);
            }
            vrmi_document_destroy(document);
            glb.data[at] ^= changes[i];
        }
    }
    test_bytes_free(&glb);
}

static bool is_number_byte(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e';
}

/* The next number of the JSON text after `at` that is not inside a string; its length, or 0. */
static size_t next_number(const char* text, size_t size, size_t* at) {
    bool is_in_string = false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"') is_in_string = !is_in_string;
        if (is_in_string || i < *at || !((text[i] >= '0' && text[i] <= '9') || text[i] == '-'))
            continue;
        size_t length = 0;
        while (i + length < size && is_number_byte(text[i + length])) length++;
        *at = i;
        return length;
    }
    return 0;
}

/* Every number of a document, replaced by what breaks careless readers. Memory stays in proportion
 * to the file. */
static void document_with_any_number_replaced_gets_an_orderly_answer(void** state) {
    (void)state;
    static const char* const values[] = {"0",
                                         "-1",
                                         "1.5",
                                         "1e999",
                                         "-1e999",
                                         "1e-999",
                                         "255",
                                         "65536",
                                         "2147483647",
                                         "2147483648",
                                         "4294967295",
                                         "4294967296",
                                         "9007199254740992",
                                         "4611686018427387904",
                                         "9223372036854775807",
                                         "18446744073709551615",
                                         "null",
                                         "true",
                                         "\"4\"",
                                         "[]",
                                         "{}"};
    TestBytes glb = rich_glb();
    vrmi_Container container;
    vrm_Limits limits = vrm_default_load_def().limits;
    assert_int_equal(vrmi_container_open(glb.data, glb.size, &limits, NULL, &container), VRM_OK);
    vrm_Span text = container.json;
    char* changed = malloc(text.size + 32);
    assert_non_null(changed);
    int loaded = 0, refused = 0;
    size_t at = 0;
    for (size_t length; (length = next_number(text.data, text.size, &at)) > 0; at += length) {
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            size_t value_size = strlen(values[i]);
            memcpy(changed, text.data, at);
            memcpy(changed + at, values[i], value_size);
            memcpy(changed + at + value_size, text.data + at + length, text.size - at - length);
            container.json = (vrm_Span){changed, text.size - length + value_size};
            TestBytes bytes = {0};
            assert_int_equal(vrmi_container_size(&container, &bytes.size), VRM_OK);
            bytes.data = malloc(bytes.size);
            assert_non_null(bytes.data);
            assert_int_equal(vrmi_container_write(&container, bytes.data, bytes.size), VRM_OK);
            TestMemory memory = {0};
            vrm_LoadDef def = vrm_default_load_def();
            def.allocator = test_memory_allocator(&memory);
            vrmi_Document* document;
            vrm_Result result = vrmi_document_load(bytes.data, bytes.size, &def, NULL, &document);
            assert_true(result == VRM_OK || result == VRM_ERR_LIMIT);
            loaded += result == VRM_OK;
            refused += result != VRM_OK;
            float floats[64];
            for (int32_t k = 0; result == VRM_OK && k < document->gltf.accessor_count; k++)
                vrm_accessor_read_floats(&document->gltf, k, floats, 64);
            vrmi_document_destroy(document);
            assert_true(memory.peak_bytes < 16 * bytes.size + (1 << 20));
            test_memory_check_clean(&memory);
            test_bytes_free(&bytes);
        }
    }
    assert_true(loaded > 1000);
    assert_true(refused > 0);
    free(changed);
    test_bytes_free(&glb);
}

/* ---- Memory ---- */

static vrm_Result load_edit_and_save(const vrm_Allocator* allocator, void* ctx) {
    const TestBytes* glb = ctx;
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = *allocator;
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.allocator = *allocator;
    vrm_Report* report = NULL;
    vrmi_Document* document = NULL;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result == VRM_OK)
        result = vrmi_document_load(glb->data, glb->size, &def, report, &document);
    if (result == VRM_OK)
        result =
            vrm_json_set(document->json, vrm_json_root(document->json), "extras", "[1]", 3, NULL);
    if (result == VRM_OK) result = vrmi_document_reread(document, report, NULL);
    size_t size = 0;
    if (result == VRM_OK) result = vrmi_document_save_size(document, &size);
    uint8_t* saved = malloc(size + 1);
    assert_non_null(saved);
    if (result == VRM_OK) result = vrmi_document_save(document, saved, size);
    free(saved);
    vrmi_document_destroy(document);
    vrm_report_destroy(report);
    return result;
}

static vrm_Result load_text_with_side_files(const vrm_Allocator* allocator, void* ctx) {
    const TestBytes* gltf = ctx;
    SideFiles files = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.read_file = read_side_file;
    def.read_file_ctx = &files;
    def.allocator = *allocator;
    vrmi_Document* document;
    vrm_Result result = vrmi_document_load(gltf->data, gltf->size, &def, NULL, &document);
    vrmi_document_destroy(document);
    return result;
}

static void every_failing_allocation_is_survived(void** state) {
    (void)state;
    TestBytes glb = rich_glb();
    assert_true(test_every_allocation_failing(load_edit_and_save, &glb) > 10);
    test_bytes_free(&glb);
    TestBytes gltf = test_gltf(side_json);
    assert_true(test_every_allocation_failing(load_text_with_side_files, &gltf) > 5);
    test_bytes_free(&gltf);
    gltf =
        test_gltf("{'asset':{'version':'2.0'},'images':[{'uri':'data:image\\/png;base64,AAAA'}]}");
    assert_true(test_every_allocation_failing(load_text_with_side_files, &gltf) > 5);
    test_bytes_free(&gltf);
}

/* An element of three bytes must not cost a fortune: the limit on memory stops it by default; where
 * that is raised, the typed document counts against decoded_bytes. */
static void floods_of_elements_are_bounded(void** state) {
    (void)state;
    const int count = 100000;
    size_t room = 100 + (size_t)count * 3;
    char* text = malloc(room);
    assert_non_null(text);
    size_t size =
        (size_t)snprintf(text, room, "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{}");
    for (int i = 1; i < count; i++, size += 3) memcpy(text + size, ",{}", 3);
    memcpy(text + size, "]}", 2);
    size += 2;
    TestMemory memory = {0};
    vrm_LoadDef def = vrm_default_load_def();
    def.allocator = test_memory_allocator(&memory);
    vrmi_Document* document;
    assert_int_equal(vrmi_document_load(text, size, &def, NULL, &document), VRM_ERR_LIMIT);
    assert_true(memory.peak_bytes < 16 * size + (1 << 20));
    def.limits.memory.per_byte = 100;
    assert_int_equal(vrmi_document_load(text, size, &def, NULL, &document), VRM_OK);
    assert_int_equal(document->gltf.material_count, count);
    vrmi_document_destroy(document);
    memory.peak_bytes = 0;
    def.limits.decoded_bytes = 1 << 20;
    assert_int_equal(vrmi_document_load(text, size, &def, NULL, &document), VRM_ERR_LIMIT);
    assert_true(memory.peak_bytes < 16 * size + (1 << 20));
    test_memory_check_clean(&memory);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(document_holds_all_that_the_file_says),
        cmocka_unit_test(borrowed_bytes_are_not_copied),
        cmocka_unit_test(definition_without_its_default_is_refused),
        cmocka_unit_test(file_without_gltf_2_is_refused),
        cmocka_unit_test(extensions_that_hold_the_shapes_are_refused_when_required),
        cmocka_unit_test(strict_loading_refuses_what_would_lose_a_part),
        cmocka_unit_test(views_are_cut_where_the_buffer_ends),
        cmocka_unit_test(buffers_without_all_their_bytes_are_found),
        cmocka_unit_test(side_files_come_from_the_callback),
        cmocka_unit_test(failing_side_files_are_distinguished),
        cmocka_unit_test(side_file_over_the_decoded_limit_is_let_go),
        cmocka_unit_test(side_files_are_read_beside_the_file_and_not_through_links),
        cmocka_unit_test(each_limit_is_its_own_error_with_name_and_value),
        cmocka_unit_test(unedited_document_saves_as_the_same_bytes),
        cmocka_unit_test(file_is_the_same_under_any_name),
        cmocka_unit_test(edited_document_keeps_all_that_was_not_edited),
        cmocka_unit_test(edited_text_is_saved_as_text),
        cmocka_unit_test(edited_json_is_read_again_into_the_typed_part),
        cmocka_unit_test(new_bin_chunk_takes_the_place_of_the_old),
        cmocka_unit_test(document_cut_at_any_byte_is_refused),
        cmocka_unit_test(document_with_any_byte_changed_gets_an_orderly_answer),
        cmocka_unit_test(document_with_any_number_replaced_gets_an_orderly_answer),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(floods_of_elements_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

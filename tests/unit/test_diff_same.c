/* SPDX-License-Identifier: MIT */
/* Files that show the same, although materials are fewer, primitives have other borders and
 * pictures other bytes; and files that nearly do. */
#include "vrm/diff.h"

#include "support/check.h"
#include "support/diff_text.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

/* ---- Primitives and materials ---- */

/* Twelve corners of four triangles, as twelve vertices in a row, with a second set of numbers. */
enum { CORNERS = 12 };

typedef struct Surface {
    const char *primitives, *materials, *more; /* lists, and members of the file */
    float moved;                               /* the first number of the last vertex */
} Surface;

/* Accessors: 0 all twelve, 1 to 4 three each, 5 and 6 six each; then 7 to 13 the same of what a
 * target adds; 14 to 16 indices 0..11, 6..11, 3..5 0..2. */
static void put_accessors(char* out, size_t room) {
    static const int parts[7][2] = {{0, 12}, {0, 3}, {3, 3}, {6, 3}, {9, 3}, {0, 6}, {6, 6}};
    size_t used = 0;
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < 7; i++)
            used += (size_t)snprintf(out + used, room - used,
                                     "{'bufferView':%d,'byteOffset':%d,'componentType':5126,"
                                     "'count':%d,'type':'VEC3'},",
                                     view, parts[i][0] * 12, parts[i][1]);
    snprintf(out + used, room - used,
             "{'bufferView':2,'componentType':5121,'count':12,'type':'SCALAR'},"
             "{'bufferView':2,'byteOffset':6,'componentType':5121,'count':6,'type':'SCALAR'},"
             "{'bufferView':2,'byteOffset':12,'componentType':5121,'count':6,'type':'SCALAR'}");
}

static vrm_Model* load_surface(const Surface* surface) {
    char accessors[2048], json[8192];
    uint8_t bin[CORNERS * 24 + 20];
    float numbers[CORNERS * 6];
    static const uint8_t indices[20] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3, 4, 5, 0, 1, 2};
    for (int i = 0; i < CORNERS * 6; i++) numbers[i] = (float)(i * 7 % 31);
    numbers[CORNERS * 3 - 3] += surface->moved;
    memcpy(bin, numbers, sizeof numbers);
    memcpy(bin + sizeof numbers, indices, sizeof indices);
    put_accessors(accessors, sizeof accessors);
    int size = snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'name':'a',"
        "'mesh':0}],'meshes':[{'primitives':[%s]}],'materials':[%s],'accessors':[%s],'bufferViews':"
        "[{'buffer':0,'byteLength':144},{'buffer':0,'byteOffset':144,'byteLength':144},{'buffer':0,"
        "'byteOffset':288,'byteLength':20}],'buffers':[{'byteLength':308}]%s}",
        surface->primitives, surface->materials, accessors, surface->more);
    assert_true(size > 0 && (size_t)size < sizeof json);
    TestBytes glb = test_glb(json, bin, sizeof bin);
    vrm_Model* model = test_load(glb.data, glb.size);
    test_bytes_free(&glb);
    return model;
}

#define PRIMITIVE(accessor, material)                                                              \
    "{'attributes':{'POSITION':" #accessor "},'material':" #material "}"
#define MORPHED(accessor, target)                                                                  \
    "{'attributes':{'POSITION':" #accessor "},'targets':[{'POSITION':" #target "}]}"
#define INDEXED(accessor, indices, material)                                                       \
    "{'attributes':{'POSITION':" #accessor "},'indices':" #indices ",'material':" #material "}"
#define RED      "'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]}"
#define TWO      "{'name':'a'},{'name':'b'}"
#define COLORED  "{'name':'a'},{'name':'b'," RED "}"
#define QUARTERS PRIMITIVE(1, 0) "," PRIMITIVE(2, 0) "," PRIMITIVE(3, 0) "," PRIMITIVE(4, 0)
#define BOUND(material)                                                                            \
    ",'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0','expressions':"  \
    "{'preset':{'aa':{'materialColorBinds':[{'material':" #material                                \
    ",'type':'color','targetValue':[1,0,0,1]}]}}}}}"

static const struct {
    Surface before, after;
    const char* wanted;
} surfaces[] = {
    /* Joined, whatever the vertices are called. */
    {{QUARTERS, TWO, "", 0}, {PRIMITIVE(0, 0), "{'name':'a'}", "", 0}, ""},
    {{QUARTERS, TWO, "", 0}, {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), TWO, "", 0}, ""},
    {{QUARTERS, TWO, "", 0},
     {PRIMITIVE(1, 0) "," INDEXED(0, 15, 0), TWO, "", 0},
     "meshes changed a|primitives|4|2"},
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), TWO, "", 0}, {INDEXED(0, 14, 0), TWO, "", 0}, ""},
    {{INDEXED(0, 16, 0) "," INDEXED(0, 15, 0), TWO, "", 0},
     {PRIMITIVE(2, 0) "," PRIMITIVE(1, 0) "," PRIMITIVE(6, 0), TWO, "", 0},
     ""},
    {{MORPHED(1, 8) "," MORPHED(2, 9) "," MORPHED(6, 13), TWO, "", 0},
     {MORPHED(0, 7), TWO, "", 0},
     ""},
    /* ... but not where that changes a vertex, a target, the order or the material. */
    {{QUARTERS, TWO, "", 0},
     {PRIMITIVE(0, 0), "{'name':'a'}", "", 0.5f},
     "meshes changed a|primitive 0 positions||1 of 12 differ, by at most 0.5 m"},
    {{MORPHED(1, 9) "," MORPHED(2, 8) "," MORPHED(6, 13), TWO, "", 0},
     {MORPHED(0, 7), TWO, "", 0},
     "meshes changed a|primitive 0 morph target 0||6 of 12 differ, by at most 1.7320508 m"},
    {{PRIMITIVE(2, 0) "," PRIMITIVE(1, 0) "," PRIMITIVE(6, 0), TWO, "", 0},
     {PRIMITIVE(0, 0), TWO, "", 0},
     "meshes changed a|primitive 0 positions||6 of 12 differ, by at most 1.7320508 m"},
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), COLORED, "", 0},
     {PRIMITIVE(0, 0), COLORED, "", 0},
     "meshes changed a|primitives|2|1"},
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), TWO, "", 0},
     {PRIMITIVE(5, 0), TWO, "", 0},
     "meshes changed a|primitives|2|1"},
    /* Equal materials are one, and what nothing uses may be missing. */
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), TWO, "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), "{'name':'a'}", "", 0},
     ""},
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), TWO, "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), "{'name':'b'}", "", 0},
     ""},
    {{PRIMITIVE(0, 0), COLORED, "", 0}, {PRIMITIVE(0, 0), "{'name':'a'}", "", 0}, ""},
    {{PRIMITIVE(5, 1) "," PRIMITIVE(6, 2), "{'name':'a'},{'name':'a'},{'name':'a'," RED "}", "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), "{'name':'a'},{'name':'a'," RED "}", "", 0},
     ""},
    {{PRIMITIVE(5, 1) "," PRIMITIVE(6, 2), "{},{},{" RED "}", "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), "{},{" RED "}", "", 0},
     ""},
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), COLORED, "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), "{'name':'a'}", "", 0},
     "materials removed b|||\nmeshes changed a|primitive 1 material|b|a"},
    /* Equal in one file is enough where matched ones are the same: a cutoff without a mask. */
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), TWO, "", 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), "{'name':'a'},{'name':'b','alphaCutoff':0.6}", "", 0},
     ""},
    /* Not where an expression changes one of them. */
    {{PRIMITIVE(5, 0) "," PRIMITIVE(6, 1), TWO, BOUND(1), 0},
     {PRIMITIVE(5, 0) "," PRIMITIVE(6, 0), "{'name':'a'}", BOUND(0), 0},
     "expressions added aa|color of a||1 0 0 1\nexpressions removed aa|color of b|1 0 0 1|\n"
     "materials removed b|||\nmeshes changed a|primitive 1 material|b|a"},
    /* A new name is a difference. */
    {{PRIMITIVE(0, 1), TWO, "", 0},
     {PRIMITIVE(0, 1), "{'name':'a'},{'name':'c'}", "", 0},
     "materials changed b|name|b|c"},
};

static void surfaces_are_compared_by_what_they_show(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++) {
        char text[2048];
        vrm_Model* before = load_surface(&surfaces[i].before);
        vrm_Model* after = load_surface(&surfaces[i].after);
        test_describe_diff(before, after, NULL, text, sizeof text);
        if (strcmp(text, surfaces[i].wanted) != 0)
            fail_msg("surface %zu:\n%s\nwanted\n%s", i, text, surfaces[i].wanted);
        test_describe_diff(after, before, NULL, text, sizeof text);
        if ((text[0] == 0) != (surfaces[i].wanted[0] == 0))
            fail_msg("surface %zu, the other way: %s", i, text);
        vrm_model_destroy(before);
        vrm_model_destroy(after);
    }
}

/* ---- Pictures ---- */

/* A picture here is a letter for its pixels and a letter for its packing; "!" cannot be decoded. */
typedef struct Decoder {
    int calls;
    vrm_Result fails;
} Decoder;

static vrm_Result digest(void* ctx, vrm_Span picture, char* out_text) {
    Decoder* decoder = ctx;
    decoder->calls++;
    if (decoder->fails != VRM_OK) return decoder->fails;
    if (picture.data[0] == '!') return VRM_ERR_INVALID;
    snprintf(out_text, 65, "%c", picture.data[0]);
    return VRM_OK;
}

/* Two materials with one picture each; `texture` is the first texture. */
static vrm_Model* load_pictures(const char* bytes, const char* texture, const char* materials) {
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'name':'n',"
             "'mesh':0}],'meshes':[{'primitives':[{'attributes':{},'material':0},{'attributes':{},'"
             "material':%d}]}],'images':[{"
             "'bufferView':0,'mimeType':'image/png'},{'bufferView':1,'mimeType':'image/png'}],"
             "'textures':[%s,{'source':1}],'materials':[%s],'bufferViews':[{'buffer':0,"
             "'byteLength':2},{'buffer':0,'byteOffset':2,'byteLength':2}],'buffers':[{'byteLength':"
             "4}]}",
             strstr(materials, "'b'") != NULL, texture, materials);
    TestBytes glb = test_glb(json, bytes, 4);
    vrm_Model* model = test_load(glb.data, glb.size);
    test_bytes_free(&glb);
    return model;
}

#define LOOK(name, texture)                                                                        \
    "{'name':'" name "','pbrMetallicRoughness':{'baseColorTexture':{'index':" #texture "}}}"
#define LOOKS  LOOK("a", 0) "," LOOK("b", 1)
#define SOURCE "{'source':0}"
#define WEBP   "{'extensions':{'EXT_texture_webp':{'source':0}}}"

static const struct {
    const char *bytes[2], *textures[2], *materials[2];
    int calls;          /* of the decoder, with which ... */
    const char* wanted; /* ... this is the first difference */
} pictures[] = {
    {{"ABCD", "ABCD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 0, ""},
    {{"ABCD", "AxCD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 2, ""},
    {{"ABCD", "AxCy"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 4, ""},
    {{"ABCD", "xBCD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 2, "materials changed a|baseColorTexture"},
    {{"!BCD", "!xCD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 1, "materials changed a|baseColorTexture"},
    {{"ABCD", "!xCD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 2, "materials changed a|baseColorTexture"},
    /* WebP where the texture has nothing else is what is shown; no other image is left out. */
    {{"ABCD", "AxCD"}, {SOURCE, WEBP}, {LOOKS, LOOKS}, 2, ""},
    {{"ABCD", "ABCD"},
     {SOURCE, "{'source':0,'extensions':{'EXT_texture_webp':{'source':1}}}"},
     {LOOKS, LOOKS},
     0,
     "materials changed a|baseColorTexture.EXT_texture_webp"},
    /* Materials that are equal but for the packing of their pictures. */
    {{"ABAC", "ADAD"}, {SOURCE, SOURCE}, {LOOKS, LOOK("a", 0)}, 3, ""},
    /* The same bytes are decoded once, wherever they are. */
    {{"ABAB", "ADAD"}, {SOURCE, SOURCE}, {LOOKS, LOOKS}, 2, ""},
    {{"ABCC", "ADAD"}, {SOURCE, SOURCE}, {LOOKS, LOOK("a", 0)}, 3, "materials removed b"},
};

static void pictures_are_compared_by_pixels_where_they_can_be_decoded(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        char text[2048];
        Decoder decoder = {0};
        vrm_DiffDef def = vrm_default_diff_def();
        def.picture_digest = digest;
        def.picture_digest_ctx = &decoder;
        vrm_Model* models[2];
        for (int m = 0; m < 2; m++)
            models[m] = load_pictures(pictures[i].bytes[m], pictures[i].textures[m],
                                      pictures[i].materials[m]);
        test_describe_diff(models[0], models[1], &def, text, sizeof text);
        if (strncmp(text, pictures[i].wanted, strlen(pictures[i].wanted)) != 0 ||
            (text[0] == 0) != (pictures[i].wanted[0] == 0))
            fail_msg("pictures %zu:\n%s\nwanted\n%s", i, text, pictures[i].wanted);
        if (decoder.calls != pictures[i].calls)
            fail_msg("pictures %zu: %d were decoded", i, decoder.calls);
        /* Bytes alone tell every repacked picture. */
        bool is_other = strcmp(pictures[i].bytes[0], pictures[i].bytes[1]) != 0;
        test_describe_diff(models[0], models[1], NULL, text, sizeof text);
        assert_true(!is_other || text[0] != 0);
        vrm_model_destroy(models[0]);
        vrm_model_destroy(models[1]);
    }
}

static void a_decoder_without_memory_ends_the_comparison(void** state) {
    (void)state;
    Decoder decoder = {.fails = VRM_ERR_MEMORY};
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.picture_digest = digest;
    def.picture_digest_ctx = &decoder;
    vrm_Model *a = load_pictures("ABCD", SOURCE, LOOKS), *b = load_pictures("AxCy", SOURCE, LOOKS);
    assert_int_equal(vrm_diff_create(a, b, &def, &diff), VRM_ERR_MEMORY);
    assert_null(diff);
    assert_int_equal(decoder.calls, 1);
    vrm_model_destroy(a);
    vrm_model_destroy(b);
}

typedef struct Pair {
    const vrm_Model *before, *after;
} Pair;

static vrm_Result try_diff(const vrm_Allocator* allocator, void* ctx) {
    const Pair* pair = ctx;
    Decoder decoder = {0};
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.allocator = *allocator;
    def.picture_digest = digest;
    def.picture_digest_ctx = &decoder;
    vrm_Result result = vrm_diff_create(pair->before, pair->after, &def, &diff);
    assert_true((diff != NULL) == (result == VRM_OK));
    vrm_diff_destroy(diff);
    return result;
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    vrm_Model *a = load_surface(&surfaces[0].before), *b = load_surface(&surfaces[0].after);
    vrm_Model *c = load_pictures("ABAC", SOURCE, LOOKS), *d = load_pictures("ADAD", SOURCE, LOOKS);
    Pair joined = {a, b}, packed = {c, d};
    test_every_allocation_failing(try_diff, &joined);
    test_every_allocation_failing(try_diff, &packed);
    vrm_model_destroy(a);
    vrm_model_destroy(b);
    vrm_model_destroy(c);
    vrm_model_destroy(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_compared_by_what_they_show),
        cmocka_unit_test(pictures_are_compared_by_pixels_where_they_can_be_decoded),
        cmocka_unit_test(a_decoder_without_memory_ends_the_comparison),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

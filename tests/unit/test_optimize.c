/* SPDX-License-Identifier: MIT */
/* Optimizing: files shrink, and nothing that they show or say changes. Every file here goes through
 * check_optimizes(): what is drawn is equal bit by bit, vrm_diff finds nothing, the validator finds
 * nothing new, and a second run keeps every byte. */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/full.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "support/random_gltf.h"
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is drawn ---- */

typedef struct Digest {
    uint64_t value;
} Digest;

static void mix(Digest* digest, const void* bytes, size_t size) {
    const uint8_t* at = bytes;
    for (size_t i = 0; i < size; i++)
        digest->value = (digest->value ^ at[i]) * UINT64_C(1099511628211);
}

static float* read_floats(const vrm_Gltf* gltf, int32_t accessor, size_t* out_step) {
    *out_step = 0;
    if (accessor < 0) return NULL;
    *out_step = (size_t)vrm_accessor_components(gltf->accessors[accessor].type);
    size_t count = (size_t)gltf->accessors[accessor].count * *out_step;
    float* floats = malloc(count * sizeof *floats + 1);
    assert_non_null(floats);
    if (vrm_accessor_read_floats(gltf, accessor, floats, count) == VRM_OK) return floats;
    free(floats);
    *out_step = 0;
    return NULL;
}

/* The numbers of one attribute at each corner; -0.0 is 0, and a missing one is zeros. */
static void mix_corners(Digest* digest, const vrm_Gltf* gltf, int32_t accessor,
                        const uint32_t* corners, size_t count, bool is_delta) {
    static const float zeros[16] = {0};
    size_t step;
    float* floats = read_floats(gltf, accessor, &step);
    for (size_t i = 0; i < count; i++) {
        const float* element = floats != NULL ? floats + corners[i] * step : zeros;
        size_t components = floats != NULL ? step : is_delta ? 3 : 0;
        for (size_t k = 0; k < components; k++) {
            float number = element[k] + 0.0f;
            mix(digest, &number, sizeof number);
        }
    }
    free(floats);
}

/* Corners in the order in which they are drawn. False when the file has none that can be read. */
static bool read_corners(const vrm_Gltf* gltf, const vrm_Primitive* primitive, uint32_t** out,
                         size_t* out_count) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    *out = NULL;
    if (position < 0) return false;
    size_t vertices = (size_t)gltf->accessors[position].count;
    size_t count =
        primitive->indices < 0 ? vertices : (size_t)gltf->accessors[primitive->indices].count;
    uint32_t* corners = malloc(count * sizeof *corners + 1);
    bool is_sound = true;
    assert_non_null(corners);
    if (primitive->indices >= 0)
        is_sound = vrm_accessor_read_u32(gltf, primitive->indices, corners, count) == VRM_OK;
    for (size_t i = 0; i < count && is_sound; i++) {
        if (primitive->indices < 0) corners[i] = (uint32_t)i;
        is_sound = corners[i] < vertices;
    }
    if (!is_sound) {
        free(corners);
        return false;
    }
    *out = corners;
    *out_count = count;
    return true;
}

enum { WITHOUT_MORPHS = 1, WITHOUT_MORPH_NORMALS = 2, WITHOUT_NODES = 4 };

/* How a corner is painted, whatever the material is called. */
static uint64_t look_of(const vrm_Model* model, int32_t material) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    Digest digest = {1};
    char pointer[96];
    int64_t queue = 0;
    if (material < 0) return 0;
    const vrm_Surface* surface = &vrm_model_surfaces(model)[material];
    const vrm_TextureInfo* texture = vrm_surface_texture(surface, VRM_TEXTURE_BASE_COLOR);
    mix(&digest, &surface->kind, sizeof surface->kind);
    mix(&digest, &surface->material->is_double_sided, 1);
    if (texture != NULL && texture->texture >= 0) {
        int32_t image = gltf->textures[texture->texture].source;
        if (image >= 0 && gltf->images[image].data != NULL)
            mix(&digest, gltf->images[image].data, (size_t)gltf->images[image].size);
    }
    snprintf(pointer, sizeof pointer, "/extensions/VRM/materialProperties/%d/renderQueue",
             (int)material);
    vrm_json_integer(gltf->json, vrm_json_at(gltf->json, pointer), &queue);
    mix(&digest, &queue, sizeof queue);
    return digest.value;
}

/* One sum for each kind of number, so that primitives that were joined give what they gave apart.
 */
typedef struct Drawn {
    Digest corners[VRM_SEMANTIC_WEIGHTS + 1][4];
    Digest morphs[64][3];
    Digest looks;
    size_t count;
} Drawn;

static void add_primitive(Drawn* drawn, const vrm_Model* model, const vrm_Primitive* primitive,
                          int ignored) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    static const vrm_Semantic deltas[] = {VRM_SEMANTIC_POSITION, VRM_SEMANTIC_NORMAL,
                                          VRM_SEMANTIC_TANGENT};
    uint32_t* corners;
    size_t count;
    if (!read_corners(gltf, primitive, &corners, &count)) return;
    drawn->count += count;
    uint64_t look = look_of(model, primitive->material);
    for (size_t i = 0; i < count; i++) mix(&drawn->looks, &look, sizeof look);
    for (int32_t i = 0; i < primitive->attribute_count; i++) {
        const vrm_Attribute* attribute = &primitive->attributes[i];
        mix_corners(&drawn->corners[attribute->semantic][attribute->set & 3], gltf,
                    attribute->accessor, corners, count, false);
    }
    for (int32_t t = 0; t < primitive->target_count && t < 64; t++)
        for (int k = 0; k < (ignored & WITHOUT_MORPH_NORMALS ? 1 : 3); k++)
            mix_corners(&drawn->morphs[t][k], gltf,
                        vrm_morph_target_attribute(&primitive->targets[t], deltas[k]), corners,
                        count, true);
    free(corners);
}

static Drawn draw(const vrm_Model* model, int32_t mesh, int ignored) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    Drawn drawn = {0};
    for (int32_t p = 0; p < gltf->meshes[mesh].primitive_count; p++)
        add_primitive(&drawn, model, &gltf->meshes[mesh].primitives[p], ignored);
    if (ignored & WITHOUT_MORPHS) memset(drawn.morphs, 0, sizeof drawn.morphs);
    return drawn;
}

/* Nodes keep their numbers unless they are dropped. */
static void check_drawn(const vrm_Model* before, const vrm_Model* after, int ignored,
                        const char* name) {
    const vrm_Gltf *a = vrm_model_gltf(before), *b = vrm_model_gltf(after);
    int32_t other = 0;
    if (!(ignored & WITHOUT_NODES)) assert_int_equal(a->node_count, b->node_count);
    for (int32_t i = 0; i < a->node_count; i++) {
        if (a->nodes[i].mesh < 0) continue;
        while (other < b->node_count && b->nodes[other].mesh < 0) other++;
        if (other >= b->node_count) fail_msg("%s: node %d has lost its mesh", name, (int)i);
        Drawn x = draw(before, a->nodes[i].mesh, ignored),
              y = draw(after, b->nodes[other].mesh, ignored);
        if (memcmp(&x, &y, sizeof x) != 0) fail_msg("%s: node %d shows something else", name, i);
        assert_int_equal(a->nodes[i].skin < 0, b->nodes[other].skin < 0);
        other++;
    }
}

/* ---- What is said ---- */

static void check_diff(const vrm_Model* before, const vrm_Model* after, const char* name) {
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.distance = def.angle = def.value = 0.0f;
    assert_int_equal(vrm_diff_create(before, after, &def, &diff), VRM_OK);
    for (int32_t i = 0; i < vrm_diff_count(diff); i++) {
        vrm_Difference d = vrm_diff_get(diff, i);
        fail_msg("%s: %s %s %s: %s is %s", name, vrm_diff_part_name(d.part), d.subject, d.member,
                 d.before, d.after);
    }
    vrm_diff_destroy(diff);
    assert_int_equal(vrm_diff_create(after, before, &def, &diff), VRM_OK);
    assert_int_equal(vrm_diff_total(diff), 0);
    vrm_diff_destroy(diff);
}

/* What passes leave behind stays where nothing removes it, and where extras may refer to it. */
static void check_no_new_findings(const TestBytes* before, const TestBytes* after, bool may_leave,
                                  const char* name) {
    vrm_Report *a = test_validate(before), *b = test_validate(after);
    for (int32_t i = 0; i < vrm_report_count(b); i++) {
        vrm_Finding finding = vrm_report_get(b, i);
        if (test_count_findings(b, finding.code) <= test_count_findings(a, finding.code)) continue;
        /* Triangles that were invisible show it once equal vertices are one, and vertices that no
         * triangle uses do not stand on the ground any more. */
        if (strcmp(finding.code, "ACCESSOR_INDEX_TRIANGLE_DEGENERATE") == 0 ||
            strcmp(finding.code, "TPOSE_NOT_ON_GROUND") == 0)
            continue;
        if (may_leave && strcmp(finding.code, "UNUSED_OBJECT") == 0) continue;
        fail_msg("%s: new finding %s at %s: %s", name, finding.code, finding.pointer,
                 finding.message);
    }
    vrm_report_destroy(a);
    vrm_report_destroy(b);
}

/* ---- Everything that is claimed of a file ---- */

static int ignored_by(const vrm_OptimizeDef* def) {
    return (def->drops_unbound_morphs ? WITHOUT_MORPHS : 0) |
           (def->drops_morph_normals ? WITHOUT_MORPH_NORMALS : 0) |
           (def->drops_idle_nodes ? WITHOUT_NODES : 0);
}

static void check_stays(const TestBytes* file, const vrm_OptimizeDef* def, const char* name) {
    vrm_Model* model = test_load(file->data, file->size);
    assert_int_equal(vrm_optimize(model, def, NULL, NULL), VRM_OK);
    TestBytes again = test_save(model);
    if (again.size != file->size || memcmp(again.data, file->data, file->size) != 0)
        fail_msg("%s: %zu bytes become %zu in a second run", name, file->size, again.size);
    test_bytes_free(&again);
    vrm_model_destroy(model);
}

/* Returns the bytes of the result. */
static size_t check_optimizes_by(const TestBytes* file, const vrm_OptimizeDef* given,
                                 const char* name) {
    vrm_OptimizeDef def = given != NULL ? *given : vrm_default_optimize_def();
    vrm_Model *before = test_load(file->data, file->size),
              *after = test_load(file->data, file->size);
    vrm_OptimizeStats stats;
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Result result = vrm_optimize(after, &def, report, &stats);
    if (result != VRM_OK) fail_msg("%s: %s", name, vrm_result_text(result));
    int ignored = ignored_by(&def);
    check_drawn(before, after, ignored, name);
    if (ignored == 0) check_diff(before, after, name);
    assert_int_equal(vrm_model_dialect(before), vrm_model_dialect(after));
    TestBytes a = test_save(before), b = test_save(after);
    bool is_pinned = test_count_findings(report, "OPTIMIZE_PINNED") > 0;
    check_no_new_findings(&a, &b, !def.removes_unused || is_pinned, name);
    vrm_report_destroy(report);
    if (!def.stores_dense && stats.after.draw_calls == stats.before.draw_calls)
        assert_true(stats.after.file_bytes <= stats.before.file_bytes);
    check_stays(&b, &def, name);
    size_t size = b.size;
    test_bytes_free(&a);
    test_bytes_free(&b);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    return size;
}

enum { OPTIONS = 9 };

static bool* option_of(vrm_OptimizeDef* def, int i) {
    bool* const options[OPTIONS] = {
        &def->removes_unused,    &def->merges_equal,        &def->stores_morphs_sparse,
        &def->compacts_vertices, &def->joins_primitives,    &def->drops_unbound_morphs,
        &def->drops_idle_nodes,  &def->drops_morph_normals, &def->stores_dense};
    return options[i];
}

static vrm_OptimizeDef def_of(unsigned bits) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    for (int i = 0; i < OPTIONS; i++) *option_of(&def, i) = bits >> i & 1;
    return def;
}

static void check_optimizes(const TestBytes* file, const char* name) {
    check_optimizes_by(file, NULL, name);
}

/* Each option alone, and each of the defaults left out. */
static void check_every_option(const TestBytes* file, const char* name) {
    char text[128];
    for (int i = 0; i < OPTIONS; i++) {
        for (int alone = 0; alone < 2; alone++) {
            vrm_OptimizeDef def = def_of(alone ? 1u << i : 0x1Fu ^ 1u << i);
            snprintf(text, sizeof text, "%s, %s %d", name, alone ? "only" : "but", i);
            check_optimizes_by(file, &def, text);
        }
    }
}

/* */
static void full_avatars_of_every_dialect_stay_what_they_are(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_DRAFT, VRM_DIALECT_BETA,
                                           VRM_DIALECT_1};
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        TestBytes file = test_full_avatar(dialects[i]);
        check_optimizes(&file, vrm_dialect_text(dialects[i]));
        check_every_option(&file, vrm_dialect_text(dialects[i]));
        test_bytes_free(&file);
    }
    TestBytes clip = test_full_clip();
    check_optimizes(&clip, "clip");
    check_every_option(&clip, "clip");
    test_bytes_free(&clip);
}

/* ---- Random files ---- */

/* */
static void random_files_stay_what_they_are_whatever_is_asked_for(void** state) {
    (void)state;
    const char* wish = getenv("VRM_RANDOM_OPTIMIZE");
    uint64_t count = wish != NULL ? strtoull(wish, NULL, 10) : TEST_IS_SANITIZED ? 60 : 400;
    Dice dice = {11};
    for (uint64_t seed = 0; seed < count; seed++) {
        char name[64];
        TestBytes file = test_random_gltf(seed);
        snprintf(name, sizeof name, "random %d", (int)seed);
        check_optimizes(&file, name);
        unsigned bits = (unsigned)roll_int(&dice, 1 << OPTIONS);
        vrm_OptimizeDef def = def_of(bits);
        snprintf(name, sizeof name, "random %d, options %03x", (int)seed, bits);
        check_optimizes_by(&file, &def, name);
        test_bytes_free(&file);
    }
}

/* ---- Changes of what was optimized ---- */

static vrm_Model* optimized(const TestBytes* file, const vrm_OptimizeDef* def) {
    vrm_Model* model = test_load(file->data, file->size);
    assert_int_equal(vrm_optimize(model, def, NULL, NULL), VRM_OK);
    return model;
}

typedef enum Change { MOVE_VERTEX, TURN_TRIANGLE, SWAP_TRIANGLES, CHANGE_FACTOR, CHANGES } Change;

/* A primitive that a node shows; NULL: none. */
static const vrm_Primitive* pick_primitive(const vrm_Gltf* gltf, Dice* dice) {
    for (int tries = 0; tries < 50; tries++) {
        const vrm_Node* node = &gltf->nodes[roll_int(dice, gltf->node_count)];
        if (node->mesh < 0) continue;
        const vrm_Mesh* mesh = &gltf->meshes[node->mesh];
        return &mesh->primitives[roll_int(dice, mesh->primitive_count)];
    }
    return NULL;
}

/* Where an element of an accessor lies in the file; NULL: nowhere. */
static uint8_t* element_in(const TestBytes* file, const vrm_Gltf* gltf, int32_t index, int at,
                           size_t size) {
    const vrm_Accessor* accessor = &gltf->accessors[index];
    if (accessor->buffer_view < 0 || accessor->is_sparse) return NULL;
    const vrm_BufferView* view = &gltf->buffer_views[accessor->buffer_view];
    uint32_t json_size;
    memcpy(&json_size, (const uint8_t*)file->data + 12, 4);
    size_t stride = view->byte_stride != 0 ? view->byte_stride : size;
    return (uint8_t*)file->data + 28 + json_size + (view->data - gltf->buffers[0].data) +
           accessor->byte_offset + (size_t)at * stride;
}

static void exchange(uint8_t* a, uint8_t* b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* False when the file has no such thing. */
static bool change_file(TestBytes* file, const vrm_Gltf* gltf, Change change, Dice* dice) {
    const vrm_Primitive* primitive = pick_primitive(gltf, dice);
    if (primitive == NULL || primitive->indices < 0 || primitive->mode != 4) return false;
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    const vrm_Accessor* indices = &gltf->accessors[primitive->indices];
    size_t size = indices->component_type == 5121 ? 1 : indices->component_type == 5123 ? 2 : 4;
    int triangle = roll_int(dice, (int)indices->count / 3) * 3;
    uint8_t* corner = element_in(file, gltf, primitive->indices, triangle, size);
    if (change == MOVE_VERTEX && gltf->accessors[position].component_type == 5126) {
        uint8_t* vertex = element_in(file, gltf, position,
                                     roll_int(dice, (int)gltf->accessors[position].count), 12);
        if (vertex != NULL) memcpy(vertex, &(float){7.0f}, 4);
        return vertex != NULL;
    }
    if (corner == NULL || change == MOVE_VERTEX) return false;
    if (change == TURN_TRIANGLE) exchange(corner, corner + size, size);
    if (change == SWAP_TRIANGLES)
        exchange(corner,
                 element_in(file, gltf, primitive->indices,
                            roll_int(dice, (int)indices->count / 3) * 3, size),
                 size * 3);
    return true;
}

static bool is_drawn_alike(const vrm_Model* before, const vrm_Model* after) {
    const vrm_Gltf *a = vrm_model_gltf(before), *b = vrm_model_gltf(after);
    bool is_alike = true;
    for (int32_t i = 0; i < a->node_count && is_alike; i++) {
        if (a->nodes[i].mesh < 0) continue;
        Drawn x = draw(before, a->nodes[i].mesh, 0), y = draw(after, b->nodes[i].mesh, 0);
        /* Attributes with names of their own are not compared. */
        memset(x.corners[VRM_SEMANTIC_OTHER], 0, sizeof x.corners[0]);
        memset(y.corners[VRM_SEMANTIC_OTHER], 0, sizeof y.corners[0]);
        is_alike = memcmp(&x, &y, sizeof x) == 0;
    }
    return is_alike;
}

static uint64_t count_differences(const vrm_Model* before, const vrm_Model* after) {
    vrm_Diff* diff;
    assert_int_equal(vrm_diff_create(before, after, NULL, &diff), VRM_OK);
    uint64_t total = vrm_diff_total(diff);
    vrm_diff_destroy(diff);
    return total;
}

/* A factor of a material that a primitive has. */
static vrm_Model* change_factor(const TestBytes* file, const vrm_Gltf* gltf, Dice* dice) {
    const vrm_Primitive* primitive = pick_primitive(gltf, dice);
    char edit[128];
    if (primitive == NULL || primitive->material < 0) return NULL;
    snprintf(edit, sizeof edit, "set /materials/%d/emissiveFactor [0.5,0,0]",
             (int)primitive->material);
    SceneBytes changed = scene_patch(&(SceneBytes){file->data, file->size}, edit, NULL);
    assert_non_null(changed.data);
    vrm_Model* model = test_load(changed.data, changed.size);
    scene_bytes_free(&changed);
    return model;
}

/* that vrm_diff finds nothing after optimizing means something. */
static void a_change_of_an_optimized_file_is_told(void** state) {
    (void)state;
    Dice dice = {17};
    int told[CHANGES] = {0};
    for (uint64_t seed = 0; seed < (TEST_IS_SANITIZED ? 60 : 400); seed++) {
        TestBytes file = test_random_gltf(seed);
        vrm_Model* before = test_load(file.data, file.size);
        vrm_Model* after = optimized(&file, NULL);
        TestBytes small = test_save(after);
        Change change = (Change)roll_int(&dice, CHANGES);
        const vrm_Gltf* gltf = vrm_model_gltf(after);
        vrm_Model* changed = NULL;
        if (change == CHANGE_FACTOR)
            changed = change_factor(&small, gltf, &dice);
        else if (change_file(&small, gltf, change, &dice))
            changed = test_load(small.data, small.size);
        bool must_tell =
            changed != NULL && (change == CHANGE_FACTOR || !is_drawn_alike(before, changed));
        if (must_tell && count_differences(before, changed) == 0)
            fail_msg("random %d: change %d is not told", (int)seed, (int)change);
        told[change] += must_tell;
        vrm_model_destroy(changed);
        vrm_model_destroy(after);
        vrm_model_destroy(before);
        test_bytes_free(&small);
        test_bytes_free(&file);
    }
    for (int i = 0; i < CHANGES; i++) assert_true(told[i] > 3);
}

/* ---- What is kept ---- */

/* Two triangles over the same four corners, with two equal materials and four targets. */
enum { QUAD_BIN = 48 + 12 + 4 * 48 };

static TestBytes quad(const char* members, const char* materials, const char* mesh) {
    float numbers[QUAD_BIN / 4] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    const uint16_t corners[] = {0, 1, 2, 2, 1, 3};
    char json[6144], targets[512] = "";
    uint8_t bin[QUAD_BIN];
    for (int t = 0; t < 4; t++) numbers[15 + t * 12 + t] = 0.25f * (float)(t + 1);
    memcpy(bin, numbers, sizeof bin);
    memcpy(bin + 48, corners, sizeof corners);
    for (int t = 0; t < 4; t++)
        snprintf(targets + strlen(targets), sizeof targets - strlen(targets), "%s{'POSITION':%d}",
                 t > 0 ? "," : "", t + 3);
    int size = snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0,1]}],'nodes':[{'name':'n0',"
        "'mesh':0},{'name':'n1','children':[2]},{'name':'n2'}],'materials':[%s],'meshes':[{"
        "'primitives':[{'attributes':{'POSITION':0},'indices':1,'material':0,'targets':[%s]},"
        "{'attributes':{'POSITION':0},'indices':2,'material':1,'targets':[%s]}]%s}],'buffers':[{"
        "'byteLength':%d}],'bufferViews':[{'buffer':0,'byteLength':48,'target':34962},{'buffer':0,"
        "'byteOffset':48,'byteLength':12,'target':34963},{'buffer':0,'byteOffset':60,'byteLength':"
        "192,'byteStride':12,'target':34962}],'accessors':["
        "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,0]},"
        "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'},"
        "{'bufferView':1,'byteOffset':6,'componentType':5123,'count':3,'type':'SCALAR'},"
        "{'bufferView':2,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':2,'byteOffset':48,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':2,'byteOffset':96,'componentType':5126,'count':4,'type':'VEC3'},"
        "{'bufferView':2,'byteOffset':144,'componentType':5126,'count':4,'type':'VEC3'}]%s}",
        materials, targets, targets, mesh, QUAD_BIN, members);
    assert_true(size > 0 && (size_t)size < sizeof json);
    return test_glb(json, bin, sizeof bin);
}

#define TWO_EQUAL "{'name':'a','doubleSided':true},{'name':'b','doubleSided':true}"

/* How many materials and draw calls are left. */
static void check_counts(const char* members, int materials, int primitives) {
    TestBytes file = quad(members, TWO_EQUAL, "");
    check_optimizes(&file, members);
    vrm_Model* model = optimized(&file, NULL);
    assert_int_equal(vrm_model_gltf(model)->material_count, materials);
    assert_int_equal(vrm_model_gltf(model)->meshes[0].primitive_count, primitives);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* */
static void materials_that_something_changes_stay_alone(void** state) {
    (void)state;
    check_counts("", 1, 1);
#define GROUPS                                                                                     \
    ",'extensionsUsed':['VRM'],'extensions':{'VRM':{'blendShapeMaster':{"                          \
    "'blendShapeGroups':[{'name':'A','presetName':'a','binds':[],'materialValues':["
    check_counts(
        GROUPS "{'materialName':'b','propertyName':'_Color','targetValue':[1,0,0,1]}]}]}}}", 2, 2);
    check_counts(GROUPS "]}]},'materialProperties':[{'name':'a','renderQueue':2000,'shader':"
                        "'VRM/MToon'},{'name':'b','renderQueue':3000,'shader':'VRM/MToon'}]}}",
                 2, 2);
#undef GROUPS
    check_counts(",'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
                 "'expressions':{'preset':{'aa':{'materialColorBinds':[{'material':0,'type':"
                 "'color','targetValue':[1,0,0,1]}]}}}}}",
                 2, 2);
    check_counts(",'extras':{'favourite':1}", 2, 2);
    check_counts(",'extensions':{'EXT_of_somebody':{'material':1}}", 2, 2);
#define POINTER(path)                                                                              \
    ",'animations':[{'samplers':[{'input':1,'output':3}],'channels':[{'sampler':0,'target':{"      \
    "'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'" path "'}}}}]}]"
    check_counts(POINTER("/materials/1/emissiveFactor"), 2, 2);
    check_counts(POINTER("\\/materials\\u002F1\\/emissiveFactor"), 2, 2);
#undef POINTER
}

/* */
static void elements_that_extras_may_name_keep_their_place(void** state) {
    (void)state;
    static const char unused[] = "{'name':'unused'},{'name':'gone'},{'name':'kept'}";
    TestBytes file = quad(",'extras':{'deep':[{'material':2,'size':1.5}]}", unused, "");
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_optimize(model, NULL, report, NULL), VRM_OK);
    assert_int_equal(test_count_findings(report, "OPTIMIZE_PINNED"), 1);
    assert_string_equal(test_get_finding(report, "OPTIMIZE_PINNED").message,
                        "Kept in /materials: 1.");
    assert_string_equal(vrm_model_gltf(model)->materials[2].name, "kept");
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    check_optimizes(&file, "extras");
    test_bytes_free(&file);
}

/* Names of vertices are as good as names of elements. */
static void vertices_that_extras_may_name_keep_their_place(void** state) {
    (void)state;
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'scenes':[{'nodes':[0]}],'meshes':[{"
        "'primitives':[{'attributes':{'POSITION':0},'indices':1,'extras':{'seam':[3,0]}}]}],"
        "'buffers':[{'byteLength':780}],'bufferViews':[{'buffer':0,'byteLength':768},{'buffer':0,"
        "'byteOffset':768,'byteLength':12}],'accessors':[{'bufferView':0,'componentType':5126,"
        "'count':64,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':1,'componentType':"
        "5125,'count':3,'type':'SCALAR'}]}",
        (float[195]){0}, 780);
    vrm_Model* model = optimized(&file, NULL);
    assert_int_equal(vrm_model_gltf(model)->accessors[0].count, 64);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* three.js takes normals at rest for those that one target of several lacks. */
static void morph_normals_go_from_all_targets_or_from_none(void** state) {
    (void)state;
    float numbers[4 * 12 + 3] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    numbers[24] = 0.5f;
    numbers[36] = 0.25f; /* a normal of the second target */
    const uint16_t corners[] = {0, 1, 2, 2, 1, 3};
    memcpy(numbers + 48, corners, sizeof corners);
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'scenes':[{'nodes':[0]}],'meshes':[{"
        "'primitives':[{'attributes':{'POSITION':0},'indices':4,'targets':[{'POSITION':2,'NORMAL':"
        "1},{'POSITION':2,'NORMAL':3}]}]}],'buffers':[{'byteLength':204}],'bufferViews':[{"
        "'buffer':0,'byteLength':192,'byteStride':12},{'buffer':0,'byteOffset':192,'byteLength':12}"
        "],'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],"
        "'max':[1,1,0]},{'bufferView':0,'byteOffset':48,'componentType':5126,'count':4,'type':"
        "'VEC3'},{'bufferView':0,'byteOffset':96,'componentType':5126,'count':4,'type':'VEC3'},{"
        "'bufferView':0,'byteOffset':144,'componentType':5126,'count':4,'type':'VEC3'},{"
        "'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'}]}",
        numbers, sizeof numbers);
    vrm_Model* model = optimized(&file, NULL);
    const vrm_Primitive* primitive = &vrm_model_gltf(model)->meshes[0].primitives[0];
    for (int t = 0; t < 2; t++)
        assert_true(vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_NORMAL) >= 0);
    vrm_model_destroy(model);
    check_optimizes(&file, "normals");
    test_bytes_free(&file);
}

/* ---- What is dropped ---- */

/* The first component of each target that is left. */
static void check_targets(const char* members, const char* mesh, const char* expected) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    TestBytes file = quad(members, TWO_EQUAL, mesh);
    char left[16] = "";
    def.drops_unbound_morphs = true;
    check_optimizes_by(&file, &def, members);
    vrm_Model* model = optimized(&file, &def);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Primitive* primitive = &gltf->meshes[0].primitives[0];
    for (int32_t t = 0; t < primitive->target_count; t++) {
        float floats[12], most = 0.0f;
        int32_t accessor =
            vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_POSITION);
        assert_int_equal(vrm_accessor_read_floats(gltf, accessor, floats, 12), VRM_OK);
        for (int i = 0; i < 12; i++) most = floats[i] > most ? floats[i] : most;
        left[t] = (char)('0' + (int)(most * 4.0f) - 1);
    }
    if (strcmp(left, expected) != 0) fail_msg("%s%s: %s are left", members, mesh, left);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* */
static void targets_that_something_moves_stay(void** state) {
    (void)state;
#define GROUPS ",'extensions':{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'binds':["
#define PRESETS(version, bind)                                                                     \
    ",'extensions':{'VRMC_vrm':{'specVersion':'" version "','expressions':{'preset':{'aa':{"       \
    "'morphTargetBinds':[" bind "]}}}}}"
    check_targets("", "", "");
    check_targets(GROUPS "{'mesh':0,'index':2,'weight':100}]}]}}}", "", "2");
    check_targets(PRESETS("1.0", "{'node':0,'index':3,'weight':1}"), "", "3");
    check_targets(PRESETS("1.0", "{'node':0,'mesh':7,'index':3,'weight':1}"), "", "3");
    check_targets(PRESETS("1.0-beta", "{'node':0,'index':1,'weight':1}"), "", "1");
    check_targets("", ",'weights':[0,0.5,0,0]", "1");
    check_targets("", ",'extras':{'targetNames':['x','eyeBlink_L','JawOpen','y']}", "12");
    check_targets(",'animations':[{'samplers':[{'input':1,'output':3}],'channels':[{'sampler':0,"
                  "'target':{'node':0,'path':'weights'}}]}]",
                  "", "0123");
    check_targets(",'animations':[{'samplers':[{'input':1,'output':3}],'channels':[{'sampler':0,"
                  "'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':"
                  "'/meshes/0/weights/3'}}}}]}]",
                  "", "0123");
#undef GROUPS
#undef PRESETS
}

/* */
static void nodes_that_mean_something_stay(void** state) {
    (void)state;
    static const struct {
        const char* members;
        int nodes;
    } cases[] = {
        {"", 1},
        {",'extras':{'node':2}", 3},
        {",'extensions':{'VRM':{'humanoid':{'humanBones':[{'bone':'hips','node':2}]}}}", 3},
        {",'extensions':{'VRM':{'secondaryAnimation':{'boneGroups':[{'bones':[1]}]}}}", 3},
        {",'extensions':{'VRM':{'secondaryAnimation':{'colliderGroups':[{'node':2}]}}}", 3},
        {",'extensions':{'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':2}]}"
         "]}}",
         3},
    };
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.drops_idle_nodes = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestBytes file = quad(cases[i].members, TWO_EQUAL, "");
        check_optimizes_by(&file, &def, cases[i].members);
        vrm_Model* model = optimized(&file, &def);
        assert_int_equal(vrm_model_gltf(model)->node_count, cases[i].nodes);
        vrm_model_destroy(model);
        test_bytes_free(&file);
    }
}

/* ---- Files that are broken, and failing memory ---- */

static void check_broken(const TestBytes* bytes, const char* path) {
    (void)path;
    for (unsigned bits = 0x1F; bits <= 0x1FF; bits += 0x1E0) {
        vrm_OptimizeDef def = def_of(bits);
        def.joins_meshes = bits != 0x1F;
        TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
        if (test.model != NULL && vrm_optimize(test.model, &def, test.report, NULL) == VRM_OK) {
            TestBytes saved = test_save(test.model);
            vrm_Model* again = test_load(saved.data, saved.size);
            assert_int_equal(vrm_model_dialect(again), vrm_model_dialect(test.model));
            vrm_model_destroy(again);
            test_bytes_free(&saved);
        }
        test_model_free(&test);
    }
}

static void broken_files_are_optimized_or_refused(void** state) {
    (void)state;
    corpus_each("broken", NULL, check_broken);
}

static void corpus_stays_what_it_is(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_optimizes);
    corpus_each("vrm1", ".vrm", check_optimizes);
    corpus_each("vrma", ".vrma", check_optimizes);
}

/* a chunk without bytes and a buffer of length 0 are findings. */
static void a_file_whose_data_nothing_uses_has_no_chunk(void** state) {
    (void)state;
    static const uint8_t bin[12] = {1};
    TestBytes file = test_glb(
        "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'name':'n'}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':12}],'buffers':[{'byteLength':12}]}",
        bin, sizeof bin);
    check_optimizes(&file, "unused data");
    vrm_Model* model = optimized(&file, NULL);
    assert_int_equal(vrm_model_gltf(model)->buffer_count, 0);
    TestBytes saved = test_save(model);
    vrm_Report* report = test_validate(&saved);
    assert_int_equal(test_count_findings(report, "GLB_EMPTY_BIN_CHUNK"), 0);
    assert_int_equal(test_count_findings(report, "BUFFER_BYTE_LENGTH_MISMATCH"), 0);
    vrm_report_destroy(report);
    test_bytes_free(&saved);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void files_whose_data_are_missing_are_refused(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'buffers':[{'byteLength':4,'uri':'no.bin'}],'bufferViews':[{"
        "'buffer':0,'byteLength':4}],'materials':[{}]}");
    TestBytes before = test_save(test.model);
    vrm_report_clear(test.report);
    assert_int_equal(vrm_optimize(test.model, NULL, test.report, NULL), VRM_ERR_UNSUPPORTED);
    test_get_finding(test.report, "OPTIMIZE_DATA_MISSING");
    TestBytes after = test_save(test.model);
    test_same_bytes(&after, &before);
    test_bytes_free(&before);
    test_bytes_free(&after);
    test_model_free(&test);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_OptimizeDef def = def_of(0x7F);
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = vrm_optimize(model, &def, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void optimizing_survives_every_failing_allocation(void** state) {
    (void)state;
    for (uint64_t seed = 0; seed < (TEST_IS_SANITIZED ? 3 : 6); seed++) {
        TestBytes file = test_random_gltf(seed);
        assert_true(test_every_allocation_failing(attempt, &file) > 20);
        test_bytes_free(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_avatars_of_every_dialect_stay_what_they_are),
        cmocka_unit_test(random_files_stay_what_they_are_whatever_is_asked_for),
        cmocka_unit_test(a_change_of_an_optimized_file_is_told),
        cmocka_unit_test(materials_that_something_changes_stay_alone),
        cmocka_unit_test(elements_that_extras_may_name_keep_their_place),
        cmocka_unit_test(vertices_that_extras_may_name_keep_their_place),
        cmocka_unit_test(morph_normals_go_from_all_targets_or_from_none),
        cmocka_unit_test(targets_that_something_moves_stay),
        cmocka_unit_test(nodes_that_mean_something_stay),
        cmocka_unit_test(broken_files_are_optimized_or_refused),
        cmocka_unit_test(corpus_stays_what_it_is),
        cmocka_unit_test(a_file_whose_data_nothing_uses_has_no_chunk),
        cmocka_unit_test(files_whose_data_are_missing_are_refused),
        cmocka_unit_test(optimizing_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

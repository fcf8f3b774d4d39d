/* SPDX-License-Identifier: MIT */
/* Optimizing: files shrink, and nothing that they show or say changes. Every file here goes through
 * check_optimizes(): what is drawn is equal bit by bit, vrm_diff finds nothing, the validator finds
 * nothing new, and a second run keeps every byte. */
#include "support/check.h"
#include "support/corpus.h"
#include "support/dice.h"
#include "support/full.h"
#include "support/glb.h"
#include "support/memory.h"
#include "support/model.h"
#include "vrm/diff.h"
#include "vrm/edit.h"
#include "vrm/optimize.h"
#include "vrm/validate.h"

#include <stdarg.h>
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

/* Materials that became one, under the name of the first, and primitives that were joined. */
static bool is_expected(const vrm_Difference* d, const vrm_OptimizeDef* def) {
    size_t length = strlen(d->member);
    bool is_material = length >= 8 && strcmp(d->member + length - 8, "material") == 0;
    if (d->part == VRM_DIFF_MATERIALS)
        return d->kind == VRM_DIFF_REMOVED && (def->removes_unused || def->merges_equal);
    return d->part == VRM_DIFF_MESHES &&
           ((is_material && def->merges_equal) ||
            (strcmp(d->member, "primitives") == 0 && def->joins_primitives));
}

static void check_diff(const vrm_Model* before, const vrm_Model* after,
                       const vrm_OptimizeDef* options, const char* name) {
    vrm_Diff* diff;
    vrm_DiffDef def = vrm_default_diff_def();
    def.distance = def.angle = def.value = 0.0f;
    assert_int_equal(vrm_diff_create(before, after, &def, &diff), VRM_OK);
    for (int32_t i = 0; i < vrm_diff_count(diff); i++) {
        vrm_Difference d = vrm_diff_get(diff, i);
        if (is_expected(&d, options)) continue;
        fail_msg("%s: %s %s %s: %s is %s", name, vrm_diff_part_name(d.part), d.subject, d.member,
                 d.before, d.after);
    }
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
    if (ignored == 0) check_diff(before, after, &def, name);
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

typedef struct Text {
    char* data;
    size_t size, capacity;
} Text;

static void put(Text* text, const char* format, ...) {
    va_list args;
    if (text->size + 1024 > text->capacity) {
        text->capacity = text->capacity * 2 + 4096;
        text->data = realloc(text->data, text->capacity);
        assert_non_null(text->data);
    }
    va_start(args, format);
    int size = vsnprintf(text->data + text->size, 1024, format, args);
    va_end(args);
    assert_true(size >= 0 && size < 1024);
    text->size += (size_t)size;
}

static void put_long(Text* text, const Text* more) {
    for (size_t i = 0; i < more->size; i += 1000)
        put(text, "%.*s", (int)(more->size - i < 1000 ? more->size - i : 1000), more->data + i);
}

/* A list of the document while it is written. */
typedef struct List {
    Text text;
    int count;
} List;

static int add(List* list, const char* format, ...) {
    char line[1000];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_true(size >= 0 && (size_t)size < sizeof line);
    put(&list->text, "%s%s", list->count > 0 ? "," : "", line);
    return list->count++;
}

enum { POOLS = 3, TARGETS = 4, MESHES = 5, NODES = 10, MATERIALS = 6, KINDS = 3 };

/* Vertices that several primitives may share. */
typedef struct Pool {
    int vertices;
    char attributes[200];
    char targets[TARGETS][120];
} Pool;

typedef struct Random {
    Dice dice;
    uint8_t bin[65536];
    size_t bin_size;
    List views, accessors, meshes, nodes, materials, properties, textures, images, skins;
    Pool pools[POOLS];
    int target_count; /* of all meshes */
    int kind;         /* 0: 0.x, 1: 1.0, 2: plain glTF */
} Random;

static bool chance(Random* r, int of) {
    return roll_int(&r->dice, of) == 0;
}

/* Few values, so that vertices and accessors are often equal. */
static float few(Random* r) {
    static const float values[] = {0.0f, -0.0f, 1.0f, 0.5f, -1.0f};
    return values[roll_int(&r->dice, 5)];
}

static int add_view(Random* r, const void* bytes, size_t size, const char* rest) {
    size_t at = (r->bin_size + 3) / 4 * 4 + (chance(r, 3) ? 8 : 0);
    assert_true(at + size <= sizeof r->bin);
    memcpy(r->bin + at, bytes, size);
    r->bin_size = at + size;
    return add(&r->views, "{'buffer':0,'byteOffset':%d,'byteLength':%d%s}", (int)at, (int)size,
               rest);
}

/* min and max are needed where positions are: all values are between -1 and 1. */
static int add_floats(Random* r, const float* values, int count, int components, bool is_vertex) {
    static const char* const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    float low[4], high[4];
    char bounds[160] = "";
    for (int k = 0; k < components; k++) low[k] = high[k] = values[k];
    for (int i = 0; i < count * components; i++) {
        int k = i % components;
        if (values[i] < low[k]) low[k] = values[i];
        if (values[i] > high[k]) high[k] = values[i];
    }
    if (components == 3)
        snprintf(bounds, sizeof bounds, ",'min':[%g,%g,%g],'max':[%g,%g,%g]", (double)low[0],
                 (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
    if (components == 1)
        snprintf(bounds, sizeof bounds, ",'min':[%g],'max':[%g]", (double)low[0], (double)high[0]);
    int view = add_view(r, values, (size_t)(count * components) * 4,
                        is_vertex && chance(r, 2) ? ",'target':34962" : "");
    return add(&r->accessors, "{'bufferView':%d,'componentType':5126,'count':%d,'type':'%s'%s}",
               view, count, types[components], bounds);
}

static int add_random_floats(Random* r, int count, int components, bool is_vertex) {
    float values[256] = {0};
    bool is_zero = chance(r, 4), is_rare = chance(r, 2);
    for (int i = 0; i < count * components; i++)
        values[i] = is_zero || (is_rare && !chance(r, 6)) ? 0.0f : few(r);
    return add_floats(r, values, count, components, is_vertex);
}

static int add_sparse(Random* r, int count) {
    uint16_t at[2] = {(uint16_t)roll_int(&r->dice, count / 2),
                      (uint16_t)(count / 2 + roll_int(&r->dice, count / 2))};
    float values[6];
    for (int i = 0; i < 6; i++) values[i] = few(r);
    int indices = add_view(r, at, sizeof at, ""), view = add_view(r, values, sizeof values, "");
    return add(&r->accessors,
               "{'componentType':5126,'count':%d,'type':'VEC3','min':[-1,-1,-1],'max':[1,1,1],"
               "'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5123},'values':{"
               "'bufferView':%d}}}",
               count, indices, view);
}

static int add_delta(Random* r, int count) {
    if (chance(r, 4)) return add_sparse(r, count);
    if (chance(r, 6))
        return add(&r->accessors,
                   "{'componentType':5126,'count':%d,'type':'VEC3','min':[0,0,0],'max':[0,0,0]}",
                   count);
    return add_random_floats(r, count, 3, true);
}

/* Positions and normals side by side, positions as shorts, or each attribute for itself. */
static void add_pool(Random* r, Pool* pool) {
    pool->vertices = 4 + roll_int(&r->dice, 9);
    Text text = {0};
    if (chance(r, 3)) {
        float values[12 * 6];
        for (int i = 0; i < pool->vertices * 6; i++) values[i] = i % 6 < 3 ? few(r) : i % 6 == 5;
        int view = add_view(r, values, (size_t)pool->vertices * 24, ",'byteStride':24");
        int first = add(&r->accessors,
                        "{'bufferView':%d,'componentType':5126,'count':%d,'type':'VEC3','min':"
                        "[-1,-1,-1],'max':[1,1,1]}",
                        view, pool->vertices);
        add(&r->accessors,
            "{'bufferView':%d,'byteOffset':12,'componentType':5126,'count':%d,'type':'VEC3'}", view,
            pool->vertices);
        put(&text, "'POSITION':%d,'NORMAL':%d", first, first + 1);
    } else if (chance(r, 3)) {
        int16_t values[12 * 4] = {0};
        for (int i = 0; i < pool->vertices * 4; i++)
            values[i] = i % 4 == 3 ? 0 : (int16_t)(roll_int(&r->dice, 3) - 1);
        int view = add_view(r, values, (size_t)pool->vertices * 8, ",'byteStride':8");
        put(&text, "'POSITION':%d",
            add(&r->accessors,
                "{'bufferView':%d,'componentType':5122,'count':%d,'type':'VEC3','min':[-1,-1,-1],"
                "'max':[1,1,1]}",
                view, pool->vertices));
    } else {
        put(&text, "'POSITION':%d", add_random_floats(r, pool->vertices, 3, true));
    }
    if (chance(r, 2)) put(&text, ",'TEXCOORD_0':%d", add_random_floats(r, pool->vertices, 2, true));
    if (chance(r, 4)) put(&text, ",'_CUSTOM':%d", add_random_floats(r, pool->vertices, 1, true));
    snprintf(pool->attributes, sizeof pool->attributes, "%s", text.data);
    free(text.data);
    int shared = add_delta(r, pool->vertices);
    for (int t = 0; t < r->target_count; t++) {
        int position = chance(r, 4) ? shared : add_delta(r, pool->vertices);
        if (chance(r, 2))
            snprintf(pool->targets[t], sizeof pool->targets[t], "{'POSITION':%d}", position);
        else
            snprintf(pool->targets[t], sizeof pool->targets[t], "{'POSITION':%d,'NORMAL':%d}",
                     position, add_delta(r, pool->vertices));
    }
}

static int add_indices(Random* r, int vertices) {
    static const int types[] = {5121, 5123, 5125};
    int kind = roll_int(&r->dice, 3), count = 3 * (1 + roll_int(&r->dice, 6)), size = 1 << kind;
    uint8_t bytes[18 * 4] = {0};
    for (int i = 0; i < count; i++) bytes[i * size] = (uint8_t)roll_int(&r->dice, vertices);
    int view = add_view(r, bytes, (size_t)(count * size), chance(r, 2) ? ",'target':34963" : "");
    return add(&r->accessors, "{'bufferView':%d,'componentType':%d,'count':%d,'type':'SCALAR'}",
               view, types[kind], count);
}

static void add_mesh(Random* r) {
    Text text = {0};
    int count = 1 + roll_int(&r->dice, 4), last = -1;
    put(&text, "{'name':'mesh%d','primitives':[", r->meshes.count);
    for (int p = 0; p < count; p++) {
        const Pool* pool = &r->pools[chance(r, 3) ? roll_int(&r->dice, POOLS) : 0];
        put(&text, "%s{'attributes':{%s}", p > 0 ? "," : "", pool->attributes);
        if (pool != r->pools) last = -1;
        if (!chance(r, 5)) {
            if (last < 0 || !chance(r, 3)) last = add_indices(r, pool->vertices);
            put(&text, ",'indices':%d", last);
        }
        if (pool != r->pools) last = -1;
        if (chance(r, 8)) put(&text, ",'mode':%d", roll_int(&r->dice, 7));
        if (!chance(r, 5)) put(&text, ",'material':%d", roll_int(&r->dice, MATERIALS));
        if (chance(r, 12)) put(&text, ",'extras':{'corner':1}");
        for (int t = 0; t < r->target_count; t++)
            put(&text, "%s%s", t > 0 ? "," : ",'targets':[", pool->targets[t]);
        put(&text, "%s}", r->target_count > 0 ? "]" : "");
    }
    put(&text, "]");
    if (r->target_count > 0 && chance(r, 3)) {
        put(&text, ",'weights':[");
        for (int t = 0; t < r->target_count; t++)
            put(&text, "%s%d", t > 0 ? "," : "", chance(r, 3));
        put(&text, "]");
    }
    put(&text, "}");
    put(&r->meshes.text, r->meshes.count > 0 ? "," : "");
    put_long(&r->meshes.text, &text);
    r->meshes.count++;
    free(text.data);
}

/* One white pixel. */
static const uint8_t pixel[] = {
    0x89, 'P',  'N',  'G',  0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 'I',  'H',
    'D',  'R',  0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 'I',  'D',  'A',  'T',  0x78,
    0x9C, 0x63, 0xF8, 0x0F, 0x00, 0x01, 0x01, 0x01, 0x00, 0x1B, 0xB6, 0xEE, 0x56, 0x00,
    0x00, 0x00, 0x00, 'I',  'E',  'N',  'D',  0xAE, 0x42, 0x60, 0x82};

static void add_looks(Random* r) {
    for (int i = 0; i < 3; i++) {
        add(&r->images, "{'mimeType':'image/png','bufferView':%d,'name':'image%d'}",
            add_view(r, pixel, sizeof pixel, ""), i);
        add(&r->textures, "{'source':%d,'name':'texture%d'}", roll_int(&r->dice, i + 1), i);
    }
    for (int i = 0; i < MATERIALS; i++) {
        int kind = roll_int(&r->dice, 3), texture = roll_int(&r->dice, 3);
        add(&r->materials,
            "{'name':'material%d','pbrMetallicRoughness':{'baseColorTexture':{'index':%d}},"
            "'doubleSided':%s}",
            i, texture, kind == 0 ? "true" : "false");
        add(&r->properties,
            "{'name':'material%d','renderQueue':%d,'shader':'VRM_USE_GLTFSHADER',"
            "'floatProperties':{},'vectorProperties':{},'textureProperties':{'_MainTex':%d},"
            "'keywordMap':{},'tagMap':{}}",
            i, kind == 1 ? 2001 : 2000, texture);
    }
}

static void add_nodes(Random* r) {
    for (int i = 0; i < NODES; i++) {
        Text text = {0};
        put(&text, "{'name':'node%d'", i);
        if (i * 2 + 2 < NODES) put(&text, ",'children':[%d,%d]", i * 2 + 1, i * 2 + 2);
        if (chance(r, 2)) put(&text, ",'mesh':%d", roll_int(&r->dice, MESHES - 1));
        if (chance(r, 3)) put(&text, ",'translation':[%d,0.5,0]", i);
        if (chance(r, 20)) put(&text, ",'extras':{'node':%d}", roll_int(&r->dice, NODES));
        put(&text, "}");
        put(&r->nodes.text, "%s%s", i > 0 ? "," : "", text.data);
        r->nodes.count++;
        free(text.data);
    }
}

static void put_avatar(Random* r, Text* text) {
    int target = r->target_count > 0 ? roll_int(&r->dice, r->target_count) : 0;
    if (r->kind == 0) {
        put(text,
            ",'extensionsUsed':['VRM','KHR_mesh_quantization'],'extensions':{'VRM':{'meta':{"
            "'title':'t','texture':%d},'blendShapeMaster':{'blendShapeGroups':[{'name':'A',"
            "'presetName':'a','binds':[{'mesh':%d,'index':%d,'weight':100}],'materialValues':[{"
            "'materialName':'material%d','propertyName':'_Color','targetValue':[1,0,0,1]}]}]},"
            "'firstPerson':{'meshAnnotations':[{'mesh':%d,'firstPersonFlag':'Both'}]},"
            "'materialProperties':[",
            roll_int(&r->dice, 3), roll_int(&r->dice, MESHES), target,
            roll_int(&r->dice, MATERIALS), roll_int(&r->dice, MESHES));
        put_long(text, &r->properties.text);
        put(text, "]}}");
    } else if (r->kind == 1) {
        put(text,
            ",'extensionsUsed':['VRMC_vrm','KHR_mesh_quantization'],'extensions':{'VRMC_vrm':{"
            "'specVersion':'1.0','meta':{'name':'n','authors':['a'],'licenseUrl':"
            "'https://vrm.dev/licenses/1.0/','thumbnailImage':%d},'humanoid':{'humanBones':{"
            "'hips':{'node':%d}}},'expressions':{'preset':{'aa':{'morphTargetBinds':[{'node':%d,"
            "'index':%d,'weight':1}],'materialColorBinds':[{'material':%d,'type':'color',"
            "'targetValue':[1,0,0,1]}]}}}}}",
            roll_int(&r->dice, 3), roll_int(&r->dice, NODES), roll_int(&r->dice, NODES), target,
            roll_int(&r->dice, MATERIALS));
    } else {
        put(text, ",'extensionsUsed':['KHR_mesh_quantization']");
    }
}

static void put_animation(Random* r, Text* text) {
    static const float times[] = {0, 1, 2, 3};
    if (!chance(r, 3)) return;
    int input = add_floats(r, times, 4, 1, false), output = add_random_floats(r, 4, 3, false);
    put(text,
        ",'animations':[{'samplers':[{'input':%d,'output':%d}],'channels':[{'sampler':0,'target':{"
        "'node':%d,'path':'translation'}}]}]",
        input, output, roll_int(&r->dice, NODES));
}

static void put_list(Text* text, const char* name, List* list) {
    put(text, ",'%s':[", name);
    put_long(text, &list->text);
    put(text, "]");
    free(list->text.data);
}

static TestBytes random_file(uint64_t seed) {
    Random* r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->dice.state = seed * 977 + 3;
    for (int i = 0; i < 5; i++) roll(&r->dice, 0, 1);
    r->kind = (int)(seed % KINDS);
    r->target_count = roll_int(&r->dice, TARGETS + 1);
    for (int i = 0; i < POOLS; i++) add_pool(r, &r->pools[i]);
    add_looks(r);
    for (int i = 0; i < MESHES; i++) add_mesh(r);
    add_nodes(r);
    Text text = {0};
    put(&text, "{'asset':{'version':'2.0'},'extensionsRequired':['KHR_mesh_quantization'],"
               "'scene':0,'scenes':[{'nodes':[0]}]");
    put_avatar(r, &text);
    put_animation(r, &text);
    if (chance(r, 4)) put(&text, ",'extras':{'index':%d}", roll_int(&r->dice, 12));
    put_list(&text, "accessors", &r->accessors);
    put_list(&text, "bufferViews", &r->views);
    put_list(&text, "images", &r->images);
    put_list(&text, "textures", &r->textures);
    put_list(&text, "materials", &r->materials);
    put_list(&text, "meshes", &r->meshes);
    put_list(&text, "nodes", &r->nodes);
    put(&text, ",'buffers':[{'byteLength':%d}]}", (int)((r->bin_size + 3) / 4 * 4));
    free(r->properties.text.data);
    TestBytes file = test_glb(text.data, r->bin, (r->bin_size + 3) / 4 * 4);
    free(text.data);
    free(r);
    return file;
}

/* */
static void random_files_stay_what_they_are_whatever_is_asked_for(void** state) {
    (void)state;
    const char* wish = getenv("VRM_RANDOM_OPTIMIZE");
    uint64_t count = wish != NULL ? strtoull(wish, NULL, 10) : TEST_IS_SANITIZED ? 60 : 400;
    Dice dice = {11};
    for (uint64_t seed = 0; seed < count; seed++) {
        char name[64];
        TestBytes file = random_file(seed);
        snprintf(name, sizeof name, "random %d", (int)seed);
        check_optimizes(&file, name);
        unsigned bits = (unsigned)roll_int(&dice, 1 << OPTIONS);
        vrm_OptimizeDef def = def_of(bits);
        snprintf(name, sizeof name, "random %d, options %03x", (int)seed, bits);
        check_optimizes_by(&file, &def, name);
        test_bytes_free(&file);
    }
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

static vrm_Model* optimized(const TestBytes* file, const vrm_OptimizeDef* def) {
    vrm_Model* model = test_load(file->data, file->size);
    assert_int_equal(vrm_optimize(model, def, NULL, NULL), VRM_OK);
    return model;
}

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
    test_get_finding(report, "OPTIMIZE_PINNED");
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
        TestBytes file = random_file(seed);
        assert_true(test_every_allocation_failing(attempt, &file) > 20);
        test_bytes_free(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_avatars_of_every_dialect_stay_what_they_are),
        cmocka_unit_test(random_files_stay_what_they_are_whatever_is_asked_for),
        cmocka_unit_test(materials_that_something_changes_stay_alone),
        cmocka_unit_test(elements_that_extras_may_name_keep_their_place),
        cmocka_unit_test(vertices_that_extras_may_name_keep_their_place),
        cmocka_unit_test(morph_normals_go_from_all_targets_or_from_none),
        cmocka_unit_test(targets_that_something_moves_stay),
        cmocka_unit_test(nodes_that_mean_something_stay),
        cmocka_unit_test(broken_files_are_optimized_or_refused),
        cmocka_unit_test(corpus_stays_what_it_is),
        cmocka_unit_test(files_whose_data_are_missing_are_refused),
        cmocka_unit_test(optimizing_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

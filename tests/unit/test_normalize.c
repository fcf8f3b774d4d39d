/* SPDX-License-Identifier: MIT */
/* Normalization: nodes lose rotations and scales, and not one vertex moves, at rest and in motion.
 */
#include "scenes/scenes.h"
#include "support/check.h"
#include "support/corpus.h"
#include "support/glb.h"
#include "support/maths.h"
#include "support/memory.h"
#include "support/model.h"
#include "support/show.h"
#include "vrm/edit.h"
#include "vrm/normalize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is drawn ---- */

static float* read_floats(const vrm_Gltf* gltf, int32_t accessor) {
    if (accessor < 0) return NULL;
    size_t count = (size_t)gltf->accessors[accessor].count *
                   (size_t)vrm_accessor_components(gltf->accessors[accessor].type);
    float* floats = malloc(count * sizeof *floats);
    assert_non_null(floats);
    assert_int_equal(vrm_accessor_read_floats(gltf, accessor, floats, count), VRM_OK);
    return floats;
}

static vrm_Vec3 point(const vrm_Affine* a, vrm_Vec3 p) {
    return (vrm_Vec3){a->rows[0].x * p.x + a->rows[0].y * p.y + a->rows[0].z * p.z + a->rows[0].w,
                      a->rows[1].x * p.x + a->rows[1].y * p.y + a->rows[1].z * p.z + a->rows[1].w,
                      a->rows[2].x * p.x + a->rows[2].y * p.y + a->rows[2].z * p.z + a->rows[2].w};
}

typedef struct Vertices {
    vrm_Vec3* points;
    vrm_Vec3* normals; /* NULL: none */
    size_t count;
} Vertices;

/* Vertices and normals of a primitive with its morphs, in the mesh's own space. */
static Vertices morphed(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                        const float* weights) {
    Vertices v = {0};
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    int32_t normal = vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0);
    v.points = (vrm_Vec3*)(void*)read_floats(gltf, position);
    v.normals = (vrm_Vec3*)(void*)read_floats(gltf, normal);
    v.count = position < 0 ? 0 : (size_t)gltf->accessors[position].count;
    for (int32_t t = 0; t < primitive->target_count; t++) {
        for (int k = 0; k < 2; k++) {
            vrm_Semantic semantic = k == 0 ? VRM_SEMANTIC_POSITION : VRM_SEMANTIC_NORMAL;
            float* to = (float*)(k == 0 ? v.points : v.normals);
            int32_t accessor = vrm_morph_target_attribute(&primitive->targets[t], semantic);
            if (weights[t] == 0.0f || accessor < 0 || to == NULL) continue;
            float* delta = read_floats(gltf, accessor);
            for (size_t i = 0; i < v.count * 3; i++) to[i] += weights[t] * delta[i];
            free(delta);
        }
    }
    return v;
}

static void add_scaled(vrm_Affine* sum, const vrm_Affine* a, float w) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4 *to = &sum->rows[r], from = a->rows[r];
        *to = (vrm_Vec4){to->x + w * from.x, to->y + w * from.y, to->z + w * from.z,
                         to->w + w * from.w};
    }
}

/* As a surface turns: by the cofactors, which know of mirrors. */
static vrm_Vec3 normal_through(const vrm_Affine* a, vrm_Vec3 n) {
    const vrm_Vec4 *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    vrm_Vec3 c[3] = {
        {y->y * z->z - y->z * z->y, y->z * z->x - y->x * z->z, y->x * z->y - y->y * z->x},
        {z->y * x->z - z->z * x->y, z->z * x->x - z->x * x->z, z->x * x->y - z->y * x->x},
        {x->y * y->z - x->z * y->y, x->z * y->x - x->x * y->z, x->x * y->y - x->y * y->x}};
    float det = x->x * c[0].x + x->y * c[0].y + x->z * c[0].z, sign = det < 0 ? -1.0f : 1.0f;
    vrm_Vec3 v = {c[0].x * n.x + c[0].y * n.y + c[0].z * n.z,
                  c[1].x * n.x + c[1].y * n.y + c[1].z * n.z,
                  c[2].x * n.x + c[2].y * n.y + c[2].z * n.z};
    float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    if (!(length > 0)) return (vrm_Vec3){0};
    return (vrm_Vec3){v.x * sign / length, v.y * sign / length, v.z * sign / length};
}

/* Into the world, by the node or by the skin. */
static void pose(const TestShow* s, const vrm_MeshNode* node, const vrm_Primitive* primitive,
                 Vertices* v) {
    const vrm_Gltf* gltf = vrm_model_gltf(s->model);
    const vrm_Affine* world = &vrm_avatar_worlds(s->sim, s->id)[node->node];
    const vrm_Affine* palette = NULL;
    float* weights = NULL;
    uint32_t* joints = malloc(v->count * 4 * sizeof *joints);
    if (node->skin >= 0) {
        palette = vrm_avatar_palettes(s->sim, s->id) + vrm_rig_skin(s->rig, node->skin).first_joint;
        weights = read_floats(gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0));
        int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
        assert_int_equal(vrm_accessor_read_u32(gltf, accessor, joints, v->count * 4), VRM_OK);
    }
    for (size_t i = 0; i < v->count; i++) {
        vrm_Affine map = {{{0}}};
        if (palette == NULL) map = *world;
        for (size_t k = 0; k < 4 && palette != NULL; k++)
            if (weights[i * 4 + k] != 0.0f)
                add_scaled(&map, &palette[joints[i * 4 + k]], weights[i * 4 + k]);
        v->points[i] = point(&map, v->points[i]);
        if (v->normals != NULL) v->normals[i] = normal_through(&map, v->normals[i]);
    }
    free(joints);
    free(weights);
}

static float apart(vrm_Vec3 a, vrm_Vec3 b) {
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf(x * x + y * y + z * z);
}

/* How far the drawn vertices of both are from each other, metres. */
static float drawn_apart(const TestShow* a, const TestShow* b) {
    int32_t count, other;
    float most = 0.0f;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(a->rig, &count);
    const vrm_MeshNode* others = vrm_rig_mesh_nodes(b->rig, &other);
    const vrm_Gltf *ga = vrm_model_gltf(a->model), *gb = vrm_model_gltf(b->model);
    assert_int_equal(count, other);
    for (int32_t n = 0; n < count; n++) {
        assert_int_equal(nodes[n].node, others[n].node);
        assert_int_equal(nodes[n].morph_count, others[n].morph_count);
        const vrm_Mesh *ma = &ga->meshes[nodes[n].mesh], *mb = &gb->meshes[others[n].mesh];
        assert_int_equal(ma->primitive_count, mb->primitive_count);
        for (int32_t p = 0; p < ma->primitive_count; p++) {
            Vertices va = morphed(ga, &ma->primitives[p],
                                  vrm_avatar_morphs(a->sim, a->id) + nodes[n].first_morph);
            Vertices vb = morphed(gb, &mb->primitives[p],
                                  vrm_avatar_morphs(b->sim, b->id) + others[n].first_morph);
            assert_int_equal(va.count, vb.count);
            pose(a, &nodes[n], &ma->primitives[p], &va);
            pose(b, &others[n], &mb->primitives[p], &vb);
            for (size_t i = 0; i < va.count; i++) {
                most = test_larger(most, apart(va.points[i], vb.points[i]));
                if (va.normals != NULL && !(apart(va.normals[i], vb.normals[i]) <= 1e-3f))
                    fail_msg("node %d, vertex %d: normals are %g apart", nodes[n].node, (int)i,
                             (double)apart(va.normals[i], vb.normals[i]));
            }
            free(va.points);
            free(va.normals);
            free(vb.points);
            free(vb.normals);
        }
    }
    return most;
}

static void act(const TestShow* s, int frame) {
    float t = (float)frame / 60.0f;
    test_show_pose(s, t);
    test_show_grimace(s, t);
    test_show_gaze(s, t);
    vrm_sim_step(s->sim, 1.0f / 60.0f);
}

static void compare_shows(const vrm_Model* before, const vrm_Model* after, const char* name,
                          float tolerance, uint32_t stages) {
    enum { FRAMES = 60 };
    TestShow a = test_show(before), b = test_show(after);
    vrm_avatar_set_stages(a.sim, a.id, stages);
    vrm_avatar_set_stages(b.sim, b.id, stages);
    vrm_sim_step(a.sim, 0.0f);
    vrm_sim_step(b.sim, 0.0f);
    float rest = drawn_apart(&a, &b), places = test_places_apart(&a, &b), moved = 0.0f;
    for (int frame = 0; frame < FRAMES; frame++) {
        act(&a, frame);
        act(&b, frame);
        places = test_larger(places, test_places_apart(&a, &b));
        if (frame % 20 == 19) moved = test_larger(moved, drawn_apart(&a, &b));
    }
    if (!(rest <= 1e-5f && places <= tolerance && moved <= tolerance))
        fail_msg("%s: %g m apart at rest, %g in motion, nodes %g", name, (double)rest,
                 (double)moved, (double)places);
    test_show_end(&a);
    test_show_end(&b);
}

/* Without springs to 1e-5 m; with them to `swaying`, because chains that slide along colliders make
 * much of a last digit. */
static void check_same_show(const vrm_Model* before, const vrm_Model* after, const char* name,
                            float swaying) {
    compare_shows(before, after, name, 1e-5f, VRM_STAGE_ALL & ~(uint32_t)VRM_STAGE_SPRINGS);
    compare_shows(before, after, name, swaying, VRM_STAGE_ALL);
}

/* Nodes without rotation and scale, and bind matrices that only say where the joint is. */
static void check_normalized(const vrm_Model* model, const vrm_Report* report) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t kept = 0, reported = 0;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        vrm_Transform rest = gltf->nodes[i].rest;
        assert_null(gltf->nodes[i].matrix);
        assert_true(fabsf(rest.scale.x - 1) < 1e-6f && fabsf(rest.scale.y - 1) < 1e-6f &&
                    fabsf(rest.scale.z - 1) < 1e-6f);
        kept += fabsf(rest.rotation.w) < 1.0f - 1e-6f;
    }
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        reported += strcmp(vrm_report_get(report, i).code, "NORMALIZE_AXES_KEPT") == 0;
    if (kept > 0) assert_true(reported > 0);
}

static void check_normalizes(const TestBytes* file, const vrm_NormalizeDef* def, const char* name,
                             float swaying) {
    vrm_Model* before = test_load(file->data, file->size);
    vrm_Model* after = test_load(file->data, file->size);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_normalize(after, def, report), VRM_OK);
    if (def == NULL) check_normalized(after, report);
    /* What was normalized already is what it was, byte for byte (tested below). */
    if (test_count_findings(report, "NORMALIZE_ALREADY") == 0)
        check_same_show(before, after, name, swaying);
    vrm_report_destroy(report);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
}

static void normalized_scenes_stand_and_move_as_before(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int i = 0; i < 3; i++) {
        SceneDef def = scene_default_def(dialects[i]);
        def.has_rotated_rest = dialects[i] != VRM_DIALECT_0;
        def.has_limits = dialects[i] == VRM_DIALECT_1;
        SceneBytes scene = scene_avatar(&def);
        assert_non_null(scene.data);
        TestBytes bytes = {scene.data, scene.size};
        check_normalizes(&bytes, NULL, vrm_dialect_text(dialects[i]), 1e-5f);
        scene_bytes_free(&scene);
    }
}

static float noise(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / (float)(1 << 24) * 2.0f - 1.0f;
}

/* Every node turned and scaled at random: skins contradict the rest pose, constraints and colliders
 * stand askew. */
static SceneBytes twisted_scene(SceneDef def, uint32_t seed, float turn, float growth) {
    SceneBytes scene = scene_avatar(&def);
    vrm_Model* model = test_load(scene.data, scene.size);
    int32_t count = vrm_model_gltf(model)->node_count;
    char* edits = malloc((size_t)count * 192 + 1);
    size_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        float q[4] = {turn * noise(&seed), turn * noise(&seed), turn * noise(&seed), 1.0f};
        float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + 1.0f);
        float s = 1.0f + growth * noise(&seed);
        /* 0.x has one hit radius for a whole group: only the root is scaled there. */
        if (def.dialect == VRM_DIALECT_0) s = i == 0 ? 1.0f + growth : 1.0f;
        for (int k = 0; k < 4; k++) q[k] /= length;
        used += (size_t)sprintf(edits + used,
                                "set /nodes/%d/rotation [%.9g,%.9g,%.9g,%.9g]\n"
                                "set /nodes/%d/scale [%.9g,%.9g,%.9g]\n",
                                (int)i, (double)q[0], (double)q[1], (double)q[2], (double)q[3],
                                (int)i, (double)s, (double)s, (double)s);
    }
    SceneBytes twisted = scene_patch(&scene, edits, NULL);
    assert_non_null(twisted.data);
    free(edits);
    vrm_model_destroy(model);
    scene_bytes_free(&scene);
    return twisted;
}

static void twisted_scenes_stand_and_move_as_before(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    vrm_NormalizeDef axes = vrm_default_normalize_def(), scales = axes;
    axes.keep_axes = true;
    scales.scale_only = true;
    for (uint32_t seed = 1; seed <= 3; seed++)
        for (int i = 0; i < 3; i++) {
            SceneDef def = scene_default_def(dialects[i]);
            def.has_limits = dialects[i] == VRM_DIALECT_1;
            def.constraint_count = 8;
            SceneBytes scene = twisted_scene(def, seed, 0.5f, 0.2f);
            TestBytes bytes = {scene.data, scene.size};
            const char* name = vrm_dialect_text(dialects[i]);
            check_normalizes(&bytes, NULL, name, 2e-4f);
            check_normalizes(&bytes, &axes, name, 2e-4f);
            check_normalizes(&bytes, &scales, name, 2e-4f);
            scene_bytes_free(&scene);
        }
}

static void check_normalizes_plainly(const TestBytes* file, const char* path) {
    check_normalizes(file, NULL, path, 1e-5f);
}

static void normalized_corpus_stands_and_moves_as_before(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_normalizes_plainly);
    corpus_each("vrm1", ".vrm", check_normalizes_plainly);
}

/* ---- Every kind of vertex data ---- */

enum {
    POINTS = 0,   /* interleaved: position, normal, tangent; 4 vertices of 40 bytes */
    MORPHS = 160, /* position, normal and tangent deltas; 4 of 36 */
    SMALL = 304,  /* 4 positions of shorts, 8 bytes each */
    SPARSE_AT = 336,
    SPARSE = 344, /* 2 vectors */
    CORNERS = 368,
    TIMES = 384,
    MOVES = 392, /* cubic: 2 keys of 3 vectors */
    TURNS = 464, /* 2 quaternions */
    SIZES = 496, /* 2 vectors */
    BIN_SIZE = 520
};

/* Mesh 0 is shown by three nodes through different maps, one of them a mirror, and by one as it is.
 * Mesh 1 has shorts, mesh 2 a sparse morph and a strip without indices. */
static const char geometry[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM','KHR_mesh_quantization'],"
    "'extensionsRequired':['KHR_mesh_quantization'],"
    "'extensions':{'VRM':{'meta':{'title':'t','author':'a'},'firstPerson':{'meshAnnotations':"
    "[{'mesh':0,'firstPersonFlag':'Both'}]},'blendShapeMaster':{'blendShapeGroups':[{'name':'A',"
    "'presetName':'a','binds':[{'mesh':0,'index':0,'weight':100}],'materialValues':[]}]}}},"
    "'scene':0,'scenes':[{'nodes':[0,4]}],'buffers':[{'byteLength':520}],'bufferViews':["
    "{'buffer':0,'byteLength':160,'byteStride':40,'target':34962},"
    "{'buffer':0,'byteOffset':160,'byteLength':144,'byteStride':36,'target':34962},"
    "{'buffer':0,'byteOffset':304,'byteLength':32,'byteStride':8,'target':34962},"
    "{'buffer':0,'byteOffset':336,'byteLength':4},{'buffer':0,'byteOffset':344,'byteLength':24},"
    "{'buffer':0,'byteOffset':368,'byteLength':12,'target':34963},"
    "{'buffer':0,'byteOffset':384,'byteLength':136}],'accessors':["
    "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1]},"
    "{'bufferView':0,'byteOffset':12,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':0,'byteOffset':24,'componentType':5126,'count':4,'type':'VEC4'},"
    "{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1]},"
    "{'bufferView':1,'byteOffset':12,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'byteOffset':24,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':2,'componentType':5122,'count':4,'type':'VEC3','min':[-3,0,0],'max':[5,7,9]},"
    "{'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,1],'sparse':{'count':2,"
    "'indices':{'bufferView':3,'componentType':5123},'values':{'bufferView':4}}},"
    "{'bufferView':5,'componentType':5123,'count':6,'type':'SCALAR'},"
    "{'bufferView':6,'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]},"
    "{'bufferView':6,'byteOffset':8,'componentType':5126,'count':6,'type':'VEC3'},"
    "{'bufferView':6,'byteOffset':80,'componentType':5126,'count':2,'type':'VEC4'},"
    "{'bufferView':6,'byteOffset':112,'componentType':5126,'count':2,'type':'VEC3'}],'meshes':["
    "{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1,'TANGENT':2},'indices':8,'targets':["
    "{'POSITION':3,'NORMAL':4,'TANGENT':5}]}]},"
    "{'primitives':[{'attributes':{'POSITION':6},'indices':8}]},"
    "{'primitives':[{'attributes':{'POSITION':0},'mode':5,'targets':[{'POSITION':7}]}]}],'nodes':["
    "{'children':[1,2,3,5],'translation':[0.5,1,-0.25],'rotation':[0.1825742,0.3651484,0.5477226,"
    "0.7302967],'scale':[2,2,2]},"
    "{'mesh':0,'scale':[-1,1,1],'translation':[1,0,0]},"
    "{'mesh':0,'rotation':[0.5,0.5,0.5,0.5],'scale':[1,2,3]},"
    "{'mesh':1,'matrix':[0,2,0,0,-1,0,0,0,0,0,3,0,1,2,3,1]},"
    "{'mesh':0,'translation':[0,5,0]},"
    "{'mesh':2,'scale':[1,1,-2]}],"
    "'animations':[{'samplers':[{'input':9,'output':10,'interpolation':'CUBICSPLINE'},"
    "{'input':9,'output':11},{'input':9,'output':12}],'channels':["
    "{'sampler':0,'target':{'node':2,'path':'translation'}},"
    "{'sampler':1,'target':{'node':2,'path':'rotation'}},"
    "{'sampler':0,'target':{'node':4,'path':'translation'}},"
    "{'sampler':2,'target':{'node':0,'path':'scale'}}]}]}";

static TestBytes geometry_file(void) {
    uint8_t bin[BIN_SIZE] = {0};
    uint32_t seed = 7;
    float* floats = (float*)(void*)bin;
    for (int i = 0; i < 4; i++) {
        float *vertex = floats + i * 10, *morph = floats + MORPHS / 4 + i * 9;
        for (int k = 0; k < 9; k++) {
            vertex[k] = noise(&seed);
            morph[k] = 0.3f * noise(&seed);
        }
        for (int k = 3; k < 9; k += 3) {
            float* v = vertex + k;
            float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            for (int c = 0; c < 3; c++) v[c] /= length;
        }
        vertex[9] = i % 2 == 0 ? 1.0f : -1.0f;
    }
    memset(floats + 3 * 10 + 3, 0, 12); /* a normal of no length: R-034 */
    const int16_t small[] = {-3, 0, 9, 0, 5, 7, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0};
    const uint16_t at[] = {1, 3}, corners[] = {0, 1, 2, 2, 1, 3};
    const float sparse[] = {1, 2, 3, -1, 0.5f, 0};
    const float motion[] = {
        0,    1,                                                /* times */
        0.1f, 0.2f, 0.3f, 1,    2,    3,    0.5f,  -1,   0.25f, /* in, value, out */
        2,    0.3f, 0.1f, -2,   4,    5,    6,     1,    0,     /* the same */
        0,    0.6f, 0,    0.8f, 0.5f, 0.5f, -0.5f, 0.5f,        /* rotations */
        2,    2,    2,    3,    3,    3};
    _Static_assert(sizeof motion == BIN_SIZE - TIMES, "all of it");
    memcpy(bin + SMALL, small, sizeof small);
    memcpy(bin + SPARSE_AT, at, sizeof at);
    memcpy(bin + SPARSE, sparse, sizeof sparse);
    memcpy(bin + CORNERS, corners, sizeof corners);
    memcpy(bin + TIMES, motion, BIN_SIZE - TIMES);
    return test_glb(geometry, bin, sizeof bin);
}

static vrm_Model* normalized(const TestBytes* file, const vrm_NormalizeDef* def) {
    vrm_Model* model = test_load(file->data, file->size);
    assert_int_equal(vrm_normalize(model, def, NULL), VRM_OK);
    return model;
}

/* Corners of the triangles that are drawn, as lists; from malloc(). */
static uint32_t* corners_of(const vrm_Gltf* gltf, const vrm_Primitive* primitive, size_t* count) {
    int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    bool has_indices = primitive->indices >= 0;
    size_t given = (size_t)gltf->accessors[has_indices ? primitive->indices : position].count;
    uint32_t *raw = malloc(given * 4), *list = malloc(given * 12);
    for (size_t i = 0; i < given; i++) raw[i] = (uint32_t)i;
    if (has_indices)
        assert_int_equal(vrm_accessor_read_u32(gltf, primitive->indices, raw, given), VRM_OK);
    *count = 0;
    size_t step = primitive->mode == 4 ? 3 : 1;
    for (size_t i = 0; i + 2 < given; i += step) {
        bool is_odd = primitive->mode == 5 && i % 2 == 1;
        list[(*count)++] = raw[i];
        list[(*count)++] = raw[i + (is_odd ? 2 : 1)];
        list[(*count)++] = raw[i + (is_odd ? 1 : 2)];
    }
    free(raw);
    return list;
}

static bool is_mirror(const vrm_Affine* a) {
    const vrm_Vec4 *x = &a->rows[0], *y = &a->rows[1], *z = &a->rows[2];
    return x->x * (y->y * z->z - y->z * z->y) - x->y * (y->x * z->z - y->z * z->x) +
               x->z * (y->x * z->y - y->y * z->x) <
           0;
}

/* glTF 2.0, "Instantiation": a mirrored node shows the other side of its triangles. */
static void check_same_sides(const vrm_Model* before, const vrm_Model* after) {
    TestShow a = test_show(before), b = test_show(after);
    vrm_sim_step(a.sim, 0.0f);
    vrm_sim_step(b.sim, 0.0f);
    const vrm_Gltf *ga = vrm_model_gltf(before), *gb = vrm_model_gltf(after);
    int flipped = 0;
    for (int32_t n = 0; n < ga->node_count; n++) {
        if (ga->nodes[n].mesh < 0) continue;
        size_t x, y;
        uint32_t* from = corners_of(ga, &ga->meshes[ga->nodes[n].mesh].primitives[0], &x);
        uint32_t* to = corners_of(gb, &gb->meshes[gb->nodes[n].mesh].primitives[0], &y);
        assert_int_equal(x, y);
        bool mirrors = is_mirror(&vrm_avatar_worlds(a.sim, a.id)[n]);
        for (size_t i = 0; i < x; i += 3) {
            assert_int_equal(from[i], to[i]);
            assert_int_equal(from[i + 1], to[i + (mirrors ? 2 : 1)]);
        }
        flipped += mirrors;
        free(from);
        free(to);
    }
    assert_int_equal(flipped, 2);
    test_show_end(&a);
    test_show_end(&b);
}

/* Tangents turn with the surface and keep their length; a mirror turns the other way round. */
static void check_tangents(const vrm_Gltf* before, const vrm_Gltf* after, int32_t node,
                           float sign) {
    const vrm_Primitive* from = before->meshes[before->nodes[node].mesh].primitives;
    const vrm_Primitive* to = after->meshes[after->nodes[node].mesh].primitives;
    float* a = read_floats(before, vrm_primitive_attribute(from, VRM_SEMANTIC_TANGENT, 0));
    float* b = read_floats(after, vrm_primitive_attribute(to, VRM_SEMANTIC_TANGENT, 0));
    for (int i = 0; i < 4; i++) {
        const float* t = b + i * 4;
        assert_float_equal(sqrtf(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]), 1.0f, 1e-6f);
        assert_true(t[3] == sign * a[i * 4 + 3]);
    }
    free(a);
    free(b);
}

/* A normal of no length has no direction to turn: it stays none, and all others are units. */
static void check_normals(const vrm_Gltf* gltf) {
    int empty = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        const vrm_Primitive* primitive = gltf->meshes[m].primitives;
        int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0);
        if (accessor < 0) continue;
        float* normals = read_floats(gltf, accessor);
        for (uint64_t i = 0; i < gltf->accessors[accessor].count; i++) {
            const float* n = normals + i * 3;
            float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            if (length == 0.0f) empty++;
            if (length != 0.0f) assert_float_equal(length, 1.0f, 1e-5f);
        }
        free(normals);
    }
    assert_true(empty > 0);
}

/* */
static void every_kind_of_vertex_is_baked(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    vrm_Model *before = test_load(file.data, file.size), *after = normalized(&file, NULL);
    const vrm_Gltf *a = vrm_model_gltf(before), *b = vrm_model_gltf(after);
    TestShow x = test_show(before), y = test_show(after);
    for (int step = 0; step < 2; step++) { /* the second time with the morph */
        vrm_sim_step(x.sim, 0.0f);
        vrm_sim_step(y.sim, 0.0f);
        float distance = drawn_apart(&x, &y);
        if (!(distance <= 1e-5f)) fail_msg("%g m apart", (double)distance);
        assert_true(vrm_avatar_set_expression(x.sim, x.id, VRM_EXPRESSION_AA, 1.0f));
        assert_true(vrm_avatar_set_expression(y.sim, y.id, VRM_EXPRESSION_AA, 1.0f));
    }
    test_show_end(&x);
    test_show_end(&y);
    check_same_sides(before, after);
    check_normals(b);
    check_tangents(a, b, 1, -1.0f);
    check_tangents(a, b, 2, 1.0f);
    assert_int_equal(b->mesh_count, 5);    /* mesh 0 has become three */
    assert_int_equal(b->nodes[4].mesh, 0); /* what is as it was keeps its mesh */
    float min[16], max[16], min_before[16], max_before[16];
    assert_true(vrm_accessor_bounds(b, 0, min, max));
    assert_true(vrm_accessor_bounds(a, 0, min_before, max_before));
    assert_memory_equal(min, min_before, 12);
    assert_int_equal(b->extension_required_count, 0); /* nothing is quantized any more */
    assert_int_equal(b->extension_used_count, 1);
    for (int32_t n = 0; n < b->node_count; n++)
        assert_int_equal(vrm_model_first_person(after, n), vrm_model_first_person(before, n));
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    test_bytes_free(&file);
}

/* ---- Animations ---- */

static void sample(const vrm_Gltf* gltf, const vrm_AnimationChannel* channel, float t,
                   vrm_Transform* local) {
    const vrm_AnimationSampler* sampler = &gltf->animations[0].samplers[channel->sampler];
    int32_t n = vrm_accessor_components(gltf->accessors[sampler->output].type);
    float *v = read_floats(gltf, sampler->output), out[4] = {0};
    bool is_cubic = sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE;
    float dot = v[0] * v[n] + v[1] * v[n + 1] + v[2] * v[n + 2] + (n == 4 ? v[3] * v[7] : 0.0f);
    float angle = n == 4 ? acosf(fabsf(dot)) : 0.0f, sign = n == 4 && dot < 0 ? -1.0f : 1.0f;
    float from = n == 4 ? sinf((1 - t) * angle) / sinf(angle) : 1 - t;
    float to = n == 4 ? sign * sinf(t * angle) / sinf(angle) : t;
    for (int32_t c = 0; c < n; c++) {
        float t2 = t * t, t3 = t2 * t;
        out[c] = is_cubic ? (2 * t3 - 3 * t2 + 1) * v[n + c] + (t3 - 2 * t2 + t) * v[2 * n + c] +
                                (3 * t2 - 2 * t3) * v[4 * n + c] + (t3 - t2) * v[3 * n + c]
                          : from * v[c] + to * v[n + c];
    }
    if (channel->path == VRM_PATH_TRANSLATION)
        local->translation = (vrm_Vec3){out[0], out[1], out[2]};
    if (channel->path == VRM_PATH_ROTATION)
        local->rotation = (vrm_Quat){out[0], out[1], out[2], out[3]};
    if (channel->path == VRM_PATH_SCALE) local->scale = (vrm_Vec3){out[0], out[1], out[2]};
    free(v);
}

static void play(const TestShow* s, float t) {
    const vrm_Gltf* gltf = vrm_model_gltf(s->model);
    vrm_Transform locals[16];
    for (int32_t i = 0; i < gltf->node_count; i++) locals[i] = gltf->nodes[i].rest;
    for (int32_t c = 0; c < gltf->animations[0].channel_count; c++) {
        const vrm_AnimationChannel* channel = &gltf->animations[0].channels[c];
        sample(gltf, channel, t, &locals[channel->node]);
    }
    assert_true(vrm_avatar_set_nodes(s->sim, s->id, locals, gltf->node_count));
    vrm_sim_step(s->sim, 0.0f);
}

static void animations_move_what_they_moved(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    vrm_Model *before = test_load(file.data, file.size), *after = normalized(&file, NULL);
    const vrm_Gltf* gltf = vrm_model_gltf(after);
    TestShow a = test_show(before), b = test_show(after);
    for (int i = 0; i <= 10; i++) {
        play(&a, (float)i / 10.0f);
        play(&b, (float)i / 10.0f);
        float distance = drawn_apart(&a, &b);
        if (!(distance <= 2e-5f)) fail_msg("at %d: %g m", i, (double)distance);
    }
    /* Two channels shared a sampler; one of them moves below a turned node. */
    assert_int_equal(gltf->animations[0].sampler_count, 4);
    test_show_end(&a);
    test_show_end(&b);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    test_bytes_free(&file);
}

static void stretching_along_lost_axes_is_reported(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    vrm_Model* model = test_load(file.data, file.size);
    vrm_Edit* edit;
    static const char node[] = "2";
    assert_int_equal(vrm_edit_begin(model, &edit), VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/animations/0/channels/0/target/path", "\"scale\"", 7),
                     VRM_OK);
    assert_int_equal(vrm_edit_set(edit, "/animations/0/channels/0/target/node", node, 1), VRM_OK);
    assert_int_equal(vrm_edit_commit(edit, NULL), VRM_OK);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    assert_int_equal(vrm_normalize(model, NULL, report), VRM_OK);
    test_get_finding(report, "NORMALIZE_SCALE_ANIMATION");
    vrm_report_destroy(report);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

/* ---- The file ---- */

static void check_sound_and_done(const TestBytes* file, const char* name) {
    vrm_Model* model = normalized(file, NULL);
    TestBytes once = test_save(model);
    bool is_same = once.size == file->size && memcmp(once.data, file->data, once.size) == 0;
    if (!is_same && test_count_errors(&once, false) > test_count_errors(file, false) &&
        test_count_errors(&once, true) > 0)
        fail_msg("%s has new errors", name);
    vrm_Report* report;
    assert_int_equal(vrm_report_create(NULL, &report), VRM_OK);
    vrm_Model* again = test_load(once.data, once.size);
    assert_int_equal(vrm_normalize(again, NULL, report), VRM_OK);
    TestBytes twice = test_save(again);
    test_get_finding(report, "NORMALIZE_ALREADY");
    test_same_bytes(&twice, &once);
    vrm_report_destroy(report);
    test_bytes_free(&once);
    test_bytes_free(&twice);
    vrm_model_destroy(model);
    vrm_model_destroy(again);
}

/* */
static void result_is_sound_and_stays_as_it_is(void** state) {
    (void)state;
    static const vrm_Dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_BETA, VRM_DIALECT_1};
    for (int i = 0; i < 3; i++) {
        SceneDef def = scene_default_def(dialects[i]);
        def.constraint_count = 8;
        SceneBytes scene = twisted_scene(def, 5, 0.5f, 0.2f);
        TestBytes bytes = {scene.data, scene.size};
        check_sound_and_done(&bytes, vrm_dialect_text(dialects[i]));
        scene_bytes_free(&scene);
    }
    TestBytes file = geometry_file();
    check_sound_and_done(&file, "geometry");
    vrm_Model* model = normalized(&file, NULL);
    assert_string_equal(vrm_model_gltf(model)->asset.generator, "libvrm " VRM_VERSION_TEXT);
    vrm_model_destroy(model);
    test_bytes_free(&file);
}

static void corpus_results_are_sound_and_stay_as_they_are(void** state) {
    (void)state;
    corpus_each("vrm0", ".vrm", check_sound_and_done);
    corpus_each("vrm1", ".vrm", check_sound_and_done);
}

/* What was baked takes the place of what it was baked from. */
static void file_does_not_grow(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = twisted_scene(def, 3, 0.4f, 0.1f);
    TestBytes bytes = {scene.data, scene.size};
    vrm_Model *before = test_load(bytes.data, bytes.size), *after = normalized(&bytes, NULL);
    assert_true(vrm_model_bin_size(after) <= vrm_model_bin_size(before) + 256);
    vrm_model_destroy(before);
    vrm_model_destroy(after);
    scene_bytes_free(&scene);
}

/* A text document with a data URI becomes one file. */
static void data_outside_the_chunk_is_brought_in(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':36,'uri':"
        "'data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
        "'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,0]}],'meshes':["
        "{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':[{'mesh':0,'scale':[2,2,2]}]}");
    assert_int_equal(vrm_normalize(test.model, NULL, test.report), VRM_OK);
    const vrm_Gltf* gltf = vrm_model_gltf(test.model);
    float points[9];
    assert_int_equal(vrm_accessor_read_floats(gltf, 0, points, 9), VRM_OK);
    assert_true(points[3] == 2.0f && points[7] == 2.0f);
    assert_string_equal(gltf->buffers[0].uri, "");
    TestBytes bytes = test_save(test.model);
    vrm_Model* again = test_load(bytes.data, bytes.size);
    assert_int_equal(vrm_model_bin_size(again), 36);
    vrm_model_destroy(again);
    test_bytes_free(&bytes);
    test_model_free(&test);
}

/* ---- What is kept, reported and refused ---- */

static void options_say_what_is_baked(void** state) {
    (void)state;
    SceneDef def = scene_default_def(VRM_DIALECT_1);
    SceneBytes scene = twisted_scene(def, 9, 0.5f, 0.2f);
    TestBytes bytes = {scene.data, scene.size};
    vrm_NormalizeDef options = vrm_default_normalize_def();
    options.keep_axes = true;
    vrm_Model *before = test_load(bytes.data, bytes.size), *axes = normalized(&bytes, &options);
    options.keep_axes = false;
    options.scale_only = true;
    vrm_Model* scales = normalized(&bytes, &options);
    const vrm_Gltf *a = vrm_model_gltf(before), *b = vrm_model_gltf(scales);
    int32_t root = 0;
    for (int32_t i = 0; i < a->node_count; i++) {
        vrm_Quat p = a->nodes[i].rest.rotation, q = b->nodes[i].rest.rotation;
        float dot = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        assert_true(fabsf(dot) > 1.0f - 1e-6f); /* turned as before */
        assert_true(fabsf(b->nodes[i].rest.scale.x - 1) < 1e-6f);
        if (a->nodes[i].parent < 0 && a->nodes[i].child_count > 0) root = i;
    }
    b = vrm_model_gltf(axes);
    int32_t head = vrm_model_bone(axes, VRM_BONE_HEAD);
    assert_true(fabsf(b->nodes[root].rest.rotation.w) > 1.0f - 1e-6f);
    assert_true(fabsf(b->nodes[head].rest.rotation.w) < 1.0f - 1e-4f);
    vrm_model_destroy(before);
    vrm_model_destroy(axes);
    vrm_model_destroy(scales);
    scene_bytes_free(&scene);
}

static void check_refused(const char* json, vrm_Result result, const char* code) {
    TestModel test = test_model_json(json);
    TestBytes before = test_save(test.model);
    vrm_report_clear(test.report);
    assert_int_equal(vrm_normalize(test.model, NULL, test.report), result);
    test_get_finding(test.report, code);
    TestBytes after = test_save(test.model);
    test_same_bytes(&after, &before);
    test_bytes_free(&before);
    test_bytes_free(&after);
    test_model_free(&test);
}

static void what_cannot_be_normalized_is_refused(void** state) {
    (void)state;
#define START "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},"
    check_refused("{'asset':{'version':'2.0'}}", VRM_ERR_INVALID, "NORMALIZE_NOT_AN_AVATAR");
    check_refused(START "'nodes':[{'scale':[1,0,1]}]}", VRM_ERR_UNSUPPORTED,
                  "NORMALIZE_ZERO_SCALE");
    check_refused(START "'nodes':[{'translation':[1e30,0,0]}]}", VRM_ERR_UNSUPPORTED,
                  "NORMALIZE_OUT_OF_RANGE");
    check_refused(START "'nodes':[{'scale':[2,2,2],'extensions':{'EXT_mesh_gpu_instancing':{}}}]}",
                  VRM_ERR_UNSUPPORTED, "NORMALIZE_INSTANCING");
    check_refused(START "'nodes':[{'scale':[2,2,2]}],'buffers':[{'byteLength':4,'uri':'no.bin'}],"
                        "'bufferViews':[{'buffer':0,'byteLength':4}]}",
                  VRM_ERR_UNSUPPORTED, "NORMALIZE_DATA_MISSING");
#undef START
    TestModel draft = test_model_scene(VRM_DIALECT_DRAFT, NULL);
    vrm_report_clear(draft.report);
    assert_int_equal(vrm_normalize(draft.model, NULL, draft.report), VRM_ERR_UNSUPPORTED);
    test_get_finding(draft.report, "NORMALIZE_DRAFT");
    test_model_free(&draft);
}

static void cameras_keep_looking_where_they_looked(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'cameras':[{'type':'perspective',"
        "'perspective':{'yfov':1,'znear':1}}],'nodes':[{'rotation':[0,0.6,0,0.8],'children':[1]},"
        "{'camera':0,'rotation':[0.6,0,0,0.8],'scale':[2,2,2]}]}");
    assert_int_equal(vrm_normalize(test.model, NULL, test.report), VRM_OK);
    vrm_Quat q = vrm_model_gltf(test.model)->nodes[1].rest.rotation;
    assert_float_equal(q.x, 0.48f, 1e-6f); /* both turns in one */
    assert_float_equal(q.y, 0.48f, 1e-6f);
    assert_float_equal(q.w, 0.64f, 1e-6f);
    test_get_finding(test.report, "NORMALIZE_AXES_KEPT");
    test_model_free(&test);
}

static vrm_Mat4 multiplied(const vrm_Mat4* a, const vrm_Mat4* b) {
    vrm_Mat4 result = {{0}};
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            for (int k = 0; k < 4; k++)
                result.m[column * 4 + row] += a->m[k * 4 + row] * b->m[column * 4 + k];
    return result;
}

/* A map made of all that a node may have. */
static vrm_Mat4 mapped(vrm_Quat q, vrm_Vec3 s) {
    vrm_Mat4 map = {{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w),
                     2 * (q.x * q.z - q.y * q.w), 0, 2 * (q.x * q.y - q.z * q.w),
                     1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w), 0,
                     2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w),
                     1 - 2 * (q.x * q.x + q.y * q.y), 0, 0, 0, 0, 1}};
    for (int row = 0; row < 3; row++) {
        map.m[row] *= s.x;
        map.m[4 + row] *= s.y;
        map.m[8 + row] *= s.z;
    }
    return map;
}

/* The cosine between where -Z looked and looks. */
static double alike(const vrm_Mat4* a, const vrm_Mat4* b) {
    double dot = 0, length_a = 0, length_b = 0;
    for (int row = 8; row < 11; row++) {
        dot += (double)a->m[row] * (double)b->m[row];
        length_a += (double)a->m[row] * (double)a->m[row];
        length_b += (double)b->m[row] * (double)b->m[row];
    }
    return dot / sqrt(length_a * length_b);
}

/* Below mirrors and uneven scales of every kind, in every pose; two mirrors are half a turn. */
static void views_below_mirrors_look_where_they_looked(void** state) {
    (void)state;
    uint32_t random = 7;
    for (int i = 0; i < 200; i++) {
        float numbers[11];
        for (int k = 0; k < 11; k++) {
            random = random * 1664525u + 1013904223u;
            numbers[k] = (float)(random >> 8) / 8388608.0f - 1.0f;
        }
        vrm_Quat turns[2];
        for (int k = 0; k < 2; k++) {
            const float* q = numbers + k * 4;
            float length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) + 1e-6f;
            turns[k] = (vrm_Quat){q[0] / length, q[1] / length, q[2] / length, q[3] / length};
        }
        float signs[3];
        for (int k = 0; k < 3; k++)
            signs[k] = (numbers[8 + k] < 0 ? -1.0f : 1.0f) * (i % 2 == 0 ? 1.0f : 0.5f + (float)k);
        char json[1024];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'cameras':[{'type':"
                 "'perspective','perspective':{'yfov':1,'znear':1}}],'nodes':[{'rotation':"
                 "[%.9g,%.9g,%.9g,%.9g],'scale':[%.9g,%.9g,%.9g],'children':[1]},"
                 "{'camera':0,'rotation':[%.9g,%.9g,%.9g,%.9g]}]}",
                 (double)turns[0].x, (double)turns[0].y, (double)turns[0].z, (double)turns[0].w,
                 (double)signs[0], (double)signs[1], (double)signs[2], (double)turns[1].x,
                 (double)turns[1].y, (double)turns[1].z, (double)turns[1].w);
        TestModel test = test_model_json(json);
        vrm_Vec3 one = {1, 1, 1};
        vrm_Mat4 above = mapped(turns[0], (vrm_Vec3){signs[0], signs[1], signs[2]});
        vrm_Mat4 own = mapped(turns[1], one), before = multiplied(&above, &own);
        assert_int_equal(vrm_normalize(test.model, NULL, test.report), VRM_OK);
        const vrm_Node* nodes = vrm_model_gltf(test.model)->nodes;
        above = mapped(nodes[0].rest.rotation, nodes[0].rest.scale);
        own = mapped(nodes[1].rest.rotation, nodes[1].rest.scale);
        vrm_Mat4 after = multiplied(&above, &own);
        if (!(alike(&before, &after) > 0.99999)) fail_msg("%s looks elsewhere", json);
        bool is_mirrored = signs[0] * signs[1] * signs[2] < 0;
        assert_int_equal(test_count_findings(test.report, "NORMALIZE_VIEW_MIRRORED"), is_mirrored);
        test_model_free(&test);
    }
}

static void uneven_and_negative_scales_above_bones_are_reported(void** state) {
    (void)state;
    TestModel uneven = test_model_scene(VRM_DIALECT_1, "set /nodes/0/scale [1,2,1]");
    assert_int_equal(vrm_normalize(uneven.model, NULL, uneven.report), VRM_OK);
    test_get_finding(uneven.report, "NORMALIZE_UNEVEN_SCALE");
    test_model_free(&uneven);
    TestModel mirror = test_model_scene(VRM_DIALECT_1, "set /nodes/0/scale [-1,1,1]");
    assert_int_equal(vrm_normalize(mirror.model, NULL, mirror.report), VRM_OK);
    test_get_finding(mirror.report, "NORMALIZE_MIRRORED");
    test_model_free(&mirror);
}

/* ---- Hostile files and failing memory ---- */

static void check_broken(const TestBytes* bytes, const char* path) {
    (void)path;
    TestModel test = test_model_bytes(bytes->data, bytes->size, NULL);
    if (test.model != NULL && vrm_normalize(test.model, NULL, test.report) == VRM_OK) {
        TestBytes saved = test_save(test.model);
        vrm_Model* again = test_load(saved.data, saved.size);
        assert_int_equal(vrm_model_dialect(again), vrm_model_dialect(test.model));
        vrm_model_destroy(again);
        test_bytes_free(&saved);
    }
    test_model_free(&test);
}

/* A mirror turns the corners of triangles round; these cannot be read, whatever memory there is. */
static void corners_that_cannot_be_read_stay_as_they_are(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'extensions':{'VRM':{}},'buffers':[{'byteLength':36,'uri':"
        "'data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA'}],"
        "'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
        "'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,0]},{'bufferView':0,"
        "'componentType':5125,'count':4000000000000000,'type':'SCALAR'}],'meshes':[{'primitives':["
        "{'attributes':{'POSITION':0},'indices':1}]}],'nodes':[{'mesh':0,'scale':[-1,1,1]}]}");
    assert_int_equal(vrm_normalize(test.model, NULL, test.report), VRM_OK);
    test_get_finding(test.report, "NORMALIZE_ACCESSOR_UNREADABLE");
    assert_int_equal(vrm_model_gltf(test.model)->meshes[0].primitives[0].indices, 1);
    test_model_free(&test);
}

static void broken_files_are_normalized_or_refused(void** state) {
    (void)state;
    corpus_each("broken", NULL, check_broken);
}

static vrm_Result attempt(const vrm_Allocator* allocator, void* ctx) {
    vrm_Model* model = NULL;
    vrm_Result result = test_load_with(allocator, ctx, &model);
    if (result != VRM_OK) return result;
    result = vrm_normalize(model, NULL, NULL);
    vrm_model_destroy(model);
    return result;
}

static void normalization_survives_every_failing_allocation(void** state) {
    (void)state;
    TestBytes file = geometry_file();
    assert_true(test_every_allocation_failing(attempt, &file) > 20);
    test_bytes_free(&file);
    for (int dialect = VRM_DIALECT_0; dialect <= VRM_DIALECT_1; dialect += 3) {
        SceneDef def = scene_default_def((vrm_Dialect)dialect);
        def.chain_count = def.joints_per_chain = 2;
        def.has_fingers = false;
        def.sides = 4;
        SceneBytes scene = twisted_scene(def, 2, 0.5f, 0.2f);
        TestBytes bytes = {scene.data, scene.size};
        assert_true(test_every_allocation_failing(attempt, &bytes) > 20);
        scene_bytes_free(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalized_scenes_stand_and_move_as_before),
        cmocka_unit_test(twisted_scenes_stand_and_move_as_before),
        cmocka_unit_test(normalized_corpus_stands_and_moves_as_before),
        cmocka_unit_test(every_kind_of_vertex_is_baked),
        cmocka_unit_test(animations_move_what_they_moved),
        cmocka_unit_test(stretching_along_lost_axes_is_reported),
        cmocka_unit_test(result_is_sound_and_stays_as_it_is),
        cmocka_unit_test(corpus_results_are_sound_and_stay_as_they_are),
        cmocka_unit_test(file_does_not_grow),
        cmocka_unit_test(data_outside_the_chunk_is_brought_in),
        cmocka_unit_test(options_say_what_is_baked),
        cmocka_unit_test(what_cannot_be_normalized_is_refused),
        cmocka_unit_test(cameras_keep_looking_where_they_looked),
        cmocka_unit_test(views_below_mirrors_look_where_they_looked),
        cmocka_unit_test(uneven_and_negative_scales_above_bones_are_reported),
        cmocka_unit_test(corners_that_cannot_be_read_stay_as_they_are),
        cmocka_unit_test(broken_files_are_normalized_or_refused),
        cmocka_unit_test(normalization_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

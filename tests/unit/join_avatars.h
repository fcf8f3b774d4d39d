/* SPDX-License-Identifier: MIT */
/* Avatars of several meshes for test_optimize_joins.c: bones, skins with joints in common, rigid
 * parts, morph targets, expressions, annotations for the first person and an animation of weights,
 * in VRM 0.x and 1.0. Each vertex has texture coordinates of its own. */
#ifndef VRM_TESTS_JOIN_AVATARS_H
#define VRM_TESTS_JOIN_AVATARS_H

#include "base/maths.h"
#include "support/check.h"
#include "support/dice.h"
#include "support/glb.h"
#include "support/json_text.h"
#include "vrm/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT,
    HIPS,
    SPINE,
    HEAD,
    JAW,
    ARM,
    BONES,
    MESHES_MAX = 8,
    NODES_MAX = BONES + MESHES_MAX,
    TARGETS_MAX = 3,
    MATERIALS = 3,
    SKINS = 3,
    EXPRESSIONS = 3
};

/* What a mesh node of an avatar is to be. */
typedef struct Part {
    int parent; /* a bone: rigid; ROOT with a skin */
    int skin;   /* -1: rigid */
    int targets;
    bool has_normals; /* of targets */
    const char* names[TARGETS_MAX];
    float weights[TARGETS_MAX]; /* at rest */
    int first_person;           /* of the list; -1: not annotated */
    vrm_Transform place;
    int primitives;
    int material;                       /* of all; -1: any */
    const char *members, *mesh_members; /* further ones, of node and mesh */
    bool has_shorts;                    /* joints of 16 bits, weights of 8 */
    bool is_flat;                       /* normals of two numbers, which are none */
} Part;

typedef struct Avatar {
    Dice dice;
    vrm_Dialect dialect; /* 0.x or 1.0 */
    Part parts[MESHES_MAX];
    int part_count;
    vrm_Affine rest[NODES_MAX];
    vrm_Affine skin_space[SKINS]; /* of the meshes of each skin, in the world */
    int skin_joints[SKINS];       /* bits */
    int bind_part[EXPRESSIONS][4], bind_target[EXPRESSIONS][4], bind_count[EXPRESSIONS];
    float bind_weight[EXPRESSIONS][4];
    int animated;              /* a part; -1: none */
    const char* interpolation; /* of its weights */
    const char* skin_members;  /* further ones */
    /* While it is written. */
    uint8_t bin[262144];
    size_t bin_size;
    TestText views, accessors, meshes, nodes, skins;
    int next_id;
} Avatar;

static bool chance(Avatar* avatar, int of) {
    return roll_int(&avatar->dice, of) == 0;
}

static int add_view(Avatar* avatar, const void* bytes, size_t size) {
    size_t at = (avatar->bin_size + 3) / 4 * 4;
    assert_true(at + size <= sizeof avatar->bin);
    memcpy(avatar->bin + at, bytes, size);
    avatar->bin_size = at + size;
    int view = test_put_next(&avatar->views);
    test_put(&avatar->views, "{'buffer':0,'byteOffset':%d,'byteLength':%d}", (int)at, (int)size);
    return view;
}

static int add_accessor(Avatar* avatar, const void* bytes, size_t size, int component, int count,
                        const char* type, const char* more) {
    int view = add_view(avatar, bytes, size), accessor = test_put_next(&avatar->accessors);
    test_put(&avatar->accessors, "{'bufferView':%d,'componentType':%d,'count':%d,'type':'%s'%s}",
             view, component, count, type, more);
    return accessor;
}

static int add_vectors(Avatar* avatar, const float* v, int count, bool has_bounds) {
    char bounds[240] = "";
    float low[3], high[3];
    for (int i = 0; i < count * 3; i++) {
        if (i < 3 || v[i] < low[i % 3]) low[i % 3] = v[i];
        if (i < 3 || v[i] > high[i % 3]) high[i % 3] = v[i];
    }
    if (has_bounds)
        snprintf(bounds, sizeof bounds, ",'min':[%.9g,%.9g,%.9g],'max':[%.9g,%.9g,%.9g]",
                 (double)low[0], (double)low[1], (double)low[2], (double)high[0], (double)high[1],
                 (double)high[2]);
    return add_accessor(avatar, v, (size_t)count * 12, 5126, count, "VEC3", bounds);
}

enum { VERTICES = 9 };

static int add_random_vectors(Avatar* avatar, bool is_unit, bool is_rare) {
    float v[VERTICES * 3];
    for (int i = 0; i < VERTICES; i++) {
        vrm_Vec3 vector = {roll(&avatar->dice, -1, 1), roll(&avatar->dice, -1, 1),
                           roll(&avatar->dice, -1, 1)};
        if (is_unit) vector = vrmi_vec3_normalize(vector);
        if (is_rare && !chance(avatar, 3)) vector = (vrm_Vec3){0};
        memcpy(v + i * 3, &vector, 12);
    }
    return add_vectors(avatar, v, VERTICES, !is_unit);
}

static int joint_count(const Avatar* avatar, int skin) {
    int count = 0;
    for (int b = 0; b < BONES; b++) count += avatar->skin_joints[skin] >> b & 1;
    return count;
}

static void put_binding(Avatar* avatar, const Part* part, TestText* out) {
    uint8_t bytes[VERTICES * 4] = {0}, small[VERTICES * 4];
    uint16_t joints[VERTICES * 4] = {0};
    float weights[VERTICES * 4] = {0};
    int count = joint_count(avatar, part->skin);
    for (int i = 0; i < VERTICES * 4; i += 4) {
        int share = 51 * roll_int(&avatar->dice, 6);
        joints[i] = (uint16_t)roll_int(&avatar->dice, count);
        joints[i + 1] = (uint16_t)(share > 0 ? roll_int(&avatar->dice, count) : 0);
        if (joints[i] == joints[i + 1]) share = 0;
        if (share == 0) joints[i + 1] = 0;
        weights[i] = (float)(255 - share) / 255.0f;
        weights[i + 1] = (float)share / 255.0f;
        for (int k = 0; k < 4; k++) {
            bytes[i + k] = (uint8_t)joints[i + k];
            small[i + k] = (uint8_t)(k == 0 ? 255 - share : k == 1 ? share : 0);
        }
    }
    int j = part->has_shorts
                ? add_accessor(avatar, joints, sizeof joints, 5123, VERTICES, "VEC4", "")
                : add_accessor(avatar, bytes, sizeof bytes, 5121, VERTICES, "VEC4", "");
    int w = part->has_shorts
                ? add_accessor(avatar, small, sizeof small, 5121, VERTICES, "VEC4",
                               ",'normalized':true")
                : add_accessor(avatar, weights, sizeof weights, 5126, VERTICES, "VEC4", "");
    test_put(out, ",'JOINTS_0':%d,'WEIGHTS_0':%d", j, w);
}

/* Attributes and targets of one list of vertices. */
static void put_vertices(Avatar* avatar, const Part* part, TestText* out) {
    float ids[VERTICES * 2];
    for (int i = 0; i < VERTICES * 2; i++)
        ids[i] = i % 2 == 0 ? (float)avatar->next_id++ / 65536.0f : 0.5f;
    int flat = add_accessor(avatar, ids, sizeof ids, 5126, VERTICES, "VEC2", "");
    test_put(out, "'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d",
             add_random_vectors(avatar, false, false),
             part->is_flat ? flat : add_random_vectors(avatar, true, false), flat);
    if (part->skin >= 0) put_binding(avatar, part, out);
    test_put(out, "}");
    for (int t = 0; t < part->targets; t++) {
        test_put(out, "%s{'POSITION':%d", t > 0 ? "," : ",'targets':[",
                 add_random_vectors(avatar, false, true));
        if (part->has_normals) {
            float v[VERTICES * 3] = {0};
            v[roll_int(&avatar->dice, VERTICES * 3)] = 0.25f;
            test_put(out, ",'NORMAL':%d", add_vectors(avatar, v, VERTICES, false));
        }
        test_put(out, "}");
    }
    if (part->targets > 0) test_put(out, "]");
}

static void put_mesh(Avatar* avatar, const Part* part) {
    TestText vertices = {0};
    TestText* out = &avatar->meshes;
    int index = test_put_next(out);
    test_put(out, "{'name':'mesh%d','primitives':[", index);
    for (int p = 0; p < part->primitives; p++) {
        uint16_t corners[VERTICES];
        for (int i = 0; i < VERTICES; i++) corners[i] = (uint16_t)i;
        if (p == 0 || chance(avatar, 2)) {
            free(vertices.data);
            vertices = (TestText){0};
            put_vertices(avatar, part, &vertices);
        } else {
            for (int i = 0; i < 6; i++) corners[i] = (uint16_t)(8 - i); /* other corners first */
        }
        test_put(out, "%s{", p > 0 ? "," : "");
        for (size_t i = 0; i < vertices.size; i += 900) test_put(out, "%.900s", vertices.data + i);
        test_put(out, ",'indices':%d,'material':%d}",
                 add_accessor(avatar, corners, sizeof corners, 5123, VERTICES, "SCALAR", ""),
                 part->material >= 0 ? part->material : roll_int(&avatar->dice, MATERIALS));
    }
    test_put(out, "]");
    free(vertices.data);
    for (int t = 0; t < part->targets; t++)
        test_put(out, isinf(part->weights[t]) ? "%s1e39" : "%s%g", t > 0 ? "," : ",'weights':[",
                 (double)part->weights[t]);
    for (int t = 0; t < part->targets; t++)
        test_put(out, "%s'%s'", t > 0 ? "," : "],'extras':{'targetNames':[", part->names[t]);
    test_put(out, part->targets > 0 ? "]}%s}" : "%s}", part->mesh_members);
}

static void put_place(TestText* out, vrm_Transform place) {
    test_put(out, ",'translation':[%.9g,%.9g,%.9g],'rotation':[%.9g,%.9g,%.9g,%.9g]",
             (double)place.translation.x, (double)place.translation.y, (double)place.translation.z,
             (double)place.rotation.x, (double)place.rotation.y, (double)place.rotation.z,
             (double)place.rotation.w);
    test_put(out, ",'scale':[%.9g,%.9g,%.9g]", (double)place.scale.x, (double)place.scale.y,
             (double)place.scale.z);
}

static vrm_Transform somewhere(Avatar* avatar, bool turns) {
    vrm_Vec3 axis = {roll(&avatar->dice, -1, 1), roll(&avatar->dice, -1, 1),
                     roll(&avatar->dice, 0.1f, 1)};
    vrm_Transform place = vrmi_transform_identity();
    place.translation =
        (vrm_Vec3){roll(&avatar->dice, -0.3f, 0.3f), roll(&avatar->dice, 0.1f, 0.4f),
                   roll(&avatar->dice, -0.3f, 0.3f)};
    if (turns)
        place.rotation =
            vrmi_quat_from_axis_angle(vrmi_vec3_normalize(axis), roll(&avatar->dice, -1, 1));
    return place;
}

static void put_nodes(Avatar* avatar) {
    static const int parents[BONES] = {-1, ROOT, HIPS, SPINE, HEAD, SPINE};
    static const char* const names[BONES] = {"root", "hips", "spine", "head", "jaw", "arm"};
    TestText* out = &avatar->nodes;
    for (int i = 0; i < BONES + avatar->part_count; i++) {
        const Part* part = i >= BONES ? &avatar->parts[i - BONES] : NULL;
        int parent = part != NULL ? part->parent : parents[i], children = 0;
        /* 0.x has no turned bones. */
        vrm_Transform place = part != NULL ? part->place
                              : i == ROOT  ? vrmi_transform_identity()
                                           : somewhere(avatar, avatar->dialect == VRM_DIALECT_1);
        vrm_Affine local = vrmi_affine_from_transform(place);
        avatar->rest[i] = parent >= 0 ? vrmi_affine_mul(&avatar->rest[parent], &local) : local;
        test_put_next(out);
        test_put(out, "{'name':'%s%s%d'", part != NULL ? "part" : names[i], part != NULL ? "" : "_",
                 i);
        put_place(out, place);
        for (int c = 0; c < BONES + avatar->part_count; c++)
            if ((c < BONES ? parents[c] : avatar->parts[c - BONES].parent) == i)
                test_put(out, "%s%d", children++ > 0 ? "," : ",'children':[", c);
        test_put(out, children > 0 ? "]" : "");
        if (part != NULL) test_put(out, ",'mesh':%d%s", i - BONES, part->members);
        if (part != NULL && part->skin >= 0) test_put(out, ",'skin':%d", part->skin);
        test_put(out, "}");
    }
}

static void put_skins(Avatar* avatar) {
    for (int s = 0; s < SKINS; s++) {
        vrm_Mat4 binds[BONES];
        int count = 0;
        TestText joints = {0};
        for (int b = 0; b < BONES; b++) {
            if (!(avatar->skin_joints[s] >> b & 1)) continue;
            vrm_Affine inverse = vrmi_affine_inverse(&avatar->rest[b]);
            vrm_Affine bind = vrmi_affine_mul(&inverse, &avatar->skin_space[s]);
            test_put(&joints, "%s%d", count > 0 ? "," : "", b);
            binds[count++] = vrmi_mat4_from_affine(&bind);
        }
        test_put_next(&avatar->skins);
        test_put(&avatar->skins, "{'joints':[%s],'inverseBindMatrices':%d%s}", joints.data,
                 add_accessor(avatar, binds, (size_t)count * 64, 5126, count, "MAT4", ""),
                 avatar->skin_members);
        free(joints.data);
    }
}

static void put_binds(const Avatar* avatar, TestText* out, int e) {
    bool is_0 = avatar->dialect == VRM_DIALECT_0;
    for (int b = 0; b < avatar->bind_count[e]; b++)
        test_put(out, "%s{'%s':%d,'index':%d,'weight':%g}", b > 0 ? "," : "",
                 is_0 ? "mesh" : "node", avatar->bind_part[e][b] + (is_0 ? 0 : BONES),
                 avatar->bind_target[e][b],
                 (double)avatar->bind_weight[e][b] * (is_0 ? 100.0 : 1.0));
}

static void put_annotations(const Avatar* avatar, TestText* out) {
    static const char* const types[2][4] = {{"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"},
                                            {"auto", "both", "thirdPersonOnly", "firstPersonOnly"}};
    bool is_1 = avatar->dialect == VRM_DIALECT_1;
    int count = 0;
    test_put(out, "'firstPerson':{'meshAnnotations':[");
    for (int i = 0; i < avatar->part_count; i++)
        if (avatar->parts[i].first_person >= 0)
            test_put(out, "%s{'%s':%d,'%s':'%s'}", count++ > 0 ? "," : "", is_1 ? "node" : "mesh",
                     i + (is_1 ? BONES : 0), is_1 ? "type" : "firstPersonFlag",
                     types[is_1][avatar->parts[i].first_person]);
    test_put(out, "]}");
}

static void put_vrm(const Avatar* avatar, TestText* out) {
    static const char* const presets[EXPRESSIONS] = {"happy", "angry", "sad"};
    static const char* const presets0[EXPRESSIONS] = {"joy", "angry", "sorrow"};
    bool is_0 = avatar->dialect == VRM_DIALECT_0;
    if (is_0)
        test_put(out,
                 ",'extensionsUsed':['VRM'],'extensions':{'VRM':{'humanoid':{'humanBones':[{'bone':"
                 "'hips','node':1},{'bone':'spine','node':2},{'bone':'head','node':3}]},"
                 "'blendShapeMaster':{'blendShapeGroups':[");
    else
        test_put(out,
                 ",'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
                 "'meta':{'name':'n','authors':['a'],'licenseUrl':'https://vrm.dev/licenses/1.0/'},"
                 "'humanoid':{'humanBones':{'hips':{'node':1},'spine':{'node':2},'head':{'node':3}}"
                 "},'expressions':{'preset':{");
    for (int e = 0; e < EXPRESSIONS; e++) {
        if (is_0)
            test_put(out, "%s{'name':'%s','presetName':'%s','binds':[", e > 0 ? "," : "",
                     presets0[e], presets0[e]);
        else
            test_put(out, "%s'%s':{'morphTargetBinds':[", e > 0 ? "," : "", presets[e]);
        put_binds(avatar, out, e);
        test_put(out, "]}");
    }
    test_put(out, is_0 ? "]}," : "}},");
    put_annotations(avatar, out);
    test_put(out, "}}");
}

static void put_animation(Avatar* avatar, TestText* out) {
    static const float times[] = {0, 1, 2};
    float keys[9 * TARGETS_MAX];
    if (avatar->animated < 0) return;
    bool is_cubic = strcmp(avatar->interpolation, "CUBICSPLINE") == 0;
    int targets = avatar->parts[avatar->animated].targets;
    int count = 3 * targets * (is_cubic ? 3 : 1);
    for (int i = 0; i < count; i++) keys[i] = roll(&avatar->dice, 0, 1);
    test_put(
        out,
        ",'animations':[{'samplers':[{'input':%d,'output':%d,'interpolation':'%s'}],'channels':[{"
        "'sampler':0,'target':{'node':%d,'path':'weights'}}]}]",
        add_accessor(avatar, times, sizeof times, 5126, 3, "SCALAR", ",'min':[0],'max':[2]"),
        add_accessor(avatar, keys, (size_t)count * 4, 5126, count, "SCALAR", ""),
        avatar->interpolation, BONES + avatar->animated);
}

static void put_list(TestText* out, const char* name, TestText* list) {
    test_put(out, ",'%s':[", name);
    for (size_t i = 0; i < list->size; i += 1000) test_put(out, "%.1000s", list->data + i);
    test_put(out, "]");
    free(list->data);
    *list = (TestText){0};
}

static TestBytes write_avatar(Avatar* avatar) {
    TestText out = {0};
    put_nodes(avatar);
    for (int i = 0; i < avatar->part_count; i++) put_mesh(avatar, &avatar->parts[i]);
    put_skins(avatar);
    test_put(&out,
             "{'asset':{'version':'2.0','generator':'test'},'scene':0,'scenes':[{'nodes':[0]}],"
             "'materials':[{'name':'a'},{'name':'b','doubleSided':true},{'name':'c','alphaMode':"
             "'BLEND'}]");
    put_vrm(avatar, &out);
    put_animation(avatar, &out);
    put_list(&out, "accessors", &avatar->accessors);
    put_list(&out, "bufferViews", &avatar->views);
    put_list(&out, "meshes", &avatar->meshes);
    put_list(&out, "nodes", &avatar->nodes);
    put_list(&out, "skins", &avatar->skins);
    size_t size = (avatar->bin_size + 3) / 4 * 4;
    test_put(&out, ",'buffers':[{'byteLength':%d}]}", (int)size);
    TestBytes file = test_glb(out.data, avatar->bin, size);
    free(out.data);
    avatar->bin_size = 0;
    avatar->next_id = 0;
    return file;
}

/* Two skins with one joint in common, and nothing else. */
static Avatar* plain_avatar(vrm_Dialect dialect) {
    Avatar* avatar = calloc(1, sizeof *avatar);
    assert_non_null(avatar);
    avatar->dice.state = 5;
    avatar->dialect = dialect;
    avatar->animated = -1;
    avatar->interpolation = "LINEAR";
    avatar->skin_members = "";
    for (int s = 0; s < SKINS; s++) avatar->skin_space[s] = vrmi_affine_identity();
    avatar->skin_joints[0] = 1 << HIPS | 1 << SPINE;
    avatar->skin_joints[1] = 1 << SPINE | 1 << HEAD | 1 << JAW;
    avatar->skin_joints[2] = 1 << HIPS;
    return avatar;
}

static Part* add_part(Avatar* avatar, int parent, int skin, int targets) {
    Part* part = &avatar->parts[avatar->part_count++];
    *part = (Part){.parent = parent,
                   .skin = skin,
                   .targets = targets,
                   .names = {"a", "b", "c"},
                   .first_person = -1,
                   .place = vrmi_transform_identity(),
                   .primitives = 1,
                   .members = "",
                   .mesh_members = ""};
    return part;
}

static void bind(Avatar* avatar, int expression, int part, int target, float weight) {
    int b = avatar->bind_count[expression]++;
    avatar->bind_part[expression][b] = part;
    avatar->bind_target[expression][b] = target;
    avatar->bind_weight[expression][b] = weight;
}

#endif

/* SPDX-License-Identifier: MIT */
/* One avatar with many meshes on it, annotated in several ways. */
#include "first_person.h"

#include "support/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Vertex data ---- */

/* Places in skin 0: hips, neck, left hand, head, left eye, hair. Skin 1 has the first three. */
enum { HIPS, NECK, HAND, HEAD, EYE, HAIR };

typedef struct Geometry {
    /* Mesh 0, primitives 0 and 2: floats. */
    float weights[10][4];
    uint8_t joints[10][4];
    /* Mesh 0, primitive 1: two sets of bytes, a strip without indices. */
    uint8_t strip_joints[2][8][4], strip_weights[2][8][4];
    /* Meshes 2 and 3: three vertices each with one weight of 1. */
    float single_weights[3][4];
    uint8_t hat_joints[3][4], shirt_joints[3][4];
    uint32_t fan[6];
    uint16_t triangles[30], single_triangle[3];
    uint16_t padding;
} Geometry;

static const Geometry geometry = {
    .weights = {{1},
                {1},
                {1},
                {0.5f, 0.5f},
                {1},
                {0.75f, 0.25f},
                {0.999999f, 0, 0.000001f}, /* the least weight counts */
                {1, 0},                    /* a head joint without weight does not */
                {1},
                {1}},
    .joints = {{HIPS},
               {NECK}, /* above the head: not of it */
               {HAND},
               {HIPS, NECK},
               {HEAD},
               {HIPS, EYE},
               {HIPS, HIPS, HAIR},
               {HIPS, HEAD},
               {HAIR}, /* no bone of the humanoid, but below the head */
               {HIPS}},
    .strip_joints = {{{HIPS}, {NECK}, {HAND}, {HIPS}, {HIPS}, {NECK}, {HIPS}, {HAND}},
                     {{0}, {0}, {0}, {NECK, HEAD}, {0}, {0}, {HEAD}, {0}}},
    .strip_weights = {{{255}, {255}, {255}, {200}, {255}, {255}, {255}, {255}},
                      {{0}, {0}, {0}, {54, 1}, {0}, {0}, {0}, {0}}},
    .single_weights = {{1}, {1}, {1}},
    .hat_joints = {{HEAD}, {HAIR}, {EYE}},
    .shirt_joints = {{HIPS}, {NECK}, {HAND}},
    .fan = {9, 0, 1, 4, 7, 3},
    .triangles = {0, 1, 2, 1, 3, 7, 3, 4, 5, 0, 2, 4, 0, 1, 5,
                  2, 3, 6, 7, 9, 0, 8, 4, 5, 9, 8, 1, 9, 7, 2},
    .single_triangle = {0, 1, 2},
};

static char* base64(const void* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t* bytes = data;
    char* text = calloc(size / 3 + 2, 4);
    size_t used = 0;
    assert_non_null(text);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16;
        if (i + 1 < size) word |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < size) word |= bytes[i + 2];
        for (int k = 0; k < 4; k++) text[used++] = digits[(word >> (18 - 6 * k)) & 63];
        if (i + 1 >= size) text[used - 2] = '=';
        if (i + 2 >= size) text[used - 1] = '=';
    }
    return text;
}

/* ---- The avatar ---- */

/* clang-format off */

#define ATTRIBUTES(position, joints, weights) \
    "{\"attributes\":{\"POSITION\":" #position ",\"JOINTS_0\":" #joints ",\"WEIGHTS_0\":" #weights

static const char meshes[] = "[{\"primitives\":["
    ATTRIBUTES(0, 3, 4) "},\"indices\":5},"
    ATTRIBUTES(1, 6, 7) ",\"JOINTS_1\":8,\"WEIGHTS_1\":9},\"mode\":5},"
    ATTRIBUTES(0, 3, 4) "},\"indices\":10,\"mode\":6}]},"
    "{\"primitives\":[{\"attributes\":{\"POSITION\":2}}]},"
    "{\"primitives\":[" ATTRIBUTES(2, 11, 13) "},\"indices\":14}]},"
    "{\"primitives\":[" ATTRIBUTES(2, 12, 13) "},\"indices\":14}]},"
    "{\"primitives\":[{\"attributes\":{\"POSITION\":2}}]}]";

#define POSITIONS(count) \
    "{\"componentType\":5126,\"count\":" #count ",\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,0]}"
#define VIEW(view, component, count, type) \
    "{\"bufferView\":" #view ",\"componentType\":" #component ",\"count\":" #count \
    ",\"type\":\"" type "\"}"
#define SHARES(view, count) \
    "{\"bufferView\":" #view ",\"componentType\":5121,\"count\":" #count \
    ",\"type\":\"VEC4\",\"normalized\":true}"

static const char accessors[] = "["
    POSITIONS(10) "," POSITIONS(8) "," POSITIONS(3) ","
    VIEW(0, 5121, 10, "VEC4") "," VIEW(1, 5126, 10, "VEC4") "," VIEW(2, 5123, 30, "SCALAR") ","
    VIEW(3, 5121, 8, "VEC4") "," SHARES(4, 8) "," VIEW(5, 5121, 8, "VEC4") "," SHARES(6, 8) ","
    VIEW(7, 5125, 6, "SCALAR") ","
    VIEW(8, 5121, 3, "VEC4") "," VIEW(9, 5121, 3, "VEC4") "," VIEW(10, 5126, 3, "VEC4") ","
    VIEW(11, 5123, 3, "SCALAR") "]";

/* clang-format on */

#define PART(member)                                                                               \
    { offsetof(Geometry, member), sizeof geometry.member }

/* By buffer view. */
static const struct {
    size_t at, size;
} parts[] = {
    PART(joints),           PART(weights),         PART(triangles),        PART(strip_joints[0]),
    PART(strip_weights[0]), PART(strip_joints[1]), PART(strip_weights[1]), PART(fan),
    PART(hat_joints),       PART(shirt_joints),    PART(single_weights),   PART(single_triangle)};

static void put_buffers(char* out, size_t size) {
    char* data = base64(&geometry, sizeof geometry);
    int used = snprintf(out, size,
                        "\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/"
                        "octet-stream;base64,%s\"}],\"bufferViews\":[",
                        sizeof geometry, data);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        used += snprintf(out + used, size - (size_t)used,
                         "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
                         i == 0 ? "" : ",", parts[i].at, parts[i].size);
    used += snprintf(out + used, size - (size_t)used,
                     "],\"skins\":[{\"joints\":[1,5,18,6,7,23]},{\"joints\":[1,5,18]}]");
    assert_true((size_t)used < size);
    free(data);
}

static void add(TestAvatar* avatar, int32_t parent, const char* members) {
    avatar->nodes[test_avatar_add(avatar, parent, (vrm_Vec3){0})].members = members;
}

char* view_vector_text(const ViewVector* vector, size_t* out_size) {
    static const char body[] = "\"mesh\":0,\"skin\":0";
    TestAvatar avatar = test_avatar(vector->dialect);
    char members[4096];
    put_buffers(members, sizeof members);
    avatar.meshes = meshes;
    avatar.accessors = accessors;
    avatar.members = members;
    avatar.first_person = vector->first_person;
    avatar.nodes[TEST_HEAD].members = "\"mesh\":1"; /* 6: rigid, on the head itself */
    avatar.nodes[TEST_FACE].members = body;         /* 24 to 28: one for each kind of annotation */
    for (int i = 0; i < 4; i++) add(&avatar, TEST_ROOT, body);
    add(&avatar, TEST_HEAD, "\"mesh\":1");            /* 29: rigid, below the head */
    add(&avatar, TEST_HAIR, "\"mesh\":1");            /* 30: further below */
    add(&avatar, TEST_NECK, "\"mesh\":1");            /* 31: above the head */
    add(&avatar, TEST_HEAD, "\"mesh\":1");            /* 32: below it, but annotated */
    add(&avatar, TEST_HEAD, "\"mesh\":3,\"skin\":1"); /* 33: the skin counts, not the place */
    add(&avatar, TEST_ROOT, "\"mesh\":3,\"skin\":0"); /* 34: a head joint that nobody uses */
    add(&avatar, TEST_ROOT, "\"mesh\":2,\"skin\":0"); /* 35: nothing but head */
    add(&avatar, TEST_ROOT, body);                    /* 36: annotated twice */
    add(&avatar, TEST_LEFT_FOOT, "\"mesh\":4");       /* 37: rigid, far from the head */
    add(&avatar, TEST_LEFT_LOWER_ARM, "\"mesh\":4");  /* 38: below the chest */
    return test_avatar_text(&avatar, out_size);
}

/* clang-format off */

#define SAY(node, type) "{\"node\":" #node ",\"type\":\"" type "\"}"
#define SAY0(mesh, flag) "{\"mesh\":" #mesh ",\"firstPersonFlag\":\"" flag "\"}"

const ViewVector view_vectors[] = {
    {"first-person", VRM_DIALECT_1,
     "{\"meshAnnotations\":[" SAY(24, "auto") "," SAY(26, "both") "," SAY(27, "thirdPersonOnly") ","
     SAY(28, "firstPersonOnly") "," SAY(32, "both") "," SAY(36, "thirdPersonOnly") ","
     SAY(36, "both") "," SAY(37, "thirdPersonOnly") "]}"},
    {"first-person-unsaid", VRM_DIALECT_1, NULL},
    {"first-person-vrm0", VRM_DIALECT_0,
     "{\"firstPersonBone\":-1,\"meshAnnotations\":[" SAY0(0, "Auto") ","
     SAY0(1, "ThirdPersonOnly") "," SAY0(2, "FirstPersonOnly") "," SAY0(3, "Both") "]}"},
    {"first-person-vrm0-chest", VRM_DIALECT_0,
     "{\"firstPersonBone\":3,\"meshAnnotations\":[" SAY0(1, "BOTH") "," SAY0(1, "Auto") ","
     SAY0(2, "thirdpersononly") "]}"},
};
const int view_vector_count = (int)(sizeof view_vectors / sizeof *view_vectors);

/* clang-format on */

/* ---- Who is annotated how: read from the JSON ---- */

static bool same_word(const char* word, const char* lower) {
    for (; *word != 0 && tolower((unsigned char)*word) == *lower; word++) lower++;
    return *word == 0 && *lower == 0;
}

static vrm_FirstPersonType type_of(const vrm_Model* model, int32_t node) {
    bool is_0 = vrm_model_dialect(model) == VRM_DIALECT_0;
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Json* json = gltf->json;
    vrm_JsonRef at = vrm_json_member(json, vrm_json_root(json), "extensions");
    at = vrm_json_member(json, at, is_0 ? "VRM" : "VRMC_vrm");
    at = vrm_json_member(json, at, "firstPerson");
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, at, "meshAnnotations"));
    while (vrm_json_next(&it)) {
        int named =
            (int)vrm_json_number(json, vrm_json_member(json, it.value, is_0 ? "mesh" : "node"), -1);
        if (named != (is_0 ? gltf->nodes[node].mesh : node)) continue;
        char word[32];
        vrm_json_string(json, vrm_json_member(json, it.value, is_0 ? "firstPersonFlag" : "type"),
                        word, sizeof word);
        if (same_word(word, "both")) return VRM_FIRST_PERSON_BOTH;
        if (same_word(word, "thirdpersononly")) return VRM_FIRST_PERSON_THIRD_PERSON_ONLY;
        if (same_word(word, "firstpersononly")) return VRM_FIRST_PERSON_FIRST_PERSON_ONLY;
        return VRM_FIRST_PERSON_AUTO;
    }
    return VRM_FIRST_PERSON_AUTO;
}

/* 0.x may name the node whose descendants count; -1 and nothing mean the head. */
static int32_t head_of(const vrm_Model* model) {
    const vrm_Json* json = vrm_model_gltf(model)->json;
    if (vrm_model_dialect(model) != VRM_DIALECT_0) return TEST_HEAD;
    vrm_JsonRef at = vrm_json_member(json, vrm_json_root(json), "extensions");
    at = vrm_json_member(json, vrm_json_member(json, at, "VRM"), "firstPerson");
    int32_t bone = (int32_t)vrm_json_number(json, vrm_json_member(json, at, "firstPersonBone"), -1);
    return bone < 0 ? TEST_HEAD : bone;
}

/* ---- The split ---- */

static bool is_below(const vrm_Gltf* gltf, int32_t node, int32_t head) {
    while (node >= 0 && node != head) node = gltf->nodes[node].parent;
    return node >= 0;
}

/* Any weight above 0, in any set, on a joint that is the head or below it. */
static bool is_head_vertex(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                           const vrm_Skin* skin, int32_t head, uint32_t vertex) {
    for (int32_t set = 0; set < 2; set++) {
        uint32_t joints[40];
        float weights[40];
        int32_t joints_at = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, set);
        int32_t weights_at = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, set);
        if (joints_at < 0) continue;
        assert_int_equal(vrm_accessor_read_u32(gltf, joints_at, joints, 40), VRM_OK);
        assert_int_equal(vrm_accessor_read_floats(gltf, weights_at, weights, 40), VRM_OK);
        for (uint32_t k = 4 * vertex; k < 4 * vertex + 4; k++)
            if (weights[k] > 0 && is_below(gltf, skin->joints[joints[k]], head)) return true;
    }
    return false;
}

static void split(const vrm_Gltf* gltf, const vrm_Primitive* primitive, const vrm_Skin* skin,
                  int32_t head, TriangleList* out) {
    uint32_t indices[40];
    uint32_t count = 0;
    if (primitive->indices >= 0) {
        count = (uint32_t)gltf->accessors[primitive->indices].count;
        assert_int_equal(vrm_accessor_read_u32(gltf, primitive->indices, indices, 40), VRM_OK);
    } else {
        int32_t at = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
        for (; count < (uint32_t)gltf->accessors[at].count; count++) indices[count] = count;
    }
    out->count = 0;
    uint32_t triangles = primitive->mode == 4 ? count / 3 : count - 2;
    for (uint32_t i = 0; i < triangles; i++) {
        /* glTF 2.0, 3.7.2.1: triangles, strip, fan. */
        const uint32_t list[3] = {3 * i, 3 * i + 1, 3 * i + 2};
        const uint32_t strip[3] = {i, i + 1 + i % 2, i + 2 - i % 2};
        const uint32_t fan[3] = {i + 1, i + 2, 0};
        const uint32_t* places = primitive->mode == 4 ? list : primitive->mode == 5 ? strip : fan;
        bool is_head = false;
        for (int k = 0; k < 3; k++) {
            out->corners[out->count][k] = indices[places[k]];
            if (is_head_vertex(gltf, primitive, skin, head, indices[places[k]])) is_head = true;
        }
        if (!is_head) out->count++;
    }
}

void view_expected(const vrm_Model* model, int32_t node, NodeView* out) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t head = head_of(model), skin_at = gltf->nodes[node].skin;
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[node].mesh];
    vrm_FirstPersonType type = type_of(model, node);
    *out = (NodeView){.node = node, .mesh = gltf->nodes[node].mesh};
    out->primitive_count = mesh->primitive_count;
    out->third_person = type == VRM_FIRST_PERSON_FIRST_PERSON_ONLY ? SHARE_NONE : SHARE_ALL;
    out->first_person = type == VRM_FIRST_PERSON_THIRD_PERSON_ONLY ? SHARE_NONE : SHARE_ALL;
    if (type != VRM_FIRST_PERSON_AUTO) return;
    if (skin_at < 0) {
        if (is_below(gltf, node, head)) out->first_person = SHARE_NONE;
        return;
    }
    const vrm_Skin* skin = &gltf->skins[skin_at];
    for (int32_t j = 0; j < skin->joint_count; j++)
        if (is_below(gltf, skin->joints[j], head)) out->first_person = SHARE_PART;
    if (out->first_person != SHARE_PART) return;
    for (int32_t p = 0; p < mesh->primitive_count; p++)
        split(gltf, &mesh->primitives[p], skin, head, &out->parts[p]);
}

/* ---- Writing ---- */

void view_write_head(FILE* out, const ViewVector* vector) {
    fprintf(out,
            "{\"format\":\"vrm-first-person\",\"version\":1,\"avatar\":\"%s.gltf\",\"meshNodes\":[",
            vector->name);
}

void view_write_node(FILE* out, const NodeView* view, bool is_first) {
    static const char* const words[] = {"none", "all", "part"};
    fprintf(out, "%s\n{\"node\":%d,\"mesh\":%d,\"thirdPerson\":\"%s\",\"firstPerson\":\"%s\"",
            is_first ? "" : ",", (int)view->node, (int)view->mesh, words[view->third_person],
            words[view->first_person]);
    for (int32_t p = 0; view->first_person == SHARE_PART && p < view->primitive_count; p++) {
        const TriangleList* part = &view->parts[p];
        fputs(p == 0 ? ",\"triangles\":[[" : ",[", out);
        for (int32_t t = 0; t < part->count; t++)
            fprintf(out, "%s[%u,%u,%u]", t == 0 ? "" : ",", part->corners[t][0],
                    part->corners[t][1], part->corners[t][2]);
        fputs(p + 1 == view->primitive_count ? "]]" : "]", out);
    }
    fputs("}", out);
}

void view_write_foot(FILE* out) {
    fputs("\n]}\n", out);
}

/* SPDX-License-Identifier: MIT */
/* The mutator that knows glTF and VRM. Its JSON tree is its own: what the library accepts or builds
 * has no part in what the inputs can be. */
#include "mutator.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 40000, DEPTH_MAX = 160, CHUNK_HEAD = 8, GLB_HEAD = 12 };

typedef enum Kind { SCALAR, STRING, ARRAY, OBJECT } Kind;

typedef struct Text {
    const char* data;
    size_t size;
} Text;

/* An element or member; a tree of links, so that parts can be moved and shared. */
typedef struct Node {
    Kind kind;
    Text key, text; /* as written, strings with their quotes */
    int32_t first, next, parent;
} Node;

typedef struct Tree {
    Node* nodes;
    int32_t count;
    const char *at, *end;
} Tree;

#if defined(VRM_FUZZ)
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
#endif

/* ---- Reading ---- */

static void skip_space(Tree* tree) {
    while (tree->at < tree->end && memchr(" \t\r\n", *tree->at, 4) != NULL) tree->at++;
}

static bool read_string(Tree* tree, Text* out) {
    if (tree->at >= tree->end || *tree->at != '"') return false;
    const char* begin = tree->at++;
    while (tree->at < tree->end && *tree->at != '"')
        tree->at += *tree->at == '\\' && tree->at + 1 < tree->end ? 2 : 1;
    if (tree->at >= tree->end) return false;
    tree->at++;
    *out = (Text){begin, (size_t)(tree->at - begin)};
    return true;
}

static int32_t add_node(Tree* tree, Kind kind, int32_t parent) {
    if (tree->count == NODES_MAX) return -1;
    tree->nodes[tree->count] = (Node){.kind = kind, .first = -1, .next = -1, .parent = parent};
    return tree->count++;
}

static int32_t read_scalar(Tree* tree, int32_t parent) {
    const char* begin = tree->at;
    while (tree->at < tree->end && memchr(",]} \t\r\n", *tree->at, 7) == NULL) tree->at++;
    int32_t node = tree->at > begin ? add_node(tree, SCALAR, parent) : -1;
    if (node >= 0) tree->nodes[node].text = (Text){begin, (size_t)(tree->at - begin)};
    return node;
}

/* The whole text; false when it is not like JSON. Numbers and words are taken as they are. */
static bool read_tree(Tree* tree) {
    int32_t open = -1, last[DEPTH_MAX]; /* the last child of each open container */
    int depth = 0;
    for (;;) {
        Text key = {NULL, 0};
        skip_space(tree);
        if (open >= 0 && tree->at < tree->end &&
            *tree->at == (tree->nodes[open].kind == OBJECT ? '}' : ']')) {
            tree->at++;
        } else {
            if (open >= 0 && tree->nodes[open].kind == OBJECT) {
                if (!read_string(tree, &key)) return false;
                skip_space(tree);
                if (tree->at >= tree->end || *tree->at++ != ':') return false;
                skip_space(tree);
            }
            if (tree->at >= tree->end) return false;
            int32_t node;
            Text text = {NULL, 0};
            char sign = *tree->at;
            bool is_container = sign == '{' || sign == '[';
            if (is_container) {
                node = add_node(tree, sign == '{' ? OBJECT : ARRAY, open);
                tree->at++;
            } else if (sign == '"') {
                if (!read_string(tree, &text)) return false;
                node = add_node(tree, STRING, open);
                if (node >= 0) tree->nodes[node].text = text;
            } else {
                node = read_scalar(tree, open);
            }
            if (node < 0) return false;
            tree->nodes[node].key = key;
            if (depth > 0) {
                if (last[depth - 1] < 0)
                    tree->nodes[open].first = node;
                else
                    tree->nodes[last[depth - 1]].next = node;
                last[depth - 1] = node;
            }
            if (is_container) {
                if (depth == DEPTH_MAX) return false;
                last[depth++] = -1;
                open = node;
                continue;
            }
            if (depth == 0) return true;
            skip_space(tree);
            if (tree->at < tree->end && *tree->at == ',') tree->at++;
            continue;
        }
        depth--;
        open = tree->nodes[open].parent;
        if (depth == 0) return true;
        skip_space(tree);
        if (tree->at < tree->end && *tree->at == ',') tree->at++;
    }
}

/* ---- Writing ---- */

typedef struct Sink {
    uint8_t* data;
    size_t size, room;
    bool is_full;
} Sink;

static void put(Sink* sink, const char* data, size_t size) {
    if (size > sink->room - sink->size) {
        sink->is_full = true;
        return;
    }
    if (size == 0) return;
    memcpy(sink->data + sink->size, data, size);
    sink->size += size;
}

/* Parts may be shared and lead in a circle: the depth ends it. */
static void write_node(const Tree* tree, int32_t index, Sink* sink, int depth) {
    const Node* node = &tree->nodes[index];
    if (sink->is_full || depth > DEPTH_MAX + 40) return;
    if (node->kind < ARRAY) {
        put(sink, node->text.data, node->text.size);
        return;
    }
    put(sink, node->kind == OBJECT ? "{" : "[", 1);
    for (int32_t child = node->first; child >= 0 && !sink->is_full;
         child = tree->nodes[child].next) {
        if (child != node->first) put(sink, ",", 1);
        if (node->kind == OBJECT) {
            Text key = tree->nodes[child].key;
            put(sink, key.data != NULL ? key.data : "\"\"", key.data != NULL ? key.size : 2);
            put(sink, ":", 1);
        }
        write_node(tree, child, sink, depth + 1);
    }
    put(sink, node->kind == OBJECT ? "}" : "]", 1);
}

/* ---- What values become ---- */

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char* const numbers[] = {"-1",
                                      "0",
                                      "1",
                                      "2",
                                      "3",
                                      "255",
                                      "256",
                                      "65535",
                                      "65536",
                                      "2147483647",
                                      "2147483648",
                                      "4294967295",
                                      "4294967296",
                                      "9007199254740991",
                                      "9007199254740993",
                                      "4611686018427387904",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-2147483649",
                                      "0.5",
                                      "1.0",
                                      "-0.0",
                                      "1e9",
                                      "1e-9",
                                      "1e38",
                                      "3.5e38",
                                      "1e308",
                                      "1e999",
                                      "-1e999",
                                      "1e-400",
                                      "5120",
                                      "5121",
                                      "5123",
                                      "5125",
                                      "5126",
                                      "34962",
                                      "34963"};
static const char* const others[] = {"null",    "true",         "false",   "[]",
                                     "{}",      "[0]",          "[[]]",    "\"\"",
                                     "\"NaN\"", "\"Infinity\"", "[1e999]", "{\"extensions\":{}}"};
static const char* const strings[] = {"\"\"",
                                      "\"a\"",
                                      "\"NaN\"",
                                      "\"SCALAR\"",
                                      "\"VEC3\"",
                                      "\"MAT4\"",
                                      "\"VEC4\"",
                                      "\"1.0\"",
                                      "\"1.0-beta\"",
                                      "\"0.0\"",
                                      "\"../x\"",
                                      "\"data:,\"",
                                      "\"data:application/octet-stream;base64,AA==\"",
                                      "\"\\u0000\"",
                                      "\"\\ud800\"",
                                      "\"\\u00e9\"",
                                      "\"rotation\"",
                                      "\"translation\"",
                                      "\"weights\"",
                                      "\"STEP\"",
                                      "\"CUBICSPLINE\"",
                                      "\"LINEAR\"",
                                      "\"hips\"",
                                      "\"head\"",
                                      "\"Joy\"",
                                      "\"blink\"",
                                      "\"X\"",
                                      "\"NegativeZ\"",
                                      "\"bone\"",
                                      "\"expression\"",
                                      "\"MASK\"",
                                      "\"BLEND\"",
                                      "\"image/png\"",
                                      "\"VRM/MToon\"",
                                      "\"VRM_USE_GLTFSHADER\"",
                                      "\"VRMC_vrm\"",
                                      "\"VRM\""};
static const char* const keys[] = {"\"nodes\"",
                                   "\"children\"",
                                   "\"mesh\"",
                                   "\"skin\"",
                                   "\"scene\"",
                                   "\"scenes\"",
                                   "\"meshes\"",
                                   "\"accessors\"",
                                   "\"bufferViews\"",
                                   "\"buffers\"",
                                   "\"byteLength\"",
                                   "\"byteOffset\"",
                                   "\"byteStride\"",
                                   "\"count\"",
                                   "\"componentType\"",
                                   "\"type\"",
                                   "\"sparse\"",
                                   "\"indices\"",
                                   "\"values\"",
                                   "\"min\"",
                                   "\"max\"",
                                   "\"normalized\"",
                                   "\"primitives\"",
                                   "\"attributes\"",
                                   "\"POSITION\"",
                                   "\"NORMAL\"",
                                   "\"JOINTS_0\"",
                                   "\"WEIGHTS_0\"",
                                   "\"targets\"",
                                   "\"weights\"",
                                   "\"joints\"",
                                   "\"inverseBindMatrices\"",
                                   "\"skeleton\"",
                                   "\"matrix\"",
                                   "\"translation\"",
                                   "\"rotation\"",
                                   "\"scale\"",
                                   "\"animations\"",
                                   "\"channels\"",
                                   "\"samplers\"",
                                   "\"input\"",
                                   "\"output\"",
                                   "\"interpolation\"",
                                   "\"target\"",
                                   "\"path\"",
                                   "\"node\"",
                                   "\"materials\"",
                                   "\"textures\"",
                                   "\"images\"",
                                   "\"source\"",
                                   "\"uri\"",
                                   "\"mimeType\"",
                                   "\"extensions\"",
                                   "\"extras\"",
                                   "\"extensionsUsed\"",
                                   "\"extensionsRequired\"",
                                   "\"asset\"",
                                   "\"version\"",
                                   "\"VRM\"",
                                   "\"VRMC_vrm\"",
                                   "\"VRMC_springBone\"",
                                   "\"VRMC_node_constraint\"",
                                   "\"VRMC_materials_mtoon\"",
                                   "\"VRMC_vrm_animation\"",
                                   "\"VRMC_springBone_extended_collider\"",
                                   "\"KHR_texture_transform\"",
                                   "\"KHR_materials_unlit\"",
                                   "\"EXT_meshopt_compression\"",
                                   "\"specVersion\"",
                                   "\"meta\"",
                                   "\"humanoid\"",
                                   "\"humanBones\"",
                                   "\"expressions\"",
                                   "\"preset\"",
                                   "\"custom\"",
                                   "\"morphTargetBinds\"",
                                   "\"materialColorBinds\"",
                                   "\"textureTransformBinds\"",
                                   "\"lookAt\"",
                                   "\"rangeMapHorizontalInner\"",
                                   "\"inputMaxValue\"",
                                   "\"firstPerson\"",
                                   "\"meshAnnotations\"",
                                   "\"springs\"",
                                   "\"colliders\"",
                                   "\"colliderGroups\"",
                                   "\"center\"",
                                   "\"shape\"",
                                   "\"sphere\"",
                                   "\"capsule\"",
                                   "\"radius\"",
                                   "\"offset\"",
                                   "\"tail\"",
                                   "\"hitRadius\"",
                                   "\"stiffness\"",
                                   "\"gravityPower\"",
                                   "\"gravityDir\"",
                                   "\"dragForce\"",
                                   "\"constraint\"",
                                   "\"roll\"",
                                   "\"aim\"",
                                   "\"weight\"",
                                   "\"rollAxis\"",
                                   "\"blendShapeMaster\"",
                                   "\"blendShapeGroups\"",
                                   "\"binds\"",
                                   "\"presetName\"",
                                   "\"secondaryAnimation\"",
                                   "\"boneGroups\"",
                                   "\"stiffiness\"",
                                   "\"bones\"",
                                   "\"materialProperties\"",
                                   "\"shader\"",
                                   "\"floatProperties\"",
                                   "\"vectorProperties\"",
                                   "\"textureProperties\"",
                                   "\"name\""};

static Text text_of(const char* words) {
    return (Text){words, strlen(words)};
}

static Text any_of(const char* const* list, size_t count, uint64_t* random) {
    return text_of(list[mutate_below(random, count)]);
}

/* ---- Changes ---- */

static void become_text(Node* node, Text text) {
    node->kind = SCALAR; /* written as it is, whatever it contains */
    node->first = -1;
    node->text = text;
}

/* Index texts live as long as the process; there are as many as indices up to a bound. */
static Text small_number(int64_t value) {
    static char texts[4096][8];
    if (value < 0 || value >= 4096) return text_of(value < 0 ? "-1" : "4096");
    if (texts[value][0] == 0) snprintf(texts[value], sizeof texts[value], "%d", (int)value);
    return text_of(texts[value]);
}

static int32_t count_children(const Tree* tree, int32_t index) {
    int32_t count = 0;
    for (int32_t c = tree->nodes[index].first; c >= 0 && count < 4096; c = tree->nodes[c].next)
        count++;
    return count;
}

/* A reference to a neighbour, to itself, to an ancestor, or to one past the end of some array. */
static void change_reference(Tree* tree, int32_t at, uint64_t* random) {
    int64_t value = strtoll(tree->nodes[at].text.data, NULL, 10);
    int32_t up = at;
    switch (mutate_below(random, 4)) {
    case 0: value = value < 4096 ? value + 1 : 0; break;
    case 1: value = value > 0 ? value - 1 : -1; break;
    case 2: /* the place of an ancestor in its array: circles */
        for (size_t steps = 1 + mutate_below(random, 4); steps > 0 && up > 0; steps--)
            up = tree->nodes[up].parent;
        value = 0;
        if (up > 0 && tree->nodes[up].parent >= 0)
            for (int32_t c = tree->nodes[tree->nodes[up].parent].first; c >= 0 && c != up;
                 c = tree->nodes[c].next)
                value++;
        break;
    default: value = count_children(tree, (int32_t)mutate_below(random, (size_t)tree->count));
    }
    become_text(&tree->nodes[at], small_number(value));
}

/* Takes `at` out of its parent's list; what pointed to it points to its successor. */
static void unlink_node(Tree* tree, int32_t at) {
    int32_t parent = tree->nodes[at].parent;
    if (parent < 0) return;
    int32_t* link = &tree->nodes[parent].first;
    while (*link >= 0 && *link != at) link = &tree->nodes[*link].next;
    if (*link == at) *link = tree->nodes[at].next;
}

/* A second node with the children of the first, behind `before`. */
static void insert_copy(Tree* tree, int32_t what, int32_t before) {
    int32_t copy = add_node(tree, tree->nodes[what].kind, tree->nodes[before].parent);
    if (copy < 0 || before == 0) return;
    tree->nodes[copy].key = tree->nodes[copy % 2 == 0 ? what : before].key;
    tree->nodes[copy].text = tree->nodes[what].text;
    tree->nodes[copy].first = tree->nodes[what].first;
    tree->nodes[copy].next = tree->nodes[before].next;
    tree->nodes[before].next = copy;
}

static void add_member(Tree* tree, int32_t at, uint64_t* random) {
    if (tree->nodes[at].kind != OBJECT) return;
    int32_t member = add_node(tree, SCALAR, at);
    if (member < 0) return;
    tree->nodes[member].key = any_of(keys, COUNT(keys), random);
    if (mutate_below(random, 2) == 0) {
        become_text(&tree->nodes[member], mutate_below(random, 2) == 0
                                              ? any_of(numbers, COUNT(numbers), random)
                                              : any_of(others, COUNT(others), random));
    } else { /* something that the file has elsewhere */
        int32_t other = (int32_t)mutate_below(random, (size_t)member);
        tree->nodes[member].kind = tree->nodes[other].kind;
        tree->nodes[member].text = tree->nodes[other].text;
        tree->nodes[member].first = tree->nodes[other].first;
    }
    tree->nodes[member].next = tree->nodes[at].first;
    tree->nodes[at].first = member;
}

static bool is_number(const Node* node) {
    return node->kind == SCALAR && node->text.size > 0 &&
           (node->text.data[0] == '-' || (node->text.data[0] >= '0' && node->text.data[0] <= '9'));
}

static void change_tree(Tree* tree, uint64_t* random) {
    int32_t at = (int32_t)mutate_below(random, (size_t)tree->count);
    int32_t other = (int32_t)mutate_below(random, (size_t)tree->count);
    Node* node = &tree->nodes[at];
    switch (mutate_below(random, 12)) {
    case 0: become_text(node, any_of(others, COUNT(others), random)); break;
    case 1: become_text(node, any_of(numbers, COUNT(numbers), random)); break;
    case 2:
    case 3:
        if (is_number(node)) {
            if (mutate_below(random, 2) == 0)
                change_reference(tree, at, random);
            else
                become_text(node, any_of(numbers, COUNT(numbers), random));
        } else if (node->kind == STRING) {
            become_text(node, any_of(strings, COUNT(strings), random));
        } else {
            add_member(tree, at, random);
        }
        break;
    case 4: unlink_node(tree, at); break;
    case 5: /* duplicates */
        for (size_t times = 1 + mutate_below(random, mutate_below(random, 8) == 0 ? 200 : 3);
             times > 0; times--)
            insert_copy(tree, at, at);
        break;
    case 6: insert_copy(tree, other, at); break;
    case 7: /* one value in place of another */
        node->kind = tree->nodes[other].kind;
        node->text = tree->nodes[other].text;
        node->first = tree->nodes[other].first;
        break;
    case 8: node->key = any_of(keys, COUNT(keys), random); break;
    case 9: { /* two keys change places */
        Text key = node->key;
        node->key = tree->nodes[other].key;
        tree->nodes[other].key = key;
        break;
    }
    case 10: /* deeper */
        for (size_t depth = 1 + mutate_below(random, mutate_below(random, 8) == 0 ? 140 : 2);
             depth > 0; depth--) {
            int32_t inner = add_node(tree, tree->nodes[at].kind, at);
            if (inner < 0) break;
            tree->nodes[inner].text = tree->nodes[at].text;
            tree->nodes[inner].first = tree->nodes[at].first;
            tree->nodes[at].kind = ARRAY;
            tree->nodes[at].first = inner;
            at = inner;
        }
        break;
    default: add_member(tree, at, random); break;
    }
}

/* ---- The file ---- */

typedef struct Parts {
    Text json, rest; /* the JSON text, and the chunks behind it with their heads */
    bool is_glb;
} Parts;

static uint32_t read_u32(const uint8_t* at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t* at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static Parts split(const uint8_t* data, size_t size) {
    Parts parts = {.json = {(const char*)data, size}};
    if (size < GLB_HEAD + CHUNK_HEAD || memcmp(data, "glTF", 4) != 0) return parts;
    size_t head = GLB_HEAD + CHUNK_HEAD, length = read_u32(data + GLB_HEAD);
    if (length > size - head) length = size - head;
    parts.is_glb = true;
    parts.json = (Text){(const char*)data + head, length};
    parts.rest = (Text){(const char*)data + head + length, size - head - length};
    return parts;
}

/* Bytes of the binary chunk, and rarely its length. */
static size_t change_rest(uint8_t* rest, size_t size, size_t room, uint64_t* random) {
    if (size <= CHUNK_HEAD) return size;
    size_t body = size - CHUNK_HEAD;
    for (size_t i = mutate_below(random, 3); i > 0; i--)
        body = mutate_bytes(rest + CHUNK_HEAD, body, room - CHUNK_HEAD, random);
    if (mutate_below(random, 16) != 0) put_u32(rest, (uint32_t)body);
    return body + CHUNK_HEAD;
}

static size_t join(const Parts* parts, const Tree* tree, uint8_t* out, size_t max_size,
                   uint64_t* random) {
    size_t head = parts->is_glb ? GLB_HEAD + CHUNK_HEAD : 0;
    if (max_size < head + parts->rest.size + 4) return 0;
    Sink sink = {out + head, 0, max_size - head - parts->rest.size - 4, false};
    write_node(tree, 0, &sink, 0);
    if (sink.is_full) return 0;
    if (!parts->is_glb) return sink.size;
    while (sink.size % 4 != 0) sink.data[sink.size++] = ' ';
    size_t used = head + sink.size;
    memcpy(out + used, parts->rest.data, parts->rest.size);
    size_t rest = parts->rest.size;
    if (mutate_below(random, 3) == 0) rest = change_rest(out + used, rest, max_size - used, random);
    memcpy(out, "glTF", 4);
    put_u32(out + 4, 2);
    put_u32(out + 8, (uint32_t)(used + rest));
    put_u32(out + GLB_HEAD, (uint32_t)sink.size);
    memcpy(out + GLB_HEAD + 4, "JSON", 4);
    return used + rest;
}

/* Kept from call to call: an input is made in microseconds. */
static struct {
    Node* nodes;
    uint8_t *copy, *out;
    size_t room; /* of each of the two */
} kept;

void mutate_release(void) {
    free(kept.nodes);
    free(kept.copy);
    free(kept.out);
    memset(&kept, 0, sizeof kept);
}

static bool reserve(size_t size) {
    if (kept.room < size) {
        mutate_release();
        kept.nodes = malloc(NODES_MAX * sizeof *kept.nodes);
        kept.copy = malloc(size);
        kept.out = malloc(size);
        kept.room = size;
    }
    return kept.nodes != NULL && kept.copy != NULL && kept.out != NULL;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
    uint64_t random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    size_t made = 0;
    if (reserve(max_size + 16) && mutate_below(&random, 10) != 0) {
        memcpy(kept.copy, data, size);
        Parts parts = split(kept.copy, size);
        Tree tree = {kept.nodes, 0, parts.json.data, parts.json.data + parts.json.size};
        if (read_tree(&tree)) {
            for (size_t i = 1 + mutate_below(&random, 4); i > 0; i--) change_tree(&tree, &random);
            made = join(&parts, &tree, kept.out, max_size, &random);
        }
    }
    if (made > 0) {
        memcpy(data, kept.out, made);
        return made;
    }
#if defined(VRM_FUZZ)
    return LLVMFuzzerMutate(data, size, max_size); /* libFuzzer's own, with its dictionary */
#else
    return mutate_bytes(data, size, max_size, &random);
#endif
}

/* SPDX-License-Identifier: MIT */
/* Objects of a file and their connections: by ids from version 7 on, by names before it, by lists
 * of children before version 6. */
#include "base/hash.h"
#include "base/utf8.h"
#include "motion/fbx/fbx.h"

#include <string.h>

/* ---- Names ---- */

uint64_t vrmi_fbx_key(vrmi_FbxValue value) {
    if (value.kind == VRMI_FBX_TEXT) return vrmi_hash(value.text, value.text_size, 1);
    return vrmi_hash_end(vrmi_hash_word(0, (uint64_t)value.integer));
}

const char* vrmi_fbx_name(vrmi_FbxScene* scene, vrmi_FbxValue value) {
    const char* text = value.kind == VRMI_FBX_TEXT ? value.text : "";
    size_t size = value.kind == VRMI_FBX_TEXT ? value.text_size : 0;
    if (scene->tree->is_text) { /* Class::Name; names of users may have colons, too */
        for (size_t i = 0; i + 1 < size; i++) {
            if (text[i] != ':' || text[i + 1] != ':') continue;
            text += i + 2;
            size -= i + 2;
            break;
        }
    }
    const char* end = size == 0 ? NULL : memchr(text, 0, size);
    if (end != NULL) size = (size_t)(end - text);
    char* name = vrmi_fbx_alloc(scene->tree, &scene->fbx->arena, size + 1, 1);
    if (name == NULL) return NULL;
    memcpy(name, text, size);
    if (!vrmi_utf8_is_valid(name, size))
        for (size_t i = 0; i < size; i++)
            if ((name[i] & 0x80) != 0) name[i] = '_';
    return name;
}

vrmi_FbxValue vrmi_fbx_object_name(const vrmi_FbxScene* scene, const vrmi_FbxObject* object) {
    vrmi_FbxValue first = vrmi_fbx_value(scene->tree, object->node, 0);
    return first.kind == VRMI_FBX_INTEGER ? vrmi_fbx_value(scene->tree, object->node, 1) : first;
}

/* ---- Objects ---- */

/* The type of an object: the third value behind an id, the second behind a name. */
static vrmi_FbxValue type_name_of(const vrmi_FbxTree* tree, uint32_t node) {
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, node);
    if (vrmi_fbx_take(&cursor).kind == VRMI_FBX_INTEGER) vrmi_fbx_take(&cursor);
    return vrmi_fbx_take(&cursor);
}

static bool kind_of(const vrmi_FbxTree* tree, uint32_t node, vrmi_FbxObjectKind* out) {
    static const char* const names[] = {
        "Model",          "AnimationStack", "AnimationLayer", "AnimationCurveNode",
        "AnimationCurve", "Pose",           "Deformer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!vrmi_fbx_is_named(tree, node, names[i])) continue;
        *out = (vrmi_FbxObjectKind)i;
        return *out != VRMI_FBX_SHAPE ||
               vrmi_fbx_text_is(type_name_of(tree, node), "BlendShapeChannel");
    }
    return false;
}

static vrmi_FbxModelType type_of(const vrmi_FbxTree* tree, uint32_t node) {
    static const struct {
        const char* name;
        vrmi_FbxModelType type;
    } types[] = {{"LimbNode", VRMI_FBX_LIMB},
                 {"Null", VRMI_FBX_EMPTY},
                 {"Mesh", VRMI_FBX_MESH},
                 {"Camera", VRMI_FBX_CAMERA_OR_LIGHT},
                 {"Light", VRMI_FBX_CAMERA_OR_LIGHT},
                 {"CameraSwitcher", VRMI_FBX_CAMERA_OR_LIGHT}};
    vrmi_FbxValue value = type_name_of(tree, node);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (vrmi_fbx_text_is(value, types[i].name)) return types[i].type;
    return VRMI_FBX_OTHER;
}

static void add_object(vrmi_FbxScene* scene, uint32_t node) {
    vrmi_FbxObjectKind kind;
    if (!kind_of(scene->tree, node, &kind)) return;
    if (scene->objects != NULL) /* else they are counted */
        scene->objects[scene->object_count] = (vrmi_FbxObject){
            .key = vrmi_fbx_key(vrmi_fbx_value(scene->tree, node, 0)),
            .node = node,
            .kind = kind,
            .type = kind == VRMI_FBX_MODEL ? type_of(scene->tree, node) : VRMI_FBX_OTHER,
            .parent = -1,
            .joint = -1,
            .shape = -1,
            .target = -1,
            .property = -1,
            .curves = {-1, -1, -1},
            .child = -1,
            .next = -1};
    scene->object_count++;
}

static void add_objects(vrmi_FbxScene* scene) {
    uint32_t child = 0;
    scene->object_count = 0;
    while ((child = vrmi_fbx_next(scene->tree, 0, child)) != 0) add_object(scene, child);
    if (scene->objects_node == 0) return;
    while ((child = vrmi_fbx_next(scene->tree, scene->objects_node, child)) != 0)
        add_object(scene, child);
}

/* The first of two objects with one key wins. Keys are hashes: probing is short, and bounded for
 * keys that were chosen to collide. */
enum { PROBES_MAX = 64 };

int32_t vrmi_fbx_find_object(const vrmi_FbxScene* scene, uint64_t key) {
    for (size_t i = 0; i < PROBES_MAX && i < scene->table_size; i++) {
        int32_t index = scene->table[(key + i) & (scene->table_size - 1)];
        if (index < 0) return -1;
        if (scene->objects[index].key == key) return index;
    }
    return -1;
}

static void fill_table(vrmi_FbxScene* scene) {
    vrmi_FbxTree* tree = scene->tree;
    scene->table_size = 16;
    while (scene->table_size < 2 * (size_t)scene->object_count) scene->table_size *= 2;
    scene->table = vrmi_fbx_alloc(tree, &tree->arena, scene->table_size, sizeof *scene->table);
    if (scene->table == NULL) return;
    memset(scene->table, 0xFF, scene->table_size * sizeof *scene->table);
    for (int32_t o = 0; o < scene->object_count; o++) {
        for (size_t i = 0; i < PROBES_MAX && i < scene->table_size; i++) {
            int32_t* slot = &scene->table[(scene->objects[o].key + i) & (scene->table_size - 1)];
            if (*slot >= 0 && scene->objects[*slot].key == scene->objects[o].key) break;
            if (*slot >= 0) continue;
            *slot = o;
            break;
        }
    }
}

/* The defaults of a type: Definitions / ObjectType / PropertyTemplate. */
static uint32_t template_of(const vrmi_FbxTree* tree, const char* type) {
    uint32_t definitions = vrmi_fbx_child(tree, 0, "Definitions"), child = 0;
    if (definitions == 0) return 0;
    while ((child = vrmi_fbx_next(tree, definitions, child)) != 0)
        if (vrmi_fbx_is_named(tree, child, "ObjectType") &&
            vrmi_fbx_text_is(vrmi_fbx_value(tree, child, 0), type))
            return vrmi_fbx_child(tree, child, "PropertyTemplate");
    return 0;
}

/* ---- Connections ---- */

/* Returns the property of a model or a blend shape; -1: none that matters here. */
static int32_t property_of(vrmi_FbxObjectKind kind, vrmi_FbxValue name) {
    static const char* const names[] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
    if (kind == VRMI_FBX_SHAPE)
        return vrmi_fbx_text_is(name, "DeformPercent") ? VRMI_FBX_PERCENT : -1;
    for (int i = 0; i < VRMI_FBX_PROPERTIES && kind == VRMI_FBX_MODEL; i++)
        if (vrmi_fbx_text_is(name, names[i])) return i;
    return -1;
}

/* Connects a child to its parent. If a file connects a child several times, the first counts. */
static void connect(vrmi_FbxScene* scene, int32_t child, int32_t parent, vrmi_FbxValue property) {
    vrmi_FbxObject *from = &scene->objects[child], *to = &scene->objects[parent];
    if (from->kind == VRMI_FBX_MODEL && to->kind == VRMI_FBX_MODEL && child != parent) {
        if (from->parent < 0) from->parent = parent;
    } else if ((from->kind == VRMI_FBX_LAYER && to->kind == VRMI_FBX_STACK) ||
               (from->kind == VRMI_FBX_CURVE_NODE && to->kind == VRMI_FBX_LAYER &&
                property.kind == VRMI_FBX_NONE)) {
        if (from->parent < 0) from->parent = parent;
    } else if (from->kind == VRMI_FBX_CURVE_NODE && from->target < 0) {
        int32_t which = property_of(to->kind, property);
        bool is_weight = to->kind == VRMI_FBX_LAYER && vrmi_fbx_text_is(property, "Weight");
        if (which < 0 && !is_weight) return;
        from->target = parent;
        from->property = is_weight ? -1 : which;
    } else if (from->kind == VRMI_FBX_CURVE && to->kind == VRMI_FBX_CURVE_NODE) {
        char axis = property.kind == VRMI_FBX_TEXT && property.text_size > 0
                        ? property.text[property.text_size - 1]
                        : 0;
        int which = axis == 'Y'   ? 1
                    : axis == 'Z' ? 2
                                  : 0; /* d|X, d|Y, d|Z, d|Weight, d|DeformPercent */
        if (to->curves[which] < 0) to->curves[which] = child;
    }
}

static void read_connections(vrmi_FbxScene* scene) {
    const vrmi_FbxTree* tree = scene->tree;
    uint32_t list = vrmi_fbx_child(tree, 0, "Connections"), node = 0;
    if (list == 0) return;
    while ((node = vrmi_fbx_next(tree, list, node)) != 0) {
        vrmi_FbxCursor cursor = vrmi_fbx_values(tree, node);
        vrmi_FbxValue kind = vrmi_fbx_take(&cursor), from = vrmi_fbx_take(&cursor);
        vrmi_FbxValue to = vrmi_fbx_take(&cursor), property = vrmi_fbx_take(&cursor);
        if (kind.kind != VRMI_FBX_TEXT || kind.text_size < 2 || kind.text[0] != 'O') continue;
        int32_t child = vrmi_fbx_find_object(scene, vrmi_fbx_key(from));
        int32_t parent = child < 0 ? -1 : vrmi_fbx_find_object(scene, vrmi_fbx_key(to));
        if (parent >= 0) connect(scene, child, parent, property);
    }
}

/* Before version 6 a model names its children. */
static void read_children(vrmi_FbxScene* scene) {
    for (int32_t o = 0; o < scene->object_count; o++) {
        uint32_t list = scene->objects[o].kind == VRMI_FBX_MODEL
                            ? vrmi_fbx_child(scene->tree, scene->objects[o].node, "Children")
                            : 0;
        if (list == 0) continue;
        vrmi_FbxCursor cursor = vrmi_fbx_values(scene->tree, list);
        vrmi_FbxValue name = vrmi_fbx_take(&cursor), none = {.kind = VRMI_FBX_NONE};
        for (; name.kind == VRMI_FBX_TEXT; name = vrmi_fbx_take(&cursor)) {
            int32_t child = vrmi_fbx_find_object(scene, vrmi_fbx_key(name));
            if (child >= 0 && scene->objects[child].kind == VRMI_FBX_MODEL)
                connect(scene, child, o, none);
        }
    }
}

void vrmi_fbx_read_scene(vrmi_FbxScene* scene) {
    vrmi_FbxTree* tree = scene->tree;
    scene->objects_node = vrmi_fbx_child(tree, 0, "Objects");
    scene->model_template = template_of(tree, "Model");
    scene->layer_template = template_of(tree, "AnimationLayer");
    scene->stack_template = template_of(tree, "AnimationStack");
    add_objects(scene);
    scene->objects =
        vrmi_fbx_alloc(tree, &tree->arena, (size_t)scene->object_count, sizeof *scene->objects);
    if (scene->objects == NULL) return;
    add_objects(scene);
    fill_table(scene);
    if (tree->result != VRM_OK) return;
    read_connections(scene);
    if (tree->version < 6000) read_children(scene);
}

/* SPDX-License-Identifier: MIT */
#include "optimize/references.h"

#include "base/ascii.h"
#include "validate/context.h"
#include "validate/gltf/gltf_schema.h"
#include "validate/schema/schema_names.h"
#include "validate/vrm/vrm_schema.h"

#include <string.h>

/* Deeper than any table; a file cannot nest deeper, because only tables are followed. */
#define FRAMES 32

/* A container that is being walked. */
typedef struct Frame {
    vrm_JsonIter it;
    vrm_JsonRef at;
    const vrmi_SchemaValue* row; /* its schema type, which may depend on its content */
    const vrmi_SchemaType* type; /* of an object, or of the object around "extensions" */
} Frame;

typedef struct Walk {
    const vrm_Json* json;
    const vrm_Allocator* allocator;
    vrmi_References* references;
    vrm_JsonRef arrays[VRMI_TARGET_COUNT];
    vrm_JsonRef properties0; /* materialProperties of 0.x */
    vrmi_SchemaWalk schema;  /* for tables that choose a type by the content */
    Frame frames[FRAMES];
    int32_t depth;
    vrm_Result result;
} Walk;

static const vrmi_SchemaValue any_object = {.kind = VRMI_OBJECT};

/* ---- Values that no table describes ---- */

static void pin(Walk* walk, int target, uint64_t index, vrm_JsonRef stranger) {
    vrmi_References* references = walk->references;
    if (index >= references->counts[target] || index < references->pinned[target]) return;
    references->pinned[target] = (uint32_t)index + 1;
    references->pinning[target] = stranger;
}

/* Longer than any array's name with a number behind it. */
enum { POINTER_HEAD = 64 };

/* The head of a string as it is read: JSON may write a slash as \/ or \u002f. Any other escape is
 * left as it is, for it is no part of what is looked for. */
static size_t unescape_slashes(const char* text, size_t size, char head[POINTER_HEAD]) {
    size_t length = 0;
    for (size_t i = 0; i < size && length < POINTER_HEAD; i++) {
        size_t left = size - i;
        bool is_plain = left > 1 && memcmp(text + i, "\\/", 2) == 0;
        bool is_coded = left > 5 && memcmp(text + i, "\\u002", 5) == 0 &&
                        (text[i + 5] == 'f' || text[i + 5] == 'F');
        head[length++] = is_plain || is_coded ? '/' : text[i];
        i += is_plain ? 1 : is_coded ? 5 : 0;
    }
    return length;
}

/* A JSON pointer into one of the arrays, as KHR_animation_pointer has them: "/nodes/3/...". */
static void pin_pointer(Walk* walk, const char* string, size_t string_size, vrm_JsonRef stranger) {
    char text[POINTER_HEAD];
    size_t size = unescape_slashes(string, string_size, text);
    for (int target = 1; target < VRMI_TARGET_COUNT; target++) {
        size_t length = strlen(vrmi_target_pointers[target]);
        if (size <= length + 1 || memcmp(text, vrmi_target_pointers[target], length) != 0 ||
            text[length] != '/')
            continue;
        uint64_t index = 0;
        size_t i = length + 1;
        for (; i < size && vrmi_is_digit(text[i]) && index <= UINT32_MAX; i++)
            index = index * 10 + (uint64_t)(text[i] - '0');
        if (i > length + 1) pin(walk, target, index, stranger);
    }
}

/* The end of the string that begins at `i`, behind its quote. */
static size_t end_of_string(const char* text, size_t size, size_t i) {
    for (i++; i < size && text[i] != '"'; i++)
        if (text[i] == '\\') i++;
    return i < size ? i + 1 : size;
}

static bool is_part_of_number(char c) {
    return vrmi_is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* Each whole number in the text of the value may be an index of any array. */
static void pin_numbers(Walk* walk, vrm_JsonRef stranger) {
    vrm_Span text = vrm_json_text(walk->json, stranger);
    for (size_t i = 0; i < text.size;) {
        if (text.data[i] == '"') {
            size_t end = end_of_string(text.data, text.size, i);
            pin_pointer(walk, text.data + i + 1, end - i - 1, stranger);
            i = end;
        } else if (is_part_of_number(text.data[i])) {
            uint64_t number = 0;
            bool is_whole = true;
            for (; i < text.size && is_part_of_number(text.data[i]); i++) {
                is_whole = is_whole && vrmi_is_digit(text.data[i]) && number <= UINT32_MAX;
                if (is_whole) number = number * 10 + (uint64_t)(text.data[i] - '0');
            }
            for (int target = 1; is_whole && target < VRMI_TARGET_COUNT; target++)
                pin(walk, target, number, stranger);
        } else {
            i++;
        }
    }
}

/* ---- References ---- */

/* The element of the document that is being walked. The properties of a material of 0.x are a part
 * of the material: both lists have the same order. */
static void set_owner(const Walk* walk, vrmi_Reference* reference) {
    for (int target = 1; target < VRMI_TARGET_COUNT && walk->depth > 1; target++) {
        if (walk->frames[1].at != walk->arrays[target]) continue;
        reference->owner = (uint8_t)target;
        reference->owner_index = walk->frames[1].it.index;
    }
    if (walk->depth > 3 && walk->frames[3].at == walk->properties0) {
        reference->owner = VRMI_MATERIALS;
        reference->owner_index = walk->frames[3].it.index;
    }
    /* Properties of more materials than there are, or an object in the place of an array. */
    if (reference->owner_index >= walk->references->counts[reference->owner])
        reference->owner = VRMI_NOWHERE;
}

static bool is_of_tree(const Walk* walk, vrmi_Target target) {
    if (target != VRMI_NODES || walk->depth != 4) return false;
    const vrmi_SchemaType* type = walk->frames[walk->depth - 2].type;
    return type == &vrmi_gltf_node || type == &vrmi_gltf_scene;
}

static void add_reference(Walk* walk, vrmi_Target target, vrm_JsonRef value) {
    vrmi_References* references = walk->references;
    int64_t index;
    if (!vrm_json_integer(walk->json, value, &index) || index < 0 ||
        index >= (int64_t)references->counts[target])
        return;
    vrmi_Reference* list =
        vrmi_array_reserve(walk->allocator, references->list, &references->capacity,
                           references->count + 1, sizeof *list);
    if (list == NULL) {
        walk->result = VRM_ERR_MEMORY;
        return;
    }
    references->list = list;
    list[references->count] = (vrmi_Reference){.value = value,
                                               .index = (uint32_t)index,
                                               .target = (uint8_t)target,
                                               .is_tree = is_of_tree(walk, target)};
    set_owner(walk, &list[references->count]);
    references->count++;
}

/* ---- The walk ---- */

static const vrmi_SchemaExtensions* const extension_sets[] = {&vrmi_khronos_extensions,
                                                              &vrmi_vrm_extensions};

static const vrmi_SchemaType* extension_type(const Walk* walk, const vrmi_SchemaType* place,
                                             vrm_JsonRef key) {
    for (size_t s = 0; s < sizeof extension_sets / sizeof *extension_sets; s++) {
        for (uint32_t i = 0; i < extension_sets[s]->row_count; i++) {
            const vrmi_SchemaExtension* row = &extension_sets[s]->rows[i];
            bool is_here = row->place != NULL && place != NULL &&
                           (row->place == place || row->place == place->like);
            if (is_here && vrm_json_equals(walk->json, key, row->name)) return row->type;
        }
    }
    return NULL;
}

static const vrmi_SchemaValue* find_row(const Walk* walk, const vrmi_SchemaType* type,
                                        vrm_JsonRef key) {
    for (uint32_t i = 0; i < vrmi_schema_row_count(type); i++) {
        const vrmi_SchemaMember* row = vrmi_schema_row(type, i);
        if (vrm_json_equals(walk->json, key, row->name)) return &row->value;
    }
    return NULL;
}

static void push(Walk* walk, vrm_JsonRef at, const vrmi_SchemaValue* row,
                 const vrmi_SchemaType* type) {
    VRM_ASSERT(walk->depth < FRAMES); /* a matter of the tables, not of the file */
    if (walk->depth >= FRAMES) return;
    if (type != NULL && type->choose != NULL) type = type->choose(&walk->schema, at);
    walk->frames[walk->depth++] =
        (Frame){.it = vrm_json_iter(walk->json, at), .at = at, .row = row, .type = type};
}

/* A value of which the row is known. `around` is the type of the object that it is a member of. */
static void enter(Walk* walk, const vrmi_SchemaValue* row, vrm_JsonRef value,
                  const vrmi_SchemaType* around) {
    vrm_JsonType type = vrm_json_type(walk->json, value);
    bool is_list = type == VRM_JSON_ARRAY || type == VRM_JSON_OBJECT;
    if (row->target != VRMI_NOWHERE) {
        add_reference(walk, (vrmi_Target)row->target, value);
    } else if (row->kind == VRMI_EXTENSIONS && type == VRM_JSON_OBJECT) {
        push(walk, value, row, around);
    } else if ((row->kind == VRMI_OBJECT || row->kind == VRMI_ANY) && row->type != NULL &&
               type == VRM_JSON_OBJECT) {
        push(walk, value, row, row->type);
    } else if ((row->kind == VRMI_ARRAY || row->kind == VRMI_MAP) && row->element != NULL &&
               is_list) {
        push(walk, value, row, NULL);
    } else if (row->kind == VRMI_EXTRAS || row->kind == VRMI_ANY || row->kind == VRMI_STRING) {
        pin_numbers(walk, value);
    }
}

/* The table has no target for it: a validator looks at it only if the document has variants. */
static bool is_variant(const Walk* walk, const Frame* frame) {
    return frame->type == &vrmi_gltf_variant_mapping &&
           vrm_json_equals(walk->json, frame->it.key, "material");
}

static void step(Walk* walk, Frame* frame) {
    vrm_JsonRef value = frame->it.value;
    if (frame->row->kind == VRMI_EXTENSIONS) {
        const vrmi_SchemaType* type = extension_type(walk, frame->type, frame->it.key);
        if (type != NULL && vrm_json_type(walk->json, value) == VRM_JSON_OBJECT)
            push(walk, value, &any_object, type);
        else
            pin_numbers(walk, value);
    } else if (frame->type != NULL) {
        const vrmi_SchemaValue* row = find_row(walk, frame->type, frame->it.key);
        if (is_variant(walk, frame))
            add_reference(walk, VRMI_MATERIALS, value);
        else if (row != NULL)
            enter(walk, row, value, frame->type);
        else
            pin_numbers(walk, value);
    } else {
        enter(walk, frame->row->element, value, NULL);
    }
}

vrm_Result vrmi_references_collect(vrmi_References* references, const vrm_Json* json,
                                   const vrm_Allocator* allocator) {
    Walk walk = {.json = json,
                 .allocator = allocator,
                 .references = references,
                 .schema = {.json = json},
                 .properties0 = vrm_json_at(json, "/extensions/VRM/materialProperties")};
    *references = (vrmi_References){0};
    for (int target = 1; target < VRMI_TARGET_COUNT; target++) {
        walk.arrays[target] = vrm_json_at(json, vrmi_target_pointers[target]);
        references->pinning[target] = VRM_JSON_MISSING;
        if (vrm_json_type(json, walk.arrays[target]) == VRM_JSON_ARRAY)
            references->counts[target] = vrm_json_count(json, walk.arrays[target]);
    }
    push(&walk, vrm_json_root(json), &any_object, &vrmi_gltf_root);
    while (walk.depth > 0 && walk.result == VRM_OK) {
        Frame* frame = &walk.frames[walk.depth - 1];
        if (vrm_json_next(&frame->it))
            step(&walk, frame);
        else
            walk.depth--;
    }
    return walk.result;
}

void vrmi_references_release(vrmi_References* references, const vrm_Allocator* allocator) {
    vrmi_release(allocator, references->list, references->capacity * sizeof *references->list);
    *references = (vrmi_References){0};
}

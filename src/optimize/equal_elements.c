/* SPDX-License-Identifier: MIT */
/* Finds elements that equal an earlier one: the same members, names aside, where references to
 * equal elements are equal. Accessors and images are compared by their bytes. */
#include "optimize/prune.h"

#include "base/hash.h"
#include "gltf/accessor.h"

#include <stdlib.h>
#include <string.h>

/* The key of an element: text, and bytes stored elsewhere. */
typedef struct Key {
    uint64_t hash;
    uint32_t index;
    size_t begin; /* of the text */
    vrm_Span text, bytes;
} Key;

/* Elements of equal hash that are compared with one another: an attacker can make more. */
#define RIVALS 8

/* All bytes that may be compared: a multiple of the file's own. Only a file whose accessors overlap
 * many times exhausts it; the rest then equals nothing. */
#define BYTES_PER_BYTE 8

typedef struct Finder {
    vrmi_Elements* elements;
    Key* keys;
    uint64_t left; /* bytes that may still be compared */
    uint8_t* uses; /* of each accessor: a bit for each kind of use */
    char* text;    /* of all keys of one array */
    size_t size, capacity;
} Finder;

/* ---- Text ---- */

static void append(Finder* finder, const char* data, size_t size) {
    vrm_Edit* edit = finder->elements->optimization->edit;
    if (edit->result != VRM_OK || size == 0) return;
    char* text = vrmi_array_reserve(&edit->allocator, finder->text, &finder->capacity,
                                    finder->size + size, 1);
    if (text == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    finder->text = text;
    memcpy(text + finder->size, data, size);
    finder->size += size;
}

/* The first reference whose text begins at `at` or behind it. */
static size_t first_reference(const vrmi_Elements* elements, const char* at) {
    size_t from = 0, until = elements->references.count;
    while (from < until) {
        size_t middle = from + (until - from) / 2;
        vrm_Span text = vrm_json_text(elements->json, elements->references.list[middle].value);
        if ((uintptr_t)text.data < (uintptr_t)at)
            from = middle + 1;
        else
            until = middle;
    }
    return from;
}

/* The text of a value, each reference replaced by that to the first equal element. */
static void append_value(Finder* finder, vrm_JsonRef value) {
    const vrmi_Elements* elements = finder->elements;
    vrm_Span whole = vrm_json_text(elements->json, value);
    if (whole.size == 0) return; /* the key of an element of an array */
    const char *at = whole.data, *end = whole.data + whole.size;
    size_t i = first_reference(elements, at);
    for (; i < elements->references.count; i++) {
        const vrmi_Reference* reference = &elements->references.list[i];
        vrm_Span number = vrm_json_text(elements->json, reference->value);
        if ((uintptr_t)number.data >= (uintptr_t)end) break;
        uint32_t same = elements->same[reference->target][reference->index];
        append(finder, at, (size_t)(number.data - at));
        append(finder, "#", 1);
        append(finder, (const char*)&same, sizeof same);
        at = number.data + number.size;
    }
    append(finder, at, (size_t)(end - at));
}

static bool is_listed(const vrm_Json* json, vrm_JsonRef key, const char* const* names) {
    for (; *names != NULL; names++)
        if (vrm_json_equals(json, key, *names)) return true;
    return false;
}

/* Members that count for equality. */
static void append_members(Finder* finder, vrm_JsonRef object, const char* const* ignored) {
    const vrm_Json* json = finder->elements->json;
    vrm_JsonIter it = vrm_json_iter(json, object);
    while (vrm_json_next(&it)) {
        if (is_listed(json, it.key, ignored)) continue;
        append_value(finder, it.key);
        append_value(finder, it.value);
    }
    append(finder, ";", 1);
}

/* ---- Bytes ---- */

static bool may_compare(Finder* finder, uint64_t bytes) {
    if (bytes > finder->left) return false;
    finder->left -= bytes;
    return true;
}

/* The elements of an accessor side by side: in the file, or a copy in memory of the pass. False
 * when the accessor is not to be compared. */
static bool accessor_bytes(Finder* finder, int32_t index, vrm_Span* out) {
    vrmi_Optimization* optimization = finder->elements->optimization;
    const vrm_Gltf* gltf = optimization->gltf;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    vrmi_ElementLayout layout = vrmi_element_layout(accessor->component_type, accessor->type);
    uint64_t size = accessor->count * layout.size; /* below 2^32 * 64 */
    if (!accessor->is_readable || layout.size == 0 || !may_compare(finder, size)) return false;
    const vrm_BufferView* view =
        accessor->buffer_view >= 0 ? &gltf->buffer_views[accessor->buffer_view] : NULL;
    bool is_packed = view != NULL && !accessor->is_sparse && layout.covered == layout.size &&
                     (view->byte_stride == 0 || view->byte_stride == layout.size);
    if (is_packed) {
        *out = (vrm_Span){(const char*)view->data + accessor->byte_offset, (size_t)size};
        return true;
    }
    uint8_t* copy = vrmi_optimization_alloc(optimization, (size_t)accessor->count, layout.size);
    if (copy == NULL || !vrmi_accessor_copy(gltf, index, layout.size, copy)) return false;
    *out = (vrm_Span){(const char*)copy, (size_t)size};
    return true;
}

static bool image_bytes(Finder* finder, int32_t index, vrm_Span* out) {
    const vrm_Image* image = &finder->elements->optimization->gltf->images[index];
    if (image->data == NULL || !may_compare(finder, image->size)) return false;
    *out = (vrm_Span){(const char*)image->data, (size_t)image->size};
    return true;
}

/* ---- Keys ---- */

static const char* const names_only[] = {"name", NULL};
static const char* const of_accessor[] = {"name", "bufferView", "byteOffset", "sparse", NULL};
static const char* const of_image[] = {"name", "bufferView", "uri", NULL};

enum { AS_VERTICES = 1, AS_INDICES = 2, AS_TIMES = 4, AS_KEYS = 8, AS_BINDS = 16 };

static void add_use(Finder* finder, int32_t accessor, uint8_t use) {
    if (accessor >= 0) finder->uses[accessor] |= use;
}

/* glTF 2.0, 3.6.2: an accessor has one kind of use. */
static void find_uses(Finder* finder) {
    vrmi_Optimization* optimization = finder->elements->optimization;
    const vrm_Gltf* gltf = optimization->gltf;
    finder->uses = vrmi_optimization_alloc(optimization, (size_t)gltf->accessor_count + 1, 1);
    if (finder->uses == NULL) return;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            add_use(finder, primitive->indices, AS_INDICES);
            for (int32_t i = 0; i < primitive->attribute_count; i++)
                add_use(finder, primitive->attributes[i].accessor, AS_VERTICES);
            for (int32_t t = 0; t < primitive->target_count; t++)
                for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++)
                    add_use(finder, primitive->targets[t].attributes[i].accessor, AS_VERTICES);
        }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        add_use(finder, gltf->skins[i].inverse_bind_matrices, AS_BINDS);
    for (int32_t i = 0; i < gltf->animation_count; i++)
        for (int32_t k = 0; k < gltf->animations[i].sampler_count; k++) {
            add_use(finder, gltf->animations[i].samplers[k].input, AS_TIMES);
            add_use(finder, gltf->animations[i].samplers[k].output, AS_KEYS);
        }
}

/* The target of the view is part of the key: vertices and indices never share a view. */
static void append_view_target(Finder* finder, int32_t index) {
    const vrm_Gltf* gltf = finder->elements->optimization->gltf;
    int32_t view = gltf->accessors[index].buffer_view;
    uint16_t target = view >= 0 ? gltf->buffer_views[view].target : 0;
    append(finder, (const char*)&target, sizeof target);
    append(finder, (const char*)&finder->uses[index], 1);
}

static void append_properties0(Finder* finder, uint32_t index) {
    const vrm_Json* json = finder->elements->json;
    vrm_JsonRef list = vrm_json_at(json, "/extensions/VRM/materialProperties");
    append_members(finder, vrm_json_element(json, list, index), names_only);
}

/* Appends the key of an element to the text. False if the element equals no other. */
static bool append_key(Finder* finder, vrmi_Target target, vrm_JsonRef element, Key* key) {
    switch (target) {
    case VRMI_ACCESSORS:
        if (!accessor_bytes(finder, (int32_t)key->index, &key->bytes)) return false;
        append_members(finder, element, of_accessor);
        append_view_target(finder, (int32_t)key->index);
        return true;
    case VRMI_IMAGES:
        if (!image_bytes(finder, (int32_t)key->index, &key->bytes)) return false;
        append_members(finder, element, of_image);
        return true;
    case VRMI_MATERIALS:
        /* An expression that changes one of two equal materials must not change the other. */
        if (finder->elements->is_bound[key->index]) return false;
        append_members(finder, element, names_only);
        append_properties0(finder, key->index);
        return true;
    default: append_members(finder, element, names_only); return true;
    }
}

/* ---- Comparing ---- */

static int by_hash(const void* a, const void* b) {
    const Key *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool is_same_span(vrm_Span a, vrm_Span b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Keys of equal hash, in the order of their elements. */
static void compare_run(Finder* finder, vrmi_Target target, const Key* keys, size_t count) {
    uint32_t* same = finder->elements->same[target];
    for (size_t i = 1; i < count; i++) {
        size_t rivals = i < RIVALS ? i : RIVALS;
        for (size_t k = 0; k < rivals; k++) {
            if (!is_same_span(keys[i].text, keys[k].text) ||
                !is_same_span(keys[i].bytes, keys[k].bytes))
                continue;
            same[keys[i].index] = same[keys[k].index];
            break;
        }
    }
}

/* Returns the number of keys at the beginning that have the hash of the first. */
static size_t run_of(const Key* keys, size_t count) {
    size_t end = 1;
    while (end < count && keys[end].hash == keys[0].hash) end++;
    return end;
}

/* Bytes are read only where texts and sizes are equal: most elements differ by these. */
static void compare_all(Finder* finder, vrmi_Target target, size_t count) {
    Key* keys = finder->keys;
    qsort(keys, count, sizeof *keys, by_hash);
    for (size_t i = 0, run; i < count; i += run) {
        run = run_of(keys + i, count - i);
        if (run == 1) continue;
        for (size_t k = i; k < i + run; k++)
            keys[k].hash = vrmi_hash(keys[k].bytes.data, keys[k].bytes.size, keys[k].hash);
        qsort(keys + i, run, sizeof *keys, by_hash);
        for (size_t k = i, same; k < i + run; k += same) {
            same = run_of(keys + k, i + run - k);
            compare_run(finder, target, keys + k, same);
        }
    }
}

static void find_equal(Finder* finder, vrmi_Target target) {
    vrmi_Elements* elements = finder->elements;
    vrm_Edit* edit = elements->optimization->edit;
    uint32_t count = elements->references.counts[target];
    size_t kept = 0;
    if (count == 0) return; /* missing, or not an array */
    finder->size = 0;
    finder->keys = vrmi_optimization_alloc(elements->optimization, count, sizeof *finder->keys);
    if (finder->keys == NULL) return;
    vrm_JsonIter it =
        vrm_json_iter(elements->json, vrm_json_at(elements->json, vrmi_target_pointers[target]));
    while (vrm_json_next(&it) && edit->result == VRM_OK) {
        Key* key = &finder->keys[kept];
        size_t begin = finder->size;
        *key = (Key){.index = it.index};
        if (!append_key(finder, target, it.value, key)) continue;
        key->text = (vrm_Span){NULL, finder->size - begin};
        key->begin = begin;
        kept++;
    }
    for (size_t i = 0; i < kept && edit->result == VRM_OK; i++) {
        Key* key = &finder->keys[i];
        key->text.data = finder->text + key->begin;
        key->hash = vrmi_hash(key->text.data, key->text.size, key->bytes.size);
    }
    if (edit->result == VRM_OK) compare_all(finder, target, kept);
}

void vrmi_elements_find_equal(vrmi_Elements* elements) {
    /* Arrays in dependency order: an array follows those that its elements refer to. */
    static const vrmi_Target order[] = {VRMI_ACCESSORS, VRMI_IMAGES, VRMI_SAMPLERS,
                                        VRMI_TEXTURES,  VRMI_SKINS,  VRMI_MATERIALS};
    vrm_Edit* edit = elements->optimization->edit;
    uint64_t bytes = elements->optimization->file_bytes;
    Finder finder = {.elements = elements, .left = bytes * BYTES_PER_BYTE + 1024 * 1024};
    find_uses(&finder);
    for (size_t i = 0; i < sizeof order / sizeof *order && edit->result == VRM_OK; i++)
        find_equal(&finder, order[i]);
    vrmi_release(&edit->allocator, finder.text, finder.capacity);
}

/* SPDX-License-Identifier: MIT */
#include "optimize/patches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vrmi_Patches vrmi_patches(vrm_Edit* edit) {
    return (vrmi_Patches){.edit = edit, .json = edit->json};
}

void vrmi_patches_release(vrmi_Patches* patches) {
    vrmi_release(&patches->edit->allocator, patches->list,
                 patches->capacity * sizeof *patches->list);
    *patches = (vrmi_Patches){.edit = patches->edit, .json = patches->json};
}

static void add(vrmi_Patches* patches, vrmi_Patch patch) {
    vrm_Edit* edit = patches->edit;
    if (edit->result != VRM_OK) return;
    vrmi_Patch* list = vrmi_array_reserve(&edit->allocator, patches->list, &patches->capacity,
                                          patches->count + 1, sizeof *list);
    if (list == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    patches->list = list;
    list[patches->count++] = patch;
}

void vrmi_patches_number(vrmi_Patches* patches, vrm_JsonRef value, uint32_t number) {
    vrm_Span text = vrm_json_text(patches->json, value);
    add(patches, (vrmi_Patch){text.data, text.size, number, false});
}

static void cut(vrmi_Patches* patches, const char* begin, const char* end) {
    add(patches, (vrmi_Patch){begin, (size_t)(end - begin), 0, true});
}

/* A run of removed elements goes with the comma behind it; at the end of the array with the one
 * before it. */
void vrmi_patches_cut(vrmi_Patches* patches, vrm_JsonRef array, const uint8_t* is_removed) {
    const char *run = NULL, *kept_end = NULL, *end = NULL;
    vrm_JsonIter it = vrm_json_iter(patches->json, array);
    while (vrm_json_next(&it)) {
        vrm_Span text = vrm_json_text(patches->json, it.value);
        end = text.data + text.size;
        if (is_removed[it.index]) {
            if (run == NULL) run = text.data;
            continue;
        }
        if (run != NULL) cut(patches, run, text.data);
        run = NULL;
        kept_end = end;
    }
    if (run != NULL) cut(patches, kept_end != NULL ? kept_end : run, end);
}

static int by_place(const void* a, const void* b) {
    const vrmi_Patch *x = a, *y = b;
    if (x->begin != y->begin) return (uintptr_t)x->begin < (uintptr_t)y->begin ? -1 : 1;
    return (y->size > x->size) - (y->size < x->size); /* the larger first: it covers the other */
}

/* Writes the new text; returns its size. `out` NULL: only the size. */
static size_t write(const vrmi_Patches* patches, vrm_Span text, char* out) {
    const char *at = text.data, *end = text.data + text.size;
    size_t size = 0;
    for (size_t i = 0; i < patches->count; i++) {
        const vrmi_Patch* patch = &patches->list[i];
        if ((uintptr_t)patch->begin < (uintptr_t)at) continue; /* inside a cut */
        size_t kept = (size_t)(patch->begin - at);
        if (out != NULL) memcpy(out + size, at, kept);
        size += kept;
        char number[16];
        size_t digits =
            patch->is_cut ? 0
                          : (size_t)snprintf(number, sizeof number, "%u", (unsigned)patch->number);
        if (out != NULL) memcpy(out + size, number, digits);
        size += digits;
        at = patch->begin + patch->size;
    }
    if (out != NULL) memcpy(out + size, at, (size_t)(end - at));
    return size + (size_t)(end - at);
}

void vrmi_patches_apply(vrmi_Patches* patches) {
    vrm_Edit* edit = patches->edit;
    if (edit->result != VRM_OK || patches->count == 0) return;
    vrm_JsonRef root = vrm_json_root(patches->json);
    vrm_Span text = vrm_json_text(patches->json, root);
    qsort(patches->list, patches->count, sizeof *patches->list, by_place);
    size_t size = write(patches, text, NULL);
    char* changed = vrmi_alloc(&edit->allocator, size);
    if (changed == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    write(patches, text, changed);
    vrmi_edit_fail(edit, vrm_json_replace(edit->json, root, changed, size, NULL));
    vrmi_release(&edit->allocator, changed, size);
}

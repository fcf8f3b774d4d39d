/* SPDX-License-Identifier: MIT */
/* Accessors over the same bytes. Numbers are turned in place, so it matters which other accessors
 * use them: two accessors of the same layout must turn them once; one that needs them unchanged, or
 * reads other numbers from the same bytes, must not find them turned. All byte ranges of the chunk
 * that are in use are sorted by their beginning and compared in a sweep. */
#include "migrate/turn.h"

#include <stdlib.h>

/* Elements of `size` bytes at a distance of `stride`. */
typedef struct Stretch {
    size_t begin, end, stride, size;
    int32_t accessor; /* -1: a picture */
    uint8_t role;
    vrm_ComponentType type;
} Stretch;

typedef struct Aliases {
    vrmi_Migration* migration;
    const uint8_t* roles;
    uint8_t* must_move;
    Stretch* stretches;
    size_t count;
} Aliases;

static size_t component_size(vrm_ComponentType type) {
    if (type == VRM_COMPONENT_BYTE || type == VRM_COMPONENT_UNSIGNED_BYTE) return 1;
    return type == VRM_COMPONENT_SHORT || type == VRM_COMPONENT_UNSIGNED_SHORT ? 2 : 4;
}

static void add(Aliases* aliases, int32_t view, uint64_t offset, uint64_t count, size_t stride,
                Stretch like) {
    size_t begin;
    if (view < 0 || count == 0 || !vrmi_edit_view_offset(aliases->migration->edit, view, &begin))
        return;
    like.begin = begin + (size_t)offset;
    like.stride = stride;
    like.end = like.begin + (size_t)(count - 1) * stride + like.size;
    aliases->stretches[aliases->count++] = like;
}

static void add_accessor(Aliases* aliases, int32_t index) {
    const vrm_Gltf* gltf = aliases->migration->gltf;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    uint8_t role = aliases->roles[index];
    if (role == VRMI_TURN_UNUSED || !accessor->is_readable) return;
    if ((role & VRMI_TURN_KEPT) != 0) role = VRMI_TURN_KEPT; /* what turns of it is a copy */
    size_t packed =
        (size_t)vrm_accessor_components(accessor->type) * component_size(accessor->component_type);
    size_t stride =
        accessor->buffer_view < 0 ? 0 : gltf->buffer_views[accessor->buffer_view].byte_stride;
    Stretch like = {
        .size = packed, .accessor = index, .role = role, .type = accessor->component_type};
    add(aliases, accessor->buffer_view, accessor->byte_offset, accessor->count,
        stride == 0 ? packed : stride, like);
    vrm_Sparse sparse = vrm_accessor_sparse(gltf, index);
    if (sparse.count > 0)
        add(aliases, sparse.values_view, sparse.values_offset, sparse.count, packed, like);
}

static int by_begin(const void* a, const void* b) {
    const Stretch *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->accessor < y->accessor ? -1 : x->accessor > y->accessor;
}

/* Whether a byte belongs to both; `a` begins first. Interleaved elements share their range but no
 * byte. */
static bool overlap(const Stretch* a, const Stretch* b) {
    if (b->begin >= a->end) return false;
    if (a->stride != b->stride || a->stride == 0) return true;
    size_t phase = (b->begin - a->begin) % a->stride;
    return phase < a->size || phase + b->size > a->stride;
}

/* Whether both have the same numbers of the same elements: these are turned once for both. */
static bool are_one(const Stretch* a, const Stretch* b) {
    return a->role == b->role && a->type == b->type && a->size == b->size &&
           a->stride == b->stride && a->stride > 0 && (b->begin - a->begin) % a->stride == 0;
}

static bool turns(const Stretch* stretch) {
    return stretch->role == VRMI_TURN_VECTOR || stretch->role == VRMI_TURN_MATRIX;
}

static void move(const Aliases* aliases, const Stretch* stretch) {
    if (turns(stretch)) aliases->must_move[stretch->accessor] = 1;
}

/* Compares two ranges; `a` begins first. Of two that turn in different ways the later one gets
 * bytes of its own. */
static void meet(const Aliases* aliases, const Stretch* a, const Stretch* b) {
    if ((!turns(a) && !turns(b)) || are_one(a, b) || !overlap(a, b)) return;
    if (turns(b))
        move(aliases, b);
    else
        move(aliases, a);
}

/* In valid files only a few ranges cover any byte. Where there are more than the sweep keeps, every
 * accessor there that turns gets bytes of its own. */
static void sweep(const Aliases* aliases) {
    enum { MOST = 64 };
    const Stretch* open[MOST];
    int open_count = 0;
    size_t crowded_until = 0;
    for (size_t i = 0; i < aliases->count; i++) {
        const Stretch* stretch = &aliases->stretches[i];
        int kept = 0;
        for (int k = 0; k < open_count; k++) {
            if (open[k]->end <= stretch->begin) continue;
            meet(aliases, open[k], stretch);
            open[kept++] = open[k];
        }
        open_count = kept;
        if (stretch->begin < crowded_until) move(aliases, stretch);
        if (open_count < MOST) {
            open[open_count++] = stretch;
            continue;
        }
        if (stretch->end > crowded_until) crowded_until = stretch->end;
        move(aliases, stretch);
        for (int k = 0; k < open_count; k++) move(aliases, open[k]);
    }
}

void vrmi_turn_find_aliases(vrmi_Migration* migration, const uint8_t* roles, uint8_t* must_move) {
    const vrm_Gltf* gltf = migration->gltf;
    size_t most = (size_t)gltf->accessor_count * 2 + (size_t)gltf->image_count;
    Aliases aliases = {.migration = migration, .roles = roles, .must_move = must_move};
    aliases.stretches = vrmi_migrate_alloc(migration, most, sizeof *aliases.stretches);
    if (aliases.stretches == NULL) return;
    for (int32_t i = 0; i < gltf->accessor_count; i++) add_accessor(&aliases, i);
    for (int32_t i = 0; i < gltf->image_count; i++) {
        int32_t view = gltf->images[i].buffer_view;
        if (view < 0) continue;
        size_t size = (size_t)gltf->buffer_views[view].byte_length;
        Stretch picture = {.size = size, .accessor = -1, .role = VRMI_TURN_KEPT};
        add(&aliases, view, 0, 1, size, picture);
    }
    qsort(aliases.stretches, aliases.count, sizeof *aliases.stretches, by_begin);
    sweep(&aliases);
}

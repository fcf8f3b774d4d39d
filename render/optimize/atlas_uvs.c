/* SPDX-License-Identifier: MIT */
/* Texture coordinates of members: transformed as their material says, parts of a mesh that lie in
 * another repetition of the picture moved into it, then moved into the page.
 *
 * Primitives that share coordinates still share them afterwards, so that they can be joined: one
 * new accessor serves all of them, unless two materials want a vertex at two positions. */
#include "optimize/atlas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTEX_DATA = 34962, MODE_TRIANGLES = 4 };

/* How far coordinates may leave a picture: they then show its edge. */
#define TOLERANCE 0.001f
/* Beyond this a float has no place inside a picture. */
#define FARTHEST 65536.0f

/* A primitive and where its coordinates come from: an accessor, or -2 - POSITION where it has
 * none. */
typedef struct Use {
    int32_t source, material, mesh, primitive;
} Use;

/* Coordinates of one source. */
typedef struct Source {
    vrmi_Atlas* atlas;
    int32_t id; /* as in Use */
    size_t count;
    const vrm_Vec2* stated; /* of the file; zeros where there are none */
    vrm_Vec2* moved;        /* of one material, valid where is_used */
    uint8_t* is_used;
} Source;

/* ---- Uses ---- */

static int by_source(const void* a, const void* b) {
    const Use *x = a, *y = b;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    if (x->material != y->material) return x->material < y->material ? -1 : 1;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    return x->primitive < y->primitive ? -1 : x->primitive > y->primitive;
}

static size_t count_primitives(const vrm_Gltf* gltf) {
    size_t count = 0;
    for (int32_t m = 0; m < gltf->mesh_count; m++) count += (size_t)gltf->meshes[m].primitive_count;
    return count;
}

static vrm_Result find_uses(vrmi_Atlas* atlas, Use** out, size_t* out_count) {
    const vrm_Gltf* gltf = atlas->gltf;
    Use* uses = vrmi_atlas_alloc(atlas, count_primitives(gltf), sizeof *uses);
    size_t count = 0;
    if (uses == NULL) return VRM_ERR_MEMORY;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            int32_t source = vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 0);
            if (source < 0)
                source = -2 - vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
            uses[count++] = (Use){source, primitive->material, m, p};
        }
    qsort(uses, count, sizeof *uses, by_source);
    *out = uses;
    *out_count = count;
    return VRM_OK;
}

static size_t end_of_source(const Use* uses, size_t count, size_t begin) {
    size_t end = begin;
    while (end < count && uses[end].source == uses[begin].source) end++;
    return end;
}

static size_t end_of_material(const Use* uses, size_t count, size_t begin) {
    size_t end = begin;
    while (end < count && uses[end].source == uses[begin].source &&
           uses[end].material == uses[begin].material)
        end++;
    return end;
}

/* ---- Reading ---- */

static bool is_spent(vrmi_Atlas* atlas, uint64_t numbers) {
    if (numbers > atlas->numbers_left) return true;
    atlas->numbers_left -= numbers;
    return false;
}

/* VRM_ERR_INVALID: they cannot be read. */
static vrm_Result open_source(vrmi_Atlas* atlas, int32_t id, Source* out) {
    const vrm_Gltf* gltf = atlas->gltf;
    int32_t accessor = id >= 0 ? id : -2 - id;
    *out = (Source){.atlas = atlas, .id = id};
    if (accessor < 0 || !gltf->accessors[accessor].is_readable) return VRM_ERR_INVALID;
    uint64_t count = gltf->accessors[accessor].count;
    if (count == 0 || (id >= 0 && gltf->accessors[accessor].type != VRM_ACCESSOR_VEC2))
        return VRM_ERR_INVALID;
    if (is_spent(atlas, count)) return VRM_ERR_LIMIT;
    out->count = (size_t)count;
    vrm_Vec2* stated = vrmi_atlas_alloc(atlas, out->count, sizeof *stated);
    out->stated = stated;
    out->moved = vrmi_atlas_alloc(atlas, out->count, sizeof *out->moved);
    out->is_used = vrmi_atlas_alloc(atlas, out->count, 1);
    if (stated == NULL || out->moved == NULL || out->is_used == NULL) return VRM_ERR_MEMORY;
    return id >= 0 ? vrm_accessor_read_floats(gltf, accessor, &stated->x, out->count * 2) : VRM_OK;
}

typedef struct Corners {
    const uint32_t* indices; /* NULL: in order */
    size_t count;
    bool is_list; /* each three are a triangle; else all are connected */
} Corners;

static vrm_Result read_corners(const Source* source, const Use* use, Corners* out) {
    vrmi_Atlas* atlas = source->atlas;
    const vrm_Gltf* gltf = atlas->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[use->mesh].primitives[use->primitive];
    *out = (Corners){.count = source->count, .is_list = primitive->mode == MODE_TRIANGLES};
    if (primitive->indices >= 0) {
        const vrm_Accessor* accessor = &gltf->accessors[primitive->indices];
        if (!accessor->is_readable || accessor->type != VRM_ACCESSOR_SCALAR) return VRM_ERR_INVALID;
        out->count = (size_t)accessor->count;
        if (is_spent(atlas, out->count)) return VRM_ERR_LIMIT;
        uint32_t* indices = vrmi_atlas_alloc(atlas, out->count + 1, sizeof *indices);
        if (indices == NULL) return VRM_ERR_MEMORY;
        out->indices = indices;
        return vrm_accessor_read_u32(gltf, primitive->indices, indices, out->count);
    }
    return is_spent(atlas, out->count) ? VRM_ERR_LIMIT : VRM_OK;
}

static size_t corner(const Corners* corners, size_t i) {
    return corners->indices != NULL ? corners->indices[i] : i;
}

/* ---- Parts of a mesh ---- */

typedef struct Parts {
    uint32_t* parent;
    vrm_Vec2 *low, *high; /* of roots */
} Parts;

static uint32_t root_of(Parts* parts, uint32_t vertex) {
    while (parts->parent[vertex] != vertex) {
        parts->parent[vertex] = parts->parent[parts->parent[vertex]];
        vertex = parts->parent[vertex];
    }
    return vertex;
}

static void unite(Parts* parts, size_t a, size_t b) {
    uint32_t x = root_of(parts, (uint32_t)a), y = root_of(parts, (uint32_t)b);
    if (x < y)
        parts->parent[y] = x;
    else
        parts->parent[x] = y;
}

static vrm_Result find_parts(Source* source, const Use* uses, size_t count, Parts* out) {
    vrmi_Atlas* atlas = source->atlas;
    out->parent = vrmi_atlas_alloc(atlas, source->count, sizeof *out->parent);
    out->low = vrmi_atlas_alloc(atlas, source->count, sizeof *out->low);
    out->high = vrmi_atlas_alloc(atlas, source->count, sizeof *out->high);
    if (out->parent == NULL || out->low == NULL || out->high == NULL) return VRM_ERR_MEMORY;
    for (size_t v = 0; v < source->count; v++) out->parent[v] = (uint32_t)v;
    for (size_t u = 0; u < count; u++) {
        vrmi_AtlasBlock* mark = atlas->blocks;
        Corners corners;
        vrm_Result result = read_corners(source, &uses[u], &corners);
        if (result != VRM_OK) return result;
        for (size_t i = 1; i < corners.count; i++) {
            size_t a = corner(&corners, i - 1), b = corner(&corners, i);
            bool is_joined = !corners.is_list || i % 3 != 0;
            if (is_joined && a < source->count && b < source->count) unite(out, a, b);
        }
        vrmi_atlas_rewind(atlas, mark);
    }
    return VRM_OK;
}

static void measure_parts(const Source* source, Parts* parts) {
    for (size_t v = 0; v < source->count; v++) {
        parts->low[v] = (vrm_Vec2){FARTHEST, FARTHEST};
        parts->high[v] = (vrm_Vec2){-FARTHEST, -FARTHEST};
    }
    for (size_t v = 0; v < source->count; v++) {
        if (!source->is_used[v]) continue;
        uint32_t root = root_of(parts, (uint32_t)v);
        const vrm_Vec2* uv = &source->moved[v];
        vrm_Vec2 *low = &parts->low[root], *high = &parts->high[root];
        *low = (vrm_Vec2){fminf(low->x, uv->x), fminf(low->y, uv->y)};
        *high = (vrm_Vec2){fmaxf(high->x, uv->x), fmaxf(high->y, uv->y)};
    }
}

/* The repetition that an interval lies in; false when it lies in two, or nothing repeats. */
static bool find_shift(float low, float high, bool repeats, float* out) {
    *out = floorf(low + TOLERANCE);
    return high - *out <= 1.0f + TOLERANCE && (*out == 0.0f || repeats);
}

/* Moves whole parts; VRM_ERR_INVALID when one leaves the picture wherever it is moved. */
static vrm_Result unroll(Source* source, const Use* uses, size_t count,
                         const vrmi_AtlasMember* member) {
    vrmi_AtlasBlock* mark = source->atlas->blocks;
    Parts parts;
    vrm_Result result = find_parts(source, uses, count, &parts);
    if (result == VRM_OK) measure_parts(source, &parts);
    for (size_t v = 0; v < source->count && result == VRM_OK; v++) {
        if (!source->is_used[v]) continue;
        uint32_t root = root_of(&parts, (uint32_t)v);
        vrm_Vec2 shift;
        if (!find_shift(parts.low[root].x, parts.high[root].x, member->repeats_x, &shift.x) ||
            !find_shift(parts.low[root].y, parts.high[root].y, member->repeats_y, &shift.y))
            result = VRM_ERR_INVALID;
        else
            source->moved[v] =
                (vrm_Vec2){source->moved[v].x - shift.x, source->moved[v].y - shift.y};
    }
    vrmi_atlas_rewind(source->atlas, mark);
    return result;
}

/* ---- Coordinates in the picture ---- */

static vrm_Vec2 transformed(const vrmi_AtlasMember* member, vrm_Vec2 uv) {
    const vrm_TextureTransform* t = &member->transform;
    if (!member->is_moved) return uv;
    float c = cosf(t->rotation), s = sinf(t->rotation), x = uv.x * t->scale.x,
          y = uv.y * t->scale.y;
    return (vrm_Vec2){c * x + s * y + t->offset.x, c * y - s * x + t->offset.y};
}

static bool is_inside(vrm_Vec2 uv) {
    return uv.x >= -TOLERANCE && uv.x <= 1.0f + TOLERANCE && uv.y >= -TOLERANCE &&
           uv.y <= 1.0f + TOLERANCE;
}

static bool is_near(vrm_Vec2 uv) {
    return fabsf(uv.x) < FARTHEST && fabsf(uv.y) < FARTHEST;
}

/* Fills is_used. */
static vrm_Result mark_used(Source* source, const Use* uses, size_t count) {
    vrmi_Atlas* atlas = source->atlas;
    vrm_Result result = is_spent(atlas, source->count) ? VRM_ERR_LIMIT : VRM_OK;
    memset(source->is_used, 0, source->count);
    for (size_t u = 0; u < count && result == VRM_OK; u++) {
        vrmi_AtlasBlock* mark = atlas->blocks;
        Corners corners;
        result = read_corners(source, &uses[u], &corners);
        for (size_t i = 0; i < corners.count && result == VRM_OK; i++)
            if (corner(&corners, i) < source->count) source->is_used[corner(&corners, i)] = 1;
        vrmi_atlas_rewind(atlas, mark);
    }
    return result;
}

/* Coordinates of one material, 0 to 1 in its picture. VRM_ERR_INVALID: they are not. */
static vrm_Result locate(Source* source, const Use* uses, size_t count,
                         const vrmi_AtlasMember* member) {
    bool are_inside = true, are_near = true;
    vrm_Result result = mark_used(source, uses, count);
    if (result != VRM_OK || !member->is_textured) return result;
    if (source->id < 0) return VRM_ERR_INVALID;
    for (size_t v = 0; v < source->count; v++) {
        if (!source->is_used[v]) continue;
        source->moved[v] = transformed(member, source->stated[v]);
        are_inside = are_inside && is_inside(source->moved[v]);
        are_near = are_near && is_near(source->moved[v]);
    }
    if (!are_near) return VRM_ERR_INVALID;
    return are_inside ? VRM_OK : unroll(source, uses, count, member);
}

/* All materials of one source. */
static vrm_Result check_source(vrmi_Atlas* atlas, vrm_Edit* edit, const Use* uses, size_t count) {
    (void)edit;
    Source source;
    vrm_Result opened = open_source(atlas, uses->source, &source);
    if (opened == VRM_ERR_MEMORY) return opened;
    for (size_t i = 0, end; i < count; i = end) {
        end = end_of_material(uses, count, i);
        if (uses[i].material < 0) continue;
        vrmi_AtlasMember* member = &atlas->members[uses[i].material];
        if (member->reason != VRMI_ATLAS_FINE) continue;
        vrm_Result result = opened;
        if (result == VRM_OK) result = locate(&source, uses + i, end - i, member);
        if (result == VRM_ERR_MEMORY) return result;
        if (result == VRM_ERR_LIMIT) member->reason = VRMI_ATLAS_CROWDED;
        if (result != VRM_OK && result != VRM_ERR_LIMIT) member->reason = VRMI_ATLAS_OUTSIDE;
    }
    return VRM_OK;
}

/* What is done with the uses of one source. */
typedef vrm_Result SourceFn(vrmi_Atlas* atlas, vrm_Edit* edit, const Use* uses, size_t count);

/* Memory that a source takes is freed after it. */
static vrm_Result for_each_source(vrmi_Atlas* atlas, vrm_Edit* edit, SourceFn* fn) {
    vrmi_AtlasBlock* mark = atlas->blocks;
    Use* uses;
    size_t count;
    vrm_Result result = find_uses(atlas, &uses, &count);
    for (size_t i = 0, end; result == VRM_OK && i < count; i = end) {
        vrmi_AtlasBlock* inner = atlas->blocks;
        end = end_of_source(uses, count, i);
        result = fn(atlas, edit, uses + i, end - i);
        vrmi_atlas_rewind(atlas, inner);
    }
    vrmi_atlas_rewind(atlas, mark);
    return result;
}

vrm_Result vrmi_atlas_check_uvs(vrmi_Atlas* atlas) {
    return for_each_source(atlas, NULL, check_source);
}

/* ---- Coordinates in the page ---- */

/* The member whose coordinates move; NULL: none. */
static const vrmi_AtlasMember* mover_of(const vrmi_Atlas* atlas, int32_t material) {
    if (material < 0) return NULL;
    const vrmi_AtlasMember* member = &atlas->members[material];
    bool moves = member->reason == VRMI_ATLAS_FINE && member->entry >= 0;
    return moves && atlas->pages[atlas->entries[member->entry].page].width > 0 ? member : NULL;
}

/* Fills `moved` where is_used. What moves was within the budget when it was checked; what does not
 * may exceed it. */
static vrm_Result move(Source* source, const Use* uses, size_t count) {
    vrmi_Atlas* atlas = source->atlas;
    const vrmi_AtlasMember* member = mover_of(atlas, uses->material);
    if (member == NULL) {
        memcpy(source->moved, source->stated, source->count * sizeof *source->moved);
        return mark_used(source, uses, count);
    }
    uint64_t left = atlas->numbers_left;
    atlas->numbers_left = UINT64_MAX;
    vrm_Result result = locate(source, uses, count, member);
    atlas->numbers_left = left;
    const vrmi_AtlasEntry* entry = &atlas->entries[member->entry];
    const vrmi_AtlasPage* page = &atlas->pages[entry->page];
    for (size_t v = 0; v < source->count && result == VRM_OK; v++) {
        if (!source->is_used[v]) continue;
        vrm_Vec2 uv = member->is_textured ? source->moved[v] : (vrm_Vec2){0.5f, 0.5f};
        double x = (double)entry->x + (double)uv.x * entry->width;
        double y = (double)entry->y + (double)uv.y * entry->height;
        source->moved[v] = (vrm_Vec2){(float)(x / page->width), (float)(y / page->height)};
    }
    return result;
}

/* The coordinates of all materials of a source. */
typedef struct Merge {
    vrm_Vec2* uvs;
    uint8_t* is_set;
    bool moves, has_conflict;
} Merge;

static void merge(const Source* source, Merge* into) {
    for (size_t v = 0; v < source->count; v++) {
        if (!source->is_used[v]) continue;
        if (into->is_set[v] && memcmp(&into->uvs[v], &source->moved[v], sizeof *into->uvs) != 0)
            into->has_conflict = true;
        into->uvs[v] = source->moved[v];
        into->is_set[v] = 1;
    }
}

static vrm_Result merge_all(Source* source, const Use* uses, size_t count, Merge* out) {
    vrmi_Atlas* atlas = source->atlas;
    *out = (Merge){.uvs = vrmi_atlas_alloc(atlas, source->count, sizeof *out->uvs),
                   .is_set = vrmi_atlas_alloc(atlas, source->count, 1)};
    if (out->uvs == NULL || out->is_set == NULL) return VRM_ERR_MEMORY;
    memcpy(out->uvs, source->stated, source->count * sizeof *out->uvs);
    for (size_t i = 0, end; i < count; i = end) {
        end = end_of_material(uses, count, i);
        bool moves = mover_of(atlas, uses[i].material) != NULL;
        if (!moves && source->id < 0) continue; /* these get no coordinates */
        vrm_Result result = move(source, uses + i, end - i);
        if (result == VRM_ERR_INVALID && !moves) continue; /* nobody can draw it */
        if (result == VRM_ERR_LIMIT && !moves) {
            out->has_conflict = true; /* perhaps: its coordinates stay apart */
            continue;
        }
        if (result != VRM_OK) return result;
        merge(source, out);
        out->moves = out->moves || moves;
    }
    return VRM_OK;
}

static vrm_Result set_attribute(vrm_Edit* edit, const Use* use, int32_t accessor) {
    char pointer[96], text[16];
    snprintf(pointer, sizeof pointer, "/meshes/%d/primitives/%d/attributes/TEXCOORD_0",
             (int)use->mesh, (int)use->primitive);
    snprintf(text, sizeof text, "%d", (int)accessor);
    return vrm_edit_set(edit, pointer, text, strlen(text));
}

static vrm_Result add_uvs(vrm_Edit* edit, const vrm_Vec2* uvs, size_t count, int32_t* out) {
    return vrm_edit_add_floats(edit, VRM_ACCESSOR_VEC2, &uvs->x, count, VERTEX_DATA, false, out);
}

/* One accessor for all. Primitives that had no coordinates and do not move get none. */
static vrm_Result write_shared(const Source* source, vrm_Edit* edit, const Use* uses, size_t count,
                               const Merge* merged) {
    int32_t accessor;
    vrm_Result result = add_uvs(edit, merged->uvs, source->count, &accessor);
    for (size_t i = 0; i < count && result == VRM_OK; i++)
        if (source->id >= 0 || mover_of(source->atlas, uses[i].material) != NULL)
            result = set_attribute(edit, &uses[i], accessor);
    return result;
}

/* One accessor for each material that moves. */
static vrm_Result write_apart(Source* source, vrm_Edit* edit, const Use* uses, size_t count) {
    vrm_Result result = VRM_OK;
    for (size_t i = 0, end; i < count && result == VRM_OK; i = end) {
        int32_t accessor = -1;
        end = end_of_material(uses, count, i);
        if (mover_of(source->atlas, uses[i].material) == NULL) continue;
        result = move(source, uses + i, end - i);
        for (size_t v = 0; v < source->count && result == VRM_OK; v++)
            if (!source->is_used[v]) source->moved[v] = source->stated[v];
        if (result == VRM_OK) result = add_uvs(edit, source->moved, source->count, &accessor);
        for (size_t u = i; u < end && result == VRM_OK; u++)
            result = set_attribute(edit, &uses[u], accessor);
    }
    return result;
}

static vrm_Result write_source(vrmi_Atlas* atlas, vrm_Edit* edit, const Use* uses, size_t count) {
    bool moves = false;
    Source source;
    Merge merged = {0};
    for (size_t i = 0; i < count; i++) moves = moves || mover_of(atlas, uses[i].material) != NULL;
    if (!moves) return VRM_OK;
    uint64_t left = atlas->numbers_left;
    atlas->numbers_left = UINT64_MAX;
    vrm_Result result = open_source(atlas, uses->source, &source);
    atlas->numbers_left = left;
    if (result == VRM_OK) result = merge_all(&source, uses, count, &merged);
    if (result != VRM_OK || !merged.moves) return result;
    return merged.has_conflict ? write_apart(&source, edit, uses, count)
                               : write_shared(&source, edit, uses, count, &merged);
}

vrm_Result vrmi_atlas_write_uvs(vrmi_Atlas* atlas, vrm_Edit* edit) {
    return for_each_source(atlas, edit, write_source);
}

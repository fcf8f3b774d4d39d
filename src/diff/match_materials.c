/* SPDX-License-Identifier: MIT */
/* Matches the materials of two files by name. Equal materials of one file count as one if the other
 * file has fewer, since exporters merge them. An unused material may be missing. */
#include "diff/diff.h"

#include "base/hash.h"
#include "model/surface.h"

#include <stdlib.h>
#include <string.h>

/* Materials of equal hash that one is compared with: an attacker can make more. */
enum { RIVALS = 16 };

/* All values of a material but its images, as words. */
enum { VALUE_WORDS = 20 + VRMI_MTOON_ROW_COUNT * 3 + 2 + VRM_TEXTURE_SLOT_COUNT * 11 };

typedef struct Values {
    uint32_t words[VALUE_WORDS];
    int count;
    int32_t images[VRM_TEXTURE_SLOT_COUNT][VRMI_DIFF_IMAGES];
} Values;

typedef struct Entry {
    uint64_t hash;
    int32_t index;
} Entry;

/* The materials of one side. */
typedef struct Materials {
    int s;
    int32_t count;
    bool *is_used, *is_bound;
    bool* is_double; /* another material of the file equals it, and comes earlier */
    int32_t* first;  /* that material; itself: none */
    Entry* order;    /* by hash */
} Materials;

/* ---- Values ---- */

static void put_word(Values* values, uint32_t word) {
    values->words[values->count++] = word;
}

static void put_floats(Values* values, const float* numbers, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &numbers[i], sizeof word);
        put_word(values, word);
    }
}

static void put_material(Values* values, const vrm_Material* m) {
    const float numbers[] = {m->base_color_factor.x, m->base_color_factor.y, m->base_color_factor.z,
                             m->base_color_factor.w, m->metallic_factor,     m->roughness_factor,
                             m->normal_scale,        m->occlusion_strength,  m->emissive_factor.x,
                             m->emissive_factor.y,   m->emissive_factor.z,   m->emissive_strength,
                             m->alpha_cutoff};
    put_floats(values, numbers, (int)(sizeof numbers / sizeof *numbers));
    put_word(values, (uint32_t)m->alpha_mode);
    put_word(values, m->is_double_sided);
    put_word(values, m->is_unlit);
}

static void put_mtoon(Values* values, const vrm_Mtoon* mtoon) {
    for (int i = 0; i < VRMI_MTOON_ROW_COUNT; i++) {
        const vrmi_MtoonRow* row = &vrmi_mtoon_rows[i];
        const void* at = (const char*)mtoon + row->at;
        if (row->kind == VRMI_MTOON_OUTLINE)
            put_word(values, (uint32_t) * (const vrm_OutlineMode*)at);
        else if (row->kind != VRMI_MTOON_TEXTURE)
            put_floats(values, at, row->kind == VRMI_MTOON_COLOR ? 3 : 1);
    }
    put_word(values, (uint32_t)mtoon->render_queue_offset);
    put_word(values, mtoon->transparent_with_z_write);
}

static void put_texture(Values* values, const vrm_Gltf* gltf, const vrm_TextureInfo* info) {
    bool is_there = info != NULL && info->texture >= 0;
    put_word(values, is_there);
    if (!is_there) return;
    const vrm_Sampler* sampler = vrmi_diff_sampler(gltf, info->texture);
    vrm_TextureTransform t = vrm_texture_transform(info);
    put_word(values, sampler->wrap_s);
    put_word(values, sampler->wrap_t);
    put_word(values, sampler->mag_filter);
    put_word(values, sampler->min_filter);
    put_floats(values, (float[]){t.offset.x, t.offset.y, t.scale.x, t.scale.y, t.rotation}, 5);
    put_word(values, (uint32_t)info->tex_coord);
}

static void read_values(const vrm_Diff* diff, int s, int32_t material, Values* values) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    const vrm_Surface* surface = &vrm_model_surfaces(diff->sides[s].model)[material];
    values->count = 0;
    put_word(values, (uint32_t)surface->kind);
    put_word(values, surface->ignores_vertex_colors);
    put_material(values, surface->material);
    if (surface->mtoon != NULL) put_mtoon(values, surface->mtoon);
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; slot++) {
        const vrm_TextureInfo* info = vrm_surface_texture(surface, (vrm_TextureSlot)slot);
        put_texture(values, gltf, info);
        vrmi_diff_list_images(gltf, info, values->images[slot]);
    }
}

/* ---- Equal materials of one file ---- */

static bool is_same(vrm_Diff* diff, const Materials* all, int32_t a, int32_t b, bool by_pixels) {
    Values x, y;
    read_values(diff, all->s, a, &x);
    read_values(diff, all->s, b, &y);
    bool is_equal =
        x.count == y.count && memcmp(x.words, y.words, (size_t)x.count * sizeof *x.words) == 0;
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT && is_equal; slot++)
        for (int i = 0; i < VRMI_DIFF_IMAGES && is_equal; i++)
            is_equal = vrmi_diff_same_image(diff, all->s, x.images[slot][i], all->s,
                                            y.images[slot][i], by_pixels);
    return is_equal;
}

static int compare_entries(const void* a, const void* b) {
    const Entry *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Materials of one hash, in the order of the file. */
static void find_doubles(vrm_Diff* diff, Materials* all, const Entry* run, int32_t count,
                         bool by_pixels) {
    for (int32_t i = 1; i < count && diff->result == VRM_OK; i++) {
        int32_t material = run[i].index;
        if (all->is_bound[material]) continue;
        for (int32_t k = 0; k < i && k < RIVALS && !all->is_double[material]; k++) {
            int32_t other = run[k].index;
            if (all->is_double[other] || all->is_bound[other] || !vrmi_diff_work(diff, 64) ||
                !is_same(diff, all, material, other, by_pixels))
                continue;
            all->is_double[material] = true;
            all->first[material] = other;
        }
    }
}

/* Without pixels, equal images have equal bytes and may be a part of the hash. */
static uint64_t hash_of(const vrm_Diff* diff, int s, int32_t material, bool by_pixels) {
    Values values;
    read_values(diff, s, material, &values);
    uint64_t hash = vrmi_hash(values.words, (size_t)values.count * sizeof *values.words, 0);
    for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT && !by_pixels; slot++)
        if (values.images[slot][0] >= 0)
            hash = vrmi_hash(diff->sides[s].digests[values.images[slot][0]], 32, hash);
    return hash;
}

static void find_all_doubles(vrm_Diff* diff, Materials* all, bool by_pixels) {
    Entry* order = all->order;
    if (!vrmi_diff_work(diff, (uint64_t)all->count * VALUE_WORDS)) return;
    for (int32_t i = 0; i < all->count; i++)
        order[i] = (Entry){hash_of(diff, all->s, i, by_pixels), i};
    if (all->count > 0) qsort(order, (size_t)all->count, sizeof *order, compare_entries);
    for (int32_t i = 0, end; i < all->count; i = end) {
        for (end = i + 1; end < all->count && order[end].hash == order[i].hash;) end++;
        find_doubles(diff, all, order + i, end - i, by_pixels);
    }
    for (int32_t i = 0; i < all->count; i++) all->first[i] = all->first[all->first[i]];
}

/* ---- Uses ---- */

/* An expression that changes one of two equal materials does not change the other. */
static void mark_bound(const vrm_Model* model, Materials* all) {
    int32_t count;
    const vrm_Expression* list = vrm_model_expressions(model, &count);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < list[i].color_bind_count; k++)
            all->is_bound[list[i].color_binds[k].material] = true;
        for (int32_t k = 0; k < list[i].texture_bind_count; k++)
            all->is_bound[list[i].texture_binds[k].material] = true;
    }
}

static void mark_used(vrm_Diff* diff, Materials* all) {
    const vrm_Gltf* gltf = diff->sides[all->s].gltf;
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    bool* is_shown = vrmi_diff_scratch(diff, (size_t)gltf->mesh_count, sizeof *is_shown);
    for (int32_t i = 0; i < gltf->node_count && is_shown != NULL; i++)
        if (gltf->nodes[i].mesh >= 0) is_shown[gltf->nodes[i].mesh] = true;
    for (int32_t m = 0; m < gltf->mesh_count && is_shown != NULL; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count && is_shown[m]; p++)
            if (gltf->meshes[m].primitives[p].material >= 0)
                all->is_used[gltf->meshes[m].primitives[p].material] = true;
    for (int32_t i = 0; i < all->count; i++) all->is_used[i] |= all->is_bound[i];
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* ---- The whole ---- */

static void begin(vrm_Diff* diff, int s, Materials* all, vrmi_NameList* names) {
    vrmi_DiffSide* side = &diff->sides[s];
    size_t count = (size_t)side->gltf->material_count;
    *all = (Materials){.s = s, .count = side->gltf->material_count};
    bool** const flags[] = {&all->is_used, &all->is_bound, &all->is_double, &side->is_told};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        *flags[i] = vrmi_diff_scratch(diff, count, sizeof(bool));
    all->first = vrmi_diff_scratch(diff, count, sizeof *all->first);
    all->order = vrmi_diff_scratch(diff, count, sizeof *all->order);
    *names = (vrmi_NameList){.names = vrmi_diff_scratch(diff, count, sizeof(char*)),
                             .match = side->material_match,
                             .count = all->count};
    for (int32_t i = 0; i < all->count && diff->result == VRM_OK; i++) {
        names->names[i] = side->gltf->materials[i].name;
        all->first[i] = i;
    }
    if (diff->result != VRM_OK) return;
    mark_bound(side->model, all);
    mark_used(diff, all);
}

/* Whether all that matters has a match. */
static bool has_all(const vrmi_NameList* names, const Materials* all) {
    for (int32_t i = 0; i < names->count; i++)
        if (names->match[i] < 0 && all->is_used[i] && !all->is_double[i]) return false;
    return true;
}

static void match_names(vrm_Diff* diff, Materials all[VRMI_SIDES], vrmi_NameList names[VRMI_SIDES],
                        bool by_pixels) {
    for (int s = 0; s < VRMI_SIDES; s++) {
        find_all_doubles(diff, &all[s], by_pixels);
        names[s].may_miss = all[s].is_double;
        for (int32_t i = 0; i < names[s].count; i++) names[s].match[i] = -1;
    }
    if (diff->result == VRM_OK) vrmi_diff_match_names(diff, &names[0], &names[1]);
}

static int32_t root_of(int32_t* parents, int32_t at) {
    while (parents[at] != at) at = parents[at] = parents[parents[at]];
    return at;
}

static void unite(int32_t* parents, int32_t a, int32_t b) {
    int32_t x = root_of(parents, a), y = root_of(parents, b);
    parents[x > y ? x : y] = x < y ? x : y;
}

/* Materials that are equal in a file, or matched, share an id. Ids of the second file follow those
 * of the first. */
static int32_t* group(vrm_Diff* diff, const Materials all[VRMI_SIDES]) {
    int32_t count_a = all[0].count, count_b = all[1].count;
    const int32_t* match = diff->sides[1].material_match;
    size_t count = (size_t)count_a + (size_t)count_b;
    int32_t* parents = vrmi_diff_scratch(diff, count, sizeof *parents);
    if (parents == NULL) return NULL;
    for (size_t i = 0; i < count; i++) parents[i] = (int32_t)i;
    for (int32_t i = 0; i < count_a; i++) unite(parents, i, all[0].first[i]);
    for (int32_t i = 0; i < count_b; i++) {
        unite(parents, count_a + i, count_a + all[1].first[i]);
        if (match[i] >= 0) unite(parents, count_a + i, match[i]);
    }
    return parents;
}

/* Sets ids. Materials that only one file has are one difference for all that are equal, if
 * something uses one of them. */
static void number(vrm_Diff* diff, const Materials all[VRMI_SIDES]) {
    int32_t* parents = group(diff, all);
    size_t count = (size_t)all[0].count + (size_t)all[1].count;
    uint8_t* seen = vrmi_diff_scratch(diff, count, 1); /* of each root: sides, and 4 for used */
    if (diff->result != VRM_OK) return;
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < all[s].count; i++) {
            int32_t root = root_of(parents, (s == 0 ? 0 : all[0].count) + i);
            diff->sides[s].material_id[i] = root;
            seen[root] |= (uint8_t)(1 << s | (all[s].is_used[i] ? 4 : 0));
        }
    for (int s = 0; s < VRMI_SIDES; s++)
        for (int32_t i = 0; i < all[s].count; i++)
            diff->sides[s].is_told[i] =
                all[s].first[i] == i && seen[diff->sides[s].material_id[i]] == (1 << s | 4);
}

void vrmi_diff_match_materials(vrm_Diff* diff) {
    Materials all[VRMI_SIDES] = {{0}};
    vrmi_NameList names[VRMI_SIDES] = {{0}};
    for (int s = 0; s < VRMI_SIDES && diff->result == VRM_OK; s++)
        begin(diff, s, &all[s], &names[s]);
    if (diff->result == VRM_OK) match_names(diff, all, names, false);
    if (diff->result == VRM_OK && diff->def.picture_digest != NULL &&
        !(has_all(&names[0], &all[0]) && has_all(&names[1], &all[1])))
        match_names(diff, all, names, true);
    if (diff->result == VRM_OK) number(diff, all);
}

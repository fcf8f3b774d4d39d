/* SPDX-License-Identifier: MIT */
/* Materials of equal state, which of their factors texels must take, and the pages that hold
 * them. */
#include "optimize/atlas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pictures of one group; materials with further ones stay alone. */
#define MOST_ENTRIES 512
/* Groups of one state with other filters that are looked at. */
#define MOST_FILTERS 16

enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987 };

/* ---- Equal states ---- */

typedef struct Keyed {
    uint64_t hash;
    int32_t material;
} Keyed;

static uint64_t hash_bytes(const uint8_t* bytes, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static int by_hash(const void* a, const void* b) {
    const Keyed *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->material < y->material ? -1 : x->material > y->material;
}

static bool is_same_state(const vrmi_Atlas* atlas, int32_t a, int32_t b) {
    const vrmi_AtlasMember *x = &atlas->members[a], *y = &atlas->members[b];
    return x->state_size == y->state_size &&
           memcmp(atlas->text.data + x->state_begin, atlas->text.data + y->state_begin,
                  x->state_size) == 0;
}

/* A material without textures suits every filter. */
static bool suits(const vrmi_Atlas* atlas, const vrmi_AtlasGroup* group, int32_t material) {
    const vrmi_AtlasMember* member = &atlas->members[material];
    bool has_filter = !member->is_textured || (member->mag_filter == group->mag_filter &&
                                               member->min_filter == group->min_filter);
    return has_filter && is_same_state(atlas, group->first, material);
}

/* A mesh that needed no tangents before needs none afterwards: programs compute them in different
 * ways, and validators warn. */
static bool suits_normals(const vrmi_AtlasGroup* group, const vrmi_AtlasMember* member) {
    bool has_normals = member->images[VRMI_ATLAS_NORMAL] >= 0;
    bool lacks_tangents = !has_normals && member->lacks_tangents;
    return !(group->has_normals && lacks_tangents) && !(group->lacks_tangents && has_normals);
}

static void join_group(vrmi_Atlas* atlas, int32_t first_group, int32_t material) {
    vrmi_AtlasMember* member = &atlas->members[material];
    int32_t group = first_group;
    if (atlas->group_count - group > MOST_FILTERS) group = atlas->group_count - MOST_FILTERS;
    while (group < atlas->group_count && !(suits(atlas, &atlas->groups[group], material) &&
                                           suits_normals(&atlas->groups[group], member)))
        group++;
    if (group == atlas->group_count) {
        uint32_t mag = member->is_textured ? member->mag_filter : LINEAR;
        uint32_t min = member->is_textured ? member->min_filter : LINEAR_MIPMAP_LINEAR;
        atlas->groups[atlas->group_count++] =
            (vrmi_AtlasGroup){.first = material, .mag_filter = mag, .min_filter = min};
    }
    vrmi_AtlasGroup* joined = &atlas->groups[group];
    bool has_normals = member->images[VRMI_ATLAS_NORMAL] >= 0;
    member->group = group;
    joined->count++;
    joined->has_normals = joined->has_normals || has_normals;
    joined->lacks_tangents = joined->lacks_tangents || (!has_normals && member->lacks_tangents);
    if (material < joined->first) joined->first = material;
}

/* Materials of one hash: those with textures first, which decide on filters. */
static void group_run(vrmi_Atlas* atlas, const Keyed* keyed, size_t count) {
    int32_t first = atlas->group_count;
    for (int textured = 1; textured >= 0; textured--)
        for (size_t i = 0; i < count; i++)
            if (atlas->members[keyed[i].material].is_textured == (textured == 1))
                join_group(atlas, first, keyed[i].material);
}

static vrm_Result find_groups(vrmi_Atlas* atlas) {
    size_t count = 0, room = (size_t)atlas->count;
    atlas->groups = vrmi_atlas_alloc(atlas, room, sizeof *atlas->groups);
    vrmi_AtlasBlock* mark = atlas->blocks;
    Keyed* keyed = vrmi_atlas_alloc(atlas, room, sizeof *keyed);
    if (atlas->groups == NULL || keyed == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < atlas->count; i++) {
        const vrmi_AtlasMember* member = &atlas->members[i];
        if (member->reason == VRMI_ATLAS_FINE)
            keyed[count++] =
                (Keyed){hash_bytes(atlas->text.data + member->state_begin, member->state_size), i};
    }
    qsort(keyed, count, sizeof *keyed, by_hash);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && keyed[end].hash == keyed[i].hash;) end++;
        group_run(atlas, keyed + i, end - i);
    }
    vrmi_atlas_rewind(atlas, mark);
    return VRM_OK;
}

/* Lists the members of each group one after the other. */
static vrm_Result order_members(vrmi_Atlas* atlas) {
    int32_t begin = 0;
    atlas->order = vrmi_atlas_alloc(atlas, (size_t)atlas->count, sizeof *atlas->order);
    if (atlas->order == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < atlas->group_count; i++) {
        atlas->groups[i].begin = begin;
        begin += atlas->groups[i].count;
    }
    for (int32_t i = 0; i < atlas->count; i++) {
        if (atlas->members[i].group < 0) continue;
        vrmi_AtlasGroup* group = &atlas->groups[atlas->members[i].group];
        atlas->order[group->begin + group->size++] = i;
    }
    return VRM_OK;
}

/* ---- Members that leave ---- */

static void leave(vrmi_Atlas* atlas, int32_t material, vrmi_AtlasReason reason) {
    vrmi_AtlasMember* member = &atlas->members[material];
    if (member->group >= 0) atlas->groups[member->group].count--;
    member->group = member->entry = -1;
    member->reason = reason;
}

static void leave_single(vrmi_Atlas* atlas) {
    for (int32_t i = 0; i < atlas->count; i++) {
        int32_t group = atlas->members[i].group;
        if (group >= 0 && atlas->groups[group].count < 2) leave(atlas, i, VRMI_ATLAS_ALONE);
    }
}

/* ---- Pictures ---- */

/* Decodes a picture once, to know whether that works. */
static vrm_Result try_image(vrmi_Atlas* atlas, int32_t index, bool* out_works) {
    uint8_t* state = &atlas->image_states[index];
    if (*state == 0) {
        const vrm_Image* image = &atlas->gltf->images[index];
        vrm_Span bytes = {(const char*)image->data, (size_t)image->size};
        vrm_ImageLimits limits = atlas->def.limits;
        vrm_Picture picture;
        limits.enough = 0;
        if (limits.decoded_bytes == 0) limits.decoded_bytes = (uint64_t)256 << 20;
        if (limits.decoded_bytes > atlas->bytes_left) limits.decoded_bytes = atlas->bytes_left;
        if (limits.decoded_bytes == 0) limits.decoded_bytes = 1;
        vrm_Result result = vrm_image_decode(bytes, &limits, &atlas->allocator, &picture);
        if (result == VRM_ERR_MEMORY) return result;
        if (result == VRM_OK) atlas->bytes_left -= vrmi_image_bytes(&picture);
        vrm_image_release(&picture);
        *state = result == VRM_OK ? 1 : 2;
    }
    *out_works = *state == 1;
    return VRM_OK;
}

static vrm_Result try_member(vrmi_Atlas* atlas, int32_t material) {
    const vrmi_AtlasMember* member = &atlas->members[material];
    bool works = true, all_work = true;
    vrm_Result result = VRM_OK;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS && result == VRM_OK; slot++) {
        if (member->images[slot] >= 0) result = try_image(atlas, member->images[slot], &works);
        all_work = all_work && works;
    }
    if (result == VRM_OK && member->occlusion >= 0)
        result = try_image(atlas, member->occlusion, &works);
    if (result == VRM_OK && !(all_work && works)) leave(atlas, material, VRMI_ATLAS_PICTURE);
    return result;
}

static vrm_Result try_pictures(vrmi_Atlas* atlas) {
    vrm_Result result = VRM_OK;
    atlas->image_states = vrmi_atlas_alloc(atlas, (size_t)atlas->gltf->image_count + 1, 1);
    if (atlas->image_states == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < atlas->count && result == VRM_OK; i++)
        if (atlas->members[i].group >= 0) result = try_member(atlas, i);
    return result;
}

/* ---- Factors ---- */

/* Whether texels of the slot look alike under both tints. */
static bool is_same_tint(const vrmi_AtlasMember* a, const vrmi_AtlasMember* b, int slot) {
    const vrm_Vec4 *x = &a->tints[slot], *y = &b->tints[slot];
    switch (slot) {
    case VRMI_ATLAS_BASE:
    case VRMI_ATLAS_SHADE:
    case VRMI_ATLAS_RIM:
    case VRMI_ATLAS_WIDTH:
    case VRMI_ATLAS_EMISSIVE: return x->x == y->x && x->y == y->y && x->z == y->z && x->w == y->w;
    case VRMI_ATLAS_NORMAL:
        return !vrmi_atlas_has_image(a, slot) || !vrmi_atlas_has_image(b, slot) || x->x == y->x;
    case VRMI_ATLAS_METAL:
        return x->y == y->y && x->z == y->z &&
               (a->occlusion < 0 || b->occlusion < 0 || x->x == y->x);
    default: return true;
    }
}

static float largest(const vrm_Vec4* tint) {
    float most = tint->x > tint->y ? tint->x : tint->y;
    return most > tint->z ? most : tint->z;
}

static void compare_tints(vrmi_Atlas* atlas, int32_t index) {
    vrmi_AtlasGroup* group = &atlas->groups[index];
    const vrmi_AtlasMember *first[VRMI_ATLAS_SLOTS], *occluded = NULL;
    if (group->count < 2) return;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++) {
        first[slot] = vrmi_atlas_first_with(atlas, index, slot);
        if (first[slot] == NULL) return; /* it has members */
    }
    for (int32_t i = 0; i < group->size; i++) {
        const vrmi_AtlasMember* member = &atlas->members[atlas->order[group->begin + i]];
        if (member->group != index) continue;
        for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
            if (member->draws[slot] && !is_same_tint(first[slot], member, slot))
                group->bakes[slot] = true;
        if (member->occlusion >= 0) {
            if (occluded == NULL) occluded = member;
            if (!is_same_tint(occluded, member, VRMI_ATLAS_METAL))
                group->bakes[VRMI_ATLAS_METAL] = true;
        }
        for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
            group->reach[slot] = fmaxf(group->reach[slot], largest(&member->tints[slot]));
    }
}

/* ---- Entries ---- */

static bool is_same_entry(const vrmi_Atlas* atlas, const vrmi_AtlasMember* a,
                          const vrmi_AtlasMember* b) {
    const vrmi_AtlasGroup* group = &atlas->groups[a->group];
    if (memcmp(a->images, b->images, sizeof a->images) != 0 || a->occlusion != b->occlusion)
        return false;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
        if (group->bakes[slot] && !is_same_tint(a, b, slot)) return false;
    return true;
}

/* Gives every member of a group an entry; those of a group are neighbours. */
static void find_entries(vrmi_Atlas* atlas, int32_t group) {
    int32_t first = atlas->entry_count;
    const vrmi_AtlasGroup* all = &atlas->groups[group];
    for (int32_t k = 0; k < all->size; k++) {
        int32_t i = atlas->order[all->begin + k];
        vrmi_AtlasMember* member = &atlas->members[i];
        if (member->group != group) continue;
        int32_t entry = first;
        while (entry < atlas->entry_count &&
               !is_same_entry(atlas, member, &atlas->members[atlas->entries[entry].member]))
            entry++;
        if (entry - first >= MOST_ENTRIES) {
            leave(atlas, i, VRMI_ATLAS_ALONE);
            continue;
        }
        if (entry == atlas->entry_count)
            atlas->entries[atlas->entry_count++] = (vrmi_AtlasEntry){.member = i, .page = -1};
        member->entry = entry;
    }
}

/* ---- Pages ---- */

/* The pages of one group, before they are kept. */
typedef struct Layout {
    vrmi_AtlasRect* rects;
    int32_t* pages; /* of each rectangle */
    vrm_Vec2* sizes;
    int32_t count, page_count, left; /* `left` have no page: they are too large */
    bool is_tight;
} Layout;

/* Large pictures give way to their padding. */
static uint32_t content_side(uint32_t side, bool is_tight) {
    return is_tight && side >= 512 ? side - 2 * VRMI_ATLAS_PADDING : side;
}

static uint32_t rect_side(uint32_t side, bool is_tight) {
    uint32_t whole = content_side(side, is_tight) + 2 * VRMI_ATLAS_PADDING;
    return (whole + VRMI_ATLAS_STEP - 1) / VRMI_ATLAS_STEP * VRMI_ATLAS_STEP;
}

static void start_layout(const vrmi_Atlas* atlas, int32_t first, Layout* layout) {
    for (int32_t i = 0; i < layout->count; i++) {
        const vrmi_AtlasMember* member = &atlas->members[atlas->entries[first + i].member];
        layout->rects[i] = (vrmi_AtlasRect){.width = rect_side(member->width, layout->is_tight),
                                            .height = rect_side(member->height, layout->is_tight),
                                            .entry = first + i};
        layout->pages[i] = -1;
    }
}

/* Fills one page after the other. Rectangles of a page stand before those that are left. */
static vrm_Result lay_out(vrmi_Atlas* atlas, int32_t first, int32_t count, bool is_tight,
                          Layout* out) {
    size_t room = (size_t)count;
    *out = (Layout){.rects = vrmi_atlas_alloc(atlas, room, sizeof *out->rects),
                    .pages = vrmi_atlas_alloc(atlas, room, sizeof *out->pages),
                    .sizes = vrmi_atlas_alloc(atlas, room, sizeof *out->sizes),
                    .count = count,
                    .is_tight = is_tight};
    if (out->rects == NULL || out->pages == NULL || out->sizes == NULL) return VRM_ERR_MEMORY;
    start_layout(atlas, first, out);
    int32_t begin = 0;
    for (int32_t placed = 1; begin < count && placed > 0; begin += placed) {
        uint32_t width, height;
        vrm_Result result = vrmi_atlas_arrange(atlas, out->rects + begin, count - begin,
                                               atlas->def.max_side, &width, &height);
        if (result != VRM_OK) return result;
        placed = 0;
        for (int32_t i = begin; i < count; i++) {
            if (!out->rects[i].is_placed) continue;
            vrmi_AtlasRect swap = out->rects[i];
            out->rects[i] = out->rects[begin + placed];
            out->rects[begin + placed] = swap;
            out->pages[begin + placed++] = out->page_count;
        }
        if (placed > 0) out->sizes[out->page_count++] = (vrm_Vec2){(float)width, (float)height};
    }
    for (int32_t i = 0; i < count; i++) out->left += out->pages[i] < 0;
    return VRM_OK;
}

static void keep_rect(vrmi_Atlas* atlas, const Layout* layout, int32_t index, int32_t page) {
    const vrmi_AtlasRect* rect = &layout->rects[index];
    vrmi_AtlasEntry* entry = &atlas->entries[rect->entry];
    const vrmi_AtlasMember* member = &atlas->members[entry->member];
    entry->page = page;
    entry->x = rect->x + VRMI_ATLAS_PADDING;
    entry->y = rect->y + VRMI_ATLAS_PADDING;
    entry->width = content_side(member->width, layout->is_tight);
    entry->height = content_side(member->height, layout->is_tight);
}

static void keep_layout(vrmi_Atlas* atlas, int32_t group, const Layout* layout) {
    for (int32_t i = 0; i < layout->count; i++)
        if (layout->pages[i] >= 0)
            keep_rect(atlas, layout, i, atlas->page_count + layout->pages[i]);
    for (int32_t i = 0; i < layout->page_count; i++)
        atlas->pages[atlas->page_count + i] =
            (vrmi_AtlasPage){.group = group,
                             .first = -1,
                             .width = (uint32_t)layout->sizes[i].x,
                             .height = (uint32_t)layout->sizes[i].y};
    atlas->page_count += layout->page_count;
}

/* Materials that differ in nothing that is drawn need no picture. */
static void make_bare_page(vrmi_Atlas* atlas, int32_t group, int32_t first) {
    for (int32_t i = first; i < atlas->entry_count; i++) atlas->entries[i].page = atlas->page_count;
    atlas->pages[atlas->page_count++] = (vrmi_AtlasPage){.group = group, .first = -1};
}

static vrm_Result lay_out_group(vrmi_Atlas* atlas, int32_t group, int32_t first) {
    bool has_pictures = false;
    Layout plain, tight;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
        has_pictures = has_pictures || vrmi_atlas_has_slot(atlas, group, slot);
    if (!has_pictures) {
        make_bare_page(atlas, group, first);
        return VRM_OK;
    }
    vrmi_AtlasBlock* mark = atlas->blocks;
    int32_t count = atlas->entry_count - first;
    vrm_Result result = lay_out(atlas, first, count, false, &plain);
    if (result == VRM_OK && (plain.page_count > 1 || plain.left > 0))
        result = lay_out(atlas, first, count, true, &tight);
    else
        tight = plain;
    bool is_better =
        result == VRM_OK && (tight.left < plain.left ||
                             (tight.left == plain.left && tight.page_count < plain.page_count));
    if (result == VRM_OK) keep_layout(atlas, group, is_better ? &tight : &plain);
    vrmi_atlas_rewind(atlas, mark);
    return result;
}

/* Members that would get copies of pictures leave. */
static vrm_Result leave_copies(vrmi_Atlas* atlas, int32_t first, bool* out_any) {
    vrmi_AtlasBlock* mark = atlas->blocks;
    uint8_t* is_copy = vrmi_atlas_alloc(atlas, (size_t)(atlas->entry_count - first) + 1, 1);
    if (is_copy == NULL) return VRM_ERR_MEMORY;
    *out_any = vrmi_atlas_mark_copies(atlas, first, is_copy) > 0;
    for (int32_t i = 0; i < atlas->count; i++) {
        int32_t entry = atlas->members[i].entry;
        if (entry >= first && is_copy[entry - first]) leave(atlas, i, VRMI_ATLAS_MEMORY);
    }
    vrmi_atlas_rewind(atlas, mark);
    return VRM_OK;
}

static void leave_group(vrmi_Atlas* atlas, int32_t group) {
    for (int32_t i = 0; i < atlas->count; i++)
        if (atlas->members[i].group == group) leave(atlas, i, VRMI_ATLAS_ALONE);
}

/* Pages that grow too much are tried again without copies. */
static vrm_Result make_pages(vrmi_Atlas* atlas, int32_t group) {
    int32_t first = atlas->entry_count, first_page = atlas->page_count;
    bool has_copies = true, grows = true;
    vrm_Result result = VRM_OK;
    while (has_copies && grows && result == VRM_OK) {
        vrmi_AtlasGroup* all = &atlas->groups[group];
        atlas->entry_count = first;
        atlas->page_count = first_page;
        if (all->count < 2) {
            leave_group(atlas, group);
            break;
        }
        memset(all->bakes, 0, sizeof all->bakes);
        memset(all->reach, 0, sizeof all->reach);
        compare_tints(atlas, group);
        find_entries(atlas, group);
        result = lay_out_group(atlas, group, first);
        grows = false;
        for (int32_t i = first_page; i < atlas->page_count && !grows && result == VRM_OK; i++)
            result = vrmi_atlas_grows(atlas, i, &grows);
        if (grows && result == VRM_OK) result = leave_copies(atlas, first, &has_copies);
    }
    return result;
}

/* ---- Pages that are worth it ---- */

static void count_page_members(vrmi_Atlas* atlas) {
    for (int32_t i = atlas->count - 1; i >= 0; i--) {
        const vrmi_AtlasMember* member = &atlas->members[i];
        if (member->entry < 0 || atlas->entries[member->entry].page < 0) continue;
        vrmi_AtlasPage* page = &atlas->pages[atlas->entries[member->entry].page];
        page->count++;
        page->first = i;
    }
}

static bool can_pay(vrmi_Atlas* atlas, const vrmi_AtlasPage* page) {
    uint64_t bytes = 0;
    for (int slot = 0; slot < VRMI_ATLAS_SLOTS; slot++)
        if (vrmi_atlas_has_slot(atlas, page->group, slot))
            bytes += (uint64_t)page->width * page->height * 4;
    if (bytes > atlas->bytes_left) return false;
    atlas->bytes_left -= bytes;
    return true;
}

/* What becomes of a page. */
enum { PAGE_ALONE = -1, PAGE_REFUSED = -2, PAGE_GROWS = -3 };

static vrm_Result judge_page(vrmi_Atlas* atlas, int32_t page, int32_t* out) {
    bool grows;
    *out = 0;
    if (atlas->pages[page].count < 2) {
        *out = PAGE_ALONE;
        return VRM_OK;
    }
    vrm_Result result = vrmi_atlas_grows(atlas, page, &grows);
    if (grows)
        *out = PAGE_GROWS;
    else if (!can_pay(atlas, &atlas->pages[page]))
        *out = PAGE_REFUSED;
    return result;
}

/* Drops pages of one material, those that take too much memory, and those beyond the budget. */
static vrm_Result drop_pages(vrmi_Atlas* atlas) {
    static const vrmi_AtlasReason reasons[] = {VRMI_ATLAS_ALONE, VRMI_ATLAS_PICTURE,
                                               VRMI_ATLAS_MEMORY};
    vrmi_AtlasBlock* mark = atlas->blocks;
    int32_t* kept = vrmi_atlas_alloc(atlas, (size_t)atlas->page_count + 1, sizeof *kept);
    int32_t count = 0;
    if (kept == NULL) return VRM_ERR_MEMORY;
    count_page_members(atlas);
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < atlas->page_count && result == VRM_OK; i++)
        result = judge_page(atlas, i, &kept[i]);
    if (result != VRM_OK) return result;
    for (int32_t i = 0; i < atlas->page_count; i++) {
        if (kept[i] < 0) continue;
        kept[i] = count;
        atlas->pages[count++] = atlas->pages[i];
    }
    for (int32_t i = 0; i < atlas->entry_count; i++)
        atlas->entries[i].page =
            atlas->entries[i].page < 0 ? PAGE_REFUSED : kept[atlas->entries[i].page];
    for (int32_t i = 0; i < atlas->count; i++) {
        if (atlas->members[i].entry < 0) continue;
        int32_t page = atlas->entries[atlas->members[i].entry].page;
        if (page < 0) leave(atlas, i, reasons[-1 - page]);
    }
    atlas->page_count = count;
    vrmi_atlas_rewind(atlas, mark);
    return VRM_OK;
}

vrm_Result vrmi_atlas_group(vrmi_Atlas* atlas) {
    size_t room = (size_t)atlas->count;
    vrm_Result result = find_groups(atlas);
    if (result == VRM_OK) result = order_members(atlas);
    if (result != VRM_OK) return result;
    leave_single(atlas);
    result = try_pictures(atlas);
    if (result != VRM_OK) return result;
    leave_single(atlas);
    atlas->entries = vrmi_atlas_alloc(atlas, room, sizeof *atlas->entries);
    atlas->pages = vrmi_atlas_alloc(atlas, room, sizeof *atlas->pages);
    if (atlas->entries == NULL || atlas->pages == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < atlas->group_count && result == VRM_OK; i++)
        result = make_pages(atlas, i);
    return result == VRM_OK ? drop_pages(atlas) : result;
}

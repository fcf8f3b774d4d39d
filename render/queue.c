/* SPDX-License-Identifier: MIT */
/* Adds avatars to a frame: their matrices and weights are copied into the frame's data, and each
 * piece of the drawable becomes as few draw calls as the differences between the avatars allow. */
#include "queue.h"

#include "renderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Order ---- */

int vrmi_item_order(const void* left, const void* right) {
    const vrmi_Item *a = left, *b = right;
    bool a_blends = a->draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
    bool b_blends = b->draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
    /* Most of an outline is hidden by surfaces: after all of them, depth rejects it unshaded. */
    if (!a_blends && !b_blends && a->is_outline != b->is_outline) return a->is_outline ? 1 : -1;
    if (a->draw_class != b->draw_class) return a->draw_class < b->draw_class ? -1 : 1;
    if (a_blends) {
        if (a->queue_offset != b->queue_offset) return a->queue_offset < b->queue_offset ? -1 : 1;
        if (a->depth != b->depth) return a->depth > b->depth ? -1 : 1;
    }
    return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

vrm_Result vrmi_queue_add(vrm_Renderer* renderer, const vrmi_Item* item) {
    vrmi_Queue* queue = &renderer->queue;
    vrmi_Item* items = vrmi_room(&renderer->allocator, queue->items, &queue->capacity,
                                 queue->count + 2, sizeof *items);
    if (items == NULL) return VRM_ERR_MEMORY;
    queue->items = items;
    const vrm_Drawable* drawable = item->drawable;
    const vrmi_Shape* shape = &drawable->shapes[drawable->pieces[item->piece].shape];
    const vrmi_Material* material = &drawable->materials[shape->material];
    vrmi_Item added = *item;
    added.draw_class = material->draw_class;
    added.queue_offset = material->queue_offset;
    /* An outline is behind its surface by depth; where the surface writes none, by order. */
    bool is_before = material->draw_class == VRMI_CLASS_BLEND;
    for (int pass = 0; pass < 2; pass++) {
        added.is_outline = (pass == 0) == is_before;
        if (added.is_outline && !item->has_outline) continue;
        added.sequence = (uint32_t)queue->count;
        items[queue->count++] = added;
    }
    return VRM_OK;
}

/* ---- Blocks ---- */

/* One avatar of a draw, while it is added. */
typedef struct Guest {
    vrm_AvatarId id;
    float depth;
    int32_t order; /* in the caller's list */
    const vrm_Affine *worlds, *palettes;
    const float* morphs;
    const vrm_Vec4* values;
} Guest;

/* The nearest first: it hides others, which are then not shaded. Blended items are sorted by their
 * own depth. */
static int guest_order(const void* left, const void* right) {
    const Guest *a = left, *b = right;
    if (a->depth != b->depth) return a->depth < b->depth ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* The distance of a world position in front of the camera. */
static float depth_of(const vrm_Renderer* renderer, const vrm_Affine* world) {
    const float* m = renderer->frame.view.m;
    return -(m[2] * world->rows[0].w + m[6] * world->rows[1].w + m[10] * world->rows[2].w + m[14]);
}

/* Count, then for each active target where its deltas begin, its first vertex, how many it moves,
 * and its weight: what morph() of vertex.glsl reads. */
static void write_morphs(const vrm_Drawable* drawable, const vrmi_MorphList* list,
                         const float* weights, float* texels) {
    const vrmi_Geometry* geometry = &drawable->geometries[list->geometry];
    const vrmi_Part* part = &drawable->parts[list->part];
    float* out = texels + (size_t)list->texel * 4;
    int32_t count = geometry->morph_count, active = 0;
    if (count > part->morph_count) count = part->morph_count;
    for (int32_t t = 0; t < count; t++) {
        float weight = weights[part->first_morph + t];
        vrmi_MorphRange range = geometry->morphs[t];
        if (weight == 0.0f || range.count == 0) continue;
        float* entry = out + (size_t)(++active) * 4;
        entry[0] = (float)range.begin;
        entry[1] = (float)range.first;
        entry[2] = (float)range.count;
        entry[3] = weight;
    }
    memset(out, 0, 16);
    out[0] = (float)active;
}

static void write_block(const vrm_Drawable* drawable, const Guest* guest, float* texels) {
    size_t palette = (size_t)drawable->palette_count;
    if (palette > 0) memcpy(texels, guest->palettes, palette * sizeof *guest->palettes);
    for (size_t i = 0; i < drawable->part_count; i++)
        memcpy(texels + (palette + i) * 12, &guest->worlds[drawable->parts[i].node],
               sizeof *guest->worlds);
    for (size_t i = 0; i < drawable->morph_list_count; i++)
        write_morphs(drawable, &drawable->morph_lists[i], guest->morphs, texels);
}

static vrm_Result write_blocks(vrm_Renderer* renderer, const vrm_Drawable* drawable, Guest* guests,
                               size_t count, int32_t* out_block) {
    vrmi_Data* data = &renderer->data;
    size_t stride = (size_t)drawable->block_texels;
    size_t limit = (size_t)renderer->max_texture * 2048;
    if (stride > 0 && count > (limit - data->count) / stride) return VRM_ERR_LIMIT;
    size_t needed = data->count + stride * count;
    /* Whole rows, so that the texture can be filled row by row. */
    float* texels = vrmi_room(&renderer->allocator, data->texels, &data->capacity,
                              (needed + 2047) / 2048 * 2048, 16);
    if (texels == NULL) return VRM_ERR_MEMORY;
    data->texels = texels;
    *out_block = (int32_t)data->count;
    for (size_t i = 0; i < count; i++)
        write_block(drawable, &guests[i], texels + (data->count + i * stride) * 4);
    data->count = needed;
    return VRM_OK;
}

/* ---- Runs ---- */

static float determinant(const vrm_Affine* m) {
    const vrm_Vec4 *a = &m->rows[0], *b = &m->rows[1], *c = &m->rows[2];
    return a->x * (b->y * c->z - b->z * c->y) - a->y * (b->x * c->z - b->z * c->x) +
           a->z * (b->x * c->y - b->y * c->x);
}

/* The state of one avatar for a piece; avatars with equal state share a draw call. */
typedef struct Answer {
    vrm_Visibility visibility;
    bool is_mirrored, has_outline;
    const vrm_Vec4* values;
} Answer;

/* Whether the outline is wide enough to be seen, by what outline.glsl makes of its width. */
static bool shows_outline(const vrm_Renderer* renderer, const vrmi_Material* material,
                          float depth) {
    const vrm_FrameDef* frame = &renderer->frame;
    if (!material->has_outline || frame->mode != VRM_RENDER_LIT) return false;
    float width = material->vectors[6][2], half = 0.5f * (float)frame->height;
    float pixels = material->is_screen_outline ? width * 2.0f * half
                                               : width * fabsf(frame->projection.m[5]) * half;
    if (!material->is_screen_outline && frame->projection.m[15] == 0.0f && depth > 0.0f)
        pixels /= depth;
    return !(pixels < frame->min_outline_px);
}

static Answer ask(const vrm_Drawable* drawable, const vrmi_Piece* piece,
                  const vrmi_Material* material, const vrm_Sim* sim, const Guest* guest) {
    int32_t node = drawable->parts[piece->part].node;
    Answer answer = {.visibility = vrm_avatar_visibility(sim, guest->id, node),
                     .has_outline = shows_outline(drawable->renderer, material, guest->depth)};
    if (answer.visibility == VRM_VISIBLE_WITHOUT_HEAD && !piece->is_split)
        answer.visibility = VRM_VISIBLE;
    const vrm_Affine* matrix = &guest->worlds[node];
    if (piece->is_skinned) {
        int32_t joint = drawable->shapes[piece->shape].main_joint;
        if (joint >= piece->joint_count) joint = piece->joint_count - 1;
        matrix = &guest->palettes[piece->palette / 3 + joint];
    }
    answer.is_mirrored = determinant(matrix) < 0.0f;
    if (material->value_count > 0) answer.values = guest->values + material->first_value;
    return answer;
}

static bool same_answers(const Answer* a, const Answer* b, const vrmi_Material* material) {
    if (a->visibility != b->visibility || a->is_mirrored != b->is_mirrored ||
        a->has_outline != b->has_outline)
        return false;
    return material->value_count == 0 ||
           memcmp(a->values, b->values, (size_t)material->value_count * sizeof *a->values) == 0;
}

static vrm_Result keep_values(vrm_Renderer* renderer, const vrm_Vec4* values, int32_t count,
                              int32_t* out_at) {
    vrmi_Queue* queue = &renderer->queue;
    *out_at = -1;
    if (count == 0) return VRM_OK;
    vrm_Vec4* room = vrmi_room(&renderer->allocator, queue->values, &queue->value_capacity,
                               queue->value_count + (size_t)count, sizeof *room);
    if (room == NULL) return VRM_ERR_MEMORY;
    queue->values = room;
    *out_at = (int32_t)queue->value_count;
    memcpy(room + queue->value_count, values, (size_t)count * sizeof *values);
    queue->value_count += (size_t)count;
    return VRM_OK;
}

/* Blended pieces are drawn one avatar at a time, so that a whole avatar is before or behind
 * another. */
static vrm_Result add_runs(vrm_Renderer* renderer, const vrm_Drawable* drawable, int32_t index,
                           const vrm_Sim* sim, const Guest* guests, size_t count, int32_t block) {
    const vrmi_Piece* piece = &drawable->pieces[index];
    const vrmi_Material* material = &drawable->materials[drawable->shapes[piece->shape].material];
    bool is_alone = material->draw_class >= VRMI_CLASS_BLEND_WITH_DEPTH;
    vrm_Result result = VRM_OK;
    for (size_t first = 0, next; first < count && result == VRM_OK; first = next) {
        Answer answer = ask(drawable, piece, material, sim, &guests[first]);
        for (next = first + 1; next < count && !is_alone; next++) {
            Answer other = ask(drawable, piece, material, sim, &guests[next]);
            if (!same_answers(&answer, &other, material)) break;
        }
        if (answer.visibility == VRM_HIDDEN) continue;
        vrmi_Item item = {
            .drawable = drawable,
            .piece = index,
            .depth = depth_of(renderer, &guests[first].worlds[piece->anchor]),
            .block = block + (int32_t)first * drawable->block_texels,
            .count = (int32_t)(next - first),
            .is_mirrored = answer.is_mirrored,
            .has_outline = answer.has_outline,
            .is_first_person = answer.visibility == VRM_VISIBLE_WITHOUT_HEAD,
        };
        result = keep_values(renderer, answer.values, material->value_count, &item.values);
        if (result == VRM_OK) result = vrmi_queue_add(renderer, &item);
    }
    return result;
}

/* ---- Draw ---- */

void vrmi_drawable_show_all(vrm_Drawable* drawable) {
    for (size_t i = 0; i < drawable->piece_count; i++) drawable->pieces[i].is_hidden = false;
}

void vrmi_drawable_hide(vrm_Drawable* drawable, int32_t node, int32_t material) {
    for (size_t i = 0; i < drawable->piece_count; i++) {
        vrmi_Piece* piece = &drawable->pieces[i];
        if (drawable->parts[piece->part].node == node ||
            drawable->shapes[piece->shape].material == material)
            piece->is_hidden = true;
    }
}

/* False when the avatar is not drawn because its id is stale. */
static bool invite(const vrm_Renderer* renderer, const vrm_Drawable* drawable, const vrm_Sim* sim,
                   vrm_AvatarId id, Guest* guest) {
    if (!vrm_avatar_is_valid(sim, id)) return false;
    guest->id = id;
    guest->worlds = vrm_avatar_worlds(sim, id);
    guest->palettes = vrm_avatar_palettes(sim, id);
    guest->morphs = vrm_avatar_morphs(sim, id);
    guest->values = vrm_avatar_material_values(sim, id);
    if (guest->worlds != NULL && drawable->piece_count > 0) {
        int32_t anchor = drawable->anchor >= 0 ? drawable->anchor : drawable->pieces[0].anchor;
        guest->depth = depth_of(renderer, &guest->worlds[anchor]);
    }
    return true;
}

static bool is_ready(const vrm_Drawable* drawable, const vrm_Sim* sim, const Guest* guest) {
    return vrm_avatar_rig(sim, guest->id) == drawable->rig && guest->worlds != NULL &&
           guest->palettes != NULL && guest->morphs != NULL && guest->values != NULL;
}

static vrm_Result draw_guests(vrm_Renderer* renderer, const vrm_Drawable* drawable,
                              const vrm_Sim* sim, Guest* guests, size_t count) {
    int32_t block = 0;
    qsort(guests, count, sizeof *guests, guest_order);
    vrmi_Data data = renderer->data;
    size_t items = renderer->queue.count, values = renderer->queue.value_count;
    vrm_Result result = write_blocks(renderer, drawable, guests, count, &block);
    for (size_t i = 0; i < drawable->piece_count && result == VRM_OK; i++)
        if (!drawable->pieces[i].is_hidden)
            result = add_runs(renderer, drawable, (int32_t)i, sim, guests, count, block);
    if (result != VRM_OK) { /* nothing of it, rather than half */
        renderer->data.count = data.count;
        renderer->queue.count = items;
        renderer->queue.value_count = values;
    }
    return result;
}

vrm_Result vrm_render_draw(vrm_Renderer* renderer, const vrm_Drawable* drawable, const vrm_Sim* sim,
                           const vrm_AvatarId* avatars, int32_t count) {
    if (!renderer->is_open || drawable->renderer != renderer || count < 0) return VRM_ERR_ARGUMENT;
    size_t capacity = (size_t)count;
    Guest* guests = vrmi_take(&renderer->allocator, capacity, sizeof *guests);
    vrm_Result result = guests == NULL ? VRM_ERR_MEMORY : VRM_OK;
    size_t invited = 0;
    for (int32_t i = 0; i < count && result == VRM_OK; i++) {
        Guest* guest = &guests[invited];
        if (!invite(renderer, drawable, sim, avatars[i], guest)) continue;
        guest->order = i;
        if (!is_ready(drawable, sim, guest)) result = VRM_ERR_ARGUMENT;
        invited++;
    }
    if (result == VRM_OK) result = draw_guests(renderer, drawable, sim, guests, invited);
    vrmi_give(&renderer->allocator, guests, capacity, sizeof *guests);
    return result;
}

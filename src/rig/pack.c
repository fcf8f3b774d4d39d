/* SPDX-License-Identifier: MIT */
/* Rigs and clips as plain arrays: include/vrm/pack.h. Each pack is one block; the fill functions
 * run twice, first to measure, then to copy. */
#include "vrm/pack.h"

#include "rig/clip_data.h"
#include "rig/rig.h"
#include "rig/spring_layout.h"

#include <string.h>

/* The block begins with this; the public struct is its first member. */
typedef struct RigBlock {
    vrm_RigPack pack;
    vrm_Allocator allocator;
    size_t size;
} RigBlock;

typedef struct ClipBlock {
    vrm_ClipPack pack;
    vrm_Allocator allocator;
    size_t size;
} ClipBlock;

/* ---- Parts of a rig ---- */

static void pack_nodes(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    vrm_PackNode* nodes = vrmi_carve(carver, (size_t)rig->slot_count, sizeof *nodes);
    pack->node_count = rig->slot_count;
    pack->body_count = rig->body_count;
    pack->nodes = nodes;
    for (int32_t i = 0; nodes != NULL && i < rig->slot_count; i++)
        nodes[i] = (vrm_PackNode){rig->slot_nodes[i], rig->parents[i], rig->rests[i]};
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        const vrmi_RigBone* bone = &rig->bones[b];
        pack->bones[b] =
            (vrm_PackBone){bone->slot, (int32_t)bone->parent, bone->parent_inverse, bone->world};
    }
    pack->hips_chain_count = rig->hips_chain_count;
    pack->hips_chain =
        vrmi_carve_copy(carver, rig->hips_chain, (size_t)rig->hips_chain_count, sizeof(int32_t));
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    if (hips >= 0) pack->hips_rest_model = rig->rest_models[hips].translation;
}

static void pack_expressions(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    int32_t count = rig->expression_count;
    vrm_PackExpression* to = vrmi_carve(carver, (size_t)count, sizeof *to);
    pack->expression_count = count;
    pack->expressions = to;
    for (int32_t i = 0; i < count; i++) {
        const vrmi_RigExpression* from = &rig->expressions[i];
        pack->morph_bind_count += from->morph_count;
        pack->value_bind_count += from->value_count;
        if (to == NULL) continue;
        to[i] = (vrm_PackExpression){.category = from->category,
                                     .binary = from->binary,
                                     .first_morph_bind = from->first_morph,
                                     .morph_bind_count = from->morph_count,
                                     .first_value_bind = from->first_value,
                                     .value_bind_count = from->value_count};
        for (int c = 0; c < VRM_CATEGORY_COUNT; c++) to[i].overrides[c] = from->overrides[c];
    }
    vrm_PackMorphBind* morphs = vrmi_carve(carver, (size_t)pack->morph_bind_count, sizeof *morphs);
    vrm_PackValueBind* values = vrmi_carve(carver, (size_t)pack->value_bind_count, sizeof *values);
    for (int32_t i = 0; morphs != NULL && i < pack->morph_bind_count; i++)
        morphs[i] = (vrm_PackMorphBind){rig->morph_binds[i].reached, rig->morph_binds[i].weight};
    for (int32_t i = 0; values != NULL && i < pack->value_bind_count; i++)
        values[i] = (vrm_PackValueBind){rig->value_binds[i].value, rig->value_binds[i].delta};
    pack->morph_binds = morphs;
    pack->value_binds = values;
    pack->morph_count = rig->morph_count;
    pack->reached_count = rig->reached_count;
    pack->value_count = rig->value_count;
    pack->rest_morphs =
        vrmi_carve_copy(carver, rig->rest_morphs, (size_t)rig->morph_count, sizeof(float));
    pack->reached_morphs =
        vrmi_carve_copy(carver, rig->reached_morphs, (size_t)rig->reached_count, sizeof(int32_t));
    vrm_Vec4* bases = vrmi_carve(carver, (size_t)rig->value_count, sizeof *bases);
    for (int32_t i = 0; bases != NULL && i < rig->value_count; i++)
        bases[i] = rig->material_values[i].base;
    pack->value_bases = bases;
}

static vrm_PackRangeMap pack_map(const vrm_RangeMap* map, vrm_CurveKey* keys, int32_t* count) {
    int32_t added = map->curve == NULL ? 0 : map->curve_count;
    if (keys != NULL && added > 0) memcpy(keys + *count, map->curve, (size_t)added * sizeof *keys);
    vrm_PackRangeMap out = {map->input_max_degrees, map->output_scale, *count, added};
    *count += added;
    return out;
}

static void pack_look_at(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    const vrmi_RigLookAt* look = &rig->look_at;
    int32_t count = 0;
    const vrm_RangeMap* maps[4] = {&look->inner, &look->outer, &look->down, &look->up};
    for (int i = 0; i < 4; i++) count += maps[i]->curve == NULL ? 0 : maps[i]->curve_count;
    vrm_CurveKey* keys = vrmi_carve(carver, (size_t)count, sizeof *keys);
    pack->curve_key_count = count;
    pack->curve_keys = keys;
    count = 0;
    pack->look_at = (vrm_PackLookAt){.is_present = look->is_present,
                                     .type = (int32_t)look->type,
                                     .offset = look->offset,
                                     .head = look->head,
                                     .to_forward = look->to_forward,
                                     .eye_bones = {look->eyes[0], look->eyes[1]}};
    pack->look_at.inner = pack_map(maps[0], keys, &count);
    pack->look_at.outer = pack_map(maps[1], keys, &count);
    pack->look_at.down = pack_map(maps[2], keys, &count);
    pack->look_at.up = pack_map(maps[3], keys, &count);
    for (int i = 0; i < 4; i++) pack->look_at.expressions[i] = look->expressions[i];
    pack->head_chain_count = look->head_chain_count;
    pack->head_chain =
        vrmi_carve_copy(carver, look->head_chain, (size_t)look->head_chain_count, sizeof(int32_t));
}

static void pack_constraints(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    int32_t count = rig->constraint_count;
    vrm_PackConstraint* to = vrmi_carve(carver, (size_t)count, sizeof *to);
    for (int32_t i = 0; to != NULL && i < count; i++) {
        const vrmi_RigConstraint* c = &rig->constraints[i];
        to[i] = (vrm_PackConstraint){c->slot, c->source, (int32_t)c->type, c->weight,
                                     c->rest, c->before, c->after,         c->axis};
    }
    pack->constraint_count = count;
    pack->constraints = to;
    pack->constraint_step_count = rig->constraint_step_count;
    pack->constraint_steps = vrmi_carve_copy(carver, rig->constraint_steps,
                                             (size_t)rig->constraint_step_count, sizeof(int32_t));
}

static void pack_skins(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    int32_t* nodes = vrmi_carve(carver, (size_t)rig->palette_count, sizeof *nodes);
    for (int32_t i = 0; nodes != NULL && i < rig->palette_count; i++)
        nodes[i] = rig->palette_nodes[i] < 0 ? -1 : rig->node_slots[rig->palette_nodes[i]];
    pack->palette_count = rig->palette_count;
    pack->palette_nodes = nodes;
    pack->inverse_binds = vrmi_carve_copy(carver, rig->inverse_binds, (size_t)rig->palette_count,
                                          sizeof *rig->inverse_binds);
}

/* ---- Springs ---- */

static vrm_PackPair pack_pair(const vrmi_SpringLayout* layout, int32_t index) {
    const vrmi_SpringPair* pair = &layout->pairs[index];
    const vrmi_SpringParams* p = &layout->params[index];
    const vrmi_RigLimit* limit = &pair->limit;
    return (vrm_PackPair){.node = pair->slot,
                          .tail = pair->tail,
                          .joint = pair->joint,
                          .is_direct = pair->is_direct,
                          .rest = p->rest,
                          .swing = p->swing,
                          .direction = p->direction,
                          .length = p->length,
                          .gravity = p->gravity,
                          .stiffness = p->stiffness,
                          .keep = p->keep,
                          .radius = p->radius,
                          .scale = p->scale,
                          .axis = pair->axis,
                          .limit = (int32_t)limit->type,
                          .limit_frame = limit->frame,
                          .limit_cosine = limit->cosine,
                          .limit_sine = limit->sine,
                          .limit_pitch = limit->pitch,
                          .limit_yaw = limit->yaw};
}

static void pack_chains(vrmi_Carver* carver, const vrmi_SpringLayout* layout, vrm_RigPack* pack) {
    vrm_PackPair* pairs = vrmi_carve(carver, (size_t)layout->pair_count, sizeof *pairs);
    vrm_PackChain* chains = vrmi_carve(carver, (size_t)layout->chain_count, sizeof *chains);
    vrm_PackWave* waves = vrmi_carve(carver, (size_t)layout->wave_count, sizeof *waves);
    for (int32_t i = 0; pairs != NULL && i < layout->pair_count; i++)
        pairs[i] = pack_pair(layout, i);
    for (int32_t i = 0; chains != NULL && i < layout->chain_count; i++) {
        const vrmi_SpringChain* c = &layout->chains[i];
        chains[i] = (vrm_PackChain){c->first_pair, c->pair_count,     c->parent,
                                    c->center,     c->first_collider, c->collider_count};
    }
    for (int32_t i = 0; waves != NULL && i < layout->wave_count; i++) {
        const vrmi_SpringWave* w = &layout->waves[i];
        waves[i] = (vrm_PackWave){w->first_chain, w->chain_count,    w->first_slot,
                                  w->slot_count,  w->first_collider, w->collider_count};
    }
    pack->pair_count = layout->pair_count;
    pack->chain_count = layout->chain_count;
    pack->wave_count = layout->wave_count;
    pack->joint_count = layout->joint_count;
    pack->pairs = pairs;
    pack->chains = chains;
    pack->waves = waves;
}

static void pack_colliders(vrmi_Carver* carver, const vrmi_SpringLayout* layout,
                           vrm_RigPack* pack) {
    int32_t count = layout->collider_count, refs = layout->collider_ref_count;
    vrm_PackCollider* to = vrmi_carve(carver, (size_t)count, sizeof *to);
    int32_t* to_refs = vrmi_carve(carver, (size_t)refs, sizeof *to_refs);
    for (int32_t i = 0; to != NULL && i < count; i++) {
        const vrmi_RigCollider* c = &layout->colliders[i];
        to[i] = (vrm_PackCollider){c->slot, (int32_t)c->kind, c->offset, c->along, c->radius};
    }
    for (int32_t i = 0; to_refs != NULL && i < refs; i++)
        to_refs[i] = layout->collider_refs[i].collider;
    pack->collider_count = count;
    pack->collider_ref_count = refs;
    pack->colliders = to;
    pack->collider_refs = to_refs;
    pack->wave_node_count = layout->wave_slot_count;
    pack->wave_collider_count = layout->wave_collider_count;
    pack->wave_nodes = vrmi_carve_copy(carver, layout->wave_slots, (size_t)layout->wave_slot_count,
                                       sizeof(int32_t));
    pack->wave_colliders = vrmi_carve_copy(carver, layout->wave_colliders,
                                           (size_t)layout->wave_collider_count, sizeof(int32_t));
    pack->anchor_count = layout->anchor_count;
    pack->anchors =
        vrmi_carve_copy(carver, layout->anchors, (size_t)layout->anchor_count, sizeof(int32_t));
}

static void pack_springs(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    const vrmi_SpringLayout* layout = rig->springs;
    if (layout == NULL) return;
    pack->has_circles =
        layout->last_pair_count > 0 || layout->own_slot_count > 0 || layout->own_collider_count > 0;
    pack_chains(carver, layout, pack);
    pack_colliders(carver, layout, pack);
}

/* ---- A rig ---- */

static RigBlock* fill_rig(vrmi_Carver* carver, const vrm_Rig* rig, vrm_RigPack* pack) {
    RigBlock* block = vrmi_carve(carver, 1, sizeof *block);
    *pack = (vrm_RigPack){.version = VRM_PACK_VERSION,
                          .is_general = rig->is_general,
                          .override_damps_eye_bones = rig->override_damps_eye_bones,
                          .facing = rig->facing};
    pack_nodes(carver, rig, pack);
    pack_expressions(carver, rig, pack);
    pack_look_at(carver, rig, pack);
    pack_constraints(carver, rig, pack);
    pack_skins(carver, rig, pack);
    pack_springs(carver, rig, pack);
    return block;
}

vrm_Result vrm_rig_pack(const vrm_Rig* rig, const vrm_Allocator* allocator,
                        vrm_RigPack** out_pack) {
    *out_pack = NULL;
    vrm_Allocator memory = vrmi_allocator(allocator);
    vrmi_Carver carver = {0};
    vrm_RigPack draft;
    (void)fill_rig(&carver, rig, &draft);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &memory)) return VRM_ERR_MEMORY;
    RigBlock* block = fill_rig(&carver, rig, &draft);
    *block = (RigBlock){draft, memory, size};
    *out_pack = &block->pack;
    return VRM_OK;
}

void vrm_rig_pack_destroy(vrm_RigPack* pack) {
    if (pack == NULL) return;
    RigBlock* block = (RigBlock*)pack;
    vrm_Allocator allocator = block->allocator;
    vrmi_release(&allocator, block, block->size);
}

/* ---- A clip ---- */

static int32_t keys_of(const vrm_Clip* clip, const vrmi_Track* track) {
    int32_t times = clip->timelines[track->timeline].key_count;
    return track->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 * times : times;
}

static ClipBlock* fill_clip(vrmi_Carver* carver, const vrm_Clip* clip, vrm_ClipPack* pack) {
    ClipBlock* block = vrmi_carve(carver, 1, sizeof *block);
    *pack = (vrm_ClipPack){.version = VRM_PACK_VERSION,
                           .duration = clip->duration,
                           .hips_rest = clip->hips_rest,
                           .timeline_count = clip->timeline_count,
                           .track_count = clip->track_count};
    for (int32_t i = 0; i < clip->timeline_count; i++)
        pack->time_count += clip->timelines[i].key_count;
    for (int32_t i = 0; i < clip->track_count; i++)
        pack->key_count += keys_of(clip, &clip->tracks[i]);
    vrm_PackTimeline* lines = vrmi_carve(carver, (size_t)clip->timeline_count, sizeof *lines);
    vrm_PackTrack* tracks = vrmi_carve(carver, (size_t)clip->track_count, sizeof *tracks);
    float* times = vrmi_carve(carver, (size_t)pack->time_count, sizeof *times);
    vrm_Vec4* keys = vrmi_carve(carver, (size_t)pack->key_count, sizeof *keys);
    pack->timelines = lines;
    pack->tracks = tracks;
    pack->times = times;
    pack->keys = keys;
    if (block == NULL) return block;
    int32_t time = 0, key = 0;
    for (int32_t i = 0; i < clip->timeline_count; i++) {
        const vrmi_Timeline* line = &clip->timelines[i];
        lines[i] = (vrm_PackTimeline){time, line->key_count};
        memcpy(times + time, line->times, (size_t)line->key_count * sizeof *times);
        time += line->key_count;
    }
    for (int32_t i = 0; i < clip->track_count; i++) {
        const vrmi_Track* from = &clip->tracks[i];
        int32_t count = keys_of(clip, from);
        tracks[i] =
            (vrm_PackTrack){from->target, from->index, from->interpolation, from->timeline, key};
        memcpy(keys + key, from->keys, (size_t)count * sizeof *keys);
        key += count;
    }
    for (int32_t e = 0; e < clip->expression_count; e++)
        tracks[clip->expressions[e].track].index = e;
    return block;
}

vrm_Result vrm_clip_pack(const vrm_Clip* clip, const vrm_Allocator* allocator,
                         vrm_ClipPack** out_pack) {
    *out_pack = NULL;
    if (clip->kind != VRM_CLIP_HUMANOID) return VRM_ERR_UNSUPPORTED;
    vrm_Allocator memory = vrmi_allocator(allocator);
    vrmi_Carver carver = {0};
    vrm_ClipPack draft;
    (void)fill_clip(&carver, clip, &draft);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &memory)) return VRM_ERR_MEMORY;
    ClipBlock* block = fill_clip(&carver, clip, &draft);
    *block = (ClipBlock){draft, memory, size};
    *out_pack = &block->pack;
    return VRM_OK;
}

void vrm_clip_pack_destroy(vrm_ClipPack* pack) {
    if (pack == NULL) return;
    ClipBlock* block = (ClipBlock*)pack;
    vrm_Allocator allocator = block->allocator;
    vrmi_release(&allocator, block, block->size);
}

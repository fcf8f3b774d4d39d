/* SPDX-License-Identifier: MIT */
/* Expressions by name. Binds have no order: they are sorted by their target. */
#include "base/words.h"
#include "diff/diff.h"

#include <stdlib.h>
#include <string.h>

/* A bind: its target and up to four numbers. */
typedef struct Bind {
    int32_t subject, index; /* id of a node or a material; morph target, colour, or axes bound */
    int32_t local;          /* the node or the material of its own file */
    int count;
    float values[4];
} Bind;

static int compare_binds(const void* a, const void* b) {
    const Bind *x = a, *y = b;
    if (x->subject != y->subject) return x->subject < y->subject ? -1 : 1;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return memcmp(x->values, y->values, sizeof x->values);
}

/* Names a bind as the member of an expression. */
typedef const char* NameFn(vrm_Diff* diff, int s, const Bind* bind);

static void add_bind(vrm_Diff* diff, vrm_DiffKind kind, const char* expression, int s,
                     const Bind* bind, NameFn* name) {
    char text[VRMI_DIFF_TEXT_ROOM];
    vrmi_diff_numbers_text(bind->values, bind->count, text);
    bool is_added = kind == VRM_DIFF_ADDED;
    vrmi_diff_add(diff, kind, expression, name(diff, s, bind), is_added ? "" : text,
                  is_added ? text : "");
}

static void compare_lists(vrm_Diff* diff, const char* expression, Bind* a, int32_t count_a, Bind* b,
                          int32_t count_b, NameFn* name) {
    if (count_a > 0) qsort(a, (size_t)count_a, sizeof *a, compare_binds);
    if (count_b > 0) qsort(b, (size_t)count_b, sizeof *b, compare_binds);
    for (int32_t i = 0, k = 0; i < count_a || k < count_b;) {
        int order = i == count_a ? 1 : k == count_b ? -1 : 0;
        if (order == 0 && a[i].subject != b[k].subject)
            order = a[i].subject < b[k].subject ? -1 : 1;
        if (order == 0 && a[i].index != b[k].index) order = a[i].index < b[k].index ? -1 : 1;
        if (order < 0) {
            add_bind(diff, VRM_DIFF_REMOVED, expression, VRMI_BEFORE, &a[i++], name);
        } else if (order > 0) {
            add_bind(diff, VRM_DIFF_ADDED, expression, VRMI_AFTER, &b[k++], name);
        } else {
            bool is_same = true;
            for (int v = 0; v < a[i].count; v++)
                is_same &= vrmi_diff_same_value(diff, a[i].values[v], b[k].values[v]);
            vrmi_Place place = {diff, expression, NULL};
            if (!is_same)
                vrmi_diff_values(&place, name(diff, VRMI_BEFORE, &a[i]), a[i].values, b[k].values,
                                 a[i].count);
            i++;
            k++;
        }
    }
}

/* ---- The kinds of binds ---- */

static const char* morph_name(vrm_Diff* diff, int s, const Bind* bind) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[bind->local].mesh];
    const char* node = vrmi_diff_node_name(diff, s, bind->local);
    if (bind->index < mesh->target_name_count && mesh->target_names[bind->index][0] != 0)
        return vrmi_diff_format(diff, "morph %s / %s", node, mesh->target_names[bind->index]);
    return vrmi_diff_format(diff, "morph %s / %d", node, (int)bind->index);
}

static const char* color_name(vrm_Diff* diff, int s, const Bind* bind) {
    return vrmi_diff_format(diff, "%s of %s",
                            (unsigned)bind->index < 6 ? vrmi_color_targets[bind->index] : "color",
                            vrmi_diff_material_name(diff, s, bind->local));
}

static const char* texture_name(vrm_Diff* diff, int s, const Bind* bind) {
    static const char* const axes[] = {"", " (x)", " (y)", ""};
    return vrmi_diff_format(diff, "textureTransform%s of %s", axes[bind->index & 3],
                            vrmi_diff_material_name(diff, s, bind->local));
}

static Bind* list_morphs(vrm_Diff* diff, int s, const vrm_Expression* expression) {
    Bind* list = vrmi_diff_scratch(diff, (size_t)expression->morph_bind_count, sizeof *list);
    for (int32_t i = 0; i < expression->morph_bind_count && list != NULL; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        list[i] = (Bind){
            vrmi_diff_node_id(diff, s, bind->node), bind->index, bind->node, 1, {bind->weight}};
    }
    return list;
}

static Bind* list_colors(vrm_Diff* diff, int s, const vrm_Expression* expression) {
    Bind* list = vrmi_diff_scratch(diff, (size_t)expression->color_bind_count, sizeof *list);
    for (int32_t i = 0; i < expression->color_bind_count && list != NULL; i++) {
        const vrm_ColorBind* bind = &expression->color_binds[i];
        list[i] = (Bind){diff->sides[s].material_id[bind->material],
                         (int32_t)bind->target,
                         bind->material,
                         bind->target == VRM_COLOR_BASE ? 4 : 3,
                         {bind->value.x, bind->value.y, bind->value.z, bind->value.w}};
    }
    return list;
}

static Bind* list_textures(vrm_Diff* diff, int s, const vrm_Expression* expression) {
    Bind* list = vrmi_diff_scratch(diff, (size_t)expression->texture_bind_count, sizeof *list);
    for (int32_t i = 0; i < expression->texture_bind_count && list != NULL; i++) {
        const vrm_TextureBind* bind = &expression->texture_binds[i];
        list[i] = (Bind){diff->sides[s].material_id[bind->material],
                         bind->binds_x + 2 * bind->binds_y,
                         bind->material,
                         4,
                         {bind->scale.x, bind->scale.y, bind->offset.x, bind->offset.y}};
    }
    return list;
}

static void compare_pair(vrm_Diff* diff, const vrm_Expression* a, const vrm_Expression* b) {
    vrmi_Place place = {diff, a->name, NULL};
    vrmi_diff_text(&place, "name", a->name, b->name);
    vrmi_diff_flag(&place, "isPreset", a->preset != VRM_EXPRESSION_CUSTOM,
                   b->preset != VRM_EXPRESSION_CUSTOM);
    vrmi_diff_flag(&place, "isBinary", a->binary != VRM_BINARY_NOT, b->binary != VRM_BINARY_NOT);
    vrmi_diff_word(&place, "overrideBlink", vrmi_overrides, VRMI_COUNT_overrides, a->override_blink,
                   b->override_blink);
    vrmi_diff_word(&place, "overrideLookAt", vrmi_overrides, VRMI_COUNT_overrides,
                   a->override_look_at, b->override_look_at);
    vrmi_diff_word(&place, "overrideMouth", vrmi_overrides, VRMI_COUNT_overrides, a->override_mouth,
                   b->override_mouth);
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    Bind *morphs_a = list_morphs(diff, 0, a), *morphs_b = list_morphs(diff, 1, b);
    Bind *colors_a = list_colors(diff, 0, a), *colors_b = list_colors(diff, 1, b);
    Bind *textures_a = list_textures(diff, 0, a), *textures_b = list_textures(diff, 1, b);
    if (diff->result == VRM_OK) {
        compare_lists(diff, a->name, morphs_a, a->morph_bind_count, morphs_b, b->morph_bind_count,
                      morph_name);
        compare_lists(diff, a->name, colors_a, a->color_bind_count, colors_b, b->color_bind_count,
                      color_name);
        compare_lists(diff, a->name, textures_a, a->texture_bind_count, textures_b,
                      b->texture_bind_count, texture_name);
    }
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* The expressions of an avatar, or those of a clip. */
static void list_names(vrm_Diff* diff, int s, vrmi_NameList* out) {
    int32_t count;
    const vrm_Expression* list = vrm_model_expressions(diff->sides[s].model, &count);
    const vrm_ClipInfo* clip = vrm_model_clip_info(diff->sides[s].model);
    if (clip != NULL) count = clip->expression_count;
    *out = (vrmi_NameList){.names = vrmi_diff_scratch(diff, (size_t)count, sizeof(char*)),
                           .match = vrmi_diff_scratch(diff, (size_t)count, sizeof(int32_t)),
                           .count = count};
    for (int32_t i = 0; i < count && diff->result == VRM_OK; i++) {
        out->names[i] = clip != NULL ? clip->expressions[i].name : list[i].name;
        out->match[i] = -1;
    }
}

void vrmi_diff_expressions(vrm_Diff* diff) {
    int32_t count;
    vrmi_NameList a, b;
    const vrm_Expression* before = vrm_model_expressions(diff->sides[0].model, &count);
    const vrm_Expression* after = vrm_model_expressions(diff->sides[1].model, &count);
    const vrm_ClipInfo* clip_a = vrm_model_clip_info(diff->sides[0].model);
    const vrm_ClipInfo* clip_b = vrm_model_clip_info(diff->sides[1].model);
    list_names(diff, 0, &a);
    list_names(diff, 1, &b);
    if (diff->result != VRM_OK) return;
    vrmi_diff_match_exactly(diff, &a, &b);
    for (int32_t i = 0; i < a.count && diff->result == VRM_OK; i++) {
        if (a.match[i] < 0)
            vrmi_diff_only(diff, VRMI_BEFORE, a.names[i], "");
        else if (clip_a == NULL && clip_b == NULL)
            compare_pair(diff, &before[i], &after[a.match[i]]);
        else if (clip_a != NULL && clip_b != NULL)
            vrmi_diff_node(&(vrmi_Place){diff, a.names[i], NULL}, "node",
                           clip_a->expressions[i].node, clip_b->expressions[a.match[i]].node);
    }
    for (int32_t i = 0; i < b.count && diff->result == VRM_OK; i++)
        if (b.match[i] < 0) vrmi_diff_only(diff, VRMI_AFTER, b.names[i], "");
}

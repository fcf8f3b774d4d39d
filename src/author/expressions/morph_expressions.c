/* SPDX-License-Identifier: MIT */
/* Expressions of morph targets by their names, as motion reads them: VRM's presets, visemes, VRoid,
 * MMD, Character Creator, and the 52 shapes of ARKit, from which presets are composed that the file
 * does not have. */
#include "author/expressions/morph_expressions.h"

#include "motion/morph_names.h"
#include "vrm/face.h"

enum {
    SHAPES = VRM_FACE_SHAPE_COUNT,
    PRESETS = VRM_EXPRESSION_PRESET_COUNT,
    MEANINGS = PRESETS + SHAPES, /* of a morph: a preset, or PRESETS + a shape */
    NOTHING = VRMI_MORPH_UNKNOWN
};

/* A morph target that means something. */
typedef struct Morph {
    int32_t node, index, meaning;
} Morph;

typedef struct Finder {
    const vrm_Gltf* gltf;
    vrmi_Budget* budget;
    vrmi_Arena* arena;
    Morph* morphs;
    int32_t count;
    int32_t users[MEANINGS]; /* morphs of each meaning */
    vrm_MorphBind* binds;    /* of all expressions */
    int32_t bind_count;
    vrm_Expression* expressions;
    int32_t expression_count;
} Finder;

/* ---- Presets of shapes ---- */

typedef struct Part {
    vrm_ExpressionPreset preset;
    vrm_FaceShape shape;
    float weight;
} Part;

#define BOTH(preset, shape, weight)                                                                \
    {VRM_EXPRESSION_##preset, VRM_FACE_SHAPE_##shape##_LEFT, weight}, {                            \
        VRM_EXPRESSION_##preset, VRM_FACE_SHAPE_##shape##_RIGHT, weight                            \
    }
#define ONE(preset, shape, weight)                                                                 \
    { VRM_EXPRESSION_##preset, VRM_FACE_SHAPE_##shape, weight }

/* What a face does in a preset. A preset is composed if the shape of its first row is there. */
static const Part parts[] = {
    BOTH(HAPPY, MOUTH_SMILE, 0.9f),
    BOTH(HAPPY, CHEEK_SQUINT, 0.6f),
    BOTH(HAPPY, EYE_SQUINT, 0.4f),
    BOTH(ANGRY, BROW_DOWN, 1.0f),
    BOTH(ANGRY, MOUTH_FROWN, 0.5f),
    BOTH(ANGRY, NOSE_SNEER, 0.5f),
    BOTH(ANGRY, EYE_SQUINT, 0.3f),
    BOTH(SAD, MOUTH_FROWN, 0.8f),
    ONE(SAD, BROW_INNER_UP, 0.8f),
    BOTH(RELAXED, MOUTH_SMILE, 0.4f),
    BOTH(RELAXED, EYE_SQUINT, 0.4f),
    BOTH(SURPRISED, EYE_WIDE, 0.8f),
    ONE(SURPRISED, BROW_INNER_UP, 0.9f),
    BOTH(SURPRISED, BROW_OUTER_UP, 0.9f),
    ONE(SURPRISED, JAW_OPEN, 0.3f),
    ONE(AA, JAW_OPEN, 0.6f),
    BOTH(IH, MOUTH_STRETCH, 0.5f),
    ONE(IH, JAW_OPEN, 0.15f),
    ONE(OU, MOUTH_PUCKER, 0.8f),
    ONE(OU, JAW_OPEN, 0.1f),
    BOTH(EE, MOUTH_SMILE, 0.4f),
    ONE(EE, JAW_OPEN, 0.25f),
    ONE(OH, MOUTH_FUNNEL, 0.7f),
    ONE(OH, JAW_OPEN, 0.3f),
    BOTH(BLINK, EYE_BLINK, 1.0f),
    ONE(BLINK_LEFT, EYE_BLINK_LEFT, 1.0f),
    ONE(BLINK_RIGHT, EYE_BLINK_RIGHT, 1.0f),
    BOTH(LOOK_UP, EYE_LOOK_UP, 1.0f),
    BOTH(LOOK_DOWN, EYE_LOOK_DOWN, 1.0f),
    ONE(LOOK_LEFT, EYE_LOOK_OUT_LEFT, 1.0f),
    ONE(LOOK_LEFT, EYE_LOOK_IN_RIGHT, 1.0f),
    ONE(LOOK_RIGHT, EYE_LOOK_IN_LEFT, 1.0f),
    ONE(LOOK_RIGHT, EYE_LOOK_OUT_RIGHT, 1.0f),
};

enum { PARTS = sizeof parts / sizeof *parts };

/* ---- Morphs ---- */

int32_t vrmi_morph_meaning(const char* name) {
    const char* expression = vrmi_morph_expression(name);
    vrm_ExpressionPreset preset = vrm_expression_preset_by_name(expression);
    if (preset == VRM_EXPRESSION_NEUTRAL) return NOTHING; /* the face at rest needs no morph */
    if (preset != VRM_EXPRESSION_CUSTOM) return (int32_t)preset;
    vrm_FaceShape shape = vrm_face_shape_by_name(expression);
    return shape == VRM_FACE_SHAPE_NONE ? NOTHING : PRESETS + (int32_t)shape;
}

/* A preset takes one morph of a mesh: "A" and "viseme_aa" would open the mouth twice. Halves of a
 * shape, such as cheek_puff_l, add up. */
static bool is_taken(const Finder* finder, int32_t first, int32_t meaning) {
    for (int32_t i = first; i < finder->count && meaning < PRESETS; i++)
        if (finder->morphs[i].meaning == meaning) return true;
    return false;
}

static void read_mesh(Finder* finder, int32_t node, const vrm_Mesh* mesh) {
    int32_t first = finder->count;
    for (int32_t t = 0; t < mesh->target_count && t < mesh->target_name_count; t++) {
        int32_t meaning = vrmi_morph_meaning(mesh->target_names[t]);
        if (meaning == NOTHING || is_taken(finder, first, meaning)) continue;
        finder->morphs[finder->count++] = (Morph){node, t, meaning};
        finder->users[meaning]++;
    }
}

static int32_t names_of(const vrm_Gltf* gltf, int32_t node) {
    int32_t mesh = gltf->nodes[node].mesh;
    return mesh < 0 ? 0 : gltf->meshes[mesh].target_name_count;
}

static vrm_Result read_morphs(Finder* finder) {
    const vrm_Gltf* gltf = finder->gltf;
    uint64_t room = 0;
    for (int32_t n = 0; n < gltf->node_count; n++) room += (uint64_t)names_of(gltf, n);
    if (room > INT32_MAX / 4 ||
        !vrmi_budget_work(finder->budget, "names of morph targets", 64 * room))
        return VRM_ERR_LIMIT;
    finder->morphs = vrmi_arena_alloc(finder->arena, (size_t)room, sizeof *finder->morphs);
    if (finder->morphs == NULL) return VRM_ERR_MEMORY;
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (names_of(gltf, n) > 0) read_mesh(finder, n, &gltf->meshes[gltf->nodes[n].mesh]);
    return VRM_OK;
}

/* ---- Expressions ---- */

static void bind(Finder* finder, int32_t meaning, float weight) {
    for (int32_t i = 0; i < finder->count; i++) {
        const Morph* morph = &finder->morphs[i];
        if (morph->meaning != meaning) continue;
        finder->binds[finder->bind_count++] = (vrm_MorphBind){morph->node, morph->index, weight};
    }
}

/* Blinks of both eyes are composed of presets too, where a file has only these. */
static void compose(Finder* finder, vrm_ExpressionPreset preset) {
    bool is_first = true;
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].preset != preset) continue;
        if (is_first && finder->users[PRESETS + (int)parts[i].shape] == 0) break;
        is_first = false;
        bind(finder, PRESETS + (int32_t)parts[i].shape, parts[i].weight);
    }
    if (!is_first || preset != VRM_EXPRESSION_BLINK) return;
    if (finder->users[VRM_EXPRESSION_BLINK_LEFT] == 0 ||
        finder->users[VRM_EXPRESSION_BLINK_RIGHT] == 0)
        return;
    bind(finder, VRM_EXPRESSION_BLINK_LEFT, 1.0f);
    bind(finder, VRM_EXPRESSION_BLINK_RIGHT, 1.0f);
}

static void add_expression(Finder* finder, vrm_ExpressionPreset preset, const char* name,
                           int32_t first) {
    if (finder->bind_count == first) return;
    finder->expressions[finder->expression_count++] =
        (vrm_Expression){.name = name,
                         .preset = preset,
                         .morph_binds = finder->binds + first,
                         .morph_bind_count = finder->bind_count - first};
}

/* Each morph is bound once by its own expression, and by every part that has its shape. */
static vrm_Result make_room(Finder* finder) {
    enum { MOST_USES = 8 }; /* of a morph: rows of one shape, its own expression and a blink */
    if (finder->count > INT32_MAX / (MOST_USES + 1)) return VRM_ERR_LIMIT;
    size_t most = (size_t)MOST_USES * (size_t)finder->count;
    finder->binds = vrmi_arena_alloc(finder->arena, most, sizeof *finder->binds);
    finder->expressions = vrmi_arena_alloc(finder->arena, MEANINGS, sizeof *finder->expressions);
    return finder->binds != NULL && finder->expressions != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

static void make_expressions(Finder* finder) {
    for (int32_t p = 0; p < PRESETS; p++) {
        int32_t first = finder->bind_count;
        if (finder->users[p] > 0)
            bind(finder, p, 1.0f);
        else
            compose(finder, (vrm_ExpressionPreset)p);
        add_expression(finder, (vrm_ExpressionPreset)p,
                       vrm_expression_preset_name((vrm_ExpressionPreset)p), first);
    }
    for (int32_t s = 0; s < SHAPES; s++) {
        int32_t first = finder->bind_count;
        bind(finder, PRESETS + s, 1.0f);
        add_expression(finder, VRM_EXPRESSION_CUSTOM, vrm_face_shape_name((vrm_FaceShape)s), first);
    }
}

vrm_Result vrmi_morph_expressions(const vrm_Model* model, vrmi_Budget* budget, vrmi_Arena* arena,
                                  vrm_Expression** out, int32_t* out_count) {
    Finder finder = {.gltf = vrm_model_gltf(model), .budget = budget, .arena = arena};
    vrm_Result result = read_morphs(&finder);
    if (result == VRM_OK) result = make_room(&finder);
    if (result != VRM_OK) return result;
    make_expressions(&finder);
    *out = finder.expressions;
    *out_count = finder.expression_count;
    return VRM_OK;
}

/* SPDX-License-Identifier: MIT */
/* The limits of a policy beside the numbers of a model. */
#include "facts/counts.h"
#include "facts/loads.h"
#include "facts/measure.h"
#include "validate/policy_parts.h"

#include <string.h>

/* What a row is measured by: a count of counts.h, or one of these. */
enum {
    FILE_BYTES = CLI_COUNT_COUNT,
    BONES,
    DRAW_CALLS,
    SKINNED_MESHES,
    UNSKINNED_MESHES,
    SPARSE_ACCESSORS,
    TEXTURE_SIDE,
    TEXTURE_PIXELS,
    TEXTURE_MEMORY,
    COLLIDER_CHECKS,
    HEIGHT,
    MEASURE_COUNT
};

/* Name, code, pointer, noun, measure. */
#define LIMITS(X)                                                                                  \
    X("fileBytes", "FILE_SIZE", "", "bytes", FILE_BYTES)                                           \
    X("nodes", "NODES", "/nodes", "nodes", CLI_COUNT_NODES)                                        \
    X("bones", "BONES", "/skins", "nodes that are joints of skins", BONES)                         \
    X("meshes", "MESHES", "/meshes", "meshes", CLI_COUNT_MESHES)                                   \
    X("primitives", "PRIMITIVES", "/meshes", "primitives", CLI_COUNT_PRIMITIVES)                   \
    X("drawCalls", "DRAW_CALLS", "/meshes", "draw calls (material slots)", DRAW_CALLS)             \
    X("skinnedMeshes", "SKINNED_MESHES", "/nodes", "nodes with skinned meshes", SKINNED_MESHES)    \
    X("unskinnedMeshes", "UNSKINNED_MESHES", "/nodes", "nodes with meshes that have no skin",      \
      UNSKINNED_MESHES)                                                                            \
    X("vertices", "VERTICES", "/meshes", "vertices", CLI_COUNT_VERTICES)                           \
    X("triangles", "TRIANGLES", "/meshes", "triangles", CLI_COUNT_TRIANGLES)                       \
    X("materials", "MATERIALS", "/materials", "materials", CLI_COUNT_MATERIALS)                    \
    X("textures", "TEXTURES", "/textures", "textures", CLI_COUNT_TEXTURES)                         \
    X("images", "IMAGES", "/images", "images", CLI_COUNT_IMAGES)                                   \
    X("textureSide", "TEXTURE_SIDE", "", "pixels along a side", TEXTURE_SIDE)                      \
    X("texturePixels", "TEXTURE_PIXELS", "/images", "pixels in all images", TEXTURE_PIXELS)        \
    X("textureMemory", "TEXTURE_MEMORY", "/images", "bytes of textures in graphics memory",        \
      TEXTURE_MEMORY)                                                                              \
    X("morphTargets", "MORPH_TARGETS", "/meshes", "morph targets", CLI_COUNT_MORPH_TARGETS)        \
    X("sparseAccessors", "SPARSE_ACCESSORS", "/accessors", "sparse accessors", SPARSE_ACCESSORS)   \
    X("expressions", "EXPRESSIONS", "", "expressions", CLI_COUNT_EXPRESSIONS)                      \
    X("springs", "SPRINGS", "", "spring chains", CLI_COUNT_SPRINGS)                                \
    X("springJoints", "SPRING_JOINTS", "", "spring joints", CLI_COUNT_SPRING_JOINTS)               \
    X("colliders", "COLLIDERS", "", "colliders", CLI_COUNT_COLLIDERS)                              \
    X("colliderChecks", "COLLIDER_CHECKS", "", "checks of joints against colliders",               \
      COLLIDER_CHECKS)                                                                             \
    X("constraints", "CONSTRAINTS", "", "node constraints", CLI_COUNT_CONSTRAINTS)                 \
    X("height", "HEIGHT", "", "metres of height", HEIGHT)

#define ROW(name, code, pointer, noun, measure)                                                    \
    {name, "POLICY_" code, pointer, noun, (int)(measure) == (int)HEIGHT},
const policy_Limit policy_limits[POLICY_LIMIT_COUNT] = {LIMITS(ROW)};

#define MEASURE(name, code, pointer, noun, measure) measure,
static const int measures[] = {LIMITS(MEASURE)};
_Static_assert(sizeof measures / sizeof *measures == POLICY_LIMIT_COUNT, "CLI_POLICY_LIMITS");

const char* const policy_dialects[] = {"0.x", "1.0-draft", "1.0-beta", "1.0", NULL};

typedef struct Numbers {
    double values[MEASURE_COUNT];
    bool is_height_known;
} Numbers;

static bool take_loads(const vrm_Model* model, double values[MEASURE_COUNT]) {
    cli_Loads loads;
    if (cli_measure_loads(model, &loads) != VRM_OK) return false;
    values[DRAW_CALLS] = loads.draw_calls;
    values[SKINNED_MESHES] = loads.skinned_meshes;
    values[UNSKINNED_MESHES] = loads.unskinned_meshes;
    values[SPARSE_ACCESSORS] = loads.sparse_accessors;
    values[TEXTURE_SIDE] = loads.texture_side;
    values[TEXTURE_PIXELS] = loads.texture_pixels;
    values[TEXTURE_MEMORY] = loads.texture_memory;
    values[COLLIDER_CHECKS] = loads.collider_checks;
    return true;
}

static bool limits_height(const cli_Policy* policy) {
    for (int i = 0; i < POLICY_LIMIT_COUNT; i++)
        if (measures[i] == HEIGHT) return policy->maxima[i] >= 0.0;
    return false;
}

/* The height is measured only if it is asked for: it needs every vertex. */
static bool take_numbers(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                         Numbers* out) {
    int64_t counts[CLI_COUNT_COUNT], joints = cli_count_joints(model);
    *out = (Numbers){0};
    if (joints < 0 || !cli_count_all(model, counts) || !take_loads(model, out->values))
        return false;
    for (int i = 0; i < CLI_COUNT_COUNT; i++) out->values[i] = (double)counts[i];
    out->values[BONES] = (double)joints;
    out->values[FILE_BYTES] = (double)file_bytes;
    if (limits_height(policy) && cli_avatar_height(model, &out->values[HEIGHT]) != VRM_OK)
        return false;
    out->is_height_known = out->values[HEIGHT] > 0.0;
    return true;
}

int cli_policy_limits(const cli_Policy* policy, const vrm_Model* model, uint64_t file_bytes,
                      cli_PolicyLimit out[CLI_POLICY_LIMITS]) {
    Numbers numbers;
    int count = 0;
    if (!take_numbers(policy, model, file_bytes, &numbers)) return -1;
    for (int i = 0; i < POLICY_LIMIT_COUNT; i++) {
        if (policy->maxima[i] < 0.0) continue;
        const policy_Origin* origin = &policy->origins[i];
        double value = numbers.values[measures[i]];
        bool is_known = measures[i] != HEIGHT || numbers.is_height_known;
        out[count++] = (cli_PolicyLimit){.name = policy_limits[i].name,
                                         .code = policy_limits[i].code,
                                         .pointer = policy_limits[i].pointer,
                                         .noun = policy_limits[i].noun,
                                         .source = origin->source,
                                         .date = origin->date,
                                         .note = origin->note,
                                         .max = policy->maxima[i],
                                         .value = value,
                                         .severity = policy->limit_severities[i],
                                         .is_fraction = policy_limits[i].is_fraction,
                                         .is_known = is_known,
                                         .is_met = !is_known || value <= policy->maxima[i]};
    }
    return count;
}

bool cli_policy_accepts_format(const cli_Policy* policy, const char* format) {
    if (policy->accepted_formats == 0) return true;
    for (int i = 0; format != NULL && cli_image_formats[i] != NULL; i++)
        if (strcmp(format, cli_image_formats[i]) == 0)
            return (policy->accepted_formats >> i & 1) != 0;
    return false;
}

bool cli_policy_accepts_dialect(const cli_Policy* policy, vrm_Dialect dialect) {
    const char* text = vrm_dialect_text(dialect);
    if (policy->accepted_dialects == 0) return true;
    for (int i = 0; text != NULL && policy_dialects[i] != NULL; i++)
        if (strcmp(text, policy_dialects[i]) == 0) return (policy->accepted_dialects >> i & 1) != 0;
    return false;
}

bool cli_policy_refuses_extension(const cli_Policy* policy, const char* extension) {
    for (int i = 0; i < policy->refused_count; i++)
        if (strcmp(policy->refused_extensions[i], extension) == 0) return true;
    return false;
}

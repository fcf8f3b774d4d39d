/* SPDX-License-Identifier: MIT */
/* Checks of the data of accessors: bounds, finite numbers, and the requirements of each use. Every
 * accessor is read once, for all its uses; the findings are made at each use. */
#include "validate/gltf/accessor_scan.h"
#include "validate/gltf/gltf_pass.h"
#include "validate/gltf/gltf_transform.h"
#include "validate/schema/numbers.h"

#include <math.h>

/* Up to this many wrong elements are reported one by one, the rest as a count. */
#define MAX_HITS 8

typedef enum Flaw {
    FLAW_NOT_FINITE,
    FLAW_NOT_UNIT,
    FLAW_SIGN,
    FLAW_COLOR,
    FLAW_BIND_MATRIX,
    FLAW_NEGATIVE_TIME,
    FLAW_TIME_ORDER,
    FLAW_QUATERNION,
    FLAW_CUBIC_QUATERNION,
    FLAW_RESTART,
    FLAW_INDEX,
    FLAW_COUNT
} Flaw;

static const struct {
    vrmi_RuleId rule;
    const char* what; /* is wrong with element N, whose value is V */
} flaws[FLAW_COUNT] = {
    [FLAW_NOT_FINITE] = {VRMI_RULE_ACCESSOR_INVALID_FLOAT, "is not a finite number"},
    [FLAW_NOT_UNIT] = {VRMI_RULE_ACCESSOR_VECTOR3_NON_UNIT,
                       "ends a vector of another length than 1"},
    [FLAW_SIGN] = {VRMI_RULE_ACCESSOR_INVALID_SIGN, "should be 1 or -1"},
    [FLAW_COLOR] = {VRMI_RULE_ACCESSOR_NON_CLAMPED, "is outside 0 to 1"},
    [FLAW_BIND_MATRIX] = {VRMI_RULE_ACCESSOR_INVALID_IBM,
                          "is in the last row of a matrix, which should be 0 0 0 1"},
    [FLAW_NEGATIVE_TIME] = {VRMI_RULE_ACCESSOR_ANIMATION_INPUT_NEGATIVE, "is a negative time"},
    [FLAW_TIME_ORDER] = {VRMI_RULE_ACCESSOR_ANIMATION_INPUT_NON_INCREASING,
                         "is not later than the one before it"},
    [FLAW_QUATERNION] = {VRMI_RULE_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
                         "ends a rotation of another length than 1"},
    [FLAW_CUBIC_QUATERNION] =
        {VRMI_RULE_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
         "ends a rotation of another length than 1"},
    [FLAW_RESTART] = {VRMI_RULE_ACCESSOR_INDEX_PRIMITIVE_RESTART,
                      "is the greatest value of its type, which is not allowed"},
    [FLAW_INDEX] = {VRMI_RULE_ACCESSOR_INDEX_OOB, "is past the last vertex"},
};

typedef struct Hits {
    uint64_t total;
    struct {
        uint64_t number; /* counted over components */
        double value;
    } first[MAX_HITS];
} Hits;

/* The results of reading an accessor once. */
typedef struct Findings {
    Hits hits[FLAW_COUNT];
    bool wants[VRMI_DATA_KIND_COUNT];
    double min[16], max[16];
    double declared_min[16], declared_max[16];
    bool has_min, has_max; /* are declared */
    bool has_bounds;       /* `min` and `max` hold a first element */
    uint64_t below[16], above[16];
    double last_time;
    double greatest_index;
    uint64_t degenerate;
} Findings;

static void hit(Hits* hits, uint64_t number, double value) {
    if (hits->total < MAX_HITS) {
        hits->first[hits->total].number = number;
        hits->first[hits->total].value = value;
    }
    hits->total++;
}

static void report_flaw(vrmi_GltfPass* pass, Flaw flaw, const Hits* hits, vrm_JsonRef at) {
    uint64_t shown = hits->total < MAX_HITS ? hits->total : MAX_HITS;
    for (uint64_t i = 0; i < shown; i++)
        vrmi_report(pass->report, flaws[flaw].rule, pass->json, at, "Number %llu (%.9g) %s.",
                    (unsigned long long)hits->first[i].number, hits->first[i].value,
                    flaws[flaw].what);
    if (hits->total > shown)
        vrmi_report(pass->report, flaws[flaw].rule, pass->json, at,
                    "%llu more number%s like this one: it %s.",
                    (unsigned long long)(hits->total - shown), vrmi_s(hits->total - shown),
                    flaws[flaw].what);
}

/* ---- Looks at a block ---- */

/* Counts what is outside the declared bounds, in a block that has such numbers. */
static void count_outside(Findings* found, const vrmi_Scan* scan) {
    for (uint32_t e = 0; e < scan->loaded; e++) {
        for (uint32_t c = 0; c < scan->components; c++) {
            double value = scan->numbers[e * scan->components + c];
            found->below[c] += value < found->declared_min[c];
            found->above[c] += value > found->declared_max[c];
        }
    }
}

static void look_at_bounds(Findings* found, const vrmi_Scan* scan) {
    double min[16], max[16]; /* of the block */
    bool has_outside = false;
    for (uint32_t c = 0; c < scan->components; c++) {
        if (!found->has_bounds) found->min[c] = found->max[c] = scan->numbers[c];
        min[c] = (double)INFINITY;
        max[c] = -(double)INFINITY;
    }
    found->has_bounds = true;
    vrmi_numbers_bound(scan->numbers, scan->loaded * scan->components, scan->components, min, max);
    for (uint32_t c = 0; c < scan->components; c++) {
        found->min[c] = found->min[c] > min[c] ? min[c] : found->min[c];
        found->max[c] = found->max[c] < max[c] ? max[c] : found->max[c];
        has_outside |= (found->has_min && min[c] < found->declared_min[c]) ||
                       (found->has_max && max[c] > found->declared_max[c]);
    }
    if (has_outside) count_outside(found, scan);
}

static void look_at_floats(Findings* found, const vrmi_Scan* scan) {
    uint32_t count = scan->loaded * scan->components;
    if (vrmi_numbers_are_finite(scan->numbers, count)) return;
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(scan->numbers[i]))
            hit(&found->hits[FLAW_NOT_FINITE], scan->first * scan->components + i,
                scan->numbers[i]);
}

static double length_of(const vrmi_Scan* scan, uint32_t element, uint32_t numbers) {
    double sum = 0;
    for (uint32_t i = 0; i < numbers; i++) {
        double value = vrmi_scan_normalized(
            scan->component_type, scan->numbers[(uint64_t)element * scan->components + i]);
        sum += value * value;
    }
    return sqrt(sum);
}

/* Tolerances: the precision of a unit vector and of a unit quaternion in signed bytes. */
static void look_at_vectors(Findings* found, const vrmi_Scan* scan) {
    if (!found->wants[VRMI_DATA_TANGENT] && scan->component_type == VRM_COMPONENT_FLOAT &&
        vrmi_numbers_are_unit(scan->numbers, scan->loaded, scan->components,
                              VRMI_UNIT_VECTOR_TOLERANCE))
        return;
    for (uint32_t e = 0; e < scan->loaded; e++) {
        double length = length_of(scan, e, 3);
        uint64_t number = (scan->first + e) * scan->components;
        if (fabs(length - 1) > VRMI_UNIT_VECTOR_TOLERANCE)
            hit(&found->hits[FLAW_NOT_UNIT], number + 2, length);
        if (!found->wants[VRMI_DATA_TANGENT]) continue;
        double sign =
            vrmi_scan_normalized(scan->component_type, scan->numbers[e * scan->components + 3]);
        if (sign != 1 && sign != -1) hit(&found->hits[FLAW_SIGN], number + 3, sign);
    }
}

static void look_at_quaternions(Findings* found, const vrmi_Scan* scan, bool is_cubic) {
    Hits* hits = &found->hits[is_cubic ? FLAW_CUBIC_QUATERNION : FLAW_QUATERNION];
    for (uint32_t e = 0; e < scan->loaded; e++) {
        if (is_cubic && (scan->first + e) % 3 != 1) continue;
        double length = length_of(scan, e, 4);
        if (fabs(length - 1) > VRMI_UNIT_QUATERNION_TOLERANCE)
            hit(hits, (scan->first + e) * 4 + 3, length);
    }
}

static void look_at_colors(Findings* found, const vrmi_Scan* scan) {
    for (uint32_t i = 0; i < scan->loaded * scan->components; i++)
        if (scan->numbers[i] > 1 || scan->numbers[i] < 0)
            hit(&found->hits[FLAW_COLOR], scan->first * scan->components + i, scan->numbers[i]);
}

static void look_at_bind_matrices(Findings* found, const vrmi_Scan* scan) {
    for (uint32_t e = 0; e < scan->loaded; e++) {
        for (uint32_t c = 3; c < 16; c += 4) {
            double value = scan->numbers[e * 16 + c];
            if (value != (c == 15 ? 1 : 0))
                hit(&found->hits[FLAW_BIND_MATRIX], (scan->first + e) * 16 + c, value);
        }
    }
}

static void look_at_times(Findings* found, const vrmi_Scan* scan) {
    for (uint32_t e = 0; e < scan->loaded; e++) {
        double time = scan->numbers[e];
        uint64_t number = scan->first + e;
        if (time < 0) {
            hit(&found->hits[FLAW_NEGATIVE_TIME], number, time);
            continue;
        }
        if (number != 0 && time <= found->last_time)
            hit(&found->hits[FLAW_TIME_ORDER], number, time);
        found->last_time = time;
    }
}

static double greatest_of(vrm_ComponentType type) {
    return type == VRM_COMPONENT_UNSIGNED_BYTE    ? 255
           : type == VRM_COMPONENT_UNSIGNED_SHORT ? 65535
                                                  : 4294967295.0;
}

/* A block begins with a whole triangle: its 1536 indices are 512 of them. */
static void look_at_indices(Findings* found, const vrmi_Scan* scan) {
    double restart = greatest_of(scan->component_type), least = 0, greatest = 0;
    vrmi_numbers_bound(scan->numbers, scan->loaded, 1, &least, &greatest);
    if (greatest > found->greatest_index) found->greatest_index = greatest;
    for (uint32_t e = 0; greatest == restart && e < scan->loaded; e++)
        if (scan->numbers[e] == restart)
            hit(&found->hits[FLAW_RESTART], scan->first + e, scan->numbers[e]);
    if (found->wants[VRMI_DATA_TRIANGLES])
        found->degenerate += vrmi_numbers_degenerate(scan->numbers, scan->loaded / 3);
}

static void look_at_block(Findings* found, const vrmi_Scan* scan) {
    const bool* wants = found->wants;
    if (found->has_min || found->has_max) look_at_bounds(found, scan);
    if (scan->component_type == VRM_COMPONENT_FLOAT) look_at_floats(found, scan);
    if (wants[VRMI_DATA_UNIT_VECTOR] || wants[VRMI_DATA_TANGENT]) look_at_vectors(found, scan);
    if (wants[VRMI_DATA_COLOR]) look_at_colors(found, scan);
    if (wants[VRMI_DATA_BIND_MATRIX]) look_at_bind_matrices(found, scan);
    if (wants[VRMI_DATA_KEY_TIME]) look_at_times(found, scan);
    if (wants[VRMI_DATA_QUATERNION]) look_at_quaternions(found, scan, false);
    if (wants[VRMI_DATA_CUBIC_QUATERNION]) look_at_quaternions(found, scan, true);
    if (wants[VRMI_DATA_INDICES] || wants[VRMI_DATA_TRIANGLES]) look_at_indices(found, scan);
}

/* ---- Findings ---- */

static void report_bounds(vrmi_GltfPass* pass, const vrm_Accessor* accessor, const char* key,
                          const double* declared, const double* actual, const uint64_t* outside,
                          vrmi_RuleId mismatch, vrmi_RuleId out_of_bound) {
    vrm_JsonIter it = vrm_json_iter(pass->json, vrm_json_member(pass->json, accessor->json, key));
    while (vrm_json_next(&it)) {
        uint32_t c = it.index;
        if (declared[c] == actual[c]) continue;
        double plain = actual[c] + 0.0; /* -0 becomes 0 */
        vrmi_report(pass->report, mismatch, pass->json, it.value,
                    "%s is stated as %.9g, but the data says %.9g.", key, declared[c], plain);
        if (outside[c] > 0)
            vrmi_report(pass->report, out_of_bound, pass->json, it.value,
                        "Elements outside the stated %s of %.9g: %llu.", key, declared[c],
                        (unsigned long long)outside[c]);
    }
}

/* Reports indices past the last vertex. The number of vertices differs from use to use, so the
 * accessor is read again when its greatest index is too large. */
static void report_indices(vrmi_GltfPass* pass, const vrm_Accessor* accessor, const Findings* found,
                           const vrmi_DataUse* use) {
    double last = use->vertex_count < 0 ? -1 : (double)use->vertex_count - 1;
    if (found->greatest_index > last && pass->data_budget >= accessor->count) {
        vrmi_Scan scan;
        Hits hits = {0};
        pass->data_budget -= accessor->count;
        if (vrmi_scan_begin(&scan, pass->gltf, accessor))
            while (vrmi_scan_next(&scan))
                for (uint32_t e = 0; e < scan.loaded; e++)
                    if (scan.numbers[e] > last) hit(&hits, scan.first + e, scan.numbers[e]);
        report_flaw(pass, FLAW_INDEX, &hits, use->at);
    }
    report_flaw(pass, FLAW_RESTART, &found->hits[FLAW_RESTART], use->at);
    if (use->kind == VRMI_DATA_TRIANGLES && found->degenerate > 0)
        vrmi_report(pass->report, VRMI_RULE_ACCESSOR_INDEX_TRIANGLE_DEGENERATE, pass->json, use->at,
                    "%llu of %llu triangles use a vertex twice and are invisible.",
                    (unsigned long long)found->degenerate,
                    (unsigned long long)(accessor->count / 3));
}

static void report_use(vrmi_GltfPass* pass, const vrm_Accessor* accessor, const Findings* found,
                       const vrmi_DataUse* use) {
    switch (use->kind) {
    case VRMI_DATA_TANGENT:
        report_flaw(pass, FLAW_NOT_UNIT, &found->hits[FLAW_NOT_UNIT], use->at);
        report_flaw(pass, FLAW_SIGN, &found->hits[FLAW_SIGN], use->at);
        break;
    case VRMI_DATA_UNIT_VECTOR:
        report_flaw(pass, FLAW_NOT_UNIT, &found->hits[FLAW_NOT_UNIT], use->at);
        break;
    case VRMI_DATA_COLOR: report_flaw(pass, FLAW_COLOR, &found->hits[FLAW_COLOR], use->at); break;
    case VRMI_DATA_BIND_MATRIX:
        report_flaw(pass, FLAW_BIND_MATRIX, &found->hits[FLAW_BIND_MATRIX], use->at);
        break;
    case VRMI_DATA_KEY_TIME:
        report_flaw(pass, FLAW_NEGATIVE_TIME, &found->hits[FLAW_NEGATIVE_TIME], use->at);
        report_flaw(pass, FLAW_TIME_ORDER, &found->hits[FLAW_TIME_ORDER], use->at);
        break;
    case VRMI_DATA_QUATERNION:
        report_flaw(pass, FLAW_QUATERNION, &found->hits[FLAW_QUATERNION], use->at);
        break;
    case VRMI_DATA_CUBIC_QUATERNION:
        report_flaw(pass, FLAW_CUBIC_QUATERNION, &found->hits[FLAW_CUBIC_QUATERNION], use->at);
        break;
    case VRMI_DATA_INDICES:
    case VRMI_DATA_TRIANGLES: report_indices(pass, accessor, found, use); break;
    case VRMI_DATA_KIND_COUNT: break;
    }
}

/* ---- Accessors ---- */

/* Every sparse index greater than the one before it, and below the number of elements. */
static void check_sparse_indices(vrmi_GltfPass* pass, const vrm_Accessor* accessor) {
    vrmi_Scan scan;
    vrm_JsonRef at = vrm_json_member(pass->json, accessor->json, "sparse");
    if (!vrmi_scan_begin(&scan, pass->gltf, accessor)) return;
    uint64_t wrong_order = 0, outside = 0;
    int32_t number = (int32_t)(accessor - pass->gltf->accessors);
    uint64_t count = vrm_accessor_sparse(pass->gltf, number).count;
    for (uint64_t i = 0, last = 0; i < count; i++) {
        uint64_t index = vrmi_scan_sparse_index(&scan, i);
        if (i > 0 && index <= last && wrong_order++ < MAX_HITS)
            vrmi_report(pass->report, VRMI_RULE_ACCESSOR_SPARSE_INDICES_NON_INCREASING, pass->json,
                        at,
                        "Sparse index number %llu (%llu) is not greater than the one before it.",
                        (unsigned long long)i, (unsigned long long)index);
        if (index >= accessor->count && outside++ < MAX_HITS)
            vrmi_report(pass->report, VRMI_RULE_ACCESSOR_SPARSE_INDEX_OOB, pass->json, at,
                        "Sparse index number %llu (%llu) is past the end: there %s %llu element%s.",
                        (unsigned long long)i, (unsigned long long)index,
                        accessor->count == 1 ? "is" : "are", (unsigned long long)accessor->count,
                        vrmi_s(accessor->count));
        last = index;
    }
}

/* A sparse accessor without a buffer view is zeros except for its sparse values: when only bounds
 * are needed the zeros are skipped, because a file may declare any number of them. */
static bool is_mostly_zeros(const vrm_Accessor* accessor, const vrmi_AccessorFacts* facts) {
    return accessor->buffer_view < 0 && facts->uses == NULL;
}

/* Looks at one element for `count` of them, all zeros. */
static void look_at_zeros(Findings* found, vrmi_Scan* scan, uint64_t count) {
    for (uint32_t c = 0; c < scan->components; c++) {
        scan->numbers[c] = 0;
        if (found->declared_min[c] > 0) found->below[c] += count - 1;
        if (found->declared_max[c] < 0) found->above[c] += count - 1;
    }
    scan->loaded = 1;
    look_at_block(found, scan);
}

static void scan_sparse(const vrmi_GltfPass* pass, const vrm_Accessor* accessor, Findings* found) {
    vrmi_Scan scan;
    if (!vrmi_scan_begin_sparse(&scan, pass->gltf, accessor)) return;
    /* The first element initializes the bounds and the others are compared with it: the order
     * matters when one of them is NaN. */
    uint64_t zeros = accessor->count - scan.count;
    bool begins_with_zero = zeros > 0 && (scan.count == 0 || vrmi_scan_sparse_index(&scan, 0) > 0);
    if (begins_with_zero) look_at_zeros(found, &scan, zeros);
    while (vrmi_scan_next(&scan)) look_at_block(found, &scan);
    if (!begins_with_zero && zeros > 0) look_at_zeros(found, &scan, zeros);
}

static void scan_accessor(const vrmi_GltfPass* pass, const vrm_Accessor* accessor,
                          const vrmi_AccessorFacts* facts, Findings* found) {
    vrmi_Scan scan;
    if (is_mostly_zeros(accessor, facts)) {
        scan_sparse(pass, accessor, found);
    } else if (vrmi_scan_begin(&scan, pass->gltf, accessor)) {
        while (vrmi_scan_next(&scan)) look_at_block(found, &scan);
    }
}

/* False when the budget does not cover the accessor. */
static bool spend(vrmi_GltfPass* pass, const vrm_Accessor* accessor,
                  const vrmi_AccessorFacts* facts) {
    int32_t index = (int32_t)(accessor - pass->gltf->accessors);
    uint64_t elements = is_mostly_zeros(accessor, facts)
                            ? vrm_accessor_sparse(pass->gltf, index).count
                            : accessor->count;
    uint64_t components = (uint64_t)vrm_accessor_components(accessor->type);
    if (elements > pass->data_budget / components) return false;
    pass->data_budget -= elements * components;
    return true;
}

static void check_accessor_data(vrmi_GltfPass* pass, const vrm_Accessor* accessor,
                                const vrmi_AccessorFacts* facts, Findings* found) {
    for (const vrmi_DataUse* use = facts->uses; use != NULL; use = use->next)
        found->wants[use->kind] = true;
    found->greatest_index = -1;
    scan_accessor(pass, accessor, facts, found);
    report_flaw(pass, FLAW_NOT_FINITE, &found->hits[FLAW_NOT_FINITE], accessor->json);
    if (found->has_min)
        report_bounds(pass, accessor, "min", found->declared_min, found->min, found->below,
                      VRMI_RULE_ACCESSOR_MIN_MISMATCH, VRMI_RULE_ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND);
    if (found->has_max)
        report_bounds(pass, accessor, "max", found->declared_max, found->max, found->above,
                      VRMI_RULE_ACCESSOR_MAX_MISMATCH, VRMI_RULE_ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND);
    for (const vrmi_DataUse* use = facts->uses; use != NULL; use = use->next)
        report_use(pass, accessor, found, use);
}

static bool has_data(const vrm_Accessor* accessor, const vrmi_AccessorFacts* facts) {
    return accessor->is_readable && !facts->is_misaligned &&
           (accessor->buffer_view >= 0 || accessor->is_sparse);
}

void vrmi_pass_data(vrmi_GltfPass* pass) {
    if (pass->context->def.skip_data) return;
    for (int32_t i = 0; i < pass->gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &pass->gltf->accessors[i];
        if (accessor->is_readable && accessor->is_sparse) check_sparse_indices(pass, accessor);
        if (!has_data(accessor, &pass->accessors[i])) continue;
        Findings found = {0};
        found.has_min = vrmi_pass_bounds(pass, accessor, "min", found.declared_min);
        found.has_max = vrmi_pass_bounds(pass, accessor, "max", found.declared_max);
        if (accessor->component_type != VRM_COMPONENT_FLOAT && !found.has_min && !found.has_max &&
            pass->accessors[i].uses == NULL)
            continue;
        if (!spend(pass, accessor, &pass->accessors[i])) {
            vrmi_pass_report(pass, VRMI_RULE_DATA_NOT_ALL_LOOKED_AT, vrm_json_root(pass->json));
            return;
        }
        check_accessor_data(pass, accessor, &pass->accessors[i], &found);
    }
}

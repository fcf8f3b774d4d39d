/* SPDX-License-Identifier: MIT */
/* Folds joints that nothing moves into the nodes that carry them: fewer bones and nodes, and every
 * vertex where it was. */
#include "optimize/fold/fold.h"
#include "optimize/optimize.h"

#include "base/maths.h"

#include <math.h>
#include <string.h>

/* How far the numbers of two matrices may be apart, as a share of the size of the skin. Floats have
 * 24 bits, and files multiply a matrix through all nodes above a joint. */
#define SAME 2e-6

/* ---- Which nodes something needs ---- */

static bool has_member(const vrmi_Fold* fold, const vrm_Node* node, const char* key) {
    return vrm_json_member(fold->gltf->json, node->json, key) != VRM_JSON_MISSING;
}

static bool is_freed(const vrmi_Fold* fold, int32_t node) {
    return fold->freed != NULL && fold->freed[node];
}

/* Everything below the root of a spring of 0.x or the drafts sways. */
static void mark_springs(vrmi_Fold* fold) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(fold->optimization->model);
    for (int32_t s = 0; s < bones->spring_count; s++)
        for (int32_t j = 0; j < bones->springs[s].joint_count; j++) {
            int32_t node = bones->springs[s].joints[j].node;
            if (node >= 0 && !is_freed(fold, node)) fold->is_needed[node] = 1;
        }
}

/* Constraints and animations set local transforms. */
static void mark_held(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    const vrmi_References* references = &fold->references;
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(fold->optimization->model, &count);
    for (int32_t i = 0; i < count; i++) {
        if (constraints[i].node >= 0) fold->is_fixed[constraints[i].node] = 1;
        if (constraints[i].source >= 0) fold->is_fixed[constraints[i].source] = 1;
    }
    for (size_t i = 0; i < references->count; i++)
        if (references->list[i].target == VRMI_NODES &&
            references->list[i].owner == VRMI_ANIMATIONS)
            fold->is_fixed[references->list[i].index] = 1;
    for (int32_t i = 0; i < gltf->node_count; i++)
        if ((uint32_t)i < references->pinned[VRMI_NODES] ||
            has_member(fold, &gltf->nodes[i], "extensions"))
            fold->is_fixed[i] = fold->is_needed[i] = 1;
}

/* A node whose `children` contradict the tree is kept, and so are the nodes that it lists. */
static void mark_irregular(vrmi_Fold* fold, int32_t index) {
    const vrm_Node* node = &fold->gltf->nodes[index];
    const vrm_Json* json = fold->gltf->json;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, node->json, "children"));
    uint32_t count = 0;
    while (vrm_json_next(&it)) count++;
    if (count == (uint32_t)node->child_count) return;
    fold->is_needed[index] = 1;
    for (int32_t i = 0; i < node->child_count; i++) fold->is_needed[node->children[i]] = 1;
}

static void mark_needed(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    const vrmi_References* references = &fold->references;
    for (size_t i = 0; i < references->count; i++) {
        const vrmi_Reference* reference = &references->list[i];
        bool is_of_skin = reference->owner == VRMI_SKINS; /* joints and skeleton: see below */
        if (reference->target == VRMI_NODES && !reference->is_tree && !is_of_skin)
            fold->is_needed[reference->index] = 1;
    }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        if (gltf->skins[i].skeleton >= 0) fold->is_needed[gltf->skins[i].skeleton] = 1;
    for (int32_t i = 0; i < gltf->scene_count; i++)
        for (int32_t k = 0; k < gltf->scenes[i].node_count; k++)
            if (gltf->scenes[i].nodes[k] >= 0) fold->is_needed[gltf->scenes[i].nodes[k]] = 1;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        if (node->parent < 0 || node->mesh >= 0 || node->skin >= 0 || node->camera >= 0 ||
            has_member(fold, node, "extras"))
            fold->is_needed[i] = 1;
        mark_irregular(fold, i);
    }
    mark_springs(fold);
    mark_held(fold);
}

/* ---- Homes ---- */

static const vrmi_FoldMatrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

/* A rotation of the length that it has in the file would scale. */
static void unit_quat(const vrm_Quat* q, double out[4]) {
    double length = sqrt((double)q->x * (double)q->x + (double)q->y * (double)q->y +
                         (double)q->z * (double)q->z + (double)q->w * (double)q->w);
    double by = length > 0.0 ? 1.0 / length : 0.0;
    out[0] = (double)q->x * by;
    out[1] = (double)q->y * by;
    out[2] = (double)q->z * by;
    out[3] = length > 0.0 ? (double)q->w * by : 1.0;
}

static vrmi_FoldMatrix local_of(const vrm_Node* node) {
    vrmi_FoldMatrix out;
    if (node->matrix != NULL) {
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) out.m[r][c] = (double)node->matrix->m[4 * c + r];
        return out;
    }
    double q[4];
    unit_quat(&node->rest.rotation, q);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double turn[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                               {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                               {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    const vrm_Vec3 t = node->rest.translation, s = node->rest.scale;
    const double scale[3] = {(double)s.x, (double)s.y, (double)s.z};
    const double move[3] = {(double)t.x, (double)t.y, (double)t.z};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = turn[r][c] * scale[c];
        out.m[r][3] = move[r];
    }
    return out;
}

static void find_homes(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        fold->home[node] = fold->is_needed[node] ? node : fold->home[parent];
        fold->rel[node] = identity;
        if (fold->is_needed[node]) continue;
        vrmi_FoldMatrix local = local_of(&gltf->nodes[node]);
        fold->rel[node] = vrmi_fold_mul(&fold->rel[parent], &local);
    }
}

/* ---- Folded and removed nodes ---- */

static bool has_joint_left(const vrmi_Fold* fold, int32_t skin) {
    const vrm_Skin* at = &fold->gltf->skins[skin];
    for (int32_t j = 0; j < at->joint_count; j++) {
        if (!fold->leaves_skins[at->joints[j]]) return true;
        if (fold->is_used[fold->first[skin] + (size_t)j] && fold->is_folded[at->joints[j]])
            return true; /* its home takes its place */
    }
    return at->joint_count == 0;
}

static void choose(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    int32_t kept = 0;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        bool is_joint = fold->is_joint[i] && fold->optimization->def.folds_bones;
        bool is_candidate = (is_joint || is_freed(fold, i)) && !fold->is_needed[i];
        fold->is_folded[i] = is_candidate && !fold->is_unfoldable[i];
        fold->leaves_skins[i] =
            fold->is_folded[i] || (is_joint && !fold->is_weighted[i] && !fold->is_unfoldable[i]);
        kept += is_candidate && fold->is_unfoldable[i];
    }
    for (int32_t s = 0; s < gltf->skin_count; s++) {
        if (fold->is_locked[s] || has_joint_left(fold, s)) continue;
        int32_t node = gltf->skins[s].joints[0];
        fold->leaves_skins[node] = fold->is_folded[node] = 0;
    }
    if (kept > 0)
        vrmi_report(fold->optimization->report, VRMI_RULE_OPTIMIZE_BONES_KEPT, gltf->json,
                    vrm_json_at(gltf->json, "/skins"), "Joints that nothing moves: %d.", (int)kept);
}

static bool is_uniform(const vrm_Node* node) {
    vrm_Vec3 s = node->rest.scale;
    float least = s.x * (1.0f - 1e-6f), most = s.x * (1.0f + 1e-6f);
    return node->matrix == NULL && s.x > 0.0f && s.y >= least && s.y <= most && s.z >= least &&
           s.z <= most;
}

/* The children of a removed node inherit its transform. A rotation after an uneven scale cannot be
 * written as translation, rotation and scale. */
static void choose_nodes(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    enum { HAS_BELOW = 1, IS_BLOCKED = 2 };
    uint8_t* below = vrmi_optimization_alloc(fold->optimization, (size_t)gltf->node_count + 1, 1);
    if (below == NULL) return;
    for (int32_t i = gltf->node_count; i > 0; i--) {
        int32_t index = gltf->node_order[i - 1];
        const vrm_Node* node = &gltf->nodes[index];
        bool can_go = (below[index] & HAS_BELOW) == 0 ||
                      (is_uniform(node) && (below[index] & IS_BLOCKED) == 0);
        fold->is_removed[index] = fold->is_folded[index] && can_go;
        if (node->parent < 0) continue;
        if (fold->is_removed[index])
            below[node->parent] |= below[index];
        else
            below[node->parent] |=
                HAS_BELOW | (fold->is_fixed[index] || node->matrix != NULL ? IS_BLOCKED : 0);
    }
}

/* ---- The tree without them ---- */

static void put_children(vrmi_Fold* fold, int32_t index, int32_t* stack) {
    const vrm_Gltf* gltf = fold->gltf;
    vrm_Edit* edit = fold->optimization->edit;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    int32_t depth = 0, count = 0;
    vrm_json_begin_array(b);
    for (int32_t i = gltf->nodes[index].child_count; i > 0; i--)
        stack[depth++] = gltf->nodes[index].children[i - 1];
    while (depth > 0) {
        int32_t node = stack[--depth];
        if (!fold->is_removed[node]) {
            vrm_json_put_integer(b, node);
            count++;
            continue;
        }
        for (int32_t i = gltf->nodes[node].child_count; i > 0; i--)
            stack[depth++] = gltf->nodes[node].children[i - 1];
    }
    vrm_json_end_array(b);
    if (count > 0)
        vrmi_edit_put(edit, gltf->nodes[index].json, "children");
    else
        vrmi_edit_drop(edit, gltf->nodes[index].json, "children");
}

static void turn_by(const double a[4], const double b[4], double out[4]) {
    double q[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                   a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                   a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                   a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, q, sizeof q);
}

/* Transform of a removed node, or of its child, relative to the nearest ancestor that stays. */
typedef struct Relative {
    double at[3], turn[4], scale;
} Relative;

static Relative accumulate(const Relative* above, const vrm_Node* node) {
    const vrm_Vec3 t = node->rest.translation;
    const double x = above->turn[0], y = above->turn[1], z = above->turn[2], w = above->turn[3];
    const double v[3] = {(double)t.x * above->scale, (double)t.y * above->scale,
                         (double)t.z * above->scale};
    const double u[3] = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]),
                         2 * (x * v[1] - y * v[0])};
    Relative out = {.scale = above->scale * (double)node->rest.scale.x};
    double turn[4];
    out.at[0] = above->at[0] + v[0] + w * u[0] + (y * u[2] - z * u[1]);
    out.at[1] = above->at[1] + v[1] + w * u[1] + (z * u[0] - x * u[2]);
    out.at[2] = above->at[2] + v[2] + w * u[2] + (x * u[1] - y * u[0]);
    unit_quat(&node->rest.rotation, turn);
    turn_by(above->turn, turn, out.turn);
    return out;
}

static void put_transform(vrmi_Fold* fold, const vrm_Node* node, const Relative* above) {
    vrm_Edit* edit = fold->optimization->edit;
    const vrm_Json* json = fold->gltf->json;
    const vrm_Vec3 scale = node->rest.scale;
    const Relative local = accumulate(above, node);
    float t[3] = {(float)local.at[0], (float)local.at[1], (float)local.at[2]};
    float r[4] = {(float)local.turn[0], (float)local.turn[1], (float)local.turn[2],
                  (float)local.turn[3]};
    float s[3] = {(float)((double)scale.x * above->scale), (float)((double)scale.y * above->scale),
                  (float)((double)scale.z * above->scale)};
    bool is_turned = r[0] != 0.0f || r[1] != 0.0f || r[2] != 0.0f;
    bool is_scaled = s[0] != 1.0f || s[1] != 1.0f || s[2] != 1.0f;
    vrmi_edit_floats(edit, node->json, "translation", t, 3);
    if (is_turned || vrm_json_member(json, node->json, "rotation") != VRM_JSON_MISSING)
        vrmi_edit_floats(edit, node->json, "rotation", r, 4);
    if (is_scaled || vrm_json_member(json, node->json, "scale") != VRM_JSON_MISSING)
        vrmi_edit_floats(edit, node->json, "scale", s, 3);
}

/* Parents come before children. */
static void put_transforms(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    const Relative none = {.turn = {0, 0, 0, 1}, .scale = 1};
    Relative* relatives = vrmi_optimization_alloc(fold->optimization, (size_t)gltf->node_count + 1,
                                                  sizeof *relatives);
    for (int32_t i = 0; i < gltf->node_count && relatives != NULL; i++) {
        int32_t index = gltf->node_order[i], parent = gltf->nodes[index].parent;
        bool is_below = parent >= 0 && fold->is_removed[parent];
        if (fold->is_removed[index])
            relatives[index] =
                accumulate(is_below ? &relatives[parent] : &none, &gltf->nodes[index]);
        else if (is_below)
            put_transform(fold, &gltf->nodes[index], &relatives[parent]);
    }
}

static void write_tree(vrmi_Fold* fold) {
    const vrm_Gltf* gltf = fold->gltf;
    int32_t* stack =
        vrmi_optimization_alloc(fold->optimization, (size_t)gltf->node_count + 1, sizeof *stack);
    for (int32_t i = 0; i < gltf->node_count && stack != NULL; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        bool changes = false;
        if (fold->is_removed[i]) continue;
        for (int32_t k = 0; k < node->child_count; k++)
            changes |= fold->is_removed[node->children[k]];
        if (changes) put_children(fold, i, stack);
    }
    put_transforms(fold);
}

/* ---- The whole ---- */

static bool make_lists(vrmi_Fold* fold) {
    vrmi_Optimization* optimization = fold->optimization;
    size_t nodes = (size_t)fold->gltf->node_count + 1;
    uint8_t** lists[] = {&fold->is_needed,    &fold->is_fixed,      &fold->is_joint,
                         &fold->is_weighted,  &fold->is_unfoldable, &fold->is_folded,
                         &fold->leaves_skins, &fold->is_removed};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = vrmi_optimization_alloc(optimization, nodes, 1);
    fold->home = vrmi_optimization_alloc(optimization, nodes, sizeof *fold->home);
    fold->rel = vrmi_optimization_alloc(optimization, nodes, sizeof *fold->rel);
    return optimization->edit->result == VRM_OK;
}

/* The nodes that go are removed by the next pass, which numbers the rest anew. */
static void remember(vrmi_Fold* fold) {
    vrmi_Optimization* optimization = fold->optimization;
    size_t count = (size_t)fold->gltf->node_count;
    optimization->folded =
        vrmi_alloc_zeroed(&optimization->model->document->def.allocator, count + 1, 1);
    optimization->folded_count = count;
    if (optimization->folded == NULL) {
        vrmi_edit_fail(optimization->edit, VRM_ERR_MEMORY);
        return;
    }
    memcpy(optimization->folded, fold->is_removed, count);
}

/* Chooses the joints to fold; false if there is none. */
static bool find(vrmi_Fold* fold) {
    vrm_Edit* edit = fold->optimization->edit;
    bool changes = false;
    vrmi_edit_fail(edit, vrmi_references_collect(&fold->references, edit->json, &edit->allocator));
    if (edit->result != VRM_OK || !make_lists(fold)) return false;
    mark_needed(fold);
    if (!vrmi_fold_read_skins(fold)) return false;
    find_homes(fold);
    vrmi_fold_compare_binds(fold);
    if (edit->result != VRM_OK) return false;
    choose(fold);
    choose_nodes(fold);
    for (int32_t i = 0; i < fold->gltf->node_count; i++)
        changes |= fold->leaves_skins[i] || fold->is_removed[i];
    if (!changes || vrmi_fold_keeps_binds(fold)) return changes;
    vrmi_report(fold->optimization->report, VRMI_RULE_OPTIMIZE_BONES_KEPT, fold->gltf->json,
                vrm_json_at(fold->gltf->json, "/skins"),
                "Without some joints the others would not fit the nodes.");
    return false;
}

void vrmi_fold_try(vrmi_Optimization* optimization, const uint8_t* freed, uint8_t* out_removed) {
    /* Homes may be nearer here than in the final run, which compares with nodes further up. */
    vrmi_Fold fold = {.optimization = optimization,
                      .gltf = optimization->gltf,
                      .tolerance = 0.4 * SAME,
                      .freed = freed};
    vrm_Report* report = optimization->report;
    optimization->report = NULL;
    if (find(&fold)) memcpy(out_removed, fold.is_removed, (size_t)fold.gltf->node_count);
    optimization->report = report;
    vrmi_references_release(&fold.references, &optimization->edit->allocator);
}

void vrmi_fold_bones(vrmi_Optimization* optimization) {
    vrmi_Fold fold = {.optimization = optimization,
                      .gltf = optimization->gltf,
                      .tolerance = SAME,
                      .freed = optimization->freed};
    if (!optimization->def.folds_bones && optimization->freed == NULL) return;
    if (fold.gltf->skin_count == 0 && optimization->freed == NULL) return;
    if (find(&fold)) {
        vrmi_fold_write_skins(&fold);
        write_tree(&fold);
        remember(&fold);
        optimization->is_changed = optimization->is_lighter = true;
    }
    vrmi_references_release(&fold.references, &optimization->edit->allocator);
}

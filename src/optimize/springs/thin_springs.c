/* SPDX-License-Identifier: MIT */
/* Leaves joints out of springs. Nodes that are left out are carried along by the joint above them
 * (VRMC_springBone 1.0, "SpringJoint"); in 0.x they are folded. The joints that are left get
 * settings by which a small steady pull moves each tail as far as before:
 *
 *   A joint gives way by an angle of pull / stiffness against the one above it. So bone i of a
 *   chain, of length l(i), leans by p(i) = p(i - 1) + 1 / s(i), and its tail moves by l(i) * p(i)
 *   more than its head. A bone that stands for several leans by the mean of their p, weighted with
 *   their lengths; the difference to the bone before it is 1 / stiffness. Gravity goes the same
 *   way: p with g(i) / s(i). Drag is the mean, weighted with lengths, and the radius is that of the
 *   last one, whose tail is the same.
 *
 * That says nothing of faster motion, so it is tried: every chain with fewer and fewer joints, with
 * these settings and some near them, in a motion of 2 s (sway.h). A chain's error is the root of
 * the mean square of the distance of its nodes from where they were, over all nodes and frames. The
 * errors choose how far each chain is thinned, such that the worst is as small as the number of
 * joints allows. What is over 2 % of the height is not done. */
#include "optimize/springs/thin_springs.h"
#include "optimize/optimize.h"

#include "base/maths.h"

#include <math.h>
#include <string.h>

enum {
    LEVELS = VRMI_THIN_LEVELS,
    FROZEN = VRMI_THIN_FROZEN,
    REPAIRS = 16,
    /* Of files for which trials take at most some seconds. */
    MOST_JOINTS = 4096,
    MOST_NODES = 16384,
    MOST_CHECKS = 65536 /* of joints against colliders, in a frame */
};

/* Of the height. */
#define MOST_SWAY 0.02f

/* A joint without stiffness is as one with very little. */
#define LEAST_STIFFNESS 1e-4f

/* Factors of settings that are tried; the first are those of the rule. */
typedef struct Fit {
    float stiffness, drag;
} Fit;

static const Fit fits[] = {{1.0f, 1.0f}, {0.8f, 0.75f}, {1.25f, 1.0f}, {0.6f, 0.6f}};

enum { FITS = sizeof fits / sizeof *fits };

typedef vrmi_ThinChain Chain;
typedef vrmi_Thinning Thinning;

/* ---- Chains ---- */

/* Returns true for a chain of 0.x that ends in a virtual tail. Its last bone is kept. */
static bool has_virtual_end(const Chain* chain) {
    return chain->spring->joints[chain->spring->joint_count - 1].node < 0;
}

/* How many joints a chain has at a level; two of them are one that turns. */
static int32_t count_at(const Chain* chain, int level) {
    int32_t count = chain->spring->joint_count;
    if (level == FROZEN && !chain->must_sway) return 0;
    if (chain->is_fixed || level == 0) return count;
    int32_t spare = count - (has_virtual_end(chain) ? 3 : 2);
    return count - (spare * level + LEVELS - 2) / (LEVELS - 1);
}

static uint64_t count_all(const Thinning* thinning) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < thinning->chain_count; i++)
        sum += (uint64_t)count_at(&thinning->chains[i], thinning->chains[i].level);
    return sum;
}

/* The k-th remaining joint; remaining joints are evenly spaced by number. */
static int32_t kept_joint(const Chain* chain, int level, int32_t k) {
    int32_t last = chain->spring->joint_count - 1, left = count_at(chain, level) - 1;
    if (k == left) return last;
    if (has_virtual_end(chain)) last--, left--;
    return (int32_t)(((int64_t)k * last + left / 2) / left);
}

/* Limits and gravity of several directions have no joint that stands for them. */
static bool can_thin(const vrm_Spring* spring) {
    if (spring->joint_count <= 2) return false;
    const vrm_Vec3 down = spring->joints[0].gravity_dir;
    for (int32_t i = 0; i + 1 < spring->joint_count; i++) {
        const vrm_SpringJoint* joint = &spring->joints[i];
        if (joint->limit.type != VRM_LIMIT_NONE || joint->gravity_dir.x != down.x ||
            joint->gravity_dir.y != down.y || joint->gravity_dir.z != down.z)
            return false;
    }
    return true;
}

/* False for a file that names no node where there must be one. */
static bool list_chains(Thinning* thinning) {
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        Chain* chain = &thinning->chains[i];
        chain->spring = &thinning->bones->springs[i];
        chain->first = thinning->point_count;
        chain->is_fixed = !can_thin(chain->spring);
        for (int32_t k = 0; k < chain->spring->joint_count; k++) {
            const vrm_SpringJoint* joint = &chain->spring->joints[k];
            vrmi_SwayPoint point = {.node = joint->node};
            if (joint->node < 0 && k > 0)
                point = (vrmi_SwayPoint){chain->spring->joints[k - 1].node, joint->end_offset};
            if (point.node < 0) return false;
            thinning->points[thinning->point_count++] = point;
        }
    }
    return true;
}

/* ---- Settings ---- */

/* How far bones lean, by a pull and by gravity. */
typedef struct Lean {
    double pull, gravity;
} Lean;

static vrm_SpringJoint merge(const Thinning* thinning, const Chain* chain, int32_t first,
                             int32_t end, const Fit* fit, Lean* at, Lean* before) {
    const vrm_SpringJoint* joints = chain->spring->joints;
    vrm_SpringJoint out = joints[first];
    Lean mean = {0.0, 0.0};
    double length = 0.0, drag = 0.0;
    bool is_stiff = false;
    for (int32_t i = first; i < end; i++) {
        double l = (double)thinning->lengths[chain->first + (size_t)i] + 1e-9;
        float stiffness =
            joints[i].stiffness > LEAST_STIFFNESS ? joints[i].stiffness : LEAST_STIFFNESS;
        is_stiff |= joints[i].stiffness > 0.0f;
        at->pull += 1.0 / (double)stiffness;
        at->gravity += (double)joints[i].gravity_power / (double)stiffness;
        mean.pull += l * at->pull;
        mean.gravity += l * at->gravity;
        drag += l * (double)joints[i].drag_force;
        length += l;
    }
    mean.pull /= length;
    mean.gravity /= length;
    double stiffness = 1.0 / (mean.pull - before->pull);
    out.stiffness = is_stiff ? (float)stiffness * fit->stiffness : 0.0f;
    out.gravity_power = (float)((mean.gravity - before->gravity) * stiffness) * fit->stiffness;
    out.drag_force = vrmi_clamp((float)(drag / length) * fit->drag, 0.0f, 1.0f);
    out.hit_radius = joints[end - 1].hit_radius;
    *before = mean;
    return out;
}

/* 0.x has one setting for all: the tip moves by a steady pull as far as before. */
static void merge_evenly(const Thinning* thinning, const Chain* chain, int level, const Fit* fit,
                         vrm_SpringJoint* out, int32_t count) {
    const float* lengths = thinning->lengths + chain->first;
    double before = 0.0, after = 0.0;
    for (int32_t i = 0, k = 0; i + 1 < chain->spring->joint_count; i++) {
        if (kept_joint(chain, level, k + 1) <= i) k++;
        before += (double)lengths[i] * (double)(i + 1);
        after += (double)lengths[i] * (double)(k + 1);
    }
    float share = before > 0.0 ? (float)(after / before) : 1.0f;
    for (int32_t k = 0; k < count; k++) {
        out[k] = chain->spring->joints[kept_joint(chain, level, k)];
        out[k].stiffness *= share * fit->stiffness;
        out[k].gravity_power *= fit->stiffness;
        out[k].drag_force = vrmi_clamp(out[k].drag_force * fit->drag, 0.0f, 1.0f);
    }
}

/* The joints of a chain at a level; their number. */
static int32_t thin(const Thinning* thinning, const Chain* chain, int level, const Fit* fit,
                    vrm_SpringJoint* out) {
    int32_t count = count_at(chain, level);
    Lean at = {0.0, 0.0}, before = {0.0, 0.0};
    if (count == chain->spring->joint_count)
        memcpy(out, chain->spring->joints, (size_t)count * sizeof *out);
    if (count == chain->spring->joint_count || count == 0) return count;
    if (thinning->is_0) {
        merge_evenly(thinning, chain, level, fit, out, count);
        return count;
    }
    for (int32_t k = 0; k + 1 < count; k++)
        out[k] = merge(thinning, chain, kept_joint(chain, level, k),
                       kept_joint(chain, level, k + 1), fit, &at, &before);
    out[count - 1] = chain->spring->joints[chain->spring->joint_count - 1];
    return count;
}

/* ---- Trials ---- */

/* Runs the motion with every chain at its level (`level` is -1), or all at one. */
static vrm_Result record(Thinning* thinning, int level, int fit, vrm_Vec3* out) {
    vrm_Model* model = thinning->optimization->model;
    const vrm_SpringBones* given = model->spring_bones;
    vrm_SpringBones bones = *given;
    vrm_SpringJoint* joints = thinning->joints;
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        const Chain* chain = &thinning->chains[i];
        vrm_Spring* spring = &thinning->springs[i];
        *spring = *chain->spring;
        spring->joints = joints;
        int at = level >= 0 ? level : chain->level;
        spring->joint_count =
            thin(thinning, chain, at, &fits[level >= 0 ? fit : chain->fit[at]], joints);
        joints += spring->joint_count;
    }
    bones.springs = thinning->springs;
    model->spring_bones = &bones;
    vrm_Result result =
        vrmi_sway_record(model, &thinning->optimization->edit->allocator, thinning->points,
                         thinning->point_count, out, &thinning->height);
    model->spring_bones = given;
    return result;
}

/* Of a chain in the last trial, as a share of the height. The first joint is where it was. */
static float error_of(const Thinning* thinning, const Chain* chain) {
    int32_t count = chain->spring->joint_count - 1;
    double sum = 0.0;
    for (int32_t k = 1; k <= count; k++) {
        double distance = (double)vrmi_sway_distance(
            thinning->before, thinning->trial, thinning->point_count, chain->first + (size_t)k);
        sum += distance * distance;
    }
    return count > 0 ? (float)sqrt(sum / (double)count) / thinning->height : 0.0f;
}

static void try_level(Thinning* thinning, int level, int fit) {
    vrm_Edit* edit = thinning->optimization->edit;
    vrmi_edit_fail(edit, record(thinning, level, fit, thinning->trial));
    for (int32_t i = 0; i < thinning->chain_count && edit->result == VRM_OK; i++) {
        Chain* chain = &thinning->chains[i];
        float error = error_of(thinning, chain);
        if (fit > 0 && !(error < chain->errors[level])) continue;
        chain->errors[level] = error;
        chain->fit[level] = (uint8_t)fit;
    }
}

/* A level at which no chain has another number of joints is the one before it. */
static bool is_repeated(Thinning* thinning, int level) {
    for (int32_t i = 0; i < thinning->chain_count; i++)
        if (level == 1 ||
            count_at(&thinning->chains[i], level) != count_at(&thinning->chains[i], level - 1))
            return false;
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        Chain* chain = &thinning->chains[i];
        chain->errors[level] = chain->errors[level - 1];
        chain->fit[level] = chain->fit[level - 1];
    }
    return true;
}

/* Fills the errors of all chains at all levels. */
static bool try_levels(Thinning* thinning) {
    vrm_Edit* edit = thinning->optimization->edit;
    vrmi_edit_fail(edit, record(thinning, 0, 0, thinning->before));
    if (!(thinning->height > 0.0f)) return false;
    for (int level = 1; level <= FROZEN; level++) {
        if (is_repeated(thinning, level)) continue;
        for (int fit = 0; fit < (level == FROZEN ? 1 : FITS) && edit->result == VRM_OK; fit++)
            try_level(thinning, level, fit);
    }
    return edit->result == VRM_OK;
}

/* ---- Choices ---- */

/* The level with the fewest joints at which the error is small enough. */
static void choose_levels(Thinning* thinning, float most) {
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        Chain* chain = &thinning->chains[i];
        chain->level = 0;
        for (int level = 1; level < FROZEN && !chain->is_fixed; level++)
            if (chain->errors[level] <= most) chain->level = level;
    }
}

/* The smallest error that the number of joints allows, to one part in 4096. */
static void choose_error(Thinning* thinning, uint64_t most_joints) {
    int low = 0, high = 4096; /* parts of MOST_SWAY: too few, and enough as far as anything is */
    while (high - low > 1) {
        int middle = (low + high) / 2;
        choose_levels(thinning, MOST_SWAY * (float)middle / 4096.0f);
        if (count_all(thinning) <= most_joints)
            high = middle;
        else
            low = middle;
    }
    choose_levels(thinning, MOST_SWAY * (float)high / 4096.0f);
}

/* If thinning is not enough, removes the springs of chains that sway least. */
static void freeze(Thinning* thinning, uint64_t most_joints) {
    while (count_all(thinning) > most_joints) {
        Chain* least = NULL;
        for (int32_t i = 0; i < thinning->chain_count; i++) {
            Chain* chain = &thinning->chains[i];
            if (chain->level == FROZEN || chain->must_sway || !(chain->errors[FROZEN] <= MOST_SWAY))
                continue;
            if (least == NULL || chain->errors[FROZEN] < least->errors[FROZEN]) least = chain;
        }
        if (least == NULL) return;
        least->level = FROZEN;
    }
}

/* Restores joints as long as the limit is still met. */
static void give_back(Thinning* thinning, uint64_t most_joints) {
    uint64_t sum = count_all(thinning);
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        Chain* chain = &thinning->chains[i];
        while (chain->level > 0 && chain->level != FROZEN) {
            uint64_t more =
                (uint64_t)(count_at(chain, chain->level - 1) - count_at(chain, chain->level));
            if (sum + more > most_joints) break;
            sum += more;
            chain->level--;
        }
    }
}

/* Chains that touch others may sway differently together than in the trials. Such chains get their
 * joints back. */
static void verify(Thinning* thinning) {
    vrm_Edit* edit = thinning->optimization->edit;
    for (int round = 0; round < REPAIRS; round++) {
        bool is_sound = true;
        vrmi_edit_fail(edit, record(thinning, -1, 0, thinning->trial));
        for (int32_t i = 0; i < thinning->chain_count && edit->result == VRM_OK; i++) {
            Chain* chain = &thinning->chains[i];
            if (error_of(thinning, chain) <= MOST_SWAY) continue;
            is_sound = false;
            chain->level = chain->level == FROZEN || round > LEVELS ? 0
                           : chain->level > 0                       ? chain->level - 1
                                                                    : 0;
        }
        if (is_sound || edit->result != VRM_OK) return;
    }
    for (int32_t i = 0; i < thinning->chain_count; i++) thinning->chains[i].level = 0;
}

/* ---- Writing ---- */

static void put_number(vrm_Edit* edit, vrm_JsonRef object, const char* key, float value) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_put_float(b, value);
    vrmi_edit_put(edit, object, key);
}

static void put_joint(vrm_Edit* edit, const vrm_SpringJoint* joint) {
    put_number(edit, joint->json, "stiffness", joint->stiffness);
    put_number(edit, joint->json, "gravityPower", joint->gravity_power);
    put_number(edit, joint->json, "dragForce", joint->drag_force);
    put_number(edit, joint->json, "hitRadius", joint->hit_radius);
}

/* Removes all joints of a spring from the file except the `count` joints of `left`. Goes from the
 * last to the first, so that the indices of the others stay valid. */
static void cut_joints(vrm_Edit* edit, const Chain* chain, const vrm_SpringJoint* left,
                       int32_t count) {
    vrm_JsonRef list = vrm_json_member(edit->json, chain->spring->json, "joints");
    int32_t kept = count - 1;
    for (int32_t i = chain->spring->joint_count; i > 0 && edit->result == VRM_OK; i--) {
        vrm_JsonRef joint = chain->spring->joints[i - 1].json;
        if (kept >= 0 && left[kept].json == joint) {
            kept--;
            continue;
        }
        uint32_t at = vrm_json_count(edit->json, list);
        while (at > 0 && vrm_json_element(edit->json, list, at - 1) != joint) at--;
        if (at > 0) vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, list, at - 1));
    }
}

static void write(Thinning* thinning) {
    vrm_Edit* edit = thinning->optimization->edit;
    vrm_JsonRef list = vrm_json_member(edit->json, thinning->bones->json, "springs");
    for (int32_t i = thinning->chain_count; i > 0 && edit->result == VRM_OK; i--) {
        const Chain* chain = &thinning->chains[i - 1];
        int32_t count =
            thin(thinning, chain, chain->level, &fits[chain->fit[chain->level]], thinning->joints);
        if (count == chain->spring->joint_count) continue;
        thinning->optimization->is_changed = thinning->optimization->is_lighter = true;
        if (thinning->is_0) {
            vrmi_thin0_write(thinning, chain, thinning->joints, count);
            continue;
        }
        if (count > 0) {
            cut_joints(edit, chain, thinning->joints, count);
            for (int32_t k = 0; k + 1 < count; k++) put_joint(edit, &thinning->joints[k]);
            continue;
        }
        uint32_t at = vrm_json_count(edit->json, list);
        while (at > 0 && vrm_json_element(edit->json, list, at - 1) != chain->spring->json) at--;
        if (at > 0) vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, list, at - 1));
    }
    if (vrm_json_count(edit->json, list) == 0 && thinning->optimization->is_changed &&
        !thinning->is_0)
        vrmi_edit_drop(edit, thinning->bones->json, "springs");
}

/* ---- The whole ---- */

static uint64_t count_colliders(const vrm_SpringBones* bones, const vrm_Spring* spring) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < spring->collider_group_count; i++)
        sum += (uint64_t)bones->collider_groups[spring->collider_groups[i]].collider_count;
    return sum;
}

static bool is_affordable(const Thinning* thinning) {
    uint64_t joints = 0, checks = 0;
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        const vrm_Spring* spring = &thinning->bones->springs[i];
        joints += (uint64_t)spring->joint_count;
        checks += (uint64_t)spring->joint_count * count_colliders(thinning->bones, spring);
        if (joints > MOST_JOINTS || checks > MOST_CHECKS) return false;
    }
    return thinning->chain_count <= MOST_JOINTS &&
           thinning->optimization->gltf->node_count <= MOST_NODES;
}

static bool make_lists(Thinning* thinning) {
    vrmi_Optimization* optimization = thinning->optimization;
    size_t joints = 0, chains = (size_t)thinning->chain_count + 1;
    for (int32_t i = 0; i < thinning->chain_count; i++)
        joints += (size_t)thinning->bones->springs[i].joint_count;
    thinning->chains = vrmi_optimization_alloc(optimization, chains, sizeof *thinning->chains);
    thinning->springs = vrmi_optimization_alloc(optimization, chains, sizeof *thinning->springs);
    thinning->points = vrmi_optimization_alloc(optimization, joints + 1, sizeof *thinning->points);
    thinning->lengths =
        vrmi_optimization_alloc(optimization, joints + 1, sizeof *thinning->lengths);
    thinning->joints = vrmi_optimization_alloc(optimization, joints + 1, sizeof *thinning->joints);
    thinning->before = vrmi_optimization_alloc(optimization, joints * VRMI_SWAY_FRAMES + 1,
                                               sizeof *thinning->before);
    thinning->trial = vrmi_optimization_alloc(optimization, joints * VRMI_SWAY_FRAMES + 1,
                                              sizeof *thinning->trial);
    return optimization->edit->result == VRM_OK && list_chains(thinning);
}

/* A joint's bone reaches to the next one; scale counts as it does in the file. */
static void measure(Thinning* thinning) {
    const vrm_Gltf* gltf = thinning->optimization->gltf;
    for (size_t i = 0; i + 1 < thinning->point_count; i++) {
        vrm_Vec3 at = thinning->points[i + 1].offset;
        int32_t node = thinning->points[i + 1].node, steps = 0;
        for (; node >= 0 && node != thinning->points[i].node && steps < 256; steps++) {
            at = vrmi_transform_point(gltf->nodes[node].rest, at);
            node = gltf->nodes[node].parent;
        }
        thinning->lengths[i] = vrmi_vec3_length(at);
    }
}

static void report_kept(Thinning* thinning, uint64_t count) {
    vrmi_report(thinning->optimization->report, VRMI_RULE_OPTIMIZE_SPRINGS_KEPT,
                thinning->optimization->edit->json, thinning->bones->json,
                "Spring joints: %llu of at most %llu.", (unsigned long long)count,
                (unsigned long long)thinning->optimization->def.max_spring_joints);
}

static uint64_t count_joints(const Thinning* thinning) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < thinning->chain_count; i++)
        sum += (uint64_t)thinning->bones->springs[i].joint_count;
    return sum;
}

/* How many joints are left. */
static uint64_t thin_all(Thinning* thinning, uint64_t most) {
    measure(thinning);
    if (thinning->is_0) vrmi_thin0_fix(thinning);
    if (!try_levels(thinning)) return count_joints(thinning);
    choose_error(thinning, most);
    freeze(thinning, most);
    give_back(thinning, most);
    verify(thinning);
    write(thinning);
    return count_all(thinning);
}

void vrmi_thin_springs(vrmi_Optimization* optimization) {
    vrm_Dialect dialect = optimization->model->dialect;
    Thinning thinning = {.optimization = optimization,
                         .bones = vrm_model_spring_bones(optimization->model),
                         .is_0 = dialect == VRM_DIALECT_0};
    uint64_t most = optimization->def.max_spring_joints;
    thinning.chain_count = thinning.bones->spring_count;
    uint64_t count = count_joints(&thinning);
    if (count <= most) return;
    if ((dialect == VRM_DIALECT_1 || dialect == VRM_DIALECT_0) && is_affordable(&thinning) &&
        make_lists(&thinning))
        count = thin_all(&thinning, most);
    if (optimization->edit->result == VRM_OK && count > most) report_kept(&thinning, count);
}

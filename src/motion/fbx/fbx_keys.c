/* SPDX-License-Identifier: MIT */
/* Converts keys of a file to curves: arrays of attributes from version 7 on, one list of mixed
 * values before. Slopes that the file leaves to its reader are computed here, once. */
#include "motion/fbx/fbx_curve.h"

#include <math.h>
#include <string.h>

#define EVEN_WEIGHT (1.0f / 3.0f)

/* ---- Slopes ---- */

static double slope_between(const vrmi_FbxCurveMaker* maker, const vrmi_FbxKey* from,
                            const vrmi_FbxKey* to) {
    double seconds = (double)(to->time - from->time) / maker->ticks;
    return seconds > 0.0 ? ((double)to->value - (double)from->value) / seconds : 0.0;
}

/* Clamps a slope to the values of the neighbours at the ends of its tangents; level at a peak. */
static double clamped(double slope, double before, double after) {
    if (before * after <= 0.0) return 0.0;
    double most = 3.0 * (fabs(before) < fabs(after) ? fabs(before) : fabs(after));
    return slope > most ? most : slope < -most ? -most : slope;
}

static bool is_cubic(const vrmi_FbxKey* key) {
    return (key->flags & (VRMI_FBX_KEY_CONSTANT | VRMI_FBX_KEY_LINEAR)) == 0;
}

static bool is_auto(const vrmi_FbxKey* key) {
    return is_cubic(key) && (key->flags & (VRMI_FBX_KEY_USER | VRMI_FBX_KEY_TCB)) == 0;
}

static bool is_tcb(const vrmi_FbxKey* key) {
    return is_cubic(key) && (key->flags & VRMI_FBX_KEY_TCB) != 0;
}

/* The keys while slopes are computed. The first and the last have one neighbour only. */
typedef struct Keys {
    const vrmi_FbxCurveMaker* maker;
    vrmi_FbxKey* list;
    size_t count;
} Keys;

static double slope_after(const Keys* keys, size_t i) {
    if (keys->count < 2) return 0.0;
    if (i + 1 == keys->count) i--;
    return slope_between(keys->maker, &keys->list[i], &keys->list[i + 1]);
}

static double slope_before(const Keys* keys, size_t i) {
    return slope_after(keys, i == 0 ? 0 : i - 1);
}

/* Through both neighbours. */
static double auto_slope(const Keys* keys, size_t i) {
    bool is_clamped = (keys->list[i].flags & VRMI_FBX_KEY_CLAMP) != 0;
    if (i == 0 || i + 1 == keys->count) return is_clamped ? 0.0 : slope_after(keys, i);
    double slope = slope_between(keys->maker, &keys->list[i - 1], &keys->list[i + 1]);
    return is_clamped ? clamped(slope, slope_before(keys, i), slope_after(keys, i)) : slope;
}

/* Kochanek and Bartels: tension, continuity, bias. */
static double tcb_slope(const vrmi_FbxKey* key, double before, double after, bool is_left) {
    double tension = (double)key->right, continuity = (double)key->left;
    double bias = (double)key->right_weight, turn = is_left ? -continuity : continuity;
    return 0.5 * (1.0 - tension) *
           ((1.0 + turn) * (1.0 + bias) * before + (1.0 - turn) * (1.0 - bias) * after);
}

static float finite_slope(double slope) {
    return fabs(slope) <= 1e30 ? (float)slope : 0.0f;
}

/* Computes slopes that the file leaves open: `right` of each key, `left` of the one before it. */
static void resolve(const vrmi_FbxCurveMaker* maker, vrmi_FbxKey* keys, size_t count) {
    const Keys all = {maker, keys, count};
    for (size_t i = 0; i < count; i++) {
        vrmi_FbxKey* key = &keys[i];
        if (is_auto(key)) {
            float slope = finite_slope(auto_slope(&all, i));
            if (i > 0) key[-1].left = slope;
            key->right = slope;
        } else if (is_tcb(key)) {
            double before = slope_before(&all, i), after = slope_after(&all, i);
            if (i > 0) key[-1].left = finite_slope(tcb_slope(key, before, after, true));
            key->right = finite_slope(tcb_slope(key, before, after, false));
            key->left = finite_slope(after); /* unless the next key says more */
        }
    }
}

static float weight_of(const vrmi_FbxKey* key, uint32_t flag, float weight) {
    if ((key->flags & flag) == 0 || is_tcb(key)) return EVEN_WEIGHT;
    return weight > 0.99f ? 0.99f : weight > 1e-4f ? weight : 1e-4f;
}

static vrmi_FbxSpan span_at(const vrmi_FbxKey* key, size_t index) {
    if ((key->flags & VRMI_FBX_KEY_CONSTANT) != 0)
        return (vrmi_FbxSpan){.first = (uint32_t)index,
                              .mode = key->flags & (VRMI_FBX_KEY_CONSTANT | VRMI_FBX_KEY_NEXT)};
    if ((key->flags & VRMI_FBX_KEY_LINEAR) != 0)
        return (vrmi_FbxSpan){.first = (uint32_t)index, .mode = VRMI_FBX_KEY_LINEAR};
    return (vrmi_FbxSpan){
        .first = (uint32_t)index,
        .mode = VRMI_FBX_KEY_CUBIC,
        .right = key->right,
        .left = key->left,
        .right_weight = weight_of(key, VRMI_FBX_KEY_RIGHT_WEIGHT, key->right_weight),
        .left_weight = weight_of(key, VRMI_FBX_KEY_LEFT_WEIGHT, key->left_weight)};
}

/* ---- Curves ---- */

static bool is_same_span(const vrmi_FbxSpan* a, const vrmi_FbxSpan* b) {
    return a->mode == b->mode && a->right == b->right && a->left == b->left &&
           a->right_weight == b->right_weight && a->left_weight == b->left_weight;
}

/* Removes keys that go back in time. Returns how many stay. */
static size_t tidy(vrmi_FbxKey* keys, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t time = keys[i].time;
        if (time > VRMI_FBX_TICKS_MAX || time < -VRMI_FBX_TICKS_MAX) continue;
        if (kept > 0 && time < keys[kept - 1].time) continue;
        keys[kept++] = keys[i];
    }
    return kept;
}

/* Returns true if all keys have one value and no interpolation leaves it: one key is enough then.
 */
static bool is_still(const vrmi_FbxKey* keys, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (keys[i].value != keys[0].value) return false;
        if (is_cubic(&keys[i]) && !is_auto(&keys[i]) && !is_tcb(&keys[i]) &&
            (keys[i].right != 0.0f || keys[i].left != 0.0f))
            return false;
    }
    return true;
}

static const int64_t* times_of(vrmi_FbxCurveMaker* maker, const vrmi_FbxKey* keys, size_t count) {
    bool is_same = maker->time_count == count;
    for (size_t i = 0; i < count && is_same; i++) is_same = maker->times[i] == keys[i].time;
    if (is_same) return maker->times;
    int64_t* times = vrmi_fbx_alloc(maker->tree, maker->arena, count, sizeof *times);
    if (times == NULL) return NULL;
    for (size_t i = 0; i < count; i++) times[i] = keys[i].time;
    if (count == 1) return times; /* the next curve can share those of the previous one */
    maker->times = times;
    maker->time_count = (uint32_t)count;
    return times;
}

/* Collects the interpolations that differ from the previous one. Returns their number; writes them
 * if `out` is not NULL. */
static uint32_t list_spans(const vrmi_FbxKey* keys, size_t count, vrmi_FbxSpan* out) {
    vrmi_FbxSpan last = {0};
    uint32_t spans = 0;
    for (size_t i = 0; i < count; i++) {
        vrmi_FbxSpan span = span_at(&keys[i], i);
        if (i > 0 && is_same_span(&span, &last)) continue;
        last = span;
        if (out != NULL) out[spans] = span;
        spans++;
    }
    return spans;
}

static const vrmi_FbxSpan* spans_of(vrmi_FbxCurveMaker* maker, const vrmi_FbxKey* keys,
                                    size_t count, uint32_t* out_count) {
    *out_count = list_spans(keys, count, NULL);
    vrmi_FbxSpan* list = vrmi_fbx_alloc(maker->tree, maker->arena, *out_count, sizeof *list);
    if (list != NULL) list_spans(keys, count, list);
    return list;
}

vrmi_FbxCurve* vrmi_fbx_make_curve(vrmi_FbxCurveMaker* maker, vrmi_FbxKey* keys, size_t count) {
    count = tidy(keys, count);
    if (count == 0) return NULL;
    if (keys[0].time < maker->first_time) maker->first_time = keys[0].time;
    if (keys[count - 1].time > maker->last_time) maker->last_time = keys[count - 1].time;
    if (is_still(keys, count)) count = 1;
    resolve(maker, keys, count);
    vrmi_FbxCurve* curve = vrmi_fbx_alloc(maker->tree, maker->arena, 1, sizeof *curve);
    float* values = vrmi_fbx_alloc(maker->tree, maker->arena, count, sizeof *values);
    if (curve == NULL || values == NULL) return NULL;
    for (size_t i = 0; i < count; i++) values[i] = keys[i].value;
    *curve = (vrmi_FbxCurve){.values = values,
                             .count = (uint32_t)count,
                             .before = {'C', -1},
                             .after = {'C', -1},
                             .ticks = maker->ticks};
    curve->times = times_of(maker, keys, count);
    curve->spans = spans_of(maker, keys, count, &curve->span_count);
    return curve->times == NULL || curve->spans == NULL ? NULL : curve;
}

/* ---- Version 7 ---- */

static void set_attribute(vrmi_FbxKey* key, uint32_t flags, const uint32_t data[4]) {
    key->flags = flags;
    memcpy(&key->right, &data[0], sizeof key->right);
    memcpy(&key->left, &data[1], sizeof key->left);
    if ((flags & VRMI_FBX_KEY_TCB) != 0 && (flags & VRMI_FBX_KEY_CUBIC) != 0) {
        memcpy(&key->right_weight, &data[2], sizeof key->right_weight); /* the bias */
    } else {
        key->right_weight = (float)(data[2] & 0xFFFF) / 9999.0f;
        key->left_weight = (float)(data[2] >> 16) / 9999.0f;
    }
    if (!vrmi_is_finite(key->right)) key->right = 0.0f;
    if (!vrmi_is_finite(key->left)) key->left = 0.0f;
    if (!vrmi_is_finite(key->right_weight)) key->right_weight = 0.0f;
}

/* Each attribute applies to as many keys as its count states. */
static bool read_attributes(vrmi_FbxTree* tree, uint32_t node, vrmi_FbxKey* keys, size_t count) {
    uint32_t flags_node = vrmi_fbx_child(tree, node, "KeyAttrFlags");
    uint32_t data_node = vrmi_fbx_child(tree, node, "KeyAttrDataFloat");
    uint32_t refs_node = vrmi_fbx_child(tree, node, "KeyAttrRefCount");
    size_t total = vrmi_fbx_count(tree, flags_node), key = 0;
    if (total > count) total = count;
    bool has_data = vrmi_fbx_count(tree, data_node) / 4 >= total;
    bool has_refs = vrmi_fbx_count(tree, refs_node) >= total;
    int64_t* flags = vrmi_fbx_alloc(tree, &tree->work, total, sizeof *flags);
    int64_t* refs = vrmi_fbx_alloc(tree, &tree->work, total, sizeof *refs);
    uint32_t* data = vrmi_fbx_alloc(tree, &tree->work, total, 4 * sizeof *data);
    if (flags == NULL || refs == NULL || data == NULL ||
        !vrmi_fbx_integers(tree, flags_node, flags, total) ||
        (has_refs && !vrmi_fbx_integers(tree, refs_node, refs, total)) ||
        (has_data && !vrmi_fbx_bits(tree, data_node, data, 4 * total)))
        return false;
    for (size_t i = 0; i < total; i++) {
        int64_t keys_of = has_refs ? refs[i] : 1;
        if (i == total - 1) keys_of = (int64_t)(count - key);
        for (; keys_of > 0 && key < count; keys_of--, key++)
            set_attribute(&keys[key], (uint32_t)flags[i], data + 4 * i);
    }
    for (; key < count; key++) keys[key].flags = VRMI_FBX_KEY_LINEAR;
    return true;
}

static vrmi_FbxCurve* read_arrays(vrmi_FbxCurveMaker* maker, uint32_t node) {
    vrmi_FbxTree* tree = maker->tree;
    uint32_t times_node = vrmi_fbx_child(tree, node, "KeyTime");
    uint32_t values_node = vrmi_fbx_child(tree, node, "KeyValueFloat");
    if (values_node == 0) values_node = vrmi_fbx_child(tree, node, "KeyValueDouble");
    size_t count = vrmi_fbx_count(tree, times_node), others = vrmi_fbx_count(tree, values_node);
    if (others < count) count = others;
    if (count == 0 || count >= UINT32_MAX) return NULL;
    vrmi_FbxKey* keys = vrmi_fbx_alloc(tree, &tree->work, count, sizeof *keys);
    float* values = vrmi_fbx_alloc(tree, &tree->work, count, sizeof *values);
    if (keys == NULL || values == NULL) return NULL;
    const int64_t* times = vrmi_fbx_times(tree, times_node, count);
    if (times == NULL || !vrmi_fbx_floats(tree, values_node, values, count) ||
        !read_attributes(tree, node, keys, count)) {
        maker->has_damage = true;
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        keys[i].time = times[i];
        keys[i].value = values[i];
    }
    return vrmi_fbx_make_curve(maker, keys, count);
}

/* ---- Before version 7 ---- */

/* Behind "U": s or b (broken), two slopes, then the weights: n none, a all, r right, l left. */
static void take_slopes(vrmi_FbxCursor* cursor, vrmi_FbxKey* key) {
    key->flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_USER;
    vrmi_fbx_take(cursor);
    key->right = finite_slope(vrmi_fbx_take(cursor).real);
    key->left = finite_slope(vrmi_fbx_take(cursor).real);
    char weights = vrmi_fbx_letter(vrmi_fbx_take(cursor));
    if (weights == 'a' || weights == 'r') {
        key->flags |= VRMI_FBX_KEY_RIGHT_WEIGHT;
        key->right_weight = finite_slope(vrmi_fbx_take(cursor).real);
    }
    if (weights == 'a' || weights == 'l') {
        key->flags |= VRMI_FBX_KEY_LEFT_WEIGHT;
        key->left_weight = finite_slope(vrmi_fbx_take(cursor).real);
    }
}

/* Time, value, and a letter for what follows. False behind the last key. */
static bool take_key(vrmi_FbxCursor* cursor, vrmi_FbxKey* key) {
    vrmi_FbxValue time = vrmi_fbx_take(cursor), value = vrmi_fbx_take(cursor);
    *key = (vrmi_FbxKey){.time = time.integer, .value = finite_slope(value.real)};
    if (time.kind != VRMI_FBX_INTEGER && time.kind != VRMI_FBX_REAL) return false;
    switch (vrmi_fbx_letter(vrmi_fbx_take(cursor))) {
    case 'C':
        key->flags = VRMI_FBX_KEY_CONSTANT;
        if (vrmi_fbx_letter(vrmi_fbx_take(cursor)) == 'n') key->flags |= VRMI_FBX_KEY_NEXT;
        return true;
    case 'L': key->flags = VRMI_FBX_KEY_LINEAR; return true;
    case 'T':
        key->flags = VRMI_FBX_KEY_CUBIC | VRMI_FBX_KEY_TCB;
        key->right = finite_slope(vrmi_fbx_take(cursor).real);
        key->left = finite_slope(vrmi_fbx_take(cursor).real);
        key->right_weight = finite_slope(vrmi_fbx_take(cursor).real);
        return true;
    case 'U':
    case 'A':
    case 'B': take_slopes(cursor, key); return true;
    default: return false;
    }
}

static vrmi_FbxCurve* read_list(vrmi_FbxCurveMaker* maker, uint32_t node, uint32_t list) {
    vrmi_FbxTree* tree = maker->tree;
    double stated = vrmi_fbx_number(tree, node, "KeyCount", 0.0);
    size_t most = tree->nodes[list].values_size / 4, count = 0; /* at least "0,0," */
    if (!(stated >= 1.0)) return NULL;
    if (stated < (double)most) most = (size_t)stated;
    vrmi_FbxKey* keys = vrmi_fbx_alloc(tree, &tree->work, most, sizeof *keys);
    if (keys == NULL) return NULL;
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, list);
    while (count < most && take_key(&cursor, &keys[count])) count++;
    if ((double)count < stated) maker->has_damage = true;
    return vrmi_fbx_make_curve(maker, keys, count);
}

/* ---- Both ---- */

static vrmi_FbxBeyond read_beyond(const vrmi_FbxTree* tree, uint32_t node, const char* name) {
    vrmi_FbxBeyond beyond = {'C', -1};
    uint32_t part = vrmi_fbx_child(tree, node, name);
    uint32_t type = part == 0 ? 0 : vrmi_fbx_child(tree, part, "Type");
    if (type == 0) return beyond;
    beyond.kind = vrmi_fbx_letter(vrmi_fbx_value(tree, type, 0));
    double repeats = vrmi_fbx_number(tree, part, "Repetition", -1.0);
    beyond.repeats = repeats >= 0.0 && repeats < 1e9 ? (int32_t)repeats : -1;
    return beyond;
}

vrmi_FbxCurve* vrmi_fbx_read_curve(vrmi_FbxCurveMaker* maker, uint32_t node) {
    vrmi_FbxTree* tree = maker->tree;
    uint32_t list = vrmi_fbx_child(tree, node, "Key");
    uint64_t left = tree->bytes_left;
    size_t scratch = tree->scratch_room, times = tree->times_room;
    vrmi_FbxCurve* curve = list != 0 ? read_list(maker, node, list) : read_arrays(maker, node);
    vrmi_arena_clear(&tree->work);
    if (curve == NULL) return NULL;
    /* What stays: the rest was given back. */
    size_t kept = curve->count * (sizeof(int64_t) + sizeof(float)) +
                  curve->span_count * sizeof(vrmi_FbxSpan) + sizeof *curve +
                  (tree->scratch_room - scratch) + (tree->times_room - times) * sizeof(int64_t);
    tree->bytes_left = left > kept ? left - kept : 0;
    curve->before = read_beyond(tree, node, "Pre-Extrapolation");
    curve->after = read_beyond(tree, node, "Post-Extrapolation");
    return curve;
}

/* SPDX-License-Identifier: MIT */
/* Removes spikes, then filters. The filter fits a parabola to the frames around each frame,
 * weighted by a Gaussian window (Savitzky-Golay for any frame times). It is symmetric in time, so
 * that it has no phase, and it leaves motion alone that is a parabola within the window. */
#include "base/report.h"
#include "motion/edit/edited.h"

#include <math.h>
#include <string.h>

enum { WINDOW = 48, SPIKE_FRAMES = 3 }; /* frames on each side; frames of a spike */

static const float spike_angle = 20.0f * VRMI_TO_RADIANS, spike_metres = 0.1f;
static const float spike_ratio = 3.0f; /* as far off the path as this many times its neighbours */
static const double spike_s = 0.2;     /* from the frame before it to the frame after */

void vrm_motion_smooth_def_init(vrm_MotionSmoothDef* def, size_t def_size) {
    vrm_MotionSmoothDef defaults = {.cutoff_hz = 6.0f,
                                    .max_degrees = 5.0f,
                                    .max_metres = 0.02f,
                                    .max_bytes = vrm_default_recorder_def().max_bytes};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Spikes ---- */

static float part_between(const vrm_Recorder* r, size_t before, size_t at, size_t after) {
    return (float)((r->times[at] - r->times[before]) / (r->times[after] - r->times[before]));
}

static bool is_bone_spike(const vrm_Recorder* r, int32_t bone, size_t first, size_t after) {
    vrm_Quat a = r->poses[first - 1].rotations[bone], b = r->poses[after].rotations[bone];
    float least = spike_ratio * vrmi_quat_angle(a, b);
    if (least < spike_angle) least = spike_angle;
    for (size_t f = first; f < after; f++) {
        vrm_Quat path = vrmi_quat_slerp(a, b, part_between(r, first - 1, f, after));
        if (vrmi_quat_angle(path, r->poses[f].rotations[bone]) <= least) return false;
    }
    return true;
}

static vrm_Vec3 between(vrm_Vec3 a, vrm_Vec3 b, float part) {
    return vrmi_vec3_add(a, vrmi_vec3_scale(vrmi_vec3_sub(b, a), part));
}

static bool is_hips_spike(const vrm_Recorder* r, size_t first, size_t after) {
    vrm_Vec3 a = r->poses[first - 1].hips_offset, b = r->poses[after].hips_offset;
    float least = spike_ratio * vrmi_vec3_distance(a, b);
    if (least < spike_metres) least = spike_metres;
    for (size_t f = first; f < after; f++) {
        vrm_Vec3 path = between(a, b, part_between(r, first - 1, f, after));
        if (vrmi_vec3_distance(path, r->poses[f].hips_offset) <= least) return false;
    }
    return true;
}

/* Returns false if no spike begins at frame `f`, from its step alone. The path begins at the frame
 * before and is at most a third of the spike long, so the step is two thirds of it or more. */
static bool may_begin_spike(const vrm_Recorder* r, int32_t bone, size_t f) {
    const float least_metres = 0.6f * spike_metres;
    const float most_dot = 0.9945f; /* cosine of half of 12 degrees: 0.6 * spike_angle */
    const vrm_Pose *before = &r->poses[f - 1], *at = &r->poses[f];
    if (bone == (int32_t)VRM_BONE_NONE)
        return vrmi_vec3_distance(before->hips_offset, at->hips_offset) > least_metres;
    float dot = vrmi_quat_dot(before->rotations[bone], at->rotations[bone]);
    return (dot < 0.0f ? -dot : dot) < most_dot;
}

/* Replaces a spike by interpolation between its neighbours. `bone` VRM_BONE_NONE: the hips'
 * position. */
static void flatten(vrm_Recorder* r, int32_t bone, size_t first, size_t after) {
    for (size_t f = first; f < after; f++) {
        float part = part_between(r, first - 1, f, after);
        const vrm_Pose *a = &r->poses[first - 1], *b = &r->poses[after];
        if (bone == (int32_t)VRM_BONE_NONE)
            r->poses[f].hips_offset = between(a->hips_offset, b->hips_offset, part);
        else
            r->poses[f].rotations[bone] =
                vrmi_quat_slerp(a->rotations[bone], b->rotations[bone], part);
    }
}

/* Removes a spike of a bone, or of the hips' position, that begins at frame `f`. Returns whether
 * there was one. */
static bool remove_spike(vrm_Recorder* r, int32_t bone, size_t f) {
    if (!may_begin_spike(r, bone, f)) return false;
    for (size_t frames = 1; frames <= SPIKE_FRAMES && f + frames < r->count; frames++) {
        if (r->times[f + frames] - r->times[f - 1] > spike_s) break;
        bool is_spike = bone == (int32_t)VRM_BONE_NONE ? is_hips_spike(r, f, f + frames)
                                                       : is_bone_spike(r, bone, f, f + frames);
        if (!is_spike) continue;
        flatten(r, bone, f, f + frames);
        return true;
    }
    return false;
}

/* Removes all spikes, frame by frame as the poses are in memory. Returns their number. */
static int32_t remove_spikes(vrm_Recorder* r) {
    int32_t count = 0;
    for (size_t f = 1; f + 1 < r->count; f++) {
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
            if (r->bones >> b & 1) count += remove_spike(r, b, f);
        count += remove_spike(r, (int32_t)VRM_BONE_NONE, f);
    }
    return count;
}

/* ---- Filter ---- */

/* Weights of the frames from `first` to `first` + `count` - 1; their sum is 1. */
typedef struct Kernel {
    size_t first, count;
    size_t made_at, made_first; /* the frame that they were computed for, and `first` then */
    float weights[2 * WINDOW + 1];
} Kernel;

/* Returns exp(-x * x / 2) to 1e-7 for x in 0..3.2: a power of its 64th part. */
static double gaussian(double x) {
    double y = -x * x / 128.0, e = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0)));
    for (int i = 0; i < 6; i++) e *= e;
    return e;
}

/* Solves the weighted least squares of a parabola about frame `at` for its value there. */
static void make_kernel(const vrm_Recorder* r, size_t at, double width, Kernel* out) {
    const double reach = 3.0 * width;
    size_t low = at, high = at;
    while (low > 0 && at - low < WINDOW && r->times[at] - r->times[low - 1] <= reach) low--;
    while (high + 1 < r->count && high - at < WINDOW && r->times[high + 1] - r->times[at] <= reach)
        high++;
    double s[5] = {0.0, 0.0, 0.0, 0.0, 0.0}, plain[2 * WINDOW + 1];
    *out = (Kernel){.first = low, .count = high - low + 1, .made_at = at, .made_first = low};
    for (size_t f = low; f <= high; f++) {
        double x = (r->times[f] - r->times[at]) / width, w = gaussian(x < 0.0 ? -x : x);
        plain[f - low] = w;
        for (int k = 0; k < 5; k++, w *= x) s[k] += w;
    }
    double c0 = s[2] * s[4] - s[3] * s[3], c1 = s[2] * s[3] - s[1] * s[4];
    double c2 = s[1] * s[3] - s[2] * s[2];
    double determinant = s[0] * c0 + s[1] * c1 + s[2] * c2;
    bool is_solved = out->count >= 4 && determinant > 1e-9 * s[0] * s[0] * s[0];
    for (size_t f = low; f <= high; f++) {
        double x = (r->times[f] - r->times[at]) / width;
        double weight = plain[f - low] * (c0 + x * c1 + x * x * c2) / determinant;
        if (!is_solved) weight = f == at ? 1.0 : 0.0;
        out->weights[f - low] = (float)weight;
    }
}

/* Uses the weights of the frame before where frames are evenly spaced: they depend on distances in
 * time alone. Those of the frames beside the window must agree too: they limit it. */
static bool move_kernel(const vrm_Recorder* r, size_t at, double width, Kernel* kernel) {
    size_t first = kernel->first + 1, moved = first - kernel->made_first;
    size_t last = first + kernel->count; /* beside the window */
    if (at != kernel->made_at + moved || kernel->made_first == 0 || last > r->count) return false;
    if (last == r->count) last--;
    for (size_t f = first - 1; f <= last; f++) {
        double now = r->times[f] - r->times[at];
        double then = r->times[f - moved] - r->times[kernel->made_at];
        if (fabs(now - then) > 1e-6 * width) return false;
    }
    kernel->first = first;
    return true;
}

/* Negates rotations whose hemisphere is not that of the frame before: sums of their components then
 * follow the path of the bone. */
static void align_signs(vrm_Recorder* r) {
    for (size_t f = 1; f < r->count; f++) {
        const vrm_Quat* before = r->poses[f - 1].rotations;
        vrm_Quat* rotations = r->poses[f].rotations;
        for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
            vrm_Quat q = rotations[b];
            if (vrmi_quat_dot(before[b], q) < 0.0f)
                rotations[b] = (vrm_Quat){-q.x, -q.y, -q.z, -q.w};
        }
    }
}

/* Weighted sums of aligned rotations, a few bones at a time: compilers keep their components in
 * vector registers. Bones that do not move are left out by the group. */
static void sum_bones(const vrm_Recorder* r, const Kernel* kernel, vrm_Quat sums[VRM_BONE_COUNT]) {
    enum { GROUP = 5, COMPONENTS = 4 * GROUP };
    _Static_assert(VRM_BONE_COUNT % GROUP == 0, "groups cover all bones");
    for (int32_t b = 0; b < VRM_BONE_COUNT; b += GROUP) {
        if ((r->bones >> b & ((1u << GROUP) - 1)) == 0) continue;
        float group[COMPONENTS] = {0.0f};
        for (size_t i = 0; i < kernel->count; i++) {
            const float* components = (const float*)&r->poses[kernel->first + i].rotations[b];
            const float weight = kernel->weights[i];
            for (int c = 0; c < COMPONENTS; c++) group[c] += weight * components[c];
        }
        memcpy(&sums[b], group, sizeof group);
    }
}

static vrm_Vec3 filtered_hips(const vrm_Recorder* r, const Kernel* kernel, float most, size_t at) {
    vrm_Vec3 own = r->poses[at].hips_offset, sum = {0.0f, 0.0f, 0.0f};
    for (size_t i = 0; i < kernel->count; i++) { /* relative to its own, to keep digits far away */
        vrm_Vec3 apart = vrmi_vec3_sub(r->poses[kernel->first + i].hips_offset, own);
        sum = vrmi_vec3_add(sum, vrmi_vec3_scale(apart, kernel->weights[i]));
    }
    float length = vrmi_vec3_length(sum);
    if (length > most) sum = vrmi_vec3_scale(sum, most / length);
    return vrmi_vec3_add(own, sum);
}

/* Returns the angle between two rotations of one hemisphere: four times the arc sine of half the
 * chord between them, by its series where that has the digits of a float. */
static float angle_between(vrm_Quat a, vrm_Quat b) {
    vrm_Quat chord = {b.x - a.x, b.y - a.y, b.z - a.z, b.w - a.w};
    float square = 0.25f * vrmi_quat_dot(chord, chord);
    if (square > 0.01f) return vrmi_quat_angle(a, b);
    return 4.0f * sqrtf(square) * (1.0f + square * (1.0f / 6.0f + square * (3.0f / 40.0f)));
}

/* Filters one frame of `from` into `to`. `kernel` is that of the frame before. */
static double filter_frame(const vrm_Recorder* from, size_t at, const vrm_MotionSmoothDef* def,
                           Kernel* kernel, vrm_Recorder* to, vrm_MotionSmoothReport* report) {
    vrm_Quat sums[VRM_BONE_COUNT];
    double sum = 0.0;
    const float most = def->max_degrees * VRMI_TO_RADIANS;
    /* Half the power passes at the cutoff: (1 + x) exp(-x) = 1 / sqrt(2), 2 x = (2 pi f width)^2.
     */
    const double width = 0.2355 / (double)def->cutoff_hz;
    if (!move_kernel(from, at, width, kernel)) make_kernel(from, at, width, kernel);
    sum_bones(from, kernel, sums);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if ((from->bones >> b & 1) == 0) continue;
        vrm_Quat own = from->poses[at].rotations[b], made = own;
        if (vrmi_quat_dot(sums[b], sums[b]) > 0.01f) made = vrmi_quat_normalize(sums[b]);
        float angle = angle_between(own, made);
        if (angle > most) {
            made = most > 0.0f ? vrmi_quat_slerp(own, made, most / angle) : own;
            angle = most;
        }
        to->poses[at].rotations[b] = made;
        sum += (double)(angle * VRMI_TO_DEGREES);
        if (angle * VRMI_TO_DEGREES <= report->largest_degrees) continue;
        report->largest_degrees = angle * VRMI_TO_DEGREES;
        report->largest_bone = (vrm_Bone)b;
    }
    vrm_Vec3 hips = filtered_hips(from, kernel, def->max_metres, at);
    float moved = vrmi_vec3_distance(hips, from->poses[at].hips_offset);
    if (moved > report->largest_metres) report->largest_metres = moved;
    to->poses[at].hips_offset = hips;
    return sum;
}

static int32_t count_bits(uint64_t bits) {
    int32_t count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

/* `made` has the frames of the source; `plain` becomes those without spikes, with aligned signs. */
static void smooth(const vrm_MotionSmoothDef* def, vrm_Recorder* plain, vrm_Recorder* made,
                   vrm_MotionSmoothReport* report) {
    double sum = 0.0;
    Kernel kernel = {.count = 0};
    if (!def->keeps_spikes) report->spikes = remove_spikes(plain);
    align_signs(plain);
    for (size_t f = 0; f < plain->count; f++)
        sum += filter_frame(plain, f, def, &kernel, made, report);
    double values = (double)plain->count * count_bits(plain->bones);
    report->mean_degrees = values > 0.0 ? (float)(sum / values) : 0.0f;
}

static bool is_valid(const vrm_MotionSmoothDef* def) {
    return def->cutoff_hz >= 0.1f && def->cutoff_hz <= 1000.0f && def->max_degrees >= 0.0f &&
           def->max_degrees <= 360.0f && def->max_metres >= 0.0f && def->max_metres <= 1e6f;
}

static vrm_Result copy_of(const vrmi_EditSource* source, const vrm_MotionEditDef* def,
                          vrm_Motion** out) {
    const vrm_Recorder* frames = source->edited->frames;
    vrm_Result result = vrmi_edit_create(source, NULL, def, frames->count, out);
    for (size_t f = 0; result == VRM_OK && f < frames->count; f++) {
        vrm_Recorder* made = (*out)->edited.frames;
        vrmi_recorder_copy_frame(frames, (vrmi_Moment){f, 0.0f}, made, f);
        made->times[f] = frames->times[f];
    }
    return result;
}

vrm_Result vrm_motion_smooth(const vrm_Motion* motion, const vrm_MotionSmoothDef* given,
                             vrm_MotionSmoothReport* out_report, vrm_Motion** out_motion) {
    vrm_MotionSmoothDef def = vrm_default_motion_smooth_def();
    vrm_MotionEditDef edit = vrm_default_motion_edit_def();
    vrm_MotionSmoothReport report = {.largest_bone = VRM_BONE_NONE};
    vrmi_EditSource source;
    vrm_Motion *plain = NULL, *made = NULL;
    *out_motion = NULL;
    if (out_report != NULL) *out_report = report;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_valid(&def)) return VRM_ERR_ARGUMENT;
    edit.max_bytes = def.max_bytes;
    edit.report = def.report;
    edit.allocator = vrmi_allocator(&def.allocator);
    vrm_Result result = vrmi_edit_open(motion, &edit, &source);
    if (result != VRM_OK) return result;
    result = copy_of(&source, &edit, &plain);
    if (result == VRM_OK) result = copy_of(&source, &edit, &made);
    if (result == VRM_OK) smooth(&def, plain->edited.frames, made->edited.frames, &report);
    vrmi_edit_close(&source);
    vrm_motion_destroy(plain);
    if (result != VRM_OK) {
        vrm_motion_destroy(made);
        return result;
    }
    *out_motion = made;
    if (out_report != NULL) *out_report = report;
    return VRM_OK;
}

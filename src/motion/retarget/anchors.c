/* SPDX-License-Identifier: MIT */
/* Anchors of planted points, and the blend of the target's points to them and away from them. */
#include "motion/retarget/feet.h"

#include <stdlib.h>

static const double fade_s = 0.25;    /* into and out of a contact */
static const double speed_most = 0.4; /* mean speed of a fading shift, leg lengths per second */
static const float flat = 0.966f, steep = 0.8f; /* cosines of 15 and 37 degrees */
static const float drift_most =
    0.06f; /* leg lengths that the source may drift before the anchor follows */

static int32_t length_of(const vrmi_Contact* c) {
    return c->last - c->first;
}

static int longest_first(const void* a, const void* b) {
    const vrmi_Contact *x = a, *y = b;
    if (length_of(x) != length_of(y)) return length_of(x) < length_of(y) ? 1 : -1;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return 2 * x->side + x->point - 2 * y->side - y->point;
}

static int by_point_and_time(const void* a, const void* b) {
    const vrmi_Contact *x = a, *y = b;
    int one = 2 * x->side + x->point, other = 2 * y->side + y->point;
    if (one != other) return one - other;
    return x->first < y->first ? -1 : x->first > y->first;
}

static void set_owners(vrmi_Feet* feet) {
    for (int32_t i = 0; i < feet->contact_count; i++) {
        const vrmi_Contact* c = &feet->contacts[i];
        for (int32_t f = c->first; f <= c->last; f++) feet->owner[c->side][c->point][f] = i;
    }
}

/* ---- Anchors ---- */

/* Returns the mean offset from the scaled points of the source to those of the target. An anchor at
 * this offset moves the foot least. */
static vrm_Vec3 mean_offset(const vrmi_Feet* feet, const vrmi_Contact* c) {
    double x = 0.0, z = 0.0, count = (double)(c->last - c->first + 1);
    for (int32_t f = c->first; f <= c->last; f++) {
        vrm_Vec3 from = feet->from[c->side][c->point][f], to = feet->to[c->side][c->point][f];
        x += (double)(to.x - feet->scale * from.x);
        z += (double)(to.z - feet->scale * from.z);
    }
    return (vrm_Vec3){(float)(x / count), 0.0f, (float)(z / count)};
}

/* Returns the anchor for a position of the source. It stays until the source is `length` away and
 * then follows at that distance, so that feet that slide on purpose still slide. */
static vrm_Vec3 drawn(vrm_Vec3 place, vrm_Vec3 source, float length) {
    vrm_Vec3 offset = {source.x - place.x, 0.0f, source.z - place.z};
    float far = vrmi_vec3_length(offset);
    if (far <= length) return place;
    return vrmi_vec3_add(place, vrmi_vec3_scale(offset, (far - length) / far));
}

/* Returns the mean position of the source over the first 0.1 s of a contact, to suppress noise;
 * over the whole cycle if the contact lasts for a whole loop. */
static vrm_Vec3 first_place(const vrmi_Feet* feet, const vrmi_Contact* c) {
    int32_t end = vrmi_feet_after(feet, c->first, 0.1);
    if (c->is_endless) end = c->first + feet->cycle.count - 1; /* it does not begin */
    if (end > c->last) end = c->last;
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int32_t f = c->first; f <= end; f++)
        sum = vrmi_vec3_add(sum, vrmi_vec3_sub(feet->from[c->side][c->point][f],
                                               feet->from[c->side][c->point][c->first]));
    sum = vrmi_vec3_scale(sum, 1.0f / (float)(end - c->first + 1));
    return vrmi_vec3_add(feet->from[c->side][c->point][c->first], sum);
}

/* Returns a goal one cycle later (1) or earlier (-1). */
static vrm_Vec3 next_goal(const vrmi_Cycle* cycle, vrm_Vec3 goal, int by) {
    if (by > 0) return vrmi_vec3_add(vrmi_quat_rotate(cycle->turn, goal), cycle->translation);
    return vrmi_quat_rotate(vrmi_quat_conjugate(cycle->turn),
                            vrmi_vec3_sub(goal, cycle->translation));
}

/* Sets the goal of a frame and of its repetitions in a loop. */
static void set_goal(vrmi_Feet* feet, const vrmi_Contact* c, int32_t f, vrm_Vec3 goal) {
    feet->shift[c->side][c->point][f] = vrmi_vec3_sub(goal, feet->to[c->side][c->point][f]);
    for (int by = -1; by <= 1 && feet->cycle.lead > 0; by += 2) {
        int32_t g = f + by * feet->cycle.count;
        if (g < 0 || g >= feet->count) continue;
        feet->shift[c->side][c->point][g] =
            vrmi_vec3_sub(next_goal(&feet->cycle, goal, by), feet->to[c->side][c->point][g]);
    }
}

/* Maps a position of the source to the target. The height is that of `offset`. */
static vrm_Vec3 goal_at(const vrmi_Feet* feet, vrm_Vec3 place, vrm_Vec3 offset) {
    vrm_Vec3 goal = vrmi_vec3_add(vrmi_vec3_scale(place, feet->scale), offset);
    goal.y = offset.y;
    return goal;
}

/* Returns the height at which a point rests: the ground, or higher if the foot is never flat during
 * the contact. On the toes it is as high as in the source. On its instep or its side a foot has the
 * sole above it: the target's own thickness decides. */
static float height_of(const vrmi_Feet* feet, const vrmi_Contact* c) {
    float source = FLT_MAX, own = FLT_MAX, flattest = -1.0f;
    for (int32_t f = c->first; f <= c->last; f++) {
        source = fminf(source, feet->scale * (feet->from[c->side][c->point][f].y - feet->ground));
        own = fminf(own, feet->to[c->side][c->point][f].y - feet->floor);
        flattest = fmaxf(flattest, feet->facing[c->side][f]);
    }
    float turned = vrmi_clamp((0.2f - flattest) / 0.4f, 0.0f, 1.0f);
    float height = fmaxf(source, 0.0f) * (1.0f - turned) + fmaxf(own, 0.0f) * turned;
    return feet->floor + vrmi_clamp((flat - flattest) / (flat - steep), 0.0f, 1.0f) * height;
}

/* The anchor of a contact that lasts for a whole loop follows the source through one cycle first,
 * so that it begins as it ends. The remaining difference is spread over the cycle. */
static void set_endless_shifts(vrmi_Feet* feet, const vrmi_Contact* c, vrm_Vec3 offset) {
    float length = drift_most * feet->source.length;
    const vrm_Vec3* from = feet->from[c->side][c->point];
    int32_t begin = feet->cycle.lead, cycle = feet->cycle.count;
    vrm_Vec3 place = first_place(feet, c);
    for (int32_t f = 0; f <= begin; f++) place = drawn(place, from[f], length);
    vrm_Vec3 first = place;
    for (int32_t f = begin; f <= begin + cycle; f++) {
        place = drawn(place, from[f], length);
        feet->shift[c->side][c->point][f] = goal_at(feet, place, offset);
    }
    vrm_Vec3 last = goal_at(feet, place, offset), goal = goal_at(feet, first, offset);
    vrm_Vec3 gap = vrmi_vec3_sub(next_goal(&feet->cycle, goal, 1), last);
    for (int32_t f = begin + 1; f < begin + cycle; f++) {
        float part = (float)(f - begin) / (float)cycle;
        vrm_Vec3 own = feet->shift[c->side][c->point][f];
        set_goal(feet, c, f, vrmi_vec3_add(own, vrmi_vec3_scale(gap, part)));
    }
    set_goal(feet, c, begin, goal);
    set_goal(feet, c, begin + cycle, next_goal(&feet->cycle, goal, 1));
}

static void set_shifts(vrmi_Feet* feet, vrmi_Contact* c, vrm_Vec3 offset) {
    float length = drift_most * feet->source.length;
    vrm_Vec3 place = first_place(feet, c);
    for (int32_t f = c->first; f <= c->last; f++) {
        place = drawn(place, feet->from[c->side][c->point][f], length);
        set_goal(feet, c, f, goal_at(feet, place, offset));
    }
}

static void place_contact(vrmi_Feet* feet, vrmi_Contact* c, vrm_Vec3 offset) {
    if (c->is_endless)
        set_endless_shifts(feet, c, offset);
    else
        set_shifts(feet, c, offset);
    c->has_place = true;
    for (int by = -1; by <= 1 && feet->cycle.lead > 0; by += 2) {
        int32_t first = c->first + by * feet->cycle.count, last = c->last + by * feet->cycle.count;
        int32_t f = first < 0 ? last : first; /* a frame of the copy, if there is one */
        int32_t copy = f >= 0 && f < feet->count ? feet->owner[c->side][c->point][f] : -1;
        if (copy >= 0) feet->contacts[copy].has_place = true;
    }
}

/* Finds the offset of an anchor from the foot's other point, if that one is anchored while the foot
 * is flat: one foot length away, in the mean direction. Returns false otherwise. */
static bool offset_beside(const vrmi_Feet* feet, const vrmi_Contact* c, vrm_Vec3* out_offset) {
    int other = 1 - c->point;
    const vrmi_Leg* leg = &feet->target.sides[c->side];
    float length = vrmi_vec3_distance(leg->sole[VRMI_HEEL], leg->sole[VRMI_BALL]);
    vrm_Vec3 offset = {0.0f, 0.0f, 0.0f};
    int32_t first = -1;
    for (int32_t f = c->first; f <= c->last; f++) {
        int32_t owner = feet->owner[c->side][other][f];
        if (owner < 0 || !feet->contacts[owner].has_place) continue;
        vrm_Vec3 step = vrmi_vec3_sub(feet->to[c->side][c->point][f], feet->to[c->side][other][f]);
        offset = vrmi_vec3_add(offset, (vrm_Vec3){step.x, 0.0f, step.z});
        if (first < 0) first = f;
    }
    if (first < 0) return false;
    vrm_Vec3 goal =
        vrmi_vec3_add(feet->to[c->side][other][first], feet->shift[c->side][other][first]);
    goal = vrmi_vec3_add(goal, vrmi_vec3_scale(vrmi_vec3_normalize(offset), length));
    *out_offset = vrmi_vec3_sub(goal, vrmi_vec3_scale(first_place(feet, c), feet->scale));
    return true;
}

/* ---- Between contacts ---- */

/* 1 at the contact, 0 at the end of the fade, level at both. */
static float faded(double seconds, double fade) {
    if (!(seconds < fade)) return 0.0f;
    float x = (float)(seconds / fade);
    return 1.0f - x * x * (3.0f - 2.0f * x);
}

/* Returns how long a shift takes to fade: longer for larger shifts, limited by the gap. */
static double fade_of(const vrmi_Feet* feet, vrm_Vec3 shift, double gap) {
    double legs = (double)(vrmi_vec3_length(shift) / feet->target.length);
    return fmin(fmax(fade_s, legs / speed_most), gap);
}

/* Returns by how much the shift of the foot's other point differs between the end of a contact and
 * a frame, as far as that point stays planted. A point that leaves the ground first, or comes down
 * last, moves with the planted one: the foot is not turned. */
static vrm_Vec3 moved_beside(const vrmi_Feet* feet, int s, int p, int32_t end, int32_t f) {
    int32_t owner = feet->owner[s][1 - p][end];
    if (owner < 0) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    const vrmi_Contact* c = &feet->contacts[owner];
    int32_t at = f < c->first ? c->first : f > c->last ? c->last : f;
    return vrmi_vec3_sub(feet->shift[s][1 - p][at], feet->shift[s][1 - p][end]);
}

static void fade_between(vrmi_Feet* feet, const vrmi_Contact* before, const vrmi_Contact* after,
                         int s, int p) {
    int32_t first = before != NULL ? before->last + 1 : 0;
    int32_t end = after != NULL ? after->first : feet->count;
    const vrm_Vec3 none = {0.0f, 0.0f, 0.0f};
    vrm_Vec3 old = before != NULL ? feet->shift[s][p][before->last] : none;
    vrm_Vec3 next = after != NULL ? feet->shift[s][p][after->first] : none;
    double gap = 1e15;
    if (before != NULL && after != NULL)
        gap = feet->times[after->first] - feet->times[before->last];
    double old_fade = fade_of(feet, old, gap), next_fade = fade_of(feet, next, gap);
    for (int32_t f = first; f < end; f++) {
        float from = 0.0f, to = 0.0f;
        if (before != NULL) from = faded(feet->times[f] - feet->times[before->last], old_fade);
        if (after != NULL) to = faded(feet->times[after->first] - feet->times[f], next_fade);
        vrm_Vec3 shift = {0.0f, 0.0f, 0.0f};
        if (from > 0.0f) {
            vrm_Vec3 own = vrmi_vec3_add(old, moved_beside(feet, s, p, before->last, f));
            shift = vrmi_vec3_scale(own, from);
        }
        if (to > 0.0f) {
            vrm_Vec3 own = vrmi_vec3_add(next, moved_beside(feet, s, p, after->first, f));
            shift = vrmi_vec3_add(shift, vrmi_vec3_scale(own, to));
        }
        feet->shift[s][p][f] = shift;
        feet->weight[s][p][f] = vrmi_clamp(from + to, 0.0f, 1.0f);
    }
}

static void fade_point(vrmi_Feet* feet, int s, int p) {
    const vrmi_Contact* before = NULL;
    for (int32_t i = 0; i < feet->contact_count; i++) {
        const vrmi_Contact* c = &feet->contacts[i];
        if (c->side != s || c->point != p) continue;
        fade_between(feet, before, c, s, p);
        for (int32_t f = c->first; f <= c->last; f++) feet->weight[s][p][f] = 1.0f;
        before = c;
    }
    fade_between(feet, before, NULL, s, p);
}

void vrmi_feet_place(vrmi_Feet* feet) {
    size_t count = (size_t)feet->contact_count;
    qsort(feet->contacts, count, sizeof *feet->contacts, longest_first);
    set_owners(feet);
    for (int32_t i = 0; i < feet->contact_count; i++) {
        vrmi_Contact* c = &feet->contacts[i];
        vrm_Vec3 offset;
        if (c->is_copy) continue;
        if (!offset_beside(feet, c, &offset)) offset = mean_offset(feet, c);
        offset.y = height_of(feet, c);
        place_contact(feet, c, offset);
    }
    qsort(feet->contacts, count, sizeof *feet->contacts, by_point_and_time);
    set_owners(feet);
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS; p++) fade_point(feet, s, p);
}

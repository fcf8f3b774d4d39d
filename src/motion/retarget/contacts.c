/* SPDX-License-Identifier: MIT */
/* Finds the contacts of heels and balls. A point rests in a frame if it is near the ground and
 * hardly moves just before or just after the frame; so the frames in which a foot lands and leaves
 * count, at any frame rate. Speeds are in leg lengths per second and heights in leg lengths,
 * independent of size.
 *
 * A contact has frames below the low thresholds and extends as far as the high ones allow. */
#include "base/sort.h"
#include "motion/retarget/feet.h"

#include <stdlib.h>
#include <string.h>

static const double moment_s =
    0.06; /* longer than a frame at 24 per second; averages noise of 2 mm */
static const float speed_low = 0.12f, speed_high = 0.2f;
static const float height_low = 0.05f, height_high = 0.08f;
static const float rest_band = 0.02f;  /* leg lengths: equal heights, but for noise */
static const float rise_most = 0.008f; /* above the lowest point of a contact */
static const double gap_s = 0.05;      /* shorter gaps are noise */
static const float gap_distance = 0.02f;
static const float slide_most = 0.2f; /* leg lengths: a foot that moves farther slides on purpose */

/* Returns the speed (m/s) over `moment_s` before (-1) or after (1) a frame; -1 at the ends. */
static float speed_towards(const vrmi_Feet* feet, const vrm_Vec3* at, int32_t f, int direction) {
    int32_t end =
        direction < 0 ? vrmi_feet_before(feet, f, moment_s) : vrmi_feet_after(feet, f, moment_s);
    double span = fabs(feet->times[end] - feet->times[f]);
    if (span < 0.5 * moment_s && abs(end - f) < VRMI_WINDOW_FRAMES) return -1.0f;
    vrm_Vec3 place = at[end];
    if (span > moment_s) { /* between two frames */
        vrm_Vec3 nearer = at[end - direction];
        double inner = fabs(feet->times[end - direction] - feet->times[f]);
        place = vrmi_vec3_sub(place, nearer);
        place = vrmi_vec3_scale(place, (float)((moment_s - inner) / (span - inner)));
        place = vrmi_vec3_add(place, nearer);
        span = moment_s;
    }
    return vrmi_vec3_distance(place, at[f]) / (float)span;
}

float vrmi_feet_speed(const vrmi_Feet* feet, const vrm_Vec3* at, int32_t f) {
    float before = speed_towards(feet, at, f, -1), after = speed_towards(feet, at, f, 1);
    if (before < 0.0f && after < 0.0f) {
        /* The whole clip is shorter than `moment_s`. */
        float span = (float)(feet->times[feet->count - 1] - feet->times[0]);
        return span > 0.0f ? vrmi_vec3_distance(at[0], at[feet->count - 1]) / span : 0.0f;
    }
    if (before < 0.0f) return after;
    return after < 0.0f || before < after ? before : after;
}

/* ---- Ground ---- */

float vrmi_feet_low_tenth(float* values, size_t count) {
    vrmi_sort_floats(values, count);
    return values[count / 10];
}

static const float level = 0.966f; /* cosine of 15 degrees */

/* Collects the heights of resting points, of feet that are at least so level. */
static size_t collect_heights(const vrmi_Feet* feet, float facing, float* out) {
    size_t count = 0;
    float most = speed_high * feet->source.length;
    for (int s = 0; s < 2; s++) {
        if (!feet->has_side[s]) continue;
        for (int p = 0; p < VRMI_HELD_POINTS; p++)
            for (int32_t f = 0; f < feet->count; f++)
                if (feet->weight[s][p][f] < most && feet->facing[s][f] >= facing)
                    out[count++] = feet->from[s][p][f].y;
    }
    return count;
}

/* Returns whether a foot stands flat in a frame, at the height of the soles at rest. */
static bool stands_at_rest_height(const vrmi_Feet* feet, int s, int32_t f) {
    float near = rest_band * feet->source.length, most = speed_high * feet->source.length;
    bool does_stand = feet->facing[s][f] > level;
    for (int p = 0; p < VRMI_HELD_POINTS; p++)
        does_stand &=
            feet->weight[s][p][f] < most && fabsf(feet->from[s][p][f].y - feet->source.sole) < near;
    return does_stand;
}

/* Returns the mean height of such feet; FLT_MAX if none stands for a moment. */
static float standing_height(const vrmi_Feet* feet) {
    double time[2] = {0.0, 0.0}, sum = 0.0, used = 0.0;
    for (int s = 0; s < 2; s++)
        for (int32_t f = 1; f < feet->count && feet->has_side[s]; f++) {
            if (!stands_at_rest_height(feet, s, f)) continue;
            time[s] += feet->times[f] - feet->times[f - 1];
            for (int p = 0; p < VRMI_HELD_POINTS; p++) sum += (double)feet->from[s][p][f].y;
            used += (double)VRMI_HELD_POINTS;
        }
    return fmax(time[0], time[1]) >= 0.07 ? (float)(sum / used) : FLT_MAX;
}

static float mean_near(const float* heights, size_t count, float middle, float band) {
    double sum = 0.0, used = 0.0;
    for (size_t i = 0; i < count; i++) {
        if (fabsf(heights[i] - middle) > band) continue;
        sum += (double)heights[i];
        used += 1.0;
    }
    return (float)(sum / used); /* the middle is one of them */
}

/* Returns whether a person who stands on level feet never does so lower: what is lower then are the
 * heels of somebody who sits with the toes up. */
static bool stands_lowest(const vrmi_Feet* feet, float standing) {
    size_t count = standing < FLT_MAX ? collect_heights(feet, level, feet->scratch) : 0;
    float band = rest_band * feet->source.length;
    return count > 0 && vrmi_feet_low_tenth(feet->scratch, count) > standing - band;
}

/* Finds the lowest height at which points rest: the mean around the lowest tenth, so that outliers
 * do not count. A person who stands for a moment only, and then kneels on the toes, stands on the
 * ground. */
static void find_ground(vrmi_Feet* feet, vrm_Feet mode) {
    size_t count = collect_heights(feet, -1.0f, feet->scratch);
    feet->has_ground = false;
    feet->ground = feet->source.sole;
    if (count == 0) return;
    float low = vrmi_feet_low_tenth(feet->scratch, count), band = rest_band * feet->source.length;
    float ground = mean_near(feet->scratch, count, low, band), standing = standing_height(feet);
    if (ground > standing || (ground < standing - band && stands_lowest(feet, standing)))
        ground = standing;
    /* Heels and balls are above the ground if the feet stand on their toes or lie on their instep.
     * If hands, knees or trunk would be below it, keep the ground of the source. Toes that dip into
     * it for a moment only count if it is that of the source but for noise. */
    float sole = feet->source.sole;
    float toes = ground - sole < band ? feet->toes_dip : feet->toes_low;
    if (ground > sole && ground > fminf(feet->body_low, toes)) ground = sole;
    float above = ground - sole;
    /* Feet that rest high above the ground are hanging. */
    bool is_clear = above < 0.12f * feet->source.length && above > -0.25f * feet->source.length;
    if (mode != VRM_FEET_HOLD && !is_clear) return;
    feet->has_ground = true;
    feet->ground = ground;
}

/* ---- Contacts ---- */

static bool is_below(const vrmi_Feet* feet, int s, int p, int32_t f, float speed, float height) {
    float length = feet->source.length;
    return feet->weight[s][p][f] < speed * length &&
           feet->from[s][p][f].y - feet->ground < height * length;
}

/* Returns the last frame of the run that begins at `first`, across short gaps due to noise. */
static int32_t end_of_run(const vrmi_Feet* feet, int s, int p, int32_t first) {
    int32_t last = first;
    for (int32_t f = first + 1; f < feet->count; f++) {
        if (feet->times[f] - feet->times[last] > gap_s && f > last + 1) break;
        if (!is_below(feet, s, p, f, speed_high, height_high)) continue;
        const vrm_Vec3* at = feet->from[s][p];
        if (f > last + 1 &&
            vrmi_vec3_distance(at[f], at[last]) > gap_distance * feet->source.length)
            break;
        last = f;
    }
    return last;
}

/* Returns how long the point is below the low thresholds. */
static double sure_time(const vrmi_Feet* feet, int s, int p, int32_t first, int32_t last) {
    double sure = 0.0;
    for (int32_t f = first; f <= last; f++) {
        if (!is_below(feet, s, p, f, speed_low, height_low)) continue;
        double step = f + 1 < feet->count ? feet->times[f + 1] - feet->times[f]
                      : f > 0             ? feet->times[f] - feet->times[f - 1]
                                          : 1.0;
        sure += step;
    }
    return sure;
}

/* Returns the largest distance of the point from its first position. */
static float slide_of(const vrmi_Feet* feet, int s, int p, int32_t first, int32_t last) {
    float most = 0.0f;
    for (int32_t f = first; f <= last; f++)
        most = fmaxf(most, vrmi_vec3_distance(feet->from[s][p][f], feet->from[s][p][first]));
    return most;
}

/* Trims the frames in which a heel slowly rises or comes down. */
static void trim(const vrmi_Feet* feet, int s, int p, int32_t* first, int32_t* last) {
    const vrm_Vec3* at = feet->from[s][p];
    float low = at[*first].y;
    for (int32_t f = *first; f <= *last; f++) low = fminf(low, at[f].y);
    /* What is left of jitter does not trim. */
    float rise = feet->jitter_s > 0.0 ? 2.0f * rise_most : rise_most;
    float top = low + rise * feet->source.length;
    while (at[*first].y > top) ++*first; /* ends at the lowest */
    while (at[*last].y > top) --*last;
}

static void find_runs(vrmi_Feet* feet, int s, int p, double shortest, float farthest) {
    /* A contact cannot last longer than the clip, which may be a pose of two frames. */
    shortest = fmin(shortest, feet->times[feet->count - 1] - feet->times[0]);
    for (int32_t f = 0; f < feet->count; f++) {
        if (!is_below(feet, s, p, f, speed_high, height_high)) continue;
        int32_t end = end_of_run(feet, s, p, f), first = f, last = end;
        trim(feet, s, p, &first, &last);
        if (sure_time(feet, s, p, first, last) >= shortest &&
            slide_of(feet, s, p, first, last) <= farthest) {
            vrmi_Contact contact = {.first = first, .last = last};
            contact.side = (uint8_t)s;
            contact.point = (uint8_t)p;
            for (int32_t k = first; k <= last; k++) feet->owner[s][p][k] = feet->contact_count;
            feet->contacts[feet->contact_count++] = contact;
        }
        f = end;
    }
}

/* ---- Loops ---- */

static void add_contact(vrmi_Feet* feet, vrmi_Contact contact, int32_t by) {
    contact.first += by;
    contact.last += by;
    contact.is_copy = by != 0;
    if (contact.first < 0) contact.first = 0;
    if (contact.last >= feet->count) contact.last = feet->count - 1;
    if (contact.first > contact.last) return;
    int32_t* owner = feet->owner[contact.side][contact.point];
    for (int32_t f = contact.first; f <= contact.last; f++) owner[f] = feet->contact_count;
    feet->contacts[feet->contact_count++] = contact;
}

/* Keeps the contacts that begin in the motion and repeats them in the cycles before and after it,
 * so that both ends of the motion have equal contacts. A contact that lasts for a cycle is endless.
 */
static void repeat_contacts(vrmi_Feet* feet) {
    int32_t begin = feet->cycle.lead, cycle = feet->cycle.count, kept = 0;
    for (int32_t i = 0; i < feet->contact_count; i++) {
        vrmi_Contact c = feet->contacts[i];
        if (c.first <= begin + cycle && c.last - c.first >= cycle) {
            c.is_endless = true;
            c.first = begin;
        }
        bool is_own = c.first >= begin && c.first < begin + cycle;
        bool is_known = kept > 0 && feet->contacts[kept - 1].is_endless &&
                        feet->contacts[kept - 1].side == c.side &&
                        feet->contacts[kept - 1].point == c.point;
        if (is_own && !is_known) feet->contacts[kept++] = c;
    }
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS; p++)
            for (int32_t f = 0; f < feet->count; f++) feet->owner[s][p][f] = -1;
    feet->contact_count = 0;
    /* Contacts are read from the end of the array, ahead of those that are written. */
    vrmi_Contact* found = feet->contacts + 3 * (size_t)kept;
    memmove(found, feet->contacts, (size_t)kept * sizeof *found);
    for (int32_t i = 0; i < kept; i++) {
        vrmi_Contact c = found[i];
        if (c.is_endless) {
            c.first = 0;
            c.last = feet->count - 1;
            add_contact(feet, c, 0);
            continue;
        }
        for (int32_t k = -1; k <= 1; k++) add_contact(feet, c, k * cycle);
    }
}

void vrmi_feet_find_contacts(vrmi_Feet* feet, vrm_Feet mode) {
    feet->contact_count = 0;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS; p++)
            for (int32_t f = 0; f < feet->count; f++) {
                feet->owner[s][p][f] = -1;
                /* `weight` holds speeds until contacts are found. */
                feet->weight[s][p][f] =
                    feet->has_side[s] ? vrmi_feet_speed(feet, feet->from[s][p], f) : 0.0f;
            }
    find_ground(feet, mode);
    if (!feet->has_ground) return;
    bool is_hold = mode == VRM_FEET_HOLD;
    float farthest = is_hold ? FLT_MAX : slide_most * feet->source.length;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < VRMI_HELD_POINTS; p++)
            if (feet->has_side[s]) find_runs(feet, s, p, is_hold ? 0.04 : 0.07, farthest);
    if (feet->cycle.lead > 0) repeat_contacts(feet);
    if (feet->contact_count > 0) return;
    feet->has_ground = false;
    feet->ground = feet->source.sole;
}

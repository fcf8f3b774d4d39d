/* SPDX-License-Identifier: MIT */
/* Chance of faces: draws are even, blinks and saccades have the published distributions
 * (docs/reference/face.md), by chi-square at the level of one in a thousand. */
#include "face/chance.h"
#include "face/face.h"
#include "support/check.h"
#include "support/face_model.h"

#include <math.h>

/* The value that chi-square exceeds once in a thousand times (Wilson and Hilferty 1931). */
static double chi_limit(int freedom) {
    double k = (double)freedom, root = 1.0 - 2.0 / (9.0 * k) + 3.0902 * sqrt(2.0 / (9.0 * k));
    return k * root * root * root;
}

/* Bins of equal probability by the distribution function. */
typedef struct Histogram {
    int counts[32];
    int bins, total;
} Histogram;

static void count_in(Histogram* h, double probability) {
    int bin = (int)(probability * h->bins);
    h->counts[bin < 0 ? 0 : bin >= h->bins ? h->bins - 1 : bin]++;
    h->total++;
}

static void check_even(const Histogram* h, const char* what) {
    double expected = (double)h->total / h->bins, sum = 0.0;
    for (int i = 0; i < h->bins; i++) {
        double difference = h->counts[i] - expected;
        sum += difference * difference / expected;
    }
    if (!(sum < chi_limit(h->bins - 1)))
        fail_msg("%s: chi-square %.1f, limit %.1f", what, sum, chi_limit(h->bins - 1));
}

static double normal_below(double z) {
    return 0.5 * erfc(-z / sqrt(2.0));
}

/* ---- Draws ---- */

static void draws_are_even_and_independent(void** state) {
    (void)state;
    Histogram one = {.bins = 32}, normal = {.bins = 32}, pair = {.bins = 16};
    double before = 0.5;
    for (uint64_t i = 0; i < 100000; i++) {
        double u = vrmi_chance(i / 1000, VRMI_STREAM_BLINK, i % 1000, (uint32_t)(i % VRMI_DRAWS));
        assert_true(u > 0.0 && u < 1.0);
        count_in(&one, u);
        double z = vrmi_chance_normal(i / 1000, VRMI_STREAM_GAZE, i % 1000, 0);
        count_in(&normal, normal_below(z));
        int cell = (int)(before * 4.0) * 4 + (int)(u * 4.0);
        count_in(&pair, ((double)cell + 0.5) / 16.0);
        before = u;
    }
    check_even(&one, "even draws");
    check_even(&normal, "normal draws");
    check_even(&pair, "pairs of draws");
}

/* ---- Blinks ---- */

/* Steps to each onset, by the face's own schedule. */
static void blink_intervals_are_log_normal(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = VRM_ATTENTION_LISTENING;
    FaceStand s = face_stand_hero(&def);
    Histogram h = {.bins = 20};
    double last = 0.0, mean = 60.0 / 17.0 * 1.06 - 0.06 * 0.38;
    double first = -1.0;
    int blinks = 0, doubles = 0;
    while (blinks < 20000) {
        vrm_face_step(s.face, 0.2f);
        double onset = s.face->blink.onsets[s.face->blink.newest];
        if (onset < 0.0 || onset == last) continue;
        double interval = onset - last;
        if (first < 0.0) first = onset;
        last = onset;
        if (blinks++ == 0) continue;
        if (fabs(interval - 0.38) < 1e-6) {
            doubles++;
            continue;
        }
        double z = (log(interval / mean) + 0.5 * 0.7 * 0.7) / 0.7;
        count_in(&h, normal_below(z));
    }
    check_even(&h, "blink intervals");
    double rate = 60.0 * (blinks - 1) / (last - first);
    assert_float_equal(rate, 17.0, 0.4); /* Bentivoglio and others 1997, at rest */
    assert_float_equal((double)doubles / blinks, 0.06 / 1.06, 0.006);
    face_stand_end(&s);
}

static void talking_faces_blink_more_often(void** state) {
    (void)state;
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = VRM_ATTENTION_TALKING;
    FaceStand s = face_stand_hero(&def);
    double last = 0.0;
    int blinks = 0;
    while (vrm_face_time(s.face) < 20000.0) {
        vrm_face_step(s.face, 0.2f);
        double onset = s.face->blink.onsets[s.face->blink.newest];
        blinks += onset > 0.0 && onset != last;
        last = onset;
    }
    double rate = 60.0 * blinks / vrm_face_time(s.face);
    assert_float_equal(rate, 26.0, 1.0); /* in conversation */
    face_stand_end(&s);
}

/* ---- Gaze ---- */

typedef struct Saccades {
    Histogram amplitudes, mutual, away;
    int directions[8], total;
    double at_target_s, all_s;
} Saccades;

static int direction_of(vrm_Vec2 to) {
    int x = to.x < -1e-3f ? 1 : to.x > 1e-3f ? -1 : 0; /* left is positive */
    int y = to.y < -1e-3f ? 1 : to.y > 1e-3f ? -1 : 0; /* down is positive */
    static const int table[3][3] = {{5, 4, 3}, {6, -1, 2}, {7, 0, 1}};
    return table[x + 1][y + 1];
}

static double normal_interval(double t, double mean, double deviation) {
    return normal_below((t - mean) / deviation);
}

/* Every saccade of a face, from its own schedule. */
static Saccades gather(vrm_Attention attention, double most, const double times[4]) {
    vrm_FaceDef def = vrm_default_face_def();
    def.attention = attention;
    FaceStand s = face_stand_hero(&def);
    const vrmi_GazeLayer* gaze = &s.face->gaze;
    Saccades all = {.amplitudes = {.bins = 20}, .mutual = {.bins = 12}, .away = {.bins = 12}};
    double least = 15.7 * exp(-most / 6.9);
    uint64_t last = gaze->count;
    while (all.total < 20000) {
        vrm_face_step(s.face, 0.1f);
        if (gaze->count == last) continue;
        assert_int_equal(gaze->count, last + 1); /* none is missed: they are 0.15 s apart */
        last = gaze->count;
        double interval = gaze->next - gaze->start;
        all.all_s += interval;
        if (!gaze->is_away) {
            all.at_target_s += interval;
            if (interval > 0.1501 && attention == VRM_ATTENTION_LISTENING)
                count_in(&all.mutual, normal_interval(interval, times[0], times[1]));
            if (attention == VRM_ATTENTION_TALKING && interval > 0.1501)
                count_in(&all.mutual, 1.0 - exp(-(interval - 0.15) / times[0]));
            continue;
        }
        all.total++;
        float amplitude = sqrtf(gaze->to.x * gaze->to.x + gaze->to.y * gaze->to.y);
        assert_true((double)amplitude <= most + 1e-4);
        double p = 15.7 * exp(-(double)amplitude / 6.9);
        count_in(&all.amplitudes, (p - least) / (15.0 - least));
        int direction = direction_of(gaze->to);
        assert_true(direction >= 0);
        all.directions[direction]++;
        double shortest = times[2] - times[3];
        if (attention == VRM_ATTENTION_TALKING && interval > 0.1501)
            count_in(&all.away, 1.0 - exp(-(interval - 0.15) / (times[2] - shortest)));
        double cut = normal_interval(0.15, times[2], times[3]);
        if (attention == VRM_ATTENTION_LISTENING && interval > 0.1501)
            count_in(&all.away,
                     (normal_interval(interval, times[2], times[3]) - cut) / (1.0 - cut));
    }
    face_stand_end(&s);
    return all;
}

static void check_saccades(const Saccades* all, const char* what, double share) {
    static const double percent[8] = {15.54, 6.46, 17.69, 7.44, 16.80, 7.89, 20.38, 7.79};
    check_even(&all->amplitudes, what);
    check_even(&all->away, what);
    check_even(&all->mutual, what);
    double sum = 0.0;
    for (int i = 0; i < 8; i++) {
        double expected = percent[i] / 99.99 * all->total;
        sum += (all->directions[i] - expected) * (all->directions[i] - expected) / expected;
    }
    assert_true(sum < chi_limit(7));
    assert_float_equal(all->at_target_s / all->all_s, share, 0.02);
}

/* Eyes Alive (Lee, Badler and Badler 2002): frames of 1/30 s. */
static void saccades_of_listeners_are_as_published(void** state) {
    (void)state;
    const double times[4] = {237.5 / 30, 47.1 / 30, 13.0 / 30, 7.1 / 30};
    Saccades all = gather(VRM_ATTENTION_LISTENING, 10.0, times);
    check_saccades(&all, "listening", 0.75);
}

static void saccades_of_talkers_are_as_published(void** state) {
    (void)state;
    const double times[4] = {93.9 / 30, 94.9 / 30, 27.8 / 30, 24.0 / 30};
    Saccades all = gather(VRM_ATTENTION_TALKING, 12.0, times);
    check_saccades(&all, "talking", 0.41);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_even_and_independent),
        cmocka_unit_test(blink_intervals_are_log_normal),
        cmocka_unit_test(talking_faces_blink_more_often),
        cmocka_unit_test(saccades_of_listeners_are_as_published),
        cmocka_unit_test(saccades_of_talkers_are_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

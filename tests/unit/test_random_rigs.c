/* SPDX-License-Identifier: MIT */
/* Every way to run a random rig gives the same bits: support/random_crowd.h. VRM_RANDOM_RIGS asks
 * for more rigs than the usual, VRM_RANDOM_FIRST for others. */
#include "support/check.h"
#include "support/random_crowd.h"

#include <stdlib.h>

static long number_of(const char* name, long usual) {
    const char* text = getenv(name);
    return text == NULL ? usual : strtol(text, NULL, 10);
}

static void run_rig(long i) {
    Chance chance = {.state = (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15)};
    const char* difference = random_crowd_run(&chance);
    if (difference != NULL) fail_msg("rig %ld, %s", i, difference);
}

/* */
static void random_rigs_have_the_same_bits_in_every_way(void** state) {
    (void)state;
    long first = number_of("VRM_RANDOM_FIRST", 1), count = number_of("VRM_RANDOM_RIGS", 300);
    for (long i = first; i < first + count; i++) run_rig(i);
}

/* Steps of a fixed rate that fall between two frames take the root's scale from both: a scale of
 * the last frame counts also where all are 1 now. */
static void scales_of_the_last_frame_count_between_frames(void** state) {
    (void)state;
    run_rig(2106);
    run_rig(5594);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rigs_have_the_same_bits_in_every_way),
        cmocka_unit_test(scales_of_the_last_frame_count_between_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Hashes of poses and shapes that vrm_Points gives for landmarks made in code, whole and with parts
 * that come and go. */
#include "base/hash.h"
#include "vrm/points.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 240 };

/* Numbers with few bits, the same everywhere. */
static float noise(uint32_t* random) {
    *random = *random * 1664525u + 1013904223u;
    return (float)((int32_t)(*random >> 24) - 128) / 4096.0f;
}

/* Somebody upright; landmarks move by noise. */
static void make_person(uint32_t* random, vrm_Landmark pose[VRM_POINTS_POSE],
                        vrm_Landmark hand[VRM_POINTS_HAND]) {
    static const float heights[VRM_POINTS_POSE] = {
        -0.6875f, -0.75f,  -0.75f,  -0.75f,  -0.75f, -0.75f, -0.75f, -0.75f, -0.75f,
        -0.625f,  -0.625f, -0.5f,   -0.5f,   -0.5f,  -0.5f,  -0.25f, -0.25f, -0.1875f,
        -0.1875f, -0.125f, -0.125f, -0.125f, 0.0f,   0.0f,   0.0f,   0.5f,   0.5f,
        0.875f,   0.875f,  0.9375f, 0.9375f, 1.0f,   1.0f};
    for (int i = 0; i < VRM_POINTS_POSE; i++) {
        float side = i == 0       ? 0.0f
                     : i % 2 == 1 ? 0.125f
                                  : -0.125f,
              out = i > 12 && i < 23 ? 3.0f : 1.0f;
        pose[i] = (vrm_Landmark){side * out + noise(random), heights[i] + noise(random),
                                 (i == 0 || i > 30 ? -0.125f : 0.0f) + noise(random), 1.0f};
    }
    for (int i = 0; i < VRM_POINTS_HAND; i++)
        hand[i] = (vrm_Landmark){(float)((i + 3) / 4) / 64.0f + noise(random) / 4.0f,
                                 (float)((i + 3) % 4) / 32.0f, noise(random) / 4.0f, 1.0f};
}

static uint64_t put(uint64_t hash, const float* numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        hash = vrmi_hash_word(hash, bits);
    }
    return hash;
}

static void run(const char* name, bool mirrors, int lost_every) {
    static const float head[16] = {0.875f, 0.125f, 0.0f, 0.0f, 0.0f, 1.0f, 0.25f, 0.0f,
                                   0.0f,   0.0f,   1.0f, 0.0f, 0.0f, 0.0f, 0.0f,  1.0f};
    vrm_PointsDef def = vrm_default_points_def();
    vrm_Points* points = NULL;
    uint32_t random = 11;
    uint64_t hash = 0;
    def.mirrors = mirrors;
    if (vrm_points_create(&def, &points) != VRM_OK) exit(1);
    for (int f = 0; f < FRAMES; f++) {
        vrm_Landmark pose[VRM_POINTS_POSE], hand[VRM_POINTS_HAND];
        float shapes[VRM_FACE_SHAPE_COUNT];
        make_person(&random, pose, hand);
        for (int s = 0; s < VRM_FACE_SHAPE_COUNT; s++) shapes[s] = 0.5f + 8.0f * noise(&random);
        if (lost_every > 0 && f / lost_every % 2 == 1) pose[13].visibility = 0.0f;
        bool is_lost = lost_every > 0 && f / lost_every % 5 == 3;
        vrm_PointsFrame frame = {.pose = is_lost ? NULL : pose,
                                 .image = pose,
                                 .aspect = 1.5f,
                                 .left_hand = f % 64 < 40 ? hand : NULL,
                                 .shapes = is_lost ? NULL : shapes,
                                 .head = f % 100 < 70 ? head : NULL};
        (void)vrm_points_feed(points, &frame, (double)f / 32.0);
        vrm_Pose shown = vrm_points_pose(points, 0.0f);
        hash = put(hash, (const float*)(const void*)&shown, 4 * VRM_BONE_COUNT + 3);
        hash = put(hash, vrm_points_shapes(points), VRM_FACE_SHAPE_COUNT);
    }
    printf("points_%s %016" PRIx64 "\n", name, vrmi_hash_end(hash));
    vrm_points_destroy(points);
}

int main(void) {
    run("whole", false, 0);
    run("mirrored", true, 0);
    run("lost", false, 20);
    return 0;
}

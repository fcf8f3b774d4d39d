/* SPDX-License-Identifier: MIT */
/* Hashes of what base/trig.h, base/maths.h and base/wide.h give for a fixed set of inputs: ordinary
 * ones, and floats of every exponent. The runtime's promise of equal bits stands on these. */
#include "base/hash.h"
#include "base/maths.h"
#include "base/sha256.h"
#include "base/trig4.h"
#include "support/maths.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct Feed {
    uint64_t random;
    uint64_t hash;
} Feed;

static uint32_t next_bits(Feed* feed) {
    feed->random = feed->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(feed->random >> 32);
}

/* -1..1 */
static float next_unit(Feed* feed) {
    return (float)(int32_t)next_bits(feed) * 0x1p-31f;
}

/* Any float but NaN and infinity. */
static float next_any(Feed* feed) {
    uint32_t bits = next_bits(feed);
    if ((bits >> 23 & 0xFF) == 0xFF) bits ^= 0x00800000;
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static vrm_Vec3 next_vec3(Feed* feed, bool is_wild) {
    vrm_Vec3 v;
    v.x = is_wild ? next_any(feed) : next_unit(feed);
    v.y = is_wild ? next_any(feed) : next_unit(feed);
    v.z = is_wild ? next_any(feed) : next_unit(feed);
    return v;
}

static vrm_Quat next_quat(Feed* feed, bool is_wild) {
    vrm_Vec3 v = next_vec3(feed, is_wild);
    return vrmi_quat_normalize((vrm_Quat){v.x, v.y, v.z, next_unit(feed)});
}

static vrm_Transform next_transform(Feed* feed, bool is_wild) {
    vrm_Transform t;
    t.translation = next_vec3(feed, is_wild);
    t.rotation = next_quat(feed, is_wild);
    t.scale = next_vec3(feed, is_wild);
    return t;
}

static void put(Feed* feed, float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    if ((bits & 0x7FFFFFFF) > 0x7F800000) bits = 0x7FC00000; /* the sign of NaN is not promised */
    feed->hash = vrmi_hash_word(feed->hash, bits);
}

static void put_vec3(Feed* feed, vrm_Vec3 v) {
    put(feed, v.x);
    put(feed, v.y);
    put(feed, v.z);
}

static void put_quat(Feed* feed, vrm_Quat q) {
    put_vec3(feed, (vrm_Vec3){q.x, q.y, q.z});
    put(feed, q.w);
}

static void put_affine(Feed* feed, const vrm_Affine* a) {
    for (int column = 0; column < 4; column++) put_vec3(feed, vrmi_affine_column(a, column));
}

static void put_transform(Feed* feed, vrm_Transform t) {
    put_vec3(feed, t.translation);
    put_quat(feed, t.rotation);
    put_vec3(feed, t.scale);
}

static void run_trig(Feed* feed) {
    for (int i = 0; i < 200000; i++) {
        float a = i & 1 ? next_any(feed) : next_unit(feed) * 10.0f;
        float b = i & 1 ? next_any(feed) : next_unit(feed);
        vrmi_SinCos both = vrmi_sincos(a);
        put(feed, both.sin);
        put(feed, both.cos);
        put(feed, vrmi_sin(a));
        put(feed, vrmi_cos(a));
        put(feed, vrmi_acos(b));
        put(feed, vrmi_asin(b));
        put(feed, vrmi_atan2(a, b));
    }
}

static void run_rotations(Feed* feed, bool is_wild) {
    vrm_Vec3 a = next_vec3(feed, is_wild), b = next_vec3(feed, is_wild);
    vrm_Quat p = next_quat(feed, is_wild), q = next_quat(feed, is_wild);
    float t = next_unit(feed);
    put(feed, vrmi_vec3_dot(a, b));
    put(feed, vrmi_vec3_length(a));
    put(feed, vrmi_vec3_distance(a, b));
    put_vec3(feed, vrmi_vec3_cross(a, b));
    put_vec3(feed, test_vec3_lerp(a, b, t));
    put_vec3(feed, vrmi_vec3_orthogonal(a));
    put_quat(feed, vrmi_quat_mul(p, q));
    put_vec3(feed, vrmi_quat_rotate(p, a));
    put_quat(feed, vrmi_quat_slerp(p, q, t));
    put(feed, vrmi_quat_angle(p, q));
    put_quat(feed, vrmi_quat_from_to(vrmi_vec3_normalize(a), vrmi_vec3_normalize(b)));
    put_quat(feed, vrmi_quat_from_axis_angle(a, b.x));
    put_quat(feed, vrmi_quat_from_yxz(a));
    put_vec3(feed, vrmi_quat_to_yxz(p));
}

static void run_maps(Feed* feed, bool is_wild) {
    vrm_Transform parent = next_transform(feed, is_wild), child = next_transform(feed, is_wild);
    vrm_Vec3 point = next_vec3(feed, is_wild);
    put_transform(feed, vrmi_transform_mul(parent, child));
    put_transform(feed, test_transform_inverse(parent));
    put_vec3(feed, vrmi_transform_point(parent, point));
    vrm_Affine a = vrmi_affine_from_transform(parent), b = vrmi_affine_from_transform(child);
    vrm_Affine product = vrmi_affine_mul(&a, &b), inverse = vrmi_affine_inverse(&a);
    put_affine(feed, &product);
    put_affine(feed, &inverse);
    put_vec3(feed, vrmi_affine_point(&a, point));
    put_vec3(feed, vrmi_affine_vector(&a, point));
    put(feed, vrmi_affine_determinant(&a));
    vrm_Transform parts;
    vrmi_affine_decompose(&product, &parts);
    put_transform(feed, parts);
}

static void run_maths(Feed* feed) {
    for (int i = 0; i < 50000; i++) {
        run_rotations(feed, i % 4 == 3);
        run_maps(feed, i % 4 == 3);
    }
}

static void run_wide(Feed* feed) {
    for (int i = 0; i < 50000; i++) {
        float lanes[3][4];
        for (int k = 0; k < 4; k++) {
            lanes[0][k] = i % 4 == 3 ? next_any(feed) : next_unit(feed) * 10.0f;
            lanes[1][k] = i % 4 == 3 ? next_any(feed) : next_unit(feed);
            lanes[2][k] = next_unit(feed);
        }
        vrmi_f4 a = vrmi_f4_load(lanes[0]), b = vrmi_f4_load(lanes[1]), c = vrmi_f4_load(lanes[2]);
        vrmi_SinCos4 both = vrmi_f4_sincos(a);
        vrmi_f4 results[6] = {both.sin,
                              both.cos,
                              vrmi_f4_acos(b),
                              vrmi_f4_sqrt(vrmi_f4_abs(a)) / (b * b + c * c + a),
                              vrmi_f4_min(a, vrmi_f4_max(b, c)),
                              vrmi_f4_select(a < b, a * b + c, a - b * c)};
        for (int r = 0; r < 6; r++)
            for (int k = 0; k < 4; k++) put(feed, results[r][k]);
    }
}

int main(void) {
    Feed trig = {1, 0}, maths = {2, 0}, wide = {3, 0};
    run_trig(&trig);
    run_maths(&maths);
    run_wide(&wide);
    printf("trig %016" PRIx64 "\n", vrmi_hash_end(trig.hash));
    printf("maths %016" PRIx64 "\n", vrmi_hash_end(maths.hash));
    printf("wide %016" PRIx64 "\n", vrmi_hash_end(wide.hash));
    return 0;
}

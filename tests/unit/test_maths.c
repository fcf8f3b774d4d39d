/* SPDX-License-Identifier: MIT */
#include "base/maths.h"
#include "support/maths.h"

#include "support/check.h"

/* ---- Numbers to test with ---- */

typedef struct Random {
    uint64_t state;
} Random;

static uint32_t next_bits(Random* random) {
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random->state >> 32);
}

/* -1..1 */
static float next_float(Random* random) {
    return (float)(int32_t)next_bits(random) * 0x1p-31f;
}

static vrm_Vec3 next_vec3(Random* random, float size) {
    float x = next_float(random), y = next_float(random), z = next_float(random);
    return (vrm_Vec3){x * size, y * size, z * size};
}

static vrm_Quat next_quat(Random* random) {
    float x = next_float(random), y = next_float(random), z = next_float(random);
    return vrmi_quat_normalize((vrm_Quat){x, y, z, next_float(random)});
}

/* Values that break careless arithmetic, all finite. */
static const float extremes[] = {0.0f,  -0.0f, 1.0f,  -1.0f,    1e-45f, 1e-38f,  -1e-30f,
                                 1e-7f, 3e7f,  1e19f, -1.8e19f, 1e30f,  3.4e38f, -3.4e38f};
#define EXTREME_COUNT (sizeof extremes / sizeof extremes[0])

static float next_extreme(Random* random) {
    return extremes[next_bits(random) % EXTREME_COUNT];
}

static vrm_Vec3 next_extreme_vec3(Random* random) {
    float x = next_extreme(random), y = next_extreme(random), z = next_extreme(random);
    return (vrm_Vec3){x, y, z};
}

static void expect_near(float got, float wanted, float tolerance) {
    if (fabsf(got - wanted) <= tolerance) return;
    fail_msg("%.9g is not %.9g within %g", (double)got, (double)wanted, (double)tolerance);
}

static void expect_vec3(vrm_Vec3 got, vrm_Vec3 wanted, float tolerance) {
    expect_near(got.x, wanted.x, tolerance);
    expect_near(got.y, wanted.y, tolerance);
    expect_near(got.z, wanted.z, tolerance);
}

/* As rotations: q and -q are one. */
static void expect_rotation(vrm_Quat got, vrm_Quat wanted, float tolerance) {
    expect_near(test_angle(got, wanted), 0.0f, tolerance);
}

static void expect_unit(vrm_Quat q) {
    expect_near(vrmi_quat_dot(q, q), 1.0f, 1e-6f);
}

static const vrm_Vec3 axis_x = {1, 0, 0}, axis_y = {0, 1, 0}, axis_z = {0, 0, 1};

/* ---- Vectors ---- */

static void vec3_cross_is_right_handed(void** state) {
    (void)state;
    expect_vec3(vrmi_vec3_cross(axis_x, axis_y), axis_z, 0.0f);
    expect_vec3(vrmi_vec3_cross(axis_y, axis_z), axis_x, 0.0f);
}

static void vec3_length_is_right_where_the_square_overflows_or_underflows(void** state) {
    (void)state;
    expect_near(vrmi_vec3_length((vrm_Vec3){3.0f, 4.0f, 0.0f}), 5.0f, 0.0f);
    expect_near(vrmi_vec3_length((vrm_Vec3){3e30f, 4e30f, 0.0f}), 5e30f, 1e24f);
    expect_near(vrmi_vec3_length((vrm_Vec3){3e-30f, 0.0f, 4e-30f}), 5e-30f, 1e-36f);
    assert_true(vrmi_vec3_length((vrm_Vec3){FLT_MAX, FLT_MAX, FLT_MAX}) == FLT_MAX);
    assert_true(vrmi_vec3_length((vrm_Vec3){0.0f, 0.0f, 0.0f}) == 0.0f);
    assert_true(vrmi_vec3_length((vrm_Vec3){0.0f, -INFINITY, NAN}) == FLT_MAX);
}

static void vec3_normalize_gives_unit_length_for_all_sizes(void** state) {
    (void)state;
    Random random = {1};
    for (int i = 0; i < 100000; i++) {
        vrm_Vec3 v = i & 1 ? next_extreme_vec3(&random) : next_vec3(&random, 10.0f);
        vrm_Vec3 unit = vrmi_vec3_normalize(v);
        if (vrmi_vec3_reach(v) == 0.0f)
            expect_vec3(unit, v, 0.0f);
        else
            expect_near(vrmi_vec3_length(unit), 1.0f, 3e-7f);
    }
}

/* */
static void vec3_normalize_gives_the_fallback_for_zero_nan_and_infinity(void** state) {
    (void)state;
    const vrm_Vec3 bad[] = {{0, 0, 0},   {-0.0f, 0, 0},    {NAN, 1, 1},
                            {1, 1, NAN}, {0, INFINITY, 0}, {-INFINITY, NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_vec3(vrmi_vec3_normalize_or(bad[i], axis_y), axis_y, 0.0f);
        expect_vec3(vrmi_vec3_normalize(bad[i]), (vrm_Vec3){0, 0, 0}, 0.0f);
    }
}

static void vec3_orthogonal_is_a_unit_vector_at_right_angles(void** state) {
    (void)state;
    Random random = {2};
    for (int i = 0; i < 100000; i++) {
        vrm_Vec3 v = i & 1 ? next_extreme_vec3(&random) : next_vec3(&random, 1.0f);
        vrm_Vec3 across = vrmi_vec3_orthogonal(v);
        expect_near(vrmi_vec3_length(across), 1.0f, 3e-7f);
        if (vrmi_vec3_reach(v) > 0.0f)
            expect_near(vrmi_vec3_dot(vrmi_vec3_normalize(v), across), 0.0f, 2e-7f);
    }
}

/* ---- Rotations ---- */

static void quat_mul_turns_by_the_right_one_first(void** state) {
    (void)state;
    vrm_Quat about_x = vrmi_quat_from_axis_angle(axis_x, VRMI_PI / 2);
    vrm_Quat about_y = vrmi_quat_from_axis_angle(axis_y, VRMI_PI / 2);
    vrm_Vec3 turned = vrmi_quat_rotate(vrmi_quat_mul(about_y, about_x), axis_y);
    expect_vec3(turned, axis_x, 1e-6f); /* x turns Y to Z, then y turns Z to X */
}

static void quat_rotate_agrees_with_the_matrix_of_the_rotation(void** state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 10000; i++) {
        vrm_Transform t = vrmi_transform_identity();
        t.rotation = next_quat(&random);
        vrm_Vec3 v = next_vec3(&random, 2.0f);
        vrm_Affine matrix = vrmi_affine_from_transform(t);
        expect_vec3(vrmi_quat_rotate(t.rotation, v), vrmi_affine_point(&matrix, v), 2e-6f);
    }
}

static void quat_conjugate_turns_back(void** state) {
    (void)state;
    Random random = {4};
    for (int i = 0; i < 10000; i++) {
        vrm_Quat q = next_quat(&random);
        vrm_Vec3 v = next_vec3(&random, 2.0f);
        vrm_Vec3 back = vrmi_quat_rotate(vrmi_quat_conjugate(q), vrmi_quat_rotate(q, v));
        expect_vec3(back, v, 3e-6f);
    }
}

/* */
static void quat_normalize_gives_the_identity_for_zero_nan_and_infinity(void** state) {
    (void)state;
    const vrm_Quat bad[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, 0, 0, NAN}, {0, INFINITY, 0, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        vrm_Quat q = vrmi_quat_normalize(bad[i]);
        assert_true(q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f);
    }
    expect_unit(vrmi_quat_normalize((vrm_Quat){1e30f, -1e30f, 0.0f, 1e-30f}));
    expect_unit(vrmi_quat_normalize((vrm_Quat){0.0f, 0.0f, 1e-40f, 0.0f}));
}

static void quat_from_to_takes_one_direction_to_the_other(void** state) {
    (void)state;
    Random random = {5};
    for (int i = 0; i < 100000; i++) {
        vrm_Vec3 a = vrmi_vec3_normalize(next_vec3(&random, 1.0f));
        vrm_Vec3 b = vrmi_vec3_normalize(next_vec3(&random, 1.0f));
        if (i & 1) { /* ever nearer to the same or the opposite direction */
            float apart = 1.0f / (float)(1u << (next_bits(&random) % 31));
            float side = i & 2 ? -1.0f : 1.0f;
            b = vrmi_vec3_normalize(
                vrmi_vec3_add(vrmi_vec3_scale(a, side), next_vec3(&random, apart)));
        }
        vrm_Quat q = vrmi_quat_from_to(a, b);
        expect_unit(q);
        expect_vec3(vrmi_quat_rotate(q, a), b, 1e-6f);
        float apart = vrmi_atan2(vrmi_vec3_length(vrmi_vec3_cross(a, b)), vrmi_vec3_dot(a, b));
        expect_near(vrmi_quat_angle(q, vrmi_quat_identity()), apart, 2e-6f);
    }
}

/* */
static void quat_from_to_turns_opposite_directions_by_half_a_turn(void** state) {
    (void)state;
    Random random = {6};
    for (int i = 0; i < 10000; i++) {
        vrm_Vec3 a = vrmi_vec3_normalize(next_vec3(&random, 1.0f));
        vrm_Quat q = vrmi_quat_from_to(a, vrmi_vec3_negate(a));
        expect_unit(q);
        expect_near(q.w, 0.0f, 0.0f);
        expect_vec3(vrmi_quat_rotate(q, a), vrmi_vec3_negate(a), 1e-6f);
    }
    expect_rotation(vrmi_quat_from_to(axis_x, axis_x), vrmi_quat_identity(), 0.0f);
    vrm_Vec3 zero = {0, 0, 0};
    expect_rotation(vrmi_quat_from_to(zero, axis_x), vrmi_quat_identity(), 0.0f);
    expect_rotation(vrmi_quat_from_to(axis_x, zero), vrmi_quat_identity(), 0.0f);
    expect_rotation(vrmi_quat_from_to(zero, zero), vrmi_quat_identity(), 0.0f);
}

static void quat_from_axis_angle_takes_axes_of_any_length(void** state) {
    (void)state;
    vrm_Quat q = vrmi_quat_from_axis_angle((vrm_Vec3){0, 1e-20f, 0}, VRMI_PI / 2);
    expect_vec3(vrmi_quat_rotate(q, axis_z), axis_x, 1e-6f);
    q = vrmi_quat_from_axis_angle((vrm_Vec3){0, 0, 0}, 1.0f);
    expect_rotation(q, vrmi_quat_identity(), 0.0f);
    q = vrmi_quat_from_axis_angle(axis_x, NAN);
    expect_rotation(q, vrmi_quat_identity(), 0.0f);
}

/* The true answer in double, from the angle between the two. */
static void quat_slerp_moves_at_even_speed_the_short_way(void** state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < 20000; i++) {
        vrm_Quat a = next_quat(&random), b = next_quat(&random);
        if (i & 1) { /* close together */
            vrm_Vec3 axis = next_vec3(&random, 1.0f);
            float angle = 1.0f / (float)(1u << (next_bits(&random) % 20));
            b = vrmi_quat_mul(a, vrmi_quat_from_axis_angle(axis, angle));
        }
        float t = next_float(&random) * 0.5f + 0.5f;
        vrm_Quat c = vrmi_quat_slerp(a, b, t);
        expect_unit(c);
        float whole = vrmi_quat_angle(a, b);
        assert_true(whole <= VRMI_PI * 1.000001f);
        expect_near(vrmi_quat_angle(a, c), whole * t, 3e-6f);
        expect_near(vrmi_quat_angle(c, b), whole * (1.0f - t), 3e-6f);
    }
}

static void quat_slerp_ends_where_it_should(void** state) {
    (void)state;
    Random random = {8};
    for (int i = 0; i < 1000; i++) {
        vrm_Quat a = next_quat(&random), b = next_quat(&random);
        expect_rotation(vrmi_quat_slerp(a, b, 0.0f), a, 5e-7f);
        expect_rotation(vrmi_quat_slerp(a, b, 1.0f), b, 5e-7f);
        vrm_Quat minus_b = {-b.x, -b.y, -b.z, -b.w};
        expect_rotation(vrmi_quat_slerp(a, minus_b, 0.3f), vrmi_quat_slerp(a, b, 0.3f), 1e-6f);
    }
    vrm_Quat zero = {0, 0, 0, 0};
    expect_unit(vrmi_quat_slerp(zero, zero, 0.5f));
}

static void quat_from_basis_undoes_the_matrix_of_a_rotation(void** state) {
    (void)state;
    Random random = {9};
    for (int i = 0; i < 20000; i++) {
        vrm_Transform t = vrmi_transform_identity();
        t.rotation = next_quat(&random);
        if (i % 4 == 0) t.rotation.w = 0.0f; /* half turns: where the trace is -1 */
        t.rotation = vrmi_quat_normalize(t.rotation);
        vrm_Affine m = vrmi_affine_from_transform(t);
        vrm_Quat q = vrmi_quat_from_basis(vrmi_affine_column(&m, 0), vrmi_affine_column(&m, 1),
                                          vrmi_affine_column(&m, 2));
        expect_rotation(q, t.rotation, 2e-6f);
    }
}

static void quat_from_yxz_is_yaw_then_pitch_then_roll(void** state) {
    (void)state;
    Random random = {10};
    for (int i = 0; i < 10000; i++) {
        vrm_Vec3 angles = next_vec3(&random, VRMI_PI);
        vrm_Quat x = vrmi_quat_from_axis_angle(axis_x, angles.x);
        vrm_Quat y = vrmi_quat_from_axis_angle(axis_y, angles.y);
        vrm_Quat z = vrmi_quat_from_axis_angle(axis_z, angles.z);
        vrm_Quat wanted = vrmi_quat_mul(vrmi_quat_mul(y, x), z);
        expect_rotation(vrmi_quat_from_yxz(angles), wanted, 1e-6f);
    }
}

static void quat_to_yxz_gives_angles_that_make_the_rotation_again(void** state) {
    (void)state;
    Random random = {11};
    for (int i = 0; i < 20000; i++) {
        vrm_Vec3 angles = next_vec3(&random, VRMI_PI);
        if (i % 4 == 0) angles.x = i % 8 ? VRMI_PI / 2 : -VRMI_PI / 2;
        vrm_Quat q = vrmi_quat_from_yxz(angles);
        vrm_Vec3 again = vrmi_quat_to_yxz(q);
        assert_true(fabsf(again.x) <= VRMI_PI / 2);
        expect_rotation(vrmi_quat_from_yxz(again), q, 3e-3f);
        if (fabsf(again.x) < 1.5f) expect_rotation(vrmi_quat_from_yxz(again), q, 2e-5f);
    }
}

/* ---- Transforms and maps ---- */

static vrm_Transform next_transform(Random* random, bool has_uniform_scale) {
    vrm_Transform t;
    t.translation = next_vec3(random, 3.0f);
    t.rotation = next_quat(random);
    float size = 1.25f + next_float(random);
    t.scale = (vrm_Vec3){size, size, size};
    if (!has_uniform_scale) t.scale.y = 1.25f + next_float(random);
    return t;
}

static void transform_mul_agrees_with_matrices_when_scale_is_uniform(void** state) {
    (void)state;
    Random random = {12};
    for (int i = 0; i < 10000; i++) {
        vrm_Transform parent = next_transform(&random, true);
        vrm_Transform child = next_transform(&random, false);
        vrm_Affine pm = vrmi_affine_from_transform(parent);
        vrm_Affine cm = vrmi_affine_from_transform(child);
        vrm_Affine world = vrmi_affine_mul(&pm, &cm);
        vrm_Vec3 p = next_vec3(&random, 1.0f);
        vrm_Vec3 wanted = vrmi_affine_point(&world, p);
        expect_vec3(vrmi_transform_point(vrmi_transform_mul(parent, child), p), wanted, 2e-5f);
        expect_vec3(vrmi_affine_point(&pm, vrmi_affine_point(&cm, p)), wanted, 2e-5f);
    }
}

static void transform_inverse_undoes_it_and_a_zero_scale_gives_zero(void** state) {
    (void)state;
    Random random = {13};
    for (int i = 0; i < 10000; i++) {
        vrm_Transform t = next_transform(&random, true);
        vrm_Vec3 p = next_vec3(&random, 1.0f);
        vrm_Vec3 back = vrmi_transform_point(test_transform_inverse(t), vrmi_transform_point(t, p));
        expect_vec3(back, p, 3e-5f);
        t.scale = (vrm_Vec3){0.0f, 0.0f, 0.0f};
        assert_true(test_transform_is_finite(test_transform_inverse(t)));
    }
}

static void affine_inverse_undoes_the_map_at_every_scale(void** state) {
    (void)state;
    Random random = {14};
    const float sizes[] = {1.0f, 1e-6f, 1e6f, 1e-12f, 1e12f};
    for (int i = 0; i < 20000; i++) {
        vrm_Transform t = next_transform(&random, false);
        float size = sizes[i % 5];
        t.scale = vrmi_vec3_scale(t.scale, i & 1 ? -size : size);
        t.translation = vrmi_vec3_scale(t.translation, size);
        vrm_Affine m = vrmi_affine_from_transform(t);
        vrm_Affine inverse = vrmi_affine_inverse(&m);
        vrm_Affine one = vrmi_affine_mul(&inverse, &m);
        vrm_Affine identity = vrmi_affine_identity();
        for (int c = 0; c < 4; c++)
            expect_vec3(vrmi_affine_column(&one, c), vrmi_affine_column(&identity, c), 1e-4f);
    }
}

/* */
static void affine_inverse_of_a_singular_map_sends_all_to_zero(void** state) {
    (void)state;
    Random random = {15};
    for (int i = 0; i < 20000; i++) {
        vrm_Transform t = next_transform(&random, false), child = next_transform(&random, false);
        if (i % 3 == 0)
            t.scale.x = 0.0f;
        else if (i % 3 == 1)
            t.scale = (vrm_Vec3){0, 0, 0};
        else
            t.scale.z = 0.0f;
        vrm_Affine flat = vrmi_affine_from_transform(t), inner = vrmi_affine_from_transform(child);
        flat = vrmi_affine_mul(&flat, &inner); /* flat, but no column is zero */
        vrm_Affine inverse = vrmi_affine_inverse(&flat);
        for (int c = 0; c < 4; c++)
            expect_vec3(vrmi_affine_column(&inverse, c), (vrm_Vec3){0, 0, 0}, 0.0f);
    }
}

/* */
static void affine_inverse_and_decompose_are_finite_for_every_finite_map(void** state) {
    (void)state;
    Random random = {16};
    for (int i = 0; i < 200000; i++) {
        vrm_Affine m =
            test_affine_from_columns(next_extreme_vec3(&random), next_extreme_vec3(&random),
                                     next_extreme_vec3(&random), next_extreme_vec3(&random));
        vrm_Affine inverse = vrmi_affine_inverse(&m);
        assert_true(vrmi_affine_is_finite(&inverse));
        vrm_Transform t;
        vrmi_affine_decompose(&m, &t);
        assert_true(test_transform_is_finite(t));
        expect_unit(t.rotation);
    }
}

static void affine_determinant_is_the_volume_and_its_sign_the_handedness(void** state) {
    (void)state;
    vrm_Transform t = vrmi_transform_identity();
    t.rotation = vrmi_quat_from_axis_angle((vrm_Vec3){1, 2, 3}, 1.0f);
    t.scale = (vrm_Vec3){2.0f, 3.0f, -0.5f};
    vrm_Affine m = vrmi_affine_from_transform(t);
    expect_near(vrmi_affine_determinant(&m), -3.0f, 1e-5f);
}

static void affine_decompose_gives_parts_that_make_the_map_again(void** state) {
    (void)state;
    Random random = {17};
    for (int i = 0; i < 20000; i++) {
        vrm_Transform t = next_transform(&random, false);
        if (i % 4 == 1) t.scale.y = -t.scale.y; /* one mirror, whatever the axis */
        if (i % 4 == 2) t.scale = vrmi_vec3_negate(t.scale);
        if (i % 4 == 3) t.scale.z = 0.0f;
        vrm_Affine m = vrmi_affine_from_transform(t);
        vrm_Transform parts;
        assert_true(vrmi_affine_decompose(&m, &parts));
        expect_unit(parts.rotation);
        vrm_Affine again = vrmi_affine_from_transform(parts);
        for (int c = 0; c < 4; c++)
            expect_vec3(vrmi_affine_column(&again, c), vrmi_affine_column(&m, c), 4e-6f);
        if (i % 4 == 0) expect_rotation(parts.rotation, t.rotation, 2e-6f);
    }
}

static void affine_decompose_finds_a_rotation_when_scales_are_zero(void** state) {
    (void)state;
    for (int zeros = 0; zeros < 8; zeros++) {
        vrm_Transform t = vrmi_transform_identity(), parts;
        t.scale =
            (vrm_Vec3){zeros & 1 ? 0.0f : 2.0f, zeros & 2 ? 0.0f : 2.0f, zeros & 4 ? 0.0f : 2.0f};
        vrm_Affine m = vrmi_affine_from_transform(t);
        assert_true(vrmi_affine_decompose(&m, &parts));
        expect_rotation(parts.rotation, vrmi_quat_identity(), 0.0f);
        expect_vec3(parts.scale, t.scale, 0.0f);
    }
}

static void affine_decompose_reports_shear_and_refuses_nan(void** state) {
    (void)state;
    vrm_Transform stretch = vrmi_transform_identity(), turn = vrmi_transform_identity(), parts;
    stretch.scale.x = 3.0f;
    turn.rotation = vrmi_quat_from_axis_angle(axis_z, 0.5f);
    vrm_Affine a = vrmi_affine_from_transform(stretch), b = vrmi_affine_from_transform(turn);
    vrm_Affine sheared = vrmi_affine_mul(&a, &b);
    assert_false(vrmi_affine_decompose(&sheared, &parts));
    expect_unit(parts.rotation);
    sheared.rows[1].y = NAN;
    assert_false(vrmi_affine_decompose(&sheared, &parts));
    expect_vec3(parts.scale, (vrm_Vec3){1, 1, 1}, 0.0f);
}

static void mat4_is_column_after_column_and_comes_back_as_the_same_map(void** state) {
    (void)state;
    Random random = {18};
    vrm_Affine a = vrmi_affine_from_transform(next_transform(&random, false));
    vrm_Mat4 m = vrmi_mat4_from_affine(&a);
    assert_true(m.m[12] == a.rows[0].w && m.m[13] == a.rows[1].w && m.m[14] == a.rows[2].w);
    assert_true(m.m[3] == 0.0f && m.m[7] == 0.0f && m.m[11] == 0.0f && m.m[15] == 1.0f);
    vrm_Affine again = vrmi_affine_from_mat4(&m);
    assert_memory_equal(&again, &a, sizeof a);
}

static void scalar_helpers_answer_for_nan_and_infinity(void** state) {
    (void)state;
    assert_true(vrmi_is_finite(FLT_MAX) && vrmi_is_finite(-FLT_MAX) && vrmi_is_finite(0.0f));
    assert_false(vrmi_is_finite(NAN) || vrmi_is_finite(INFINITY) || vrmi_is_finite(-INFINITY));
    assert_true(vrmi_clamp(NAN, -1.0f, 1.0f) == -1.0f);
    assert_true(vrmi_clamp(INFINITY, -1.0f, 1.0f) == 1.0f);
    assert_true(vrmi_reciprocal(0.0f) == 0.0f && vrmi_reciprocal(NAN) == 0.0f);
    assert_true(vrmi_reciprocal(4.0f) == 0.25f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vec3_cross_is_right_handed),
        cmocka_unit_test(vec3_length_is_right_where_the_square_overflows_or_underflows),
        cmocka_unit_test(vec3_normalize_gives_unit_length_for_all_sizes),
        cmocka_unit_test(vec3_normalize_gives_the_fallback_for_zero_nan_and_infinity),
        cmocka_unit_test(vec3_orthogonal_is_a_unit_vector_at_right_angles),
        cmocka_unit_test(quat_mul_turns_by_the_right_one_first),
        cmocka_unit_test(quat_rotate_agrees_with_the_matrix_of_the_rotation),
        cmocka_unit_test(quat_conjugate_turns_back),
        cmocka_unit_test(quat_normalize_gives_the_identity_for_zero_nan_and_infinity),
        cmocka_unit_test(quat_from_to_takes_one_direction_to_the_other),
        cmocka_unit_test(quat_from_to_turns_opposite_directions_by_half_a_turn),
        cmocka_unit_test(quat_from_axis_angle_takes_axes_of_any_length),
        cmocka_unit_test(quat_slerp_moves_at_even_speed_the_short_way),
        cmocka_unit_test(quat_slerp_ends_where_it_should),
        cmocka_unit_test(quat_from_basis_undoes_the_matrix_of_a_rotation),
        cmocka_unit_test(quat_from_yxz_is_yaw_then_pitch_then_roll),
        cmocka_unit_test(quat_to_yxz_gives_angles_that_make_the_rotation_again),
        cmocka_unit_test(transform_mul_agrees_with_matrices_when_scale_is_uniform),
        cmocka_unit_test(transform_inverse_undoes_it_and_a_zero_scale_gives_zero),
        cmocka_unit_test(affine_inverse_undoes_the_map_at_every_scale),
        cmocka_unit_test(affine_inverse_of_a_singular_map_sends_all_to_zero),
        cmocka_unit_test(affine_inverse_and_decompose_are_finite_for_every_finite_map),
        cmocka_unit_test(affine_determinant_is_the_volume_and_its_sign_the_handedness),
        cmocka_unit_test(affine_decompose_gives_parts_that_make_the_map_again),
        cmocka_unit_test(affine_decompose_finds_a_rotation_when_scales_are_zero),
        cmocka_unit_test(affine_decompose_reports_shear_and_refuses_nan),
        cmocka_unit_test(mat4_is_column_after_column_and_comes_back_as_the_same_map),
        cmocka_unit_test(scalar_helpers_answer_for_nan_and_infinity),
    };
    return cmocka_run_group_tests_name("maths", tests, NULL, NULL);
}

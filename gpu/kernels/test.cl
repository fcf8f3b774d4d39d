/* SPDX-License-Identifier: MIT */
/* What the host compares with its own arithmetic before it trusts a device: products, sums,
 * quotients and roots must be correctly rounded, and none of them fused. */
#pragma OPENCL FP_CONTRACT OFF

__kernel void self_test(__global const float* a, __global const float* b, __global float* out) {
    size_t i = get_global_id(0);
    float x = a[i], y = b[i];
    out[6 * i] = x * y;
    out[6 * i + 1] = x / y;
    out[6 * i + 2] = sqrt(fabs(x));
    out[6 * i + 3] = x * y + x;
    out[6 * i + 4] = 1.0f / sqrt(x * x + y * y);
    out[6 * i + 5] = fmod(x, y);
}

/* Counts the floats from SQUARE_MIN to SQUARE_MAX whose roots differ from the exact ones. */
__kernel void test_roots(__global int* wrong) {
    uint last = as_uint(SQUARE_MAX), step = (uint)get_global_size(0);
    for (uint i = as_uint(SQUARE_MIN) + (uint)get_global_id(0); i <= last; i += step) {
        float square = as_float(i), exact = sqrt(square);
        if (as_uint(root(square)) != as_uint(exact) ||
            as_uint(inverse_root(square)) != as_uint(1.0f / exact))
            atomic_inc(wrong);
    }
}

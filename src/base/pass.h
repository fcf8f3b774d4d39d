/* SPDX-License-Identifier: MIT */
/* In WebAssembly structures go to functions and come back through memory, and each call copies
 * them. A function of maths that is called from many places is compiled once for pages
 * (VRMI_SHARED); there it takes the numbers of a vector one by one and a rotation as one vector
 * register, and returns either of them in such a register. Callers do not see this: they call an
 * inlined function with structures. Everywhere else the function itself is inlined.
 *
 *     VRMI_PLAIN vrm_Vec3 vrmi_quat_rotate_plain(vrm_Quat a, vrm_Vec3 b) { ... }
 *     VRMI_PASS2(COLD, V, vrmi_quat_rotate, Q, V)
 *
 * makes vrmi_quat_rotate(), which takes a vrm_Quat and a vrm_Vec3 and returns a vrm_Vec3. COLD:
 * files that are compiled for speed inline it; ALL: they call it as well. */
#ifndef VRMI_BASE_PASS_H
#define VRMI_BASE_PASS_H

#include "base/compiler.h"
#include "vrm/types.h"

#define VRMI_PLAIN __attribute__((always_inline)) static inline

/* Kinds of arguments and results: F float, V vector, Q rotation, A affine map by its address. */
#define VRMI_TYPE_F float
#define VRMI_TYPE_V vrm_Vec3
#define VRMI_TYPE_Q vrm_Quat
#define VRMI_TYPE_A const vrm_Affine*

#define VRMI_PASS1_PLAIN(R, name, A)                                                               \
    static inline VRMI_TYPE_##R name(VRMI_TYPE_##A a) {                                            \
        return name##_plain(a);                                                                    \
    }
#define VRMI_PASS2_PLAIN(R, name, A, B)                                                            \
    static inline VRMI_TYPE_##R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b) {                           \
        return name##_plain(a, b);                                                                 \
    }

#define VRMI_PASS3_PLAIN(R, name, A, B, C)                                                         \
    static inline VRMI_TYPE_##R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b, VRMI_TYPE_##C c) {          \
        return name##_plain(a, b, c);                                                              \
    }

#if defined(__wasm__)

typedef float vrmi_Register __attribute__((vector_size(16)));

VRMI_PLAIN vrmi_Register vrmi_register_of_quat(vrm_Quat q) {
    return (vrmi_Register){q.x, q.y, q.z, q.w};
}

VRMI_PLAIN vrm_Quat vrmi_quat_of_register(vrmi_Register r) {
    return (vrm_Quat){r[0], r[1], r[2], r[3]};
}

VRMI_PLAIN vrmi_Register vrmi_register_of_vec3(vrm_Vec3 v) {
    return (vrmi_Register){v.x, v.y, v.z, 0.0f};
}

VRMI_PLAIN vrm_Vec3 vrmi_vec3_of_register(vrmi_Register r) {
    return (vrm_Vec3){r[0], r[1], r[2]};
}

/* As a parameter; the argument that is given for it; and the value that the function gets of it. */
#define VRMI_PARAMETER_F(n) float n
#define VRMI_PARAMETER_V(n) float n##_x, float n##_y, float n##_z
#define VRMI_PARAMETER_Q(n) vrmi_Register n
#define VRMI_PARAMETER_A(n) const vrm_Affine* n
#define VRMI_ARGUMENT_F(n)  n
#define VRMI_ARGUMENT_V(n)  n.x, n.y, n.z
#define VRMI_ARGUMENT_Q(n)  vrmi_register_of_quat(n)
#define VRMI_ARGUMENT_A(n)  n
#define VRMI_VALUE_F(n)     n
#define VRMI_VALUE_V(n)                                                                            \
    (vrm_Vec3) {                                                                                   \
        n##_x, n##_y, n##_z                                                                        \
    }
#define VRMI_VALUE_Q(n) vrmi_quat_of_register(n)
#define VRMI_VALUE_A(n) n

/* The type of a result; what is returned; and what the caller gets. */
#define VRMI_RESULT_F      float
#define VRMI_RESULT_V      vrmi_Register
#define VRMI_RESULT_Q      vrmi_Register
#define VRMI_RETURNED_F(x) x
#define VRMI_RETURNED_V(x) vrmi_register_of_vec3(x)
#define VRMI_RETURNED_Q(x) vrmi_register_of_quat(x)
#define VRMI_RECEIVED_F(x) x
#define VRMI_RECEIVED_V(x) vrmi_vec3_of_register(x)
#define VRMI_RECEIVED_Q(x) vrmi_quat_of_register(x)

#define VRMI_PASS1_ALL(R, name, A)                                                                 \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a));                                \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a)) {                               \
        return VRMI_RETURNED_##R(name##_plain(VRMI_VALUE_##A(a)));                                 \
    }                                                                                              \
    VRMI_PLAIN VRMI_TYPE_##R name(VRMI_TYPE_##A a) {                                               \
        return VRMI_RECEIVED_##R(name##_once(VRMI_ARGUMENT_##A(a)));                               \
    }
#define VRMI_PASS2_ALL(R, name, A, B)                                                              \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b));         \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b)) {        \
        return VRMI_RETURNED_##R(name##_plain(VRMI_VALUE_##A(a), VRMI_VALUE_##B(b)));              \
    }                                                                                              \
    VRMI_PLAIN VRMI_TYPE_##R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b) {                              \
        return VRMI_RECEIVED_##R(name##_once(VRMI_ARGUMENT_##A(a), VRMI_ARGUMENT_##B(b)));         \
    }
#define VRMI_PASS3_ALL(R, name, A, B, C)                                                           \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b),          \
                                            VRMI_PARAMETER_##C(c));                                \
    VRMI_SHARED VRMI_RESULT_##R name##_once(VRMI_PARAMETER_##A(a), VRMI_PARAMETER_##B(b),          \
                                            VRMI_PARAMETER_##C(c)) {                               \
        return VRMI_RETURNED_##R(                                                                  \
            name##_plain(VRMI_VALUE_##A(a), VRMI_VALUE_##B(b), VRMI_VALUE_##C(c)));                \
    }                                                                                              \
    VRMI_PLAIN VRMI_TYPE_##R name(VRMI_TYPE_##A a, VRMI_TYPE_##B b, VRMI_TYPE_##C c) {             \
        return VRMI_RECEIVED_##R(                                                                  \
            name##_once(VRMI_ARGUMENT_##A(a), VRMI_ARGUMENT_##B(b), VRMI_ARGUMENT_##C(c)));        \
    }

#else

#define VRMI_PASS1_ALL VRMI_PASS1_PLAIN
#define VRMI_PASS2_ALL VRMI_PASS2_PLAIN
#define VRMI_PASS3_ALL VRMI_PASS3_PLAIN

#endif

#if defined(__OPTIMIZE_SIZE__)
#define VRMI_PASS1_COLD VRMI_PASS1_ALL
#define VRMI_PASS2_COLD VRMI_PASS2_ALL
#else
#define VRMI_PASS1_COLD VRMI_PASS1_PLAIN
#define VRMI_PASS2_COLD VRMI_PASS2_PLAIN
#endif

#define VRMI_PASS1(who, R, name, A)       VRMI_PASS1_##who(R, name, A)
#define VRMI_PASS2(who, R, name, A, B)    VRMI_PASS2_##who(R, name, A, B)
#define VRMI_PASS3(who, R, name, A, B, C) VRMI_PASS3_##who(R, name, A, B, C)

#endif

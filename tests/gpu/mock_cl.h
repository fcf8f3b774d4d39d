/* SPDX-License-Identifier: MIT */
/* An OpenCL that fails on request. It runs the kernels that move avatars in memory and the test
 * of the arithmetic; others compute nothing. It has as many devices as the environment's
 * MOCK_CL_DEVICES says, or one. Its library has the name under which libvrm_gpu opens
 * OpenCL, so a program that links it gets it instead of the real one. */
#ifndef VRM_TESTS_GPU_MOCK_CL_H
#define VRM_TESTS_GPU_MOCK_CL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct MockCl {
    int32_t fail_at;  /* the call, counted from 1, that fails; 0: none. Releases never fail. */
    int32_t error;    /* with this error */
    int32_t calls;    /* so far */
    int32_t objects;  /* that exist: contexts, queues, buffers, programs, kernels */
    bool has_device;  /* else there is a platform without devices */
    bool compiles;    /* else every build fails, with a log */
    bool is_exact;    /* else the arithmetic of the self-test is wrong */
    int32_t launches; /* of kernels, so far */
    int32_t queued, most_queued; /* launches that nobody has waited for, and the most there were */
    int32_t most_frames;         /* of one launch */
    int32_t sources;             /* programs made from source, */
    int32_t binaries;            /* and from binaries */
    bool has_binaries;           /* else binaries are refused */
    int32_t damaged;             /* binaries that were never stored by this driver, so far */
    bool knows_no_rounding;      /* builds with the option for correct rounding fail */
    int32_t fail_build;          /* the build, counted from 1, that fails; 0: none */
    int32_t exact, plain;        /* builds that succeeded, with that option and without, so far */
    int32_t unfilled;      /* columns that were stepped although nothing was written to them */
    uint64_t queue_flags;  /* of every queue */
    uint64_t memory_flags; /* of every buffer, beside the ones that it was made with */
} MockCl;

extern MockCl mock_cl;

#endif

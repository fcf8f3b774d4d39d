/* SPDX-License-Identifier: MIT */
/* The part of OpenCL 1.2 that libvrm_gpu uses, declared here and loaded when a sim is created, so
 * that building needs neither headers nor a library. Names and values are those of the Khronos
 * OpenCL 1.2 specification. */
#ifndef VRM_GPU_CL_H
#define VRM_GPU_CL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cl_platform_opaque* cl_platform_id;
typedef struct cl_device_opaque* cl_device_id;
typedef struct cl_context_opaque* cl_context;
typedef struct cl_queue_opaque* cl_command_queue;
typedef struct cl_mem_opaque* cl_mem;
typedef struct cl_program_opaque* cl_program;
typedef struct cl_kernel_opaque* cl_kernel;
typedef struct cl_event_opaque* cl_event;

enum {
    CL_SUCCESS = 0,
    CL_DEVICE_NOT_FOUND = -1,
    CL_DEVICE_NOT_AVAILABLE = -2,
    CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
    CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6,
    CL_INVALID_BUFFER_SIZE = -61
};

#define CL_DEVICE_TYPE_GPU 4u
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFu

#define CL_PLATFORM_NAME              0x0902u
#define CL_DEVICE_TYPE                0x1000u
#define CL_DEVICE_MAX_COMPUTE_UNITS   0x1002u
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004u
#define CL_DEVICE_MAX_MEM_ALLOC_SIZE  0x1010u
#define CL_DEVICE_GLOBAL_MEM_SIZE     0x101Fu
#define CL_DEVICE_LOCAL_MEM_SIZE      0x1023u
#define CL_DEVICE_NAME                0x102Bu
#define CL_DRIVER_VERSION             0x102Du
#define CL_DEVICE_PLATFORM            0x1031u
#define CL_QUEUE_CONTEXT              0x1090u
#define CL_QUEUE_DEVICE               0x1091u
#define CL_QUEUE_PROPERTIES           0x1093u
#define CL_MEM_TYPE                   0x1100u
#define CL_MEM_FLAGS                  0x1101u
#define CL_MEM_SIZE                   0x1102u
#define CL_MEM_CONTEXT                0x1106u
#define CL_PROGRAM_BINARY_SIZES       0x1165u
#define CL_PROGRAM_BINARIES           0x1166u
#define CL_PROGRAM_BUILD_LOG          0x1183u
#define CL_KERNEL_WORK_GROUP_SIZE     0x11B0u
#define CL_MEM_OBJECT_BUFFER          0x10F0u
#define CL_QUEUE_OUT_OF_ORDER         1u
#define CL_MEM_READ_WRITE             1u
#define CL_MEM_WRITE_ONLY             2u
#define CL_MEM_COPY_HOST_PTR          32u

#define GPU_CL_FUNCTIONS(X)                                                                        \
    X(clGetPlatformIDs, (uint32_t, cl_platform_id*, uint32_t*))                                    \
    X(clGetPlatformInfo, (cl_platform_id, uint32_t, size_t, void*, size_t*))                       \
    X(clGetDeviceIDs, (cl_platform_id, uint64_t, uint32_t, cl_device_id*, uint32_t*))              \
    X(clGetDeviceInfo, (cl_device_id, uint32_t, size_t, void*, size_t*))                           \
    X(clRetainContext, (cl_context))                                                               \
    X(clReleaseContext, (cl_context))                                                              \
    X(clRetainCommandQueue, (cl_command_queue))                                                    \
    X(clReleaseCommandQueue, (cl_command_queue))                                                   \
    X(clGetCommandQueueInfo, (cl_command_queue, uint32_t, size_t, void*, size_t*))                 \
    X(clReleaseMemObject, (cl_mem))                                                                \
    X(clGetMemObjectInfo, (cl_mem, uint32_t, size_t, void*, size_t*))                              \
    X(clBuildProgram, (cl_program, uint32_t, const cl_device_id*, const char*,                     \
                       void (*)(cl_program, void*), void*))                                        \
    X(clGetProgramInfo, (cl_program, uint32_t, size_t, void*, size_t*))                            \
    X(clGetProgramBuildInfo, (cl_program, cl_device_id, uint32_t, size_t, void*, size_t*))         \
    X(clReleaseProgram, (cl_program))                                                              \
    X(clSetKernelArg, (cl_kernel, uint32_t, size_t, const void*))                                  \
    X(clGetKernelWorkGroupInfo, (cl_kernel, cl_device_id, uint32_t, size_t, void*, size_t*))       \
    X(clReleaseKernel, (cl_kernel))                                                                \
    X(clEnqueueNDRangeKernel,                                                                      \
      (cl_command_queue, cl_kernel, uint32_t, const size_t*, const size_t*, const size_t*,         \
       uint32_t, const cl_event*, cl_event*))                                                      \
    X(clEnqueueReadBuffer, (cl_command_queue, cl_mem, uint32_t, size_t, size_t, void*, uint32_t,   \
                            const cl_event*, cl_event*))                                           \
    X(clEnqueueWriteBuffer, (cl_command_queue, cl_mem, uint32_t, size_t, size_t, const void*,      \
                             uint32_t, const cl_event*, cl_event*))                                \
    X(clFlush, (cl_command_queue))                                                                 \
    X(clFinish, (cl_command_queue))

/* Those that return objects. */
#define GPU_CL_MAKERS(X)                                                                           \
    X(cl_context, clCreateContext,                                                                 \
      (const intptr_t*, uint32_t, const cl_device_id*,                                             \
       void (*)(const char*, const void*, size_t, void*), void*, int32_t*))                        \
    X(cl_command_queue, clCreateCommandQueue, (cl_context, cl_device_id, uint64_t, int32_t*))      \
    X(cl_mem, clCreateBuffer, (cl_context, uint64_t, size_t, void*, int32_t*))                     \
    X(cl_program, clCreateProgramWithSource,                                                       \
      (cl_context, uint32_t, const char**, const size_t*, int32_t*))                               \
    X(cl_program, clCreateProgramWithBinary,                                                       \
      (cl_context, uint32_t, const cl_device_id*, const size_t*, const unsigned char**, int32_t*,  \
       int32_t*))                                                                                  \
    X(cl_kernel, clCreateKernel, (cl_program, const char*, int32_t*))

typedef struct gpu_Cl {
    void* library; /* NULL: not open */
#define X(name, arguments) int32_t(*name) arguments;
    GPU_CL_FUNCTIONS(X)
#undef X
#define X(type, name, arguments) type(*name) arguments;
    GPU_CL_MAKERS(X)
#undef X
} gpu_Cl;

/* Returns false when OpenCL is not available. */
bool gpu_cl_open(gpu_Cl* cl);
void gpu_cl_close(gpu_Cl* cl);

#endif

/* SPDX-License-Identifier: MIT */
#include "mock_cl.h"

#include "gpu/cl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Declared as libvrm_gpu calls them. */
#define X(name, arguments) int32_t name arguments;
GPU_CL_FUNCTIONS(X)
#undef X
#define X(type, name, arguments) type name arguments;
GPU_CL_MAKERS(X)
#undef X

MockCl mock_cl = {.has_device = true, .compiles = true, .is_exact = true, .has_binaries = true};

#define BINARY "compiled kernels"

typedef struct Object {
    int32_t references;
    size_t size; /* of a buffer */
    unsigned char* data;
    bool is_self_test; /* of a kernel; its arguments are the three buffers */
    struct Object* arguments[3];
} Object;

static bool fails(void) {
    return ++mock_cl.calls == mock_cl.fail_at;
}

static int32_t result(void) {
    return fails() ? mock_cl.error : CL_SUCCESS;
}

/* ---- Objects ---- */

static Object* make(size_t size, int32_t* out_error) {
    *out_error = mock_cl.error;
    if (fails()) return NULL;
    Object* object = calloc(1, sizeof *object);
    if (object == NULL) abort();
    object->references = 1;
    object->size = size;
    object->data = size > 0 ? calloc(1, size) : NULL;
    if (size > 0 && object->data == NULL) abort();
    mock_cl.objects++;
    *out_error = CL_SUCCESS;
    return object;
}

static int32_t release(void* opaque) {
    Object* object = opaque;
    if (object == NULL || object->references <= 0) abort(); /* released too often */
    if (--object->references > 0) return CL_SUCCESS;
    mock_cl.objects--;
    free(object->data);
    free(object);
    return CL_SUCCESS;
}

static int32_t retain(void* opaque) {
    if (fails()) return mock_cl.error;
    ((Object*)opaque)->references++;
    return CL_SUCCESS;
}

static int32_t give(const void* value, size_t value_size, size_t size, void* out,
                    size_t* out_size) {
    if (fails()) return mock_cl.error;
    if (out_size != NULL) *out_size = value_size;
    if (out != NULL) memcpy(out, value, value_size < size ? value_size : size);
    return CL_SUCCESS;
}

#define GIVE(type, value)                                                                          \
    do {                                                                                           \
        type given = (value);                                                                      \
        return give(&given, sizeof given, size, out, out_size);                                    \
    } while (0)
#define GIVE_TEXT(text) return give(text, sizeof text, size, out, out_size)

/* ---- Platform and device ---- */

static int the_platform, the_device;

int32_t clGetPlatformIDs(uint32_t capacity, cl_platform_id* out, uint32_t* out_count) {
    if (fails()) return mock_cl.error;
    if (capacity > 0 && out != NULL) out[0] = (cl_platform_id)(void*)&the_platform;
    if (out_count != NULL) *out_count = 1;
    return CL_SUCCESS;
}

int32_t clGetPlatformInfo(cl_platform_id id, uint32_t what, size_t size, void* out,
                          size_t* out_size) {
    (void)id, (void)what;
    GIVE_TEXT("Mock");
}

int32_t clGetDeviceIDs(cl_platform_id id, uint64_t type, uint32_t capacity, cl_device_id* out,
                       uint32_t* out_count) {
    (void)id, (void)type;
    if (fails()) return mock_cl.error;
    if (!mock_cl.has_device) return -1; /* CL_DEVICE_NOT_FOUND */
    if (capacity > 0 && out != NULL) out[0] = (cl_device_id)(void*)&the_device;
    if (out_count != NULL) *out_count = 1;
    return CL_SUCCESS;
}

int32_t clGetDeviceInfo(cl_device_id id, uint32_t what, size_t size, void* out, size_t* out_size) {
    (void)id;
    switch (what) {
    case CL_DEVICE_NAME: GIVE_TEXT("Mock device");
    case CL_DRIVER_VERSION: GIVE_TEXT("1.0");
    case CL_DEVICE_TYPE: GIVE(uint64_t, CL_DEVICE_TYPE_GPU);
    case CL_DEVICE_MAX_COMPUTE_UNITS: GIVE(uint32_t, 4);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: GIVE(size_t, 1024);
    case CL_DEVICE_LOCAL_MEM_SIZE: GIVE(uint64_t, 49152);
    default: GIVE(uint64_t, UINT64_C(1) << 30);
    }
}

cl_context clCreateContext(const intptr_t* properties, uint32_t count, const cl_device_id* devices,
                           void (*notify)(const char*, const void*, size_t, void*), void* user,
                           int32_t* out_error) {
    (void)properties, (void)count, (void)devices, (void)notify, (void)user;
    return (cl_context)(void*)make(0, out_error);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, uint64_t properties,
                                      int32_t* out_error) {
    (void)context, (void)device, (void)properties;
    return (cl_command_queue)(void*)make(0, out_error);
}

int32_t clRetainContext(cl_context context) {
    return retain(context);
}
int32_t clReleaseContext(cl_context context) {
    return release(context);
}
int32_t clRetainCommandQueue(cl_command_queue queue) {
    return retain(queue);
}
int32_t clReleaseCommandQueue(cl_command_queue queue) {
    return release(queue);
}

int32_t clGetCommandQueueInfo(cl_command_queue queue, uint32_t what, size_t size, void* out,
                              size_t* out_size) {
    (void)queue, (void)what;
    GIVE(cl_device_id, (cl_device_id)(void*)&the_device);
}

/* ---- Memory ---- */

cl_mem clCreateBuffer(cl_context context, uint64_t flags, size_t size, void* from,
                      int32_t* out_error) {
    (void)context;
    Object* object = make(size, out_error);
    if (object != NULL && (flags & CL_MEM_COPY_HOST_PTR)) memcpy(object->data, from, size);
    return (cl_mem)(void*)object;
}

int32_t clReleaseMemObject(cl_mem buffer) {
    return release(buffer);
}

int32_t clGetMemObjectInfo(cl_mem buffer, uint32_t what, size_t size, void* out, size_t* out_size) {
    (void)what;
    GIVE(size_t, ((const Object*)(void*)buffer)->size);
}

int32_t clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, uint32_t waits, size_t offset,
                            size_t size, void* out, uint32_t count, const cl_event* events,
                            cl_event* event) {
    (void)queue, (void)waits, (void)count, (void)events, (void)event;
    const Object* object = (const Object*)(void*)buffer;
    if (fails()) return mock_cl.error;
    if (offset > object->size || size > object->size - offset) abort();
    memcpy(out, object->data + offset, size);
    return CL_SUCCESS;
}

int32_t clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, uint32_t waits, size_t offset,
                             size_t size, const void* from, uint32_t count, const cl_event* events,
                             cl_event* event) {
    (void)queue, (void)waits, (void)count, (void)events, (void)event;
    Object* object = (Object*)(void*)buffer;
    if (fails()) return mock_cl.error;
    if (offset > object->size || size > object->size - offset) abort();
    memcpy(object->data + offset, from, size);
    return CL_SUCCESS;
}

/* ---- Programs ---- */

cl_program clCreateProgramWithSource(cl_context context, uint32_t count, const char** texts,
                                     const size_t* sizes, int32_t* out_error) {
    (void)context, (void)count, (void)texts, (void)sizes;
    mock_cl.sources++;
    return (cl_program)(void*)make(0, out_error);
}

cl_program clCreateProgramWithBinary(cl_context context, uint32_t count, const cl_device_id* ids,
                                     const size_t* sizes, const unsigned char** binaries,
                                     int32_t* out_status, int32_t* out_error) {
    (void)context, (void)count, (void)ids;
    bool is_ours = sizes[0] == sizeof BINARY && memcmp(binaries[0], BINARY, sizeof BINARY) == 0;
    mock_cl.damaged += !is_ours;
    *out_status = is_ours && mock_cl.has_binaries ? CL_SUCCESS : -42; /* CL_INVALID_BINARY */
    *out_error = *out_status;
    if (*out_status != CL_SUCCESS) return NULL;
    mock_cl.binaries++;
    return (cl_program)(void*)make(0, out_error);
}

int32_t clBuildProgram(cl_program program, uint32_t count, const cl_device_id* ids,
                       const char* options, void (*notify)(cl_program, void*), void* user) {
    (void)program, (void)count, (void)ids, (void)options, (void)notify, (void)user;
    if (fails()) return mock_cl.error;
    return mock_cl.compiles ? CL_SUCCESS : -11; /* CL_BUILD_PROGRAM_FAILURE */
}

int32_t clGetProgramInfo(cl_program program, uint32_t what, size_t size, void* out,
                         size_t* out_size) {
    (void)program;
    if (what == CL_PROGRAM_BINARY_SIZES) GIVE(size_t, sizeof BINARY);
    if (fails()) return mock_cl.error;
    memcpy(((unsigned char**)out)[0], BINARY, sizeof BINARY);
    return CL_SUCCESS;
}

int32_t clGetProgramBuildInfo(cl_program program, cl_device_id id, uint32_t what, size_t size,
                              void* out, size_t* out_size) {
    (void)program, (void)id, (void)what;
    GIVE_TEXT("line 7: the mock does not like it");
}

int32_t clReleaseProgram(cl_program program) {
    return release(program);
}

cl_kernel clCreateKernel(cl_program program, const char* name, int32_t* out_error) {
    (void)program;
    Object* object = make(0, out_error);
    if (object != NULL) object->is_self_test = strcmp(name, "self_test") == 0;
    return (cl_kernel)(void*)object;
}

int32_t clReleaseKernel(cl_kernel kernel) {
    return release(kernel);
}

int32_t clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, uint32_t what, size_t size,
                                 void* out, size_t* out_size) {
    (void)kernel, (void)id, (void)what;
    GIVE(size_t, 1024);
}

/* ---- Work ---- */

int32_t clSetKernelArg(cl_kernel kernel, uint32_t index, size_t size, const void* value) {
    Object* object = (Object*)(void*)kernel;
    if (fails()) return mock_cl.error;
    if (object->is_self_test && index < 3) memcpy(&object->arguments[index], value, size);
    return CL_SUCCESS;
}

/* gpu/kernels/test.cl */
static void run_self_test(const Object* kernel, size_t count) {
    const float* a = (const float*)(void*)kernel->arguments[0]->data;
    const float* b = (const float*)(void*)kernel->arguments[1]->data;
    float* out = (float*)(void*)kernel->arguments[2]->data;
    for (size_t i = 0; i < count; i++) {
        float x = a[i], y = b[i], product = x * y, xx = x * x, yy = y * y;
        const float values[6] = {
            product, x / y, sqrtf(fabsf(x)), product + x, 1.0f / sqrtf(xx + yy), fmodf(x, y)};
        memcpy(out + 6 * i, values, sizeof values);
    }
    if (!mock_cl.is_exact) out[0] = -out[0];
}

int32_t clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, uint32_t dimensions,
                               const size_t* first, const size_t* sizes, const size_t* group,
                               uint32_t count, const cl_event* events, cl_event* event) {
    (void)queue, (void)dimensions, (void)first, (void)group, (void)count, (void)events, (void)event;
    const Object* object = (const Object*)(void*)kernel;
    if (fails()) return mock_cl.error;
    mock_cl.launches++;
    if (object->is_self_test) run_self_test(object, sizes[0]);
    return CL_SUCCESS;
}

int32_t clFlush(cl_command_queue queue) {
    (void)queue;
    return result();
}

int32_t clFinish(cl_command_queue queue) {
    (void)queue;
    return result();
}

/* SPDX-License-Identifier: MIT */
#include "mock_cl.h"

#include "gpu/cl.h"
#include "gpu/kernels/layout.h"

#include <math.h>
#include <stdio.h>
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

/* What memory contains that nothing was written to. */
#define UNWRITTEN 0xCD

typedef struct Object {
    int32_t references;
    size_t size; /* of a buffer */
    unsigned char* data;
    uint64_t flags;
    struct Object* context;         /* of a buffer or a queue */
    char name[24];                  /* of a kernel */
    unsigned char arguments[20][8]; /* buffers and numbers */
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
    object->data = size > 0 ? malloc(size) : NULL;
    if (size > 0 && object->data == NULL) abort();
    if (size > 0) memset(object->data, UNWRITTEN, size);
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
    if (!mock_cl.has_device) return CL_DEVICE_NOT_FOUND;
    const char* wanted = getenv("MOCK_CL_DEVICES");
    uint32_t count = wanted != NULL ? (uint32_t)atoi(wanted) : 1;
    for (uint32_t i = 0; out != NULL && i < count && i < capacity; i++)
        out[i] = (cl_device_id)(void*)&the_device;
    if (out_count != NULL) *out_count = count;
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
    (void)device, (void)properties;
    Object* queue = make(0, out_error);
    if (queue != NULL) queue->context = (Object*)(void*)context;
    return (cl_command_queue)(void*)queue;
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
    if (what == CL_QUEUE_CONTEXT) GIVE(Object*, ((const Object*)(void*)queue)->context);
    if (what == CL_QUEUE_PROPERTIES) GIVE(uint64_t, mock_cl.queue_flags);
    GIVE(cl_device_id, (cl_device_id)(void*)&the_device);
}

/* ---- Memory ---- */

cl_mem clCreateBuffer(cl_context context, uint64_t flags, size_t size, void* from,
                      int32_t* out_error) {
    Object* object = make(size, out_error);
    if (object != NULL) object->flags = flags;
    if (object != NULL) object->context = (Object*)(void*)context;
    if (object != NULL && (flags & CL_MEM_COPY_HOST_PTR)) memcpy(object->data, from, size);
    return (cl_mem)(void*)object;
}

int32_t clReleaseMemObject(cl_mem buffer) {
    return release(buffer);
}

int32_t clGetMemObjectInfo(cl_mem buffer, uint32_t what, size_t size, void* out, size_t* out_size) {
    const Object* object = (const Object*)(void*)buffer;
    if (what == CL_MEM_TYPE) GIVE(uint32_t, CL_MEM_OBJECT_BUFFER);
    if (what == CL_MEM_FLAGS) GIVE(uint64_t, object->flags | mock_cl.memory_flags);
    if (what == CL_MEM_CONTEXT) GIVE(Object*, object->context);
    GIVE(size_t, object->size);
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
    (void)program, (void)count, (void)ids, (void)notify, (void)user;
    if (fails()) return mock_cl.error;
    bool is_exact = strstr(options, "correctly-rounded") != NULL;
    if (!mock_cl.compiles || (is_exact && mock_cl.knows_no_rounding) || --mock_cl.fail_build == 0)
        return -11; /* CL_BUILD_PROGRAM_FAILURE */
    mock_cl.exact += is_exact;
    mock_cl.plain += !is_exact;
    return CL_SUCCESS;
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
    if (object != NULL) (void)snprintf(object->name, sizeof object->name, "%s", name);
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
    if (index >= sizeof object->arguments / sizeof *object->arguments) abort();
    if (value != NULL) memcpy(object->arguments[index], value, size <= 8 ? size : 8);
    return CL_SUCCESS;
}

static Object* buffer_of(const Object* kernel, int index) {
    Object* object;
    memcpy(&object, kernel->arguments[index], sizeof object);
    return object;
}

static uint64_t wide(const Object* kernel, int index) {
    uint64_t value;
    memcpy(&value, kernel->arguments[index], sizeof value);
    return value;
}

static int32_t whole(const Object* kernel, int index) {
    int32_t value;
    memcpy(&value, kernel->arguments[index], sizeof value);
    return value;
}

/* A word of a buffer; outside of it the program ends. */
static uint32_t* word_of(const Object* buffer, uint64_t index) {
    if (index >= buffer->size / 4) abort();
    return (uint32_t*)(void*)buffer->data + index;
}

/* gpu/kernels/test.cl. Every sim tests the same numbers: the results of the first are kept. */
static void run_self_test(const Object* kernel, size_t count) {
    static float* known;
    const float* a = (const float*)(void*)buffer_of(kernel, 0)->data;
    const float* b = (const float*)(void*)buffer_of(kernel, 1)->data;
    float* out = (float*)(void*)buffer_of(kernel, 2)->data;
    for (size_t i = 0; i < count && known == NULL; i++) {
        float x = a[i], y = b[i], product = x * y, xx = x * x, yy = y * y;
        const float values[6] = {
            product, x / y, sqrtf(fabsf(x)), product + x, 1.0f / sqrtf(xx + yy), fmodf(x, y)};
        memcpy(out + 6 * i, values, sizeof values);
    }
    size_t size = 6 * count * sizeof *known;
    if (known == NULL && (known = malloc(size)) != NULL) memcpy(known, out, size);
    if (known != NULL) memcpy(out, known, size);
    if (!mock_cl.is_exact) out[0] = -out[0];
}

/* gpu/kernels/edit.cl */
static uint64_t column_at(uint64_t base, int32_t rows, uint64_t column) {
    return base + column / TILE * ((uint64_t)rows * TILE) + column % TILE;
}

static void run_fill(const Object* kernel, size_t first_row, const size_t* sizes) {
    const Object *arena = buffer_of(kernel, 0), *values = buffer_of(kernel, 4);
    uint64_t base = wide(kernel, 1), first = wide(kernel, 3);
    int32_t rows = whole(kernel, 2), count = whole(kernel, 5);
    for (size_t row = first_row; row < first_row + sizes[1]; row++) {
        uint32_t value = (int64_t)row < count ? *word_of(values, row) : 0;
        for (size_t i = 0; i < sizes[0]; i++)
            *word_of(arena, column_at(base, rows, first + i) + row * TILE) = value;
    }
}

static void run_copy(const Object* kernel, size_t first_row, const size_t* sizes) {
    size_t count = sizes[0] * sizes[1];
    if (count == 0) return;
    uint64_t from = wide(kernel, 1) + first_row * sizes[0];
    uint64_t to = wide(kernel, 3) + first_row * sizes[0];
    (void)word_of(buffer_of(kernel, 0), from + count - 1);
    (void)word_of(buffer_of(kernel, 2), to + count - 1);
    memcpy(word_of(buffer_of(kernel, 2), to), word_of(buffer_of(kernel, 0), from), 4 * count);
}

static void run_move(const Object* kernel, size_t first_row, const size_t* sizes) {
    const Object* arena = buffer_of(kernel, 0);
    for (size_t row = first_row; row < first_row + sizes[1]; row++)
        for (size_t i = 0; i < sizes[0]; i++) {
            uint64_t from = *word_of(buffer_of(kernel, 3), 2 * i),
                     to = *word_of(buffer_of(kernel, 3), 2 * i + 1);
            *word_of(arena, column_at(wide(kernel, 1), whole(kernel, 2), to) + row * TILE) =
                *word_of(arena, column_at(wide(kernel, 1), whole(kernel, 2), from) + row * TILE);
        }
}

static void read_entry(const Object* table, size_t index, void* entry, size_t size) {
    if (index >= table->size / size) abort();
    memcpy(entry, (const char*)table->data + index * size, size);
}

/* gpu/kernels/frame.cl: columns of all groups, those without an avatar too, must have been written.
 */
static void check_columns(const Object* kernel, const size_t* sizes, const size_t* group) {
    const Object *groups = buffer_of(kernel, 0), *batches = buffer_of(kernel, 1);
    for (size_t g = 0; g < sizes[0] / group[0]; g++) {
        gpu_GroupEntry entry;
        gpu_BatchEntry batch;
        read_entry(groups, g, &entry, sizeof entry);
        read_entry(batches, (size_t)entry.batch, &batch, sizeof batch);
        for (size_t c = 0; c < group[0]; c++) {
            uint64_t at = column_at(batch.bases[ARENA_INPUT], batch.rows[ARENA_INPUT],
                                    (uint64_t)entry.first + c);
            mock_cl.unfilled += *word_of(buffer_of(kernel, 4), at) == 0xCDCDCDCD;
        }
    }
}

int32_t clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, uint32_t dimensions,
                               const size_t* first, const size_t* sizes, const size_t* group,
                               uint32_t count, const cl_event* events, cl_event* event) {
    (void)queue, (void)count, (void)events, (void)event;
    const Object* object = (const Object*)(void*)kernel;
    if (fails()) return mock_cl.error;
    size_t first_row = first != NULL && dimensions > 1 ? first[1] : 0;
    if (dimensions > 1 && sizes[1] > 1024)
        return -30; /* CL_INVALID_VALUE: this device has a bound */
    mock_cl.launches++;
    mock_cl.queued++;
    if (mock_cl.queued > mock_cl.most_queued) mock_cl.most_queued = mock_cl.queued;
    if (strcmp(object->name, "frames") == 0 && whole(object, 18) > mock_cl.most_frames)
        mock_cl.most_frames = whole(object, 18);
    if (strcmp(object->name, "self_test") == 0) run_self_test(object, sizes[0]);
    if (strcmp(object->name, "fill") == 0) run_fill(object, first_row, sizes);
    if (strcmp(object->name, "copy") == 0) run_copy(object, first_row, sizes);
    if (strcmp(object->name, "move") == 0) run_move(object, first_row, sizes);
    if (strcmp(object->name, "front") == 0 || strcmp(object->name, "frames") == 0)
        check_columns(object, sizes, group);
    return CL_SUCCESS;
}

int32_t clFlush(cl_command_queue queue) {
    (void)queue;
    return result();
}

int32_t clFinish(cl_command_queue queue) {
    (void)queue;
    if (fails()) return mock_cl.error;
    mock_cl.queued = 0;
    return CL_SUCCESS;
}

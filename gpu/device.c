/* SPDX-License-Identifier: MIT */
/* OpenCL: opens it at run time; chooses a device; compiles the kernels, or loads them from the
 * cache; and compares the device's arithmetic with the host's before using it. The capabilities
 * that a device reports are not used: some report less than they have. */
#include "cache.h"
#include "gpu.h"
#include "library.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kernels.inc> /* the text of gpu/kernels, as kernel_NAME */

#define DEVICES_MAX 64

/* ---- The library ---- */

bool gpu_cl_open(gpu_Cl* cl) {
    *cl = (gpu_Cl){.library = gpu_library_open()};
    if (cl->library == NULL) return false;
    bool has_all = true;
#define X(name, arguments) has_all &= gpu_library_find(cl->library, #name, &cl->name);
    GPU_CL_FUNCTIONS(X)
#undef X
#define X(type, name, arguments) has_all &= gpu_library_find(cl->library, #name, &cl->name);
    GPU_CL_MAKERS(X)
#undef X
    if (!has_all) gpu_cl_close(cl);
    return has_all;
}

/* The library stays loaded: drivers leave threads behind that run its code. */
void gpu_cl_close(gpu_Cl* cl) {
    *cl = (gpu_Cl){0};
}

/* ---- Devices ---- */

typedef struct Found {
    cl_device_id id;
    vrm_GpuDevice info;
} Found;

static void text_of(const gpu_Cl* cl, cl_device_id id, uint32_t what, char* out, size_t size) {
    char text[512] = "";
    (void)cl->clGetDeviceInfo(id, what, sizeof text - 1, text, NULL);
    (void)snprintf(out, size, "%s", text);
}

static vrm_GpuDevice describe(const gpu_Cl* cl, cl_platform_id platform, cl_device_id id) {
    vrm_GpuDevice info = {0};
    char text[512] = "";
    uint64_t type = 0;
    uint32_t units = 0;
    if (platform != NULL)
        (void)cl->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text - 1, text, NULL);
    (void)snprintf(info.platform, sizeof info.platform, "%.63s", text);
    text_of(cl, id, CL_DEVICE_NAME, info.name, sizeof info.name);
    text_of(cl, id, CL_DRIVER_VERSION, info.driver, sizeof info.driver);
    (void)cl->clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    (void)cl->clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    (void)cl->clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof info.memory_bytes,
                              &info.memory_bytes, NULL);
    info.is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    info.compute_units = (int32_t)units;
    return info;
}

static int32_t list_devices(const gpu_Cl* cl, Found* found, int32_t capacity) {
    cl_platform_id platforms[16];
    uint32_t platform_count = 0;
    int32_t count = 0;
    if (cl->clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) return 0;
    if (platform_count > 16) platform_count = 16;
    for (uint32_t p = 0; p < platform_count; p++) {
        cl_device_id ids[DEVICES_MAX];
        uint32_t device_count = 0;
        if (cl->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES_MAX, ids, &device_count) !=
            CL_SUCCESS)
            continue;
        if (device_count > DEVICES_MAX) device_count = DEVICES_MAX;
        for (uint32_t d = 0; d < device_count && count < capacity; d++)
            found[count++] = (Found){ids[d], describe(cl, platforms[p], ids[d])};
    }
    return count;
}

vrm_Result vrm_gpu_devices(vrm_GpuDevice* out_devices, int32_t capacity, int32_t* out_count) {
    gpu_Cl cl;
    Found found[DEVICES_MAX];
    *out_count = 0;
    if (!gpu_cl_open(&cl)) return VRM_ERR_UNSUPPORTED;
    *out_count = list_devices(&cl, found, DEVICES_MAX);
    for (int32_t i = 0; i < *out_count && i < capacity; i++) out_devices[i] = found[i].info;
    gpu_cl_close(&cl);
    return VRM_OK;
}

static bool contains(const char* text, const char* part) {
    size_t length = strlen(part);
    for (; *text != 0; text++) {
        size_t i = 0;
        while (i < length && text[i] != 0 &&
               tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length) return true;
    }
    return length == 0;
}

static int32_t choose(const Found* found, int32_t count, const char* wanted) {
    if (wanted == NULL || wanted[0] == 0) {
        for (int32_t i = 0; i < count; i++)
            if (found[i].info.is_gpu) return i;
        return count > 0 ? 0 : -1;
    }
    char* end = NULL;
    long number = strtol(wanted, &end, 10);
    if (*end == 0) return number >= 0 && number < count ? (int32_t)number : -1;
    for (int32_t i = 0; i < count; i++)
        if (contains(found[i].info.name, wanted) || contains(found[i].info.platform, wanted))
            return i;
    return -1;
}

/* ---- Compiling ---- */

#define SOURCES_MAX 12

typedef struct Sources {
    const char* texts[SOURCES_MAX];
    uint32_t count;
} Sources;

/* FNV-1a: only for the names of cache files. */
static uint64_t add_hash(uint64_t hash, const char* text) {
    for (; *text != 0; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash * UINT64_C(1099511628211);
}

static const char* cache_folder(const vrm_GpuSimDef* def) {
    const char* folder = def->cache_folder != NULL ? def->cache_folder : getenv("VRM_GPU_CACHE");
    return folder != NULL && folder[0] != 0 ? folder : NULL;
}

static bool cache_path(const gpu_Device* device, const vrm_GpuSimDef* def, const Sources* sources,
                       const char* options, char* path, size_t size) {
    const char* folder = cache_folder(def);
    if (folder == NULL) return false;
    uint64_t hash = add_hash(UINT64_C(14695981039346656037), device->info.platform);
    hash = add_hash(add_hash(hash, device->info.name), device->info.driver);
    hash = add_hash(hash, options);
    for (uint32_t i = 0; i < sources->count; i++) hash = add_hash(hash, sources->texts[i]);
    int length = snprintf(path, size, "%s/vrm-gpu-%08x%08x.bin", folder, (unsigned)(hash >> 32),
                          (unsigned)(hash & 0xFFFFFFFFu));
    return length > 0 && (size_t)length < size;
}

static cl_program build(gpu_Device* device, cl_program program, const char* options, char* message,
                        size_t size) {
    gpu_Cl* cl = &device->cl;
    if (program == NULL) return NULL;
    int32_t error = cl->clBuildProgram(program, 1, &device->id, options, NULL, NULL);
    if (error == CL_SUCCESS) return program;
    size_t length = 0;
    (void)cl->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char* log = calloc(length + 1, 1);
    if (log != NULL)
        (void)cl->clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, length, log,
                                        NULL);
    (void)snprintf(message, size, "the driver cannot compile the kernels (error %d): %.300s",
                   (int)error, log != NULL ? log : "");
    free(log);
    (void)cl->clReleaseProgram(program);
    return NULL;
}

static cl_program load_cached(gpu_Device* device, const char* path, const char* options,
                              char* message, size_t size) {
    size_t binary_size = 0;
    unsigned char* bytes = gpu_cache_read(path, &binary_size);
    if (bytes == NULL) return NULL;
    const unsigned char* binary = bytes;
    int32_t status = 0, error = 0;
    cl_program program = device->cl.clCreateProgramWithBinary(
        device->context, 1, &device->id, &binary_size, &binary, &status, &error);
    if (program != NULL && (error != CL_SUCCESS || status != CL_SUCCESS)) {
        (void)device->cl.clReleaseProgram(program);
        program = NULL;
    }
    free(bytes);
    return build(device, program, options, message, size);
}

static void save_cached(const gpu_Device* device, cl_program program, const char* path) {
    size_t size = 0;
    if (device->cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) !=
            CL_SUCCESS ||
        size == 0)
        return;
    unsigned char* bytes = malloc(size);
    unsigned char* list[1] = {bytes};
    if (bytes != NULL && device->cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof list,
                                                     list, NULL) == CL_SUCCESS)
        gpu_cache_write(path, bytes, size);
    free(bytes);
}

/* `registers`: the most that NVIDIA's compiler may use for a work item; 0: no limit. Without a
 * limit it uses so many that too few groups run at once. `lanes`: of the kernel; pocl 3.1 gives
 * wrong results when it optimizes barriers in loops, so it does not where items share an avatar.
 * VRM_GPU_OPTIONS adds options for the driver, for measurements. */
static void choose_options(const gpu_Device* device, bool is_plain, int registers, int32_t lanes,
                           char* out, size_t size) {
    const char* more = getenv("VRM_GPU_OPTIONS");
    char limit[64] = "";
    const char* plain = lanes > 1 && !device->info.is_gpu ? " -cl-opt-disable" : "";
    if (registers > 0 && contains(device->info.platform, "NVIDIA"))
        (void)snprintf(limit, sizeof limit, " -cl-nv-maxrregcount=%d", registers);
    (void)snprintf(out, size, "-cl-std=CL1.2%s%s%s %.200s",
                   is_plain ? "" : " -cl-fp32-correctly-rounded-divide-sqrt", limit, plain,
                   more != NULL ? more : "");
}

static cl_program compile_with(gpu_Device* device, const vrm_GpuSimDef* def, const Sources* sources,
                               const char* options, char* message, size_t size) {
    char path[1024];
    bool has_cache = cache_path(device, def, sources, options, path, sizeof path);
    cl_program program = has_cache ? load_cached(device, path, options, message, size) : NULL;
    if (program != NULL) return program;
    int32_t error = 0;
    const char* texts[SOURCES_MAX];
    memcpy(texts, sources->texts, sizeof texts);
    program =
        device->cl.clCreateProgramWithSource(device->context, sources->count, texts, NULL, &error);
    if (program == NULL)
        (void)snprintf(message, size, "the driver does not take the kernels (OpenCL error %d)",
                       (int)error);
    program = build(device, program, options, message, size);
    if (program == NULL) return NULL;
    message[0] = 0; /* of a stored program that the driver refused */
    if (has_cache) save_cached(device, program, path);
    return program;
}

/* The first program is the one with the test of the arithmetic. If the driver refuses the option
 * for correct rounding, the test decides without it; all other programs are compiled as the first
 * one was, or their arithmetic would not be what was tested. */
static cl_program compile(gpu_Device* device, const vrm_GpuSimDef* def, const Sources* sources,
                          int registers, int32_t lanes, char* message, size_t size) {
    bool is_first = device->edit_program == NULL;
    cl_program program = NULL;
    if (is_first) device->is_plain = false;
    for (int i = 0; i < 2 && program == NULL; i++) {
        char options[512];
        choose_options(device, device->is_plain, registers, lanes, options, sizeof options);
        program = compile_with(device, def, sources, options, message, size);
        if (program != NULL || !is_first || device->is_plain) break;
        device->is_plain = true;
    }
    return program;
}

static cl_kernel kernel_of(const gpu_Device* device, cl_program program, const char* name) {
    int32_t error = 0;
    return device->cl.clCreateKernel(program, name, &error);
}

#define COMMON_SOURCES kernel_layout, kernel_trig_poly, kernel_maths, kernel_avatar

#define EDIT_DEFINES "#define LANES 0\n#define LOCAL_COLLIDERS 0\n"

static void release_edit(gpu_Device* device) {
    for (int i = 0; i < GPU_KERNEL_COUNT; i++) {
        if (device->kernels[i] != NULL) (void)device->cl.clReleaseKernel(device->kernels[i]);
        device->kernels[i] = NULL;
    }
    if (device->edit_program != NULL) (void)device->cl.clReleaseProgram(device->edit_program);
    device->edit_program = NULL;
}

static bool compile_edit(gpu_Device* device, const vrm_GpuSimDef* def, char* message, size_t size) {
    static const char* const names[GPU_KERNEL_COUNT] = {
        "fill",        "copy",        "move",          "gather",
        "set_roots",   "set_poses",   "set_rotations", "set_expressions",
        "set_morphs",  "set_gazes",   "set_forces",    "set_flags",
        "set_players", "read_locals", "read_springs"};
    const char* head =
        device->has_ptx ? "#define HAS_PTX 1\n" EDIT_DEFINES : "#define HAS_PTX 0\n" EDIT_DEFINES;
    Sources sources = {{head, COMMON_SOURCES, kernel_play, kernel_edit, kernel_test}, 8};
    device->edit_program = compile(device, def, &sources, 0, 1, message, size);
    if (device->edit_program == NULL) return false;
    for (int i = 0; i < GPU_KERNEL_COUNT; i++) {
        device->kernels[i] = kernel_of(device, device->edit_program, names[i]);
        if (device->kernels[i] == NULL) return false;
    }
    return true;
}

static void release_variant(gpu_Device* device, gpu_Variant* variant) {
    for (int i = 0; i < GPU_STEP_KERNELS; i++) {
        if (variant->kernels[i] != NULL) (void)device->cl.clReleaseKernel(variant->kernels[i]);
        if (variant->programs[i] != NULL) (void)device->cl.clReleaseProgram(variant->programs[i]);
    }
    *variant = (gpu_Variant){0};
}

/* The kernels of a variant. The limits on registers are measured on an H200; each kernel is a
 * program of its own, since a limit holds for a whole program. */
static const struct {
    const char *name, *define;
    int few_registers;
} step_kernels[GPU_STEP_KERNELS] = {{"front", "FRONT", 64},
                                    {"springs", "SPRINGS", 64},
                                    {"back", "BACK", 64},
                                    {"frames", "FRAMES", 64}};

int32_t gpu_kernel_lanes(gpu_StepKernel kernel, int32_t lanes) {
    return kernel == GPU_STEP_SPRINGS || kernel == GPU_STEP_FRAMES ? lanes : 1;
}

/* Compiles one kernel of a variant; `group_most` becomes what the device can run. */
static bool compile_step(gpu_Device* device, const vrm_GpuSimDef* def, int32_t index, int kernel,
                         gpu_Variant* variant, char* message, size_t size) {
    char head[320];
    int32_t lanes = gpu_kernel_lanes((gpu_StepKernel)kernel, variant->shape.lanes);
    (void)snprintf(head, sizeof head,
                   "#define KERNEL_%s\n#define COLUMNS %d\n#define GROUP_LANES %d\n"
                   "#define LANES %d\n#define LOCAL_COLLIDERS %d\n#define IRREGULAR %d\n"
                   "#define HAS_PTX %d\n",
                   step_kernels[kernel].define, (int)variant->shape.columns, (int)lanes, lanes > 1,
                   (index & GPU_LOCAL_COLLIDERS) != 0, (index & GPU_IRREGULAR) != 0,
                   device->has_ptx);
    Sources sources = {
        {head, COMMON_SOURCES, kernel_face, kernel_body, kernel_spring, kernel_play, kernel_frame},
        10};
    int registers = index & GPU_FEW_REGISTERS ? step_kernels[kernel].few_registers : 0;
    variant->programs[kernel] = compile(device, def, &sources, registers, lanes, message, size);
    if (variant->programs[kernel] == NULL) return false;
    cl_kernel made = kernel_of(device, variant->programs[kernel], step_kernels[kernel].name);
    variant->kernels[kernel] = made;
    if (made == NULL) {
        (void)snprintf(message, size, "the driver compiled the kernels but does not give them");
        return false;
    }
    size_t most = 0;
    if (device->cl.clGetKernelWorkGroupInfo(made, device->id, CL_KERNEL_WORK_GROUP_SIZE,
                                            sizeof most, &most, NULL) == CL_SUCCESS &&
        most < variant->group_most)
        variant->group_most = most;
    return true;
}

vrm_Result gpu_device_variant(gpu_Device* device, const vrm_GpuSimDef* def, int32_t index,
                              gpu_GroupShape shape, char* message, size_t size) {
    gpu_Variant* variant = &device->variants[index];
    if (variant->shape.columns == shape.columns && variant->shape.lanes == shape.lanes)
        return VRM_OK;
    release_variant(device, variant);
    gpu_Variant made = {.shape = shape, .group_most = GPU_COLUMNS * 32};
    bool has_lanes = (index & GPU_LANES) != 0;
    for (int i = 0; i < GPU_STEP_KERNELS; i++) {
        if ((i == GPU_STEP_FRAMES) != has_lanes) continue;
        if (compile_step(device, def, index, i, &made, message, size)) continue;
        release_variant(device, &made);
        return VRM_ERR_UNSUPPORTED;
    }
    *variant = made;
    return VRM_OK;
}

/* ---- The test ---- */

#define TESTS 16384

/* A random float: all exponents, denormal numbers included; no NaN and no infinity. */
static float roll(uint64_t* state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t bits = (uint32_t)(*state >> 32);
    if ((bits >> 23 & 255) == 255) bits ^= 0x40000000;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_same(float a, float b) {
    if (a != a || b != b) return a != a && b != b;
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool check_results(const float* a, const float* b, const float* out) {
    for (int i = 0; i < TESTS; i++) {
        float x = a[i], y = b[i];
        float product = x * y;
        float sum = product + x;
        float xx = x * x;
        float yy = y * y;
        const float wanted[6] = {product,    x / y, sqrtf(fabsf(x)), sum, 1.0f / sqrtf(xx + yy),
                                 fmodf(x, y)};
        for (int k = 0; k < 6; k++)
            if (!is_same(wanted[k], out[6 * i + k])) return false;
    }
    return true;
}

typedef struct Test {
    float *a, *b, *out; /* 1, 1 and 6 of TESTS */
    cl_mem buffers[3];
    cl_kernel kernel;
} Test;

/* Half of the pairs have similar magnitudes, so that sums and quotients are not all trivial. */
static void choose_numbers(Test* test) {
    uint64_t state = 1;
    for (int i = 0; i < TESTS; i++) {
        test->a[i] = roll(&state);
        test->b[i] = i % 2 ? roll(&state) : test->a[i] * (0.5f + (float)(i % 1000) / 700.0f);
    }
}

/* Returns an OpenCL error. */
static int32_t run_test(gpu_Device* device, Test* test) {
    gpu_Cl* cl = &device->cl;
    size_t bytes = TESTS * sizeof(float), items = TESTS;
    float* from[3] = {test->a, test->b, NULL};
    int32_t error = CL_SUCCESS;
    test->kernel = cl->clCreateKernel(device->edit_program, "self_test", &error);
    if (test->kernel == NULL) return error;
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t flags = CL_MEM_READ_WRITE | (from[i] != NULL ? CL_MEM_COPY_HOST_PTR : 0u);
        test->buffers[i] =
            cl->clCreateBuffer(device->context, flags, i < 2 ? bytes : 6 * bytes, from[i], &error);
        if (test->buffers[i] == NULL) return error;
        error = cl->clSetKernelArg(test->kernel, i, sizeof(cl_mem), &test->buffers[i]);
        if (error != CL_SUCCESS) return error;
    }
    error = cl->clEnqueueNDRangeKernel(device->queue, test->kernel, 1, NULL, &items, NULL, 0, NULL,
                                       NULL);
    if (error != CL_SUCCESS) return error;
    return cl->clEnqueueReadBuffer(device->queue, test->buffers[2], 1, 0, 6 * bytes, test->out, 0,
                                   NULL, NULL);
}

/* Finds out whether the device computes what the host does; returns an OpenCL error. */
static int32_t test_device(gpu_Device* device, bool* out_is_exact) {
    float* floats = calloc((size_t)TESTS * 8, sizeof *floats);
    if (floats == NULL) return CL_OUT_OF_HOST_MEMORY;
    Test test = {.a = floats, .b = floats + TESTS, .out = floats + 2 * TESTS};
    choose_numbers(&test);
    int32_t error = run_test(device, &test);
    *out_is_exact = error == CL_SUCCESS && check_results(test.a, test.b, test.out);
    for (int i = 0; i < 3; i++)
        if (test.buffers[i] != NULL) (void)device->cl.clReleaseMemObject(test.buffers[i]);
    if (test.kernel != NULL) (void)device->cl.clReleaseKernel(test.kernel);
    free(floats);
    return error;
}

/* Whether the quick roots of maths.cl have the exact bits, for every float that they are used for:
 * two milliseconds on an H200. */
static bool test_roots(gpu_Device* device) {
    gpu_Cl* cl = &device->cl;
    int32_t wrong = 0, error = 0;
    size_t items = (size_t)1 << 20;
    cl_kernel kernel = kernel_of(device, device->edit_program, "test_roots");
    cl_mem count = cl->clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                      sizeof wrong, &wrong, &error);
    bool is_done = kernel != NULL && count != NULL &&
                   cl->clSetKernelArg(kernel, 0, sizeof count, &count) == CL_SUCCESS &&
                   cl->clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &items, NULL, 0, NULL,
                                              NULL) == CL_SUCCESS &&
                   cl->clEnqueueReadBuffer(device->queue, count, 1, 0, sizeof wrong, &wrong, 0,
                                           NULL, NULL) == CL_SUCCESS;
    if (count != NULL) (void)cl->clReleaseMemObject(count);
    if (kernel != NULL) (void)cl->clReleaseKernel(kernel);
    return is_done && wrong == 0;
}

/* ---- All of it ---- */

/* False: they do not belong together, or the queue is not in order. */
static bool take_queue(gpu_Device* device, const vrm_GpuSimDef* def) {
    gpu_Cl* cl = &device->cl;
    cl_context context = NULL;
    cl_platform_id platform = NULL;
    uint64_t properties = 0;
    device->context = def->context;
    device->queue = def->queue;
    if (cl->clRetainContext(device->context) != CL_SUCCESS) {
        device->context = NULL;
        device->queue = NULL;
        return false;
    }
    if (cl->clRetainCommandQueue(device->queue) != CL_SUCCESS) {
        device->queue = NULL;
        return false;
    }
    if (cl->clGetCommandQueueInfo(device->queue, CL_QUEUE_DEVICE, sizeof device->id, &device->id,
                                  NULL) != CL_SUCCESS ||
        cl->clGetCommandQueueInfo(device->queue, CL_QUEUE_CONTEXT, sizeof context, &context,
                                  NULL) != CL_SUCCESS ||
        cl->clGetCommandQueueInfo(device->queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                  &properties, NULL) != CL_SUCCESS)
        return false;
    if (context != device->context || (properties & CL_QUEUE_OUT_OF_ORDER)) return false;
    (void)cl->clGetDeviceInfo(device->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    device->info = describe(cl, platform, device->id);
    return true;
}

static bool is_memory_error(int32_t error) {
    return error == CL_OUT_OF_HOST_MEMORY || error == CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

/* Returns an OpenCL error, with a message where the device is there but does not open. */
static int32_t make_queue(gpu_Device* device, const vrm_GpuSimDef* def, char* message,
                          size_t size) {
    gpu_Cl* cl = &device->cl;
    Found found[DEVICES_MAX];
    int32_t count = list_devices(cl, found, DEVICES_MAX), error = CL_SUCCESS;
    const char* wanted = def->device != NULL ? def->device : getenv("VRM_GPU_DEVICE");
    int32_t chosen = choose(found, count, wanted);
    if (chosen < 0) return CL_DEVICE_NOT_FOUND;
    device->id = found[chosen].id;
    device->info = found[chosen].info;
    device->context = cl->clCreateContext(NULL, 1, &device->id, NULL, NULL, &error);
    if (device->context != NULL)
        device->queue = cl->clCreateCommandQueue(device->context, device->id, 0, &error);
    if (device->queue != NULL) return CL_SUCCESS;
    (void)snprintf(message, size, "%s cannot be opened (OpenCL error %d)", device->info.name,
                   (int)error);
    return error != CL_SUCCESS ? error : CL_DEVICE_NOT_AVAILABLE;
}

static void find(const vrm_GpuSimDef* def, const char* code, const char* message) {
    (void)vrm_report_add(def->report, code, "", message[0] != 0 ? message : NULL);
}

vrm_Result gpu_device_open(gpu_Device* device, const vrm_GpuSimDef* def, char* message,
                           size_t size) {
    message[0] = 0;
    if (!gpu_cl_open(&device->cl)) {
        find(def, "GPU_NO_OPENCL", message);
        return VRM_ERR_UNSUPPORTED;
    }
    bool is_shared = def->context != NULL || def->queue != NULL;
    if (is_shared && (def->context == NULL || def->queue == NULL || !take_queue(device, def)))
        return VRM_ERR_ARGUMENT;
    int32_t error = is_shared ? CL_SUCCESS : make_queue(device, def, message, size);
    if (is_memory_error(error)) return VRM_ERR_MEMORY;
    if (error != CL_SUCCESS) {
        find(def, "GPU_NO_DEVICE", message);
        return VRM_ERR_UNSUPPORTED;
    }
    gpu_Cl* cl = &device->cl;
    (void)cl->clGetDeviceInfo(device->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE,
                              sizeof device->allocation_most, &device->allocation_most, NULL);
    (void)cl->clGetDeviceInfo(device->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_bytes,
                              &device->local_bytes, NULL);
    device->has_ptx = device->info.is_gpu && contains(device->info.platform, "NVIDIA") &&
                      getenv("VRM_GPU_NO_PTX") == NULL;
    if (device->has_ptx && !(compile_edit(device, def, message, size) && test_roots(device))) {
        release_edit(device);
        device->has_ptx = false;
        message[0] = 0;
    }
    if (device->edit_program == NULL && !compile_edit(device, def, message, size)) {
        find(def, "GPU_COMPILE_FAILED", message);
        return VRM_ERR_UNSUPPORTED;
    }
    error = test_device(device, &device->is_exact);
    if (is_memory_error(error)) return VRM_ERR_MEMORY;
    if (error != CL_SUCCESS) {
        (void)snprintf(message, size, "%s failed its test (OpenCL error %d)", device->info.name,
                       (int)error);
        find(def, "GPU_NO_DEVICE", message);
        return VRM_ERR_UNSUPPORTED;
    }
    if (!device->is_exact && !def->allows_inexact) {
        (void)snprintf(message, size, "%s does not round correctly", device->info.name);
        find(def, "GPU_INEXACT", message);
        return VRM_ERR_UNSUPPORTED;
    }
    return VRM_OK;
}

void gpu_device_close(gpu_Device* device) {
    gpu_Cl* cl = &device->cl;
    if (cl->library == NULL) return;
    if (device->queue != NULL) (void)cl->clFinish(device->queue);
    for (int v = 0; v < GPU_VARIANTS; v++) release_variant(device, &device->variants[v]);
    release_edit(device);
    if (device->queue != NULL) (void)cl->clReleaseCommandQueue(device->queue);
    if (device->context != NULL) (void)cl->clReleaseContext(device->context);
    gpu_cl_close(cl);
}

/* SPDX-License-Identifier: MIT */
/** Definitions that all parts of libvrm share: version, results, memory, limits. The library prints
 * nothing, starts no threads and has no global mutable state.
 *
 * Rules for all headers: a pointer must not be NULL unless a comment says that it may be; this is
 * not checked. A NULL definition means the defaults. Strings and paths are UTF-8 with a terminating
 * zero, unless a size comes with them. Strings and arrays that are passed to a function are read
 * during the call only, unless a comment says that they must live longer. "Not finite" means NaN or
 * infinite. Different objects may be used on different threads at the same time. One object may be
 * read by several threads or changed by one, unless its header says otherwise. */
#ifndef VRM_BASE_H
#define VRM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Major version of these headers. From 1.0 on it is also the number in the SONAME. */
#define VRM_VERSION_MAJOR 0
/** See VRM_VERSION_MAJOR. */
#define VRM_VERSION_MINOR 2
/** See VRM_VERSION_MAJOR. */
#define VRM_VERSION_PATCH 0
/** "MAJOR.MINOR.PATCH", with "-dev" between releases. */
#define VRM_VERSION_TEXT "0.2.0-dev"

#if defined(VRM_BUILD_SHARED) && defined(_WIN32)
/** Marks functions that the shared library exports. */
#define VRM_API __declspec(dllexport)
#elif defined(VRM_BUILD_SHARED) && defined(__GNUC__)
#define VRM_API __attribute__((visibility("default")))
#else
#define VRM_API
#endif

#if defined(__MINGW32__) /* its "printf" format is Microsoft's, from before C99 */
#define VRM_PRINTF(format_at, args_at) __attribute__((format(gnu_printf, format_at, args_at)))
#elif defined(__GNUC__)
/** Lets the compiler check the arguments of a function that formats text. */
#define VRM_PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define VRM_PRINTF(format_at, args_at)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. If it is not VRM_OK, out-pointers are NULL and the caller's objects are
 * unchanged. The findings of a vrm_Report say what is wrong with a file. */
typedef enum vrm_Result {
    VRM_OK = 0,              /**< Done. */
    VRM_ERR_DEF = 1,         /**< A definition was not made by its default function. */
    VRM_ERR_MEMORY = 2,      /**< An allocation failed. */
    VRM_ERR_IO = 3,          /**< Reading, writing or renaming a file failed. errno has the reason
                                  if the call was given a path. */
    VRM_ERR_CONTAINER = 4,   /**< Not GLB, not glTF, or truncated. */
    VRM_ERR_JSON = 5,        /**< The JSON text breaks RFC 8259. */
    VRM_ERR_INVALID = 6,     /**< Readable, but too broken to use: see the report. */
    VRM_ERR_UNSUPPORTED = 7, /**< Needs something that is not supported: see the report. */
    VRM_ERR_LIMIT = 8,       /**< A limit of vrm_Limits was exceeded: the report names it. */
    VRM_ERR_ARGUMENT = 9     /**< An argument or a member of a definition is out of range. */
} vrm_Result;

/** Returns a sentence that describes a result, for people. Never NULL; the string is static. */
VRM_API const char* vrm_result_text(vrm_Result result);

/** Returns the version of the running library, as MAJOR * 1000000 + MINOR * 1000 + PATCH. */
VRM_API uint32_t vrm_version(void);

/** Where an object gets its memory. A zeroed allocator, or NULL where it is allowed, means the C
 * library. `alloc` returns NULL on failure; `align` is a power of two. `release` gets the size that
 * was passed to `alloc`. Both must be thread-safe if the object is used from several threads. */
typedef struct vrm_Allocator {
    /** Returns at least `size` bytes, aligned to `align`. NULL: the C library's; then `release` is
     * NULL too. */
    void* (*alloc)(void* ctx, size_t size, size_t align);
    /** Frees memory from `alloc`; never called with NULL. */
    void (*release)(void* ctx, void* ptr, size_t size);
    void* ctx; /**< Passed to both functions; not used otherwise. */
} vrm_Allocator;

/** A limit that grows with the file: `base`, plus `per_byte` for each byte of the file and of its
 * side files. */
typedef struct vrm_Allowance {
    uint64_t base;     /**< Amount for a file of any size. */
    uint64_t per_byte; /**< Amount for each byte; the sum saturates at UINT64_MAX. */
} vrm_Allowance;

/** Limits on the resources that one file may use. Exceeding one gives VRM_ERR_LIMIT and a finding
 * with the name and value of the limit. As a member of a definition they are set by its default
 * function; otherwise start from vrm_default_limits(). docs/reference/trust.md lists the attacks
 * that each limit stops. */
typedef struct vrm_Limits {
    uint32_t limits_size;   /**< Set by the default function; do not touch. */
    uint32_t json_depth;    /**< Nesting of arrays and objects. Default 128. */
    uint32_t json_values;   /**< Values in the JSON text, keys included. Default 67108864. */
    uint32_t elements;      /**< Entries of any one array of the document. Default 4194304. */
    uint64_t file_bytes;    /**< Size of the file and of each side file. Default 1 GiB. */
    uint64_t decoded_bytes; /**< Bytes that base64, mesh decompression and the like may produce for
                                 one file in total. Default 1 GiB. */
    vrm_Allowance memory;   /**< Bytes allocated at one time. Loading counts the file itself. Each
                                 later operation on the model has the same limit again; it counts
                                 neither the model nor its own output. Default 1 MiB + 16 for each
                                 byte. */
    vrm_Allowance written; /**< Bytes of vertices, keys and pictures that normalizing, migrating and
                                baking may write. Default 8 MiB + 16 for each byte. */
    vrm_Allowance work;    /**< Units of work on data that a file can refer to many times: vertices,
                                triangles, keys, and tests of one joint against one collider in one
                                step. Default 262144 + 4 for each byte. */
} vrm_Limits;

/** Sets every limit to its default; called by vrm_default_limits(). */
VRM_API void vrm_limits_init(vrm_Limits* limits, size_t limits_size);

/** Returns the default limits. */
static inline vrm_Limits vrm_default_limits(void) {
    vrm_Limits limits;
    vrm_limits_init(&limits, sizeof limits);
    return limits;
}

#ifdef __cplusplus
}
#endif

#endif

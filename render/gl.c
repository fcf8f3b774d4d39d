/* SPDX-License-Identifier: MIT */
/* The two ways to fill the table of GL functions that need no operating system: by looking up each
 * name, and with functions that do nothing. */
#include "gl.h"

#include <string.h>

const char* vrmi_gl_load(vrmi_Gl* gl, vrm_GlProc* (*get_proc)(void* ctx, const char* name),
                         void* ctx) {
#define X(type, name, arguments)                                                                   \
    gl->name = (type(VRMI_GL_CALL*) arguments)get_proc(ctx, "gl" #name);                           \
    if (gl->name == NULL) return "gl" #name;
    VRMI_GL_FUNCTIONS(X)
#undef X
    return NULL;
}

/* ---- Null ---- */

/* First those with results: an image is transparent, a shader compiles, an id is 1. */
static const uint8_t* VRMI_GL_CALL null_GetString(uint32_t name) {
    return (const uint8_t*)(name == GL_RENDERER ? "null" : "");
}

static void VRMI_GL_CALL null_GetIntegerv(uint32_t name, int32_t* out) {
    *out = name == GL_MAX_SAMPLES ? 4 : 4096;
}

static uint32_t VRMI_GL_CALL null_GetError(void) {
    return 0;
}

static void give_ids(int32_t n, uint32_t* out) {
    for (int32_t i = 0; i < n; i++) out[i] = 1;
}

static void VRMI_GL_CALL null_GetShaderiv(uint32_t shader, uint32_t name, int32_t* out) {
    (void)shader, (void)name;
    *out = 1;
}

static uint32_t VRMI_GL_CALL null_CreateShader(uint32_t type) {
    (void)type;
    return 1;
}

static uint32_t VRMI_GL_CALL null_CreateProgram(void) {
    return 1;
}

static int32_t VRMI_GL_CALL null_GetUniformLocation(uint32_t program, const char* name) {
    (void)program, (void)name;
    return 0;
}

static uint32_t VRMI_GL_CALL null_CheckFramebufferStatus(uint32_t target) {
    (void)target;
    return GL_FRAMEBUFFER_COMPLETE;
}

static void VRMI_GL_CALL null_ReadPixels(int32_t x, int32_t y, int32_t width, int32_t height,
                                         uint32_t format, uint32_t type, void* out) {
    (void)x, (void)y, (void)format, (void)type;
    memset(out, 0, (size_t)width * (size_t)height * 4);
}

/* Reads all uploaded bytes, so that sanitizers detect a wrong size. */
static uint32_t sum_bytes(const void* data, size_t size) {
    const uint8_t* bytes = data;
    uint32_t sum = 0;
    for (size_t i = 0; bytes != NULL && i < size; i++) sum += bytes[i];
    return sum;
}

static void VRMI_GL_CALL null_BufferData(uint32_t target, ptrdiff_t size, const void* data,
                                         uint32_t usage) {
    (void)target, (void)usage;
    volatile uint32_t sum = sum_bytes(data, (size_t)size);
    (void)sum;
}

static void VRMI_GL_CALL null_TexImage2D(uint32_t target, int32_t level, int32_t internal,
                                         int32_t width, int32_t height, int32_t border,
                                         uint32_t format, uint32_t type, const void* pixels) {
    (void)target, (void)level, (void)internal, (void)border, (void)format;
    volatile uint32_t sum =
        sum_bytes(pixels, (size_t)width * (size_t)height * (type == GL_FLOAT ? 16 : 4));
    (void)sum;
}

static void VRMI_GL_CALL null_TexSubImage2D(uint32_t target, int32_t level, int32_t x, int32_t y,
                                            int32_t width, int32_t height, uint32_t format,
                                            uint32_t type, const void* pixels) {
    (void)x, (void)y;
    null_TexImage2D(target, level, 0, width, height, 0, format, type, pixels);
}

static void VRMI_GL_CALL null_GetProgramiv(uint32_t program, uint32_t name, int32_t* out) {
    null_GetShaderiv(program, name, out);
}

static void VRMI_GL_CALL null_GetShaderInfoLog(uint32_t shader, int32_t size, int32_t* length,
                                               char* out) {
    (void)shader;
    if (length != NULL) *length = 0;
    if (size > 0) out[0] = '\0';
}

static void VRMI_GL_CALL null_GetProgramInfoLog(uint32_t program, int32_t size, int32_t* length,
                                                char* out) {
    null_GetShaderInfoLog(program, size, length, out);
}

#define X(name)                                                                                    \
    static void VRMI_GL_CALL null_##name(int32_t n, uint32_t* out) {                               \
        give_ids(n, out);                                                                          \
    }
X(GenBuffers)
X(GenVertexArrays)
X(GenTextures)
X(GenSamplers)
X(GenFramebuffers)
X(GenRenderbuffers)
#undef X

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define X(type, name, arguments)                                                                   \
    static type VRMI_GL_CALL null_##name arguments {}
VRMI_GL_SILENT(X)
#undef X

void vrmi_gl_null(vrmi_Gl* gl) {
#define X(type, name, arguments) gl->name = null_##name;
    VRMI_GL_FUNCTIONS(X)
#undef X
}

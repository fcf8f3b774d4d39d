/* SPDX-License-Identifier: MIT */
/* OpenGL ES 3.0 as a table of functions: only calls and constants that WebGL 2 has too. The code
 * that fills the table (EGL, the host, the null backend) is the backend; nothing else in render/
 * depends on which one it is. Declared here so that building needs no GL headers. */
#ifndef VRMI_RENDER_GL_H
#define VRMI_RENDER_GL_H

#include "vrm/render.h"

#if defined(_WIN32) && !defined(_WIN64)
#define VRMI_GL_CALL __stdcall
#else
#define VRMI_GL_CALL
#endif

/* X(return type, name, arguments). First functions with results, then those without. */
#define VRMI_GL_ANSWERING(X)                                                                       \
    X(const uint8_t*, GetString, (uint32_t name))                                                  \
    X(void, GetIntegerv, (uint32_t name, int32_t * out))                                           \
    X(uint32_t, GetError, (void))                                                                  \
    X(void, GenBuffers, (int32_t n, uint32_t * out))                                               \
    X(void, BufferData, (uint32_t target, ptrdiff_t size, const void* data, uint32_t usage))       \
    X(void, GenVertexArrays, (int32_t n, uint32_t * out))                                          \
    X(void, GenTextures, (int32_t n, uint32_t * out))                                              \
    X(void, TexImage2D,                                                                            \
      (uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,            \
       int32_t border, uint32_t format, uint32_t type, const void* pixels))                        \
    X(void, TexSubImage2D,                                                                         \
      (uint32_t target, int32_t level, int32_t x, int32_t y, int32_t width, int32_t height,        \
       uint32_t format, uint32_t type, const void* pixels))                                        \
    X(void, GenSamplers, (int32_t n, uint32_t * out))                                              \
    X(uint32_t, CreateShader, (uint32_t type))                                                     \
    X(void, GetShaderiv, (uint32_t shader, uint32_t name, int32_t * out))                          \
    X(void, GetShaderInfoLog, (uint32_t shader, int32_t size, int32_t * length, char* out))        \
    X(uint32_t, CreateProgram, (void))                                                             \
    X(void, GetProgramiv, (uint32_t program, uint32_t name, int32_t * out))                        \
    X(void, GetProgramInfoLog, (uint32_t program, int32_t size, int32_t * length, char* out))      \
    X(int32_t, GetUniformLocation, (uint32_t program, const char* name))                           \
    X(void, GenFramebuffers, (int32_t n, uint32_t * out))                                          \
    X(uint32_t, CheckFramebufferStatus, (uint32_t target))                                         \
    X(void, GenRenderbuffers, (int32_t n, uint32_t * out))                                         \
    X(void, ReadPixels,                                                                            \
      (int32_t x, int32_t y, int32_t width, int32_t height, uint32_t format, uint32_t type,        \
       void* out))

#define VRMI_GL_SILENT(X)                                                                          \
    X(void, Enable, (uint32_t what))                                                               \
    X(void, Disable, (uint32_t what))                                                              \
    X(void, Viewport, (int32_t x, int32_t y, int32_t width, int32_t height))                       \
    X(void, ClearColor, (float r, float g, float b, float a))                                      \
    X(void, Clear, (uint32_t mask))                                                                \
    X(void, DepthMask, (uint8_t flag))                                                             \
    X(void, DepthFunc, (uint32_t func))                                                            \
    X(void, CullFace, (uint32_t face))                                                             \
    X(void, FrontFace, (uint32_t mode))                                                            \
    X(void, BlendFuncSeparate, (uint32_t s, uint32_t d, uint32_t s_alpha, uint32_t d_alpha))       \
    X(void, PolygonOffset, (float factor, float units))                                            \
    X(void, DeleteBuffers, (int32_t n, const uint32_t* ids))                                       \
    X(void, BindBuffer, (uint32_t target, uint32_t id))                                            \
    X(void, DeleteVertexArrays, (int32_t n, const uint32_t* ids))                                  \
    X(void, BindVertexArray, (uint32_t id))                                                        \
    X(void, EnableVertexAttribArray, (uint32_t index))                                             \
    X(void, VertexAttribPointer,                                                                   \
      (uint32_t index, int32_t size, uint32_t type, uint8_t normalized, int32_t stride,            \
       const void* offset))                                                                        \
    X(void, VertexAttribI4ui, (uint32_t index, uint32_t x, uint32_t y, uint32_t z, uint32_t w))    \
    X(void, VertexAttrib4f, (uint32_t index, float x, float y, float z, float w))                  \
    X(void, LineWidth, (float width))                                                              \
    X(void, VertexAttribIPointer,                                                                  \
      (uint32_t index, int32_t size, uint32_t type, int32_t stride, const void* offset))           \
    X(void, DeleteTextures, (int32_t n, const uint32_t* ids))                                      \
    X(void, ActiveTexture, (uint32_t unit))                                                        \
    X(void, BindTexture, (uint32_t target, uint32_t id))                                           \
    X(void, TexParameteri, (uint32_t target, uint32_t name, int32_t value))                        \
    X(void, GenerateMipmap, (uint32_t target))                                                     \
    X(void, PixelStorei, (uint32_t name, int32_t value))                                           \
    X(void, DeleteSamplers, (int32_t n, const uint32_t* ids))                                      \
    X(void, BindSampler, (uint32_t unit, uint32_t id))                                             \
    X(void, SamplerParameteri, (uint32_t sampler, uint32_t name, int32_t value))                   \
    X(void, ShaderSource,                                                                          \
      (uint32_t shader, int32_t count, const char* const* texts, const int32_t* lengths))          \
    X(void, CompileShader, (uint32_t shader))                                                      \
    X(void, DeleteShader, (uint32_t shader))                                                       \
    X(void, AttachShader, (uint32_t program, uint32_t shader))                                     \
    X(void, LinkProgram, (uint32_t program))                                                       \
    X(void, DeleteProgram, (uint32_t program))                                                     \
    X(void, UseProgram, (uint32_t program))                                                        \
    X(void, Uniform1i, (int32_t location, int32_t value))                                          \
    X(void, Uniform4fv, (int32_t location, int32_t count, const float* values))                    \
    X(void, Uniform4iv, (int32_t location, int32_t count, const int32_t* values))                  \
    X(void, DrawArrays, (uint32_t mode, int32_t first, int32_t count))                             \
    X(void, DrawElementsInstanced,                                                                 \
      (uint32_t mode, int32_t count, uint32_t type, const void* offset, int32_t instances))        \
    X(void, DeleteFramebuffers, (int32_t n, const uint32_t* ids))                                  \
    X(void, BindFramebuffer, (uint32_t target, uint32_t id))                                       \
    X(void, FramebufferTexture2D,                                                                  \
      (uint32_t target, uint32_t attachment, uint32_t tex_target, uint32_t texture,                \
       int32_t level))                                                                             \
    X(void, FramebufferRenderbuffer,                                                               \
      (uint32_t target, uint32_t attachment, uint32_t rb_target, uint32_t renderbuffer))           \
    X(void, BlitFramebuffer,                                                                       \
      (int32_t sx0, int32_t sy0, int32_t sx1, int32_t sy1, int32_t dx0, int32_t dy0, int32_t dx1,  \
       int32_t dy1, uint32_t mask, uint32_t filter))                                               \
    X(void, DeleteRenderbuffers, (int32_t n, const uint32_t* ids))                                 \
    X(void, BindRenderbuffer, (uint32_t target, uint32_t id))                                      \
    X(void, RenderbufferStorageMultisample,                                                        \
      (uint32_t target, int32_t samples, uint32_t format, int32_t width, int32_t height))

#define VRMI_GL_FUNCTIONS(X) VRMI_GL_ANSWERING(X) VRMI_GL_SILENT(X)

typedef struct vrmi_Gl {
#define X(type, name, arguments) type(VRMI_GL_CALL* name) arguments;
    VRMI_GL_FUNCTIONS(X)
#undef X
} vrmi_Gl;

/* A build whose host imports the functions names the header that has vrmi_gl_imports. */
#ifdef VRMI_GL_IMPORTS
#include VRMI_GL_IMPORTS
#endif

enum {
    GL_DEPTH_BUFFER_BIT = 0x100,
    GL_COLOR_BUFFER_BIT = 0x4000,
    GL_LINES = 1,
    GL_TRIANGLES = 4,
    GL_ONE = 1,
    GL_ONE_MINUS_SRC_ALPHA = 0x303,
    GL_FRONT = 0x404,
    GL_BACK = 0x405,
    GL_CW = 0x900,
    GL_CCW = 0x901,
    GL_CULL_FACE = 0xB44,
    GL_DEPTH_TEST = 0xB71,
    GL_BLEND = 0xBE2,
    GL_LEQUAL = 0x203,
    GL_ALWAYS = 0x207,
    GL_UNPACK_ALIGNMENT = 0xCF5,
    GL_PACK_ALIGNMENT = 0xD05,
    GL_MAX_TEXTURE_SIZE = 0xD33,
    GL_TEXTURE_2D = 0xDE1,
    GL_UNSIGNED_BYTE = 0x1401,
    GL_UNSIGNED_SHORT = 0x1403,
    GL_UNSIGNED_INT = 0x1405,
    GL_FLOAT = 0x1406,
    GL_HALF_FLOAT = 0x140B,
    GL_RGBA = 0x1908,
    GL_RENDERER = 0x1F01,
    GL_VERSION = 0x1F02,
    GL_NEAREST = 0x2600,
    GL_LINEAR = 0x2601,
    GL_NEAREST_MIPMAP_NEAREST = 0x2700,
    GL_LINEAR_MIPMAP_LINEAR = 0x2703,
    GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802,
    GL_TEXTURE_WRAP_T = 0x2803,
    GL_REPEAT = 0x2901,
    GL_POLYGON_OFFSET_FILL = 0x8037,
    GL_RGBA8 = 0x8058,
    GL_CLAMP_TO_EDGE = 0x812F,
    GL_MIRRORED_REPEAT = 0x8370,
    GL_TEXTURE0 = 0x84C0,
    GL_MAX_RENDERBUFFER_SIZE = 0x84E8,
    GL_RGBA32F = 0x8814,
    GL_RGBA16F = 0x881A,
    GL_ARRAY_BUFFER = 0x8892,
    GL_ELEMENT_ARRAY_BUFFER = 0x8893,
    GL_STREAM_DRAW = 0x88E0,
    GL_STATIC_DRAW = 0x88E4,
    GL_FRAGMENT_SHADER = 0x8B30,
    GL_VERTEX_SHADER = 0x8B31,
    GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82,
    GL_SRGB8_ALPHA8 = 0x8C43,
    GL_READ_FRAMEBUFFER = 0x8CA8,
    GL_DRAW_FRAMEBUFFER = 0x8CA9,
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
    GL_COLOR_ATTACHMENT0 = 0x8CE0,
    GL_DEPTH_ATTACHMENT = 0x8D00,
    GL_FRAMEBUFFER = 0x8D40,
    GL_RENDERBUFFER = 0x8D41,
    GL_MAX_SAMPLES = 0x8D57,
    GL_DEPTH_COMPONENT24 = 0x81A6
};

/* Fills the table. Returns NULL, or the name of a function that was not found. */
const char* vrmi_gl_load(vrmi_Gl* gl, vrm_GlProc* (*get_proc)(void* ctx, const char* name),
                         void* ctx);

/* Functions that do nothing and report success. They have no state. */
void vrmi_gl_null(vrmi_Gl* gl);

/* ---- A context of our own ---- */

typedef struct vrmi_Egl vrmi_Egl;

/* Opens libEGL, makes a context without a surface and makes it current. On failure *out_why is a
 * sentence for a person. */
vrm_Result vrmi_egl_open(const vrm_Allocator* allocator, vrmi_Egl** out_egl, vrmi_Gl* gl,
                         const char** out_why);
void vrmi_egl_make_current(vrmi_Egl* self);
void vrmi_egl_close(vrmi_Egl* self);

#endif
